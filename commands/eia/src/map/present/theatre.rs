//! The war whose board the bot keeps, on the map: what of it is fought on, and who stands where.

use super::flags::{Flag, called};
use super::frame::{Window, stands};
use crate::seen::position;
use eia::Position;
use eia::danube::Side;
use eia::map::{AreaId, Place};
use eia::powers::Power;
use std::collections::BTreeMap;
use table::View;
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Embed, Look, Message, clip};
use table_commands::say;

/// Choices of a select at most.
const MOST: usize = 25;

/// Who stands at a place: the counters of each power, by name.
type Standing<'f> = BTreeMap<Power, Vec<&'f str>>;

/// What of the map a war is fought on now: all its corps and the cities that bring points. `None` where the bot keeps no board.
#[must_use]
pub fn of(view: &View) -> Option<Window> {
    position(view).filter(|now| now.keeps_land()).and_then(|now| window(&now))
}

/// The same of a position.
#[must_use]
pub fn window(now: &Position) -> Option<Window> {
    let corps = now.pieces.corps.values().filter_map(|on_map| on_map.stand.area());
    let cities = Side::BOTH.into_iter().flat_map(|side| side.cities().keys().copied());
    Window::of_points(corps.chain(cities).map(stands))
}

/// Who stands where, in words below the picture, and a select that shows the card of a place.
pub(crate) fn message(flags: &[Flag]) -> Message {
    let mut places: BTreeMap<AreaId, Standing<'_>> = BTreeMap::new();
    for flag in flags {
        let Some(Place::Area(at)) = Place::by_key(&flag.place) else { continue };
        places.entry(at).or_default().entry(flag.power).or_default().push(&flag.text);
    }
    let mut places: Vec<(String, AreaId, Standing<'_>)> =
        places.into_iter().map(|(at, who)| (called(&Place::Area(at).key()), at, who)).collect();
    places.sort_by(|one, other| one.0.cmp(&other.0));
    let who = |standing: &Standing<'_>| {
        let each = standing.iter().map(|(power, texts)| say!("{} {}", *power, texts.join(", ")));
        each.collect::<Vec<_>>().join(" · ")
    };
    let lines: Vec<String> =
        places.iter().map(|(at, _, standing)| format!("**{at}**: {}", who(standing))).collect();
    let choices: Vec<Choice> = places
        .iter()
        .take(MOST)
        .map(|(called, at, standing)| Choice::new(called, at.key()).about(&clip(&who(standing), 100)))
        .collect();
    let says =
        say!("**The war on the map.** A dot says how many corps of the power in its colour stand there.");
    let mut message = Message::text(says);
    if !lines.is_empty() {
        message = message.with(Embed::new(&say!("Who stands where"), clip(&lines.join("\n"), 4_000)));
        message =
            message.select(Component::select(&say!("Look at a place…"), CustomId::free("map/open"), choices));
    }
    let button = |label: &str, verb: &str| Component::button(Look::Secondary, label, CustomId::free(verb));
    message.buttons(vec![button(&say!("Orders"), "land/orders"), button(&say!("Whole map"), "map/whole")])
}
