//! The scenario of 1853 on the board: what unites Italy and what that brings, and what Italy and France must control to be dominant.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, founding, rules_in};
use crate::dominance::{combines, ends, tells, to_the_economic_phase};
use crate::peace::{FRANCE, order, position};
use engine::eia::board::{Board, combination};
use engine::eia::map::{Era, ProvinceId, home_provinces, map};
use engine::eia::oob::Held;
use engine::eia::powers::Power;
use engine::eia::scenario;
use engine::table::Founding;
use serde_json::{Value, json};

const SARDINIA: u32 = 6;
const THRESHOLD: &str = "nationalism.sardinia.unify.threshold";
/// The seven, Venice last.
const SEVEN: [&str; 7] = ["sicily", "naples", "papacy", "romagna", "tuscany", "lombardy", "venetia"];

/// A campaign of 1853 in which the bot keeps politics; each person plays the power of the same number of its list.
pub fn later() -> Play {
    later_with(json!({"politics": "kept"}))
}

/// The same with these switches.
pub fn later_with(switches: Value) -> Play {
    bid(Play::founded(&of_1853(switches)).started())
}

/// The same with dice that fall as written.
pub fn later_scripted(dice: &[&[u32]]) -> Play {
    bid(Play::scripted_by(&of_1853(json!({"politics": "kept"})), dice).started())
}

fn of_1853(switches: Value) -> Founding {
    let options = json!({"ceiling": 60, "spare": "uncontrolled", "switches": switches});
    let mut founded = Founding { options, ..founding(7, 0, json!({})) };
    "1853".clone_into(&mut founded.scenario);
    founded
}

fn bid(mut play: Play) -> Play {
    let powers = &scenario::by_key("1853").unwrap().powers;
    let bids = |n: u32| -> Value {
        let bids: serde_json::Map<String, Value> = powers
            .iter()
            .zip(0u32..)
            .map(|(power, i)| (power.key().to_owned(), json!(n - 1 + 7 * i)))
            .collect();
        json!({ "bids": bids })
    };
    play.bid((1..=7).map(bids).collect());
    play
}

fn held(play: &Play, key: &str) -> Held {
    position(play).held(ProvinceId::by_key(key).unwrap())
}

/// A power has what is named, where it has it not yet.
fn has(play: &mut Play, power: &str, places: &[&str]) {
    for place in places {
        if held(play, place).by() != Power::by_key(power) {
            play.must(SARDINIA, tells(place, power));
        }
    }
}

/// An economic phase ends: who has become dominant, and by which rules.
fn gained(play: &mut Play) -> Option<(Vec<Power>, Vec<String>)> {
    to_the_economic_phase(play);
    let changed = ends(play)?;
    Some((changed.gained, changed.rules.iter().map(|rule| rule.as_str().to_owned()).collect()))
}

#[test]
fn the_board_of_1853_is_that_of_the_scenario() {
    let board = Board::founded("1853");
    let at = |key: &str| board.held(ProvinceId::by_key(key).unwrap());
    assert_eq!((board.era(), at("finland")), (Era::Nationalism, Held::Home(Power::Russia)));
    assert_eq!(board.start().scenario().map(|scenario| scenario.key.as_str()), Some("1853"));
    let keys = |era: Era| combination::all(era).iter().map(|one| one.key.as_str()).collect::<Vec<_>>();
    assert!(keys(Era::Nationalism).contains(&"italian-minors"));
    assert!(!keys(Era::Nationalism).contains(&"kingdom-of-italy"), "it is what Sardinia unites");
    assert!(
        keys(Era::Empires).contains(&"kingdom-of-italy") && !keys(Era::Empires).contains(&"italian-minors")
    );
    assert_eq!((keys(Era::Nationalism).len(), keys(Era::Empires).len()), (7, 7));
}

#[test]
fn six_of_seven_unite_italy_which_brings_five_points_once() {
    let mut play = later();
    has(&mut play, "sardinia", &["sicily", "naples", "romagna", "tuscany", "lombardy"]);
    let finland = order(json!({"board": "conquer", "minor": "finland", "power": "france"}));
    assert!(play.refused(FRANCE, finland).contains("a province of a major power"), "Russia's home by now");
    to_the_economic_phase(&mut play);
    play.refused_under(THRESHOLD, SARDINIA, combines("sardinia", "italian-minors"));
    assert!(play.refused(FRANCE, combines("france", "italian-minors")).contains("by Sardinia alone"));
    assert!(play.refused(SARDINIA, combines("sardinia", "kingdom-of-italy")).contains("no such"));
    has(&mut play, "sardinia", &["papacy"]);
    let before = position(&play).pp_of(Power::Sardinia);
    let made = play.must(SARDINIA, combines("sardinia", "italian-minors"));
    assert_eq!(rules_in(&made), [THRESHOLD, "nationalism.sardinia.unify.pp"]);
    assert_eq!(position(&play).pp_of(Power::Sardinia), before + 10, "5 PP");
    // The seventh brings nothing more, and Italy stays what it is with fewer.
    has(&mut play, "sardinia", &["venetia"]);
    assert!(play.refused(SARDINIA, combines("sardinia", "italian-minors")).contains("has made"));
    has(&mut play, "austria", &["venetia", "lombardy", "tuscany"]);
    assert!(position(&play).has_combination(Power::Sardinia, "italian-minors"));
    assert_eq!(position(&play).pp_of(Power::Sardinia), before + 10);
    // Another combination brings nobody any points.
    has(&mut play, "russia", &["masovia", "posen"]);
    let before = position(&play).pp;
    play.must(5, combines("russia", "poland"));
    assert_eq!(position(&play).pp, before);
    play.ends_verified();
}

#[test]
fn italy_is_dominant_once_it_is_formed_whole_and_has_illyria_and_six_of_eight() {
    let six = ["cyrenaica", "malta", "switzerland", "tripolitania", "tunisia", "tyrol"];
    let mut play = later();
    has(&mut play, "sardinia", &SEVEN);
    has(&mut play, "sardinia", &six);
    has(&mut play, "sardinia", &["illyria"]);
    assert_eq!(gained(&mut play), None, "nationalism.dominance.italy.requirements.formed");
    to_the_economic_phase(&mut play);
    play.must(SARDINIA, combines("sardinia", "italian-minors"));
    has(&mut play, "austria", &["venetia"]);
    assert_eq!(gained(&mut play), None, "nationalism.dominance.italy.requirements.all-parts");
    has(&mut play, "sardinia", &["venetia", "corsica", "provence"]);
    has(&mut play, "austria", &["illyria"]);
    assert_eq!(gained(&mut play), None, "nationalism.dominance.italy.requirements.expansion: all eight");
    has(&mut play, "france", &["corsica", "provence"]);
    has(&mut play, "austria", &["tyrol"]);
    has(&mut play, "sardinia", &["illyria"]);
    assert_eq!(gained(&mut play), None, "nationalism.dominance.italy.requirements.expansion: five");
    has(&mut play, "sardinia", &["tyrol"]);
    let (who, rules) = gained(&mut play).unwrap();
    assert_eq!(who, [Power::Sardinia]);
    for id in ["formed", "all-parts", "expansion"] {
        assert!(rules.contains(&format!("nationalism.dominance.italy.requirements.{id}")), "{rules:?}");
    }
    play.ends_verified();
}

#[test]
fn france_needs_its_home_the_confederation_denmark_flanders_and_holland_in_1853() {
    let mut play = later();
    let rhine = map().combination("confederation-of-the-rhine").unwrap();
    let parts: Vec<&str> = rhine.may.iter().map(|part| part.key()).collect();
    has(&mut play, "france", &parts);
    has(&mut play, "france", &["denmark", "flanders", "holland"]);
    let homes = home_provinces(Power::France, Era::Nationalism);
    assert!(homes.iter().all(|home| held(&play, home.key()).by() == Some(Power::France)));
    has(&mut play, "austria", &["provence", "denmark"]);
    to_the_economic_phase(&mut play);
    play.must(FRANCE, combines("france", "confederation-of-the-rhine"));
    assert_eq!(gained(&mut play), None, "without Provence and Denmark");
    has(&mut play, "france", &["provence"]);
    assert_eq!(gained(&mut play), None, "without Denmark");
    has(&mut play, "france", &["denmark"]);
    has(&mut play, "austria", &["provence"]);
    assert_eq!(gained(&mut play), None, "without a home province");
    has(&mut play, "france", &["provence"]);
    let (who, rules) = gained(&mut play).unwrap();
    assert_eq!(who, [Power::France]);
    assert!(rules.contains(&"nationalism.dominance.france.requirements".to_owned()), "{rules:?}");
    // Who has no list of its own in this scenario has that of 1805.
    has(&mut play, "austria", &["venetia", "lombardy", "bavaria", "west-galicia"]);
    let (who, rules) = gained(&mut play).unwrap();
    assert_eq!(who, [Power::Austria]);
    assert!(rules.contains(&"nationalism.dominance.others".to_owned()), "{rules:?}");
    play.ends_verified();
}
