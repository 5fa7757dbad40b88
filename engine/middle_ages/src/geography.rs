//! The map: areas with their peoples, sea areas, languages and religions.

use crate::endeavour::Kin;
use crate::keyed::keyed;
use serde::Deserialize;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use table::facts::Origin;

/// What is known of an area.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownArea {
    /// Its key: `ile_de_france`.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Where it lies, east and north in tenths of a degree.
    pub at: [i32; 2],
    /// Its population value, −2 to 2.
    pub population: i8,
    /// What is spoken there.
    pub language: Language,
    /// What is believed there at the beginning.
    pub religion: Religion,
    /// The highest social state.
    pub limit: i8,
    /// Its fortification at the beginning.
    #[serde(default)]
    pub fort: u8,
    /// Its social state at the beginning.
    #[serde(default)]
    pub social: i8,
    /// Whether a seafaring people lives there.
    #[serde(default)]
    pub seafaring: bool,
    borders: Vec<String>,
    #[serde(default)]
    seas: Vec<Sea>,
}

/// What is known of a sea area.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownSea {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Where it lies, east and north in tenths of a degree.
    pub at: [i32; 2],
    borders: Vec<String>,
}

/// What is known of a language.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownLanguage {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// The group in which it is related to others.
    pub group: String,
}

/// What is known of a religion.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownReligion {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// The faith of which it is a church.
    pub faith: String,
    /// How able it is to convert.
    pub proselytic: u8,
    /// How strongly its people hold to it.
    pub conviction: i16,
}

/// A file of rows.
macro_rules! rows {
    ($all:ident, $list:ident, $rows:ident of $row:ty, $file:literal) => {
        static $all: LazyLock<Vec<$row>> = LazyLock::new(|| {
            #[derive(Deserialize)]
            struct File {
                #[allow(dead_code)]
                origin: Origin,
                $rows: Vec<$row>,
            }
            // The file is part of the program and a test reads it.
            #[allow(clippy::unwrap_used)]
            let file: File = toml::from_str(include_str!($file)).unwrap();
            assert!(file.$rows.is_sorted_by(|a, b| a.key < b.key), "rows stand by their keys");
            file.$rows
        });

        fn $list() -> &'static [$row] {
            &$all
        }
    };
}

rows!(AREAS, areas, area of KnownArea, "../data/areas.toml");
rows!(SEAS, seas, sea of KnownSea, "../data/seas.toml");
rows!(LANGUAGES, languages, language of KnownLanguage, "../data/languages.toml");
rows!(RELIGIONS, religions, religion of KnownReligion, "../data/religions.toml");

keyed! {
    /// An area of the map. It is written by its key.
    Area of KnownArea, areas
}

keyed! {
    /// A sea area. It is written by its key.
    Sea of KnownSea, seas
}

keyed! {
    /// A language. It is written by its key.
    Language of KnownLanguage, languages
}

keyed! {
    /// A religion, or a church of one. It is written by its key.
    Religion of KnownReligion, religions
}

/// Where the map comes from.
pub const ORIGIN: Origin = Origin::Ours;

impl Area {
    /// The areas that border it by land.
    pub fn borders(self) -> impl Iterator<Item = Area> {
        self.known().borders.iter().filter_map(|key| Area::by_key(key))
    }

    /// The sea areas that it borders.
    #[must_use]
    pub fn seas(self) -> &'static [Sea] {
        &self.known().seas
    }

    /// Whether it borders one.
    #[must_use]
    pub fn is_coastal(self) -> bool {
        !self.seas().is_empty()
    }

    /// How many sea areas lie between two areas that both have a coast, by the shortest way.
    #[must_use]
    pub fn seas_to(self, other: Area) -> Option<u8> {
        let goals: BTreeSet<Sea> = other.seas().iter().copied().collect();
        let mut reached: BTreeMap<Sea, u8> = self.seas().iter().map(|sea| (*sea, 1)).collect();
        let mut front: Vec<Sea> = reached.keys().copied().collect();
        while !front.is_empty() {
            if let Some(sea) = front.iter().find(|sea| goals.contains(sea)) {
                return reached.get(sea).copied();
            }
            let mut next = Vec::new();
            for sea in front {
                let seas = reached.get(&sea).copied().unwrap_or_default() + 1;
                for beyond in sea.known().borders.iter().filter_map(|key| Sea::by_key(key)) {
                    if let Entry::Vacant(free) = reached.entry(beyond) {
                        free.insert(seas);
                        next.push(beyond);
                    }
                }
            }
            front = next;
        }
        None
    }
}

impl Language {
    /// How near another language is.
    #[must_use]
    pub fn to(self, other: Language) -> Kin {
        match self {
            _ if self == other => Kin::Same,
            _ if self.known().group == other.known().group => Kin::Related,
            _ => Kin::Foreign,
        }
    }
}

impl Religion {
    /// How near another religion is.
    #[must_use]
    pub fn to(self, other: Religion) -> Kin {
        match self {
            _ if self == other => Kin::Same,
            _ if self.known().faith == other.known().faith => Kin::Related,
            _ => Kin::Foreign,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(key: &str) -> Area {
        Area::by_key(key).expect("an area")
    }

    #[test]
    fn the_map_hangs_together_and_every_border_has_two_sides() {
        for one in Area::all() {
            assert_eq!(one.borders().count(), one.known().borders.len(), "{one}");
            assert!(one.borders().all(|other| other.borders().any(|back| back == one)), "{one}");
            assert!(one.is_coastal() || one.borders().count() > 0, "{one} can be reached");
            assert!((-2..=2).contains(&one.known().population) && one.known().social <= one.known().limit);
        }
        for sea in Sea::all() {
            let back = |key: &String| {
                Sea::by_key(key).is_some_and(|of| of.known().borders.contains(&sea.known().key))
            };
            assert!(sea.known().borders.iter().all(back), "{sea}");
        }
    }

    #[test]
    fn three_sea_areas_lie_between_venice_and_constantinople() {
        assert_eq!(area("venice").seas_to(area("constantinople")), Some(3));
        assert_eq!(area("sardinia").seas_to(area("corsica")), Some(1));
        assert_eq!(area("bohemia").seas_to(area("corsica")), None);
        assert_eq!(area("norway").seas_to(area("constantinople")), Some(7));
    }

    #[test]
    fn languages_and_churches_are_the_same_related_or_foreign() {
        let of = |key: &str| Language::by_key(key).expect("a language");
        assert_eq!(of("italian").to(of("langue_doc")), Kin::Related);
        assert_eq!(of("italian").to(of("greek")), Kin::Foreign);
        let of = |key: &str| Religion::by_key(key).expect("a religion");
        assert_eq!(
            [of("roman").to(of("roman")), of("roman").to(of("eastern")), of("roman").to(of("islam"))],
            Kin::ALL
        );
    }
}
