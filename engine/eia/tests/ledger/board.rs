//! How provinces are held: what is conquered, freed, ceded of free will and taken by a formal peace, and what that brings and costs.
#![allow(clippy::unwrap_used)]

use crate::words::given;
use engine::eia::Position;
use engine::eia::politics::terms::Term;
use serde_json::json;

// 10.2.1
#[test]
fn a_conquest_brings_the_conqueror_a_point_and_costs_who_had_the_country_one() {
    given("France at war with Saxony")
        .until("the next month")
        .until("talks")
        .when("Russia", "board conquer Saxony power France")
        .then("Saxony is France's; France +1 PP; Russia +0 PP")
        .refuses("France", "board conquer Saxony", "already")
        .refuses("Austria", "board conquer Saxony", "not at war with it")
        .refuses("Austria", "board conquer Tyrol power France", "formal peace")
        .until("the next month")
        .envelopes("Austria: war on France")
        .then("Austria −3 PP")
        .until("the next month")
        .until("talks")
        .when("Austria", "board conquer Saxony")
        .then("Austria +1 PP; France −1 PP");
}

// 10.2.1: nobody conquers what he has in another way, nor what he conquers for nobody.
#[test]
fn a_free_state_of_his_own_nobody_conquers_nor_anything_for_no_power_of_the_campaign() {
    given("Bavaria is Austria's free state")
        .refuses("Austria", "board conquer Bavaria", "what is his")
        .refuses("Austria", "board conquer Hesse power sardinia", "no power of this campaign");
}

// house.minors.defence.penalty, house.minors.defence.sufficient
#[test]
fn who_lets_a_country_fall_without_a_fight_loses_one_more() {
    given("Saxony is Austria's; Austria at war with France")
        .until("the next month")
        .until("talks")
        .when("France", "board conquer Saxony undefended yes")
        .under(["house.minors.defence.penalty"])
        .then("Austria −2 PP");
}

// house.minors.conquest-primary-district
#[test]
fn districts_of_one_country_fall_with_its_primary_district() {
    given("Russia at war with Sweden")
        .until("the next month")
        .until("talks")
        .refuses("Russia", "board conquer Finland", "house.minors.conquest-primary-district")
        .when("Russia", "board conquer Sweden")
        .then("Finland is Russia's; Russia +1 PP")
        .when("Russia", "control nobody province Sweden")
        .then("Sweden is neutral; Finland is Russia's")
        .when("Prussia", "control tell province Sweden")
        .then("Finland is Russia's");
}

// As at the start; what was done by the rules nobody does alone.
#[test]
fn a_home_that_is_told_to_be_its_own_power_s_is_a_home_again() {
    let told = "control tell province Tyrol power France how ceded";
    given("France at war with Saxony")
        .until("the next month")
        .until("talks")
        .refuses("Austria", told, "house.ceding.formal-peace")
        .when("France", told)
        .when("Austria", "control tell province Tyrol")
        .then("Tyrol is Austria's")
        .look(|now, _| assert_eq!(now.board.changed().count(), 0))
        .when("Russia", "board conquer Saxony power France")
        .refuses("Russia", "undo", ".");
}

// house.ceding.to-allies, house.ceding.no-free-states, house.ceding.formal-peace
#[test]
fn of_free_will_one_cedes_to_allies_in_the_economic_phase_while_at_peace() {
    given(
        "Austria and Prussia allied; Saxony is Austria's; Bavaria is Austria's free state; Hesse is France's",
    )
    .refuses("Austria", "board cede Saxony to Prussia", "economic phase")
    .until("economic phase")
    .refuses("Austria", "board cede Saxony to Russia", "house.ceding.to-allies")
    .refuses("Austria", "board cede Bavaria to Prussia", "house.ceding.no-free-states")
    .refuses("Austria", "board cede Tyrol to Prussia", "house.ceding.formal-peace")
    .when("Austria", "board cede Saxony to Prussia")
    .then("Saxony is Prussia's; Austria −1 PP")
    .refuses("France", "board cede Hesse to Austria", "house.ceding.to-allies");
}

// house.ceding.formal-peace, house.map.hungary-cession-last
#[test]
fn a_victor_takes_by_a_formal_peace_what_the_chart_lets_it() {
    let id = "house.ceding.formal-peace";
    given("France sues Great Britain, spared a1: b7, b5")
        .refuses("Great Britain", "board take Tyrol", id)
        .refuses("Great Britain", "board take ile-de-france", "house.map.hungary-cession-last")
        .then("France sues Great Britain, spared a1: b7, b5")
        .when("Great Britain", "board take Provence")
        .then("Provence is Great Britain's; Great Britain, France, Austria, Prussia, Russia, Spain and Turkey +0 PP")
        .look(|now, _| assert_eq!(in_force(now), [Term::B5]))
        .refuses("Great Britain", "board take Brittany", id);
}

fn in_force(now: &Position) -> Vec<Term> {
    now.in_force(&now.politics.treaties[0]).map(|(_, term)| term).collect()
}

// house.ceding.no-free-states: who is spared A.5 gives minor countries alone.
#[test]
fn who_gives_no_province_gives_a_conquered_country_and_no_free_state() {
    given("France sues Great Britain, spared a5: b7, b5; Hesse is France's; Baden is France's free state")
        .refuses("Great Britain", "board take Provence", "(A.5)")
        .refuses("Great Britain", "board take Baden", "house.ceding.no-free-states")
        .when("Great Britain", "board take Hesse")
        .then("Hesse is Great Britain's");
}

// house.ceding.formal-peace: the losers' status is low, and what the peace gives is taken before they lose it.
#[test]
fn what_a_victor_takes_of_one_loser_leaves_what_another_owes_it() {
    let id = "house.ceding.formal-peace";
    given("Austria and Prussia at war with France; February 1805")
        .envelopes("Austria: sue France; Prussia: sue France")
        .until("the terms envelopes")
        .envelopes("France: wish Austria 1 b7, wish Prussia 1 b7; Austria: spare a1; Prussia: spare a1")
        .until("cession")
        .when("France", "board take Silesia")
        .refuses("France", "board take Pomerania", id)
        .when("France", "board take Tyrol")
        .refuses("France", "board take Bohemia", id)
        .value("politics/claims", json!([]));
}

// 4.8
#[test]
fn what_is_conquered_becomes_a_free_state_in_its_step() {
    given("France at war with Hesse")
        .until("the next month")
        .until("land phase")
        .when("France", "board conquer Hesse")
        .refuses("France", "board free Hesse", "(4.8)")
        .until("talks")
        .refuses("Austria", "board free Hesse", "you do not play it")
        .refuses("France", "board free Saxony", "Nobody has")
        .when("France", "board free Hesse")
        .then("Hesse is France's free state")
        .refuses("France", "board free Hesse", "already");
}
