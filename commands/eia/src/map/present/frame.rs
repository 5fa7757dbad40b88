//! What of the map a picture shows, and how large.

use eia::map::outlines::{Point, Rings, outlines};
use eia::map::{AreaId, ProvinceId, SeaId, map};
use std::sync::LazyLock;

/// Width of a picture in pixels. A phone shows 390 points across, so four pixels are about a point.
pub const WIDE: u32 = 1600;

/// Width of what is shown around a place, in units of the sheet: 600 km.
const AROUND: i32 = 300;

/// What stands nearer to the edge of a picture than so many pixels would be cut off, and is left out.
const EDGE: i32 = 34;

/// A part of the sheet, in units of 2 km from its north-western corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Its left edge.
    pub left: i32,
    /// Its upper edge.
    pub top: i32,
    /// Its width.
    pub wide: i32,
    /// Its height.
    pub high: i32,
}

/// A window as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// What it shows.
    pub window: Window,
    /// Its height in pixels; its width is [`WIDE`].
    pub high: u32,
}

impl Window {
    /// The whole sheet.
    #[must_use]
    pub fn whole() -> Window {
        let (wide, high) = outlines().size;
        Window { left: 0, top: 0, wide, high }
    }

    /// So much of the sheet around a point, within the sheet.
    fn around((x, y): Point, wide: i32) -> Window {
        let all = Window::whole();
        let wide = wide.clamp(1, all.wide);
        let high = (wide * 7 / 8).min(all.high);
        Window {
            left: (x - wide / 2).clamp(0, all.wide - wide),
            top: (y - high / 2).clamp(0, all.high - high),
            wide,
            high,
        }
    }

    /// What holds a rectangle, with some room around it, in the shape of a picture.
    fn holding((left, top): Point, (right, bottom): Point) -> Window {
        let (wide, high) = (right - left, bottom - top);
        let room = 16 + wide.max(high) / 16;
        let wide = (wide + 2 * room).max((high + 2 * room) * 8 / 7).max(AROUND * 3 / 5);
        Window::around(((left + right) / 2, (top + bottom) / 2), wide)
    }

    /// The surroundings of an area.
    #[must_use]
    pub fn around_area(area: AreaId) -> Window {
        Window::around(stands(area), AROUND)
    }

    /// The surroundings of a sea area: what holds it, or what lies around its name where it is large.
    #[must_use]
    pub fn around_sea(sea: SeaId) -> Window {
        let bounds = outlines().bounds(std::iter::once(&outlines().seas[sea.place()]));
        let held = bounds.map(|(from, to)| Window::holding(from, to));
        held.filter(|held| held.wide <= 2 * AROUND)
            .unwrap_or_else(|| Window::around(sea.on_map().at, 2 * AROUND))
    }

    /// What holds provinces; none where there are none.
    #[must_use]
    pub fn of_provinces(provinces: &[ProvinceId]) -> Option<Window> {
        let areas = provinces.iter().flat_map(|province| &province.on_map().areas);
        let bounds = outlines().bounds(areas.map(|area| &outlines().areas[area.place()]));
        bounds.map(|(from, to)| Window::holding(from, to))
    }

    /// What holds some points of the sheet; none where there are none.
    #[must_use]
    pub fn of_points(points: impl IntoIterator<Item = Point>) -> Option<Window> {
        let corners = points.into_iter().map(|at| (at, at));
        let all = corners.reduce(|(from, to), (at, _)| {
            ((from.0.min(at.0), from.1.min(at.1)), (to.0.max(at.0), to.1.max(at.1)))
        });
        all.map(|(from, to)| Window::holding(from, to))
    }

    /// What holds the places of an area and of its neighbours.
    #[must_use]
    pub fn of_card(area: AreaId) -> Window {
        let near = map().neighbours(area).iter().map(|near| near.area);
        let own = outlines().bounds(std::iter::once(&outlines().areas[area.place()]));
        let ((mut left, mut top), (mut right, mut bottom)) = own.unwrap_or((stands(area), stands(area)));
        for (x, y) in near.map(stands) {
            (left, top, right, bottom) =
                (left.min(x - 14), top.min(y - 8), right.max(x + 14), bottom.max(y + 8));
        }
        Window::holding((left, top), (right, bottom))
    }

    /// Whether a point lies in it.
    #[must_use]
    pub fn holds(&self, (x, y): Point) -> bool {
        (self.left..self.left + self.wide).contains(&x) && (self.top..self.top + self.high).contains(&y)
    }

    /// Whether it shows some of a rectangle.
    #[must_use]
    pub fn meets(&self, ((left, top), (right, bottom)): (Point, Point)) -> bool {
        left < self.left + self.wide && right > self.left && top < self.top + self.high && bottom > self.top
    }

    /// The window as a picture.
    #[must_use]
    pub fn frame(self) -> Frame {
        let high = i64::from(WIDE) * i64::from(self.high) / i64::from(self.wide.max(1));
        Frame { window: self, high: u32::try_from(high).unwrap_or(WIDE).clamp(1, 2 * WIDE) }
    }
}

impl Frame {
    /// Pixels a unit.
    #[must_use]
    pub fn scale(&self) -> f32 {
        WIDE as f32 / self.window.wide.max(1) as f32
    }

    /// Where a point of the sheet stands in the picture.
    #[must_use]
    pub fn pixel(&self, (x, y): Point) -> (i32, i32) {
        let scale = self.scale();
        let at = |place: i32, from: i32| ((place - from) as f32 * scale).round() as i32;
        (at(x, self.window.left), at(y, self.window.top))
    }

    /// The areas whose place is in the picture, and not at its very edge; those nearest to its middle first.
    #[must_use]
    pub fn areas(&self) -> Vec<AreaId> {
        let (wide, high) = (WIDE.cast_signed(), self.high.cast_signed());
        let place = |area: AreaId| {
            let (x, y) = self.pixel(stands(area));
            let inside = (EDGE..wide - EDGE).contains(&x) && (EDGE..high - EDGE).contains(&y);
            let far = i64::from(x - wide / 2).pow(2) + i64::from(y - high / 2).pow(2);
            inside.then_some((far, area))
        };
        let mut all: Vec<(i64, AreaId)> = AreaId::all().filter_map(place).collect();
        all.sort_unstable();
        all.into_iter().map(|(_, area)| area).collect()
    }

    /// The point of the sheet that stands at a pixel.
    #[must_use]
    pub fn point(&self, (x, y): (i32, i32)) -> Point {
        let scale = self.scale();
        let at = |place: i32, from: i32| from + (place as f32 / scale).round() as i32;
        (at(x, self.window.left), at(y, self.window.top))
    }
}

/// Where an area's name stands: at its city, or in its middle.
#[must_use]
pub fn stands(area: AreaId) -> Point {
    let on_map = area.on_map();
    on_map.city.as_ref().map_or(on_map.at, |city| city.at)
}

/// Rectangles around areas, seas and arcs, by which a picture leaves out what it does not show.
pub(crate) struct Bounds {
    pub areas: Vec<(Point, Point)>,
    pub seas: Vec<(Point, Point)>,
    pub arcs: Vec<(Point, Point)>,
    pub rivers: Vec<(Point, Point)>,
}

pub(crate) static BOUNDS: LazyLock<Bounds> = LazyLock::new(|| {
    let of = |rings: &Rings| outlines().bounds(std::iter::once(rings)).unwrap_or_default();
    let line = |points: &Vec<Point>| {
        let (xs, ys) = (points.iter().map(|p| p.0), points.iter().map(|p| p.1));
        let least = (xs.clone().min().unwrap_or(0), ys.clone().min().unwrap_or(0));
        // A line without width meets a window too.
        (least, (xs.max().unwrap_or(0) + 1, ys.max().unwrap_or(0) + 1))
    };
    Bounds {
        areas: outlines().areas.iter().map(of).collect(),
        seas: outlines().seas.iter().map(of).collect(),
        arcs: outlines().arcs.iter().map(line).collect(),
        rivers: outlines().rivers.iter().map(|river| line(&river.line)).collect(),
    }
});
