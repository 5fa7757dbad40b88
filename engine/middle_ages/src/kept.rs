//! What is kept off the record: nothing is lodged in this game, and its strongboxes hold notes alone.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::offers::Offer;
use table::refusal::Refusal;
use table::strongbox::Thing;

/// What holds a lodged order back: nothing is lodged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unless {}

/// What lies in a strongbox besides notes: nothing, for armies, fleets and gold of this game are open to all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Item {}

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
