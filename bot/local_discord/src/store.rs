//! The one store: everything that exists on the server. REST answers, gateway events and the page
//! are projections of it.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};
use tokio::sync::broadcast;

use crate::clock::Clock;
use crate::gateway::Session;
use crate::seen::{Audience, Kind, RequestLog, Seen, Violation};

/// First millisecond of Discord's ids.
const DISCORD_EPOCH: i64 = 1_420_070_400_000;
/// Everything that stands there at the start was made at this moment, 2025-01-01T00:00Z.
pub(crate) const FOUNDED: i64 = 1_735_689_600;
/// Seconds an interaction's token lives.
pub(crate) const TOKEN_SECONDS: i64 = 15 * 60;
/// Seconds for which an enforced nonce is remembered.
const NONCE_SECONDS: i64 = 3 * 60;
/// The flag of a message that only one member sees.
pub(crate) const EPHEMERAL: u64 = 64;
/// The flag of a message that still shows "is thinking".
pub(crate) const LOADING: u64 = 128;

// Lanes keep ids of different kinds apart within one second and independent of each other, so
// that two posts that race in different channels still get the same ids every time.
const LANE_ACTS: u64 = 4095;
const LANE_FILES: u64 = 4094;
const LANE_COMMANDS: u64 = 4093;
const LANE_DMS: u64 = 4092;
const LANE_CHANNELS: u64 = 4091;
const LANE_USERS: u64 = 4090;
const LANE_FOUNDING: u64 = 4089;
const LANE_DM_MESSAGES: u64 = 2048;

/// An id: the second, then the lane, then the count in that lane.
fn snowflake(at: i64, lane: u64, count: u64) -> u64 {
    let milliseconds = at.saturating_mul(1000).saturating_sub(DISCORD_EPOCH);
    let milliseconds = u64::try_from(milliseconds).unwrap_or(0);
    (milliseconds << 22) + ((lane & 0xfff) << 19) + (count & 0x7_ffff)
}

/// A name's place in a lane (FNV-1a, cut to the lane's width).
fn place_of(name: &str) -> u64 {
    let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, mix) & 0x7_ffff
}

#[derive(Debug, Clone)]
pub(crate) struct User {
    pub id: u64,
    pub name: String,
    pub username: String,
    pub bot: bool,
    pub dms_open: bool,
    pub member: bool,
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
    pub deleted: bool,
    pub writable: bool,
    pub visible: bool,
    pub archived: bool,
    pub locked: bool,
    pub auto_archive: u64,
    pub made: i64,
    lane: u64,
    messages: u64,
}

#[derive(Debug, Clone)]
pub(crate) struct File {
    pub id: u64,
    pub name: String,
    pub description: Option<String>,
    pub content_type: String,
    pub bytes: Arc<Vec<u8>>,
}

#[derive(Debug, Clone)]
pub(crate) struct Message {
    pub id: u64,
    pub order: u64,
    pub channel: u64,
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

pub(crate) struct State {
    pub clock: Arc<dyn Clock>,
    pub address: SocketAddr,
    pub page_key: String,
    pub pages: broadcast::Sender<PageFrame>,
    pub guild: u64,
    pub guild_name: String,
    pub bot: u64,
    pub users: Vec<User>,
    pub channels: Vec<Channel>,
    pub messages: BTreeMap<u64, Message>,
    pub commands: Vec<Value>,
    pub guild_commands: Vec<Value>,
    pub interactions: BTreeMap<u64, Interaction>,
    pub open_forms: HashMap<u64, u64>,
    pub seen: Vec<Seen>,
    pub violations: Vec<Violation>,
    pub requests: Vec<RequestLog>,
    pub transcript: Vec<String>,
    pub session: Option<Session>,
    pub identifies: u64,
    pub command_creates: VecDeque<(i64, u64)>,
    acts: u64,
    files: u64,
    orders: u64,
    made_commands: u64,
}

/// What [`State::new`] starts from.
pub(crate) struct Founding<'a> {
    pub clock: Arc<dyn Clock>,
    pub address: SocketAddr,
    pub page_key: &'a str,
    pub guild: &'a str,
    pub channels: &'a [String],
    pub users: &'a [String],
    pub bot: &'a str,
    pub pages: broadcast::Sender<PageFrame>,
}

impl State {
    pub fn new(founding: Founding<'_>) -> Self {
        let mut state = Self {
            clock: founding.clock,
            address: founding.address,
            page_key: founding.page_key.to_owned(),
            pages: founding.pages,
            guild: snowflake(FOUNDED, LANE_FOUNDING, 1),
            guild_name: founding.guild.to_owned(),
            bot: snowflake(FOUNDED, LANE_FOUNDING, 2),
            users: Vec::new(),
            channels: Vec::new(),
            messages: BTreeMap::new(),
            commands: Vec::new(),
            guild_commands: Vec::new(),
            interactions: BTreeMap::new(),
            open_forms: HashMap::new(),
            seen: Vec::new(),
            violations: Vec::new(),
            requests: Vec::new(),
            transcript: Vec::new(),
            session: None,
            identifies: 0,
            command_creates: VecDeque::new(),
            acts: 0,
            files: 0,
            orders: 0,
            made_commands: 0,
        };
        state.users.push(User {
            id: state.bot,
            name: founding.bot.to_owned(),
            username: founding.bot.to_owned(),
            bot: true,
            dms_open: false,
            member: true,
        });
        for name in founding.users {
            state.add_user(name);
        }
        for name in founding.channels {
            state.add_channel(name.trim_start_matches('#'), Place::Text, FOUNDED);
        }
        state
    }

    pub fn now(&self) -> i64 {
        self.clock.now()
    }

    /// The owner: the first member, who may do everything.
    pub fn owner(&self) -> u64 {
        self.users.iter().find(|user| !user.bot).map_or(self.bot, |user| user.id)
    }

    pub fn user(&self, id: u64) -> Option<&User> {
        self.users.iter().find(|user| user.id == id)
    }

    pub fn user_name(&self, id: u64) -> String {
        self.user(id).map_or_else(|| id.to_string(), |user| user.name.clone())
    }

    /// A member by name, with or without `@`; exact first, then without regard to case.
    pub fn user_named(&self, name: &str) -> Option<&User> {
        let name = name.strip_prefix('@').unwrap_or(name).trim();
        let lower = name.to_lowercase();
        self.users
            .iter()
            .find(|user| user.name == name)
            .or_else(|| self.users.iter().find(|user| user.name.to_lowercase() == lower))
    }

    /// The member of that name, made if there is none.
    pub fn add_user(&mut self, name: &str) -> u64 {
        let name = name.strip_prefix('@').unwrap_or(name).trim();
        if let Some(user) = self.users.iter().find(|user| user.name == name) {
            return user.id;
        }
        let count = self.users.len() as u64;
        // By name, so that a person is the same to a bot that remembers him when the server starts again.
        let mut place = place_of(name);
        while self.users.iter().any(|user| user.id == snowflake(FOUNDED, LANE_USERS, place)) {
            place += 1;
        }
        let id = snowflake(FOUNDED, LANE_USERS, place);
        let lower = name.to_lowercase();
        let plain = (2..=32).contains(&lower.len())
            && lower.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '.');
        let taken = self.users.iter().any(|user| user.username == lower);
        self.users.push(User {
            id,
            name: name.to_owned(),
            // Discord's own user names are plain letters; any other name is a display name.
            username: if plain && !taken { lower } else { format!("member{count}") },
            bot: false,
            dms_open: true,
            member: true,
        });
        id
    }

    pub fn channel(&self, id: u64) -> Option<&Channel> {
        self.channels.iter().find(|channel| channel.id == id && !channel.deleted)
    }

    pub fn channel_mut(&mut self, id: u64) -> Option<&mut Channel> {
        self.channels.iter_mut().find(|channel| channel.id == id && !channel.deleted)
    }

    /// A channel or thread of the guild by name, with or without `#`.
    pub fn channel_named(&self, name: &str) -> Option<&Channel> {
        let name = name.strip_prefix('#').unwrap_or(name);
        self.channels.iter().find(|channel| {
            channel.name == name && !channel.deleted && !matches!(channel.place, Place::Dm { .. })
        })
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
        self.channels.push(Channel {
            id,
            name: name.to_owned(),
            place,
            deleted: false,
            writable: true,
            visible: true,
            archived: false,
            locked: false,
            auto_archive: 4320,
            made,
            lane,
            messages: 0,
        });
        id
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

    pub fn act_id(&mut self) -> u64 {
        self.acts += 1;
        snowflake(self.now(), LANE_ACTS, self.acts)
    }

    pub fn file_id(&mut self) -> u64 {
        self.files += 1;
        snowflake(self.now(), LANE_FILES, self.files)
    }

    pub fn command_id(&mut self) -> u64 {
        self.made_commands += 1;
        snowflake(FOUNDED, LANE_COMMANDS, self.made_commands)
    }

    pub fn message_id(&mut self, channel: u64) -> u64 {
        let now = self.now();
        match self.channels.iter_mut().find(|one| one.id == channel) {
            Some(channel) => {
                channel.messages += 1;
                snowflake(now, channel.lane, channel.messages)
            }
            None => self.file_id(),
        }
    }

    pub fn next_order(&mut self) -> u64 {
        self.orders += 1;
        self.orders
    }

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
            Some(channel) => Audience::Public(channel.name.clone()),
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
    pub fn message_changed(&mut self, id: u64, was_loading: bool) {
        let Some(message) = self.messages.get(&id) else {
            return;
        };
        let to = self.readers(message);
        let shown = self.page_message(message);
        let loading = message.loading();
        self.tell(to, json!({"t": "message_update", "message": shown}));
        if !loading {
            self.see_message(id, if was_loading { Kind::Reply } else { Kind::Edit });
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
        let Some(message) = self.messages.get(&id) else {
            return;
        };
        let by = message
            .interaction
            .and_then(|id| self.interactions.get(&id))
            .map(|interaction| self.user_name(interaction.user));
        let seen = Seen {
            n: 0,
            by,
            interaction: message.interaction,
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::VirtualClock;

    fn state() -> State {
        State::new(Founding {
            clock: Arc::new(VirtualClock::starting_at(1_767_225_600)),
            address: SocketAddr::from(([127, 0, 0, 1], 1)),
            page_key: "key",
            guild: "Guild",
            channels: &["table".to_owned(), "#desk".to_owned()],
            users: &["anna".to_owned(), "🦊".to_owned(), "דוד".to_owned()],
            bot: "Chancery",
            pages: broadcast::channel(4).0,
        })
    }

    #[test]
    fn ids_tell_their_second_and_never_meet() {
        let mut state = state();
        let one = state.act_id();
        let two = state.act_id();
        assert!(two > one);
        assert_eq!((one >> 22) / 1000, (1_767_225_600_000 - 1_420_070_400_000) / 1000);
        let table = state.channel_named("table").map(|c| c.id).unwrap_or(0);
        let desk = state.channel_named("#desk").map(|c| c.id).unwrap_or(0);
        let mut ids = vec![one, two, table, desk, state.guild, state.bot];
        ids.extend(state.users.iter().skip(1).map(|user| user.id));
        for _ in 0..3 {
            ids.push(state.message_id(table));
            ids.push(state.message_id(desk));
            ids.push(state.file_id());
            ids.push(state.command_id());
        }
        let fox = state.user_named("🦊").map(|user| user.id).unwrap_or(0);
        ids.push(state.dm_with(fox));
        assert_eq!(state.dm_with(fox), *ids.last().unwrap_or(&0));
        let mut unique = ids.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), ids.len());
    }

    #[test]
    fn names_outside_ascii_get_a_plain_user_name() {
        let mut state = state();
        assert_eq!(state.user_named("@דוד").map(|u| u.username.clone()), Some("member3".to_owned()));
        assert_eq!(state.user_named("ANNA").map(|u| u.username.clone()), Some("anna".to_owned()));
        let again = state.add_user("anna");
        assert_eq!(Some(again), state.user_named("anna").map(|u| u.id));
    }
}
