//! What a campaign is played with: the data of this program, or a **pack**: sets of it that a group lays in their place at the founding, whole
//! or not at all. A pack is a TOML file whose rows are written as those of `engine/middle_ages/data/`; it stands on the founding line, so a
//! verifier decides by the same values.

mod begins;
mod bounds;
mod check;
mod data;
mod decks;
mod unread;

pub use begins::Begins;
pub use check::Wrong;
pub use data::Data;

use crate::calendar::OF_771;
use crate::event_cards;
use crate::fates::Fate;
use crate::geography::{KnownArea, KnownLanguage, KnownReligion, KnownSea};
use crate::raiders::Band;
use crate::year;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::fmt;
use table::facts::Origin;
use table::{Said, said};
use toml::Spanned;

/// The option of the founding that holds a pack.
pub const OPTION: &str = "pack";

/// The largest file of one, in bytes.
pub const LARGEST: usize = 256 * 1024;

/// A set of rows that is replaced whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Set {
    /// The areas of the map.
    Areas,
    /// The sea areas.
    Seas,
    /// The languages.
    Languages,
    /// The religions.
    Religions,
    /// The courts as the scenario of 771 begins.
    Begins,
    /// The year cards.
    Year,
    /// The event cards.
    Events,
    /// The fates.
    Fates,
    /// The raiders.
    Raiders,
}

impl Set {
    /// All of them, in the order in which they are told.
    pub const ALL: [Set; 9] = [
        Set::Areas,
        Set::Seas,
        Set::Languages,
        Set::Religions,
        Set::Begins,
        Set::Year,
        Set::Events,
        Set::Fates,
        Set::Raiders,
    ];

    /// What its rows are called in a file: `[[area]]`.
    #[must_use]
    pub fn key(self) -> &'static str {
        ["area", "sea", "language", "religion", "begins", "year", "event", "fate", "raiders"][self as usize]
    }

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        [
            "areas",
            "sea areas",
            "languages",
            "religions",
            "courts at the beginning",
            "year cards",
            "event cards",
            "fates",
            "raiders",
        ][self as usize]
    }
}

/// The sets of a file, each with its rows; `None` for one that is not in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pack {
    /// Where a file of this program comes from; of a pack it is not kept.
    #[serde(default, skip_serializing)]
    pub origin: Option<Origin>,
    /// The areas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<Vec<KnownArea>>,
    /// The sea areas.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sea: Option<Vec<KnownSea>>,
    /// The languages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Vec<KnownLanguage>>,
    /// The religions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub religion: Option<Vec<KnownReligion>>,
    /// The courts at the beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub begins: Option<Vec<Begins>>,
    /// The year cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<Vec<year::Card>>,
    /// The event cards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<Vec<event_cards::Card>>,
    /// The fates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fate: Option<Vec<Fate>>,
    /// The raiders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raiders: Option<Vec<Band>>,
}

/// What is wrong in a file, and where: the first thing that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// What is wrong, in a sentence.
    pub why: Said,
}

impl Fault {
    fn at((line, column): (usize, usize), why: Said) -> Fault {
        Fault { line, column, why }
    }

    /// The sentence for whoever gave the file.
    #[must_use]
    pub fn told(&self, file: &str) -> Said {
        said!("{}, line {}, column {}: {}", file, self.line, self.column, self.why)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.why)
    }
}

impl Pack {
    /// Reads a file.
    ///
    /// # Errors
    /// The first fault, with its line.
    pub fn read(bytes: &[u8]) -> Result<Pack, Fault> {
        let begins = (1, 1);
        if bytes.len() > LARGEST {
            let most = LARGEST / 1024;
            return Err(Fault::at(
                begins,
                said!(
                    "The file has {} bytes. A pack of the Middle Ages has at most {} KiB.",
                    bytes.len(),
                    most
                ),
            ));
        }
        let text = std::str::from_utf8(bytes).map_err(|why| {
            let before = bytes.get(..why.valid_up_to()).unwrap_or_default();
            Fault::at(
                place(&String::from_utf8_lossy(before), before.len()),
                said!("This is no text in UTF-8."),
            )
        })?;
        let text = &table::canonical::composed(text.strip_prefix('\u{feff}').unwrap_or(text));
        let read: Result<Pack, toml::de::Error> = toml::from_str(text);
        let pack = read.map_err(|why| {
            let (at, says) = unread::unread(text, &why);
            Fault::at(at, says)
        })?;
        let pack = Pack { origin: None, ..pack };
        if pack.sets().next().is_none() {
            let known: Vec<String> = Set::ALL.into_iter().map(|set| format!("[[{}]]", set.key())).collect();
            return Err(Fault::at(
                begins,
                said!("Nothing is replaced by this file. Its rows can be: {}.", known.join(", ")),
            ));
        }
        match played_with(&pack) {
            Ok(()) => Ok(pack),
            Err(wrong) if pack.sets().any(|(set, _)| set == wrong.set) => {
                Err(Fault::at(row(text, &wrong).unwrap_or(begins), wrong.why))
            }
            // What stays of this program's own needs something that this file took away.
            Err(wrong) => {
                let why = said!(
                    "This program's own [[{}]] stays, and does not go with this file: {}",
                    wrong.set.key(),
                    wrong.why
                );
                Err(Fault::at(begins, why))
            }
        }
    }

    /// The sets that are in it, each with how many rows it has.
    pub fn sets(&self) -> impl Iterator<Item = (Set, usize)> {
        let rows = [
            self.area.as_ref().map(Vec::len),
            self.sea.as_ref().map(Vec::len),
            self.language.as_ref().map(Vec::len),
            self.religion.as_ref().map(Vec::len),
            self.begins.as_ref().map(Vec::len),
            self.year.as_ref().map(Vec::len),
            self.event.as_ref().map(Vec::len),
            self.fate.as_ref().map(Vec::len),
            self.raiders.as_ref().map(Vec::len),
        ];
        Set::ALL.into_iter().zip(rows).filter_map(|(set, rows)| Some((set, rows?)))
    }

    /// Its canonical form: JSON, as it stands on the founding line.
    #[must_use]
    pub fn text(&self) -> String {
        // Whole numbers and texts alone stand in it.
        table::canonical::canonical_of(self).unwrap_or_default()
    }

    /// A pack out of its canonical form.
    ///
    /// # Errors
    /// A sentence where it is none.
    pub fn of_text(text: &str) -> Result<Pack, Said> {
        let pack: Pack =
            serde_json::from_str(text).map_err(|_| said!("That is no pack of the Middle Ages."))?;
        played_with(&pack).map(|()| pack).map_err(|wrong| wrong.why)
    }
}

/// Whether the scenario of 771 can be played with a pack: its rows fit, and of its event cards one at least can be played in those years.
fn played_with(pack: &Pack) -> Result<(), Wrong> {
    let data = Data::of(pack.clone())?;
    match (&pack.event, data.unplayable(OF_771)) {
        (Some(_), Some(why)) => Err(Wrong { set: Set::Events, row: 0, why }),
        _ => Ok(()),
    }
}

/// Where the rows of a file begin.
#[derive(Deserialize)]
struct Rows {
    #[serde(default)]
    area: Vec<Spanned<IgnoredAny>>,
    #[serde(default)]
    sea: Vec<Spanned<IgnoredAny>>,
    #[serde(default)]
    language: Vec<Spanned<IgnoredAny>>,
    #[serde(default)]
    religion: Vec<Spanned<IgnoredAny>>,
    #[serde(default)]
    begins: Vec<Spanned<IgnoredAny>>,
    #[serde(default)]
    year: Vec<Spanned<IgnoredAny>>,
    #[serde(default)]
    event: Vec<Spanned<IgnoredAny>>,
    #[serde(default)]
    fate: Vec<Spanned<IgnoredAny>>,
    #[serde(default)]
    raiders: Vec<Spanned<IgnoredAny>>,
}

/// Where a row stands in a file that was read.
fn row(text: &str, wrong: &Wrong) -> Option<(usize, usize)> {
    let rows: Rows = toml::from_str(text).ok()?;
    let rows = match wrong.set {
        Set::Areas => rows.area,
        Set::Seas => rows.sea,
        Set::Languages => rows.language,
        Set::Religions => rows.religion,
        Set::Begins => rows.begins,
        Set::Year => rows.year,
        Set::Events => rows.event,
        Set::Fates => rows.fate,
        Set::Raiders => rows.raiders,
    };
    Some(place(text, rows.get(wrong.row).or_else(|| rows.last())?.span().start))
}

/// Line and character of a byte, from 1.
fn place(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
    let column = 1 + before.chars().rev().take_while(|c| *c != '\n').count();
    (line, column)
}
