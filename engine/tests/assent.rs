//! What is told and binds or costs others: who confirms it, what silence does, who decides where it is denied, and that a record of it is
//! verified.
#![allow(clippy::unwrap_used)]

use crate::common::{DAY, Play, kinds, seat};
use engine::table::act::Through;
use engine::table::assent::{Came, MOST_OPEN, MOST_VOTED, Weight};
use engine::table::timing::Timing;
use engine::table::values::Amount;
use engine::table::votes::{NO, YES};
use engine::table::{Act, TableEvent, Verb};

fn tell(key: &str, value: i64) -> Verb {
    Verb::Act { act: Act::Tell { key: key.to_owned(), value }, text: None }
}

/// Somebody orders something, and nobody answers anything by itself.
fn says(play: &mut Play, person: u32, act: Act) -> Vec<engine::table::Entry> {
    play.tells(person, Verb::Act { act, text: None })
}

fn now(play: &Play, key: &str) -> i64 {
    play.campaign.values().into_iter().find(|value| value.key == key).unwrap().now
}

fn last(play: &Play) -> u64 {
    *play.campaign.play.tellings.keys().last().unwrap()
}

fn came(made: &[engine::table::Entry]) -> Vec<Came> {
    let events = Play::table_events(made).into_iter();
    let came = events.filter_map(|event| match event {
        TableEvent::TellingSettled { came, .. } => Some(came),
        _ => None,
    });
    came.collect()
}

/// Four players: Prussia, Russia, Spain, Turkey; Spain, the third, has 10 VP.
fn four() -> Play {
    let mut play = Play::in_months(4, |_| ());
    play.must(3, tell("vp/spain", 10));
    assert_eq!(now(&play, "vp/spain"), 10);
    play
}

#[test]
fn what_costs_another_waits_for_him_and_for_nobody_else() {
    let mut play = four();
    play.tells(1, tell("vp/spain", 4));
    let telling = last(&play);
    let open = play.campaign.play.tellings[&telling].clone();
    assert_eq!((open.weight, open.of.contains(&seat(3)), open.of.len()), (Weight::Grave, true, 1));
    assert!(play.act_refused(1, Act::Confirm { telling }).contains("You told it yourself"));
    assert!(play.act_refused(2, Act::Confirm { telling }).contains("does not concern you"));
    assert!(play.act_refused(3, Act::WithdrawTelling { telling }).contains("Only who told it"));
    for person in 1..=4 {
        play.tells(person, Verb::Act { act: Act::Ready { through: Through::Step, hold: false }, text: None });
    }
    assert_eq!(now(&play, "vp/spain"), 10, "to be ready assents to nothing that costs");
    let made = says(&mut play, 3, Act::Confirm { telling });
    assert_eq!((now(&play, "vp/spain"), came(&made)), (4, vec![Came::Counts]));
    assert!(play.act_refused(3, Act::Confirm { telling }).contains("does not wait any more"));
    play.ends_verified();
}

#[test]
fn ones_own_loss_counts_at_once() {
    let mut play = four();
    play.tells(3, tell("vp/spain", 4));
    assert_eq!((now(&play, "vp/spain"), play.campaign.play.tellings.len()), (4, 0));
    play.ends_verified();
}

#[test]
fn what_takes_nothing_counts_when_all_were_ready_since() {
    let mut play = four();
    let ready = || Verb::Act { act: Act::Ready { through: Through::Step, hold: false }, text: None };
    play.tells(1, ready());
    play.tells(3, tell("vp/spain", 12));
    for person in [2, 4] {
        play.tells(person, ready());
    }
    assert_eq!(now(&play, "vp/spain"), 10, "one was ready before it was told");
    let telling = last(&play);
    says(&mut play, 1, Act::Confirm { telling });
    assert_eq!(now(&play, "vp/spain"), 12);
    play.ends_verified();
}

#[test]
fn silence_of_two_days_that_count_assents_to_what_takes_nothing_and_to_nothing_else() {
    let quiet = Timing { quiet: Some((20, 8)), light: 400, ..Timing::default() };
    let mut play = Play::in_months(4, |founding| founding.timing = Some(quiet.clone()));
    play.tells(3, tell("vp/spain", 10));
    let at = play.at;
    assert_eq!(play.campaign.play.tellings[&last(&play)].due, quiet.awake_after(at, 48));
    // Twelve hours of a day are quiet: 48 that count are four days.
    let due = quiet.awake_after(at, 48);
    assert!((at + 3 * DAY + DAY / 2..at + 4 * DAY + DAY / 2).contains(&due), "{due} {at}");
    play.clock_at(due - 1);
    assert_eq!(now(&play, "vp/spain"), 0);
    play.clock_at(due);
    assert_eq!(now(&play, "vp/spain"), 10);
    play.tells(1, tell("vp/spain", 9));
    let at = play.at;
    play.clock_at(at + 5 * DAY);
    let vote = play.campaign.play.votes.values().find(|vote| vote.due > at).unwrap();
    assert_eq!((now(&play, "vp/spain"), vote.voters.clone()), (10, vec![seat(2), seat(4)]));
    play.right_now();
}

#[test]
fn weekends_do_not_count_where_they_do_not() {
    let all = Timing { quiet: None, ..Timing::default() };
    let weekdays = Timing { weekends: false, ..all.clone() };
    // 2026-01-02 was a Friday.
    let friday = crate::common::EPOCH_OF_TESTS + DAY;
    assert_eq!(all.awake_after(friday, 48), friday + 2 * DAY);
    assert_eq!(weekdays.awake_after(friday, 48), friday + 4 * DAY);
}

#[test]
fn who_denies_is_shown_and_those_vote_who_are_no_party() {
    let mut play = four();
    play.tells(1, tell("vp/spain", 4));
    let telling = last(&play);
    says(&mut play, 3, Act::Deny { telling });
    assert!(play.campaign.play.tellings[&telling].denied.contains(&seat(3)));
    let vote = play.campaign.play.vote_on_telling(telling).unwrap();
    assert!(play.act_refused(1, Act::Cast { vote, option: YES }).contains("no vote"));
    assert!(play.act_refused(3, Act::Cast { vote, option: NO }).contains("no vote"));
    play.tells(2, Verb::Act { act: Act::Cast { vote, option: NO }, text: None });
    let made = play.tells(4, Verb::Act { act: Act::Cast { vote, option: NO }, text: None });
    assert_eq!((came(&made), now(&play, "vp/spain")), (vec![Came::Rejected], 10));
    play.ends_verified();
}

#[test]
fn who_denied_can_confirm_and_the_vote_is_over() {
    let mut play = four();
    play.tells(1, tell("vp/spain", 4));
    let telling = last(&play);
    says(&mut play, 3, Act::Deny { telling });
    play.tells(3, Verb::Act { act: Act::Confirm { telling }, text: None });
    assert_eq!((now(&play, "vp/spain"), play.campaign.play.votes.len()), (4, 0));
    play.ends_verified();
}

#[test]
fn what_is_light_is_denied_by_one_and_decided_by_the_others() {
    let mut play = four();
    play.tells(3, tell("vp/spain", 12));
    let telling = last(&play);
    says(&mut play, 1, Act::Deny { telling });
    let vote = play.campaign.play.vote_on_telling(telling).unwrap();
    let open = &play.campaign.play.votes[&vote];
    assert_eq!((open.voters.clone(), open.cast.get(&seat(1))), ([1, 2, 4].map(seat).to_vec(), Some(&NO)));
    play.tells(2, Verb::Act { act: Act::Cast { vote, option: YES }, text: None });
    play.tells(4, Verb::Act { act: Act::Cast { vote, option: YES }, text: None });
    assert_eq!(now(&play, "vp/spain"), 12);
    play.ends_verified();
}

#[test]
fn a_vote_in_which_nobody_says_anything_lets_nothing_count() {
    let mut play = four();
    play.tells(1, tell("vp/spain", 4));
    let at = play.at;
    play.clock_at(at + 20 * DAY);
    play.clock_at(at + 40 * DAY);
    assert_eq!((now(&play, "vp/spain"), play.campaign.play.tellings.len()), (10, 0));
    play.right_now();
}

#[test]
fn where_nobody_else_is_there_a_die_decides() {
    let mut play = Play::in_months(2, |_| ());
    play.must(2, tell("vp/turkey", 9));
    play.tells(1, tell("vp/turkey", 4));
    let telling = last(&play);
    let made = says(&mut play, 2, Act::Deny { telling });
    assert!(kinds(&made).contains(&"rolled".to_owned()), "{:?}", kinds(&made));
    let holds = came(&made) == [Came::Counts];
    assert_eq!(now(&play, "vp/turkey"), if holds { 4 } else { 9 });
    play.ends_verified();
}

#[test]
fn one_confirms_all_that_he_has_seen_and_nothing_that_came_since() {
    let mut play = four();
    play.must(2, tell("vp/russia", 10));
    play.tells(1, tell("vp/spain", 9));
    play.tells(2, tell("pp/spain", -2));
    let through = last(&play);
    play.tells(4, tell("vp/spain", 1));
    play.tells(3, Verb::Act { act: Act::ConfirmAll { through }, text: None });
    assert_eq!(
        (now(&play, "vp/spain"), now(&play, "pp/spain"), play.campaign.play.tellings.len()),
        (9, -2, 1)
    );
    assert!(play.act_refused(3, Act::ConfirmAll { through }).contains("Nothing that was told"));
    play.ends_verified();
}

#[test]
fn of_several_values_each_waits_for_those_whom_it_concerns() {
    let mut play = four();
    play.must(4, tell("vp/turkey", 10));
    let amount = |key: &str, value| Amount { key: key.to_owned(), value };
    let values = vec![amount("vp/russia", 9), amount("vp/spain", 8), amount("vp/turkey", 7)];
    says(&mut play, 2, Act::TellAll { values });
    assert_eq!(play.campaign.play.tellings.len(), 3);
    let mut confirm_all = |person| {
        let through = last(&play);
        says(&mut play, person, Act::ConfirmAll { through });
        ["vp/russia", "vp/spain", "vp/turkey"].map(|key| now(&play, key))
    };
    assert_eq!(
        confirm_all(3),
        [0, 8, 10],
        "Turkey's loss is not Spain's to confirm, nor Russia's gain alone"
    );
    assert_eq!(confirm_all(4), [0, 8, 7]);
    assert_eq!(confirm_all(1), [9, 8, 7]);
    play.ends_verified();
}

#[test]
fn a_total_that_two_have_told_counts_once() {
    let mut play = four();
    play.tells(1, tell("vp/spain", 8));
    play.tells(2, tell("vp/spain", 8));
    let through = last(&play);
    says(&mut play, 3, Act::ConfirmAll { through });
    assert_eq!((now(&play, "vp/spain"), play.campaign.play.tellings.len()), (8, 0));
    play.ends_verified();
}

#[test]
fn a_total_that_one_tells_of_himself_counts_with_what_others_told() {
    let mut play = four();
    play.tells(1, tell("vp/spain", 8));
    let made = play.tells(3, tell("vp/spain", 8));
    assert_eq!((now(&play, "vp/spain"), came(&made)), (8, vec![Came::Counts]));
    assert!(play.campaign.play.tellings.is_empty());
    play.ends_verified();
}

#[test]
fn one_voice_decides_nothing_where_two_are_no_party() {
    let mut play = four();
    play.at += 8 * DAY;
    for person in [1, 2, 3] {
        play.must(person, Verb::Word { word: crate::common::word("again") });
    }
    play.tells(1, tell("vp/spain", 4));
    let telling = last(&play);
    says(&mut play, 3, Act::Deny { telling });
    let vote = play.campaign.play.vote_on_telling(telling).unwrap();
    says(&mut play, 2, Act::Cast { vote, option: YES });
    let due = play.campaign.play.votes[&vote].due;
    let made = play.clock_at(due);
    assert_eq!((came(&made), now(&play, "vp/spain")), (vec![Came::Rejected], 10));
    play.ends_verified();
}

#[test]
fn what_is_equal_is_not_so_and_no_die_says_that_it_is() {
    let mut play = four();
    play.tells(1, tell("vp/spain", 4));
    let telling = last(&play);
    says(&mut play, 3, Act::Deny { telling });
    let vote = play.campaign.play.vote_on_telling(telling).unwrap();
    says(&mut play, 2, Act::Cast { vote, option: YES });
    let made = says(&mut play, 4, Act::Cast { vote, option: NO });
    assert_eq!((came(&made), now(&play, "vp/spain")), (vec![Came::Rejected], 10));
    assert!(!kinds(&made).contains(&"rolled".to_owned()));
    play.ends_verified();
}

#[test]
fn what_was_denied_is_told_again_in_the_step_by_nobody() {
    let mut play = four();
    play.tells(1, tell("vp/spain", 4));
    let telling = last(&play);
    says(&mut play, 3, Act::Deny { telling });
    says(&mut play, 1, Act::WithdrawTelling { telling });
    for (person, value) in [(1, 4), (1, 3), (1, 6), (2, 4), (4, 9)] {
        let refused = play.refused(person, tell("vp/spain", value));
        assert!(refused.contains("denied in this step"), "{person} {value}: {refused}");
    }
    // That it is more is another matter, and in the next step he may tell it anew.
    play.tells(2, tell("vp/spain", 11));
    for person in 1..=4 {
        says(&mut play, person, Act::Ready { through: Through::Step, hold: false });
    }
    play.tells(1, tell("vp/spain", 4));
    play.ends_verified();
}

#[test]
fn what_is_being_decided_is_not_told_again_whoever_does_and_its_noes_stand() {
    let mut play = four();
    play.tells(1, tell("vp/spain", 4));
    let telling = last(&play);
    says(&mut play, 3, Act::Deny { telling });
    let vote = play.campaign.play.vote_on_telling(telling).unwrap();
    says(&mut play, 2, Act::Cast { vote, option: NO });
    for (person, value) in [(1, 4), (1, 5), (2, 4), (4, 1)] {
        let refused = play.refused(person, tell("vp/spain", value));
        assert!(refused.contains("is being decided"), "{person} {value}: {refused}");
    }
    assert_eq!(play.campaign.play.votes[&vote].cast.get(&seat(2)), Some(&NO));
    play.ends_verified();
}

#[test]
fn who_withdraws_what_was_voted_against_has_it_denied() {
    let mut play = four();
    play.tells(3, tell("vp/spain", 40));
    let telling = last(&play);
    let vote = play.campaign.play.vote_on_telling(telling).unwrap();
    says(&mut play, 1, Act::Cast { vote, option: NO });
    says(&mut play, 3, Act::WithdrawTelling { telling });
    assert!(play.refused(3, tell("vp/spain", 41)).contains("denied in this step"));
    play.ends_verified();
}

#[test]
fn no_number_of_tellings_pushes_out_what_is_being_decided() {
    let mut play = four();
    play.tells(1, tell("vp/spain", 4));
    let denied = last(&play);
    says(&mut play, 3, Act::Deny { telling: denied });
    for value in 0..i64::try_from(MOST_OPEN).unwrap() + 3 {
        play.tells(1, tell("pp/spain", -1 - value));
    }
    assert!(play.campaign.play.tellings.contains_key(&denied));
    assert_eq!(play.campaign.play.tellings.len(), MOST_OPEN);
    play.ends_verified();
}

#[test]
fn what_somebody_gains_in_a_turn_is_one_sum_over_all_kinds_of_it() {
    let ready = || Verb::Act { act: Act::Ready { through: Through::Step, hold: false }, text: None };
    let mut play = four();
    // He has 10 of 20 VP; six of 12 PP are the rest of what is usual.
    play.tells(3, tell("pp/spain", 12));
    assert_eq!(play.campaign.play.tellings[&last(&play)].weight, Weight::Light);
    for person in [1, 2, 4, 3] {
        play.tells(person, ready());
    }
    assert_eq!(now(&play, "pp/spain"), 12);
    // In the next step of the same turn one more is too much, whoever tells it.
    play.tells(1, tell("vp/spain", 11));
    let open = play.campaign.play.tellings[&last(&play)].clone();
    assert_eq!((open.weight, open.of.clone()), (Weight::Decisive, std::iter::once(seat(3)).collect()));
    let vote = play.campaign.play.vote_on_telling(last(&play)).unwrap();
    assert_eq!(play.campaign.play.votes[&vote].voters, [2, 4].map(seat));
    // Another has his own share.
    play.tells(1, tell("vp/russia", 11));
    assert_eq!(play.campaign.play.tellings[&last(&play)].weight, Weight::Light);
    play.ends_verified();
}

#[test]
fn what_waits_counts_towards_the_sum_and_the_same_told_by_two_counts_once() {
    let mut play = four();
    play.tells(4, tell("vp/turkey", 12));
    play.tells(1, tell("vp/turkey", 12));
    assert_eq!(play.campaign.play.tellings[&last(&play)].weight, Weight::Light);
    play.tells(4, tell("pp/turkey", 12));
    assert_eq!(play.campaign.play.tellings[&last(&play)].weight, Weight::Decisive);
    play.ends_verified();
}

#[test]
fn who_was_ready_before_it_was_denied_has_voted_for_it() {
    let ready = || Verb::Act { act: Act::Ready { through: Through::Step, hold: false }, text: None };
    let mut play = Play::in_months(6, |_| ());
    play.tells(6, tell("vp/turkey", 12));
    let telling = last(&play);
    for person in [1, 2, 3, 4] {
        play.tells(person, ready());
    }
    let made = says(&mut play, 5, Act::Deny { telling });
    assert_eq!(
        (now(&play, "vp/turkey"), came(&made)),
        (12, vec![Came::Counts]),
        "four are for it, one is not"
    );
    play.ends_verified();
}

#[test]
fn who_is_ready_after_it_was_denied_says_nothing_about_it() {
    let mut play = Play::in_months(6, |_| ());
    play.tells(6, tell("vp/turkey", 12));
    let telling = last(&play);
    says(&mut play, 5, Act::Deny { telling });
    says(&mut play, 1, Act::Ready { through: Through::Step, hold: false });
    says(&mut play, 2, Act::Confirm { telling });
    let vote = play.campaign.play.vote_on_telling(telling).unwrap();
    let cast = play.campaign.play.votes[&vote].cast.clone();
    assert_eq!(cast.into_iter().collect::<Vec<_>>(), [(seat(2), YES), (seat(5), NO)]);
    play.ends_verified();
}

#[test]
fn where_the_step_is_due_sooner_a_day_is_enough() {
    let clock = Timing { quiet: None, light: 30, ..Timing::default() };
    let mut play = Play::in_months(4, |founding| founding.timing = Some(clock.clone()));
    play.tells(3, tell("vp/spain", 10));
    let (at, due) = (play.at, play.campaign.play.tellings[&last(&play)].due);
    assert_eq!(due, clock.awake_after(at, 24));
    play.clock_at(due);
    assert_eq!(now(&play, "vp/spain"), 10);
}

#[test]
fn more_than_a_step_brings_goes_to_the_vote_and_not_through_by_ready() {
    let mut play = four();
    play.tells(3, tell("vp/spain", 31));
    let open = play.campaign.play.tellings[&last(&play)].clone();
    assert_eq!(open.weight, Weight::Decisive);
    let vote = play.campaign.play.vote_on_telling(last(&play)).unwrap();
    assert_eq!(play.campaign.play.votes[&vote].voters, [1, 2, 4].map(seat));
    for person in 1..=4 {
        says(&mut play, person, Act::Ready { through: Through::Step, hold: false });
    }
    assert_eq!(now(&play, "vp/spain"), 10);
    for person in [1, 2, 4] {
        says(&mut play, person, Act::Cast { vote, option: YES });
    }
    assert_eq!(now(&play, "vp/spain"), 31);
    play.ends_verified();
}

#[test]
fn of_one_teller_so_many_wait_and_the_same_stands_once() {
    let mut play = four();
    for value in 0..i64::try_from(MOST_OPEN).unwrap() + 3 {
        play.tells(1, tell("pp/spain", -1 - value));
        play.tells(1, tell("pp/spain", -1 - value));
    }
    assert_eq!(play.campaign.play.tellings.len(), MOST_OPEN);
    play.ends_verified();
}

#[test]
fn a_regent_confirms_for_an_absent_player() {
    let mut play = four();
    play.act(3, Act::Away { until: None, regent: Some(2) });
    play.tells(1, tell("vp/spain", 4));
    let telling = last(&play);
    play.act_for(2, 3, Verb::Act { act: Act::Confirm { telling }, text: None });
    assert_eq!(now(&play, "vp/spain"), 4);
    play.ends_verified();
}

#[test]
fn what_he_told_is_taken_back_like_any_order() {
    let mut play = four();
    play.tells(1, tell("vp/spain", 4));
    play.tells(1, Verb::Undo);
    assert!(play.campaign.play.tellings.is_empty());
    play.ends_verified();
}

#[test]
fn the_others_vote_on_so_many_of_one_players_tellings_and_no_more() {
    let mut play = four();
    for (n, power) in (1..).zip(["prussia", "russia", "turkey", "spain"]) {
        play.tells(3, tell(&format!("vp/{power}"), 60));
        assert_eq!(play.campaign.play.votes.len(), n);
    }
    assert_eq!(MOST_VOTED, 4);
    assert!(play.refused(3, tell("pp/russia", 60)).contains("are being decided"));
    play.tells(2, tell("pp/russia", 60));
    play.ends_verified();
}
