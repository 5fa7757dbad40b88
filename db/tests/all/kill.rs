//! A process killed in the middle of its work loses nothing that it was told is kept.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use db::{Commit, Target};

use crate::{Table, asked, message, next, open};

/// Says in the child where the database is.
const VICTIM: &str = "CHANCERY_DB_VICTIM";

#[tokio::test]
async fn killed_at_work_nothing_answered_is_lost_or_doubled() {
    if let Some(path) = std::env::var_os(VICTIM) {
        let store = open(path.as_ref());
        let mut seq = store.entries("ulm", 0).await.unwrap().len() as u64;
        loop {
            let commit = Commit {
                request: asked(seq, "done"),
                outbox: vec![message(Target::Channel(1), &"x".repeat(3_000))],
                ..next("ulm", seq)
            };
            seq = store.commit(commit).await.unwrap().seq;
            println!("\nanswered {seq}");
        }
    }

    let table = Table::founded(&["ulm"]).await;
    let path = table.path();
    table.store.close();
    let mut answered = 1;
    for lines in [1, 7, 40] {
        let mut victim = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "kill::killed_at_work_nothing_answered_is_lost_or_doubled", "--nocapture"])
            .env(VICTIM, &path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(victim.stdout.take().unwrap());
        let told = said.lines().map_while(Result::ok);
        let last =
            told.filter_map(|line| line.strip_prefix("answered ").and_then(|n| n.parse().ok())).nth(lines);
        answered = last.unwrap_or(answered);
        victim.kill().unwrap();
        victim.wait().unwrap();
        assert!(last.is_some(), "the victim died by itself");

        let store = open(&path);
        let kept = store.entries("ulm", 0).await.unwrap().len() as u64;
        assert!(kept >= answered, "{kept} kept of {answered} answered");
        // Each entry has its request and its message, and the last that was not kept has neither.
        assert_eq!(store.waiting_count(0).await.unwrap(), kept - 1);
        assert!(store.request(kept - 1).await.unwrap().is_some());
        assert!(store.request(kept).await.unwrap().is_none());
        store.close();
    }
}
