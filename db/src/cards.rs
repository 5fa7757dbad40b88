//! How far up a card stands, by what was put into the outbox since.

use rusqlite::{Connection, OptionalExtension, params};

use crate::Store;
use crate::read::{ReadError, unsigned};

/// The newest of a card's posts in its channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardStands {
    /// What it is kept under: the card's purpose, or `purpose+2` where it was posted anew for the second time. Empty where there is none.
    pub purpose: String,
    /// How many new posts of the campaign were meant for channels, not for threads, after it was first.
    pub below: u64,
}

impl Store {
    /// Where the card of a purpose stands, or the newest that was posted anew in its place.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn card_stands(&self, campaign: &str, purpose: &str) -> Result<CardStands, ReadError> {
        let (campaign, purpose) = (campaign.to_owned(), purpose.to_owned());
        let read = move |conn: &Connection| {
            let newest: Option<(String, i64)> = conn
                .prepare_cached(
                    "SELECT purpose, min(id) FROM outbox WHERE campaign = ?1 AND (purpose = ?2 OR purpose GLOB ?2 || '+*')
                     GROUP BY purpose ORDER BY min(id) DESC LIMIT 1",
                )?
                .query_row(params![campaign, purpose], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            let Some((purpose, first)) = newest else { return Ok(CardStands::default()) };
            let below = conn
                .prepare_cached(
                    "SELECT count(*) FROM outbox WHERE campaign = ?1 AND id > ?2 AND channel IS NOT NULL
                     AND purpose IS NULL AND (thread IS NULL OR thread_name IS NOT NULL)",
                )?
                .query_row(params![campaign, first], |row| unsigned(row, 0))?;
            Ok(CardStands { purpose, below })
        };
        self.inner.readers.read(read).await
    }
}
