//! The rules of politics and of the economy: every one of them stands where the code does it, or here with why it never comes up.
#![allow(clippy::unwrap_used)]

use engine::table::rules::ids_under;
use std::fs;
use std::path::Path;

/// The parts of the ledger that are politics or the economy.
const SECTIONS: [&str; 24] = [
    "house.base.",
    "house.general.",
    "house.peace.",
    "house.victory.",
    "house.victory-conditions.",
    "house.war.",
    "house.ceding.",
    "house.access.",
    "house.alliance.",
    "house.dominance.",
    "house.surrender.",
    "house.minors.",
    "house.map.",
    "enhancements.sue.",
    "enhancements.minor.",
    "enhancements.cede.",
    "enhancements.access.",
    "enhancements.district.",
    "enhancements.dominance.",
    "enhancements.minor-savings.",
    "house.ottoman.",
    "house.spain.",
    "house.suez.",
    "enhancements.scope",
];

/// What no order, result or refusal carries, and why.
const NEVER: [(&str, &str); 18] = [
    ("house.base.optional-rules", "says which rules are in use: the switches of the campaign"),
    ("house.base.advanced-naval", "the naval rules themselves, which the board has"),
    ("house.base.house-rules-on-top", "says what wins where two rules differ"),
    ("house.base.errata-applied", "says which text of a rule is meant"),
    ("house.peace.enforced.december-example", "an example, which a test plays"),
    ("house.access.forcible.pp-cost-example", "an example, which a test plays"),
    ("house.minors.finland.listed", "that the country is on the map"),
    ("house.minors.garrison-anywhere", "garrisons stand on the board alone, and nobody hinders them here"),
    ("enhancements.scope", "says which rules are in use: the switches of the campaign"),
    ("enhancements.sue.example.setting", "an example, which a test plays"),
    ("enhancements.sue.example.one", "an example, which a test plays"),
    ("enhancements.sue.example.one.case-one", "an example, which a test plays"),
    ("enhancements.sue.example.one.case-two", "an example, which a test plays"),
    ("enhancements.sue.example.one.case-two-mirror", "an example, which a test plays"),
    ("enhancements.sue.example.one.case-three", "an example, which a test plays"),
    ("enhancements.sue.example.two", "an example, which a test plays"),
    ("enhancements.sue.example.three", "an example, which a test plays"),
    ("enhancements.credit", "whose rules they are"),
];

/// The text of all sources under a folder.
fn sources(folder: &Path, text: &mut String) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text.push_str(&fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn every_rule_of_politics_and_the_economy_is_carried_by_what_it_does_or_listed_with_why_not() {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut code = String::new();
    for part in ["eia/src", "table/src"] {
        sources(&engine.join(part), &mut code);
    }
    let is_never = |id: &str| NEVER.iter().any(|(never, _)| *never == id);
    let is_done = |id: &str| code.contains(&format!("\"{id}\""));
    for id in SECTIONS.iter().flat_map(|section| ids_under(section)) {
        let id = id.as_str();
        assert!(is_done(id) != is_never(id), "{id}: done {}, listed {}", is_done(id), is_never(id));
    }
}
