//! Taking back one's own last order: up to the last roll, opened secret or step of play.

use super::campaign::{Campaign, Play};
use super::decide::Draft;
use super::event::{EnvelopeAct, TableEvent};
use super::names::{By, SeatId};
use super::order::GAME;
use super::refusal::Refusal;
use crate::said;
use serde_json::json;

/// Whether an order of this verb can be taken back at all.
pub(crate) fn can_be_taken_back(verb: &str) -> bool {
    matches!(verb, "join" | "leave" | GAME)
}

/// What somebody could take back now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undoable {
    /// The last act on his envelope in this round.
    Envelope {
        /// The round.
        round: String,
    },
    /// His order at this line of the record.
    Order {
        /// The line.
        line: u64,
        /// What was ordered.
        verb: String,
    },
}

/// The envelope of a seat on which something can be taken back.
pub(crate) fn envelope_of(campaign: &Campaign, seat: &SeatId) -> Option<Undoable> {
    let mut rounds = campaign.play.rounds.iter();
    let sealed = rounds.find(|(_, open)| open.envelopes.contains_key(seat) && !campaign.is_operator(seat));
    sealed.map(|(round, _)| Undoable::Envelope { round: round.clone() })
}

/// What a person could take back now, or why nothing.
///
/// # Errors
/// A refusal that says why nothing can be taken back.
pub fn undoable(campaign: &Campaign, by: By) -> Result<Undoable, Refusal> {
    if let Some(envelope) = campaign.seat_of(by).and_then(|seat| envelope_of(campaign, seat)) {
        return Ok(envelope);
    }
    match campaign.undo.last() {
        Some(point) if Some(point.person) == by.person() => {
            Ok(Undoable::Order { line: point.line, verb: point.verb.clone() })
        }
        Some(point) if campaign.undo.iter().any(|p| Some(p.person) == by.person()) => {
            Err(Refusal::new(said!(
                "Somebody has acted since (record line {}), and your order stands before that. It can be taken back only while it is the last.",
                point.line
            )))
        }
        _ => Err(Refusal::new(said!(
            "There is nothing of yours to take back. Undo reaches your own orders of the open step, and never past dice that fell or a secret that was opened."
        ))),
    }
}

/// Takes it back.
pub(crate) fn take_back(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let found = match draft.acting() {
        // A regent takes back what is in the seat's envelope, and nothing of his own.
        Some(seat) => envelope_of(draft.campaign(), seat)
            .ok_or_else(|| Refusal::new(said!("That seat has sealed nothing that could be taken back.")))?,
        None => undoable(draft.campaign(), draft.author())?,
    };
    match found {
        Undoable::Envelope { round } => {
            let seat = draft.seat()?;
            super::envelope::act(draft, &round, &seat, EnvelopeAct::Undo, Vec::new())?;
            // Taking back the withdrawal of Final makes the envelope Final again, and it may be the last.
            super::envelope::close_if_complete(draft, &round)
        }
        Undoable::Order { line, .. } => {
            draft.order_line("undo", [("line", json!(line))], Vec::new())?;
            draft.table(TableEvent::Undone { line })
        }
    }
}

impl Play {
    /// What lies in envelopes stays when an order is taken back, and so does a round of free envelopes that somebody opened since: they are
    /// others' doing, and whether anything was sealed must not show. A round that the order itself led to is gone.
    pub(crate) fn keeps_envelopes_of(&mut self, now: &Play) {
        for (name, open) in &now.rounds {
            let stood = self.rounds.get(name).is_some_and(|before| before.line == open.line);
            if stood || open.exchange.is_some() {
                self.rounds.insert(name.clone(), open.clone());
            }
        }
    }
}
