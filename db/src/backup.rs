//! Backup of a database in use, and putting a backup in a database's place.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, ErrorCode};
use thiserror::Error;

use crate::Store;
use crate::open::{self, OpenError, WRITE, beside};
use crate::outbox;
use crate::read::{self, ReadError};

/// Why a backup was not put in place. Each is a sentence for the operator; the database is then as it was.
#[derive(Debug, Error)]
pub enum RestoreError {
    /// The backup cannot be used: it is missing, damaged, newer than this program, or no backup.
    #[error("The backup cannot be used. {0}")]
    Backup(OpenError),
    /// There is a database already.
    #[error(
        "There is a database at {} already, and restoring would replace it. Move it away, or allow it with --replace.",
        path.display()
    )]
    Exists {
        /// The database.
        path: PathBuf,
    },
    /// A running bot has the database open.
    #[error("The database {} is in use. Stop the bot first, then restore.", path.display())]
    InUse {
        /// The database.
        path: PathBuf,
    },
    /// The backup and the database are the same file.
    #[error("{} is the database itself and not a backup of it.", path.display())]
    Same {
        /// The file.
        path: PathBuf,
    },
    /// The file system refused.
    #[error("The database {} cannot be restored: {source}.", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// SQLite refused.
    #[error("The database {} cannot be restored. SQLite says: {says}.", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        says: String,
    },
}

impl Store {
    /// Writes a backup while the database stays in use: one file, for its owner alone, checked, and moved to its name when
    /// it is whole. Replaces an older backup of that name. It holds every secret that the database holds.
    ///
    /// # Errors
    /// When the database cannot be read, or the file cannot be written.
    pub async fn backup(&self, to: &Path) -> Result<(), ReadError> {
        let (from, to) = (self.inner.path.clone(), to.to_owned());
        let copying = tokio::task::spawn_blocking(move || {
            let failed =
                |why: String| ReadError::Failed(format!("no backup was made at {}: {why}", to.display()));
            if same_file(&from, &to) {
                return Err(failed("that is the database itself".to_owned()));
            }
            let part = beside(&to, ".part");
            let made = copy(&from, &part, |conn| {
                // A file of its own, without a log beside it.
                conn.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))
            })
            .map_err(|e| e.to_string())
            .and_then(|()| open::inspect(&part, None).map_err(|e| e.to_string()))
            .and_then(|()| open::move_into_place(&part, &to).map_err(|e| e.to_string()));
            made.map_err(|why| {
                // The error to tell is the first one.
                let _ = open::remove_all(&part);
                failed(why)
            })
        });
        copying.await.map_err(|_| ReadError::Failed("the backup broke off".to_owned()))?
    }

    /// Puts a backup in the place of a database. Blocks. Every campaign in it that has not ended is marked restored: until it
    /// has new roots nothing else happens in it (see [`Store::restored_pending`]), and what it had still to send is held.
    ///
    /// # Errors
    /// When the backup cannot be used, a database is there and `replace` is false, or a bot is running on it; see
    /// [`RestoreError`].
    pub fn restore(from: &Path, to: &Path, replace: bool) -> Result<(), RestoreError> {
        let path = || to.to_owned();
        let io_error = |source| RestoreError::Io { path: path(), source };
        let sqlite_error = |e: rusqlite::Error| RestoreError::Sqlite { path: path(), says: e.to_string() };
        open::inspect(from, None).map_err(RestoreError::Backup)?;
        if same_file(from, to) {
            return Err(RestoreError::Same { path: path() });
        }
        if to.exists() || beside(to, "-wal").exists() {
            if !replace {
                return Err(RestoreError::Exists { path: path() });
            }
            if in_use(to) {
                return Err(RestoreError::InUse { path: path() });
            }
        }
        let part = beside(to, ".part");
        let made = copy(from, &part, mark_restored).map_err(|e| match e {
            CopyError::Io(e) => io_error(e),
            CopyError::Sqlite(e) => sqlite_error(e),
        });
        let made = made
            .and_then(|()| open::inspect(&part, None).map_err(RestoreError::Backup))
            // A log left beside the old file would be taken for the new one's.
            .and_then(|()| open::remove_logs(to).map_err(io_error))
            .and_then(|()| open::move_into_place(&part, to).map_err(io_error));
        if made.is_err() {
            let _ = open::remove_all(&part);
        } else {
            let _ = open::remove_logs(&part);
        }
        made
    }
}

#[derive(Debug, Error)]
enum CopyError {
    #[error("{0}")]
    Io(#[from] io::Error),
    #[error("SQLite says: {0}")]
    Sqlite(#[from] rusqlite::Error),
}

/// Copies a database, as it is at one moment, to a new private file, and finishes the copy.
fn copy(
    from: &Path,
    to: &Path,
    finish: impl FnOnce(&mut Connection) -> rusqlite::Result<()>,
) -> Result<(), CopyError> {
    open::remove_all(to)?;
    open::create_private(to)?;
    let source = read::open(from)?;
    let mut copy = Connection::open_with_flags(to, WRITE)?;
    {
        let backup = Backup::new(&source, &mut copy)?;
        // All pages in one step: a writer of another connection would make a copy in many steps begin anew.
        while backup.step(-1)? != StepResult::Done {
            std::thread::sleep(Duration::from_millis(20));
        }
    }
    open::settle(&copy)?;
    finish(&mut copy)?;
    copy.close().map_err(|(_, e)| e)?;
    Ok(())
}

fn mark_restored(conn: &mut Connection) -> rusqlite::Result<()> {
    let change = conn.transaction()?;
    change.execute("UPDATE campaigns SET restored = 1 WHERE archived = 0", [])?;
    let marked: Vec<String> = change
        .prepare("SELECT id FROM campaigns WHERE restored = 1")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for campaign in marked {
        outbox::hold(&change, &campaign)?;
    }
    // What an ended campaign had still to say may have been said after the backup was made.
    change
        .execute("UPDATE outbox SET attempts = max(attempts, 1) WHERE state IN ('waiting', 'sending')", [])?;
    change.commit()
}

/// Whether another connection has the database open. A damaged file that SQLite cannot read counts as not in use.
fn in_use(path: &Path) -> bool {
    let taken = || -> rusqlite::Result<()> {
        let conn = Connection::open_with_flags(path, WRITE)?;
        conn.busy_timeout(Duration::ZERO)?;
        conn.execute_batch("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;")
    };
    matches!(
        taken().map_err(|e| e.sqlite_error_code()),
        Err(Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
    )
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((fs::canonicalize(a), fs::canonicalize(b)), (Ok(a), Ok(b)) if a == b)
}
