//! The map as a picture. It has a ground of its own, so that it reads alike in both of Discord's modes.

use super::arrows::{self, Arrow};
use super::flags::{self, Flag};
use super::frame::{BOUNDS, Frame, WIDE, Window, stands};
use super::ground::{OUTSIDE, PARCHMENT, SEA, faint, ground, home_tint, path};
use super::held;
use super::marks::{City, Sign};
use super::names::Names;
use eia::chits::Terrain;
use eia::map::outlines::outlines;
use eia::map::{AreaId, map};
use eia::oob::{Control, Held};
use eia::powers::Power;
use std::fmt::Write as _;
use table_commands::present::pictures::{FONT, encoded, escaped, onto, width};
use table_commands::say;

/// Height of a row of the key at the foot.
const KEY: u32 = 64;
/// How large the marks of terrain and the hatching are in the key, to those of the map.
const MARK: f32 = 0.44;
const HATCH: f32 = 0.6;
/// Letters of the key are no smaller than this where another row helps.
const SMALLEST: u32 = 26;

/// What stands in the key before a name.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Swatch {
    /// A colour.
    Plain(String),
    /// The stripes of a power's free states.
    Striped(Power),
    /// The hatching of what a power has taken since the start.
    Hatched(Power),
    /// The marks of a terrain.
    Ground(Terrain),
    /// A sign of a city or of a crossing.
    Sign(Sign),
}

/// What stands in the key: a colour and whose it is, or what a pattern is.
type Part = (Option<Swatch>, String);
type Row = Vec<Part>;

/// What a picture shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Which part of the map.
    pub window: Window,
    /// The area that it is about, with a line around it, and its neighbours named before others.
    pub about: Option<AreaId>,
    /// Which scenario's control it shows.
    pub control: Control,
    /// The flags of corps and fleets.
    pub flags: Vec<Flag>,
    /// Areas of which it was told who has them; hatched where that is another than at the start.
    pub held: Vec<(AreaId, Power)>,
    /// Whether counters are dots with how many stand at a place, however near the map is: names would hide what is fought for.
    pub numbers: bool,
    /// Marches that are thought of or lodged.
    pub arrows: Vec<Arrow>,
}

impl View {
    /// A part of the map with nothing on it.
    #[must_use]
    pub fn of(window: Window, control: Control) -> View {
        View {
            window,
            about: None,
            control,
            flags: Vec::new(),
            held: Vec::new(),
            numbers: false,
            arrows: Vec::new(),
        }
    }

    /// Whether counters are dots in it.
    fn is_in_numbers(&self, frame: &Frame) -> bool {
        self.numbers || flags::is_far(frame)
    }

    /// The areas that another has than at the start.
    fn taken(&self) -> Vec<(AreaId, Power)> {
        let other =
            |(area, power): &&(AreaId, Power)| self.control.held(area.on_map().province).by() != Some(*power);
        self.held.iter().filter(other).copied().collect()
    }
}

/// The map, or a part of it, as a PNG. It takes some tens of milliseconds and holds its thread.
///
/// # Errors
/// Words for the log, where it cannot be drawn.
pub fn picture(view: &View) -> Result<Vec<u8>, String> {
    let frame = view.window.frame();
    let ground = ground(&frame, view.control, &view.taken())?;
    let rows = key_rows(view, &frame);
    let high = frame.high + KEY * u32::try_from(rows.len()).unwrap_or(1);
    let mut pixels = resvg::tiny_skia::Pixmap::new(WIDE, high).ok_or("the picture has no size")?;
    // The ground is as wide as the picture, so its rows are the picture's first.
    pixels.data_mut()[..ground.data().len()].copy_from_slice(ground.data());
    onto(&mut pixels, &over(view, &frame, (high, &rows)))?;
    encoded(&pixels)
}

/// Cities, names and the key, as an SVG in pixels; and the areas that are left without a name.
fn over(view: &View, frame: &Frame, (high, rows): (u32, &[Row])) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDE}\" height=\"{high}\" viewBox=\"0 0 {WIDE} {high}\" font-family=\"{FONT}\">"
    );
    if let Some(area) = view.about {
        outline(&mut svg, area, frame);
    }
    let names = names(view, frame);
    names.draw_countries(&mut svg);
    for area in frame.areas().into_iter().rev().filter(|area| !names.hidden.contains(area)) {
        if let Some(city) = City::of(area, frame) {
            city.draw(&mut svg, frame.pixel(stands(area)));
        }
    }
    names.draw(&mut svg);
    arrows::draw(&mut svg, &view.arrows, frame);
    if view.is_in_numbers(frame) {
        flags::dots(&mut svg, &view.flags, frame);
    } else {
        flags::draw_on(&mut svg, &view.flags, frame, names.kept_free(frame), names.taken);
    }
    key(&mut svg, frame, rows);
    svg.push_str("</svg>");
    svg
}

fn names(view: &View, frame: &Frame) -> Names {
    let near = view.about.into_iter().flat_map(|area| map().neighbours(area)).map(|near| near.area);
    let first: Vec<AreaId> = view.about.into_iter().chain(near).collect();
    Names::of(frame, &first, view.control)
}

/// The areas whose place is in a picture and whose name is not, for want of room.
#[must_use]
pub fn without_name(view: &View) -> Vec<AreaId> {
    names(view, &view.window.frame()).left_out
}

/// How many pairs of names stand over each other in a picture.
#[must_use]
pub fn overlapping_names(view: &View) -> usize {
    let names = names(view, &view.window.frame()).all;
    let over = |one: &[i32; 4], other: &[i32; 4]| {
        one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]
    };
    let pairs = names.iter().enumerate();
    pairs.map(|(n, one)| names[..n].iter().filter(|other| over(&one.room, &other.room)).count()).sum()
}

/// A line around an area, in pixels.
fn outline(svg: &mut String, area: AreaId, frame: &Frame) {
    let mut d = String::new();
    path(&mut d, &outlines().areas[area.place()]);
    let scale = frame.scale();
    let _ = write!(
        svg,
        "<path transform=\"scale({scale}) translate({} {})\" d=\"{d}\" fill=\"#FFF3C4\" fill-opacity=\"0.35\" fill-rule=\"evenodd\" stroke=\"#B8860B\" stroke-width=\"{:.3}\" stroke-linejoin=\"round\"/>",
        -frame.window.left,
        -frame.window.top,
        9.0 / scale
    );
}

/// The rows of the key at the foot, each a list of what stands in it: a power's colour and name, or what a pattern is.
fn key_rows(view: &View, frame: &Frame) -> Vec<Row> {
    let (control, taken) = (view.control, view.taken());
    let seen: Vec<AreaId> =
        AreaId::all().filter(|area| frame.window.meets(BOUNDS.areas[area.place()])).collect();
    let has = |held: Held| seen.iter().any(|area| control.held(area.on_map().province) == held);
    let hatched: Vec<Power> =
        taken.iter().filter(|(area, _)| seen.contains(area)).map(|(_, power)| *power).collect();
    let flying: Vec<Power> =
        view.flags.iter().filter(|flag| flags::is_in(flag, frame)).map(|flag| flag.power).collect();
    let (conquers, frees) = (|power| has(Held::Conquered(power)), |power| has(Held::Free(power)));
    let is_seen = |power: Power| {
        let at_home = has(Held::Home(power)) || has(Held::Ceded(power));
        at_home || conquers(power) || frees(power) || hatched.contains(&power) || flying.contains(&power)
    };
    let each = |swatch: fn(Power) -> Swatch, which: &dyn Fn(Power) -> bool| -> Row {
        let powers = Power::ALL.into_iter().filter(|power| which(*power));
        powers.map(|power| (Some(swatch(power)), crate::names::called(power))).collect()
    };
    let under = |says: String, row: Row| -> Row {
        if row.is_empty() { row } else { std::iter::once((None, says)).chain(row).collect() }
    };
    let powers = each(|power| Swatch::Plain(home_tint(power)), &is_seen);
    let conquered = each(|power| Swatch::Plain(faint(power)), &conquers);
    let free = each(Swatch::Striped, &frees);
    let mut notes: Row = Vec::new();
    if has(Held::Neutral) {
        notes.push((Some(Swatch::Plain(PARCHMENT.to_owned())), say!("neutral")));
    }
    notes.push((Some(Swatch::Plain(SEA.to_owned())), say!("sea")));
    let mut beyond = outlines().outside.iter().flat_map(|ring| outlines().ring(ring));
    if beyond.any(|point| frame.window.holds(point)) {
        notes.push((Some(Swatch::Plain(OUTSIDE.to_owned())), say!("not in the game")));
    }
    if !hatched.is_empty() {
        notes.extend(hatched.first().map(|first| (Some(Swatch::Hatched(*first)), say!("taken since"))));
    }
    if view.is_in_numbers(frame) && !flying.is_empty() {
        notes.push((None, say!("dot: so many counters")));
    }
    let year = control.year();
    laid_out([
        powers,
        under(say!("conquered in {}:", year), conquered),
        under(say!("free states in {}:", year), free),
        notes,
        signs(&seen, frame),
    ])
}

/// The marks of terrain and the signs of cities, ports and crossings that stand on what is seen, each with what it is.
fn signs(seen: &[AreaId], frame: &Frame) -> Row {
    let ground = Terrain::ALL.into_iter().filter(|terrain| *terrain != Terrain::Clear);
    let here = ground.filter(|terrain| seen.iter().any(|area| area.on_map().terrain == *terrain));
    let mut row: Row = here
        .map(|ground| (Some(Swatch::Ground(ground)), crate::battle::present::words::terrain(ground)))
        .collect();
    let cities: Vec<City> = seen.iter().filter_map(|area| City::of(*area, frame)).collect();
    let all = [
        (cities.iter().any(|city| city.has_towers()), Sign::Towers, say!("tower: 5 factors")),
        (cities.iter().any(|city| !city.has_towers()), Sign::Dot, say!("city")),
        (cities.iter().any(|city| city.has_towers() && city.fletches > 0), Sign::Fletch, say!("fletch")),
        (cities.iter().any(City::has_star), Sign::Star, say!("national capital")),
        (cities.iter().any(|city| city.port), Sign::Port, say!("port")),
        (super::ground::has_arrows(frame), Sign::Arrow, say!("crossing")),
    ];
    row.extend(
        all.into_iter().filter(|(on, ..)| *on).map(|(_, sign, says)| (Some(Swatch::Sign(sign)), says)),
    );
    row
}

/// The parts of the key in rows: what would be too small on a phone in one row stands in several, and what belongs together in one where it
/// has room there.
fn laid_out(groups: impl IntoIterator<Item = Row>) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for group in groups.into_iter().filter(|group| !group.is_empty()) {
        let fits = |row: &[Part], more: &[Part]| key_size(&[row, more].concat()) >= SMALLEST;
        if rows.last().is_none_or(|row| !fits(row, &group)) {
            rows.push(Row::new());
        }
        for part in group {
            if rows.last().is_some_and(|row| !row.is_empty() && !fits(row, std::slice::from_ref(&part))) {
                rows.push(Row::new());
            }
            if let Some(row) = rows.last_mut() {
                row.push(part);
            }
        }
    }
    rows
}

/// The size of letters in which a row of the key fits.
fn key_size(parts: &[Part]) -> u32 {
    let long: u32 = parts.iter().map(|(_, name)| width(name, false)).sum();
    let swatches = 72 * u32::try_from(parts.len()).unwrap_or(0);
    ((WIDE - 40).saturating_sub(swatches) * 100 / long.max(1)).min(34)
}

impl Swatch {
    /// Draws it with its left upper corner there.
    fn draw(&self, svg: &mut String, x: u32, y: u32) {
        let fill = match self {
            Swatch::Plain(colour) => colour.as_str(),
            _ => PARCHMENT,
        };
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"36\" height=\"28\" rx=\"4\" fill=\"{fill}\" stroke=\"#F4E9CF\" stroke-width=\"2\"/>"
        );
        if let Swatch::Striped(power) = self {
            let _ = write!(
                svg,
                "<path transform=\"translate({x} {y})\" d=\"M2 27L15 1H22L9 27zM16 27L29 1H35L22 27z\" fill=\"{}\" fill-opacity=\"0.55\"/>",
                power.colour()
            );
        }
        // A pattern begins where the swatch does.
        let filled = |svg: &mut String, with: &str| {
            let _ = write!(
                svg,
                "<rect transform=\"translate({x} {y})\" x=\"1\" y=\"1\" width=\"34\" height=\"26\" rx=\"3\" fill=\"{with}\"/>"
            );
        };
        match self {
            Swatch::Plain(_) | Swatch::Striped(_) => {}
            Swatch::Hatched(power) => {
                held::pattern(svg, *power, HATCH);
                filled(svg, &held::hatching(*power));
            }
            Swatch::Ground(terrain) => filled(svg, &format!("url(#{})", terrain.key())),
            Swatch::Sign(sign) => sign.draw(svg, (x + 18, y + 14)),
        }
    }
}

/// The key at the foot: the powers that are seen and their colours, and what patterns are.
fn key(svg: &mut String, frame: &Frame, rows: &[Row]) {
    let mut top = frame.high;
    let high = KEY * u32::try_from(rows.len()).unwrap_or(1);
    let _ = write!(svg, "<rect x=\"0\" y=\"{top}\" width=\"{WIDE}\" height=\"{high}\" fill=\"#2B241C\"/>");
    super::ground::terrains(svg, MARK);
    for parts in rows {
        let size = key_size(parts).max(16);
        let mut x = 20;
        let middle = top + KEY / 2;
        for (swatch, name) in parts {
            if let Some(swatch) = swatch {
                swatch.draw(svg, x, middle - 14);
                x += 46;
            }
            let _ = write!(
                svg,
                "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\" fill=\"#F4E9CF\">{}</text>",
                middle + size * 7 / 20,
                escaped(name)
            );
            x += width(name, false) * size / 100 + 26;
        }
        top += KEY;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::map::present::ground::colour;
    use eia::scenario;

    /// Every colour and every stripe that is on a map has a line in its key, whichever part is looked at, and no line is too small.
    #[test]
    fn every_colour_that_is_drawn_is_in_the_key() {
        for scenario in scenario::all() {
            let control = Control::of(&scenario.key);
            let near = AreaId::all().map(Window::around_area);
            for window in std::iter::once(Window::whole()).chain(near) {
                let view = View::of(window, control);
                let frame = view.window.frame();
                let rows = key_rows(&view, &frame);
                let shown: Vec<&Swatch> = rows.iter().flatten().filter_map(|part| part.0.as_ref()).collect();
                let meets = |area: &AreaId| frame.window.meets(BOUNDS.areas[area.place()]);
                for area in AreaId::all().filter(meets) {
                    let held = control.held(area.on_map().province);
                    let swatch = match held {
                        Held::Free(power) => Swatch::Striped(power),
                        held => Swatch::Plain(colour(held)),
                    };
                    assert!(shown.contains(&&swatch), "{}: {swatch:?} in {rows:?}", area.name());
                }
                for area in AreaId::all().filter(meets) {
                    let ground = area.on_map().terrain;
                    let known = ground == Terrain::Clear || shown.contains(&&Swatch::Ground(ground));
                    assert!(known, "{}: {ground:?} in {rows:?}", area.name());
                    let Some(city) = City::of(area, &frame) else { continue };
                    let drawn = [
                        (city.has_towers(), Sign::Towers),
                        (!city.has_towers(), Sign::Dot),
                        (city.has_towers() && city.fletches > 0, Sign::Fletch),
                        (city.has_star(), Sign::Star),
                        (city.port, Sign::Port),
                    ];
                    for (_, sign) in drawn.into_iter().filter(|(on, _)| *on) {
                        assert!(
                            shown.contains(&&Swatch::Sign(sign)),
                            "{}: {sign:?} in {rows:?}",
                            area.name()
                        );
                    }
                }
                assert_eq!(
                    shown.contains(&&Swatch::Sign(Sign::Arrow)),
                    super::super::ground::has_arrows(&frame)
                );
                assert!(shown.contains(&&Swatch::Plain(SEA.to_owned())), "{rows:?}");
                assert!(rows.iter().all(|row| key_size(row) >= SMALLEST), "{rows:?}");
            }
        }
    }
    /// What was taken since is in the key as it looks on the map; where nothing was, nothing of it is.
    #[test]
    fn the_hatching_has_its_swatch() {
        let area = |key: &str| AreaId::by_key(key).unwrap();
        let swatches = |held: Vec<(AreaId, Power)>| {
            let window = Window::around_area(area("munich"));
            let view = View { held, ..View::of(window, Control::default()) };
            let rows = key_rows(&view, &view.window.frame());
            rows.into_iter().flatten().filter_map(|part| part.0).collect::<Vec<Swatch>>()
        };
        assert!(swatches(vec![(area("linz"), Power::France)]).contains(&Swatch::Hatched(Power::France)));
        assert!(!swatches(Vec::new()).iter().any(|swatch| matches!(swatch, Swatch::Hatched(_))));
    }
}
