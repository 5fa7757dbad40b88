//! The tally: what the operator may count of a bot at work, in the text form that Prometheus reads.
//!
//! Nothing in it names a campaign, a player, a server or a channel: what is counted is the bot's, and who plays is nobody's business.

use crate::answer::Fate;
use crate::outcome::Outcome;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use std::collections::BTreeSet;
use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Seconds of a commit: from a fraction of a millisecond to what a player would notice.
const COMMIT: [f64; 12] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
/// Seconds until a player has his answer: Discord waits three.
const ANSWER: [f64; 10] = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0];

/// The connections to the gateway.
struct Shards {
    many: u32,
    connected: BTreeSet<u32>,
}

/// One label: its name and what it says.
type Label<T> = [(&'static str, T); 1];

/// The counts of one bot since it started.
pub struct Tally {
    registry: Registry,
    orders: Family<Label<&'static str>, Counter>,
    own_failures: Counter,
    commits: Histogram,
    answers: Histogram,
    refusals: Family<Label<String>, Counter>,
    gateway: Gauge<i64, AtomicI64>,
    commands: Gauge<i64, AtomicI64>,
    reconnects: Counter,
    unread: Counter,
    connected_once: AtomicBool,
    shards: Mutex<Shards>,
    waiting: Gauge<i64, AtomicI64>,
    barred: Gauge<i64, AtomicI64>,
    parked: Gauge<i64, AtomicI64>,
    held: Gauge<i64, AtomicI64>,
    oldest: Gauge<i64, AtomicI64>,
    campaigns: Gauge<i64, AtomicI64>,
    stopped: Gauge<i64, AtomicI64>,
    behind: Gauge<i64, AtomicI64>,
    backup_age: Gauge<f64, AtomicU64>,
    backup_failures: Counter,
}

impl Default for Tally {
    fn default() -> Tally {
        let mut registry = Registry::with_prefix("chancery");
        let build = Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The program that runs", build);
        let tally = Tally {
            orders: Family::default(),
            own_failures: Counter::default(),
            commits: Histogram::new(COMMIT),
            answers: Histogram::new(ANSWER),
            refusals: Family::default(),
            gateway: Gauge::default(),
            commands: Gauge::default(),
            reconnects: Counter::default(),
            unread: Counter::default(),
            connected_once: AtomicBool::new(false),
            shards: Mutex::new(Shards { many: 1, connected: BTreeSet::new() }),
            waiting: Gauge::default(),
            barred: Gauge::default(),
            parked: Gauge::default(),
            held: Gauge::default(),
            oldest: Gauge::default(),
            campaigns: Gauge::default(),
            stopped: Gauge::default(),
            behind: Gauge::default(),
            backup_age: Gauge::default(),
            backup_failures: Counter::default(),
            registry,
        };
        for outcome in ["taken", "refused", "repeated", "failed"] {
            // A count that is there from the beginning shows its first step.
            drop(tally.orders.get_or_create(&[("outcome", outcome)]));
        }
        tally.backup_age.set(f64::INFINITY);
        tally.registered()
    }
}

impl Tally {
    fn registered(mut self) -> Tally {
        let registry = &mut self.registry;
        registry.register("orders", "Players' orders, by what came of them", self.orders.clone());
        let own = self.own_failures.clone();
        registry.register("own_orders_failed", "Orders of the bot's own that could not be carried out", own);
        registry.register("commit_seconds", "Time to write a commit to disk", self.commits.clone());
        registry.register(
            "answer_seconds",
            "Time from an interaction's arrival until Discord has the answer",
            self.answers.clone(),
        );
        let refusals = self.refusals.clone();
        registry.register("discord_refusals", "Requests that Discord did not take, by its code", refusals);
        registry.register("gateway_connected", "1 while the gateway is connected", self.gateway.clone());
        let commands = "1 since Discord has taken the commands of this program";
        registry.register("commands_registered", commands, self.commands.clone());
        registry.register(
            "gateway_reconnects",
            "Times the gateway was connected again",
            self.reconnects.clone(),
        );
        let unread = "Events of the gateway that the bot lives by and could not read";
        registry.register("gateway_events_unread", unread, self.unread.clone());
        registry.register("outbox_waiting", "Messages that wait to be sent", self.waiting.clone());
        let barred = "Messages that wait because the bot may not write in their channel";
        registry.register("outbox_barred", barred, self.barred.clone());
        registry.register("outbox_parked", "Messages that Discord refused for good", self.parked.clone());
        registry.register("outbox_held", "Messages held back after a restore", self.held.clone());
        let oldest = self.oldest.clone();
        registry.register("outbox_oldest_seconds", "How long the oldest due message has waited", oldest);
        registry.register("campaigns_open", "Campaigns that are not closed", self.campaigns.clone());
        let stopped =
            "Campaigns on which nothing is played, because what the database keeps of them is not sound";
        registry.register("campaigns_stopped", stopped, self.stopped.clone());
        let behind = "How far this machine's clock is behind what stands on a record of an open campaign";
        registry.register("clock_behind_seconds", behind, self.behind.clone());
        registry.register(
            "last_backup_age_seconds",
            "Age of the last nightly backup, +Inf where there is none",
            self.backup_age.clone(),
        );
        registry.register("backups_failed", "Nightly backups that failed", self.backup_failures.clone());
        self
    }

    /// Counts what came of a player's order.
    pub fn order(&self, outcome: Outcome) -> Outcome {
        let word = match &outcome {
            Outcome::Done(_) => "taken",
            Outcome::Refused(_) => "refused",
            Outcome::Twice(_) => "repeated",
            Outcome::Failed(_) => "failed",
        };
        self.orders.get_or_create(&[("outcome", word)]).inc();
        outcome
    }

    /// Counts an order of the bot's own that could not be carried out. (Most of them find nothing to do.)
    pub fn own_order(&self, outcome: Outcome) -> Outcome {
        if matches!(outcome, Outcome::Failed(_)) {
            self.own_failures.inc();
        }
        outcome
    }

    /// Times a commit.
    pub async fn commit<T>(&self, commit: impl Future<Output = T>) -> T {
        let since = Instant::now();
        let done = commit.await;
        self.commits.observe(since.elapsed().as_secs_f64());
        done
    }

    /// Times an answer that was asked for at `since`, where it was taken. Each try that was not is counted by itself.
    pub(crate) fn answer(&self, since: Instant, fate: Fate) -> Fate {
        if let Fate::Seen = &fate {
            self.answers.observe(since.elapsed().as_secs_f64());
        }
        fate
    }

    /// Counts a request that Discord did not take: by its code where it told one, else by the status; status 0 is no answer at all.
    pub fn discord_refused(&self, status: u16, code: u32) {
        let code = match (status, code) {
            (0, 0) => "none".to_owned(),
            (status, 0) => format!("http_{status}"),
            (_, code) => code.to_string(),
        };
        self.refusals.get_or_create(&[("code", code)]).inc();
    }

    fn shards_now(&self) -> MutexGuard<'_, Shards> {
        self.shards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The gateway is connected once so many shards are.
    pub fn shards(&self, many: u32) {
        self.shards_now().many = many;
    }

    /// A shard is connected, for the first time or again.
    pub fn connected(&self, shard: u32) {
        let mut shards = self.shards_now();
        shards.connected.insert(shard);
        if u32::try_from(shards.connected.len()).is_ok_and(|connected| connected >= shards.many) {
            self.gateway.set(1);
            if self.connected_once.swap(true, Ordering::SeqCst) {
                self.reconnects.inc();
            }
        }
    }

    /// A shard is not connected now.
    pub fn disconnected(&self, shard: u32) {
        self.shards_now().connected.remove(&shard);
        self.gateway.set(0);
    }

    /// No shard is connected any more.
    pub fn all_disconnected(&self) {
        self.shards_now().connected.clear();
        self.gateway.set(0);
    }

    /// Whether the gateway is connected.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.gateway.get() == 1
    }

    /// Discord has taken the commands of this program.
    pub fn commands_registered(&self) {
        self.commands.set(1);
    }

    /// Whether Discord has taken the commands of this program.
    #[must_use]
    pub fn are_commands_registered(&self) -> bool {
        self.commands.get() == 1
    }

    /// How often the gateway was connected again.
    #[must_use]
    pub fn reconnects(&self) -> u64 {
        self.reconnects.get()
    }

    /// Counts an event of the gateway that could not be read.
    pub fn event_unread(&self) {
        self.unread.inc();
    }

    /// How many events of the gateway could not be read.
    #[must_use]
    pub fn events_unread(&self) -> u64 {
        self.unread.get()
    }

    /// The clock is so many seconds behind what stands on a record; says by how many it was before.
    pub fn clock_behind(&self, seconds: i64) -> i64 {
        self.behind.set(seconds)
    }

    /// How many seconds the clock is behind what stands on a record, as it was last looked at; 0 where it is not.
    #[must_use]
    pub fn behind(&self) -> i64 {
        self.behind.get()
    }

    /// So many campaigns are stopped now.
    pub(crate) fn campaigns_stopped(&self, count: usize) {
        self.stopped.set(i64::try_from(count).unwrap_or(i64::MAX));
    }

    /// Counts a nightly backup that failed.
    pub fn backup_failed(&self) {
        self.backup_failures.inc();
    }

    /// The text for Prometheus (OpenMetrics 1.0). `standing` is how things stand in the database where it can be read, at `now`;
    /// `backup_age` the last nightly backup's.
    #[must_use]
    pub fn text(&self, standing: Option<&db::Standing>, now: i64, backup_age: Option<Duration>) -> String {
        if let Some(standing) = standing {
            let count = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
            self.waiting.set(count(standing.waiting));
            self.barred.set(count(standing.barred));
            self.parked.set(count(standing.parked));
            self.held.set(count(standing.held));
            self.oldest.set(standing.oldest_seconds(now));
            self.campaigns.set(count(standing.campaigns_open));
        }
        self.backup_age.set(backup_age.map_or(f64::INFINITY, |age| age.as_secs_f64()));
        let mut text = String::new();
        // Writing to a string fails only where a metric does, and these are all the library's own.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn counts_are_told_with_their_labels() {
        let tally = Tally::default();
        tally.order(Outcome::Failed(String::new()));
        tally.own_order(Outcome::Twice(None));
        tally.own_order(Outcome::Failed(String::new()));
        tally.commit(async {}).await;
        tally.discord_refused(403, 50007);
        tally.discord_refused(503, 0);
        tally.discord_refused(0, 0);
        assert!(!tally.is_connected());
        tally.shards(2);
        tally.connected(0);
        assert!(!tally.is_connected());
        tally.connected(1);
        assert!(tally.is_connected());
        tally.disconnected(0);
        assert!(!tally.is_connected());
        tally.connected(0);
        let text = tally.text(None, 0, None);
        for line in [
            "chancery_build_info{version=\"0.1.0\"} 1",
            "chancery_orders_total{outcome=\"failed\"} 1",
            "chancery_orders_total{outcome=\"taken\"} 0",
            "chancery_own_orders_failed_total 1",
            "chancery_commit_seconds_count 1",
            "chancery_discord_refusals_total{code=\"50007\"} 1",
            "chancery_discord_refusals_total{code=\"http_503\"} 1",
            "chancery_discord_refusals_total{code=\"none\"} 1",
            "chancery_gateway_connected 1",
            "chancery_gateway_reconnects_total 1",
            "chancery_last_backup_age_seconds inf",
        ] {
            assert!(text.lines().any(|l| l == line), "{line}\n{text}");
        }
        assert!(text.ends_with("# EOF\n"), "{text}");
        let aged = tally.text(None, 0, Some(Duration::from_secs(90)));
        assert!(aged.contains("chancery_last_backup_age_seconds 90.0\n"), "{aged}");
    }
}
