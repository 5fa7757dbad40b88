//! What a player asks for that cannot be, each with its sentence and its rule.
#![allow(clippy::unwrap_used)]

use crate::help::{
    BYZANTIUM, FRANKS, area, begun, event_deck, fate_deck, founding, kept, next_round, order, position, seat,
    stands, year_deck,
};
use engine::middle_ages::Position;
use engine::middle_ages::board::Order;
use engine::middle_ages::board::plan::{Plan, may as may_declare};
use engine::middle_ages::board::subject::may;
use engine::middle_ages::court::Court;
use engine::middle_ages::marker::Marker;
use engine::middle_ages::switches::Readings;
use engine::table::Refusal;
use serde_json::{Value, json};

/// The sentence and the rule of a refusal.
fn refused<T: std::fmt::Debug>(outcome: Result<T, Refusal>) -> (String, String) {
    let refusal = outcome.unwrap_err();
    (refusal.says.to_string(), refusal.rules.first().map(ToString::to_string).unwrap_or_default())
}

fn declares(position: &Position, plan: Value) -> (String, String) {
    let plan: Plan = serde_json::from_value(plan).unwrap();
    refused(may_declare(position, Readings::default(), &seat(FRANKS), &plan))
}

fn moves(position: &Position, fields: Value) -> (String, String) {
    let order: Order = serde_json::from_value(fields).unwrap();
    refused(may(position, Readings::default(), &seat(FRANKS), &order))
}

/// The Franks at the start of their turn, with an army of 2 in Ile de France.
fn franks() -> Position {
    let mut now = position(&kept(&[], &[], &[]));
    stands(&mut now, "ile_de_france", |held| held.armies = vec![2]);
    now
}

// middle-ages.fleets.building.target
#[test]
fn a_fleet_built_inland() {
    let plan = json!({"kind": "fleet", "base": "burgundy", "targets": [{"area": "burgundy"}]});
    let (says, rule) = declares(&franks(), plan);
    assert_eq!(says, "Burgundy borders no sea area. A fleet is built only where one does.");
    assert_eq!(rule, "middle-ages.fleets.building.target");
}

// middle-ages.armies.movement.controlled-areas, middle-ages.armies.movement.allowance
#[test]
fn an_army_moved_into_a_foreign_area_or_farther_than_the_leaders_status() {
    let march = |way: &[&str]| json!({"board": "move", "from": "ile_de_france", "way": way, "strength": 2});
    let (says, rule) = moves(&franks(), march(&["lorraine", "saxony"]));
    assert_eq!(says, "Franks does not control Saxony.");
    assert_eq!(rule, "middle-ages.armies.movement.controlled-areas");
    // Charlemagne's combat is 9: five spaces with two points are ten.
    let far = march(&["lorraine", "swabia", "franconia", "lorraine", "burgundy"]);
    let (says, rule) = moves(&franks(), far);
    assert_eq!(says, "Points times spaces: 10; left of the leader's combat in this turn: 9.");
    assert_eq!(rule, "middle-ages.armies.movement.allowance");
}

// middle-ages.civilisation.limit-per-area
#[test]
fn a_fifth_marker() {
    let mut now = franks();
    stands(&mut now, "burgundy", |held| held.markers = Marker::ALL.into());
    let plan = json!({"kind": "marker", "base": "burgundy", "targets": [{"area": "burgundy"}]});
    let (says, rule) = declares(&now, plan);
    assert_eq!(says, "One marker of each of the four kinds stands there; there is no fifth.");
    assert_eq!(rule, "middle-ages.civilisation.limit-per-area");
}

// middle-ages.cards.as-event-cards
#[test]
fn a_card_outside_its_years() {
    let (year, deck) = (year_deck(&[]), event_deck(&["raiders-hired-1", "frontier-levy-1"]));
    let fates = fate_deck(&[]);
    let first = [&year[..], &deck[..], &fates[..]];
    let dice: Vec<&[u32]> = first.into_iter().chain((0..5).map(|_| &year[..])).collect();
    let courts = [(FRANKS, "franks"), (BYZANTIUM, "byzantium")];
    let founded = founding("charlemagne", 2, json!({}));
    let mut play =
        begun(crate::common::Play::scripted_by(&founded, &dice), &[("ages_draw_two", "yes")], &courts);
    play.must(FRANKS, order(json!({"board": "draw"})));
    let rule = "middle-ages.cards.as-event-cards";
    let early = play.refused_under(rule, FRANKS, order(json!({"board": "play", "pos": 0, "on": "flanders"})));
    assert!(early.contains("applies from 781 to 1066; it is 771."), "{early}");
    for round in 2..=5 {
        next_round(&mut play, round, &courts);
    }
    let late = play.refused_under(rule, FRANKS, order(json!({"board": "play", "pos": 1, "on": "lorraine"})));
    assert!(late.contains("applies from 701 to 790; it is 791."), "{late}");
    // Not even the hand of another is to be had.
    let other = order(json!({"board": "play", "pos": 2, "on": "lorraine"}));
    assert!(play.refused(FRANKS, other).contains("not in your hand"));
}

// middle-ages.fleets.building.cost, middle-ages.civilisation.building.cost, middle-ages.armies.movement.sea.cost
#[test]
fn gold_that_is_not_there() {
    let mut now = franks();
    now.board.realms.get_mut(&Court::by_key("franks").unwrap()).unwrap().gold = 0;
    for (kind, name, gold, rule) in [
        ("fleet", "Fleet", 4, "middle-ages.fleets.building.cost"),
        ("marker", "Marker", 4, "middle-ages.civilisation.building.cost"),
        ("army", "Army", 2, "middle-ages.armies.beginning-missing"),
    ] {
        let plan = json!({"kind": kind, "base": "flanders", "targets": [{"area": "flanders"}]});
        let (says, under) = declares(&now, plan);
        assert!(says.ends_with(&format!("costs {gold} gold; Franks has 0.")), "{name}: {says}");
        assert_eq!(under, rule);
    }
    // A crossing from a home of seafarers: each sea area is a gold.
    stands(&mut now, "flanders", |held| (held.armies, held.fleets) = (vec![1], vec![1]));
    let ship = json!({"board": "ship", "from": "flanders", "to": "normandy", "strength": 1});
    let (says, rule) = moves(&now, ship);
    assert_eq!(says, "The crossing of sea areas (1) costs 1 gold; Franks has 0.");
    assert_eq!(rule, "middle-ages.armies.movement.sea.cost");
    assert!(now.data().is_coastal(area("flanders")));
}
