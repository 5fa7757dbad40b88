//! What is chosen when a campaign of Europa is founded.

use super::period::Period;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::refusal::Refusal;
use table::said;

/// A scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its key, in commands and on the record.
    pub key: &'static str,
    /// Its title.
    pub title: &'static str,
}

/// The title of the only scenario.
const TITLE: &str = "Europa Universalis, fast battle";

/// The scenarios. The guide describes none: any turn can be the first.
pub const ALL: [Scenario; 1] = [Scenario { key: "europa", title: TITLE }];

/// The scenario of a key.
#[must_use]
pub fn by_key(key: &str) -> Option<&'static Scenario> {
    ALL.iter().find(|scenario| scenario.key == key)
}

/// What the host chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The first turn, 1 to 62.
    #[serde(default = "first")]
    pub turn: u8,
}

fn first() -> u8 {
    1
}

impl Options {
    /// The options of a founding line.
    #[must_use]
    pub fn read(options: &Value) -> Option<Options> {
        serde_json::from_value(options.clone()).ok()
    }
}

/// Checks what the host chose.
///
/// # Errors
/// A refusal where the scenario is unknown, the seats are not 2 to 7, or the turn is none of the 62.
pub fn options(key: &str, seats: u32, options: &Value) -> Result<Value, Refusal> {
    if by_key(key).is_none() {
        let known: Vec<&str> = ALL.iter().map(|scenario| scenario.key).collect();
        return Err(Refusal::new(said!("There is no scenario {}; there is: {}.", key, known.join(", "))));
    }
    if !(2..=7).contains(&seats) {
        return Err(Refusal::new(said!(
            "Europa Universalis is for 2 to 7 players here; {} was asked.",
            seats
        )));
    }
    let read = Options::read(options)
        .filter(|options| Period::of_turn(options.turn).is_some())
        .ok_or_else(|| Refusal::new(said!("The first turn is a whole number from 1 (1492) to 62 (1799).")))?;
    serde_json::to_value(read).map_err(|_| Refusal::new(said!("The choices could not be written.")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_campaign_begins_with_the_first_turn_or_the_one_that_its_host_chose() {
        assert_eq!(options("europa", 2, &json!({})).expect("it is right"), json!({"turn": 1}));
        assert_eq!(options("europa", 7, &json!({"turn": 62})).expect("it is right"), json!({"turn": 62}));
        let refused = |key: &str, seats: u32, chosen: Value| {
            options(key, seats, &chosen).expect_err("it is refused").says.to_string()
        };
        assert!(refused("europa", 1, json!({})).contains("2 to 7 players here; 1 was asked"));
        assert!(refused("europa", 8, json!({})).contains("8 was asked"));
        assert!(refused("risk", 2, json!({})).contains("no scenario risk; there is: europa"));
        for wrong in [json!({"turn": 0}), json!({"turn": 63}), json!({"year": 1520})] {
            assert!(refused("europa", 2, wrong).contains("from 1 (1492) to 62 (1799)"));
        }
    }
}
