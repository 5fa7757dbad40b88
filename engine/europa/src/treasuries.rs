//! What lies in the treasuries when a campaign begins, where the set-up says it. It is proposed to who tells a treasury, and enters none by
//! itself: a group may begin otherwise.

use super::Position;
use super::country::Country;
use super::seats::Told;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use table::facts::Origin;
use table::names::SeatId;

/// The turn of the set-up that is known.
const FIRST: u8 = 1;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    turn_1: Rows,
}

#[derive(Deserialize)]
struct Rows {
    #[serde(rename = "origin")]
    _origin: Origin,
    #[serde(flatten)]
    of: BTreeMap<String, i64>,
}

impl File {
    /// The treasuries by country.
    fn read(text: &str) -> Result<BTreeMap<Country, i64>, String> {
        let file: File = toml::from_str(text).map_err(|problem| problem.to_string())?;
        let of = |(key, ducats): (String, i64)| {
            let country = Country::by_key(&key).ok_or_else(|| format!("no country {key}"))?;
            Ok((country, ducats))
        };
        file.turn_1.of.into_iter().map(of).collect()
    }
}

/// What lies in a country's treasury when a campaign begins with a turn, in ducats; `None` where the set-up does not say.
#[must_use]
pub fn at_start(turn: u8, country: Country) -> Option<i64> {
    static READ: LazyLock<BTreeMap<Country, i64>> = LazyLock::new(|| {
        // The text is part of the program and the tests read all of it.
        File::read(include_str!("../data/treasuries.toml")).expect("the treasuries are well-formed")
    });
    READ.get(&country).copied().filter(|_| turn == FIRST)
}

impl Position {
    /// The countries of a player of whose treasuries nobody has told anything yet. They count as empty.
    #[must_use]
    pub fn untold_treasuries(&self, seat: &SeatId) -> Vec<Country> {
        let untold = |country: &Country| {
            self.countries.get(country).is_some_and(|played| !played.told.contains_key(&Told::Ducats))
        };
        self.countries_of(seat).into_iter().filter(untold).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::by_hand::{at_war, country, france, spain};

    #[test]
    fn the_eight_of_1492_begin_with_what_the_set_up_says_and_nobody_else_is_known() {
        let known = [
            ("england", 50),
            ("france", 100),
            ("spain", 150),
            ("poland", 100),
            ("portugal", 400),
            ("russia", 100),
            ("turkey", 400),
            ("venice", 200),
        ];
        for (key, ducats) in known {
            assert_eq!(at_start(1, country(key)), Some(ducats), "{key}");
            assert_eq!(at_start(2, country(key)), None, "{key}, a later turn");
        }
        let all = Country::all().filter(|country| at_start(1, *country).is_some()).count();
        assert_eq!(all, known.len());
        assert!(File::read("[turn_1]\norigin = \"rulebook\"\natlantis = 1").is_err());
    }

    #[test]
    fn a_treasury_that_was_told_is_known_also_where_nothing_lies_in_it() {
        let mut state = at_war(8);
        assert_eq!(state.untold_treasuries(&france()), [country("france")]);
        for told in [0, 30] {
            let mut played = state.countries[&country("france")].clone();
            played.told.insert(Told::Ducats, told);
            state.countries.insert(country("france"), played);
            assert_eq!(state.untold_treasuries(&france()), [], "{told}");
        }
        assert_eq!(state.untold_treasuries(&spain()), [country("spain")], "the other's");
    }
}
