//! Minor countries in politics: wars on them, and who takes control.
#![allow(clippy::unwrap_used)]

use crate::words::given;
use engine::eia::map::ProvinceId;
use engine::eia::politics::minors::Happened;
use engine::eia::politics::minors::control::Bid;
use engine::eia::powers::Power;
use engine::eia::{EmpiresInArms, Event};
use engine::table::Entry;
use serde_json::json;

fn at(key: &str) -> ProvinceId {
    ProvinceId::by_key(key).unwrap()
}

fn bids(made: &[Entry]) -> Vec<Bid> {
    let events = made.iter().filter_map(Entry::game_event::<EmpiresInArms>);
    let decided = events.filter_map(|event| match event {
        Event::Minors(Happened::Controlled { bids, .. } | Happened::Contested { bids, .. }) => Some(bids),
        _ => None,
    });
    decided.flatten().collect()
}

// 4.2: what is sealed on the sheets.
#[test]
fn war_is_declared_on_neutral_countries_alone_and_as_a_whole() {
    given("1805")
        .refuses("Austria", "seals attack Tyrol", "no minor country")
        .refuses("Austria", "seals attack Piedmont", "war on it is war on France")
        .refuses("Austria", "seals attack Norway", "Norway is a district of Denmark")
        .refuses("Austria", "seals attack France", "A minor country is chosen here")
        .refuses("Austria", "seals war on Saxony", "A power is chosen here")
        .refuses("Austria", r#"seals {"attack/austria": ["saxony"]}"#, ".")
        .envelopes("Russia: attack Sweden and Saxony")
        .then("Russia at war with Saxony; Russia at war with Sweden")
        .look(|now, _| assert!(now.attacks(Power::Russia, at("finland")) && now.minor_wars().count() == 2))
        .until("the next month")
        .refuses("Russia", "seals attack Saxony", "at war with Saxony already");
}

// 4.6.2, 4.6.3: it is not decided again in the next month, and conquered in the normal way.
#[test]
fn nobody_wants_it_and_the_war_costs_nothing() {
    given("1805")
        .envelopes("France: attack Saxony")
        .asked("politics/1805-01/control")
        .then("minors")
        .until("talks")
        .then("Saxony is neutral; France at war with Saxony; France +0 PP")
        .until("the next month")
        .until("talks")
        .not_told("controlled")
        .when("France", "board conquer Saxony")
        .then("Saxony is France's; France +1 PP")
        .value("politics/minors/wars", json!([]));
}

// 4.6.3: France adds 1 in the dominant zone, Prussia −1 in Instability: 2 + 1 and 4 − 1 are equal, then 1 + 1 is less than 6 − 1.
#[test]
fn equals_roll_with_their_modifiers_and_equal_sums_again() {
    given("Prussia 12 PP; Russia at war with Saxony")
        .dice([2, 4])
        .dice([1, 6])
        .envelopes("France: volunteer Saxony; Prussia: volunteer Saxony")
        .look(|_, made| {
            assert_eq!(rolled(made), [(Power::France, 1, vec![2, 1]), (Power::Prussia, -1, vec![4, 6])])
        })
        .then("Saxony is Prussia's free state");
}

fn rolled(made: &[Entry]) -> Vec<(Power, i64, Vec<u32>)> {
    bids(made).into_iter().map(|bid| (bid.power, bid.adds, bid.rolls)).collect()
}

// house.minors.finland.modifiers: France stands in the dominant zone besides: 3 + 1 + 1 beats 3 and 2 + 2.
#[test]
fn of_an_independent_finland_great_britain_adds_two_and_france_one() {
    given("Sweden is Spain's free state; Russia at war with Finland")
        .dice([3, 3, 2])
        .envelopes("Austria: volunteer Finland; Great Britain: volunteer Finland; France: volunteer Finland")
        .under(["house.minors.finland.modifiers"])
        .look(|_, made| assert_eq!(bids(made).iter().map(|bid| bid.adds).collect::<Vec<_>>(), [0, 2, 2]))
        .then("Finland is France's free state");
}

// enhancements.minor.backing.override
#[test]
fn an_enemy_in_one_s_home_releases_nobody_from_a_promise() {
    given("backing yes; Berlin: France I; France at war with Saxony")
        .envelopes("Prussia: promise Saxony")
        .then("Prussia at war with France")
        .under(["enhancements.minor.backing.override"]);
}

// 4.6.6: that costs nobody anything.
#[test]
fn who_gives_up_the_last_war_on_a_country_makes_it_neutral_again() {
    given("France and Russia at war with Saxony")
        .refuses("France", "minor give up country Saxony", "(4.6.6)")
        .envelopes("Austria: volunteer Saxony")
        .until("talks")
        .refuses("Austria", "minor give up country Saxony", "not at war with Saxony")
        .refuses("Austria", "minor give up power France country Saxony", "not yours")
        .when("France", "minor give up country Saxony")
        .then("Saxony is Austria's free state; France, Russia and Austria +0 PP")
        .when("Russia", "minor give up country Saxony")
        .then("Saxony is neutral; France, Russia and Austria +0 PP")
        .value("politics/minors/wars", json!([]));
}

// 7.7
#[test]
fn who_declared_no_war_on_a_neutral_country_does_not_conquer_it() {
    given("talks")
        .refuses("France", "board conquer Saxony", "has declared no war on Saxony")
        .until("the next month")
        .envelopes("France: attack Saxony")
        .until("talks")
        .refuses("France", "board conquer Saxony", "house.minors.conquest-primary-district")
        .until("the next month")
        .until("talks")
        .when("France", "board conquer Saxony")
        .then("Saxony is France's");
}
