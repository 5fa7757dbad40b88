//! One bot on one database: two would each hold its own idea of every campaign and send everything twice.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use crate::open::{OpenError, beside, io_error};

/// The right to play on a database, for as long as this lives. The system takes it back when the process ends, however it ends.
///
/// The commands of an operator (backup, export, forget) need it not: they go through SQLite's own locks.
#[derive(Debug)]
pub struct Alone {
    _file: File,
}

impl Alone {
    /// Takes the right to play on a database. The lock is a file beside it, `.lock`, that is empty and stays.
    ///
    /// # Errors
    /// When another bot has it, or the file cannot be made.
    pub fn on(database: &Path) -> Result<Alone, OpenError> {
        let path = beside(database, ".lock");
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).map_err(|e| io_error(database, e))?;
        match file.try_lock() {
            Ok(()) => Ok(Alone { _file: file }),
            Err(TryLockError::WouldBlock) => Err(OpenError::Taken { path: database.to_owned() }),
            Err(TryLockError::Error(e)) => Err(io_error(database, e)),
        }
    }
}
