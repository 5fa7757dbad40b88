//! Deals: what seats agree on among themselves, kept off the record until the bot carries it out.
//!
//! A deal has *clauses*, orders of the game which the bot gives in the name of their seats, and *promises*, which bind nobody: the bot
//! recalls them on their date, and keeps how they were held. Who drafts a deal has signed it; when all of its parties have, the bot gives
//! the clauses whose step of play has come, all of them together or none. Only the parties see a deal. What is carried out stands on the
//! record in one line, with the orders and whose they are.

pub(crate) mod acts;
pub mod offers;

use super::event::Entry;
use super::frames::Open;
use super::names::SeatId;
use super::said::Kept;
use super::secret::Secret;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

/// How many clauses a deal has at most.
pub const MOST_CLAUSES: usize = 12;
/// How many promises a deal has at most.
pub const MOST_PROMISES: usize = 4;
/// The longest promise, in characters.
pub const LONGEST_PROMISE: usize = 300;
/// How many deals a seat may have drafted that are neither signed by all nor over.
pub const MOST_DRAFTS: usize = 6;
/// How many deals a seat may draft in a day.
pub const MOST_A_DAY: usize = 12;
/// How many deals that are over are kept in sight of a party.
const KEPT_OVER: usize = 40;

/// A deal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// Its parties, who drafted it first.
    pub parties: Vec<SeatId>,
    /// What each of them calls it: his how manieth deal it is, so that nobody learns how many others there are.
    pub numbers: Vec<u32>,
    /// When it was drafted, Unix seconds.
    pub made: i64,
    /// What it says.
    pub terms: Secret<Terms>,
    /// Who has signed it.
    pub signed: BTreeSet<SeatId>,
    /// Who wrote it, and may have its words deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_by: Option<u32>,
    /// Where its clauses were not given although their step had come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held: Option<Held>,
    /// Who declined it, or withdrew what of it was still to be carried out; promises that all have signed stay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withdrawn: Option<SeatId>,
}

/// What a deal says.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Terms {
    /// What the bot carries out.
    pub clauses: Vec<Clause>,
    /// What it recalls.
    pub promises: Vec<Promise>,
    /// Whether nobody may withdraw what is still to be carried out, as long as the rules allow it.
    pub bound: bool,
}

/// An order that the bot gives in the name of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// Whose order it is.
    pub seat: SeatId,
    /// The order.
    pub order: Value,
    /// Whether it was given.
    #[serde(default)]
    pub done: bool,
}

/// What a seat promises.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Promise {
    /// Who promises.
    pub by: SeatId,
    /// What; empty once its writer had it deleted.
    pub text: String,
    /// When the bot recalls it, as the game writes a date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<String>,
    /// Whether it did.
    #[serde(default)]
    pub recalled: bool,
    /// Whether it was kept, as another party says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<bool>,
}

/// That clauses were not given although their step had come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// The line at which the frame opened in which it was tried.
    pub frame: u64,
    /// What the rules said.
    pub why: Kept,
}

/// Where a deal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Not all have signed it.
    Draft,
    /// All have, and something of it is to be carried out or judged.
    InForce,
    /// All of it was carried out and judged.
    Done,
    /// Somebody declined or withdrew it.
    Withdrawn,
}

impl Deal {
    /// Where it stands.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let terms = self.terms.reveal();
        if self.signed.len() < self.parties.len() {
            if self.withdrawn.is_some() { Standing::Withdrawn } else { Standing::Draft }
        } else if terms.clauses.iter().all(|clause| clause.done)
            && terms.promises.iter().all(|promise| promise.kept.is_some())
        {
            Standing::Done
        } else {
            Standing::InForce
        }
    }

    /// Whether nothing can happen to it any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.standing(), Standing::Done | Standing::Withdrawn)
    }

    /// What a party calls it.
    #[must_use]
    pub fn number(&self, seat: &SeatId) -> u32 {
        let at = self.parties.iter().position(|party| party == seat);
        at.and_then(|at| self.numbers.get(at)).copied().unwrap_or_default()
    }

    /// Whether a party may withdraw what of it is not carried out: before all have signed always, then unless they bound themselves, and
    /// where the rules do not let it be carried out even so.
    #[must_use]
    pub fn may_be_withdrawn(&self) -> bool {
        let open = self.terms.reveal().clauses.iter().any(|clause| !clause.done);
        match self.standing() {
            Standing::Draft => true,
            Standing::InForce => open && (!self.terms.reveal().bound || self.held.is_some()),
            Standing::Done | Standing::Withdrawn => false,
        }
    }

    /// The promises that a party may judge: those that another made, recalled or without a date.
    #[must_use]
    pub fn to_judge(&self, seat: &SeatId) -> Vec<usize> {
        if self.standing() != Standing::InForce || !self.parties.contains(seat) {
            return Vec::new();
        }
        let promises = self.terms.reveal().promises.iter().enumerate();
        let waits = |promise: &Promise| {
            promise.by != *seat && promise.kept.is_none() && (promise.due.is_none() || promise.recalled)
        };
        promises.filter(|(_, promise)| waits(promise)).map(|(at, _)| at).collect()
    }
}

/// When an order of a deal is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Its step of play is now.
    Now,
    /// It comes later.
    Later,
    /// What it is to bring about is so already.
    So,
    /// At any time: it goes with the first other part of the deal whose step has come.
    Any,
}

/// What became of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Became {
    /// It was drafted.
    Drafted,
    /// A party signed it.
    Signed,
    /// A party declined or withdrew it.
    Withdrawn,
    /// A party said whether a promise was kept.
    Judged,
    /// The bot gave clauses of it.
    CarriedOut,
    /// The bot could not: the rules refused.
    Held,
    /// It could not again, for the same reason.
    HeldStill,
    /// The bot recalls promises of it.
    Recalled,
}

/// The deal as it stands after an entry that tells of it; `None` where this copy does not have it.
#[must_use]
pub fn told(entry: &Entry) -> Option<Deal> {
    let mut deal = Deal::deserialize(entry.secrets.first()?.body.as_ref()?.reveal()).ok()?;
    // What its writer had deleted is gone; what all agreed to do stands.
    let texts = entry.secrets.get(1).and_then(|part| part.body.as_ref());
    let texts: Vec<String> =
        texts.and_then(|texts| Vec::deserialize(texts.reveal().get("texts")?).ok()).unwrap_or_default();
    let mut terms = deal.terms.into_inner();
    for (promise, text) in terms.promises.iter_mut().zip(texts) {
        promise.text = text;
    }
    deal.terms = Secret::new(terms);
    Some(deal)
}

/// What is asked of deals.
#[derive(Clone)]
pub enum Change {
    /// Draft one, and sign it.
    Draft {
        /// With whom.
        with: Vec<SeatId>,
        /// What it says.
        terms: Terms,
    },
    /// Sign one as it stands.
    Sign {
        /// Which.
        deal: u64,
    },
    /// Decline it, or withdraw what is not carried out.
    Withdraw {
        /// Which.
        deal: u64,
    },
    /// Say whether another's promise was kept.
    Judge {
        /// Which deal.
        deal: u64,
        /// Which of its promises, counted from 0.
        promise: usize,
        /// Whether it was.
        kept: bool,
    },
}

/// A deal as a party sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct DealView {
    /// Its key, which no other deal of the campaign has or had.
    pub key: u64,
    /// The deal.
    pub deal: Deal,
}

/// The innermost frame at work: where it is another than before, a clause that was held is tried again.
fn here<'f>(mut at_work: impl Iterator<Item = &'f Open>) -> u64 {
    at_work.next().map_or(0, |open| open.line)
}
