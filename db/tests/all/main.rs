//! The store as the bot uses it, on real files.
#![allow(clippy::unwrap_used)]

mod backup;
mod damage;
mod forget;
mod kill;
mod outbox;
mod pictures;
mod store;
mod threads;
mod wipe;

use std::path::{Path, PathBuf};

use db::{CampaignRow, Commit, Entry, NewMessage, Request, SecretPart, Stamp, Store, Target};
use tempfile::TempDir;

/// A folder with a database in it that serves the local table.
struct Table {
    folder: TempDir,
    store: Store,
}

impl Table {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("a.db"), &Stamp::Local).unwrap();
        Self { folder, store }
    }

    async fn founded(ids: &[&str]) -> Self {
        let table = Self::new();
        for id in ids {
            table.store.commit(founding(id)).await.unwrap();
        }
        table
    }

    fn path(&self) -> PathBuf {
        self.at("a.db")
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

/// Brings a database back to where replies stood with their requests.
const REPLIES_IN_REQUESTS: &str = "DROP TABLE replies; DROP TABLE requests;
    CREATE TABLE requests (id INTEGER PRIMARY KEY, campaign TEXT REFERENCES campaigns ON DELETE SET NULL, user INTEGER,
    at INTEGER NOT NULL, reply TEXT) STRICT;";

fn open(path: &Path) -> Store {
    Store::open(path, &Stamp::Local).unwrap()
}

fn row(id: &str) -> CampaignRow {
    CampaignRow {
        id: id.to_owned(),
        guild: 77,
        channel: 500,
        name: format!("The war of {id}"),
        game: "eia".to_owned(),
        settings: "{}".to_owned(),
        founded: 1_000,
        archived: false,
    }
}

/// A founding with one entry, line 0.
fn founding(id: &str) -> Commit {
    Commit {
        campaign: id.to_owned(),
        found: Some(row(id)),
        entries: vec![entry(0, Some(0))],
        ..Commit::default()
    }
}

fn entry(seq: u64, line: Option<u64>) -> Entry {
    Entry {
        seq,
        line,
        at: 1_000 + seq.cast_signed(),
        public: format!("{{\"k\":\"order\",\"n\":{seq}}}"),
        hash: line.map(|_| [seq as u8; 32]),
        secrets: vec![],
    }
}

fn secret(audience: &str, body: &str, person: Option<u32>) -> SecretPart {
    SecretPart {
        audience: audience.to_owned(),
        body: Some(body.to_owned()),
        n: person.is_none().then_some(4),
        salt: person.map(|_| [9; 32]),
        person,
    }
}

/// A commit of one entry on top of `seq` others, all on the record.
fn next(id: &str, seq: u64) -> Commit {
    Commit {
        campaign: id.to_owned(),
        expect_seq: seq,
        entries: vec![entry(seq, Some(seq))],
        ..Commit::default()
    }
}

fn asked(id: u64, reply: &str) -> Option<Request> {
    Some(Request { id, user: 42, at: 2_000, reply: reply.to_owned() })
}

fn message(target: Target, body: &str) -> NewMessage {
    NewMessage {
        target,
        body: body.to_owned(),
        files: vec![],
        picture: None,
        line: None,
        since: 0,
        kind: "result".to_owned(),
    }
}

/// A commit that only sends.
fn posts(id: &str, seq: u64, outbox: Vec<NewMessage>) -> Commit {
    Commit { campaign: id.to_owned(), expect_seq: seq, outbox, ..Commit::default() }
}
