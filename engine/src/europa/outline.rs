//! The outline of play: turns, and in a turn the preparations, then rounds.
//!
//! Where the board is kept elsewhere a turn is one step, which everybody ends by being ready. Countries whose rounds are played here go
//! through them in `rounds`.

use super::attrition::Pillages;
use super::geography::Place;
use super::logistics_switches::RoundSystem;
use super::period::Period;
use super::rounds::{self, Round};
use super::{Europa, Event, board};
use crate::rule;
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

/// Everybody is ready: where the board is kept here the next round begins, else the turn is over. With a turn its epoch ends, and with the
/// last turn the campaign.
pub(super) fn went_on(table: &mut Table<'_, '_, Europa>) -> Result<(), Refusal> {
    if table.state().board.is_in_use() && !next_round(table)? {
        return Ok(());
    }
    let turn = table.state().turn.number();
    super::sieges::turn_ends(table)?;
    table.emit(&Event::Outline(Happened::TurnEnded { turn }))?;
    table.end_epoch_if_used()?;
    if turn >= LAST {
        return table.close();
    }
    enter(table)
}

/// The next round of the turn, by a roll; true where the turn has no more.
fn next_round(table: &mut Table<'_, '_, Europa>) -> Result<bool, Refusal> {
    let board = &table.state().board;
    let (turn, poor, before) = (table.state().turn, board.poor_weather, board.round);
    let slot = format!("board/{}", board.rolls + 1);
    let rolled = table.roll(&slot, vec![[10, 1]], "round")?;
    let die = rolled.first().and_then(|die| u8::try_from(*die).ok()).unwrap_or(1);
    let mut rules =
        vec![rule!("fast-battle.round.sequence"), rule!("fast-battle.round.siege-segment-shared")];
    let system = RoundSystem::New;
    let mut winters = 0;
    let happened = match before {
        None => board::Happened::RoundBegun {
            round: rounds::start(system, die)?,
            continued: None,
            die: Some(die),
            rules,
        },
        Some(from) => {
            let continued = rounds::next(system, from, die, poor, turn.period())?;
            if continued.to == Round::End {
                let ends = |(place, pillages): (&Place, &Pillages)| {
                    let (left, _) = pillages.at_end_of_turn();
                    (left != Pillages::default()).then_some((*place, left))
                };
                let pillages = table.state().board.pillages.iter().filter_map(ends).collect();
                table.emit(&Event::Board(Box::new(board::Happened::RoundsOver { pillages })))?;
                board::winters(table, continued.winters.len())?;
                return Ok(true);
            }
            winters = continued.winters.len();
            if winters > 0 {
                rules.push(rule!("fast-battle.supply.cold-area.new-rounds"));
            }
            let round = continued.to;
            board::Happened::RoundBegun { round, continued: Some(continued), die: None, rules }
        }
    };
    table.emit(&Event::Board(Box::new(happened)))?;
    board::winters(table, winters)?;
    let round = table.state().board.round.map(|round| round.to_string().to_lowercase()).unwrap_or_default();
    table.step(&[&format!("turn-{}", turn.number()), &round])?;
    table.await_ready()?;
    Ok(false)
}
