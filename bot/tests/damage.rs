//! A campaign whose part of the database went bad: players, log, health, metrics and check-up tell the same, the others play on, and a
//! backup puts it right.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::program::{Program, on};
use crate::common::{self, COUNCIL, LOUNGE, SEVEN, answer, posts, refusal};
use crate::operating::{house, metric, page, run};
use chancery::health::Health;
use chancery::nightly::{self, Night};
use chancery::settings::Backup;
use commands::house::{Asker, Outcome};
use commands::speech::Language;
use db::{Stamp, Store};
use engine::table::{Founding, Verb, Word};
use local_discord::{LocalDiscord, Seen, VirtualClock};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const DAY: i64 = 24 * 60 * 60;

/// The program on a server, with two campaigns of its own, health, backups and an operator.
struct Bot {
    server: LocalDiscord,
    folder: tempfile::TempDir,
    address: SocketAddr,
    program: Option<Program>,
}

impl Bot {
    async fn new() -> Bot {
        let clock = Arc::new(VirtualClock::starting_at(1_774_000_000));
        let server = LocalDiscord::start(common::server(clock, &SEVEN)).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        // A port that was free a moment ago.
        let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut bot = Bot { server, folder, address, program: None };
        bot.start().await;
        bot
    }

    fn here(&self) -> &Path {
        self.folder.path()
    }

    fn database(&self) -> PathBuf {
        self.here().join("chancery.db")
    }

    async fn start(&mut self) {
        let mut command = on(&self.server, self.here(), "info");
        command
            .env("CHANCERY_BACKUPS", "backups")
            .env("CHANCERY_HEALTH", self.address.to_string())
            .env("CHANCERY_OPERATOR", self.server.user_id("Greta").unwrap().to_string());
        self.program = Some(Program::start(command, &self.server, self.here()).await);
    }

    /// Stops the program; what it logged since the last stop.
    async fn stop(&mut self) -> String {
        let log = self.program.take().unwrap().stop().await;
        std::fs::remove_file(self.here().join("log")).unwrap();
        log
    }

    async fn slash(&self, channel: &str, who: &str, line: &str) -> Vec<Seen> {
        let mark = self.server.seen().len() as u64;
        self.server.slash(who, channel, line).unwrap_or_else(|why| panic!("@{who} {line}: {why}"));
        self.since(mark).await
    }

    async fn since(&self, mark: u64) -> Vec<Seen> {
        self.program.as_ref().unwrap().quiet(&self.server).await;
        self.server.seen_since(mark)
    }

    /// Founds a campaign of two in a channel, and plays a little.
    async fn begun(&self, channel: &str) {
        self.slash(channel, "Anna", &format!("/campaign found name:\"War in {channel}\" players:2")).await;
        self.server.fill("Anna", &[]).unwrap();
        self.since(0).await;
        for who in ["Anna", "Bertil"] {
            self.slash(channel, who, "/campaign join word:geheimwort").await;
        }
        self.slash(channel, "Anna", "/campaign start").await;
        self.slash(channel, "Bertil", "/dice roll what:2d6 for:\"kanarienvogel\"").await;
        answer(&self.slash(channel, "Anna", "/bid bids:\"1 2 3 4 5 6 7\"").await, "Anna");
    }

    /// Runs a command of the operator's.
    async fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let health = self.address.to_string();
        run(&self.server, self.here(), arguments, &[("CHANCERY_HEALTH", &health)]).await
    }

    /// What stands in the direct messages of somebody.
    fn letters(&self, who: &str) -> Vec<String> {
        let label = format!("dm:{who}");
        self.server.seen().into_iter().filter(|seen| seen.to.label() == label).map(|seen| seen.text).collect()
    }

    fn told_in(&self, channel: &str) -> Vec<String> {
        posts(&self.server, channel).into_iter().filter(|post| post.contains("is stopped")).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_campaign_is_told_alike_everywhere_and_the_others_play_on() {
    let mut bot = Bot::new().await;
    bot.begun(COUNCIL).await;
    bot.begun(LOUNGE).await;
    let backup = format!("backups/{}", nightly::name("chancery", bot.server.now() + 60));
    let (code, _, error) = bot.run(&["backup", &backup]).await;
    assert_eq!((code, error.as_str()), (0, ""));
    let (code, out, error) = bot.run(&["check", "--records"]).await;
    assert!(
        code == 0 && error.is_empty() && out.contains("2 campaigns are sound: every line"),
        "{out}{error}"
    );
    let store = Store::open(&bot.database(), &Stamp::Local).unwrap();
    let rows = store.campaigns().await.unwrap();
    let id = rows.iter().find(|row| row.name.ends_with(COUNCIL)).unwrap().id.clone();
    let roots = store.roots(&id).await.unwrap().pop().unwrap();
    store.close();
    bot.stop().await;
    let whole = std::fs::read(bot.database()).unwrap();

    let damages = [
        (
            "UPDATE events SET public = replace(public, 'geheimwort', 'geheimwert') WHERE campaign = ?1",
            "does not follow",
        ),
        ("DELETE FROM events WHERE campaign = ?1 AND seq = 3", "Entry 3 of it is missing"),
        (
            "UPDATE events SET public = CAST(x'7bff7d' AS TEXT) WHERE campaign = ?1 AND seq = 3",
            "cannot be read",
        ),
        ("UPDATE roots SET head = randomblob(32) WHERE campaign = ?1", "The root of its dice"),
        ("UPDATE roots SET veil = randomblob(32) WHERE campaign = ?1", "The key of its seals"),
    ];
    for (n, (damage, cause)) in damages.iter().enumerate() {
        std::fs::write(bot.database(), &whole).unwrap();
        let conn = rusqlite::Connection::open(bot.database()).unwrap();
        conn.pragma_update(None, "foreign_keys", false).unwrap();
        assert!(conn.execute(damage, [&id]).unwrap() > 0, "{damage}");
        conn.execute(
            "DELETE FROM secret_parts WHERE (campaign, seq) NOT IN (SELECT campaign, seq FROM events)",
            [],
        )
        .unwrap();
        conn.close().unwrap();
        // Started, and asked twice: it is stopped once.
        bot.start().await;
        let letters = bot.letters("Greta").len();
        // The council and the operator are told beside the answer.
        let mut seen = bot.slash(COUNCIL, "Anna", "/dice roll what:2d6").await;
        seen.retain(|seen| seen.to.label() == "ephemeral:Anna");
        let says = refusal(&seen, "Anna");
        assert!(says.contains("This campaign is stopped") && says.contains(cause), "{says}");
        let mut seen = bot.slash(COUNCIL, "Bertil", "/campaign status").await;
        seen.retain(|seen| seen.to.label() == "ephemeral:Bertil");
        let again = refusal(&seen, "Bertil");
        assert_eq!(again, says);
        // The other one is played.
        answer(&bot.slash(LOUNGE, "Bertil", "/dice roll what:2d6").await, "Bertil");
        // The council, once; the operator, with what to do.
        common::until("the council is told", || bot.told_in(COUNCIL).len() > n).await;
        let told = bot.told_in(COUNCIL);
        assert_eq!(told.len(), n + 1, "{told:?}");
        assert!(told[n].contains(cause) && bot.told_in(LOUNGE).is_empty(), "{told:?}");
        common::until("the operator is told", || bot.letters("Greta").len() > letters).await;
        let letter = &bot.letters("Greta")[letters..];
        assert!(letter.len() == 1 && letter[0].contains(&id) && letter[0].contains(cause), "{letter:?}");
        assert!(letter[0].contains("`chancery restore ") && letter[0].contains(" --replace`"), "{letter:?}");
        // Health, metrics, check-up.
        let (status, text) = page(bot.address, "/readyz").await;
        let ready: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!((status, &ready["ready"]), (200, &serde_json::Value::Bool(true)), "{text}");
        assert_eq!(
            (&ready["campaigns"]["ok"], ready["campaigns"]["stopped"].as_u64()),
            (&false.into(), Some(1))
        );
        let (_, metrics) = page(bot.address, "/metrics").await;
        assert_eq!(metric(&metrics, "chancery_campaigns_stopped"), 1.0);
        assert!(!text.contains(&id) && !metrics.contains(&id));
        let (code, out, _) = bot.run(&["health"]).await;
        assert!(
            code == 0 && out.contains("wrong campaigns: 1 is stopped") && out.contains("is ready"),
            "{out}"
        );
        let (code, out, _) = bot.run(&["check"]).await;
        assert!(code == 0 && out.contains("chancery.db is sound as a file. (--records"), "{out}");
        let (code, out, error) = bot.run(&["check", "--records"]).await;
        assert!(code == 1 && out.is_empty() && error.contains("1 campaign is sound"), "{out}{error}");
        assert!(error.contains(&format!("the campaign {id} (War in {COUNCIL}) is not sound.")), "{error}");
        assert!(error.contains(cause) && error.contains("One thing is wrong."), "{error}");
        assert!(error.contains("`chancery restore "), "{error}");
        let (code, out, error) = bot.run(&["export", &id]).await;
        assert!(code == 1 && out.is_empty() && error.contains(cause), "{out}{error}");
        // Started again, nobody in the council is told once more.
        let first = bot.stop().await;
        bot.start().await;
        let mut seen = bot.slash(COUNCIL, "Anna", "/dice roll what:2d6").await;
        seen.retain(|seen| seen.to.label() == "ephemeral:Anna");
        refusal(&seen, "Anna");
        bot.since(0).await;
        assert_eq!(bot.told_in(COUNCIL).len(), n + 1);
        bot.stop().await;
        // The log has it once, with the campaign and the cause, and nothing that is nobody's business.
        let errors: Vec<&str> = first.lines().filter(|line| line.contains("ERROR")).collect();
        let stopped: Vec<&&str> =
            errors.iter().filter(|line| line.contains("a campaign is stopped")).collect();
        assert!(stopped.len() == 1 && stopped[0].contains(&id) && stopped[0].contains(cause), "{first}");
        assert!(errors.iter().any(|line| line.contains(&id) && line.contains(&backup)), "{first}");
        for secret in ["geheimw", "kanarienvogel", "Anna", "Bertil", "War in"] {
            assert!(!first.contains(secret), "{secret} in\n{first}");
        }
        for secret in [roots.head, roots.veil] {
            let hex: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
            assert!(!first.contains(&hex));
        }
    }

    // What the operator was told to do puts it right.
    let (code, _, error) = bot.run(&["restore", &backup, "--replace"]).await;
    assert_eq!((code, error.as_str()), (0, ""));
    bot.start().await;
    for channel in [COUNCIL, LOUNGE] {
        for who in ["Anna", "Bertil"] {
            answer(
                &bot.slash(channel, who, &format!("/dice word word:new{}", who.to_lowercase())).await,
                who,
            );
        }
        answer(&bot.slash(channel, "Anna", "/dice roll what:2d6").await, "Anna");
    }
    let (_, text) = page(bot.address, "/readyz").await;
    assert!(text.contains("none is stopped"), "{text}");
    let (code, out, error) = bot.run(&["check", "--records"]).await;
    assert!(code == 0 && out.contains("2 campaigns are sound"), "{out}{error}");
    bot.stop().await;
    assert_eq!(bot.server.violations(), []);
    bot.server.stop().await;
}

/// One campaign of a backup cannot be restored: the others are, and the bot starts.
#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_campaign_in_a_backup_keeps_no_other_from_being_restored() {
    let mut bot = Bot::new().await;
    bot.begun(COUNCIL).await;
    bot.begun(LOUNGE).await;
    let (code, _, _) = bot.run(&["backup", "kept.db"]).await;
    assert_eq!(code, 0);
    bot.stop().await;
    let conn = rusqlite::Connection::open(bot.here().join("kept.db")).unwrap();
    let channel = bot.server.channel_id(COUNCIL).unwrap().cast_signed();
    let change = "UPDATE roots SET veil = randomblob(32) WHERE campaign IN (SELECT id FROM campaigns WHERE channel = ?1)";
    assert_eq!(conn.execute(change, [channel]).unwrap(), 1);
    conn.close().unwrap();
    let (code, _, error) = bot.run(&["restore", "kept.db", "--replace"]).await;
    assert_eq!((code, error.as_str()), (0, ""));
    bot.start().await;
    bot.since(0).await;
    common::until("the council is told", || bot.told_in(COUNCIL).len() == 1).await;
    let restored = |channel: &str| {
        posts(&bot.server, channel).iter().filter(|post| post.contains("Restored from a backup")).count()
    };
    assert_eq!((restored(COUNCIL), restored(LOUNGE)), (0, 1));
    let mut seen = bot.slash(COUNCIL, "Anna", "/dice roll what:2d6").await;
    seen.retain(|seen| seen.to.label() == "ephemeral:Anna");
    let says = refusal(&seen, "Anna");
    assert!(says.contains("The key of its seals"), "{says}");
    for who in ["Anna", "Bertil"] {
        answer(&bot.slash(LOUNGE, who, &format!("/dice word word:new{}", who.to_lowercase())).await, who);
    }
    answer(&bot.slash(LOUNGE, "Anna", "/dice roll what:2d6").await, "Anna");
    bot.stop().await;
    bot.server.stop().await;
}

/// What goes bad on the disk under a bot that runs for months is found at night, and the backups from before stay.
#[tokio::test(flavor = "multi_thread")]
async fn a_night_finds_what_went_bad_and_keeps_the_backups_from_before() {
    let night = house().await;
    let backups =
        night.backups(Backup { keep_daily: 1, keep_weekly: 0, keep_monthly: 0, ..Backup::default() });
    let asker = |user: &str, interaction: u64| Asker {
        finally: false,
        user: night.server.user_id(user).unwrap(),
        name: user.to_owned(),
        interaction,
        once: interaction,
        language: Language::ENGLISH,
        acting: None,
    };
    let founding = Founding {
        at: 0,
        campaign: String::new(),
        game: "eia".to_owned(),
        scenario: "1805".to_owned(),
        seats: 2,
        operator_seats: 0,
        options: serde_json::json!({}),
        timing: None,
        umpire: None,
    };
    let founded = night.house.found(&asker("Anna", 1), 7, 70, "War", founding).await;
    assert!(matches!(founded, Outcome::Done(_)), "{founded:?}");
    let id = night.house.store.campaigns().await.unwrap()[0].id.clone();
    let Night::Made { file: sound, pruned: 0 } = backups.look().await else { panic!() };
    let file = night.folder.path().join("chancery.db");
    rusqlite::Connection::open(&file).unwrap().execute("UPDATE roots SET head = randomblob(32)", []).unwrap();
    let join = Verb::Join { word: Word::read("berg").unwrap() };
    assert!(matches!(night.house.order(&id, &asker("Bertil", 2), join.clone()).await, Outcome::Done(_)));
    common::advance(&night.clock, DAY);
    let Night::Made { pruned: 0, .. } = backups.look().await else { panic!() };
    assert!(night.house.stopped()[&id].to_string().contains("root of its dice"));
    let stopped = night.house.order(&id, &asker("Chiara", 3), join).await;
    assert!(matches!(&stopped, Outcome::Failed(why) if why.contains("is stopped")), "{stopped:?}");
    for _ in 0..3 {
        common::advance(&night.clock, DAY);
        assert!(matches!(backups.look().await, Night::Made { pruned: 0, .. }));
    }
    assert_eq!(night.files().len(), 5);
    let folder = sound.parent().unwrap();
    assert_eq!(nightly::newest_sound(folder, &file, None), Some((sound.clone(), 1)));
    assert_eq!(nightly::newest_sound(folder, &file, Some("another")), None, "it is not in it");
    let (ready, says) = Health::new(night.house.clone(), None).ready().await;
    assert!(!ready && says["campaigns"]["stopped"] == 1, "no gateway here, and one is stopped: {says}");
    night.server.stop().await;
}

/// The local table opens too, and its page shows which campaign is stopped.
#[tokio::test(flavor = "multi_thread")]
async fn the_local_table_opens_with_a_damaged_campaign_in_it() {
    let table = common::table(&SEVEN[..2]).await;
    table.begun(2).await;
    table.found_in(LOUNGE, "Another", 2).await;
    let (clock, database) = (table.clock.clone(), table.database());
    let common::Table { table, folder, .. } = table;
    table.close().await;
    let conn = rusqlite::Connection::open(&database).unwrap();
    let change = "UPDATE events SET hash = zeroblob(32) WHERE seq = 3";
    assert_eq!(conn.execute(change, []).unwrap(), 1);
    conn.close().unwrap();
    let table = common::open(&database, clock.clone(), &SEVEN[..2], 2).await.unwrap();
    chancery::local::make_ready(&table).await.unwrap();
    let table = common::Table { table, clock, folder };
    common::until("the council is told", || {
        table.posts(COUNCIL).iter().filter(|post| post.contains("is stopped")).count() == 1
    })
    .await;
    assert!(!table.posts(LOUNGE).is_empty());
    answer(&table.slash_in(LOUNGE, "Bertil", "/campaign join word:w").await, "Bertil");
    // The clock looks elsewhere.
    table.table.look_in().await;
    let status = table.slash_in(LOUNGE, "Anna", "/campaign status").await;
    assert!(!common::all_of(answer(&status, "Anna")).contains("is stopped"));
    table.close().await;
}
