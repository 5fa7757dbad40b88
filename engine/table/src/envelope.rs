//! Envelopes: choices that are secret and simultaneous.
//!
//! A round of envelopes opens and asks seats; each seals a choice; all are opened together. An envelope is *Sealed* (it may still be
//! changed) or *Final*; the round opens when all are Final. What happens to an envelope before that stays off the record, so that
//! neither time nor number of changes shows; when the round closes the record gets one `sealed` line a seat, then the openings.

pub(crate) mod acts;
pub(crate) mod barred;
pub mod otherwise;

use super::act::Exchanged;
use super::hash::Hash;
use super::names::{SeatId, Word};
use super::parts::{self, Part};
use super::secret::Secret;
use super::shared::Shared;
use super::timing::Due;
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
    /// Whether it is filled out of standing answers, so that nobody is awaited.
    #[serde(default)]
    pub standing: bool,
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
    pub parts: Shared<Vec<Part>>,
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

    /// Whether the last act on it put it in the place of another choice, whose receipt does not count any more.
    #[must_use]
    pub fn replaces(&self) -> bool {
        self.before.as_deref().is_some_and(|before| before.code != self.code)
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
