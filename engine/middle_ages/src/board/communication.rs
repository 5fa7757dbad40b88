//! The line of communication: an area from which no way leads to the area of its court goes to unrest. And where a court goes that loses its
//! area, or all areas.

use super::happened::Change;
use super::{Board, Happened, emit, follows, in_turn};
use crate::court::Court;
use crate::endeavour::limits;
use crate::geography::Area;
use crate::{MiddleAges, Position};
use std::collections::BTreeSet;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::said;

/// The areas of a court from which no way leads through its own areas to that of the court: by land to a neighbour, over sea as far as one of the two
/// coasts reaches. That unrest comes of it is the printed game's; how far a way over sea goes is ours.
#[must_use]
pub fn cut_off(board: &Board, court: Court) -> BTreeSet<Area> {
    let Some(realm) = board.realms.get(&court) else { return BTreeSet::new() };
    let mut left: BTreeSet<Area> = board.areas_of(court).map(|(area, _)| area).collect();
    let mut front: Vec<Area> = left.take(&realm.home).into_iter().collect();
    while let Some(from) = front.pop() {
        let reach = |area: Area| limits::range(&board.base(area)).seas;
        let joined = |area: &Area| {
            board.data.borders(from).any(|next| next == *area)
                || board
                    .data
                    .seas_between(from, *area)
                    .is_some_and(|seas| seas <= reach(from).max(reach(*area)))
        };
        let next: Vec<Area> = left.iter().copied().filter(joined).collect();
        left.retain(|area| !next.contains(area));
        front.extend(next);
    }
    left
}

/// At the beginning of its turn what is cut off from a court goes to unrest.
pub(crate) fn tested(table: &mut Table<'_, '_, MiddleAges>, court: Court) -> Result<(), Refusal> {
    let board = &table.state().board;
    let calm = |area: &Area| board.area(*area).is_some_and(|held| !held.unrest);
    let areas: BTreeSet<Area> = cut_off(board, court).into_iter().filter(calm).collect();
    if areas.is_empty() {
        return Ok(());
    }
    emit(table, Happened::CutOff { court, areas: areas.clone() })?;
    for area in areas {
        follows::changes(table, area, Change { unrest: Some(true), ..Change::default() })?;
    }
    Ok(())
}

/// Where a court goes that has lost its area: to the one with the highest sum of population and social state; nowhere where it has none.
#[must_use]
pub fn moves_to(board: &Board, court: Court) -> Option<Area> {
    let worth = |(area, held): &(Area, &super::Held)| {
        (i16::from(board.data.known(*area).population) + i16::from(held.social), std::cmp::Reverse(*area))
    };
    board.areas_of(court).max_by_key(worth).map(|(area, _)| area)
}

/// A court whose area went to somebody else moves.
pub(crate) fn moved(table: &mut Table<'_, '_, MiddleAges>, lost: Area) -> Result<(), Refusal> {
    let board = &table.state().board;
    let of =
        board.realms.iter().find(|(court, realm)| realm.home == lost && board.owner(lost) != Some(**court));
    let Some((court, to)) = of.and_then(|(court, _)| Some((*court, moves_to(board, *court)?))) else {
        return Ok(());
    };
    emit(table, Happened::CourtMoved { court, to })
}

/// Whether a court in exile may return to an area.
///
/// # Errors
/// A refusal where it is not in exile, or the area is not independent or of another language or religion.
pub fn may_return(state: &Position, seat: &SeatId, area: Area) -> Result<Court, Refusal> {
    let (court, ..) = in_turn(state, seat)?;
    let board = &state.board;
    if board.areas_of(court).next().is_some() {
        return Err(Refusal::new(said!(
            "{} has areas. Only a court that has lost all returns from exile.",
            court
        )));
    }
    let same = |kin: crate::endeavour::Kin| kin == crate::endeavour::Kin::Same;
    let free = board.area(area).is_some_and(|held| held.owner.is_none());
    if free && same(board.language(court, area)) && same(board.religion(court, area)) {
        return Ok(court);
    }
    Err(Refusal::new(said!(
        "{} cannot return to {}: an exile goes to an independent area of the language and religion of its court.",
        court,
        board.data.named(area)
    )))
}

/// A court returns from exile.
pub(crate) fn returns(
    table: &mut Table<'_, '_, MiddleAges>,
    seat: &SeatId,
    area: Area,
) -> Result<(), Refusal> {
    let court = may_return(table.state(), seat, area)?;
    follows::passes(table, area, Some(court))?;
    emit(table, Happened::CourtMoved { court, to: area })
}
