//! The board at the beginning: the scenario of 771.

use super::{Happened, Held, Realm};
use crate::court::Court;
use crate::geography::Area;
use crate::pack::{Begins, Data};
use crate::{Event, MiddleAges, Position};
use std::collections::{BTreeMap, BTreeSet};
use table::game::Table;
use table::refusal::Refusal;

/// Whether a court's leader is not checked in a round.
#[must_use]
pub fn is_unchecked(data: &Data, court: Court, round: u8) -> bool {
    data.begins().iter().any(|begins| begins.court == court && round <= begins.unchecked)
}

/// Sets the board up for the courts that are played; the areas of the others are independent.
pub(crate) fn set_up(table: &mut Table<'_, '_, MiddleAges>) -> Result<(), Refusal> {
    let state = table.state();
    let played: BTreeSet<Court> = state.courts.keys().copied().collect();
    table.emit(&Event::Board(Box::new(begun(state, &played))))
}

/// The position with the board as it begins where every court of the scenario is played: what there is to choose from while courts are taken.
#[must_use]
pub fn foreseen(state: &Position) -> Position {
    let all: BTreeSet<Court> = state.data().begins().iter().map(|begins| begins.court).collect();
    let mut foreseen = state.clone();
    foreseen.board.apply(begun(state, &all));
    foreseen
}

/// The board as it begins for these courts.
fn begun(state: &Position, played: &BTreeSet<Court>) -> Happened {
    let data = state.data();
    let of = |area: Area| {
        let begins = data.begins().iter().find(|begins| begins.areas.contains(&area));
        begins.map(|begins| begins.court).filter(|court| played.contains(court))
    };
    let stands = |area: Area| {
        let known = data.known(area);
        let held = Held {
            owner: of(area),
            social: state.begins_at(area),
            fort: known.fort,
            unrest: false,
            religion: known.religion,
            armies: Vec::new(),
            fleets: Vec::new(),
            markers: [].into(),
            ties: BTreeSet::new(),
            contested: BTreeMap::new(),
            taxed: false,
        };
        (area, held)
    };
    let realm = |begins: &Begins| {
        let realm = Realm {
            home: *begins.areas.first()?,
            leader: state.begins_with(begins),
            gold: state.begins_with_gold(begins),
            cards: 0,
            demesne: 0,
            claims: BTreeSet::new(),
        };
        Some((begins.court, realm))
    };
    let realms =
        data.begins().iter().filter(|begins| played.contains(&begins.court)).filter_map(realm).collect();
    let areas = data.areas().map(stands).collect();
    Happened::SetUp { areas, realms }
}
