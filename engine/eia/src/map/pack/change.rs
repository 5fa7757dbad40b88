//! Corrections of a pack: a border, a value, a point.

use super::cells::{Column, Kind, MOST_POINTS, shown};
use super::rows;
use super::{MOST_NEIGHBOURS, Neighbour, Pack};
use serde::{Deserialize, Serialize};
use table::Said;
use table::said;

/// The most names that a sentence lists of those that are alike.
pub const MOST_ALIKE: usize = 3;

/// A correction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "edit", rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// What stands between two areas.
    Border {
        /// One of them.
        area: String,
        /// The other.
        other: String,
        /// `open`, `river`, `strait 2`, `arrow`; `none` where they are no neighbours.
        border: String,
    },
    /// What one cell is.
    Value {
        /// The area.
        area: String,
        /// Which cell.
        column: Column,
        /// As the cell is written; empty where it is not kept.
        value: String,
    },
}

/// The word for areas that are no neighbours.
const NO_BORDER: &str = "none";

impl Edit {
    /// The area that it is about.
    #[must_use]
    pub fn area(&self) -> &str {
        match self {
            Edit::Border { area, .. } | Edit::Value { area, .. } => area,
        }
    }
}

impl Pack {
    /// The pack with a correction.
    ///
    /// # Errors
    /// A sentence that says why it cannot be made.
    pub fn with(&self, edit: &Edit) -> Result<Pack, Said> {
        match edit {
            Edit::Border { area, other, border } => {
                self.with_border(self.named(area)?, self.named(other)?, border)
            }
            Edit::Value { area, column: Column::Neighbours, value } => {
                self.with_neighbours(self.named(area)?, value)
            }
            Edit::Value { area, column, value } => self.with_value(self.named(area)?, *column, value),
        }
    }

    /// The pack with an area's point.
    ///
    /// # Errors
    /// A sentence where there is no such area, or the point lies too far out.
    pub fn with_point(&self, area: &str, (x, y): (u32, u32)) -> Result<Pack, Said> {
        let place = self.named(area)?;
        let mut pack = self.clone();
        for (column, number) in [(Column::X, x), (Column::Y, y)] {
            pack.areas[place].cells.insert(column, column.read(&number.to_string())?);
        }
        Ok(pack)
    }

    fn named(&self, name: &str) -> Result<usize, Said> {
        self.place(name).ok_or_else(|| said!("\"{}\" is no area of this campaign's map.", shown(name)))
    }

    fn with_border(&self, one: usize, other: usize, border: &str) -> Result<Pack, Said> {
        if one == other {
            return Err(said!("{} is no neighbour of itself.", self.areas[one].name));
        }
        let kind = match border {
            NO_BORDER => None,
            border => Some(Kind::read(border).ok_or_else(|| {
                said!(
                    "\"{}\" is no kind of border. There are open, river, strait 1 to {} and arrow 1 to {}, as in \"strait 2\", and none where they are no neighbours.",
                    shown(border),
                    MOST_POINTS,
                    MOST_POINTS
                )
            })?),
        };
        let mut pack = self.clone();
        for (from, to) in [(one, other), (other, one)] {
            let area = &mut pack.areas[from];
            let Some(kind) = kind else {
                area.neighbours.retain(|told| told.to != to);
                continue;
            };
            match area.neighbours.iter().position(|told| told.to == to) {
                Some(known) => area.neighbours[known].kind = kind,
                None if area.neighbours.len() < MOST_NEIGHBOURS => {
                    area.neighbours.push(Neighbour { to, kind })
                }
                None => return Err(said!("An area has at most {} neighbours.", MOST_NEIGHBOURS)),
            }
        }
        Ok(pack)
    }

    /// All neighbours of an area told anew. Where a border goes or changes, it does so on the other side too.
    fn with_neighbours(&self, place: usize, value: &str) -> Result<Pack, Said> {
        let names: std::collections::HashMap<String, (usize, usize)> =
            self.areas.iter().enumerate().map(|(n, area)| (crate::map::plain(&area.name), (n, 0))).collect();
        let (told, complete) =
            rows::neighbours_of(value, place, &self.areas, &names).map_err(|fault| fault.why)?;
        let mut pack = self.clone();
        for (other, area) in pack.areas.iter_mut().enumerate() {
            let new = told.iter().find(|told| told.to == other);
            match (new, area.neighbours.iter_mut().find(|back| back.to == place)) {
                (Some(new), Some(back)) => back.kind = new.kind,
                // Whoever names the area still does, unless all of its neighbours are told and he is not among them.
                (None, Some(_)) if complete => area.neighbours.retain(|back| back.to != place),
                _ => {}
            }
        }
        pack.areas[place].neighbours = told;
        pack.areas[place].complete = complete;
        Ok(pack)
    }

    fn with_value(&self, place: usize, column: Column, value: &str) -> Result<Pack, Said> {
        let read = column.read(value)?;
        let mut pack = self.clone();
        match column {
            Column::Area => {
                if read.is_empty() {
                    return Err(said!("An area has a name."));
                }
                if self.place(&read).is_some_and(|other| other != place) {
                    return Err(said!("There is an area {} already.", read));
                }
                pack.areas[place].name = read;
            }
            // A point is two numbers, and only for drawing.
            Column::X | Column::Y => return Err(said!("A point is set with /map point.")),
            _ if read.is_empty() => {
                pack.areas[place].cells.remove(&column);
            }
            _ => {
                pack.areas[place].cells.insert(column, read);
            }
        }
        Ok(pack)
    }
}
