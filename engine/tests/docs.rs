//! What is public says what it is in the game. Fields and variants say it where their name does not.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

/// The words with which an item begins that is described.
const ITEMS: [&str; 9] = ["fn", "async fn", "const fn", "struct", "enum", "trait", "type", "const", "static"];

/// The files of a folder's sources, without tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if name != "tests" {
                sources(&path, found);
            }
        } else if name.ends_with(".rs") && !["tests.rs", "build.rs"].contains(&name) {
            found.push(path);
        }
    }
}

/// The lines of a file on which something public begins that no line above it describes.
fn undescribed(text: &str) -> Vec<usize> {
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let is_item = |line: &str| {
        let of = line.strip_prefix("pub ");
        of.is_some_and(|rest| ITEMS.iter().any(|item| rest.starts_with(&format!("{item} "))))
    };
    let is_described = |at: usize| {
        // Attributes stand between, some of them on several lines.
        let above = lines[..at].iter().rev();
        let is_doc = |line: &str| line.starts_with("///") || line.starts_with("$(#[");
        let mut above = above.skip_while(|line| !is_doc(line) && !line.ends_with(['}', ';', '{']));
        above.next().is_some_and(|line| is_doc(line))
    };
    (0..lines.len()).filter(|at| is_item(lines[*at]) && !is_described(*at)).map(|at| at + 1).collect()
}

#[test]
fn everything_public_but_fields_and_variants_is_described() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut found = Vec::new();
    for folder in ["engine", "db", "commands", "bot/src"] {
        sources(&root.join(folder), &mut found);
    }
    assert!(found.len() > 400, "{}", found.len());
    let bare: Vec<String> = found
        .iter()
        .flat_map(|path| {
            let text = std::fs::read_to_string(path).unwrap();
            let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned();
            let at = |line: usize| format!("{}:{line}", path.strip_prefix(root).unwrap().display());
            undescribed(&text).into_iter().map(at).collect::<Vec<_>>()
        })
        .collect();
    assert!(bare.is_empty(), "no doc comment: {bare:#?}");
}

#[test]
fn what_is_not_described_is_found() {
    let text = "/// A rule.\n#[must_use]\npub fn rule() {}\n\npub fn bare() {}\npub struct Bare {\n    pub field: u8,\n}\n";
    assert_eq!(undescribed(text), [5, 6]);
}
