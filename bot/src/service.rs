//! The service manager (systemd): told when the bot is ready, when it stops, and now and then that it lives.
//!
//! Where there is no service manager, all of this does nothing.

use commands::house::House;
use sd_notify::NotifyState;
use std::sync::Arc;
use std::time::Duration;

/// Tells the service manager that the bot is up, and how it stands with it.
pub fn ready(how: &str) {
    tell(&[NotifyState::Ready, NotifyState::Status(how)]);
}

/// Tells the service manager that the bot is about to stop.
pub fn stopping() {
    tell(&[NotifyState::Stopping]);
}

/// Tells the service manager that the bot lives, three times in the time that it set; for ever. A bot whose database does not answer any more
/// is not told of, so that it is started again.
pub async fn watch(house: Arc<House>) {
    let Some(every) = sd_notify::watchdog_enabled().map(|limit| limit / 3) else { return };
    loop {
        // A full disk is no reason: starting again makes no room.
        if let Ok(Ok(_)) = tokio::time::timeout(every, house.store.waiting_count(house.now())).await {
            tell(&[NotifyState::Watchdog]);
        }
        tokio::time::sleep(every.max(Duration::from_millis(100))).await;
    }
}

fn tell(what: &[NotifyState<'_>]) {
    if let Err(e) = sd_notify::notify(what) {
        tracing::warn!("the service manager could not be told: {e}");
    }
}
