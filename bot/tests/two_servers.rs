//! Two servers with the same members: a campaign belongs to the server it was founded in, and is seen, named and forgotten there alone.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::{self, COUNCIL, SEVEN, Table, advance, answer, refusal, until};
use commands::chance::Seeded;
use local_discord::{Kind, VirtualClock};
use std::sync::Arc;

const ELSEWHERE: &str = "elsewhere";
const HALL: &str = "hall";

async fn table() -> Table {
    let clock = Arc::new(VirtualClock::starting_at(chancery::rehearse::BEGINNING));
    let folder = tempfile::tempdir().unwrap();
    let mut settings = common::server(clock.clone(), &SEVEN[..2]);
    settings.more_guilds.push(("Second".to_owned(), vec![ELSEWHERE.to_owned(), HALL.to_owned()]));
    let database = folder.path().join("table.db");
    let table = chancery::local::LocalTable::open(settings, &database, Arc::new(Seeded::new([1; 32])), None);
    Table { table: table.await.unwrap(), clock, folder }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_is_of_its_server_alone() {
    let table = table().await;
    let server = table.server();
    let (one, other) =
        (table.found("The Grand War", 2).await, table.found_in(ELSEWHERE, "The Small War", 2).await);
    let rows = table.table.house.store.campaigns().await.unwrap();
    let guild = |id: &str| rows.iter().find(|row| row.id == id).unwrap().guild;
    assert_eq!(guild(&one), server.guild_id());
    assert_eq!(Some(guild(&other)), server.guild_named("Second"));
    for (channel, word) in [(COUNCIL, "a"), (ELSEWHERE, "b")] {
        for who in &SEVEN[..2] {
            let seen = table.slash_in(channel, who, &format!("/campaign join word:{word}")).await;
            answer(&seen, who);
        }
        answer(&table.slash_in(channel, "Anna", "/campaign start").await, "Anna");
    }

    // What can be meant in a channel without a campaign is its own server's.
    let before = (table.lines(&one).await, table.lines(&other).await);
    answer(&table.slash_in(HALL, "Anna", "/dice roll what:2d6").await, "Anna");
    assert_eq!((table.lines(&one).await, table.lines(&other).await), (before.0, before.1 + 2));
    let named = "/dice roll what:2d6 campaign:\"The Grand War\"";
    assert!(refusal(&table.slash_in(HALL, "Anna", named).await, "Anna").contains("no campaign"));
    let mark = table.mark();
    server.autocomplete("Anna", HALL, "/dice roll what:2d6 campaign:", "campaign").unwrap();
    let seen = table.since(mark).await;
    let choices: Vec<&str> =
        seen.iter().filter(|seen| seen.kind == Kind::Choices).map(|seen| seen.text.as_str()).collect();
    assert_eq!(choices.len(), 1, "{seen:#?}");
    assert!(choices[0].contains("The Small War") && !choices[0].contains("The Grand War"), "{choices:?}");

    // The first server removes the bot: the other's campaign goes on, and stays when the first's is deleted.
    server.remove_bot(false);
    let house = &table.table.house;
    until("the removal is noted", || server.activity().0 == 0).await;
    answer(&table.slash_in(ELSEWHERE, "Bertil", "/dice roll what:2d6").await, "Bertil");
    advance(&table.clock, 40 * 24 * 60 * 60);
    let mut deleted = 0;
    for _ in 0..100 {
        deleted += chancery::servers::forget_left(house, 30).await;
        if deleted > 0 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(deleted, 1);
    let left: Vec<String> = house.store.campaigns().await.unwrap().into_iter().map(|row| row.id).collect();
    assert_eq!(left, [other]);
    answer(&table.slash_in(ELSEWHERE, "Anna", "/desk").await, "Anna");
    table.close().await;
}
