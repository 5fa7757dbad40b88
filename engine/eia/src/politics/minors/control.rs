//! Who takes control of a minor country that is attacked (4.6.2, 4.6.3): volunteers in secret, then classes, then dice.

use super::attack::is_open;
use super::{Happened, over, support, values};
use crate::board::{self, Why};
use crate::map::{ProvinceId, is_papal};
use crate::months::Month;
use crate::oob::Held;
use crate::politics::costs::Points;
use crate::politics::gate::Gate;
use crate::politics::sheet::{self, Part, chosen};
use crate::politics::target::Target;
use crate::politics::war;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use table::game::Table;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::switches::{NO, Switch, YES};
use table::{rule, said};

/// The switch that says whether a promise of war counts as being at war.
pub const BACKING: &str = "backing";

/// Whether a power that promises war on all who attack a minor country goes before others; the standard game's rule first.
pub const OF_PROMISES: Switch = Switch {
    key: BACKING,
    name: "Who promises war on all who attack a minor country goes first",
    ways: &[NO, YES],
    rule: Some(rule!("enhancements.minor.backing.promise")),
};

/// In which order those come who want control; of those of the first class that anybody is in dice decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// At war with one who attacks it, or bound to be (`enhancements.minor.backing.already-at-war`).
    AtWar,
    /// Neither that nor allied to any of them.
    Apart,
    /// Allied to one of them.
    Allied,
}

/// A power that wants control.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bid {
    /// Which.
    pub power: Power,
    /// Its class.
    pub class: Class,
    /// Whether it promises war on all who attack the country.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub promised: bool,
    /// What it adds to its die.
    pub adds: i64,
    /// Its dice; none where there was nothing to decide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<u32>,
}

/// The part in which a power names the attacked minor countries of which it would take control.
pub struct Volunteer;

impl Part for Volunteer {
    fn key(&self) -> &'static str {
        "volunteer"
    }

    fn is_at(&self, gate: Gate) -> bool {
        gate == Gate::Control
    }

    fn among(&self, state: &Position) -> Vec<Target> {
        attacked(state)
    }

    fn why_not_minor(
        &self,
        state: &Position,
        own: &[Power],
        power: Power,
        minor: ProvinceId,
    ) -> Option<Refusal> {
        why_not_controlled(state, own, power, minor)
    }
}

/// The part in which it names those for which it promises war on all who attack them: that is a bid for control too.
pub struct Promise;

impl Part for Promise {
    fn key(&self) -> &'static str {
        "promise"
    }

    fn is_at(&self, gate: Gate) -> bool {
        gate == Gate::Control
    }

    fn among(&self, state: &Position) -> Vec<Target> {
        attacked(state)
    }

    fn why_not_minor(
        &self,
        state: &Position,
        own: &[Power],
        power: Power,
        minor: ProvinceId,
    ) -> Option<Refusal> {
        if !state.politics.minors.backing {
            return Some(Refusal::new(said!(
                "At this table no promise of war counts for the control of a minor country. The group can turn that by vote: /vote switch."
            )));
        }
        if let Some(refusal) = why_not_controlled(state, own, power, minor) {
            return Some(refusal);
        }
        let mut others = state.attackers(minor).filter(|by| !state.are_at_war(power, *by)).peekable();
        if others.peek().is_none() {
            let says = said!(
                "{} is at war with all who attack {} already, and promises nothing.",
                power,
                minor.name()
            );
            return Some(Refusal::under(rule!("enhancements.minor.backing.already-at-war"), says));
        }
        others.find(|by| war::why_not(state, own, power, *by).is_some()).map(|by| {
            let says = said!(
                "{} may not declare war on {} now (4.2.2), so it cannot promise that for {}.",
                power,
                by,
                minor.name()
            );
            Refusal::under(rule!("enhancements.minor.backing.permitted"), says)
        })
    }
}

/// The minor countries whose control is decided now, each once: the Papal State by its Papacy (`nationalism.map.papal-state`).
fn attacked(state: &Position) -> Vec<Target> {
    let open = state.minor_wars().map(|war| war.on).filter(|minor| is_open(state, *minor));
    open.map(|minor| decided_by(state, minor))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .map(Target::Minor)
        .collect()
}

/// By which province control of one that is attacked is decided: that of the country that it is of, where that is attacked too.
fn decided_by(state: &Position, minor: ProvinceId) -> ProvinceId {
    Some(state.board.lead(minor)).filter(|lead| is_open(state, *lead)).unwrap_or(minor)
}

fn why_not_controlled(state: &Position, own: &[Power], power: Power, minor: ProvinceId) -> Option<Refusal> {
    let name = minor.name();
    if !is_open(state, minor) {
        return Some(Refusal::new(said!("Control of {} is not decided now.", name)));
    }
    let lead = decided_by(state, minor);
    if lead != minor {
        let says = said!(
            "{} is one country with {}: whoever takes control of {} has both, so name that one.",
            name,
            lead.name(),
            lead.name()
        );
        return Some(if is_papal(minor) {
            Refusal::under(rule!("nationalism.map.papal-state"), says)
        } else {
            Refusal::new(says)
        });
    }
    // Nobody defends with one of his powers what he attacks with another.
    state.attackers(minor).find(|by| own.contains(by)).map(|by| {
        if by == power {
            Refusal::new(said!("{} attacks {} itself.", power, name))
        } else {
            Refusal::new(said!("You attack {} with {}.", name, by))
        }
    })
}

/// Volunteers are asked for.
pub(super) fn ask(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    if attacked(table.state()).is_empty() {
        return over(table);
    }
    let backing = table.switch(BACKING) == YES.0;
    table.emit(&Event::Minors(Happened::ControlAsked { backing }))?;
    if sheet::ask(table, month, Gate::Control, false)? { Ok(()) } else { decide_all(table, month, &[], &[]) }
}

/// The volunteers' sheets lie open.
pub(in crate::politics) fn opened(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
) -> Result<(), Refusal> {
    let volunteers = chosen(table, month, Gate::Control, &Volunteer)?;
    let promised = chosen(table, month, Gate::Control, &Promise)?;
    decide_all(table, month, &volunteers, &promised)
}

fn decide_all(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    volunteers: &[(Power, ProvinceId)],
    promised: &[(Power, ProvinceId)],
) -> Result<(), Refusal> {
    for minor in attacked(table.state()).into_iter().filter_map(Target::minor) {
        let of = |list: &[(Power, ProvinceId)]| -> BTreeSet<Power> {
            list.iter().filter(|(_, of)| *of == minor).map(|(power, _)| *power).collect()
        };
        let promised = of(promised);
        let all: BTreeSet<Power> = of(volunteers).union(&promised).copied().collect();
        let bids: Vec<Bid> = all
            .into_iter()
            .map(|power| bid(table.state(), power, minor, promised.contains(&power)))
            .collect();
        decide(table, month, minor, bids)?;
    }
    support::promised(table, month)
}

/// What a power that wants control of a minor country comes with.
#[must_use]
pub fn bid(state: &Position, power: Power, minor: ProvinceId, promised: bool) -> Bid {
    let mut attackers = state.attackers(minor);
    let class = if promised || attackers.any(|by| state.are_at_war(power, by)) {
        Class::AtWar
    } else if state.attackers(minor).any(|by| state.are_allied(power, by)) {
        Class::Allied
    } else {
        Class::Apart
    };
    let adds = values::national(minor, power).value + values::by_zone(state.status(power));
    Bid { power, class, promised, adds, rolls: Vec::new() }
}

/// Dice among the bids of the first class that anybody is in: the highest with what it adds wins, and equal ones are rolled again. Who wins.
pub(super) fn roll(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    minor: ProvinceId,
    bids: &mut [Bid],
) -> Result<Option<Power>, Refusal> {
    let first = bids.iter().map(|bid| bid.class).min();
    let mut tied: Vec<usize> = (0..bids.len()).filter(|i| Some(bids[*i].class) == first).collect();
    for throw in 1.. {
        if tied.len() < 2 {
            break;
        }
        let slot = format!("minor/{month}/{}/throw-{throw}", minor.key());
        let dice = vec![[6, 1]; tied.len()];
        let fallen = table.roll(&slot, dice, "control of a minor country")?;
        for (i, face) in tied.iter().zip(fallen) {
            bids[*i].rolls.push(face);
        }
        let score = |i: &usize| bids[*i].adds + bids[*i].rolls.last().copied().map_or(0, i64::from);
        let most = tied.iter().map(score).max();
        tied.retain(|i| Some(score(i)) == most);
    }
    Ok(tied.first().map(|i| bids[*i].power))
}

fn decide(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    minor: ProvinceId,
    mut bids: Vec<Bid>,
) -> Result<(), Refusal> {
    let first = crate::LAWS.iter().find_map(|law| law.takes_control(table.state(), minor));
    let first = first.filter(|(power, _)| bids.iter().any(|bid| bid.power == *power));
    if let Some((power, _)) = first {
        // It wants to, so nobody else is considered and nothing is rolled.
        bids.retain(|bid| bid.power == power);
    }
    let by = roll(table, month, minor, &mut bids)?;
    let mut rules = rules(table.state(), minor, &bids);
    rules.extend(first.map(|(_, rule)| rule));
    let state = table.state();
    // The Papal State is one country of two provinces: one bid is for both.
    let country = state.board.country(minor).into_iter();
    let with: Vec<ProvinceId> = country.filter(|other| *other != minor && is_open(state, *other)).collect();
    if !with.is_empty() && is_papal(minor) {
        rules.push(rule!("nationalism.map.papal-state"));
    }
    // Each declaration costs its power something where anybody takes control, and nothing else (4.6.2).
    let now_attacked =
        state.minor_wars().filter(|war| (war.on == minor || with.contains(&war.on)) && war.open);
    let points: Vec<(Power, i64)> =
        now_attacked.map(|war| (war.by, price(state, war.by, war.on, war.since))).collect();
    table.emit(&Event::Minors(Happened::Controlled { minor, with, bids, by, rules }))?;
    let Some(by) = by else { return Ok(()) };
    // It has an army of its own, which its controller sets up and which fights for it: that is what a free state is. Conquered it is once its
    // cities have fallen (10.2.1).
    let provinces = table.state().board.country_held(minor, Held::Free(by));
    board::change(table, provinces, Why::Control, &points, Vec::new())
}

/// What a declaration of war on a minor country costs a power, in halves of a PP, when somebody takes control of it.
fn price(state: &Position, by: Power, on: ProvinceId, since: Month) -> i64 {
    let otherwise = crate::LAWS.iter().find_map(|law| law.price_on_minor(state, by, on, since));
    otherwise.unwrap_or_else(|| state.points(Points::Minor))
}

/// The rules by which it is decided.
fn rules(state: &Position, minor: ProvinceId, bids: &[Bid]) -> Vec<RuleId> {
    let mut rules: Vec<RuleId> = values::rule_of(minor).into_iter().collect();
    if !state.politics.minors.backing {
        return rules;
    }
    if bids.iter().any(|bid| bid.class == Class::AtWar && !bid.promised) {
        rules.push(rule!("enhancements.minor.backing.already-at-war"));
    }
    if bids.iter().any(|bid| bid.promised) {
        rules.extend([
            rule!("enhancements.minor.backing.promise"),
            rule!("enhancements.minor.backing.permitted"),
        ]);
    }
    rules
}
