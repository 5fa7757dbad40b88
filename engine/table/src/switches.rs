//! Switches: readings and habits that are a matter of choice, each with the rule it belongs to. A group turns them by vote, the host
//! before play begins.

pub(crate) mod acts;
mod known;

use super::refusal::Refusal;
pub(crate) use known::known;
pub use known::{all, by_key, of};

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

/// Whether a secret may be shown to one power alone.
pub const SHOW: &str = "show";

/// Whether the operator's envelope comes before all others.
pub const OPERATOR_FIRST: &str = "operator_first";

/// Whether players may look at odds.
pub const ODDS: &str = "odds";

/// Whether texts without a name may be published. Signed alone first: they are a matter of trust in who runs the bot, and of what a group
/// finds fair.
pub const PRESS: &str = "press";

/// For how many days an absent player is waited for where there is no clock.
pub const ASK_AFTER: &str = "ask_after";

/// How that stands where they may.
pub const ANONYMOUS: &str = "anonymous";

/// A switch that is turned on.
pub const YES: (&str, &str) = ("yes", "yes");

/// A switch that is turned off.
pub const NO: (&str, &str) = ("no", "no");

/// The switches that every campaign has.
static COMMON: &[Switch] = &[
    Switch {
        key: VOTES,
        name: "Votes",
        ways: &[("player", "one a player"), ("power", "one a power")],
        rule: Some(rule!("house.general.unclear-rule-vote")),
    },
    Switch { key: SHOW, name: "A secret may be shown to one power alone", ways: &[NO, YES], rule: None },
    Switch { key: OPERATOR_FIRST, name: "The operator's envelope comes first", ways: &[YES, NO], rule: None },
    Switch {
        key: PRESS,
        name: "Press",
        ways: &[("signed", "signed"), (ANONYMOUS, "signed, or anonymous at fixed hours")],
        rule: None,
    },
    Switch {
        key: ASK_AFTER,
        name: "Where there is no clock, an absent player is asked after",
        ways: &[
            ("7", "after 7 days"),
            ("3", "after 3 days"),
            ("14", "after 14 days"),
            ("30", "after 30 days"),
        ],
        rule: None,
    },
    Switch { key: ODDS, name: "Odds can be looked at", ways: &[YES, NO], rule: None },
];

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

#[cfg(test)]
mod tests {
    use super::all;

    #[test]
    fn no_key_is_of_two_switches() {
        let mut keys: Vec<&str> = all().map(|switch| switch.key).collect();
        let many = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), many);
    }
}
