//! What the economic phase knows besides prices and what lands and ports are worth.

use super::super::politics::terms::Term;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use table::facts::Origin;

/// What the gold convoy brings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gold {
    /// Where it comes from.
    pub origin: Origin,
    /// $ by the total of two dice, from 2 on.
    pub money: Vec<u32>,
}

/// What reparations come to, in sixths of the loser's home tax.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reparations {
    /// Where it comes from.
    pub origin: Origin,
    /// In one payment.
    pub one: u32,
    /// In each of two.
    pub two: u32,
}

/// A row of the table of economic manipulation (12.5).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Steps on the political status track.
    pub steps: i8,
    /// What it costs in $; below 0 it brings them.
    pub money: i64,
    /// What it costs in MP; below 0 it brings them.
    pub manpower: i64,
    /// Whether it is one of the two, at choice, and not both.
    pub either: bool,
    /// Where it comes from.
    pub origin: Origin,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Economy {
    gold: Gold,
    reparations: BTreeMap<String, Reparations>,
    manipulation: Vec<Row>,
}

static ECONOMY: LazyLock<Economy> = LazyLock::new(|| {
    // The file is part of the program and a test reads all of it.
    toml::from_str(include_str!("../../data/economy.toml")).expect("the shipped economy is well-formed")
});

/// What the gold convoy brings for the total of two dice, in $.
#[must_use]
pub fn gold(total: u8) -> u32 {
    let at = usize::from(total.saturating_sub(2));
    ECONOMY.gold.money.get(at).copied().unwrap_or_default()
}

/// Where what the convoy brings comes from, and $ by the total of its dice, from 2 on.
#[must_use]
pub fn convoy() -> (Origin, &'static [u32]) {
    (ECONOMY.gold.origin, &ECONOMY.gold.money)
}

/// What reparations by a term come to; `None` for another term.
#[must_use]
pub fn reparations(term: Term) -> Option<Reparations> {
    ECONOMY.reparations.get(term.key()).copied()
}

/// The rows of the table of economic manipulation.
#[must_use]
pub fn manipulation() -> &'static [Row] {
    &ECONOMY.manipulation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_total_of_the_convoy_and_every_reparation_has_its_value() {
        assert_eq!(ECONOMY.gold.money.len(), 11);
        assert_eq!((gold(2), gold(8), gold(12)), (0, 5, 15));
        for term in [Term::B3, Term::C3] {
            let of = reparations(term).unwrap_or_else(|| panic!("{term:?}"));
            assert!(of.two < of.one && 2 * of.two >= of.one && of.one <= 6, "{term:?}");
        }
        assert!(reparations(Term::B4).is_none());
    }

    #[test]
    fn what_raises_the_status_costs_and_what_lowers_it_brings() {
        for row in manipulation() {
            assert_eq!(row.steps > 0, row.money > 0 && row.manpower > 0, "{row:?}");
            assert_eq!(row.steps.abs() == 1 || row.steps == -2, row.either, "{row:?}");
        }
    }
}
