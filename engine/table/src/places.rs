//! Places: who acts for a seat. Its player, those who share it with him, a regent while he is away, a substitute after he left, a
//! stand-in for practice.

pub(crate) mod acts;

use super::order::Verb;

use super::said::Said;

use serde::{Deserialize, Serialize};

/// A player is away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Away {
    /// Since when, Unix seconds.
    pub since: i64,
    /// Until when; `None` until he is back.
    pub until: Option<i64>,
    /// Who acts meanwhile.
    pub regent: Option<u32>,
}

/// What a regent was shown of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// When, Unix seconds.
    pub at: i64,
    /// To whom.
    pub person: u32,
    /// The open rounds of envelopes whose content he saw, and `strongbox` where he saw that.
    pub what: Vec<String>,
}
