//! Backup of a live database, and restoring it.

use db::{Commit, CommitError, OpenError, OutboxState, RestoreError, RootsRow, Stamp, Store, Target};

use crate::{Table, message, next, open, posts};

#[tokio::test]
async fn a_backup_of_a_busy_database_is_whole_and_one_file() {
    let table = Table::founded(&["ulm"]).await;
    let busy = tokio::spawn({
        let store = table.store.clone();
        async move {
            for seq in 1..300 {
                store.commit(next("ulm", seq)).await.unwrap();
            }
        }
    });
    let backup = table.at("backup.db");
    for _ in 0..5 {
        table.store.backup(&backup).await.unwrap();
    }
    busy.await.unwrap();
    let bytes = std::fs::read(&backup).unwrap();
    assert_eq!(bytes[18..20], [1, 1], "it needs no log beside it");
    for ending in ["-wal", "-shm", "-journal", ".part", ".part-wal", ".part-journal"] {
        assert!(!table.at(&format!("backup.db{ending}")).exists(), "{ending}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&backup).unwrap().permissions().mode() & 0o777, 0o600);
    }
    Store::restore(&backup, &table.at("b.db"), false).unwrap();
    let entries = open(&table.at("b.db")).entries("ulm", 0).await.unwrap();
    assert!(!entries.is_empty() && entries.len() <= 300);
    assert_eq!(std::fs::read(&backup).unwrap(), bytes, "restoring leaves the backup as it was");
    // Over itself it makes no backup.
    assert!(table.store.backup(&table.path()).await.is_err());
    assert!(table.store.backup(&table.at("no/such/folder.db")).await.is_err());
    assert_eq!(table.store.entries("ulm", 0).await.unwrap().len(), 300);
}

#[tokio::test]
async fn a_restored_campaign_founds_new_roots_before_anything_else() {
    let table = Table::founded(&["ulm", "wien"]).await;
    table.store.commit(Commit { archived: true, ..next("wien", 1) }).await.unwrap();
    table.store.commit(posts("wien", 2, vec![message(Target::Channel(3), "closed")])).await.unwrap();
    let unsent = vec![
        message(Target::Channel(1), "a1"),
        message(Target::User(8), "dm"),
        message(Target::User(9), "dm"),
    ];
    let ids = table.store.commit(posts("ulm", 1, unsent)).await.unwrap().outbox;
    table.store.sending(ids[0]).await.unwrap();
    table.store.park(ids[2], 50007, "closed").await.unwrap();
    assert_eq!(table.store.restored_pending().await.unwrap(), [""; 0]);
    table.store.backup(&table.at("backup.db")).await.unwrap();
    table.store.commit(next("ulm", 1)).await.unwrap();

    Store::restore(&table.at("backup.db"), &table.at("b.db"), false).unwrap();
    let store = open(&table.at("b.db"));
    assert_eq!(store.restored_pending().await.unwrap(), ["ulm"]);
    // The ended campaign's last word goes out, but is looked for first; the live one's wait for the host.
    let due = store.due(0, 9).await.unwrap();
    assert_eq!((due.len(), due[0].body.as_str(), due[0].attempts), (1, "closed", 1));
    assert_eq!(store.parked_for("ulm", 9).await.unwrap().len(), 1);
    assert_eq!(store.commit(next("ulm", 1)).await, Err(CommitError::Restored));

    let roots = RootsRow { generation: 1, first_epoch: 1, length: 4096, head: [1; 32], veil: [2; 32] };
    let restored = Commit {
        roots: Some(roots),
        restored_done: true,
        outbox: vec![message(Target::Channel(1), "restored")],
        ..next("ulm", 1)
    };
    store.commit(restored).await.unwrap();
    assert_eq!(store.restored_pending().await.unwrap(), [""; 0]);
    store.commit(next("ulm", 2)).await.unwrap();
    assert_eq!(store.due(0, 9).await.unwrap().len(), 2);
    assert_eq!(store.release_held("ulm").await.unwrap(), 2);
    let due = store.due(0, 9).await.unwrap();
    let held = due.iter().find(|row| row.id == ids[0]).unwrap();
    assert_eq!((held.state, held.attempts), (OutboxState::Waiting, 1));
    assert!(due.iter().find(|row| row.id == ids[1]).unwrap().attempts > 0);
}

#[tokio::test]
async fn restoring_replaces_nothing_unless_told_and_never_a_database_in_use() {
    let table = Table::founded(&["ulm"]).await;
    let (path, backup) = (table.path(), table.at("backup.db"));
    table.store.backup(&backup).await.unwrap();
    table.store.commit(next("ulm", 1)).await.unwrap();

    assert!(matches!(Store::restore(&backup, &path, false), Err(RestoreError::Exists { .. })));
    assert!(matches!(Store::restore(&backup, &path, true), Err(RestoreError::InUse { .. })));
    assert!(matches!(Store::restore(&path, &path, true), Err(RestoreError::Same { .. })));
    let missing = Store::restore(&table.at("none.db"), &path, true);
    assert!(matches!(missing, Err(RestoreError::Backup(OpenError::Io { .. }))));
    assert!(matches!(
        Store::restore(&backup, &table.at("no/folder.db"), false),
        Err(RestoreError::Io { .. })
    ));
    assert_eq!(table.store.commit(next("ulm", 2)).await.unwrap().seq, 3);
    table.store.close();

    Store::restore(&backup, &path, true).unwrap();
    let store = open(&path);
    assert_eq!(store.entries("ulm", 0).await.unwrap().len(), 1);
    store.close();
    let other = Store::open(&path, &Stamp::Discord(1));
    assert!(matches!(other, Err(OpenError::Stamped { .. })));
}

#[tokio::test]
async fn a_damaged_backup_is_told_and_the_database_stays() {
    let table = Table::founded(&["ulm"]).await;
    let (path, backup) = (table.path(), table.at("backup.db"));
    table.store.backup(&backup).await.unwrap();
    table.store.close();
    let whole = std::fs::read(&backup).unwrap();
    let before = std::fs::read(&path).unwrap();
    let mut holed = whole.clone();
    holed[4096..3 * 4096].fill(0x5A);
    for bad in [&holed[..], &whole[..whole.len() / 2], &b"not a database at all"[..], &[]] {
        std::fs::write(&backup, bad).unwrap();
        let told = Store::restore(&backup, &path, true).unwrap_err();
        assert!(matches!(told, RestoreError::Backup(OpenError::Damaged { .. })), "{told}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
        assert!(!table.folder.path().join("a.db.part").exists());
    }
    // A damaged database is what restoring is for.
    std::fs::write(&backup, &whole).unwrap();
    std::fs::write(&path, &holed).unwrap();
    Store::restore(&backup, &path, true).unwrap();
    assert_eq!(open(&path).entries("ulm", 0).await.unwrap().len(), 1);
}
