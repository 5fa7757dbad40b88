//! A house to test in: a database in a folder of its own, a clock that stands still, dice from a seed, and a check of every message.
#![allow(dead_code, clippy::unwrap_used)]

pub mod agree;
pub mod battles;
pub mod discord;
pub mod front;
pub mod random;
#[path = "../../../engine/tests/common/vary.rs"]
pub mod vary;

use commands::chance::{Clock, Seeded};
use commands::house::{Asker, House, Outcome};
use commands::message::Message;
use db::{Stamp, Store};
pub use discord::assert_fits;
use engine::table::{Act, Founding, Secret, Text, Verb, Word};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use tempfile::TempDir;

/// 2026-01-01T00:00Z.
pub const NEW_YEAR: i64 = 1_767_225_600;
/// A server.
pub const GUILD: u64 = 710_000_000_000_000_001;
/// Its council.
pub const COUNCIL: u64 = 720_000_000_000_000_001;

/// The host, in most tests.
pub const ANNA: u64 = 811_111_111_111_111_101;
pub const BELA: u64 = 811_111_111_111_111_102;
pub const CARL: u64 = 811_111_111_111_111_103;
pub const DORA: u64 = 811_111_111_111_111_104;
/// He has no seat.
pub const OLAF: u64 = 811_111_111_111_111_199;

/// Names that people could give themselves or a campaign.
pub const NASTY: [&str; 16] = [
    "😀👨‍👩‍👧‍👦🏳️‍🌈",
    "מסע המלחמה הגדול",
    "\u{202e}drawkcab",
    "\u{2067}אבג\u{2066}x",
    "**bold** _it_ ~~gone~~ ||spoiler|| `code` ```rust",
    "@everyone @here",
    "<@123456789012345678> <@!123456789012345678>",
    "<@&123456789012345678> <#123456789012345678>",
    "<:smile:123456789012345678> </help:123456789012345678> <t:0:R>",
    "[click](https://example.com) # head",
    "line\nbreak\r\n\u{2028}and\ttab\u{0}nul",
    "> quote\n-# small",
    "\\",
    "   ",
    "\u{200b}\u{200b}",
    "************************************************************************************************xxxx",
];

/// A clock that a test sets.
pub struct Watch(AtomicI64);

impl Watch {
    pub fn pass(&self, seconds: i64) {
        self.0.fetch_add(seconds, Ordering::SeqCst);
    }
}

impl Clock for Watch {
    fn now(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}

/// A house with its database.
pub struct Table {
    pub house: Arc<House>,
    pub watch: Arc<Watch>,
    pub path: PathBuf,
    folder: Arc<TempDir>,
    opened: u8,
    seed: u8,
    next: AtomicU64,
    seen: AtomicI64,
    operator: Option<u64>,
    reader: rusqlite::Connection,
}

/// A message of the outbox.
#[derive(Clone, Debug)]
pub struct Sent {
    pub campaign: String,
    /// The user, where it is a direct message.
    pub user: Option<u64>,
    pub channel: Option<u64>,
    pub kind: String,
    pub text: String,
    /// The picture that is drawn when it goes out, in the bot's words.
    pub picture: Option<String>,
    /// The line of the record that it tells of.
    pub line: Option<u64>,
}

impl Sent {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }
}

impl Table {
    /// All bid for the powers, each another one highest, and make it Final.
    pub async fn all_bid(&self, id: &str, users: &[u64]) {
        for (n, user) in users.iter().enumerate() {
            let mut bids = [1, 2, 3, 4, 5, 6, 7];
            bids.rotate_left(n);
            self.done(id, *user, sheet(bids)).await;
        }
        for user in users {
            self.done(id, *user, make_final()).await;
        }
    }

    pub fn new(seed: u8, operator: Option<u64>) -> Table {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let path = folder.path().join("chancery.db");
        Table::open(folder, path, seed, 0, operator, NEW_YEAR, 1_000_000_000_000_000_000, 0)
    }

    #[allow(clippy::too_many_arguments)]
    fn open(
        folder: Arc<TempDir>,
        path: PathBuf,
        seed: u8,
        opened: u8,
        operator: Option<u64>,
        now: i64,
        next: u64,
        seen: i64,
    ) -> Table {
        let store = Store::open(&path, &Stamp::Local).unwrap();
        let watch = Arc::new(Watch(AtomicI64::new(now)));
        let mut bytes = [seed; 32];
        // What the operating system would give after a restart is not what it gave before.
        bytes[0] = opened;
        let house = House::new(store, watch.clone(), Arc::new(Seeded::new(bytes)), operator);
        let reader =
            rusqlite::Connection::open_with_flags(&path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
        reader.busy_timeout(std::time::Duration::from_secs(5)).unwrap();
        Table {
            house: Arc::new(house),
            watch,
            path,
            folder,
            opened,
            seed,
            next: AtomicU64::new(next),
            seen: AtomicI64::new(seen),
            operator,
            reader,
        }
    }

    /// On a copy of a database that was played on before, a day after its last moment.
    pub fn on_a_copy(database: &[u8]) -> Table {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let path = folder.path().join("chancery.db");
        std::fs::write(&path, database).unwrap();
        let conn = rusqlite::Connection::open(&path).unwrap();
        let number = |sql: &str| conn.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        let (last, seen) =
            (number("SELECT max(at) FROM events"), number("SELECT coalesce(max(id), 0) FROM outbox"));
        drop(conn);
        Table::open(folder, path, 99, 0, None, last + 86_400, 2_000_000_000_000_000_000, seen)
    }

    /// Stops, lets `between` do something to the files, and starts again.
    pub fn restarted(self, between: impl FnOnce(&Path)) -> Table {
        let Table { house, watch, path, folder, opened, seed, next, seen, operator, reader } = self;
        drop(reader);
        house.store.clone().close();
        drop(house);
        between(&path);
        let next = next.into_inner();
        Table::open(folder, path, seed, opened + 1, operator, watch.now(), next, seen.into_inner())
    }

    /// A file beside the database.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A user with an interaction of its own.
    pub fn asker(&self, user: u64) -> Asker {
        self.asker_named(user, &format!("User{}", user % 1000))
    }

    pub fn asker_named(&self, user: u64, name: &str) -> Asker {
        let interaction = self.next.fetch_add(1, Ordering::SeqCst);
        Asker {
            user,
            name: name.to_owned(),
            interaction,
            once: interaction,
            language: commands::speech::Language::ENGLISH,
            acting: None,
            finally: false,
        }
    }

    /// Gives an order; the reply, and every message that it sets off, must fit.
    pub async fn order(&self, campaign: &str, asker: &Asker, verb: Verb) -> Outcome {
        let outcome = self.house.order(campaign, asker, verb).await;
        if let Outcome::Done(message) = &outcome {
            assert_fits(&message.json());
        }
        outcome
    }

    /// Gives an order that is taken. What is told by it those confirm at once whom it concerns.
    pub async fn done(&self, campaign: &str, user: u64, verb: Verb) -> Message {
        let message = self.tells(campaign, user, verb).await;
        self.assents(campaign).await;
        message
    }

    /// Those whom it concerns confirm what was told; where others decide, they say that it is so.
    pub async fn assents(&self, campaign: &str) {
        while let Some((user, act)) = self.assent_in(campaign).await {
            self.tells(campaign, user, Verb::Act { act, text: None }).await;
        }
    }

    /// Whose assent something that was told waits for next, and what he orders.
    async fn assent_in(&self, campaign: &str) -> Option<(u64, Act)> {
        let live = self.house.campaign(campaign).await.unwrap();
        let live = live.lock().await;
        let play = &live.campaign.play;
        let voters = live.campaign.public_view().voters();
        play.tellings.iter().find_map(|(telling, open)| {
            let voted = play.vote_on_telling(*telling).and_then(|vote| {
                let cast = &play.votes[&vote].cast;
                let next = play.votes[&vote].voters.iter().find(|of| !cast.contains_key(of))?;
                Some((live.user_of(next)?, Act::Cast { vote, option: 0 }))
            });
            let asked =
                || Some((live.user_of(open.awaited(&voters).next()?)?, Act::Confirm { telling: *telling }));
            voted.or_else(asked)
        })
    }

    /// Gives an order that is taken, to which nobody assents yet.
    pub async fn tells(&self, campaign: &str, user: u64, verb: Verb) -> Message {
        let asker = self.asker(user);
        match self.order(campaign, &asker, verb.clone()).await {
            Outcome::Done(message) => message,
            other => panic!("{verb:?} of {user}: {other:?}"),
        }
    }

    /// Gives an order that is refused; the sentence.
    pub async fn refused(&self, campaign: &str, user: u64, verb: Verb) -> String {
        let asker = self.asker(user);
        match self.order(campaign, &asker, verb.clone()).await {
            Outcome::Refused(refusal) => {
                assert!(refusal.says.ends_with('.'), "{}", refusal.says);
                assert_fits(&commands::asked::refused(&refusal).json());
                refusal.says.to_string()
            }
            other => panic!("{verb:?} of {user}: {other:?}"),
        }
    }

    /// Founds a campaign and gives back its id.
    pub async fn found(&self, host: u64, channel: u64, name: &str, founding: Founding) -> String {
        let asker = self.asker(host);
        match self.house.found(&asker, GUILD, channel, name, founding).await {
            Outcome::Done(message) => assert_fits(&message.json()),
            other => panic!("{other:?}"),
        }
        let rows = self.house.store.campaigns().await.unwrap();
        rows.into_iter().find(|row| row.channel == channel && !row.archived).unwrap().id
    }

    /// A campaign whose seats are taken by `users`, begun.
    pub async fn begun(&self, channel: u64, users: &[u64]) -> String {
        self.begun_with(channel, users, json!({})).await
    }

    /// The same with what the host chose otherwise.
    async fn begun_with(&self, channel: u64, users: &[u64], options: Value) -> String {
        let founding = Founding { options, ..founding(users.len() as u32) };
        let id = self.found(users[0], channel, "The Grand War", founding).await;
        for user in users {
            self.done(&id, *user, Verb::Join { word: word(&format!("w{}", user % 1000)) }).await;
        }
        self.done(&id, users[0], Verb::Start).await;
        id
    }

    /// The same as [`Table::begun`], and the powers are chosen: nobody's highest bid is another's.
    pub async fn played(&self, channel: u64, users: &[u64]) -> String {
        self.played_with(channel, users, json!({})).await
    }

    /// The same with what the host chose otherwise.
    pub async fn played_with(&self, channel: u64, users: &[u64], options: Value) -> String {
        let id = self.begun_with(channel, users, options).await;
        self.all_bid(&id, users).await;
        self.sent();
        id
    }

    /// What the threads are called that messages were to start, in their order.
    pub fn threads(&self) -> Vec<String> {
        let sql = "SELECT thread_name FROM outbox WHERE thread_name IS NOT NULL ORDER BY id";
        let mut read = self.reader.prepare(sql).unwrap();
        read.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    /// The messages that came into the outbox since the last look, each checked.
    pub fn sent(&self) -> Vec<Sent> {
        let mut read = self
            .reader
            .prepare_cached("SELECT id, campaign, user, channel, kind, body, picture, line FROM outbox WHERE id > ?1 AND body IS NOT NULL ORDER BY id")
            .unwrap();
        let rows = read
            .query_map([self.seen.load(Ordering::SeqCst)], |row| {
                let user: Option<i64> = row.get(2)?;
                let channel: Option<i64> = row.get(3)?;
                let sent = Sent {
                    campaign: row.get(1)?,
                    user: user.map(i64::cast_unsigned),
                    channel: channel.map(i64::cast_unsigned),
                    kind: row.get(4)?,
                    text: row.get(5)?,
                    picture: row.get(6)?,
                    line: row.get::<_, Option<i64>>(7)?.map(i64::cast_unsigned),
                };
                Ok((row.get::<_, i64>(0)?, sent))
            })
            .unwrap();
        let rows: Vec<(i64, Sent)> = rows.map(Result::unwrap).collect();
        if let Some((last, _)) = rows.last() {
            self.seen.store(*last, Ordering::SeqCst);
        }
        for (_, sent) in &rows {
            assert_fits(&sent.json());
        }
        rows.into_iter().map(|(_, sent)| sent).collect()
    }

    /// The public line or head of a campaign as it stands.
    pub async fn campaign(&self, id: &str) -> engine::table::Campaign {
        let live = self.house.campaign(id).await.unwrap();
        let live = live.lock().await;
        live.campaign.clone()
    }

    /// Status and desk of a user, checked.
    pub async fn looks(&self, id: &str, user: u64) -> [Message; 2] {
        let live = self.house.campaign(id).await.unwrap();
        let live = live.lock().await;
        let scene = live.scene(live.by(user), self.house.is_operator(user));
        let shown = [commands::present::status::status(&scene), commands::present::status::desk(&scene, 1)];
        shown.iter().for_each(|message| assert_fits(&message.json()));
        shown
    }

    /// The campaign's record, checked.
    pub async fn verified(&self, id: &str) -> (String, engine::table::verify::Report) {
        let (_, text) = self.house.record(id).await.unwrap();
        let report = engine::table::verify::verify(text.as_bytes(), &[]);
        (text, report.unwrap_or_else(|wrong| panic!("line {}: {}", wrong.line, wrong.why)))
    }
}

/// A founding of this many seats.
pub fn founding(seats: u32) -> Founding {
    Founding {
        at: 0,
        campaign: String::new(),
        game: "eia".to_owned(),
        scenario: "1805".to_owned(),
        seats,
        operator_seats: 0,
        options: json!({}),
        timing: None,
        umpire: None,
    }
}

/// A word.
pub fn word(text: &str) -> Word {
    Word::read(text).unwrap()
}

/// A bid sheet in the order of the powers.
pub fn sheet(bids: [u32; 7]) -> Verb {
    let powers = ["austria", "france", "great_britain", "prussia", "russia", "spain", "turkey"];
    let bids: serde_json::Map<String, Value> =
        powers.iter().map(|p| (*p).to_owned()).zip(bids.map(Value::from)).collect();
    seal(json!({"bids": bids}))
}

/// The order to seal what a form was filled in with.
pub fn sealing(round: &str, filled: &Value) -> Verb {
    Verb::sealing(round, filled).unwrap()
}

/// The order that seals a body in the round of bids.
pub fn seal(body: Value) -> Verb {
    sealing(engine::eia::rounds::CHOICE_OF_POWERS, &body)
}

/// A free roll.
pub fn roll(notation: &str, label: Option<&str>) -> Verb {
    let throw = engine::table::notation::Throw::parse(notation).unwrap();
    let label = label.map(|text| Text { text: text.to_owned(), salt: Secret::new([7; 32]) });
    Verb::Roll { notation: throw.notation(), label }
}

/// An act of the table without words.
pub fn act(act: engine::table::Act) -> Verb {
    Verb::Act { act, text: None }
}

/// *Final*.
pub fn make_final() -> Verb {
    Verb::Final { round: engine::eia::rounds::CHOICE_OF_POWERS.to_owned() }
}

/// Everything that a message shows, as one text.
pub fn shown(message: &Message) -> String {
    message.json().to_string()
}
