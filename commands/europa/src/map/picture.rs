//! The board as a picture: provinces as points in the colours of who holds them, the ways between them, fortresses, sieges, stacks. The whole
//! has no names, as none could be read on a phone; a part has.

use super::bent::{self, Spot};
use super::key::key;
use super::points::{Point, kilometres, point, points};
use crate::present::colour;
use europa::country::Country;
use europa::geography::{Border, Map, Place};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use table_commands::present::land::{self, LAND};
use table_commands::present::pictures::{FONT, TIMES, WIDTH, escaped, fitted, png, width};

/// Which part of the board a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Window {
    /// The European map.
    Europe,
    /// All of the world.
    World,
    /// What lies around a place.
    Around(Place),
    /// What lies around the way that is drawn, all of it.
    Way,
    /// The same of a way so long that what lies around it is drawn as the whole is.
    LongWay,
}

impl Window {
    /// Whether it is a part, in which names and counters have room.
    #[must_use]
    pub fn is_part(self) -> bool {
        matches!(self, Window::Around(_) | Window::Way)
    }
}

/// A stack as everybody sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// Its number.
    pub number: u32,
    /// Where it stands.
    pub at: Place,
    /// Whose it is.
    pub country: Country,
    /// Its counters, as the board's list says them.
    pub counters: String,
}

/// What a picture shows of the board; everything of it is public.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Who holds what.
    pub held: BTreeMap<Place, Country>,
    /// The countries that are played.
    pub played: Vec<Country>,
    /// The stacks.
    pub flags: Vec<Flag>,
    /// Besieged provinces.
    pub besieged: Vec<Place>,
    /// Places with a revolt or pirates.
    pub revolts: Vec<Place>,
    /// A way that is drawn thick, from its beginning.
    pub way: Vec<Place>,
}

impl Shown {
    /// Where the way that is drawn begins and ends.
    fn ends(&self) -> Vec<Place> {
        self.way.first().into_iter().chain(self.way.last()).copied().collect()
    }
}

/// Whether a way is a voyage, and no march: it leads over the sea.
#[must_use]
pub fn is_voyage(way: &[Place]) -> bool {
    way.iter().any(|place| place.site().is_sea())
}

/// The window that shows all of a way; `None` where there is none.
#[must_use]
pub fn around_way(way: &[Place]) -> Option<Window> {
    let [west, east, south, north] = bounds(way)?;
    let across = (east - west) / 2.0 * f64::midpoint(south, north).to_radians().cos();
    Some(match across.max((north - south) / 2.0) {
        // From one end of the map of the world to the other.
        _ if east - west > 180.0 => Window::World,
        half if half * AROUND_WAY > MOST_DEGREES => Window::LongWay,
        _ => Window::Way,
    })
}

/// How much more than a way itself is shown with what lies around it.
const AROUND_WAY: f64 = 1.25;

/// Between which longitudes and latitudes a way lies.
fn bounds(way: &[Place]) -> Option<[f64; 4]> {
    let points = || way.iter().filter_map(|place| point(*place));
    let first = points().next()?;
    Some(points().fold([first.0, first.0, first.1, first.1], |[west, east, south, north], (lon, lat)| {
        [west.min(lon), east.max(lon), south.min(lat), north.max(lat)]
    }))
}

/// What is shown of the globe around a way: as much as around a place in it, and all of the way.
fn frame_of(way: &[Place]) -> [f64; 4] {
    let [west, east, south, north] = bounds(way).unwrap_or_default();
    let at = (f64::midpoint(west, east), f64::midpoint(south, north));
    let narrow = at.1.to_radians().cos().max(0.3);
    let least = way.get(way.len() / 2).map_or(0.0, |place| reach(*place, at) / DEGREE);
    let half = ((east - west) / 2.0 * narrow).max((north - south) / 2.0) * AROUND_WAY;
    let half = half.max(least);
    [at.0 - half / narrow, at.0 + half / narrow, at.1 - half, at.1 + half]
}

/// What is drawn on land and sea.
pub(super) const INK: &str = "#23262B";
pub(super) const WAY: &str = "#B0172B";
pub(super) const NOBODY: &str = "#9A9384";
const OTHERS: &str = "#5A4636";
pub(super) const REVOLT: &str = "#E08A00";
pub(super) const OPEN: &str = "#7B7364";
pub(super) const PASS: &str = "#7A4B2A";
pub(super) const WATER: &str = "#3E6F94";
/// The level of a fortress from which on its point is square.
pub(super) const STRONG: u8 = 2;
/// Points that a part shows at least, with what it is about.
const LEAST_POINTS: usize = 13;
/// The size of names and of the numbers of stacks, in points of the picture.
const NAME: u32 = 12;
/// How far off its point a name stands at most, and that of an end of a way.
const NEAR_NAME: f64 = 13.0;
const FAR_NAME: f64 = 40.0;
/// Kilometres of a degree of latitude.
const DEGREE: f64 = 111.2;
/// Half of what a part shows at most, in degrees of latitude.
const MOST_DEGREES: f64 = 11.0;

/// In which colour what a country holds is drawn. On the whole those whom nobody plays are one: more colours than a key could explain would be
/// told apart by nobody.
pub(super) fn fill(holder: Country, shown: &Shown, window: Window) -> &'static str {
    if window.is_part() || shown.played.contains(&holder) { colour(holder) } else { OTHERS }
}

/// A picture while it is drawn: its scale, and the boxes that letters have taken.
struct Sheet<'s> {
    shown: &'s Shown,
    window: Window,
    /// West, north, points a degree of longitude and of latitude.
    west: f64,
    north: f64,
    scale: (f64, f64),
    high: f64,
    svg: String,
    taken: Vec<[f64; 4]>,
}

/// The board, or a part of it, as a PNG. It takes some tens of milliseconds and holds its thread.
///
/// # Errors
/// Words for the log, where it cannot be drawn.
pub fn picture(shown: &Shown, window: Window) -> Result<Vec<u8>, String> {
    let [map, key] = drawing(shown, window);
    png(&together(&map, &key), TIMES)
}

/// The map as it is drawn, and the key that stands under it, each with its height in points of the picture.
#[must_use]
pub fn drawing(shown: &Shown, window: Window) -> [(String, f64); 2] {
    let mut sheet = Sheet::new(shown, window);
    sheet.ground();
    sheet.ways();
    sheet.spots();
    // Where a way begins and ends is read before all else, and where stacks stand before what they are, so that no label is over a name.
    let ends = shown.ends();
    let is_first = |place: Place| !ends.contains(&place) && shown.flags.iter().any(|flag| flag.at == place);
    sheet.names(|place| ends.contains(&place), FAR_NAME);
    if window.is_part() {
        sheet.names(is_first, NEAR_NAME);
    }
    sheet.flags();
    if window.is_part() {
        sheet.names(|place| !ends.contains(&place) && !is_first(place), NEAR_NAME);
    }
    let below = key(shown, window, &sheet.holders());
    [(sheet.svg, sheet.high), below]
}

/// The whole picture: the map with its key below.
fn together((map, high): &(String, f64), (legend, more): &(String, f64)) -> String {
    let all = (high + more).ceil();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{all:.0}\" viewBox=\"0 0 {WIDTH} {all:.0}\" \
         font-family=\"{FONT}\"><rect width=\"{WIDTH}\" height=\"{all:.0}\" fill=\"#1E2127\"/>\
         <svg width=\"{WIDTH}\" height=\"{high:.1}\" overflow=\"hidden\">{map}</svg>\
         <g transform=\"translate(0 {high:.1})\">{legend}</g></svg>"
    )
}

/// How wide and high the label of stacks is with such words.
fn label(says: &str) -> (f64, f64) {
    (f64::from(width(says, true) * NAME) / 100.0 + 7.0, f64::from(NAME) + 5.0)
}

/// The places that a part around one shows, so that it is neither crowded nor empty: half its width in kilometres.
fn reach(of: Place, at: Point) -> f64 {
    let kind = of.site().map;
    let mut far: Vec<f64> = points()
        .filter(|(other, _)| !other.site().is_sea() && (kind == Map::Rotw || other.site().map == kind))
        .map(|(_, other)| kilometres(at, other))
        .collect();
    far.sort_by(f64::total_cmp);
    far.get(LEAST_POINTS).copied().unwrap_or(500.0).clamp(180.0, 3_000.0) * 1.08
}

impl<'s> Sheet<'s> {
    fn new(shown: &'s Shown, window: Window) -> Sheet<'s> {
        let wide = f64::from(WIDTH);
        let [west, east, south, north] = match window {
            Window::Europe => [-17.5, 61.0, 25.0, 65.0],
            Window::World => [-172.0, 180.0, -60.0, 74.0],
            Window::Around(place) => {
                let at = point(place).unwrap_or_default();
                let half = reach(place, at) / DEGREE;
                let across = half / at.1.to_radians().cos().max(0.3);
                [at.0 - across, at.0 + across, at.1 - half, at.1 + half]
            }
            Window::Way | Window::LongWay => frame_of(&shown.way),
        };
        let middle = f64::midpoint(south, north);
        let across = wide / (east - west);
        // A degree of latitude is longer than one of longitude; the world is drawn as maps of it are.
        let along = match window {
            Window::World => across * 1.25,
            _ => across / middle.to_radians().cos().max(0.3),
        };
        let high = (north - south) * along;
        Sheet {
            shown,
            window,
            west,
            north,
            scale: (across, along),
            high,
            svg: String::new(),
            taken: Vec::new(),
        }
    }

    fn on_sheet(&self, (lon, lat): Point) -> (f64, f64) {
        ((lon - self.west) * self.scale.0, (self.north - lat) * self.scale.1)
    }

    fn is_part(&self) -> bool {
        self.window.is_part()
    }

    /// How far off a place a line stays that does not lead there.
    fn clear(&self) -> f64 {
        match self.window {
            _ if self.is_part() => 12.0,
            Window::World => 2.2,
            _ => 4.0,
        }
    }

    /// Where a place is drawn; what lies a little beside the map of Europe stands at its edge.
    fn spot(&self, place: Place) -> Option<(f64, f64)> {
        let (x, y) = self.on_sheet(point(place)?);
        let (wide, edge) = (f64::from(WIDTH), 5.0);
        if self.window == Window::Europe {
            let far = place.site().map == Map::Rotw && !place.site().is_sea();
            let near = (-90.0..wide + 20.0).contains(&x) && (-30.0..self.high + 30.0).contains(&y);
            return (near && !far).then(|| (x.clamp(edge, wide - edge), y.clamp(edge, self.high - edge)));
        }
        let inside = (edge..wide - edge).contains(&x) && (edge..self.high - edge).contains(&y);
        inside.then_some((x, y))
    }

    /// All that is drawn here, with where.
    fn here(&self) -> Vec<(Place, (f64, f64))> {
        points().filter_map(|(place, _)| Some((place, self.spot(place)?))).collect()
    }

    /// Who holds something that is drawn here, or has a stack here.
    fn holders(&self) -> BTreeSet<Country> {
        let holders = self.here().into_iter().filter_map(|(place, _)| self.shown.held.get(&place).copied());
        let flags = self.shown.flags.iter().filter(|flag| self.spot(flag.at).is_some());
        holders.chain(flags.map(|flag| flag.country)).collect()
    }

    fn ground(&mut self) {
        let line = if self.is_part() { 1.0 } else { 0.5 };
        let mut svg = std::mem::take(&mut self.svg);
        land::draw(&mut svg, [f64::from(WIDTH), self.high], line, |at| self.on_sheet(at));
        self.svg = svg;
    }

    /// The ways between neighbours, by what stands between them, and the one that is drawn thick. Neither passes over a place it does not
    /// touch.
    fn ways(&mut self) {
        let here = self.here();
        let spots: Vec<Spot> = here.iter().map(|(_, spot)| *spot).collect();
        let part = self.is_part();
        for (place, spot) in &here {
            for (next, border) in place.neighbours() {
                let at_sea = place.site().is_sea() || next.site().is_sea();
                if next < place || (at_sea && !part) {
                    continue;
                }
                let Some(end) = here.iter().find(|(other, _)| other == next).map(|(_, at)| *at) else {
                    continue;
                };
                // From one end of the world to the other no line is drawn.
                if (end.0 - spot.0).abs() > f64::from(WIDTH) / 2.0 {
                    continue;
                }
                let (colour, wide, dash) = match border {
                    _ if at_sea => (WATER, 0.7, "1.5 3"),
                    Border::Open => (OPEN, 1.0, ""),
                    Border::River => (WATER, 1.4, ""),
                    Border::Pass => (PASS, 1.4, "4 2.5"),
                    Border::Strait | Border::BeringStrait => (WATER, 1.4, "2 2"),
                };
                let wide = if part { wide } else { 0.45 };
                let line = self.between(*spot, end, &spots);
                let look = format!(
                    "stroke=\"{colour}\" stroke-width=\"{wide}\" stroke-dasharray=\"{dash}\" stroke-opacity=\"0.75\""
                );
                self.line(&line, &look);
            }
        }
        let way = self.way(&spots);
        if way.len() > 1 {
            let wide = if part { 5 } else { 2 };
            let look = format!(
                "stroke=\"{WAY}\" stroke-width=\"{wide}\" stroke-linejoin=\"round\" stroke-linecap=\"round\""
            );
            self.line(&way, &look);
        }
        self.keep_free(&way);
    }

    /// Keeps letters off a line that is drawn thick.
    fn keep_free(&mut self, corners: &[Spot]) {
        for pair in corners.windows(2) {
            let ((x, y), (dx, dy)) = (pair[0], (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1));
            let pieces = (dx.hypot(dy) / 6.0).ceil().max(1.0);
            let mut piece = 0.0;
            while piece <= pieces {
                let (x, y) = (x + dx * piece / pieces, y + dy * piece / pieces);
                self.taken.push([x - 2.5, y - 2.5, x + 2.5, y + 2.5]);
                piece += 1.0;
            }
        }
    }

    /// A line between two places that passes over none of these.
    fn between(&self, from: Spot, to: Spot, spots: &[Spot]) -> Vec<Spot> {
        // The same line from either end.
        if from <= to {
            return bent::line(from, to, spots, self.clear());
        }
        let mut line = bent::line(to, from, spots, self.clear());
        line.reverse();
        line
    }

    /// The corners of the way that is drawn thick: it goes as the lines between its places do.
    fn way(&self, spots: &[Spot]) -> Vec<Spot> {
        let way: Vec<Spot> = self.shown.way.iter().filter_map(|place| self.spot(*place)).collect();
        way.windows(2).flat_map(|pair| self.between(pair[0], pair[1], spots)).collect()
    }

    /// Draws a line of these corners.
    fn line(&mut self, corners: &[Spot], look: &str) {
        let corners: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(self.svg, "<polyline points=\"{}\" fill=\"none\" {look}/>", corners.join(" "));
    }

    /// A point for each place: round, square where a strong fortress is printed, a hollow one at sea; ringed where it is besieged.
    fn spots(&mut self) {
        let part = self.is_part();
        for (place, (x, y)) in self.here() {
            let holder = self.shown.held.get(&place);
            let played = holder.is_some_and(|holder| self.shown.played.contains(holder));
            let fill = holder.map_or(NOBODY, |holder| fill(*holder, self.shown, self.window));
            let r = match (self.window, played) {
                (window, _) if window.is_part() => 6.5,
                (Window::World, _) => 1.3,
                (_, true) => 2.5,
                (_, false) => 1.8,
            };
            let (edge, line) = if played { (INK, r / 4.0) } else { ("#FFFFFF", r / 6.0) };
            let fortress = place.site().fortress;
            let about = self.window == Window::Around(place);
            if place.site().is_sea() {
                let r = r * 0.8;
                let _ = write!(
                    self.svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" fill=\"none\" stroke=\"{WATER}\" stroke-width=\"{:.1}\"/>",
                    r / 3.0
                );
            } else if fortress >= STRONG {
                let side = r * 1.8;
                let _ = write!(
                    self.svg,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{line:.2}\"/>",
                    x - side / 2.0,
                    y - side / 2.0
                );
            } else {
                let _ = write!(
                    self.svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{line:.2}\"/>"
                );
            }
            if part && fortress > 0 {
                self.letters((x, y + 3.4), &fortress.to_string(), 9.5, "#FFFFFF", "middle", true);
            }
            let rings = [
                (self.shown.besieged.contains(&place), WAY),
                (self.shown.revolts.contains(&place), REVOLT),
                (about, INK),
            ];
            for (n, (_, ring)) in rings.into_iter().filter(|(on, _)| *on).enumerate() {
                let r = r + if part { 4.0 } else { 2.0 } + 2.0 * n as f64;
                let _ = write!(
                    self.svg,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" fill=\"none\" stroke=\"{ring}\" stroke-width=\"{}\"/>",
                    if part { 2.0 } else { 1.2 }
                );
            }
            if part {
                self.taken.push([x - r, y - r, x + r, y + r]);
            }
        }
    }

    fn letters(&mut self, (x, y): (f64, f64), text: &str, size: f64, fill: &str, anchor: &str, bold: bool) {
        let weight = if bold { " font-weight=\"bold\"" } else { "" };
        let _ = write!(
            self.svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" fill=\"{fill}\" text-anchor=\"{anchor}\"{weight}>{}</text>",
            escaped(text)
        );
    }

    /// Whether a box is on the picture and nothing else has letters there.
    fn is_free(&self, [left, top, right, foot]: [f64; 4]) -> bool {
        let inside = left >= 1.0 && top >= 1.0 && right <= f64::from(WIDTH) - 1.0 && foot <= self.high - 1.0;
        let apart = |[l, t, r, f]: &[f64; 4]| right <= *l || left >= *r || foot <= *t || top >= *f;
        inside && self.taken.iter().all(apart)
    }

    /// The nearest free box of a size around a spot, at most so far away.
    fn room(&self, (x, y): (f64, f64), (wide, high): (f64, f64), near: f64, far: f64) -> Option<[f64; 4]> {
        const TURNS: [(f64, f64); 8] = [
            (0.0, -1.0),
            (1.0, -0.4),
            (-1.0, -0.4),
            (0.0, 1.0),
            (1.0, 0.6),
            (-1.0, 0.6),
            (0.6, -1.0),
            (-0.6, -1.0),
        ];
        let mut away = near;
        while away <= far {
            for (dx, dy) in TURNS {
                let (mx, my) = (x + dx * (away + wide / 2.0), y + dy * (away + high / 2.0));
                let place = [mx - wide / 2.0, my - high / 2.0, mx + wide / 2.0, my + high / 2.0];
                if self.is_free(place) {
                    return Some(place);
                }
            }
            away += 4.0;
        }
        None
    }

    /// The stacks, each place's beside it: on the whole their numbers, on a part their counters too.
    fn flags(&mut self) {
        let part = self.is_part();
        let mut by_place: BTreeMap<(Place, Country), Vec<&Flag>> = BTreeMap::new();
        // On the map of the world Europe has no room for them; it has one of its own.
        let here = |flag: &&Flag| self.window != Window::World || flag.at.site().map == Map::Rotw;
        for flag in self.shown.flags.iter().filter(here) {
            by_place.entry((flag.at, flag.country)).or_default().push(flag);
        }
        for ((place, of), flags) in by_place {
            let Some(at) = self.spot(place) else { continue };
            let counters: Vec<String> =
                flags.iter().map(|flag| format!("{}: {}", flag.number, flag.counters)).collect();
            let numbers: Vec<String> = flags.iter().map(|flag| flag.number.to_string()).collect();
            let short = fitted(&numbers.join("·"), NAME, true, 190);
            // Where the counters have no room beside the names that are read first, the numbers alone have.
            let long = part.then(|| fitted(&counters.join(" · "), NAME, true, 190));
            let near = if part { 8.0 } else { 3.0 };
            let found = long.into_iter().chain([short.clone()]).find_map(|says| {
                let size = label(&says);
                self.room(at, size, near, 60.0).map(|room| (says, size, room))
            });
            let (says, (wide, high), [left, top, right, foot]) = found.unwrap_or_else(|| {
                let (wide, high) = label(&short);
                let over = [at.0 - wide / 2.0, at.1 - high / 2.0, at.0 + wide / 2.0, at.1 + high / 2.0];
                (short, (wide, high), over)
            });
            let (mx, my) = (f64::midpoint(left, right), f64::midpoint(top, foot));
            let fill = colour(of);
            // A label beside its point, or beside the name of it, needs no line to it, which would lead over the name.
            let away = (left - at.0).max(at.0 - right).max(0.0).hypot((top - at.1).max(at.1 - foot).max(0.0));
            if away > if part { 26.0 } else { 9.0 } {
                let _ = write!(
                    self.svg,
                    "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{mx:.1}\" y2=\"{my:.1}\" stroke=\"{INK}\" stroke-width=\"1.2\"/>",
                    at.0, at.1
                );
            }
            let _ = write!(
                self.svg,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" rx=\"3\" fill=\"{fill}\" stroke=\"#FFFFFF\" stroke-width=\"1.2\"/>"
            );
            self.letters((mx, my + 4.3), &says, f64::from(NAME), "#FFFFFF", "middle", true);
            self.taken.push([left, top, right, foot]);
        }
    }

    /// The names of some places: what a part is about first, then what lies on the way, then the others, as far as there is room so near.
    fn names(&mut self, which: impl Fn(Place) -> bool, far: f64) {
        let mut here = self.here();
        here.retain(|(place, _)| which(*place));
        let rank = |place: Place| match self.window {
            Window::Around(about) if about == place => 0,
            _ if self.shown.way.contains(&place) => 1,
            _ => 2,
        };
        here.sort_by_key(|(place, _)| rank(*place));
        for (place, at) in here {
            let text = fitted(&place.site().name.replace('\\', ""), NAME, false, 130);
            let wide = f64::from(width(&text, false) * NAME) / 100.0 + 2.0;
            let Some([left, top, right, _]) = self.room(at, (wide, f64::from(NAME) + 1.0), 8.0, far) else {
                continue;
            };
            let colour = if place.site().is_sea() { WATER } else { INK };
            let (mx, y) = (f64::midpoint(left, right), top + f64::from(NAME) - 1.5);
            // A light edge keeps letters apart from lines below them.
            let _ = write!(
                self.svg,
                "<text x=\"{mx:.1}\" y=\"{y:.1}\" font-size=\"{NAME}\" text-anchor=\"middle\" stroke=\"{LAND}\" stroke-width=\"3\" stroke-opacity=\"0.8\" stroke-linejoin=\"round\">{}</text>",
                escaped(&text)
            );
            self.letters((mx, y), &text, f64::from(NAME), colour, "middle", false);
            self.taken.push([left, top, right, top + f64::from(NAME) + 1.0]);
        }
    }
}
