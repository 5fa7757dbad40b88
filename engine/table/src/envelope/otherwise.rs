//! Sealed choices that come to something else by what happened since: their owners are told, and nobody else, so that nobody sees who has
//! sealed anything. What they are told is sealed as every secret is.

use super::{Envelope, Round};
use crate::audience::Audience;
use crate::campaign::Campaign;
use crate::draft::Draft;
use crate::event::{Entry, Event, SecretPart};
use crate::hash::sha256;
use crate::names::{By, SeatId};
use crate::refusal::Refusal;
use crate::secret::Secret;
use serde_json::Value;

/// After an order: what lay in an envelope before it and came to what its owner saw comes to something else now.
pub(crate) fn told(draft: &mut Draft<'_>, before: &Campaign) -> Result<(), Refusal> {
    // A die, a word or a vote changes nothing on the board; and who decides a record again has nobody to tell.
    if draft.is_of_a_record() || draft.campaign().play.game.is(&before.play.game) {
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
    if due.is_empty() {
        return Ok(());
    }
    draft.by(By::Bot);
    let next = draft.campaign().next_seal;
    let next = draft.chance().salt(next)?;
    for (round, seat, body) in due {
        let salt = Some(Secret::new(otherwise_salt(&next, &round, &seat)));
        let (to, body) = (Audience::seat(&seat), Some(Secret::new(body)));
        let part = SecretPart { to, body, n: None, salt, person: None };
        draft.off_record(Event::Otherwise { round, seat }, vec![part])?;
    }
    Ok(())
}

/// The salt of what the owner of a sealed choice is told. It stands off the record and takes no number of a seal, which would show: it
/// follows from the salt of the next seal, which it is not.
fn otherwise_salt(next: &[u8; 32], round: &str, seat: &SeatId) -> [u8; 32] {
    let round_length = (round.len() as u64).to_be_bytes();
    sha256(&[b"chancery/otherwise/1", next, &round_length, round.as_bytes(), seat.as_str().as_bytes()]).0
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
