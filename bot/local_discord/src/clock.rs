//! The time the server lives by: the machine's, or a virtual one that only moves when told.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Tells the time, in whole unix seconds, to the server (and, where shared, to the bot).
pub trait Clock: Send + Sync {
    /// The present moment in unix seconds.
    fn now(&self) -> i64;

    /// Moves the clock forward by `seconds`. Answers false where this clock cannot be moved, or
    /// not by a negative amount.
    fn advance(&self, seconds: i64) -> bool;
}

/// The machine's clock. It cannot be moved.
#[derive(Debug, Default, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> i64 {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
    }

    fn advance(&self, _seconds: i64) -> bool {
        false
    }
}

/// A clock that stands still until it is advanced.
#[derive(Debug)]
pub struct VirtualClock {
    now: AtomicI64,
}

impl VirtualClock {
    /// A clock that shows `unix_seconds` until it is advanced.
    pub fn starting_at(unix_seconds: i64) -> Self {
        Self { now: AtomicI64::new(unix_seconds) }
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> i64 {
        self.now.load(Ordering::SeqCst)
    }

    fn advance(&self, seconds: i64) -> bool {
        if seconds < 0 {
            return false;
        }
        self.now.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |now| now.checked_add(seconds)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_virtual_clock_moves_forward_only_when_told() {
        let clock = VirtualClock::starting_at(1_767_225_600);
        assert_eq!(clock.now(), 1_767_225_600);
        assert!(clock.advance(60));
        assert!(!clock.advance(-1));
        assert!(!clock.advance(i64::MAX));
        assert_eq!(clock.now(), 1_767_225_660);
        assert!(!SystemClock.advance(1));
    }
}
