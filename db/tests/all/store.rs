//! Commits and what is read back.

use db::{
    CampaignRow, CardRow, Commit, CommitError, Entry, OpenError, PersonRow, ReadError, RootsRow, Snapshot,
    Stamp, Store, Target, WriteError,
};

use crate::{Table, asked, entry, founding, message, next, open, posts, row, secret};

fn roots(generation: u32) -> RootsRow {
    RootsRow { generation, first_epoch: 1, length: 4096, head: [0xAB; 32], veil: [0xCD; 32] }
}

#[tokio::test]
async fn what_is_committed_is_read_back_after_reopening() {
    let table = Table::new();
    let told = Entry {
        secrets: vec![
            secret("austria", "{\"bid\":7}", None),
            secret("person 3", "{\"text\":\"hm\"}", Some(3)),
        ],
        ..entry(1, None)
    };
    let person = PersonRow {
        person: 3,
        user: Some(u64::MAX),
        name: Some("Ann \u{202e}🎲".to_owned()),
        locale: Some("fi".to_owned()),
    };
    let commit = Commit {
        entries: vec![entry(0, Some(0)), told.clone(), entry(2, Some(1))],
        people: vec![person.clone()],
        roots: Some(roots(0)),
        request: asked(9, "{\"content\":\"founded\"}"),
        ..founding("ulm")
    };
    let entries = commit.entries.clone();
    let done = table.store.commit(commit).await.unwrap();
    assert_eq!((done.seq, done.outbox.len()), (3, 0));
    let path = table.path();
    table.store.close();

    let store = open(&path);
    assert_eq!(store.campaigns().await.unwrap(), [row("ulm")]);
    assert_eq!(store.campaign("ulm").await.unwrap(), Some(row("ulm")));
    assert_eq!(store.campaign("jena").await.unwrap(), None);
    assert_eq!(store.entries("ulm", 0).await.unwrap(), entries);
    assert_eq!(store.entries("ulm", 1).await.unwrap(), entries[1..]);
    assert_eq!(store.people("ulm").await.unwrap(), [person]);
    assert_eq!(store.campaigns_of_user(u64::MAX).await.unwrap(), [row("ulm")]);
    assert_eq!(store.campaigns_of_user(1).await.unwrap(), []);
    let guild = row("ulm").guild;
    assert_eq!(store.campaigns_of_guild(guild).await.unwrap(), [row("ulm")]);
    assert_eq!(store.campaigns_of_guild(guild + 1).await.unwrap(), []);
    assert_eq!(store.roots("ulm").await.unwrap(), [roots(0)]);
    let request = store.request(9).await.unwrap().unwrap();
    let reply = request.reply.unwrap();
    assert_eq!((reply.user, reply.json.as_str()), (42, "{\"content\":\"founded\"}"));
    assert_eq!(store.request(10).await.unwrap(), None);
}

#[tokio::test]
async fn a_servers_campaigns_are_as_the_last_commit_left_them() {
    let table = Table::new();
    let guild = row("ulm").guild;
    let there = || async { table.store.campaigns_of_guild(guild).await.unwrap() };
    assert_eq!(there().await, []);
    table.store.commit(founding("ulm")).await.unwrap();
    assert_eq!(there().await, [row("ulm")]);
    let moved = CampaignRow { channel: 501, ..row("ulm") };
    table.store.commit(Commit { found: Some(moved.clone()), ..next("ulm", 1) }).await.unwrap();
    assert_eq!(there().await, std::slice::from_ref(&moved));
    table.store.commit(founding("jena")).await.unwrap();
    assert_eq!(there().await, [row("jena"), moved.clone()]);
    table.store.commit(Commit { archived: true, ..next("jena", 1) }).await.unwrap();
    assert_eq!(there().await, [CampaignRow { archived: true, ..row("jena") }, moved.clone()]);
    assert!(table.store.delete_campaign("jena").await.unwrap());
    assert_eq!(there().await, [moved]);
    table.store.delete_guild(guild).await.unwrap();
    assert_eq!(there().await, []);
}

#[tokio::test]
async fn a_snapshot_is_used_only_in_its_own_schema() {
    let table = Table::founded(&["ulm"]).await;
    let snapshot = Snapshot { schema: 5, state: vec![1, 2, 3] };
    table.store.commit(Commit { snapshot: Some(snapshot.clone()), ..next("ulm", 1) }).await.unwrap();
    table.store.commit(next("ulm", 2)).await.unwrap();

    let loaded = table.store.history("ulm", Some(5)).await.unwrap();
    assert_eq!((loaded.from, loaded.snapshot), (2, Some(snapshot)));
    assert_eq!((loaded.entries.len(), loaded.counted, loaded.forgotten), (3, Some(3), 0));
    for schema in [Some(6), None] {
        let whole = table.store.history("ulm", schema).await.unwrap();
        assert_eq!((whole.from, whole.snapshot, whole.entries.len()), (0, None, 3));
    }
}

#[tokio::test]
async fn a_request_is_taken_once_and_nothing_of_the_second_is_kept() {
    let table = Table::founded(&["ulm", "jena"]).await;
    table.store.commit(Commit { request: asked(7, "first"), ..next("ulm", 1) }).await.unwrap();
    for id in ["ulm", "jena"] {
        let again = Commit { request: asked(7, "second"), ..next(id, 1) };
        let told = table.store.commit(again).await.unwrap_err();
        assert_eq!(told, CommitError::Duplicate { reply: Some("first".to_owned()) });
        assert!(!format!("{told:?}").contains("first"));
    }
    assert_eq!(table.store.entries("jena", 0).await.unwrap().len(), 1);

    table.store.tidy(2_000 + 24 * 3600 - 1).await.unwrap();
    assert!(table.store.request(7).await.unwrap().unwrap().reply.is_some());
    assert_eq!(table.store.tidy(2_000 + 24 * 3600).await.unwrap(), 1);
    let kept = table.store.request(7).await.unwrap().unwrap();
    assert_eq!(kept.reply, None);
    let again = Commit { request: asked(7, "third"), ..next("ulm", 2) };
    assert_eq!(table.store.commit(again).await, Err(CommitError::Duplicate { reply: None }));
}

#[tokio::test]
async fn an_order_decided_on_another_position_is_stale() {
    let table = Table::founded(&["ulm"]).await;
    for wrong in [0, 2] {
        let stale = Commit { request: asked(5, "x"), ..next("ulm", wrong) };
        assert_eq!(table.store.commit(stale).await, Err(CommitError::Stale { have: 1 }));
    }
    assert_eq!(table.store.commit(founding("ulm")).await, Err(CommitError::Stale { have: 1 }));
    assert_eq!(table.store.request(5).await.unwrap(), None);
    assert_eq!(table.store.commit(next("ulm", 1)).await.unwrap().seq, 2);
}

#[tokio::test]
async fn gaps_strangers_and_second_generations_are_refused_whole() {
    let table = Table::founded(&["ulm"]).await;
    let mut refused = vec![
        next("nowhere", 0),
        Commit { entries: vec![entry(2, Some(1))], ..next("ulm", 1) },
        Commit { entries: vec![entry(1, Some(2))], ..next("ulm", 1) },
        Commit { entries: vec![entry(1, Some(1)), entry(1, Some(2))], ..next("ulm", 1) },
        Commit { found: Some(row("jena")), ..next("ulm", 1) },
    ];
    let two = |user| {
        vec![
            PersonRow { person: 1, user, name: None, locale: None },
            PersonRow { person: 2, user, name: None, locale: None },
        ]
    };
    refused.push(Commit { people: two(Some(8)), ..next("ulm", 1) });
    for commit in refused {
        let told = table.store.commit(commit.clone()).await.unwrap_err();
        assert!(matches!(&told, CommitError::Failed(_)), "{commit:?}: {told}");
    }
    assert_eq!(table.store.entries("ulm", 0).await.unwrap().len(), 1);
    assert_eq!(table.store.people("ulm").await.unwrap(), []);
    table.store.commit(Commit { people: two(None), roots: Some(roots(0)), ..next("ulm", 1) }).await.unwrap();
    let twice = table.store.commit(Commit { roots: Some(roots(0)), ..next("ulm", 2) }).await;
    assert!(matches!(twice, Err(CommitError::Failed(_))));
    table.store.commit(Commit { roots: Some(roots(1)), ..next("ulm", 2) }).await.unwrap();
    let generations: Vec<u32> =
        table.store.roots("ulm").await.unwrap().iter().map(|roots| roots.generation).collect();
    assert_eq!(generations, [0, 1]);
}

#[tokio::test]
async fn a_campaign_moves_and_ends() {
    let table = Table::founded(&["ulm"]).await;
    let moved = db::CampaignRow { channel: 9, name: "New".to_owned(), founded: 5, ..row("ulm") };
    table
        .store
        .commit(Commit { found: Some(moved.clone()), archived: true, ..next("ulm", 1) })
        .await
        .unwrap();
    table.store.commit(Commit { found: Some(moved), ..next("ulm", 2) }).await.unwrap();
    let now = table.store.campaign("ulm").await.unwrap().unwrap();
    assert_eq!((now.channel, now.name.as_str(), now.founded, now.archived), (9, "New", 1_000, true));
}

#[tokio::test]
async fn many_at_once_are_all_answered_and_each_campaign_keeps_its_order() {
    let ids = ["a", "b", "c", "d"];
    let table = Table::founded(&ids).await;
    let mut tasks = Vec::new();
    for id in ids {
        let store = table.store.clone();
        tasks.push(tokio::spawn(async move {
            let mut rows = Vec::new();
            for seq in 1..=100 {
                let post = message(Target::Channel(1), &format!("{id}{seq}"));
                rows.extend(
                    store.commit(Commit { outbox: vec![post], ..next(id, seq) }).await.unwrap().outbox,
                );
            }
            rows
        }));
    }
    let mut all = Vec::new();
    for task in tasks {
        let rows = task.await.unwrap();
        assert!(rows.is_sorted());
        all.extend(rows);
    }
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 400);
    for id in ids {
        assert_eq!(table.store.entries(id, 0).await.unwrap().len(), 101);
    }
    assert_eq!(table.store.waiting_count(0).await.unwrap(), 400);
}

#[tokio::test]
async fn dropped_without_closing_nothing_answered_is_lost() {
    let table = Table::founded(&["ulm"]).await;
    for seq in 1..50 {
        table.store.commit(next("ulm", seq)).await.unwrap();
    }
    // What a crash leaves on the disk: the file and its log, as they are while the bot runs.
    std::fs::copy(table.path(), table.at("crashed.db")).unwrap();
    std::fs::copy(table.at("a.db-wal"), table.at("crashed.db-wal")).unwrap();
    let path = table.path();
    let folder = table.folder;
    drop(table.store);
    for name in [path, folder.path().join("crashed.db")] {
        let store = open(&name);
        assert_eq!(store.entries("ulm", 0).await.unwrap().len(), 50);
        assert_eq!(store.commit(next("ulm", 50)).await.unwrap().seq, 51);
    }
}

#[tokio::test]
async fn after_closing_every_call_says_so() {
    let table = Table::founded(&["ulm"]).await;
    let other = table.store.clone();
    other.campaigns().await.unwrap();
    let pending = tokio::spawn({
        let store = other.clone();
        async move { store.commit(next("ulm", 1)).await }
    });
    tokio::task::yield_now().await;
    table.store.close();
    // Queued before the closing, so written; asked after it, so refused. Never in between.
    let written = pending.await.unwrap().is_ok();
    assert!(matches!(other.commit(next("ulm", 2)).await, Err(CommitError::Failed(_))));
    assert!(matches!(other.campaigns().await, Err(ReadError::Failed(_))));
    assert!(matches!(other.checkpoint().await, Err(WriteError::Failed(_))));
    assert!(!table.folder.path().join("a.db-wal").exists());
    let store = open(&table.folder.path().join("a.db"));
    assert_eq!(store.entries("ulm", 0).await.unwrap().len(), if written { 2 } else { 1 });
}

#[tokio::test]
async fn cards_and_the_clock_are_kept() {
    let table = Table::founded(&["ulm"]).await;
    assert_eq!(table.store.card("ulm", "turn").await.unwrap(), None);
    let card = CardRow { channel: 5, message: 6 };
    table.store.set_card("ulm", "turn", Some(card)).await.unwrap();
    assert_eq!(table.store.card("ulm", "turn").await.unwrap(), Some(card));
    table.store.set_card("ulm", "turn", None).await.unwrap();
    assert_eq!(table.store.card("ulm", "turn").await.unwrap(), None);
    assert!(table.store.set_card("nowhere", "turn", Some(card)).await.is_err());

    assert_eq!(table.store.clock_mark().await.unwrap(), None);
    table.store.set_clock_mark(-3).await.unwrap();
    table.store.set_clock_mark(1_767_225_600).await.unwrap();
    assert_eq!(table.store.clock_mark().await.unwrap(), Some(1_767_225_600));
}

#[test]
fn a_database_serves_one_bot_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    Store::open(&path, &Stamp::Discord(123)).unwrap().close();
    for other in [Stamp::Local, Stamp::Discord(124)] {
        let told = Store::open(&path, &other).unwrap_err();
        assert!(matches!(&told, OpenError::Stamped { theirs, .. } if theirs == "discord:123"), "{told}");
    }
    Store::open(&path, &Stamp::Discord(123)).unwrap().close();
}

#[cfg(unix)]
#[tokio::test]
async fn the_files_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let table = Table::founded(&["ulm"]).await;
    let mode = |name: &str| std::fs::metadata(table.at(name)).unwrap().permissions().mode() & 0o777;
    for name in ["a.db", "a.db-wal", "a.db-shm"] {
        assert_eq!(mode(name), 0o600, "{name}");
    }
    // Let others in by mistake; opening shuts them out again.
    for name in ["a.db", "a.db-wal", "a.db-shm"] {
        std::fs::set_permissions(table.at(name), std::fs::Permissions::from_mode(0o644)).unwrap();
    }
    let second = open(&table.path());
    second.campaigns().await.unwrap();
    for name in ["a.db", "a.db-wal", "a.db-shm"] {
        assert_eq!(mode(name), 0o600, "{name}");
    }
}

#[tokio::test]
async fn debug_shows_no_secret() {
    let table = Table::founded(&["ulm"]).await;
    let commit = Commit {
        entries: vec![Entry { secrets: vec![secret("austria", "CANARY", Some(1))], ..entry(1, Some(1)) }],
        request: asked(1, "CANARY"),
        people: vec![PersonRow {
            person: 1,
            user: Some(31337),
            name: Some("CANARY".to_owned()),
            locale: None,
        }],
        roots: Some(roots(0)),
        snapshot: Some(Snapshot { schema: 1, state: b"CANARY".to_vec() }),
        outbox: vec![message(Target::User(31337), "CANARY")],
        ..posts("ulm", 1, vec![])
    };
    let mut shown = format!("{commit:?}");
    table.store.commit(commit).await.unwrap();
    let s = &table.store;
    shown += &format!("{:?}{:?}", s.due(0, 9).await.unwrap(), s.request(1).await.unwrap());
    shown +=
        &format!("{:?}{:?}", s.history("ulm", Some(1)).await.unwrap(), s.entries("ulm", 0).await.unwrap());
    shown += &format!("{:?}{:?}{s:?}", s.roots("ulm").await.unwrap(), s.people("ulm").await.unwrap());
    // As text, and as the decimal bytes of a Vec or an array: "CAN", the head, the veil key, the user.
    for canary in ["CANARY", "67, 65, 78", "171, 171", "205, 205", "31337", "9, 9, 9"] {
        assert!(!shown.contains(canary), "{canary} in {shown}");
    }
}

/// What a roll writes, page by page: the answer to the request, the entries and the two indexes that find them, the campaign's count, the post
/// with the indexes by which it is sent and looked for, and the last number of a post. A commit waits for each of them.
#[tokio::test]
async fn a_commit_writes_a_page_for_each_thing_that_it_keeps_and_no_more() {
    let table = Table::founded(&["ulm"]).await;
    let log = || std::fs::metadata(table.at("a.db-wal")).unwrap().len();
    const PAGE: u64 = 4_096 + 24;
    let mut written = Vec::new();
    for n in 0..12 {
        let roll = Commit {
            request: asked(100 + n, "{\"content\":\"rolled\"}"),
            entries: vec![entry(1 + 2 * n, Some(1 + 2 * n)), entry(2 + 2 * n, Some(2 + 2 * n))],
            outbox: vec![message(Target::Channel(1), "{\"content\":\"2d6 = 7\"}")],
            ..next("ulm", 1 + 2 * n)
        };
        let before = log();
        table.store.commit(roll).await.unwrap();
        written.push((log() - before) / PAGE);
    }
    // A table or index may take a new page now and then.
    written.sort_unstable();
    assert_eq!(written[6], 9, "{written:?}");
}
