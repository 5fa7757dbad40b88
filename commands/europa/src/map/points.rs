//! Where provinces and sea zones lie. It is ours: it serves the picture alone, and no rule asks for it.

use europa::geography::{Place, atlas};
use std::collections::HashMap;
use std::sync::LazyLock;

pub use table_commands::present::land::Point;

static POINTS: LazyLock<HashMap<&str, Point>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let mut parts = line.split('\t');
        Some((parts.next()?, (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?)))
    };
    include_str!("points.txt").lines().filter(|line| !line.starts_with('#')).filter_map(row).collect()
});

/// Where a place lies.
#[must_use]
pub fn point(place: Place) -> Option<Point> {
    POINTS.get(place.site().key.as_str()).copied()
}

/// All places with where they lie.
pub fn points() -> impl Iterator<Item = (Place, Point)> {
    atlas().all().filter_map(|place| Some((place, point(place)?)))
}

/// How far two points lie apart, in kilometres along the globe.
#[must_use]
pub fn kilometres(a: Point, b: Point) -> f64 {
    let [(lon_a, lat_a), (lon_b, lat_b)] = [a, b].map(|(lon, lat)| (lon.to_radians(), lat.to_radians()));
    let cos = lat_a.sin() * lat_b.sin() + lat_a.cos() * lat_b.cos() * (lon_a - lon_b).cos();
    6371.0 * cos.clamp(-1.0, 1.0).acos()
}
