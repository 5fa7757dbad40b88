//! `chancery verify`: checks a record file, says what it checked and what still waits, or the first wrong line and why.

use base64::Engine as _;
use engine::table::verify::{Report, Wrong, verify};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The heads in a text copied from the channel: every run of 16 or 64 hex digits that follows the word "record". Other hashes stand in
/// posts too (anchors, seeds, codes), so only where that word does not lead to any, every such run counts that stands alone on its line.
#[must_use]
pub fn heads(text: &str) -> Vec<String> {
    let is_head = |word: &str| {
        matches!(word.len(), 16 | 64)
            && word.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
    };
    let words = |line: &'_ str| -> Vec<String> {
        let apart = |c: char| !c.is_alphanumeric();
        line.split(apart).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let all = words(text);
    let named = all.windows(2).filter(|pair| pair[0] == "record" && is_head(&pair[1]));
    let mut heads: Vec<String> = named.map(|pair| pair[1].clone()).collect();
    if heads.is_empty() {
        heads = text
            .lines()
            .map(words)
            .filter_map(|words| match words.as_slice() {
                [only] if is_head(only) => Some(only.clone()),
                _ => None,
            })
            .collect();
    }
    heads.dedup();
    heads
}

/// Checks a file's bytes.
///
/// # Errors
/// The sentence for the first wrong line.
pub fn check(bytes: &[u8], heads: &[String]) -> Result<String, String> {
    match verify(bytes, heads) {
        Ok(report) => Ok(told(&report)),
        Err(Wrong { line, why }) => Err(format!("WRONG line {line}: {why}")),
    }
}

/// The report as it is printed: a line a count, in the words that the page uses too.
#[must_use]
pub fn told(report: &Report) -> String {
    let mut text = String::from("OK\n");
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
        ("heads_found", report.heads_found),
    ] {
        let _ = writeln!(text, "{key}: {value}");
    }
    // Only a record with strongboxes has these.
    for (key, value) in [
        ("sheets_checked", report.sheets_checked),
        ("sheets_waiting", report.sheets_waiting),
        ("shown_checked", report.shown_checked),
        ("shown_waiting", report.shown_waiting),
    ] {
        if value > 0 {
            let _ = writeln!(text, "{key}: {value}");
        }
    }
    let _ = writeln!(text, "head: {}", report.head);
    text
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
    use super::*;

    #[test]
    fn heads_are_found_where_people_copy_them_from() {
        let (short, long) = ("9f31c2aa04d7e6b1", "a".repeat(64));
        let anchor = "b".repeat(64);
        let post = format!(
            "Roll 1.2 · record {short}\nAnchor of the dice\n`{anchor}`\nthe record `{long}`, record 9F31C2AA04D7E6B1 abc"
        );
        assert_eq!(heads(&post), [short.to_owned(), long.clone()]);
        let list = format!("{short}\n\n`{long}`\nnot {anchor}\n9F31C2AA04D7E6B1\n");
        assert_eq!(heads(&list), [short.to_owned(), long]);
    }

    #[test]
    fn a_title_cannot_break_out_of_the_page() {
        let page = page(b"x", "<script>alert(1)</script>\".jsonl");
        assert!(!page.contains("<script>alert") && page.contains("&lt;script&gt;"));
        assert!(!page.contains("@@"));
    }
}
