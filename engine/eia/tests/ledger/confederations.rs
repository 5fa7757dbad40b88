//! The German confederations of 1853: their war, motions and events.
#![allow(clippy::unwrap_used)]

use crate::words::given;
use engine::eia::confederations::{Happened, Side};
use engine::eia::map::ProvinceId;
use engine::eia::{EmpiresInArms, Event, Position};
use engine::table::Entry;
use serde_json::json;

fn at(key: &str) -> ProvinceId {
    ProvinceId::by_key(key).unwrap()
}

fn members(now: &Position, of: Side) -> Vec<&'static str> {
    let mut keys: Vec<&str> = now.members_of(of).into_iter().map(ProvinceId::key).collect();
    keys.sort_unstable();
    keys
}

// nationalism.confed.trigger, nationalism.confed.all-members, nationalism.confed.cng, nationalism.confed.csg, nationalism.confed.duchies-saxony
#[test]
fn a_war_between_austria_and_prussia_makes_two_free_states_of_all_members_and_the_defender_gets_two_more() {
    let ids = ["trigger", "all-members", "cng", "csg", "duchies-saxony"]
        .map(|id| format!("nationalism.confed.{id}"));
    given("1853")
        .look(|now, _| {
            assert_eq!(members(now, Side::North), ["berg", "hesse", "kleves"]);
            assert_eq!(members(now, Side::South), ["baden", "bavaria", "hanover", "wurttemberg"]);
            assert!(!now.is_german_war() && now.confederation(at("saxony")).is_none());
        })
        .value("confederations/at_war", json!(null))
        .envelopes("Prussia: war on Austria")
        .under(ids.each_ref().map(String::as_str))
        .then("Berg, Hesse and Kleves are Prussia's free states")
        .then("Baden, Bavaria, Hanover, Württemberg, Saxony and Duchies are Austria's free states");
}

// nationalism.confed.after-war.revert, nationalism.confed.after-war.membership
#[test]
fn when_the_german_war_is_over_everybody_has_what_he_had_and_the_lists_stay() {
    given("1853; Bavaria is France's free state; Prussia at war with Austria; talks")
        .then("Bavaria is Austria's free state")
        .until("Austria at peace with Prussia")
        .under(["nationalism.confed.after-war.revert"])
        .value("confederations/at_war", json!(null))
        .then("Bavaria is France's free state; Saxony, Hanover and Hesse are neutral; Kleves and Berg are Prussia's")
        .look(|now, _| assert_eq!(now.confederation(at("saxony")), Some(Side::South)));
}

/// The dice by which who defends was known.
fn dice(entries: &[Entry]) -> Vec<Option<u8>> {
    let events = entries.iter().filter_map(Entry::game_event::<EmpiresInArms>);
    let formed = events.filter_map(|event| match event {
        Event::Confederation(Happened::ConfederationsFormed { die, .. }) => Some(die),
        _ => None,
    });
    formed.collect()
}

// nationalism.confed.duchies-saxony: no die where one of the two declared.
#[test]
fn who_is_attacked_by_austria_gets_duchies_and_saxony() {
    given("1853").envelopes("Austria: war on Prussia").look(|now, made| {
        assert_eq!(["saxony", "duchies"].map(|key| now.confederation(at(key))), [Some(Side::North); 2]);
        assert_eq!(dice(made), [None]);
    });
}

// nationalism.confed.duchies-saxony: the die is told with what it says.
#[test]
fn who_defends_is_diced_where_both_declare_at_once() {
    for (die, wanted) in [(3, Side::North), (4, Side::South)] {
        given("1853")
            .dice([die])
            .envelopes("Austria: war on Prussia; Prussia: war on Austria")
            .told(&format!("confederations_formed die {die}"))
            .look(|now, _| assert_eq!(now.confederation(at("saxony")), Some(wanted)));
    }
}

// 7.7
#[test]
fn before_the_first_sheets_nobody_conquers_whom_he_declared_no_war_on() {
    given("1853")
        .refuses("Prussia", "board conquer Baden", "Prussia has declared no war on Baden, which is neutral")
        .envelopes("Prussia: attack Denmark")
        .until("the next month")
        .until("talks")
        .when("Prussia", "board conquer Denmark");
}

// nationalism.confed.landtag-motion, nationalism.confed.influence-in-peace
#[test]
fn a_motion_moves_a_member_when_another_player_confirms_that_it_was_carried() {
    let motion = "nationalism.confed.landtag-motion";
    given("1853")
        .refuses("Austria", "confederation tell carried member Baden", motion)
        .refuses("Prussia", "confederation tell carried member Hesse", motion)
        .tells("Prussia", "confederation tell carried member Württemberg")
        .look(|now, _| assert_eq!(now.confederation(at("wurttemberg")), Some(Side::South)))
        .answers("Austria", "confirm")
        .under(["nationalism.confed.influence-in-peace"])
        .look(|now, _| assert_eq!(now.confederation(at("wurttemberg")), Some(Side::North)))
        .when("Prussia", "confederation tell failed member Baden")
        .look(|now, _| assert_eq!(now.confederation(at("baden")), Some(Side::South)));
}

// nationalism.confed.diplomatic-events
#[test]
fn an_event_moves_a_member_when_another_player_confirms_it() {
    let event = "nationalism.confed.diplomatic-events";
    given("1853")
        .refuses("France", "confederation tell swing member Baden", event)
        .refuses("Austria", "confederation tell swing member Baden", event)
        .refuses("Prussia", "confederation tell victory member Saxony", event)
        .when("Austria", "confederation tell swing member Hesse")
        .look(|now, _| assert_eq!(now.confederation(at("hesse")), Some(Side::South)))
        .when("Prussia", "confederation tell victory member Bavaria")
        .look(|now, _| assert_eq!(now.confederation(at("bavaria")), Some(Side::North)))
        .then("Bavaria is neutral");
}
