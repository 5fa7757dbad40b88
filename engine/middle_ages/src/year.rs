//! The year cards: one decides an endeavour.

use crate::stature::Stature;
use serde::Deserialize;
use std::sync::LazyLock;
use table::facts::Origin;

/// The name of their deck.
pub const DECK: &str = "year";

/// How many there are.
pub const COUNT: u8 = 56;

/// How many each player has in a round.
pub const A_ROUND: u8 = 5;

/// A year card: the rating that each result needs.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its number, 1 to 56.
    pub number: u8,
    /// To raise the social state by ruling.
    pub rule: i16,
    /// To build a fortification, an army or a fleet.
    pub fortify: i16,
    /// To conquer.
    pub conquest: i16,
    /// To do harm by pillage.
    pub pillage: i16,
    /// To gain a tie.
    pub negotiate: i16,
    /// To convert.
    pub convert: i16,
    /// The stature that is checked after the endeavour.
    #[serde(default)]
    pub check: Option<Stature>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    origin: Origin,
    card: Vec<Card>,
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    // The file is part of the program and a test reads it.
    #[allow(clippy::unwrap_used)]
    let file: File = toml::from_str(include_str!("../data/year.toml")).unwrap();
    assert!(file.card.iter().map(|card| card.number).eq(1..=COUNT), "year cards are numbered from 1");
    file
});

/// All of them, by number.
#[must_use]
pub fn all() -> &'static [Card] {
    &FILE.card
}

/// Where their results come from.
#[must_use]
pub fn origin() -> Origin {
    FILE.origin
}

/// The card of a number.
#[must_use]
pub fn by_number(number: u8) -> Option<&'static Card> {
    all().get(usize::from(number.checked_sub(1)?))
}

/// What a card is called in its deck.
#[must_use]
pub fn key(number: u8) -> String {
    format!("year-{number}")
}

/// The card of a name in the deck.
#[must_use]
pub fn by_key(key: &str) -> Option<&'static Card> {
    by_number(key.strip_prefix("year-")?.parse().ok()?)
}

/// The names of all cards, for a shuffle.
#[must_use]
pub fn keys() -> Vec<String> {
    (1..=COUNT).map(key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fifty_six_cards_of_ours_are_half_for_an_average_leader_at_an_average_action() {
        assert_eq!((all().len(), origin()), (56, Origin::Ours));
        let at_three = |line: fn(&Card) -> i16| all().iter().filter(|card| line(card) <= 3).count();
        for line in [
            (|card: &Card| card.rule) as fn(&Card) -> i16,
            |card| card.fortify,
            |card| card.conquest,
            |card| card.pillage,
            |card| card.negotiate,
            |card| card.convert,
        ] {
            assert_eq!(at_three(line), 30, "30 of 56 at a rating of 3");
        }
        let checks = |of| all().iter().filter(|card| card.check == Some(of)).count();
        assert_eq!(Stature::ALL.map(checks), [4, 4, 4]);
        assert_eq!(by_key("year-56").map(|card| card.number), Some(56));
        assert_eq!((by_key("year-57"), by_key("year-0"), by_key("event-1")), (None, None, None));
    }
}
