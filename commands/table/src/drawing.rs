//! Pictures that are being drawn for somebody who waits for them: one at a time for each.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The users for whom a picture is being drawn.
#[derive(Default)]
pub struct Drawing(Mutex<BTreeSet<u64>>);

/// A picture that is being drawn for one user; it is done when this goes.
pub struct UnderWay<'a> {
    all: &'a Drawing,
    user: u64,
}

impl Drawing {
    /// Begins a picture for a user; `None` while another is being drawn for him.
    pub fn begin(&self, user: u64) -> Option<UnderWay<'_>> {
        let is_new = self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(user);
        is_new.then_some(UnderWay { all: self, user })
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.all.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.user);
    }
}
