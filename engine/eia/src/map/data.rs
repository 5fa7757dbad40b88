//! What the map holds.

use super::ids::{AreaId, ProvinceId, SeaId};
use super::near::{Near, Neighbour};
use crate::chits::Terrain;
use crate::powers::Power;
use serde::Deserialize;
use std::collections::BTreeSet;
use table::facts::Origin;

/// The map.
#[derive(Debug)]
pub struct Map {
    pub(super) areas: Vec<Area>,
    pub(super) provinces: Vec<Province>,
    pub(super) seas: Vec<Sea>,
    pub(super) near: Near,
    /// Countries that several may make up, and lists that a rule names.
    pub combinations: Vec<Combination>,
    /// Trade that stands at no port.
    pub trade: Trade,
}

/// What a province is marked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// Lies in Africa.
    Africa,
    /// Raises cossacks.
    Cossack,
    /// Raises freikorps.
    Freikorps,
    /// Insurrection corps are raised in it.
    Insurrection,
    /// Can belong to Poland.
    Polish,
    /// Can belong to Poland by a house rule.
    PolishHouse,
    /// Its capital is a national one for the Victory Conditions Chart alone.
    SecondCapital,
    /// Who holds it decides the Indian trade.
    IndianTrade,
}

/// What a sea area is marked with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeaMark {
    /// Part of the Adriatic.
    Adriatic,
    /// Part of the Aegean.
    Aegean,
    /// Touches Great Britain.
    British,
    /// Part of the English Channel.
    Channel,
    /// The Dardanelles with the Sea of Marmara.
    Dardanelles,
    /// Malta's, or east of it, without the Black Sea.
    East,
}

/// The great waters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Water {
    /// The Atlantic, with the Channel and the Irish Sea.
    Atlantic,
    /// The North Sea, with the Skagerrak.
    NorthSea,
    /// The Baltic, with the Kattegat.
    Baltic,
    /// Every sea between Gibraltar and the Dardanelles.
    Mediterranean,
    /// The Black Sea, the Dardanelles with it.
    BlackSea,
}

/// A land area.
#[derive(Clone, Debug)]
pub struct Area {
    /// The machine word.
    pub key: String,
    /// The name.
    pub name: String,
    /// The name in the language of the place, where it is another.
    pub local: Option<String>,
    /// The province or minor country it lies in.
    pub province: ProvinceId,
    /// What most of it is.
    pub terrain: Terrain,
    /// The forage value, 1 to 6.
    pub forage: u8,
    /// Where name and counters stand, in units of the sheet.
    pub at: (i32, i32),
    /// Areas of one number hang together by land.
    pub landmass: u16,
    /// km².
    pub size: u32,
    /// Its city.
    pub city: Option<City>,
    /// Its port.
    pub port: Option<Port>,
}

/// Of what a city is the capital.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Capital {
    /// Of a major power.
    National,
    /// Of a province, or of a minor country.
    Provincial,
}

/// A city.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct City {
    /// Where it stands, in units of the sheet.
    pub at: (i32, i32),
    /// Thousands, about 1800.
    pub inhabitants: u32,
    /// Towers, 1 to 5: each holds five factors of a garrison.
    pub towers: u8,
    /// Fletches, 0 to 3: what a besieger has to breach.
    pub fletches: u8,
    /// Of what it is the capital.
    pub capital: Option<Capital>,
}

/// A port with its blockade box.
#[derive(Clone, Debug)]
pub struct Port {
    /// The sea area that its blockade box touches.
    pub sea: SeaId,
    /// Harbour defence.
    pub guns: u8,
    /// Fleets that the box holds.
    pub fleets: u8,
    /// Domestic trade, in $ an Economic Phase.
    pub domestic: u8,
    /// American trade, in $ an Economic Phase.
    pub american: u8,
    /// Whether a navy lay there.
    pub naval: bool,
}

/// A province of a major power, or a minor country.
#[derive(Clone, Debug)]
pub struct Province {
    /// The machine word.
    pub key: String,
    /// The name.
    pub name: String,
    /// Whose home province it is; none where it is a minor country.
    pub home_of: Option<Power>,
    /// $ an Economic Phase.
    pub money: u32,
    /// Manpower, in MP an Economic Phase.
    pub manpower: u32,
    /// Where money and manpower come from.
    pub worth: Origin,
    /// The capital.
    pub capital: AreaId,
    /// The guerrilla number, where guerrillas rise in it.
    pub guerrilla: Option<u8>,
    /// Feudal infantry corps that it raises.
    pub feudal_infantry: u8,
    /// Feudal cavalry corps that it raises.
    pub feudal_cavalry: u8,
    /// Its marks.
    pub marks: BTreeSet<Mark>,
    /// What it is as a minor country.
    pub minor: Option<Minor>,
    /// Its areas.
    pub areas: Vec<AreaId>,
}

/// What a minor country is in January 1805.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Nobody's.
    Neutral,
    /// A free state of a major power.
    Free,
    /// Conquered by a major power.
    Conquered,
}

/// Who has a minor country in January 1805.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holding {
    /// The power.
    pub power: Power,
    /// Whether it is a free state of that power rather than conquered.
    pub free: bool,
}

/// A minor country.
#[derive(Clone, Debug)]
pub struct Minor {
    /// Other names under which rules and players know it.
    pub other_names: Vec<String>,
    /// Of which it is the secondary district in 1805.
    pub district_of: Option<ProvinceId>,
    /// What it is in January 1805.
    pub status: Status,
    /// Who has it in January 1805; none where it is neutral.
    pub holder: Option<Holding>,
}

/// A sea area.
#[derive(Clone, Debug)]
pub struct Sea {
    /// The machine word.
    pub key: String,
    /// The name.
    pub name: String,
    /// Which of the great waters it is of.
    pub water: Water,
    /// Where its name and fleets stand, in units of the sheet.
    pub at: (i32, i32),
    /// Its marks.
    pub marks: BTreeSet<SeaMark>,
}

/// A country that several minor countries or provinces may make up, or a list that a rule names.
#[derive(Clone, Debug)]
pub struct Combination {
    /// The machine word.
    pub key: String,
    /// The name.
    pub name: String,
    /// The capital, where one is known.
    pub capital: Option<AreaId>,
    /// Without these it cannot be made.
    pub core: Vec<ProvinceId>,
    /// What can belong to it.
    pub may: Vec<ProvinceId>,
    /// What can belong to it by a house rule.
    pub may_by_house_rule: Vec<ProvinceId>,
    /// What can belong to it by choice.
    pub may_by_choice: Vec<ProvinceId>,
    /// How many of them it takes, where that is told.
    pub at_least: Option<usize>,
    /// Where the list comes from.
    pub origin: Origin,
}

/// Trade that stands at no port, in $ an Economic Phase.
#[derive(Clone, Debug)]
pub struct Trade {
    /// Who has the Indian trade.
    pub indian_holder: Power,
    /// Its worth.
    pub indian: u32,
    /// The minor country whose loss to an enemy costs it.
    pub indian_lost_with: ProvinceId,
    /// The trade of a power with its colonies.
    pub colonial: Vec<(Power, u32)>,
}

impl Map {
    /// The borders of an area, in the order of its neighbours.
    #[must_use]
    pub fn neighbours(&self, area: AreaId) -> &[Neighbour] {
        self.near.land(area)
    }

    /// The sea areas on an area's coast.
    #[must_use]
    pub fn coasts(&self, area: AreaId) -> &[SeaId] {
        self.near.coasts(area)
    }

    /// The land areas on a sea area's shores.
    #[must_use]
    pub fn shores(&self, sea: SeaId) -> &[AreaId] {
        self.near.shores(sea)
    }

    /// The sea areas that touch a sea area.
    #[must_use]
    pub fn seas_beside(&self, sea: SeaId) -> &[SeaId] {
        self.near.sea(sea)
    }

    /// A combination by its machine word.
    #[must_use]
    pub fn combination(&self, key: &str) -> Option<&Combination> {
        self.combinations.iter().find(|one| one.key == key)
    }
}

impl Province {
    /// Whether it is a minor country.
    #[must_use]
    pub fn is_minor(&self) -> bool {
        self.home_of.is_none()
    }

    /// The major power that it is of in January 1805: its own, or the one that has the minor country.
    #[must_use]
    pub fn in_1805(&self) -> Option<Power> {
        self.home_of.or_else(|| self.minor.as_ref()?.holder.map(|holding| holding.power))
    }
}
