//! What is wrong in a pack, and where.

use std::fmt;
use table::Said;
use table::said;

/// What is wrong in a pack: the first thing that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line of the file, from 1.
    pub line: usize,
    /// In CSV the cell of the line, in TOML the character, from 1.
    pub column: usize,
    /// What is wrong, in a sentence.
    pub why: Said,
}

impl Fault {
    pub(super) fn new(line: usize, column: usize, why: Said) -> Fault {
        Fault { line, column, why }
    }

    /// The sentence for whoever gave the file.
    #[must_use]
    pub fn told(&self, file: &str) -> Said {
        said!("{}, line {}, column {}: {}", file, self.line, self.column, self.why)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.why)
    }
}

impl std::error::Error for Fault {}
