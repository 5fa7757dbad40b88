//! Pictures that a group has laid under its map. They are in no record and in no export.

use rusqlite::{Connection, OptionalExtension as _, params};

use crate::Store;
use crate::read::ReadError;
use crate::writer::WriteError;

impl Store {
    /// Keeps a picture of a campaign under its SHA-256, and drops those of the campaign that are not among `others`.
    ///
    /// # Errors
    /// When there is no such campaign, or nothing could be written.
    pub async fn keep_picture(
        &self,
        campaign: &str,
        sha256: [u8; 32],
        bytes: Vec<u8>,
        others: Vec<[u8; 32]>,
    ) -> Result<(), WriteError> {
        let campaign = campaign.to_owned();
        let write = move |conn: &Connection| {
            let kept: Vec<[u8; 32]> = conn
                .prepare_cached("SELECT sha256 FROM pictures WHERE campaign = ?1")?
                .query_map([&campaign], |row| row.get(0))?
                .collect::<Result<_, _>>()?;
            let mut drop = conn.prepare_cached("DELETE FROM pictures WHERE campaign = ?1 AND sha256 = ?2")?;
            for old in kept.iter().filter(|old| **old != sha256 && !others.contains(old)) {
                drop.execute(params![campaign, old])?;
            }
            conn.prepare_cached(
                "INSERT OR IGNORE INTO pictures (campaign, sha256, bytes) VALUES (?1, ?2, ?3)",
            )?
            .execute(params![campaign, sha256, bytes])?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }

    /// A picture of a campaign by its SHA-256, if it is kept.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn picture(&self, campaign: &str, sha256: [u8; 32]) -> Result<Option<Vec<u8>>, ReadError> {
        let campaign = campaign.to_owned();
        let read = move |conn: &Connection| {
            let bytes = conn
                .prepare_cached("SELECT bytes FROM pictures WHERE campaign = ?1 AND sha256 = ?2")?
                .query_row(params![campaign, sha256], |row| row.get(0))
                .optional()?;
            Ok(bytes)
        };
        self.inner.readers.read(read).await
    }
}
