//! The one writer: a thread that takes every waiting job into one transaction and answers after the commit.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode};
use thiserror::Error;
use tokio::sync::oneshot;

use crate::known::Known;
use crate::log::{Mover, Shared};
use crate::open::BUSY;

/// At most this many jobs share a transaction, so that the first of them does not wait for ever.
const GROUP: usize = 256;

/// After this long without work the log is emptied into the database: what was wiped must not linger in it.
const IDLE: Duration = Duration::from_secs(3);

/// Why nothing was written.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WriteError {
    /// The disk is full (or the database has reached its limit).
    #[error("The disk is full: nothing was written. Make room, then try again.")]
    Full,
    /// Anything else; the sentence says what.
    #[error("Nothing was written: {0}.")]
    Failed(String),
}

impl From<rusqlite::Error> for WriteError {
    fn from(e: rusqlite::Error) -> Self {
        match e.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                Self::Failed(format!("the database is damaged ({e}); stop the bot and restore a backup"))
            }
            _ => Self::Failed(e.to_string()),
        }
    }
}

fn stopped() -> WriteError {
    WriteError::Failed("the database is closed".to_owned())
}

/// A job as the writer sees it: it runs inside its savepoint, or alone in its transaction, and is answered when the transaction's fate is known.
trait Work: Send {
    fn run(&mut self, conn: &Connection) -> Result<(), WriteError>;
    fn answer(self: Box<Self>, group: Option<&WriteError>);
}

struct Job<F, T> {
    work: Option<F>,
    outcome: Result<T, WriteError>,
    reply: oneshot::Sender<Result<T, WriteError>>,
}

impl<F, T> Work for Job<F, T>
where
    F: FnOnce(&Connection) -> Result<T, WriteError> + Send,
    T: Send,
{
    fn run(&mut self, conn: &Connection) -> Result<(), WriteError> {
        if let Some(work) = self.work.take() {
            self.outcome = work(conn);
        }
        self.outcome.as_ref().map(|_| ()).map_err(Clone::clone)
    }

    fn answer(self: Box<Self>, group: Option<&WriteError>) {
        // What a job saw of its neighbours is void when the group was not kept, so its own refusal is not told either.
        let outcome = group.map_or(self.outcome, |e| Err(e.clone()));
        // Nobody waits when the asker has gone; the commit stands all the same.
        let _ = self.reply.send(outcome);
    }
}

enum Message {
    Job(Box<dyn Work>),
    Checkpoint(oneshot::Sender<Result<(), WriteError>>),
    Close,
}

pub(crate) struct Writer {
    queue: Sender<Message>,
    slower: Arc<AtomicU64>,
    mover: Mover,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Writer {
    pub(crate) fn start(conn: Connection, path: PathBuf, known: Arc<Known>) -> std::io::Result<Self> {
        let log = Arc::<Shared>::default();
        let mover = Mover::start(path, Arc::clone(&log))?;
        let (queue, waiting) = mpsc::channel();
        let slower = Arc::<AtomicU64>::default();
        let delay = Arc::clone(&slower);
        let thread = thread::Builder::new()
            .name("db writer".to_owned())
            .spawn(move || serve(&conn, &waiting, &delay, &known, &log))?;
        Ok(Self { queue, slower, mover, thread: Mutex::new(Some(thread)) })
    }

    pub(crate) fn slow_commits(&self, by: Duration) {
        self.slower.store(u64::try_from(by.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Runs a job in its own savepoint, or alone in its transaction; answers after the commit. When the job fails, it alone is undone.
    pub(crate) async fn write<F, T>(&self, work: F) -> Result<T, WriteError>
    where
        F: FnOnce(&Connection) -> Result<T, WriteError> + Send + 'static,
        T: Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job = Job { work: Some(work), outcome: Err(stopped()), reply };
        self.queue.send(Message::Job(Box::new(job))).map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())?
    }

    pub(crate) async fn checkpoint(&self) -> Result<(), WriteError> {
        let (reply, answer) = oneshot::channel();
        self.queue.send(Message::Checkpoint(reply)).map_err(|_| stopped())?;
        answer.await.map_err(|_| stopped())?
    }

    pub(crate) fn close(&self) {
        self.mover.stop();
        // A writer that is gone already is closed.
        let _ = self.queue.send(Message::Close);
        let thread = self.thread.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        if thread.is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("the database's writer had stopped before it was closed");
        }
    }
}

fn serve(conn: &Connection, waiting: &Receiver<Message>, slower: &AtomicU64, known: &Known, log: &Shared) {
    // A program that was killed left its log as it was.
    let mut dirty = true;
    let mut next = None;
    loop {
        let message = match next.take() {
            Some(message) => Ok(message),
            None if dirty => waiting.recv_timeout(IDLE),
            None => waiting.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match message {
            Ok(Message::Job(first)) => {
                let mut group = vec![first];
                while group.len() < GROUP {
                    match waiting.try_recv() {
                        Ok(Message::Job(job)) => group.push(job),
                        Ok(other) => {
                            next = Some(other);
                            break;
                        }
                        Err(_) => break,
                    }
                }
                commit_group(conn, group, Duration::from_micros(slower.load(Ordering::Relaxed)), known);
                log.commits.fetch_add(1, Ordering::Relaxed);
                dirty = true;
            }
            Ok(Message::Checkpoint(reply)) => {
                let _ = reply.send(empty_log(conn, log));
            }
            Err(RecvTimeoutError::Timeout) => {
                // Not worth making a job wait for a reader in the way: it is tried again after the next pause.
                let quick = conn.busy_timeout(Duration::ZERO).and_then(|()| {
                    let emptied = empty_log(conn, log);
                    conn.busy_timeout(BUSY).map(|()| emptied)
                });
                match quick {
                    Ok(emptied) => dirty = emptied.is_err(),
                    Err(e) => tracing::warn!("the database's log was not emptied: {e}"),
                }
            }
            Ok(Message::Close) | Err(RecvTimeoutError::Disconnected) => {
                if let Err(e) = empty_log(conn, log) {
                    tracing::warn!("the database's log was not emptied on closing: {e}");
                }
                return;
            }
        }
    }
}

/// Writes the group, all in one transaction. When the transaction fails, every job is told so. `slower` is what a slower disk would
/// take longer; nothing but a benchmark asks for it.
fn commit_group(conn: &Connection, mut group: Vec<Box<dyn Work>>, slower: Duration, known: &Known) {
    let outcome = run_group(conn, &mut group);
    if !slower.is_zero() {
        thread::sleep(slower);
    }
    if let Err(e) = &outcome {
        tracing::error!(jobs = group.len(), "a group of jobs was not committed: {e}");
        if !conn.is_autocommit()
            && let Err(e) = conn.execute_batch("ROLLBACK")
        {
            tracing::error!("the transaction could not be undone: {e}");
        }
    }
    known.committed();
    for job in group {
        job.answer(outcome.as_ref().err());
    }
}

fn run_group(conn: &Connection, group: &mut [Box<dyn Work>]) -> Result<(), WriteError> {
    // Read by SQLite once, and not anew at every commit.
    let step = |sql| conn.prepare_cached(sql)?.execute([]).map(|_| ());
    step("BEGIN IMMEDIATE")?;
    if let [alone] = group {
        // A job alone is a transaction by itself: what fails is undone whole, with nobody beside it.
        let kept = alone.run(conn);
        return match kept {
            Ok(()) => step("COMMIT").map_err(WriteError::from),
            // SQLite undoes the whole transaction by itself when the disk is full.
            Err(e) if conn.is_autocommit() => Err(e),
            Err(_) => step("ROLLBACK").map_err(WriteError::from),
        };
    }
    for job in group {
        step("SAVEPOINT job")?;
        if let Err(e) = job.run(conn) {
            // SQLite undoes the whole transaction by itself when the disk is full.
            if conn.is_autocommit() {
                return Err(e);
            }
            step("ROLLBACK TO job")?;
        }
        step("RELEASE job")?;
    }
    step("COMMIT")?;
    Ok(())
}

/// Moves the log into the database and cuts it to nothing.
fn empty_log(conn: &Connection, log: &Shared) -> Result<(), WriteError> {
    let _moving = log.moving.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let busy: i64 = conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    if busy == 0 {
        Ok(())
    } else {
        Err(WriteError::Failed("the log could not be emptied while it is being read".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::sync::mpsc;

    use super::*;
    use crate::{CampaignRow, Commit, CommitError, Entry, Request, Stamp, Store};

    fn order(campaign: &str, expect_seq: u64, request: u64, size: usize) -> Commit {
        let entry = Entry {
            seq: expect_seq,
            line: None,
            at: 0,
            public: "x".repeat(size),
            hash: None,
            secrets: vec![],
        };
        Commit {
            campaign: campaign.to_owned(),
            expect_seq,
            request: Some(Request { id: request, user: 1, at: 0, reply: format!("reply {request}") }),
            entries: vec![entry],
            ..Commit::default()
        }
    }

    async fn founded(folder: &tempfile::TempDir) -> Store {
        let store = Store::open(&folder.path().join("a.db"), &Stamp::Local).unwrap();
        for id in ["a", "b", "c"] {
            let found = CampaignRow {
                id: id.to_owned(),
                guild: 1,
                channel: 1,
                name: String::new(),
                game: String::new(),
                settings: String::new(),
                founded: 0,
                archived: false,
            };
            let commit = Commit { campaign: id.to_owned(), found: Some(found), ..Commit::default() };
            store.commit(commit).await.unwrap();
        }
        store
    }

    /// Keeps the writer busy until the returned sender is used, so that what is asked meanwhile becomes one group.
    async fn pause(store: &Store) -> mpsc::Sender<()> {
        let (go, wait) = mpsc::channel::<()>();
        let (at_work, started) = oneshot::channel();
        let writer = store.clone();
        tokio::spawn(async move {
            let job = move |_: &Connection| {
                at_work.send(()).unwrap();
                wait.recv().unwrap();
                Ok(())
            };
            writer.inner.writer.write(job).await.unwrap();
        });
        started.await.unwrap();
        go
    }

    /// Asks in order while the writer is paused; the answers in the same order.
    async fn as_a_group(store: &Store, commits: Vec<Commit>) -> Vec<Result<u64, CommitError>> {
        let go = pause(store).await;
        let mut asked = Vec::new();
        for commit in commits {
            let (reply, answer) = oneshot::channel();
            let job = Job {
                work: Some(move |conn: &Connection| crate::commit::keep(conn, &commit)),
                outcome: Err(stopped()),
                reply,
            };
            store.inner.writer.queue.send(Message::Job(Box::new(job))).unwrap();
            asked.push(answer);
        }
        go.send(()).unwrap();
        let mut answers = Vec::new();
        for answer in asked {
            let told = answer.await.unwrap().map_err(CommitError::from).and_then(|inner| inner);
            answers.push(told.map(|done| done.seq));
        }
        answers
    }

    #[tokio::test]
    async fn a_job_that_fails_leaves_its_neighbours_alone() {
        let folder = tempfile::tempdir().unwrap();
        let store = founded(&folder).await;
        let mut gap = order("b", 0, 4, 1);
        gap.entries.push(gap.entries[0].clone());
        let group = vec![
            order("a", 0, 1, 1),
            order("b", 0, 1, 1),
            order("a", 7, 3, 1),
            gap,
            order("nowhere", 0, 5, 1),
            order("a", 1, 6, 1),
            order("b", 0, 4, 1),
        ];
        let told = as_a_group(&store, group).await;
        assert_eq!(told[0], Ok(1));
        assert_eq!(told[1], Err(CommitError::Duplicate { reply: Some("reply 1".to_owned()) }));
        assert_eq!(told[2], Err(CommitError::Stale { have: 1 }));
        assert!(matches!(&told[3], Err(CommitError::Failed(why)) if why.contains("entry 0")), "{told:?}");
        assert!(matches!(&told[4], Err(CommitError::Failed(why)) if why.contains("nowhere")), "{told:?}");
        // The failed job's request and first entry are undone, so its id and place are free again.
        assert_eq!(told[5..], [Ok(2), Ok(1)]);
        assert_eq!(store.entries("a", 0).await.unwrap().len(), 2);
        assert_eq!(store.entries("b", 0).await.unwrap().len(), 1);
        assert_eq!(store.request(3).await.unwrap(), None);
    }

    #[tokio::test]
    async fn when_the_transaction_fails_everybody_is_told_and_nothing_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let store = founded(&folder).await;
        let go = pause(&store).await;
        let first = tokio::spawn({
            let store = store.clone();
            async move { store.commit(order("a", 0, 1, 1)).await }
        });
        tokio::task::yield_now().await;
        // An orphan that is found only when the transaction is to be committed.
        let orphan = |conn: &Connection| {
            conn.execute_batch(
                "PRAGMA defer_foreign_keys = ON; INSERT INTO cards VALUES ('nowhere', 'turn', 1, 1);",
            )?;
            Ok(())
        };
        let second = tokio::spawn({
            let store = store.clone();
            async move { store.inner.writer.write(orphan).await }
        });
        tokio::task::yield_now().await;
        // A duplicate of a neighbour that was not kept is not told that it was taken.
        let third = tokio::spawn({
            let store = store.clone();
            async move { store.commit(order("a", 0, 1, 1)).await }
        });
        tokio::task::yield_now().await;
        go.send(()).unwrap();
        assert!(matches!(first.await.unwrap(), Err(CommitError::Failed(_))));
        assert!(matches!(second.await.unwrap(), Err(WriteError::Failed(_))));
        assert!(matches!(third.await.unwrap(), Err(CommitError::Failed(_))));
        assert_eq!(store.request(1).await.unwrap(), None);
        assert_eq!(store.entries("a", 0).await.unwrap(), []);
        assert_eq!(store.commit(order("a", 0, 1, 1)).await.unwrap().seq, 1);
    }

    #[tokio::test]
    async fn a_full_disk_is_told_and_nothing_is_kept_until_there_is_room() {
        let folder = tempfile::tempdir().unwrap();
        let store = founded(&folder).await;
        let limit = |pages: i64| {
            move |conn: &Connection| {
                let now: i64 = conn.query_row("PRAGMA page_count", [], |row| row.get(0))?;
                conn.query_row(&format!("PRAGMA max_page_count = {}", now + pages), [], |_| Ok(()))?;
                Ok(())
            }
        };
        store.inner.writer.write(limit(4)).await.unwrap();
        let told =
            as_a_group(&store, vec![order("a", 0, 1, 10), order("b", 0, 2, 200_000), order("c", 0, 3, 10)])
                .await;
        assert_eq!(told[1], Err(CommitError::Full));
        for (id, told) in ["a", "b", "c"].into_iter().zip(&told) {
            let kept = store.entries(id, 0).await.unwrap().len();
            assert_eq!(told.is_ok(), kept == 1, "{id}: {told:?}");
        }
        store.inner.writer.write(limit(1_000)).await.unwrap();
        assert_eq!(store.commit(order("b", 0, 2, 200_000)).await.unwrap().seq, 1);
        store.close();
        Store::open(&folder.path().join("a.db"), &Stamp::Local).unwrap();
    }
}
