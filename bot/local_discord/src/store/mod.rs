//! The one store: everything that exists on the server. REST answers, gateway events and the page
//! are projections of it.

mod ids;
mod messages;
mod people;
mod places;
mod things;

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use tokio::sync::broadcast;

use crate::clock::Clock;
use crate::gateway::Session;
use crate::locale;
use crate::seen::{RequestLog, Seen, Violation};

use ids::{LANE_FOUNDING, snowflake};
pub(crate) use things::{
    Asker, Channel, File, Guild, HandedIn, Interaction, Message, PageFrame, Place, To, User,
};

/// Everything that stands there at the start was made at this moment, 2025-01-01T00:00Z.
pub(crate) const FOUNDED: i64 = 1_735_689_600;
/// Seconds an interaction's token lives.
pub(crate) const TOKEN_SECONDS: i64 = 15 * 60;
/// The flag of a message that only one member sees.
pub(crate) const EPHEMERAL: u64 = 64;
/// The flag of a message that still shows "is thinking".
pub(crate) const LOADING: u64 = 128;

pub(crate) struct State {
    pub clock: Arc<dyn Clock>,
    pub address: SocketAddr,
    pub page_key: String,
    pub pages: broadcast::Sender<PageFrame>,
    /// The guilds; there is always a first.
    pub guilds: Vec<Guild>,
    pub bot: u64,
    pub users: Vec<User>,
    pub channels: Vec<Channel>,
    pub messages: BTreeMap<u64, Message>,
    /// Files that members gave their commands, by id.
    pub handed_in: BTreeMap<u64, HandedIn>,
    /// Files at hand for typed lines, by name.
    pub at_hand: HashMap<String, Arc<Vec<u8>>>,
    /// Where other files of typed lines are read from.
    pub folder: PathBuf,
    pub commands: Vec<Value>,
    pub guild_commands: Vec<Value>,
    pub interactions: BTreeMap<u64, Interaction>,
    pub open_forms: HashMap<u64, u64>,
    pub seen: Vec<Seen>,
    pub violations: Vec<Violation>,
    pub requests: Vec<RequestLog>,
    pub transcript: Vec<String>,
    /// The bot's sessions, one a shard.
    pub sessions: Vec<Session>,
    /// How many shards a bot has to have.
    pub shards: u64,
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
    /// Further guilds with their channels.
    pub more_guilds: &'a [(String, Vec<String>)],
    pub users: &'a [String],
    pub bot: &'a str,
    pub folder: &'a Path,
    pub pages: broadcast::Sender<PageFrame>,
}

impl State {
    pub fn new(founding: Founding<'_>) -> Self {
        let first = snowflake(FOUNDED, LANE_FOUNDING, 1);
        let mut state = Self {
            clock: founding.clock,
            address: founding.address,
            page_key: founding.page_key.to_owned(),
            pages: founding.pages,
            guilds: vec![Guild { id: first, name: founding.guild.to_owned() }],
            bot: snowflake(FOUNDED, LANE_FOUNDING, 2),
            users: Vec::new(),
            channels: Vec::new(),
            messages: BTreeMap::new(),
            handed_in: BTreeMap::new(),
            at_hand: HashMap::new(),
            folder: founding.folder.to_owned(),
            commands: Vec::new(),
            guild_commands: Vec::new(),
            interactions: BTreeMap::new(),
            open_forms: HashMap::new(),
            seen: Vec::new(),
            violations: Vec::new(),
            requests: Vec::new(),
            transcript: Vec::new(),
            sessions: Vec::new(),
            shards: 1,
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
            locale: locale::DEFAULT.to_owned(),
            dms_open: false,
            member: true,
        });
        for name in founding.users {
            state.add_user(name);
        }
        for name in founding.channels {
            state.add_text(first, name);
        }
        // 1 is the first guild, 2 the bot. By the millisecond in which it was made a guild belongs to a shard: they come one after another,
        // so that two guilds of two shards are told of by one each.
        for (n, (name, channels)) in (3..).zip(founding.more_guilds) {
            let id = snowflake(FOUNDED, LANE_FOUNDING, n) + ((n - 2) << 22);
            state.guilds.push(Guild { id, name: name.clone() });
            for channel in channels {
                state.add_text(id, channel);
            }
        }
        state
    }

    /// The first guild.
    pub fn guild(&self) -> u64 {
        self.guilds.first().map_or(0, |guild| guild.id)
    }

    pub fn now(&self) -> i64 {
        self.clock.now()
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
            more_guilds: &[],
            users: &["anna".to_owned(), "🦊".to_owned(), "דוד".to_owned()],
            bot: "Chancery",
            folder: Path::new("."),
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
        let mut ids = vec![one, two, table, desk, state.guild(), state.bot];
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
