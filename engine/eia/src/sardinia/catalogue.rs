//! The events of Sardinia (`nationalism.sardinia.event.catalogue`): data, of which the bot carries out what it knows.

use super::own;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;
use table::facts::{Fact, Origin};
use table::rule;
use table::switches::Switch;

/// The switch that says which events there are.
pub const SWITCH: &str = "sardinian_events";
/// An event of the group's own, by whatever name.
const OWN: &str = "own";
/// All that the catalogue has.
pub const ALL: &str = "all";

/// Which events of Sardinia a group plays with.
pub const OF_THE_GROUP: Switch = Switch {
    key: SWITCH,
    name: "The events of Sardinia",
    ways: &[
        ("mille", "Spedizione dei Mille alone"),
        (ALL, "also those that the group carries out on its board itself"),
    ],
    rule: Some(rule!("nationalism.sardinia.event.catalogue")),
};

/// What the bot does when an event is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// War on an Italian minor country, and the landing in Sicily.
    Mille,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SardinianEvent {
    /// The machine word: `mille`.
    pub key: String,
    /// The name.
    pub name: String,
    /// What the bot does; `None` where the group does it.
    #[serde(default)]
    pub effect: Option<Effect>,
    /// Where it comes from.
    pub origin: Origin,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    event: Vec<SardinianEvent>,
    usual_from: Fact<u32>,
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    // The file is part of the program and a test reads it.
    toml::from_str(include_str!("../../data/sardinia.toml"))
        .unwrap_or(File { event: Vec::new(), usual_from: Fact { value: 0, origin: Origin::Ours } })
});

/// The events of the catalogue in its order.
#[must_use]
pub fn events() -> &'static [SardinianEvent] {
    &FILE.event
}

/// The event of a machine word; those that a group has added are all one of the group's own.
#[must_use]
pub fn by_key(key: &str) -> Option<&'static SardinianEvent> {
    let key = if own::name_of(key).is_some() { OWN } else { key };
    events().iter().find(|event| event.key == key)
}

/// Those that a group plays with, as the switch stands.
#[must_use]
pub fn in_play(way: &str) -> Vec<&'static SardinianEvent> {
    events().iter().filter(|event| way == ALL || event.effect.is_some()).collect()
}

/// The year before which an old revision of the events' page allows none; it is said and never refused.
#[must_use]
pub fn usual_from() -> &'static Fact<u32> {
    &FILE.usual_from
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_is_read_with_where_each_event_comes_from() {
        let all: Vec<_> = events().iter().map(|event| (event.key.as_str(), event.origin)).collect();
        let wanted =
            [("mille", Origin::Seed), ("new_triumphs", Origin::Reconstructed), ("own", Origin::Ours)];
        assert_eq!(all, wanted);
        let alone: Vec<_> = in_play("mille").into_iter().map(|event| event.key.as_str()).collect();
        assert_eq!(alone, ["mille"], "nationalism.sardinia.event.catalogue");
        assert_eq!((in_play(ALL).len(), usual_from().value), (3, 1854));
    }
}
