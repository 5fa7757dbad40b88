//! From what was mustered and sealed to a day of combat: checks, and the [`Setting`] in which it is fought.

use super::fight::{Army, Fight, MOST_CORPS, Raises, Setting, Side, Step, Who};
use super::guard::check_guard;
use super::lineup::{Applied, Lineup};
use super::morale::{POINT, raises_morale};
pub use super::options::Options;
use super::outflank;
pub use super::outflank::may_outflank;
use super::reinforcing;
use super::sealed::{Chit, Own, Plan};
use super::tables::Tables;
use super::{Battle, Kind};
use crate::chits::{Attack, Defence, Terrain};
use crate::land::forces::{Factors, Leader, Troop};
use crate::land::stacking::{Muster, Stands};
use crate::land::values::Values;
use crate::powers::Power;
use crate::typed::Typed;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// A day ready to be fought.
#[derive(Clone, Debug)]
pub struct Ready {
    /// What stays the same through it.
    pub setting: Setting,
    /// Where it begins.
    pub fight: Fight,
    /// The rules that were applied.
    pub rules: Vec<RuleId>,
    /// Morale values, tables of chits and other things read so far that are not the printed game's; what the day itself reads is
    /// [`of_the_day`](super::unprinted::of_the_day).
    pub unprinted: Vec<String>,
}

impl Battle {
    /// The corps of a side in the order by which a fight counts them: power, and place in its muster.
    #[must_use]
    pub fn corps(&self, who: Who) -> Vec<(Power, usize)> {
        self.listed(who, |muster| muster.corps.len())
    }

    /// The leaders of a side, in the same way.
    #[must_use]
    pub fn leaders(&self, who: Who) -> Vec<(Power, usize)> {
        self.listed(who, |muster| muster.leaders.len())
    }

    fn listed(&self, who: Who, count: impl Fn(&Muster) -> usize) -> Vec<(Power, usize)> {
        let powers = self.field.of(who).iter();
        let mustered = powers.filter_map(|power| Some((*power, self.musters.get(power)?)));
        mustered.flat_map(|(power, muster)| (0..count(muster)).map(move |i| (power, i))).collect()
    }

    /// A corps by power and place.
    #[must_use]
    pub fn stands(&self, power: Power, i: usize) -> Option<&Stands> {
        self.musters.get(&power)?.corps.get(i)
    }

    /// A leader by power and place.
    #[must_use]
    pub fn leader(&self, power: Power, i: usize) -> Option<&Leader> {
        self.musters.get(&power)?.leaders.get(i)
    }

    /// Who commands a side; `None` before all have mustered or where nobody leads.
    #[must_use]
    pub fn commander(&self, who: Who) -> Option<&Leader> {
        let commander = self.command?[who as usize];
        self.leader(commander.power, commander.leader?)
    }

    /// With how many factors a power may storm, artillery and guard not counted, where it attacks a fortress: all that the fortress holds,
    /// or what it told in its muster; what its allies did not tell of, those who told nothing share evenly, the first of them one more
    /// (`house.siege.assault-limit`).
    #[must_use]
    pub fn may_storm(&self, power: Power) -> Option<u32> {
        let attackers = &self.field.attackers;
        let holds = self.field.fortress.filter(|_| attackers.contains(&power))?;
        let told = |power: &Power| self.musters.get(power).and_then(|muster| muster.storms);
        if let Some(own) = told(&power) {
            return Some(own);
        }
        let all: u32 = attackers.iter().filter_map(told).sum();
        let silent: Vec<&Power> = attackers.iter().filter(|power| told(power).is_none()).collect();
        let rest = holds.saturating_sub(all) as usize;
        let place = silent.iter().position(|other| **other == power)?;
        u32::try_from(rest / silent.len() + usize::from(place < rest % silent.len())).ok()
    }

    /// How many factors of an owner would storm, and how many may, where they are too many (`house.siege.assault-limit`).
    #[must_use]
    pub fn too_many_storm(&self, power: Power, own: &Own) -> Option<(u32, u32)> {
        let (storm, most) = (storming(own), self.may_storm(power)?);
        (storm > most).then_some((storm, most))
    }

    /// What a corps has in it now; before the first day what its owner sealed.
    #[must_use]
    pub fn factors(&self, power: Power, i: usize) -> Factors {
        let now = self.stopped.as_ref().map(|stopped| &stopped.fight.armies);
        self.factors_in(now.or(self.armies.as_ref()), power, i)
    }

    /// What a corps had in it when the day began.
    pub(super) fn factors_at_dawn(&self, power: Power, i: usize) -> Factors {
        self.factors_in(self.armies.as_ref(), power, i)
    }

    fn factors_in(&self, armies: Option<&[Army; 2]>, power: Power, i: usize) -> Factors {
        let fought = armies.zip(self.field.side(power)).and_then(|(armies, who)| {
            let place = self.corps(who).iter().position(|corps| *corps == (power, i))?;
            armies[who as usize].factors.get(place).copied()
        });
        let sealed = || self.own.get(&power).and_then(|own| own.factors.get(i)).copied();
        fought.or_else(sealed).unwrap_or_default()
    }
}

/// Factors that count against the garrison that a fortress can hold: all but artillery and guard (`house.siege.assault-limit`).
fn counted(factors: Factors) -> u32 {
    factors.total() - u32::from(factors.of(Troop::Artillery)) - u32::from(factors.of(Troop::Guard))
}

/// Factors of an owner that count against the garrison that the fortress he storms can hold (`house.siege.assault-limit`).
#[must_use]
pub fn storming(own: &Own) -> u32 {
    own.factors.iter().map(|factors| counted(*factors)).sum()
}

/// Checks what an owner decides for his own corps and completes nothing: it is sealed as he gave it.
///
/// # Errors
/// A refusal that says what cannot be and what could.
pub fn check_own(battle: &Battle, power: Power, own: &Own) -> Result<(), Refusal> {
    let Some(muster) = battle.musters.get(&power) else {
        return Err(Refusal::new(said!("{} has not mustered for this battle.", power)));
    };
    let wanted = if battle.has_begun() { 0 } else { muster.corps.len() };
    if own.factors.len() != wanted {
        return Err(Refusal::new(said!(
            "What is in each of {}'s corps is asked once, on the first day: {} were mustered, {} were given.",
            power,
            muster.corps.len(),
            own.factors.len()
        )));
    }
    // Of those before a fortress the attacker picks who storms it, so that some of his corps may have no part in it.
    let picks = battle.field.kind == Kind::Assault
        && battle.field.attackers.contains(&power)
        && own.factors.iter().any(|factors| !factors.is_empty());
    if let Some(empty) = own.factors.iter().position(|factors| factors.is_empty() && !picks) {
        return Err(Refusal::new(said!(
            "{} has no factors. A corps without factors is off the map; take it out of the muster.",
            muster.corps[empty].corps.name.clone()
        )));
    }
    check_storm(battle, power, own)?;
    if battle.field.kind.without_chits().is_some() && !own.reinforce.is_empty() {
        return Err(Refusal::new(said!("Nobody reinforces here: who is there fights.")));
    }
    if let Some(guard) = &own.guard {
        check_guard(battle, power, muster, own, guard)?;
    }
    reinforcing::check(battle, power, muster, own)
}

/// Checks that no more of an owner's factors storm than may (`house.siege.assault-limit`).
fn check_storm(battle: &Battle, power: Power, own: &Own) -> Result<(), Refusal> {
    if let (Some((storming, most)), Some(holds)) = (battle.too_many_storm(power, own), battle.field.fortress)
    {
        return Err(Refusal::under(
            rule!("house.siege.assault-limit"),
            if most == holds {
                said!(
                    "{} factors would storm, artillery and guard not counted, and the fortress holds {}: so many may storm it.",
                    storming,
                    most
                )
            } else {
                said!(
                    "{} factors would storm, artillery and guard not counted. The fortress holds {}: so many may storm it, and {} of them are of {}.",
                    storming,
                    holds,
                    most,
                    power
                )
            },
        ));
    }
    Ok(())
}

/// Checks a side's plan, as far as it is known what is in its corps.
///
/// # Errors
/// A refusal that says what cannot be and what could.
pub fn check_plan(battle: &Battle, who: Who, plan: &Plan) -> Result<(), Refusal> {
    if battle.field.kind.without_chits().is_some() && !battle.field.kind.chits(who).contains(&plan.chit) {
        return Err(Refusal::new(said!("This combat is fought without chits.")));
    }
    if !Chit::of(who).contains(&plan.chit) {
        return Err(Refusal::new(match who {
            Who::Attacker => said!(
                "That is a chit of the defender's. An attacker chooses Assault, Escalated assault, Echelon, Probe or Outflank."
            ),
            Who::Defender => said!(
                "That is a chit of the attacker's. A defender chooses Defend, Counterattack, Escalated counterattack, Cordon, Withdraw or Outflank."
            ),
        }));
    }
    if let Some(standing) = battle.plans.as_ref().filter(|_| battle.stopped.is_some()) {
        let standing = &standing[who as usize];
        return if (plan.chit, &plan.outflank) == (standing.chit, &standing.outflank) {
            Ok(())
        } else {
            Err(Refusal::new(said!("The chit, and who goes around, stay as they are until the day is over.")))
        };
    }
    if plan.chit != Chit::Outflank {
        return if plan.outflank.is_empty() {
            Ok(())
        } else {
            Err(Refusal::new(said!("Corps outflank under the chit Outflank only.")))
        };
    }
    outflank::check(battle, who, plan)
}

/// Makes a day ready: what was mustered, what the owners sealed, both plans.
///
/// # Errors
/// A refusal where something of it cannot be fought.
pub fn ready(battle: &Battle, plans: &[Plan; 2], typed: &Typed, of: Options) -> Result<Ready, Refusal> {
    let unready = || Refusal::new(said!("The battle is not ready to be fought."));
    let attack = plans[0].chit.attack().ok_or_else(unready)?;
    let defence = plans[1].chit.defence().ok_or_else(unready)?;
    let without_chits = battle.field.kind.without_chits();
    let values = Values::of(typed);
    let (cell, known) = match without_chits {
        Some(_) => values.without_chits(battle.field.kind).ok_or_else(unready)?,
        None => values.tables(attack, defence, battle.field.river).ok_or_else(unready)?,
    };
    let terrain = if without_chits.is_some() { Terrain::Clear } else { battle.field.terrain };
    let (ground, _) = values.ground(terrain).ok_or_else(unready)?;
    let mut applied = Applied::default();
    if !known {
        applied.unprinted.insert(match battle.field.kind {
            Kind::Assault => "assault",
            Kind::Trivial => "trivial combat",
            Kind::Field | Kind::Limited => "chits",
        });
    }
    if battle.field.kind == Kind::Assault {
        applied.rules.insert(rule!("house.siege.assault-limit"));
    }
    if defence == Defence::Cordon && attack == Attack::EscalatedAssault && battle.field.river {
        applied.rules.insert(rule!("house.combat.chart.escalated-assault-cordon"));
    }
    // Where the chits know no arrival nobody goes around.
    let splits = !cell.arrived_attack.is_empty();
    let mut sides = Vec::new();
    let mut armies = Vec::new();
    for who in Who::BOTH {
        let corps = battle.corps(who);
        if corps.len() > MOST_CORPS {
            return Err(Refusal::new(said!("A side of a battle has {} corps at the most.", MOST_CORPS)));
        }
        let (corps, leaders, plan) = (&corps, &battle.leaders(who), &plans[who as usize]);
        let lineup = Lineup { values, battle, who, corps, leaders, plan, splits, of };
        let (side, mut army) = lineup.drawn_up(&mut applied)?;
        if raises_morale(attack, defence, who, side.nation) {
            // The printed notes can be read in two ways.
            applied.unprinted.insert("national morale");
            army.raised = if of.national == Raises::Force { POINT } else { 0 };
        }
        sides.push(side);
        armies.push(army);
    }
    let (Ok(sides), Ok(armies)) = (<[Side; 2]>::try_from(sides), <[Army; 2]>::try_from(armies)) else {
        return Err(unready());
    };
    let setting = Setting {
        tables: Tables::with(typed),
        ground,
        sides,
        attack,
        defence,
        cell,
        superiority: of.superiority && without_chits.is_none(),
        cavalry_withdrawal: of.cavalry_withdrawal,
        national: of.national,
        begins: battle.armies.is_none(),
    };
    let fight = Fight { round: 1, step: Step::Withdrawal, armies, withdrew: false };
    let unprinted = applied.unprinted.into_iter().map(str::to_owned).collect();
    Ok(Ready { setting, fight, rules: applied.rules.into_iter().collect(), unprinted })
}
