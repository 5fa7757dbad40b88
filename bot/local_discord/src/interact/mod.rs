//! What members do: each act becomes an interaction and goes to the bot as INTERACTION_CREATE.

mod command;
mod component;
mod deliver;
mod form;

use serde_json::Value;

use crate::store::{Asker, Channel, Place, State};

pub(crate) use command::full_name;
pub(crate) use deliver::interaction_of;

/// An act of a member, ready to become an interaction.
pub(crate) struct Act {
    pub user: u64,
    pub channel: u64,
    /// 2 command, 3 component, 4 autocomplete, 5 form.
    pub kind: u8,
    pub data: Value,
    /// Full name of the command it began with, empty for components.
    pub command: String,
    pub source: Option<u64>,
    pub opener: Option<u64>,
    /// The type of the option being typed.
    pub focused: Option<u64>,
    pub asker: Option<Asker>,
    /// What the transcript says.
    pub said: String,
}

impl State {
    /// Where a member acts: `dm`, or a channel or thread by name.
    pub fn place_of(&mut self, user: u64, channel: &str) -> Result<u64, String> {
        if channel == "dm" {
            return Ok(self.dm_with(user));
        }
        self.channel_named(channel)
            .map(|channel| channel.id)
            .ok_or_else(|| format!("There is no channel named {channel:?}."))
    }

    /// The channel, if a member can act in it.
    pub fn open_channel(&self, user: u64, id: u64) -> Result<&Channel, String> {
        let channel = self.channel(id).ok_or_else(|| "That channel is not there.".to_owned())?;
        match channel.place {
            Place::Dm { user: owner } if owner != user => {
                Err("Those direct messages are another member's.".to_owned())
            }
            Place::Text | Place::Thread { .. } if !self.user(user).is_some_and(|user| user.member) => {
                Err(format!("{} is no member of the server.", self.user_name(user)))
            }
            _ => Ok(channel),
        }
    }

    pub fn must_find(&self, user: &str) -> Result<u64, String> {
        self.user_named(user)
            .filter(|user| !user.bot)
            .map(|user| user.id)
            .ok_or_else(|| format!("There is no member named {user:?}."))
    }
}

/// The components inside the rows of a message or form.
pub(crate) fn parts(rows: &Value) -> impl Iterator<Item = &Value> {
    rows.as_array().into_iter().flatten().filter_map(|row| row["components"].as_array()).flatten()
}
