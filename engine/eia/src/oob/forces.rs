//! The counters of a power: corps, fleets and leaders, and what it has of them at the start.

use super::status::StatusBox;
use crate::land::forces::{Factors, Troop};
use crate::map::{FLEET_MP, ProvinceId};
use crate::months::Month;
use serde::{Deserialize, Serialize};
use std::fmt;
use table::facts::{Fact, Origin};

/// What sort of corps a counter is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sorts {
    /// An infantry corps, which may hold cavalry too.
    #[default]
    Infantry,
    /// A cavalry corps, which a leader may add beyond his limit and which makes no forced march.
    Cavalry,
    /// A corps of the guard.
    Guard,
    /// An artillery corps.
    Artillery,
    /// A corps of the Austrian insurrection, full and off the map at the start.
    Insurrection,
    /// A feudal corps of infantry or cavalry.
    Feudal,
    /// A single factor that marches and fights alone: cossacks, freikorps, light cavalry.
    Irregular,
}

/// A corps counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corps {
    /// Its name: "III Corps".
    pub name: String,
    /// What it is.
    pub kind: Sorts,
    /// What it can hold: infantry and militia together, each other sort by itself.
    pub holds: Factors,
    /// Areas a month.
    pub moves: u8,
    /// The event or the status without which it does not exist.
    pub with: Option<String>,
    /// Whether it is La Salle's light cavalry (`house.siege.assault-cavalry-exception`).
    pub la_salle: bool,
    /// Where its name comes from, that is whether such a counter exists.
    pub named: Origin,
    /// Where its capacity comes from.
    pub origin: Origin,
    /// Where its movement comes from.
    pub moving: Origin,
}

impl Corps {
    /// Whether it can hold factors of a sort, by the sort's word among the costs.
    #[must_use]
    pub fn can_hold(&self, item: &str) -> bool {
        Troop::ALL.into_iter().any(|sort| sort.key() == item && self.holds.0[sort as usize] > 0)
    }
}

/// A fleet counter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fleet {
    /// Its name: "II Fleet".
    pub name: String,
    /// Ships that it can hold.
    pub ships: u16,
    /// Where its name comes from.
    pub named: Origin,
    /// Where its capacity comes from.
    pub origin: Origin,
}

impl Fleet {
    /// Its movement points a month (6.2): every fleet has the same.
    #[must_use]
    pub fn moves(&self) -> u16 {
        FLEET_MP
    }
}

/// Ships by type: at the start, or in a fleet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ships {
    /// Ships of the line.
    #[serde(skip_serializing_if = "is_none")]
    pub line: u16,
    /// Heavy ships.
    #[serde(skip_serializing_if = "is_none")]
    pub heavy: u16,
    /// Frigates.
    #[serde(skip_serializing_if = "is_none")]
    pub frigates: u16,
    /// Transports.
    #[serde(skip_serializing_if = "is_none")]
    pub transports: u16,
    /// Steamships.
    #[serde(skip_serializing_if = "is_none")]
    pub steam: u16,
    /// Ironclads; nobody begins with any.
    #[serde(skip_serializing_if = "is_none")]
    pub ironclads: u16,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_none(ships: &u16) -> bool {
    *ships == 0
}

impl Ships {
    /// Reads `15L 8H 3F 3T`: ships of the line, heavy ships, frigates, transports, steamships (S) and ironclads (I).
    #[must_use]
    pub fn read(text: &str) -> Option<Ships> {
        let mut ships = Ships::default();
        for word in text.split_whitespace() {
            let (number, kind) = word.split_at(word.find(|c: char| !c.is_ascii_digit())?);
            let of_kind = match kind.to_ascii_uppercase().as_str() {
                "L" => &mut ships.line,
                "H" => &mut ships.heavy,
                "F" => &mut ships.frigates,
                "T" => &mut ships.transports,
                "S" => &mut ships.steam,
                "I" => &mut ships.ironclads,
                _ => return None,
            };
            *of_kind = of_kind.checked_add(number.parse().ok()?)?;
        }
        Some(ships)
    }

    /// What they come to in ships of the line, in halves: a frigate is half a ship, transports do not fight.
    #[must_use]
    pub fn halves(self) -> u32 {
        let whole = [self.line, self.heavy, self.steam, self.ironclads].map(u32::from);
        whole.iter().sum::<u32>() * 2 + u32::from(self.frigates)
    }

    /// How many there are.
    #[must_use]
    pub fn total(self) -> u32 {
        let all = [self.line, self.heavy, self.frigates, self.transports, self.steam, self.ironclads];
        all.map(u32::from).iter().sum()
    }

    /// The army factors that they carry: a ship of the line or heavy ship one, a transport two, a frigate none
    /// (`standard.sea.transport.capacity`); a steamship and an ironclad as a heavy ship (`standard.sea.ship.kinds`).
    #[must_use]
    pub fn carries(self) -> u32 {
        let one_each = [self.line, self.heavy, self.steam, self.ironclads].map(u32::from);
        one_each.iter().sum::<u32>() + 2 * u32::from(self.transports)
    }
}

/// The seniority of a leader, the highest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Rank {
    /// A, the most senior.
    A,
    /// B.
    B,
    /// C.
    C,
    /// D.
    D,
}

impl Rank {
    /// All four.
    pub const ALL: [Rank; 4] = [Rank::A, Rank::B, Rank::C, Rank::D];
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["A", "B", "C", "D"][*self as usize])
    }
}

/// A leader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// His name.
    pub name: String,
    /// Strategic rating.
    pub strategic: u8,
    /// Tactical rating.
    pub tactical: u8,
    /// Tactical maximum: corps that he commands without loss of rating. 0 for an admiral.
    pub maximum: u8,
    /// His seniority.
    pub rank: Rank,
    /// Whether he commands at sea.
    pub at_sea: bool,
    /// The month in which he arrives; none for one who is there from the start.
    pub from: Option<Month>,
    /// The last month in which he serves, where that is known.
    pub until: Option<Month>,
    /// The corps with which he comes.
    pub with: Option<String>,
    /// Where his name comes from.
    pub named: Origin,
    /// Where his ratings and seniority come from.
    pub origin: Origin,
}

impl Leader {
    /// Whether he has left before a month.
    #[must_use]
    pub fn is_gone(&self, month: Month) -> bool {
        self.until.is_some_and(|until| until < month)
    }

    /// Whether he has yet to arrive in a month.
    #[must_use]
    pub fn is_yet_to_come(&self, month: Month) -> bool {
        self.with.is_some() || self.from.is_some_and(|from| from > month)
    }
}

/// What feudal corps hold and how they move; how many there are is the map's to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feudal {
    /// Factors of an infantry corps.
    pub infantry: u16,
    /// Factors of a cavalry corps.
    pub cavalry: u16,
    /// Areas a month, of infantry and of cavalry.
    pub moves: [u8; 2],
    /// Where they come from.
    pub origin: Origin,
}

impl Feudal {
    fn corps(&self, province: ProvinceId, number: Option<u8>, sort: Troop, moves: u8) -> Corps {
        let (what, many) = match sort {
            Troop::FeudalCavalry => ("cavalry", self.cavalry),
            _ => ("infantry", self.infantry),
        };
        let number = number.map_or_else(String::new, |n| format!(" {n}"));
        let mut holds = Factors::default();
        holds.0[sort as usize] = many;
        Corps {
            name: format!("{} feudal {what}{number}", province.name()),
            kind: Sorts::Feudal,
            holds,
            moves,
            with: None,
            la_salle: false,
            named: Origin::Reconstructed,
            origin: self.origin,
            moving: self.origin,
        }
    }

    pub(super) fn infantry(&self, province: ProvinceId, number: Option<u8>) -> Corps {
        self.corps(province, number, Troop::FeudalInfantry, self.moves[0])
    }

    pub(super) fn cavalry(&self, province: ProvinceId, number: Option<u8>) -> Corps {
        self.corps(province, number, Troop::FeudalCavalry, self.moves[1])
    }
}

/// What a power has.
#[derive(Clone, Debug)]
pub struct Forces {
    /// Its political status at the start.
    pub status: Fact<StatusBox>,
    /// Its treasury at the start, in $.
    pub treasury: Fact<u32>,
    /// Depot counters: the most that it can have on the map (`house.depots.limit.austria` and the six others).
    pub depots: Fact<u32>,
    /// Depots on the map at the start.
    pub depots_at_start: Fact<u32>,
    /// Army factors at the start, feudal and insurrection corps not counted, which begin full.
    pub factors: Fact<Factors>,
    /// Ships at the start.
    pub ships: Fact<Ships>,
    /// Corps counters.
    pub corps: Vec<Corps>,
    /// What its feudal corps are, where it raises any.
    pub feudal: Option<Feudal>,
    /// Fleet counters.
    pub fleets: Vec<Fleet>,
    /// Leaders, those who come later too.
    pub leaders: Vec<Leader>,
}
