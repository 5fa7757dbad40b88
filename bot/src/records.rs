//! The campaigns in a database or a backup, each judged by all that is kept of it. The file is only read.

use commands::sound::{self, Damage};
use db::{CampaignRow, Reading, Stamp};
use std::path::Path;

/// What the campaigns in a file are found to be.
#[derive(Debug, Default)]
pub struct Found {
    /// The campaigns that are sound, by their ids.
    pub sound: Vec<String>,
    /// Those that are not, and why.
    pub unsound: Vec<(CampaignRow, Damage)>,
}

/// Judges every campaign in a file, closed ones too, and folds each from its founding on. Blocks.
///
/// # Errors
/// A sentence where the file itself is not right or cannot be read.
pub fn look(file: &Path, stamp: Option<&Stamp>) -> Result<Found, String> {
    let reading = Reading::open(file, stamp).map_err(|e| e.to_string())?;
    let mut found = Found::default();
    for row in reading.campaigns().map_err(|e| e.to_string())? {
        let judged = match reading.history(&row.id, None) {
            Ok(history) => sound::judged(history).map(|_| ()),
            Err(e) if e.is_damage() => Err(Damage::from(&e)),
            Err(e) => return Err(e.to_string()),
        };
        match judged {
            Ok(()) => found.sound.push(row.id),
            Err(damage) => found.unsound.push((row, damage)),
        }
    }
    Ok(found)
}

/// The campaigns in a file, where it is sound and every one of them. Blocks.
#[must_use]
pub fn all_sound(file: &Path) -> Option<Vec<String>> {
    look(file, None).ok().filter(|found| found.unsound.is_empty()).map(|found| found.sound)
}
