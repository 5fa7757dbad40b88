//! Double taps: a finger that hits a button twice means it once. Discord tells of two presses, and each would be an order of its own.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Whole seconds between two presses that are one tap, at most.
const APART: i64 = 1;

/// Of so many users the last press is kept before old ones are thrown away.
const MANY: usize = 1_000;

/// A press of a button or a choice in a select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tap {
    /// The message on which it stands.
    pub message: u64,
    /// Its id.
    pub id: String,
    /// What was chosen.
    pub values: Vec<String>,
}

/// What each user pressed last.
#[derive(Debug, Default)]
pub struct Taps {
    last: Mutex<HashMap<u64, (Tap, i64, u64)>>,
}

impl Taps {
    /// The number under which what a press orders is taken once: its interaction's, or that of the press before, where the same user
    /// pressed the same on the same message just now, and nothing else since.
    pub(crate) fn number(&self, user: u64, tap: Tap, at: i64, interaction: u64) -> u64 {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((before, when, number)) = last.get(&user)
            && *before == tap
            && (*when..=*when + APART).contains(&at)
        {
            return *number;
        }
        if last.len() >= MANY {
            last.retain(|_, (_, when, _)| (*when..=*when + APART).contains(&at));
        }
        last.insert(user, (tap, at, interaction));
        interaction
    }

    /// A user did something else.
    pub(crate) fn is_over(&self, user: u64) {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).remove(&user);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tap(message: u64, id: &str) -> Tap {
        Tap { message, id: id.to_owned(), values: Vec::new() }
    }

    #[test]
    fn the_same_on_the_same_message_within_a_second_is_one_tap() {
        let taps = Taps::default();
        assert_eq!(taps.number(1, tap(5, "buy"), 100, 70), 70);
        assert_eq!(taps.number(1, tap(5, "buy"), 101, 71), 70);
        assert_eq!(taps.number(2, tap(5, "buy"), 101, 72), 72, "somebody else's");
        assert_eq!(taps.number(1, tap(6, "buy"), 101, 73), 73, "on another message");
        assert_eq!(taps.number(1, tap(6, "buy"), 103, 74), 74, "two seconds later");
        assert_eq!(taps.number(1, tap(6, "buy"), 90, 75), 75, "the clock went back");
    }

    #[test]
    fn what_was_done_between_ends_it() {
        let taps = Taps::default();
        taps.number(1, tap(5, "ready"), 100, 70);
        taps.number(1, tap(5, "not-ready"), 100, 71);
        assert_eq!(taps.number(1, tap(5, "ready"), 100, 72), 72);
        taps.is_over(1);
        assert_eq!(taps.number(1, tap(5, "ready"), 100, 73), 73);
        let chosen = Tap { values: vec!["vienna".to_owned()], ..tap(5, "ready") };
        assert_eq!(taps.number(1, chosen, 100, 74), 74, "something else was chosen");
    }

    #[test]
    fn of_many_users_those_of_before_are_forgotten() {
        let taps = Taps::default();
        for user in 0..3 * MANY as u64 {
            taps.number(user, tap(5, "ready"), user as i64, user);
        }
        assert!(taps.last.lock().unwrap_or_else(PoisonError::into_inner).len() <= MANY);
    }
}
