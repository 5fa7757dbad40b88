//! Delivery over a bad network and a busy Discord: every post arrives once, and the order of every channel is kept.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::{self, Bot, COUNCIL, EDITS, LOUNGE, POSTS, SEVEN, Table, requests, until};
use chancery::health::Health;
use db::Store;
use local_discord::{Audience, Clock, Fault, Kind, LocalDiscord, VirtualClock};
use std::sync::Arc;
use std::time::{Duration, Instant};

const HISTORY: &str = "GET /channels/{channel_id}/messages";
const DMS: &str = "POST /users/@me/channels";

/// The rolls that stand in a channel, by number, in the order of the posts.
pub fn rolls(server: &LocalDiscord, channel: &str) -> Vec<String> {
    let posts = common::posts(server, channel);
    let numbers = posts.iter().filter_map(|post| post.split("· roll ").nth(1));
    numbers.map(|rest| rest.split_whitespace().next().unwrap().to_owned()).collect()
}

/// Rolls by number, from one to another.
pub fn numbered(from: usize, to: usize) -> Vec<String> {
    (from..=to).map(|n| format!("1.{n}")).collect()
}

/// So many rolls, typed one after another without waiting for their posts.
async fn roll(server: &LocalDiscord, channel: &str, times: usize) {
    for _ in 0..times {
        let asked = server.slash("Anna", channel, "/dice roll what:2d6").unwrap();
        until("the roll is answered", || server.answered(asked) == Some((true, false))).await;
    }
}

async fn playing() -> Table {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    table.begun(2).await;
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_bucket_is_waited_for() {
    let table = playing().await;
    common::strike_posts(table.server(), 2, Fault::TooMany { retry_after: 0.4, scope: "user" });
    let begun = Instant::now();
    roll(table.server(), COUNCIL, 4).await;
    table.since(0).await;
    assert_eq!(rolls(table.server(), COUNCIL), numbered(1, 4));
    let waited = begun.elapsed();
    assert!(waited >= Duration::from_millis(800), "only {waited:?} were waited");
    // Two refusals, four posts, and not one request more.
    let posts = table.server().requests();
    let of = |status: u16| posts.iter().filter(|one| one.status == status && one.method == "POST").count();
    assert_eq!(of(429), 2);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_limits_that_discord_tells_are_kept() {
    let table = playing().await;
    table.server().faults().enforce_rate_limit(Some((1, Duration::from_millis(250))));
    roll(table.server(), COUNCIL, 6).await;
    table.since(0).await;
    assert_eq!(rolls(table.server(), COUNCIL), numbered(1, 6));
    // The headers say when a bucket is empty, so no request runs into the limit.
    let refused = table.server().requests().iter().filter(|one| one.status == 429).count();
    assert_eq!(refused, 0);
    // Waiting for a bucket is no failure: when one comes, it is tried again as soon as any first failure.
    let begun = Instant::now();
    common::strike_posts(table.server(), 1, Fault::Broken(503));
    roll(table.server(), COUNCIL, 1).await;
    table.since(0).await;
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
    table.server().faults().enforce_rate_limit(None);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_global_limit_stops_every_channel_and_a_bucket_only_its_own() {
    let table = playing().await;
    table.found_in(LOUNGE, "Another", 2).await;
    for who in ["Anna", "Bertil"] {
        table.slash_in(LOUNGE, who, "/campaign join word:w").await;
    }
    table.slash_in(LOUNGE, "Anna", "/campaign start").await;
    let (council, lounge) = (table.server().channel_id(COUNCIL), table.server().channel_id(LOUNGE));
    assert!(council.is_some() && lounge.is_some());
    // A bucket: the other channel's post does not wait.
    common::strike_posts(table.server(), 1, Fault::TooMany { retry_after: 1.0, scope: "user" });
    roll(table.server(), COUNCIL, 1).await;
    until("the limit was met", || table.server().requests().iter().any(|one| one.status == 429)).await;
    roll(table.server(), LOUNGE, 1).await;
    until("the lounge's roll", || !rolls(table.server(), LOUNGE).is_empty()).await;
    assert_eq!(rolls(table.server(), COUNCIL), Vec::<String>::new());
    table.since(0).await;
    assert_eq!(rolls(table.server(), COUNCIL), numbered(1, 1));
    // All of Discord: it does.
    common::strike_posts(table.server(), 1, Fault::TooMany { retry_after: 1.0, scope: "global" });
    let refused = table.server().requests().iter().filter(|one| one.status == 429).count();
    roll(table.server(), COUNCIL, 1).await;
    until("the limit was met", || {
        table.server().requests().iter().filter(|one| one.status == 429).count() > refused
    })
    .await;
    let begun = Instant::now();
    let made = requests(table.server(), POSTS);
    roll(table.server(), LOUNGE, 1).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(requests(table.server(), POSTS), made, "a post went out under a global limit");
    table.since(0).await;
    assert!(begun.elapsed() >= Duration::from_millis(800));
    assert_eq!(
        (rolls(table.server(), COUNCIL), rolls(table.server(), LOUNGE)),
        (numbered(1, 2), numbered(1, 2))
    );
    table.close().await;
}

/// Lays a fault for the posts of one channel.
fn strike_channel(server: &LocalDiscord, channel: &str, times: usize, fault: Fault) {
    let channel = server.channel_id(channel).unwrap();
    server.faults().strike(&format!("POST /channels/{channel}/messages"), times, fault);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_that_hangs_holds_nobody_elses_posts() {
    let table = playing().await;
    table.found_in(LOUNGE, "Another", 2).await;
    for who in ["Anna", "Bertil"] {
        table.slash_in(LOUNGE, who, "/campaign join word:w").await;
    }
    table.slash_in(LOUNGE, "Anna", "/campaign start").await;
    strike_channel(table.server(), COUNCIL, 1, Fault::Delay(Duration::from_secs(12)));
    roll(table.server(), COUNCIL, 2).await;
    until("the request hangs", || table.server().activity().0 > 0).await;
    // Posts of another campaign, one after another, and a direct message; the order of the channel that hangs is kept.
    roll(table.server(), LOUNGE, 3).await;
    let sealed = table.server().slash("Bertil", LOUNGE, "/bid bids:\"1 2 3 4 5 6 7\"").unwrap();
    until("the bid is answered", || table.server().answered(sealed) == Some((true, false))).await;
    let receipt = || {
        let to_him = Audience::Dm("Bertil".to_owned());
        table.server().seen().iter().any(|seen| seen.to == to_him && seen.text.contains("sealed envelope"))
    };
    until("the others' posts", || rolls(table.server(), LOUNGE).len() == 3 && receipt()).await;
    assert_eq!(
        rolls(table.server(), COUNCIL),
        Vec::<String>::new(),
        "they waited for the channel that hangs"
    );
    assert_eq!(rolls(table.server(), LOUNGE), numbered(1, 3));
    table.since(0).await;
    assert_eq!(rolls(table.server(), COUNCIL), numbered(1, 2));
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_direct_message_that_hangs_holds_nobody_elses_messages() {
    let table = playing().await;
    let dm = table.server().dm_id("Bertil").unwrap();
    let hangs = Fault::Delay(Duration::from_secs(8));
    table.server().faults().strike(&format!("POST /channels/{dm}/messages"), 1, hangs);
    let receipts = |who: &str| {
        let to = Audience::Dm(who.to_owned());
        let seen = table.server().seen();
        seen.iter().filter(|seen| seen.to == to && seen.text.contains("sealed envelope")).count()
    };
    let begun = Instant::now();
    for who in ["Bertil", "Anna"] {
        let sealed = table.server().slash(who, COUNCIL, "/bid bids:\"1 2 3 4 5 6 7\"").unwrap();
        until("the bid is answered", || table.server().answered(sealed) == Some((true, false))).await;
        until("the request hangs", || table.server().activity().0 > 0).await;
    }
    roll(table.server(), COUNCIL, 3).await;
    until("the others' messages", || rolls(table.server(), COUNCIL).len() == 3 && receipts("Anna") == 1)
        .await;
    assert!(begun.elapsed() < Duration::from_secs(8), "they waited for it");
    assert_eq!(receipts("Bertil"), 0);
    table.since(0).await;
    assert_eq!((receipts("Bertil"), rolls(table.server(), COUNCIL)), (1, numbered(1, 3)));
    table.close().await;
}

/// Every test of the bot runs under limits as Discord sets them, told in headers with every answer.
#[tokio::test(flavor = "multi_thread")]
async fn limits_are_on_where_nothing_else_is_said() {
    let settings = common::server(Arc::new(VirtualClock::starting_at(0)), &SEVEN[..2]);
    let (many, _) = settings.rate.unwrap();
    let table = common::table(&SEVEN[..2]).await;
    let server = table.server();
    let council = server.channel_id(COUNCIL).unwrap();
    let route = format!("{}/api/v10/channels/{council}/messages", server.api_base());
    let told = reqwest::Client::new()
        .get(route)
        .header("Authorization", format!("Bot {}", server.token()))
        .send()
        .await
        .unwrap();
    assert_eq!(told.headers()["x-ratelimit-limit"].to_str().unwrap(), many.to_string());
    assert!(told.headers().contains_key("x-ratelimit-remaining"), "{told:?}");
    table.table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn errors_of_discords_own_are_tried_again() {
    let table = playing().await;
    for status in [500, 502, 503] {
        common::strike_posts(table.server(), 1, Fault::Broken(status));
    }
    let made = requests(table.server(), POSTS);
    roll(table.server(), COUNCIL, 3).await;
    table.since(0).await;
    assert_eq!(rolls(table.server(), COUNCIL), numbered(1, 3));
    assert_eq!(requests(table.server(), POSTS) - made, 3 + 3);
    // Nothing that could not be answered was taken for a refusal: nobody is told that a channel is unreachable.
    assert!(!table.server().seen().iter().any(|seen| seen.text.contains("cannot be reached")));
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_cut_before_or_after_posts_once() {
    for fault in [Fault::CutBefore, Fault::CutAfter] {
        let table = playing().await;
        common::strike_posts(table.server(), 2, fault.clone());
        roll(table.server(), COUNCIL, 3).await;
        table.since(0).await;
        assert_eq!(rolls(table.server(), COUNCIL), numbered(1, 3), "{fault:?}");
        // The receipt, by direct message.
        common::strike_posts(table.server(), 1, fault.clone());
        let seen = table.slash("Anna", "/bid bids:\"1 2 3 4 5 6 7\"").await;
        let receipts = seen.iter().filter(|seen| seen.to == Audience::Dm("Anna".to_owned())).count();
        assert_eq!(receipts, 1, "{fault:?}: {seen:#?}");
        // The card, edited: twice is no harm, but it stays one.
        table.server().faults().strike(EDITS, 1, fault.clone());
        table.press("Anna", "Make it Final").await;
        let cards = table.posts(COUNCIL);
        let cards: Vec<&String> = cards.iter().filter(|post| post.contains("kept up to date")).collect();
        assert!(cards.len() == 1 && cards[0].contains("✔ Anna"), "{fault:?}: {cards:?}");
        // Opening the direct messages fails: it is tried again.
        table.server().faults().strike(DMS, 1, fault);
        let seen = table.slash("Bertil", "/bid bids:\"1 2 3 4 5 6 7\"").await;
        assert_eq!(seen.iter().filter(|seen| seen.to == Audience::Dm("Bertil".to_owned())).count(), 1);
        table.close().await;
    }
}

#[tokio::test]
async fn a_clock_that_goes_back_holds_no_post_and_is_told() {
    let (table, time) = common::leaping(chancery::rehearse::BEGINNING).await;
    let id = table.begun(2).await;
    let tally = table.table.house.tally.clone();
    let log = table.folder.path().join("log");
    let written = Arc::new(std::fs::File::create(&log).unwrap());
    let _logged = tracing::subscriber::set_default(tracing_subscriber::fmt().with_writer(written).finish());
    let told = || std::fs::read_to_string(&log).unwrap().matches("clock is behind").count();
    table.table.look_in().await;
    assert_eq!((tally.behind(), told()), (0, 0));

    // A post waits for its bucket; meanwhile the clock goes back by an hour.
    common::strike_posts(table.server(), 1, Fault::TooMany { retry_after: 0.3, scope: "user" });
    roll(table.server(), COUNCIL, 1).await;
    until("the limit was met", || table.server().requests().iter().any(|one| one.status == 429)).await;
    time.advance(-3600);
    roll(table.server(), COUNCIL, 2).await;
    until("all posts", || rolls(table.server(), COUNCIL).len() == 3).await;
    assert_eq!(rolls(table.server(), COUNCIL), numbered(1, 3));

    // It is told once, and again when it happens again.
    for _ in 0..2 {
        table.table.look_in().await;
        assert_eq!((tally.behind(), told()), (3600, 1));
    }
    let (_, says) = Health::new(table.table.house.clone(), None).ready().await;
    assert_eq!((&says["ready"], &says["clock"]["ok"]), (&true.into(), &false.into()), "{says}");
    assert!(says["clock"]["says"].as_str().unwrap().contains("3600 seconds behind"), "{says}");
    let metrics = Health::new(table.table.house.clone(), None).metrics().await;
    assert!(metrics.contains("chancery_clock_behind_seconds 3600\n"), "{metrics}");
    // The record does not go back.
    let (_, text) = table.table.house.record(&id).await.unwrap();
    let report = engine::table::verify::verify(text.as_bytes(), &[]).unwrap();
    assert_eq!(report.last_at, Some(chancery::rehearse::BEGINNING));
    time.advance(3600);
    table.table.look_in().await;
    assert_eq!((tally.behind(), told()), (0, 1));
    time.advance(-7);
    table.table.look_in().await;
    assert_eq!((tally.behind(), told()), (7, 2));
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_card_that_was_cut_off_is_not_posted_twice() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    table.gathered(2).await;
    // The post that play began, then the card's own first post.
    common::strike_posts(table.server(), 2, Fault::CutAfter);
    table.slash("Anna", "/campaign start").await;
    let posts = table.posts(COUNCIL);
    assert_eq!(posts.iter().filter(|post| post.contains("kept up to date")).count(), 1, "{posts:#?}");
    assert_eq!(posts.iter().filter(|post| post.contains("begins with")).count(), 1, "{posts:#?}");
    table.slash("Anna", "/bid bids:\"1 2 3 4 5 6 7\"").await;
    table.press("Anna", "Make it Final").await;
    let posts = table.posts(COUNCIL);
    let cards: Vec<&String> = posts.iter().filter(|post| post.contains("kept up to date")).collect();
    assert!(cards.len() == 1 && cards[0].contains("✔ Anna"), "{cards:?}");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_words_twice_are_two_posts() {
    // Two posts that read the same: the first is not taken for the second, whose connection was cut before anything was done.
    let table = playing().await;
    table.slash("Anna", "/dice word word:first").await;
    common::strike_posts(table.server(), 1, Fault::CutBefore);
    table.slash("Anna", "/dice word word:second").await;
    let told = |posts: Vec<String>| posts.iter().filter(|post| post.contains("lays down a new word")).count();
    assert_eq!(told(table.posts(COUNCIL)), 2);
    common::strike_posts(table.server(), 1, Fault::CutAfter);
    table.slash("Anna", "/dice word word:third").await;
    assert_eq!(told(table.posts(COUNCIL)), 3);
    table.close().await;
}

/// A server and a bot on it that can crash, with play begun.
pub struct Crashable {
    pub server: LocalDiscord,
    clock: Arc<VirtualClock>,
    folder: tempfile::TempDir,
}

impl Crashable {
    pub async fn begun() -> (Crashable, Bot) {
        let clock = Arc::new(VirtualClock::starting_at(chancery::rehearse::BEGINNING));
        let server = LocalDiscord::start(common::server(clock.clone(), &SEVEN[..2])).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let crashable = Crashable { server, clock, folder };
        let bot = crashable.start(1).await;
        let server = &crashable.server;
        server.slash("Anna", COUNCIL, "/campaign found name:War players:2").unwrap();
        bot.quiet(server).await;
        server.fill("Anna", &[]).unwrap();
        bot.quiet(server).await;
        for (who, line) in [
            ("Anna", "/campaign join word:a"),
            ("Bertil", "/campaign join word:b"),
            ("Anna", "/campaign start"),
        ] {
            server.slash(who, COUNCIL, line).unwrap();
            bot.quiet(server).await;
        }
        (crashable, bot)
    }

    pub async fn start(&self, seed: u8) -> Bot {
        Bot::start(&self.server, &self.folder.path().join("table.db"), seed).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_crash_left_in_sending_is_not_posted_twice() {
    let (table, bot) = Crashable::begun().await;
    let server = &table.server;
    // Taken by Discord, but the bot dies before it hears so.
    common::strike_posts(server, 1, Fault::CutAfter);
    roll(server, COUNCIL, 1).await;
    until("the post stands", || rolls(server, COUNCIL).len() == 1).await;
    bot.crash();
    // Long after, when Discord remembers no nonce any more.
    assert!(table.clock.advance(3600));
    let bot = table.start(2).await;
    bot.quiet(server).await;
    assert_eq!(rolls(server, COUNCIL), numbered(1, 1));

    // Never taken: the bot dies while the request hangs.
    common::strike_posts(server, 1, Fault::Delay(Duration::from_secs(20)));
    let made = requests(server, POSTS);
    roll(server, COUNCIL, 2).await;
    until("the request is under way", || server.activity().0 > 0 || requests(server, POSTS) > made).await;
    bot.crash();
    let bot = table.start(3).await;
    bot.quiet(server).await;
    assert_eq!(rolls(server, COUNCIL), numbered(1, 3));

    // Without leave to read the history the nonce must do, for as long as Discord remembers it.
    common::strike_posts(server, 1, Fault::CutAfter);
    roll(server, COUNCIL, 1).await;
    until("the post stands", || rolls(server, COUNCIL).len() == 4).await;
    bot.crash();
    server.faults().strike(
        HISTORY,
        5,
        Fault::Refused { status: 403, code: 50001, message: "Missing Access" },
    );
    let bot = table.start(4).await;
    bot.quiet(server).await;
    assert_eq!(rolls(server, COUNCIL), numbered(1, 4));
    server.faults().clear();

    // Play goes on where it stood, and what the desk showed still stands.
    roll(server, COUNCIL, 1).await;
    bot.quiet(server).await;
    assert_eq!(rolls(server, COUNCIL), numbered(1, 5));
    assert_eq!(server.violations(), []);
    bot.crash();
    server.clone().stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_is_told_though_its_numbers_were_used_before() {
    let (table, bot) = Crashable::begun().await;
    let server = &table.server;
    let path = table.folder.path().join("restored.db");
    let backup = table.folder.path().join("backup.db");
    bot.house.store.backup(&backup).await.unwrap();
    // These posts bear the numbers that the restored database gives out again, while Discord still remembers their nonces.
    roll(server, COUNCIL, 6).await;
    bot.quiet(server).await;
    assert_eq!(rolls(server, COUNCIL), numbered(1, 6));
    bot.crash();
    // In a place of its own: what a crash leaves of the old one may be open for a moment still.
    Store::restore(&backup, &path, false).unwrap();
    let bot = Bot::start(server, &path, 2).await;
    bot.quiet(server).await;
    let posts = common::posts(server, COUNCIL);
    let told = posts.iter().filter(|post| post.contains("Restored from a backup")).count();
    assert_eq!(told, 1, "{posts:#?}");
    assert_eq!(server.violations(), []);
    bot.crash();
    server.clone().stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crash_between_the_commit_and_the_posts_loses_none() {
    let (table, bot) = Crashable::begun().await;
    let server = &table.server;
    // Nothing gets out while the bot lives.
    common::strike_posts(server, 50, Fault::TooMany { retry_after: 30.0, scope: "global" });
    roll(server, COUNCIL, 3).await;
    let sealed = server.slash("Anna", COUNCIL, "/bid bids:\"1 2 3 4 5 6 7\"").unwrap();
    until("the bid is answered", || server.answered(sealed) == Some((true, false))).await;
    until("a post was tried", || server.requests().iter().any(|one| one.status == 429)).await;
    assert!(rolls(server, COUNCIL).is_empty());
    bot.crash();
    server.faults().clear();
    let bot = table.start(2).await;
    bot.quiet(server).await;
    assert_eq!(rolls(server, COUNCIL), numbered(1, 3));
    let receipts = server
        .seen()
        .iter()
        .filter(|seen| seen.to == Audience::Dm("Anna".to_owned()) && seen.text.contains("sealed envelope"))
        .count();
    assert_eq!(receipts, 1);
    bot.crash();
    server.clone().stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_card_is_edited_and_posted_anew_when_it_is_gone() {
    let table = playing().await;
    let council = table.server().channel_id(COUNCIL).unwrap();
    let card = || {
        let cards: Vec<u64> = table
            .server()
            .messages(council)
            .iter()
            .filter(|message| message["embeds"][0]["footer"]["text"] == "This card is kept up to date.")
            .map(|message| message["id"].as_str().unwrap().parse().unwrap())
            .collect();
        let [card] = cards.as_slice() else { panic!("{} cards", cards.len()) };
        *card
    };
    let first = card();
    for who in ["Anna", "Bertil"] {
        table.slash(who, "/bid bids:\"1 2 3 4 5 6 7\"").await;
    }
    for label in ["Make it Final", "Withdraw Final"] {
        let seen = table.press("Anna", label).await;
        let public = |seen: &&local_discord::Seen| matches!(seen.to, local_discord::Audience::Public(_));
        let edits: Vec<_> = seen.iter().filter(|seen| seen.kind == Kind::Edit).filter(public).collect();
        assert!(edits.len() == 1 && edits[0].message == Some(first), "{seen:#?}");
    }
    assert_eq!(card(), first);
    // An administrator deletes it.
    assert!(table.server().delete_message(first));
    let seen = table.press("Anna", "Make it Final").await;
    let second = card();
    assert!(
        second != first && seen.iter().any(|seen| seen.message == Some(second) && seen.kind == Kind::Post)
    );
    // From then on the new one is edited.
    let seen = table.press("Anna", "Withdraw Final").await;
    assert!(seen.iter().any(|seen| seen.message == Some(second) && seen.kind == Kind::Edit), "{seen:#?}");
    assert_eq!(card(), second);
    // Too old to be edited again so soon (30046): a new one as well.
    let refused = Fault::Refused {
        status: 429,
        code: 30046,
        message: "Maximum number of edits to messages older than 1 hour reached.",
    };
    let Fault::Refused { code, message, .. } = refused else { unreachable!() };
    table.server().faults().strike(EDITS, 1, Fault::Refused { status: 400, code, message });
    table.press("Anna", "Make it Final").await;
    let posts = table.posts(COUNCIL);
    let cards: Vec<&String> = posts.iter().filter(|post| post.contains("kept up to date")).collect();
    assert!(cards.len() == 2 && cards[1].contains("✔ Anna"), "{cards:?}");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_order_posts_nothing() {
    let table = playing().await;
    let made = requests(table.server(), POSTS) + requests(table.server(), EDITS);
    for line in [
        "/bid bids:\"1 1 1 1 1 1 1\"",
        "/dice roll what:1000000d6",
        "/campaign start",
        "/campaign join word:again",
        "/campaign leave",
        "/dice word word:\"two words\"",
    ] {
        common::refusal(&table.slash("Anna", line).await, "Anna");
    }
    assert_eq!(requests(table.server(), POSTS) + requests(table.server(), EDITS), made);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_evening_over_a_bad_network_is_told_once_and_in_order() {
    let table = playing().await;
    let faults = table.server().faults();
    for round in 0..3 {
        faults.strike(POSTS, 1, Fault::CutAfter);
        faults.strike(POSTS, 1, Fault::Broken(500 + round));
        faults.strike(HISTORY, 1, Fault::CutBefore);
        faults.strike(POSTS, 1, Fault::CutBefore);
        faults.strike(POSTS, 1, Fault::TooMany { retry_after: 0.05, scope: "shared" });
        roll(table.server(), COUNCIL, 4).await;
        table.since(0).await;
    }
    assert_eq!(rolls(table.server(), COUNCIL), numbered(1, 12));
    table.close().await;
}
