//! How a campaign stands by its switches.

use super::*;
use crate::campaign::Play;

impl Play {
    /// How a switch stands; empty for one that is none.
    #[must_use]
    pub fn switch(&self, key: &str) -> &'static str {
        by_key(key).map_or("", |switch| switch.stands(&self.switches))
    }
}
