//! Files that are not what they should be: told plainly, left as they are.

use std::fs;
use std::path::Path;

use db::{OpenError, ReadError, Reading, Stamp, Store};
use rusqlite::Connection;

use crate::{Table, next, open};

fn refused(path: &Path) -> OpenError {
    let before = fs::read(path).ok();
    let told = Store::open(path, &Stamp::Local).expect_err("it must not open");
    assert_eq!(fs::read(path).ok(), before, "the file was changed");
    let text = told.to_string();
    assert!(text.contains(&path.display().to_string()), "{text}");
    assert!(text.ends_with('.') && !text.contains(".."), "{text}");
    told
}

async fn closed() -> Table {
    let table = Table::founded(&["ulm"]).await;
    for seq in 1..200 {
        table.store.commit(next("ulm", seq)).await.unwrap();
    }
    table.store.clone().close();
    table
}

#[tokio::test]
async fn overwritten_pages_are_told_wherever_they_are() {
    let table = closed().await;
    let whole = fs::read(table.path()).unwrap();
    assert!(whole.len() > 20 * 4096);
    let mut silent = Vec::new();
    for page in 0..whole.len() / 4096 {
        let mut bytes = whole.clone();
        bytes[page * 4096..(page + 1) * 4096].fill(0xA5);
        fs::write(table.path(), &bytes).unwrap();
        match refused_or_open(&table.path()) {
            Some(OpenError::Damaged { .. }) => {}
            other => silent.push((page, other.map(|e| e.to_string()))),
        }
    }
    assert!(silent.is_empty(), "{silent:?}");
    fs::write(table.path(), &whole).unwrap();
    open(&table.path());
}

fn refused_or_open(path: &Path) -> Option<OpenError> {
    Store::open(path, &Stamp::Local).err()
}

#[tokio::test]
async fn a_truncated_file_is_told_at_every_length() {
    let table = closed().await;
    let whole = fs::read(table.path()).unwrap();
    for length in
        [0, 1, 50, 99, 100, 512, 4095, 4096, 4097, whole.len() / 2, whole.len() - 4096, whole.len() - 1]
    {
        fs::write(table.path(), &whole[..length]).unwrap();
        let told = refused(&table.path());
        assert!(matches!(told, OpenError::Damaged { .. }), "{length}: {told}");
        assert!(told.to_string().contains("restore"), "{told}");
    }
}

#[tokio::test]
async fn what_is_no_database_of_ours_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    fs::write(&path, "Dear diary, ".repeat(1000)).unwrap();
    assert!(matches!(refused(&path), OpenError::Damaged { .. }));
    fs::remove_file(&path).unwrap();

    let other = Connection::open(&path).unwrap();
    other.execute_batch("CREATE TABLE recipes (a TEXT)").unwrap();
    drop(other);
    assert!(matches!(refused(&path), OpenError::NotOurs { .. }));

    assert!(matches!(refused(&folder.path().join("no/such/a.db")), OpenError::Io { .. }));
    let told = Store::open(folder.path(), &Stamp::Local).expect_err("a folder is no database");
    assert!(matches!(told, OpenError::Sqlite { .. } | OpenError::Io { .. }), "{told}");
}

#[tokio::test]
async fn a_newer_database_is_refused_in_a_sentence() {
    let table = closed().await;
    let conn = Connection::open(table.path()).unwrap();
    conn.execute_batch("PRAGMA user_version = 99").unwrap();
    drop(conn);
    let told = refused(&table.path());
    assert!(matches!(told, OpenError::Newer { found: 99, known: 1..99, .. }), "{told}");
}

#[tokio::test]
async fn rows_that_belong_to_nothing_and_a_lost_stamp_are_damage() {
    for harm in ["DELETE FROM events WHERE seq = 3", "DELETE FROM campaigns", "DELETE FROM meta"] {
        let table = closed().await;
        let conn = Connection::open(table.path()).unwrap();
        conn.execute_batch(&format!("PRAGMA foreign_keys = OFF; {harm}")).unwrap();
        drop(conn);
        if harm.contains("seq") {
            // A gap is seen when the history is read.
            let store = open(&table.path());
            let told = store.entries("ulm", 0).await.unwrap_err();
            assert_eq!(
                told.to_string(),
                "The database is damaged: entry 3 of campaign ulm is missing. Stop the bot and restore a backup."
            );
            let told = store.history("ulm", Some(1)).await.unwrap_err();
            assert!(told.is_damage() && matches!(told, ReadError::Missing { seq: 3, .. }), "{told}");
        } else {
            assert!(matches!(refused(&table.path()), OpenError::Damaged { .. }), "{harm}");
        }
    }
}

/// The last entries leave no gap where they are gone, so they are counted.
#[tokio::test]
async fn entries_that_are_gone_at_the_end_show_by_their_count() {
    let table = closed().await;
    let conn = Connection::open(table.path()).unwrap();
    conn.execute_batch("DELETE FROM events WHERE seq > 197").unwrap();
    drop(conn);
    let reading = Reading::open(&table.path(), Some(&Stamp::Local)).unwrap();
    let history = reading.history("ulm", None).unwrap();
    assert_eq!((history.entries.len(), history.counted), (198, Some(200)));
    // A file from before they were counted is brought up to date with what it has, and read as it is without a count.
    let conn = Connection::open(table.path()).unwrap();
    conn.execute_batch(
        "ALTER TABLE outbox DROP COLUMN mark; ALTER TABLE campaigns DROP COLUMN entries;
         ALTER TABLE campaigns DROP COLUMN forgotten; PRAGMA user_version = 5",
    )
    .and_then(|()| conn.execute_batch(crate::REPLIES_IN_REQUESTS))
    .unwrap();
    drop(conn);
    let reading = Reading::open(&table.path(), Some(&Stamp::Local)).unwrap();
    assert_eq!(reading.campaigns().unwrap().len(), 1);
    assert_eq!(reading.history("ulm", None).unwrap().counted, None);
    drop(reading);
    assert_eq!(open(&table.path()).history("ulm", None).await.unwrap().counted, Some(198));
}

/// What no sound row holds is damage, and what stands there is not told: it could be a secret.
#[tokio::test]
async fn a_row_that_cannot_be_read_is_damage_and_is_not_quoted() {
    for harm in [
        "UPDATE events SET public = CAST(x'4b414e415249ff' AS TEXT) WHERE seq = 3",
        "UPDATE campaigns SET name = CAST(x'4b414e415249ff' AS TEXT)",
    ] {
        let table = closed().await;
        let conn = Connection::open(table.path()).unwrap();
        conn.execute_batch(harm).unwrap();
        drop(conn);
        let store = open(&table.path());
        let told = match store.campaigns().await {
            Err(told) => told,
            Ok(_) => store.history("ulm", None).await.unwrap_err(),
        };
        assert!(told.is_damage(), "{harm}: {told}");
        let text = format!("{told} {told:?}");
        assert!(!text.contains("KANARI") && !text.contains("75, 65"), "{text}");
    }
}

#[tokio::test]
async fn a_log_without_its_database_is_not_taken_for_a_new_start() {
    let table = closed().await;
    fs::write(table.at("a.db-wal"), b"what is left").unwrap();
    fs::remove_file(table.path()).unwrap();
    assert!(matches!(refused(&table.path()), OpenError::Damaged { .. }));
    assert!(!table.path().exists());
}

#[tokio::test]
async fn a_founding_that_broke_off_is_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.db.new"), b"half").unwrap();
    let store = open(&folder.path().join("a.db"));
    assert_eq!(store.campaigns().await.unwrap(), []);
    assert!(!folder.path().join("a.db.new").exists());
}
