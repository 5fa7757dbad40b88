//! The rules of the economy in simulated campaigns in which the bot keeps it: which those are, and which of them do not come up there, with why.

use engine::rule;
use engine::table::rules::{RuleId, ids_under};

/// The parts of the ledger that are the economy's: of a peace what it comes to in money, manpower and what a forced surrender is.
pub const SECTIONS: [&str; 11] = [
    "house.base.no-militia-conversion",
    "house.peace.enforced.",
    "house.peace.reparations.",
    "house.peace.loan.",
    "house.peace.exile.",
    "house.surrender.",
    "house.ottoman.",
    "house.spain.",
    "house.suez.",
    "enhancements.minor-savings.",
    "enhancements.dominance.",
];

/// What does not come up in a simulated campaign, and why; each of these is asserted by value in a test of the engine.
pub const SILENT: [(RuleId, &str); 4] = [
    (
        rule!("house.base.no-militia-conversion"),
        "a refusal: no sheet offers the conversion, and who fills in what is offered does not ask for it",
    ),
    (
        rule!("house.peace.enforced.december-example"),
        "an example of house.peace.enforced.length, which comes up itself",
    ),
    (
        rule!("house.ottoman.troops-morale"),
        "morale in a battle on land, which is fought at the table where the bot keeps politics and economy alone",
    ),
    (
        rule!("house.ottoman.cavalry-superiority"),
        "cavalry in a battle on land, which is fought at the table where the bot keeps politics and economy alone",
    ),
];

/// What comes up in few campaigns (in 14 of 1,000), and why.
pub const SELDOM: [(RuleId, &str); 2] = [
    (
        rule!("house.peace.exile.cannot-pay"),
        "a refusal, where a power has fewer PP than its leader's return costs: that is a few, and powers are seldom so low while he may come back",
    ),
    (
        rule!("house.peace.exile.napoleon-example"),
        "the example of a return from exile: France must surrender, have Napoleon exiled and call him back, which few campaigns come to",
    ),
];

/// The rules of the economy.
pub fn rules() -> impl Iterator<Item = RuleId> {
    SECTIONS.iter().flat_map(|section| ids_under(section)).copied()
}

/// Why a rule does not come up in a simulated campaign, or seldom; `None` of those that do.
#[must_use]
pub fn why_silent(rule: RuleId) -> Option<&'static str> {
    SILENT.iter().chain(&SELDOM).find(|(silent, _)| *silent == rule).map(|(_, why)| *why)
}
