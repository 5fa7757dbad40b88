//! Technologies on land and at sea.

use serde::{Deserialize, Serialize};

/// A technology of land warfare, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Land {
    /// Medieval: no Fire.
    Medieval,
    /// Renaissance: Fire takes morale only.
    Renaissance,
    /// Arquebuse: losses by Fire are halved.
    Arquebuse,
    /// Musket.
    Musket,
    /// Baroque.
    Baroque,
    /// Manoeuvre.
    Manoeuvre,
    /// Lace wars.
    LaceWars,
}

impl Land {
    /// All, oldest first.
    pub const ALL: [Land; 7] = [
        Land::Medieval,
        Land::Renaissance,
        Land::Arquebuse,
        Land::Musket,
        Land::Baroque,
        Land::Manoeuvre,
        Land::LaceWars,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["Medieval", "Renaissance", "Arquebuse", "Musket", "Baroque", "Manoeuvre", "Lace wars"][self as usize]
    }
}

/// A technology of naval warfare, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Naval {
    /// Galley.
    Galley,
    /// Carrack.
    Carrack,
    /// Nao and galleon.
    NaoGaleon,
    /// Galleon and fluyt.
    GalleonFluyt,
    /// Battery.
    Battery,
    /// Vessel.
    Vessel,
    /// Three-decker.
    ThreeDecker,
    /// Seventy-four.
    SeventyFour,
}

impl Naval {
    /// All, oldest first.
    pub const ALL: [Naval; 8] = [
        Naval::Galley,
        Naval::Carrack,
        Naval::NaoGaleon,
        Naval::GalleonFluyt,
        Naval::Battery,
        Naval::Vessel,
        Naval::ThreeDecker,
        Naval::SeventyFour,
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        [
            "Galley",
            "Carrack",
            "Nao-galeon",
            "Galleon-fluyt",
            "Battery",
            "Vessel",
            "Three-decker",
            "Seventy-four",
        ][self as usize]
    }
}
