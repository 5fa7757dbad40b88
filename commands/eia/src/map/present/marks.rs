//! Cities and ports on a picture.

use super::frame::Frame;
use super::ground::ARROW;
use eia::map::{AreaId, Capital};
use std::fmt::Write as _;

const NATIONAL: &str = "#9C1C12";
const CITY: &str = "#3B2C20";
const PORT: &str = "#1F4468";

/// How an area's city is drawn, and the room that it takes: left, top, right, bottom from its middle, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct City {
    pub towers: u8,
    pub fletches: u8,
    pub capital: Option<Capital>,
    pub port: bool,
    /// Size: 1 is for a picture of 600 km.
    pub near: f32,
}

impl City {
    /// The city of an area, where it has one.
    pub fn of(area: AreaId, frame: &Frame) -> Option<City> {
        let on_map = area.on_map();
        let city = on_map.city.as_ref()?;
        Some(City {
            towers: city.towers,
            fletches: city.fletches,
            capital: city.capital,
            port: on_map.port.is_some(),
            near: (frame.scale() / 5.0).clamp(0.3, 1.0),
        })
    }

    /// Whether there is room for towers; else it is a dot.
    pub fn has_towers(&self) -> bool {
        self.near >= 0.42
    }

    /// Whether a star stands over it.
    pub fn has_star(&self) -> bool {
        self.has_towers() && self.capital == Some(Capital::National)
    }

    fn anchor(&self) -> f32 {
        self.near.max(0.45)
    }

    fn half(&self) -> f32 {
        if self.has_towers() { f32::from(self.towers.max(1)) * 6.5 * self.near } else { self.dot() }
    }

    fn dot(&self) -> f32 {
        let capital = if self.capital == Some(Capital::National) { 2.0 } else { 0.0 };
        2.0 + f32::from(self.towers) * 0.8 + capital
    }

    /// The room that it takes: left, top, right, bottom from its middle.
    pub fn room(&self) -> [i32; 4] {
        let half = self.half();
        let anchor = if self.port { 24.0 * self.anchor() } else { 0.0 };
        let (up, down) = if self.has_towers() {
            let star = if self.capital == Some(Capital::National) { 16.0 } else { 0.0 };
            ((15.0 + star) * self.near, 15.0 * self.near)
        } else {
            (half, half)
        };
        [-half - 1.0, -up - 1.0, half + anchor + 1.0, down + 1.0].map(|side| side.round() as i32)
    }

    /// Draws it.
    pub fn draw(&self, svg: &mut String, (x, y): (i32, i32)) {
        let national = self.capital == Some(Capital::National);
        let colour = if national { NATIONAL } else { CITY };
        if self.has_towers() {
            self.towers_at(svg, (x as f32, y as f32), colour);
        } else {
            let fill = if self.capital.is_some() || self.towers > 2 { colour } else { "#FFF8E8" };
            let _ = write!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{:.1}\" fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"1.5\"/>",
                self.dot()
            );
            if national {
                let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"#FFE9A8\"/>");
            }
        }
        if self.port {
            let scale = self.anchor();
            let left = x as f32 + self.half() + 12.5 * scale;
            anchor(svg, (left, y as f32), scale);
        }
    }

    /// A wall with a tower for each five factors of a garrison, a notch below for each fletch, a star over a national capital.
    fn towers_at(&self, svg: &mut String, (x, y): (f32, f32), colour: &str) {
        let n = self.near;
        let half = self.half();
        let fill = if self.capital.is_some() { colour } else { "#FFF8E8" };
        let _ = write!(
            svg,
            "<g fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"{:.2}\" stroke-linejoin=\"round\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
            1.9 * n,
            x - half,
            y - 2.0 * n,
            2.0 * half,
            11.0 * n
        );
        for tower in 0..self.towers.max(1) {
            let left = x - half + f32::from(tower) * 13.0 * n + 2.0 * n;
            let _ = write!(
                svg,
                "<path d=\"M{:.1} {:.1}v{:.1}l{:.1} {:.1} {:.1} {:.1}v{:.1}z\"/>",
                left,
                y + 2.0 * n,
                -10.0 * n,
                4.5 * n,
                -6.5 * n,
                4.5 * n,
                6.5 * n,
                10.0 * n
            );
        }
        svg.push_str("</g>");
        for fletch in 0..self.fletches {
            let at = x + (f32::from(fletch) - f32::from(self.fletches - 1) / 2.0) * 9.0 * n;
            let _ = write!(
                svg,
                "<path d=\"M{:.1} {:.1}l{:.1} {:.1} {:.1} {:.1}z\" fill=\"{colour}\"/>",
                at - 3.6 * n,
                y + 10.5 * n,
                3.6 * n,
                5.5 * n,
                3.6 * n,
                -5.5 * n
            );
        }
        if self.has_star() {
            star(svg, (x, y - 23.0 * n), n);
        }
    }
}

/// An anchor around a point.
fn anchor(svg: &mut String, (x, y): (f32, f32), scale: f32) {
    let _ = write!(
        svg,
        "<g transform=\"translate({x:.1} {y}) scale({scale:.2})\" fill=\"none\" stroke=\"{PORT}\" stroke-width=\"2.6\" stroke-linecap=\"round\">\
         <circle cx=\"0\" cy=\"-9\" r=\"3\"/><path d=\"M0-6V11M-5-2H5M-9 4Q-8 11 0 11 8 11 9 4\"/></g>"
    );
}

/// A star around a point.
fn star(svg: &mut String, (x, y): (f32, f32), scale: f32) {
    let _ = write!(
        svg,
        "<path transform=\"translate({x:.1} {y:.1}) scale({scale:.2})\" d=\"M0-9l2.6 5.9 6.4.6-4.8 4.2 1.4 6.3L0 3.7-5.6 7l1.4-6.3-4.8-4.2 6.4-.6z\" fill=\"#D9A520\" stroke=\"{NATIONAL}\" stroke-width=\"1.2\"/>"
    );
}

/// A sign of the map as the key shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// A city's wall with its towers.
    Towers,
    /// A city where there is no room for towers.
    Dot,
    /// A notch below a wall: a fletch.
    Fletch,
    /// The star over a national capital.
    Star,
    /// A port's anchor.
    Port,
    /// A crossing arrow.
    Arrow,
}

impl Sign {
    /// Draws it around a point.
    pub fn draw(self, svg: &mut String, (x, y): (u32, u32)) {
        let (x, y) = (x as i32, y as i32);
        let city =
            |towers: u8, fletches: u8, near: f32| City { towers, fletches, capital: None, port: false, near };
        match self {
            Sign::Towers => city(2, 0, 0.9).draw(svg, (x, y)),
            Sign::Dot => city(1, 0, 0.3).draw(svg, (x, y)),
            Sign::Fletch => city(2, 1, 0.8).draw(svg, (x, y - 2)),
            Sign::Star => star(svg, (x as f32, y as f32), 1.2),
            Sign::Port => anchor(svg, (x as f32, y as f32), 0.95),
            Sign::Arrow => {
                let _ = write!(
                    svg,
                    "<g transform=\"translate({x} {y})\" fill=\"{ARROW}\"><path d=\"M-9 0H9\" stroke=\"{ARROW}\" stroke-width=\"4\"/><path d=\"M-16 0l9-7v14zM16 0l-9-7v14z\"/></g>"
                );
            }
        }
    }
}
