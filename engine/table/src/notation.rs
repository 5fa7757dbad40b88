//! Dice as players write them: `2d6+1`, `d6>=4`, `3d6 drop lowest`, `12 x d6<=4`, `35% for the storm`.
//!
//! [`Throw::parse`] reads what was written, [`Throw::dice`] says which dice to roll, and [`Throw::read`] says what the
//! rolled faces mean. Only whole numbers are used.
//!
//! # What is understood
//!
//! - Dice: `2d6`, `d6`, `4d10`; `d%`, `d100` and `percent` are one hundred-sided die.
//! - Several parts with `+` and `-`: `2d6+1d10-2`. The plain numbers are added up into one modifier.
//! - Right after its dice a part may **drop** or **keep** some of them: `3d6 drop lowest`, `4d6 keep highest 3`, or
//!   short `dl1 dh1 kl1 kh3` (without a number: one die). Of equal faces the one thrown first is kept.
//! - One **comparison** at the end: `>=` `<=` `>` `<` `=` (also `≥` `≤`).
//! - A percent chance: `35%` is `d100<=35`.
//! - **Several throws** in front: `6x 2d6+1` is six separate throws of `2d6+1`, each with its own total.
//! - A **label** at the end: after `#`, after the word `for`, or in double quotes. It changes nothing.
//!
//! Capitals and spaces do not matter; `−` and `–` are minus signs, `×` is `x`.
//!
//! # What a comparison means
//!
//! - With dice of one kind and nothing else (`d6>=4`, `12d6<=4`) it **counts the dice** that satisfy it: successes. For
//!   a single die that is also whether the target was met.
//! - With a modifier, a drop or keep, or several parts (`2d6+1>=8`, `3d6dl1>=8`, `1d6+1d6>=8`) it compares the **total**.
//!   `+0` is a modifier: `2d6+0>=8`, or `2d6 total >= 8`, compares the total of two plain dice.

use std::fmt::Write as _;

use super::said::Said;
use crate::said;
use serde::{Deserialize, Serialize};

mod parser;

/// At most so many dice in one throw request, all throws and parts together.
pub const MOST_DICE: u32 = 100;
/// At most so many faces on a die; at least 1.
pub const MOST_FACES: u32 = 1_000;
/// At most so many separate throws in one request.
pub const MOST_THROWS: u32 = 25;
/// A modifier and the number of a comparison lie between minus and plus this.
pub const MOST_NUMBER: i64 = 1_000_000;
/// At most so many characters for the dice, and as many again for the label.
pub const MOST_TEXT: usize = 200;

/// What a player asked to be thrown. Every value is within the limits of this module: it can only be made by
/// [`Throw::parse`], also when it is deserialised (from its [notation](Throw::notation) and label).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Written", try_from = "Written")]
pub struct Throw {
    /// How many times the whole is thrown, 1 to [`MOST_THROWS`].
    times: u32,
    /// The parts with dice, in the order written; at least one.
    pools: Vec<Pool>,
    /// The plain numbers added up; `None` when none was written.
    modifier: Option<i64>,
    target: Option<Target>,
    label: Option<String>,
}

/// Dice of one kind that are added together.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pool {
    /// Whether the part is subtracted.
    minus: bool,
    count: u32,
    faces: u32,
    choice: Option<Choice>,
}

/// Which dice of a part count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Choice {
    keep: bool,
    highest: bool,
    number: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Target {
    comparison: Comparison,
    number: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    AtLeast,
    AtMost,
    Above,
    Below,
    Exactly,
}

/// A throw as it is stored.
#[derive(Serialize, Deserialize)]
struct Written {
    notation: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

impl From<Throw> for Written {
    fn from(throw: Throw) -> Written {
        Written { notation: throw.notation(), label: throw.label }
    }
}

impl TryFrom<Written> for Throw {
    type Error = Said;

    fn try_from(written: Written) -> Result<Throw, Said> {
        let throw = Throw::parse(&written.notation)?;
        match written.label {
            None => Ok(throw),
            Some(label) => throw.labelled(&label),
        }
    }
}

/// One die as it fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Die {
    /// The face, from 1.
    pub face: u32,
    /// Whether it counts; false for a die that was dropped.
    pub kept: bool,
}

/// What one of the throws came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The dice of each part, in the order written; within a part in the order thrown.
    pub dice: Vec<Vec<Die>>,
    /// The kept dice and the modifier added up.
    pub total: i64,
    /// Whether the comparison holds for the total; `None` without a comparison and where several dice are counted.
    pub target: Option<bool>,
    /// How many dice satisfy the comparison; `None` without a comparison and where the total is compared.
    pub successes: Option<u32>,
}

/// What a roll came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// Each separate throw, in order; one unless several were asked for.
    pub throws: Vec<Outcome>,
}

impl Throw {
    /// Reads what a player wrote.
    ///
    /// # Errors
    /// A sentence for the player that says what is wrong and what would be understood.
    pub fn parse(text: &str) -> Result<Throw, Said> {
        parser::parse(text)
    }

    /// The same throw with this label, trimmed, on one line; without one if nothing is left.
    ///
    /// # Errors
    /// A sentence for the player when the label is longer than [`MOST_TEXT`] characters.
    pub fn labelled(mut self, label: &str) -> Result<Throw, Said> {
        // A label is shown on one line of a post, whatever was pasted into it.
        let words = label.split(|c: char| c.is_whitespace() || c.is_control());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let label = words.join(" ");
        let length = label.chars().count();
        if length > MOST_TEXT {
            return Err(said!(
                "A label may have at most {} characters, and this one has {}.",
                MOST_TEXT,
                length
            ));
        }
        self.label = Some(label).filter(|label| !label.is_empty());
        Ok(self)
    }

    /// What the throw is for, in the player's words.
    pub fn label(&self) -> Option<&str> {
        self.label.as_deref()
    }

    /// How many separate throws were asked for, 1 to [`MOST_THROWS`].
    pub fn times(&self) -> u32 {
        self.times
    }

    /// The dice to roll, `[faces, count]`, in the order written: one group for each part of each throw, never merged.
    pub fn dice(&self) -> Vec<[u32; 2]> {
        let once = self.pools.iter().map(|pool| [pool.faces, pool.count]);
        (0..self.times).flat_map(|_| once.clone()).collect()
    }

    /// Whether a comparison counts dice, and not the total: dice of one kind and nothing else.
    fn counts_dice(&self) -> bool {
        let plain = |pool: &Pool| !pool.minus && pool.choice.is_none();
        self.modifier.is_none() && self.pools.len() == 1 && self.pools.iter().all(plain)
    }

    /// The same throw so that its comparison is with the total, where it counts several dice as it stands; `None` where it does not,
    /// and for one die, where both are the same.
    #[must_use]
    pub fn with_total(&self) -> Option<Throw> {
        let several = self.pools.iter().any(|pool| pool.count > 1);
        let counts = self.target.is_some() && self.counts_dice() && several;
        counts.then(|| Throw { modifier: Some(0), ..self.clone() })
    }

    /// What the rolled faces mean, given in the order of [`Throw::dice`].
    ///
    /// # Errors
    /// A sentence when there are not as many faces as dice, or a die has no such face.
    pub fn read(&self, faces: &[u32]) -> Result<Reading, Said> {
        let asked: u32 = self.dice().iter().map(|[_, count]| count).sum();
        if usize::try_from(asked) != Ok(faces.len()) {
            return Err(said!(
                "The throw {} needs {} dice, and {} were rolled.",
                self.notation(),
                asked,
                faces.len()
            ));
        }
        let mut rolled = faces.iter().copied();
        let throws = (0..self.times).map(|_| self.read_once(&mut rolled));
        Ok(Reading { throws: throws.collect::<Result<_, _>>()? })
    }

    /// Reads one of the throws off the faces still left.
    fn read_once(&self, rolled: &mut impl Iterator<Item = u32>) -> Result<Outcome, Said> {
        let mut dice = Vec::with_capacity(self.pools.len());
        let mut total = self.modifier.unwrap_or(0);
        for pool in &self.pools {
            let count = usize::try_from(pool.count).unwrap_or(usize::MAX);
            let faces: Vec<u32> = rolled.by_ref().take(count).collect();
            if let Some(wrong) = (faces.iter()).find(|face| !(1..=pool.faces).contains(*face)) {
                return Err(said!("A die with {} faces has no face {}.", pool.faces, wrong));
            }
            let kept = pool.kept(&faces);
            let sum: i64 = (kept.iter().filter(|die| die.kept)).map(|die| i64::from(die.face)).sum();
            total += if pool.minus { -sum } else { sum };
            dice.push(kept);
        }
        let counts = self.counts_dice();
        let single = self.pools.iter().all(|pool| pool.count == 1);
        let target = self.target.filter(|_| !counts || single);
        let counted = self.target.filter(|_| counts);
        let satisfying = |target: Target| {
            let dice = dice.iter().flatten();
            dice.map(|die| u32::from(target.holds(i64::from(die.face)))).sum()
        };
        Ok(Outcome {
            target: target.map(|target| target.holds(total)),
            successes: counted.map(satisfying),
            total,
            dice,
        })
    }

    /// The throw in its normal form without the label, such as `6x3d6dl1+2>=4`; it is read as an equal throw (which
    /// has no label).
    pub fn notation(&self) -> String {
        let mut text = String::new();
        if self.times > 1 {
            text += &format!("{}x", self.times);
        }
        for (place, pool) in self.pools.iter().enumerate() {
            if pool.minus {
                text.push('-');
            } else if place > 0 {
                text.push('+');
            }
            text += &format!("{}d{}", pool.count, pool.faces);
            if let Some(choice) = pool.choice {
                text.push(if choice.keep { 'k' } else { 'd' });
                text.push(if choice.highest { 'h' } else { 'l' });
                text += &choice.number.to_string();
            }
        }
        // Writing into a string cannot fail.
        if let Some(modifier) = self.modifier {
            let _ = write!(text, "{modifier:+}");
        }
        if let Some(target) = self.target {
            let _ = write!(text, "{}{}", target.comparison.sign(), target.number);
        }
        text
    }

    /// What the total of one throw is on average, as a fraction in lowest terms (numerator, denominator 1 or 2); a
    /// comparison is left aside. `None` where dice are dropped or kept.
    pub fn expected_total(&self) -> Option<(i64, i64)> {
        let mut halves = 2 * self.modifier.unwrap_or(0);
        for pool in &self.pools {
            if pool.choice.is_some() {
                return None;
            }
            let sum = i64::from(pool.count) * (i64::from(pool.faces) + 1);
            halves += if pool.minus { -sum } else { sum };
        }
        Some(if halves % 2 == 0 { (halves / 2, 1) } else { (halves, 2) })
    }
}

impl Pool {
    /// The faces as dice, with those marked that count.
    fn kept(&self, faces: &[u32]) -> Vec<Die> {
        let all = |kept| move |&face| Die { face, kept };
        let Some(choice) = self.choice else {
            return faces.iter().map(all(true)).collect();
        };
        // From the first to keep to the first to drop; the sort is stable, so of equal faces the earlier is kept.
        let highest_first = choice.keep == choice.highest;
        let mut order: Vec<usize> = (0..faces.len()).collect();
        order.sort_by(|&a, &b| {
            let rising = faces[a].cmp(&faces[b]);
            if highest_first { rising.reverse() } else { rising }
        });
        let number = usize::try_from(choice.number).unwrap_or(usize::MAX);
        let keep = if choice.keep { number } else { faces.len().saturating_sub(number) };
        let mut dice: Vec<Die> = faces.iter().map(all(false)).collect();
        for place in order.into_iter().take(keep) {
            dice[place].kept = true;
        }
        dice
    }
}

impl Target {
    fn holds(self, number: i64) -> bool {
        match self.comparison {
            Comparison::AtLeast => number >= self.number,
            Comparison::AtMost => number <= self.number,
            Comparison::Above => number > self.number,
            Comparison::Below => number < self.number,
            Comparison::Exactly => number == self.number,
        }
    }
}

impl Comparison {
    const fn sign(self) -> &'static str {
        match self {
            Comparison::AtLeast => ">=",
            Comparison::AtMost => "<=",
            Comparison::Above => ">",
            Comparison::Below => "<",
            Comparison::Exactly => "=",
        }
    }
}
