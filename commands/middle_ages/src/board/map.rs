//! The map as a picture: areas as points in the colours of who holds them, the ways between them, armies, fleets, markers.

use super::no_board;
use crate::present::position;
use crate::words;
use middle_ages::Position;
use middle_ages::geography::{Area, Sea};
use std::fmt::Write as _;
use table_commands::asked::{Answer, Asked};
use table_commands::drawn::beside;
use table_commands::house::House;
use table_commands::message::{Look, Message};
use table_commands::present::pictures::{FONT, TIMES, WIDTH, escaped, png};
use table_commands::words::look;
use table_commands::{say, speech};

/// The bounds of the map in tenths of a degree: west, east, south, north.
const BOUNDS: [i32; 4] = [-125, 475, 300, 630];
/// Points of the picture to a tenth of a degree, along, in hundredths: those across are as many as fit.
const ALONG: i32 = 110;
const SEA: &str = "#C3D5DF";
const INK: &str = "#23262B";
const NOBODY: &str = "#9A9384";

/// Shows the map to who asks.
pub(crate) async fn shown(house: &House, asked: &Asked, campaign: &str) -> Answer {
    let seen = look(house, asked, campaign, |scene| {
        let position = position(&scene.public).filter(|position| position.board.is_kept())?;
        let board = scene.button(Look::Secondary, &say!("Board"), 0, "ages/board");
        let says = say!(
            "A point has the colour of the court that holds the area, grey is independent; the number in it is its social state. A black ring is a fortification, a red one unrest. A: army points, F: fleet points."
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

fn spot([east, north]: [i32; 2]) -> (i32, i32) {
    let wide = i32::try_from(WIDTH).unwrap_or(390);
    let x = (east - BOUNDS[0]) * wide / (BOUNDS[1] - BOUNDS[0]);
    let y = (BOUNDS[3] - north) * ALONG / 100;
    (x, y)
}

/// The map as a PNG.
///
/// # Errors
/// Words for the log, where it cannot be drawn.
pub fn picture(position: &Position) -> Result<Vec<u8>, String> {
    let high = (BOUNDS[3] - BOUNDS[2]) * ALONG / 100;
    let legend = 16 * (i32::try_from(position.board.realms.len().div_ceil(3)).unwrap_or(3) + 1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{0}\" viewBox=\"0 0 {WIDTH} {0}\" font-family=\"{FONT}\"><rect width=\"{WIDTH}\" height=\"{0}\" fill=\"{SEA}\"/>",
        high + legend
    );
    ways(&mut svg);
    for sea in Sea::all() {
        let (x, y) = spot(sea.known().at);
        label(&mut svg, (x, y), sea.name(), 6, "#3E6F94", "middle");
    }
    for area in Area::all() {
        spot_of(&mut svg, position, area);
    }
    // Names stand over all points, so that none covers another's.
    for area in Area::all() {
        names_of(&mut svg, position, area);
    }
    for (i, (court, realm)) in (0..).zip(position.board.realms.iter()) {
        let (x, y) = (8 + 128 * (i % 3), high + 14 + 16 * (i / 3));
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
    let halo = if colour == INK && size < 10 { 2 } else { 0 };
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

/// The name of an area, and what stands there.
fn names_of(svg: &mut String, position: &Position, area: Area) {
    let Some(held) = position.board.area(area) else { return };
    let (x, y) = spot(area.known().at);
    label(svg, (x, y - 9), area.name(), 6, INK, "middle");
    let mut stands = Vec::new();
    if held.army() > 0 {
        stands.push(format!("A{}", held.army()));
    }
    if held.fleet() > 0 {
        stands.push(format!("F{}", held.fleet()));
    }
    stands.extend(held.markers.iter().map(|kind| words::marker(*kind).chars().take(1).collect::<String>()));
    if !stands.is_empty() {
        label(svg, (x, y + 14), &stands.join(" "), 7, "#8A1F11", "middle");
    }
}
