//! The nightly backup: made while play goes on, checked, and the old ones taken away.
//!
//! A backup's name says when it was made, in UTC: `chancery-2026-03-21-030000.db`. What was missed while the bot was down is made up for
//! when it starts. A backup that fails is tried again after an hour, and the operator is told once.

use crate::delivery::Delivery;
use crate::records;
use crate::settings::Backup;
use chrono::{DateTime, Datelike as _, NaiveDateTime, Utc};
use commands::house::House;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often it is asked whether a backup is due.
const LOOK: Duration = Duration::from_secs(60);
/// How long after a failure it is tried again, in seconds.
const AGAIN: i64 = 60 * 60;
const DAY: i64 = 24 * 60 * 60;

/// The nightly backups of one bot.
pub struct Backups {
    house: Arc<House>,
    settings: Backup,
    /// What the names begin with: the database's own, so that two bots can share a folder.
    stem: String,
    failed: Mutex<Option<Failure>>,
}

#[derive(Clone)]
struct Failure {
    at: i64,
    says: String,
}

/// What one look came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Night {
    /// Nothing was due.
    NotYet,
    /// A backup was made, and so many old ones were taken away.
    Made {
        /// The backup.
        file: PathBuf,
        /// How many are gone.
        pruned: usize,
    },
    /// It failed, in a sentence.
    Failed {
        /// Why.
        says: String,
        /// Whether it is the first failure after a success.
        first: bool,
    },
}

impl Backups {
    /// The backups of a database by the settings; none where the settings name no folder.
    #[must_use]
    pub fn new(house: Arc<House>, database: &Path, settings: &Backup) -> Option<Backups> {
        if settings.folder.as_os_str().is_empty() {
            return None;
        }
        Some(Backups { house, settings: settings.clone(), stem: stem(database), failed: Mutex::default() })
    }

    /// Makes backups, for ever.
    pub async fn run(self: Arc<Self>, delivery: Arc<Delivery>) {
        loop {
            if let Night::Failed { says, first: true } = self.look().await {
                delivery
                    .tell_operator(&format!(
                        "The nightly backup failed. {says} It is tried again every hour."
                    ))
                    .await;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Makes a backup if one is due by the house's clock.
    pub async fn look(&self) -> Night {
        let now = self.house.now();
        let before = self.failure();
        // A clock that was set back must not put the next try off for long.
        if before.as_ref().is_some_and(|failure| (0..AGAIN).contains(&(now - failure.at))) {
            return Night::NotYet;
        }
        match self.make_if_due(now).await {
            Ok(None) => Night::NotYet,
            Ok(Some((file, pruned))) => {
                *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = None;
                tracing::info!(file = %file.display(), pruned, "a backup was made");
                Night::Made { file, pruned }
            }
            Err(says) => {
                tracing::error!("the nightly backup failed: {says}");
                self.house.tally.backup_failed();
                let failure = Failure { at: now, says: says.clone() };
                *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
                Night::Failed { says, first: before.is_none() }
            }
        }
    }

    async fn make_if_due(&self, now: i64) -> Result<Option<(PathBuf, usize)>, String> {
        let (folder, stem) = (self.settings.folder.clone(), self.stem.clone());
        let kept = off_thread(move || {
            make_folder(&folder)?;
            moments(&folder, &stem)
        });
        let mut kept = kept.await.map_err(|e| self.folder_fails(&e))?;
        if !is_due(&kept, now, self.settings.hour) {
            return Ok(None);
        }
        let file = self.settings.folder.join(name(&self.stem, now));
        self.house.store.backup(&file).await.map_err(|e| e.to_string())?;
        kept.push(now);
        self.judge(&file).await;
        // Where a campaign is not sound, an old backup may be the one that puts it right.
        let prune =
            if self.house.stopped().is_empty() { to_prune(&kept, now, &self.settings) } else { Vec::new() };
        let old: Vec<PathBuf> =
            prune.into_iter().map(|at| self.settings.folder.join(name(&self.stem, at))).collect();
        let pruned = old.len();
        let (folder, stem) = (self.settings.folder.clone(), self.stem.clone());
        let gone = off_thread(move || {
            remove_parts(&folder, &stem)?;
            old.iter().try_for_each(fs::remove_file)
        });
        if let Err(e) = gone.await {
            // There is a new backup, so the night is not lost; too many old ones are only told.
            tracing::warn!("old backups could not be taken away: {e}");
        }
        Ok(Some((file, pruned)))
    }

    /// Judges every campaign in a backup that was just made. One that is not sound there is not in the database either, and is stopped,
    /// before the backups are gone that could put it right.
    async fn judge(&self, file: &Path) {
        let look = file.to_owned();
        match off_thread(move || Ok(records::look(&look, None))).await {
            Ok(Ok(found)) => {
                for (row, damage) in found.unsound {
                    self.house.stop(&row.id, damage).await;
                }
            }
            Ok(Err(why)) => tracing::warn!("the campaigns in the backup could not be looked at: {why}"),
            Err(_) => tracing::warn!("looking at the campaigns in the backup broke off"),
        }
    }

    fn folder_fails(&self, e: &io::Error) -> String {
        format!("The backup folder {} cannot be used: {e}.", self.settings.folder.display())
    }

    fn failure(&self) -> Option<Failure> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Why the last backup failed, in a sentence; none where it did not.
    #[must_use]
    pub fn failed(&self) -> Option<String> {
        self.failure().map(|failure| failure.says)
    }

    /// How old the last backup is.
    #[must_use]
    pub fn age(&self) -> Option<Duration> {
        let now = self.house.now();
        let last = last(&moments(&self.settings.folder, &self.stem).ok()?, now)?;
        u64::try_from(now - last).ok().map(Duration::from_secs)
    }
}

async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|_| io::Error::other("the work broke off"))?
}

/// What a database's backups are called by.
#[must_use]
pub fn stem(database: &Path) -> String {
    database.file_stem().map_or_else(|| "chancery".to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// The name of a backup made at a moment.
#[must_use]
pub fn name(stem: &str, at: i64) -> String {
    let at = DateTime::from_timestamp(at, 0).unwrap_or_default();
    format!("{stem}-{}.db", at.format(FORM))
}

const FORM: &str = "%Y-%m-%d-%H%M%S";

/// When the backup of that name was made; none where it is another file.
#[must_use]
pub fn moment(stem: &str, name: &str) -> Option<i64> {
    let date = name.strip_prefix(stem)?.strip_prefix('-')?.strip_suffix(".db")?;
    NaiveDateTime::parse_from_str(date, FORM).ok().map(|at| at.and_utc().timestamp())
}

/// When the backups in a folder were made, the oldest first. A folder that is not there has none.
///
/// # Errors
/// Where the folder cannot be read.
pub fn moments(folder: &Path, stem: &str) -> io::Result<Vec<i64>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(e),
    };
    let mut found = Vec::new();
    for entry in entries {
        found.extend(moment(stem, &entry?.file_name().to_string_lossy()));
    }
    found.sort_unstable();
    Ok(found)
}

fn last(moments: &[i64], now: i64) -> Option<i64> {
    moments.iter().copied().filter(|at| *at <= now).max()
}

/// Whether a backup is due: none was made since it was last that hour (UTC). A backup dated after now, by a clock that was wrong then,
/// counts for nothing.
#[must_use]
pub fn is_due(moments: &[i64], now: i64, hour: u32) -> bool {
    let into = i64::from(hour) * 60 * 60;
    let slot = (now - into).div_euclid(DAY) * DAY + into;
    last(moments, now).is_none_or(|last| last < slot)
}

/// Which backups to take away at `now`. Kept are the last of each of the last `keep_daily` days that have one, likewise of weeks (from
/// Monday) and months, in UTC; always the newest; and what is dated after now.
#[must_use]
pub fn to_prune(moments: &[i64], now: i64, keep: &Backup) -> Vec<i64> {
    let mut past: Vec<i64> = moments.iter().copied().filter(|at| *at <= now).collect();
    past.sort_unstable_by(|a, b| b.cmp(a));
    let mut kept: BTreeSet<i64> = past.first().copied().into_iter().collect();
    let day = |at: DateTime<Utc>| (at.year(), at.ordinal());
    let week = |at: DateTime<Utc>| (at.iso_week().year(), at.iso_week().week());
    let month = |at: DateTime<Utc>| (at.year(), at.month());
    kept.extend(newest_of_each(&past, keep.keep_daily, day));
    kept.extend(newest_of_each(&past, keep.keep_weekly, week));
    kept.extend(newest_of_each(&past, keep.keep_monthly, month));
    past.retain(|at| !kept.contains(at));
    past.sort_unstable();
    past
}

/// Of moments, the newest first: the first of each of the first `count` spans.
fn newest_of_each<T: PartialEq>(
    newest_first: &[i64],
    count: usize,
    span: impl Fn(DateTime<Utc>) -> T,
) -> Vec<i64> {
    let (mut kept, mut current) = (Vec::new(), None);
    for at in newest_first {
        let this = Some(span(DateTime::from_timestamp(*at, 0).unwrap_or_default()));
        if this != current {
            if kept.len() == count {
                break;
            }
            kept.push(*at);
            current = this;
        }
    }
    kept
}

/// The newest backup in a folder that is sound, with every campaign in it, for an operator whose database is not. Blocks.
#[must_use]
pub fn newest_sound(folder: &Path, database: &Path, campaign: Option<&str>) -> Option<(PathBuf, usize)> {
    let stem = stem(database);
    let mut found = moments(folder, &stem).unwrap_or_default();
    found.reverse();
    let files = found.into_iter().map(|at| folder.join(name(&stem, at)));
    let sound = files.filter_map(|file| records::all_sound(&file).map(|campaigns| (file, campaigns)));
    let mut with =
        sound.filter(|(_, campaigns)| campaign.is_none_or(|id| campaigns.iter().any(|own| own == id)));
    with.next().map(|(file, campaigns)| (file, campaigns.len()))
}

fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Takes away what a backup left half made when the machine went down.
fn remove_parts(folder: &Path, stem: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let whole = name.find(".part").and_then(|at| name.get(..at));
        if whole.is_some_and(|whole| moment(stem, whole).is_some()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn at(text: &str) -> i64 {
        NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").unwrap().and_utc().timestamp()
    }

    fn keep(keep_daily: usize, keep_weekly: usize, keep_monthly: usize) -> Backup {
        Backup { keep_daily, keep_weekly, keep_monthly, ..Backup::default() }
    }

    fn dates(moments: &[i64]) -> Vec<String> {
        let date = |at: &i64| DateTime::from_timestamp(*at, 0).unwrap().format("%Y-%m-%d").to_string();
        moments.iter().map(date).collect()
    }

    #[test]
    fn a_name_says_when_it_was_made() {
        let made = at("2026-03-21 03:00");
        assert_eq!(name("chancery", made), "chancery-2026-03-21-030000.db");
        assert_eq!(moment("chancery", "chancery-2026-03-21-030000.db"), Some(made));
        for other in [
            "chancery.db",
            "chancery-2026-03-21-030000.db.part",
            "chancery-2026-13-21-030000.db",
            "chancery-before-the-war.db",
            "other-2026-03-21-030000.db",
            "chancery-2-2026-03-21-030000.db",
        ] {
            assert_eq!(moment("chancery", other), None, "{other}");
        }
    }

    #[test]
    fn a_backup_is_due_once_a_night_and_after_a_missed_one() {
        let last = [at("2026-03-20 03:00")];
        assert!(is_due(&[], at("2026-03-20 12:00"), 3));
        assert!(!is_due(&last, at("2026-03-20 03:01"), 3));
        assert!(!is_due(&last, at("2026-03-21 02:59"), 3));
        assert!(is_due(&last, at("2026-03-21 03:00"), 3));
        // The bot was down at three, or for weeks.
        assert!(is_due(&last, at("2026-03-21 11:00"), 3));
        assert!(is_due(&last, at("2026-05-01 02:00"), 3));
        // Made up for in the morning; the next is at three again.
        let late = [at("2026-03-20 03:00"), at("2026-03-21 11:00")];
        assert!(!is_due(&late, at("2026-03-22 02:59"), 3));
        assert!(is_due(&late, at("2026-03-22 03:00"), 3));
        // Midnight, the last hour, and a clock that had been ahead.
        assert!(is_due(&last, at("2026-03-21 00:00"), 0));
        assert!(!is_due(&last, at("2026-03-20 22:59"), 3));
        assert!(is_due(&last, at("2026-03-20 23:00"), 23));
        assert!(is_due(&[at("2027-01-01 03:00")], at("2026-03-21 03:00"), 3));
        assert!(is_due(&[], -5, 3));
    }

    #[test]
    fn days_weeks_and_months_are_kept() {
        let start = at("2026-01-01 03:00");
        let nights: Vec<i64> = (0..120).map(|n| start + n * DAY).collect();
        let now = *nights.last().unwrap();
        let gone = to_prune(&nights, now, &keep(3, 2, 3));
        let kept: Vec<i64> = nights.iter().copied().filter(|at| !gone.contains(at)).collect();
        // 30 April 2026 is a Thursday; the week before it ended on Sunday the 26th.
        assert_eq!(
            dates(&kept),
            ["2026-02-28", "2026-03-31", "2026-04-26", "2026-04-28", "2026-04-29", "2026-04-30"]
        );
        assert_eq!(to_prune(&kept, now, &keep(3, 2, 3)), [] as [i64; 0]);
    }

    #[test]
    fn pruning_every_night_comes_to_the_same_and_never_grows() {
        let rule = keep(7, 4, 3);
        let mut kept = Vec::new();
        for n in 0..800 {
            let now = at("2026-01-01 03:00") + n * DAY;
            kept.push(now);
            let gone = to_prune(&kept, now, &rule);
            kept.retain(|at| !gone.contains(at));
            assert!(kept.len() <= 14 && kept.contains(&now), "{:?}", dates(&kept));
        }
        // 10 March 2028 is a Friday.
        assert_eq!(dates(&kept)[..4], ["2028-01-31", "2028-02-20", "2028-02-27", "2028-02-29"]);
        assert_eq!(kept.len(), 3 + 1 + 7 + 1 - 1, "{:?}", dates(&kept));
    }

    #[test]
    fn gaps_the_newest_and_the_future_are_kept() {
        let kept = [at("2025-01-05 03:00"), at("2025-06-01 03:00"), at("2026-03-20 03:00")];
        // Nothing was made for long: the few there are stay, because spans without a backup do not count.
        assert_eq!(to_prune(&kept, at("2026-03-20 03:00"), &keep(3, 0, 0)), [] as [i64; 0]);
        assert_eq!(to_prune(&kept, at("2026-03-20 03:00"), &keep(0, 0, 0)), kept[..2]);
        // By a clock that was ahead: it neither counts nor goes.
        assert_eq!(to_prune(&kept, at("2025-06-02 03:00"), &keep(1, 0, 0)), kept[..1]);
        // Two on one day: the later stays.
        let twice = [at("2026-03-20 03:00"), at("2026-03-20 19:00")];
        assert_eq!(to_prune(&twice, at("2026-03-20 19:00"), &keep(7, 4, 3)), twice[..1]);
        assert_eq!(to_prune(&[], 0, &keep(1, 1, 1)), [] as [i64; 0]);
    }
}
