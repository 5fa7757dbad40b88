//! Notice that a campaign will be closed: one that nobody plays any more is closed for good after thirty days, announced to all, unless a
//! player says that it is played on.

pub(crate) mod acts;

use serde::{Deserialize, Serialize};

/// How long the notice is, in seconds: thirty days.
pub const LENGTH: i64 = 30 * 24 * 60 * 60;

/// A notice that was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// The line of the record at which it was given.
    pub line: u64,
    /// When the campaign is closed, Unix seconds.
    pub until: i64,
}
