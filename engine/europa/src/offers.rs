//! What several subjects make their offers of: each makes its own, out of the checks by which its orders are decided.

use super::country::Country;
use super::geography::{Place, atlas};
use super::{Order, Position, board, seats};
use crate::control::Control as _;
use table::names::SeatId;
use table::offers::Kind;

/// Whether a player may give an order about countries or on the board now, by the checks that offers are made of; battles and sieges are
/// asked of their own.
#[must_use]
pub fn is_open(state: &Position, seat: &SeatId, order: &Order) -> bool {
    match order {
        Order::Seats(order) => seats::may(state, seat, order).is_ok(),
        Order::Board(order) => board::may(state, seat, order).is_ok(),
        Order::Fights(_) | Order::Sieges(_) => false,
    }
}

/// One of a list of places.
pub(super) fn places(of: impl IntoIterator<Item = Place>) -> Kind {
    Kind::one_of(of.into_iter().map(|place| place.site().key.as_str()))
}

/// Yes or no.
pub(super) fn either() -> Kind {
    Kind::among([true, false])
}

/// The provinces that a country holds.
#[must_use]
pub fn held_by(state: &Position, country: Country) -> Vec<Place> {
    let eyes = board::Eyes::of(state, country);
    let held = |place: &Place| !place.site().is_sea() && eyes.holder(*place) == Some(country);
    atlas().all().filter(held).collect()
}

/// The stacks of a player.
pub(super) fn own_stacks<'p>(
    state: &'p Position,
    seat: &'p SeatId,
) -> impl Iterator<Item = (u32, &'p board::Standing)> {
    let all = state.board.stacks.iter().map(|(n, standing)| (*n, standing));
    all.filter(move |(_, standing)| state.seat_of(standing.country) == Some(seat))
}

/// The countries with which one is at war.
pub(super) fn enemies(state: &Position, country: Country) -> Vec<Country> {
    Country::all().filter(|other| state.are_at_war(country, *other)).collect()
}

/// Whether a place is of the enemy's.
pub(super) fn is_of_enemy(state: &Position, country: Country, place: Place) -> bool {
    board::Eyes::of(state, country).stance(place) == super::control::Stance::Enemy
}
