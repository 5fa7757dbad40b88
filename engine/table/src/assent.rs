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
use std::collections::{BTreeMap, BTreeSet};

/// Within how many hours what was told is answered. Quiet hours are not counted, nor weekends where they do not count.
pub const HOURS: u32 = 48;

/// The same where a deadline of the open step comes sooner: what is told of a step is answered in it.
pub const HOURS_IN_STEP: u32 = 24;

/// How many of one player's tellings wait at a time; of more the oldest is withdrawn that nobody has denied.
pub const MOST_OPEN: usize = 8;

/// On how many of one player's tellings the others vote at a time.
pub const MOST_VOTED: usize = 4;

/// How many orders that take nothing from anybody a player tells in a step as a rule; on more the others vote.
pub const MOST_LIGHT: u32 = 3;

/// What somebody gains in a turn as a rule by what is told and takes nothing from anybody, all kinds of it together, in parts of it: so many is
/// as much as a value rises as a rule, or [`MOST_LIGHT`] orders. On what is above that the others vote.
pub const USUAL: u32 = 60;

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

/// What of an order says what it is about: all but numbers.
fn about(order: &Value) -> Value {
    match order {
        Value::Object(fields) => {
            let of = fields.iter().filter(|(_, field)| !field.is_number());
            Value::Object(of.map(|(name, field)| (name.clone(), about(field))).collect())
        }
        Value::Array(all) => Value::Array(all.iter().map(about).collect()),
        _ => order.clone(),
    }
}

impl What {
    /// Whether it is about the same as something else that was told: an order that differs in numbers alone or in fields that say how it came
    /// about, or a value that moves the same way, however far.
    #[must_use]
    pub fn is_about_the_same(&self, other: &What, manner: &[&str]) -> bool {
        let same_way = |one: &Change, other: &Change| {
            one.key == other.key && (one.after > one.before) == (other.after > other.before)
        };
        let bare = |order: &Value| {
            let mut bare = about(order);
            if let Value::Object(fields) = &mut bare {
                fields.retain(|name, _| !manner.contains(&name.as_str()));
            }
            bare
        };
        match (self, other) {
            (What::Values { changes: one }, What::Values { changes: other }) => {
                one.iter().any(|one| other.iter().any(|other| same_way(one, other)))
            }
            (What::Order { order: one }, What::Order { order: other }) => bare(one) == bare(other),
            _ => false,
        }
    }
}

/// How much somebody has gained in a turn by what was told and took nothing from anybody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passed {
    /// The first word of the outline's step in which it was told.
    pub turn: String,
    /// By values, in parts of what is usual: [`USUAL`].
    pub parts: u32,
    /// The step in which orders were told last: its place in the outline of play.
    pub step: Vec<String>,
    /// By orders of that step, in the same parts.
    pub of_step: u32,
}

impl Passed {
    /// What of it counts in a step: all that was told of values in its turn, and the orders of the step itself.
    #[must_use]
    pub fn counts_in(&self, step: &[String]) -> u32 {
        let of_turn = if step.first() == Some(&self.turn) { self.parts } else { 0 };
        let of_step = if self.step == step { self.of_step } else { 0 };
        of_turn.saturating_add(of_step)
    }
}

/// Something that was told and is not so, as those said who decided about it. Nobody tells the same again in the step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Denied {
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
    /// Who gains by what somebody tells that takes nothing from anybody, and how much of what a turn brings him as a rule.
    pub(crate) fn light_parts(&self, by: &SeatId, what: &What) -> BTreeMap<SeatId, u32> {
        let an_order = USUAL / MOST_LIGHT;
        let changes = match what {
            What::Order { order } => {
                return self.game.gains(by, order).into_iter().map(|gains| (gains, an_order)).collect();
            }
            What::Values { changes } => changes,
        };
        let values = self.game.values(&self.switches);
        let mut parts: BTreeMap<SeatId, u32> = BTreeMap::new();
        for change in changes {
            let Some(value) = values.iter().find(|value| value.key == change.key) else { continue };
            let rises = u64::try_from(change.after - change.before).unwrap_or(0);
            let of_it =
                match value.usual.and_then(|usual| u64::try_from(usual).ok()).filter(|usual| *usual > 0) {
                    Some(usual) => {
                        u32::try_from((rises * u64::from(USUAL)).div_ceil(usual)).unwrap_or(u32::MAX)
                    }
                    None if rises > 0 => an_order,
                    None => 0,
                };
            let sum = parts.entry(value.of.clone().unwrap_or_else(|| by.clone())).or_default();
            *sum = sum.saturating_add(of_it);
        }
        parts
    }

    /// What is told and takes nothing from anybody counts now: how much each has gained so in this turn.
    pub(crate) fn note_passed(&mut self, by: &SeatId, what: &What) {
        let step = self.path();
        let Some(turn) = step.first().cloned() else { return };
        self.passed.retain(|_, passed| passed.turn == turn);
        for (seat, parts) in self.light_parts(by, what) {
            let none = || Passed { turn: turn.clone(), parts: 0, step: step.clone(), of_step: 0 };
            let passed = self.passed.entry(seat).or_insert_with(none);
            if matches!(what, What::Values { .. }) {
                passed.parts = passed.parts.saturating_add(parts);
                continue;
            }
            let before = if passed.step == step { passed.of_step } else { 0 };
            (passed.step, passed.of_step) = (step.clone(), before.saturating_add(parts));
        }
    }

    /// The number of the vote that decides about a telling, where one is open.
    #[must_use]
    pub fn vote_on_telling(&self, telling: u64) -> Option<u64> {
        let on = |vote: &votes::Vote| vote.matter == votes::Matter::Telling { telling };
        self.votes.iter().find(|(_, vote)| on(vote)).map(|(n, _)| *n)
    }
}

impl Campaign {
    /// The seats that are no party of something that was told and have a voice: neither who told it nor whom it costs or brings something, nor
    /// who acts for one of those by the others' vote.
    pub(crate) fn no_party_of(&self, open: &Telling) -> Vec<SeatId> {
        let parties = open.parties();
        let acts = |seat: &SeatId| {
            let person = self.play.seats.get(seat).and_then(|place| place.person);
            let regents = parties.iter().filter_map(|of| self.play.seats.get(of)?.regent);
            regents.into_iter().any(|regent| person == Some(regent))
        };
        let is_none = |seat: &SeatId| !parties.contains(seat) && !acts(seat);
        votes::acts::voters(&self.play).into_iter().filter(is_none).collect()
    }

    /// Whether the host could decide what is between others: he has a seat of none of them.
    pub(crate) fn host_is_no_party(&self) -> bool {
        let By::Person(_) = self.host() else { return false };
        self.seat_of(self.host()).is_none()
    }
}
