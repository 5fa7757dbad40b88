//! The German confederations of 1853: they come with a war between Austria and Prussia, members change by war, peace, motion and event.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, rules_in};
use crate::dominance::{ends, tells, to_the_economic_phase};
use crate::italy::later;
use crate::peace::{answers, next_month, order, position, to_the_talks};
use crate::words::given;
use engine::eia::confederations::{Happened, Side};
use engine::eia::map::ProvinceId;
use engine::eia::oob::Held;
use engine::eia::powers::Power;
use engine::eia::{EmpiresInArms, Event, Position};
use engine::table::{Entry, Verb};
use serde_json::{Value, json};

const AUSTRIA: u32 = 1;
const FRANCE: u32 = 2;
const PRUSSIA: u32 = 4;

fn at(key: &str) -> ProvinceId {
    ProvinceId::by_key(key).unwrap()
}

fn held(play: &Play, key: &str) -> Held {
    position(play).held(at(key))
}

fn side(play: &Play, key: &str) -> Option<Side> {
    position(play).confederation(at(key))
}

fn members(now: &Position, of: Side) -> Vec<&'static str> {
    let mut keys: Vec<&str> = now.members_of(of).into_iter().map(ProvinceId::key).collect();
    keys.sort_unstable();
    keys
}

fn war(by: &str, on: &str) -> Value {
    json!({ format!("war/{by}"): [on] })
}

fn conquers(power: &str, minor: &str) -> Verb {
    order(json!({"board": "conquer", "minor": minor, "power": power}))
}

fn peace(play: &mut Play) {
    let order = |power: &str, with: &str| {
        order(json!({"politics": "propose", "power": power, "with": with, "state": "peace"}))
    };
    play.must(AUSTRIA, order("austria", "prussia"));
    play.must(PRUSSIA, order("prussia", "austria"));
}

fn german(word: &str, power: &str, what: &str, minor: &str) -> Verb {
    Verb::Game(json!({"confederation": word, "power": power, "what": what, "member": minor}))
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

#[test]
fn what_one_conquers_of_the_other_is_of_its_own_confederation_and_stays_conquered() {
    let mut play = later();
    answers(&mut play, &[(PRUSSIA, war("prussia", "austria"))]);
    to_the_talks(&mut play);
    let made = play.must(PRUSSIA, conquers("prussia", "hanover"));
    assert!(rules_in(&made).contains(&"nationalism.confed.conquest".to_owned()));
    assert_eq!(side(&play, "hanover"), Some(Side::North));
    play.must(AUSTRIA, conquers("austria", "hesse"));
    assert_eq!(side(&play, "hesse"), Some(Side::South));
    peace(&mut play);
    assert_eq!(held(&play, "hanover"), Held::Conquered(Power::Prussia));
    assert_eq!(held(&play, "hesse"), Held::Conquered(Power::Austria));
    assert_eq!(held(&play, "bavaria"), Held::Neutral);
    // Again at war: the lists of the first war, and what was ceded or conquered joins as well.
    next_month(&mut play);
    play.must(PRUSSIA, german("tell", "prussia", "carried", "baden"));
    play.must(AUSTRIA, german("confirm", "austria", "carried", "baden"));
    let made = answers(&mut play, &[(AUSTRIA, war("austria", "prussia"))]);
    assert!(rules_in(&made).contains(&"nationalism.confed.war-again".to_owned()));
    let north = Held::Free(Power::Prussia);
    assert_eq!(["hanover", "baden"].map(|key| held(&play, key)), [north; 2]);
    assert_eq!(held(&play, "saxony"), Held::Free(Power::Austria), "it keeps the side of the first war");
    assert_eq!(held(&play, "hesse"), Held::Free(Power::Austria));
    play.ends_verified();
}

#[test]
fn a_member_is_ceded_by_a_formal_peace_and_is_listed_with_the_victor() {
    let mut play = later();
    answers(&mut play, &[(PRUSSIA, war("prussia", "austria"))]);
    next_month(&mut play);
    answers(&mut play, &[(AUSTRIA, json!({"sue/austria": ["prussia"]}))]);
    // The demand is a conditional one, and Prussia takes a province.
    while !crate::peace::open_round(&play).is_empty() {
        let terms = crate::peace::open_round(&play).ends_with("terms");
        let wishes = [(PRUSSIA, json!({"wish/prussia/austria/1": "b7"}))];
        answers(&mut play, if terms { &wishes } else { &[] });
    }
    let take = |minor: &str| order(json!({"board": "take", "power": "prussia", "province": minor}));
    assert!(position(&play).confederations.at_war.is_some(), "the victor takes before all goes back");
    assert!(!position(&play).is_german_war(), "the peace is made all the same");
    let made = play.must(PRUSSIA, take("baden"));
    assert!(rules_in(&made).contains(&"nationalism.confed.cession".to_owned()));
    assert_eq!(
        (held(&play, "baden"), side(&play, "baden")),
        (Held::Conquered(Power::Prussia), Some(Side::North))
    );
    next_month(&mut play);
    assert!(position(&play).confederations.at_war.is_none());
    assert_eq!(
        (held(&play, "baden"), held(&play, "bavaria")),
        (Held::Conquered(Power::Prussia), Held::Neutral)
    );
    play.ends_verified();
}

// 7.7
#[test]
fn before_the_first_sheets_nobody_conquers_whom_he_declared_no_war_on() {
    given("1853")
        .refuses("Prussia", "board conquer Baden", "Prussia has declared no war on Baden, which is neutral")
        .envelopes("Prussia: attack Denmark")
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
        .when("Prussia", "confederation tell carried member Württemberg")
        .refuses("Prussia", "confederation confirm carried member Württemberg", motion)
        .look(|now, _| assert_eq!(now.confederation(at("wurttemberg")), Some(Side::South)))
        .when("Austria", "confederation confirm carried member Württemberg")
        .under(["nationalism.confed.influence-in-peace"])
        .look(|now, _| assert_eq!(now.confederation(at("wurttemberg")), Some(Side::North)))
        .when("Prussia", "confederation tell failed member Baden")
        .when("France", "confederation confirm failed member Baden")
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
        .when("Prussia", "confederation deny swing member Hesse")
        .refuses("France", "confederation confirm swing member Hesse", event)
        .when("Austria", "confederation tell swing member Hesse")
        .when("France", "confederation confirm swing member Hesse")
        .look(|now, _| assert_eq!(now.confederation(at("hesse")), Some(Side::South)))
        .when("Prussia", "confederation tell victory member Bavaria")
        .when("France", "confederation confirm victory member Bavaria")
        .look(|now, _| assert_eq!(now.confederation(at("bavaria")), Some(Side::North)))
        .then("Bavaria is neutral");
}

#[test]
fn what_was_told_of_a_member_is_answered_by_another_player_and_denied_four_times_a_month_at_most() {
    let rule = "nationalism.confed.landtag-motion";
    let mut play = later();
    let carried = |word: &str, power: &str| german(word, power, "carried", "baden");
    play.must(PRUSSIA, carried("tell", "prussia"));
    // No power is named that is not his own, and nobody confirms what he told himself.
    play.refused(FRANCE, carried("confirm", "austria"));
    let says = play.refused_under(rule, PRUSSIA, carried("confirm", "prussia"));
    assert!(says.starts_with("You told it yourself: another player confirms it"), "{says}");
    play.must(FRANCE, carried("deny", "france"));
    for n in 2..=4 {
        play.must(PRUSSIA, carried("tell", "prussia"));
        let (person, power) = if n % 2 == 0 { (PRUSSIA, "prussia") } else { (AUSTRIA, "austria") };
        play.must(person, carried("deny", power));
    }
    let says = play.refused_under(rule, PRUSSIA, carried("tell", "prussia"));
    assert!(says.contains("denied or taken back 4 times this month"), "{says}");
    // Another member is another thing, and the next month another month.
    play.must(PRUSSIA, german("tell", "prussia", "carried", "bavaria"));
    next_month(&mut play);
    play.must(PRUSSIA, carried("tell", "prussia"));
    play.must(FRANCE, carried("confirm", "france"));
    assert_eq!(side(&play, "baden"), Some(Side::North));
    play.ends_verified();
}

#[test]
fn prussia_is_dominant_by_the_motion_alone() {
    let rule = "nationalism.dominance.prussia";
    let mut play = later();
    for place in ["saxony", "hanover", "hesse", "mecklenburg", "kleves", "berg", "duchies", "denmark"] {
        if held(&play, place).by() != Some(Power::Prussia) {
            play.must(PRUSSIA, tells(place, "prussia"));
        }
    }
    to_the_economic_phase(&mut play);
    assert_eq!(ends(&mut play), None, "what 1805 asks for does not make it so");
    let order = |word: &str, power: &str| {
        Verb::Game(json!({"confederation": word, "power": power, "what": "unification"}))
    };
    play.refused_under(rule, AUSTRIA, order("tell", "austria"));
    play.must(PRUSSIA, order("tell", "prussia"));
    assert!(!position(&play).is_dominant(Power::Prussia));
    let made = play.must(AUSTRIA, order("confirm", "austria"));
    assert!(rules_in(&made).contains(&rule.to_owned()));
    assert!(position(&play).is_dominant(Power::Prussia));
    play.refused_under(rule, PRUSSIA, order("tell", "prussia"));
    play.ends_verified();
}
