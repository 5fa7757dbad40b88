//! Switches: readings and habits that are a matter of choice, each with the rule it belongs to. A group turns them by vote, the host
//! before play begins.

use super::campaign::Play;
use super::refusal::Refusal;
use super::said::{Value, name};
use crate::rules::RuleId;
use crate::{rule, said};
use std::collections::BTreeMap;

/// A switch of the rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Its key on the record.
    pub key: &'static str,
    /// What it is about.
    pub name: &'static str,
    /// How it can stand, the way it stands at founding first: key and words.
    pub ways: &'static [(&'static str, &'static str)],
    /// The rule whose reading it is, where it is one's.
    pub rule: Option<RuleId>,
}

/// Who has how many votes.
pub const VOTES: &str = "votes";
/// Whether equal bids that do not meet on the same power are ordered by dice too.
pub const TIES: &str = "ties";
/// Whether a secret may be shown to one power alone.
pub const SHOW: &str = "show";
/// Whether the operator's envelope comes before all others.
pub const OPERATOR_FIRST: &str = "operator_first";

/// Whether cavalry comes in three types.
pub const CAVALRY_TYPES: &str = "cavalry_types";
/// Whether superior cavalry adds to the die.
pub const CAVALRY_SUPERIORITY: &str = "cavalry_superiority";
/// Whether an army all of cavalry withdraws more easily.
pub const CAVALRY_WITHDRAWAL: &str = "cavalry_withdrawal";

/// Whether powers may buy breech-loading rifles.
pub const RIFLES: &str = "rifles";
/// Whether players may look at odds.
pub const ODDS: &str = "odds";

const YES: (&str, &str) = ("yes", "yes");
const NO: (&str, &str) = ("no", "no");

/// Every switch.
pub static ALL: &[Switch] = &[
    Switch {
        key: VOTES,
        name: "Votes",
        ways: &[("player", "one a player"), ("power", "one a power")],
        rule: Some(rule!("house.general.unclear-rule-vote")),
    },
    Switch {
        key: TIES,
        name: "Equal bids are ordered by dice",
        ways: &[("all", "always"), ("met", "only where they are for the same power")],
        rule: Some(rule!("house.general.bids-tie")),
    },
    Switch { key: SHOW, name: "A secret may be shown to one power alone", ways: &[NO, YES], rule: None },
    Switch { key: OPERATOR_FIRST, name: "The operator's envelope comes first", ways: &[YES, NO], rule: None },
    Switch {
        key: CAVALRY_TYPES,
        name: "Cavalry is light, medium or heavy",
        ways: &[YES, NO],
        rule: Some(rule!("house.land.cavalry.types")),
    },
    Switch { key: CAVALRY_SUPERIORITY, name: "Cavalry superiority (12.3.3.1)", ways: &[YES, NO], rule: None },
    Switch {
        key: RIFLES,
        name: "Breech-loading rifles can be bought",
        ways: &[NO, YES],
        rule: Some(rule!("nationalism.rifles.available")),
    },
    Switch { key: ODDS, name: "Odds can be looked at", ways: &[YES, NO], rule: None },
    Switch { key: CAVALRY_WITHDRAWAL, name: "Cavalry withdrawal (12.3.3.2)", ways: &[YES, NO], rule: None },
];

/// The switch of a key.
#[must_use]
pub fn by_key(key: &str) -> Option<&'static Switch> {
    ALL.iter().find(|switch| switch.key == key)
}

impl Switch {
    /// How it stands.
    #[must_use]
    pub fn stands(&self, set: &BTreeMap<String, String>) -> &'static str {
        let way = set.get(self.key).and_then(|set| self.ways.iter().find(|way| way.0 == set));
        way.unwrap_or(&self.ways[0]).0
    }

    /// The words for one of its ways.
    #[must_use]
    pub fn words(&self, way: &str) -> &'static str {
        self.ways.iter().find(|known| known.0 == way).map_or("", |known| known.1)
    }

    /// Checks that it can stand so.
    ///
    /// # Errors
    /// A refusal that lists the ways.
    pub fn check(&self, way: &str) -> Result<(), Refusal> {
        if self.ways.iter().any(|known| known.0 == way) {
            return Ok(());
        }
        let ways: Vec<Value> =
            self.ways.iter().map(|(key, words)| Value::Said(said!("{} ({})", *key, name(*words)))).collect();
        Err(Refusal::new(said!("\"{}\" can stand so: {}.", name(self.name), ways)))
    }
}

impl Play {
    /// How a switch stands; empty for one that is none.
    #[must_use]
    pub fn switch(&self, key: &str) -> &'static str {
        by_key(key).map_or("", |switch| switch.stands(&self.switches))
    }
}

/// The refusal for a key that is no switch.
pub(crate) fn unknown(key: &str) -> Refusal {
    let known: Vec<&str> = ALL.iter().map(|switch| switch.key).collect();
    Refusal::new(said!("There is no switch \"{}\". There is: {}.", key, known.join(", ")))
}
