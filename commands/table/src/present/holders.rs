//! Who holds what, whatever the game: the powers or countries of a seat, and how they stand.

use super::Scene;
use crate::present::front;
use table::{SeatId, View};

/// What a seat plays, by name: its powers, or its countries.
#[must_use]
pub fn names(view: &View, seat: &SeatId) -> Vec<String> {
    front::of(view).map(|front| front.plays(view, seat)).unwrap_or_default()
}

/// How what who asks plays stands, a regent's the seat that he acts for; desk and status say it alike.
#[must_use]
pub fn own_standing(scene: &Scene<'_>) -> Option<String> {
    front::of(&scene.own)?.standing(&scene.own, scene.own.seat()?)
}

/// The colour of the first of what a seat plays, `#RRGGBB`.
#[must_use]
pub fn colour(view: &View, seat: &SeatId) -> Option<String> {
    front::of(view)?.colour(view, seat)
}

/// What a campaign is played for, as the founding post tells it.
#[must_use]
pub fn terms(view: &View) -> Option<String> {
    front::of(view)?.terms(view)
}

/// What those that are played are called.
#[must_use]
pub fn title(view: &View) -> String {
    front::of(view).map(|front| front.played()).unwrap_or_default()
}

/// Who plays what, for the status.
#[must_use]
pub fn holdings(scene: &Scene<'_>) -> Option<String> {
    front::of(&scene.public)?.holdings(scene)
}
