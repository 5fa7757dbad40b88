//! What others decide about a player who is not there: who becomes his regent, what that regent may not, and that nobody gains by his empty
//! envelope. And what one player alone may not ask of all: votes, corrections, time, a shorter clock.
#![allow(clippy::unwrap_used)]

use crate::common::{DAY, Play, founding, sealing, seat};
use engine::table::act::Through;
use engine::table::names::By;
use engine::table::timing::{LONGEST, Timing};
use engine::table::votes::{MOST_ASKED, Matter, NO, Office, Unmet, YES};
use engine::table::{Act, TableEvent, Verb};
use serde_json::json;

const HOUR: i64 = 60 * 60;

fn timing() -> Timing {
    Timing { quiet: None, remind: 0, light: 12, ..Timing::default() }
}

fn ready() -> Act {
    Act::Ready { through: Through::Step, hold: false }
}

fn act(act: Act) -> Verb {
    Verb::Act { act, text: None }
}

/// Of so many players the last has missed two deadlines.
fn one_is_gone(players: u32) -> Play {
    let mut play = Play::in_months(players, |founding| founding.timing = Some(timing()));
    for _ in 0..2 {
        let due = play.campaign.play.wait().unwrap().due.as_ref().unwrap().at.unwrap();
        for person in 1..players {
            play.act(person, ready());
        }
        play.clock_at(due);
    }
    play
}

/// He has a regent by the vote of others, and has told 10 VP of his before.
fn with_a_regent() -> Play {
    let mut play = Play::in_months(6, |founding| founding.timing = Some(timing()));
    play.must(6, act(Act::Tell { key: "vp/turkey".to_owned(), value: 10 }));
    for _ in 0..2 {
        let due = play.campaign.play.wait().unwrap().due.as_ref().unwrap().at.unwrap();
        for person in 1..6 {
            play.act(person, ready());
        }
        play.clock_at(due);
    }
    play.act(2, Act::AppointRegent { seat: seat(6), person: 1 });
    let vote = play.last_vote();
    for person in [3, 4] {
        play.act(person, Act::Cast { vote, option: YES });
    }
    let until = play.campaign.play.votes[&vote].due;
    play.clock_at(until);
    assert_eq!(play.campaign.play.seats[&seat(6)].regent, Some(1));
    play
}

#[test]
fn two_of_seven_make_nobody_a_regent_and_three_do() {
    let mut play = one_is_gone(7);
    // Eight days later only these have looked in.
    play.at += 8 * DAY;
    let appoint = |play: &mut Play, votes: &[u32]| {
        for person in votes.iter().chain(&[1]) {
            play.must(*person, Verb::Word { word: crate::common::word("again") });
        }
        play.act(votes[0], Act::AppointRegent { seat: seat(7), person: 1 });
        let vote = play.last_vote();
        let voters = play.campaign.play.votes[&vote].voters.clone();
        assert_eq!(voters, [2, 3, 4, 5, 6].map(seat), "neither who is late nor who is to act for him");
        for person in &votes[1..] {
            play.act(*person, Act::Cast { vote, option: YES });
        }
        let due = play.campaign.play.votes[&vote].due;
        let made = Play::table_events(&play.clock_at(due));
        made.into_iter().find_map(|event| match event {
            TableEvent::VoteClosed { unmet, .. } => Some(unmet),
            _ => None,
        })
    };
    assert_eq!(appoint(&mut play, &[2, 3]), Some(Some(Unmet::Third)));
    assert_eq!(play.campaign.play.seats[&seat(7)].regent, None);
    assert_eq!(appoint(&mut play, &[2, 3, 4]), Some(None));
    assert_eq!(play.campaign.play.seats[&seat(7)].regent, Some(1));
    play.right_now();
}

#[test]
fn who_is_back_before_the_vote_closes_needs_no_regent() {
    let mut play = one_is_gone(4);
    play.act(2, Act::AppointRegent { seat: seat(4), person: 9 });
    let vote = play.last_vote();
    play.act(1, Act::Cast { vote, option: YES });
    play.act(4, Act::Back);
    let due = play.campaign.play.votes[&vote].due;
    play.clock_at(due);
    assert_eq!(play.campaign.play.seats[&seat(4)].regent, None);
    play.ends_verified();
}

#[test]
fn nobody_makes_himself_regent_of_the_only_other() {
    let mut play = one_is_gone(2);
    assert!(
        play.act_refused(1, Act::AppointRegent { seat: seat(2), person: 1 }).contains("Nobody makes himself")
    );
    play.ends_verified();
}

#[test]
fn a_regent_by_vote_assents_to_nothing_for_the_absent() {
    let mut play = with_a_regent();
    play.tells(2, act(Act::Tell { key: "vp/turkey".to_owned(), value: 2 }));
    let telling = *play.campaign.play.tellings.keys().last().unwrap();
    for answer in [Act::Confirm { telling }, Act::Deny { telling }, Act::ConfirmAll { through: telling }] {
        assert!(play.act_for_refused(1, 6, act(answer)).contains("assents to nothing"));
    }
    // Without an answer those vote who are no party: neither who told it nor who acts for whom it costs.
    let due = play.campaign.play.tellings[&telling].due;
    play.clock_at(due);
    let vote = play.campaign.play.vote_on_telling(telling).unwrap();
    assert_eq!(play.campaign.play.votes[&vote].voters, [3, 4, 5].map(seat));
    play.right_now();
}

#[test]
fn his_ready_assents_to_nothing_either() {
    let mut play = with_a_regent();
    play.tells(2, act(Act::Tell { key: "vp/russia".to_owned(), value: 2 }));
    let telling = *play.campaign.play.tellings.keys().last().unwrap();
    for person in [1, 2, 3, 4] {
        play.tells(person, act(ready()));
    }
    play.tells(1, Verb::For { seat: seat(6), verb: Box::new(act(ready())) });
    assert!(!play.campaign.play.tellings[&telling].confirmed.contains(&seat(6)));
    play.right_now();
}

#[test]
fn no_regent_tells_that_the_absent_has_less() {
    let mut play = with_a_regent();
    let less = || act(Act::Tell { key: "vp/turkey".to_owned(), value: 2 });
    assert!(play.act_for_refused(1, 6, less()).contains("gives nothing lasting away"));
    let more = act(Act::Tell { key: "vp/turkey".to_owned(), value: 11 });
    play.tells(1, Verb::For { seat: seat(6), verb: Box::new(more) });
    // Whom he names himself takes that one's place.
    play.act(6, Act::Away { until: None, regent: Some(2) });
    assert_eq!(play.campaign.play.seats[&seat(6)].regent, None);
    assert!(play.act_for_refused(2, 6, less()).contains("gives nothing lasting away"), "nor one of his own");
    play.right_now();
}

#[test]
fn what_a_substitute_of_the_hosts_gives_away_the_others_vote_on() {
    let mut play = Play::in_months(5, |_| ());
    play.must(5, act(Act::Tell { key: "vp/turkey".to_owned(), value: 10 }));
    let less = |value| act(Act::Tell { key: "vp/turkey".to_owned(), value });
    play.tells(5, less(9));
    assert!(play.campaign.play.tellings.is_empty(), "what is his own he loses at once");
    play.act(5, Act::Resign);
    play.act(1, Act::OfferSeat { seat: seat(5), person: 9 });
    play.join(9);
    assert!(play.campaign.play.seats[&seat(5)].substitute);
    play.tells(9, less(3));
    let telling = *play.campaign.play.tellings.keys().last().unwrap();
    let vote = play.campaign.play.vote_on_telling(telling).unwrap();
    assert_eq!(play.campaign.play.votes[&vote].voters, [1, 2, 3, 4].map(seat));
    play.ends_verified();
}

#[test]
fn whom_a_player_names_himself_is_no_substitute_of_the_hosts() {
    let mut play = Play::in_months(3, |_| ());
    play.act(3, Act::OfferSeat { seat: seat(3), person: 9 });
    play.act(3, Act::Resign);
    play.join(9);
    assert!(!play.campaign.play.seats[&seat(3)].substitute);
    play.ends_verified();
}

#[test]
fn a_third_of_all_and_a_day_are_needed_for_the_default() {
    let mut founding = founding(7, 0, json!({"ceiling": 60, "spare": "uncontrolled"}));
    founding.timing = Some(timing());
    let mut play = Play::founded(&founding).started();
    let round = engine::eia::rounds::CHOICE_OF_POWERS;
    for person in 1..=6 {
        play.must(person, sealing(round, &crate::common::untied(person)));
        play.must(person, Verb::Final { round: round.to_owned() });
    }
    let due = |play: &Play| play.campaign.play.rounds[round].due.as_ref().unwrap().at.unwrap();
    for _ in 0..2 {
        let at = due(&play);
        play.clock_at(at);
    }
    // A week passes, and two come back who would like their bids to stand.
    let vote = play.last_vote();
    assert!(matches!(play.campaign.play.votes[&vote].matter, Matter::Missed { .. }));
    assert!(play.campaign.play.votes[&vote].not_before >= play.campaign.last_at + 24 * HOUR);
    for person in [1, 2] {
        play.act(person, Act::Cast { vote, option: NO });
    }
    play.campaign.seen =
        play.campaign.seen.iter().filter(|(who, _)| **who < 3).map(|(who, at)| (*who, *at)).collect();
    let at = play.campaign.play.votes[&vote].due;
    let made = Play::table_events(&play.clock_at(at));
    let unmet = made.iter().find_map(|event| match event {
        TableEvent::VoteClosed { unmet, .. } => Some(unmet.clone()),
        _ => None,
    });
    assert_eq!(unmet, Some(Some(Unmet::Third)), "{made:?}");
    assert!(play.campaign.play.rounds.contains_key(round), "the bids stay closed");
}

#[test]
fn what_leaves_all_less_time_the_others_vote_on() {
    let usual = Timing { quiet: Some((22, 8)), ..Timing::default() };
    let mut play = Play::in_months(4, |founding| founding.timing = Some(usual.clone()));
    let hard = Timing { light: 1, grave: 1, quiet: None, ..usual.clone() };
    play.act(1, Act::SetTiming { timing: Some(hard.clone()) });
    assert_eq!(play.campaign.play.timing.as_ref(), Some(&usual));
    let vote = play.last_vote();
    let open = play.campaign.play.votes[&vote].clone();
    assert_eq!(open.matter, Matter::Office { office: Office::Clock { timing: hard.clone() } });
    assert_eq!(open.cast.get(&seat(1)), Some(&YES));
    for person in [2, 3] {
        play.act(person, Act::Cast { vote, option: YES });
    }
    assert_eq!(play.campaign.play.timing.as_ref(), Some(&hard), "enough are for it");
    // More time he gives at once.
    play.act(1, Act::SetTiming { timing: Some(usual.clone()) });
    assert_eq!(play.campaign.play.timing, Some(usual));
    play.ends_verified();
}

#[test]
fn a_step_is_put_off_by_four_weeks_in_all() {
    let mut play = Play::in_months(3, |founding| founding.timing = Some(timing()));
    play.act_saying(1, Act::Extend { hours: LONGEST - 10 }, "a long winter");
    let refused = play.act_saying_refused(1, Act::Extend { hours: 11 }, "longer still");
    assert!(refused.contains("10 are left"), "{refused}");
    play.act_saying(1, Act::Extend { hours: 10 }, "longer still");
    play.ends_verified();
}

#[test]
fn one_player_has_so_many_votes_and_corrections_open_and_no_more() {
    let mut play = Play::in_months(4, |_| ());
    let ask = || Act::Ask { options: 2, rule: None, about: None, provisional: None };
    for n in 0..MOST_ASKED {
        play.act_saying(2, ask(), &format!("Question {n}?\nYes\nNo"));
    }
    assert!(play.act_saying_refused(2, ask(), "One more?\nYes\nNo").contains("that you asked for are open"));
    play.act_saying(3, ask(), "Another asks?\nYes\nNo");
    let correct = |key: &str| Act::Correct { key: key.to_owned(), value: 1 };
    for key in ["vp/prussia", "vp/russia", "vp/spain", "vp/turkey"] {
        play.give(
            By::Person(2),
            Verb::Act { act: correct(key), text: Some(crate::common::label("so it was")) },
        )
        .unwrap();
    }
    assert!(
        play.act_saying_refused(2, correct("pp/russia"), "so it was")
            .contains("corrections of yours are open")
    );
    play.right_now();
}
