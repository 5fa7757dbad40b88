//! The board that the players look at: corps by power, battles of those who are at war, and minor countries that fall to who is stronger. It
//! is told to the bot as players tell it.

use super::game::Game;
use super::overrun::Overrun;
use super::players::Players;
use engine::eia::Position;
use engine::eia::board::dominance;
use engine::eia::map::ProvinceId;
use engine::eia::oob::{self, Held};
use engine::eia::powers::Power;
use engine::eia::scenario::lists_of;
use engine::table::Verb;
use engine::table::act::Act;
use serde_json::json;
use std::collections::BTreeMap;

/// The board.
pub struct World {
    /// Corps of each power on the map, and when the campaign began.
    corps: BTreeMap<Power, [u32; 2]>,
    /// How well each power is led, of a hundred: in battle, and in what its treasury buys.
    led: BTreeMap<Power, u32>,
    /// The scenario by whose lists it is played.
    scenario: String,
    /// Who is after what would make it dominant, and has the luck of it: in half of the campaigns of 1853 Sardinia, which unites Italy for it,
    /// and in a fifth France; in a few of 1805 Spain, whose gold it helps. By itself nobody comes to six of the seven, and less so to what a dominant Italy needs besides, of which a part
    /// is other powers' homes; or to the Confederation of the Rhine together with Denmark, Flanders and Holland.
    after: Option<Power>,
    /// Who was overrun by whom.
    overrun: Overrun,
    /// The place in the outline that was looked at last.
    looked: Vec<String>,
}

/// Of a hundred months of a war in so many a battle is fought, and a minor country falls.
const BATTLE: u32 = 30;
const CONQUEST: u32 = 15;
/// The same of a neutral minor country that is attacked, and of what somebody is after.
const NEUTRAL: u32 = 10;
const AFTER: u32 = 60;
/// Of a hundred battles in which a power loses the last corps but one so many leave its land to the enemy.
const OVERRUN: u32 = 50;

impl World {
    /// The board as a scenario begins, with leaders good and bad as it falls.
    pub fn new(scenario: &str, players: &mut Players) -> World {
        let order = oob::of(scenario);
        let corps = |power: Power| order.map_or(6, |order| order.corps(power).len() as u32).max(2);
        // Greece is of few campaigns, and draws nothing in the others.
        let plays = |power: &Power| {
            *power != Power::Greece || order.is_some_and(|order| order.powers.contains_key(power))
        };
        let all = || Power::ALL.into_iter().filter(plays);
        let corps = all().map(|power| (power, [corps(power); 2])).collect();
        let led = all().map(|power| (power, 10 + players.below(81))).collect();
        let scenario = lists_of(scenario).to_owned();
        let after = match (scenario.as_str(), players.below(100)) {
            ("1853", 0..50) => Some(Power::Sardinia),
            ("1853", 50..70) => Some(Power::France),
            ("1805", 0..4) => Some(Power::Spain),
            _ => None,
        };
        World { corps, led, scenario, after, overrun: Overrun::default(), looked: Vec::new() }
    }

    /// Whether a power is after what would make it dominant.
    pub fn is_after_much(&self, power: Power) -> bool {
        self.after == Some(power)
    }

    /// Whether it is after a minor country above all: it would be dominant by it, with others.
    pub fn wants(&self, power: Power, minor: &str) -> bool {
        let asks = |province| dominance::asks_for(&self.scenario, power, province);
        self.is_after_much(power) && ProvinceId::by_key(minor).is_some_and(asks)
    }

    /// Whether a power has lost more than half of what it began with.
    pub fn is_weak(&self, power: Power) -> bool {
        self.corps.get(&power).is_some_and(|[now, began]| now * 2 < *began)
    }

    fn has(&self, power: Power) -> u32 {
        self.corps.get(&power).map_or(0, |[now, _]| *now)
    }

    fn led(&self, power: Power) -> u32 {
        self.led.get(&power).copied().unwrap_or_default()
    }

    /// What a power brings into a battle: its corps, as they are led.
    fn strength(&self, power: Power) -> u32 {
        self.has(power) * self.led(power)
    }

    fn lose(&mut self, power: Power, corps: u32) {
        if let Some([now, _]) = self.corps.get_mut(&power) {
            *now = now.saturating_sub(corps).max(1);
        }
    }

    /// Play has come to another step: in the land phase it is fought, in the economic phase armies are raised.
    pub fn looks(&mut self, game: &mut Game, players: &mut Players, step: &[String], now: &Position) {
        if step == self.looked {
            return;
        }
        match step.last().map(String::as_str) {
            Some("land") => {
                super::crimea::told(game, players, now);
                super::peace::followed(game, players, now);
                self.overrun.ended(game, now);
                let wars: Vec<[Power; 2]> = now.politics.wars.iter().map(|war| war.powers()).collect();
                for [one, other] in wars {
                    if now.are_at_war(one, other) {
                        self.fought(game, players, one, other);
                    }
                }
                self.neutrals_fall(game, players, now);
            }
            Some("economic") => {
                for [now, began] in self.corps.values_mut() {
                    *now = (*now + 1 + players.below(2)).min(*began);
                }
                self.manipulated(game, players);
            }
            _ => {}
        }
        self.looked = step.to_vec();
    }

    /// Money buys a better place on the status track, where there is any to spare (economic manipulation, which is told).
    fn manipulated(&self, game: &mut Game, players: &mut Players) {
        for power in self.led.keys().copied() {
            if players.percent(self.led(power)) {
                tells_points(game, power, 2 * (1 + i64::from(players.percent(self.led(power)))));
            }
        }
    }

    /// A month of a war: perhaps a battle, with its PP, and a minor country that falls.
    fn fought(&mut self, game: &mut Game, players: &mut Players, one: Power, other: Power) {
        if players.percent(BATTLE) {
            let first = players.below(self.strength(one) + self.strength(other)) < self.strength(one);
            let (winner, loser) = if first { (one, other) } else { (other, one) };
            let size = 1 + players.below(self.has(loser).min(4));
            self.lose(loser, 1 + players.below(size));
            let points = i64::from(size.div_ceil(2).min(3));
            for (power, points) in [(winner, points), (loser, -points)] {
                tells_points(game, power, 2 * points);
            }
            if self.has(loser) == 1 && players.percent(OVERRUN) {
                self.overrun.told(game, winner, loser);
            }
        }
        let after = [one, other].into_iter().find(|power| self.is_after_much(*power));
        if players.percent(if after.is_some() { AFTER } else { CONQUEST }) {
            let stronger = if self.has(one) >= self.has(other) { one } else { other };
            let power = after.unwrap_or(stronger);
            let from = if power == one { other } else { one };
            let Some(now) = game.position() else { return };
            let united = after.is_some() && now.board.is_italy_united();
            let falls: Vec<ProvinceId> = ProvinceId::all()
                .filter(|place| match now.held(*place) {
                    Held::Conquered(by) | Held::Free(by) => by == from,
                    // A united Italy is ceded what it needs of others' homes.
                    Held::Home(by) | Held::Ceded(by) => by == from && united,
                    Held::Neutral => false,
                })
                .filter(|place| match after {
                    Some(Power::Sardinia) if !united => now.is_italian(*place),
                    Some(power) => dominance::asks_for(&self.scenario, power, *place),
                    None => true,
                })
                .collect();
            let Some(place) = falls.get(players.below(falls.len() as u32) as usize) else { return };
            match now.held(*place) {
                Held::Home(_) | Held::Ceded(_) => {
                    let place = format!("province/{}", place.key());
                    let told = json!({"control": "tell", "place": place, "power": power.key()});
                    game.gives(1, Verb::Game(told));
                }
                _ => conquers(game, players, power, *place),
            }
        }
    }

    /// Neutral minor countries on which somebody declared war: now and then one falls.
    fn neutrals_fall(&self, game: &mut Game, players: &mut Players, now: &Position) {
        let wars: Vec<(Power, ProvinceId)> = now.minor_wars().map(|war| (war.by, war.on)).collect();
        for (power, minor) in wars {
            if players.percent(if self.is_after_much(power) { AFTER } else { NEUTRAL }) {
                conquers(game, players, power, minor);
            }
        }
    }
}

/// A minor country falls, now and then without having been defended.
fn conquers(game: &mut Game, players: &mut Players, power: Power, minor: ProvinceId) {
    let undefended = players.percent(20);
    let order =
        json!({"board": "conquer", "minor": minor.key(), "power": power.key(), "undefended": undefended});
    game.gives(1, Verb::Game(order));
}

/// A battle's PP are told, as far as the status track goes.
fn tells_points(game: &mut Game, power: Power, halves: i64) {
    let Some(now) = game.position() else { return };
    let value = now.pp_moved(now.pp_of(power), halves);
    game.gives(1, Verb::Act { act: Act::Tell { key: format!("pp/{}", power.key()), value }, text: None });
}
