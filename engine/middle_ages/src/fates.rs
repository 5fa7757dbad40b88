//! The fates: events that strike at once, in a deck of their own, of which one is turned up with each draw of event cards.

use serde::{Deserialize, Serialize};

/// The name of their deck.
pub const DECK: &str = "fate";

/// What a fate does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Does {
    /// Nothing.
    Nothing,
    /// The social state of an area that a die finds on the whole map, and of all its neighbours by land, falls by 1.
    Plague,
    /// That of one of the court's areas falls by 1.
    Famine,
    /// The court receives gold.
    Harvest,
    /// The leader dies without an heir: the court's areas are in unrest, and those that were may rebel.
    Heirless,
    /// One of the court's areas is in unrest; one that was may rebel.
    Rising,
    /// The people of one of its Christian areas turn heretics.
    Heresy,
}

/// What a rich harvest brings, in gold.
pub const HARVEST: u16 = 2;

/// A fate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fate {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// How many cards of it there are.
    pub count: u8,
    /// What it does.
    pub does: Does,
}
