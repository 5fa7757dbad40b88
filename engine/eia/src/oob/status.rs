//! The political status track: forty boxes in four zones, and what each gives.

use serde::{Deserialize, Deserializer};
use std::fmt;
use std::sync::LazyLock;
use table::facts::{Fact, Origin};

/// How many boxes the track has.
pub const BOXES: u8 = 40;

/// A zone of ten boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Zone {
    /// F1 to F10.
    Fiasco,
    /// I1 to I10.
    Instability,
    /// N1 to N10.
    Neutral,
    /// D1 to D10.
    Dominant,
}

impl Zone {
    const ALL: [Zone; 4] = [Zone::Fiasco, Zone::Instability, Zone::Neutral, Zone::Dominant];

    fn letter(self) -> char {
        ['F', 'I', 'N', 'D'][self as usize]
    }
}

/// A box of the track, 0 (F1) to 39 (D10); a PP is a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StatusBox(u8);

/// The number of the highest box of the fiasco zone, F10.
pub const HIGHEST_FIASCO: u8 = 9;

impl StatusBox {
    /// The box of a number from 0 (F1) to 39 (D10).
    #[must_use]
    pub fn at(number: u8) -> Option<StatusBox> {
        (number < BOXES).then_some(StatusBox(number))
    }

    /// The box that a player writes as zone and place: `N5`.
    #[must_use]
    pub fn read(text: &str) -> Option<StatusBox> {
        let mut letters = text.trim().chars();
        let first = letters.next()?.to_ascii_uppercase();
        let zone = Zone::ALL.into_iter().find(|zone| zone.letter() == first)?;
        let place: u8 = letters.as_str().parse().ok().filter(|place| (1..=10).contains(place))?;
        Some(StatusBox(zone as u8 * 10 + place - 1))
    }

    /// Its number, 0 to 39.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    /// Its zone.
    #[must_use]
    pub fn zone(self) -> Zone {
        Zone::ALL[usize::from(self.0 / 10)]
    }

    /// The box so many PP further right, or left where they are negative; the track has two ends.
    #[must_use]
    pub fn moved(self, points: i64) -> StatusBox {
        let last = i64::from(BOXES) - 1;
        StatusBox(u8::try_from((i64::from(self.0) + points).clamp(0, last)).unwrap_or(self.0))
    }
}

/// `N5`.
impl fmt::Display for StatusBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.zone().letter(), self.0 % 10 + 1)
    }
}

impl<'de> Deserialize<'de> for StatusBox {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        StatusBox::read(&text)
            .ok_or_else(|| serde::de::Error::custom(format!("{text} is no box of the track")))
    }
}

/// What the boxes give; rows of forty from F1 to D10.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Track {
    origin: Origin,
    points: Vec<i64>,
    drift: Vec<i64>,
    loss: Vec<i64>,
}

static TRACK: LazyLock<Track> = LazyLock::new(|| {
    // The file is part of the program and a test reads all of it.
    Track::read(include_str!("../../data/oob/status.toml"))
        .expect("the shipped political status track is well-formed")
});

impl Track {
    fn read(text: &str) -> Result<Track, String> {
        let track: Track = toml::from_str(text).map_err(|problem| problem.to_string())?;
        let rows = [&track.points, &track.drift, &track.loss];
        if rows.iter().any(|row| row.len() != usize::from(BOXES)) {
            return Err("Each row has forty boxes.".to_owned());
        }
        if !track.points.is_sorted() || !track.loss.is_sorted_by(|one, next| one >= next) {
            return Err("A box further right gives no fewer points and no greater loss.".to_owned());
        }
        Ok(track)
    }
}

impl StatusBox {
    fn of(self, row: &[i64]) -> Fact<i64> {
        Fact { value: row.get(usize::from(self.0)).copied().unwrap_or(0), origin: TRACK.origin }
    }

    /// VP that it gives in an economic phase (8.1).
    #[must_use]
    pub fn points(self) -> Fact<i64> {
        self.of(&TRACK.points)
    }

    /// PP by which it drifts in an economic phase: back towards the neutral zone.
    #[must_use]
    pub fn drift(self) -> Fact<i64> {
        self.of(&TRACK.drift)
    }

    /// The number that a die must exceed, or money and manpower are halved; 0 where none is rolled (10.5.2).
    #[must_use]
    pub fn loss(self) -> Fact<i64> {
        self.of(&TRACK.loss)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_written_as_zone_and_place() {
        for (text, number) in
            [("F1", 0), ("f10", 9), ("I1", 10), ("N5", 24), ("N10", 29), ("D1", 30), ("D10", 39)]
        {
            let one = StatusBox::read(text).unwrap();
            assert_eq!((one.number(), one.to_string()), (number, text.to_uppercase()));
            assert_eq!(StatusBox::at(number), Some(one));
        }
        for text in ["", "N", "N0", "N11", "X3", "5", "-1"] {
            assert_eq!(StatusBox::read(text), None, "{text}");
        }
        assert_eq!(StatusBox::at(40), None);
        let at = |text| StatusBox::read(text).unwrap();
        assert_eq!(
            [at("N5").moved(7), at("I2").moved(-3), at("F2").moved(-9), at("D9").moved(9)]
                .map(|b| b.to_string()),
            ["D2", "F9", "F1", "D10"]
        );
    }

    #[test]
    fn the_track_gives_what_is_known_of_it() {
        let at = |text| StatusBox::read(text).unwrap();
        assert_eq!((at("D2").points().value, at("D2").drift().value, at("D2").loss().value), (9, -2, 0));
        assert_eq!((at("N10").points().value, at("N10").drift().value), (8, 0));
        // The highest of the boxes of three points, at the top of Instability.
        assert_eq!((at("I10").points().value, at("I10").drift().value, at("I10").loss().value), (3, 2, 1));
        assert!(at("N1").points().value > 3 && !at("N1").points().origin.is_certain());
        let shipped = include_str!("../../data/oob/status.toml");
        for (from, to) in [("points = [", "points = [9, "), ("loss = [", "loss = [0, ")] {
            assert!(Track::read(&shipped.replacen(from, to, 1)).is_err(), "{to}");
        }
    }
}
