//! A subject of the game before its players: what it tells of what happened in it.

use eia::Event as Happened;
use table::Entry;
use table_commands::present::chronicle::LineKind;
use table_commands::present::front::Called;
use table_commands::present::{Posts, Scene};

/// A subject of the game before its players.
pub(crate) trait Subject: Sync {
    /// What its event says in the council, to whom it concerns and in answer to who ordered it. Any other event is not its own.
    fn told(&self, _made: &Made<'_>, _posts: &mut Posts) {}
    /// Its event in a line of the chronicle; `None` where it is not worth one, and for any other.
    fn line(&self, _made: &Made<'_>, _player: Called<'_>) -> Option<(LineKind, String)> {
        None
    }
}

/// An event as it was made.
pub(crate) struct Made<'a> {
    /// How all stands after the order that led to it.
    pub(crate) scene: &'a Scene<'a>,
    /// What that order came to, from its line on; in the chronicle the event alone.
    pub(crate) entries: &'a [Entry],
    /// Which of them it is.
    pub(crate) i: usize,
    /// The event.
    pub(crate) happened: Happened,
}

impl Made<'_> {
    /// Its line of the record.
    pub(crate) fn line(&self) -> u64 {
        self.entries[self.i].line.map_or(0, |(line, _)| line)
    }
}
