//! Who and what a campaign speaks of: campaigns, persons, seats.

use super::said::Said;
use crate::said;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

/// A seat at the table: one player's place, whatever he plays. `seat-1`, `seat-2`, …
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct SeatId(Arc<str>);

impl SeatId {
    /// The `n`th seat, counted from 1.
    #[must_use]
    pub fn numbered(n: u32) -> SeatId {
        SeatId(format!("seat-{n}").into())
    }

    /// The seat's machine word.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Which seat it is, counted from 1; `None` for a word that no campaign gave out.
    #[must_use]
    pub fn number(&self) -> Option<u32> {
        self.0.strip_prefix("seat-")?.parse().ok()
    }
}

/// The word of a seat as the key of a map on the record, `seat_1`; `None` for any other word.
pub(crate) fn seat_key(word: &str) -> Option<String> {
    let number = word.strip_prefix("seat-")?.parse::<u32>().ok()?;
    Some(format!("seat_{number}")).filter(|_| SeatId::numbered(number).as_str() == word)
}

/// A seat is read as it is written, as the key of a map too.
impl<'de> Deserialize<'de> for SeatId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        let seat = word.strip_prefix("seat_").map(|number| format!("seat-{number}"));
        let seat = seat.filter(|seat| seat_key(seat).as_ref() == Some(&word));
        Ok(SeatId(seat.unwrap_or(word).into()))
    }
}

impl From<&str> for SeatId {
    fn from(word: &str) -> Self {
        SeatId(word.into())
    }
}

impl fmt::Display for SeatId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Who gave an order, as the record names him: the bot, or a person of this campaign by number. Who person 3 is in Discord stands in a
/// table of the database that can be deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum By {
    /// The bot itself: the clock, or what follows of itself.
    Bot,
    /// A person, numbered from 1 in the order in which they came to the campaign. Person 1 founded it and is its host.
    Person(u32),
}

impl By {
    /// The person's number; `None` for the bot.
    #[must_use]
    pub fn person(self) -> Option<u32> {
        match self {
            By::Bot => None,
            By::Person(n) => Some(n),
        }
    }
}

impl fmt::Display for By {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            By::Bot => f.write_str("bot"),
            By::Person(n) => write!(f, "person {n}"),
        }
    }
}

impl Serialize for By {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for By {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text == "bot" {
            return Ok(By::Bot);
        }
        text.strip_prefix("person ")
            .and_then(|n| n.parse().ok())
            .filter(|n| By::Person(*n).to_string() == text)
            .map(By::Person)
            .ok_or_else(|| serde::de::Error::custom("neither \"bot\" nor \"person N\""))
    }
}

/// A word that a player lays down to have a hand in the dice: `[a-z0-9]{1,16}`, typed by the player, never suggested by the bot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Word(String);

impl Word {
    /// Reads a word as a player typed it; blanks around it are dropped and capitals made small.
    ///
    /// # Errors
    /// A sentence that says what a word is.
    pub fn read(text: &str) -> Result<Word, Said> {
        Word::try_from(text.trim().to_ascii_lowercase())
    }

    /// The word.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Word {
    type Error = Said;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
        if (1..=16).contains(&text.len()) && text.bytes().all(plain) {
            Ok(Word(text))
        } else {
            Err(said!(
                "A word is 1 to 16 letters a–z or digits, without blanks; any word that nobody else could guess will do."
            ))
        }
    }
}

impl From<Word> for String {
    fn from(word: Word) -> String {
        word.0
    }
}

/// Whether a text can be a campaign's ten characters (`[a-z0-9]{10}`).
#[must_use]
pub fn is_campaign_id(text: &str) -> bool {
    text.len() == 10 && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::canonical::canonical;
    use crate::game::as_recorded;
    use serde_json::{from_value, json, to_value};
    use std::collections::BTreeMap;

    #[test]
    fn a_map_by_seats_stands_on_the_record_and_is_read_again() {
        let of_each = BTreeMap::from([(SeatId::numbered(2), vec![SeatId::numbered(1)])]);
        let mut written = to_value(&of_each).unwrap();
        as_recorded(&mut written);
        assert_eq!(canonical(&written).unwrap(), r#"{"seat_2":["seat-1"]}"#);
        assert_eq!(from_value::<BTreeMap<SeatId, Vec<SeatId>>>(written).unwrap(), of_each);
    }

    #[test]
    fn no_other_word_is_taken_for_a_seat() {
        for word in ["seat_01", "seat_+1", "seat_", "seat_x", "seats_1"] {
            assert_eq!(from_value::<SeatId>(json!(word)).unwrap().as_str(), word);
        }
        assert_eq!(seat_key("seat-01").or(seat_key("set-1")), None);
    }
}
