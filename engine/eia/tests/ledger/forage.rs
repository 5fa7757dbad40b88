//! Bread and forage on the kept board (7.4.2): values, enemies, winter, quarters, and the besieged.
#![allow(clippy::unwrap_used)]

use crate::words::kept::{area, corps};
use crate::words::{Words, given};
use engine::eia::Position;
use engine::eia::ground::Ground;
use engine::eia::land::forces::Factors;
use engine::eia::land::hunger::{less, living, value};
use engine::eia::land::phase::How;
use engine::eia::land::siege::{besieged_value, needs};
use engine::eia::powers::Power;

fn of_france(words: &str, place: &str, spare: u8) -> u8 {
    let mut found = 0;
    let month = if words.contains("1805;") { "" } else { "March 1805; " };
    given(&format!("kept board; {month}France at war with Austria; {words}"))
        .board(|ground| found = value(ground, Power::France, area(place).unwrap(), spare));
    found
}

// standard.land.forage.value: the area's, and one for each point spared.
#[test]
fn spare_movement_adds_to_the_value() {
    let board = "Munich: France II";
    assert_eq!([0, 1, 4].map(|spare| of_france(board, "Munich", spare)), [5, 6, 9]);
    assert_eq!(of_france("Passau: France II", "Passau", 4), 8);
}

// standard.land.forage.enemy: one for each unbesieged enemy corps in the open, two at most.
#[test]
fn enemies_in_the_open_take_from_it_and_two_at_most() {
    let with = |more: &str| of_france(&format!("Munich: France II{more}"), "Munich", 3);
    assert_eq!(with(""), 8);
    assert_eq!(with(", Austria I"), 7);
    assert_eq!(with(", Austria I, II, III"), 6);
    assert_eq!(with(", Austria I inside"), 8, "who is inside does not count");
}

// standard.land.forage.winter
#[test]
fn winter_takes_two() {
    let at = |month: &str| of_france(&format!("{month}; Munich: France II"), "Munich", 0);
    assert_eq!(["November 1805", "December 1805"].map(at), [5, 3]);
}

fn how(state: &Position, power: Power, called: &str) -> How {
    living(state, power)[&corps("1805", called)]
}

fn look(words: Words, at: impl FnOnce(&Position)) {
    words.board(|ground: &Ground<'_>| at(ground.state()));
}

// standard.land.forage.quarters: one for each tower, at home, in a city of its side, with no enemy there.
#[test]
fn corps_that_stood_at_home_are_in_quarters_one_for_each_tower() {
    let four = "kept board; December 1805; Prague: Austria I, Austria II, Austria III, Austria IV";
    look(given(four), |state| {
        let all = living(state, Power::Austria);
        assert_eq!(all.values().filter(|how| **how == How::Quarters).count(), 3, "Prague has three towers");
        assert_eq!(all.len(), 4);
    });
    let met = "kept board; France at war with Austria; Prague: Austria I, France II";
    look(given(met), |state| assert_ne!(how(state, Power::Austria, "Austria I"), How::Quarters));
    let abroad = "kept board; Dresden: Austria I";
    look(given(abroad), |state| assert_ne!(how(state, Power::Austria, "Austria I"), How::Quarters));
}

// standard.land.forage.besieging: who besieges forages on the bare value.
#[test]
fn who_stands_before_a_city_that_is_held_against_him_spares_nothing() {
    let before = |garrison: &str| {
        let words =
            format!("kept board; March 1805; France at war with Austria; Munich: France II{garrison}");
        let mut found = None;
        look(given(&words), |state| found = Some(how(state, Power::France, "France II")));
        match found.unwrap() {
            How::Forage { value, spared, .. } => (value, spared),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(before(""), (9, true));
    assert_eq!(before(", Austria garrison 2"), (5, false));
}

// standard.land.forage.besieged-value
#[test]
fn the_besieged_live_worse_every_two_months() {
    let vienna = area("Vienna").unwrap();
    assert_eq!(vienna.on_map().forage, 5);
    assert_eq!([0, 1, 2, 3, 4, 20].map(|months| besieged_value(vienna, months)), [4, 4, 3, 3, 2, 1]);
}

// standard.land.forage.roll: the cheapest first.
#[test]
fn the_cheapest_factors_starve_first() {
    let held = Factors::read("2m 3i 2c 1gd").unwrap();
    let after = |lost: u32| less(held, lost).to_string();
    assert_eq!([1, 2, 4, 6, 8].map(after), ["3i 1m 2c 1gd", "3i 2c 1gd", "1i 2c 1gd", "2c", "0"]);
}

// standard.land.siege.number, standard.land.siege.modifiers
#[test]
fn a_breach_needs_more_before_more_towers_and_less_with_every_month() {
    let of = |place: &str, months: u8| needs(area(place).unwrap(), months);
    let fletches = |place: &str| area(place).unwrap().on_map().city.as_ref().unwrap().fletches;
    for (place, by_towers) in [("Stuttgart", 3), ("Munich", 4), ("Vienna", 5), ("Pilsen", 2)] {
        assert_eq!(of(place, 0), by_towers + fletches(place), "{place}");
    }
    assert_eq!([0, 1, 2, 3, 4].map(|months| of("Munich", 0) - of("Munich", months)), [0, 1, 2, 3, 3]);
}
