//! A part of the game that is played live, as a battle can be: once all who decide in it want that, each of its steps has minutes.

use crate::names::SeatId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Minutes for each step.
pub const MINUTES: u32 = 10;

/// The seats whose players want it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Wishes(BTreeSet<SeatId>);

impl Wishes {
    /// Whether nobody wants it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a seat's player wants it.
    #[must_use]
    pub fn has(&self, seat: &SeatId) -> bool {
        self.0.contains(seat)
    }

    /// A seat's player wants it, or does not any more.
    pub fn set(&mut self, seat: SeatId, on: bool) {
        if on {
            self.0.insert(seat);
        } else {
            self.0.remove(&seat);
        }
    }

    /// Those of the seats whose players have not said that they want it.
    pub fn missing<'s>(&'s self, of: &'s BTreeSet<SeatId>) -> impl Iterator<Item = &'s SeatId> {
        of.difference(&self.0)
    }

    /// Whether it is played live between these seats: all of them want it, and somebody is there to want it.
    #[must_use]
    pub fn are_of_all(&self, seats: &BTreeSet<SeatId>) -> bool {
        !seats.is_empty() && seats.is_subset(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_live_once_all_want_it_and_until_one_does_not() {
        let (one, two) = (SeatId::numbered(1), SeatId::numbered(2));
        let both = BTreeSet::from([one.clone(), two.clone()]);
        let mut wishes = Wishes::default();
        assert!(!wishes.are_of_all(&both) && !wishes.are_of_all(&BTreeSet::new()));
        wishes.set(one.clone(), true);
        assert!(wishes.has(&one) && !wishes.has(&two) && !wishes.are_of_all(&both));
        assert_eq!(wishes.missing(&both).collect::<Vec<_>>(), [&two]);
        wishes.set(two, true);
        assert!(wishes.are_of_all(&both));
        wishes.set(one.clone(), false);
        assert!(!wishes.are_of_all(&both) && !wishes.has(&one) && !wishes.is_empty());
    }
}
