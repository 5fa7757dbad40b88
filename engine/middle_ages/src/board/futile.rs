//! What an endeavour would bring nothing for, though it may be undertaken: whoever thinks of it is told before, for how high a social state and a
//! fortification go is ours where no pack says otherwise, and a limit of ours refuses nothing.

use super::{Board, Held};
use crate::court::Court;
use crate::endeavour::Kind;
use crate::geography::{Area, FORT, LOWEST};

/// Why a success would change nothing in an area, or less than it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Futile {
    /// The social state is as high as it goes.
    AtLimit {
        /// How high that is.
        limit: i8,
        /// Whether the area is in unrest, which a success calms.
        calms: bool,
    },
    /// All points of fortification are built.
    Fortified,
    /// The social state is as low as it goes.
    AtLowest,
    /// The court has its tie, and the area is where another court sits, which no negotiation wins.
    Tied,
}

/// Why an endeavour of a kind would change nothing in an area as it stands; `None` where it would.
#[must_use]
pub fn futile(board: &Board, court: Court, kind: Kind, area: Area) -> Option<Futile> {
    let held = board.area(area)?;
    let limit = board.data.known(area).limit;
    let sits = || board.realms.values().any(|realm| realm.home == area);
    match kind {
        Kind::Rule if held.social >= limit => Some(Futile::AtLimit { limit, calms: held.unrest }),
        Kind::Fortify if is_fortified(held) => Some(Futile::Fortified),
        Kind::Pillage if held.social <= LOWEST && held.markers.is_empty() => Some(Futile::AtLowest),
        Kind::Negotiate if held.ties.contains(&court) && sits() => Some(Futile::Tied),
        _ => None,
    }
}

/// Whether all points of fortification are built that an area can have.
#[must_use]
pub fn is_fortified(held: &Held) -> bool {
    i8::try_from(held.fort).is_ok_and(|fort| fort >= FORT)
}
