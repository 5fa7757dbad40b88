//! What a major battle brings (`fast-battle.major.effects`).

use super::Who;
use serde::{Deserialize, Serialize};
use table::rule;
use table::rules::RuleId;

/// What follows from a major battle on land. The victory points are not in the guide: whoever keeps the table enters them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effects {
    /// The winner.
    pub winner: Who,
    /// Added to the winner's stability.
    pub winner_stability: i8,
    /// Added to the loser's.
    pub loser_stability: i8,
}

impl Effects {
    /// Of a major battle on land.
    #[must_use]
    pub fn of(winner: Who) -> Effects {
        Effects { winner, winner_stability: 1, loser_stability: -1 }
    }

    /// The rule.
    #[must_use]
    pub fn rule() -> RuleId {
        rule!("fast-battle.major.effects")
    }
}
