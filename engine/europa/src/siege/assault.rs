//! The assault: a day of one Fire and one Shock on the walls.

use super::notes::{Added, Note, Sink, Why};
use super::tables::{Attack, Tables, tables};
use super::{Garrison, HIGHEST_LEVEL};
use crate::battle::land::{Part, Side, TURKEY};
use crate::battle::rules::Rules;
use crate::battle::tables::{Cell, tables as battle_tables};
use crate::battle::{FireEffect, Map, Phase};
use crate::class::Class;
use crate::leader::{Command, Leader, Row, replacements};
use crate::period::Period;
use crate::technology::Land;
use crate::thirds::Thirds;
use serde::{Deserialize, Serialize};
use table::refusal::Refusal;
use table::rule;
use table::said;

/// A side of an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Camp {
    /// Outside.
    Besieger,
    /// Inside.
    Besieged,
}

impl Camp {
    /// Both.
    pub const BOTH: [Camp; 2] = [Camp::Besieger, Camp::Besieged];

    /// The other.
    #[must_use]
    pub const fn other(self) -> Camp {
        match self {
            Camp::Besieger => Camp::Besieged,
            Camp::Besieged => Camp::Besieger,
        }
    }
}

/// An assault as it begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assault {
    /// The switches.
    #[serde(default)]
    pub rules: Rules,
    /// The period.
    pub period: Period,
    /// Where.
    #[serde(default)]
    pub map: Map,
    /// The level of the fortress, 0 (a fort) to 5.
    pub level: u8,
    /// Whether it follows directly upon a breach.
    #[serde(default)]
    pub breach: bool,
    /// Whether the fortress was assaulted in this turn before.
    #[serde(default)]
    pub marker: bool,
    /// The besieger.
    pub besieger: Side,
    /// Who is inside.
    pub besieged: Garrison,
}

/// How an assault ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Verdict {
    /// Whether the fortress falls.
    pub falls: bool,
    /// By the rout of the besieged.
    pub by_rout: bool,
    /// What the besieger loses.
    pub besieger_lost: Thirds,
    /// Whether that is all of it: then the fortress holds.
    pub besieger_destroyed: bool,
    /// Whether the besieger routed.
    pub besieger_routed: bool,
    /// What the troops inside lose: all where the fortress falls.
    pub inside_lost: Thirds,
}

impl Assault {
    /// Whether it can be made.
    ///
    /// # Errors
    /// Where there is nobody outside, or no such fortress.
    pub fn check(&self) -> Result<(), Refusal> {
        if self.level > HIGHEST_LEVEL {
            return Err(Refusal::under(
                rule!("fast-battle.assault.win-by-losses"),
                said!(
                    "{} is no level of a fortress: 0 for a fort, 1 to {} otherwise.",
                    self.level,
                    HIGHEST_LEVEL
                ),
            ));
        }
        let strength = self.besieger.strength();
        if !(1..=3000).contains(&strength.0) {
            return Err(Refusal::under(
                rule!("fast-battle.assault.one-day"),
                said!(
                    "A besieger of {} LD cannot assault: it takes troops, 1000 LD at most.",
                    strength.to_string()
                ),
            ));
        }
        if !(0..=3000).contains(&self.besieged.troops.0) {
            return Err(Refusal::under(
                rule!("fast-battle.assault.one-day"),
                said!("{} LD cannot be inside a fortress.", self.besieged.troops.to_string()),
            ));
        }
        Ok(())
    }

    /// What is added to the besieger's rolls, his leader aside.
    #[must_use]
    pub fn besieger_modifiers(&self) -> Vec<Added> {
        let mut list = Vec::new();
        let mut add = |by: i8, why: Why| {
            if by != 0 {
                list.push(Added { by, why });
            }
        };
        match self.besieged.technology {
            Land::Medieval => add(1, Why::MedievalInside),
            Land::Renaissance => {}
            _ => add(-1, Why::ArquebuseInside),
        }
        if !self.breach {
            // A level is 5 at most.
            add(-(self.level.min(HIGHEST_LEVEL) as i8), Why::Level(self.level));
        }
        let points = self.besieger.artillery(&self.rules, self.period);
        add(tables(self.rules.edition).artillery(self.level, points), Why::Artillery(points));
        add(i8::from(self.marker), Why::AssaultMarker);
        list
    }

    /// What is added to the losses that the besieger causes, in thirds.
    #[must_use]
    pub fn besieger_losses(&self) -> Vec<Added> {
        let strength = self.besieger.strength();
        let mut list = Vec::new();
        let mut add = |by: i8, why: Why| list.push(Added { by, why });
        if strength <= Thirds::whole(4) {
            add(-2, Why::FewBesiegers(strength));
        } else if strength <= Thirds::whole(6) {
            add(-1, Why::FewBesiegers(strength));
        }
        if !self.besieger.has_army() {
            add(-2, Why::NoArmy);
        }
        if self.besieger.parts.iter().any(|part| self.is_large(part)) {
            add(2, Why::LargeArmy);
        }
        list
    }

    fn is_large(&self, part: &Part) -> bool {
        let to = |last: Period| self.period <= last;
        let large = match (part.country.as_str(), part.class) {
            (TURKEY, _) if part.janissaries => to(Period::III) && !part.reformed,
            ("POL", _) => to(Period::II),
            ("RUS", _) => to(Period::III),
            (_, Class::I) => !part.reformed,
            _ => false,
        };
        large && part.a_plus > 0
    }

    /// The resistance of the fortress.
    #[must_use]
    pub fn resistance(&self) -> Thirds {
        tables(self.rules.edition).resistance(self.level, self.breach)
    }

    pub(crate) fn terms(&self) -> Terms {
        let battle = battle_tables(self.rules.edition);
        let besieger = self.besieger.morale(&self.rules, self.besieged.technology);
        let besieged = battle.land_morale(self.besieged.technology, self.besieger.technology) + 1;
        let modifiers = self.besieger_modifiers();
        let effect = match self.besieger.technology {
            Land::Medieval => FireEffect::Nothing,
            Land::Renaissance => FireEffect::StarsOnly,
            Land::Arquebuse => FireEffect::HalvedDown,
            _ => FireEffect::Full,
        };
        let sum = |list: &[Added]| list.iter().map(|added| i32::from(added.by)).sum();
        let added_losses = self.besieger_losses();
        Terms {
            rules: self.rules,
            tables: tables(self.rules.edition),
            row: match &self.besieger.command {
                Command::Replacement(row) => Some(replacements().generals(row, self.rules.edition)),
                _ => None,
            },
            leaders: [
                match &self.besieger.command {
                    Command::Leader(leader) => *leader,
                    _ => Leader::default(),
                },
                self.besieged.leader.unwrap_or_default(),
            ],
            morale: [besieger.iter().map(|added| added.by).sum(), besieged],
            effect,
            modifier: sum(&modifiers),
            modifiers,
            breach: self.breach,
            added: sum(&added_losses),
            added_losses,
            resistance: self.resistance(),
            inside: self.besieged.troops,
            strength: self.besieger.strength(),
            rounds: self.map == Map::Europe,
        }
    }
}

/// What the steps need of an assault.
pub(crate) struct Terms {
    rules: Rules,
    tables: &'static Tables,
    row: Option<Row>,
    leaders: [Leader; 2],
    morale: [i8; 2],
    effect: FireEffect,
    modifiers: Vec<Added>,
    modifier: i32,
    breach: bool,
    added_losses: Vec<Added>,
    added: i32,
    resistance: Thirds,
    inside: Thirds,
    strength: Thirds,
    rounds: bool,
}

impl Terms {
    fn attack(&self, who: Camp, phase: Phase) -> Attack {
        match (who, phase, self.breach) {
            (Camp::Besieger, Phase::Fire, _) => Attack::BesiegerFire,
            (Camp::Besieger, Phase::Shock, _) => Attack::BesiegerShock,
            (Camp::Besieged, Phase::Fire, false) => Attack::BesiegedFire,
            (Camp::Besieged, Phase::Fire, true) => Attack::BesiegedFireBreach,
            (Camp::Besieged, Phase::Shock, false) => Attack::BesiegedShock,
            (Camp::Besieged, Phase::Shock, true) => Attack::BesiegedShockBreach,
        }
    }
}

/// What an assault waits for: always a die of ten, until it is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// A replacement leader for the besieger.
    Replacement,
    /// A roll.
    Roll {
        /// For what.
        phase: Phase,
        /// Whose.
        who: Camp,
    },
    /// It is over.
    Over,
}

/// The state of an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct State {
    /// Where it stands.
    pub stage: Stage,
    /// The leaders outside and inside.
    pub leaders: [Leader; 2],
    /// Losses caused by besieger and besieged, as they were rolled.
    pub caused: [Thirds; 2],
    /// Morale left to them.
    pub morale: [i8; 2],
}

impl State {
    pub(crate) fn start(terms: &Terms, sink: &mut impl Sink) -> State {
        let mut state = State {
            stage: Stage::Replacement,
            leaders: terms.leaders,
            caused: [Thirds::NONE; 2],
            morale: terms.morale,
        };
        let [besieger, besieged] = terms.morale;
        sink.note(|| Note::Morale { besieger, besieged });
        if terms.row.is_none() {
            state.stage = Stage::Roll { phase: Phase::Fire, who: Camp::Besieger };
            state.skip(terms, sink);
        }
        state
    }

    /// A die of ten falls. Nothing happens where it is over.
    pub(crate) fn throw(&mut self, terms: &Terms, die: u8, sink: &mut impl Sink) {
        match self.stage {
            Stage::Replacement => {
                let row = terms.row.as_ref();
                let leader = row.and_then(|row| row.get(usize::from(die).checked_sub(1)?)).copied();
                let leader = leader.unwrap_or_default();
                self.leaders[0] = leader;
                sink.note(|| Note::Replacement { die, leader });
                self.stage = Stage::Roll { phase: Phase::Fire, who: Camp::Besieger };
            }
            Stage::Roll { phase, who } => {
                self.roll(terms, phase, who, die, sink);
                self.after(phase, who, sink);
            }
            Stage::Over => return,
        }
        self.skip(terms, sink);
    }

    /// Goes past those who do not roll: the besieger's Fire where his technology has none, and the Shock of a side that routed in the
    /// Fire.
    fn skip(&mut self, terms: &Terms, sink: &mut impl Sink) {
        while let Stage::Roll { phase, who } = self.stage {
            let silent = match phase {
                Phase::Fire => who == Camp::Besieger && terms.effect == FireEffect::Nothing,
                // Shock is rolled after the stars of both Fires; the stars of the other's Shock silence nobody.
                Phase::Shock => self.routed_in_fire(who),
            };
            if !silent {
                return;
            }
            self.after(phase, who, sink);
        }
    }

    /// Whether a side had no morale left before any Shock. Of the besieged, who roll second, the mark was set when the Fire closed.
    fn routed_in_fire(&self, who: Camp) -> bool {
        self.morale[who as usize] < 0
    }

    fn led(&self, terms: &Terms, who: Camp, phase: Phase) -> (i8, i8, i8) {
        let [own, enemy] = [who, who.other()].map(|who| {
            let leader = self.leaders[who as usize];
            if phase == Phase::Fire { leader.fire } else { leader.shock }
        });
        let better = own.saturating_sub(enemy).max(0);
        (terms.rules.leader_cap.map_or(better, |cap| better.min(cap.max(0))), own, enemy)
    }

    fn roll(&mut self, terms: &Terms, phase: Phase, who: Camp, die: u8, sink: &mut impl Sink) {
        let (led, own, enemy) = self.led(terms, who, phase);
        let fixed = if who == Camp::Besieger { terms.modifier } else { 0 };
        let modified = i32::from(die) + i32::from(led) + fixed;
        let cell = terms.tables.assault(terms.attack(who, phase), modified);
        let effect = match (who, phase) {
            (Camp::Besieger, Phase::Fire) => terms.effect,
            _ => FireEffect::Full,
        };
        let did = Cell { losses: effect.on(cell.losses), stars: cell.stars };
        self.caused[who as usize] += did.losses;
        let enemy_morale = &mut self.morale[who.other() as usize];
        // A side that is marked as routed stays so.
        *enemy_morale = if *enemy_morale < 0 { -1 } else { (*enemy_morale - did.stars).max(0) };
        sink.note(|| {
            let mut added = Vec::new();
            if led != 0 {
                added.push(Added { by: led, why: Why::Leaders(own, enemy) });
            }
            if who == Camp::Besieger {
                added.extend(terms.modifiers.iter().copied());
            }
            let breach = terms.breach;
            Note::Rolled { who, phase, breach, die, added, modified, cell, effect, did }
        });
    }

    fn after(&mut self, phase: Phase, who: Camp, sink: &mut impl Sink) {
        if who == Camp::Besieger {
            self.stage = Stage::Roll { phase, who: Camp::Besieged };
            return;
        }
        sink.note(|| Note::Tally { phase, caused: self.caused, morale: self.left() });
        for who in Camp::BOTH {
            let left = &mut self.morale[who as usize];
            if *left == 0 {
                *left = -1;
                sink.note(|| Note::Routed { who });
            }
        }
        self.stage = match phase {
            Phase::Fire => Stage::Roll { phase: Phase::Shock, who: Camp::Besieger },
            Phase::Shock => Stage::Over,
        };
    }

    /// Morale left to besieger and besieged.
    #[must_use]
    pub fn left(&self) -> [i8; 2] {
        self.morale.map(|left| left.max(0))
    }

    /// What the besieger and the besieged caused, corrected.
    fn corrected(&self, terms: &Terms) -> [Thirds; 2] {
        let by_besieger = Thirds((self.caused[0].0 + terms.added).max(0));
        let at_most = self.at_most(terms);
        let for_rout = if self.morale[0] <= 0 { Thirds(2) } else { Thirds::NONE };
        [by_besieger, self.caused[1].min(at_most) + for_rout]
    }

    fn at_most(&self, terms: &Terms) -> Thirds {
        Thirds(2 * terms.resistance.0) + terms.inside
    }

    /// How it ended; none while it waits for a die.
    pub(crate) fn verdict(&self, terms: &Terms) -> Option<Verdict> {
        if self.stage != Stage::Over {
            return None;
        }
        let [by_besieger, by_besieged] = self.corrected(terms);
        let round = |losses: Thirds| if terms.rounds { Thirds::whole(losses.rounded()) } else { losses };
        let lost = round(by_besieged);
        let besieger_destroyed = lost >= terms.strength;
        let by_rout = !besieger_destroyed && self.morale[1] <= 0;
        let by_losses = !besieger_destroyed && by_besieger - terms.inside >= terms.resistance;
        let falls = by_rout || by_losses;
        Some(Verdict {
            falls,
            by_rout,
            besieger_lost: lost.min(terms.strength),
            besieger_destroyed,
            besieger_routed: self.morale[0] <= 0,
            inside_lost: if falls {
                terms.inside
            } else {
                round(by_besieger.min(terms.inside)).min(terms.inside)
            },
        })
    }

    fn account(&self, terms: &Terms, sink: &mut impl Sink) {
        let Some(verdict) = self.verdict(terms) else { return };
        let [by_besieger, by_besieged] = self.corrected(terms);
        let added = terms.added_losses.clone();
        sink.note(|| Note::BesiegerCaused { caused: self.caused[0], added, gives: by_besieger });
        let at_most = self.at_most(terms);
        let for_rout = by_besieged - self.caused[1].min(at_most);
        sink.note(|| Note::BesiegedCaused { caused: self.caused[1], at_most, for_rout, gives: by_besieged });
        let (resistance, inside) = (terms.resistance, terms.inside);
        sink.note(|| Note::Verdict { verdict, resistance, inside });
    }
}

/// An assault and how far it has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Storm {
    assault: Assault,
    state: State,
}

impl Storm {
    /// An assault that begins.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub fn new(assault: Assault, sink: &mut impl Sink) -> Result<Storm, Refusal> {
        assault.check()?;
        let state = State::start(&assault.terms(), sink);
        Ok(Storm { assault, state })
    }

    /// The assault as it began.
    #[must_use]
    pub fn assault(&self) -> &Assault {
        &self.assault
    }

    /// What it waits for.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// A die of ten falls.
    ///
    /// # Errors
    /// Where the assault is over, or the die is not one of ten.
    pub fn throw(&mut self, die: u8, sink: &mut impl Sink) -> Result<(), Refusal> {
        let rule = rule!("fast-battle.assault.one-day");
        if self.state.stage == Stage::Over {
            return Err(Refusal::under(rule, said!("The assault is over: it has one Fire and one Shock.")));
        }
        if !(1..=10).contains(&die) {
            return Err(Refusal::under(rule, said!("{} is no number of a ten-sided die: 1 to 10.", die)));
        }
        self.state.throw(&self.assault.terms(), die, sink);
        Ok(())
    }

    /// How it ended, with the account of the losses; none while it waits for a die.
    pub fn account(&self, sink: &mut impl Sink) -> Option<Verdict> {
        let terms = self.assault.terms();
        self.state.account(&terms, sink);
        self.state.verdict(&terms)
    }
}
