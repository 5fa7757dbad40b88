//! What was wiped is in none of the files.

use std::path::Path;

use db::{Commit, Entry, PersonRow, SecretPart, Target};

use crate::{Table, asked, entry, message, next};

/// Numbers for the sizes of messages; the same in every run.
struct Sizes(u64);

impl Sizes {
    fn next(&mut self, below: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % below).unwrap()
    }
}

/// How often the word stands in any file of the folder.
fn found(folder: &Path, word: &str) -> usize {
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        count += bytes.windows(word.len()).filter(|at| *at == word.as_bytes()).count();
    }
    count
}

/// Fills `length` bytes with the word, so that any piece of it left over is found.
fn planted(word: &str, length: usize) -> String {
    word.chars().cycle().take(word.len().max(length)).collect()
}

#[tokio::test]
async fn delivered_taken_answered_and_forgotten_words_are_gone_from_the_files() {
    let table = Table::founded(&["ulm"]).await;
    let folder = table.folder.path();
    let mut sizes = Sizes(11);
    let (mut posts, mut seq) = (Vec::new(), 1);
    // The last round has everything, also a file.
    for round in 0..=150_u64 {
        let mut post = message(Target::Channel(round % 3), &planted("CANARYPOST", sizes.next(6_000)));
        if round % 5 == 0 {
            post.files = vec![("map.png".to_owned(), planted("CANARYFILE", sizes.next(20_000)).into_bytes())];
        }
        let dm = message(Target::User(8), &planted("CANARYDM", sizes.next(3_000)));
        let text = SecretPart {
            audience: "austria".to_owned(),
            body: Some(planted("CANARYTEXT", sizes.next(2_500))),
            n: None,
            salt: Some(*b"CANARYSALTCANARYSALTCANARYSALT!!"),
            person: Some(1),
        };
        let commit = Commit {
            request: asked(round, &planted("CANARYREPLY", sizes.next(3_000))),
            entries: vec![Entry { secrets: vec![text], ..entry(seq, Some(seq)) }],
            people: vec![PersonRow {
                person: 1,
                user: Some(8),
                name: Some("CANARYNAME".to_owned()),
                locale: None,
            }],
            outbox: vec![post, dm],
            ..next("ulm", seq)
        };
        posts.extend(table.store.commit(commit).await.unwrap().outbox);
        seq += 1;
        if round == 150 {
            // Looked for at once: a writer that is idle for a moment empties its log.
            for word in [
                "CANARYPOST",
                "CANARYFILE",
                "CANARYDM",
                "CANARYREPLY",
                "CANARYTEXT",
                "CANARYSALT",
                "CANARYNAME",
            ] {
                assert!(found(folder, word) > 0, "{word} was never there");
            }
        }
        // Rows come and go in between, so that pages are split and merged.
        while posts.len() > 20 {
            let id = posts.swap_remove(sizes.next(20));
            if sizes.next(4) == 0 {
                table.store.park(id, 50007, "closed").await.unwrap();
                table.store.taken(id).await.unwrap();
            } else {
                table.store.sent(id, 1).await.unwrap();
            }
        }
    }
    for id in posts {
        table.store.sent(id, 1).await.unwrap();
    }
    table.store.checkpoint().await.unwrap();
    for word in ["CANARYPOST", "CANARYFILE", "CANARYDM"] {
        assert_eq!(found(folder, word), 0, "{word} after delivery");
    }
    table.store.tidy(2_000 + 24 * 3600).await.unwrap();
    table.store.forget_user(8).await.unwrap();
    table.store.checkpoint().await.unwrap();
    for word in ["CANARYREPLY", "CANARYTEXT", "CANARYSALT", "CANARYNAME"] {
        assert_eq!(found(folder, word), 0, "{word} after tidying and forgetting");
    }
    let kept = table.store.entries("ulm", 0).await.unwrap();
    assert_eq!(kept.len() as u64, seq);
}

#[tokio::test]
async fn an_idle_writer_empties_its_log_by_itself() {
    let table = Table::founded(&["ulm"]).await;
    let log = table.at("a.db-wal");
    assert!(std::fs::metadata(&log).unwrap().len() > 0);
    for _ in 0..100 {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        if std::fs::metadata(&log).unwrap().len() == 0 {
            return;
        }
    }
    panic!("the log was not emptied in ten seconds");
}
