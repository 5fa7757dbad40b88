//! The rules of sea battles.

use super::super::land::Further;
use super::super::notes::{Added, Note, Rolled, Why};
use super::super::rules::Edition;
use super::super::sea::{Fleet, Line, Setting, Shared, captured, share, size_modifier};
use super::super::tables::Column;
use super::super::{Battle, End, FireEffect, Next, Phase, Plan, Roll, Rules, Verdict, Who};
use super::{fight, leader, names};
use crate::leader::Command;
use crate::technology::Naval;
use crate::thirds::Thirds;
use proptest::prelude::*;
use table::rule;

const MOVING: Who = Who::Moving;
const STANDING: Who = Who::Standing;

fn fleet(technology: Naval, warships: i32) -> Fleet {
    Fleet {
        technology,
        warships: Thirds::whole(warships),
        galleys: 0,
        galleasses: 0,
        transports: 0,
        line: Line::Warships,
        veteran: false,
        command: leader(2, 0, 0),
        further: Vec::new(),
    }
}

fn galleys(galleys: u8) -> Fleet {
    Fleet { galleys, ..fleet(Naval::NaoGaleon, 0) }
}

/// Two fleets of six detachments.
fn even() -> Setting {
    Setting {
        rules: Rules::default(),
        turn: 20,
        mediterranean: false,
        sides: [fleet(Naval::GalleonFluyt, 6), fleet(Naval::GalleonFluyt, 6)],
    }
}

/// The battle after the rolls for the wind: nobody's where both roll alike.
fn open(of: &Setting, wind: [u8; 2]) -> (Battle, Vec<Note>) {
    let mut notes = Vec::new();
    let mut battle = Battle::sea(of.clone(), &mut notes).expect("a battle");
    for (who, die) in Who::BOTH.into_iter().zip(wind) {
        if battle.next() == (Next::Die { who, roll: Roll::Wind }) {
            battle.throw(die, &mut notes).expect("a die");
        }
    }
    (battle, notes)
}

fn sums(of: &Setting, wind: [u8; 2]) -> [[i8; 2]; 2] {
    let (battle, _) = open(of, wind);
    Who::BOTH.map(|who| battle.modifiers(who, 1).map(|list| list.iter().map(|added| added.by).sum()))
}

fn fought(of: &Setting, wind: [u8; 2], dice: &[u8]) -> (Verdict, Vec<Note>) {
    let (mut battle, mut notes) = open(of, wind);
    fight(&mut battle, dice, &mut notes);
    let verdict = battle.account(&mut notes);
    (verdict.unwrap_or_else(|| panic!("{:?}", battle.next())), notes)
}

fn rolled(notes: &[Note], whose: Who, at: Option<(u8, Phase)>) -> Rolled {
    let rolled = notes.iter().find_map(|note| match note {
        Note::Rolled(rolled) if rolled.who == whose && rolled.at == at => Some(rolled.clone()),
        _ => None,
    });
    rolled.expect("a roll")
}

#[test]
fn the_wind_is_rolled_for_with_manoeuvre_and_better_ships() {
    let id = rule!("fast-battle.aids.wind");
    let (battle, notes) = open(&even(), [5, 5]);
    assert_eq!(battle.state().wind, None);
    assert!(names(&notes, id));
    let (battle, _) = open(&even(), [6, 5]);
    assert_eq!(battle.state().wind, Some(MOVING));
    assert_eq!(sums(&even(), [6, 5]), [[1, 1], [0, 0]]);
    let mut of = even();
    of.sides[1].command = leader(5, 0, 0);
    assert_eq!(open(&of, [6, 5]).0.state().wind, Some(STANDING));
    // Vessels have 2 more than galleons.
    of = even();
    of.sides[0].technology = Naval::Vessel;
    let (battle, notes) = open(&of, [4, 5]);
    assert_eq!(battle.state().wind, Some(MOVING));
    let added = vec![Added { by: 2, why: Why::Manoeuvre(2) }, Added { by: 2, why: Why::MoreAdvanced }];
    assert!(notes.contains(&Note::Wind { who: MOVING, die: 4, added, total: 8 }));
    // Galleys do not roll against galleys.
    of.sides = [galleys(6), galleys(6)];
    let battle = Battle::sea(of, &mut ()).expect("a battle");
    assert_eq!(battle.next(), Next::Die { who: MOVING, roll: Roll::Combat { day: 1, phase: Phase::Fire } });
}

#[test]
fn an_admiral_is_drawn_from_his_countrys_row() {
    let mut of = even();
    of.sides[0].command = Command::Replacement("POL".to_owned());
    let mut notes = Vec::new();
    let mut battle = Battle::sea(of, &mut notes).expect("a battle");
    battle.throw(1, &mut notes).expect("a die");
    assert_eq!(battle.state().leaders[0].to_string(), "3 1 2");
    assert!(names(&notes, rule!("fast-battle.aids.replacement-leaders")));
}

#[test]
fn more_ships_are_better_in_fire_shock_and_pursuit() {
    let id = rule!("fast-battle.naval.difference-bonus");
    for (more, fire, shock) in [(0, 0, 0), (1, 0, 1), (2, 0, 1), (3, 1, 1), (6, 1, 1), (7, 1, 2), (9, 1, 2)] {
        let mut of = even();
        of.sides[0].warships = Thirds::whole(6 + more) + Thirds(2);
        assert_eq!(sums(&of, [5, 5])[0], [fire, shock], "{more}");
    }
    // Ten against four: more in pursuit, besides day 1.
    let mut of = even();
    of.sides[0].warships = Thirds::whole(10);
    of.sides[1].warships = Thirds::whole(4);
    let (_, notes) = fought(&of, [5, 5], &[10, 1, 1]);
    let pursuit = rolled(&notes, MOVING, None);
    assert!(pursuit.added.contains(&Added { by: 1, why: Why::PursuitShips(6) }));
    assert!(names(&notes, id));
    assert_eq!(pursuit.modified, 1 + 2 + 1 + 1);
}

#[test]
fn galleys_have_their_sea_and_their_time() {
    let mut of = even();
    of.sides[0] = galleys(6);
    assert_eq!(sums(&of, [5, 5])[0], [0, 0]);
    of.mediterranean = true;
    of.turn = 25;
    assert_eq!(sums(&of, [9, 1])[0], [2, 2], "the sea and the wind");
    of.turn = 26;
    assert_eq!(sums(&of, [9, 1])[0], [1, 1]);
    of.turn = 35;
    assert_eq!(sums(&of, [9, 1])[0], [0, 0]);
    of.sides[1] = galleys(6);
    assert_eq!(sums(&of, [0, 0])[0], [0, 0]);
    of.sides[0].galleasses = 1;
    assert_eq!(sums(&of, [0, 0])[0], [0, 0], "two are needed before Battery");
    of.sides[0].galleasses = 2;
    assert_eq!(sums(&of, [0, 0])[0], [1, 0]);
    of.sides[1].galleasses = 1;
    assert_eq!(sums(&of, [0, 0])[0], [0, 0]);
    of.sides[1].galleasses = 7;
    assert!(of.check().is_err());
}

#[test]
fn from_battery_on_all_galleys_have_galleasses() {
    let battery = Fleet { technology: Naval::Battery, ..galleys(6) };
    assert!(battery.has_galleasses() && !galleys(6).has_galleasses());
    let mut of = even();
    of.sides = [battery, galleys(6)];
    assert_eq!(sums(&of, [0, 0]), [[1, 0], [0, 0]]);
    // In the Mediterranean, in their time: galleys are no better against galleys, and ships no better than ships.
    (of.mediterranean, of.turn) = (true, 20);
    of.sides = [galleys(6), galleys(6)];
    assert_eq!(sums(&of, [0, 0]), [[0, 0]; 2]);
    of.sides = even().sides;
    assert_eq!(sums(&of, [5, 5]), [[0, 0]; 2]);
}

#[test]
fn a_fleet_causes_twice_its_ships_at_most() {
    let mut of = even();
    let cap = |of: &Setting| of.terms().side(MOVING).cap;
    assert_eq!(cap(&of), Some(Thirds::whole(12)));
    of.sides[0].warships = Thirds(2);
    assert_eq!(cap(&of), Some(Thirds::whole(1)));
}

#[test]
fn at_sea_a_leader_is_tested_however_few_the_enemies_are() {
    let mut of = even();
    of.rules.casualties = true;
    of.sides[1] = Fleet { command: Command::None, ..fleet(Naval::GalleonFluyt, 2) };
    let (mut battle, mut notes) = open(&of, [5, 5]);
    let mut tested = Vec::new();
    while let Next::Die { who, roll } = battle.next() {
        if roll == Roll::Test {
            tested.push(who);
        }
        fight(&mut battle, &[3], &mut notes);
    }
    assert_eq!(tested, [MOVING]);
}

#[test]
fn galleys_halve_their_fire_upwards() {
    let mut of = even();
    of.sides[0] = galleys(6);
    let (_, notes) = fought(&of, [5, 5], &[10, 1, 1, 1, 1, 1, 1, 1, 1]);
    let fire = rolled(&notes, MOVING, Some((1, Phase::Fire)));
    assert_eq!((fire.column, fire.effect), (Column::E, FireEffect::HalvedUp));
    assert_eq!((fire.cell.losses, fire.did.losses), (Thirds(4), Thirds(2)));
    assert!(Note::Rolled(fire.clone()).rules().contains(&rule!("fast-battle.naval.same-frame")));
    assert_eq!(FireEffect::HalvedUp.on(Thirds(3)), Thirds(2));
    of.sides[0].galleasses = 1;
    let (_, notes) = fought(&of, [5, 5], &[10, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(rolled(&notes, MOVING, Some((1, Phase::Fire))).did.losses, Thirds(4));
    assert!(names(&notes, rule!("fast-battle.naval.same-frame")));
}

#[test]
fn who_has_lost_more_stars_rolls_worse() {
    let (_, notes) = fought(&even(), [5, 5], &[7, 1, 1, 1, 1, 1, 1, 1, 1]);
    let shock = rolled(&notes, STANDING, Some((1, Phase::Shock)));
    assert_eq!(shock.added, [Added { by: -1, why: Why::MoreStars }]);
    assert_eq!(rolled(&notes, MOVING, Some((1, Phase::Shock))).added, []);
    // What is lost in a phase counts from the next: both roll at once.
    assert_eq!(rolled(&notes, STANDING, Some((1, Phase::Fire))).added, []);
}

#[test]
fn the_fleet_with_the_wind_may_leave_after_a_fire_unpursued() {
    let (mut battle, mut notes) = open(&even(), [9, 1]);
    for die in [1, 7] {
        battle.throw(die, &mut notes).expect("a die");
    }
    let choice = Next::Choice { who: MOVING, day: 1, after: Phase::Fire };
    assert_eq!(battle.next(), choice);
    battle.decide(MOVING, true, &mut notes).expect("a choice");
    let verdict = battle.account(&mut notes).expect("it is over");
    assert_eq!(verdict.end, End::Slipped { who: MOVING, day: 1 });
    assert_eq!((verdict.winner, verdict.routed), (Some(STANDING), [false; 2]));
    assert!(notes.contains(&Note::NoPursuit));
    assert_eq!(verdict.lost, [Thirds(2), Thirds::NONE], "not rounded");
    // Without the wind nobody is asked.
    let (mut battle, mut notes) = open(&even(), [5, 5]);
    fight(&mut battle, &[1, 7], &mut notes);
    assert!(!notes.iter().any(|note| matches!(note, Note::Chose { .. })));
}

#[test]
fn a_fleet_leaves_after_day_one_without_a_roll_unless_the_group_tests() {
    for tested in [false, true] {
        let mut of = even();
        of.rules.fleets_test_to_leave = tested;
        let (mut battle, mut notes) = open(&of, [5, 5]);
        fight_to_choice(&mut battle, &[1, 1, 1, 1], &mut notes);
        battle.decide(STANDING, true, &mut notes).expect("a choice");
        let roll = if tested { Roll::Attempt } else { Roll::Pursuit };
        let who = if tested { STANDING } else { MOVING };
        assert_eq!(battle.next(), Next::Die { who, roll });
    }
    let of = Setting { rules: Rules { edition: Edition::Head, ..Rules::default() }, ..even() };
    let (mut battle, mut notes) = open(&of, [5, 5]);
    fight_to_choice(&mut battle, &[1, 1, 1, 1], &mut notes);
    battle.decide(STANDING, true, &mut notes).expect("a choice");
    assert_eq!(battle.next(), Next::Die { who: STANDING, roll: Roll::Attempt });
}

fn fight_to_choice(battle: &mut Battle, dice: &[u8], notes: &mut Vec<Note>) {
    for die in dice {
        battle.throw(*die, notes).expect("a die");
    }
}

#[test]
fn transports_alone_break_after_the_first_fire_and_are_taken() {
    let mut of = even();
    of.sides[1] = Fleet { transports: 3, ..fleet(Naval::GalleonFluyt, 0) };
    let (mut battle, mut notes) = open(&of, [0, 0]);
    assert_eq!((battle.state().wind, battle.state().morale), (Some(MOVING), [2, 0]));
    fight(&mut battle, &[1], &mut notes);
    assert_eq!(battle.state().end, Some(End::Rout { day: 1, phase: Phase::Fire }));
    // 5 and 2 for the day, 1 for the Fire, 1 for the wind: 9 in C.
    fight(&mut battle, &[5], &mut notes);
    let pursuit = rolled(&notes, MOVING, None);
    assert_eq!((pursuit.column, pursuit.modified), (Column::C, 9));
    let verdict = battle.account(&mut notes).expect("it is over");
    assert_eq!((verdict.routed, verdict.pursuit_stars), ([false, true], 1));
    assert_eq!(captured(verdict.pursuit_stars, Line::Transports), 2);
    assert_eq!(captured(3, Line::Warships), 3);
    // 1⅓ by six detachments.
    assert_eq!(verdict.lost[1], Thirds(4));
}

#[test]
fn the_size_of_a_fleet_is_its_own_number() {
    let id = rule!("fast-battle.naval.size-by-detachments");
    let sizes: Vec<i8> = [1, 6, 7, 12, 13, 18, 19, 40].into_iter().map(size_modifier).collect();
    assert_eq!(sizes, [0, 0, 1, 1, 2, 2, 3, 3]);
    let mut of = even();
    of.sides[0].warships = Thirds::whole(9);
    of.sides[1].warships = Thirds::whole(20);
    let (_, notes) = fought(&of, [5, 5], &[1, 1, 1, 1, 1, 1, 1, 1]);
    assert!(names(&notes, id));
    let modifiers: Vec<i8> = (notes.iter())
        .filter_map(|note| match note {
            Note::SizeModifier { modifier, .. } => Some(*modifier),
            _ => None,
        })
        .collect();
    assert_eq!(modifiers, [1, 3]);
}

#[test]
fn a_fleet_causes_twice_its_number_at_most_and_a_routed_one_loses_one() {
    let mut of = even();
    of.sides[0].warships = Thirds::whole(2);
    of.sides[0].further =
        vec![Further { fire: 9, shock: 9, first_day_only: false, reason: "A storm.".to_owned() }];
    of.sides[1].veteran = true;
    of.sides[1].technology = Naval::SeventyFour;
    let (mut battle, mut notes) = open(&of, [10, 1]);
    fight_to_choice(&mut battle, &[4, 1], &mut notes);
    battle.decide(battle.state().wind.expect("the wind"), false, &mut notes).expect("a choice");
    fight_to_choice(&mut battle, &[4, 1], &mut notes);
    // Small: −4 thirds; at most four detachments.
    let raw = battle.state().caused[0].0;
    assert_eq!(battle.corrected(MOVING), Thirds((raw - 4).min(12)));
    // A rout that cost nothing.
    let mut of = even();
    of.sides[0].warships = Thirds(1);
    of.sides[1] = Fleet { transports: 2, ..fleet(Naval::Carrack, 0) };
    let (verdict, notes) = fought(&of, [0, 0], &[1, 1]);
    assert_eq!(verdict.lost[1], Thirds::whole(1));
    assert!(notes.contains(&Note::RoutedFleet { who: STANDING }));
}

#[test]
fn veterans_and_line_decide_morale_and_columns() {
    let mut fleet = fleet(Naval::ThreeDecker, 3);
    let morale = |fleet: &Fleet, edition| {
        let rules = Rules { edition, ..Rules::default() };
        fleet.morale(&rules).iter().map(|added| added.by).sum::<i8>()
    };
    assert_eq!(morale(&fleet, Edition::Guide), 3);
    fleet.veteran = true;
    assert_eq!(morale(&fleet, Edition::Guide), 4);
    fleet.technology = Naval::Vessel;
    assert_eq!(morale(&fleet, Edition::Guide), 3);
    fleet.galleys = 2;
    fleet.line = Line::Galleys;
    assert_eq!((fleet.ships(), fleet.fights_as()), (2, Naval::Galley));
    assert_eq!((morale(&fleet, Edition::Guide), morale(&fleet, Edition::Head)), (2, 3));
    assert!(fleet.has_galleasses(), "from Battery on");
    assert_eq!(fleet.in_line(), Line::Galleys, "as its owner chose");
    fleet.line = Line::Warships;
    assert_eq!(fleet.in_line(), Line::Warships, "as its owner chose");
    fleet.line = Line::Galleys;
    fleet.galleys = 0;
    assert_eq!(fleet.in_line(), Line::Warships);
    fleet.warships = Thirds::NONE;
    assert_eq!(fleet.in_line(), Line::Transports);
    assert!(Setting { sides: [fleet.clone(), fleet], ..even() }.check().is_err());
}

#[test]
fn naval_losses_are_shared_ship_by_ship_and_not_rounded() {
    let _ = rule!("fast-battle.naval.loss-thirds");
    assert_eq!(Shared::rules()[1], rule!("fast-battle.naval.no-rounding"));
    let thirds =
        |shared: Shared| [shared.damaged, shared.sunk, shared.refitted, shared.captured].map(|share| share.0);
    let of = |lost, won, taken| thirds(share(Thirds(lost), Line::Warships, Thirds::whole(5), won, taken));
    assert_eq!(of(9, true, 0), [3, 3, 3, 0]);
    assert_eq!(of(9, false, 0), [6, 3, 0, 0]);
    // Thirds go to the next share.
    assert_eq!(of(7, true, 0), [3, 3, 1, 0]);
    assert_eq!(of(4, true, 0), [3, 1, 0, 0]);
    assert_eq!(of(9, false, 1), [3, 3, 0, 3]);
    assert_eq!(of(2, false, 4), [0, 0, 0, 2]);
    // Beyond the stack: sunk first, then damaged.
    assert_eq!(of(24, true, 0), [6, 9, 0, 0]);
    assert_eq!(thirds(share(Thirds(4), Line::Galleys, Thirds::whole(5), false, 0)), [3, 3, 0, 0]);
    // What is less than a detachment goes as a whole one.
    assert_eq!(thirds(share(Thirds(1), Line::Galleys, Thirds::whole(5), false, 0)), [3, 0, 0, 0]);
    assert_eq!(thirds(share(Thirds(3), Line::Transports, Thirds::whole(5), false, 0)), [3, 0, 0, 0]);
    let seven = share(Thirds(7), Line::Warships, Thirds::whole(5), false, 0);
    assert_eq!(Thirds::whole(5) - seven.gone(), Thirds(8), "2 ND and 2 d");
    let (verdict, notes) = fought(&even(), [5, 5], &[6, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(verdict.lost[1], Thirds(1));
    assert!(names(&notes, rule!("fast-battle.naval.no-rounding")));
    assert!(!notes.iter().any(|note| matches!(note, Note::Retreat { .. })));
}

#[test]
fn a_major_battle_at_sea_takes_more() {
    let mut of = even();
    of.sides[0].warships = Thirds::whole(13);
    of.sides[0].further =
        vec![Further { fire: 6, shock: 6, first_day_only: false, reason: "A storm.".to_owned() }];
    of.sides[1].warships = Thirds::whole(12);
    let (verdict, notes) = fought(&of, [5, 5], &[10, 1, 5]);
    assert_eq!(verdict.routed, [false, true]);
    let major = notes.iter().find_map(|note| match note {
        Note::Major { needed, difference, .. } => Some((*needed, *difference)),
        _ => None,
    });
    let (needed, difference) = major.expect("a winner");
    assert_eq!(needed, Thirds::whole(5));
    assert_eq!(verdict.major, difference >= needed);
}

#[test]
fn the_carrack_fires_at_seventy_fours_in_the_later_edition_alone() {
    let _ = rule!("fast-battle.aids.technology");
    let mut of = even();
    of.sides[0].technology = Naval::Carrack;
    of.sides[1].technology = Naval::SeventyFour;
    let roll = Roll::Combat { day: 1, phase: Phase::Fire };
    assert_eq!(open(&of, [1, 1]).0.next(), Next::Die { who: STANDING, roll });
    of.rules.edition = Edition::Head;
    assert_eq!(open(&of, [1, 1]).0.next(), Next::Die { who: MOVING, roll });
}

fn fleets() -> impl Strategy<Value = Fleet> {
    let technology = prop::sample::select(Naval::ALL.to_vec());
    (technology, 0..40_i32, 0..12_u8, 0..4_u8, any::<[bool; 2]>(), 0..6_i8).prop_map(
        |(technology, warships, galleys, transports, [line, veteran], value)| Fleet {
            technology,
            warships: Thirds(warships),
            galleys,
            galleasses: galleys / 3,
            transports: transports + u8::from(warships == 0 && galleys == 0),
            line: if line { Line::Galleys } else { Line::Warships },
            veteran,
            command: leader(value, 5 - value, value / 2),
            further: Vec::new(),
        },
    )
}

proptest! {
    /// Every sea battle ends; its losses lie within the fleets, are shared without rest, and its sums are those of their parts.
    #[test]
    fn of_every_sea_battle(
        moving in fleets(),
        standing in fleets(),
        turn in 1..=62_u8,
        dice in prop::collection::vec(1..=10_u8, 24),
        slip_away in any::<bool>(),
    ) {
        let of = Setting { turn, mediterranean: turn % 2 == 0, sides: [moving, standing], ..even() };
        let plans = [Plan { leave_at_morale: Some(1), slip_away, ..Plan::default() }; 2];
        let mut notes = Vec::new();
        let mut battle = Battle::sea(of.clone(), &mut notes).expect("a battle");
        let mut dice = dice.into_iter();
        loop {
            match battle.next() {
                Next::Over(_) => break,
                Next::Choice { .. } => {
                    let (who, leave) = battle.planned(&plans).expect("a choice");
                    battle.decide(who, leave, &mut notes).expect("a choice");
                }
                Next::Die { .. } => battle.throw(dice.next().expect("no battle takes more"), &mut notes).expect("a die"),
            }
        }
        let verdict = battle.account(&mut notes).expect("it is over");
        for note in &notes {
            if let Note::Rolled(rolled) = note {
                let sum: i32 = rolled.added.iter().map(|added| i32::from(added.by)).sum();
                prop_assert_eq!(i32::from(rolled.die) + sum, rolled.modified);
            }
        }
        for who in Who::BOTH {
            let (lost, fleet) = (verdict.lost[who as usize], of.side(who));
            prop_assert!(lost >= Thirds::NONE && lost <= fleet.strength());
            let shared = share(lost, Line::Warships, fleet.strength(), verdict.winner == Some(who), 1);
            prop_assert_eq!(shared.gone() + shared.refitted, lost);
        }
    }
}
