//! Exact odds against simulations with fixed seeds.

use super::super::land::{Part, Setting};
use super::super::{Battle, Next, Plan, Verdict, Who, sea};
use super::{even, leader, part, side};
use crate::class::Class;
use crate::leader::{Command, replacements};
use crate::odds::{self, Distribution};
use crate::technology::{Land, Naval};
use crate::thirds::Thirds;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::collections::BTreeMap;

const TRIES: u32 = 200_000;

/// A die of ten without bias.
fn die(dice: &mut ChaCha8Rng) -> u8 {
    loop {
        let bits = dice.next_u32() & 15;
        if bits < 10 {
            return bits as u8 + 1;
        }
    }
}

fn simulated(battle: &Battle, plans: &[Plan; 2], seed: u64) -> BTreeMap<Verdict, u32> {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    let mut found = BTreeMap::new();
    let terms = battle.field().terms();
    for _ in 0..TRIES {
        let mut state = *battle.state();
        let verdict = loop {
            match state.next(&terms) {
                Next::Over(verdict) => break verdict,
                Next::Choice { who, after, .. } => {
                    let leave = plans[who as usize].leaves(&state, who, after);
                    state.choose(&terms, leave, &mut ());
                }
                Next::Die { .. } => state.throw(&terms, die(&mut dice), &mut ()),
            }
        };
        *found.entry(verdict).or_insert(0) += 1;
    }
    found
}

/// Every cell with 25 or more expected lies within five times its deviation; nothing comes about that has no weight; the weights sum to
/// the whole.
fn agree<T: Ord + std::fmt::Debug>(exact: &Distribution<T>, found: &BTreeMap<T, u32>) {
    assert_eq!(exact.outcomes.values().sum::<u128>(), exact.whole());
    let mut compared = 0;
    for (outcome, weight) in &exact.outcomes {
        let chance = *weight as f64 / exact.whole() as f64;
        let expected = chance * f64::from(TRIES);
        if expected >= 25.0 {
            let deviation = (expected * (1.0 - chance)).sqrt();
            let seen = f64::from(found.get(outcome).copied().unwrap_or(0));
            assert!((seen - expected).abs() <= 5.0 * deviation, "{outcome:?}: {seen} of {expected}");
            compared += 1;
        }
    }
    assert!(compared >= 10, "{compared}");
    for outcome in found.keys() {
        assert!(exact.outcomes.contains_key(outcome), "{outcome:?}");
    }
}

fn italy() -> Setting {
    let mut of = even();
    of.sides = [part("FRA", Class::IV, 2, 0, 0), part("SPA", Class::III, 1, 0, 1)]
        .map(|part| side(part, Land::Arquebuse));
    of.sides[0].command = leader(3, 3, 1);
    of.sides[1].command = leader(4, 1, 2);
    of.sides[0].veteran = true;
    of.sides[1].veteran = true;
    of.sides[1].tercios = true;
    of
}

#[test]
fn the_odds_of_the_worked_example() {
    let of = italy();
    let plans = [Plan::default(), Plan { leave_at_morale: Some(2), ..Plan::default() }];
    let exact = odds::land(&of, &plans).expect("a battle");
    let battle = Battle::land(of, &mut ()).expect("a battle");
    let found = simulated(&battle, &plans, 9);
    agree(&exact, &found);
    let wins = [Some(Who::Moving), Some(Who::Standing), None].map(|who| exact.wins(who));
    assert_eq!(wins.iter().sum::<u128>(), exact.whole());
    for who in Who::BOTH {
        assert_eq!(exact.losses(who).values().sum::<u128>(), exact.whole());
        assert!(exact.major(who) <= exact.routs(who.other()));
        let chance = exact.major(who) as f64 / exact.whole() as f64;
        let fought = found.iter().filter(|(verdict, _)| verdict.major && verdict.winner == Some(who));
        let seen = f64::from(fought.map(|(_, n)| *n).sum::<u32>());
        let expected = chance * f64::from(TRIES);
        assert!(expected > 0.0 && (seen - expected).abs() <= 5.0 * expected.sqrt(), "{seen} of {expected}");
    }
    assert_eq!(exact.per_mille(|_| true), 1000);
}

#[test]
fn the_odds_with_a_stack_of_seven_leaders_drawn_and_tested() {
    let mut of = even();
    of.sides[0].parts = vec![part("FRA", Class::IV, 1, 1, 1)];
    of.sides[1].parts = vec![Part { sipahis: true, ..part("TUR", Class::I, 0, 1, 1) }];
    of.sides[1].command = Command::Replacement("TUR".to_owned());
    of.rules.casualties = true;
    let plans = [Plan::default(), Plan { leave_at_losses: Some(Thirds(5)), ..Plan::default() }];
    let exact = odds::land(&of, &plans).expect("a battle");
    agree(&exact, &simulated(&Battle::land(of, &mut ()).expect("a battle"), &plans, 10));
}

#[test]
fn the_odds_of_an_even_battle_are_even() {
    let exact = odds::land(&even(), &[Plan::default(); 2]).expect("a battle");
    assert_eq!(exact.wins(Some(Who::Moving)), exact.wins(Some(Who::Standing)));
    assert_eq!(exact.losses(Who::Moving), exact.losses(Who::Standing));
}

#[test]
fn the_odds_at_sea() {
    let fleet = |technology, warships| sea::Fleet {
        technology,
        warships: Thirds::whole(warships),
        galleys: 0,
        galleasses: 0,
        transports: 1,
        line: sea::Line::Warships,
        veteran: true,
        command: leader(3, 1, 2),
        further: Vec::new(),
    };
    let of = sea::Setting {
        rules: super::Rules::default(),
        turn: 40,
        mediterranean: false,
        sides: [fleet(Naval::Battery, 9), fleet(Naval::GalleonFluyt, 6)],
    };
    let plans = [Plan::default(), Plan { leave_at_morale: Some(1), slip_away: true, ..Plan::default() }];
    let exact = odds::sea(&of, &plans).expect("a battle");
    agree(&exact, &simulated(&Battle::sea(of, &mut ()).expect("a battle"), &plans, 11));
}

#[test]
fn the_odds_of_what_is_left_of_a_battle() {
    let mut battle = Battle::land(italy(), &mut ()).expect("a battle");
    for die in [9, 6, 6, 7] {
        battle.throw(die, &mut ()).expect("a die");
    }
    let (stays, leaves) = (Plan::default(), Plan::LEAVES);
    let odds = |plan| odds::rest(&battle, &[Plan::default(), plan]);
    // Spain leaves with a roll below six.
    let left = odds(leaves).weight(|verdict| matches!(verdict.end, super::super::End::Left { .. }));
    assert_eq!(left * 10, odds(leaves).whole() * 5);
    assert!(odds(stays).weight(|verdict| verdict.end != super::super::End::Fought) > 0);
    agree(&odds(stays), &simulated(&battle, &[stays; 2], 12));
}

/// A battle of eight against eight LD in which both leaders are drawn.
fn drawn() -> Setting {
    let mut of = italy();
    for (side, row) in of.sides.iter_mut().zip(["FRA", "SPA"]) {
        side.command = Command::Replacement(row.to_owned());
    }
    of
}

/// The odds of a battle are those of the battles with each leader that may be drawn, together.
#[test]
fn leaders_who_are_drawn_weigh_as_each_of_them_would() {
    let plans = [
        [Plan::default(); 2],
        [Plan::LEAVES, Plan { leave_at_morale: Some(2), ..Plan::default() }],
        [Plan { leave_at_losses: Some(Thirds(4)), ..Plan::default() }, Plan::LEAVES],
    ];
    for (n, plans) in plans.iter().enumerate() {
        let mut of = drawn();
        of.rules.equal_leaves = n == 1;
        of.rules.leader_cap = (n == 2).then_some(1);
        if n > 0 {
            // One side drawn is ten battles, both are a hundred.
            of.sides[1].command = leader(2, 3, 1);
        }
        let rows = of.sides.clone().map(|side| match &side.command {
            Command::Replacement(row) => {
                replacements().generals(row, of.rules.edition).map(Command::Leader).to_vec()
            }
            known => vec![known.clone()],
        });
        let mut together = BTreeMap::new();
        let mut battles = 0;
        for moving in &rows[0] {
            for standing in &rows[1] {
                let mut one = of.clone();
                (one.sides[0].command, one.sides[1].command) = (moving.clone(), standing.clone());
                for (verdict, weight) in odds::land(&one, plans).expect("a battle").outcomes {
                    *together.entry(verdict).or_insert(0) += weight;
                }
                battles += 1;
            }
        }
        let since = std::time::Instant::now();
        let exact = odds::land(&of, plans).expect("a battle");
        println!("{battles} battles together: {:?}", since.elapsed());
        let as_many: BTreeMap<Verdict, u128> =
            exact.outcomes.iter().map(|(verdict, weight)| (*verdict, weight * battles)).collect();
        assert!(as_many == together, "the odds of {n} differ");
    }
}
