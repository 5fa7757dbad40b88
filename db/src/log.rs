//! The way of the write-ahead log into the database while much is written: a thread of its own moves it bit by bit, so that no commit waits
//! for it. When nothing is written for a while the writer empties the log whole.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::Connection;

use crate::open::{WRITE, settle};

/// How often it is looked whether there is enough to move.
const LOOKS: Duration = Duration::from_millis(250);

/// After so many commits there is: about a thousand pages, as many as SQLite by itself would make a commit move.
const COMMITS: u64 = 100;

/// From so many pages on a commit moves the log itself after all, 64 MB: it must not grow for ever where nothing is ever idle.
pub(crate) const MOST_PAGES: u32 = 16_384;

/// What the writer and the thread that moves the log share.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// How many groups were committed.
    pub(crate) commits: AtomicU64,
    /// Held by whoever moves the log: SQLite lets two not even wait for one another.
    pub(crate) moving: Mutex<()>,
}

/// The thread that moves the log. It ends when this is dropped.
pub(crate) struct Mover {
    stop: Mutex<Option<Sender<()>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Mover {
    pub(crate) fn start(path: PathBuf, shared: Arc<Shared>) -> std::io::Result<Self> {
        let (stop, stopped) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("db log".to_owned())
            .spawn(move || serve(&path, &stopped, &shared))?;
        Ok(Self { stop: Mutex::new(Some(stop)), thread: Mutex::new(Some(thread)) })
    }

    /// Ends it; waits until it is at an end.
    pub(crate) fn stop(&self) {
        drop(self.stop.lock().unwrap_or_else(PoisonError::into_inner).take());
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if thread.is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("what moves the database's log had stopped before it was closed");
        }
    }
}

fn serve(path: &Path, stopped: &Receiver<()>, shared: &Shared) {
    let mut conn: Option<Connection> = None;
    let mut moved = 0;
    while stopped.recv_timeout(LOOKS) == Err(RecvTimeoutError::Timeout) {
        let commits = shared.commits.load(Ordering::Relaxed);
        if commits - moved < COMMITS {
            continue;
        }
        moved = commits;
        if let Err(e) = move_some(&mut conn, path, shared) {
            // The writer moves it when it has grown too long, or is idle.
            tracing::warn!("the database's log was not moved: {e}");
            conn = None;
        }
    }
}

/// Moves what nobody reads any more, and waits for nobody.
fn move_some(conn: &mut Option<Connection>, path: &Path, shared: &Shared) -> rusqlite::Result<()> {
    let open = || -> rusqlite::Result<Connection> {
        let conn = Connection::open_with_flags(path, WRITE)?;
        settle(&conn)?;
        Ok(conn)
    };
    let conn = match conn {
        Some(conn) => conn,
        None => conn.insert(open()?),
    };
    let _moving = shared.moving.lock().unwrap_or_else(PoisonError::into_inner);
    conn.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::{CampaignRow, Commit, Stamp, Store};
    use std::time::Instant;

    /// While one commit follows another the log comes into the database all the same, long before the writer has a pause; a whole emptying in
    /// between does not fail for it.
    #[tokio::test]
    async fn the_log_is_moved_while_much_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let store = Store::open(&path, &Stamp::Local).unwrap();
        let at_first = std::fs::metadata(&path).unwrap().len();
        let begun = Instant::now();
        let mut n = 0;
        while std::fs::metadata(&path).unwrap().len() < at_first + 400_000 {
            let found = CampaignRow {
                id: format!("c{n}"),
                guild: 1,
                channel: n,
                name: "x".repeat(4_000),
                game: String::new(),
                settings: String::new(),
                founded: 0,
                archived: false,
            };
            let commit = Commit { campaign: format!("c{n}"), found: Some(found), ..Commit::default() };
            store.commit(commit).await.unwrap();
            n += 1;
            assert!(begun.elapsed() < Duration::from_secs(60), "{n} commits, and nothing was moved");
        }
        assert!(n < u64::from(MOST_PAGES), "a commit would have moved it by itself");
        store.checkpoint().await.unwrap();
        store.close();
        assert_eq!(Store::open(&path, &Stamp::Local).unwrap().campaigns().await.unwrap().len() as u64, n);
    }
}
