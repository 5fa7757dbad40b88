//! The final count. What the printed scenario gives points for is not known but for claims: these are ours.

use super::Happened;
use crate::court::Court;
use crate::{Event, MiddleAges, Position};
use std::collections::BTreeMap;
use table::game::Table;
use table::refusal::Refusal;

/// The most areas that a court claims at the beginning: ours.
pub const CLAIMS: usize = 3;

/// Points for an area that is held and claimed, besides those of any area.
pub const CLAIM: i32 = 5;

/// The victory points of the courts: for each area 3 and its population and social state, a claim that is held 5 more, a marker 1, a tie 1,
/// and 1 for every 5 gold.
#[must_use]
pub fn points(position: &Position) -> BTreeMap<Court, i32> {
    let (board, claimed) = (&position.board, position.worth_of_a_claim());
    let of = |(court, realm): (&Court, &super::Realm)| {
        let areas: i32 = board
            .areas_of(*court)
            .map(|(area, held)| {
                let worth = 3 + i32::from(board.data.known(area).population) + i32::from(held.social);
                let claim = if realm.claims.contains(&area) { claimed } else { 0 };
                worth.max(1) + claim + i32::try_from(held.markers.len()).unwrap_or(0)
            })
            .sum();
        let ties = board.areas.values().filter(|held| held.ties.contains(court)).count();
        (*court, areas + i32::try_from(ties).unwrap_or(0) + i32::from(realm.gold / 5))
    };
    board.realms.iter().map(of).collect()
}

/// Counts, where the board is kept here.
pub(crate) fn count(table: &mut Table<'_, '_, MiddleAges>) -> Result<(), Refusal> {
    if !table.state().board.is_kept() {
        return Ok(());
    }
    let points = points(table.state());
    table.emit(&Event::Board(Box::new(Happened::Counted { points })))
}
