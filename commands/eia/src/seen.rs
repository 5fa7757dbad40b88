//! What is seen of Empires in Arms in what the table hands around: its position in a view, its events in entries.

use eia::{EmpiresInArms, Event as Happened, Position};
use std::sync::Arc;
use table::game::Game as _;
use table::{Entry, View};

/// The game's key.
pub(crate) const KEY: &str = EmpiresInArms::KEY;

/// The game's own event in an entry, if it is one.
pub(crate) fn happened(entry: &Entry) -> Option<Happened> {
    entry.game_event::<EmpiresInArms>()
}

/// The position of a game of Empires in Arms.
pub(crate) fn position(view: &View) -> Option<Arc<Position>> {
    view.game.of()
}

/// Whether the campaign comes to its end with an entry.
pub(crate) fn is_the_end(entry: &Entry) -> bool {
    matches!(happened(entry), Some(eia::Event::Conclusion(_)))
}
