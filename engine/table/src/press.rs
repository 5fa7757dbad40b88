//! Press: what a power publishes for all to read, signed or, where the group allows that, anonymously.
//!
//! What is signed goes out at once and stands on the record, with who wrote it. What is anonymous is kept off the record until one of the
//! fixed hours of the day, and goes out then by the bot, in an order that the texts alone decide: neither the hour nor the place of a text
//! tells of its writer. Its line has the text as a code, as every free text, and beside it a code of the writer's seat, which the bot never
//! opens. Only the writer was given what opens it, so that he can prove the text his own, and nobody else can claim it.

pub(crate) mod acts;

use super::event::Text;
use super::hash::Hash;
use super::names::SeatId;
use super::seal::seal_code;
use super::secret::Secret;
use super::timing::Timing;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The longest text, in characters.
pub const LONGEST: usize = 1_000;
/// How many signed texts a seat may publish in a day.
pub const SIGNED_A_DAY: usize = 6;
/// How many anonymous ones it may write in a day.
pub const ANONYMOUS_A_DAY: usize = 3;
/// The hours of the day at which anonymous texts go out, in the campaign's time zone.
pub const HOURS: [u32; 2] = [8, 20];
/// How long an anonymous text lies at least, in seconds: what is written shortly before an hour waits for the next, so that nobody sees by
/// who was there just now whose it is.
pub const LIES: i64 = 60 * 60;
/// A day, in seconds.
const DAY: i64 = 24 * 60 * 60;

/// What is kept of the press: who published how lately, and what waits for its hour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Press {
    /// When each seat published signed texts in the last day, Unix seconds.
    signed: BTreeMap<SeatId, Vec<i64>>,
    /// What waits, and when each seat wrote.
    desk: Option<Secret<Desk>>,
}

/// What is anonymous, which nobody but its writer sees.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Desk {
    waiting: Vec<Waiting>,
    written: BTreeMap<SeatId, Vec<i64>>,
}

/// A text that waits for its hour.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Waiting {
    seat: SeatId,
    at: i64,
    text: String,
    salt: Hash,
    writers_salt: Hash,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    person: Option<u32>,
}

impl Waiting {
    fn text(&self) -> Text {
        Text { text: self.text.clone(), salt: Secret::new(self.salt.0) }
    }

    fn proof(&self) -> Option<Proof> {
        Proof::of(&self.text(), &self.seat, self.writers_salt)
    }
}

/// What proves who wrote an anonymous text: for its writer alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What is sealed: the text by its code, and the seat.
    pub body: Value,
    /// The salt under which it is.
    pub salt: Hash,
    /// The code that stands on the record when the text goes out.
    pub code: Hash,
}

impl Proof {
    /// The proof for a text of a seat; `None` where the text cannot be written canonically.
    #[must_use]
    pub fn of(text: &Text, seat: &SeatId, salt: Hash) -> Option<Proof> {
        let body = json!({"press": text.code().ok()?, "seat": seat});
        let code = seal_code(&salt.0, &body).ok()?;
        Some(Proof { body, salt, code })
    }
}

/// An own text that waits, as its writer sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Own {
    /// What it says.
    pub text: String,
    /// When it goes out, Unix seconds.
    pub goes_out: i64,
    /// What proves it his own.
    pub proof: Proof,
}

/// What is asked of the press.
#[derive(Clone)]
pub enum Change {
    /// Write an anonymous text.
    Write {
        /// It.
        text: Text,
        /// 32 random bytes to seal the writer with.
        salt: Secret<[u8; 32]>,
    },
    /// Take back all own ones that wait.
    TakeBack,
}

/// When an anonymous text that is written now goes out, Unix seconds: without a clock by UTC.
#[must_use]
pub fn goes_out(timing: Option<&Timing>, at: i64) -> i64 {
    timing.cloned().unwrap_or_default().next_of(&HOURS, at + LIES)
}

/// Whoever published in the last day, without what is older.
fn within_a_day(times: &mut BTreeMap<SeatId, Vec<i64>>, at: i64) {
    times.values_mut().for_each(|times| times.retain(|time| at - *time < DAY));
    times.retain(|_, times| !times.is_empty());
}
