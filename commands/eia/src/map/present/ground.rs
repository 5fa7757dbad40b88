//! The ground of a picture: sea, land in the colours of who holds it at the start, terrain, rivers and borders. It holds no words, and is drawn once.

use super::frame::{BOUNDS, Frame};
use eia::chits::Terrain;
use eia::map::outlines::{Part, Point, Rings, outlines};
use eia::map::{AreaId, ArrowSet, Arrows, Border, map};
use eia::oob::{Control, Held};
use eia::powers::Power;
use eia::scenario;
use resvg::tiny_skia::Pixmap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use table::hash::sha256;
use table_commands::present::pictures::onto;

/// The sea is green rather than blue: France is blue.
pub(crate) const SEA: &str = "#A9DDD6";
pub(crate) const PARCHMENT: &str = "#E7D3A4";
/// What grey is made faint with.
const PALE: &str = "#F3EEDF";
/// What blue is made faint with, so that it stays farther from the green of the sea.
const BLUISH: &str = "#E4E0F0";
/// What Austria's conquests are made faint over.
const LILAC: &str = "#CDB0C6";
pub(crate) const OUTSIDE: &str = "#D8D1C2";
const INK: &str = "#4A3727";
const COAST: &str = "#3F5D6E";
const RIVER: &str = "#5B8FB3";
pub(super) const ARROW: &str = "#9C2B20";

/// How many grounds are kept: the whole map and what was looked at last.
const KEPT: usize = 6;

/// How a line between two sides is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Line {
    Sea,
    Area,
    Province,
    Nation,
    Lake,
    Coast,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Area(AreaId),
    Sea,
    Outside,
    Water,
}

/// How every arc is drawn in each scenario; none at the edge of the sheet.
static LINES: LazyLock<BTreeMap<Control, Vec<Option<Line>>>> = LazyLock::new(|| {
    let each = scenario::all().iter().map(|scenario| Control::of(&scenario.key));
    each.map(|control| (control, lines(control))).collect()
});

fn lines(control: Control) -> Vec<Option<Line>> {
    let outlines = outlines();
    let mut sides: Vec<Vec<Side>> = vec![Vec::new(); outlines.arcs.len()];
    let mut of = |rings: &Rings, side: Side| {
        for part in rings.iter().flatten() {
            sides[part.arc].push(side);
        }
    };
    for area in AreaId::all() {
        of(&outlines.areas[area.place()], Side::Area(area));
    }
    outlines.seas.iter().for_each(|sea| of(sea, Side::Sea));
    of(&outlines.outside, Side::Outside);
    of(&outlines.water, Side::Water);
    let between = |sides: &Vec<Side>| match sides.as_slice() {
        [Side::Area(one), Side::Area(other)] => Some(land(*one, *other, control)),
        [Side::Sea, Side::Sea] => Some(Line::Sea),
        [one, other] if [*one, *other].contains(&Side::Water) => {
            ([*one, *other] != [Side::Water, Side::Water]).then_some(Line::Lake)
        }
        [one, other] if [*one, *other].contains(&Side::Sea) => Some(Line::Coast),
        [Side::Area(_), Side::Outside] | [Side::Outside, Side::Area(_)] => Some(Line::Nation),
        _ => None,
    };
    sides.iter().map(between).collect()
}

fn land(one: AreaId, other: AreaId, control: Control) -> Line {
    let [one, other] = [one, other].map(|area| area.on_map().province);
    let home_of = |province| match control.held(province) {
        Held::Home(power) | Held::Ceded(power) => Some(power),
        _ => None,
    };
    let (home, beyond) = (home_of(one), home_of(other));
    match one == other {
        true => Line::Area,
        false if home.is_some() && home == beyond => Line::Province,
        false => Line::Nation,
    }
}

/// The colour of a province: its power's over parchment, fainter where the power has conquered it.
pub(crate) fn colour(held: Held) -> String {
    match held {
        Held::Home(power) | Held::Ceded(power) => home_tint(power),
        Held::Conquered(power) => faint(power),
        Held::Free(_) | Held::Neutral => PARCHMENT.to_owned(),
    }
}

/// The colour of a power's home. Austria's white has to stand out from parchment.
pub(crate) fn home_tint(power: Power) -> String {
    match power {
        Power::Austria => tint(power, 100),
        Power::France => mixed(power, 62, BLUISH),
        _ => tint(power, 50),
    }
}

/// The colour of what a power has conquered. Over parchment, which is yellow, blue and grey would come to the same, and white to sand: these
/// are made faint with less of it, or over what is nearly white.
pub(crate) fn faint(power: Power) -> String {
    match power {
        // Its white over parchment looks like what is neutral.
        Power::Austria => mixed(power, 50, LILAC),
        Power::France => mixed(power, 40, BLUISH),
        Power::Prussia => mixed(power, 33, PALE),
        Power::GreatBritain | Power::Greece | Power::Russia | Power::Sardinia => tint(power, 33),
        Power::Spain | Power::Turkey => tint(power, 27),
    }
}

/// A power's colour over parchment, so many parts of a hundred.
pub(crate) fn tint(power: Power, part: u32) -> String {
    mixed(power, part, PARCHMENT)
}

/// A power's colour over another, so many parts of a hundred.
fn mixed(power: Power, part: u32, over: &str) -> String {
    let channel = |text: &str, at: usize| {
        text.get(at..at + 2).and_then(|two| u32::from_str_radix(two, 16).ok()).unwrap_or(128)
    };
    let mixed = [1, 3, 5]
        .map(|at| (channel(power.colour(), at) * part + channel(over, at) * (100 - part) + 50) / 100);
    format!("#{:02X}{:02X}{:02X}", mixed[0], mixed[1], mixed[2])
}

fn arc(text: &mut String, points: impl Iterator<Item = Point>, first: bool) {
    let mut last = None;
    for (n, (x, y)) in points.enumerate() {
        match last {
            None if first => _ = write!(text, "M{x} {y}"),
            None => {}
            Some((a, b)) => _ = write!(text, "{}{} {}", if n == 1 { "l" } else { " " }, x - a, y - b),
        }
        last = Some((x, y));
    }
}

/// A path along rings.
pub(crate) fn path(text: &mut String, rings: &Rings) {
    for ring in rings {
        for (n, Part { arc: number, back }) in ring.iter().enumerate() {
            let points = &outlines().arcs[*number];
            if *back {
                arc(text, points.iter().rev().copied(), n == 0);
            } else {
                arc(text, points.iter().copied(), n == 0);
            }
        }
        text.push('z');
    }
}

/// The size of a pixel of the picture in units of the sheet.
fn pixel(frame: &Frame) -> f32 {
    1.0 / frame.scale()
}

/// How near the sheet is seen: lines and marks are as large as that.
fn near(frame: &Frame) -> f32 {
    (frame.scale() / 5.0).clamp(0.42, 1.0)
}

/// The ground as an SVG in units of the sheet. `taken`: areas that another has than at the start.
fn drawing(frame: &Frame, control: Control, taken: &[(AreaId, Power)]) -> String {
    let window = frame.window;
    let (pixel, near) = (pixel(frame), near(frame));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{} {} {} {}\" preserveAspectRatio=\"none\">",
        super::frame::WIDE,
        frame.high,
        window.left,
        window.top,
        window.wide,
        window.high
    );
    patterns(&mut svg, pixel * near);
    let hatchers: BTreeSet<Power> = taken.iter().map(|(_, power)| *power).collect();
    hatchers.iter().for_each(|power| super::held::pattern(&mut svg, *power, pixel * near));
    let _ = write!(
        svg,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{SEA}\"/>",
        window.left, window.top, window.wide, window.high
    );
    areas(&mut svg, frame, control, taken);
    waters(&mut svg, frame);
    borders(&mut svg, frame, control);
    arrows(&mut svg, frame, pixel * near);
    svg.push_str("</svg>");
    svg
}

/// Land in the colours of who holds it, with the stripes of free states, the hatching of areas that another has, and the marks of terrain.
fn areas(svg: &mut String, frame: &Frame, control: Control, taken: &[(AreaId, Power)]) {
    let shown = |bounds: &(Point, Point)| frame.window.meets(*bounds);
    let mut fills: BTreeMap<String, String> = BTreeMap::new();
    let mut striped: BTreeMap<Power, String> = BTreeMap::new();
    let mut rough: BTreeMap<&str, String> = BTreeMap::new();
    for area in AreaId::all().filter(|area| shown(&BOUNDS.areas[area.place()])) {
        let rings = &outlines().areas[area.place()];
        let held = control.held(area.on_map().province);
        path(fills.entry(colour(held)).or_default(), rings);
        if let Held::Free(power) = held {
            path(striped.entry(power).or_default(), rings);
        }
        if area.on_map().terrain != Terrain::Clear {
            path(rough.entry(area.on_map().terrain.key()).or_default(), rings);
        }
    }
    let mut outside = String::new();
    path(&mut outside, &outlines().outside);
    fills.insert(OUTSIDE.to_owned(), outside);
    for (fill, d) in &fills {
        // A hair of the same colour closes the seams between fills.
        let _ = write!(
            svg,
            "<path d=\"{d}\" fill=\"{fill}\" fill-rule=\"evenodd\" stroke=\"{fill}\" stroke-width=\"{:.3}\"/>",
            pixel(frame) * 0.6
        );
    }
    for (power, d) in &striped {
        let _ = write!(svg, "<path d=\"{d}\" fill=\"url(#free-{})\" fill-rule=\"evenodd\"/>", power.key());
    }
    let mut hatched: BTreeMap<Power, String> = BTreeMap::new();
    for (area, power) in taken.iter().filter(|(area, _)| shown(&BOUNDS.areas[area.place()])) {
        path(hatched.entry(*power).or_default(), &outlines().areas[area.place()]);
    }
    for (power, d) in &hatched {
        let hatching = super::held::hatching(*power);
        let _ = write!(svg, "<path d=\"{d}\" fill=\"{hatching}\" fill-rule=\"evenodd\"/>");
    }
    for (terrain, d) in &rough {
        let _ = write!(svg, "<path d=\"{d}\" fill=\"url(#{terrain})\" fill-rule=\"evenodd\"/>");
    }
}

/// Lakes and rivers.
fn waters(svg: &mut String, frame: &Frame) {
    let mut water = String::new();
    path(&mut water, &outlines().water);
    let _ = write!(svg, "<path d=\"{water}\" fill=\"{SEA}\" fill-rule=\"evenodd\"/>");
    let mut rivers = String::new();
    for (river, bounds) in outlines().rivers.iter().zip(&BOUNDS.rivers) {
        if frame.window.meets(*bounds) {
            arc(&mut rivers, river.line.iter().copied(), true);
        }
    }
    stroke(svg, &rivers, RIVER, pixel(frame) * (1.2 + 2.6 * near(frame)), "");
}

/// The borders between sea zones, areas, provinces and nations, and the coasts.
fn borders(svg: &mut String, frame: &Frame, control: Control) {
    let (pixel, near) = (pixel(frame), near(frame));
    let mut lines: BTreeMap<Line, String> = BTreeMap::new();
    let drawn = LINES.get(&control).map_or(&[][..], Vec::as_slice);
    for ((points, line), bounds) in outlines().arcs.iter().zip(drawn).zip(&BOUNDS.arcs) {
        if let Some(line) = line.filter(|_| frame.window.meets(*bounds)) {
            arc(lines.entry(line).or_default(), points.iter().copied(), true);
        }
    }
    for (line, d) in &lines {
        let dashes =
            |on: f32, off: f32| format!(" stroke-dasharray=\"{:.2} {:.2}\"", pixel * on, pixel * off);
        match line {
            Line::Sea => stroke(svg, d, "#6FA89F", pixel * (0.8 + near), &dashes(9.0 * near, 7.0 * near)),
            Line::Area => stroke(svg, d, INK, pixel * (0.3 + 1.7 * near), " stroke-opacity=\"0.65\""),
            Line::Province => stroke(svg, d, INK, pixel * (0.4 + 2.6 * near), " stroke-opacity=\"0.7\""),
            Line::Nation => stroke(svg, d, "#6B2A1D", pixel * (0.9 + 4.2 * near), " stroke-opacity=\"0.85\""),
            Line::Lake => stroke(svg, d, COAST, pixel * (0.4 + near), " stroke-opacity=\"0.6\""),
            Line::Coast => stroke(svg, d, COAST, pixel * (0.6 + 1.6 * near), ""),
        }
    }
}

fn stroke(svg: &mut String, d: &str, colour: &str, wide: f32, more: &str) {
    if !d.is_empty() {
        let _ = write!(
            svg,
            "<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{wide:.3}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"{more}/>"
        );
    }
}

/// Marks of terrain, and the stripes of free states. `unit` is the size of a mark's pixel in units of the sheet.
fn patterns(svg: &mut String, unit: f32) {
    terrains(svg, unit);
    for power in Power::ALL {
        let stripe =
            format!("<rect width=\"9\" height=\"24\" fill=\"{}\" fill-opacity=\"0.38\"/>", power.colour());
        pattern(
            svg,
            unit,
            (&format!("free-{}", power.key()), 24.0, 24.0),
            " patternTransform=\"rotate(45)\"",
            &stripe,
        );
    }
}

/// A pattern of a name and a size in pixels.
fn pattern(svg: &mut String, unit: f32, (id, wide, high): (&str, f32, f32), more: &str, inside: &str) {
    let _ = write!(
        svg,
        "<pattern id=\"{id}\" patternUnits=\"userSpaceOnUse\" x=\"0\" y=\"0\" width=\"{:.3}\" height=\"{:.3}\" viewBox=\"0 0 {wide} {high}\"{more}>{inside}</pattern>",
        wide * unit,
        high * unit
    );
}

/// Marks of terrain: patterns of the terrains' keys.
pub(super) fn terrains(svg: &mut String, unit: f32) {
    let mut of =
        |id: &str, wide: f32, high: f32, inside: &str| pattern(svg, unit, (id, wide, high), "", inside);
    let mountain = "<g fill=\"none\" stroke=\"#7A5A3E\" stroke-width=\"2.4\" stroke-linejoin=\"round\" stroke-opacity=\"0.55\">\
        <path d=\"M8 30l12-20 12 20\"/><path d=\"M20 10l5 12-6-2-5 5\" stroke-width=\"1.4\"/>\
        <path d=\"M50 62l12-20 12 20\"/><path d=\"M62 42l5 12-6-2-5 5\" stroke-width=\"1.4\"/></g>";
    of("mountain", 84.0, 66.0, mountain);
    let tree = |x: u32, y: u32| {
        format!(
            "<path d=\"M{x} {y}l-7 13h14zM{x} {}l-9 14h18z\"/><rect x=\"{}\" y=\"{}\" width=\"3\" height=\"5\"/>",
            y + 7,
            x - 1,
            y + 21
        )
    };
    let forest = format!("<g fill=\"#5C7448\" fill-opacity=\"0.5\">{}{}</g>", tree(18, 4), tree(54, 38));
    of("forest", 74.0, 70.0, &forest);
    let reed = |x: u32, y: u32| {
        format!("<path d=\"M{x} {y}h24M{} {y}v-10M{} {y}l-4-8M{} {y}l4-8\"/>", x + 12, x + 9, x + 15)
    };
    let marsh = format!(
        "<g fill=\"none\" stroke=\"#4F7C86\" stroke-width=\"2.2\" stroke-opacity=\"0.6\">{}{}</g>",
        reed(6, 22),
        reed(44, 52)
    );
    of("marsh", 76.0, 62.0, &marsh);
    let desert = "<g fill=\"#A07B35\" fill-opacity=\"0.6\"><circle cx=\"8\" cy=\"8\" r=\"1.8\"/><circle cx=\"24\" cy=\"18\" r=\"1.8\"/>\
        <circle cx=\"14\" cy=\"30\" r=\"1.8\"/><circle cx=\"34\" cy=\"36\" r=\"1.8\"/></g>";
    of("desert", 42.0, 42.0, desert);
}

/// Crossing arrows of a game by the house rules, between the corners of the two areas that are nearest to each other.
static ARROWS: LazyLock<Vec<(Point, Point, ArrowSet)>> = LazyLock::new(|| {
    let corners = |area: AreaId| {
        let rings = &outlines().areas[area.place()];
        rings.iter().flat_map(|ring| outlines().ring(ring)).collect::<Vec<Point>>()
    };
    let mut all = Vec::new();
    for area in AreaId::all() {
        for near in map().neighbours(area).iter().filter(|near| near.area > area) {
            let Border::Arrow { set, .. } = near.border else { continue };
            let (own, theirs) = (corners(area), corners(near.area));
            let pairs = own.iter().flat_map(|one| theirs.iter().map(move |other| (*one, *other)));
            let far = |((a, b), (c, d)): &(Point, Point)| i64::from(a - c).pow(2) + i64::from(b - d).pow(2);
            if let Some((one, other)) = pairs.min_by_key(far) {
                all.push((one, other, set));
            }
        }
    }
    all
});

/// The arrows that are seen in a part of the map.
fn arrows_in<'f>(frame: &'f Frame) -> impl Iterator<Item = (Point, Point)> + 'f {
    let seen = move |(one, other, set): &&(Point, Point, ArrowSet)| {
        Arrows::HOUSE.has(*set) && (frame.window.holds(*one) || frame.window.holds(*other))
    };
    ARROWS.iter().filter(seen).map(|(one, other, _)| (*one, *other))
}

/// Whether any crossing arrow is seen in a part of the map.
pub(super) fn has_arrows(frame: &Frame) -> bool {
    arrows_in(frame).next().is_some()
}

fn arrows(svg: &mut String, frame: &Frame, unit: f32) {
    for ((a, b), (c, d)) in arrows_in(frame) {
        // It reaches into both areas, so that it is seen over a narrow strait.
        let (dx, dy) = ((c - a) as f32, (d - b) as f32);
        let long = dx.hypot(dy).max(0.5);
        let (ex, ey) = (dx / long * unit * 20.0, dy / long * unit * 20.0);
        let (x1, y1, x2, y2) = (a as f32 - ex, b as f32 - ey, c as f32 + ex, d as f32 + ey);
        let _ = write!(
            svg,
            "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"{ARROW}\" stroke-width=\"{:.2}\" fill=\"none\" stroke-linecap=\"round\"/>",
            unit * 5.0
        );
        for (x, y, way) in [(x1, y1, -1.0), (x2, y2, 1.0)] {
            let (ux, uy) = (dx / long * way * unit, dy / long * way * unit);
            let _ = write!(
                svg,
                "<path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z\" fill=\"{ARROW}\"/>",
                x + ux * 9.0,
                y + uy * 9.0,
                x - ux * 7.0 - uy * 9.0,
                y - uy * 7.0 + ux * 9.0,
                x - ux * 7.0 + uy * 9.0,
                y - uy * 7.0 - ux * 9.0
            );
        }
    }
}

type Kept = Vec<([u8; 32], Arc<Pixmap>)>;

/// Grounds by the digest of what they were drawn from, the last used last.
static GROUNDS: Mutex<Kept> = Mutex::new(Vec::new());

/// The ground of a picture as pixels. `taken`: areas that another has than at the start.
///
/// # Errors
/// Words for the log, where it cannot be drawn.
pub(crate) fn ground(
    frame: &Frame,
    control: Control,
    taken: &[(AreaId, Power)],
) -> Result<Arc<Pixmap>, String> {
    let svg = drawing(frame, control, taken);
    let digest = sha256(&[svg.as_bytes()]).0;
    let kept = || GROUNDS.lock().unwrap_or_else(PoisonError::into_inner);
    {
        let mut kept = kept();
        if let Some(place) = kept.iter().position(|(own, _)| *own == digest) {
            let found = kept.remove(place);
            kept.push(found);
            return kept.last().map(|(_, ground)| Arc::clone(ground)).ok_or_else(String::new);
        }
    }
    let mut pixels = Pixmap::new(super::frame::WIDE, frame.high).ok_or("the picture has no size")?;
    onto(&mut pixels, &svg)?;
    let ground = Arc::new(pixels);
    let mut kept = kept();
    // The whole map is asked for most and costs most; it stays.
    let whole = super::frame::Window::whole();
    if kept.len() >= KEPT {
        let spare = kept.iter().position(|(_, own)| own.height() != whole.frame().high).unwrap_or(0);
        kept.remove(spare);
    }
    kept.push((digest, Arc::clone(&ground)));
    Ok(ground)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How far two colours are apart, all channels together.
    fn apart(one: &str, other: &str) -> u32 {
        let of = |text: &str, at: usize| {
            text.get(at..at + 2).and_then(|two| u32::from_str_radix(two, 16).ok()).unwrap_or(0)
        };
        [1, 3, 5].map(|at| of(one, at).abs_diff(of(other, at))).iter().sum()
    }

    #[test]
    fn what_is_conquered_is_told_from_what_is_neutral_from_its_home_and_from_the_sea() {
        for power in Power::ALL {
            let conquered = faint(power);
            for other in [PARCHMENT.to_owned(), home_tint(power), SEA.to_owned()] {
                assert!(apart(&conquered, &other) >= 30, "{power}: {conquered} and {other}");
            }
        }
        // What is blue, or grey, is far from the sea, at home as where it is conquered.
        for power in [Power::France, Power::Prussia] {
            for other in [home_tint(power), faint(power)] {
                assert!(apart(&other, SEA) >= 60, "{power}: {other} and the sea");
            }
        }
        let austria = faint(Power::Austria);
        for power in Power::ALL.into_iter().filter(|power| *power != Power::Austria) {
            assert!(apart(&austria, &faint(power)) >= 40, "{power}: {austria} and {}", faint(power));
        }
    }
}
