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

/// The size of a flag's letters, in pixels of the picture.
const LETTERS: u32 = 26;
/// The height of a flag.
const HIGH: i32 = 38;
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

/// Draws the flags that stand in a picture of so many pixels, those of one place under each other: below its city or its middle, or
/// wherever near it they cover no name. `point`: the pixel of a place, where it has one. `names`: the rooms that names take up, left, top,
/// right, bottom.
pub(super) fn draw(
    svg: &mut String,
    flags: &[Flag],
    (wide, high): (i32, i32),
    point: impl Fn(&str) -> Option<(i32, i32)>,
    names: &[[i32; 4]],
) {
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
        let each: Vec<i32> = flags.iter().map(|flag| long(&flag.text)).collect();
        let (most, rows) = (each.iter().copied().max().unwrap_or(0), i32::try_from(flags.len()).unwrap_or(1));
        let tall = rows * (HIGH + GAP);
        // Below, above, to the right, to the left, and farther off, in this order.
        let (beside, middle) = (most / 2 + 60, y - tall / 2);
        let near = [(x, y + 16), (x, y - tall - 16), (x + beside, middle), (x - beside, middle)];
        let far = [(x, y + 50), (x, y - tall - 50), (x + 2 * beside, middle), (x - 2 * beside, middle)];
        let room = |(x, top): (i32, i32)| [x - most / 2, top, x + most / 2, top + tall];
        let covers = |at: &(i32, i32)| {
            let room = room(*at);
            let meets = |name: &[i32; 4]| {
                room[0] < name[2] && name[0] < room[2] && room[1] < name[3] && name[1] < room[3]
            };
            taken.iter().any(meets)
        };
        let (x, mut top) = near.into_iter().chain(far).find(|at| !covers(at)).unwrap_or(near[0]);
        top = top.clamp(2, (high - tall).max(2));
        // Flags of another place do not stand over these.
        taken.push(room((x, top)));
        for (flag, own) in flags.into_iter().zip(each) {
            let left = (x - own / 2).clamp(2, (wide - own - 2).max(2));
            one(svg, flag, [left, top, own]);
            top += HIGH + GAP;
        }
    }
}

/// Draws flags on a picture of this program's map.
pub(super) fn draw_on(svg: &mut String, flags: &[Flag], frame: &Frame, names: &[[i32; 4]]) {
    let size = (super::frame::WIDE.cast_signed(), frame.high.cast_signed());
    draw(svg, flags, size, |place| point(place).map(|at| frame.pixel(at)), names);
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
fn long(text: &str) -> i32 {
    i32::try_from(width(text, true) * LETTERS / 100).unwrap_or(0) + 34
}

/// A flag: its power's colour and what is written on it.
fn one(svg: &mut String, flag: &Flag, [left, top, wide]: [i32; 3]) {
    let _ = write!(
        svg,
        "<g><rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{HIGH}\" rx=\"5\" fill=\"#FBF6E6\" stroke=\"#2B241C\" stroke-width=\"2\"/><rect x=\"{}\" y=\"{}\" width=\"14\" height=\"{}\" fill=\"{}\" stroke=\"#2B241C\" stroke-width=\"1\"/><text x=\"{}\" y=\"{}\" font-size=\"{LETTERS}\" font-weight=\"bold\" fill=\"#1E1812\">{}</text></g>",
        left + 5,
        top + 5,
        HIGH - 10,
        home_tint(flag.power),
        left + 26,
        top + 28,
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
