//! Sieges: siegework, which one die decides together with siege attrition, and the assault.

pub mod assault;
pub mod course;
pub mod notes;
pub mod tables;
#[cfg(test)]
mod tests;
pub mod work;

use super::technology::Land;
use super::thirds::Thirds;
use serde::{Deserialize, Serialize};

/// Who is inside a fortress. The garrison itself is in the tables; this is what stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Garrison {
    /// The technology of the besieged.
    pub technology: Land,
    /// Troops inside.
    #[serde(default)]
    pub troops: Thirds,
    /// Whether an A counter is among them.
    #[serde(default)]
    pub has_army: bool,
    /// The leader inside.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<super::leader::Leader>,
}

/// The highest level of a fortress; 0 is a fort.
pub const HIGHEST_LEVEL: u8 = 5;
