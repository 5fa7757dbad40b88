//! Channels, threads and direct messages.

use serde_json::json;

use super::ids::{LANE_CHANNELS, LANE_DM_MESSAGES, LANE_DMS, snowflake};
use super::{Channel, FOUNDED, Place, State, To};

impl State {
    pub fn channel(&self, id: u64) -> Option<&Channel> {
        self.channels.iter().find(|channel| channel.id == id && !channel.deleted)
    }

    pub fn channel_mut(&mut self, id: u64) -> Option<&mut Channel> {
        self.channels.iter_mut().find(|channel| channel.id == id && !channel.deleted)
    }

    /// A channel or thread of the guild by name, with or without `#`; a thread also as `council › Battle of Turin`.
    pub fn channel_named(&self, name: &str) -> Option<&Channel> {
        let name = name.strip_prefix('#').unwrap_or(name);
        self.channels.iter().find(|channel| {
            (channel.name == name || self.place_name(channel) == name)
                && !channel.deleted
                && !matches!(channel.place, Place::Dm { .. })
        })
    }

    /// What a channel is called among all: a thread with the channel that it is in, `council › Battle of Turin`.
    pub fn place_name(&self, channel: &Channel) -> String {
        let parent = match channel.place {
            Place::Thread { parent, .. } => self.channels.iter().find(|one| one.id == parent),
            Place::Text | Place::Dm { .. } => None,
        };
        parent.map_or_else(|| channel.name.clone(), |parent| format!("{} › {}", parent.name, channel.name))
    }

    pub fn add_channel(&mut self, name: &str, place: Place, made: i64) -> u64 {
        let count = self.channels.len() as u64;
        let (id, lane) = match place {
            Place::Dm { user } => {
                let at = self.users.iter().position(|one| one.id == user);
                let at = at.unwrap_or(self.users.len()) as u64;
                (snowflake(FOUNDED, LANE_DMS, at), LANE_DM_MESSAGES + at % LANE_DM_MESSAGES.saturating_sub(8))
            }
            Place::Text | Place::Thread { .. } => {
                (snowflake(made, LANE_CHANNELS, count), count % LANE_DM_MESSAGES)
            }
        };
        let guild = match place {
            Place::Thread { parent, .. } => self.channel(parent).map_or(self.guild(), |one| one.guild),
            Place::Text | Place::Dm { .. } => self.guild(),
        };
        self.channels.push(Channel {
            id,
            name: name.to_owned(),
            place,
            guild,
            deleted: false,
            denied: 0,
            archived: false,
            locked: false,
            auto_archive: 4320,
            made,
            lane,
            messages: 0,
        });
        id
    }

    /// A text channel of a guild.
    pub fn add_text(&mut self, guild: u64, name: &str) {
        let id = self.add_channel(name.trim_start_matches('#'), Place::Text, FOUNDED);
        if let Some(channel) = self.channel_mut(id) {
            channel.guild = guild;
        }
    }

    /// The direct messages between a member and the bot, opened if they are not yet.
    pub fn dm_with(&mut self, user: u64) -> u64 {
        if let Some(channel) = self.channels.iter().find(|channel| channel.place == Place::Dm { user }) {
            return channel.id;
        }
        let id = self.add_channel("", Place::Dm { user }, FOUNDED);
        let frame = json!({"t": "channel", "channel": self.page_channel(id)});
        self.tell(To::User(user), frame);
        id
    }
}
