//! The envelopes of a battle: of a day, and of a step at which the day stops to ask.

use super::muster::find;
use crate::frame::Frame;
use crate::land::battle::Battle;
use crate::land::battle::assemble::{check_own, check_plan};
use crate::land::battle::fight::Who;
use crate::land::battle::sealed::{Chit, Own, Plan, Sealed};
use crate::land::forces::{Factors, Troop};
use crate::land::kept_contents::{corps_in, with_contents};
use crate::land::stacking::Stands;
use crate::pieces::CorpsId;
use crate::powers::Power;
use crate::{EmpiresInArms, Position};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use table::envelope::NoRound;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::said;

/// The round of plans for a day of a battle: `battle/3/1` is the first day of battle 3, `battle/3/1/2` the second step at which it stops to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BattlePlans {
    /// The battle's number.
    pub battle: u32,
    /// The day.
    pub day: u8,
    /// How often the day has stopped; `None` for its plans.
    pub stop: Option<u8>,
}

impl fmt::Display for BattlePlans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "battle/{}/{}", self.battle, self.day)?;
        self.stop.map_or(Ok(()), |stop| write!(f, "/{stop}"))
    }
}

impl FromStr for BattlePlans {
    type Err = NoRound;

    fn from_str(name: &str) -> Result<BattlePlans, NoRound> {
        let parts: Vec<&str> = name.split('/').collect();
        let (battle, day, stop) = match *parts.as_slice() {
            ["battle", battle, day] => (battle, day, None),
            ["battle", battle, day, stop] => (battle, day, Some(stop)),
            _ => return Err(NoRound),
        };
        let battle = battle.parse().map_err(|_| NoRound)?;
        let stop = stop.map(str::parse).transpose().map_err(|_| NoRound)?;
        Ok(BattlePlans { battle, day: day.parse().map_err(|_| NoRound)?, stop })
    }
}

/// Opens the envelopes of a day for every player in the battle.
pub(super) fn open_plans(table: &mut Table<'_, '_, EmpiresInArms>, number: u32) -> Result<(), Refusal> {
    let battle = find(table, number)?;
    let (round, seats) = (battle.round(number), table.state().seats_in(battle));
    let frame = Frame::Battle(number);
    if !table.state().frames.any(|open| *open == frame) {
        table.push(None, &frame)?;
    }
    table.open_envelopes(&round, seats.into_iter().collect(), true)
}

/// Opens the envelopes of a step at which the day stops. Who does not answer lets his plan stand.
pub(super) fn open_stop(
    table: &mut Table<'_, '_, EmpiresInArms>,
    number: u32,
    seats: BTreeSet<SeatId>,
) -> Result<(), Refusal> {
    let battle = find(table, number)?;
    let (round, live) = (battle.round(number), table.state().is_live(battle));
    let seats = seats.into_iter().collect();
    table.stop_and_ask(&round, seats, live)
}

impl Position {
    /// What a seat has planned for the rest of a day that has stopped.
    #[must_use]
    pub fn standing_plan(&self, battle: &Battle, seat: &SeatId) -> Option<Sealed> {
        battle.stopped.as_ref()?;
        let powers = self.in_battle(battle, seat);
        let plan =
            battle.commanded_by(&powers).and_then(|who| Some(battle.plans.as_ref()?[who as usize].clone()));
        let own = powers.into_iter().map(|power| {
            let own = battle.own.get(&power).cloned().unwrap_or_default();
            (power, Own { factors: Vec::new(), ..own })
        });
        Some(Sealed { of: own.collect(), plan })
    }
}

/// The envelope of who answers nothing before a day: the plainest chit, an attacker's Probe or a defender's Defend, and before the first day in
/// each corps the least that can be in it. Of those before a fortress no more storm than may (`house.siege.assault-limit`).
pub(super) fn unanswered(state: &Position, round: &BattlePlans, seat: &SeatId) -> Option<Sealed> {
    let (_, battle) = state.battles.planned_in(round)?;
    let powers = state.in_battle(battle, seat);
    let chit = |who: Who| match (battle.field.kind.without_chits(), who) {
        (Some(_), _) => battle.field.kind.chits(who)[0],
        (None, Who::Attacker) => Chit::Probe,
        (None, Who::Defender) => Chit::Defend,
    };
    let plan = battle.commanded_by(&powers).map(|who| Plan::with(chit(who)));
    let of = powers.into_iter().map(|power| (power, the_least(battle, power))).collect();
    let sealed = Sealed { of, plan };
    check(state, round, seat, &sealed).is_ok().then_some(sealed)
}

/// What an owner decides who decides nothing: one factor in each of his corps, where it is not known what is in them.
fn the_least(battle: &Battle, power: Power) -> Own {
    let is_stated = battle.field.area.is_none() && !battle.has_begun();
    let Some(muster) = battle.musters.get(&power).filter(|_| is_stated) else {
        return Own::default();
    };
    let storm = battle.may_storm(power).map_or(usize::MAX, |most| most as usize);
    // Guns that stand before a fortress storm it not, and are always enough.
    let sort = |i: usize, cavalry: bool| match (i < storm, cavalry) {
        (false, _) => Troop::Artillery,
        (true, true) => Troop::Cavalry,
        (true, false) => Troop::Infantry,
    };
    let least = |(i, stands): (usize, &Stands)| {
        let mut factors = Factors::default();
        factors.0[sort(i, stands.corps.cavalry) as usize] = 1;
        factors
    };
    Own { factors: muster.corps.iter().enumerate().map(least).collect(), ..Own::default() }
}

/// Checks a choice for a day's envelope.
pub(super) fn check(
    state: &Position,
    round: &BattlePlans,
    seat: &SeatId,
    sealed: &Sealed,
) -> Result<(), Refusal> {
    let Some((_, battle)) = state.battles.planned_in(round) else {
        return Err(Refusal::new(said!("No such battle is open.")));
    };
    let powers = state.in_battle(battle, seat);
    if !sealed.of.keys().eq(powers.iter().collect::<BTreeSet<_>>()) {
        return Err(Refusal::new(said!(
            "A battle plan is made for each of your powers in the battle, and for no other."
        )));
    }
    for (power, own) in &sealed.of {
        if battle.field.area.is_some() && !own.factors.is_empty() {
            return Err(Refusal::new(said!(
                "What is in your corps the bot knows; a plan of this battle says nothing of it."
            )));
        }
        let is_known = |id: &Option<CorpsId>| id.is_none_or(|id| state.contents.corps(id).is_some());
        // Who decides it again does not know what is in corps that are closed to him.
        if battle.field.area.is_none() || corps_in(state, battle, *power).iter().all(is_known) {
            check_own(battle, *power, &with_contents(state, battle, *power, own))?;
        }
    }
    let commands = battle.commanded_by(&powers);
    // What his own corps hold is in the same envelope.
    let mut known = battle.clone();
    let filled = sealed.of.iter().map(|(of, own)| (*of, with_contents(state, battle, *of, own)));
    known.own.extend(filled.filter(|(_, own)| !own.factors.is_empty()));
    match (&sealed.plan, commands) {
        (Some(plan), Some(who)) => check_plan(&known, who, plan),
        (None, None) => Ok(()),
        (None, Some(_)) => Err(Refusal::new(said!("You command your side, so your plan needs a chit."))),
        (Some(_), None) => Err(Refusal::new(said!("Whoever commands your side chooses its chit."))),
    }
}
