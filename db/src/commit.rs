//! A commit: everything that one order changes, kept together or not at all.

use std::fmt;

use rusqlite::{Connection, OptionalExtension, params};
use thiserror::Error;

use crate::Store;
use crate::outbox::{self, NewMessage};
use crate::read::unsigned;
use crate::rows::{CampaignRow, CardRow, Entry, PersonRow, RootsRow, Snapshot};
use crate::writer::WriteError;

/// What one order changes in one campaign. `Commit::default()` changes nothing and expects a campaign without entries.
#[derive(Clone, Debug, Default)]
pub struct Commit {
    /// The campaign's id.
    pub campaign: String,
    /// How many entries the campaign had when the order was decided; the first of `entries` has this `seq`.
    pub expect_seq: u64,
    /// The interaction that led here, so that it is taken once.
    pub request: Option<Request>,
    /// The campaign's own row: created at founding; later its places and names are replaced (its `founded` and `archived`
    /// stay). Its id is `campaign`. Where its channel is another than before, what waits for that one goes there too.
    pub found: Option<CampaignRow>,
    /// Whether the campaign ends with this commit.
    pub archived: bool,
    /// The new entries, in order.
    pub entries: Vec<Entry>,
    /// Who people are: added, or replaced where the person is known.
    pub people: Vec<PersonRow>,
    /// A new generation of roots.
    pub roots: Option<RootsRow>,
    /// The messages to send, in order.
    pub outbox: Vec<NewMessage>,
    /// The state after these entries; replaces the last snapshot.
    pub snapshot: Option<Snapshot>,
    /// Whether the rule for a restored campaign is done with this commit.
    pub restored_done: bool,
    /// How often somebody had been forgotten in the campaign when it was read that this commit comes from. Where somebody was since, the
    /// commit is stale: it could bring back what was deleted. `None` where it tells nothing that was read.
    pub forgotten: Option<u64>,
}

/// The interaction that a commit answers.
#[derive(Clone, PartialEq, Eq)]
pub struct Request {
    /// Its id at Discord.
    pub id: u64,
    /// Who asked.
    pub user: u64,
    /// When.
    pub at: i64,
    /// What he is answered (JSON).
    pub reply: String,
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request").field("id", &self.id).field("at", &self.at).finish_non_exhaustive()
    }
}

/// What a commit came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed {
    /// How many entries the campaign has now: the next `expect_seq`.
    pub seq: u64,
    /// The outbox rows of the messages, in their order. Ids rise in the order of commits.
    pub outbox: Vec<i64>,
}

/// Why nothing of a commit was kept.
#[derive(Clone, Error, PartialEq, Eq)]
pub enum CommitError {
    /// The interaction was already taken.
    #[error("This request has already been taken.")]
    Duplicate {
        /// What it was answered then, if that is still kept.
        reply: Option<String>,
    },
    /// The campaign has moved on since the order was decided (or is behind what was expected), or somebody was forgotten in it.
    #[error("The campaign, which has {have} entries, is not as it was when this order was decided.")]
    Stale {
        /// How many entries it has.
        have: u64,
    },
    /// The campaign came out of a backup and its old seeds may be published: new roots come first.
    #[error(
        "The campaign was restored from a backup. New roots must be founded before anything else happens in it."
    )]
    Restored,
    /// The disk is full.
    #[error("The disk is full: nothing was written. Make room, then try again.")]
    Full,
    /// Anything else; the sentence says what.
    #[error("Nothing was written: {0}.")]
    Failed(String),
}

impl fmt::Debug for CommitError {
    // The reply of an earlier request can hold a secret, so this shows what Display shows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CommitError({self})")
    }
}

impl From<WriteError> for CommitError {
    fn from(e: WriteError) -> Self {
        match e {
            WriteError::Full => Self::Full,
            WriteError::Failed(why) => Self::Failed(why),
        }
    }
}

impl Store {
    /// Keeps a commit, all of it or nothing. When this returns, it is on the disk.
    ///
    /// # Errors
    /// When the request was already taken, the campaign has moved on, or nothing could be written; see [`CommitError`].
    pub async fn commit(&self, c: Commit) -> Result<Committed, CommitError> {
        self.inner.writer.write(move |conn| keep(conn, &c)).await?
    }

    /// Notes which message is the card of that purpose, or (with none) that there is none any more.
    ///
    /// # Errors
    /// When there is no such campaign, or nothing could be written.
    pub async fn set_card(
        &self,
        campaign: &str,
        purpose: &str,
        card: Option<CardRow>,
    ) -> Result<(), WriteError> {
        let (campaign, purpose) = (campaign.to_owned(), purpose.to_owned());
        self.inner.writer.write(move |conn| put_card(conn, &campaign, &purpose, card)).await
    }

    /// Notes the last moment that the clock has dealt with.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn set_clock_mark(&self, at: i64) -> Result<(), WriteError> {
        let write = move |conn: &Connection| {
            conn.prepare_cached(
                "INSERT INTO meta (key, value) VALUES ('clock', ?1) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            )?
            .execute([at.to_string()])?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }
}

fn wrong(why: String) -> WriteError {
    WriteError::Failed(why)
}

/// How a campaign stands in the database when a commit for it comes.
struct Stands {
    restored: bool,
    forgotten: u64,
    channel: u64,
    /// The number of its next entry.
    seq: u64,
    /// The number of its next line.
    line: u64,
}

impl Stands {
    fn read(conn: &Connection, campaign: &str) -> rusqlite::Result<Option<Self>> {
        let next = |row: &rusqlite::Row<'_>, column: usize| {
            row.get(column).map(|last: Option<i64>| last.map_or(0, |last| last.cast_unsigned() + 1))
        };
        // All with one statement: at a player's order every further one comes out of a cold cache.
        conn.prepare_cached(
            "SELECT restored, forgotten, channel, (SELECT max(seq) FROM events WHERE campaign = id),
             (SELECT max(line) FROM events WHERE campaign = id) FROM campaigns WHERE id = ?1",
        )?
        .query_row([campaign], |row| {
            Ok(Self {
                restored: row.get(0)?,
                forgotten: unsigned(row, 1)?,
                channel: unsigned(row, 2)?,
                seq: next(row, 3)?,
                line: next(row, 4)?,
            })
        })
        .optional()
    }
}

/// What a request that was taken already is told; `None` where it was not.
fn twice(conn: &Connection, request: &Request) -> rusqlite::Result<Option<CommitError>> {
    let taken = crate::read::request(conn, request.id)?;
    Ok(taken.map(|taken| CommitError::Duplicate { reply: taken.reply.map(|kept| kept.json) }))
}

/// All refusals come before the first write; a `WriteError` after it is undone with the job.
pub(crate) fn keep(conn: &Connection, c: &Commit) -> Result<Result<Committed, CommitError>, WriteError> {
    let id = &c.campaign;
    let stands = Stands::read(conn, id)?;
    let refused = match &stands {
        Some(stands) if stands.restored && !c.restored_done => Some(Ok(CommitError::Restored)),
        None if c.found.is_none() => Some(Err(wrong(format!("there is no campaign {id}")))),
        _ => {
            let (have, forgotten) = stands.as_ref().map_or((0, 0), |stands| (stands.seq, stands.forgotten));
            let stale = have != c.expect_seq || c.forgotten.is_some_and(|known| known != forgotten);
            stale.then_some(Ok(CommitError::Stale { have }))
        }
    };
    // That a request was taken is told before anything else is. Where nothing stands in the way its own row shows it, as that is the first
    // to be written; before a campaign's own it is looked for.
    if (refused.is_some() || c.found.is_some())
        && let Some(request) = &c.request
        && let Some(twice) = twice(conn, request)?
    {
        return Ok(Err(twice));
    }
    if let Some(refused) = refused {
        return refused.map(Err);
    }

    if let Some(row) = &c.found {
        if row.id != *id {
            return Err(wrong(format!("the row of campaign {} came with a commit for {id}", row.id)));
        }
        put_campaign(conn, row)?;
        if let Some(old) = stands.as_ref().map(|stands| stands.channel).filter(|old| *old != row.channel) {
            outbox::follow(conn, id, old, row.channel)?;
        }
    }
    if let Some(request) = &c.request
        && !put_request(conn, id, request)?
        && let Some(twice) = twice(conn, request)?
    {
        return Ok(Err(twice));
    }
    let (seq, line) = stands.map_or((0, 0), |stands| (stands.seq, stands.line));
    let seq = put_entries(conn, id, &c.entries, seq, line)?;
    for person in &c.people {
        put_person(conn, id, person)?;
    }
    if let Some(roots) = &c.roots {
        put_roots(conn, id, roots)?;
    }
    if let Some(snapshot) = &c.snapshot {
        put_snapshot(conn, id, snapshot, seq)?;
    }
    let outbox = outbox::enqueue(conn, id, &c.outbox)?;
    if c.archived {
        conn.execute("UPDATE campaigns SET archived = 1 WHERE id = ?1", [id])?;
    }
    if c.restored_done {
        conn.execute("UPDATE campaigns SET restored = 0 WHERE id = ?1", [id])?;
    }
    Ok(Ok(Committed { seq, outbox }))
}

fn put_campaign(conn: &Connection, row: &CampaignRow) -> Result<(), WriteError> {
    conn.execute(
        "INSERT INTO campaigns (id, guild, channel, name, game, settings, founded, archived)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (id) DO UPDATE SET guild = excluded.guild,
         channel = excluded.channel, name = excluded.name, game = excluded.game, settings = excluded.settings",
        params![
            row.id,
            row.guild.cast_signed(),
            row.channel.cast_signed(),
            row.name,
            row.game,
            row.settings,
            row.founded,
            row.archived
        ],
    )?;
    Ok(())
}

/// Whether it is put: not where it was taken before.
fn put_request(conn: &Connection, campaign: &str, request: &Request) -> Result<bool, WriteError> {
    let put = conn
        .prepare_cached(
            "INSERT INTO replies (id, campaign, user, at, reply) SELECT ?1, ?2, ?3, ?4, ?5
             WHERE NOT EXISTS (SELECT 1 FROM requests WHERE id = ?1) ON CONFLICT (id) DO NOTHING",
        )?
        .execute(params![
            request.id.cast_signed(),
            campaign,
            request.user.cast_signed(),
            request.at,
            request.reply
        ])?;
    Ok(put > 0)
}

/// The new entries, which follow those that are there: the next is `seq`, the next line of the record `line`. Gives the next `seq` after
/// them.
fn put_entries(
    conn: &Connection,
    campaign: &str,
    entries: &[Entry],
    mut seq: u64,
    mut line: u64,
) -> Result<u64, WriteError> {
    for entry in entries {
        if entry.seq != seq {
            return Err(wrong(format!(
                "entry {} of campaign {campaign} came where {seq} was due",
                entry.seq
            )));
        }
        if let Some(number) = entry.line {
            if number != line {
                return Err(wrong(format!("line {number} of campaign {campaign} came where {line} was due")));
            }
            line += 1;
        }
        seq += 1;
        put_entry(conn, campaign, entry)?;
    }
    if !entries.is_empty() {
        conn.prepare_cached("UPDATE campaigns SET entries = ?2 WHERE id = ?1")?
            .execute(params![campaign, seq.cast_signed()])?;
    }
    Ok(seq)
}

fn put_entry(conn: &Connection, campaign: &str, entry: &Entry) -> Result<(), WriteError> {
    let seq = entry.seq.cast_signed();
    conn.prepare_cached(
        "INSERT INTO events (campaign, seq, line, at, public, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute(params![
        campaign,
        seq,
        entry.line.map(u64::cast_signed),
        entry.at,
        entry.public,
        entry.hash
    ])?;
    for (part, secret) in (0_i64..).zip(&entry.secrets) {
        conn.prepare_cached(
            "INSERT INTO secret_parts (campaign, seq, part, audience, body, n, salt, person)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            campaign,
            seq,
            part,
            secret.audience,
            secret.body,
            secret.n.map(u64::cast_signed),
            secret.salt,
            secret.person
        ])?;
    }
    Ok(())
}

fn put_person(conn: &Connection, campaign: &str, person: &PersonRow) -> Result<(), WriteError> {
    conn.prepare_cached(
        "INSERT INTO people (campaign, person, user, name, locale) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (campaign, person) DO UPDATE
         SET user = excluded.user, name = excluded.name, locale = excluded.locale",
    )?
    .execute(params![
        campaign,
        person.person,
        person.user.map(u64::cast_signed),
        person.name,
        person.locale
    ])?;
    Ok(())
}

fn put_roots(conn: &Connection, campaign: &str, roots: &RootsRow) -> Result<(), WriteError> {
    conn.prepare_cached(
        "INSERT INTO roots (campaign, generation, first_epoch, length, head, veil) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute(params![
        campaign,
        roots.generation,
        roots.first_epoch.cast_signed(),
        roots.length.cast_signed(),
        roots.head,
        roots.veil
    ])?;
    Ok(())
}

/// The state after the entry before `seq`, in place of the last one.
fn put_snapshot(conn: &Connection, campaign: &str, snapshot: &Snapshot, seq: u64) -> Result<(), WriteError> {
    conn.prepare_cached(
        "INSERT INTO snapshots (campaign, schema, seq, state) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (campaign)
         DO UPDATE SET schema = excluded.schema, seq = excluded.seq, state = excluded.state",
    )?
    .execute(params![campaign, snapshot.schema, seq.cast_signed(), snapshot.state])?;
    Ok(())
}

pub(crate) fn put_card(
    conn: &Connection,
    campaign: &str,
    purpose: &str,
    card: Option<CardRow>,
) -> Result<(), WriteError> {
    match card {
        Some(card) => conn.execute(
            "INSERT INTO cards (campaign, purpose, channel, message) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (campaign, purpose) DO UPDATE SET channel = excluded.channel, message = excluded.message",
            params![campaign, purpose, card.channel.cast_signed(), card.message.cast_signed()],
        )?,
        None => conn
            .execute("DELETE FROM cards WHERE campaign = ?1 AND purpose = ?2", params![campaign, purpose])?,
    };
    Ok(())
}
