//! Counters at the desk: one is moved by choosing it and where to, and many are told in one form, which shows where they stand.

use crate::counters::{Own, own, place_meant, places};
use crate::forces::present::names_of;
use crate::map::present::flags::called;
use crate::seen::position;
use eia::map::{
    AreaId, Arrows, Berth, Place, SeaId, home_provinces, land_reach, national_capital, sea_reach,
};
use eia::oob::Control;
use eia::powers::Power;
use eia::told::counters::{Counter, Order, Piece};
use linkme::distributed_slice;
use std::collections::BTreeSet;
use table::{Said, said};
use table_commands::asked::{APART, Answer, At};
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Form, Input, Look, Message};
use table_commands::present::Scene;
use table_commands::present::names::{plain, quoted};
use table_commands::rooms::{ROOMS, Room};
use table_commands::say;
use table_commands::words::line;

#[distributed_slice(ROOMS)]
static ROOM: Room = Room {
    subject: "counter",
    pressed: |press, chosen| Box::pin(pressed(press.at(), press.what, chosen.first())),
    opens: |press| {
        Box::pin(
            async move { if press.what == "many" { Some(many_form(press.at()).await.into()) } else { None } },
        )
    },
    sent: |press, field| {
        Box::pin(async move {
            if press.what == "many" { Some(many(press.at(), &field("counters")).await.into()) } else { None }
        })
    },
    ..Room::EMPTY
};

/// The button that shows who looks his counters, to move one.
#[must_use]
pub(crate) fn button(scene: &Scene<'_>) -> Component {
    scene.button(Look::Secondary, &say!("My counters"), 0, "counter/move")
}

/// What takes a counter off the map, where a place is asked.
const OFF: &str = "off";
/// The most choices of a select.
const MOST: usize = 25;
/// So many counters stand as buttons, each one tap, where all of them do.
const BUTTONS: usize = 20;
/// So many stand as buttons where selects have the others, and so many places near a counter do: two rows.
const FIRST: usize = 10;
/// A row of buttons. Beside one, or two, and the row below there is room for so many selects.
const ROW: usize = 5;
/// Rows of buttons and selects above the last row.
const ROWS: usize = 4;
/// The longest `custom_id` that Discord takes, in characters.
const LONGEST_ID: usize = 100;
/// The areas or seas that are offered are so many MP away at most: what is farther is typed.
const NEAR: u16 = 3;
/// The most characters of the form.
const LONGEST: u16 = 4000;

/// A button or select of counters; `None` for one that is not known.
async fn pressed(at: At<'_>, what: &str, chosen: Option<&str>) -> Option<Answer> {
    let parts: Vec<&str> = what.splitn(3, '/').collect();
    Some(match (parts.as_slice(), chosen) {
        (["many"], _) => many_form(at).await.into(),
        (["move"], _) => screen(at, None).await.into(),
        (["which", ..], Some(which)) => screen(at, Some(which)).await.into(),
        (["take", power, name], None) => screen(at, Some(&format!("{power}/{name}"))).await.into(),
        (["to", power, name], Some(to)) => stands_at(at, [power, name], to).await,
        (["go", power, rest], None) => {
            // The place's own key has a stroke in it: area/vienna.
            let (stroke, _) = rest.match_indices('/').nth(1)?;
            stands_at(at, [power, &rest[stroke + 1..]], &rest[..stroke]).await
        }
        _ => return None,
    })
}

/// Puts a counter of a power where it was chosen to stand, or takes it off the map.
async fn stands_at(at: At<'_>, [power, name]: [&str; 2], to: &str) -> Answer {
    let place = Some(to).filter(|to| *to != OFF);
    let told: Message = places(at, name, place, None, Some(power)).await.into();
    if told.is_refusal() {
        return told.into();
    }
    let next = CustomId::of(at.campaign, 0, "counter/move");
    let another = Component::button(Look::Secondary, &say!("Another counter"), next);
    told.and_button(another).and_button(map_of(at.campaign, place)).into()
}

/// *Map*, after a counter was moved: of what lies around the area where it stands now, else of everything.
fn map_of(campaign: &str, at: Option<&str>) -> Component {
    let verb = match at.and_then(Place::by_key) {
        Some(Place::Area(area)) => format!("map/around/{}", area.key()),
        _ => "map/whole".to_owned(),
    };
    Component::button(Look::Secondary, &say!("Map"), CustomId::of(campaign, 0, &verb))
}

/// Which counter is moved, and where to, once one is chosen: `austria/II Corps`.
async fn screen(at: At<'_>, which: Option<&str>) -> Result<Message, Message> {
    own(at).await?;
    at.look(|scene| {
        let all = counters(scene);
        let found = which.and_then(|which| all.iter().find(|(power, name, _)| value(*power, name) == which));
        screen_of(scene, &all, found)
    })
    .await
}

/// A counter as a select has it.
fn value(power: Power, name: &str) -> String {
    format!("{}/{name}", power.key())
}

/// A counter of who looks, and where it stands; `None` of one that its order of battle has and that is not on the map yet.
type OwnCounter = (Power, String, Option<Counter>);

/// The counters of who looks: those on the map first, then those that are not there yet.
fn counters(scene: &Scene<'_>) -> Vec<OwnCounter> {
    let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else { return Vec::new() };
    let powers = position.moved_by(seat);
    let on_map = powers.iter().flat_map(|power| {
        let counters = position.counters_of(*power).iter();
        counters.map(|(name, counter)| (*power, name.clone(), Some(counter.clone())))
    });
    let not_yet = powers.iter().flat_map(|power| {
        let counters = position.counters_of(*power);
        let stands = |name: &String| counters.keys().any(|own| own.eq_ignore_ascii_case(name));
        let names = names_of(scene, *power).into_iter().filter(move |name| !stands(name));
        names.map(|name| (*power, name, None)).collect::<Vec<OwnCounter>>()
    });
    on_map.chain(not_yet).collect()
}

/// Where a counter of a power comes in: where others of it stand, then its capital and those of its home provinces; a fleet in its home
/// ports. Nothing on a group's own map, where it is typed.
fn first_places(scene: &Scene<'_>, power: Power, name: &str) -> Vec<String> {
    if crate::pack::map_of(&scene.beside).is_some_and(|map| map.board().is_some()) {
        return Vec::new();
    }
    let scenario = &scene.own.scenario;
    let is_fleet = Piece::of_the_order(scenario, power, name) == Some(Piece::Fleet);
    let home = home_provinces(power, Control::of(scenario).era());
    let position = position(&scene.own);
    let others = position.iter().flat_map(|position| position.counters_of(power).values());
    let others = others.filter(|counter| (counter.piece == Piece::Fleet) == is_fleet);
    let others: BTreeSet<String> = others.map(|counter| counter.place.clone()).collect();
    let areas: Vec<AreaId> = if is_fleet {
        let is_port = |area: &AreaId| {
            let on_map = area.on_map();
            on_map.port.is_some() && home.contains(&on_map.province)
        };
        AreaId::all().filter(is_port).collect()
    } else {
        national_capital(power).into_iter().chain(home.iter().map(|one| one.on_map().capital)).collect()
    };
    let mut places: Vec<String> = others.into_iter().collect();
    for key in areas.into_iter().map(|area| Place::Area(area).key()) {
        if !places.contains(&key) {
            places.push(key);
        }
    }
    places
}

/// The screen: which counter, or where the chosen one goes.
fn screen_of(scene: &Scene<'_>, all: &[OwnCounter], chosen: Option<&OwnCounter>) -> Message {
    let form = scene.button(Look::Secondary, &say!("All in one form"), 0, "counter/many");
    // What is asked here stays beside the map.
    let map = scene.button(Look::Secondary, &say!("Map"), 0, &format!("map/own{APART}"));
    match chosen {
        Some(chosen) => {
            let another = scene.button(Look::Secondary, &say!("Another counter"), 0, "counter/move");
            where_to(scene, chosen).buttons(vec![another, form, map])
        }
        None => which_one(scene, all).buttons(vec![form, map]),
    }
}

/// The first of these as buttons, so many at most, and the rest of them: those beyond, and those whose `custom_id` is too long for a button.
fn as_buttons<T>(all: Vec<T>, most: usize, button: impl Fn(&T) -> Component) -> (Vec<Component>, Vec<T>) {
    let (mut buttons, mut rest) = (Vec::new(), Vec::new());
    for (nth, one) in all.into_iter().enumerate() {
        let fits = |button: &Component| button.id().chars().count() <= LONGEST_ID;
        match (nth < most).then(|| button(&one)).filter(fits) {
            Some(button) => buttons.push(button),
            None => rest.push(one),
        }
    }
    (buttons, rest)
}

/// Where a counter goes: the nearest places a tap each, the others in a select.
fn where_to(scene: &Scene<'_>, (power, name, counter): &OwnCounter) -> Message {
    let (says, places) = match counter {
        Some(counter) => (
            say!("**{}** ({}) stands at {}. Where to?", plain(name), *power, called(&counter.place)),
            near(counter),
        ),
        None => (
            say!(
                "**{}** ({}) is not on the map yet. Where to? *All in one form* takes any place.",
                plain(name),
                *power
            ),
            first_places(scene, *power, name).into_iter().map(|key| (None, key)).collect(),
        ),
    };
    let go = |(points, key): &Way| {
        let verb = format!("counter/go/{}/{key}/{name}", power.key());
        scene.button(Look::Primary, &with_points(key, *points), 0, &verb)
    };
    let (nearest, farther) = as_buttons(places, FIRST, go);
    let off = counter.as_ref().map(|_| Choice::new(&say!("Off the map"), OFF));
    let room = (ROWS - nearest.len().div_ceil(ROW)) * MOST - usize::from(off.is_some());
    let mut message = Message::text(says);
    if farther.len() > room {
        message.content.push('\n');
        message.content.push_str(&say!("More places than fit here: *All in one form* takes any."));
    }
    let alone = farther.is_empty();
    let mut choices: Vec<Choice> = (farther.iter().take(room))
        .map(|(points, key)| Choice::new(&with_points(key, *points), key))
        .collect();
    // In the first of them, where it is looked for.
    if let Some(off) = off {
        choices.insert(choices.len().min(MOST - 1), off);
    }
    message = message.buttons(nearest);
    for (n, some) in (0..).zip(choices.chunks(MOST)) {
        let asks = match (alone, n) {
            (true, _) => say!("Off the map"),
            (false, 0) => say!("Where else?"),
            (false, _) => say!("Farther…"),
        };
        let to = CustomId::on(&scene.own, n, &format!("counter/to/{}/{name}", power.key()));
        message = message.select(Component::select(&asks, to, some.to_vec()));
    }
    message
}

/// A place that a counter can go to, by its key, with the MP of the way where it stands on the map.
type Way = (Option<u16>, String);

/// A place as a button or select names it: "Linz · 2 MP"; a sea says that it is one.
fn with_points(key: &str, points: Option<u16>) -> String {
    let place = match Place::by_key(key) {
        Some(Place::Sea(_)) => say!("{} (sea)", called(key)),
        _ => called(key),
    };
    match points {
        Some(points) => say!("{} · {} MP", place, points),
        None => place,
    }
}

/// Which counter moves or comes in: the first of them a tap each, and those that have no room as buttons in selects.
fn which_one(scene: &Scene<'_>, all: &[OwnCounter]) -> Message {
    if all.is_empty() {
        return Message::text(say!("You have no counters that the map could show."));
    }
    let mut message =
        Message::text(say!("Which counter moves, or comes in? Everybody sees where it stands."));
    // A name with this sign cannot stand in a button.
    let movable: Vec<&OwnCounter> = all.iter().filter(|(_, name, _)| !name.contains('@')).collect();
    let several = movable.first().zip(movable.last()).is_some_and(|(first, last)| first.0 != last.0);
    let stands = |counter: &Option<Counter>| {
        counter.as_ref().map_or_else(|| say!("not on the map"), |counter| called(&counter.place))
    };
    let take = |(power, name, counter): &&OwnCounter| {
        let whose = if several { format!("{} · ", crate::names::called(power)) } else { String::new() };
        let says = match counter {
            Some(counter) => format!("{whose}{name} · {}", called(&counter.place)),
            None => format!("{whose}{name}"),
        };
        let look = if counter.is_some() { Look::Primary } else { Look::Secondary };
        scene.button(look, &says, 0, &format!("counter/take/{}/{name}", power.key()))
    };
    let first = match movable.len() {
        few if few <= BUTTONS => BUTTONS,
        some if some <= FIRST + (ROWS - FIRST / ROW) * MOST => FIRST,
        _ => ROW,
    };
    let selects = ROWS - first / ROW;
    let (buttons, rest) = as_buttons(movable, first, take);
    message = message.buttons(buttons);
    for (n, some) in rest.chunks(MOST).take(selects).enumerate() {
        let choices = some.iter().map(|(power, name, counter)| {
            let says = format!("{name} · {} · {}", crate::names::called(power), stands(counter));
            Choice::new(&says, value(*power, name))
        });
        let asks = match (some.first(), some.last()) {
            (Some((of, first, _)), Some((last_of, last, _))) if of == last_of => {
                say!("Which counter? {}: {} to {}", *of, first, last)
            }
            (Some((of, first, _)), Some((last_of, last, _))) => {
                say!("Which counter? {} ({}) to {} ({})", first, *of, last, *last_of)
            }
            _ => say!("Which counter?"),
        };
        let verb = if n == 0 { "counter/which".to_owned() } else { format!("counter/which/{n}") };
        message =
            message.select(Component::select(&asks, CustomId::on(&scene.own, 0, &verb), choices.collect()));
    }
    if rest.len() > MOST * selects {
        message.content.push('\n');
        message.content.push_str(&say!("More counters than fit here: *All in one form* has every one."));
    }
    message
}

/// Where a counter can go that is near: the nearest first; nothing on a group's own map, where it is typed.
fn near(counter: &Counter) -> Vec<Way> {
    let mut all: Vec<(u16, String, String)> = Vec::new();
    let mut take = |points: u16, place: Place| {
        if place.key() != counter.place {
            all.push((points, place.name().to_owned(), place.key()));
        }
    };
    let seas = |from: Berth| sea_reach(from, NEAR, |_| true);
    match (Place::by_key(&counter.place), counter.piece) {
        (Some(Place::Area(area)), Piece::Corps) => {
            for (to, points) in land_reach(area, NEAR, Arrows::HOUSE, |_| true) {
                take(points, Place::Area(to));
            }
        }
        (Some(at), Piece::Fleet) => {
            let from = match at {
                Place::Area(area) => Berth::Port(area),
                Place::Sea(sea) => Berth::Sea(sea),
                _ => return Vec::new(),
            };
            let reached: Vec<(SeaId, u16)> = seas(from);
            for (sea, points) in &reached {
                take(*points, Place::Sea(*sea));
            }
            for area in AreaId::all() {
                let port = area.on_map().port.as_ref().map(|port| port.sea);
                if let Some((_, points)) = reached.iter().find(|(sea, _)| Some(*sea) == port) {
                    take(points + 1, Place::Area(area));
                }
            }
        }
        _ => {}
    }
    all.sort();
    all.into_iter().map(|(points, _, key)| (Some(points), key)).collect()
}

/// The form of all counters: where each stands, and those of the order of battle that do not, with an open place.
async fn many_form(at: At<'_>) -> Result<Form, Message> {
    own(at).await?;
    let see = |scene: &Scene<'_>| {
        let mut text = lines(scene);
        while text.chars().count() > usize::from(LONGEST) {
            text.truncate(text.trim_end().rfind('\n').map_or(0, |at| at + 1));
        }
        (!text.is_empty()).then(|| Form {
            title: say!("Where your counters stand"),
            custom_id: CustomId::on(&scene.own, 0, "counter/many"),
            inputs: vec![Input {
                long: true,
                value: text,
                placeholder: say!("II Corps: Vienna\nBrest fleet: off"),
                ..line("counters", say!("Name: place; off takes it off the map"), LONGEST)
            }],
        })
    };
    at.show_or(see, || said!("You have no power in this campaign, so you have no counters on its map.")).await
}

/// The counters of who looks, a line each, under their power where he has several.
fn lines(scene: &Scene<'_>) -> String {
    let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else { return String::new() };
    let (powers, mut text) = (position.moved_by(seat), String::new());
    for power in &powers {
        if powers.len() > 1 {
            text.push_str(&format!("{}\n", crate::names::called(power)));
        }
        let counters = position.counters_of(*power);
        for (name, counter) in counters.iter() {
            text.push_str(&format!("{name}: {}\n", called(&counter.place)));
        }
        let stands = |name: &String| counters.keys().any(|own| own.eq_ignore_ascii_case(name));
        for name in names_of(scene, *power).into_iter().filter(|name| !stands(name)) {
            text.push_str(&format!("{name}: \n"));
        }
    }
    text
}

/// Tells all that a form changes, in one order: all of it, or nothing where one line is refused.
async fn many(at: At<'_>, text: &str) -> Result<Message, Message> {
    let own = own(at).await?;
    let mut all = Vec::new();
    let mut heading: Option<Power> = None;
    for typed in text.split(['\n', ';']).map(str::trim).filter(|line| !line.is_empty()) {
        match typed.rsplit_once(':') {
            None => match crate::names::meant(typed) {
                Some(power) => heading = Some(power),
                None => {
                    return Err(said!(
                        "\"{}\" does not say where it stands, as in: II Corps: Vienna.",
                        quoted(typed)
                    )
                    .into());
                }
            },
            Some((_, at)) if at.trim().is_empty() => {}
            Some((name, place)) => all.extend(told_of(at, &own, heading, [name, place.trim()]).await?),
        }
    }
    if all.is_empty() {
        return Err(said!("Every counter stands so already.").into());
    }
    at.game_order(&Order::Many { all }).await
}

/// What a line of the form orders; nothing where its counter stands so.
async fn told_of(
    at: At<'_>,
    own: &Own,
    heading: Option<Power>,
    [name, typed]: [&str; 2],
) -> Result<Option<Order>, Said> {
    let (name, power) = own.named(name, heading.map(Power::key))?;
    let stands = own.stands(power, &name).map(|(_, counter)| counter.place.clone());
    let off = [OFF, "-", "–"].contains(&typed.to_lowercase().as_str()) || typed.to_lowercase() == say!("off");
    if off {
        return Ok(stands.map(|_| Order::Remove { power, name }));
    }
    // As the form wrote it.
    if stands.as_ref().is_some_and(|place| called(place) == typed) {
        return Ok(None);
    }
    let place = place_meant(at, typed).await?;
    (stands.as_ref() != Some(&place)).then(|| own.placed(power, name, place, None)).transpose()
}
