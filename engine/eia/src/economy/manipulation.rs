//! Economic manipulation (12.5): money or manpower for steps on the political status track, or the other way. It is chosen on a quarter's
//! sheet, and both what it costs and what it does come a quarter later.

use super::data::{self, Row};
use serde::{Deserialize, Serialize};

/// With what it is paid, or in what it pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum With {
    /// Money alone.
    Money,
    /// Manpower alone.
    Manpower,
    /// Both.
    Both,
}

impl With {
    /// What of a row's $ and MP it takes.
    #[must_use]
    pub fn amounts(self, row: &Row) -> [i64; 2] {
        match self {
            With::Money => [row.money, 0],
            With::Manpower => [0, row.manpower],
            With::Both => [row.money, row.manpower],
        }
    }
}

/// A choice of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manipulation {
    /// Steps on the track.
    pub steps: i8,
    /// With what.
    pub with: With,
}

impl Manipulation {
    /// Everything that can be chosen, with its word: `up_1_money`.
    pub fn all() -> impl Iterator<Item = (String, Manipulation)> {
        data::manipulation().iter().flat_map(|row| {
            let ways: &[With] = if row.either { &[With::Money, With::Manpower] } else { &[With::Both] };
            ways.iter().map(|with| {
                let choice = Manipulation { steps: row.steps, with: *with };
                (choice.key(), choice)
            })
        })
    }

    /// Its word.
    #[must_use]
    pub fn key(self) -> String {
        let way = if self.steps > 0 { "up" } else { "down" };
        let with = match self.with {
            With::Money => "_money",
            With::Manpower => "_manpower",
            With::Both => "",
        };
        format!("{way}_{}{with}", self.steps.unsigned_abs())
    }

    /// The choice of a word.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Manipulation> {
        Manipulation::all().find(|(word, _)| word == key).map(|(_, choice)| choice)
    }

    /// The row that it chooses.
    #[must_use]
    pub fn row(self) -> Option<&'static Row> {
        data::manipulation().iter().find(|row| row.steps == self.steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_read_back_from_its_word() {
        let all: Vec<(String, Manipulation)> = Manipulation::all().collect();
        assert_eq!(
            all.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(),
            ["up_2", "up_1_money", "up_1_manpower", "down_2_money", "down_2_manpower", "down_3"]
        );
        for (key, choice) in all {
            assert_eq!(Manipulation::by_key(&key), Some(choice));
        }
        assert_eq!(Manipulation::by_key("up_1"), None);
    }

    #[test]
    fn one_of_the_two_is_paid_where_either_does() {
        let amounts = |key| Manipulation::by_key(key).and_then(|of| Some(of.with.amounts(of.row()?)));
        assert_eq!(amounts("up_1_manpower"), Some([0, 5]));
        assert_eq!(amounts("up_1_money"), Some([9, 0]));
        assert_eq!(amounts("up_2"), Some([15, 6]));
        assert_eq!(amounts("down_3"), Some([-8, -4]));
    }
}
