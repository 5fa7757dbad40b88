//! What comes of an order that is decided again.

use crate::event::Entry;

/// An order decided again: the lines it makes.
pub(crate) struct Again {
    /// The lines.
    pub made: Vec<Entry>,
    /// Whether a part of it is still closed, so that only its form was checked.
    pub waits: bool,
}

/// The lines that stand on the record, of an order in which nothing is closed any more.
pub(crate) fn decided(made: Vec<Entry>) -> Again {
    Again { made: made.into_iter().filter(|entry| entry.line.is_some()).collect(), waits: false }
}
