//! What is chosen when a campaign of the Middle Ages is founded.

pub use crate::calendar::Calendar;
use crate::calendar::OF_771;
use crate::pack::{Data, Pack};
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
    /// Whether its board is kept here.
    pub kept: bool,
    /// Its first year and its rounds where it has them of its own.
    pub fixed: Option<Calendar>,
}

/// The title of the scenario whose board stands elsewhere.
const ELSEWHERE: &str = "Empires of the Middle Ages, a board elsewhere";

/// The title of the scenario of 771.
const CHARLEMAGNE: &str = "Empires of the Middle Ages, Charlemagne, 771 to 815";

/// The scenarios.
pub const ALL: [Scenario; 2] = [
    Scenario { key: "ages", title: ELSEWHERE, kept: false, fixed: None },
    Scenario { key: "charlemagne", title: CHARLEMAGNE, kept: true, fixed: Some(OF_771) },
];

/// The scenario of a key.
#[must_use]
pub fn by_key(key: &str) -> Option<&'static Scenario> {
    ALL.iter().find(|scenario| scenario.key == key)
}

/// What the host chooses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// The first year, 400 to 1500.
    #[serde(default = "first_year")]
    pub year: u16,
    /// How many rounds of five years are played, 1 to 60.
    #[serde(default = "nine")]
    pub rounds: u8,
    /// What replaces data of this program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pack: Option<Pack>,
}

fn first_year() -> u16 {
    771
}

fn nine() -> u8 {
    9
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
/// A refusal where the scenario is unknown, the seats are not 2 to 7, or years or rounds are out of bounds.
pub fn options(key: &str, seats: u32, options: &Value) -> Result<Value, Refusal> {
    let Some(scenario) = by_key(key) else {
        let known: Vec<&str> = ALL.iter().map(|scenario| scenario.key).collect();
        return Err(Refusal::new(said!("There is no scenario {}; there is: {}.", key, known.join(", "))));
    };
    if !(2..=7).contains(&seats) {
        return Err(Refusal::new(said!(
            "Empires of the Middle Ages is for 2 to 7 players here; {} was asked.",
            seats
        )));
    }
    let in_bounds =
        |options: &Options| (400..=1500).contains(&options.year) && (1..=60).contains(&options.rounds);
    let mut read = Options::read(options).filter(in_bounds).ok_or_else(|| {
        Refusal::new(said!(
            "The first year is a whole number from 400 to 1500, and 1 to 60 rounds of five years are played."
        ))
    })?;
    if let Some(Calendar { first, rounds, .. }) = scenario.fixed {
        read = Options { year: first, rounds, pack: read.pack };
    }
    if let Some(pack) = &read.pack {
        fits(pack, scenario, seats, (read.year, read.rounds))?;
    }
    serde_json::to_value(read).map_err(|_| Refusal::new(said!("The choices could not be written.")))
}

/// Refuses a pack that cannot be played with, or not by so many or in these years.
fn fits(pack: &Pack, scenario: &Scenario, seats: u32, (year, rounds): (u16, u8)) -> Result<(), Refusal> {
    let data = Data::of(pack.clone()).map_err(|wrong| Refusal::new(wrong.why))?;
    if !scenario.kept {
        return Ok(());
    }
    let courts = data.begins().len();
    if usize::try_from(seats).is_ok_and(|seats| seats > courts) {
        return Err(Refusal::new(said!(
            "The pack has {} courts at the beginning, and {} play.",
            courts,
            seats
        )));
    }
    match data.unplayable(Calendar { first: year, rounds, round: 1 }) {
        Some(why) => Err(Refusal::new(why)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_campaign_begins_in_the_year_that_its_host_chose() {
        let standard = json!({"year": 771, "rounds": 9});
        assert_eq!(options("ages", 2, &json!({})).expect("it is right"), standard);
        assert_eq!(options("charlemagne", 3, &json!({"year": 800})).expect("its years are fixed"), standard);
        let chosen = json!({"year": 1201, "rounds": 40});
        assert_eq!(options("ages", 7, &chosen).expect("it is right"), chosen);
        let refused = |key: &str, seats: u32, chosen: Value| {
            options(key, seats, &chosen).expect_err("it is refused").says.to_string()
        };
        assert!(refused("ages", 1, json!({})).contains("2 to 7 players here; 1 was asked"));
        assert!(refused("risk", 2, json!({})).contains("no scenario risk"));
        for wrong in [json!({"year": 399}), json!({"rounds": 0}), json!({"rounds": 61}), json!({"turn": 1})] {
            assert!(refused("ages", 2, wrong).contains("from 400 to 1500"));
        }
    }
}
