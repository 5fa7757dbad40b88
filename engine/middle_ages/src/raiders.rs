//! Raiders: bands that come from outside in some years, and what they come for.

use crate::geography::{Area, Sea};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use table::facts::Origin;

/// A band of raiders.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// From which year on it has which combat stature.
    statures: Vec<(u16, u8)>,
    /// The last year in which it comes.
    until: u16,
    /// The seas whose coasts it raids.
    #[serde(default)]
    seas: Vec<Sea>,
    /// The areas whose neighbours it raids.
    #[serde(default)]
    lands: Vec<Area>,
    /// A faith whose people it spares.
    #[serde(default)]
    spares: Option<String>,
    /// Its ships, in fleet points: an area with more of them is not raided over sea.
    #[serde(default)]
    pub ships: u8,
    /// How many year cards it has in a round.
    pub cards: u8,
}

impl Band {
    /// Its combat stature in a year; `None` while it does not come.
    #[must_use]
    pub fn stature(&self, year: u16) -> Option<u8> {
        if year > self.until {
            return None;
        }
        self.statures.iter().rev().find(|(from, _)| *from <= year).map(|(_, stature)| *stature)
    }

    /// Whether it comes over sea.
    #[must_use]
    pub fn by_sea(&self) -> bool {
        !self.seas.is_empty()
    }

    /// Whether it spares people of a faith.
    #[must_use]
    pub fn spares(&self, faith: &str) -> bool {
        self.spares.as_deref() == Some(faith)
    }

    /// The areas that it reaches.
    #[must_use]
    pub fn reaches(&self) -> BTreeSet<Area> {
        let coasts = Area::all().filter(|area| area.seas().iter().any(|sea| self.seas.contains(sea)));
        let lands = self.lands.iter().flat_map(|land| land.borders());
        coasts.chain(lands).filter(|area| !self.lands.contains(area)).collect()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    origin: Origin,
    band: Vec<Band>,
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    // The file is part of the program and a test reads it.
    #[allow(clippy::unwrap_used)]
    let file: File = toml::from_str(include_str!("../data/raiders.toml")).unwrap();
    file
});

/// All bands.
#[must_use]
pub fn all() -> &'static [Band] {
    &FILE.band
}

/// Where they come from.
#[must_use]
pub fn origin() -> Origin {
    FILE.origin
}

/// The band of a key.
#[must_use]
pub fn by_key(key: &str) -> Option<&'static Band> {
    all().iter().find(|band| band.key == key)
}
