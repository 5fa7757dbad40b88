//! What a pack's columns are, and how a cell of each is written.

use super::LONGEST_NAME;
use crate::map::find::plain;
use serde::{Deserialize, Serialize};
use table::Said;
use table::said;

/// In the cell of neighbours: there are none. In the cell of the port: there is none.
pub(super) const NONE: &str = "-";
/// At the end of the cell of neighbours: there may be others that are not kept.
pub(super) const MORE: &str = "?";
/// In the cell of the port: there is one, and the sea is not kept.
const YES: &str = "yes";

/// The most MP of a step over a strait or along an arrow.
pub(super) const MOST_POINTS: u8 = 6;

/// A column of a pack, in the order of the canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Column {
    /// The area's name.
    Area,
    /// The province or minor country it lies in.
    Province,
    /// What most of it is: clear, forest, mountain, marsh or desert.
    Terrain,
    /// Its neighbours, with what stands between.
    Neighbours,
    /// $ an Economic Phase.
    Money,
    /// MP (manpower) an Economic Phase.
    Manpower,
    /// The forage value.
    Forage,
    /// Towers of its city.
    Towers,
    /// Fletches of its city.
    Fletches,
    /// Its port: the sea area that it opens on, `yes`, or `-` for none.
    Port,
    /// Harbour guns.
    Guns,
    /// Trade, in $ an Economic Phase.
    Trade,
    /// Where it stands, from the left.
    X,
    /// Where it stands, from the top.
    Y,
}

impl Column {
    /// All of them, in their order.
    pub const ALL: [Column; 14] = [
        Column::Area,
        Column::Province,
        Column::Terrain,
        Column::Neighbours,
        Column::Money,
        Column::Manpower,
        Column::Forage,
        Column::Towers,
        Column::Fletches,
        Column::Port,
        Column::Guns,
        Column::Trade,
        Column::X,
        Column::Y,
    ];

    /// Its name in a file.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Column::Area => "area",
            Column::Province => "province",
            Column::Terrain => "terrain",
            Column::Neighbours => "neighbours",
            Column::Money => "money",
            Column::Manpower => "manpower",
            Column::Forage => "forage",
            Column::Towers => "towers",
            Column::Fletches => "fletches",
            Column::Port => "port",
            Column::Guns => "guns",
            Column::Trade => "trade",
            Column::X => "x",
            Column::Y => "y",
        }
    }

    /// The column of a name in a file; `name` is the area's, and `neighbors` is read too.
    #[must_use]
    pub fn by_key(key: &str) -> Option<Column> {
        let key = plain(key);
        let key = match key.as_str() {
            "name" => "area",
            "neighbors" => "neighbours",
            other => other,
        };
        Column::ALL.into_iter().find(|column| column.key() == key)
    }

    /// What players call it.
    #[must_use]
    pub fn name(self) -> Said {
        match self {
            Column::Area => said!("Name"),
            Column::Province => said!("Province"),
            Column::Terrain => said!("Terrain"),
            Column::Neighbours => said!("Neighbours"),
            Column::Money => said!("Money"),
            Column::Manpower => said!("Manpower"),
            Column::Forage => said!("Forage"),
            Column::Towers => said!("Towers"),
            Column::Fletches => said!("Fletches"),
            Column::Port => said!("Port"),
            Column::Guns => said!("Harbour guns"),
            Column::Trade => said!("Trade"),
            Column::X => said!("Point, from the left"),
            Column::Y => said!("Point, from the top"),
        }
    }

    /// The most that a number can be; none for a column of words. These bounds are ours, wide enough for any map.
    const fn most(self) -> Option<u32> {
        match self {
            Column::Money | Column::Manpower | Column::Guns | Column::Trade => Some(999),
            Column::Forage => Some(20),
            Column::Towers | Column::Fletches => Some(9),
            Column::X | Column::Y => Some(100_000),
            Column::Area | Column::Province | Column::Terrain | Column::Neighbours | Column::Port => None,
        }
    }

    /// Whether it holds numbers.
    #[must_use]
    pub const fn is_number(self) -> bool {
        self.most().is_some()
    }

    /// A cell in its canonical form; empty for one that is not kept. Neighbours are read with the other areas at hand, not here.
    ///
    /// # Errors
    /// A sentence that says what would be right.
    pub(super) fn read(self, cell: &str) -> Result<String, Said> {
        let cell = cell.trim();
        if cell.is_empty() || (cell == MORE && self != Column::Area) {
            return Ok(String::new());
        }
        if let Some(most) = self.most() {
            let number = cell.parse::<u32>().ok().filter(|number| *number <= most);
            let number = number.filter(|_| cell.bytes().all(|byte| byte.is_ascii_digit()));
            return number.map(|number| number.to_string()).ok_or_else(|| {
                said!("\"{}\" is no whole number from 0 to {}, as {} is.", shown(cell), most, self.key())
            });
        }
        match self {
            Column::Terrain => {
                let all = ["clear", "forest", "mountain", "marsh", "desert"];
                let found = all.into_iter().find(|one| plain(cell) == *one);
                found.map(str::to_owned).ok_or_else(|| {
                    said!(
                        "\"{}\" is no terrain. There are clear, forest, mountain, marsh and desert.",
                        shown(cell)
                    )
                })
            }
            Column::Port => match plain(cell).as_str() {
                "" if cell == NONE => Ok(NONE.to_owned()),
                "no" | "none" => Ok(NONE.to_owned()),
                YES | "x" => Ok(YES.to_owned()),
                _ => name(cell),
            },
            _ => name(cell),
        }
    }
}

/// Whether a cell of the port names the sea area on which it opens.
pub(super) fn is_sea(cell: &str) -> bool {
    !matches!(cell, NONE | YES)
}

/// A name: one line of at most [`LONGEST_NAME`] characters that begins with a letter or a digit, and holds no semicolon.
///
/// # Errors
/// A sentence that says what is wrong with it.
pub(super) fn name(written: &str) -> Result<String, Said> {
    let written = table::canonical::composed(written.trim());
    let long = written.chars().count();
    if long > LONGEST_NAME {
        return Err(said!(
            "\"{}\" has {} characters. A name has at most {}.",
            shown(&written),
            long,
            LONGEST_NAME
        ));
    }
    let first = written.chars().next();
    // A table program takes a cell that begins with = + - or @ for a formula.
    let begins = first.is_some_and(|c| c.is_alphanumeric() || matches!(c, '\'' | '’'));
    if !begins || plain(&written).is_empty() {
        return Err(said!("\"{}\" is no name: one begins with a letter or a digit.", shown(&written)));
    }
    if written.chars().any(|c| c == ';' || c.is_control()) || written.contains(['\u{2028}', '\u{2029}']) {
        return Err(said!(
            "\"{}\" is no name: one stands on one line and holds no semicolon.",
            shown(&written)
        ));
    }
    Ok(written)
}

/// What was written, as a sentence quotes it.
pub(super) fn shown(written: &str) -> String {
    let flat: String = written.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if flat.chars().count() > 40 { format!("{}…", flat.chars().take(39).collect::<String>()) } else { flat }
}

/// What stands between two areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Nothing.
    Open,
    /// A river.
    River,
    /// A strait, with the MP of the step over it, 1 to 6.
    Strait(u8),
    /// A crossing arrow, with the MP of the step along it, 1 to 6.
    Arrow(u8),
}

impl Kind {
    /// The kind that is written so: `open`, `river`, `strait`, `strait 2`, `arrow`, `arrow 2`.
    #[must_use]
    pub fn read(written: &str) -> Option<Kind> {
        let written = plain(written);
        let (word, points) = written.split_once(' ').unwrap_or((&written, "1"));
        let points = points.parse::<u8>().ok().filter(|points| (1..=MOST_POINTS).contains(points))?;
        match word {
            "open" if points == 1 => Some(Kind::Open),
            "river" if points == 1 => Some(Kind::River),
            "strait" => Some(Kind::Strait(points)),
            "arrow" => Some(Kind::Arrow(points)),
            _ => None,
        }
    }

    /// How it is written.
    #[must_use]
    pub fn key(self) -> String {
        match self {
            Kind::Open => "open".to_owned(),
            Kind::River => "river".to_owned(),
            Kind::Strait(1) => "strait".to_owned(),
            Kind::Arrow(1) => "arrow".to_owned(),
            Kind::Strait(points) => format!("strait {points}"),
            Kind::Arrow(points) => format!("arrow {points}"),
        }
    }

    /// MP of the step.
    #[must_use]
    pub const fn points(self) -> u8 {
        match self {
            Kind::Open | Kind::River => crate::map::paths::AREA_MP,
            Kind::Strait(points) | Kind::Arrow(points) => points,
        }
    }

    /// A neighbour with it, as the cell of neighbours has it.
    pub(super) fn written(self, neighbour: &str) -> String {
        // A name that ends in a kind of border itself is followed by its own.
        let ambiguous = neighbour.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
        let ambiguous = ambiguous.is_some_and(|(_, inner)| Kind::read(inner).is_some());
        match self {
            Kind::Open if !ambiguous => neighbour.to_owned(),
            _ => format!("{neighbour} ({})", self.key()),
        }
    }

    /// A neighbour and the kind of its border, as one part of the cell says it.
    pub(super) fn split(part: &str) -> (&str, Kind) {
        let part = part.trim();
        part.strip_suffix(')')
            .and_then(|rest| rest.rsplit_once('('))
            .and_then(|(name, kind)| Some((name.trim(), Kind::read(kind)?)))
            .filter(|(name, _)| !name.is_empty())
            .unwrap_or((part, Kind::Open))
    }
}
