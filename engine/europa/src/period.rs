//! The seven periods of the game, and its turns.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Period {
    /// Turns 1 to 6, 1492 to 1519.
    I,
    /// Turns 7 to 14, 1520 to 1559.
    II,
    /// Turns 15 to 25, 1560 to 1614.
    III,
    /// Turns 26 to 34, 1615 to 1664.
    IV,
    /// Turns 35 to 42, 1665 to 1699.
    V,
    /// Turns 43 to 52, 1700 to 1749.
    VI,
    /// Turns 53 to 62, 1750 to 1799.
    VII,
}

impl Period {
    /// All, in their order.
    pub const ALL: [Period; 7] =
        [Period::I, Period::II, Period::III, Period::IV, Period::V, Period::VI, Period::VII];

    /// Its first and its last turn.
    #[must_use]
    pub const fn turns(self) -> (u8, u8) {
        match self {
            Period::I => (1, 6),
            Period::II => (7, 14),
            Period::III => (15, 25),
            Period::IV => (26, 34),
            Period::V => (35, 42),
            Period::VI => (43, 52),
            Period::VII => (53, 62),
        }
    }

    /// Its first and its last year.
    #[must_use]
    pub const fn years(self) -> (u16, u16) {
        match self {
            Period::I => (1492, 1519),
            Period::II => (1520, 1559),
            Period::III => (1560, 1614),
            Period::IV => (1615, 1664),
            Period::V => (1665, 1699),
            Period::VI => (1700, 1749),
            Period::VII => (1750, 1799),
        }
    }

    /// The period of a turn, 1 to 62.
    #[must_use]
    pub fn of_turn(turn: u8) -> Option<Period> {
        Period::ALL.into_iter().find(|period| {
            let (first, last) = period.turns();
            (first..=last).contains(&turn)
        })
    }

    /// Its Roman number.
    #[must_use]
    pub const fn key(self) -> &'static str {
        ["I", "II", "III", "IV", "V", "VI", "VII"][self as usize]
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}

#[cfg(test)]
mod tests {
    use super::Period;

    #[test]
    fn every_turn_is_of_one_period() {
        assert_eq!(Period::of_turn(0), None);
        assert_eq!(Period::of_turn(7), Some(Period::II));
        assert_eq!(Period::of_turn(62), Some(Period::VII));
        assert_eq!(Period::of_turn(63), None);
        let counted: u8 = Period::ALL.into_iter().map(|p| p.turns().1 - p.turns().0 + 1).sum();
        assert_eq!(counted, 62);
    }
}
