//! The names of the game that are said in every language.

use crate::court::Court;
use crate::endeavour::Kind;
use crate::geography::{Language, Religion};
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
    let cards = crate::event_cards::all().iter().map(|card| card.name.as_str());
    let religions = Religion::all().map(Religion::name);
    let languages = Language::all().map(Language::name);
    let fates = crate::fates::all().iter().map(|fate| fate.name.as_str());
    let bands = crate::raiders::all().iter().map(|band| band.name.as_str());
    titles
        .chain(cards)
        .chain(fates)
        .chain(bands)
        .chain(religions)
        .chain(languages)
        .chain(courts)
        .chain(statures)
        .chain(kinds)
        .chain(markers)
        .chain(STATED)
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
