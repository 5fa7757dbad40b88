//! Scenarios: when a campaign begins and ends, and the victory points that each power needs.

use super::powers::Power;
use crate::facts::Fact;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A scenario of Empires in Arms.
#[derive(Clone, Debug, Deserialize)]
pub struct Scenario {
    /// The key, in commands and on the record: `1805`.
    pub key: String,
    /// The title.
    pub title: String,
    /// The first month, `1805-01`.
    pub begins: String,
    /// The last month.
    pub ends: String,
    /// The highest number on a bid sheet.
    pub ceiling: Fact<u32>,
    /// The goals in VP.
    pub goals: BTreeMap<Power, Fact<i64>>,
}

static SCENARIOS: LazyLock<Vec<Scenario>> = LazyLock::new(|| {
    let files = [include_str!("../../data/eia/scenarios/1805.toml")];
    files.iter().filter_map(|file| toml::from_str(file).ok()).collect()
});

/// All scenarios.
#[must_use]
pub fn all() -> &'static [Scenario] {
    &SCENARIOS
}

/// The scenario of a key.
#[must_use]
pub fn by_key(key: &str) -> Option<&'static Scenario> {
    all().iter().find(|scenario| scenario.key == key)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_scenario_is_read_and_complete() {
        assert_eq!(all().len(), 1);
        let grand = by_key("1805").unwrap();
        assert_eq!(grand.goals.len(), Power::ALL.len());
        assert!(grand.goals.values().all(|goal| goal.value > 0 && !goal.origin.is_certain()));
        assert_eq!((grand.begins.as_str(), grand.ends.as_str()), ("1805-01", "1815-12"));
    }

    #[test]
    fn every_power_has_a_face() {
        for power in Power::ALL {
            assert_eq!(Power::by_key(power.key()), Some(power));
            assert!(power.colour().len() == 7 && power.colour() != "#808080");
            assert_ne!(power.name(), power.key());
        }
    }
}
