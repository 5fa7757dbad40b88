//! Suits for peace by what each gate asks, what it refuses, and what a suit and a treaty carry.
#![allow(clippy::unwrap_used)]

use crate::access::to_the;
use crate::common::{Play, rules_in, sealing};
use crate::peace::{
    AUSTRIA, BRITAIN, FRANCE, PRUSSIA, SPAIN, answers, five_against_france, happened, kept, next_month,
    open_round, order, position, sues, to_the_talks,
};
use engine::eia::politics::Happened;
use engine::eia::politics::terms::Term;
use engine::eia::powers::Power;
use engine::table::By;
use engine::table::offers::offers;
use serde_json::json;
use std::collections::BTreeSet;

/// The parts of the sheet that a person is asked to seal now.
fn parts(play: &Play, person: u32) -> BTreeSet<String> {
    let all = offers(&play.campaign.view_for(By::Person(person), false));
    let fields = all.into_iter().filter(|offer| offer.verb == "seal").flat_map(|offer| offer.fields);
    let parts = fields.filter_map(|field| Some(field.name.split_once('/')?.0.to_owned()));
    parts.collect()
}

fn of<const N: usize>(parts: [&str; N]) -> BTreeSet<String> {
    parts.map(str::to_owned).into()
}

#[test]
fn each_gate_asks_what_is_decided_at_it_and_nothing_else() {
    let mut play = five_against_france();
    assert_eq!(parts(&play, AUSTRIA), of(["attack", "call", "follow", "sue", "war"]));
    assert_eq!(parts(&play, FRANCE), of(["attack", "sue", "war"]), "it has no ally to call or to follow");
    sues(&mut play, &["austria", "prussia"]);
    assert_eq!(parts(&play, AUSTRIA), of(["break"]));
    assert_eq!(parts(&play, FRANCE), of([]));
    let breaks = |power: &str| json!({format!("break/{power}"): ["france"]});
    answers(&mut play, &[(AUSTRIA, breaks("austria")), (PRUSSIA, breaks("prussia"))]);
    assert_eq!(parts(&play, AUSTRIA), of(["unconditional"]));
    answers(&mut play, &[(AUSTRIA, json!({"unconditional/austria": ["france"]}))]);
    assert_eq!(parts(&play, FRANCE), of(["yield"]));
    // Prussia demanded no unconditional surrender, and Spain nothing at all.
    for power in ["prussia", "spain"] {
        let yields = sealing(&open_round(&play), &json!({"yield/france": [power]}));
        assert!(play.refused(FRANCE, yields).contains("demands no unconditional surrender"));
    }
    answers(&mut play, &[(FRANCE, json!({"yield/france": ["austria"]}))]);
    assert_eq!(parts(&play, AUSTRIA), of(["wish"]));
}

// house.surrender.forced.accept-all
#[test]
fn a_forced_suit_is_answered_by_those_who_are_sued() {
    let mut play = kept();
    to_the(&mut play, "economic");
    play.must(FRANCE, order(json!({"peace": "surrender", "power": "france"})));
    assert_eq!(parts(&play, BRITAIN), of(["informal", "unconditional"]));
    for part in ["informal", "unconditional"] {
        let sheet = json!({format!("{part}/great_britain"): ["spain"]});
        let says = play.refused(BRITAIN, sealing(&open_round(&play), &sheet));
        assert!(says.contains("does not sue"), "{says}");
    }
}

// enhancements.sue.any-subset
#[test]
fn one_of_several_enemies_is_sued_alone_by_the_standard_game() {
    let mut play = kept();
    let on_france = |power: &str| json!({format!("war/{power}"): ["france"]});
    answers(&mut play, &[(AUSTRIA, on_france("austria")), (PRUSSIA, on_france("prussia"))]);
    next_month(&mut play);
    sues(&mut play, &["prussia"]);
    assert_eq!(parts(&play, PRUSSIA), of(["unconditional"]));
    assert_eq!(parts(&play, AUSTRIA), of([]));
}

#[test]
fn a_suit_carries_the_rules_by_which_it_stands_and_falls() {
    let (who, all_or_none) = ("enhancements.sue.break.who", "enhancements.sue.break.all-or-none");
    let has = |rules: &[String], id: &str| rules.iter().any(|rule| rule == id);
    let mut play = five_against_france();
    let rules = rules_in(&sues(&mut play, &["turkey"]));
    assert!(has(&rules, "enhancements.sue.any-subset") && !has(&rules, who) && !has(&rules, all_or_none));
    for (breaks, stand) in [(true, true), (false, false)] {
        let mut play = five_against_france();
        let rules = rules_in(&sues(&mut play, &["austria", "prussia"]));
        assert!(has(&rules, who) && has(&rules, all_or_none));
        let austria = if breaks { json!({"break/austria": ["france"]}) } else { json!({}) };
        let rules = rules_in(&answers(&mut play, &[(AUSTRIA, austria)]));
        assert!(has(&rules, "enhancements.sue.void"));
        assert_eq!(has(&rules, "enhancements.sue.void.breaks-stand"), stand);
    }
}

// enhancements.sue.break.who
#[test]
fn corps_in_the_suitor_s_home_spare_a_decision_and_neither_fleets_nor_corps_elsewhere_do() {
    for (piece, place, spares) in
        [("corps", "area/paris", true), ("corps", "area/vienna", false), ("fleet", "area/brest", false)]
    {
        let mut play = five_against_france();
        let placed = json!({"counter": "place", "power": "great_britain", "name": "An own counter", "place": place, "piece": piece});
        play.must(BRITAIN, order(placed));
        sues(&mut play, &["great_britain", "prussia"]);
        let deciding = &position(&play).politics.suits[0].deciding;
        assert_eq!(!deciding.contains_key(&Power::GreatBritain), spares, "{piece} in {place}");
    }
}

#[test]
fn a_peace_that_cedes_nothing_lets_its_victor_take_nothing_and_pays_nothing_in_parts() {
    let mut play = kept();
    sues(&mut play, &["great_britain"]);
    answers(&mut play, &[]);
    let sheets = [
        (FRANCE, json!({"spare/france": "a1", "reparations/france": "two"})),
        (BRITAIN, json!({"wish/great_britain/france/1": "b5"})),
    ];
    let made = answers(&mut play, &sheets);
    let treaty = happened(&made).into_iter().find_map(|of| match of {
        Happened::TreatyMade { treaty, .. } => Some(treaty),
        _ => None,
    });
    let treaty = treaty.unwrap();
    assert_eq!(treaty.terms().collect::<Vec<_>>(), [(Power::GreatBritain, Term::B5)]);
    assert!(!treaty.parted && treaty.due().is_empty(), "no reparations");
    to_the_talks(&mut play);
    assert!(position(&play).politics.claims.is_empty());
    let takes = order(json!({"board": "take", "power": "great_britain", "province": "provence"}));
    play.refused_under("house.ceding.formal-peace", BRITAIN, takes);
    assert!(parts(&play, SPAIN).is_empty());
    play.ends_verified();
}

/// What the last month brought is between what the powers had when it began and when it ended.
#[test]
fn the_last_month_is_told_by_what_it_began_and_ended_with() {
    let mut play = kept();
    let begun = position(&play);
    assert_eq!((begun.last_month.ended, &begun.last_month.now[1]), (None, &*begun.pp));
    answers(&mut play, &[(AUSTRIA, json!({"war/austria": ["spain"]}))]);
    next_month(&mut play);
    let now = position(&play);
    assert_eq!(now.last_month.ended.map(|month| month.to_string()).as_deref(), Some("1805-01"));
    let pp = |at: &std::collections::BTreeMap<Power, i64>| at[&Power::Austria];
    assert_eq!(pp(&now.last_month.now[1]) - pp(&now.last_month.began[1]), -6, "a declaration of war");
}
