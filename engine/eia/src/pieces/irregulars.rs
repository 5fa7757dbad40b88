//! Which small counters there are: cossacks, freikorps and guerrillas, of which no list names each.

use super::ids::IrregularCounter;
use super::owner::Owner;
use crate::land::forces::Troop;
use crate::map::{Mark, ProvinceId, home_provinces};
use crate::oob::OrderOfBattle;
use crate::powers::Power;
use crate::scenario;
use serde::Deserialize;
use std::sync::LazyLock;
use table::facts::Origin;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    origin: Origin,
    irregular: Vec<Kind>,
}

/// A kind of them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kind {
    troop: Troop,
    name: String,
    powers: Vec<Power>,
    /// Counters for each province with this mark; without one as many as the guerrilla numbers of the home provinces.
    mark: Option<Mark>,
    #[serde(default)]
    each: u8,
    moves: u8,
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    // The file is part of the program and a test reads all of it.
    toml::from_str(include_str!("../../data/oob/irregulars.toml"))
        .expect("the shipped irregulars are well-formed")
});

/// Where their numbers and their movement come from.
#[must_use]
pub fn origin() -> Origin {
    FILE.origin
}

impl Kind {
    /// How many counters a power has of it.
    fn counters(&self, order: &OrderOfBattle, power: Power) -> u8 {
        let era = scenario::by_key(&order.scenario).map(|scenario| scenario.map).unwrap_or_default();
        match self.mark {
            // Cossacks are raised beyond the home nation too, in Georgia.
            Some(Mark::Cossack) => {
                let marked = ProvinceId::all().filter(|one| one.on_map().marks.contains(&Mark::Cossack));
                marked.map(|_| self.each).sum()
            }
            Some(mark) => {
                let home = home_provinces(power, era).into_iter();
                home.filter(|one| one.on_map().marks.contains(&mark)).map(|_| self.each).sum()
            }
            None => home_provinces(power, era).iter().filter_map(|one| one.on_map().guerrilla).sum(),
        }
    }
}

/// Those of an order of battle.
pub(super) fn of(order: &OrderOfBattle) -> Vec<IrregularCounter> {
    let of_kind = |kind: &'static Kind| {
        let powers = kind.powers.iter().filter(|power| order.powers.contains_key(power));
        powers.flat_map(move |power| {
            (1..=kind.counters(order, *power)).map(move |number| IrregularCounter {
                owner: Owner::Power(*power),
                name: format!("{} {number}", kind.name),
                troop: kind.troop,
                moves: kind.moves,
            })
        })
    };
    FILE.irregular.iter().flat_map(of_kind).collect()
}
