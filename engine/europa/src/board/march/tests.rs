use super::*;
use crate::board::by_hand::{
    at_war, france, moves, of, open, place, says, spain, standing, stands, under_way,
};
use crate::units::Counter::{self, ArmyPlus, Dtr, Ld, Nd};

/// France moves: its army in Languedoc is stack 1, another is in Béarn and ships are in Provence; a Spanish one stands in Catalunya.
fn france_moves() -> Position {
    let mut state = at_war(8);
    stands(&mut state, "france", "eLanguedoc", &[ArmyPlus]);
    stands(&mut state, "france", "eBearn", &[Ld]);
    stands(&mut state, "france", "eProvence", &[Nd]);
    stands(&mut state, "spain", "eCatalunya", &[Ld]);
    moves(&mut state, &france());
    state
}

#[test]
fn the_marches_that_are_offered_are_those_that_may_be_made() {
    let state = france_moves();
    let offered = marches(&state, &france(), 1);
    let ends: BTreeSet<Place> = offered.iter().map(March::to).collect();
    for near in ["eRosselo", "eBearn", "eTouraine", "eCatalunya"] {
        assert!(ends.contains(&place(near)), "{near}");
    }
    assert!(!ends.contains(&place("eLanguedoc")) && !ends.contains(&place("eKazan")));
    for march in &offered {
        assert_eq!(may_march(&state, &france(), 1, march.to(), &[], &[]).as_ref(), Ok(march));
    }
    for (none, why) in
        [(marches(&state, &spain(), 4), "it is not his segment"), (marches(&state, &france(), 3), "ships")]
    {
        assert_eq!(none, [], "{why}");
    }
    assert_eq!(may_counter(&state, &france(), 1), [2], "troops of his own, and not the mover");
}

// fast-battle.losses.applied-to-counters
#[test]
fn a_loss_is_taken_off_a_stack_before_it_moves() {
    let mut state = france_moves();
    let may = |state: &Position| says(may_move(state, 1, &state.board.stacks[&1]));
    assert_eq!(may(&state), "");
    of(&mut state, 1).owes = Thirds(4);
    assert!(may(&state).contains("A loss of 1⅓ is to be taken off this stack first"));
    assert_eq!(marches(&state, &france(), 1), []);
}

// fast-battle.losses.applied-to-counters: whole LD come off at once, any other loss is the owner's to take, and all of ships is.
#[test]
fn a_loss_of_whole_detachments_on_land_comes_off_at_once() {
    let state = at_war(8);
    let of = |counters: &[Counter], lost: i32| {
        let (left, owes) = after(&state, &standing("france", "sLion", counters), Thirds(lost));
        let left = left.0.iter().map(|unit| unit.counter.short()).collect::<Vec<_>>().join(" ");
        (left, owes.0)
    };
    assert_eq!(of(&[Ld, Ld, Ld], 3), ("LD LD".to_owned(), 0));
    assert_eq!(of(&[Ld, Ld, Ld], 4), ("LD LD LD".to_owned(), 4));
    assert_eq!(of(&[Nd, Nd], 3), ("ND ND".to_owned(), 3));
}

// fast-battle.campaign.passive.moves
#[test]
fn ships_come_upon_pirates_and_troops_upon_a_revolt() {
    let mut state = france_moves();
    for told in ["sGascogne", "eQuercy"] {
        state.board.revolts.insert(place(told), 1);
    }
    let deed = |stack: u32, to: &str| {
        let march = under_way(&state, stack, &[to]).march;
        deed_of(&state, &state.board.stacks[&stack], &march)
    };
    assert_eq!(deed(3, "sGascogne"), Deed::EntersPirates);
    assert_eq!(deed(1, "eQuercy"), Deed::EntersRevolt);
    assert_eq!([deed(3, "sLion"), deed(1, "eBearn")], [Deed::Moves; 2]);
    assert_eq!(deed(1, "eCatalunya"), Deed::EntersEnemy);
}

// fast-battle.aids.interception-evasion: who is beaten or aboard ships evades nothing, nor do ships in the port where troops come.
#[test]
fn who_could_fight_where_a_march_ends_is_asked_whether_he_evades() {
    let is_asked = |counters: &[Counter], change: &dyn Fn(&mut Position)| {
        let mut state = at_war(8);
        stands(&mut state, "france", "eBearn", &[ArmyPlus]);
        stands(&mut state, "spain", "eGuyenne", counters);
        change(&mut state);
        let march = under_way(&state, 1, &["eGuyenne"]);
        asked(&state, &state.board.stacks[&1], &march, false) == BTreeSet::from([spain()])
    };
    assert!(is_asked(&[Ld], &|_| {}));
    assert!(!is_asked(&[Ld], &|state| open(state, &[Frame::Retreat(2)])), "it is beaten");
    assert!(!is_asked(&[Dtr], &|_| {}), "ships");
    assert!(!is_asked(&[Ld], &|state| of(state, 2).aboard = Some(7)), "aboard ships in the port");
    assert!(!is_asked(&[Ld], &|state| of(state, 2).inside = true), "in the fortress already");
}
