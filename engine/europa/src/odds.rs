//! Exact odds: how often each outcome comes about, over all ways in which the dice can fall.
//!
//! A battle is folded over its states by the very steps that play it; states that will go on alike are counted together. Weights are
//! whole numbers out of a power of ten.

use super::battle::{Battle, Field, Next, Plan, Roll, State, Terms, Verdict, Who, land, sea};
use super::siege::assault::{self, Assault};
use super::siege::work::{Undermining, Works, work};
use super::thirds::Thirds;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use table::refusal::Refusal;

/// All weight: ten to the power of more dice than any battle takes.
const WHOLE: u128 = 10_u128.pow(30);

/// How often each outcome comes about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution<T: Ord> {
    /// The weight of each; together they are [`whole`](Distribution::whole).
    pub outcomes: BTreeMap<T, u128>,
    whole: u128,
}

impl<T: Ord> Distribution<T> {
    /// The sum of all weights.
    #[must_use]
    pub fn whole(&self) -> u128 {
        self.whole
    }

    /// The weight of the outcomes of which something is true.
    #[must_use]
    pub fn weight(&self, is: impl Fn(&T) -> bool) -> u128 {
        self.outcomes.iter().filter(|(outcome, _)| is(outcome)).map(|(_, weight)| weight).sum()
    }

    /// The chance of these in thousandths, rounded to the nearest.
    #[must_use]
    pub fn per_mille(&self, is: impl Fn(&T) -> bool) -> u32 {
        let whole = self.whole.max(1);
        let thousandths = (self.weight(is) * 2000 + whole) / (2 * whole);
        u32::try_from(thousandths).unwrap_or(1000)
    }

    /// The weight of each value of something.
    #[must_use]
    pub fn of<U: Ord>(&self, value: impl Fn(&T) -> U) -> BTreeMap<U, u128> {
        let mut weights = BTreeMap::new();
        for (outcome, weight) in &self.outcomes {
            *weights.entry(value(outcome)).or_insert(0) += weight;
        }
        weights
    }
}

impl Distribution<Verdict> {
    /// The weight of a side's victory; of a tie for nobody's.
    #[must_use]
    pub fn wins(&self, who: Option<Who>) -> u128 {
        self.weight(|verdict| verdict.winner == who)
    }

    /// The weight of a side's rout.
    #[must_use]
    pub fn routs(&self, who: Who) -> u128 {
        self.weight(|verdict| verdict.routed[who as usize])
    }

    /// The weight of a major battle won by a side.
    #[must_use]
    pub fn major(&self, who: Who) -> u128 {
        self.weight(|verdict| verdict.major && verdict.winner == Some(who))
    }

    /// The weight of each number of losses of a side.
    #[must_use]
    pub fn losses(&self, who: Who) -> BTreeMap<Thirds, u128> {
        self.of(|verdict| verdict.lost[who as usize])
    }
}

/// The odds of a land battle from its beginning.
///
/// # Errors
/// Where it cannot be fought.
pub fn land(setting: &land::Setting, plans: &[Plan; 2]) -> Result<Distribution<Verdict>, Refusal> {
    setting.check()?;
    let terms = setting.terms();
    Ok(fold(&terms, State::start(&terms, &mut ()), plans))
}

/// The odds of a sea battle from its beginning.
///
/// # Errors
/// Where it cannot be fought.
pub fn sea(setting: &sea::Setting, plans: &[Plan; 2]) -> Result<Distribution<Verdict>, Refusal> {
    setting.check()?;
    let terms = setting.terms();
    Ok(fold(&terms, State::start(&terms, &mut ()), plans))
}

/// The odds of a battle from its beginning, on land or at sea.
///
/// # Errors
/// Where it cannot be fought.
pub fn field(field: &Field, plans: &[Plan; 2]) -> Result<Distribution<Verdict>, Refusal> {
    match field {
        Field::Land(setting) => land(setting, plans),
        Field::Sea(setting) => sea(setting, plans),
    }
}

/// The odds of a battle as it stands.
#[must_use]
pub fn rest(battle: &Battle, plans: &[Plan; 2]) -> Distribution<Verdict> {
    fold(&battle.field().terms(), *battle.state(), plans)
}

/// So many ways in which leaders can be drawn, or more, are counted on two threads: what differs by its leaders never goes on alike.
const APART: usize = 24;

fn fold(terms: &Terms, start: State, plans: &[Plan; 2]) -> Distribution<Verdict> {
    let mut outcomes = FxHashMap::default();
    let mut open = FxHashMap::from_iter([(start, WHOLE)]);
    // Leaders are drawn before anything else is thrown.
    let draws = |state: &State| matches!(state.next(terms), Next::Die { roll: Roll::Replacement, .. });
    while open.keys().any(draws) {
        open = step(terms, open, plans, &mut outcomes);
    }
    if open.len() < APART {
        run(terms, open, plans, &mut outcomes);
        return Distribution { outcomes: outcomes.into_iter().collect(), whole: WHOLE };
    }
    let (mut half, middle) = (FxHashMap::default(), open.len() / 2);
    for (state, weight) in std::mem::take(&mut open) {
        let to = if half.len() < middle { &mut half } else { &mut open };
        to.insert(state, weight);
    }
    let mut beside = FxHashMap::default();
    std::thread::scope(|scope| {
        scope.spawn(|| run(terms, half, plans, &mut beside));
        run(terms, open, plans, &mut outcomes);
    });
    for (verdict, weight) in beside {
        *outcomes.entry(verdict).or_insert(0) += weight;
    }
    Distribution { outcomes: outcomes.into_iter().collect(), whole: WHOLE }
}

/// Goes on until every state is over.
fn run(
    terms: &Terms,
    mut open: FxHashMap<State, u128>,
    plans: &[Plan; 2],
    outcomes: &mut FxHashMap<Verdict, u128>,
) {
    while !open.is_empty() {
        open = step(terms, open, plans, outcomes);
    }
}

/// One step of every state: a choice, or a die in all its ways.
fn step(
    terms: &Terms,
    open: FxHashMap<State, u128>,
    plans: &[Plan; 2],
    outcomes: &mut FxHashMap<Verdict, u128>,
) -> FxHashMap<State, u128> {
    let mut following: FxHashMap<State, u128> = FxHashMap::default();
    let mut go_on = |mut state: State, weight| {
        state.settle(terms);
        *following.entry(state).or_insert(0) += weight;
    };
    for (mut state, weight) in open {
        state.settle(terms);
        match state.next(terms) {
            Next::Over(verdict) => *outcomes.entry(verdict).or_insert(0) += weight,
            Next::Choice { who, after, .. } => {
                let leaves = plans[who as usize].leaves(&state, who, after);
                state.choose(terms, leaves, &mut ());
                go_on(state, weight);
            }
            Next::Die { .. } => {
                // Dice that do the same are counted together.
                let mut alike: Option<(State, u128)> = None;
                for die in 1..=10 {
                    let mut thrown = state;
                    thrown.throw(terms, die, &mut ());
                    match &mut alike {
                        Some((last, many)) if *last == thrown => *many += 1,
                        _ => {
                            if let Some((last, many)) = alike.replace((thrown, 1)) {
                                go_on(last, weight / 10 * many);
                            }
                        }
                    }
                }
                if let Some((last, many)) = alike {
                    go_on(last, weight / 10 * many);
                }
            }
        }
    }
    following
}

/// The odds of a siegework roll: its result and whether siege attrition is due, out of ten.
///
/// # Errors
/// Where the fortress cannot be undermined.
pub fn siege(works: &Works) -> Result<Distribution<(Undermining, bool)>, Refusal> {
    let mut outcomes = BTreeMap::new();
    for die in 1..=10 {
        let worked = work(works, die, &mut ())?;
        *outcomes.entry((worked.result, worked.attrition)).or_insert(0) += 1;
    }
    Ok(Distribution { outcomes, whole: 10 })
}

/// The odds of an assault.
///
/// # Errors
/// Where it cannot be made.
pub fn assault(of: &Assault) -> Result<Distribution<assault::Verdict>, Refusal> {
    of.check()?;
    let terms = of.terms();
    let mut outcomes = BTreeMap::new();
    let mut open = FxHashMap::from_iter([(assault::State::start(&terms, &mut ()), WHOLE)]);
    while !open.is_empty() {
        let mut following: FxHashMap<assault::State, u128> = FxHashMap::default();
        for (state, weight) in open {
            if let Some(verdict) = state.verdict(&terms) {
                *outcomes.entry(verdict).or_insert(0) += weight;
                continue;
            }
            for die in 1..=10 {
                let mut thrown = state;
                thrown.throw(&terms, die, &mut ());
                *following.entry(thrown).or_insert(0) += weight / 10;
            }
        }
        open = following;
    }
    Ok(Distribution { outcomes, whole: WHOLE })
}
