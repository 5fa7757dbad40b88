//! The exact odds of an endeavour: over the year cards that may still come, each as likely as any other.

use crate::endeavour::Endeavour;
use crate::endeavour::course::halved;
use crate::endeavour::outcome::{Effect, outcome};
use crate::endeavour::rating::{Rating, rating};
use crate::switches::Readings;
use crate::year::Card;
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

/// The odds of an endeavour, target by target, over the cards that may come ([`Position::may_come`](crate::Position::may_come)).
#[must_use]
pub fn odds(endeavour: &Endeavour, reads: Readings, cards: &[Card]) -> Vec<Odds> {
    let halved = halved(endeavour, reads.seafarers_halved);
    let against = |target: &crate::endeavour::Target| {
        let rating = rating(endeavour, target, halved);
        let mut by_effects = BTreeMap::new();
        for card in cards {
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
    use crate::pack::Data;

    #[test]
    fn odds_are_counted_over_the_cards_that_may_come() {
        let ruling = sample(Kind::Rule);
        let data = Data::shipped();
        let all = data.year();
        let whole = &odds(&ruling, Readings::default(), all)[0];
        assert_eq!((whole.rating.points, whole.cards), (2, 56));
        let raise = u32::try_from(all.iter().filter(|card| card.rule <= 2).count()).expect("few");
        assert_eq!(whole.by_effects[&vec![Effect::Rise]], raise);
        assert_eq!(whole.by_effects.values().sum::<u32>(), 56);
        // Without the ten that were drawn.
        let gone = all[..10].iter().filter(|card| card.rule <= 2).count();
        let left = &odds(&ruling, Readings::default(), &all[10..])[0];
        assert_eq!(left.cards, 46);
        assert_eq!(left.by_effects[&vec![Effect::Rise]], raise - u32::try_from(gone).expect("few"));
    }
}
