//! Reading, on connections that cannot write.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, ErrorCode, OptionalExtension, Params, Row, params};
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::Store;
use crate::migrations::{COUNTED, version};
use crate::open::{BUSY, READ};
use crate::rows::{
    CampaignRow, CardRow, Entry, History, PersonRow, Reply, RequestRow, RootsRow, SecretPart, Snapshot,
};

/// At most this many reads run at a time.
const READERS: usize = 4;

/// Why nothing was read.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ReadError {
    /// What is stored is not sound. Nothing is guessed.
    #[error("The database is damaged: {0}. Stop the bot and restore a backup.")]
    Damaged(String),
    /// An entry is gone.
    #[error(
        "The database is damaged: entry {seq} of campaign {campaign} is missing. Stop the bot and restore a backup."
    )]
    Missing {
        /// The campaign.
        campaign: String,
        /// The entry's place in its history.
        seq: u64,
    },
    /// Anything else; the sentence says what.
    #[error("The database could not be read: {0}.")]
    Failed(String),
}

impl From<rusqlite::Error> for ReadError {
    fn from(e: rusqlite::Error) -> Self {
        match e.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Damaged(e.to_string()),
            _ => match e {
                // The tables are strict, so only damage brings this about. What stands there may be a secret.
                rusqlite::Error::FromSqlConversionFailure(column, ..)
                | rusqlite::Error::IntegralValueOutOfRange(column, ..)
                | rusqlite::Error::InvalidColumnType(column, ..)
                | rusqlite::Error::Utf8Error(column, ..) => {
                    Self::Damaged(format!("what stands in column {column} of a row cannot be read"))
                }
                e => Self::Failed(e.to_string()),
            },
        }
    }
}

impl ReadError {
    /// Whether what is stored is not sound. Reading it once more cannot help.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        matches!(self, Self::Damaged(_) | Self::Missing { .. })
    }
}

/// The connections that read: opened when needed, kept for the next read.
pub(crate) struct Readers {
    path: PathBuf,
    slots: Arc<Semaphore>,
    free: Arc<Mutex<Vec<Connection>>>,
}

fn lock(free: &Mutex<Vec<Connection>>) -> MutexGuard<'_, Vec<Connection>> {
    free.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Readers {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, slots: Arc::new(Semaphore::new(READERS)), free: Arc::default() }
    }

    /// Runs a read on a blocking thread; all that it sees is of one moment.
    pub(crate) async fn read<F, T>(&self, read: F) -> Result<T, ReadError>
    where
        F: FnOnce(&Connection) -> Result<T, ReadError> + Send + 'static,
        T: Send + 'static,
    {
        let closed = || ReadError::Failed("the database is closed".to_owned());
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(|_| closed())?;
        let (path, free, slots) = (self.path.clone(), Arc::clone(&self.free), Arc::clone(&self.slots));
        let reading = tokio::task::spawn_blocking(move || {
            let idle = lock(&free).pop();
            let conn = match idle {
                Some(conn) => conn,
                None => open(&path)?,
            };
            let moment = conn.unchecked_transaction()?;
            let outcome = read(&moment);
            // A connection that cannot end its transaction is dropped, not kept.
            if moment.finish().is_ok() {
                let mut free = lock(&free);
                if !slots.is_closed() {
                    free.push(conn);
                }
            }
            drop(slot);
            outcome
        });
        reading.await.map_err(|_| ReadError::Failed("the read broke off".to_owned()))?
    }

    pub(crate) fn close(&self) {
        self.slots.close();
        lock(&self.free).clear();
    }
}

/// A connection that can only read.
pub(crate) fn open(path: &std::path::Path) -> rusqlite::Result<Connection> {
    let conn = Connection::open_with_flags(path, READ)?;
    conn.busy_timeout(BUSY)?;
    crate::open::plan_once(&conn)?;
    conn.execute_batch("PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF;")?;
    Ok(conn)
}

/// The interaction with this id, if it was already taken.
pub(crate) fn request(conn: &Connection, id: u64) -> rusqlite::Result<Option<RequestRow>> {
    let reply = |row: &rusqlite::Row<'_>| {
        Ok(Reply { campaign: row.get(0)?, user: unsigned(row, 1)?, at: row.get(2)?, json: row.get(3)? })
    };
    let kept = conn
        .prepare_cached("SELECT campaign, user, at, reply FROM replies WHERE id = ?1")?
        .query_row([id.cast_signed()], reply)
        .optional()?;
    // Where the reply is gone, its number was left behind.
    let taken = kept.is_some()
        || conn.prepare_cached("SELECT 1 FROM requests WHERE id = ?1")?.exists([id.cast_signed()])?;
    Ok(taken.then_some(RequestRow { id, reply: kept }))
}

impl Store {
    /// The interaction with this id, if it was already taken.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn request(&self, id: u64) -> Result<Option<RequestRow>, ReadError> {
        self.inner.readers.read(move |conn| Ok(request(conn, id)?)).await
    }

    /// Every campaign, archived ones too, in the order of founding.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn campaigns(&self) -> Result<Vec<CampaignRow>, ReadError> {
        self.inner.readers.read(|conn| campaign_rows(conn, "ORDER BY founded, id", [])).await
    }

    /// The campaigns of a server, archived ones too, in the order of founding.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn campaigns_of_guild(&self, guild: u64) -> Result<Vec<CampaignRow>, ReadError> {
        let asked = match self.inner.known.of_guild(guild) {
            Ok(rows) => return Ok(rows.to_vec()),
            Err(asked) => asked,
        };
        let read = move |conn: &Connection| {
            campaign_rows(conn, "WHERE guild = ?1 ORDER BY founded, id", [guild.cast_signed()])
        };
        let rows = self.inner.readers.read(read).await?;
        self.inner.known.keep(guild, asked, &rows);
        Ok(rows)
    }

    /// One campaign, if there is one of that id.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn campaign(&self, id: &str) -> Result<Option<CampaignRow>, ReadError> {
        let id = id.to_owned();
        let read = move |conn: &Connection| Ok(campaign_rows(conn, "WHERE id = ?1", [id])?.pop());
        self.inner.readers.read(read).await
    }

    /// The campaigns in which this user is a person.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn campaigns_of_user(&self, user: u64) -> Result<Vec<CampaignRow>, ReadError> {
        let read = move |conn: &Connection| {
            let his = "WHERE id IN (SELECT campaign FROM people WHERE user = ?1) ORDER BY founded, id";
            campaign_rows(conn, his, [user.cast_signed()])
        };
        self.inner.readers.read(read).await
    }

    /// Everything that a campaign is made of, with the snapshot if one is asked and it is of that schema.
    ///
    /// # Errors
    /// When the database cannot be read, or the entries have a gap.
    pub async fn history(&self, campaign: &str, schema: Option<u32>) -> Result<History, ReadError> {
        let campaign = campaign.to_owned();
        self.inner.readers.read(move |conn| history(conn, &campaign, schema)).await
    }

    /// How often somebody was forgotten in a campaign, all of them together: another number than before means that what memory holds is
    /// to be read anew.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn forgotten(&self) -> Result<u64, ReadError> {
        let read = |conn: &Connection| {
            let sql = "SELECT coalesce(sum(forgotten), 0) FROM campaigns";
            Ok(conn.prepare_cached(sql)?.query_row([], |row| unsigned(row, 0))?)
        };
        self.inner.readers.read(read).await
    }

    /// The entries from `from_seq` on, in order.
    ///
    /// # Errors
    /// When the database cannot be read, or the entries have a gap.
    pub async fn entries(&self, campaign: &str, from_seq: u64) -> Result<Vec<Entry>, ReadError> {
        let campaign = campaign.to_owned();
        self.inner.readers.read(move |conn| entry_rows(conn, &campaign, from_seq)).await
    }

    /// Who the persons of a campaign's record are, by their number.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn people(&self, campaign: &str) -> Result<Vec<PersonRow>, ReadError> {
        let campaign = campaign.to_owned();
        let read = move |conn: &Connection| {
            let sql = "SELECT person, user, name, locale FROM people WHERE campaign = ?1 ORDER BY person";
            rows(conn, sql, [campaign], |row| {
                Ok(PersonRow {
                    person: row.get(0)?,
                    user: maybe_unsigned(row, 1)?,
                    name: row.get(2)?,
                    locale: row.get(3)?,
                })
            })
        };
        self.inner.readers.read(read).await
    }

    /// Every generation of a campaign's roots, the newest last.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn roots(&self, campaign: &str) -> Result<Vec<RootsRow>, ReadError> {
        let campaign = campaign.to_owned();
        self.inner.readers.read(move |conn| root_rows(conn, &campaign)).await
    }

    /// The message that is the card of this purpose, if there is one.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn card(&self, campaign: &str, purpose: &str) -> Result<Option<CardRow>, ReadError> {
        let (campaign, purpose) = (campaign.to_owned(), purpose.to_owned());
        let read = move |conn: &Connection| {
            let card = conn
                .prepare_cached("SELECT channel, message FROM cards WHERE campaign = ?1 AND purpose = ?2")?
                .query_row([campaign, purpose], |row| {
                    Ok(CardRow { channel: unsigned(row, 0)?, message: unsigned(row, 1)? })
                })
                .optional()?;
            Ok(card)
        };
        self.inner.readers.read(read).await
    }

    /// The campaigns that came out of a backup and have not yet founded new roots. Until they have, [`Store::commit`] keeps
    /// nothing else for them.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn restored_pending(&self) -> Result<Vec<String>, ReadError> {
        let read = |conn: &Connection| {
            let sql = "SELECT id FROM campaigns WHERE restored = 1 ORDER BY founded, id";
            rows(conn, sql, [], |row| row.get(0))
        };
        self.inner.readers.read(read).await
    }

    /// The last moment that the clock has dealt with, if there was one.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn clock_mark(&self) -> Result<Option<i64>, ReadError> {
        let read = |conn: &Connection| {
            let mark: Option<String> = conn
                .query_row("SELECT value FROM meta WHERE key = 'clock'", [], |row| row.get(0))
                .optional()?;
            mark.map(|text| {
                text.parse().map_err(|_| ReadError::Damaged("the clock's mark is no number".to_owned()))
            })
            .transpose()
        };
        self.inner.readers.read(read).await
    }
}

/// All rows of a query.
pub(crate) fn rows<T>(
    conn: &Connection,
    sql: &str,
    given: impl Params,
    make: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, ReadError> {
    let made = conn.prepare_cached(sql)?.query_map(given, make)?.collect::<Result<_, _>>()?;
    Ok(made)
}

/// Ids and counts are kept as SQLite's signed integers, bit for bit.
pub(crate) fn unsigned(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get(column).map(i64::cast_unsigned)
}

pub(crate) fn maybe_unsigned(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<u64>> {
    row.get(column).map(|value: Option<i64>| value.map(i64::cast_unsigned))
}

/// Everything that a campaign is made of.
pub(crate) fn history(conn: &Connection, campaign: &str, schema: Option<u32>) -> Result<History, ReadError> {
    let kept: Option<(u64, Snapshot)> = conn
        .prepare_cached("SELECT seq, schema, state FROM snapshots WHERE campaign = ?1 AND schema = ?2")?
        .query_row(params![campaign, schema], |row| {
            Ok((unsigned(row, 0)?, Snapshot { schema: row.get(1)?, state: row.get(2)? }))
        })
        .optional()?;
    let (from, snapshot) = kept.map_or((0, None), |(from, snapshot)| (from, Some(snapshot)));
    // A backup is read as it is, and may be older than these counts.
    let counts = if version(conn)? >= COUNTED {
        conn.prepare_cached("SELECT entries, forgotten FROM campaigns WHERE id = ?1")?
            .query_row([campaign], |row| Ok((unsigned(row, 0)?, unsigned(row, 1)?)))
            .optional()?
    } else {
        None
    };
    Ok(History {
        entries: entry_rows(conn, campaign, 0)?,
        counted: counts.map(|(entries, _)| entries),
        snapshot,
        from,
        roots: root_rows(conn, campaign)?,
        forgotten: counts.map_or(0, |(_, forgotten)| forgotten),
    })
}

fn root_rows(conn: &Connection, campaign: &str) -> Result<Vec<RootsRow>, ReadError> {
    let sql = "SELECT generation, first_epoch, length, head, veil FROM roots WHERE campaign = ?1
               ORDER BY generation";
    rows(conn, sql, [campaign], |row| {
        Ok(RootsRow {
            generation: row.get(0)?,
            first_epoch: unsigned(row, 1)?,
            length: unsigned(row, 2)?,
            head: row.get(3)?,
            veil: row.get(4)?,
        })
    })
}

pub(crate) fn campaign_rows(
    conn: &Connection,
    which: &str,
    given: impl Params,
) -> Result<Vec<CampaignRow>, ReadError> {
    let sql =
        format!("SELECT id, guild, channel, name, game, settings, founded, archived FROM campaigns {which}");
    rows(conn, &sql, given, |row| {
        Ok(CampaignRow {
            id: row.get(0)?,
            guild: unsigned(row, 1)?,
            channel: unsigned(row, 2)?,
            name: row.get(3)?,
            game: row.get(4)?,
            settings: row.get(5)?,
            founded: row.get(6)?,
            archived: row.get(7)?,
        })
    })
}

fn entry_rows(conn: &Connection, campaign: &str, from: u64) -> Result<Vec<Entry>, ReadError> {
    let given = params![campaign, from.cast_signed()];
    let sql = "SELECT seq, line, at, public, hash FROM events WHERE campaign = ?1 AND seq >= ?2 ORDER BY seq";
    let mut entries = rows(conn, sql, given, |row| {
        Ok(Entry {
            seq: unsigned(row, 0)?,
            line: maybe_unsigned(row, 1)?,
            at: row.get(2)?,
            public: row.get(3)?,
            hash: row.get(4)?,
            secrets: Vec::new(),
        })
    })?;
    for (due, entry) in (from..).zip(&entries) {
        if entry.seq != due {
            return Err(ReadError::Missing { campaign: campaign.to_owned(), seq: due });
        }
    }
    let sql = "SELECT seq, audience, body, n, salt, person FROM secret_parts
               WHERE campaign = ?1 AND seq >= ?2 ORDER BY seq, part";
    let parts = rows(conn, sql, given, |row| {
        let part = SecretPart {
            audience: row.get(1)?,
            body: row.get(2)?,
            n: maybe_unsigned(row, 3)?,
            salt: row.get(4)?,
            person: row.get(5)?,
        };
        Ok((unsigned(row, 0)?, part))
    })?;
    for (seq, part) in parts {
        let entry =
            seq.checked_sub(from).and_then(|i| usize::try_from(i).ok()).and_then(|i| entries.get_mut(i));
        entry
            .ok_or_else(|| {
                ReadError::Damaged(format!("a secret part of campaign {campaign} belongs to no entry"))
            })?
            .secrets
            .push(part);
    }
    Ok(entries)
}
