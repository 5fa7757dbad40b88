//! What lasts: snapshots, damage in the file, a forgotten player, a backup put in place.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, says};
use crate::common::*;
use commands::house::Outcome;
use commands::sound::Program;
use db::Store;
use engine::table::verify::verify;
use engine::table::{Stage, Verb, record};
use serde_json::json;

#[tokio::test]
async fn what_is_seen_of_a_campaign_is_kept_for_each_until_an_order_makes_another_of_it() {
    let table = Table::new(19, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
    let live = table.house.campaign(&id).await.unwrap();
    let sealed = |view: &engine::table::View| {
        let mine = view.rounds.first().and_then(|round| round.mine.as_ref());
        mine.is_some_and(|mine| mine.sealed.is_some())
    };
    {
        let live = live.lock().await;
        let seen = [ANNA, BELA].map(|user| live.view(user, false));
        assert_eq!(seen.each_ref().map(|view| sealed(view)), [true, false]);
        assert!(!sealed(&live.campaign.public_view()));
        for (user, seen) in [ANNA, BELA].into_iter().zip(&seen) {
            assert!(std::sync::Arc::ptr_eq(seen, &live.view(user, false)), "not worked out twice");
        }
        // More readers than are kept: each still has his own.
        for user in 1_000..1_040 {
            assert!(!sealed(&live.view(user, false)));
        }
        assert!(sealed(&live.view(ANNA, false)) && !sealed(&live.view(BELA, false)));
        assert!(live.view(ANNA, true).rounds.len() == 1);
    }
    table.done(&id, BELA, sheet([7, 6, 5, 4, 3, 2, 1])).await;
    assert!(sealed(&live.lock().await.view(BELA, false)));
}

#[tokio::test]
async fn a_long_campaign_is_read_from_its_snapshot_and_from_its_beginning_alike() {
    let table = Table::new(11, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
    for i in 0..120 {
        table
            .done(&id, if i % 2 == 0 { ANNA } else { BELA }, roll("2d6", (i % 10 == 0).then_some("label")))
            .await;
    }
    let before = table.campaign(&id).await;
    let loaded = table.house.store.history(&id, Some(engine::table::campaign::SCHEMA)).await.unwrap();
    assert!(loaded.snapshot.is_some() && loaded.from >= 200, "from {}", loaded.from);
    let entries = table.house.entries(&id).await.unwrap();
    assert_eq!(engine::table::Campaign::fold(&entries).unwrap(), before);

    let table = table.restarted(|_| ());
    assert_eq!(table.campaign(&id).await, before);
    table.done(&id, ANNA, roll("d6", None)).await;
    // A snapshot that cannot be read is dropped, not believed.
    let after = table.campaign(&id).await;
    let table = table.restarted(|path| {
        let conn = rusqlite::Connection::open(path).unwrap();
        assert_eq!(conn.execute("UPDATE snapshots SET state = x'7b7d'", []).unwrap(), 1);
    });
    assert_eq!(table.campaign(&id).await, after);
    table.done(&id, BELA, sheet([7, 6, 5, 4, 3, 2, 1])).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, make_final()).await;
    }
    assert!(table.verified(&id).await.1.rolls_checked >= 121);
}

#[tokio::test]
async fn another_house_on_the_same_database_does_not_stop_this_one() {
    let table = Table::new(12, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    let seeded = std::sync::Arc::new(commands::chance::Seeded::new([99; 32]));
    let other = commands::house::House::new(table.house.store.clone(), table.watch.clone(), seeded, None);
    let asker = table.asker(BELA);
    assert!(matches!(other.order(&id, &asker, roll("d6", None)).await, Outcome::Done(_)));
    // What memory holds is behind now: it is read anew, and the order goes through.
    table.done(&id, ANNA, roll("d6", None)).await;
    assert_eq!(table.verified(&id).await.1.rolls_waiting, 2);
}

/// What the council was told is delivered, and so gone from the database.
async fn deliver_posts(table: &Table) {
    loop {
        let due = table.house.store.due(table.house.now(), 100).await.unwrap();
        let posts: Vec<i64> =
            due.iter().filter(|row| !matches!(row.target, db::Target::User(_))).map(|row| row.id).collect();
        if posts.is_empty() {
            break;
        }
        for id in posts {
            table.house.store.sending(id).await.unwrap();
            table.house.store.sent(id, 1).await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_forgotten_player_is_gone_from_everything_that_is_shown() {
    let front = Front::new().await;
    let table = Table::new(13, None);
    let id = table.found(ANNA, COUNCIL, "War", founding(2)).await;
    for (user, name) in [(ANNA, "Annabella"), (BELA, "Belasarius")] {
        let asker = table.asker_named(user, name);
        assert!(matches!(table.order(&id, &asker, Verb::Join { word: word("w") }).await, Outcome::Done(_)));
    }
    table.done(&id, ANNA, Verb::Start).await;
    let asker = table.asker_named(BELA, "Belasarius");
    table.order(&id, &asker, roll("d6", Some("my own secret plan"))).await;
    table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
    table.order(&id, &table.asker_named(BELA, "Belasarius"), sheet([7, 6, 5, 4, 3, 2, 1])).await;
    // His receipt waits.
    deliver_posts(&table).await;
    let told = front.press(&table, BELA, "v1:-:0:forget").await;
    assert!(
        says(&told).contains("1 campaign")
            && says(&told).contains("1 text")
            && says(&told).contains("1 waiting"),
        "{told}"
    );
    assert!(says(&front.press(&table, BELA, "v1:-:0:forget").await).contains("0 campaigns"));

    let table = table.restarted(|path| {
        // Not in the file either, once the log is emptied.
        for name in ["chancery.db", "chancery.db-wal"] {
            let bytes = std::fs::read(path.with_file_name(name)).unwrap_or_default();
            for gone in ["my own secret plan", "Belasarius", &BELA.to_string()] {
                let found = bytes.windows(gone.len()).any(|part| part == gone.as_bytes());
                assert!(!found, "{gone} is still in {name}");
            }
        }
    });
    for user in [ANNA, BELA, OLAF] {
        for message in table.looks(&id, user).await {
            let text = shown(&message);
            assert!(!text.contains("Belasarius"), "{text}");
        }
    }
    assert!(shown(&table.looks(&id, BELA).await[1]).contains("no seat"));
    assert!(table.refused(&id, BELA, make_final()).await.contains("no seat"));
    // The others go on, and the record still checks.
    table.done(&id, ANNA, make_final()).await;
    let (text, report) = table.verified(&id).await;
    assert!(!text.contains("secret plan") && report.texts_missing == 1);
    // He may come back as somebody new.
    assert!(table.refused(&id, BELA, Verb::Join { word: word("back") }).await.contains("taken"));
}

#[tokio::test]
async fn a_damaged_campaign_says_so_and_the_others_play_on() {
    let table = Table::new(14, None);
    let good = table.begun(COUNCIL, &[ANNA, BELA]).await;
    let mut bad = Vec::new();
    let damages = [
        // A digit of the record.
        "UPDATE events SET public = replace(public, '\"w102\"', '\"w103\"') WHERE campaign = ?1 AND public LIKE '%joined%'",
        // Its grammar.
        "UPDATE events SET public = substr(public, 2) WHERE campaign = ?1 AND seq = 3",
        // A byte that is no UTF-8.
        "UPDATE events SET public = CAST(x'7bff7d' AS TEXT) WHERE campaign = ?1 AND seq = 3",
        // The head of a line.
        "UPDATE events SET hash = zeroblob(32) WHERE campaign = ?1 AND seq = 4",
        // The first line.
        "UPDATE events SET public = replace(public, '1805', '1806') WHERE campaign = ?1 AND seq = 0",
        // What is sealed.
        "UPDATE secret_parts SET body = replace(body, '\"turkey\":7', '\"turkey\":8') WHERE campaign = ?1",
        // The salt of a seal.
        "UPDATE secret_parts SET salt = zeroblob(32) WHERE campaign = ?1",
        // A line that is gone.
        "DELETE FROM events WHERE campaign = ?1 AND seq = 5",
        // An entry off the record, which no line covers: whose envelope it is.
        "UPDATE events SET public = replace(public, '\"seat-1\"', '\"seat-2\"') WHERE campaign = ?1 AND line IS NULL",
        // A line that becomes one off the record.
        "UPDATE events SET line = NULL WHERE campaign = ?1 AND seq = (SELECT max(seq) FROM events WHERE campaign = ?1 AND line IS NOT NULL)",
        // The last entry, which leaves no gap.
        "DELETE FROM events WHERE campaign = ?1 AND seq = (SELECT max(seq) FROM events WHERE campaign = ?1)",
        // Everything that is sealed.
        "DELETE FROM secret_parts WHERE campaign = ?1",
        // The salt alone.
        "UPDATE secret_parts SET salt = NULL WHERE campaign = ?1",
        // For whom it is.
        "UPDATE secret_parts SET audience = 'all' WHERE campaign = ?1",
        // Under which number.
        "UPDATE secret_parts SET n = n + 1 WHERE campaign = ?1",
        // Its roots.
        "DELETE FROM roots WHERE campaign = ?1",
        "UPDATE roots SET head = randomblob(32) WHERE campaign = ?1",
        "UPDATE roots SET veil = randomblob(32) WHERE campaign = ?1",
        "UPDATE roots SET first_epoch = 2 WHERE campaign = ?1",
        "UPDATE roots SET length = 4095 WHERE campaign = ?1",
        "UPDATE roots SET length = 9000000000000000000 WHERE campaign = ?1",
    ];
    for i in 0..damages.len() as u64 {
        let id = table.begun(COUNCIL + 1 + i, &[ANNA, BELA]).await;
        table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
        bad.push(id);
    }
    table.sent();
    let table = table.restarted(|path| {
        let conn = rusqlite::Connection::open(path).unwrap();
        for (damage, id) in damages.iter().zip(&bad) {
            assert!(conn.execute(damage, [id]).unwrap() > 0, "{damage}");
        }
    });
    let kept = |id: &str| {
        let conn = rusqlite::Connection::open(&table.path).unwrap();
        let count = |sql: &str| conn.query_row(sql, [id], |row| row.get::<_, i64>(0)).unwrap();
        count("SELECT count(*) FROM events WHERE campaign = ?1")
    };
    for (n, (damage, id)) in damages.iter().zip(&bad).enumerate() {
        let before = kept(id);
        let asker = table.asker(ANNA);
        let Outcome::Failed(why) = table.order(id, &asker, roll("d6", None)).await else {
            panic!("not told: {damage}")
        };
        assert!(why.starts_with("This campaign is stopped") && why.ends_with('.'), "{why}");
        assert!(why.chars().count() < 400, "{why}");
        assert_fits(&commands::asked::told(Outcome::Failed(why.clone())).json());
        let asker = table.asker(BELA);
        assert!(matches!(table.house.own_order(id, Verb::Tick).await, Outcome::Failed(_)));
        assert!(matches!(table.order(id, &asker, Verb::Undo).await, Outcome::Failed(_)));
        // Nothing that follows from it is said: no seed, no key, no roll, no record.
        for verb in [Verb::Reveal, Verb::Close, make_final()] {
            assert!(matches!(table.order(id, &asker, verb).await, Outcome::Failed(_)), "{damage}");
        }
        table.watch.pass(8 * 24 * 60 * 60);
        assert!(table.house.look_in(id).await.is_err());
        assert!(table.house.record(id).await.unwrap_err().starts_with("This campaign is stopped"));
        assert_eq!(kept(id), before, "{damage}");
        // One truth: what stops it is what the operator reads.
        let stopped = table.house.stopped();
        assert_eq!(stopped.len(), n + 1, "{damage}");
        assert!(why.contains(&stopped[id].to_string()), "{damage}: {why}, {}", stopped[id]);
        assert!(
            table
                .house
                .tally
                .text(None, 0, None)
                .contains(&format!("chancery_campaigns_stopped {}\n", n + 1))
        );
    }
    assert!(table.sent().is_empty());
    // Each council is told once.
    for id in &bad {
        for _ in 0..2 {
            table.house.tell_stopped(id).await.unwrap();
        }
    }
    table.house.tell_stopped(&good).await.unwrap();
    let told = table.sent();
    assert_eq!(told.len(), bad.len(), "{told:?}");
    for (post, id) in told.iter().zip(&bad) {
        assert_eq!((post.kind.as_str(), post.campaign.as_str(), post.user), ("stopped", id.as_str(), None));
        assert!(post.text.contains("is stopped") && !post.text.contains(id.as_str()), "{}", post.text);
    }
    for user in [ANNA, BELA] {
        table.done(&good, user, sheet([1, 2, 3, 4, 5, 6, 7])).await;
        table.done(&good, user, make_final()).await;
    }
    table.verified(&good).await;
}

/// Roots that went bad on the disk while a campaign is played, and after: no seed and no key that follows from them is ever on the record,
/// and play goes on from a backup.
#[tokio::test]
async fn roots_that_went_bad_stop_a_campaign_before_anything_of_them_is_published() {
    for (n, column) in [(16, "head"), (17, "veil")] {
        let table = Table::new(n, None);
        let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
        table.done(&id, ANNA, roll("2d6", None)).await;
        table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
        let backup = table.beside("backup.db");
        table.house.store.backup(&backup).await.unwrap();
        let conn = rusqlite::Connection::open(&table.path).unwrap();
        assert_eq!(conn.execute(&format!("UPDATE roots SET {column} = randomblob(32)"), []).unwrap(), 1);
        drop(conn);
        // Memory has the right ones, and what follows from them is right.
        for user in [ANNA, BELA] {
            table.done(&id, user, Verb::Reveal).await;
        }
        let mut text = String::new();
        for row in table.house.store.entries(&id, 0).await.unwrap() {
            let entry = commands::rows::entry_from(row).unwrap();
            text.extend(record::line(&entry, record::Extent::Public).unwrap());
        }
        let report = verify(text.as_bytes(), &[]).unwrap();
        assert_eq!((report.epochs, report.rolls_checked, report.rolls_waiting), (1, 1, 0));
        table.done(&id, BELA, roll("3d6", None)).await;
        table.sent();

        let table = table.restarted(|_| ());
        let asker = table.asker(ANNA);
        let Outcome::Failed(why) = table.order(&id, &asker, roll("d6", None)).await else {
            panic!("a roll from {column}")
        };
        let names = if column == "head" { "The root of its dice" } else { "The key of its seals" };
        assert!(why.contains(names), "{why}");
        table.watch.pass(8 * 24 * 60 * 60);
        for user in [ANNA, BELA] {
            for verb in [Verb::Reveal, Verb::Close, make_final(), Verb::Restored] {
                let asker = table.asker(user);
                assert!(matches!(table.order(&id, &asker, verb).await, Outcome::Failed(_)));
            }
        }
        assert!(matches!(table.house.own_order(&id, Verb::Tick).await, Outcome::Failed(_)));
        let entries = table.house.store.entries(&id, 0).await.unwrap();
        let seeds = entries.iter().filter(|entry| entry.public.contains("\"k\":\"epoch\"")).count();
        assert_eq!(seeds, 1, "{column}");
        assert!(!entries.iter().any(|entry| entry.public.contains("\"k\":\"closed\"")));
        assert!(table.sent().is_empty());

        let table = table.restarted(move |path| Store::restore(&backup, path, true).unwrap());
        assert!(matches!(table.house.own_order(&id, Verb::Restored).await, Outcome::Done(_)));
        assert!(table.house.stopped().is_empty());
        for (user, new) in [(ANNA, "newanna"), (BELA, "newbela")] {
            table.done(&id, user, Verb::Word { word: word(new) }).await;
        }
        table.done(&id, ANNA, roll("2d6", None)).await;
        for user in [ANNA, BELA] {
            table.done(&id, user, Verb::Reveal).await;
        }
        for user in [ANNA, BELA] {
            table.done(&id, user, Verb::Close).await;
        }
        let (_, report) = table.verified(&id).await;
        assert_eq!((report.epochs, report.rolls_waiting), (2, 0));
    }
}

/// Damage that lies before the last snapshot, which alone would not be read; and in the snapshot itself.
#[tokio::test]
async fn what_a_snapshot_has_taken_in_is_judged_too_and_the_snapshot_is_believed_only_as_it_was_kept() {
    let table = Table::new(18, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    for _ in 0..110 {
        table.done(&id, ANNA, roll("2d6", None)).await;
    }
    let before = table.campaign(&id).await;
    let kept = table.house.store.history(&id, Some(engine::table::campaign::SCHEMA)).await.unwrap();
    assert!(kept.from >= 200);
    // A byte of the state: the number of people, say. It is dropped, and all is folded anew.
    let state = kept.snapshot.unwrap().state;
    let text = String::from_utf8_lossy(&state[32..]).into_owned();
    let changed = text.replacen("\"people\":2", "\"people\":9", 1);
    assert_ne!(text, changed);
    let wrong = [&state[..32], changed.as_bytes()].concat();
    let table = table.restarted(|path| {
        let conn = rusqlite::Connection::open(path).unwrap();
        assert_eq!(conn.execute("UPDATE snapshots SET state = ?1", [wrong]).unwrap(), 1);
    });
    assert_eq!(table.campaign(&id).await, before);
    // Nor is it believed as that of another moment.
    let table = table.restarted(|path| {
        let conn = rusqlite::Connection::open(path).unwrap();
        assert_eq!(conn.execute("UPDATE snapshots SET state = ?1, seq = seq - 2", [state]).unwrap(), 1);
    });
    assert_eq!(table.campaign(&id).await, before);
    let table = table.restarted(|path| {
        let conn = rusqlite::Connection::open(path).unwrap();
        let change =
            "UPDATE events SET public = replace(public, '\"w101\"', '\"w103\"') WHERE public LIKE '%joined%'";
        assert!(conn.execute(change, []).unwrap() > 0);
    });
    let asker = table.asker(ANNA);
    assert!(matches!(table.order(&id, &asker, roll("d6", None)).await, Outcome::Failed(_)));
    assert!(table.house.stopped()[&id].to_string().contains("does not follow"));
}

/// Damage that comes while a campaign is in memory: it shows as soon as its record is told, and play stops then, because all that is
/// still played would be lost with the restoring.
#[tokio::test]
async fn a_record_that_went_bad_under_a_live_campaign_is_not_handed_out() {
    let table = Table::new(19, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    table.done(&id, ANNA, roll("2d6", None)).await;
    let conn = rusqlite::Connection::open(&table.path).unwrap();
    assert!(conn.execute("UPDATE events SET public = replace(public, '2d6', '3d6')", []).unwrap() > 0);
    table.done(&id, ANNA, roll("2d6", None)).await;
    let why = table.house.record(&id).await.unwrap_err();
    assert!(why.contains("does not follow"), "{why}");
    let asker = table.asker(ANNA);
    let Outcome::Failed(again) = table.order(&id, &asker, roll("2d6", None)).await else {
        panic!("played on")
    };
    assert_eq!(again, why);
    // Put right and started again, it goes on.
    assert!(conn.execute("UPDATE events SET public = replace(public, '3d6', '2d6')", []).unwrap() > 0);
    drop(conn);
    let table = table.restarted(|_| ());
    table.done(&id, ANNA, roll("2d6", None)).await;
    table.verified(&id).await;
}

/// An entry of a newer program is no damage, and no backup would mend it.
#[tokio::test]
async fn what_a_newer_program_wrote_is_told_as_that() {
    use engine::table::event::line_hash;
    use engine::table::hash::Hash;
    let table = Table::new(20, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    let entries = table.house.store.entries(&id, 0).await.unwrap();
    let (seq, last) = (entries.len() as i64, entries.last().unwrap().clone());
    let public = r#"{"at":1767225600,"by":"bot","k":"comet"}"#;
    let hash = line_hash(&Hash(last.hash.unwrap()), public);
    let table = table.restarted(|path| {
        let conn = rusqlite::Connection::open(path).unwrap();
        let row = rusqlite::params![id, seq, last.line.unwrap() as i64 + 1, public, hash.0];
        conn.execute(
            "INSERT INTO events (campaign, seq, line, at, public, hash) VALUES (?1, ?2, ?3, 0, ?4, ?5)",
            row,
        )
        .unwrap();
        conn.execute("UPDATE campaigns SET entries = entries + 1", []).unwrap();
    });
    let asker = table.asker(ANNA);
    let Outcome::Failed(why) = table.order(&id, &asker, roll("d6", None)).await else { panic!("played on") };
    assert!(why.contains("a newer one has written it"), "{why}");
    assert_eq!(table.house.stopped()[&id].needs(), Some(Program::Newer));
}

/// Writes the campaign's history anew with another founding: what was decided stays as it was.
fn founded_otherwise(path: &std::path::Path, change: (&str, &str)) {
    use engine::table::event::line_hash;
    use engine::table::hash::Hash;
    let conn = rusqlite::Connection::open(path).unwrap();
    let rows: Vec<(i64, String)> = {
        let mut all =
            conn.prepare("SELECT seq, public FROM events WHERE line IS NOT NULL ORDER BY line").unwrap();
        all.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
    };
    let mut head = Hash::default();
    for (i, (seq, public)) in rows.into_iter().enumerate() {
        let told = if i == 0 { public.replacen(change.0, change.1, 1) } else { public.clone() };
        assert_eq!(told != public, i == 0);
        head = line_hash(&head, &told);
        conn.execute("UPDATE events SET public = ?1, hash = ?2 WHERE seq = ?3", (told, head.0, seq)).unwrap();
    }
    conn.execute("DELETE FROM snapshots", []).unwrap();
}

/// Where the revision of the rules under which a campaign was founded is not here any more, the council is told so once, and play goes on.
#[tokio::test]
async fn a_campaign_of_a_revision_that_is_gone_goes_on_by_the_newest_and_says_so() {
    let table = Table::new(24, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    let newest = table.campaign(&id).await.rules;
    let ours = format!(r#""rules":"{newest}""#);
    let table = table.restarted(|path| founded_otherwise(path, (&ours, r#""rules":"0""#)));
    let before = table.house.store.entries(&id, 0).await.unwrap().len();
    table.done(&id, ANNA, roll("d6", None)).await;
    let entries = table.house.entries(&id).await.unwrap();
    let told: Vec<&str> = entries[before..].iter().map(|entry| entry.public.as_str()).collect();
    assert!(told[0].contains(r#""by":"bot","k":"order","verb":"rules""#), "{told:?}");
    assert!(told[1].contains(&format!(r#""after":"{newest}""#)) && told[1].contains(r#""before":"0""#));
    let posts: Vec<String> =
        table.sent().into_iter().filter(|sent| sent.kind == "rules").map(|sent| sent.text).collect();
    assert_eq!(posts.len(), 1);
    let says =
        format!("From here on play goes by revision {newest} of the rules; until here it was revision 0");
    assert!(posts[0].contains(&says), "{posts:?}");
    let table = table.restarted(|_| ());
    table.done(&id, BELA, roll("d6", None)).await;
    assert!(table.sent().iter().all(|sent| sent.kind != "rules"), "it is said once");
    assert_eq!(table.campaign(&id).await.rules, newest);
}

/// A database of before is refused with a sentence.
#[tokio::test]
async fn a_record_of_the_format_before_is_refused_with_a_sentence() {
    let table = Table::new(25, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    let table = table.restarted(|path| founded_otherwise(path, (r#""format":2"#, r#""format":1"#)));
    let asker = table.asker(ANNA);
    let Outcome::Failed(why) = table.order(&id, &asker, roll("d6", None)).await else { panic!("played on") };
    assert!(why.contains("Its record is of format 1, and this program reads format 2 alone."), "{why}");
    assert_eq!(table.house.stopped()[&id].needs(), Some(Program::Older));
}

/// Another program forgets somebody while the house plays on: neither he nor what he wrote comes back out of its memory.
#[tokio::test]
async fn who_is_forgotten_beside_a_running_house_does_not_come_back_out_of_its_memory() {
    let table = Table::new(21, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    let asker = table.asker_named(BELA, "Belasarius");
    let plan = roll("d6", Some("my own secret plan"));
    assert!(matches!(table.order(&id, &asker, plan).await, Outcome::Done(_)));
    for user in [ANNA, BELA] {
        table.done(&id, user, sheet([1, 2, 3, 4, 5, 6, 7])).await;
    }
    deliver_posts(&table).await;
    let beside = Store::open(&table.path, &db::Stamp::Local).unwrap();
    beside.forget_user(BELA).await.unwrap();
    beside.close();
    // More than enough for a snapshot, and a notice that would have named him.
    for _ in 0..110 {
        table.done(&id, ANNA, roll("2d6", None)).await;
    }
    table.house.dispatch_waits(&id, BELA, "turn").await;
    assert!(table.house.store.history(&id, Some(engine::table::campaign::SCHEMA)).await.unwrap().from > 0);
    let [status, _] = table.looks(&id, ANNA).await;
    assert!(!shown(&status).contains("Belasarius"));
    assert!(
        !table.sent().iter().any(|message| message.kind == "dispatch" && message.text.contains("Belasarius"))
    );
    assert_eq!(table.campaign(&id).await.people, 2);
    table.restarted(|path| {
        for name in ["chancery.db", "chancery.db-wal"] {
            let bytes = std::fs::read(path.with_file_name(name)).unwrap_or_default();
            for gone in ["my own secret plan", &BELA.to_string()] {
                assert!(
                    !bytes.windows(gone.len()).any(|part| part == gone.as_bytes()),
                    "{gone} is in {name}"
                );
            }
        }
    });
}

#[tokio::test]
async fn a_restored_campaign_founds_new_roots_before_anything_else() {
    let front = Front::new().await;
    let table = Table::new(15, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    table.done(&id, ANNA, roll("2d6", None)).await;
    table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
    let backup = table.beside("backup.db");
    table.house.store.backup(&backup).await.unwrap();
    let at_backup = table.campaign(&id).await;
    // Played on: the seed of epoch 1 is published, and the sheets are opened.
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Reveal).await;
    }
    table.done(&id, BELA, sheet([7, 6, 5, 4, 3, 2, 1])).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, make_final()).await;
    }
    let lost = table.campaign(&id).await;
    assert_eq!((at_backup.epoch.number, lost.epoch.number), (1, 3));
    table.sent();

    let copy = backup.clone();
    let table = table.restarted(move |path| Store::restore(&copy, path, true).unwrap());
    assert_eq!(table.house.store.restored_pending().await.unwrap(), std::slice::from_ref(&id));
    // Before the rule is done nothing else is taken.
    let asker = table.asker(ANNA);
    let Outcome::Failed(why) = table.order(&id, &asker, roll("d6", None)).await else {
        panic!("a roll from old roots")
    };
    assert!(why.contains("restored"), "{why}");
    assert!(matches!(table.house.own_order(&id, Verb::Restored).await, Outcome::Done(_)));
    assert!(table.house.store.restored_pending().await.unwrap().is_empty());
    let roots = table.house.store.roots(&id).await.unwrap();
    assert_eq!(roots.len(), 2);
    assert!(roots[0].head != roots[1].head && roots[0].veil != roots[1].veil);

    let after = table.campaign(&id).await;
    assert_eq!(after.play.stage, Stage::Playing);
    assert!(after.play.rounds.values().all(|round| round.envelopes.is_empty()));
    assert_eq!(after.seats_without_word().len(), 2);
    let due = table.house.store.due(table.house.now(), 100).await.unwrap();
    assert!(
        !due.is_empty() && due.iter().all(|row| ["restored", "epoch", "card"].contains(&row.kind.as_str())),
        "{due:?}"
    );
    // The house remembers it over another restart.
    let table = table.restarted(|_| ());
    assert_eq!(table.campaign(&id).await, after);

    let [status, _] = table.looks(&id, ANNA).await;
    assert!(shown(&status).contains("Dice wait for a new word"));
    let desk = || async { front.press(&table, ANNA, &format!("v1:{id}:0:desk")).await.to_string() };
    assert!(desk().await.contains("Dice wait for a new word of yours"), "{}", desk().await);
    assert!(table.refused(&id, ANNA, roll("d6", None)).await.contains("word"));
    table.done(&id, ANNA, sheet([2, 3, 4, 5, 6, 7, 8])).await;
    assert!(table.refused(&id, ANNA, make_final()).await.contains("word"));
    table.done(&id, ANNA, Verb::Word { word: word("newanna") }).await;
    assert!(!desk().await.contains("Dice wait for a new word of yours"), "{}", desk().await);
    table.done(&id, ANNA, make_final()).await;
    // The other brings his word in his envelope.
    let body = json!({"bids": {"austria": 8, "france": 7, "great_britain": 6, "prussia": 5, "russia": 4, "spain": 3, "turkey": 2}, "word": "newbela"});
    table.done(&id, BELA, seal(body)).await;
    table.done(&id, BELA, make_final()).await;
    table.done(&id, BELA, roll("3d6", None)).await;

    // Only the host releases what was held back.
    let release = format!("v1:{id}:0:release");
    assert!(says(&front.press(&table, BELA, &release).await).contains("host"));
    let told = front.press(&table, ANNA, &release).await;
    assert!(says(&told).contains("released") && !says(&told).starts_with("0 "), "{told}");

    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Reveal).await;
    }
    let (text, report) = table.verified(&id).await;
    assert!(
        text.contains("\"k\":\"restored\"") && report.rolls_waiting == 0 && report.seals_checked == 2,
        "{report:?}"
    );
    for user in [ANNA, BELA] {
        table.done(&id, user, Verb::Close).await;
    }
    table.verified(&id).await;
}
