//! The outline of play: rounds of five years. Where the board is kept elsewhere a round is one step, which everybody ends by being ready.

use crate::scenario::YEARS;
use crate::{Event, MiddleAges, Position, yearly};
use serde::{Deserialize, Serialize};
use std::fmt;
use table::by_subject::Subject;
use table::frames::Ends;
use table::game::Table;
use table::refusal::Refusal;

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

/// What happened in the outline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A round is over.
    RoundEnded {
        /// The round.
        round: u8,
    },
}

/// The calendar, as a subject of the game.
pub enum Rounds {}

impl Subject<MiddleAges> for Rounds {
    type Happened = Happened;

    fn apply(state: &mut Position, Happened::RoundEnded { round }: Happened) {
        state.calendar.round = (round + 1).min(state.calendar.rounds);
    }
}

/// A frame of the sequence of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Frame {
    /// A round.
    Round(u8),
    /// What is played in it at a board elsewhere: all of it.
    Elsewhere,
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Frame::Round(round) => write!(f, "round-{round}"),
            Frame::Elsewhere => f.write_str("elsewhere"),
        }
    }
}

/// The round of a place in the outline.
#[must_use]
pub fn round(path: &[String]) -> Option<u8> {
    path.first()?.strip_prefix("round-")?.parse().ok()
}

/// What comes next.
pub(crate) fn next(
    table: &mut Table<'_, '_, MiddleAges>,
    within: &[Frame],
    after: Option<&Frame>,
) -> Result<Option<Frame>, Refusal> {
    match (within.last(), after) {
        (None, None) => Ok(Some(Frame::Round(table.state().calendar.round))),
        (None, Some(Frame::Round(round))) => over(table, *round),
        (Some(Frame::Round(_)), None) => Ok(Some(Frame::Elsewhere)),
        _ => Ok(None),
    }
}

/// With a round its epoch ends, and with the last round the campaign.
fn over(table: &mut Table<'_, '_, MiddleAges>, round: u8) -> Result<Option<Frame>, Refusal> {
    table.emit(&Event::Outline(Happened::RoundEnded { round }))?;
    table.end_epoch_if_used()?;
    if round >= table.state().calendar.rounds {
        table.close()?;
        return Ok(None);
    }
    Ok(Some(Frame::Round(table.state().calendar.round)))
}

/// Who ends a frame.
pub(crate) fn ends(frame: &Frame) -> Ends {
    match frame {
        Frame::Round(_) => Ends::Within,
        Frame::Elsewhere => Ends::AllReady,
    }
}

/// What happens by itself when a frame opens: with a round the year cards are shuffled.
pub(crate) fn entered(table: &mut Table<'_, '_, MiddleAges>, frame: &Frame) -> Result<(), Refusal> {
    match frame {
        Frame::Round(_) => yearly::shuffle(table),
        Frame::Elsewhere => Ok(()),
    }
}
