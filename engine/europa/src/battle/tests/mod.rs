//! Tests of battles: the guide's worked example, every cell of the tables, the rules one by one, and what holds of every battle.

mod example;
mod land;
mod odds;
mod properties;
mod sea;
mod table_cells;

use super::land::{Part, Setting, Side, Terrain};
use super::{Battle, Map, Next, Note, Plan, Rules, Verdict};
use crate::class::Class;
use crate::leader::{Command, Leader};
use crate::period::Period;
use crate::technology::Land;
use crate::thirds::Thirds;
use table::rules::RuleId;

pub(crate) fn leader(manoeuvre: i8, fire: i8, shock: i8) -> Command {
    Command::Leader(Leader { manoeuvre, fire, shock, siege: 0 })
}

pub(crate) fn part(country: &str, class: Class, a_plus: u8, a_minus: u8, ld: i32) -> Part {
    Part {
        country: country.to_owned(),
        class,
        a_plus,
        a_minus,
        detachments: Thirds::whole(ld),
        pashas: 0,
        reformed: false,
        janissaries: false,
        sipahis: false,
    }
}

pub(crate) fn side(part: Part, technology: Land) -> Side {
    Side {
        parts: vec![part],
        technology,
        veteran: false,
        tercios: false,
        command: leader(2, 0, 0),
        foraging: false,
        further: Vec::new(),
    }
}

/// Eight detachments of France against eight of its like, at Musket in a plain in period II: no modifiers at all.
pub(crate) fn even() -> Setting {
    let side = || side(part("FRA", Class::IV, 1, 1, 2), Land::Musket);
    Setting {
        rules: Rules::default(),
        period: Period::II,
        map: Map::Europe,
        terrain: Terrain::Plain,
        cold: false,
        crossing: None,
        intercepted: false,
        sides: [side(), side()],
    }
}

/// Throws dice, staying wherever there is a choice.
pub(crate) fn fight(battle: &mut Battle, dice: &[u8], notes: &mut Vec<Note>) {
    for die in dice {
        while let Some((who, leave)) = battle.planned(&[Plan::default(); 2]) {
            battle.decide(who, leave, notes).expect("his choice");
        }
        battle.throw(*die, notes).expect("a die");
    }
    while let Some((who, leave)) = battle.planned(&[Plan::default(); 2]) {
        battle.decide(who, leave, notes).expect("his choice");
    }
}

/// A land battle fought with dice until it is over, nobody leaving.
pub(crate) fn fought(setting: &Setting, dice: &[u8]) -> (Verdict, Vec<Note>) {
    let mut notes = Vec::new();
    let mut battle = Battle::land(setting.clone(), &mut notes).expect("a battle");
    fight(&mut battle, dice, &mut notes);
    assert!(matches!(battle.next(), Next::Over(_)), "{:?}", battle.next());
    let verdict = battle.account(&mut notes).expect("it is over");
    assert_eq!(battle.next(), Next::Over(verdict));
    (verdict, notes)
}

pub(crate) fn names(notes: &[Note], rule: RuleId) -> bool {
    notes.iter().any(|note| note.rules().contains(&rule))
}
