//! Decks (`fairness.md`, format 2): cards that nobody can know before they are drawn.
//!
//! A shuffle is a veiled draw. Its line carries the cards in the order in which they were named, the code of the result, and one code a
//! position: item `{"card":id,"deck":name,"pos":i}`, each under a number and salt of its own. Who draws sees his card with its number
//! and salt; a card that is played opens its own; the order of the rest, hands included, is checked when the campaign is closed.
//!
//! Who holds the database could foresee a deck: the manual says so.

pub(crate) mod acts;

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
    pub places: Vec<CardPlace>,
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
pub struct CardPlace {
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

fn no_deck() -> Refusal {
    Refusal::new(said!("There is no such deck, or no such card in it."))
}
