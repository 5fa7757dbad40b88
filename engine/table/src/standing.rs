//! Standing answers: what a seat answers to what may be asked of it in a phase, such as what its counters do when they are attacked.
//!
//! They are given ahead and stand until they are changed, from one phase to the next. What is given and changed stays off the record, as with
//! orders that are lodged ahead. When the phase opens, the game opens a round of envelopes that nobody is awaited for: every seat's answer is sealed
//! in it as it stands, or the default where none was given, and the round opens at once. Its choices come in parts ([`parts`](super::parts)), so
//! all see that there are answers, and of each part only what is asked for.

use super::audience::Audience;
use super::campaign::{Campaign, Stage};
use super::draft::Draft;
use super::envelope::{self, Contents};
use super::event::{Entry, EnvelopeAct, Event, SecretPart, TableEvent};
use super::game::{Game, Table};
use super::names::SeatId;
use super::refusal::Refusal;
use super::secret::Secret;
use crate::said;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a seat answers whenever it is asked, by the kind of round it is for: the first word of the round's name.
pub type Answers = BTreeMap<String, Answer>;

/// An answer that stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The choice that is sealed each time.
    pub choice: Secret<Value>,
    /// The step in which it was given, from the whole to the part: how old it is.
    pub since: Vec<String>,
}

/// The kind of a round: the first word of its name.
#[must_use]
pub fn kind(round: &str) -> &str {
    round.split('/').next().unwrap_or_default()
}

/// The change of an answer as its secret part tells it.
#[derive(Serialize, Deserialize)]
struct Change {
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    choice: Option<Value>,
}

/// Gives an answer that stands, or takes it back, so that the default counts: off the record.
///
/// # Errors
/// A refusal where no such answer stands in the game, or the rules do not allow it.
pub(crate) fn give(
    draft: &mut Draft<'_>,
    of_kind: &str,
    choice: Option<&Value>,
    salt: &Secret<[u8; 32]>,
) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    let play = &draft.campaign().play;
    if play.stage != Stage::Playing {
        return Err(Refusal::new(said!("The campaign has not begun yet.")));
    }
    let asked = play.game.standing_rounds().into_iter().find(|round| kind(round) == of_kind);
    let round = asked.ok_or_else(|| Refusal::new(said!("No answer of that kind stands in this game.")))?;
    let choice = choice.map(|choice| play.game.read_choice(&round, &seat, choice)).transpose()?;
    let written = serde_json::to_value(Change { kind: of_kind.to_owned(), choice })
        .map_err(|_| Refusal::new(said!("The answer could not be written.")))?;
    let part = SecretPart {
        to: Audience::seat(&seat),
        body: Some(Secret::new(written)),
        n: None,
        salt: Some(salt.clone()),
        person: None,
    };
    draft.off_record(Event::Standing { seat }, vec![part])
}

impl Campaign {
    /// An answer that stands was given, changed or taken back.
    pub(crate) fn apply_standing(&mut self, entry: &Entry, seat: &SeatId) {
        let body = entry.secrets.first().and_then(|part| part.body.as_ref());
        let Some(change) = body.and_then(|body| Change::deserialize(body.reveal()).ok()) else { return };
        let since = self.play.path();
        let answers = Arc::make_mut(self.standing.entry(seat.clone()).or_default());
        match change.choice {
            Some(choice) => _ = answers.insert(change.kind, Answer { choice: Secret::new(choice), since }),
            None => _ = answers.remove(&change.kind),
        }
    }

    /// A round that is filled out of standing answers and waits for nothing but to be opened.
    pub(crate) fn standing_to_open(&self) -> Option<&str> {
        let mut rounds = self.play.rounds.iter();
        rounds.find(|(_, open)| open.standing && open.is_complete()).map(|(name, _)| name.as_str())
    }
}

/// Fills the envelopes of a round with what stands, each Final.
pub(crate) fn fill(draft: &mut Draft<'_>, round: &str) -> Result<(), Refusal> {
    // Who decides it again finds the envelopes when they are opened.
    if draft.is_of_a_record() {
        return Ok(());
    }
    let asked = draft.campaign().play.rounds.get(round).map(|open| open.asked.clone()).unwrap_or_default();
    for seat in asked {
        let choice = stands(draft.campaign(), round, &seat);
        let (_, parts) =
            crate::parts::acts::sealed(draft, round, &seat, Contents { choice, word: None }, None)?;
        envelope::acts::act(draft, round, &seat, EnvelopeAct::Seal, parts)?;
        envelope::acts::act(draft, round, &seat, EnvelopeAct::Final, Vec::new())?;
    }
    Ok(())
}

/// After the campaign came back from a backup, the rounds of standing answers that were not opened yet are filled anew.
pub(crate) fn filled_anew(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let open = draft.campaign().play.rounds.iter().filter(|(_, open)| open.standing);
    let open: Vec<String> = open.map(|(name, _)| name.clone()).collect();
    open.iter().try_for_each(|round| fill(draft, round))
}

/// What a seat's answer is in a round: what stands as long as the rules allow it, else the default.
fn stands(campaign: &Campaign, round: &str, seat: &SeatId) -> Value {
    let game = &campaign.play.game;
    let given = campaign.standing.get(seat).and_then(|answers| answers.get(kind(round)));
    let given = given.and_then(|answer| game.check_choice(round, seat, answer.choice.reveal()).ok());
    given.or_else(|| game.default_choice(round, seat)).unwrap_or_else(|| json!({}))
}

impl<G: Game> Table<'_, '_, G> {
    /// Opens a round of envelopes that is filled out of the standing answers of these seats: nobody is awaited, and it opens next.
    ///
    /// # Errors
    /// A refusal where it cannot be written, or a salt is not to be had.
    pub fn open_standing(&mut self, round: &G::Round, asked: Vec<SeatId>) -> Result<(), Refusal> {
        use crate::by_round::Envelopes as _;
        let parts = round.parts(self.state());
        let (round, first_n) = (round.to_string(), self.draft.campaign().next_seal);
        let opened = TableEvent::RoundOpened {
            round: round.clone(),
            asked,
            first_n,
            due: None,
            exchange: None,
            parts,
            standing: true,
        };
        self.draft.table(opened)?;
        fill(self.draft, &round)
    }
}
