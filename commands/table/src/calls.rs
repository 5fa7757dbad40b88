//! Who was called to answer something, and when: whoever opens and calls off the same again and again fills nobody's direct messages with it.

use crate::present::Post;
use crate::present::turns::ASKED;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

/// For so many seconds the same is not told again.
const QUIET: i64 = 60 * 60;

/// So many are kept before old ones are thrown away.
const MANY: usize = 1_000;

/// What was told last, each by what it says in which campaign to whom, with when.
#[derive(Debug, Default)]
pub(crate) struct Calls {
    last: Mutex<HashMap<u64, i64>>,
}

impl Calls {
    /// Whether a post calls somebody to what he was called to just now. It stands at his desk all the same.
    pub(crate) fn was_told(&self, campaign: &str, post: &Post, at: i64) -> bool {
        // Nearly every post is none.
        if post.kind != ASKED {
            return false;
        }
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.get(&key(campaign, post)).is_some_and(|told| is_fresh(*told, at))
    }

    /// Has what another has kept.
    pub(crate) fn take_over(&self, other: &Calls) {
        let kept = std::mem::take(&mut *other.last.lock().unwrap_or_else(PoisonError::into_inner));
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = kept;
    }

    /// These posts are on their way.
    pub(crate) fn told<'p>(&self, campaign: &str, posts: impl Iterator<Item = &'p Post>, at: i64) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        for post in posts.filter(|post| post.kind == ASKED) {
            if last.len() >= MANY {
                last.retain(|_, told| is_fresh(*told, at));
            }
            last.insert(key(campaign, post), at);
        }
    }
}

/// Whether what was told then is not told again yet.
fn is_fresh(told: i64, at: i64) -> bool {
    (told..told + QUIET).contains(&at)
}

fn key(campaign: &str, post: &Post) -> u64 {
    let mut hasher = DefaultHasher::new();
    (campaign, format!("{:?}", post.to), post.message.json().to_string()).hash(&mut hasher);
    hasher.finish()
}
