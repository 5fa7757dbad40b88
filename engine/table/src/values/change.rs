//! A value that changes, by its key.

use serde::{Deserialize, Serialize};

/// A value that is, or would be, another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The value.
    pub key: String,
    /// What is recorded.
    pub before: i64,
    /// What it should be.
    pub after: i64,
}
