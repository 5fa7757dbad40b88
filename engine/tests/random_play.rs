//! A random player that takes any offer: no crash, no dead end, nothing offered and then refused, no secret where it does not belong.
#![allow(clippy::unwrap_used)]

mod common;

use common::{Play, rules_in};
use engine::rules::{ids_under, ledger};
use engine::table::chain::seal_salt;
use engine::table::hash::{Hash, hex};
use engine::table::offers::Kind;
use engine::table::record::Extent;
use engine::table::verify::verify;
use engine::table::{By, Campaign, Entry, Event, Offer, Stage, Verb, View, offers};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number from 0 to n−1; the slight bias does not matter here.
struct Luck(ChaCha20Rng);

impl Luck {
    fn below(&mut self, n: u32) -> u32 {
        self.0.next_u32() % n
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u32) as usize].clone()
    }
}

/// Says which game it was when a check in it fails.
struct Telling(u64);

impl Drop for Telling {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("this was random game {}", self.0);
        }
    }
}

/// What a campaign is watched for.
#[derive(Default)]
struct Watch {
    /// Words that came in sheets, with who sealed them; each only once.
    words: Vec<(u32, String)>,
    /// Words whose sheet was opened: everybody may see them.
    opened: BTreeSet<String>,
    /// Salts of seals that were opened.
    salts_opened: BTreeSet<String>,
    /// All veil keys so far.
    veils: Vec<[u8; 32]>,
    /// How far the record was looked through.
    looked: usize,
    labels: u32,
    /// Names and notes of strongbox items, with whose they are; each only once.
    kept: Vec<(u32, String)>,
    /// Those that were shown to all.
    shown: BTreeSet<String>,
    rules: BTreeSet<String>,
}

const LABEL: &str = "LABEL CANARY ";

impl Watch {
    /// Everything secret at this moment from which a person is kept out; `None` is the public.
    fn secrets_from(&self, play: &Play, person: Option<u32>) -> Vec<String> {
        let own = |owner: &u32| Some(*owner) == person;
        let words = self.words.iter().filter(|(owner, word)| !own(owner) && !self.opened.contains(word));
        let mut secrets: Vec<String> = words.map(|(_, word)| word.clone()).collect();
        for round in play.campaign.play.rounds.values() {
            for seat in &round.asked {
                let n = round.number(seat).unwrap();
                let holder = play.campaign.play.seats[seat].person;
                let salt = hex(&seal_salt(play.roots().veil(), n));
                if holder != person && !self.salts_opened.contains(&salt) {
                    secrets.push(salt);
                }
            }
        }
        if play.campaign.play.stage != Stage::Closed {
            let kept = self.kept.iter().filter(|(owner, name)| !own(owner) && !self.shown.contains(name));
            secrets.extend(kept.map(|(_, name)| name.clone()));
            secrets.push(hex(play.roots().veil()));
        }
        secrets.push(hex(play.roots().head()));
        secrets
    }

    /// Looks through what was just written: what the record says to everybody.
    fn look(&mut self, play: &Play) {
        for entry in &play.entries[self.looked..] {
            if let Event::Shown(shown) = &entry.event
                && let Some(proof) = &shown.proof
            {
                self.shown.extend(proof.item["name"].as_str().map(str::to_owned));
                self.shown
                    .extend(entry.body_for("all").map(|body| body["text"].as_str().unwrap().to_owned()));
                self.rules.extend(shown.rules.iter().map(ToString::to_string));
            }
            if let Event::Opened { body, salt, .. } = &entry.event {
                self.salts_opened.insert(salt.hex());
                if let Some(word) = body.get("word").and_then(Value::as_str) {
                    self.opened.insert(word.to_owned());
                }
            }
        }
        let secrets = self.secrets_from(play, None);
        for entry in &play.entries[self.looked..] {
            nothing_of(&secrets, &entry.public, "an entry's public part");
            nothing_of(&secrets, &format!("{entry:?}"), "an entry's Debug");
            assert!(!entry.public.contains(LABEL));
        }
        self.rules.extend(rules_in(&play.entries[self.looked..]));
        self.looked = play.entries.len();
    }
}

fn nothing_of(secrets: &[String], text: &str, place: &str) {
    for secret in secrets {
        assert!(!text.contains(secret.as_str()), "{secret} stands in {place}: {text}");
    }
}

/// All that a view lets its viewer see, as one text.
fn seen(view: &View) -> String {
    let mut text = format!("{view:?} {} {}", view.game, serde_json::to_string(&offers(view)).unwrap());
    for sealed in view.rounds.iter().filter_map(|round| round.mine.as_ref()?.sealed.as_ref()) {
        text.push_str(&format!(" {} {} {}", sealed.choice, sealed.salt, sealed.code));
    }
    text
}

fn view_for(play: &Play, person: u32) -> View {
    play.campaign.view_for(By::Person(person), person <= play.operator_seats)
}

/// Fills in an offer and takes it. An offer that is refused fails the test.
fn take(play: &mut Play, watch: &mut Watch, luck: &mut Luck, person: u32, offer: &Offer) {
    let mut filled = Map::new();
    for field in &offer.fields {
        if !field.required && luck.one_in(2) {
            continue;
        }
        let mut value = field.kind.pick(&mut |n| luck.below(n));
        match (&field.kind, offer.verb.as_str()) {
            (Kind::Word, "seal") => {
                let word = format!("zq{}x{}z", luck.below(100_000), watch.words.len());
                watch.words.push((person, word.clone()));
                value = json!(word);
            }
            (Kind::Name { .. }, _) => {
                let name = format!("qz{}n{}", luck.below(100_000), watch.kept.len());
                watch.kept.push((person, name.clone()));
                value = json!(name);
            }
            (Kind::Text { .. }, "box_note") => {
                let text = format!("qz note {} {}", luck.below(100_000), watch.kept.len());
                // The offer's own order ends it with a full stop.
                watch.kept.push((person, format!("{text}.")));
                value = json!(text);
            }
            (Kind::Text { most }, _) => {
                watch.labels += 1;
                let text: String = format!("{LABEL}{}{}", watch.labels, value.as_str().unwrap());
                value = json!(text.chars().take(*most).collect::<String>());
            }
            _ => {}
        }
        filled.insert(field.name.clone(), value);
    }
    let salt = std::array::from_fn(|_| luck.below(256) as u8);
    let filled = Value::Object(filled);
    let verb = offer.taken(&filled, salt).unwrap();
    if let Err(refusal) = play.give(By::Person(person), verb) {
        panic!("person {person} was offered {offer:?}, filled in {filled}, and was refused: {refusal}");
    }
    watch.look(play);
}

/// How often an offer is passed over: what takes back or repeats is rarer than what goes on.
fn is_passed_over(offer: &Offer, view: &View, luck: &mut Luck) -> bool {
    let sealed =
        view.rounds.iter().any(|round| round.mine.as_ref().is_some_and(|mine| mine.sealed.is_some()));
    match offer.verb.as_str() {
        "close" => true,
        "leave" | "undo" => !luck.one_in(8),
        "open" => !luck.one_in(4),
        "seal" if sealed => luck.one_in(3),
        "word" => !luck.one_in(3),
        verb if verb.starts_with("box_") => !luck.one_in(10),
        "show" | "squadrons" => !luck.one_in(3),
        "reveal" => !luck.one_in(2),
        _ => false,
    }
}

/// What brings a campaign forward, most urgent first.
fn next_on(play: &Play, person: u32) -> Option<Offer> {
    let view = view_for(play, person);
    let all = offers(&view);
    let named = |verb: &str| all.iter().find(|offer| offer.verb == verb).cloned();
    let mine = view.rounds.first().and_then(|round| round.mine.as_ref());
    let is_sealed = mine.is_some_and(|mine| mine.sealed.is_some());
    named("start")
        .or_else(|| named("join"))
        .or_else(|| named("word").filter(|_| mine.is_some_and(|mine| mine.needs_word)))
        .or_else(|| named("final"))
        .or_else(|| named("seal").filter(|_| !is_sealed))
}

fn one_game(game: u64, watch: &mut Watch) -> Play {
    let mut luck = Luck(ChaCha20Rng::seed_from_u64(game));
    let seats = 2 + (game % 6) as u32;
    let operator_seats = luck.of(&[0, 0, 0, 1, 1, 2, seats]);
    let spare = luck.of(&["second", "uncontrolled"]);
    let ceiling = luck.of(&[6, 6, 7, 9, 12, 30, 60, 999]);
    let options = json!({"ceiling": ceiling, "spare": spare});
    let mut play = Play::real(game as u8, seats, operator_seats, options);
    watch.veils.push(*play.roots().veil());
    // Two more come than there are seats, so that some only watch.
    let people: Vec<u32> = (1..=seats + 2).collect();
    let mut snapshot: Option<(String, usize)> = None;
    let steps = 30 + luck.below(60);
    for step in 0..steps {
        if luck.one_in(12) {
            play.at += i64::from(luck.below(4 * 24 * 3600));
            play.bot(Verb::Tick);
        } else if luck.one_in(300) {
            play.bot(Verb::Restored);
            watch.veils.push(*play.roots().veil());
        }
        watch.look(&play);
        let person = luck.of(&people);
        let view = view_for(&play, person);
        let mut open = offers(&view);
        open.retain(|offer| !is_passed_over(offer, &view, &mut luck));
        if !open.is_empty() {
            let offer = luck.of(&open);
            take(&mut play, watch, &mut luck, person, &offer);
        }
        let looker = luck.of(&people);
        nothing_of(
            &watch.secrets_from(&play, Some(looker)),
            &seen(&view_for(&play, looker)),
            "a player's view",
        );
        nothing_of(&watch.secrets_from(&play, None), &seen(&play.campaign.public_view()), "the public view");
        if luck.one_in(10) {
            nothing_of(
                &watch.secrets_from(&play, None),
                &format!("{:?}", play.campaign),
                "the campaign's Debug",
            );
        }
        if step == steps / 2 {
            snapshot = Some((serde_json::to_string(&play.campaign).unwrap(), play.entries.len()));
        }
        if luck.one_in(60) {
            check_public_export(&play, watch);
        }
    }
    bring_to_an_end(&mut play, watch, &mut luck, &people);
    check_replay(&play, snapshot);
    check_exports(&play, watch);
    play
}

/// From wherever it stands, offers alone lead to the end of the choice of powers, and to a closed campaign.
fn bring_to_an_end(play: &mut Play, watch: &mut Watch, luck: &mut Luck, people: &[u32]) {
    for _ in 0..6 {
        for &person in people {
            if let Some(offer) = next_on(play, person) {
                take(play, watch, luck, person, &offer);
            }
        }
    }
    let position = play.position();
    assert_eq!(position["choice"]["done"], json!(true), "a dead end: {:?}", play.campaign);
    let holdings = position["choice"]["holdings"].as_object().unwrap();
    let with_power: BTreeSet<&str> =
        holdings.values().map(|holding| holding["seat"].as_str().unwrap()).collect();
    assert_eq!(with_power.len() as u32, play.seats(), "every seat has a power");
    check_public_export(play, watch);
    for &person in people {
        let close = offers(&view_for(play, person)).into_iter().find(|offer| offer.verb == "close");
        if let Some(close) = close {
            take(play, watch, luck, person, &close);
        }
    }
    assert_eq!(play.campaign.play.stage, Stage::Closed);
    for &person in people {
        assert!(offers(&view_for(play, person)).is_empty());
    }
}

/// The same campaign comes out of its entries, of what of them is stored, and of a snapshot with the entries since.
fn check_replay(play: &Play, snapshot: Option<(String, usize)>) {
    assert_eq!(Campaign::fold(&play.entries).as_ref(), Some(&play.campaign));
    let stored =
        |entry: &Entry| Entry::read(entry.public.clone(), entry.secrets.clone(), entry.line).unwrap();
    let stored: Vec<Entry> = play.entries.iter().map(stored).collect();
    assert_eq!(stored[1..], play.entries[1..]);
    assert_eq!(Campaign::fold(&stored).as_ref(), Some(&play.campaign));
    let (snapshot, from) = snapshot.unwrap();
    let mut campaign: Campaign = serde_json::from_str(&snapshot).unwrap();
    for entry in &stored[from..] {
        campaign.apply(entry);
    }
    assert_eq!(campaign, play.campaign);
}

fn check_public_export(play: &Play, watch: &Watch) {
    let public = play.export(Extent::Public);
    nothing_of(&watch.secrets_from(play, None), &public, "the public export");
    assert!(!public.contains(LABEL));
    let report = verify(public.as_bytes(), &[]).unwrap_or_else(|wrong| panic!("{wrong:?} in\n{public}"));
    assert_eq!((report.lines, report.head), (play.campaign.next_line, play.campaign.head));
}

fn check_exports(play: &Play, watch: &Watch) {
    let public = play.export(Extent::Public);
    nothing_of(&watch.secrets_from(play, None), &public, "the public export");
    assert!(!public.contains(LABEL));
    let whole = play.export(Extent::Whole);
    // A sheet that was replaced stays secret for ever.
    nothing_of(&watch.secrets_from(play, None), &whole, "the whole export");
    assert_eq!(whole.matches(LABEL).count() as u32, watch.labels);
    let report = verify(whole.as_bytes(), &[play.campaign.head.short()]).unwrap();
    assert_eq!((report.rolls_waiting, report.seals_waiting, report.texts_missing), (0, 0, 0));
    let envelopes = report.seals_checked - report.texts_checked;
    let beside = |entry: &&Entry| entry.line.is_some() && !matches!(entry.event, Event::Order { .. });
    let beside: usize = play.entries.iter().filter(beside).map(|entry| entry.secrets.len()).sum();
    let texts = u64::from(watch.labels) + beside as u64;
    assert_eq!((envelopes, report.texts_checked), (u64::from(play.seats()), texts));
    let count =
        |fits: &dyn Fn(&Event) -> bool| play.entries.iter().filter(|entry| fits(&entry.event)).count();
    let sheets = count(&|event| matches!(event, Event::Sheet { .. })) as u64;
    let shown = count(&|event| matches!(event, Event::Shown(_))) as u64;
    assert_eq!((report.shown_checked, report.shown_waiting), (shown, 0));
    let restored = play.entries.iter().any(|entry| matches!(entry.event, Event::Restored { .. }));
    // The veil key from before a restore is not published, so the salts of what was opened under it are not checked.
    let numbered = |entry: &&Entry| entry.line.is_some();
    let parts = play.entries.iter().filter(numbered).flat_map(|entry| &entry.secrets);
    let numbered = parts.filter(|part| part.n.is_some()).count() as u64;
    assert!(report.salts_checked == envelopes + numbered + 2 * shown || restored);
    assert!(report.sheets_checked == sheets || restored);
    assert!(report.orders_waiting == 0 || restored);
    assert_ne!(report.head, Hash::default());
}

/// What many games showed together, so that the checks above are known to have had something to check.
#[derive(Default)]
struct Seen {
    rules: BTreeSet<String>,
    replaced_words: usize,
    restored: usize,
    labels: u32,
    undone: usize,
    sheets: usize,
    shown: usize,
    throws: BTreeSet<String>,
}

fn play_games(games: Range<u64>) -> Seen {
    let seen = Mutex::new(Seen::default());
    let next = AtomicU64::new(games.start);
    let some = || {
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games.end {
                break;
            }
            let _telling = Telling(game);
            let mut watch = Watch::default();
            let play = one_game(game, &mut watch);
            let mut seen = seen.lock().unwrap();
            seen.replaced_words += watch.words.len() - watch.opened.len();
            seen.labels += watch.labels;
            seen.restored += watch.veils.len() - 1;
            seen.rules.extend(watch.rules);
            for entry in &play.entries {
                if entry.public.contains("\"act\":\"undo\"") || entry.public.contains("\"table\":\"undone\"")
                {
                    seen.undone += 1;
                }
                seen.sheets += usize::from(matches!(entry.event, Event::Sheet { .. }));
                seen.shown += usize::from(matches!(entry.event, Event::Shown(_)));
                let rolled = entry.event.rolled().filter(|rolled| rolled.purpose == "equal_bids");
                seen.throws
                    .extend(rolled.and_then(|rolled| rolled.slot.rsplit('/').next().map(str::to_owned)));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(some);
        }
    });
    seen.into_inner().unwrap()
}

#[test]
fn three_hundred_campaigns() {
    let seen = play_games(0..300);
    let must_come_up =
        ids_under("house.general.bids-").iter().filter(|id| ledger().get(**id).kind.must_come_up());
    for id in must_come_up {
        assert!(seen.rules.contains(id.as_str()), "{id} never came up");
    }
    let shown = (seen.replaced_words, seen.labels, seen.undone, seen.restored);
    assert!(shown.0 > 100 && shown.1 > 300 && shown.2 > 50 && shown.3 > 5, "{shown:?}");
    assert!(seen.sheets > 100 && seen.shown > 30, "{} sheets, {} shown", seen.sheets, seen.shown);
    assert!(seen.rules.contains("house.naval.blockaded-announces-squadrons"));
    assert!(seen.throws.contains("throw-3"), "those still tied rolled again, and again");
}

/// Thousands of campaigns, for a run of their own: `cargo test -p engine --release --test random_play -- --ignored`.
#[test]
#[ignore = "takes minutes; CHANCERY_LONG_GAMES says how many campaigns, CHANCERY_FIRST_GAME from which on"]
fn long_random_play() {
    let asked = |name: &str, otherwise: u64| std::env::var(name).map_or(otherwise, |n| n.parse().unwrap());
    let first = asked("CHANCERY_FIRST_GAME", 0);
    let games = asked("CHANCERY_LONG_GAMES", 5_000);
    let seen = play_games(first..first + games);
    println!(
        "{games} campaigns: {} restored, {} acts taken back, {} labels",
        seen.restored, seen.undone, seen.labels
    );
}
