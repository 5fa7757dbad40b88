//! Where areas and seas lie in the picture of the map.

use middle_ages::geography::Area;
use middle_ages::pack::Data;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use table_commands::present::land::Point;
use table_commands::present::pictures::WIDTH;

/// The west, the north and the south of the map, in degrees.
const WEST: f64 = -12.3;
const NORTH: f64 = 62.6;
const SOUTH: f64 = 31.0;
/// Points of the picture to a degree from west to east, as far as the crowded west reaches; from there on a degree takes less and less, until
/// the eastern edge.
const ACROSS: f64 = 7.6;
const CROWDED: f64 = 30.0;
const EASE: f64 = 0.0733;
const EAST: f64 = 30.0;
/// Points to a degree from north to south: more than it takes, so that the names have room.
const ALONG: f64 = 16.0;
/// How high the map is, in points of the picture, without its key.
pub const HIGH: i32 = 506;
/// How far the points of two areas lie apart at least.
const APART: f64 = 20.0;
/// How often points that lie too near are pushed apart.
const PUSHES: usize = 200;
/// What is left free at the edges.
const EDGE: f64 = 10.0;

/// Where a point of the globe lies in the picture.
#[must_use]
pub fn on_sheet((east, north): Point) -> (f64, f64) {
    let from = east - WEST;
    let beyond = (from - CROWDED).max(0.0);
    let eased = beyond.min(EAST);
    // East of the map it goes on straight.
    let x = ACROSS * from - EASE * eased * eased - (beyond - eased) * 2.0 * EASE * EAST;
    (x, (NORTH - north.max(SOUTH - 5.0)) * ALONG)
}

fn of_tenths([east, north]: [i32; 2]) -> (f64, f64) {
    on_sheet((f64::from(east) / 10.0, f64::from(north) / 10.0))
}

pub(super) fn rounded((x, y): (f64, f64)) -> (i32, i32) {
    // Within the picture, which is some hundreds of points wide.
    #[expect(clippy::cast_possible_truncation, reason = "it lies in the picture")]
    let whole = |of: f64| of.round().clamp(-10_000.0, 10_000.0) as i32;
    (whole(x), whole(y))
}

/// Where the points of areas lie: where their middles are, or a little beside them where they would touch others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spots(BTreeMap<Area, (i32, i32)>);

impl Spots {
    /// The points of a campaign's areas; of its own data as they were found once.
    #[must_use]
    pub fn of(data: &Data) -> Spots {
        static SHIPPED: LazyLock<Spots> = LazyLock::new(|| Spots(spread(&Data::shipped())));
        if data.replaced().area.is_none() { SHIPPED.clone() } else { Spots(spread(data)) }
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

/// Where a place in tenths of a degree lies, if it is in the picture.
pub(super) fn in_picture(at: Option<[i32; 2]>) -> Option<(f64, f64)> {
    let (x, y) = of_tenths(at?);
    let within = |of: f64, most: f64| (0.0..=most).contains(&of);
    (within(x, f64::from(WIDTH)) && within(y, f64::from(HIGH))).then_some((x, y))
}

/// All areas that have a place, pushed apart until none touches another.
fn spread(data: &Data) -> BTreeMap<Area, (i32, i32)> {
    let placed = |area: Area| Some((area, in_picture(data.known(area).at)?));
    let (areas, mut spots): (Vec<Area>, Vec<(f64, f64)>) = data.areas().filter_map(placed).unzip();
    let edge = |of: f64, most: f64| of.clamp(EDGE, most - EDGE);
    for _ in 0..PUSHES {
        for i in 0..spots.len() {
            for j in 0..i {
                let (Some(one), Some(other)) = (spots.get(i).copied(), spots.get(j).copied()) else {
                    continue;
                };
                let (x, y) = (one.0 - other.0, one.1 - other.1);
                let far = x.hypot(y).max(0.1);
                if far >= APART {
                    continue;
                }
                let by = (APART - far) / far / 2.0;
                let placed = |at: (f64, f64), sign: f64| {
                    (
                        edge(at.0 + sign * x * by, f64::from(WIDTH)),
                        edge(at.1 + sign * y * by, f64::from(HIGH)),
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
