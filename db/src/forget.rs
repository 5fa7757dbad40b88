//! Forgetting: users, campaigns, servers, and what has outlived its use.

use rusqlite::{Connection, params};

use crate::Store;
use crate::writer::WriteError;

/// How long the reply of a request is kept, in seconds.
const REPLY_KEPT: i64 = 24 * 60 * 60;

/// What forgetting a user deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// In how many campaigns he was known by id and name.
    pub people: u64,
    /// Personal texts deleted, each with its salt.
    pub texts: u64,
    /// Direct messages to him that were still in the outbox.
    pub messages: u64,
    /// What was answered to requests of his.
    pub requests: u64,
    /// Snapshots dropped, since a state can hold his texts.
    pub snapshots: u64,
}

impl Store {
    /// Deletes what tells who a user is and what he wrote in person: his id and name, his personal texts, direct messages
    /// to him, and the replies he got. The entries stay, with their codes, so the record still checks. A campaign that is in
    /// memory must be loaded anew to forget them there too: until it is, no commit of it is taken (see [`crate::Commit`]), and
    /// [`Store::forgotten`] tells a bot that another program has forgotten somebody.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn forget_user(&self, user: u64) -> Result<Forgotten, WriteError> {
        let write = move |conn: &Connection| {
            let user = user.cast_signed();
            // The texts are found by who he is, so that goes last.
            let texts = conn.execute(
                "UPDATE secret_parts SET body = NULL, salt = NULL WHERE body IS NOT NULL AND (campaign, person) IN
                 (SELECT campaign, person FROM people WHERE user = ?1)",
                [user],
            )?;
            let snapshots = conn.execute(
                "DELETE FROM snapshots WHERE campaign IN (SELECT campaign FROM people WHERE user = ?1)",
                [user],
            )?;
            let messages: u64 = conn.query_row(
                "SELECT count(*) FROM outbox WHERE user = ?1 AND body IS NOT NULL",
                [user],
                |row| row.get::<_, i64>(0).map(i64::cast_unsigned),
            )?;
            conn.execute("DELETE FROM outbox WHERE user = ?1", [user])?;
            // A deal that waits for another can quote what he wrote; he finds it at his desk without that.
            conn.execute(
                "DELETE FROM outbox WHERE kind = 'deal' AND campaign IN
                 (SELECT campaign FROM people WHERE user = ?1)",
                [user],
            )?;
            let requests = conn.execute("DELETE FROM replies WHERE user = ?1", [user])?;
            // What others were answered in the last hours can name him.
            conn.execute(
                "DELETE FROM replies WHERE campaign IN (SELECT campaign FROM people WHERE user = ?1)",
                [user],
            )?;
            conn.execute(
                "UPDATE campaigns SET forgotten = forgotten + 1 WHERE id IN (SELECT campaign FROM people WHERE user = ?1)",
                [user],
            )?;
            let people = conn.execute(
                "UPDATE people SET user = NULL, name = NULL, locale = NULL WHERE user = ?1",
                [user],
            )?;
            Ok(Forgotten {
                people: people as u64,
                texts: texts as u64,
                messages,
                requests: requests as u64,
                snapshots: snapshots as u64,
            })
        };
        self.inner.writer.write(write).await
    }

    /// Deletes a campaign with everything in it; says whether there was one. The ids of its requests stay, so that none is
    /// taken twice.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn delete_campaign(&self, campaign: &str) -> Result<bool, WriteError> {
        let campaign = campaign.to_owned();
        let write = move |conn: &Connection| Ok(delete(conn, "id = ?1", params![campaign])? > 0);
        self.inner.writer.write(write).await
    }

    /// Deletes every campaign of a server; says how many.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn delete_guild(&self, guild: u64) -> Result<u64, WriteError> {
        let write = move |conn: &Connection| Ok(delete(conn, "guild = ?1", params![guild.cast_signed()])?);
        self.inner.writer.write(write).await
    }

    /// Deletes the replies of requests older than 24 hours (their ids stay), and the rows of direct messages that were
    /// delivered or read, so that nothing keeps telling who was written to. Says how many requests were wiped.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn tidy(&self, now: i64) -> Result<u64, WriteError> {
        let write = move |conn: &Connection| {
            let wiped =
                conn.execute("DELETE FROM replies WHERE at <= ?1", [now.saturating_sub(REPLY_KEPT)])?;
            conn.execute("DELETE FROM outbox WHERE user IS NOT NULL AND state IN ('sent', 'taken')", [])?;
            Ok(wiped as u64)
        };
        self.inner.writer.write(write).await
    }
}

pub(crate) fn delete(
    conn: &Connection,
    which: &str,
    given: &[&dyn rusqlite::ToSql],
) -> rusqlite::Result<u64> {
    conn.execute(&format!("DELETE FROM campaigns WHERE {which}"), given).map(|n| n as u64)
}
