//! Counters on the map: where corps and fleets stand, told in public by their own players.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use engine::eia::powers::Power;
use engine::eia::told::counters::Piece;
use engine::eia::{Position, oob};
use engine::table::Verb;
use serde_json::json;

fn position(play: &Play) -> Position {
    serde_json::from_value(play.campaign.public_view().game.value()).unwrap()
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
    assert!(play.refused(person, place(own, "I Corps", "area/atlantis")).contains("no such place"));
    assert!(play.refused(person, place(own, "I Corps", "province/tyrol")).contains("in an area or in a sea"));
    play.must(person, place(own, "I Corps", "area/vienna"));
    assert!(play.refused(person, place(own, "i corps", "area/vienna")).contains("there already"));
    play.must(person, place(own, "i corps", "area/munich"));
    let fleet = |at: &str, piece: &str| {
        let order =
            json!({"counter": "place", "power": own, "name": "La Royale", "place": at, "piece": piece});
        Verb::Game(order)
    };
    play.must(person, fleet("sea/english-channel", "fleet"));
    let counters = &position(&play).counters[&own];
    assert_eq!(counters["I Corps"].place, "area/munich", "it is the same counter, as it was written first");
    assert_eq!(counters.len(), 2);
    // What it is was declared when it came; nothing has to be said again, and nothing else can be said.
    assert!(play.refused(person, place(own, "La Royale", "area/munich")).contains("Munich has none"));
    assert!(play.refused(person, fleet("area/brest", "corps")).contains("is a fleet, and a corps is asked"));
    play.must(person, place(own, "La Royale", "area/brest"));
    let remove = |name: &str| Verb::Game(json!({"counter": "remove", "power": own, "name": name}));
    assert!(play.refused(person, remove("II Corps")).contains("no counter"));
    play.must(person, remove("I CORPS"));
    assert_eq!(position(&play).counters[&own].len(), 1);
    play.ends_verified();
}

#[test]
fn a_fleet_is_one_by_the_order_of_battle_or_as_declared_and_never_by_its_name() {
    let mut play = Play::in_months(7, |_| ());
    let seat = play.campaign.public_view().seats[0].id.clone();
    let own = position(&play).choice.powers_of(&seat)[0];
    let person = seat.number().unwrap();
    let place = |name: &str, at: &str, piece: Option<&str>| {
        let mut order = json!({"counter": "place", "power": own, "name": name, "place": at});
        if let Some(piece) = piece {
            order["piece"] = json!(piece);
        }
        Verb::Game(order)
    };
    let scenario = play.campaign.public_view().scenario;
    let known = |name: &str| Piece::of_the_order(&scenario, own, name);
    let forces = &oob::of(&scenario).unwrap().powers[&own];
    let (fleet, corps) = (forces.fleets[0].name.clone(), forces.corps[0].name.clone());
    assert_eq!((known(&fleet), known(&corps)), (Some(Piece::Fleet), Some(Piece::Corps)));
    assert_eq!(known("Fleet of foot"), None);
    // Munich has no port.
    assert!(play.refused(person, place(&fleet, "area/munich", None)).contains("Munich has none"));
    assert!(
        play.refused(person, place(&fleet.to_lowercase(), "area/munich", Some("corps")))
            .contains("is a fleet")
    );
    assert!(play.refused(person, place(&corps, "area/munich", Some("fleet"))).contains("is a corps"));
    play.must(person, place(&corps, "area/munich", None));
    // The words in a name say nothing.
    assert!(
        play.refused(person, place("Fleet of foot", "area/munich", Some("fleet")))
            .contains("Munich has none")
    );
    play.must(person, place("Fleet of foot", "area/munich", None));
    assert_eq!(position(&play).counters[&own]["Fleet of foot"].piece, Piece::Corps);
    play.ends_verified();
}

/// Areas of a group's own map; a fleet can lie in a sea that its table does not keep.
const TABLE: &str = "area,province,neighbours,port\nAldmark,Northland,Brunn,Broad Sound\nBrunn,Northland,Aldmark,-\nCressy,,,\n";

#[test]
fn on_a_groups_own_map_counters_stand_in_its_areas_and_in_seas_by_name() {
    let mut play = Play::in_months(3, |founding| founding.options["map"] = json!(TABLE));
    let seat = play.campaign.public_view().seats[0].id.clone();
    let own = position(&play).choice.powers_of(&seat)[0];
    let person = seat.number().unwrap();
    let place = |name: &str, at: &str| {
        Verb::Game(json!({"counter": "place", "power": own, "name": name, "place": at}))
    };
    assert!(play.refused(person, place("I Corps", "area/vienna")).contains("group's own map"));
    assert!(play.refused(person, place("I Corps", "own/Vienna")).contains("no area of this campaign's map"));
    assert!(play.refused(person, place("I Corps", "own-province/Northland")).contains("in a sea area"));
    assert!(play.refused(person, place("Fleet", "own-sea/;")).contains("is no name"));
    let fleet = |name: &str, at: &str| {
        Verb::Game(json!({"counter": "place", "power": own, "name": name, "place": at, "piece": "fleet"}))
    };
    assert!(play.refused(person, fleet("I Fleet", "own/Brunn")).contains("Brunn has none"));
    play.must(person, fleet("I Fleet", "own/Cressy"));
    play.must(person, Verb::Game(json!({"counter": "remove", "power": own, "name": "I Fleet"})));
    play.must(person, place("I Corps", "own/aldmark"));
    play.must(person, fleet("Fleet", "own-sea/Gulf of Nowhere"));
    let counters = &position(&play).counters[&own];
    assert_eq!(counters["I Corps"].place, "own/Aldmark", "it is written as the map writes it");
    assert_eq!(counters["Fleet"].place, "own-sea/Gulf of Nowhere");
    // An area that gets another name keeps what stands there.
    let map = |order: serde_json::Value| Verb::Game(order);
    let edit = json!({"edit": "value", "area": "Aldmark", "column": "area", "value": "Oldmark"});
    play.must(1, map(json!({"map": "propose", "what": {"change": "correct", "edit": edit}})));
    for other in [2, 3] {
        play.must(other, map(json!({"map": "confirm", "proposal": 1})));
    }
    assert_eq!(position(&play).counters[&own]["I Corps"].place, "own/Oldmark");
    assert!(play.refused(person, place("I Corps", "own/Oldmark")).contains("there already"));
    play.ends_verified();
}
