//! Whether a message that may have been sent stands in its channel already.

use db::OutboxRow;
use serde_json::{Value, json};
use serenity::model::id::MessageId;

/// What may be a row's message among a channel's last ones: by its nonce where the server tells it, else by its words, which carry the
/// record's head wherever a result is told. One that is older than the row is another's, whose row may be tidied away by now.
pub(super) fn already_there<'m>(messages: &'m Value, row: &OutboxRow, body: &Value) -> Vec<&'m Value> {
    let words = |message: &Value| {
        let embeds = message["embeds"].as_array().cloned().unwrap_or_default();
        let embeds: Vec<Value> = embeds
            .into_iter()
            .map(|embed| json!([embed["title"], embed["description"], embed["footer"]["text"]]))
            .collect();
        (message["content"].as_str().unwrap_or_default().to_owned(), embeds)
    };
    let ours = words(body);
    let last = messages.as_array().into_iter().flatten();
    last.filter(|message| {
        message["author"]["bot"].as_bool() == Some(true)
            && sent_at(message).is_some_and(|at| at >= row.since - CLOCKS_APART)
            && (message["nonce"].as_str() == Some(&row.nonce()) || words(message) == ours)
    })
    .collect()
}

/// How far this machine's clock may be from Discord's, in seconds.
const CLOCKS_APART: i64 = 60 * 60;

/// When a message was sent, Unix seconds, as its id tells.
fn sent_at(message: &Value) -> Option<i64> {
    let id: MessageId = message["id"].as_str()?.parse().ok()?;
    Some(id.created_at().unix_timestamp())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use db::{OutboxState, Target};

    #[test]
    fn one_that_reads_the_same_and_is_older_is_anothers() {
        let body = json!({"content": "You are awaited."});
        let now = 1_800_000_000;
        let row = OutboxRow {
            id: 7,
            campaign: String::new(),
            target: Target::User(1),
            body: body.to_string(),
            files: Vec::new(),
            picture: None,
            line: None,
            since: now,
            kind: "reminder".to_owned(),
            mark: None,
            state: OutboxState::Sending,
            attempts: 1,
            code: None,
            why: None,
        };
        let sent = |at: i64| {
            let id = ((at - 1_420_070_400) * 1000).cast_unsigned() << 22;
            json!({"id": id.to_string(), "author": {"bot": true}, "content": "You are awaited.", "embeds": []})
        };
        let last = json!([sent(now + 1), sent(now - 4 * 24 * 3600)]);
        let there = already_there(&last, &row, &body);
        assert_eq!(there.len(), 1);
        assert_eq!(sent_at(there[0]), Some(now + 1));
    }
}
