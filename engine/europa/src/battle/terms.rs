//! What the steps of a battle need of its setting, on land and at sea alike; worked out once.

use super::land::Further;
use super::notes::{Added, Why};
use super::rules::Rules;
use super::tables::{Column, Small, Tables};
use super::{Map, Phase, Who};
use crate::leader::{Command, Leader, Row};
use crate::thirds::Thirds;
use serde::{Deserialize, Serialize};
use table::refusal::Refusal;
use table::rule;
use table::said;

/// What becomes of a result in Fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FireEffect {
    /// There is no Fire.
    Nothing,
    /// The stars alone count.
    StarsOnly,
    /// The losses are halved, down to a whole third.
    HalvedDown,
    /// The losses are halved, up to a whole third.
    HalvedUp,
    /// All of it counts.
    Full,
}

impl FireEffect {
    /// What the losses become.
    #[must_use]
    pub fn on(self, losses: Thirds) -> Thirds {
        match self {
            FireEffect::Nothing | FireEffect::StarsOnly => Thirds::NONE,
            FireEffect::HalvedDown => Thirds(losses.0 / 2),
            FireEffect::HalvedUp => Thirds((losses.0 + 1) / 2),
            FireEffect::Full => losses,
        }
    }
}

/// A modifier to Fire and Shock that holds from the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    /// To Fire.
    pub fire: i8,
    /// To Shock.
    pub shock: i8,
    /// On day 1 alone.
    pub first_day_only: bool,
    /// Why.
    pub why: Why,
}

impl Modifier {
    /// To a phase of a day.
    #[must_use]
    pub fn to(&self, day: u8, phase: Phase) -> i8 {
        match phase {
            _ if self.first_day_only && day != 1 => 0,
            Phase::Fire => self.fire,
            Phase::Shock => self.shock,
        }
    }
}

/// What a size modifier comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruled {
    /// The sizes of both armies, own and the enemy's.
    Sizes(u8, u8),
    /// The own ships in line.
    Ships(i32),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Land,
    Sea,
}

/// How the wind is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wind {
    /// By a roll of each side.
    Rolled,
    /// It is this side's.
    Of(Who),
    /// Nobody's.
    None,
}

/// A side.
pub(super) struct Own {
    /// The replacements of which one is drawn.
    pub row: Option<Row>,
    pub leader: Leader,
    /// Whether he is a counter on the map.
    pub named: bool,
    pub fire: Option<Column>,
    pub shock: Option<Column>,
    pub effect: FireEffect,
    pub morale: Vec<Added>,
    pub modifiers: Vec<Modifier>,
    pub pursuit: Vec<Added>,
    /// The column on which the enemy is pursued.
    pub pursuit_column: Column,
    /// What is added to the roll for the wind.
    pub wind: i8,
    pub strength: Thirds,
    pub small: Small,
    /// At most so many losses caused.
    pub cap: Option<Thirds>,
    pub size: i8,
    pub sized_by: Ruled,
    pub has_army: bool,
}

/// A side with the sums that the odds read.
pub(super) struct Summed {
    pub own: Own,
    pub morale: i8,
    /// By day, then by phase.
    modifiers: [[i32; 2]; 2],
    pub pursuit: i32,
}

impl Summed {
    pub(crate) fn of(own: Own) -> Summed {
        let sum = |day, phase| own.modifiers.iter().map(|modifier| i32::from(modifier.to(day, phase))).sum();
        let modifiers = [1, 2].map(|day| [sum(day, Phase::Fire), sum(day, Phase::Shock)]);
        Summed {
            morale: own.morale.iter().map(|added| added.by).sum(),
            modifiers,
            pursuit: own.pursuit.iter().map(|added| i32::from(added.by)).sum(),
            own,
        }
    }

    pub(crate) fn fixed(&self, day: u8, phase: Phase) -> i32 {
        self.modifiers[usize::from(day > 1)][phase as usize]
    }

    pub(crate) fn column(&self, phase: Phase) -> Option<Column> {
        match phase {
            Phase::Fire => self.own.fire,
            Phase::Shock => self.own.shock,
        }
    }
}

/// A battle.
pub(crate) struct Terms {
    pub(super) kind: Kind,
    pub(super) rules: Rules,
    pub(super) tables: &'static Tables,
    pub(super) map: Map,
    /// Whether the losses are rounded to whole detachments.
    pub(super) rounds: bool,
    /// Whether leaving after day 1 takes a roll.
    pub(super) tests_to_leave: bool,
    /// Who decides and rolls first whether he leaves.
    pub(super) first_to_leave: Who,
    pub(super) wind: Wind,
    /// The difference of losses that makes a battle major, by who wins.
    pub(super) major: [Thirds; 2],
    pub(super) sides: [Summed; 2],
}

impl Terms {
    pub(super) fn side(&self, who: Who) -> &Own {
        &self.sides[who as usize].own
    }
}

/// The most that a further modifier can be, either way.
const BOUND: i8 = 20;

pub(super) fn row(command: &Command, rows: impl Fn(&str) -> Row) -> Option<Row> {
    match command {
        Command::Replacement(country) => Some(rows(country)),
        _ => None,
    }
}

pub(super) fn leader(command: &Command) -> Leader {
    match command {
        Command::Leader(leader) => *leader,
        _ => Leader::default(),
    }
}

/// Whether a command's values can be.
pub(super) fn replacing(command: &Command, rows: impl Fn(&str) -> Row) -> Result<(), Refusal> {
    let leaders = row(command, rows).map_or_else(|| vec![leader(command)], Vec::from);
    leaders.iter().try_for_each(Leader::check)
}

pub(super) fn in_bounds(further: &[Further]) -> Result<(), Refusal> {
    match further.iter().all(|further| fits(further.fire) && fits(further.shock)) {
        true => Ok(()),
        false => Err(Refusal::under(
            rule!("fast-battle.battle.mod.main-list"),
            said!("A further modifier lies between {} and {}.", -BOUND, BOUND),
        )),
    }
}

fn fits(value: i8) -> bool {
    (-BOUND..=BOUND).contains(&value)
}
