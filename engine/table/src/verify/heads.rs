//! Heads that people copied from posts: whether each stands in the record, and where its post said.

use super::Wrong;
use crate::event::Entry;

/// A head as it was copied from a post.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    /// The first 16 hex digits of the head or all 64, in lower case.
    pub head: String,
    /// How many lines the record had when it was posted, where the post says so.
    pub lines: Option<u64>,
}

impl Copied {
    /// Looks for the head in a record.
    ///
    /// # Errors
    /// At the record's last line: that it is shorter than it was, or has not this head, or has it at another line.
    pub(super) fn find(&self, entries: &[Entry]) -> Result<(), Wrong> {
        let Copied { head, lines } = self;
        let last = entries.len() as u64;
        let is_head = matches!(head.len(), 16 | 64);
        let at = entries
            .iter()
            .position(|entry| is_head && entry.line.is_some_and(|(_, h)| h.hex().starts_with(head.as_str())));
        let at = at.map(|i| i as u64 + 1);
        let why = match (at, *lines) {
            (Some(_), None) => return Ok(()),
            (Some(at), Some(lines)) if at == lines => return Ok(()),
            (_, Some(lines)) if lines > last => format!(
                "The record is cut: it ends here, after {last} lines, but it had {lines} when the head {head} was posted."
            ),
            (Some(at), Some(lines)) => {
                format!(
                    "The head {head} stands at line {at}, but was posted when the record had {lines} lines."
                )
            }
            (None, Some(lines)) => format!(
                "The head {head} stands nowhere in this record, which has another at line {lines}: the record is not the one that was posted from."
            ),
            (None, None) => format!(
                "The head {head} stands nowhere in this record: it was cut before that head, or is not the one that was posted from."
            ),
        };
        Err(Wrong { line: last, why })
    }
}
