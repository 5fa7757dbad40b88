//! Opening: whose file it is, whether it is sound, and how it is set up. Nothing is written before all of that is known.

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};
use thiserror::Error;

use crate::known::Known;
use crate::log::MOST_PAGES;
use crate::migrations::{self, APPLICATION_ID, MIGRATIONS};
use crate::read::Readers;
use crate::writer::Writer;
use crate::{Inner, Store};

/// How long a connection waits for another process that holds the database.
pub(crate) const BUSY: Duration = Duration::from_secs(5);

/// Up to this size (bytes) a database is checked whole when it is opened; beyond it by the quicker check.
const WHOLE_CHECK: u64 = 64 * 1024 * 1024;

/// The smallest page of a SQLite database, in bytes.
const SMALLEST: u64 = 512;

/// Whom a database serves. It is written when the database is created and never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stamp {
    /// The Discord application with this id.
    Discord(u64),
    /// The local table.
    Local,
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discord(id) => write!(f, "discord:{id}"),
            Self::Local => f.write_str("local"),
        }
    }
}

/// Why a database was not opened. Each is a sentence for the operator.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The file system refused.
    #[error("The database {} cannot be opened: {source}.", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file is damaged. It is left as it is.
    #[error(
        "The database {} is damaged and was not opened. SQLite says: {says}. \
         Keep the file aside, then put a backup in its place with `chancery restore`.",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite says is wrong.
        says: String,
    },
    /// A sound SQLite database, but of another program.
    #[error("{} is a SQLite database, but not one of Chancery's. Give another path for the database.", path.display())]
    NotOurs {
        /// The file.
        path: PathBuf,
    },
    /// Written by a newer Chancery.
    #[error(
        "The database {} has version {found}, and this Chancery knows versions up to {known}. \
         Run the newer Chancery that wrote it, or restore a backup made before the update.",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The newest version known here.
        known: i64,
    },
    /// It serves another bot.
    #[error(
        "The database {} serves {theirs} and not {ours}. Give each bot and the local table a database of its own.",
        path.display()
    )]
    Stamped {
        /// The file.
        path: PathBuf,
        /// Whom it serves.
        theirs: String,
        /// Who asked.
        ours: String,
    },
    /// Another bot plays on it.
    #[error(
        "Another Chancery plays on the database {} already. Stop that one first, or give this one a database of its own.",
        path.display()
    )]
    Taken {
        /// The file.
        path: PathBuf,
    },
    /// SQLite refused for another reason.
    #[error("The database {} cannot be opened. SQLite says: {says}.", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        says: String,
    },
}

impl OpenError {
    /// Whether trying again cannot help: the file itself must be put right first.
    #[must_use]
    pub fn is_lasting(&self) -> bool {
        matches!(
            self,
            Self::Damaged { .. } | Self::NotOurs { .. } | Self::Newer { .. } | Self::Stamped { .. }
        )
    }
}

impl Store {
    /// Reads a database or a backup without changing it, and says what is wrong with it. Blocks, as [`Store::open`] does.
    ///
    /// # Errors
    /// When it is missing, damaged, newer than this program, or no database of Chancery's; see [`OpenError`].
    pub fn check(path: &Path, stamp: Option<&Stamp>) -> Result<(), OpenError> {
        inspect(path, stamp)
    }

    /// Opens the database, and creates it when there is none. Blocks: it checks the file, which takes about a second for a
    /// few hundred megabytes. The files are for their owner alone (mode 0600).
    ///
    /// # Errors
    /// When the file is damaged, newer than this program, or serves another; see [`OpenError`]. The file is then untouched.
    pub fn open(path: &Path, stamp: &Stamp) -> Result<Self, OpenError> {
        match fs::metadata(path) {
            Ok(_) => {}
            Err(e) if e.kind() == io::ErrorKind::NotFound => create(path, stamp)?,
            Err(source) => return Err(io_error(path, source)),
        }
        inspect(path, Some(stamp))?;
        keep_private(path).map_err(|e| io_error(path, e))?;

        let known = Arc::<Known>::default();
        let settled = || -> rusqlite::Result<Connection> {
            let conn = Connection::open_with_flags(path, WRITE)?;
            settle(&conn)?;
            migrations::migrate(&conn, MIGRATIONS)?;
            conn.query_row(&format!("PRAGMA wal_autocheckpoint = {MOST_PAGES}"), [], |_| Ok(()))?;
            known.watch(&conn)?;
            Ok(conn)
        };
        let conn = settled().map_err(|e| sqlite_error(path, &e))?;
        keep_private(path).map_err(|e| io_error(path, e))?;
        Ok(Self {
            inner: Arc::new(Inner {
                path: path.to_owned(),
                writer: Writer::start(conn, path.to_owned(), Arc::clone(&known))
                    .map_err(|e| io_error(path, e))?,
                readers: Readers::new(path.to_owned()),
                known,
            }),
        })
    }
}

pub(crate) const WRITE: OpenFlags = OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);
pub(crate) const READ: OpenFlags = OpenFlags::SQLITE_OPEN_READ_ONLY.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// More statements than this program has: each is read by SQLite once. Of the sixteen that are kept otherwise a commit and the delivery of
/// its posts would push one another out.
const STATEMENTS: usize = 256;

/// A kept statement stays, and as it was planned: SQLite would plan it anew for every value that it is given.
pub(crate) fn plan_once(conn: &Connection) -> rusqlite::Result<()> {
    conn.set_prepared_statement_cache_capacity(STATEMENTS);
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).map(|_| ())
}

/// The settings of a connection that writes.
pub(crate) fn settle(conn: &Connection) -> rusqlite::Result<()> {
    conn.busy_timeout(BUSY)?;
    plan_once(conn)?;
    // Temporary pages stay in memory: a temporary file would hold secrets outside the three files we wipe.
    conn.execute_batch(
        "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;
         PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON;",
    )?;
    for (pragma, wanted) in [("journal_mode = WAL", "wal"), ("secure_delete = ON", "1")] {
        let got: String = conn.query_row(&format!("PRAGMA {pragma}"), [], |row| {
            row.get_ref(0).map(|v| match v {
                rusqlite::types::ValueRef::Integer(i) => i.to_string(),
                other => other.as_str().unwrap_or_default().to_owned(),
            })
        })?;
        if got != wanted {
            return Err(failure(format!("it does not grant {pragma} here (is the file on a network drive)")));
        }
    }
    Ok(())
}

fn failure(says: String) -> rusqlite::Error {
    rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_ERROR), Some(says))
}

/// Makes a new database under another name and moves it into place whole, so that an empty or half-made file under the
/// real name is always damage.
fn create(path: &Path, stamp: &Stamp) -> Result<(), OpenError> {
    let wal = beside(path, "-wal");
    if wal.exists() {
        return Err(OpenError::Damaged {
            path: path.to_owned(),
            says: format!("the file itself is gone, while its log {} is still there", wal.display()),
        });
    }
    let new = beside(path, ".new");
    remove_all(&new).map_err(|e| io_error(path, e))?;
    create_private(&new).map_err(|e| io_error(path, e))?;
    let made = || -> rusqlite::Result<()> {
        let conn = Connection::open_with_flags(&new, WRITE)?;
        settle(&conn)?;
        conn.execute_batch(&format!("PRAGMA application_id = {APPLICATION_ID}"))?;
        migrations::migrate(&conn, MIGRATIONS)?;
        conn.execute("INSERT INTO meta (key, value) VALUES ('stamp', ?1)", [stamp.to_string()])?;
        conn.close().map_err(|(_, e)| e)
    };
    if let Err(e) = made() {
        // The error to tell is the first one.
        let _ = remove_all(&new);
        return Err(sqlite_error(path, &e));
    }
    move_into_place(&new, path).map_err(|e| io_error(path, e))
}

/// Reads a file without changing it and says what is wrong with it: not a database, not ours, newer, damaged, or (when a
/// stamp is asked) serving another.
pub(crate) fn inspect(path: &Path, stamp: Option<&Stamp>) -> Result<(), OpenError> {
    let damaged = |says: String| OpenError::Damaged { path: path.to_owned(), says };
    let told = |e: rusqlite::Error| sqlite_error(path, &e);
    let size = fs::metadata(path).map_err(|e| io_error(path, e))?.len();
    // SQLite would take such a file for a new database.
    if size < SMALLEST {
        return Err(damaged(format!("the file has {size} bytes, too few for a database")));
    }
    let conn = Connection::open_with_flags(path, READ).map_err(told)?;
    conn.busy_timeout(BUSY).map_err(told)?;
    let ours: i32 = conn.query_row("PRAGMA application_id", [], |row| row.get(0)).map_err(told)?;
    if ours != APPLICATION_ID {
        return Err(OpenError::NotOurs { path: path.to_owned() });
    }
    let found = migrations::version(&conn).map_err(told)?;
    let known = i64::try_from(MIGRATIONS.len()).unwrap_or(i64::MAX);
    if found > known {
        return Err(OpenError::Newer { path: path.to_owned(), found, known });
    }
    // SQLite reads what is missing of the last page as zeros. (With a log, a crash may have cut it: the log has it whole.)
    let page: u64 =
        conn.query_row("PRAGMA page_size", [], |row| row.get::<_, i64>(0)).map_err(told)?.cast_unsigned();
    let logged = fs::metadata(beside(path, "-wal")).is_ok_and(|wal| wal.len() > 0);
    if !logged && size % page != 0 {
        return Err(damaged("the last page is cut short".to_owned()));
    }
    let check = if size <= WHOLE_CHECK { "integrity_check(5)" } else { "quick_check(5)" };
    let mut statement = conn.prepare(&format!("PRAGMA {check}")).map_err(told)?;
    let findings: Vec<String> =
        statement.query_map([], |row| row.get(0)).and_then(Iterator::collect).map_err(told)?;
    if findings != ["ok"] {
        return Err(damaged(findings.join("; ").replace('\n', " ")));
    }
    let orphan: Option<String> = conn
        .query_row("SELECT \"table\" FROM pragma_foreign_key_check LIMIT 1", [], |row| row.get(0))
        .optional()
        .map_err(told)?;
    if let Some(table) = orphan {
        return Err(damaged(format!("rows of {table} belong to nothing (foreign_key_check)")));
    }
    let theirs: Option<String> = conn
        .query_row("SELECT value FROM meta WHERE key = 'stamp'", [], |row| row.get(0))
        .optional()
        .map_err(told)?;
    match (theirs, stamp) {
        (None, _) => Err(damaged("the stamp that tells whom it serves is missing".to_owned())),
        (Some(theirs), Some(stamp)) if theirs != stamp.to_string() => {
            Err(OpenError::Stamped { path: path.to_owned(), theirs, ours: stamp.to_string() })
        }
        _ => Ok(()),
    }
}

pub(crate) fn io_error(path: &Path, source: io::Error) -> OpenError {
    OpenError::Io { path: path.to_owned(), source }
}

pub(crate) fn sqlite_error(path: &Path, e: &rusqlite::Error) -> OpenError {
    let (path, says) = (path.to_owned(), e.to_string());
    match e.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => OpenError::Damaged { path, says },
        _ => OpenError::Sqlite { path, says },
    }
}

/// The path with something added to its last name (`-wal`, `.new`).
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// Creates an empty file that only its owner may read; refuses when there is one.
pub(crate) fn create_private(path: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map(drop)
}

/// Takes from the database's files whatever lets others read them.
fn keep_private(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    for file in [path.to_owned(), beside(path, "-wal"), beside(path, "-shm")] {
        use std::os::unix::fs::PermissionsExt;
        match fs::set_permissions(&file, fs::Permissions::from_mode(0o600)) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Removes a database and what SQLite keeps beside it, where they are.
pub(crate) fn remove_all(path: &Path) -> io::Result<()> {
    remove_logs(path)?;
    remove(path)
}

/// Removes what SQLite keeps beside a database.
pub(crate) fn remove_logs(path: &Path) -> io::Result<()> {
    for ending in ["-journal", "-wal", "-shm"] {
        remove(&beside(path, ending))?;
    }
    Ok(())
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
        _ => Ok(()),
    }
}

/// Writes a finished file through to the disk, gives it its name, and writes the folder through.
pub(crate) fn move_into_place(from: &Path, to: &Path) -> io::Result<()> {
    File::open(from)?.sync_all()?;
    fs::rename(from, to)?;
    #[cfg(unix)]
    if let Some(folder) = to.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use rusqlite::StatementStatus;

    /// How often a kept statement was planned anew while it was given other values.
    fn planned_anew(conn: &Connection) -> i32 {
        let newest = "SELECT max(seq) FROM events WHERE campaign = ?1 AND line < ?2";
        let mut anew = 0;
        for (n, campaign) in ["ulm", "jena", "eylau"].into_iter().enumerate() {
            let mut statement = conn.prepare_cached(newest).unwrap();
            let _: Option<i64> =
                statement.query_row((campaign, i64::try_from(n).unwrap()), |row| row.get(0)).unwrap();
            anew += statement.get_status(StatementStatus::RePrepare);
        }
        anew
    }

    #[test]
    fn a_kept_statement_is_planned_once() {
        let fresh = || {
            let conn = Connection::open_in_memory().unwrap();
            migrations::migrate(&conn, MIGRATIONS).unwrap();
            conn
        };
        assert!(planned_anew(&fresh()) > 0, "left alone, SQLite plans it again");
        let conn = fresh();
        plan_once(&conn).unwrap();
        assert_eq!(planned_anew(&conn), 0);
    }

    #[test]
    fn both_who_write_and_who_read_plan_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        let store = Store::open(&path, &Stamp::Local).unwrap();
        let writes = Connection::open_with_flags(&path, WRITE).unwrap();
        settle(&writes).unwrap();
        for conn in [writes, crate::read::open(&path).unwrap()] {
            assert!(conn.db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG).unwrap());
        }
        store.close();
    }
}
