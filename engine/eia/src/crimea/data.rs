//! What the Crimean War knows: who fights in it, which counters it is about, and what its peaces come to.

use crate::map::ProvinceId;
use crate::powers::Power;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use table::facts::Origin;

/// Who fights Russia.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coalition {
    /// Where it comes from.
    pub origin: Origin,
    /// The powers.
    pub powers: BTreeSet<Power>,
}

/// Russia's fleets, by the names of their counters.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fleets {
    /// Where it comes from.
    pub origin: Origin,
    /// Of the Black Sea.
    pub black_sea: String,
    /// Of the Baltic.
    pub baltic: String,
    /// The fourth.
    pub marker: String,
}

/// The corps that can be lost for good.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Corps {
    /// Where it comes from.
    pub origin: Origin,
    /// France's.
    pub french: String,
}

/// What a peace brings and costs, in PP.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    /// Where it comes from.
    pub origin: Origin,
    /// Each member of the coalition.
    pub coalition: i64,
    /// Russia.
    pub russia: i64,
}

/// For how many months something holds.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Months {
    /// Where it comes from.
    pub origin: Origin,
    /// That Austria or Prussia declares no war after Russia made peace with it.
    pub peace: u32,
    /// That Russia builds no ships.
    pub ships: u32,
    /// That it builds none in the Black Sea.
    pub black_sea: u32,
    /// That Sardinia has no Spedizione dei Mille.
    pub mille: u32,
}

/// What is owed.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reparations {
    /// Where it comes from.
    pub origin: Origin,
    /// $ in an economic phase, between Russia and each member.
    pub money: u32,
    /// In how many of them.
    pub payments: u32,
}

/// What is ceded.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cession {
    /// Where it comes from.
    pub origin: Origin,
    /// Turkey's provinces.
    pub provinces: Vec<ProvinceId>,
}

/// All of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    /// Who fights.
    pub coalition: Coalition,
    /// Russia's fleets.
    pub fleets: Fleets,
    /// Corps.
    pub corps: Corps,
    /// The Peace of Paris.
    pub paris: Points,
    /// The Peace of Saint Petersburg.
    pub petersburg: Points,
    /// How long things hold.
    pub months: Months,
    /// What is owed.
    pub reparations: Reparations,
    /// What is ceded.
    pub cession: Cession,
}

static DATA: LazyLock<Data> = LazyLock::new(|| {
    // The file is part of the program and a test reads all of it.
    toml::from_str(include_str!("../../data/crimea.toml")).expect("the shipped Crimean War is well-formed")
});

/// What is known of the war.
#[must_use]
pub fn data() -> &'static Data {
    &DATA
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_counters_of_the_war_are_those_of_the_order_of_battle_and_its_wars_are_with_the_coalition() {
        let order = crate::oob::of("1853").unwrap();
        let fleets: Vec<&str> =
            order.powers[&Power::Russia].fleets.iter().map(|fleet| fleet.name.as_str()).collect();
        let Fleets { black_sea, baltic, marker, .. } = &data().fleets;
        assert_eq!((fleets[0], fleets[1], fleets[3]), (black_sea.as_str(), baltic.as_str(), marker.as_str()));
        assert!(order.corps(Power::France).iter().any(|corps| corps.name == data().corps.french));
        let enemies = order.wars.iter().flat_map(|war| war.powers).filter(|power| *power != Power::Russia);
        assert_eq!(enemies.collect::<BTreeSet<Power>>(), data().coalition.powers);
        assert_eq!(data().coalition.origin, Origin::Reconstructed);
        let seeds = [data().paris.origin, data().petersburg.origin, data().months.origin];
        assert_eq!((seeds, data().fleets.origin), ([Origin::Seed; 3], Origin::Ours));
        let ceded = &data().cession.provinces;
        let of_turkey = |one: &ProvinceId| crate::map::home_of(*one, crate::map::Era::Nationalism);
        assert!(ceded.iter().all(|one| of_turkey(one) == Some(Power::Turkey)) && ceded.len() == 3);
    }
}
