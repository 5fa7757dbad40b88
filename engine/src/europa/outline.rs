//! The outline of play: turns, and in a turn the preparations, then rounds.
//!
//! Where the board is kept elsewhere a turn is one step, which everybody ends by being ready. Countries whose rounds are played here go
//! through them in `rounds`.

use super::period::Period;
use super::{Europa, Event};
use crate::table::game::Table;
use crate::table::refusal::Refusal;
use serde::{Deserialize, Serialize};

/// The last turn.
pub const LAST: u8 = 62;

/// A turn of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Turn(u8);

/// What happened in the outline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A turn is over.
    TurnEnded {
        /// The turn.
        turn: u8,
    },
}

impl Turn {
    /// The turn of a number, 1 to 62.
    #[must_use]
    pub fn of(number: u8) -> Option<Turn> {
        Period::of_turn(number).map(|_| Turn(number))
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Its period.
    #[must_use]
    pub fn period(self) -> Period {
        Period::of_turn(self.0).unwrap_or(Period::VII)
    }

    /// Changes by what happened.
    pub(super) fn apply(&mut self, happened: &Happened) {
        match happened {
            Happened::TurnEnded { turn } => self.0 = (turn + 1).min(LAST),
        }
    }
}

/// The turn of a place in the outline.
#[must_use]
pub fn turn(path: &[String]) -> Option<Turn> {
    Turn::of(path.first()?.strip_prefix("turn-")?.parse().ok()?)
}

/// Play begins.
pub(super) fn begin(table: &mut Table<'_, '_, Europa>) -> Result<(), Refusal> {
    enter(table)
}

fn enter(table: &mut Table<'_, '_, Europa>) -> Result<(), Refusal> {
    let turn = table.state().turn;
    table.step(&[&format!("turn-{}", turn.number())])?;
    table.await_ready()
}

/// Everybody is ready: the turn is over. With it its epoch ends, and with the last turn the campaign.
pub(super) fn went_on(table: &mut Table<'_, '_, Europa>) -> Result<(), Refusal> {
    let turn = table.state().turn.number();
    super::sieges::turn_ends(table)?;
    table.emit(&Event::Outline(Happened::TurnEnded { turn }))?;
    table.end_epoch_if_used()?;
    if turn >= LAST {
        return table.close();
    }
    enter(table)
}
