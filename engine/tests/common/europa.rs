//! Campaigns of Europa for tests: founded, two countries at war, and what is looked up in them.

use super::{EPOCH_OF_TESTS, Play};
use engine::europa::{Europa, Position};
use engine::table::act::Through;
use engine::table::game::Game;
use engine::table::{Act, Entry, Event, Founding, Verb};
use serde_json::{Value, json};

/// Who plays France.
pub const FRANCE: u32 = 1;
/// Who plays Spain.
pub const SPAIN: u32 = 2;

/// A campaign of so many players that begins with a turn.
pub fn founding(seats: u32, turn: u64) -> Founding {
    Founding {
        at: EPOCH_OF_TESTS,
        campaign: "abcdefgh01".to_owned(),
        game: Europa::KEY.to_owned(),
        scenario: "europa".to_owned(),
        seats,
        operator_seats: 0,
        options: json!({"turn": turn}),
        timing: None,
        umpire: None,
    }
}

/// Play begins with France and Spain at war, both with arquebuses, carracks and 500 D$.
pub fn at_war(play: Play) -> Play {
    let mut play = play.started();
    for (person, country) in [(FRANCE, "france"), (SPAIN, "spain")] {
        play.must(person, Verb::Game(json!({"europa": "take", "country": country})));
        let technology =
            json!({"europa": "technology", "country": country, "land": "arquebuse", "naval": "carrack"});
        play.must(person, Verb::Game(technology));
        play.act(person, Act::Tell { key: format!("ducats/{country}"), value: 500 });
    }
    play.must(FRANCE, Verb::Game(json!({"europa": "war", "country": "france", "with": "spain", "on": true})));
    play
}

/// The position as everybody sees it.
pub fn position(play: &Play) -> Position {
    serde_json::from_value(play.campaign.public_view().game).unwrap()
}

/// Both are ready with the open step.
pub fn ready(play: &mut Play) -> Vec<Entry> {
    let act = || Act::Ready { through: Through::Step, hold: false };
    let mut made = play.act(FRANCE, act());
    made.extend(play.act(SPAIN, act()));
    made
}

/// The first event of the game of a kind.
pub fn found<'e>(entries: &'e [Entry], k: &str) -> Option<&'e Value> {
    entries.iter().find_map(|entry| match &entry.event {
        Event::Game { e } if e["k"] == k => Some(e),
        _ => None,
    })
}
