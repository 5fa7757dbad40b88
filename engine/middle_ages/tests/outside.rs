//! What strikes courts from outside, by value: fates, raiders, magnates, a line of communication that is cut, exile.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, rules_in};
use crate::help::{
    BYZANTIUM, FRANKS, area, begun, event_deck, fate_deck, fated, found, founding, in_order, kept,
    next_round, order, position, ready, seat, stands, year_deck,
};
use engine::middle_ages::Position;
use engine::middle_ages::board::communication::{cut_off, may_return, moves_to};
use engine::middle_ages::board::outsiders::{prey, richest, with_magnates};
use engine::middle_ages::board::{Board, setup};
use engine::middle_ages::court::Court;
use engine::middle_ages::geography::Area;
use engine::middle_ages::pack::Data;
use engine::middle_ages::raiders::Band;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn court(key: &str) -> Court {
    Court::by_key(key).unwrap()
}

fn social(position: &Position, key: &str) -> i8 {
    position.board.area(area(key)).unwrap().social
}

fn unrest(position: &Position, key: &str) -> bool {
    position.board.area(area(key)).unwrap().unrest
}

/// A band of this program.
fn band(key: &str) -> Band {
    Data::shipped().raiders().iter().find(|band| band.key == key).unwrap().clone()
}

/// The face of a die for one of these areas that finds this one.
fn face(all: impl Iterator<Item = Area>, key: &str) -> u32 {
    u32::try_from(all.collect::<Vec<_>>().iter().position(|one| one.key() == key).unwrap() + 1).unwrap()
}

fn draws(play: &mut Play) -> Vec<engine::table::Entry> {
    play.must(FRANKS, order(json!({"board": "draw"})))
}

#[test]
fn the_deck_of_fates_has_28_cards_of_which_half_do_nothing() {
    let data = Data::shipped();
    let deck = data.fate_deck();
    assert_eq!((deck.len(), deck.iter().filter(|card| card.starts_with("quiet-")).count()), (28, 14));
    assert!(deck.iter().all(|card| data.fate_named(card).is_some()));
}

#[test]
fn a_plague_strikes_an_area_and_its_neighbours_wherever_they_are() {
    let data = Data::shipped();
    let die = [face(data.areas(), "tuscany")];
    let mut play = fated(&[], &[], &["plague-1"], &[&die]);
    let before = position(&play);
    let made = draws(&mut play);
    assert_eq!(found(&made, "fate_turned").unwrap()["fate"], "plague");
    let now = position(&play);
    let struck: BTreeSet<Area> = data
        .areas()
        .filter(|of| now.board.area(*of).unwrap().social < before.board.area(*of).unwrap().social)
        .collect();
    let neighbours: BTreeSet<Area> = data.borders(area("tuscany")).chain([area("tuscany")]).collect();
    assert_eq!(struck, neighbours);
    assert_eq!(social(&now, "tuscany"), social(&before, "tuscany") - 1);
}

#[test]
fn a_bad_harvest_a_rich_one_and_heresy_strike_the_court_that_draws() {
    let of_franks = |key: &str| {
        let now = position(&kept(&[], &[], &[]));
        [face(now.board.areas_of(court("franks")).map(|(area, _)| area), key)]
    };
    let mut play = fated(&[], &[], &["famine-1"], &[&of_franks("burgundy")]);
    draws(&mut play);
    assert_eq!(social(&position(&play), "burgundy"), 0);
    let mut play = fated(&[], &[], &["harvest-1"], &[]);
    draws(&mut play);
    assert_eq!(position(&play).board.realms[&court("franks")].gold, 6 + 2);
    // Friesland is pagan or Christian as the map says; the die is among the Christian ones.
    let christian: Vec<Area> = {
        let now = position(&kept(&[], &[], &[]));
        let of = now
            .board
            .areas_of(court("franks"))
            .filter(|(_, held)| now.data().is_of_faith(held.religion, "christian"));
        of.map(|(area, _)| area).collect()
    };
    let mut play = fated(&[], &[], &["heresy-1"], &[&[face(christian.into_iter(), "aquitaine")]]);
    draws(&mut play);
    assert_eq!(position(&play).board.area(area("aquitaine")).unwrap().religion.key(), "heretic");
    let mut play = fated(&[], &[], &["quiet-1"], &[]);
    let before = position(&play).board.areas;
    draws(&mut play);
    assert_eq!(position(&play).board.areas, before);
}

#[test]
fn charlemagne_does_not_die_heirless_in_his_first_seven_rounds() {
    let mut play = fated(&[], &[], &["heirless-1"], &[]);
    let made = draws(&mut play);
    assert_eq!(found(&made, "fate_turned").unwrap()["spared"], true);
    assert!(found(&made, "heirless").is_none());
    assert_eq!(position(&play).board.realms[&court("franks")].leader.sum(), 19);
    let unchecked = |round| setup::is_unchecked(&Data::shipped(), court("franks"), round);
    assert!(unchecked(7) && !unchecked(8));
}

/// Mercia and the Franks, of whom Mercia draws these fates, the Franks quiet years.
fn mercia(fates: [&str; 3], dice: &[&[u32]]) -> Play {
    let (year, events) = (year_deck(&[]), event_deck(&[]));
    let fates = fate_deck(&[fates[0], "quiet-1", fates[1], "quiet-2", fates[2], "quiet-3"]);
    let mut all: Vec<&[u32]> = vec![&year, &events, &fates];
    all.extend(dice);
    begun(Play::scripted_by(&founding("charlemagne", 2, json!({})), &all), &[], &COURTS)
}

const MERCIA: u32 = 1;
const COURTS: [(u32, &str); 2] = [(MERCIA, "mercia"), (2, "franks")];

#[test]
fn a_leader_who_dies_heirless_leaves_unrest_then_rebellion_and_his_court_goes_into_exile_and_returns() {
    let year = year_deck(&[]);
    // The heir; the next shuffle; the next heir, and two tests on 2.
    let mut play = mercia(
        ["heirless-1", "heirless-2", "quiet-4"],
        &[&[1, 4, 6], &year, &[2, 2, 2], &[1, 1], &[1, 1], &year],
    );
    let made = ready(&mut play, MERCIA);
    assert_eq!(
        found(&made, "heirless").unwrap()["leader"],
        json!({"combat": 1, "administration": 3, "diplomacy": 9})
    );
    let now = position(&play);
    assert!(unrest(&now, "mercia") && unrest(&now, "wessex"));
    assert_eq!(now.board.realms[&court("mercia")].leader.diplomacy, 9);
    ready(&mut play, 2);
    in_order(&mut play, 2, &COURTS);
    let made = ready(&mut play, MERCIA);
    // 5 for the unrest, and 1 where an independent area of the same people and church is beside it.
    assert!(found(&made, "tested").unwrap()["value"].as_i64().unwrap() >= 5);
    // The court goes from Mercia to Wessex, and then is lost with it.
    assert_eq!(found(&made, "court_moved").unwrap()["to"], "wessex");
    let now = position(&play);
    assert!(now.board.areas_of(court("mercia")).next().is_none(), "it is in exile");
    ready(&mut play, 2);
    in_order(&mut play, 3, &COURTS);
    let returns = |to: &str| order(json!({"board": "return", "area": to}));
    assert!(play.refused(MERCIA, returns("saxony")).contains("language and religion of its court"));
    play.must(MERCIA, returns("mercia"));
    let now = position(&play);
    assert_eq!(now.board.owner(area("mercia")), Some(court("mercia")));
    assert_eq!(now.board.realms[&court("mercia")].home, area("mercia"));
    assert!(play.refused(MERCIA, returns("wessex")).contains("Only a court that has lost all"));
}

#[test]
fn an_area_that_rises_twice_may_rebel_and_what_it_joined_to_the_court_is_cut_off() {
    let (year, events) = (year_deck(&[]), event_deck(&[]));
    let fates = fate_deck(&["rising-1", "quiet-1", "rising-2"]);
    let now = position(&kept(&[], &[], &[]));
    let lot = [face(now.board.areas_of(court("franks")).map(|(area, _)| area), "lorraine")];
    let dice: [&[u32]; 8] = [&year, &events, &fates, &lot, &year, &lot, &[1, 1], &year];
    let courts = [(FRANKS, "franks"), (BYZANTIUM, "byzantium")];
    let mut play = begun(Play::scripted_by(&founding("charlemagne", 2, json!({})), &dice), &[], &courts);
    draws(&mut play);
    assert!(unrest(&position(&play), "lorraine"));
    next_round(&mut play, 2, &courts);
    let made = draws(&mut play);
    // 5 for the unrest less 2 points of fortification, 1 for the related language, 1 beside independent areas of its people.
    assert_eq!(found(&made, "tested").unwrap()["value"], 5);
    assert_eq!(position(&play).board.owner(area("lorraine")), None);
    assert!(!unrest(&position(&play), "swabia"));
    for person in [FRANKS, BYZANTIUM] {
        ready(&mut play, person);
    }
    for (place, (person, _)) in (1..).zip(&courts) {
        let made = crate::help::seals(&mut play, *person, "order/3", &json!({"place": place}));
        if *person == BYZANTIUM {
            assert_eq!(found(&made, "cut_off").unwrap()["areas"], json!(["franconia", "swabia"]));
        }
    }
    let now = position(&play);
    assert!(unrest(&now, "swabia") && unrest(&now, "franconia") && !unrest(&now, "burgundy"));
}

/// The board with all courts of the scenario on it.
fn all_courts() -> Board {
    let mut board = position(&kept(&[], &[], &[])).board;
    for begins in Data::shipped().begins() {
        for held in &begins.areas {
            board.areas.get_mut(held).unwrap().owner = Some(begins.court);
        }
        if let Some(realm) = board.realms.get(&court("franks")).cloned() {
            let home = *begins.areas.first().unwrap();
            board.realms.insert(begins.court, engine::middle_ages::board::Realm { home, ..realm });
        }
    }
    board
}

#[test]
fn no_court_of_the_scenario_begins_with_an_area_that_is_cut_off() {
    let mut board = all_courts();
    for begins in Data::shipped().begins() {
        assert!(cut_off(&board, begins.court).is_empty(), "{:?}", cut_off(&board, begins.court));
    }
    // An area inland far from all others is; one on a coast within two sea areas is not.
    board.areas.get_mut(&area("smolensk")).unwrap().owner = Some(court("franks"));
    board.areas.get_mut(&area("wales")).unwrap().owner = Some(court("franks"));
    assert_eq!(cut_off(&board, court("franks")), [area("smolensk")].into());
    assert_eq!(cut_off(&board, court("cordova")), [].into());
    // Norway lies four sea areas from the coasts of Cordova; a fleet there carries as far.
    let far = |board: &Board| cut_off(board, court("byzantium"));
    board.areas.get_mut(&area("norway")).unwrap().owner = Some(court("byzantium"));
    assert_eq!(far(&board), [area("norway")].into());
}

#[test]
fn a_court_moves_to_the_richest_area_that_is_left_and_an_exile_returns_among_his_own_people() {
    let mut now = position(&kept(&[], &[], &[]));
    stands(&mut now, "burgundy", |held| held.social = 3);
    let worth = |area: &Area| {
        i16::from(now.data().known(*area).population) + i16::from(now.board.area(*area).unwrap().social)
    };
    let most = now.board.areas_of(court("franks")).map(|(area, _)| worth(&area)).max().unwrap();
    let to = moves_to(&now.board, court("franks")).unwrap();
    assert_eq!((to, worth(&to)), (area("burgundy"), most));
    let refused = may_return(&now, &seat(FRANKS), area("saxony")).unwrap_err();
    assert!(refused.says.to_string().contains("Only a court that has lost all"));
    let own: Vec<Area> = now.board.areas_of(court("franks")).map(|(area, _)| area).collect();
    for area in own {
        now.board.areas.get_mut(&area).unwrap().owner = None;
    }
    assert_eq!(moves_to(&now.board, court("franks")), None);
    assert!(may_return(&now, &seat(FRANKS), area("ile_de_france")).is_ok());
    for wrong in ["greece", "saxony", "constantinople"] {
        assert!(may_return(&now, &seat(FRANKS), area(wrong)).is_err(), "{wrong}");
    }
}

#[test]
fn bands_come_in_their_years_with_a_stature_that_changes() {
    let stature = |key: &str, year: u16| band(key).stature(year);
    assert_eq!(
        [771, 795, 796, 803, 804].map(|year| stature("avars", year)),
        [Some(3), Some(3), Some(2), Some(2), None]
    );
    assert_eq!(
        [790, 791, 925, 926, 1067].map(|year| stature("vikings", year)),
        [None, Some(5), Some(5), Some(3), None]
    );
    // Of the reference: the Saracens 5 in 976, 3 in 1071.
    assert_eq!([976, 1071].map(|year| stature("saracens", year)), [Some(5), Some(3)]);
    let data = Data::shipped();
    assert!(
        data.raiders().iter().all(|band| !data.reached_by(band).is_empty() && (1..=3).contains(&band.cards))
    );
}

// middle-ages.fleets.defence-across-sea
#[test]
fn raiders_go_for_the_richest_area_and_past_fleets() {
    let saracens = band("saracens");
    let mut now = position(&kept(&[], &[], &[]));
    stands(&mut now, "provence", |held| held.social = 3);
    stands(&mut now, "sicily", |held| held.social = 3);
    let of = |now: &Position, raided: &[&str]| {
        let (areas, rules) = richest(&now.board, &saracens, &raided.iter().map(|key| area(key)).collect());
        (areas, rules.len())
    };
    // Both are worth 5: their population is 2.
    assert_eq!(of(&now, &[]), (vec![area("provence"), area("sicily")], 0));
    assert_eq!(of(&now, &["provence"]), (vec![area("sicily")], 0));
    // Cordova's are richer, but the Saracens spare their own faith.
    stands(&mut now, "cordova", |held| held.social = 4);
    assert_eq!(of(&now, &[]).0, [area("provence"), area("sicily")]);
    // With two fleet points in Sicily it is passed by; with one, which is as many as their ships, it is not.
    stands(&mut now, "sicily", |held| held.fleets = vec![1]);
    assert_eq!(of(&now, &[]).0, [area("provence"), area("sicily")]);
    stands(&mut now, "sicily", |held| held.fleets = vec![2]);
    assert_eq!(of(&now, &[]), (vec![area("provence")], 1));
}

#[test]
fn a_magnate_attacks_the_weakest_neighbour_of_his_area() {
    let mut now = position(&kept(&[], &[], &[]));
    let lords = with_magnates(&now.board);
    let lords: BTreeSet<&str> = lords.iter().map(Area::key).collect();
    assert!(
        lords.contains("bavaria") && lords.contains("saxony") && !lords.contains("novgorod"),
        "{lords:?}"
    );
    // Saxony borders Friesland (state 0, 2 fortification), Lorraine (1, 2) and Franconia (1, 0).
    assert_eq!(prey(&now.board, area("saxony")), Some(area("franconia")));
    stands(&mut now, "franconia", |held| held.armies = vec![3]);
    assert_ne!(prey(&now.board, area("saxony")), Some(area("franconia")));
}

/// The second round begins: Avars, Saracens, a magnate; with these year cards, each lot falls on 1, and the magnate's die shows this.
fn second_round(cards: &[u32], die: u32) -> (Play, Vec<engine::table::Entry>) {
    let (first, second) = (year_deck(&[]), year_deck(cards));
    let (events, fates) = (event_deck(&[]), fate_deck(&[]));
    let mut play = crate::help::taken(
        Play::scripted_by(&founding("charlemagne", 2, json!({})), &[&first, &events, &fates, &second])
            .started(),
    );
    crate::help::begins(&mut play);
    ready(&mut play, FRANKS);
    let board = position(&play).board;
    let mut lots = Vec::new();
    let mut raided = BTreeSet::new();
    for (band, n) in [("avars", 1), ("saracens", 2)] {
        for _ in 0..n {
            let (all, _) = richest(&board, &self::band(band), &raided);
            raided.insert(all[0]);
            lots.push(all.len());
        }
        raided.clear();
    }
    lots.push(with_magnates(&board).len());
    let dice: Vec<[u32; 1]> = lots.into_iter().filter(|n| *n > 1).map(|_| [1]).chain([[die]]).collect();
    let dice: Vec<&[u32]> = dice.iter().map(|die| &die[..]).collect();
    play.will_fall(&dice);
    let made = ready(&mut play, BYZANTIUM);
    (play, made)
}

fn attacks(made: &[engine::table::Entry]) -> Vec<Value> {
    let of = made.iter().filter_map(|entry| match &entry.event {
        engine::table::Event::Game { e } if e["k"] == "attacked" => Some(e["attack"].clone()),
        _ => None,
    });
    of.collect()
}

#[test]
fn in_the_second_round_raiders_and_a_magnate_come_before_the_courts_act() {
    // Cards 6, 9 and 56 pillage from 8 on, and harm from 1 down; card 12 conquers from 7 on, harms from 5 on.
    let (play, made) = second_round(&[6, 9, 56, 12], 4);
    let all = attacks(&made);
    assert_eq!(all.len(), 4, "{all:?}");
    assert_eq!(all[0]["by"], json!({"raiders": "avars"}));
    assert_eq!(
        (&all[1]["by"], &all[2]["by"]),
        (&json!({"raiders": "saracens"}), &json!({"raiders": "saracens"}))
    );
    assert_ne!(all[1]["area"], all[2]["area"], "each area once in a round");
    for raid in &all[..3] {
        let of = area(raid["area"].as_str().unwrap());
        let now = position(&play);
        let held = now.board.area(of).unwrap();
        let rating =
            3 + i64::from(now.data().known(of).population) - i64::from(held.social) - i64::from(held.fort);
        assert_eq!(raid["against"]["rating"]["points"], rating, "combat, population, state, fort alone");
    }
    assert_eq!(found(&made, "magnate_rose").unwrap()["combat"], 3, "a 4 is a combat of 3");
    assert_eq!(position(&play).board.came, 2);
    assert_eq!(position(&play).year.drawn, [6, 9, 56, 12]);
}

#[test]
fn what_raiders_plunder_goes_to_unrest_and_falls() {
    // Cards 14, 20 and 23 pillage from −3 and −4 on and pay two above.
    let (play, made) = second_round(&[14, 20, 23, 12], 1);
    for raid in &attacks(&made)[..3] {
        assert_eq!(raid["against"]["outcome"]["effects"], json!(["fall", "plunder"]));
        let of = area(raid["area"].as_str().unwrap());
        let now = position(&play);
        let held = now.board.area(of).unwrap();
        assert_eq!(i64::from(held.social), raid["endeavour"]["targets"][0]["social"].as_i64().unwrap() - 1);
        assert_eq!(held.unrest, held.owner.is_some(), "{of:?}");
    }
    assert!(rules_in(&made).iter().all(|rule| !rule.contains("used-repeatedly")));
}
