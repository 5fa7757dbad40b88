//! Campaigns of Europa for tests: founded, two countries at war, and what is looked up in them.

use super::{EPOCH_OF_TESTS, Play};
use crate::common::sealing;
use engine::europa::{Europa, Position};
use engine::table::act::Through;
use engine::table::frames::Asks;
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
    serde_json::from_value(play.campaign.public_view().game.value()).unwrap()
}

/// Whoever is awaited is ready, until this holds.
fn ready_until(play: &mut Play, is: impl Fn(&Play) -> bool) -> Vec<Entry> {
    let mut made = Vec::new();
    for _ in 0..60 {
        if is(play) {
            return made;
        }
        // A retreat or a loss that the test does not order itself is left to the bot.
        let at_work: Vec<_> = play.campaign.play.at_work().filter_map(|open| open.wait.clone()).collect();
        if let Some(order) = at_work.iter().find(|wait| wait.asks == Asks::Order) {
            let person = order.asked[0].number().unwrap();
            made.extend(play.act(person, Act::LetStand { frame: order.line }));
            continue;
        }
        let wait = play.campaign.play.wait().cloned();
        let next = wait.as_ref().and_then(|wait| wait.awaited().next()?.number());
        let Some(person) = next else { break };
        made.extend(play.act(person, Act::Ready { through: Through::Step, hold: false }));
    }
    panic!("{:?} does not come to an end: {:?}", play.campaign.play.path(), play.campaign.play.frames);
}

/// All are ready until the step is over that everybody is in: the preparations of a turn, or a whole round.
pub fn ready(play: &mut Play) -> Vec<Entry> {
    let page = play.campaign.play.page();
    ready_until(play, |play| play.campaign.play.page() != page)
}

/// All are ready until a player's own segment of the round has come: `movement`, `battles`.
pub fn comes_to(play: &mut Play, segment: &str, person: u32) -> Vec<Entry> {
    let word = format!("{segment}-{person}");
    ready_until(play, |play| play.campaign.play.path().last() == Some(&word))
}

/// A player's movement segment has come, and he announces and pays for everything.
pub fn moves(play: &mut Play, person: u32) {
    comes_to(play, "movement", person);
    let country = ["france", "spain"][person as usize - 1];
    let all =
        json!({"board": "campaign", "country": country, "campaign": {"land": "multiple", "sea": "multiple"}});
    play.must(person, Verb::Game(all));
}

/// The first event of the game of a kind.
pub fn found<'e>(entries: &'e [Entry], k: &str) -> Option<&'e Value> {
    entries.iter().find_map(|entry| match &entry.event {
        Event::Game { e } if e["k"] == k => Some(e),
        _ => None,
    })
}

/// France and Spain at war with these stacks on the board, in the movement segment of France in a round of summer 3; it has paid for
/// everything. The dice are those that fall after the one that begins the round.
pub fn round(stacks: &[(u32, &str, &str, Value)], dice: &[u32]) -> Play {
    let mut play = before_movement(stacks, dice);
    moves(&mut play, FRANCE);
    play
}

/// A loss at sea that its owner leaves to the bot.
pub fn left_to_the_bot() -> Play {
    let mut play = round(&[(FRANCE, "france", "sGascogne", json!(["nd", "nd", "nd"]))], &[10, 5, 5, 5]);
    play.act(FRANCE, Act::Ready { through: Through::Step, hold: false });
    let frame = play.campaign.play.frames.iter().find(|open| open.pushed).unwrap().line;
    play.act(FRANCE, Act::LetStand { frame });
    play
}

/// The same where Spain has the initiative: it is in the movement segment of Spain, which has paid for everything.
pub fn spain_first(stacks: &[(u32, &str, &str, Value)], dice: &[u32]) -> Play {
    let mut play = prepared(stacks, dice);
    play.act(SPAIN, Act::Tell { key: "initiative/spain".to_owned(), value: 5 });
    ready(&mut play);
    moves(&mut play, SPAIN);
    play
}

/// The same as [`round`] where the round has just begun: nothing was ordered in it.
pub fn before_movement(stacks: &[(u32, &str, &str, Value)], dice: &[u32]) -> Play {
    let mut play = prepared(stacks, dice);
    ready(&mut play);
    play
}

fn prepared(stacks: &[(u32, &str, &str, Value)], dice: &[u32]) -> Play {
    let all: Vec<Vec<u32>> = std::iter::once(8).chain(dice.iter().copied()).map(|die| vec![die]).collect();
    let all: Vec<&[u32]> = all.iter().map(Vec::as_slice).collect();
    let mut play = at_war(Play::scripted_by(&founding(2, 8), &all));
    for (person, country, place, counters) in stacks {
        let deploy = json!({"board": "deploy", "country": country, "place": place, "counters": counters, "veteran": true});
        play.must(*person, Verb::Game(deploy));
    }
    play
}

/// Seals something for a round and makes it final.
pub fn seals(play: &mut Play, person: u32, round: &str, body: &Value) -> Vec<Entry> {
    play.must(person, sealing(round, body));
    play.must(person, Verb::Final { round: round.to_owned() })
}

/// Everybody who is asked lets it pass.
pub fn passes(play: &mut Play) {
    let rounds = play.campaign.public_view().rounds;
    for round in rounds.iter().filter(|round| round.round.starts_with("intercept/")) {
        for (seat, _) in &round.asked {
            let person = seat.number().unwrap();
            seals(play, person, &round.round, &json!({"with": []}));
        }
    }
}
