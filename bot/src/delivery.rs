//! Delivery: the outbox goes out, once each and in the order of every channel.
//!
//! A row is marked before it is sent and settled after; one that a crash left in between is looked for among the channel's last messages
//! before it is sent again, and carries a nonce besides. Rate limits are obeyed by their headers. Every channel with its threads and every
//! user is a lane: a queue of its own in the database, of which one message at a time is in memory and on its way, so that one that hangs
//! holds nobody else's. What Discord refuses for good is parked and keeps nobody waiting: a direct message then waits at its receiver's
//! desk, and the council is told that it does. Where the bot may not write in a channel, its lane waits until it may. A post's picture is
//! drawn, and its thread made, just before it goes out.

mod pauses;
mod pictures;
mod request;
mod there;
mod threads;

use commands::council::MOVED_AWAY;
use commands::house::House;
use commands::message::Message;
use db::{OutboxRow, OutboxState, Target};
use pauses::{OPENING, Pauses};
use request::OPEN;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::task::{Id, JoinSet};

/// How many lanes are being sent at once, and so how many requests are made and messages held in memory.
const AT_ONCE: usize = 32;
/// How many of them may have failed at their last try: one that hangs keeps its place for as long as a request may take.
const FAILING_AT_ONCE: usize = 8;
/// How many messages of a lane go out before the others are looked at again.
const IN_A_ROW: usize = 16;
/// How long a request may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// After how long it is first tried again whether a channel can be written to, and after how long at most. Whoever uses the bot there brings
/// it sooner.
const BARRED: (Duration, Duration) = (Duration::from_secs(30), Duration::from_secs(600));

/// The worker that sends what the outbox holds.
pub struct Delivery {
    house: Arc<House>,
    http: Client,
    base: String,
    token: String,
    under_way: AtomicUsize,
    dms: Mutex<HashMap<u64, u64>>,
    pauses: Pauses,
    told: Mutex<HashSet<u64>>,
}

/// The lanes that are being sent: each a task of its own.
#[derive(Default)]
struct Lanes {
    tasks: JoinSet<()>,
    of: HashMap<Id, (String, bool)>,
}

impl Lanes {
    /// Whether there is room for a lane that is not being sent; `failing` where its last try failed.
    fn has_room_for(&self, lane: &str, failing: bool) -> bool {
        let failing_now = self.of.values().filter(|(_, failing)| *failing).count();
        self.of.len() < AT_ONCE
            && (!failing || failing_now < FAILING_AT_ONCE)
            && !self.of.values().any(|(under_way, _)| under_way == lane)
    }

    /// Begins to send a lane.
    fn begin(&mut self, lane: String, failing: bool, sends: impl Future<Output = ()> + Send + 'static) {
        let task = self.tasks.spawn(sends);
        self.of.insert(task.id(), (lane, failing));
    }

    /// Waits until one is through with what it had to send, for ever where none is being sent; gives the lane where it broke off.
    async fn one_ends(&mut self) -> Option<String> {
        match self.tasks.join_next_with_id().await {
            Some(Ok((id, ()))) => {
                self.of.remove(&id);
                None
            }
            Some(Err(broken)) => self.of.remove(&broken.id()).map(|(lane, _)| lane),
            None => std::future::pending().await,
        }
    }
}

/// Counts a lane as under way, however it ends.
struct UnderWay(Arc<Delivery>);

impl UnderWay {
    fn of(delivery: &Arc<Delivery>) -> UnderWay {
        delivery.under_way.fetch_add(1, Ordering::SeqCst);
        UnderWay(delivery.clone())
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.under_way.fetch_sub(1, Ordering::SeqCst);
    }
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
            .timeout(PATIENCE)
            .build()
            .map_err(|_| "No HTTP client could be made.".to_owned())?;
        Ok(Delivery {
            house,
            http,
            base: format!("{base}/api/v10"),
            token: token.to_owned(),
            under_way: AtomicUsize::new(0),
            dms: Mutex::default(),
            pauses: Pauses::default(),
            told: Mutex::default(),
        })
    }

    /// In how many lanes something is on its way.
    #[must_use]
    pub fn under_way(&self) -> usize {
        self.under_way.load(Ordering::SeqCst)
    }

    /// Sends, for ever. What is on its way when this is dropped is broken off, and looked for when the bot is started again.
    pub async fn run(self: Arc<Self>) {
        let mut lanes = Lanes::default();
        loop {
            let rung = self.house.outbox.notified();
            let wait = self.begin(&mut lanes).await;
            tokio::select! {
                () = rung => self.let_answers_go_first().await,
                broken = lanes.one_ends() => {
                    if let Some(lane) = broken {
                        tracing::error!("sending broke off");
                        self.pauses.pause(&lane, Duration::from_secs(5));
                    }
                }
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

    /// Begins to send every lane that can be sent now and for which there is room, the longest waiting first; says how long to wait before
    /// looking again.
    async fn begin(self: &Arc<Self>, lanes: &mut Lanes) -> Duration {
        let due = match self.house.store.lanes_due(self.house.now()).await {
            Ok(due) => due,
            Err(_) => {
                tracing::warn!("the outbox cannot be read");
                return Duration::from_secs(5);
            }
        };
        for lane in due {
            let failing = self.pauses.tries(&lane) > 0;
            if self.waits(&lane).is_none() && lanes.has_room_for(&lane, failing) {
                let (under_way, own) = (UnderWay::of(self), lane.clone());
                lanes.begin(lane, failing, async move { under_way.0.send_lane(&own).await });
            }
        }
        self.pauses.next_end()
    }

    /// Sends what a lane holds, one after the other, until it is empty or has to wait, or others should have their turn.
    async fn send_lane(&self, lane: &str) {
        for _ in 0..IN_A_ROW {
            self.let_answers_go_first().await;
            if self.waits(lane).is_some() {
                return;
            }
            match self.house.store.due_in(lane, self.house.now()).await {
                Ok(Some(row)) => self.deliver(&row).await,
                Ok(None) => return,
                Err(_) => {
                    tracing::warn!("the outbox cannot be read");
                    self.pauses.pause(lane, Duration::from_secs(5));
                }
            }
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
            mark: None,
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

    /// How long a lane still has to wait.
    fn waits(&self, lane: &str) -> Option<Duration> {
        self.pauses.of(lane, |channel| self.house.barred.has(channel))
    }

    async fn deliver(&self, row: &OutboxRow) {
        let (store, lane) = (&self.house.store, row.target.lane());
        if store.sending(row.id).await.is_err() {
            tracing::warn!(row = row.id, "an outbox row cannot be marked");
            self.pauses.pause(&lane, Duration::from_secs(5));
            return;
        }
        let settled = match self.send(row).await {
            Sent::Taken(answer) => {
                self.taken(row, &lane);
                store.sent(row.id, id_of(&answer).unwrap_or(0)).await.map_err(|_| ())
            }
            Sent::Later { after, everywhere: true } => {
                self.pauses.pause_all(after);
                Ok(())
            }
            Sent::Later { after, everywhere: false } => {
                self.pauses.pause(&lane, after);
                Ok(())
            }
            Sent::Refused { status, code } => self.refused(row, status, code).await,
        };
        if settled.is_err() {
            tracing::warn!(row = row.id, "an outbox row cannot be settled");
            self.pauses.pause(&lane, Duration::from_secs(5));
        }
    }

    /// The channel can be reached again; should it fail once more, that is news.
    fn taken(&self, row: &OutboxRow, lane: &str) {
        self.pauses.taken(lane);
        if let Some(channel) = row.target.channel() {
            self.house.barred.opened(channel);
            if let Ok(mut told) = self.told.lock() {
                told.remove(&channel);
            }
        }
    }

    /// A post waits until its channel can be written to, and the host is told, once until then. The others of its lane wait behind it.
    async fn barred(&self, row: &OutboxRow, channel: u64, (status, code): (u16, u32)) -> Result<(), ()> {
        tracing::warn!(row = row.id, kind = row.kind, status, code, "the bot may not write in a channel");
        let lane = row.target.lane();
        let first = self.house.store.bar(row.id, code, word_for(status, code)).await.map_err(|_| ())?;
        let (from, to) = BARRED;
        let after = from * 2u32.pow(self.pauses.tries(&lane).min(7));
        self.house.barred.shut(channel);
        self.pauses.bar(&lane, channel, after.min(to));
        if first {
            self.house.council_barred(&row.campaign, code).await;
        }
        Ok(())
    }

    /// Parks what will never be taken, and tells who should know.
    async fn refused(&self, row: &OutboxRow, status: u16, code: u32) -> Result<(), ()> {
        // Only who still looks there misses that the council is elsewhere; nothing waits for it.
        if let Some(channel) = row.target.channel()
            && is_barred(status, code)
            && row.kind != MOVED_AWAY
        {
            return self.barred(row, channel, (status, code)).await;
        }
        tracing::warn!(row = row.id, kind = row.kind, status, code, "Discord refused a message for good");
        let store = &self.house.store;
        store.park(row.id, code, word_for(status, code)).await.map_err(|_| ())?;
        if let Target::User(user) = &row.target {
            self.house.dispatch_waits(&row.campaign, *user, &row.kind).await;
        }
        if let Some(channel) = row.target.channel().filter(|_| row.kind != MOVED_AWAY) {
            let first = self.told.lock().is_ok_and(|mut told| told.insert(channel));
            if first {
                self.house.post_refused(&row.campaign, code).await;
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
                    None => match self.open(*user, row).await {
                        Ok(channel) => channel,
                        Err(other) => return other,
                    },
                };
                self.post(row, channel, &body).await
            }
            Target::Edit { purpose, channel } => self.edit(row, purpose, *channel, &body).await,
        }
    }

    /// Opens the direct messages with a user.
    async fn open(&self, user: u64, row: &OutboxRow) -> Result<u64, Sent> {
        if let Some(after) = self.waits(OPENING) {
            return Err(Sent::Later { after, everywhere: false });
        }
        let asked = json!({"recipient_id": user.to_string()});
        match self.request(Method::POST, OPEN, Some(&asked), &[], row).await {
            Sent::Taken(answer) => {
                let channel = id_of(&answer).ok_or(Sent::Refused { status: 0, code: 0 })?;
                if let Ok(mut dms) = self.dms.lock() {
                    dms.insert(user, channel);
                }
                Ok(channel)
            }
            other => Err(other),
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
}

fn id_of(answer: &Value) -> Option<u64> {
    answer["id"].as_str()?.parse().ok()
}

/// Whether a channel cannot be written to as things stand: it is gone, out of sight, forbidden or locked, or the way to it is. A post for it
/// waits, because that can change, and the council can move.
fn is_barred(status: u16, code: u32) -> bool {
    matches!(code, 10003 | 50001 | 50013 | 50083 | 160_005) || (code == 0 && matches!(status, 403 | 404))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn lanes_are_bounded_and_those_that_fail_leave_room_for_others() {
        let mut lanes = Lanes::default();
        for n in 0..FAILING_AT_ONCE {
            assert!(lanes.has_room_for(&format!("hangs {n}"), true));
            lanes.begin(format!("hangs {n}"), true, std::future::pending());
        }
        assert!(!lanes.has_room_for("hangs too", true));
        for n in FAILING_AT_ONCE..AT_ONCE - 1 {
            lanes.begin(format!("c{n}"), false, std::future::pending());
        }
        // A lane has one message on its way at a time.
        assert!(lanes.has_room_for("c0", false) && !lanes.has_room_for("hangs 0", false));
        lanes.begin("c0".to_owned(), false, async {});
        assert!(!lanes.has_room_for("c1", false));
        assert_eq!(lanes.one_ends().await, None);
        assert!(lanes.has_room_for("c1", false) && lanes.has_room_for("c0", false));
        // One that breaks off takes nobody's place either.
        lanes.begin("c1".to_owned(), false, async { panic!("on purpose") });
        assert_eq!(lanes.one_ends().await.as_deref(), Some("c1"));
        assert!(lanes.has_room_for("c1", false));
    }
}
