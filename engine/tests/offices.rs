//! The host's office and the clock where somebody is gone: who lets it run on, who is host, and for how long an absent player is waited for.
#![allow(clippy::unwrap_used)]

use crate::common::{DAY, Play, kinds, seat, untied};
use engine::table::timing::Timing;
use engine::table::votes::{Matter, YES};
use engine::table::{Act, Entry, TableEvent, Verb};

fn paused(seats: u32) -> Play {
    let timing = Timing { quiet: None, ..Timing::default() };
    let mut play = Play::in_months(seats, |founding| founding.timing = Some(timing));
    play.act_saying(1, Act::Pause, "back in a minute");
    play
}

fn is_paused(play: &Play) -> bool {
    play.campaign.play.paused.is_some()
}

#[test]
fn the_clock_that_a_host_stopped_runs_on_at_once_by_the_quorum() {
    let mut play = paused(3);
    let made = play.act(2, Act::Resume);
    assert_eq!(kinds(&made), ["order:resume", "table:vote_opened", "table:vote_cast"]);
    assert!(is_paused(&play));
    assert!(play.act_refused(3, Act::Resume).contains("open already"));
    let made = play.act(3, Act::Cast { vote: 1, option: YES });
    assert_eq!(kinds(&made), ["order:cast", "table:vote_cast", "table:vote_closed", "table:resumed"]);
    assert!(!is_paused(&play));
    play.ends_verified();
}

#[test]
fn after_seven_days_without_the_host_any_player_does_what_is_his() {
    let mut play = paused(3);
    play.at += 7 * DAY - 3600;
    play.act(2, Act::Resume);
    assert!(is_paused(&play), "he has still two hours");
    play.at += 2 * 3600;
    // Votes are closed although the clock stands.
    play.act(3, Act::Resume);
    assert!(!is_paused(&play));
    play.act_saying(2, Act::Extend { hours: 24 }, "the host is gone");
    // Another is there, so that the office takes his voice too.
    play.act(2, Act::HandOver { person: 2 });
    let vote = *play.campaign.play.votes.keys().last().unwrap();
    assert_eq!(play.campaign.play.host, 1);
    play.act(3, Act::Cast { vote, option: YES });
    assert_eq!((play.campaign.play.host, play.campaign.play.host_alone), (2, false));
    play.act_saying(2, Act::Pause, "mine");
    assert!(play.act_refused(3, Act::HandOver { person: 2 }).contains("host already"));
    play.ends_verified();
}

#[test]
fn a_new_host_takes_the_quorum_while_the_old_one_is_there() {
    let mut play = Play::in_months(5, |_| ());
    play.act(2, Act::HandOver { person: 3 });
    play.act(3, Act::Cast { vote: 1, option: YES });
    assert_eq!(play.campaign.play.host, 1, "two of five who looked in are no majority");
    play.act(4, Act::Cast { vote: 1, option: YES });
    assert_eq!(play.campaign.play.host, 3);
    play.act(3, Act::HandOver { person: 1 });
    assert_eq!(play.campaign.play.host, 1, "the host hands it on himself");
    play.ends_verified();
}

#[test]
fn a_silent_host_is_written_to_and_only_who_is_alone_takes_his_office() {
    let mut play = Play::in_months(3, |_| ());
    let seen = play.campaign.seen[&1];
    assert!(Play::table_events(&play.clock_at(seen + 5 * DAY - 1)).is_empty());
    assert_eq!(Play::table_events(&play.clock_at(seen + 5 * DAY)), [TableEvent::HostAsked]);
    assert!(Play::table_events(&play.clock_at(seen + 6 * DAY)).is_empty(), "once");
    play.at = seen + 8 * DAY;
    play.act(2, Act::HandOver { person: 2 });
    assert_eq!((play.campaign.play.host, play.campaign.play.host_alone), (2, true));
    let short = || Act::SetTiming { timing: Some(Timing { light: 1, quiet: None, ..Timing::default() }) };
    assert!(play.act_refused(2, short()).contains("the others vote on it"));
    play.act(2, Act::HandOver { person: 2 });
    let vote = *play.campaign.play.votes.keys().last().unwrap();
    play.act(3, Act::Cast { vote, option: YES });
    assert!(!play.campaign.play.host_alone);
    play.act(2, short());
    play.ends_verified();
}

#[test]
fn whatever_the_host_does_shows_that_he_is_there() {
    let mut play = Play::in_months(3, |_| ());
    let seen = play.campaign.seen[&1];
    play.at = seen + 4 * DAY;
    play.must(1, Verb::Word { word: crate::common::word("again") });
    assert!(Play::table_events(&play.clock_at(seen + 6 * DAY)).is_empty());
}

#[test]
fn a_vote_closes_while_the_clock_stands() {
    let mut play = paused(3);
    play.act_saying(2, Act::Ask { options: 2, rule: None, about: None, provisional: None }, "Q\nA\nB");
    let due = play.campaign.play.votes[&1].due;
    assert_eq!(kinds(&play.clock_at(due))[0], "order:close_vote");
}

/// Three bid in a campaign that has a clock.
fn bidding(timing: Timing) -> Play {
    let mut founding = crate::common::founding(3, 0, serde_json::json!({"ceiling": 60}));
    founding.timing = Some(timing);
    Play::founded(&founding).started()
}

#[test]
fn a_timer_runs_when_all_who_are_awaited_are_at_the_table() {
    let mut play = bidding(Timing { quiet: None, ..Timing::default() });
    play.seal(2, untied(2));
    play.make_final(2);
    play.act(2, Act::Live { on: true });
    let says = play.act_refused(2, Act::Timer { minutes: 1 });
    assert!(says.contains("still missing: seat 1, seat 3."), "{says}");
    play.act(1, Act::Live { on: true });
    assert!(play.act_refused(1, Act::Live { on: true }).contains("at the table"));
    play.act(3, Act::Live { on: true });
    play.act(2, Act::Timer { minutes: 1 });
    let due = play.campaign.play.rounds.values().next().unwrap().due.clone().unwrap();
    assert!(due.by_timer);
    let made = play.clock_at(due.at.unwrap());
    assert!(kinds(&made).contains(&"table:deadline_missed".to_owned()));
    assert!(
        play.campaign.play.seats.values().all(|place| place.missed == 0),
        "a deadline shortened for others is no miss"
    );
}

#[test]
fn no_timer_rings_in_the_quiet_hours() {
    // The tests' moments are by day in one zone, by night in another.
    let quiet = |hours| {
        let mut play = bidding(Timing { quiet: Some(hours), ..Timing::default() });
        (1..=3).for_each(|person| _ = play.act(person, Act::Live { on: true }));
        play
    };
    let hour = u32::try_from(quiet((0, 1)).at / 3600 % 24).unwrap();
    let mut play = quiet((hour, (hour + 2) % 24));
    assert!(play.act_refused(2, Act::Timer { minutes: 1 }).contains("quiet hours"));
    let mut play = quiet(((hour + 3) % 24, (hour + 4) % 24));
    play.act(2, Act::Timer { minutes: 1 });
}

fn asked_after(made: &[Entry]) -> Option<(i64, Vec<engine::table::SeatId>)> {
    Play::table_events(made).into_iter().find_map(|event| match event {
        TableEvent::AskedAfter { until, seats } => Some((until, seats)),
        _ => None,
    })
}

#[test]
fn without_a_clock_an_absent_player_is_asked_after_and_the_ladder_follows() {
    let mut play =
        Play::founded(&crate::common::founding(3, 0, serde_json::json!({"ceiling": 60}))).started();
    for person in [2, 3] {
        play.seal(person, untied(person));
        play.make_final(person);
    }
    let quiet = play.campaign.last_at;
    let of_days = Play::table_events(&play.clock_at(quiet + 7 * DAY - 1));
    assert_eq!(of_days, [TableEvent::HostAsked]);
    let made = play.clock_at(quiet + 7 * DAY);
    let (until, seats) = asked_after(&made).unwrap();
    assert_eq!((until, seats), (quiet + 9 * DAY, vec![seat(1)]));
    let made = play.clock_at(until);
    assert!(kinds(&made).contains(&"table:round_extended".to_owned()), "{:?}", kinds(&made));
    let due = play.campaign.play.rounds.values().next().unwrap().due.clone().unwrap();
    let made = play.clock_at(due.at.unwrap());
    assert!(kinds(&made).contains(&"table:vote_opened".to_owned()), "{:?}", kinds(&made));
    assert!(matches!(play.campaign.play.votes[&1].matter, Matter::Missed { .. }));
    assert_eq!(play.campaign.play.seats[&seat(1)].missed, 2, "a regent can be voted");
    play.act(2, Act::AppointRegent { seat: seat(1), person: 3 });
    play.ends_verified();
}

#[test]
fn the_group_chooses_for_how_long_an_absent_player_is_waited_for() {
    let founding = crate::common::founding(3, 0, serde_json::json!({"ceiling": 60}));
    let mut play = Play::founded(&founding);
    play.act(1, Act::Switch { key: "ask_after".to_owned(), value: "3".to_owned() });
    let mut play = play.started();
    let quiet = play.campaign.last_at;
    assert!(asked_after(&play.clock_at(quiet + 3 * DAY)).is_some());
    assert!(
        play.give(
            engine::table::By::Bot,
            Verb::Act { act: Act::AskAfter { seats: vec![seat(1)] }, text: None }
        )
        .is_err()
    );
}

#[test]
fn a_timer_rings_for_nobody_who_has_not_said_that_he_is_at_the_table() {
    let timing = Timing { quiet: None, ..Timing::default() };
    let mut play = Play::in_months(3, |founding| founding.timing = Some(timing));
    let ready = Act::Ready { through: engine::table::act::Through::Step, hold: false };
    play.act(3, ready);
    play.act(1, Act::Live { on: true });
    play.act(2, Act::Live { on: true });
    play.act(1, Act::Timer { minutes: 1 });
    // He is awaited again, and never said that he is there.
    play.act(3, Act::NotReady);
    let until = play.campaign.play.wait().unwrap().due.as_ref().unwrap().at.unwrap();
    assert!(play.clock_at(until + 3600).is_empty());
    play.act(3, Act::Live { on: true });
    assert_eq!(kinds(&play.clock_at(until + 7200))[0], "order:step_due");
    play.ends_verified();
}

#[test]
fn a_new_clock_cuts_nothing_short_that_is_under_way() {
    let mut play = Play::in_months(2, |_| ());
    let short = Timing { light: 1, quiet: None, ..Timing::default() };
    play.act(1, Act::SetTiming { timing: Some(short) });
    play.act(2, Act::Cast { vote: 1, option: engine::table::votes::YES });
    let until = play.campaign.play.wait().unwrap().due.as_ref().unwrap().at.unwrap();
    assert_eq!(until, play.campaign.last_at + DAY);
}
