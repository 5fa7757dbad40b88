//! Taking back one's own last order, and how far that reaches.
#![allow(clippy::unwrap_used)]

use crate::common::europa::{SPAIN, at_war, founding};
use crate::common::{Play, kinds, seat, untied};
use engine::eia::Position;
use engine::eia::rounds::CHOICE_OF_POWERS;
use engine::table::undo::Undoable;
use engine::table::{Act, By, Campaign, Verb};
use serde_json::{Value, json};

fn gathering() -> Play {
    Play::scripted(3, 0, json!({"ceiling": 60}), &[&[3], &[4]])
}

fn undoable(play: &Play, person: u32) -> Option<Undoable> {
    play.campaign.view_for(By::Person(person), false).undoable
}

#[test]
fn a_joining_is_taken_back() {
    let mut play = gathering();
    let before = play.campaign.play.clone();
    play.join(2);
    assert_eq!(undoable(&play, 2), Some(Undoable::Order { line: 1, verb: "join".to_owned() }));
    let made = play.must(2, Verb::Undo);
    assert_eq!(kinds(&made), ["order:undo", "table:undone"]);
    assert_eq!(play.campaign.play, before);
    assert!(play.refused(2, Verb::Undo).contains("nothing of yours"));
    assert_eq!(play.campaign.next_line, 5, "what was taken back stays on the record");
}

#[test]
fn a_leaving_is_taken_back() {
    let mut play = gathering();
    play.join(1);
    play.must(1, Verb::Leave);
    play.must(1, Verb::Undo);
    assert_eq!(play.campaign.seat_of(By::Person(1)), Some(&seat(1)));
    assert_eq!(play.campaign.play.seats[&seat(1)].word.as_ref().unwrap().as_str(), "word1");
    // And then the joining before it.
    play.must(1, Verb::Undo);
    assert_eq!(play.campaign.seat_of(By::Person(1)), None);
}

#[test]
fn only_the_last_order_is_taken_back_and_only_by_its_author() {
    let mut play = gathering();
    play.join(1);
    play.join(2);
    let says = play.refused(1, Verb::Undo);
    assert!(says.contains("Somebody has acted since (record line 3)"), "{says}");
    assert_eq!(undoable(&play, 1), None);
    assert!(play.refused(3, Verb::Undo).contains("nothing of yours"));
    play.must(2, Verb::Undo);
    play.must(1, Verb::Undo);
    assert_eq!(play.campaign.seat_of(By::Person(1)), None);
}

#[test]
fn a_word_laid_down_since_is_not_lost() {
    let mut play = gathering();
    play.join(1);
    play.join(2);
    play.lay_down(1, "newer");
    play.must(2, Verb::Undo);
    assert_eq!(play.campaign.play.seats[&seat(1)].word.as_ref().unwrap().as_str(), "newer");
}

#[test]
fn a_free_seat_has_no_word() {
    let mut play = gathering();
    play.join(1);
    play.lay_down(1, "newer");
    play.must(1, Verb::Undo);
    assert!(play.campaign.play.seats[&seat(1)].word.is_none());
    assert!(!play.campaign.public_view().seats[0].has_word);
}

#[test]
fn play_s_beginning_is_not_taken_back() {
    let mut play = gathering().started();
    for person in 1..=3 {
        assert!(play.refused(person, Verb::Undo).contains("nothing of yours"));
        assert_eq!(undoable(&play, person), None);
    }
}

#[test]
fn acts_on_an_envelope_are_taken_back_one_by_one() {
    let mut play = gathering().started();
    let mine = |play: &Play| {
        let open = &play.campaign.play.rounds[CHOICE_OF_POWERS];
        open.envelopes
            .get(&seat(1))
            .map(|envelope| (envelope.contents.reveal().choice["bids"]["austria"].clone(), envelope.is_final))
    };
    play.seal(1, untied(1));
    assert_eq!(undoable(&play, 1), Some(Undoable::Envelope { round: CHOICE_OF_POWERS.to_owned() }));
    assert!(play.refused(2, Verb::Undo).contains("nothing of yours"));
    play.seal(1, untied(2));
    play.must(1, Verb::Undo);
    assert_eq!(mine(&play), Some((json!(0), false)));
    play.make_final(1);
    play.must(1, Verb::Undo);
    assert_eq!(mine(&play), Some((json!(0), false)));
    play.must(1, Verb::Undo);
    assert_eq!(mine(&play), None);
    assert!(play.refused(1, Verb::Undo).contains("nothing of yours"));
}

#[test]
fn nothing_is_taken_back_past_an_opened_secret() {
    let mut play = gathering().started();
    play.bid(vec![untied(1), untied(2), untied(3)]);
    for person in 1..=3 {
        assert!(
            play.refused(person, Verb::Undo)
                .contains("never past dice that fell or a secret that was opened")
        );
    }
}

#[test]
fn a_roll_is_never_taken_back_and_leaves_envelopes_alone() {
    let mut play = gathering().started();
    play.roll(1, &[[6, 1]]);
    assert!(play.refused(1, Verb::Undo).contains("never past dice"));
    play.seal(1, untied(1));
    play.roll(1, &[[6, 1]]);
    // The envelope is no part of what the dice decided: it can still be taken out again.
    play.must(1, Verb::Undo);
    assert!(play.campaign.play.rounds[CHOICE_OF_POWERS].envelopes.is_empty());
    assert_eq!(play.campaign.epoch.next_roll, 3);
}

#[test]
fn what_is_taken_back_folds_the_same() {
    let mut play = gathering();
    play.join(1);
    play.must(1, Verb::Leave);
    play.must(1, Verb::Undo);
    play.join(2);
    play.lay_down(1, "other");
    play.must(2, Verb::Undo);
    play.join(3);
    assert_eq!(Campaign::fold(&play.entries), Ok(play.campaign));
}

#[test]
fn what_others_have_sealed_since_is_not_taken_back() {
    use crate::common::battles::{AUSTRIA, FRANCE, open};
    use engine::eia::powers::Power;
    use engine::table::act::Exchanged;
    let order = || Verb::Game(open("Turin", &[Power::France], &[Power::Austria]));
    let exchange =
        || engine::table::Act::Exchange { seats: vec![seat(AUSTRIA), seat(FRANCE)], kind: Exchanged::Text };
    let mut play = Play::in_months(7, |_| ());
    play.act_saying(AUSTRIA, exchange(), "what for");
    let round = play.campaign.play.rounds.keys().next().unwrap().clone();
    play.must(FRANCE, order());
    play.must(AUSTRIA, crate::common::sealing(&round, &json!({"text": "sealed since"})));
    assert!(matches!(undoable(&play, FRANCE), Some(Undoable::Order { .. })));
    let sealed = play.campaign.play.rounds[&round].clone();
    play.must(FRANCE, Verb::Undo);
    assert!(play.campaign.play.rounds[&round] == sealed, "the envelope is gone");
    assert_eq!(Campaign::fold(&play.entries).as_ref(), Ok(&play.campaign));

    // Nor is a round that was opened since.
    play.must(FRANCE, order());
    play.act_saying(AUSTRIA, exchange(), "what else for");
    let rounds = play.campaign.play.rounds.len();
    let _ = play.give(By::Person(FRANCE), Verb::Undo);
    assert_eq!(play.campaign.play.rounds.len(), rounds, "the round is gone");
}

/// Gives an order, tells a value after it, and takes back what is last: first the telling alone, then the order.
fn telling_is_taken_back_alone(mut play: Play, person: u32, order: Value, told: (&str, i64)) {
    let value = |play: &Play| {
        let values = play.campaign.values();
        values.into_iter().find(|value| value.key == told.0).unwrap().now
    };
    let before = (play.campaign.play.clone(), value(&play));
    play.must(person, Verb::Game(order));
    let ordered = play.campaign.play.clone();
    assert_ne!(ordered, before.0);
    play.tells(person, Verb::Act { act: Act::Tell { key: told.0.to_owned(), value: told.1 }, text: None });
    let waits = !play.campaign.play.tellings.is_empty();
    assert_eq!(value(&play) == told.1, !waits, "what rests on others' assent waits for it");
    play.must(person, Verb::Undo);
    assert_eq!((value(&play), &play.campaign.play), (before.1, &ordered), "the order before it stands");
    play.must(person, Verb::Undo);
    assert_eq!(play.campaign.play, before.0);
}

#[test]
fn what_was_told_is_taken_back_without_the_order_before_it() {
    let play = Play::in_months(7, |_| ());
    let held: Position = serde_json::from_value(play.campaign.public_view().game.value()).unwrap();
    let own = held.choice.powers_of(&seat(1))[0];
    let place = json!({"counter": "place", "power": own, "name": "I Corps", "place": "area/vienna"});
    telling_is_taken_back_alone(play, 1, place, (&format!("vp/{}", own.key()), 7));
    let spain = at_war(Play::scripted_by(&founding(2, 8), &[&[8][..]; 4]));
    let deploy = json!({"board": "deploy", "country": "spain", "place": "eCatalunya", "counters": ["ld"]});
    telling_is_taken_back_alone(spain, SPAIN, deploy, ("initiative/spain", 5));
}
