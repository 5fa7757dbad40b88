//! Marches on the map: a numbered arrow along each way, the one that is thought of in red and those that are lodged in brown.

use super::frame::{Frame, Window, stands};
use eia::map::AreaId;
use std::fmt::Write as _;

/// A march that a picture shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Its place among the orders of its power, as the list beside the picture numbers them.
    pub number: usize,
    /// The areas of its way, the one where it begins first.
    pub way: Vec<AreaId>,
    /// Whether it is thought of and not lodged yet.
    pub is_draft: bool,
}

/// Pixels by which arrows that run along each other stand apart.
const APART: i32 = 12;
/// Half the width of an arrow's head, and how long it is.
const HEAD: f32 = 17.0;
const LONG: f32 = 36.0;
/// How far before its end an arrow ends.
const BEFORE: f32 = 26.0;
/// The circle in which the number stands.
const CIRCLE: i32 = 23;

/// What of the map shows arrows; none where there are none.
#[must_use]
pub fn window_of<'a>(arrows: impl IntoIterator<Item = &'a Arrow>) -> Option<Window> {
    Window::of_points(arrows.into_iter().flat_map(|arrow| &arrow.way).copied().map(stands))
}

/// Draws arrows, and over all of them their numbers.
pub(crate) fn draw(svg: &mut String, arrows: &[Arrow], frame: &Frame) {
    let mut numbers = String::new();
    for (place, arrow) in (0i32..).zip(arrows.iter().filter(|arrow| arrow.way.len() > 1)) {
        let colour = if arrow.is_draft { "#B0172B" } else { "#5A3A22" };
        let aside = (place % 5 - 2) * APART;
        let points: Vec<(i32, i32)> = arrow.way.iter().map(|at| frame.pixel(stands(*at))).collect();
        let points: Vec<(i32, i32)> = points.into_iter().map(|(x, y)| (x + aside, y + aside / 2)).collect();
        let Some(((from, to), rest)) =
            points.split_last().and_then(|(to, rest)| Some(((rest.last()?, to), rest)))
        else {
            continue;
        };
        let (across, down) = ((to.0 - from.0) as f32, (to.1 - from.1) as f32);
        let far = across.hypot(down).max(1.0);
        let (x, y) = (across / far, down / far);
        // It ends before the place, where a dot may stand.
        let short = BEFORE.min(far / 3.0);
        let to = (to.0 as f32 - x * short, to.1 as f32 - y * short);
        // The line ends where the head begins.
        let neck = (to.0 - x * LONG, to.1 - y * LONG);
        let mut line = String::new();
        for (n, (x, y)) in rest.iter().enumerate() {
            let _ = write!(line, "{}{x} {y}", if n == 0 { "M" } else { "L" });
        }
        let _ = write!(line, "L{:.0} {:.0}", neck.0, neck.1);
        let head = format!(
            "M{:.0} {:.0}L{:.0} {:.0}L{:.0} {:.0}z",
            to.0,
            to.1,
            neck.0 - y * HEAD,
            neck.1 + x * HEAD,
            neck.0 + y * HEAD,
            neck.1 - x * HEAD
        );
        let _ = write!(
            svg,
            "<path d=\"{line}\" fill=\"none\" stroke=\"#FBF6E6\" stroke-width=\"15\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/><path d=\"{line}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"9\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/><path d=\"{head}\" fill=\"{colour}\" stroke=\"#FBF6E6\" stroke-width=\"3\"/>"
        );
        let first = points[1];
        let (x, y) = ((points[0].0 + 2 * first.0) / 3, (points[0].1 + 2 * first.1) / 3);
        let _ = write!(
            numbers,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{CIRCLE}\" fill=\"#FBF6E6\" stroke=\"{colour}\" stroke-width=\"4\"/><text x=\"{x}\" y=\"{}\" font-size=\"30\" font-weight=\"bold\" fill=\"{colour}\" text-anchor=\"middle\">{}</text>",
            y + 11,
            arrow.number
        );
    }
    svg.push_str(&numbers);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_march_has_an_arrow_with_its_number_and_who_stays_has_none() {
        let way = |keys: &[&str]| keys.iter().map(|key| AreaId::by_key(key).unwrap()).collect();
        let arrows = [
            Arrow { number: 1, way: way(&["strasbourg", "stuttgart", "ulm"]), is_draft: false },
            Arrow { number: 2, way: way(&["mainz"]), is_draft: false },
            Arrow { number: 3, way: way(&["wurzburg", "nuremberg"]), is_draft: true },
        ];
        let window = window_of(&arrows).unwrap();
        for area in arrows.iter().flat_map(|arrow| &arrow.way) {
            assert!(window.holds(stands(*area)), "{}", area.name());
        }
        let mut svg = String::new();
        draw(&mut svg, &arrows, &window.frame());
        let numbers: Vec<bool> = [1, 2, 3].map(|n| svg.contains(&format!(">{n}</text>"))).to_vec();
        assert_eq!(numbers, [true, false, true]);
        assert_eq!((svg.matches("#B0172B").count(), svg.matches("#5A3A22").count()), (4, 4), "{svg}");
    }
}
