//! Assent: nobody is bound by another's word. What a player tells of a board that is kept elsewhere, and what binds or costs another, is
//! *told* first: it stands as a [`Telling`] until those whom it concerns assent to it, and nothing follows from it before. It holds nothing up.
//!
//! What the bot keeps and checks itself rests on nobody's word: it is decided by the rules at once.

pub(crate) mod acts;
pub(crate) mod offers;

use super::campaign::{Campaign, Play};
use super::game::{Game, Table};
use super::names::{By, SeatId};
use super::values::Change;
use super::votes;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

/// Within how many hours what was told is answered. Quiet hours are not counted, nor weekends where they do not count.
pub const HOURS: u32 = 48;

/// How many of one player's tellings wait at a time; of more the oldest is withdrawn.
pub const MOST_OPEN: usize = 12;

/// How many of one player's orders that take nothing from anybody wait at a time; on more the others vote.
pub const MOST_LIGHT: usize = 3;

/// How grave it is what somebody tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Weight {
    /// It takes nothing from anybody: to be ready after it was told assents to it, and so does silence.
    Light,
    /// It costs or binds somebody, who confirms it himself. Silence never does: then those decide who are no party.
    Grave,
    /// It decides the game, or could: those confirm it by a vote who gain nothing by it.
    Decisive,
}

/// On whose assent an order rests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Assent {
    /// How grave it is.
    pub weight: Weight,
    /// Whom it concerns; of what is [`Weight::Decisive`], who gains by it.
    pub of: BTreeSet<SeatId>,
}

impl Assent {
    /// That of a seat whom it costs or binds; `None` where nobody has that seat.
    #[must_use]
    pub fn grave(of: Option<SeatId>) -> Option<Assent> {
        of.map(|seat| Assent { of: BTreeSet::from([seat]), weight: Weight::Grave })
    }

    /// That of these seats to what takes nothing from anybody.
    #[must_use]
    pub fn light(of: impl IntoIterator<Item = SeatId>) -> Option<Assent> {
        Some(Assent { of: of.into_iter().collect(), weight: Weight::Light })
    }

    /// What rests on both.
    #[must_use]
    pub fn and(self, other: Assent) -> Assent {
        // Whoever only has nothing against what is light is not asked about what is grave.
        match self.weight.cmp(&other.weight) {
            std::cmp::Ordering::Less => other,
            std::cmp::Ordering::Greater => self,
            std::cmp::Ordering::Equal => Assent { of: self.of.into_iter().chain(other.of).collect(), ..self },
        }
    }
}

/// On whose assent the orders of a subject rest. Every subject says so.
pub enum Rests<G: Game, O> {
    /// On nobody's: they are about what is one's own, or the bot keeps and checks what they hang on.
    OnNobody,
    /// On those of whom this says so, where it names any.
    On(fn(&Table<'_, '_, G>, &SeatId, &O) -> Option<Assent>),
}

impl<G: Game, O> Rests<G, O> {
    /// On whose assent an order of a seat rests.
    #[must_use]
    pub fn of(&self, table: &Table<'_, '_, G>, seat: &SeatId, order: &O) -> Option<Assent> {
        match self {
            Rests::OnNobody => None,
            Rests::On(says) => says(table, seat, order),
        }
    }
}

/// What was told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum What {
    /// An order of the game.
    Order {
        /// It.
        order: Value,
    },
    /// Values of the board.
    Values {
        /// Each, what it was when it was told, and what it is told to be.
        changes: Vec<Change>,
    },
}

impl What {
    /// Whether it is the same again as something that was told before: the same order, or a value that is told to go at least as far.
    #[must_use]
    pub fn is_again(&self, before: &What) -> bool {
        let as_far = |now: &Change, then: &Change| {
            let up = then.after > then.before;
            now.key == then.key && if up { now.after >= then.after } else { now.after <= then.after }
        };
        match (self, before) {
            (What::Values { changes: now }, What::Values { changes: then }) => {
                now.iter().any(|now| then.iter().any(|then| as_far(now, then)))
            }
            _ => self == before,
        }
    }
}

/// Something that was told and is not so, as those said who decided about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Denied {
    /// Who told it.
    pub by: SeatId,
    /// What.
    pub what: What,
    /// The step in which it was decided: its place in the outline of play.
    pub step: Vec<String>,
}

/// Something that was told and does not count yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Telling {
    /// Who told it.
    pub by: SeatId,
    /// What.
    pub what: What,
    /// Whom it concerns.
    pub of: BTreeSet<SeatId>,
    /// How grave it is.
    pub weight: Weight,
    /// When it falls due, Unix seconds.
    pub due: i64,
    /// Who has confirmed it, or was ready since.
    #[serde(default)]
    pub confirmed: BTreeSet<SeatId>,
    /// Who denied it.
    #[serde(default)]
    pub denied: BTreeSet<SeatId>,
    /// Whether the host decides it, because nobody is there who is no party.
    #[serde(default)]
    pub host: bool,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Came {
    /// It counts from now on.
    Counts,
    /// Who told it takes it back.
    Withdrawn,
    /// Who decided about it said that it is not so.
    Rejected,
    /// It was assented to when the rules did not allow it any more.
    Fell,
}

impl Telling {
    /// Who confirms or denies it: those whom it concerns and who have a player. Of what decides the game nobody does but a vote.
    pub fn asked<'t>(&'t self, voters: &'t [SeatId]) -> impl Iterator<Item = &'t SeatId> + 't {
        let answers = |seat: &&SeatId| voters.contains(seat) && **seat != self.by;
        let of = (self.weight != Weight::Decisive && !self.host).then_some(&self.of);
        of.into_iter().flatten().filter(answers)
    }

    /// Whose answer it waits for.
    pub fn awaited<'t>(&'t self, voters: &'t [SeatId]) -> impl Iterator<Item = &'t SeatId> + 't {
        let answered = |seat: &SeatId| self.confirmed.contains(seat) || self.denied.contains(seat);
        self.asked(voters).filter(move |seat| !answered(seat))
    }

    /// Who is a party, and has no voice where others decide: who told it, and whom it costs something or who gains by it.
    #[must_use]
    pub fn parties(&self) -> BTreeSet<SeatId> {
        let concerned = (self.weight != Weight::Light).then_some(&self.of);
        concerned.into_iter().flatten().chain([&self.by]).cloned().collect()
    }
}

impl Play {
    /// The number of the vote that decides about a telling, where one is open.
    #[must_use]
    pub fn vote_on_telling(&self, telling: u64) -> Option<u64> {
        let on = |vote: &votes::Vote| vote.matter == votes::Matter::Telling { telling };
        self.votes.iter().find(|(_, vote)| on(vote)).map(|(n, _)| *n)
    }
}

impl Campaign {
    /// Whether the host could decide what is between others: he has a seat of none of them.
    pub(crate) fn host_is_no_party(&self) -> bool {
        let By::Person(_) = self.host() else { return false };
        self.seat_of(self.host()).is_none()
    }
}
