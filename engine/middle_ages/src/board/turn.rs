//! Rounds and turns: claims, the order in which courts act, what is due at the end of a turn.

use super::{Happened, cards, upkeep};
use crate::court::Court;
use crate::envelopes::Round;
use crate::geography::Area;
use crate::{Event, MiddleAges, Position};
use std::collections::{BTreeMap, BTreeSet};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;

fn emit(table: &mut Table<'_, '_, MiddleAges>, happened: Happened) -> Result<(), Refusal> {
    table.emit(&Event::Board(Box::new(happened)))
}

/// The courts by initiative: the sum of the leader's statures, of equals who has more areas, then in the order of the seats.
#[must_use]
pub fn by_initiative(state: &Position) -> Vec<Court> {
    let mut courts: Vec<Court> = state.board.realms.keys().copied().collect();
    courts.sort_by_key(|court| {
        let sum = state.board.realms.get(court).map_or(0, |realm| realm.leader.sum());
        let areas = state.board.areas_of(*court).count();
        let seat = state.seat_of(*court).map_or(u32::MAX, |seat| seat.number().unwrap_or(u32::MAX));
        (std::cmp::Reverse(sum), std::cmp::Reverse(areas), seat)
    });
    courts
}

/// The order of a round: by initiative each takes the place that he wished, or the next later one that is free, or the last before it.
#[must_use]
pub fn in_order(by_initiative: &[Court], wishes: &BTreeMap<Court, u8>) -> Vec<Court> {
    let mut places: Vec<Option<Court>> = vec![None; by_initiative.len()];
    for (i, court) in by_initiative.iter().enumerate() {
        let wish = wishes.get(court).map_or(i, |place| usize::from(place.saturating_sub(1)));
        let wish = wish.min(places.len() - 1);
        let later = (wish..places.len()).find(|at| places[*at].is_none());
        let place = later.or_else(|| (0..wish).rev().find(|at| places[*at].is_none()));
        if let Some(place) = place {
            places[place] = Some(*court);
        }
    }
    places.into_iter().flatten().collect()
}

/// The players who have a court on the board.
fn players(table: &Table<'_, '_, MiddleAges>) -> Vec<SeatId> {
    let state = table.state();
    let mut seats: Vec<SeatId> =
        state.board.realms.keys().filter_map(|court| state.seat_of(*court).cloned()).collect();
    seats.sort_by_key(SeatId::number);
    seats
}

/// Asks for claims, or for wishes of a place in the round.
pub(crate) fn asks(table: &mut Table<'_, '_, MiddleAges>, round: &Round) -> Result<(), Refusal> {
    let players = players(table);
    if players.is_empty() {
        return match round {
            Round::Claims => claimed(table, BTreeMap::new()),
            _ => ordered(table, &BTreeMap::new()),
        };
    }
    table.open_envelopes(round, players, false)
}

/// Claims lie open.
pub(crate) fn claimed(
    table: &mut Table<'_, '_, MiddleAges>,
    claims: BTreeMap<Court, BTreeSet<Area>>,
) -> Result<(), Refusal> {
    emit(table, Happened::Claimed { claims })
}

/// The wishes for a place lie open: the order of the round, and what demesnes bring in it.
pub(crate) fn ordered(
    table: &mut Table<'_, '_, MiddleAges>,
    wishes: &BTreeMap<Court, u8>,
) -> Result<(), Refusal> {
    let state = table.state();
    let order = in_order(&by_initiative(state), wishes);
    let brings =
        |(court, realm): (&Court, &super::Realm)| (realm.demesne > 0).then_some((*court, realm.demesne));
    let demesnes = state.board.realms.iter().filter_map(brings).collect();
    let round = state.calendar.round;
    emit(table, Happened::Ordered { round, order, demesnes })
}

/// A turn begins.
pub(crate) fn begins(table: &mut Table<'_, '_, MiddleAges>, court: Court) -> Result<(), Refusal> {
    emit(table, Happened::TurnBegun { court })?;
    super::communication::tested(table, court)
}

/// A turn comes to its end: cards that were not drawn are drawn, the hand goes down to its limit, armies and fleets are paid for.
pub(crate) fn ends(table: &mut Table<'_, '_, MiddleAges>, court: Court) -> Result<(), Refusal> {
    let Some(turn) = table.state().board.turn.clone().filter(|turn| turn.court == court) else {
        return Ok(());
    };
    if let Some(seat) = table.state().seat_of(court).cloned() {
        if !turn.drawn {
            cards::draw_at_the_end(table, &seat, court)?;
        }
        cards::replace_late(table, &seat, court)?;
        cards::down_to_limit(table, &seat, court)?;
        if upkeep::is_short(&table.state().board, court) {
            return table.push(None, &crate::outline::Frame::Upkeep(court));
        }
    } else {
        upkeep::give_up(table, court)?;
    }
    upkeep::pay(table, court)?;
    emit(table, Happened::TurnOver { court })
}
