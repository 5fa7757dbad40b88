//! Who holds what, whatever the game: the powers or countries of a seat, and how they stand.

use super::Scene;
use crate::eia::bid::present as choice;
use crate::europa::present as europa;
use engine::table::{SeatId, View};

/// What a seat plays, by name: its powers, or its countries.
#[must_use]
pub fn names(view: &View, seat: &SeatId) -> Vec<String> {
    if europa::is_played(view) { europa::countries_of(view, seat) } else { choice::powers_of(view, seat) }
}

/// How what a seat plays stands, in one line: "**France**: 12 of 370 VP".
#[must_use]
pub fn standing(view: &View, seat: &SeatId) -> Option<String> {
    if europa::is_played(view) { europa::standing(view, seat) } else { choice::standing(view, seat) }
}

/// The colour of the first of what a seat plays, `#RRGGBB`.
#[must_use]
pub fn colour(view: &View, seat: &SeatId) -> Option<String> {
    match europa::position(view) {
        Some(position) => {
            position.countries_of(seat).first().map(|country| europa::colour(*country).to_owned())
        }
        None => choice::colour(view, seat),
    }
}

/// What a campaign is played for, as the founding post tells it.
#[must_use]
pub fn terms(view: &View) -> Option<String> {
    if europa::is_played(view) { europa::terms(view) } else { choice::terms(view) }
}

/// What those that are played are called.
#[must_use]
pub fn title(view: &View) -> String {
    if europa::is_played(view) { crate::say!("Countries") } else { crate::say!("Powers") }
}

/// Who plays what, for the status.
#[must_use]
pub fn holdings(scene: &Scene<'_>) -> Option<String> {
    if europa::is_played(&scene.public) { europa::holdings(scene) } else { choice::holdings(scene) }
}
