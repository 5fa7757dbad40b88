//! Where counters are put on the board that the bot keeps, and from where an attack comes.
#![allow(clippy::unwrap_used)]

use crate::words::kept::{area, corps};
use crate::words::{Words, given};
use engine::eia::Position;
use engine::eia::ground::Ground;
use engine::eia::map::SeaId;
use engine::eia::pieces::{CameFrom, CorpsId, Pieces};
use engine::eia::powers::Power;

const WAR: &str = "kept board; France at war with Austria";

/// The rule by which Austria's I Corps does not go into the city, with the sentence.
fn goes_inside(words: Words) -> Option<String> {
    let mut why = None;
    words.board(|ground| {
        why =
            ground.may_go_inside(corps("1805", "Austria I")).err().map(|refusal| refusal.rules[0].to_string())
    });
    why
}

// standard.land.move.into-city: Linz has 2 towers and holds 10.
#[test]
fn a_corps_goes_into_a_city_of_its_side_that_has_room() {
    let stays = Some("standard.land.move.into-city".to_owned());
    assert_eq!(goes_inside(given("kept board; Linz: Austria I 7i, garrison 3i")), None);
    assert_eq!(goes_inside(given("kept board; Linz: Austria I 8i, garrison 3i")), stays);
    assert_eq!(goes_inside(given("kept board; Linz: Austria I 8i, Austria II 3i inside")), stays);
    // What is closed to who asks is not counted.
    assert_eq!(goes_inside(given("kept board; Linz: Austria I 8i, Austria II inside")), None);
    assert_eq!(goes_inside(given("kept board; Linz: Austria I, garrison 10")), None);
    assert_eq!(goes_inside(given("kept board; Styrian Alps: Austria I 1i")), stays, "no city");
    assert_eq!(goes_inside(given(&format!("{WAR}; Linz: Austria I 1i, France garrison 2i"))), stays);
    assert_eq!(goes_inside(given(&format!("{WAR}; Linz: Austria I 1i inside"))), stays);
    assert_eq!(goes_inside(given(&format!("{WAR}; Lille: Austria I 1i"))), None, "a vacant one of an enemy");
}

// standard.land.move.access-limits
#[test]
fn access_opens_no_city_and_moving_together_does() {
    let breslau = "kept board; Prussia lets Austria in; Breslau: Austria I 1i";
    assert_eq!(goes_inside(given(breslau)).as_deref(), Some("standard.land.move.access-limits"));
    assert_eq!(goes_inside(given(&format!("{breslau}; Austria and Prussia move together"))), None);
}

/// The rule by which a power places no depot there.
fn places(words: Words, power: Power, at: &str) -> Option<String> {
    let mut why = None;
    words.board(|ground| {
        let placed = ground.may_place_depot(power, area(at).unwrap());
        why = placed.err().map(|refusal| refusal.rules[0].to_string());
    });
    why
}

// standard.land.depot.where, standard.land.depot.step
#[test]
fn a_depot_is_placed_where_one_has_a_corps_or_a_city() {
    let not_there = Some("standard.land.depot.where".to_owned());
    let ulm = "kept board; Wurttemberg is France's free state";
    assert_eq!(places(given(ulm), Power::France, "Ulm"), None);
    assert_eq!(places(given(ulm), Power::Austria, "Ulm"), not_there);
    assert_eq!(
        places(given(&format!("{ulm}; Ulm: France depot")), Power::France, "Ulm"),
        not_there,
        "one stands there"
    );
    assert_eq!(places(given(WAR), Power::France, "Linz"), not_there, "no corps and no city");
    assert_eq!(places(given(&format!("{WAR}; Linz: France II")), Power::France, "Linz"), None);
    assert_eq!(
        places(given(&format!("{WAR}; Linz: France II, Austria I")), Power::France, "Linz"),
        not_there
    );
    assert_eq!(
        places(given("kept board; Karlsruhe: France II"), Power::France, "Karlsruhe"),
        not_there,
        "neutral"
    );
    let breslau = "kept board; Prussia lets Austria in; Breslau: Austria I";
    assert_eq!(places(given(breslau), Power::Austria, "Breslau"), not_there, "access without depots");
    let together = format!("{breslau}; Austria and Prussia move together");
    assert_eq!(places(given(&together), Power::Austria, "Breslau"), None);
    let besieged = format!("{WAR}; Linz: Austria I inside, France II besieging, siege");
    assert_eq!(places(given(&besieged), Power::Austria, "Linz"), not_there);
    let all = "Vienna: Prussia depot; Berlin: Prussia depot; Danzig: Prussia depot; Posen: Prussia depot; Warsaw: Prussia depot; \
        Breslau: Prussia depot; Stettin: Prussia depot";
    let full = given(&format!("kept board; {all}"));
    assert_eq!(places(full, Power::Prussia, "Konigsberg").as_deref(), Some("standard.land.depot.step"));
}

// standard.land.contact.river, standard.land.contact.origins
#[test]
fn an_attack_goes_across_a_river_where_every_corps_came_over_one() {
    given(&format!("{WAR}; Munich: France II, France III, France IV, Austria I")).board(|ground| {
        let of = |name: &str| corps("1805", name);
        let came = |all: &[(&str, CameFrom)]| {
            let mut pieces: Pieces = (*ground.state().pieces).clone();
            for (name, from) in all {
                let mut one = pieces.corps[&of(name)];
                one.came_from = Some(*from);
                pieces.corps.insert(of(name), one);
            }
            Position { pieces: pieces.into(), ..ground.state().clone() }
        };
        let (river, open) =
            (CameFrom::Area(area("Augsburg").unwrap()), CameFrom::Area(area("Passau").unwrap()));
        let sea = CameFrom::Sea(SeaId::by_key("adriatic-sea").or(SeaId::all().next()).unwrap());
        let asks = |state: &Position, who: &[&str]| {
            let who: Vec<CorpsId> = who.iter().map(|name| of(name)).collect();
            let ground = Ground::of(state);
            let origins: Vec<&str> = ground.origins(&who).into_iter().map(|area| area.name()).collect();
            (ground.is_across_river(&who), origins.join(", "))
        };
        let all = came(&[("France II", river), ("France III", open), ("France IV", sea)]);
        assert_eq!(asks(&all, &["France II"]), (true, "Augsburg".to_owned()));
        assert_eq!(asks(&all, &["France II", "France IV"]), (true, "Augsburg".to_owned()));
        assert!(!asks(&all, &["France II", "France III"]).0);
        assert_eq!(asks(&all, &["France III"]), (false, "Passau".to_owned()));
        assert_eq!(asks(ground.state(), &["France II"]), (false, String::new()), "it was there before");
        assert!(!ground.is_across_river(&[]));
    });
}

// standard.land.nearest
#[test]
fn the_nearest_is_that_of_fewest_areas_then_the_wish_then_the_first_by_name() {
    let area = |key: &str| engine::eia::map::AreaId::by_key(key).unwrap();
    given("kept board").board(|ground| {
        let of = |keys: &'static [&'static str], wish: Option<&str>| {
            let is_meant = |one: engine::eia::map::AreaId| keys.contains(&one.key());
            engine::eia::ground::nearest(ground.state(), area("ulm"), is_meant, wish.map(area))
                .map(|one| one.key())
        };
        assert_eq!(of(&["munich", "linz", "strasbourg"], None), Some("munich"), "two areas both, M before S");
        assert_eq!(of(&["munich", "strasbourg"], Some("strasbourg")), Some("strasbourg"));
        assert_eq!(
            of(&["munich", "linz"], Some("linz")),
            Some("munich"),
            "a wish decides between equal ones alone"
        );
        assert_eq!(of(&["ulm", "augsburg"], None), Some("ulm"));
        assert_eq!(of(&["ajaccio"], None), None, "no way leads to Corsica");
        assert_eq!(of(&["malmo"], None), Some("malmo"), "over the arrows of the Belts and the Sound");
    });
}
