//! How a rehearsal prints what everyone saw.

use super::script::Line;
use commands::message::REFUSED;
use local_discord::{Audience, Kind, Seen};
use serde::Serialize;
use serde_json::Value;

/// Puts what one line led to in order: answers first, then posts and direct messages by their row in the outbox, which is the order of
/// their commits.
pub(super) fn in_order(seen: &mut [Seen]) {
    seen.sort_by_key(|seen| {
        let id = seen.nonce.as_deref().and_then(|nonce| nonce.strip_prefix('o')?.split('.').next());
        let row = id.and_then(|id| id.parse().ok());
        match (seen.kind, row) {
            (Kind::Post, Some(row)) => (1, row, 0),
            (Kind::Reply | Kind::Modal | Kind::Choices | Kind::Failed, _) => (0, 0u64, seen.n),
            (Kind::Edit, _) if in_place(seen) => (0, 0, seen.n),
            // A card that was edited still has the nonce of its first posting; its edit is the last of its commit.
            _ => (2, 0, seen.n),
        }
    });
}

/// Whether it is an answer that took the place of the private message on which somebody pressed.
fn in_place(seen: &Seen) -> bool {
    seen.kind == Kind::Edit && matches!(seen.to, Audience::Ephemeral(_))
}

fn kind(seen: &Seen) -> &'static str {
    match seen.kind {
        Kind::Post => "post",
        Kind::Edit if in_place(seen) && seen.text.starts_with(REFUSED) => "refusal",
        Kind::Edit if in_place(seen) => "reply",
        Kind::Edit | Kind::Deleted => "edit",
        Kind::Reply if seen.text.starts_with(REFUSED) => "refusal",
        Kind::Failed => "refusal",
        Kind::Reply | Kind::Modal | Kind::Choices => "reply",
    }
}

fn labels(seen: &Seen) -> Vec<String> {
    let rows = seen.components.as_array().into_iter().flatten();
    let components = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let mut labels = Vec::new();
    for component in components {
        match component["type"].as_u64() {
            // In brackets what stands there and cannot be pressed now.
            Some(2) => labels.extend(component["label"].as_str().map(|label| {
                if component["disabled"] == true { format!("({label})") } else { label.to_owned() }
            })),
            Some(4) => {
                let label = component["label"].as_str().unwrap_or_default();
                labels.push(format!("{label}: {}", component["value"].as_str().unwrap_or_default()));
            }
            _ => {}
        }
    }
    labels
}

/// One thing seen, in the order in which its line of JSON has the keys.
#[derive(Serialize)]
struct JsonLine<'s> {
    n: u64,
    by: Option<&'s str>,
    did: &'s str,
    to: String,
    kind: &'static str,
    text: &'s str,
    embeds: &'s Value,
    buttons: Vec<String>,
    files: Vec<&'s str>,
}

/// One thing seen, as a line of JSON.
///
/// # Errors
/// A sentence where it cannot be written.
pub(super) fn json_line(seen: &Seen, line: &Line, n: u64) -> Result<String, String> {
    let told = JsonLine {
        n,
        by: line.act.name(),
        did: &line.text,
        to: seen.to.label(),
        kind: kind(seen),
        text: &seen.text,
        embeds: &seen.embeds,
        buttons: labels(seen),
        files: seen.files.iter().map(|(name, _)| name.as_str()).collect(),
    };
    let text = serde_json::to_string(&told).map_err(|e| format!("What was seen cannot be written: {e}."))?;
    Ok(format!("{text}\n"))
}

/// What one line led to, for people.
pub(super) fn text(seen: &[Seen], line: &Line) -> String {
    let mut text = match line.act {
        super::Act::Comment => return format!("{}\n", line.text),
        _ => format!("\n> {}\n", line.text),
    };
    for seen in seen {
        let mut lines = vec![format!("[{} {}]", seen.to.label(), kind(seen))];
        lines.extend(seen.text.lines().map(str::to_owned));
        for embed in seen.embeds.as_array().into_iter().flatten() {
            lines.extend(embed_lines(embed));
        }
        let labels = labels(seen);
        if seen.kind == Kind::Modal {
            lines.extend(
                labels
                    .iter()
                    .flat_map(|label| label.lines().map(|line| format!("  {line}")).collect::<Vec<_>>()),
            );
        } else if !labels.is_empty() {
            lines.push(labels.iter().map(|label| format!("[{label}]")).collect::<Vec<_>>().join(" "));
        }
        lines.extend(seen.files.iter().map(|(name, bytes)| format!("({name}, {} bytes)", bytes.len())));
        text.push_str("  ");
        text.push_str(&lines.join("\n    "));
        text.push('\n');
    }
    text
}

fn embed_lines(embed: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    let mut push = |text: Option<&str>, before: &str| {
        lines.extend(text.into_iter().flat_map(str::lines).map(|line| format!("{before}{line}")));
    };
    push(embed["title"].as_str(), "| # ");
    push(embed["description"].as_str(), "| ");
    for field in embed["fields"].as_array().into_iter().flatten() {
        push(field["name"].as_str(), "| * ");
        push(field["value"].as_str(), "|   ");
    }
    push(embed["footer"]["text"].as_str(), "| - ");
    lines
}
