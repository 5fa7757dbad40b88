//! Servers that the bot was removed from: their campaigns are marked, and deleted for good when the time of grace is over.

use rusqlite::{Connection, params};

use crate::Store;
use crate::forget::delete;
use crate::read::{ReadError, unsigned};
use crate::writer::WriteError;

impl Store {
    /// Marks the campaigns of a server that the bot is not in any more; says how many were not marked yet. The first mark stands.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn guild_left(&self, guild: u64, at: i64) -> Result<u64, WriteError> {
        let write = move |conn: &Connection| {
            let marked = "UPDATE campaigns SET left_at = ?2 WHERE guild = ?1 AND left_at IS NULL";
            Ok(conn.execute(marked, params![guild.cast_signed(), at])? as u64)
        };
        self.inner.writer.write(write).await
    }

    /// Takes the mark from the campaigns of a server that the bot is in, where it was made before `at`, Unix seconds; says how many had it.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn guild_back(&self, guild: u64, at: i64) -> Result<u64, WriteError> {
        // Every server announces itself at each connection; most have nothing to take back, and that costs no write.
        let read = move |conn: &Connection| {
            let sql = "SELECT count(*) FROM campaigns WHERE guild = ?1 AND left_at < ?2";
            Ok(conn
                .prepare_cached(sql)?
                .query_row(params![guild.cast_signed(), at], |row| unsigned(row, 0))?)
        };
        if self.inner.readers.read(read).await.is_ok_and(|marked| marked == 0) {
            return Ok(0);
        }
        let write = move |conn: &Connection| {
            let back = "UPDATE campaigns SET left_at = NULL WHERE guild = ?1 AND left_at < ?2";
            Ok(conn.execute(back, params![guild.cast_signed(), at])? as u64)
        };
        self.inner.writer.write(write).await
    }

    /// Deletes the campaigns whose mark is of `before` or earlier, with everything in them; says how many.
    ///
    /// # Errors
    /// When the database can be neither read nor written.
    pub async fn delete_left(&self, before: i64) -> Result<u64, WriteError> {
        let due = move |conn: &Connection| {
            let sql = "SELECT count(*) FROM campaigns WHERE left_at <= ?1";
            Ok(conn.prepare_cached(sql)?.query_row([before], |row| unsigned(row, 0))?)
        };
        let told = |e: ReadError| WriteError::Failed(e.to_string());
        if self.inner.readers.read(due).await.map_err(told)? == 0 {
            return Ok(0);
        }
        let write = move |conn: &Connection| Ok(delete(conn, "left_at <= ?1", params![before])?);
        self.inner.writer.write(write).await
    }
}
