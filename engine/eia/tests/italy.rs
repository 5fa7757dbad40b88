//! The scenario of 1853 on the board: what unites Italy and what that brings, and what Italy and France must control to be dominant.
#![allow(clippy::unwrap_used)]

use crate::common::battles::{happened, open};
use crate::common::{Play, founding, rules_in};
use crate::dominance::{combines, ends, tells, to_the_economic_phase};
use crate::peace::{FRANCE, kept, order, position};
use engine::eia::Position;
use engine::eia::board::{Board, combination};
use engine::eia::map::{Era, ProvinceId, home_provinces, map};
use engine::eia::months::Phase;
use engine::eia::oob::{Held, Rank};
use engine::eia::powers::Power;
use engine::eia::sardinia::dominant::bettered;
use engine::eia::scenario;
use engine::table::{Founding, rule};
use serde_json::{Value, json};

const SARDINIA: u32 = 6;
const THRESHOLD: &str = "nationalism.sardinia.unify.threshold";
/// The seven, Venice last.
const SEVEN: [&str; 7] = ["sicily", "naples", "papacy", "romagna", "tuscany", "lombardy", "venetia"];

/// A campaign of 1853 in which the bot keeps politics; each person plays the power of the same number of its list.
pub fn later() -> Play {
    later_with(json!({}))
}

/// The same with these switches besides.
pub fn later_with(besides: Value) -> Play {
    bid(Play::founded(&of_1853(besides)).started())
}

fn of_1853(besides: Value) -> Founding {
    let mut switches = json!({"politics": "kept"});
    switches.as_object_mut().unwrap().extend(besides.as_object().unwrap().clone());
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
            // Who gets it tells it.
            let (person, ..) = play.holder(Power::by_key(power).unwrap()).unwrap();
            play.must(person, tells(place, power));
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
    assert!(!position(&play).has_combination(Power::Sardinia, "italian-minors"), "five of the seven");
    to_the_economic_phase(&mut play);
    play.refused_under(THRESHOLD, SARDINIA, combines("sardinia", "italian-minors"));
    assert!(play.refused(FRANCE, combines("france", "italian-minors")).contains("by Sardinia alone"));
    assert!(play.refused(SARDINIA, combines("sardinia", "kingdom-of-italy")).contains("no such"));
    // Controlled as a free state it is no province yet.
    let free = json!({"control": "tell", "place": "province/papacy", "power": "sardinia", "how": "free"});
    play.must(SARDINIA, order(free));
    assert!(!position(&play).has_combination(Power::Sardinia, "italian-minors"));
    assert_eq!(
        (position(&play).called(Power::Sardinia), position(&play).capital(Power::Sardinia)),
        ("Sardinia", None)
    );
    let before = position(&play).pp_of(Power::Sardinia);
    let made = play.must(SARDINIA, tells("papacy", "sardinia"));
    let rules = rules_in(&made);
    for rule in [THRESHOLD, "nationalism.sardinia.unify.pp", "nationalism.sardinia.unify.capital"] {
        assert!(rules.contains(&rule.to_owned()), "{rules:?}");
    }
    let now = position(&play);
    assert_eq!(now.pp_of(Power::Sardinia), before + 10, "5 PP");
    assert_eq!(
        (now.called(Power::Sardinia), now.called(Power::France)),
        ("Italy", "France"),
        "nationalism.sardinia.power"
    );
    let rome = now.capital(Power::Sardinia).unwrap();
    assert_eq!((rome.key(), now.held(rome.on_map().province)), ("rome", Held::Home(Power::Sardinia)));
    // The seventh brings nothing more, and Italy stays what it is with fewer.
    has(&mut play, "sardinia", &["venetia"]);
    assert!(play.refused(SARDINIA, combines("sardinia", "italian-minors")).contains("has made"));
    has(&mut play, "austria", &["venetia", "lombardy", "tuscany", "papacy"]);
    let now = position(&play);
    assert!(now.has_combination(Power::Sardinia, "italian-minors"));
    assert_eq!(now.pp_of(Power::Sardinia), before + 10);
    assert_eq!(now.capital(Power::Sardinia), None, "Rome is another's");
    assert_eq!(
        now.held(ProvinceId::by_key("tuscany").unwrap()),
        Held::Ceded(Power::Austria),
        "a province still"
    );
    // Another combination brings nobody any points.
    has(&mut play, "russia", &["masovia", "posen"]);
    let before = position(&play).pp;
    play.must(5, combines("russia", "poland"));
    assert_eq!(position(&play).pp, before);
    play.ends_verified();
}

// nationalism.sardinia.conquest-makes-province, nationalism.sardinia.unify.threshold
#[test]
fn what_sardinia_combines_to_the_two_sicilies_stays_its_province_and_unites_italy() {
    let mut play = later();
    has(&mut play, "sardinia", &["sicily", "naples", "romagna", "tuscany", "lombardy"]);
    to_the_economic_phase(&mut play);
    play.must(SARDINIA, combines("sardinia", "two-sicilies"));
    assert!(position(&play).has_combination(Power::Sardinia, "two-sicilies"));
    assert_eq!(["naples", "sicily"].map(|part| held(&play, part)), [Held::Home(Power::Sardinia); 2]);
    play.must(SARDINIA, tells("papacy", "sardinia"));
    assert!(position(&play).has_combination(Power::Sardinia, "italian-minors"), "six of the seven");
}

// nationalism.sardinia.unify.capital
#[test]
fn without_the_papacy_italy_has_rome_as_its_capital_as_soon_as_it_has_rome() {
    let mut play = later();
    has(&mut play, "sardinia", &["sicily", "naples", "romagna", "tuscany", "lombardy", "venetia"]);
    let now = position(&play);
    assert_eq!((now.called(Power::Sardinia), now.capital(Power::Sardinia)), ("Italy", None));
    let made = &play.entries[play.entries.len() - 1..];
    assert!(!rules_in(made).contains(&"nationalism.sardinia.unify.capital".to_owned()));
    has(&mut play, "sardinia", &["papacy"]);
    assert_eq!(position(&play).capital(Power::Sardinia).unwrap().key(), "rome");
    play.ends_verified();
}

#[test]
fn italy_is_dominant_once_it_is_formed_whole_and_has_illyria_and_six_of_eight() {
    let six = ["cyrenaica", "malta", "switzerland", "tripolitania", "tunisia", "tyrol"];
    let mut play = later();
    // As a free state Lombardy is controlled, and no province: Italy is not formed.
    has(&mut play, "sardinia", &SEVEN[..4]);
    for place in ["tuscany", "lombardy", "venetia"] {
        let place = format!("province/{place}");
        play.must(
            SARDINIA,
            order(json!({"control": "tell", "place": place, "power": "sardinia", "how": "free"})),
        );
    }
    has(&mut play, "sardinia", &six);
    has(&mut play, "sardinia", &["illyria"]);
    assert_eq!(gained(&mut play), None, "nationalism.dominance.italy.requirements.formed");
    for place in ["tuscany", "lombardy"] {
        play.must(SARDINIA, tells(place, "sardinia"));
    }
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
    // What it controls of its list is its own, as long as it has it.
    assert_eq!(
        (held(&play, "tunisia"), held(&play, "illyria")),
        (Held::Home(Power::Sardinia), Held::Home(Power::Sardinia))
    );
    assert!(rules_in(&play.entries).contains(&"nationalism.dominance.italy.provinces".to_owned()));
    let conquers = order(json!({"board": "conquer", "minor": "tunisia", "power": "turkey"}));
    assert!(play.refused(SARDINIA, conquers).contains("a province of a major power"));
    has(&mut play, "turkey", &["tunisia"]);
    has(&mut play, "austria", &["illyria"]);
    assert_eq!(
        (held(&play, "tunisia"), held(&play, "illyria")),
        (Held::Conquered(Power::Turkey), Held::Home(Power::Austria))
    );
    assert_eq!(
        position(&play).board.home_of(ProvinceId::by_key("tunisia").unwrap()),
        None,
        "a minor country again"
    );
    // One leader is better, once and for all.
    let better = |name: &str| order(json!({"sardinia": "leader", "leader": name}));
    let rule = "nationalism.dominance.italy.leader";
    play.refused_under(rule, FRANCE, better("Fanti"));
    play.refused_under(rule, SARDINIA, better("Napoleon"));
    assert_eq!(rules_in(&play.must(SARDINIA, better("fanti"))), [rule]);
    assert_eq!(position(&play).sardinia.leader.as_deref(), Some("Fanti"));
    let leaders = position(&play).leaders(Power::Sardinia);
    let fanti = leaders.iter().find(|leader| leader.name == "Fanti").unwrap();
    assert_eq!(
        ([fanti.strategic, fanti.tactical, fanti.maximum], fanti.rank),
        ([4, 4, 4], Rank::A),
        "3 3 3 B before"
    );
    play.refused_under(rule, SARDINIA, better("Cialdini"));
    assert_eq!(bettered([3, 3, 4], Rank::B), ([4, 4, 5], Rank::A));
    assert_eq!(bettered([6, 5, 6], Rank::A), ([6, 5, 6], Rank::A));
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
    // What it has by that is what it has in 1805: the same morale, by the same list (`morale.rs`), in battles that know of it.
    assert!(rules.contains(&"nationalism.dominance.france.effects".to_owned()), "{rules:?}");
    assert_eq!(said_of_a_field(&mut play), Value::Null, "as in January 1805: France and Great Britain");
    // Who has no list of its own in this scenario has that of 1805.
    has(&mut play, "austria", &["venetia", "lombardy", "bavaria", "west-galicia"]);
    let (who, rules) = gained(&mut play).unwrap();
    assert_eq!(who, [Power::Austria]);
    assert!(rules.contains(&"nationalism.dominance.others".to_owned()), "{rules:?}");
    play.ends_verified();
}

/// France opens a battle against Russia and calls it off: who is dominant in it, where that is not as in January 1805.
fn said_of_a_field(play: &mut Play) -> Value {
    let made = play.must(FRANCE, order(open("Hanover", &[Power::France], &[Power::Russia])));
    let opened = happened(&made, "battle_opened").unwrap();
    play.must(FRANCE, order(json!({"battle": "call_off", "number": opened["battle"]})));
    opened["field"]["dominant"].clone()
}

// nationalism.dominance.italy.morale
#[test]
fn a_battle_knows_of_a_dominant_italy_beside_france_and_great_britain() {
    let mut play = later();
    let needs = ["illyria", "cyrenaica", "malta", "switzerland", "tripolitania", "tunisia", "tyrol"];
    let rhine = map().combination("confederation-of-the-rhine").unwrap();
    let parts: Vec<&str> = rhine.may.iter().map(|part| part.key()).collect();
    has(&mut play, "france", &parts);
    has(&mut play, "france", &["denmark", "flanders", "holland"]);
    has(&mut play, "sardinia", &SEVEN);
    has(&mut play, "sardinia", &needs);
    to_the_economic_phase(&mut play);
    play.must(FRANCE, combines("france", "confederation-of-the-rhine"));
    let who = ends(&mut play).unwrap().gained;
    assert_eq!(who, [Power::France, Power::Sardinia]);
    assert_eq!(said_of_a_field(&mut play), json!(["france", "great_britain", "sardinia"]));
    play.ends_verified();
}

// nationalism.sardinia.move-slot
#[test]
fn sardinia_moves_in_the_place_of_spain_which_has_none() {
    use Power::{Austria, France, GreatBritain, Prussia, Russia, Sardinia, Spain, Turkey};
    let slot = rule!("nationalism.sardinia.move-slot");
    let of = |now: &Position, phase: Phase| {
        let moves = now.moves(phase).unwrap();
        (moves.order, moves.chooses, moves.rules)
    };
    let now = position(&later());
    let naval = vec![Russia, Turkey, Austria, Prussia, France, Sardinia];
    assert_eq!(of(&now, Phase::Naval), (naval, Some(GreatBritain), vec![slot]));
    let land = vec![Russia, Turkey, Austria, Prussia, GreatBritain, Sardinia];
    assert_eq!(of(&now, Phase::Land), (land, Some(France), vec![slot]));
    assert_eq!(now.moves(Phase::Political), None);
    let now = position(&kept());
    let naval = vec![Russia, Turkey, Austria, Prussia, France, Spain];
    assert_eq!(of(&now, Phase::Naval), (naval, Some(GreatBritain), vec![]));
}
