//! An endeavour: what is undertaken, from which base against which targets; its rating, and what a year card makes of it.

pub mod course;
pub mod limits;
pub mod outcome;
pub mod rating;

use crate::marker::Markers;
use crate::stature::Stature;
use serde::{Deserialize, Serialize};
use table::said::{ToValue, Value as Word, name};

/// What is undertaken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Ruling: the social state of an area is to rise.
    Rule,
    /// A point of fortification is to be built.
    Fortify,
    /// A point of army is to be raised, by mobilization.
    Army,
    /// A point of fleet is to be built, by mobilization.
    Fleet,
    /// A civilisation marker is to be built, by ruling.
    Marker,
    /// Conquest.
    Conquer,
    /// Pillage.
    Pillage,
    /// Negotiation: a tie, or more.
    Negotiate,
    /// Conversion to the religion of one's court.
    Convert,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 9] = [
        Kind::Rule,
        Kind::Fortify,
        Kind::Army,
        Kind::Fleet,
        Kind::Marker,
        Kind::Conquer,
        Kind::Pillage,
        Kind::Negotiate,
        Kind::Convert,
    ];

    /// Its word on the record.
    #[must_use]
    pub fn key(self) -> &'static str {
        ["rule", "fortify", "army", "fleet", "marker", "conquer", "pillage", "negotiate", "convert"]
            [self as usize]
    }

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        [
            "Ruling",
            "Fortification",
            "Mobilization of an army",
            "Building of a fleet",
            "Civilisation marker",
            "Conquest",
            "Pillage",
            "Negotiation",
            "Conversion",
        ][self as usize]
    }

    /// The stature it goes by; `None` where no leader's does.
    #[must_use]
    pub fn stature(self) -> Option<Stature> {
        Some(match self {
            Kind::Rule | Kind::Fortify | Kind::Army | Kind::Fleet | Kind::Marker => Stature::Administration,
            Kind::Conquer | Kind::Pillage => Stature::Combat,
            Kind::Negotiate => Stature::Diplomacy,
            Kind::Convert => return None,
        })
    }

    /// Whether it is a conquest or a pillage.
    #[must_use]
    pub fn is_attack(self) -> bool {
        matches!(self, Kind::Conquer | Kind::Pillage)
    }

    /// Whether it goes from a base to another area.
    #[must_use]
    pub fn goes_abroad(self) -> bool {
        matches!(self, Kind::Conquer | Kind::Pillage | Kind::Negotiate)
    }

    /// What it costs, in gold, before any that is added.
    #[must_use]
    pub fn cost(self) -> u8 {
        match self {
            Kind::Rule | Kind::Pillage | Kind::Convert => 0,
            Kind::Negotiate => 1,
            Kind::Fortify | Kind::Army | Kind::Conquer => 2,
            Kind::Fleet | Kind::Marker => 4,
        }
    }
}

impl ToValue for Kind {
    fn to_value(&self) -> Word {
        name(self.name())
    }
}

/// How near two languages, or two religions, are to one another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kin {
    /// The same.
    #[default]
    Same,
    /// Related languages; another church of the same religion.
    Related,
    /// Neither.
    Foreign,
}

impl Kin {
    /// All of them.
    pub const ALL: [Kin; 3] = [Kin::Same, Kin::Related, Kin::Foreign];

    /// What it takes off a rating, in points: the printed table is not known; by that of the rebellion value.
    #[must_use]
    pub fn hinders(self) -> i16 {
        self as i16
    }
}

/// The area from which an endeavour is run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Base {
    /// Its name.
    pub name: String,
    /// Its social state.
    #[serde(default)]
    pub social: i8,
    /// Army points in it.
    #[serde(default)]
    pub armies: u8,
    /// Fleet points in it.
    #[serde(default)]
    pub fleets: u8,
    /// Whether a seafaring people lives there.
    #[serde(default)]
    pub seafaring: bool,
}

/// An area against which one is run, or in which.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// Its name.
    pub name: String,
    /// Its social state.
    #[serde(default)]
    pub social: i8,
    /// Its population value.
    #[serde(default)]
    pub population: i8,
    /// Points of fortification.
    #[serde(default)]
    pub fort: u8,
    /// Army points in it.
    #[serde(default)]
    pub armies: u8,
    /// Fleet points in it.
    #[serde(default)]
    pub fleets: u8,
    /// Whether it borders a sea area.
    #[serde(default)]
    pub coast: bool,
    /// How near its language is to the court's.
    #[serde(default)]
    pub language: Kin,
    /// How near its religion is to the court's.
    #[serde(default)]
    pub religion: Kin,
    /// Its civilisation markers.
    #[serde(default)]
    pub markers: Markers,
    /// Results of conquest that stand against the court in it.
    #[serde(default)]
    pub contested: u8,
    /// What resists: in a negotiation the owner's diplomacy (3 of an independent area, 5 of Venice), in an attack the combat stature of an
    /// owner who plays a year card in its defence, in a conversion the convictional strength.
    #[serde(default)]
    pub resists: i16,
    /// Gold that its owner adds against it.
    #[serde(default)]
    pub gold_against: u8,
    /// Gold that is added to the endeavour for this target.
    #[serde(default)]
    pub gold: u8,
}

/// An endeavour with all that its rating hangs on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endeavour {
    /// What.
    pub kind: Kind,
    /// The leader's stature that it goes by; in a conversion the proselytic ability.
    pub stature: u8,
    /// What a leader event card adds to it.
    #[serde(default)]
    pub card: u8,
    /// What cards of weapons and tactics add.
    #[serde(default)]
    pub arms: i16,
    /// From where.
    pub base: Base,
    /// Where: one, or several areas with palaces in one ruling.
    pub targets: Vec<Target>,
    /// How many sea areas lie between; none by land.
    #[serde(default)]
    pub seas: u8,
}
