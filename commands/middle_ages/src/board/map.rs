//! The map as a picture: areas as points in the colours of who holds them, the ways between them, armies, fleets, markers.

use super::labels::{self, Label, Space};
use super::no_board;
use crate::present::position;
use crate::words;
use middle_ages::Position;
use middle_ages::geography::Area;
use std::fmt::Write as _;
use table_commands::asked::{Answer, Asked};
use table_commands::drawn::beside;
use table_commands::house::House;
use table_commands::message::{Look, Message};
use table_commands::present::pictures::{FONT, TIMES, WIDTH, escaped, png};
use table_commands::words::look;
use table_commands::{say, speech};

/// The bounds of the map in tenths of a degree: west, where the east begins, east, south, north.
const BOUNDS: [i32; 5] = [-125, 200, 475, 300, 630];
/// How much of the width the west takes, where most areas lie.
const WEST: i32 = 290;
/// Points of the picture to a tenth of a degree, from north to south, in hundredths.
const ALONG: i32 = 130;
/// How high the map is, in points, without what stands under it.
pub(super) const HIGH: i32 = (BOUNDS[4] - BOUNDS[3]) * ALONG / 100;
const SEA: &str = "#C3D5DF";
pub(super) const SEA_INK: &str = "#3E6F94";
pub(super) const INK: &str = "#23262B";
const NOBODY: &str = "#9A9384";

/// Shows the map to who asks.
pub(crate) async fn shown(house: &House, asked: &Asked, campaign: &str) -> Answer {
    let seen = look(house, asked, campaign, |scene| {
        let position = position(&scene.public).filter(|position| position.board.is_kept())?;
        let board = scene.button(Look::Secondary, &say!("Board"), 0, "ages/board");
        let says = say!(
            "A point has the colour of the court that holds the area, grey is independent; the number in it is its social state. A black ring is a fortification, a red one unrest. A: army points, F: fleet points. C: cathedral or mosque, P: palace, T: commerce, U: university."
        );
        Some((position, Message::text(says).buttons(vec![board])))
    });
    let (position, message) = match seen.await {
        Err(sentence) => return sentence.into(),
        Ok(None) => return no_board().into(),
        Ok(Some(seen)) => seen,
    };
    let says = speech::in_language(asked.asker.language, || say!("The map of the Middle Ages."));
    let file = ("map.png".to_owned(), says);
    beside(house, asked, message, file, move || picture(&position)).await.into()
}

/// Where a place lies in the picture. The crowded west has more room than the wide east.
pub(super) fn spot([east, north]: [i32; 2]) -> (i32, i32) {
    let wide = i32::try_from(WIDTH).unwrap_or(390);
    let [west, middle, end, _, top] = BOUNDS;
    let x = if east < middle {
        (east - west) * WEST / (middle - west)
    } else {
        WEST + (east - middle) * (wide - WEST) / (end - middle)
    };
    (x, (top - north) * ALONG / 100)
}

/// The map as a PNG.
///
/// # Errors
/// Words for the log, where it cannot be drawn.
pub fn picture(position: &Position) -> Result<Vec<u8>, String> {
    let legend = 16 * (i32::try_from(position.board.realms.len().div_ceil(3)).unwrap_or(3) + 1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{0}\" viewBox=\"0 0 {WIDTH} {0}\" font-family=\"{FONT}\"><rect width=\"{WIDTH}\" height=\"{0}\" fill=\"{SEA}\"/>",
        HIGH + legend
    );
    ways(&mut svg);
    let names = labels::labels(position);
    names.iter().for_each(|label| leads(&mut svg, label));
    for area in Area::all() {
        spot_of(&mut svg, position, area);
    }
    names.iter().for_each(|label| named(&mut svg, label));
    for (i, (court, realm)) in (0..).zip(position.board.realms.iter()) {
        let (x, y) = (8 + 128 * (i % 3), HIGH + 14 + 16 * (i / 3));
        let _ =
            write!(svg, "<circle cx=\"{x}\" cy=\"{}\" r=\"5\" fill=\"{}\"/>", y - 3, court.known().colour);
        label(&mut svg, (x + 9, y), &say!("{}: {} gold", words::court(*court), realm.gold), 10, INK, "start");
    }
    svg.push_str("</svg>");
    png(&svg, TIMES)
}

/// The ways between neighbours.
fn ways(svg: &mut String) {
    for area in Area::all() {
        let (x, y) = spot(area.known().at);
        for next in area.borders().filter(|next| *next > area) {
            let (to_x, to_y) = spot(next.known().at);
            let _ = write!(
                svg,
                "<line x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\" stroke=\"#7B7364\" stroke-width=\"1\" stroke-opacity=\"0.6\"/>"
            );
        }
    }
}

fn label(svg: &mut String, (x, y): (i32, i32), text: &str, size: u32, colour: &str, anchor: &str) {
    let halo = if size < 10 && colour != "#FFFFFF" { 2 } else { 0 };
    let _ = write!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\" text-anchor=\"{anchor}\" stroke=\"{SEA}\" stroke-width=\"{halo}\" paint-order=\"stroke\">{}</text>",
        escaped(text)
    );
}

/// An area: its point, with its social state.
fn spot_of(svg: &mut String, position: &Position, area: Area) {
    let Some(held) = position.board.area(area) else { return };
    let (x, y) = spot(area.known().at);
    let fill = held.owner.map_or(NOBODY, |court| court.known().colour.as_str());
    let (edge, wide) = match (held.unrest, held.fort) {
        (true, _) => ("#D0172B", 2),
        (false, 0) => ("#FFFFFF", 1),
        (false, _) => ("#111111", 2),
    };
    let _ = write!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{wide}\"/>"
    );
    label(svg, (x, y + 3), &held.social.to_string(), 8, "#FFFFFF", "middle");
}

/// The line from a name that stands farther off to its point.
fn leads(svg: &mut String, from: &Label) {
    let Some(((x, y), true)) = from.of else { return };
    let near = |from: i32, to: i32, size: i32| to.clamp(from, from + size);
    let (from_x, from_y) = (near(from.space.x, x, from.space.w), near(from.space.y, y, from.space.h));
    let _ = write!(
        svg,
        "<line x1=\"{from_x}\" y1=\"{from_y}\" x2=\"{x}\" y2=\"{y}\" stroke=\"{INK}\" stroke-width=\"0.5\"/>"
    );
}

/// A name in its place.
fn named(svg: &mut String, named: &Label) {
    let Space { x, y, w, .. } = named.space;
    let mut foot = y;
    for line in &named.lines {
        foot += line.size + 1;
        let size = u32::try_from(line.size).unwrap_or(7);
        label(svg, (x + w / 2, foot - 2), &line.text, size, line.colour, "middle");
    }
}
