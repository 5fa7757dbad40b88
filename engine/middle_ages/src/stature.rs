//! A leader's three statures, and which of them an endeavour goes by.

use serde::{Deserialize, Serialize};
use table::said::{ToValue, Value as Word, name};

/// One of the three statures of a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stature {
    /// In conquest and pillage, and for how far armies move.
    Combat,
    /// In ruling, fortifying and mobilization.
    Administration,
    /// In negotiation.
    Diplomacy,
}

impl Stature {
    /// All of them, in the order in which a leader's are written.
    pub const ALL: [Stature; 3] = [Stature::Combat, Stature::Administration, Stature::Diplomacy];

    /// Its word on the record.
    #[must_use]
    pub fn key(self) -> &'static str {
        ["combat", "administration", "diplomacy"][self as usize]
    }

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["Combat", "Administration", "Diplomacy"][self as usize]
    }
}

impl ToValue for Stature {
    fn to_value(&self) -> Word {
        name(self.name())
    }
}

/// The values that a stature can have: no other was ever seen in a game.
pub const VALUES: [u8; 5] = [1, 2, 3, 5, 9];

/// A leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    /// The name; of one that came by a roll none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Combat.
    pub combat: u8,
    /// Administration.
    pub administration: u8,
    /// Diplomacy.
    pub diplomacy: u8,
}

impl Leader {
    /// One of the statures.
    #[must_use]
    pub fn of(&self, stature: Stature) -> u8 {
        match stature {
            Stature::Combat => self.combat,
            Stature::Administration => self.administration,
            Stature::Diplomacy => self.diplomacy,
        }
    }

    /// The same leader with another value of a stature.
    #[must_use]
    pub fn with(mut self, stature: Stature, value: u8) -> Leader {
        match stature {
            Stature::Combat => self.combat = value,
            Stature::Administration => self.administration = value,
            Stature::Diplomacy => self.diplomacy = value,
        }
        self
    }

    /// The sum of the three, by which the order of a round goes.
    #[must_use]
    pub fn sum(&self) -> u8 {
        self.combat.saturating_add(self.administration).saturating_add(self.diplomacy)
    }
}
