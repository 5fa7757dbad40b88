//! The exact odds of an endeavour: over the year cards that may still come, each as likely as any other.

use crate::endeavour::Endeavour;
use crate::endeavour::course::halved;
use crate::endeavour::outcome::{Effect, outcome};
use crate::endeavour::rating::{Rating, rating};
use crate::switches::Readings;
use crate::unprinted::{self, Typed};
use crate::year::Card;
use crate::yearly::Yearly;
use std::collections::BTreeMap;

/// How an endeavour may come out against one of its targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The target's name.
    pub target: String,
    /// The rating.
    pub rating: Rating,
    /// By how many cards each outcome comes about.
    pub by_effects: BTreeMap<Vec<Effect>, u32>,
    /// How many cards may come.
    pub cards: u32,
}

/// The odds of an endeavour, target by target. Where no card is left all of them are shuffled first.
#[must_use]
pub fn odds(endeavour: &Endeavour, reads: Readings, year: &Yearly, typed: &Typed) -> Vec<Odds> {
    let own = |shipped: &Card| unprinted::card(typed, shipped);
    let mut cards: Vec<Card> = year.to_come().map(own).collect();
    if cards.is_empty() {
        cards = crate::year::all().iter().map(own).collect();
    }
    let halved = halved(endeavour, reads.seafarers_halved);
    let against = |target: &crate::endeavour::Target| {
        let rating = rating(endeavour, target, halved);
        let mut by_effects = BTreeMap::new();
        for card in &cards {
            let came = outcome(endeavour.kind, card, rating.points, target, reads).effects;
            *by_effects.entry(came).or_default() += 1;
        }
        let cards = u32::try_from(cards.len()).unwrap_or(u32::MAX);
        Odds { target: target.name.clone(), rating, by_effects, cards }
    };
    endeavour.targets.iter().map(against).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endeavour::Kind;
    use crate::endeavour::course::sample;
    use crate::year::{all, by_number};

    #[test]
    fn odds_are_counted_over_the_cards_that_may_still_come() {
        let ruling = sample(Kind::Rule);
        let whole = &odds(&ruling, Readings::default(), &Yearly::default(), &Typed::new())[0];
        assert_eq!((whole.rating.points, whole.cards), (2, 56));
        let raise = u32::try_from(all().iter().filter(|card| card.rule <= 2).count()).expect("few");
        assert_eq!(whole.by_effects[&vec![Effect::Rise]], raise);
        assert_eq!(whole.by_effects.values().sum::<u32>(), 56);
        // Without the cards that were drawn.
        let drawn: Vec<u8> = (1..=10).collect();
        let gone = drawn.iter().filter(|n| by_number(**n).is_some_and(|card| card.rule <= 2)).count();
        let left = &odds(&ruling, Readings::default(), &Yearly { shuffles: 1, drawn }, &Typed::new())[0];
        assert_eq!(left.cards, 46);
        assert_eq!(left.by_effects[&vec![Effect::Rise]], raise - u32::try_from(gone).expect("few"));
        // Spent, the deck is shuffled before the card is drawn.
        let spent = Yearly { shuffles: 1, drawn: (1..=56).collect() };
        assert_eq!(odds(&ruling, Readings::default(), &spent, &Typed::new())[0].cards, 56);
    }
}
