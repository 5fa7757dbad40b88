//! The envelopes of the Middle Ages. At a board elsewhere nothing is sealed but what every campaign can seal.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;
use std::str::FromStr;
use table::envelope::NoRound;
use table::offers::Offer;
use table::refusal::Refusal;
use table::strongbox::Thing;

/// What a round of envelopes is about: none is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {}

/// What lies in an envelope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {}

/// What holds a lodged order back: nothing is lodged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unless {}

/// What lies in a strongbox besides notes: nothing, for armies, fleets and gold of this game are open to all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Item {}

impl fmt::Display for Round {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for Round {
    type Err = NoRound;

    fn from_str(_: &str) -> Result<Round, NoRound> {
        Err(NoRound)
    }
}

impl Thing for Item {
    fn name(&self) -> String {
        match *self {}
    }

    fn power(&self) -> Option<&str> {
        match *self {}
    }

    fn of_power(self, _: Option<String>) -> Item {
        self
    }

    fn check(&self) -> Result<(), Refusal> {
        match *self {}
    }

    fn renamed(self, _: &str) -> Option<Item> {
        Some(self)
    }

    fn offers() -> Vec<Offer> {
        Vec::new()
    }

    fn filled(_: &str, _: &Value) -> Option<Item> {
        None
    }
}
