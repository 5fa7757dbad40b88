//! How things stand: what an operator may count, and whether the database takes writes. Numbers alone, no names.

use std::time::Duration;

use rusqlite::Connection;

use crate::Store;
use crate::outbox::BARRED;
use crate::read::{ReadError, unsigned};
use crate::writer::WriteError;

/// How much of everything there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Campaigns that have not ended.
    pub campaigns_open: u64,
    /// Messages not yet sent that can go out.
    pub waiting: u64,
    /// Messages that wait because the bot may not write in their channel.
    pub barred: u64,
    /// Messages that were refused for good.
    pub parked: u64,
    /// Messages held back after a restore.
    pub held: u64,
    /// Since when the longest of those that can go out waits, by the clock of then.
    pub oldest_due: Option<i64>,
}

impl Standing {
    /// How many seconds the longest waiting message has waited at `now`.
    #[must_use]
    pub fn oldest_seconds(&self, now: i64) -> i64 {
        self.oldest_due.map_or(0, |since| now.saturating_sub(since).max(0))
    }
}

impl Store {
    /// Counts.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn standing(&self) -> Result<Standing, ReadError> {
        let read = move |conn: &Connection| {
            let unsent =
                format!("FROM outbox AS o WHERE o.state IN ('waiting', 'sending') AND NOT ({BARRED})");
            let sql = format!(
                "SELECT (SELECT count(*) FROM campaigns WHERE archived = 0), (SELECT count(*) {unsent}),
                (SELECT count(*) FROM outbox AS o WHERE {BARRED}),
                coalesce(sum(state = 'parked'), 0), coalesce(sum(state = 'held'), 0),
                (SELECT min(o.not_before) {unsent}) FROM outbox"
            );
            Ok(conn.prepare_cached(&sql)?.query_row([], |row| {
                Ok(Standing {
                    campaigns_open: unsigned(row, 0)?,
                    waiting: unsigned(row, 1)?,
                    barred: unsigned(row, 2)?,
                    parked: unsigned(row, 3)?,
                    held: unsigned(row, 4)?,
                    oldest_due: row.get(5)?,
                })
            })?)
        };
        self.inner.readers.read(read).await
    }

    /// Writes a little, to see whether the disk takes it.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn probe(&self, now: i64) -> Result<(), WriteError> {
        let write = move |conn: &Connection| {
            conn.prepare_cached(
                "INSERT INTO meta (key, value) VALUES ('probe', ?1) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            )?
            .execute([now.to_string()])?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }

    /// Lets every commit take longer by so much, which is how a slow disk is tried out.
    pub fn slow_commits(&self, by: Duration) {
        self.inner.writer.slow_commits(by);
    }

    /// Lets the database grow by so many pages and no further, until it is told otherwise or opened anew. A write beyond that is
    /// refused as on a full disk, which is how a full disk is tried out.
    ///
    /// # Errors
    /// When the limit could not be set.
    pub async fn limit_growth(&self, pages: u32) -> Result<(), WriteError> {
        let write = move |conn: &Connection| {
            let now: i64 = conn.query_row("PRAGMA page_count", [], |row| row.get(0))?;
            let limit = now.saturating_add(i64::from(pages));
            conn.query_row(&format!("PRAGMA max_page_count = {limit}"), [], |_| Ok(()))?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }
}
