//! What a game does at the table while an order is decided or play goes on.

use super::*;
use crate::audience::Audience;
use crate::decks::Named;
use crate::draft::Draft;
use crate::names::SeatId;
use crate::refusal::Refusal;
use crate::roll::Dice;
use crate::said;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::marker::PhantomData;

/// A draft of a campaign as its game sees it.
pub struct Table<'d, 'c, G: Game> {
    pub(crate) draft: &'d mut Draft<'c>,
    pub(super) game: PhantomData<G>,
}

impl<G: Game> Table<'_, '_, G> {
    /// The position as it stands after the events so far.
    ///
    /// # Panics
    /// Never: a campaign's state is made by its own game.
    #[must_use]
    pub fn state(&self) -> &G::State {
        state_of::<G>(&self.draft.campaign().play.game)
    }

    /// Writes an event and applies it.
    ///
    /// # Errors
    /// A refusal where it cannot be written.
    pub fn emit(&mut self, event: &G::Event) -> Result<(), Refusal> {
        let mut value = serde_json::to_value(event)
            .map_err(|_| Refusal::new(said!("An event of the game could not be written.")))?;
        as_recorded(&mut value);
        self.draft.game(value)
    }

    /// Writes an event that only these seats may see, and applies it. The others see that there was one, and how many there are.
    ///
    /// # Errors
    /// A refusal where it cannot be written.
    pub fn emit_to(
        &mut self,
        seats: impl IntoIterator<Item = SeatId>,
        event: &G::Event,
    ) -> Result<(), Refusal> {
        let mut value = serde_json::to_value(event)
            .map_err(|_| Refusal::new(said!("An event of the game could not be written.")))?;
        as_recorded(&mut value);
        self.draft.hidden(Audience::of(seats), &value)
    }

    /// The same where what happened hangs on something closed: `None` where this copy of the record does not have that. Then it is taken as it was
    /// told, and worked out when the campaign is closed.
    ///
    /// # Errors
    /// A refusal where it cannot be written, or is not known where it happens.
    pub fn emit_closed(
        &mut self,
        seats: impl IntoIterator<Item = SeatId>,
        event: Option<&G::Event>,
    ) -> Result<(), Refusal> {
        match event {
            Some(event) => self.emit_to(seats, event),
            None => self.draft.hidden_as_told(Audience::of(seats)),
        }
    }

    /// Puts things into a seat's strongbox, each in the place of the one of that name: off the record, as if its owner had, and all in one
    /// change, which he takes back whole. An order keeps once.
    ///
    /// # Errors
    /// What the strongbox refuses.
    pub fn keep(&mut self, seat: &SeatId, things: &[G::Item]) -> Result<(), Refusal> {
        crate::strongbox::keep_things(self.draft, seat, things)
    }

    /// What of the game's lies in a seat's strongbox. Where the record is decided again, nothing: it is not known there.
    #[must_use]
    pub fn in_strongbox(&self, seat: &SeatId) -> Vec<G::Item> {
        let items = self.draft.campaign().strongboxes.get(seat).map(|strongbox| &strongbox.items);
        items.into_iter().flat_map(|items| items.values()).filter_map(|kept| kept.item.as_thing()).collect()
    }

    /// Puts things into a seat's strongbox that nobody ordered, such as what arrives by the calendar: as [`Table::keep`], off the record.
    /// Nothing may hang on whether it was done.
    ///
    /// # Errors
    /// What the strongbox refuses.
    pub fn keep_unasked(&mut self, seat: &SeatId, things: &[G::Item]) -> Result<(), Refusal> {
        crate::strongbox::keep_unasked(self.draft, seat, things)
    }

    /// Whether an order of a record is decided again, of which what is hidden may not be known. What hangs on it may refuse an order only
    /// where this is not so, or where it is known all the same.
    #[must_use]
    pub fn is_decided_again(&self) -> bool {
        self.draft.is_of_a_record()
    }

    /// Whether who orders is the regent of an absent player, and not he himself.
    #[must_use]
    pub fn is_regent(&self) -> bool {
        self.draft.acting().is_some()
    }

    /// What was just decided is news to all: who was ready ahead only until something new is asked of him is ready no more.
    ///
    /// # Errors
    /// A refusal where it cannot be written.
    pub fn asks_anew(&mut self) -> Result<(), Refusal> {
        crate::ready::acts::asks_anew(self.draft)
    }

    /// What was just decided gives these seats something to do in the open step: who of them was ready for it is ready no more, unless he said
    /// that he wants to be asked nothing before the turn ends.
    ///
    /// # Errors
    /// A refusal where it cannot be written.
    pub fn asks_again(&mut self, seats: &BTreeSet<SeatId>) -> Result<(), Refusal> {
        crate::ready::acts::asks_again(self.draft, seats)
    }

    /// Who laid down a choice in parts in a round that was opened.
    #[must_use]
    pub fn laid_down(&self, round: &G::Round) -> Vec<SeatId> {
        let laid = self.draft.campaign().play.laid.get(&round.to_string());
        let mut seats: Vec<SeatId> = laid.into_iter().flat_map(|laid| laid.of.keys().cloned()).collect();
        seats.sort_by_key(SeatId::number);
        seats
    }

    /// Whether the choices that were laid down in a round have such a part.
    #[must_use]
    pub fn has_part(&self, round: &G::Round, part: &str) -> bool {
        let laid = self.draft.campaign().play.laid.get(&round.to_string());
        laid.is_some_and(|laid| laid.parts.iter().any(|name| name == part))
    }

    /// Opens a part of what a seat laid down in a round of choices in parts (see [`Envelopes::parts`]): what was chosen in it, `None` where
    /// that is nothing.
    ///
    /// # Errors
    /// A refusal where no such part was laid down.
    pub fn open_part<T: DeserializeOwned>(
        &mut self,
        round: &G::Round,
        seat: &SeatId,
        part: &str,
    ) -> Result<Option<T>, Refusal> {
        let value = crate::parts::acts::open(self.draft, &round.to_string(), seat, part)?;
        let read = value.map(|value| serde_json::from_value(value)).transpose();
        read.map_err(|_| Refusal::new(said!("What was sealed cannot be read.")))
    }

    /// What lies in a part of a choice that stays closed: `None` where that is nothing, or this copy of the record does not have it. What
    /// follows from it may only be told by [`Table::emit_to`], and only where [`Game::HIDDEN_DECIDES`] is not so; or to all as
    /// [`Table::told_of_closed`] has it.
    #[must_use]
    pub fn closed_part<T: DeserializeOwned>(&self, round: &G::Round, seat: &SeatId, part: &str) -> Option<T> {
        let value = crate::parts::acts::closed(self.draft, &round.to_string(), seat, part)?;
        serde_json::from_value(value.clone()).ok()
    }

    /// What a record tells of the game in the order that is decided again, where not everything that was laid down in a round of choices in
    /// parts is known in this copy of it; `None` where all is, so that what follows from it is worked out. What all see of what follows from
    /// closed parts is taken from there, and looked at when they are opened.
    #[must_use]
    pub fn told_of_closed(&self, round: &G::Round) -> Option<Vec<G::Event>> {
        let laid = self.draft.campaign().play.laid.get(&round.to_string());
        let mut parts = laid.into_iter().flat_map(|laid| laid.of.values()).flatten();
        if !self.draft.is_of_a_record() || parts.all(|part| part.body.is_some()) {
            return None;
        }
        let told = self.draft.told_of_the_game().iter();
        Some(told.filter_map(|event| serde_json::from_value(event.clone()).ok()).collect())
    }

    /// At which place of whose slot the order was lodged that is decided; `None` where its player gives it himself.
    #[must_use]
    pub fn lodged_at(&self) -> Option<(Holder, u32)> {
        self.draft.carrying().cloned()
    }

    /// Opens a part of what was lodged to follow from an order, as the game comes to ask for it: `None` where that is nothing.
    ///
    /// # Errors
    /// A refusal where nothing was lodged there, or its slot is over.
    pub fn open_what_follows<T: DeserializeOwned>(
        &mut self,
        lodged_at: &(Holder, u32),
        part: u32,
    ) -> Result<Option<T>, Refusal> {
        let value = crate::lodged::acts::open_part(self.draft, lodged_at, part)?;
        let read = value.map(|value| serde_json::from_value(value)).transpose();
        read.map_err(|_| Refusal::new(said!("What was sealed cannot be read.")))
    }

    /// Shuffles a deck of these cards so that nobody knows its order, for a slot in the game. A deck of that name is taken away.
    ///
    /// # Errors
    /// A refusal where words are missing or chance fails.
    pub fn shuffle_deck(&mut self, slot: &str, deck: &str, cards: Vec<String>) -> Result<(), Refusal> {
        self.draft.shuffle_deck(slot, Named { name: deck.to_owned(), cards })
    }

    /// A seat draws the next card of a deck: its position; `None` where the deck is spent.
    ///
    /// # Errors
    /// A refusal where there is no such deck.
    pub fn draw_card(&mut self, deck: &str, seat: &SeatId) -> Result<Option<u32>, Refusal> {
        crate::decks::acts::draw(self.draft, deck, seat)
    }

    /// Opens a card for all, from a hand or from the top of the deck: which it is.
    ///
    /// # Errors
    /// A refusal where there is no such card, or it lies open.
    pub fn open_card(&mut self, deck: &str, pos: u32) -> Result<String, Refusal> {
        crate::decks::acts::open(self.draft, deck, pos)
    }

    /// The positions of the cards in a seat's hand. Which they are only it may know.
    #[must_use]
    pub fn hand(&self, deck: &str, seat: &SeatId) -> Vec<u32> {
        let deck = self.draft.campaign().play.decks.get(deck);
        let places = (0..).zip(deck.into_iter().flat_map(|deck| &deck.places));
        places.filter(|(_, place)| place.held_by.as_ref() == Some(seat)).map(|(pos, _)| pos).collect()
    }

    /// Which card lies at a position of a deck, as far as this copy of the record has it. What is done by it opens it in the same order, and
    /// what opens nothing must be the same without it: so whoever has the public record decides the same.
    #[must_use]
    pub fn known_card(&self, deck: &str, pos: u32) -> Option<&str> {
        let place = self.draft.campaign().play.decks.get(deck)?.places.get(pos as usize)?;
        Some(place.card.as_ref()?.reveal().as_str())
    }

    /// The cards of a deck that all have seen, each with its position: the same in every copy of the record.
    pub fn open_cards(&self, deck: &str) -> impl Iterator<Item = (u32, &str)> {
        let deck = self.draft.campaign().play.decks.get(deck);
        let places =
            (0..).zip(deck.into_iter().flat_map(|deck| &deck.places)).filter(|(_, place)| place.is_open);
        places.filter_map(|(pos, place)| Some((pos, place.card.as_ref()?.reveal().as_str())))
    }

    /// Rolls dice for a slot in the game.
    ///
    /// # Errors
    /// A refusal where words are missing or chance fails.
    pub fn roll(&mut self, slot: &str, dice: Vec<[u32; 2]>, purpose: &str) -> Result<Vec<u32>, Refusal> {
        self.draft.roll_for_game(slot, Dice::Of(dice), purpose)
    }

    /// One die for a slot in the game.
    ///
    /// # Errors
    /// A refusal where words are missing or chance fails.
    pub fn die(&mut self, slot: &str, faces: u32, purpose: &str) -> Result<u8, Refusal> {
        let rolled = self.roll(slot, vec![[faces, 1]], purpose)?;
        Ok(rolled.first().and_then(|die| u8::try_from(*die).ok()).unwrap_or(1))
    }

    /// Shuffles the list 0…n−1 in public for a slot in the game; the first element is drawn first.
    ///
    /// # Errors
    /// A refusal where words are missing or chance fails.
    pub fn shuffle(&mut self, slot: &str, n: u32, purpose: &str) -> Result<Vec<u32>, Refusal> {
        self.draft.roll_for_game(slot, Dice::Shuffle(n), purpose)
    }

    /// Draws so that the result stays hidden: a deck, a stand-in's choice. It is checked when the campaign is closed.
    ///
    /// # Errors
    /// A refusal where words are missing or chance fails.
    pub fn draw_veiled(&mut self, slot: &str, dice: Dice) -> Result<Vec<u32>, Refusal> {
        self.draft.draw_veiled(slot, dice)
    }

    /// Asks the other players whether these seats have won, by points that players told; where most say so the campaign ends.
    ///
    /// # Errors
    /// Where it cannot be recorded.
    pub fn ask_whether_won(&mut self, seats: Vec<SeatId>) -> Result<(), Refusal> {
        crate::votes::acts::on_won(self.draft, seats)
    }

    /// Opens a round of envelopes; a grave one is not decided by a missed deadline alone.
    ///
    /// # Errors
    /// A refusal where it cannot be written.
    pub fn open_envelopes(
        &mut self,
        round: &G::Round,
        asked: Vec<SeatId>,
        grave: bool,
    ) -> Result<(), Refusal> {
        let parts = round.parts(self.state());
        crate::envelope::acts::open(self.draft, &round.to_string(), asked, parts, grave)
    }

    /// Opens a round of envelopes with a timer of its own; an empty envelope takes the default when it has run out.
    ///
    /// # Errors
    /// A refusal where it cannot be written.
    pub fn open_envelopes_within(
        &mut self,
        round: &G::Round,
        asked: Vec<SeatId>,
        minutes: u32,
    ) -> Result<(), Refusal> {
        let parts = round.parts(self.state());
        crate::envelope::acts::open_within(self.draft, &round.to_string(), asked, parts, minutes)
    }

    /// Opens the round of envelopes for which a part of the game stops: with its minutes where it is played live, else with the
    /// deadline of the step. Who does not answer lets stand what he planned.
    ///
    /// # Errors
    /// A refusal where it cannot be written.
    pub fn stop_and_ask(&mut self, round: &G::Round, asked: Vec<SeatId>, live: bool) -> Result<(), Refusal> {
        if live {
            self.open_envelopes_within(round, asked, crate::live::MINUTES)
        } else {
            self.open_envelopes(round, asked, false)
        }
    }

    /// A round of envelopes is asked for no more; nothing where it is not open.
    ///
    /// # Errors
    /// A refusal where it cannot be written.
    pub fn call_off(&mut self, round: &G::Round) -> Result<(), Refusal> {
        let round = round.to_string();
        if !self.draft.campaign().play.rounds.contains_key(&round) {
            return Ok(());
        }
        self.draft.table(crate::event::TableEvent::RoundCalledOff { round })
    }

    /// Pushes a frame on top of the sequence of play, or of another frame.
    ///
    /// # Errors
    /// A refusal where it cannot be written.
    pub fn push(&mut self, on: Option<&G::Frame>, frame: &G::Frame) -> Result<(), Refusal> {
        let within = on.and_then(|on| G::frames(self.state()).line_of(|open| open == on));
        crate::frames::acts::push(self.draft, within, &frame_as_value(frame)?).map(|_| ())
    }

    /// Ends a frame, with whatever stands within it.
    ///
    /// # Errors
    /// A refusal where it cannot be written.
    pub fn end(&mut self, frame: &G::Frame) -> Result<(), Refusal> {
        match G::frames(self.state()).line_of(|open| open == frame) {
            Some(line) => crate::frames::acts::end_now(self.draft, line),
            None => Ok(()),
        }
    }

    /// Takes a seat out of the game.
    ///
    /// # Errors
    /// A refusal where it cannot be written.
    pub fn seat_out(&mut self, seat: &SeatId) -> Result<(), Refusal> {
        self.draft.table(crate::event::TableEvent::SeatOut { seat: seat.clone() })
    }

    /// The seats that have a player and are not out of the game.
    #[must_use]
    pub fn players(&self) -> Vec<SeatId> {
        crate::votes::acts::voters(&self.draft.campaign().play)
    }

    /// The orders that others than a seat have told and that do not count yet, as they stand on the record.
    pub fn told_by_others<'t>(&'t self, seat: &'t SeatId) -> impl Iterator<Item = &'t Value> + 't {
        let open = self.draft.campaign().play.tellings.values().filter(move |open| open.by != *seat);
        open.filter_map(|open| match &open.what {
            crate::assent::What::Order { order } => Some(order),
            crate::assent::What::Values { .. } => None,
        })
    }

    /// Whether play has not begun.
    #[must_use]
    pub fn is_gathering(&self) -> bool {
        self.draft.campaign().play.stage == crate::campaign::Stage::Gathering
    }

    /// Whether the host gives this order.
    #[must_use]
    pub fn is_the_hosts(&self) -> bool {
        self.draft.author() == self.draft.campaign().host()
    }

    /// How a switch stands.
    #[must_use]
    pub fn switch(&self, key: &str) -> &'static str {
        self.draft.campaign().play.switch(key)
    }

    /// What the host chose when the campaign was founded, as the game reads it.
    #[must_use]
    pub fn options(&self) -> &Value {
        &self.draft.campaign().founded.options
    }

    /// The scenario's key.
    #[must_use]
    pub fn scenario(&self) -> &str {
        &self.draft.campaign().founded.scenario
    }

    /// The frames from the whole to that of a line.
    pub(super) fn chain(&self, line: Option<u64>) -> Vec<G::Frame> {
        let play = &self.draft.campaign().play;
        let lines = std::iter::successors(line, |line| play.frame(*line)?.within);
        let frames = G::frames(self.state());
        let mut chain: Vec<G::Frame> = lines.filter_map(|line| frames.get(line).cloned()).collect();
        chain.reverse();
        chain
    }

    /// Where in the outline of play it stands.
    #[must_use]
    pub fn path(&self) -> Vec<String> {
        self.draft.campaign().play.path()
    }

    /// Ends the epoch if dice fell in it, and publishes its seed.
    ///
    /// # Errors
    /// A refusal where chance fails.
    pub fn end_epoch_if_used(&mut self) -> Result<(), Refusal> {
        crate::epoch::end_if_used(self.draft)
    }

    /// Closes the campaign for good.
    ///
    /// # Errors
    /// A refusal where chance fails.
    pub fn close(&mut self) -> Result<(), Refusal> {
        crate::seats::close(self.draft)
    }

    /// Ends the epoch and publishes its seed.
    ///
    /// # Errors
    /// A refusal where chance fails.
    pub fn end_epoch(&mut self) -> Result<(), Refusal> {
        crate::epoch::end(self.draft)
    }
}
