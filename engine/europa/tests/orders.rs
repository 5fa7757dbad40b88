//! What is ordered on Europa's board besides moves: stacks put down, changed, joined, led and paid for; what is told of provinces.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::europa::{
    FRANCE, SPAIN, at_war, before_movement, comes_to, found, founding, moves, position, round, seals,
    spain_first,
};
use engine::europa::Order;
use engine::europa::board::{MOST_STACKS, Order as OnBoard};
use engine::europa::country::Country;
use engine::europa::leaders::leaders;
use engine::europa::outline::Frame;
use engine::europa::seats::Told;
use engine::europa::thirds::Thirds;
use engine::europa::units::Counter;
use engine::table::act::Through;
use engine::table::names::SeatId;
use engine::table::{Act, Verb};
use serde_json::{Value, json};

fn deploy(country: &str, at: &str, counters: Value) -> Verb {
    Verb::Game(
        json!({"board": "deploy", "country": country, "place": at, "counters": counters, "veteran": true}),
    )
}

fn regroup(stack: u32, counters: &Value) -> Verb {
    Verb::Game(json!({"board": "regroup", "stack": stack, "counters": counters}))
}

fn join(stack: u32, to: u32) -> Verb {
    Verb::Game(json!({"board": "join", "stack": stack, "to": to}))
}

fn march(stack: u32, to: &str) -> Verb {
    Verb::Game(json!({"board": "march", "stack": stack, "to": to}))
}

fn campaign(country: &str, land: &str) -> Verb {
    Verb::Game(json!({"board": "campaign", "country": country, "campaign": {"land": land, "sea": "none"}}))
}

fn fleet() -> Value {
    json!({"fleet_minus": {"nd": 0, "gd": 0, "dtr": 0}})
}

fn ducats(play: &Play) -> i64 {
    position(play).told(Country::by_key("france").unwrap(), Told::Ducats)
}

// fast-battle.stacking.land-counters
#[test]
fn a_stack_is_said_in_one_to_twenty_counters() {
    let mut play = at_war(Play::founded(&founding(2, 8)));
    let lds = |many: usize| deploy("france", "eLanguedoc", json!(vec!["ld"; many]));
    for many in [0, 21] {
        assert!(play.refused(FRANCE, lds(many)).contains("20 at most"), "{many}");
    }
    play.refused_under("fast-battle.stacking.land-counters", FRANCE, lds(20));
}

#[test]
fn nobody_puts_down_a_stack_of_a_country_that_another_plays() {
    let mut play = at_war(Play::founded(&founding(3, 8)));
    assert!(
        play.refused(FRANCE, deploy("spain", "eCatalunya", json!(["ld"]))).contains("not yours to order")
    );
    // What nobody plays is put down by whoever plays anything; who plays nothing puts down nothing.
    assert!(play.refused(3, deploy("lucca", "eLucca", json!(["ld"]))).contains("You play no country yet"));
    play.must(FRANCE, deploy("lucca", "eLucca", json!(["ld"])));
}

#[test]
fn the_board_holds_400_stacks() {
    let play = before_movement(&[(FRANCE, "france", "eLanguedoc", json!(["ld"]))], &[]);
    let mut now = position(&play);
    let own = now.board.stacks[&1].clone();
    let order = Order::Board(OnBoard::Deploy {
        country: own.country,
        place: engine::europa::geography::Place::by_key("eQuercy").unwrap(),
        counters: vec![Counter::Ld],
        veteran: false,
        leader: None,
    });
    assert_eq!(MOST_STACKS, 400);
    for (stacks, open) in [(399, true), (400, false)] {
        now.board.stacks = (1..=stacks).map(|n| (n, own.clone())).collect();
        assert_eq!(engine::europa::is_open(&now, &SeatId::numbered(1), &order), open, "{stacks}");
    }
}

// fast-battle.aids.replacement-leaders: a leader is of his time by his name and his values.
#[test]
fn who_has_the_name_of_a_later_leader_and_other_values_is_another_man() {
    let mut play = at_war(Play::founded(&founding(2, 8)));
    let later = leaders().iter().find(|leader| leader.turns.is_some_and(|(first, _)| first > 20)).unwrap();
    let with = |values: Value| {
        let led = json!({"name": later.name, "values": values});
        Verb::Game(
            json!({"board": "deploy", "country": "france", "place": "eLanguedoc", "counters": ["ld"], "leader": led}),
        )
    };
    let own = serde_json::to_value(later.values()).unwrap();
    play.refused_under("fast-battle.aids.replacement-leaders", FRANCE, with(own.clone()));
    let mut other = own;
    let manoeuvre = other["manoeuvre"].as_i64().unwrap();
    other["manoeuvre"] = json!(if manoeuvre == 1 { 2 } else { 1 });
    play.must(FRANCE, with(other));
}

#[test]
fn nobody_leads_two_stacks() {
    let mut play = at_war(Play::founded(&founding(2, 8)));
    let values = json!({"manoeuvre": 3, "fire": 2, "shock": 2});
    let led = |name: &str| json!({"name": name, "values": values});
    let with = |at: &str, name: &str| {
        let order = json!({"board": "deploy", "country": "france", "place": at, "counters": ["ld"], "leader": led(name)});
        Verb::Game(order)
    };
    let lead =
        |stack: u32, leader: Value| Verb::Game(json!({"board": "lead", "stack": stack, "leader": leader}));
    play.must(FRANCE, with("eLanguedoc", "Bayard"));
    assert!(
        play.refused(FRANCE, with("eProvence", "bayard")).contains("leads stack 1, and nobody leads two")
    );
    play.must(FRANCE, with("eProvence", "Bayard II"));
    assert!(play.refused(FRANCE, lead(2, led("Bayard"))).contains("Take him from it first"));
    // Who has no name may be anybody; and he may lead what he leads with other values, and then another stack.
    play.must(FRANCE, lead(2, led("")));
    play.must(FRANCE, lead(1, led("")));
    play.must(FRANCE, lead(2, led("Bayard")));
    let better = json!({"name": "Bayard", "values": {"manoeuvre": 4, "fire": 2, "shock": 2}});
    play.must(FRANCE, lead(2, better));
}

#[test]
fn who_takes_a_country_that_was_given_up_goes_on_from_there() {
    let mut play = at_war(Play::founded(&founding(2, 8)));
    let france = Country::by_key("france").unwrap();
    play.act(FRANCE, Act::Tell { key: "ducats/france".to_owned(), value: 321 });
    let before = position(&play).countries[&france].clone();
    play.must(FRANCE, Verb::Game(json!({"europa": "release", "country": "france"})));
    assert_eq!(position(&play).seat_of(france), None);
    play.must(SPAIN, Verb::Game(json!({"europa": "take", "country": "france"})));
    let after = position(&play).countries[&france].clone();
    assert_ne!(after.seat, before.seat);
    assert_eq!(after, engine::europa::seats::Played { seat: after.seat.clone(), ..before });
    assert!(position(&play).given_up.is_empty());
}

// fast-battle.units.fleet-contents-recorded: every ship is found again where nothing was lost.
#[test]
fn ships_that_owe_no_loss_are_not_made_fewer() {
    let mut play = round(&[(FRANCE, "france", "eGuyenne", json!(["nd", "nd"]))], &[]);
    play.refused_under("fast-battle.units.fleet-contents-recorded", FRANCE, regroup(1, &json!(["nd"])));
    assert_eq!(position(&play).board.stacks[&1].stack.naval(), Thirds::whole(2));
}

// fast-battle.attrition.sea.remaining: what fleets have lost of what fills them is missing in them, and in nothing else.
#[test]
fn what_fleets_have_lost_goes_with_the_last_of_them() {
    let stacks = [(FRANCE, "france", "sGascogne", json!([fleet(), "nd"]))];
    let mut play = round(&stacks, &[10, 5, 5, 5, 5]);
    play.act(FRANCE, Act::Ready { through: Through::Step, hold: false });
    assert!(position(&play).board.stacks[&1].owes > Thirds::NONE);
    play.must(FRANCE, regroup(1, &json!([fleet(), "nd"])));
    let missing = |play: &Play| position(play).board.stacks[&1].missing;
    assert!(missing(&play) > Thirds::NONE);
    play.must(FRANCE, regroup(1, &json!(["nd"])));
    assert_eq!(missing(&play), Thirds::NONE, "a warship by itself lacks nothing");
}

// fast-battle.aids.interception-evasion: who was caught in a blockaded port may be forced to fight, as he is.
#[test]
fn who_was_caught_joins_nobody_before_that_is_decided() {
    let stacks = [
        (FRANCE, "france", "eGuyenne", json!(["nd"])),
        (FRANCE, "france", "eGuyenne", json!(["nd"])),
        (SPAIN, "spain", "sGascogne", json!(["nd", "nd", "nd"])),
    ];
    let mut play = spain_first(&stacks, &[1, 4, 1, 1]);
    play.must(SPAIN, Verb::Game(json!({"board": "blockade", "stack": 3, "port": "eGuyenne"})));
    moves(&mut play, FRANCE);
    play.must(FRANCE, Verb::Game(json!({"board": "sail", "stack": 1, "way": ["sGascogne"]})));
    for (stack, to) in [(1, 2), (2, 1)] {
        assert!(play.refused(FRANCE, join(stack, to)).contains("that is decided first"), "{stack} {to}");
    }
    play.must(SPAIN, Verb::Game(json!({"board": "let_go", "stack": 1})));
    play.must(FRANCE, join(1, 2));
}

/// Caught in port by stack 2 of Spain.
fn caught() -> Play {
    let stacks = [
        (FRANCE, "france", "eGuyenne", json!(["nd"])),
        (SPAIN, "spain", "sGascogne", json!(["nd", "nd", "nd"])),
        (FRANCE, "france", "eLanguedoc", json!(["ld"])),
        (SPAIN, "spain", "eAragon", json!(["ld"])),
    ];
    let mut play = spain_first(&stacks, &[1, 4, 1, 1, 1]);
    play.must(SPAIN, Verb::Game(json!({"board": "blockade", "stack": 2, "port": "eGuyenne"})));
    moves(&mut play, FRANCE);
    play.must(FRANCE, Verb::Game(json!({"board": "sail", "stack": 1, "way": ["sGascogne"]})));
    play
}

// fast-battle.aids.interception-evasion: a battle is forced by ships that are there, on ships that are there.
#[test]
fn nothing_is_decided_of_a_stack_that_was_caught_once_it_or_its_catcher_is_gone() {
    let open = |play: &Play| position(play).frames.any(|open| *open == Frame::Caught { stack: 1, by: 2 });
    for (person, gone) in [(FRANCE, 1), (SPAIN, 2)] {
        let mut play = caught();
        assert!(open(&play));
        play.must(person, Verb::Game(json!({"board": "disband", "stack": gone})));
        assert!(!open(&play), "{gone}");
    }
}

#[test]
fn of_a_sea_zone_nothing_is_told_and_who_plays_no_country_tells_nothing() {
    let mut play = at_war(Play::founded(&founding(3, 8)));
    let hold = |place: &str| Verb::Game(json!({"board": "hold", "place": place, "country": "france"}));
    let cold = |place: &str| Verb::Game(json!({"board": "cold", "place": place, "cold": true}));
    let revolt = Verb::Game(json!({"board": "revolt", "place": "eLanguedoc", "size": 1}));
    for told in [hold("sLion"), cold("sLion")] {
        assert!(play.refused(FRANCE, told).contains("is a sea zone, and nobody holds it"));
    }
    for told in [hold("eRosselo"), cold("eRosselo"), revolt.clone()] {
        assert!(play.refused(3, told).contains("You play no country yet"));
    }
    for told in [hold("eRosselo"), cold("eRosselo"), revolt] {
        play.must(FRANCE, told);
    }
}

// fast-battle.campaign.costs
#[test]
fn a_campaign_takes_the_last_ducat_and_no_more_than_there_is() {
    let mut play = before_movement(&[(FRANCE, "france", "eLanguedoc", json!(["ld"]))], &[]);
    comes_to(&mut play, "movement", FRANCE);
    play.act(FRANCE, Act::Tell { key: "ducats/france".to_owned(), value: 19 });
    assert!(play.refused(FRANCE, campaign("france", "simple")).contains("has 19 D$ and would pay 20"));
    play.act(FRANCE, Act::Tell { key: "ducats/france".to_owned(), value: 20 });
    play.must(FRANCE, campaign("france", "simple"));
    assert_eq!(ducats(&play), 0);
}

// fast-battle.campaign.passive.moves: an enemy who comes by an interception makes no enemy's country of it.
#[test]
fn who_is_intercepted_at_home_has_entered_nothing() {
    let stacks = [
        (FRANCE, "france", "eQuercy", json!(["ld"])),
        (FRANCE, "france", "ePoitou", json!(["ld"])),
        (SPAIN, "spain", "eRosselo", json!(["army_plus"])),
    ];
    let mut play = spain_first(&stacks, &[10, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5]);
    comes_to(&mut play, "movement", FRANCE);
    play.must(FRANCE, campaign("france", "passive"));
    play.must(FRANCE, march(1, "eLanguedoc"));
    let made = seals(&mut play, SPAIN, "intercept/1", &json!({"with": [[3, "eLanguedoc"]]}));
    let marched = found(&made, "marched").unwrap();
    assert_eq!((&marched["stopped"], &marched["deed"]), (&json!(true), &json!("moves")));
}
