//! How the tables of a battle are read and checked.

use super::{Cell, Column, Columns, KNOWN, LINES, Tables, line};
use crate::battle::rules::Edition;
use crate::class::Class;
use crate::technology::{Land, Naval};
use serde::Deserialize;
use std::collections::BTreeMap;
use table::facts::Origin;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    combat_results: Combat,
    land_columns: Written<Land>,
    naval_columns: Written<Naval>,
    land_morale: LandMorale,
    naval_morale: Numbers<Naval>,
    naval_veterans: Numbers<Naval>,
    wind: Wind,
    army_size: Sizes,
    small_stack: SmallStack,
    size_correction: SizeCorrection,
    retreat_losses: RetreatLosses,
    artillery: Artillery,
    head: Head,
}

#[derive(Deserialize)]
struct Combat {
    #[serde(rename = "origin")]
    _origin: Origin,
    #[serde(flatten)]
    columns: BTreeMap<Column, [[i8; 2]; 12]>,
}

#[derive(Deserialize)]
struct Written<T: Ord> {
    #[serde(rename = "origin")]
    _origin: Origin,
    #[serde(flatten)]
    rows: BTreeMap<T, Vec<String>>,
}

#[derive(Deserialize)]
struct LandMorale {
    renaissance_against_medieval: i8,
    #[serde(flatten)]
    rows: Numbers<Land>,
}

#[derive(Deserialize)]
struct Numbers<T: Ord> {
    #[serde(rename = "origin")]
    _origin: Origin,
    #[serde(flatten)]
    rows: BTreeMap<T, i8>,
}

#[derive(Deserialize)]
struct Wind {
    #[serde(rename = "origin")]
    _origin: Origin,
    #[serde(flatten)]
    rows: BTreeMap<Naval, Vec<i8>>,
}

#[derive(Deserialize)]
struct Sizes {
    #[serde(rename = "origin")]
    _origin: Origin,
    reformed: [u8; 7],
    #[serde(flatten)]
    rows: BTreeMap<Class, [u8; 7]>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SmallStack {
    #[serde(rename = "origin")]
    _origin: Origin,
    pub(super) land: [i32; 9],
    pub(super) seven_if_odd: bool,
    pub(super) explorers: [i32; 3],
    pub(super) naval: [i32; 7],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SizeCorrection {
    #[serde(rename = "origin")]
    _origin: Origin,
    columns: [i32; 8],
    #[serde(flatten)]
    lines: Lines<[i32; 8]>,
    over_six: Lines<i32>,
}

#[derive(Deserialize)]
struct Lines<T> {
    minus_two: T,
    minus_one: T,
    zero: T,
    plus_one: T,
    plus_two: T,
    plus_three: T,
}

impl<T> Lines<T> {
    fn in_order(self) -> [T; LINES] {
        [self.minus_two, self.minus_one, self.zero, self.plus_one, self.plus_two, self.plus_three]
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RetreatLosses {
    #[serde(rename = "origin")]
    _origin: Origin,
    pub(super) upto: [i32; 3],
    pub(super) thirds: [i32; 4],
}

#[derive(Deserialize)]
struct Artillery {
    #[serde(rename = "origin")]
    _origin: Origin,
    #[serde(flatten)]
    rows: BTreeMap<String, [u8; 7]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    #[serde(rename = "origin")]
    _origin: Origin,
    naval_columns: HeadColumns,
    naval_veterans: BTreeMap<Naval, i8>,
    size_correction: HeadSizes,
    artillery: BTreeMap<String, [u8; 7]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeadColumns {
    carrack_against_seventy_four: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeadSizes {
    plus_three: [i32; 8],
    over_six_plus_three: i32,
}

pub(crate) fn bad(table: &str, place: &str, wanted: &str) -> String {
    format!("{table}: {place} wants {wanted}")
}

/// The digits of a text of just so many.
pub(crate) fn digits<const N: usize>(text: &str) -> Result<[i8; N], String> {
    let digits: Option<Vec<i8>> = text.chars().map(|digit| i8::try_from(digit.to_digit(10)?).ok()).collect();
    digits
        .and_then(|digits| digits.try_into().ok())
        .ok_or_else(|| bad("digits", text, &format!("{N} digits")))
}

fn columns(text: &str) -> Result<Columns, String> {
    let problem = || bad("columns", text, "a column or a dash, a stroke, a column");
    let (fire, shock) = text.split_once('/').ok_or_else(problem)?;
    let fire = match fire {
        "-" => None,
        fire => Some(Column::by_key(fire).ok_or_else(problem)?),
    };
    Ok(Columns { fire, shock: Column::by_key(shock).ok_or_else(problem)? })
}

fn grid<T: Ord, const N: usize>(of: &Written<T>, all: [T; N]) -> Result<[[Columns; N]; N], String> {
    let rows = all.iter().map(|own| {
        let row = of.rows.get(own).ok_or_else(|| bad("columns", "a technology", "a row"))?;
        let row: Vec<Columns> = row.iter().map(|text| columns(text)).collect::<Result<_, _>>()?;
        row.try_into().map_err(|_| bad("columns", "a row", "a cell for each technology"))
    });
    let rows: Vec<[Columns; N]> = rows.collect::<Result<_, _>>()?;
    rows.try_into().map_err(|_| bad("columns", "a table", "a row for each technology"))
}

fn numbers<T: Ord, const N: usize>(of: &BTreeMap<T, i8>, all: [T; N]) -> [Option<i8>; N] {
    all.map(|technology| of.get(&technology).copied())
}

/// The combat results; what the guide proves of them must be so.
fn combat(of: &Combat) -> Result<[[Cell; 12]; 5], String> {
    let mut combat = [[Cell::default(); 12]; 5];
    for column in Column::ALL {
        let row = of.columns.get(&column);
        let row = row.ok_or_else(|| bad("combat results", &column.to_string(), "a column"))?;
        combat[column as usize] = row.map(Cell::from);
    }
    for (column, roll, losses, stars) in KNOWN {
        if line(&combat[column as usize], roll) != Cell::from([losses, stars]) {
            return Err(format!("combat results: {column}{roll} contradicts the guide"));
        }
    }
    Ok(combat)
}

/// The columns on land; what the guide proves of them must be so.
fn land(of: &Written<Land>) -> Result<[[Columns; 7]; 7], String> {
    let land = grid(of, Land::ALL)?;
    let arquebuse = land[Land::Arquebuse as usize][Land::Arquebuse as usize];
    if arquebuse != (Columns { fire: Some(Column::C), shock: Column::B }) {
        return Err("land columns: Arquebuse against Arquebuse contradicts the guide".to_owned());
    }
    Ok(land)
}

impl Tables {
    /// Reads the tables. A text that contradicts what the guide proves is refused.
    ///
    /// # Errors
    /// Says which table lacks what.
    pub fn read(text: &str, edition: Edition) -> Result<Tables, String> {
        let file: File = toml::from_str(text).map_err(|problem| problem.to_string())?;
        let head = (edition == Edition::Head).then_some(file.head);
        let combat = combat(&file.combat_results)?;
        let land = land(&file.land_columns)?;
        let naval = grid(&file.naval_columns, Naval::ALL)?;
        let morale = |found: Option<i8>| found.ok_or_else(|| bad("morale", "a technology", "a number"));
        let (mut land_morale, mut naval_morale) = ([0; 7], [0; 8]);
        for (to, found) in land_morale.iter_mut().zip(numbers(&file.land_morale.rows.rows, Land::ALL)) {
            *to = morale(found)?;
        }
        for (to, found) in naval_morale.iter_mut().zip(numbers(&file.naval_morale.rows, Naval::ALL)) {
            *to = morale(found)?;
        }
        let naval_veterans = numbers(&file.naval_veterans.rows, Naval::ALL).map(|found| found.unwrap_or(0));
        let wind: Vec<Vec<i8>> = (Naval::ALL.into_iter())
            .map(|technology| file.wind.rows.get(&technology).cloned().unwrap_or_default())
            .collect();
        if wind.iter().enumerate().skip(1).any(|(place, row)| row.len() != place + 1) {
            return Err(bad("wind", "a technology", "a number for each one up to its own"));
        }
        if Class::ALL.iter().any(|class| !file.army_size.rows.contains_key(class)) {
            return Err(bad("army size", "a class", "a row"));
        }
        let artillery = file.artillery.rows;
        let others = *artillery.get("others").ok_or_else(|| bad("artillery", "others", "a row"))?;
        let mut tables = Tables {
            combat,
            land,
            naval,
            land_morale,
            renaissance_against_medieval: file.land_morale.renaissance_against_medieval,
            naval_morale,
            naval_veterans,
            wind,
            sizes: file.army_size.rows,
            reformed: file.army_size.reformed,
            small: file.small_stack,
            size_columns: file.size_correction.columns,
            size_lines: file.size_correction.lines.in_order(),
            over_six: file.size_correction.over_six.in_order(),
            retreat: file.retreat_losses,
            artillery,
        };
        if let Some(head) = head {
            tables.amend(head, others)?;
        }
        for row in ["class_I_II", "class_A"] {
            if !tables.artillery.contains_key(row) {
                return Err(bad("artillery", row, "a row"));
            }
        }
        Ok(tables)
    }

    /// Puts in what the last edition has otherwise; a 0 in its rows of artillery stands for what the other countries have.
    fn amend(&mut self, head: Head, others: [u8; 7]) -> Result<(), String> {
        self.naval[Naval::Carrack as usize][Naval::SeventyFour as usize] =
            columns(&head.naval_columns.carrack_against_seventy_four)?;
        for (technology, veterans) in head.naval_veterans {
            self.naval_veterans[technology as usize] = veterans;
        }
        self.size_lines[LINES - 1] = head.size_correction.plus_three;
        self.over_six[LINES - 1] = head.size_correction.over_six_plus_three;
        for (country, mut row) in head.artillery {
            for (points, others) in row.iter_mut().zip(others) {
                if *points == 0 {
                    *points = others;
                }
            }
            self.artillery.insert(country, row);
        }
        Ok(())
    }
}
