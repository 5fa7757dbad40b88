//! The tables of attrition and of what remains after a loss in percent.

use super::logistics_switches::Edition;
use super::thirds::Thirds;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use table::rule;
use table::rules::RuleId;

/// What a line says for a size of a stack in Europe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// LD lost.
    pub ld: u8,
    /// A pillage or a loss, by technology.
    pub p: bool,
}

/// A line of the attrition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// Its number: the modified roll, within the first and the last line.
    pub number: i32,
    /// Of the force lost, at sea and in the rest of the world.
    pub percent: u8,
    /// For 1 LD, 2 LD, 3 to 5 LD, 6 LD or more.
    pub europe: [Cell; 4],
}

/// The column of the European part for a size in LD; none for no LD.
#[must_use]
pub const fn column(ld: u8) -> Option<usize> {
    match ld {
        0 => None,
        1 => Some(0),
        2 => Some(1),
        3..=5 => Some(2),
        _ => Some(3),
    }
}

#[derive(Deserialize)]
struct AttritionTable {
    first: i32,
    percent: [u8; 11],
    europe: [[String; 4]; 11],
}

#[derive(Deserialize)]
struct Editions<T> {
    guide: T,
    head: T,
}

impl<T> Editions<T> {
    fn of(&self, edition: Edition) -> &T {
        match edition {
            Edition::Guide => &self.guide,
            Edition::Head => &self.head,
        }
    }
}

#[derive(Deserialize)]
struct File {
    attrition: Editions<AttritionTable>,
    remaining: Editions<BTreeMap<String, [String; 9]>>,
}

struct Tables {
    attrition: Editions<[Line; 11]>,
    /// By edition; lines d, 2d, 1 to 10 D; columns 10 to 90 percent: thirds left, and whether there is a star.
    remaining: Editions<[[(i32, bool); 9]; 12]>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    // The file is part of the program and a test reads it.
    read(include_str!("../data/logistics.toml")).expect("the tables of attrition are whole")
});

fn read(text: &str) -> Result<Tables, String> {
    let file: File = toml::from_str(text).map_err(|e| e.to_string())?;
    let lines = |table: &AttritionTable| -> Result<[Line; 11], String> {
        let mut lines = [Line { number: 0, percent: 0, europe: [Cell::default(); 4] }; 11];
        for (i, line) in lines.iter_mut().enumerate() {
            line.number = table.first + i as i32;
            line.percent = table.percent[i];
            for (cell, text) in line.europe.iter_mut().zip(&table.europe[i]) {
                *cell = match text.as_str() {
                    "-" => Cell::default(),
                    "P" => Cell { ld: 0, p: true },
                    other => {
                        let number = other.strip_suffix("+P").unwrap_or(other);
                        let ld = number.parse().map_err(|_| format!("{other} is no loss"))?;
                        Cell { ld, p: other.ends_with('P') }
                    }
                };
            }
        }
        Ok(lines)
    };
    let remaining = |table: &BTreeMap<String, [String; 9]>| -> Result<[[(i32, bool); 9]; 12], String> {
        let mut all = [[(0, false); 9]; 12];
        for (i, row) in all.iter_mut().enumerate() {
            let key = match i {
                0 => "d".to_owned(),
                1 => "2d".to_owned(),
                whole => (whole - 1).to_string(),
            };
            let cells = table.get(&key).ok_or_else(|| format!("no line for {key}"))?;
            for (cell, text) in row.iter_mut().zip(cells) {
                *cell = (thirds(text.trim_end_matches('*'))?, text.ends_with('*'));
            }
        }
        Ok(all)
    };
    Ok(Tables {
        attrition: Editions { guide: lines(&file.attrition.guide)?, head: lines(&file.attrition.head)? },
        remaining: Editions {
            guide: remaining(&file.remaining.guide)?,
            head: remaining(&file.remaining.head)?,
        },
    })
}

/// `2+d` in thirds.
fn thirds(text: &str) -> Result<i32, String> {
    let part = |part: &str| match part.strip_suffix('d') {
        Some("") => Ok(1),
        Some(number) => number.parse::<i32>().map_err(|_| format!("{text} is no size")),
        None => part.parse::<i32>().map(|n| 3 * n).map_err(|_| format!("{text} is no size")),
    };
    text.split('+').map(part).sum()
}

/// The line of the attrition table for a modified roll: the first is also for less, the last also for more.
#[must_use]
pub fn line(edition: Edition, modified: i32) -> Line {
    let lines = TABLES.attrition.of(edition);
    let first = lines[0].number;
    lines[(modified - first).clamp(0, 10) as usize]
}

/// What remains of a force, before the even chances are rolled (`fast-battle.attrition.sea.remaining`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remains {
    /// The size before.
    pub before: Thirds,
    /// Percent lost.
    pub percent: u8,
    /// What is left if no even chance goes wrong.
    pub left: Thirds,
    /// How many even chances there are to lose one d more: as many dice are wanted.
    pub stars: u8,
}

impl Remains {
    /// The rule.
    pub const RULE: RuleId = rule!("fast-battle.attrition.sea.remaining");

    /// What is left after the dice of its even chances, d10 each: 1 to 5 loses one d more. Further dice are not looked at, and one that is
    /// missing loses nothing.
    #[must_use]
    pub fn after(self, dice: &[u8]) -> Thirds {
        let lost = dice.iter().take(self.stars.into()).filter(|die| **die <= 5).count();
        Thirds((self.left.0 - lost as i32).max(0))
    }
}

/// What remains of a force after a loss of 0 to 100 percent, in tens. Over ten detachments each ten and the rest have their own line, and d
/// that make up no detachment theirs.
#[must_use]
pub fn remains(edition: Edition, before: Thirds, percent: u8) -> Remains {
    let none = Remains { before, percent, left: Thirds::NONE, stars: 0 };
    if percent < 10 {
        return Remains { left: before, ..none };
    }
    if percent >= 100 {
        return none;
    }
    let rows = TABLES.remaining.of(edition);
    let column = usize::from(percent / 10) - 1;
    let (whole, d) = (before.0.max(0) / 3, before.0.max(0) % 3);
    let tens = std::iter::repeat_n(11, (whole / 10) as usize);
    let rest = (whole % 10 > 0).then_some((whole % 10 + 1) as usize);
    let odd = (d > 0).then_some((d - 1) as usize);
    let cells = tens.chain(rest).chain(odd).map(|row| rows[row][column]);
    cells.fold(none, |all, (left, star)| Remains {
        left: all.left + Thirds(left),
        stars: all.stars.saturating_add(star.into()),
        ..all
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources;
    use serde_json::Value;

    const D: fn(i32) -> Thirds = Thirds::whole;

    // fast-battle.attrition.sea.remaining
    #[test]
    fn what_remains_is_read_by_size_and_percent() {
        let left = |before, percent| {
            let remains = remains(Edition::Guide, before, percent);
            (remains.left, remains.stars)
        };
        assert_eq!(left(D(4), 20), (D(3), 0));
        assert_eq!(left(D(1), 10), (D(1), 1));
        assert_eq!(left(D(7), 80), (Thirds(4), 0));
        assert_eq!(left(D(8), 80), (D(1), 0));
        assert_eq!(left(D(10), 50), (D(5), 0));
        assert_eq!(left(D(14), 20), (D(11), 0), "ten and four");
        assert_eq!(left(Thirds(14), 40), (D(2) + Thirds(1) + Thirds(1), 0), "four and two d");
        assert_eq!(left(Thirds(4), 30), (Thirds(2) + Thirds(1), 1));
        assert_eq!(left(D(9), 0), (D(9), 0));
        assert_eq!(left(D(9), 100), (D(0), 0));
        assert_eq!(remains(Edition::Head, D(7), 80).left, D(1));
        assert_eq!(Remains::RULE, rule!("fast-battle.attrition.sea.remaining"));
    }

    #[test]
    fn a_star_is_an_even_chance() {
        let one = remains(Edition::Guide, D(1), 10);
        assert_eq!([5, 6].map(|die| one.after(&[die])), [Thirds(2), D(1)]);
        assert_eq!(one.after(&[]), D(1));
        assert_eq!(one.after(&[10, 1]), D(1), "one star, one die");
    }

    #[test]
    fn a_line_is_for_less_and_for_more_too() {
        for (edition, first) in [(Edition::Guide, 11), (Edition::Head, 5)] {
            assert_eq!(line(edition, -3).number, first);
            assert_eq!(line(edition, first).percent, 0);
            assert_eq!(line(edition, first + 1).percent, 10);
            assert_eq!(line(edition, first + 1).number, first + 1);
            assert_eq!(line(edition, 40).percent, 100);
        }
        assert_eq!(line(Edition::Guide, 17).europe[1], Cell { ld: 1, p: false });
        assert_eq!(
            [0, 1, 2, 3, 5, 6, 8].map(column),
            [None, Some(0), Some(1), Some(2), Some(2), Some(3), Some(3)]
        );
    }

    #[test]
    fn every_cell_is_as_the_tables_have_it() {
        let Some(text) = sources::text("tables/core_tables.json") else { return };
        let tables: Value = serde_json::from_str(&text).expect("the tables are read");
        for (theirs, edition) in [("guide_era", Edition::Guide), ("head", Edition::Head)] {
            let rows = tables["attrition"][theirs].as_object().expect("lines");
            assert_eq!(rows.len(), 11);
            for (number, row) in rows {
                let line = line(edition, number.parse().expect("a number"));
                assert_eq!(
                    (line.number.to_string(), row[0].as_u64()),
                    (number.clone(), Some(line.percent.into()))
                );
                for (i, cell) in line.europe.iter().enumerate() {
                    let told = match (cell.ld, cell.p) {
                        (0, false) => "-".to_owned(),
                        (0, true) => "P".to_owned(),
                        (n, p) => format!("{n}{}", if p { "+P" } else { "" }),
                    };
                    assert_eq!(row[i + 1], told);
                }
            }
            let rows = tables["remaining_after_pct_loss"][theirs].as_object().expect("lines");
            assert_eq!(rows.len(), 12);
            for (size, row) in rows {
                for column in 0..9 {
                    let remains =
                        remains(edition, Thirds(thirds(size).expect("a size")), (column as u8 + 1) * 10);
                    let (whole, d) = (remains.left.0 / 3, remains.left.0 % 3);
                    let d = ["", "d", "2d"][d as usize];
                    let left = match (whole, d) {
                        (0, "") => "0".to_owned(),
                        (0, d) => d.to_owned(),
                        (whole, "") => whole.to_string(),
                        (whole, d) => format!("{whole}+{d}"),
                    };
                    assert_eq!(
                        row[column],
                        format!("{left}{}", "*".repeat(remains.stars.into())),
                        "{size} {column}"
                    );
                }
            }
        }
    }
}
