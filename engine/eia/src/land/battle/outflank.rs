//! Who may choose Outflank, who goes around, and who pins (notes 2 and 3 of the chart of chits).

use super::Battle;
use super::fight::{Added, Croupier, Fight, Note, ROUNDS, Setting, Step, Throw, Tried, Who, Why};
use super::sealed::Plan;
use crate::chits::Defence;
use crate::land::forces::{Factors, Troop};
use crate::powers::Power;
use std::collections::BTreeSet;
use table::refusal::Refusal;
use table::said;

/// The corps of a side that are in the fight, where it may choose Outflank.
///
/// # Errors
/// A refusal where it may not.
pub fn may_outflank(battle: &Battle, who: Who) -> Result<Vec<(Power, usize)>, Refusal> {
    if battle.commander(who).is_none() {
        return Err(Refusal::new(said!("Outflank needs a leader in command.")));
    }
    let fights = |(power, i): &(Power, usize)| {
        battle.stands(*power, *i).is_some_and(|stands| !stands.aside && !stands.corps.adjacent)
    };
    let there: Vec<(Power, usize)> = battle.corps(who).into_iter().filter(fights).collect();
    let troops = there.iter().filter(|corps| known(battle, **corps).is_none_or(can_pin));
    if troops.count() < 2 {
        return Err(Refusal::new(said!(
            "Outflank needs two corps at the least that are not artillery: one pins, one goes around."
        )));
    }
    Ok(there)
}

/// Checks who goes around by a plan and who stays to pin, as far as it is known what is in the corps: an ally's own are sealed.
///
/// # Errors
/// A refusal that says what cannot be and what could.
pub(super) fn check(battle: &Battle, who: Who, plan: &Plan) -> Result<(), Refusal> {
    let there = may_outflank(battle, who)?;
    let named: BTreeSet<&(Power, usize)> = plan.outflank.iter().collect();
    if named.len() != plan.outflank.len() || !plan.outflank.iter().all(|corps| there.contains(corps)) {
        return Err(Refusal::new(said!("Each corps that outflanks is named once and is in the fight.")));
    }
    if named.is_empty() || named.len() == there.len() {
        return Err(Refusal::new(said!(
            "The outflanking force has one corps at the least, and one at the least stays to pin."
        )));
    }
    for corps in &plan.outflank {
        if known(battle, *corps).is_some_and(stays) {
            let name = battle.stands(corps.0, corps.1).map_or("", |stands| &stands.corps.name);
            return Err(Refusal::new(said!(
                "{} stays to pin: artillery and guerrillas do not go around.",
                name.to_owned()
            )));
        }
    }
    let pins = |corps: &&(Power, usize)| match known(battle, **corps) {
        Some(inside) => can_pin(inside) && !goes_around(plan, **corps, inside),
        None => !named.contains(corps),
    };
    if !there.iter().any(|corps| pins(&corps)) {
        return Err(Refusal::new(said!(
            "Artillery does not pin alone, and cossacks and freikorps always go around: one other corps at the least stays to pin."
        )));
    }
    Ok(())
}

/// What is in a corps, where it is known.
fn known(battle: &Battle, (power, i): (Power, usize)) -> Option<Factors> {
    let sealed = battle.own.get(&power).is_some_and(|own| own.factors.len() > i);
    (sealed || battle.has_begun()).then(|| battle.factors(power, i))
}

/// Whether a corps can pin: something in it is not artillery.
pub(super) fn can_pin(inside: Factors) -> bool {
    inside.total() > u32::from(inside.of(Troop::Artillery))
}

/// Whether a corps never goes around: guerrillas are in it, or nothing but artillery.
fn stays(inside: Factors) -> bool {
    inside.of(Troop::Guerrilla) > 0 || !can_pin(inside)
}

/// Whether a corps goes with the outflanking force: those that the plan names, but never artillery or guerrillas; and always cossacks
/// and freikorps.
pub(super) fn goes_around(plan: &Plan, corps: (Power, usize), inside: Factors) -> bool {
    let irregular: u32 =
        inside.each().filter(|(sort, _)| sort.is_irregular()).map(|(_, n)| u32::from(n)).sum();
    let always = irregular > 0 && irregular == inside.total();
    always || (plan.outflank.contains(&corps) && !stays(inside))
}

impl Fight {
    /// An outflanking force on its way tries to arrive.
    pub(super) fn arrival<T: Croupier>(&mut self, of: &Setting, table: &mut T) -> Result<(), T::Stop> {
        self.step = Step::Guard;
        for who in Who::BOTH {
            if !self.army(who).outflanks() {
                continue;
            }
            let side = &of.sides[who as usize];
            let army = self.army(who);
            let rating = side.strategic(army);
            let ground = of.ground.outflanking;
            // Against a withdrawal there is one try, and the attacker's chance is as he is; a defence is slow to see him come.
            let slow = i8::from(of.defence == Defence::Defend);
            let second = if self.round == ROUNDS { 2 } else { 0 };
            let (die, done) = table.at_most(Throw::Arrival(who), rating as i8 + ground + slow + second)?;
            self.armies[who as usize].arrived = done;
            if T::LISTENS {
                let added = [
                    Added { by: ground, why: Why::Ground(of.ground.key()) },
                    Added { by: slow, why: Why::Chits },
                    Added { by: second, why: Why::SecondTry },
                ];
                let added = added.into_iter().filter(|added| added.by != 0).collect();
                let leader = self.army(who).commander;
                table.hear(Note::Arrival(Tried { who, corps: Vec::new(), leader, rating, added, die, done }));
            }
        }
        if of.cell.attack.len() == 1 && !self.armies.iter().any(|army| army.arrived) {
            // Nobody came around in time, or nobody could: the defender gets away.
            self.withdrew = true;
            self.step = Step::Over;
        }
        Ok(())
    }
}
