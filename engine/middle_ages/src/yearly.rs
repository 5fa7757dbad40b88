//! The year deck as it lies: shuffled so that nobody knows it, one card drawn for an endeavour.

use crate::pack::Data;
use crate::year::{self, Card};
use crate::{Event, MiddleAges, Position, unprinted};
use serde::{Deserialize, Serialize};
use table::by_subject::Subject;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::said;

/// What is known to all of the year deck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Yearly {
    /// How often it was shuffled.
    pub shuffles: u32,
    /// The cards that were drawn since.
    pub drawn: Vec<u8>,
}

impl Yearly {
    /// The cards of a campaign's deck that may still come.
    pub fn to_come<'d>(&self, data: &'d Data) -> impl Iterator<Item = &'d Card> {
        data.year().iter().filter(|card| !self.drawn.contains(&card.number))
    }
}

impl Position {
    /// A year card as this campaign has it: of its pack, and with what the group typed.
    #[must_use]
    pub fn year_card(&self, number: u8) -> Option<Card> {
        Some(unprinted::card(&self.typed, self.data().year_card(number)?))
    }

    /// The year cards that may still come, as this campaign has them; all of them where none is left, for then they are shuffled first.
    #[must_use]
    pub fn may_come(&self) -> Vec<Card> {
        let own = |card: &Card| unprinted::card(&self.typed, card);
        let left: Vec<Card> = self.year.to_come(self.data()).map(own).collect();
        if left.is_empty() { self.data().year().iter().map(own).collect() } else { left }
    }
}

/// What happened to the year deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// It was shuffled.
    YearShuffled,
    /// A card was drawn for an endeavour.
    YearDrawn {
        /// Its number.
        card: u8,
        /// By whom; nobody where it was turned up for raiders or a magnate.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<SeatId>,
    },
}

/// The year deck, as a subject of the game.
pub enum YearDeck {}

impl Subject<MiddleAges> for YearDeck {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        match happened {
            Happened::YearShuffled => {
                state.year.shuffles += 1;
                state.year.drawn.clear();
            }
            Happened::YearDrawn { card, .. } => state.year.drawn.push(card),
        }
    }
}

/// Shuffles all year cards.
pub(crate) fn shuffle(table: &mut Table<'_, '_, MiddleAges>) -> Result<(), Refusal> {
    let slot = format!("year/{}", table.state().year.shuffles + 1);
    let deck = table.state().data().year_deck();
    table.shuffle_deck(&slot, year::DECK, deck)?;
    table.emit(&Event::Year(Happened::YearShuffled))
}

/// Whether all cards of the deck are drawn.
fn is_spent(state: &Position) -> bool {
    state.year.to_come(state.data()).next().is_none()
}

/// The card at a place of the deck, which opens.
fn opened(table: &mut Table<'_, '_, MiddleAges>, pos: u32) -> Result<Option<Card>, Refusal> {
    let name = table.open_card(year::DECK, pos)?;
    Ok(table.state().data().year_card_named(&name).cloned())
}

/// The next year card is turned up for who has no seat.
pub(crate) fn turn_up(table: &mut Table<'_, '_, MiddleAges>) -> Result<Card, Refusal> {
    if is_spent(table.state()) {
        shuffle(table)?;
    }
    let unknown = || Refusal::new(said!("The year deck has a card that is none of it."));
    let pos = u32::try_from(table.state().year.drawn.len()).map_err(|_| unknown())?;
    let card = opened(table, pos)?.ok_or_else(unknown)?;
    table.emit(&Event::Year(Happened::YearDrawn { card: card.number, seat: None }))?;
    Ok(unprinted::card(&table.state().typed, &card))
}

/// A seat draws the next year card, which opens at once. A deck that is spent is shuffled first.
pub(crate) fn draw(table: &mut Table<'_, '_, MiddleAges>, seat: &SeatId) -> Result<Card, Refusal> {
    if is_spent(table.state()) {
        shuffle(table)?;
    }
    let unknown = || Refusal::new(said!("The year deck has a card that is none of it."));
    let pos = table.draw_card(year::DECK, seat)?.ok_or_else(unknown)?;
    let card = opened(table, pos)?.ok_or_else(unknown)?;
    table.emit(&Event::Year(Happened::YearDrawn { card: card.number, seat: Some(seat.clone()) }))?;
    Ok(unprinted::card(&table.state().typed, &card))
}
