//! The outline of Europa's play at the table: whose segment it is, what comes with the end of a round, of the rounds, of the campaign.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::europa::{
    FRANCE, SPAIN, at_war, comes_to, found, founding, passes, position, ready, round, spain_first,
};
use engine::europa::geography::Place;
use engine::table::act::Through;
use engine::table::{Act, Entry, Event, Stage, Verb};
use serde_json::{Value, json};

const SEQUENCE: &str = "fast-battle.round.sequence";

fn board(order: Value) -> Verb {
    Verb::Game(order)
}

fn march(stack: u32, to: &str) -> Verb {
    board(json!({"board": "march", "stack": stack, "to": to}))
}

/// The events of the game of a kind.
fn all(made: &[Entry], kind: &str) -> Vec<Value> {
    let of = |entry: &Entry| match &entry.event {
        Event::Game { e } if e["k"] == kind => Some(e.clone()),
        _ => None,
    };
    made.iter().filter_map(of).collect()
}

// fast-battle.round.sequence: each moves in his own movement segment and fights in his own battle segment.
#[test]
fn what_is_ordered_in_a_round_has_its_place_in_it() {
    let stacks = [
        (FRANCE, "france", "eLanguedoc", json!(["ld"])),
        (SPAIN, "spain", "eRosselo", json!(["ld"])),
        (SPAIN, "spain", "eCatalunya", json!(["ld"])),
    ];
    let mut play = round(&stacks, &[1; 20]);
    let says = play.refused_under(SEQUENCE, SPAIN, march(3, "eAragon"));
    assert!(
        says.contains("in your own movement segment. Now it is the movement segment of France"),
        "{says}"
    );
    play.must(FRANCE, march(1, "eRosselo"));
    passes(&mut play);
    let engage = || board(json!({"board": "engage", "stack": 1, "with": 2}));
    let says = play.refused_under(SEQUENCE, FRANCE, engage());
    assert!(says.contains("in your own battle segment"), "{says}");
    comes_to(&mut play, "battles", FRANCE);
    play.refused_under(SEQUENCE, FRANCE, march(1, "eLanguedoc"));
    let made = play.must(FRANCE, engage());
    assert!(found(&made, "fight_opened").is_some());
}

// fast-battle.siege.siegework, round.siege-segment-shared
#[test]
fn a_siege_is_worked_once_a_round_and_again_in_the_next() {
    let inside = (SPAIN, "spain", "eCatalunya", json!(["ld"]));
    let mut play = spain_first(&[inside], &[1; 40]);
    play.must(SPAIN, board(json!({"board": "fortress", "stack": 1, "inside": true})));
    let here = json!({"board": "deploy", "country": "france", "place": "eCatalunya", "counters": ["army_plus", "army_minus"], "veteran": true});
    play.must(FRANCE, board(here));
    let besieger = json!({
        "parts": [{"country": "FRA", "class": "IV", "a_plus": 1, "a_minus": 1, "detachments": 0}],
        "technology": "arquebuse", "veteran": true, "command": "none",
    });
    let scene = json!({"place": "Catalunya", "level": 5, "line": 2, "countries": [["france"], ["spain"]]});
    let garrison = json!({"technology": "arquebuse", "troops": 3});
    play.must(
        FRANCE,
        board(json!({"siege": "lay", "scene": scene, "besieger": besieger, "garrison": garrison})),
    );
    let work = || board(json!({"siege": "work", "number": 1}));
    for _ in 0..2 {
        comes_to(&mut play, "sieges", FRANCE);
        play.must(FRANCE, work());
        play.refused_under("fast-battle.round.siege-segment-shared", FRANCE, work());
        ready(&mut play);
    }
}

/// Rounds are played until this holds.
fn rounds_until(play: &mut Play, is: impl Fn(&Play) -> bool) -> Vec<Entry> {
    let before = play.entries.len();
    for _ in 0..8 {
        if is(play) {
            break;
        }
        ready(play);
    }
    assert!(is(play));
    play.entries[before..].to_vec()
}

// fast-battle.supply.cold-area.new-rounds: after each winter that has passed, the one too with which the rounds are over.
#[test]
fn each_winter_that_has_passed_is_felt_and_the_last_with_the_end_of_the_rounds() {
    const RULE: &str = "fast-battle.supply.cold-area.new-rounds";
    let stacks =
        [(FRANCE, "france", "eRosselo", json!(["ld"])), (FRANCE, "france", "eLanguedoc", json!(["ld"]))];
    // Summer 3 goes on into its winter, summers 4 and 5 follow, and the last winter, which passes with the end.
    let mut play = round(&stacks, &[4, 1, 1, 10, 1, 1, 10, 1, 1]);
    play.must(FRANCE, board(json!({"board": "cold", "place": "eRosselo", "cold": true})));
    let made = rounds_until(&mut play, |play| position(play).turn.number() > 8);
    let begun: Vec<(Value, bool)> = all(&made, "round_begun")
        .iter()
        .map(|begun| (begun["round"].clone(), begun["rules"].as_array().unwrap().contains(&json!(RULE))))
        .collect();
    let round =
        |summer: bool, year: u8| if summer { json!({"summer": year}) } else { json!({"winter": year}) };
    let rounds =
        [(round(false, 3), false), (round(true, 4), true), (round(true, 5), true), (round(false, 5), false)];
    assert_eq!(begun, rounds, "a round that skips a winter, or leaves one, says so");
    let kinds: Vec<&Value> = made
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Game { e } if e["k"] == "rounds_over" || e["k"] == "wintered" => Some(&e["k"]),
            _ => None,
        })
        .collect();
    assert_eq!(kinds, ["wintered", "wintered", "rounds_over", "wintered"]);
}

// fast-battle.attrition.land.pillage-face: a minus that was left alone is gone with the turn.
#[test]
fn a_minus_of_pillage_is_gone_with_the_turn() {
    let stacks = [
        (FRANCE, "france", "eRosselo", json!(["army_plus", "army_minus"])),
        (FRANCE, "france", "eLanguedoc", json!(["ld"])),
    ];
    let mut play = round(&stacks, &[4, 10, 10, 10, 10, 10, 10]);
    play.must(FRANCE, march(1, "eCatalunya"));
    play.act(FRANCE, Act::Ready { through: Through::Step, hold: false });
    let pillaged = Place::by_key("eRosselo").unwrap();
    assert_eq!(position(&play).board.pillages_of(pillaged).minus, 1);
    play.must(FRANCE, board(json!({"board": "disband", "stack": 1})));
    rounds_until(&mut play, |play| position(play).turn.number() > 8);
    assert!(position(&play).board.pillages.is_empty(), "{:?}", position(&play).board.pillages);
}

#[test]
fn the_campaign_is_over_with_turn_62() {
    let mut play = at_war(Play::founded(&founding(2, 61)));
    for turn in [62, 62] {
        assert_eq!(play.campaign.public_view().stage, Stage::Playing);
        for person in [FRANCE, SPAIN] {
            play.act(person, Act::Ready { through: Through::Step, hold: false });
        }
        assert_eq!(position(&play).turn.number(), turn);
    }
    assert_eq!(play.campaign.public_view().stage, Stage::Closed);
}
