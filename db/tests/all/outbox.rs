//! The order of messages, and what becomes of those that cannot be sent.

use db::{CardRow, Commit, NewMessage, OutboxRow, OutboxState, Store, Target};

use crate::{Table, message, next, posts};

fn bodies(rows: &[OutboxRow]) -> Vec<&str> {
    rows.iter().map(|row| row.body.as_str()).collect()
}

async fn due(store: &Store, now: i64) -> Vec<String> {
    store.due(now, 50).await.unwrap().into_iter().map(|row| row.body).collect()
}

async fn send(table: &Table, messages: Vec<NewMessage>) -> Vec<i64> {
    table.store.commit(posts("ulm", 1, messages)).await.unwrap().outbox
}

fn edit(purpose: &str, channel: u64, body: &str) -> NewMessage {
    message(Target::Edit { purpose: purpose.to_owned(), channel }, body)
}

#[tokio::test]
async fn each_channel_and_each_user_has_an_order_of_its_own() {
    let table = Table::founded(&["ulm"]).await;
    let mut with_file = message(Target::Channel(1), "a1");
    with_file.files = vec![("map.png".to_owned(), vec![1, 2]), ("b.txt".to_owned(), vec![])];
    with_file.line = Some(0);
    let sent = vec![
        with_file.clone(),
        edit("turn", 1, "a2"),
        message(Target::Channel(2), "b1"),
        message(Target::User(1), "u1"),
        message(Target::Channel(1), "a3"),
        message(Target::User(1), "u2"),
    ];
    let ids = send(&table, sent).await;
    assert!(ids.is_sorted());
    let rows = table.store.due(0, 50).await.unwrap();
    assert_eq!(bodies(&rows), ["a1", "b1", "u1"]);
    assert_eq!((&rows[0].files, rows[0].line), (&with_file.files, Some(0)));
    assert_eq!((rows[0].target.clone(), rows[2].target.clone()), (Target::Channel(1), Target::User(1)));
    // The same for the same row, another for another message under its number.
    let mut other = rows[0].clone();
    assert!(rows[0].nonce().starts_with(&format!("o{}.", ids[0])) && rows[0].nonce().len() <= 25);
    assert_eq!(other.nonce(), rows[0].nonce());
    other.body.push(' ');
    assert_ne!(other.nonce(), rows[0].nonce());
    assert_eq!(bodies(&table.store.due(0, 2).await.unwrap()), ["a1", "b1"]);
    assert_eq!(table.store.waiting_count(0).await.unwrap(), 6);

    table.store.sending(ids[0]).await.unwrap();
    let rows = table.store.due(0, 50).await.unwrap();
    assert_eq!((rows[0].state, rows[0].attempts, bodies(&rows)[0]), (OutboxState::Sending, 1, "a1"));
    assert_eq!(rows[1].attempts, 0);
    assert!(!table.store.is_delivered(900).await.unwrap());
    table.store.sent(ids[0], 900).await.unwrap();
    assert!(table.store.is_delivered(900).await.unwrap());
    assert_eq!(due(&table.store, 0).await, ["a2", "b1", "u1"]);
    table.store.sent(ids[1], 901).await.unwrap();
    assert_eq!(table.store.card("ulm", "turn").await.unwrap(), Some(CardRow { channel: 1, message: 901 }));
    assert_eq!(due(&table.store, 0).await, ["b1", "u1", "a3"]);
    assert_eq!(table.store.waiting_count(0).await.unwrap(), 4);
}

#[tokio::test]
async fn a_message_put_off_keeps_its_place() {
    let table = Table::founded(&["ulm"]).await;
    let ids = send(&table, vec![message(Target::Channel(1), "a1"), message(Target::Channel(1), "a2")]).await;
    table.store.sending(ids[0]).await.unwrap();
    table.store.put_off(ids[0], 50).await.unwrap();
    assert_eq!(due(&table.store, 49).await, [""; 0]);
    assert_eq!(table.store.waiting_count(49).await.unwrap(), 0);
    let row = &table.store.due(50, 9).await.unwrap()[0];
    assert_eq!((row.body.as_str(), row.state, row.attempts), ("a1", OutboxState::Waiting, 1));
    assert_eq!(table.store.waiting_count(50).await.unwrap(), 2);
    table.store.sent(ids[0], 1).await.unwrap();
    assert_eq!(due(&table.store, 50).await, ["a2"]);
}

#[tokio::test]
async fn a_clock_that_went_back_holds_nothing_and_changes_no_order() {
    let table = Table::founded(&["ulm"]).await;
    let put = |since, body| NewMessage { since, ..message(Target::Channel(1), body) };
    let ids = send(&table, vec![put(5_000, "before"), put(100, "after")]).await;
    assert_eq!(due(&table.store, 100).await, ["before"]);
    assert_eq!(table.store.waiting_count(100).await.unwrap(), 2);
    let standing = table.store.standing().await.unwrap();
    assert_eq!((standing.waiting, standing.oldest_seconds(160)), (2, 60));
    table.store.sent(ids[0], 1).await.unwrap();
    assert_eq!(due(&table.store, 100).await, ["after"]);
}

#[tokio::test]
async fn a_parked_message_blocks_nobody_and_a_dm_waits_at_the_desk() {
    let table = Table::founded(&["ulm", "jena"]).await;
    let mut dm = message(Target::User(8), "secret one");
    dm.files = vec![("receipt.txt".to_owned(), b"salt".to_vec())];
    let ids = send(
        &table,
        vec![
            message(Target::Channel(1), "a1"),
            message(Target::Channel(1), "a2"),
            dm,
            message(Target::User(8), "secret two"),
        ],
    )
    .await;
    table.store.park(ids[0], 50001, "Missing access.").await.unwrap();
    table.store.park(ids[2], 50007, "Direct messages are closed.").await.unwrap();
    assert_eq!(due(&table.store, 0).await, ["a2", "secret two"]);
    assert_eq!(table.store.waiting_count(0).await.unwrap(), 2);

    let desk = table.store.parked_for("ulm", 8).await.unwrap();
    assert_eq!(bodies(&desk), ["secret one"]);
    assert_eq!((desk[0].code, desk[0].state, desk[0].files.len()), (Some(50007), OutboxState::Parked, 1));
    assert_eq!(desk[0].why.as_deref(), Some("Direct messages are closed."));
    assert_eq!(table.store.parked_for("jena", 8).await.unwrap(), []);
    assert_eq!(table.store.parked_for("ulm", 9).await.unwrap(), []);

    // What is delivered is not parked, and what is parked is not sent again.
    table.store.sent(ids[1], 5).await.unwrap();
    table.store.park(ids[1], 1, "late").await.unwrap();
    table.store.sending(ids[2]).await.unwrap();
    assert_eq!(due(&table.store, 0).await, ["secret two"]);
    table.store.taken(ids[2]).await.unwrap();
    table.store.taken(ids[3]).await.unwrap();
    assert_eq!(table.store.parked_for("ulm", 8).await.unwrap(), []);
    assert_eq!(due(&table.store, 0).await, ["secret two"]);
}

#[tokio::test]
async fn held_messages_wait_for_their_release() {
    let table = Table::founded(&["ulm", "jena"]).await;
    let ids = send(&table, vec![message(Target::Channel(1), "a1"), message(Target::Channel(1), "a2")]).await;
    table.store.commit(posts("jena", 1, vec![message(Target::Channel(1), "other")])).await.unwrap();
    table.store.sending(ids[0]).await.unwrap();
    assert_eq!(table.store.hold_all("ulm").await.unwrap(), 2);
    assert_eq!(due(&table.store, 0).await, ["other"]);
    send(&table, vec![message(Target::Channel(2), "restored")]).await;
    assert_eq!(due(&table.store, 0).await, ["other", "restored"]);
    assert_eq!(table.store.release_held("ulm").await.unwrap(), 2);
    let rows = table.store.due(0, 9).await.unwrap();
    assert_eq!(bodies(&rows), ["a1", "restored"]);
    assert_eq!((rows[0].attempts, rows[0].state), (1, OutboxState::Waiting));
    table.store.sent(ids[0], 1).await.unwrap();
    let rows = table.store.due(0, 9).await.unwrap();
    assert_eq!((bodies(&rows)[0], rows[0].attempts), ("a2", 1));
    assert_eq!(table.store.release_held("ulm").await.unwrap(), 0);
}

#[tokio::test]
async fn numbers_are_never_used_again() {
    let table = Table::founded(&["ulm"]).await;
    let first = send(&table, vec![message(Target::User(1), "x")]).await;
    table.store.sent(first[0], 1).await.unwrap();
    table.store.tidy(0).await.unwrap();
    let second = send(&table, vec![message(Target::User(1), "y")]).await;
    assert!(second[0] > first[0]);
    // Telling of a row that is gone is no error, and does not come to life again.
    table.store.sent(first[0], 2).await.unwrap();
    table.store.put_off(first[0], 2).await.unwrap();
    assert_eq!(due(&table.store, 0).await, ["y"]);
}

#[tokio::test]
async fn a_post_that_is_made_once_is_made_again_only_after_another() {
    let table = Table::founded(&["ulm", "jena"]).await;
    let post = |kind: &str| NewMessage { kind: kind.to_owned(), ..message(Target::Channel(1), "{}") };
    let store = &table.store;
    assert!(store.post_once("ulm", post("stopped"), "restored").await.unwrap());
    assert!(!store.post_once("ulm", post("stopped"), "restored").await.unwrap());
    assert!(store.post_once("jena", post("stopped"), "restored").await.unwrap());
    // Delivered, it still counts.
    for row in store.due(0, 9).await.unwrap() {
        store.sending(row.id).await.unwrap();
        store.sent(row.id, 1).await.unwrap();
    }
    assert!(!store.post_once("ulm", post("stopped"), "restored").await.unwrap());
    store.commit(Commit { outbox: vec![post("restored")], ..next("ulm", 1) }).await.unwrap();
    assert!(store.post_once("ulm", post("stopped"), "restored").await.unwrap());
    assert!(!store.post_once("ulm", post("stopped"), "restored").await.unwrap());
    assert!(store.post_once("nowhere", post("stopped"), "restored").await.is_err());
}
