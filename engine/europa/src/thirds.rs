//! Thirds of a detachment: the unit in which losses are counted.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

/// A number of thirds of a detachment (`fast-battle.terms.thirds`): 2⅓ detachments are 7.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Thirds(pub i32);

impl Thirds {
    /// Nothing.
    pub const NONE: Thirds = Thirds(0);

    /// Whole detachments.
    #[must_use]
    pub const fn whole(detachments: i32) -> Thirds {
        Thirds(3 * detachments)
    }

    /// The nearest whole number of detachments: ⅓ down, ⅔ up (`fast-battle.losses.rounding.europe`).
    #[must_use]
    pub const fn rounded(self) -> i32 {
        (self.0 + 1).div_euclid(3)
    }

    /// Whether it is a whole number of detachments.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.0 % 3 == 0
    }
}

impl fmt::Display for Thirds {
    /// As players write it: `2⅓`, `⅔`, `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0.abs() / 3, self.0.abs() % 3);
        let sign = if self.0 < 0 { "−" } else { "" };
        let part = ["", "⅓", "⅔"][part as usize];
        if whole == 0 && !part.is_empty() {
            return f.pad(&format!("{sign}{part}"));
        }
        f.pad(&format!("{sign}{whole}{part}"))
    }
}

impl Add for Thirds {
    type Output = Thirds;
    fn add(self, other: Thirds) -> Thirds {
        Thirds(self.0 + other.0)
    }
}

impl AddAssign for Thirds {
    fn add_assign(&mut self, other: Thirds) {
        self.0 += other.0;
    }
}

impl Sub for Thirds {
    type Output = Thirds;
    fn sub(self, other: Thirds) -> Thirds {
        Thirds(self.0 - other.0)
    }
}

impl Sum for Thirds {
    fn sum<I: Iterator<Item = Thirds>>(parts: I) -> Thirds {
        parts.fold(Thirds::NONE, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::Thirds;

    #[test]
    fn thirds_read_as_players_write_them_and_round_to_the_nearest() {
        let read: Vec<String> = [0, 1, 2, 3, 7, -4].map(|n| Thirds(n).to_string()).into();
        assert_eq!(read, ["0", "⅓", "⅔", "1", "2⅓", "−1⅓"]);
        assert_eq!([3, 4, 5, 14].map(|n| Thirds(n).rounded()), [1, 1, 2, 5]);
    }
}
