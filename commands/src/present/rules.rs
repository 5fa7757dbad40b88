//! Why: the rules behind a result.

use crate::message::{Embed, Message, clip};
use engine::rules::{RuleId, ledger};
use engine::table::{Entry, Event};

/// The rules that the record names from a line to the next order, each with its id, what it says, and how this table reads it where the
/// document leaves it open.
#[must_use]
pub fn behind(entries: &[Entry], line: u64) -> Message {
    let from = entries.iter().skip_while(|entry| entry.line.is_none_or(|(i, _)| i < line));
    let result = from.take_while(|entry| {
        entry.line.is_some_and(|(i, _)| i == line) || !matches!(entry.event, Event::Order { .. })
    });
    let mut rules: Vec<RuleId> = result
        .filter_map(|entry| match &entry.event {
            Event::Game { e } => serde_json::from_value::<Vec<RuleId>>(e.get("rules")?.clone()).ok(),
            Event::Shown(shown) => Some(shown.rules.clone()),
            _ => None,
        })
        .flatten()
        .collect();
    rules.sort_unstable();
    rules.dedup();
    if rules.is_empty() {
        return Message::text("No rule is named in this result.");
    }
    let mut embed = Embed::new("Why", "The rules that this result rests on.");
    // Twelve of at most 480 characters keep to what a message holds.
    for rule in rules.into_iter().take(12) {
        let entry = ledger().get(rule);
        let mut says = clip(&entry.says, 240);
        if !entry.reading.is_empty() {
            says.push_str("\n*Read as:* ");
            says.push_str(&clip(&entry.reading, 180));
        }
        embed = embed.field(&format!("{} · {rule}", rule.printed()), says);
    }
    Message::default().with(embed)
}
