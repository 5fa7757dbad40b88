//! A group's own map as a picture: areas as points and their borders as lines, over the picture that the group has laid under it or on a
//! plain ground.

use super::file::inside;
use super::flags::{self, Flag, Places};
use super::placing::{Shape, Taken};
use super::{held, own};
use eia::map::pack::{Board, Kind, Spot};
use eia::packs::{LONGEST_SIDE, MOST_PIXELS, Picture};
use eia::powers::Power;
use image::error::{ImageFormatHint, LimitError, LimitErrorKind};
use image::imageops::FilterType;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder as _, ImageError, ImageReader, ImageResult, Limits};
use resvg::tiny_skia::Pixmap;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Cursor;
use std::sync::{Mutex, PoisonError};
use table_commands::present::pictures::{FONT, encoded, escaped, onto, width};

/// Width of a picture in pixels; one that is higher than wide is as much narrower.
const WIDE: u32 = 1600;
/// The greatest height.
const HIGH: u32 = 2400;

const INK: &str = "#2B241C";
const RIVER: &str = "#1F6FB2";
const HALO: &str = "#FFF8E6";

/// The room around a point that is its own, and the radius of the disc under the point of an area of which it was told who has it.
const OWN: i64 = 16;
const DISC: i64 = 38;

/// A part of the map, in its own units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    left: i64,
    top: i64,
    wide: i64,
    high: i64,
}

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'s> {
    /// The map.
    pub board: &'s Board,
    /// The size of the picture that belongs under it.
    pub picture: Option<Picture>,
    /// The file of that picture, where it is kept.
    pub under: Option<&'s [u8]>,
    /// The area whose surroundings are shown; none for the whole.
    pub around: Option<Spot>,
    /// The flags of corps and fleets.
    pub flags: &'s [Flag],
    /// Areas of which it was told who has them.
    pub held: &'s [(Spot, Power)],
}

/// Pictures are decoded one after another: a large one takes as much memory as all the rest of the bot.
static ONE: Mutex<()> = Mutex::new(());

/// Why a file cannot lie under a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// It is neither a PNG nor a JPEG, or says no size.
    Neither,
    /// What is packed beside its pixels is more than a picture has any use for.
    Swells,
    /// It cannot be drawn.
    Damaged,
}

/// The sides of a PNG or JPEG as they stand in the file, not turned as its camera was held. Nothing is decoded.
///
/// # Errors
/// Why it cannot lie under a map, where that shows without decoding it.
pub fn sides(bytes: &[u8]) -> Result<(u32, u32), Unfit> {
    let inside = inside(bytes).ok_or(Unfit::Neither)?;
    if inside.swells() { Err(Unfit::Swells) } else { Ok(inside.sides) }
}

/// The sides of a picture as it is looked at: turned as its camera was held. The file is read to its end once, which takes a while and
/// holds its thread.
///
/// # Errors
/// That it cannot be drawn.
pub fn size(bytes: &[u8]) -> Result<(u32, u32), Unfit> {
    let (picture, turned) = decoded(bytes).map_err(|_| Unfit::Damaged)?;
    let (wide, high) = (picture.width(), picture.height());
    Ok(if turned.to_exif() >= 5 { (high, wide) } else { (wide, high) })
}

/// The picture as it stands in the file, and how its camera was held. That it cannot be drawn is said by whoever asked for it.
fn decoded(bytes: &[u8]) -> ImageResult<(DynamicImage, Orientation)> {
    let inside = inside(bytes).ok_or_else(|| ImageError::Unsupported(ImageFormatHint::Unknown.into()))?;
    let (wide, high) = inside.sides;
    if wide.max(high) > LONGEST_SIDE || u64::from(wide) * u64::from(high) > MOST_PIXELS {
        return Err(ImageError::Limits(LimitError::from_kind(LimitErrorKind::DimensionError)));
    }
    let _alone = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let shown = Cursor::new(inside.shown.as_ref());
    let mut reader = ImageReader::new(shown).with_guessed_format()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    // Sixteen million pixels of four bytes, and as much again to work in.
    limits.max_alloc = Some(MOST_PIXELS * 8);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let turned = decoder.orientation()?;
    Ok((DynamicImage::from_decoder(decoder)?, turned))
}

impl Shown<'_> {
    fn points(&self) -> impl Iterator<Item = (Spot, (i64, i64))> {
        self.board.all().filter_map(|spot| Some((spot, self.at(spot)?)))
    }

    fn at(&self, spot: Spot) -> Option<(i64, i64)> {
        self.board.entry(spot).point().map(|(x, y)| (i64::from(x), i64::from(y)))
    }

    /// The whole map: the picture's bounds, or what holds all points; none where there is nothing to draw.
    fn whole(&self) -> Option<Part> {
        if let Some(picture) = self.picture {
            return Some(Part { left: 0, top: 0, wide: picture.wide.into(), high: picture.high.into() });
        }
        holding(self.points().map(|(_, at)| at))
    }

    /// What is shown.
    fn part(&self) -> Option<Part> {
        let whole = self.whole()?;
        let Some((spot, (x, y))) = self.around.and_then(|spot| Some((spot, self.at(spot)?))) else {
            return Some(whole);
        };
        let near = self.board.known(spot).iter().filter_map(|(to, _)| self.at(*to));
        let far = near.map(|(a, b)| (a - x).abs().max((b - y).abs())).max();
        let longest = whole.wide.max(whole.high);
        let half = far.map_or(longest / 6, |far| far + far / 4 + 1).max(longest / 10).max(1);
        let wide = (2 * half).min(whole.wide);
        let high = (2 * half * 7 / 8).min(whole.high);
        Some(Part {
            left: (x - wide / 2).clamp(whole.left, whole.left + whole.wide - wide),
            top: (y - high / 2).clamp(whole.top, whole.top + whole.high - high),
            wide: wide.max(1),
            high: high.max(1),
        })
    }

    /// Whether there is anything to draw.
    #[must_use]
    pub fn is_drawn(&self) -> bool {
        self.whole().is_some()
    }

    /// The picture as a PNG; the whole map has the bounds of the picture under it, so that a place in one is the same place in the other.
    /// It takes some hundreds of milliseconds and holds its thread.
    ///
    /// # Errors
    /// Words for the log, where it cannot be drawn.
    pub fn png(&self) -> Result<Vec<u8>, String> {
        let part = self.part().ok_or("no area has a point")?;
        let (wide, high) = part.pixels();
        let mut pixels = Pixmap::new(wide, high).ok_or("the picture has no size")?;
        pixels.fill(resvg::tiny_skia::Color::from_rgba8(0xF1, 0xE6, 0xCC, 0xFF));
        if let Some(bytes) = self.under {
            let (mut picture, turned) = decoded(bytes).map_err(|why| why.to_string())?;
            picture.apply_orientation(turned);
            lay(&mut pixels, &picture, part)?;
        }
        onto(&mut pixels, &self.svg(part))?;
        encoded(&pixels)
    }

    /// Lines, points and names, as an SVG in pixels.
    fn svg(&self, part: Part) -> String {
        let (wide, high) = part.pixels();
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\" font-family=\"{FONT}\">"
        );
        for spot in self.board.all() {
            for (to, kind) in self.board.known(spot).iter().filter(|(to, _)| *to > spot) {
                if let (Some(from), Some(to)) = (self.at(spot), self.at(*to)) {
                    line(&mut svg, part.pixel(from), part.pixel(to), *kind);
                }
            }
        }
        let mut seen: Vec<(Spot, (i64, i64))> = self
            .points()
            .map(|(spot, at)| (spot, part.pixel(at)))
            .filter(|(_, (x, y))| (0..=i64::from(wide)).contains(x) && (0..=i64::from(high)).contains(y))
            .collect();
        let hatchers: BTreeSet<Power> = self.held.iter().map(|(_, power)| *power).collect();
        hatchers.iter().for_each(|power| held::pattern(&mut svg, *power, 1.0));
        for (spot, at) in &seen {
            self.mark(&mut svg, *spot, *at);
        }
        let size = match seen.len() {
            0..=24 => 52,
            25..=70 => 36,
            _ => 26,
        };
        // The area that is asked about and its neighbours are named before others.
        let first = |spot: &Spot| {
            let near = self.around.map(|about| self.board.known(about).iter().any(|(to, _)| to == spot));
            (self.around != Some(*spot), near != Some(true))
        };
        seen.sort_by_key(|(spot, _)| (first(spot), *spot));
        let mut taken: Vec<[i64; 4]> =
            seen.iter().map(|(spot, (x, y))| self.own_room(*spot, (*x, *y))).collect();
        for (spot, at) in &seen {
            let ends = self.board.known(*spot).iter().filter_map(|(to, _)| self.at(*to));
            let ends: Vec<(i64, i64)> = ends.map(|end| part.pixel(end)).collect();
            self.name(&mut svg, (*spot, *at, &ends), size, (wide, high), &mut taken);
        }
        let rooms: Vec<[i32; 4]> =
            taken.iter().map(|room| room.map(|side| i32::try_from(side).unwrap_or(0))).collect();
        let pixel = |place: &str| {
            let (x, y) = part.pixel(own::point(self.board, place)?);
            Some((i32::try_from(x).ok()?, i32::try_from(y).ok()?))
        };
        let letters = if size > 26 { flags::NEAR } else { flags::FAR };
        let size = (wide.cast_signed(), high.cast_signed());
        let mut taken = Taken { size, letters, kept_free: Vec::new(), names: rooms };
        let places = Places { point: pixel, sea: |_: &str| None::<Shape> };
        flags::draw(&mut svg, self.flags, &mut taken, &places);
        svg.push_str("</svg>");
        svg
    }

    /// Who has an area, where that was told.
    fn has(&self, spot: Spot) -> Option<Power> {
        self.held.iter().find(|(own, _)| *own == spot).map(|(_, power)| *power)
    }

    /// The room that an area's mark takes.
    fn own_room(&self, spot: Spot, (x, y): (i64, i64)) -> [i64; 4] {
        let far = if self.has(spot).is_some() { DISC + 5 } else { OWN };
        [x - far, y - far, x + far, y + far]
    }

    /// An area's point: a square where it has a city with towers, else a round; broken where its neighbours are not all kept. It stands
    /// on a disc that is hatched in the colour of who has it, where that was told.
    fn mark(&self, svg: &mut String, spot: Spot, (x, y): (i64, i64)) {
        if let Some(power) = self.has(spot) {
            let _ = write!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{DISC}\" fill=\"{}\" stroke=\"{INK}\" stroke-width=\"10\"/><circle cx=\"{x}\" cy=\"{y}\" r=\"{DISC}\" fill=\"none\" stroke=\"{}\" stroke-width=\"6\"/>",
                held::hatching(power),
                power.colour()
            );
        }
        let about = self.around == Some(spot);
        let fill = if about { "#F0C869" } else { "#FFFFFF" };
        let edge = if self.board.is_complete(spot) { "" } else { " stroke-dasharray=\"5 5\"" };
        let towers = self.board.entry(spot).number(eia::map::pack::Column::Towers).unwrap_or(0);
        let style = format!("fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"4\"{edge}");
        let _ = if towers > 0 {
            write!(svg, "<rect x=\"{}\" y=\"{}\" width=\"22\" height=\"22\" {style}/>", x - 11, y - 11)
        } else {
            write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"12\" {style}/>")
        };
    }

    /// A name where it hides nothing: right of its point, left, above, below; left out where there is no room. `ends` are the other ends
    /// of its lines.
    fn name(
        &self,
        svg: &mut String,
        (spot, (x, y), ends): (Spot, (i64, i64), &[(i64, i64)]),
        size: i64,
        (wide, high): (u32, u32),
        taken: &mut Vec<[i64; 4]>,
    ) {
        let name = self.board.name(spot);
        let long = i64::from(width(name, true)) * size / 100;
        // Its own point may be touched.
        let own = self.own_room(spot, (x, y));
        let beside = own[2] - x + 4;
        let places = [
            (x + beside, y + size / 3, "start", x + beside),
            (x - beside, y + size / 3, "end", x - beside - long),
            (x, y - beside - 2, "middle", x - long / 2),
            (x, y + beside + size * 4 / 5, "middle", x - long / 2),
        ];
        let free = |(_, base, _, left): &(i64, i64, &str, i64)| {
            let room = [*left, base - size * 4 / 5, left + long, base + size / 4];
            let (wide, high) = (i64::from(wide) - 2, i64::from(high) - 2);
            let inside = room[0] >= 2 && room[1] >= 2 && room[2] <= wide && room[3] <= high;
            let over = |other: &[i64; 4]| {
                *other != own
                    && room[0] < other[2]
                    && other[0] < room[2]
                    && room[1] < other[3]
                    && other[1] < room[3]
            };
            (inside && !taken.iter().any(over)).then_some(room)
        };
        // Of the places where it hides nothing the first over which the fewest of the area's own lines run.
        let found = places
            .iter()
            .filter_map(|place| free(place).map(|room| (place, room)))
            .min_by_key(|(_, room)| ends.iter().filter(|end| runs_over((x, y), **end, *room)).count());
        let Some((&(at, base, anchor, _), room)) = found else { return };
        taken.push(room);
        let _ = write!(
            svg,
            "<text x=\"{at}\" y=\"{base}\" font-size=\"{size}\" font-weight=\"bold\" text-anchor=\"{anchor}\" fill=\"{INK}\" stroke=\"{HALO}\" stroke-width=\"{}\" stroke-linejoin=\"round\" paint-order=\"stroke\">{}</text>",
            size / 5,
            escaped(name)
        );
    }
}

impl Part {
    /// The size of the picture of it.
    fn pixels(self) -> (u32, u32) {
        let (wide, high) = (self.wide.max(1), self.high.max(1));
        let by_width = (i64::from(WIDE), i64::from(WIDE) * high / wide);
        let (across, down) = if by_width.1 <= i64::from(HIGH) {
            by_width
        } else {
            (i64::from(HIGH) * wide / high, i64::from(HIGH))
        };
        let side = |pixels: i64, most: u32| u32::try_from(pixels).unwrap_or(most).clamp(1, most);
        (side(across, WIDE), side(down, HIGH))
    }

    /// Where a point of the map stands in the picture.
    fn pixel(self, (x, y): (i64, i64)) -> (i64, i64) {
        let (across, down) = self.pixels();
        (
            (x - self.left) * i64::from(across) / self.wide.max(1),
            (y - self.top) * i64::from(down) / self.high.max(1),
        )
    }
}

/// What holds points, with room around them; none where there are none.
fn holding(points: impl Iterator<Item = (i64, i64)>) -> Option<Part> {
    let bounds = points.fold(None, |bounds: Option<[i64; 4]>, (x, y)| {
        let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
        Some([left.min(x), top.min(y), right.max(x), bottom.max(y)])
    });
    let [left, top, right, bottom] = bounds?;
    let longest = (right - left).max(bottom - top).max(10);
    let room = longest / 7 + 1;
    // A map of one line of areas is still as high as a name.
    let (wide, high) =
        ((right - left + 2 * room).max(longest / 2), (bottom - top + 2 * room).max(longest / 2));
    Some(Part { left: (left + right - wide) / 2, top: (top + bottom - high) / 2, wide, high })
}

/// Whether a line from a point runs over a rectangle.
fn runs_over((x, y): (i64, i64), (to_x, to_y): (i64, i64), room: [i64; 4]) -> bool {
    const STEPS: i64 = 60;
    (1..STEPS).any(|step| {
        let (at_x, at_y) = (x + (to_x - x) * step / STEPS, y + (to_y - y) * step / STEPS);
        (room[0]..room[2]).contains(&at_x) && (room[1]..room[3]).contains(&at_y)
    })
}

/// A border as a line: plain, along a river double and blue, over a strait broken, along an arrow with heads.
fn line(svg: &mut String, from: (i64, i64), to: (i64, i64), kind: Kind) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let mut stroke = |colour: &str, wide: u32, more: &str| {
        let _ = write!(
            svg,
            "<path d=\"M{x1} {y1}L{x2} {y2}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{wide}\" stroke-linecap=\"butt\"{more}/>"
        );
    };
    match kind {
        Kind::Open => {
            stroke(HALO, 9, " stroke-opacity=\"0.8\"");
            stroke(INK, 5, "");
        }
        Kind::River => {
            stroke(RIVER, 15, "");
            stroke(HALO, 6, "");
        }
        Kind::Strait(_) => {
            stroke(HALO, 11, " stroke-opacity=\"0.8\"");
            stroke(RIVER, 7, " stroke-dasharray=\"18 12\"");
        }
        Kind::Arrow(_) => {
            stroke(HALO, 11, " stroke-opacity=\"0.8\"");
            stroke("#9C1C12", 5, " stroke-dasharray=\"6 8\"");
            heads(svg, from, to);
        }
    }
    if kind.points() > 1 {
        let (x, y) = ((x1 + x2) / 2, (y1 + y2) / 2);
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"19\" fill=\"{HALO}\" stroke=\"{INK}\" stroke-width=\"3\"/><text x=\"{x}\" y=\"{}\" font-size=\"28\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{INK}\">{}</text>",
            y + 10,
            kind.points()
        );
    }
}

/// A head at each end of an arrow, off the points.
fn heads(svg: &mut String, from: (i64, i64), to: (i64, i64)) {
    let (dx, dy) = ((to.0 - from.0) as f64, (to.1 - from.1) as f64);
    let long = dx.hypot(dy);
    if long < 60.0 {
        return;
    }
    let (ux, uy) = (dx / long, dy / long);
    for ((x, y), side) in [(from, 1.0), (to, -1.0)] {
        let at = |ahead: f64, beside: f64| {
            let (px, py) =
                (x as f64 + side * ux * ahead - uy * beside, y as f64 + side * uy * ahead + ux * beside);
            format!("{px:.1} {py:.1}")
        };
        let _ = write!(
            svg,
            "<path d=\"M{}L{}L{}Z\" fill=\"#9C1C12\"/>",
            at(14.0, 0.0),
            at(38.0, 12.0),
            at(38.0, -12.0)
        );
    }
}

/// Lays a part of a picture on the ground.
fn lay(pixels: &mut Pixmap, picture: &DynamicImage, part: Part) -> Result<(), String> {
    let side =
        |number: i64| u32::try_from(number).map_err(|_| "the part lies outside of the picture".to_owned());
    let part = picture.crop_imm(side(part.left)?, side(part.top)?, side(part.wide)?, side(part.high)?);
    let scaled = part.resize_exact(pixels.width(), pixels.height(), FilterType::Triangle).to_rgba8();
    for (ground, over) in pixels.data_mut().chunks_exact_mut(4).zip(scaled.pixels()) {
        let [.., alpha] = over.0;
        for (below, above) in ground.iter_mut().zip(&over.0[..3]) {
            let mixed = u16::from(*above) * u16::from(alpha) + u16::from(*below) * u16::from(255 - alpha);
            *below = (mixed / 255) as u8;
        }
    }
    Ok(())
}
