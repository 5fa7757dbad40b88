//! The tables of a battle, in both editions of the player aids.

mod read;

pub(crate) use read::{bad, digits};

use super::rules::Edition;
use crate::class::Class;
use crate::period::Period;
use crate::technology::{Land, Naval};
use crate::thirds::Thirds;
use read::{RetreatLosses, SmallStack};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

/// A column of the combat results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Column {
    /// The deadliest.
    A,
    /// The second.
    B,
    /// The third.
    C,
    /// The fourth.
    D,
    /// The mildest, that of pursuit.
    E,
}

impl Column {
    /// All of them.
    pub const ALL: [Column; 5] = [Column::A, Column::B, Column::C, Column::D, Column::E];

    fn by_key(key: &str) -> Option<Column> {
        Column::ALL.into_iter().find(|column| column.to_string() == key)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(["A", "B", "C", "D", "E"][*self as usize])
    }
}

/// The columns of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns {
    /// For Fire; none where the technology has no Fire.
    pub fire: Option<Column>,
    /// For Shock.
    pub shock: Column,
}

impl fmt::Display for Columns {
    /// As the tables write it: `C/B`, `-/A`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fire = self.fire.map_or("-".to_owned(), |column| column.to_string());
        f.pad(&format!("{fire}/{}", self.shock))
    }
}

/// A cell of the combat results: what the roll does to the enemy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell {
    /// Losses.
    pub losses: Thirds,
    /// Stars: morale.
    pub stars: i8,
}

impl From<[i8; 2]> for Cell {
    fn from([losses, stars]: [i8; 2]) -> Cell {
        Cell { losses: Thirds(losses.into()), stars }
    }
}

/// What is subtracted from the losses that a stack causes because it is small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Small {
    /// So much.
    By(Thirds),
    /// So much if a die is odd, nothing if it is even.
    IfOdd(Thirds),
}

/// The lowest modified roll that the combat results tell apart.
pub const LOWEST: i32 = 3;
/// The greatest size modifier, which ships alone have.
const GREATEST: i8 = 3;
/// The least size modifier.
const LEAST: i8 = -2;
const LINES: usize = (GREATEST - LEAST) as usize + 1;

/// The tables of one edition.
#[derive(Clone, Debug)]
pub struct Tables {
    combat: [[Cell; 12]; 5],
    land: [[Columns; 7]; 7],
    naval: [[Columns; 8]; 8],
    land_morale: [i8; 7],
    renaissance_against_medieval: i8,
    naval_morale: [i8; 8],
    naval_veterans: [i8; 8],
    wind: Vec<Vec<i8>>,
    sizes: BTreeMap<Class, [u8; 7]>,
    reformed: [u8; 7],
    small: SmallStack,
    size_columns: [i32; 8],
    size_lines: [[i32; 8]; LINES],
    over_six: [i32; LINES],
    retreat: RetreatLosses,
    artillery: BTreeMap<String, [u8; 7]>,
}

/// The tables of an edition.
pub fn tables(edition: Edition) -> &'static Tables {
    static READ: LazyLock<[Tables; 2]> = LazyLock::new(|| {
        // The text is part of the program and the tests read all of it.
        let text = include_str!("../../../data/battle.toml");
        [Edition::Guide, Edition::Head]
            .map(|edition| Tables::read(text, edition).expect("the tables of a battle are well-formed"))
    });
    &READ[edition as usize]
}

impl Tables {
    /// What a modified roll does in a column. Below 3 and above 14 the first and the last line apply.
    #[must_use]
    pub fn combat(&self, column: Column, modified: i32) -> Cell {
        line(&self.combat[column as usize], modified)
    }

    /// The columns of an army against another.
    #[must_use]
    pub fn land_columns(&self, own: Land, enemy: Land) -> Columns {
        self.land[own as usize][enemy as usize]
    }

    /// The columns of a fleet against another.
    #[must_use]
    pub fn naval_columns(&self, own: Naval, enemy: Naval) -> Columns {
        self.naval[own as usize][enemy as usize]
    }

    /// The morale of an army of this technology against another.
    #[must_use]
    pub fn land_morale(&self, own: Land, enemy: Land) -> i8 {
        match (own, enemy) {
            (Land::Renaissance, Land::Medieval) => self.renaissance_against_medieval,
            _ => self.land_morale[own as usize],
        }
    }

    /// The morale of a fleet.
    #[must_use]
    pub fn naval_morale(&self, own: Naval) -> i8 {
        self.naval_morale[own as usize]
    }

    /// What veterans add to the morale of a fleet.
    #[must_use]
    pub fn naval_veterans(&self, own: Naval) -> i8 {
        self.naval_veterans[own as usize]
    }

    /// What a fleet adds to its roll for the wind; nothing for the less advanced one, none where nobody rolls.
    #[must_use]
    pub fn wind(&self, own: Naval, enemy: Naval) -> Option<i8> {
        if own == Naval::Galley && enemy == Naval::Galley {
            return None;
        }
        Some(self.wind[own as usize].get(enemy as usize).copied().unwrap_or(0))
    }

    /// The size of an army of a class in a period; `reformed` for Turkey after its first reform.
    #[must_use]
    pub fn army_size(&self, class: Class, reformed: bool, period: Period) -> u8 {
        let row = if reformed { &self.reformed } else { &self.sizes[&class] };
        row[period as usize]
    }

    /// What is subtracted from the losses that an army of this strength causes. A strength between two columns has the lower one.
    #[must_use]
    pub fn small_army(&self, strength: Thirds) -> Small {
        let (whole, part) = (strength.0.max(0) / 3, strength.0.max(0) % 3);
        let by = match (whole, part) {
            (0, 1) => self.small.explorers[0],
            (0, 2) => self.small.explorers[1],
            (1, 1 | 2) => self.small.explorers[2],
            _ => {
                let last = self.small.land.len() - 1;
                self.small.land[(whole as usize).min(last)]
            }
        };
        match whole == 7 && self.small.seven_if_odd {
            true => Small::IfOdd(Thirds(by)),
            false => Small::By(Thirds(by)),
        }
    }

    /// What is subtracted from the losses that a fleet of so many whole detachments causes.
    #[must_use]
    pub fn small_fleet(&self, detachments: i32) -> Small {
        let last = self.small.naval.len() - 1;
        Small::By(Thirds(self.small.naval[(detachments.max(0) as usize).min(last)]))
    }

    /// What losses become on the line of a size modifier from −2 to +3, by parts: what was looked up and what it gives. The whole
    /// detachments and the thirds are looked up each by itself; more than six detachments at once.
    #[must_use]
    pub fn by_size(&self, caused: Thirds, modifier: i8) -> Vec<(Thirds, Thirds)> {
        let (whole, part, at) = self.looked_up(caused, modifier);
        match whole {
            None => vec![(caused, Thirds(caused.0 + self.over_six[at]))],
            Some(whole) => [whole, part]
                .into_iter()
                .filter(|thirds| *thirds > 0)
                .map(|thirds| (Thirds(thirds), Thirds(self.cell(thirds, at))))
                .collect(),
        }
    }

    /// The sum of [`by_size`](Tables::by_size).
    #[must_use]
    pub fn sized(&self, caused: Thirds, modifier: i8) -> Thirds {
        let (whole, part, at) = self.looked_up(caused, modifier);
        Thirds(match whole {
            None => caused.0 + self.over_six[at],
            Some(whole) => self.cell(whole, at) + self.cell(part, at),
        })
    }

    /// Whole detachments (none for more than six), thirds beside them, and the line.
    fn looked_up(&self, caused: Thirds, modifier: i8) -> (Option<i32>, i32, usize) {
        let at = (modifier.clamp(LEAST, GREATEST) - LEAST) as usize;
        let caused = caused.0.max(0);
        let whole = (caused <= self.size_columns[7]).then_some(caused - caused % 3);
        (whole, caused % 3, at)
    }

    fn cell(&self, thirds: i32, line: usize) -> i32 {
        let column = self.size_columns.iter().position(|column| *column == thirds);
        column.map_or(0, |column| self.size_lines[line][column])
    }

    /// What an army loses in its retreat on a modified roll.
    #[must_use]
    pub fn retreat(&self, modified: i32) -> Thirds {
        let at = self.retreat.upto.iter().filter(|upto| modified > **upto).count();
        Thirds(self.retreat.thirds[at])
    }

    /// The artillery points of an A+ of a country (`FRA`, `TUR_JANISSARY`) or, where it has no row, of its class.
    #[must_use]
    pub fn artillery(&self, country: &str, class: Class, period: Period) -> u8 {
        let by_class = match class {
            Class::I | Class::II => "class_I_II",
            Class::A => "class_A",
            _ => "others",
        };
        let row = self.artillery.get(country).unwrap_or(&self.artillery[by_class]);
        row[period as usize]
    }
}

/// The cell of a modified roll in a row that begins with the lowest one.
pub(crate) fn line<const N: usize>(row: &[Cell; N], modified: i32) -> Cell {
    row[(modified - LOWEST).clamp(0, N as i32 - 1) as usize]
}

/// The cells that the guide's worked example proves: column, modified roll, thirds, stars.
const KNOWN: [(Column, i32, i8, i8); 7] = [
    (Column::B, 6, 2, 0),
    (Column::B, 7, 3, 1),
    (Column::B, 8, 4, 1),
    (Column::C, 6, 1, 0),
    (Column::C, 9, 4, 1),
    (Column::C, 12, 7, 2),
    (Column::E, 9, 3, 1),
];

/// Whether the guide's worked example proves the cell of a modified roll.
pub(super) fn is_known(column: Column, modified: i32) -> bool {
    KNOWN.iter().any(|known| (known.0, known.1) == (column, modified))
}
