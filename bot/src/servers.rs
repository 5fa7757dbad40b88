//! The servers that the bot is in, and those that it was removed from: their campaigns are kept for a time of grace and then deleted.

use commands::house::House;
use std::collections::BTreeSet;

const DAY: i64 = 24 * 60 * 60;

/// The bot was removed from a server, or the server is gone.
pub async fn left(house: &House, guild: u64) {
    match house.store.guild_left(guild, house.now()).await {
        Ok(0) => {}
        Ok(campaigns) => {
            tracing::info!(campaigns, "the bot was removed from a server; its campaigns are kept for a while")
        }
        Err(e) => tracing::warn!("a removal from a server could not be noted: {e}"),
    }
}

/// The bot is in a server: newly, again, or since long, as Discord says at each connection.
pub async fn entered(house: &House, guild: u64) {
    back(house, guild, i64::MAX).await;
}

/// Somebody uses the bot in a server, so it is there. `at`: when his word came; a removal of that second or a later one stands, for this may
/// be told after it.
pub async fn used(house: &House, guild: u64, at: i64) {
    back(house, guild, at).await;
}

async fn back(house: &House, guild: u64, at: i64) {
    match house.store.guild_back(guild, at).await {
        Ok(0) => {}
        Ok(campaigns) => tracing::info!(campaigns, "the bot is back in a server; its campaigns stay"),
        Err(e) => tracing::warn!("a return to a server could not be noted: {e}"),
    }
}

/// All servers that the bot is in, as Discord tells at each connection: it may have been removed from one, or invited again, while it
/// was down. `shard` is this connection's number and how many there are; a connection is told its own servers only.
pub async fn all_told(house: &House, here: &BTreeSet<u64>, shard: Option<(u32, u32)>) {
    let Ok(campaigns) = house.store.campaigns().await else {
        tracing::warn!("the campaigns cannot be read");
        return;
    };
    let (number, shards) = shard.unwrap_or((0, 1));
    let own = |guild: u64| (guild >> 22) % u64::from(shards.max(1)) == u64::from(number);
    let guilds: BTreeSet<u64> = campaigns.iter().map(|row| row.guild).filter(|guild| own(*guild)).collect();
    for guild in guilds {
        if here.contains(&guild) {
            entered(house, guild).await;
        } else {
            left(house, guild).await;
        }
    }
}

/// Deletes for good the campaigns of servers that the bot was removed from so many days ago; says how many.
pub async fn forget_left(house: &House, days: u32) -> u64 {
    let before = house.now().saturating_sub(i64::from(days) * DAY);
    match house.store.delete_left(before).await {
        Ok(0) => 0,
        Ok(campaigns) => {
            tracing::info!(campaigns, "campaigns of servers that the bot was removed from are deleted");
            house.forget_memory().await;
            if house.store.checkpoint().await.is_err() {
                // The writer tries again by itself when it is idle.
                tracing::debug!("the log was not emptied at once");
            }
            campaigns
        }
        Err(e) => {
            tracing::warn!("campaigns of servers that the bot was removed from could not be deleted: {e}");
            0
        }
    }
}
