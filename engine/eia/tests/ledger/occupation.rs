//! Who holds a city on the board that the bot keeps.
#![allow(clippy::unwrap_used)]

use crate::words::given;

const WAR: &str = "kept board; France at war with Austria";

// standard.land.occupation.city
#[test]
fn a_vacant_city_is_held_by_an_enemy_corps_while_it_stands_there_alone() {
    given(WAR).holds("Linz", "Austria");
    given(&format!("{WAR}; Linz: France II")).holds("Linz", "France");
    given(&format!("{WAR}; Linz: France II, Austria I")).holds("Linz", "Austria");
    given(&format!("{WAR}; Linz: France II, Austria I inside")).holds("Linz", "Austria");
    given("kept board; Linz: Prussia II").holds("Linz", "Austria");
    given("kept board; Munich: Austria I").holds("Munich", "");
}

// standard.land.occupation.city: of several powers inside the one with most corps holds it, then with most factors, then the first by name.
#[test]
fn of_several_inside_the_strongest_holds_it() {
    let war = format!("{WAR}; Russia at war with Austria");
    given(&format!("{war}; Linz: France garrison 5, Russia I inside")).holds("Linz", "Russia");
    given(&format!("{war}; Linz: France garrison 5, Russia garrison 4")).holds("Linz", "France");
    given(&format!("{war}; Linz: France garrison 4, Russia garrison 5")).holds("Linz", "Russia");
    given(&format!("{war}; Linz: France garrison 4, Russia garrison 4")).holds("Linz", "France");
}

// standard.land.allied.cities
#[test]
fn whose_city_others_guard_holds_it() {
    given("kept board; Olmutz: Russia garrison 3").holds("Olmutz", "Austria");
    given(&format!("{WAR}; Olmutz: Russia garrison 3")).holds("Olmutz", "Austria");
    given(&format!("{WAR}; Olmutz: France garrison 3")).holds("Olmutz", "France");
}
