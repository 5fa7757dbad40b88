//! The time the server lives by: the machine's, or a virtual one that only moves when told.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Tells the time, in whole unix seconds, to the server (and, where shared, to the bot).
pub trait Clock: Send + Sync {
    /// The present moment in unix seconds.
    fn now(&self) -> i64;

    /// Does this clock stand still until it is advanced?
    fn stands_still(&self) -> bool {
        false
    }

    /// Moves the clock forward by `seconds`; by none, it only tells whether it could. Answers false where this clock cannot be moved, or
    /// not by a negative amount.
    fn advance(&self, seconds: i64) -> bool;
}

/// Seconds, a century of them, that a running clock may be moved ahead; ids hold no more.
const FURTHEST: i64 = 100 * 366 * 86_400;

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

    fn stands_still(&self) -> bool {
        true
    }

    fn advance(&self, seconds: i64) -> bool {
        if seconds < 0 {
            return false;
        }
        self.now.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |now| now.checked_add(seconds)).is_ok()
    }
}

/// The machine's clock, moved forward by as much as was asked for. It goes on by itself.
#[derive(Debug, Default)]
pub struct AheadClock {
    ahead: AtomicI64,
}

impl AheadClock {
    /// A clock that is ahead of the machine's by so many seconds.
    pub fn ahead_by(seconds: i64) -> Self {
        Self { ahead: AtomicI64::new(seconds) }
    }

    /// Seconds by which it is ahead of the machine's.
    pub fn ahead(&self) -> i64 {
        self.ahead.load(Ordering::SeqCst)
    }
}

impl Clock for AheadClock {
    fn now(&self) -> i64 {
        SystemClock.now().saturating_add(self.ahead())
    }

    fn advance(&self, seconds: i64) -> bool {
        if seconds < 0 {
            return false;
        }
        let further = |ahead: i64| ahead.checked_add(seconds).filter(|ahead| *ahead <= FURTHEST);
        self.ahead.fetch_update(Ordering::SeqCst, Ordering::SeqCst, further).is_ok()
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
        assert!(!SystemClock.advance(0), "it cannot be moved at all");
        assert!(clock.stands_still());
    }

    #[test]
    fn a_running_clock_can_be_ahead() {
        let clock = AheadClock::ahead_by(60);
        assert!(clock.now() >= SystemClock.now() + 59);
        assert!(clock.advance(3600) && !clock.advance(-1) && !clock.advance(i64::MAX));
        assert_eq!(clock.ahead(), 3660);
        assert!(!clock.stands_still());
    }
}
