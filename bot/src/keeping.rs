//! What the operator does with the database from the command line: export, backup, restore, forget, invite.

use crate::records;
use base64::Engine as _;
use commands::chance::Clock;
use commands::house::House;
use commands::present::names;
use db::{OpenError, Stamp, Store};
use std::path::{Path, PathBuf};
use std::sync::Arc;

struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> i64 {
        use local_discord::Clock as _;
        local_discord::SystemClock.now()
    }
}

/// Opens an existing database for whomever it serves.
///
/// # Errors
/// A sentence where there is none or it is not right.
pub fn open(path: &Path) -> Result<Store, String> {
    if !path.exists() {
        return Err(format!("There is no database {}. --database names another.", path.display()));
    }
    match Store::open(path, &Stamp::Local) {
        Ok(store) => Ok(store),
        Err(OpenError::Stamped { theirs, .. }) => {
            let application = theirs.rsplit(|c: char| !c.is_ascii_digit()).find(|digits| !digits.is_empty());
            let application = application.and_then(|id| id.parse().ok());
            let application = application
                .ok_or_else(|| format!("The database serves {theirs}, which is not known here."))?;
            Store::open(path, &Stamp::Discord(application)).map_err(|e| e.to_string())
        }
        Err(e) => Err(e.to_string()),
    }
}

/// Writes a campaign's record: the named one, or the only one there is. Says where it went.
///
/// # Errors
/// A sentence where it cannot be found, read or written.
pub async fn export(database: &Path, campaign: Option<&str>, out: Option<PathBuf>) -> Result<String, String> {
    let store = open(database)?;
    let house =
        House::new(store.clone(), Arc::new(NoClock), Arc::new(crate::randomness::OperatingSystem), None);
    let rows = store.campaigns().await.map_err(|e| e.to_string())?;
    let fits: Vec<_> = rows
        .iter()
        .filter(|row| campaign.is_none_or(|wanted| row.id == wanted || row.name == wanted))
        .collect();
    let [row] = fits.as_slice() else {
        let known: Vec<String> = rows.iter().map(|row| format!("{} ({})", row.id, row.name)).collect();
        return Err(format!(
            "Say which campaign: {}.",
            if known.is_empty() { "there is none".to_owned() } else { known.join(", ") }
        ));
    };
    let (_, text) = house.record(&row.id).await?;
    let out = out.unwrap_or_else(|| format!("{}.jsonl", row.id).into());
    std::fs::write(&out, &text).map_err(|e| format!("{} cannot be written: {e}.", out.display()))?;
    let lines = text.lines().count();
    store.close();
    Ok(format!("{} lines of \"{}\" written to {}.", lines, row.name, out.display()))
}

/// Makes a backup of a database, also while the bot runs.
///
/// # Errors
/// A sentence where it cannot.
pub async fn backup(database: &Path, to: &Path) -> Result<String, String> {
    if to.exists() {
        return Err(format!("{} is there already and is not overwritten. Name another file.", to.display()));
    }
    let store = open(database)?;
    store.backup(to).await.map_err(|e| e.to_string())?;
    store.close();
    Ok(format!(
        "{} is a backup of {}. It holds every secret of it: keep it as safe.{}",
        to.display(),
        database.display(),
        not_sound(to)
    ))
}

/// What is not sound in a file, as a sentence that follows another; nothing where all of it is.
fn not_sound(file: &Path) -> String {
    match records::look(file, None) {
        Ok(found) if found.unsound.is_empty() => String::new(),
        Ok(found) => {
            let ids: Vec<&str> = found.unsound.iter().map(|(row, _)| row.id.as_str()).collect();
            format!(
                " Not sound in it, so that nothing is played on: {}. `chancery check --records` says why.",
                ids.join(", ")
            )
        }
        Err(why) => format!(" {why}"),
    }
}

/// Puts a backup in a database's place.
///
/// # Errors
/// A sentence where it cannot.
pub fn restore(from: &Path, database: &Path, replace: bool) -> Result<String, String> {
    Store::restore(from, database, replace).map_err(|e| e.to_string())?;
    Ok(format!(
        "{} is restored from {}. When the bot starts, every open campaign posts that it was restored, founds new roots for its dice and seals, and asks its players for new words.{}",
        database.display(),
        from.display(),
        not_sound(database)
    ))
}

/// Deletes what is kept of a user, also while the bot runs: what that has in memory cannot be written back, and it drops it at its next
/// look at the campaigns.
///
/// # Errors
/// A sentence where it cannot.
pub async fn forget(database: &Path, user: u64) -> Result<String, String> {
    let store = open(database)?;
    let gone = store.forget_user(user).await.map_err(|e| e.to_string())?;
    let emptied = store.checkpoint().await;
    store.close();
    let mut says = format!(
        "Forgotten in {}: {} and {} are deleted. A bot that is running has dropped what it knew of him within half a minute.",
        names::count(gone.people, "campaign", "campaigns"),
        names::count(gone.texts, "text", "texts"),
        names::count(gone.messages, "waiting dispatch", "waiting dispatches")
    );
    if emptied.is_err() {
        says.push_str(" What was deleted is overwritten in the file, but its log is being read; the bot empties it within a minute.");
    }
    Ok(says)
}

/// What the bot may do where it is invited: see, write, embed, attach, read the history, and use threads.
const PERMISSIONS: u64 = 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 35 | 1 << 38;

/// The address with which a server's owner invites the bot; the application's number stands in the token.
///
/// # Errors
/// A sentence where there is no token.
pub fn invite(token: &str) -> Result<String, String> {
    let wrong = || {
        "There is no token to make an invitation from. Set CHANCERY_TOKEN, or discord.token in config.toml."
            .to_owned()
    };
    let first = token.split('.').next().filter(|first| !first.is_empty()).ok_or_else(wrong)?;
    let bytes = base64::engine::general_purpose::STANDARD_NO_PAD
        .decode(first.trim_end_matches('='))
        .map_err(|_| wrong())?;
    let id: u64 = String::from_utf8(bytes).ok().and_then(|id| id.parse().ok()).ok_or_else(wrong)?;
    Ok(format!(
        "https://discord.com/oauth2/authorize?client_id={id}&scope=bot+applications.commands&permissions={PERMISSIONS}"
    ))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_invitation_names_the_application_of_the_token() {
        let url = invite("MTIzNDU2Nzg5MDEyMzQ1Njc4.x.y").unwrap();
        assert!(url.contains("client_id=123456789012345678&"), "{url}");
        assert!(invite("").is_err() && invite("nonsense").is_err());
    }
}
