//! A map pack: a group's own map in the place of this program's, as areas, what joins them, and what they are worth.
//!
//! A pack is a table, a line an area, in CSV or TOML. Only an area's name must be there; an empty cell means that the group does not keep
//! that value. The canonical form is CSV: it is what stands on the record and what is saved, and its SHA-256 is the pack's digest.

mod board;
mod cells;
mod change;
mod fault;
mod read_csv;
mod read_toml;
mod report;
mod rows;
mod shipped;

pub use board::{Answer, Board, Spot, Way};
pub use cells::{Column, Kind};
pub use change::{Edit, MOST_ALIKE};
pub use fault::Fault;
pub use report::Report;

use std::collections::BTreeMap;
use table::Said;
use table::hash::{Hash, sha256};
use table::said;

/// The largest file of a pack, in bytes: 1 MiB.
pub const LARGEST: usize = 1024 * 1024;
/// The most areas of a pack. The printed game has about 250, and this program's own map about 600.
pub const MOST_AREAS: usize = 2_000;
/// The most neighbours of one area.
pub const MOST_NEIGHBOURS: usize = 40;
/// The longest name, in characters.
pub const LONGEST_NAME: usize = 60;

/// A map pack. Every pack is whole: names are there once, neighbours are areas of it, and both sides of a border agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    areas: Vec<Entry>,
}

/// An area of a pack, as its line tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name, 1 to [`LONGEST_NAME`] characters.
    pub name: String,
    /// The neighbours that its own line names, with the place of each among the areas.
    pub neighbours: Vec<Neighbour>,
    /// Whether these are all. Where they are not, others may border it of which this table keeps nothing.
    pub complete: bool,
    /// The other cells that are kept, each in its canonical form.
    pub cells: BTreeMap<Column, String>,
}

/// A neighbour as a line tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbour {
    /// Its place among the areas.
    pub to: usize,
    /// What stands between.
    pub kind: Kind,
}

/// How a pack is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A table, its cells apart by commas, semicolons or tabs, with its columns named in the first line.
    Csv,
    /// A list of tables `[[area]]`.
    Toml,
}

impl Format {
    /// The format of a file by its name: TOML where it ends so, else CSV.
    #[must_use]
    pub fn of_name(name: &str) -> Format {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending);
        match ending {
            Some(ending) if ending.eq_ignore_ascii_case("toml") => Format::Toml,
            _ => Format::Csv,
        }
    }
}

/// The name of a sea area as a pack would write it: packs keep no seas, and players tell them by name.
///
/// # Errors
/// A sentence that says what is wrong with the name.
pub fn sea_name(written: &str) -> Result<String, Said> {
    cells::name(written)
}

/// Whether a file begins as pictures do: PNG, JPEG, GIF, WebP.
fn is_picture(bytes: &[u8]) -> bool {
    let begins: [&[u8]; 3] = [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF8"];
    let is_webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    is_webp || begins.iter().any(|begin| bytes.starts_with(begin))
}

impl Pack {
    /// Reads a pack out of the bytes of a file.
    ///
    /// # Errors
    /// The first fault: line, column, and what is wrong in a sentence.
    pub fn read(bytes: &[u8], format: Format) -> Result<Pack, Fault> {
        if bytes.len() > LARGEST {
            return Err(Fault::new(
                1,
                1,
                said!("The file has {} bytes. A pack has at most {} (1 MiB).", bytes.len(), LARGEST),
            ));
        }
        if is_picture(bytes) {
            return Err(Fault::new(
                1,
                1,
                said!(
                    "This file is a picture. The map's table is a CSV or TOML file, and the picture is given beside it."
                ),
            ));
        }
        let text = std::str::from_utf8(bytes).map_err(|why| {
            let before = &bytes[..why.valid_up_to()];
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
            let column = 1 + before.iter().rev().take_while(|byte| **byte != b'\n').count();
            Fault::new(line, column, said!("This is no UTF-8. Save the table as CSV UTF-8."))
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        match format {
            Format::Csv => read_csv::read(text),
            Format::Toml => read_toml::read(text),
        }
    }

    /// Reads a pack in CSV.
    ///
    /// # Errors
    /// The first fault.
    pub fn read_csv(text: &str) -> Result<Pack, Fault> {
        Pack::read(text.as_bytes(), Format::Csv)
    }

    /// The canonical form: CSV with commas, lines that end in `\n`, the areas in their order, the columns in the order of
    /// [`Column::ALL`], and of these only those in which something is kept. Reading it gives the same pack, and the same bytes again.
    #[must_use]
    pub fn csv(&self) -> String {
        let used: Vec<Column> = Column::ALL
            .into_iter()
            .filter(|column| self.areas.iter().any(|area| !self.cell(area, *column).is_empty()))
            .collect();
        let mut out =
            csv::WriterBuilder::new().terminator(csv::Terminator::Any(b'\n')).from_writer(Vec::new());
        let lines = std::iter::once(used.iter().map(|column| column.key().to_owned()).collect::<Vec<_>>())
            .chain(
                self.areas.iter().map(|area| used.iter().map(|column| self.cell(area, *column)).collect()),
            );
        for line in lines {
            // Writing into memory never fails.
            let _ = out.write_record(line);
        }
        out.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
    }

    /// The SHA-256 of the canonical form.
    #[must_use]
    pub fn digest(&self) -> Hash {
        sha256(&[self.csv().as_bytes()])
    }

    /// The areas in their order.
    #[must_use]
    pub fn areas(&self) -> &[Entry] {
        &self.areas
    }

    /// A cell in its canonical form; empty where it is not kept.
    #[must_use]
    pub fn cell(&self, area: &Entry, column: Column) -> String {
        match column {
            Column::Area => area.name.clone(),
            Column::Neighbours => self.neighbours_cell(area),
            _ => area.cells.get(&column).cloned().unwrap_or_default(),
        }
    }

    fn neighbours_cell(&self, area: &Entry) -> String {
        if area.neighbours.is_empty() {
            return if area.complete { cells::NONE.to_owned() } else { String::new() };
        }
        let named = area.neighbours.iter().map(|told| told.kind.written(&self.areas[told.to].name));
        let more = (!area.complete).then(|| cells::MORE.to_owned());
        named.chain(more).collect::<Vec<_>>().join("; ")
    }

    /// The place of the area of a name, accents and case aside.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<usize> {
        let wanted = super::plain(name);
        self.areas.iter().position(|area| super::plain(&area.name) == wanted)
    }
}

impl Entry {
    /// A number that is kept.
    #[must_use]
    pub fn number(&self, column: Column) -> Option<u32> {
        self.cells.get(&column)?.parse().ok()
    }

    /// Where it stands, in units of the picture or of the group's own; none where that is not kept.
    #[must_use]
    pub fn point(&self) -> Option<(u32, u32)> {
        Some((self.number(Column::X)?, self.number(Column::Y)?))
    }
}

#[cfg(test)]
mod tests;
