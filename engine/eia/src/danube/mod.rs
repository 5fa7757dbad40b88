//! The Danube, 1805: a short war on the land that the bot keeps. What it has otherwise than the grand campaign, and how it is won, stands in
//! `data/danube.toml`; its armies in `data/set_up/danube.toml`. All of it is ours.

pub mod count;
mod law;

pub use law::DanubeLaw;

use crate::map::{AreaId, ProvinceId};
use crate::months::Month;
use crate::powers::Power;
use crate::{LAWS, Position};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use table::facts::Origin;
use table::refusal::Refusal;

/// The scenario's key.
pub const KEY: &str = "danube";

/// What stands in `data/danube.toml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Where all of it comes from.
    pub origin: Origin,
    /// The provinces of the map; corps go nowhere else.
    pub provinces: BTreeSet<ProvinceId>,
    /// Pairs of areas between which nobody goes.
    pub closed: Vec<[AreaId; 2]>,
    /// What holds in the first month alone.
    pub first: First,
    /// Bread without money.
    pub bread: Bread,
    /// Points at each month's end, and at the end of all.
    pub points: Points,
    /// What the points come to.
    pub result: Results,
    /// What ends it before.
    pub at_once: AtOnce,
}

/// What holds in the first month alone.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct First {
    /// The month.
    pub month: Month,
    /// The power that attacks nobody in it.
    pub passive: Power,
    /// Where each power's corps stay.
    pub stays: Vec<Stays>,
}

/// Where a power's corps stay in the first month.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stays {
    /// The power.
    pub power: Power,
    /// In these provinces.
    pub provinces: BTreeSet<ProvinceId>,
    /// And in these areas of others.
    pub areas: BTreeSet<AreaId>,
}

/// Bread without money.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bread {
    /// Corps that a depot feeds.
    pub corps: usize,
    /// Areas away from it at most.
    pub areas: u16,
    /// Depots that a power places or moves in a month.
    pub depots_a_month: u8,
    /// Depots of a power in all.
    pub depots: BTreeMap<Power, usize>,
    /// Whose cities are sources for whom besides his own.
    pub sources: BTreeMap<Power, Power>,
}

/// Points.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// The month whose cities count twice.
    pub doubled: Month,
    /// For the allies, by city.
    pub allies: BTreeMap<AreaId, i64>,
    /// For France, by city.
    pub france: BTreeMap<AreaId, i64>,
    /// Factors of the enemy that are a point when they are gone.
    pub factors: u32,
    /// Points for a leader of the enemy taken or killed.
    pub leader: i64,
}

/// What France's points less the allies' come to: the least of each.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Results {
    /// A decisive French victory.
    pub decisive: i64,
    /// A French victory.
    pub france: i64,
    /// Nobody's.
    pub drawn: i64,
}

/// What ends the war before its last month.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AtOnce {
    /// France holds this city, and Austria has fewer factors than so many.
    pub france_holds: AreaId,
    /// In corps and garrisons.
    pub austria_below: u32,
    /// The allies hold this one.
    pub allies_hold: AreaId,
}

/// The numbers.
///
/// # Panics
/// Never: the file is part of the program, and a test reads it.
#[must_use]
pub fn numbers() -> &'static Numbers {
    static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
        toml::from_str(include_str!("../../data/danube.toml")).expect("the shipped numbers are well-formed")
    });
    &NUMBERS
}

/// A side of the war.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// France and its German allies.
    France,
    /// Austria and Russia.
    Allies,
}

impl Side {
    /// Both.
    pub const BOTH: [Side; 2] = [Side::France, Side::Allies];

    /// The side of a power.
    #[must_use]
    pub fn of(power: Power) -> Side {
        if power == Power::France { Side::France } else { Side::Allies }
    }

    /// The other.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::France => Side::Allies,
            Side::Allies => Side::France,
        }
    }

    /// Its powers.
    #[must_use]
    pub fn powers(self) -> &'static [Power] {
        match self {
            Side::France => &[Power::France],
            Side::Allies => &[Power::Austria, Power::Russia],
        }
    }

    /// The cities that bring it points at each month's end, with how many.
    #[must_use]
    pub fn cities(self) -> &'static BTreeMap<AreaId, i64> {
        match self {
            Side::France => &numbers().points.france,
            Side::Allies => &numbers().points.allies,
        }
    }
}

impl Position {
    /// Whether this is the war on the Danube.
    #[must_use]
    pub fn is_danube(&self) -> bool {
        self.scenario_key() == KEY
    }

    /// Whether an area is on the map of the war that is played.
    #[must_use]
    pub fn is_on_the_map(&self, area: AreaId) -> bool {
        !self.is_danube() || numbers().provinces.contains(&area.on_map().province)
    }

    /// Whether the first month's limits hold: it is played, or has not begun.
    fn is_first_month(&self) -> bool {
        self.month().is_none_or(|month| month <= numbers().first.month)
    }

    /// Where a power's corps stay now; `None` where nothing but the map of the war holds them.
    #[must_use]
    pub fn stays_now(&self, power: Power) -> Option<&'static Stays> {
        let stays = || numbers().first.stays.iter().find(|stays| stays.power == power);
        (self.is_danube() && self.is_first_month()).then(stays).flatten()
    }

    /// Whether a power attacks nobody now (the scenario's first month).
    #[must_use]
    pub fn is_passive(&self, power: Power) -> bool {
        self.is_danube() && self.is_first_month() && numbers().first.passive == power
    }

    /// Whether the scenario closes the border of two areas.
    #[must_use]
    pub fn closes_border(&self, one: AreaId, other: AreaId) -> bool {
        let is_it = |pair: &[AreaId; 2]| *pair == [one, other] || *pair == [other, one];
        self.is_danube() && numbers().closed.iter().any(is_it)
    }

    /// Whether two powers go through each other's land, cities and depots included, as long as this war lasts: those of one side.
    #[must_use]
    pub fn shares_land(&self, one: Power, other: Power) -> bool {
        self.is_danube() && one != other && Side::of(one) == Side::of(other)
    }

    /// The power whose cities are sources for another in this war, besides its own (`standard.land.supply.source`).
    #[must_use]
    pub fn lends_sources(&self, to: Power) -> Option<Power> {
        if self.is_danube() { numbers().bread.sources.get(&to).copied() } else { None }
    }
}

/// The law that closes an area to a power's corps, as a sentence.
#[must_use]
pub fn closed(state: &Position, power: Power, area: AreaId) -> Option<Refusal> {
    LAWS.iter().find_map(|law| law.bars_entry(state, power, area))
}
