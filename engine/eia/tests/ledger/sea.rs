//! Distances at sea on the board that the bot keeps (6.2).
#![allow(clippy::unwrap_used)]

use crate::words::given;
use engine::eia::ground::{Ground, sea};
use engine::eia::map::{AreaId, Berth, SeaId};
use engine::eia::pieces::{FleetId, Owner};
use engine::eia::powers::Power;

fn fleet(of: Power, name: &str) -> FleetId {
    FleetId::named("1805", Owner::Power(of), name).unwrap()
}

fn port(key: &str) -> Berth {
    Berth::Port(AreaId::by_key(key).unwrap())
}

/// The movement points of a voyage, or the rule by which it is refused; what is offered is the same.
fn sails(ground: &Ground<'_>, of: FleetId, to: Berth) -> Result<u16, String> {
    let voyage = sea::voyage(ground, of, to);
    let offered = sea::reach(ground, of).unwrap().into_iter().find(|(berth, _)| *berth == to);
    let voyage = voyage.map(|voyage| voyage.points).map_err(|refusal| refusal.rules[0].to_string());
    assert_eq!(offered.map(|(_, points)| points), voyage.clone().ok(), "{to:?}");
    voyage
}

// standard.sea.move.points, standard.sea.move.cost
#[test]
fn a_fleet_sails_seven_movement_points() {
    given("kept board; Plymouth: Great Britain I Fleet; box Lorient: France I Fleet").board(|ground| {
        let british = fleet(Power::GreatBritain, "I Fleet");
        let box_of = |key: &str| Berth::Box(AreaId::by_key(key).unwrap());
        assert_eq!(sails(ground, british, box_of("brest")), Ok(3));
        assert_eq!(sails(ground, fleet(Power::France, "I Fleet"), port("lorient")), Ok(0));
        assert_eq!(sails(ground, british, port("valletta")), Err("standard.sea.move.points".to_owned()));
    });
}

// standard.sea.move.friendly-port, standard.sea.move.port-room
#[test]
fn a_fleet_enters_friendly_ports_that_have_room() {
    let board = "kept board; Portuguese Coast: Great Britain I Fleet";
    let lisbon = |words: crate::words::Words| {
        let mut says = Ok(0);
        words.board(|ground| says = sails(ground, fleet(Power::GreatBritain, "I Fleet"), port("lisbon")));
        says
    };
    assert_eq!(
        lisbon(given(board)),
        Err("standard.sea.move.friendly-port".to_owned()),
        "Portugal is neutral"
    );
    let portugal = format!("{board}; Portugal is Great Britain's");
    assert_eq!(lisbon(given(&portugal)), Ok(1));
    let full = "Lisbon: Great Britain II Fleet, Great Britain III Fleet, Great Britain IV Fleet, Great Britain V Fleet, \
        Great Britain VI Fleet";
    assert_eq!(lisbon(given(&format!("{portugal}; {full}"))), Err("standard.sea.move.port-room".to_owned()));
    let spanish = "kept board; Spain lets France in; Gulf of Cadiz: France I Fleet";
    given(spanish)
        .board(|ground| assert_eq!(sails(ground, fleet(Power::France, "I Fleet"), port("cadiz")), Ok(1)));
}

// standard.sea.strait.dardanelles, standard.sea.strait.open
#[test]
fn the_dardanelles_are_passed_with_leave_and_every_other_sea_by_all() {
    let dardanelles = Berth::Sea(SeaId::by_key("dardanelles").unwrap());
    let russian = "kept board; Sevastopol: Russia I Fleet";
    given(russian).board(|ground| {
        let wanted = Err("standard.sea.strait.dardanelles".to_owned());
        assert_eq!(sails(ground, fleet(Power::Russia, "I Fleet"), dardanelles), wanted);
    });
    given(&format!("{russian}; Russia at war with Turkey; Constantinople: Russia garrison 2"))
        .board(|ground| assert_eq!(sails(ground, fleet(Power::Russia, "I Fleet"), dardanelles), Ok(2)));
    given("kept board; Constantinople: Turkey I Fleet")
        .board(|ground| assert_eq!(sails(ground, fleet(Power::Turkey, "I Fleet"), dardanelles), Ok(1)));
}

// standard.sea.blockade.definition
#[test]
fn a_port_is_blockaded_by_an_enemy_of_its_holder_in_its_box() {
    let blockaded = |words: crate::words::Words, power| {
        let mut is = false;
        words.board(|ground| is = sea::is_blockaded(ground, power, AreaId::by_key("cadiz").unwrap()));
        is
    };
    let board = "kept board; box Cadiz: Great Britain I Fleet; Cadiz: France I Fleet";
    assert!(blockaded(given(board), Power::France), "France is at war with Britain");
    assert!(!blockaded(given(board), Power::Spain), "Spain is not");
    assert!(blockaded(given(&format!("{board}; Spain at war with Great Britain")), Power::Spain));
}
