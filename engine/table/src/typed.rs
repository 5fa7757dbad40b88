//! Values that are not the printed game's, and the group's own in their place.
//!
//! What this project holds of the printed game is known, worked out, or its own. A player types what stands in the group's copy; two
//! other players confirm it, or the one other where there are two, and from then on it holds. Dice that have fallen stay as they are.

pub(crate) mod acts;

use super::names::SeatId;
use super::refusal::Refusal;
use super::said::Said;
use crate::facts::Origin;
use crate::said;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// How many other players confirm what one has typed, where there are as many.
pub const CONFIRMED_BY: usize = 2;

/// The most values in one proposal.
pub const MOST_AT_ONCE: usize = 240;

/// A value that is not the printed game's, or was typed by the group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unprinted {
    /// Its key on the record: `goal_austria`.
    pub key: String,
    /// Its name: "Austria, goal".
    pub name: Said,
    /// Its unit: "VP"; empty for one without.
    pub unit: &'static str,
    /// How it is written.
    pub written: Written,
    /// What it is now.
    pub now: i64,
    /// The lowest it can be set to.
    pub least: i64,
    /// The highest.
    pub most: i64,
    /// The values within these bounds that it can be set to, where not all; empty for all.
    pub only: &'static [i64],
    /// Why it has these bounds, where players would wonder.
    pub bounds: Option<Said>,
    /// Where it comes from.
    pub origin: Origin,
}

/// Which values are asked for, by their keys: there are hundreds, and each is made with its name.
pub type Wanted<'a> = &'a dyn Fn(&str) -> bool;

/// How a value is written, here and in the printed game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Written {
    /// As a whole number: 360.
    #[default]
    Whole,
    /// As a number of tenths with its point: 35 is 3.5.
    Tenths,
    /// As a number of wholes and a half: 5 is 2½.
    Halves,
    /// As two levels with a dash: 43 is 4-3.
    Levels,
    /// As a letter: 1 is A.
    Letter,
    /// As a letter for each ten and the place in it from 1: with "FIND" 24 is N5.
    InTens(&'static str),
}

impl Written {
    /// A value as it is written, with this decimal point.
    #[must_use]
    pub fn show(self, value: i64, point: &str) -> String {
        let (head, last) = (value.abs() / 10, value.abs() % 10);
        let minus = if value < 0 { "−" } else { "" };
        match self {
            Written::Whole => format!("{minus}{}", value.abs()),
            Written::Tenths => format!("{minus}{head}{point}{last}"),
            Written::Halves => {
                let half = if value % 2 == 0 { "" } else { "½" };
                match value.abs() / 2 {
                    0 if !half.is_empty() => format!("{minus}{half}"),
                    whole => format!("{minus}{whole}{half}"),
                }
            }
            Written::Levels => format!("{head}-{last}"),
            Written::Letter => letter(value).map_or_else(|| value.to_string(), String::from),
            Written::InTens(letters) => {
                let ten = usize::try_from(value / 10).ok().and_then(|ten| letters.chars().nth(ten));
                ten.map_or_else(|| value.to_string(), |ten| format!("{ten}{}", last + 1))
            }
        }
    }

    /// The value that is written so; `None` for another kind of text.
    #[must_use]
    pub fn read(self, text: &str) -> Option<i64> {
        let text = text.trim().replace('−', "-");
        let digits =
            |text: &str| text.chars().all(|c| c.is_ascii_digit()).then(|| text.parse::<i64>().ok())?;
        match self {
            Written::Whole => text.parse().ok(),
            Written::Tenths => {
                let (head, last) = text.split_once(['.', ',']).unwrap_or((&text, "0"));
                let last = digits(last).filter(|_| last.len() == 1)?;
                digits(head)?.checked_mul(10)?.checked_add(last)
            }
            Written::Halves => {
                let (minus, text) = text.strip_prefix('-').map_or((1, text.as_str()), |text| (-1, text));
                let half = ["½", ".5", ",5"].iter().find_map(|half| text.strip_suffix(half));
                let whole = half.unwrap_or(text);
                let whole = if half.is_some() && whole.is_empty() { 0 } else { digits(whole)? };
                Some(minus * (whole.checked_mul(2)? + i64::from(half.is_some())))
            }
            Written::Levels => {
                let (head, last) = text.split_once(['-', '–', '/'])?;
                let level = |text: &str| digits(text).filter(|_| text.len() == 1);
                Some(level(head)? * 10 + level(last)?)
            }
            Written::Letter => {
                let asked = text.chars().next()?.to_ascii_uppercase();
                (1..=26).find(|n| letter(*n) == Some(asked)).filter(|_| text.chars().count() == 1)
            }
            Written::InTens(letters) => {
                let asked = text.chars().next()?;
                let ten = letters.chars().position(|one| one.eq_ignore_ascii_case(&asked))?;
                let place = digits(text.get(asked.len_utf8()..)?).filter(|place| (1..=10).contains(place))?;
                Some(i64::try_from(ten).ok()? * 10 + place - 1)
            }
        }
    }
}

/// The letter of a number, 1 for A.
fn letter(number: i64) -> Option<char> {
    u8::try_from(number).ok().filter(|n| (1..=26).contains(n)).map(|n| char::from(b'A' + n - 1))
}

/// Values that a player has typed and that the others have not all confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proposal {
    /// Who typed them.
    pub by: SeatId,
    /// What they should be, by their keys.
    pub values: BTreeMap<String, i64>,
    /// Who has confirmed them.
    pub confirmed: BTreeSet<SeatId>,
}

impl Unprinted {
    /// Whether it can be set so.
    ///
    /// # Errors
    /// A refusal that says within which bounds it can.
    pub fn check(&self, value: i64) -> Result<(), Refusal> {
        let within = (self.least..=self.most).contains(&value);
        if within && (self.only.is_empty() || self.only.contains(&value)) {
            return Ok(());
        }
        let show = |value| self.written.show(value, ".");
        let says = if within && self.written == Written::Whole {
            let only: Vec<String> = self.only.iter().map(|value| show(*value)).collect();
            said!("{} can be one of these: {}; {} was typed.", self.name, only.join(", "), show(value))
        } else {
            let (least, most) = (show(self.least), show(self.most));
            said!("{} can be {} to {}; {} was typed.", self.name, least, most, show(value))
        };
        Err(Refusal::new(match &self.bounds {
            Some(why) => said!("{} {}", says, why),
            None => says,
        }))
    }
}

/// How many others must confirm a proposal of a seat: so many that with it more than half of all who have a voice stand for it, for what they
/// type binds everybody; two at least, where there are two.
#[must_use]
pub fn needed(voters: &[SeatId], by: &SeatId) -> usize {
    voters.iter().filter(|seat| *seat != by).count().min(CONFIRMED_BY.max(voters.len() / 2))
}
