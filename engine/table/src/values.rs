//! Values of a board that is kept elsewhere, as they are told; and corrections of what was recorded wrongly.
//!
//! A correction is posted with before and after. One that only lessens what its proposer has holds if nobody objects within a day. What raises
//! something, or costs another, takes the assent of those who are no party, by the quorum of a vote; and whoever loses by it agrees himself, or
//! a vote decides. An umpire may decide any.

pub(crate) mod acts;
pub(crate) mod change;

pub use change::Change;

use super::forward::Forward;
use super::names::SeatId;
use super::reading::How;
use super::refusal::Refusal;
use super::roll::Dice;
use super::said::name;
use crate::said;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How long a correction may be objected to, in hours. Quiet hours are not counted, nor weekends where they do not count.
pub const OBJECTION: u32 = 24;

/// How many corrections that one player proposes are open at a time.
pub const MOST_CORRECTIONS: usize = 4;

/// The longest reason, in characters.
pub const LONGEST_REASON: usize = 500;

/// A value that is told and recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Value {
    /// Its key on the record: `vp/austria`.
    pub key: String,
    /// Its name: "Austria, victory points".
    pub name: String,
    /// Its unit: "VP".
    pub unit: String,
    /// What it is now.
    pub now: i64,
    /// The lowest it can be.
    pub least: i64,
    /// The highest.
    pub most: i64,
    /// How many of the recorded units make one as players count: 2 where halves are recorded.
    pub scale: i64,
    /// Whom a correction of it affects.
    pub of: Option<SeatId>,
    /// Whether it can still be told higher; a correction can raise it all the same.
    pub rises: bool,
    /// Whether it is something that is there (1) or not (0).
    pub yes_no: bool,
    /// Whether it is known: it was told once, or the bot keeps it. Of one that is not, `now` is 0 and says nothing.
    pub known: bool,
    /// Whether it is who plays it that tells it, as what lies in his treasury; of the others anybody may, who keeps the score.
    pub by_player: bool,
    /// From which amount on it decides the game, where one does: then only those tell it together who gain nothing by it.
    #[serde(default)]
    pub decides_from: Option<i64>,
    /// The most by which it rises in a step as a rule, where there is such: whoever tells more has the others vote on it.
    #[serde(default)]
    pub usual: Option<i64>,
    /// By how much the bot itself has worked out that it moves, where nobody has told that yet: who tells so much tells nothing of his own.
    #[serde(default)]
    pub brings: i64,
    /// Whether it is what somebody pays out of: then who plays it tells at once what lies in it, for nobody else sees it.
    #[serde(default)]
    pub purse: bool,
    /// Whether less of it can be to its owner's good as well as more, as of the order in which all act: then nobody tells alone how much he has.
    #[serde(default)]
    pub sways: bool,
    /// Whether the bot keeps it: then nobody tells it, and a correction alone changes it.
    pub kept: bool,
}

/// What a value is now, as it is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amount {
    /// The value.
    pub key: String,
    /// What it is now, in the units of the record.
    pub value: i64,
}

/// By how much players have told in a turn that a value rises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raised {
    /// The first word of the outline's step in which they did.
    pub turn: String,
    /// By how much, in the units of the record.
    pub by: i64,
}

/// A correction that is proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// What it changes: one value, several where a fault is corrected forward.
    pub changes: Vec<Change>,
    /// Where it corrects a fault forward: what was worked out. Then each value is moved by the difference, whatever it is by then.
    pub forward: Option<Arc<Forward>>,
    /// Why, unless the words were deleted.
    pub reason: Option<String>,
    /// Who proposed it.
    pub by: SeatId,
    /// The line of the record.
    pub line: u64,
    /// Until when it may be objected to.
    pub due: i64,
    /// Whom it affects.
    pub affected: BTreeSet<SeatId>,
    /// Who of them agreed.
    pub agreed: BTreeSet<SeatId>,
    /// Who objected.
    pub objected: Option<SeatId>,
}

impl Correction {
    /// Whether it would change a value.
    #[must_use]
    pub fn is_of(&self, key: &str) -> bool {
        self.changes.iter().any(|change| change.key == key)
    }

    /// Whether silence lets it hold: it only lessens what its proposer has himself.
    #[must_use]
    pub fn lessens_ones_own(&self) -> bool {
        let is_own = self.affected.len() == 1 && self.affected.contains(&self.by);
        is_own && self.changes.iter().all(|change| change.after < change.before)
    }

    /// Who of those whom it affects, but for who proposes it, has not agreed.
    #[must_use]
    pub fn unheard(&self) -> Vec<&SeatId> {
        let is_silent = |seat: &&SeatId| **seat != self.by && !self.agreed.contains(*seat);
        self.affected.iter().filter(is_silent).collect()
    }

    /// Who has something at stake: who proposes it, and whom it affects.
    #[must_use]
    pub fn parties(&self) -> BTreeSet<SeatId> {
        self.affected.iter().chain([&self.by]).cloned().collect()
    }

    /// Whether it takes the assent of those who are no party: it raises something, or changes what a power without a player has.
    #[must_use]
    pub fn needs_others(&self) -> bool {
        self.affected.is_empty() || self.changes.iter().any(|change| change.after > change.before)
    }

    /// Whether only all together can let it hold: then no silence, no vote and no umpire does.
    #[must_use]
    pub fn by_all(&self) -> bool {
        self.forward.as_ref().is_some_and(|forward| forward.by_all)
    }

    /// What a value becomes by one of its changes.
    #[must_use]
    pub fn becomes(&self, change: &Change, value: &Value) -> i64 {
        if self.forward.is_none() { change.after } else { value.moved(change.before, change.after) }
    }
}

/// What changes of then would change today: the values that would be others, each moved by the difference.
#[must_use]
pub fn today(values: &[Value], changes: &[Change]) -> Vec<Change> {
    let today = |then: &Change| {
        let value = values.iter().find(|value| value.key == then.key)?;
        let after = value.moved(then.before, then.after);
        (after != value.now).then(|| Change { key: then.key.clone(), before: value.now, after })
    };
    changes.iter().filter_map(today).collect()
}

/// Whether a value can be this.
///
/// # Errors
/// A refusal with its bounds.
pub(crate) fn within(value: &Value, now: i64) -> Result<(), Refusal> {
    if (value.least..=value.most).contains(&now) {
        return Ok(());
    }
    Err(Refusal::new(said!(
        "{} can have {} to {}; {} was given.",
        name(&value.name),
        value.written(value.least),
        value.written(value.most),
        value.written(now)
    )))
}

impl Value {
    /// What it becomes where it was told to be another than it was: it moves as far as was told, for the bot may have moved it since. Of what
    /// others have told of it meanwhile nothing counts twice.
    #[must_use]
    pub fn told(&self, change: &Change) -> i64 {
        if self.known { self.moved(change.before, change.after) } else { change.after }
    }

    /// What it becomes where it moves as far as from one amount to another, within its bounds.
    #[must_use]
    pub fn moved(&self, before: i64, after: i64) -> i64 {
        (self.now + after - before).clamp(self.least, self.most)
    }

    /// An amount of it as players write it: "6.5 PP", "−3 VP".
    #[must_use]
    pub fn written(&self, amount: i64) -> String {
        if self.yes_no {
            return if amount == 0 { format!("no {}", self.unit) } else { self.unit.clone() };
        }
        let sign = if amount < 0 { "−" } else { "" };
        let (whole, part) = (amount.abs() / self.scale, amount.abs() % self.scale * 10 / self.scale);
        let point = if part == 0 { String::new() } else { format!(".{part}") };
        format!("{sign}{whole}{point} {}", self.unit)
    }

    /// Reads an amount as players write it; `None` where it is none in whole units of the record.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<i64> {
        if self.yes_no {
            return match text.trim().to_lowercase().as_str() {
                "yes" | "1" => Some(1),
                "no" | "0" => Some(0),
                text => [0, 1].into_iter().find(|amount| self.written(*amount) == text),
            };
        }
        let text = text.trim().replace('−', "-").replace(',', ".");
        let text = text.trim_end_matches(|c: char| c.is_alphabetic() || c == ' ' || c == '$');
        let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (whole, part) =
            text.trim_start_matches('+').split_once('.').unwrap_or((text.trim_start_matches('+'), "0"));
        let tenths: i64 = part.parse().ok().filter(|_| part.len() == 1)?;
        let whole: i64 = whole.parse().ok().filter(|whole: &i64| (0..=1_000_000).contains(whole))?;
        (tenths * self.scale % 10 == 0).then(|| sign * (whole * self.scale + tenths * self.scale / 10))
    }
}

/// The most values that are told at once.
const MOST_AT_ONCE: usize = 30;

/// The largest file that is laid down, in bytes: 25 MiB.
pub const LARGEST: u64 = 25 * 1024 * 1024;

/// A roll that may still be declared void.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voidable {
    /// Its id.
    pub id: String,
    /// Its slot.
    pub slot: String,
    /// Its dice.
    pub dice: Dice,
    /// What it was for.
    pub purpose: String,
    /// How it was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<How>,
}
