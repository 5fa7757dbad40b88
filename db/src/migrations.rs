//! The tables, as a numbered list of steps. A database's `user_version` is the number of steps it has seen.

use rusqlite::Connection;

/// Marks a file as Chancery's in SQLite's header ("Chnc").
pub(crate) const APPLICATION_ID: i32 = 0x4368_6E63;

/// Step `n` brings a database from version `n` to version `n + 1`. Steps are only ever added at the end.
pub(crate) const MIGRATIONS: &[&str] =
    &[FIRST, LOCALES, LEFT, THREADS, PICTURES, COUNTS, MARKS, REPLIES, TAKEN, STATES];

const FIRST: &str = "
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE campaigns (
    id       TEXT PRIMARY KEY,
    guild    INTEGER NOT NULL,
    channel  INTEGER NOT NULL,
    name     TEXT NOT NULL,
    game     TEXT NOT NULL,
    settings TEXT NOT NULL,
    founded  INTEGER NOT NULL,
    archived INTEGER NOT NULL CHECK (archived IN (0, 1)),
    restored INTEGER NOT NULL DEFAULT 0 CHECK (restored IN (0, 1))
) STRICT;
CREATE INDEX campaigns_guild ON campaigns (guild);

CREATE TABLE events (
    campaign TEXT NOT NULL REFERENCES campaigns ON DELETE CASCADE,
    seq      INTEGER NOT NULL CHECK (seq >= 0),
    line     INTEGER CHECK (line >= 0),
    at       INTEGER NOT NULL,
    public   TEXT NOT NULL,
    hash     BLOB CHECK (length(hash) = 32),
    PRIMARY KEY (campaign, seq),
    UNIQUE (campaign, line)
) STRICT;

CREATE TABLE secret_parts (
    campaign TEXT NOT NULL,
    seq      INTEGER NOT NULL,
    part     INTEGER NOT NULL,
    audience TEXT NOT NULL,
    body     TEXT,
    n        INTEGER,
    salt     BLOB CHECK (length(salt) = 32),
    person   INTEGER,
    PRIMARY KEY (campaign, seq, part),
    FOREIGN KEY (campaign, seq) REFERENCES events (campaign, seq) ON DELETE CASCADE
) STRICT;
CREATE INDEX secret_parts_person ON secret_parts (campaign, person) WHERE person IS NOT NULL;

CREATE TABLE people (
    campaign TEXT NOT NULL REFERENCES campaigns ON DELETE CASCADE,
    person   INTEGER NOT NULL,
    user     INTEGER,
    name     TEXT,
    PRIMARY KEY (campaign, person)
) STRICT;
CREATE UNIQUE INDEX people_user ON people (user, campaign) WHERE user IS NOT NULL;

CREATE TABLE roots (
    campaign    TEXT NOT NULL REFERENCES campaigns ON DELETE CASCADE,
    generation  INTEGER NOT NULL,
    first_epoch INTEGER NOT NULL,
    length      INTEGER NOT NULL,
    head        BLOB NOT NULL CHECK (length(head) = 32),
    veil        BLOB NOT NULL CHECK (length(veil) = 32),
    PRIMARY KEY (campaign, generation)
) STRICT;

CREATE TABLE snapshots (
    campaign TEXT PRIMARY KEY REFERENCES campaigns ON DELETE CASCADE,
    schema   INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    state    BLOB NOT NULL
) STRICT;

CREATE TABLE requests (
    id       INTEGER PRIMARY KEY,
    campaign TEXT REFERENCES campaigns ON DELETE SET NULL,
    user     INTEGER,
    at       INTEGER NOT NULL,
    reply    TEXT
) STRICT;
CREATE INDEX requests_campaign ON requests (campaign) WHERE campaign IS NOT NULL;
CREATE INDEX requests_user ON requests (user) WHERE user IS NOT NULL;
CREATE INDEX requests_at ON requests (at) WHERE reply IS NOT NULL;

CREATE TABLE outbox (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign   TEXT NOT NULL REFERENCES campaigns ON DELETE CASCADE,
    lane       TEXT NOT NULL,
    channel    INTEGER,
    user       INTEGER,
    purpose    TEXT,
    kind       TEXT NOT NULL,
    line       INTEGER,
    not_before INTEGER NOT NULL,
    put_off    INTEGER,
    state      TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'parked', 'held', 'taken')),
    attempts   INTEGER NOT NULL DEFAULT 0,
    body       TEXT,
    message    INTEGER,
    code       INTEGER,
    why        TEXT,
    CHECK ((channel IS NULL) <> (user IS NULL)),
    CHECK (purpose IS NULL OR channel IS NOT NULL),
    CHECK (state NOT IN ('waiting', 'sending', 'held') OR body IS NOT NULL)
) STRICT;
CREATE INDEX outbox_unsent ON outbox (lane, id) WHERE state IN ('waiting', 'sending');
CREATE INDEX outbox_user ON outbox (user) WHERE user IS NOT NULL;
CREATE INDEX outbox_campaign ON outbox (campaign, state);

CREATE TABLE outbox_files (
    outbox INTEGER NOT NULL REFERENCES outbox ON DELETE CASCADE,
    part   INTEGER NOT NULL,
    name   TEXT NOT NULL,
    bytes  BLOB NOT NULL,
    PRIMARY KEY (outbox, part)
) STRICT;

CREATE TABLE cards (
    campaign TEXT NOT NULL REFERENCES campaigns ON DELETE CASCADE,
    purpose  TEXT NOT NULL,
    channel  INTEGER NOT NULL,
    message  INTEGER NOT NULL,
    PRIMARY KEY (campaign, purpose)
) STRICT;
";

/// The language that a person reads, as his client last told it.
const LOCALES: &str = "ALTER TABLE people ADD COLUMN locale TEXT;";

/// When the bot was removed from the campaign's server; none while it is in it.
const LEFT: &str = "
ALTER TABLE campaigns ADD COLUMN left_at INTEGER;
CREATE INDEX campaigns_left ON campaigns (left_at) WHERE left_at IS NOT NULL;
";

/// Threads that start from a post, and pictures that are drawn when a post is sent.
const THREADS: &str = "
ALTER TABLE outbox ADD COLUMN thread TEXT;
ALTER TABLE outbox ADD COLUMN thread_name TEXT;
ALTER TABLE outbox ADD COLUMN picture TEXT;

CREATE TABLE threads (
    campaign TEXT NOT NULL REFERENCES campaigns ON DELETE CASCADE,
    purpose  TEXT NOT NULL,
    name     TEXT NOT NULL,
    channel  INTEGER NOT NULL,
    message  INTEGER NOT NULL,
    thread   INTEGER,
    refused  INTEGER NOT NULL DEFAULT 0 CHECK (refused IN (0, 1)),
    PRIMARY KEY (campaign, purpose)
) STRICT;
CREATE INDEX threads_thread ON threads (thread) WHERE thread IS NOT NULL;
";

/// Pictures that a group has laid under its map: kept in their campaign alone, and gone with it.
const PICTURES: &str = "
CREATE TABLE pictures (
    campaign TEXT NOT NULL REFERENCES campaigns ON DELETE CASCADE,
    sha256   BLOB NOT NULL CHECK (length(sha256) = 32),
    bytes    BLOB NOT NULL,
    PRIMARY KEY (campaign, sha256)
) STRICT;
";

/// How many entries a campaign has, so that the last of them cannot get lost without its showing; and how often somebody was forgotten
/// in it, so that nothing of him comes back out of a memory that still has it.
const COUNTS: &str = "
ALTER TABLE campaigns ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE campaigns ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;
UPDATE campaigns SET entries = (SELECT count(*) FROM events WHERE campaign = id);
";

/// What tells a message from every other, also from one that bears its number after a restore and says the same. Those from before have
/// none, and keep the nonce under which they may have been sent.
const MARKS: &str = "ALTER TABLE outbox ADD COLUMN mark INTEGER;";

/// That an interaction was taken is known for ever, and what was answered to it for a day. Those of a day are few and need no index: a commit
/// writes two pages for its request and not four.
const REPLIES: &str = "
CREATE TABLE replies (
    id       INTEGER PRIMARY KEY,
    campaign TEXT NOT NULL REFERENCES campaigns ON DELETE CASCADE,
    user     INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    reply    TEXT NOT NULL
) STRICT;
INSERT INTO replies SELECT id, campaign, user, at, reply FROM requests
    WHERE reply IS NOT NULL AND user IS NOT NULL AND campaign IS NOT NULL;
CREATE TABLE taken (id INTEGER PRIMARY KEY) STRICT;
INSERT INTO taken SELECT id FROM requests;
DROP TABLE requests;
ALTER TABLE taken RENAME TO requests;
";

/// As long as its reply is kept, that alone shows that an interaction was taken; its number joins those of before when the reply goes,
/// whatever takes it away. So a commit writes one page for its request and not two.
const TAKEN: &str = "
DELETE FROM requests WHERE id IN (SELECT id FROM replies);
CREATE TRIGGER reply_gone AFTER DELETE ON replies BEGIN INSERT INTO requests (id) VALUES (old.id); END;
";

/// The states of a message, said one by one: for a list of more than two SQLite builds a table of its own at every row that is written, which
/// took longer than the row. Numbers that were given stay given.
const STATES: &str = "
CREATE TABLE messages (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    campaign    TEXT NOT NULL REFERENCES campaigns ON DELETE CASCADE,
    lane        TEXT NOT NULL,
    channel     INTEGER,
    user        INTEGER,
    purpose     TEXT,
    kind        TEXT NOT NULL,
    line        INTEGER,
    not_before  INTEGER NOT NULL,
    put_off     INTEGER,
    state       TEXT NOT NULL CHECK (state = 'waiting' OR state = 'sending' OR state = 'sent' OR state = 'parked'
        OR state = 'held' OR state = 'taken'),
    attempts    INTEGER NOT NULL DEFAULT 0,
    body        TEXT,
    message     INTEGER,
    code        INTEGER,
    why         TEXT,
    thread      TEXT,
    thread_name TEXT,
    picture     TEXT,
    mark        INTEGER,
    CHECK ((channel IS NULL) <> (user IS NULL)),
    CHECK (purpose IS NULL OR channel IS NOT NULL),
    CHECK (body IS NOT NULL OR state = 'sent' OR state = 'parked' OR state = 'taken')
) STRICT;
INSERT INTO messages SELECT id, campaign, lane, channel, user, purpose, kind, line, not_before, put_off, state, attempts, body, message,
    code, why, thread, thread_name, picture, mark FROM outbox;
DELETE FROM sqlite_sequence WHERE name = 'messages';
INSERT INTO sqlite_sequence SELECT 'messages', seq FROM sqlite_sequence WHERE name = 'outbox';

CREATE TABLE message_files (
    outbox INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
    part   INTEGER NOT NULL,
    name   TEXT NOT NULL,
    bytes  BLOB NOT NULL,
    PRIMARY KEY (outbox, part)
) STRICT;
INSERT INTO message_files SELECT outbox, part, name, bytes FROM outbox_files;

DROP TABLE outbox_files;
DROP TABLE outbox;
ALTER TABLE messages RENAME TO outbox;
ALTER TABLE message_files RENAME TO outbox_files;
CREATE INDEX outbox_unsent ON outbox (lane, id) WHERE state IN ('waiting', 'sending');
CREATE INDEX outbox_user ON outbox (user) WHERE user IS NOT NULL;
CREATE INDEX outbox_campaign ON outbox (campaign, state);
";

/// The version since which a campaign's entries are counted.
pub(crate) const COUNTED: i64 = 6;

/// The version that a database has now.
pub(crate) fn version(conn: &Connection) -> rusqlite::Result<i64> {
    conn.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Takes the steps that the database has not seen, each in a transaction of its own.
pub(crate) fn migrate(conn: &Connection, steps: &[&str]) -> rusqlite::Result<()> {
    let mut next = 0_i64;
    for step in steps {
        next += 1;
        if version(conn)? >= next {
            continue;
        }
        let taken =
            conn.execute_batch(&format!("BEGIN IMMEDIATE; {step}; PRAGMA user_version = {next}; COMMIT;"));
        if taken.is_err() && !conn.is_autocommit() {
            conn.execute_batch("ROLLBACK")?;
        }
        taken?;
        tracing::info!(version = next, "the database has taken a migration");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn steps_are_taken_once_and_a_failing_one_leaves_nothing() {
        let conn = Connection::open_in_memory().unwrap();
        migrate(&conn, MIGRATIONS).unwrap();
        migrate(&conn, MIGRATIONS).unwrap();
        assert_eq!(version(&conn).unwrap(), i64::try_from(MIGRATIONS.len()).unwrap());

        let conn = Connection::open_in_memory().unwrap();
        migrate(&conn, &[FIRST]).unwrap();
        let bad = [FIRST, "CREATE TABLE half (a TEXT) STRICT; INSERT INTO nowhere VALUES (1)"];
        assert!(migrate(&conn, &bad).is_err());
        assert_eq!(version(&conn).unwrap(), 1);
        assert!(conn.is_autocommit());
        assert!(conn.prepare("SELECT * FROM half").is_err());

        let good = [FIRST, "CREATE TABLE more (a TEXT) STRICT"];
        migrate(&conn, &good).unwrap();
        assert_eq!(version(&conn).unwrap(), 2);
        assert!(conn.prepare("SELECT * FROM more").is_ok());
    }

    #[test]
    fn what_was_taken_before_replies_had_a_table_of_their_own_is_known_after_it() {
        let conn = Connection::open_in_memory().unwrap();
        migrate(&conn, &MIGRATIONS[..7]).unwrap();
        conn.execute_batch(
            "PRAGMA foreign_keys = ON;
             INSERT INTO campaigns (id, guild, channel, name, game, settings, founded, archived)
                 VALUES ('ulm', 1, 1, 'Ulm', 'eia', '{}', 1, 0);
             INSERT INTO requests VALUES (7, 'ulm', 42, 5, 'his reply'), (8, NULL, NULL, 4, NULL);",
        )
        .unwrap();
        migrate(&conn, MIGRATIONS).unwrap();
        let seen = crate::read::request(&conn, 7).unwrap().unwrap().reply.unwrap();
        assert_eq!(
            (seen.campaign.as_str(), seen.user, seen.at, seen.json.as_str()),
            ("ulm", 42, 5, "his reply")
        );
        assert_eq!(crate::read::request(&conn, 8).unwrap().unwrap().reply, None);
        assert_eq!(crate::read::request(&conn, 9).unwrap(), None);
        let left: i64 = conn
            .query_row("SELECT count(*) FROM sqlite_schema WHERE name GLOB 'requests_*'", [], |row| {
                row.get(0)
            })
            .unwrap();
        assert_eq!(left, 0);
    }

    #[test]
    fn what_waits_and_the_numbers_that_were_given_come_through_the_states_said_one_by_one() {
        let conn = Connection::open_in_memory().unwrap();
        conn.execute_batch("PRAGMA foreign_keys = ON").unwrap();
        migrate(&conn, &MIGRATIONS[..9]).unwrap();
        conn.execute_batch(
            "INSERT INTO campaigns (id, guild, channel, name, game, settings, founded, archived)
                 VALUES ('ulm', 1, 1, 'Ulm', 'eia', '{}', 1, 0);
             INSERT INTO outbox (id, campaign, lane, channel, kind, line, not_before, state, body, thread, thread_name, picture, mark)
                 VALUES (7, 'ulm', 'c1', 1, 'rolled', 3, 5, 'waiting', 'a post', 'battle 1', 'Ulm', '{}', -8),
                        (9, 'ulm', 'c1', 1, 'rolled', 4, 5, 'sent', NULL, NULL, NULL, NULL, 6);
             INSERT INTO outbox_files VALUES (7, 0, 'map.png', x'0102');
             DELETE FROM outbox WHERE id = 9;",
        )
        .unwrap();
        migrate(&conn, MIGRATIONS).unwrap();
        let all = |sql: &str| -> String {
            let mut read = conn.prepare(sql).unwrap();
            let columns = read.column_count();
            let mut rows = read.query([]).unwrap();
            let mut told = String::new();
            while let Some(row) = rows.next().unwrap() {
                for n in 0..columns {
                    told += &format!("{:?} ", row.get::<_, rusqlite::types::Value>(n).unwrap());
                }
            }
            told
        };
        assert_eq!(
            all("SELECT id, lane, channel, kind, line, not_before, state, attempts, body FROM outbox"),
            "Integer(7) Text(\"c1\") Integer(1) Text(\"rolled\") Integer(3) Integer(5) Text(\"waiting\") Integer(0) Text(\"a post\") "
        );
        assert_eq!(all("SELECT user, purpose, put_off, message, code, why FROM outbox"), "Null ".repeat(6));
        assert_eq!(
            all("SELECT thread, thread_name, picture, mark FROM outbox"),
            "Text(\"battle 1\") Text(\"Ulm\") Text(\"{}\") Integer(-8) "
        );
        assert_eq!(
            all("SELECT * FROM outbox_files"),
            "Integer(7) Integer(0) Text(\"map.png\") Blob([1, 2]) "
        );
        let put = |state: &str, body: &str| {
            conn.execute_batch(&format!(
                "INSERT INTO outbox (campaign, lane, channel, kind, not_before, state, body)
                 VALUES ('ulm', 'c1', 1, 'rolled', 5, '{state}', {body})"
            ))
        };
        // A number that was given is not given again, though its message is gone.
        put("waiting", "'next'").unwrap();
        assert_eq!(conn.last_insert_rowid(), 10);
        for state in ["waiting", "sending", "sent", "parked", "held", "taken", "lost"] {
            assert_eq!(put(state, "'x'").is_ok(), state != "lost", "{state}");
            assert_eq!(put(state, "NULL").is_ok(), ["sent", "parked", "taken"].contains(&state), "{state}");
        }
        // Files go with their message, and messages with their campaign.
        conn.execute_batch("DELETE FROM campaigns").unwrap();
        assert_eq!(
            all("SELECT (SELECT count(*) FROM outbox), (SELECT count(*) FROM outbox_files)"),
            "Integer(0) Integer(0) "
        );
        assert_eq!(all("PRAGMA foreign_key_check"), "");
    }

    #[test]
    fn every_table_is_strict() {
        let conn = Connection::open_in_memory().unwrap();
        migrate(&conn, MIGRATIONS).unwrap();
        let loose: i64 = conn
            .query_row(
                "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0
                 AND name NOT LIKE 'sqlite_%'",
                [],
                |row| row.get(0),
            )
            .unwrap();
        assert_eq!(loose, 0);
    }
}
