//! The land of the world under the maps whose areas are points, with its shores. It serves pictures alone; no rule asks for it.

use std::fmt::Write as _;
use std::sync::LazyLock;

/// A point on the globe: its longitude and its latitude, in degrees.
pub type Point = (f64, f64);

/// The colour of the land.
pub const LAND: &str = "#E9DFC7";
/// The colour of the sea.
pub const SEA: &str = "#C3D5DF";
/// The colour of the shores.
pub const SHORE: &str = "#8FA3AC";

/// The shores of the world's land, each a ring.
#[must_use]
pub fn rings() -> &'static [Vec<Point>] {
    static LAND: LazyLock<Vec<Vec<Point>>> = LazyLock::new(|| {
        let ring = |line: &str| {
            let numbers: Vec<f64> =
                line.split(' ').filter_map(|n| Some(n.parse::<f64>().ok()? / 100.0)).collect();
            numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
        };
        include_str!("land.txt").lines().filter(|line| !line.starts_with('#')).map(ring).collect()
    });
    &LAND
}

/// Draws sea and land on a sheet so wide and high, in points of the picture; `on_sheet` says where a point of the globe lies on it.
pub fn draw(svg: &mut String, [wide, high]: [f64; 2], line: f64, on_sheet: impl Fn(Point) -> (f64, f64)) {
    let mut path = String::new();
    for ring in rings() {
        for (n, at) in ring.iter().enumerate() {
            let (x, y) = on_sheet(*at);
            let _ = write!(path, "{}{x:.1} {y:.1}", if n == 0 { "M" } else { "L" });
        }
        path.push('Z');
    }
    let _ = write!(
        svg,
        "<rect width=\"{wide:.0}\" height=\"{high:.0}\" fill=\"{SEA}\"/><path d=\"{path}\" fill=\"{LAND}\" fill-rule=\"evenodd\" stroke=\"{SHORE}\" stroke-width=\"{line}\"/>"
    );
}
