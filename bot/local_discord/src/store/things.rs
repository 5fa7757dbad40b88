//! What the store holds: members, channels, files, messages, interactions.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::LOADING;

#[derive(Debug, Clone)]
pub(crate) struct User {
    pub id: u64,
    pub name: String,
    pub username: String,
    pub bot: bool,
    /// One of Discord's locales.
    pub locale: String,
    pub dms_open: bool,
    pub member: bool,
}

/// A server of Discord's; all members are in each.
#[derive(Debug, Clone)]
pub(crate) struct Guild {
    pub id: u64,
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    Text,
    Dm { user: u64 },
    Thread { parent: u64, kind: u8 },
}

#[derive(Debug, Clone)]
pub(crate) struct Channel {
    pub id: u64,
    pub name: String,
    pub place: Place,
    /// The guild that it is in; of direct messages the first.
    pub guild: u64,
    pub deleted: bool,
    /// The bits of what the bot may not do there.
    pub denied: u64,
    pub archived: bool,
    pub locked: bool,
    pub auto_archive: u64,
    pub made: i64,
    pub(super) lane: u64,
    pub(super) messages: u64,
}

#[derive(Debug, Clone)]
pub(crate) struct File {
    pub id: u64,
    pub name: String,
    /// What a member called it, where the name could not be kept.
    pub title: Option<String>,
    pub description: Option<String>,
    pub content_type: Option<String>,
    pub bytes: Arc<Vec<u8>>,
}

/// A file that a member gave a command.
#[derive(Debug, Clone)]
pub(crate) struct HandedIn {
    pub user: u64,
    pub channel: u64,
    pub file: File,
}

#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub id: u64,
    pub order: u64,
    pub channel: u64,
    pub author: u64,
    pub content: String,
    pub embeds: Value,
    pub components: Value,
    pub files: Vec<File>,
    pub made: i64,
    pub edited: Option<i64>,
    pub flags: u64,
    pub only: Option<u64>,
    pub interaction: Option<u64>,
    pub nonce: Option<Value>,
    pub enforced: bool,
    pub reference: Option<Value>,
    pub mentions: Vec<u64>,
    pub pinned: bool,
    pub thread: Option<u64>,
    pub deleted: bool,
}

impl Message {
    pub fn loading(&self) -> bool {
        self.flags & LOADING != 0
    }
}

/// Which page connection asked, and under which nonce.
#[derive(Debug, Clone)]
pub(crate) struct Asker {
    pub page: u64,
    pub nonce: Value,
}

#[derive(Debug, Clone)]
pub(crate) struct Interaction {
    pub id: u64,
    pub token: String,
    /// 2 command, 3 component, 4 autocomplete, 5 form.
    pub kind: u8,
    pub user: u64,
    pub channel: u64,
    pub command: String,
    pub made: i64,
    /// How often the three seconds were started anew; an older timer then means nothing.
    pub turn: u64,
    pub since: Instant,
    /// The type of the first response.
    pub answered: Option<u64>,
    /// How long the first response took, from the event to here.
    pub took: Option<Duration>,
    pub failed: bool,
    /// The message whose component was used.
    pub source: Option<u64>,
    /// The interaction that opened the form.
    pub opener: Option<u64>,
    /// What `@original` means.
    pub original: Option<u64>,
    /// The form this interaction opened.
    pub modal: Option<Value>,
    pub focused: Option<u64>,
    pub event: Value,
    pub asker: Option<Asker>,
}

/// For whom a frame to the pages is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum To {
    All,
    User(u64),
    Page(u64),
}

#[derive(Debug, Clone)]
pub(crate) struct PageFrame {
    pub to: To,
    pub frame: Arc<Value>,
}
