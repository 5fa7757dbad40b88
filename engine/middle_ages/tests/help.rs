//! Campaigns of the Middle Ages for tests, and what is looked up in them.
#![allow(clippy::unwrap_used)]

use crate::common::{EPOCH_OF_TESTS, Play};
use engine::middle_ages::{MiddleAges, Position};
use engine::table::game::Game;
use engine::table::{Entry, Event, Founding, Verb};
use serde_json::{Value, json};

/// Who plays the Franks.
pub const FRANKS: u32 = 1;
/// Who plays Byzantium.
pub const BYZANTIUM: u32 = 2;

/// A campaign of so many players.
pub fn founding(scenario: &str, seats: u32, options: Value) -> Founding {
    Founding {
        at: EPOCH_OF_TESTS,
        campaign: "abcdefgh01".to_owned(),
        game: MiddleAges::KEY.to_owned(),
        scenario: scenario.to_owned(),
        seats,
        operator_seats: 0,
        options,
        timing: None,
        umpire: None,
    }
}

/// A shuffle of the year deck whose first cards are these, by their numbers; the rest follow in their order.
pub fn year_deck(first: &[u32]) -> Vec<u32> {
    let first: Vec<u32> = first.iter().map(|number| number - 1).collect();
    let rest = (0..56).filter(|i| !first.contains(i));
    first.iter().copied().chain(rest).collect()
}

/// The position as everybody sees it.
pub fn position(play: &Play) -> Position {
    serde_json::from_value(play.campaign.public_view().game.value()).unwrap()
}

/// An order of the game.
pub fn order(fields: Value) -> Verb {
    Verb::Game(fields)
}

/// The Franks and Byzantium are taken.
pub fn taken(mut play: Play) -> Play {
    for (person, court) in [(FRANKS, "franks"), (BYZANTIUM, "byzantium")] {
        play.must(person, order(json!({"court": "take", "of": court})));
    }
    play
}

/// The first event of the game of a kind.
pub fn found<'e>(entries: &'e [Entry], k: &str) -> Option<&'e Value> {
    entries.iter().find_map(|entry| match &entry.event {
        Event::Game { e } if e["k"] == k => Some(e),
        _ => None,
    })
}
