//! Names on a picture: each is put where it hides no other name and no city; the better known come first.

use super::frame::{BOUNDS, Frame, stands};
use super::marks::City;
use eia::map::outlines::{Rings, outlines};
use eia::map::{AreaId, Capital, ProvinceId, SeaId, home_of, home_provinces};
use eia::oob::Control;
use eia::powers::Power;
use std::fmt::Write as _;
use table_commands::present::pictures::{escaped, width};

/// Left, top, right, bottom, in pixels.
type Rect = [i32; 4];

const INK: &str = "#241A10";
const WILD: &str = "#4B3A22";
const WATER: &str = "#1F5573";
const CAPITAL: &str = "#7A1209";
const LAND: &str = "#5E2A17";

/// What a name is of, and how it is written.
struct Wanted<'a> {
    /// The name in one line, and in several where it can be broken.
    lines: Vec<Vec<String>>,
    /// Points at which it can stand, best first.
    at: Vec<Stand>,
    /// Sizes in pixels, best first.
    sizes: Vec<u32>,
    colour: &'static str,
    bold: bool,
    /// Room between letters, in hundredths of the size.
    spaced: u32,
    /// Whether it is written even where it hides something.
    must: bool,
    /// On whose land it stands; none where it may stand anywhere.
    land: Option<Land<'a>>,
}

/// The land that a name is of.
#[derive(Clone, Copy)]
struct Land<'a> {
    areas: &'a [AreaId],
    /// Whether no part of the name stands on land of others; else its middle alone is looked at.
    whole: bool,
}

/// Where a name can stand.
#[derive(Clone, Copy)]
enum Stand {
    /// Beside a mark that takes this room.
    Beside(Rect),
    /// With its middle here.
    Middle(i32, i32),
}

/// A name as it stands.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    lines: Vec<String>,
    size: u32,
    colour: &'static str,
    bold: bool,
    spaced: u32,
    /// The room that it takes.
    pub room: Rect,
}

/// The names of a picture.
#[derive(Default)]
pub(crate) struct Names {
    pub all: Vec<Name>,
    /// Names of powers, which lie under everything else.
    countries: Vec<Name>,
    /// Room that is taken by cities, names and the picture's own key.
    pub taken: Vec<Rect>,
    /// Areas that stand in the picture without their name.
    pub left_out: Vec<AreaId>,
    /// Areas whose city is not drawn either, because the name of a country stands there.
    pub hidden: Vec<AreaId>,
}

fn overlap(one: &Rect, other: &Rect) -> i64 {
    let wide = (one[2].min(other[2]) - one[0].max(other[0])).max(0);
    let high = (one[3].min(other[3]) - one[1].max(other[1])).max(0);
    i64::from(wide) * i64::from(high)
}

/// A name in one line, and broken into two or three of about the same length.
fn broken(name: &str) -> Vec<Vec<String>> {
    let words: Vec<&str> = name.split(' ').collect();
    let mut all = vec![vec![name.to_owned()]];
    for lines in 2..=words.len().min(3) {
        let mut best: Option<(usize, Vec<String>)> = None;
        for breaks in cuts(words.len(), lines) {
            let parts: Vec<String> =
                breaks.windows(2).map(|pair| words[pair[0]..pair[1]].join(" ")).collect();
            let longest = parts.iter().map(|part| part.chars().count()).max().unwrap_or(0);
            if best.as_ref().is_none_or(|(least, _)| longest < *least) {
                best = Some((longest, parts));
            }
        }
        all.extend(best.map(|(_, parts)| parts));
    }
    all
}

/// Where so many words are cut into so many lines, two or three.
fn cuts(words: usize, lines: usize) -> Vec<Vec<usize>> {
    match lines {
        2 => (1..words).map(|cut| vec![0, cut, words]).collect(),
        _ => {
            (1..words).flat_map(|one| (one + 1..words).map(move |other| vec![0, one, other, words])).collect()
        }
    }
}

impl Names {
    fn room(lines: &[String], size: u32, bold: bool, spaced: u32) -> (i32, i32) {
        let wide = |line: &String| {
            let letters = u32::try_from(line.chars().count()).unwrap_or(0);
            (width(line, bold) * size + letters * spaced * size).div_ceil(100)
        };
        let wide = lines.iter().map(wide).max().unwrap_or(0);
        let high = u32::try_from(lines.len()).unwrap_or(1) * (size + size / 12);
        (i32::try_from(wide).unwrap_or(i32::MAX), i32::try_from(high).unwrap_or(i32::MAX))
    }

    /// Rectangles in which a name so wide and high can stand, best first.
    fn rects(stand: Stand, wide: i32, high: i32) -> Vec<Rect> {
        let of = |left: i32, top: i32| [left, top, left + wide, top + high];
        match stand {
            Stand::Beside([left, top, right, bottom]) => {
                let (x, y) = ((left + right) / 2, (top + bottom) / 2);
                let (middle, gap) = (y - high / 2, 5);
                vec![
                    of(right + gap, middle),
                    of(x - wide / 2, top - high - 1),
                    of(x - wide / 2, bottom + 1),
                    of(left - wide - gap, middle),
                    of(right, top - high + gap),
                    of(right, bottom - gap),
                    of(left - wide, top - high + gap),
                    of(left - wide, bottom - gap),
                    of(x - wide / 4, top - high - 1),
                    of(x - 3 * wide / 4, top - high - 1),
                    of(x - wide / 4, bottom + 1),
                    of(x - 3 * wide / 4, bottom + 1),
                    of(x - wide / 2, top - 3 * high / 2),
                    of(x - wide / 2, bottom + high / 2),
                ]
            }
            Stand::Middle(x, y) => {
                let shifts = [
                    (0, 0),
                    (0, -60),
                    (0, 60),
                    (-25, 0),
                    (25, 0),
                    (-25, -60),
                    (25, 60),
                    (25, -60),
                    (-25, 60),
                    (0, -115),
                    (0, 115),
                    (-50, 0),
                    (50, 0),
                    (-50, 80),
                    (50, -80),
                    (50, 80),
                    (-50, -80),
                ];
                shifts
                    .iter()
                    .map(|(dx, dy)| of(x - wide / 2 + wide * dx / 100, y - high / 2 + high * dy / 100))
                    .collect()
            }
        }
    }

    /// Puts a name where it hides nothing; false where there is no such place and it need not be written.
    fn put(&mut self, frame: &Frame, wanted: Wanted<'_>) -> bool {
        let edge = 8;
        let inside = |room: &Rect| {
            room[0] >= edge
                && room[1] >= edge
                && room[2] <= super::frame::WIDE.cast_signed() - edge
                && room[3] <= frame.high.cast_signed() - edge
        };
        let mut least: Option<(i64, Name)> = None;
        for size in &wanted.sizes {
            for stand in &wanted.at {
                for lines in &wanted.lines {
                    let (wide, high) = Names::room(lines, *size, wanted.bold, wanted.spaced);
                    let on_its_land = |room: &Rect| wanted.land.is_none_or(|land| is_on(frame, room, land));
                    for room in
                        Names::rects(*stand, wide, high).into_iter().filter(inside).filter(on_its_land)
                    {
                        let grown = [room[0] - 3, room[1] - 1, room[2] + 3, room[3] + 1];
                        let hidden: i64 = self.taken.iter().map(|other| overlap(&grown, other)).sum();
                        if least.as_ref().is_some_and(|(least, _)| *least <= hidden) {
                            continue;
                        }
                        let name = Name {
                            lines: lines.clone(),
                            size: *size,
                            colour: wanted.colour,
                            bold: wanted.bold,
                            spaced: wanted.spaced,
                            room,
                        };
                        least = Some((hidden, name));
                        if hidden == 0 {
                            break;
                        }
                    }
                    if least.as_ref().is_some_and(|(hidden, _)| *hidden == 0) {
                        break;
                    }
                }
                if least.as_ref().is_some_and(|(hidden, _)| *hidden == 0) {
                    break;
                }
            }
            if least.as_ref().is_some_and(|(hidden, _)| *hidden == 0) {
                break;
            }
        }
        match least {
            Some((hidden, name)) if hidden == 0 || wanted.must => {
                self.taken.push(name.room);
                self.all.push(name);
                true
            }
            _ => false,
        }
    }

    /// Draws them, but for the names of powers.
    pub fn draw(&self, svg: &mut String) {
        self.all.iter().for_each(|name| name.draw(svg, true));
    }

    /// What nothing stands over: capitals, their names, and those of powers.
    pub fn kept_free(&self, frame: &Frame) -> Vec<Rect> {
        let named = self.all.iter().filter(|name| name.colour == CAPITAL);
        let marks = frame.areas().into_iter().filter(|area| is_national(*area));
        let marks = marks.filter_map(|area| Some(room_of(frame, area, City::of(area, frame)?)));
        named.chain(&self.countries).map(|name| name.room).chain(marks).collect()
    }

    /// Draws the names of powers.
    pub fn draw_countries(&self, svg: &mut String) {
        self.countries.iter().for_each(|name| name.draw(svg, false));
    }

    /// The names of a picture: `first` before all others, and always.
    pub fn of(frame: &Frame, first: &[AreaId], control: Control) -> Names {
        let mut names = Names::default();
        let far = frame.scale() < FAR;
        let shown = frame.areas();
        let mut areas: Vec<AreaId> = first.iter().copied().filter(|area| shown.contains(area)).collect();
        let must = areas.len();
        let mut others: Vec<AreaId> = shown.into_iter().filter(|area| !areas.contains(area)).collect();
        others.sort_by_key(|area| std::cmp::Reverse(weight(*area)));
        areas.extend(others);
        let mut seas: Vec<SeaId> =
            SeaId::all().filter(|sea| frame.window.meets(BOUNDS.seas[sea.place()])).collect();
        seas.sort_by_key(|sea| !frame.window.holds(sea.on_map().at));
        let (great, lesser): (Vec<AreaId>, Vec<AreaId>) =
            areas.iter().copied().partition(|area| !far || is_great(*area));
        great.iter().for_each(|area| names.take(frame, *area));
        if far {
            // Capitals and countries come before seas, and these before lesser towns.
            let capitals = great.iter().filter(|area| is_national(**area));
            capitals.for_each(|area| _ = names.area(frame, *area, true, false));
            names.countries(frame, control);
            for area in lesser {
                match City::of(area, frame).map(|city| room_of(frame, area, city)) {
                    Some(room) if names.taken.iter().any(|other| overlap(&room, other) > 0) => {
                        names.hidden.push(area);
                    }
                    Some(room) => names.taken.push(room),
                    None => {}
                }
            }
            seas.iter().for_each(|sea| names.sea(frame, *sea));
            areas.retain(|area| !is_national(*area));
        }
        for (n, area) in areas.into_iter().enumerate() {
            let named = !names.hidden.contains(&area)
                && names.area(frame, area, n < must && !far, n == 0 && must > 0);
            if !named {
                names.left_out.push(area);
            }
        }
        if !far {
            seas.iter().for_each(|sea| names.sea(frame, *sea));
        }
        names
    }

    /// Keeps the room of an area's city free.
    fn take(&mut self, frame: &Frame, area: AreaId) {
        if let Some(city) = City::of(area, frame) {
            self.taken.push(room_of(frame, area, city));
        }
    }

    fn area(&mut self, frame: &Frame, area: AreaId, must: bool, is_first: bool) -> bool {
        let on_map = area.on_map();
        let scale = frame.scale();
        let (x, y) = frame.pixel(stands(area));
        let capital = on_map.city.as_ref().and_then(|city| city.capital);
        let towers = on_map.city.as_ref().map_or(0, |city| city.towers);
        let national = capital == Some(Capital::National);
        let sizes: Vec<u32> = if scale >= 3.6 {
            let best = if is_first { 46 } else { 38 };
            (0..6).map(|n| best - n * if is_first { 2 } else { 3 }).collect()
        } else if scale >= FAR {
            match (national, towers) {
                (true, _) => vec![36, 32, 28],
                (_, 4..) => vec![28, 25, 22],
                (_, 3) => vec![26, 23, 20],
                _ => vec![22, 20, 18],
            }
        } else {
            match (national, towers) {
                (true, _) => vec![30, 27, 24, 21],
                (_, 4..) => vec![22, 19, 17],
                (_, 3) => vec![18, 16, 14],
                (_, 1..) => vec![16, 14],
                _ => vec![14, 13],
            }
        };
        let at = match City::of(area, frame) {
            Some(city) => vec![Stand::Beside(room_of(frame, area, city))],
            None => vec![Stand::Middle(x, y)],
        };
        let colour = match (national, on_map.city.is_some()) {
            (true, _) => CAPITAL,
            (false, true) => INK,
            (false, false) => WILD,
        };
        let bold = is_first || national || (scale >= FAR && capital.is_some());
        let lines = broken(&on_map.name);
        self.put(frame, Wanted { lines, at, sizes, colour, bold, spaced: 0, must, land: None })
    }

    fn sea(&mut self, frame: &Frame, sea: SeaId) {
        let on_map = sea.on_map();
        let sizes = if frame.scale() >= 3.6 {
            vec![36, 32, 28, 24]
        } else if frame.scale() >= FAR {
            vec![27, 24, 21]
        } else {
            vec![21, 18, 16, 14]
        };
        let mut at = Vec::new();
        let rings = &outlines().seas[sea.place()];
        if frame.window.holds(on_map.at) {
            let (x, y) = frame.pixel(on_map.at);
            at.push(Stand::Middle(x, y));
        }
        at.extend(inside(frame, rings));
        // A sea of which only a corner is seen has no name.
        let lines = broken(&on_map.name).into_iter().rev().collect();
        _ = self.put(
            frame,
            Wanted { lines, at, sizes, colour: WATER, bold: false, spaced: 6, must: false, land: None },
        );
    }

    /// Names of powers and minor countries, on a picture of much of the map.
    fn countries(&mut self, frame: &Frame, control: Control) {
        for power in Power::ALL {
            let home = home_provinces(power, control.era());
            let areas: Vec<AreaId> = home.iter().flat_map(|one| &one.on_map().areas).copied().collect();
            let name = crate::names::called(power).to_uppercase();
            let sizes = vec![44, 38, 33, 28];
            // It lies under the towns, and keeps clear of names alone.
            let towns = std::mem::take(&mut self.taken);
            self.taken = self.all.iter().map(|name| name.room).collect();
            if self.country(frame, &name, &areas, sizes, true) {
                self.countries.extend(self.all.pop());
            }
            self.taken = towns;
        }
        self.taken.extend(self.countries.iter().map(|name| name.room));
        let is_minor = |one: &ProvinceId| home_of(*one, control.era()).is_none();
        let mut minors: Vec<ProvinceId> = ProvinceId::all().filter(is_minor).collect();
        minors.sort_by_key(|one| std::cmp::Reverse(one.on_map().money));
        for minor in minors {
            let name = minor.name().to_uppercase();
            _ = self.country(frame, &name, &minor.on_map().areas, vec![20, 18, 16], false);
        }
    }

    fn country(
        &mut self,
        frame: &Frame,
        name: &str,
        areas: &[AreaId],
        sizes: Vec<u32>,
        is_power: bool,
    ) -> bool {
        let count = i64::try_from(areas.len()).unwrap_or(1).max(1);
        let sum = areas.iter().fold((0_i64, 0_i64), |(x, y), area| {
            let at = area.on_map().at;
            (x + i64::from(at.0), y + i64::from(at.1))
        });
        let middle = (sum.0 / count, sum.1 / count);
        let mut near: Vec<AreaId> =
            areas.iter().copied().filter(|area| frame.window.holds(area.on_map().at)).collect();
        near.sort_by_key(|area| {
            let at = area.on_map().at;
            (i64::from(at.0) - middle.0).pow(2) + (i64::from(at.1) - middle.1).pow(2)
        });
        let at = near.iter().take(8).map(|area| {
            let (x, y) = frame.pixel(area.on_map().at);
            Stand::Middle(x, y)
        });
        let at: Vec<Stand> = at.collect();
        let (colour, spaced) = (LAND, if is_power { 22 } else { 6 });
        let lines = if is_power { broken(name) } else { vec![vec![name.to_owned()]] };
        // Of a small country the ends of the name reach over the border, where the whole of it has no room on its land.
        let lands = if is_power {
            vec![None]
        } else {
            vec![Some(Land { areas, whole: true }), Some(Land { areas, whole: false })]
        };
        lands.into_iter().any(|land| {
            let (lines, at, sizes) = (lines.clone(), at.clone(), sizes.clone());
            self.put(frame, Wanted { lines, at, sizes, colour, bold: is_power, spaced, must: false, land })
        })
    }
}

/// Below so many pixels a unit a picture is of much of the map: it has names of countries, and dots for cities.
pub(crate) const FAR: f32 = 1.6;

/// Whether an area's city keeps its place from the names of minor countries.
fn is_great(area: AreaId) -> bool {
    let city = area.on_map().city.as_ref();
    city.is_some_and(|city| city.towers >= 4 || city.capital.is_some())
}

fn is_national(area: AreaId) -> bool {
    area.on_map().city.as_ref().and_then(|city| city.capital) == Some(Capital::National)
}

fn room_of(frame: &Frame, area: AreaId, city: City) -> Rect {
    let (x, y) = frame.pixel(stands(area));
    let [left, top, right, bottom] = city.room();
    [x + left, y + top, x + right, y + bottom]
}

impl Name {
    fn draw(&self, svg: &mut String, haloed: bool) {
        let middle = (self.room[0] + self.room[2]) / 2;
        let weight = if self.bold { " font-weight=\"bold\"" } else { "" };
        let spaced = match self.spaced {
            0 => String::new(),
            spaced => format!(" letter-spacing=\"{:.1}\"", (spaced * self.size) as f32 / 100.0),
        };
        let halo = if haloed {
            let wide = (self.size as f32 / 6.0).clamp(2.0, 6.0);
            format!(
                " stroke=\"#FBF5E4\" stroke-opacity=\"0.8\" stroke-width=\"{wide:.1}\" stroke-linejoin=\"round\" paint-order=\"stroke\""
            )
        } else {
            " fill-opacity=\"0.72\"".to_owned()
        };
        for (n, line) in self.lines.iter().enumerate() {
            let step = self.size + self.size / 12;
            let down = u32::try_from(n).unwrap_or(0) * step + self.size * 17 / 20;
            let _ = write!(
                svg,
                "<text x=\"{middle}\" y=\"{}\" font-size=\"{}\" fill=\"{}\" text-anchor=\"middle\"{weight}{spaced}{halo}>{}</text>",
                self.room[1] + down.cast_signed(),
                self.size,
                self.colour,
                escaped(line)
            );
        }
    }
}

/// How well known an area is, by which names come first.
fn weight(area: AreaId) -> u32 {
    let city = area.on_map().city.as_ref();
    city.map_or(0, |city| {
        let capital = match city.capital {
            Some(Capital::National) => 1000,
            Some(Capital::Provincial) => 12,
            None => 0,
        };
        u32::from(city.towers) * 10 + capital + city.inhabitants.min(9)
    })
}

/// Whether a name that takes this room is read as the name of these areas: its middle is on them or, of what is smaller than a name, right
/// beside them; and no end of it is on land of others, where it is to stand on its own whole.
fn is_on(frame: &Frame, room: &Rect, Land { areas: land, whole }: Land<'_>) -> bool {
    let (middle, y) = ((room[0] + room[2]) / 2, (room[1] + room[3]) / 2);
    let others = [(room[0] * 7 + room[2]) / 8, (room[0] + room[2] * 7) / 8];
    let beside = |area: &AreaId| {
        let (x, own) = frame.pixel(area.on_map().at);
        (room[0]..=room[2]).contains(&x) && (own - y).abs() <= room[3] - room[1]
    };
    let is_meant = match land_at(frame.point((middle, y))) {
        Some(area) => land.contains(&area),
        None => land.iter().any(beside),
    };
    is_meant
        && (!whole
            || others.iter().all(|x| land_at(frame.point((*x, y))).is_none_or(|area| land.contains(&area))))
}

/// The area at a point of the sheet; none at sea.
fn land_at(point: (i32, i32)) -> Option<AreaId> {
    let near = |area: &AreaId| {
        let ((left, top), (right, bottom)) = BOUNDS.areas[area.place()];
        (left..=right).contains(&point.0) && (top..=bottom).contains(&point.1)
    };
    AreaId::all().filter(near).find(|area| holds(&outlines().areas[area.place()], point))
}

/// Whether a point of the sheet is inside rings.
fn holds(rings: &Rings, (x, y): (i32, i32)) -> bool {
    let mut inside = false;
    for ring in rings {
        let mut last = None;
        for (bx, by) in outlines().ring(ring) {
            if let Some((ax, ay)) = last {
                let across = i64::from(bx - ax) * i64::from(y - ay) - i64::from(x - ax) * i64::from(by - ay);
                inside ^= (ay > y) != (by > y) && (across > 0) == (by > ay);
            }
            last = Some((bx, by));
        }
    }
    inside
}

/// Points of a picture that lie well inside rings, those nearest to its middle first.
fn inside(frame: &Frame, rings: &Rings) -> Vec<Stand> {
    let (wide, high) = (super::frame::WIDE.cast_signed(), frame.high.cast_signed());
    let holds = |x: i32, y: i32| holds(rings, frame.point((x, y)));
    let step = 80;
    let mut found: Vec<(i64, Stand)> = Vec::new();
    for y in (step / 2..high).step_by(80) {
        for x in (step..wide).step_by(80) {
            // Room for a word of some letters.
            if [(0, 0), (-70, 0), (70, 0), (-70, 26), (70, 26), (-70, -26), (70, -26)]
                .iter()
                .all(|(dx, dy)| holds(x + dx, y + dy))
            {
                let far = i64::from(x - wide / 2).pow(2) + i64::from(y - high / 2).pow(2);
                found.push((far, Stand::Middle(x, y)));
            }
        }
    }
    found.sort_by_key(|(far, _)| *far);
    found.into_iter().map(|(_, stand)| stand).take(24).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::map::present::frame::Window;

    /// On the whole map the name of a minor country is read as that country's: its middle is on its own areas or right beside them.
    #[test]
    fn names_of_minor_countries_lie_on_what_they_mean() {
        let frame = Window::whole().frame();
        let control = Control::default();
        let names = Names::of(&frame, &[], control);
        let mut told = Vec::new();
        for minor in ProvinceId::all().filter(|one| home_of(*one, control.era()).is_none()) {
            let name = minor.name().to_uppercase();
            let areas = &minor.on_map().areas;
            for found in names.all.iter().filter(|found| found.lines == [name.clone()]) {
                let land = Land { areas, whole: false };
                assert!(is_on(&frame, &found.room, land), "{name} at {:?}", found.room);
                told.push(minor.name());
            }
        }
        assert!(told.len() > 30, "{told:?}");
        for name in ["Corfu", "Romagna", "Sardinia"] {
            assert!(told.contains(&name), "{name} has no name: {told:?}");
        }
    }
}
