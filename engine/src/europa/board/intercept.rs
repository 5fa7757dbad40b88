//! Interceptions: declared in envelopes, so that nobody waits for another's declaration, and tried in the order of the march.

use super::march::{arrive, can_intercept};
use super::orders::{die, emit};
use super::{Happened, PREFIX, UnderWay, fought};
use crate::europa::control::{Control, Stance};
use crate::europa::geography::Place;
use crate::europa::interception::{OnLand, Outcome, on_land};
use crate::europa::{Europa, Position};
use crate::table::game::Table;
use crate::table::names::SeatId;
use crate::table::refusal::Refusal;
use crate::{rule, said};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What lies in an envelope: which stacks try, each in a province that the march enters.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declared {
    /// Stacks and provinces; none for no interception.
    #[serde(default)]
    pub with: Vec<(u32, Place)>,
}

/// The march that a round of envelopes is about.
fn of_round<'p>(state: &'p Position, round: &str) -> Option<&'p UnderWay> {
    let number: u32 = round.strip_prefix(PREFIX)?.parse().ok()?;
    state.board.under_way.as_ref().filter(|under_way| under_way.number == number)
}

/// Checks a declaration.
pub(in crate::europa) fn check(
    state: &Position,
    round: &str,
    seat: &SeatId,
    body: &Value,
) -> Result<Value, Refusal> {
    let none = || Refusal::new(said!("No march asks for this envelope."));
    let under_way = of_round(state, round).ok_or_else(none)?;
    let declared: Declared = serde_json::from_value(body.clone())
        .map_err(|_| Refusal::new(said!("An interception says which stack tries, and where.")))?;
    let mut tried = Vec::new();
    for (stack, at) in &declared.with {
        let standing = super::orders::own_stack(state, seat, *stack)?;
        if tried.contains(stack) {
            return Err(Refusal::under(
                rule!("fast-battle.aids.interception-evasion"),
                said!("That stack has tried to intercept this one already; it may do so once."),
            ));
        }
        tried.push(*stack);
        if !under_way.march.entered().any(|place| place == *at) {
            return Err(Refusal::new(said!("The march does not enter {}.", at.name())));
        }
        super::orders::not_fighting(&state.board, *stack)?;
        can_intercept(state, standing, *at)?;
    }
    serde_json::to_value(&declared).map_err(|_| Refusal::new(said!("The envelope could not be written.")))
}

/// Who does not answer does not intercept.
pub(in crate::europa) fn standing(state: &Position, round: &str) -> Option<Value> {
    of_round(state, round).map(|_| json!({"with": []}))
}

/// The envelopes lie open: the interceptions are tried in the order of the march, and the first that succeeds ends it.
pub(in crate::europa) fn opened(
    table: &mut Table<'_, '_, Europa>,
    round: &str,
    choices: &BTreeMap<SeatId, Value>,
) -> Result<(), Refusal> {
    let Some(under_way) = of_round(table.state(), round).cloned() else { return Ok(()) };
    let mut all = Vec::new();
    for choice in choices.values() {
        let declared: Declared = serde_json::from_value(choice.clone())
            .map_err(|_| Refusal::new(said!("A sealed envelope cannot be read.")))?;
        all.extend(declared.with);
    }
    let step_of = |at: Place| under_way.march.entered().position(|place| place == at).unwrap_or(usize::MAX);
    all.sort_by_key(|(stack, at)| (step_of(*at), *stack));
    for (by, at) in all {
        let state = table.state();
        let (Some(stack), Some(mover)) =
            (state.board.stacks.get(&by), state.board.stacks.get(&under_way.stack))
        else {
            continue;
        };
        let eyes = super::Eyes { position: state, country: stack.country };
        let it = OnLand {
            from: stack.at,
            target: at,
            man: (stack.man().unwrap_or(0), mover.man().unwrap_or(0)),
            ahead: 0,
            friendly_there: eyes.stance(at) == Stance::Friendly
                || state.board.at(at).any(|(n, other)| n != by && eyes.is_friend(other.country)),
            flooded: false,
            bad_weather: state.board.bad_weather,
            other_enemy: state
                .board
                .at(at)
                .any(|(_, other)| eyes.is_enemy(other.country) && !other.stack.is_naval()),
            besieging: false,
        };
        let (from, tried) = (stack.at, on_land(&it));
        let fell = die(table, 0, at.name())?;
        let tried = tried.roll(fell);
        let done = tried.outcome == Outcome::Done;
        emit(table, Happened::Intercepted { march: under_way.number, by, at, tried, done })?;
        if done {
            let steps = step_of(at) + 1;
            arrive(table, &under_way, Some(steps))?;
            return fought::meet(table, under_way.stack, by, true, Some(from));
        }
    }
    arrive(table, &under_way, None)
}
