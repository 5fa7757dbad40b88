//! What may be wrong with the sources, the list or the made map.

use std::path::{Path, PathBuf};

/// A fault, told so that whoever keeps the list can mend it.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A file could not be read or written.
    #[error("{path}: {why}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why not.
        why: String,
    },
    /// A line of the list says something that cannot be.
    #[error("{0}")]
    List(String),
}

impl Fault {
    /// A fault of a file.
    pub fn file(path: &Path, why: impl ToString) -> Fault {
        Fault::File { path: path.to_path_buf(), why: why.to_string() }
    }

    /// A fault of the list.
    pub fn list(why: impl Into<String>) -> Fault {
        Fault::List(why.into())
    }
}

/// The text of a file.
///
/// # Errors
/// Where it cannot be read.
pub fn text(path: &Path) -> Result<String, Fault> {
    std::fs::read_to_string(path).map_err(|why| Fault::file(path, why))
}
