//! The envelopes of Empires in Arms: what a round of them is about, and what is sealed in it.

use super::land::battle::sealed::Sealed;
use super::outline::Month;
use super::politics::sheet::Gate;
use super::powers::Power;
use super::{auction, choice_of_powers, politics};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use table::bids::Sheet;
use table::envelope::{NoRound, by_its_name};

/// What a round of envelopes is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// The choice of powers: `choice/bids`.
    Bids,
    /// The auction of a power: `auction/turkey`.
    Auction(Power),
    /// The plans for a day of a battle: `battle/3/1` is the first day of battle 3, `battle/3/1/2` the second step at which it stops to
    /// ask.
    Battle {
        /// The battle's number.
        battle: u32,
        /// The day.
        day: u8,
        /// How often the day has stopped; `None` for its plans.
        stop: Option<u8>,
    },
    /// The political sheets of a month, `politics/1805-03`, and what is asked at its later gates: `politics/1805-03/demand`.
    Politics(Month, Gate),
    /// The terms of a month's formal peaces: `politics/1805-03/terms`.
    Terms(Month),
}

/// What lies in an envelope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "subject", rename_all = "snake_case")]
pub enum Choice {
    /// A bid sheet for the choice of powers.
    Bids(Sheet),
    /// A bid in an auction.
    Auction(auction::Sealed),
    /// The plan for a battle.
    Battle(Sealed),
    /// A political sheet, or what is answered at a later gate.
    Politics(politics::sheet::Sheet),
    /// What one wants and spares in the treaties of a month.
    Terms(politics::terms::Wishes),
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Round::Bids => f.write_str(choice_of_powers::ROUND),
            Round::Auction(power) => write!(f, "{}{}", auction::PREFIX, power.key()),
            Round::Battle { battle, day, stop: None } => write!(f, "battle/{battle}/{day}"),
            Round::Battle { battle, day, stop: Some(stop) } => write!(f, "battle/{battle}/{day}/{stop}"),
            Round::Politics(month, Gate::Sheet) => write!(f, "politics/{month}"),
            Round::Politics(month, gate) => write!(f, "politics/{month}/{}", gate.key()),
            Round::Terms(month) => write!(f, "politics/{month}/terms"),
        }
    }
}

impl FromStr for Round {
    type Err = NoRound;

    fn from_str(name: &str) -> Result<Round, NoRound> {
        let parts: Vec<&str> = name.split('/').collect();
        let round = match *parts.as_slice() {
            ["choice", "bids"] => Some(Round::Bids),
            ["auction", power] => Power::by_key(power).map(Round::Auction),
            ["battle", battle, day] => of_battle(battle, day, None),
            ["battle", battle, day, stop] => of_battle(battle, day, Some(stop)),
            ["politics", month] => of_month(month).map(|month| Round::Politics(month, Gate::Sheet)),
            ["politics", month, "terms"] => of_month(month).map(Round::Terms),
            ["politics", month, gate] => {
                of_month(month).zip(Gate::by_key(gate)).map(|(month, gate)| Round::Politics(month, gate))
            }
            _ => None,
        };
        by_its_name(round, name)
    }
}

fn of_month(month: &str) -> Option<Month> {
    Month::try_from(month.to_owned()).ok()
}

fn of_battle(battle: &str, day: &str, stop: Option<&str>) -> Option<Round> {
    let stop = stop.map(str::parse).transpose().ok()?;
    Some(Round::Battle { battle: battle.parse().ok()?, day: day.parse().ok()?, stop })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_round_is_read_back_from_its_one_name() {
        for name in [
            "choice/bids",
            "auction/great_britain",
            "battle/3/1",
            "battle/12/2/1",
            "politics/1805-03",
            "politics/1805-03/defence",
            "politics/1805-03/terms",
        ] {
            assert_eq!(name.parse::<Round>().unwrap().to_string(), name);
        }
        for name in [
            "",
            "choice",
            "politics",
            "politics/1805-3",
            "politics/1805-03/sheet",
            "politics/1805-03/weather",
            "auction/venice",
            "battle/3",
            "battle/03/1",
            "battle/3/1/",
            "battle/+3/1",
        ] {
            assert_eq!(name.parse::<Round>(), Err(NoRound), "{name}");
        }
    }
}
