use super::*;
use crate::Position;
use crate::board::by_hand::{at_war, of, place, stands};
use crate::exploration::Exploring;
use crate::logistics_switches::Edition;
use crate::units::Counter::{Ld, Nd};

/// A French naval stack in the Bay of Biscay and a French army in Guyenne: stacks 1 and 2.
fn french() -> Position {
    let mut state = at_war(8);
    stands(&mut state, "france", "sGascogne", &[Nd, Nd]);
    stands(&mut state, "france", "eGuyenne", &[Ld]);
    state
}

// Every die of the board has a slot of its own, by its number.
#[test]
fn each_die_of_a_discovery_and_of_the_rounds_is_counted() {
    let explores = |die: u8, second: Option<u8>, leader: Option<(u8, bool)>| {
        let mut board = french().board;
        board.rolls = 7;
        let (target, size) = (place("sCeltique"), Thirds::whole(2));
        let explored = Exploring { target, size, man: Some(2), edition: Edition::Guide }.roll(die);
        let stars = u32::from(explored.remains.stars);
        let (made, owes) = (false, Thirds::NONE);
        board.apply(Happened::Explored {
            stack: 1,
            target,
            explored,
            second,
            made,
            leader,
            owes,
            rules: Vec::new(),
        });
        board.rolls - 7 - stars
    };
    assert_eq!(explores(5, None, None), 1);
    assert_eq!(explores(5, Some(3), None), 2);
    assert_eq!(explores(5, None, Some((3, false))), 2);
    assert_eq!(explores(5, Some(3), Some((3, true))), 3);
    let with_chance = (1..=10).find(|die| {
        let size = Thirds::whole(2);
        let who = Exploring { target: place("sCeltique"), size, man: Some(2), edition: Edition::Guide };
        who.roll(*die).remains.stars > 0
    });
    assert_eq!(explores(with_chance.expect("an even chance"), None, None), 1, "and one for the even chance");
    let mut board = french().board;
    board.rolls = 7;
    board.apply(Happened::RoundsOver { pillages: Vec::new(), winters: 3 });
    assert_eq!((board.rolls, board.winters), (8, 3));
}

// fast-battle.interception.allowed: each stack tries to intercept a march once, and the next one again.
#[test]
fn who_tried_to_intercept_a_march_may_try_the_next_one_but_not_the_same_where_it_goes_on() {
    let tried = |goes_on: bool| {
        let mut board = french().board;
        board.tried.insert(2);
        board.apply(Happened::MarchBegun { march: 4, goes_on, rules: Vec::new() });
        (board.tried.contains(&2), board.marches)
    };
    assert_eq!(tried(false), (false, 4));
    assert_eq!(tried(true), (true, 4));
}

// fast-battle.campaign.simple.one-land-one-sea
#[test]
fn what_was_aggressive_is_kept_whatever_the_stack_does_afterwards() {
    let mut board = french().board;
    let mut does = |deed: Deed| {
        board.does(2, deed);
        board.deeds[&2].deed
    };
    assert_eq!(does(Deed::Moves), Deed::Moves);
    assert_eq!(does(Deed::EntersRevolt), Deed::EntersRevolt);
    assert_eq!(does(Deed::EntersEnemy), Deed::EntersEnemy);
    assert_eq!(does(Deed::Moves), Deed::EntersEnemy);
}

// fast-battle.scope.delta-on-eu6, aids.interception-evasion
#[test]
fn ships_come_from_the_zone_before_their_last_and_leave_what_they_blockaded() {
    let sails = |way: &[&str]| {
        let mut state = french();
        of(&mut state, 1).blockades = Some(place("eGaliza"));
        let way: Vec<Place> = way.iter().map(|key| place(key)).collect();
        state.board.sailed(1, &way, None, Deed::Moves);
        let now = &state.board.stacks[&1];
        (now.at.site().key.as_str(), now.from, now.blockades)
    };
    assert_eq!(sails(&["sCeltique"]), ("sCeltique", Some(place("sGascogne")), None));
    assert_eq!(sails(&["sCeltique", "sManche"]), ("sManche", Some(place("sCeltique")), None));
    assert_eq!(
        sails(&["sGascogne"]),
        ("sGascogne", None, Some(place("eGaliza"))),
        "it stays before the port"
    );
}
