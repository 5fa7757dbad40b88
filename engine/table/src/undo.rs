//! Taking back one's own last order: up to the last roll, opened secret or step of play.

pub(crate) mod acts;
pub(crate) mod may;

use super::event::GAME;

/// Whether an order of this verb can be taken back at all.
pub(crate) fn can_be_taken_back(verb: &str) -> bool {
    matches!(verb, "join" | "leave" | "tell" | "tell_all" | GAME)
}

/// What somebody could take back now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undoable {
    /// The last act on his envelope in this round.
    Envelope {
        /// The round.
        round: String,
    },
    /// His order at this line of the record.
    Order {
        /// The line.
        line: u64,
        /// What was ordered.
        verb: String,
    },
}
