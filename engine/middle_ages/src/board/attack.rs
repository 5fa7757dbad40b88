//! An attack that no player makes, as it was decided.

use crate::endeavour::Endeavour;
use crate::endeavour::outcome::Against;
use crate::geography::Area;
use serde::{Deserialize, Serialize};

/// Who attacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outsider {
    /// A band of raiders, by its key.
    Raiders(String),
    /// The magnate of an independent area.
    Magnate(Area),
}

/// An attack of theirs as it was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// Who attacks.
    pub by: Outsider,
    /// Which area.
    pub area: Area,
    /// The endeavour as it was rated.
    pub endeavour: Endeavour,
    /// The year card.
    pub card: u8,
    /// What came of it.
    pub against: Against,
}
