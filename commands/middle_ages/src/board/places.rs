//! Where areas and seas lie in the picture of the map.

use super::sheet::{Part, rounded};
use middle_ages::geography::Area;
use middle_ages::pack::Data;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// How far the points of two areas lie apart at least.
const APART: f64 = 20.0;
/// How often points that lie too near are pushed apart.
const PUSHES: usize = 200;
/// What is left free at the edges.
const EDGE: f64 = 10.0;

/// Where the points of areas lie: where their middles are, or a little beside them where they would touch others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spots(BTreeMap<Area, (i32, i32)>);

impl Spots {
    /// The points of a campaign's areas on a picture; of its own data as they were found once.
    #[must_use]
    pub fn of(data: &Data, part: Part) -> Spots {
        static SHIPPED: LazyLock<BTreeMap<Part, Spots>> =
            LazyLock::new(|| Part::ALL.map(|part| (part, Spots(spread(&Data::shipped(), part)))).into());
        let shipped = SHIPPED.get(&part).filter(|_| data.replaced().area.is_none());
        shipped.cloned().unwrap_or_else(|| Spots(spread(data, part)))
    }

    /// Where the point of an area lies; nowhere where its data has no place for it, or one beyond the picture.
    #[must_use]
    pub fn at(&self, area: Area) -> Option<(i32, i32)> {
        self.0.get(&area).copied()
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = (Area, (i32, i32))> {
        self.0.iter().map(|(area, at)| (*area, *at))
    }
}

/// Where a place in tenths of a degree would lie on a picture, in it or beside it.
pub(super) fn of_tenths(part: Part, [east, north]: [i32; 2]) -> (f64, f64) {
    part.on_sheet((f64::from(east) / 10.0, f64::from(north) / 10.0))
}

/// Where a place in tenths of a degree lies, if it is in the picture; of a part what lies at its very edge is not.
pub(super) fn in_picture(part: Part, at: Option<[i32; 2]>) -> Option<(f64, f64)> {
    let (x, y) = of_tenths(part, at?);
    let edge = if part == Part::Whole { 0.0 } else { f64::from(2 * part.half()) };
    let within = |of: f64, most: f64| (edge..=most - edge).contains(&of);
    (within(x, f64::from(part.wide())) && within(y, f64::from(part.high()))).then_some((x, y))
}

/// A way that leads out of the picture, to an area that is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leaves {
    /// The point from which it leads.
    pub from: (i32, i32),
    /// Where it leaves the picture.
    pub edge: (i32, i32),
    /// To which area.
    pub to: Area,
}

/// The ways that lead out of a picture, to where their areas lie.
#[must_use]
pub fn leaving(data: &Data, spots: &Spots, part: Part) -> Vec<Leaves> {
    let of = |(area, from): (Area, (i32, i32))| {
        let away = data.borders(area).filter(|next| spots.at(*next).is_none());
        let leads = move |to: Area| {
            let edge = rounded(edge(part, from, of_tenths(part, data.known(to).at?))?);
            Some(Leaves { from, edge, to })
        };
        away.filter_map(leads)
    };
    spots.all().flat_map(of).collect()
}

/// Where the line from a point of a picture through another leaves it.
fn edge(part: Part, (x, y): (i32, i32), (to_x, to_y): (f64, f64)) -> Option<(f64, f64)> {
    let (x, y) = (f64::from(x), f64::from(y));
    let reach = |from: f64, by: f64, most: f64| {
        if by > 0.0 {
            (most - from) / by
        } else if by < 0.0 {
            -from / by
        } else {
            f64::INFINITY
        }
    };
    let by = (to_x - x, to_y - y);
    let far = reach(x, by.0, f64::from(part.wide())).min(reach(y, by.1, f64::from(part.high())));
    far.is_finite().then_some((x + by.0 * far, y + by.1 * far))
}

/// All areas that have a place, pushed apart until none touches another.
fn spread(data: &Data, part: Part) -> BTreeMap<Area, (i32, i32)> {
    let placed = |area: Area| Some((area, in_picture(part, data.known(area).at)?));
    let (areas, mut spots): (Vec<Area>, Vec<(f64, f64)>) = data.areas().filter_map(placed).unzip();
    let (apart, free) = (APART * part.scale(), EDGE * part.scale());
    let edge = |of: f64, most: f64| of.clamp(free, most - free);
    for _ in 0..PUSHES {
        for i in 0..spots.len() {
            for j in 0..i {
                let (Some(one), Some(other)) = (spots.get(i).copied(), spots.get(j).copied()) else {
                    continue;
                };
                let (x, y) = (one.0 - other.0, one.1 - other.1);
                let far = x.hypot(y).max(0.1);
                if far >= apart {
                    continue;
                }
                let by = (apart - far) / far / 2.0;
                let placed = |at: (f64, f64), sign: f64| {
                    (
                        edge(at.0 + sign * x * by, f64::from(part.wide())),
                        edge(at.1 + sign * y * by, f64::from(part.high())),
                    )
                };
                if let Some(at) = spots.get_mut(i) {
                    *at = placed(one, 1.0);
                }
                if let Some(at) = spots.get_mut(j) {
                    *at = placed(other, -1.0);
                }
            }
        }
    }
    areas.into_iter().zip(spots.into_iter().map(rounded)).collect()
}
