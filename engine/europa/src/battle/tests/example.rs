//! The guide's worked example: France against Spain in Italy, step by step.

use super::super::notes::{Added, Note, Rolled, Why};
use super::super::tables::{Cell, Columns, tables};
use super::super::{Battle, End, Next, Phase, Roll, Rules, Who, major};
use super::{even, leader, names, part, side};
use crate::battle::land::{Setting, Side, compare_sizes};
use crate::class::Class;
use crate::losses::{Counters, ways};
use crate::technology::Land;
use crate::thirds::Thirds;
use table::rule;
use table::rules::{RuleId, ids_under};

/// All dice in the order thrown.
const DICE: [u8; 11] = [9, 6, 6, 7, 7, 3, 10, 7, 6, 9, 3];
/// France moves.
const FRANCE: Who = Who::Moving;
const SPAIN: Who = Who::Standing;

fn setting() -> Setting {
    let france = Side {
        veteran: true,
        command: leader(3, 3, 1),
        ..side(part("FRA", Class::IV, 2, 0, 0), Land::Arquebuse)
    };
    let spain = Side {
        veteran: true,
        tercios: true,
        command: leader(4, 1, 2),
        ..side(part("SPA", Class::III, 1, 0, 1), Land::Arquebuse)
    };
    Setting { sides: [france, spain], ..even() }
}

/// The battle with the notes that a step left.
struct Replay {
    battle: Battle,
    notes: Vec<Note>,
    seen: Vec<RuleId>,
}

impl Replay {
    fn step(&mut self, id: RuleId) -> &mut Replay {
        self.seen.push(id);
        self
    }

    fn throw(&mut self, who: Who, roll: Roll, die: u8) -> &[Note] {
        assert_eq!(self.battle.next(), Next::Die { who, roll });
        self.notes.clear();
        self.battle.throw(die, &mut self.notes).expect("a die");
        &self.notes
    }

    fn combat(&mut self, who: Who, day: u8, phase: Phase, die: u8) -> Rolled {
        let notes = self.throw(who, Roll::Combat { day, phase }, die);
        rolled(notes)
    }

    fn caused(&self) -> [i32; 2] {
        self.battle.state().caused.map(|caused| caused.0)
    }

    fn morale(&self) -> [i8; 2] {
        self.battle.state().morale
    }

    fn sums(&self, day: u8) -> [[i8; 2]; 2] {
        Who::BOTH
            .map(|who| self.battle.modifiers(who, day).map(|list| list.iter().map(|added| added.by).sum()))
    }

    fn has(&self, why: &Why, who: Who, phase: Phase) -> Option<i8> {
        let list = &self.battle.modifiers(who, 1)[phase as usize];
        list.iter().find(|added| added.why == *why).map(|added| added.by)
    }
}

fn rolled(notes: &[Note]) -> Rolled {
    let rolled = notes.iter().find_map(|note| match note {
        Note::Rolled(rolled) => Some(rolled.clone()),
        _ => None,
    });
    rolled.expect("a roll")
}

fn cell(thirds: i32, stars: i8) -> Cell {
    Cell { losses: Thirds(thirds), stars }
}

/// Steps 1 to 29.
fn two_days() -> Replay {
    let mut notes = Vec::new();
    let battle = Battle::land(setting(), &mut notes).expect("a battle");
    let mut replay = Replay { battle, notes, seen: Vec::new() };

    replay.step(rule!("fast-battle.example.step-01-situation"));
    let of = setting();
    let stacks = Who::BOTH.map(|who| (of.side(who).strength(), of.side(who).has_army()));
    assert_eq!(stacks, [(Thirds::whole(8), true), (Thirds::whole(5), true)]);
    assert_eq!(of.check(), Ok(()));

    replay.step(rule!("fast-battle.example.step-02-morale"));
    assert_eq!(replay.morale(), [3, 4]);

    replay.step(rule!("fast-battle.example.step-03-columns"));
    let columns: Vec<Option<String>> = (replay.notes.iter())
        .filter_map(|note| match note {
            Note::Columns { columns, .. } => Some(columns.map(|columns: Columns| columns.to_string())),
            _ => None,
        })
        .collect();
    assert_eq!(columns, [Some("C/B".to_owned()), Some("C/B".to_owned())]);

    replay.step(rule!("fast-battle.example.step-04-leaders"));
    assert_eq!(replay.has(&Why::Leaders(3, 1), FRANCE, Phase::Fire), Some(2));
    assert_eq!(replay.has(&Why::Leaders(1, 2), FRANCE, Phase::Shock), None);
    assert_eq!(replay.has(&Why::Leaders(1, 3), SPAIN, Phase::Fire), None);
    assert_eq!(replay.has(&Why::Leaders(2, 1), SPAIN, Phase::Shock), Some(1));

    replay.step(rule!("fast-battle.example.step-05-terrain"));
    let terrain = |added: &Added| matches!(added.why, Why::Terrain(_) | Why::Crossing(_));
    assert!(!Who::BOTH.iter().any(|who| replay.battle.modifiers(*who, 1).iter().flatten().any(terrain)));

    replay.step(rule!("fast-battle.example.step-06-artillery"));
    let points = Who::BOTH.map(|who| of.side(who).artillery(&of.rules, of.period));
    assert_eq!(points, [6, 3]);
    assert_eq!(replay.has(&Why::Artillery(6), FRANCE, Phase::Fire), Some(1));
    assert_eq!(replay.has(&Why::NoArtillery, SPAIN, Phase::Fire), None);
    let new = Rules { new_artillery_count: true, ..Rules::default() };
    assert_eq!(of.side(FRANCE).artillery(&new, of.period), 5);

    replay.step(rule!("fast-battle.example.step-07-cavalry-class"));
    assert_eq!(replay.has(&Why::Cavalry(Class::IV), FRANCE, Phase::Shock), None);

    replay.step(rule!("fast-battle.example.step-08-tercios"));
    assert_eq!(replay.has(&Why::Tercios, FRANCE, Phase::Shock), Some(-1));
    assert_eq!(replay.has(&Why::Tercios, SPAIN, Phase::Shock), None);

    replay.step(rule!("fast-battle.example.step-09-three-detachments"));
    let more = Why::MoreDetachments(Thirds::whole(8), Thirds::whole(5));
    assert_eq!(replay.has(&more, FRANCE, Phase::Shock), Some(1));

    replay.step(rule!("fast-battle.example.step-10-modifiers-day-one"));
    assert_eq!(replay.sums(1), [[3, 0], [0, 1]]);

    let roll = replay.step(rule!("fast-battle.example.step-11-day-one-fire-france")).combat(
        FRANCE,
        1,
        Phase::Fire,
        9,
    );
    assert_eq!((roll.modified, roll.cell, roll.did), (12, cell(7, 2), cell(3, 2)));
    assert_eq!((replay.caused(), replay.morale()), ([3, 0], [3, 2]));

    let roll =
        replay.step(rule!("fast-battle.example.step-12-day-one-fire-spain")).combat(SPAIN, 1, Phase::Fire, 6);
    assert_eq!((roll.modified, roll.cell, roll.did), (6, cell(1, 0), cell(0, 0)));

    replay.step(rule!("fast-battle.example.step-13-day-one-fire-check"));
    assert_eq!((replay.caused(), replay.morale()), ([3, 0], [3, 2]));
    assert!(!replay.notes.iter().any(|note| matches!(note, Note::Routed { .. })));

    let roll = replay.step(rule!("fast-battle.example.step-14-day-one-shock-france")).combat(
        FRANCE,
        1,
        Phase::Shock,
        6,
    );
    assert_eq!((roll.modified, roll.did, replay.caused()), (6, cell(2, 0), [5, 0]));

    let roll = replay.step(rule!("fast-battle.example.step-15-day-one-shock-spain")).combat(
        SPAIN,
        1,
        Phase::Shock,
        7,
    );
    assert_eq!((roll.modified, roll.did, replay.caused()), (8, cell(4, 1), [5, 4]));

    replay.step(rule!("fast-battle.example.step-16-day-one-shock-check"));
    assert_eq!(replay.morale(), [2, 2]);
    assert!(!replay.notes.iter().any(|note| matches!(note, Note::Routed { .. })));

    let checked = |replay: &Replay, whose: Who| {
        replay.notes.iter().find_map(|note| match note {
            Note::Destruction { who, suffered, strength, destroyed } if *who == whose => {
                Some((suffered.0, strength.0, *destroyed))
            }
            _ => None,
        })
    };
    replay.step(rule!("fast-battle.example.step-17-day-one-destruction-france"));
    assert_eq!(checked(&replay, FRANCE), Some((2, 24, false)));
    replay.step(rule!("fast-battle.example.step-18-day-one-destruction-spain"));
    assert_eq!(checked(&replay, SPAIN), Some((6, 15, false)));

    // He who did not move decides and rolls first; in the guide France speaks first, and stays.
    replay.step(rule!("fast-battle.example.step-20-day-one-retreat-spain"));
    replay.battle.decide(SPAIN, true, &mut Vec::new()).expect("Spain's choice");
    let notes = replay.throw(SPAIN, Roll::Attempt, 7);
    let attempt =
        Note::Attempt { who: SPAIN, die: 7, manoeuvre: 4, morale: 2, equal_leaves: false, left: false };
    assert_eq!(notes, [attempt]);
    replay.step(rule!("fast-battle.example.step-19-day-one-retreat-france"));
    let choice = Next::Choice { who: FRANCE, day: 1, after: Phase::Shock };
    assert_eq!(replay.battle.next(), choice);
    let mut notes = Vec::new();
    replay.battle.decide(FRANCE, false, &mut notes).expect("France's choice");
    assert_eq!(notes[0], Note::Chose { who: FRANCE, leave: false });
    assert!(!notes.iter().any(|note| matches!(note, Note::Attempt { .. })));

    replay.step(rule!("fast-battle.example.step-21-modifiers-day-two-spain"));
    replay.step(rule!("fast-battle.example.step-22-modifiers-day-two-france"));
    assert_eq!(replay.sums(2), [[3, 0], [-1, 0]]);

    replay.step(rule!("fast-battle.example.step-23-bonuses-kept"));
    let [fire, shock] = replay.battle.modifiers(FRANCE, 2);
    assert!(fire.contains(&Added { by: 1, why: Why::Artillery(6) }));
    assert!(shock.contains(&Added { by: 1, why: more }));
    assert!(names(&notes, rule!("fast-battle.battle.mod.fixed")));

    let roll = replay.step(rule!("fast-battle.example.step-24-day-two-fire-france")).combat(
        FRANCE,
        2,
        Phase::Fire,
        3,
    );
    assert_eq!((roll.modified, roll.cell, roll.did), (6, cell(1, 0), cell(0, 0)));
    assert_eq!(replay.caused()[0], 5);

    let roll = replay.step(rule!("fast-battle.example.step-25-day-two-fire-spain")).combat(
        SPAIN,
        2,
        Phase::Fire,
        10,
    );
    assert_eq!((roll.modified, roll.cell, roll.did), (9, cell(4, 1), cell(2, 1)));
    assert_eq!(replay.caused(), [5, 6]);

    replay.step(rule!("fast-battle.example.step-26-day-two-fire-check"));
    assert_eq!(replay.morale(), [1, 2]);

    let roll = replay.step(rule!("fast-battle.example.step-27-day-two-shock-france")).combat(
        FRANCE,
        2,
        Phase::Shock,
        7,
    );
    assert_eq!((roll.modified, roll.did, replay.caused()), (7, cell(3, 1), [8, 6]));

    let roll = replay.step(rule!("fast-battle.example.step-28-day-two-shock-spain")).combat(
        SPAIN,
        2,
        Phase::Shock,
        6,
    );
    assert_eq!((roll.modified, roll.did, replay.caused()), (6, cell(2, 0), [8, 8]));

    replay.step(rule!("fast-battle.example.step-29-day-two-shock-check"));
    assert!(!replay.notes.iter().any(|note| matches!(note, Note::Routed { .. })));
    assert_eq!(checked(&replay, FRANCE), Some((6, 24, false)));
    assert_eq!(checked(&replay, SPAIN), Some((9, 15, false)));
    replay
}

#[test]
fn the_example_replays_step_by_step() {
    let mut replay = two_days();

    replay.step(rule!("fast-battle.example.step-30-morale-comparison"));
    assert_eq!(replay.morale(), [1, 1]);
    let ended = |notes: &[Note]| {
        notes.iter().find_map(|note| match note {
            Note::Ended { end, morale, winner } => Some((*end, *morale, *winner)),
            _ => None,
        })
    };
    assert_eq!(ended(&replay.notes), Some((End::Fought, [1, 1], None)));
    assert!(names(&replay.notes, rule!("fast-battle.battle.day-two.tie")));

    replay.step(rule!("fast-battle.example.step-31-strict-outcome"));
    let mut strict = replay.battle.clone();
    assert_eq!(strict.next(), Next::Die { who: FRANCE, roll: Roll::Retreat });
    assert_eq!(Who::BOTH.map(|who| strict.corrected(who)), [Thirds(9), Thirds(6)]);
    let mut notes = Vec::new();
    // France's die 5 less its general's 3, Spain's 6 less 4: nothing more for either.
    strict.throw(5, &mut notes).expect("a die");
    assert_eq!(strict.next(), Next::Die { who: SPAIN, roll: Roll::Retreat });
    strict.throw(6, &mut notes).expect("a die");
    let verdict = strict.account(&mut notes).expect("it is over");
    assert_eq!((verdict.winner, verdict.routed, verdict.major), (None, [false; 2], false));
    assert_eq!(verdict.lost, [Thirds::whole(2), Thirds::whole(3)]);
    assert!(notes.contains(&Note::NoPursuit));

    // The umpire's word.
    let mut notes = Vec::new();
    replay.battle.rule_morale(FRANCE, 2, &mut notes).expect("a ruling");
    assert_eq!(notes[0], Note::Ruling { who: FRANCE, had: 1, has: 2 });
    assert_eq!(ended(&notes), Some((End::Fought, [2, 1], Some(FRANCE))));

    replay.step(rule!("fast-battle.example.step-32-pursuit"));
    let notes = replay.throw(FRANCE, Roll::Pursuit, 9).to_vec();
    let roll = rolled(&notes);
    assert_eq!((roll.column.to_string(), roll.modified, roll.did), ("E".to_owned(), 9, cell(3, 1)));
    assert!(notes.contains(&Note::Routed { who: SPAIN, pursued: true }));
    assert_eq!(replay.morale()[1], 0);
    assert_eq!(replay.caused(), [11, 8]);

    let notes = replay.throw(SPAIN, Roll::Retreat, 3).to_vec();
    replay.step(rule!("fast-battle.example.step-40-retreat-losses"));
    let retreat = Note::Retreat { who: SPAIN, die: 3, added: Vec::new(), modified: 3, losses: Thirds(1) };
    assert!(notes.contains(&retreat));

    let mut notes = Vec::new();
    let verdict = replay.battle.account(&mut notes).expect("it is over");
    replay.step(rule!("fast-battle.example.step-33-total-spain"));
    replay.step(rule!("fast-battle.example.step-35-stack-correction-spain"));
    let stack = |who, caused, less, gives| Note::CorrectedForStack {
        who,
        caused: Thirds(caused),
        less: Thirds(less),
        gives: Thirds(gives),
    };
    assert!(notes.contains(&stack(SPAIN, 8, 2, 6)));
    replay.step(rule!("fast-battle.example.step-34-total-france"));
    replay.step(rule!("fast-battle.example.step-36-stack-correction-france"));
    assert!(notes.contains(&stack(FRANCE, 11, 0, 11)));

    replay.step(rule!("fast-battle.example.step-37-size-comparison"));
    let of = setting();
    let sizes = Who::BOTH.map(|who| of.side(who).size(&of.rules, of.period));
    assert_eq!(sizes, [2, 0]);
    assert_eq!([compare_sizes(2, 0), compare_sizes(0, 2)], [1, -1]);
    let sized = |who, modifier, parts: &[(i32, i32)], gives| Note::CorrectedForSize {
        who,
        modifier,
        parts: parts.iter().map(|(of, to)| (Thirds(*of), Thirds(*to))).collect(),
        gives: Thirds(gives),
        at_sea: false,
    };
    replay.step(rule!("fast-battle.example.step-38-size-correction-spain"));
    assert!(notes.contains(&sized(SPAIN, -1, &[(6, 6)], 6)));
    replay.step(rule!("fast-battle.example.step-39-size-correction-france"));
    assert!(notes.contains(&sized(FRANCE, 1, &[(9, 11), (2, 2)], 13)));
    let suffered = Note::Suffered { who: SPAIN, caused: Thirds(13), retreat: Thirds(1), total: Thirds(14) };
    assert!(notes.contains(&suffered));

    replay.step(rule!("fast-battle.example.step-41-rounding"));
    assert_eq!(verdict.lost, [Thirds::whole(2), Thirds::whole(5)]);
    replay.step(rule!("fast-battle.example.step-42-spain-destroyed"));
    assert_eq!(verdict.destroyed, [false, true]);
    let spain = Counters { a_plus: 1, ld: 1, ..Counters::default() };
    assert_eq!(ways(&spain, verdict.lost[1]).left, [Counters::default()]);

    replay.step(rule!("fast-battle.example.step-43-france-remaining"));
    let france = Counters { a_plus: 2, ..Counters::default() };
    let ways = ways(&france, verdict.lost[0]);
    let left: Vec<String> = ways.left.iter().map(ToString::to_string).collect();
    assert_eq!(left, ["A+ A-", "A+ LD LD"]);
    for refused in [
        Counters { a_minus: 3, ..Counters::default() },
        Counters { a_minus: 1, ld: 4, ..Counters::default() },
    ] {
        assert!(ways.check(&france, &refused).is_err());
    }

    replay.step(rule!("fast-battle.example.step-44-verdict"));
    assert_eq!((verdict.winner, verdict.routed, verdict.major), (Some(FRANCE), [false, true], true));
    assert_eq!(replay.battle.next(), Next::Over(verdict));

    replay.step(rule!("fast-battle.example.step-45-verdict-effects"));
    assert!(names(&notes, major::Effects::rule()));
    let effects = major::Effects::of(FRANCE);
    assert_eq!((effects.winner_stability, effects.loser_stability), (1, -1));

    let every: Vec<RuleId> = ids_under("fast-battle.example.step-")
        .iter()
        .copied()
        .filter(|id| *id != rule!("fast-battle.example.step-46-destruction-remark"))
        .collect();
    let mut seen = replay.seen;
    seen.sort_unstable();
    assert_eq!(seen, every);
}

#[test]
fn an_army_is_wiped_out_on_the_first_day_whatever_its_size() {
    let _ = rule!("fast-battle.example.step-46-destruction-remark");
    let mut of = even();
    // Good modifiers, two tens: 4 and 3⅔ of losses.
    of.sides[0].command = leader(2, 4, 4);
    of.sides[1] = side(part("FRA", Class::IV, 0, 1, 1), Land::Musket);
    of.sides[1].veteran = true;
    let mut notes = Vec::new();
    let mut battle = Battle::land(of.clone(), &mut notes).expect("a battle");
    super::fight(&mut battle, &[6, 1, 5, 1], &mut notes);
    assert_eq!(battle.state().end, Some(End::Destroyed { day: 1 }));
    of.sides[1] = side(part("FRA", Class::IV, 1, 0, 2), Land::Musket);
    of.sides[1].veteran = true;
    of.sides[1].parts[0].detachments = Thirds::whole(3);
    of.sides[0].command = leader(2, 0, 0);
    let mut battle = Battle::land(of, &mut notes).expect("a battle");
    super::fight(&mut battle, &[6, 1, 5, 1], &mut notes);
    assert_eq!(battle.state().end, None);
}

#[test]
fn all_dice_in_their_order_and_the_state_after_each_phase() {
    let _ = rule!("fast-battle.example.dice-sequence");
    let _ = rule!("fast-battle.example.running-tally");
    let mut notes = Vec::new();
    let mut battle = Battle::land(setting(), &mut notes).expect("a battle");
    for die in DICE {
        while let Next::Choice { who, .. } = battle.next() {
            battle.decide(who, who == SPAIN, &mut notes).expect("a choice");
        }
        if battle.state().end == Some(End::Fought) && battle.state().winner.is_none() {
            battle.rule_morale(FRANCE, 2, &mut notes).expect("a ruling");
        }
        battle.throw(die, &mut notes).expect("a die");
    }
    let verdict = battle.account(&mut notes).expect("eleven dice are enough");
    assert_eq!(verdict.lost, [Thirds::whole(2), Thirds::whole(5)]);
    assert!(verdict.routed[1] && verdict.major);
    let tallies: Vec<([i32; 2], [i8; 2])> = (notes.iter())
        .filter_map(|note| match note {
            Note::Tally { tally, .. } => Some((tally.caused.map(|caused| caused.0), tally.morale)),
            _ => None,
        })
        .collect();
    let expected =
        [([3, 0], [3, 2]), ([5, 4], [2, 2]), ([5, 6], [1, 2]), ([8, 8], [1, 1]), ([11, 8], [2, 0])];
    assert_eq!(tallies, expected);
    assert!(names(&notes, rule!("fast-battle.battle.tally")));
    // The table's own line for 2 on +1, which the strict outcome needs.
    assert_eq!(tables(Rules::default().edition).sized(Thirds(8), 1), Thirds(9));
}
