//! Leaders, and those who replace them for one battle.

use super::battle::rules::Edition;
use super::battle::tables::{bad, digits};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;
use table::facts::Origin;
use table::refusal::Refusal;
use table::{rule, said};

/// The values of a leader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Leader {
    /// Manoeuvre, MAN.
    pub manoeuvre: i8,
    /// In Fire.
    pub fire: i8,
    /// In Shock.
    pub shock: i8,
    /// In sieges.
    #[serde(default)]
    pub siege: i8,
}

impl Leader {
    /// The least value of a leader: a replacement may have one less than nothing.
    pub const LOWEST: i8 = -1;
    /// The highest value of a leader of the game.
    pub const HIGHEST: i8 = 6;

    /// Whether its values can be a leader's.
    ///
    /// # Errors
    /// A refusal that says between what they lie.
    pub fn check(&self) -> Result<(), Refusal> {
        let values = [self.manoeuvre, self.fire, self.shock, self.siege];
        if values.iter().all(|value| (Leader::LOWEST..=Leader::HIGHEST).contains(value)) {
            return Ok(());
        }
        Err(Refusal::under(
            rule!("fast-battle.terms.other"),
            said!("A leader's values lie between {} and {}.", Leader::LOWEST, Leader::HIGHEST),
        ))
    }
}

impl fmt::Display for Leader {
    /// Manoeuvre, Fire and Shock as the counters have them, and siege where there is any: `4 1 2 S1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let siege = if self.siege == 0 { String::new() } else { format!(" S{}", self.siege) };
        f.pad(&format!("{} {} {}{siege}", self.manoeuvre, self.fire, self.shock))
    }
}

/// Who leads a stack in a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// A leader on the map.
    Leader(Leader),
    /// Nobody: a replacement is drawn from the row of this country (`FRA`, `natives`) or, where it has none, of the minor countries
    /// (`fast-battle.aids.replacement-leaders`).
    Replacement(String),
    /// Nobody, and none is needed.
    #[default]
    None,
}

/// The replacements of one country, by die from 1.
pub type Row = [Leader; 10];

/// The table of replacement leaders.
#[derive(Debug)]
pub struct Replacements {
    rows: BTreeMap<String, Row>,
    head: BTreeMap<String, Row>,
    minor: Row,
    admirals: BTreeMap<String, Leader>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    leaders: Rows,
    admirals: Admirals,
    head: Rows,
}

#[derive(Deserialize)]
struct Rows {
    #[serde(rename = "origin")]
    _origin: Origin,
    #[serde(flatten)]
    rows: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct Admirals {
    #[serde(rename = "origin")]
    _origin: Origin,
    #[serde(flatten)]
    rows: BTreeMap<String, Added>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Added {
    #[serde(default)]
    manoeuvre: i8,
    #[serde(default)]
    fire: i8,
}

fn row(name: &str, written: &[String]) -> Result<Row, String> {
    let leaders = written.iter().map(|text| {
        let [manoeuvre, fire, shock] = digits(text)?;
        Ok(Leader { manoeuvre, fire, shock, siege: 0 })
    });
    let leaders: Vec<Leader> = leaders.collect::<Result<_, String>>()?;
    leaders.try_into().map_err(|_| bad("replacement leaders", name, "ten values"))
}

impl Replacements {
    fn read(text: &str) -> Result<Replacements, String> {
        let file: File = toml::from_str(text).map_err(|problem| problem.to_string())?;
        let rows = |rows: Rows| -> Result<BTreeMap<String, Row>, String> {
            rows.rows.iter().map(|(name, written)| Ok((name.clone(), row(name, written)?))).collect()
        };
        let (guide, head) = (rows(file.leaders)?, rows(file.head)?);
        let minor = *guide.get("minor").ok_or_else(|| bad("replacement leaders", "minor", "a row"))?;
        let admirals = file.admirals.rows.into_iter().map(|(name, added)| {
            let Added { manoeuvre, fire } = added;
            (name, Leader { manoeuvre, fire, ..Leader::default() })
        });
        Ok(Replacements { rows: guide, head, minor, admirals: admirals.collect() })
    }

    /// The generals of a country; a country without a row has those of the minor countries.
    #[must_use]
    pub fn generals(&self, country: &str, edition: Edition) -> Row {
        let head = (edition == Edition::Head).then(|| self.head.get(country)).flatten();
        *head.or_else(|| self.rows.get(country)).unwrap_or(&self.minor)
    }

    /// The admirals of a country.
    #[must_use]
    pub fn admirals(&self, country: &str, edition: Edition) -> Row {
        let added = self.admirals.get(country).copied().unwrap_or_default();
        self.generals(country, edition).map(|general| Leader {
            manoeuvre: general.manoeuvre + added.manoeuvre,
            fire: general.fire + added.fire,
            ..general
        })
    }
}

/// The table of replacement leaders.
pub fn replacements() -> &'static Replacements {
    static READ: LazyLock<Replacements> = LazyLock::new(|| {
        // The text is part of the program and the tests read all of it.
        Replacements::read(include_str!("../data/replacements.toml"))
            .expect("the table of replacement leaders is well-formed")
    });
    &READ
}
