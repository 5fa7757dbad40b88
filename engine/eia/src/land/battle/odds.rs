//! The odds of a day: the exact distribution over all dice, and a simulation to check it by.
//!
//! The simulation goes through [`Fight::advance`], the code that fights the battle itself; so do the exact odds up to the rolls of a
//! round. Of these they take what is the same for many fights once: each army that can come about has a number, and what a roll of the
//! enemy makes of it, by the functions by which a fight does it, is remembered.

use super::clash::{Hit, after_clash};
use super::fight::{Army, Croupier, Fight, Setting, Side, Step, Throw, Who};
use super::{Battle, Commander};
use crate::land::stacking::{self, Command, Muster};
use crate::powers::Power;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::convert::Infallible;

/// Who would command each side by what was mustered; where a die would say it, the first of those between whom it would. Nothing while a
/// side has brought nobody.
#[must_use]
pub fn commanders(battle: &Battle) -> Option<[Commander; 2]> {
    let of = |who: Who| {
        let side: BTreeMap<Power, Muster> = (battle.field.of(who).iter())
            .filter_map(|power| Some((*power, battle.musters.get(power)?.clone())))
            .collect();
        if side.is_empty() {
            return None;
        }
        match stacking::commander(&side) {
            Command::Of(power, leader) => Some(Commander { power, leader }),
            Command::Tied(tied) => {
                let power = *tied.first()?;
                Some(Commander { power, leader: side.get(&power).and_then(stacking::senior) })
            }
        }
    };
    Some([of(Who::Attacker)?, of(Who::Defender)?])
}

/// How a day ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// The attacker wins: the defender alone is broken.
    Attacker,
    /// The defender wins.
    Defender,
    /// Both are broken.
    Both,
    /// Neither is broken after three rounds.
    Undecided,
    /// The defender withdrew.
    Withdrew,
}

impl End {
    /// All of them.
    pub const ALL: [End; 5] = [End::Attacker, End::Defender, End::Both, End::Undecided, End::Withdrew];

    /// How a day that is over ended.
    #[must_use]
    pub fn of(fight: &Fight) -> End {
        if fight.withdrew { End::Withdrew } else { End::by(fight.armies[0].broken, fight.armies[1].broken) }
    }

    /// By whether attacker and defender are broken.
    fn by(attacker: bool, defender: bool) -> End {
        match (attacker, defender) {
            (false, true) => End::Attacker,
            (true, false) => End::Defender,
            (true, true) => End::Both,
            (false, false) => End::Undecided,
        }
    }
}

/// A way in which a day can come out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// How it ends.
    pub end: End,
    /// Factors that attacker and defender lose.
    pub lost: [u32; 2],
    /// Morale left to them, in tenths.
    pub left: [u16; 2],
}

impl Outcome {
    fn of(before: &[u32; 2], of: &Setting, fight: &Fight) -> Outcome {
        let [attacker, defender] = [0, 1].map(|i: usize| Seen::of(before[i], &of.sides[i], &fight.armies[i]));
        Outcome { end: End::of(fight), ..Seen::both(&attacker, &defender) }
    }
}

/// What an outcome tells of one army.
#[derive(Clone, Copy)]
struct Seen {
    broken: bool,
    lost: u32,
    left: u16,
}

impl Seen {
    fn of(before: u32, side: &Side, army: &Army) -> Seen {
        Seen { broken: army.broken, lost: before - strength(side, army), left: army.left() }
    }

    /// The outcome where nobody withdrew.
    fn both(attacker: &Seen, defender: &Seen) -> Outcome {
        Outcome {
            end: End::by(attacker.broken, defender.broken),
            lost: [attacker.lost, defender.lost],
            left: [attacker.left, defender.left],
        }
    }
}

/// All factors of a side, wherever they stand.
fn strength(side: &Side, army: &Army) -> u32 {
    army.factors.iter().take(side.corps.len()).map(|factors| factors.total()).sum()
}

fn strengths(of: &Setting, fight: &Fight) -> [u32; 2] {
    [0, 1].map(|i: usize| strength(&of.sides[i], &fight.armies[i]))
}

/// The chances of a day's outcomes. They are shares of all ways in which the dice can fall; no rule reads them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Odds {
    /// Each outcome and its chance, 0 to 1.
    pub outcomes: FxHashMap<Outcome, f64>,
}

impl Odds {
    /// The chance of an ending.
    #[must_use]
    pub fn of(&self, end: End) -> f64 {
        self.outcomes.iter().filter(|(outcome, _)| outcome.end == end).map(|(_, chance)| chance).sum()
    }

    /// The factors that a side loses on average.
    #[must_use]
    pub fn losses(&self, who: Who) -> f64 {
        self.outcomes.iter().map(|(outcome, chance)| f64::from(outcome.lost[who as usize]) * chance).sum()
    }

    /// The chance of each number of factors that a side can lose.
    #[must_use]
    pub fn distribution(&self, who: Who) -> Vec<f64> {
        let most = self.outcomes.keys().map(|outcome| outcome.lost[who as usize]).max().unwrap_or(0);
        let mut chances = vec![0.0; most as usize + 1];
        for (outcome, chance) in &self.outcomes {
            chances[outcome.lost[who as usize] as usize] += chance;
        }
        chances
    }
}

/// The exact odds of a day.
#[must_use]
pub fn exact(of: &Setting, fight: &Fight) -> Odds {
    let before = strengths(of, fight);
    let [attackers, defenders] = [0, 1].map(|i: usize| Armies::of(before[i], &of.sides[i]));
    let mut day = Day { of, before, now: *fight, armies: [attackers, defenders], odds: Odds::default() };
    let first = [0, 1].map(|i: usize| day.armies[i].number(&fight.armies[i]));
    let mut open = Open::from_iter([(first, 1.0)]);
    while !open.is_empty() {
        let rolls = match day.now.step {
            Step::Bombardment => of.ground.bombardment,
            step => step == Step::Clash,
        };
        open = if rolls { day.rolls(open) } else { day.steps(open) };
    }
    day.odds
}

/// Days fought with dice of a generator: how often each outcome came.
#[must_use]
pub fn simulate(of: &Setting, fight: &Fight, days: u32, seed: u64) -> FxHashMap<Outcome, u32> {
    let before = strengths(of, fight);
    let mut dice = Dice { random: ChaCha8Rng::seed_from_u64(seed), bits: 0, left: 0 };
    let mut counts = FxHashMap::default();
    for _ in 0..days {
        let mut day = *fight;
        let Ok(()) = day.run(of, &mut dice);
        *counts.entry(Outcome::of(&before, of, &day)).or_default() += 1;
    }
    counts
}

/// The fights that can stand at a step, by the numbers of both armies, and their chances.
type Open = FxHashMap<[u32; 2], f64>;

/// The ways that a day can take, followed step by step. All fights that are open stand in the same round, before the same step.
struct Day<'a> {
    of: &'a Setting,
    /// Factors of attacker and defender when it begins.
    before: [u32; 2],
    /// Round and step; the armies change from fight to fight.
    now: Fight,
    armies: [Armies<'a>; 2],
    odds: Odds,
}

impl Day<'_> {
    /// The steps before the rolls of a round, fought as they are for each way in which their dice can fall.
    fn steps(&mut self, open: Open) -> Open {
        let mut next = Open::with_capacity_and_hasher(open.len() * 2, Default::default());
        let mut then = (Step::Over, self.now.round);
        for (numbers, chance) in open {
            self.now.armies = [0, 1].map(|i: usize| *self.armies[i].get(numbers[i]));
            let mut tape = Tape::default();
            loop {
                let mut after = self.now;
                tape.rewind();
                let Ok(()) = after.advance(self.of, &mut tape);
                while !matches!(after.step, Step::Bombardment | Step::Clash | Step::Over) {
                    let Ok(()) = after.advance(self.of, &mut tape);
                }
                let chance = chance * tape.chance();
                if after.step == Step::Over {
                    let outcome = Outcome::of(&self.before, self.of, &after);
                    *self.odds.outcomes.entry(outcome).or_default() += chance;
                } else {
                    then = (after.step, after.round);
                    let same = |i: usize| after.armies[i] == self.now.armies[i];
                    let numbers = [0, 1].map(|i: usize| {
                        if same(i) { numbers[i] } else { self.armies[i].number(&after.armies[i]) }
                    });
                    *next.entry(numbers).or_default() += chance;
                }
                if !tape.next() {
                    break;
                }
            }
        }
        (self.now.step, self.now.round) = then;
        next
    }

    /// Both sides' rolls of a bombardment or a clash. What a roll does to an army depends on the roll alone, but for guard committed
    /// in vain, which asks whether the enemy breaks.
    fn rolls(&mut self, open: Open) -> Open {
        let guns = self.now.step == Step::Bombardment;
        let then = if guns { (Step::Clash, self.now.round) } else { after_clash(self.now.round) };
        let mut next = Open::default();
        if then.0 != Step::Over {
            next.reserve(open.len() * 4);
        }
        for (numbers, chance) in open {
            self.now.armies = [0, 1].map(|i: usize| *self.armies[i].get(numbers[i]));
            let struck = [0, 1].map(|i: usize| {
                let by = Who::BOTH[1 - i];
                let (hits, n) = hits(self.of, &self.now, by, guns);
                let mut struck = [(Struck::default(), 0.0); FACES];
                for (struck, (hit, share)) in struck.iter_mut().zip(&hits[..n]) {
                    *struck = (self.armies[i].strike(numbers[i], *hit, !guns), *share);
                }
                (struck, n)
            });
            let [attackers, defenders] = &struck;
            for (attacker, share) in &attackers.0[..attackers.1] {
                let chance = chance * share;
                for (defender, share) in &defenders.0[..defenders.1] {
                    let chance = chance * share;
                    let numbers = [attacker.to(defender), defender.to(attacker)];
                    let [a, d] = [0, 1].map(|i: usize| self.armies[i].seen(numbers[i]));
                    if a.broken || d.broken || then.0 == Step::Over {
                        *self.odds.outcomes.entry(Seen::both(a, d)).or_default() += chance;
                    } else {
                        *next.entry(numbers).or_default() += chance;
                    }
                }
            }
        }
        (self.now.step, self.now.round) = then;
        next
    }
}

/// Faces of a die.
const FACES: usize = 6;

/// What a side's roll can do to the enemy, each once with its chance, and how many of these there are.
fn hits(of: &Setting, fight: &Fight, by: Who, guns: bool) -> ([(Hit, f64); FACES], usize) {
    let mut hits = [(Hit::default(), 1.0); FACES];
    let Some(volley) = fight.volley(of, by, guns, &mut Vec::new(), &mut Vec::new(), false) else {
        return (hits, 1);
    };
    let mut n = 0;
    for die in 1..=FACES as u8 {
        let hit = volley.hit(of, die);
        match hits[..n].iter_mut().find(|(known, _)| *known == hit) {
            Some((_, share)) => *share += 1.0 / FACES as f64,
            None => {
                hits[n] = (hit, 1.0 / FACES as f64);
                n += 1;
            }
        }
    }
    (hits, n)
}

/// What a roll of the enemy makes of an army.
#[derive(Clone, Copy, Default)]
struct Struck {
    /// Whether it breaks, whatever the enemy does.
    alone: bool,
    /// The army after it where the enemy does not break, and where he does.
    to: [u32; 2],
}

impl Struck {
    fn to(&self, enemy: &Struck) -> u32 {
        self.to[usize::from(enemy.alone)]
    }
}

/// The armies that a day can make of one side's, each once, by number.
struct Armies<'a> {
    side: &'a Side,
    /// Its factors when the day begins.
    before: u32,
    all: Vec<(Army, Seen)>,
    numbers: FxHashMap<Army, u32>,
    /// By army, what it is struck with, and whether the round ends by it.
    struck: FxHashMap<(u32, Hit, bool), Struck>,
}

impl<'a> Armies<'a> {
    fn of(before: u32, side: &'a Side) -> Armies<'a> {
        let (numbers, struck) = (FxHashMap::default(), FxHashMap::default());
        Armies { side, before, all: Vec::new(), numbers, struck }
    }

    fn get(&self, number: u32) -> &Army {
        &self.all[number as usize].0
    }

    fn seen(&self, number: u32) -> &Seen {
        &self.all[number as usize].1
    }

    fn number(&mut self, army: &Army) -> u32 {
        let next = self.all.len() as u32;
        let number = *self.numbers.entry(*army).or_insert(next);
        if number == next {
            self.all.push((*army, Seen::of(self.before, self.side, army)));
        }
        number
    }

    fn strike(&mut self, number: u32, hit: Hit, end_of_round: bool) -> Struck {
        if let Some(known) = self.struck.get(&(number, hit, end_of_round)) {
            return *known;
        }
        let before = *self.get(number);
        let mut army = before;
        army.struck(self.side, hit);
        let alone = army.breaks_alone();
        let to = [false, true].map(|enemy_breaks| {
            let mut army = army;
            army.settle(self.side, &before, alone, enemy_breaks, end_of_round);
            self.number(&army)
        });
        let struck = Struck { alone: alone.is_some(), to };
        self.struck.insert((number, hit, end_of_round), struck);
        struck
    }
}

/// Every way in which the dice of some steps can fall, one after another.
#[derive(Default)]
struct Tape {
    falls: Vec<Fall>,
    at: usize,
}

/// A die as it falls.
#[derive(Clone, Copy)]
struct Fall {
    /// The face; the first of those that do the same.
    face: u8,
    /// How many do the same; 0 until it is known.
    alike: u8,
}

impl Tape {
    fn rewind(&mut self) {
        self.at = 0;
    }

    fn chance(&self) -> f64 {
        self.falls.iter().map(|fall| f64::from(fall.alike) / FACES as f64).product()
    }

    /// Turns to the next way; `false` when there is none.
    fn next(&mut self) -> bool {
        while let Some(last) = self.falls.last_mut() {
            last.face += last.alike;
            last.alike = 0;
            if usize::from(last.face) <= FACES {
                return true;
            }
            self.falls.pop();
        }
        false
    }
}

impl Croupier for Tape {
    type Stop = Infallible;
    const LISTENS: bool = false;

    fn die(&mut self, throw: Throw) -> Result<u8, Infallible> {
        self.die_to(throw, |face| face).map(|(face, _)| face)
    }

    fn die_to<E: PartialEq>(&mut self, _: Throw, does: impl Fn(u8) -> E) -> Result<(u8, E), Infallible> {
        if self.at == self.falls.len() {
            self.falls.push(Fall { face: 1, alike: 0 });
        }
        let fall = &mut self.falls[self.at];
        self.at += 1;
        let done = does(fall.face);
        if fall.alike == 0 {
            let alike = (fall.face..=FACES as u8).take_while(|face| does(*face) == done);
            fall.alike = alike.count() as u8;
        }
        Ok((fall.face, done))
    }
}

/// Dice out of a generator, without favour: three bits a die, thrown again for 6 and 7.
struct Dice {
    random: ChaCha8Rng,
    bits: u64,
    left: u32,
}

impl Croupier for Dice {
    type Stop = Infallible;
    const LISTENS: bool = false;

    fn die(&mut self, _throw: Throw) -> Result<u8, Infallible> {
        loop {
            if self.left == 0 {
                self.bits = self.random.next_u64();
                self.left = 21;
            }
            let three = (self.bits & 7) as u8;
            self.bits >>= 3;
            self.left -= 1;
            if three < 6 {
                return Ok(three + 1);
            }
        }
    }
}
