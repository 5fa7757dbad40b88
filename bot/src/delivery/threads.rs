//! Threads: a thread starts from the post of its opening and is made when the first post for it goes out.

use super::{Delivery, Sent, id_of};
use db::OutboxRow;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::Duration;

/// After how many minutes without a post Discord puts a thread out of sight: a week, the longest that there is. The next post brings it
/// back.
const OUT_OF_SIGHT: u32 = 10_080;

/// Where a post for a thread goes.
enum Destination {
    /// Into the thread.
    Thread(u64),
    /// Into the channel: the thread has no opening, or was given up.
    Channel,
    /// Into the channel: the thread is refused, with Discord's status and code.
    Refused(u16, u32),
    /// Nowhere now.
    Later(Sent),
}

const LATER: Sent = Sent::Later { after: Duration::from_secs(5), everywhere: false };

impl Delivery {
    /// Posts in the thread of a purpose, which is made where it is not made yet; in the channel itself where there can be none.
    pub(super) async fn in_thread(&self, row: &OutboxRow, purpose: &str, channel: u64, body: &Value) -> Sent {
        let refused = match self.place(row, purpose, channel).await {
            Destination::Later(later) => return later,
            Destination::Channel => None,
            Destination::Refused(status, code) => Some((status, code)),
            Destination::Thread(thread) => match self.post(row, thread, body).await {
                // Nobody may write there any more, or it is gone; anything else would be refused in the channel as well.
                Sent::Refused { status, code }
                    if matches!(status, 403 | 404) || matches!(code, 50083 | 160_005) =>
                {
                    Some((status, code))
                }
                other => return other,
            },
        };
        let sent = self.post(row, channel, body).await;
        // Where the channel cannot be written to either, it is not for the thread that it was refused.
        if let (Some((status, code)), Sent::Taken(_)) = (refused, &sent) {
            tracing::warn!(row = row.id, status, code, "there is no thread; its posts go into the channel");
            match self.house.store.thread_refused(&row.campaign, purpose).await {
                Ok(first) if first && status == 403 => self.house.threads_refused(&row.campaign).await,
                Ok(_) => {}
                // The next post for it finds the same.
                Err(_) => tracing::warn!(row = row.id, "that there is no thread could not be noted"),
            }
        }
        sent
    }

    /// Where a post for the thread of a purpose goes; the thread is made where it is not made yet.
    async fn place(&self, row: &OutboxRow, purpose: &str, channel: u64) -> Destination {
        let store = &self.house.store;
        let Ok(known) = store.thread(&row.campaign, purpose).await else { return Destination::Later(LATER) };
        let Some(known) = known.filter(|known| known.opening.channel == channel && !known.refused) else {
            return Destination::Channel;
        };
        if let Some(thread) = known.thread {
            return Destination::Thread(thread);
        }
        let opening = known.opening.message;
        let route = format!("/channels/{channel}/messages/{opening}/threads");
        let asked = json!({"name": known.name, "auto_archive_duration": OUT_OF_SIGHT});
        let thread = match self.request(Method::POST, &route, Some(&asked), &[], row).await {
            Sent::Taken(answer) => id_of(&answer).unwrap_or(opening),
            // It was made before and not noted. A thread has the number of the message from which it starts.
            Sent::Refused { code: 160_004, .. } => opening,
            Sent::Refused { status, code } => return Destination::Refused(status, code),
            later @ Sent::Later { .. } => return Destination::Later(later),
        };
        match store.thread_made(&row.campaign, purpose, thread).await {
            Ok(()) => Destination::Thread(thread),
            Err(_) => Destination::Later(LATER),
        }
    }
}
