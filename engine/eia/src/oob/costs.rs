//! What units and counters cost, how long they take, and what keeping them costs.

use crate::scenario;
use serde::Deserialize;
use std::sync::LazyLock;
use table::facts::{Fact, Origin};

/// What can be bought.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// The machine word: `heavy_cavalry`.
    pub key: String,
    /// What it is, a factor or a counter of it: "Heavy cavalry".
    pub name: String,
    /// Price in $.
    pub price: u32,
    /// Manpower in MP.
    #[serde(default)]
    pub manpower: u32,
    /// Months until it arrives.
    #[serde(default)]
    pub months: u32,
    /// Where the price comes from.
    pub origin: Origin,
    /// Where the months come from, where they are less certain than the price.
    #[serde(default)]
    time: Option<Origin>,
    /// The switch of the rulebook that has to stand at yes before it can be bought.
    #[serde(default)]
    pub switch: Option<String>,
    /// The scenarios in which it can be bought; empty for all.
    #[serde(default)]
    pub scenarios: Vec<String>,
}

impl Cost {
    /// Whether it is there in a scenario, or in the one of which that is another form.
    fn is_of(&self, scenario: &str) -> bool {
        let lists = scenario::lists_of(scenario);
        self.scenarios.is_empty() || self.scenarios.iter().any(|key| key == lists)
    }

    /// Months until it arrives.
    #[must_use]
    pub fn time(&self) -> Fact<u32> {
        Fact { value: self.months, origin: self.time.unwrap_or(self.origin) }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Costs {
    cost: Vec<Cost>,
    upkeep: Vec<Cost>,
}

static COSTS: LazyLock<Costs> = LazyLock::new(|| {
    // The file is part of the program and a test reads all of it.
    toml::from_str(include_str!("../../data/oob/costs.toml")).expect("the shipped costs are well-formed")
});

/// What can be bought in a scenario.
pub fn costs(scenario: &str) -> impl Iterator<Item = &'static Cost> {
    COSTS.cost.iter().filter(move |cost| cost.is_of(scenario))
}

/// What each counter costs in an economic phase (5.3 of what is known: $1 for each).
pub fn upkeep(scenario: &str) -> impl Iterator<Item = &'static Cost> {
    COSTS.upkeep.iter().filter(move |cost| cost.is_of(scenario))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::nations::land;
    use crate::switches;
    use table::rule;

    fn cost(scenario: &str, key: &str) -> Option<(u32, u32, u32)> {
        costs(scenario).find(|cost| cost.key == key).map(|cost| (cost.price, cost.manpower, cost.months))
    }

    #[test]
    fn prices_are_those_that_are_known() {
        assert_eq!(cost("1805", "infantry"), Some((3, 1, 3)));
        assert_eq!(cost("1805", "militia"), Some((1, 1, 1)));
        assert_eq!(cost("1805", "ship"), Some((10, 1, 12)));
        // The three types of cavalry cost what the house rules say (house.land.cavalry.light, .medium, .heavy).
        let types = land().cavalry;
        for (key, kind) in
            [("light_cavalry", types.light), ("cavalry", types.medium), ("heavy_cavalry", types.heavy)]
        {
            let (price, manpower, _) = cost("1805", key).unwrap();
            assert_eq!((price, manpower), (kind.price, kind.manpower), "{key}");
        }
        for (key, rule, price) in [
            ("steamship", rule!("nationalism.steamship.cost"), 30),
            ("ironclad", rule!("nationalism.ironclad.cost"), 60),
            ("port_guns", rule!("nationalism.works.port-guns.price"), 7),
        ] {
            assert!(table::rules::ledger().get(rule).says.contains(&format!("${price}")), "{key}");
            assert_eq!(cost("1853", key).map(|(price, ..)| price), Some(price));
            assert_eq!(cost("1805", key), None);
        }
        assert!(
            table::rules::ledger().get(rule!("nationalism.works.build-time")).says.starts_with("Six months")
        );
        assert_eq!(cost("1853", "port_guns").unwrap().2, 6);
    }

    #[test]
    fn every_cost_is_of_known_scenarios_and_switches() {
        for cost in COSTS.cost.iter().chain(&COSTS.upkeep) {
            assert!(cost.scenarios.iter().all(|key| scenario::by_key(key).is_some()), "{}", cost.key);
            let known = |key: &String| switches::SWITCHES.iter().any(|switch| switch.key == key);
            assert!(cost.switch.as_ref().is_none_or(known), "{}", cost.key);
            assert!(cost.price > 0, "{}", cost.key);
        }
        assert_eq!(upkeep("1805").map(|cost| cost.price).collect::<Vec<_>>(), [1, 1, 1]);
    }
}
