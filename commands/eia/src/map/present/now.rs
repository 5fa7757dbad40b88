//! What of a map is as it stands now, in words: who has an area, which counters stand in it, and which stand where the map shows nothing.

use eia::powers::Power;
use table_commands::message::{Message, clip};
use table_commands::say;

/// A card with who has its area now, and the counters that stand there. `is_kept`: whether the bot keeps the board, or players tell of it.
#[must_use]
pub fn on_card(mut message: Message, has: Option<Power>, counters: &[String], is_kept: bool) -> Message {
    let has = has.map(crate::names::called).map(|power| {
        if is_kept {
            say!("**{}** has it.", power)
        } else {
            say!("**{}** has it, as its players tell.", power)
        }
    });
    let lines: Vec<&str> = has.iter().chain(counters).map(String::as_str).collect();
    if !lines.is_empty()
        && let Some(embed) = message.embeds.pop()
    {
        message.embeds.push(embed.field(&say!("Now"), lines.join("\n")));
    }
    message
}

/// A message with the counters below that stand where its picture shows nothing.
#[must_use]
pub fn below(mut message: Message, counters: &[String]) -> Message {
    if !counters.is_empty() {
        let says = say!("Not in the picture: {}", counters.join("; "));
        message.content = clip(&format!("{}\n{says}", message.content), 2_000);
    }
    message
}
