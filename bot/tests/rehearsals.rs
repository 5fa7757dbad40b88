//! Every rehearsal of the manual is played: the same twice, as recorded, and nothing in it that Discord would refuse. The evening's
//! record verifies, by the program and by the page, and damage to any byte of it is found.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::{self, chromium};
use chancery::rehearse::{self, Options, Told, script::Script};
use engine::table::record::{Extent, line};
use engine::table::verify::{Report, verify};
use futures::StreamExt as _;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

const SEED: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const FLIPS_HARNESS: &str = include_str!("data/flips_harness.js");

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The manual's rehearsals, by name.
fn scripts() -> BTreeMap<String, PathBuf> {
    let folder = std::fs::read_dir(here().join("../docs/rehearsals")).unwrap();
    let paths = folder.map(|entry| entry.unwrap().path());
    let scripts: BTreeMap<String, PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == "rehearsal"))
        .map(|path| (path.file_stem().unwrap().to_str().unwrap().to_owned(), path))
        .collect();
    assert!(scripts.len() >= 2 && scripts.contains_key("evening"), "{scripts:?}");
    scripts
}

/// Plays a script with the seed; a violation of Discord's rules is an error of the play.
async fn play(path: &Path, json: bool, files: Option<&Path>) -> String {
    play_with(SEED, path, json, files).await
}

async fn play_with(seed: &str, path: &Path, json: bool, files: Option<&Path>) -> String {
    let script = Script::read(&std::fs::read_to_string(path).unwrap()).unwrap();
    let seed = Some(rehearse::seed(seed).unwrap());
    let options = Options { seed, json, openapi: common::openapi(), ..Options::default() };
    let mut out = Vec::new();
    rehearse::play(&script, &options, &mut out, files)
        .await
        .unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    String::from_utf8(out).unwrap()
}

/// The whole record of the evening, as its players were handed it at the end.
async fn evening() -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    play(&scripts()["evening"], true, Some(folder.path())).await;
    let files = std::fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().path());
    // Beside it lie the proofs of envelopes.
    let records: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "jsonl")).collect();
    let [file] = records.as_slice() else { panic!("the evening hands out one record, not {records:?}") };
    std::fs::read(file).unwrap()
}

/// That two plays of a rehearsal show the same; else where they first differ.
fn assert_same(name: &str, first: &str, second: &str) {
    let mut lines = first.lines().zip(second.lines()).enumerate();
    let differs = lines.find(|(_, (one, other))| one != other);
    assert!(first == second, "{name} differs between two plays: {differs:?}");
}

/// The bot is stopped and started again after so many lines.
const RESTARTS: usize = 12;

/// So many scripts are played at once, each twice.
const AT_ONCE: usize = 3;

/// A script, played twice at once: undisturbed, and by a bot that is stopped and started again now and then.
async fn twice(path: PathBuf) -> (Told, Told) {
    let script = Arc::new(Script::read(&std::fs::read_to_string(&path).unwrap()).unwrap());
    let one = |restarts| {
        let (script, path) = (script.clone(), path.clone());
        tokio::spawn(async move {
            let seed = Some(rehearse::seed(SEED).unwrap());
            let options = Options { seed, restarts, openapi: common::openapi(), ..Options::default() };
            let told = rehearse::told(&script, &options).await;
            told.unwrap_or_else(|why| panic!("{}: {why}", path.display()))
        })
    };
    let (first, second) = (one(None), one(Some(RESTARTS)));
    (first.await.unwrap(), second.await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_rehearsal_is_the_same_twice_and_as_recorded() {
    // The long ones first, and some at once: a restart mostly waits.
    let mut scripts: Vec<(String, PathBuf)> = scripts().into_iter().collect();
    scripts.sort_by_key(|(_, path)| std::cmp::Reverse(std::fs::metadata(path).unwrap().len()));
    let plays = futures::stream::iter(scripts).map(|(name, path)| async { (name, twice(path).await) });
    let mut plays = std::pin::pin!(plays.buffer_unordered(AT_ONCE));
    while let Some((name, (first, second))) = plays.next().await {
        assert_same(&name, &first.text, &second.text);
        assert_same(&name, &first.json, &second.json);
        as_recorded(&name, &first.text);
        json_has_its_keys(&name, &first.json);
    }
}

/// What everybody saw without what hangs on the revision of the rules alone: heads of the record, and how long a record is as a file.
fn without_heads(text: &str) -> String {
    let mut without = String::with_capacity(text.len());
    for line in text.lines() {
        let mut line = line.to_owned();
        for word in ["record ", "head `"] {
            let at = line.find(word).map(|at| at + word.len());
            let hex = at.map_or(0, |at| line[at..].chars().take_while(char::is_ascii_hexdigit).count());
            if let Some(at) = at.filter(|_| hex == 16 || hex == 64) {
                line.replace_range(at..at + hex, "(head)");
            }
        }
        if let Some(at) = line.find(".jsonl, ").filter(|_| line.ends_with(" bytes)")) {
            line.replace_range(at + ".jsonl, ".len().., "so many bytes)");
        }
        without.push_str(&line);
        without.push('\n');
    }
    without
}

/// That what everybody saw is what was recorded of it.
fn as_recorded(name: &str, now: &str) {
    let now = &*without_heads(now);
    let fixture = here().join(format!("tests/fixtures/{name}.txt"));
    if std::env::var_os("CHANCERY_RECORD").is_some() {
        std::fs::create_dir_all(fixture.parent().unwrap()).unwrap();
        std::fs::write(&fixture, now).unwrap();
    }
    let recorded = std::fs::read_to_string(&fixture).unwrap_or_default();
    let mut lines = now.lines().zip(recorded.lines()).enumerate();
    if let Some((i, (now, then))) = lines.find(|(_, (now, then))| now != then) {
        panic!(
            "{name}, line {} was recorded as\n{then}\nand is now\n{now}\nCHANCERY_RECORD=1 records anew.",
            i + 1
        );
    }
    assert!(now == recorded, "{name} is longer or shorter than recorded; CHANCERY_RECORD=1 records anew");
}

/// What went wrong once, in a script of its own: `bot/tests/cases`.
async fn case(name: &str, restarts: Option<usize>) -> String {
    let path = here().join(format!("tests/cases/{name}.rehearsal"));
    let script = Script::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let seed = Some(rehearse::seed(SEED).unwrap());
    let options = Options { seed, restarts, openapi: common::openapi(), ..Options::default() };
    rehearse::told(&script, &options).await.unwrap_or_else(|why| panic!("{name}: {why}")).text
}

/// A sealed economic sheet comes to something else, and the record is judged again: nothing is stopped, and nobody sees who had sealed.
#[tokio::test(flavor = "multi_thread")]
async fn a_sealed_sheet_that_comes_to_something_else_stops_no_campaign() {
    for restarts in [None, Some(1)] {
        let text = case("stopped", restarts).await;
        assert!(text.contains("stays sealed") && !text.contains("is stopped"), "{text}");
        assert_eq!(text.matches(".jsonl, ").count(), 2, "both exports are handed out: {text}");
    }
}

/// What ended, ambushed or held up campaigns once: what must be told now, and what must not.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_ends_a_game_alone_and_no_absence_holds_it_up() {
    let seven = "Where are you, Austria (Anna)?";
    let cases: [(&str, &[&str], &[&str]); 9] = [
        ("one-vote-ends", &["Too few stood behind it"], &["The final table", "ended the campaign"]),
        (
            "end-announced",
            &[
                "**The campaign ends <t:",
                "As it stands:",
                "[dm:Greta post]\n    S\n",
                "The host puts the end off",
                "played on:** too few",
            ],
            &["The final table"],
        ),
        ("stale-close", &["Leave my seat"], &["The campaign is closed", "is closed for good <t:"]),
        ("timer-on-sheets", &["A timer runs once all who are awaited"], &["Defaulted", "takes the default"]),
        (
            "host-gone",
            &["**Bertil** is host of this campaign now:", "Shall the clock run on?", "**Yes** · vote 2"],
            &["Only the host lets"],
        ),
        (
            "host-gone-without-clock",
            &[seven, "shall Chiara act as regent?", "Wait on, or take the default?"],
            &[],
        ),
        ("left-in-a-round", &["Where are you, Spain"], &[]),
        ("absent-attacked", &["Russia follows Austria and is at war with France."], &[]),
        ("set-back-and-left", &["There is nothing to set back"], &[]),
    ];
    for (name, says, never) in cases {
        let text = case(name, None).await;
        says.iter().for_each(|says| assert!(text.contains(says), "{name} lacks {says:?}: {text}"));
        never.iter().for_each(|says| assert!(!text.contains(says), "{name} says {says:?}: {text}"));
    }
}

/// Whoever plays a rehearsal without the seed has other dice, and its buttons and orders are there all the same.
#[tokio::test(flavor = "multi_thread")]
async fn politics_are_rehearsed_whatever_the_dice() {
    for seed in ["11".repeat(32), "a5".repeat(32), "fe".repeat(32)] {
        let text = play_with(&seed, &scripts()["politics"], false, None).await;
        assert!(text.contains("II Corps is reinforced at Vienna"), "{text}");
        for power in ["Turkey** to Bertil", "Spain** to Chiara", "Russia** to Anna"] {
            assert!(text.contains(power), "{power}: {text}");
        }
    }
}

/// That every line of JSON has its keys, with what may stand in them.
fn json_has_its_keys(name: &str, first: &str) {
    assert!(first.lines().count() > 20, "{name}");
    for (i, line) in first.lines().enumerate() {
        let value: Value = serde_json::from_str(line).unwrap();
        let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        let expected = ["buttons", "by", "did", "embeds", "files", "kind", "n", "text", "to"];
        assert_eq!(keys, expected, "{name}: {line}");
        assert_eq!(value["n"], json!(i + 1), "{name}: {line}");
        assert!(value["by"].is_string() || value["by"].is_null(), "{name}: {line}");
        assert!(value["did"].as_str().is_some_and(|did| did.starts_with(['@', '!'])), "{name}: {line}");
        let kind = value["kind"].as_str().unwrap();
        assert!(["post", "reply", "edit", "refusal"].contains(&kind), "{name}: {line}");
        let (place, of) = value["to"].as_str().unwrap().split_once(':').unwrap();
        assert!(["public", "ephemeral", "dm"].contains(&place) && !of.is_empty(), "{name}: {line}");
        assert!(value["embeds"].is_array() && value["text"].is_string(), "{name}: {line}");
        let texts = |key: &str| value[key].as_array().is_some_and(|list| list.iter().all(Value::is_string));
        assert!(texts("buttons") && texts("files"), "{name}: {line}");
        if kind == "refusal" {
            assert_eq!(place, "ephemeral", "{name}: {line}");
        }
    }
}

/// Whether a text says "`word` 12".
fn numbers(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        text[at + word.len()..]
            .strip_prefix(' ')
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    })
}

/// Lines and epochs of the record, and ids of rules, are for who checks it; players have the printed rule, and *Why*. Nor does what all
/// read say that one alone sees it.
#[test]
fn no_post_names_a_line_an_epoch_or_the_id_of_a_rule() {
    let ids = || engine::table::rules::ledger().entries().iter().map(|rule| rule.id.as_str());
    let (mut posts, mut refusals) = (0, 0);
    for name in scripts().into_keys() {
        let text = std::fs::read_to_string(here().join(format!("tests/fixtures/{name}.txt"))).unwrap();
        let (mut public, mut refused) = (false, false);
        for line in text.lines() {
            if line.starts_with("  [") {
                public = line.starts_with("  [public:");
                posts += u32::from(public);
            }
            // The line of a chart, as Europa's attrition has it, is none of the record.
            let of_the_record = numbers(line, "line") && line.contains("of the record");
            let of_one = line.contains("Only you see") || line.contains("Only who plays");
            assert!(!public || !of_one, "{name}: {line}");
            assert!(!public || !(of_the_record || numbers(&line.to_lowercase(), "epoch")), "{name}: {line}");
            refused = line.trim_start().starts_with('✖') || (refused && line.starts_with("    "));
            refusals += u32::from(line.trim_start().starts_with('✖'));
            if public || refused {
                assert!(ids().all(|id| !line.contains(&format!("`{id}`"))), "{name}: {line}");
            }
        }
    }
    assert!(posts > 500 && refusals > 10, "{posts} posts, {refusals} refusals");
}

#[test]
fn a_line_that_breaks_the_grammar_stops_with_its_number() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        ("# fine\nAnna /desk\n", "Line 2: "),
        ("\n\n@Anna !press\n", "Line 3: "),
        ("@Anna /help\n!clock 2d\n", "Line 2: "),
        ("@Anna !dance\n", "Line 1: "),
        // These keep to the grammar and cannot be played: stopped where they stand.
        ("@Anna /help\n@Anna /nothing\n", "Line 2: "),
        ("@Anna /help\n@Anna !press \"No such button\"\n", "Line 2: "),
        ("@Anna !fill word=x\n", "Line 1: "),
        ("@Anna /dice roll sides:6\n", "Line 1: "),
    ];
    for (text, expected) in cases {
        std::fs::write(folder.path().join("wrong.rehearsal"), text).unwrap();
        let (code, _, error) = common::run(folder.path(), &["rehearse", "wrong.rehearsal", "--seed", SEED]);
        assert_eq!(code, 1, "{text:?}: {error}");
        assert!(error.starts_with(expected) && error.trim_end().ends_with('.'), "{text:?}: {error}");
    }
    // The grammar is looked at before anything is played.
    std::fs::write(folder.path().join("wrong.rehearsal"), "@Anna /help\nAnna /desk\n").unwrap();
    let (_, out, _) = common::run(folder.path(), &["rehearse", "wrong.rehearsal"]);
    assert_eq!(out, "");
    for seed in ["", "00", &"Z".repeat(64), &"AB".repeat(32)] {
        std::fs::write(folder.path().join("fine.rehearsal"), "@Anna /help\n").unwrap();
        let (code, _, error) = common::run(folder.path(), &["rehearse", "fine.rehearsal", "--seed", seed]);
        assert_eq!((code, error.trim_end()), (1, "A seed is 64 lower-case hex digits."));
    }
}

#[test]
fn the_program_plays_a_rehearsal_as_the_library_does() {
    let folder = tempfile::tempdir().unwrap();
    let script = scripts()["choice-of-powers"].to_str().unwrap().to_owned();
    let (code, out, error) = common::run(folder.path(), &["rehearse", &script, "--seed", SEED]);
    assert_eq!((code, error.as_str()), (0, ""));
    let recorded = here().join("tests/fixtures/choice-of-powers.txt");
    assert!(without_heads(&out) == std::fs::read_to_string(recorded).unwrap_or_default(), "{out}");
    // Without a seed the roots are the system's own: the same words, other seeds.
    let (code, other, _) = common::run(folder.path(), &["rehearse", &script]);
    assert!(code == 0 && other != out);
}

fn report(bytes: &[u8]) -> Report {
    verify(bytes, &[]).unwrap_or_else(|wrong| panic!("line {}: {}", wrong.line, wrong.why))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_evenings_record_verifies_by_program_and_page() {
    let record = evening().await;
    let report = report(&record);
    assert!(report.rolls_checked >= 20 && report.seals_checked >= 8 && report.epochs >= 2, "{report:?}");
    let waiting = [report.rolls_waiting, report.seals_waiting, report.veiled_waiting, report.orders_waiting];
    assert_eq!((waiting, report.texts_missing), ([0; 4], 0), "{report:?}");
    assert!(report.orders_decided >= 30, "{report:?}");

    let Some(browser) = chromium::browser() else { return };
    let document = chromium::open(&browser, &chancery::verify::page(&record, "evening.jsonl"));
    let page = chromium::text_of(&document, "verdict");
    let program = chancery::verify::told(&report);
    assert!(
        page.starts_with("OK but for the orders, closed: ") && program.starts_with("OK, closed: "),
        "{page}"
    );
    let counts = |text: &str| -> BTreeMap<String, String> {
        let lines = text.lines().skip_while(|line| !line.is_empty()).filter_map(|line| line.split_once(": "));
        lines.map(|(key, value)| (key.to_owned(), value.to_owned())).collect()
    };
    let (page, program) = (counts(&page), counts(&program));
    let both: Vec<&String> = page.keys().filter(|key| program.contains_key(*key)).collect();
    assert!(both.len() >= 12, "{both:?}");
    for key in both {
        assert_eq!(page[key], program[key], "{key}");
    }
}

/// A closed record of some 60 lines with something of everything: seats, dice with a label, an epoch that ended, sheets opened and a tie rolled.
async fn sixty_lines() -> Vec<u8> {
    let table = common::table(&common::SEVEN).await;
    let id = table.begun(4).await;
    for (n, name) in common::SEVEN[..4].iter().enumerate() {
        // Anna and Bertil bid the same for France.
        let france = 15 + n / 2;
        table.slash(name, &format!("/bid bids:\"{n} {france} 4 5 6 7 8\" word:fresh{n}")).await;
        table.press(name, "Make it Final").await;
    }
    table.slash("Anna", "/dice roll what:4d6 for:\"port guns, Lorient\"").await;
    let lines = table.lines(&id).await;
    assert!(lines <= 55, "{lines}");
    // An order is two lines, the second wish for the seed three.
    table.slash("Anna", "/audit reveal").await;
    table.slash("Bertil", "/audit reveal").await;
    if table.lines(&id).await % 2 == 1 {
        table.slash("Chiara", "/audit reveal").await;
        table.slash("Dmitri", "/audit reveal").await;
    }
    // Closed, as only then the whole record is handed out.
    for name in &common::SEVEN[..4] {
        table.slash(name, "/campaign close").await;
    }
    // The whole record, texts too, as the players get it in the end.
    let entries = table.table.house.entries(&id).await.unwrap();
    let text: String = entries.iter().filter_map(|entry| line(entry, Extent::Whole).unwrap()).collect();
    table.close().await;
    let report = report(text.as_bytes());
    assert!((55..75).contains(&report.lines), "{report:?}");
    assert!(report.rolls_checked > 1 && report.seals_checked > 4 && report.epochs > 0, "{report:?}");
    assert!(text.contains("bids_tied") && report.texts_checked > 0, "{report:?}");
    text.into_bytes()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_byte_of_sixty_lines_flipped_is_found_on_its_line() {
    let record = sixty_lines().await;
    let lines: Vec<u64> = record
        .iter()
        .scan(1, |line, byte| {
            let of = *line;
            *line += u64::from(*byte == b'\n');
            Some(of)
        })
        .collect();
    let begun = Instant::now();
    let next = AtomicUsize::new(0);
    let missed = std::sync::Mutex::new(Vec::new());
    let threads = std::thread::available_parallelism().map_or(2, usize::from).min(8);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut damaged = record.clone();
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    if place >= record.len() {
                        return;
                    }
                    // A bit that moves on from place to place, so that every bit of a byte has its turn.
                    damaged[place] ^= 1 << (place % 8);
                    let told = verify(&damaged, &[]);
                    if !matches!(&told, Err(wrong) if wrong.line == lines[place]) {
                        missed.lock().unwrap().push((place, lines[place], told));
                    }
                    damaged[place] = record[place];
                }
            });
        }
    });
    let missed = missed.into_inner().unwrap();
    assert!(missed.is_empty(), "{} missed, the first of them: {:?}", missed.len(), missed.first());
    println!("{} flips in {:?} on {threads} threads", record.len(), begun.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_places_flipped_are_found_by_the_page() {
    let Some(browser) = chromium::browser() else { return };
    let record = sixty_lines().await;
    let told = chromium::harness(&browser, &record, &json!({"places": 200}), FLIPS_HARNESS);
    assert_eq!(told["missed"], json!([]), "{told}");
    let lines = record.iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(told["tried"], json!(200 + 2 * lines));
    assert_eq!(told["lines_hit"], json!(lines));
}
