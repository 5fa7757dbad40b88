//! Pauses: how long a lane waits before its next request, how often it has failed, and when all of Discord asks for a wait.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The bucket of opening direct messages, which all users share.
pub(super) const OPENING: &str = "opening";
/// The longest time until somebody looks again.
const LONGEST: Duration = Duration::from_secs(30);

/// How a lane stands.
#[derive(Clone, Copy)]
struct Pause {
    until: Instant,
    tries: u32,
    /// The channel that could not be written to, where the lane waits for that.
    barred: Option<u64>,
}

/// The pauses of all lanes, and of all of them together.
#[derive(Default)]
pub(super) struct Pauses {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    lanes: HashMap<String, Pause>,
    all: Option<Instant>,
}

impl Pauses {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How long a lane still waits; `None` where it does not. `barred` says whether a channel still cannot be written to.
    pub(super) fn of(&self, lane: &str, barred: impl Fn(u64) -> bool) -> Option<Duration> {
        let now = Instant::now();
        let inner = self.inner();
        let own = inner.lanes.get(lane).filter(|pause| pause.barred.is_none_or(barred));
        let until = own.map(|pause| pause.until).into_iter().chain(inner.all).max()?;
        (until > now).then(|| until - now)
    }

    /// How often a lane has failed since something of it was taken.
    pub(super) fn tries(&self, lane: &str) -> u32 {
        self.inner().lanes.get(lane).map_or(0, |pause| pause.tries)
    }

    /// A lane waits: a failure, or a bucket that is empty.
    pub(super) fn pause(&self, lane: &str, after: Duration) {
        self.wait(lane, after, None);
    }

    /// A lane waits until its channel can be written to, and is tried again after so long in any case.
    pub(super) fn bar(&self, lane: &str, channel: u64, after: Duration) {
        self.wait(lane, after, Some(channel));
    }

    fn wait(&self, lane: &str, after: Duration, barred: Option<u64>) {
        let (until, tries) = (Instant::now() + after, self.tries(lane));
        self.inner().lanes.insert(lane.to_owned(), Pause { until, tries: tries.saturating_add(1), barred });
    }

    /// Everything waits.
    pub(super) fn pause_all(&self, after: Duration) {
        self.inner().all = Some(Instant::now() + after);
    }

    /// Something of a lane was taken. An empty bucket may have to be waited for still, but nothing failed.
    pub(super) fn taken(&self, lane: &str) {
        let now = Instant::now();
        let mut inner = self.inner();
        match inner.lanes.get_mut(lane) {
            Some(pause) if pause.until > now => pause.tries = 0,
            Some(_) => drop(inner.lanes.remove(lane)),
            None => {}
        }
    }

    /// When the first pause ends.
    pub(super) fn next_end(&self) -> Duration {
        let now = Instant::now();
        let inner = self.inner();
        let ends = inner.lanes.values().map(|pause| pause.until).chain(inner.all);
        ends.filter(|until| *until > now).map(|until| until - now).min().unwrap_or(LONGEST).min(LONGEST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_is_of_its_lane_and_one_of_all_is_of_everybody() {
        let (pauses, hour) = (Pauses::default(), Duration::from_secs(3600));
        let waits = |lane: &str| pauses.of(lane, |_| true).is_some();
        pauses.pause("c1", hour);
        assert_eq!((waits("c1"), waits("c2"), pauses.tries("c1")), (true, false, 1));
        // The channel of a barred lane can be written to again.
        pauses.bar("c2", 2, hour);
        assert!(waits("c2") && pauses.of("c2", |channel| channel != 2).is_none());
        pauses.pause_all(2 * hour);
        assert!(waits("c3") && pauses.of("c1", |_| true) > Some(hour));
        assert_eq!(pauses.next_end(), LONGEST);
        pauses.pause_all(Duration::ZERO);
        assert!(!waits("c3") && waits("c1"));
        // Something was taken: what is left of the pause is an empty bucket's.
        pauses.taken("c1");
        assert_eq!((waits("c1"), pauses.tries("c1")), (true, 0));
        pauses.pause("c1", Duration::ZERO);
        pauses.taken("c1");
        assert_eq!((waits("c1"), pauses.tries("c1")), (false, 0));
    }
}
