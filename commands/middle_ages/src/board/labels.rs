//! Where the names on the map stand: beside their points, none over another, none over a point, none beyond the edge.

use super::map::{INK, SEA_INK, STANDING, WAY};
use super::places::{Leaves, Spots, in_picture, leaving};
use super::sheet::{Part, rounded};
use middle_ages::Position;
use middle_ages::board::Held;
use middle_ages::geography::{Area, KnownSea};
use middle_ages::marker::Marker;
use middle_ages::pack::Data;
use std::collections::BTreeMap;
use table_commands::present::pictures::width;

/// How far from their points names are tried, and by which steps, in points of the picture.
const AROUND: i32 = 62;
const STEP: usize = 2;
/// How far a name lies from its point at most without a line to it.
const CLOSE: i32 = 14;
/// How far from its place the name of a sea is tried at most, and by which steps.
const ADRIFT: (i32, usize) = (56, 2);
/// The length from which on a name of several words takes two lines.
const LONG: usize = 10;
/// The size of the names of areas to which ways lead out of the picture.
const BEYOND: i32 = 10;
/// How often names that are in each other's way are placed anew.
const AGAIN: usize = 300;

/// A rectangle of the picture: its left upper corner, its width and height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// From the left.
    pub x: i32,
    /// From above.
    pub y: i32,
    /// How wide.
    pub w: i32,
    /// How high.
    pub h: i32,
}

impl Space {
    /// Whether a part of it is a part of another.
    #[must_use]
    pub fn overlaps(&self, other: &Space) -> bool {
        self.x < other.x + other.w
            && other.x < self.x + self.w
            && self.y < other.y + other.h
            && other.y < self.y + self.h
    }

    /// How far it lies from a point, as the square of the points of the picture between.
    #[must_use]
    pub fn to(&self, (x, y): (i32, i32)) -> i32 {
        let apart = |at: i32, from: i32, size: i32| (from - at).max(at - from - size).max(0);
        let (across, along) = (apart(x, self.x, self.w), apart(y, self.y, self.h));
        across * across + along * along
    }

    /// Whether all of it is on the map.
    #[must_use]
    pub fn is_on_the_map(&self, part: Part) -> bool {
        self.x >= 0 && self.y >= 0 && self.x + self.w <= part.wide() && self.y + self.h <= part.high()
    }
}

/// A line of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it says.
    pub text: String,
    /// The size of its letters.
    pub size: i32,
    /// Their colour.
    pub colour: &'static str,
}

/// A name on the map: of an area with what stands there, of a sea, or of an area to which a way leads out of the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its lines, one under the other.
    pub lines: Vec<Line>,
    /// The space that they take.
    pub space: Space,
    /// The point of its area, and whether a line leads to it; `None` for a sea, and for what is not drawn.
    pub of: Option<((i32, i32), bool)>,
}

impl Label {
    fn new(lines: Vec<Line>, of: Option<((i32, i32), bool)>) -> Label {
        let wide = |line: &Line| i32::try_from(width(&line.text, false)).unwrap_or(0) * line.size / 100 + 3;
        let w = lines.iter().map(wide).max().unwrap_or(0);
        let h = lines.iter().map(|line| line.size + 1).sum();
        Label { lines, space: Space { x: 0, y: 0, w, h }, of }
    }

    /// The places where it may stand, the best first, each with whether a line is needed to its point.
    fn places(&self, at: (i32, i32), part: Part) -> Vec<(Space, bool)> {
        let (half, around) = (part.half(), AROUND * part.half() / Part::Whole.half());
        let close = CLOSE * part.half() / Part::Whole.half();
        let Space { w, h, .. } = self.space;
        let (x, y) = at;
        let place = |x: i32, y: i32, line: bool| (Space { x, y, w, h }, line);
        if self.of.is_none() {
            let drift = |by: i32| {
                [
                    (0, -2),
                    (0, 2),
                    (2, 0),
                    (-2, 0),
                    (2, 1),
                    (1, 2),
                    (-1, 2),
                    (2, -1),
                    (1, -2),
                    (-2, 1),
                    (-2, -1),
                ]
                .map(|(east, south)| place(x - w / 2 + east * by / 2, y - h / 2 + south * by / 2, false))
            };
            return (0..=ADRIFT.0).step_by(ADRIFT.1).flat_map(drift).collect();
        }
        // Everywhere around the point, the nearest first; a line leads from what does not stand close to it.
        let mut all: Vec<(i32, Space, bool)> = Vec::new();
        for south in (-around..=around).step_by(STEP) {
            for east in (-around..=around).step_by(STEP) {
                let space = Space { x: x - w / 2 + east, y: y - h / 2 + south, w, h };
                let far = space.to(at);
                if far > half * half / 2 && space.is_on_the_map(part) {
                    // Of places as near the one above or below is the better.
                    all.push((4 * far + east.abs(), space, far > close * close));
                }
            }
        }
        all.sort_by_key(|(far, ..)| *far);
        all.into_iter().map(|(_, space, line)| (space, line)).collect()
    }
}

/// A name with the point of what it names.
type Named = ((i32, i32), Label);

/// The letter of a marker on the map.
fn letter(marker: Marker) -> char {
    match marker {
        Marker::Cathedral => 'C',
        Marker::Palace => 'P',
        Marker::Commerce => 'T',
        Marker::University => 'U',
    }
}

/// What stands in an area: `A3 F1 CT`.
fn standing(held: &Held) -> Option<String> {
    let army = Some(held.army()).filter(|points| *points > 0).map(|points| format!("A{points}"));
    let fleet = Some(held.fleet()).filter(|points| *points > 0).map(|points| format!("F{points}"));
    let markers = Some(held.markers.iter().map(|kind| letter(*kind)).collect::<String>());
    let parts: Vec<String> =
        [army, fleet, markers.filter(|letters| !letters.is_empty())].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// The square that a point takes.
fn point((x, y): (i32, i32), half: i32) -> Space {
    Space { x: x - half, y: y - half, w: 2 * half, h: 2 * half }
}

/// How many points lie so near to one that their names come into each other's way.
fn crowd(spots: &Spots, (x, y): (i32, i32)) -> usize {
    let near = |(_, (east, south)): &(Area, (i32, i32))| (east - x).abs() < 45 && (south - y).abs() < 25;
    spots.all().filter(near).count()
}

/// A name in lines: a long one of several words takes two.
fn in_lines(name: &str) -> Vec<String> {
    match name.rsplit_once(' ').filter(|_| name.len() > LONG) {
        Some((first, last)) => vec![first.to_owned(), last.to_owned()],
        None => vec![name.to_owned()],
    }
}

/// The names on a picture of the map, each in its place.
#[must_use]
pub fn labels(position: &Position, part: Part) -> Vec<Label> {
    let (data, spots) = (position.data(), Spots::of(position.data(), part));
    let (size, at_sea) = part.letters();
    let mut areas: Vec<(Area, (i32, i32))> = spots.all().collect();
    areas.sort_by_key(|(_, at)| std::cmp::Reverse(crowd(&spots, *at)));
    let of_area = |(area, at): (Area, (i32, i32))| {
        let name = in_lines(data.name(area)).into_iter().map(|text| Line { text, size, colour: INK });
        let stands = position.board.area(area).and_then(standing);
        let stands = stands.map(|text| Line { text, size, colour: STANDING });
        (at, Label::new(name.chain(stands).collect(), Some((at, false))))
    };
    let of_sea = |sea: &KnownSea| {
        let words = sea.name.split(' ');
        let line = |word: &str| Line { text: word.to_owned(), size: at_sea, colour: SEA_INK };
        Some((rounded(in_picture(part, sea.at)?), Label::new(words.map(line).collect(), None)))
    };
    let beyond = beyond(data, &spots, part);
    let seas = data.seas().filter_map(of_sea);
    let mut all: Vec<Named> = areas.into_iter().map(of_area).chain(seas).chain(beyond).collect();
    place(&mut all, &spots, part);
    all.into_iter().map(|(_, label)| label).collect()
}

/// The names of the areas to which ways lead out of the picture, where the shortest of them leaves it.
fn beyond(data: &Data, spots: &Spots, part: Part) -> Vec<Named> {
    let long = |way: &Leaves| (way.from.0 - way.edge.0).pow(2) + (way.from.1 - way.edge.1).pow(2);
    let mut nearest: BTreeMap<Area, Leaves> = BTreeMap::new();
    for way in leaving(data, spots, part) {
        let known = nearest.get(&way.to);
        if known.is_none_or(|known| long(&way) < long(known)) {
            nearest.insert(way.to, way);
        }
    }
    let name = |(to, way): (Area, Leaves)| {
        let line = Line { text: data.name(to).to_owned(), size: BEYOND, colour: WAY };
        (way.edge, Label::new(vec![line], None))
    };
    nearest.into_iter().map(name).collect()
}

/// A place where a name may stand: whether a line is needed to its point, and how much of the map itself is in its way.
type Open = (Space, bool, usize);

/// Where a name may stand, the nearest first: over no point, and nearer to its own than to another; anywhere where that cannot be.
fn open(at: (i32, i32), label: &Label, points: &[Space], part: Part) -> Vec<Open> {
    let own = label.of.map(|(at, _)| at);
    let costs = |(space, line): (Space, bool)| (space, line, hindered(&space, own, points, part));
    let all: Vec<Open> = label.places(at, part).into_iter().map(costs).collect();
    let free: Vec<Open> = all.iter().copied().filter(|(_, _, cost)| *cost == 0).collect();
    if free.is_empty() { all } else { free }
}

/// Gives each name its place, the crowded ones first; those that are then in the way of others are moved about until all are free, or
/// as few as could be found are not. A name that is often in the way weighs the more, so that the others make room for it.
fn place(all: &mut Vec<Named>, spots: &Spots, part: Part) {
    let points: Vec<Space> = spots.all().map(|(_, at)| point(at, part.half())).collect();
    let places: Vec<Vec<Open>> = all.iter().map(|(at, label)| open(*at, label, &points, part)).collect();
    let mut weights = vec![2_usize; all.len()];
    let mut placed = vec![false; all.len()];
    let mut best: Option<(usize, Vec<Named>)> = None;
    for pass in 0..AGAIN {
        for i in 0..all.len() {
            let (Some((_, label)), Some(places)) = (all.get(i), places.get(i)) else { continue };
            let others: Vec<(Space, usize)> = (0..)
                .zip(all.iter().zip(&placed).zip(&weights))
                .filter(|(j, ((_, placed), _))| *j != i && **placed)
                .map(|(_, (((_, other), _), weight))| (other.space, *weight))
                .collect();
            let hinders = |space: &Space| -> usize {
                others.iter().filter(|(other, _)| other.overlaps(space)).map(|(_, weight)| weight).sum()
            };
            if pass > 0 && hinders(&label.space) == 0 {
                continue;
            }
            if let Some(weight) = weights.get_mut(i).filter(|_| pass > 0) {
                *weight += 1;
            }
            // Where it stood it is not to stand again, so that the others find room.
            let again = |space: &Space| usize::from(pass > 0 && *space == label.space);
            let best = places.iter().min_by_key(|(space, _, cost)| cost + hinders(space) + again(space));
            let Some((space, line, _)) = best.copied() else { continue };
            if let Some((_, label)) = all.get_mut(i) {
                label.space = space;
                label.of = label.of.map(|(at, _)| (at, line));
            }
            placed.get_mut(i).into_iter().for_each(|placed| *placed = true);
        }
        let in_the_way = total(all, &points, part);
        if best.as_ref().is_none_or(|(least, _)| in_the_way < *least) {
            best = Some((in_the_way, all.clone()));
        }
        if in_the_way == 0 {
            break;
        }
    }
    if let Some((_, placed)) = best {
        *all = placed;
    }
}

/// Whether a name at a point stands nearer to the point of another area than to its own.
fn misleads(space: &Space, own: Option<(i32, i32)>, points: &[Space]) -> bool {
    let Some(own) = own else { return false };
    let middle = |point: &Space| (point.x + point.w / 2, point.y + point.h / 2);
    let others = points.iter().map(middle).filter(|other| *other != own);
    others.map(|other| space.to(other)).min().is_some_and(|nearest| nearest <= space.to(own))
}

/// How much of the map is in the way of a space, beside other names; `own` is the point that a name in it stands for.
fn hindered(space: &Space, own: Option<(i32, i32)>, points: &[Space], part: Part) -> usize {
    2 * usize::from(misleads(space, own, points))
        + 3 * points.iter().filter(|point| point.overlaps(space)).count()
        + if space.is_on_the_map(part) { 0 } else { 100 }
}

/// How much is in the way of all names.
fn total(all: &[Named], points: &[Space], part: Part) -> usize {
    let of = |(_, label): &Named| {
        let others = all.iter().filter(|(_, other)| other.space.overlaps(&label.space)).count();
        // Each overlaps itself.
        hindered(&label.space, label.of.map(|(at, _)| at), points, part) + 2 * (others - 1)
    };
    all.iter().map(of).sum()
}
