//! Which campaigns a server has: asked at nearly every command, and changed a few times in a year. So it is kept until a row changes.

use crate::CampaignRow;
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The rows that were read, by server.
#[derive(Default)]
pub(crate) struct Known {
    kept: Mutex<Kept>,
    touched: AtomicBool,
}

#[derive(Default)]
struct Kept {
    /// How often rows have changed. What was read before a change and comes after it is not kept.
    changes: u64,
    of_guild: BTreeMap<u64, Arc<[CampaignRow]>>,
}

impl Known {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The campaigns of a server, where they are known; else what [`Known::keep`] asks for when they were read.
    pub(crate) fn of_guild(&self, guild: u64) -> Result<Arc<[CampaignRow]>, u64> {
        let kept = self.kept();
        kept.of_guild.get(&guild).cloned().ok_or(kept.changes)
    }

    /// Keeps what was read, unless a row has changed since it was asked.
    pub(crate) fn keep(&self, guild: u64, asked: u64, rows: &[CampaignRow]) {
        let mut kept = self.kept();
        if kept.changes == asked {
            kept.of_guild.insert(guild, rows.into());
        }
    }

    /// After a transaction: forgets all where it changed what is known.
    pub(crate) fn committed(&self) {
        if self.touched.swap(false, Ordering::Relaxed) {
            let mut kept = self.kept();
            kept.changes += 1;
            kept.of_guild.clear();
        }
    }

    /// Has the writer's connection notice every change of what is known, whatever makes it.
    pub(crate) fn watch(self: &Arc<Self>, conn: &Connection) -> rusqlite::Result<()> {
        let known = Arc::clone(self);
        conn.create_scalar_function("rows_changed", 0, FunctionFlags::SQLITE_INNOCUOUS, move |_| {
            known.touched.store(true, Ordering::Relaxed);
            Ok(0)
        })?;
        conn.execute_batch(
            "CREATE TEMP TRIGGER campaign_begun AFTER INSERT ON main.campaigns BEGIN SELECT rows_changed(); END;
             CREATE TEMP TRIGGER campaign_gone AFTER DELETE ON main.campaigns BEGIN SELECT rows_changed(); END;
             CREATE TEMP TRIGGER campaign_changed AFTER UPDATE ON main.campaigns
             WHEN (old.guild, old.channel, old.name, old.game, old.settings, old.founded, old.archived)
                 IS NOT (new.guild, new.channel, new.name, new.game, new.settings, new.founded, new.archived)
             BEGIN SELECT rows_changed(); END;",
        )
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn known() -> (Arc<Known>, Connection) {
        let (known, conn) = (Arc::<Known>::default(), Connection::open_in_memory().unwrap());
        crate::migrations::migrate(&conn, crate::migrations::MIGRATIONS).unwrap();
        known.watch(&conn).unwrap();
        conn.execute_batch(
            "INSERT INTO campaigns (id, guild, channel, name, game, settings, founded, archived)
             VALUES ('ulm', 7, 5, 'Ulm', 'eia', '{}', 0, 0)",
        )
        .unwrap();
        known.committed();
        (known, conn)
    }

    /// Whether a server's campaigns are known still after a change of the table.
    fn stands_after(change: &str) -> bool {
        let (known, conn) = known();
        let asked = known.of_guild(7).unwrap_err();
        known.keep(7, asked, &[]);
        conn.execute_batch(change).unwrap();
        assert!(known.of_guild(7).is_ok(), "nothing is committed yet");
        known.committed();
        known.of_guild(7).is_ok()
    }

    #[test]
    fn rows_are_known_until_one_of_them_changes() {
        for same in ["SELECT 1", "UPDATE campaigns SET entries = 9, forgotten = 1, restored = 1, left_at = 4"]
        {
            assert!(stands_after(same), "{same}");
        }
        for column in [
            "guild = 8",
            "channel = 6",
            "name = 'Jena'",
            "game = 'europa'",
            "settings = '[]'",
            "archived = 1",
        ] {
            assert!(!stands_after(&format!("UPDATE campaigns SET {column}")), "{column}");
        }
        assert!(!stands_after("DELETE FROM campaigns"));
        let another = "INSERT INTO campaigns (id, guild, channel, name, game, settings, founded, archived)
            VALUES ('jena', 7, 6, 'Jena', 'eia', '{}', 0, 0)";
        assert!(!stands_after(another));
    }

    #[test]
    fn what_was_read_before_a_change_is_not_kept_after_it() {
        let (known, conn) = known();
        let asked = known.of_guild(7).unwrap_err();
        conn.execute_batch("UPDATE campaigns SET channel = 6").unwrap();
        known.committed();
        known.keep(7, asked, &[]);
        let now = known.of_guild(7).unwrap_err();
        assert_ne!(now, asked);
        known.keep(7, now, &[]);
        assert!(known.of_guild(7).is_ok());
    }
}
