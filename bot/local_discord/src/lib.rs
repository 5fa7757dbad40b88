//! A small Discord-compatible server on loopback: REST v10 and gateway v10 as far as this
//! project's bot uses them, and a web page to play on. For play without an account, for
//! rehearsals and for tests.
//!
//! One store, two projections: REST answers, gateway events and the page all come from the same
//! state. Nothing is silently faked: a route or field that is not provided is refused and noted
//! in [`LocalDiscord::violations`]. Time is a [`Clock`] that may be virtual, faults come on demand
//! ([`Faults`]), and [`LocalDiscord::transcript`] tells what happened.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may"))]

mod acts;
mod chat;
mod clock;
mod faults;
mod files;
mod gateway;
mod interact;
mod limits;
mod line;
mod listener;
mod locale;
#[cfg(feature = "openapi")]
mod openapi;
#[cfg(not(feature = "openapi"))]
#[path = "no_openapi.rs"]
mod openapi;
mod page;
mod permission;
mod project;
mod refusal;
mod rest;
mod seen;
mod server;
mod shown;
mod store;
mod wire;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::routing::{any, get, post};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::broadcast;
use tokio::task::JoinHandle;

pub use clock::{AheadClock, Clock, SystemClock, VirtualClock};
pub use faults::{Fault, Faults};
pub use permission::Permission;
pub use seen::{Audience, Kind, RequestLog, Seen, Violation};

use listener::{Doors, Knife};
use openapi::Description;
use server::{Parts, Shared};
use store::{Founding, Place, State, To};

/// Frames a page may be behind before it is sent the whole again.
const PAGE_BACKLOG: usize = 1024;

/// How a server begins.
#[derive(Clone)]
pub struct Settings {
    /// Where to listen; must be loopback. Port 0 takes any free port.
    pub bind: SocketAddr,
    /// The server's time.
    pub clock: Arc<dyn Clock>,
    /// Discord's OpenAPI description; with it every request body is checked.
    pub openapi: Option<PathBuf>,
    /// Name of the guild.
    pub guild: String,
    /// Names of its text channels, without `#`.
    pub channels: Vec<String>,
    /// Further guilds with the bot and the same members: a name, and the names of channels, which no other guild has.
    pub more_guilds: Vec<(String, Vec<String>)>,
    /// Names of its members; the first owns the guild.
    pub users: Vec<String>,
    /// Name of the bot.
    pub bot_name: String,
    /// The random key in the page's address, letters and digits.
    pub page_key: String,
    /// The bot's token.
    pub token: String,
    /// Where the files are read from that a typed line names as `@path`; the folder the program
    /// was started in, unless set.
    pub folder: PathBuf,
    /// Real time a bot has for its first response; Discord gives three seconds.
    pub limit: Duration,
    /// So many requests in this real time are taken of every bucket, and what is more is refused with 429; none: as many as come.
    pub rate: Option<(u32, Duration)>,
}

impl Settings {
    /// A guild "Local" with a channel "table", on any free port of 127.0.0.1, with three seconds
    /// for the first response, without rate limits and with no members yet.
    pub fn new(clock: Arc<dyn Clock>, token: &str, page_key: &str) -> Self {
        Self {
            bind: SocketAddr::from(([127, 0, 0, 1], 0)),
            clock,
            openapi: None,
            guild: "Local".to_owned(),
            channels: vec!["table".to_owned()],
            more_guilds: Vec::new(),
            users: Vec::new(),
            bot_name: "Chancery".to_owned(),
            page_key: page_key.to_owned(),
            token: token.to_owned(),
            folder: PathBuf::from("."),
            limit: Duration::from_secs(3),
            rate: None,
        }
    }
}

/// A running server. Clones are the same server.
#[derive(Clone)]
pub struct LocalDiscord {
    shared: Arc<Shared>,
    serving: Arc<Mutex<Option<JoinHandle<io::Result<()>>>>>,
}

impl LocalDiscord {
    /// Starts a server. Must be called inside a tokio runtime.
    ///
    /// # Errors
    ///
    /// Where the address is not loopback or taken, or the description file cannot be read.
    pub async fn start(settings: Settings) -> io::Result<Self> {
        if !settings.bind.ip().is_loopback() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "The local server listens on loopback only.",
            ));
        }
        let plain = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric());
        if !plain(&settings.page_key) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "The page's key is made of letters and digits.",
            ));
        }
        let openapi = match &settings.openapi {
            Some(path) => Some(Description::read(path)?),
            None => None,
        };
        let listener = TcpListener::bind(settings.bind).await?;
        let address = listener.local_addr()?;
        let pages = broadcast::channel(PAGE_BACKLOG).0;
        let state = State::new(Founding {
            clock: settings.clock,
            address,
            page_key: &settings.page_key,
            guild: &settings.guild,
            channels: &settings.channels,
            more_guilds: &settings.more_guilds,
            users: &settings.users,
            bot: &settings.bot_name,
            folder: &settings.folder,
            pages: pages.clone(),
        });
        let shared = Arc::new(Shared::new(Parts {
            token: settings.token,
            page_key: settings.page_key,
            limit: settings.limit,
            address,
            openapi,
            pages,
            state,
        }));
        shared.faults.enforce_rate_limit(settings.rate);
        let page = Router::new()
            .route("/k/{key}/", get(page::index))
            .route("/k/{key}/{file}", get(page::file))
            .route("/k/{key}/live", get(page::live))
            .route("/k/{key}/files/{id}/{name}", get(page::attachment))
            .route("/k/{key}/upload/{user}/{channel}/{name}", post(page::upload))
            .route("/attachments/{channel}/{id}/{name}", get(page::stored))
            .layer(axum::middleware::from_fn_with_state(shared.clone(), page::guard));
        let router = Router::new()
            .route("/", get(page::gateway))
            .route("/api/{*rest}", any(rest::serve))
            .merge(page)
            .with_state(shared.clone());
        let mut stopping = shared.stopping();
        let serve = axum::serve(Doors(listener), router.into_make_service_with_connect_info::<Knife>())
            .with_graceful_shutdown(async move {
                let _stopped = stopping.wait_for(|stop| *stop).await;
            });
        let serving = tokio::spawn(async move { serve.await });
        Ok(Self { shared, serving: Arc::new(Mutex::new(Some(serving))) })
    }

    /// Where the server listens.
    pub fn address(&self) -> SocketAddr {
        self.shared.address
    }

    /// What a bot takes for `https://discord.com`: `http://127.0.0.1:PORT`.
    pub fn api_base(&self) -> String {
        format!("http://{}", self.shared.address)
    }

    /// The page's address, with its key.
    pub fn page_url(&self) -> String {
        format!("http://{}/k/{}/", self.shared.address, self.shared.page_key)
    }

    /// The bot's token.
    pub fn token(&self) -> &str {
        &self.shared.token
    }

    /// The bot's application, which is also its user.
    pub fn application_id(&self) -> u64 {
        self.shared.state().bot
    }

    /// The first guild.
    pub fn guild_id(&self) -> u64 {
        self.shared.state().guild()
    }

    /// A guild by its name.
    pub fn guild_named(&self, name: &str) -> Option<u64> {
        self.shared.state().guilds.iter().find(|guild| guild.name == name).map(|guild| guild.id)
    }

    /// A channel or thread of the guild by name, with or without `#`.
    pub fn channel_id(&self, name: &str) -> Option<u64> {
        let state = self.shared.state();
        state.channel_named(name).map(|channel| channel.id)
    }

    /// The direct messages between a member and the bot, opened if they are not yet.
    pub fn dm_id(&self, user: &str) -> Option<u64> {
        let mut state = self.shared.state();
        let user = state.must_find(user).ok()?;
        Some(state.dm_with(user))
    }

    /// A member by name, with or without `@`.
    pub fn user_id(&self, name: &str) -> Option<u64> {
        let state = self.shared.state();
        state.user_named(name).map(|user| user.id)
    }

    /// The member of that name; one is made if there is none.
    pub fn add_user(&self, name: &str) -> u64 {
        let mut state = self.shared.state();
        let user = state.add_user(name);
        let told = page::hello(&state);
        state.tell(To::All, told);
        user
    }

    /// The form the member has open: Discord's modal object.
    pub fn open_form(&self, user: &str) -> Option<Value> {
        let state = self.shared.state();
        let user = state.must_find(user).ok()?;
        let opener = state.open_forms.get(&user)?;
        state.interactions.get(opener)?.modal.clone()
    }

    /// Delivers an interaction's event again, under the same id and token. One without a first
    /// response gets its seconds anew, also where it had failed.
    pub fn resend(&self, interaction: u64) {
        self.shared.deliver(interaction);
    }

    /// Interactions without a first response that have not failed.
    pub fn unanswered(&self) -> usize {
        let state = self.shared.state();
        state.interactions.values().filter(|one| one.answered.is_none() && !one.failed).count()
    }

    /// The real time that the oldest unanswered interaction has waited.
    pub fn longest_wait(&self) -> Option<Duration> {
        let state = self.shared.state();
        state
            .interactions
            .values()
            .filter(|one| one.answered.is_none() && !one.failed)
            .map(|one| one.since.elapsed())
            .max()
    }

    /// Messages that still show "is thinking".
    pub fn thinking(&self) -> usize {
        let state = self.shared.state();
        state.messages.values().filter(|message| !message.deleted && message.loading()).count()
    }

    /// Was this interaction answered, and did it fail? None where there is none of that id.
    pub fn answered(&self, interaction: u64) -> Option<(bool, bool)> {
        let state = self.shared.state();
        let one = state.interactions.get(&interaction)?;
        Some((one.answered.is_some(), one.failed))
    }

    /// How long the first response to an interaction took, from its event to here, in real time. None while there is none.
    pub fn answered_in(&self, interaction: u64) -> Option<Duration> {
        let state = self.shared.state();
        state.interactions.get(&interaction)?.took
    }

    /// Requests of the bot that are under way, and how many there were in all. Both still means
    /// that the bot is quiet.
    pub fn activity(&self) -> (usize, u64) {
        (self.shared.in_flight(), self.shared.request_count())
    }

    /// Everything everyone saw so far, in order of arrival.
    pub fn seen(&self) -> Vec<Seen> {
        self.shared.state().seen.clone()
    }

    /// What was seen after the `n`-th; 0 gives all.
    pub fn seen_since(&self, n: u64) -> Vec<Seen> {
        let state = self.shared.state();
        let from = usize::try_from(n).unwrap_or(usize::MAX);
        state.seen.get(from..).unwrap_or_default().to_vec()
    }

    /// What the bot did that no bot may do, or that this server does not provide.
    pub fn violations(&self) -> Vec<Violation> {
        self.shared.state().violations.clone()
    }

    /// Every request of the bot.
    pub fn requests(&self) -> Vec<RequestLog> {
        self.shared.state().requests.clone()
    }

    /// Acts, requests, what was seen and violations, a line each, in order. Without tokens.
    pub fn transcript(&self) -> String {
        self.shared.state().transcript.join("\n")
    }

    /// Where a test asks for faults.
    pub fn faults(&self) -> &Faults {
        &self.shared.faults
    }

    /// The messages that stand in a channel, oldest first: Discord's objects, with `nonce`, and
    /// `ephemeral_to` (a name) on those for one member alone.
    pub fn messages(&self, channel_id: u64) -> Vec<Value> {
        let state = self.shared.state();
        state
            .messages
            .values()
            .filter(|message| message.channel == channel_id && !message.deleted)
            .map(|message| {
                let mut told = state.message_json(message);
                if let Some(nonce) = &message.nonce {
                    told["nonce"] = nonce.clone();
                }
                if let Some(only) = message.only {
                    told["ephemeral_to"] = state.user_name(only).into();
                }
                told
            })
            .collect()
    }

    /// The registered commands, of the guild first: Discord's objects.
    pub fn commands(&self) -> Vec<Value> {
        let state = self.shared.state();
        state.guild_commands.iter().chain(&state.commands).cloned().collect()
    }

    /// Forgets every nonce now, as Discord does after some minutes.
    pub fn forget_nonces(&self) {
        for message in self.shared.state().messages.values_mut() {
            message.enforced = false;
        }
    }

    /// Takes a channel or thread away. Answers false where there is none of that name.
    pub fn delete_channel(&self, name: &str) -> bool {
        let mut state = self.shared.state();
        match state.channel_named(name).map(|channel| channel.id) {
            Some(id) => {
                state.remove_channel(id);
                true
            }
            None => false,
        }
    }

    /// Takes a message away, as an administrator may. Answers false where it is not there.
    pub fn delete_message(&self, id: u64) -> bool {
        let mut state = self.shared.state();
        let there = state.message(id).is_some();
        state.delete_message(id);
        there
    }

    /// Takes a permission in a channel and its threads from the bot, or gives it back. Answers false where there is no such channel.
    pub fn deny(&self, name: &str, permission: Permission, denied: bool) -> bool {
        self.change_channel(name, |channel| {
            channel.denied =
                if denied { channel.denied | permission.bit() } else { channel.denied & !permission.bit() };
        })
    }

    /// Forbids (or allows) the bot to write in a channel and its threads: 50013.
    pub fn deny_writing(&self, name: &str, denied: bool) -> bool {
        self.deny(name, Permission::SendMessages, denied)
            && self.deny(name, Permission::SendMessagesInThreads, denied)
    }

    /// Hides a channel from the bot (or shows it again): 50001.
    pub fn deny_access(&self, name: &str, denied: bool) -> bool {
        self.deny(name, Permission::ViewChannel, denied)
    }

    /// Archives a thread (or wakes it); a locked one refuses new messages with 50083.
    pub fn archive_thread(&self, name: &str, archived: bool, locked: bool) -> bool {
        self.change_channel(name, |channel| {
            if let Place::Thread { .. } = channel.place {
                channel.archived = archived;
                channel.locked = locked;
            }
        })
    }

    fn change_channel(&self, name: &str, change: impl FnOnce(&mut store::Channel)) -> bool {
        let mut state = self.shared.state();
        let id = state.channel_named(name).map(|channel| channel.id);
        match id.and_then(|id| state.channel_mut(id)) {
            Some(channel) => {
                change(channel);
                true
            }
            None => false,
        }
    }

    /// Closes (or opens) a member's direct messages: 50007. Answers false where there is no such
    /// member.
    pub fn close_dms(&self, user: &str, closed: bool) -> bool {
        self.change_user(user, |user| user.dms_open = !closed)
    }

    /// Takes a member out of the guild (or back in): direct messages then fail with 50278.
    pub fn remove_member(&self, user: &str, removed: bool) -> bool {
        self.change_user(user, |user| user.member = !removed)
    }

    fn change_user(&self, name: &str, change: impl FnOnce(&mut store::User)) -> bool {
        let mut state = self.shared.state();
        let Ok(id) = state.must_find(name) else {
            return false;
        };
        match state.users.iter_mut().find(|user| user.id == id) {
            Some(user) => {
                change(user);
                true
            }
            None => false,
        }
    }

    /// Moves the clock forward, where it is a virtual one, and tells the pages.
    pub fn advance(&self, seconds: i64) -> bool {
        self.shared.advance(seconds)
    }

    /// Unix seconds of the server's clock.
    pub fn now(&self) -> i64 {
        self.shared.state().now()
    }

    /// Is a bot connected whose session is ready, that of every shard?
    pub fn connected(&self) -> bool {
        let state = self.shared.state();
        let connected = state.sessions.iter().filter(|session| session.connected()).count();
        u64::try_from(connected).is_ok_and(|connected| connected >= state.shards)
    }

    /// Asks so many shards of every bot that connects from now on, as Discord does of one in many guilds; fewer are refused with 4011.
    pub fn ask_for_shards(&self, shards: u64) {
        self.shared.state().shards = shards.max(1);
    }

    /// The shards that are connected: number, how many there are, and how many guilds each was told of.
    pub fn shards(&self) -> Vec<(u64, u64, usize)> {
        let state = self.shared.state();
        let connected = state.sessions.iter().filter(|session| session.connected());
        connected.map(|session| session.told(&state.guilds)).collect()
    }

    /// How often a bot identified since the start.
    pub fn identifies(&self) -> u64 {
        self.shared.state().identifies
    }

    /// Tells the bot that its session is invalid, and forgets it unless it can be resumed. Answers false where no bot is connected.
    pub fn invalidate_session(&self, resumable: bool) -> bool {
        if !resumable {
            self.shared.state().sessions.clear();
        }
        self.shared.faults.invalidate(resumable)
    }

    /// Tells the bot that it was removed from the first server, or, in an outage, that the server cannot be reached for a while.
    pub fn remove_bot(&self, outage: bool) {
        let mut state = self.shared.state();
        let mut gone = serde_json::json!({"id": state.guild().to_string()});
        if outage {
            gone["unavailable"] = true.into();
        }
        state.dispatch("GUILD_DELETE", &gone);
    }

    /// Tells the bot that it is in the first server again.
    pub fn return_bot(&self) {
        let mut state = self.shared.state();
        let guild = state.guild_create_json(state.guild());
        state.dispatch("GUILD_CREATE", &guild);
    }

    /// Sends the bot an event as it is, whether or not it can be read: what Discord may change.
    pub fn send_event(&self, event: &str, data: &serde_json::Value) {
        self.shared.state().dispatch(event, data);
    }

    /// Ends every connection and stops listening.
    pub async fn stop(self) {
        self.shared.stop();
        let serving = self.serving.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(mut serving) = serving {
            // A bot's kept-alive HTTP connection would hold the graceful end up.
            if tokio::time::timeout(Duration::from_secs(1), &mut serving).await.is_err() {
                serving.abort();
            }
        }
    }
}
