//! From longitude and latitude to the sheet of the map: Lambert's conformal cone.
//!
//! `libm` and not the machine's own functions, so that every machine makes the same map.

use std::f64::consts::PI;

/// Kilometres along the side of a square of the grid; the unit of every coordinate of the made map.
pub const SQUARE: f64 = 2.0;
/// Squares from the western to the eastern edge.
pub const WIDTH: usize = 2700;
/// Squares from the northern to the southern edge.
pub const HEIGHT: usize = 2120;

/// The meridian that stands upright.
const MIDDLE: f64 = 19.5;
/// The parallels on which distances are true.
const TRUE_AT: (f64, f64) = (38.0, 58.0);
/// The latitude from which the sheet's edges are counted.
const ORIGIN: f64 = 48.0;
/// Kilometres.
const EARTH: f64 = 6371.0;
/// Kilometres from the middle meridian to the western edge.
const WEST: f64 = 2960.0;
/// Kilometres from the origin to the northern edge.
const NORTH: f64 = 2080.0;

fn radians(degrees: f64) -> f64 {
    degrees * PI / 180.0
}

fn cone() -> (f64, f64) {
    let (first, second) = (radians(TRUE_AT.0), radians(TRUE_AT.1));
    let half = |angle: f64| libm::tan(PI / 4.0 + angle / 2.0);
    let n = libm::log(libm::cos(first) / libm::cos(second)) / libm::log(half(second) / half(first));
    let f = libm::cos(first) * libm::pow(half(first), n) / n;
    (n, f)
}

/// Where a place lies on the sheet, in squares from its north-western corner.
#[must_use]
pub fn on_sheet((longitude, latitude): (f64, f64)) -> (f64, f64) {
    let (n, f) = cone();
    let radius = |degrees: f64| {
        let degrees = degrees.clamp(-50.0, 89.0);
        EARTH * f / libm::pow(libm::tan(PI / 4.0 + radians(degrees) / 2.0), n)
    };
    let angle = n * radians(longitude - MIDDLE);
    let here = radius(latitude);
    let x = here * libm::sin(angle);
    let y = radius(ORIGIN) - here * libm::cos(angle);
    ((x + WEST) / SQUARE, (NORTH - y) / SQUARE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_true_within_a_few_in_a_hundred() {
        let (paris, vienna) = (on_sheet((2.35, 48.86)), on_sheet((16.37, 48.21)));
        let squares = libm::hypot(paris.0 - vienna.0, paris.1 - vienna.1);
        assert!((squares * SQUARE - 1034.0).abs() < 30.0, "{squares}");
    }

    #[test]
    fn north_is_up_and_the_corners_of_the_board_lie_on_the_sheet() {
        for place in [(-9.8, 52.0), (-9.4, 31.3), (47.9, 46.35), (40.5, 64.4), (43.4, 38.4), (30.9, 29.2)] {
            let (x, y) = on_sheet(place);
            assert!(
                (0.0..WIDTH as f64).contains(&x) && (0.0..HEIGHT as f64).contains(&y),
                "{place:?}: {x} {y}"
            );
        }
        assert!(on_sheet((10.0, 60.0)).1 < on_sheet((10.0, 40.0)).1);
    }
}
