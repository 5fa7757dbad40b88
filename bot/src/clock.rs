//! The clock: the time that the house sees, and the look it takes at every campaign now and then.

use crate::servers;
use commands::house::House;
use engine::table::Verb;
use std::sync::Arc;
use std::time::Duration;

/// How often the clock looks in.
const EVERY: Duration = Duration::from_secs(30);

/// The local server's clock as the house sees it, so that bot and server have one time.
pub struct Shared(pub Arc<dyn local_discord::Clock>);

impl commands::chance::Clock for Shared {
    fn now(&self) -> i64 {
        self.0.now()
    }
}

/// A clock that is set by the network goes back by a second or two now and then, and that is nobody's business.
const TOLERATED: i64 = 5;

/// Looks at every open campaign: what is due by the clock comes in as an order like any other. One that is stopped is left alone.
pub async fn look_in(house: &House) {
    house.heed_forgetting().await;
    let campaigns = match house.store.campaigns().await {
        Ok(campaigns) => campaigns,
        Err(_) => {
            tracing::warn!("the clock cannot read the campaigns");
            return;
        }
    };
    for campaign in campaigns.into_iter().filter(|row| !row.archived && !house.is_stopped(&row.id)) {
        // Why a campaign is stopped was told when it was.
        if house.look_in(&campaign.id).await.is_err() && !house.is_stopped(&campaign.id) {
            tracing::warn!(campaign = campaign.id, "the clock could not look at a campaign");
        }
    }
    let behind = Some(house.behind().await).filter(|seconds| *seconds > TOLERATED).unwrap_or(0);
    match (house.tally.clock_behind(behind), behind) {
        (0, 1..) => tracing::warn!(
            seconds = behind,
            "this machine's clock is behind what stands on a record: it went back, or was ahead before; the record does not go back, and what comes meanwhile bears its latest moment"
        ),
        (1.., 0) => tracing::info!("this machine's clock has caught up with the records"),
        _ => {}
    }
    if house.store.tidy(house.now()).await.is_err() {
        tracing::warn!("old replies could not be tidied away");
    }
}

/// Looks in again and again.
pub async fn run(house: Arc<House>) {
    loop {
        tokio::time::sleep(EVERY).await;
        look_in(&house).await;
    }
}

/// Deletes, again and again, what the bot was removed from for longer than the time of grace, in days.
pub async fn forget_servers(house: Arc<House>, days: u32) {
    loop {
        servers::forget_left(&house, days).await;
        tokio::time::sleep(EVERY).await;
    }
}

/// Campaigns that came back from a backup: each records it and founds new roots before anything else happens in it. One that is stopped
/// keeps the others from nothing.
///
/// # Errors
/// A sentence where one of them cannot.
pub async fn after_restore(house: &House) -> Result<usize, String> {
    let restored = house.store.restored_pending().await.map_err(|e| e.to_string())?;
    for campaign in &restored {
        match house.own_order(campaign, Verb::Restored).await {
            commands::house::Outcome::Done(_) => {}
            commands::house::Outcome::Refused(refusal) => return Err(refusal.says.to_string()),
            commands::house::Outcome::Failed(_) if house.is_stopped(campaign) => {}
            commands::house::Outcome::Failed(why) => return Err(why),
            commands::house::Outcome::Twice(_) => {}
        }
    }
    Ok(restored.len())
}
