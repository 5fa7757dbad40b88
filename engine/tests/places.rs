//! Places: who acts for a seat, and how a seat changes hands.
#![allow(clippy::unwrap_used)]

use crate::common::sealing;
use crate::common::{DAY, Play, founding, kinds, seat, sheet, untied, word};
use engine::eia::rounds::CHOICE_OF_POWERS;
use engine::table::act::{Exchanged, Through};
use engine::table::timing::Timing;
use engine::table::verify::verify;
use engine::table::votes::{NO, YES};
use engine::table::{Act, By, SeatId, Stage, Verb, View, offers};
use serde_json::json;

fn choosing(seats: u32, operator_seats: u32) -> Play {
    Play::founded(&founding(seats, operator_seats, json!({"ceiling": 60, "spare": "uncontrolled"}))).started()
}

fn seal(n: u32) -> Verb {
    sealing(CHOICE_OF_POWERS, &untied(n))
}

fn final_() -> Verb {
    Verb::Final { round: CHOICE_OF_POWERS.to_owned() }
}

fn verbs(view: &View) -> Vec<String> {
    offers(view).into_iter().map(|offer| offer.verb).collect()
}

fn away(regent: Option<u32>) -> Act {
    Act::Away { until: None, regent }
}

fn ready() -> Act {
    Act::Ready { through: Through::Step, hold: false }
}

#[test]
fn several_users_share_a_power() {
    let mut play = choosing(3, 1);
    assert!(play.act_refused(1, Act::Share { person: 8 }).contains("operator's seat is not shared"));
    assert!(play.act_refused(2, Act::Share { person: 3 }).contains("plays in this campaign already"));
    assert!(play.act_refused(2, Act::Unshare { person: 8 }).contains("does not share"));
    play.act(2, Act::Share { person: 8 });
    assert_eq!(play.campaign.seat_of(By::Person(8)), Some(&seat(2)));
    assert!(play.act_refused(8, Act::Share { person: 9 }).contains("Only the player"));
    assert!(play.act_refused(8, Act::Resign).contains("/seat unshare"));
    assert!(play.refused(8, Verb::Join { word: word("own") }).contains("already hold seat 2"));
    play.seal(1, untied(1));
    play.seal(8, untied(2));
    play.make_final(2);
    play.seal(3, untied(3));
    play.make_final(3);
    play.act(8, Act::Unshare { person: 8 });
    assert_eq!(play.campaign.seat_of(By::Person(8)), None);
    play.act(2, Act::Share { person: 8 });
    play.act(2, Act::Unshare { person: 8 });
    play.ends_verified();
}

#[test]
fn who_shares_a_seat_does_not_give_it_up() {
    let mut play = Play::founded(&founding(2, 0, json!({})));
    play.join(2);
    play.act(2, Act::Share { person: 8 });
    assert!(!verbs(&play.campaign.view_for(By::Person(8), false)).contains(&"leave".to_owned()));
    assert!(play.refused(8, Verb::Leave).contains("/seat unshare"));
    play.must(2, Verb::Leave);
    assert_eq!(play.campaign.seat_of(By::Person(8)), None);
    play.must(1, Verb::Close);
    play.right_now();
}

#[test]
fn a_regent_acts_for_the_seat_and_for_no_more() {
    let mut play = choosing(3, 0);
    assert!(play.act_for_refused(9, 2, seal(2)).contains("not the regent"));
    assert!(play.act_refused(2, away(Some(1))).contains("host is regent only where a vote"));
    assert!(play.act_refused(2, away(Some(2))).contains("not your own regent"));
    let past = Act::Away { until: Some(5), regent: Some(9) };
    assert!(play.act_refused(2, past).contains("lies ahead"));
    let until = play.at + 10 * DAY;
    play.act(2, Act::Away { until: Some(until), regent: Some(9) });
    assert_eq!(play.campaign.regencies(By::Person(9), play.campaign.last_at), [seat(2)]);
    assert!(play.refused(9, seal(2)).contains("no seat"), "in his own name he has nothing to seal");
    play.act_for(9, 2, seal(2));
    let view = play.campaign.view_as_regent(By::Person(9), &seat(2), play.at);
    assert!(view.as_regent && view.rounds[0].mine.as_ref().unwrap().sealed.is_some());
    let offered = verbs(&view);
    assert!(offered.contains(&"undo".to_owned()) && offered.contains(&"final".to_owned()), "{offered:?}");
    assert!(!offered.iter().any(|verb| ["close", "conclude", "away", "cast"].contains(&verb.as_str())));
    play.act_for(9, 2, final_());
    play.act_for(9, 2, Verb::Undo);
    play.act_for(9, 2, Verb::Undo);
    assert!(play.campaign.play.rounds[CHOICE_OF_POWERS].envelopes.is_empty());
    assert!(play.act_for_refused(9, 2, Verb::Undo).contains("sealed nothing"));
    let may_not = [
        Verb::Close,
        Verb::Leave,
        Verb::Word { word: word("mine") },
        Verb::Roll { notation: "d6".to_owned(), label: None },
        Verb::Reveal,
        Verb::Act { act: Act::Resign, text: None },
        Verb::Act { act: Act::Conclude, text: None },
        Verb::Act { act: Act::Back, text: None },
        Verb::Act { act: Act::Share { person: 9 }, text: None },
        Verb::For { seat: seat(2), verb: Box::new(seal(2)) },
    ];
    for verb in may_not {
        assert!(play.act_for_refused(9, 2, verb).contains("and no more"));
    }
    // His time ends with the player's return, or by itself.
    play.at = until;
    assert!(play.act_for_refused(9, 2, seal(2)).contains("not the regent"));
    play.act(2, Act::Back);
    assert!(play.act_refused(2, Act::Back).contains("not away"));
    play.bid((1..=3).map(untied).collect());
    play.ends_verified();
}

#[test]
fn a_regent_takes_back_what_lies_in_the_seat_s_envelope_and_not_in_his_own() {
    let mut play = choosing(3, 0);
    play.act(2, away(Some(3)));
    play.seal(3, untied(3));
    play.act_for(3, 2, seal(2));
    play.act_for(3, 2, Verb::Undo);
    let open = &play.campaign.play.rounds[CHOICE_OF_POWERS];
    assert!(open.envelopes.contains_key(&seat(3)) && !open.envelopes.contains_key(&seat(2)));
    play.bid((1..=3).map(untied).collect());
    play.ends_verified();
}

#[test]
fn what_a_regent_was_shown_is_listed_off_the_record() {
    let mut play = choosing(2, 0);
    assert!(play.act_refused(2, Act::Look).contains("your own seat"));
    play.act(2, away(Some(9)));
    let lines = play.campaign.next_line;
    let made = play.act_for(9, 2, Verb::Act { act: Act::Look, text: None });
    assert!(made.iter().all(|entry| entry.line.is_none()) && play.campaign.next_line == lines);
    play.act(2, Act::Back);
    let shown = &play.campaign.play.seats[&seat(2)].shown;
    assert_eq!(
        (shown.len(), shown[0].person, shown[0].what.clone()),
        (1, 9, vec![CHOICE_OF_POWERS.to_owned()])
    );
    play.ends_verified();
}

#[test]
fn a_regent_is_ready_and_tells_for_the_seat_on_the_record() {
    let mut play = Play::in_months(2, |_| ());
    play.act(2, away(Some(9)));
    play.act(1, ready());
    let made = play.act_for(9, 2, Verb::Act { act: ready(), text: None });
    assert!(made[0].public.contains("\"for\":\"seat-2\"") && made[0].by == By::Person(9));
    assert_eq!(play.campaign.play.path(), ["1805-01", "reinforcement"]);
    let tell = Act::Tell { key: "vp/turkey".to_owned(), value: 4 };
    play.act_for(9, 2, Verb::Act { act: tell, text: None });
    play.ends_verified();
}

#[test]
fn two_missed_deadlines_let_the_others_appoint_a_regent_a_day_ahead() {
    let timing = Timing { quiet: None, remind: 0, light: 12, ..Timing::default() };
    let mut play = Play::in_months(4, |founding| founding.timing = Some(timing));
    let due = |play: &Play| play.campaign.play.wait().unwrap().due.as_ref().unwrap().at.unwrap();
    let appoint = |n: u32, person: u32| Act::AppointRegent { seat: seat(n), person };
    for times in ["no deadline", "one deadline"] {
        assert!(play.act_refused(1, appoint(3, 1)).contains(times));
        for person in [1, 2, 4] {
            play.act(person, ready());
        }
        let at = due(&play);
        play.clock_at(at);
    }
    assert!(play.act_refused(3, appoint(3, 1)).contains("/away"));
    assert!(play.act_refused(1, appoint(3, 3)).contains("not his own regent"));
    // The vote may name the host.
    play.act(2, appoint(3, 1));
    let vote = play.campaign.play.votes[&1].clone();
    assert_eq!(vote.voters, [seat(2), seat(4)], "neither who is late nor who is to act for him");
    assert_eq!((vote.not_before, vote.due), (play.campaign.last_at + DAY, play.campaign.last_at + DAY));
    play.act(4, Act::Cast { vote: 1, option: YES });
    assert!(play.campaign.play.votes.contains_key(&1), "announced a day ahead, though all have voted");
    play.clock_at(vote.due);
    assert_eq!(play.campaign.play.seats[&seat(3)].regent, Some(1));
    play.act_for(1, 3, Verb::Act { act: ready(), text: None });
    assert!(play.act_refused(2, appoint(3, 4)).contains("regent already"));
    play.act(3, Act::Back);
    assert!(play.act_for_refused(1, 3, Verb::Act { act: ready(), text: None }).contains("not the regent"));
    play.ends_verified();
}

#[test]
fn a_vote_of_one_on_a_regent_waits_its_day_and_may_be_changed() {
    let timing = Timing { quiet: None, remind: 0, light: 12, ..Timing::default() };
    let mut play = Play::in_months(2, |founding| founding.timing = Some(timing));
    for _ in 0..2 {
        let due = play.campaign.play.wait().unwrap().due.as_ref().unwrap().at.unwrap();
        play.clock_at(due);
    }
    play.act(1, Act::AppointRegent { seat: seat(2), person: 9 });
    assert!(play.campaign.play.votes.contains_key(&1));
    play.at = play.campaign.play.votes[&1].not_before + 60;
    play.act(1, Act::Cast { vote: 1, option: NO });
    assert!(play.campaign.play.votes.is_empty() && play.campaign.play.seats[&seat(2)].regent.is_none());
    play.ends_verified();
}

#[test]
fn the_operator_s_seat_has_no_regent() {
    let timing = Timing { quiet: None, remind: 0, light: 12, ..Timing::default() };
    let mut founding = founding(3, 1, json!({"ceiling": 60, "spare": "uncontrolled"}));
    founding.timing = Some(timing);
    let mut play = Play::founded(&founding).started();
    assert!(play.act_refused(1, away(Some(9))).contains("has no regent"));
    play.bid((1..=3).map(untied).collect());
    for _ in 0..2 {
        play.act(2, ready());
        play.act(3, ready());
        let due = play.campaign.play.wait().unwrap().due.as_ref().unwrap().at.unwrap();
        play.clock_at(due);
    }
    assert!(play.act_refused(2, Act::AppointRegent { seat: seat(1), person: 9 }).contains("has no regent"));
    play.ends_verified();
}

#[test]
fn a_campaign_that_all_have_left_is_closed_by_its_host_or_by_the_bot() {
    for by_bot in [false, true] {
        let mut play = Play::in_months(3, |_| ());
        play.act(3, Act::Resign);
        play.act(2, Act::Resign);
        // One is left, and asks for it himself; nobody asks for him.
        assert!(play.give(By::Bot, Verb::Close).is_err());
        assert!(play.refused(2, Verb::Close).contains("no seat"));
        play.act(1, Act::Resign);
        assert!(play.refused(2, Verb::Close).contains("the host closes it"));
        if by_bot {
            play.bot(Verb::Close);
        } else {
            play.must(1, Verb::Close);
        }
        play.ends_verified();
    }
}

#[test]
fn a_seat_that_was_left_has_three_doors() {
    for door in ["substitute", "auction", "uncontrolled"] {
        let mut play = Play::in_months(4, |_| ());
        assert!(play.act_refused(1, Act::AskInfluence { seat: seat(4) }).contains("this seat has one"));
        assert!(
            play.act_refused(1, Act::OfferSeat { seat: seat(4), person: 7 })
                .contains("by the player himself")
        );
        play.act(4, Act::Share { person: 6 });
        play.act(4, Act::Resign);
        assert_eq!(play.campaign.seat_of(By::Person(6)), None);
        assert!(play.refused(7, Verb::Join { word: word("x") }).contains("Play has begun"));
        assert!(play.act_refused(2, Act::OfferSeat { seat: seat(4), person: 7 }).contains("the host"));
        match door {
            "substitute" => {
                assert!(play.act_refused(1, Act::OfferSeat { seat: seat(4), person: 2 }).contains("already"));
                play.act(1, Act::OfferSeat { seat: seat(4), person: 7 });
                assert!(play.refused(8, Verb::Join { word: word("x") }).contains("Play has begun"));
                let made = play.join(7);
                assert_eq!(kinds(&made), ["order:join", "joined"]);
                assert!(play.refused(7, Verb::Undo).contains("nothing of yours"), "play went on");
            }
            "auction" | "uncontrolled" => {
                play.act(1, Act::AskInfluence { seat: seat(4) });
                let option = if door == "auction" { YES } else { NO };
                play.act(2, Act::Cast { vote: 1, option });
                play.act(3, Act::Cast { vote: 1, option });
                assert!(play.campaign.play.seats[&seat(4)].out);
                assert_eq!(play.campaign.play.rounds.contains_key("auction/turkey"), door == "auction");
                let uncontrolled = play.position()["choice"]["uncontrolled"].clone();
                assert_eq!(
                    uncontrolled.as_array().unwrap().contains(&json!("turkey")),
                    door == "uncontrolled"
                );
                assert!(
                    play.act_refused(1, Act::OfferSeat { seat: seat(4), person: 7 })
                        .contains("out of the game")
                );
                assert!(play.act_refused(1, Act::AskInfluence { seat: seat(4) }).contains("has one"));
            }
            _ => unreachable!(),
        }
        play.ends_verified();
    }
}

#[test]
fn a_substitute_who_comes_before_the_vote_is_over_keeps_the_seat() {
    let mut play = Play::in_months(3, |_| ());
    play.act(3, Act::Resign);
    play.act(1, Act::AskInfluence { seat: seat(3) });
    play.act(1, Act::OfferSeat { seat: seat(3), person: 7 });
    play.join(7);
    play.act(2, Act::Cast { vote: 1, option: YES });
    assert!(!play.campaign.play.seats[&seat(3)].out && play.campaign.play.rounds.is_empty());
    assert_eq!(play.campaign.seat_of(By::Person(7)), Some(&seat(3)));
    play.ends_verified();
}

#[test]
fn a_player_hands_his_seat_to_a_substitute_himself() {
    let mut play = Play::in_months(3, |_| ());
    play.must(2, Verb::Close);
    play.act(2, Act::OfferSeat { seat: seat(2), person: 7 });
    play.join(7);
    assert_eq!(play.campaign.seat_of(By::Person(2)), None);
    // The wish of the one before is not his.
    play.must(1, Verb::Close);
    play.must(3, Verb::Close);
    assert_eq!(play.campaign.play.stage, Stage::Playing);
    play.ends_verified();
}

#[test]
fn a_closing_that_waited_for_one_who_leaves_waits_no_longer() {
    let mut play = Play::in_months(3, |_| ());
    play.must(1, Verb::Close);
    play.must(2, Verb::Close);
    play.act(3, Act::Resign);
    assert_eq!(play.campaign.play.stage, Stage::Playing, "he did not ask for it: the end is announced");
    let end = play.campaign.play.ending.as_ref().unwrap().until;
    play.clock_at(end);
    assert_eq!(play.campaign.play.stage, Stage::Closed);
    play.ends_verified();
}

#[test]
fn nobody_s_envelope_is_lost_when_a_substitute_thinks_again() {
    let mut play = choosing(3, 0);
    play.act(3, Act::OfferSeat { seat: seat(3), person: 7 });
    play.join(7);
    play.seal(1, untied(1));
    assert!(play.refused(7, Verb::Undo).contains("nothing of yours"));
    assert!(play.campaign.play.rounds[CHOICE_OF_POWERS].envelopes.contains_key(&seat(1)));
    play.ends_verified();
}

#[test]
fn the_operator_takes_no_seat_in_play_that_was_not_his() {
    let mut play = Play::founded(&founding(3, 1, json!({"ceiling": 60}))).started();
    play.act(2, Act::Resign);
    play.act(1, Act::Resign);
    play.act(1, Act::OfferSeat { seat: seat(2), person: 1 });
    assert!(play.refused(1, Verb::Join { word: word("x") }).contains("not his from the founding on"));
    play.act(1, Act::OfferSeat { seat: seat(1), person: 5 });
    assert!(play.refused(5, Verb::Join { word: word("x") }).contains("nobody else takes his"));
    play.ends_verified();
}

#[test]
fn the_host_hands_his_office_on() {
    let mut play = Play::in_months(2, |_| ());
    assert!(play.act_refused(1, Act::HandOver { person: 1 }).contains("host already"));
    play.act(1, Act::HandOver { person: 2 });
    assert_eq!(play.campaign.host(), By::Person(2));
    assert!(play.act_saying_refused(1, Act::Pause, "x").contains("Only the host"));
    play.act_saying(2, Act::Pause, "moving house");
    play.ends_verified();
}

#[test]
fn stand_ins_play_a_choice_of_powers_by_veiled_draws() {
    for operator_seats in [0, 1] {
        let mut play = Play::founded(&founding(4, operator_seats, json!({"ceiling": 30})));
        let on = |n: u32| Act::StandIn { seat: seat(n), on: true };
        play.join(1);
        assert!(play.act_refused(2, on(2)).contains("Only the host"));
        assert!(play.act_refused(1, on(1)).contains("free seat"));
        for n in 2..=4 {
            play.act(1, on(n));
        }
        assert!(play.act_refused(1, on(2)).contains("free seat"));
        play.act(1, Act::StandIn { seat: seat(4), on: false });
        assert!(play.act_refused(1, Act::StandIn { seat: seat(4), on: false }).contains("No stand-in"));
        play.act(1, on(4));
        assert!(play.refused(5, Verb::Join { word: word("x") }).contains("Every seat"));
        play.must(1, Verb::Start);
        let at = play.at + 60;
        let made = play.clock_at(at);
        assert_eq!(made.is_empty(), operator_seats == 1, "stand-ins wait for the operator's envelope too");
        play.seal(1, sheet([30, 1, 2, 3, 4, 5, 6]));
        if operator_seats == 0 {
            play.make_final(1);
        } else {
            let at = play.at + 60;
            play.clock_at(at);
        }
        assert_eq!(play.campaign.play.path()[0], "1805-01");
        let waits = play.right_now();
        assert_eq!((waits.veiled_waiting, waits.orders_waiting), (3, 3));
        let report = play.ends_verified();
        assert_eq!(report.veiled_checked, 3);
    }
}

/// One order fills what is free, and nothing else; where nothing is, it is refused and nothing is written.
#[test]
fn stand_ins_sit_down_on_every_free_seat_at_once() {
    let mut play = Play::founded(&founding(5, 1, json!({"ceiling": 30})));
    play.join(1);
    play.act(1, Act::StandIn { seat: seat(3), on: true });
    assert!(play.act_refused(2, Act::StandIns).contains("Only the host"));
    play.act(1, Act::StandIns);
    let sits: Vec<bool> = (1..=5).map(|n| play.campaign.play.seats[&seat(n)].stand_in).collect();
    let operator: Vec<bool> = (1..=5).map(|n| play.campaign.is_operator(&seat(n))).collect();
    let expected: Vec<bool> = (1..=5).map(|n: usize| n != 1 && !operator[n - 1]).collect();
    assert_eq!(sits, expected);
    assert!(play.act_refused(1, Act::StandIns).contains("no free seat"));
    play.ends_verified();
}

#[test]
fn stand_ins_alone_do_not_run_through_the_years() {
    let mut play = Play::founded(&founding(2, 0, json!({"ceiling": 30})));
    for n in 1..=2 {
        play.act(1, Act::StandIn { seat: seat(n), on: true });
    }
    play.must(1, Verb::Start);
    let at = play.at + 60;
    play.clock_at(at);
    assert_eq!(play.campaign.play.path(), ["1805-01", "political"]);
    play.act(1, Act::OfferSeat { seat: seat(2), person: 5 });
    play.join(5);
    assert!(!play.campaign.play.seats[&seat(2)].stand_in);
    play.act(5, ready());
    assert_eq!(play.campaign.play.path(), ["1805-01", "reinforcement"]);
    assert!(play.act_refused(5, Act::AskInfluence { seat: seat(1) }).contains("has one"));
    play.ends_verified();
}

#[test]
fn stand_ins_and_a_restore_verify() {
    let mut play = Play::founded(&founding(2, 0, json!({"ceiling": 30})));
    play.join(1);
    play.act(1, Act::StandIn { seat: seat(2), on: true });
    play.must(1, Verb::Start);
    let at = play.at + 60;
    play.clock_at(at);
    play.bot(Verb::Restored);
    play.lay_down(1, "anew");
    let at = play.at + 60;
    play.clock_at(at);
    play.seal(1, sheet([30, 1, 2, 3, 4, 5, 6]));
    play.make_final(1);
    play.must(1, Verb::Close);
    let report = verify(play.export(engine::table::record::Extent::Whole).as_bytes(), &[]).unwrap();
    assert_eq!(
        (report.veiled_checked, report.veiled_waiting),
        (1, 1),
        "the veil key before is not published"
    );
}

#[test]
fn seal_numbers_stay_when_a_seat_goes_out() {
    let mut play = Play::in_months(4, |_| ());
    let all: Vec<SeatId> = (1..=4).map(seat).collect();
    let made = play.act_saying(1, Act::Exchange { seats: all, kind: Exchanged::Text }, "plans");
    let round = format!("free/{}", made[1].line.unwrap().0);
    let answer = |play: &mut Play, n: u32| {
        let body = json!({"text": format!("plan {n}")});
        play.must(n, sealing(&round, &body));
        play.must(n, Verb::Final { round: round.clone() });
    };
    for n in [1, 3, 4] {
        answer(&mut play, n);
    }
    // Seat 2 leaves and is put out: the others' envelopes open, under the numbers they were sealed with.
    play.act(2, Act::Resign);
    play.act(1, Act::AskInfluence { seat: seat(2) });
    play.act(3, Act::Cast { vote: 1, option: NO });
    play.act(4, Act::Cast { vote: 1, option: NO });
    assert!(play.campaign.play.rounds.is_empty());
    play.ends_verified();
}

#[test]
fn dice_wait_no_longer_for_the_word_of_one_who_left() {
    let mut play = Play::in_months(3, |_| ());
    play.bot(Verb::Restored);
    play.lay_down(1, "one");
    play.lay_down(2, "two");
    let roll = Verb::Roll { notation: "d6".to_owned(), label: None };
    assert!(play.refused(1, roll.clone()).contains("Dice wait"));
    play.act(3, Act::Resign);
    play.must(1, roll);
    play.must(1, Verb::Close);
    play.must(2, Verb::Close);
    verify(play.export(engine::table::record::Extent::Whole).as_bytes(), &[]).unwrap();
}
