//! What the end-to-end tests share: a table on the local server with a virtual clock, people who act, and what comes of it.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

pub mod chromium;
pub mod program;
pub mod tab;

use chancery::delivery::Delivery;
use chancery::gateway::Gateway;
use chancery::local::LocalTable;
use chancery::rehearse::BEGINNING;
use commands::chance::Seeded;
use commands::house::House;
use commands::message::REFUSED;
use db::{Stamp, Store};
use local_discord::{Audience, Clock, Fault, Kind, LocalDiscord, Seen, Settings, VirtualClock};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::watch;

/// A clock that a test sets as it likes.
pub struct Leaping(AtomicI64);

impl Clock for Leaping {
    fn now(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }

    fn advance(&self, seconds: i64) -> bool {
        self.0.fetch_add(seconds, Ordering::SeqCst);
        true
    }
}

/// A local table of two with such a clock, which begins at that moment.
pub async fn leaping(begins: i64) -> (Table, Arc<Leaping>) {
    let time = Arc::new(Leaping(AtomicI64::new(begins)));
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(VirtualClock::starting_at(0));
    let mut settings = server(clock.clone(), &SEVEN[..2]);
    settings.clock = time.clone();
    let database = folder.path().join("table.db");
    let table = LocalTable::open(settings, &database, Arc::new(Seeded::new([1; 32])), None);
    (Table { table: table.await.unwrap(), clock, folder }, time)
}

/// Seven players; the first is the host and owns the server.
pub const SEVEN: [&str; 7] = ["Anna", "Bertil", "Chiara", "Dmitri", "Elif", "Farid", "Greta"];
/// Somebody without a seat.
pub const OBSERVER: &str = "Hugo";
/// The council of the tests' campaign.
pub const COUNCIL: &str = "council";
/// Another channel of the server.
pub const LOUNGE: &str = "lounge";
/// The route of posts, as faults name it.
pub const POSTS: &str = "POST /channels/{channel_id}/messages";
/// The route of edits.
pub const EDITS: &str = "PATCH /channels/{channel_id}/messages/{message_id}";
/// The route of answers to interactions.
pub const ANSWERS: &str = "POST /interactions/{interaction_id}/{interaction_token}/callback";

/// The route of edits of an answer.
pub const ANSWER_EDITS: &str = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original";
/// The route by which commands are registered.
pub const COMMANDS: &str = "PUT /applications/{application_id}/commands";
/// What loses an answer for good: it is not sent again.
pub const LOST: Fault = Fault::Refused { status: 404, code: 0, message: "404: Not Found" };

/// Discord's own description of its API, where it is at hand.
pub fn openapi() -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/discord-openapi.json");
    if path.is_file() {
        return Some(path);
    }
    println!("skipped: Discord's API description is not here, so requests are not checked by it");
    None
}

/// A table, its clock, and the folder of its database.
pub struct Table {
    pub table: LocalTable,
    pub clock: Arc<VirtualClock>,
    pub folder: TempDir,
}

/// A server's settings for tests.
pub fn server(clock: Arc<VirtualClock>, users: &[&str]) -> Settings {
    Settings {
        openapi: openapi(),
        guild: "Test".to_owned(),
        channels: vec![COUNCIL.to_owned(), LOUNGE.to_owned()],
        users: users.iter().map(|name| (*name).to_owned()).collect(),
        // As many as Discord takes of a channel, in a fiftieth of its time.
        rate: Some((5, Duration::from_millis(100))),
        // Longer than Discord waits: whether an answer is put off shall hang on how busy the machine is as little as can be.
        limit: Duration::from_secs(10),
        ..Settings::new(clock, "test-token", "page")
    }
}

/// A table with these members.
pub async fn table(users: &[&str]) -> Table {
    let clock = Arc::new(VirtualClock::starting_at(BEGINNING));
    let folder = tempfile::tempdir().unwrap();
    let table = open(&folder.path().join("table.db"), clock.clone(), users, 1).await.unwrap();
    Table { table, clock, folder }
}

/// A table on a given database; `seed` tells its randomness from another's.
pub async fn open(
    database: &Path,
    clock: Arc<VirtualClock>,
    users: &[&str],
    seed: u8,
) -> Result<LocalTable, String> {
    LocalTable::open(server(clock, users), database, Arc::new(Seeded::new([seed; 32])), None).await
}

impl Table {
    /// The server.
    pub fn server(&self) -> &LocalDiscord {
        &self.table.server
    }

    /// The database.
    pub fn database(&self) -> PathBuf {
        self.folder.path().join("table.db")
    }

    /// What has been seen so far.
    pub fn mark(&self) -> u64 {
        self.server().seen().len() as u64
    }

    /// Waits until nothing moves, and gives what was seen since.
    pub async fn since(&self, mark: u64) -> Vec<Seen> {
        if let Err(why) = self.table.quiet().await {
            panic!("{why}\n{}", self.server().transcript());
        }
        self.server().seen_since(mark)
    }

    /// Somebody types a command in the council.
    pub async fn slash(&self, who: &str, line: &str) -> Vec<Seen> {
        self.slash_in(COUNCIL, who, line).await
    }

    /// Somebody types a command in a channel, or `dm`.
    pub async fn slash_in(&self, channel: &str, who: &str, line: &str) -> Vec<Seen> {
        let mark = self.mark();
        self.server().slash(who, channel, line).unwrap_or_else(|why| panic!("@{who} {line}: {why}"));
        self.since(mark).await
    }

    /// Somebody presses the newest button of that label.
    pub async fn press(&self, who: &str, label: &str) -> Vec<Seen> {
        let mark = self.mark();
        self.server().press(who, label).unwrap();
        self.since(mark).await
    }

    /// Somebody presses a button of a given message.
    pub async fn press_on(&self, who: &str, message: u64, custom_id: &str) -> Vec<Seen> {
        let mark = self.mark();
        self.server().use_component(who, message, custom_id, None).unwrap();
        self.since(mark).await
    }

    /// Somebody sends the form that is open before him.
    pub async fn fill(&self, who: &str, fields: &[(&str, &str)]) -> Vec<Seen> {
        let fields: Vec<(String, String)> =
            fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let mark = self.mark();
        self.server().fill(who, &fields).unwrap();
        self.since(mark).await
    }

    /// Founds a campaign in the council, for so many players; gives its id.
    pub async fn found(&self, name: &str, players: usize) -> String {
        self.found_in(COUNCIL, name, players).await
    }

    /// Founds a campaign in a channel.
    pub async fn found_in(&self, channel: &str, name: &str, players: usize) -> String {
        let line = format!("/campaign found name:\"{name}\" players:{players}");
        self.slash_in(channel, SEVEN[0], &line).await;
        self.fill(SEVEN[0], &[]).await;
        let campaigns = self.table.house.store.campaigns().await.unwrap();
        let channel = self.server().channel_id(channel).unwrap();
        campaigns.iter().rev().find(|row| row.channel == channel).unwrap().id.clone()
    }

    /// Founds a campaign and fills its seats with the first of the seven.
    pub async fn gathered(&self, players: usize) -> String {
        let id = self.found("The Grand War", players).await;
        for (n, name) in SEVEN.iter().take(players).enumerate() {
            self.slash(name, &format!("/campaign join word:word{n}")).await;
        }
        id
    }

    /// The same, and play begun.
    pub async fn begun(&self, players: usize) -> String {
        let id = self.gathered(players).await;
        self.slash(SEVEN[0], "/campaign start").await;
        id
    }

    /// The first players bid, each highest for another power, and all are Final: who plays what is chosen.
    pub async fn chooses_powers(&self, players: usize) {
        for (n, name) in SEVEN.iter().take(players).enumerate() {
            let mut bids = ["1", "2", "3", "4", "5", "6", "7"];
            bids.rotate_left(n);
            self.slash(name, &format!("/bid bids:\"{}\"", bids.join(" "))).await;
        }
        for name in SEVEN.iter().take(players) {
            self.press(name, "Make it Final").await;
        }
    }

    /// How many lines a campaign's record has.
    pub async fn lines(&self, campaign: &str) -> usize {
        let (_, text) = self.table.house.record(campaign).await.unwrap();
        text.lines().count()
    }

    /// How many lines all records have together.
    pub async fn all_lines(&self) -> usize {
        let mut lines = 0;
        for row in self.table.house.store.campaigns().await.unwrap() {
            lines += self.lines(&row.id).await;
        }
        lines
    }

    /// The texts of the posts that stand in a channel.
    pub fn posts(&self, channel: &str) -> Vec<String> {
        posts(self.server(), channel)
    }

    /// Asserts that the bot sent nothing that Discord would not take, and closes the table.
    pub async fn close(self) {
        assert_eq!(self.server().violations(), [], "{}", self.server().transcript());
        self.table.close().await;
    }
}

/// The texts of the posts that stand in a channel: content and embeds.
pub fn posts(server: &LocalDiscord, channel: &str) -> Vec<String> {
    let channel = server.channel_id(channel).unwrap();
    server
        .messages(channel)
        .iter()
        .filter(|message| message.get("ephemeral_to").is_none())
        .map(|message| format!("{} {}", message["content"].as_str().unwrap_or_default(), message["embeds"]))
        .collect()
}

/// All that stands in something seen: text, embeds, buttons.
pub fn all_of(seen: &Seen) -> String {
    format!("{} {} {}", seen.text, seen.embeds, seen.components)
}

/// The custom id of the button of that label on something seen.
pub fn button(seen: &Seen, label: &str) -> String {
    let rows = seen.components.as_array().into_iter().flatten();
    let mut parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let found = parts.find(|part| part["label"] == label).unwrap_or_else(|| panic!("{label}: {seen:?}"));
    found["custom_id"].as_str().unwrap().to_owned()
}

/// Asserts that what was seen is one refusal, whole sentences, to who asked alone; gives it.
#[track_caller]
pub fn refusal(seen: &[Seen], who: &str) -> String {
    let [only] = seen else { panic!("not one answer to {who}, but {}: {seen:#?}", seen.len()) };
    assert_eq!(only.to, Audience::Ephemeral(who.to_owned()), "{only:?}");
    assert!(matches!(only.kind, Kind::Reply | Kind::Edit), "{only:?}");
    assert!(only.pings.is_empty(), "{only:?}");
    let says = only.text.strip_prefix(REFUSED).unwrap_or_else(|| panic!("no refusal: {only:?}")).trim();
    assert!(says.ends_with(['.', ')', '?']) && says.contains(' ') && !says.contains('!'), "{says:?}");
    says.to_owned()
}

/// Asserts that one thing alone was seen, by one member alone, and that it is no refusal.
#[track_caller]
pub fn answer<'s>(seen: &'s [Seen], who: &str) -> &'s Seen {
    let mut own = seen.iter().filter(|seen| seen.to == Audience::Ephemeral(who.to_owned()));
    let (Some(first), None) = (own.next(), own.next()) else { panic!("not one answer to {who}: {seen:#?}") };
    assert!(!first.text.starts_with(REFUSED) && first.kind != Kind::Failed, "{first:?}");
    first
}

/// Waits until something holds; real time.
pub async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let since = Instant::now();
    while !holds() {
        assert!(since.elapsed() < Duration::from_secs(30), "waited in vain: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// How many requests to a route (method and path as faults name it) the bot made.
pub fn requests(server: &LocalDiscord, route: &str) -> usize {
    server.requests().iter().filter(|one| format!("{} {}", one.method, one.route) == route).count()
}

/// Lays a fault for posts.
pub fn strike_posts(server: &LocalDiscord, times: usize, fault: Fault) {
    server.faults().strike(POSTS, times, fault);
}

/// Moves a virtual clock on.
pub fn advance(clock: &VirtualClock, seconds: i64) {
    assert!(clock.advance(seconds));
}

/// The binary, without anything of this machine's environment that would steer it.
pub fn chancery() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chancery"));
    for name in [
        "CHANCERY_TOKEN",
        "CHANCERY_API_BASE",
        "CHANCERY_OPERATOR",
        "CHANCERY_DATABASE",
        "CHANCERY_LOG",
        "RUST_LOG",
    ] {
        command.env_remove(name);
    }
    command.stdin(std::process::Stdio::null());
    command
}

/// Runs the binary in a folder; the exit code and what it printed.
pub fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output: Output = chancery().current_dir(folder).args(arguments).output().unwrap();
    told(&output)
}

/// The exit code and what was printed.
pub fn told(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// The bot on a running server, on a runtime of its own, so that it can be ended as a crash ends it.
pub struct Bot {
    runtime: Option<tokio::runtime::Runtime>,
    pub house: Arc<House>,
    pub delivery: Arc<Delivery>,
}

struct ServerTime(LocalDiscord);

impl commands::chance::Clock for ServerTime {
    fn now(&self) -> i64 {
        self.0.now()
    }
}

impl Bot {
    /// Starts the bot as the program does, on a server that is already there.
    pub async fn start(server: &LocalDiscord, database: &Path, seed: u8) -> Bot {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.unwrap();
        let (server, database) = (server.clone(), database.to_owned());
        let identified = server.identifies();
        let started = runtime.spawn({
            let server = server.clone();
            async move {
                let store = Store::open(&database, &Stamp::Local).unwrap();
                let time = Arc::new(ServerTime(server.clone()));
                let house = Arc::new(House::new(store, time, Arc::new(Seeded::new([seed; 32])), None));
                chancery::clock::after_restore(&house).await.unwrap();
                let gateway = Gateway::new(server.token(), &server.api_base()).unwrap();
                let delivery =
                    Arc::new(Delivery::new(house.clone(), &server.api_base(), server.token()).unwrap());
                let (_stop, stopping) = watch::channel(false);
                let (ready, mut is_ready) = watch::channel(false);
                let serving = house.clone();
                tokio::spawn(async move {
                    let _stop = _stop;
                    gateway.serve(serving, ready, stopping).await
                });
                tokio::spawn(delivery.clone().run());
                is_ready.wait_for(|ready| *ready).await.unwrap();
                (house, delivery)
            }
        });
        let (house, delivery) = started.await.unwrap();
        assert_eq!(server.identifies(), identified + 1);
        Bot { runtime: Some(runtime), house, delivery }
    }

    /// Waits until nothing moves.
    pub async fn quiet(&self, server: &LocalDiscord) {
        let since = Instant::now();
        let mut before = None;
        loop {
            let waiting = self.house.store.waiting_count(self.house.now()).await.unwrap();
            let (under_way, requests) = server.activity();
            let still = server.unanswered() + server.thinking() + self.house.busy() == 0
                && self.delivery.under_way() + under_way == 0
                && waiting == 0;
            if still && before == Some(requests) {
                return;
            }
            before = still.then_some(requests);
            assert!(since.elapsed() < Duration::from_secs(60), "no quiet\n{}", server.transcript());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Ends the bot where it stands: no task of it runs another step.
    pub fn crash(mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
