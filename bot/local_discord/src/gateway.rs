//! The gateway: HELLO, IDENTIFY, READY, heartbeats, RESUME with replay, and events.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedSender};

use crate::faults::ToBot;
use crate::server::Shared;
use crate::store::{Guild, State};
use crate::wire::Wire;

/// Milliseconds between heartbeats, as Discord asks.
const HEARTBEAT: u64 = 41_250;
/// Events kept for a resume.
const KEPT: usize = 10_000;
/// What a bot may send in a minute.
const SENDS_A_MINUTE: usize = 120;
/// Every intent there is.
const INTENTS: u64 = 0x1_ffff | (1 << 20) | (1 << 21) | (1 << 24) | (1 << 25);
/// Intents that need Discord's approval: members, presences, message content.
const PRIVILEGED: u64 = (1 << 1) | (1 << 8) | (1 << 15);

/// A shard: its number, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// The shard that an IDENTIFY names; the only one where it names none.
    fn named(shard: &Value) -> Option<Shard> {
        if shard.is_null() {
            return Some(Shard { number: 0, of: 1 });
        }
        let [number, of] = shard.as_array()?.as_slice() else { return None };
        let (number, of) = (number.as_u64()?, of.as_u64()?);
        (number < of).then_some(Shard { number, of })
    }

    /// Whether what happens in a guild is told to it; what happens in none is told to the first.
    fn hears_of(self, guild: Option<u64>) -> bool {
        guild.map_or(self.number == 0, |guild| (guild >> 22) % self.of == self.number)
    }
}

/// The guild in which an event happens.
fn guild_of(event: &str, data: &Value) -> Option<u64> {
    let key = if event.starts_with("GUILD_") && data["guild_id"].is_null() { "id" } else { "guild_id" };
    data[key].as_str()?.parse().ok()
}

/// The bot's session, one a shard. It outlives its connection.
pub(crate) struct Session {
    id: String,
    shard: Shard,
    seq: u64,
    sent: VecDeque<(u64, String)>,
    bot: Option<(u64, UnboundedSender<ToBot>)>,
    intents: u64,
}

impl Session {
    pub fn connected(&self) -> bool {
        self.bot.is_some()
    }

    /// Its number, how many shards there are, and how many of these guilds are its own.
    pub fn told(&self, guilds: &[Guild]) -> (u64, u64, usize) {
        let own = guilds.iter().filter(|guild| self.shard.hears_of(Some(guild.id)));
        (self.shard.number, self.shard.of, own.count())
    }

    fn push(&mut self, event: &str, data: &Value) {
        self.seq += 1;
        let text = json!({"op": 0, "t": event, "s": self.seq, "d": data}).to_string();
        self.sent.push_back((self.seq, text.clone()));
        if self.sent.len() > KEPT {
            self.sent.pop_front();
        }
        if let Some((_, bot)) = &self.bot {
            // A connection that just ended keeps the event for the resume.
            let _kept = bot.send(ToBot::Text(text));
        }
    }
}

impl State {
    /// Sends an event to the bot's session, where there is one; a bot that was never there, or
    /// whose session is gone, misses it as it would at Discord.
    pub fn dispatch(&mut self, event: &str, data: &Value) {
        self.dispatch_to(0, event, data);
    }

    /// Sends an event that only a session with that intent gets, the one whose shard has the guild; 0 where it needs none.
    pub fn dispatch_to(&mut self, intent: u64, event: &str, data: &Value) {
        let guild = guild_of(event, data);
        for session in &mut self.sessions {
            if session.shard.hears_of(guild) && session.intents & intent == intent {
                session.push(event, data);
            }
        }
    }
}

/// How a connection ends.
struct End(u16, &'static str);

/// One connection's view.
struct Line {
    shared: Arc<Shared>,
    connection: u64,
    bot: UnboundedSender<ToBot>,
    identified: bool,
    wire: Wire,
}

/// Serves one gateway connection until it ends.
pub(crate) async fn serve(mut socket: WebSocket, shared: Arc<Shared>, wire: Wire) {
    let connection = shared.next_connection();
    let (bot, mut events) = mpsc::unbounded_channel();
    shared.faults.bot_connected(connection, bot.clone());
    let mut line = Line { shared: shared.clone(), connection, bot, identified: false, wire };
    let hello = json!({"op": 10, "s": null, "t": null, "d": {"heartbeat_interval": HEARTBEAT, "_trace": []}});
    let mut sends: VecDeque<Instant> = VecDeque::new();
    let mut stopping = shared.stopping();
    let mut open = socket.send(line.wire.packed(hello.to_string())).await.is_ok();
    while open {
        tokio::select! {
            frame = socket.recv() => {
                let Some(Ok(frame)) = frame else { break };
                let text = match frame {
                    Frame::Text(text) => text.to_string(),
                    Frame::Binary(_) => {
                        close(&mut socket, 4002, "Decode error.").await;
                        break;
                    }
                    Frame::Close(_) => break,
                    Frame::Ping(_) | Frame::Pong(_) => continue,
                };
                let now = Instant::now();
                sends.retain(|sent| now.duration_since(*sent) < Duration::from_secs(60));
                sends.push_back(now);
                let answer = if sends.len() > SENDS_A_MINUTE {
                    Err(End(4008, "Rate limited."))
                } else {
                    line.hear(&text)
                };
                match answer {
                    Ok(Some(answer)) => open = socket.send(line.wire.packed(answer)).await.is_ok(),
                    Ok(None) => {}
                    Err(End(code, why)) => {
                        close(&mut socket, code, why).await;
                        break;
                    }
                }
            }
            event = events.recv() => match event {
                Some(ToBot::Text(text)) => open = socket.send(line.wire.packed(text)).await.is_ok(),
                Some(ToBot::Close(code, why)) => {
                    close(&mut socket, code, &why).await;
                    break;
                }
                Some(ToBot::Cut) | None => break,
            },
            _ = stopping.changed() => {
                close(&mut socket, 1001, "The server stops.").await;
                break;
            }
        }
    }
    line.leave();
}

async fn close(socket: &mut WebSocket, code: u16, why: &str) {
    let frame = Frame::Close(Some(CloseFrame { code, reason: why.into() }));
    if socket.send(frame).await.is_ok() {
        // Wait for the other side's goodbye, or the close frame may be lost with the socket.
        let goodbye = async { while let Some(Ok(_)) = socket.recv().await {} };
        let _late = tokio::time::timeout(Duration::from_millis(500), goodbye).await;
    }
}

impl Line {
    fn hear(&mut self, text: &str) -> Result<Option<String>, End> {
        let Ok(payload) = serde_json::from_str::<Value>(text) else {
            return Err(End(4002, "Decode error."));
        };
        let data = &payload["d"];
        match payload["op"].as_u64() {
            Some(1) => Ok(Some(json!({"op": 11, "s": null, "t": null, "d": null}).to_string())),
            Some(2) => self.identify(data).map(|()| None),
            Some(6) => self.resume(data),
            Some(_) if !self.identified => Err(End(4003, "Not authenticated.")),
            // A bot may show a status; nobody here looks at it.
            Some(3) => Ok(None),
            op => {
                self.shared
                    .state()
                    .violate("gateway", format!("Opcode {op:?} is not provided by this server."));
                Err(End(4001, "Unknown opcode."))
            }
        }
    }

    fn token_fits(&self, data: &Value) -> bool {
        data["token"].as_str().is_some_and(|token| token.trim_start_matches("Bot ") == self.shared.token)
    }

    fn identify(&mut self, data: &Value) -> Result<(), End> {
        if self.identified {
            return Err(End(4005, "Already authenticated."));
        }
        if let Some(code) = self.shared.faults.identify_refused() {
            return Err(End(code, "Refused on demand."));
        }
        if !self.token_fits(data) {
            return Err(End(4004, "Authentication failed."));
        }
        let Some(intents) = data["intents"].as_u64().filter(|intents| intents & !INTENTS == 0) else {
            return Err(End(4013, "Invalid intent(s)."));
        };
        if intents & PRIVILEGED != 0 {
            return Err(End(4014, "Disallowed intent(s)."));
        }
        if !data["properties"].is_object() {
            return Err(End(4002, "Decode error."));
        }
        let Some(shard) = Shard::named(&data["shard"]) else {
            return Err(End(4010, "Invalid shard."));
        };
        if data["compress"] == true {
            self.wire.compress_payloads();
        }
        let mut state = self.shared.state();
        if shard.of < state.shards {
            return Err(End(4011, "Sharding required."));
        }
        state.identifies += 1;
        let id = format!("{:032x}", state.identifies);
        let (old, others) = std::mem::take(&mut state.sessions)
            .into_iter()
            .partition::<Vec<Session>, _>(|session| session.shard.number == shard.number);
        state.sessions = others;
        for (_, bot) in old.into_iter().filter_map(|old| old.bot) {
            // One session a shard: the older connection is told that its session is over.
            let _gone = bot.send(ToBot::Close(4009, "Session timed out.".to_owned()));
        }
        let own: Vec<u64> =
            state.guilds.iter().map(|guild| guild.id).filter(|guild| shard.hears_of(Some(*guild))).collect();
        let guilds: Vec<Value> =
            own.iter().map(|guild| json!({"id": guild.to_string(), "unavailable": true})).collect();
        let ready = json!({
            "v": 10,
            "user": state.user_json_by(state.bot),
            "guilds": guilds,
            "session_id": id,
            "resume_gateway_url": format!("ws://{}", state.address),
            "session_type": "normal",
            "private_channels": [],
            "relationships": [],
            "shard": [shard.number, shard.of],
            "application": {"id": state.bot.to_string(), "flags": 0},
            "_trace": [],
        });
        let created: Vec<Value> = own.iter().map(|guild| state.guild_create_json(*guild)).collect();
        let mut session = Session {
            id,
            shard,
            seq: 0,
            sent: VecDeque::new(),
            bot: Some((self.connection, self.bot.clone())),
            intents,
        };
        session.push("READY", &ready);
        for guild in &created {
            session.push("GUILD_CREATE", guild);
        }
        state.sessions.push(session);
        state.transcript.push("gateway: the bot identified".to_owned());
        self.identified = true;
        Ok(())
    }

    fn resume(&mut self, data: &Value) -> Result<Option<String>, End> {
        if self.identified {
            return Err(End(4005, "Already authenticated."));
        }
        if !self.token_fits(data) {
            return Err(End(4004, "Authentication failed."));
        }
        let invalid = || {
            let text = json!({"op": 9, "s": null, "t": null, "d": false}).to_string();
            Ok(Some(text))
        };
        let accepted = self.shared.faults.takes_resume();
        let mut state = self.shared.state();
        let own = |session: &Session| data["session_id"].as_str() == Some(session.id.as_str());
        let Some(at) = state.sessions.iter().position(own) else {
            return invalid();
        };
        let session = &mut state.sessions[at];
        let seq = data["seq"].as_u64().filter(|seq| *seq <= session.seq);
        let lost = |seq: u64| session.sent.front().is_some_and(|(oldest, _)| *oldest > seq + 1);
        if !accepted || seq.is_none_or(lost) {
            state.sessions.remove(at);
            return if accepted && seq.is_none() { Err(End(4007, "Invalid seq.")) } else { invalid() };
        }
        let seq = seq.unwrap_or_default();
        session.bot = None;
        for (_, text) in session.sent.iter().filter(|(at, _)| *at > seq) {
            let _kept = self.bot.send(ToBot::Text(text.clone()));
        }
        session.bot = Some((self.connection, self.bot.clone()));
        session.push("RESUMED", &json!({"_trace": []}));
        state.transcript.push("gateway: the bot resumed".to_owned());
        self.identified = true;
        Ok(None)
    }

    fn leave(&self) {
        self.shared.faults.bot_left(self.connection);
        let mut state = self.shared.state();
        let own = |session: &&mut Session| session.bot.as_ref().is_some_and(|(id, _)| *id == self.connection);
        if let Some(session) = state.sessions.iter_mut().find(own) {
            session.bot = None;
            state.transcript.push("gateway: the bot's connection ended".to_owned());
        }
    }
}
