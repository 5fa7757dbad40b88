//! The map: areas with their peoples, sea areas, languages and religions. Which there are the data of a campaign know.

use crate::keyed::key;
use serde::{Deserialize, Serialize};

/// The lowest social state.
pub const LOWEST: i8 = -3;

/// The most points of fortification: ours.
pub const FORT: i8 = 4;

/// What is known of an area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownArea {
    /// Its key: `ile_de_france`.
    pub key: Area,
    /// Its name.
    pub name: String,
    /// Where it lies, east and north in tenths of a degree; of a pack's area that may be left out, and then it is in no picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[i32; 2]>,
    /// Its population value, −2 to 2.
    pub population: i8,
    /// What is spoken there.
    pub language: Language,
    /// What is believed there at the beginning.
    pub religion: Religion,
    /// The highest social state.
    pub limit: i8,
    /// Its fortification at the beginning.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub fort: u8,
    /// Its social state at the beginning.
    #[serde(default, skip_serializing_if = "is_level")]
    pub social: i8,
    /// Whether a seafaring people lives there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seafaring: bool,
    /// The areas that border it by land.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub borders: Vec<Area>,
    /// The sea areas that it borders.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seas: Vec<Sea>,
}

fn is_zero(of: &u8) -> bool {
    *of == 0
}

fn is_level(of: &i8) -> bool {
    *of == 0
}

/// What is known of a sea area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownSea {
    /// Its key.
    pub key: Sea,
    /// Its name.
    pub name: String,
    /// Where its name stands, east and north in tenths of a degree; nowhere where it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<[i32; 2]>,
    /// The sea areas that border it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub borders: Vec<Sea>,
}

/// What is known of a language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownLanguage {
    /// Its key.
    pub key: Language,
    /// Its name.
    pub name: String,
    /// The group in which it is related to others.
    pub group: String,
}

/// What is known of a religion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownReligion {
    /// Its key.
    pub key: Religion,
    /// Its name.
    pub name: String,
    /// The faith of which it is a church.
    pub faith: String,
    /// How able it is to convert.
    pub proselytic: u8,
    /// How strongly its people hold to it.
    pub conviction: i16,
}

key! {
    /// An area of the map. It is written by its key.
    Area
}

key! {
    /// A sea area. It is written by its key.
    Sea
}

key! {
    /// A language. It is written by its key.
    Language
}

key! {
    /// A religion, or a church of one. It is written by its key.
    Religion
}
