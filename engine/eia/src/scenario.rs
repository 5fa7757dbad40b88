//! Scenarios: when a campaign begins and ends, which powers it has, the victory points that each needs, the map as it then is, and the
//! switches that stand otherwise in it.

use super::map::Era;
use super::powers::Power;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use table::facts::Fact;
use table::switches::Switch;

/// A scenario of Empires in Arms.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The key, in commands and on the record: `1805`.
    pub key: String,
    /// The scenario of which it is another form, and whose lists and prices it has where it has none of its own: `1853`, of the same with
    /// Greece (`nationalism.greece.status`).
    #[serde(default)]
    pub form_of: Option<String>,
    /// The title.
    pub title: String,
    /// The first month, `1805-01`.
    pub begins: String,
    /// The last month.
    pub ends: String,
    /// Its powers, in the game's order (`nationalism.sardinia.power`, `nationalism.spain.unplayable`).
    pub powers: Vec<Power>,
    /// Whose home the provinces are.
    #[serde(default)]
    pub map: Era,
    /// Switches that stand otherwise than at other foundings, with the way in which they stand.
    #[serde(default)]
    pub switches: BTreeMap<String, String>,
    /// Whether the bot keeps the land in it from the beginning, and who plays what is given: it has no bids and no goals.
    #[serde(default)]
    pub keeps_land: bool,
    /// Where who plays what is given, by how many play: the powers of each seat.
    #[serde(default)]
    pub seats: Vec<Seats>,
    /// The highest number on a bid sheet; none where nobody bids.
    #[serde(default)]
    pub ceiling: Option<Fact<u32>>,
    /// The goals in VP; none where the war is won otherwise.
    #[serde(default)]
    pub goals: BTreeMap<Power, Fact<i64>>,
}

/// Who plays what where it is given.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    /// The powers of each seat, in the order of the seats.
    pub seats: Vec<Vec<Power>>,
}

static SCENARIOS: LazyLock<Vec<Scenario>> = LazyLock::new(|| {
    // The files are part of the program and a test reads all of them.
    // What a record keeps of a scenario is its key, and what a view keeps its place: new ones stand last.
    let files = [
        include_str!("../data/scenarios/1805.toml"),
        include_str!("../data/scenarios/1853.toml"),
        include_str!("../data/scenarios/1853-greece.toml"),
        include_str!("../data/scenarios/danube.toml"),
    ];
    files.iter().filter_map(|file| Scenario::read(file).ok()).collect()
});

impl Scenario {
    /// Whether a switch can make a difference in it: a reading of a rule of the Rise of Nationalism, in its own scenario alone.
    #[must_use]
    pub fn concerns(&self, switch: &Switch) -> bool {
        let of_nationalism = switch.rule.is_some_and(|rule| rule.as_str().starts_with("nationalism."));
        !of_nationalism || self.map.is_nationalism()
    }

    /// The fewest and the most players.
    #[must_use]
    pub fn players(&self) -> (u32, u32) {
        let count = |given: &Seats| given.seats.len() as u32;
        let least = self.seats.iter().map(count).min().unwrap_or(2);
        (least, self.seats.iter().map(count).max().unwrap_or(self.powers.len() as u32))
    }

    /// The powers of each seat where so many play and it is given who plays what.
    #[must_use]
    pub fn given(&self, seats: u32) -> Option<&[Vec<Power>]> {
        let given = self.seats.iter().find(|given| given.seats.len() as u32 == seats)?;
        Some(&given.seats)
    }

    /// Reads a scenario and checks its shape.
    ///
    /// # Errors
    /// A sentence that says what is not as it must be.
    pub fn read(text: &str) -> Result<Scenario, String> {
        let scenario: Scenario = toml::from_str(text).map_err(|problem| problem.to_string())?;
        if !scenario.powers.is_sorted_by(|one, next| one < next) || scenario.powers.len() < 2 {
            return Err(format!("{}: its powers stand in the game's order, each once", scenario.key));
        }
        if scenario.seats.is_empty() != scenario.ceiling.is_some() {
            return Err(format!("{}: powers are bid for or given, one of the two", scenario.key));
        }
        if scenario.seats.is_empty() && !scenario.goals.keys().eq(&scenario.powers) {
            return Err(format!("{}: each of its powers has a goal, and no other has", scenario.key));
        }
        for given in &scenario.seats {
            let mut all = given.seats.concat();
            all.sort_unstable();
            if all != scenario.powers || given.seats.iter().any(Vec::is_empty) {
                return Err(format!("{}: each of its powers is somebody's, whoever plays", scenario.key));
            }
        }
        for (key, way) in &scenario.switches {
            let known = <crate::EmpiresInArms as table::game::Game>::switches()
                .iter()
                .find(|switch| switch.key == key);
            if known.is_none_or(|switch| switch.check(way).is_err()) {
                return Err(format!("{}: there is no switch {key} that stands {way}", scenario.key));
            }
        }
        Ok(scenario)
    }
}

/// All scenarios.
#[must_use]
pub fn all() -> &'static [Scenario] {
    &SCENARIOS
}

/// The scenario whose lists and prices hold in the one of a key: itself, or that of which it is another form; the key again where it is of
/// none that is known here.
#[must_use]
pub fn lists_of(key: &str) -> &str {
    by_key(key).and_then(|scenario| scenario.form_of.as_deref()).unwrap_or(key)
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
    use table::rule;

    #[test]
    fn every_shipped_scenario_is_read_and_complete() {
        assert_eq!(all().len(), 4);
        let grand = by_key("1805").unwrap();
        assert_eq!(grand.powers, Power::STANDARD);
        assert!(grand.goals.values().all(|goal| goal.value > 0 && !goal.origin.is_certain()));
        assert_eq!((grand.begins.as_str(), grand.ends.as_str()), ("1805-01", "1815-12"));
        assert!(grand.switches.is_empty() && grand.map == Era::Empires);
    }

    #[test]
    fn the_rise_of_nationalism_has_sardinia_for_spain() {
        for id in [rule!("nationalism.sardinia.power"), rule!("nationalism.spain.unplayable")] {
            assert!(!table::rules::ledger().get(id).says.is_empty());
        }
        let later = by_key("1853").unwrap();
        assert_eq!((later.begins.as_str(), later.ends.as_str()), ("1853-10", "1870-12"));
        assert_eq!(later.powers.len(), 7);
        assert!(later.powers.contains(&Power::Sardinia) && !later.powers.contains(&Power::Spain));
        assert!(later.goals.values().all(|goal| goal.value > 0 && !goal.origin.is_certain()));
        // Rifles are on sale from the first economic phase (nationalism.rifles.available).
        assert_eq!(later.switches.get("rifles").map(String::as_str), Some("yes"));
        assert_eq!(later.map, Era::Nationalism);
    }

    // nationalism.greece.status
    #[test]
    fn the_rise_of_nationalism_with_greece_has_it_as_an_eighth_power_and_is_else_the_same() {
        let (without, with) = (by_key("1853").unwrap(), by_key("1853-greece").unwrap());
        let mut powers = without.powers.clone();
        assert!(!powers.contains(&Power::Greece));
        powers.insert(3, Power::Greece);
        assert_eq!(with.powers, powers);
        assert_eq!(
            (&with.begins, &with.ends, &with.switches),
            (&without.begins, &without.ends, &without.switches)
        );
        assert_eq!((with.map, with.map.is_nationalism()), (Era::NationalismWithGreece, true));
        assert!(without.goals.iter().all(|(power, goal)| with.goals[power].value == goal.value));
        assert_eq!(with.goals[&Power::Greece].origin, table::facts::Origin::Ours);
        assert_eq!(
            [lists_of("1853-greece"), lists_of("1853"), lists_of("1805"), lists_of("x")],
            ["1853", "1853", "1805", "x"]
        );
    }

    #[test]
    fn a_scenario_of_another_shape_is_not_read() {
        let shipped = include_str!("../data/scenarios/1853.toml");
        for (from, to) in [
            ("\"prussia\", \"russia\"", "\"russia\", \"prussia\""),
            ("\"russia\", \"sardinia\"", "\"russia\", \"spain\""),
            ("rifles = \"yes\"", "rifles = \"perhaps\""),
            ("rifles = \"yes\"", "muskets = \"yes\""),
        ] {
            let changed = shipped.replacen(from, to, 1);
            assert_ne!(changed, shipped, "{from}");
            assert!(Scenario::read(&changed).is_err(), "{to}");
        }
    }

    #[test]
    fn every_power_has_a_face() {
        let mut colours: Vec<&str> = Power::ALL.iter().map(|power| power.colour()).collect();
        for power in Power::ALL {
            assert_eq!(Power::by_key(power.key()), Some(power));
            assert!(power.colour().len() == 7 && power.colour() != "#808080");
            assert_ne!(power.name(), power.key());
        }
        colours.sort_unstable();
        colours.dedup();
        assert_eq!(colours.len(), Power::ALL.len());
        assert_eq!(Power::meant("Italy"), Some(Power::Sardinia));
        assert_eq!(
            (Power::meant("s"), Power::meant_among("s", &Power::STANDARD)),
            (None, Some(Power::Spain))
        );
        // Greece is written out where the campaign is not known, and has its own abbreviation where it is one of the powers.
        let read = |name: &str| (Power::meant(name), Power::meant_among(name, &Power::ALL));
        assert_eq!(["G", "gre"].map(read), [(Some(Power::GreatBritain), None); 2]);
        assert_eq!(read("Gr"), (None, Some(Power::Greece)));
        assert_eq!(read("Greece"), (Some(Power::Greece), Some(Power::Greece)));
    }
}
