//! The exact odds of a day against days that are simply fought.
#![allow(clippy::unwrap_used)]

use crate::battles::{Told, any_battle};
use engine::eia::land::battle::assemble::Ready;
use engine::eia::land::battle::fight::{
    Army, Croupier, Fight, Note, Setting, Station, Step, Throw, Who, Why,
};
use engine::eia::land::battle::odds::{End, Outcome, exact, simulate};
use std::collections::{BTreeMap, BTreeSet};

/// How many battles are compared.
const BATTLES: u64 = 50;
/// The least number of times that an outcome is to be expected before its frequency says anything.
const ENOUGH: f64 = 25.0;

fn the_battles() -> impl Iterator<Item = (u64, Ready)> {
    (0..BATTLES).map(|seed| (seed, any_battle(1805 + seed)))
}

/// Compares in every outcome that is to be expected often enough, and in all others together.
fn compare(days: u32) {
    let mut cells = 0;
    let mut worst: f64 = 0.0;
    for (seed, Ready { setting, fight, .. }) in the_battles() {
        let odds = exact(&setting, &fight);
        let seen = simulate(&setting, &fight, days, seed);
        let days = f64::from(days);
        let mut rest = [0.0, 0.0];
        let mut check = |what: &str, chance: f64, seen: f64| {
            let expected = days * chance;
            let sigmas = (seen - expected).abs() / (expected * (1.0 - chance)).max(1e-9).sqrt();
            assert!(sigmas <= 5.0, "Battle {seed}, {what}: {seen} seen, {expected:.1} expected.");
            (cells, worst) = (cells + 1, worst.max(sigmas));
        };
        for (outcome, chance) in &odds.outcomes {
            let times = f64::from(seen.get(outcome).copied().unwrap_or_default());
            if days * chance >= ENOUGH && *chance < 1.0 - 1e-9 {
                check(&format!("{outcome:?}"), *chance, times);
            } else {
                rest = [rest[0] + chance, rest[1] + times];
            }
        }
        if days * rest[0] >= ENOUGH && rest[0] < 1.0 - 1e-9 {
            check("the rare outcomes", rest[0], rest[1]);
        }
        let impossible = seen.keys().find(|outcome| !odds.outcomes.contains_key(outcome));
        assert_eq!(impossible, None, "Battle {seed}: an outcome was seen that cannot be.");
    }
    println!("{cells} outcomes compared, at most {worst:.2} sigma off");
    assert!(cells > 1000, "Only {cells} outcomes could be compared.");
}

#[test]
fn days_that_are_fought_come_out_as_the_odds_say() {
    compare(25_000);
}

#[test]
#[ignore = "takes minutes"]
fn long_days_that_are_fought_come_out_as_the_odds_say() {
    compare(2_000_000);
}

#[test]
fn all_chances_together_are_one() {
    for (seed, Ready { setting, fight, .. }) in the_battles() {
        let odds = exact(&setting, &fight);
        let sum: f64 = odds.outcomes.values().sum();
        assert!((sum - 1.0).abs() < 1e-9, "Battle {seed}: {sum}");
        assert!(odds.outcomes.values().all(|chance| *chance > 0.0), "Battle {seed}");
        let ends: f64 = End::ALL.into_iter().map(|end| odds.of(end)).sum();
        assert!((ends - 1.0).abs() < 1e-9, "Battle {seed}: {ends}");
        for who in Who::BOTH {
            let by_losses = odds.distribution(who);
            let mean: f64 = (0_u32..).zip(&by_losses).map(|(n, chance)| f64::from(n) * chance).sum();
            assert!((mean - odds.losses(who)).abs() < 1e-9, "Battle {seed}");
        }
    }
}

/// What is drawn must be varied enough for the comparison to say something.
#[test]
fn the_battles_have_everything_in_them() {
    let (mut ends, mut notes) = (BTreeSet::new(), BTreeSet::new());
    let mut throws = BTreeSet::new();
    let (mut aside, mut owners) = (0, 0);
    let (mut raised, mut national) = (0, 0);
    for (seed, Ready { setting, fight, .. }) in the_battles() {
        aside += usize::from(fight.armies.iter().any(|army| army.places.contains(&Station::Aside)));
        owners += usize::from(setting.sides.iter().any(|side| side.losses.len() > 1));
        raised += usize::from(fight.armies.iter().any(|army| army.raised > 0));
        for day in 0..20 {
            let mut day_of = fight;
            let mut table = Told::of(seed * 1000 + day);
            let Ok(()) = day_of.run(&setting, &mut table);
            ends.insert(End::of(&day_of));
            let by_nation = |note: &Note| match note {
                Note::Clash { rolled, .. } => rolled
                    .iter()
                    .any(|one| one.shifts.iter().any(|(added, _)| matches!(added.why, Why::Nation(_)))),
                _ => false,
            };
            national += usize::from(table.heard.iter().any(by_nation));
            throws.extend(table.thrown.iter().map(|(throw, _)| match throw {
                Throw::Withdrawal(None) => "withdrawal",
                Throw::Withdrawal(Some(_)) => "withdrawal of a corps",
                Throw::Reinforcement(..) => "reinforcement",
                Throw::Arrival(_) => "arrival",
                Throw::Guard(..) => "guard",
                Throw::Bombardment(_) => "bombardment",
                Throw::Clash(_) => "clash",
            }));
            notes.extend(table.heard.iter().filter_map(|note| match note {
                Note::NoFight => Some("no fight".to_owned()),
                Note::Command { .. } => Some("command".to_owned()),
                Note::Guard { all: true, .. } => Some("all guard fell".to_owned()),
                Note::Broke { why, .. } => Some(format!("{why:?}")),
                _ => None,
            }));
        }
    }
    assert!(ends.iter().eq(&End::ALL), "{ends:?}");
    assert_eq!(throws.len(), 7, "{throws:?}");
    assert_eq!(notes.len(), 8, "{notes:?}");
    assert!(aside >= 5 && owners >= 10, "{aside} with corps aside, {owners} with allies");
    assert!(raised >= 1 && national >= 1, "{raised} forces and {national} tables with +1 morale");
}

/// Dice that fall as they are told; `short` where one more is thrown.
struct Faces<'a> {
    faces: &'a [u8],
    at: usize,
    short: bool,
}

impl Croupier for Faces<'_> {
    type Stop = ();
    const LISTENS: bool = false;

    fn die(&mut self, _: Throw) -> Result<u8, ()> {
        let face = self.faces.get(self.at).copied();
        self.at += 1;
        self.short |= face.is_none();
        face.ok_or(())
    }
}

fn total(fight: &Fight, who: Who) -> u32 {
    fight.armies[who as usize].factors.iter().map(|factors| factors.total()).sum()
}

/// The odds of a day as they are without any thrift: each way in which the dice of its next step can fall, weighed alike, and the odds
/// of the rest of the day from there.
fn weighed(of: &Setting, fight: &Fight) -> BTreeMap<Outcome, f64> {
    let mut weighed: BTreeMap<Outcome, f64> = BTreeMap::new();
    let mut open: Vec<Vec<u8>> = vec![Vec::new()];
    while let Some(faces) = open.pop() {
        let mut after = *fight;
        let mut table = Faces { faces: &faces, at: 0, short: false };
        while after.step != Step::Over && table.at == 0 {
            let _ = after.advance(of, &mut table);
        }
        if table.short {
            open.extend((1..=6).map(|face| [&faces[..], &[face]].concat()));
            continue;
        }
        let share = faces.iter().fold(1.0, |share, _| share / 6.0);
        let lost = Who::BOTH.map(|who| total(fight, who) - total(&after, who));
        for (outcome, chance) in exact(of, &after).outcomes {
            let lost = [outcome.lost[0] + lost[0], outcome.lost[1] + lost[1]];
            *weighed.entry(Outcome { lost, ..outcome }).or_default() += share * chance;
        }
    }
    weighed
}

#[test]
fn the_odds_of_a_day_are_those_of_its_next_step_weighed() {
    let steps = [Step::Reinforcement, Step::Guard, Step::Bombardment, Step::Clash];
    let mut compared = BTreeMap::new();
    for (seed, Ready { setting, fight, .. }) in the_battles() {
        // To a step of a round that the battle's number chooses, if the day comes to it.
        let (step, round) = (steps[seed as usize % 4], 1 + seed as u8 / 4 % 3);
        let (mut day, mut table) = (fight, Told::of(seed));
        while day.step != Step::Over && (day.step, day.round) != (step, round) {
            let Ok(()) = day.advance(&setting, &mut table);
        }
        let waits = |army: &Army| army.places.contains(&Station::Waiting);
        if day.step == Step::Over || (step == Step::Reinforcement && day.armies.iter().any(waits)) {
            continue;
        }
        let (whole, weighed) = (exact(&setting, &day), weighed(&setting, &day));
        assert_eq!(weighed.len(), whole.outcomes.len(), "Battle {seed}");
        for (outcome, chance) in &weighed {
            let known = whole.outcomes.get(outcome).copied().unwrap_or_default();
            assert!((known - chance).abs() < 1e-12, "Battle {seed}, {outcome:?}: {known} and {chance}");
        }
        *compared.entry((step as u8, round)).or_insert(0) += 1;
    }
    assert!(compared.len() >= 9, "{compared:?}");
}
