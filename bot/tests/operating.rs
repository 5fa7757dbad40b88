//! What an operator relies on: health, metrics, nightly backups, deletion, and being told in sentences what is wrong.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::{self, COUNCIL, SEVEN, Table, advance, answer, refusal, until};
use chancery::delivery::Delivery;
use chancery::health::{self, Health};
use chancery::nightly::{self, Backups, Night};
use chancery::servers;
use chancery::settings::Backup;
use commands::chance::Seeded;
use commands::house::House;
use db::{Alone, Stamp, Store};
use local_discord::{Clock as _, Fault, LocalDiscord, VirtualClock};
use serde_json::Value;
use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

const DAY: i64 = 24 * 60 * 60;

pub async fn page(address: SocketAddr, path: &str) -> (u16, String) {
    let answer = reqwest::get(format!("http://{address}{path}")).await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

/// What `/readyz` says, when the answer is not an old one.
pub async fn ready(address: SocketAddr) -> (u16, Value) {
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let (status, text) = page(address, "/readyz").await;
    (status, serde_json::from_str(&text).unwrap())
}

/// The number after a metric's name and labels.
pub fn metric(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in\n{text}")).parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn health_and_metrics_count_a_game_and_name_nobody() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    let (address, _serving) =
        health::open(Health::new(table.table.house.clone(), None), ([127, 0, 0, 1], 0).into()).await.unwrap();
    assert_eq!(page(address, "/healthz").await, (200, "The process lives.\n".to_owned()));
    let (_, text) = page(address, "/metrics").await;
    assert_eq!(metric(&text, "chancery_orders_total{outcome=\"taken\"}"), 0.0);
    assert_eq!(metric(&text, "chancery_campaigns_open"), 0.0);

    let id = table.begun(2).await;
    table.slash("Bertil", "/dice roll what:2d6 for:\"kanarienvogel\"").await;
    table.slash("Anna", "/bid bids:\"1 2 3 4 5 6 7\"").await;
    refusal(&table.slash("Anna", "/campaign start").await, "Anna");
    table.server().close_dms("Bertil", true);
    table.slash("Bertil", "/bid bids:\"7 6 5 4 3 2 1\"").await;
    let (status, says) = ready(address).await;
    assert_eq!((status, &says["ready"]), (200, &Value::Bool(true)), "{says}");
    let (_, text) = page(address, "/metrics").await;
    // Founded, joined twice, started, rolled, bid twice.
    assert_eq!(metric(&text, "chancery_orders_total{outcome=\"taken\"}"), 7.0, "{text}");
    assert_eq!(metric(&text, "chancery_orders_total{outcome=\"refused\"}"), 1.0);
    assert!(metric(&text, "chancery_commit_seconds_count") >= 7.0);
    assert!(metric(&text, "chancery_answer_seconds_count") >= 8.0);
    assert_eq!(metric(&text, "chancery_campaigns_open"), 1.0);
    assert_eq!(metric(&text, "chancery_gateway_connected"), 1.0);
    assert_eq!(metric(&text, "chancery_gateway_reconnects_total"), 0.0);
    assert!(metric(&text, "chancery_discord_refusals_total{code=\"50007\"}") >= 1.0, "{text}");
    assert!(metric(&text, "chancery_outbox_parked") >= 1.0);
    assert_eq!(metric(&text, "chancery_outbox_waiting"), 0.0);
    assert_eq!(says["outbox"]["parked"], metric(&text, "chancery_outbox_parked") as u64);

    // Nobody is named, in any of it.
    let server = table.server();
    let mut names: Vec<String> = vec![id, "The Grand War".into(), "kanarienvogel".into(), COUNCIL.into()];
    names.extend(["Anna", "Bertil"].map(str::to_owned));
    names.extend(["Anna", "Bertil"].map(|name| server.user_id(name).unwrap().to_string()));
    names.push(server.guild_id().to_string());
    names.push(server.channel_id(COUNCIL).unwrap().to_string());
    names.push(server.application_id().to_string());
    for name in names {
        assert!(!text.contains(&name) && !says.to_string().contains(&name), "{name} in\n{text}\n{says}");
    }
    let labels: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.split_once('{')?.1.split_once('='))
        .map(|(label, _)| label)
        .collect();
    assert_eq!(labels, BTreeSet::from(["code", "le", "outcome", "version"]));

    // The gateway: cut, and taken up again; then away for good.
    assert!(server.faults().drop_gateway(None));
    until("the bot is back", || table.table.house.tally.reconnects() == 1).await;
    assert_eq!(ready(address).await.0, 200);
    // A post that cannot go out for long.
    common::strike_posts(server, 1000, Fault::Broken(503));
    server.slash("Anna", COUNCIL, "/dice roll what:2d6").unwrap();
    until("the post is tried", || server.requests().iter().any(|one| one.status == 503)).await;
    assert_eq!(ready(address).await.0, 200);
    advance(&table.clock, health::STUCK + 1);
    let (status, says) = ready(address).await;
    assert_eq!((status, &says["outbox"]["ok"]), (503, &Value::Bool(false)), "{says}");
    assert!(says["outbox"]["says"].as_str().unwrap().contains("301 seconds"), "{says}");
    assert_eq!(says["database"]["ok"], true);
    server.faults().clear();
    table.since(0).await;
    assert_eq!(ready(address).await.0, 200);
    let (_, text) = page(address, "/metrics").await;
    assert!(metric(&text, "chancery_discord_refusals_total{code=\"http_503\"}") >= 1.0, "{text}");
    // A database that takes nothing any more.
    table.table.house.store.clone().close();
    let (status, says) = ready(address).await;
    assert_eq!((status, &says["database"]["ok"]), (503, &Value::Bool(false)), "{says}");
    assert!(says["database"]["says"].as_str().unwrap().ends_with('.'), "{says}");
    // Every metric stands in the manual.
    for line in text.lines().filter_map(|line| line.strip_prefix("# TYPE ")) {
        let name = line.split(' ').next().unwrap();
        assert!(MANUAL.contains(&format!("`{name}")), "{name} is not in docs/operating.md");
    }
}

const MANUAL: &str = include_str!("../../docs/operating.md");

#[test]
fn every_setting_stands_in_the_manual() {
    let example = include_str!("../../config.example.toml");
    let (mut section, mut settings) = ("", 0);
    for line in example.lines() {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            section = name;
        }
        let line = line.strip_prefix("# operator").map_or(line.to_owned(), |rest| format!("operator{rest}"));
        if let Some((key, value)) = line.split_once(" = ").filter(|(key, _)| !key.starts_with('#')) {
            let row = format!("| `{section}.{key}` |");
            let row = MANUAL.lines().find(|line| line.starts_with(&row)).unwrap_or_else(|| panic!("{row}"));
            let shown = if value == "\"\"" || key == "operator" {
                "empty".to_owned()
            } else {
                format!("`{}`", value.trim_matches('"'))
            };
            assert!(row.contains(&format!("| {shown} |")), "{row}: {shown}");
            settings += 1;
        }
    }
    assert!(settings >= 14, "{settings}");
    for variable in include_str!("../src/settings.rs").split("variable(\"").skip(1) {
        let name = variable.split('"').next().unwrap();
        assert!(MANUAL.contains(&format!("`{name}`")), "{name} is not in the manual");
    }
}

/// A house on a clock of its own, on a server where its operator is Anna.
pub struct Kept {
    pub house: Arc<House>,
    pub delivery: Arc<Delivery>,
    pub server: LocalDiscord,
    pub clock: Arc<VirtualClock>,
    pub folder: tempfile::TempDir,
}

pub async fn house() -> Kept {
    let clock = Arc::new(VirtualClock::starting_at(1_774_000_000));
    let server = LocalDiscord::start(common::server(clock.clone(), &SEVEN)).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("chancery.db"), &Stamp::Local).unwrap();
    let time = Arc::new(chancery::clock::Shared(clock.clone()));
    let house = Arc::new(House::new(store, time, Arc::new(Seeded::new([1; 32])), server.user_id("Anna")));
    let delivery = Arc::new(Delivery::new(house.clone(), &server.api_base(), server.token()).unwrap());
    Kept { house, delivery, server, clock, folder }
}

impl Kept {
    pub fn backups(&self, settings: Backup) -> Backups {
        let settings = Backup { folder: self.folder.path().join("backups"), ..settings };
        Backups::new(self.house.clone(), &self.folder.path().join("chancery.db"), &settings).unwrap()
    }

    pub fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.folder.path().join("backups")).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nights_pass_and_leave_sound_private_backups() {
    let night = house().await;
    let backups =
        night.backups(Backup { keep_daily: 2, keep_weekly: 1, keep_monthly: 2, ..Backup::default() });
    assert_eq!(backups.age(), None);
    // 20 March 2026, 09:46 UTC: none was ever made, so one is made at once.
    let Night::Made { file, pruned: 0 } = backups.look().await else { panic!() };
    assert_eq!(file.file_name().unwrap(), "chancery-2026-03-20-094640.db");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let folder = std::fs::metadata(night.folder.path().join("backups")).unwrap();
    assert_eq!(folder.permissions().mode() & 0o777, 0o700);
    Store::check(&file, Some(&Stamp::Local)).unwrap();
    assert_eq!(backups.look().await, Night::NotYet);
    advance(&night.clock, 17 * 3600);
    assert_eq!(backups.look().await, Night::NotYet, "02:46 of the next day");
    // What a crash left half made goes with the next.
    let part = night.folder.path().join("backups/chancery-2026-03-20-100000.db.part-journal");
    std::fs::write(&part, "half").unwrap();
    std::fs::write(night.folder.path().join("backups/chancery-of-old.db"), "the operator's own").unwrap();
    for _ in 0..20 {
        advance(&night.clock, 3600);
        if let Night::Made { file, .. } = backups.look().await {
            assert!(file.to_str().unwrap().ends_with("2026-03-21-034640.db"), "{}", file.display());
        }
    }
    assert!(!part.exists());
    assert_eq!(backups.age(), Some(Duration::from_secs(19 * 3600)));
    for _ in 0..20 {
        advance(&night.clock, DAY);
        assert!(matches!(backups.look().await, Night::Made { .. }));
    }
    // The last of March, of the last two days (of which one is the week's), and what is not ours.
    assert_eq!(
        night.files(),
        [
            "chancery-2026-03-31-224640.db",
            "chancery-2026-04-09-224640.db",
            "chancery-2026-04-10-224640.db",
            "chancery-of-old.db"
        ]
    );
    // The clock goes back a month: what is dated later counts for nothing and stays; ahead, it goes on.
    let earlier = Arc::new(AtomicI64::new(night.clock.now() - 30 * DAY));
    struct Jumping(Arc<AtomicI64>);
    impl commands::chance::Clock for Jumping {
        fn now(&self) -> i64 {
            self.0.load(Ordering::SeqCst)
        }
    }
    let store = night.house.store.clone();
    let jumping = House::new(store, Arc::new(Jumping(earlier.clone())), Arc::new(Seeded::new([2; 32])), None);
    let settings = Backup { folder: night.folder.path().join("backups"), ..Backup::default() };
    let backups =
        Backups::new(Arc::new(jumping), &night.folder.path().join("chancery.db"), &settings).unwrap();
    assert!(matches!(backups.look().await, Night::Made { pruned: 0, .. }));
    assert_eq!((night.files().len(), backups.age()), (5, Some(Duration::ZERO)));
    earlier.fetch_add(60 * DAY, Ordering::SeqCst);
    assert!(matches!(backups.look().await, Night::Made { .. }));
    night.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_failed_backup_is_told_and_tried_again() {
    let night = house().await;
    let backups = Arc::new(night.backups(Backup::default()));
    // A file lies where the folder should be.
    std::fs::write(night.folder.path().join("backups"), "").unwrap();
    let Night::Failed { says, first: true } = backups.look().await else { panic!() };
    assert!(says.contains("cannot be used") && says.ends_with('.'), "{says}");
    let (_, told) = Health::new(night.house.clone(), Some(backups.clone())).ready().await;
    assert_eq!(told["backup"]["ok"], false);
    assert!(told["backup"]["says"].as_str().unwrap().contains("cannot be used"), "{told}");
    let metrics = Health::new(night.house.clone(), Some(backups.clone())).metrics().await;
    assert_eq!(metric(&metrics, "chancery_backups_failed_total"), 1.0);
    assert_eq!(metric(&metrics, "chancery_last_backup_age_seconds"), f64::INFINITY);
    // Not again at once; after an hour, and then the operator is not told once more.
    assert_eq!(backups.look().await, Night::NotYet);
    advance(&night.clock, 3600);
    assert!(matches!(backups.look().await, Night::Failed { first: false, .. }));
    std::fs::remove_file(night.folder.path().join("backups")).unwrap();
    advance(&night.clock, 3600);
    assert!(matches!(backups.look().await, Night::Made { .. }));
    assert_eq!(backups.failed(), None);
    let metrics = Health::new(night.house.clone(), Some(backups.clone())).metrics().await;
    assert_eq!(metric(&metrics, "chancery_last_backup_age_seconds"), 0.0);

    // The operator is told by direct message, also where the first try meets a limit.
    common::strike_posts(&night.server, 1, Fault::TooMany { retry_after: 0.1, scope: "user" });
    night.delivery.tell_operator("The nightly backup failed. The disk is full.").await;
    let dms: Vec<String> = night
        .server
        .seen()
        .into_iter()
        .filter(|seen| seen.to.label() == "dm:Anna")
        .map(|seen| seen.text)
        .collect();
    assert_eq!(dms, ["The nightly backup failed. The disk is full."]);
    assert_eq!(night.server.violations(), []);
    night.server.stop().await;
}

/// Whether the table's one campaign bears the mark of a server that removed the bot.
fn has_left(table: &Table) -> bool {
    let rows = rusqlite::Connection::open(table.database()).unwrap();
    rows.query_row("SELECT left_at IS NOT NULL FROM campaigns", [], |row| row.get(0)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_uses_the_bot_in_a_server_left_takes_its_mark_away() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    table.begun(2).await;
    let house = table.table.house.clone();
    let guild = table.server().guild_id();
    let left = || has_left(&table);
    let removed = async || {
        servers::left(&house, guild).await;
        advance(&table.clock, 1);
    };
    // What somebody did in the second of the removal may be told after it, and says nothing.
    servers::left(&house, guild).await;
    servers::used(&house, guild, house.now()).await;
    assert!(left());
    // A command, a button and a form.
    advance(&table.clock, 1);
    table.slash("Anna", "/campaign status").await;
    until("the mark is gone", || !left()).await;
    let desk = table.slash("Anna", "/desk").await;
    let desk = answer(&desk, "Anna");
    let button = common::button(desk, "Seal my bids");
    removed().await;
    table.press_on("Anna", desk.message.unwrap(), &button).await;
    until("the mark is gone", || !left()).await;
    removed().await;
    table.fill("Anna", &[]).await;
    until("the mark is gone", || !left()).await;
    // In direct messages the bot is used from no server.
    removed().await;
    table.slash_in("dm", "Anna", "/desk").await;
    assert!(left());
    table.close().await;
}

// On one thread, so that the log of all that runs is caught.
#[tokio::test]
async fn events_that_cannot_be_read_are_counted_logged_and_take_a_mark_away_too() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    table.begun(2).await;
    let log = table.folder.path().join("log");
    let written = Arc::new(std::fs::File::create(&log).unwrap());
    let plain = tracing_subscriber::fmt().with_ansi(false).with_writer(written);
    let _logged = tracing::subscriber::set_default(plain.finish());
    let house = table.table.house.clone();
    let guild = table.server().guild_id();
    let left = || has_left(&table);
    for (n, (event, data)) in [
        ("GUILD_CREATE", serde_json::json!({"id": guild.to_string(), "name": 5})),
        ("INTERACTION_CREATE", serde_json::json!({"guild_id": guild.to_string(), "type": "new"})),
    ]
    .into_iter()
    .enumerate()
    {
        servers::left(&house, guild).await;
        assert!(left());
        table.server().send_event(event, &data);
        until("the event is counted", || house.tally.events_unread() == n as u64 + 1).await;
        until("the mark is gone", || !left()).await;
    }
    // What Discord invents besides is none of the bot's business.
    table.server().send_event("GUILD_MOOD_UPDATE", &serde_json::json!({"mood": "dark"}));
    answer(&table.slash("Anna", "/dice roll what:2d6").await, "Anna");
    let (_, text) = (table.since(0).await, Health::new(house.clone(), None).metrics().await);
    assert_eq!(metric(&text, "chancery_gateway_events_unread_total"), 2.0);
    let told = std::fs::read_to_string(&log).unwrap();
    let warned = told.lines().filter(|line| line.contains("an event of the gateway could not be read"));
    let kinds: Vec<bool> = warned.map(|line| line.contains(" WARN ") && line.contains("kind=\"")).collect();
    assert_eq!(kinds, [true, true], "{told}");
    // What stood in them is somebody's.
    assert!(!told.contains(&guild.to_string()), "{told}");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_left_is_forgotten_after_the_time_of_grace_unless_the_bot_comes_back() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    table.begun(2).await;
    let house = table.table.house.clone();
    let left = |database: PathBuf| {
        // Read by another connection, as an operator's tool would.
        let rows = rusqlite::Connection::open(database).unwrap();
        rows.query_row("SELECT left_at IS NOT NULL FROM campaigns", [], |row| row.get::<_, bool>(0)).unwrap()
    };
    let marked = |expected: bool| {
        let database = table.database();
        async move {
            until("the mark", || left(database.clone()) == expected).await;
        }
    };
    // An outage is no removal.
    table.server().remove_bot(true);
    table.slash("Anna", "/campaign status").await;
    assert!(!left(table.database()));
    table.server().remove_bot(false);
    marked(true).await;
    // Back in time: nothing is lost, however long it lasts.
    advance(&table.clock, 29 * DAY);
    assert_eq!(servers::forget_left(&house, 30).await, 0);
    table.server().return_bot();
    marked(false).await;
    advance(&table.clock, 5 * DAY);
    assert_eq!(servers::forget_left(&house, 30).await, 0);
    answer(&table.slash("Anna", "/campaign status").await, "Anna");
    // Removed for good; a second word of it does not begin the time anew.
    table.server().remove_bot(false);
    marked(true).await;
    advance(&table.clock, 20 * DAY);
    servers::left(&house, table.server().guild_id()).await;
    advance(&table.clock, 10 * DAY - 1);
    assert_eq!(servers::forget_left(&house, 30).await, 0);
    advance(&table.clock, 1);
    assert_eq!(servers::forget_left(&house, 30).await, 1);
    assert_eq!(house.store.campaigns().await.unwrap(), []);
    refusal(&table.slash("Anna", "/campaign status").await, "Anna");
    until("nothing is left of it in the file", || {
        !in_files(table.folder.path(), b"The Grand War") && !in_files(table.folder.path(), b"Bertil")
    })
    .await;

    // What happened while the bot was down is told at the next connection; another connection's servers are not its business.
    let id = table.found("Anew", 2).await;
    let guild = table.server().guild_id();
    let own = u32::try_from((guild >> 22) % 3).unwrap();
    servers::all_told(&house, &BTreeSet::new(), Some(((own + 1) % 3, 3))).await;
    assert!(!left(table.database()));
    servers::all_told(&house, &BTreeSet::new(), Some((own, 3))).await;
    assert!(left(table.database()));
    servers::all_told(&house, &BTreeSet::from([guild]), None).await;
    assert!(!left(table.database()));
    assert!(house.store.campaign(&id).await.unwrap().is_some());
    table.close().await;
}

/// Whether bytes stand in any file of a folder.
pub fn in_files(folder: &Path, what: &[u8]) -> bool {
    std::fs::read_dir(folder).unwrap().any(|file| {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        bytes.windows(what.len()).any(|window| window == what)
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_user_stands_nowhere_in_the_files() {
    let table = common::table(&SEVEN[..3]).await;
    table.begun(3).await;
    let user = table.server().user_id("Bertil").unwrap();
    table.server().close_dms("Bertil", true);
    for line in [
        "/dice roll what:2d6 for:\"kanarienvogel\"",
        "/dice word word:marmelade",
        "/bid bids:\"1 2 3 4 5 6 7\" word:kompott",
    ] {
        table.slash("Bertil", line).await;
    }
    table.slash("Chiara", "/dice roll what:2d6").await;
    table.slash("Chiara", "/desk").await;
    let mut number = user.to_be_bytes().to_vec();
    // SQLite keeps a number in as few bytes as it needs, of 1, 2, 3, 4, 6 and 8.
    if number.starts_with(&[0, 0]) {
        number.drain(..2);
    }
    let signs = [b"Bertil".to_vec(), user.to_string().into_bytes(), number, b"kanarienvogel".to_vec()];
    for sign in &signs {
        assert!(in_files(table.folder.path(), sign), "{sign:?} was never there");
    }
    table.slash("Bertil", "/campaign forget-me").await;
    table.press("Bertil", "Forget me").await;
    table.table.house.store.checkpoint().await.unwrap();
    for sign in &signs {
        assert!(!in_files(table.folder.path(), sign), "{:?} is still there", String::from_utf8_lossy(sign));
    }
    // No column of any table, whatever migrations added.
    let file = rusqlite::Connection::open(table.database()).unwrap();
    let sql = "SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'";
    let columns: Vec<(String, String)> = file
        .prepare(sql)
        .unwrap()
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap();
    assert!(columns.len() > 50, "{columns:?}");
    for (one, column) in columns {
        let sql = format!(
            "SELECT count(*) FROM \"{one}\" WHERE instr(CAST(\"{column}\" AS TEXT), 'Bertil') OR instr(CAST(\"{column}\" AS TEXT), ?1)"
        );
        let found: i64 = file.query_row(&sql, [user.to_string()], |row| row.get(0)).unwrap();
        assert_eq!(found, 0, "{one}.{column}");
    }
    drop(file);
    // The others play on, and the record still checks.
    answer(&table.slash("Chiara", "/campaign status").await, "Chiara");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_refuses_orders_in_a_sentence_and_play_goes_on_when_there_is_room() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    let id = table.begun(2).await;
    let house = &table.table.house;
    let lines = table.lines(&id).await;
    house.store.limit_growth(0).await.unwrap();
    // What fits in pages that are there is still taken, and then nothing more.
    let mut said = None;
    for n in 0..400 {
        let seen = table.slash("Anna", &format!("/dice roll what:40d6 for:\"{}{n}\"", "x".repeat(60))).await;
        let own = seen.iter().find(|seen| seen.to.label() == "ephemeral:Anna").unwrap();
        if own.text.contains("disk is full") {
            said = Some(refusal(&seen, "Anna"));
            break;
        }
    }
    let said = said.unwrap();
    assert!(said.contains("Nothing was changed"), "{said}");
    let full = table.lines(&id).await;
    assert!(full >= lines);
    for who in ["Anna", "Bertil"] {
        let seen = table.slash(who, &format!("/dice roll what:40d6 for:\"{}\"", "y".repeat(60))).await;
        assert!(refusal(&seen, who).contains("disk is full"), "{seen:#?}");
    }
    assert_eq!(table.lines(&id).await, full, "nothing half done");
    let (_, text) = house.record(&id).await.unwrap();
    engine::table::verify::verify(text.as_bytes(), &[]).unwrap();
    let metrics = Health::new(house.clone(), None).metrics().await;
    assert!(metric(&metrics, "chancery_orders_total{outcome=\"failed\"}") >= 3.0, "{metrics}");
    house.store.limit_growth(10_000).await.unwrap();
    answer(&table.slash("Bertil", "/dice roll what:2d6").await, "Bertil");
    assert!(table.lines(&id).await > full);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_bots_do_not_play_on_one_database() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    let clock = table.clock.clone();
    let error = common::open(&table.database(), clock.clone(), &SEVEN, 2).await.err().unwrap();
    assert!(error.contains("Another Chancery plays on the database") && error.ends_with('.'), "{error}");
    // The program too, and it leaves the database as it is.
    let second = LocalDiscord::start(common::server(clock.clone(), &SEVEN)).await.unwrap();
    let (code, out, error) = run(&second, table.folder.path(), &["--database", "table.db"], &[]).await;
    assert!(code == 1 && out.is_empty() && error.contains("Another Chancery plays"), "{out}{error}");
    second.stop().await;
    table.found("Still here", 2).await;
    let (database, folder) = (table.database(), table.folder);
    table.table.close().await;
    let _alone = Alone::on(&database).unwrap();
    assert!(Alone::on(&database).is_err());
    drop(folder);
}

/// Runs the program on a server, in a folder.
pub async fn run(
    server: &LocalDiscord,
    folder: &Path,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> (i32, String, String) {
    let mut command = common::chancery();
    command
        .current_dir(folder)
        .args(arguments)
        .env("CHANCERY_TOKEN", server.token())
        .env("CHANCERY_API_BASE", server.api_base())
        .env("CHANCERY_HEALTH", "")
        .envs(variables.iter().copied());
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    common::told(&output)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_check_up_says_what_is_wrong_and_a_damaged_database_names_its_backup() {
    let night = house().await;
    let here = night.folder.path();
    let empty = tempfile::tempdir().unwrap();
    let (code, out, error) = run(&night.server, empty.path(), &["check"], &[]).await;
    assert_eq!((code, error.as_str()), (0, ""), "{out}");
    assert!(out.contains("the first start makes it") && out.ends_with("Nothing is wrong.\n"), "{out}");
    assert_eq!(std::fs::read_dir(empty.path()).unwrap().count(), 0, "a check changes nothing");

    let Night::Made { file, .. } = night.backups(Backup::default()).look().await else { panic!() };
    night.house.store.clone().close();
    let (code, out, _) = run(&night.server, here, &["check"], &[]).await;
    assert!(code == 0 && out.contains("chancery.db is sound") && out.contains("The last backup is"), "{out}");
    // Everything wrong at once.
    std::fs::write(here.join("wide.toml"), "[discord]\ntoken = \"abc\"\n").unwrap();
    std::fs::set_permissions(here.join("wide.toml"), std::fs::Permissions::from_mode(0o644)).unwrap();
    std::fs::write(here.join("a-file"), "").unwrap();
    let whole = std::fs::read(here.join("chancery.db")).unwrap();
    std::fs::write(here.join("chancery.db"), &whole[..whole.len() / 2]).unwrap();
    let wrong = [("CHANCERY_TOKEN", "not-the-token"), ("CHANCERY_BACKUPS", "a-file")];
    let (code, out, error) = run(&night.server, here, &["check", "--config", "wide.toml"], &wrong).await;
    assert!(code == 1 && out.is_empty(), "{out}{error}");
    for says in
        ["others may read it", "does not take this token", "is damaged", "a-file", "4 things are wrong."]
    {
        assert!(error.contains(says), "{says}: {error}");
    }
    assert!(!error.contains("not-the-token"), "{error}");

    // A start on the damaged file names the newest backup that is sound, and the command that it names puts it right.
    let newer = here.join("backups").join(nightly::name("chancery", night.clock.now() + DAY));
    std::fs::write(&newer, &whole[..whole.len() / 2]).unwrap();
    let (code, out, error) = run(&night.server, here, &[], &[]).await;
    assert!(code == 3 && out.is_empty(), "{code} {out}{error}");
    let name = file.file_name().unwrap().to_str().unwrap();
    let command =
        format!("with 0 campaigns: `chancery restore backups/{name} --database chancery.db --replace`");
    assert!(error.contains("is damaged") && error.contains(&command), "{error}");
    let (code, _, error) =
        run(&night.server, here, &["restore", &format!("backups/{name}"), "--replace"], &[]).await;
    assert_eq!((code, error.as_str()), (0, ""));
    Store::check(&here.join("chancery.db"), Some(&Stamp::Local)).unwrap();
    // No bot runs, and the one who asks is told.
    let (code, _, error) = run(&night.server, here, &["health"], &[("CHANCERY_HEALTH", "127.0.0.1:9")]).await;
    assert!(code == 1 && error.contains("No bot answers at http://127.0.0.1:9/readyz."), "{error}");
    let (code, _, error) = run(&night.server, here, &["health"], &[]).await;
    assert!(code == 1 && error.contains("health.listen is empty"), "{error}");
    night.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_serves_health_makes_its_backup_and_tells_the_service_manager() {
    let server =
        LocalDiscord::start(common::server(Arc::new(VirtualClock::starting_at(1_774_000_000)), &SEVEN))
            .await
            .unwrap();
    let folder = tempfile::tempdir().unwrap();
    let manager = std::os::unix::net::UnixDatagram::bind(folder.path().join("notify")).unwrap();
    manager.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    // A port that was free a moment ago.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut command = common::chancery();
    let mut child = command
        .current_dir(folder.path())
        .env("CHANCERY_TOKEN", server.token())
        .env("CHANCERY_API_BASE", server.api_base())
        .env("CHANCERY_HEALTH", free.to_string())
        .env("NOTIFY_SOCKET", folder.path().join("notify"))
        .env("WATCHDOG_USEC", "600000")
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let heard = |word: &str| {
        let mut told = [0; 500];
        loop {
            let length = manager.recv(&mut told).unwrap();
            if String::from_utf8_lossy(&told[..length]).contains(word) {
                return;
            }
        }
    };
    heard("READY=1");
    heard("WATCHDOG=1");
    let asked = ["health"];
    let (code, out, error) =
        run(&server, folder.path(), &asked, &[("CHANCERY_HEALTH", &free.to_string())]).await;
    assert_eq!((code, error.as_str()), (0, ""), "{out}");
    assert!(out.contains("ok    gateway: connected") && out.ends_with("The bot is ready.\n"), "{out}");
    until("the backup", || {
        nightly::moments(&folder.path().join("backups"), "chancery").is_ok_and(|made| made.len() == 1)
    })
    .await;
    assert!(
        std::process::Command::new("kill")
            .args(["-TERM", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    heard("STOPPING=1");
    assert!(child.wait().unwrap().success());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_jumps_harms_no_record() {
    struct Jumping(Arc<AtomicI64>);
    impl local_discord::Clock for Jumping {
        fn now(&self) -> i64 {
            self.0.load(Ordering::SeqCst)
        }
        fn advance(&self, seconds: i64) -> bool {
            self.0.fetch_add(seconds, Ordering::SeqCst);
            true
        }
    }
    let time = Arc::new(AtomicI64::new(1_774_000_000));
    let folder = tempfile::tempdir().unwrap();
    let mut server = common::server(Arc::new(VirtualClock::starting_at(0)), &SEVEN[..2]);
    server.clock = Arc::new(Jumping(time.clone()));
    let database = folder.path().join("table.db");
    let table = chancery::local::LocalTable::open(server, &database, Arc::new(Seeded::new([1; 32])), None);
    let clock = Arc::new(VirtualClock::starting_at(0));
    let table = Table { table: table.await.unwrap(), clock, folder };
    let id = table.begun(2).await;
    for jump in [-400, -3 * DAY, 10 * DAY, -9 * DAY, 1] {
        time.fetch_add(jump, Ordering::SeqCst);
        answer(&table.slash("Anna", "/dice roll what:2d6").await, "Anna");
        table.table.look_in().await;
        table.since(0).await;
        let (_, text) = table.table.house.record(&id).await.unwrap();
        engine::table::verify::verify(text.as_bytes(), &[]).unwrap();
    }
    table.close().await;
}
