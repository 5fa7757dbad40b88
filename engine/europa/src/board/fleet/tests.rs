use super::*;
use crate::board::by_hand::{F_MINUS, F_PLUS, at_war, of, says, standing, stands};
use crate::leader::Leader;
use crate::technology::Naval;
use crate::units::Counter::{Dtr, Gd, Nd, SeaD};

/// Ships in the Bay of Biscay in period II, where an F+ of France holds 4 ND and 1 DTr and an F- 2 and 1. No table has a row for Savoy.
fn ships_of(country: &str, counters: &[Counter]) -> Standing {
    standing(country, "sGascogne", counters)
}

fn french(counters: &[Counter]) -> Standing {
    ships_of("france", counters)
}

/// What would be missing in the fleets of a stack that is left so after a loss of these thirds.
fn left_of(before: Standing, owes: i32, after: &[Counter]) -> Option<i32> {
    let after = standing(before.country.key(), "sGascogne", after).stack;
    left(&at_war(8), &Standing { owes: Thirds(owes), ..before }, &after.0).map(|missing| missing.0)
}

// fast-battle.supply.fleet-for-large-stack: a fleet counter is full until it has lost something; ships besides are no fleet.
#[test]
fn a_fleet_gives_supply_as_full_until_it_has_lost_something() {
    let state = at_war(8);
    let of = |standing: &Standing| {
        let ships = ships(&state, standing);
        (ships.whole, ships.fleet, ships.full)
    };
    assert_eq!(of(&french(&[F_PLUS])), (5, true, true));
    assert_eq!(of(&Standing { missing: Thirds(7), ..french(&[F_PLUS]) }), (2, true, false));
    assert_eq!(of(&french(&[F_MINUS])), (3, true, false));
    assert_eq!(of(&french(&[Nd, Dtr])), (2, false, false));
    assert_eq!(of(&ships_of("savoy", &[F_PLUS])), (0, true, true), "no table says what fills it");
}

// fast-battle.attrition.sea.remaining
#[test]
fn what_is_left_of_ships_is_part_of_what_there_was() {
    assert_eq!(left_of(french(&[F_MINUS, Nd]), 9, &[Nd]), Some(0), "a whole fleet may go");
    assert_eq!(left_of(french(&[F_MINUS, Nd]), 9, &[F_MINUS]), Some(6), "or stay, and hold so much less");
    assert_eq!(left_of(french(&[Nd, Nd, Nd]), 3, &[F_MINUS]), None, "ships become no fleet");
    assert_eq!(left_of(french(&[F_MINUS]), 3, &[Gd, Gd]), Some(0), "two galleys in the room of a warship");
}

// fast-battle.attrition.sea.remaining: galleys and transports never split, and stay whole only where nothing else gives change.
#[test]
fn a_transport_stays_whole_only_where_no_change_can_be_given() {
    assert_eq!(left_of(french(&[Dtr, Dtr]), 1, &[Dtr, Dtr]), Some(0));
    assert_eq!(
        left_of(french(&[SeaD, SeaD, Dtr]), 3, &[Dtr]),
        None,
        "two exploration detachments are it exactly"
    );
    assert_eq!(left_of(french(&[SeaD, SeaD, Dtr]), 3, &[SeaD, SeaD]), Some(0));
    let savoy = || ships_of("savoy", &[F_MINUS, Dtr]);
    assert_eq!(left_of(savoy(), 1, &[F_MINUS, Dtr]), None, "a fleet gives change, whatever is in it");
    assert_eq!(left_of(savoy(), 1, &[F_MINUS]), Some(0));
}

// fast-battle.attrition.sea.remaining: a warship that loses a third leaves two exploration detachments.
#[test]
fn a_warship_gives_change_for_a_third() {
    let short = |ways: Vec<Vec<Unit>>| -> Vec<String> {
        let one = |way: Vec<Unit>| way.iter().map(|unit| unit.counter.short()).collect::<Vec<_>>().join(" ");
        ways.into_iter().map(one).collect()
    };
    let owing = Standing { owes: Thirds(1), ..french(&[Nd, Nd]) };
    assert_eq!(short(ways(&at_war(8), &owing)), ["ND d d"]);
    assert_eq!(short(ways(&at_war(8), &Standing { owes: Thirds(3), ..owing })), ["ND"]);
}

/// What an owner is told who seals so many warships, in thirds, galleys and transports for a stack that fights; nothing where it fits.
fn seals(fights: Standing, contents: (i32, u8, u8)) -> String {
    let mut state = at_war(8);
    let own = stands(&mut state, "france", "sGascogne", &[]);
    let other = stands(&mut state, "spain", "sGascogne", &[Nd]);
    *of(&mut state, own) = fights;
    state.board.fights.insert(1, [own, other]);
    let (warships, galleys, transports) = contents;
    let mut fleet = sealed(warships, galleys, transports);
    says(check_fleet(&state, 1, Who::Moving, &mut fleet))
}

fn sealed(warships: i32, galleys: u8, transports: u8) -> Fleet {
    let (technology, command) = (Naval::Carrack, Command::None);
    let (warships, line) = (Thirds(warships), crate::battle::sea::Line::default());
    Fleet {
        technology,
        warships,
        galleys,
        galleasses: 0,
        transports,
        line,
        veteran: false,
        command,
        further: Vec::new(),
    }
}

// fast-battle.units.fleet-contents-vary
#[test]
fn no_more_ships_fight_than_the_counters_hold_and_two_galleys_take_the_room_of_a_warship() {
    let hold = |own: &[Counter], contents| seals(french(own), contents);
    assert_eq!(hold(&[Gd, Gd, Gd], (0, 3, 0)), "");
    assert_eq!(hold(&[Nd, Gd, Gd], (3, 2, 0)), "");
    // Four galleys and a transport are more detachments than two warships and a transport, and an F- holds them.
    assert_eq!(hold(&[F_MINUS], (0, 4, 1)), "");
    let says = hold(&[Nd, Gd], (3, 2, 0));
    assert!(says.contains("hold 1 ND at most (two GD in the room of one), 1 GD besides and 0 DTr"), "{says}");
    assert!(
        hold(&[F_MINUS], (3, 3, 0)).contains("hold 2 ND at most"),
        "five galleys' room is more than four"
    );
    assert!(hold(&[F_MINUS], (6, 0, 2)).contains("and 1 DTr"));
}

// fast-battle.losses.applied-to-counters, units.fleet-contents-recorded
#[test]
fn what_a_stack_has_lost_does_not_fight() {
    let two = |owes: i32| Standing { owes: Thirds(owes), ..french(&[Nd, Nd]) };
    let says = seals(two(3), (6, 0, 0));
    assert!(says.contains("has 1 still to lose, so no more than 1 detachments of it fight"), "{says}");
    assert_eq!(seals(two(3), (3, 0, 0)), "");
    assert_eq!(seals(two(6), (6, 0, 0)), "", "who has lost all of it is not kept from sealing for it");
    let fleet = |missing: i32, owes: i32| {
        let (missing, owes) = (Thirds(missing), Thirds(owes));
        Standing { missing, owes, ..french(&[F_MINUS]) }
    };
    let says = seals(fleet(3, 0), (6, 0, 1));
    assert!(
        says.contains("have lost 1 of what fills them, so no more than 2 detachments of it fight"),
        "{says}"
    );
    assert_eq!(seals(fleet(3, 0), (6, 0, 0)), "");
    assert_eq!(seals(fleet(5, 4), (6, 0, 1)), "");
}

#[test]
fn a_fleet_is_led_by_who_stands_with_it_on_the_board() {
    let values = Leader { manoeuvre: 4, fire: 3, shock: 2, siege: 0 };
    let mut state = at_war(8);
    let own = stands(&mut state, "france", "sGascogne", &[Nd]);
    let other = stands(&mut state, "spain", "sGascogne", &[Nd]);
    of(&mut state, own).leader = Some(super::super::Led { name: "Doria".to_owned(), values });
    state.board.fights.insert(1, [own, other]);
    let seal = |who: Who, command: Command| {
        let mut fleet = Fleet { command, ..sealed(3, 0, 0) };
        let says = says(check_fleet(&state, 1, who, &mut fleet));
        (says, fleet.command)
    };
    let led = Command::Leader(values);
    assert_eq!(seal(Who::Moving, led.clone()), (String::new(), led.clone()));
    assert_eq!(seal(Who::Moving, Command::None), (String::new(), led.clone()), "he leads it without a word");
    let (says, _) = seal(Who::Moving, Command::Leader(Leader { manoeuvre: 5, ..values }));
    assert!(says.contains("is led by Doria 4 3 2"), "{says}");
    let (says, _) = seal(Who::Standing, led);
    assert!(says.contains("No leader stands with stack 2"), "{says}");
}
