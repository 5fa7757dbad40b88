//! Packs in TOML: a table `[[area]]` for each area.

use super::cells::Column;
use super::rows::{self, At, Row};
use super::{Fault, Pack};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::ops::Range;
use table::said;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    area: Vec<Spanned<Area>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Area {
    #[serde(alias = "area")]
    name: Spanned<String>,
    province: Option<Spanned<String>>,
    terrain: Option<Spanned<String>>,
    #[serde(alias = "neighbors")]
    neighbours: Option<Spanned<Vec<Spanned<String>>>>,
    money: Option<Spanned<u32>>,
    manpower: Option<Spanned<u32>>,
    forage: Option<Spanned<u32>>,
    towers: Option<Spanned<u32>>,
    fletches: Option<Spanned<u32>>,
    port: Option<Spanned<Port>>,
    guns: Option<Spanned<u32>>,
    trade: Option<Spanned<u32>>,
    x: Option<Spanned<u32>>,
    y: Option<Spanned<u32>>,
}

/// Whether there is a port, and on which sea where the pack says so.
enum Port {
    Is(bool),
    Sea(String),
}

impl<'de> Deserialize<'de> for Port {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Port, D::Error> {
        deserializer.deserialize_any(OfPort)
    }
}

struct OfPort;

impl Visitor<'_> for OfPort {
    type Value = Port;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("true, false, or the name of a sea area as a port")
    }

    fn visit_bool<E: Error>(self, is: bool) -> Result<Port, E> {
        Ok(Port::Is(is))
    }

    fn visit_str<E: Error>(self, sea: &str) -> Result<Port, E> {
        Ok(Port::Sea(sea.to_owned()))
    }
}

/// Reads a pack.
///
/// # Errors
/// The first fault.
pub(super) fn read(text: &str) -> Result<Pack, Fault> {
    let at = |span: Range<usize>| place(text, span.start);
    let file: File = toml::from_str(text).map_err(|why| {
        let (line, column) = why.span().map_or((1, 1), at);
        Fault::new(
            line,
            column,
            said!("This cannot be read as a pack in TOML: {}.", why.message().replace('\n', " ")),
        )
    })?;
    let rows = file.area.into_iter().map(|area| {
        let begins = at(area.span());
        row(area.into_inner(), begins, &at)
    });
    rows::pack(rows.collect())
}

fn row(area: Area, begins: At, at: &impl Fn(Range<usize>) -> At) -> Row {
    let mut row = Row { at: begins, ..Row::default() };
    let mut texts = vec![
        (Column::Area, Some(area.name)),
        (Column::Province, area.province),
        (Column::Terrain, area.terrain),
    ];
    texts.push((
        Column::Port,
        area.port.map(|port| {
            let span = port.span();
            let written = match port.into_inner() {
                Port::Is(true) => "yes".to_owned(),
                Port::Is(false) => "-".to_owned(),
                Port::Sea(name) => name,
            };
            Spanned::new(span, written)
        }),
    ));
    for (column, cell) in texts {
        let Some(cell) = cell else { continue };
        let place = at(cell.span());
        row.cells.push((column, cell.into_inner(), place));
    }
    for (column, cell) in [
        (Column::Money, area.money),
        (Column::Manpower, area.manpower),
        (Column::Forage, area.forage),
        (Column::Towers, area.towers),
        (Column::Fletches, area.fletches),
        (Column::Guns, area.guns),
        (Column::Trade, area.trade),
        (Column::X, area.x),
        (Column::Y, area.y),
    ] {
        let Some(cell) = cell else { continue };
        let place = at(cell.span());
        row.cells.push((column, cell.into_inner().to_string(), place));
    }
    if let Some(neighbours) = area.neighbours {
        let place = at(neighbours.span());
        row.neighbours = neighbours
            .into_inner()
            .into_iter()
            .map(|part| {
                let place = at(part.span());
                (part.into_inner(), place)
            })
            .collect();
        if row.neighbours.is_empty() {
            // A list without anybody in it says that there is none.
            row.neighbours.push(("-".to_owned(), place));
        }
    }
    row
}

/// Line and character of a byte, from 1.
fn place(text: &str, byte: usize) -> At {
    let before = text.get(..byte).unwrap_or(text);
    let line = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
    let column = 1 + before.chars().rev().take_while(|c| *c != '\n').count();
    (line, column)
}
