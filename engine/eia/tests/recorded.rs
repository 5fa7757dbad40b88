//! Battles of Empires in Arms come out as they did when they were recorded: what is told of each day, how it ends, and its exact odds.
//!
//! Of every sixteen the first four bytes of a hash over all of them up to there are kept. `CHANCERY_RECORD=1` records anew, after a change of
//! rules that means to change them.
#![allow(clippy::unwrap_used)]

use crate::battles::{Told, any_battle};
use engine::eia::land::battle::odds::{End, Outcome, exact};
use engine::table::hash::{Hash, sha256};
use serde_json::json;
use std::path::Path;

/// Of how many one is kept.
const EVERY: usize = 16;

/// Holds what came out against what came out when it was recorded.
fn come_out_as_they_did(name: &str, all: &[String]) {
    let mut hash = Hash::default();
    let mut now = Vec::new();
    for (n, text) in all.iter().enumerate() {
        hash = sha256(&[&hash.0, text.as_bytes()]);
        if (n + 1).is_multiple_of(EVERY) || n + 1 == all.len() {
            now.push(hash.to_string()[..8].to_owned());
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded").join(format!("{name}.txt"));
    if std::env::var_os("CHANCERY_RECORD").is_some() {
        std::fs::write(&path, now.join("\n") + "\n").unwrap();
    }
    let then = std::fs::read_to_string(&path).unwrap();
    let then: Vec<&str> = then.lines().collect();
    assert_eq!(then.len(), now.len(), "{name}");
    if let Some(at) = (0..now.len()).find(|at| now[*at] != then[*at]) {
        panic!(
            "{name}: another among those from {} on, of which the first is {}",
            at * EVERY,
            all[at * EVERY]
        );
    }
}

#[test]
fn four_hundred_days_of_battle_come_out_as_they_did() {
    let days = |seed| {
        let ready = any_battle(seed);
        let day = |day| {
            let (mut fight, mut table) = (ready.fight, Told::of(seed * 2 + day));
            let Ok(()) = fight.run(&ready.setting, &mut table);
            json!([table.thrown, table.heard]).to_string()
        };
        (0..2).map(day).collect::<String>()
    };
    come_out_as_they_did("days", &(0..200).map(days).collect::<Vec<_>>());
}

/// Chances to nine places: the order in which they are summed is nobody's business.
#[test]
fn the_odds_of_twenty_battles_are_what_they_were() {
    let odds = |seed| {
        let ready = any_battle(seed);
        let odds = exact(&ready.setting, &ready.fight);
        let told = |way: &Outcome| {
            let end = End::ALL.iter().position(|end| *end == way.end);
            json!([end, way.lost, way.left])
        };
        let mut all: Vec<String> =
            odds.outcomes.iter().map(|(way, chance)| format!("{} {chance:.9}", told(way))).collect();
        all.sort();
        all.join(", ")
    };
    come_out_as_they_did("odds", &(0..20).map(odds).collect::<Vec<_>>());
}
