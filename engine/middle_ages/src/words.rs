//! The names of the game that are said in every language.

use crate::court::Court;
use crate::endeavour::Kind;
use crate::marker::Marker;
use crate::pack::{Data, Set};
use crate::scenario;
use crate::stature::Stature;

/// All of them: scenarios, courts, statures, endeavours, markers, and what is stated of an endeavour.
pub fn all() -> impl Iterator<Item = &'static str> {
    let titles = scenario::ALL.into_iter().map(|scenario| scenario.title);
    let courts = Court::all().map(Court::name);
    let statures = Stature::ALL.into_iter().map(Stature::name);
    let kinds = Kind::ALL.into_iter().map(Kind::name);
    let markers = Marker::ALL.into_iter().map(Marker::name);
    let data = Data::of_this_program();
    let cards = data.events().iter().map(|card| card.name.as_str());
    let fates = data.fates().iter().map(|fate| fate.name.as_str());
    let bands = data.raiders().iter().map(|band| band.name.as_str());
    let sets = Set::ALL.into_iter().map(Set::name);
    titles
        .chain(cards)
        .chain(fates)
        .chain(bands)
        .chain(data.religions().map(|religion| religion.name.as_str()))
        .chain(data.languages().map(|language| language.name.as_str()))
        .chain(sets)
        .chain(courts)
        .chain(statures)
        .chain(kinds)
        .chain(markers)
        .chain(STATED)
        .chain(GROUPS)
}

/// What the groups of languages are called.
pub const GROUPS: [&str; 8] =
    ["Baltic", "Celtic", "Germanic", "Greek", "Romance", "Semitic", "Slavonic", "Steppe"];

/// What is stated of an endeavour at a board elsewhere.
pub const STATED: [&str; 13] = [
    "Gold",
    "Proselytic ability",
    "Leader card",
    "Weapons and tactics",
    "Sea areas",
    "Social state",
    "Army points",
    "Fleet points",
    "Population",
    "Conquest results",
    "What resists",
    "Gold against it",
    "Targets",
];

#[cfg(test)]
mod tests {
    use super::{Data, GROUPS};
    use crate::event_cards::group_named;
    use std::collections::BTreeSet;

    #[test]
    fn each_group_of_languages_has_its_name() {
        let groups = Data::of_this_program().languages().map(|language| group_named(&language.group));
        let groups: BTreeSet<String> = groups.collect();
        assert!(groups.iter().eq(GROUPS.iter()), "{groups:?}");
    }
}
