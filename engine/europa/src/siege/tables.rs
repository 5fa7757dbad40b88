//! The tables of sieges and assaults.

use super::work::Undermining;
use crate::battle::rules::Edition;
use crate::battle::tables::{Cell, line};
use crate::thirds::Thirds;
use serde::Deserialize;
use std::sync::LazyLock;
use table::facts::Origin;

/// A row of the assault.
pub type Row = [[i8; 2]; 10];

/// Who rolls for what in an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// The besieger's Fire.
    BesiegerFire,
    /// The besieger's Shock.
    BesiegerShock,
    /// The besieged's Fire.
    BesiegedFire,
    /// The besieged's Fire after a breach.
    BesiegedFireBreach,
    /// The besieged's Shock.
    BesiegedShock,
    /// The besieged's Shock after a breach.
    BesiegedShockBreach,
}

/// The tables of one edition.
#[derive(Clone, Debug)]
pub struct Tables {
    artillery: [[u8; 6]; 3],
    upto: [i32; 5],
    results: [Undermining; 6],
    resistance: [[i32; 6]; 2],
    assault: [[Cell; 10]; 6],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    artillery: Artillery,
    undermining: Roll,
    resistance: Resistance,
    assault: Assault,
    head: Head,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Artillery {
    #[serde(rename = "origin")]
    _origin: Origin,
    one: [u8; 6],
    two: [u8; 6],
    three: [u8; 6],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Roll {
    #[serde(rename = "origin")]
    _origin: Origin,
    upto: [i32; 5],
    results: [Undermining; 6],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resistance {
    #[serde(rename = "origin")]
    _origin: Origin,
    normal: [i32; 6],
    breach: [i32; 6],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Assault {
    #[serde(rename = "origin")]
    _origin: Origin,
    besieged_fire: Row,
    besieged_fire_breach: Row,
    besieged_shock: Row,
    besieged_shock_breach: Row,
    besieger_fire: Row,
    besieger_shock: Row,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    #[serde(rename = "origin")]
    _origin: Origin,
    besieged_shock_eight: [i8; 2],
}

/// The tables of an edition.
pub fn tables(edition: Edition) -> &'static Tables {
    static READ: LazyLock<[Tables; 2]> = LazyLock::new(|| {
        // The text is part of the program and the tests read all of it.
        let text = include_str!("../../data/siege.toml");
        [Edition::Guide, Edition::Head]
            .map(|edition| Tables::read(text, edition).expect("the tables of a siege are well-formed"))
    });
    &READ[edition as usize]
}

impl Tables {
    /// Reads the tables.
    ///
    /// # Errors
    /// Says what is wrong with the text; an assault in which a breach helps the besieged is refused.
    pub fn read(text: &str, edition: Edition) -> Result<Tables, String> {
        let file: File = toml::from_str(text).map_err(|problem| problem.to_string())?;
        let mut besieged_shock = file.assault.besieged_shock;
        if edition == Edition::Head {
            besieged_shock[5] = file.head.besieged_shock_eight;
        }
        let rows = [
            file.assault.besieger_fire,
            file.assault.besieger_shock,
            file.assault.besieged_fire,
            file.assault.besieged_fire_breach,
            besieged_shock,
            file.assault.besieged_shock_breach,
        ];
        for pair in [[2, 3], [4, 5]] {
            let [without, with]: [usize; 2] = pair;
            if rows[without].iter().zip(rows[with]).any(|(without, with)| without[0] < with[0]) {
                return Err("assault: after a breach the besieged cause no more than without".to_owned());
            }
        }
        Ok(Tables {
            artillery: [file.artillery.one, file.artillery.two, file.artillery.three],
            upto: file.undermining.upto,
            results: file.undermining.results,
            resistance: [file.resistance.normal, file.resistance.breach],
            assault: rows.map(|row| row.map(Cell::from)),
        })
    }

    /// What artillery adds against a fortress of a level from 0 to 5: the most whose least value it has.
    #[must_use]
    pub fn artillery(&self, level: u8, points: u8) -> i8 {
        let enough = self.artillery.iter().filter(|least| points >= least[place(level)]).count();
        // Three rows.
        enough as i8
    }

    /// The result of a modified siegework roll.
    #[must_use]
    pub fn undermining(&self, modified: i32) -> Undermining {
        self.results[self.upto.iter().filter(|upto| modified > **upto).count()]
    }

    /// The losses that make a fortress of a level from 0 to 5 fall.
    #[must_use]
    pub fn resistance(&self, level: u8, breach: bool) -> Thirds {
        Thirds(self.resistance[usize::from(breach)][place(level)])
    }

    /// What a modified roll does in an assault. Below 3 and above 12 the first and the last line apply.
    #[must_use]
    pub fn assault(&self, attack: Attack, modified: i32) -> Cell {
        line(&self.assault[attack as usize], modified)
    }
}

fn place(level: u8) -> usize {
    usize::from(level.min(super::HIGHEST_LEVEL))
}
