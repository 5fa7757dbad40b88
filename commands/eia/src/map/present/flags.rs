//! The flags of corps and fleets on the map: everybody's with their names, those of who looks with their strengths too.

use super::frame::{Frame, Window, stands};
use super::ground::home_tint;
use super::own;
use super::placing::{Room, Shape, Taken, beside, holds};
use crate::pack::map_of;
use crate::seen::{happened, position};
use crate::subject::{Made, Subject};
use eia::keys::Key;
use eia::map::Place;
use eia::map::outlines::outlines;
use eia::map::pack::LONGEST_NAME;
use eia::packs::InPlay;
use eia::pieces::Owner;
use eia::powers::Power;
use eia::roster::Item;
use eia::told::counters::Happened;
use eia::{Event, Position};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use table::Entry;
use table_commands::message::{Look, Message, clip};
use table_commands::present::pictures::{escaped, width};
use table_commands::present::{Posts, Scene, names};
use table_commands::{say, speech};

/// The words of this subject.
pub(crate) struct Counters;

impl Subject for Counters {
    fn told(&self, made: &Made<'_>, posts: &mut Posts) {
        let counter = |entry: &Entry| match happened(entry) {
            Some(Event::Counter(happened)) => Some(happened),
            _ => None,
        };
        // What is told together is told once.
        let is_told = made.i.checked_sub(1).is_some_and(|before| counter(&made.entries[before]).is_some());
        if !is_told {
            let all: Vec<Happened> = made.entries[made.i..].iter().map_while(counter).collect();
            if !all.is_empty() {
                told(made.scene, posts, (&all, made.entries[made.i].line.map(|(line, _)| line)));
            }
        }
    }
}

/// The size of a flag's letters, in pixels of a picture of a region.
pub(crate) const FAR: i32 = 20;
/// The same on a picture of what lies around a place, where there is more room.
pub(crate) const NEAR: i32 = 34;
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
    if position.keeps_land() {
        return on_the_kept_board(&position);
    }
    let own = scene.own.seat().map(|seat| position.moved_by(seat)).unwrap_or_default();
    let strengths = strengths(scene);
    let mut all = Vec::new();
    for (power, counters) in &position.counters {
        for (name, counter) in counters.iter() {
            let lower = name.to_lowercase();
            // In the box of who has one power alone an item does not say whose it is.
            let whose = [Some(power.key().to_owned()), None];
            let strength = whose.into_iter().find_map(|whose| strengths.get(&(whose, lower.clone())));
            let strength = strength.filter(|_| own.contains(power));
            let name = names::plain_text(name, 40);
            let text = strength.map_or_else(|| name.clone(), |strength| format!("{name} {strength}"));
            all.push(Flag { power: *power, text, place: counter.place.clone() });
        }
    }
    all
}

/// The flags of corps on the board that the bot keeps, each with what is in it where who looks may know that.
pub(crate) fn on_the_kept_board(position: &Position) -> Vec<Flag> {
    let corps = position.pieces.corps.iter().filter_map(|(id, on_map)| {
        let power = position.commands(id.owner())?;
        let name = match id.owner() {
            Owner::Power(own) if own == power => id.name().to_owned(),
            Owner::Power(other) => say!("{} {}", crate::names::called(other), id.name()),
            Owner::Minor(minor) => say!("{} {}", called(&Place::Province(minor).key()), id.name()),
        };
        let text = match position.contents.corps(*id) {
            Some(held) => format!("{name} {held}"),
            None => name,
        };
        Some(Flag { power, text, place: Place::Area(on_map.stand.area()?).key() })
    });
    corps.collect()
}

/// What the strongbox of who looks says of each corps and fleet, by whose it is and its name in small letters: "14i 2c", "27".
fn strengths(scene: &Scene<'_>) -> BTreeMap<(Option<String>, String), String> {
    let items = scene.own.strongbox.iter().flat_map(|held| held.strongbox.items.values());
    let written = items.filter_map(|kept| match &kept.item.as_thing::<Item>()? {
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

/// The flags of one power in one place, as they are drawn: whose they are, and what is written on them in lines.
type Together = (Power, Vec<String>);

/// What is written on one flag is no longer than this, where it can be broken.
const LINE: usize = 20;

/// Counters of one sort: what they are, "Corps", and what tells them apart, "I" and "II".
type Alike<'f> = (&'f str, Vec<&'f str>);

/// The flags of one place, a power's together: those that show no strength share what they are called, as in "I, II, III Corps".
fn together(flags: &[&Flag]) -> Vec<Together> {
    let mut all: Vec<(Power, Vec<Alike<'_>>)> = Vec::new();
    for flag in flags {
        // A strength ends in a number, or in one with the letter of a sort.
        let is_sort = |word: &str| !word.chars().any(|letter| letter.is_ascii_digit());
        let (first, sort) = match flag.text.rsplit_once(' ').filter(|(_, sort)| is_sort(sort)) {
            Some((first, sort)) => (first, sort),
            None => (flag.text.as_str(), ""),
        };
        let of = match all.iter().position(|(power, _)| *power == flag.power) {
            Some(n) => n,
            None => {
                all.push((flag.power, Vec::new()));
                all.len() - 1
            }
        };
        match all[of].1.iter_mut().find(|(known, _)| !sort.is_empty() && *known == sort) {
            Some((_, firsts)) => firsts.push(first),
            None => all[of].1.push((sort, vec![first])),
        }
    }
    all.into_iter().map(|(power, sorts)| (power, sorts.into_iter().flat_map(written).collect())).collect()
}

/// Counters of one sort in lines.
fn written((sort, firsts): Alike<'_>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (n, first) in firsts.iter().enumerate() {
        let last = n + 1 == firsts.len();
        let part = match (last, sort) {
            (false, _) => format!("{first},"),
            (true, "") => (*first).to_owned(),
            (true, sort) => format!("{first} {sort}"),
        };
        match lines.last_mut().filter(|line| line.chars().count() + part.chars().count() < LINE) {
            Some(line) => *line = format!("{line} {part}"),
            None => lines.push(part),
        }
    }
    lines
}

/// A power in three letters or so, as it stands on its flags: "Fra", "GB".
pub(crate) fn short(power: Power) -> String {
    let name = crate::names::called(power);
    let words: Vec<&str> = name.split([' ', '-']).collect();
    match words.as_slice() {
        [one] => one.chars().take(3).collect(),
        many => many.iter().filter_map(|word| word.chars().next()).collect(),
    }
}

/// What a picture shows flags on: where a place is, and the shape of a sea area where that is one.
pub(crate) struct Places<P, S> {
    /// The pixel of a place, where it has one.
    pub point: P,
    /// The shape of a sea area.
    pub sea: S,
}

/// Draws the flags that stand in a picture, those of one place under each other and those of one power on one: near their place, where they
/// hide no capital, no name of a power and no other flag, and as little else as can be; those of a sea area in it.
pub(crate) fn draw(
    svg: &mut String,
    flags: &[Flag],
    taken: &mut Taken,
    places: &Places<impl Fn(&str) -> Option<(i32, i32)>, impl Fn(&str) -> Option<Shape>>,
) {
    let mut standing: BTreeMap<&str, Vec<&Flag>> = BTreeMap::new();
    for flag in flags {
        standing.entry(flag.place.as_str()).or_default().push(flag);
    }
    let size = taken.size;
    let inside = |(x, y): &(i32, i32)| (0..size.0).contains(x) && (0..size.1).contains(y);
    let mut all: Vec<_> = standing
        .into_iter()
        .filter_map(|(place, flags)| {
            Some(((places.point)(place).filter(inside)?, (places.sea)(place), together(&flags)))
        })
        .collect();
    // Flags at sea have the least choice.
    all.sort_by_key(|(_, sea, _)| sea.is_none());
    let letters = taken.letters;
    // No line runs over a flag.
    let mut drawn = String::new();
    for (at, sea, flags) in all {
        let most = flags.iter().map(|flag| wide(flag, letters)).max().unwrap_or(0);
        let high = flags.iter().map(|flag| tall(flag, letters) + GAP).sum::<i32>() - GAP;
        let room = taken.put(at, (most, high), sea.as_ref());
        let [left, mut top, right, bottom] = room;
        let middle = ((left + right) / 2, (top + bottom) / 2);
        if !sea.is_some_and(|sea| holds(&sea, middle)) {
            leader(svg, at, room);
        }
        for flag in flags {
            one(&mut drawn, &flag, (left, top), letters);
            top += tall(&flag, letters) + GAP;
        }
    }
    svg.push_str(&drawn);
}

/// A line from a place to flags that stand off it.
fn leader(svg: &mut String, (x, y): (i32, i32), [left, top, right, bottom]: Room) {
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

/// Half the width of a dot that stands for counters, in pixels.
const DOT: i32 = 26;

/// Whether a picture is of much of the map: names of counters would have to stand far from their places.
pub(crate) fn is_far(frame: &Frame) -> bool {
    frame.scale() < super::names::FAR
}

/// At each place a dot for each power, in its colour, with how many counters it has there: side by side, and where places are near one
/// another beside those of the others, with a line to what stands off its place.
pub(crate) fn dots(svg: &mut String, flags: &[Flag], frame: &Frame) {
    let mut standing: BTreeMap<&str, BTreeMap<Power, usize>> = BTreeMap::new();
    for flag in flags.iter().filter(|flag| is_in(flag, frame)) {
        *standing.entry(flag.place.as_str()).or_default().entry(flag.power).or_default() += 1;
    }
    let mut rows: Vec<_> = (standing.into_iter())
        .filter_map(|(place, powers)| Some((frame.pixel(point(place)?), powers)))
        .collect();
    // What takes most room has the least choice. The sort keeps the order of the places' keys.
    rows.sort_by_key(|(_, powers)| std::cmp::Reverse(powers.len()));
    let size = (super::frame::WIDE.cast_signed(), frame.high.cast_signed());
    let (mut taken, mut drawn) = (Vec::new(), String::new());
    for (at, powers) in rows {
        let all = i32::try_from(powers.len()).unwrap_or(1);
        let room = beside(at, (2 * all * DOT, 2 * DOT), size, &taken);
        taken.push(room);
        leader(svg, at, room);
        let y = room[1] + DOT;
        for (n, (power, many)) in (0..).zip(powers) {
            let x = room[0] + (2 * n + 1) * DOT;
            let _ = write!(
                drawn,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{DOT}\" fill=\"{}\" stroke=\"#2B241C\" stroke-width=\"2\"/><text x=\"{x}\" y=\"{}\" font-size=\"36\" font-weight=\"bold\" fill=\"#1E1812\" stroke=\"#FBF6E6\" stroke-width=\"5\" paint-order=\"stroke\" text-anchor=\"middle\">{many}</text>",
                home_tint(power),
                y + 12
            );
        }
    }
    // No line runs over a dot.
    svg.push_str(&drawn);
}

/// Draws flags on a picture of this program's map.
pub(crate) fn draw_on(
    svg: &mut String,
    flags: &[Flag],
    frame: &Frame,
    kept_free: Vec<Room>,
    names: Vec<Room>,
) {
    let size = (super::frame::WIDE.cast_signed(), frame.high.cast_signed());
    let letters = if frame.scale() >= 3.6 { NEAR } else { FAR };
    let places = Places {
        point: |place: &str| point(place).map(|at| frame.pixel(at)),
        sea: |place: &str| match Place::by_key(place)? {
            Place::Sea(sea) => {
                let rings = outlines().seas[sea.place()].iter();
                Some(rings.map(|ring| outlines().ring(ring).map(|at| frame.pixel(at)).collect()).collect())
            }
            _ => None,
        },
    };
    draw(svg, flags, &mut Taken { size, letters, kept_free, names }, &places);
}

/// Whether the place of a flag is in a picture of this program's map.
pub(crate) fn is_in(flag: &Flag, frame: &Frame) -> bool {
    point(&flag.place).is_some_and(|at| frame.window.holds(at))
}

/// The point of the sheet at which the counters of a place stand; none for what is no place of them.
fn point(place: &str) -> Option<(i32, i32)> {
    match Place::by_key(place)? {
        Place::Area(area) => Some(stands(area)),
        Place::Sea(sea) => Some(sea.on_map().at),
        _ => None,
    }
}

/// What of this program's map holds the places of flags; none where none of them is on it.
#[must_use]
pub fn window_of(flags: &[Flag]) -> Option<Window> {
    Window::of_points(flags.iter().filter_map(|flag| point(&flag.place)))
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
        format!("**{}**: {}", crate::names::called(power), all.join(", "))
    };
    all.into_iter().map(line).collect()
}

/// Whether this program's map has a place at which counters stand.
#[must_use]
pub fn is_on_the_map(place: &str) -> bool {
    point(place).is_some()
}

/// How wide the stripe with a power's name is.
fn stripe(power: Power, letters: i32) -> i32 {
    i32::try_from(width(&short(power), true)).unwrap_or(0) * letters / 100 + letters / 2
}

/// How wide a flag is.
fn wide((power, lines): &Together, letters: i32) -> i32 {
    let long = lines.iter().map(|line| i32::try_from(width(line, true)).unwrap_or(0)).max().unwrap_or(0);
    long * letters / 100 + stripe(*power, letters) + letters * 3 / 4
}

/// How high a flag is.
fn tall((_, lines): &Together, letters: i32) -> i32 {
    i32::try_from(lines.len()).unwrap_or(1) * step(letters) + letters / 3
}

/// From one line of a flag to the next.
fn step(letters: i32) -> i32 {
    letters * 23 / 20
}

/// A flag: a stripe in its power's colour with the power in letters, and what is written on it.
fn one(svg: &mut String, flag: &Together, (left, top): (i32, i32), letters: i32) {
    let (wide, high, stripe) = (wide(flag, letters), tall(flag, letters), stripe(flag.0, letters));
    let base = top + letters / 6 + letters * 19 / 20;
    let _ = write!(
        svg,
        "<g font-size=\"{letters}\" font-weight=\"bold\" fill=\"#1E1812\"><rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" rx=\"5\" fill=\"#FBF6E6\" stroke=\"#2B241C\" stroke-width=\"2\"/><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"3\" fill=\"{}\"/><text x=\"{}\" y=\"{base}\" text-anchor=\"middle\">{}</text>",
        left + 3,
        top + 3,
        stripe - 3,
        high - 6,
        home_tint(flag.0),
        left + stripe / 2 + 1,
        escaped(&short(flag.0))
    );
    for (n, line) in (0..).zip(&flag.1) {
        let (x, y) = (left + stripe + letters * 3 / 8, base + n * step(letters));
        let _ = write!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(line));
    }
    svg.push_str("</g>");
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

/// What the picture of counters that were told together goes by, before the line of the record of the first.
pub(crate) const COUNTERS: &str = "counters/";

/// Counters that were told together from a line of the record on, as flags: those that were placed, as everybody sees them.
#[must_use]
pub fn told_together(entries: &[Entry], line: u64) -> Vec<Flag> {
    let from = entries.iter().skip_while(|entry| entry.line.is_none_or(|(own, _)| own != line));
    let counters = from.map_while(|entry| match happened(entry) {
        Some(Event::Counter(happened)) => Some(happened),
        _ => None,
    });
    counters.filter_map(as_told).collect()
}

/// The flag of a counter that was placed.
fn as_told(happened: Happened) -> Option<Flag> {
    match happened {
        Happened::CounterPlaced { power, name, place, .. } => {
            Some(Flag { power, text: names::plain_text(&name, 40), place })
        }
        Happened::CounterRemoved { .. } => None,
    }
}

/// Whether counters that were told stand where the map that is played on can be drawn.
fn can_be_drawn(scene: &Scene<'_>, all: &[Happened]) -> bool {
    let mut placed = all.iter().cloned().filter_map(as_told);
    match map_of(&scene.beside).and_then(InPlay::board) {
        Some(board) => placed.any(|flag| own::point(board, &flag.place).is_some()),
        None => placed.any(|flag| is_on_the_map(&flag.place)),
    }
}

/// Counters were placed or removed, all that were told together in one post, with a picture of where they stand now.
fn told(scene: &Scene<'_>, posts: &mut Posts, (all, line): (&[Happened], Option<u64>)) {
    let before = scene.before.as_deref().and_then(position);
    let says: Vec<String> = all.iter().map(|happened| in_a_line(before.as_deref(), happened)).collect();
    // A name is no longer than 40 characters: so many lines fit into a post in any language.
    const MOST: usize = 14;
    let (mut lines, more) = (says.clone(), says.len().saturating_sub(MOST));
    if more > 0 {
        lines.truncate(MOST);
        lines.push(say!("… and {} more: *Map* shows all.", more));
    }
    let mut message = Message::text(clip(&lines.join("\n"), 2_000));
    if says.len() > 1 {
        message = message.buttons(vec![scene.button(Look::Secondary, &say!("Map"), 0, "map/whole")]);
    }
    // Where it follows from something else, who did that is answered by it.
    if posts.reply == Message::default() {
        posts.reply = message.clone();
    }
    if let Some(line) = line.filter(|_| says.len() > 1 && can_be_drawn(scene, all)) {
        message = message.picture(format!("{COUNTERS}{line}"), "counters.png".to_owned(), &says.join(" "));
    }
    posts.council("counter", message);
}

/// What became of a counter, with where it stood before.
fn in_a_line(before: Option<&Position>, happened: &Happened) -> String {
    let (Happened::CounterPlaced { power: of, name: known, .. }
    | Happened::CounterRemoved { power: of, name: known }) = happened;
    let (power, name) = (speech::word(of.name()), names::plain_text(known, 40));
    match happened {
        Happened::CounterPlaced { place, .. } => {
            let from = before.and_then(|before| Some(before.counters.get(of)?.get(known)?.place.clone()));
            match from {
                Some(from) => {
                    say!("**{}**: {} moves from {} to {}.", power, name, called(&from), called(place))
                }
                None => say!("**{}**: {} stands at {}.", power, name, called(place)),
            }
        }
        Happened::CounterRemoved { .. } => say!("**{}**: {} is off the map.", power, name),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// On the whole map every counter stands at its place, however many there are, and none is named.
    #[test]
    fn on_the_whole_map_counters_are_numbers_at_their_places() {
        let flag = |power: Power, text: String, place: &str| Flag { power, text, place: place.to_owned() };
        let mut flags: Vec<Flag> = Vec::new();
        for n in 0..30 {
            let place = ["area/ulm", "area/munich", "area/vienna"][n % 3];
            flags.push(flag(Power::Austria, format!("Corps {n}"), place));
        }
        flags.extend((0..7).map(|n| flag(Power::France, format!("Corps {n}"), "area/ulm")));
        let frame = Window::whole().frame();
        let mut svg = String::new();
        dots(&mut svg, &flags, &frame);
        assert!(is_far(&frame) && !svg.contains("Corps"), "{svg}");
        let circles = circles(&svg);
        assert_eq!(
            (circles.len(), svg.matches(">10</text>").count(), svg.matches(">7</text>").count()),
            (4, 3, 1)
        );
        for (x, y) in circles {
            let near = ["area/ulm", "area/munich", "area/vienna"].iter().any(|place| {
                let (at, down) = frame.pixel(point(place).unwrap());
                (at - x).abs().max((down - y).abs()) <= 3 * DOT
            });
            assert!(near, "{x} {y}");
        }
        // Around a place they have their names.
        let mut svg = String::new();
        draw_on(
            &mut svg,
            &flags[..3],
            &Window::around_area(eia::map::AreaId::by_key("ulm").unwrap()).frame(),
            Vec::new(),
            Vec::new(),
        );
        assert!(svg.contains("Corps") && !svg.contains("<circle"), "{svg}");
    }

    /// The middles of what is drawn as circles.
    fn circles(svg: &str) -> Vec<(i32, i32)> {
        let number = |text: &str, of: &str| -> i32 {
            text.split_once(of).unwrap().1.split('"').next().unwrap().parse().unwrap()
        };
        svg.split("<circle ").skip(1).map(|one| (number(one, "cx=\""), number(one, "cy=\""))).collect()
    }

    /// Where armies of several powers meet around Ulm, no dot stands over another, and each stays near its place.
    #[test]
    fn dots_of_places_near_one_another_do_not_cover_each_other() {
        let places = ["area/ulm", "area/augsburg", "area/munich", "area/west-of-munich", "area/stuttgart"];
        let mut flags = Vec::new();
        for (n, place) in places.into_iter().enumerate() {
            assert!(is_on_the_map(place), "{place}");
            for power in [Power::Austria, Power::France, Power::Russia].into_iter().take(1 + n % 3) {
                flags.push(Flag { power, text: "I Corps".to_owned(), place: place.to_owned() });
            }
        }
        let home = eia::map::home_provinces(Power::Austria, eia::map::Era::Empires);
        for window in [Window::whole(), Window::of_provinces(&home).unwrap()] {
            let frame = window.frame();
            let mut svg = String::new();
            dots(&mut svg, &flags, &frame);
            let drawn = circles(&svg);
            assert_eq!(drawn.len(), flags.iter().filter(|flag| is_in(flag, &frame)).count());
            for (n, (x, y)) in drawn.iter().enumerate() {
                for (other_x, other_y) in &drawn[..n] {
                    let apart = (x - other_x).pow(2) + (y - other_y).pow(2);
                    assert!(apart >= (2 * DOT).pow(2), "{x} {y} and {other_x} {other_y}: {svg}");
                }
                let near = |place: &&str| {
                    let (at, down) = frame.pixel(point(place).unwrap());
                    (at - x).abs().max((down - y).abs()) <= 6 * DOT
                };
                assert!(places.iter().any(near), "{x} {y} is far from all");
            }
            let mut again = String::new();
            dots(&mut again, &flags, &frame);
            assert_eq!(svg, again);
        }
    }
}
