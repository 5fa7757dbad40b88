//! What the page is shown: messages, channels, commands, the whole of one member's view.

use serde_json::{Map, Value, json};

use crate::files::For;
use crate::store::{Message, Place, State};

impl State {
    /// The message as the page gets it; addresses of files are relative to the page.
    pub fn page_message(&self, message: &Message) -> Value {
        let mut map = self.message_base(message, For::Page);
        map.insert("ephemeral".to_owned(), json!(message.only.is_some()));
        if message.loading() {
            map.insert("loading".to_owned(), json!(true));
        }
        if let Some(thread) = message.thread.and_then(|id| self.channel(id)) {
            map.insert("thread".to_owned(), json!({"id": thread.id.to_string(), "name": thread.name}));
        }
        let asked = message.interaction.and_then(|id| self.interactions.get(&id));
        if let Some(asked) = asked.filter(|asked| !asked.command.is_empty()) {
            map.insert(
                "interaction".to_owned(),
                json!({
                    "name": asked.command,
                    "user": {"id": asked.user.to_string(), "name": self.user_name(asked.user)},
                }),
            );
        }
        Value::Object(map)
    }

    pub fn page_channel(&self, id: u64) -> Value {
        let Some(channel) = self.channel(id) else {
            return Value::Null;
        };
        match &channel.place {
            Place::Text => {
                json!({"id": id.to_string(), "name": channel.name, "kind": "text"})
            }
            Place::Dm { .. } => {
                json!({"id": id.to_string(), "name": self.user_name(self.bot), "kind": "dm"})
            }
            Place::Thread { parent, .. } => json!({
                "id": id.to_string(),
                "name": channel.name,
                "kind": "thread",
                "parent": parent.to_string(),
            }),
        }
    }

    /// Everything one member's page shows when it opens.
    pub fn page_state(&self, user: u64) -> Value {
        let channels: Vec<Value> = self
            .channels
            .iter()
            .filter(|channel| !channel.deleted)
            .filter(|channel| match channel.place {
                Place::Dm { user: owner } => owner == user,
                Place::Text | Place::Thread { .. } => true,
            })
            .map(|channel| self.page_channel(channel.id))
            .collect();
        let mut messages: Map<String, Value> = channels
            .iter()
            .filter_map(|channel| Some((channel["id"].as_str()?.to_owned(), json!([]))))
            .collect();
        let mut standing: Vec<&Message> =
            self.messages.values().filter(|message| self.visible_to(message, user)).collect();
        standing.sort_by_key(|message| message.order);
        for message in standing {
            if let Some(Value::Array(list)) = messages.get_mut(&message.channel.to_string()) {
                list.push(self.page_message(message));
            }
        }
        json!({
            "t": "state",
            "me": {"id": user.to_string(), "name": self.user_name(user), "locale": self.locale_of(user)},
            "guild": {"id": self.guild().to_string(), "name": self.guilds.first().map(|guild| &guild.name)},
            "channels": channels,
            "commands": self.page_commands(),
            "now": self.now(),
            "clock": self.clock_json(),
            "messages": messages,
        })
    }

    /// What kind of clock the table has.
    pub fn clock_json(&self) -> Value {
        json!({"movable": self.clock.advance(0), "running": !self.clock.stands_still()})
    }

    pub fn page_commands(&self) -> Value {
        self.guild_commands.iter().chain(&self.commands).cloned().collect()
    }
}
