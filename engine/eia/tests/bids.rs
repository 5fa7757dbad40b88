//! The choice of powers by bids: the rules `house.general.bids-order` and `house.general.bids-tie`, in whole campaigns.
#![allow(clippy::unwrap_used)]

use crate::common::sealing;
use crate::common::{Play, founding, rules_in, sheet, sheet_preferring, untied};
use engine::eia::choice_of_powers::HIGHEST_CEILING;
use engine::eia::powers::Power::{self, *};
use engine::eia::rounds::CHOICE_OF_POWERS;
use engine::rules::ids_under;
use engine::table::chance::Scripted;
use engine::table::{Entry, Event, found};
use rstest::rstest;
use serde_json::{Value, json};

const CEILING: u32 = 60;

fn campaign(seats: u32, spare: &str, dice: &[&[u32]]) -> Play {
    Play::scripted(seats, 0, json!({"ceiling": CEILING, "spare": spare}), dice).started()
}

/// The powers taken, in their order: (power, seat, bid).
fn taken(entries: &[Entry]) -> Vec<(String, String, u64)> {
    entries
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Game { e } if e["k"] == "power_taken" => Some(e),
            _ => None,
        })
        .map(|e| {
            let text = |key: &str| e[key].as_str().unwrap().to_owned();
            (text("power"), text("seat"), e["bid"].as_u64().unwrap())
        })
        .collect()
}

fn events<'a>(entries: &'a [Entry], kind: &str) -> Vec<&'a Value> {
    entries
        .iter()
        .filter_map(|entry| match &entry.event {
            Event::Game { e } if e["k"] == kind => Some(e),
            _ => None,
        })
        .collect()
}

#[test]
fn bids_are_handled_from_the_largest_down() {
    // The ledger's own case: bids of 12, 30 and 7 are handled 30, 12, 7.
    let mut play = campaign(3, "uncontrolled", &[]);
    let made = play.bid(vec![
        sheet([12, 0, 1, 2, 3, 4, 5]),
        sheet([6, 30, 0, 1, 2, 3, 4]),
        sheet([1, 6, 7, 0, 2, 3, 4]),
    ]);
    let told = taken(&made);
    let order: Vec<(&str, &str, u64)> = told.iter().map(|(p, s, b)| (p.as_str(), s.as_str(), *b)).collect();
    assert_eq!(order, [("france", "seat-2", 30), ("austria", "seat-1", 12), ("great_britain", "seat-3", 7)]);
    assert!(play.asked().is_empty());
    let rules = rules_in(&made);
    assert!(rules.iter().all(|id| id == "house.general.bids-order") && rules.len() == 3);
}

#[test]
fn the_winner_s_goal_rises_and_other_bids_fall() {
    let mut play = campaign(3, "uncontrolled", &[]);
    // Seat 1 would win everything that its sheet bids for; seat 2 is second for France, seat 3 for all.
    play.bid(vec![
        sheet([59, 60, 58, 57, 56, 55, 54]),
        sheet([40, 50, 9, 8, 7, 6, 5]),
        sheet([39, 45, 3, 2, 1, 0, 4]),
    ]);
    assert_eq!(play.holder(France), Some((1, 60, 370 + 60, "bid".to_owned())));
    assert_eq!(play.holder(Austria), Some((2, 40, 358 + 40, "bid".to_owned())));
    // Seat 3's 45 and 39 fell with France and Austria; its next bid is 4 for Turkey.
    assert_eq!(play.holder(Turkey), Some((3, 4, 323 + 4, "bid".to_owned())));
    let choice = &play.position()["choice"];
    assert_eq!(choice["holdings"].as_object().unwrap().len(), 3);
    assert_eq!(choice["uncontrolled"], json!(["great_britain", "prussia", "russia", "spain"]));
    assert_eq!(choice["done"], json!(true));
    assert_eq!(choice["goals"]["france"], json!(370));
}

#[rstest]
#[case([2, 5], 2, [5, 2])]
#[case([6, 1], 1, [6, 1])]
fn equal_bids_for_one_power_go_by_a_die_each(
    #[case] dice: [u32; 2],
    #[case] first: u32,
    #[case] told: [u32; 2],
) {
    let mut play = campaign(2, "uncontrolled", &[&dice]);
    let made = play.bid(vec![sheet([0, 15, 1, 2, 3, 4, 5]), sheet([6, 15, 1, 2, 3, 4, 5])]);
    assert_eq!(play.holder(France).unwrap().0, first);
    assert_eq!(play.holder(France).unwrap().1, 15);
    assert_eq!(play.asked(), ["choice/bids/15/throw-1"]);
    let tied = events(&made, "bids_tied");
    assert_eq!(tied.len(), 1);
    assert_eq!(tied[0]["amount"], json!(15));
    assert_eq!(tied[0]["rolls"], json!([[told[0]], [told[1]]]));
    assert_eq!(tied[0]["order"][0]["seat"], json!(format!("seat-{first}")));
    assert_eq!(tied[0]["rules"], json!(["house.general.bids-tie"]));
    let won = events(&made, "power_taken");
    assert_eq!(won[0]["rules"], json!(["house.general.bids-order", "house.general.bids-tie"]));
    // The loser's bid for France fell, and he takes his next.
    assert_eq!(taken(&made)[1].1, format!("seat-{}", 3 - first));
    assert_ne!(taken(&made)[1].0, "france");
}

#[test]
fn those_still_tied_roll_again() {
    let mut play = campaign(2, "uncontrolled", &[&[4, 4], &[1, 1], &[3, 6]]);
    let made = play.bid(vec![sheet([0, 15, 1, 2, 3, 4, 5]), sheet([1, 15, 0, 3, 4, 5, 6])]);
    assert_eq!(play.holder(France).unwrap().0, 2);
    let tied = events(&made, "bids_tied");
    assert_eq!(tied[0]["rolls"], json!([[4, 1, 6], [4, 1, 3]]));
    assert_eq!(play.asked(), ["choice/bids/15/throw-1", "choice/bids/15/throw-2", "choice/bids/15/throw-3"]);
}

#[test]
fn only_those_still_tied_roll_again() {
    // Of three, seat 2 rolls highest and goes first; 1 and 3 roll again between themselves.
    let mut play = campaign(3, "uncontrolled", &[&[3, 5, 3], &[2, 4]]);
    let tie = |low: u32| sheet([15, low, low + 1, low + 2, low + 3, low + 4, low + 5]);
    let made = play.bid(vec![tie(0), tie(1), tie(2)]);
    let tied = events(&made, "bids_tied");
    assert_eq!(tied[0]["rolls"], json!([[5], [3, 4], [3, 2]]));
    let order: Vec<&Value> = tied[0]["order"].as_array().unwrap().iter().map(|bid| &bid["seat"]).collect();
    assert_eq!(order, ["seat-2", "seat-3", "seat-1"]);
    assert_eq!(play.holder(Austria).unwrap().0, 2);
    let requests: Vec<u64> = made
        .iter()
        .filter_map(|entry| entry.event.rolled())
        .map(|rolled| rolled.result.len() as u64)
        .collect();
    assert_eq!(&requests[..2], [3, 2]);
}

#[test]
fn a_later_throw_never_overturns_an_earlier_one() {
    // Seats 1 and 2 tie at 6, seats 3 and 4 at 2; the second throw orders each pair within itself.
    let mut play = campaign(4, "uncontrolled", &[&[6, 6, 2, 2], &[1, 2, 5, 6]]);
    let tie = |n: u32| sheet([30, n, n + 4, n + 8, n + 12, n + 16, n + 20]);
    let made = play.bid(vec![tie(0), tie(1), tie(2), tie(3)]);
    let tied = events(&made, "bids_tied");
    assert_eq!(tied[0]["rolls"], json!([[6, 2], [6, 1], [2, 6], [2, 5]]));
    let order: Vec<&Value> = tied[0]["order"].as_array().unwrap().iter().map(|bid| &bid["seat"]).collect();
    assert_eq!(order, ["seat-2", "seat-1", "seat-4", "seat-3"]);
}

#[test]
fn equal_bids_for_different_powers_are_ordered_and_both_win() {
    let mut play = campaign(2, "uncontrolled", &[&[1, 6]]);
    let made = play.bid(vec![sheet([15, 0, 1, 2, 3, 4, 5]), sheet([0, 15, 1, 2, 3, 4, 5])]);
    let told = taken(&made);
    assert_eq!(told[0], ("france".to_owned(), "seat-2".to_owned(), 15));
    assert_eq!(told[1], ("austria".to_owned(), "seat-1".to_owned(), 15));
}

#[test]
fn a_bid_that_fell_is_not_tied_with_others() {
    // Both bid 10 for Russia, but seat 1 has Austria by then: no dice.
    let mut play = campaign(2, "uncontrolled", &[]);
    let made = play.bid(vec![sheet([40, 0, 1, 2, 10, 3, 4]), sheet([39, 0, 1, 2, 10, 3, 4])]);
    assert!(play.asked().is_empty());
    assert_eq!(taken(&made)[1], ("russia".to_owned(), "seat-2".to_owned(), 10));
}

#[test]
fn the_first_of_a_tie_makes_the_others_fall_within_it() {
    // Three bids of 15: two for France, one for Spain. Seat 1 takes France first, seat 2's 15 falls, seat 3 takes Spain.
    let mut play = campaign(3, "uncontrolled", &[&[6, 5, 1]]);
    let made = play.bid(vec![
        sheet([0, 15, 1, 2, 3, 4, 5]),
        sheet([9, 15, 1, 2, 3, 4, 5]),
        sheet([0, 1, 2, 3, 4, 15, 5]),
    ]);
    let told: Vec<(String, String)> = taken(&made).into_iter().map(|(p, s, _)| (p, s)).collect();
    let want = [("france", "seat-1"), ("spain", "seat-3"), ("austria", "seat-2")];
    assert_eq!(told, want.map(|(p, s)| (p.to_owned(), s.to_owned())));
}

#[test]
fn what_is_left_over_goes_by_preference_largest_winning_bid_first() {
    let mut play = campaign(3, "second", &[]);
    let made = play.bid(vec![
        sheet_preferring(
            [30, 0, 1, 2, 3, 4, 5],
            [Austria, Turkey, Spain, Russia, Prussia, GreatBritain, France],
        ),
        sheet_preferring(
            [0, 50, 1, 2, 3, 4, 6],
            [Austria, France, Turkey, Spain, Russia, Prussia, GreatBritain],
        ),
        sheet_preferring(
            [0, 1, 40, 2, 3, 4, 7],
            [Turkey, France, Austria, Spain, Russia, Prussia, GreatBritain],
        ),
    ]);
    // Bids: France 50 (seat 2), Great Britain 40 (seat 3), Austria 30 (seat 1). Then seat 2 chooses: Austria and France are taken,
    // so Turkey; seat 3: Turkey is gone, France, Austria taken, Spain; seat 1: Turkey and Spain are gone, Russia.
    let second: Vec<(String, String, u64)> = taken(&made).into_iter().skip(3).collect();
    let want = [("turkey", "seat-2"), ("spain", "seat-3"), ("russia", "seat-1")];
    assert_eq!(second, want.map(|(p, s)| (p.to_owned(), s.to_owned(), 0)));
    assert_eq!(play.holder(Turkey), Some((2, 0, 323, "preference".to_owned())));
    assert_eq!(play.position()["choice"]["uncontrolled"], json!(["prussia"]));
    assert!(play.asked().is_empty());
}

#[test]
fn without_a_preference_the_bids_are_it() {
    let mut play = campaign(2, "second", &[]);
    play.bid(vec![sheet([30, 0, 1, 2, 3, 9, 5]), sheet([29, 1, 2, 20, 4, 3, 0])]);
    assert_eq!(play.holder(Austria).unwrap().0, 1);
    assert_eq!(play.holder(Prussia).unwrap().0, 2);
    // Seat 1 chose first for its second power: Spain with 9; then seat 2: Russia with 4.
    assert_eq!(play.holder(Spain), Some((1, 0, 325, "preference".to_owned())));
    assert_eq!(play.holder(Russia), Some((2, 0, 365, "preference".to_owned())));
}

#[test]
fn equal_winning_bids_choose_in_the_order_of_dice() {
    // Both won with 15, which was rolled for; who chooses first is rolled for again, under a slot of its own.
    let mut play = campaign(2, "second", &[&[6, 1], &[2, 3]]);
    let preference = [Turkey, Austria, France, Spain, Russia, Prussia, GreatBritain];
    let made = play.bid(vec![
        sheet_preferring([15, 0, 1, 2, 3, 4, 5], preference),
        sheet_preferring([0, 15, 1, 2, 3, 4, 5], preference),
    ]);
    assert_eq!(play.asked(), ["choice/bids/15/throw-1", "choice/second/15/throw-1"]);
    assert_eq!(play.holder(Turkey).unwrap().0, 2);
    assert_eq!(play.holder(Spain).unwrap().0, 1);
    let rules = events(&made, "power_taken").last().unwrap()["rules"].clone();
    assert_eq!(rules, json!(["house.general.bids-order", "house.general.bids-tie"]));
}

#[test]
fn where_fewer_powers_are_left_than_players_only_the_largest_bids_choose() {
    let mut play = campaign(5, "second", &[]);
    let made = play.bid((1..=5).map(untied).collect());
    let second = taken(&made).into_iter().filter(|(_, _, bid)| *bid == 0).collect::<Vec<_>>();
    // Bids run up with the seat's number and with the power's place: seat 5 has Turkey for 46, seat 4 Spain for 38, …
    assert_eq!(second.len(), 2);
    assert_eq!((second[0].1.as_str(), second[1].1.as_str()), ("seat-5", "seat-4"));
    assert_eq!(play.position()["choice"]["uncontrolled"], json!([]));
}

#[test]
fn a_tie_across_the_last_power_left_is_rolled_for() {
    // Six players, one power left, and all six won with 30: the highest die has it.
    let mut play = campaign(6, "second", &[&[1, 2, 3, 4, 5, 6], &[2, 4, 6, 5, 3, 1]]);
    let sheets = (0..6).map(|n| {
        let mut bids = [1, 2, 3, 4, 5, 6, 7];
        bids[n] = 30;
        sheet(bids)
    });
    let made = play.bid(sheets.collect());
    assert_eq!(taken(&made).len(), 7);
    // The second roll is made in the order of the handled bids: seats 6, 5, 4, 3, 2, 1.
    assert_eq!(play.holder(Turkey).unwrap().0, 4);
    assert_eq!(play.asked().len(), 2);
}

#[test]
fn nobody_rolls_for_what_is_not_there() {
    // Seven have a power each: that six of them won with 30 needs no second roll, for nothing is left.
    let mut play = campaign(7, "second", &[&[1, 2, 3, 4, 5, 6, 6], &[1, 2]]);
    let all: Vec<Value> = (0..7)
        .map(|n| {
            let mut bids = [1, 2, 3, 4, 5, 6, 7];
            bids[n] = 30;
            sheet(bids)
        })
        .collect();
    play.bid(all);
    assert_eq!(play.asked(), ["choice/bids/30/throw-1", "choice/bids/30/throw-2"]);
    // Six players, one power left: who bid 50 has it, and the five with 30 do not roll for it.
    let mut play = campaign(6, "second", &[&[1, 2, 3, 4, 5]]);
    let mut six: Vec<Value> = (0..6)
        .map(|n| {
            let mut bids = [1, 2, 3, 4, 5, 6, 7];
            bids[n] = 30;
            sheet(bids)
        })
        .collect();
    six[0]["bids"]["austria"] = json!(50);
    play.bid(six);
    assert_eq!(play.asked(), ["choice/bids/30/throw-1"]);
    assert_eq!(play.holder(Turkey), Some((1, 0, 323, "preference".to_owned())));
}

#[rstest]
fn from_two_to_seven_players(
    #[values(2, 3, 4, 5, 6, 7)] seats: u32,
    #[values("second", "uncontrolled")] spare: &str,
) {
    let mut play = campaign(seats, spare, &[]);
    assert!(play.campaign.play.rounds.contains_key(CHOICE_OF_POWERS));
    let made = play.bid((1..=seats).map(untied).collect());
    let position = play.position();
    let holdings = position["choice"]["holdings"].as_object().unwrap().len() as u32;
    let uncontrolled = position["choice"]["uncontrolled"].as_array().unwrap().len() as u32;
    assert_eq!(holdings + uncontrolled, 7);
    assert_eq!(holdings, if spare == "second" { 7.min(2 * seats) } else { seats });
    for n in 1..=seats {
        let mine =
            Power::STANDARD.iter().filter(|power| play.holder(**power).is_some_and(|holder| holder.0 == n));
        assert!((1..=2).contains(&mine.count()));
    }
    assert_eq!(position["choice"]["done"], json!(true));
    assert_eq!(play.campaign.play.path(), ["1805-01", "political"]);
    assert_eq!(play.campaign.epoch.number, 2, "the choice of powers ends an epoch");
    let known: Vec<&str> = ids_under("house.general.bids-").iter().map(|id| id.as_str()).collect();
    assert!(rules_in(&made).iter().all(|id| known.contains(&id.as_str())));
}

#[rstest]
#[case::one_seat(1, json!({}), "2 to 7")]
#[case::eight_seats(8, json!({}), "2 to 7")]
#[case::no_seats(0, json!({}), "2 to 7")]
#[case::low_ceiling(7, json!({"ceiling": 5}), "6 to 999")]
#[case::high_ceiling(7, json!({"ceiling": 1000}), "6 to 999")]
#[case::negative_ceiling(7, json!({"ceiling": -1}), "choices at founding")]
#[case::goal_of_nothing(7, json!({"goals": {"france": 0}}), "1 to 9,999")]
#[case::goal_too_high(7, json!({"goals": {"france": 10000}}), "1 to 9,999")]
#[case::goal_of_a_stranger(7, json!({"goals": {"sweden": 100}}), "choices at founding")]
#[case::float(7, json!({"ceiling": 10.5}), "choices at founding")]
#[case::other_spare(7, json!({"spare": "third"}), "choices at founding")]
#[case::unknown(7, json!({"colour": "red"}), "choices at founding")]
#[case::no_object(7, json!("ceiling"), "choices at founding")]
fn options_out_of_bounds_are_refused(#[case] seats: u32, #[case] options: Value, #[case] says: &str) {
    let refusal = found(&founding(seats, 0, options), &mut Scripted::default()).unwrap_err();
    assert!(refusal.says.contains(says) && refusal.says.ends_with('.'), "{refusal}");
}

#[test]
fn founding_refuses_what_it_does_not_know() {
    let says = |change: fn(&mut engine::table::Founding)| {
        let mut founding = founding(7, 0, json!({}));
        change(&mut founding);
        found(&founding, &mut Scripted::default()).unwrap_err().says.to_string()
    };
    assert!(says(|f| f.game = "chess".to_owned()).contains("no game \"chess\""));
    assert!(says(|f| f.scenario = "1792".to_owned()).contains("no scenario 1792; there is: 1805"));
    assert!(says(|f| f.campaign = "Abcdefgh01".to_owned()).contains("ten letters"));
    assert!(says(|f| f.operator_seats = 8).contains("more seats than there are"));
}

#[test]
fn the_smallest_and_the_highest_ceiling_can_be_played() {
    for ceiling in [6, HIGHEST_CEILING] {
        let mut play = Play::scripted(2, 0, json!({"ceiling": ceiling}), &[]).started();
        let high = sheet([ceiling, 0, 1, 2, 3, 4, 5]);
        let mut low = sheet([0, 1, 2, 3, 4, 5, 6]);
        // Equal bids, in their order: 6 or 999 alone, then 5 of both.
        play.will_fall(&[&[6, 1], &[6, 1], &[6, 1], &[6, 1], &[6, 1], &[6, 1], &[6, 1]]);
        low["bids"]["turkey"] = json!(ceiling);
        play.bid(vec![high, low]);
        assert_eq!(play.holder(Austria).unwrap().1, u64::from(ceiling));
        assert_eq!(play.position()["choice"]["done"], json!(true));
    }
}

#[test]
fn goals_typed_at_founding_count() {
    let mut play =
        Play::scripted(2, 0, json!({"goals": {"spain": 400}, "spare": "uncontrolled", "ceiling": 30}), &[])
            .started();
    play.bid(vec![sheet([0, 1, 2, 3, 4, 30, 5]), sheet([20, 1, 2, 3, 4, 29, 5])]);
    assert_eq!(play.holder(Spain), Some((1, 30, 430, "bid".to_owned())));
    assert_eq!(play.position()["choice"]["goals"]["france"], json!(370));
}

#[rstest]
#[case::missing_power(|s: &mut Value| { s["bids"].as_object_mut().unwrap().remove("spain"); }, "Spain has no number yet")]
#[case::below_zero(|s: &mut Value| s["bids"]["spain"] = json!(-1), "Spain: -1 is below 0")]
#[case::over_the_ceiling(|s: &mut Value| s["bids"]["spain"] = json!(61), "Spain: 61 is over the ceiling")]
#[case::twice(|s: &mut Value| s["bids"]["spain"] = json!(2), "Great Britain and Spain both have 2")]
#[case::unknown_power(|s: &mut Value| s["bids"]["sweden"] = json!(44), "Sweden cannot be bid for")]
#[case::half(|s: &mut Value| s["bids"]["spain"] = json!(2.5), "Spain needs a whole number from 0 to 60")]
#[case::whole_float(|s: &mut Value| s["bids"]["spain"] = json!(9.0), "Spain needs a whole number")]
#[case::text(|s: &mut Value| s["bids"]["spain"] = json!("9"), "Spain needs a whole number")]
#[case::null(|s: &mut Value| s["bids"]["spain"] = Value::Null, "Spain needs a whole number")]
#[case::enormous(|s: &mut Value| s["bids"]["spain"] = json!(u64::MAX), "Spain needs a whole number")]
#[case::no_bids(|s: &mut Value| { s.as_object_mut().unwrap().remove("bids"); }, "Bids is missing")]
#[case::bids_are_a_list(|s: &mut Value| s["bids"] = json!([1, 2, 3]), "has no number yet")]
#[case::not_a_sheet(|s: &mut Value| *s = json!([]), "Bids is missing")]
#[case::unknown_field(|s: &mut Value| s["note"] = json!("x"), "nothing to fill in called note")]
#[case::short_preference(|s: &mut Value| s["preference"] = json!(["spain"]), "names each of these once")]
#[case::no_preference(|s: &mut Value| s["preference"] = json!([]), "names each of these once")]
#[case::null_preference(|s: &mut Value| s["preference"] = Value::Null, "names each of these once")]
#[case::preference_twice(|s: &mut Value| s["preference"] = json!(["spain", "spain", "austria", "france", "prussia", "russia", "turkey"]), "names each of these once")]
#[case::preference_too_long(|s: &mut Value| s["preference"] = json!(["spain", "great_britain", "austria", "france", "prussia", "russia", "turkey", "turkey"]), "names each of these once")]
#[case::preference_of_a_stranger(|s: &mut Value| s["preference"] = json!(["sweden", "great_britain", "austria", "france", "prussia", "russia", "turkey"]), "Sweden is not among")]
#[case::preference_with_a_number(|s: &mut Value| s["preference"] = json!(["spain", "great_britain", "austria", "france", "prussia", "russia", "turkey", 5]), "names each of these once")]
#[case::bad_word(|s: &mut Value| s["word"] = json!("two words"), "A word is 1 to 16 letters")]
#[case::long_word(|s: &mut Value| s["word"] = json!("a".repeat(17)), "A word is 1 to 16 letters")]
#[case::empty_word(|s: &mut Value| s["word"] = json!(""), "A word is 1 to 16 letters")]
#[case::capital_word(|s: &mut Value| s["word"] = json!("Word"), "A word is 1 to 16 letters")]
#[case::number_for_a_word(|s: &mut Value| s["word"] = json!(7), "A word is a text")]
fn a_sheet_is_refused(#[case] spoil: fn(&mut Value), #[case] says: &str) {
    let mut play = campaign(2, "second", &[]);
    let mut spoilt = sheet([0, 1, 2, 3, 4, 5, 6]);
    spoilt["word"] = json!("good");
    spoil(&mut spoilt);
    let said = play.refused_seal(1, spoilt);
    assert!(said.contains(says), "{said}");
    assert!(play.campaign.play.rounds[CHOICE_OF_POWERS].envelopes.is_empty());
}

#[test]
fn zero_and_the_ceiling_are_allowed_and_a_word_may_come_along() {
    let mut play = campaign(2, "second", &[]);
    let mut full = sheet_preferring([0, 1, 2, 3, 4, 5, CEILING], Power::STANDARD);
    let mut typed = full.clone();
    typed["word"] = json!("abcdefgh01234567");
    play.seal(1, typed);
    let view = play.campaign.view_for(engine::table::By::Person(1), false);
    full["subject"] = json!("bids");
    let sealed = json!({"choice": full, "word": "abcdefgh01234567"});
    assert_eq!(view.rounds[0].mine.as_ref().unwrap().sealed.as_ref().unwrap().contents.body(), sealed);
}

#[test]
fn no_more_sheets_are_taken_when_the_powers_are_chosen() {
    let mut play = campaign(2, "second", &[]);
    play.bid(vec![untied(1), untied(2)]);
    assert!(play.refused_seal(1, untied(1)).contains("closed"));
    let says = play.refused(1, sealing("choice/auction", &untied(1)));
    assert!(says.contains("closed"));
}
