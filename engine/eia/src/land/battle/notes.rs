//! What is told of a day: every try, roll and loss with its reasons, in the order in which they happened.

use super::fight::Who;
use crate::charts::TableName;
use crate::chits::Terrain;
use crate::land::forces::{Factors, Troop};
use crate::powers::Power;
use serde::{Deserialize, Serialize};
use table::rule;
use table::rules::RuleId;

/// Why something is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Tactical ratings: own, the enemy's.
    Ratings(u8, u8),
    /// The chits let a commander of this nation add it.
    Nation(Power),
    /// Cavalry superiority: own cavalry, the enemy's, as it counts.
    Superiority(u32, u32),
    /// No more than one is added in all.
    Cap,
    /// Breech-loading rifles.
    Rifles,
    /// The ground.
    Ground(Terrain),
    /// Guard or heavy cavalry.
    Guard,
    /// The chits.
    Chits,
    /// The second try.
    SecondTry,
    /// All of it cavalry against a side that is not.
    Cavalry,
}

impl Why {
    /// The house rules behind it.
    #[must_use]
    pub fn rules(self) -> &'static [RuleId] {
        const RIFLES: [RuleId; 2] = [rule!("nationalism.rifles.bonus"), rule!("nationalism.rifles.cap")];
        match self {
            Why::Rifles => &RIFLES,
            _ => &[],
        }
    }
}

/// Something added, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Added {
    /// How much.
    pub by: i8,
    /// Why.
    pub why: Why,
}

/// Factors lost by corps.
pub type Lost = Vec<(u8, Factors)>;

/// A try by die: it succeeds at the rating or below.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// Whose.
    pub who: Who,
    /// The corps, by their places on the side; all for the whole force.
    pub corps: Vec<u8>,
    /// The leader, by his place on the side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<u8>,
    /// The strategic rating.
    pub rating: u8,
    /// What is added to it.
    pub added: Vec<Added>,
    /// The die.
    pub die: u8,
    /// Whether it succeeded.
    pub done: bool,
}

/// A roll on the chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    /// Whose.
    pub who: Who,
    /// The table of the chits.
    pub chits: TableName,
    /// What shifted it: casualty level and morale level.
    pub shifts: Vec<(Added, bool)>,
    /// The table it was rolled on.
    pub table: TableName,
    /// The die.
    pub die: u8,
    /// What was added to it.
    pub added: Vec<Added>,
    /// The result, 0 to 8.
    pub result: u8,
    /// Percent.
    pub percent: u8,
    /// Of so many factors; those of an outflanking force count twice.
    pub of: u32,
    /// How many of these are counted twice.
    pub doubled: u32,
    /// Factors that the enemy loses by it; with those for whom nothing was left.
    pub casualties: u32,
    /// Morale that the enemy loses by it, in tenths.
    pub morale: u8,
}

/// What happened in a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "n", rename_all = "snake_case")]
pub enum Note {
    /// The defender withdrew at once: the chits leave no fight.
    NoFight,
    /// The defender tried to withdraw.
    Withdrawal(Tried),
    /// Corps tried to join.
    Reinforcement(Tried),
    /// A leader who joined took command, by his place on the side.
    Command {
        /// Whose.
        who: Who,
        /// Who.
        leader: u8,
    },
    /// An outflanking force tried to arrive.
    Arrival(Tried),
    /// Guard was committed.
    Guard {
        /// Whose.
        who: Who,
        /// How.
        corps: u8,
        /// The leader at its head.
        leader: Option<u8>,
        /// Whom its owner had named for that, if he is not in the fight.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        missing: Option<u8>,
        /// Levels.
        shift: u8,
        /// Whether it is heavy cavalry.
        heavy: bool,
        /// The die.
        die: u8,
        /// Factors that it lost.
        lost: u16,
        /// Whether all of it fell, and the side breaks.
        all: bool,
    },
    /// A bombardment.
    Bombardment {
        /// The roll.
        rolled: Rolled,
        /// What the enemy lost by it.
        lost: Lost,
    },
    /// Both sides rolled.
    Clash {
        /// The round.
        round: u8,
        /// Both rolls.
        rolled: Box<[Rolled; 2]>,
        /// What attacker and defender lost.
        lost: [Lost; 2],
        /// Of these, what fell on corps that were not in the fight.
        aside: [u32; 2],
        /// Morale left to attacker and defender, in tenths; 0 for a side that is broken.
        left: [u16; 2],
    },
    /// A side broke.
    Broke {
        /// Which.
        who: Who,
        /// Why.
        why: Breaks,
        /// Cavalry it lost in breaking, which would not have been lost otherwise.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cavalry: Option<(u8, Troop)>,
        /// The factor that it has back for it, of those told lost before; none where it lost the cavalry beyond them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instead: Option<(u8, Troop)>,
    },
}

/// Why a side breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Breaks {
    /// Its morale is gone.
    Morale,
    /// Nobody is left in the fight.
    NobodyLeft,
    /// Only artillery is left.
    OnlyArtillery,
    /// All of the guard that it committed fell.
    GuardFell,
    /// It committed guard and did not win in that round.
    GuardInVain,
}
