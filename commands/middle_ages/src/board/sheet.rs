//! The pictures of the map: all of it, and parts that a phone shows large enough to read every name.

use middle_ages::geography::Area;
use middle_ages::pack::Data;
use std::cmp::Reverse;
use table_commands::present::land::Point;
use table_commands::present::pictures::TIMES;
use table_commands::say;

/// What a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// All of the map.
    Whole,
    /// Britain and Ireland, with the shores across the Channel.
    Britain,
    /// From Brittany to Bohemia.
    Franks,
    /// Iberia and the western Mediterranean.
    Iberia,
    /// Italy and the Adriatic.
    Italy,
    /// The Balkans, Asia Minor and the Levant.
    East,
    /// Scandinavia, the Baltic, and what lies east of it.
    North,
}

impl Part {
    /// All, the whole first.
    pub const ALL: [Part; 7] =
        [Part::Whole, Part::Britain, Part::Franks, Part::Iberia, Part::Italy, Part::East, Part::North];

    /// Its key, in buttons.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Part::Whole => "whole",
            Part::Britain => "britain",
            Part::Franks => "franks",
            Part::Iberia => "iberia",
            Part::Italy => "italy",
            Part::East => "east",
            Part::North => "north",
        }
    }

    /// The part of a key.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Part> {
        Part::ALL.into_iter().find(|part| part.key() == key)
    }

    /// What it is called.
    #[must_use]
    pub fn called(self) -> String {
        match self {
            Part::Whole => say!("The whole map"),
            Part::Britain => say!("Britain and Ireland"),
            Part::Franks => say!("From Brittany to Bohemia"),
            Part::Iberia => say!("Iberia and the western sea"),
            Part::Italy => say!("Italy and the Adriatic"),
            Part::East => say!("The Balkans and the Levant"),
            Part::North => say!("Scandinavia and the Rus"),
        }
    }

    /// Its west, its east, its north and its south, in degrees.
    const fn bounds(self) -> [f64; 4] {
        match self {
            Part::Whole => [-12.3, 52.0, 62.6, 31.0],
            Part::Britain => [-11.5, 7.5, 59.5, 48.0],
            Part::Franks => [-5.5, 17.0, 54.0, 42.5],
            Part::Iberia => [-11.0, 10.5, 46.5, 34.8],
            Part::Italy => [6.0, 24.0, 48.5, 35.5],
            Part::East => [18.0, 39.0, 48.5, 30.8],
            Part::North => [5.0, 46.5, 62.5, 46.3],
        }
    }

    /// How wide the picture is, in points of it. The whole has more of them than a phone, which shows it smaller, with as much of its breadth as of
    /// a part's: what is higher than broad stands in a narrow strip there.
    #[must_use]
    pub const fn wide(self) -> i32 {
        match self {
            Part::Whole => 720,
            _ => 390,
        }
    }

    /// Pixels to a point of the picture: the whole is looked at enlarged.
    #[must_use]
    pub const fn times(self) -> f32 {
        match self {
            Part::Whole => 1.8,
            _ => TIMES,
        }
    }

    /// Points of the picture to a degree from north to south: more than it takes, so that the names have room.
    const fn along(self) -> f64 {
        match self {
            Part::Whole => 17.5,
            Part::Britain => 38.0,
            Part::Franks => 40.0,
            Part::Iberia => 32.0,
            Part::Italy => 36.0,
            Part::East => 28.0,
            Part::North => 30.0,
        }
    }

    /// How high the map is, in points of the picture, without its key.
    #[must_use]
    pub fn high(self) -> i32 {
        let [_, _, north, south] = self.bounds();
        rounded(((north - south) * self.along(), 0.0)).0
    }

    /// The size of an area's name, and of a sea's.
    #[must_use]
    pub const fn letters(self) -> (i32, i32) {
        match self {
            Part::Whole => (10, 9),
            _ => (12, 10),
        }
    }

    /// How much larger than on the whole a point is drawn.
    #[must_use]
    pub const fn scale(self) -> f64 {
        match self {
            Part::Whole => 1.2,
            _ => 1.4,
        }
    }

    /// Half the side of the square that a point takes, its edge included, in points of the picture.
    #[must_use]
    pub const fn half(self) -> i32 {
        match self {
            Part::Whole => 9,
            _ => 10,
        }
    }

    /// Where a point of the globe lies in the picture.
    #[must_use]
    pub fn on_sheet(self, (east, north): Point) -> (f64, f64) {
        let [west, east_end, north_end, south_end] = self.bounds();
        let from = east - west;
        let x = match self {
            Part::Whole => eased(from),
            _ => from * f64::from(self.wide()) / (east_end - west),
        };
        (x, (north_end - north.max(south_end - 5.0)) * self.along())
    }

    /// The part that shows an area and the most of others, and where several show as many, all of them nearest to the middle; the whole where
    /// no part shows it.
    #[must_use]
    pub fn of_most(data: &Data, area: Area, others: &[Area]) -> Part {
        let off = |part: Part, area: Area| {
            let (x, y) = super::places::in_picture(part, data.known(area).at)?;
            let (wide, high) = (f64::from(part.wide()), f64::from(part.high()));
            Some(rounded(((x / wide - 0.5).abs().max((y / high - 0.5).abs()) * 1_000.0, 0.0)).0)
        };
        let rank = |part: &Part| {
            let own = off(*part, area)?;
            let shown: Vec<i32> = others.iter().filter_map(|other| off(*part, *other)).collect();
            Some((Reverse(shown.len()), own + shown.iter().sum::<i32>(), *part))
        };
        Part::ALL.iter().skip(1).filter_map(rank).min().map_or(Part::Whole, |(.., part)| part)
    }
}

/// Points of the picture to a degree of the whole from west to east, as far as the crowded west reaches; from there on a degree takes less and
/// less, until the eastern edge.
const ACROSS: f64 = 14.03;
const CROWDED: f64 = 30.0;
const EASE: f64 = 0.1353;
const EAST: f64 = 30.0;

/// How far from the western edge of the whole what lies so many degrees from it is drawn.
fn eased(from: f64) -> f64 {
    let beyond = (from - CROWDED).max(0.0);
    let eased = beyond.min(EAST);
    // East of the map it goes on straight.
    ACROSS * from - EASE * eased * eased - (beyond - eased) * 2.0 * EASE * EAST
}

pub(super) fn rounded((x, y): (f64, f64)) -> (i32, i32) {
    // Within the picture, which is some hundreds of points wide.
    #[expect(clippy::cast_possible_truncation, reason = "it lies in the picture")]
    let whole = |of: f64| of.round().clamp(-10_000.0, 10_000.0) as i32;
    (whole(x), whole(y))
}
