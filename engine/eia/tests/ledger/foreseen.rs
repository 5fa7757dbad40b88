//! What a march would come to, before it is lodged: what its player reads of it.
#![allow(clippy::unwrap_used)]

use crate::words::given;
use crate::words::kept::{area, corps};
use engine::eia::land::foreseen::{Foreseen, foreseen};
use engine::eia::land::march::check;
use engine::eia::land::phase::{How, Leaves, Order};
use engine::eia::map::AreaId;
use engine::eia::powers::Power;

/// What comes of France's II Corps going this way, leaving so many men in the first area of it.
fn of_the_second_corps(words: &str, way: &[&str], men: u16) -> Foreseen {
    let mut found = None;
    let all = "kept board; March 1805; Bavaria, Baden and Wurttemberg are France's free states; France at war with Austria";
    given(&format!("{all}; {words}")).board(|ground| {
        let state = ground.state();
        let corps = vec![corps("1805", "France II")];
        let from = state.pieces.corps[&corps[0]].stand.area().unwrap();
        let way: Vec<AreaId> = way.iter().map(|at| area(at).unwrap()).collect();
        let leaves = if men > 0 { vec![Leaves { at: from, men, up: false }] } else { Vec::new() };
        let comes_to = check(state, Power::France, &corps, &way, &leaves, false).unwrap();
        let order = Order::March { corps, way, leaves, inside: false };
        found = Some(foreseen(state, Power::France, &[(order, comes_to)]));
    });
    found.unwrap()
}

// standard.land.contact.must, standard.land.after.retreat-attacker
#[test]
fn whom_a_march_attacks_and_where_it_goes_back_to_is_foreseen() {
    let seen =
        of_the_second_corps("Augsburg: France II 10i; Munich: Austria I; Ulm: France depot", &["Munich"], 0);
    assert_eq!(seen.meets, [corps("1805", "Austria I")]);
    assert_eq!(seen.back, area("Augsburg"));
    let alone = of_the_second_corps("Augsburg: France II 10i; Munich: Austria I inside", &["Munich"], 0);
    assert_eq!((alone.meets.len(), alone.back), (0, None), "who is in the city is attacked by a siege");
}

// standard.land.forage.besieging, standard.land.forage.value
#[test]
fn how_it_would_live_is_foreseen_and_what_hinders_a_siege() {
    let before =
        |words: &str| of_the_second_corps(&format!("Augsburg: France II 10i{words}"), &["Munich"], 0);
    let How::Forage { value, spared, .. } = before("").living[&corps("1805", "France II")] else {
        panic!("no depot is near")
    };
    assert!(spared && value > 5, "{value}: it has points to spare, and an enemy's city nowhere");
    assert!(!before("").forages_instead);
    let How::Forage { spared, .. } =
        before("; Munich: Austria garrison 3i").living[&corps("1805", "France II")]
    else {
        panic!("no depot is near")
    };
    assert!(!spared, "before a city that is held against it it besieges");
    assert_eq!(before("").besieges, None);
    let munich = area("Munich").unwrap();
    let number = engine::eia::land::siege::needs(munich, 0);
    assert_eq!(before("; Munich: Austria garrison 3i").besieges, Some((munich, number)));
}

// standard.land.move.garrisons
#[test]
fn a_city_that_is_left_to_nobody_is_foreseen() {
    let of = |words: &str, men: u16| {
        of_the_second_corps(&format!("Augsburg: France II 10i{words}"), &["Ulm"], men).uncovered
    };
    assert_eq!(of("", 0), [area("Augsburg").unwrap()]);
    assert_eq!(of("", 1), []);
    assert_eq!(of(", France III 4i", 0), []);
    assert_eq!(of(", France garrison 1i", 0), []);
}
