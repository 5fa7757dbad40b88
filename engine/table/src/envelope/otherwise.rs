//! Sealed choices that come to something else by what happened since: their owners are told, and nobody else, so that nobody sees who has
//! sealed anything.

use super::{Envelope, Round};
use crate::audience::Audience;
use crate::campaign::Campaign;
use crate::draft::Draft;
use crate::event::{Entry, Event, SecretPart};
use crate::names::{By, SeatId};
use crate::refusal::Refusal;
use crate::secret::Secret;
use serde_json::Value;

/// After an order: what lay in an envelope before it and came to what its owner saw comes to something else now.
pub(crate) fn told(draft: &mut Draft<'_>, before: &Campaign) -> Result<(), Refusal> {
    // A die, a word or a vote changes nothing on the board.
    if draft.campaign().play.game.is(&before.play.game) {
        return Ok(());
    }
    let mut due = Vec::new();
    for (name, open) in &draft.campaign().play.rounds {
        let stood = before.play.rounds.get(name).filter(|stood| stood.line == open.line);
        let Some(stood) = stood.filter(|_| open.exchange.is_none()) else { continue };
        for (seat, envelope) in &open.envelopes {
            let same = stood.envelopes.get(seat).filter(|before| before.code == envelope.code);
            let was_so = same.is_some_and(|same| says(before, name, stood, seat, same).is_none());
            if was_so && let Some(body) = says(draft.campaign(), name, open, seat, envelope) {
                due.push((name.clone(), seat.clone(), body));
            }
        }
    }
    if !due.is_empty() {
        draft.by(By::Bot);
    }
    for (round, seat, body) in due {
        let (to, body) = (Audience::seat(&seat), Some(Secret::new(body)));
        let part = SecretPart { to, body, n: None, salt: None, person: None };
        draft.off_record(Event::Otherwise { round, seat }, vec![part])?;
    }
    Ok(())
}

fn says(campaign: &Campaign, name: &str, round: &Round, seat: &SeatId, envelope: &Envelope) -> Option<Value> {
    campaign.play.game.otherwise(name, seat, &envelope.whole(round).choice)
}

/// What the owner of a sealed choice is told of it; `None` of another entry, and where this copy does not have it.
#[must_use]
pub fn read(entry: &Entry) -> Option<&Value> {
    match &entry.event {
        Event::Otherwise { .. } => Some(entry.secrets.first()?.body.as_ref()?.reveal()),
        _ => None,
    }
}
