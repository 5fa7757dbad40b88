//! The board at the beginning: the scenario of 771.

use super::{Happened, Held, Realm};
use crate::court::Court;
use crate::geography::Area;
use crate::stature::Leader;
use crate::{Event, MiddleAges};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use table::facts::Origin;
use table::game::Table;
use table::refusal::Refusal;

/// A court as a scenario begins.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begins {
    /// Which.
    pub court: Court,
    /// Its leader.
    pub leader: Leader,
    /// Its gold.
    pub gold: u16,
    /// Its areas, that of its court first.
    pub areas: Vec<Area>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked {
    court: Court,
    rounds: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    origin: Origin,
    unchecked: Unchecked,
    court: Vec<Begins>,
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    // The file is part of the program and a test reads it.
    #[allow(clippy::unwrap_used)]
    let file: File = toml::from_str(include_str!("../../data/771.toml")).unwrap();
    assert!(file.court.iter().all(|begins| !begins.areas.is_empty()), "every court has an area");
    file
});

/// The courts of the scenario.
#[must_use]
pub fn courts() -> &'static [Begins] {
    &FILE.court
}

/// Where the set-up comes from.
#[must_use]
pub fn origin() -> Origin {
    FILE.origin
}

/// Whether a court's leader is not checked in a round.
#[must_use]
pub fn is_unchecked(court: Court, round: u8) -> bool {
    court == FILE.unchecked.court && round <= FILE.unchecked.rounds
}

/// Sets the board up for the courts that are played; the areas of the others are independent.
pub(crate) fn set_up(table: &mut Table<'_, '_, MiddleAges>) -> Result<(), Refusal> {
    let state = table.state();
    let played: BTreeSet<Court> = state.courts.keys().copied().collect();
    let of = |area: Area| {
        let begins = courts().iter().find(|begins| begins.areas.contains(&area));
        begins.map(|begins| begins.court).filter(|court| played.contains(court))
    };
    let stands = |area: Area| {
        let known = area.known();
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
    let realms = courts().iter().filter(|begins| played.contains(&begins.court)).filter_map(realm).collect();
    let areas = Area::all().map(stands).collect();
    table.emit(&Event::Board(Box::new(Happened::SetUp { areas, realms })))
}
