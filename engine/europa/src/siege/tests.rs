//! Tests of siegework and assaults.

use super::Garrison;
use super::assault::{Assault, Camp, Stage, Storm, Verdict};
use super::notes::{Added, Note, Why};
use super::work::{Hardship, Marks, Undermining, Works, work};
use crate::battle::land::{Part, Side};
use crate::battle::rules::Edition;
use crate::battle::{FireEffect, Map, Phase, Rules};
use crate::class::Class;
use crate::leader::{Command, Leader};
use crate::odds;
use crate::period::Period;
use crate::technology::Land;
use crate::thirds::Thirds;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::collections::BTreeMap;
use table::rule;
use table::rules::RuleId;

fn part(country: &str, class: Class, a_plus: u8, a_minus: u8, ld: i32) -> Part {
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

fn side(part: Part, technology: Land) -> Side {
    Side {
        parts: vec![part],
        technology,
        veteran: false,
        tercios: false,
        command: Command::None,
        foraging: false,
        further: Vec::new(),
    }
}

const EMPTY: Garrison =
    Garrison { technology: Land::Renaissance, troops: Thirds::NONE, has_army: false, leader: None };

fn sieging(siege: i8) -> Leader {
    Leader { manoeuvre: 4, fire: 2, shock: 2, siege }
}

/// Eight detachments of France before a fortress of level 2 in period II: 6 artillery, +3; −2 for the level.
fn works() -> Works {
    Works {
        rules: Rules::default(),
        period: Period::II,
        map: Map::Europe,
        level: 2,
        besieger: side(part("FRA", Class::IV, 2, 0, 0), Land::Renaissance),
        besieged: EMPTY,
        rough: false,
        port: false,
        open: false,
        marks: Marks::default(),
        first_round: false,
        earlier_turn: false,
        line: Some(5),
    }
}

fn names(notes: &[Note], rule: RuleId) -> bool {
    notes.iter().any(|note| note.rules().contains(&rule))
}

fn sum(added: &[Added]) -> i32 {
    added.iter().map(|added| i32::from(added.by)).sum()
}

#[test]
fn siegework_adds_its_modifiers() {
    let id = rule!("fast-battle.siege.siegework");
    let base = works();
    let added = |change: fn(&mut Works)| {
        let mut works = base.clone();
        change(&mut works);
        sum(&works.modifiers()) - sum(&base.modifiers())
    };
    // Six points against level 2 make +2.
    assert_eq!(
        base.modifiers(),
        [Added { by: -2, why: Why::Level(2) }, Added { by: 2, why: Why::Artillery(6) }]
    );
    assert_eq!(added(|works| works.rough = true), -2);
    assert_eq!(added(|works| (works.port, works.open) = (true, true)), -2);
    assert_eq!(added(|works| works.port = true), 0, "it is blockaded");
    assert_eq!(added(|works| (works.rough, works.port, works.open) = (true, true, true)), -3);
    assert_eq!(added(|works| (works.rough, works.port, works.map) = (true, true, Map::Rotw)), 0);
    assert_eq!(added(|works| (works.rough, works.map) = (true, Map::Rotw)), -2);
    assert_eq!(added(|works| works.marks.minus = 1), 1);
    assert_eq!(added(|works| works.marks.plus = 2), 6);
    assert_eq!(added(|works| works.marks.breach = true), 2);
    assert_eq!(added(|works| works.marks.assault = true), 1);
    assert_eq!(added(|works| works.besieged.leader = Some(sieging(2))), -2);
    assert_eq!(added(|works| works.besieger.command = Command::Leader(sieging(1))), 1);
    assert_eq!(added(|works| works.besieged.troops = Thirds::whole(1)), 1);
    assert_eq!(added(|works| (works.besieged.troops, works.besieged.has_army) = (Thirds::whole(2), true)), 3);
    let mut fort = base.clone();
    (fort.level, fort.rough, fort.port, fort.open) = (0, true, true, true);
    // Six points against a fort are +3, and its ground −1.
    assert_eq!(sum(&fort.modifiers()), 2);
    let mut notes = Vec::new();
    let worked = work(&base, 10, &mut notes).expect("a siege");
    assert_eq!((worked.result, worked.marks.breach), (Undermining::Breach, true));
    assert!(names(&notes, id));
}

#[test]
fn artillery_may_be_counted_the_new_way() {
    let id = rule!("fast-battle.siege.artillery-new-count");
    let mut works = works();
    works.level = 4;
    let points = |works: &Works| {
        works.modifiers().iter().find_map(|added| match added.why {
            Why::Artillery(points) => Some((points, added.by)),
            _ => None,
        })
    };
    assert_eq!(points(&works), Some((6, 2)));
    let mut notes = Vec::new();
    work(&works, 5, &mut notes).expect("a siege");
    assert!(!names(&notes, id));
    works.rules.new_artillery_count = true;
    assert_eq!(points(&works), Some((5, 1)));
    work(&works, 5, &mut notes).expect("a siege");
    assert!(names(&notes, id));
}

#[test]
fn without_supply_or_with_too_few_nobody_digs() {
    let rules = |works: &Works| work(works, 5, &mut ()).map_err(|refusal| refusal.rules);
    let refused = Err(vec![rule!("fast-battle.siege.siegework")]);
    let mut without = works();
    without.line = None;
    assert_eq!(rules(&without), refused);
    let mut few = works();
    few.besieger.parts = vec![part("FRA", Class::IV, 0, 0, 1)];
    assert_eq!(rules(&few), refused);
    few.level = 1;
    assert!(rules(&few).is_ok());
    few.level = 6;
    assert_eq!(rules(&few), refused);
    assert_eq!(work(&works(), 11, &mut ()).map_err(|refusal| refusal.rules), refused);
}

#[test]
fn the_same_die_is_compared_with_the_line_of_supply() {
    let id = rule!("fast-battle.siege.attrition-check");
    let mut works = works();
    let due = |works: &Works, die| work(works, die, &mut ()).expect("a siege").attrition;
    assert!(due(&works, 4));
    assert!(!due(&works, 5));
    works.first_round = true;
    assert!(!due(&works, 1));
    works.first_round = false;
    works.earlier_turn = true;
    assert!(due(&works, 6) && !due(&works, 7));
    works.besieged.leader = Some(sieging(1));
    works.besieged.troops = Thirds::whole(2);
    assert_eq!(sum(&works.attrition_check()), -5);
    assert!(due(&works, 9) && !due(&works, 10));
    let mut notes = Vec::new();
    work(&works, 9, &mut notes).expect("a siege");
    assert!(names(&notes, id));
}

#[test]
fn one_roll_can_breach_and_cost_the_besieger() {
    let _ = rule!("fast-battle.siege.fall-and-attrition");
    let mut works = works();
    works.marks.plus = 2;
    works.line = Some(12);
    let mut notes = Vec::new();
    let worked = work(&works, 5, &mut notes).expect("a siege");
    assert_eq!((worked.result, worked.attrition), (Undermining::Breach, true));
    assert!(names(&notes, rule!("fast-battle.siege.attrition-possible")));
    let worked = work(&works, 1, &mut notes).expect("a siege");
    assert_eq!(worked.result, Undermining::SiegeworkPlus);
    assert_eq!((worked.marks.plus, worked.marks.minus), (2, 0), "two counters at most");
}

#[test]
fn two_minus_make_a_plus() {
    let with = |marks: Marks, result| {
        let marks = marks.with(result);
        (marks.minus, marks.plus)
    };
    let marks = |minus, plus| Marks { minus, plus, ..Marks::default() };
    assert_eq!(with(marks(0, 0), Undermining::SiegeworkMinus), (1, 0));
    assert_eq!(with(marks(1, 0), Undermining::SiegeworkMinus), (0, 1));
    assert_eq!(with(marks(1, 1), Undermining::SiegeworkPlus), (0, 2));
    assert_eq!(with(marks(1, 1), Undermining::SiegeworkMinus), (0, 2));
    assert_eq!(with(marks(0, 2), Undermining::SiegeworkMinus), (0, 2));
    assert_eq!(with(marks(0, 1), Undermining::Nothing), (0, 1));
}

#[test]
fn siege_attrition_counts_siege_instead_of_manoeuvre() {
    let id = rule!("fast-battle.siege.attrition-modifiers");
    let mut works = works();
    works.besieger.command = Command::Leader(sieging(1));
    works.besieged.leader = Some(sieging(2));
    let of = Hardship { enemy_province: true, ..Hardship::default() };
    // 8 − 2, 2 for six detachments or more, −1 for him.
    assert_eq!(sum(&works.attrition_modifiers(&of)), 7);
    assert!(works.attrition_modifiers(&of).iter().all(|added| added.why.rule() == id));
    let worse = Hardship { no_line: true, too_few: true, bad_weather: true, pillage: 1, cold: 2, ..of };
    assert_eq!(sum(&works.attrition_modifiers(&worse)), 7 + 2 + 2 + 2 + 1 + 2);
    works.rules.edition = Edition::Head;
    assert_eq!(sum(&works.attrition_modifiers(&of)), 2 - 1 + 2);
    for (minus, ld, large) in [(1, 0, 2), (0, 1, 0)] {
        works.besieger.parts = vec![part("FRA", Class::IV, 1, minus, ld)];
        assert_eq!(sum(&works.attrition_modifiers(&of)), large - 1 + 2, "six are large, five are not");
    }
}

/// Eight detachments at Musket without artillery of weight before a fortress of level 2, Renaissance troops inside: −2 and +2.
fn assault() -> Assault {
    Assault {
        rules: Rules::default(),
        period: Period::II,
        map: Map::Europe,
        level: 2,
        breach: false,
        marker: false,
        besieger: side(part("FRA", Class::IV, 2, 0, 0), Land::Musket),
        besieged: EMPTY,
    }
}

fn stormed(of: &Assault, dice: &[u8]) -> (Verdict, Vec<Note>) {
    let mut notes = Vec::new();
    let mut storm = Storm::new(of.clone(), &mut notes).expect("an assault");
    for die in dice {
        storm.throw(*die, &mut notes).expect("a die");
    }
    let verdict = storm.account(&mut notes);
    assert!(storm.throw(1, &mut notes).is_err());
    (verdict.expect("it is over"), notes)
}

#[test]
fn an_assault_has_one_fire_and_one_shock() {
    let id = rule!("fast-battle.assault.one-day");
    let (verdict, notes) = stormed(&assault(), &[1, 1, 1, 1]);
    assert_eq!((verdict.falls, verdict.besieger_lost), (false, Thirds::NONE));
    assert!(names(&notes, id));
    let rolled = notes.iter().filter(|note| matches!(note, Note::Rolled { .. })).count();
    assert_eq!(rolled, 4);
}

#[test]
fn an_assault_has_its_own_modifiers() {
    let id = rule!("fast-battle.assault.modifiers");
    let mut of = assault();
    let with = |of: &Assault| sum(&of.besieger_modifiers());
    assert_eq!(with(&of), 0);
    of.breach = true;
    assert_eq!(with(&of), 2, "the level does not count after a breach");
    of.breach = false;
    of.marker = true;
    assert_eq!(with(&of), 1);
    of.besieged.technology = Land::Medieval;
    assert_eq!(with(&of), 2);
    assert!(of.besieger_modifiers().iter().any(|added| added.why.rule() == id));
    of.besieged.technology = Land::Arquebuse;
    assert_eq!(with(&of), 0);
    assert!(of.besieger_modifiers().iter().any(|added| added.why.rule() == id));
    of.besieger.command = Command::Leader(Leader { fire: 4, shock: 1, ..Leader::default() });
    of.besieged.leader = Some(Leader { fire: 1, shock: 3, ..Leader::default() });
    let (_, notes) = stormed(&of, &[1, 1, 1, 1]);
    let led: Vec<(Camp, i8)> = (notes.iter())
        .filter_map(|note| match note {
            Note::Rolled { who, added, .. } => {
                added.iter().find(|added| matches!(added.why, Why::Leaders(..))).map(|added| (*who, added.by))
            }
            _ => None,
        })
        .collect();
    assert_eq!(led, [(Camp::Besieger, 3), (Camp::Besieged, 2)]);
}

#[test]
fn losses_as_many_as_the_resistance_take_the_fortress() {
    let id = rule!("fast-battle.assault.win-by-losses");
    let mut of = assault();
    // Fire 7: 3 thirds; Shock 6: 3. Two losses against level 2.
    let (verdict, notes) = stormed(&of, &[7, 1, 6, 1]);
    assert_eq!((verdict.falls, verdict.by_rout), (true, false));
    assert!(names(&notes, id));
    // 1⅔ are not enough.
    let (verdict, _) = stormed(&of, &[7, 1, 5, 1]);
    assert!(!verdict.falls);
    // Troops inside fall first.
    of.besieged.troops = Thirds::whole(1);
    let (verdict, _) = stormed(&of, &[7, 1, 6, 1]);
    assert_eq!((verdict.falls, verdict.inside_lost), (false, Thirds::whole(1)));
    of.besieged.troops = Thirds::NONE;
    // The table, not the level: a fort takes ⅔, level 4 just 3.
    (of.level, of.breach) = (4, true);
    assert_eq!(of.resistance(), Thirds(4));
    (of.level, of.breach) = (0, false);
    assert_eq!(of.resistance(), Thirds(2));
    of.level = 6;
    assert!(of.check().is_err());
}

#[test]
fn a_fortress_that_routs_falls_however_little_it_lost() {
    let id = rule!("fast-battle.assault.win-by-rout");
    let mut of = assault();
    of.besieged.technology = Land::Medieval;
    of.besieger.technology = Land::Renaissance;
    // Morale 2; +1 for Medieval: Fire 9 gives a star, Shock 8 another with 1⅔ losses, less than level 3 takes.
    of.level = 3;
    of.besieger.parts = vec![part("FRA", Class::IV, 1, 0, 4)];
    assert_eq!(sum(&of.besieger_modifiers()), -2);
    let (verdict, notes) = stormed(&of, &[9, 1, 9, 1]);
    assert_eq!((verdict.falls, verdict.by_rout), (true, true));
    assert!(names(&notes, id));
    // Renaissance takes stars alone in Fire.
    let fire = notes.iter().find_map(|note| match note {
        Note::Rolled { who: Camp::Besieger, phase: Phase::Fire, cell, effect, did, .. } => {
            Some((cell.losses, *effect, did.losses))
        }
        _ => None,
    });
    assert_eq!(fire, Some((Thirds(3), FireEffect::StarsOnly, Thirds::NONE)));
}

#[test]
fn after_a_breach_the_besieged_cause_less() {
    let id = rule!("fast-battle.assault.besieged-column");
    let mut of = assault();
    let lost = |of: &Assault| {
        let (_, notes) = stormed(of, &[1, 9, 1, 9]);
        let caused = notes.iter().find_map(|note| match note {
            Note::BesiegedCaused { caused, .. } => Some(*caused),
            _ => None,
        });
        (caused, names(&notes, id))
    };
    assert_eq!(lost(&of), (Some(Thirds(5 + 6)), false));
    of.breach = true;
    assert_eq!(lost(&of), (Some(Thirds(2 + 3)), true));
}

#[test]
fn few_besiegers_cause_less_and_large_armies_more() {
    let small = rule!("fast-battle.assault.small-besieger");
    let large = rule!("fast-battle.assault.large-armies");
    let with = |part: Part, period| {
        let mut of = Assault { period, ..assault() };
        of.besieger.parts = vec![part];
        of.besieger_losses().iter().map(|added| (i32::from(added.by), added.why.rule())).collect::<Vec<_>>()
    };
    let france = |plus, minus, ld| with(part("FRA", Class::IV, plus, minus, ld), Period::II);
    assert_eq!(france(2, 0, 0), []);
    assert_eq!(france(1, 1, 1), []);
    assert_eq!(france(1, 1, 0), [(-1, small)]);
    assert_eq!(france(1, 0, 0), [(-2, small)]);
    assert_eq!(france(0, 0, 8), [(-2, small)]);
    assert_eq!(france(0, 0, 4), [(-2, small), (-2, small)]);
    let russia = |period| with(part("RUS", Class::IM, 1, 1, 0), period);
    assert_eq!(russia(Period::II), [(-1, small), (2, large)]);
    assert_eq!(russia(Period::IV), [(-1, small)]);
    let poland = |period| with(part("POL", Class::IIM, 2, 0, 0), period);
    assert_eq!(poland(Period::II), [(2, large)]);
    assert_eq!(poland(Period::III), []);
    let turks = |janissaries, reformed, period| {
        with(Part { janissaries, reformed, ..part("TUR", Class::I, 2, 0, 0) }, period)
    };
    assert_eq!(turks(true, false, Period::III), [(2, large)]);
    assert_eq!(turks(true, true, Period::III), []);
    assert_eq!(turks(true, false, Period::IV), [], "janissaries are no mass of men");
    assert_eq!(turks(false, false, Period::VI), [(2, large)]);
    assert_eq!(with(part("khans", Class::I, 0, 2, 4), Period::II), [], "an A+ is needed");
    // Both at once, and never below nothing.
    let mut of = assault();
    of.besieger.parts = vec![part("RUS", Class::IM, 1, 1, 0)];
    let (_, notes) = stormed(&of, &[1, 1, 1, 1]);
    let caused = notes.iter().find_map(|note| match note {
        Note::BesiegerCaused { gives, .. } => Some(*gives),
        _ => None,
    });
    assert_eq!(caused, Some(Thirds(1)));
    of.besieger.parts = vec![part("FRA", Class::IV, 0, 0, 2)];
    let (_, notes) = stormed(&of, &[1, 1, 1, 1]);
    assert!(names(&notes, small) && !names(&notes, large));
    assert!(notes.iter().any(|note| matches!(note, Note::BesiegerCaused { gives: Thirds(0), .. })));
}

#[test]
fn a_besieger_who_routs_rolls_no_shock_and_loses_more() {
    let mut of = assault();
    of.besieger.technology = Land::Renaissance;
    // Morale 2: a 10 takes three stars and causes 2 at most 2 × 2.
    let mut notes = Vec::new();
    let mut storm = Storm::new(of, &mut notes).expect("an assault");
    for die in [1, 10] {
        storm.throw(die, &mut notes).expect("a die");
    }
    assert_eq!(storm.state().stage, Stage::Roll { phase: Phase::Shock, who: Camp::Besieged });
    storm.throw(10, &mut notes).expect("a die");
    let verdict = storm.account(&mut notes).expect("it is over");
    // 12 thirds, as many as twice the resistance, and ⅔ for the rout: 4⅔, rounded.
    assert!(verdict.besieger_routed && !verdict.falls);
    assert_eq!(verdict.besieger_lost, Thirds::whole(5));
}

// By the aids: twice the resistance of the fortress, and the troops inside.
#[test]
fn the_besieged_cause_no_more_than_twice_the_resistance_and_the_troops_inside() {
    let mut of = assault();
    of.level = 1;
    let caused = |of: &Assault| {
        let (verdict, notes) = stormed(of, &[1, 9, 1, 9]);
        assert!(verdict.besieger_routed && !verdict.falls);
        let caused = notes.iter().find_map(|note| match note {
            Note::BesiegedCaused { caused, at_most, for_rout, gives } => {
                Some([*caused, *at_most, *for_rout, *gives])
            }
            _ => None,
        });
        (caused.expect("what they caused").map(|thirds| thirds.0), verdict.besieger_lost)
    };
    // 5 and 6 thirds; the resistance of level 1 is one loss. For the rout two thirds more: 2⅔, rounded.
    assert_eq!(caused(&of), ([11, 6, 2, 8], Thirds::whole(3)));
    of.besieged.troops = Thirds::whole(1);
    assert_eq!(caused(&of), ([11, 9, 2, 11], Thirds::whole(4)));
}

#[test]
fn a_besieger_wiped_out_takes_nothing() {
    let mut of = assault();
    of.besieger.parts = vec![part("FRA", Class::IV, 0, 1, 0)];
    of.besieged.technology = Land::Medieval;
    // The besieged rout, but nobody is left outside to enter.
    let (verdict, _) = stormed(&of, &[10, 9, 10, 9]);
    assert!(verdict.besieger_destroyed && !verdict.falls);
    assert_eq!(verdict.besieger_lost, Thirds::whole(2));
}

#[test]
fn a_besieger_who_loses_just_what_he_has_is_destroyed() {
    let mut of = assault();
    of.besieger.parts = vec![part("FRA", Class::IV, 0, 1, 0)];
    let mut destroyed = 0;
    for fire in 1..=10 {
        for shock in 1..=10 {
            let mut storm = Storm::new(of.clone(), &mut ()).expect("an assault");
            for die in [1, fire, 1, shock] {
                if storm.account(&mut ()).is_none() {
                    storm.throw(die, &mut ()).expect("a die");
                }
            }
            let verdict = storm.account(&mut ()).expect("it is over");
            let all = verdict.besieger_lost == Thirds::whole(2);
            assert_eq!(verdict.besieger_destroyed, all, "{fire}, {shock}");
            destroyed += u8::from(all);
        }
    }
    assert!(destroyed > 0 && destroyed < 100);
}

#[test]
fn who_routs_in_the_fire_is_told_so_once() {
    let mut of = assault();
    of.besieged.technology = Land::Medieval;
    of.besieger.command = Command::Leader(Leader { manoeuvre: 0, fire: 6, shock: 6, siege: 0 });
    let mut notes = Vec::new();
    let mut storm = Storm::new(of, &mut notes).expect("an assault");
    for die in [10, 1, 10, 1] {
        if storm.account(&mut ()).is_none() {
            storm.throw(die, &mut notes).expect("a die");
        }
    }
    assert!(storm.account(&mut ()).is_some_and(|verdict| verdict.by_rout));
    let routed: Vec<usize> =
        (0..notes.len()).filter(|at| matches!(notes[*at], Note::Routed { who: Camp::Besieged })).collect();
    let shock = notes.iter().position(|note| matches!(note, Note::Rolled { phase: Phase::Shock, .. }));
    assert!(routed.len() == 1 && Some(routed[0]) < shock, "{notes:?}");
}

#[test]
fn a_besieger_without_a_leader_may_draw_one() {
    let mut of = assault();
    of.besieger.command = Command::Replacement("FRA".to_owned());
    let (_, notes) = stormed(&of, &[1, 1, 1, 1, 1]);
    let leader = Leader { manoeuvre: 3, fire: 3, shock: 3, siege: 0 };
    assert!(notes.contains(&Note::Replacement { die: 1, leader }));
    assert!(names(&notes, rule!("fast-battle.aids.replacement-leaders")));
}

#[test]
fn the_odds_of_siegework_are_its_ten_dice() {
    let odds = odds::siege(&works()).expect("a siege");
    assert_eq!(odds.outcomes.values().sum::<u128>(), odds.whole());
    assert_eq!(odds.weight(|(_, attrition)| *attrition), 4);
    assert_eq!(odds.weight(|(result, _)| *result == Undermining::Breach), 1);
    assert_eq!(odds.per_mille(|(result, _)| *result == Undermining::Nothing), 300);
}

#[test]
fn the_odds_of_an_assault_are_those_of_a_simulation() {
    const TRIES: u32 = 100_000;
    let mut of = assault();
    of.besieger.technology = Land::Arquebuse;
    of.besieger.parts = vec![part("FRA", Class::IV, 1, 1, 0)];
    of.besieged.troops = Thirds::whole(1);
    let exact = odds::assault(&of).expect("an assault");
    assert_eq!(exact.outcomes.values().sum::<u128>(), exact.whole());
    let mut random = ChaCha8Rng::seed_from_u64(13);
    let mut found: BTreeMap<Verdict, u32> = BTreeMap::new();
    for _ in 0..TRIES {
        let mut storm = Storm::new(of.clone(), &mut ()).expect("an assault");
        let verdict = loop {
            if let Some(verdict) = storm.account(&mut ()) {
                break verdict;
            }
            let bits = random.next_u32() & 15;
            if bits < 10 {
                storm.throw(bits as u8 + 1, &mut ()).expect("a die");
            }
        };
        *found.entry(verdict).or_insert(0) += 1;
    }
    for (outcome, weight) in &exact.outcomes {
        let chance = *weight as f64 / exact.whole() as f64;
        let expected = chance * f64::from(TRIES);
        let seen = f64::from(found.remove(outcome).unwrap_or(0));
        if expected >= 25.0 {
            assert!((seen - expected).abs() <= 5.0 * (expected * (1.0 - chance)).sqrt(), "{outcome:?}");
        }
    }
    assert!(found.is_empty(), "{found:?}");
}
