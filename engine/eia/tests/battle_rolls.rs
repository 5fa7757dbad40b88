//! On which table a side rolls and for how many: the ground, guns, a force that came around; when guard goes in; what a day cites.
#![allow(clippy::unwrap_used)]

use crate::battle::{Scripted, battle, corps, field, muster, own, plan};
use crate::battle_ends::{
    BREAKS, Brings, Told, at, brings, faint, fight, ordered, person, plans, seven, with_dice,
};
use engine::eia::charts::TableName;
use engine::eia::chits::Terrain;
use engine::eia::land::battle::assemble::{Options, Ready, check_own, ready};
use engine::eia::land::battle::course::Order;
use engine::eia::land::battle::fight::{MOST_CORPS, Note, Rolled, Throw, Who, suffer};
use engine::eia::land::battle::plan::When;
use engine::eia::land::battle::points::{self, Napoleon};
use engine::eia::land::battle::sealed::{Chit, GuardPlan, Own, Plan, Reinforce};
use engine::eia::land::battle::{Battle, Commander, Field, Kind};
use engine::eia::land::forces::{Leader, Troop};
use engine::eia::land::stacking::Stands;
use engine::eia::land::values::Values;
use engine::eia::powers::Power;
use engine::rule;
use std::collections::BTreeMap;

use Power::{Austria, France, GreatBritain};

/// France against Austria in the open, with these corps and plans, ready to be fought.
fn made_ready(field: Field, inside: [&[&str]; 2], plans: &[Plan; 2]) -> Ready {
    let names = ["I", "II", "III"];
    let powers = [France, Austria];
    let musters = powers.into_iter().zip(inside).map(|(power, inside)| {
        let corps = names.iter().take(inside.len()).map(|name| corps(name, power.key())).collect();
        (power, muster(corps, vec![Leader::read(&format!("of {power}"), "3 3 4 A").unwrap()]))
    });
    let musters = musters.collect();
    let owns = powers.into_iter().zip(inside).map(|(power, inside)| (power, own(inside)));
    let battle = battle(field, musters, owns.collect());
    ready(&battle, plans, &engine::eia::typed::Typed::new(), Options::default()).unwrap()
}

/// What was heard and thrown of a day with these dice.
fn fought(ready: Ready, dice: &[u8]) -> Scripted {
    let (mut fight, mut table) = (ready.fight, Scripted::of(dice));
    fight.run(&ready.setting, &mut table).unwrap();
    table
}

/// Both rolls of each round.
fn clashes(table: &Scripted) -> Vec<[Rolled; 2]> {
    let clash = |note: &Note| match note {
        Note::Clash { rolled, .. } => Some((**rolled).clone()),
        _ => None,
    };
    table.heard.iter().filter_map(clash).collect()
}

fn names(rolled: &[Rolled; 2]) -> [(TableName, TableName); 2] {
    [0, 1].map(|i: usize| (rolled[i].chits, rolled[i].table))
}

#[test]
fn the_ground_shifts_the_tables_of_both_sides_and_silences_guns_in_a_marsh() {
    let on = |terrain: Terrain| {
        let field = Field { terrain, ..field(vec![France], vec![Austria]) };
        let ready =
            made_ready(field, [&["60i 4a"], &["60i 4a"]], &[plan(Chit::Assault), plan(Chit::Counterattack)]);
        let table = fought(ready, &[1; 12]);
        let tables = names(&clashes(&table)[0]);
        (tables, table.thrown[0], table.thrown.len())
    };
    let table = |name: &str| TableName::meant(name).unwrap();
    // The chits give 3-1 to both.
    let shifted = |attacker: &str, defender: &str| [attacker, defender].map(|to| (table("3-1"), table(to)));
    let guns = Throw::Bombardment(Who::Attacker);
    for (terrain, attacker, defender) in [
        (Terrain::Clear, "3-1", "3-1"),
        (Terrain::Forest, "2-1", "2-1"),
        (Terrain::Mountain, "2-1", "3-1"),
        (Terrain::Desert, "3-2", "3-2"),
    ] {
        let (tables, first, dice) = on(terrain);
        assert_eq!((tables, first), (shifted(attacker, defender), guns), "{terrain:?}");
        assert_eq!(dice % 4, 0, "{terrain:?}: in each round both bombard and both roll");
    }
    let (tables, first, _) = on(Terrain::Marsh);
    assert_eq!((tables, first), (shifted("2-2", "2-2"), Throw::Clash(Who::Attacker)));
}

#[test]
fn a_storming_is_fought_as_on_clear_ground() {
    let storms = |terrain: Terrain| {
        let field =
            Field { terrain, kind: Kind::Assault, fortress: Some(20), ..field(vec![France], vec![Austria]) };
        let ready = made_ready(field, [&["18i"], &["18i"]], &[plan(Chit::Assault), plan(Chit::Cordon)]);
        clashes(&fought(ready, &[1; 6])).iter().map(names).collect::<Vec<_>>()
    };
    assert_eq!(storms(Terrain::Forest), storms(Terrain::Clear));
    assert!(storms(Terrain::Forest).iter().flatten().all(|(chits, table)| chits == table));
}

#[test]
fn house_combat_chart_escalated_assault_cordon_is_cited_over_a_river_alone() {
    let cited = |attack: Chit, defence: Chit, river: bool| {
        let field = Field { river, ..field(vec![France], vec![Austria]) };
        let ready = made_ready(field, [&["9i"], &["9i"]], &[plan(attack), plan(defence)]);
        ready.rules.contains(&rule!("house.combat.chart.escalated-assault-cordon"))
    };
    assert!(cited(Chit::EscalatedAssault, Chit::Cordon, true));
    assert!(!cited(Chit::EscalatedAssault, Chit::Cordon, false));
    assert!(!cited(Chit::Assault, Chit::Cordon, true));
    assert!(!cited(Chit::EscalatedAssault, Chit::Defend, true));
}

#[test]
fn a_force_that_came_around_counts_twice_where_its_side_rolls() {
    let around = Plan { outflank: vec![(France, 1)], ..plan(Chit::Outflank) };
    let rolls = |arrival: u8| {
        let field = field(vec![France], vec![Austria]);
        let plans = [around.clone(), plan(Chit::Counterattack)];
        let ready = made_ready(field, [&["30i", "12i"], &["60i"]], &plans);
        // A round, the try to arrive, a round.
        let table = fought(ready, &[1, 1, arrival, 1, 1, 6, 1, 1]);
        let rounds = clashes(&table);
        [0, 1].map(|round: usize| [0, 1].map(|i: usize| (rounds[round][i].of, rounds[round][i].doubled)))
    };
    let [first, second] = rolls(1);
    assert_eq!(first, [(30, 0), (60, 0)], "on its way it does not roll");
    let [(attackers, doubled), (_, nothing)] = second;
    assert_eq!((doubled, nothing), (12, 0));
    assert_eq!(attackers, 30 + 24);
    let [_, late] = rolls(6);
    assert_eq!(late[0], (30, 0), "who has not come counts not at all");
}

#[test]
fn a_side_of_sixteen_corps_fights_and_one_of_seventeen_is_refused() {
    let many = |power: Power, n: usize| {
        let stands = (0..n).map(|i| {
            let mut stands = corps(&format!("{i}"), power.key());
            stands.aside = i > 0;
            stands
        });
        let own = Own { factors: own(&["9i"]).factors.repeat(n), ..Own::default() };
        Brings { power, muster: muster(stands.collect(), Vec::new()), own }
    };
    let mut play = seven(&[1; 6]);
    let field = at("Linz", &[France], &[Austria, GreatBritain]);
    play.must(person(France), ordered(&Order::Open { field: field.clone(), neutral: false }));
    let order =
        |of: &Brings| ordered(&Order::Muster { number: 1, power: of.power, muster: of.muster.clone() });
    play.must(person(Austria), order(&many(Austria, 12)));
    let says = play.refused(person(GreatBritain), order(&many(GreatBritain, 5)));
    assert!(says.contains("16 corps at the most"), "{says}");
    play.must(person(France), ordered(&Order::CallOff { number: 1 }));
    let all = [brings(France, &["30i"], &[]), many(Austria, 12), many(GreatBritain, 4)];
    let told = fight(&mut play, field, &all, &[plans(Chit::Probe, Chit::Cordon)]);
    assert_eq!((told.days[0].rounds, told.ended.book.len()), (3, 1 + 12 + 4));
}

const OUTSIDE: [&str; 2] =
    ["house.land.stacks.reinforcing-corps-free", "house.land.stacks.reinforcing-whole-battle"];

/// The rules that the first day of a battle cites, of those that tell what happened in it.
fn told_of(told: &Told) -> Vec<String> {
    let of = ["house.land.stacks.reinforcing-leader", "house.land.stacks.surplus-losses"];
    let rifles = ["nationalism.rifles.both", "nationalism.rifles.result-eight"];
    let known: Vec<&str> = OUTSIDE.into_iter().chain(of).chain(rifles).collect();
    let cited = told.days[0].rules.iter().map(ToString::to_string);
    cited.filter(|id| known.contains(&id.as_str())).collect()
}

#[test]
fn a_day_cites_the_rules_of_what_happened_in_it_and_no_others() {
    let field = || at("Ulm", &[France], &[Austria]);
    let austrians = || brings(Austria, &["60i"], &[]);
    let probe = plans(Chit::Probe, Chit::Cordon);
    let plain = with_dice(
        &[1; 6],
        field(),
        &[brings(France, &["40i"], &[]), austrians()],
        std::slice::from_ref(&probe),
    );
    assert_eq!(told_of(&plain), Vec::<String>::new());
    // A corps beside them tries to come in round 2, alone or with a leader: it is cited when it comes.
    let comes = |die: u32, leader: Option<usize>| {
        let mut french = brings(France, &["40i", "9i"], &[("Ney", "4 4 1 A"), ("Soult", "3 3 1 C")]);
        french.muster.corps[1].aside = true;
        french.own.reinforce = vec![Reinforce { corps: vec![1], leader, from: 3 }];
        let mut dice = vec![1, 1, 1, 1, die, 1, 1];
        // The fate of who is in the fight.
        dice.extend(vec![1; if leader.is_some() && die == 6 { 1 } else { 2 }]);
        told_of(&with_dice(&dice, field(), &[french, austrians()], std::slice::from_ref(&probe)))
    };
    assert_eq!(comes(6, None), Vec::<String>::new());
    assert_eq!(comes(1, None), OUTSIDE);
    let with_leader = ["house.land.stacks.reinforcing-leader"];
    assert_eq!(comes(6, Some(1)), with_leader);
    assert_eq!(comes(1, Some(1)), [&OUTSIDE[..1], &with_leader, &OUTSIDE[1..]].concat());
    // A roll takes more than stand in the fight, and who stands aside loses the rest.
    let mut few = faint(brings(Austria, &["4i", "15i"], &[]));
    few.muster.corps[1].aside = true;
    let assault = plans(Chit::EscalatedAssault, Chit::Cordon);
    let told = with_dice(&BREAKS, field(), &[brings(France, &["40i"], &[]), few], &[assault]);
    assert_eq!(told_of(&told), ["house.land.stacks.surplus-losses"]);
}

/// France and Austria at odds by their leaders, so that France adds one to its die, with what France decides besides.
fn led(french: &[&str], aside: &[usize], decided: Own) -> Ready {
    let stands = |i: usize, name: &&str| {
        let mut stands = corps(name, "france");
        stands.aside = aside.contains(&i);
        stands
    };
    let names = ["I", "II", "III"].iter().take(french.len()).enumerate();
    let eugene = Leader::read("Eugene", "3 5 1 A").unwrap();
    let mack = Leader::read("Mack", "1 0 3 A").unwrap();
    let musters = BTreeMap::from([
        (France, muster(names.map(|(i, name)| stands(i, name)).collect(), vec![eugene])),
        (Austria, muster(vec![corps("I", "austria")], vec![mack])),
    ]);
    let owns = BTreeMap::from([
        (France, Own { factors: own(french).factors, ..decided }),
        (Austria, own(&["60gd"])),
    ]);
    let battle = battle(field(vec![France], vec![Austria]), musters, owns);
    ready(
        &battle,
        &[plan(Chit::Echelon), plan(Chit::Counterattack)],
        &engine::eia::typed::Typed::new(),
        Options::default(),
    )
    .unwrap()
}

fn guard(when: When, shift: u8, corps: usize) -> Own {
    let guard = GuardPlan { when, shift, corps, leader: Some(0), heavy: false };
    Own { guard: Some(guard), ..Own::default() }
}

/// The morale that both rolls of a round take where the dice are sixes, and nobody breaks before it.
fn with_sixes(ready: &Ready, round: usize) -> [u16; 2] {
    let mut fight = ready.fight;
    let mut table = Scripted::of(&[[1_u8; 2].repeat(round - 1), vec![6; 9]].concat());
    while clashes(&table).len() < round {
        fight.advance(&ready.setting, &mut table).unwrap();
    }
    clashes(&table)[round - 1].clone().map(|rolled| u16::from(rolled.morale))
}

#[test]
fn guard_waits_for_the_round_in_which_the_highest_die_would_break_them_or_us() {
    let ready = led(&["40i 4gd"], &[], Own::default());
    let [theirs, ours] = with_sixes(&ready, 1);
    assert!(theirs > 0 && ours > 0 && theirs != ours, "{theirs} {ours}");
    let is_time = |when: When, shift: u8, left: [u16; 2]| {
        let mut fight = ready.fight;
        for (army, left) in fight.armies.iter_mut().zip(left) {
            army.lost = army.morale() - left;
        }
        fight.is_time(&ready.setting, Who::Attacker, when, shift)
    };
    let them = |shift: u8, left: u16| is_time(When::MayBreakThem, shift, [20, left]);
    assert!(them(0, theirs) && !them(0, theirs + 1));
    // Of guard that goes in the higher table counts, with what the die adds.
    let committed = led(&["40i 4gd"], &[], guard(When::First, 2, 0));
    let mut fight = committed.fight;
    let mut table = Scripted::of(&[1, 6, 6]);
    while clashes(&table).is_empty() {
        fight.advance(&committed.setting, &mut table).unwrap();
    }
    let shifted = u16::from(clashes(&table)[0][0].morale);
    assert!(shifted > theirs);
    assert!(them(2, shifted) && !them(2, shifted + 1));
    // What the enemy may do, no guard of this side changes.
    let us = |shift: u8, left: u16| is_time(When::MayBreakUs, shift, [left, 20]);
    for shift in [0, 2] {
        assert!(us(shift, ours) && !us(shift, ours + 1));
    }
    let round = |when: When, round: u8| {
        let mut fight = ready.fight;
        fight.round = round;
        fight.is_time(&ready.setting, Who::Attacker, when, 1)
    };
    for (i, when) in [When::First, When::Second, When::Third].into_iter().enumerate() {
        assert_eq!([1, 2, 3].map(|of| round(when, of)), [0, 1, 2].map(|of: usize| of == i), "{when:?}");
    }
    assert!(!round(When::Never, 1));
}

#[test]
fn guard_is_committed_from_a_corps_in_the_fight_that_has_enough_of_it_left() {
    let commits = |ready: &Ready| ready.fight.commitment(&ready.setting, Who::Attacker);
    let there = led(&["40i 2gd", "9i"], &[1], guard(When::First, 2, 0));
    assert_eq!(commits(&there).map(|(owner, guard)| (owner, guard.corps, guard.shift)), Some((0, 0, 2)));
    let beside = led(&["40i", "9i 4gd"], &[1], guard(When::First, 2, 1));
    assert_eq!(commits(&beside), None);
    // One of its two factors fell.
    let mut weaker = there;
    weaker.fight.armies[0].factors[0].0[Troop::Guard as usize] = 1;
    assert_eq!(commits(&weaker), None);
    let nowhere = led(&["40i 2gd", "9i"], &[1], guard(When::First, 2, MOST_CORPS));
    assert_eq!(commits(&nowhere), None, "there is no such corps");
}

#[test]
fn of_corps_that_have_as_much_of_a_sort_the_first_loses_it() {
    let ready = made_ready(
        field(vec![France], vec![Austria]),
        [&["9i", "9i", "9i"], &["9i"]],
        &[plan(Chit::Probe), plan(Chit::Cordon)],
    );
    let mut army = ready.fight.armies[0];
    for left in [["8i", "9i", "9i"], ["8i", "8i", "9i"], ["8i", "8i", "8i"], ["7i", "8i", "8i"]] {
        assert_eq!(suffer(&mut army, &ready.setting.sides[0], 1), 0);
        assert_eq!(army.factors[..3].iter().map(ToString::to_string).collect::<Vec<_>>(), left);
    }
}

#[test]
fn house_land_stacks_surplus_losses_fall_on_nobody_in_an_adjacent_area() {
    let mut few = faint(brings(Austria, &["4i", "15i"], &[]));
    few.muster.corps[1].corps.adjacent = true;
    let assault = plans(Chit::EscalatedAssault, Chit::Cordon);
    let field = at("Ulm", &[France], &[Austria]);
    let told = with_dice(&BREAKS, field, &[brings(France, &["40i"], &[]), few], &[assault]);
    assert_eq!(
        told.days[0].fight.armies[1].factors[..2].iter().map(|left| left.total()).collect::<Vec<_>>(),
        [0, 15]
    );
}

#[test]
fn a_side_that_breaks_gives_cavalry_in_the_place_of_the_dearest_that_fell_the_first_of_equals() {
    // What it lost, and what it has back for the cavalry factor.
    let back = |inside: &[&str], first: Vec<Troop>| {
        let mut defenders = faint(brings(Austria, inside, &[]));
        defenders.own.losses = first;
        let field = at("Ulm", &[France], &[Austria]);
        let assault = plans(Chit::EscalatedAssault, Chit::Cordon);
        let dice: Vec<u32> = BREAKS.into_iter().chain([1, 1]).collect();
        let mut play = seven(&dice);
        let told = fight(&mut play, field, &[brings(France, &["40i"], &[]), defenders], &[assault]);
        told.days[0].notes.iter().find_map(|note| match note {
            Note::Broke { who: Who::Defender, cavalry, instead, .. } => Some((*cavalry, *instead)),
            _ => None,
        })
    };
    let cavalry = Some((0, Troop::Cavalry));
    // Infantry fell in both corps: the first has one back.
    assert_eq!(back(&["9i 3c", "9i"], Vec::new()), Some((cavalry, Some((0, Troop::Infantry)))));
    // Guard was to fall first: what fell of infantry is dearer, whichever corps it fell in.
    assert_eq!(back(&["30i 3c", "2gd"], vec![Troop::Guard]), Some((cavalry, Some((0, Troop::Infantry)))));
    assert_eq!(back(&["2gd 3c", "30i"], vec![Troop::Guard]), Some((cavalry, Some((1, Troop::Infantry)))));
}

/// The tries of a day: for what, the rating, what was added to it, and whether it succeeded.
fn tries(table: &Scripted) -> Vec<(u8, Vec<i8>, bool)> {
    let tried = |note: &Note| match note {
        Note::Reinforcement(tried) | Note::Arrival(tried) => {
            Some((tried.rating, tried.added.iter().map(|added| added.by).collect(), tried.done))
        }
        _ => None,
    };
    table.heard.iter().filter_map(tried).collect()
}

#[test]
fn a_force_arrives_at_the_rating_with_the_ground_a_slow_defence_and_the_second_try() {
    let arrives = |terrain: Terrain, defence: Chit, dice: [u8; 2]| {
        let field = Field { terrain, ..field(vec![France], vec![Austria]) };
        let around = Plan { outflank: vec![(France, 1)], ..plan(Chit::Outflank) };
        let ready = made_ready(field, [&["40gd", "12i"], &["60gd"]], &[around, plan(defence)]);
        tries(&fought(ready, &[1, 1, dice[0], 1, 1, dice[1], 1, 1]))
    };
    // The leaders have a three.
    assert_eq!(arrives(Terrain::Clear, Chit::Counterattack, [3, 1]), [(3, vec![], true)]);
    let again = |added: &[i8], second: &[i8], done: bool| {
        vec![(3, added.to_vec(), false), (3, second.to_vec(), done)]
    };
    assert_eq!(arrives(Terrain::Clear, Chit::Counterattack, [4, 5]), again(&[], &[2], true));
    assert_eq!(arrives(Terrain::Clear, Chit::Counterattack, [4, 6]), again(&[], &[2], false));
    assert_eq!(arrives(Terrain::Forest, Chit::Counterattack, [3, 4]), again(&[-1], &[-1, 2], true));
    assert_eq!(arrives(Terrain::Forest, Chit::Counterattack, [3, 5]), again(&[-1], &[-1, 2], false));
    assert_eq!(arrives(Terrain::Clear, Chit::Defend, [4, 1]), [(3, vec![1], true)]);
    assert_eq!(arrives(Terrain::Forest, Chit::Defend, [3, 1]), [(3, vec![-1, 1], true)]);
    assert_eq!(arrives(Terrain::Forest, Chit::Defend, [4, 6]), again(&[-1, 1], &[-1, 1, 2], false));
}

/// A French corps in the fight, two beside it that come from round 2 on, with a leader if there is one, and who commands, if anybody.
fn joined(terrain: Terrain, command: Option<&str>, brings: Option<&str>, dice: &[u8]) -> (Ready, Scripted) {
    let mut stands = ["I", "II", "III"].map(|name| corps(name, "france"));
    stands[1].aside = true;
    stands[2].aside = true;
    let leaders: Vec<Leader> = command
        .into_iter()
        .map(|of| Leader::read("Ney", of).unwrap())
        .chain(brings.map(|of| Leader { adjacent: false, ..Leader::read("Soult", of).unwrap() }))
        .collect();
    let his = brings.map(|_| leaders.len() - 1);
    let group = |corps: &[usize], leader| Reinforce { corps: corps.to_vec(), leader, from: 2 };
    let reinforce = match his {
        Some(his) => vec![group(&[1, 2], Some(his))],
        None => vec![group(&[1], None), group(&[2], None)],
    };
    let musters = BTreeMap::from([
        (France, muster(stands.to_vec(), leaders)),
        (Austria, muster(vec![corps("I", "austria")], Vec::new())),
    ]);
    let owns = BTreeMap::from([
        (France, Own { reinforce, ..own(&["40gd", "9i", "9i"]) }),
        (Austria, own(&["60gd"])),
    ]);
    let field = Field { terrain, ..field(vec![France], vec![Austria]) };
    let mut battle = battle(field, musters, owns);
    if command.is_none() {
        battle.command =
            Some(Who::BOTH.map(|who| Commander { power: [France, Austria][who as usize], leader: None }));
    }
    let plans = [plan(Chit::Probe), plan(Chit::Cordon)];
    let ready = ready(&battle, &plans, &engine::eia::typed::Typed::new(), Options::default()).unwrap();
    let table = fought(ready.clone(), dice);
    (ready, table)
}

#[test]
fn corps_join_each_by_its_own_die_at_the_rating_and_the_ground() {
    let of = |terrain: Terrain, first: u8, second: u8| {
        // Who has not come tries again in round 3.
        let (_, table) = joined(terrain, None, None, &[1, 1, first, second, 1, 1, 6, 6, 1, 1]);
        tries(&table)[..2].to_vec()
    };
    // French corps have a two of their own.
    let own = of(Terrain::Clear, 6, 1)[0].0;
    assert_eq!(of(Terrain::Clear, own, own + 1), [(own, vec![], true), (own, vec![], false)]);
    assert_eq!(
        of(Terrain::Clear, own + 1, own),
        [(own, vec![], false), (own, vec![], true)],
        "each for itself"
    );
    assert_eq!(of(Terrain::Forest, own, own - 1), [(own, vec![-1], false), (own, vec![-1], true)]);
}

#[test]
fn a_leader_who_joins_takes_command_where_nobody_has_it_or_he_is_of_a_higher_rank() {
    let commands = |command: Option<&str>, brings: &str| {
        let (_, table) = joined(Terrain::Clear, command, Some(brings), &[1; 9]);
        table.heard.iter().any(|note| matches!(note, Note::Command { who: Who::Attacker, .. }))
    };
    assert!(commands(None, "3 3 2 D") && commands(None, "3 3 2 A"));
    assert!(commands(Some("3 3 1 C"), "3 3 2 B"));
    assert!(!commands(Some("3 3 1 C"), "3 3 2 C") && !commands(Some("3 3 1 C"), "3 3 2 D"));
}

#[test]
fn house_land_stacks_reinforce_same_area_from_round_two_or_three_and_cited_where_somebody_waits_there() {
    let rule = rule!("house.land.stacks.reinforce-same-area");
    let (ready, _) = joined(Terrain::Clear, None, None, &[1; 10]);
    assert!(ready.rules.contains(&rule));
    let beside = led(&["40i", "9i"], &[1], Own::default());
    assert!(!beside.rules.contains(&rule), "who stands beside it and does not come changes nothing");
    let musters = BTreeMap::from([
        (
            France,
            muster(vec![corps("I", "france"), Stands { aside: true, ..corps("II", "france") }], Vec::new()),
        ),
        (Austria, muster(vec![corps("I", "austria")], Vec::new())),
    ]);
    let battle = battle(field(vec![France], vec![Austria]), musters, BTreeMap::new());
    let says = |from: u8, corps: &[usize]| {
        let reinforce = vec![Reinforce { corps: corps.to_vec(), leader: None, from }];
        check_own(&battle, France, &Own { reinforce, ..own(&["9i", "9i"]) })
            .map_err(|refusal| refusal.says.to_string())
    };
    for (from, corps) in [(1, &[1][..]), (4, &[1]), (2, &[])] {
        assert_eq!(says(from, corps).unwrap_err(), "Corps reinforce from round 2 on, or from round 3.");
    }
    assert_eq!((says(2, &[1]), says(3, &[1])), (Ok(()), Ok(())));
}

/// The rules that a line-up of a power's corps against Austria cites, of these.
fn lined_up(power: Power, nations: &[&str], inside: &[&str], aside: &[usize], known: &[&str]) -> Vec<String> {
    let names = ["a", "b", "c"];
    let stands = nations
        .iter()
        .enumerate()
        .map(|(i, nation)| Stands { aside: aside.contains(&i), ..corps(names[i], nation) });
    let musters = BTreeMap::from([
        (power, muster(stands.collect(), Vec::new())),
        (Austria, muster(vec![corps("I", "austria")], Vec::new())),
    ]);
    let owns = BTreeMap::from([(power, own(inside)), (Austria, own(&["9i"]))]);
    let battle = battle(field(vec![power], vec![Austria]), musters, owns);
    let plans = [plan(Chit::Probe), plan(Chit::Cordon)];
    let ready = ready(&battle, &plans, &engine::eia::typed::Typed::new(), Options::default()).unwrap();
    ready.rules.iter().map(ToString::to_string).filter(|id| known.contains(&id.as_str())).collect()
}

#[test]
fn house_ottoman_troops_and_their_cavalry_are_cited_where_turkey_leads_them_into_the_fight() {
    let (morale, cavalry) = ("house.ottoman.troops-morale", "house.ottoman.cavalry-superiority");
    let cited = |power: Power, nation: &str, inside: &str| {
        lined_up(power, &[nation], &[inside], &[], &[morale, cavalry, "house.land.cavalry.medium"])
    };
    assert_eq!(cited(Power::Turkey, "egypt", "9i"), [morale]);
    assert_eq!(cited(Power::Turkey, "egypt", "9a"), [morale]);
    assert_eq!(cited(Power::Turkey, "egypt", "9i 2c"), [cavalry, morale]);
    assert_eq!(cited(Power::Turkey, "egypt", "9m"), Vec::<String>::new());
    assert_eq!(cited(Power::Turkey, "turkey", "9i"), Vec::<String>::new());
    assert_eq!(cited(Power::Turkey, "turkey", "9i 2c"), ["house.land.cavalry.medium"]);
    assert_eq!(cited(France, "egypt", "9i"), Vec::<String>::new());
    assert_eq!(cited(France, "france", "9i 4a"), Vec::<String>::new());
}

#[test]
fn house_land_cavalry_types_are_cited_for_cavalry_in_the_fight() {
    let (types, heavy) = ("house.land.cavalry.types", "house.land.cavalry.heavy");
    let cited = |inside: &[&str], aside: &[usize]| {
        lined_up(France, &["france", "france"][..inside.len()], inside, aside, &[types, heavy])
    };
    assert_eq!(cited(&["9i 4gd"], &[]), Vec::<String>::new());
    assert_eq!(cited(&["9i", "9i 4hc"], &[]), [heavy, types]);
    assert_eq!(
        cited(&["9i", "9i 4hc"], &[1]),
        Vec::<String>::new(),
        "who stands aside has no part in the level"
    );
}

#[test]
fn nationalism_rifles_count_where_the_campaign_is_played_with_them() {
    let rifles = |on: bool| {
        let mut musters = BTreeMap::new();
        for power in [France, Austria] {
            let mut of = muster(vec![corps("I", power.key())], Vec::new());
            of.rifles = power == France;
            musters.insert(power, of);
        }
        let owns = BTreeMap::from([(France, own(&["9i"])), (Austria, own(&["9i"]))]);
        let battle = battle(field(vec![France], vec![Austria]), musters, owns);
        let options = Options { rifles: on, ..Options::default() };
        let ready = ready(
            &battle,
            &[plan(Chit::Probe), plan(Chit::Cordon)],
            &engine::eia::typed::Typed::new(),
            options,
        )
        .unwrap();
        ready.setting.sides.map(|side| side.rifles)
    };
    assert_eq!([rifles(true), rifles(false)], [[true, false], [false, false]]);
}

#[test]
fn on_the_first_day_a_leader_in_the_area_may_lead_the_guard_though_another_commands() {
    let musters = BTreeMap::from([
        (
            France,
            muster(
                vec![corps("I", "france"), corps("II", "france")],
                ["Ney", "Soult"].map(|name| Leader::read(name, "3 3 2 B").unwrap()).to_vec(),
            ),
        ),
        (Austria, muster(vec![corps("I", "austria")], Vec::new())),
    ]);
    let mut battle = battle(field(vec![France], vec![Austria]), musters, BTreeMap::new());
    let leads = |battle: &Battle| {
        let plan = GuardPlan { when: When::First, shift: 1, corps: 0, leader: Some(1), heavy: false };
        let own = Own { guard: Some(plan), ..own(&["9i 2gd", "9i"]) };
        check_own(battle, France, &own).map_err(|refusal| refusal.rules[0].to_string())
    };
    assert_eq!(leads(&battle), Ok(()));
    battle.musters.get_mut(&France).unwrap().leaders[1].adjacent = true;
    assert_eq!(leads(&battle), Err("house.land.leader-casualty.guard-leader".to_owned()));
}

#[test]
fn house_land_withdraw_surrounded_is_ridden_down_in_the_area_and_nowhere_else() {
    let mut austrians = brings(Austria, &["9i", "60i"], &[]);
    austrians.muster.corps[1].corps.adjacent = true;
    let all = [brings(France, &["20c"], &[]), austrians];
    let field = Field { surrounded: Some(Who::Defender), ..at("Jena", &[France], &[Austria]) };
    // Away with a one; class 1 and a five, two equivalents; the prisoners' die.
    let told = with_dice(&[1, 5, 6], field, &all, &[plans(Chit::Echelon, Chit::Withdraw)]);
    let left: Vec<u32> =
        told.ended.book.iter().filter(|of| of.power == Austria).map(|of| of.after.total()).collect();
    assert_eq!(left, [3, 60]);
}

#[test]
fn where_napoleon_is_beaten_france_loses_his_points_besides_and_nobody_else_does() {
    let nothing = engine::eia::typed::Typed::new();
    let corps = |of: &[(Power, u32)]| of.iter().copied().collect::<BTreeMap<_, _>>();
    let (winners, losers) = (corps(&[(Austria, 3)]), corps(&[(France, 2), (Power::Spain, 1)]));
    let told = |napoleon| {
        let points = points::points(Values::of(&nothing), &winners, &losers, napoleon);
        points.into_iter().map(|of| (of.power, of.points, of.napoleon)).collect::<Vec<_>>()
    };
    let away = [(Austria, 2, 0), (France, -1, 0), (Power::Spain, -1, 0)];
    assert_eq!(told(Napoleon::Away), away);
    assert_eq!(told(Napoleon::Lost), [away[0], (France, -2, -1), away[2]]);
}
