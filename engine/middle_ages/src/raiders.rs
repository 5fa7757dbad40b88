//! Raiders: bands that come from outside in some years, and what they come for.

use crate::geography::{Area, Sea};
use serde::{Deserialize, Serialize};

/// A band of raiders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// From which year on it has which combat stature.
    pub(crate) statures: Vec<(u16, u8)>,
    /// The last year in which it comes.
    pub(crate) until: u16,
    /// The seas whose coasts it raids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) seas: Vec<Sea>,
    /// The areas whose neighbours it raids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) lands: Vec<Area>,
    /// A faith whose people it spares.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) spares: Option<String>,
    /// Its ships, in fleet points: an area with more of them is not raided over sea.
    #[serde(default, skip_serializing_if = "has_none")]
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
}

fn has_none(ships: &u8) -> bool {
    *ships == 0
}
