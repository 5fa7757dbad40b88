//! The courts as the scenario of 771 begins.

use crate::court::Court;
use crate::geography::Area;
use crate::stature::Leader;
use serde::{Deserialize, Serialize};

/// A court as a scenario begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Begins {
    /// Which.
    pub court: Court,
    /// Its leader.
    pub leader: Leader,
    /// Its gold.
    pub gold: u16,
    /// In how many rounds from the first its leader is not checked.
    #[serde(default, skip_serializing_if = "is_none")]
    pub unchecked: u8,
    /// Its areas, that of its court first.
    pub areas: Vec<Area>,
}

fn is_none(rounds: &u8) -> bool {
    *rounds == 0
}
