//! Counters whose upkeep could not be paid (8.4): they are lost, and all see how many of each kind. Those that stand on the map the bot takes
//! off it, the last of the order of battle first; which others go instead their owner tells with his counters.

use super::Happened;
use super::sheet::Counters;
use crate::powers::Power;
use crate::rounds::Round;
use crate::told::counters::{Piece, leaves};
use crate::{EmpiresInArms, Event, Position, oob};
use std::collections::BTreeMap;
use table::game::Table;
use table::refusal::Refusal;

/// What all see of the accounts that were made: the counters that are lost, by their owners. Where an open record is decided again of which
/// the accounts are closed, it is what the record tells, and no more than was told to be there.
pub(super) fn to_upkeep(
    table: &mut Table<'_, '_, EmpiresInArms>,
    round: &Round,
    unpaid: BTreeMap<Power, Counters>,
) -> Result<(), Refusal> {
    let counters = match table.told_of_closed(round) {
        None => unpaid,
        Some(told) => {
            let lost = told.into_iter().find_map(|event| match event {
                Event::Economy(Happened::UpkeepLost { counters }) => Some(counters),
                _ => None,
            });
            let stood =
                |(power, lost): (Power, Counters)| (power, lost.at_most(table.state().paid_for(power)));
            lost.unwrap_or_default().into_iter().map(stood).collect()
        }
    };
    if counters.is_empty() {
        return Ok(());
    }
    let mut off: Vec<(Power, String)> = Vec::new();
    for (power, lost) in &counters {
        let names = off_the_map(table.state(), table.scenario(), *power, *lost);
        off.extend(names.into_iter().map(|name| (*power, name)));
    }
    table.emit(&Event::Economy(Happened::UpkeepLost { counters }))?;
    for (power, name) in off {
        leaves(table, power, &name)?;
    }
    Ok(())
}

/// Corps and fleets that stand on the map and that their owner has told not to have there, as all see: the bot takes them off it
/// (`standard.land.reinforce.counter`), the last of the order of battle first. Those that the order of battle does not know stay.
pub(super) fn not_told(table: &mut Table<'_, '_, EmpiresInArms>, told: &[Power]) -> Result<(), Refusal> {
    for power in told {
        let state = table.state();
        let stand = state.counters_standing(*power);
        let beyond = stand.without(state.paid_for(*power));
        let mut off = Vec::new();
        for (piece, beyond) in [(Piece::Corps, beyond.corps), (Piece::Fleet, beyond.fleets)] {
            let known =
                |name: &&String| Piece::of_the_order(table.scenario(), *power, name.as_str()) == Some(piece);
            let names = by_the_order(state, table.scenario(), *power, piece);
            let beyond = usize::try_from(beyond).unwrap_or(usize::MAX);
            off.extend(names.into_iter().filter(known).take(beyond).cloned());
        }
        for name in off {
            leaves(table, *power, &name)?;
        }
    }
    Ok(())
}

/// The counters of a power that leave the map where so many are lost: of each kind as many as stand there beyond those that are paid for, and
/// no more than are lost. Those that the order of battle does not know, such as corps of minor countries, go last.
fn off_the_map(state: &Position, scenario: &str, power: Power, lost: Counters) -> Vec<String> {
    let kept = state.paid_for(power).without(lost);
    let mut off = Vec::new();
    for (piece, lost, kept) in
        [(Piece::Corps, lost.corps, kept.corps), (Piece::Fleet, lost.fleets, kept.fleets)]
    {
        let names = by_the_order(state, scenario, power, piece);
        let beyond = names.len().saturating_sub(usize::try_from(kept).unwrap_or(usize::MAX));
        let many = beyond.min(usize::try_from(lost).unwrap_or(usize::MAX));
        off.extend(names.into_iter().take(many).cloned());
    }
    off
}

/// The counters of a power of a kind that stand on the map, the last of its order of battle first, and last those that it does not know.
fn by_the_order<'s>(state: &'s Position, scenario: &str, power: Power, piece: Piece) -> Vec<&'s String> {
    let order = oob::of(scenario).and_then(|order| order.powers.get(&power));
    let place = |name: &str| {
        let names: Vec<&String> = match (order, piece) {
            (None, _) => Vec::new(),
            (Some(order), Piece::Corps) => order.corps.iter().map(|corps| &corps.name).collect(),
            (Some(order), Piece::Fleet) => order.fleets.iter().map(|fleet| &fleet.name).collect(),
        };
        names.iter().position(|known| known.to_lowercase() == name.to_lowercase())
    };
    let here = state.counters_of(power).iter().filter(|(_, counter)| counter.piece == piece);
    let mut names: Vec<&String> = here.map(|(name, _)| name).collect();
    names.sort_by_key(|name| std::cmp::Reverse((place(name), (*name).clone())));
    names
}
