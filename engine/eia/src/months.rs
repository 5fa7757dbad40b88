//! Months and their phases, as the calendar of a campaign counts them.

use serde::{Deserialize, Serialize};
use std::fmt;
use table::said;
use table::said::{Said, name};

/// A month of the game: its number counts from January of year 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Month(u32);

/// A phase of a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The political phase.
    Political,
    /// The reinforcement phase.
    Reinforcement,
    /// The naval phase.
    Naval,
    /// The land phase.
    Land,
    /// The economic phase, in March, June, September and December.
    Economic,
}

/// The months' names.
pub const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

impl Month {
    /// The month after.
    #[must_use]
    pub fn next(self) -> Month {
        Month(self.0 + 1)
    }

    /// So many months later.
    #[must_use]
    pub fn later(self, months: u32) -> Month {
        Month(self.0 + months)
    }

    /// How many months it is after another; 0 where it is not.
    #[must_use]
    pub fn since(self, other: Month) -> u32 {
        self.0.saturating_sub(other.0)
    }

    /// Its year and its number in it, from 1.
    #[must_use]
    pub fn parts(self) -> (u32, u32) {
        (self.0 / 12, self.0 % 12 + 1)
    }

    /// Its name: "March 1805".
    #[must_use]
    pub fn name(self) -> String {
        let (year, month) = self.parts();
        format!("{} {year}", MONTHS[month as usize - 1])
    }

    /// Its name in a sentence, whose language is not known here.
    #[must_use]
    pub fn said(self) -> Said {
        let (year, month) = self.parts();
        said!("{} {}", name(MONTHS[month as usize - 1]), year)
    }

    /// Whether it has an economic phase.
    #[must_use]
    pub fn is_economic(self) -> bool {
        self.parts().1.is_multiple_of(3)
    }

    /// Its phases in order.
    #[must_use]
    pub fn phases(self) -> &'static [Phase] {
        use Phase::{Economic, Land, Naval, Political, Reinforcement};
        if self.is_economic() {
            &[Political, Reinforcement, Naval, Land, Economic]
        } else {
            &[Political, Reinforcement, Naval, Land]
        }
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month) = self.parts();
        write!(f, "{year:04}-{month:02}")
    }
}

impl TryFrom<String> for Month {
    type Error = String;
    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.split_once('-')
            .filter(|(year, month)| year.len() == 4 && month.len() == 2)
            .and_then(|(year, month)| Some((year.parse::<u32>().ok()?, month.parse::<u32>().ok()?)))
            .filter(|(_, month)| (1..=12).contains(month))
            .map(|(year, month)| Month(year * 12 + month - 1))
            .ok_or_else(|| format!("\"{text}\" is no month as in 1805-03."))
    }
}

impl std::str::FromStr for Month {
    type Err = String;
    fn from_str(text: &str) -> Result<Month, String> {
        Month::try_from(text.to_owned())
    }
}

impl From<Month> for String {
    fn from(month: Month) -> String {
        month.to_string()
    }
}

impl Phase {
    /// Its word in the outline of play.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Phase::Political => "political",
            Phase::Reinforcement => "reinforcement",
            Phase::Naval => "naval",
            Phase::Land => "land",
            Phase::Economic => "economic",
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Phase::Political => "Political phase",
            Phase::Reinforcement => "Reinforcement phase",
            Phase::Naval => "Naval phase",
            Phase::Land => "Land phase",
            Phase::Economic => "Economic phase",
        }
    }

    /// The phase of a word in the outline.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Phase> {
        use Phase::{Economic, Land, Naval, Political, Reinforcement};
        [Political, Reinforcement, Naval, Land, Economic].into_iter().find(|phase| phase.key() == key)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn months_are_counted_over_the_years() {
        let march = Month::try_from("1805-03".to_owned()).unwrap();
        assert_eq!((march.name().as_str(), march.is_economic()), ("March 1805", true));
        assert_eq!(march.later(10).to_string(), "1806-01");
        assert_eq!(march.next().phases().len(), 4);
        for wrong in ["", "1805", "1805-13", "1805-00", "1805-3", "march"] {
            assert!(Month::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }
}
