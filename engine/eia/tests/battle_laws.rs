//! What holds in every battle, whatever the armies, the chits, the ground and the dice.
#![allow(clippy::unwrap_used)]

use crate::battles::{Told, any_battle};
use eia::typed::Typed;
use engine::eia::charts::LEVELS;
use engine::eia::land::battle::assemble::Ready;
use engine::eia::land::battle::fight::{
    Army, Croupier, Fight, Lost, MOST_CORPS, Note, Raises, Rolled, Setting, Side, Step, Throw, Who, Why,
    stands_by, suffer,
};
use engine::eia::land::battle::odds::End;
use engine::eia::land::battle::pursuit::{pursue, ridden_down};
use engine::eia::land::battle::tables::{HIGHEST, Tables};
use engine::eia::land::forces::{Factors, SORTS};
use proptest::collection::vec;
use proptest::prelude::*;
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
pub fn told_lost(notes: &[Note], of: Who) -> [[i32; SORTS]; MOST_CORPS] {
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

/// Of each owner what his corps that fight in `of` had, and what they lost up to `now`.
fn owned(before: &Army, now: &Army, side: &Side, of: &Army) -> Vec<[u32; 2]> {
    let mut owned = vec![[0, 0]; side.losses.len()];
    for (i, unit) in side.corps.iter().enumerate().filter(|(i, _)| of.fights(*i)) {
        let [had, lost] = &mut owned[usize::from(unit.owner)];
        *had += before.factors[i].total();
        *lost += before.factors[i].total() - now.factors[i].total();
    }
    owned
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

impl Croupier for Again<'_> {
    type Stop = ();
    const LISTENS: bool = false;

    fn die(&mut self, throw: Throw) -> Result<u8, ()> {
        self.0.next().filter(|(thrown, _)| *thrown == throw).map(|(_, die)| *die).ok_or(())
    }
}

#[test]
fn more_percent_than_the_chart_has_take_what_its_last_line_says() {
    let tables = Tables::with(&Typed::new());
    for of in [1, 7, 40, 113] {
        assert_eq!([31, 60, u8::MAX].map(|percent| tables.factors(percent, of)), [tables.factors(30, of); 3]);
    }
    assert!(tables.factors(30, 113) > tables.factors(25, 113));
}

#[test]
fn a_higher_die_never_does_less() {
    let tables = Tables::with(&Typed::new());
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
        let mut first = fight;
        for step in day(&setting, fight, dice) {
            if step.before.round != first.round {
                first = step.before;
            }
            for who in Who::BOTH {
                let told = told_lost(&step.notes, who);
                for (i, told) in told.iter().enumerate() {
                    let of = |fight: &Fight| fight.armies[who as usize].factors[i].0.map(i32::from);
                    let (begun, before, after) = (of(&first), of(&step.before), of(&step.after));
                    for sort in 0..SORTS {
                        prop_assert_eq!(before[sort], after[sort] + told[sort], "{:?}", step.notes);
                        // A factor that the guns took may come back, for one of cavalry, in the round in which its side breaks.
                        prop_assert!(after[sort] <= begun[sort], "{:?}", step.notes);
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
    fn of_the_losses_of_a_day_each_ally_has_his_part(battle: u64, side in 0_usize..2, rolls in vec(0_u32..9, 1..9)) {
        let Ready { setting, fight, .. } = any_battle(battle);
        let (side, mut army) = (&setting.sides[side], fight.armies[side]);
        let [fighting, beside] = there(&army, side);
        let (before, mut all) = (army, 0);
        for losses in rolls {
            let aside = suffer(&mut army, side, losses);
            prop_assert_eq!(aside, losses.saturating_sub(fighting - all.min(fighting)).min((fighting + beside).saturating_sub(all.max(fighting))));
            all += losses;
            let owned = owned(&before, &army, side, &before);
            prop_assert_eq!(owned.iter().map(|of| of[1]).sum::<u32>(), all.min(fighting));
            for [had, lost] in owned {
                // Its part, less than one factor more or less: whatever the rolls were by which it came about.
                let (part, taken) = (all.min(fighting) * had, lost * fighting);
                prop_assert!(taken.abs_diff(part) < fighting.max(1), "{} of {} for {}", lost, had, all);
            }
        }
    }

    #[test]
    fn after_every_step_of_a_day_each_ally_has_lost_his_part(battle: u64, dice: u64) {
        let Ready { setting, fight, .. } = any_battle(battle);
        let steps = day(&setting, fight, dice);
        for who in Who::BOTH {
            let (side, first) = (&setting.sides[who as usize], &fight.armies[who as usize]);
            let same = |army: &Army| (0..MOST_CORPS).all(|i| army.fights(i) == first.fights(i));
            let mut spared = 0;
            for step in &steps {
                let now = &step.after.armies[who as usize];
                // Who came later, or committed his guard, has an account of his own.
                if !same(now) || now.spent > 0 {
                    break;
                }
                let broke = |note: &Note| matches!(note, Note::Broke { who: broken, cavalry: Some(_), .. } if *broken == who);
                spared += u32::from(step.notes.iter().any(broke));
                let brought: u32 = first.fighting().total();
                let owned = owned(first, now, side, first);
                let all: u32 = owned.iter().map(|of| of[1]).sum();
                for [had, lost] in owned {
                    let apart = (lost * brought).abs_diff(all * had);
                    prop_assert!(apart < (1 + spared) * brought.max(1), "{} of {} for {}", lost, had, all);
                }
            }
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
    fn who_breaks_with_cavalry_has_lost_some_in_that_round_and_no_more_than_it_must(battle: u64, dice: u64) {
        let Ready { setting, fight, .. } = any_battle(battle);
        let steps = day(&setting, fight, dice);
        for who in Who::BOTH {
            let army = |fight: &Fight| fight.armies[who as usize];
            let all = |army: &Army| army.factors.iter().map(|factors| factors.cavalry()).sum::<u32>();
            let mut first = &fight;
            for step in &steps {
                if step.before.round != first.round {
                    first = &step.before;
                }
                let [before, after] = [&step.before, &step.after].map(army);
                if !after.broken || before.broken {
                    continue;
                }
                let begun = army(first);
                prop_assert!(before.fighting().cavalry() == 0 || all(&after) < all(&begun), "{:?}", step.notes);
                // Of the round's own losses: none falls for it where one fell to the enemy or at the head of his corps.
                let extra = step.notes.iter().find_map(|note| match note {
                    Note::Broke { who: broken, cavalry, .. } if *broken == who => *cavalry,
                    _ => None,
                });
                prop_assert!(extra.is_none() || all(&after) + 1 == all(&begun), "{:?}", step.notes);
            }
        }
    }

    #[test]
    fn a_pursuit_takes_what_it_says_or_all_there_is_and_prisoners_are_of_that(
        battle: u64, dice: u64, who in 0_usize..2, equivalents in 0_u32..12, surrounded: bool, prisoners_die in 1_u8..=6,
    ) {
        let Ready { setting, fight, .. } = any_battle(battle);
        let last = day(&setting, fight, dice).last().map_or(fight, |step| step.after);
        let (side, mut army) = (&setting.sides[who], last.armies[who]);
        let before = army;
        let made = pursue(&mut army, side, 3, 1, 5, 1, surrounded, prisoners_die, |_, _| equivalents);
        let mut told = [Factors::default(); MOST_CORPS];
        made.lost.iter().for_each(|(corps, lost)| told[usize::from(*corps)] = *lost);
        for (i, told) in told.iter().enumerate() {
            prop_assert_eq!(army.factors[i].and(*told), before.factors[i]);
            let reached = before.places[i].takes_part() || stands_by(&before, side, i);
            prop_assert!(reached || told.is_empty(), "who is not there is not ridden down");
        }
        let all = told.iter().fold(Factors::default(), |all, told| all.and(*told));
        let owed = equivalents * (1 + u32::from(surrounded));
        // Three of infantry or one of cavalry for each; a rest of infantry is settled by the last factor of cavalry.
        let worth = all.total() - all.cavalry() + 3 * all.cavalry();
        let left = (0..side.corps.len()).filter(|i| before.places[*i].takes_part() || stands_by(&before, side, *i));
        let left: u32 = left.map(|i| army.factors[i].total()).sum();
        prop_assert!(left == 0 || worth >= 3 * owed, "{} for {}", all, owed);
        prop_assert!(worth <= 3 * owed + 2, "{} for {}", all, owed);
        // Prisoners: the tenths of what was lost before it was doubled, and all that the doubling adds.
        let mut once = before;
        let plain: u32 = ridden_down(&mut once, side, equivalents).iter().map(|(_, lost)| lost.total()).sum();
        let added = all.total() - plain;
        prop_assert_eq!(added == 0, !surrounded || left == 0 && plain == all.total() || owed == 0);
        prop_assert_eq!(made.prisoners, plain * u32::from(prisoners_die) / 10 + added);
        // Who stood aside loses only where nothing is left of the others.
        let fought: u32 = (0..side.corps.len()).filter(|i| before.places[*i].takes_part()).map(|i| army.factors[i].total()).sum();
        prop_assert!(made.aside == 0 || fought == 0, "{} fell aside, {} are left", made.aside, fought);
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
    fn a_morale_level_is_that_of_who_was_not_away_before_the_combat_and_stays_so(battle: u64, dice: u64) {
        let Ready { setting, fight, .. } = any_battle(battle);
        for step in day(&setting, fight, dice) {
            for who in Who::BOTH {
                let [before, after] = [&step.before, &step.after].map(|fight| &fight.armies[who as usize]);
                prop_assert_eq!(before.raised, after.raised);
                prop_assert!(before.raised == 0 || (before.raised == 10 && setting.national == Raises::Force));
                let left = before.places.iter().zip(&after.places).any(|(now, then)| {
                    now.takes_part() && !then.takes_part()
                });
                prop_assert!(before.level == after.level || left, "{:?}", step.notes);
                prop_assert!(!left || step.before.step == Step::Withdrawal, "{:?}", step.notes);
            }
        }
    }

    #[test]
    fn who_leads_the_guard_is_in_the_fight_and_who_is_in_it_stays(battle: u64, dice: u64) {
        let Ready { setting, fight, .. } = any_battle(battle);
        for step in day(&setting, fight, dice) {
            for who in Who::BOTH {
                let [before, after] = [&step.before, &step.after].map(|fight| &fight.armies[who as usize]);
                prop_assert_eq!(before.leaders & after.leaders, before.leaders);
                let came = step.notes.iter().filter_map(|note| match note {
                    Note::Reinforcement(tried) if tried.who == who && tried.done => tried.leader,
                    _ => None,
                });
                for (i, leader) in setting.sides[who as usize].leaders.iter().enumerate() {
                    let here = before.is_led_by(i) || came.clone().any(|came| usize::from(came) == i);
                    prop_assert_eq!(after.is_led_by(i), here, "{}: {:?}", leader.name, step.notes);
                }
            }
            for note in &step.notes {
                if let Note::Guard { who, leader: Some(leader), .. } = note {
                    prop_assert!(step.before.armies[*who as usize].is_led_by((*leader).into()), "{:?}", note);
                }
            }
        }
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
                    (factors, army.left(), army.broken)
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
