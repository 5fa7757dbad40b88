//! Audiences: for whom a sealed body is (`fairness.md`, format 2). A body is sealed once for all who may see it.

use super::names::SeatId;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// For whom a sealed body is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Audience {
    /// For all: a text that stands apart only so that it can be deleted.
    All,
    /// For nobody yet: the bot keeps it.
    Bot,
    /// For these seats, at least one, in their order.
    Seats(Vec<SeatId>),
}

impl Audience {
    /// These seats; nobody yet where there are none.
    #[must_use]
    pub fn of(seats: impl IntoIterator<Item = SeatId>) -> Audience {
        let mut seats: Vec<SeatId> = seats.into_iter().collect();
        seats.sort_by_key(|seat| (seat.number(), seat.to_string()));
        seats.dedup();
        if seats.is_empty() { Audience::Bot } else { Audience::Seats(seats) }
    }

    /// One seat.
    #[must_use]
    pub fn seat(seat: &SeatId) -> Audience {
        Audience::Seats(vec![seat.clone()])
    }

    /// Its seats; none where it is not of seats.
    #[must_use]
    pub fn seats(&self) -> &[SeatId] {
        match self {
            Audience::Seats(seats) => seats,
            Audience::All | Audience::Bot => &[],
        }
    }

    /// Whether a seat may see the body, or with none whether everybody may.
    #[must_use]
    pub fn includes(&self, seat: Option<&SeatId>) -> bool {
        match self {
            Audience::All => true,
            Audience::Bot => false,
            Audience::Seats(seats) => seat.is_some_and(|seat| seats.contains(seat)),
        }
    }
}

/// As it is stored beside the body: `all`, `bot`, or the seats with spaces between.
impl fmt::Display for Audience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Audience::All => f.write_str("all"),
            Audience::Bot => f.write_str("bot"),
            Audience::Seats(seats) => {
                for (i, seat) in seats.iter().enumerate() {
                    let space = if i == 0 { "" } else { " " };
                    write!(f, "{space}{seat}")?;
                }
                Ok(())
            }
        }
    }
}

/// That is no audience.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("that is no audience: all, bot, or seats in their order, each once")]
pub struct NoAudience;

impl FromStr for Audience {
    type Err = NoAudience;

    fn from_str(text: &str) -> Result<Audience, NoAudience> {
        match text {
            "all" => Ok(Audience::All),
            "bot" => Ok(Audience::Bot),
            seats => of_seats(seats.split(' ').map(SeatId::from).collect()),
        }
    }
}

/// Seats as they are written: in their order, each once.
fn of_seats(seats: Vec<SeatId>) -> Result<Audience, NoAudience> {
    let is_one = |seat: &SeatId| !["", "all", "bot"].contains(&seat.as_str()) && !seat.as_str().contains(' ');
    let audience = Audience::of(seats.iter().cloned());
    if audience.seats() == seats && seats.iter().all(is_one) { Ok(audience) } else { Err(NoAudience) }
}

/// On the record one seat is its word, and several are a list.
impl Serialize for Audience {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Audience::Seats(seats) if seats.len() > 1 => seats.serialize(serializer),
            other => serializer.collect_str(other),
        }
    }
}

impl<'de> Deserialize<'de> for Audience {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Audience, D::Error> {
        deserializer.deserialize_any(OfAudience)
    }
}

struct OfAudience;

impl<'de> Visitor<'de> for OfAudience {
    type Value = Audience;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("all, bot, a seat, or a list of seats")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Audience, E> {
        let read = if word.contains(' ') { Err(NoAudience) } else { word.parse() };
        read.map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seats: A) -> Result<Audience, A::Error> {
        let seats: Vec<SeatId> = Deserialize::deserialize(SeqAccessDeserializer::new(seats))?;
        let read = if seats.len() < 2 { Err(NoAudience) } else { of_seats(seats) };
        read.map_err(A::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::{from_value, json, to_value};

    fn seat(n: u32) -> SeatId {
        SeatId::numbered(n)
    }

    #[test]
    fn an_audience_is_written_in_one_way_on_the_record_and_in_one_beside_it() {
        let both = Audience::of([seat(10), seat(2), seat(2)]);
        for (audience, record, beside) in [
            (Audience::All, json!("all"), "all"),
            (Audience::Bot, json!("bot"), "bot"),
            (Audience::seat(&seat(3)), json!("seat-3"), "seat-3"),
            (both, json!(["seat-2", "seat-10"]), "seat-2 seat-10"),
        ] {
            assert_eq!(to_value(&audience).unwrap(), record);
            assert_eq!(from_value::<Audience>(record).unwrap(), audience);
            assert_eq!(audience.to_string(), beside);
            assert_eq!(beside.parse::<Audience>().unwrap(), audience);
        }
        for wrong in [
            json!([]),
            json!(["seat-1"]),
            json!(["seat-2", "seat-1"]),
            json!(["seat-1", "seat-1"]),
            json!("seat-1 seat-2"),
        ] {
            assert!(from_value::<Audience>(wrong.clone()).is_err(), "{wrong}");
        }
        for wrong in ["", "seat-2 seat-1", "seat-1  seat-2", "all seat-1"] {
            assert!(wrong.parse::<Audience>().is_err(), "{wrong}");
        }
        assert_eq!(Audience::of([]), Audience::Bot);
    }

    #[test]
    fn only_those_it_names_may_see() {
        let both = Audience::of([seat(1), seat(2)]);
        assert!(both.includes(Some(&seat(2))) && !both.includes(Some(&seat(3))) && !both.includes(None));
        assert!(Audience::All.includes(None) && !Audience::Bot.includes(Some(&seat(1))));
    }
}
