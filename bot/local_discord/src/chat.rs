//! What members write without a slash: plain messages, which the bot hears of only as far as its
//! intents allow.

use serde_json::json;

use crate::server::Shared;
use crate::store::{Message, Place, State, To};

/// Characters of a member's message.
const LENGTH: usize = 2000;
/// The intents for messages in channels and in direct messages.
const GUILD_MESSAGES: u64 = 1 << 9;
const DIRECT_MESSAGES: u64 = 1 << 12;

impl State {
    /// A member writes a message; gives its id.
    pub fn chat(&mut self, user: u64, channel: u64, text: &str) -> Result<u64, String> {
        let place = self.open_channel(user, channel)?;
        let direct = matches!(place.place, Place::Dm { .. });
        let place_guild = place.guild;
        if place.archived && place.locked {
            return Err("This thread is locked; nobody can write in it any more.".to_owned());
        }
        let text = text.trim();
        if text.is_empty() {
            return Err("There is nothing to send.".to_owned());
        }
        let length = text.chars().count();
        if length > LENGTH {
            return Err(format!("A message has at most {LENGTH} characters; this one has {length}."));
        }
        if let Some(thread) = self.channel_mut(channel) {
            // Writing wakes an archived thread.
            thread.archived = false;
        }
        let message = Message {
            id: self.message_id(channel),
            order: self.next_order(),
            channel,
            author: user,
            content: text.to_owned(),
            embeds: json!([]),
            components: json!([]),
            files: Vec::new(),
            made: self.now(),
            edited: None,
            flags: 0,
            only: None,
            interaction: None,
            nonce: None,
            enforced: false,
            reference: None,
            mentions: self.mentioned(text, &serde_json::Value::Null),
            pinned: false,
            thread: None,
            deleted: false,
        };
        let mut event = self.message_json(&message);
        if !direct {
            event["guild_id"] = json!(place_guild.to_string());
            event["member"] = self.partial_member_json(user);
        }
        let id = message.id;
        self.transcript.push(format!("@{} writes {text:?}", self.user_name(user)));
        self.add_message(message);
        self.dispatch_to(if direct { DIRECT_MESSAGES } else { GUILD_MESSAGES }, "MESSAGE_CREATE", &event);
        Ok(id)
    }
}

impl Shared {
    /// Sets a member's locale and tells the pages.
    pub fn set_locale(&self, user: &str, locale: &str) -> Result<(), String> {
        let mut state = self.state();
        let user = state.must_find(user)?;
        state.set_locale(user, locale)?;
        let told = crate::page::hello(&state);
        state.tell(To::All, told);
        Ok(())
    }
}
