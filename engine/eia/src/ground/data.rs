//! The numbers of movement and supply that stand on no counter.

use crate::map::ProvinceId;
use crate::powers::Power;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use table::facts::Origin;
use table::said;
use table::said::{Said, name};

/// Movement.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Movement {
    pub origin: Origin,
    pub farther_under: Power,
    pub farther: u8,
    pub minors: Vec<ProvinceId>,
    pub leader_alone: u8,
}

/// Supply.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Supplying {
    pub origin: Origin,
    /// In halves of a $, by areas between corps and depot.
    pub price: Vec<u32>,
    reach: u16,
    reach_of: BTreeMap<Power, u16>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Numbers {
    pub movement: Movement,
    pub supply: Supplying,
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
    // The file is part of the program and a test reads all of it.
    toml::from_str(include_str!("../../data/ground.toml"))
        .expect("the shipped numbers of the ground are well-formed")
});

pub(super) fn numbers() -> &'static Numbers {
    &NUMBERS
}

/// A sentence about a limit, with where the number comes from where it is not the printed one.
pub(super) fn limit(says: Said, origin: Origin) -> Said {
    if origin.is_certain() { says } else { said!("{} That limit is {}.", says, name(origin.says())) }
}

impl Supplying {
    /// Areas that a power's depots reach, and that lie between two links of its chain at most.
    pub(super) fn reach_of(&self, power: Power) -> u16 {
        self.reach_of.get(&power).copied().unwrap_or(self.reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_distance_within_reach_has_a_price() {
        let supply = &numbers().supply;
        let longest = Power::ALL.map(|power| supply.reach_of(power)).into_iter().max();
        assert_eq!(longest.map(|far| usize::from(far) + 1), Some(supply.price.len()));
        assert!(supply.price.is_sorted());
    }
}
