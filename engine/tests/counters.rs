//! Counters on the map: where corps and fleets stand, told in public by their own players.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use engine::eia::Position;
use engine::eia::powers::Power;
use engine::table::Verb;
use serde_json::json;

fn position(play: &Play) -> Position {
    serde_json::from_value(play.campaign.public_view().game).unwrap()
}

#[test]
fn a_player_places_moves_and_removes_his_own_counters_and_nobody_elses() {
    let mut play = Play::in_months(7, |_| ());
    let held = position(&play).choice;
    let seats = play.campaign.public_view().seats;
    let seat = &seats[0].id;
    let (own, other) = (held.powers_of(seat)[0], held.powers_of(&seats[1].id)[0]);
    let person = seat.number().unwrap();
    let place = |power: Power, name: &str, at: &str| {
        Verb::Game(json!({"counter": "place", "power": power, "name": name, "place": at}))
    };
    assert!(play.refused(person, place(other, "I Corps", "area/vienna")).contains("is not yours"));
    assert!(play.refused(person, place(own, "I Corps", "area/atlantis")).contains("in an area or in a sea"));
    assert!(play.refused(person, place(own, "I Corps", "province/tyrol")).contains("in an area or in a sea"));
    play.must(person, place(own, "I Corps", "area/vienna"));
    assert!(play.refused(person, place(own, "i corps", "area/vienna")).contains("there already"));
    play.must(person, place(own, "i corps", "area/munich"));
    play.must(person, place(own, "Brest fleet", "sea/english-channel"));
    let counters = &position(&play).counters[&own];
    assert_eq!(counters["I Corps"], "area/munich", "it is the same counter, as it was written first");
    assert_eq!(counters.len(), 2);
    let remove = |name: &str| Verb::Game(json!({"counter": "remove", "power": own, "name": name}));
    assert!(play.refused(person, remove("II Corps")).contains("no counter"));
    play.must(person, remove("I CORPS"));
    assert_eq!(position(&play).counters[&own].len(), 1);
    play.ends_verified();
}
