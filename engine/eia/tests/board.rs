//! How provinces are held: what is conquered, freed, ceded of free will and taken by a formal peace, and what that brings and costs.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, rules_in};
use crate::peace::{
    AUSTRIA, FRANCE, PRUSSIA, RUSSIA, all_ready, allies, answers, gained, kept, next_month, order, play,
    position, step, to_the_talks,
};
use engine::eia::Position;
use engine::eia::map::ProvinceId;
use engine::eia::oob::Held;
use engine::eia::politics::terms::Term;
use engine::eia::powers::Power;
use engine::table::Verb;
use serde_json::json;

fn at(key: &str) -> ProvinceId {
    ProvinceId::by_key(key).unwrap()
}

fn conquers(minor: &str, power: &str, undefended: bool) -> Verb {
    order(json!({"board": "conquer", "minor": minor, "power": power, "undefended": undefended}))
}

fn frees(minor: &str) -> Verb {
    order(json!({"board": "free", "minor": minor}))
}

fn cedes(province: &str, to: &str) -> Verb {
    order(json!({"board": "cede", "province": province, "to": to}))
}

fn takes(power: &str, province: &str) -> Verb {
    order(json!({"board": "take", "power": power, "province": province}))
}

pub fn tells(province: &str, power: &str, how: &str) -> Verb {
    order(json!({"control": "tell", "place": format!("province/{province}"), "power": power, "how": how}))
}

pub fn held(play: &Play, province: &str) -> Held {
    position(play).held(at(province))
}

/// On to the economic phase of March 1805.
pub fn to_the_economic_phase(play: &mut Play) {
    next_month(play);
    next_month(play);
    to_the_talks(play);
    while step(play) != "economic" {
        all_ready(play);
    }
}

#[test]
fn a_conquest_brings_the_conqueror_a_point_and_costs_who_had_the_country_one() {
    let mut play = kept();
    play.must(RUSSIA, conquers("saxony", "france", false));
    assert_eq!(held(&play, "saxony"), Held::Conquered(Power::France));
    assert_eq!((gained(&position(&play), Power::France), gained(&position(&play), Power::Russia)), (2, 0));
    assert!(play.refused(FRANCE, conquers("saxony", "france", false)).contains("already"));
    assert!(play.refused(AUSTRIA, conquers("saxony", "austria", false)).contains("not at war with it"));
    assert!(play.refused(AUSTRIA, conquers("tyrol", "france", false)).contains("formal peace"));
    answers(&mut play, &[(AUSTRIA, json!({"war/austria": ["france"]}))]);
    play.must(AUSTRIA, conquers("saxony", "austria", false));
    let now = position(&play);
    assert_eq!(gained(&now, Power::Austria), -6 + 2, "the declaration and the conquest");
    assert_eq!(gained(&now, Power::France), 2 - 2, "what it conquered it lost again");
    // Nobody conquers what he has in another way, nor what he conquers for nobody.
    play.must(AUSTRIA, tells("bavaria", "austria", "free"));
    assert!(play.refused(AUSTRIA, conquers("bavaria", "austria", false)).contains("what is his"));
    assert!(
        play.refused(AUSTRIA, conquers("hesse", "sardinia", false)).contains("no power of this campaign")
    );
    // Who has the country and lets it fall without a fight loses one more (house.minors.defence.penalty); what was fought for once, as
    // Saxony was before, costs no more than otherwise (house.minors.defence.sufficient).
    let made = play.must(FRANCE, conquers("saxony", "france", true));
    assert_eq!(gained(&position(&play), Power::Austria), -6 + 2 - 2 - 2);
    assert!(rules_in(&made).contains(&"house.minors.defence.penalty".to_owned()));
    play.ends_verified();
}

#[test]
fn districts_of_one_country_fall_with_its_primary_district() {
    let mut play = kept();
    let refusal = conquers("finland", "russia", false);
    play.refused_under("house.minors.conquest-primary-district", RUSSIA, refusal);
    play.must(RUSSIA, conquers("sweden", "russia", false));
    assert_eq!(held(&play, "finland"), Held::Conquered(Power::Russia));
    assert_eq!(gained(&position(&play), Power::Russia), 2, "one country, one point");
    // A district that another has is a country by itself.
    play.must(RUSSIA, order(json!({"control": "nobody", "place": "province/sweden"})));
    assert_eq!(
        (held(&play, "sweden"), held(&play, "finland")),
        (Held::Neutral, Held::Conquered(Power::Russia))
    );
    play.must(PRUSSIA, conquers("sweden", "prussia", false));
    assert_eq!(held(&play, "finland"), Held::Conquered(Power::Russia));
    play.ends_verified();
}

#[test]
fn what_is_conquered_becomes_a_free_state_in_its_step() {
    let mut play = kept();
    play.must(FRANCE, conquers("hesse", "france", false));
    assert!(play.refused(FRANCE, frees("hesse")).contains("(4.8)"));
    to_the_talks(&mut play);
    assert!(play.refused(AUSTRIA, frees("hesse")).contains("you do not play it"));
    assert!(play.refused(FRANCE, frees("saxony")).contains("Nobody has"));
    play.must(FRANCE, frees("hesse"));
    assert_eq!(held(&play, "hesse"), Held::Free(Power::France));
    assert!(play.refused(FRANCE, frees("hesse")).contains("already"));
    play.ends_verified();
}

#[test]
fn a_home_that_is_told_to_be_its_own_power_s_is_a_home_again() {
    let mut play = kept();
    play.must(AUSTRIA, tells("tyrol", "france", "ceded"));
    let back = || order(json!({"control": "tell", "place": "province/tyrol", "power": "austria"}));
    play.must(AUSTRIA, back());
    assert_eq!(held(&play, "tyrol"), Held::Home(Power::Austria));
    assert_eq!(position(&play).board.changed().count(), 0, "as at the start");
    // What is told as a correction its author takes back, and what was done by the rules nobody does alone.
    play.must(AUSTRIA, tells("tyrol", "france", "ceded"));
    play.must(AUSTRIA, Verb::Undo);
    assert_eq!(held(&play, "tyrol"), Held::Home(Power::Austria));
    play.must(RUSSIA, conquers("saxony", "france", false));
    play.refused(RUSSIA, Verb::Undo);
    play.ends_verified();
}

#[test]
fn of_free_will_one_cedes_to_allies_in_the_economic_phase_while_at_peace() {
    let mut play = kept();
    to_the_talks(&mut play);
    allies(&mut play, (AUSTRIA, "austria"), (PRUSSIA, "prussia"), None);
    play.must(AUSTRIA, tells("saxony", "austria", "conquered"));
    play.must(AUSTRIA, tells("bavaria", "austria", "free"));
    assert!(play.refused(AUSTRIA, cedes("saxony", "prussia")).contains("economic phase"));
    to_the_economic_phase(&mut play);
    play.refused_under("house.ceding.to-allies", AUSTRIA, cedes("saxony", "russia"));
    play.refused_under("house.ceding.no-free-states", AUSTRIA, cedes("bavaria", "prussia"));
    play.refused_under("house.ceding.formal-peace", AUSTRIA, cedes("tyrol", "prussia"));
    let before = gained(&position(&play), Power::Austria);
    play.must(AUSTRIA, cedes("saxony", "prussia"));
    assert_eq!(held(&play, "saxony"), Held::Conquered(Power::Prussia));
    assert_eq!(gained(&position(&play), Power::Austria), before - 2);
    // Who is at war with anybody cedes nothing: France has been since the beginning.
    play.must(FRANCE, tells("hesse", "france", "conquered"));
    play.refused_under("house.ceding.to-allies", FRANCE, cedes("hesse", "austria"));
    play.ends_verified();
}

/// France surrenders to Great Britain conditionally, is spared this, and Great Britain takes what B.7 gives.
fn surrendered(spares: &str) -> Play {
    let mut play = kept();
    answers(&mut play, &[(FRANCE, json!({"sue/france": ["great_britain"]}))]);
    while step(&play) != "talks" {
        let view = play.campaign.public_view();
        if view.rounds.iter().any(|round| round.round.ends_with("/terms")) {
            let wishes = json!({"wish/great_britain/france/1": "b7", "wish/great_britain/france/2": "b5"});
            answers(&mut play, &[(crate::peace::BRITAIN, wishes), (FRANCE, json!({"spare/france": spares}))]);
        } else {
            answers(&mut play, &[]);
        }
    }
    play
}

#[test]
fn a_victor_takes_by_a_formal_peace_what_the_chart_lets_it() {
    let mut play = surrendered("a1");
    assert!(position(&play).politics.treaties[0].terms().any(|(_, term)| term == Term::B7));
    let britain = crate::peace::BRITAIN;
    play.refused_under("house.ceding.formal-peace", britain, takes("great_britain", "tyrol"));
    let capital = at("tyrol");
    assert!(capital.on_map().home_of.is_some());
    play.refused_under("house.map.hungary-cession-last", britain, takes("great_britain", "ile-de-france"));
    let (before, now) = (position(&play), |play: &Play| position(play));
    let in_force = |now: &Position| -> Vec<Term> {
        now.in_force(&now.politics.treaties[0]).map(|(_, term)| term).collect()
    };
    assert_eq!(in_force(&before), [Term::B7, Term::B5]);
    play.must(britain, takes("great_britain", "provence"));
    assert_eq!(held(&play, "provence"), Held::Ceded(Power::GreatBritain));
    assert_eq!(now(&play).pp, before.pp, "the treaty has been paid for");
    assert_eq!(in_force(&now(&play)), [Term::B5], "what B.7 gave is taken");
    // It gave one.
    play.refused_under("house.ceding.formal-peace", britain, takes("great_britain", "brittany"));
    play.ends_verified();

    let mut spared = surrendered("a5");
    spared.must(FRANCE, tells("hesse", "france", "conquered"));
    assert!(spared.refused(britain, takes("great_britain", "provence")).contains("(A.5)"));
    spared.must(FRANCE, tells("baden", "france", "free"));
    spared.refused_under("house.ceding.no-free-states", britain, takes("great_britain", "baden"));
    spared.must(britain, takes("great_britain", "hesse"));
    assert_eq!(held(&spared, "hesse"), Held::Conquered(Power::GreatBritain));
    spared.ends_verified();
}

#[test]
fn what_a_victor_takes_of_one_loser_leaves_what_another_owes_it() {
    let mut play = kept();
    answers(
        &mut play,
        &[(AUSTRIA, json!({"war/austria": ["france"]})), (PRUSSIA, json!({"war/prussia": ["france"]}))],
    );
    next_month(&mut play);
    let sues = [(AUSTRIA, json!({"sue/austria": ["france"]})), (PRUSSIA, json!({"sue/prussia": ["france"]}))];
    answers(&mut play, &sues);
    // The losers' status is low: what the peace gives is taken before they lose it.
    while step(&play) != "cession" {
        let view = play.campaign.public_view();
        if view.rounds.iter().any(|round| round.round.ends_with("/terms")) {
            let sheets = [
                (FRANCE, json!({"wish/france/austria/1": "b7", "wish/france/prussia/1": "b7"})),
                (AUSTRIA, json!({"spare/austria": "a1"})),
                (PRUSSIA, json!({"spare/prussia": "a1"})),
            ];
            answers(&mut play, &sheets);
        } else {
            answers(&mut play, &[]);
        }
    }
    // Of whom it takes first is nothing to the other.
    play.must(FRANCE, takes("france", "silesia"));
    play.refused_under("house.ceding.formal-peace", FRANCE, takes("france", "pomerania"));
    play.must(FRANCE, takes("france", "tyrol"));
    play.refused_under("house.ceding.formal-peace", FRANCE, takes("france", "bohemia"));
    assert!(position(&play).politics.claims.is_empty());
    play.ends_verified();
}

#[test]
fn a_province_with_a_capital_is_ceded_when_nothing_else_is_left() {
    let mut play = play(json!({"politics": "kept"}));
    let homes = ProvinceId::all().filter(|province| province.on_map().home_of == Some(Power::Austria));
    answers(&mut play, &[(FRANCE, json!({"war/france": ["austria"]}))]);
    // Everything but Hungary and Austria itself is gone.
    let last = ["hungary", "austria"];
    for province in homes.filter(|province| !last.contains(&province.key())) {
        play.must(AUSTRIA, tells(province.key(), "russia", "ceded"));
    }
    next_month(&mut play);
    answers(&mut play, &[(AUSTRIA, json!({"sue/austria": ["france"]}))]);
    while step(&play) != "talks" {
        let view = play.campaign.public_view();
        if view.rounds.iter().any(|round| round.round.ends_with("/terms")) {
            answers(
                &mut play,
                &[
                    (FRANCE, json!({"wish/france/austria/1": "b7"})),
                    (AUSTRIA, json!({"spare/austria": "a1"})),
                ],
            );
        } else {
            answers(&mut play, &[]);
        }
    }
    play.must(FRANCE, takes("france", "hungary"));
    assert_eq!(held(&play, "hungary"), Held::Ceded(Power::France));
    play.ends_verified();
}
