//! The rules of land battles, one by one.

use super::super::land::{Crossing, Further, Part, Setting, Side, Terrain, compare_sizes};
use super::super::notes::{Added, Note, Rolled, Tally, Why};
use super::super::rules::Edition;
use super::super::tables::{Column, tables};
use super::super::{Battle, Casualty, End, Map, Next, Phase, Plan, Roll, Rules, Who};
use super::{even, fight, fought, leader, names, part, side};
use crate::class::Class;
use crate::leader::{Command, Leader};
use crate::period::Period;
use crate::technology::Land;
use crate::thirds::Thirds;
use table::rule;
use table::rules::RuleId;

const MOVING: Who = Who::Moving;
const STANDING: Who = Who::Standing;

/// The sums of both sides on a day: Fire, Shock.
fn sums(of: &Setting, day: u8) -> [[i8; 2]; 2] {
    let battle = Battle::land(of.clone(), &mut ()).expect("a battle");
    Who::BOTH.map(|who| battle.modifiers(who, day).map(|list| list.iter().map(|added| added.by).sum()))
}

/// Whether the reasons of the modifiers name a rule.
fn named(of: &Setting, who: Who, rule: RuleId) -> bool {
    let battle = Battle::land(of.clone(), &mut ()).expect("a battle");
    battle.modifiers(who, 1).iter().flatten().any(|added| added.why.rules().contains(&rule))
}

fn morale(of: &Setting) -> [i8; 2] {
    Battle::land(of.clone(), &mut ()).expect("a battle").state().morale
}

#[test]
fn an_even_battle_has_no_modifiers() {
    assert_eq!(sums(&even(), 1), [[0, 0]; 2]);
    assert_eq!(sums(&even(), 2), [[-1, -1]; 2]);
}

#[test]
fn a_replacement_leader_is_drawn_before_anything_else() {
    let mut of = even();
    of.sides[1].command = Command::Replacement("POL".to_owned());
    let mut notes = Vec::new();
    let mut battle = Battle::land(of, &mut notes).expect("a battle");
    assert_eq!(battle.next(), Next::Die { who: STANDING, roll: Roll::Replacement });
    assert!(notes.is_empty());
    battle.throw(2, &mut notes).expect("a die");
    let leader = Leader { manoeuvre: 5, fire: 1, shock: 1, siege: 0 };
    assert_eq!(notes[0], Note::Replacement { who: STANDING, die: 2, leader });
    assert!(names(&notes, rule!("fast-battle.battle.replacement-leader")));
    assert!(names(&notes, rule!("fast-battle.battle.columns")));
    assert_eq!(battle.modifiers(STANDING, 1)[0], [Added { by: 1, why: Why::Leaders(1, 0) }]);
    assert_eq!(battle.next(), Next::Die { who: MOVING, roll: Roll::Combat { day: 1, phase: Phase::Fire } });
}

#[test]
fn morale_is_that_of_the_technology_of_veterans_and_of_tercios() {
    assert_eq!(rule!("fast-battle.battle.morale").printed(), "Battle: preparation");
    let mut of = even();
    of.sides[0].technology = Land::Arquebuse;
    assert_eq!(morale(&of), [2, 3]);
    of.sides[0].veteran = true;
    assert_eq!(morale(&of), [3, 3]);
    of.sides[0].tercios = true;
    assert_eq!(morale(&of), [4, 3]);
    // Tercios belong to their time.
    of.sides[0].technology = Land::Musket;
    assert_eq!(morale(&of), [4, 3]);
    of.sides[0] = Side { technology: Land::Renaissance, ..even().sides[0].clone() };
    assert_eq!(morale(&of), [2, 3]);
    of.sides[1].technology = Land::Medieval;
    assert_eq!(morale(&of), [1, 1]);
}

#[test]
fn the_better_leader_adds_the_difference() {
    let id = rule!("fast-battle.battle.mod.leader-differential");
    let mut of = even();
    of.sides[0].command = leader(2, 3, 1);
    of.sides[1].command = leader(2, 1, 2);
    assert_eq!(sums(&of, 1), [[2, 0], [0, 1]]);
    assert!(named(&of, MOVING, id) && named(&of, STANDING, id));
    of.sides[0].command = leader(2, 6, 1);
    assert_eq!(sums(&of, 1)[0], [5, 0]);
    of.rules.leader_cap = Some(3);
    assert_eq!(sums(&of, 1)[0], [3, 0]);
    of.sides[0].command = leader(2, 21, 1);
    assert!(of.check().is_err());
}

#[test]
fn ground_and_crossings_cost() {
    let id = rule!("fast-battle.battle.mod.terrain");
    let mut of = even();
    assert!(!named(&of, MOVING, id));
    for terrain in [Terrain::DenseForest, Terrain::SparseForest, Terrain::Desert, Terrain::Swamp] {
        of.terrain = terrain;
        assert_eq!(sums(&of, 1), [[-1, -1]; 2]);
        assert!(named(&of, STANDING, id));
    }
    of.terrain = Terrain::Mountain;
    assert_eq!(sums(&of, 1), [[-1, -1], [0, 0]]);
    of.intercepted = true;
    assert_eq!(sums(&of, 1), [[0, 0]; 2]);
    let mut of = even();
    for (crossing, day_one) in [
        (Crossing::River, [-1, -1]),
        (Crossing::Pass, [-1, -1]),
        (Crossing::Strait, [-2, -3]),
        (Crossing::Landing, [-2, -3]),
    ] {
        of.crossing = Some(crossing);
        assert_eq!(sums(&of, 1), [day_one, [0, 0]]);
        assert_eq!(sums(&of, 2), [[-1, -1]; 2], "on day 1 alone");
    }
}

#[test]
fn artillery_counts_for_each_side_by_itself() {
    let none = rule!("fast-battle.battle.mod.artillery-none");
    let six = rule!("fast-battle.battle.mod.artillery-six");
    let each = rule!("fast-battle.battle.mod.artillery-each-side");
    let mut of = even();
    of.sides[0] = side(part("FRA", Class::IV, 0, 0, 8), Land::Musket);
    assert_eq!(sums(&of, 1), [[-1, 0], [0, 0]]);
    assert!(named(&of, MOVING, none) && named(&of, MOVING, each));
    of.sides[1] = of.sides[0].clone();
    assert_eq!(sums(&of, 1), [[-1, 0]; 2]);
    for side in &mut of.sides {
        side.parts = vec![part("FRA", Class::IV, 2, 0, 0)];
    }
    assert_eq!(sums(&of, 1), [[1, 0]; 2]);
    assert!(named(&of, MOVING, six) && named(&of, STANDING, six));
    // By the new count two A+ of 3 points have 5.
    of.rules.new_artillery_count = true;
    assert_eq!(sums(&of, 1), [[0, 0]; 2]);
}

#[test]
fn a_lone_small_army_without_points_is_read_either_way() {
    let mut of = even();
    of.sides[0] = side(part("RUS", Class::IM, 0, 1, 6), Land::Musket);
    // Half of one point is none.
    assert_eq!(of.sides[0].artillery(&of.rules, of.period), 0);
    assert_eq!(sums(&of, 1)[0][0], -1);
    of.rules.malus_without_counter = true;
    assert_eq!(sums(&of, 1)[0][0], 0);
    of.sides[0] = side(part("RUS", Class::IM, 0, 0, 8), Land::Musket);
    assert_eq!(sums(&of, 1)[0][0], -1);
    // A conquistador needs no cannon.
    of.map = Map::Rotw;
    assert_eq!(sums(&of, 1)[0][0], 0);
    of.period = Period::V;
    assert_eq!(sums(&of, 1)[0][0], -1);
}

#[test]
fn three_detachments_more_are_better_in_shock_for_the_whole_battle() {
    let id = rule!("fast-battle.battle.mod.three-detachments");
    let mut of = even();
    of.sides[1] = side(part("FRA", Class::IV, 1, 0, 1), Land::Musket);
    assert_eq!(sums(&of, 1), [[0, 1], [0, 0]]);
    assert!(named(&of, MOVING, id));
    of.sides[0] = side(part("FRA", Class::IV, 1, 1, 1), Land::Musket);
    assert_eq!(sums(&of, 1), [[0, 0]; 2]);
    // What it has lost since does not matter.
    of.sides[0] = side(part("FRA", Class::IV, 1, 1, 2), Land::Musket);
    let mut notes = Vec::new();
    let mut battle = Battle::land(of, &mut notes).expect("a battle");
    fight(&mut battle, &[1, 8, 1, 8], &mut notes);
    assert_eq!(battle.state().caused[1], Thirds(3 + 4));
    assert_eq!(battle.modifiers(MOVING, 2)[1].iter().map(|added| added.by).sum::<i8>(), 0);
    assert!(names(&notes, rule!("fast-battle.battle.mod.fixed")));
}

#[test]
fn cavalry_has_its_classes_periods_and_grounds() {
    let id = rule!("fast-battle.battle.mod.cavalry");
    let shock = |part: Part, period, terrain, cold| {
        let mut of = Setting { period, terrain, cold, ..even() };
        of.sides[0].parts = vec![part];
        of.modifiers(MOVING).iter().any(|modifier| modifier.why.rules().contains(&id) && modifier.shock == 1)
    };
    let of = |country: &str, class| part(country, class, 1, 1, 2);
    use Terrain::{DenseForest, Desert, Plain, SparseForest};
    assert!(!shock(of("FRA", Class::IV), Period::II, Plain, false));
    assert!(shock(of("FRA", Class::IV), Period::III, Plain, false));
    assert!(shock(of("FRA", Class::IV), Period::V, Plain, false));
    assert!(!shock(of("FRA", Class::IV), Period::VI, Plain, false));
    assert!(!shock(of("FRA", Class::IV), Period::III, SparseForest, false));
    assert!(!shock(part("FRA", Class::IV, 0, 0, 8), Period::III, Plain, false), "an A counter is needed");
    assert!(!shock(of("ENG", Class::IVM), Period::III, Plain, false));
    assert!(shock(of("POL", Class::IIM), Period::I, SparseForest, false));
    assert!(!shock(of("POL", Class::IIM), Period::V, Plain, false));
    assert!(!shock(of("POL", Class::IIM), Period::I, DenseForest, false));
    assert!(shock(of("saxe", Class::IIIM), Period::IV, DenseForest, false));
    assert!(!shock(of("saxe", Class::IIIM), Period::VI, Plain, false));
    assert!(shock(of("SUE", Class::IIIM), Period::VI, DenseForest, true));
    assert!(!shock(of("SUE", Class::IIIM), Period::VI, DenseForest, false));
    let turks = |sipahis| Part { sipahis, ..of("TUR", Class::I) };
    assert!(shock(turks(true), Period::VI, Desert, false));
    assert!(!shock(turks(false), Period::I, Plain, false));
}

#[test]
fn tercios_hamper_the_enemy_but_not_the_east() {
    let id = rule!("fast-battle.battle.mod.tercios");
    let mut of = even();
    of.sides[1].technology = Land::Arquebuse;
    of.sides[1].tercios = true;
    assert_eq!(sums(&of, 1), [[0, -1], [0, 0]]);
    assert!(named(&of, MOVING, id));
    of.sides[0].parts = vec![part("POL", Class::IIM, 1, 1, 2)];
    assert_eq!(sums(&of, 1)[0], [0, 1], "its cavalry, and no malus");
    of.sides[0].parts = vec![part("POL", Class::IIM, 0, 0, 8)];
    assert!(named(&of, MOVING, id), "an A counter is needed");
}

#[test]
fn foraging_and_the_umpire_add_their_own() {
    let id = rule!("fast-battle.battle.mod.main-list");
    let mut of = even();
    of.sides[0].foraging = true;
    of.sides[1].further =
        vec![Further { fire: 2, shock: -1, first_day_only: false, reason: "Fog.".to_owned() }];
    assert_eq!(sums(&of, 1), [[-1, -1], [2, -1]]);
    assert_eq!(sums(&of, 2), [[-1, -1], [1, -2]]);
    assert!(named(&of, MOVING, id) && named(&of, STANDING, id));
}

#[test]
fn a_modified_roll_is_read_in_its_column() {
    let mut of = even();
    of.sides[0].command = leader(2, 0, 1);
    let (_, notes) = fought(&of, &[1, 1, 7, 1, 1, 1, 1, 1, 5, 5]);
    let roll = notes.iter().find_map(|note| match note {
        Note::Rolled(rolled) if rolled.at == Some((1, Phase::Shock)) && rolled.who == MOVING => Some(rolled),
        _ => None,
    });
    let roll = roll.expect("a roll");
    assert_eq!((roll.column, roll.modified, roll.did.losses, roll.did.stars), (Column::B, 8, Thirds(4), 1));
    assert!(names(&notes, rule!("fast-battle.battle.roll")));
    assert!(names(&notes, rule!("fast-battle.battle.crt.shape")));
    assert!(names(&notes, rule!("fast-battle.battle.crt.known-cells")));
    assert!(names(&notes, rule!("fast-battle.aids.technology")));
}

#[test]
fn an_army_without_morale_routs_at_once() {
    let mut of = even();
    of.sides[0].command = leader(2, 6, 0);
    of.sides[0].further =
        vec![Further { fire: 3, shock: 0, first_day_only: false, reason: "A flank.".to_owned() }];
    let mut notes = Vec::new();
    let mut battle = Battle::land(of.clone(), &mut notes).expect("a battle");
    // Column C: a modified 17 takes three stars.
    fight(&mut battle, &[8, 1], &mut notes);
    assert_eq!(battle.state().end, Some(End::Rout { day: 1, phase: Phase::Fire }));
    assert!(names(&notes, rule!("fast-battle.battle.rout")));
    let refused = battle.rule_morale(STANDING, 1, &mut notes).map_err(|refusal| refusal.rules);
    assert_eq!(refused, Err(vec![rule!("fast-battle.battle.morale-after-pursuit")]), "a rout is a rout");
    // No Shock; the winner pursues, with more for day 1 and for the Fire.
    assert_eq!(battle.next(), Next::Die { who: MOVING, roll: Roll::Pursuit });
    fight(&mut battle, &[6], &mut notes);
    let roll = notes.iter().find_map(|note| match note {
        Note::Rolled(rolled) if rolled.at.is_none() => Some(rolled.clone()),
        _ => None,
    });
    let roll = roll.expect("a pursuit");
    assert_eq!((roll.column, roll.modified), (Column::E, 9));
    // Its morale is just used up, and that is told once.
    assert_eq!(battle.state().morale[STANDING as usize], 0);
    let routed: Vec<&Note> = notes.iter().filter(|note| matches!(note, Note::Routed { .. })).collect();
    assert_eq!(routed, [&Note::Routed { who: STANDING, pursued: false }]);
    let whys: Vec<Why> = roll.added.into_iter().map(|added| added.why).collect();
    assert_eq!(whys, [Why::EndedOnFirstDay, Why::EndedAfterFire]);
    assert!(names(&notes, rule!("fast-battle.battle.pursuit.who")));
    assert!(names(&notes, rule!("fast-battle.battle.pursuit.column")));
    // With two stars it fights on with 1.
    of.sides[0].command = leader(2, 4, 0);
    of.sides[0].further.clear();
    let mut battle = Battle::land(of, &mut notes).expect("a battle");
    fight(&mut battle, &[8, 1], &mut notes);
    assert_eq!((battle.state().end, battle.state().morale), (None, [3, 1]));
}

#[test]
fn both_routed_in_a_phase_is_a_tie_without_pursuit() {
    let mut of = even();
    for side in &mut of.sides {
        side.technology = Land::Arquebuse;
        side.command = leader(4, 0, 0);
    }
    let (verdict, notes) = fought(&of, &[10, 10, 10, 3]);
    assert_eq!((verdict.winner, verdict.routed, verdict.major), (None, [true; 2], false));
    assert!(notes.contains(&Note::NoPursuit));
    let retreats: Vec<(i32, Thirds)> = (notes.iter())
        .filter_map(|note| match note {
            Note::Retreat { modified, losses, .. } => Some((*modified, *losses)),
            _ => None,
        })
        .collect();
    assert_eq!(retreats, [(10, Thirds(3)), (3, Thirds(1))], "as routed armies, without MAN");
}

#[test]
fn an_army_wiped_out_at_the_end_of_a_day_loses() {
    let id = rule!("fast-battle.battle.day-one.destruction");
    let mut of = even();
    of.sides[1] = side(part("FRA", Class::IV, 0, 1, 0), Land::Musket);
    // Fire 9 in C and Shock 6 in B: 4 + 2 thirds of 8 LD, two of two.
    let mut notes = Vec::new();
    let mut battle = Battle::land(of.clone(), &mut notes).expect("a battle");
    fight(&mut battle, &[9, 1, 5, 1], &mut notes);
    assert_eq!(battle.state().end, Some(End::Destroyed { day: 1 }));
    assert_eq!(battle.state().morale[1], 2);
    assert!(names(&notes, id));
    fight(&mut battle, &[1], &mut notes);
    let verdict = battle.account(&mut notes).expect("nobody is left to roll for his retreat");
    assert_eq!((verdict.winner, verdict.destroyed), (Some(MOVING), [false, true]));
    assert_eq!(verdict.lost[1], Thirds::whole(2), "never more than it has");
    // One third less, and the battle goes on.
    let mut battle = Battle::land(of.clone(), &mut notes).expect("a battle");
    fight(&mut battle, &[9, 1, 4, 1], &mut notes);
    assert_eq!(battle.state().end, None);
    // Both: a tie.
    of.sides[0] = of.sides[1].clone();
    for side in &mut of.sides {
        side.veteran = true;
    }
    of.rules.cap_caused = false;
    let mut battle = Battle::land(of, &mut notes).expect("a battle");
    fight(&mut battle, &[9, 9, 10, 10], &mut notes);
    // 4 and 6 thirds, 4 less for the stack: just what the other has.
    assert_eq!(Who::BOTH.map(|who| battle.corrected(who)), [Thirds(6); 2]);
    assert_eq!(battle.state().end, Some(End::Destroyed { day: 1 }));
    let verdict = battle.account(&mut notes).expect("nobody is left to roll");
    assert_eq!((verdict.winner, verdict.destroyed, verdict.routed), (None, [true; 2], [false; 2]));
}

#[test]
fn destruction_is_judged_with_the_losses_after_both_corrections() {
    let mut of = even();
    of.sides[0].parts = vec![part("FRA", Class::IV, 2, 0, 0)];
    of.sides[1] = side(part("SPA", Class::III, 0, 1, 0), Land::Musket);
    // Raw 1⅔ becomes 2 by the size of France's army.
    let mut battle = Battle::land(of.clone(), &mut ()).expect("a battle");
    let mut notes = Vec::new();
    // Fire 7 (+1) in C: 3; Shock 6 in B with three LD more: 2.
    fight(&mut battle, &[7, 1, 5, 1], &mut notes);
    assert_eq!(battle.state().caused[0], Thirds(5));
    assert_eq!(battle.corrected(MOVING), Thirds(6));
    assert_eq!(battle.state().end, Some(End::Destroyed { day: 1 }));
}

#[test]
fn leaving_after_day_one_takes_less_than_manoeuvre_and_morale() {
    let id = rule!("fast-battle.battle.day-one.retreat-test");
    for (equal_leaves, die, left) in
        [(false, 7, false), (false, 6, false), (false, 5, true), (true, 6, true), (true, 7, false)]
    {
        let mut of = even();
        of.rules.equal_leaves = equal_leaves;
        of.sides[1].command = leader(4, 0, 0);
        let mut notes = Vec::new();
        let mut battle = Battle::land(of, &mut notes).expect("a battle");
        // One star against the side that stands: 3 − 1, and 4 for the leader.
        for die in [7, 1, 1, 1] {
            battle.throw(die, &mut notes).expect("a die");
        }
        assert!(battle.decide(MOVING, true, &mut notes).is_err(), "who did not move decides first");
        assert!(battle.throw(4, &mut notes).is_err(), "a choice is awaited");
        battle.decide(STANDING, true, &mut notes).expect("a choice");
        battle.throw(die, &mut notes).expect("a die");
        assert!(names(&notes, id));
        let end = left.then_some(End::Left { who: STANDING });
        assert_eq!(battle.state().end, end, "{equal_leaves} {die}");
        if left {
            assert_eq!(battle.next(), Next::Die { who: MOVING, roll: Roll::Pursuit });
            battle.throw(1, &mut notes).expect("a die");
            battle.throw(6, &mut notes).expect("a die");
            let verdict = battle.account(&mut notes).expect("it is over");
            assert_eq!((verdict.winner, verdict.routed), (Some(MOVING), [false; 2]));
        } else {
            // The other may still try; then the day has its malus and the failed attempt takes it away again.
            battle.decide(MOVING, false, &mut notes).expect("a choice");
            let sums = Who::BOTH
                .map(|who| battle.modifiers(who, 2).map(|list| list.iter().map(|a| a.by).sum::<i8>()));
            assert_eq!(sums, [[0, 0], [-1, -1]]);
            assert!(names(&notes, rule!("fast-battle.battle.day-one.retreat-failure")));
            assert!(names(&notes, rule!("fast-battle.battle.day-two.malus")));
        }
    }
}

#[test]
fn after_an_interception_the_moving_side_decides_first_and_both_may_fail() {
    let of = Setting { intercepted: true, ..even() };
    let mut notes = Vec::new();
    let mut battle = Battle::land(of, &mut notes).expect("a battle");
    for die in [1, 1, 1, 1] {
        battle.throw(die, &mut notes).expect("a die");
    }
    for who in [MOVING, STANDING] {
        assert_eq!(battle.next(), Next::Choice { who, day: 1, after: Phase::Shock });
        battle.decide(who, true, &mut notes).expect("a choice");
        battle.throw(10, &mut notes).expect("a die");
    }
    let sums =
        Who::BOTH.map(|who| battle.modifiers(who, 2).map(|list| list.iter().map(|a| a.by).sum::<i8>()));
    assert_eq!(sums, [[0, 0]; 2]);
}

#[test]
fn a_battle_has_two_days_and_more_morale_wins() {
    let (verdict, notes) = fought(&even(), &[7, 1, 1, 1, 1, 1, 1, 1, 1, 9]);
    assert_eq!((verdict.end, verdict.winner), (End::Fought, Some(MOVING)));
    assert!(names(&notes, rule!("fast-battle.battle.length")));
    assert!(names(&notes, rule!("fast-battle.battle.day-two.winner")));
    let (verdict, notes) = fought(&even(), &[1, 1, 1, 1, 1, 1, 1, 1, 1, 9]);
    assert_eq!(verdict.winner, None);
    assert!(names(&notes, rule!("fast-battle.battle.day-two.tie")));
    assert!(names(&notes, rule!("fast-battle.battle.pursuit.who")));
    let rolled = |day: u8| move |note: &&Note| matches!(note, Note::Rolled(rolled) if rolled.at.is_some_and(|at| at.0 == day));
    assert_eq!([1, 2, 3].map(|day| notes.iter().filter(rolled(day)).count()), [4, 4, 0]);
}

#[test]
fn the_pursuit_takes_the_last_morale_and_no_more_is_made_of_it() {
    let mut of = even();
    of.sides[1].technology = Land::Arquebuse;
    // Standing has 2; a star in day 1's Fire leaves 1.
    let dice = [7, 1, 1, 1, 1, 1, 1, 1];
    let pursuit = |die, morale| {
        let (verdict, notes) = fought(&of, &[&dice[..], &[die, 6]].concat());
        let tally = notes.iter().rev().find_map(|note| match note {
            Note::Tally { at: None, tally } => Some(*tally),
            _ => None,
        });
        assert_eq!(tally.map(|tally: Tally| tally.morale), Some([3, morale]));
        (verdict, notes)
    };
    let (verdict, notes) = pursuit(9, 0);
    assert_eq!(verdict.routed, [false, true]);
    assert!(names(&notes, rule!("fast-battle.battle.pursuit.effect")));
    assert!(names(&notes, rule!("fast-battle.battle.morale-after-pursuit")) || verdict.major);
    let (verdict, _) = pursuit(8, 1);
    assert_eq!(verdict.routed, [false; 2]);
}

#[test]
fn the_umpire_rules_morale_until_the_pursuit_is_over() {
    let mut notes = Vec::new();
    let mut battle = Battle::land(even(), &mut notes).expect("a battle");
    assert!(battle.rule_morale(MOVING, 0, &mut notes).is_err(), "no rout by word alone in the fighting");
    assert!(battle.rule_morale(MOVING, 21, &mut notes).is_err());
    battle.rule_morale(MOVING, 5, &mut notes).expect("a ruling");
    fight(&mut battle, &[1, 1, 1, 1, 1, 1, 1, 1], &mut notes);
    assert_eq!(battle.next(), Next::Die { who: MOVING, roll: Roll::Pursuit });
    battle.rule_morale(STANDING, 0, &mut notes).expect("a ruling");
    fight(&mut battle, &[1], &mut notes);
    let refused = battle.rule_morale(MOVING, 1, &mut notes).map_err(|refusal| refusal.rules);
    assert_eq!(refused, Err(vec![rule!("fast-battle.battle.morale-after-pursuit")]));
    fight(&mut battle, &[1], &mut notes);
    assert_eq!(battle.account(&mut notes).map(|verdict| verdict.routed), Some([false, true]));
}

#[test]
fn fire_has_the_effects_of_its_technology() {
    let id = rule!("fast-battle.battle.fire.arquebuse-halved");
    let fire = |of: &Setting, die: u8| {
        let mut notes = Vec::new();
        let mut battle = Battle::land(of.clone(), &mut notes).expect("a battle");
        fight(&mut battle, &[die], &mut notes);
        let named = names(&notes, id);
        (battle.state().caused[0], battle.state().morale[1], named)
    };
    let mut of = even();
    of.sides[1].veteran = true;
    let with = |of: &mut Setting, technology| of.sides[0].technology = technology;
    // Musket against Musket, column C.
    assert_eq!(fire(&of, 9), (Thirds(4), 3, false));
    with(&mut of, Land::Arquebuse);
    assert_eq!(fire(&of, 9), (Thirds(2), 3, true));
    assert_eq!(fire(&of, 6), (Thirds(0), 4, true), "half a third is dropped");
    with(&mut of, Land::Renaissance);
    // Column D.
    assert_eq!(fire(&of, 10), (Thirds(0), 3, true));
    // Without an A counter nobody fires at all: the first die is the other's.
    of.sides[0].parts = vec![part("FRA", Class::IV, 0, 0, 8)];
    let first = |of: &Setting| Battle::land(of.clone(), &mut ()).expect("a battle").next();
    let roll = Roll::Combat { day: 1, phase: Phase::Fire };
    assert_eq!(first(&of), Next::Die { who: STANDING, roll });
    of.sides[1].parts = vec![part("aztecs", Class::A, 1, 1, 2)];
    assert_eq!(first(&of), Next::Die { who: MOVING, roll }, "against natives it does");
    of.rules.edition = Edition::Head;
    assert_eq!(first(&of), Next::Die { who: STANDING, roll });
    of.map = Map::Rotw;
    assert_eq!(first(&of), Next::Die { who: MOVING, roll });
    with(&mut of, Land::Medieval);
    assert_eq!(first(&of), Next::Die { who: STANDING, roll });
    of.sides[1].technology = Land::Medieval;
    let roll = Roll::Combat { day: 1, phase: Phase::Shock };
    assert_eq!(first(&of), Next::Die { who: MOVING, roll }, "nobody fires");
}

#[test]
fn a_stack_of_seven_throws_once_whether_it_causes_less() {
    let id = rule!("fast-battle.losses.small-stack.known-cells");
    let mut of = even();
    of.sides[0].parts = vec![part("FRA", Class::IV, 1, 1, 1)];
    for (die, less) in [(3, 1), (4, 0)] {
        let mut notes = Vec::new();
        let mut battle = Battle::land(of.clone(), &mut notes).expect("a battle");
        fight(&mut battle, &[7, 1, 1, 1], &mut notes);
        assert_eq!(battle.next(), Next::Die { who: MOVING, roll: Roll::SmallStack });
        fight(&mut battle, &[die, 1, 1, 1, 1, 1, 5], &mut notes);
        assert!(names(&notes, id));
        battle.account(&mut notes).expect("no second die for it");
        assert_eq!(battle.corrected(MOVING), Thirds(2 - less));
    }
    // Where it has caused nothing there is nothing to throw for.
    let (_, notes) = fought(&of, &[1, 1, 1, 1, 1, 1, 1, 1, 5, 5]);
    assert!(!notes.iter().any(|note| matches!(note, Note::SmallStack { .. })));
}

#[test]
fn losses_are_corrected_for_the_stack_then_capped_then_for_the_army() {
    let mut of = even();
    of.sides[0].parts = vec![part("FRA", Class::IV, 0, 0, 2)];
    of.sides[1].parts = vec![part("SPA", Class::III, 2, 0, 0)];
    of.sides[0].command = leader(2, 4, 4);
    // 9 + 4 − 1 (no artillery) = 12 in C, 7; 10 + 4 = 14 in B, 11: 18 thirds by 2 LD.
    let mut notes = Vec::new();
    let mut battle = Battle::land(of.clone(), &mut notes).expect("a battle");
    fight(&mut battle, &[8, 1, 10, 1], &mut notes);
    assert_eq!(battle.state().caused[0], Thirds(6 + 11));
    // 17 − 4 = 13, at most 6, and by +1: 7.
    assert_eq!(battle.corrected(MOVING), Thirds(7));
    fight(&mut battle, &[9, 5], &mut notes);
    let verdict = battle.account(&mut notes).expect("it is over");
    for id in [
        rule!("fast-battle.losses.order"),
        rule!("fast-battle.losses.small-stack.rule"),
        rule!("fast-battle.losses.whole-stack"),
        rule!("fast-battle.losses.size.army-size"),
        rule!("fast-battle.losses.size.comparison"),
        rule!("fast-battle.losses.size.comparison-formula"),
        rule!("fast-battle.losses.size.apply"),
        rule!("fast-battle.losses.size.known-cells"),
        rule!("fast-battle.losses.size.neutral"),
    ] {
        assert!(names(&notes, id), "{id}");
    }
    assert!(notes.contains(&Note::Capped { who: MOVING, at: Thirds(6) }));
    assert!(verdict.routed[1]);
    of.rules.cap_caused = false;
    let mut battle = Battle::land(of, &mut notes).expect("a battle");
    fight(&mut battle, &[8, 1, 10, 1], &mut notes);
    // 13 at +1: 4 gives 4⅔, ⅓ gives ⅓.
    assert_eq!(battle.corrected(MOVING), Thirds(15));
    assert!(names(
        &[Note::CorrectedForSize {
            who: MOVING,
            modifier: 1,
            parts: tables(Edition::Guide).by_size(Thirds(13), 1),
            gives: Thirds(15),
            at_sea: false,
        }],
        rule!("fast-battle.losses.size.apply-parts")
    ));
}

#[test]
fn what_changes_nothing_is_not_told() {
    let (_, notes) = fought(&even(), &[1, 1, 1, 1, 1, 1, 1, 1, 5, 5]);
    assert!(!notes.iter().any(|note| matches!(note, Note::Capped { .. } | Note::RoutedFleet { .. })));
    // Four LD give 4⅔ at +1, in one part.
    let parts = tables(Edition::Guide).by_size(Thirds(12), 1);
    assert_eq!(parts, [(Thirds(12), Thirds(14))]);
    let note = Note::CorrectedForSize { who: MOVING, modifier: 1, parts, gives: Thirds(14), at_sea: false };
    assert!(names(std::slice::from_ref(&note), rule!("fast-battle.losses.size.apply")));
    assert!(!names(&[note], rule!("fast-battle.losses.size.apply-parts")));
}

#[test]
fn six_detachments_stand_in_the_table_and_more_have_a_number_added() {
    let of = tables(Edition::Guide);
    let sized = |caused| [-2, -1, 0, 1, 2, 3].map(|modifier| of.sized(Thirds(caused), modifier).0);
    assert_eq!(sized(18), [14, 18, 18, 21, 24, 30]);
    assert_eq!(sized(19), [15, 19, 19, 22, 25, 31]);
    assert_eq!(sized(30), [26, 30, 30, 33, 36, 42]);
}

#[test]
fn the_cells_of_the_worked_example_are_known() {
    use super::super::tables::is_known;
    assert!(is_known(Column::B, 6) && is_known(Column::C, 12) && is_known(Column::E, 9));
    assert!(!is_known(Column::B, 5) && !is_known(Column::C, 8) && !is_known(Column::A, 6));
}

// A plan is kept at the very number that it names.
#[test]
fn a_plan_to_leave_holds_from_its_number_on() {
    let mut battle = Battle::land(even(), &mut ()).expect("a battle");
    fight(&mut battle, &[7], &mut Vec::new());
    let state = battle.state();
    assert_eq!((state.morale, state.caused[0]), ([3, 2], Thirds(2)));
    let low = |at: i8| Plan { leave_at_morale: Some(at), ..Plan::default() };
    let lost = |at: i32| Plan { leave_at_losses: Some(Thirds(at)), ..Plan::default() };
    let leaves = |plan: Plan| plan.leaves(state, STANDING, Phase::Shock);
    assert_eq!([1, 2, 3].map(|at| leaves(low(at))), [false, true, true]);
    assert_eq!([1, 2, 3].map(|at| leaves(lost(at))), [true, true, false]);
    assert!(!low(2).leaves(state, STANDING, Phase::Fire), "before the day is over only with the wind");
}

#[test]
fn pashas_are_kept_with_the_troops_they_lead() {
    let turks = Part { pashas: 2, ..part("TUR", Class::I, 1, 0, 0) };
    for part in [turks, part("TUR", Class::I, 1, 0, 0)] {
        let written = serde_json::to_value(&part).expect("a part");
        assert_eq!(written.get("pashas").is_some(), part.pashas > 0, "{written}");
        assert_eq!(serde_json::from_value::<Part>(written).expect("the part"), part);
    }
}

// Outside Europe and up to period IV a leader with a few men needs no artillery.
#[test]
fn conquistadores_need_no_counter_up_to_period_four() {
    let lacks = |period, command: Command| {
        let mut of = Setting { period, map: Map::Rotw, ..even() };
        of.rules.malus_without_counter = true;
        of.sides[0].parts = vec![part("SPA", Class::III, 0, 0, 2)];
        of.sides[0].command = command;
        let battle = Battle::land(of, &mut ()).expect("a battle");
        battle.modifiers(MOVING, 1)[0].iter().any(|added| added.why == Why::NoArtillery)
    };
    assert_eq!(
        [Period::III, Period::IV, Period::V].map(|period| lacks(period, leader(3, 0, 0))),
        [false, false, true]
    );
    assert!(lacks(Period::IV, Command::None), "without a leader they are a few men");
}

#[test]
fn corrections_are_never_below_nothing() {
    let mut of = even();
    of.sides[0].parts = vec![part("FRA", Class::IV, 0, 0, 1)];
    let mut battle = Battle::land(of, &mut ()).expect("a battle");
    fight(&mut battle, &[8, 1, 1, 1], &mut Vec::new());
    assert_eq!(battle.corrected(MOVING), Thirds::NONE);
}

#[test]
fn the_size_modifier_follows_the_formula_and_two_needs_seven() {
    let id = rule!("fast-battle.losses.size.comparison-formula");
    let by_difference: Vec<i8> = (0..=7).map(|own| compare_sizes(own, 0)).collect();
    assert_eq!(by_difference, [0, 0, 1, 1, 1, 2, 2, 2], "{id}");
    for own in [0, 1, 2, 3, 4, 7] {
        for enemy in [0, 1, 2, 3, 4, 7] {
            assert_eq!(compare_sizes(own, enemy), -compare_sizes(enemy, own));
            if compare_sizes(own, enemy) == 2 {
                assert!(own == 7 && enemy <= 2, "{}", rule!("fast-battle.losses.size.two-needs-seven"));
            }
        }
    }
    assert_eq!(tables(Edition::Guide).sized(Thirds(8), -1), Thirds(8));
    assert_eq!(tables(Edition::Guide).sized(Thirds(1), 0), Thirds(1));
    assert_eq!(tables(Edition::Guide).sized(Thirds(6), -2), Thirds(4));
    let mut of = even();
    of.sides[0].parts = vec![part("RUS", Class::IM, 1, 1, 2)];
    let (_, notes) = fought(&of, &[1, 1, 1, 1, 1, 1, 1, 1, 5, 5]);
    assert!(names(&notes, rule!("fast-battle.losses.size.two-needs-seven")));
}

#[test]
fn relative_sizes_stay_as_they_are() {
    let _ = rule!("fast-battle.losses.size.stable");
    let modifier = |period, enemy: &str, class| {
        let mut of = Setting { period, ..even() };
        of.sides[1].parts = vec![part(enemy, class, 1, 1, 2)];
        of.size_modifier(MOVING)
    };
    for period in Period::ALL {
        assert_eq!(modifier(period, "SPA", Class::III), 1, "{period}");
        let against_england = i8::from(period != Period::VII);
        assert_eq!(modifier(period, "ENG", Class::IVM), against_england, "{period}");
    }
}

#[test]
fn a_stack_of_several_nations_has_the_average_size_rounded_down() {
    let mut of = even();
    let turks = Part { reformed: false, ..part("TUR", Class::I, 1, 0, 0) };
    of.sides[0].parts = vec![turks.clone(), part("FRA", Class::IV, 1, 0, 0)];
    // (7 × 4 + 2 × 4) / 8 = 4½.
    assert_eq!(of.sides[0].size(&of.rules, of.period), 4);
    of.sides[0].parts[0] = Part { reformed: true, ..turks };
    assert_eq!(of.sides[0].size(&of.rules, of.period), 3);
}

#[test]
fn who_did_not_win_loses_more_in_his_retreat() {
    let who = rule!("fast-battle.losses.retreat.who");
    let man = rule!("fast-battle.losses.retreat.leader");
    let mut of = even();
    of.sides[1].command = leader(4, 0, 0);
    let (verdict, notes) = fought(&of, &[7, 1, 1, 1, 1, 1, 1, 1, 1, 7]);
    assert_eq!(verdict.routed, [false; 2]);
    let added = vec![Added { by: -4, why: Why::RetreatLeader(4) }];
    let expected = Note::Retreat { who: STANDING, die: 7, added, modified: 3, losses: Thirds(1) };
    assert!(notes.contains(&expected));
    assert!(names(&notes, who) && names(&notes, man));
    assert!(names(&notes, rule!("fast-battle.losses.retreat.known-cells")));
    // 2 thirds of Fire and 1 of the retreat, which the size does not change.
    assert_eq!(verdict.lost, [Thirds::NONE, Thirds::whole(1)]);
    assert!(names(&notes, rule!("fast-battle.losses.retreat.not-size-modified")));
    assert!(names(&notes, rule!("fast-battle.losses.rounding.europe")));
}

#[test]
fn outside_europe_nothing_is_rounded() {
    let mut of = Setting { map: Map::Rotw, ..even() };
    of.sides[1].parts = vec![part("FRA", Class::IV, 0, 0, 8)];
    let (verdict, notes) = fought(&of, &[7, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(verdict.lost[1], Thirds(2));
    assert!(names(&notes, rule!("fast-battle.losses.rounding.rotw")));
    let mut thirds = of.clone();
    thirds.sides[1].parts[0].detachments = Thirds(5);
    assert!(thirds.check().is_ok());
    thirds.map = Map::Europe;
    assert!(thirds.check().is_err());
    thirds.sides[1].parts.clear();
    assert!(thirds.check().is_err());
}

/// A battle that the moving side wins by a rout, with the losses of both; the last die is the loser's retreat.
fn routed(of: &Setting) -> (Vec<Note>, super::super::Verdict) {
    let (verdict, notes) = fought(of, &[10, 1, 10, 1, 1, 7]);
    assert_eq!((verdict.winner, verdict.routed), (Some(MOVING), [false, true]));
    (notes, verdict)
}

#[test]
fn a_major_battle_needs_a_rout_and_three_detachments_more() {
    let mut of = even();
    of.sides[0].command = leader(0, 1, 1);
    // Fire 11 in C: 6; Shock 11 in B: 7; pursuit 1 + 2 + 1 and nothing; retreat 3: 16 thirds, 5 LD.
    let (notes, verdict) = routed(&of);
    assert_eq!((verdict.lost, verdict.major), ([Thirds::NONE, Thirds::whole(5)], true));
    assert!(names(&notes, rule!("fast-battle.major.conditions")));
    assert!(names(&notes, rule!("fast-battle.major.effects")));
    let major = |of: &Setting| routed(of).1.major;
    // Four are asked for, and five were lost.
    of.rules.major_at_four = true;
    assert!(major(&of));
    assert!(names(&routed(&of).0, rule!("fast-battle.major.stricter-option")));
    of.rules.major_needs_army = true;
    assert!(major(&of));
    of.sides[1].parts = vec![part("FRA", Class::IV, 0, 0, 8)];
    assert!(!major(&of));
    // By the head of the rules a stack without an A counter saves it from that in the rest of the world alone.
    of.rules = Rules { edition: Edition::Head, ..Rules::default() };
    assert!(major(&of));
    of.map = Map::Rotw;
    assert!(!major(&of));
}

#[test]
fn just_three_or_just_four_detachments_more() {
    let needed = |rules: Rules, class: Class| {
        let mut of = Setting { rules, ..even() };
        of.sides[0].command = leader(0, 1, 0);
        of.sides[0].parts = vec![part("x", class, 1, 1, 2)];
        of.sides[0].further =
            vec![Further { fire: 0, shock: 0, first_day_only: false, reason: String::new() }];
        let mut battle = Battle::land(of, &mut ()).expect("a battle");
        let mut notes = Vec::new();
        fight(&mut battle, &[10, 1, 7, 1, 1, 2], &mut notes);
        let verdict = battle.account(&mut notes).expect("it is over");
        assert!(verdict.routed[1]);
        let needed = notes.iter().find_map(|note| match note {
            Note::Major { needed, difference, .. } => Some((*needed, *difference)),
            _ => None,
        });
        (needed, verdict.major, names(&notes, rule!("fast-battle.major.size-exception")))
    };
    // 6 and 3 thirds: 3 LD.
    let three = Some((Thirds::whole(3), Thirds::whole(3)));
    assert_eq!(needed(Rules::default(), Class::IV), (three, true, false));
    let strict = Rules { major_at_four: true, ..Rules::default() };
    let four = |lost| Some((Thirds::whole(4), Thirds::whole(lost)));
    assert_eq!(needed(strict, Class::IV), (four(3), false, false));
    // With +2 the same rolls cost 13 thirds.
    assert_eq!(needed(Rules::default(), Class::I), (four(4), true, true));
}

#[test]
fn without_a_rout_no_battle_is_major() {
    let mut of = even();
    for side in &mut of.sides {
        side.technology = Land::LaceWars;
        side.veteran = true;
    }
    // 4 morale; B/B: 10 gives two stars and 6 thirds, 6 gives 2 thirds.
    let (verdict, _) = fought(&of, &[10, 1, 8, 1, 7, 1, 7, 1, 1, 10]);
    assert!(verdict.lost[1] >= Thirds::whole(4));
    assert_eq!((verdict.winner, verdict.routed, verdict.major), (Some(MOVING), [false; 2], false));
}

#[test]
fn leaders_are_tested_where_the_group_plays_so() {
    let mut of = even();
    of.rules.casualties = true;
    let mut notes = Vec::new();
    let mut battle = Battle::land(of.clone(), &mut notes).expect("a battle");
    fight(&mut battle, &[7, 1, 1, 1, 1, 1, 1, 1, 1, 7], &mut notes);
    assert_eq!(battle.next(), Next::Die { who: MOVING, roll: Roll::Test });
    fight(&mut battle, &[2], &mut notes);
    // The loser has one less; 6 halved are three rounds.
    fight(&mut battle, &[2, 6], &mut notes);
    let verdict = battle.account(&mut notes).expect("it is over");
    assert_eq!(verdict.casualties, [None, Some(Casualty::Wounded(3))]);
    of.sides[1].command = Command::Replacement("FRA".to_owned());
    let mut battle = Battle::land(of, &mut notes).expect("a battle");
    fight(&mut battle, &[1, 7, 1, 1, 1, 1, 1, 1, 1, 1, 7, 1, 7], &mut notes);
    let verdict = battle.account(&mut notes).expect("a replacement is not tested");
    assert_eq!(verdict.casualties, [Some(Casualty::Killed), None]);
}

/// What is added to the pursuit after a battle that the moving side wins by one star, and what it comes to with a five.
fn pursued(of: &Setting, first: u8) -> (Vec<Added>, i32) {
    let (verdict, notes) = fought(of, &[first, 1, 1, 1, 1, 1, 1, 1, 5, 9]);
    assert_eq!((verdict.end, verdict.winner), (End::Fought, Some(MOVING)));
    let pursuit = notes.into_iter().find_map(|note| match note {
        Note::Rolled(rolled) if rolled.at.is_none() => Some((rolled.added, rolled.modified)),
        _ => None,
    });
    pursuit.expect("a pursuit")
}

// fast-battle.battle.pursuit.column, by the aids: −1 over other than plain, +1 for sipahis on plain and desert.
#[test]
fn the_pursuit_has_its_ground_and_its_sipahis() {
    let mut of = even();
    assert_eq!(pursued(&of, 7), (Vec::new(), 5));
    of.terrain = Terrain::DenseForest;
    assert_eq!(pursued(&of, 8), (vec![Added { by: -1, why: Why::PursuitTerrain(Terrain::DenseForest) }], 4));
    let turks = Part { sipahis: true, ..part("TUR", Class::I, 1, 1, 2) };
    of = even();
    of.sides[0].parts = vec![turks];
    assert_eq!(pursued(&of, 7), (vec![Added { by: 1, why: Why::Sipahis }], 6));
    of.terrain = Terrain::Desert;
    let both =
        vec![Added { by: -1, why: Why::PursuitTerrain(Terrain::Desert) }, Added { by: 1, why: Why::Sipahis }];
    assert_eq!(pursued(&of, 8), (both, 5));
    of.terrain = Terrain::SparseForest;
    assert_eq!(pursued(&of, 8).1, 4, "no ground for them");
    // Only those of Turkey, in an army of Turkey's that has them.
    of.terrain = Terrain::Plain;
    for part in [
        Part { sipahis: true, ..part("FRA", Class::IV, 1, 1, 2) },
        part("TUR", Class::I, 1, 1, 2),
        Part { sipahis: true, ..part("TUR", Class::I, 0, 0, 8) },
    ] {
        of.sides[0].parts = vec![part];
        let (_, notes) = fought(&of, &[9, 1, 1, 1, 1, 1, 1, 1, 5, 9]);
        assert!(!notes.iter().any(|note| matches!(note, Note::Rolled(Rolled { added, .. })
            if added.iter().any(|added| added.why == Why::Sipahis))));
    }
}

// The odds may forget of a leader what no roll asks for; the test of a leader asks whether he has a 6.
#[test]
fn a_leader_who_will_be_tested_keeps_his_values() {
    for (casualties, fire) in [(false, 3), (true, 6)] {
        let mut of = even();
        of.rules.casualties = casualties;
        (of.sides[0].command, of.sides[1].command) = (leader(2, 6, 0), leader(2, 3, 0));
        let battle = Battle::land(of.clone(), &mut ()).expect("a battle");
        let mut state = *battle.state();
        state.settle(&of.terms());
        assert_eq!(state.leaders[0].fire, fire, "{casualties}");
    }
}

#[test]
fn in_europe_a_leader_is_tested_against_three_detachments_or_more() {
    for (map, ld, is_tested) in
        [(Map::Europe, 2, false), (Map::Europe, 3, true), (Map::Rotw, 2, true), (Map::Rotw, 1, true)]
    {
        let mut of = Setting { map, ..even() };
        of.rules.casualties = true;
        of.sides[1].parts = vec![part("FRA", Class::IV, 0, 0, ld)];
        of.sides[1].command = Command::None;
        let mut battle = Battle::land(of, &mut ()).expect("a battle");
        let mut tested = false;
        while let Next::Die { roll, .. } = battle.next() {
            tested |= roll == Roll::Test;
            fight(&mut battle, &[3], &mut Vec::new());
        }
        assert_eq!(tested, is_tested, "{map:?}, {ld} LD");
    }
}

// By the aids: −1 for who did not win, −5 for who was wiped out, −1 with a value of 6; in Europe only against three LD or more.
#[test]
fn leaders_are_tested_by_how_it_went() {
    let tested = |notes: &[Note]| -> Vec<(Who, i32, bool)> {
        let each = notes.iter().filter_map(|note| match note {
            Note::Tested { who, modified, hit, .. } => Some((*who, *modified, *hit)),
            _ => None,
        });
        each.collect()
    };
    // Two LD are wiped out: who fought them is not tested, and their own leader with six less.
    for (die, hit) in [(7, true), (8, false)] {
        let mut of = even();
        of.rules.casualties = true;
        of.sides[1] = side(part("FRA", Class::IV, 0, 1, 0), Land::Musket);
        let mut notes = Vec::new();
        let mut battle = Battle::land(of, &mut notes).expect("a battle");
        fight(&mut battle, &[9, 1, 5, 1, 1], &mut notes);
        assert_eq!(battle.state().end, Some(End::Destroyed { day: 1 }));
        assert_eq!(battle.next(), Next::Die { who: STANDING, roll: Roll::Test });
        fight(&mut battle, &[die], &mut notes);
        assert_eq!(tested(&notes), [(STANDING, i32::from(die) - 6, hit)]);
    }
    // A leader with a 6 is bolder. The first die makes a star of it either way.
    for (fire, first, hit) in [(6, 1, true), (5, 2, false)] {
        let mut of = even();
        of.rules.casualties = true;
        of.sides[0].command = leader(2, fire, 0);
        let mut notes = Vec::new();
        let mut battle = Battle::land(of, &mut notes).expect("a battle");
        fight(&mut battle, &[first, 1, 1, 1, 1, 1, 1, 1, 1, 7, 2], &mut notes);
        assert_eq!(tested(&notes)[0], (MOVING, 2 - i32::from(fire == 6), hit));
    }
}

#[test]
fn a_further_modifier_is_in_bounds_on_fire_and_on_shock() {
    let checked = |fire: i8, shock: i8| {
        let mut of = even();
        of.sides[1].further = vec![Further { fire, shock, first_day_only: false, reason: "Fog.".to_owned() }];
        of.check().is_ok()
    };
    for most in [-20, 20] {
        assert!(checked(most, 0) && checked(0, most) && checked(most, most));
        let beyond = most + most.signum();
        assert!(!checked(beyond, 0) && !checked(0, beyond) && !checked(beyond, beyond));
    }
}
