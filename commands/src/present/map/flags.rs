//! The flags of corps and fleets on the map: everybody's with their names, those of who looks with their strengths too.

use super::frame::Frame;
use super::ground::home_tint;
use crate::message::Message;
use crate::present::auction::position;
use crate::present::pictures::{escaped, width};
use crate::present::{Posts, Scene, names};
use crate::{say, speech};
use engine::eia::counters::{Happened, point};
use engine::eia::map::Place;
use engine::eia::powers::Power;
use engine::table::strongbox::Item;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The size of a flag's letters, in pixels of the picture.
const LETTERS: u32 = 26;
/// The height of a flag.
const HIGH: i32 = 38;

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
            let each: Vec<String> = factors
                .iter()
                .filter(|(_, factors)| **factors > 0)
                .map(|(sort, factors)| format!("{factors}{}", sort.chars().next().unwrap_or_default()))
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

/// Draws the flags that stand in a picture, those of one place under each other.
pub(super) fn draw(svg: &mut String, flags: &[Flag], frame: &Frame, high: u32) {
    let mut standing: BTreeMap<&str, i32> = BTreeMap::new();
    for flag in flags {
        let Some(at) = point(&flag.place) else { continue };
        let (x, y) = frame.pixel(at);
        let row = standing.entry(flag.place.as_str()).or_default();
        let top = y + 12 + *row * (HIGH + 4);
        let wide = i32::try_from(width(&flag.text, true) * LETTERS / 100).unwrap_or(0) + 34;
        if x < 0 || x > frame_wide() || top < 0 || top + HIGH > high.cast_signed() {
            continue;
        }
        *row += 1;
        let left = (x - wide / 2).clamp(2, (frame_wide() - wide - 2).max(2));
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
}

fn frame_wide() -> i32 {
    super::frame::WIDE.cast_signed()
}

/// A place of a counter in words.
fn called(place: &str) -> String {
    Place::by_key(place).map_or_else(|| names::plain_text(place, 40), super::card::called)
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
