//! Threads that start from a post: which post that is, and which thread came of it.

use rusqlite::{Connection, OptionalExtension, params};

use crate::Store;
use crate::read::{ReadError, maybe_unsigned, unsigned};
use crate::rows::CardRow;
use crate::writer::WriteError;

/// A thread of a campaign, from the delivery of the post that opens it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadRow {
    /// What it is called.
    pub name: String,
    /// The post from which it starts.
    pub opening: CardRow,
    /// The thread itself, once it was made.
    pub thread: Option<u64>,
    /// Whether Discord refused it, or it is gone: what was for the thread goes into the channel.
    pub refused: bool,
}

impl Store {
    /// The thread of this purpose, if its opening was delivered.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn thread(&self, campaign: &str, purpose: &str) -> Result<Option<ThreadRow>, ReadError> {
        let (campaign, purpose) = (campaign.to_owned(), purpose.to_owned());
        let read = move |conn: &Connection| {
            let sql = "SELECT name, channel, message, thread, refused FROM threads WHERE campaign = ?1 AND purpose = ?2";
            let thread = conn
                .prepare_cached(sql)?
                .query_row([campaign, purpose], |row| {
                    Ok(ThreadRow {
                        name: row.get(0)?,
                        opening: CardRow { channel: unsigned(row, 1)?, message: unsigned(row, 2)? },
                        thread: maybe_unsigned(row, 3)?,
                        refused: row.get(4)?,
                    })
                })
                .optional()?;
            Ok(thread)
        };
        self.inner.readers.read(read).await
    }

    /// The campaign that has this thread.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn campaign_of_thread(&self, thread: u64) -> Result<Option<String>, ReadError> {
        let read = move |conn: &Connection| {
            let sql = "SELECT campaign FROM threads WHERE thread = ?1";
            Ok(conn.prepare_cached(sql)?.query_row([thread.cast_signed()], |row| row.get(0)).optional()?)
        };
        self.inner.readers.read(read).await
    }

    /// Notes that a thread was made.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn thread_made(&self, campaign: &str, purpose: &str, thread: u64) -> Result<(), WriteError> {
        let (campaign, purpose) = (campaign.to_owned(), purpose.to_owned());
        let write = move |conn: &Connection| {
            conn.execute(
                "UPDATE threads SET thread = ?3 WHERE campaign = ?1 AND purpose = ?2",
                params![campaign, purpose, thread.cast_signed()],
            )?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }

    /// Notes that there is no such thread, and will be none. Says whether that is the campaign's first.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn thread_refused(&self, campaign: &str, purpose: &str) -> Result<bool, WriteError> {
        let (campaign, purpose) = (campaign.to_owned(), purpose.to_owned());
        let write = move |conn: &Connection| {
            let first = conn
                .prepare_cached(
                    "SELECT NOT EXISTS (SELECT 1 FROM threads WHERE campaign = ?1 AND refused = 1)",
                )?
                .query_row([&campaign], |row| row.get(0))?;
            conn.execute(
                "UPDATE threads SET refused = 1 WHERE campaign = ?1 AND purpose = ?2",
                [&campaign, &purpose],
            )?;
            Ok(first)
        };
        self.inner.writer.write(write).await
    }
}

/// Notes the post from which a thread may start. A thread of the same purpose that there was is none of this purpose any more.
pub(crate) fn put(
    conn: &Connection,
    campaign: &str,
    purpose: &str,
    name: &str,
    opening: CardRow,
) -> rusqlite::Result<()> {
    conn.execute(
        "INSERT INTO threads (campaign, purpose, name, channel, message) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (campaign, purpose) DO UPDATE SET name = excluded.name, channel = excluded.channel,
         message = excluded.message, thread = NULL, refused = 0",
        params![campaign, purpose, name, opening.channel.cast_signed(), opening.message.cast_signed()],
    )?;
    Ok(())
}
