//! Correct forward: a fault that is found months later is worked out on the record, and made good as of today.
//!
//! The record is played again with what should have been in the place of what was, up to the first die that would have been another, or
//! the first envelope. It is read as everybody has it, without what is sealed: so nothing secret shows in what comes out, and whoever
//! holds the public record works out the same. Nothing on it is rewritten: dice, opened envelopes, wars and peaces stand. By what the
//! values that everybody sees differ at the end of that way, today's are to be corrected, as one proposal like any correction.

pub(crate) mod acts;
pub mod follow;
pub mod lines;
mod stands;

pub use acts::why_not_again;

use super::names::SeatId;
use super::values::change::Change;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The word of such an order on the record.
pub(crate) const VERB: &str = "correct_forward";

/// What should have been in the place of what was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "of", rename_all = "snake_case", deny_unknown_fields)]
pub enum Amends {
    /// An order was not given, or read otherwise.
    Order {
        /// Its line of the record.
        line: u64,
        /// How it should have read: its fields as the record writes them. Without, it was not given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instead: Option<Map<String, Value>>,
    },
    /// After an order a value of the board was another.
    Value {
        /// The order's line of the record.
        line: u64,
        /// The value.
        key: String,
        /// What it was then, in the units of the record.
        value: i64,
    },
    /// From an order on a switch of the rulebook stood otherwise.
    Switch {
        /// The order's line of the record.
        line: u64,
        /// The switch.
        key: String,
        /// How it stood.
        value: String,
    },
    /// From an order on the group's own value stood in the place of one that is not the printed game's.
    Typed {
        /// The order's line of the record.
        line: u64,
        /// The value.
        key: String,
        /// What it was.
        value: i64,
    },
}

impl Amends {
    /// The line of the order from which on play is played again.
    #[must_use]
    pub fn line(&self) -> u64 {
        match self {
            Amends::Order { line, .. }
            | Amends::Value { line, .. }
            | Amends::Switch { line, .. }
            | Amends::Typed { line, .. } => *line,
        }
    }

    /// The value or switch that it is about; an order is about all that it did.
    fn about(&self) -> Option<(&str, &str)> {
        match self {
            Amends::Order { .. } => None,
            Amends::Value { key, .. } => Some(("value", key)),
            Amends::Switch { key, .. } => Some(("switch", key)),
            Amends::Typed { key, .. } => Some(("typed", key)),
        }
    }

    /// Whether both are about the same fault: the same order, and not each about another of its values.
    #[must_use]
    pub fn is_of_the_same(&self, other: &Amends) -> bool {
        let (one, two) = (self.about(), other.about());
        self.line() == other.line() && (one.is_none() || two.is_none() || one == two)
    }
}

/// What came of playing the record again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Followed {
    /// How many lines of the record were read.
    pub read: u64,
    /// How many game turns have begun since the order that is amended.
    pub turns: u32,
    /// Where it could be followed no further; `None` where it was followed to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Until>,
    /// The orders that would no longer have been possible, by their lines: they were left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<u64>,
    /// The values that would have been others there: as they were, and as they would have been.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Change>,
    /// What else everybody sees would have been another there, which no correction of a value sets right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Differs>,
    /// Whose closed accounts would have been written otherwise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accounts: Vec<SeatId>,
}

/// Where playing again could be followed no further.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Until {
    /// The line of the order before which it stopped.
    pub line: u64,
    /// Why there.
    pub why: Why,
    /// The roll that stands on the record there, where it is a die that would have been another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll: Option<String>,
}

/// Why playing again could be followed no further.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Another die would have been thrown, or none.
    Die,
    /// Another envelope or card would have been opened, or another choice than was allowed.
    Opened,
    /// Another step would have come, or another envelope have been asked for.
    Step,
    /// What follows hangs on something that is still closed.
    Closed,
    /// From there another revision of the rules holds, or one that this program does not have.
    Rules,
}

/// Something that everybody sees and that would have been another: who controls a province, who is dominant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differs {
    /// What it is, by a key of the game's: `control/bavaria`.
    pub what: String,
    /// What it was; nothing where there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// What it would have been.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// A correction forward, as it stands with its proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forward {
    /// What should have been.
    pub amends: Amends,
    /// What came of playing again.
    pub followed: Followed,
    /// Whether only all together can let it hold.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_all: bool,
}
