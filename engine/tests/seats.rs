//! Seats: joining, leaving, the start of play and the end of a campaign.
#![allow(clippy::unwrap_used)]

use crate::common::sealing;
use crate::common::{Play, kinds, seat, untied, word};
use engine::eia::rounds::CHOICE_OF_POWERS;
use engine::table::{By, Event, Stage, Verb, offers};
use rstest::rstest;
use serde_json::json;

fn verbs(play: &Play, person: u32) -> Vec<String> {
    let operator = person <= play.operator_seats;
    offers(&play.campaign.view_for(By::Person(person), operator))
        .into_iter()
        .map(|offer| offer.verb)
        // What a strongbox takes has tests of its own.
        .filter(|verb| !verb.starts_with("box_"))
        .collect()
}

#[test]
fn seats_are_taken_in_their_order() {
    let mut play = Play::scripted(3, 0, json!({}), &[]);
    let made = play.join(5);
    assert_eq!(kinds(&made), ["order:join", "joined"]);
    play.join(2);
    assert_eq!(play.campaign.seat_of(By::Person(5)), Some(&seat(1)));
    assert_eq!(play.campaign.seat_of(By::Person(2)), Some(&seat(2)));
    assert_eq!(play.campaign.seat_of(By::Person(3)), None);
    assert_eq!(play.campaign.people, 5);
}

#[test]
fn nobody_takes_two_seats_and_a_full_table_takes_nobody() {
    let mut play = Play::scripted(2, 0, json!({}), &[]);
    play.join(1);
    assert!(play.refused(1, Verb::Join { word: word("again") }).contains("already hold seat 1"));
    play.join(2);
    assert!(play.refused(3, Verb::Join { word: word("late") }).contains("Every seat"));
    play.must(1, Verb::Start);
    assert!(play.refused(3, Verb::Join { word: word("late") }).contains("Play has begun"));
}

#[test]
fn a_seat_that_was_left_is_free_again() {
    let mut play = Play::scripted(2, 0, json!({}), &[]);
    play.join(1);
    play.join(2);
    let made = play.must(1, Verb::Leave);
    assert_eq!(kinds(&made), ["order:leave", "left"]);
    assert_eq!(play.campaign.seat_of(By::Person(1)), None);
    assert!(play.campaign.play.seats[&seat(1)].word.is_none());
    assert!(play.refused(1, Verb::Leave).contains("no seat"));
    play.join(3);
    assert_eq!(play.campaign.seat_of(By::Person(3)), Some(&seat(1)));
    play.must(1, Verb::Start);
    assert!(play.refused(3, Verb::Leave).contains("Play has begun"));
}

#[test]
fn the_operator_sits_only_where_a_seat_was_kept_for_him() {
    let mut play = Play::scripted(2, 1, json!({}), &[]);
    play.join(2);
    assert_eq!(play.campaign.seat_of(By::Person(2)), Some(&seat(2)), "seat 1 is the operator's");
    assert!(play.refused(3, Verb::Join { word: word("third") }).contains("Every seat"));
    play.join(1);
    assert_eq!(play.campaign.seat_of(By::Person(1)), Some(&seat(1)));
    let mut none_kept = Play::scripted(2, 0, json!({}), &[]);
    none_kept.operator_seats = 1;
    assert!(none_kept.refused(1, Verb::Join { word: word("boss") }).contains("No seat was kept"));
}

#[test]
fn only_the_host_starts_and_only_a_full_table() {
    let mut play = Play::scripted(3, 0, json!({}), &[]);
    play.join(1);
    assert!(play.refused(1, Verb::Start).contains("1 of 3 seats are taken; 2 seats are still free"));
    play.join(2);
    assert!(play.refused(1, Verb::Start).contains("1 seat is still free"));
    play.join(3);
    assert!(play.refused(2, Verb::Start).contains("Only the host"));
    let made = play.must(1, Verb::Start);
    let want =
        ["order:start", "table:started", "table:frame_opened", "table:frame_opened", "table:round_opened"];
    assert_eq!(kinds(&made), want);
    assert_eq!(play.campaign.play.stage, Stage::Playing);
    assert_eq!(play.campaign.play.path(), ["choice", "bids"]);
    assert_eq!(play.campaign.play.rounds[CHOICE_OF_POWERS].asked, [seat(1), seat(2), seat(3)]);
    assert!(play.refused(1, Verb::Start).contains("begun already"));
}

#[test]
fn a_host_without_a_seat_starts_play_and_then_watches() {
    let mut play = Play::scripted(2, 0, json!({}), &[]);
    play.join(2);
    play.join(3);
    play.must(1, Verb::Start);
    assert!(play.refused(1, Verb::Close).contains("no seat"));
    assert_eq!(verbs(&play, 1), ["pause", "give_notice"], "the host's office needs no seat");
}

#[test]
fn before_play_the_host_closes_alone() {
    let mut play = Play::real(2, 3, 0, json!({}));
    play.join(2);
    assert!(play.refused(2, Verb::Close).contains("only the host"));
    let made = play.must(1, Verb::Close);
    assert_eq!(kinds(&made), ["order:close", "closed"]);
    assert_eq!(play.campaign.play.stage, Stage::Closed);
    let Event::Closed { veil_key } = made[1].event else { panic!() };
    assert_eq!(veil_key.0, *play.roots().veil());
}

#[test]
fn once_play_has_begun_every_seat_must_ask() {
    let mut play = Play::scripted(3, 1, json!({}), &[&[4]]).started();
    play.roll(2, &[[6, 1]]);
    play.must(1, Verb::Close);
    assert!(play.refused(1, Verb::Close).contains("still missing: seat 2, seat 3."));
    play.must(3, Verb::Close);
    assert_eq!(play.campaign.play.stage, Stage::Playing);
    assert!(play.refused(9, Verb::Close).contains("no seat"));
    let made = play.must(2, Verb::Close);
    assert_eq!(kinds(&made), ["order:close", "table:close_asked", "epoch", "closed"]);
    assert_eq!(play.campaign.play.stage, Stage::Closed);
    assert!(play.campaign.play.rounds.is_empty());
}

#[rstest]
fn a_closed_campaign_stays_closed(#[values(1, 2, 9)] person: u32) {
    let mut play = Play::scripted(2, 0, json!({"ceiling": 60}), &[]).started();
    play.seal(1, untied(1));
    play.must(1, Verb::Close);
    play.must(2, Verb::Close);
    let round = || CHOICE_OF_POWERS.to_owned();
    let orders = [
        Verb::Join { word: word("x") },
        Verb::Leave,
        Verb::Start,
        Verb::Word { word: word("x") },
        Verb::Roll { notation: "d6".to_owned(), label: None },
        sealing(&round(), &untied(1)),
        Verb::Final { round: round() },
        Verb::Open { round: round() },
        Verb::Undo,
        Verb::Reveal,
        Verb::Close,
        Verb::Game(json!({})),
    ];
    for order in orders {
        assert!(play.refused(person, order).contains("stays closed"));
    }
    assert!(verbs(&play, person).is_empty());
    let lines = play.campaign.next_line;
    assert!(play.bot(Verb::Tick).is_empty() && play.bot(Verb::Restored).is_empty());
    assert_eq!(play.campaign.next_line, lines);
}

#[test]
fn what_is_offered_follows_the_stage() {
    let mut play = Play::scripted(2, 1, json!({"ceiling": 60}), &[&[1]]);
    assert_eq!(verbs(&play, 1), ["join", "close"]);
    assert_eq!(verbs(&play, 2), ["join"]);
    play.join(2);
    assert_eq!(verbs(&play, 2), ["leave", "word", "undo"]);
    assert!(verbs(&play, 3).is_empty(), "the seat that is free is the operator's");
    play.join(1);
    assert_eq!(verbs(&play, 1), ["leave", "start", "close", "word", "undo"]);
    play.must(1, Verb::Start);
    let of_all = ["away", "conclude", "live"];
    let with = |before: &[&'static str], after: &[&'static str]| -> Vec<&'static str> {
        before.iter().chain(&of_all).chain(after).chain(&["type_values"]).copied().collect()
    };
    // Each value that could be typed is an offer of its own.
    let verbs_of = |play: &Play, person| {
        let mut verbs = verbs(play, person);
        verbs.dedup();
        verbs
    };
    assert_eq!(verbs_of(&play, 1), with(&["roll", "close"], &["pause", "word", "give_notice", "seal"]));
    assert_eq!(verbs_of(&play, 2), with(&["roll", "close"], &["word"]));
    play.seal(1, untied(1));
    assert_eq!(verbs_of(&play, 1), with(&["roll", "close"], &["pause", "word", "give_notice"]));
    play.seal(2, untied(2));
    assert_eq!(verbs_of(&play, 2), with(&["roll", "close"], &["word", "undo", "final", "seal"]));
    play.roll(1, &[[6, 1]]);
    assert_eq!(verbs_of(&play, 2), with(&["roll", "reveal", "close"], &["word", "undo", "final", "seal"]));
    assert!(!verbs(&play, 1).contains(&"reveal".to_owned()), "the operator could read the seed already");
    assert!(verbs(&play, 9).is_empty());
    assert!(offers(&play.campaign.public_view()).is_empty());
}

#[test]
fn an_order_of_the_game_is_refused_while_it_has_none() {
    let mut play = Play::scripted(2, 0, json!({}), &[]);
    play.join(1);
    assert!(play.refused(1, Verb::Game(json!({"k": "move"}))).contains("not begun"));
    play.join(2);
    play.must(1, Verb::Start);
    assert!(play.refused(1, Verb::Game(json!({"k": "move"}))).contains("no field \"k\""));
    assert!(play.refused(9, Verb::Game(json!({"k": "move"}))).contains("no seat"));
}
