//! Values that are told, corrections, and rolls that the umpire declares void.
#![allow(clippy::unwrap_used)]

use crate::common::{DAY, Play, kinds, label, seat};
use engine::table::hash::sha256;
use engine::table::values::Value as Tracked;
use engine::table::votes::{NO, YES};
use engine::table::{Act, Campaign, Verb};
use rstest::rstest;

fn tell(key: &str, value: i64) -> Act {
    Act::Tell { key: key.to_owned(), value }
}

fn correct(key: &str, value: i64) -> Act {
    Act::Correct { key: key.to_owned(), value }
}

fn value(campaign: &Campaign, key: &str) -> Tracked {
    campaign.values().into_iter().find(|value| value.key == key).unwrap()
}

fn now(play: &Play, key: &str) -> i64 {
    value(&play.campaign, key).now
}

/// Three players (Russia, Spain, Turkey), and an umpire who plays nobody.
fn with_umpire() -> Play {
    Play::in_months(3, |founding| founding.umpire = Some(9))
}

#[test]
fn values_are_told_within_their_bounds() {
    let mut play = Play::in_months(2, |_| ());
    play.act(1, tell("vp/turkey", 12));
    assert_eq!(now(&play, "vp/turkey"), 12);
    assert!(play.act_refused(1, tell("vp/turkey", 12)).contains("has 12 VP already"));
    assert!(play.act_refused(1, tell("vp/turkey", -1)).contains("can have 0 VP to 9999 VP; −1 VP was given"));
    assert!(play.act_refused(1, tell("vp/turkey", 10_000)).contains("10000 VP was given"));
    assert!(play.act_refused(1, tell("vp/sweden", 1)).contains("no such value"));
    assert!(play.act_refused(9, tell("vp/turkey", 1)).contains("no seat"));
    play.act(2, tell("pp/turkey", -7));
    assert_eq!(value(&play.campaign, "pp/turkey").written(now(&play, "pp/turkey")), "−3.5 PP");
    assert_eq!(play.campaign.public_view().values.len(), 4, "VP and PP of the two powers in play");
    play.ends_verified();
}

#[rstest]
#[case("6.5", Some(13))]
#[case("6,5 PP", Some(13))]
#[case("−3", Some(-6))]
#[case("-0.5", Some(-1))]
#[case("+2.0", Some(4))]
#[case("0", Some(0))]
#[case("6.25", None)]
#[case("6.3", None)]
#[case("six", None)]
#[case("", None)]
#[case("1.", None)]
#[case("--1", None)]
#[case("99999999999999999999", None)]
fn half_points_are_read_and_written(#[case] text: &str, #[case] halves: Option<i64>) {
    let play = Play::in_months(2, |_| ());
    let pp = value(&play.campaign, "pp/turkey");
    assert_eq!(pp.read(text), halves);
    if let Some(halves) = halves {
        assert_eq!(pp.read(&pp.written(halves)), Some(halves), "{}", pp.written(halves));
    }
    assert_eq!(value(&play.campaign, "vp/turkey").read("2.5"), None, "victory points come whole");
}

#[test]
fn a_correction_that_lessens_ones_own_holds_after_a_day() {
    let mut play = Play::in_months(3, |_| ());
    play.act(1, tell("vp/spain", 10));
    assert!(play.act_refused(1, correct("vp/spain", 8)).contains("needs a reason"));
    assert!(play.act_saying_refused(1, correct("vp/spain", 10), "x").contains("already"));
    assert!(play.act_saying_refused(1, correct("vp/spain", 10_000), "x").contains("can have"));
    play.act_saying(2, correct("vp/spain", 8), "Miscounted in March");
    assert!(play.act_saying_refused(1, correct("vp/spain", 9), "x").contains("open already"));
    let open = play.campaign.play.corrections[&1].clone();
    assert_eq!(
        (open.changes[0].before, open.changes[0].after, open.due),
        (10, 8, play.campaign.last_at + DAY)
    );
    assert!(open.affected.contains(&seat(2)) && open.agreed.contains(&seat(2)));
    assert!(play.clock_at(open.due - 1).is_empty());
    let made = play.clock_at(open.due);
    let want = ["order:correction_due", "table:correction_settled", "corrected", "game:value_told"];
    assert_eq!(kinds(&made), want);
    assert_eq!(now(&play, "vp/spain"), 8);
    assert!(play.act_refused(1, Act::Agree { correction: 1 }).contains("settled"));
    play.ends_verified();
}

#[test]
fn quiet_hours_are_no_time_to_object_in() {
    let timing = engine::table::timing::Timing { quiet: Some((20, 8)), light: 400, ..Default::default() };
    let mut play = Play::in_months(3, |founding| founding.timing = Some(timing.clone()));
    play.act(2, tell("vp/spain", 10));
    play.act_saying(2, correct("vp/spain", 8), "Miscounted");
    assert_eq!(play.campaign.play.corrections[&1].due, timing.awake_after(play.campaign.last_at, 24));
}

/// Five players, and the seat of Spain's, who proposes that it have nine points.
fn raises_his_own() -> Play {
    let mut play = Play::in_months(5, |_| ());
    let spain = value(&play.campaign, "vp/spain").of.unwrap();
    assert_eq!(spain, seat(4));
    play.act_saying(4, correct("vp/spain", 9), "Forgotten in March");
    play
}

#[test]
fn what_raises_something_does_not_hold_by_one_friend_nor_by_silence() {
    let mut play = raises_his_own();
    play.act(5, Act::Agree { correction: 1 });
    assert_eq!(now(&play, "vp/spain"), 0, "one of four is no quorum");
    let due = play.campaign.play.corrections[&1].due;
    let made = play.clock_at(due);
    assert_eq!(kinds(&made), ["order:correction_due", "table:vote_opened", "table:vote_cast"]);
    let vote = play.campaign.play.votes[&1].clone();
    assert_eq!(vote.voters, [1, 2, 3, 5].map(seat), "not who proposes it");
    assert_eq!(vote.cast.get(&seat(5)), Some(&YES), "who agreed has voted so");
    play.clock_at(vote.due);
    assert_eq!((now(&play, "vp/spain"), play.campaign.play.corrections.len()), (0, 0));
    play.ends_verified();
}

#[test]
fn what_raises_something_holds_by_the_quorum_of_those_who_are_no_party() {
    let mut play = raises_his_own();
    for (person, has) in [(5, 0), (1, 0), (2, 9)] {
        play.act(person, Act::Agree { correction: 1 });
        assert_eq!(now(&play, "vp/spain"), has, "{person}");
    }
    play.ends_verified();
}

#[test]
fn one_objects_and_the_others_vote_on_what_raises_something() {
    let mut play = raises_his_own();
    play.act(5, Act::Object { correction: 1 });
    let vote = play.campaign.play.votes[&1].clone();
    assert_eq!((vote.voters.len(), vote.cast.get(&seat(5))), (4, Some(&NO)));
    for person in [1, 2, 3] {
        play.act(person, Act::Cast { vote: 1, option: YES });
    }
    assert_eq!(now(&play, "vp/spain"), 9);
    play.ends_verified();
}

#[test]
fn what_a_power_without_a_player_has_no_two_players_change() {
    let mut play = Play::in_months(5, |_| ());
    play.act(4, tell("vp/spain", 10));
    play.act(4, Act::Resign);
    play.act_saying(1, correct("vp/spain", 2), "Miscounted");
    play.act(2, Act::Agree { correction: 1 });
    let due = play.campaign.play.corrections[&1].due;
    play.clock_at(due);
    assert_eq!(now(&play, "vp/spain"), 10);
    assert_eq!(play.campaign.play.votes[&1].voters, [2, 3, 5].map(seat));
    play.ends_verified();
}

#[test]
fn silence_lets_no_correction_hold_that_costs_somebody() {
    let mut play = Play::in_months(4, |_| ());
    play.act(1, tell("vp/spain", 10));
    play.act_saying(1, correct("vp/spain", 8), "Miscounted in March");
    let due = play.campaign.play.corrections[&1].due;
    let made = play.clock_at(due);
    assert_eq!(kinds(&made), ["order:correction_due", "table:vote_opened"]);
    let vote = play.campaign.play.votes.values().next().unwrap();
    assert_eq!(vote.voters, [seat(2), seat(4)], "neither who proposes it nor whose points they are");
    assert_eq!(now(&play, "vp/spain"), 10);
    let mut agrees = |person| play.act(person, Act::Agree { correction: 1 });
    agrees(3);
    assert_eq!((now(&play, "vp/spain"), play.campaign.play.votes.len()), (8, 0));
    play.ends_verified();
}

#[test]
fn where_nobody_is_there_to_decide_it_a_correction_that_costs_somebody_does_not_hold() {
    let mut play = Play::in_months(2, |_| ());
    play.act(1, tell("vp/turkey", 10));
    play.act_saying(1, correct("vp/turkey", 8), "Miscounted in March");
    let due = play.campaign.play.corrections[&1].due;
    play.clock_at(due);
    assert_eq!((now(&play, "vp/turkey"), play.campaign.play.corrections.len()), (10, 0));
    play.ends_verified();
}

#[test]
fn it_holds_at_once_when_all_whom_it_affects_agree_but_nobody_settles_it_alone() {
    let mut play = Play::in_months(3, |_| ());
    play.act_saying(2, correct("vp/spain", 8), "My own total");
    assert_eq!(now(&play, "vp/spain"), 0, "it is his power, but he is alone");
    assert!(play.act_refused(2, Act::Agree { correction: 1 }).contains("agreed to that already"));
    play.act(3, Act::Agree { correction: 1 });
    assert_eq!(now(&play, "vp/spain"), 0, "one of the two others");
    play.act(1, Act::Agree { correction: 1 });
    assert_eq!(now(&play, "vp/spain"), 8);
    play.act_saying(1, correct("vp/spain", 9), "Once more");
    play.act(3, Act::Agree { correction: 2 });
    assert_eq!(now(&play, "vp/spain"), 8, "Spain has not agreed");
    play.act(2, Act::Agree { correction: 2 });
    assert_eq!(now(&play, "vp/spain"), 9);
    play.ends_verified();
}

#[test]
fn who_objects_takes_it_to_the_vote() {
    for (option, held) in [(YES, 8), (NO, 0)] {
        let mut play = Play::in_months(3, |_| ());
        play.act_saying(1, correct("vp/spain", 8), "Miscounted");
        play.act(2, Act::Object { correction: 1 });
        assert!(play.act_refused(3, Act::Object { correction: 1 }).contains("the vote decides"));
        let due = play.campaign.play.corrections[&1].due;
        assert!(play.clock_at(due).is_empty(), "nothing holds by silence any more");
        assert!(play.act_refused(1, Act::Cast { vote: 1, option }).contains("no vote"));
        play.act(3, Act::Cast { vote: 1, option });
        assert_eq!(now(&play, "vp/spain"), held);
        assert!(play.campaign.play.corrections.is_empty());
        play.ends_verified();
    }
    // Who agrees or objects while it is voted on votes so.
    let mut play = Play::in_months(3, |_| ());
    play.act_saying(2, correct("vp/spain", 8), "My own");
    play.act(2, Act::Object { correction: 1 });
    assert!(!play.campaign.play.corrections[&1].agreed.contains(&seat(2)));
    play.act(3, Act::Agree { correction: 1 });
    play.act(1, Act::Agree { correction: 1 });
    assert_eq!(now(&play, "vp/spain"), 8);
    play.ends_verified();
}

#[test]
fn the_umpire_decides() {
    let mut play = with_umpire();
    play.act_saying(1, correct("vp/turkey", 8), "Miscounted");
    assert!(play.act_refused(3, Act::Settle { correction: 1, holds: true }).contains("Only the umpire"));
    play.act(3, Act::Object { correction: 1 });
    play.act(9, Act::Settle { correction: 1, holds: true });
    assert_eq!(now(&play, "vp/turkey"), 8);
    assert!(play.campaign.play.votes.is_empty(), "the vote on it is over");
    play.act_saying(1, correct("vp/turkey", 9), "Again");
    play.act(9, Act::Settle { correction: 2, holds: false });
    assert_eq!(now(&play, "vp/turkey"), 8);
    let mut without = Play::in_months(2, |_| ());
    assert!(without.act_refused(2, Act::Settle { correction: 1, holds: true }).contains("without an umpire"));
    let mut plays = Play::in_months(3, |founding| founding.umpire = Some(2));
    assert_eq!(plays.campaign.public_view().umpire, None, "who plays is a party");
    plays.act(1, Act::Tell { key: "vp/turkey".to_owned(), value: 5 });
    plays.all_agree();
    plays.act_saying(1, correct("vp/turkey", 3), "Miscounted");
    let says = plays.act_refused(2, Act::Settle { correction: 1, holds: true });
    assert!(says.contains("plays in this campaign himself"), "{says}");
    play.ends_verified();
}

#[test]
fn a_roll_declared_void_is_rolled_again_in_its_slot() {
    let mut play = with_umpire();
    let ids: Vec<String> = (0..3)
        .map(|n| {
            let made = play.roll_for(1, &[[6, 2]], &format!("for {n}"));
            made.iter().find_map(|entry| entry.event.rolled()).unwrap().id.clone()
        })
        .collect();
    let void = |id: &str| Act::Void { id: id.to_owned() };
    assert!(play.act_saying_refused(1, void(&ids[0]), "cocked").contains("Only the umpire"));
    assert!(play.act_refused(9, void(&ids[0])).contains("with a reason"));
    assert!(play.act_saying_refused(9, void("1.1"), "old").contains("open epoch"));
    let made = play.act_saying(9, void(&ids[0]), "cocked");
    assert_eq!(kinds(&made), ["order:void", "voided", "rolled"]);
    let again = made[2].event.rolled().unwrap().clone();
    assert_eq!((again.attempt, again.slot.as_str()), (1, "free/seat-1/1"));
    assert!(play.act_saying_refused(9, void(&ids[0]), "twice").contains("cannot be declared void"));
    // A later free roll does not take a number that is used.
    let made = play.roll(1, &[[6, 1]]);
    assert_eq!(made[1].event.rolled().unwrap().slot, "free/seat-1/4");
    play.act_saying(9, void(&again.id), "cocked again");
    play.right_now();
    play.ends_verified();
}

#[test]
fn a_void_verifies_without_its_words() {
    let mut play = with_umpire();
    let made = play.roll_for(1, &[[6, 2]], "odds");
    let id = made[1].event.rolled().unwrap().id.clone();
    play.act_saying(9, Act::Void { id }, "cocked");
    for entry in &mut play.entries {
        for part in &mut entry.secrets {
            (part.body, part.salt) = (None, None);
        }
    }
    let folded = Campaign::fold(&play.entries).unwrap();
    play.campaign = folded;
    play.right_now();
}

#[test]
fn a_board_s_picture_is_laid_down_by_its_hash() {
    let mut play = Play::in_months(2, |_| ());
    let hash = sha256(&[b"picture"]);
    for bytes in [0, 25 * 1024 * 1024 + 1] {
        assert!(play.act_refused(1, Act::LayDown { sha256: hash, bytes }).contains("1 to 26214400"));
    }
    let text = Some(label("march.vsav"));
    let made = play.must(1, Verb::Act { act: Act::LayDown { sha256: hash, bytes: 4_000 }, text });
    assert_eq!(kinds(&made), ["order:lay_down", "table:laid_down"]);
    assert!(made[1].public.contains(&hash.hex()) && !made[0].public.contains("march"));
    play.ends_verified();
}

#[test]
fn a_correction_of_a_value_that_is_gone_falls_rather_than_stay_for_ever() {
    use crate::common::europa::{FRANCE, SPAIN, at_war, founding};
    use serde_json::json;
    let mut play = at_war(Play::founded(&founding(2, 8)));
    play.act_saying(FRANCE, correct("vp/spain", 7), "counted again");
    let correction = *play.campaign.play.corrections.keys().last().unwrap();
    play.must(SPAIN, Verb::Game(json!({"europa": "release", "country": "spain"})));
    play.act(SPAIN, Act::Agree { correction });
    assert!(play.campaign.play.corrections.is_empty());
    play.right_now();
}

#[test]
fn values_are_written_and_read_as_in_the_printed_game() {
    use engine::table::typed::Written;
    for (how, value, text) in [
        (Written::Whole, -12, "−12"),
        (Written::Tenths, 35, "3.5"),
        (Written::Tenths, 7, "0.7"),
        (Written::Halves, 5, "2½"),
        (Written::Halves, 1, "½"),
        (Written::Halves, -1, "−½"),
        (Written::Halves, -5, "−2½"),
        (Written::Halves, 6, "3"),
        (Written::Halves, 0, "0"),
        (Written::Levels, 43, "4-3"),
        (Written::Letter, 3, "C"),
        (Written::InTens("FIND"), 24, "N5"),
    ] {
        assert_eq!(how.show(value, "."), text);
        assert_eq!(how.read(text), Some(value), "{text}");
    }
    assert_eq!([".5", "2,5", "-2.5"].map(|text| Written::Halves.read(text)), [Some(1), Some(5), Some(-5)]);
    let none = [
        (Written::Halves, ""),
        (Written::Tenths, "3.55"),
        (Written::Levels, "43"),
        (Written::Levels, "14-3"),
        (Written::Letter, "AB"),
        (Written::InTens("FIND"), "N11"),
    ];
    for (how, text) in none {
        assert_eq!(how.read(text), None, "{how:?}: {text}");
    }
    assert_eq!(Written::Tenths.show(-35, "."), "−3.5");
}
