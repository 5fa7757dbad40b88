//! The land combat chart and the casualty chart: what a side's die does to its enemy, and how many factors a percentage comes to.
//!
//! A side rolls a d6 on its own table. A table is named by its casualty level and its morale level, `4-1`; modifiers are added to the
//! die, and results below 0 and above 7 are read as 0 and 7.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;
use table::facts::Origin;
use table::game::ChartRoll;
use table::refusal::Refusal;
use table::said;

/// The highest level of casualties, and of morale; the lowest is 1.
pub const LEVELS: u8 = 5;
/// The highest result of a table; the lowest is 0.
pub const HIGHEST_RESULT: i32 = 7;
/// The most factors that one roll is made for.
pub const MOST_FACTORS: u32 = 999;
/// A modifier lies between minus and plus this.
pub const MOST_MODIFIER: i32 = 9;
/// The casualty chart has a column for so many factors; of more, as often its last column as it is contained in them.
pub const COLUMNS: usize = 20;
/// The most factors that a group can type into a cell of the casualty chart. The bound is ours, far above what any percentage comes to.
pub const HIGHEST_CELL: u32 = 99;

/// The name of a table of the land combat chart: casualty level and morale level, each 1 to [`LEVELS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableName {
    casualties: u8,
    morale: u8,
}

impl TableName {
    /// The table of two levels; `None` where one is out of bounds.
    #[must_use]
    pub fn of(casualties: u8, morale: u8) -> Option<TableName> {
        let level = 1..=LEVELS;
        (level.contains(&casualties) && level.contains(&morale)).then_some(TableName { casualties, morale })
    }

    /// All 25, by casualty level, then by morale level.
    pub fn all() -> impl Iterator<Item = TableName> {
        (1..=LEVELS).flat_map(|casualties| (1..=LEVELS).map(move |morale| TableName { casualties, morale }))
    }

    /// The table that a player means: two levels with any dash, slash or blank between them, or nothing.
    ///
    /// # Errors
    /// A refusal that says which tables there are.
    pub fn meant(text: &str) -> Result<TableName, Refusal> {
        let levels: Vec<char> =
            text.chars().filter(|c| !matches!(c, '-' | '–' | '−' | '/' | ':' | ' ')).collect();
        let level = |c: char| c.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
        let found = match levels.as_slice() {
            [casualties, morale] => level(*casualties).zip(level(*morale)),
            _ => None,
        };
        found.and_then(|(casualties, morale)| TableName::of(casualties, morale)).ok_or_else(|| {
            let written: String = text.trim().chars().take(20).collect();
            Refusal::new(said!(
                "The land combat chart has no table \"{}\". A table is a casualty level and a morale level, each 1 to {}: 1-1 to {1}-{1}, such as 4-1.",
                written,
                LEVELS
            ))
        })
    }

    /// The casualty level.
    #[must_use]
    pub fn casualties(self) -> u8 {
        self.casualties
    }

    /// The morale level.
    #[must_use]
    pub fn morale(self) -> u8 {
        self.morale
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.casualties, self.morale)
    }
}

impl Serialize for TableName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for TableName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let name = TableName::meant(&text).map_err(|refusal| serde::de::Error::custom(refusal.says))?;
        // On the record a table has one spelling.
        if name.to_string() == text {
            Ok(name)
        } else {
            Err(serde::de::Error::custom("not as it is written"))
        }
    }
}

/// What a result does to the enemy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The result it stands at, 0 to [`HIGHEST_RESULT`].
    pub result: u8,
    /// Factors lost, in percent of the rolling side's own factors.
    pub percent: u32,
    /// Morale lost, in tenths.
    pub morale: u32,
}

/// A table of the land combat chart.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChartTable {
    name: TableName,
    /// In percent, by result.
    casualties: [u32; HIGHEST_RESULT as usize + 1],
    /// In tenths, by result.
    morale: [u32; HIGHEST_RESULT as usize + 1],
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    combat: Combat,
    casualties: Casualties,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Combat {
    origin: Origin,
    table: Vec<ChartTable>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Casualties {
    origin: Origin,
    row: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    percent: u32,
    lost: [u32; COLUMNS],
}

/// Both charts.
#[derive(Clone, Debug)]
pub struct Charts {
    /// Where the land combat chart comes from.
    pub combat: Origin,
    /// Where the casualty chart comes from.
    pub casualties: Origin,
    tables: BTreeMap<TableName, ChartTable>,
    /// By percentage.
    rows: BTreeMap<u32, [u32; COLUMNS]>,
}

static SHIPPED: LazyLock<Charts> = LazyLock::new(|| {
    // The file is part of the program and a test reads all of it.
    Charts::read(include_str!("../data/charts.toml")).expect("the shipped charts are well-formed")
});

/// The shipped charts, read once.
#[must_use]
pub fn charts() -> &'static Charts {
    &SHIPPED
}

impl Charts {
    /// Reads the charts and checks their shape: every table once, every percentage of theirs in the casualty chart, and nothing that
    /// becomes less where die, level, percentage or factors become more.
    ///
    /// # Errors
    /// A sentence that says what is not as it must be.
    pub fn read(text: &str) -> Result<Charts, String> {
        let fault = |says: String| Err(says);
        let file: File = toml::from_str(text).map_err(|problem| problem.to_string())?;
        let count = file.combat.table.len();
        let tables: BTreeMap<_, _> = file.combat.table.into_iter().map(|table| (table.name, table)).collect();
        if count != tables.len() || !TableName::all().all(|name| tables.contains_key(&name)) {
            return fault("The land combat chart has each of its tables once.".to_owned());
        }
        let count = file.casualties.row.len();
        let rows: BTreeMap<_, _> =
            file.casualties.row.into_iter().map(|row| (row.percent, row.lost)).collect();
        if count != rows.len() || rows.contains_key(&0) {
            return fault("The casualty chart has each percentage over 0 once.".to_owned());
        }
        for table in tables.values() {
            let name = table.name;
            if let Some(percent) =
                table.casualties.iter().find(|percent| **percent != 0 && !rows.contains_key(percent))
            {
                return fault(format!("ChartTable {name} has {percent} %, which the casualty chart lacks."));
            }
            if !table.casualties.is_sorted() || !table.morale.is_sorted() {
                return fault(format!("In table {name} a higher result does less."));
            }
            let higher = [
                TableName::of(name.casualties + 1, name.morale),
                TableName::of(name.casualties, name.morale + 1),
            ];
            for other in higher.into_iter().flatten().filter_map(|name| tables.get(&name)) {
                if !never_less(&table.casualties, &other.casualties)
                    || !never_less(&table.morale, &other.morale)
                {
                    return fault(format!("ChartTable {} does less than {name} does.", other.name));
                }
            }
        }
        let mut before = &[0; COLUMNS];
        for (percent, lost) in &rows {
            if !lost.is_sorted() || !never_less(before, lost) {
                return fault(format!("In the casualty chart {percent} % comes to less than it may."));
            }
            before = lost;
        }
        Ok(Charts { combat: file.combat.origin, casualties: file.casualties.origin, tables, rows })
    }

    /// What a die with its modifiers does on a table; out of bounds it is read as the nearest result.
    #[must_use]
    pub fn loss(&self, table: TableName, modified: i32) -> Loss {
        let result = u8::try_from(modified.clamp(0, HIGHEST_RESULT)).unwrap_or_default();
        // Reading the charts made sure that every table is there.
        let (percent, morale) = self.tables.get(&table).map_or((0, 0), |table| {
            (table.casualties[usize::from(result)], table.morale[usize::from(result)])
        });
        Loss { result, percent, morale }
    }

    /// How many factors a percentage of some factors comes to; `None` for a percentage that the chart does not have.
    #[must_use]
    pub fn factors(&self, percent: u32, of: u32) -> Option<u32> {
        self.factors_with(percent, of, |_| None)
    }

    /// The same with cells of a group's own, by their column.
    pub fn factors_with(&self, percent: u32, of: u32, own: impl Fn(u32) -> Option<u32>) -> Option<u32> {
        if percent == 0 {
            return Some(0);
        }
        let row = self.rows.get(&percent)?;
        let columns = COLUMNS as u32;
        let part = |n: u32| if n == 0 { 0 } else { own(n).unwrap_or(row[n as usize - 1]) };
        Some((of / columns) * part(columns) + part(of % columns))
    }

    /// The percentages that the casualty chart has.
    #[must_use]
    pub fn percents(&self) -> Vec<u32> {
        self.rows.keys().copied().collect()
    }

    /// The cells of the casualty chart: percentage, of so many factors, factors lost.
    pub fn cells(&self) -> impl Iterator<Item = (u32, u32, u32)> {
        self.rows
            .iter()
            .flat_map(|(percent, row)| (1..).zip(row).map(move |(of, lost)| (*percent, of, *lost)))
    }
}

/// The columns of the casualty chart that are read for so many factors.
pub fn columns(of: u32) -> impl Iterator<Item = u32> {
    let last = COLUMNS as u32;
    [(of >= last).then_some(last), Some(of % last).filter(|rest| *rest > 0)].into_iter().flatten()
}

/// Whether no number of the second list is below its neighbour of the first.
fn never_less(first: &[u32], second: &[u32]) -> bool {
    first.iter().zip(second).all(|(first, second)| first <= second)
}

/// The charts that can be rolled on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chart {
    /// The land combat chart.
    #[default]
    LandCombat,
}

/// A roll on the land combat chart, as it stands on the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The chart.
    pub name: Chart,
    /// The table.
    pub table: TableName,
    /// The rolling side's own factors, 1 to [`MOST_FACTORS`]; without them only the percentage is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub factors: Option<u32>,
    /// What is added to the die, within ±[`MOST_MODIFIER`].
    pub modifier: i32,
}

impl Asked {
    /// Reads what stands on the record or comes with an order.
    ///
    /// # Errors
    /// A refusal where it is no roll on the chart, or a number is out of bounds.
    pub fn read(asked: &Value) -> Result<Asked, Refusal> {
        let asked: Asked = serde_json::from_value(asked.clone()).map_err(|_| {
            Refusal::new(said!(
                "A roll on the land combat chart names a table such as 4-1, whole factors and a whole modifier."
            ))
        })?;
        if let Some(factors) = asked.factors.filter(|factors| !(1..=MOST_FACTORS).contains(factors)) {
            return Err(Refusal::new(said!(
                "Losses are told for 1 to {} factors, and {} were given. Without factors the roll tells the percentage alone.",
                MOST_FACTORS,
                factors
            )));
        }
        if asked.modifier.abs() > MOST_MODIFIER {
            let far = format!("{:+}", asked.modifier).replace('-', "−");
            return Err(Refusal::new(said!(
                "A modifier lies between −{0} and +{0}, and {1} is beyond.",
                MOST_MODIFIER,
                far
            )));
        }
        Ok(asked)
    }

    /// What is rolled for it: a d6 and the modifier.
    ///
    /// # Errors
    /// A refusal where it cannot be written.
    pub fn roll(&self) -> Result<ChartRoll, Refusal> {
        let asked = serde_json::to_value(self)
            .map_err(|_| Refusal::new(said!("The roll on the chart could not be written.")))?;
        let modifier = match self.modifier {
            0 => String::new(),
            modifier => format!("{modifier:+}"),
        };
        Ok(ChartRoll { asked, dice: vec![[6, 1]], notation: format!("1d6{modifier}") })
    }

    /// What the die does to the enemy.
    #[must_use]
    pub fn loss(&self, die: u32) -> Loss {
        charts().loss(self.table, i32::try_from(die).unwrap_or(HIGHEST_RESULT) + self.modifier)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::json;

    const SHIPPED: &str = include_str!("../data/charts.toml");

    fn table(name: &str) -> TableName {
        TableName::meant(name).unwrap()
    }

    #[test]
    fn cells_are_those_of_the_chart() {
        let cell = |name: &str, die: i32| {
            let loss = charts().loss(table(name), die);
            (loss.percent, loss.morale)
        };
        // Written down by hand from the chart, one or two of every casualty and morale level.
        assert_eq!(cell("1-1", 3), (0, 0));
        assert_eq!(cell("1-1", 4), (0, 2));
        assert_eq!(cell("1-5", 0), (0, 9));
        assert_eq!(cell("2-1", 6), (10, 11));
        assert_eq!(cell("2-4", 7), (15, 38));
        assert_eq!(cell("3-2", 4), (10, 14));
        assert_eq!(cell("3-5", 6), (15, 40));
        assert_eq!(cell("4-1", 5), (15, 14));
        assert_eq!(cell("4-3", 0), (5, 8));
        assert_eq!(cell("5-1", 7), (20, 26));
        assert_eq!(cell("5-4", 6), (20, 39));
        assert_eq!(cell("5-5", 0), (5, 18));
        assert_eq!(cell("5-5", 7), (25, 50));
        // Beyond the bounds the nearest result counts.
        assert_eq!(cell("4-1", -3), cell("4-1", 0));
        assert_eq!(cell("4-1", 15), cell("4-1", 7));
        assert_eq!(charts().loss(table("4-1"), 15).result, 7);
        assert_eq!(charts().combat, Origin::Rulebook);
    }

    #[test]
    fn factors_are_those_of_the_casualty_chart() {
        let lost = |percent, of| charts().factors(percent, of).unwrap();
        assert_eq!([6, 7, 20].map(|n| lost(5, n)), [0, 1, 1]);
        assert_eq!([4, 5, 14, 15, 20].map(|n| lost(10, n)), [0, 1, 1, 2, 2]);
        assert_eq!([3, 4, 9, 10, 17].map(|n| lost(15, n)), [0, 1, 1, 2, 3]);
        assert_eq!([2, 3, 7, 8, 18].map(|n| lost(20, n)), [0, 1, 1, 2, 4]);
        assert_eq!([1, 2, 6, 18].map(|n| lost(25, n)), [0, 1, 2, 5]);
        assert_eq!([1, 2, 20].map(|n| lost(45, n)), [1, 1, 9]);
        assert_eq!([6, 16].map(|n| lost(90, n)), [5, 14]);
        assert_eq!([1, 8, 20].map(|n| lost(120, n)), [1, 10, 24]);
        // Above 20 in blocks of 20: 15 % of 30 is that of 20 and that of 10.
        assert_eq!([21, 27, 30, 40, 999].map(|n| lost(15, n)), [3, 4, 5, 6, 150]);
        assert_eq!([lost(0, 999), lost(5, 0)], [0, 0]);
        assert_eq!(charts().factors(35, 20), None);
        assert!(!charts().casualties.is_certain());
    }

    #[test]
    fn a_chart_of_another_shape_is_not_read() {
        let cases = [
            ("name = \"5-5\"", "name = \"5-4\"", "once"),
            ("name = \"5-5\"", "name = \"6-5\"", "6-5"),
            ("casualties = [0, 0, 0, 0, 0, 5, 5, 5]", "casualties = [0, 0, 0, 0, 0, 5, 5]", ""),
            (
                "casualties = [0, 0, 0, 0, 0, 5, 5, 5]",
                "casualties = [0, 0, 0, 0, 0, 5, 0, 5]",
                "higher result",
            ),
            ("casualties = [0, 0, 0, 0, 0, 5, 5, 5]", "casualties = [0, 0, 0, 0, 0, 5, 5, 25]", "less than"),
            ("casualties = [0, 0, 0, 0, 0, 5, 5, 5]", "casualties = [0, 0, 0, 0, 0, 5, 5, 7]", "lacks"),
            ("percent = 5\n", "percent = 10\n", "once"),
            ("percent = 25\n", "percent = 26\n", "lacks"),
            (
                "0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]",
                "0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 9]",
                "",
            ),
            ("origin = \"rulebook\"", "origin = \"heard\"", ""),
        ];
        for (from, to, says) in cases {
            let changed = SHIPPED.replacen(from, to, 1);
            assert_ne!(changed, SHIPPED, "{from}");
            let why = Charts::read(&changed).unwrap_err();
            assert!(why.contains(says), "{to}: {why}");
        }
        assert_eq!(Charts::read(SHIPPED).unwrap().tables.len(), 25);
    }

    /// The lines of a table of the land combat chart.
    fn table_in_file(name: &str) -> &'static str {
        let from = SHIPPED.find(&format!("[[combat.table]]\nname = \"{name}\"\n")).unwrap();
        let length = SHIPPED[from..].find("\n\n").unwrap() + 2;
        &SHIPPED[from..from + length]
    }

    #[test]
    fn a_chart_with_a_table_twice_or_without_one_is_not_read() {
        let own = table_in_file("3-3");
        for times in [0, 2] {
            let why = Charts::read(&SHIPPED.replacen(own, &own.repeat(times), 1)).unwrap_err();
            assert_eq!(why, "The land combat chart has each of its tables once.", "{times} times");
        }
    }

    #[test]
    fn a_table_of_a_higher_level_never_does_less() {
        for (name, row) in [("2-1", "casualties"), ("1-2", "morale")] {
            let line = |line: &str| match line.split(" = ").next() {
                Some(key) if key == row => format!("{row} = [0, 0, 0, 0, 0, 0, 0, 0]\n"),
                _ => format!("{line}\n"),
            };
            let own = table_in_file(name);
            let harmless: String = own.lines().map(line).collect();
            let why = Charts::read(&SHIPPED.replacen(own, &harmless, 1)).unwrap_err();
            assert_eq!(why, format!("ChartTable {name} does less than 1-1 does."));
        }
    }

    #[test]
    fn a_table_is_meant_in_any_spelling_and_written_in_one() {
        for text in ["4-1", " 4 – 1 ", "4/1", "4−1", "41"] {
            assert_eq!(table(text).to_string(), "4-1");
        }
        for text in ["", "4", "0-1", "4-6", "4-1-1", "four-one", "４-1"] {
            let says = TableName::meant(text).unwrap_err().says;
            assert!(says.ends_with("such as 4-1."), "{says}");
        }
        assert_eq!(TableName::all().count(), 25);
    }

    #[test]
    fn what_is_asked_is_written_in_one_way_and_kept_within_bounds() {
        let asked = json!({"name": "land_combat", "table": "4-1", "factors": 30, "modifier": 1});
        let read = Asked::read(&asked).unwrap();
        let roll = read.roll().unwrap();
        assert_eq!((roll.asked, roll.dice, roll.notation.as_str()), (asked.clone(), vec![[6, 1]], "1d6+1"));
        assert_eq!(read.loss(4), Loss { result: 5, percent: 15, morale: 14 });
        let bare = json!({"name": "land_combat", "table": "1-1", "modifier": 0});
        let roll = Asked::read(&bare).unwrap().roll().unwrap();
        assert_eq!((roll.asked, roll.notation.as_str()), (bare, "1d6"));
        for (key, value) in [
            ("table", json!("6-1")),
            ("table", json!("4/1")),
            ("factors", json!(0)),
            ("factors", json!(1000)),
            ("factors", json!(-1)),
            ("factors", Value::Null),
            ("modifier", json!(10)),
            ("modifier", json!(-10)),
            ("modifier", json!("1")),
            ("name", json!("sea_combat")),
            ("more", json!(1)),
        ] {
            let mut wrong = asked.clone();
            wrong[key] = value;
            // A missing number of factors is left out on the record, never written as nothing.
            let told = Asked::read(&wrong).and_then(|asked| asked.roll()).map(|roll| roll.asked);
            assert!(told.as_ref().is_err() || told.as_ref().is_ok_and(|told| *told != wrong), "{wrong}");
            if let Err(refusal) = told {
                assert!(refusal.says.ends_with('.'), "{}", refusal.says);
            }
        }
        let far = json!({"name": "land_combat", "table": "4-1", "modifier": -10});
        assert!(Asked::read(&far).unwrap_err().says.contains("−10 is beyond"));
    }
}
