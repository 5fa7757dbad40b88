//! The names of the game that are said in every language.

use crate::court::Court;
use crate::endeavour::Kind;
use crate::marker::Marker;
use crate::scenario;
use crate::stature::Stature;

/// All of them: scenarios, courts, statures, endeavours, markers, and what is stated of an endeavour.
pub fn all() -> impl Iterator<Item = &'static str> {
    let titles = scenario::ALL.into_iter().map(|scenario| scenario.title);
    let courts = Court::all().map(Court::name);
    let statures = Stature::ALL.into_iter().map(Stature::name);
    let kinds = Kind::ALL.into_iter().map(Kind::name);
    let markers = Marker::ALL.into_iter().map(Marker::name);
    titles.chain(courts).chain(statures).chain(kinds).chain(markers).chain(STATED)
}

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
