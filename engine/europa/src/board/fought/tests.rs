use super::*;
use crate::board::by_hand::{at_war, country, france, of, open, place, says, spain, standing, stands};
use crate::units::Counter::{ArmyMinus, ArmyPlus, Dtr, Gd, Ld, Nd};
use serde_json::json;

/// A battle of France and Spain in a place, whether or not it is over.
fn fight(state: &mut Position, at: &str, at_sea: bool, over: bool) {
    let scene = json!({"place": place(at).name(), "at_sea": at_sea, "countries": [["france"], ["spain"]]});
    let mut fight = json!({"scene": scene});
    if over {
        fight["ended"] = json!({"end": "fought", "winner": null, "routed": [false, false], "destroyed": [false, false],
            "lost": [0, 0], "major": false, "pursuit_stars": 0});
    }
    state.fights.last += 1;
    let number = state.fights.last;
    state.fights.of.insert(number, serde_json::from_value(fight).expect("it is a battle"));
}

#[test]
fn a_battle_is_fought_on_the_ground_of_its_province() {
    for site in atlas().all().map(Place::site).filter(|site| !site.is_sea()) {
        assert_eq!(json!(terrain(site.terrain)), json!(site.terrain), "{}", site.key);
    }
}

// fast-battle.battle.mod.cavalry, fast-battle.battle.pursuit.column: Turkey's sipahis are there without being said, with their Shock.
#[test]
fn turkey_has_sipahis_and_nobody_else_has() {
    let sipahis = |of: &str| side(&at_war(8), &standing(of, "eRosselo", &[ArmyPlus])).parts[0].sipahis;
    assert!(sipahis("turkey"));
    assert!(!sipahis("france") && !sipahis("spain"));
}

// fast-battle.battle.morale-start: the aids give tercios at the Renaissance and the Arquebuse.
#[test]
fn spain_has_tercios_from_turn_six_on_and_nobody_else_has() {
    let tercios = |turn: u8, of: &str| side(&at_war(turn), &standing(of, "eRosselo", &[ArmyPlus])).tercios;
    assert_eq!([5, 6, 7].map(|turn| tercios(turn, "spain")), [false, true, true]);
    assert!(!tercios(7, "france"));
}

/// A French and a Spanish army in Roussillon: stacks 1 and 2.
fn two_armies() -> Position {
    let mut state = at_war(8);
    stands(&mut state, "france", "eRosselo", &[ArmyPlus]);
    stands(&mut state, "spain", "eRosselo", &[ArmyMinus]);
    state
}

#[test]
fn who_is_in_a_fortress_or_elsewhere_is_not_fought_in_the_field() {
    let refused = |change: &dyn Fn(&mut Position)| {
        let mut state = two_armies();
        change(&mut state);
        says(may_engage(&state, &france(), 1, 2))
    };
    assert_eq!(refused(&|_| {}), "");
    for inside in [1, 2] {
        let says = refused(&|state| of(state, inside).inside = true);
        assert!(says.contains("in a fortress or aboard ships is not fought"), "{inside} {says}");
    }
    let elsewhere = refused(&|state| of(state, 2).at = place("eCatalunya"));
    assert!(elsewhere.contains("both stand in the same place"), "{elsewhere}");
    let in_port = refused(&|state| of(state, 2).stack = standing("spain", "eRosselo", &[Nd]).stack);
    assert!(in_port.contains("both stand in the same place"), "{in_port}");
    assert!(refused(&|state| of(state, 2).country = country("venice")).contains("are not at war"));
    for beaten in [1, 2] {
        let says = refused(&|state| open(state, &[Frame::Retreat(beaten)]));
        assert!(says.contains("retreats before anything else"), "{beaten} {says}");
    }
}

#[test]
fn fleets_fight_in_the_same_zone_but_for_one_that_was_caught_in_its_port() {
    let mut state = at_war(8);
    let (own, other) =
        (stands(&mut state, "france", "sGascogne", &[Nd]), stands(&mut state, "spain", "sLion", &[Nd]));
    open(&mut state, &[Frame::Battles(france()), Frame::Caught { stack: other, by: 9 }]);
    assert!(says(may_engage(&state, &france(), own, other)).contains("both stand in the same place"));
    of(&mut state, other).at = place("eGaliza");
    open(&mut state, &[Frame::Battles(france()), Frame::Caught { stack: other, by: own }]);
    assert_eq!(may_engage(&state, &france(), own, other), Ok(true));
    open(&mut state, &[Frame::Battles(france())]);
    of(&mut state, other).at = place("sGascogne");
    assert_eq!(may_engage(&state, &france(), own, other), Ok(false));
}

#[test]
fn one_battle_is_fought_in_a_place_at_a_time() {
    let refused = |at: &str, at_sea: bool, over: bool| {
        let mut state = two_armies();
        fight(&mut state, at, at_sea, over);
        says(may_engage(&state, &france(), 1, 2))
    };
    assert!(refused("eRosselo", false, false).contains("A battle is being fought in Rosseló"));
    assert_eq!(refused("eRosselo", false, true), "", "that one is over");
    assert_eq!(refused("eCatalunya", false, false), "", "that one is elsewhere");
    assert_eq!(refused("eRosselo", true, false), "", "that one is of ships");
}

#[test]
fn a_battle_is_offered_to_who_may_begin_it() {
    let offered = |state: &Position, seat: &SeatId| fights(state, seat).collect::<Vec<_>>();
    let state = two_armies();
    assert_eq!(offered(&state, &france()), [(1, 2)]);
    assert_eq!(offered(&state, &spain()), [(2, 1)]);
    for stack in [1, 2] {
        let mut state = two_armies();
        of(&mut state, stack).inside = true;
        assert_eq!(offered(&state, &france()), [], "{stack} is in the fortress");
        let mut state = two_armies();
        of(&mut state, stack).stack.0.clear();
        assert_eq!(offered(&state, &france()), [], "{stack} is a leader alone");
        let mut state = two_armies();
        state.board.fights.insert(1, [stack, 7]);
        assert_eq!(offered(&state, &france()), [], "{stack} fights another");
        let mut state = two_armies();
        open(&mut state, &[Frame::Retreat(stack)]);
        assert_eq!(offered(&state, &france()), [], "{stack} has its retreat to make");
    }
}

const RULE: &str = "fast-battle.scope.delta-on-eu6";

/// Why a place does not take a beaten stack; nothing where it does.
fn refuses(state: &Position, stack: u32, to: &str) -> String {
    let refused = may_retreat(state, stack, &state.board.stacks[&stack], place(to));
    assert!(refused.as_ref().err().is_none_or(|refusal| !refusal.rules.is_empty()), "{refused:?}");
    says(refused)
}

// fast-battle.scope.delta-on-eu6
#[test]
fn enemies_in_the_open_bar_a_retreat_and_neither_friends_nor_the_besieged_do() {
    let with = |of: &str, counters: &[Counter]| {
        let mut state = two_armies();
        let there = stands(&mut state, of, "eCatalunya", counters);
        (state, there)
    };
    let (state, _) = with("spain", &[Ld]);
    assert!(refuses(&state, 1, "eCatalunya").contains("Enemies stand in Catalunya"));
    assert_eq!(refuses(&state, 1, "eLanguedoc"), "");
    assert_eq!(refuses(&with("france", &[Ld]).0, 1, "eCatalunya"), "");
    assert_eq!(refuses(&with("venice", &[Ld]).0, 1, "eCatalunya"), "", "at peace with both");
    assert_eq!(refuses(&with("spain", &[Nd]).0, 1, "eCatalunya"), "", "ships in the port");
    let (mut state, there) = with("spain", &[Ld]);
    of(&mut state, there).inside = true;
    assert!(refuses(&state, 1, "eCatalunya").contains("Enemies stand"), "nobody besieges them");
    stands(&mut state, "france", "eCatalunya", &[Ld]);
    assert_eq!(refuses(&state, 1, "eCatalunya"), "");
    assert_eq!(
        RULE,
        may_retreat(&state, 1, &state.board.stacks[&1], place("eGuyenne")).expect_err("it is far").rules[0]
            .as_str()
    );
}

// fast-battle.scope.delta-on-eu6, stacking.sea, units.galley-detachments
#[test]
fn beaten_ships_find_room_where_they_go() {
    let mut state = at_war(8);
    stands(&mut state, "france", "sLion", &[Nd]);
    stands(&mut state, "france", "sThyrrenienne", &[Nd, Nd, Nd]);
    assert!(refuses(&state, 1, "sThyrrenienne").contains("has 4 counters"));
    assert_eq!(refuses(&state, 1, "sAlboran"), "");
    let mut state = at_war(8);
    stands(&mut state, "france", "sAlboran", &[Gd]);
    let ocean = place("sAlboran")
        .neighbours()
        .iter()
        .map(|(place, _)| *place)
        .find(|place| matches!(place.site().sort, PlaceKind::Sea { waters: Waters::Ocean, .. }));
    assert!(
        refuses(&state, 1, &ocean.expect("the straits lead there").site().key)
            .contains("no place for galleys")
    );
}

// fast-battle.scope.delta-on-eu6: who landed and was beaten goes back onto his own ships.
#[test]
fn beaten_troops_go_aboard_only_the_ships_that_they_landed_from() {
    let landed = |ships: &str, counters: &[Counter]| {
        let mut state = at_war(8);
        stands(&mut state, "france", "eGaliza", &[ArmyMinus]);
        of(&mut state, 1).back = Some(place("sGascogne"));
        stands(&mut state, ships, "sGascogne", counters);
        state
    };
    let mut state = landed("france", &[Dtr]);
    assert_eq!(refuses(&state, 1, "sGascogne"), "");
    assert!(refuses(&state, 1, "eAsturias").contains("to where it came from alone"));
    of(&mut state, 1).back = None;
    assert!(refuses(&state, 1, "sGascogne").contains("takes no stack that was beaten"), "it stood there");
    let none = "takes no stack that was beaten";
    assert!(refuses(&landed("france", &[Nd]), 1, "sGascogne").contains(none), "too few points");
    assert!(refuses(&landed("spain", &[Dtr]), 1, "sGascogne").contains(none), "not the enemy's");
    let mut state = landed("france", &[Dtr]);
    open(&mut state, &[Frame::Retreat(2)]);
    assert!(refuses(&state, 1, "sGascogne").contains(none), "those were beaten too");
}

// fast-battle.scope.delta-on-eu6
#[test]
fn a_retreat_on_land_or_of_ships_puts_nobody_aboard() {
    let aboard = |from: &str, to: &str, counters: &[Counter]| {
        let mut state = at_war(8);
        stands(&mut state, "france", from, counters);
        of(&mut state, 1).back = Some(place(to));
        stands(&mut state, "france", to, &[Dtr]);
        assert_eq!(refuses(&state, 1, to), "");
        ships(&state, &state.board.stacks[&1], place(to))
    };
    assert_eq!(aboard("eGaliza", "sGascogne", &[Ld]), Some(2));
    assert_eq!(aboard("eLanguedoc", "eProvence", &[Ld]), None, "ships in the port of the province");
    assert_eq!(aboard("sLion", "sThyrrenienne", &[Nd]), None);
}
