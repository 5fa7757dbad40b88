//! Ready: how players end a frame that waits for them, a phase of a board kept elsewhere or their own slot in one that is kept here.

pub(crate) mod acts;

use serde::{Deserialize, Serialize};

/// Being ready ahead of one's slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ahead {
    /// The first word of the outline's step in which it was lodged: the game turn it reaches to the end of.
    pub turn: String,
    /// Whether it ends when something new is asked of the seat.
    pub hold: bool,
}
