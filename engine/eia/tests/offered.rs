//! What a player is offered of politics and of the board is what is taken of him, no less and no more: every order of a kind is tried in
//! turn, and those that are taken stand on his buttons.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::peace::{
    AUSTRIA, BRITAIN, FRANCE, PRUSSIA, RUSSIA, SPAIN, TURKEY, all_ready, allies, answers, kept, next_month,
    order, play, step, to_the_talks,
};
use engine::eia::map::ProvinceId;
use engine::eia::powers::Power;
use engine::table::chance::Chain;
use engine::table::offers::{Kind, Offer, offers};
use engine::table::offers_in;
use engine::table::{By, Order, Verb, decide};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// Whether an order of the game would be taken of a person now.
fn is_taken(play: &Play, person: u32, tried: &Value) -> bool {
    let verb = Verb::Game(tried.clone());
    let order = Order { at: play.at + 60, by: By::Person(person), operator: false, verb };
    decide(&play.campaign, &order, &mut Chain::of(play.roots(), ([1; 32], [2; 32]))).is_ok()
}

/// Every order that an offer stands for; of whole numbers the lowest.
fn orders(offer: &Offer) -> Vec<Value> {
    let mut all = vec![Map::new()];
    for field in offer.fields.iter().filter(|field| field.required) {
        let values: Vec<Value> = match &field.kind {
            Kind::OneOf { of } => of.iter().map(|word| json!(word)).collect(),
            Kind::Whole { least, .. } => vec![json!(least)],
            Kind::Truth { is } => vec![json!(is)],
            Kind::Among { of } => of.clone(),
            other => panic!("no list: {other:?}"),
        };
        let with = |filled: &Map<String, Value>, value: &Value| {
            let mut filled = filled.clone();
            filled.insert(field.name.clone(), value.clone());
            filled
        };
        all = all.iter().flat_map(|filled| values.iter().map(|value| with(filled, value))).collect();
    }
    all.into_iter().map(Value::Object).collect()
}

/// Asserts of a kind of order that what a person is offered of it is what is taken of all that is tried. Those are
/// returned.
pub fn exactly(play: &Play, person: u32, (verb, kind): (&str, &str), tried: &[Value]) -> BTreeSet<String> {
    let view = play.campaign.view_for(By::Person(person), false);
    let of_verb =
        |all: Vec<Offer>| -> Vec<Offer> { all.into_iter().filter(|offer| offer.verb == verb).collect() };
    let all = of_verb(offers(&view));
    // The same is offered where only this subject is asked for.
    assert_eq!(of_verb(offers_in(&view, &[verb])), all);
    let is_of_kind = |order: &Value| order[verb] == kind;
    let offered: BTreeSet<String> =
        all.iter().flat_map(orders).filter(is_of_kind).map(|order| order.to_string()).collect();
    let named = tried.iter().map(|order| {
        let mut order = order.clone();
        order[verb] = json!(kind);
        order
    });
    let taken: BTreeSet<String> =
        named.filter(|order| is_taken(play, person, order)).map(|order| order.to_string()).collect();
    assert_eq!(offered, taken, "{verb} {kind} of person {person} at {}", step(play));
    taken
}

fn provinces() -> impl Iterator<Item = &'static str> {
    ProvinceId::all().map(ProvinceId::key)
}

fn powers() -> impl Iterator<Item = &'static str> {
    Power::STANDARD.into_iter().map(Power::key)
}

/// Every two of a province and a power, under these names.
fn each(province: &str, power: &str) -> Vec<Value> {
    provinces().flat_map(|of| powers().map(move |by| json!({province: of, power: by}))).collect()
}

fn tells(province: &str, power: &str, how: &str) -> Verb {
    order(json!({"control": "tell", "place": format!("province/{province}"), "power": power, "how": how}))
}

fn to_the_economic_phase(play: &mut Play) {
    while step(play) != "economic" {
        to_the_talks(play);
        all_ready(play);
    }
}

#[test]
fn what_is_conquered_and_freed_is_offered_as_it_is_taken() {
    let mut play = kept();
    let (conquer, free) = (each("minor", "power"), provinces().map(|minor| json!({"minor": minor})));
    let free: Vec<Value> = free.collect();
    let before = exactly(&play, SPAIN, ("board", "conquer"), &conquer).len();
    answers(&mut play, &[(RUSSIA, json!({"war/russia": ["turkey"], "attack/russia": ["province/sweden"]}))]);
    for (minor, power, how) in [
        ("hesse", "france", "conquered"),
        ("baden", "france", "free"),
        ("moldavia", "turkey", "free"),
        ("tyrol", "france", "ceded"),
    ] {
        play.must(FRANCE, tells(minor, power, how));
    }
    let now = exactly(&play, SPAIN, ("board", "conquer"), &conquer).len();
    assert_eq!(
        now,
        before + 2,
        "Hesse is Great Britain's to conquer, and Baden; nothing is in the month of arrival"
    );
    assert_eq!(exactly(&play, FRANCE, ("board", "free"), &free).len(), 0, "(4.8)");
    to_the_talks(&mut play);
    assert!(!exactly(&play, FRANCE, ("board", "free"), &free).is_empty(), "Hesse");
    exactly(&play, RUSSIA, ("board", "free"), &free);
    crate::peace::next_month(&mut play);
    to_the_talks(&mut play);
    let later = exactly(&play, SPAIN, ("board", "conquer"), &conquer).len();
    assert!(later >= now + 2, "Sweden and what Turkey has are Russia's to conquer: {later}");
}

#[test]
fn what_is_ceded_of_free_will_is_offered_as_it_is_taken() {
    for (free_states, is_more) in [("no", 0), ("yes", 1)] {
        let mut play = play(json!({"politics": "kept", "cede_free_states": free_states}));
        let cede = each("province", "to");
        to_the_talks(&mut play);
        allies(&mut play, (AUSTRIA, "austria"), (PRUSSIA, "prussia"), None);
        allies(&mut play, (AUSTRIA, "austria"), (RUSSIA, "russia"), None);
        for (minor, how) in [("saxony", "conquered"), ("bavaria", "free"), ("alsace", "ceded")] {
            play.must(AUSTRIA, tells(minor, "austria", how));
        }
        assert_eq!(exactly(&play, AUSTRIA, ("board", "cede"), &cede).len(), 0, "(8.8)");
        to_the_economic_phase(&mut play);
        assert_eq!(
            exactly(&play, AUSTRIA, ("board", "cede"), &cede).len(),
            2 * (3 + is_more),
            "house.ceding.to-allies"
        );
        exactly(&play, PRUSSIA, ("board", "cede"), &cede);
    }
}

#[test]
fn political_combinations_are_offered_as_they_are_made() {
    let mut play = kept();
    let keys = ["poland", "kingdom-of-italy", "two-sicilies", "ottoman-empire", "italian-minors"];
    let combine = |power: &str| keys.map(|key| json!({"power": power, "combination": key}));
    for (place, how) in
        [("masovia", "ceded"), ("posen", "ceded"), ("naples", "conquered"), ("sicily", "conquered")]
    {
        play.must(RUSSIA, tells(place, "russia", how));
    }
    assert_eq!(exactly(&play, RUSSIA, ("board", "combine"), &combine("russia")).len(), 0);
    to_the_economic_phase(&mut play);
    assert_eq!(exactly(&play, RUSSIA, ("board", "combine"), &combine("russia")).len(), 2);
    assert_eq!(exactly(&play, SPAIN, ("board", "combine"), &combine("spain")).len(), 0);
}

/// France sues both its enemies, takes their conditional peaces and is spared this; each of them wants a province of it.
fn surrendered(spares: &str) -> Play {
    let mut play = kept();
    answers(&mut play, &[(AUSTRIA, json!({"war/austria": ["france"]}))]);
    next_month(&mut play);
    answers(&mut play, &[(FRANCE, json!({"sue/france": ["great_britain", "austria"]}))]);
    while step(&play) != "talks" {
        let view = play.campaign.public_view();
        if view.rounds.iter().any(|round| round.round.ends_with("/terms")) {
            let sheets = [
                (BRITAIN, json!({"wish/great_britain/france/1": "b7"})),
                (AUSTRIA, json!({"wish/austria/france/1": "b7"})),
                (FRANCE, json!({"spare/france": spares})),
            ];
            answers(&mut play, &sheets);
        } else {
            answers(&mut play, &[]);
        }
    }
    play
}

#[test]
fn what_a_victor_takes_is_offered_as_it_is_taken() {
    let take = |power: &str| -> Vec<Value> {
        provinces().map(|province| json!({"power": power, "province": province})).collect()
    };
    let mut play = surrendered("a1");
    assert!(exactly(&play, BRITAIN, ("board", "take"), &take("great_britain")).len() > 3);
    assert_eq!(exactly(&play, FRANCE, ("board", "take"), &take("france")).len(), 0);
    assert_eq!(exactly(&play, TURKEY, ("board", "take"), &take("turkey")).len(), 0);
    play.must(BRITAIN, order(json!({"board": "take", "power": "great_britain", "province": "provence"})));
    assert_eq!(exactly(&play, BRITAIN, ("board", "take"), &take("great_britain")).len(), 0);
    let spared = surrendered("a5");
    let minors = exactly(&spared, BRITAIN, ("board", "take"), &take("great_britain"));
    let is_minor = |key: &str| ProvinceId::by_key(key).unwrap().on_map().is_minor();
    let keys = minors.iter().map(|order| serde_json::from_str::<Value>(order).unwrap());
    let keys: Vec<String> = keys.map(|order| order["province"].as_str().unwrap().to_owned()).collect();
    assert!(!keys.is_empty() && keys.iter().all(|key| is_minor(key)), "{keys:?}");
}

// house.surrender.forced.trigger
#[test]
fn that_a_power_collects_no_manpower_is_offered_to_its_player_while_he_has_enemies() {
    let mut play = kept();
    let tells = |power: &str| [json!({"power": power})];
    assert_eq!(exactly(&play, FRANCE, ("peace", "surrender"), &tells("france")).len(), 0);
    to_the_economic_phase(&mut play);
    assert_eq!(exactly(&play, FRANCE, ("peace", "surrender"), &tells("france")).len(), 1);
    assert_eq!(exactly(&play, SPAIN, ("peace", "surrender"), &tells("spain")).len(), 0, "it is at peace");
}

#[test]
fn what_two_may_agree_on_is_offered_as_it_is_taken() {
    let mut play = kept();
    to_the_talks(&mut play);
    let with = |by: &str| -> Vec<Value> { powers().map(|with| json!({"power": by, "with": with})).collect() };
    let states = |by: &str| -> Vec<Value> {
        let of = |state: &str| {
            let with = with(by).into_iter();
            with.map(|mut order| {
                order["state"] = json!(state);
                order
            })
            .collect::<Vec<_>>()
        };
        ["peace", "war", "alliance"].into_iter().flat_map(of).collect()
    };
    assert!(exactly(&play, FRANCE, ("politics", "propose"), &states("france")).len() > 5);
    assert!(exactly(&play, AUSTRIA, ("politics", "propose"), &states("austria")).len() > 5);
    allies(&mut play, (AUSTRIA, "austria"), (RUSSIA, "russia"), None);
    assert_eq!(exactly(&play, AUSTRIA, ("politics", "break"), &with("austria")).len(), 1);
    let proposes = |by: &str, with: &str| {
        order(json!({"politics": "propose", "power": by, "with": with, "state": "alliance"}))
    };
    play.must(PRUSSIA, proposes("prussia", "austria"));
    play.must(PRUSSIA, proposes("prussia", "spain"));
    play.must(TURKEY, proposes("turkey", "austria"));
    let theirs: Vec<Value> = powers().flat_map(states).collect();
    assert_eq!(exactly(&play, AUSTRIA, ("politics", "agree"), &theirs).len(), 2);
    assert_eq!(exactly(&play, SPAIN, ("politics", "agree"), &theirs).len(), 1);
    assert_eq!(exactly(&play, PRUSSIA, ("politics", "withdraw"), &states("prussia")).len(), 2);
    assert_eq!(exactly(&play, AUSTRIA, ("politics", "withdraw"), &states("austria")).len(), 0);
}

// enhancements.cede.free-state
#[test]
fn wars_on_minor_countries_are_given_up_and_begun_as_they_are_offered() {
    let mut play = play(json!({"politics": "kept", "cede_free_states": "yes"}));
    let countries: Vec<Value> = provinces().map(|country| json!({"country": country})).collect();
    let of = |power: &str| -> Vec<Value> {
        provinces().map(|country| json!({"power": power, "country": country})).collect()
    };
    answers(&mut play, &[(RUSSIA, json!({"attack/russia": ["province/sweden"]}))]);
    to_the_talks(&mut play);
    // Finland is a district of Sweden, and given up with it.
    assert_eq!(exactly(&play, RUSSIA, ("minor", "give_up"), &of("russia")).len(), 1);
    assert_eq!(exactly(&play, PRUSSIA, ("minor", "give_up"), &of("prussia")).len(), 0);
    allies(&mut play, (AUSTRIA, "austria"), (PRUSSIA, "prussia"), None);
    play.must(AUSTRIA, tells("bavaria", "austria", "free"));
    to_the_economic_phase(&mut play);
    assert_eq!(exactly(&play, PRUSSIA, ("minor", "attack"), &countries).len(), 0);
    play.must(AUSTRIA, order(json!({"board": "cede", "province": "bavaria", "to": "prussia"})));
    assert_eq!(exactly(&play, PRUSSIA, ("minor", "attack"), &countries).len(), 1);
    assert_eq!(exactly(&play, AUSTRIA, ("minor", "attack"), &countries).len(), 0);
}
