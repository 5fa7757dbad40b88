//! The fates: events that strike at once, in a deck of their own, of which one is turned up with each draw of event cards.

use serde::{Deserialize, Serialize};
use std::sync::LazyLock;
use table::facts::Origin;

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
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    origin: Origin,
    fate: Vec<Fate>,
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    // The file is part of the program and a test reads it.
    #[allow(clippy::unwrap_used)]
    let file: File = toml::from_str(include_str!("../data/fates.toml")).unwrap();
    file
});

/// All fates.
#[must_use]
pub fn all() -> &'static [Fate] {
    &FILE.fate
}

/// Where they come from.
#[must_use]
pub fn origin() -> Origin {
    FILE.origin
}

/// The names of the cards of the deck: `plague-2`.
#[must_use]
pub fn deck() -> Vec<String> {
    all().iter().flat_map(|fate| (1..=fate.count).map(move |n| format!("{}-{n}", fate.key))).collect()
}

/// The fate of a name in the deck.
#[must_use]
pub fn by_key(key: &str) -> Option<&'static Fate> {
    let (key, _) = key.rsplit_once('-')?;
    all().iter().find(|fate| fate.key == key)
}
