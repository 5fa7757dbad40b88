//! A war, or its end, told by choosing with whom.

use super::other_sides;
use crate::board::pick::{MOST, own};
use crate::words::country;
use crate::{country_meant, no_country, order, other_game, screen};
use europa::country::Country;
use europa::seats::Order as Seats;
use europa::{Order, Position, is_open};
use table::{Said, SeatId};
use table_commands::asked::{Answer, At};
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Form, Input, Look, Message};
use table_commands::present::Scene;
use table_commands::rooms::Chosen;
use table_commands::say;
use table_commands::words::{line, yes_or_no};

/// Lists of one's own countries at most, each with whom it can be at war; a row is left for those that end and one for the buttons.
const MOST_LISTS: usize = 3;

/// The button that opens the lists, where a player can tell of a war.
pub(crate) fn button(scene: &Scene<'_>, look: Look) -> Component {
    scene.button(look, &say!("War or peace…"), 0, "europa/war")
}

/// The button that confirms for a country the peace that another told.
pub(crate) fn confirm(scene: &Scene<'_>, own: Country, with: Country) -> Component {
    let verb = format!("europa/war/peace/{}/{}", own.key(), with.key());
    scene.button(Look::Success, &say!("Confirm the peace"), 0, &verb)
}

/// The button that declines it, or by which who told it takes it back.
pub(crate) fn declines(scene: &Scene<'_>, own: Country, with: Country) -> Component {
    let verb = format!("europa/war/goes-on/{}/{}", own.key(), with.key());
    scene.button(Look::Danger, &say!("No peace"), 0, &verb)
}

/// The peaces that wait for a confirmation: of the viewer's, and those that he told, with the buttons that answer them.
pub(crate) fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    let Some((position, seat)) = own(scene).filter(|_| !scene.own.as_regent) else { return (lines, buttons) };
    for (of, with) in &position.peaces {
        if position.seat_of(*with) == Some(seat) {
            lines.push(say!("{} tells a peace with {}: confirm it, or not.", country(*of), country(*with)));
            buttons.extend([confirm(scene, *with, *of), declines(scene, *with, *of)]);
        } else if position.seat_of(*of) == Some(seat) {
            lines.push(say!(
                "The peace of {} with {} waits for who plays {}.",
                country(*of),
                country(*with),
                country(*with)
            ));
            buttons.push(declines(scene, *of, *with));
        }
    }
    (lines, buttons)
}

/// The wars of a player's countries, each with the other side.
fn wars(position: &Position, seat: &SeatId) -> Vec<(Country, Country)> {
    let ends = |country: Country, with: Country| {
        is_open(position, seat, &Order::Seats(Seats::War { country, with, on: false }))
    };
    let both = position.wars.iter().flat_map(|(one, other)| [(*one, *other), (*other, *one)]);
    let mut all: Vec<(Country, Country)> = both.filter(|(own, with)| ends(*own, *with)).collect();
    all.truncate(MOST);
    all
}

/// With whom a country can be told to be at war, those that somebody plays first: as many as a list holds.
fn foes(position: &Position, seat: &SeatId, of: Country) -> Vec<Country> {
    let mut all = other_sides(position, seat, Some(of), Some(false));
    all.truncate(MOST);
    all
}

/// Who plays a country, for a line of a list.
fn player(scene: &Scene<'_>, position: &Position, of: Country) -> String {
    position.seat_of(of).map_or_else(|| say!("nobody plays it"), |seat| scene.player(seat))
}

/// The lists: with whom a war begins, of each of one's own countries, and which war ends.
fn lists(scene: &Scene<'_>) -> Option<Message> {
    let (position, seat) = own(scene)?;
    let countries = position.countries_of(seat);
    if countries.is_empty() {
        return Some(no_country());
    }
    let mut message = Message::text(say!(
        "**War or peace.** What you choose is told to all at once; a war holds from then on, a peace when the other side has told it too. What your rules say of declaring a war, and of its price, you settle at the table."
    ));
    for of in countries.iter().take(MOST_LISTS) {
        let choice =
            |with: &Country| Choice::new(&country(*with), with.key()).about(&player(scene, &position, *with));
        let choices = foes(&position, seat, *of).iter().map(choice).collect();
        let id = CustomId::on(&scene.own, 0, &format!("europa/war/on/{}", of.key()));
        message = message.select(Component::select(&say!("{} is at war with…", country(*of)), id, choices));
    }
    let choice = |(own, with): &(Country, Country)| {
        let label = say!("{} and {}", country(*own), country(*with));
        Choice::new(&label, format!("{}/{}", own.key(), with.key()))
    };
    let ends = wars(&position, seat).iter().map(choice).collect();
    let id = CustomId::on(&scene.own, 0, "europa/war/off");
    message = message.select(Component::select(&say!("At peace again…"), id, ends));
    let written = scene.button(Look::Secondary, &say!("Another country…"), 0, "europa/war/form");
    Some(message.and_button(written))
}

/// The form that tells of any war, or of its end.
pub(crate) async fn form(at: At<'_>) -> Result<Answer, Message> {
    let form = at.look(|scene| {
        let (position, seat) = own(scene)?;
        let first = position.countries_of(seat).first().map(|of| country(*of)).unwrap_or_default();
        Some(Form {
            title: say!("War or peace"),
            custom_id: CustomId::on(&scene.own, 0, "europa/war/form"),
            inputs: vec![
                Input { value: first, ..line("country", say!("Your country"), 60) },
                line("with", say!("The other country"), 60),
                Input {
                    required: false,
                    placeholder: say!("yes, if they are at peace again"),
                    ..line("peace", say!("At peace again? (optional)"), 10)
                },
            ],
        })
    });
    form.await?.map(Answer::Form).ok_or_else(other_game)
}

/// What that form comes to.
pub(crate) async fn sent(at: At<'_>, field: impl Fn(&str) -> String) -> Result<Message, Message> {
    let peace = field("peace");
    let read = || -> Result<(Country, Country, bool), Said> {
        let peace = if peace.trim().is_empty() { false } else { yes_or_no(&peace)? };
        Ok((country_meant(&field("country"))?, country_meant(&field("with"))?, !peace))
    };
    tells(at, read().map_err(Message::refusal)?).await
}

async fn tells(at: At<'_>, (country, with, on): (Country, Country, bool)) -> Result<Message, Message> {
    order(at, &Order::Seats(Seats::War { country, with, on })).await
}

/// Two countries as a button or a choice carries them, `france/spain`, and whether they are told to be at war.
fn war_of(pair: &str, on: bool) -> Option<(Country, Country, bool)> {
    let (own, with) = pair.split_once('/')?;
    Some((Country::by_key(own)?, Country::by_key(with)?, on))
}

/// A button or a select of wars; `None` for one that is not known.
pub(crate) async fn pressed(at: At<'_>, what: &str, chosen: &Chosen) -> Option<Result<Answer, Message>> {
    let war = match what {
        "war" => return Some(screen(at, lists).await),
        "war/form" => return Some(form(at).await),
        "war/off" => war_of(chosen.first()?, false)?,
        _ => match what.strip_prefix("war/")?.split_once('/')? {
            ("peace", pair) => war_of(pair, false)?,
            ("goes-on", pair) => war_of(pair, true)?,
            ("on", own) => (Country::by_key(own)?, Country::by_key(chosen.first()?)?, true),
            _ => return None,
        },
    };
    let message = tells(at, war).await.unwrap_or_else(|sentence| sentence);
    Some(Ok(at.with_desk(message).await.into()))
}
