//! The budget of waits: seven players, each of whom looks in twice a day at hours of his own. A quiet month asks at most three visits of
//! anybody and is over within three days; one in which every phase is waited for, with votes and envelopes besides, at most ten visits and
//! eight days. The steps are those that exist: phases, votes, free envelopes.
#![allow(clippy::unwrap_used)]

use crate::common::sealing;
use crate::common::{DAY, Play};
use engine::table::act::{Exchanged, Through};
use engine::table::timing::Timing;
use engine::table::votes::YES;
use engine::table::{Act, SeatId, Verb};
use serde_json::json;
use std::collections::BTreeMap;

const HOUR: i64 = 3_600;

/// Seven players over some months; returns the days each month took and the most visits that anybody had to make in it. A visit is
/// a look in which something was asked of him.
fn months(play: &mut Play, how_many: u32, war: bool) -> Vec<(i64, u32)> {
    let mut told = Vec::new();
    for n in 0..how_many {
        let month = play.campaign.play.path()[0].clone();
        let (began, mut visits) = (play.at, BTreeMap::<u32, u32>::new());
        let mut called = false;
        while play.campaign.play.path()[0] == month {
            play.at += HOUR;
            assert!(play.at - began < 30 * DAY, "month {n} does not end");
            play.clock_at(play.at);
            for person in 1..=7u32 {
                // Everybody has two hours of the day of his own, and the seventh player misses every third look.
                let hour = play.at / HOUR % 24;
                let mine = [i64::from(person) + 6, (i64::from(person) * 2 + 17) % 24];
                let sleeps = person == 7 && play.at / (12 * HOUR) % 3 == 0;
                if mine.contains(&hour) && !sleeps && look_in(play, person, war, &mut called) {
                    *visits.entry(person).or_default() += 1;
                }
            }
        }
        let days = (play.at - began + DAY - 1) / DAY;
        told.push((days, visits.values().copied().max().unwrap_or(0)));
    }
    told
}

/// One look: everything that is asked is answered. Says whether anything was.
fn look_in(play: &mut Play, person: u32, war: bool, called: &mut bool) -> bool {
    let seat = SeatId::numbered(person);
    let mut asked = false;
    if war && person == 1 && !*called {
        *called = true;
        play.act(1, Act::Switch { key: "votes".to_owned(), value: other_way(play) });
        let seats = (1..=4).map(SeatId::numbered).collect();
        play.act_saying(
            1,
            Act::Exchange { seats, kind: Exchanged::Number { least: 0, most: 9 } },
            "who moves first",
        );
        asked = true;
    }
    let votes: Vec<u64> = play
        .campaign
        .play
        .votes
        .iter()
        .filter(|(_, vote)| vote.voters.contains(&seat) && !vote.cast.contains_key(&seat))
        .map(|(n, _)| *n)
        .collect();
    for vote in votes {
        play.act(person, Act::Cast { vote, option: YES });
        asked = true;
    }
    let rounds: Vec<String> = play
        .campaign
        .play
        .rounds
        .iter()
        .filter(|(_, round)| round.asked.contains(&seat) && !round.is_final(&seat))
        .map(|(name, _)| name.clone())
        .collect();
    for round in rounds {
        play.must(person, sealing(&round, &json!({"number": person})));
        play.must(person, Verb::Final { round });
        asked = true;
    }
    let awaited = play
        .campaign
        .play
        .wait()
        .is_some_and(|wait| wait.asked.contains(&seat) && !wait.ready.contains(&seat));
    if awaited {
        let through = if war { Through::Step } else { Through::Turn };
        play.act(person, Act::Ready { through, hold: true });
        asked = true;
    }
    asked
}

fn other_way(play: &Play) -> String {
    let now = play.campaign.play.switch("votes");
    if now == "player" { "power" } else { "player" }.to_owned()
}

fn table() -> Play {
    Play::in_months(7, |founding| founding.timing = Some(Timing::default()))
}

#[test]
fn a_quiet_month_takes_three_days_and_three_visits_at_most() {
    let mut play = table();
    for (days, visits) in months(&mut play, 6, false) {
        assert!(days <= 3 && visits <= 3, "{days} days, {visits} visits");
    }
    play.ends_verified();
}

#[test]
fn a_war_month_takes_eight_days_and_ten_visits_at_most() {
    let mut play = table();
    for (days, visits) in months(&mut play, 6, true) {
        assert!(days <= 8 && visits <= 10, "{days} days, {visits} visits");
    }
    play.ends_verified();
}
