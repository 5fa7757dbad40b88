//! What a player tells of Europa's board, and on whose word it rests: troops that are put down, provinces, leaders, treasuries, initiative, sieges.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::europa::{FRANCE, SPAIN, at_war, founding, position, ready};
use engine::europa::board::Eyes;
use engine::europa::country::Country;
use engine::europa::geography::Place;
use engine::europa::seats::Told;
use engine::table::assent::{Telling, Weight};
use engine::table::names::SeatId;
use engine::table::{Act, Verb};
use serde_json::{Value, json};

const LANGUEDOC: &str = "eLanguedoc";
const LUCCA: &str = "eLucca";

fn order(of: Value) -> Verb {
    Verb::Game(of)
}

fn deploy(country: &str, at: &str, counters: Value) -> Verb {
    order(json!({"board": "deploy", "country": country, "place": at, "counters": counters}))
}

fn tell(key: &str, value: i64) -> Verb {
    Verb::Act { act: Act::Tell { key: key.to_owned(), value }, text: None }
}

/// France and Spain at war, and Venice, in the campaign's first preparations.
fn three() -> Play {
    let mut play = at_war(Play::founded(&founding(3, 8)));
    play.must(3, order(json!({"europa": "take", "country": "venice"})));
    play
}

/// The same in the second turn, with nothing on the board: no round was played.
fn later() -> Play {
    let mut play = three();
    ready(&mut play);
    play
}

/// What waits, as it was told last.
fn last(play: &Play) -> Telling {
    let tellings = &play.campaign.play.tellings;
    let last = tellings.values().next_back().unwrap_or_else(|| panic!("nothing waits"));
    (**last).clone()
}

fn waits(play: &Play) -> usize {
    play.campaign.play.tellings.len()
}

fn told(play: &Play, country: &str, what: Told) -> i64 {
    position(play).told(Country::by_key(country).unwrap(), what)
}

#[test]
fn what_a_country_begins_with_counts_at_once_and_what_is_more_all_have_to_see() {
    let mut play = three();
    // In this period France keeps 7 LD for nothing and buys 4 in a turn: it begins with 18.
    for (n, at) in (1..).zip([LANGUEDOC, LANGUEDOC, "eQuercy", "ePoitou"]) {
        play.tells(FRANCE, deploy("france", at, json!(["army_plus"])));
        assert_eq!((position(&play).board.stacks.len(), waits(&play)), (n, 0));
    }
    play.tells(FRANCE, deploy("france", "eQuercy", json!(["army_plus"])));
    assert_eq!((position(&play).board.stacks.len(), last(&play).weight), (4, Weight::Light));
    play.right_now();
}

#[test]
fn troops_that_come_after_the_first_preparations_rest_on_all() {
    let mut play = later();
    play.tells(FRANCE, deploy("france", LANGUEDOC, json!(["ld"])));
    assert_eq!((position(&play).board.stacks.len(), last(&play).weight), (0, Weight::Light));
    play.right_now();
}

#[test]
fn troops_on_anothers_soil_rest_on_his_word() {
    let mut play = three();
    play.tells(FRANCE, deploy("france", "eVeneto", json!(["ld"])));
    let open = last(&play);
    assert_eq!(
        (open.weight, open.of.into_iter().collect::<Vec<_>>()),
        (Weight::Grave, vec![SeatId::numbered(3)])
    );
    assert!(position(&play).board.stacks.is_empty());
    play.right_now();
}

#[test]
fn a_leader_whom_the_bot_does_not_know_rests_on_all() {
    let mut play = three();
    let led = json!({"name": "Roland", "values": {"manoeuvre": 6, "fire": 6, "shock": 6, "siege": 6}});
    let with = json!({"board": "deploy", "country": "france", "place": LANGUEDOC, "counters": ["ld"], "leader": led});
    play.tells(FRANCE, order(with));
    assert_eq!((position(&play).board.stacks.len(), last(&play).weight), (0, Weight::Light));
    play.tells(FRANCE, deploy("france", LANGUEDOC, json!(["ld"])));
    play.tells(FRANCE, order(json!({"board": "lead", "stack": 1, "leader": led})));
    assert!(position(&play).board.stacks[&1].leader.is_none());
    let own = engine::europa::board::serving(&position(&play), Country::by_key("france").unwrap(), false);
    play.tells(FRANCE, order(json!({"board": "lead", "stack": 1, "leader": own[0]})));
    assert!(position(&play).board.stacks[&1].leader.is_some(), "one of the list counts at once");
    play.right_now();
}

#[test]
fn a_province_of_whom_nobody_plays_is_taken_at_peace_by_the_others_vote_alone() {
    let mut play = three();
    let hold = || order(json!({"board": "hold", "place": LUCCA, "country": "france"}));
    play.tells(FRANCE, hold());
    let open = last(&play);
    assert_eq!(
        (open.weight, open.of.into_iter().collect::<Vec<_>>()),
        (Weight::Decisive, vec![SeatId::numbered(1)])
    );
    let holder = |play: &Play| {
        let now = position(play);
        Eyes::of(&now, Country::by_key("france").unwrap()).holder(Place::by_key(LUCCA).unwrap())
    };
    assert_eq!(holder(&play), Country::by_key("lucca"));
    let mut play = three();
    play.must(FRANCE, order(json!({"europa": "war", "country": "france", "with": "lucca", "on": true})));
    play.tells(FRANCE, hold());
    assert_eq!(last(&play).weight, Weight::Light, "in a war all only have to see it");
    play.right_now();
}

#[test]
fn how_a_country_comes_in_the_order_of_play_nobody_tells_alone() {
    let mut play = three();
    play.must(FRANCE, tell("initiative/france", 9));
    for value in [3, 12] {
        play.tells(FRANCE, tell("initiative/france", value));
        assert_eq!(
            (told(&play, "france", Told::Initiative), last(&play).weight),
            (9, Weight::Light),
            "{value}"
        );
    }
    for value in [1, 20] {
        play.tells(SPAIN, tell("initiative/france", value));
        let open = last(&play);
        assert_eq!((open.weight, open.of.contains(&SeatId::numbered(1))), (Weight::Grave, true), "{value}");
    }
    assert_eq!(told(&play, "france", Told::Initiative), 9);
    play.right_now();
}

#[test]
fn a_treasury_rises_by_so_much_in_a_turn_by_its_owners_word() {
    let mut play = later();
    let now = told(&play, "france", Told::Ducats);
    let usual = Told::Ducats.usual().unwrap();
    play.tells(FRANCE, tell("ducats/france", now + usual - 1));
    play.tells(FRANCE, tell("ducats/france", now + usual));
    assert_eq!((told(&play, "france", Told::Ducats), waits(&play)), (now + usual, 0));
    play.tells(FRANCE, tell("ducats/france", now + usual + 1));
    assert_eq!((told(&play, "france", Told::Ducats), last(&play).weight), (now + usual, Weight::Decisive));
    // What is paid out does not make room for more.
    let mut play = later();
    for value in [now + usual, now, now + 1] {
        play.tells(FRANCE, tell("ducats/france", value));
    }
    assert_eq!((told(&play, "france", Told::Ducats), waits(&play)), (now, 1));
    play.right_now();
}

#[test]
fn a_treasury_that_was_never_told_begins_with_no_more_than_is_usual() {
    let mut play = three();
    let usual = Told::Ducats.usual().unwrap();
    play.tells(3, tell("ducats/venice", usual + 1));
    assert_eq!((told(&play, "venice", Told::Ducats), last(&play).weight), (0, Weight::Decisive));
    play.tells(3, tell("ducats/venice", usual));
    assert_eq!(told(&play, "venice", Told::Ducats), usual);
    play.right_now();
}

#[test]
fn nobody_begins_with_the_arms_of_another_age_by_his_own_word() {
    let mut play = three();
    let technology = |land: &str, naval: &str| {
        order(json!({"europa": "technology", "country": "venice", "land": land, "naval": naval}))
    };
    for (land, naval) in [("lace_wars", "carrack"), ("musket", "carrack"), ("arquebuse", "galleon_fluyt")] {
        play.tells(3, technology(land, naval));
        assert_eq!(last(&play).weight, Weight::Light, "{land} {naval}");
    }
    let waiting = waits(&play);
    play.tells(3, technology("arquebuse", "nao_galeon"));
    assert_eq!(waits(&play), waiting, "what its time has counts at once");
    play.right_now();
}

#[test]
fn technologies_and_countries_after_the_beginning_rest_on_all() {
    let mut play = later();
    let technology =
        |land: &str| json!({"europa": "technology", "country": "venice", "land": land, "naval": "carrack"});
    play.tells(3, order(technology("arquebuse")));
    assert_eq!(last(&play).weight, Weight::Light);
    play.tells(3, order(json!({"europa": "take", "country": "milan"})));
    assert_eq!((last(&play).weight, position(&play).countries.len()), (Weight::Light, 3));
    play.right_now();
}

// fast-battle.siege.siegework
#[test]
fn a_siege_of_whom_one_is_at_peace_with_is_laid_nowhere_on_the_bots_board() {
    let mut play = three();
    play.tells(FRANCE, deploy("france", LANGUEDOC, json!(["army_plus"])));
    let besieger = json!({
        "parts": [{"country": "FRA", "class": "IV", "a_plus": 1, "a_minus": 0, "detachments": 0}],
        "technology": "arquebuse", "veteran": true, "command": "none",
    });
    let scene = json!({"place": "Lucca", "level": 1, "countries": [["france"], ["lucca"]]});
    let inside = json!({"technology": "medieval", "troops": 0});
    let lay = order(json!({"siege": "lay", "scene": scene, "besieger": besieger, "garrison": inside}));
    let refused = play.refused_under("fast-battle.siege.siegework", FRANCE, lay);
    assert!(refused.contains("tell the war first"), "{refused}");
}
