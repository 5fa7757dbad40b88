//! Runs the stand-alone verifier page in headless Chromium: the worked values of the fair-play formulas, a record made
//! by a Python program that shares nothing with the page, that record damaged in 200 places, and records that are
//! hashed properly but break a rule.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

mod common;

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use common::chromium::{browser as chromium, open, text_of};
use serde_json::{Value, json};

const PAGE: &str = include_str!("../src/verify_page.html");
const RECORD: &[u8] = include_bytes!("data/record.jsonl");
const VECTORS: &str = include_str!("data/vectors.json");
const VECTORS_HARNESS: &str = include_str!("data/vectors_harness.js");
const FLIPS_HARNESS: &str = include_str!("data/flips_harness.js");
const FORGERIES_HARNESS: &str = include_str!("data/forgeries_harness.js");

/// The page as the program writes it, with a record inside and perhaps a script of the test after the page's own.
fn page(record: &[u8], script: &str) -> String {
    assert_eq!(PAGE.matches("@@RECORD@@").count(), 1);
    assert_eq!(PAGE.matches("@@TITLE@@").count(), 1);
    let harness = format!(
        "<pre id=\"harness\"></pre><script>\n\"use strict\";\n\
         function report(value) {{ document.getElementById(\"harness\").textContent = JSON.stringify(value); }}\n\
         {script}\n</script></body>"
    );
    PAGE.replace("@@TITLE@@", "evening &lt;1&gt;.jsonl")
        .replace("@@RECORD@@", &STANDARD.encode(record))
        .replace("</body>", &harness)
}

/// What a harness script reported, after the page was given `given` (any JSON) as its constant `GIVEN`.
fn run_harness(browser: &Path, record: &[u8], given: &str, script: &str) -> Value {
    let script = format!(
        "const GIVEN = JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(\"{}\"), (c) => c.charCodeAt(0))));\n\
         try {{ {script} }} catch (error) {{ report({{ broken: String(error) }}); }}",
        STANDARD.encode(given)
    );
    let document = open(browser, &page(record, &script));
    let told = text_of(&document, "harness");
    serde_json::from_str(&told).unwrap_or_else(|error| panic!("{error}: {told:?}"))
}

#[test]
fn the_page_works_out_every_value_of_the_vectors() {
    let Some(browser) = chromium() else { return };
    let told = run_harness(&browser, RECORD, VECTORS, VECTORS_HARNESS);
    assert_eq!(told["wrong"], json!([]), "{told}");
    // 4 links of the chain, 3 of the veil, 3 a roll, 2 of the veiled draw, 2 of the seal, 3 a line and 1 whole line,
    // 6 of the sheet, 2 of canonical JSON, 1 a refused line; and 6 published answers for hash, HMAC and cipher.
    let vectors: Value = serde_json::from_str(VECTORS).unwrap();
    let many = |name: &str| vectors[name].as_array().unwrap().len();
    let all = 4 + 3 + 3 * many("rolls") + 2 + 2 + 3 * many("record") + 1 + 6 + 2 + many("refused") + 6;
    assert_eq!(told["checked"], json!(all));
}

#[test]
fn the_kept_vectors_are_those_of_the_design() {
    let design = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/design/vectors.json");
    match std::fs::read_to_string(&design) {
        Ok(text) => assert_eq!(text, VECTORS),
        Err(error) => {
            println!("skipped: the design's own copy of the vectors is not here ({error})")
        }
    }
}

#[test]
fn a_true_record_is_found_true_with_its_counts() {
    let Some(browser) = chromium() else { return };
    let document = open(&browser, &page(RECORD, ""));
    let last: Value =
        serde_json::from_slice(RECORD.trim_ascii_end().rsplit(|b| *b == b'\n').next().unwrap()).unwrap();
    let head = last["h"].as_str().unwrap();
    let expected = [
        "OK",
        "lines: 54",
        "rolls_checked: 20",
        "rolls_waiting: 0",
        "rolls_lost: 0",
        "seals_checked: 12",
        "seals_waiting: 0",
        "salts_checked: 12",
        "epochs: 2",
        "veiled_checked: 1",
        "veiled_waiting: 0",
        "texts_checked: 4",
        "texts_missing: 1",
        &format!("head: {head}"),
    ];
    assert_eq!(text_of(&document, "verdict").lines().collect::<Vec<_>>(), expected);
    // The file's name is shown as text, and the table has a row a roll and one for the veiled draw.
    assert!(document.contains("<p class=\"soft\" id=\"file\">evening &lt;1&gt;.jsonl</p>"));
    assert_eq!(document.matches("<td data-name=\"Slot\"").count(), 21);
}

#[test]
fn a_wrong_record_is_told_with_its_line_and_why() {
    let Some(browser) = chromium() else { return };
    let text = String::from_utf8(RECORD.to_vec()).unwrap().replacen("luise", "luisa", 1);
    let document = open(&browser, &page(text.as_bytes(), ""));
    assert_eq!(
        text_of(&document, "verdict"),
        "WRONG line 4: The hash of the line does not follow from the line and from the hash before it.\ni: 3"
    );
}

#[test]
fn a_record_damaged_in_any_of_200_places_is_wrong_on_that_line() {
    let Some(browser) = chromium() else { return };
    let told = run_harness(&browser, RECORD, &json!({ "places": 200 }).to_string(), FLIPS_HARNESS);
    assert_eq!(told["missed"], json!([]), "{told}");
    // 200 flipped bits spread evenly, and each line feed once flipped and once taken out.
    assert_eq!(told["tried"], json!(200 + 2 * 54));
    assert_eq!(told["lines_hit"], json!(54));
}

#[test]
fn a_record_that_breaks_a_rule_is_refused_though_its_hashes_are_right() {
    let Some(browser) = chromium() else { return };
    let told = run_harness(&browser, RECORD, "null", FORGERIES_HARNESS);
    assert_eq!(told["wrong"], json!([]), "{told}");
    assert_eq!(
        told["tried"],
        json!(
            FORGERIES_HARNESS.matches("\n  forge(").count() + FORGERIES_HARNESS.matches("\n  allow(").count()
        )
    );
}
