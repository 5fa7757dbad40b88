//! Endings: what it takes that a campaign ends, its notice, and how it is held up.
#![allow(clippy::unwrap_used)]

use crate::common::{DAY, Play, kinds, seat, word};
use engine::table::ending::{LAST_POST, NOTICE, PUT_OFF};
use engine::table::votes::{NO, Unmet, YES};
use engine::table::{Act, Entry, Stage, TableEvent, Verb};

const HOUR: i64 = 60 * 60;

fn cast(vote: u64, option: u32) -> Act {
    Act::Cast { vote, option }
}

/// All have looked in, then none for eight days, then these.
fn of_seven_look_in(persons: &[u32]) -> Play {
    let mut play = Play::in_months(7, |_| ());
    play.at += 8 * DAY;
    for person in persons {
        play.must(*person, Verb::Word { word: word("again") });
    }
    play
}

/// What a vote that closed among these lacked, and its outcome.
fn closed(made: &[Entry]) -> Option<(Option<Unmet>, Option<u32>)> {
    Play::table_events(made).into_iter().find_map(|event| match event {
        TableEvent::VoteClosed { unmet, outcome, .. } => Some((unmet, outcome)),
        _ => None,
    })
}

fn until(play: &Play) -> i64 {
    play.campaign.play.ending.as_ref().unwrap().until
}

fn its_time(play: &Play, vote: u64) -> i64 {
    play.campaign.play.votes[&vote].due
}

#[test]
fn one_early_vote_ends_nothing_while_six_are_silent() {
    let mut play = Play::in_months(7, |_| ());
    play.act(1, Act::Conclude);
    let made = play.clock_at(its_time(&play, 1));
    assert_eq!(closed(&made), Some((Some(Unmet::Quorum), Some(NO))));
    assert_eq!((play.campaign.play.stage, &play.campaign.play.ending), (Stage::Playing, &None));
    play.ends_verified();
}

#[test]
fn no_clock_of_the_hosts_makes_a_vote_shorter_than_a_day() {
    let mut play = Play::in_months(3, |_| ());
    let timing = engine::table::timing::Timing { light: 1, quiet: None, ..Default::default() };
    play.act(1, Act::SetTiming { timing: Some(timing) });
    play.act(2, cast(1, YES));
    play.act(1, Act::Conclude);
    assert_eq!(its_time(&play, 2), play.campaign.last_at + DAY);
}

#[test]
fn the_end_takes_more_than_half_of_those_who_looked_in_and_a_third_of_all() {
    // Five look in: three are more than half of them and a third of seven, two are not.
    for (voices, carries) in [(&[1, 2][..], false), (&[1, 2, 3][..], true)] {
        let mut play = of_seven_look_in(&[1, 2, 3, 4, 5]);
        play.act(voices[0], Act::Conclude);
        voices[1..].iter().for_each(|person| _ = play.act(*person, cast(1, YES)));
        let made = play.clock_at(its_time(&play, 1));
        let expected = if carries { (None, Some(YES)) } else { (Some(Unmet::Quorum), Some(NO)) };
        assert_eq!(closed(&made), Some(expected), "{voices:?}");
        assert_eq!(play.campaign.play.ending.is_some(), carries);
    }
    // Two of the two who look in are no third of seven.
    let mut play = of_seven_look_in(&[1, 2]);
    play.act(1, Act::Conclude);
    play.act(2, cast(1, YES));
    assert_eq!(closed(&play.clock_at(its_time(&play, 1))), Some((Some(Unmet::Quorum), Some(NO))));
}

/// Three of the five who look in want the end, and it is announced.
fn announced() -> Play {
    let mut play = of_seven_look_in(&[1, 2, 3, 4, 5]);
    play.act(1, Act::Conclude);
    play.act(2, cast(1, YES));
    play.act(3, cast(1, YES));
    play.clock_at(its_time(&play, 1));
    assert_eq!(until(&play), play.campaign.last_at + NOTICE);
    play
}

#[test]
fn an_announced_end_has_a_last_post_and_comes_after_two_days() {
    let mut play = announced();
    let end = until(&play);
    assert!(play.clock_at(end - LAST_POST - HOUR).is_empty());
    let near = Play::table_events(&play.clock_at(end - LAST_POST));
    assert_eq!(near, [TableEvent::EndingNear]);
    assert!(play.clock_at(end - 1).is_empty(), "one last post");
    let made = play.clock_at(end);
    assert_eq!(kinds(&made)[0], "order:ending_due");
    assert_eq!(play.campaign.play.stage, Stage::Closed);
    play.ends_verified();
}

#[test]
fn who_withdraws_and_who_looks_in_against_it_can_have_it_off() {
    let mut play = announced();
    let made = play.act(3, Act::PlayOn);
    assert_eq!(kinds(&made), ["order:play_on", "table:ending_withdrawn", "table:ending_off"]);
    assert_eq!(play.campaign.play.ending, None);
    play.ends_verified();

    // Three of five carry it, three of six do not.
    let mut play = announced();
    let made = play.act(4, Act::PlayOn);
    assert_eq!(kinds(&made), ["order:play_on", "table:ending_withdrawn"], "he had looked in already");
    assert!(play.act_refused(4, Act::PlayOn).contains("said that already"));
    play.must(6, Verb::Word { word: word("again") });
    let made = play.clock_at(until(&play));
    assert!(kinds(&made).contains(&"table:ending_off".to_owned()), "{:?}", kinds(&made));
    assert_eq!(play.campaign.play.stage, Stage::Playing);
}

#[test]
fn the_host_puts_it_off_once() {
    let mut play = announced();
    let end = until(&play);
    assert!(play.act_refused(2, Act::PutOff).contains("Only the host"));
    play.act(1, Act::PutOff);
    assert_eq!(until(&play), end + PUT_OFF);
    assert!(play.act_refused(1, Act::PutOff).contains("once already"));
}

#[test]
fn all_together_end_it_at_once() {
    let mut play = Play::in_months(3, |_| ());
    play.act(1, Act::Conclude);
    play.act(2, cast(1, YES));
    play.act(3, cast(1, YES));
    assert_eq!(play.campaign.play.stage, Stage::Closed);
    play.ends_verified();
}

#[test]
fn who_is_within_two_steps_of_his_goal_must_be_for_it() {
    let mut play = Play::in_months(3, |_| ());
    let (power, holding) = (play.campaign.play.game.values(&play.campaign.play.switches).into_iter())
        .find(|value| value.key.starts_with("vp/") && value.of == Some(seat(3)))
        .map(|value| (value.key.clone(), value))
        .unwrap();
    let goal = play.position()["choice"]["holdings"][holding.key.trim_start_matches("vp/")]["goal"]
        .as_i64()
        .unwrap();
    play.act(3, Act::Tell { key: power, value: goal - 1 });
    play.act(1, Act::Conclude);
    let vote = play.last_vote();
    play.act(2, cast(vote, YES));
    let made = play.act(3, cast(vote, NO));
    assert_eq!(closed(&made), Some((Some(Unmet::Leader { seat: seat(3) }), Some(NO))));
    play.ends_verified();
}

#[test]
fn a_wish_to_close_is_withdrawn_and_lapses() {
    let mut play = Play::in_months(3, |_| ());
    play.must(2, Verb::Close);
    let made = play.act(2, Act::PlayOn);
    assert_eq!(kinds(&made), ["order:play_on", "table:ending_withdrawn"]);
    play.must(2, Verb::Close);
    play.must(3, Verb::Close);
    play.at += 30 * DAY;
    play.must(1, Verb::Close);
    assert_eq!(
        (play.campaign.play.stage, &play.campaign.play.ending),
        (Stage::Playing, &None),
        "two have lapsed"
    );
    play.must(2, Verb::Close);
    play.must(3, Verb::Close);
    assert_eq!(play.campaign.play.stage, Stage::Closed, "all three within two days");
}

#[test]
fn an_old_wish_and_a_seat_that_is_left_announce_the_end_and_do_not_close() {
    let mut play = Play::in_months(3, |_| ());
    play.must(2, Verb::Close);
    play.at += 3 * DAY;
    play.must(1, Verb::Close);
    let made = play.act(3, Act::Resign);
    assert_eq!(kinds(&made).last().unwrap(), "table:ending_announced");
    assert_eq!(play.campaign.play.stage, Stage::Playing);
    play.act(2, Act::PlayOn);
    assert_eq!((play.campaign.play.stage, &play.campaign.play.ending), (Stage::Playing, &None));
}

#[test]
fn rulings_and_regents_take_the_same_quorum() {
    let mut play = Play::in_months(7, |_| ());
    play.act_saying(1, Act::Ask { options: 2, rule: None, about: None, provisional: None }, "Q\nA\nB");
    play.act(1, cast(1, 0));
    let due = its_time(&play, 1);
    let reminded =
        Play::table_events(&play.clock_at(due - 12 * HOUR)).into_iter().find_map(|event| match event {
            TableEvent::Reminded { seats } => Some(seats),
            _ => None,
        });
    assert_eq!(reminded, None, "a campaign without a clock reminds nobody");
    assert_eq!(closed(&play.clock_at(due)), Some((Some(Unmet::Quorum), None)));
    assert!(play.campaign.play.rulings.is_empty());
    play.ends_verified();
}

#[test]
fn a_seat_that_somebody_left_counts_among_all() {
    let mut play = Play::in_months(7, |_| ());
    play.act(7, Act::Resign);
    play.at += 8 * DAY;
    for person in 1..=3 {
        play.must(person, Verb::Word { word: word("again") });
    }
    play.act(1, Act::Conclude);
    let vote = play.last_vote();
    play.act(2, cast(vote, YES));
    let due = its_time(&play, vote);
    let made = play.clock_at(due);
    assert_eq!(closed(&made), Some((Some(Unmet::Quorum), Some(NO))), "two of seven are no third");
    play.act(1, Act::Conclude);
    let vote = play.last_vote();
    for person in [2, 3] {
        play.act(person, cast(vote, YES));
    }
    let due = its_time(&play, vote);
    let made = play.clock_at(due);
    assert_eq!(closed(&made), Some((None, Some(YES))));
    play.right_now();
}
