//! The forces of the minor countries: what their controller sets up, or that they have none.

use super::forces::Ships;
use crate::land::forces::Factors;
use crate::nations::Nation;
use table::facts::Origin;

/// The forces of a minor country.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MinorForces {
    /// Its corps counters; 0 for a country that has none.
    pub corps: u8,
    /// What one corps can hold.
    pub holds: Factors,
    /// Its army at the start.
    pub factors: Factors,
    /// Ships; they need no fleet counter of a power's.
    pub ships: Ships,
    /// Areas a month.
    pub moves: u8,
    /// Whose morale its soldiers have; none where it has no corps.
    pub nation: Option<Nation>,
    /// Where the numbers come from.
    pub origin: Origin,
    /// Where it comes from that it has corps, or none.
    pub named: Origin,
}

impl MinorForces {
    /// Whether it has no forces of its own.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.corps == 0 && self.ships.total() == 0
    }
}
