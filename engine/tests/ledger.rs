//! The shipped rule ledger: complete, unique, and found by what players type.

// A test that meets an unexpected value should stop there.
#![allow(clippy::unwrap_used)]

use std::{collections::BTreeSet, fs, path::Path};

use engine::{
    facts::Origin,
    rule,
    rules::{Kind, RuleId, ids_under, ledger},
};
use rstest::rstest;
use serde::Deserialize;

#[derive(Deserialize)]
struct Source {
    rule: Vec<SourceRule>,
}

#[derive(Deserialize)]
struct SourceRule {
    id: String,
    section: String,
    amends: String,
    kind: String,
    says: String,
    unclear: String,
    origin: Option<Origin>,
}

#[test]
fn ships_every_rule_of_the_sources_unchanged() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/rules");
    if !sources.is_dir() {
        println!("skipped: the source ledgers are not beside this checkout (../shared/rules)");
        return;
    }
    let mut shipped = ledger().entries().iter();
    for document in ["house", "nationalism", "enhancements", "standard", "fast-battle", "middle-ages"] {
        let text = fs::read_to_string(sources.join(document).with_extension("toml")).unwrap();
        for source in toml::from_str::<Source>(&text).unwrap().rule {
            let entry = shipped.next().expect("an entry for every source rule");
            assert_eq!(entry.id.as_str(), source.id);
            assert_eq!(entry.kind.word(), source.kind, "{}", source.id);
            assert_eq!(entry.says, source.says, "{}", source.id);
            assert_eq!(entry.section, source.section, "{}", source.id);
            assert_eq!(entry.amends, source.amends, "{}", source.id);
            assert_eq!(entry.reading.is_empty(), source.unclear.is_empty());
            assert_eq!(entry.origin, source.origin.unwrap_or(Origin::Seed), "{}", source.id);
            // Where a reading names a file of the sources, the shipped one names the table or the text instead.
            if !source.unclear.contains("../") && !source.unclear.contains("the seed") {
                assert_eq!(entry.reading, source.unclear, "{}", source.id);
            }
        }
    }
    assert_eq!(shipped.next(), None, "no entry without a source");
}

#[test]
fn holds_1153_entries_with_ids_of_their_own() {
    let entries = ledger().entries();
    assert_eq!(entries.len(), 1153);
    let ids: BTreeSet<RuleId> = entries.iter().map(|entry| entry.id).collect();
    assert_eq!(ids.len(), 1153);
    assert!(ids.iter().eq(ids_under("")));
    for entry in entries {
        assert_eq!(RuleId::find(entry.id.as_str()), Some(entry.id));
        assert_eq!(ledger().get(entry.id), entry);
        assert!(!entry.says.is_empty() && !entry.printed().is_empty(), "{}", entry.id);
        assert!(!entry.printed().contains("heading lost"), "{}", entry.id);
    }
}

#[test]
fn names_no_file_of_the_sources() {
    for entry in ledger().entries() {
        for text in [&entry.says, &entry.reading, &entry.why] {
            for part in ["../", ".json", ".csv", ".md", ".toml", "the seed"] {
                assert!(!text.contains(part), "{}: {text}", entry.id);
            }
        }
    }
}

/// Every rule of the standard game says where it comes from; what nobody has seen says on what grounds it is so.
#[test]
fn the_standard_game_says_where_each_rule_comes_from() {
    for entry in ledger().entries() {
        let standard = entry.id.as_str().starts_with("standard.");
        assert_eq!(standard, entry.origin != Origin::Seed, "{}", entry.id);
        let unseen = matches!(entry.origin, Origin::Reconstructed | Origin::Ours);
        assert!(!unseen || !entry.why.is_empty(), "{}: on what grounds?", entry.id);
    }
}

/// The text of the Rust files below a directory that are no tests: of what orders ask, and apart from it what the ground and the pieces say.
fn code(directory: &Path, [text, board]: [&mut String; 2]) {
    for file in fs::read_dir(directory).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if path.is_dir() && ["ground", "pieces"].contains(&name) {
            let mut of_board = String::new();
            code(&path, [&mut of_board, &mut String::new()]);
            board.push_str(&of_board);
        } else if path.is_dir() && name != "tests" {
            code(&path, [text, board]);
        } else if path.extension().is_some_and(|kind| kind == "rs") && !name.ends_with("tests.rs") {
            let file = fs::read_to_string(&path).unwrap();
            text.push_str(file.split("#[cfg(test)]").next().unwrap_or_default());
        }
    }
}

/// Players are told of a rule that nothing applies yet; whoever builds it takes `built = false` off its entry.
#[test]
fn a_rule_is_told_as_not_built_as_long_as_no_code_names_it() {
    let (mut text, mut board) = (String::new(), String::new());
    let engine = Path::new(env!("CARGO_MANIFEST_DIR"));
    for game in ["src", "table/src", "eia/src", "europa/src", "middle_ages/src"] {
        code(&engine.join(game), [&mut text, &mut board]);
    }
    for entry in ledger().entries().iter().filter(|entry| entry.origin != Origin::Seed) {
        let id = format!("\"{}\"", entry.id);
        // What the ground says of the sea moves nobody yet: no order asks it.
        let is_asked = !entry.id.as_str().starts_with("standard.sea.");
        let named = text.contains(&id) || is_asked && board.contains(&id);
        assert_eq!(entry.built, named, "{}: is it built?", entry.id);
    }
    assert!(ledger().entries().iter().all(|entry| entry.built || entry.origin != Origin::Seed));
}

#[test]
fn a_rule_is_named_while_compiling() {
    const ORDER: RuleId = rule!("house.general.bids-order");
    assert_eq!(ORDER.to_string(), "house.general.bids-order");
    assert_eq!(ORDER, "house.general.bids-order".parse().unwrap());
    assert!(rule!("enhancements.scope") < rule!("house.base.optional-rules"));
}

#[test]
fn ids_under_a_prefix() {
    const BIDS: &[RuleId] = ids_under("house.general.bids-");
    assert!(BIDS.contains(&rule!("house.general.bids-order")));
    let counted = (ledger().entries().iter())
        .filter(|entry| entry.id.as_str().starts_with("house.general.bids-"))
        .count();
    assert_eq!(BIDS.len(), counted);
    assert_eq!(BIDS, [rule!("house.general.bids-order"), rule!("house.general.bids-tie")]);
    assert!(BIDS.is_sorted());
    assert!(ids_under("house.general.bidz").is_empty());
    assert!(ids_under("zzz").is_empty());
    assert!(ids_under("a").is_empty());
}

#[test]
fn serde_writes_the_text_and_reads_only_known_ids() {
    let id = rule!("house.general.bids-order");
    let text = serde_json::to_string(&id).unwrap();
    assert_eq!(text, "\"house.general.bids-order\"");
    assert_eq!(serde_json::from_str::<RuleId>(&text).unwrap(), id);
    let unknown = serde_json::from_str::<RuleId>("\"house.general.bids-odor\"").unwrap_err();
    assert!(unknown.to_string().contains("no rule with the id “house.general.bids-odor”."), "{unknown}");
}

#[rstest]
#[case(Kind::Procedure, true)]
#[case(Kind::Modifier, true)]
#[case(Kind::Limit, true)]
#[case(Kind::Cost, true)]
#[case(Kind::Timing, true)]
#[case(Kind::Secrecy, false)]
#[case(Kind::Definition, false)]
#[case(Kind::Table, false)]
#[case(Kind::Example, false)]
#[case(Kind::Choice, false)]
fn kinds_that_must_come_up(#[case] kind: Kind, #[case] must: bool) {
    assert_eq!(kind.must_come_up(), must);
    assert_eq!(serde_json::to_string(&kind).unwrap(), format!("\"{kind}\""));
    assert!(ledger().entries().iter().any(|entry| entry.kind == kind));
}

#[rstest]
#[case("house.base.no-militia-conversion", "12.1.1")]
#[case("house.general.bids-order", "Bids")]
#[case("enhancements.credit", "17.0")]
#[case("fast-battle.scope.incomplete", "Disclaimer and purpose")]
#[case("middle-ages.armies.maintenance.cost", "33.23")]
fn what_a_post_cites(#[case] id: &str, #[case] printed: &str) {
    assert_eq!(id.parse::<RuleId>().unwrap().printed(), printed);
}

#[rstest]
#[case::id("house.general.bids-order", "house.general.bids-order")]
#[case::id_in_capitals("  HOUSE.General.bids-ORDER ", "house.general.bids-order")]
#[case::number("12.1.1", "house.base.no-militia-conversion")]
#[case::number_in_brackets("[4.4.2.1]", "enhancements.sue.any-subset")]
#[case::words("militia infantry conversion", "house.base.no-militia-conversion")]
#[case::plural("militias conversions", "house.base.no-militia-conversion")]
#[case::heading_lost("Bids (heading lost)", "house.general.bids-order")]
#[case::word_of_an_id("credit", "enhancements.credit")]
fn finds_first(#[case] asked: &str, #[case] id: &str) {
    let found = ledger().find(asked);
    assert_eq!(found.first().expect("something").id.as_str(), id);
}

#[test]
fn finds_a_number_with_what_stands_below_it() {
    let found = ledger().find("4.4.2.1");
    let numbers: Vec<&str> = found.iter().map(|entry| entry.amends.as_str()).collect();
    let first_below = numbers.iter().position(|n| n.starts_with("4.4.2.1.")).unwrap();
    assert!(first_below > 0);
    assert!(numbers[..first_below].iter().all(|n| *n == "4.4.2.1"));
    assert!(numbers.contains(&"4.4.2.1.3.1.1"));
    assert!(!numbers.contains(&"4.4.2.2"));
}

#[test]
fn finds_a_section_whole_and_in_order() {
    let found = ledger().find("maintaining a blockade");
    let heading: Vec<_> =
        (ledger().entries().iter()).filter(|entry| entry.section == "Maintaining a Blockade").collect();
    assert!(heading.len() > 1);
    assert_eq!(found[..heading.len()], heading);
    // A heading that is ours is found without the remark that the document's own is lost.
    let bids = ledger().find("bids");
    let ids: Vec<_> = bids[..2].iter().map(|entry| entry.id).collect();
    assert_eq!(ids, ids_under("house.general.bids-"));
}

#[rstest]
#[case("")]
#[case("   ")]
#[case("[]")]
#[case("xyzzy")]
#[case("!!!")]
fn finds_nothing(#[case] asked: &str) {
    assert!(ledger().find(asked).is_empty());
}

#[test]
fn a_very_long_question_is_answered() {
    let found = ledger().find(&"blockade ".repeat(700));
    assert!(!found.is_empty());
}
