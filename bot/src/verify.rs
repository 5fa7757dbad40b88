//! `chancery verify`: checks a record file, says first what it cannot vouch for and then what it checked, or the first wrong line and why.

use base64::Engine as _;
use engine::table::verify::{Copied, Report, Verdict, Wrong, verify};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The exit code of a record in which nothing is wrong, but whose orders this program cannot decide again.
pub const NOT_DECIDED: u8 = 4;
/// The exit code of a closed record that lacks what nobody can have deleted.
pub const NOT_WHOLE: u8 = 5;

/// The word before a head in a post, in every language that the bot speaks.
const RECORD: [&str; 2] = ["record", "pöytäkirja"];
/// The words after a number of lines.
const LINES: [&str; 4] = ["line", "lines", "rivi", "riviä"];
/// Hex digits that were meant as a head are at least so many: a shorter run may be any word.
const SHORTEST: usize = 8;

/// The heads in a text copied from the channel: every run of 16 or 64 hex digits, in small letters or capitals, that follows the word
/// "record" of a language, with the number of lines after it. Other hashes stand in posts too (anchors, seeds, codes), so only where
/// that word does not lead to any, every such run counts that stands alone on its line, or before a number of lines.
///
/// # Errors
/// A sentence where there is none, or where one was not copied whole.
pub fn heads(text: &str) -> Result<Vec<Copied>, String> {
    let words = |line: &str| -> Vec<String> {
        let apart = |c: char| !c.is_alphanumeric();
        line.split(apart).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
    };
    let all = words(text);
    let after_record = (1..all.len()).filter(|&i| RECORD.contains(&all[i - 1].as_str()));
    let mut meant: Vec<&[String]> = after_record.map(|i| &all[i..]).filter(|rest| is_meant(rest)).collect();
    let by_line: Vec<Vec<String>> = text.lines().map(words).collect();
    if meant.is_empty() {
        let alone = |line: &&Vec<String>| is_meant(line) && (line.len() == 1 || number(&line[1..]).is_some());
        meant = by_line.iter().filter(alone).map(Vec::as_slice).collect();
    }
    let form = "A head is 16 or 64 hex digits after the word record, or alone on a line: record 9f31c2aa04d7e6b1, 1025 lines";
    if meant.is_empty() {
        return Err(format!("No head is recognised in it. {form}"));
    }
    let mut heads = Vec::new();
    for rest in meant {
        let head = rest[0].clone();
        if !matches!(head.len(), 16 | 64) {
            return Err(format!("{head} has {} hex digits and was not copied whole. {form}", head.len()));
        }
        heads.push(Copied { head, lines: number(&rest[1..]) });
    }
    Ok(heads)
}

/// Whether the first word was meant as a head.
fn is_meant(words: &[String]) -> bool {
    words.first().is_some_and(|word| word.len() >= SHORTEST && word.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// The number of lines that words begin with, also in groups of three digits: "1025 lines", "1,025 lines". On a line of its own the word
/// may be left out.
fn number(words: &[String]) -> Option<u64> {
    let is_number = |word: &&String| word.bytes().all(|b| b.is_ascii_digit());
    let digits: Vec<&String> = words.iter().take_while(is_number).collect();
    let grouped = digits.iter().skip(1).all(|group| group.len() == 3);
    let named = words.get(digits.len()).is_none_or(|word| LINES.contains(&word.as_str()));
    let number: String = digits.into_iter().map(String::as_str).collect();
    // A number that is too large is one that no record has.
    (!number.is_empty() && grouped && named).then(|| number.parse().unwrap_or(u64::MAX))
}

/// What was found, as it is told, with the exit code for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The text: its first line says the verdict, with what the record is.
    pub says: String,
    /// 0 for a record that is whole or plainly said to be open, 1 for a wrong one, [`NOT_DECIDED`] or [`NOT_WHOLE`].
    pub code: u8,
}

/// Checks a file's bytes.
#[must_use]
pub fn check(bytes: &[u8], heads: &[Copied]) -> Finding {
    match verify(bytes, heads) {
        Ok(report) => Finding { says: told(&report), code: code(&report) },
        Err(Wrong { line, why }) => Finding { says: format!("WRONG line {line}: {why}\n"), code: 1 },
    }
}

/// The exit code for a record in which nothing is wrong.
fn code(report: &Report) -> u8 {
    match report.verdict() {
        Verdict::Whole | Verdict::Open => 0,
        Verdict::NotDecided => NOT_DECIDED,
        Verdict::Lacking => NOT_WHOLE,
    }
}

/// The report as it is printed, in the words that the page uses too: first what the record is and what is not vouched for, then a line
/// a count.
#[must_use]
pub fn told(report: &Report) -> String {
    let (claims, waits) = (claims(report), waits(report));
    let mut text = format!("{}\n{}\n{}\n{waits}\n{claims}\n", is(report), orders(report), heads_told(report));
    for (key, value) in [
        ("lines", report.lines),
        ("rolls_checked", report.rolls_checked),
        ("rolls_waiting", report.rolls_waiting),
        ("seals_checked", report.seals_checked),
        ("seals_waiting", report.seals_waiting),
        ("salts_checked", report.salts_checked),
        ("epochs", report.epochs),
        ("veiled_checked", report.veiled_checked),
        ("veiled_waiting", report.veiled_waiting),
        ("texts_checked", report.texts_checked),
        ("texts_missing", report.texts_missing),
        ("orders_decided", report.orders_decided),
        ("orders_waiting", report.orders_waiting),
    ] {
        let _ = writeln!(text, "{key}: {value}");
    }
    // Only a record with strongboxes, choices in parts or decks has these.
    for (key, value) in [
        ("sheets_checked", report.sheets_checked),
        ("sheets_waiting", report.sheets_waiting),
        ("shown_checked", report.shown_checked),
        ("shown_waiting", report.shown_waiting),
        ("lodged_checked", report.lodged_checked),
        ("lodged_waiting", report.lodged_waiting),
        ("claims_checked", report.claims_checked),
        ("claims_waiting", report.claims_waiting.len() as u64),
        ("secrets_waiting", report.secrets_waiting),
        ("parts_checked", report.parts_checked),
        ("parts_waiting", report.parts_waiting),
        ("cards_checked", report.cards_checked),
        ("cards_waiting", report.cards_waiting),
        ("decks_checked", report.decks_checked),
    ] {
        if value > 0 {
            let _ = writeln!(text, "{key}: {value}");
        }
    }
    let _ = writeln!(text, "heads_found: {}\nhead: {}", report.heads_found, report.head);
    text
}

/// What the record is: the verdict, open or closed, where it ends.
fn is(report: &Report) -> String {
    let verdict = match report.verdict() {
        Verdict::Whole | Verdict::Open => "OK".to_owned(),
        Verdict::NotDecided => {
            let unknown = report.rules.iter().filter(|stretch| !stretch.known);
            let unknown: Vec<String> = unknown.map(|stretch| format!("\"{}\"", stretch.revision)).collect();
            let (game, here) = (&report.game, &report.rules_here);
            format!("NOT DECIDED (rules {} of {game}; this program has \"{here}\")", unknown.join(", "))
        }
        Verdict::Lacking => format!("NOT WHOLE ({} missing)", count(report.bodies_missing, BODY)),
    };
    let (state, follows) = if report.closed {
        ("closed", "nothing can follow")
    } else {
        ("open", "compare with the newest post")
    };
    let moment = report.last_at.map_or_else(|| "its founding".to_owned(), moment);
    let lines = count(report.lines, ("line", "lines"));
    format!("{verdict}, {state}: {lines}, ends at head {} of {moment}; {follows}.", report.head)
}

/// Where claims about closed things stand that were taken as they were told; nothing where there are none.
fn claims(report: &Report) -> String {
    if report.claims_waiting.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = report.claims_waiting.iter().map(u64::to_string).collect();
    let what = if report.claims_waiting.len() == 1 { "claim, on line" } else { "claims, on lines" };
    format!(
        "claims: {} {what} {}: taken as told until what they hang on is open.\n",
        lines.len(),
        lines.join(", ")
    )
}

/// Which orders were decided again.
fn orders(report: &Report) -> String {
    let (decided, waiting) = (report.orders_decided, report.orders_waiting);
    if !report.rules_known() {
        if decided == 0 {
            return "orders: none decided again: take the program of that revision.".to_owned();
        }
        let stretches = report.rules.iter().enumerate().filter(|(_, stretch)| !stretch.known);
        let stretches: Vec<String> = stretches
            .map(|(i, stretch)| {
                let end = report.rules.get(i + 1).map_or(report.lines, |next| next.line - 1);
                format!("lines {} to {end} by the program of revision \"{}\"", stretch.line, stretch.revision)
            })
            .collect();
        return format!("orders: {decided} decided again, {waiting} not: {}.", stretches.join(", "));
    }
    match report.first_waiting {
        None => format!("orders: all {decided} decided again."),
        Some(line) => {
            format!(
                "orders: {decided} decided again, {waiting} not, the first on line {line}: what it leans on is closed."
            )
        }
    }
}

fn heads_told(report: &Report) -> String {
    match report.heads_found {
        0 => "heads: none given; a record cut short or written anew shows only beside one.".to_owned(),
        found => format!("heads: {found} of {found} found."),
    }
}

const BODY: (&str, &str) = ("sealed body", "sealed bodies");

/// What waits or is missing.
fn waits(report: &Report) -> String {
    // While a campaign is open its secrets are closed, and none of them is missing.
    let (bodies, secrets) =
        if report.closed { (report.bodies_missing, 0) } else { (0, report.secrets_waiting) };
    let lodged = report.lodged_waiting.min(secrets);
    let parts = [
        (report.rolls_waiting, ("roll waits for its seed", "rolls wait for their seeds")),
        (report.veiled_waiting, ("veiled draw is hidden", "veiled draws are hidden")),
        (report.seals_waiting, ("envelope is closed", "envelopes are closed")),
        (report.sheets_waiting, ("sheet of a strongbox is closed", "sheets of strongboxes are closed")),
        (report.shown_waiting, ("item was shown to one seat alone", "items were shown to one seat alone")),
        (report.parts_waiting, ("part of a choice was never opened", "parts of choices were never opened")),
        (report.cards_waiting, ("card was never opened", "cards were never opened")),
        (secrets - lodged, ("secret of the game is closed", "secrets of the game are closed")),
        (
            lodged.saturating_sub(report.lodged_checked),
            ("place for what is lodged ahead is closed", "places for what is lodged ahead are closed"),
        ),
        (bodies, ("sealed body is missing", "sealed bodies are missing")),
        (
            report.texts_missing.saturating_sub(bodies + secrets),
            ("sealed text or card is not in the file", "sealed texts and cards are not in the file"),
        ),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|(n, _)| *n > 0).map(|(n, of)| count(n, of)).collect();
    if parts.is_empty() {
        return "unchecked: nothing else.".to_owned();
    }
    format!("unchecked: {}.", parts.join(", "))
}

fn count(n: u64, (one, many): (&str, &str)) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// A moment of the record: "2026-01-01 12:00:00 UTC".
fn moment(at: i64) -> String {
    match chrono::DateTime::from_timestamp(at, 0) {
        Some(moment) => moment.format("%Y-%m-%d %H:%M:%S UTC").to_string(),
        None => format!("second {at}"),
    }
}

/// The page that checks the same in a browser, with the record inside.
#[must_use]
pub fn page(bytes: &[u8], title: &str) -> String {
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    let record = base64::engine::general_purpose::STANDARD.encode(bytes);
    include_str!("verify_page.html").replacen("@@TITLE@@", &title, 1).replacen("@@RECORD@@", &record, 1)
}

/// Where the page of a record goes: beside it.
#[must_use]
pub fn page_path(record: &Path) -> PathBuf {
    record.with_extension("html")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]
    use super::*;
    use engine::table::verify::Stretch;

    fn stretch(line: u64, revision: &str, known: bool) -> Stretch {
        Stretch { line, revision: revision.to_owned(), known }
    }

    fn copied(head: &str, lines: Option<u64>) -> Copied {
        Copied { head: head.to_owned(), lines }
    }

    #[test]
    fn heads_are_found_where_people_copy_them_from() {
        let (short, long) = ("9f31c2aa04d7e6b1", "a".repeat(64));
        let anchor = "b".repeat(64);
        let post = format!(
            "Roll 1.2 · record {short}, 1025 lines\nAnchor of the dice\n`{anchor}`\nthe record `{long}`, record 0123456789ABCDEF abc"
        );
        let expected = [copied(short, Some(1025)), copied(&long, None), copied("0123456789abcdef", None)];
        assert_eq!(heads(&post).unwrap(), expected);
        let list = format!("{short}\n\n`{long}` 12 lines\nnot {anchor}\n0123456789ABCDEF, 1,025\n");
        let expected = [copied(short, None), copied(&long, Some(12)), copied("0123456789abcdef", Some(1025))];
        assert_eq!(heads(&list).unwrap(), expected);
    }

    #[test]
    fn a_number_of_lines_is_read_as_people_write_it() {
        for (text, lines) in [
            ("record 9f31c2aa04d7e6b1, 1025 lines", Some(1025)),
            ("record 9F31C2AA04D7E6B1 (1,025 lines)", Some(1025)),
            ("pöytäkirja 9f31c2aa04d7e6b1, 1 234 567 riviä", Some(1_234_567)),
            ("record 9f31c2aa04d7e6b1\n1025 lines", Some(1025)),
            ("record 9f31c2aa04d7e6b1, 99999999999999999999999 lines", Some(u64::MAX)),
            ("record 9f31c2aa04d7e6b1, 7 dice fell", None),
            ("record 9f31c2aa04d7e6b1, 10 25 lines", None),
            ("record 9f31c2aa04d7e6b1", None),
        ] {
            assert_eq!(heads(text).unwrap(), [copied("9f31c2aa04d7e6b1", lines)], "{text}");
        }
    }

    #[test]
    fn a_text_without_a_whole_head_is_no_list_of_heads() {
        for text in [
            "",
            "\n",
            "record",
            "the record is long",
            "record 9f31c2a, 12 lines",
            "roll 1.2 · 9f31c2aa04d7e6b1 x",
        ] {
            let says = heads(text).unwrap_err();
            assert!(
                says.starts_with("No head is recognised") && says.contains("16 or 64 hex digits"),
                "{says}"
            );
        }
        for text in
            ["9f31c2aa04d7e6b", "record 9f31c2aa04d7e6b, 12 lines", "9f31c2aa04d7e6b1\n9f31c2aa04d7e6b12"]
        {
            assert!(heads(text).unwrap_err().contains("not copied whole"), "{text}");
        }
    }

    #[test]
    fn what_a_post_says_is_recognised_in_every_language() {
        for language in commands::speech::Language::all() {
            for lines in [1, 1025] {
                let says = commands::speech::in_language(language, || {
                    commands::present::record("9f31c2aa04d7e6b1", lines)
                });
                assert_eq!(heads(&says).unwrap(), [copied("9f31c2aa04d7e6b1", Some(lines))], "{says}");
                assert!(lines > 1 || !says.contains("lines"), "{says}");
            }
        }
    }

    #[test]
    fn what_is_not_vouched_for_stands_first_and_has_its_exit_code() {
        let unknown = Report {
            lines: 3,
            last_at: Some(1_767_225_600),
            game: "eia".to_owned(),
            rules: vec![stretch(1, "0", false)],
            rules_here: "7".to_owned(),
            orders_waiting: 2,
            ..Report::default()
        };
        let ends = format!("ends at head {} of 2026-01-01 00:00:00 UTC", unknown.head);
        let says = format!(
            "NOT DECIDED (rules \"0\" of eia; this program has \"7\"), open: 3 lines, {ends}; compare with the newest post."
        );
        assert_eq!((code(&unknown), is(&unknown)), (NOT_DECIDED, says));
        assert!(orders(&unknown).starts_with("orders: none decided again"));
        let rules = vec![stretch(1, "0", false), stretch(3, "7", true)];
        let partly = Report { rules, orders_decided: 1, ..unknown.clone() };
        assert_eq!(
            (code(&partly), orders(&partly)),
            (
                NOT_DECIDED,
                "orders: 1 decided again, 2 not: lines 1 to 2 by the program of revision \"0\".".to_owned()
            )
        );
        let open = Report { rules: vec![stretch(1, "7", true)], ..unknown };
        assert!(code(&open) == 0 && is(&open).starts_with("OK, open: 3 lines, ends at head "));
        let lacking = Report { closed: true, bodies_missing: 1, texts_missing: 1, ..open.clone() };
        assert!(
            code(&lacking) == NOT_WHOLE
                && is(&lacking).starts_with("NOT WHOLE (1 sealed body missing), closed: ")
        );
        assert_eq!(waits(&lacking), "unchecked: 1 sealed body is missing.");
        // What is in a corps is no text, and is not missing while the campaign is open.
        let secret = Report { bodies_missing: 2, secrets_waiting: 2, texts_missing: 3, ..open.clone() };
        assert_eq!(
            waits(&secret),
            "unchecked: 2 secrets of the game are closed, 1 sealed text or card is not in the file."
        );
        let whole = Report { closed: true, ..open };
        assert!(
            code(&whole) == 0
                && is(&whole).starts_with("OK, closed: ")
                && is(&whole).ends_with("; nothing can follow.")
        );
    }

    #[test]
    fn a_moment_is_told_in_utc() {
        assert_eq!(moment(1_767_225_600), "2026-01-01 00:00:00 UTC");
        assert_eq!(moment(i64::MAX), format!("second {}", i64::MAX));
    }

    #[test]
    fn a_title_cannot_break_out_of_the_page() {
        let page = page(b"x", "<script>alert(1)</script>\".jsonl");
        assert!(!page.contains("<script>alert") && page.contains("&lt;script&gt;"));
        assert!(!page.contains("@@"));
    }
}
