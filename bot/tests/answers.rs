//! What is sent again when Discord does not take it at once: the commands when the bot starts, and answers to interactions. What was asked
//! is done once, and its answer seen once.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::{
    self, ANSWER_EDITS, ANSWERS, Bot, COMMANDS, COUNCIL, OBSERVER, SEVEN, all_of, answer, requests, until,
};
use chancery::gateway::Gateway;
use chancery::health::Health;
use commands::chance::Seeded;
use commands::house::House;
use db::{Stamp, Store};
use local_discord::{Audience, Fault, Kind, LocalDiscord, Seen, VirtualClock};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::watch;

const TOO_MANY: Fault = Fault::TooMany { retry_after: 0.2, scope: "user" };

async fn server() -> LocalDiscord {
    let clock = Arc::new(VirtualClock::starting_at(chancery::rehearse::BEGINNING));
    LocalDiscord::start(common::server(clock, &SEVEN[..2])).await.unwrap()
}

fn house(database: &Path) -> Arc<House> {
    let store = Store::open(database, &Stamp::Local).unwrap();
    let time = Arc::new(chancery::clock::Shared(Arc::new(local_discord::SystemClock)));
    Arc::new(House::new(store, time, Arc::new(Seeded::new([1; 32])), None))
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_sent_until_discord_takes_them() {
    let (server, folder) = (server().await, tempfile::tempdir().unwrap());
    server.faults().strike(COMMANDS, 2, Fault::Broken(503));
    server.faults().strike(COMMANDS, 1, Fault::CutBefore);
    server.faults().strike(COMMANDS, 1, TOO_MANY);
    let bot = Bot::start(&server, &folder.path().join("table.db"), 1).await;
    assert!(bot.house.tally.are_commands_registered());
    assert!(server.commands().iter().any(|command| command["name"] == "campaign"));
    assert_eq!(requests(&server, COMMANDS), 5);
    let asked = server.slash("Anna", COUNCIL, "/help").unwrap();
    until("the first command is answered", || server.answered(asked) == Some((true, false))).await;
    bot.crash();
    assert_eq!(server.violations(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_without_its_commands_is_not_ready_and_stops_when_asked() {
    let (server, folder) = (server().await, tempfile::tempdir().unwrap());
    server.faults().strike(COMMANDS, 1000, Fault::TooMany { retry_after: 0.3, scope: "user" });
    let house = house(&folder.path().join("table.db"));
    let (stop, stopping) = watch::channel(false);
    let (ready, is_ready) = watch::channel(false);
    let gateway = Gateway::new(server.token(), &server.api_base()).unwrap();
    let serving = house.clone();
    let begun = Instant::now();
    let serving = tokio::spawn(async move { gateway.serve(serving, ready, stopping).await });
    until("three tries", || requests(&server, COMMANDS) >= 3).await;
    // As long as Discord says, and no shorter.
    assert!(begun.elapsed() >= Duration::from_millis(600), "{:?}", begun.elapsed());
    until("the gateway is connected", || house.tally.is_connected()).await;
    let health = Health::new(house.clone(), None);
    let (can_play, says) = health.ready().await;
    assert!(!can_play && says["gateway"]["ok"] == true && says["commands"]["ok"] == false, "{says}");
    assert!(says["commands"]["says"].as_str().unwrap().ends_with('.') && !*is_ready.borrow(), "{says}");
    let asked = Instant::now();
    stop.send(true).unwrap();
    serving.await.unwrap().unwrap();
    assert!(asked.elapsed() < Duration::from_secs(3), "{:?}", asked.elapsed());
    server.stop().await;
}

/// Asserts that a roll of Anna's stands once on the record, and that she and the council saw it once, and no failure.
fn once(seen: &[Seen], before: usize, after: usize, what: &Fault) {
    assert_eq!(after, before + 2, "{what:?}: {seen:#?}");
    let own = answer(seen, "Anna");
    assert!(all_of(own).contains("2d6") || all_of(own).contains("Roll"), "{what:?}: {own:#?}");
    assert!(!seen.iter().any(|seen| seen.kind == Kind::Failed), "{what:?}: {seen:#?}");
    let posts = seen.iter().filter(|seen| matches!(&seen.to, Audience::Public(name) if name == COUNCIL));
    assert_eq!(posts.count(), 1, "{what:?}: {seen:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_does_not_get_through_is_sent_again() {
    let table = common::table(&SEVEN[..2]).await;
    let id = table.begun(2).await;
    for fault in [Fault::Broken(500), Fault::Broken(503), Fault::CutBefore, Fault::CutAfter, TOO_MANY] {
        let (lines, sent) = (table.lines(&id).await, requests(table.server(), ANSWERS));
        table.server().faults().strike(ANSWERS, 2, fault.clone());
        let seen = table.slash("Anna", "/dice roll what:2d6").await;
        once(&seen, lines, table.lines(&id).await, &fault);
        // What was cut off after it arrived is refused the second time, as acknowledged already.
        assert_eq!(requests(table.server(), ANSWERS) - sent, 3, "{fault:?}");
        table.server().faults().clear();
    }
    table.close().await;
}

/// How long work may take before it is put off follows from how long the server waits: of Discord's three seconds half, and in a rehearsal so
/// long that it does not hang on how fast the machine is.
#[tokio::test(flavor = "multi_thread")]
async fn the_house_is_patient_for_half_of_what_the_server_waits() {
    let clock = Arc::new(VirtualClock::starting_at(0));
    let discord = local_discord::Settings::new(clock.clone(), "test-token", "page").limit;
    for (limit, half) in [(discord, 1_500), (Duration::from_secs(60), 30_000)] {
        let folder = tempfile::tempdir().unwrap();
        let settings = local_discord::Settings { limit, ..common::server(clock.clone(), &SEVEN[..2]) };
        let (database, chance) = (folder.path().join("patient.db"), Arc::new(Seeded::new([1; 32])));
        let table = chancery::local::LocalTable::open(settings, &database, chance, None).await.unwrap();
        assert_eq!(table.house.patience(), Duration::from_millis(half));
        table.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deferred_answer_that_does_not_get_through_is_sent_again() {
    let table = common::table(&SEVEN[..2]).await;
    let id = table.begun(2).await;
    for fault in [Fault::Broken(502), Fault::CutBefore, Fault::CutAfter, TOO_MANY] {
        let (lines, sent) = (table.lines(&id).await, requests(table.server(), ANSWER_EDITS));
        table.server().faults().strike(ANSWERS, 1, fault.clone());
        table.server().faults().strike(ANSWER_EDITS, 2, fault.clone());
        let seen = table.slash("Anna", "/campaign export").await;
        // An edit that arrived and is sent again says the same once more, on the same message.
        let of_hers = |seen: &&Seen| seen.to == Audience::Ephemeral("Anna".to_owned());
        let own: Vec<&Seen> = seen.iter().filter(of_hers).collect();
        let replies = own.iter().filter(|seen| seen.kind == Kind::Reply).count();
        assert_eq!(replies, 1, "{fault:?}");
        assert!(
            own.iter().all(|one| one.message == own[0].message && one.files == own[0].files),
            "{fault:?}"
        );
        assert!(!own[0].files.is_empty(), "{fault:?}");
        assert!(!seen.iter().any(|seen| seen.kind == Kind::Failed), "{fault:?}");
        assert_eq!(requests(table.server(), ANSWER_EDITS) - sent, 3, "{fault:?}");
        assert_eq!(table.lines(&id).await, lines);
        table.server().faults().clear();
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_never_gets_through_comes_by_direct_message() {
    let table = common::table(&SEVEN[..2]).await;
    let id = table.begun(2).await;
    let (lines, mark) = (table.lines(&id).await, table.mark());
    table.server().faults().strike(ANSWERS, 1000, Fault::Broken(503));
    let asked = table.server().slash("Anna", COUNCIL, "/dice roll what:2d6").unwrap();
    until("Discord gives it up", || table.server().answered(asked) == Some((false, true))).await;
    table.server().faults().clear();
    let seen = table.since(mark).await;
    assert_eq!(table.lines(&id).await, lines + 2, "{seen:#?}");
    let letters: Vec<&Seen> = seen.iter().filter(|seen| seen.to == Audience::Dm("Anna".to_owned())).collect();
    let [letter] = letters.as_slice() else { panic!("{seen:#?}") };
    assert!(all_of(letter).contains("too late") && all_of(letter).contains("Roll"), "{letter:#?}");
    // Somebody else's answer is not held up by it.
    assert!(!seen.iter().any(|seen| seen.to == Audience::Ephemeral(OBSERVER.to_owned())));
    table.close().await;
}
