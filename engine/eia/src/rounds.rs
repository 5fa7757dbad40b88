//! What a round of envelopes is about in Empires in Arms, and its one name.

use super::months::Month;
use super::politics::gate::Gate;
use super::powers::Power;
use std::fmt;
use std::str::FromStr;
use table::envelope::{NoRound, by_its_name};

/// The round of the choice of powers, in which the bid sheets are sealed.
pub const CHOICE_OF_POWERS: &str = "choice/bids";

/// What the name of an auction's round begins with.
pub(crate) const AUCTION: &str = "auction/";

/// What a round of envelopes is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// The choice of powers: `choice/bids`.
    Bids,
    /// The auction of a power: `auction/turkey`.
    Auction(Power),
    /// Bids for the control of a power without a player, in a December: `control/1805-12/prussia`.
    Control(Month, Power),
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
    /// The political sheets of a month, `politics/1805-03`, and what is asked at its later gates: `politics/1805-03/demand`. Where a gate
    /// opens outside the political phase its number in the month stands behind it, from 1: `politics/1805-03/defence/1`.
    Politics(Month, Gate, u8),
    /// The terms of a month's formal peaces: `politics/1805-03/terms`, likewise.
    Terms(Month, u8),
    /// The economic sheets of a quarter: `budget/1805-03`.
    Budget(Month),
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Round::Bids => f.write_str(CHOICE_OF_POWERS),
            Round::Auction(power) => write!(f, "{AUCTION}{}", power.key()),
            Round::Control(month, power) => write!(f, "control/{month}/{}", power.key()),
            Round::Battle { battle, day, stop: None } => write!(f, "battle/{battle}/{day}"),
            Round::Battle { battle, day, stop: Some(stop) } => write!(f, "battle/{battle}/{day}/{stop}"),
            Round::Politics(month, Gate::Sheet, _) => write!(f, "politics/{month}"),
            Round::Politics(month, gate, 0) => write!(f, "politics/{month}/{}", gate.key()),
            Round::Politics(month, gate, nth) => write!(f, "politics/{month}/{}/{nth}", gate.key()),
            Round::Terms(month, 0) => write!(f, "politics/{month}/terms"),
            Round::Terms(month, nth) => write!(f, "politics/{month}/terms/{nth}"),
            Round::Budget(month) => write!(f, "budget/{month}"),
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
            ["control", month, power] => {
                of_month(month).zip(Power::by_key(power)).map(|(month, power)| Round::Control(month, power))
            }
            ["battle", battle, day] => of_battle(battle, day, None),
            ["battle", battle, day, stop] => of_battle(battle, day, Some(stop)),
            ["politics", month] => of_month(month).map(|month| Round::Politics(month, Gate::Sheet, 0)),
            ["budget", month] => of_month(month).filter(|month| month.is_economic()).map(Round::Budget),
            ["politics", month, gate] => of_gate(month, gate, "0"),
            ["politics", month, gate, nth] => of_gate(month, gate, nth),
            _ => None,
        };
        by_its_name(round, name)
    }
}

fn of_month(month: &str) -> Option<Month> {
    Month::try_from(month.to_owned()).ok()
}

fn of_gate(month: &str, gate: &str, nth: &str) -> Option<Round> {
    let (month, nth) = (of_month(month)?, nth.parse().ok()?);
    match gate {
        "terms" => Some(Round::Terms(month, nth)),
        gate => Some(Round::Politics(month, Gate::by_key(gate)?, nth)),
    }
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
            "control/1805-12/prussia",
            "battle/3/1",
            "battle/12/2/1",
            "politics/1805-03",
            "politics/1805-03/defence",
            "politics/1805-03/defence/1",
            "politics/1805-03/terms",
            "politics/1805-03/terms/2",
            "budget/1805-03",
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
            "politics/1805-03/terms/0",
            "politics/1805-03/demand/+1",
            "auction/venice",
            "budget/1805-04",
            "budget/1805-03/1",
            "battle/3",
            "battle/03/1",
            "battle/3/1/",
            "battle/+3/1",
        ] {
            assert_eq!(name.parse::<Round>(), Err(NoRound), "{name}");
        }
    }
}
