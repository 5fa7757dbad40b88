//! What lasts: snapshots, damage in the file, a forgotten player, a backup put in place.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, says};
use crate::common::*;
use commands::house::Outcome;
use db::Store;
use engine::table::{Stage, Verb};
use serde_json::json;

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
    let loaded = table.house.store.load(&id, engine::table::campaign::SCHEMA).await.unwrap();
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
    // What the council was told is delivered, and so gone from the database; his receipt waits.
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
        // Its roots.
        "DELETE FROM roots WHERE campaign = ?1",
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
    for (damage, id) in damages.iter().zip(&bad) {
        let asker = table.asker(ANNA);
        let Outcome::Failed(why) = table.order(id, &asker, roll("d6", None)).await else {
            panic!("not told: {damage}")
        };
        assert!(why.ends_with('.') && why.chars().count() < 400, "{why}");
        assert_fits(&commands::asked::told(Outcome::Failed(why)).json());
        let asker = table.asker(BELA);
        assert!(matches!(table.house.own_order(id, Verb::Tick).await, Outcome::Failed(_)));
        assert!(matches!(table.order(id, &asker, Verb::Undo).await, Outcome::Failed(_)));
    }
    assert!(table.sent().is_empty());
    for user in [ANNA, BELA] {
        table.done(&good, user, sheet([1, 2, 3, 4, 5, 6, 7])).await;
        table.done(&good, user, make_final()).await;
    }
    table.verified(&good).await;
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
    assert!(table.refused(&id, ANNA, roll("d6", None)).await.contains("word"));
    table.done(&id, ANNA, sheet([2, 3, 4, 5, 6, 7, 8])).await;
    assert!(table.refused(&id, ANNA, make_final()).await.contains("word"));
    table.done(&id, ANNA, Verb::Word { word: word("newanna") }).await;
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
