//! What holds in every battle, whatever the armies, the chits, the ground and the dice.
#![allow(clippy::unwrap_used)]

use crate::battles::{Told, any_battle};
use engine::eia::charts::LEVELS;
use engine::eia::land::battle::assemble::Ready;
use engine::eia::land::battle::fight::{
    Army, Fight, Lost, MOST_CORPS, Note, Rolled, Setting, Side, Step, Table, Throw, Who, Why, stands_by,
    suffer,
};
use engine::eia::land::battle::odds::End;
use engine::eia::land::battle::tables::{HIGHEST, Tables};
use engine::eia::land::forces::{Factors, SORTS};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::convert::Infallible;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// A step of a day: the fight before it and after it, and what was told of it.
struct Stepped {
    before: Fight,
    after: Fight,
    notes: Vec<Note>,
}

/// A day, step by step, with dice of a seed.
fn day(of: &Setting, first: Fight, dice: u64) -> Vec<Stepped> {
    let mut table = Told::of(dice);
    let mut steps = Vec::new();
    let mut fight = first;
    while fight.step != Step::Over {
        let before = fight;
        let Ok(()) = fight.advance(of, &mut table);
        steps.push(Stepped { before, after: fight, notes: std::mem::take(&mut table.heard) });
    }
    steps
}

/// What the notes of a step tell that a side lost, by corps and sort; what it has back is below zero.
fn told_lost(notes: &[Note], of: Who) -> [[i32; SORTS]; MOST_CORPS] {
    let mut told = [[0; SORTS]; MOST_CORPS];
    let mut all = |lost: &Lost| {
        for (corps, factors) in lost {
            for (sort, n) in factors.each() {
                told[usize::from(*corps)][sort as usize] += i32::from(n);
            }
        }
    };
    for note in notes {
        match note {
            Note::Clash { lost, .. } => all(&lost[of as usize]),
            Note::Bombardment { rolled, lost } if rolled.who.other() == of => all(lost),
            _ => {}
        }
    }
    for note in notes {
        match note {
            Note::Guard { who, corps, heavy, lost, .. } if *who == of => {
                told[usize::from(*corps)][if *heavy { 4 } else { 5 }] += i32::from(*lost);
            }
            Note::Broke { who, cavalry, instead, .. } if *who == of => {
                if let Some((corps, sort)) = cavalry {
                    told[usize::from(*corps)][*sort as usize] += 1;
                }
                if let Some((corps, sort)) = instead {
                    told[usize::from(*corps)][*sort as usize] -= 1;
                }
            }
            _ => {}
        }
    }
    told
}

/// Factors in the fight, and those beside it on which losses can fall.
fn there(army: &Army, side: &Side) -> [u32; 2] {
    let beside = (0..side.corps.len()).filter(|i| stands_by(army, side, *i));
    [army.fighting().total(), beside.map(|i| army.factors[i].total()).sum()]
}

/// Each side's roll in a note, with what the other side lost by it, and what of that fell on those who stand aside where it is told.
fn rolls(note: &Note) -> Vec<(&Rolled, &Lost, Option<u32>)> {
    match note {
        Note::Clash { rolled, lost, aside, .. } => {
            let loser = |rolled: &Rolled| rolled.who.other() as usize;
            rolled.iter().map(|rolled| (rolled, &lost[loser(rolled)], Some(aside[loser(rolled)]))).collect()
        }
        Note::Bombardment { rolled, lost } => vec![(rolled, lost, None)],
        _ => Vec::new(),
    }
}

/// Dice that were thrown before, for a table at which nobody listens.
struct Again<'a>(std::slice::Iter<'a, (Throw, u8)>);

impl Table for Again<'_> {
    type Stop = ();
    const LISTENS: bool = false;

    fn die(&mut self, throw: Throw) -> Result<u8, ()> {
        self.0.next().filter(|(thrown, _)| *thrown == throw).map(|(_, die)| *die).ok_or(())
    }
}

#[test]
fn a_higher_die_never_does_less() {
    let tables = Tables::with(&BTreeMap::new());
    for (casualties, morale) in (1..=LEVELS).flat_map(|c| (1..=LEVELS).map(move |m| (c, m))) {
        for result in 1..=HIGHEST {
            let [less, more] = [result - 1, result].map(|result| tables.effect(casualties, morale, result));
            let table = format!("{casualties}-{morale}, {result}: {more:?} after {less:?}");
            assert!(less.percent <= more.percent && less.morale <= more.morale, "{table}");
            for of in 0..=120 {
                let factors = [less, more].map(|effect| tables.factors(effect.percent, of));
                assert!(factors[0] <= factors[1], "{table}, of {of}: {factors:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn factors_are_conserved(battle: u64, dice: u64) {
        let Ready { setting, fight, .. } = any_battle(battle);
        for step in day(&setting, fight, dice) {
            for who in Who::BOTH {
                let told = told_lost(&step.notes, who);
                for (i, told) in told.iter().enumerate() {
                    let of = |fight: &Fight| fight.armies[who as usize].factors[i].0.map(i32::from);
                    let (before, after) = (of(&step.before), of(&step.after));
                    for sort in 0..SORTS {
                        prop_assert_eq!(before[sort], after[sort] + told[sort], "{:?}", step.notes);
                        prop_assert!(after[sort] <= before[sort], "{:?}", step.notes);
                    }
                }
            }
        }
    }

    #[test]
    fn what_a_roll_costs_is_taken_from_who_fights_then_from_who_stands_aside_then_lapses(battle: u64, dice: u64) {
        let Ready { setting, fight, .. } = any_battle(battle);
        for step in day(&setting, fight, dice) {
            for (rolled, lost, aside) in step.notes.iter().flat_map(rolls) {
                let loser = rolled.who.other() as usize;
                let [fighting, beside] = there(&step.before.armies[loser], &setting.sides[loser]);
                let taken: u32 = lost.iter().map(|(_, factors)| factors.total()).sum();
                prop_assert_eq!(taken, rolled.casualties.min(fighting + beside));
                if let Some(aside) = aside {
                    prop_assert_eq!(aside, rolled.casualties.saturating_sub(fighting).min(beside));
                }
            }
        }
    }

    #[test]
    fn losses_are_shared_by_who_owns_the_factors(battle: u64, side in 0_usize..2, losses in 0_u32..60) {
        let Ready { setting, fight, .. } = any_battle(battle);
        let (side, mut army) = (&setting.sides[side], fight.armies[side]);
        let [fighting, beside] = there(&army, side);
        let mut owned = vec![[0, 0]; side.losses.len()];
        let before = army;
        let aside = suffer(&mut army, side, losses);
        for (i, unit) in side.corps.iter().enumerate().filter(|(i, _)| before.fights(*i)) {
            let of = &mut owned[usize::from(unit.owner)];
            *of = [of[0] + before.factors[i].total(), of[1] + before.factors[i].without(army.factors[i]).total()];
        }
        prop_assert_eq!(owned.iter().map(|of| of[1]).sum::<u32>(), losses.min(fighting));
        prop_assert_eq!(aside, losses.saturating_sub(fighting).min(beside));
        for [had, lost] in owned {
            // Its part, less than one factor more or less.
            let (part, taken) = (losses.min(fighting) * had, lost * fighting);
            prop_assert!(taken.abs_diff(part) < fighting.max(1), "{} of {} for {}", lost, had, losses);
        }
    }

    #[test]
    fn no_more_than_one_is_added_and_two_with_rifles(battle: u64, dice: u64) {
        let Ready { setting, fight, .. } = any_battle(battle);
        for step in day(&setting, fight, dice) {
            for (rolled, ..) in step.notes.iter().flat_map(rolls) {
                let sum: i8 = rolled.added.iter().map(|added| added.by).sum();
                let rifles = rolled.added.iter().any(|added| added.why == Why::Rifles);
                prop_assert!(sum <= 1 + i8::from(rifles), "{:?}", rolled);
                prop_assert!(!rifles || setting.sides[rolled.who as usize].rifles);
                prop_assert_eq!(i8::try_from(rolled.result), Ok((rolled.die as i8 + sum).clamp(0, HIGHEST)));
            }
        }
    }

    #[test]
    fn who_breaks_in_a_clash_with_cavalry_has_lost_some(battle: u64, dice: u64) {
        let Ready { setting, fight, .. } = any_battle(battle);
        let days = day(&setting, fight, dice);
        for step in days.iter().filter(|step| step.before.step == Step::Clash) {
            for who in Who::BOTH {
                let [before, after] = [&step.before, &step.after].map(|fight| &fight.armies[who as usize]);
                let all = |army: &Army| army.factors.iter().map(|factors| factors.cavalry()).sum::<u32>();
                if after.broken && before.fighting().cavalry() > 0 {
                    prop_assert!(all(after) < all(before), "{:?}", step.notes);
                }
            }
        }
    }

    #[test]
    fn a_side_is_broken_if_and_only_if_it_was_told(battle: u64, dice: u64) {
        let Ready { setting, fight, .. } = any_battle(battle);
        let days = day(&setting, fight, dice);
        let told = |of: Who| {
            let broke = |note: &&Note| matches!(note, Note::Broke { who, .. } if *who == of);
            days.iter().flat_map(|step| &step.notes).filter(broke).count()
        };
        let last = days.last().map_or(fight, |step| step.after);
        for who in Who::BOTH {
            prop_assert_eq!(told(who), usize::from(last.armies[who as usize].broken));
        }
        prop_assert!(End::of(&last) != End::Undecided || last.round == 3);
    }

    #[test]
    fn the_same_dice_tell_the_same_whoever_listens(battle: u64, dice: u64) {
        let Ready { setting, fight, .. } = any_battle(battle);
        let [once, twice] = [0, 1].map(|_| {
            let (mut day, mut table) = (fight, Told::of(dice));
            let Ok(()) = day.run(&setting, &mut table) as Result<(), Infallible>;
            (day, table.heard, table.thrown)
        });
        prop_assert_eq!(&once, &twice);
        let mut silent = fight;
        let mut again = Again(once.2.iter());
        prop_assert_eq!(silent.run(&setting, &mut again), Ok(()));
        prop_assert_eq!(again.0.len(), 0);
        prop_assert_eq!(silent, once.0);
    }

    #[test]
    fn a_higher_die_leaves_the_enemy_no_more(battle: u64, dice: u64) {
        let Ready { setting, fight, .. } = any_battle(battle);
        let steps = day(&setting, fight, dice);
        for step in steps.iter().filter(|step| step.before.step == Step::Clash) {
            for who in Who::BOTH {
                let enemy = who.other() as usize;
                let left = |die: u8| {
                    let dice = [who, who.other()].map(|by| (Throw::Clash(by), if by == who { die } else { 3 }));
                    let dice = if who == Who::Attacker { dice } else { [dice[1], dice[0]] };
                    let mut after = step.before;
                    after.advance(&setting, &mut Again(dice.iter())).unwrap();
                    let army = &after.armies[enemy];
                    let factors = army.factors.iter().map(|factors| factors.total()).sum::<u32>();
                    // Cavalry beyond what was lost falls in breaking alone.
                    (factors, army.left(setting.sides[enemy].morale), army.broken)
                };
                let left: Vec<_> = (1..=6).map(left).collect();
                for pair in left.windows(2) {
                    prop_assert!(pair[1].1 <= pair[0].1 && pair[1].0 <= pair[0].0 + u32::from(pair[0].2), "{:?}", left);
                }
            }
        }
    }
}

#[test]
fn nothing_can_be_lost_where_nothing_is() {
    let Ready { setting, fight, .. } = any_battle(1);
    let mut army = fight.armies[0];
    army.factors = [Factors::default(); MOST_CORPS];
    assert_eq!(suffer(&mut army, &setting.sides[0], 9), 0);
    assert_eq!(army.factors, [Factors::default(); MOST_CORPS]);
}
