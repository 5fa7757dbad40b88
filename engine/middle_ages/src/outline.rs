//! The outline of play: rounds of five years. Where the board is kept elsewhere a round is one step, which everybody ends by being ready.
//! Where it is kept here courts are taken and claims laid before the first, and in each the courts act one after another, in an order that
//! is found out by sealed wishes, after raiders and magnates have come.

use crate::board::claims::AreaClaims;
use crate::board::defence::Defences;
use crate::board::turn::PlaceWishes;
use crate::court::Court;
pub use crate::scenario::Calendar;
use crate::{Event, MiddleAges, Position, Round, board, courts, yearly};
use serde::{Deserialize, Serialize};
use std::fmt;
use table::by_subject::Subject;
use table::frames::Ends;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;

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
    /// Each takes a court, before the board is set up.
    Courts,
    /// Claims are laid.
    Claims,
    /// Raiders and magnates come.
    Outsiders,
    /// Each says at which place he would act.
    Order,
    /// A court's turn.
    Turn(Court),
    /// An endeavour that its target's owner may defend against.
    Defence(u32),
    /// A choice that an endeavour left.
    Choice(u32),
    /// A court cannot pay for all its armies and fleets.
    Upkeep(Court),
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Frame::Round(round) => write!(f, "round-{round}"),
            Frame::Elsewhere => f.write_str("elsewhere"),
            Frame::Courts => f.write_str("courts"),
            Frame::Claims => f.write_str("claims"),
            Frame::Outsiders => f.write_str("outsiders"),
            Frame::Order => f.write_str("order"),
            Frame::Turn(court) => write!(f, "turn-{}", court.key()),
            Frame::Defence(number) => write!(f, "defence-{number}"),
            Frame::Choice(number) => write!(f, "choice-{number}"),
            Frame::Upkeep(court) => write!(f, "upkeep-{}", court.key()),
        }
    }
}

impl Position {
    /// Whether the courts of a board kept here are being taken.
    #[must_use]
    pub fn takes_courts(&self) -> bool {
        self.frames.any(|frame| *frame == Frame::Courts)
    }
}

/// The round of a place in the outline.
#[must_use]
pub fn round(path: &[String]) -> Option<u8> {
    path.first()?.strip_prefix("round-")?.parse().ok()
}

/// The court whose turn a place in the outline is.
#[must_use]
pub fn turn(path: &[String]) -> Option<Court> {
    Court::by_key(path.get(1)?.strip_prefix("turn-")?)
}

/// What comes next.
pub(crate) fn next(
    table: &mut Table<'_, '_, MiddleAges>,
    within: &[Frame],
    after: Option<&Frame>,
) -> Result<Option<Frame>, Refusal> {
    let kept = table.state().kept;
    match (within.last(), after) {
        (None, None) => Ok(Some(Frame::Round(table.state().calendar.round))),
        (None, Some(Frame::Round(round))) => over(table, *round),
        (Some(Frame::Round(_)), None) if !kept => Ok(Some(Frame::Elsewhere)),
        (Some(Frame::Round(1)), None) => Ok(Some(Frame::Courts)),
        (Some(Frame::Round(_)), Some(Frame::Courts)) => Ok(Some(Frame::Claims)),
        (Some(Frame::Round(_)), None | Some(Frame::Claims)) => Ok(Some(Frame::Outsiders)),
        (Some(Frame::Round(_)), Some(Frame::Outsiders)) => Ok(Some(Frame::Order)),
        (Some(Frame::Round(_)), Some(Frame::Order)) => {
            Ok(table.state().board.order.first().copied().map(Frame::Turn))
        }
        (Some(Frame::Round(_)), Some(Frame::Turn(court))) => {
            let order = &table.state().board.order;
            let at = order.iter().position(|of| of == court);
            Ok(at.and_then(|at| order.get(at + 1).copied()).map(Frame::Turn))
        }
        _ => Ok(None),
    }
}

/// With a round its epoch ends, and with the last round the campaign.
fn over(table: &mut Table<'_, '_, MiddleAges>, round: u8) -> Result<Option<Frame>, Refusal> {
    table.emit(&Event::Outline(Happened::RoundEnded { round }))?;
    let last = round >= table.state().calendar.rounds;
    if last {
        board::count::count(table)?;
    }
    table.end_epoch_if_used()?;
    if last {
        table.close()?;
        return Ok(None);
    }
    Ok(Some(Frame::Round(table.state().calendar.round)))
}

/// Who ends a frame.
pub(crate) fn ends(state: &Position, frame: &Frame) -> Ends {
    let seat = |court: Option<Court>| -> Vec<SeatId> {
        court.and_then(|court| state.seat_of(court).cloned()).into_iter().collect()
    };
    match frame {
        Frame::Round(_) => Ends::Within,
        Frame::Elsewhere | Frame::Courts => Ends::AllReady,
        Frame::Claims | Frame::Outsiders | Frame::Order | Frame::Defence(_) => Ends::Itself,
        Frame::Turn(court) => Ends::Ready(seat(Some(*court))),
        Frame::Choice(number) => Ends::Ordered(seat(state.board.asks.get(number).map(|ask| ask.court))),
        Frame::Upkeep(court) => Ends::Ordered(seat(Some(*court))),
    }
}

/// Whether there is anything to do in a frame, or anything undecided.
pub(crate) fn stands(state: &Position, frame: &Frame) -> bool {
    let board = &state.board;
    match frame {
        Frame::Round(_) | Frame::Elsewhere | Frame::Courts => true,
        Frame::Claims => !board.claimed,
        Frame::Outsiders => board.came < state.calendar.round,
        Frame::Order => board.ordered < state.calendar.round,
        Frame::Turn(court) => board.turn.as_ref().is_some_and(|turn| turn.court == *court),
        Frame::Defence(number) => board.declared.as_ref().is_some_and(|declared| declared.number == *number),
        Frame::Choice(number) => board.asks.contains_key(number),
        Frame::Upkeep(court) => board::upkeep::is_short(board, *court),
    }
}

/// What happens by itself when a frame opens: with a round the year cards are shuffled.
pub(crate) fn entered(table: &mut Table<'_, '_, MiddleAges>, frame: &Frame) -> Result<(), Refusal> {
    match frame {
        Frame::Round(_) => yearly::shuffle(table),
        Frame::Claims => board::turn::asks(table, &Round::Claims(AreaClaims)),
        Frame::Outsiders => board::outsiders::come(table),
        Frame::Order => {
            let round = table.state().calendar.round;
            board::turn::asks(table, &Round::Order(PlaceWishes(round)))
        }
        Frame::Turn(court) => board::turn::begins(table, *court),
        _ => Ok(()),
    }
}

/// What is due in a frame that comes to its end.
pub(crate) fn closing(table: &mut Table<'_, '_, MiddleAges>, frame: &Frame) -> Result<(), Refusal> {
    match frame {
        Frame::Courts => {
            courts::give_out(table)?;
            board::setup::set_up(table)?;
            board::cards::shuffle(table)?;
            board::fate::shuffle(table)
        }
        Frame::Turn(court) => board::turn::ends(table, *court),
        Frame::Defence(number) => {
            table.call_off(&Round::Defence(Defences(*number)))?;
            board::endeavours::decide(table, None)
        }
        _ => Ok(()),
    }
}

/// What is ordered for who does not order it: a social state falls, the first kind of marker is built, what cannot be paid for is given up.
pub(crate) fn defaulted(table: &mut Table<'_, '_, MiddleAges>, frame: &Frame) -> Result<(), Refusal> {
    match frame {
        Frame::Choice(number) => {
            let Some(ask) = table.state().board.asks.get(number).copied() else { return Ok(()) };
            let first = board::choices::answers(table.state(), &ask).first().copied();
            board::choices::make(table, *number, first.unwrap_or(board::Answer::Social))
        }
        Frame::Upkeep(court) => board::upkeep::give_up(table, *court),
        _ => Ok(()),
    }
}
