//! Whole campaigns by random players: every $ and every manpower point that came or went has a line, by the record and what was sealed in it.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::random::Random;
use crate::peace::play;
use engine::eia::economy::books::{Accounts, conserved};
use engine::eia::economy::{Happened, Purse};
use engine::eia::{EmpiresInArms, Event};
use engine::table::act::Act;
use engine::table::event::Event as Line;
use engine::table::{Entry, SeatId, Stage};
use serde_json::json;

/// A campaign of so many steps by random players, in which now and then somebody has nothing left.
fn campaign(n: u64, steps: u32) -> Play {
    let switches = json!({"politics": "kept", "economy": "kept", "minor_savings": if n.is_multiple_of(2) { "yes" } else { "no" }});
    let mut play = play(switches);
    let mut random = Random::new(n);
    for step in 0..steps {
        if play.campaign.play.stage == Stage::Closed {
            break;
        }
        random.plays(&mut play, 2, |_| {});
        random.brings_on(&mut play, |_| {});
        if step % 9 == 8 && play.campaign.play.stage != Stage::Closed {
            impoverish(&mut play, step / 9 + u32::try_from(n).unwrap());
        }
    }
    play
}

/// A power's treasury is put right by so much less that it may not pay for its counters.
fn impoverish(play: &mut Play, n: u32) {
    let values = play.campaign.values();
    let treasuries: Vec<_> = values.iter().filter(|value| value.key.starts_with("treasury/")).collect();
    let Some(value) = treasuries.get(n as usize % treasuries.len().max(1)) else { return };
    let is_open = |play: &Play| play.campaign.play.corrections.values().any(|open| open.is_of(&value.key));
    let owner = value.of.as_ref().and_then(SeatId::number).unwrap();
    if !is_open(play) {
        let act = Act::Correct { key: value.key.clone(), value: value.now - 150 };
        play.act_saying(owner, act, "it was lost at the table");
        play.all_agree();
    }
}

/// The first account of a record, with its place in it.
fn first_account(entries: &[Entry]) -> Option<(usize, Purse)> {
    entries.iter().enumerate().find_map(|(i, entry)| {
        let Line::Hidden {} = entry.event else { return None };
        let body = entry.secrets.first()?.body.as_ref()?.reveal().get("e")?.clone();
        match serde_json::from_value(body).ok()? {
            Event::Economy(Happened::Accounted { purses }) => Some((i, purses.into_values().next()?)),
            _ => None,
        }
    })
}

fn plays(campaigns: std::ops::Range<u64>, steps: u32) -> Accounts {
    let mut all = Accounts::default();
    let mut corrected = 0;
    for n in campaigns {
        let play = campaign(n, steps);
        let of = conserved(&play.entries).unwrap_or_else(|fault| panic!("campaign {n}: {fault}"));
        all.accounts += of.accounts;
        all.lost += of.lost;
        for unit in 0..2 {
            all.came[unit] += of.came[unit];
            all.went[unit] += of.went[unit];
        }
        let events = play.entries.iter().filter_map(Entry::game_event::<EmpiresInArms>);
        let is_corrected = |event: &Event| matches!(event, Event::Economy(Happened::Corrected { .. }));
        corrected += events.filter(is_corrected).count();
    }
    println!("{all:?}, {corrected} accounts put right");
    all
}

#[test]
fn random_players_make_and_lose_no_dollar_without_a_line() {
    let all = plays(0..1, 66);
    assert!(
        all.accounts > 7 && all.lost > 0 && all.came.iter().chain(&all.went).all(|sum| *sum > 0),
        "{all:?}"
    );
}

#[test]
fn an_account_that_does_not_follow_is_found() {
    let mut play = campaign(0, 30);
    assert!(conserved(&play.entries).is_ok());
    let (at, _) = first_account(&play.entries).unwrap();
    // The same accounts once more begin with what was there before, and not with what they came to.
    let again = play.entries[at].clone();
    play.entries.push(again);
    assert!(conserved(&play.entries).unwrap_err().to_string().contains("does not begin with"));
}

/// `cargo test -p eia --release --test all -- --ignored long_random_campaigns_conserve`
#[test]
#[ignore = "takes minutes; CHANCERY_LONG_GAMES says how many campaigns, CHANCERY_LONG_STEPS of how many steps each"]
fn long_random_campaigns_conserve_every_dollar_and_manpower_point() {
    let asked = |name: &str, otherwise: u32| std::env::var(name).map_or(otherwise, |n| n.parse().unwrap());
    let games = asked("CHANCERY_LONG_GAMES", 200);
    let all = plays(0..u64::from(games), asked("CHANCERY_LONG_STEPS", 300));
    assert!(all.accounts > 0 && all.lost > 0, "{all:?}");
}
