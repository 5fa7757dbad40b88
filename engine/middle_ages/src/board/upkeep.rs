//! Maintenance of armies and fleets at the end of a turn.

use super::{Board, Force, Happened};
use crate::court::Court;
use crate::outline::Frame;
use crate::{Event, MiddleAges, Position};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::{rule, said};

/// What a court's armies and fleets cost, in gold: 1 for each point; markers cost nothing, nor what is spared in the turn of its arrival.
#[must_use]
pub fn due(board: &Board, court: Court) -> u16 {
    let points: u16 =
        board.areas_of(court).map(|(_, held)| u16::from(held.army()) + u16::from(held.fleet())).sum();
    let spared = board.turn.as_ref().filter(|turn| turn.court == court).map_or(0, |turn| turn.spared);
    points.saturating_sub(spared.into())
}

/// Whether a court cannot pay for all that it has.
#[must_use]
pub fn is_short(board: &Board, court: Court) -> bool {
    board.realms.get(&court).is_some_and(|realm| realm.gold < due(board, court))
}

/// Whether the turn of a court is over but for the points that it has to give up.
#[must_use]
pub fn gives_up(state: &Position, court: Court) -> bool {
    state.frames.any(|frame| *frame == Frame::Upkeep(court))
}

/// Refuses what belongs to a turn where that of the seat's court is over but for the points that it has to give up.
///
/// # Errors
/// That refusal.
pub(crate) fn may_go_on(state: &Position, seat: &SeatId) -> Result<(), Refusal> {
    match state.court_of(seat).filter(|court| gives_up(state, *court)) {
        None => Ok(()),
        Some(court) => Err(Refusal::under(
            rule!("middle-ages.armies.maintenance.cost"),
            said!(
                "The turn of {} is over: {} gold is due for its army and fleet points, and it has {}. It gives points up until that is enough.",
                court,
                due(&state.board, court),
                state.board.realms.get(&court).map_or(0, |realm| realm.gold)
            ),
        )),
    }
}

/// Pays what is due, where there is anything.
pub(crate) fn pay(table: &mut Table<'_, '_, MiddleAges>, court: Court) -> Result<(), Refusal> {
    let board = &table.state().board;
    let Some(realm) = board.realms.get(&court) else { return Ok(()) };
    let (before, points) = (realm.gold, due(board, court));
    if points == 0 {
        return Ok(());
    }
    let of = |force: Force| board.areas_of(court).any(|(_, held)| !held.counters(force).is_empty());
    let markers = board.areas_of(court).any(|(_, held)| !held.markers.is_empty());
    let mut rules = Vec::new();
    if of(Force::Army) {
        rules.extend([
            rule!("middle-ages.armies.maintenance.cost"),
            rule!("middle-ages.armies.maintenance.event-armies"),
        ]);
    }
    if of(Force::Fleet) {
        rules.extend([
            rule!("middle-ages.fleets.maintenance.cost"),
            rule!("middle-ages.fleets.maintenance.event-fleets"),
        ]);
    }
    if markers {
        rules.push(rule!("middle-ages.civilisation.no-maintenance"));
    }
    let maintained = Happened::Maintained { court, points, rules: rules.clone() };
    table.emit(&Event::Board(Box::new(maintained)))?;
    let now = before.saturating_sub(points);
    table.emit(&Event::Board(Box::new(Happened::Gold { court, now, before, rules: Vec::new() })))
}

/// Gives up what a court cannot pay for, where its player did not say what: fleets first, then armies, in the order of the areas.
pub(crate) fn give_up(table: &mut Table<'_, '_, MiddleAges>, court: Court) -> Result<(), Refusal> {
    for of in [Force::Fleet, Force::Army] {
        while is_short(&table.state().board, court) {
            let board = &table.state().board;
            let first = board.areas_of(court).find(|(_, held)| !held.counters(of).is_empty());
            let Some((area, _)) = first else { break };
            let given = super::army::disband(table.state(), court, area, of, 1)?;
            table.emit(&Event::Board(Box::new(given)))?;
        }
    }
    Ok(())
}
