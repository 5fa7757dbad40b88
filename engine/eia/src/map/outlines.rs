//! Outlines of areas, seas and rivers, for pictures. Nothing is computed but the points that the file holds as steps.

use super::ids::{AreaId, SeaId};
use super::map;
use super::read::fault;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A point of the sheet; a unit is 2 km.
pub type Point = (i32, i32);

/// An arc by its number, walked backwards where `back`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The arc's number.
    pub arc: usize,
    /// Whether it is walked backwards.
    pub back: bool,
}

/// Closed lines; what an odd number of them holds is inside.
pub type Rings = Vec<Vec<Part>>;

/// A river.
#[derive(Clone, Debug)]
pub struct River {
    /// Its name.
    pub name: String,
    /// Its course.
    pub line: Vec<Point>,
}

/// The outlines of the map.
#[derive(Debug)]
pub struct Outlines {
    /// The sheet's width and height.
    pub size: Point,
    /// Every border once.
    pub arcs: Vec<Vec<Point>>,
    /// Of each area, in the order of the data.
    pub areas: Vec<Rings>,
    /// Of each sea area, in the order of the data.
    pub seas: Vec<Rings>,
    /// Land beyond the board.
    pub outside: Rings,
    /// Water that is no sea area: lakes, the Caspian.
    pub water: Rings,
    /// Rivers.
    pub rivers: Vec<River>,
}

#[derive(Deserialize)]
struct File {
    width: i32,
    height: i32,
    arcs: Vec<Vec<i32>>,
    areas: BTreeMap<String, Vec<Vec<i64>>>,
    seas: BTreeMap<String, Vec<Vec<i64>>>,
    outside: Vec<Vec<i64>>,
    water: Vec<Vec<i64>>,
    rivers: Vec<RawRiver>,
}

#[derive(Deserialize)]
struct RawRiver {
    name: String,
    line: Vec<i32>,
}

/// The outlines.
#[must_use]
pub fn outlines() -> &'static Outlines {
    static OUTLINES: LazyLock<Outlines> = LazyLock::new(|| {
        // The file is part of the program and a test reads it.
        Outlines::read(include_str!("../../data/map/shapes.json")).expect("the outlines are whole")
    });
    &OUTLINES
}

/// x, y, then steps, as points.
fn points(steps: &[i32]) -> Vec<Point> {
    let mut at = (0_i32, 0_i32);
    let pairs = steps.chunks_exact(2);
    pairs
        .map(|step| {
            at = (at.0.saturating_add(step[0]), at.1.saturating_add(step[1]));
            at
        })
        .collect()
}

impl Outlines {
    /// Reads them out of their file.
    ///
    /// # Errors
    /// What does not fit the map.
    pub(super) fn read(text: &str) -> Result<Outlines, String> {
        let file: File = serde_json::from_str(text).map_err(|why| format!("shapes.json: {why}"))?;
        let arcs: Vec<Vec<Point>> = file.arcs.iter().map(|arc| points(arc)).collect();
        if let Some(bad) = arcs.iter().position(|arc| arc.len() < 2) {
            return fault(format!("arc {bad} has no length"));
        }
        let rings = |raw: &Vec<Vec<i64>>| raw.iter().map(|ring| ring_of(ring, &arcs)).collect();
        let of = |key: &str, all: &BTreeMap<String, Vec<Vec<i64>>>| -> Result<Rings, String> {
            rings(all.get(key).ok_or_else(|| format!("{key} has no outline"))?)
        };
        if file.areas.len() != map().areas.len() || file.seas.len() != map().seas.len() {
            return fault("there are outlines of what is not on the map");
        }
        Ok(Outlines {
            size: (file.width, file.height),
            areas: AreaId::all().map(|area| of(area.key(), &file.areas)).collect::<Result<_, _>>()?,
            seas: SeaId::all().map(|sea| of(sea.key(), &file.seas)).collect::<Result<_, _>>()?,
            outside: rings(&file.outside)?,
            water: rings(&file.water)?,
            rivers: file
                .rivers
                .iter()
                .map(|river| River { name: river.name.clone(), line: points(&river.line) })
                .collect(),
            arcs,
        })
    }

    /// The points of a closed line, the first again at the end.
    pub fn ring<'a>(&'a self, ring: &'a [Part]) -> impl Iterator<Item = Point> + 'a {
        ring.iter().enumerate().flat_map(move |(n, part)| {
            let arc = &self.arcs[part.arc];
            let count = arc.len();
            // The end of one arc is the beginning of the next.
            let from = usize::from(n > 0);
            (from..count).map(move |i| arc[if part.back { count - 1 - i } else { i }])
        })
    }

    /// The smallest upright rectangle around outlines: left, top, right, bottom.
    #[must_use]
    pub fn bounds<'a>(&self, of: impl Iterator<Item = &'a Rings>) -> Option<(Point, Point)> {
        let points = of.flatten().flat_map(|ring| self.ring(ring));
        points.fold(None, |all: Option<(Point, Point)>, (x, y)| {
            let ((left, top), (right, bottom)) = all.unwrap_or(((x, y), (x, y)));
            Some(((left.min(x), top.min(y)), (right.max(x), bottom.max(y))))
        })
    }
}

fn ring_of(raw: &[i64], arcs: &[Vec<Point>]) -> Result<Vec<Part>, String> {
    let parts: Option<Vec<Part>> = raw
        .iter()
        .map(|number| {
            let back = *number < 0;
            let arc = usize::try_from(if back { -1 - number } else { *number }).ok()?;
            (arc < arcs.len()).then_some(Part { arc, back })
        })
        .collect();
    let parts = parts.ok_or_else(|| format!("{raw:?} names an arc that is not there"))?;
    let end = |part: &Part, last: bool| {
        let arc = &arcs[part.arc];
        if part.back == last { arc.first() } else { arc.last() }
    };
    let follows = |n: usize| end(&parts[n], true) == end(&parts[(n + 1) % parts.len()], false);
    if parts.is_empty() || !(0..parts.len()).all(follows) {
        return fault(format!("{raw:?} is not closed"));
    }
    Ok(parts)
}
