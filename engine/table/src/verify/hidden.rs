//! Checking what a game keeps from some: choices in parts, decks, and events that only some may see.

use super::{Check, Wrong};
use crate::audience::Audience;
use crate::chain::seal_salt;
use crate::decks::{self, Named};
use crate::event::{Entry, Event, SecretPart};
use crate::hash::Hash;
use crate::parts;
use crate::roll::Dice;
use crate::seal::seal_code;
use serde_json::Value;

/// A choice in parts that was laid down.
pub(super) struct Laid {
    generation: usize,
    parts: Vec<String>,
    codes: Vec<Hash>,
    open: Vec<bool>,
    /// Which of them stand beside the line, as they do once the campaign is closed.
    beside: Vec<bool>,
    /// The number of its array.
    n: u64,
}

impl Laid {
    /// How many of its parts are closed, and nowhere in this file.
    pub(super) fn closed(&self) -> u64 {
        self.open.iter().zip(&self.beside).filter(|(open, beside)| !**open && !**beside).count() as u64
    }
}

/// A deck as it lies.
pub(super) struct Deck {
    generation: usize,
    codes: Vec<Hash>,
    open: Vec<bool>,
    /// The cards that nobody has seen yet.
    hidden: Vec<String>,
    drawn: usize,
    /// The number of its first position, as far as a card was opened.
    first: Option<u64>,
    /// Whether its whole order was checked, once the campaign is closed: every card with it, in a hand or not drawn.
    whole: bool,
}

impl Deck {
    /// How many of its cards nobody has seen or checked.
    pub(super) fn closed(&self) -> u64 {
        if self.whole {
            return 0;
        }
        self.open.iter().filter(|open| !**open).count() as u64
    }
}

/// A shuffle whose order is looked at when the veil key is there.
pub(super) struct Shuffle {
    line: u64,
    generation: usize,
    named: Named,
    codes: Vec<Hash>,
    bodies: Vec<SecretPart>,
}

/// An event that only some may see is one body, for seats.
pub(super) fn check(entry: &Entry) -> Result<(), String> {
    let seals = entry.seals();
    let [(_, to)] = seals.as_slice() else {
        return Err("What only some may see is one body, with one seal.".to_owned());
    };
    if to.seats().is_empty() {
        return Err("What only some may see is sealed for no seat.".to_owned());
    }
    let fits = |part: &SecretPart| part.body.is_none() || part.hidden().is_some() && part.n.is_some();
    if entry.secrets.iter().all(fits) {
        Ok(())
    } else {
        Err("What only some may see is no event of the game, under a number.".to_owned())
    }
}

impl Check {
    /// A choice in parts holds the codes of its parts, and its line has them as its seals.
    pub(super) fn laid_down(&mut self, entry: &Entry) -> Result<(), String> {
        let Event::Opened { round, seat, body, n, .. } = &entry.event else { return Ok(()) };
        let names = self.parts_of.get(round).cloned().unwrap_or_default();
        let seals = entry.seals();
        if names.is_empty() {
            let none = seals.is_empty();
            return if none {
                Ok(())
            } else {
                Err("What is opened has no parts, and yet the line has a seal.".to_owned())
            };
        }
        let codes = parts::codes(&body.choice, names.len());
        let codes = codes.ok_or("What is opened is not the codes of the parts that its round has.")?;
        let for_it = |(_, to): &(Hash, _)| *to == Audience::seat(seat);
        if !seals.iter().map(|(code, _)| code).eq(&codes) || !seals.iter().all(for_it) {
            return Err("The seals of the line are not those of the parts, for their own seat.".to_owned());
        }
        for ((name, own), number) in names.iter().zip(&entry.secrets).zip(n + 1..) {
            let Some(item) = &own.body else { continue };
            if own.n != Some(number) || !is_item(item.reveal(), round, name) {
                return Err(format!(
                    "The part {name} that stands with the line is not that part, under its number."
                ));
            }
        }
        let open = vec![false; codes.len()];
        let beside = (0..codes.len()).map(|at| entry.secrets.get(at).is_some_and(|own| own.body.is_some()));
        let beside = beside.collect();
        let laid = Laid { generation: self.generation, parts: names, codes, open, beside, n: *n };
        self.laid.insert((round.clone(), seat.clone()), laid);
        Ok(())
    }

    /// A part is opened once, and is what was sealed.
    pub(super) fn part(&mut self, line: u64, event: &Event) -> Result<(), String> {
        let Event::Part { round, seat, part, body, n, salt } = event else { return Ok(()) };
        let laid = self.laid.get_mut(&(round.clone(), seat.clone()));
        let laid = laid.ok_or("It opens a part of what was never laid down.")?;
        let at = laid.parts.iter().position(|name| name == part).ok_or("Its round has no such part.")?;
        if std::mem::replace(&mut laid.open[at], true) {
            return Err("The part was opened before.".to_owned());
        }
        if *n != laid.n + 1 + at as u64 || !is_item(body, round, part) {
            return Err("What is opened is not that part, under its number.".to_owned());
        }
        if seal_code(&salt.0, body).map_err(|e| e.to_string())? != laid.codes[at] {
            return Err("What is opened here is not what was sealed: the code is another.".to_owned());
        }
        self.salts.push((line, laid.generation, *n, *salt));
        self.report.seals_checked += 1;
        self.report.parts_checked += 1;
        Ok(())
    }

    /// A deck is laid by a shuffle of as many as it has cards.
    pub(super) fn shuffled(
        &mut self,
        line: u64,
        entry: &Entry,
        named: &Named,
        dice: &Dice,
    ) -> Result<(), String> {
        if *dice != Dice::Shuffle(u32::try_from(named.cards.len()).unwrap_or(u32::MAX)) {
            return Err("The deck has another number of cards than are shuffled.".to_owned());
        }
        let codes: Vec<Hash> = entry.seals().into_iter().skip(1).map(|(code, _)| code).collect();
        let (generation, open) = (self.generation, vec![false; codes.len()]);
        let hidden = named.cards.clone();
        let deck =
            Deck { generation, codes: codes.clone(), open, hidden, drawn: 0, first: None, whole: false };
        self.decks.insert(named.name.clone(), deck);
        let bodies = entry.secrets.clone();
        self.shuffles.push(Shuffle { line, generation, named: named.clone(), codes, bodies });
        Ok(())
    }

    /// Cards are drawn one after another.
    pub(super) fn drawn(&mut self, deck: &str, pos: u32) -> Result<(), String> {
        let deck = self.decks.get_mut(deck).ok_or("There is no such deck.")?;
        if pos as usize != deck.drawn || deck.drawn >= deck.codes.len() {
            return Err("It is not the next card of the deck.".to_owned());
        }
        deck.drawn += 1;
        Ok(())
    }

    /// A card is opened once, and is the one that was sealed at its position.
    pub(super) fn card(&mut self, line: u64, event: &Event) -> Result<(), String> {
        let Event::Card { deck: name, pos, body, n, salt } = event else { return Ok(()) };
        let deck = self.decks.get_mut(name).ok_or("There is no such deck.")?;
        let at = *pos as usize;
        if at >= deck.codes.len() || at > deck.drawn {
            return Err("Nobody has drawn that card.".to_owned());
        }
        if std::mem::replace(&mut deck.open[at], true) {
            return Err("The card was opened before.".to_owned());
        }
        deck.drawn = deck.drawn.max(at + 1);
        let card = body["card"].as_str().unwrap_or_default();
        let first = n.checked_sub(at as u64);
        if *body != decks::item(name, *pos, card)
            || first.is_none()
            || deck.first.is_some_and(|own| Some(own) != first)
        {
            return Err("What is opened is not a card at that position, under its number.".to_owned());
        }
        deck.first = first;
        let place = deck.hidden.iter().position(|hidden| hidden == card);
        deck.hidden.remove(place.ok_or("The deck has no such card any more.")?);
        if seal_code(&salt.0, body).map_err(|e| e.to_string())? != deck.codes[at] {
            return Err("What is opened here is not what was sealed: the code is another.".to_owned());
        }
        self.salts.push((line, deck.generation, *n, *salt));
        self.report.seals_checked += 1;
        self.report.cards_checked += 1;
        Ok(())
    }

    /// The whole order of every deck, as far as the veil key and the result of its shuffle are there.
    pub(super) fn decks_opened(&mut self) -> Result<(), Wrong> {
        for shuffle in &self.shuffles {
            let Some(key) = self.keys.get(&shuffle.generation) else { continue };
            let wrong = |why: &str| Wrong { line: shuffle.line, why: why.to_owned() };
            let Some(own) = shuffle.bodies.first() else { continue };
            let (Some(body), Some(n)) = (&own.body, own.n) else { continue };
            let result: Option<Vec<u32>> = serde_json::from_value(body.reveal()["result"].clone()).ok();
            let items = result.and_then(|result| decks::items(&shuffle.named, &result));
            let items = items.ok_or_else(|| wrong("The result of the shuffle is none of this deck."))?;
            for ((item, code), n) in items.iter().zip(&shuffle.codes).zip(n + 1..) {
                if seal_code(&seal_salt(&key.0, n), item).ok() != Some(*code) {
                    return Err(wrong("The deck does not lie in the order in which it was shuffled."));
                }
            }
            self.report.decks_checked += 1;
            let lies = self.decks.get_mut(&shuffle.named.name).filter(|deck| deck.codes == shuffle.codes);
            if let Some(deck) = lies {
                deck.whole = true;
            }
        }
        Ok(())
    }
}

fn is_item(item: &Value, round: &str, part: &str) -> bool {
    *item == parts::item(round, part, item.get("v"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::envelope::Contents;
    use crate::names::{By, SeatId};
    use crate::secret::Secret;
    use serde_json::json;

    const CARDS: [&str; 4] = ["ace", "king", "queen", "jack"];

    /// A deck of four cards under the numbers from 10 of which two were drawn, and the lines that open them.
    fn dealt() -> (Check, Vec<Event>) {
        let salt = Hash([7; 32]);
        let body = |i: usize| decks::item("year", i as u32, CARDS[i]);
        let codes = (0..4).map(|i| seal_code(&salt.0, &body(i)).expect("it is canonical")).collect();
        let hidden = CARDS.map(str::to_owned).to_vec();
        let deck =
            Deck { generation: 0, codes, open: vec![false; 4], hidden, drawn: 2, first: None, whole: false };
        let mut check = Check::default();
        check.decks.insert("year".to_owned(), deck);
        let card = |i: usize| Event::Card {
            deck: "year".to_owned(),
            pos: i as u32,
            body: body(i),
            n: 10 + i as u64,
            salt,
        };
        (check, (0..4).map(card).collect())
    }

    #[test]
    fn a_card_opens_out_of_a_hand_or_as_the_next_of_its_deck() {
        let (mut check, cards) = dealt();
        let next = |check: &mut Check, at: usize| check.card(5, &cards[at]);
        assert_eq!(next(&mut check, 3).unwrap_err(), "Nobody has drawn that card.");
        next(&mut check, 0).unwrap();
        assert_eq!(check.decks["year"].drawn, 2, "it was drawn before");
        assert_eq!(next(&mut check, 0).unwrap_err(), "The card was opened before.");
        next(&mut check, 2).unwrap();
        assert_eq!(check.decks["year"].drawn, 3, "the next one is off the deck with it");
        check.drawn("year", 2).unwrap_err();
        check.drawn("year", 3).unwrap();
        next(&mut check, 3).unwrap();
        next(&mut check, 1).unwrap();
        assert_eq!(check.decks["year"].closed(), 0);
        assert_eq!((check.report.seals_checked, check.report.cards_checked, check.salts.len()), (4, 4, 4));
    }

    #[test]
    fn the_cards_of_a_deck_are_numbered_one_after_another() {
        let (mut check, mut cards) = dealt();
        check.card(5, &cards[1]).expect("it is right");
        let Event::Card { n, .. } = &mut cards[0] else { panic!("a card") };
        *n = 11;
        let says = check.card(6, &cards[0]).expect_err("its number is the other's");
        assert!(says.contains("under its number"), "{says}");
        let beyond =
            Event::Card { deck: "year".to_owned(), pos: 4, body: Value::Null, n: 14, salt: Hash([7; 32]) };
        check.decks.get_mut("year").expect("it lies there").drawn = 4;
        assert_eq!(check.card(7, &beyond).expect_err("there are four"), "Nobody has drawn that card.");
    }

    #[test]
    fn no_card_is_drawn_from_a_deck_that_is_spent() {
        let (mut check, _) = dealt();
        check.drawn("year", 2).unwrap();
        check.drawn("year", 3).unwrap();
        assert_eq!(check.drawn("year", 4).unwrap_err(), "It is not the next card of the deck.");
    }

    /// A choice in two parts that is opened, its array under the number 20.
    fn laid_down(change: impl Fn(&mut Vec<SecretPart>, &mut Vec<Hash>)) -> Result<(), String> {
        let seat = SeatId::numbered(1);
        let part = |at: u64, name: &str, value: Option<&Value>| {
            let body = Some(Secret::new(parts::item("sheet/0", name, value)));
            let salt = Some(Secret::new([7; 32]));
            SecretPart { to: Audience::seat(&seat), body, n: Some(21 + at), salt, person: None }
        };
        let mut own = vec![part(0, "war", Some(&json!("seat-2"))), part(1, "answer", None)];
        let code = |part: &SecretPart| seal_code(&[7; 32], part.body.as_ref()?.reveal()).ok();
        let mut codes: Vec<Hash> = own.iter().filter_map(code).collect();
        change(&mut own, &mut codes);
        let body = Contents { choice: json!({"parts": codes}), word: None };
        let (round, salt) = ("sheet/0".to_owned(), Hash([7; 32]));
        let mut check = Check::default();
        check.parts_of.insert(round.clone(), vec!["war".to_owned(), "answer".to_owned()]);
        let event = Event::Opened { round, seat: seat.clone(), body, n: 20, salt };
        check.laid_down(&Entry::write(1, By::Bot, event, own, None).unwrap())
    }

    #[test]
    fn a_choice_in_parts_has_the_seals_of_its_parts_each_under_its_number() {
        laid_down(|_, _| ()).unwrap();
        let says = |change: &dyn Fn(&mut Vec<SecretPart>, &mut Vec<Hash>)| laid_down(change).unwrap_err();
        let seals = "not those of the parts, for their own seat";
        assert!(says(&|own, _| own[1].to = Audience::seat(&SeatId::numbered(2))).contains(seals));
        assert!(says(&|_, codes| codes[1] = Hash([9; 32])).contains(seals), "another code than was sealed");
        assert!(says(&|own, _| own[1].n = Some(21)).contains("answer that stands with the line"));
        assert!(says(&|own, _| own[0].n = None).contains("war that stands with the line"));
        // What was sealed is no part of that name, or says more than one.
        for other in [parts::item("sheet/0", "war", None), json!({"answer": 1})] {
            let other = |own: &mut Vec<SecretPart>, codes: &mut Vec<Hash>| {
                codes[1] = seal_code(&[7; 32], &other).unwrap();
                own[1].body = Some(Secret::new(other.clone()));
            };
            assert!(says(&other).contains("answer that stands with the line"));
        }
    }
}
