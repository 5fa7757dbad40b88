//! What is undertaken in vain, what an attack brings, and whom it asks.
#![allow(clippy::unwrap_used)]

use crate::help::{FRANKS, area, court, kept, position, stands};
use engine::middle_ages::board::endeavours::may_defend;
use engine::middle_ages::board::follows::plunder_of;
use engine::middle_ages::board::futile::{Futile, futile};
use engine::middle_ages::board::outsiders::frees;
use engine::middle_ages::board::plan::{Aim, Plan};
use engine::middle_ages::endeavour::Kind;
use engine::middle_ages::pack::Data;
use serde_json::json;

fn plan(kind: Kind, base: &str, target: &str) -> Plan {
    let targets = vec![Aim { area: area(target), gold: 0 }];
    let (base, leader, cards, marker) = (area(base), None, Vec::new(), None);
    Plan { kind, base, targets, by_sea: false, leader, cards, marker }
}

#[test]
fn a_court_without_a_year_card_is_asked_for_no_defence_against_an_attack() {
    let mut now = position(&kept(&[], &[], &[]));
    let (franks, byzantium) = (court("franks"), court("byzantium"));
    let (attack, talks) =
        (plan(Kind::Pillage, "provence", "sicily"), plan(Kind::Negotiate, "provence", "sicily"));
    for (cards, gold, of_attack, of_talks) in
        [(1, 0, true, false), (1, 9, true, true), (0, 9, false, true), (0, 0, false, false)]
    {
        let realm = now.board.realms.get_mut(&byzantium).unwrap();
        (realm.cards, realm.gold) = (cards, gold);
        let asked = [&attack, &talks].map(|plan| may_defend(&now, franks, plan));
        let is = |asked: bool| asked.then_some(byzantium);
        assert_eq!(asked, [is(of_attack), is(of_talks)], "{cards} cards, {gold} gold");
    }
}

#[test]
fn what_would_change_nothing_is_known_before() {
    let mut now = position(&kept(&[], &[], &[]));
    let franks = court("franks");
    let limit = now.data().known(area("burgundy")).limit;
    let of = |now: &engine::middle_ages::Position, kind, at: &str| futile(&now.board, franks, kind, area(at));
    for kind in [Kind::Rule, Kind::Fortify, Kind::Pillage, Kind::Negotiate] {
        assert_eq!(of(&now, kind, "burgundy"), None, "{kind:?}");
    }
    stands(&mut now, "burgundy", |held| (held.social, held.fort) = (limit, 4));
    assert_eq!(of(&now, Kind::Rule, "burgundy"), Some(Futile::AtLimit { limit, calms: false }));
    assert_eq!(of(&now, Kind::Fortify, "burgundy"), Some(Futile::Fortified));
    stands(&mut now, "burgundy", |held| held.unrest = true);
    assert_eq!(of(&now, Kind::Rule, "burgundy"), Some(Futile::AtLimit { limit, calms: true }));
    stands(&mut now, "burgundy", |held| (held.social, held.fort) = (limit - 1, 3));
    assert_eq!([Kind::Rule, Kind::Fortify].map(|kind| of(&now, kind, "burgundy")), [None; 2]);
    stands(&mut now, "greece", |held| held.social = -3);
    assert_eq!(of(&now, Kind::Pillage, "greece"), Some(Futile::AtLowest));
    // Where a court sits a tie wins nothing; elsewhere it may.
    let home = now.board.realms[&court("byzantium")].home;
    let home = home.key().to_owned();
    for at in [home.as_str(), "greece"] {
        stands(&mut now, at, |held| _ = held.ties.insert(franks));
    }
    assert_eq!(of(&now, Kind::Negotiate, &home), Some(Futile::Tied));
    assert_eq!(of(&now, Kind::Negotiate, "greece"), None);
}

#[test]
fn plunder_brings_a_gold_and_the_population_above_none() {
    let data = Data::shipped();
    for at in data.areas() {
        let population = u16::try_from(data.known(at).population).unwrap_or(0);
        assert_eq!(plunder_of(&data, at), 1 + population, "{at:?}");
        assert_eq!(frees(&data, at), population <= 1, "{at:?}");
    }
    assert_eq!([1, 2, 3].map(|gold| data.areas().any(|at| plunder_of(&data, at) == gold)), [true; 3]);
}

#[test]
fn an_area_without_an_army_says_so() {
    let mut play = kept(&[], &[], &[]);
    let march = json!({"board": "move", "from": "burgundy", "way": ["provence"], "strength": 1});
    let rule = "middle-ages.armies.change";
    assert_eq!(play.refused_under(rule, FRANKS, crate::help::order(march)), "No army stands in Burgundy.");
}
