//! Refusals: an order that is not allowed, told in a sentence.

use super::said::Said;
use crate::rules::RuleId;
use crate::said;
use serde::Serialize;
use std::fmt;

/// Why an order was not taken: what was wrong and what would be allowed, in whole sentences, with the rule where there is one.
/// A refused order changes nothing and consumes no roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The rules it rests on; empty where it rests on the table's own order of things.
    pub rules: Vec<RuleId>,
    /// The sentence that the player reads; it is English wherever no language is chosen.
    pub says: Said,
}

impl Refusal {
    /// A refusal that rests on no numbered rule.
    pub fn new(says: impl Into<Said>) -> Refusal {
        Refusal { rules: Vec::new(), says: says.into() }
    }

    /// A refusal under a rule.
    pub fn under(rule: RuleId, says: impl Into<Said>) -> Refusal {
        Refusal { rules: vec![rule], says: says.into() }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.says)
    }
}

impl std::error::Error for Refusal {}

impl From<super::canonical::NotCanonical> for Refusal {
    fn from(fault: super::canonical::NotCanonical) -> Self {
        Refusal::new(said!("That cannot be written into the record. {}", fault.to_string()))
    }
}
