//! Every rule of the ledger is in the code and in a test, or listed with why it is not in the code.
#![allow(clippy::unwrap_used)]

use engine::rules::{Kind, ids_under, ledger};
use std::collections::BTreeSet;
use std::path::Path;

/// Rules that say nothing which happens in play, and why.
const SAYS_NOTHING: &[(&str, &str)] = &[
    (
        "middle-ages.fleets.purpose",
        "says what fleets are for; the rules of range, seafaring and defence carry it",
    ),
    ("middle-ages.civilisation.never-move", "no order moves a marker: the record has no word for it"),
];

/// All that stands in the files of a folder.
fn texts(folder: &Path, all: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            texts(&path, all);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            all.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn every_rule_is_in_the_code_and_in_a_test_or_listed() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut code, mut tests) = (String::new(), String::new());
    texts(&here.join("src"), &mut code);
    texts(&here.join("tests"), &mut tests);
    let whole = |text: &str, id: &str| {
        let ends =
            |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.');
        text.match_indices(id)
            .any(|(at, _)| ends(&text[at + id.len()..]) || text[at + id.len()..].starts_with(".\n"))
    };
    let ids = ids_under("middle-ages.");
    assert_eq!(ids.len(), 90);
    let mut listed = BTreeSet::new();
    for id in ids {
        let entry = ledger().get(*id);
        let why = SAYS_NOTHING.iter().find(|(known, _)| *known == id.as_str());
        let in_code = code.contains(&format!("rule!(\"{id}\")"));
        match (why, entry.kind) {
            (Some((_, why)), _) => {
                assert!(!why.is_empty() && !in_code, "{id} is in the code, and listed as saying nothing");
                listed.insert(id.as_str());
            }
            // A worked case is carried by the rule that it is a case of.
            (None, Kind::Example) => assert!(!in_code, "{id} is an example"),
            (None, _) => assert!(in_code, "{id} stands nowhere in the code"),
        }
        assert!(whole(&tests, id.as_str()), "{id} stands in no test");
    }
    assert_eq!(listed.len(), SAYS_NOTHING.len(), "every listed rule is one of the ledger");
}
