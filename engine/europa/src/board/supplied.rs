//! The supply segment: how a stack of the board is supplied, and what becomes of it.

use super::besieged::due_inside;
use super::control::Eyes;
use super::fleet::ships;
use super::march::attrite;
use super::orders::{emit, in_a_round, own_stack};
use super::{Happened, Standing};
use crate::attrition::Due;
use crate::attrition_land::{self, Supplied};
use crate::control::{Control, Stance};
use crate::supply::{Asks, Fate, Fleet, Supply, fate, segment, supplies, supply, takes};
use crate::switches;
use crate::{Europa, Position};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// How a stack is supplied, by the board.
#[must_use]
pub fn line(state: &Position, stack: u32, standing: &Standing) -> Supply {
    let eyes = Eyes::of(state, standing.country);
    let feeds = &state.board.feeds;
    let fleets: Vec<Fleet> = (state.board.stacks.iter())
        .filter(|(n, other)| {
            // A naval stack that supplies another land stack in this round has nothing left.
            other.stack.is_naval()
                && eyes.is_friend(other.country)
                && feeds.get(n).is_none_or(|fed| *fed == stack)
        })
        .map(|(_, other)| Fleet { at: other.at, ships: ships(state, other) })
        .collect();
    let asks =
        Asks { stack: &standing.stack, at: standing.at, besieged: eyes.is_besieged(standing), native: false };
    supply(asks, &fleets, &eyes, &switches::logistics())
}

/// The naval stack through which a line of supply runs: the smallest that is large enough and has not supplied another stack in this round,
/// the first of them.
fn feeder(state: &Position, standing: &Standing, stack: u32, found: &Supply) -> Option<u32> {
    let line = match found {
        Supply::Full(line) | Supply::Weak(Some(line), _) if line.over_sea => line,
        _ => return None,
    };
    let eyes = Eyes::of(state, standing.country);
    let fleets = state.board.at(line.from).filter(|(n, other)| {
        other.stack.is_naval()
            && eyes.is_friend(other.country)
            && state.board.feeds.get(n).is_none_or(|fed| *fed == stack)
    });
    let (enough, _) = takes(&standing.stack);
    let fleets =
        fleets.map(|(n, other)| (supplies(ships(state, other)), n)).filter(|(size, _)| *size >= enough);
    fleets.min().map(|(_, number)| number)
}

/// The attrition roll of a stack that stands where it does without enough supply, or through a winter.
pub(super) fn roll(
    table: &Table<'_, '_, Europa>,
    standing: &Standing,
    unsupplied: bool,
    snowflake: u8,
) -> Due {
    let state = table.state();
    let who = Supplied {
        stack: &standing.stack,
        at: standing.at,
        technology: state.land_of(standing.country),
        enemy: Eyes::of(state, standing.country).stance(standing.at) == Stance::Enemy,
        pillages: state.board.pillages_of(standing.at),
        man: standing.man(),
        unsupplied,
        snowflake,
    };
    attrition_land::supply(&who, switches::edition(|key| table.switch(key)))
}

/// A player asks for a stack's supply in his supply segment: what is found, and the roll that it makes.
pub(super) fn supplied(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    stack: u32,
    pillage: bool,
) -> Result<(), Refusal> {
    let state = table.state();
    let standing = may_be_supplied(state, seat, stack)?.clone();
    let found = line(state, stack, &standing);
    let feeder = feeder(state, &standing, stack, &found);
    let fate = fate(&found, standing.starved);
    let mut rules: Vec<RuleId> = fate.rules().to_vec();
    rules.push(rule!("fast-battle.supply.line"));
    match &found {
        Supply::Full(line) => rules.extend(&line.rules),
        Supply::Weak(line, weak) => {
            rules.extend(line.iter().flat_map(|line| line.rules.iter().copied()));
            rules.extend(weak.iter().map(|weak| weak.rule()));
        }
        Supply::None(_) => rules.push(rule!("fast-battle.supply.out-of-supply")),
    }
    if feeder.is_some() {
        rules.push(rule!("fast-battle.supply.fleet-one-land-stack"));
    }
    let attrition = if matches!(fate, Fate::Rolls | Fate::RollsMarked) {
        // The besieged roll siege attrition in place of an ordinary roll: no MAN, no pillage of the province, and none is laid.
        let due = if Eyes::of(state, standing.country).is_besieged(&standing) {
            rules.push(rule!("fast-battle.siege.attrition-modifiers"));
            due_inside(state, &standing, switches::edition(|key| table.switch(key)))
        } else {
            roll(table, &standing, fate == Fate::RollsMarked, 0)
        };
        let attrited = attrite(table, &standing, standing.at, due, pillage)?;
        rules.extend(attrited.rolled.rules());
        Some(attrited)
    } else {
        None
    };
    rules.sort_unstable();
    rules.dedup();
    emit(
        table,
        Happened::Supplied {
            stack,
            supply: found,
            destroyed: fate == Fate::Destroyed,
            starved: matches!(fate, Fate::RollsMarked),
            feeder,
            attrition,
            rules,
        },
    )
}

/// The stack whose supply may be looked at.
pub(super) fn may_be_supplied<'p>(
    state: &'p Position,
    seat: &SeatId,
    stack: u32,
) -> Result<&'p Standing, Refusal> {
    let standing = own_stack(state, seat, stack)?;
    if standing.stack.is_naval() {
        return Err(Refusal::under(
            rule!("fast-battle.supply.fleets-never"),
            said!("Fleets never roll for attrition in the supply segment."),
        ));
    }
    if standing.aboard.is_some() {
        return Err(Refusal::new(said!(
            "Troops aboard ships are supplied by them; they roll with the ships."
        )));
    }
    in_a_round(&state.board)?;
    // Out of supply twice in one round would be none of two rounds.
    if state.board.supplied.contains(&stack) {
        return Err(Refusal::under(
            rule!("fast-battle.supply.steps"),
            said!(
                "The supply of stack {} was looked at in this round already: the supply segment comes once a round. What is out of supply now is destroyed if it still is in the next round.",
                stack
            ),
        ));
    }
    Ok(standing)
}

/// A player's land stacks whose supply was not looked at in this round.
pub(crate) fn unsupplied<'p>(
    state: &'p Position,
    seat: &'p SeatId,
) -> impl Iterator<Item = (u32, &'p Standing)> {
    let own = state.board.stacks.iter().filter(move |(n, standing)| {
        state.seat_of(standing.country) == Some(seat)
            && !standing.stack.is_naval()
            && standing.aboard.is_none()
            && !state.board.supplied.contains(n)
    });
    own.map(|(n, standing)| (*n, standing))
}

/// In a supply segment whoever is in supply overland needs no order. Whom a fleet feeds, and who rolls, is his player's to say.
pub(crate) fn supply_where_plain(table: &mut Table<'_, '_, Europa>, seat: &SeatId) -> Result<(), Refusal> {
    let state = table.state();
    let plain = unsupplied(state, seat)
        .filter(|(n, standing)| matches!(line(state, *n, standing), Supply::Full(line) if !line.over_sea));
    let plain: Vec<u32> = plain.map(|(n, _)| n).collect();
    plain.into_iter().try_for_each(|stack| supplied(table, seat, stack, true))
}

/// A supply segment ends: whoever was not looked at is, those who are destroyed first and then those who roll. Where the table leaves the
/// choice a pillage is laid rather than troops lost.
pub(crate) fn supply_the_rest(table: &mut Table<'_, '_, Europa>, seat: &SeatId) -> Result<(), Refusal> {
    let state = table.state();
    let rest: Vec<_> = unsupplied(state, seat)
        .map(|(n, standing)| (n, &standing.stack, line(state, n, standing), standing.starved))
        .collect();
    let fates = segment(&rest).fates;
    fates.into_iter().try_for_each(|(stack, _)| supplied(table, seat, stack, true))
}
