//! The map as a picture: land and shores, areas as points in the colours of who holds them, the ways between them, armies, fleets, markers,
//! claims, and a key to all of it.

use super::key::key;
use super::labels::{self, Label, Space};
use super::places::{Leaves, Spots, leaving};
use super::sheet::{Part, rounded};
use middle_ages::Position;
use middle_ages::board::Held;
use middle_ages::court::Court;
use middle_ages::geography::Area;
use std::fmt::Write as _;
use std::sync::Arc;
use table::Said;
use table_commands::asked::At;
use table_commands::custom_id::CustomId;
use table_commands::drawn::beside;
use table_commands::message::{Choice, Component, Look, Message, clip};
use table_commands::present::Scene;
use table_commands::present::land;
use table_commands::present::pictures::{FONT, WIDTH, escaped, png};
use table_commands::{say, speech};

pub(super) const SEA_INK: &str = "#3E6F94";
pub(super) const INK: &str = "#23262B";
pub(super) const STANDING: &str = "#8A1F11";
pub(super) const WAY: &str = "#7B7364";
pub(super) const NOBODY: &str = "#8B8577";
pub(super) const FORT: &str = "#111111";
/// The side of the square of a point of fortification, and how far two stand apart.
const WALL: i32 = 3;
const WALLS: i32 = 4;
pub(super) const UNREST: &str = "#D0172B";
/// How large the point of an area is, and the ring of a claim around it: half of it, in points of the picture.
pub(super) const POINT: i32 = 6;
const RING: f64 = 8.5;
/// How many dashes a claimant has in it, and how much of its place a dash takes.
const DASHES: u32 = 6;
const DASH: f64 = 0.65;
/// The most characters of an answer to one alone: Discord takes 2,000.
const LONGEST: usize = 1_900;
/// What stands behind the key.
const PAPER: &str = "#F6F1E4";

/// Shows the map to who asks: the part that is asked for, else the one around his court.
pub(crate) async fn shown(at: At<'_>, part: Option<Part>) -> Result<Message, Message> {
    let seen = at.look(|scene| {
        if let Some(begun) = super::begun::of(scene) {
            let part = part.unwrap_or(Part::Whole);
            let message = super::begun::shown(scene, &begun).select(parts(scene, part));
            return Ok((Arc::new(begun), message, part));
        }
        let position = super::on_board(scene)?;
        let part = part.unwrap_or_else(|| own_part(scene, &position));
        let board = scene.button(Look::Secondary, &say!("Board"), 0, "ages/board");
        let says = say!(
            "The number in a point is the area's social state. What everything else means stands under the map."
        );
        let says = [Some(says), beyond(&position)].into_iter().flatten().collect::<Vec<_>>().join("\n");
        let message = Message::text(clip(&says, LONGEST)).select(parts(scene, part)).and_button(board);
        Ok::<_, Said>((position, message, part))
    });
    let (position, message, part) = seen.await?.map_err(Message::refusal)?;
    let says = speech::in_language(at.asked.asker.language, || {
        say!("The map of the Middle Ages: {}.", part.called())
    });
    let file = ("map.png".to_owned(), says);
    Ok(beside(at.house, at.asked, message, file, move || picture(&position, part)).await)
}

/// The part that shows the home of the court of who looks, and most of its areas; the whole for who plays none.
fn own_part(scene: &Scene<'_>, position: &Position) -> Part {
    let board = &position.board;
    let court = scene.own.seat().and_then(|seat| position.court_of(seat));
    let Some((court, realm)) = court.and_then(|court| Some((court, board.realms.get(&court)?))) else {
        return Part::Whole;
    };
    let own: Vec<Area> = board.areas_of(court).map(|(area, _)| area).collect();
    Part::of_most(position.data(), realm.home, &own)
}

/// The parts of the map, to be chosen.
fn parts(scene: &Scene<'_>, shown: Part) -> Component {
    let choices = Part::ALL.map(|part| Choice::new(&part.called(), part.key()).chosen(part == shown));
    Component::select(
        &say!("Another part of the map…"),
        CustomId::on(&scene.own, 0, "ages/map/part"),
        choices.into(),
    )
}

/// The areas that are in no picture, in words: those of a pack without a place, or with one beyond the map.
fn beyond(position: &Position) -> Option<String> {
    let spots = Spots::of(position.data(), Part::Whole);
    let of = |(area, held): (&Area, &Held)| {
        let (name, social) = (position.data().name(*area), speech::signed(held.social.into()));
        spots.at(*area).is_none().then(|| match held.owner {
            Some(court) => format!("{name} {social} ({})", crate::words::court(court)),
            None => format!("{name} {social}"),
        })
    };
    let all: Vec<String> = position.board.areas.iter().filter_map(of).collect();
    (!all.is_empty()).then(|| say!("Not in the picture: {}.", all.join(", ")))
}

/// The map as a PNG.
///
/// # Errors
/// Words for the log, where it cannot be drawn.
pub fn picture(position: &Position, part: Part) -> Result<Vec<u8>, String> {
    let map = part.high();
    let (legend, high) = key(position);
    // The key has the letters of a part, whatever the picture's breadth.
    let (wide, larger) = (part.wide(), f64::from(part.wide()) / f64::from(WIDTH));
    let high = rounded((f64::from(high) * larger, 0.0)).0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{0}\" viewBox=\"0 0 {wide} {0}\" font-family=\"{FONT}\">",
        map + high
    );
    land::draw(&mut svg, [f64::from(wide), f64::from(map)], 0.7, |at| part.on_sheet(at));
    let spots = Spots::of(position.data(), part);
    ways(&mut svg, position, &spots, part);
    let names = labels::labels(position, part);
    names.iter().for_each(|label| leads(&mut svg, label));
    for (area, at) in spots.all() {
        spot_of(&mut svg, position, area, at, part);
    }
    names.iter().for_each(|label| named(&mut svg, label));
    let _ = write!(
        svg,
        "<rect y=\"{map}\" width=\"{wide}\" height=\"{high}\" fill=\"{PAPER}\"/>\
         <g transform=\"translate(0 {map}) scale({larger})\">{legend}</g></svg>"
    );
    png(&svg, part.times())
}

/// The ways between neighbours. One to an area that is not drawn leads out of the picture, with an arrow.
fn ways(svg: &mut String, position: &Position, spots: &Spots, part: Part) {
    let data = position.data();
    let mut line = |(x, y): (i32, i32), (to_x, to_y): (i32, i32)| {
        let _ = write!(
            svg,
            "<line x1=\"{x}\" y1=\"{y}\" x2=\"{to_x}\" y2=\"{to_y}\" stroke=\"{WAY}\" stroke-width=\"1\" stroke-opacity=\"0.6\"/>"
        );
    };
    for (area, at) in spots.all() {
        for to in data.borders(area).filter(|next| *next > area).filter_map(|next| spots.at(next)) {
            line(at, to);
        }
    }
    let leaving = leaving(data, spots, part);
    leaving.iter().for_each(|way| line(way.from, way.edge));
    for Leaves { from: (x, y), edge: (to_x, to_y), .. } in leaving {
        let turned = f64::from(to_y - y).atan2(f64::from(to_x - x)).to_degrees();
        let _ = write!(
            svg,
            "<path d=\"M0 0L-7 -3.5L-7 3.5Z\" fill=\"{WAY}\" transform=\"translate({to_x} {to_y}) rotate({turned:.1})\"/>"
        );
    }
}

/// A text, with a light edge where it stands on the map.
pub(super) fn text(
    svg: &mut String,
    (x, y): (i32, i32),
    text: &str,
    size: u32,
    colour: &str,
    anchor: &str,
    edge: bool,
) {
    let halo = if edge { 2 } else { 0 };
    let _ = write!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\" text-anchor=\"{anchor}\" stroke=\"#FFFFFF\" stroke-opacity=\"0.75\" stroke-width=\"{halo}\" paint-order=\"stroke\">{}</text>",
        escaped(text)
    );
}

/// An area as it stands on the map and in the key.
pub(super) struct Spot {
    /// Its middle.
    pub(super) at: (i32, i32),
    /// In whose colour.
    pub(super) fill: String,
    /// Whether a court sits there.
    pub(super) home: bool,
    /// Points of fortification.
    pub(super) fort: u8,
    /// Whether it is in unrest.
    pub(super) unrest: bool,
    /// The colours of those who claim it.
    pub(super) claims: Vec<String>,
}

impl Spot {
    /// Draws it: a square where a court sits, a red edge where it is in unrest; around it a ring of dashes for each claim, on its lower edge a
    /// small square for each point of fortification.
    pub(super) fn draw(&self, svg: &mut String) {
        let ((x, y), fill) = (self.at, &self.fill);
        let (edge, wide) = if self.unrest { (UNREST, 2.5) } else { ("#FFFFFF", 1.0) };
        // The dashes of those who claim it follow one another.
        let claimants = u32::try_from(self.claims.len()).unwrap_or(1).max(1);
        let part = std::f64::consts::TAU * RING / f64::from(DASHES * claimants);
        let (dash, gap) = (part * DASH, part * (f64::from(claimants) - DASH));
        for (i, colour) in (0u32..).zip(&self.claims) {
            let offset = -part * f64::from(i);
            let _ = write!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{RING}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dash:.2} {gap:.2}\" stroke-dashoffset=\"{offset:.2}\"/>"
            );
        }
        let _ = if self.home {
            let (left, top, side) = (x - POINT, y - POINT, 2 * POINT);
            write!(
                svg,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{wide:.1}\"/>"
            )
        } else {
            write!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{POINT}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{wide:.1}\"/>"
            )
        };
        self.walls(svg);
    }

    /// Draws a small square for each point of fortification, side by side.
    fn walls(&self, svg: &mut String) {
        let (x, y) = self.at;
        let points = i32::from(self.fort);
        let left = x - (points * WALLS - 1) / 2;
        for i in 0..points {
            let _ = write!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{WALL}\" height=\"{WALL}\" fill=\"{FORT}\" stroke=\"#FFFFFF\" stroke-width=\"0.5\"/>",
                left + i * WALLS,
                y + POINT - 2
            );
        }
    }
}

/// An area: its point, with its social state.
fn spot_of(svg: &mut String, position: &Position, area: Area, (x, y): (i32, i32), part: Part) {
    let Some(held) = position.board.area(area) else { return };
    let Held { owner, fort, unrest, social, .. } = held;
    let colour = |court: Court| court.known().colour.clone();
    let realms = || position.board.realms.iter();
    let claims = realms().filter(|(_, realm)| realm.claims.contains(&area)).map(|(court, _)| colour(*court));
    let _ = write!(svg, "<g transform=\"translate({x} {y}) scale({})\">", part.scale());
    Spot {
        at: (0, 0),
        fill: owner.map_or_else(|| NOBODY.to_owned(), colour),
        home: realms().any(|(court, realm)| realm.home == area && *owner == Some(*court)),
        fort: *fort,
        unrest: *unrest,
        claims: claims.collect(),
    }
    .draw(svg);
    text(svg, (0, 3), &speech::signed((*social).into()), 8, "#FFFFFF", "middle", false);
    svg.push_str("</g>");
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
        text(svg, (x + w / 2, foot - 2), &line.text, size, line.colour, "middle", true);
    }
}

#[cfg(test)]
mod tests {
    use super::{NOBODY, Spot};

    #[test]
    fn each_point_of_fortification_is_a_square_of_its_own() {
        for fort in 0..=4 {
            let fill = NOBODY.to_owned();
            let spot = Spot { at: (50, 50), fill, home: false, fort, unrest: true, claims: Vec::new() };
            let mut svg = String::new();
            spot.draw(&mut svg);
            assert_eq!(svg.matches("width=\"3\" height=\"3\"").count(), usize::from(fort), "{svg}");
        }
    }
}
