//! Spain, Greece and what else the map of 1853 says otherwise: whose it is, and what no politics and no march touches.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::{rules_in, sealing};
use crate::italy::later;
use crate::peace::{all_ready, open_round, order, position, step, to_the_talks};
use engine::eia::map::{AreaId, Era, ProvinceId, home_provinces};
use engine::eia::oob::Held;
use engine::eia::powers::Power;
use engine::table::offers::{Kind, offers};
use engine::table::{By, Verb};
use serde_json::json;

const FRANCE: u32 = 2;
const BRITAIN: u32 = 3;

fn at(key: &str) -> ProvinceId {
    ProvinceId::by_key(key).unwrap()
}

#[test]
fn spain_is_no_power_of_the_campaign_and_no_political_action_is_aimed_at_it() {
    let rule = "nationalism.spain.no-political-action";
    let mut play = later();
    let now = position(&play);
    assert!(!now.choice.powers().any(|power| power == Power::Spain), "nationalism.spain.unplayable");
    let round = open_round(&play);
    play.refused_under(rule, FRANCE, sealing(&round, &json!({"war/france": ["spain"]})));
    let morocco = json!({"attack/france": ["province/morocco"]});
    play.refused_under("nationalism.spain.morocco", FRANCE, sealing(&round, &morocco));
    to_the_talks(&mut play);
    let allies =
        json!({"politics": "propose", "power": "great_britain", "with": "spain", "state": "alliance"});
    play.refused_under(rule, BRITAIN, order(allies));
}

/// Of no Spanish area is it told who has it, and none is offered for that; long random play was offered one.
#[test]
fn no_spanish_area_is_offered_to_be_told_of() {
    let play = later();
    let view = play.campaign.view_for(By::Person(FRANCE), false);
    let offers = offers(&view);
    let fields = offers.iter().filter(|offer| offer.verb == "control").flat_map(|offer| &offer.fields);
    let places = fields.filter(|field| field.name == "place").flat_map(|field| match &field.kind {
        Kind::OneOf { of } => of.clone(),
        _ => Vec::new(),
    });
    let areas: Vec<AreaId> =
        places.filter_map(|place| AreaId::by_key(place.strip_prefix("area/")?)).collect();
    assert!(areas.len() > 500, "{}", areas.len());
    let now = position(&play);
    let spanish = |area: &AreaId| now.held(area.on_map().province).by() == Some(Power::Spain);
    assert_eq!(areas.iter().find(|area| spanish(area)).map(|area| area.name()), None);
}

#[test]
fn spanish_land_is_entered_by_forcible_access_for_one_point_a_month_and_no_war_follows() {
    let mut play = later();
    to_the_talks(&mut play);
    while step(&play) != "land" {
        all_ready(&mut play);
    }
    let place = |name: &str, place: &str| {
        Verb::Game(json!({"counter": "place", "power": "france", "name": name, "place": place}))
    };
    play.refused_under("nationalism.spain.no-entry", FRANCE, place("I Corps", "area/barcelona"));
    play.refused_under("nationalism.spain.no-entry", FRANCE, place("I Corps", "area/fez"));
    let before = position(&play).pp_of(Power::France);
    let enters = |counters: u32| {
        order(json!({"access": "enter", "power": "france", "province": "catalonia", "counters": counters}))
    };
    let made = play.must(FRANCE, enters(1));
    let rules = rules_in(&made);
    for id in ["nationalism.spain.forcible-access", "house.access.forcible.pp-cost"] {
        assert!(rules.contains(&id.to_owned()), "{rules:?}");
    }
    play.must(FRANCE, enters(1));
    assert_eq!(position(&play).pp_of(Power::France), before - 2, "1 PP a month, whatever is entered");
    assert_eq!(position(&play).enemies(Power::France).collect::<Vec<_>>(), [Power::Russia], "no war follows");
    play.must(FRANCE, place("I Corps", "area/barcelona"));
    play.ends_verified();
}

#[test]
fn finland_and_corsica_are_home_gibraltar_is_conquered_and_greece_a_british_free_state() {
    let play = later();
    let held = |key: &str| position(&play).held(at(key));
    assert_eq!(held("finland"), Held::Home(Power::Russia), "nationalism.map.finland");
    assert_eq!(held("corsica"), Held::Home(Power::France), "nationalism.map.corsica");
    assert_eq!(held("gibraltar"), Held::Conquered(Power::GreatBritain), "nationalism.map.gibraltar");
    assert_eq!(
        ["greece", "macedonia"].map(held),
        [Held::Free(Power::GreatBritain); 2],
        "nationalism.greece.status"
    );
    let turkish = home_provinces(Power::Turkey, Era::Nationalism);
    assert!(!turkish.contains(&at("greece")) && !turkish.contains(&at("macedonia")));
    assert!(home_provinces(Power::Turkey, Era::Empires).contains(&at("greece")));
}

// nationalism.greece.status, nationalism.greece.provinces: a free state is conquered from who has it, and Macedonia with Greece.
#[test]
fn greece_without_a_player_is_conquered_as_any_free_state() {
    let mut play = later();
    let conquest = |minor: &str| order(json!({"board": "conquer", "minor": minor, "power": "austria"}));
    let says = play.refused(1, conquest("greece"));
    assert!(says.contains("Great Britain has Greece, and Austria is not at war with it"), "{says}");
    let says = play.refused(1, sealing(&open_round(&play), &json!({"attack/austria": ["province/greece"]})));
    assert!(says.contains("war on it is war on Great Britain"), "{says}");
    crate::peace::answers(&mut play, &[(1, json!({"war/austria": ["great_britain"]}))]);
    crate::peace::next_month(&mut play);
    to_the_talks(&mut play);
    play.refused_under("house.minors.conquest-primary-district", 1, conquest("macedonia"));
    play.must(1, conquest("greece"));
    let held = |key: &str| position(&play).held(at(key));
    assert_eq!(["greece", "macedonia"].map(held), [Held::Conquered(Power::Austria); 2]);
}

// nationalism.greece.provinces: a conquest that was told by mistake took Macedonia with Greece, and is told back with it.
#[test]
fn a_conquest_of_greece_that_was_no_conquest_is_told_back() {
    let conquered = || {
        let mut play = later();
        crate::peace::answers(&mut play, &[(1, json!({"war/austria": ["great_britain"]}))]);
        crate::peace::next_month(&mut play);
        to_the_talks(&mut play);
        play.must(1, order(json!({"board": "conquer", "minor": "greece", "power": "austria"})));
        play
    };
    let both = |play: &Play| ["greece", "macedonia"].map(|key| position(play).held(at(key)));
    let free = |key: &str| {
        order(
            json!({"control": "tell", "place": format!("province/{key}"), "power": "great_britain", "how": "free"}),
        )
    };
    let drops = order(json!({"control": "drop", "place": "province/greece"}));
    for back in [free("greece"), drops] {
        let mut play = conquered();
        play.must(1, back);
        assert_eq!(both(&play), [Held::Free(Power::GreatBritain); 2]);
        assert_eq!(position(&play).board.country(at("greece")).len(), 2, "one country again");
        play.ends_verified();
    }
    // A district is told back by itself, and what another has by now stays his.
    let mut play = conquered();
    play.must(1, free("macedonia"));
    assert_eq!(both(&play), [Held::Conquered(Power::Austria), Held::Free(Power::GreatBritain)]);
    let mut play = conquered();
    play.must(1, order(json!({"control": "tell", "place": "province/macedonia", "power": "turkey"})));
    play.must(1, free("greece"));
    assert_eq!(both(&play), [Held::Free(Power::GreatBritain), Held::Conquered(Power::Turkey)]);
    // Told to be another's free state, it is that alone.
    let mut play = conquered();
    play.must(
        1,
        order(json!({"control": "tell", "place": "province/greece", "power": "russia", "how": "free"})),
    );
    assert_eq!(both(&play), [Held::Free(Power::Russia), Held::Conquered(Power::Austria)]);
}

// nationalism.spain.no-political-action: nobody is told to have what is Spain's.
#[test]
fn nobody_tells_a_spanish_province_away() {
    let mut play = later();
    for place in ["province/andalusia", "area/barcelona"] {
        let told = order(json!({"control": "tell", "place": place, "power": "france"}));
        assert!(play.refused(1, told).contains("is Spanish"), "{place}");
    }
}
