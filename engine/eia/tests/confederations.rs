//! The German confederations of 1853: they come with a war between Austria and Prussia, members change by war, peace, motion and event.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, rules_in};
use crate::dominance::{ends, tells, to_the_economic_phase};
use crate::italy::later;
use crate::peace::{answers, next_month, order, position, to_the_talks};
use engine::eia::confederations::Side;
use engine::eia::map::ProvinceId;
use engine::eia::oob::Held;
use engine::eia::powers::Power;
use engine::table::{Act, Verb};
use serde_json::{Value, json};

const AUSTRIA: u32 = 1;
const FRANCE: u32 = 2;
const PRUSSIA: u32 = 4;

fn at(key: &str) -> ProvinceId {
    ProvinceId::by_key(key).unwrap()
}

fn held(play: &Play, key: &str) -> Held {
    position(play).held(at(key))
}

fn side(play: &Play, key: &str) -> Option<Side> {
    position(play).confederation(at(key))
}

fn war(by: &str, on: &str) -> Value {
    json!({ format!("war/{by}"): [on] })
}

fn conquers(power: &str, minor: &str) -> Verb {
    order(json!({"board": "conquer", "minor": minor, "power": power}))
}

fn peace(play: &mut Play) {
    let order = |power: &str, with: &str| {
        order(json!({"politics": "propose", "power": power, "with": with, "state": "peace"}))
    };
    play.must(AUSTRIA, order("austria", "prussia"));
    play.must(PRUSSIA, order("prussia", "austria"));
}

fn german(word: &str, power: &str, what: &str, minor: &str) -> Verb {
    Verb::Game(json!({"confederation": word, "power": power, "what": what, "member": minor}))
}

#[test]
fn what_one_conquers_of_the_other_is_of_its_own_confederation_and_stays_conquered() {
    let mut play = later();
    answers(&mut play, &[(PRUSSIA, war("prussia", "austria"))]);
    next_month(&mut play);
    to_the_talks(&mut play);
    let made = play.must(PRUSSIA, conquers("prussia", "hanover"));
    assert!(rules_in(&made).contains(&"nationalism.confed.conquest".to_owned()));
    assert_eq!(side(&play, "hanover"), Some(Side::North));
    play.must(AUSTRIA, conquers("austria", "hesse"));
    assert_eq!(side(&play, "hesse"), Some(Side::South));
    peace(&mut play);
    assert_eq!(held(&play, "hanover"), Held::Conquered(Power::Prussia));
    assert_eq!(held(&play, "hesse"), Held::Conquered(Power::Austria));
    assert_eq!(held(&play, "bavaria"), Held::Neutral);
    // Again at war: the lists of the first war, and what was ceded or conquered joins as well.
    next_month(&mut play);
    play.must(PRUSSIA, german("tell", "prussia", "carried", "baden"));
    let made = answers(&mut play, &[(AUSTRIA, war("austria", "prussia"))]);
    assert!(rules_in(&made).contains(&"nationalism.confed.war-again".to_owned()));
    let north = Held::Free(Power::Prussia);
    assert_eq!(["hanover", "baden"].map(|key| held(&play, key)), [north; 2]);
    assert_eq!(held(&play, "saxony"), Held::Free(Power::Austria), "it keeps the side of the first war");
    assert_eq!(held(&play, "hesse"), Held::Free(Power::Austria));
    play.ends_verified();
}

#[test]
fn a_member_is_ceded_by_a_formal_peace_and_is_listed_with_the_victor() {
    let mut play = later();
    answers(&mut play, &[(PRUSSIA, war("prussia", "austria"))]);
    next_month(&mut play);
    answers(&mut play, &[(AUSTRIA, json!({"sue/austria": ["prussia"]}))]);
    // The demand is a conditional one, and Prussia takes a province.
    while !crate::peace::open_round(&play).is_empty() {
        let terms = crate::peace::open_round(&play).ends_with("terms");
        let wishes = [(PRUSSIA, json!({"wish/prussia/austria/1": "b7"}))];
        answers(&mut play, if terms { &wishes } else { &[] });
    }
    let take = |minor: &str| order(json!({"board": "take", "power": "prussia", "province": minor}));
    assert!(position(&play).confederations.at_war.is_some(), "the victor takes before all goes back");
    assert!(!position(&play).is_german_war(), "the peace is made all the same");
    let made = play.must(PRUSSIA, take("baden"));
    assert!(rules_in(&made).contains(&"nationalism.confed.cession".to_owned()));
    assert_eq!(
        (held(&play, "baden"), side(&play, "baden")),
        (Held::Conquered(Power::Prussia), Some(Side::North))
    );
    next_month(&mut play);
    assert!(position(&play).confederations.at_war.is_none());
    assert_eq!(
        (held(&play, "baden"), held(&play, "bavaria")),
        (Held::Conquered(Power::Prussia), Held::Neutral)
    );
    play.ends_verified();
}

#[test]
fn what_moves_a_member_rests_on_the_word_of_who_loses_it() {
    let mut play = later();
    let carried = |person: u32, play: &mut Play| {
        play.tells(person, german("tell", "prussia", "carried", "baden"));
        play.campaign.play.tellings.keys().last().copied()
    };
    let telling = carried(PRUSSIA, &mut play).unwrap();
    assert_eq!(side(&play, "baden"), Some(Side::South));
    assert!(play.act_refused(FRANCE, Act::Confirm { telling }).contains("does not concern you"));
    assert!(play.act_refused(PRUSSIA, Act::Confirm { telling }).contains("You told it yourself"));
    play.act(AUSTRIA, Act::Confirm { telling });
    assert_eq!(side(&play, "baden"), Some(Side::North));
    // That a motion failed Prussia tells of itself.
    play.tells(PRUSSIA, german("tell", "prussia", "failed", "bavaria"));
    assert!(play.campaign.play.tellings.is_empty());
    play.ends_verified();
}

#[test]
fn prussia_is_dominant_by_the_motion_alone() {
    let rule = "nationalism.dominance.prussia";
    let mut play = later();
    for place in ["saxony", "hanover", "hesse", "mecklenburg", "kleves", "berg", "duchies", "denmark"] {
        if held(&play, place).by() != Some(Power::Prussia) {
            play.must(PRUSSIA, tells(place, "prussia"));
        }
    }
    to_the_economic_phase(&mut play);
    assert_eq!(ends(&mut play), None, "what 1805 asks for does not make it so");
    let order = |word: &str, power: &str| {
        Verb::Game(json!({"confederation": word, "power": power, "what": "unification"}))
    };
    play.refused_under(rule, AUSTRIA, order("tell", "austria"));
    play.tells(PRUSSIA, order("tell", "prussia"));
    assert!(!position(&play).is_dominant(Power::Prussia), "it waits for all");
    let made = play.assents();
    assert!(rules_in(&made).contains(&rule.to_owned()));
    assert!(position(&play).is_dominant(Power::Prussia));
    play.refused_under(rule, PRUSSIA, order("tell", "prussia"));
    play.ends_verified();
}
