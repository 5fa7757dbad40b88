//! What can go wrong around a game that the other tests do not bring about: Discord asks to connect anew, answers come too late, people
//! leave, two press at once, the clock jumps, a campaign's rules break.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::{self, ANSWERS, COUNCIL, LOUNGE, SEVEN, Table, all_of, answer, refusal, until};
use commands::chance::Seeded;
use local_discord::{Audience, Clock, Fault, Kind, Seen, VirtualClock};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

const DAY: i64 = 24 * 60 * 60;

/// A campaign's public record.
async fn record(table: &Table, id: &str) -> String {
    table.table.house.record(id).await.unwrap().1
}

/// Asserts that a record checks, and that its time never runs back.
#[track_caller]
fn sound(record: &str) {
    engine::table::verify::verify(record.as_bytes(), &[]).unwrap();
    let times: Vec<i64> = record
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).unwrap()["p"]["at"].as_i64())
        .collect();
    assert!(times.len() > 3 && times.is_sorted(), "{times:?}");
}

fn to<'s>(seen: &'s [Seen], label: &str) -> Vec<&'s Seen> {
    seen.iter().filter(|seen| seen.to.label() == label).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn play_goes_on_when_discord_asks_to_connect_anew() {
    let table = common::table(&SEVEN[..2]).await;
    let id = table.begun(2).await;
    let server = table.server();
    let resumed = || server.transcript().matches("the bot resumed").count();
    let asks: [(&str, &dyn Fn() -> bool, bool); 3] = [
        ("opcode 7", &|| server.faults().ask_reconnect(), true),
        ("opcode 9, resumable", &|| server.invalidate_session(true), true),
        ("opcode 9", &|| server.invalidate_session(false), false),
    ];
    for (what, ask, resumes) in asks {
        let (before, identified) = (resumed(), server.identifies());
        let asked = server.slash("Bertil", COUNCIL, "/dice roll what:2d6").unwrap();
        until("the roll is answered", || server.answered(asked) == Some((true, false))).await;
        // It may be between two connections still.
        until(what, ask).await;
        let back = || if resumes { resumed() > before } else { server.identifies() > identified };
        until(what, || back() && server.connected()).await;
        assert_eq!(server.identifies() - identified, u64::from(!resumes), "{what}");
        // What is still on its way from before arrives first.
        table.since(table.mark()).await;
        // What it had dealt with before comes once more, as a resume repeats it.
        let lines = table.lines(&id).await;
        let mark = table.mark();
        server.resend(asked);
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert!(table.since(mark).await.is_empty(), "{what}");
        assert_eq!(table.lines(&id).await, lines, "{what}");
        answer(&table.slash("Anna", "/dice roll what:2d6").await, "Anna");
        assert_eq!(table.lines(&id).await, lines + 2, "{what}");
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_too_slow_comes_by_direct_message() {
    let clock = Arc::new(VirtualClock::starting_at(chancery::rehearse::BEGINNING));
    let folder = tempfile::tempdir().unwrap();
    let mut settings = common::server(clock.clone(), &SEVEN[..2]);
    settings.limit = Duration::from_millis(400);
    let database = folder.path().join("table.db");
    let table = chancery::local::LocalTable::open(settings, &database, Arc::new(Seeded::new([1; 32])), None);
    let table = Table { table: table.await.unwrap(), clock, folder };
    let id = table.begun(2).await;
    let slow = Fault::Delay(Duration::from_millis(800));
    for (line, expected, lines) in [
        ("/dice roll what:2d6", "Roll 1.1", 2),
        ("/bid bids:\"1 2 3 4 5 6 7\"", "Sealed", 0),
        ("/desk", "Make it Final", 0),
    ] {
        let before = table.lines(&id).await;
        table.server().faults().strike(ANSWERS, 1, slow.clone());
        let mark = table.mark();
        table.server().slash("Anna", COUNCIL, line).unwrap();
        until("the answer is refused", || {
            let requests = table.server().requests();
            requests.iter().any(|one| one.code == Some(10062))
                && table.server().activity().0 == 0
                && !to(&table.server().seen_since(mark), "dm:Anna").is_empty()
        })
        .await;
        let seen = table.since(mark).await;
        let failed = seen.iter().filter(|seen| seen.kind == Kind::Failed).count();
        assert_eq!(failed, 1, "{seen:#?}");
        assert!(!seen.iter().any(|seen| seen.kind == Kind::Reply), "{seen:#?}");
        let late: Vec<&Seen> =
            to(&seen, "dm:Anna").into_iter().filter(|seen| all_of(seen).contains("too late")).collect();
        let [late] = late.as_slice() else { panic!("{line}: {seen:#?}") };
        assert!(all_of(late).contains(expected), "{line}: {late:#?}");
        assert_eq!(table.lines(&id).await, before + lines, "{line}");
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_left_the_server_keeps_nobody_waiting() {
    let table = common::table(&SEVEN[..3]).await;
    let id = table.begun(3).await;
    table.slash("Bertil", "/bid bids:\"1 2 3 4 5 6 7\"").await;
    assert!(table.server().remove_member("Bertil", true));
    // His letters cannot reach him; the council is told once for each, and never what stands in it.
    let mark = table.mark();
    table.slash("Anna", "/bid bids:\"7 6 5 4 3 2 1\"").await;
    table.slash("Chiara", "/bid bids:\"2 3 4 5 6 7 8\"").await;
    for who in ["Anna", "Chiara"] {
        table.press(who, "Make it Final").await;
    }
    let from_desk = common::button(answer(&table.slash("Anna", "/desk").await, "Anna"), "Withdraw Final");
    assert!(from_desk.starts_with("v1:"));
    assert!(to(&table.since(mark).await, "dm:Bertil").is_empty());
    // He cannot act there any more, and nobody acts for him by pressing his buttons.
    assert!(table.server().slash("Bertil", COUNCIL, "/desk").is_err());
    let lines = table.lines(&id).await;
    table.slash("Anna", "/dice roll what:2d6").await;
    assert_eq!(table.lines(&id).await, lines + 2);
    // From his direct messages with the bot he still does: he is no stranger to his campaign.
    let desk = table.slash_in("dm", "Bertil", "/desk").await;
    assert!(all_of(answer(&desk, "Bertil")).contains("The Grand War"), "{desk:#?}");
    let seen = table.slash_in("dm", "Bertil", "/bid bids:\"3 4 5 6 7 8 9\"").await;
    answer_in_dm(&seen, "Bertil");
    assert_eq!(table.server().requests().iter().filter(|one| one.code == Some(50278)).count(), 1);
    let notices = table.posts(COUNCIL).iter().filter(|post| post.contains("dispatch waits")).count();
    assert_eq!(notices, 1);
    // Back again, he reads what waited.
    assert!(table.server().remove_member("Bertil", false));
    table.slash("Bertil", "/desk").await;
    let seen = table.press("Bertil", "Read dispatches").await;
    assert!(all_of(answer(&seen, "Bertil")).contains("Receipt"), "{seen:#?}");
    sound(&record(&table, &id).await);
    table.close().await;
}

/// Asserts that somebody was answered once in the direct messages with the bot, and not refused.
#[track_caller]
fn answer_in_dm(seen: &[Seen], who: &str) {
    let own = |seen: &&Seen| {
        matches!(&seen.to, Audience::Ephemeral(to) | Audience::Dm(to) if to == who)
            && seen.kind == Kind::Reply
    };
    let answers: Vec<&Seen> = seen.iter().filter(own).collect();
    let [only] = answers.as_slice() else { panic!("{seen:#?}") };
    assert!(!only.text.starts_with(commands::message::REFUSED), "{only:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_who_press_at_the_same_moment_are_both_answered_and_one_is_taken() {
    let table = common::table(&SEVEN).await;
    let id = table.gathered(2).await;
    // The host asks twice, on the telephone and at the computer.
    let mark = table.mark();
    for _ in 0..2 {
        table.server().slash("Anna", COUNCIL, "/campaign start").unwrap();
    }
    let seen = table.since(mark).await;
    let answers = to(&seen, "ephemeral:Anna");
    let refused = answers.iter().filter(|seen| seen.text.starts_with(commands::message::REFUSED)).count();
    assert_eq!((answers.len(), refused), (2, 1), "{seen:#?}");
    assert_eq!(record(&table, &id).await.matches("\"verb\":\"start\"").count(), 1);
    // One free seat and six who want it.
    table.found_in(LOUNGE, "Another", 2).await;
    table.slash_in(LOUNGE, "Anna", "/campaign join word:w").await;
    let mark = table.mark();
    for who in &SEVEN[1..] {
        table.server().slash(who, LOUNGE, "/campaign join word:quick").unwrap();
    }
    let seen = table.since(mark).await;
    let mut sat = 0;
    for who in &SEVEN[1..] {
        let own = to(&seen, &format!("ephemeral:{who}"));
        let [own] = own.as_slice() else { panic!("{who}: {seen:#?}") };
        sat += usize::from(!own.text.starts_with(commands::message::REFUSED));
    }
    assert_eq!(sat, 1, "{seen:#?}");
    // All envelopes are Final at one moment: the round is opened once.
    for (n, who) in SEVEN[..2].iter().enumerate() {
        table.slash(who, &format!("/bid bids:\"{n} 2 3 4 5 6 7\"")).await;
    }
    for who in &SEVEN[..2] {
        table.server().press(who, "Make it Final").unwrap();
    }
    table.since(0).await;
    let opened = table.posts(COUNCIL).iter().filter(|post| post.contains("The bid sheets are open")).count();
    assert_eq!(opened, 1);
    sound(&record(&table, &id).await);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_leaps_passes_deadlines_once_and_never_runs_back() {
    let (table, time) = common::leaping(1_774_000_000).await;
    table.slash("Anna", "/campaign found name:War players:2").await;
    table.fill("Anna", &[("clock", "48 72 UTC")]).await;
    let id = table.table.house.store.campaigns().await.unwrap()[0].id.clone();
    for (n, who) in SEVEN[..2].iter().enumerate() {
        table.slash(who, &format!("/campaign join word:w{n}")).await;
    }
    table.slash("Anna", "/campaign start").await;
    for (n, who) in SEVEN[..2].iter().enumerate() {
        table.slash(who, &format!("/bid bids:\"{n} 2 3 4 5 6 7\"")).await;
        table.press(who, "Make it Final").await;
    }
    for leap in [45 * DAY, -30 * DAY, 0, 2 * DAY, 61 * DAY, -1, -90 * DAY, 400 * DAY] {
        time.advance(leap);
        let before = table.lines(&id).await;
        table.table.look_in().await;
        table.since(0).await;
        let once = table.lines(&id).await;
        // A second look at the same moment finds nothing more to do.
        table.table.look_in().await;
        table.since(0).await;
        assert_eq!(table.lines(&id).await, once, "{leap}");
        assert!(once - before < 60, "{leap}: {} lines at once", once - before);
        for who in &SEVEN[..2] {
            answer(&table.slash(who, "/desk").await, who);
            answer(&table.slash(who, "/turn calendar").await, who);
        }
        answer(&table.slash("Anna", "/dice word word:leap").await, "Anna");
        sound(&record(&table, &id).await);
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_that_break_in_one_campaign_leave_the_others_alone() {
    let table = common::table(&SEVEN[..2]).await;
    let broken = table.begun(2).await;
    table.found_in(LOUNGE, "Another", 2).await;
    for who in ["Anna", "Bertil"] {
        table.slash_in(LOUNGE, who, "/campaign join word:w").await;
    }
    table.slash_in(LOUNGE, "Anna", "/campaign start").await;
    let before = record(&table, &broken).await;
    {
        // Memory gone bad: the number of the next line cannot be counted on.
        let live = table.table.house.campaign(&broken).await.unwrap();
        let mut live = live.lock().await;
        let bad =
            engine::table::Campaign { next_line: u64::MAX, ..engine::table::Campaign::clone(&live.campaign) };
        live.campaign = bad.into();
    }
    for _ in 0..3 {
        let says = refusal(&table.slash("Anna", "/dice roll what:2d6 for:secretpurpose").await, "Anna");
        assert!(says.contains("rules broke") && says.contains("Nothing was changed"), "{says}");
        assert!(!says.contains("secretpurpose") && !says.contains("overflow"), "{says}");
        let seen = table.slash_in(LOUNGE, "Bertil", "/dice roll what:2d6").await;
        answer(&seen, "Bertil");
    }
    table.table.look_in().await;
    assert_eq!(table.table.house.busy(), 0);
    assert_eq!(record(&table, &broken).await, before);
    // What the disk holds is sound, and play goes on from it.
    table.table.house.forget_memory().await;
    answer(&table.slash("Anna", "/dice roll what:2d6").await, "Anna");
    sound(&record(&table, &broken).await);
    table.close().await;
}
