//! A random player that takes any offer, through the house and a real database: nothing offered is refused, every choice of powers comes
//! to its end, and no planted secret is found where it does not belong.
#![allow(clippy::unwrap_used)]

mod common;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use commands::house::Outcome;
use common::{COUNCIL, GUILD, Sent, Table, assert_fits};
use engine::eia::Position;
use engine::rules::{Kind as RuleKind, ids_under, ledger};
use engine::table::notation::Throw;
use engine::table::offers::{Kind, Offer, Tone, offers};
use engine::table::verify::verify;
use engine::table::{By, Campaign, Event, Secret, Stage, Text, Verb, View};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};

/// Every planted word begins with this; so do, in capitals, every planted label and name.
const MARK: &str = "zqxjkvwy";
/// The length of a planted word.
const LONG: usize = 16;
/// The user who runs the bot.
const OPERATOR: u64 = 899_999_999_999_999_999;
/// A campaign that is not over after so many acts has come to a dead end.
const MOST_ACTS: u32 = 3_000;

/// What was logged, at the finest level.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn log() -> Log {
    static LOG: OnceLock<Log> = OnceLock::new();
    let begin = || {
        let log = Log::default();
        let writer = log.clone();
        let lines = tracing_subscriber::fmt().with_max_level(tracing_subscriber::filter::LevelFilter::TRACE);
        lines.with_ansi(false).with_writer(move || writer.clone()).init();
        log
    };
    LOG.get_or_init(begin).clone()
}

/// How a secret could show up in a log: as text, hex, base64 (wherever in a block it begins) and decimal bytes.
fn disguises(secret: &[u8]) -> Vec<String> {
    let hex: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    let decimal: Vec<String> = secret.iter().map(u8::to_string).collect();
    let mut found = vec![hex.to_uppercase(), hex, decimal.join(", "), decimal.join(",")];
    if let Ok(text) = std::str::from_utf8(secret) {
        found.push(text.to_owned());
    }
    for before in 0..3 {
        let mut padded = vec![0; before];
        padded.extend_from_slice(secret);
        // Only the characters that the secret alone decides.
        let whole = STANDARD.encode(&padded);
        let from = (before * 8).div_ceil(6);
        let to = padded.len() * 8 / 6;
        found.push(whole[from..to].to_owned());
    }
    found
}

fn holds(text: &[u8], secret: &[u8]) -> Option<String> {
    let within = |part: &str| text.windows(part.len()).any(|window| window == part.as_bytes());
    disguises(secret).into_iter().find(|part| within(part))
}

/// Who may know a planted word.
struct Planted {
    campaign: String,
    user: u64,
    opened: bool,
    /// Whether it is the name of something in a strongbox, which the whole record of a closed campaign tells.
    kept: bool,
}

/// The random player with what it has planted.
struct Player {
    table: Table,
    dice: ChaCha20Rng,
    next: u64,
    words: BTreeMap<String, Planted>,
    labels: BTreeMap<String, (String, u64)>,
    /// Who sits where, by campaign and seat.
    seats: BTreeMap<(String, String), u64>,
    rules: BTreeSet<String>,
    kinds: BTreeMap<String, u64>,
    ends: BTreeMap<&'static str, u64>,
    orders: u64,
    rolls: u64,
}

impl Player {
    fn new(seed: u8) -> Player {
        Player {
            table: Table::new(seed, Some(OPERATOR)),
            dice: ChaCha20Rng::from_seed([seed; 32]),
            next: 0,
            words: BTreeMap::new(),
            labels: BTreeMap::new(),
            seats: BTreeMap::new(),
            rules: BTreeSet::new(),
            kinds: BTreeMap::new(),
            ends: BTreeMap::new(),
            orders: 0,
            rolls: 0,
        }
    }

    /// A number from 0 to n−1.
    fn die(&mut self, n: u32) -> u32 {
        self.dice.next_u32() % n
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.die(n) == 0
    }

    /// A word that was never planted before.
    fn canary(&mut self) -> String {
        self.next += 1;
        let mut tail = String::new();
        let mut n = self.next;
        while tail.len() < LONG - MARK.len() {
            tail.push(char::from(b"abcdefghijklmnopqrstuvwxyz0123456789"[(n % 36) as usize]));
            n /= 36;
        }
        format!("{MARK}{tail}")
    }

    /// Plays one campaign from its founding to its end.
    async fn campaign(&mut self, number: u64) {
        let seats = 2 + self.die(6);
        let operator_seats = u32::from(self.one_in(4));
        let channel = COUNCIL + number;
        let user = |n: u64| 900_000_000_000_000_000 + number * 100 + n;
        let mut users: Vec<u64> = (1..=u64::from(seats)).map(user).collect();
        if operator_seats == 1 {
            users[0] = OPERATOR;
        }
        // The host plays, or only watches; and there is always somebody who watches.
        let host = if self.one_in(3) { user(50) } else { users[1] };
        users.extend([user(50), user(51)]);
        let ceiling = [6, 7, 10, 30, 999][self.die(5) as usize];
        let spare = if self.one_in(2) { "second" } else { "uncontrolled" };
        let politics = if self.one_in(2) { "told" } else { "kept" };
        let founding = engine::table::Founding {
            operator_seats,
            options: json!({"ceiling": ceiling, "spare": spare, "switches": {
                "politics": politics, "economy": if number.is_multiple_of(2) { "kept" } else { "told" }
            }}),
            ..common::founding(seats)
        };
        let asker = self.table.asker_named(host, &name_of(host));
        let name: String = common::NASTY[(number % 16) as usize].chars().take(90).collect();
        let name = format!("{name} {number}");
        let outcome = self.table.house.found(&asker, GUILD, channel, &name, founding).await;
        let Outcome::Done(reply) = outcome else { panic!("{outcome:?}") };
        assert_fits(&reply.json());
        let rows = self.table.house.store.campaigns().await.unwrap();
        let id = rows.into_iter().rev().find(|row| row.channel == channel).unwrap().id;

        let lively = self.die(4);
        let mut left_after_choice = 2 + self.die(3 + 2 * lively);
        // Most campaigns are left as they are when the powers are chosen; some are closed by all their players.
        let closes = self.one_in(8);
        let mut acts = 0;
        let mut idle = 0;
        loop {
            assert!(acts < MOST_ACTS, "campaign {number} of {seats} came to a dead end");
            let campaign = self.table.campaign(&id).await;
            if campaign.play.stage == Stage::Closed {
                break;
            }
            let chosen =
                campaign.play.path().first().is_some_and(|step| step != "choice" && step != "gathering");
            if chosen {
                left_after_choice = left_after_choice.saturating_sub(1);
                if left_after_choice == 0 && !closes {
                    break;
                }
            }
            if self.one_in(60) {
                let passed = i64::from(self.die(4 * 86_400));
                self.table.watch.pass(passed);
                self.own(&id, Verb::Tick).await;
            }
            if self.one_in(900) && campaign.play.stage == Stage::Playing {
                self.own(&id, Verb::Restored).await;
            }
            if self.one_in(150) {
                // Memory is dropped, and the database must give the same back.
                let before = self.table.campaign(&id).await;
                self.table.house.forget_memory().await;
                assert_eq!(self.table.campaign(&id).await, before);
            }
            let who = users[self.die(users.len() as u32) as usize];
            let view = self.view(&id, who).await;
            let offered = offers(&view);
            let weights: Vec<u32> =
                offered.iter().map(|offer| weight(offer, &view, lively, left_after_choice == 0)).collect();
            let total: u32 = weights.iter().sum();
            if total == 0 {
                idle += 1;
                assert!(idle < 2_000, "nobody of campaign {number} has anything to do");
                continue;
            }
            idle = 0;
            // Who has little to do mostly waits.
            let mut pick = self.die(total + 20);
            if pick >= total {
                continue;
            }
            acts += 1;
            let place = weights.iter().position(|weight| match pick.checked_sub(*weight) {
                Some(rest) => {
                    pick = rest;
                    false
                }
                None => true,
            });
            let offer = offered[place.unwrap()].clone();
            self.take(&id, who, &view, &offer).await;
            // It takes longer than all the rest together.
            if number.is_multiple_of(10) {
                let live = self.table.house.campaign(&id).await.unwrap();
                common::agree::agree(&*live.lock().await, Some(OPERATOR));
            }
        }
        let campaign = self.table.campaign(&id).await;
        let end = match (
            campaign.play.stage,
            campaign.play.path().first().is_some_and(|step| step != "choice" && step != "gathering"),
        ) {
            (Stage::Closed, true) => "closed after the choice",
            (Stage::Closed, false) => "closed before the choice",
            _ => "chosen",
        };
        *self.ends.entry(end).or_default() += 1;
        self.inspect(&id, &users).await;
    }

    async fn view(&self, id: &str, user: u64) -> View {
        let live = self.table.house.campaign(id).await.unwrap();
        let live = live.lock().await;
        let operator = self.table.house.is_operator(user);
        let (kept, public) = (live.view(user, operator), live.campaign.public_view());
        // What is kept for readers is what would be worked out anew.
        let anew: &Campaign = &live.campaign;
        assert_eq!(format!("{kept:?}"), format!("{:?}", anew.view_for(live.by(user), operator)));
        assert_eq!(format!("{public:?}"), format!("{:?}", anew.public_view()));
        View::clone(&kept)
    }

    /// An order of the bot's own.
    async fn own(&mut self, id: &str, verb: Verb) {
        let outcome = self.table.house.own_order(id, verb.clone()).await;
        assert!(matches!(outcome, Outcome::Done(_)), "{verb:?}: {outcome:?}");
        *self.kinds.entry(verb.name().to_owned()).or_default() += 1;
        self.look_at_posts(id).await;
    }

    /// Takes an offer: it must be taken, and everything that comes of it is searched.
    async fn take(&mut self, id: &str, user: u64, view: &View, offer: &Offer) {
        *self.kinds.entry(offer.verb.clone()).or_default() += 1;
        let verb = self.filled(id, user, offer);
        let asker = self.table.asker_named(user, &name_of(user));
        let outcome = self.table.order(id, &asker, verb.clone()).await;
        // What can be told is offered whatever others have told of it: what was denied in this step and what is being decided among it.
        let before = ["told and denied in this step", "is being decided", "are being decided"];
        if matches!(&outcome, Outcome::Refused(why) if before.iter().any(|of| why.to_string().contains(of))) {
            return;
        }
        let Outcome::Done(reply) = outcome else {
            panic!("{verb:?} was offered in {view:?} and came to {outcome:?}")
        };
        self.orders += 1;
        self.look_at_posts(id).await;
        let text = reply.json().to_string();
        self.search(&text, Some(user), id, false);
        let after = self.view(id, user).await;
        buttons_are_offers(&reply.json(), &after);
        if self.one_in(25) {
            let head = self.table.campaign(id).await.head;
            let again = self.table.order(id, &asker, verb).await;
            assert!(matches!(&again, Outcome::Twice(Some(message)) if *message == reply), "{again:?}");
            assert!(self.table.sent().is_empty() && self.table.campaign(id).await.head == head);
        }
        if self.one_in(12) {
            for message in self.table.looks(id, user).await {
                self.search(&message.json().to_string(), Some(user), id, false);
                buttons_are_offers(&message.json(), &after);
            }
        }
    }

    /// Fills an offer in at random, with a planted word in every sheet and a planted text in every label.
    fn filled(&mut self, id: &str, user: u64, offer: &Offer) -> Verb {
        let mut filled = serde_json::Map::new();
        for field in &offer.fields {
            if field.required || self.one_in(2) {
                let value = field.kind.pick(&mut |n| self.dice.next_u32() % n);
                filled.insert(field.name.clone(), value);
            }
        }
        // Any text is offered for a promise, and one that says nothing is refused.
        if filled.get("promise").and_then(Value::as_str) == Some("") {
            filled.insert("promise".to_owned(), json!("a"));
        }
        for field in offer.fields.iter().filter(|field| matches!(field.kind, Kind::Name { .. })) {
            let word = self.canary();
            filled.insert(field.name.clone(), json!(word));
            self.words.insert(word, Planted { campaign: id.to_owned(), user, opened: false, kept: true });
        }
        if matches!(offer.verb.as_str(), "show" | "tell_part") {
            let one = filled.get("name").or(filled.get("fleet")).and_then(Value::as_str);
            let own = self.words.iter_mut().filter(|(_, planted)| planted.kept && planted.user == user);
            for (word, planted) in own {
                planted.opened |= one.is_none_or(|one| one == word);
            }
        }
        if offer.verb == "seal" {
            let word = self.canary();
            filled.insert("word".to_owned(), json!(word));
            self.words.insert(word, Planted { campaign: id.to_owned(), user, opened: false, kept: false });
        }
        let label = filled.contains_key("label").then(|| {
            let label = format!("{}-{}", self.canary().to_uppercase(), common::NASTY[self.die(5) as usize]);
            let label = engine::table::canonical::composed(&label);
            self.labels.insert(label[..LONG].to_owned(), (id.to_owned(), user));
            label
        });
        if let Some(label) = &label {
            filled.insert("label".to_owned(), json!(label));
        }
        let mut salt = [0; 32];
        self.dice.fill_bytes(&mut salt);
        if offer.verb == "roll" && self.one_in(2) {
            let dice = offer.fields.iter().find(|field| matches!(field.kind, Kind::Dice));
            assert!(dice.is_some(), "a roll without dice");
            let written = [
                "2d6+1",
                "4d10",
                "d6>=4",
                "3d6 drop lowest",
                "12d6<=4",
                "35%",
                "6x 2d6+1",
                "4d6 keep highest 3",
                "d%",
                "100d6",
                "25x d6",
                "1d1000-5",
                "2d6+1d10-2>=9",
                "3 x 2d6 ≥ 8",
            ];
            let label = label.map(|text| Text { text, salt: Secret::new(salt) });
            if self.one_in(4) {
                let levels = (self.die(5) + 1, self.die(5) + 1);
                let asked = json!({
                    "name": "land_combat",
                    "table": format!("{}-{}", levels.0, levels.1),
                    "factors": self.die(999) + 1,
                    "modifier": i64::from(self.die(19)) - 9,
                });
                return Verb::Chart { asked, label };
            }
            let throw = Throw::parse(written[self.die(written.len() as u32) as usize]).unwrap();
            return Verb::Roll { notation: throw.notation(), label };
        }
        offer.taken(&Value::Object(filled), salt).unwrap()
    }

    /// Looks at what the last order wrote and sent.
    async fn look_at_posts(&mut self, id: &str) {
        let sent = self.table.sent();
        // What is opened by the order may be posted by it; everything opened stands on the record.
        if sent.iter().any(|message| ["opened", "politics", "battle"].contains(&message.kind.as_str())) {
            for entry in self.table.house.entries(id).await.unwrap() {
                if let Event::Opened { body, .. } = &entry.event
                    && let Some(word) = &body.word
                {
                    self.words.get_mut(word.as_str()).unwrap().opened = true;
                }
            }
        }
        for message in sent {
            assert_eq!(message.campaign, id);
            self.search(&message.text, message.user, id, message.kind == "rolled");
            self.addressed(&message);
        }
    }

    /// A direct message goes to a player of the campaign alone, and only a receipt is one; its first line tells nothing.
    fn addressed(&self, message: &Sent) {
        // That a campaign will be closed or ends is told to all, in the council and each for himself; what is proposed or asked, a deal, and what is left of his
        // corps after a battle, to whom it concerns.
        assert_eq!(
            ["receipt", "shown"].contains(&message.kind.as_str())
                || [
                    "notice",
                    "ending",
                    "politics",
                    "battle_book",
                    "deal",
                    "asked",
                    "to_agree",
                    "to_vote",
                    "host",
                    "reminder",
                    "missed"
                ]
                .contains(&message.kind.as_str())
                    && message.user.is_some(),
            message.user.is_some() || message.kind == "shown",
            "{message:?}"
        );
        if message.user.is_some() {
            let content = message.json()["content"].as_str().unwrap().to_owned();
            assert!(!content.contains(MARK) && content.lines().count() == 1, "{content}");
        }
    }

    /// Searches a text that one user sees, or everybody where there is none, for what it may not hold.
    fn search(&self, text: &str, sees: Option<u64>, id: &str, labels: bool) {
        for (at, _) in text.match_indices(MARK) {
            let word = &text[at..at + LONG];
            let planted = self.words.get(word).unwrap_or_else(|| panic!("a piece of a word: {text}"));
            let may = planted.campaign == id && (planted.opened || sees == Some(planted.user));
            assert!(may, "{word} of {} is seen by {sees:?}: {text}", planted.user);
        }
        let mark = MARK.to_uppercase();
        for (at, _) in text.match_indices(&mark) {
            let label = &text[at..at + LONG];
            let (campaign, user) = &self.labels[label];
            assert!(labels && campaign == id, "the label {label} of {user} is seen by {sees:?}: {text}");
        }
    }

    /// Searches everything that is left of a campaign, and checks its record.
    async fn inspect(&mut self, id: &str, users: &[u64]) {
        let store = &self.table.house.store;
        let rows = store.entries(id, 0).await.unwrap();
        let roots = store.roots(id).await.unwrap();
        let entries = self.table.house.entries(id).await.unwrap();
        let campaign = self.table.campaign(id).await;
        let closed = campaign.play.stage == Stage::Closed;
        for planted in self.words.values_mut().filter(|planted| planted.kept && planted.campaign == id) {
            planted.opened |= closed;
        }
        for entry in &entries {
            self.rules.extend(entry.rules().iter().map(ToString::to_string));
            self.rolls += u64::from(matches!(entry.event, Event::Rolled(_)));
        }
        for user in users {
            let view = self.view(id, *user).await;
            if let Some(seat) = view.seat() {
                self.seats.insert((id.to_owned(), seat.to_string()), *user);
            }
            let mine: Vec<Value> = view
                .rounds
                .iter()
                .filter_map(|round| Some(round.mine.as_ref()?.sealed.as_ref()?.contents.body()))
                .collect();
            let text = format!("{view:?} {}", json!(mine));
            self.search(&text, Some(*user), id, false);
        }
        let public = self.table.campaign(id).await.public_view();
        self.search(&format!("{public:?}"), None, id, false);

        let (_, export) = self.table.house.record(id).await.unwrap();
        // The whole record of a closed campaign tells labels too; a public one never.
        self.search(&export, None, id, closed);
        let known = [GUILD, COUNCIL, OPERATOR].into_iter().chain(users.iter().copied());
        for number in known {
            assert!(!export.contains(&number.to_string()), "{number} is in the record");
        }
        assert!(!export.contains("Zqname") && !export.to_lowercase().contains("council"));
        let opened: BTreeSet<String> = entries
            .iter()
            .filter_map(|entry| match &entry.event {
                Event::Opened { salt, .. }
                | Event::Part { salt, .. }
                | Event::Card { salt, .. }
                | Event::LodgedOpened { salt, .. } => Some(salt.hex()),
                _ => None,
            })
            .collect();
        let hex = |bytes: &[u8; 32]| engine::table::hash::Hash(*bytes).hex();
        let on_record = rows.iter().filter(|row| row.line.is_some()).flat_map(|row| &row.secrets);
        let on_record: BTreeSet<String> = on_record.map(|part| hex(part.salt.as_ref().unwrap())).collect();
        for (row, part) in rows.iter().flat_map(|row| row.secrets.iter().map(move |part| (row, part))) {
            let salt = hex(part.salt.as_ref().unwrap());
            let body_of_a_closed_one = closed && on_record.contains(&salt);
            assert!(
                opened.contains(&salt) || body_of_a_closed_one || !export.contains(&salt),
                "a salt of line {:?} is in the record of {}: {}",
                row.line,
                campaign.founded.scenario,
                row.public.chars().take(60).collect::<String>()
            );
        }
        for root in &roots {
            assert!(!export.contains(&hex(&root.head)), "the head of a chain is in the record");
            let last = root.generation as usize + 1 == roots.len();
            assert!((closed && last) || !export.contains(&hex(&root.veil)), "a veil key is in the record");
        }
        let report = verify(export.as_bytes(), &[]);
        let report = report.unwrap_or_else(|wrong| panic!("line {}: {}", wrong.line, wrong.why));
        assert!(!closed || report.rolls_waiting == 0);
    }

    /// What only the database itself may hold: nothing of it stands in any message. Salts do, in their owner's receipt.
    fn search_outbox(&self) {
        let conn = rusqlite::Connection::open(&self.table.path).unwrap();
        let mut roots: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut read =
            conn.prepare("SELECT campaign, lower(hex(head)), lower(hex(veil)) FROM roots").unwrap();
        let rows = read.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
        for row in rows {
            let (campaign, head, veil): (String, String, String) = row.unwrap();
            roots.entry(campaign).or_default().extend([head, veil]);
        }
        let mut salts: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        let mut read = conn
            .prepare("SELECT campaign, lower(hex(salt)), audience FROM secret_parts WHERE salt IS NOT NULL")
            .unwrap();
        let rows = read.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).unwrap();
        for row in rows {
            let (campaign, salt, audience): (String, String, String) = row.unwrap();
            salts.entry(campaign).or_default().insert(salt, audience);
        }
        let texts = "SELECT campaign, user, kind, body FROM outbox WHERE body IS NOT NULL
                     UNION ALL SELECT campaign, user, 'reply', reply FROM replies";
        let mut read = conn.prepare(texts).unwrap();
        let rows = read.query_map([], |row| {
            Ok((
                row.get::<_, String>(0)?,
                row.get::<_, Option<i64>>(1)?,
                row.get::<_, String>(2)?,
                row.get::<_, String>(3)?,
            ))
        });
        let (mut looked, mut receipts) = (0, 0);
        for row in rows.unwrap() {
            let (campaign, user, kind, text) = row.unwrap();
            looked += 1;
            for word in hex_words(&text) {
                let root = roots[&campaign].iter().any(|root| root == word);
                assert!(!root || matches!(kind.as_str(), "closed" | "concluded"), "a root in {kind}: {text}");
                if let Some(audience) = salts.get(&campaign).and_then(|salts| salts.get(word)) {
                    let owner = self.seats[&(campaign.clone(), audience.clone())];
                    let fine = kind == "receipt" && user.map(i64::cast_unsigned) == Some(owner);
                    assert!(fine, "a salt of {audience} in {kind} to {user:?}: {text}");
                    receipts += 1;
                }
            }
        }
        assert!(receipts > 0, "no receipt told a salt");
        assert!(looked > self.orders, "{looked} messages of {} orders", self.orders);
    }
}

/// The runs of 64 hex digits in a text.
fn hex_words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_hexdigit()).filter(|word| word.len() == 64)
}

fn name_of(user: u64) -> String {
    format!("Zqname{} {}", user % 100, common::NASTY[(user % 16) as usize])
}

/// How much a random player likes an offer, so that campaigns are lively and come to an end.
fn weight(offer: &Offer, view: &View, lively: u32, over: bool) -> u32 {
    let sealed = view.rounds.iter().filter_map(|round| round.mine.as_ref()).any(|mine| mine.sealed.is_some());
    match offer.verb.as_str() {
        "join" => 40,
        "start" => 200,
        "seal" if sealed => 4 + lively * 4,
        "seal" => 60,
        "final" => 50,
        "close" if over => 100,
        // In a gathering the host's word alone ends the campaign.
        "close" => u32::from(lively == 3),
        "word" => {
            if view.epoch.words_complete || view.stage == Stage::Gathering {
                1
            } else {
                30
            }
        }
        // A roll costs thousands of hashes, so only lively campaigns roll often.
        "roll" => 1 + lively * lively / 2,
        "undo" | "open" => 1 + lively,
        "leave" => 1,
        "reveal" => 2,
        // Rarely more than a few, so that campaigns come to an end.
        "show" | "tell_part" => 2,
        verb if verb.starts_with("box_") => u32::from(lively > 0),
        // Steps are not what this player is after, so nobody hurries them.
        "agree" | "cast" | "ready" | "back" | "confirm_values" | "confirm" | "answer_set_back" | "resume" => {
            1
        }
        "give_notice" => u32::from(lively == 3),
        "conclude" => u32::from(lively == 0),
        // What it has no liking of its own for it takes by what that does for play.
        _ => match offer.tone {
            Tone::Onward => 20,
            Tone::Timely => 4,
            Tone::Free | Tone::Back => 1,
            Tone::Ending => 0,
        },
    }
}

/// Every button in what one user is shown does something that he is offered.
fn buttons_are_offers(message: &Value, view: &View) {
    let offered = offers(view);
    let may = |verb: &str| offered.iter().any(|offer| offer.verb == verb);
    let asked = |line: u64| view.rounds.iter().any(|round| round.line == line && round.mine.is_some());
    let position = view.game.of::<Position>();
    // A battle of his, by its number; what is over is still looked at.
    let fights = |number: u64| {
        let number = u32::try_from(number).ok();
        let battle = number.and_then(|number| position.as_ref()?.battles.of.get(&number));
        view.seat().is_some() && battle.is_some()
    };
    let rows = message["components"].as_array().into_iter().flatten();
    for button in rows.flat_map(|row| row["components"].as_array().into_iter().flatten()) {
        if button["disabled"] == json!(true) {
            continue;
        }
        let id = commands::custom_id::CustomId::read(button["custom_id"].as_str().unwrap()).unwrap();
        assert_eq!(id.campaign.as_deref(), Some(view.campaign.as_str()));
        let fine = match id.verb.as_str() {
            "bid" => may("seal") && id.prompt == view.rounds[0].line,
            "final" | "open" => may(&id.verb) && asked(id.prompt),
            "battle/open" | "forces/mine" | "counter/move" => view.seat().is_some(),
            verb if verb.starts_with("battle/odds") => view.seat().is_some(),
            verb if verb.starts_with("battle/") => fights(id.prompt) || asked(id.prompt),
            "more/stand-ins/all" => {
                view.asker == Some(By::Person(view.host)) && view.stage == Stage::Gathering
            }
            "join" | "start" | "undo" => may(&id.verb),
            "box/undo" => may("box_undo"),
            verb if verb == "box" || verb.starts_with("box/") => view.strongbox.is_some(),
            "turn/ready" | "turn/sure" | "turn/month" => may("ready"),
            "turn/not" => may("not_ready"),
            "turn/playon" => may("play_on"),
            "turn/putoff" => may("put_off"),
            "politics/sheet" | "economy/sheet" => {
                view.rounds.iter().any(|round| round.line == id.prompt && round.mine.is_some())
            }
            verb if verb.starts_with("politics/agree/") => may("politics"),
            verb if verb.starts_with("crimea/") => may("crimea"),
            verb if verb.starts_with("germany/") => may("confederation"),
            "politics/show" | "politics/europe" | "politics/hub" | "economy/account" => view.seat().is_some(),
            verb if verb.starts_with("economy/place/") => view.strongbox.is_some(),
            "press/signed" | "press/anonymous" => view.seat().is_some(),
            "press/see" | "press/back" => !view.press.is_empty(),
            "deal/see" => !view.deals.is_empty(),
            verb if verb.starts_with("deal/sign/") => may("sign_deal"),
            verb if verb.starts_with("deal/withdraw/") => may("withdraw_deal"),
            verb if verb.starts_with("deal/judge/") => may("judge_promise"),
            "vote/ask" | "vote/show" | "board/tell" | "board/values" | "envelope/to" | "envelope/new" => {
                view.seat().is_some()
            }
            verb if ["landing/", "agree/", "decline/"]
                .iter()
                .any(|word| verb.starts_with(&format!("sardinia/{word}"))) =>
            {
                may("sardinia")
            }
            "sardinia/event" => view.seat().is_some(),
            "sardinia/choose" => may("lodge_instead"),
            "sardinia/keep" | "sardinia/withdraw" => !view.lodged.lines.is_empty(),
            "correct/show" => view.corrections.contains_key(&id.prompt),
            "telling/confirm" => may("confirm"),
            "telling/deny" => may("deny"),
            "telling/withdraw" => may("withdraw_telling"),
            "telling/all" | "telling/list" => may("confirm"),
            "typed/show" => view.proposals.contains_key(&id.prompt),
            "step/show" => view.set_back.is_some(),
            "seat/back" => may("back"),
            "envelope/seal" => view.rounds.iter().any(|round| round.line == id.prompt),
            "seat/away" | "turn/calendar" => view.seat().is_some(),
            "more" => view.seat().is_some() || view.asker == Some(By::Person(view.host)),
            // The map is everybody's.
            "desk" | "status" | "dispatches" | "why" | "map/own" | "map/own/apart" | "gazette/page" => true,
            _ => false,
        };
        assert!(fine, "a button {} in {message} for {view:?}", id.verb);
    }
}

/// Plays campaigns and searches what is left of them.
async fn play(seed: u8, campaigns: u64) {
    let log = log();
    let mut player = Player::new(seed);
    for number in 0..campaigns {
        player.campaign(number).await;
    }
    player.search_outbox();
    for rule in ids_under("house.general.bids-") {
        let kind: RuleKind = ledger().get(*rule).kind;
        assert!(!kind.must_come_up() || player.rules.contains(rule.as_str()), "{rule} never came up");
    }
    for verb in [
        "join", "leave", "start", "word", "roll", "seal", "final", "open", "undo", "reveal", "close", "tick",
        "restored",
    ] {
        assert!(player.kinds.contains_key(verb), "nobody ever took {verb}: {:?}", player.kinds);
    }
    println!(
        "{campaigns} campaigns, {} orders, {} rolls: {:?}, {:?}",
        player.orders, player.rolls, player.ends, player.kinds
    );
    assert!(
        player.ends["chosen"] + player.ends["closed after the choice"] > campaigns / 2,
        "{:?}",
        player.ends
    );

    tracing::trace!("the log of seed {seed} is looked at now");
    let logged = log.0.lock().unwrap().clone();
    assert!(String::from_utf8_lossy(&logged).contains(&format!("the log of seed {seed} is looked at now")));
    for secret in [MARK.to_owned(), MARK.to_uppercase(), "Zqname".to_owned(), "900000000000000".to_owned()] {
        let found = holds(&logged, secret.as_bytes());
        assert!(found.is_none(), "{secret} is in the log as {found:?}");
    }
    // The heads of chains and the veil keys, for some of the campaigns.
    for row in player.table.house.store.campaigns().await.unwrap().iter().take(20) {
        for root in player.table.house.store.roots(&row.id).await.unwrap() {
            assert!(holds(&logged, &root.head).is_none() && holds(&logged, &root.veil).is_none());
        }
    }
}

/// The same number of campaigns for each seed, side by side.
fn play_side_by_side(seeds: [u8; 2], campaigns: u64) {
    let players = seeds.map(|seed| {
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
            runtime.block_on(play(seed, campaigns));
        })
    });
    for player in players {
        player.join().unwrap();
    }
}

#[test]
fn random_players_take_any_offer_and_learn_no_secret() {
    play_side_by_side([1, 2], 150);
}

/// Ten times as many, with other seeds: `cargo test -p commands --test random_play -- --ignored`.
#[test]
#[ignore = "takes about ten times as long as the other"]
fn long_random_play() {
    play_side_by_side([3, 4], 1_500);
}

#[test]
fn the_search_finds_what_does_not_belong() {
    let mut player = Player::new(9);
    let (word, label) = (player.canary(), player.canary().to_uppercase());
    player
        .words
        .insert(word.clone(), Planted { campaign: "here".to_owned(), user: 1, opened: false, kept: false });
    player.labels.insert(label.clone(), ("here".to_owned(), 1));
    let found = |player: &Player, text: &str, sees: Option<u64>, id: &str, labels: bool| {
        let search = std::panic::AssertUnwindSafe(|| player.search(text, sees, id, labels));
        std::panic::catch_unwind(search).is_err()
    };
    let text = format!("{{\"word\":\"{word}\"}}");
    assert!(!found(&player, &text, Some(1), "here", false));
    for (sees, id) in [(Some(2), "here"), (None, "here"), (Some(1), "there")] {
        assert!(found(&player, &text, sees, id, true), "{sees:?} {id}");
    }
    player.words.get_mut(&word).unwrap().opened = true;
    assert!(!found(&player, &text, None, "here", false) && found(&player, &text, None, "there", false));
    assert!(!found(&player, &label, None, "here", true));
    assert!(found(&player, &label, Some(1), "here", false) && found(&player, &label, None, "there", true));
    assert!(found(&player, &format!("{MARK}notplanted"), Some(1), "here", false));
}

#[test]
fn a_secret_is_found_in_every_disguise() {
    let secret = MARK.as_bytes();
    for before in ["", "a", "ab", "abc"] {
        let whole = format!("{before}{MARK}0000001 and more");
        let bytes: Vec<String> = whole.bytes().map(|byte| byte.to_string()).collect();
        let hex: String = whole.bytes().map(|byte| format!("{byte:02x}")).collect();
        for text in [
            whole.clone(),
            hex.to_uppercase(),
            hex,
            STANDARD.encode(&whole),
            format!("{:?}", whole.as_bytes()),
            bytes.join(","),
        ] {
            assert!(holds(text.as_bytes(), secret).is_some(), "{text}");
        }
    }
    assert_eq!(holds(b"nothing of it: zqxj kvwy, 7a71", secret), None);
}
