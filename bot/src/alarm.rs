//! The alarm: a campaign was stopped because what the database keeps of it is not sound. Its council is told, and the operator, each once.

use crate::delivery::Delivery;
use crate::nightly;
use commands::house::House;
use commands::present::names;
use commands::sound::{Damage, Program};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the backups are from which a campaign could be put right.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The folder of the nightly backups; empty where none are made.
    pub backups: PathBuf,
    /// The database.
    pub database: PathBuf,
}

/// Tells of every campaign that is stopped, for ever.
pub async fn run(house: Arc<House>, delivery: Arc<Delivery>, kept: Kept) {
    let mut told = BTreeSet::new();
    loop {
        for (campaign, damage) in house.stopped() {
            if !told.insert(campaign.clone()) {
                continue;
            }
            if let Err(why) = house.tell_stopped(&campaign).await {
                tracing::warn!(campaign, "a council could not be told that its campaign is stopped: {why}");
            }
            let kept = kept.clone();
            let way = {
                let (id, damage) = (campaign.clone(), damage.clone());
                tokio::task::spawn_blocking(move || way_out(&id, &damage, &kept.backups, &kept.database))
                    .await
            };
            let way = way.unwrap_or_default();
            tracing::error!(campaign, "a stopped campaign is put right so: {way}");
            delivery
                .tell_operator(&format!(
                    "A campaign is stopped: {campaign}\n{damage} Nothing is played on it; the others play on. {way}"
                ))
                .await;
        }
        house.alarm.notified().await;
    }
}

/// The command that puts a backup in the place of a database.
#[must_use]
pub fn restore(backup: &Path, database: &Path) -> String {
    format!("chancery restore {} --database {} --replace", backup.display(), database.display())
}

/// What an operator does about a campaign that is not sound. Blocks: every backup is looked at, from the newest on, until one is sound and
/// has the campaign in it.
#[must_use]
pub fn way_out(campaign: &str, damage: &Damage, backups: &Path, database: &Path) -> String {
    match damage.needs() {
        Some(Program::Newer) => return "Install the newer Chancery that wrote it.".to_owned(),
        Some(Program::Older) => return "Only the Chancery that wrote it goes on with it.".to_owned(),
        None => {}
    }
    let all = "That sets every campaign of the file back to when it was made.";
    if backups.as_os_str().is_empty() {
        return format!("Stop the bot and put a backup in place with `chancery restore`. {all}");
    }
    match nightly::newest_sound(backups, database, Some(campaign)) {
        Some((backup, campaigns)) => format!(
            "Stop the bot, then `{}`: it is the newest sound backup that has this campaign, {} in all. {all}",
            restore(&backup, database),
            names::count(campaigns as u64, "campaign", "campaigns"),
        ),
        None => format!("In {} there is no sound backup that has this campaign.", backups.display()),
    }
}
