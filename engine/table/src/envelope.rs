//! Envelopes: choices that are secret and simultaneous.
//!
//! A round of envelopes opens and asks seats; each seals a choice; all are opened together. An envelope is *Sealed* (it may still be
//! changed) or *Final*; the round opens when all are Final. What happens to an envelope before that stays off the record, so that
//! neither time nor number of changes shows; when the round closes the record gets one `sealed` line a seat, then the openings.

use super::act::Exchanged;
use super::campaign::{Campaign, Stage};
use super::decide::Draft;
use super::event::{EnvelopeAct, Event, SecretPart, TableEvent};
use super::game::Game;
use super::hash::Hash;
use super::names::{By, SeatId, Word};
use super::parts::{self, Part};
use super::refusal::Refusal;
use super::seal::seal_code;
use super::secret::Secret;
use super::timing::Due;
use crate::said;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Display;

/// A round of envelopes that is open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// The seats asked, in the order of their seal numbers.
    pub asked: Vec<SeatId>,
    /// The seal number of the first seat asked.
    pub first_n: u64,
    /// The seal number of every seat that was asked: it stays when a seat goes out of the game.
    pub numbers: BTreeMap<SeatId, u64>,
    /// The names of the parts, where choices in it are in parts.
    pub parts: Vec<String>,
    /// The line of the record at which it opened: no two rounds have the same.
    pub line: u64,
    /// What was sealed so far.
    pub envelopes: BTreeMap<SeatId, Envelope>,
    /// When it falls due, where there is a clock.
    pub due: Option<Due>,
    /// What is sealed, where they are free envelopes.
    pub exchange: Option<Exchanged>,
    /// What they are about, in the asker's words, where they are free envelopes and the words were not deleted.
    pub about: Option<String>,
    /// Whose empty envelope took the default.
    pub defaulted: Vec<SeatId>,
    /// Whether it was extended for regents to act.
    pub regents_asked: bool,
}

/// What lies in an envelope, and is sealed with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contents {
    /// What was chosen, as the game writes it.
    pub choice: Value,
    /// A new word for the dice, where one came with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub word: Option<Word>,
}

impl Contents {
    /// The choice as its game knows it; `None` where it is none of that game's.
    #[must_use]
    pub fn of<G: Game>(&self) -> Option<G::Choice> {
        G::Choice::deserialize(&self.choice).ok()
    }

    /// As it is sealed.
    #[must_use]
    pub fn body(&self) -> Value {
        let mut body = json!({"choice": self.choice});
        if let Some(word) = &self.word {
            body["word"] = json!(word);
        }
        body
    }
}

/// One seat's envelope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Envelope {
    /// What lies in it, as it is sealed: of a choice in parts the codes of its parts.
    pub contents: Secret<Contents>,
    /// The parts, where the choice is one in parts.
    pub parts: Vec<Part>,
    /// Its salt.
    pub salt: Secret<[u8; 32]>,
    /// Its code.
    pub code: Hash,
    /// Whether it is Final.
    pub is_final: bool,
    /// What the envelope was before the last act on it, for taking that act back.
    pub before: Option<Box<Envelope>>,
}

impl Envelope {
    /// What lies in it, with the parts in their places.
    #[must_use]
    pub fn whole(&self, round: &Round) -> Contents {
        let contents = self.contents.reveal().clone();
        if round.parts.is_empty() {
            return contents;
        }
        let choice = parts::joined(&contents.choice, &round.parts, &self.parts);
        Contents { choice, ..contents }
    }

    /// Whether another choice was sealed before this one, so that its receipt does not count any more.
    #[must_use]
    pub fn replaces(&self) -> bool {
        let mut before = self.before.as_deref();
        while let Some(envelope) = before {
            if envelope.code != self.code {
                return true;
            }
            before = envelope.before.as_deref();
        }
        false
    }
}

/// The seal numbers of a round's seats: they follow from the first in the order in which the seats are asked, each before those of its
/// parts.
pub(crate) fn numbered(asked: &[SeatId], first_n: u64, parts: usize) -> BTreeMap<SeatId, u64> {
    asked.iter().cloned().zip((first_n..).step_by(1 + parts)).collect()
}

/// The name is none of a round's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("that is no round of envelopes")]
pub struct NoRound;

/// A game's round as it was read from a name. A round has one name: none with zeros or a sign before its numbers.
///
/// # Errors
/// Where it has another name, or was none.
pub fn by_its_name<R: Display>(read: Option<R>, name: &str) -> Result<R, NoRound> {
    read.filter(|round| round.to_string() == name).ok_or(NoRound)
}

impl Round {
    /// The seal number of a seat's envelope. Numbers are spent when the round opens, so that they tell neither who was first nor who
    /// changed his mind.
    #[must_use]
    pub fn number(&self, seat: &SeatId) -> Option<u64> {
        self.numbers.get(seat).copied()
    }

    /// Whether a seat's envelope is Final.
    #[must_use]
    pub fn is_final(&self, seat: &SeatId) -> bool {
        self.envelopes.get(seat).is_some_and(|envelope| envelope.is_final)
    }

    /// Whether every envelope is Final, so that the round opens.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.asked.iter().all(|seat| self.is_final(seat))
    }
}

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

/// The seats that can seal nothing yet in a round, because the operator's envelope comes first and is not final.
pub(crate) fn waits_for_operator(campaign: &Campaign, open: &Round) -> Vec<SeatId> {
    let waits = operator_first(campaign)
        && open.asked.iter().any(|seat| campaign.is_operator(seat) && !open.is_final(seat));
    open.asked.iter().filter(|seat| waits && !campaign.is_operator(seat)).cloned().collect()
}

/// The operator's seats whose empty envelope bars all others from this round; none where they wait for nobody.
pub(crate) fn barred_by(campaign: &Campaign, open: &Round) -> Vec<SeatId> {
    if !operator_first(campaign) {
        return Vec::new();
    }
    let empty = |seat: &&SeatId| campaign.is_operator(seat) && !open.envelopes.contains_key(*seat);
    open.asked.iter().filter(empty).cloned().collect()
}

/// Whether the operator's envelope comes before all others: a switch.
fn operator_first(campaign: &Campaign) -> bool {
    campaign.play.switch(super::switches::OPERATOR_FIRST) == "yes"
}

/// Whether a player has no word, neither laid down nor in this envelope, so that it cannot be made final: the dice that the round
/// leads to would lack it.
pub(crate) fn lacks_word(campaign: &Campaign, seat: &SeatId, envelope: &Envelope) -> bool {
    // A stand-in has no word, and neither has a seat without a player.
    let asked = campaign.play.seats.get(seat).is_some_and(|seat| seat.person.is_some());
    let laid_down = campaign.play.seats.get(seat).is_some_and(|seat| seat.word.is_some());
    // A stand-in draws before the envelopes are opened, so a word that lies in one does not help him.
    let drawn_before = campaign.play.seats.values().any(|seat| seat.stand_in);
    let brings_word = envelope.contents.reveal().word.is_some() && !drawn_before;
    asked && !campaign.is_operator(seat) && !laid_down && !brings_word
}

/// Opens a round that asks these seats. A grave one is not decided by a missed deadline alone.
pub(crate) fn open(
    draft: &mut Draft<'_>,
    round: &str,
    asked: Vec<SeatId>,
    parts: Vec<String>,
    grave: bool,
) -> Result<(), Refusal> {
    let due = super::clock::due(draft, grave);
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
    let due = super::clock::due_within(draft, minutes);
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
    draft.table(TableEvent::RoundOpened { round: round.to_owned(), asked, first_n, due, exchange, parts })
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
    let (code, parts) = parts::sealed(draft, round, seat, contents, person)?;
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
    super::frames::settle(draft)?;
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
        if !operator.contains(seat) {
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
    super::frames::settle(draft)
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
                        parts: parts::read(self.parts.len(), number, &contents.choice, bodies),
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
