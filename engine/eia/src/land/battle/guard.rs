//! The guard (12.3.4): which power commits it ([`most_guard`]), when it goes in (`When`, [`is_time`]), and what that costs: a factor a level
//! (`[[guard]]` in `data/chits.toml`), once a combat for each owner ([`Fight::guard`]). It raises the *morale* table of its own side's roll by 1
//! or 2 levels (`Facing::levels` in `which_table.rs`), so that the enemy loses more morale; casualties and its own morale stay as they were.
//! Who leads it is hit more easily: [`leader_casualties`](super::leader_casualties).
//!
//! A side that committed guard and does not break the enemy by it breaks itself at the end of the round ([`in_vain`]), or at once where the last
//! of its guard falls; then it loses cavalry (`losses::lose_cavalry`).

use super::Battle;
use super::fight::{Army, Breaks, Croupier, Fight, MOST_CORPS, Note, Setting, Step, Throw, Who};
use super::losses::{broke, lose_cavalry};
use super::plan::{Guard, When};
use super::reinforcing;
use super::sealed::{GuardPlan, Own};
use crate::land::forces::Troop;
use crate::land::stacking::Muster;
use crate::powers::Power;
use table::refusal::Refusal;
use table::{rule, said};

/// The most levels by which a power's guard raises the table when it is committed; 0 for one that never commits it (12.3.4).
#[must_use]
pub fn most_guard(power: Power) -> u8 {
    match power {
        Power::GreatBritain | Power::Spain => 0,
        Power::Austria | Power::Prussia => 1,
        _ => 2,
    }
}

/// Whether a side committed guard in this round for nothing: the enemy does not break. Then it breaks itself.
pub(super) fn in_vain(army: &Army, enemy_breaks: bool) -> bool {
    army.committed > 0 && !enemy_breaks
}

/// Checks the guard, or the heavy cavalry in its manner, that an owner commits, and who leads it.
pub(super) fn check_guard(
    battle: &Battle,
    power: Power,
    muster: &Muster,
    own: &Own,
    guard: &GuardPlan,
) -> Result<(), Refusal> {
    let inside = |i: usize| match own.factors.get(i) {
        Some(factors) => *factors,
        None => battle.factors(power, i),
    };
    let sort = if guard.heavy { Troop::HeavyCavalry } else { Troop::Guard };
    let named = muster.corps.get(guard.corps).map(|stands| &stands.corps);
    let Some(corps) = named else {
        return Err(Refusal::new(said!("There is no such corps to commit guard from.")));
    };
    if !(1..=2).contains(&guard.shift) {
        return Err(Refusal::new(said!("Guard raises the table by 1 level or by 2.")));
    }
    if guard.heavy && guard.shift > 1 {
        return Err(Refusal::under(
            rule!("house.land.cavalry.heavy-commit"),
            said!("Heavy cavalry is committed in the manner of guard for +1 only."),
        ));
    }
    let most = most_guard(power);
    if !guard.heavy && most == 0 {
        return Err(Refusal::new(said!("{} never commits guard (12.3.4).", power)));
    }
    if !guard.heavy && guard.shift > most {
        return Err(Refusal::new(said!("{} commits guard for +1 only (12.3.4).", power)));
    }
    if inside(guard.corps).of(sort) < u16::from(guard.shift) {
        return Err(Refusal::new(said!(
            "{} has {} factors of guard or heavy cavalry, and +{} needs as many (12.3.4).",
            corps.name.clone(),
            inside(guard.corps).of(sort),
            guard.shift
        )));
    }
    reinforcing::check_at_the_head(battle, power, muster, own, guard.leader)
}

impl Fight {
    /// Both sides commit the guard that their plans say.
    pub(super) fn guard<T: Croupier>(&mut self, of: &Setting, table: &mut T) -> Result<(), T::Stop> {
        self.step = Step::Bombardment;
        // Both sides decide before either sees what the other does.
        let chosen = Who::BOTH.map(|who| self.commitment(of, who));
        for (who, chosen) in Who::BOTH.into_iter().zip(chosen) {
            let Some((owner, guard)) = chosen else { continue };
            let sort = if guard.heavy { Troop::HeavyCavalry } else { Troop::Guard };
            let army = &mut self.armies[who as usize];
            let corps = usize::from(guard.corps);
            let there = army.factors[corps].of(sort);
            let (die, lost) = table
                .die_to(Throw::Guard(who, owner), |die| of.tables.guard_lost(guard.shift, die).min(there))?;
            army.factors[corps].0[sort as usize] -= lost;
            army.committed = guard.shift;
            army.spent |= 1 << owner;
            let all = lost == there;
            army.broken |= all;
            // The guard that its own roll takes stays lost; heavy cavalry is cavalry that the side lost in this round.
            if guard.heavy && lost > 0 {
                army.fell = Some((guard.corps, sort));
            }
            let fell = army.fell;
            let fallen = if all { lose_cavalry(army, &of.sides[who as usize], fell) } else { None };
            if T::LISTENS {
                let Guard { shift, corps, heavy, .. } = guard;
                let leader = self.at_the_head(of, who, guard);
                let missing = guard.leader.filter(|named| leader != Some(*named));
                table.hear(Note::Guard { who, corps, leader, missing, shift, heavy, die, lost, all });
                if all {
                    table.hear(broke(who, Breaks::GuardFell, fallen));
                }
            }
        }
        if self.armies.iter().any(|army| army.broken) {
            self.step = Step::Over;
        }
        Ok(())
    }

    /// Who leads guard that is committed now: whom its owner named if he is in the fight, else the first of his leaders who is.
    fn at_the_head(&self, of: &Setting, who: Who, guard: Guard) -> Option<u8> {
        let (side, army) = (&of.sides[who as usize], self.army(who));
        let owner = side.corps.get(usize::from(guard.corps))?.power;
        let there = |i: &usize| army.is_led_by(*i) && side.of.get(*i) == Some(&owner);
        let named = guard.leader.map(usize::from).filter(there);
        named.or_else(|| (0..side.of.len()).find(there)).and_then(|i| u8::try_from(i).ok())
    }

    /// The guard that a side commits in this round by its plan: whose, and how. One owner a round, the first whose plan says so.
    #[must_use]
    pub fn commitment(&self, of: &Setting, who: Who) -> Option<(u8, Guard)> {
        let side = &of.sides[who as usize];
        let army = self.army(who);
        let plans = (0_u8..).zip(&side.guard);
        plans.filter(|(owner, _)| army.spent & (1 << owner) == 0).map(|(owner, guard)| (owner, *guard)).find(
            |(_, guard)| {
                let corps = usize::from(guard.corps);
                let sort = if guard.heavy { Troop::HeavyCavalry } else { Troop::Guard };
                corps < MOST_CORPS
                    && army.fights(corps)
                    && army.factors[corps].of(sort) >= u16::from(guard.shift)
                    && self.is_time(of, who, guard.when, guard.shift)
            },
        )
    }

    /// Whether now is the time that was chosen, with so many levels of guard.
    #[must_use]
    pub fn is_time(&self, of: &Setting, who: Who, when: When, shift: u8) -> bool {
        match when {
            When::Never => false,
            When::First => self.round == 1,
            When::Second => self.round == 2,
            When::Third => self.round == 3,
            When::MayBreakThem => self.could_break(of, who, shift),
            When::MayBreakUs => self.could_break(of, who.other(), 0),
        }
    }

    /// Whether a side's highest die would break the other one in this round, with so many levels of guard.
    fn could_break(&self, of: &Setting, who: Who, shift: u8) -> bool {
        let facing = self.facing(of);
        let die = facing.added(who, &mut Vec::new(), false);
        let (casualties, morale) = facing.levels(who, shift, &mut Vec::new(), false);
        let effect = of.tables.effect(casualties, morale, 6 + die);
        let other = who.other() as usize;
        self.armies[other].left() <= u16::from(effect.morale)
    }
}
