//! A line of an account: what came or went, where it comes from, and by which rule.

use crate::map::ProvinceId;
use crate::powers::Power;
use serde::{Deserialize, Serialize};
use table::rules::RuleId;

/// What a line of an account is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "from", rename_all = "snake_case", deny_unknown_fields)]
pub enum Source {
    /// Taxes and manpower of a province or a conquered country (8.2.1.1, 8.2.2).
    Province {
        /// Which.
        province: ProvinceId,
    },
    /// Domestic trade between a power and Great Britain (8.2.1.2.1).
    Trade {
        /// With whom.
        with: Power,
    },
    /// American trade (8.2.1.2.2.2).
    American,
    /// The Indian trade.
    Indian,
    /// What of it is lost with Egypt.
    IndianLost,
    /// Trade with colonies (8.2.1.2.2.1).
    Colonial {
        /// Whose colonies.
        of: Power,
    },
    /// The gold convoy (8.2.1.3).
    Gold {
        /// The total of its dice as it counts.
        total: u8,
    },
    /// Half of everything is lost where a power stands low (10.5.2).
    Loss,
    /// Reparations of a peace.
    Reparations {
        /// From or to whom.
        with: Power,
    },
    /// The economic manipulation that was chosen a quarter before (12.5).
    Manipulation {
        /// Its steps on the track.
        steps: i8,
    },
    /// Upkeep of counters (8.4).
    Upkeep {
        /// Of which kind: `corps`.
        counter: String,
        /// How many.
        count: u32,
    },
    /// Supply that was paid in the quarter's months (7.4.1).
    Supply,
    /// Lent to another (8.3).
    Lent {
        /// To whom.
        to: Power,
    },
    /// Lent by another (8.3).
    Borrowed {
        /// By whom.
        of: Power,
    },
    /// Bought (8.5).
    Bought {
        /// What.
        item: String,
        /// How many.
        count: u32,
    },
    /// Breech-loading rifles (`nationalism.tech.purchase`).
    Rifles,
    /// Manpower that nobody can save but Prussia.
    Lapsed,
    /// Put right by a correction after the quarter.
    Corrected,
}

impl Source {
    /// The printed rule of it, by its number; of what no rule knows, a word: a line is put right by a correction.
    #[must_use]
    pub fn printed(&self) -> &'static str {
        match self {
            Source::Province { .. } => "8.2.1.1",
            Source::Trade { .. } => "8.2.1.2.1",
            Source::American => "8.2.1.2.2.2",
            Source::Indian | Source::IndianLost | Source::Colonial { .. } => "8.2.1.2.2.1",
            Source::Gold { .. } => "8.2.1.3",
            Source::Loss => "10.5.2",
            Source::Reparations { .. } => "4.4",
            Source::Manipulation { .. } => "12.5",
            Source::Upkeep { .. } => "8.4",
            Source::Supply => "7.4.1",
            Source::Lent { .. } | Source::Borrowed { .. } => "8.3",
            Source::Bought { .. } | Source::Rifles | Source::Lapsed => "8.5",
            Source::Corrected => "correction",
        }
    }
}

/// A line of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// What it is about.
    pub source: Source,
    /// $ that came; below 0, went.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub money: i64,
    /// MP that came; below 0, went.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub manpower: i64,
    /// The rules that make it another than the standard game's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
}

pub(super) fn is_nothing(amount: &i64) -> bool {
    *amount == 0
}

impl Line {
    pub(crate) fn of(source: Source, money: i64, manpower: i64) -> Line {
        Line { source, money, manpower, rules: Vec::new() }
    }

    pub(crate) fn money(source: Source, money: i64) -> Line {
        Line::of(source, money, 0)
    }

    pub(crate) fn under(mut self, rule: Option<RuleId>) -> Line {
        self.rules.extend(rule);
        self
    }
}

/// What lines come to together: $ and MP.
#[must_use]
pub fn sums<'l>(lines: impl IntoIterator<Item = &'l Line>) -> [i64; 2] {
    lines.into_iter().fold([0, 0], |[money, manpower], line| [money + line.money, manpower + line.manpower])
}
