//! The board as a picture: the European map, the world, or what lies around a place. Only who asks sees it; what it shows is public.

mod bent;
mod key;
pub mod picture;
pub mod points;

use crate::board::present as shown;
use crate::board::read::place_meant;
use crate::other_game;
use crate::present::position;
use crate::words::place as named;
use europa::board::Eyes;
use europa::country::Country;
use europa::geography::{self, Map, Place, atlas};
use europa::{Position, board};
use linkme::distributed_slice;
pub(crate) use picture::around_way;
use picture::{Flag, Shown, Window, is_voyage, picture};
use std::collections::{BTreeMap, BTreeSet};
use table::SeatId;
use table_commands::asked::{Answer, At};
use table_commands::boards::{BOARDS, Board};
use table_commands::custom_id::CustomId;
use table_commands::drawn::beside as beside_it;
use table_commands::message::{Choice, Component, Look, Message};
use table_commands::present::Scene;
use table_commands::rooms::Chosen;
use table_commands::{say, speech};

#[distributed_slice(BOARDS)]
static BOARD: Board = Board {
    shows: |house, asked, campaign, around| {
        Box::pin(async move {
            let at = At { house, asked, campaign };
            at.look(|scene| position(&scene.public).map(|_| ())).await.ok().flatten()?;
            let window = match around.map(place_meant) {
                Some(Err(why)) => return Some(Message::refusal(why).into()),
                Some(Ok(place)) => Window::Around(place),
                None => Window::Europe,
            };
            Some(drawn(at, window, Vec::new(), None).await.unwrap_or_else(Answer::from))
        })
    },
    suggests: |typed| {
        let found = geography::find(typed).into_iter().take(25);
        found.map(|place| (place.name().to_owned(), place.site().key.clone())).collect()
    },
};

/// What everybody sees of the board.
pub(crate) fn shown_of(position: &Position, way: Vec<Place>) -> Shown {
    let holder = |place: Place| {
        // Who holds a province is the same for whoever looks.
        let any = Country::all().next()?;
        Some((place, Eyes::of(position, any).holder(place)?))
    };
    let stacks = position.board.stacks.iter();
    let flag = |(number, standing): (&u32, &board::Standing)| Flag {
        number: *number,
        at: standing.at,
        country: standing.country,
        counters: shown::counters(&standing.stack),
    };
    let open = position.sieges.of.values().filter(|siege| siege.ended.is_none());
    Shown {
        held: atlas().all().filter_map(holder).collect(),
        played: Country::all().filter(|country| position.seat_of(*country).is_some()).collect(),
        flags: stacks.map(flag).collect(),
        besieged: open.filter_map(|siege| siege.province()).collect(),
        revolts: position.board.revolts.keys().copied().collect(),
        way,
    }
}

/// A button or select of the picture; `None` for one that is not known.
pub(crate) async fn pressed(at: At<'_>, what: &str, chosen: &Chosen) -> Option<Result<Answer, Message>> {
    let window = match what {
        "map" => Window::Europe,
        "map/own" => {
            let own = at.look(|scene| {
                let position = position(&scene.public)?;
                scene.own.seat().and_then(|seat| where_most_stand(&position, seat))
            });
            own.await.ok().flatten().map_or(Window::Europe, Window::Around)
        }
        "map/world" => Window::World,
        "map/open" => Window::Around(Place::by_key(chosen.first()?)?),
        _ => Window::Around(Place::by_key(what.strip_prefix("map/at/")?)?),
    };
    Some(drawn(at, window, Vec::new(), None).await)
}

/// The window that shows where the stacks of a seat stand: around the one place of them all, else Europe, or the world where one stands
/// beyond it.
pub(crate) fn around_own(position: &Position, seat: &SeatId) -> Window {
    let at = where_they_stand(position, seat);
    let mut places = at.keys();
    match (places.next(), places.next()) {
        (Some(only), None) => Window::Around(*only),
        _ if at.keys().all(|place| place.site().map == Map::Europe) => Window::Europe,
        _ => Window::World,
    }
}

/// The place where most stacks of a seat stand, the first of several; `None` where none of its stacks is on the board.
fn where_most_stand(position: &Position, seat: &SeatId) -> Option<Place> {
    let at = where_they_stand(position, seat);
    at.into_iter().rev().max_by_key(|(_, stacks)| *stacks).map(|(place, _)| place)
}

/// Where the stacks of a seat stand, and how many at each place.
fn where_they_stand(position: &Position, seat: &SeatId) -> BTreeMap<Place, usize> {
    let mut at = BTreeMap::new();
    for standing in position.board.stacks.values() {
        if position.seat_of(standing.country) == Some(seat) {
            *at.entry(standing.at).or_default() += 1;
        }
    }
    at
}

/// A message of its own, or the picture's, with the picture of a part of the board and a way on it.
pub(crate) async fn drawn(
    at: At<'_>,
    window: Window,
    way: Vec<Place>,
    message: Option<Message>,
) -> Result<Answer, Message> {
    let seen = at.look(|scene| {
        let position = position(&scene.public)?;
        let own = message.unwrap_or_else(|| beside(scene, &position, window));
        Some((shown_of(&position, way), own))
    });
    let (shown, message) = seen.await?.ok_or_else(other_game)?;
    let says = speech::in_language(at.asked.asker.language, || caption(window, &shown.way));
    let file = ("board.png".to_owned(), says);
    Ok(beside_it(at.house, at.asked, message, file, move || picture(&shown, window)).await.into())
}

/// What a picture shows, in a line, and the way that is drawn on it.
fn caption(window: Window, way: &[Place]) -> String {
    if let (Some(from), Some(to), true) = (way.first(), way.last(), way.len() > 1) {
        return if is_voyage(way) {
            say!("The board along the voyage from {} to {}.", named(*from), named(*to))
        } else {
            say!("The board along the march from {} to {}.", named(*from), named(*to))
        };
    }
    match window {
        Window::Europe => say!("The board in Europe."),
        Window::World => say!("The board of the whole world."),
        Window::Around(place) => say!("The board around {}.", named(place)),
        Window::Way | Window::LongWay => say!("The board."),
    }
}

/// What stands beside a picture: how it is read, and what else can be looked at.
fn beside(scene: &Scene<'_>, position: &Position, window: Window) -> Message {
    let shows = caption(window, &[]);
    let around = to_look_at(position, scene, window);
    let says = match window {
        Window::Europe | Window::World if around.is_empty() => say!(
            "{} The numbers are those of stacks; what everything else means stands under the map.",
            shows
        ),
        Window::Europe | Window::World => say!(
            "{} The numbers are those of stacks; what everything else means stands under the map. Choose a place below to see names.",
            shows
        ),
        _ => say!(
            "{} Stacks stand with their numbers and counters. What everything else means stands under the map.",
            shows
        ),
    };
    let mut message = Message::text(says);
    if !around.is_empty() {
        let choices = around.iter().map(|at| Choice::new(&named(*at), at.site().key.as_str())).collect();
        let id = CustomId::on(&scene.own, 0, "europa/map/open");
        message = message.select(Component::select(&say!("What lies around…"), id, choices));
    }
    for (of, label, verb) in [
        (Window::Europe, say!("All of Europe"), "europa/map"),
        (Window::World, say!("The world"), "europa/map/world"),
    ] {
        if window != of {
            message = message.and_button(scene.button(Look::Secondary, &label, 0, verb));
        }
    }
    message.and_button(scene.button(Look::Secondary, &say!("Board"), 0, "europa/board"))
}

/// Places that can be chosen beside a picture: where own stacks stand, sieges, others' stacks, then the neighbours of what is shown or
/// the fortresses of those who are played.
fn to_look_at(position: &Position, scene: &Scene<'_>, window: Window) -> Vec<Place> {
    let seat = scene.own.seat();
    let own = |standing: &board::Standing| position.seat_of(standing.country) == seat;
    let stacks = position.board.stacks.values();
    let (own, others): (Vec<&board::Standing>, Vec<&board::Standing>) = stacks.partition(|of| own(of));
    let open = position.sieges.of.values().filter(|siege| siege.ended.is_none());
    let mut all: Vec<Place> = own.iter().map(|standing| standing.at).collect();
    all.extend(open.filter_map(|siege| siege.province()));
    if let Window::Around(place) = window {
        all.extend(place.neighbours().iter().map(|(next, _)| *next));
    }
    all.extend(others.iter().map(|standing| standing.at));
    let played = |place: &Place| {
        let site = place.site();
        site.map == Map::Europe && site.country().is_some_and(|of| position.seat_of(of).is_some())
    };
    let mut strong: Vec<Place> = atlas().all().filter(played).collect();
    strong.sort_by_key(|place| std::cmp::Reverse(place.site().fortress));
    all.extend(strong);
    let mut seen = BTreeSet::new();
    all.retain(|place| Window::Around(*place) != window && seen.insert(*place));
    all.truncate(25);
    all
}
