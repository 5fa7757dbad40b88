//! The outbox: messages that were committed and are to be sent, once and in the order of each channel.

use std::fmt;
use std::hash::{Hash, Hasher};

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, Params, Row, params};

use crate::Store;
use crate::commit::put_card;
use crate::read::{ReadError, maybe_unsigned, rows, unsigned};
use crate::rows::CardRow;
use crate::threads;
use crate::writer::WriteError;

/// Where a message goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A new post in this channel.
    Channel(u64),
    /// A direct message to this user.
    User(u64),
    /// The campaign's card of this purpose, edited; a new post in the channel when there is no card yet.
    Edit {
        /// The card's purpose.
        purpose: String,
        /// The card's channel.
        channel: u64,
    },
    /// A new post in this channel, from which a thread may start.
    Opening {
        /// What the thread is about, unique in the campaign. A later opening of the same purpose takes this one's place.
        purpose: String,
        /// What the thread is called, at most 100 characters.
        name: String,
        /// The channel.
        channel: u64,
    },
    /// A new post in the thread of this purpose; in the channel itself where there is no such thread.
    Thread {
        /// What the thread is about.
        purpose: String,
        /// The channel of its opening.
        channel: u64,
    },
}

impl Target {
    /// The channel in which it is told; none of a direct message.
    #[must_use]
    pub fn channel(&self) -> Option<u64> {
        match self {
            Self::Channel(channel)
            | Self::Edit { channel, .. }
            | Self::Opening { channel, .. }
            | Self::Thread { channel, .. } => Some(*channel),
            Self::User(_) => None,
        }
    }

    fn user(&self) -> Option<u64> {
        match self {
            Self::User(user) => Some(*user),
            _ => None,
        }
    }

    fn card(&self) -> Option<&str> {
        match self {
            Self::Edit { purpose, .. } => Some(purpose),
            _ => None,
        }
    }

    fn thread(&self) -> Option<&str> {
        match self {
            Self::Opening { purpose, .. } | Self::Thread { purpose, .. } => Some(purpose),
            _ => None,
        }
    }

    fn thread_name(&self) -> Option<&str> {
        match self {
            Self::Opening { name, .. } => Some(name),
            _ => None,
        }
    }

    /// What shares an order: posts and edits in a channel with its threads, or the messages to a user.
    #[must_use]
    pub fn lane(&self) -> String {
        match self {
            Self::User(user) => format!("u{user}"),
            Self::Channel(channel)
            | Self::Edit { channel, .. }
            | Self::Opening { channel, .. }
            | Self::Thread { channel, .. } => format!("c{channel}"),
        }
    }
}

/// A message to send.
#[derive(Clone, PartialEq, Eq)]
pub struct NewMessage {
    /// Where it goes.
    pub target: Target,
    /// The message as Discord takes it (JSON).
    pub body: String,
    /// Files that go with it: name and bytes.
    pub files: Vec<(String, Vec<u8>)>,
    /// A picture that goes with it and is drawn when it is sent, in the bot's words: `battle/3`. The body names it as its last attachment.
    pub picture: Option<String>,
    /// The line of the record that it tells of.
    pub line: Option<u64>,
    /// When it was put there, by the clock of then. Nothing waits for that moment to come: a clock can go back.
    pub since: i64,
    /// What sort of message it is, in the bot's words.
    pub kind: String,
}

impl fmt::Debug for NewMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewMessage")
            .field("kind", &self.kind)
            .field("line", &self.line)
            .field("files", &self.files.len())
            .field("picture", &self.picture)
            .field("since", &self.since)
            .finish_non_exhaustive()
    }
}

/// How far a message has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutboxState {
    /// Not yet sent.
    Waiting,
    /// Being sent, or left so by a crash: it may have arrived.
    Sending,
    /// Delivered.
    Sent,
    /// Discord refused it for good. A direct message waits at its user's desk.
    Parked,
    /// Kept back after a restore, until the host has it released.
    Held,
    /// Read at the desk.
    Taken,
}

impl OutboxState {
    fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Sending => "sending",
            Self::Sent => "sent",
            Self::Parked => "parked",
            Self::Held => "held",
            Self::Taken => "taken",
        }
    }
}

impl ToSql for OutboxState {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.word().to_sql()
    }
}

impl FromSql for OutboxState {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        let word = value.as_str()?;
        [Self::Waiting, Self::Sending, Self::Sent, Self::Parked, Self::Held, Self::Taken]
            .into_iter()
            .find(|state| state.word() == word)
            .ok_or(FromSqlError::InvalidType)
    }
}

/// A message in the outbox.
#[derive(Clone, PartialEq, Eq)]
pub struct OutboxRow {
    /// Its number; rises in the order of commits and is never used again.
    pub id: i64,
    /// The campaign it belongs to.
    pub campaign: String,
    /// Where it goes.
    pub target: Target,
    /// The message as Discord takes it (JSON).
    pub body: String,
    /// Files that go with it: name and bytes.
    pub files: Vec<(String, Vec<u8>)>,
    /// A picture that goes with it and is drawn when it is sent, in the bot's words: `battle/3`. The body names it as its last attachment.
    pub picture: Option<String>,
    /// The line of the record that it tells of.
    pub line: Option<u64>,
    /// When it was put there, by the clock of then.
    pub since: i64,
    /// What sort of message it is, in the bot's words.
    pub kind: String,
    /// A random value that was drawn when it was put there and stays with it; none where it is older than these.
    pub mark: Option<i64>,
    /// How far it has come.
    pub state: OutboxState,
    /// How often it may have been sent already. Above 0, look for it in the channel before sending it.
    pub attempts: u32,
    /// Discord's code, when it was parked or is barred.
    pub code: Option<u32>,
    /// Why it was parked.
    pub why: Option<String>,
}

/// What waits because the bot may not write in its channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Barred {
    /// How many posts.
    pub posts: u64,
    /// Discord's code of the last refusal.
    pub code: u32,
    /// When the oldest of them was put there, by the clock of then.
    pub since: i64,
}

impl OutboxRow {
    /// The nonce to send it with: `o`, the id, and a number made of its mark and what it says. Where a backup was put in the database's
    /// place its ids come again, and without that Discord would take another message for the same.
    #[must_use]
    pub fn nonce(&self) -> String {
        let mut says = std::hash::DefaultHasher::new();
        (&self.campaign, &self.kind, &self.body).hash(&mut says);
        if let Some(mark) = self.mark {
            mark.hash(&mut says);
        }
        format!("o{}.{:x}", self.id, says.finish() >> 32)
    }
}

impl fmt::Debug for OutboxRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutboxRow")
            .field("id", &self.id)
            .field("campaign", &self.campaign)
            .field("kind", &self.kind)
            .field("line", &self.line)
            .field("files", &self.files.len())
            .field("picture", &self.picture)
            .field("state", &self.state)
            .field("attempts", &self.attempts)
            .field("code", &self.code)
            .finish_non_exhaustive()
    }
}

/// A row that neither was put off nor is kept back by one before it in its lane. The order is that of the numbers: no clock has a say in it.
const SENDABLE: &str = "
    o.state IN ('waiting', 'sending') AND NOT EXISTS (
        SELECT 1 FROM outbox AS p WHERE p.state IN ('waiting', 'sending') AND p.lane = o.lane AND p.id <= o.id
        AND p.put_off > ?1)";

/// A row that is barred, or is kept back by one before it in its lane that is.
pub(crate) const BARRED: &str = "
    o.state IN ('waiting', 'sending') AND EXISTS (
        SELECT 1 FROM outbox AS p WHERE p.state IN ('waiting', 'sending') AND p.lane = o.lane AND p.id <= o.id
        AND p.code IS NOT NULL)";

/// The oldest row of its lane that is not sent yet.
const OLDEST: &str = "
    NOT EXISTS (SELECT 1 FROM outbox AS p WHERE p.state IN ('waiting', 'sending') AND p.lane = o.lane AND p.id < o.id)";

impl Store {
    /// What can be sent now, by number: of each channel (with the edits in it) and each user at most the oldest message not
    /// yet sent. One that was put off keeps those behind it waiting. Rows that a crash left in [`OutboxState::Sending`] are
    /// among them.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn due(&self, now: i64, limit: usize) -> Result<Vec<OutboxRow>, ReadError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let read = move |conn: &Connection| {
            let oldest = format!("{OLDEST} AND {SENDABLE} ORDER BY +o.id LIMIT ?2");
            outbox_rows(conn, &oldest, params![now, limit])
        };
        self.inner.readers.read(read).await
    }

    /// The lanes in which something can be sent now, whose oldest has the lowest number first.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn lanes_due(&self, now: i64) -> Result<Vec<String>, ReadError> {
        let read = move |conn: &Connection| {
            // The plus keeps SQLite from reading the whole table in its order.
            let sql = format!("SELECT o.lane FROM outbox AS o WHERE {OLDEST} AND {SENDABLE} ORDER BY +o.id");
            rows(conn, &sql, [now], |row| row.get(0))
        };
        self.inner.readers.read(read).await
    }

    /// What can be sent now in a lane: its oldest message not yet sent.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn due_in(&self, lane: &str, now: i64) -> Result<Option<OutboxRow>, ReadError> {
        let lane = lane.to_owned();
        let read = move |conn: &Connection| {
            let its = format!(
                "o.id = (SELECT min(p.id) FROM outbox AS p WHERE p.lane = ?2 AND p.state IN ('waiting', 'sending'))
                 AND {SENDABLE}"
            );
            Ok(outbox_rows(conn, &its, params![now, lane])?.pop())
        };
        self.inner.readers.read(read).await
    }

    /// How many messages could go out at `now`, one after the other: not those that were put off beyond `now` or are barred, nor what
    /// waits behind them.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn waiting_count(&self, now: i64) -> Result<u64, ReadError> {
        let read = move |conn: &Connection| {
            let sql = format!("SELECT count(*) FROM outbox AS o WHERE NOT ({BARRED}) AND {SENDABLE}");
            Ok(conn.prepare_cached(&sql)?.query_row([now], |row| unsigned(row, 0))?)
        };
        self.inner.readers.read(read).await
    }

    /// The posts of a campaign that wait because the bot may not write in their channel, those behind a refused one among them; `None`
    /// where none does.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn barred_of(&self, campaign: &str) -> Result<Option<Barred>, ReadError> {
        let campaign = campaign.to_owned();
        let read = move |conn: &Connection| {
            let sql = format!(
                "SELECT count(*), max(o.code), min(o.not_before) FROM outbox AS o
                 WHERE o.campaign = ?1 AND o.channel IS NOT NULL AND {BARRED}"
            );
            let barred = |row: &Row<'_>| {
                let posts = unsigned(row, 0)?;
                Ok(match (posts, row.get(1)?, row.get(2)?) {
                    (1.., code, Some(since)) => {
                        Some(Barred { posts, code: Option::unwrap_or_default(code), since })
                    }
                    _ => None,
                })
            };
            Ok(conn.prepare_cached(&sql)?.query_row([campaign], barred)?)
        };
        self.inner.readers.read(read).await
    }

    /// The direct messages that could not reach this user and wait at his desk, by number.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn parked_for(&self, campaign: &str, user: u64) -> Result<Vec<OutboxRow>, ReadError> {
        let campaign = campaign.to_owned();
        let read = move |conn: &Connection| {
            let his = "o.user = ?1 AND o.campaign = ?2 AND o.state = 'parked' ORDER BY o.id";
            outbox_rows(conn, his, params![user.cast_signed(), campaign])
        };
        self.inner.readers.read(read).await
    }

    /// Whether that message in Discord is known as a delivered one. Two messages may read the same; what a crash left in
    /// [`OutboxState::Sending`] can only be one that no other row has delivered.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub async fn is_delivered(&self, message_id: u64) -> Result<bool, ReadError> {
        let read = move |conn: &Connection| {
            let sql = "SELECT EXISTS (SELECT 1 FROM outbox WHERE message = ?1)";
            Ok(conn.prepare_cached(sql)?.query_row([message_id.cast_signed()], |row| row.get(0))?)
        };
        self.inner.readers.read(read).await
    }

    /// Notes that a message is being sent from now on.
    ///
    /// # Errors
    /// When nothing could be written; then do not send it.
    pub async fn sending(&self, id: i64) -> Result<(), WriteError> {
        let write = move |conn: &Connection| {
            conn.prepare_cached(
                "UPDATE outbox SET state = 'sending', attempts = attempts + 1, put_off = NULL
                 WHERE id = ?1 AND state IN ('waiting', 'sending')",
            )?
            .execute([id])?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }

    /// Notes that a message was delivered, and wipes its body and files. For an edit, that message is the card from now on; from an
    /// opening its thread may start.
    /// A row that is gone (its user was forgotten meanwhile) is no error.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn sent(&self, id: i64, message_id: u64) -> Result<(), WriteError> {
        let write = move |conn: &Connection| {
            let row: Option<Delivered> = conn
                .prepare_cached(
                    "SELECT campaign, channel, purpose, thread, thread_name FROM outbox WHERE id = ?1",
                )?
                .query_row([id], delivered)
                .optional()?;
            conn.prepare_cached(
                "UPDATE outbox SET state = 'sent', message = ?2, code = NULL, why = NULL WHERE id = ?1",
            )?
            .execute(params![id, message_id.cast_signed()])?;
            wipe(conn, id)?;
            let Some(Delivered { campaign, channel: Some(channel), card, opens }) = row else {
                return Ok(());
            };
            if let Some(purpose) = card {
                put_card(conn, &campaign, &purpose, Some(CardRow { channel, message: message_id }))?;
            }
            if let Some((purpose, name)) = opens {
                threads::put(conn, &campaign, &purpose, &name, CardRow { channel, message: message_id })?;
            }
            Ok(())
        };
        self.inner.writer.write(write).await
    }

    /// Puts a message off until that time. What is behind it waits too, so that the order is kept.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn put_off(&self, id: i64, until: i64) -> Result<(), WriteError> {
        let write = move |conn: &Connection| {
            conn.prepare_cached(
                "UPDATE outbox SET state = 'waiting', put_off = ?2 WHERE id = ?1 AND state IN ('waiting', 'sending')",
            )?
            .execute(params![id, until])?;
            Ok(())
        };
        self.inner.writer.write(write).await
    }

    /// Bars a post: Discord refuses it as long as the bot may not write in its channel. It keeps its place, and what is behind it waits
    /// too. Where the campaign has its council elsewhere by now, the post is for there, and is not barred. Says whether it is the first
    /// in its lane that is barred since one of them was delivered.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn bar(&self, id: i64, code: u32, why: &str) -> Result<bool, WriteError> {
        let why = why.to_owned();
        let write = move |conn: &Connection| {
            let stands: Option<(String, u64, u64)> = conn
                .prepare_cached(
                    "SELECT o.campaign, o.channel, c.channel FROM outbox AS o JOIN campaigns AS c ON c.id = o.campaign
                     WHERE o.id = ?1 AND o.channel IS NOT NULL AND o.state IN ('waiting', 'sending')",
                )?
                .query_row([id], |row| Ok((row.get(0)?, unsigned(row, 1)?, unsigned(row, 2)?)))
                .optional()?;
            let Some((campaign, channel, council)) = stands else { return Ok(false) };
            let first = conn
                .prepare_cached(
                    "SELECT NOT EXISTS (SELECT 1 FROM outbox AS p JOIN outbox AS o ON p.lane = o.lane
                     WHERE o.id = ?1 AND p.state IN ('waiting', 'sending') AND p.code IS NOT NULL)",
                )?
                .query_row([id], |row| row.get(0))?;
            conn.prepare_cached("UPDATE outbox SET state = 'waiting', code = ?2, why = ?3 WHERE id = ?1")?
                .execute(params![id, code, why])?;
            if channel != council {
                follow(conn, &campaign, channel, council)?;
                return Ok(false);
            }
            Ok(first)
        };
        self.inner.writer.write(write).await
    }

    /// Gives a message up: Discord refuses it for good. It keeps nobody waiting. A direct message is kept for its user's
    /// desk; any other is wiped.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn park(&self, id: i64, code: u32, why: &str) -> Result<(), WriteError> {
        let why = why.to_owned();
        let write = move |conn: &Connection| {
            let user: Option<Option<i64>> = conn
                .prepare_cached(
                    "UPDATE outbox SET state = 'parked', code = ?2, why = ?3
                     WHERE id = ?1 AND state IN ('waiting', 'sending') RETURNING user",
                )?
                .query_row(params![id, code, why], |row| row.get(0))
                .optional()?;
            if user == Some(None) {
                wipe(conn, id)?;
            }
            Ok(())
        };
        self.inner.writer.write(write).await
    }

    /// Notes that a parked message was read at the desk, and wipes it.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn taken(&self, id: i64) -> Result<(), WriteError> {
        let write = move |conn: &Connection| {
            let taken =
                conn.execute("UPDATE outbox SET state = 'taken' WHERE id = ?1 AND state = 'parked'", [id])?;
            if taken > 0 {
                wipe(conn, id)?;
            }
            Ok(())
        };
        self.inner.writer.write(write).await
    }

    /// Keeps back everything of a campaign that is not sent yet, and says how many messages that is. [`Store::restore`]
    /// does this by itself; messages committed later are not held.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn hold_all(&self, campaign: &str) -> Result<u64, WriteError> {
        let campaign = campaign.to_owned();
        self.inner.writer.write(move |conn| Ok(hold(conn, &campaign)?)).await
    }

    /// Puts a message into the outbox, unless one of its kind was put there since the last of the kind `since`. Says whether it was.
    ///
    /// # Errors
    /// When there is no such campaign, or nothing could be written.
    pub async fn post_once(
        &self,
        campaign: &str,
        message: NewMessage,
        since: &'static str,
    ) -> Result<bool, WriteError> {
        let campaign = campaign.to_owned();
        let write = move |conn: &Connection| {
            let sql =
                "SELECT kind FROM outbox WHERE campaign = ?1 AND kind IN (?2, ?3) ORDER BY id DESC LIMIT 1";
            let last: Option<String> = conn
                .prepare_cached(sql)?
                .query_row(params![campaign, message.kind, since], |row| row.get(0))
                .optional()?;
            if last.as_ref() == Some(&message.kind) {
                return Ok(false);
            }
            enqueue(conn, &campaign, &[message])?;
            Ok(true)
        };
        self.inner.writer.write(write).await
    }

    /// Lets go what was held, and says how many messages that is. Any of them may have been sent before the restore, so
    /// their `attempts` are above 0.
    ///
    /// # Errors
    /// When nothing could be written.
    pub async fn release_held(&self, campaign: &str) -> Result<u64, WriteError> {
        let campaign = campaign.to_owned();
        let write = move |conn: &Connection| {
            let sql = "UPDATE outbox SET state = 'waiting' WHERE campaign = ?1 AND state = 'held'";
            Ok(conn.execute(sql, [campaign])? as u64)
        };
        self.inner.writer.write(write).await
    }
}

pub(crate) fn hold(conn: &Connection, campaign: &str) -> rusqlite::Result<u64> {
    let held = conn.execute(
        "UPDATE outbox SET state = 'held', put_off = NULL, code = NULL, why = NULL, attempts = max(attempts, 1)
         WHERE campaign = ?1 AND state IN ('waiting', 'sending')",
        [campaign],
    )?;
    Ok(held as u64)
}

/// What waits for a campaign's old council goes to its new one, in its order. What is on its way stays on it.
pub(crate) fn follow(conn: &Connection, campaign: &str, old: u64, new: u64) -> rusqlite::Result<()> {
    conn.execute(
        "UPDATE outbox SET channel = ?3, lane = ?4, code = NULL, why = NULL
         WHERE campaign = ?1 AND channel = ?2 AND state IN ('waiting', 'held')",
        params![campaign, old.cast_signed(), new.cast_signed(), Target::Channel(new).lane()],
    )?;
    Ok(())
}

/// What a row that was delivered leaves behind.
struct Delivered {
    campaign: String,
    channel: Option<u64>,
    card: Option<String>,
    opens: Option<(String, String)>,
}

fn delivered(row: &Row<'_>) -> rusqlite::Result<Delivered> {
    let (thread, name): (Option<String>, Option<String>) = (row.get(3)?, row.get(4)?);
    Ok(Delivered {
        campaign: row.get(0)?,
        channel: maybe_unsigned(row, 1)?,
        card: row.get(2)?,
        opens: thread.zip(name),
    })
}

/// Takes out of a row what it says, and its files.
fn wipe(conn: &Connection, id: i64) -> Result<(), WriteError> {
    conn.prepare_cached("UPDATE outbox SET body = NULL WHERE id = ?1")?.execute([id])?;
    conn.prepare_cached("DELETE FROM outbox_files WHERE outbox = ?1")?.execute([id])?;
    Ok(())
}

pub(crate) fn enqueue(
    conn: &Connection,
    campaign: &str,
    messages: &[NewMessage],
) -> Result<Vec<i64>, WriteError> {
    let mut ids = Vec::with_capacity(messages.len());
    for message in messages {
        let target = &message.target;
        if let Some(id) = merged(conn, campaign, message)? {
            ids.push(id);
            continue;
        }
        // Not with RETURNING, for which SQLite builds a table of its own at every row.
        let id = conn
            .prepare_cached(
                "INSERT INTO outbox (campaign, lane, channel, user, purpose, kind, line, not_before, state, body,
                 thread, thread_name, picture, mark)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, random())",
            )?
            .insert(params![
                campaign,
                target.lane(),
                target.channel().map(u64::cast_signed),
                target.user().map(u64::cast_signed),
                target.card(),
                message.kind,
                message.line.map(u64::cast_signed),
                message.since,
                OutboxState::Waiting,
                message.body,
                target.thread(),
                target.thread_name(),
                message.picture
            ])?;
        for (part, (name, bytes)) in (0_i64..).zip(&message.files) {
            conn.prepare_cached(
                "INSERT INTO outbox_files (outbox, part, name, bytes) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![id, part, name, bytes])?;
        }
        ids.push(id);
    }
    Ok(ids)
}

/// Lets a card's edit that waits behind a barred post say what a newer one says, so that a council that cannot be written to does not heap
/// up what nobody will see. It keeps its place. `None` where none waits so, or the message is no edit.
fn merged(conn: &Connection, campaign: &str, message: &NewMessage) -> Result<Option<i64>, WriteError> {
    let target = &message.target;
    let Some(purpose) = target.card().filter(|_| message.files.is_empty()) else { return Ok(None) };
    // What was tried already could have arrived, and is looked for by what it says.
    let sql = format!(
        "UPDATE outbox SET body = ?4, kind = ?5, line = ?6, picture = ?7 WHERE id = (
         SELECT max(o.id) FROM outbox AS o WHERE o.campaign = ?1 AND o.lane = ?2 AND o.purpose = ?3
         AND o.state = 'waiting' AND o.attempts = 0 AND {BARRED}
         AND NOT EXISTS (SELECT 1 FROM outbox_files AS f WHERE f.outbox = o.id)) RETURNING id"
    );
    let line = message.line.map(u64::cast_signed);
    let (body, kind, picture) = (&message.body, &message.kind, &message.picture);
    let id = conn
        .prepare_cached(&sql)?
        .query_row(params![campaign, target.lane(), purpose, body, kind, line, picture], |row| row.get(0))
        .optional()?;
    Ok(id)
}

fn outbox_rows(conn: &Connection, which: &str, given: impl Params) -> Result<Vec<OutboxRow>, ReadError> {
    let sql = format!(
        "SELECT o.id, o.campaign, o.channel, o.user, o.purpose, o.body, o.line, o.not_before, o.kind, o.state,
         o.attempts, o.code, o.why, o.thread, o.thread_name, o.picture, o.mark FROM outbox AS o WHERE {which}"
    );
    let mut found = rows(conn, &sql, given, outbox_row)?;
    for row in &mut found {
        let sql = "SELECT name, bytes FROM outbox_files WHERE outbox = ?1 ORDER BY part";
        row.files = rows(conn, sql, [row.id], |file| Ok((file.get(0)?, file.get(1)?)))?;
    }
    Ok(found)
}

fn outbox_row(row: &Row<'_>) -> rusqlite::Result<OutboxRow> {
    let (thread, name): (Option<String>, Option<String>) = (row.get(13)?, row.get(14)?);
    let target = match (maybe_unsigned(row, 2)?, row.get(4)?, thread) {
        (Some(channel), Some(purpose), _) => Target::Edit { purpose, channel },
        (Some(channel), None, Some(purpose)) => match name {
            Some(name) => Target::Opening { purpose, name, channel },
            None => Target::Thread { purpose, channel },
        },
        (Some(channel), None, None) => Target::Channel(channel),
        (None, ..) => Target::User(unsigned(row, 3)?),
    };
    Ok(OutboxRow {
        id: row.get(0)?,
        campaign: row.get(1)?,
        target,
        body: row.get(5)?,
        files: Vec::new(),
        picture: row.get(15)?,
        line: maybe_unsigned(row, 6)?,
        since: row.get(7)?,
        kind: row.get(8)?,
        mark: row.get(16)?,
        state: row.get(9)?,
        attempts: row.get(10)?,
        code: row.get(11)?,
        why: row.get(12)?,
    })
}
