//! The law of reading again: after any order everything may be dropped from memory. What the database gives back is the same campaign; it
//! is judged sound, its record verifies, and a backup of it is restored to the same.
#![allow(clippy::unwrap_used)]

use crate::common::Table;
use crate::common::random::Game;
use commands::sound;
use db::{Reading, Stamp, Store};
use engine::table::event::line_hash;
use engine::table::hash::Hash;
use engine::table::verify::verify;
use engine::table::{Campaign, Event};
use std::collections::BTreeSet;
use std::path::Path;

/// What a file holds of a campaign, judged and folded from its founding on.
fn judged(file: &Path, id: &str) -> Result<Campaign, String> {
    let reading = Reading::open(file, Some(&Stamp::Local)).map_err(|e| e.to_string())?;
    let history = reading.history(id, None).map_err(|e| e.to_string())?;
    sound::judged(history).map(|sound| sound.campaign).map_err(|damage| damage.says().to_string())
}

/// Holds a campaign against what the database has of it.
///
/// # Errors
/// Which part of the law does not hold.
pub async fn holds(table: &Table, id: &str) -> Result<(), String> {
    holds_where(table, id, &|_| ()).await
}

/// The same where something is done to the backup, and to the database that it becomes.
async fn holds_where(table: &Table, id: &str, done_to: &dyn Fn(&Path)) -> Result<(), String> {
    let part = |part: &str, why: String| format!("{part}: {why}");
    let before = table.campaign(id).await;
    table.house.forget_memory().await;
    let live = table.house.campaign(id).await.map_err(|why| part("it cannot be read", why))?;
    if *live.lock().await.campaign != before {
        return Err(part("it is another", "read again it stands otherwise".to_owned()));
    }
    let folded = judged(&table.path, id).map_err(|why| part("it is not sound", why))?;
    if folded != before {
        return Err(part("it is another", "folded from its founding on it stands otherwise".to_owned()));
    }
    let (_, export) = table.house.record(id).await.map_err(|why| part("it is not exported", why))?;
    let report = verify(export.as_bytes(), &[]);
    report.map_err(|wrong| part("it does not verify", format!("line {}: {}", wrong.line, wrong.why)))?;
    let (backup, restored) = (table.beside("law.backup"), table.beside("law.db"));
    table.house.store.backup(&backup).await.map_err(|e| part("no backup", e.to_string()))?;
    done_to(&backup);
    let kept = judged(&backup, id).map_err(|why| part("its backup is not sound", why))?;
    Store::restore(&backup, &restored, true).map_err(|e| part("it is not restored", e.to_string()))?;
    done_to(&restored);
    let again = judged(&restored, id).map_err(|why| part("restored it is not sound", why))?;
    if kept != before || again != before {
        return Err(part("it is another", "out of a backup it stands otherwise".to_owned()));
    }
    Ok(())
}

/// Plays a game of so many steps and looks at every nth.
async fn played(mut game: Game, steps: u32, every: u32, seen: &mut BTreeSet<String>) {
    let name = game.campaign().await.founded.game.clone();
    for step in 1..=steps {
        let goes_on = game.step().await;
        let looks = step % every == 0 || !goes_on;
        if looks && let Err(why) = holds(&game.table, &game.id).await {
            panic!("after step {step} of {name}: {why}");
        }
        if !goes_on {
            break;
        }
    }
    game.table.sent();
    let entries = game.table.house.entries(&game.id).await.unwrap();
    let off_record = entries.iter().filter(|entry| entry.line.is_none());
    let kind = |event: &Event| serde_json::to_value(event).unwrap()["k"].as_str().unwrap().to_owned();
    seen.extend(off_record.map(|entry| kind(&entry.event)));
}

/// Every game, so many campaigns of each, so many steps; looked at after every nth order.
async fn law(campaigns: std::ops::Range<u64>, steps: u32, every: u32) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    for n in campaigns {
        played(Game::of_empires(n).await, steps, every, &mut seen).await;
        played(Game::of_money(n).await, steps, every, &mut seen).await;
        played(Game::of_europa(n).await, steps, every, &mut seen).await;
        played(Game::of_ages(n).await, steps, every, &mut seen).await;
    }
    println!("kept off the record: {seen:?}");
    seen
}

#[tokio::test]
async fn what_is_read_again_after_any_order_is_what_was_played() {
    let seen = law(0..2, 200, 50).await;
    for kind in ["envelope", "otherwise", "strongbox"] {
        assert!(seen.contains(kind), "no {kind} came up: {seen:?}");
    }
}

/// After every order: `cargo test --release -p commands --test all -- --ignored long_what_is_read_again`.
#[tokio::test]
#[ignore = "long: run in release"]
async fn long_what_is_read_again_after_every_order_is_what_was_played() {
    let seen = law(100..108, 400, 1).await;
    for kind in ["dealt", "envelope", "lodging", "otherwise", "press_kept", "strongbox"] {
        assert!(seen.contains(kind), "no {kind} came up: {seen:?}");
    }
}

/// A game under way in which something is kept of every kind that the law looks at.
async fn under_way() -> Game {
    let mut game = Game::of_money(3).await;
    for _ in 0..60 {
        game.step().await;
    }
    assert_eq!(holds(&game.table, &game.id).await, Ok(()));
    game
}

/// Changes something in a file.
fn plant(file: &Path, sql: &str) {
    let conn = rusqlite::Connection::open(file).unwrap();
    assert!(conn.execute(sql, []).unwrap() > 0, "{sql}");
}

#[tokio::test]
async fn memory_that_says_otherwise_than_the_database_is_found() {
    let game = under_way().await;
    let live = game.table.house.campaign(&game.id).await.unwrap();
    let mut other = game.campaign().await;
    other.next_seal += 1;
    live.lock().await.campaign = other.into();
    let says = holds(&game.table, &game.id).await.unwrap_err();
    assert_eq!(says, "it is another: read again it stands otherwise");
}

#[tokio::test]
async fn a_secret_without_a_salt_is_found() {
    let game = under_way().await;
    plant(&game.table.path, "UPDATE secret_parts SET salt = NULL WHERE n IS NULL AND salt IS NOT NULL");
    let says = holds(&game.table, &game.id).await.unwrap_err();
    assert!(says.starts_with("it cannot be read: ") && says.contains("does not fit its code"), "{says}");
}

/// A word of a player is another than he laid down, on a line that follows from the line before.
#[tokio::test]
async fn a_record_that_follows_and_does_not_verify_is_found() {
    let game = under_way().await;
    let conn = rusqlite::Connection::open(&game.table.path).unwrap();
    let lines: Vec<(i64, String)> = {
        let mut read =
            conn.prepare("SELECT seq, public FROM events WHERE line IS NOT NULL ORDER BY line").unwrap();
        let rows = read.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    };
    let (mut head, mut changed) = (Hash::default(), 0);
    for (seq, public) in lines {
        let other = public.replace("\"first1\"", "\"first9\"");
        // He laid it down in one line, and the rolls are fed by it in others.
        let other = if other.contains("\"k\":\"joined\"") { public.clone() } else { other };
        changed += usize::from(other != public);
        head = line_hash(&head, &other);
        conn.execute("UPDATE events SET public = ?1, hash = ?2 WHERE seq = ?3", (other, head.0, seq))
            .unwrap();
    }
    assert!(changed > 0, "no die was fed by his word");
    drop(conn);
    game.table.house.forget_memory().await;
    let says = holds(&game.table, &game.id).await.unwrap_err();
    assert!(says.starts_with("it does not verify: line "), "{says}");
}

#[tokio::test]
async fn a_backup_that_went_bad_and_one_that_was_restored_so_are_found() {
    let game = under_way().await;
    for (bad, expected) in
        [("law.backup", "its backup is not sound: "), ("law.db", "restored it is not sound: ")]
    {
        let spoilt = |file: &Path| {
            if file.ends_with(bad) {
                plant(file, "UPDATE secret_parts SET body = '{}' WHERE n IS NULL AND salt IS NOT NULL");
            }
        };
        let says = holds_where(&game.table, &game.id, &spoilt).await.unwrap_err();
        assert!(says.starts_with(expected), "{says}");
    }
}
