//! The decks of a campaign's data: which cards lie in them, and the card of a name.

use super::Data;
use crate::calendar::{Calendar, YEARS};
use crate::event_cards::{self, When};
use crate::fates::Fate;
use crate::year;
use table::{Said, said};

impl Data {
    /// The year cards, by number.
    #[must_use]
    pub fn year(&self) -> &[year::Card] {
        &self.year
    }

    /// The year card of a number.
    #[must_use]
    pub fn year_card(&self, number: u8) -> Option<&year::Card> {
        self.year.get(usize::from(number.checked_sub(1)?))
    }

    /// The year card of a name in the deck: `year-7`.
    #[must_use]
    pub fn year_card_named(&self, name: &str) -> Option<&year::Card> {
        self.year_card(name.strip_prefix("year-")?.parse().ok()?)
    }

    /// The names of all year cards, for a shuffle.
    #[must_use]
    pub fn year_deck(&self) -> Vec<String> {
        self.year.iter().map(|card| year::key(card.number)).collect()
    }

    /// All event cards, whatever their years.
    #[must_use]
    pub fn events(&self) -> &[event_cards::Card] {
        &self.events
    }

    /// The event card of a key.
    #[must_use]
    pub fn event(&self, key: &str) -> Option<&event_cards::Card> {
        self.events.iter().find(|card| card.key == key)
    }

    /// The event card of a name in the deck: `demesne-2`.
    #[must_use]
    pub fn event_named(&self, name: &str) -> Option<&event_cards::Card> {
        let (key, number) = name.rsplit_once('-')?;
        let number: u8 = number.parse().ok()?;
        self.event(key).filter(|card| (1..=card.count).contains(&number))
    }

    /// The names of the event cards for the years of a scenario: one whose period lies wholly outside is left out, and one that shares any year
    /// is in it from the first shuffle on.
    #[must_use]
    pub fn event_deck(&self, span: (u16, u16)) -> Vec<String> {
        let within = self.events.iter().filter(|card| card.is_within(span));
        within.flat_map(|card| (1..=card.count).map(move |n| format!("{}-{n}", card.key))).collect()
    }

    /// Why no event card of a deck could ever be played in some rounds: none applies in the first year of any of them, which is the year in which
    /// cards are drawn and played.
    #[must_use]
    pub fn unplayable(&self, calendar: Calendar) -> Option<Said> {
        let mut rounds = (1..=calendar.rounds).map(|round| calendar.years(round).0);
        let plays = |year: u16| self.events.iter().any(|card| card.when(year) == When::Now);
        let ((first, last), years) = (calendar.span(), YEARS);
        (!rounds.any(plays)).then(|| {
            said!(
                "No event card of the pack can be played from {} to {}. A round counts as its first of {} years: {}, {} and so on.",
                first,
                last,
                years,
                first,
                first + years
            )
        })
    }

    /// All fates.
    #[must_use]
    pub fn fates(&self) -> &[Fate] {
        &self.fates
    }

    /// The fate of a key.
    #[must_use]
    pub fn fate(&self, key: &str) -> Option<&Fate> {
        self.fates.iter().find(|fate| fate.key == key)
    }

    /// The fate of a name in the deck: `plague-2`.
    #[must_use]
    pub fn fate_named(&self, name: &str) -> Option<&Fate> {
        self.fate(name.rsplit_once('-')?.0)
    }

    /// The names of the cards of the deck of fates.
    #[must_use]
    pub fn fate_deck(&self) -> Vec<String> {
        self.fates
            .iter()
            .flat_map(|fate| (1..=fate.count).map(move |n| format!("{}-{n}", fate.key)))
            .collect()
    }
}
