//! The clock: deadlines light and grave, what a missed one brings, pause and extension, an evening by voice, reminders.
#![allow(clippy::unwrap_used)]

use crate::common::sealing;
use crate::common::{DAY, Play, founding, kinds, seat, untied};
use engine::eia::rounds::CHOICE_OF_POWERS;
use engine::table::act::Through;
use engine::table::timing::Timing;
use engine::table::votes::{Matter, NO, YES};
use engine::table::{Act, By, SeatId, TableEvent, Verb};
use serde_json::json;

const HOUR: i64 = 3600;

fn timing() -> Timing {
    Timing { quiet: None, remind: 0, ..Timing::default() }
}

/// Months have begun, with a clock.
fn in_months(seats: u32, timing: Timing) -> Play {
    Play::in_months(seats, |founding| founding.timing = Some(timing))
}

/// The choice of powers is open, with a clock.
fn choosing(seats: u32, operator_seats: u32, timing: Timing) -> Play {
    let mut founding = founding(seats, operator_seats, json!({"ceiling": 60, "spare": "uncontrolled"}));
    founding.timing = Some(timing);
    Play::founded(&founding).started()
}

fn due_of(play: &Play, round: &str) -> i64 {
    play.campaign.play.rounds[round].due.as_ref().unwrap().at.unwrap()
}

fn step_due(play: &Play) -> i64 {
    play.campaign.play.wait().unwrap().due.as_ref().unwrap().at.unwrap()
}

fn missed(play: &Play, n: u32) -> u32 {
    play.campaign.play.seats[&seat(n)].missed
}

fn ready() -> Act {
    Act::Ready { through: Through::Step, hold: false }
}

fn extended(events: &[TableEvent]) -> Option<(Option<i64>, bool)> {
    events.iter().find_map(|event| match event {
        TableEvent::RoundExtended { until, for_regents, .. } => Some((*until, *for_regents)),
        _ => None,
    })
}

#[test]
fn a_step_ends_at_its_deadline_and_who_was_not_ready_missed_it() {
    let mut play = in_months(3, timing());
    let due = step_due(&play);
    let first = play.campaign.play.wait().unwrap().line;
    assert_eq!(due, play.campaign.last_at + 48 * HOUR);
    play.act(1, ready());
    assert!(play.clock_at(due - 1).is_empty());
    let made = play.clock_at(due);
    assert_eq!(
        kinds(&made),
        ["order:step_due", "table:frame_overdue", "table:frame_ended", "table:frame_opened"]
    );
    let gone: Vec<SeatId> = vec![seat(2), seat(3)];
    let over = TableEvent::FrameOverdue { frame: first, missed: gone, until: None };
    assert_eq!(Play::table_events(&made)[0], over);
    assert_eq!(play.campaign.play.path(), ["1805-01", "reinforcement"]);
    assert_eq!((missed(&play, 1), missed(&play, 2), missed(&play, 3)), (0, 1, 1));
    // Being ready in time ends the row.
    play.act(2, ready());
    assert_eq!(missed(&play, 2), 0);
    play.ends_verified();
}

#[test]
fn what_is_sealed_counts_as_final_at_the_deadline() {
    let mut play = choosing(3, 0, timing());
    let due = due_of(&play, CHOICE_OF_POWERS);
    for person in 1..=3 {
        play.seal(person, untied(person));
    }
    assert!(play.clock_at(due - 1).is_empty());
    let made = play.clock_at(due);
    assert!(kinds(&made).contains(&"game:powers_chosen".to_owned()));
    assert_eq!(play.campaign.play.path(), ["1805-01", "political"]);
    play.ends_verified();
}

#[test]
fn a_grave_step_is_extended_once_and_then_the_others_vote_on_the_default() {
    let mut play = choosing(3, 0, timing());
    let due = due_of(&play, CHOICE_OF_POWERS);
    assert_eq!(due, play.campaign.last_at + 72 * HOUR);
    for person in 1..=2 {
        play.seal(person, untied(person));
        play.make_final(person);
    }
    let made = play.clock_at(due);
    assert_eq!(kinds(&made), ["order:deadline", "table:deadline_missed", "table:round_extended"]);
    assert_eq!(extended(&Play::table_events(&made)), Some((Some(due + 72 * HOUR), false)));
    play.right_now();
    let made = play.clock_at(due + 72 * HOUR);
    assert_eq!(kinds(&made), ["order:deadline", "table:deadline_missed", "table:vote_opened"]);
    assert_eq!(missed(&play, 3), 2);
    let vote = &play.campaign.play.votes[&1];
    assert_eq!(vote.matter, Matter::Missed { round: CHOICE_OF_POWERS.to_owned(), seats: vec![seat(3)] });
    assert_eq!(vote.voters, [seat(1), seat(2)]);
    assert!(play.act_refused(3, Act::Cast { vote: 1, option: NO }).contains("no vote in this matter"));
    play.act(1, Act::Cast { vote: 1, option: NO });
    // Nobody's sheet is made for him because he is late, but by the vote he has the lowest, and not within a day.
    play.act(2, Act::Cast { vote: 1, option: NO });
    assert!(play.campaign.play.votes.contains_key(&1), "he has a day from the vote on");
    let until = play.campaign.play.votes[&1].not_before;
    assert!(until >= play.campaign.play.votes[&1].opened + 24 * HOUR);
    let made = play.clock_at(until);
    assert!(kinds(&made).contains(&"table:defaulted".to_owned()), "{:?}", kinds(&made));
    assert!(!play.campaign.play.rounds.contains_key(CHOICE_OF_POWERS));
    assert_eq!(missed(&play, 3), 2, "he has not answered");
    play.ends_verified();
}

#[test]
fn who_musters_and_seals_no_plan_has_the_plainest_by_the_vote() {
    use crate::common::battles::{AUSTRIA, FRANCE, muster, open, plan};
    use engine::eia::powers::Power;
    let mut play = Play::in_months(7, |founding| founding.timing = Some(timing()));
    let game = |order| Verb::Game(order);
    play.must(FRANCE, game(open("Turin", &[Power::France], &[Power::Austria])));
    play.must(FRANCE, game(muster(Power::France, &["I Corps"], &[])));
    play.must(AUSTRIA, game(muster(Power::Austria, &["I Corps"], &[])));
    let round = "battle/1/1";
    let french = plan(Power::France, &[serde_json::json!({"infantry": 12, "cavalry": 1})], Some("assault"));
    play.must(FRANCE, sealing(round, &french));
    play.must(FRANCE, Verb::Final { round: round.to_owned() });
    for _ in 0..2 {
        let due = due_of(&play, round);
        play.clock_at(due);
    }
    let (vote, voters) =
        play.campaign.play.votes.iter().next().map(|(n, vote)| (*n, vote.voters.len())).unwrap();
    assert_eq!(voters, 5, "neither who is late nor who fights him");
    for person in (1..=7).filter(|person| ![AUSTRIA, FRANCE].contains(person)) {
        play.act(person, Act::Cast { vote, option: NO });
    }
    let until = play.campaign.play.votes[&vote].not_before;
    let made = play.clock_at(until);
    assert!(kinds(&made).contains(&"game:battle_fought".to_owned()), "{:?}", kinds(&made));
    play.ends_verified();
}

#[test]
fn who_owes_an_envelope_is_not_back_by_saying_so() {
    let mut play = choosing(3, 0, timing());
    let due = due_of(&play, CHOICE_OF_POWERS);
    for person in 1..=2 {
        play.seal(person, untied(person));
        play.make_final(person);
    }
    play.clock_at(due);
    assert_eq!(missed(&play, 3), 1);
    play.act(3, Act::Away { until: None, regent: None });
    play.act(3, Act::Back);
    assert_eq!(missed(&play, 3), 1, "his envelope is still empty");
}

#[test]
fn a_regent_has_a_time_of_his_own_before_the_vote() {
    let mut play = choosing(3, 0, timing());
    let due = due_of(&play, CHOICE_OF_POWERS);
    play.act(3, Act::Away { until: None, regent: Some(9) });
    for person in 1..=2 {
        play.seal(person, untied(person));
        play.make_final(person);
    }
    play.clock_at(due);
    let made = play.clock_at(due + 72 * HOUR);
    assert_eq!(extended(&Play::table_events(&made)), Some((Some(due + 144 * HOUR), true)));
    assert!(play.campaign.play.rounds[CHOICE_OF_POWERS].regents_asked);
    let made = play.clock_at(due + 144 * HOUR);
    assert!(kinds(&made).contains(&"table:vote_opened".to_owned()));
    // The vote: wait.
    play.act(1, Act::Cast { vote: 1, option: YES });
    play.act(2, Act::Cast { vote: 1, option: YES });
    let until = play.campaign.play.votes[&1].not_before;
    let made = play.clock_at(until);
    assert!(extended(&Play::table_events(&made)).is_some());
    play.act_for(9, 3, sealing(CHOICE_OF_POWERS, &untied(3)));
    play.act_for(9, 3, Verb::Final { round: CHOICE_OF_POWERS.to_owned() });
    assert_eq!(play.campaign.play.path(), ["1805-01", "political"]);
    play.ends_verified();
}

#[test]
fn a_seat_without_a_player_is_waited_for() {
    let mut play = choosing(2, 0, timing());
    play.seal(1, untied(1));
    play.make_final(1);
    play.act(2, Act::Resign);
    for _ in 0..4 {
        let due = due_of(&play, CHOICE_OF_POWERS);
        let made = play.clock_at(due);
        assert_eq!(kinds(&made), ["order:deadline", "table:deadline_missed", "table:round_extended"]);
    }
    assert!(play.campaign.play.votes.is_empty());
    play.act(1, Act::OfferSeat { seat: seat(2), person: 5 });
    play.join(5);
    play.seal(5, untied(2));
    play.make_final(5);
    play.ends_verified();
}

#[test]
fn who_waits_for_the_operator_misses_nothing() {
    let mut play = choosing(3, 1, timing());
    let due = due_of(&play, CHOICE_OF_POWERS);
    let made = play.clock_at(due);
    let late = TableEvent::DeadlineMissed { round: CHOICE_OF_POWERS.to_owned(), seats: vec![seat(1)] };
    assert!(Play::table_events(&made).contains(&late));
    assert_eq!((missed(&play, 1), missed(&play, 2)), (1, 0));
    let made = play.clock_at(due + 72 * HOUR);
    assert!(kinds(&made).contains(&"table:vote_opened".to_owned()));
    assert_eq!(play.campaign.play.votes[&1].voters, [seat(2), seat(3)]);
    play.act(2, Act::Cast { vote: 1, option: YES });
    play.act(3, Act::Cast { vote: 1, option: YES });
    for person in 1..=3 {
        play.seal(person, untied(person));
        if person > 1 {
            play.make_final(person);
        }
    }
    play.ends_verified();
}

#[test]
fn a_vote_of_one_can_be_changed_to_the_end() {
    let mut play = choosing(2, 0, timing());
    let due = due_of(&play, CHOICE_OF_POWERS);
    play.seal(1, untied(1));
    play.clock_at(due);
    play.clock_at(due + 72 * HOUR);
    play.act(1, Act::Cast { vote: 1, option: NO });
    play.act(1, Act::Cast { vote: 1, option: YES });
    let until = play.campaign.play.votes[&1].not_before;
    let made = play.clock_at(until);
    assert!(kinds(&made).contains(&"table:vote_closed".to_owned()));
    assert!(play.campaign.play.rounds.contains_key(CHOICE_OF_POWERS), "they wait on");
    play.ends_verified();
}

#[test]
fn a_pause_freezes_every_deadline_and_moves_it() {
    let mut play = in_months(3, timing());
    let due = step_due(&play);
    play.act_saying(2, Act::Ask { options: 2, rule: None, about: None, provisional: None }, "Q\nA\nB");
    let vote_due = play.campaign.play.votes[&1].due;
    assert!(play.act_refused(2, Act::Pause).contains("Only the host"));
    assert!(play.act_refused(1, Act::Pause).contains("reason"));
    assert!(play.act_refused(1, Act::Resume).contains("clock runs"));
    play.act_saying(1, Act::Pause, "Christmas");
    let since = play.campaign.last_at;
    assert!(play.act_saying_refused(1, Act::Pause, "again").contains("stands already"));
    assert_eq!(kinds(&play.clock_at(due + 3 * DAY))[0], "order:close_vote", "votes are closed all the same");
    assert!(due + 3 * DAY > vote_due);
    play.at = since + 10 * DAY - 60;
    play.act(1, Act::Resume);
    assert_eq!(step_due(&play), due + 10 * DAY);
    assert!(play.clock_at(due + 10 * DAY - 1 - 2 * HOUR).is_empty());
    assert!(!play.clock_at(due + 11 * DAY).is_empty());
    play.ends_verified();
}

#[test]
fn the_host_extends_the_open_steps() {
    let mut play = in_months(2, timing());
    let due = step_due(&play);
    assert!(play.act_refused(1, Act::Extend { hours: 24 }).contains("reason"));
    for hours in [0, 673] {
        assert!(play.act_saying_refused(1, Act::Extend { hours }, "x").contains("1 to 672"));
    }
    play.act_saying(1, Act::Extend { hours: 24 }, "A birthday");
    assert_eq!(step_due(&play), due + 24 * HOUR);
    let mut without = Play::in_months(2, |_| ());
    assert!(without.act_saying_refused(1, Act::Extend { hours: 24 }, "x").contains("No open step"));
    without.ends_verified();
    play.ends_verified();
}

#[test]
fn no_deadline_falls_in_the_quiet_hours() {
    let mut play = choosing(2, 0, Timing { quiet: Some((22, 8)), remind: 0, ..Timing::default() });
    // Founded at midnight: 72 hours later it is night still, so the deadline is at eight.
    assert_eq!(due_of(&play, CHOICE_OF_POWERS).rem_euclid(DAY), 8 * HOUR);
    play.seal(1, untied(1));
    let due = due_of(&play, CHOICE_OF_POWERS);
    play.clock_at(due);
    // 72 hours after eight in the morning.
    assert_eq!(due_of(&play, CHOICE_OF_POWERS), due + 72 * HOUR);
    play.at = due + DAY + 14 * HOUR + 1_800;
    play.seal(2, untied(2));
    play.make_final(1);
    play.make_final(2);
    assert_eq!(step_due(&play).rem_euclid(DAY), 8 * HOUR, "opened at night, due in a morning");
    let due = step_due(&play);
    play.act(1, ready());
    assert!(!play.clock_at(due).is_empty());
    play.ends_verified();
}

#[test]
fn an_evening_by_voice_has_no_deadlines_but_timers() {
    let mut play = in_months(2, timing());
    let due = step_due(&play);
    assert!(play.act_refused(1, Act::Timer { minutes: 5 }).contains("/turn live"));
    assert!(play.act_refused(1, Act::Live { on: false }).contains("No evening"));
    play.act(2, Act::Live { on: true });
    play.act(1, Act::Live { on: true });
    assert!(play.clock_at(due + DAY).is_empty());
    play.act(1, ready());
    play.act(2, ready());
    assert_eq!(play.campaign.play.wait().unwrap().due.as_ref().unwrap().at, None);
    for minutes in [0, 241] {
        assert!(play.act_refused(1, Act::Timer { minutes }).contains("1 to 240"));
    }
    play.act(1, Act::Timer { minutes: 5 });
    assert_eq!(step_due(&play), play.campaign.last_at + 300);
    let due = step_due(&play);
    assert_eq!(kinds(&play.clock_at(due))[0], "order:step_due");
    // What opened in the evening has its whole time when it ends, and no more by another.
    play.act(1, Act::Live { on: false });
    let until = step_due(&play);
    assert_eq!(until, play.campaign.last_at + 48 * HOUR);
    play.at += 10 * HOUR;
    play.act(1, Act::Live { on: true });
    let left = until - play.campaign.last_at;
    play.at += HOUR;
    play.act(1, Act::Live { on: false });
    assert_eq!(step_due(&play), play.campaign.last_at + left);
    let until = step_due(&play);
    // An evening that ends while the clock stands starts no deadline.
    play.act(1, Act::Live { on: true });
    let left = until - play.campaign.last_at;
    play.act_saying(1, Act::Pause, "holidays");
    play.act(1, Act::Live { on: false });
    assert_eq!(play.campaign.play.wait().unwrap().due.as_ref().unwrap().at, None);
    play.at += 5 * DAY;
    play.act(1, Act::Resume);
    assert_eq!(step_due(&play), play.campaign.last_at + left);
    play.ends_verified();
}

#[test]
fn who_is_awaited_is_reminded_once_and_off_the_record() {
    let mut play = in_months(3, Timing { quiet: None, ..Timing::default() });
    let due = step_due(&play);
    play.act(2, ready());
    let lines = play.campaign.next_line;
    assert!(play.clock_at(due - 12 * HOUR - 1).is_empty());
    let made = play.clock_at(due - 12 * HOUR);
    assert_eq!(Play::table_events(&made), [TableEvent::Reminded { seats: vec![seat(1), seat(3)] }]);
    assert!(made.iter().all(|entry| entry.line.is_none()) && play.campaign.next_line == lines);
    assert!(play.clock_at(due - HOUR).is_empty(), "once a deadline");
    // More time, another reminder.
    play.act_saying(1, Act::Extend { hours: 48 }, "snow");
    assert_eq!(play.clock_at(step_due(&play) - HOUR).len(), 1);
    // An epoch that ends while a reminder is due all the same verifies, though the reminder is not on the record.
    play.roll(1, &[[6, 1]]);
    play.act_saying(1, Act::Extend { hours: 600 }, "more snow");
    let made = play.clock_at(step_due(&play) - HOUR);
    assert_eq!(kinds(&made), ["order:tick", "epoch"]);
    assert_eq!(made.len(), 4, "the reminder, and what is written to the host");
    play.ends_verified();
}

#[test]
fn time_that_runs_back_is_lifted() {
    let mut play = in_months(2, timing());
    let last = play.campaign.last_at;
    play.at = last - 5 * DAY;
    let made = play.act(1, ready());
    assert!(made.iter().all(|entry| entry.at == last));
    play.ends_verified();
}

#[test]
fn the_clock_is_set_and_taken_away() {
    let mut play = Play::in_months(2, |_| ());
    assert!(play.campaign.play.wait().unwrap().due.is_none());
    assert!(play.act_refused(2, Act::SetTiming { timing: Some(timing()) }).contains("Only the host"));
    let wrong = Timing { zone: "Mars".to_owned(), ..timing() };
    assert!(play.act_refused(1, Act::SetTiming { timing: Some(wrong) }).contains("no time zone"));
    // A clock without quiet hours presses more than the usual one, so the other agrees.
    play.act(1, Act::SetTiming { timing: Some(timing()) });
    play.act(2, Act::Cast { vote: 1, option: YES });
    assert!(play.act_refused(1, Act::SetTiming { timing: Some(timing()) }).contains("set so already"));
    assert_eq!(step_due(&play), play.campaign.last_at + 48 * HOUR);
    let due = step_due(&play);
    let phases = [("reinforcement".to_owned(), 5)].into();
    play.act(1, Act::SetTiming { timing: Some(Timing { phases, ..timing() }) });
    play.act(2, Act::Cast { vote: 2, option: YES });
    assert_eq!(step_due(&play), due, "steps that are open keep their deadlines");
    play.act(1, ready());
    play.act(2, ready());
    assert_eq!(step_due(&play), play.campaign.last_at + 5 * HOUR);
    play.act(1, Act::SetTiming { timing: None });
    assert!(play.campaign.play.wait().unwrap().due.is_none());
    let made = play.clock_at(due + 90 * DAY);
    assert_eq!(kinds(&made)[0], "order:ask_after", "without a clock who is absent for long is asked after");
    play.ends_verified();
}

#[test]
fn nobody_gives_the_clock_s_orders() {
    let mut play = in_months(2, timing());
    for act in [
        Act::StepDue,
        Act::Deadline { round: CHOICE_OF_POWERS.to_owned(), missed: vec![seat(1)] },
        Act::CloseVote { vote: 1 },
        Act::CorrectionDue { correction: 1 },
        Act::StandInActs { seat: seat(1), round: CHOICE_OF_POWERS.to_owned() },
    ] {
        assert!(play.act_refused(1, act.clone()).contains("Only the clock"));
        assert!(play.give(By::Bot, Verb::Act { act, text: None }).is_err(), "nothing of that is due");
    }
    play.ends_verified();
}

#[test]
fn who_lets_the_clock_stand_for_days_leaves_nobody_half_an_hour() {
    for (stops, runs) in [(Act::Pause, Act::Resume), (Act::Live { on: true }, Act::Live { on: false })] {
        let left_after = |stood: i64| {
            let mut play = in_months(3, timing());
            let due = step_due(&play);
            play.at = due - HOUR / 2 - 60;
            play.act_saying(1, stops.clone(), "a holiday");
            play.at += stood - 60;
            play.act(1, runs.clone());
            (step_due(&play) - play.campaign.last_at, play)
        };
        let (left, mut play) = left_after(5 * DAY);
        assert_eq!(left, 12 * HOUR, "{stops:?}: the others may have stopped looking");
        play.ends_verified();
        assert_eq!(left_after(11 * HOUR).0, HOUR / 2, "{stops:?}: nobody gains time by it");
    }
}
