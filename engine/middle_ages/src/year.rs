//! The year cards: one decides an endeavour.

use crate::stature::Stature;
use serde::{Deserialize, Serialize};

/// The name of their deck.
pub const DECK: &str = "year";

/// How many each player has in a round.
pub const A_ROUND: u8 = 5;

/// A year card: the rating that each result needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its number, from 1.
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Stature>,
}

/// What a card is called in its deck.
#[must_use]
pub fn key(number: u8) -> String {
    format!("year-{number}")
}

/// The lowest and the highest rating that a result can need: the track of the chart, and one beyond it for never.
pub const RATINGS: (i64, i64) = (-10, 20);

/// A line of a year card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Line {
    /// Ruling.
    Rule,
    /// Fortification and mobilization.
    Fortify,
    /// Conquest.
    Conquest,
    /// Pillage.
    Pillage,
    /// Negotiation.
    Negotiate,
    /// Conversion.
    Convert,
}

impl Line {
    /// All lines, in the order of the card.
    pub const ALL: [Line; 6] =
        [Line::Rule, Line::Fortify, Line::Conquest, Line::Pillage, Line::Negotiate, Line::Convert];

    /// Its word in keys.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            Line::Rule => "rule",
            Line::Fortify => "fortify",
            Line::Conquest => "conquest",
            Line::Pillage => "pillage",
            Line::Negotiate => "negotiate",
            Line::Convert => "convert",
        }
    }

    /// Its result on a card.
    #[must_use]
    pub fn of(self, card: &Card) -> i16 {
        match self {
            Line::Rule => card.rule,
            Line::Fortify => card.fortify,
            Line::Conquest => card.conquest,
            Line::Pillage => card.pillage,
            Line::Negotiate => card.negotiate,
            Line::Convert => card.convert,
        }
    }

    pub(crate) fn of_mut(self, card: &mut Card) -> &mut i16 {
        match self {
            Line::Rule => &mut card.rule,
            Line::Fortify => &mut card.fortify,
            Line::Conquest => &mut card.conquest,
            Line::Pillage => &mut card.pillage,
            Line::Negotiate => &mut card.negotiate,
            Line::Convert => &mut card.convert,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::{Data, Set};
    use table::facts::Origin;

    #[test]
    fn fifty_six_cards_of_ours_are_half_for_an_average_leader_at_an_average_action() {
        let data = Data::shipped();
        assert_eq!((data.year().len(), data.origin(Set::Year)), (56, Origin::Ours));
        let at_three = |line: fn(&Card) -> i16| data.year().iter().filter(|card| line(card) <= 3).count();
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
        let checks = |of| data.year().iter().filter(|card| card.check == Some(of)).count();
        assert_eq!(Stature::ALL.map(checks), [4, 4, 4]);
        assert_eq!(data.year_card_named("year-56").map(|card| card.number), Some(56));
        for none in ["year-57", "year-0", "event-1"] {
            assert_eq!(data.year_card_named(none), None);
        }
    }
}
