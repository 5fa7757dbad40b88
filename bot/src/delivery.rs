//! Delivery: the outbox goes out, once each and in the order of every channel.
//!
//! A row is marked before it is sent and settled after; one that a crash left in between is looked for among the channel's last messages
//! before it is sent again, and carries a nonce besides. Rate limits are obeyed by their headers. What Discord refuses for good is
//! parked and keeps nobody waiting: a direct message then waits at its receiver's desk, and the council is told that it does. A post's
//! picture is drawn, and its thread made, just before it goes out.

mod pictures;
mod there;
mod threads;

use commands::house::House;
use commands::message::Message;
use db::{OutboxRow, OutboxState, Target};
use reqwest::{Client, Method, StatusCode, header};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::time::Instant;

/// How many messages are on their way at once.
const AT_ONCE: usize = 8;

/// The worker that sends what the outbox holds.
pub struct Delivery {
    house: Arc<House>,
    http: Client,
    base: String,
    token: String,
    under_way: AtomicUsize,
    dms: Mutex<HashMap<u64, u64>>,
    pauses: Mutex<Pauses>,
    told: Mutex<HashSet<u64>>,
}

#[derive(Default)]
struct Pauses {
    lanes: HashMap<String, (Instant, u32)>,
    all: Option<Instant>,
}

/// How a request went.
enum Sent {
    /// Taken; the answer.
    Taken(Value),
    /// Not now: try again after so long; for every lane where the limit is global.
    Later { after: Duration, everywhere: bool },
    /// Refused for good, with Discord's code and a word why.
    Refused { status: u16, code: u32 },
}

impl Delivery {
    /// A worker for a house. `base` is `https://discord.com` or the server on this machine.
    ///
    /// # Errors
    /// A sentence where no HTTP client can be made.
    pub fn new(house: Arc<House>, base: &str, token: &str) -> Result<Delivery, String> {
        let http = Client::builder()
            .user_agent(concat!("DiscordBot (chancery, ", env!("CARGO_PKG_VERSION"), ")"))
            .timeout(Duration::from_secs(30))
            .build()
            .map_err(|_| "No HTTP client could be made.".to_owned())?;
        Ok(Delivery {
            house,
            http,
            base: format!("{base}/api/v10"),
            token: token.to_owned(),
            under_way: AtomicUsize::new(0),
            dms: Mutex::default(),
            pauses: Mutex::default(),
            told: Mutex::default(),
        })
    }

    /// How many messages are on their way.
    #[must_use]
    pub fn under_way(&self) -> usize {
        self.under_way.load(Ordering::SeqCst)
    }

    /// Sends, for ever.
    pub async fn run(self: Arc<Self>) {
        loop {
            let rung = self.house.outbox.notified();
            self.let_answers_go_first().await;
            let wait = self.round().await;
            tokio::select! {
                () = rung => {}
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    /// Who gave an order is answered before the others are told of it, unless other orders keep the house busy.
    async fn let_answers_go_first(&self) {
        for _ in 0..10 {
            if self.house.busy() == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    /// Sends until nothing more can go out now; says how long to wait before looking again.
    pub async fn round(self: &Arc<Self>) -> Duration {
        loop {
            let due = match self.house.store.due(self.house.now(), 64).await {
                Ok(due) => due,
                Err(_) => {
                    tracing::warn!("the outbox cannot be read");
                    return Duration::from_secs(5);
                }
            };
            let open: Vec<OutboxRow> =
                due.into_iter().filter(|row| self.pause_of(row).is_none()).take(AT_ONCE).collect();
            if open.is_empty() {
                return self.next_look();
            }
            let mut sending = tokio::task::JoinSet::new();
            for row in open {
                let worker = self.clone();
                self.under_way.fetch_add(1, Ordering::SeqCst);
                sending.spawn(async move {
                    worker.deliver(&row).await;
                    worker.under_way.fetch_sub(1, Ordering::SeqCst);
                });
            }
            while sending.join_next().await.is_some() {}
        }
    }

    /// Tells the operator something by direct message, where the settings name him. It belongs to no campaign, so it is tried a few
    /// times and then only logged, not kept.
    pub async fn tell_operator(&self, says: &str) {
        let Some(operator) = self.house.operator() else { return };
        let row = OutboxRow {
            // Below every row of the outbox, and another each time: the nonce is made of it.
            id: -self.house.now(),
            campaign: String::new(),
            target: Target::User(operator),
            body: Message::text(says).json().to_string(),
            files: Vec::new(),
            picture: None,
            line: None,
            since: 0,
            kind: "operator".to_owned(),
            state: OutboxState::Waiting,
            attempts: 0,
            code: None,
            why: None,
        };
        for _ in 0..5 {
            match self.send(&row).await {
                Sent::Taken(_) => return,
                Sent::Later { after, .. } => tokio::time::sleep(after.max(Duration::from_secs(1))).await,
                Sent::Refused { .. } => break,
            }
        }
        tracing::warn!("the operator could not be told by direct message");
    }

    fn next_look(&self) -> Duration {
        let now = Instant::now();
        let longest = Duration::from_secs(30);
        let Ok(pauses) = self.pauses.lock() else { return longest };
        let ends = pauses.lanes.values().map(|(until, _)| *until).chain(pauses.all);
        ends.filter(|until| *until > now).map(|until| until - now).min().unwrap_or(longest).min(longest)
    }

    fn pause_of(&self, row: &OutboxRow) -> Option<Instant> {
        let now = Instant::now();
        let pauses = self.pauses.lock().ok()?;
        let lane = pauses.lanes.get(&row.target.lane()).map(|(until, _)| *until);
        lane.into_iter().chain(pauses.all).filter(|until| *until > now).max()
    }

    fn pause(&self, row: &OutboxRow, after: Duration, everywhere: bool) {
        if let Ok(mut pauses) = self.pauses.lock() {
            let until = Instant::now() + after;
            if everywhere {
                pauses.all = Some(until);
            } else {
                let tries = pauses.lanes.get(&row.target.lane()).map_or(0, |(_, tries)| *tries);
                pauses.lanes.insert(row.target.lane(), (until, tries + 1));
            }
        }
    }

    fn tries(&self, row: &OutboxRow) -> u32 {
        let pauses = self.pauses.lock().ok();
        pauses.and_then(|pauses| pauses.lanes.get(&row.target.lane()).map(|(_, tries)| *tries)).unwrap_or(0)
    }

    async fn deliver(&self, row: &OutboxRow) {
        let store = &self.house.store;
        if store.sending(row.id).await.is_err() {
            tracing::warn!(row = row.id, "an outbox row cannot be marked");
            self.pause(row, Duration::from_secs(5), false);
            return;
        }
        let sent = self.send(row).await;
        let settled = match sent {
            Sent::Taken(answer) => {
                if let Ok(mut pauses) = self.pauses.lock() {
                    // An empty bucket may have to be waited for still, but nothing failed.
                    pauses.lanes.retain(|_, (until, _)| *until > Instant::now());
                    if let Some((_, tries)) = pauses.lanes.get_mut(&row.target.lane()) {
                        *tries = 0;
                    }
                }
                if let Some(channel) = row.target.channel()
                    && let Ok(mut told) = self.told.lock()
                {
                    // The channel can be reached again; should it fail once more, that is news.
                    told.remove(&channel);
                }
                store.sent(row.id, id_of(&answer).unwrap_or(0)).await.map_err(|_| ())
            }
            Sent::Later { after, everywhere } => {
                self.pause(row, after, everywhere);
                Ok(())
            }
            Sent::Refused { status, code } => self.refused(row, status, code).await,
        };
        if settled.is_err() {
            tracing::warn!(row = row.id, "an outbox row cannot be settled");
            self.pause(row, Duration::from_secs(5), false);
        }
    }

    /// Parks what will never be taken, and tells who should know.
    async fn refused(&self, row: &OutboxRow, status: u16, code: u32) -> Result<(), ()> {
        tracing::warn!(row = row.id, kind = row.kind, status, code, "Discord refused a message for good");
        let store = &self.house.store;
        store.park(row.id, code, word_for(status, code)).await.map_err(|_| ())?;
        if let Target::User(user) = &row.target {
            self.house.dispatch_waits(&row.campaign, *user).await;
        }
        if let Some(channel) = row.target.channel() {
            let first = self.told.lock().is_ok_and(|mut told| told.insert(channel));
            if first {
                self.house.council_unreachable(&row.campaign, word_for(status, code)).await;
            }
        }
        Ok(())
    }

    async fn send(&self, row: &OutboxRow) -> Sent {
        let body: Value = match serde_json::from_str(&row.body) {
            Ok(body) => body,
            Err(_) => return Sent::Refused { status: 0, code: 0 },
        };
        match &row.target {
            Target::Channel(channel) | Target::Opening { channel, .. } => {
                self.post(row, *channel, &body).await
            }
            Target::Thread { purpose, channel } => self.in_thread(row, purpose, *channel, &body).await,
            Target::User(user) => {
                let known = self.dms.lock().ok().and_then(|dms| dms.get(user).copied());
                let channel = match known {
                    Some(channel) => channel,
                    None => {
                        let route = "/users/@me/channels".to_owned();
                        let asked = json!({"recipient_id": user.to_string()});
                        match self.request(Method::POST, &route, Some(&asked), &[], row).await {
                            Sent::Taken(answer) => match id_of(&answer) {
                                Some(channel) => {
                                    if let Ok(mut dms) = self.dms.lock() {
                                        dms.insert(*user, channel);
                                    }
                                    channel
                                }
                                None => return Sent::Refused { status: 0, code: 0 },
                            },
                            other => return other,
                        }
                    }
                };
                self.post(row, channel, &body).await
            }
            Target::Edit { purpose, channel } => self.edit(row, purpose, *channel, &body).await,
        }
    }

    async fn edit(&self, row: &OutboxRow, purpose: &str, channel: u64, body: &Value) -> Sent {
        let card = self.house.store.card(&row.campaign, purpose).await.ok().flatten();
        if let Some(card) = card.filter(|card| card.channel == channel) {
            let route = format!("/channels/{channel}/messages/{}", card.message);
            match self.with_picture(Method::PATCH, &route, body.clone(), row).await {
                // The card is gone (10008) or too old to be edited as often (30046): a new one takes its place.
                Sent::Refused { code: 10008 | 30046, .. } => {
                    if self.house.store.set_card(&row.campaign, purpose, None).await.is_err() {
                        return Sent::Later { after: Duration::from_secs(5), everywhere: false };
                    }
                }
                other => return other,
            }
        }
        self.post(row, channel, body).await
    }

    async fn post(&self, row: &OutboxRow, channel: u64, body: &Value) -> Sent {
        let route = format!("/channels/{channel}/messages");
        if row.attempts > 0 {
            let last = format!("{route}?limit=50");
            match self.request(Method::GET, &last, None, &[], row).await {
                Sent::Taken(messages) => {
                    for there in there::already_there(&messages, row, body) {
                        // One that reads the same may be another row's.
                        match self.house.store.is_delivered(id_of(there).unwrap_or(0)).await {
                            Ok(false) => return Sent::Taken(there.clone()),
                            Ok(true) => {}
                            Err(_) => {
                                return Sent::Later { after: Duration::from_secs(5), everywhere: false };
                            }
                        }
                    }
                }
                later @ Sent::Later { .. } => return later,
                // Without leave to read the history the nonce must do.
                Sent::Refused { .. } => {}
            }
        }
        let mut body = body.clone();
        body["nonce"] = json!(row.nonce());
        body["enforce_nonce"] = json!(true);
        self.with_picture(Method::POST, &route, body, row).await
    }

    async fn request(
        &self,
        method: Method,
        route: &str,
        body: Option<&Value>,
        files: &[(String, Vec<u8>)],
        row: &OutboxRow,
    ) -> Sent {
        let request = self
            .http
            .request(method, format!("{}{route}", self.base))
            .header(header::AUTHORIZATION, format!("Bot {}", self.token));
        let request = match body {
            None => request,
            Some(body) if files.is_empty() => request.json(body),
            Some(body) => {
                let mut form = reqwest::multipart::Form::new().text("payload_json", body.to_string());
                for (i, (name, bytes)) in files.iter().enumerate() {
                    form = form.part(format!("files[{i}]"), pictures::part(name, bytes));
                }
                request.multipart(form)
            }
        };
        let backoff = Duration::from_millis(500) * 2u32.pow(self.tries(row).min(7));
        let Ok(response) = request.send().await else {
            self.house.tally.discord_refused(0, 0);
            return Sent::Later { after: backoff, everywhere: false };
        };
        let status = response.status();
        let header = |name: &str| {
            response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
        };
        let seconds =
            |text: Option<String>| text.and_then(|text| text.parse::<f64>().ok()).filter(|s| *s >= 0.0);
        let spent = header("x-ratelimit-remaining").as_deref() == Some("0");
        let reset = seconds(header("x-ratelimit-reset-after"));
        let global = header("x-ratelimit-global").is_some()
            || header("x-ratelimit-scope").as_deref() == Some("global");
        let retry = seconds(header("retry-after"));
        let answer: Value = response.json().await.unwrap_or_default();
        if !status.is_success() {
            let code = answer["code"].as_u64().and_then(|code| u32::try_from(code).ok()).unwrap_or(0);
            self.house.tally.discord_refused(status.as_u16(), code);
        }
        if spent && status.is_success() {
            // The bucket is empty: the next of this lane waits until it is full again.
            self.pause(row, wait(reset.unwrap_or(1.0)), false);
        }
        match status {
            status if status.is_success() => Sent::Taken(answer),
            StatusCode::TOO_MANY_REQUESTS => {
                let after = answer["retry_after"].as_f64().or(retry).or(reset).unwrap_or(1.0);
                let everywhere = global || answer["global"].as_bool().unwrap_or(false);
                Sent::Later { after: wait(after), everywhere }
            }
            status if status.is_server_error() => Sent::Later { after: backoff, everywhere: false },
            StatusCode::UNAUTHORIZED => {
                tracing::error!("Discord does not take the token any more");
                Sent::Later { after: Duration::from_secs(60), everywhere: true }
            }
            status => {
                let code = answer["code"].as_u64().and_then(|code| u32::try_from(code).ok()).unwrap_or(0);
                match code {
                    // Opening direct messages too fast, or Discord overloaded: not refused, only not now.
                    40003 | 130_000 => Sent::Later { after: Duration::from_secs(10), everywhere: false },
                    code => Sent::Refused { status: status.as_u16(), code },
                }
            }
        }
    }
}

fn wait(seconds: f64) -> Duration {
    // A little more than told, so that clocks that differ by a hair do not cost a second refusal.
    Duration::from_secs_f64(seconds.clamp(0.0, 3600.0)) + Duration::from_millis(50)
}

fn id_of(answer: &Value) -> Option<u64> {
    answer["id"].as_str()?.parse().ok()
}

fn word_for(status: u16, code: u32) -> &'static str {
    match (status, code) {
        (_, 50007) => "direct messages are closed",
        (_, 50278) => "no server in common",
        (_, 10003) => "the channel is gone",
        (_, 50001) => "the bot may not see the channel",
        (_, 50013) => "the bot may not write there",
        (_, 50083) => "the thread is archived",
        (_, 40005) => "the message is too large",
        (_, 50035) => "the message is not in the form that Discord takes",
        (0, _) => "the message cannot be read",
        (404, _) => "it is gone",
        (403, _) => "it is not allowed",
        _ => "Discord refused it",
    }
}
