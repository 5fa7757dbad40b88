//! The rules of Empires in Arms know no scenario: what one of them bars or does is asked of the list of laws (`eia::LAWS`).
#![allow(clippy::unwrap_used)]

use super::circles::{Module, paths, read};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The subjects that have a law each; what is within one is its own.
const LAWFUL: &[&str] = &["confederations", "crimea", "sardinia", "spain"];

/// What else names one, what it names there, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    // The list of all switches is one, in the order in which they stand everywhere.
    ("switches", "sardinia::catalogue::OF_THE_GROUP"),
];

/// A text without its comments and without what stands in quotes.
fn code(text: &str) -> String {
    let line = |line: &str| -> String {
        let code = line.split("//").next().unwrap_or_default();
        code.split('"').step_by(2).collect::<Vec<_>>().join("\"\"")
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// What a rule names of a subject with a law: a path into it, or what the position keeps of it, as `.crimea`.
fn named(text: &str, module: &Module) -> BTreeSet<String> {
    let text = &code(text);
    let is_of = |path: &str, subject: &str| {
        path.strip_prefix(subject).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    let all = paths(text, module).into_iter().map(|path| path.join("::"));
    let mut named: BTreeSet<String> =
        all.filter(|path| LAWFUL.iter().any(|subject| is_of(path, subject))).collect();
    for subject in LAWFUL {
        let field = format!(".{subject}");
        let is_whole = |(at, _): &(usize, &str)| {
            let next = text[at + field.len()..].chars().next();
            next.is_none_or(|sign| !sign.is_alphanumeric() && sign != '_')
        };
        named.extend(text.match_indices(&field).find(is_whole).map(|_| field.clone()));
    }
    named
}

#[test]
fn the_rules_of_empires_in_arms_name_no_scenario() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("eia/src");
    let mut texts = BTreeMap::new();
    read(&src, &Vec::new(), &mut texts);
    let is_within = |module: &str| {
        LAWFUL.iter().any(|subject| module == *subject || module.starts_with(&format!("{subject}::")))
    };
    let mut found = BTreeSet::new();
    // The crate's own file has the lists: of subjects, of what is kept of each, and of laws.
    for (module, text) in texts.iter().filter(|(module, _)| !module.is_empty()) {
        let name = module.join("::");
        if !is_within(&name) {
            found.extend(named(text, module).into_iter().map(|of| (name.clone(), of)));
        }
    }
    let excepted: BTreeSet<(String, String)> =
        EXCEPTIONS.iter().map(|(file, of)| ((*file).to_owned(), (*of).to_owned())).collect();
    let new: Vec<_> = found.difference(&excepted).collect();
    assert!(new.is_empty(), "a rule asks `crate::LAWS`, and names no scenario: {new:?}");
    let gone: Vec<_> = excepted.difference(&found).collect();
    assert!(gone.is_empty(), "no exceptions any more: {gone:?}");
}

#[test]
fn a_scenario_is_found_however_it_is_named() {
    let of = |text: &str, module: &str| -> Vec<String> {
        let module: Module = module.split("::").map(str::to_owned).collect();
        named(text, &module).into_iter().collect()
    };
    assert_eq!(of("use crate::{Event, crimea};", "board::dominance"), ["crimea"]);
    assert_eq!(of("use super::super::spain::{bars, self};", "politics::war"), ["spain::bars", "spain::self"]);
    assert_eq!(
        of("super::super::sardinia::mille::price(state)", "politics::minors"),
        ["sardinia::mille::price"]
    );
    assert_eq!(of("state.crimea.dominant = false;", "board"), [".crimea"]);
    assert!(of("state.crimean_dues(month); use crate::map::sardinia;", "economy::account").is_empty());
    assert!(of("rule!(\"nationalism.crimea.coalition\") // state.crimea", "oob").is_empty());
}
