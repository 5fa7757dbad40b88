//! Campaigns of Europa for tests: founded, two countries at war, and what is looked up in them.

use super::{EPOCH_OF_TESTS, Play};
use crate::common::sealing;
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

/// France and Spain at war with these stacks on the board, in a round of summer 3 for which both have paid for everything. The dice are those
/// that fall after the one that begins the round.
pub fn round(stacks: &[(u32, &str, &str, Value)], dice: &[u32]) -> Play {
    let all: Vec<Vec<u32>> = std::iter::once(8).chain(dice.iter().copied()).map(|die| vec![die]).collect();
    let all: Vec<&[u32]> = all.iter().map(Vec::as_slice).collect();
    let mut play = at_war(Play::scripted_by(&founding(2, 8), &all));
    for (person, country, place, counters) in stacks {
        let deploy = json!({"board": "deploy", "country": country, "place": place, "counters": counters, "veteran": true});
        play.must(*person, Verb::Game(deploy));
    }
    ready(&mut play);
    for (person, country) in [(FRANCE, "france"), (SPAIN, "spain")] {
        let all = json!({"board": "campaign", "country": country, "campaign": {"land": "multiple", "sea": "multiple"}});
        play.must(person, Verb::Game(all));
    }
    play
}

/// Everybody who is asked lets it pass.
pub fn passes(play: &mut Play) {
    let rounds = play.campaign.public_view().rounds;
    for round in rounds.iter().filter(|round| round.round.starts_with("intercept/")) {
        for (seat, _) in &round.asked {
            let person = seat.number().unwrap();
            play.must(person, sealing(&round.round, &json!({"with": []})));
            play.must(person, Verb::Final { round: round.round.clone() });
        }
    }
}
