//! Battles on land and at sea: values in, dice in, notes and a verdict out.
//!
//! A [`Battle`] is a setting and a small state. [`Battle::next`] says what it waits for: a die, a player's choice, or nothing more. A
//! battle that is played, one with plans made beforehand and the exact odds all go through the same steps.

mod account;
mod combat;
pub mod course;
mod ending;
mod fight;
pub mod land;
pub mod major;
pub mod marks;
pub mod notes;

pub mod rules;
pub mod sea;
mod stage;
mod steps;
pub mod tables;
mod terms;
#[cfg(test)]
mod tests;
mod why;

pub use fight::{Battle, Field, Plan};
pub use land::{Setting, Side};
pub use notes::{Added, Note, Sink, Why};
pub use rules::Rules;
pub use stage::{Casualty, End, Next, Roll, Stage, State, Verdict};
pub(crate) use terms::Terms;
pub use terms::{FireEffect, Modifier, Ruled};

use serde::{Deserialize, Serialize};

/// A side of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// Whose turn it is to move.
    Moving,
    /// The other, also where it moved in to intercept.
    Standing,
}

impl Who {
    /// Both.
    pub const BOTH: [Who; 2] = [Who::Moving, Who::Standing];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Who {
        match self {
            Who::Moving => Who::Standing,
            Who::Standing => Who::Moving,
        }
    }
}

/// A part of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Fire.
    Fire,
    /// Shock.
    Shock,
}

/// Where a battle is fought.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Map {
    /// On the map of Europe: losses on land are rounded.
    #[default]
    Europe,
    /// In the rest of the world.
    Rotw,
}
