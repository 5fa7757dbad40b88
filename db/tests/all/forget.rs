//! Forgetting users, campaigns and servers.

use db::{Commit, CommitError, Entry, Forgotten, PersonRow, RootsRow, SecretPart, Snapshot, Target};

use crate::{Table, asked, entry, message, next, row, secret};

fn person(number: u32, user: u64) -> PersonRow {
    PersonRow {
        person: number,
        user: Some(user),
        name: Some(format!("name {user}")),
        locale: Some("fi".to_owned()),
    }
}

async fn played() -> Table {
    let table = Table::founded(&["ulm", "jena"]).await;
    let ulm = Commit {
        entries: vec![Entry {
            secrets: vec![
                secret("austria", "his speech", Some(3)),
                secret("france", "another's speech", Some(4)),
                secret("austria", "sealed bid", None),
            ],
            ..entry(1, Some(1))
        }],
        people: vec![person(3, 42), person(4, 43)],
        request: asked(1, "his reply"),
        snapshot: Some(Snapshot { schema: 1, state: vec![1] }),
        outbox: vec![
            message(Target::User(42), "dm"),
            message(Target::User(42), "dm two"),
            message(Target::User(43), "to another"),
            message(Target::Channel(1), "post"),
        ],
        ..next("ulm", 1)
    };
    let done = table.store.commit(ulm).await.unwrap();
    table.store.park(done.outbox[0], 50007, "closed").await.unwrap();
    // In the other campaign he is person 4, and person 3 is somebody else.
    let jena = Commit {
        entries: vec![Entry { secrets: vec![secret("russia", "not his", Some(3))], ..entry(1, Some(1)) }],
        people: vec![person(4, 42), person(3, 43)],
        ..next("jena", 1)
    };
    table.store.commit(jena).await.unwrap();
    table
}

#[tokio::test]
async fn a_forgotten_user_leaves_the_entries_and_nothing_else() {
    let table = played().await;
    let before = table.store.entries("ulm", 0).await.unwrap();
    let gone = table.store.forget_user(42).await.unwrap();
    assert_eq!(gone, Forgotten { people: 2, texts: 1, messages: 2, requests: 1, snapshots: 1 });

    let after = table.store.entries("ulm", 0).await.unwrap();
    assert_eq!(after.len(), before.len());
    assert_eq!((&after[1].public, after[1].hash), (&before[1].public, before[1].hash));
    let deleted = SecretPart { body: None, salt: None, ..before[1].secrets[0].clone() };
    assert_eq!(after[1].secrets, [deleted, before[1].secrets[1].clone(), before[1].secrets[2].clone()]);
    assert_eq!(table.store.entries("jena", 1).await.unwrap()[0].secrets[0].body.as_deref(), Some("not his"));
    assert_eq!(
        table.store.people("ulm").await.unwrap(),
        [PersonRow { person: 3, user: None, name: None, locale: None }, person(4, 43)]
    );
    assert_eq!(table.store.campaigns_of_user(42).await.unwrap(), []);
    assert_eq!(table.store.parked_for("ulm", 42).await.unwrap(), []);
    let due: Vec<String> = table.store.due(0, 9).await.unwrap().into_iter().map(|row| row.body).collect();
    assert_eq!(due, ["to another", "post"]);
    assert_eq!(table.store.history("ulm", Some(1)).await.unwrap().snapshot, None);
    let request = table.store.request(1).await.unwrap().unwrap();
    assert_eq!(request.reply, None);
    assert_eq!(table.store.forget_user(42).await.unwrap(), Forgotten::default());
}

#[tokio::test]
async fn nothing_that_was_read_before_somebody_was_forgotten_comes_back() {
    let table = played().await;
    let read = table.store.history("ulm", Some(1)).await.unwrap().forgotten;
    assert_eq!((read, table.store.forgotten().await.unwrap()), (0, 0));
    // Another program forgets him, as an operator's command does beside the bot.
    let beside = crate::open(&table.path());
    beside.forget_user(42).await.unwrap();
    beside.close();
    assert_eq!(table.store.forgotten().await.unwrap(), 2, "once in each of his campaigns");

    let told = |forgotten: Option<u64>| Commit {
        people: vec![person(3, 42)],
        snapshot: Some(Snapshot { schema: 1, state: b"his speech".to_vec() }),
        outbox: vec![message(Target::Channel(1), "his name")],
        forgotten,
        ..next("ulm", 2)
    };
    assert_eq!(table.store.commit(told(Some(read))).await, Err(CommitError::Stale { have: 2 }));
    assert_eq!(table.store.history("ulm", Some(1)).await.unwrap().snapshot, None);
    assert_eq!(table.store.people("ulm").await.unwrap()[0].name, None);
    // Read anew it is taken; and what comes from nothing that was read is never stale.
    let anew = table.store.history("ulm", Some(1)).await.unwrap().forgotten;
    table.store.commit(Commit { people: vec![], ..told(Some(anew)) }).await.unwrap();
    table.store.commit(Commit { forgotten: None, ..next("ulm", 3) }).await.unwrap();
    // A campaign that does not know him is as it was.
    table.store.commit(crate::founding("wien")).await.unwrap();
    // Nor does it matter where somebody is forgotten whom no campaign knows.
    let before = table.store.forgotten().await.unwrap();
    table.store.forget_user(4711).await.unwrap();
    assert_eq!(table.store.forgotten().await.unwrap(), before);
}

#[tokio::test]
async fn a_deleted_server_takes_its_campaigns_and_leaves_the_others() {
    let table = played().await;
    let elsewhere =
        Commit { found: Some(db::CampaignRow { guild: 78, ..row("wien") }), ..crate::founding("wien") };
    table.store.commit(elsewhere).await.unwrap();
    let roots = RootsRow { generation: 0, first_epoch: 1, length: 1, head: [1; 32], veil: [2; 32] };
    table.store.commit(Commit { roots: Some(roots), ..next("ulm", 2) }).await.unwrap();

    assert!(table.store.delete_campaign("jena").await.unwrap());
    assert!(!table.store.delete_campaign("jena").await.unwrap());
    assert_eq!(table.store.delete_guild(77).await.unwrap(), 1);
    let left: Vec<String> = table.store.campaigns().await.unwrap().into_iter().map(|row| row.id).collect();
    assert_eq!(left, ["wien"]);
    for id in ["ulm", "jena"] {
        assert_eq!(table.store.entries(id, 0).await.unwrap(), []);
        assert_eq!(table.store.people(id).await.unwrap(), []);
        assert_eq!(table.store.roots(id).await.unwrap(), []);
    }
    assert_eq!(table.store.due(0, 9).await.unwrap(), []);
    // The request is not taken a second time, though its campaign is gone.
    let request = table.store.request(1).await.unwrap().unwrap();
    assert_eq!(request.reply, None);
    let again = Commit { request: asked(1, "x"), ..next("wien", 1) };
    assert_eq!(table.store.commit(again).await, Err(CommitError::Duplicate { reply: None }));
}
