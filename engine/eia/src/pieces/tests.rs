//! Keys, capacities, and what is written of pieces.
#![allow(clippy::unwrap_used)]

use super::contents::{fits_aboard, fits_corps, fits_fleet, room_aboard};
use super::*;
use crate::oob::{self, Ships, Sorts};
use crate::scenario;
use crate::typed::Typed;
use std::collections::BTreeSet;

fn corps(scenario: &str, owner: Owner, name: &str) -> CorpsId {
    CorpsId::named(scenario, owner, name).unwrap()
}

fn france(name: &str) -> CorpsId {
    corps("1805", Owner::Power(Power::France), name)
}

fn factors(text: &str) -> Factors {
    Factors::read(text).unwrap()
}

#[test]
fn every_counter_of_every_order_of_battle_has_a_key_of_its_own() {
    let mut keys = BTreeSet::new();
    for scenario in scenario::all() {
        let (order, key) = (oob::of(&scenario.key).unwrap(), scenario.key.as_str());
        let listed: Vec<_> = order.powers.keys().flat_map(|power| order.corps(*power)).collect();
        let irregular = |kind: &Sorts| *kind == Sorts::Irregular;
        let of_minors: usize = order.minors.values().map(|forces| usize::from(forces.corps)).sum();
        let corps: usize = listed.iter().filter(|corps| !irregular(&corps.kind)).count() + of_minors;
        assert_eq!(CorpsId::all(key).count(), corps, "{key}");
        let fleets: usize = order.powers.values().map(|forces| forces.fleets.len()).sum();
        let of_minors = order.minors.values().filter(|forces| forces.ships.total() > 0).count();
        assert_eq!(FleetId::all(key).count(), fleets + of_minors, "{key}");
        let leaders: usize = order.powers.values().map(|forces| forces.leaders.len()).sum();
        assert_eq!(LeaderId::all(key).count(), leaders, "{key}");
        let depots: u32 = order.powers.values().map(|forces| forces.depots.value).sum();
        assert_eq!(DepotId::all(key).count(), depots as usize, "{key}");
        keys.extend(CorpsId::all(key).map(CorpsId::key));
        keys.extend(FleetId::all(key).map(FleetId::key));
        keys.extend(LeaderId::all(key).map(LeaderId::key));
        keys.extend(DepotId::all(key).map(DepotId::key));
        keys.extend(IrregularId::all(key).map(IrregularId::key));
    }
    // On the record the keys of maps are made of these.
    let is_plain = |key: &&str| key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    assert_eq!(keys.iter().find(|key| !is_plain(key)), None);
    assert!(keys.contains("1805_france_ii_corps") && keys.contains("1805_minor_bavaria_2_corps"));
    assert!(keys.contains("1853_sardinia_garibaldi") && keys.contains("1805_turkey_depot_7"));
}

#[test]
fn a_counter_is_read_back_by_its_key_and_refused_where_the_campaign_has_none_of_it() {
    let second = france("ii corps");
    let json = serde_json::to_string(&second).unwrap();
    assert_eq!(json, "\"1805_france_ii_corps\"");
    assert_eq!(serde_json::from_str::<CorpsId>(&json).unwrap(), second);
    assert!(serde_json::from_str::<CorpsId>("\"1805_france_xx_corps\"").is_err());
    assert_eq!(CorpsId::read("1805", "1805_france_ii_corps").unwrap(), second);
    for key in ["1853_france_ii_corps", "1805_france_xx_corps", ""] {
        let says = CorpsId::read("1805", key).unwrap_err().says.to_string();
        assert_eq!(says, format!("\"{key}\" is no corps of this campaign."));
    }
    // The two forms of 1853 have one set of counters, and the powers that they have.
    let greek = corps("1853-greece", Owner::Power(Power::Greece), "I Corps");
    assert!(greek.is_of("1853-greece") && !greek.is_of("1853") && !greek.is_of("1805"));
    let french = corps("1853", Owner::Power(Power::France), "I Corps");
    assert!(french.is_of("1853-greece"));
    assert_eq!((second.name(), second.to_string().as_str()), ("II Corps", "France II Corps"));
}

#[test]
fn owners_of_one_name_are_told_apart() {
    let sardinia = crate::map::ProvinceId::by_key("sardinia").unwrap();
    for owner in [Owner::Power(Power::Sardinia), Owner::Minor(sardinia), Owner::Power(Power::GreatBritain)] {
        assert_eq!(Owner::by_key(&owner.key()), Some(owner));
    }
    for province in crate::map::ProvinceId::all().map(Owner::Minor) {
        assert_eq!(Owner::by_key(&province.key()), Some(province));
    }
    assert_eq!(Owner::by_key("minor_atlantis"), None);
    assert_eq!(Owner::by_key("atlantis"), None);
}

// standard.land.reinforce.cossacks, standard.land.reinforce.freikorps, standard.land.guerrilla.cap, standard.land.move.allowance
#[test]
fn there_are_as_many_small_counters_as_the_provinces_raise() {
    let of = |scenario: &str, power: Power, kind: &str| {
        let is = |id: &IrregularId| id.owner() == Owner::Power(power) && id.name().starts_with(kind);
        IrregularId::all(scenario).filter(is).map(|id| id.counter().moves).collect::<Vec<u8>>()
    };
    assert_eq!(of("1805", Power::Russia, "Cossacks"), [5; 8], "Ukraine, Don, Astrakhan and Georgia");
    assert_eq!(of("1805", Power::Prussia, "Freikorps"), [4; 5]);
    assert_eq!(of("1805", Power::France, "La Salle"), [5]);
    let spain = crate::map::home_provinces(Power::Spain, crate::map::Era::Empires);
    let numbers: u8 = spain.iter().filter_map(|province| province.on_map().guerrilla).sum();
    assert_eq!(of("1805", Power::Spain, "Guerrillas"), vec![2; usize::from(numbers)]);
    assert!(of("1853", Power::France, "Guerrillas").is_empty());
    assert!(!origin_of_irregulars().is_certain());
}

// standard.land.reinforce.arrivals, standard.land.reinforce.militia, standard.land.reinforce.artillery
#[test]
fn a_corps_holds_what_its_counter_says() {
    let typed = Typed::new();
    let fits = |corps: CorpsId, text: &str| {
        fits_corps(corps, &typed, factors(text)).err().map(|refusal| refusal.rules[0].to_string())
    };
    let over = Some("standard.land.reinforce.arrivals".to_owned());
    assert_eq!(fits(france("I Corps"), "22i 3c"), None);
    assert_eq!(
        fits(france("I Corps"), "20i 2m 1lc 1c 1hc"),
        None,
        "militia with infantry, all cavalry together"
    );
    assert_eq!(fits(france("I Corps"), "20i 3m"), over);
    assert_eq!(fits(france("I Corps"), "1i 2c 2hc"), over);
    assert_eq!(fits(france("I Corps"), "1gd"), over);
    assert_eq!(fits(france("I Corps"), "1fi"), over);
    assert_eq!(fits(france("I Corps"), "1a"), Some("standard.land.reinforce.artillery".to_owned()));
    assert_eq!(fits(france("Artillery Corps"), "10a"), None);
    let saxon = corps("1805", CorpsId::by_key("1805_minor_saxony_corps").unwrap().owner(), "Corps");
    assert_eq!(fits(saxon, "12i 3c"), None);
    assert_eq!(fits(saxon, "2m"), Some("standard.land.reinforce.militia".to_owned()));
    // What a group typed takes the place of what is printed here.
    let typed = Typed::from_iter([("oob_france_corps_i_corps_infantry".to_owned(), 5)]);
    assert!(fits_corps(france("I Corps"), &typed, factors("5i")).is_ok());
    assert!(fits_corps(france("I Corps"), &typed, factors("6i")).is_err());
    assert!(fits_corps(france("II Corps"), &typed, factors("22i")).is_ok());
}

// standard.sea.fleet.counter, standard.sea.transport.capacity, standard.sea.ship.kinds
#[test]
fn a_fleet_holds_thirty_ships_and_carries_by_their_types() {
    let fleet = FleetId::by_key("1805_great_britain_i_fleet").unwrap();
    let ships = |text: &str| Ships::read(text).unwrap();
    assert!(fits_fleet(fleet, &Typed::new(), ships("26L 4F")).is_ok());
    let refusal = fits_fleet(fleet, &Typed::new(), ships("26L 4F 1T")).unwrap_err();
    assert_eq!(refusal.rules[0].as_str(), "standard.sea.fleet.counter");
    let typed = Typed::from_iter([("oob_great_britain_fleet_i_fleet".to_owned(), 31)]);
    assert!(fits_fleet(fleet, &typed, ships("26L 4F 1T")).is_ok());
    assert!(
        fits_fleet(FleetId::by_key("1805_minor_denmark_fleet").unwrap(), &Typed::new(), ships("9L 3H 8F"))
            .is_ok()
    );
    assert_eq!(ships("20L 4H 5F 2T").carries(), 28);
    assert_eq!((ships("8L 3T 4F").carries(), ships("1S 1I").carries()), (14, 2));
    assert_eq!(room_aboard(factors("11i 2c")), 15);
    let corps = CorpsId::by_key("1805_great_britain_i_corps").unwrap();
    assert!(fits_aboard(fleet, ships("8L 3T 4F"), corps, factors("10i 2c")).is_ok());
    let refusal = fits_aboard(fleet, ships("8L 3T 4F"), corps, factors("11i 2c")).unwrap_err();
    assert_eq!(refusal.rules[0].as_str(), "standard.sea.transport.capacity");
    assert_eq!((Ships::read("3X"), Ships::read("L")), (None, None));
}

#[test]
fn a_board_is_written_by_keys_and_read_back() {
    let vienna = AreaId::by_key("vienna").unwrap();
    let mut pieces = Pieces::default();
    assert_eq!(serde_json::to_string(&pieces).unwrap(), "{}");
    pieces.corps.insert(
        france("II Corps"),
        Corps { lent_to: Some(Power::Spain), ..Corps::at(Stand::Besieging(vienna)) },
    );
    pieces.garrisons.insert(Garrison::city(vienna, Owner::Power(Power::Austria)), 3);
    let depot = DepotId::by_key("1805_france_depot_1").unwrap();
    pieces.depots.insert(depot, Depot::Area(vienna));
    pieces.garrisons.insert(Garrison { post: Post::Depot(depot), of: Owner::Power(Power::France) }, 1);
    pieces.sieges.insert(vienna, Siege::default());
    let json = serde_json::to_value(&pieces).unwrap();
    let wanted = serde_json::json!({
        "corps": {"1805_france_ii_corps": {"stand": {"besieging": "vienna"}, "lent_to": "spain"}},
        "depots": {"1805_france_depot_1": {"area": "vienna"}},
        "garrisons": {"city/vienna/austria": 3, "depot/1805_france_depot_1/france": 1},
        "sieges": {"vienna": {"months": 0, "breach": 0}},
    });
    assert_eq!(json, wanted);
    assert_eq!(serde_json::from_value::<Pieces>(json).unwrap(), pieces);
    for key in ["", "city/vienna", "city/vienna/austria/1", "city/nowhere/austria", "box/vienna/austria"] {
        assert_eq!(Garrison::by_key(key), None, "{key}");
    }
    assert_eq!(pieces.depot_in(vienna, Owner::Power(Power::France)), Some(depot));
    assert_eq!(pieces.depot_in(vienna, Owner::Power(Power::Austria)), None);
}

// standard.land.secret
#[test]
fn contents_say_nothing_where_they_could_be_read() {
    let mut contents = Contents::default();
    contents.put_corps(france("II Corps"), factors("14i"));
    assert_eq!(format!("{contents:?}"), "Contents(…)");
    assert_eq!(contents.corps(france("III Corps")), None);
}
