//! Messages: who may see them, how they come, change and go, and that all of it is noted as seen.

use std::sync::Arc;

use serde_json::{Value, json};

use super::{Channel, Interaction, Message, PageFrame, Place, State, TOKEN_SECONDS, To};
use crate::seen::{Audience, Kind, Seen, Violation};

/// Seconds for which an enforced nonce is remembered.
const NONCE_SECONDS: i64 = 3 * 60;

impl State {
    /// A message that still stands.
    pub fn message(&self, id: u64) -> Option<&Message> {
        self.messages.get(&id).filter(|message| !message.deleted)
    }

    /// May this member see that message?
    pub fn visible_to(&self, message: &Message, user: u64) -> bool {
        if message.deleted {
            return false;
        }
        let Some(channel) = self.channel(message.channel) else {
            return false;
        };
        if message.only.is_some_and(|only| only != user) {
            return false;
        }
        match channel.place {
            Place::Dm { user: owner } => owner == user,
            Place::Text | Place::Thread { .. } => true,
        }
    }

    pub fn audience(&self, message: &Message) -> Audience {
        if let Some(only) = message.only {
            return Audience::Ephemeral(self.user_name(only));
        }
        match self.channels.iter().find(|one| one.id == message.channel) {
            Some(Channel { place: Place::Dm { user }, .. }) => Audience::Dm(self.user_name(*user)),
            Some(channel) => Audience::Public(self.place_name(channel)),
            None => Audience::Public(String::new()),
        }
    }

    /// For which pages a message is meant.
    fn readers(&self, message: &Message) -> To {
        if let Some(only) = message.only {
            return To::User(only);
        }
        match self.channels.iter().find(|one| one.id == message.channel) {
            Some(Channel { place: Place::Dm { user }, .. }) => To::User(*user),
            _ => To::All,
        }
    }

    pub fn tell(&self, to: To, frame: Value) {
        // With no page open there is nobody to tell, which is no failure.
        let _nobody = self.pages.send(PageFrame { to, frame: Arc::new(frame) });
    }

    /// The message an enforced nonce made within the last minutes in that channel.
    pub fn nonce_message(&self, channel: u64, nonce: &Value) -> Option<u64> {
        let since = self.now() - NONCE_SECONDS;
        self.messages
            .values()
            .find(|message| {
                message.channel == channel
                    && message.enforced
                    && message.made > since
                    && message.nonce.as_ref() == Some(nonce)
            })
            .map(|message| message.id)
    }

    /// Adds a message, shows it to whom it concerns and notes it as seen.
    pub fn add_message(&mut self, message: Message) {
        let id = message.id;
        self.messages.insert(id, message);
        let Some(message) = self.messages.get(&id) else {
            return;
        };
        let to = self.readers(message);
        let shown = self.page_message(message);
        if message.loading() {
            let asker = message
                .interaction
                .and_then(|id| self.interactions.get(&id))
                .and_then(|interaction| interaction.asker.clone());
            match asker {
                Some(asker) => {
                    self.tell(
                        To::Page(asker.page),
                        json!({"t": "thinking", "nonce": asker.nonce, "message": shown}),
                    );
                }
                None => self.tell(to, json!({"t": "message", "message": shown})),
            }
            return;
        }
        let kind = if message.interaction.is_some() { Kind::Reply } else { Kind::Post };
        self.tell(to, json!({"t": "message", "message": shown}));
        self.see_message(id, kind);
    }

    /// Shows that a message changed, `was_loading` when its first content just came.
    /// Shows a message that was changed; `answers` is the interaction that the change answers, where it does.
    pub fn message_changed(&mut self, id: u64, was_loading: bool, answers: Option<u64>) {
        let Some(message) = self.messages.get(&id) else {
            return;
        };
        let to = self.readers(message);
        let shown = self.page_message(message);
        let loading = message.loading();
        self.tell(to, json!({"t": "message_update", "message": shown}));
        if !loading {
            self.see_message_of(id, if was_loading { Kind::Reply } else { Kind::Edit }, answers);
        }
    }

    pub fn delete_message(&mut self, id: u64) {
        let Some(message) = self.messages.get_mut(&id).filter(|one| !one.deleted) else {
            return;
        };
        message.deleted = true;
        let channel = message.channel;
        let Some(message) = self.messages.get(&id) else {
            return;
        };
        let to = self.readers(message);
        self.tell(
            to,
            json!({"t": "message_delete", "channel_id": channel.to_string(), "id": id.to_string()}),
        );
        self.see_message(id, Kind::Deleted);
    }

    fn see_message(&mut self, id: u64, kind: Kind) {
        self.see_message_of(id, kind, None);
    }

    fn see_message_of(&mut self, id: u64, kind: Kind, answers: Option<u64>) {
        let Some(message) = self.messages.get(&id) else {
            return;
        };
        let interaction = answers.or(message.interaction);
        let by = interaction
            .and_then(|id| self.interactions.get(&id))
            .map(|interaction| self.user_name(interaction.user))
            .or_else(|| (message.author != self.bot).then(|| self.user_name(message.author)));
        let seen = Seen {
            n: 0,
            by,
            interaction,
            message: Some(id),
            to: self.audience(message),
            kind,
            text: message.content.clone(),
            embeds: message.embeds.clone(),
            components: message.components.clone(),
            files: message
                .files
                .iter()
                .map(|file| (file.name.clone(), file.bytes.as_ref().clone()))
                .collect(),
            pings: message.mentions.iter().map(|user| self.user_name(*user)).collect(),
            nonce: message.nonce.as_ref().map(|nonce| match nonce {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            }),
            at: self.now(),
        };
        self.see(seen);
    }

    pub fn see(&mut self, mut seen: Seen) {
        seen.n = self.seen.len() as u64 + 1;
        self.transcript.push(format!(
            "{} {:?} to {}: {}",
            seen.n,
            seen.kind,
            seen.to.label(),
            seen.text.replace('\n', " / ")
        ));
        self.seen.push(seen);
    }

    /// Notes something seen by one member alone that is no message.
    pub fn see_aside(&mut self, interaction: u64, kind: Kind, text: String, components: Value) {
        let Some(asked) = self.interactions.get(&interaction) else {
            return;
        };
        let name = self.user_name(asked.user);
        let at = self.now();
        self.see(Seen {
            n: 0,
            by: Some(name.clone()),
            interaction: Some(interaction),
            message: None,
            to: Audience::Ephemeral(name),
            kind,
            text,
            embeds: json!([]),
            components,
            files: Vec::new(),
            pings: Vec::new(),
            nonce: None,
            at,
        });
    }

    pub fn violate(&mut self, path: &str, what: impl Into<String>) {
        let what = what.into();
        self.transcript.push(format!("violation: {path}: {what}"));
        self.violations.push(Violation { path: path.to_owned(), what });
    }

    /// Tells the page that asked, if one did.
    pub fn tell_asker(&self, interaction: u64, mut frame: Value) {
        let Some(asker) =
            self.interactions.get(&interaction).and_then(|interaction| interaction.asker.as_ref())
        else {
            return;
        };
        frame["nonce"] = asker.nonce.clone();
        self.tell(To::Page(asker.page), frame);
    }

    /// Is the token of that interaction past its fifteen minutes?
    pub fn expired(&self, interaction: &Interaction) -> bool {
        self.now() - interaction.made >= TOKEN_SECONDS
    }

    /// Who is pinged: the members named in the text that the bot allows to be pinged.
    pub fn mentioned(&self, content: &str, allowed: &Value) -> Vec<u64> {
        let everyone_named = allowed.is_null()
            || allowed["parse"].as_array().is_some_and(|parse| parse.iter().any(|one| one == "users"));
        let listed: Vec<u64> = allowed["users"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|id| id.as_u64().or_else(|| id.as_str()?.parse().ok()))
            .collect();
        let mut found = Vec::new();
        for piece in content.split("<@").skip(1) {
            let Some(id) =
                piece.split_once('>').and_then(|(id, _)| id.trim_start_matches('!').parse::<u64>().ok())
            else {
                continue;
            };
            let named = self.user(id).is_some() && (everyone_named || listed.contains(&id));
            if named && !found.contains(&id) {
                found.push(id);
            }
        }
        found
    }

    /// Is what a member wrote kept from the bot, which has no leave to read along? What names it,
    /// and what stands in its direct messages, it may read.
    pub fn hidden_from_bot(&self, message: &Message) -> bool {
        let direct = self.channel(message.channel).is_some_and(|one| matches!(one.place, Place::Dm { .. }));
        message.author != self.bot && !direct && !message.mentions.contains(&self.bot)
    }
}
