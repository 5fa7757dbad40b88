//! Decks (`fairness.md`, format 2): cards that nobody can know before they are drawn.
//!
//! A shuffle is a veiled draw. Its line carries the cards in the order in which they were named, the code of the result, and one code a
//! position: item `{"card":id,"deck":name,"pos":i}`, each under a number and salt of its own. Who draws sees his card with its number
//! and salt; a card that is played opens its own; the order of the rest, hands included, is checked when the campaign is closed.
//!
//! Who holds the database could foresee a deck: the manual says so.

use super::audience::Audience;
use super::campaign::Campaign;
use super::decide::Draft;
use super::event::{Entry, Event, SecretPart};
use super::hash::Hash;
use super::names::SeatId;
use super::refusal::Refusal;
use super::secret::Secret;
use crate::said;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What a shuffle's line says of the deck that it lays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// Its cards, in the order in which the result counts them.
    pub cards: Vec<String>,
}

/// A deck as it lies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deck {
    /// The cards by position, the next to be drawn after those that were.
    pub places: Vec<Place>,
    /// How many were drawn.
    pub drawn: u32,
}

impl Deck {
    /// How many cards are still to be drawn.
    #[must_use]
    pub fn left(&self) -> u32 {
        (self.places.len() as u32).saturating_sub(self.drawn)
    }
}

/// A card at its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The code of the card at this position.
    pub code: Hash,
    /// Its seal number.
    pub n: u64,
    /// Which card; `None` where this copy of the record does not have it.
    pub card: Option<Secret<String>>,
    /// Its salt; `None` where this copy does not have it.
    pub salt: Option<Secret<[u8; 32]>>,
    /// Who has it in his hand.
    pub held_by: Option<SeatId>,
    /// Whether all have seen it.
    pub is_open: bool,
}

/// A card in the viewer's own hand.
#[derive(Clone, PartialEq, Eq)]
pub struct Held {
    /// The deck.
    pub deck: String,
    /// Its position in it.
    pub pos: u32,
    /// Which card.
    pub card: String,
    /// The seal's number.
    pub n: u64,
    /// The seal's salt.
    pub salt: Hash,
    /// The seal's code, which stands on the record since the deck was shuffled.
    pub code: Hash,
}

impl std::fmt::Debug for Held {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(card)")
    }
}

/// The item of a position.
#[must_use]
pub fn item(deck: &str, pos: u32, card: &str) -> Value {
    json!({"card": card, "deck": deck, "pos": pos})
}

/// The bodies of all positions of a deck, in order, by the result of the shuffle; `None` where the result is of another deck.
#[must_use]
pub fn items(named: &Named, result: &[u32]) -> Option<Vec<Value>> {
    let card = |(pos, i): (u32, &u32)| Some(item(&named.name, pos, named.cards.get(*i as usize)?));
    let items: Vec<Value> = (0..).zip(result).map(card).collect::<Option<_>>()?;
    (items.len() == named.cards.len()).then_some(items)
}

/// The secret parts of the positions of a deck, whose numbers begin with `n`.
pub(crate) fn sealed(
    draft: &mut Draft<'_>,
    named: &Named,
    result: &[u32],
    n: u64,
) -> Result<Vec<SecretPart>, Refusal> {
    let items =
        items(named, result).ok_or_else(|| Refusal::new(said!("A deck has other cards than it names.")))?;
    let mut parts = Vec::new();
    for (item, n) in items.into_iter().zip(n..) {
        let salt = draft.chance().salt(n)?;
        parts.push(SecretPart {
            to: Audience::Bot,
            body: Some(Secret::new(item)),
            n: Some(n),
            salt: Some(Secret::new(salt)),
            person: None,
        });
    }
    Ok(parts)
}

/// A deck was shuffled: `first` is the number of its first position. The deck of that name that lay there is taken away.
pub(crate) fn apply_shuffled(campaign: &mut Campaign, entry: &Entry, named: &Named, first: u64) {
    let codes = entry.seals().into_iter().skip(1).map(|(code, _)| code);
    let places = codes.zip(first..).enumerate().map(|(i, (code, n))| {
        let part = entry.secrets.get(i + 1);
        let card = part.and_then(|part| part.body.as_ref()?.reveal()["card"].as_str());
        Place {
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

fn no_deck() -> Refusal {
    Refusal::new(said!("There is no such deck, or no such card in it."))
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
