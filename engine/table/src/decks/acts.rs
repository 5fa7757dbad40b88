//! What is done with decks: shuffled, drawn from, opened.

use super::*;
use crate::campaign::Campaign;
use crate::draft::Draft;
use crate::event::{Entry, Event};
use crate::hash::Hash;
use crate::names::SeatId;
use crate::refusal::Refusal;
use crate::secret::Secret;

/// A deck was shuffled: `first` is the number of its first position. The deck of that name that lay there is taken away.
pub(crate) fn apply_shuffled(campaign: &mut Campaign, entry: &Entry, named: &Named, first: u64) {
    let codes = entry.seals().into_iter().skip(1).map(|(code, _)| code);
    let places = codes.zip(first..).enumerate().map(|(i, (code, n))| {
        let part = entry.secrets.get(i + 1);
        let card = part.and_then(|part| part.body.as_ref()?.reveal()["card"].as_str());
        CardPlace {
            code,
            n,
            card: card.map(|card| Secret::new(card.to_owned())),
            salt: part.and_then(|part| part.salt.clone()),
            held_by: None,
            is_open: false,
        }
    });
    let deck = Deck { places: places.collect(), drawn: 0 };
    campaign.play_mut().decks.insert(named.name.clone(), deck);
}

/// A card was drawn, or opened.
pub(crate) fn apply(campaign: &mut Campaign, event: &Event) {
    campaign.undo.clear();
    let decks = &mut campaign.play_mut().decks;
    match event {
        Event::Drawn { deck, pos, seat } => {
            let Some(deck) = decks.get_mut(deck) else { return };
            deck.drawn = deck.drawn.max(pos + 1);
            if let Some(place) = deck.places.get_mut(*pos as usize) {
                place.held_by = Some(seat.clone());
            }
        }
        Event::Card { deck, pos, body, salt, .. } => {
            let Some(deck) = decks.get_mut(deck) else { return };
            deck.drawn = deck.drawn.max(pos + 1);
            if let Some(place) = deck.places.get_mut(*pos as usize) {
                place.held_by = None;
                place.is_open = true;
                place.card = body["card"].as_str().map(|card| Secret::new(card.to_owned()));
                place.salt = Some(Secret::new(salt.0));
            }
        }
        _ => {}
    }
}

/// A seat draws the next card of a deck: its position; `None` where the deck is spent.
///
/// # Errors
/// A refusal where there is no such deck.
pub(crate) fn draw(draft: &mut Draft<'_>, deck: &str, seat: &SeatId) -> Result<Option<u32>, Refusal> {
    let lies = draft.campaign().play.decks.get(deck).ok_or_else(no_deck)?;
    let pos = lies.drawn;
    if lies.places.len() <= pos as usize {
        return Ok(None);
    }
    draft.emit(Event::Drawn { deck: deck.to_owned(), pos, seat: seat.clone() })?;
    Ok(Some(pos))
}

/// Opens a card for all, from a hand or from the top of the deck: which it is.
///
/// # Errors
/// A refusal where there is no such card, it lies open, or this copy of the record does not have it.
pub(crate) fn open(draft: &mut Draft<'_>, deck: &str, pos: u32) -> Result<String, Refusal> {
    let lies = draft.campaign().play.decks.get(deck).ok_or_else(no_deck)?;
    let place = lies.places.get(pos as usize).filter(|place| !place.is_open).ok_or_else(no_deck)?;
    let on_top = pos == lies.drawn;
    if place.held_by.is_none() && !on_top {
        return Err(no_deck());
    }
    let card = place.card.as_ref().ok_or_else(no_deck)?.reveal().clone();
    let salt = Hash(*place.salt.as_ref().ok_or_else(no_deck)?.reveal());
    let (n, body) = (place.n, item(deck, pos, &card));
    draft.emit(Event::Card { deck: deck.to_owned(), pos, body, n, salt })?;
    Ok(card)
}

impl Campaign {
    /// The cards in a seat's hand.
    #[must_use]
    pub(crate) fn hand(&self, seat: &SeatId) -> Vec<Held> {
        let mut hand = Vec::new();
        for (deck, lies) in &self.play.decks {
            for (pos, place) in
                (0..).zip(&lies.places).filter(|(_, place)| place.held_by.as_ref() == Some(seat))
            {
                if let (Some(card), Some(salt)) = (&place.card, &place.salt) {
                    hand.push(Held {
                        deck: deck.clone(),
                        pos,
                        card: card.reveal().clone(),
                        n: place.n,
                        salt: Hash(*salt.reveal()),
                        code: place.code,
                    });
                }
            }
        }
        hand
    }
}
