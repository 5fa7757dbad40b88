//! What a seat sees of its own strongbox.

use super::*;
use crate::names::SeatId;

impl crate::campaign::Campaign {
    /// What a seat sees of its own strongbox; `None` before play begins.
    pub(crate) fn box_view(&self, seat: &SeatId) -> Option<BoxView> {
        if self.play.stage == crate::campaign::Stage::Gathering {
            return None;
        }
        Some(BoxView {
            strongbox: self.strongboxes.get(seat).map(|held| held.as_ref().clone()).unwrap_or_default(),
            owners: self.play.game.owners(seat),
            to_one: show::to_one_allowed(self),
            places: self.play.game.sheet_places(),
        })
    }
}
