//! What is done with envelopes: rounds opened, choices sealed, made Final, opened together.

use super::barred::{lacks_word, waits_for_operator};
use super::*;
use crate::act::Exchanged;
use crate::campaign::{Campaign, Stage};
use crate::draft::Draft;
use crate::event::{EnvelopeAct, Event, SecretPart, TableEvent};
use crate::hash::Hash;
use crate::names::{By, SeatId, Word};
use crate::parts::{self};
use crate::refusal::Refusal;
use crate::said;
use crate::seal::seal_code;
use crate::secret::Secret;
use crate::timing::Due;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Why a seat may not act on an envelope of a round now; `None` where it may.
pub(crate) fn bar(draft: &Draft<'_>, round: &str, seat: &SeatId) -> Option<Refusal> {
    let campaign = draft.campaign();
    let Some(open) = campaign.play.rounds.get(round) else {
        if campaign.play.stage == Stage::Gathering {
            return Some(Refusal::new(said!("No envelopes are asked for yet: play has not begun.")));
        }
        return Some(Refusal::new(said!(
            "These envelopes are closed: what was sealed has been opened, and no choice can be added or changed any more."
        )));
    };
    if !open.asked.contains(seat) {
        return Some(Refusal::new(said!("Your seat is not asked in this round of envelopes.")));
    }
    if waits_for_operator(campaign, open).contains(seat) {
        return Some(Refusal::new(said!(
            "The operator of the bot plays in this campaign, so his envelope is sealed and final before any other is taken. It is not yet; you will be told when it is."
        )));
    }
    None
}

/// Opens a round that asks these seats. A grave one is not decided by a missed deadline alone.
pub(crate) fn open(
    draft: &mut Draft<'_>,
    round: &str,
    asked: Vec<SeatId>,
    parts: Vec<String>,
    grave: bool,
) -> Result<(), Refusal> {
    let due = crate::clock::due(draft, grave);
    open_round(draft, round, asked, parts, due, None)
}

/// Opens a light round with a timer of its own.
pub(crate) fn open_within(
    draft: &mut Draft<'_>,
    round: &str,
    asked: Vec<SeatId>,
    parts: Vec<String>,
    minutes: u32,
) -> Result<(), Refusal> {
    let due = crate::clock::due_within(draft, minutes);
    open_round(draft, round, asked, parts, Some(due), None)
}

/// Opens a round, of the game or of free envelopes.
pub(crate) fn open_round(
    draft: &mut Draft<'_>,
    round: &str,
    asked: Vec<SeatId>,
    parts: Vec<String>,
    due: Option<Due>,
    exchange: Option<Exchanged>,
) -> Result<(), Refusal> {
    let first_n = draft.campaign().next_seal;
    let (round, standing) = (round.to_owned(), false);
    draft.table(TableEvent::RoundOpened { round, asked, first_n, due, exchange, parts, standing })
}

/// Seals a choice, with the word that came with it.
pub(crate) fn seal(
    draft: &mut Draft<'_>,
    round: &str,
    seat: &SeatId,
    choice: &Value,
    word: Option<Word>,
) -> Result<(), Refusal> {
    may_seal(draft, round, seat)?;
    let campaign = draft.campaign();
    let choice = campaign.play.rounds[round].read_choice(campaign, round, seat, choice)?;
    crate::places::acts::regent_may_seal(draft, round, &choice)?;
    put_in(draft, round, seat, Contents { choice, word })
}

/// Seals again what was sealed in an envelope that lies open.
///
/// # Errors
/// As [`seal`], and where the rules would have sealed it in another form.
pub(crate) fn seal_as_it_was(
    draft: &mut Draft<'_>,
    round: &str,
    seat: &SeatId,
    contents: Contents,
) -> Result<(), Refusal> {
    may_seal(draft, round, seat)?;
    let campaign = draft.campaign();
    campaign.play.rounds[round].check_choice(campaign, round, seat, &contents.choice)?;
    put_in(draft, round, seat, contents)
}

/// Whether a seat may seal a choice in a round now.
fn may_seal(draft: &Draft<'_>, round: &str, seat: &SeatId) -> Result<(), Refusal> {
    if let Some(refusal) = bar(draft, round, seat) {
        return Err(refusal);
    }
    let campaign = draft.campaign();
    if campaign.play.rounds[round].is_final(seat) {
        return Err(Refusal::new(if campaign.founded.operator.contains(seat) {
            said!(
                "The operator's envelope is final from the moment it is sealed, so that he cannot act on what he could read."
            )
        } else {
            said!("Your envelope is Final. Withdraw Final first, then seal another choice.")
        }));
    }
    Ok(())
}

/// Puts what was checked into an envelope and seals it.
fn put_in(draft: &mut Draft<'_>, round: &str, seat: &SeatId, contents: Contents) -> Result<(), Refusal> {
    let campaign = draft.campaign();
    let is_operator = campaign.founded.operator.contains(seat);
    let open = &campaign.play.rounds[round];
    // A text of his own, which he may have deleted as long as it was not opened. The operator's code stands on the record already.
    let is_text = matches!(open.exchange, Some(Exchanged::Text)) && !is_operator;
    let person = draft.author().person().filter(|_| is_text);
    let (code, parts) = parts::acts::sealed(draft, round, seat, contents, person)?;
    act(draft, round, seat, EnvelopeAct::Seal, parts)?;
    if is_operator {
        draft.order_line("seal", [("round", round.into())], Vec::new())?;
        draft.emit(Event::Sealed { round: round.to_owned(), seat: seat.clone(), code })?;
        act(draft, round, seat, EnvelopeAct::Final, Vec::new())?;
        return close_if_complete(draft, round);
    }
    Ok(())
}

/// Makes a sealed choice final; the last one opens the round.
pub(crate) fn make_final(draft: &mut Draft<'_>, round: &str, seat: &SeatId) -> Result<(), Refusal> {
    if let Some(refusal) = bar(draft, round, seat) {
        return Err(refusal);
    }
    match draft.campaign().play.rounds[round].envelopes.get(seat) {
        None => return Err(Refusal::new(said!("There is nothing sealed yet that could be made final."))),
        Some(envelope) if envelope.is_final => {
            return Err(Refusal::new(said!("Your envelope is Final already.")));
        }
        Some(envelope) if lacks_word(draft.campaign(), seat, envelope) => {
            return Err(Refusal::new(said!(
                "A word for the dice is still missing from you: since the campaign was restored every player lays down a new one. Lay it down with /dice word, then make your envelope Final."
            )));
        }
        Some(_) => {}
    }
    act(draft, round, seat, EnvelopeAct::Final, Vec::new())?;
    close_if_complete(draft, round)
}

/// Withdraws *Final*.
pub(crate) fn withdraw_final(draft: &mut Draft<'_>, round: &str, seat: &SeatId) -> Result<(), Refusal> {
    if let Some(refusal) = bar(draft, round, seat) {
        return Err(refusal);
    }
    if !draft.campaign().play.rounds[round].is_final(seat) {
        return Err(Refusal::new(said!("Your envelope is not Final, so there is nothing to withdraw.")));
    }
    if draft.campaign().founded.operator.contains(seat) {
        return Err(Refusal::new(said!(
            "The operator's envelope is final from the moment it is sealed, so that he cannot act on what he could read."
        )));
    }
    act(draft, round, seat, EnvelopeAct::Open, Vec::new())
}

/// Keeps an act on an envelope, off the record.
pub(crate) fn act(
    draft: &mut Draft<'_>,
    round: &str,
    seat: &SeatId,
    act: EnvelopeAct,
    secrets: Vec<SecretPart>,
) -> Result<(), Refusal> {
    draft.off_record(Event::Envelope { round: round.to_owned(), seat: seat.clone(), act }, secrets)
}

/// Opens the round if every envelope is Final: codes first, one line a seat; then the choices; then what the game makes of them.
pub(crate) fn close_if_complete(draft: &mut Draft<'_>, round: &str) -> Result<(), Refusal> {
    // What the order led to before stands under its own line; the opening is an order of its own.
    crate::frames::acts::settle(draft)?;
    let campaign = draft.campaign();
    let Some(open) = campaign.play.rounds.get(round) else { return Ok(()) };
    if !open.is_complete() || draft.keeps_closed() {
        return Ok(());
    }
    let open = open.clone();
    let operator = campaign.founded.operator.clone();
    draft.by(By::Bot);
    draft.order_line("open_envelopes", [("round", round.into())], Vec::new())?;
    for seat in &open.asked {
        let envelope = &open.envelopes[seat];
        // The operator's stands there since he sealed it, but for an answer that stood.
        if open.standing || !operator.contains(seat) {
            draft.emit(Event::Sealed { round: round.to_owned(), seat: seat.clone(), code: envelope.code })?;
        }
    }
    for seat in &open.asked {
        let envelope = &open.envelopes[seat];
        let parts = envelope.parts.iter().map(|part| part.secret(seat)).collect();
        let event = Event::Opened {
            round: round.to_owned(),
            seat: seat.clone(),
            body: envelope.contents.reveal().clone(),
            n: open.number(seat).unwrap_or(open.first_n),
            salt: Hash(*envelope.salt.reveal()),
        };
        draft.emit_with(event, parts)?;
    }
    let choices: BTreeMap<SeatId, Value> = open
        .asked
        .iter()
        // What lies in the parts is nobody's before they open.
        .filter(|_| open.parts.is_empty())
        .map(|seat| (seat.clone(), open.envelopes[seat].contents.reveal().choice.clone()))
        .collect();
    if open.exchange.is_some() {
        return Ok(());
    }
    let game = draft.campaign().play.game.rules();
    game.opened(draft, round, &choices)?;
    crate::frames::acts::settle(draft)
}

impl Round {
    /// A choice for the round as it will be sealed, out of what was filled in: the game's, or that of free envelopes.
    pub(crate) fn read_choice(
        &self,
        campaign: &Campaign,
        round: &str,
        seat: &SeatId,
        choice: &Value,
    ) -> Result<Value, Refusal> {
        match &self.exchange {
            Some(kind) => kind.check(choice),
            None => campaign.play.game.read_choice(round, seat, choice),
        }
    }

    /// Checks a choice that lies open: the rules allow it, and would have sealed it in this form.
    pub(crate) fn check_choice(
        &self,
        campaign: &Campaign,
        round: &str,
        seat: &SeatId,
        choice: &Value,
    ) -> Result<(), Refusal> {
        let sealed = match &self.exchange {
            Some(kind) => kind.check(choice)?,
            None => campaign.play.game.check_choice(round, seat, choice)?,
        };
        if sealed == *choice {
            return Ok(());
        }
        Err(Refusal::new(said!("What was opened is not a choice as it would have been sealed.")))
    }

    /// What an act makes of the round. Never fails: an act was checked before it became an event.
    pub(crate) fn apply(&mut self, seat: &SeatId, act: EnvelopeAct, sealed: &[SecretPart]) {
        let number = self.number(seat).unwrap_or(self.first_n);
        let now = self.envelopes.remove(seat);
        let next = match act {
            EnvelopeAct::Seal => sealed
                .first()
                .and_then(|part| Some((part.body.as_ref()?, part.salt.as_ref()?)))
                .and_then(|(body, salt)| {
                    let code = seal_code(salt.reveal(), body.reveal()).ok()?;
                    let contents = Contents::deserialize(body.reveal()).ok()?;
                    let bodies = sealed.get(1..).unwrap_or_default();
                    Some(Envelope {
                        parts: parts::acts::read(self.parts.len(), number, &contents.choice, bodies).into(),
                        contents: Secret::new(contents),
                        salt: salt.clone(),
                        code,
                        is_final: false,
                        before: now.map(|envelope| Box::new(Envelope { before: None, ..envelope })),
                    })
                }),
            EnvelopeAct::Final | EnvelopeAct::Open => now.map(|envelope| Envelope {
                is_final: act == EnvelopeAct::Final,
                before: Some(Box::new(Envelope { before: None, ..envelope.clone() })),
                ..envelope
            }),
            EnvelopeAct::Undo => now.and_then(|envelope| envelope.before).map(|before| *before),
        };
        if let Some(envelope) = next {
            self.envelopes.insert(seat.clone(), envelope);
        }
    }
}
