//! What was kept once stays true. `tests/kept` has of each game an open and a closed record and a database with a campaign under way, as the
//! program of the day in their name wrote them, and a small database of each version that there was: today's program opens them, plays on,
//! restores and verifies them. (Those of versions 1 to 9 were made in November 2026, by the migrations that lead to each, with the rows of one
//! of version 10.)
//!
//! Nothing in that folder is ever made anew. Whoever adds a step to the database's migrations, a format to the record, or a line that was not
//! there before, adds files of his day with `keep_what_is_kept_today`, and leaves the others.
#![allow(clippy::unwrap_used)]

use crate::common::Table;
use crate::common::random::{Game, USERS};
use crate::law::holds;
use commands::house::Outcome;
use db::Store;
use engine::table::hash::{length, sha256};
use engine::table::record::{Extent, line};
use engine::table::verify::{Report, verify};
use engine::table::{Stage, Verb};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept")
}

/// The files of that ending, by their names without it.
fn files(ending: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let Some(name) = name.strip_suffix(ending) else { continue };
        let mut bytes = Vec::new();
        GzDecoder::new(std::fs::File::open(&path).unwrap()).read_to_end(&mut bytes).unwrap();
        files.insert(name.to_owned(), bytes);
    }
    files
}

fn version(database: &Path) -> i64 {
    let conn = rusqlite::Connection::open(database).unwrap();
    conn.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
}

/// The version that a database has which this program makes.
fn newest() -> i64 {
    let table = Table::new(1, None);
    version(&table.path)
}

/// A campaign of an old database is read, played on, backed up, restored, and played on from there.
async fn is_played_on(name: &str, database: &[u8]) {
    let table = Table::on_a_copy(database);
    let all = table.house.store.campaigns().await.unwrap();
    assert!(!all.is_empty(), "{name} is empty");
    let ids: Vec<String> = all.into_iter().filter(|row| !row.archived).map(|row| row.id).collect();
    let mut table = table;
    for id in ids {
        assert_eq!(holds(&table, &id).await, Ok(()), "{name}");
        let mut game = Game::on(table, &id, 5).await;
        let before = game.campaign().await.next_line;
        for _ in 0..30 {
            game.step().await;
        }
        assert!(game.campaign().await.next_line > before, "{name}: nothing could be played");
        assert_eq!(holds(&game.table, &id).await, Ok(()), "{name}, played on");
        let backup = game.table.beside("kept.backup");
        game.table.house.store.backup(&backup).await.unwrap();
        let back = game.table.restarted(move |path| Store::restore(&backup, path, true).unwrap());
        let restored = back.house.own_order(&id, Verb::Restored).await;
        assert!(matches!(restored, Outcome::Done(_)), "{name}: {restored:?}");
        let mut game = Game::on(back, &id, 6).await;
        for _ in 0..10 {
            game.step().await;
        }
        assert_eq!(holds(&game.table, &id).await, Ok(()), "{name}, restored");
        table = game.table;
    }
}

#[tokio::test]
async fn a_database_of_each_version_is_played_on_and_restored() {
    let mut versions = BTreeSet::new();
    for (name, database) in files(".db.gz") {
        let (there, _) = name.split_once('-').unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), &database).unwrap();
        assert_eq!(version(file.path()).to_string(), there.trim_start_matches('0'), "{name}");
        versions.insert(version(file.path()));
        is_played_on(&name, &database).await;
    }
    let all: BTreeSet<i64> = (1..=newest()).collect();
    assert_eq!(versions, all, "a database of the new version has to be kept: see the head of this file");
}

fn right(name: &str, record: &[u8]) -> Report {
    verify(record, &[]).unwrap_or_else(|wrong| panic!("{name}, line {}: {}", wrong.line, wrong.why))
}

#[test]
fn records_that_were_open_and_closed_then_verify_today() {
    let mut seen = BTreeSet::new();
    for (name, record) in files(".jsonl.gz") {
        let report = right(&name, &record);
        assert_eq!(report.closed, name.ends_with("-closed"), "{name}");
        if report.closed {
            // What was sealed and never opened stays so.
            let waiting =
                [report.rolls_waiting, report.sheets_waiting, report.lodged_waiting, report.parts_waiting];
            assert_eq!(waiting, [0; 4], "{name}: {report:?}");
        }
        // A byte that is another is found, so that it is the record which was verified.
        let mut other = record.clone();
        let at = other.len() / 2;
        other[at] ^= 1;
        assert!(verify(&other, &[]).is_err(), "{name}");
        seen.insert((report.game, report.closed));
    }
    let all = ["ages", "eia", "europa"]
        .into_iter()
        .flat_map(|game| [false, true].map(|closed| (game.to_owned(), closed)));
    assert_eq!(seen, all.collect());
}

/// What is kept of how many places there are: none of these records says it, and each was sealed with 64 and 12.
#[test]
fn a_record_that_says_of_no_sheet_how_many_codes_it_has_has_64() {
    let records: Vec<(String, Vec<u8>)> = files(".jsonl.gz").into_iter().collect();
    let count = |word: &str| -> usize {
        let lines = records.iter().flat_map(|(_, record)| std::str::from_utf8(record).unwrap().lines());
        lines.filter(|line| line.contains(word)).count()
    };
    assert!(count("\"k\":\"sheet\"") > 20 && count("\"k\":\"lodged\"") > 4 && count("\"places\":") == 0);
}

/// The entry `otherwise` as programs until November 2026 kept it, without a salt: a campaign that was stopped by it plays on.
#[tokio::test]
async fn what_was_kept_without_a_salt_stops_no_campaign() {
    let mut game = Game::of_money(1).await;
    let mut told = 0;
    for _ in 0..400 {
        game.step().await;
        let conn = rusqlite::Connection::open(&game.table.path).unwrap();
        let rows = "SELECT count(*) FROM events WHERE public LIKE '%\"k\":\"otherwise\"%'";
        told = conn.query_row(rows, [], |row| row.get::<_, i64>(0)).unwrap();
        if told > 0 {
            break;
        }
    }
    assert!(told > 0, "no sealed sheet came to something else");
    as_it_was_kept(&game.table.path);
    game.table.house.forget_memory().await;
    assert_eq!(holds(&game.table, &game.id).await, Ok(()));
    for _ in 0..20 {
        game.step().await;
    }
    assert_eq!(holds(&game.table, &game.id).await, Ok(()));
    // No other secret may lack its salt so, nor may that of another seat.
    let conn = rusqlite::Connection::open(&game.table.path).unwrap();
    let other = "UPDATE secret_parts SET audience = CASE audience WHEN 'seat-1' THEN 'seat-2' ELSE 'seat-1' END WHERE salt IS NULL";
    assert!(conn.execute(other, []).unwrap() > 0);
    assert!(holds(&game.table, &game.id).await.unwrap_err().contains("does not fit its code"));
}

/// Takes seals and salts from what is kept of sealed sheets that come to something else.
fn as_it_was_kept(database: &Path) {
    let conn = rusqlite::Connection::open(database).unwrap();
    let rows: Vec<(i64, String)> = {
        let all = "SELECT seq, public FROM events WHERE line IS NULL AND public LIKE '%\"k\":\"otherwise\"%'";
        let mut read = conn.prepare(all).unwrap();
        let rows = read.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    };
    for (seq, public) in rows {
        let mut value: serde_json::Value = serde_json::from_str(&public).unwrap();
        value.as_object_mut().unwrap().remove("seals").unwrap();
        let public = engine::table::canonical::canonical(&value).unwrap();
        let number = seq.cast_unsigned().to_be_bytes();
        let hash = sha256(&[b"chancery/kept/1", &number, &length(&public), public.as_bytes()]).0;
        conn.execute("UPDATE events SET public = ?1, hash = ?2 WHERE seq = ?3", (public, hash, seq)).unwrap();
        conn.execute("UPDATE secret_parts SET salt = NULL WHERE seq = ?1", [seq]).unwrap();
    }
}

fn keep(name: &str, bytes: &[u8]) {
    let file = folder().join(name);
    assert!(!file.exists(), "{name} was kept before, and is never made anew");
    let mut packed = GzEncoder::new(std::fs::File::create(file).unwrap(), Compression::best());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap();
}

/// A database as one file.
fn whole(database: &Path) -> Vec<u8> {
    let to = tempfile::tempdir().unwrap();
    let file = to.path().join("whole.db");
    let conn = rusqlite::Connection::open(database).unwrap();
    conn.execute("VACUUM INTO ?1", [file.to_str().unwrap()]).unwrap();
    std::fs::read(file).unwrap()
}

/// Keeps a game as it is: `CHANCERY_KEEP=2026-11 cargo test -p commands --test all -- --ignored keep_what_is_kept_today`, once a version.
#[tokio::test]
#[ignore = "it adds to what is kept"]
async fn keep_what_is_kept_today() {
    let Ok(day) = std::env::var("CHANCERY_KEEP") else { panic!("CHANCERY_KEEP names the day") };
    std::fs::create_dir_all(folder()).unwrap();
    for (name, mut game, steps) in [
        ("table", Game::of_empires(1).await, 60),
        ("money", Game::of_money(1).await, 160),
        ("europa", Game::of_europa(2).await, 120),
        ("ages", Game::of_ages(2).await, 120),
    ] {
        for _ in 0..steps {
            game.step().await;
        }
        as_it_was_kept(&game.table.path);
        keep(&format!("{:02}-{name}-{day}.db.gz", newest()), &whole(&game.table.path));
        for closed in [false, true] {
            for user in USERS.into_iter().filter(|_| closed) {
                if game.campaign().await.play.stage != Stage::Closed {
                    game.orders(user, Verb::Close).await;
                }
            }
            let entries = game.table.house.entries(&game.id).await.unwrap();
            let extent = if closed { Extent::Whole } else { Extent::Public };
            let record: String = entries.iter().filter_map(|entry| line(entry, extent).unwrap()).collect();
            let word = if closed { "closed" } else { "open" };
            assert_eq!(right(name, record.as_bytes()).closed, closed);
            keep(&format!("{name}-{day}-{word}.jsonl.gz"), record.as_bytes());
        }
    }
}
