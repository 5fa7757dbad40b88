//! Campaigns of the Middle Ages for tests, and what is looked up in them.
#![allow(clippy::unwrap_used)]

use crate::common::{EPOCH_OF_TESTS, Play, sealing};
use engine::middle_ages::board::Held;
use engine::middle_ages::court::Court;
use engine::middle_ages::courts::key_of;
use engine::middle_ages::geography::Area;
use engine::middle_ages::pack::Data;
use engine::middle_ages::switches::SWITCHES;
use engine::middle_ages::year::Card;
use engine::middle_ages::{MiddleAges, Position, event_cards};
use engine::table::act::Through;
use engine::table::game::Game;
use engine::table::{Act, SeatId};
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

/// An area by its key.
pub fn area(key: &str) -> Area {
    Data::shipped().area(key).unwrap()
}

/// A year card of this program.
pub fn year_card(number: u8) -> Card {
    Data::shipped().year_card(number).unwrap().clone()
}

/// An event card of this program by its name in the deck.
pub fn event_card(name: &str) -> event_cards::Card {
    Data::shipped().event_named(name).unwrap().clone()
}

/// Changes how an area stands in a position.
pub fn stands(position: &mut Position, key: &str, change: impl FnOnce(&mut Held)) {
    change(position.board.areas.get_mut(&area(key)).unwrap());
}

/// A shuffle of the event deck of 771 whose first cards are these, by their names.
pub fn event_deck(first: &[&str]) -> Vec<u32> {
    let deck = Data::shipped().event_deck((771, 815));
    let at = |name: &&str| u32::try_from(deck.iter().position(|card| card == name).unwrap()).unwrap();
    let first: Vec<u32> = first.iter().map(at).collect();
    let rest = (0..u32::try_from(deck.len()).unwrap()).filter(|i| !first.contains(i));
    first.iter().copied().chain(rest).collect()
}

/// A shuffle of the fates whose first cards are these, by their names.
pub fn fate_deck(first: &[&str]) -> Vec<u32> {
    let deck = Data::shipped().fate_deck();
    let at = |name: &&str| u32::try_from(deck.iter().position(|card| card == name).unwrap()).unwrap();
    let first: Vec<u32> = first.iter().map(at).collect();
    let rest = (0..u32::try_from(deck.len()).unwrap()).filter(|i| !first.contains(i));
    first.iter().copied().chain(rest).collect()
}

/// The treasury of somebody's court is told, at a board elsewhere.
pub fn tells(play: &mut Play, person: u32, gold: i64) {
    let own = position(play).court_of(&seat(person)).unwrap();
    play.act(person, Act::Tell { key: key_of(own), value: gold });
}

/// Somebody is ready.
pub fn ready(play: &mut Play, person: u32) -> Vec<Entry> {
    play.act(person, Act::Ready { through: Through::Step, hold: false })
}

/// Seals something for a round and makes it final.
pub fn seals(play: &mut Play, person: u32, round: &str, body: &Value) -> Vec<Entry> {
    play.must(person, sealing(round, body));
    play.must(person, Verb::Final { round: round.to_owned() })
}

/// The board of 771 with Franks and Byzantium, in the first turn of the Franks. Year and event cards come in this order, then these dice.
pub fn kept(cards: &[u32], events: &[&str], dice: &[&[u32]]) -> Play {
    fated(cards, events, &[], dice)
}

/// The same with the first fates by their names.
pub fn fated(cards: &[u32], events: &[&str], fates: &[&str], dice: &[&[u32]]) -> Play {
    let (year, events, fates) = (year_deck(cards), event_deck(events), fate_deck(fates));
    let mut all: Vec<&[u32]> = vec![&year, &events, &fates];
    all.extend(dice);
    let mut play = taken(Play::scripted_by(&founding("charlemagne", 2, json!({})), &all).started());
    begins(&mut play);
    play
}

/// A campaign in its first turn: raiders and magnates do not come, these switches stand otherwise too, each person plays this court, and they
/// act in the order in which they are named.
pub fn begun(mut play: Play, switches: &[(&str, &str)], courts: &[(u32, &str)]) -> Play {
    for (person, _) in courts {
        play.join(*person);
    }
    let stands = |key: &str| SWITCHES.iter().find(|switch| switch.key == key).map(|switch| switch.ways[0].0);
    for (key, value) in switches.iter().chain(&[("ages_outsiders", "no")]) {
        if stands(key) == Some(*value) {
            continue;
        }
        play.act(FRANKS, Act::Switch { key: (*key).to_owned(), value: (*value).to_owned() });
    }
    play.must(FRANKS, Verb::Start);
    for (person, court) in courts {
        play.must(*person, order(json!({"court": "take", "of": court})));
    }
    for (person, _) in courts {
        ready(&mut play, *person);
    }
    for (person, _) in courts {
        seals(&mut play, *person, "claims", &json!({"areas": []}));
    }
    in_order(&mut play, 1, courts);
    play
}

/// The wishes for a round: they act in the order in which they are named.
pub fn in_order(play: &mut Play, round: u8, courts: &[(u32, &str)]) {
    for (place, (person, _)) in (1..).zip(courts) {
        seals(play, *person, &format!("order/{round}"), &json!({"place": place}));
    }
}

/// Everybody ends his turn, and the next round begins.
pub fn next_round(play: &mut Play, round: u8, courts: &[(u32, &str)]) {
    for (person, _) in courts {
        ready(play, *person);
    }
    in_order(play, round, courts);
}

/// Courts are taken: claims are laid by nobody, and the Franks act first.
pub fn begins(play: &mut Play) {
    begin_with(play, [1, 2]);
}

/// The same with the places in the first round that Franks and Byzantium wish.
pub fn begin_with(play: &mut Play, places: [u8; 2]) {
    for person in [FRANKS, BYZANTIUM] {
        ready(play, person);
    }
    for person in [FRANKS, BYZANTIUM] {
        seals(play, person, "claims", &json!({"areas": []}));
    }
    for (person, place) in [FRANKS, BYZANTIUM].into_iter().zip(places) {
        seals(play, person, "order/1", &json!({"place": place}));
    }
}

/// The seat of a person.
pub fn seat(person: u32) -> SeatId {
    SeatId::numbered(person)
}

/// A court by its key.
pub fn court(key: &str) -> Court {
    Court::by_key(key).unwrap()
}

/// An area as it stands.
pub fn held(play: &Play, key: &str) -> Held {
    position(play).board.area(area(key)).unwrap().clone()
}

/// A court's gold.
pub fn gold(play: &Play, key: &str) -> u16 {
    position(play).board.realms[&court(key)].gold
}

/// Declares an endeavour by land, or at home.
pub fn declare(kind: &str, base: &str, target: &str) -> Verb {
    let by_sea = base == "flanders" && target == "greece";
    let plan = json!({"kind": kind, "base": base, "targets": [{"area": target}], "by_sea": by_sea});
    order(json!({"board": "declare", "plan": plan}))
}

/// Declares one over sea.
pub fn over_sea(kind: &str, base: &str, target: &str) -> Verb {
    let plan = json!({"kind": kind, "base": base, "targets": [{"area": target}], "by_sea": true});
    order(json!({"board": "declare", "plan": plan}))
}

/// Makes a choice that is asked.
pub fn choose(number: u32, answer: Value) -> Verb {
    order(json!({"board": "choose", "number": number, "answer": answer}))
}
