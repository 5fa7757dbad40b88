//! The odds of a day: the exact distribution over all dice, and a simulation to check it by. Both go through [`Fight::advance`], the
//! code that fights the battle itself.

use super::fight::{Fight, Setting, Step, Table, Throw, Who};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::collections::HashMap;
use std::convert::Infallible;

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
        match (fight.withdrew, fight.armies[0].broken, fight.armies[1].broken) {
            (true, ..) => End::Withdrew,
            (_, false, true) => End::Attacker,
            (_, true, false) => End::Defender,
            (_, true, true) => End::Both,
            (_, false, false) => End::Undecided,
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
        let total = |who: Who| -> u32 {
            let army = &fight.armies[who as usize];
            army.factors.iter().map(|factors| factors.total()).sum()
        };
        Outcome {
            end: End::of(fight),
            lost: Who::BOTH.map(|who| before[who as usize] - total(who)),
            left: Who::BOTH.map(|who| fight.armies[who as usize].left(of.sides[who as usize].morale)),
        }
    }
}

fn strengths(fight: &Fight) -> [u32; 2] {
    Who::BOTH.map(|who| fight.armies[who as usize].factors.iter().map(|factors| factors.total()).sum())
}

/// The chances of a day's outcomes. They are shares of all ways in which the dice can fall; no rule reads them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Odds {
    /// Each outcome and its chance, 0 to 1.
    pub outcomes: HashMap<Outcome, f64>,
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
    let before = strengths(fight);
    let mut odds = Odds::default();
    let mut open: HashMap<Fight, f64> = HashMap::from([(*fight, 1.0)]);
    while !open.is_empty() {
        let mut next: HashMap<Fight, f64> = HashMap::with_capacity(open.len() * 8);
        for (fight, chance) in open {
            let mut tape = Tape::default();
            loop {
                let mut after = fight;
                tape.rewind();
                let Ok(()) = after.advance(of, &mut tape);
                let chance = chance * tape.chance();
                if after.step == Step::Over {
                    *odds.outcomes.entry(Outcome::of(&before, of, &after)).or_default() += chance;
                } else {
                    *next.entry(after).or_default() += chance;
                }
                if !tape.next() {
                    break;
                }
            }
        }
        open = next;
    }
    odds
}

/// Days fought with dice of a generator: how often each outcome came.
#[must_use]
pub fn simulate(of: &Setting, fight: &Fight, days: u32, seed: u64) -> HashMap<Outcome, u32> {
    let before = strengths(fight);
    let mut dice = Dice { random: ChaCha8Rng::seed_from_u64(seed), bits: 0, left: 0 };
    let mut counts = HashMap::new();
    for _ in 0..days {
        let mut day = *fight;
        let Ok(()) = day.run(of, &mut dice);
        *counts.entry(Outcome::of(&before, of, &day)).or_default() += 1;
    }
    counts
}

/// Every way in which the dice of one step can fall, one after another.
#[derive(Default)]
struct Tape {
    falls: Vec<Fall>,
    at: usize,
}

/// A die as it falls, or whether a try succeeds, and of how many sixths that is.
#[derive(Clone, Copy)]
struct Fall {
    now: u8,
    /// For a try, in how many sixths it succeeds.
    tried: Option<u8>,
}

impl Tape {
    fn rewind(&mut self) {
        self.at = 0;
    }

    fn chance(&self) -> f64 {
        let of = |fall: &Fall| match fall.tried {
            None => 1.0 / 6.0,
            Some(sixths) => f64::from(if fall.now == 1 { sixths } else { 6 - sixths }) / 6.0,
        };
        self.falls.iter().map(of).product()
    }

    /// Turns to the next way; `false` when there is none.
    fn next(&mut self) -> bool {
        while let Some(last) = self.falls.last_mut() {
            let most = match last.tried {
                None => 6,
                // 1 is success, 2 failure; what cannot happen is passed over.
                Some(6) => 1,
                Some(_) => 2,
            };
            if last.now < most {
                last.now += 1;
                return true;
            }
            self.falls.pop();
        }
        false
    }
}

impl Table for Tape {
    type Stop = Infallible;
    const LISTENS: bool = false;

    fn die(&mut self, _throw: Throw) -> Result<u8, Infallible> {
        if self.at == self.falls.len() {
            self.falls.push(Fall { now: 1, tried: None });
        }
        self.at += 1;
        Ok(self.falls[self.at - 1].now)
    }

    fn at_most(&mut self, _throw: Throw, most: i8) -> Result<(u8, bool), Infallible> {
        let sixths = most.clamp(0, 6) as u8;
        if self.at == self.falls.len() {
            self.falls.push(Fall { now: if sixths == 0 { 2 } else { 1 }, tried: Some(sixths) });
        }
        self.at += 1;
        Ok((0, self.falls[self.at - 1].now == 1))
    }
}

/// Dice out of a generator, without favour: three bits a die, thrown again for 6 and 7.
struct Dice {
    random: ChaCha8Rng,
    bits: u64,
    left: u32,
}

impl Table for Dice {
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
