//! Event cards and fates told: what they do, in words.

use super::Story;
use crate::words;
use middle_ages::board::Happened;
use middle_ages::event_cards::{Card, When};
use middle_ages::pack::Data;
use std::sync::Arc;
use table_commands::present::names;
use table_commands::{say, speech};

/// Tells what happens with event cards and fates; whether it was that.
pub(super) fn tells(story: &mut Story, what: &Happened) -> bool {
    match what {
        Happened::EventsShuffled { cards, again, .. } if !again.is_empty() => {
            let cards = names::count((*cards).into(), "discarded card", "discarded cards");
            story.follows(say!("The event deck is spent. Shuffled anew: {}.", cards));
        }
        Happened::EventsShuffled { cards, .. } => {
            story.begins(say!("{} event cards are shuffled; nobody knows their order.", *cards));
        }
        Happened::FatesShuffled => {
            story.follows(say!("The fates are shuffled; with each draw of event cards one is turned up."));
        }
        Happened::EventsDrawn { court, cards, .. } => {
            let court = words::court(*court);
            story.begins(match names::count((*cards).into(), "event card", "event cards") {
                _ if *cards == 0 => say!("**{}** draws no event card: the deck is spent.", court),
                cards => say!("**{}** draws {}, which only its player sees.", court, cards),
            });
        }
        Happened::CardPlayed { court, card, .. } => {
            let (name, known) = named(story.position.data(), &card.card);
            let known = known.cloned();
            story.begins(match card.on {
                Some(on) => {
                    say!(
                        "**{}** plays *{}* on {}.",
                        words::court(*court),
                        name,
                        story.position.data().name(on)
                    )
                }
                None => say!("**{}** plays *{}*.", words::court(*court), name),
            });
            story.detail_of(known);
        }
        Happened::CardDiscarded { court, card, replaced, year, .. } => {
            let (court, (name, known)) = (words::court(*court), named(story.position.data(), card));
            let when = known.map_or(When::Now, |known| known.when(*year));
            story.begins(match (when, *replaced) {
                (When::Over, true) => {
                    say!("**{}** discards *{}*, whose years are over, and draws another.", court, name)
                }
                (When::Over, false) => say!("**{}** discards *{}*, whose years are over.", court, name),
                (When::Early, true) => {
                    say!("**{}** discards *{}*, whose years have not begun, and draws another.", court, name)
                }
                (_, true) => say!("**{}** discards *{}* and draws another.", court, name),
                (_, false) => say!("**{}** discards *{}*.", court, name),
            });
        }
        Happened::FateTurned { court, fate, spared } => {
            let position = Arc::clone(&story.position);
            let known = position.data().fate(fate);
            let name = known.map_or_else(|| fate.clone(), |known| speech::word(&known.name));
            let does =
                known.map(|known| words::fate_does(known.does, position.harvest())).unwrap_or_default();
            let court = words::court(*court);
            story.begins(if *spared {
                say!("**{}** · fate: *{}*, which does nothing to this leader.", court, name)
            } else {
                say!("**{}** · fate: *{}*: {}", court, name, does)
            });
        }
        _ => return false,
    }
    true
}

impl Story {
    /// What a card does.
    fn detail_of(&mut self, card: Option<Card>) {
        if let Some(card) = card {
            self.follows(words::does(&card.does));
        }
    }
}

/// A card's name as it was on the record, and the card.
fn named<'d>(data: &'d Data, key: &str) -> (String, Option<&'d Card>) {
    // The record has the card's key alone.
    let card = data.event(key);
    (card.map_or_else(|| key.to_owned(), |card| speech::word(&card.name)), card)
}
