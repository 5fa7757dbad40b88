//! Whose soldiers fight: the major powers and the minor countries, and what is known of them on land.

use super::charts::TableName;
use super::land::forces::Troop;
use super::powers::Power;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;
use table::facts::{Fact, Origin};
use table::offers::spoken;

/// A nation whose soldiers can stand in a corps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Nation {
    /// A major power.
    Major(Power),
    /// A minor country, by its place in the data.
    Minor(u8),
}

impl Nation {
    /// Every nation: the powers, then the minor countries by name.
    pub fn all() -> impl Iterator<Item = Nation> {
        let minors = (0..land().minor.len()).filter_map(|i| u8::try_from(i).ok()).map(Nation::Minor);
        Power::ALL.into_iter().map(Nation::Major).chain(minors)
    }

    /// The machine word: `lombardy`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Nation::Major(power) => power.key(),
            Nation::Minor(_) => self.minor().map_or("other_minor", |minor| &minor.key),
        }
    }

    /// The nation of a machine word.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Nation> {
        Nation::all().find(|nation| nation.key() == key)
    }

    /// The nation that a player means by a name or by a beginning that no other shares.
    #[must_use]
    pub fn meant(name: &str) -> Option<Nation> {
        if let Some(power) = Power::meant(name) {
            return Some(Nation::Major(power));
        }
        let plain = |text: &str| -> String {
            text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let asked = plain(name);
        let mut found =
            Nation::all().filter(|nation| !asked.is_empty() && plain(nation.key()).starts_with(&asked));
        let nation = found.next()?;
        found.next().is_none().then_some(nation)
    }

    /// The name.
    #[must_use]
    pub fn name(self) -> String {
        spoken(self.key())
    }

    /// Whether it is a free state that may belong to the Ottoman Empire.
    #[must_use]
    pub fn is_ottoman(self) -> bool {
        self.minor().is_some_and(|minor| minor.ottoman)
    }

    /// The shipped morale of a minor country's infantry and cavalry, in tenths; `None` for trained soldiers where Britain trains none.
    #[must_use]
    pub fn soldiers(self, trained: bool) -> Option<Fact<[u16; 2]>> {
        let minor = self.minor()?;
        let value = if trained { minor.trained? } else { [minor.infantry, minor.cavalry] };
        Some(Fact { value, origin: minor.origin })
    }

    fn minor(self) -> Option<&'static Minor> {
        match self {
            Nation::Major(_) => None,
            Nation::Minor(i) => land().minor.get(usize::from(i)),
        }
    }
}

impl fmt::Debug for Nation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl fmt::Display for Nation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl Serialize for Nation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}

impl<'de> Deserialize<'de> for Nation {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = String::deserialize(deserializer)?;
        Nation::by_key(&key).ok_or_else(|| serde::de::Error::custom("a nation that is not known here"))
    }
}

/// A type of cavalry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CavalryType {
    /// Morale in tenths, whatever the nation.
    pub morale: u16,
    /// Price in $.
    pub price: u32,
    /// Manpower in MP.
    pub manpower: u32,
}

/// The three types of cavalry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CavalryTypes {
    /// Where they come from.
    pub origin: Origin,
    /// Light cavalry.
    pub light: CavalryType,
    /// Medium cavalry.
    pub medium: CavalryType,
    /// Heavy cavalry.
    pub heavy: CavalryType,
}

/// A power's own soldiers; morale in tenths, while the power is not dominant and while it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Soldiers {
    /// Infantry.
    pub infantry: [u16; 2],
    /// Cavalry, where it does not come in three types.
    pub cavalry: [u16; 2],
    /// Feudal troops, where the power has its own value.
    #[serde(default)]
    pub feudal: Option<[u16; 2]>,
    /// Strategic and tactical rating of corps without a leader.
    pub ratings: [u8; 2],
    /// Where they come from, where that is not what all of them come from.
    #[serde(default)]
    pub origin: Option<Origin>,
}

#[derive(Debug, Deserialize)]
struct Powers {
    origin: Origin,
    #[serde(flatten)]
    of: BTreeMap<Power, Soldiers>,
}

/// What every nation's soldiers of a sort have, in tenths.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sorts {
    origin: Origin,
    militia: u16,
    guard: u16,
    cossack: u16,
    freikorps: u16,
    guerrilla: u16,
    feudal: u16,
}

/// Corps of nothing but irregulars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Irregulars {
    /// Where it comes from.
    pub origin: Origin,
    /// Strategic and tactical rating, 0 to 5, whatever the power.
    pub ratings: [u8; 2],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ottoman {
    pub(crate) origin: Origin,
    pub(crate) infantry: u16,
    pub(crate) cavalry: u16,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Minor {
    key: String,
    infantry: u16,
    cavalry: u16,
    #[serde(default)]
    trained: Option<[u16; 2]>,
    #[serde(default)]
    ottoman: bool,
    #[serde(default = "reconstructed")]
    origin: Origin,
}

fn reconstructed() -> Origin {
    Origin::Reconstructed
}

/// The pursuit table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pursuit {
    /// Where it comes from.
    pub origin: Origin,
    /// The most morale lost, in tenths, for classes 5, 4, 3, 2 and 1, after one round, two, and three or more.
    pub lost: [[u16; 5]; 3],
    /// Percent of the pursuing cavalry, by class 1 to 5 and die 1 to 6.
    pub percent: [[u32; 6]; 5],
}

/// What a night gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Night {
    /// Where it comes from.
    pub origin: Origin,
    /// Tenths of morale.
    pub back: u16,
}

/// What hits a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Casualties {
    /// Where it comes from.
    pub origin: Origin,
    /// The least result of the first die that hits.
    pub hit: u32,
    /// The least result of the second die that kills; below it he is wounded for so many months.
    pub killed: u32,
}

/// The tables of a combat without chits: the storming of a fortress, or a trivial combat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WithoutChits {
    /// Where they come from.
    pub origin: Origin,
    /// The attacker's tables, round by round.
    pub attack: [TableName; 3],
    /// The defender's.
    pub defend: [TableName; 3],
}

/// Political points for a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattlePoints {
    /// Where they come from.
    pub origin: Origin,
    /// Halves of a PP for a corps.
    pub halves_per_corps: u32,
    /// The most PP.
    pub most: i64,
}

/// Napoleon's own point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Napoleon {
    /// Where it comes from.
    pub origin: Origin,
    /// PP.
    pub points: i64,
}

/// All that was read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Land {
    powers: Powers,
    sorts: Sorts,
    /// Corps of nothing but cossacks, freikorps or guerrillas.
    pub irregulars: Irregulars,
    /// The three types of cavalry.
    pub cavalry: CavalryTypes,
    pub(crate) ottoman: Ottoman,
    minor: Vec<Minor>,
    /// Pursuit.
    pub pursuit: Pursuit,
    /// The night between two days.
    pub night: Night,
    /// Leader casualties.
    pub leaders: Casualties,
    /// The storming of a fortress.
    pub assault: WithoutChits,
    /// Trivial combat.
    pub trivial: WithoutChits,
    /// Political points.
    pub points: BattlePoints,
    /// Napoleon's own.
    pub napoleon: Napoleon,
}

static LAND: LazyLock<Land> = LazyLock::new(|| {
    // The file is part of the program and a test reads all of it.
    Land::read(include_str!("../data/land.toml")).expect("the shipped tables of land warfare are well-formed")
});

/// The shipped tables of land warfare, read once.
#[must_use]
pub fn land() -> &'static Land {
    &LAND
}

impl Land {
    /// Reads the tables and checks their shape.
    ///
    /// # Errors
    /// A sentence that says what is not as it must be.
    pub fn read(text: &str) -> Result<Land, String> {
        let land: Land = toml::from_str(text).map_err(|problem| problem.to_string())?;
        if !land.powers.of.keys().eq(&Power::ALL) {
            return Err("Each major power stands once.".to_owned());
        }
        if !land.minor.is_sorted_by(|a, b| a.key < b.key || b.key == "other_minor") {
            return Err("The minor countries stand by name, each once.".to_owned());
        }
        if land.pursuit.lost.iter().any(|row| !row.is_sorted())
            || land.pursuit.percent.iter().any(|row| !row.is_sorted())
        {
            return Err("A higher die of a pursuit takes no less, and more morale lost is no better class."
                .to_owned());
        }
        let percents = super::charts::charts().percents();
        if let Some(odd) = land.pursuit.percent.iter().flatten().find(|p| **p != 0 && !percents.contains(p)) {
            return Err(format!("The casualty chart has no {odd} %."));
        }
        Ok(land)
    }

    /// A power's own soldiers.
    #[must_use]
    pub fn soldiers(&self, power: Power) -> Option<Fact<&Soldiers>> {
        let value = self.powers.of.get(&power)?;
        Some(Fact { value, origin: value.origin.unwrap_or(self.powers.origin) })
    }

    /// What every nation's soldiers of a sort have, in tenths; `None` for sorts in which nations differ.
    #[must_use]
    pub fn sort(&self, sort: Troop) -> Option<Fact<u16>> {
        let value = match sort {
            Troop::Militia => self.sorts.militia,
            Troop::Guard => self.sorts.guard,
            Troop::Cossack => self.sorts.cossack,
            Troop::Freikorps => self.sorts.freikorps,
            Troop::Guerrilla => self.sorts.guerrilla,
            Troop::FeudalInfantry | Troop::FeudalCavalry => self.sorts.feudal,
            Troop::Infantry | Troop::Artillery => return None,
            Troop::LightCavalry | Troop::Cavalry | Troop::HeavyCavalry => return None,
        };
        Some(Fact { value, origin: self.sorts.origin })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn nations_are_meant_by_name_and_read_back_by_key() {
        assert_eq!(Nation::meant("Lomb").unwrap().key(), "lombardy");
        assert_eq!(Nation::meant("GB"), Some(Nation::Major(Power::GreatBritain)));
        for name in ["", "x", "b", "h", "s"] {
            assert_eq!(Nation::meant(name), None, "{name}");
        }
        for nation in Nation::all() {
            let json = serde_json::to_string(&nation).unwrap();
            assert_eq!(serde_json::from_str::<Nation>(&json).unwrap(), nation);
        }
        assert!(serde_json::from_str::<Nation>("\"atlantis\"").is_err());
    }

    #[test]
    fn tables_of_another_shape_are_not_read() {
        let shipped = include_str!("../data/land.toml");
        for (from, to) in [
            ("[powers.spain]", "[powers.atlantis]"),
            ("key = \"bavaria\"", "key = \"aachen\""),
            ("[5, 10, 15, 20, 25, 30]", "[5, 10, 15, 20, 25, 20]"),
            ("[5, 10, 15, 20, 25, 30]", "[5, 10, 15, 20, 25, 31]"),
            ("[4, 9, 19, 23, 28]", "[4, 9, 19, 18, 28]"),
        ] {
            let changed = shipped.replacen(from, to, 1);
            assert_ne!(changed, shipped, "{from}");
            assert!(Land::read(&changed).is_err(), "{to}");
        }
    }
}
