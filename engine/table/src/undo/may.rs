//! What somebody could take back now.

use super::*;
use crate::campaign::Campaign;
use crate::names::{By, SeatId};
use crate::refusal::Refusal;
use crate::said;

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
