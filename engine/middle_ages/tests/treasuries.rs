//! Treasuries: told at a board elsewhere, where an endeavour is paid out of what is known; kept by the bot on its own board, and corrected.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::help::{
    BYZANTIUM, FRANKS, court, declare, found, founding, gold, kept, order, position, taken, tells,
};
use crate::help::{area, stands, year_deck};
use engine::middle_ages::MiddleAges;
use engine::middle_ages::endeavour::Kind;
use engine::middle_ages::endeavour::course::sample;
use engine::table::forward::Amends;
use engine::table::forward::follow::follow;
use engine::table::game::Game;
use engine::table::values::{Amount, Value as Tracked};
use engine::table::{Act, Entry, Verb};
use serde_json::{Value, json};

/// Two players at a board elsewhere, whose year cards come in this order.
fn elsewhere(cards: &[u32]) -> Play {
    taken(Play::scripted_by(&founding("ages", 2, json!({"rounds": 2})), &[&year_deck(cards)]).started())
}

/// An endeavour of a kind with so much gold added for each target, of which there are so many, all with palaces.
fn adding(kind: Kind, added: u8, targets: usize) -> Verb {
    let mut stated = serde_json::to_value(sample(kind)).unwrap();
    let mut target = stated["targets"][0].clone();
    target["gold"] = json!(added);
    if targets > 1 {
        target["markers"] = json!(["palace"]);
    }
    stated["targets"] = json!(vec![target; targets]);
    order(json!({"endeavour": "elsewhere", "stated": stated}))
}

fn known(play: &Play, key: &str) -> Option<i64> {
    position(play).courts[&court(key)].gold
}

fn value(play: &Play, key: &str) -> Tracked {
    play.campaign.values().into_iter().find(|value| value.key == key).unwrap()
}

fn paid(made: &[Entry]) -> Value {
    found(made, "undertaken").unwrap()["paid"].clone()
}

// middle-ages.fleets.building.cost, middle-ages.fleets.building.failure, middle-ages.civilisation.building.cost
#[test]
fn what_an_endeavour_costs_is_taken_out_of_a_treasury_that_is_known_whatever_comes_of_it() {
    // Card 5 builds no fleet at 5, card 4 no marker at 2.
    let mut play = elsewhere(&[5, 4, 37, 1]);
    tells(&mut play, FRANKS, 12);
    for (endeavour, before, now) in [
        (adding(Kind::Fleet, 0, 1), 12, 8),
        (adding(Kind::Marker, 0, 1), 8, 4),
        (adding(Kind::Conquer, 1, 1), 4, 1),
        (adding(Kind::Negotiate, 0, 1), 1, 0),
    ] {
        let made = play.must(FRANKS, endeavour);
        assert_eq!(paid(&made), json!({"before": before, "now": now}));
        assert_eq!((known(&play, "franks"), value(&play, "gold/franks").now), (Some(now), now));
    }
    // What costs nothing takes nothing, and is never barred by an empty treasury.
    let made = play.must(FRANKS, adding(Kind::Rule, 0, 1));
    assert_eq!((paid(&made), known(&play, "franks")), (Value::Null, Some(0)));
    assert_eq!(known(&play, "byzantium"), None, "the other's is his own");
    play.right_now();
}

#[test]
fn gold_that_is_not_there_is_refused_for_every_endeavour_under_the_rule_that_asks_it() {
    let mut play = elsewhere(&[1]);
    tells(&mut play, FRANKS, 1);
    for (endeavour, costs, rule) in [
        (adding(Kind::Fleet, 0, 1), 4, Some("middle-ages.fleets.building.cost")),
        (adding(Kind::Marker, 0, 1), 4, Some("middle-ages.civilisation.building.cost")),
        (adding(Kind::Army, 0, 1), 2, Some("middle-ages.armies.beginning-missing")),
        // The gold of each palace is paid for itself.
        (adding(Kind::Rule, 1, 2), 2, Some("middle-ages.civilisation.palace.own-gold")),
        (adding(Kind::Fortify, 0, 1), 2, None),
        (adding(Kind::Conquer, 0, 1), 2, None),
        (adding(Kind::Pillage, 2, 1), 2, None),
        (adding(Kind::Negotiate, 1, 1), 2, None),
        (adding(Kind::Rule, 2, 1), 2, None),
        (adding(Kind::Convert, 2, 1), 2, None),
    ] {
        let says = match rule {
            Some(rule) => play.refused_under(rule, FRANKS, endeavour),
            None => play.refused(FRANKS, endeavour),
        };
        assert!(says.contains(&format!("costs {costs} gold")) && says.contains("Franks has 1"), "{says}");
    }
    assert!(position(&play).year.drawn.is_empty() && known(&play, "franks") == Some(1));
}

#[test]
fn what_another_has_is_told_for_the_first_time_by_him_or_with_his_assent() {
    let mut play = elsewhere(&[]);
    let tell = Act::Tell { key: "gold/franks".to_owned(), value: 0 };
    play.tells(BYZANTIUM, Verb::Act { act: tell, text: None });
    let open = play.campaign.play.tellings.values().next().unwrap();
    assert_eq!((open.weight, open.of.len()), (engine::table::assent::Weight::Grave, 1));
    assert_eq!(known(&play, "franks"), None);
    play.right_now();
}

#[test]
fn a_treasury_that_was_never_told_bars_nothing_and_is_told_as_none_too() {
    let mut play = elsewhere(&[1, 2]);
    assert_eq!((known(&play, "franks"), value(&play, "gold/franks").known), (None, false));
    let correct = Act::Correct { key: "gold/franks".to_owned(), value: 3 };
    let says = play.act_saying_refused(BYZANTIUM, correct.clone(), "it has three");
    assert!(says.contains("never told, so there is nothing to correct"), "{says}");
    let made = play.must(FRANKS, adding(Kind::Fleet, 0, 1));
    assert_eq!((paid(&made), known(&play, "franks")), (Value::Null, None));
    assert_eq!(found(&made, "undertaken").unwrap()["cost"], 4);
    // That there is no gold is something to tell.
    let made = play.act(FRANKS, Act::Tell { key: "gold/franks".to_owned(), value: 0 });
    let told = found(&made, "gold_told").unwrap();
    assert_eq!((&told["now"], told.get("before")), (&json!(0), None));
    assert_eq!((known(&play, "franks"), value(&play, "gold/franks").known), (Some(0), true));
    let says = play.act_refused(FRANKS, Act::Tell { key: "gold/franks".to_owned(), value: 0 });
    assert!(says.contains("has 0 gold already"), "{says}");
    play.refused_under("middle-ages.fleets.building.cost", FRANKS, adding(Kind::Fleet, 0, 1));
    let all = |gold: i64| Act::TellAll {
        values: ["gold/franks", "gold/byzantium"]
            .map(|key| Amount { key: key.to_owned(), value: gold })
            .to_vec(),
    };
    play.act(BYZANTIUM, all(0));
    assert_eq!((known(&play, "franks"), known(&play, "byzantium")), (Some(0), Some(0)));
    play.right_now();
}

#[test]
fn a_court_that_changes_hands_brings_no_treasury_along() {
    let mut play = elsewhere(&[1]);
    tells(&mut play, FRANKS, 9);
    play.must(FRANKS, order(json!({"court": "release", "of": "franks"})));
    play.must(FRANKS, order(json!({"court": "take", "of": "franks"})));
    assert_eq!(known(&play, "franks"), None);
}

#[test]
fn what_an_endeavour_paid_moves_with_what_was_told_before_it() {
    let mut play = elsewhere(&[5]);
    let line = play.campaign.next_line;
    tells(&mut play, FRANKS, 10);
    play.must(FRANKS, adding(Kind::Fleet, 0, 1));
    let amends = Amends::Value { line, key: "gold/franks".to_owned(), value: 13 };
    let followed = follow(&play.entries, &amends).unwrap();
    assert_eq!(known(&play, "franks"), Some(6));
    let [change] = followed.values.as_slice() else { panic!("{followed:?}") };
    assert_eq!((change.key.as_str(), change.before, change.after), ("gold/franks", 6, 9));
}

#[test]
fn the_treasuries_of_a_board_kept_here_are_not_told_and_can_be_corrected() {
    let mut play = kept(&[1], &[], &[]);
    let franks = value(&play, "gold/franks");
    assert_eq!((franks.now, franks.known, franks.kept), (gold(&play, "franks").into(), true, true));
    assert_eq!(franks.of, play.campaign.public_view().seats.first().map(|seat| seat.id.clone()));
    let says = play.act_refused(BYZANTIUM, Act::Tell { key: franks.key.clone(), value: 99 });
    assert!(says.contains("The bot keeps that value of Franks"), "{says}");
    let all = Act::TellAll { values: vec![Amount { key: franks.key.clone(), value: 99 }] };
    assert!(play.act_refused(BYZANTIUM, all).contains("The bot keeps that value of Franks"));
    let (before, correct) = (franks.now, Act::Correct { key: franks.key, value: franks.now + 3 });
    play.act_saying(BYZANTIUM, correct, "A tax was forgotten.");
    assert_eq!(i64::from(gold(&play, "franks")), before, "it waits for who has it");
    let made = play.act(FRANKS, Act::Agree { correction: 1 });
    let told = found(&made, "gold_told").unwrap();
    assert_eq!(
        (&told["before"], &told["now"], &told["corrected"]),
        (&json!(before), &json!(before + 3), &json!(true))
    );
    assert_eq!(i64::from(gold(&play, "franks")), before + 3);
    play.right_now();
}

#[test]
fn a_tax_that_brought_too_little_is_worked_out_forward_on_the_board_kept_here() {
    let mut play = kept(&[1], &[], &[&[3, 4]]);
    let before = i64::from(gold(&play, "franks"));
    let line = play.campaign.next_line;
    let made = play.must(FRANKS, order(json!({"board": "tax", "area": "lorraine", "gold": 1})));
    assert_eq!(found(&made, "taxed").unwrap()["gold"], 1);
    play.must(FRANKS, declare("army", "lorraine", "lorraine"));
    let has = i64::from(gold(&play, "franks"));
    assert_eq!(has, before + 1 - 2);
    let amends = Amends::Value { line, key: "gold/franks".to_owned(), value: before + 3 };
    let followed = follow(&play.entries, &amends).unwrap();
    let [change] = followed.values.as_slice() else { panic!("{followed:?}") };
    assert_eq!((change.key.as_str(), change.before, change.after), ("gold/franks", has, has + 2));
}

#[test]
fn what_would_stand_otherwise_on_the_board_is_told_besides_treasuries() {
    let was = position(&kept(&[], &[], &[]));
    let mut is = was.clone();
    stands(&mut is, "saxony", |held| (held.owner, held.social) = (Some(court("franks")), -2));
    stands(&mut is, "lorraine", |held| (held.armies, held.fort) = (vec![2], 3));
    let told: Vec<(String, Option<String>, Option<String>)> =
        MiddleAges::differs(&was, &is).into_iter().map(|one| (one.what, one.before, one.after)).collect();
    let of = |what: &str, before: Option<&str>, after: &str| {
        (what.to_owned(), before.map(str::to_owned), Some(after.to_owned()))
    };
    let social = was.board.area(area("saxony")).unwrap().social.to_string();
    assert_eq!(
        told,
        [
            of("fort/lorraine", Some("2"), "3"),
            of("army/lorraine", Some("0"), "2"),
            of("owner/saxony", None, "franks"),
            of("social/saxony", Some(&social), "-2"),
        ]
    );
    assert!(MiddleAges::differs(&was, &was).is_empty());
}

#[test]
fn a_treasury_rises_by_so_much_in_a_round_by_its_owners_word() {
    let tell = |value: i64| Verb::Act { act: Act::Tell { key: "gold/franks".to_owned(), value }, text: None };
    // What it begins with is no more than is usual either.
    let mut play = elsewhere(&[]);
    play.tells(FRANKS, tell(61));
    assert_eq!((known(&play, "franks"), play.campaign.play.votes.len()), (None, 1));
    let mut play = elsewhere(&[]);
    for value in [40, 20, 40] {
        play.tells(FRANKS, tell(value));
        assert_eq!(known(&play, "franks"), Some(value));
    }
    // 40 and 20 are 60: what was paid meanwhile makes no room for more.
    play.tells(FRANKS, tell(41));
    assert_eq!((known(&play, "franks"), play.campaign.play.votes.len()), (Some(40), 1));
    play.right_now();
}

#[test]
fn what_leader_a_court_has_rests_on_all() {
    let mut play = elsewhere(&[]);
    let leader = json!({"name": "Charles", "combat": 9, "administration": 9, "diplomacy": 9});
    play.tells(FRANKS, order(json!({"court": "leader", "of": "franks", "leader": leader})));
    assert_eq!(
        (position(&play).courts[&court("franks")].leader.clone(), play.campaign.play.tellings.len()),
        (None, 1)
    );
    play.assents();
    assert!(position(&play).courts[&court("franks")].leader.is_some());
    play.right_now();
}
