//! The announced end of a campaign: two days' notice to all, in which whoever wished it can withdraw that and the host can put it off once.

pub(crate) mod acts;

use super::names::SeatId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How long the end is announced ahead, in seconds: 48 hours.
pub const NOTICE: i64 = 48 * 60 * 60;

/// By how much the host can put it off, once, in seconds: seven days.
pub const PUT_OFF: i64 = 7 * 24 * 60 * 60;

/// How long before the end the last post comes, in seconds: twelve hours.
pub const LAST_POST: i64 = 12 * 60 * 60;

/// How long a wish to close the campaign stands, in seconds: 30 days.
pub const WISH: i64 = 30 * 24 * 60 * 60;

/// What brings the end about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    /// A vote to end it: the game makes its final count.
    Conclude,
    /// The wish of every seat that has a player: nothing is counted.
    Close,
}

/// An end that is announced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The line of the record at which it was announced.
    pub line: u64,
    /// What brings it about.
    pub how: How,
    /// When the campaign ends, Unix seconds.
    pub until: i64,
    /// Who wishes it.
    pub wished: BTreeSet<SeatId>,
    /// Who has said since that it is played on.
    pub against: BTreeSet<SeatId>,
    /// Whether the host has put it off.
    pub put_off: bool,
    /// Whether the last post is out.
    pub last_post: bool,
}
