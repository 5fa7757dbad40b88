//! What a day of battle names as not the printed game's: only what it read, and nothing that the group typed.
#![allow(clippy::unwrap_used)]

use crate::battle::{Scripted, battle, corps, field, muster, own, plan};
use eia::typed::Typed;
use engine::eia::charts::{COLUMNS, columns};
use engine::eia::land::battle::Battle;
use engine::eia::land::battle::assemble::{Options, Ready, ready};
use engine::eia::land::battle::fight::{Fight, Note, Setting};
use engine::eia::land::battle::plan::When;
use engine::eia::land::battle::sealed::{Chit, GuardPlan, Own};
use engine::eia::land::battle::unprinted::of_the_day;
use engine::eia::land::forces::Leader;
use engine::eia::land::values::Values;
use engine::eia::powers::Power;
use std::collections::BTreeMap;

const FR: Power = Power::France;
const AU: Power = Power::Austria;

/// Who leads a side, if anybody does.
type Led = Option<&'static str>;
const NAPOLEON: Led = Some("5 5 6 A");
const CHARLES: Led = Some("5 4 5 A");
const NOBODY: Led = None;

/// A day that was fought.
struct Day {
    setting: Setting,
    fight: Fight,
    notes: Vec<Note>,
}

impl Day {
    fn of(battle: &Battle, chits: [Chit; 2], dice: &[u8]) -> Day {
        let (plans, options) = (chits.map(plan), Options::default());
        let Ready { setting, mut fight, .. } = ready(battle, &plans, &Typed::new(), options).unwrap();
        let mut table = Scripted::of(dice);
        fight.run(&setting, &mut table).unwrap();
        Day { setting, fight, notes: table.heard }
    }

    /// What the notes of the day name beside what was read before it, where these values were typed.
    fn names_with(&self, typed: &[(String, i64)]) -> Vec<String> {
        let typed: Typed = typed.iter().cloned().collect();
        of_the_day(Vec::new(), &self.notes, &self.setting, &self.fight, Values::of(&typed))
    }

    fn names(&self) -> Vec<String> {
        self.names_with(&[])
    }

    fn does_name(&self, word: &str) -> bool {
        self.names().iter().any(|named| named == word)
    }
}

/// A French corps with the guard against an Austrian one, with who leads each.
fn sides(led: [Led; 2], decided: Own) -> Battle {
    let side = |nation: &str, led: Led| {
        let leaders = led.map(|ratings| Leader::read("Leader", ratings).unwrap());
        muster(vec![corps("I Corps", nation)], leaders.into_iter().collect())
    };
    let musters = BTreeMap::from([(FR, side("france", led[0])), (AU, side("austria", led[1]))]);
    battle(field(vec![FR], vec![AU]), musters, BTreeMap::from([(FR, decided), (AU, own(&["20i"]))]))
}

/// A day with these chits in which every die of the fight is a three.
fn fought(led: [Led; 2], chits: [Chit; 2]) -> Day {
    Day::of(&sides(led, own(&["20i 2gd"])), chits, &[3; 12])
}

/// The defender gets away by the first die, a one.
fn away(led: [Led; 2]) -> Day {
    let day = Day::of(&sides(led, own(&["20i"])), [Chit::Echelon, Chit::Withdraw], &[1]);
    assert!(day.fight.withdrew && day.notes.iter().all(|note| matches!(note, Note::Withdrawal(_))));
    day
}

#[test]
fn ratings_of_corps_are_read_where_nobody_commands_them() {
    for (led, named) in [([NAPOLEON, CHARLES], false), ([NAPOLEON, NOBODY], true), ([NOBODY, CHARLES], true)]
    {
        let day = fought(led, [Chit::Probe, Chit::Cordon]);
        assert_eq!(day.does_name("corps ratings"), named, "{led:?}: {:?}", day.names());
        assert!(day.does_name("ratings"));
    }
    let day = fought([NAPOLEON, NOBODY], [Chit::Probe, Chit::Cordon]);
    let typed = ["strategic", "tactical"].map(|rating| (format!("rating_austria_{rating}"), 1));
    assert!(!day.names_with(&typed).contains(&"corps ratings".to_owned()), "both were typed");
    assert!(day.names_with(&typed[..1]).contains(&"corps ratings".to_owned()));
}

#[test]
fn an_assault_on_who_defends_is_fought_without_ratings_so_none_are_read() {
    for chit in [Chit::Assault, Chit::EscalatedAssault] {
        let day = fought([NAPOLEON, NOBODY], [chit, Chit::Defend]);
        assert!(!day.does_name("corps ratings") && !day.does_name("ratings"), "{:?}", day.names());
    }
    for chits in [[Chit::Probe, Chit::Defend], [Chit::Assault, Chit::Cordon]] {
        let day = fought([NAPOLEON, NOBODY], chits);
        assert!(day.does_name("corps ratings") && day.does_name("ratings"), "{chits:?}: {:?}", day.names());
    }
}

#[test]
fn who_gets_away_under_a_leader_reads_no_ratings_and_who_has_none_reads_those_of_his_corps() {
    assert_eq!(
        away([NOBODY, CHARLES]).names(),
        Vec::<String>::new(),
        "nor are those of who attacked in vain"
    );
    let alone = away([NAPOLEON, NOBODY]);
    assert_eq!(alone.names(), ["corps ratings"]);
    let typed = ["strategic", "tactical"].map(|rating| (format!("rating_austria_{rating}"), 1));
    assert_eq!(alone.names_with(&typed), Vec::<String>::new());
}

#[test]
fn the_losses_of_guard_are_named_until_what_was_read_of_them_is_typed() {
    let guard = GuardPlan { when: When::First, shift: 2, corps: 0, leader: Some(0), heavy: false };
    let decided = Own { guard: Some(guard), ..own(&["20i 9gd"]) };
    let day = Day::of(&sides([NAPOLEON, CHARLES], decided), [Chit::Probe, Chit::Cordon], &[3; 12]);
    assert!(day.notes.iter().any(|note| matches!(note, Note::Guard { shift: 2, die: 3, .. })));
    assert!(day.does_name("guard"));
    assert!(!day.names_with(&[("guard_2_3".to_owned(), 2)]).contains(&"guard".to_owned()));
    assert!(day.names_with(&[("guard_2_4".to_owned(), 2)]).contains(&"guard".to_owned()), "another die's");
}

#[test]
fn the_casualty_chart_is_named_until_every_cell_that_was_read_is_typed() {
    let day = fought([NAPOLEON, CHARLES], [Chit::Assault, Chit::Counterattack]);
    let rolls = day.notes.iter().filter_map(|note| match note {
        Note::Clash { rolled, .. } => Some(rolled.iter()),
        _ => None,
    });
    let read = rolls.flatten().filter(|rolled| rolled.percent > 0);
    let cells: Vec<(String, i64)> = read
        .flat_map(|rolled| {
            columns(rolled.of).map(|column| (format!("casualties_{}_{column}", rolled.percent), 1))
        })
        .collect();
    assert!(!cells.is_empty() && day.does_name("casualty chart"), "{:?}", day.notes);
    assert!(!day.names_with(&cells).contains(&"casualty chart".to_owned()));
    let less: Vec<(String, i64)> = cells.iter().filter(|cell| **cell != cells[0]).cloned().collect();
    assert!(day.names_with(&less).contains(&"casualty chart".to_owned()));
}

#[test]
fn of_factors_the_last_column_is_read_once_and_the_one_of_what_is_left() {
    let read = |of: u32| columns(of).collect::<Vec<u32>>();
    let last = u32::try_from(COLUMNS).unwrap();
    assert_eq!([read(7), read(last), read(2 * last)], [vec![7], vec![last], vec![last]]);
    assert_eq!([read(last + 7), read(0)], [vec![last, 7], vec![]]);
}

#[test]
fn of_no_percent_nothing_is_read_and_of_some_every_cell() {
    let typed: Typed = [("casualties_15_7".to_owned(), 1)].into_iter().collect();
    let (nothing, typed) = (Typed::new(), Values::of(&typed));
    assert!(Values::of(&nothing).knows_casualties(0, 13), "nobody looks it up");
    assert!(!Values::of(&nothing).knows_casualties(15, 7));
    assert!(
        typed.knows_casualties(15, 7) && !typed.knows_casualties(15, 8) && !typed.knows_casualties(15, 27)
    );
}
