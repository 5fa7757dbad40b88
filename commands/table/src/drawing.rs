//! Pictures that are being drawn for somebody who waits for them: one at a time for each.

use crate::message::Message;
use crate::say;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The users for whom a picture is being drawn.
#[derive(Default)]
pub struct Drawing(Mutex<BTreeSet<u64>>);

/// A picture that is being drawn for one user; it is done, or broken off, when this goes.
struct UnderWay<'a> {
    all: &'a Drawing,
    user: u64,
}

impl Drawing {
    /// What a drawing comes to that a user asks for; while another is being drawn for him a sentence, and nothing is drawn.
    pub async fn for_one(&self, user: u64, drawing: impl Future<Output = Message>) -> Message {
        let Some(_under_way) = self.begin(user) else {
            let says =
                say!("Another picture is being drawn for you. When it is there, ask for this one again.");
            return Message::text(says);
        };
        drawing.await
    }

    fn begin(&self, user: u64) -> Option<UnderWay<'_>> {
        let is_new = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(user);
        // Made only where it is new: what is refused must not end what is under way.
        is_new.then(|| UnderWay { all: self, user })
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.all.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.user);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

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
