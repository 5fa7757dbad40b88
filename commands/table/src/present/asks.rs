//! What a battle asks of players beside the frames and the envelopes that the engine awaits: that they muster, state a stack, let a verdict
//! be read. The turn card, the status and the desk all say it out of this one list, which the game's front makes.

use super::{Scene, names};
use crate::present::front;
pub use crate::present::front::Asks;
use table::{Stage, View};

/// All that is asked so.
#[must_use]
pub fn beside(view: &View) -> Vec<Asks> {
    if view.stage != Stage::Playing {
        return Vec::new();
    }
    let mut all = front::of(view).map(|front| front.asks(view)).unwrap_or_default();
    all.retain(|asks| !asks.of.is_empty());
    all
}

/// A line for each with whose it is, for the turn card and the status.
pub(crate) fn lines(scene: &Scene<'_>) -> Vec<String> {
    let line = |asks: &Asks| {
        let of: Vec<String> = asks.of.iter().map(|seat| scene.seat(seat)).collect();
        format!("… {}: {}", names::list(&of), asks.says)
    };
    beside(&scene.public).iter().map(line).collect()
}
