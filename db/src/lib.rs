//! Chancery's SQLite: the event store, snapshots, outbox and backup. The only crate that knows SQL.
//!
//! What changes a campaign comes in as one [`Commit`]: the entries, the request that led to them and the messages to send
//! are kept together or not at all. One writer thread takes what is waiting into one transaction, with a savepoint for each
//! job, and answers after the commit. Reads have connections of their own that cannot write.
//!
//! Times are Unix seconds. Ids of Discord are `u64`. The crate knows nothing of games, and reads no JSON that it is given.

mod alone;
mod backup;
mod cards;
mod commit;
mod forget;
mod known;
mod left;
mod log;
mod migrations;
mod open;
mod outbox;
mod pictures;
mod read;
mod reading;
mod rows;
mod standing;
mod threads;
mod writer;

pub use alone::Alone;
pub use backup::RestoreError;
pub use cards::CardStands;
pub use commit::{Commit, CommitError, Committed, Request};
pub use forget::Forgotten;
pub use open::{OpenError, Stamp};
pub use outbox::{Barred, NewMessage, OutboxRow, OutboxState, Target};
pub use read::ReadError;
pub use reading::Reading;
pub use rows::{
    CampaignRow, CardRow, Entry, History, PersonRow, Reply, RequestRow, RootsRow, SecretPart, Snapshot,
};
pub use standing::Standing;
pub use threads::ThreadRow;
pub use writer::WriteError;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// An open database. Clones share the same writer and readers.
///
/// A future dropped before its answer does not take its job back: what was asked may still be committed.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

struct Inner {
    path: PathBuf,
    writer: writer::Writer,
    readers: read::Readers,
    known: Arc<known::Known>,
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("path", &self.inner.path).finish_non_exhaustive()
    }
}

impl Store {
    /// Moves all of the write-ahead log into the database and empties it, so that what was wiped is in no file any more.
    /// The writer does this by itself when it has been idle for a few seconds.
    ///
    /// # Errors
    /// When a long read (a backup) is still under way, or SQLite fails.
    pub async fn checkpoint(&self) -> Result<(), WriteError> {
        self.inner.writer.checkpoint().await
    }

    /// Writes what is still queued, empties the write-ahead log and closes every connection. Blocks until it is done; other
    /// clones get an error from then on. A store that is dropped instead loses nothing that was answered.
    pub fn close(self) {
        self.inner.readers.close();
        self.inner.writer.close();
    }
}
