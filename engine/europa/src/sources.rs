//! For the tests: the data that ours was made from, where it lies beside the repository.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A line of a file, by the names of its columns.
pub type Line = BTreeMap<String, String>;

fn path(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/europa").join(name);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: {name} is not beside this checkout (../shared/data/europa)");
    None
}

/// A file's text; none, with a printed line, where it is absent.
pub fn text(name: &str) -> Option<String> {
    std::fs::read_to_string(path(name)?).ok()
}

/// The cells of a file of values apart by commas, without its head.
pub fn cells(name: &str) -> Option<Vec<Vec<String>>> {
    Some(text(name)?.lines().skip(1).map(split).collect())
}

/// A file of values apart by commas.
pub fn csv(name: &str) -> Option<Vec<Line>> {
    let text = text(name)?;
    let mut lines = text.lines().map(split);
    let head = lines.next()?;
    Some(lines.map(|line| head.iter().cloned().zip(line).collect()).collect())
}

fn split(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    for c in line.trim_end_matches('\r').chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            c => cells.last_mut().expect("there is a cell").push(c),
        }
    }
    cells
}
