//! The order of messages, and what becomes of those that cannot be sent.

use db::{
    Barred, CampaignRow, CardRow, CardStands, Commit, NewMessage, OutboxRow, OutboxState, Store, Target,
};

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
    let of_another = OutboxRow { campaign: "jena".to_owned(), ..rows[0].clone() };
    let of_a_kind = OutboxRow { kind: "reminder".to_owned(), ..rows[0].clone() };
    for other in [other, of_another, of_a_kind] {
        assert_ne!(other.nonce(), rows[0].nonce(), "{other:?}");
    }
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
async fn what_bears_a_number_again_and_says_the_same_is_another_message() {
    let table = Table::founded(&["ulm"]).await;
    let backup = table.at("backup.db");
    table.store.backup(&backup).await.unwrap();
    let put = async |store: &Store| {
        // What the bot posts by itself goes out after a restore too.
        let awaited = message(Target::User(1), "You are awaited.");
        assert!(store.post_once("ulm", awaited, "restored").await.unwrap());
        store.due(0, 9).await.unwrap().remove(0)
    };
    let first = put(&table.store).await;
    // What is tried again, also by a program that was started again, is the same message.
    assert_eq!(table.store.due(0, 9).await.unwrap()[0].nonce(), first.nonce());
    let again = table.at("again.db");
    Store::restore(&backup, &again, false).unwrap();
    let second = put(&crate::open(&again)).await;
    assert_eq!((second.id, &second.body, &second.kind), (first.id, &first.body, &first.kind));
    assert_ne!(second.nonce(), first.nonce());
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
async fn a_barred_post_keeps_its_place_and_stands_apart_in_the_counts() {
    let table = Table::founded(&["ulm"]).await;
    let council = table.store.campaign("ulm").await.unwrap().unwrap().channel;
    let post = |body| NewMessage { since: 40, ..message(Target::Channel(council), body) };
    let ids = send(&table, vec![post("a1"), post("a2"), message(Target::User(8), "u1")]).await;
    table.store.sending(ids[0]).await.unwrap();
    assert!(table.store.bar(ids[0], 50013, "the bot may not write there").await.unwrap());
    // Again is no news; it is tried first, and nothing behind it before it.
    assert!(!table.store.bar(ids[0], 50001, "the bot may not see the channel").await.unwrap());
    assert_eq!(due(&table.store, 99).await, ["a1", "u1"]);
    let lane = Target::Channel(council).lane();
    assert_eq!(table.store.lanes_due(99).await.unwrap(), [lane.clone(), Target::User(8).lane()]);
    let first = table.store.due_in(&lane, 99).await.unwrap().unwrap();
    assert_eq!((first.body.as_str(), first.state, first.code), ("a1", OutboxState::Waiting, Some(50001)));
    assert_eq!(table.store.waiting_count(99).await.unwrap(), 1);
    let standing = table.store.standing().await.unwrap();
    assert_eq!((standing.waiting, standing.barred, standing.parked), (1, 2, 0));
    let barred = Barred { posts: 2, code: 50001, since: 40 };
    assert_eq!(table.store.barred_of("ulm").await.unwrap(), Some(barred));
    // A direct message has no channel that could be barred.
    assert!(!table.store.bar(ids[2], 50001, "").await.unwrap());
    // Delivered, the stretch is over; the next refusal is news.
    table.store.sent(ids[0], 1).await.unwrap();
    assert_eq!(table.store.barred_of("ulm").await.unwrap(), None);
    assert_eq!(table.store.waiting_count(99).await.unwrap(), 2);
    assert!(table.store.bar(ids[1], 50013, "the bot may not write there").await.unwrap());
    table.store.sent(ids[1], 2).await.unwrap();
    assert_eq!(table.store.due_in(&lane, 99).await.unwrap(), None);
}

#[tokio::test]
async fn what_waits_for_the_old_council_goes_to_the_new_one() {
    let table = Table::founded(&["ulm", "jena"]).await;
    let store = &table.store;
    let row = store.campaign("ulm").await.unwrap().unwrap();
    let (old, new) = (row.channel, row.channel + 1000);
    let post = |body| message(Target::Channel(old), body);
    let elsewhere = message(Target::Channel(7), "elsewhere");
    let ids = send(&table, vec![post("a1"), edit("turn", old, "a2"), elsewhere, post("a3")]).await;
    let of_another = store.commit(posts("jena", 1, vec![post("of another")])).await.unwrap().outbox;
    store.sent(of_another[0], 5).await.unwrap();
    store.sending(ids[0]).await.unwrap();
    store.bar(ids[0], 10003, "the channel is gone").await.unwrap();
    store.sending(ids[3]).await.unwrap();
    let there = CampaignRow { channel: new, ..row };
    let moves =
        Commit { found: Some(there), outbox: vec![message(Target::Channel(new), "a4")], ..next("ulm", 1) };
    store.commit(moves).await.unwrap();
    assert_eq!(store.campaign("ulm").await.unwrap().unwrap().channel, new);
    assert_eq!(store.barred_of("ulm").await.unwrap(), None);
    // In the order in which they came; what was on its way stays on it, and goes after them only when it is refused.
    let in_order = async || {
        let mut order = Vec::new();
        while let Some(row) = store.due_in(&Target::Channel(new).lane(), 0).await.unwrap() {
            assert_eq!(row.target.channel(), Some(new));
            store.sent(row.id, row.id.cast_unsigned()).await.unwrap();
            order.push(row.body);
        }
        order
    };
    assert_eq!(in_order().await, ["a1", "a2", "a4"]);
    assert_eq!(store.card("ulm", "turn").await.unwrap().unwrap().channel, new);
    assert!(!store.bar(ids[3], 10003, "the channel is gone").await.unwrap());
    assert_eq!(in_order().await, ["a3"]);
    assert_eq!(due(store, 0).await, ["elsewhere"]);
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

#[tokio::test]
async fn a_card_stands_as_far_up_as_posts_of_the_channel_came_after_its_newest() {
    let table = Table::founded(&["ulm"]).await;
    assert_eq!(table.store.card_stands("ulm", "turn/1").await.unwrap(), CardStands::default());
    let opening = Target::Opening { purpose: "battle/1".to_owned(), name: "Ulm".to_owned(), channel: 1 };
    let thread = Target::Thread { purpose: "battle/1".to_owned(), channel: 1 };
    let first = vec![
        edit("turn/1", 1, "card"),
        message(Target::Channel(1), "a"),
        message(opening, "b"),
        message(thread, "in the thread"),
        message(Target::User(1), "to one"),
        edit("turn/1", 1, "the same card"),
        edit("turn/12", 1, "another"),
    ];
    send(&table, first).await;
    let stands = |purpose: &str, below| CardStands { purpose: purpose.to_owned(), below };
    assert_eq!(table.store.card_stands("ulm", "turn/1").await.unwrap(), stands("turn/1", 2));
    send(&table, vec![edit("turn/1+1", 1, "down again"), message(Target::Channel(1), "c")]).await;
    assert_eq!(table.store.card_stands("ulm", "turn/1").await.unwrap(), stands("turn/1+1", 1));
    assert_eq!(table.store.card_stands("ulm", "turn/12").await.unwrap(), stands("turn/12", 1));
}

#[tokio::test]
async fn behind_a_barred_post_a_card_waits_with_its_last_edit_alone() {
    let table = Table::founded(&["ulm"]).await;
    let council = table.store.campaign("ulm").await.unwrap().unwrap().channel;
    let ids = send(&table, vec![message(Target::Channel(council), "a1")]).await;
    // While posts go out each edit goes out as well.
    let free = send(&table, vec![edit("turn", council, "c1"), edit("turn", council, "c2")]).await;
    assert_ne!(free[0], free[1]);
    table.store.sending(ids[0]).await.unwrap();
    table.store.bar(ids[0], 50013, "the bot may not write there").await.unwrap();
    let more = vec![
        edit("turn", council, "c3"),
        message(Target::Channel(council), "a2"),
        edit("vote/1", council, "v1"),
        edit("turn", council, "c4"),
    ];
    let more = send(&table, more).await;
    assert_eq!((more[0], more[3]), (free[1], free[1]), "the newest edit that waited says what the last says");
    // Another card, another channel and a post keep their own.
    let away = send(&table, vec![edit("turn", council + 1, "x1")]).await;
    assert!(away[0] > more[2] && more[2] > more[1]);
    let mut order = Vec::new();
    let lane = Target::Channel(council).lane();
    while let Some(row) = table.store.due_in(&lane, 99).await.unwrap() {
        table.store.sent(row.id, row.id.unsigned_abs()).await.unwrap();
        order.push(row.body);
    }
    assert_eq!(order, ["a1", "c1", "c4", "a2", "v1"]);
}
