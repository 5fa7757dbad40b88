//! Played campaigns in a database, as the bot would have kept them.

use crate::play::Played;
use commands::rows::{entry_row, roots_row};
use commands::sound::snapshot_of;
use db::{CampaignRow, Commit, PersonRow, Store};
use engine::table::Campaign;

/// After so many entries the house keeps a snapshot.
const SNAPSHOT_EVERY: usize = 200;

/// Where a campaign is played and by whom.
pub struct Place {
    /// The server.
    pub guild: u64,
    /// The council.
    pub channel: u64,
    /// The users of its persons, from the first on.
    pub users: Vec<u64>,
}

/// Keeps a played campaign: what the last snapshot has taken in, then the entries since.
///
/// # Errors
/// A sentence where it cannot be kept.
pub async fn keep(store: &Store, played: &Played, place: &Place) -> Result<(), String> {
    let id = played.campaign.id();
    let row = CampaignRow {
        id: id.to_owned(),
        guild: place.guild,
        channel: place.channel,
        name: format!("Campaign {id}"),
        game: "eia".to_owned(),
        settings: r#"{"language":"en-US"}"#.to_owned(),
        founded: played.entries[0].at,
        archived: false,
    };
    let people = (1..).zip(&place.users).map(|(person, user)| PersonRow {
        person,
        user: Some(*user),
        name: Some(format!("Player {person}")),
        locale: Some("en-US".to_owned()),
    });
    let rows = (0..).zip(&played.entries).map(|(seq, entry)| entry_row(seq, entry));
    let mut entries = rows.collect::<Result<Vec<db::Entry>, String>>()?;
    let taken_in = entries.len() / SNAPSHOT_EVERY * SNAPSHOT_EVERY;
    let since = entries.split_off(taken_in);
    let kept = || {
        let campaign =
            Campaign::fold(&played.entries[..taken_in]).map_err(|unreadable| unreadable.to_string());
        snapshot_of(&campaign?, taken_in as u64)
    };
    let snapshot = (taken_in > 0).then(kept).transpose()?;
    let first = Commit {
        campaign: id.to_owned(),
        found: Some(row),
        people: people.collect(),
        roots: Some(roots_row(&played.roots, 0)),
        entries,
        snapshot,
        ..Commit::default()
    };
    let second =
        Commit { campaign: id.to_owned(), expect_seq: taken_in as u64, entries: since, ..Commit::default() };
    store.commit(first).await.map_err(|e| e.to_string())?;
    store.commit(second).await.map_err(|e| e.to_string())?;
    Ok(())
}
