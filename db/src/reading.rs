//! A database or a backup that is only read: for whoever looks whether it is sound.

use std::path::Path;

use rusqlite::Connection;

use crate::open::{self, OpenError, Stamp, sqlite_error};
use crate::read::{self, ReadError};
use crate::rows::{CampaignRow, History};

/// A database or a backup, opened to be read: it is not changed, and not brought up to date. Everything here blocks.
#[derive(Debug)]
pub struct Reading {
    conn: Connection,
}

impl Reading {
    /// Opens a file, which is checked as [`crate::Store::check`] checks it. A bot may have it open.
    ///
    /// # Errors
    /// When it is missing, damaged, newer than this program, or no database of Chancery's; see [`OpenError`].
    pub fn open(path: &Path, stamp: Option<&Stamp>) -> Result<Reading, OpenError> {
        open::inspect(path, stamp)?;
        Ok(Reading { conn: read::open(path).map_err(|e| sqlite_error(path, &e))? })
    }

    /// Every campaign, archived ones too, in the order of founding.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn campaigns(&self) -> Result<Vec<CampaignRow>, ReadError> {
        read::campaign_rows(&self.conn, "ORDER BY founded, id", [])
    }

    /// Everything that a campaign is made of, at one moment, with the snapshot if one is asked and it is of that schema.
    ///
    /// # Errors
    /// When the file cannot be read, or the entries have a gap.
    pub fn history(&self, campaign: &str, schema: Option<u32>) -> Result<History, ReadError> {
        let moment = self.conn.unchecked_transaction()?;
        let history = read::history(&moment, campaign, schema)?;
        moment.finish()?;
        Ok(history)
    }
}
