//! What a game has several of at once, each under a number: battles, sieges.

use std::collections::BTreeMap;

/// How many that are over are kept, the last ones.
pub const KEPT: usize = 8;

/// Puts a new one under its number, and forgets those that are over but for the last [`KEPT`].
pub fn open<T>(all: &mut BTreeMap<u32, T>, number: u32, new: T, is_over: impl Fn(&T) -> bool) {
    all.insert(number, new);
    let over: Vec<u32> = all.iter().filter(|(_, one)| is_over(one)).map(|(number, _)| *number).collect();
    for old in over.iter().take(over.len().saturating_sub(KEPT)) {
        all.remove(old);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_are_open_stay_and_of_those_that_are_over_the_last_eight() {
        let mut all = BTreeMap::new();
        for number in 1..=12 {
            // The second is never over.
            open(&mut all, number, number != 2, |over| *over);
        }
        let left: Vec<u32> = all.into_keys().collect();
        assert_eq!(left, [2, 5, 6, 7, 8, 9, 10, 11, 12]);
    }
}
