//! What adds to the dice by which control of a minor country is decided, and what a power loses with its political status.

use crate::map::ProvinceId;
use crate::oob::{StatusBox, Zone};
use crate::powers::Power;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use table::facts::{Fact, Origin};
use table::rule;
use table::rules::RuleId;

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    zones: BTreeMap<String, Fact<i64>>,
    national: BTreeMap<String, National>,
}

/// What a minor country adds for each power; nothing for one that is not named.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct National {
    origin: Origin,
    of: BTreeMap<Power, i64>,
}

static FILE: LazyLock<File> =
    // The file is part of the program and a test reads it.
    LazyLock::new(|| toml::from_str(include_str!("../../../data/minors.toml")).unwrap_or_default());

fn key(zone: Zone) -> &'static str {
    match zone {
        Zone::Fiasco => "fiasco",
        Zone::Instability => "instability",
        Zone::Neutral => "neutral",
        Zone::Dominant => "dominant",
    }
}

/// What a power's place on the political status track adds to its die; nothing where the bot does not keep the track.
#[must_use]
pub fn by_zone(status: Option<StatusBox>) -> i64 {
    let of = |status: StatusBox| FILE.zones.get(key(status.zone())).map(|fact| fact.value);
    status.and_then(of).unwrap_or(0)
}

/// A power's national modifier for a minor country (`house.minors.finland.modifiers`). Of most it is not known here, and nothing is ours.
#[must_use]
pub fn national(minor: ProvinceId, power: Power) -> Fact<i64> {
    let of = FILE.national.get(minor.key());
    let value = of.and_then(|of| of.of.get(&power)).copied().unwrap_or(0);
    Fact { value, origin: of.map_or(Origin::Ours, |of| of.origin) }
}

/// The rule behind the national modifiers of a minor country.
#[must_use]
pub fn rule_of(minor: ProvinceId) -> Option<RuleId> {
    (minor.key() == "finland").then(|| rule!("house.minors.finland.modifiers"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    // house.minors.finland.listed, house.minors.finland.modifiers
    #[test]
    fn finland_is_listed_and_adds_for_great_britain_and_france() {
        let finland = ProvinceId::by_key("finland").unwrap();
        assert!(finland.on_map().is_minor());
        let all = Power::STANDARD.map(|power| national(finland, power).value);
        assert_eq!(all, [0, 1, 2, 0, 0, 0, 0]);
        assert_eq!(national(finland, Power::Spain).origin, Origin::Seed);
        assert_eq!(rule_of(finland), Some(rule!("house.minors.finland.modifiers")));
        let saxony = ProvinceId::by_key("saxony").unwrap();
        assert_eq!((national(saxony, Power::Austria).value, rule_of(saxony)), (0, None));
        assert_eq!(national(saxony, Power::Austria).origin, Origin::Ours);
    }

    #[test]
    fn a_zone_adds_to_the_die() {
        let at = |text| StatusBox::read(text);
        let all = ["F3", "I10", "N1", "D1"].map(|text| by_zone(at(text)));
        assert_eq!((all, by_zone(None)), ([-2, -1, 0, 1], 0));
        assert_eq!(FILE.zones.len(), 4);
        assert!(FILE.national.keys().all(|key| ProvinceId::by_key(key).is_some()));
    }
}
