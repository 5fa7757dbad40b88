//! Pictures that are being drawn for somebody who waits for them: one at a time for each, and few at a time for all.

use crate::message::Message;
use crate::say;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use tokio::sync::Semaphore;

/// How many are drawn at a time: each takes some 25 MB while it is drawn, and a small server draws no more than two at once anyway.
pub const MOST_AT_ONCE: usize = 2;

/// The users for whom a picture is being drawn, or waits to be.
pub struct Drawing {
    users: Mutex<BTreeSet<u64>>,
    turns: Semaphore,
}

impl Default for Drawing {
    fn default() -> Drawing {
        Drawing { users: Mutex::default(), turns: Semaphore::new(MOST_AT_ONCE) }
    }
}

/// A picture that is being drawn for one user; it is done, or broken off, when this goes.
struct UnderWay<'a> {
    all: &'a Drawing,
    user: u64,
}

impl Drawing {
    /// What a drawing comes to that a user asks for, when it is its turn; while another is being drawn for him a sentence, and nothing is
    /// drawn.
    pub async fn for_one(&self, user: u64, drawing: impl Future<Output = Message>) -> Message {
        let Some(_under_way) = self.begin(user) else {
            let says =
                say!("Another picture is being drawn for you. When it is there, ask for this one again.");
            return Message::text(says);
        };
        // It is never closed.
        let _turn = self.turns.acquire().await;
        drawing.await
    }

    fn begin(&self, user: u64) -> Option<UnderWay<'_>> {
        let is_new = self.users.lock().unwrap_or_else(PoisonError::into_inner).insert(user);
        // Made only where it is new: what is refused must not end what is under way.
        is_new.then(|| UnderWay { all: self, user })
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.all.users.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.user);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[tokio::test]
    async fn few_are_drawn_at_once_whoever_asks() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        static NOW: AtomicUsize = AtomicUsize::new(0);
        static MOST: AtomicUsize = AtomicUsize::new(0);
        let all = std::sync::Arc::new(Drawing::default());
        let draw = async || {
            MOST.fetch_max(NOW.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            tokio::task::yield_now().await;
            NOW.fetch_sub(1, Ordering::SeqCst);
            Message::text("drawn")
        };
        let asked: Vec<_> = (0..40)
            .map(|user| {
                let all = all.clone();
                tokio::spawn(async move { all.for_one(user, draw()).await })
            })
            .collect();
        for one in asked {
            assert_eq!(one.await.unwrap().content, "drawn");
        }
        assert_eq!(MOST.load(Ordering::SeqCst), MOST_AT_ONCE);
    }

    #[test]
    fn what_is_refused_ends_nothing_that_is_under_way() {
        let all = Drawing::default();
        let first = all.begin(1).unwrap();
        for _ in 0..3 {
            assert!(all.begin(1).is_none());
        }
        assert!(all.begin(2).is_some(), "another's is his own");
        drop(first);
        assert!(all.begin(1).is_some());
    }
}
