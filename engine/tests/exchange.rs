//! Between powers: free envelopes and dispatches (`house.general.diplomacy-any-phase`).
#![allow(clippy::unwrap_used)]

use crate::common::sealing;
use crate::common::{self, Play, kinds, label, rules_in, seat, untied};
use engine::table::act::{Exchanged, Through};
use engine::table::audience::Audience;
use engine::table::timing::Timing;
use engine::table::{Act, By, Entry, SeatId, Verb};
use serde_json::{Value, json};

fn exchange(seats: &[u32], kind: Exchanged) -> Act {
    Act::Exchange { seats: seats.iter().map(|n| SeatId::numbered(*n)).collect(), kind }
}

/// Opens a round of free envelopes and returns its name.
fn open(play: &mut Play, person: u32, seats: &[u32], kind: Exchanged) -> String {
    let made = play.act_saying(person, exchange(seats, kind), "the fate of Hanover");
    assert_eq!(kinds(&made), ["order:exchange", "table:round_opened"]);
    format!("free/{}", made[1].line.unwrap().0)
}

fn answer(play: &mut Play, person: u32, round: &str, body: Value) -> Vec<Entry> {
    play.must(person, sealing(round, &body));
    play.must(person, Verb::Final { round: round.to_owned() })
}

fn refused(play: &mut Play, person: u32, round: &str, body: Value) -> String {
    play.refused(person, sealing(round, &body))
}

#[test]
fn texts_numbers_and_choices_are_opened_together() {
    let mut play = Play::in_months(4, |_| ());
    let text = open(&mut play, 1, &[2, 1], Exchanged::Text);
    let number = open(&mut play, 2, &[1, 2, 3], Exchanged::Number { least: -5, most: 40 });
    let choice = open(&mut play, 4, &[4, 3], Exchanged::Choice { options: 3 });
    assert_eq!(play.campaign.play.rounds[&text].asked, [seat(1), seat(2)]);
    let view = play.campaign.public_view();
    assert!(view.rounds.iter().all(|round| round.about.as_deref() == Some("the fate of Hanover")));
    assert!(refused(&mut play, 3, &text, json!({"text": "x"})).contains("not asked"));
    assert!(refused(&mut play, 1, &text, json!({"text": " "})).contains("empty text"));
    assert!(refused(&mut play, 1, &text, json!({"text": "x".repeat(1001)})).contains("1000 is the most"));
    assert!(refused(&mut play, 1, &text, json!({})).contains("missing"));
    assert!(refused(&mut play, 1, &number, json!({"number": 41})).contains("over the ceiling"));
    assert!(refused(&mut play, 1, &number, json!({"number": -6})).contains("below"));
    assert!(refused(&mut play, 3, &choice, json!({"choice": 0})).contains("below 1"));
    assert!(refused(&mut play, 3, &choice, json!({"choice": 1, "note": "x"})).contains("nothing to fill in"));
    answer(&mut play, 1, &text, json!({"text": " Peace, cafe\u{301} and all "}));
    assert!(!play.export(engine::table::record::Extent::Public).contains("Peace"));
    let made = answer(&mut play, 2, &text, json!({"text": "War", "word": "inside"}));
    assert_eq!(kinds(&made).iter().filter(|kind| *kind == "opened").count(), 2);
    assert!(made.iter().any(|entry| entry.public.contains("Peace, café and all")));
    for person in 1..=3 {
        answer(&mut play, person, &number, json!({"number": 7}));
    }
    answer(&mut play, 3, &choice, json!({"choice": 3}));
    answer(&mut play, 4, &choice, json!({"choice": 1}));
    assert!(play.campaign.play.rounds.is_empty());
    assert_eq!(play.campaign.play.path(), ["1805-01", "political"], "play goes on beside it");
    play.ends_verified();
}

#[test]
fn a_text_is_its_author_s_and_a_number_is_not() {
    let mut play = Play::in_months(3, |_| ());
    let text = open(&mut play, 1, &[1, 2], Exchanged::Text);
    let number = open(&mut play, 1, &[1, 2], Exchanged::Number { least: 0, most: 9 });
    let mut whose = |round: &str, body: Value| {
        let made = play.must(2, sealing(round, &body));
        made.iter().flat_map(|entry| &entry.secrets).map(|part| part.person).collect::<Vec<_>>()
    };
    assert_eq!(whose(&text, json!({"text": "mine"})), [Some(2)]);
    assert_eq!(whose(&number, json!({"number": 3})), [None]);
}

#[test]
fn free_envelopes_are_asked_for_in_form() {
    let mut play = Play::in_months(3, |_| ());
    let text = || Exchanged::Text;
    assert!(play.act_refused(1, exchange(&[1, 2], text())).contains("what the envelopes are about"));
    assert!(play.act_saying_refused(1, exchange(&[1, 2], text()), " ").contains("1 to 1500"));
    assert!(play.act_saying_refused(1, exchange(&[1, 2], text()), &"x".repeat(1502)).contains("1 to 1500"));
    play.act_saying(1, exchange(&[1, 2], text()), &"x".repeat(1500));
    for seats in [&[1][..], &[2, 3], &[1, 1], &[]] {
        assert!(play.act_saying_refused(1, exchange(seats, text()), "x").contains("between you and"));
    }
    assert!(play.act_saying_refused(1, exchange(&[1, 9], text()), "x").contains("Seat 9 has no player"));
    for kind in [Exchanged::Choice { options: 1 }, Exchanged::Choice { options: 10 }] {
        assert!(play.act_saying_refused(1, exchange(&[1, 2], kind), "x").contains("2 to 9"));
    }
    for (least, most) in [(5, 5), (6, 5), (-1_000_001, 0), (0, 1_000_001)] {
        let kind = Exchanged::Number { least, most };
        assert!(play.act_saying_refused(1, exchange(&[1, 2], kind), "x").contains("within a million"));
    }
    open(&mut play, 1, &[1, 2], Exchanged::Number { least: -1_000_000, most: 1_000_000 });
    for _ in 2..10 {
        open(&mut play, 1, &[1, 2], Exchanged::Text);
    }
    assert!(play.act_saying_refused(1, exchange(&[1, 2], text()), "x").contains("Ten rounds"));
    play.must(1, Verb::Close);
    play.must(2, Verb::Close);
    play.must(3, Verb::Close);
    play.right_now();
}

#[test]
fn under_a_clock_nobody_s_text_is_made_for_him() {
    let timing = Timing { quiet: None, remind: 0, ..Timing::default() };
    let mut play = Play::in_months(3, |founding| founding.timing = Some(timing));
    let round = open(&mut play, 1, &[1, 2], Exchanged::Text);
    answer(&mut play, 1, &round, json!({"text": "mine"}));
    for _ in 0..2 {
        let due = play.campaign.play.rounds[&round].due.as_ref().unwrap().at.unwrap();
        play.clock_at(due);
    }
    assert!(play.campaign.play.rounds.contains_key(&round));
    answer(&mut play, 2, &round, json!({"text": "late"}));
    play.ends_verified();
}

fn dispatch(to: u32, text: &str) -> Verb {
    Verb::Dispatch { to: seat(to), text: label(text) }
}

#[test]
fn a_dispatch_goes_to_one_power_alone_in_every_phase() {
    // The ledger's own case: it is the Land Phase, and Austria writes to Prussia.
    let mut play = Play::in_months(7, |_| ());
    let mut sent = 0;
    for _ in 0..5 {
        let lines = play.campaign.next_line;
        play.at += 3600;
        let made = play.must(1, dispatch(4, "Let us speak of Silesia"));
        sent += 1;
        assert_eq!(rules_in(&made), ["house.general.diplomacy-any-phase"]);
        assert!(made.iter().all(|entry| entry.line.is_none()) && play.campaign.next_line == lines);
        assert_eq!(
            made[0].body_for(&Audience::seat(&SeatId::from("seat-4"))).unwrap()["text"],
            json!("Let us speak of Silesia")
        );
        for stranger in ["all", "seat-2", "seat-3", "bot"] {
            assert!(made[0].body_for(&Audience::seat(&SeatId::from(stranger))).is_none());
        }
        assert!(!made[0].public.contains("Silesia") && !format!("{made:?}").contains("Silesia"));
        assert!(!format!("{:?}", play.campaign).contains("Silesia"));
        for person in 1..=7 {
            play.act(person, Act::Ready { through: Through::Step, hold: false });
        }
    }
    assert_eq!((sent, play.campaign.play.path()[0].as_str()), (5, "1805-02"));
    assert!(!play.export(engine::table::record::Extent::Whole).contains("Silesia"));
    play.ends_verified();
}

#[test]
fn dispatches_go_while_powers_are_chosen_and_are_refused_in_words() {
    let mut play = Play::founded(&common::founding(3, 0, json!({"ceiling": 60})));
    play.join(1);
    play.join(2);
    play.must(1, dispatch(2, "Shall we wait?"));
    assert!(play.refused(1, dispatch(3, "hello")).contains("another seat that has a player"));
    assert!(play.refused(1, dispatch(1, "hello")).contains("another seat"));
    assert!(play.refused(3, dispatch(1, "hello")).contains("no seat"));
    assert!(play.refused(1, dispatch(2, " ")).contains("1 to 1000"));
    assert!(play.refused(1, dispatch(2, &"x".repeat(1001))).contains("1001"));
    play.must(1, dispatch(2, &"x".repeat(1000)));
    play.join(3);
    play.must(1, Verb::Start);
    play.must(3, dispatch(1, "France?"));
    let refusal = play.give(By::Person(3), dispatch(3, "x")).unwrap_err();
    assert_eq!(refusal.rules[0].as_str(), "house.general.diplomacy-any-phase");
    play.bid((1..=3).map(untied).collect());
    play.ends_verified();
}

#[test]
fn four_dispatches_an_hour_go_from_one_seat_to_another() {
    let mut play = Play::in_months(3, |_| ());
    for n in 0..4 {
        play.must(1, dispatch(2, &format!("letter {n}")));
    }
    assert!(play.refused(1, dispatch(2, "one more")).contains("4 dispatches within an hour"));
    play.must(1, dispatch(3, "to another"));
    play.at += 3600;
    play.must(1, dispatch(2, "later"));
    play.ends_verified();
}

#[test]
fn who_answers_no_free_envelope_has_missed_nothing_and_the_vote_calls_them_off() {
    let timing = Timing { quiet: None, ..Timing::default() };
    let mut play = Play::in_months(3, |founding| founding.timing = Some(timing));
    let round = open(&mut play, 1, &[1, 2], Exchanged::Text);
    answer(&mut play, 1, &round, json!({"text": "Peace"}));
    let due = |play: &Play| play.campaign.play.rounds[&round].due.as_ref().unwrap().at.unwrap();
    play.clock_at(due(&play));
    let again = due(&play);
    play.clock_at(again);
    let missed = |n| play.campaign.play.seats[&seat(n)].missed;
    assert_eq!(missed(2), missed(3), "no more than who was not asked");
    let vote = *play.campaign.play.votes.keys().last().unwrap();
    for person in [1, 3] {
        play.act(person, Act::Cast { vote, option: engine::table::votes::NO });
    }
    let until = play.campaign.play.votes[&vote].not_before;
    play.clock_at(until);
    assert!(!play.campaign.play.rounds.contains_key(&round), "nobody holds anything up for ever");
    assert!(!play.export(engine::table::record::Extent::Public).contains("Peace"));
    play.ends_verified();
}
