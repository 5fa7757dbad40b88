//! New political combinations and dominant powers: what makes them, what ends them, and what counts.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::battles::{happened, open};
use crate::peace::{
    AUSTRIA, FRANCE, PRUSSIA, RUSSIA, all_ready, answers, kept, next_month, order, play, position, step,
    to_the_talks,
};
use engine::eia::board::dominance::Changed;
use engine::eia::board::{Happened, dominance};
use engine::eia::map::{ProvinceId, map};
use engine::eia::oob::Held;
use engine::eia::powers::Power;
use engine::eia::{EmpiresInArms, Event};
use engine::table::Verb;
use serde_json::json;
use std::collections::BTreeSet;

pub fn tells(place: &str, power: &str) -> Verb {
    order(json!({"control": "tell", "place": format!("province/{place}"), "power": power}))
}

pub fn combines(power: &str, key: &str) -> Verb {
    order(json!({"board": "combine", "power": power, "combination": key}))
}

fn held(play: &Play, key: &str) -> Held {
    position(play).held(ProvinceId::by_key(key).unwrap())
}

pub fn to_the_economic_phase(play: &mut Play) {
    if step(play) == "economic" {
        next_month(play);
    }
    while step(play) != "economic" {
        to_the_talks(play);
        all_ready(play);
    }
}

/// The economic phase ends; what changed of dominance.
pub fn ends(play: &mut Play) -> Option<Changed> {
    assert_eq!(step(play), "economic");
    let from = play.entries.len();
    all_ready(play);
    play.entries[from..].iter().find_map(|entry| match entry.game_event::<EmpiresInArms>()? {
        Event::Board(Happened::DominanceChanged(changed)) => Some(changed),
        _ => None,
    })
}

fn is_dominant(play: &Play, power: Power) -> bool {
    position(play).dominant().unwrap().contains(&power)
}

/// Who is named has all that makes Russia dominant but Poland's parts.
fn russian(play: &mut Play) {
    for place in ["finland", "moldavia", "wallachia"] {
        if held(play, place).by() != Some(Power::Russia) {
            play.must(RUSSIA, tells(place, "russia"));
        }
    }
}

#[test]
fn a_combination_is_made_in_the_economic_phase_by_who_has_enough_of_it_and_falls_with_its_core() {
    let mut play = kept();
    for place in ["masovia", "posen"] {
        play.must(RUSSIA, tells(place, "russia"));
    }
    assert!(play.refused(RUSSIA, combines("russia", "poland")).contains("economic phase"));
    to_the_economic_phase(&mut play);
    assert!(play.refused(FRANCE, combines("france", "poland")).contains("does not have enough"));
    assert!(play.refused(FRANCE, combines("france", "ottoman-empire")).contains("Turkey alone"));
    assert!(play.refused(FRANCE, combines("russia", "poland")).contains("not yours"));
    assert!(play.refused(FRANCE, combines("france", "atlantis")).contains("no such political combination"));
    play.must(RUSSIA, combines("russia", "poland"));
    assert!(position(&play).has_combination(Power::Russia, "poland"));
    assert!(play.refused(RUSSIA, combines("russia", "poland")).contains("has made"));
    // One part of two is not enough, and without Masovia there is no Poland.
    play.must(PRUSSIA, tells("posen", "prussia"));
    assert!(!position(&play).has_combination(Power::Russia, "poland"));
    play.must(RUSSIA, tells("posen", "russia"));
    play.must(RUSSIA, combines("russia", "poland"));
    play.must(PRUSSIA, tells("masovia", "prussia"));
    assert!(position(&play).board.combinations.is_empty());
    play.ends_verified();
}

#[test]
fn a_home_province_that_its_own_power_puts_into_poland_counts_as_ceded() {
    let mut play = kept();
    play.must(PRUSSIA, tells("west-galicia", "prussia"));
    to_the_economic_phase(&mut play);
    play.must(PRUSSIA, combines("prussia", "poland"));
    assert_eq!(held(&play, "masovia"), Held::Ceded(Power::Prussia));
    assert_eq!(held(&play, "posen"), Held::Home(Power::Prussia), "it was not needed");
    assert!(position(&play).has_combination(Power::Prussia, "poland"));
    play.ends_verified();
}

/// France opens a battle against Great Britain and calls it off: what its field says of who is dominant.
fn said_of_a_field(play: &mut Play, number: u32) -> serde_json::Value {
    let made = play.must(FRANCE, order(open("Hanover", &[Power::France], &[Power::GreatBritain])));
    play.must(FRANCE, order(json!({"battle": "call_off", "number": number})));
    happened(&made, "battle_opened").unwrap()["field"]["dominant"].clone()
}

#[test]
fn dominance_is_won_at_war_too_and_lost_in_peace_alone() {
    let mut play = kept();
    assert!(is_dominant(&play, Power::France) && !is_dominant(&play, Power::Russia));
    assert!(said_of_a_field(&mut play, 1).is_null(), "it is France and Great Britain, as ever");
    answers(&mut play, &[(RUSSIA, json!({"war/russia": ["austria"]}))]);
    russian(&mut play);
    for place in ["masovia", "posen"] {
        play.must(RUSSIA, tells(place, "russia"));
    }
    to_the_economic_phase(&mut play);
    play.must(RUSSIA, combines("russia", "poland"));
    for place in ["egypt", "syria", "tunisia", "tripolitania", "algeria", "cyrenaica"] {
        play.must(FRANCE, tells(place, "france"));
    }
    let changed = ends(&mut play).unwrap();
    let could = position(&play).board.could.clone();
    let may = |power: Power, key: &str| could.get(&power).is_some_and(|keys| keys.contains(key));
    assert!(!may(Power::Russia, "poland"), "it is made");
    assert!(!may(Power::France, "ottoman-empire"), "Turkey's alone");
    assert_eq!((changed.gained, changed.lost), (vec![Power::Russia], vec![]));
    let rules: Vec<&str> = changed.rules.iter().map(|rule| rule.as_str()).collect();
    assert_eq!(rules, ["house.dominance.gain-without-peace"], "1805 has no rule of 1853");
    assert!(is_dominant(&play, Power::Russia));
    assert_eq!(said_of_a_field(&mut play, 2), json!(["france", "great_britain", "russia"]));
    // It loses Finland, and stays dominant while it is at war; France does not meet its list either, and is at war with Great Britain.
    play.must(RUSSIA, order(json!({"control": "nobody", "place": "province/finland"})));
    to_the_economic_phase(&mut play);
    assert_eq!(ends(&mut play), None);
    assert!(is_dominant(&play, Power::Russia) && is_dominant(&play, Power::France));
    to_the_talks(&mut play);
    for (person, by, with) in [(AUSTRIA, "austria", "russia"), (RUSSIA, "russia", "austria")] {
        play.must(person, order(json!({"politics": "propose", "power": by, "with": with, "state": "peace"})));
    }
    to_the_economic_phase(&mut play);
    let changed = ends(&mut play).unwrap();
    assert_eq!((changed.gained, changed.lost), (vec![], vec![Power::Russia]));
    assert_eq!(
        changed.rules.iter().map(|rule| rule.as_str()).collect::<Vec<_>>(),
        ["house.dominance.lose-only-in-peace"]
    );
    assert!(!is_dominant(&play, Power::Russia));
    play.ends_verified();
}

#[test]
fn by_vote_dominance_is_lost_at_war_too() {
    let mut play = play(json!({"politics": "kept", "dominance_lost": "at_war_too"}));
    to_the_economic_phase(&mut play);
    let changed = ends(&mut play).unwrap();
    assert_eq!(
        changed.lost,
        [Power::France, Power::GreatBritain],
        "neither meets its list, and they are at war"
    );
    // The post says for want of what.
    let of_france = serde_json::to_value(&changed.why[&Power::France]).unwrap();
    let rhine = json!({"combinations": ["confederation-of-the-rhine"]});
    assert!(of_france.as_array().unwrap().contains(&rhine), "{of_france}");
    assert!(!changed.why[&Power::GreatBritain].is_empty());
    assert!(changed.rules.iter().any(|rule| rule.as_str() == "enhancements.dominance.war-no-bar"));
    play.ends_verified();
}

/// Prussia has all of its list, and is at war with France; it is counted what enemies do.
fn prussian(also: impl FnOnce(&mut Play)) -> Option<Changed> {
    let mut play = play(json!({"politics": "kept", "dominance": "enemies"}));
    for place in ["saxony", "hanover", "hesse", "mecklenburg", "kleves"] {
        if held(&play, place).by() != Some(Power::Prussia) {
            play.must(PRUSSIA, tells(place, "prussia"));
        }
    }
    answers(&mut play, &[(PRUSSIA, json!({"war/prussia": ["france"]}))]);
    also(&mut play);
    to_the_economic_phase(&mut play);
    let changed = ends(&mut play);
    play.ends_verified();
    changed
}

#[test]
fn where_an_enemy_s_corps_stands_nothing_counts_for_gaining_it() {
    let corps = |place: &'static str| {
        move |play: &mut Play| {
            let placed = json!({"counter": "place", "power": "france", "name": "I Corps", "place": place});
            play.must(FRANCE, order(placed));
        }
    };
    let gained = |changed: Option<Changed>| changed.map(|changed| changed.gained).unwrap_or_default();
    let dresden = "area/dresden";
    assert_eq!(gained(prussian(|_| ())), [Power::Prussia]);
    assert_eq!(gained(prussian(corps(dresden))), [], "enhancements.dominance.gain.enemy-corps");
    assert_eq!(gained(prussian(corps("area/vienna"))), [Power::Prussia], "it stands elsewhere");
    // Hanover is of Great Britain's list too: it does not count while they are at war (enhancements.dominance.gain.enemy-conditions).
    let at_war = prussian(|play| {
        next_month(play);
        answers(play, &[(PRUSSIA, json!({"war/prussia": ["great_britain"]}))]);
    });
    assert_eq!(gained(at_war), []);
}

#[test]
fn where_an_enemy_s_corps_stands_in_a_part_of_it_no_combination_counts_for_gaining_it() {
    let gained = |dominance: &str, place: &str| {
        let mut play = play(json!({"politics": "kept", "dominance": dominance}));
        answers(&mut play, &[(RUSSIA, json!({"war/russia": ["france"]}))]);
        russian(&mut play);
        for part in ["masovia", "posen"] {
            play.must(RUSSIA, tells(part, "russia"));
        }
        let corps = json!({"counter": "place", "power": "france", "name": "I Corps", "place": place});
        play.must(FRANCE, order(corps));
        to_the_economic_phase(&mut play);
        play.must(RUSSIA, combines("russia", "poland"));
        let changed = ends(&mut play);
        let rules = changed.iter().flat_map(|changed| &changed.rules).map(|rule| rule.as_str().to_owned());
        let rules: Vec<String> = rules.collect();
        assert_eq!(
            rules.contains(&"enhancements.dominance.gain.enemy-conditions".to_owned()),
            dominance == "enemies" && changed.is_some()
        );
        changed.map(|changed| changed.gained).unwrap_or_default()
    };
    // France needs a combination too, and another.
    assert_eq!(gained("enemies", "area/paris"), [Power::Russia]);
    assert_eq!(gained("enemies", "area/warsaw"), [], "enhancements.dominance.gain.enemy-corps");
    assert_eq!(gained("own", "area/warsaw"), [Power::Russia], "the group counts no enemies");
}

#[test]
fn what_enemies_have_counts_for_keeping_it() {
    // France keeps Flanders and Holland; the Confederation it never could make.
    let lost = |holder: &str, could: bool| {
        let mut play =
            play(json!({"politics": "kept", "dominance": "enemies", "dominance_lost": "at_war_too"}));
        for (place, by) in [("flanders", holder), ("holland", "france")] {
            if held(&play, place).by() != Power::by_key(by) {
                play.must(FRANCE, tells(place, by));
            }
        }
        let rhine = map().combination("confederation-of-the-rhine").unwrap().may[..6].to_vec();
        for part in rhine.into_iter().map(ProvinceId::key) {
            let by = if could { "france" } else { "great_britain" };
            if held(&play, part).by() != Power::by_key(by) {
                play.must(FRANCE, tells(part, by));
            }
        }
        to_the_economic_phase(&mut play);
        // The combinations that could have been made are those of the last step.
        ends(&mut play);
        if !is_dominant(&play, Power::France) {
            return true;
        }
        to_the_economic_phase(&mut play);
        ends(&mut play);
        !is_dominant(&play, Power::France)
    };
    assert!(!lost("great_britain", false), "enhancements.dominance.retain.enemy-territory");
    assert!(lost("prussia", false), "Prussia is at peace with France");
    assert!(lost("france", true), "enhancements.dominance.retain.combinations: it could have made it");
}

#[test]
fn the_lists_of_1853_are_those_of_the_scenario() {
    let needs = |power| dominance::needs("1853", power);
    let of = |power, scenario: &str| dominance::needs(scenario, power).cloned();
    assert!(needs(Power::Sardinia).is_some() && needs(Power::Prussia).is_none());
    assert_ne!(of(Power::France, "1853"), of(Power::France, "1805"));
    assert_eq!(of(Power::Austria, "1853"), of(Power::Austria, "1805"), "nationalism.dominance.others");
    assert_eq!(dominance::at_start("1805"), BTreeSet::from([Power::France, Power::GreatBritain]));
}
