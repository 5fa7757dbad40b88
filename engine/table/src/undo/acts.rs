//! What is done to take something back.

use super::may::{envelope_of, undoable};
use super::*;
use crate::campaign::Play;
use crate::draft::Draft;
use crate::event::{EnvelopeAct, TableEvent};
use crate::refusal::Refusal;
use crate::said;
use serde_json::json;

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
            crate::envelope::acts::act(draft, &round, &seat, EnvelopeAct::Undo, Vec::new())?;
            // Taking back the withdrawal of Final makes the envelope Final again, and it may be the last.
            crate::envelope::acts::close_if_complete(draft, &round)
        }
        Undoable::Order { line, .. } => {
            draft.order_line("undo", [("line", json!(line))], Vec::new())?;
            draft.table(TableEvent::Undone { line })
        }
    }
}

impl Play {
    /// What lies in envelopes stays when an order is taken back, and so does a round of free envelopes that somebody opened since: they are
    /// others' doing, and whether anything was sealed must not show. A round that the order itself led to is gone. A word that was laid down
    /// since stays too, but for that of who came to his seat by what is taken back: a free seat has none.
    pub(crate) fn keeps_of(&mut self, now: &Play) {
        for (name, open) in &now.rounds {
            let stood = self.rounds.get(name).is_some_and(|before| before.line == open.line);
            if stood || open.exchange.is_some() {
                self.rounds.insert(name.clone(), open.clone());
            }
        }
        for (id, seat) in &mut self.seats {
            let since =
                now.seats.get(id).filter(|since| since.person.is_some() && since.person == seat.person);
            if let Some(since) = since {
                seat.word.clone_from(&since.word);
            }
        }
    }
}
