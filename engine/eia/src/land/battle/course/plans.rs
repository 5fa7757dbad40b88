//! The envelopes of a battle: of a day, and of a step at which the day stops to ask.

use super::muster::find;
use crate::frame::Frame;
use crate::land::battle::Battle;
use crate::land::battle::assemble::{check_own, check_plan};
use crate::land::battle::sealed::{Own, Sealed};
use crate::rounds::Round;
use crate::{EmpiresInArms, Position};
use serde_json::Value;
use std::collections::BTreeSet;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::said;

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

/// What stands if a seat does not answer where the day stops: what it planned. Nothing stands before a plan was sealed.
pub(crate) fn standing(state: &Position, round: &Round, seat: &SeatId) -> Option<Sealed> {
    let (_, battle) = state.battles.of_round(round)?;
    state.standing_plan(battle, seat)
}

/// Whether two seats fight on one side in the battle that a round of envelopes is of: an ally sees the plan before it is opened.
pub(crate) fn shows(state: &Position, round: &Round, of: &SeatId, to: &SeatId) -> bool {
    let Some((_, battle)) = state.battles.of_round(round) else { return false };
    let side = |seat: &SeatId| battle.field.side(*state.in_battle(battle, seat).first()?);
    side(of).is_some_and(|who| side(to) == Some(who))
}

/// What an ally sees of an envelope before it is opened: the plan of the side, from who commands it.
pub(crate) fn shown(sealed: &Sealed) -> Option<Value> {
    serde_json::to_value(sealed.plan.as_ref()?).ok()
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

/// A choice for a day's envelope, out of its form.
pub(crate) fn read(filled: &Value) -> Result<Sealed, Refusal> {
    serde_json::from_value(filled.clone()).map_err(|_| Refusal::new(said!("That is no battle plan.")))
}

/// Checks a choice for a day's envelope.
pub(crate) fn check(state: &Position, round: &Round, seat: &SeatId, sealed: &Sealed) -> Result<(), Refusal> {
    let Some((_, battle)) = state.battles.of_round(round) else {
        return Err(Refusal::new(said!("No such battle is open.")));
    };
    let powers = state.in_battle(battle, seat);
    if !sealed.of.keys().eq(powers.iter().collect::<BTreeSet<_>>()) {
        return Err(Refusal::new(said!(
            "A battle plan is made for each of your powers in the battle, and for no other."
        )));
    }
    for (power, own) in &sealed.of {
        check_own(battle, *power, own)?;
    }
    let commands = battle.commanded_by(&powers);
    // What his own corps hold is in the same envelope.
    let mut known = battle.clone();
    known.own.extend(
        sealed.of.iter().filter(|(_, own)| !own.factors.is_empty()).map(|(of, own)| (*of, own.clone())),
    );
    match (&sealed.plan, commands) {
        (Some(plan), Some(who)) => check_plan(&known, who, plan),
        (None, None) => Ok(()),
        (None, Some(_)) => Err(Refusal::new(said!("You command your side, so your plan needs a chit."))),
        (Some(_), None) => Err(Refusal::new(said!("Whoever commands your side chooses its chit."))),
    }
}
