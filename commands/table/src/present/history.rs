//! The chronicle as a file: a short history of the campaign, month by month, with the numbers by which the record has it in full.

use super::Scene;
use super::chronicle::{Line, LineKind, lines};
use super::names::{bare, count};
use super::values::{change, first};
use crate::present::front::{self, Chapter, Front};
use crate::say;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use table::{Entry, TableEvent};

/// A part of the history: the founding with the choice of powers, a month, what followed the last one.
struct Part {
    heading: String,
    /// The line of the record with which it ends.
    ends: u64,
    rolls: u64,
}

/// The parts in order.
fn parts(front: Option<&'static dyn Front>, entries: &[Entry]) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    let (mut at, mut rolls, mut concluded) = (None, 0, false);
    for entry in entries {
        rolls += u64::from(entry.event.rolled().is_some());
        if let Some(path) = entry.table_event().as_ref().and_then(TableEvent::step_begun) {
            at = front.and_then(|front| front.chapter_at(path));
        }
        let heading = match front.and_then(|front| front.chapter(entry)) {
            Some(Chapter::Ends(heading)) => heading,
            Some(Chapter::Concluded) => {
                concluded = true;
                continue;
            }
            None => continue,
        };
        let ends = entry.line.map_or(0, |(line, _)| line);
        parts.push(Part { heading, ends, rolls: std::mem::take(&mut rolls) });
    }
    let heading = match at {
        None => say!("Founding and the choice of powers"),
        // The calendar ran out, so that no month follows.
        Some(at) if concluded && parts.last().is_some_and(|part| part.heading == at) => say!("The end"),
        Some(at) => at,
    };
    parts.push(Part { heading, ends: u64::MAX, rolls });
    parts
}

/// The values told in a part of the history, each once, from what it was to what it became.
#[derive(Default)]
struct Told {
    values: BTreeMap<String, (Option<i64>, i64)>,
    line: u64,
}

impl Told {
    fn take(&mut self, line: &Line) -> bool {
        let Some((key, before, now)) = &line.told else { return false };
        self.values.entry(key.clone()).and_modify(|value| value.1 = *now).or_insert((*before, *now));
        self.line = line.line;
        true
    }

    /// "Austria 0 → 12 VP, France 0 → 9 VP".
    fn says(&self, scene: &Scene<'_>) -> Option<(u64, String)> {
        let each = scene.public.values.iter().filter_map(|value| {
            let (before, now) = self.values.get(&value.key)?;
            match before {
                Some(before) => (before != now).then(|| change(value, *before, *now)),
                None => Some(first(value, *now)),
            }
        });
        let each: Vec<String> = each.collect();
        (!each.is_empty()).then(|| (self.line, say!("Told of the board: {}", each.join(", "))))
    }
}

/// A line as a file has it: what was voted says so.
fn worded(sort: LineKind, text: String) -> String {
    if sort == LineKind::Vote { say!("By vote: {}", text) } else { text }
}

/// The chronicle as a text file, a part a month and a line for each thing that happened.
#[must_use]
pub fn file(scene: &Scene<'_>, entries: &[Entry]) -> String {
    let mut text = format!("{}\n{}\n", bare(scene.name, 100), say!("Chronicle"));
    let mut lines = lines(scene, entries).into_iter().peekable();
    let mut all = 0;
    let front = front::of(&scene.public);
    for part in parts(front, entries) {
        let rolled = count(part.rolls, "roll", "rolls");
        all += part.rolls;
        let _ = writeln!(text, "\n== {} · {rolled} ==\n", part.heading);
        let mut told = Told::default();
        while let Some(line) = lines.next_if(|line| line.line <= part.ends) {
            let says = match line.sort {
                // The month's end is its heading; its rolls are counted there.
                LineKind::Month | LineKind::Roll => continue,
                LineKind::Value if told.take(&line) => continue,
                sort => worded(sort, line.text),
            };
            let _ = writeln!(text, "{:>6}  {says}", line.line);
        }
        if let Some((line, says)) = told.says(scene) {
            let _ = writeln!(text, "{line:>6}  {says}");
        }
    }
    if let Some(table) = front.and_then(|front| front.final_table(scene, entries)) {
        let _ = write!(text, "\n== {} ==\n\n{table}", say!("The final table"));
    }
    let _ = writeln!(text, "\n{}", say!("Altogether: {}.", count(all, "roll", "rolls")));
    let _ = writeln!(text, "{}", say!("The numbers are lines of the record."));
    text
}

/// A month of the campaign as a text file: a line for each thing that happened in it, rolls too, with the rules that the record names and the
/// number by which the record has it.
#[must_use]
pub fn of_a_month(scene: &Scene<'_>, entries: &[Entry], heading: &str) -> String {
    let mut text = format!("{} · {heading}\n\n", bare(scene.name, 100));
    for line in lines(scene, entries).into_iter().filter(|line| line.sort != LineKind::Month) {
        let says = worded(line.sort, line.text);
        let rules: Vec<&str> = line.rules.iter().map(|rule| rule.as_str()).collect();
        let rules = if rules.is_empty() { String::new() } else { format!("  [{}]", rules.join(", ")) };
        let _ = writeln!(text, "{:>6}  {says}{rules}", line.line);
    }
    let _ = writeln!(text, "\n{}", say!("The numbers are lines of the record."));
    text
}
