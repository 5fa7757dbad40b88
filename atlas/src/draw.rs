//! A plain drawing of the made map, to look at it: SVG, and PNG by way of it.

use crate::fault::Fault;
use crate::map::{Map, Rings, points};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// A part of the sheet: left, top, width, height, in units of the map.
pub type Window = (i32, i32, i32, i32);

const FONT: &str = "Liberation Sans";

fn colour(power: Option<&str>) -> &'static str {
    match power {
        Some("austria") => "#e9e2c4",
        Some("france") => "#a9b9d9",
        Some("great_britain") => "#d99a94",
        Some("prussia") => "#9fa6a8",
        Some("russia") => "#a9c49a",
        Some("spain") => "#e3cf7f",
        Some("turkey") => "#c5a3c0",
        _ => "#e6d3b5",
    }
}

fn path(map: &Map, rings: &Rings) -> String {
    let mut text = String::new();
    for ring in rings {
        for (number, (x, y)) in map.shapes.ring(ring).into_iter().enumerate() {
            let _ = write!(text, "{}{x} {y}", if number == 0 { "M" } else { "L" });
        }
        text.push('Z');
    }
    text
}

fn plain(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// The map, or a window of it, as an SVG so many pixels wide. Names stand on it where one unit is at least a pixel wide.
#[must_use]
pub fn svg(map: &Map, window: Option<Window>, pixels: u32) -> String {
    let (left, top, wide, high) = window.unwrap_or((0, 0, map.shapes.width as i32, map.shapes.height as i32));
    let scale = f64::from(pixels) / f64::from(wide);
    let tall = (f64::from(high) * scale).round();
    let unit = 1.0 / scale;
    let homes: BTreeMap<&str, Option<&str>> =
        map.provinces.iter().map(|province| (province.id.as_str(), province.home_of.as_deref())).collect();
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixels}\" height=\"{tall}\" viewBox=\"{left} {top} {wide} {high}\" font-family=\"{FONT}\">\
         <rect x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{high}\" fill=\"#b8d0dc\"/>"
    );
    for (sea, rings) in &map.shapes.seas {
        let _ = write!(
            text,
            "<path id=\"{sea}\" d=\"{}\" fill=\"#bcd4e0\" stroke=\"#6f93a8\" stroke-width=\"{:.2}\" fill-rule=\"evenodd\"/>",
            path(map, rings),
            unit
        );
    }
    let _ = write!(
        text,
        "<path d=\"{}\" fill=\"#d8d8d0\" fill-rule=\"evenodd\"/>",
        path(map, &map.shapes.outside)
    );
    let _ =
        write!(text, "<path d=\"{}\" fill=\"#cfe0e8\" fill-rule=\"evenodd\"/>", path(map, &map.shapes.water));
    for area in &map.areas {
        let Some(rings) = map.shapes.areas.get(&area.id) else { continue };
        let fill = colour(homes.get(area.province.as_str()).copied().flatten());
        let shade = match area.terrain {
            crate::list::Terrain::Mountain => "#5a4030",
            crate::list::Terrain::Forest => "#2f5a30",
            crate::list::Terrain::Marsh => "#3a6a80",
            crate::list::Terrain::Desert => "#d0a020",
            crate::list::Terrain::Clear => fill,
        };
        let d = path(map, rings);
        let _ = write!(
            text,
            "<path id=\"{}\" d=\"{d}\" fill=\"{fill}\" fill-rule=\"evenodd\"/><path d=\"{d}\" fill=\"{shade}\" fill-opacity=\"0.22\" stroke=\"#7a6a55\" stroke-width=\"{:.2}\" fill-rule=\"evenodd\"/>",
            area.id, unit
        );
    }
    for river in &map.shapes.rivers {
        let line: Vec<String> = points(&river.line).iter().map(|(x, y)| format!("{x},{y}")).collect();
        let _ = write!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#4a86b8\" stroke-width=\"{:.2}\"/>",
            line.join(" "),
            unit * 1.6
        );
    }
    draw_borders(map, unit, &mut text);
    draw_names(map, unit, scale, &mut text);
    text.push_str("</svg>");
    text
}

fn draw_borders(map: &Map, unit: f64, text: &mut String) {
    // Where two provinces meet the shared arc is drawn stronger.
    let mut users: BTreeMap<i32, Vec<&str>> = BTreeMap::new();
    for area in &map.areas {
        for arc in map.shapes.areas.get(&area.id).into_iter().flatten().flatten() {
            users.entry(if *arc < 0 { -1 - arc } else { *arc }).or_default().push(&area.province);
        }
    }
    for (arc, provinces) in users {
        let Some(steps) = usize::try_from(arc).ok().and_then(|arc| map.shapes.arcs.get(arc)) else {
            continue;
        };
        if provinces.len() == 2 && provinces[0] != provinces[1] {
            let line: Vec<String> = points(steps).iter().map(|(x, y)| format!("{x},{y}")).collect();
            let _ = write!(
                text,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"#5b2c1c\" stroke-width=\"{:.2}\"/>",
                line.join(" "),
                unit * 2.0
            );
        }
    }
    for crossing in &map.crossings {
        if let (Some(a), Some(b)) = (map.area(&crossing.between.0), map.area(&crossing.between.1)) {
            let _ = write!(
                text,
                "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"#c02020\" stroke-width=\"{:.2}\" stroke-dasharray=\"{:.1}\"/>",
                a.at.0,
                a.at.1,
                b.at.0,
                b.at.1,
                unit * 1.5,
                unit * 4.0
            );
        }
    }
}

fn draw_names(map: &Map, unit: f64, scale: f64, text: &mut String) {
    for area in &map.areas {
        if let Some(city) = &area.city {
            let fill = if area.port.is_some() { "#1f4fa0" } else { "#202020" };
            let size = unit * (1.5 + f64::from(city.towers) * 0.5);
            let _ = write!(
                text,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{size:.2}\" fill=\"{fill}\"/>",
                city.at.0, city.at.1
            );
        }
        if scale >= 1.0 {
            let style = if area.city.is_some() { "normal" } else { "italic" };
            let (x, y) =
                area.city.as_ref().map_or(area.at, |city| (city.at.0, city.at.1 - (4.0 * unit) as i32));
            let _ = write!(
                text,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{:.2}\" font-style=\"{style}\" text-anchor=\"middle\" fill=\"#201810\">{}</text>",
                unit * 10.5,
                plain(&area.name)
            );
        }
    }
    for sea in &map.seas {
        let _ = write!(
            text,
            "<text x=\"{}\" y=\"{}\" font-size=\"{:.2}\" text-anchor=\"middle\" fill=\"#1d4d6b\">{}</text>",
            sea.at.0,
            sea.at.1,
            unit * 12.0,
            plain(&sea.name)
        );
    }
}

/// An SVG as a PNG, with a font given as its file's bytes.
///
/// # Errors
/// Where the drawing cannot be read or is too large.
pub fn png(svg: &str, fonts: Vec<Vec<u8>>) -> Result<Vec<u8>, Fault> {
    let mut known = fontdb::Database::new();
    for font in fonts {
        known.load_font_data(font);
    }
    known.set_sans_serif_family(FONT);
    let options = Options { font_family: FONT.to_owned(), fontdb: Arc::new(known), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|why| Fault::list(why.to_string()))?;
    let size = tree.size().to_int_size();
    let mut pixels =
        Pixmap::new(size.width(), size.height()).ok_or_else(|| Fault::list("the drawing has no size"))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|why| Fault::list(why.to_string()))
}
