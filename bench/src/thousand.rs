//! Many campaigns: the memory that each takes while it is live, and how long the bot takes from opening the database to being ready.

use crate::figures::{Table, ms, resident};
use crate::table::{Bot, clock, house, server, settle};
use db::{Stamp, Store};
use local_discord::{Clock as _, SystemClock};
use std::path::Path;
use std::time::Instant;

/// Makes a database of played campaigns, each in a channel of its own.
///
/// # Errors
/// A sentence where one cannot be kept.
pub async fn make(database: &Path, campaigns: usize, entries: usize) -> Result<(), String> {
    let server = server(campaigns).await?;
    let store = Store::open(database, &Stamp::Local).map_err(|e| e.to_string())?;
    for n in 0..campaigns {
        settle(&store, &server, n, 2 + (n % 6) as u32, entries - entries / 3 + n % (entries / 3 * 2)).await?;
    }
    store.close();
    Ok(())
}

/// Opens it as the bot does, connects, lets the clock look once at every campaign, and then has all of them live.
///
/// # Errors
/// A sentence where something of it fails.
pub async fn run(database: &Path, campaigns: usize) -> Result<String, String> {
    let server = server(campaigns).await?;
    let size = std::fs::metadata(database).map_err(|e| e.to_string())?.len();
    let since = Instant::now();
    let house = house(database).await?;
    let opened = since.elapsed();
    let bot = Bot::connect(house, &server).await?;
    let ready = since.elapsed();
    let before = resident();
    let looking = Instant::now();
    chancery::clock::look_in(&bot.house).await;
    let first = looking.elapsed();
    let looked = resident();
    let again = Instant::now();
    chancery::clock::look_in(&bot.house).await;
    let second = again.elapsed();
    let loading = Instant::now();
    let rows = bot.house.store.campaigns().await.map_err(|e| e.to_string())?;
    let (mut entries, mut bytes) = (0, 0);
    for row in &rows {
        let live = bot.house.campaign(&row.id).await?;
        let live = live.lock().await;
        entries += live.campaign.next_line;
        bytes += serde_json::to_vec(&*live.campaign).map_err(|e| e.to_string())?.len();
    }
    let loaded = loading.elapsed();
    let after = resident();
    bot.close().await;
    server.stop().await;
    if rows.len() != campaigns || clock().now() < SystemClock.now() {
        return Err(format!("{} campaigns are there, not {campaigns}.", rows.len()));
    }

    let each = campaigns as f64;
    let mut table = Table::new(
        &format!(
            "{campaigns} campaigns of {} lines on average, in {:.0} MB",
            entries / campaigns as u64,
            size as f64 / 1e6
        ),
        &["ms", "ms each", "÷ open"],
    );
    for (name, time) in [
        ("open the database", opened),
        ("open to ready", ready),
        ("the clock's first look", first),
        ("the clock's second look", second),
        ("have all live, and write each", loaded),
    ] {
        table.row(name, &[ms(time), ms(time) / each, time.as_secs_f64() / opened.as_secs_f64()]);
    }
    match (before, looked, after) {
        (Some(before), Some(looked), Some(after)) => {
            let grown = |to: u64| to.saturating_sub(before) as f64 / 1e3 / each;
            table.says(&format!(
                "Memory a campaign: {:.1} kB after the clock's first look, {:.1} kB with all live; {:.1} times its {:.1} kB of JSON",
                grown(looked),
                grown(after),
                grown(after) / (bytes as f64 / 1e3 / each),
                bytes as f64 / 1e3 / each
            ));
        }
        _ => table.says("This system does not tell how much memory is used."),
    }
    Ok(table.told())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    #[tokio::test(flavor = "multi_thread")]
    async fn played_campaigns_are_there_after_a_start() {
        let folder = crate::table::folder().unwrap();
        let database = folder.path().join("few.db");
        super::make(&database, 3, 60).await.unwrap();
        let told = super::run(&database, 3).await.unwrap();
        assert!(told.starts_with("3 campaigns of "), "{told}");
    }
}
