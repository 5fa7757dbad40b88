//! Pursuit: who is pursued ([`pursued`]), in which class by the morale that the victor has lost, what his cavalry takes ([`Chase::ridden`]), and
//! how many of these are prisoners. Classes and percentages: `[pursuit]` in `data/land.toml`, read by `Values::class` and `percent`
//! (`land/values/read.rs`); percent become factors by the casualty chart (`data/charts.toml`). Whom it hits: [`ridden_down`], infantry first,
//! then a cavalry factor for all of an equivalent, then who stands aside; which ally's fall first says [`losses`](super::losses). That the victor may let them go, and rides nobody down who surrenders: `course::end`.

use super::fight::{Army, Fight, Setting, Side, Station, Who};
use super::losses::{corps_that, difference, levy, stands_by};
use super::retreat::Retreat;
use super::{Battle, Ended, Field};
use crate::land::forces::Factors;
use crate::land::values::Values;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use table::rule;
use table::rules::RuleId;

/// The class of a pursuit of a surrounded side that got away unbroken.
pub const UNBROKEN_CLASS: u8 = 1;
/// Infantry factors that stand for a cavalry factor in a pursuit.
const FOOT: u32 = 3;

/// A pursuit: what the victor's cavalry takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pursuit {
    /// Its class, 1 to 5.
    pub class: u8,
    /// The die.
    pub die: u8,
    /// Percent of the pursuing cavalry.
    pub percent: u32,
    /// The pursuing cavalry.
    pub cavalry: u32,
    /// Cavalry factors that fall by it; three infantry factors stand for one.
    pub equivalents: u32,
    /// Whether it was doubled, because the defeated army was surrounded.
    pub doubled: bool,
    /// What was lost, by corps.
    pub lost: Vec<(u8, Factors)>,
    /// Of these, factors of corps that were not in the fight.
    #[serde(default, skip_serializing_if = "is_none")]
    pub aside: u32,
    /// The die for prisoners.
    pub prisoners_die: u8,
    /// Factors that became prisoners.
    pub prisoners: u32,
    /// The rules.
    pub rules: Vec<RuleId>,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_none(factors: &u32) -> bool {
    *factors == 0
}

/// Which side is pursued: the one that was beaten, unless it stormed and is outside as before; or one that got away unbroken though it was
/// surrounded (`house.land.withdraw.surrounded`).
#[must_use]
pub fn pursued(field: &Field, beaten: Option<Who>, left: Option<Who>) -> Option<Who> {
    let stormed = |who: Who| field.kind.without_chits().is_some() && who == Who::Attacker;
    let beaten = beaten.filter(|who| !stormed(*who));
    beaten.or(left.filter(|left| field.surrounded == Some(*left)))
}

/// Why a side that could be pursued is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spared {
    /// All of it surrendered.
    Surrendered,
    /// The victor's plan lets it go.
    LetGo,
    /// The victor has lost too much morale for any class of pursuit: so much, in tenths.
    Spent(u16),
    /// Nobody on horseback is left in the victor's fight.
    NoCavalry,
}

/// In which class a victor pursues, with whether all that was read for it is certain: by the morale that he has lost in so many rounds, or,
/// where the other side got away unbroken, in [`UNBROKEN_CLASS`].
///
/// # Errors
/// Why he does not pursue.
pub fn class_of(values: Values<'_>, victor: &Army, beaten: bool, rounds: u8) -> (Result<u8, Spared>, bool) {
    let (class, known) =
        if beaten { values.class(victor.lost, rounds) } else { (Some(UNBROKEN_CLASS), true) };
    let class = class.ok_or(Spared::Spent(victor.lost));
    let mounted = victor.fighting().cavalry() > 0;
    (class.and_then(|class| if mounted { Ok(class) } else { Err(Spared::NoCavalry) }), known)
}

impl Battle {
    /// Whether the plan of the side that could pursue a beaten one lets it go.
    #[must_use]
    pub fn lets_go(&self, who: Who) -> bool {
        self.plans.as_ref().is_some_and(|plans| plans[who.other() as usize].no_pursuit)
    }

    /// The side that could have been pursued after this end and was not, and why; `None` where one was, or where none could be.
    #[must_use]
    pub fn spared(&self, ended: &Ended, values: Values<'_>) -> Option<(Who, Spared)> {
        let beaten = ended.winner.map(Who::other);
        let who = pursued(&self.field, beaten, ended.left).filter(|_| ended.pursuit.is_none())?;
        if matches!(ended.retreat, Some(Retreat::Surrender { .. })) {
            return Some((who, Spared::Surrendered));
        }
        if self.lets_go(who) {
            return Some((who, Spared::LetGo));
        }
        let victor = &self.armies.as_ref()?[who.other() as usize];
        let why = class_of(values, victor, beaten.is_some(), self.rounds).0.err()?;
        Some((who, why))
    }
}

/// A pursuit before it is ridden.
pub struct Chase<'a> {
    /// The values of the game.
    pub values: Values<'a>,
    /// What stayed the same through the day.
    pub setting: &'a Setting,
    /// The side that is pursued.
    pub who: Who,
    /// Whether it was beaten; else it got away unbroken though it was surrounded.
    pub beaten: bool,
    /// Whether it is surrounded.
    pub surrounded: bool,
    /// Rounds that were fought.
    pub rounds: u8,
}

impl Chase<'_> {
    /// The rules that let a side be pursued that was not beaten.
    #[must_use]
    pub fn rules(&self) -> &'static [RuleId] {
        const GOT_AWAY: [RuleId; 2] =
            [rule!("house.land.withdraw.surrounded"), rule!("house.land.withdraw.surrounded-pursuit-class")];
        if self.beaten { &[] } else { &GOT_AWAY }
    }

    /// Rides it: a die for what it takes and one for how many of these are prisoners, where the victor may pursue and has cavalry to do it
    /// with. `chart` says how many factors a percentage of so many is.
    ///
    /// # Errors
    /// Where a die cannot fall.
    pub fn ridden<S>(
        &self,
        day: &mut Fight,
        mut roll: impl FnMut() -> Result<u8, S>,
        chart: impl Fn(u32, u32) -> u32,
        unprinted: &mut BTreeSet<&'static str>,
    ) -> Result<Option<Pursuit>, S> {
        let victor = &day.armies[self.who.other() as usize];
        let (class, known) = class_of(self.values, victor, self.beaten, self.rounds);
        unprinted.extend((!known).then_some("pursuit"));
        let cavalry = victor.fighting().cavalry();
        let Ok(class) = class else { return Ok(None) };
        let (die, prisoners_die) = (roll()?, roll()?);
        let percent = self.values.percent(class, die);
        unprinted.extend((!percent.origin.is_certain()).then_some("pursuit"));
        let known = self.values.knows_casualties(percent.value, cavalry);
        unprinted.extend((!known).then_some("casualty chart"));
        let (army, side) = (&mut day.armies[self.who as usize], &self.setting.sides[self.who as usize]);
        if !self.beaten {
            // A side that got away unbroken can be ridden down though it is not in the fight any more.
            let there = army.places.iter_mut().zip(&side.corps);
            for (place, _) in there.filter(|(place, unit)| **place == Station::Left && unit.in_area) {
                *place = Station::Fighting;
            }
        }
        let doubled = self.beaten && self.surrounded;
        Ok(Some(pursue(army, side, class, die, percent.value, cavalry, doubled, prisoners_die, chart)))
    }
}

/// Takes cavalry equivalents from a beaten side: from those who fought, and where nothing is left of them, the rest of an equivalent
/// included, from who stands aside (`house.land.stacks.surplus-losses`). Allies share them as [`levy`] says. Returns what was lost by corps.
pub fn ridden_down(army: &mut Army, side: &Side, equivalents: u32) -> Vec<(u8, Factors)> {
    let before = army.factors;
    let fought = corps_that(side, |i| army.places[i].takes_part());
    let aside = corps_that(side, |i| stands_by(army, side, i));
    for _ in 0..equivalents {
        let rest = rides_down(army, side, FOOT, fought);
        rides_down(army, side, rest, aside);
    }
    difference(&before, &army.factors)
}

/// Takes a cavalry equivalent, or what is left of one as infantry factors, from some corps, a bit each: infantry where there is enough of
/// it, else a cavalry factor, which settles all of it, else what infantry there is. Returns what is still to be taken.
fn rides_down(army: &mut Army, side: &Side, owed: u32, corps: u16) -> u32 {
    let all = (0..side.corps.len()).filter(|i| corps & 1 << i != 0);
    let all = all.fold(Factors::default(), |all, i| all.and(army.factors[i]));
    if all.total() - all.cavalry() < owed && all.cavalry() > 0 {
        levy(army, side, 1, corps, |sort| sort.is_cavalry());
        return 0;
    }
    owed - levy(army, side, owed, corps, |sort| !sort.is_cavalry())
}

/// Resolves a pursuit of a beaten side, which takes so many percent for its class and die. `surrounded`: its pursuit losses are doubled,
/// and what that adds are prisoners.
#[allow(clippy::too_many_arguments)]
pub fn pursue(
    beaten: &mut Army,
    side: &Side,
    class: u8,
    die: u8,
    percent: u32,
    cavalry: u32,
    surrounded: bool,
    prisoners_die: u8,
    factors: impl Fn(u32, u32) -> u32,
) -> Pursuit {
    let equivalents = factors(percent, cavalry);
    let mut lost = ridden_down(beaten, side, equivalents);
    let plain: u32 = lost.iter().map(|(_, factors)| factors.total()).sum();
    let mut rules = vec![rule!("house.land.pursuit.prisoners")];
    // The share is taken of the losses before they are doubled.
    let mut prisoners = plain * u32::from(prisoners_die) / 10;
    if surrounded {
        let more = ridden_down(beaten, side, equivalents);
        prisoners += more.iter().map(|(_, factors)| factors.total()).sum::<u32>();
        lost = sum(lost, more);
        rules.push(rule!("house.land.retreat.surrounded-losses"));
        rules.push(rule!("house.land.retreat.surrounded-prisoners"));
    }
    let of_aside = lost.iter().filter(|(corps, _)| stands_by(beaten, side, usize::from(*corps)));
    let aside = of_aside.map(|(_, factors)| factors.total()).sum();
    if aside > 0 {
        rules.push(rule!("house.land.stacks.surplus-losses"));
    }
    Pursuit {
        class,
        die,
        percent,
        cavalry,
        equivalents,
        doubled: surrounded,
        lost,
        aside,
        prisoners_die,
        prisoners,
        rules,
    }
}

fn sum(one: Vec<(u8, Factors)>, other: Vec<(u8, Factors)>) -> Vec<(u8, Factors)> {
    let mut all: BTreeMap<u8, Factors> = one.into_iter().collect();
    for (corps, factors) in other {
        let lost = all.entry(corps).or_default();
        *lost = lost.and(factors);
    }
    all.into_iter().collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    static NOTHING: std::sync::LazyLock<crate::typed::Typed> = std::sync::LazyLock::new(Default::default);

    fn shipped() -> Values<'static> {
        Values::of(&NOTHING)
    }

    #[test]
    fn a_pursuit_of_class_three_after_one_point_lost_takes_fifteen_percent_for_a_three() {
        let class = |lost, rounds| shipped().class(lost, rounds).0;
        let percent = |class, die| shipped().percent(class, die).value;
        assert_eq!((class(10, 3), percent(3, 3)), (Some(3), 15));
        assert_eq!((class(9, 3), class(29, 3), class(0, 1)), (Some(4), None, Some(5)));
        for rounds in 1..=3 {
            let classes: Vec<u8> = (0..40).map(|lost| class(lost, rounds).unwrap_or(0)).collect();
            assert!(classes.is_sorted_by(|a, b| a >= b));
        }
    }
}
