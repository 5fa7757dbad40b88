//! Who commands, who fights, who comes later, who leads the guard and who goes around.
#![allow(clippy::unwrap_used)]

use crate::battle::{Scripted, battle, corps, field, muster, own, plan};
use crate::common::Play;
use crate::common::battles::{AUSTRIA, FRANCE, final_, happened, open, seal, seven};
use eia::typed::Typed;
use engine::eia::chits::Defence;
use engine::eia::land::battle::assemble::{Options, Ready, check_own, check_plan, may_outflank, ready};
use engine::eia::land::battle::fight::{Added, Fight, Note, Setting, Station, Throw, Who, Why};
use engine::eia::land::battle::odds::commanders;
use engine::eia::land::battle::plan::When;
use engine::eia::land::battle::sealed::{Chit, GuardPlan, Own, Plan, Reinforce};
use engine::eia::land::battle::{Battle, LedGuard};
use engine::eia::land::forces::{Leader, Troop};
use engine::eia::land::stacking::Stands;
use engine::eia::powers::Power;
use engine::table::Verb;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const FR: Power = Power::France;
const AU: Power = Power::Austria;

fn leader(name: &str, ratings: &str) -> Leader {
    Leader::read(name, ratings).unwrap()
}

fn adjacent(mut stands: Stands) -> Stands {
    stands.corps.adjacent = true;
    stands
}

fn aside(stands: Stands) -> Stands {
    Stands { aside: true, ..stands }
}

fn cavalry(mut stands: Stands) -> Stands {
    stands.corps.cavalry = true;
    stands
}

fn french(name: &str) -> Stands {
    corps(name, "france")
}

/// France with these corps, leaders and decisions against an Austrian corps without a leader.
fn against_austria(stands: Vec<Stands>, leaders: Vec<Leader>, decided: Own, austrian: &str) -> Battle {
    let musters = BTreeMap::from([
        (FR, muster(stands, leaders)),
        (AU, muster(vec![corps("V Corps", "austria")], vec![])),
    ]);
    battle(field(vec![FR], vec![AU]), musters, BTreeMap::from([(FR, decided), (AU, own(&[austrian]))]))
}

fn assembled(battle: &Battle, chits: [Plan; 2]) -> Ready {
    ready(battle, &chits, &Typed::new(), Options::default()).unwrap()
}

/// A day with these dice: how it stands at its end, what was told, and what was thrown.
fn fought(battle: &Battle, plans: [Plan; 2], dice: &[u8]) -> (Setting, Fight, Scripted) {
    let Ready { setting, mut fight, .. } = assembled(battle, plans);
    let mut table = Scripted::of(dice);
    fight.run(&setting, &mut table).unwrap();
    (setting, fight, table)
}

fn group(corps: &[usize], leader: Option<usize>, from: u8) -> Reinforce {
    Reinforce { corps: corps.to_vec(), leader, from }
}

/// What is refused, and under which rule.
fn refused(battle: &Battle, own: &Own) -> (String, String) {
    let refusal = check_own(battle, FR, own).unwrap_err();
    (refusal.rules.first().map(ToString::to_string).unwrap_or_default(), refusal.says.to_string())
}

const BRINGS: &str = "house.land.stacks.reinforcing-leader";

/// A corps in the fight under Napoleon; three beside it, three of infantry and one of cavalry in adjacent areas; Ney beside Napoleon, and
/// Davout, who leads two corps, in an adjacent area.
fn reserves(reinforce: Vec<Reinforce>) -> (Battle, Own) {
    let mut all = vec![french("I")];
    all.extend(["II", "III", "IV"].map(|name| aside(french(name))));
    all.extend(["V", "VI", "VII"].map(|name| adjacent(french(name))));
    all.push(cavalry(adjacent(french("Cavalry"))));
    let davout = Leader { adjacent: true, ..leader("Davout", "5 4 2 B") };
    let leaders = vec![leader("Napoleon", "5 5 6 A"), leader("Ney", "4 4 2 B"), davout];
    let own = Own { reinforce, ..own(&["9i", "9i", "9i", "9i", "9i", "9i", "9i", "9c"]) };
    (against_austria(all, leaders, own.clone(), "30i"), own)
}

#[test]
fn house_land_stacks_reinforcing_leader_brings_his_maximum_and_a_cavalry_corps_in_all_groups_together() {
    let says = |groups: &[Reinforce]| {
        let (battle, own) = reserves(groups.to_vec());
        check_own(&battle, FR, &own)
            .map_err(|refusal| (refusal.rules[0].to_string(), refusal.says.to_string()))
    };
    let too_many = |n: u8| {
        let cavalry = if n == 4 { "3" } else { "2" };
        let says = format!(
            "Davout brings 2 corps and one cavalry corps when he reinforces: {cavalry} of these. {n} were named."
        );
        Err((BRINGS.to_owned(), says))
    };
    let davout = Some(2);
    assert_eq!(says(&[group(&[4, 5], davout, 2)]), Ok(()));
    assert_eq!(says(&[group(&[4, 5, 6], davout, 2)]), too_many(3));
    // In groups he brings no more.
    assert_eq!(says(&[group(&[4], davout, 2), group(&[5], davout, 2)]), Ok(()));
    assert_eq!(says(&[group(&[4], davout, 2), group(&[5], davout, 2), group(&[7], davout, 2)]), Ok(()));
    assert_eq!(says(&[group(&[4], davout, 2), group(&[5], davout, 2), group(&[6], davout, 2)]), too_many(3));
    let four = [group(&[4, 5], davout, 3), group(&[6], davout, 3), group(&[7], davout, 3)];
    assert_eq!(says(&four), too_many(4));
    // A corps in the fight reinforces nobody, and each that does is named once.
    for groups in [vec![group(&[0], None, 2)], vec![group(&[4], None, 2), group(&[4], None, 3)]] {
        assert_eq!(says(&groups).unwrap_err().0, "house.land.stacks.reinforce-same-area");
    }
    // The others come by themselves.
    assert_eq!(says(&[group(&[4, 5], davout, 2), group(&[6], None, 2), group(&[1], None, 3)]), Ok(()));
    let rounds = says(&[group(&[4], davout, 2), group(&[5], davout, 3)]).unwrap_err();
    assert!(rounds.0 == BRINGS && rounds.1.contains("Davout comes once"), "{rounds:?}");
    // All of them on one die.
    let (battle, _) = reserves(vec![group(&[4], davout, 2), group(&[7], davout, 2)]);
    let plans = || [plan(Chit::Probe), plan(Chit::Cordon)];
    let (_, fight, table) = fought(&battle, plans(), &[1, 1, 5, 1, 1, 1, 1]);
    let tries: Vec<&Throw> =
        table.thrown.iter().filter(|throw| matches!(throw, Throw::Reinforcement(..))).collect();
    assert_eq!(tries, [&Throw::Reinforcement(Who::Attacker, 4)]);
    assert_eq!([4, 7].map(|i: usize| fight.armies[0].places[i]), [Station::Fighting; 2]);
}

#[test]
fn a_leader_who_is_in_the_fight_brings_nobody_and_one_brings_who_stands_where_he_does() {
    let (napoleon, ney, davout) = (Some(0), Some(1), Some(2));
    let says = |groups: Vec<Reinforce>| {
        let (battle, own) = reserves(groups);
        let (rule, says) = refused(&battle, &own);
        assert_eq!(rule, BRINGS);
        says
    };
    for corps in [1, 4] {
        let says = says(vec![group(&[corps], napoleon, 2)]);
        assert!(says.starts_with("Napoleon is in the fight already"), "{says}");
    }
    assert!(says(vec![group(&[4], ney, 2)]).starts_with("Ney brings corps that stand where he does"));
    assert!(says(vec![group(&[1], davout, 2)]).starts_with("Davout brings corps that stand where he does"));
    let (with_ney, own) = reserves(vec![group(&[1, 2], ney, 2), group(&[4], davout, 2)]);
    check_own(&with_ney, FR, &own).unwrap();

    // Who is to bring corps is not in the fight until they come; then he is, and brings nobody any more.
    let Ready { setting, mut fight, .. } = assembled(&with_ney, [plan(Chit::Probe), plan(Chit::Cordon)]);
    let led = |fight: &Fight| [0, 1, 2].map(|i| fight.armies[0].is_led_by(i));
    assert_eq!(led(&fight), [true, false, false]);
    // Round 1; Ney comes at 4, Davout does not at 6, nor in round 3.
    fight.run(&setting, &mut Scripted::of(&[1, 1, 4, 6, 1, 1, 6, 1, 1])).unwrap();
    assert_eq!(led(&fight), [true, true, false]);
    let second = Battle { armies: Some(fight.armies), day: 2, ..with_ney };
    let next = |reinforce| Own { reinforce, ..Own::default() };
    let (rule, says) = refused(&second, &next(vec![group(&[3], ney, 2)]));
    assert!(rule == BRINGS && says.starts_with("Ney is in the fight already"), "{says}");
    // What has come already needs nobody to bring it, and a plan from before still stands.
    check_own(&second, FR, &next(vec![group(&[1, 2], ney, 2), group(&[4], davout, 2)])).unwrap();
}

#[test]
fn house_land_stacks_reinforcing_corps_are_free_for_the_whole_battle() {
    let tactical = |fight: &Fight, setting: &Setting| setting.sides[0].tactical(&fight.armies[0]);
    let mut all: Vec<Stands> = ["I", "II", "III"].map(french).to_vec();
    all.extend(["IV", "V", "VI"].map(|name| aside(french(name))));
    let decided =
        Own { reinforce: vec![group(&[3, 4, 5], None, 2)], ..own(&["9i", "9i", "9i", "9i", "9i", "9i"]) };
    let battle = against_austria(all, vec![leader("Ney", "4 4 3 B")], decided, "30i");
    let plans = || [plan(Chit::Probe), plan(Chit::Cordon)];
    // Each comes at its own rating of 2.
    let (setting, fight, _) = fought(&battle, plans(), &[1, 1, 2, 2, 2, 1, 1, 1, 1]);
    assert_eq!(fight.armies[0].places[..6], [Station::Fighting; 6]);
    assert_eq!((fight.round, tactical(&fight, &setting)), (3, 4));
    let second = Battle { armies: Some(fight.armies), day: 2, ..battle };
    let Ready { setting, fight, .. } = assembled(&second, plans());
    assert_eq!(
        (fight.armies[0].places[..6].to_vec(), tactical(&fight, &setting)),
        (vec![Station::Fighting; 6], 4)
    );
}

#[test]
fn a_senior_leader_of_the_commander_s_nation_who_comes_takes_command_and_nobody_else_does() {
    let commands = |rank: &str, of_the_ally: bool| {
        let es = Power::Spain;
        let davout = Leader { adjacent: true, ..leader("Davout", &format!("5 5 2 {rank}")) };
        let ney = leader("Ney", "4 3 3 C");
        let (mut french_s, mut spanish) = (vec![french("I")], vec![corps("I", "spain")]);
        let (mut leads, mut allied) = (vec![ney], vec![]);
        let brings =
            Own { reinforce: vec![group(&[1], Some(usize::from(!of_the_ally)), 2)], ..own(&["9i", "9i"]) };
        if of_the_ally {
            spanish.push(adjacent(corps("II", "spain")));
            allied.push(davout);
        } else {
            french_s.push(adjacent(french("II")));
            leads.push(davout);
        }
        let (first, second) = if of_the_ally { (own(&["9i"]), brings) } else { (brings, own(&["9i"])) };
        let musters = BTreeMap::from([
            (FR, muster(french_s, leads)),
            (es, muster(spanish, allied)),
            (AU, muster(vec![corps("V Corps", "austria")], vec![])),
        ]);
        let owns = BTreeMap::from([(FR, first), (es, second), (AU, own(&["30i"]))]);
        let battle = battle(field(vec![FR, es], vec![AU]), musters, owns);
        let (setting, fight, table) =
            fought(&battle, [plan(Chit::Probe), plan(Chit::Cordon)], &[1, 1, 5, 1, 1, 1, 1]);
        let told = table.heard.iter().any(|note| matches!(note, Note::Command { .. }));
        (setting.sides[0].tactical(&fight.armies[0]), told)
    };
    assert_eq!(commands("B", false), (5, true));
    assert_eq!([commands("C", false), commands("D", false), commands("A", true)], [(3, false); 3]);
}

/// The tactical rating by which the attacker rolls in the first round, as it is told.
fn told_rating(battle: &Battle) -> u8 {
    let (_, _, table) = fought(battle, [plan(Chit::Probe), plan(Chit::Cordon)], &[1; 6]);
    let rated = |note: &Note| match note {
        Note::Clash { rolled, .. } => {
            rolled.iter().flat_map(|rolled| &rolled.added).find_map(|added| match added {
                Added { why: Why::Ratings(own, 5), .. } => Some(*own),
                Added { why: Why::Ratings(5, enemy), .. } => Some(*enemy),
                _ => None,
            })
        }
        _ => None,
    };
    table.heard.iter().find_map(rated).unwrap()
}

#[test]
fn house_land_stacking_extra_corps_cost_one_of_the_tactical_rating() {
    let rating = |infantry: usize, horse: usize, leaders: Vec<Leader>| {
        let mut all: Vec<Stands> = (0..infantry).map(|i| french(&format!("{i}"))).collect();
        all.extend((0..horse).map(|i| cavalry(french(&format!("{i}. Cavalry")))));
        let inside = vec!["5i"; infantry + horse];
        let mut battle = against_austria(all, leaders, own(&inside), "60i");
        let charles = vec![leader("Charles", "4 5 6 A")];
        battle.musters.insert(AU, muster(vec![corps("V Corps", "austria")], charles));
        battle.command.as_mut().unwrap()[1].leader = Some(0);
        told_rating(&battle)
    };
    let four = || vec![leader("Ney", "4 4 3 B")];
    // Within the maximum, one beyond it, a cavalry corps beyond it, both, and two cavalry corps.
    assert_eq!(rating(3, 0, four()), 4);
    assert_eq!(rating(4, 0, four()), 3);
    assert_eq!(rating(3, 1, four()), 4);
    assert_eq!(rating(4, 1, four()), 3);
    assert_eq!(rating(3, 2, four()), 3);
    // Without a leader the maximum is 1; a rating of 2 is France's own.
    assert_eq!([1, 2, 3, 6].map(|corps| rating(corps, 0, vec![])), [2, 1, 1, 1]);
    // It is a leader who may add a cavalry corps.
    assert_eq!([(0, 1), (1, 1), (0, 2)].map(|(infantry, horse)| rating(infantry, horse, vec![])), [2, 1, 1]);
}

#[test]
fn three_corps_without_a_leader_fight() {
    let mut play = Play::in_months(7, |_| ());
    play.must(FRANCE, Verb::Game(open("Ulm", &[FR], &[AU])));
    let all = crate::common::battles::muster(FR, &["I", "II", "III", "IV"], &[]);
    play.must(FRANCE, Verb::Game(all));
    let nobody = json!({"battle": "muster", "number": 1, "power": "austria",
        "muster": {"corps": [{"name": "I", "nation": "austria", "aside": true}]}});
    let says = play.refused(AUSTRIA, Verb::Game(nobody));
    assert_eq!(says, "All corps of this side would stand aside. At least one fights.");
}

#[test]
fn corps_of_nothing_but_irregulars_rate_as_nothing() {
    let ratings = |power: Power, inside: &[&str]| {
        let names = ["I", "II"].into_iter().zip(inside);
        let all = names.map(|(name, _)| corps(name, power.key())).collect();
        let musters = BTreeMap::from([
            (power, muster(all, vec![])),
            (AU, muster(vec![corps("V Corps", "austria")], vec![])),
        ]);
        let owns = BTreeMap::from([(power, own(inside)), (AU, own(&["30i"]))]);
        let battle = battle(field(vec![power], vec![AU]), musters, owns);
        let Ready { setting, fight, .. } = assembled(&battle, [plan(Chit::Probe), plan(Chit::Cordon)]);
        let (side, army) = (&setting.sides[0], &fight.armies[0]);
        // Two corps are one too many for a side without a leader.
        [side.strategic(army), side.tactical(army) + u8::from(inside.len() > 1)]
    };
    let ru = Power::Russia;
    assert_eq!(ratings(ru, &["5i"]), [1, 2]);
    for alone in ["1ck", "2fk", "3gr", "1ck 1fk"] {
        assert_eq!(ratings(ru, &[alone]), [0, 0], "{alone}");
    }
    // With soldiers beside them, or in one corps with them, the best of the corps counts.
    assert_eq!([ratings(ru, &["1ck", "5i"]), ratings(ru, &["5i 1ck", "1ck"])], [[1, 2]; 2]);
    assert_eq!(ratings(Power::France, &["1fk", "5m"]), [2, 2]);

    // Cossacks get away from nobody by their own rating, and come to nobody.
    let musters = BTreeMap::from([
        (FR, muster(vec![french("I")], vec![])),
        (ru, muster(vec![corps("Cossacks", "russia"), aside(corps("More", "russia"))], vec![])),
    ]);
    let decided = Own { reinforce: vec![group(&[1], None, 2)], ..own(&["9fk", "9ck"]) };
    let cossacks =
        battle(field(vec![FR], vec![ru]), musters, BTreeMap::from([(FR, own(&["1i"])), (ru, decided)]));
    let tried = |chits: [Chit; 2]| {
        let (_, _, table) = fought(&cossacks, chits.map(plan), &[1; 9]);
        let tried = |note: &Note| match note {
            Note::Withdrawal(tried) | Note::Reinforcement(tried) => Some((tried.rating, tried.done)),
            _ => None,
        };
        table.heard.iter().find_map(tried).unwrap()
    };
    assert_eq!(tried([Chit::Assault, Chit::Withdraw]), (0, false));
    assert_eq!(tried([Chit::Probe, Chit::Cordon]), (0, false));
}

#[test]
fn a_side_whose_soldiers_are_gone_rates_as_the_irregulars_that_are_left() {
    let ru = Power::Russia;
    let musters = BTreeMap::from([
        (ru, muster(vec![corps("I", "russia"), corps("Cossacks", "russia")], vec![])),
        (AU, muster(vec![corps("V Corps", "austria")], vec![])),
    ]);
    let owns = BTreeMap::from([(ru, own(&["2i", "2ck"])), (AU, own(&["30i"]))]);
    let battle = battle(field(vec![ru], vec![AU]), musters, owns);
    let Ready { setting, mut fight, .. } = assembled(&battle, [plan(Chit::Probe), plan(Chit::Cordon)]);
    assert_eq!(setting.sides[0].strategic(&fight.armies[0]), 1);
    fight.armies[0].factors[0].0[0] = 0;
    assert_eq!(setting.sides[0].strategic(&fight.armies[0]), 0);
}

/// Napoleon with the guard, and Davout with a corps in an adjacent area; `led_by` leads the guard in this round.
fn with_guard(when: When, led_by: Option<usize>, reinforce: Vec<Reinforce>) -> (Battle, Own) {
    let davout = Leader { adjacent: true, ..leader("Davout", "5 4 2 B") };
    let guard = GuardPlan { when, shift: 2, corps: 0, leader: led_by, heavy: false };
    let decided = Own { guard: Some(guard), reinforce, ..own(&["20i 9gd", "9i"]) };
    let all = vec![french("Guard"), adjacent(french("II"))];
    let leaders = vec![leader("Napoleon", "5 5 6 A"), davout];
    (against_austria(all, leaders, decided.clone(), "60i"), decided)
}

#[test]
fn house_land_leader_casualty_guard_leader_is_in_the_fight_or_to_come() {
    let rule = "house.land.leader-casualty.guard-leader";
    let (napoleon, davout) = (Some(0), Some(1));
    let (battle, own) = with_guard(When::Second, davout, vec![]);
    let (under, says) = refused(&battle, &own);
    assert!(under == rule && says.starts_with("Davout is not in the fight and does not come"), "{says}");
    let (battle, own) = with_guard(When::Second, None, vec![]);
    assert_eq!(refused(&battle, &own).0, rule);
    for (led_by, reinforce) in [(napoleon, vec![]), (davout, vec![group(&[1], davout, 2)])] {
        let (battle, own) = with_guard(When::Second, led_by, reinforce);
        check_own(&battle, FR, &own).unwrap();
    }
    // Where all his leaders are elsewhere the owner names nobody.
    let (mut battle, own) = with_guard(When::Second, None, vec![]);
    battle.musters.get_mut(&FR).unwrap().leaders.remove(0);
    battle.command.as_mut().unwrap()[0].leader = None;
    check_own(&battle, FR, &own).unwrap();
}

/// Who led the guard, and who was to and was not there.
fn led(battle: &Battle, dice: &[u8]) -> (Option<u8>, Option<u8>, Option<LedGuard>) {
    let (_, _, table) = fought(battle, [plan(Chit::Probe), plan(Chit::Cordon)], dice);
    let guard = |note: &Note| match note {
        Note::Guard { leader, missing, .. } => Some((*leader, *missing, LedGuard::of(note))),
        _ => None,
    };
    table.heard.iter().find_map(guard).unwrap()
}

#[test]
fn guard_is_led_by_whom_its_owner_named_if_he_came_and_by_another_who_is_there_if_not() {
    let davout = Some(1);
    let comes = || vec![group(&[1], davout, 2)];
    let at_its_head = |leader| Some(LedGuard { who: Who::Attacker, leader, shift: 2 });
    // Round 1 with guard before he could come.
    let (battle, _) = with_guard(When::First, davout, comes());
    assert_eq!(led(&battle, &[3, 1, 1, 1, 1]), (Some(0), Some(1), at_its_head(0)));
    // Round 2, in which he comes, and in which he does not.
    let (battle, _) = with_guard(When::Second, davout, comes());
    assert_eq!(led(&battle, &[1, 1, 5, 3, 1, 1]), (Some(1), None, at_its_head(1)));
    assert_eq!(led(&battle, &[1, 1, 6, 3, 1, 1]), (Some(0), Some(1), at_its_head(0)));
    // Nobody is there.
    let (mut battle, _) = with_guard(When::First, davout, comes());
    battle.musters.get_mut(&FR).unwrap().leaders[0].adjacent = true;
    battle.command.as_mut().unwrap()[0].leader = None;
    assert_eq!(led(&battle, &[3, 1, 1, 1, 1]), (None, Some(1), None));
}

#[test]
fn house_land_cavalry_heavy_commit_raises_the_table_by_one_as_guard_does_and_loses_heavy_cavalry() {
    let heavy = GuardPlan { when: When::First, shift: 1, corps: 0, leader: Some(0), heavy: true };
    let decided = Own { guard: Some(heavy.clone()), ..own(&["20i 9hc"]) };
    let ney = vec![leader("Ney", "4 4 3 B")];
    let battle = against_austria(vec![french("I")], ney, decided.clone(), "60i");
    check_own(&battle, FR, &decided).unwrap();
    let two = Own { guard: Some(GuardPlan { shift: 2, ..heavy }), ..decided };
    assert_eq!(refused(&battle, &two).0, "house.land.cavalry.heavy-commit");
    let (_, fight, table) = fought(&battle, [plan(Chit::Assault), plan(Chit::Defend)], &[6, 1, 1]);
    let told = |note: &Note| match note {
        Note::Guard { heavy, shift, lost, .. } => Some(format!("heavy {heavy}, +{shift}, lost {lost}")),
        Note::Clash { rolled, .. } => Some(format!("{} as {}", rolled[0].chits, rolled[0].table)),
        Note::Broke { why, .. } => Some(format!("{why:?}")),
        _ => None,
    };
    let told: Vec<String> = table.heard.iter().filter_map(told).collect();
    assert_eq!(told, ["heavy true, +1, lost 2", "3-1 as 3-2", "GuardInVain"]);
    assert!(fight.armies[0].broken && fight.armies[0].factors[0].of(Troop::HeavyCavalry) <= 7);
}

/// A battle between France and Austria at the table, on its first day: what came of it.
fn at_the_table(dice: &[&[u32]], sides: [Value; 2], sealed: [Value; 2]) -> Vec<engine::table::Entry> {
    let mut play = seven(dice);
    play.must(FRANCE, Verb::Game(open("Ulm", &[FR], &[AU])));
    for (person, power, muster) in
        [(FRANCE, "france", sides[0].clone()), (AUSTRIA, "austria", sides[1].clone())]
    {
        let order = json!({"battle": "muster", "number": 1, "power": power, "muster": muster});
        play.must(person, Verb::Game(order));
    }
    for (person, body) in [FRANCE, AUSTRIA].into_iter().zip(sealed) {
        play.must(person, seal(1, body));
    }
    play.must(FRANCE, final_(1));
    play.must(AUSTRIA, final_(1))
}

fn led_by(corps: &[Value], leaders: &[(&str, bool)]) -> Value {
    let leaders: Vec<Value> = leaders
        .iter()
        .map(|(name, adjacent)| {
            json!({"name": name, "strategic": 5, "tactical": 3, "maximum": 2, "rank": "B", "adjacent": adjacent})
        })
        .collect();
    json!({"corps": corps, "leaders": leaders})
}

/// Whose casualty rolls were made: leader, die, what was added, and his fate.
fn casualties(ended: &Value) -> Vec<(String, u64, u64, Value)> {
    let leaders = ended["leaders"].as_array().unwrap().iter();
    let n = |of: &Value| of.as_u64().unwrap();
    leaders
        .map(|one| {
            let name = one["leader"].as_str().unwrap().to_owned();
            (name, n(&one["die"]), n(&one["guard"]), one["fate"].clone())
        })
        .collect()
}

#[test]
fn house_land_leader_casualty_is_rolled_where_a_side_breaks_before_the_first_clash() {
    let one = |power: &str| json!({"name": "I", "nation": power});
    let sides = || {
        [
            led_by(&[one("france")], &[("Ney", false), ("Soult", false)]),
            led_by(&[one("austria")], &[("Mack", false)]),
        ]
    };
    let austria = json!({"of": {"austria": {"factors": [{"infantry": 20}]}}, "plan": {"chit": "cordon"}});
    // One factor of guard at +1, of which a die of 6 takes two: all of it falls. Ney led it, and 5 + 1 hits him; Soult's 5 does not.
    let guard = json!({"when": "round_1", "shift": 1, "corps": 0, "leader": 0});
    let france = json!({"of": {"france": {"factors": [{"infantry": 20, "guard": 1}], "guard": guard}}, "plan": {"chit": "probe"}});
    let made = at_the_table(&[&[6], &[5], &[2], &[5], &[5]], sides(), [france, austria]);
    let (fought, ended) =
        (happened(&made, "battle_fought").unwrap(), happened(&made, "battle_ended").unwrap());
    assert_eq!((&fought["rounds"], &ended["winner"]), (&json!(0), &json!("defender")));
    let unhurt = json!("unhurt");
    assert_eq!(
        casualties(&ended),
        [
            ("Ney".to_owned(), 5, 1, json!({"wounded": 2})),
            ("Soult".to_owned(), 5, 0, unhurt.clone()),
            ("Mack".to_owned(), 5, 0, unhurt.clone()),
        ]
    );
    // Guns that leave nobody.
    let guns =
        json!({"of": {"france": {"factors": [{"infantry": 5, "artillery": 20}]}}, "plan": {"chit": "probe"}});
    let few = json!({"of": {"austria": {"factors": [{"infantry": 2}]}}, "plan": {"chit": "cordon"}});
    let made = at_the_table(&[&[6], &[1], &[2], &[6], &[6]], sides(), [guns, few]);
    let ended = happened(&made, "battle_ended").unwrap();
    assert_eq!(
        (&happened(&made, "battle_fought").unwrap()["rounds"], &ended["winner"]),
        (&json!(0), &json!("attacker"))
    );
    assert_eq!(
        casualties(&ended),
        [
            ("Ney".to_owned(), 1, 0, unhurt.clone()),
            ("Soult".to_owned(), 2, 0, unhurt.clone()),
            ("Mack".to_owned(), 6, 0, json!("killed")),
        ]
    );
    // Nobody rolls where the defender got away before any combat.
    let away = json!({"of": {"austria": {"factors": [{"infantry": 2}]}}, "plan": {"chit": "withdraw"}});
    let probe = json!({"of": {"france": {"factors": [{"infantry": 5}]}}, "plan": {"chit": "probe"}});
    let made = at_the_table(&[], sides(), [probe, away]);
    assert!(casualties(&happened(&made, "battle_ended").unwrap()).is_empty());
}

#[test]
fn a_leader_who_came_makes_his_casualty_roll_with_the_guard_that_he_led_and_one_who_did_not_makes_none() {
    let france = led_by(
        &[
            json!({"name": "Guard", "nation": "france"}),
            json!({"name": "II", "nation": "france", "adjacent": true}),
        ],
        &[("Ney", false), ("Davout", true)],
    );
    let austria = led_by(&[json!({"name": "I", "nation": "austria"})], &[]);
    let own = json!({"factors": [{"infantry": 20, "guard": 9}, {"infantry": 5}],
        "guard": {"when": "round_2", "shift": 2, "corps": 0, "leader": 1},
        "reinforce": [{"corps": [1], "leader": 1, "from": 2}]});
    let sealed = || {
        [
            json!({"of": {"france": own}, "plan": {"chit": "probe"}}),
            json!({"of": {"austria": {"factors": [{"infantry": 60}]}}, "plan": {"chit": "cordon"}}),
        ]
    };
    // Round 1, the try, guard, round 2, in which France breaks in vain; then who rolls.
    let of = |dice: &[&[u32]]| {
        let made = at_the_table(dice, [france.clone(), austria.clone()], sealed());
        let ended = happened(&made, "battle_ended").unwrap();
        assert_eq!(ended["winner"], "defender");
        casualties(&ended)
    };
    let came = of(&[&[1], &[1], &[5], &[1], &[1], &[1], &[4], &[4], &[3]]);
    let (unhurt, wounded) = (json!("unhurt"), json!({"wounded": 3}));
    assert_eq!(came, [("Ney".to_owned(), 4, 0, unhurt), ("Davout".to_owned(), 4, 2, wounded.clone())]);
    let late = of(&[&[1], &[1], &[6], &[1], &[1], &[1], &[4], &[3]]);
    assert_eq!(late, [("Ney".to_owned(), 4, 2, wounded)], "Ney led the guard in Davout's place");
}

#[test]
fn napoleon_is_in_a_defeat_if_he_came_to_the_battle() {
    let guard = json!({"name": "Guard", "nation": "france"});
    let second = json!({"name": "II", "nation": "france", "adjacent": true});
    let napoleon_s = |dice: &[&[u32]]| {
        let sides = [
            led_by(&[guard.clone(), second.clone()], &[("Ney", false), ("Napoleon", true)]),
            led_by(&[json!({"name": "I", "nation": "austria"})], &[]),
        ];
        let own = json!({"factors": [{"infantry": 20, "guard": 9}, {"infantry": 5}],
            "guard": {"when": "round_2", "shift": 2, "corps": 0, "leader": 0},
            "reinforce": [{"corps": [1], "leader": 1, "from": 2}]});
        let sealed = [
            json!({"of": {"france": own}, "plan": {"chit": "probe"}}),
            json!({"of": {"austria": {"factors": [{"infantry": 60}]}}, "plan": {"chit": "cordon"}}),
        ];
        let ended = happened(&at_the_table(dice, sides, sealed), "battle_ended").unwrap();
        let points = ended["points"].as_array().unwrap().iter();
        let french = points.filter(|points| points["power"] == "france");
        french.map(|points| points["napoleon"].as_i64().unwrap()).sum::<i64>()
    };
    // Round 1, the try, guard, round 2, in which France breaks in vain; then Ney, and Napoleon if he came.
    assert_eq!(napoleon_s(&[&[1], &[1], &[5], &[1], &[1], &[1], &[1], &[1]]), -1);
    assert_eq!(napoleon_s(&[&[1], &[1], &[6], &[1], &[1], &[1], &[1]]), 0);
}

fn around(named: &[(Power, usize)]) -> Plan {
    Plan { outflank: named.to_vec(), ..plan(Chit::Outflank) }
}

#[test]
fn outflank_is_not_pinned_by_artillery_alone() {
    let of = |inside: &[&str], named: &[usize]| {
        let all = (0..inside.len()).map(|i| french(&format!("{i}"))).collect();
        let battle = against_austria(all, vec![leader("Ney", "4 4 6 B")], own(inside), "30i");
        let named: Vec<(Power, usize)> = named.iter().map(|i| (FR, *i)).collect();
        check_plan(&battle, Who::Attacker, &around(&named)).map_err(|refusal| refusal.says.to_string())
    };
    let begins = |result: Result<(), String>, with: &str| {
        let says = result.unwrap_err();
        assert!(says.starts_with(with), "{says}");
    };
    assert_eq!(of(&["9i", "9i"], &[0]), Ok(()));
    assert_eq!(of(&["9i", "9i", "9a"], &[0]), Ok(()));
    begins(of(&["9i", "9a"], &[0]), "Outflank needs two corps at the least that are not artillery");
    begins(of(&["9i", "9i", "9a"], &[0, 1]), "Artillery does not pin alone");
    // Irregulars go around whether they are named or not.
    assert_eq!(of(&["9i", "1ck"], &[1]), Ok(()));
    assert_eq!(of(&["9i", "9i", "1ck"], &[0]), Ok(()));
    begins(of(&["9i", "1ck"], &[0]), "Artillery does not pin alone, and cossacks and freikorps");
    begins(of(&["9i", "9i", "9a"], &[2]), "2 stays to pin");
    begins(of(&["9i", "9i", "3gr"], &[2]), "2 stays to pin");
    assert_eq!(of(&["9i", "3gr"], &[0]), Ok(()), "guerrillas pin");
    begins(of(&["9i", "9i"], &[0, 1]), "The outflanking force has one corps at the least");
    begins(of(&["9i", "9i", "9i"], &[0, 0]), "Each corps that outflanks is named once");
    begins(of(&["9i", "9i", "9i"], &[0, 7]), "Each corps that outflanks is named once and is in the fight");
}

#[test]
fn a_plan_is_checked_by_what_the_same_envelope_says_of_the_corps() {
    let mut play = Play::in_months(7, |_| ());
    play.must(FRANCE, Verb::Game(open("Ulm", &[FR], &[AU])));
    let ney = ("Ney", [4, 4, 3], "B");
    play.must(FRANCE, Verb::Game(crate::common::battles::muster(FR, &["I", "II", "Guns"], &[ney])));
    play.must(AUSTRIA, Verb::Game(crate::common::battles::muster(AU, &["I"], &[])));
    let of = |second: Value, named: Value| {
        let factors = json!([{"infantry": 9}, second, {"artillery": 9}]);
        seal(
            1,
            json!({"of": {"france": {"factors": factors}}, "plan": {"chit": "outflank", "outflank": named}}),
        )
    };
    let both = json!([["france", 0], ["france", 1]]);
    assert!(
        play.refused(FRANCE, of(json!({"infantry": 9}), both)).starts_with("Artillery does not pin alone")
    );
    let first = json!([["france", 0]]);
    let guns = play.refused(FRANCE, of(json!({"artillery": 9}), first.clone()));
    assert!(guns.starts_with("Outflank needs two corps"), "{guns}");
    play.must(FRANCE, of(json!({"infantry": 9}), first));
}

/// France with a corps that goes around and an ally whose corps is to pin.
fn with_an_ally(allied: &str) -> Battle {
    let es = Power::Spain;
    let musters = BTreeMap::from([
        (FR, muster(vec![french("I")], vec![leader("Ney", "4 4 3 B")])),
        (es, muster(vec![corps("I", "spain")], vec![])),
        (AU, muster(vec![corps("V Corps", "austria")], vec![leader("Mack", "1 3 4 A")])),
    ]);
    let owns = BTreeMap::from([(FR, own(&["9i"])), (es, own(&[allied])), (AU, own(&["30i"]))]);
    battle(field(vec![FR, es], vec![AU]), musters, owns)
}

#[test]
fn where_only_an_ally_s_artillery_would_pin_nobody_goes_around() {
    let plans = || [around(&[(FR, 0)]), plan(Chit::Counterattack)];
    let places = |allied: &str| {
        let ready = assembled(&with_an_ally(allied), plans());
        [0, 1].map(|i: usize| ready.fight.armies[0].places[i])
    };
    assert_eq!(places("9i"), [Station::Outflanking, Station::Fighting]);
    assert_eq!(places("9a"), [Station::Fighting, Station::Fighting]);
    // What is in his corps is sealed apart, so that the plan is taken.
    let mut unknown = with_an_ally("9a");
    unknown.own.remove(&Power::Spain);
    assert_eq!(may_outflank(&unknown, Who::Attacker).map(|there| there.len()), Ok(2));
    check_plan(&unknown, Who::Attacker, &plans()[0]).unwrap();
}

#[test]
fn outflank_against_a_withdrawal_is_over_after_one_round_where_nobody_comes_around() {
    let plans = || [around(&[(FR, 0)]), plan(Chit::Withdraw)];
    let rounds = |allied: &str, dice: &[u8]| {
        let (setting, fight, table) = fought(&with_an_ally(allied), plans(), dice);
        assert_eq!(setting.defence, Defence::Withdraw);
        let clashes = table.heard.iter().filter(|note| matches!(note, Note::Clash { .. })).count();
        let arrivals = table.thrown.iter().filter(|throw| matches!(throw, Throw::Arrival(_))).count();
        (clashes, arrivals, fight.withdrew)
    };
    // The withdrawal fails; a round; the arrival succeeds at 4 or less.
    assert_eq!(rounds("9i", &[6, 1, 1, 4, 1, 1, 1, 1]), (3, 1, false));
    assert_eq!(rounds("9i", &[6, 1, 1, 5]), (1, 1, true));
    // Nobody can go around: guns, then a round, and the defender is away without a die.
    assert_eq!(rounds("9a", &[6, 1, 1, 1]), (1, 0, true));
}

#[test]
fn the_machine_words_of_chits_and_of_when_to_ask_are_those_of_the_sealed_plan() {
    for who in Who::BOTH {
        for chit in Chit::of(who) {
            assert_eq!(serde_json::to_value(plan(*chit)).unwrap()["chit"], chit.key());
        }
    }
    for when in When::ALL {
        assert_eq!(serde_json::to_value(when).unwrap(), when.key());
    }
}

#[test]
fn the_odds_take_for_commander_who_would_command_and_of_those_tied_the_first() {
    let of = |ours: Vec<Leader>, prussian: Vec<Leader>, austrian: Option<Vec<Leader>>| {
        let mut musters = BTreeMap::from([
            (FR, muster(vec![french("I")], ours)),
            (Power::Prussia, muster(vec![corps("I Corps", "prussia")], prussian)),
        ]);
        if let Some(leaders) = austrian {
            musters.insert(AU, muster(vec![corps("V Corps", "austria")], leaders));
        }
        let field = field(vec![FR, Power::Prussia], vec![AU]);
        commanders(&Battle { musters, ..Battle::opened(field) })
            .map(|both| both.map(|commander| (commander.power, commander.leader)))
    };
    let (better, worse) = (|| leader("Davout", "5 4 2 A"), || leader("Mack", "1 2 2 B"));
    assert_eq!(of(vec![worse()], vec![better()], Some(vec![])), Some([(FR, Some(0)), (AU, None)]), "a tie");
    assert_eq!(of(vec![], vec![better()], Some(vec![])), Some([(Power::Prussia, Some(0)), (AU, None)]));
    let led = of(vec![worse(), better()], vec![worse()], Some(vec![worse()]));
    assert_eq!(led, Some([(FR, Some(1)), (AU, Some(0))]));
    assert_eq!(of(vec![], vec![], Some(vec![])), Some([(FR, None), (AU, None)]));
    assert_eq!(of(vec![better()], vec![], None), None, "Austria has brought nobody");
}

#[test]
fn cavalry_alone_withdraws_more_easily_from_a_force_that_is_not_all_cavalry() {
    let added = |french_inside: &str, austrian: &str, on: bool, chit: Chit| {
        let battle = against_austria(vec![french("I")], vec![], own(&[french_inside]), austrian);
        let options = Options { cavalry_withdrawal: on, ..Options::default() };
        let plans = [plan(chit), plan(Chit::Withdraw)];
        let Ready { setting, mut fight, .. } = ready(&battle, &plans, &Typed::new(), options).unwrap();
        let mut table = Scripted::of(&[1; 9]);
        fight.run(&setting, &mut table).unwrap();
        let tried = table.heard.into_iter().find_map(|note| match note {
            Note::Withdrawal(tried) => Some(tried.added),
            _ => None,
        });
        tried.unwrap().into_iter().map(|added| (added.by, added.why)).collect::<Vec<_>>()
    };
    let (cavalry, chits) = ((1, Why::Cavalry), (1, Why::Chits));
    assert_eq!(added("9i", "9c", true, Chit::Assault), [cavalry]);
    assert_eq!(added("9c 1i", "4lc 5hc", true, Chit::Assault), [cavalry]);
    assert_eq!(added("9c", "9c", true, Chit::Assault), []);
    assert_eq!(added("9i", "9c 1i", true, Chit::Assault), []);
    assert_eq!(added("9i", "9i", true, Chit::Assault), []);
    assert_eq!(added("9i", "9c", false, Chit::Assault), [], "the switch is off");
    assert_eq!(added("9i", "9c", true, Chit::Echelon), [chits, cavalry]);
}

// house.land.stacking.extra-cavalry
#[test]
fn of_several_cavalry_corps_one_is_not_counted_where_a_leader_commands() {
    let exceeds = |leaders: Vec<Leader>, maximum: u8| {
        let all = vec![french("I"), cavalry(french("II")), cavalry(french("III"))];
        let battle = against_austria(all, leaders, own(&["9i", "9c", "9c"]), "30i");
        let Ready { setting, fight, .. } = assembled(&battle, [plan(Chit::Probe), plan(Chit::Cordon)]);
        setting.sides[0].exceeds(&fight.armies[0], maximum)
    };
    let napoleon = || vec![leader("Napoleon", "5 5 6 A")];
    assert_eq!([1, 2, 3].map(|maximum| exceeds(napoleon(), maximum)), [true, false, false]);
    assert_eq!([1, 2, 3].map(|maximum| exceeds(vec![], maximum)), [true, true, false]);
}
