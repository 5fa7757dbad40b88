//! Rounds and years.

use serde::{Deserialize, Serialize};

/// Years in a round.
pub const YEARS: u16 = 5;

/// The rounds of the scenario of 771: nine, to 815.
pub const OF_771: Calendar = Calendar { first: 771, rounds: 9, round: 1 };

/// Which years are played, and which round it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calendar {
    /// The first year.
    pub first: u16,
    /// How many rounds.
    pub rounds: u8,
    /// The round, from 1.
    pub round: u8,
}

impl Calendar {
    /// The first and the last year of a round.
    #[must_use]
    pub fn years(&self, round: u8) -> (u16, u16) {
        let first = self.first + YEARS * (u16::from(round) - 1);
        (first, first + YEARS - 1)
    }

    /// The year it is: the first of the round.
    #[must_use]
    pub fn year(&self) -> u16 {
        self.years(self.round).0
    }

    /// The first and the last year of the whole.
    #[must_use]
    pub fn span(&self) -> (u16, u16) {
        (self.first, self.years(self.rounds).1)
    }
}
