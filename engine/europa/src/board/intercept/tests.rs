use super::*;
use crate::board::by_hand::{
    at_war, country, of, open, place, says, siege as laid, spain, stands, under_way,
};
use crate::outline::Frame;
use crate::siege::course::{End, Siege};
use crate::units::Counter::{ArmyMinus, Ld, Nd};

/// A French army marches from Languedoc into Roussillon, which Spain holds; a Spanish one stands in Catalunya: stacks 1 and 2.
fn france_marches() -> Position {
    let mut state = at_war(8);
    stands(&mut state, "france", "eLanguedoc", &[ArmyMinus]);
    stands(&mut state, "spain", "eCatalunya", &[ArmyMinus]);
    state.board.held.insert(place("eRosselo"), country("spain"));
    let march = Frame::March(Box::new(under_way(&state, 1, &["eRosselo"])));
    open(&mut state, &[march]);
    state
}

// fast-battle.aids.interception-evasion
#[test]
fn who_is_beaten_besieged_or_aboard_does_not_intercept() {
    let refused = |change: &dyn Fn(&mut Position)| {
        let mut state = france_marches();
        change(&mut state);
        let (by, mover) = (&state.board.stacks[&2], &state.board.stacks[&1]);
        says(can_intercept(&state, 2, by, mover, place("eRosselo"), Chain::Mover))
    };
    assert_eq!(refused(&|_| {}), "");
    let no = "it is beaten, besieged, or aboard ships";
    assert!(refused(&|state| open(state, &[Frame::Retreat(2)])).contains(no));
    assert!(refused(&|state| of(state, 2).aboard = Some(7)).contains(no));
    assert_eq!(refused(&|state| of(state, 2).inside = true), "", "nobody stands before its fortress");
    let besieged = refused(&|state| {
        of(state, 2).inside = true;
        stands(state, "france", "eCatalunya", &[Ld]);
    });
    assert!(besieged.contains(no), "{besieged}");
}

// fast-battle.aids.interception-evasion
#[test]
fn ships_intercept_at_sea_and_not_in_the_port_where_a_voyage_ends() {
    let mut state = at_war(8);
    stands(&mut state, "france", "sCeltique", &[Nd]);
    stands(&mut state, "spain", "eVizcaya", &[Nd]);
    let of = |at: &str| {
        let (by, mover) = (&state.board.stacks[&2], &state.board.stacks[&1]);
        says(can_intercept(&state, 2, by, mover, place(at), Chain::Mover))
    };
    assert!(of("eGuyenne").contains("at sea, and not in a port"), "{}", of("eGuyenne"));
    assert_eq!(of("sGascogne"), "");
}

// fast-battle.aids.interception-evasion
#[test]
fn a_stack_tries_to_intercept_a_march_once() {
    let state = france_marches();
    let with = |state: &Position, with: &[(u32, Place)]| {
        says(Interceptions(1).check(state, &spain(), &Declared { with: with.to_vec(), evade: Vec::new() }))
    };
    let once = (2, place("eRosselo"));
    assert_eq!(with(&state, &[once]), "");
    assert!(with(&state, &[once, once]).contains("it may do so once"));
    let mut state = state;
    state.board.tried.insert(2);
    assert!(with(&state, &[once]).contains("it may do so once"), "it has tried on the way here");
}

#[test]
fn who_does_not_answer_intercepts_nothing() {
    let state = france_marches();
    let answer = |march: u32| Interceptions(march).default_choice(&state, &spain());
    assert_eq!(answer(1), Some(Declared { with: Vec::new(), evade: Vec::new() }));
    assert_eq!(answer(2), None, "no such march");
}

// fast-battle.aids.interception-evasion: another enemy stands there besides who is intercepted, in the open.
#[test]
fn an_enemy_in_the_open_where_it_intercepts_hinders_and_no_other_does() {
    let hinders = |counters: &[crate::units::Counter], inside: bool, against: Option<u32>| {
        let mut state = france_marches();
        let there = stands(&mut state, "france", "eRosselo", counters);
        of(&mut state, there).inside = inside;
        let (own, mover) = (&state.board.stacks[&2], &state.board.stacks[&1]);
        land_try(&state, 2, own, mover, place("eRosselo"), against).other_enemy
    };
    assert!(hinders(&[Ld], false, None));
    assert!(!hinders(&[Ld], true, None), "in the fortress");
    assert!(!hinders(&[Nd], false, None), "ships in the port");
    assert!(!hinders(&[Ld], false, Some(3)), "that is whom it meets");
}

/// A siege of Spain before a French fortress, whether or not it is over.
fn siege(state: &mut Position, at: &str, over: bool) {
    let siege = Siege { ended: over.then_some(End::Lifted), ..laid("spain", "france", at) };
    state.sieges.of.insert(1, siege);
}

// fast-battle.aids.interception-evasion
#[test]
fn who_stands_before_enemies_in_a_fortress_or_has_laid_a_siege_there_besieges() {
    let besieges = |change: &dyn Fn(&mut Position)| {
        let mut state = france_marches();
        change(&mut state);
        besieging(&state, &state.board.stacks[&2])
    };
    let stand = |who: &'static str, inside: bool| {
        move |state: &mut Position| {
            let there = stands(state, who, "eCatalunya", &[Ld]);
            of(state, there).inside = inside;
        }
    };
    assert!(!besieges(&|_| {}));
    assert!(besieges(&stand("france", true)));
    assert!(!besieges(&stand("france", false)), "that one would be fought");
    assert!(!besieges(&stand("spain", true)), "that is his own garrison");
    assert!(besieges(&|state| siege(state, "eCatalunya", false)));
    assert!(!besieges(&|state| siege(state, "eCatalunya", true)), "it is lifted");
    assert!(!besieges(&|state| siege(state, "eRosselo", false)), "it is elsewhere");
    let besieged = |state: &mut Position| {
        siege(state, "eCatalunya", false);
        if let Some(siege) = state.sieges.of.get_mut(&1) {
            siege.scene.countries.reverse();
        }
    };
    assert!(!besieges(&besieged), "it is he who is besieged");
}
