//! A hand of event cards: what is in it, what can be done with each card, and on which area.

use super::code;
use super::hand::InHand;
use super::selects::{MOST_SELECTS, in_selects};
use crate::present::position;
use crate::{shows, words};
use middle_ages::Position;
use middle_ages::board::Order;
use middle_ages::court::Court;
use middle_ages::event_cards::{Card, number_in};
use middle_ages::geography::Area;
use poise::serenity_prelude as serenity;
use table::{View, said};
use table_commands::asked::At;
use table_commands::drawn::beside;
use table_commands::message::{Choice, Message};
use table_commands::present::Scene;
use table_commands::words::suggest;
use table_commands::{Context, say, speech};

/// The event cards in the viewer's hand.
pub(crate) fn of(view: &View) -> Vec<InHand> {
    let Some(position) = position(view) else { return Vec::new() };
    let card = |name: &str| position.data().event_named(name).cloned();
    let held = view.hand.iter();
    held.filter_map(|held| Some(InHand { pos: number_in(&held.deck, held.pos)?, card: card(&held.card)? }))
        .collect()
}

/// The cards of one's own hand by any part of the name, for who types one.
pub(crate) async fn names(ctx: Context<'_>, typed: &str) -> serenity::CreateAutocompleteResponse {
    suggest(ctx, typed, |scene| {
        of(&scene.own).into_iter().map(|held| (speech::word(&held.card.name), held.card.name)).collect()
    })
    .await
}

/// The same with the viewer's hand as a picture, where it is not empty.
pub(crate) async fn with_picture(at: At<'_>, message: Message) -> Message {
    let seen = at.look(|scene| {
        let year = position(&scene.own)?.calendar.year();
        Some((of(&scene.own), year)).filter(|(hand, _)| !hand.is_empty())
    });
    let Ok(Some((hand, year))) = seen.await else { return message };
    let says = speech::in_language(at.asked.asker.language, || say!("Your hand of event cards."));
    let file = ("hand.png".to_owned(), says);
    beside(at.house, at.asked, message, file, move || super::hand::picture(&hand, year)).await
}

/// A card in words: its name, its years, its languages.
pub(crate) fn card(card: &Card) -> String {
    let name = speech::word(&card.name);
    match card.period {
        Some([first, last]) => say!("{} ({} to {})", name, first, last),
        None => name,
    }
}

/// The hand: its cards, and what can be done with them.
pub(super) fn choices(scene: &Scene<'_>, position: &Position, court: Court) -> (String, Vec<Choice>) {
    let hand = of(&scene.own);
    let data = position.data();
    let names: Vec<String> = hand.iter().map(|held| card(&held.card)).collect();
    let says = if names.is_empty() {
        say!("Your hand is empty. In your turn you draw an event card into it.")
    } else {
        say!("Your hand, which nobody else sees: {}.", names.join(", "))
    };
    let does = hand
        .iter()
        .map(|held| format!("\n*{}*: {}", speech::word(&held.card.name), words::does(&held.card.does)));
    let says = std::iter::once(says).chain(does).collect::<String>();
    let mut all = Vec::new();
    for held in &hand {
        let name = speech::word(&held.card.name);
        match playable(position, court, held).as_slice() {
            [] => {}
            [None, ..] => {
                let code = code::written(data, &Order::Play { pos: held.pos, on: None });
                all.extend(code.map(|code| Choice::new(&say!("Play {}", name), code)));
            }
            // On which of many areas is chosen next.
            _ => all.push(Choice::new(&say!("Play {} on…", name), format!("{ON_WHICH}{}", held.pos))),
        }
        let discard = code::written(data, &Order::Discard { pos: held.pos });
        all.extend(discard.map(|code| Choice::new(&say!("Discard {}", name), code)));
    }
    (says, all)
}

/// On what a card of the hand can be played now: on nothing in particular, or on each of these areas.
fn playable(position: &Position, court: Court, held: &InHand) -> Vec<Option<Area>> {
    if held.card.applies(position.calendar.year()).is_err() {
        return Vec::new();
    }
    let has_effect =
        |on: &Option<Area>| middle_ages::board::cards::effect(position, court, &held.card, *on).is_ok();
    if has_effect(&None) {
        return vec![None];
    }
    position.data().areas().map(Some).filter(has_effect).collect()
}

/// What stands before a card's position where it is chosen next on which area it is played.
pub(crate) const ON_WHICH: &str = "on/";

/// The areas on which a card of the hand can be played, in as many selects as they take.
pub(crate) async fn on_which(at: At<'_>, code: &str) -> Result<Message, Message> {
    shows(at, |scene| {
        let (position, _, court) = super::playing(scene)?;
        let pos = code.strip_prefix(ON_WHICH).and_then(|pos| pos.parse::<u32>().ok());
        let hand = of(&scene.own);
        let held = hand.iter().find(|held| Some(held.pos) == pos);
        let held = held.ok_or_else(|| said!("That card is not in your hand."))?;
        let (data, name) = (position.data(), speech::word(&held.card.name));
        let choice = |area: Area| {
            let code = code::written(data, &Order::Play { pos: held.pos, on: Some(area) })?;
            Some(Choice::new(data.name(area), code))
        };
        let areas = playable(&position, court, held).into_iter().flatten();
        let all: Vec<Choice> = areas.filter_map(choice).collect();
        if all.is_empty() {
            return Err(said!("{} can be played on no area now.", name));
        }
        let message = Message::text(say!("Play {}: on which area?", name));
        Ok(in_selects(scene, message, "ages/do", &say!("On which area…"), &all, MOST_SELECTS))
    })
    .await
}
