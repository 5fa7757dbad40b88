//! Battles of Empires in Arms come out as they did when they were recorded: what is told of each day, how it ends, and its exact odds.
#![allow(clippy::unwrap_used)]

use crate::battles::{Told, any_battle};
use crate::common::recorded::Recorded;
use engine::eia::land::battle::odds::exact;
use std::collections::BTreeMap;

#[test]
fn four_hundred_days_of_battle_come_out_as_they_did() {
    let mut recorded = Recorded::of("days");
    for seed in 0..200 {
        let ready = any_battle(seed);
        let mut all = String::new();
        for day in 0..2 {
            let (mut fight, mut table) = (ready.fight, Told::of(seed * 2 + day));
            let Ok(()) = fight.run(&ready.setting, &mut table);
            all += &format!("{:?} {:?} {fight:?}\n", table.thrown, table.heard);
        }
        recorded.step(&all);
    }
    recorded.ends();
}

/// Chances to nine places: the order in which they are summed is nobody's business.
#[test]
fn the_odds_of_twenty_battles_are_what_they_were() {
    let mut recorded = Recorded::of("odds");
    for seed in 0..20 {
        let ready = any_battle(seed);
        let odds = exact(&ready.setting, &ready.fight);
        let all: BTreeMap<_, _> =
            odds.outcomes.iter().map(|(way, chance)| (*way, format!("{chance:.9}"))).collect();
        recorded.step(&format!("{all:?}"));
    }
    recorded.ends();
}
