//! Threads that start from a post, and pictures that are drawn when a post is sent.

use db::{CardRow, NewMessage, Target, ThreadRow};
use rusqlite::Connection;

use crate::{Table, message, open, posts};

fn opening(channel: u64, body: &str) -> NewMessage {
    let (purpose, name) = ("battle/3".to_owned(), "Battle of Ulm".to_owned());
    message(Target::Opening { purpose, name, channel }, body)
}

fn told(channel: u64, body: &str) -> NewMessage {
    message(Target::Thread { purpose: "battle/3".to_owned(), channel }, body)
}

fn thread(message: u64, thread: Option<u64>, refused: bool) -> Option<ThreadRow> {
    let opening = CardRow { channel: 1, message };
    Some(ThreadRow { name: "Battle of Ulm".to_owned(), opening, thread, refused })
}

#[tokio::test]
async fn a_thread_is_known_from_its_opening_on_and_keeps_the_channels_order() {
    let table = Table::founded(&["ulm", "jena"]).await;
    let with_picture =
        NewMessage { picture: Some("battle/3".to_owned()), ..message(Target::Channel(1), "end") };
    let sent = vec![opening(1, "opened"), told(1, "day 1"), with_picture];
    let ids = table.store.commit(posts("ulm", 1, sent.clone())).await.unwrap().outbox;
    for (id, sent) in ids.iter().zip(sent) {
        let due = table.store.due(0, 9).await.unwrap();
        let [row] = due.as_slice() else { panic!("{due:?}") };
        assert_eq!((row.id, &row.target, &row.picture), (*id, &sent.target, &sent.picture));
        assert_eq!((row.target.channel(), row.target.lane().as_str()), (Some(1), "c1"));
        if sent.body == "opened" {
            assert_eq!(table.store.thread("ulm", "battle/3").await.unwrap(), None);
        }
        table.store.sent(*id, 900 + id.cast_unsigned()).await.unwrap();
    }
    let first = 900 + ids[0].cast_unsigned();
    assert_eq!(table.store.thread("ulm", "battle/3").await.unwrap(), thread(first, None, false));
    assert_eq!(table.store.thread("jena", "battle/3").await.unwrap(), None);
    // Neither is a card.
    assert_eq!(table.store.card("ulm", "battle/3").await.unwrap(), None);

    table.store.thread_made("ulm", "battle/3", first).await.unwrap();
    assert_eq!(table.store.thread("ulm", "battle/3").await.unwrap(), thread(first, Some(first), false));
    assert_eq!(table.store.campaign_of_thread(first).await.unwrap().as_deref(), Some("ulm"));
    assert_eq!(table.store.campaign_of_thread(1).await.unwrap(), None);
    assert!(table.store.thread_refused("ulm", "battle/3").await.unwrap());
    assert_eq!(table.store.thread("ulm", "battle/3").await.unwrap(), thread(first, Some(first), true));
    assert!(!table.store.thread_refused("ulm", "battle/3").await.unwrap());

    // Opened again under the same number, after the step was set back.
    let ids = table.store.commit(posts("ulm", 1, vec![opening(1, "again")])).await.unwrap().outbox;
    table.store.sent(ids[0], 2000).await.unwrap();
    assert_eq!(table.store.thread("ulm", "battle/3").await.unwrap(), thread(2000, None, false));
}

#[tokio::test]
async fn a_database_of_the_version_before_is_read_with_what_waits_in_it() {
    let table = Table::founded(&["ulm"]).await;
    table.store.commit(posts("ulm", 1, vec![message(Target::Channel(1), "waits")])).await.unwrap();
    let path = table.path();
    table.store.clone().close();
    let old = Connection::open(&path).unwrap();
    old.execute_batch(
        "DROP TABLE pictures; DROP TABLE threads; ALTER TABLE outbox DROP COLUMN thread; ALTER TABLE outbox DROP COLUMN thread_name;
         ALTER TABLE outbox DROP COLUMN picture; ALTER TABLE outbox DROP COLUMN mark; ALTER TABLE campaigns DROP COLUMN entries;
         ALTER TABLE campaigns DROP COLUMN forgotten; PRAGMA user_version = 3;",
    )
    .and_then(|()| old.execute_batch(crate::REPLIES_IN_REQUESTS))
    .unwrap();
    old.close().unwrap();
    let store = open(&path);
    let due = store.due(0, 9).await.unwrap();
    assert_eq!(
        (due[0].body.as_str(), &due[0].target, &due[0].picture),
        ("waits", &Target::Channel(1), &None)
    );
    assert_eq!(store.thread("ulm", "battle/3").await.unwrap(), None);
}
