//! The flags of corps and fleets on the map: everybody's with their names, those of who looks with their strengths too.

use super::frame::{Frame, stands};
use super::ground::home_tint;
use crate::message::Message;
use crate::present::auction::position;
use crate::present::pictures::{escaped, width};
use crate::present::{Posts, Scene, names};
use crate::{say, speech};
use engine::eia::counters::Happened;
use engine::eia::keys::Key;
use engine::eia::map::Place;
use engine::eia::map::pack::LONGEST_NAME;
use engine::eia::powers::Power;
use engine::table::strongbox::Item;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The size of a flag's letters, in pixels of a picture of much of the map.
pub(super) const FAR: i32 = 26;
/// The same on a picture of what lies around a place, where there is more room.
pub(super) const NEAR: i32 = 34;
/// What is left between two of one place.
const GAP: i32 = 4;

/// A flag on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// Whose it is.
    pub power: Power,
    /// What is written on it.
    pub text: String,
    /// Where it stands: the key of an area or a sea.
    pub place: String,
}

/// The flags as who looks sees them: his own with the strengths that lie in his strongbox, nobody else's.
#[must_use]
pub fn flags(scene: &Scene<'_>) -> Vec<Flag> {
    let Some(position) = position(&scene.own) else { return Vec::new() };
    let own = scene.own.seat().map(|seat| position.choice.powers_of(seat)).unwrap_or_default();
    let strengths = strengths(scene);
    let mut all = Vec::new();
    for (power, counters) in &position.counters {
        for (name, place) in counters {
            let lower = name.to_lowercase();
            // In the box of who has one power alone an item does not say whose it is.
            let whose = [Some(power.key().to_owned()), None];
            let strength = whose.into_iter().find_map(|whose| strengths.get(&(whose, lower.clone())));
            let strength = strength.filter(|_| own.contains(power));
            let name = names::plain_text(name, 40);
            let text = strength.map_or_else(|| name.clone(), |strength| format!("{name} {strength}"));
            all.push(Flag { power: *power, text, place: place.clone() });
        }
    }
    all
}

/// What the strongbox of who looks says of each corps and fleet, by whose it is and its name in small letters: "14i 2c", "27".
fn strengths(scene: &Scene<'_>) -> BTreeMap<(Option<String>, String), String> {
    let items = scene.own.strongbox.iter().flat_map(|held| held.strongbox.items.values());
    let written = items.filter_map(|kept| match &kept.item {
        Item::Corps { name, power, factors } => {
            // Infantry first, as players write it.
            let mut sorts: Vec<(&String, &u32)> = factors.iter().filter(|(_, many)| **many > 0).collect();
            sorts.sort_by_key(|(sort, _)| (sort.as_str() != "infantry", sort.as_str()));
            let each: Vec<String> = sorts
                .into_iter()
                .map(|(sort, many)| format!("{many}{}", sort.chars().next().unwrap_or_default()))
                .collect();
            Some(((power.clone(), name.to_lowercase()), each.join(" ")))
        }
        Item::Fleet { name, power, ships, .. } => {
            Some(((power.clone(), name.to_lowercase()), ships.to_string()))
        }
        _ => None,
    });
    written.collect()
}

/// Draws the flags that stand in a picture of so many pixels, in letters of this size, those of one place under each other: below its city or its middle, or
/// wherever near it they cover the least of names and of other flags. `point`: the pixel of a place, where it has one. `names`: the rooms that names take up, left, top,
/// right, bottom.
pub(super) fn draw(
    svg: &mut String,
    flags: &[Flag],
    (wide, high): (i32, i32),
    letters: i32,
    point: impl Fn(&str) -> Option<(i32, i32)>,
    names: &[[i32; 4]],
) {
    let flag_high = letters * 3 / 2;
    let mut standing: BTreeMap<&str, Vec<&Flag>> = BTreeMap::new();
    for flag in flags {
        standing.entry(flag.place.as_str()).or_default().push(flag);
    }
    let mut taken = names.to_vec();
    for (place, flags) in standing {
        let Some((x, y)) = point(place) else { continue };
        if !(0..wide).contains(&x) || !(0..high).contains(&y) {
            continue;
        }
        let each: Vec<i32> = flags.iter().map(|flag| long(&flag.text, letters)).collect();
        let (most, rows) = (each.iter().copied().max().unwrap_or(0), i32::try_from(flags.len()).unwrap_or(1));
        let tall = rows * (flag_high + GAP);
        let room = |(left, top): (i32, i32)| {
            let left = left.clamp(2, (wide - most - 2).max(2));
            let top = top.clamp(2, (high - tall).max(2));
            [left, top, left + most, top + tall]
        };
        let hidden = |room: &[i32; 4]| taken.iter().map(|other| overlap(room, other)).sum::<i64>();
        // The first that covers nothing, or that which covers least; each only where those before it do not do.
        let mut best = room((x - most / 2, y + 16));
        let mut least = hidden(&best);
        for at in around((x, y), (most, tall)) {
            if least == 0 {
                break;
            }
            let other = room(at);
            let covers = hidden(&other);
            if covers < least {
                (best, least) = (other, covers);
            }
        }
        let [left, mut top, ..] = best;
        leader(svg, (x, y), best);
        // Flags of another place do not stand over these.
        taken.push(best);
        for (flag, own) in flags.into_iter().zip(each) {
            let left = left + (most - own) / 2;
            one(svg, flag, [left, top, own], letters);
            top += flag_high + GAP;
        }
    }
}

/// Where flags that take so much room can stand near a place, the nearest first: left and top.
fn around((x, y): (i32, i32), (wide, tall): (i32, i32)) -> impl Iterator<Item = (i32, i32)> {
    let (middle_x, middle_y) = (x - wide / 2, y - tall / 2);
    [16, 50, 90, 140, 200].into_iter().flat_map(move |far| {
        let (below, above) = (y + far, y - tall - far);
        let (right, left) = (x + far + 40, x - wide - far - 40);
        [
            (middle_x, below),
            (middle_x, above),
            (right, middle_y),
            (left, middle_y),
            (right, below),
            (left, below),
            (right, above),
            (left, above),
        ]
    })
}

/// How much two rooms have in common.
fn overlap(one: &[i32; 4], other: &[i32; 4]) -> i64 {
    let wide = (one[2].min(other[2]) - one[0].max(other[0])).max(0);
    let high = (one[3].min(other[3]) - one[1].max(other[1])).max(0);
    i64::from(wide) * i64::from(high)
}

/// A line from a place to flags that stand off it.
fn leader(svg: &mut String, (x, y): (i32, i32), [left, top, right, bottom]: [i32; 4]) {
    let (to_x, to_y) = (x.clamp(left, right), y.clamp(top, bottom));
    if (to_x - x).abs().max((to_y - y).abs()) <= 24 {
        return;
    }
    for (colour, wide) in [("#FBF6E6", 7), ("#2B241C", 3)] {
        let _ = write!(
            svg,
            "<path d=\"M{x} {y}L{to_x} {to_y}\" stroke=\"{colour}\" stroke-width=\"{wide}\" fill=\"none\" stroke-linecap=\"round\"/>"
        );
    }
}

/// Draws flags on a picture of this program's map.
pub(super) fn draw_on(svg: &mut String, flags: &[Flag], frame: &Frame, names: &[[i32; 4]]) {
    let size = (super::frame::WIDE.cast_signed(), frame.high.cast_signed());
    let letters = if frame.scale() >= 3.6 { NEAR } else { FAR };
    draw(svg, flags, size, letters, |place| point(place).map(|at| frame.pixel(at)), names);
}

/// The point of the sheet at which the counters of a place stand; none for what is no place of them.
fn point(place: &str) -> Option<(i32, i32)> {
    match Place::by_key(place)? {
        Place::Area(area) => Some(stands(area)),
        Place::Sea(sea) => Some(sea.on_map().at),
        _ => None,
    }
}

/// The flags of some places in words, a line a power; `placed`: with where each stands.
#[must_use]
pub fn by_power(flags: &[Flag], place: impl Fn(&str) -> bool, placed: bool) -> Vec<String> {
    let mut all: BTreeMap<Power, Vec<String>> = BTreeMap::new();
    for flag in flags.iter().filter(|flag| place(&flag.place)) {
        let text =
            if placed { format!("{} ({})", flag.text, called(&flag.place)) } else { flag.text.clone() };
        all.entry(flag.power).or_default().push(text);
    }
    let line = |(power, all): (Power, Vec<String>)| {
        format!("**{}**: {}", speech::word(power.name()), all.join(", "))
    };
    all.into_iter().map(line).collect()
}

/// Whether this program's map has a place at which counters stand.
#[must_use]
pub fn is_on_the_map(place: &str) -> bool {
    point(place).is_some()
}

/// How wide a flag is.
fn long(text: &str, letters: i32) -> i32 {
    i32::try_from(width(text, true)).unwrap_or(0) * letters / 100 + letters * 4 / 3
}

/// A flag: its power's colour and what is written on it.
fn one(svg: &mut String, flag: &Flag, [left, top, wide]: [i32; 3], letters: i32) {
    let high = letters * 3 / 2;
    let _ = write!(
        svg,
        "<g><rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" rx=\"5\" fill=\"#FBF6E6\" stroke=\"#2B241C\" stroke-width=\"2\"/><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#2B241C\" stroke-width=\"1\"/><text x=\"{}\" y=\"{}\" font-size=\"{letters}\" font-weight=\"bold\" fill=\"#1E1812\">{}</text></g>",
        left + 5,
        top + 5,
        letters / 2,
        high - 10,
        home_tint(flag.power),
        left + letters,
        top + letters * 11 / 10,
        escaped(&flag.text)
    );
}

/// A place in words, by its key.
#[must_use]
pub fn called(place: &str) -> String {
    match Key::read(place) {
        Some(Key::Shipped(place)) => super::card::called(place),
        Some(own) => names::plain_text(own.name(), LONGEST_NAME),
        None => names::plain_text(place, LONGEST_NAME),
    }
}

/// A counter was placed or removed.
pub(in crate::present) fn told(scene: &Scene<'_>, posts: &mut Posts, happened: &Happened) {
    let (power, name) = match happened {
        Happened::CounterPlaced { power, name, .. } | Happened::CounterRemoved { power, name } => {
            (power, name)
        }
    };
    let (power, name) = (speech::word(power.name()), names::plain_text(name, 40));
    let before = scene.before.as_ref().and_then(position);
    let says = match happened {
        Happened::CounterPlaced { power: of, name: known, place } => {
            let from = before.and_then(|before| before.counters.get(of)?.get(known).cloned());
            match from {
                Some(from) => {
                    say!("**{}**: {} moves from {} to {}.", power, name, called(&from), called(place))
                }
                None => say!("**{}**: {} stands at {}.", power, name, called(place)),
            }
        }
        Happened::CounterRemoved { .. } => say!("**{}**: {} is off the map.", power, name),
    };
    posts.reply = Message::text(says.clone());
    posts.council("counter", Message::text(says));
}
