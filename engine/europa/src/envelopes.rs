//! The envelopes of Europa: what a round of them is about, and what is sealed in it.

use super::battle::course as fights;
use super::board;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use table::envelope::{NoRound, by_its_name};

/// What a round of envelopes is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// A battle: `fight/3` is that of battle 3, `fight/3/1` the first choice that it stops for.
    Fight {
        /// The battle's number.
        fight: u32,
        /// How often it has stopped; `None` for its plans.
        stop: Option<u8>,
    },
    /// Who intercepts a march or voyage, and who evades it: `intercept/7`.
    Intercept {
        /// The number of the march or voyage.
        march: u32,
    },
}

/// What lies in an envelope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "subject", rename_all = "snake_case")]
pub enum Choice {
    /// The plan for a battle.
    Fight(fights::Sealed),
    /// Who intercepts and who evades.
    Intercept(board::Declared),
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Round::Fight { fight, stop: None } => write!(f, "{}{fight}", fights::PREFIX),
            Round::Fight { fight, stop: Some(stop) } => write!(f, "{}{fight}/{stop}", fights::PREFIX),
            Round::Intercept { march } => write!(f, "{}{march}", board::PREFIX),
        }
    }
}

impl FromStr for Round {
    type Err = NoRound;

    fn from_str(name: &str) -> Result<Round, NoRound> {
        let parts: Vec<&str> = name.split('/').collect();
        let round = match *parts.as_slice() {
            ["fight", fight] => fight.parse().ok().map(|fight| Round::Fight { fight, stop: None }),
            ["fight", fight, stop] => {
                let numbers = fight.parse().ok().zip(stop.parse().ok());
                numbers.map(|(fight, stop)| Round::Fight { fight, stop: Some(stop) })
            }
            ["intercept", march] => march.parse().ok().map(|march| Round::Intercept { march }),
            _ => None,
        };
        by_its_name(round, name)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_round_is_read_back_from_its_one_name() {
        for name in ["fight/3", "fight/12/1", "intercept/7"] {
            assert_eq!(name.parse::<Round>().unwrap().to_string(), name);
        }
        for name in ["", "fight", "fight/03", "fight/3/", "intercept/x", "intercept/1/2", "battle/1/1"] {
            assert_eq!(name.parse::<Round>(), Err(NoRound), "{name}");
        }
    }
}
