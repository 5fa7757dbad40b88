//! How a battle is written down: strokes, dots and stars on one line (`fast-battle.record.marks`).

use crate::thirds::Thirds;
use serde::{Deserialize, Serialize};
use std::fmt;
use table::rule;
use table::rules::RuleId;

/// A line of marks, added to roll by roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// Full losses.
    pub strokes: i32,
    /// Thirds, at most two: the third joins them into a stroke.
    pub dots: i32,
    /// Morale.
    pub stars: i32,
}

impl Marks {
    /// Adds the result of a roll.
    pub fn add(&mut self, losses: Thirds, stars: i8) {
        let thirds = self.losses() + losses;
        self.strokes = thirds.0 / 3;
        self.dots = thirds.0 % 3;
        self.stars += i32::from(stars);
    }

    /// The losses that the marks stand for.
    #[must_use]
    pub fn losses(&self) -> Thirds {
        Thirds(3 * self.strokes + self.dots)
    }

    /// The rule.
    #[must_use]
    pub fn rule() -> RuleId {
        rule!("fast-battle.record.marks")
    }
}

impl fmt::Display for Marks {
    /// `|||:**`: three losses and two thirds, two stars.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let strokes = "|".repeat(self.strokes.max(0) as usize);
        let dots = ["", "·", ":"][self.dots.clamp(0, 2) as usize];
        let stars = "*".repeat(self.stars.max(0) as usize);
        f.pad(&format!("{strokes}{dots}{stars}"))
    }
}

#[cfg(test)]
mod tests {
    use super::Marks;
    use crate::thirds::Thirds;
    use table::rule;

    #[test]
    fn dots_join_into_strokes() {
        assert_eq!(Marks::rule(), rule!("fast-battle.record.marks"));
        let mut marks = Marks::default();
        marks.add(Thirds(4), 1);
        assert_eq!((marks.strokes, marks.dots, marks.to_string()), (1, 1, "|·*".to_owned()));
        marks.add(Thirds(2), 0);
        assert_eq!((marks.strokes, marks.dots, marks.stars), (2, 0, 1));
        marks.add(Thirds(2), 1);
        assert_eq!((marks.losses(), marks.to_string()), (Thirds(8), "||:**".to_owned()));
    }
}
