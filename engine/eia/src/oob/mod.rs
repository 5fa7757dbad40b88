//! The order of battle: what each power of a scenario begins with, and what its counters are. `docs/order-of-battle.md` says where every
//! value comes from.

mod control;
mod costs;
mod forces;
mod minors;
mod read;
mod status;
#[cfg(test)]
mod tests;
pub mod values;

pub use control::{Control, Held};
pub use costs::{Cost, costs, upkeep};
pub use forces::{Corps, Fleet, Forces, Leader, Rank, Ships, Sorts};
pub use minors::MinorForces;
pub use status::{BOXES, HIGHEST_FIASCO, StatusBox, Zone};

use super::map::{Era, ProvinceId, feudal_corps, home_provinces};
use super::powers::Power;
use super::scenario;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use table::facts::Origin;
use table::rule;
use table::rules::RuleId;

/// The rules that the orders of battle hold, by what of them does.
pub const HOLDS: &[(&str, RuleId)] = &[
    ("depots", rule!("house.depots.limit.austria")),
    ("depots", rule!("house.depots.limit.britain")),
    ("depots", rule!("house.depots.limit.france")),
    ("depots", rule!("house.depots.limit.prussia")),
    ("depots", rule!("house.depots.limit.russia")),
    ("depots", rule!("house.depots.limit.spain")),
    ("depots", rule!("house.depots.limit.turkey")),
    ("powers", rule!("nationalism.sardinia.power")),
    ("powers", rule!("nationalism.spain.unplayable")),
    ("wars", rule!("nationalism.crimea.in-progress")),
    ("held", rule!("nationalism.map.gibraltar")),
    ("held", rule!("nationalism.greece.status")),
    ("corps", rule!("nationalism.mille.corps.availability")),
    ("costs", rule!("nationalism.steamship.cost")),
    ("costs", rule!("nationalism.ironclad.cost")),
    ("costs", rule!("nationalism.works.port-guns.price")),
    ("costs", rule!("nationalism.works.build-time")),
    ("held", rule!("house.minors.finland.status-1805")),
    ("held", rule!("house.minors.finland.status-1812-1813")),
];

/// Two powers between which something stands at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Between {
    /// The two, in the game's order.
    pub powers: [Power; 2],
    /// Where it comes from.
    pub origin: Origin,
}

impl Between {
    /// Whether it is between a power and another.
    #[must_use]
    pub fn other(&self, power: Power) -> Option<Power> {
        match self.powers {
            [one, other] if one == power => Some(other),
            [one, other] if other == power => Some(one),
            _ => None,
        }
    }
}

/// The order of battle of a scenario.
#[derive(Clone, Debug)]
pub struct OrderOfBattle {
    /// The scenario's key.
    pub scenario: String,
    /// Wars at the start.
    pub wars: Vec<Between>,
    /// Alliances at the start.
    pub alliances: Vec<Between>,
    /// Where control of the minor countries at the start comes from.
    pub control: Origin,
    /// The powers.
    pub powers: BTreeMap<Power, Forces>,
    /// The minor countries' forces.
    pub minors: BTreeMap<ProvinceId, MinorForces>,
    /// Who has what at the start, where the map itself does not say it.
    held: BTreeMap<ProvinceId, Held>,
    /// Whose home the provinces are.
    era: Era,
}

static ALL: LazyLock<Vec<OrderOfBattle>> = LazyLock::new(|| {
    // The files are part of the program and a test reads all of them.
    scenario::all()
        .iter()
        .map(|scenario| read::shipped(scenario).expect("the shipped orders of battle are well-formed"))
        .collect()
});

/// The order of battle of a scenario, read once; `None` for a scenario that is none of Empires in Arms.
#[must_use]
pub fn of(scenario: &str) -> Option<&'static OrderOfBattle> {
    ALL.iter().find(|one| one.scenario == scenario)
}

impl OrderOfBattle {
    /// The powers with which a power begins at war.
    #[must_use]
    pub fn enemies(&self, power: Power) -> Vec<Power> {
        self.wars.iter().filter_map(|war| war.other(power)).collect()
    }

    /// The powers with which it begins allied.
    #[must_use]
    pub fn allies(&self, power: Power) -> Vec<Power> {
        self.alliances.iter().filter_map(|alliance| alliance.other(power)).collect()
    }

    /// All corps of a power: its counters, and the feudal corps that its home provinces raise (`nationalism.greece.no-feudals`,
    /// `nationalism.turkey.anatolia-feudal`, `nationalism.turkey.armenia-feudal`).
    #[must_use]
    pub fn corps(&self, power: Power) -> Vec<Corps> {
        let Some(forces) = self.powers.get(&power) else { return Vec::new() };
        let mut all = forces.corps.clone();
        let Some(feudal) = &forces.feudal else { return all };
        for province in home_provinces(power, self.era) {
            let (infantry, cavalry) = feudal_corps(province, self.era);
            all.extend((1..=infantry).map(|n| feudal.infantry(province, (infantry > 1).then_some(n))));
            all.extend((1..=cavalry).map(|n| feudal.cavalry(province, (cavalry > 1).then_some(n))));
        }
        all
    }

    /// The leader of a name, in any case, with the power that he serves.
    #[must_use]
    pub fn leader(&self, name: &str) -> Option<(Power, &Leader)> {
        let wanted = name.trim().to_lowercase();
        let mut all =
            self.powers.iter().flat_map(|(power, forces)| forces.leaders.iter().map(|one| (*power, one)));
        all.find(|(_, leader)| leader.name.to_lowercase() == wanted)
    }
}
