//! Siegework ("undermining" is the same): a die against the walls, used a second time against the besieger's line of supply. What is added:
//! [`Works::modifiers`]; at which number there is a breach, and when honours of war or a surrender: `[undermining]` in `data/siege.toml`, what
//! artillery adds: `[artillery]` there. At the table: `course::run`; the roll for attrition: `course::hunger`, on the table
//! of `data/logistics.toml`; what weighs on it: `Siege::hardship`.

use super::notes::{Added, Note, Sink, Why};
use super::tables::tables;
use super::{Garrison, HIGHEST_LEVEL};
use crate::battle::Map;
use crate::battle::land::Side;
use crate::battle::rules::{Edition, Rules};
use crate::leader::Command;
use crate::period::Period;
use crate::thirds::Thirds;
use serde::{Deserialize, Serialize};
use table::refusal::Refusal;
use table::rule;
use table::said;

/// A result of siegework.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Undermining {
    /// Nothing.
    Nothing,
    /// A siegework minus, S-.
    SiegeworkMinus,
    /// A siegework plus, S+.
    SiegeworkPlus,
    /// A breach.
    Breach,
    /// A breach, or the honours of war: the besieger chooses.
    BreachOrWarHonours,
    /// Surrender.
    Surrender,
}

/// The markers on a besieged fortress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Marks {
    /// Siegework minus: none or one, since two make a plus.
    pub minus: u8,
    /// Siegework plus, two at most.
    pub plus: u8,
    /// A breach in this turn.
    pub breach: bool,
    /// An assault in this turn.
    pub assault: bool,
}

/// Siegework counters on a fortress at most.
const MOST_MARKS: u8 = 2;

impl Marks {
    /// The markers after a result. Two minus become a plus; of more than two counters the best stay.
    #[must_use]
    pub fn with(mut self, result: Undermining) -> Marks {
        match result {
            Undermining::SiegeworkMinus => self.minus = self.minus.saturating_add(1),
            Undermining::SiegeworkPlus => self.plus = self.plus.saturating_add(1),
            Undermining::Breach | Undermining::BreachOrWarHonours => self.breach = true,
            Undermining::Nothing | Undermining::Surrender => {}
        }
        self.plus = self.plus.saturating_add(self.minus / 2).min(MOST_MARKS);
        self.minus = (self.minus % 2).min(MOST_MARKS - self.plus);
        self
    }
}

/// A siege in which the besieger undermines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Works {
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
    /// The besieger.
    pub besieger: Side,
    /// Who is inside.
    pub besieged: Garrison,
    /// Whether the ground is other than plain.
    #[serde(default)]
    pub rough: bool,
    /// Whether the province has a port; outside Europe such a province counts as plain.
    #[serde(default)]
    pub port: bool,
    /// Whether the port is not blockaded, or was supplied all the same.
    #[serde(default)]
    pub open: bool,
    /// The markers on the fortress.
    #[serde(default)]
    pub marks: Marks,
    /// Whether this is the siege's first round in the turn.
    #[serde(default)]
    pub first_round: bool,
    /// Whether the siege began in an earlier turn.
    #[serde(default)]
    pub earlier_turn: bool,
    /// The length of the besieger's line of supply in movement points; none where it has no line.
    pub line: Option<u8>,
}

/// What a siegework roll does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worked {
    /// The result.
    pub result: Undermining,
    /// The markers after it.
    pub marks: Marks,
    /// Whether siege attrition is due. It comes before anything that follows from the result.
    pub attrition: bool,
}

impl Works {
    /// Whether the fortress can be undermined.
    ///
    /// # Errors
    /// Without a line of supply, or with fewer detachments than the level of the fortress, or than one before a fort.
    pub fn check(&self) -> Result<u8, Refusal> {
        let rule = rule!("fast-battle.siege.siegework");
        if self.level > HIGHEST_LEVEL {
            return Err(Refusal::under(
                rule,
                said!(
                    "{} is no level of a fortress: 0 for a fort, 1 to {} otherwise.",
                    self.level,
                    HIGHEST_LEVEL
                ),
            ));
        }
        let strength = self.besieger.strength();
        if strength < Thirds::whole(i32::from(self.level).max(1)) {
            return Err(Refusal::under(
                rule,
                said!(
                    "{} LD are too few to undermine a fortress of level {}: it takes as many LD as its level.",
                    strength.to_string(),
                    self.level
                ),
            ));
        }
        self.line.ok_or_else(|| {
            Refusal::under(
                rule,
                said!("A besieger without a line of supply does no siegework; he can assault or leave."),
            )
        })
    }

    /// What is added to the siegework roll.
    #[must_use]
    pub fn modifiers(&self) -> Vec<Added> {
        let mut list = Vec::new();
        let mut add = |by: i8, why: Why| {
            if by != 0 {
                list.push(Added { by, why });
            }
        };
        // A level is 5 at most.
        add(-(self.level.min(HIGHEST_LEVEL) as i8), Why::Level(self.level));
        let points = self.besieger.artillery(&self.rules, self.period);
        add(tables(self.rules.edition).artillery(self.level, points), Why::Artillery(points));
        let port = self.port && self.open;
        let rough = self.rough && !(self.map == Map::Rotw && self.port);
        let ground = match (rough, port) {
            (false, false) => 0,
            _ if self.level == 0 => -1,
            (true, true) => -3,
            _ => -2,
        };
        add(ground, Why::Ground { rough, port });
        add(i8::from(self.marks.minus > 0), Why::SiegeworkMinus);
        let plus = self.marks.plus.min(MOST_MARKS);
        add(3 * plus as i8, Why::SiegeworkPlus(plus));
        add(if self.marks.breach { 2 } else { 0 }, Why::Breach);
        add(i8::from(self.marks.assault), Why::AssaultMarker);
        let inside = self.siege_inside();
        add(-inside, Why::LeaderInside(inside));
        let outside = siege_of(&self.besieger);
        add(outside, Why::LeaderOutside(outside));
        if self.besieged.has_army {
            add(3, Why::ArmyInside);
        } else if self.besieged.troops.0 > 0 {
            add(1, Why::TroopsInside);
        }
        list
    }

    /// What is added when the same die is compared with the line of supply.
    #[must_use]
    pub fn attrition_check(&self) -> Vec<Added> {
        let mut list = Vec::new();
        let mut add = |by: i8, why: Why| {
            if by != 0 {
                list.push(Added { by, why });
            }
        };
        add(if self.first_round { 4 } else { 0 }, Why::FirstRound);
        add(if self.earlier_turn { -2 } else { 0 }, Why::EarlierTurn);
        let inside = self.siege_inside();
        add(-inside, Why::LeaderInsideAtLine(inside));
        let troops = i8::try_from(self.besieged.troops.0.max(0) / 3).unwrap_or(i8::MAX);
        add(-troops, Why::DetachmentsInside(self.besieged.troops));
        list
    }

    fn siege_inside(&self) -> i8 {
        self.besieged.leader.map_or(0, |leader| leader.siege)
    }
}

fn siege_of(side: &Side) -> i8 {
    match &side.command {
        Command::Leader(leader) => leader.siege,
        Command::Replacement(_) | Command::None => 0,
    }
}

fn sum(die: u8, added: &[Added]) -> i32 {
    i32::from(die) + added.iter().map(|added| i32::from(added.by)).sum::<i32>()
}

/// A siegework roll: its result, and whether siege attrition is due. A good result does not rule attrition out.
///
/// # Errors
/// Where the fortress cannot be undermined, or the die is not one of ten.
pub fn work(works: &Works, die: u8, sink: &mut impl Sink) -> Result<Worked, Refusal> {
    let line = works.check()?;
    if !(1..=10).contains(&die) {
        return Err(Refusal::under(
            rule!("fast-battle.siege.siegework"),
            said!("{} is no number of a ten-sided die: 1 to 10.", die),
        ));
    }
    let added = works.modifiers();
    let modified = sum(die, &added);
    let result = tables(works.rules.edition).undermining(modified);
    let marks = works.marks.with(result);
    let new_count = works.rules.new_artillery_count;
    sink.note(|| Note::Siegework { die, added, modified, result, marks, new_count });
    let added = works.attrition_check();
    let modified = sum(die, &added);
    let due = modified < i32::from(line);
    let good = result >= Undermining::Breach;
    sink.note(|| Note::Attrition { die, added, modified, line, due, good });
    Ok(Worked { result, marks, attrition: due })
}

/// What weighs on a besieger when he rolls siege attrition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hardship {
    /// In a province whose fortress is the enemy's, as it is in a siege.
    pub enemy_province: bool,
    /// He has no line of supply.
    pub no_line: bool,
    /// He is too few for the fortress besides.
    pub too_few: bool,
    /// Bad weather.
    pub bad_weather: bool,
    /// Pillage: 1 for a minus, 2 for a plus.
    pub pillage: i8,
    /// Unfriendly revolts: 1 for a minus, 2 for a plus.
    pub revolts: i8,
    /// The cold of the province outside Europe, 0 to 2.
    pub cold: i8,
    /// The forts of straits on the line of supply.
    pub straits: i8,
}

impl Works {
    /// What is added to the attrition roll itself when siege attrition is due to the besieger: his SIEGE counts, not his MAN.
    #[must_use]
    pub fn attrition_modifiers(&self, of: &Hardship) -> Vec<Added> {
        let mut list = Vec::new();
        let mut add = |by: i8, why: Why| {
            if by != 0 {
                list.push(Added { by, why });
            }
        };
        if self.rules.edition == Edition::Guide {
            add(if of.enemy_province { 8 } else { 6 }, Why::EnemyProvince);
            add(-2, Why::Besieging);
        }
        add(if of.no_line { 2 } else { 0 }, Why::NoLine);
        add(if of.no_line && of.too_few { 2 } else { 0 }, Why::TooFew);
        let large = self.besieger.strength() >= Thirds::whole(6);
        add(if large { 2 } else { 0 }, Why::LargeStack);
        add(if of.bad_weather { 2 } else { 0 }, Why::BadWeather);
        add(of.pillage, Why::Pillage);
        add(of.revolts, Why::Revolts);
        add(of.cold, Why::Cold);
        add(of.straits, Why::Straits);
        let outside = siege_of(&self.besieger);
        add(-outside, Why::LeaderInAttrition(outside));
        if self.rules.edition == Edition::Head {
            let inside = self.siege_inside();
            add(inside, Why::LeaderInAttrition(inside));
        }
        list
    }
}
