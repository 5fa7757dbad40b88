//! The odds of a day: the exact distribution over all dice, and a simulation to check it by.
//!
//! The simulation goes through [`Fight::advance`], the code that fights the battle itself; so do the exact odds up to the rolls of a
//! round. Of these they take what is the same for many fights once: each army that can come about has a number, and by the functions by
//! which a fight does it is remembered what two fronts roll against one another, and what a roll of the enemy makes of an army.

use super::clash::{Hit, after_clash};
use super::fight::{Army, Croupier, Fight, Setting, Side, Step, Throw, Who};
use super::which_table::{Facing, Front};
use super::{Battle, Commander};
use crate::land::stacking::{self, Command, Muster};
use crate::powers::Power;
use indexmap::IndexSet;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::hash::Hash;

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

    /// How a day ended where two that break in one round are told apart (`standard.land.battle.morale`): a side without factors has broken, and of
    /// two that have some the one further below nought; of two alike nobody has.
    #[must_use]
    pub fn settled(fight: &Fight) -> End {
        let end = End::of(fight);
        if end != End::Both {
            return end;
        }
        let [attacker, defender] = &fight.armies;
        let has_some = |army: &Army| {
            army.factors.iter().zip(&army.places).any(|(held, place)| place.takes_part() && !held.is_empty())
        };
        let below = |army: &Army| i32::from(army.lost) - i32::from(army.morale());
        match (has_some(attacker), has_some(defender)) {
            (false, true) => End::Defender,
            (true, false) => End::Attacker,
            _ => match below(attacker).cmp(&below(defender)) {
                std::cmp::Ordering::Greater => End::Defender,
                std::cmp::Ordering::Less => End::Attacker,
                std::cmp::Ordering::Equal => End::Both,
            },
        }
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
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
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
    let armies = [0, 1].map(|i: usize| Armies::of(before[i], of, &of.sides[i]));
    let mut day =
        Day { of, before, now: *fight, armies, seen: Grid::default(), withdrew: FxHashMap::default() };
    let mut open = Grid::default();
    open.add([0, 1].map(|i: usize| day.armies[i].number(&fight.armies[i])), 1.0);
    while !open.is_empty() {
        let rolls = match day.now.step {
            Step::Bombardment => of.ground.bombardment,
            step => step == Step::Clash,
        };
        open = if rolls { day.rolls(&open) } else { day.steps(&open) };
    }
    day.odds()
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

/// Chances by two numbers, the attacker's and the defender's. Nearly all pairs of those that come up do so together.
#[derive(Default)]
struct Grid {
    rows: Vec<Vec<f64>>,
}

impl Grid {
    fn add(&mut self, [attacker, defender]: [u32; 2], chance: f64) {
        let (attacker, defender) = (attacker as usize, defender as usize);
        if self.rows.len() <= attacker {
            self.rows.resize_with(attacker + 1, Vec::new);
        }
        let row = &mut self.rows[attacker];
        if row.len() <= defender {
            row.resize(defender + 1, 0.0);
        }
        row[defender] += chance;
    }

    fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// All pairs that have a chance.
    fn each(&self) -> impl Iterator<Item = ([u32; 2], f64)> {
        (0..).zip(&self.rows).flat_map(|(attacker, row)| {
            let there = (0..).zip(row).filter(|(_, chance)| **chance > 0.0);
            there.map(move |(defender, chance)| ([attacker, defender], *chance))
        })
    }
}

/// The ways that a day can take, followed step by step. All fights that are open stand in the same round, before the same step.
struct Day<'a> {
    of: &'a Setting,
    /// Factors of attacker and defender when it begins.
    before: [u32; 2],
    /// Round and step; the armies change from fight to fight.
    now: Fight,
    armies: [Armies<'a>; 2],
    /// How it ended, by the numbers of what is seen of both armies.
    seen: Grid,
    /// How it ended where the defender withdrew.
    withdrew: FxHashMap<Outcome, f64>,
}

impl Day<'_> {
    /// The steps before the rolls of a round, fought as they are for each way in which their dice can fall.
    fn steps(&mut self, open: &Grid) -> Grid {
        let mut next = Grid::default();
        let mut then = (Step::Over, self.now.round);
        for (numbers, chance) in open.each() {
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
                if after.withdrew && after.step == Step::Over {
                    let outcome = Outcome::of(&self.before, self.of, &after);
                    *self.withdrew.entry(outcome).or_default() += chance;
                } else {
                    let same = |i: usize| after.armies[i] == self.now.armies[i];
                    let numbers = [0, 1].map(|i: usize| {
                        if same(i) { numbers[i] } else { self.armies[i].number(&after.armies[i]) }
                    });
                    if after.step == Step::Over {
                        let seen = [0, 1].map(|i: usize| self.armies[i].seen[numbers[i] as usize]);
                        self.seen.add(seen, chance);
                    } else {
                        then = (after.step, after.round);
                        next.add(numbers, chance);
                    }
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
    fn rolls(&mut self, open: &Grid) -> Grid {
        let guns = self.now.step == Step::Bombardment;
        let then = if guns { (Step::Clash, self.now.round) } else { after_clash(self.now.round) };
        let is_last = then.0 == Step::Over;
        let mut rolls = Rolls {
            day: self,
            guns,
            is_last,
            suffered: FxHashMap::default(),
            hits: Numbered::default(),
            struck: Default::default(),
            by_hit: Default::default(),
            fallen: Default::default(),
        };
        // Pairs of armies of which the same becomes are followed as one: of those that end the day these are most.
        let mut alike: FxHashMap<[u32; 2], f64> = FxHashMap::default();
        for (numbers, chance) in open.each() {
            *alike.entry(rolls.of(numbers)).or_default() += chance;
        }
        let [attackers, defenders] = rolls.fallen;
        let mut next = Grid::default();
        for ([attacker, defender], chance) in alike {
            for (attacker, of_six) in attackers.get(attacker).each() {
                let chance = chance * of_six;
                for (defender, of_six) in defenders.get(defender).each() {
                    let chance = chance * of_six;
                    let after = [attacker.to(&defender), defender.to(&attacker)];
                    if is_last || after.iter().any(|army| army.broken) {
                        self.seen.add(after.map(|army| army.seen), chance);
                    } else {
                        next.add(after.map(|army| army.number), chance);
                    }
                }
            }
        }
        (self.now.step, self.now.round) = then;
        next
    }

    /// The outcomes and their chances.
    fn odds(self) -> Odds {
        let [attackers, defenders] = &self.armies;
        let seen = self.seen.each().map(|([attacker, defender], chance)| {
            let seen = (attackers.sights.get(attacker), defenders.sights.get(defender));
            (Seen::both(seen.0, seen.1), chance)
        });
        let mut outcomes = self.withdrew;
        outcomes.reserve(self.seen.rows.iter().map(Vec::len).sum());
        outcomes.extend(seen);
        Odds { outcomes }
    }
}

/// Faces of a die.
const FACES: usize = 6;

/// Things that come up, each once, by number.
struct Numbered<T>(IndexSet<T, FxBuildHasher>);

impl<T> Default for Numbered<T> {
    fn default() -> Numbered<T> {
        Numbered(IndexSet::default())
    }
}

impl<T: Copy + Eq + Hash> Numbered<T> {
    fn number(&mut self, one: &T) -> u32 {
        // There are too few to run out of numbers: each is kept.
        self.0.insert_full(*one).0 as u32
    }

    fn get(&self, number: u32) -> &T {
        &self.0[number as usize]
    }
}

/// What a die can do, each once with the faces that do it; nothing more after the first without a face.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Faces<T>([(T, u8); FACES]);

impl<T: Copy + Default + PartialEq> Faces<T> {
    /// What is done by so many faces.
    fn of(all: impl Iterator<Item = (T, u8)>) -> Faces<T> {
        let mut by_face = Faces([(T::default(), 0); FACES]);
        for (does, faces) in all {
            let known = by_face.0.iter_mut().find(|(known, faces)| *faces == 0 || *known == does);
            if let Some(known) = known {
                *known = (does, known.1 + faces);
            }
        }
        by_face
    }

    fn there(&self) -> impl Iterator<Item = (T, u8)> {
        self.0.iter().copied().take_while(|(_, faces)| *faces > 0)
    }

    /// Each with its chance.
    fn each(&self) -> impl Iterator<Item = (T, f64)> {
        self.there().map(|(does, faces)| (does, f64::from(faces) / FACES as f64))
    }
}

/// What a side's roll can do to the enemy: nothing, where it has none.
fn hits(facing: &Facing<'_>, by: Who, guns: bool) -> Faces<Hit> {
    let volley = facing.volley(by, guns, &mut Vec::new(), &mut Vec::new(), false);
    let hit = |die| volley.as_ref().map_or_else(Hit::default, |volley| volley.hit(facing.of, die));
    Faces::of((1..=FACES as u8).map(|die| (hit(die), 1)))
}

/// The rolls of a bombardment or a clash: what two fronts do to one another and what becomes of an army by it, each found once.
struct Rolls<'d, 'a> {
    day: &'d mut Day<'a>,
    guns: bool,
    /// Whether the day is over after them: then what is seen of an army is all of it that matters.
    is_last: bool,
    /// By the numbers of both fronts, what attacker and defender suffer.
    suffered: FxHashMap<[u32; 2], [u32; 2]>,
    hits: Numbered<Faces<Hit>>,
    /// By side: by the numbers of an army and of what it suffers, what becomes of it.
    struck: [FxHashMap<[u32; 2], u32>; 2],
    /// By side: by an army's number and what strikes it, what becomes of it.
    by_hit: [FxHashMap<(u32, Hit), Struck>; 2],
    fallen: [Numbered<Faces<Struck>>; 2],
}

impl Rolls<'_, '_> {
    /// What becomes of both armies, by number.
    fn of(&mut self, numbers: [u32; 2]) -> [u32; 2] {
        let armies = &mut self.day.armies;
        let fronts = [0, 1].map(|i: usize| armies[i].front[numbers[i] as usize]);
        let suffered = *self.suffered.entry(fronts).or_insert_with(|| {
            let fronts = [0, 1].map(|i: usize| *armies[i].fronts.get(fronts[i]));
            let facing = Facing { of: self.day.of, round: self.day.now.round, fronts };
            // What the attacker suffers is what the defender rolls.
            [Who::Defender, Who::Attacker].map(|by| self.hits.number(&hits(&facing, by, self.guns)))
        });
        [0, 1].map(|i: usize| {
            let (number, by) = (numbers[i], suffered[i]);
            *self.struck[i].entry([number, by]).or_insert_with(|| {
                let all = self.hits.get(by).there();
                let struck = all.map(|(hit, faces)| {
                    let key = (number, hit);
                    let struck = self.by_hit[i].entry(key);
                    let struck = struck.or_insert_with(|| armies[i].strike(key, !self.guns, self.is_last));
                    (*struck, faces)
                });
                self.fallen[i].number(&Faces::of(struck))
            })
        })
    }
}

/// What a roll of the enemy makes of an army.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct Struck {
    /// Whether it breaks, whatever the enemy does.
    alone: bool,
    /// The army after it where the enemy does not break, and where he does.
    to: [After; 2],
}

/// An army after a roll: its number, that of what is seen of it, and whether it is broken.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
struct After {
    /// 0 where the day is over: then what is seen of it is all that matters.
    number: u32,
    seen: u32,
    broken: bool,
}

impl Struck {
    fn to(&self, enemy: &Struck) -> After {
        self.to[usize::from(enemy.alone)]
    }
}

/// The armies that a day can make of one side's, each once, by number.
struct Armies<'a> {
    of: &'a Setting,
    side: &'a Side,
    /// Its factors when the day begins.
    before: u32,
    armies: Numbered<Army>,
    /// What is seen of them.
    sights: Numbered<Seen>,
    /// By army, what is seen of it.
    seen: Vec<u32>,
    /// What they roll with.
    fronts: Numbered<Front>,
    /// By army, what it rolls with.
    front: Vec<u32>,
}

impl<'a> Armies<'a> {
    fn of(before: u32, of: &'a Setting, side: &'a Side) -> Armies<'a> {
        let (armies, sights, fronts) = (Numbered::default(), Numbered::default(), Numbered::default());
        let (seen, front) = (Vec::new(), Vec::new());
        Armies { of, side, before, armies, sights, seen, fronts, front }
    }

    fn get(&self, number: u32) -> &Army {
        self.armies.get(number)
    }

    fn number(&mut self, army: &Army) -> u32 {
        let number = self.armies.number(army);
        if number as usize == self.seen.len() {
            let seen = self.sight(army);
            self.seen.push(seen);
            self.front.push(self.fronts.number(&Front::of(self.of, self.side, army)));
        }
        number
    }

    /// The number of what is seen of an army.
    fn sight(&mut self, army: &Army) -> u32 {
        self.sights.number(&Seen::of(self.before, self.side, army))
    }

    /// What a hit makes of an army.
    fn strike(&mut self, (number, hit): (u32, Hit), end_of_round: bool, is_last: bool) -> Struck {
        let before = *self.get(number);
        let mut army = before;
        army.struck(self.side, hit);
        let alone = army.breaks_alone();
        let mut after = |enemy_breaks: bool| {
            let mut army = army;
            army.settle(self.side, &before, alone, enemy_breaks, end_of_round);
            let is_over = is_last || enemy_breaks || army.broken;
            let number = if is_over { 0 } else { self.number(&army) };
            After { number, seen: self.sight(&army), broken: army.broken }
        };
        let unbroken = after(false);
        // Whether the enemy breaks matters to an army only if it does not break alone, and to one that committed guard.
        let broken = if alone.is_none() && before.committed > 0 && end_of_round {
            after(true)
        } else {
            After { number: 0, ..unbroken }
        };
        Struck { alone: alone.is_some(), to: [unbroken, broken] }
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
