//! Where a day stops to ask and whom, what stays from day to day, and limits of who may be brought.
#![allow(clippy::unwrap_used)]

use crate::battle_ends::{Brings, at, brings, happened, ordered, person, plans, seven, staying};
use crate::common::{Play, sealing};
use engine::eia::Position;
use engine::eia::land::battle::course::{Happened, Order};
use engine::eia::land::battle::fight::{Station, Who};
use engine::eia::land::battle::plan::When;
use engine::eia::land::battle::sealed::{Chit, GuardPlan, Own, Plan, Reinforce, Sealed};
use engine::eia::land::battle::{Field, Fought, Kind};
use engine::eia::land::forces::Leader;
use engine::eia::land::stacking::Muster;
use engine::eia::powers::Power;
use engine::table::{Entry, Verb};
use std::collections::{BTreeMap, BTreeSet};

use Power::{Austria, France, GreatBritain, Prussia, Spain};

/// Opens a battle, and all muster for it.
fn mustered(play: &mut Play, field: Field, all: &[Brings]) {
    play.must(person(field.attackers[0]), ordered(&Order::Open { field, neutral: false }));
    for one in all {
        let order = Order::Muster { number: 1, power: one.power, muster: one.muster.clone() };
        play.must(person(one.power), ordered(&order));
    }
}

/// One seals so for a round of the first battle and is done.
fn answers(play: &mut Play, round: &str, power: Power, own: &Own, plan: Option<&Plan>) -> Vec<Entry> {
    let of = BTreeMap::from([(power, own.clone())]);
    let round = format!("battle/1/{round}");
    let body = serde_json::to_value(Sealed { of, plan: plan.cloned() }).unwrap();
    play.must(person(power), sealing(&round, &body));
    play.must(person(power), Verb::Final { round })
}

/// Which envelopes of the first battle are open, and for whom.
fn asked(play: &Play) -> Option<(String, Vec<Power>)> {
    let view = play.campaign.public_view();
    let open = view.rounds.iter().find(|open| open.round.starts_with("battle/1/"))?;
    let seat = |power: Power| format!("seat-{}", person(power));
    let of = Power::STANDARD.into_iter();
    let of = of.filter(|power| open.asked.iter().any(|(asked, _)| asked.to_string() == seat(*power)));
    Some((open.round.trim_start_matches("battle/1/").to_owned(), of.collect()))
}

/// Who won the battle that these entries end, and who left it.
fn ended(made: &[Entry]) -> Option<(Option<Who>, Option<Who>)> {
    happened(made).into_iter().find_map(|event| match event {
        Happened::BattleEnded { ended, .. } => Some((ended.winner, ended.left)),
        _ => None,
    })
}

/// Sealed by France and Austria, with plans as [`plans`] has them: what the last of them made.
fn both_answer(play: &mut Play, round: &str, own: [&Own; 2], plans: &[Plan; 2]) -> Vec<Entry> {
    answers(play, round, France, own[0], Some(&plans[0]));
    answers(play, round, Austria, own[1], Some(&plans[1]))
}

const BOTH: [Power; 2] = [Austria, France];

fn open_for(round: &str, powers: &[Power]) -> Option<(String, Vec<Power>)> {
    Some((round.to_owned(), powers.to_vec()))
}

#[test]
fn who_wants_to_be_asked_at_night_is_asked_with_the_other_commander_but_not_after_the_last_day() {
    // Guard lasts for three days.
    let all = [brings(France, &["40gd"], &[]), brings(Austria, &["40gd"], &[])];
    let mut play = seven(&[1; 18]);
    mustered(&mut play, at("Eylau", &[France], &[Austria]), &all);
    let [probe, cordon] = plans(Chit::Probe, Chit::Cordon);
    let asks = [Plan { ask_at_night: true, ..probe }, cordon];
    let stay = asks.clone().map(|plan| Plan { stays_with: Some(0), ..plan });
    let nothing = Own::default();
    both_answer(&mut play, "1", [&all[0].own, &all[1].own], &asks);
    for (night, day) in [("1/1", "2"), ("2/1", "3")] {
        assert_eq!(asked(&play), open_for(night, &BOTH));
        let made = both_answer(&mut play, night, [&nothing; 2], &stay);
        assert_eq!((asked(&play), ended(&made)), (open_for(day, &BOTH), None), "both stay");
        let made = both_answer(&mut play, day, [&nothing; 2], &asks);
        // No day follows the third: nobody is asked, and it ends without a decision.
        assert_eq!(ended(&made), (day == "3").then_some((None, None)));
    }
    assert_eq!(asked(&play), None);
}

#[test]
fn a_side_stays_for_the_night_with_exactly_the_morale_that_it_named() {
    let day = |least: Option<u16>| {
        let all = [brings(France, &["40i"], &[]), brings(Austria, &["40i"], &[])];
        let mut play = seven(&[1; 6]);
        mustered(&mut play, at("Eylau", &[France], &[Austria]), &all);
        let [probe, cordon] = staying(Chit::Probe, Chit::Cordon);
        let planned = [Plan { stays_with: least, ..probe }, cordon];
        let made = both_answer(&mut play, "1", [&all[0].own, &all[1].own], &planned);
        let left = happened(&made).into_iter().find_map(|event| match event {
            Happened::BattleFought(day) => Some(day.fight.armies[0].left()),
            _ => None,
        });
        (left.unwrap(), asked(&play).map(|(round, _)| round), ended(&made))
    };
    let (left, ..) = day(None);
    assert!(left > 0);
    assert_eq!(day(Some(left)), (left, Some("2".to_owned()), None));
    assert_eq!(day(Some(left + 1)), (left, None, Some((None, Some(Who::Attacker)))));
}

/// Fought live by these, with dice that fall as written.
fn live(all: &[Brings], dice: &[u32]) -> Play {
    let mut play = seven(dice);
    let [attackers, defenders] = Who::BOTH.map(|who| {
        let of = all.iter().filter(|one| (one.power == Austria) == (who == Who::Defender));
        of.map(|one| one.power).collect::<Vec<_>>()
    });
    mustered(&mut play, at("Wagram", &attackers, &defenders), all);
    for one in all {
        play.must(person(one.power), ordered(&Order::Live { number: 1, on: true }));
    }
    play
}

#[test]
fn a_live_battle_asks_who_has_corps_outside_before_each_round_that_they_may_join_and_both_at_night() {
    let mut french = brings(France, &["40i", "9i"], &[]);
    french.muster.corps[1].aside = true;
    let all = [french, brings(Austria, &["60i"], &[])];
    // A round; a one, and they join; two rounds.
    let mut play = live(&all, &[1; 7]);
    let planned = staying(Chit::Probe, Chit::Cordon);
    both_answer(&mut play, "1", [&all[0].own, &all[1].own], &planned);
    assert_eq!(asked(&play), open_for("1/1", &[France]), "Austria has nobody outside");
    let joins = Reinforce { corps: vec![1], leader: None, from: 2 };
    let own = Own { reinforce: vec![joins], ..Own::default() };
    answers(&mut play, "1/1", France, &own, Some(&planned[0]));
    // All have come: before round 3 there is nothing to ask.
    assert_eq!(asked(&play), open_for("1/2", &BOTH));
    let made = both_answer(&mut play, "1/2", [&Own::default(); 2], &planned);
    assert_eq!((asked(&play), ended(&made)), (open_for("2", &BOTH), None));
}

#[test]
fn a_live_battle_asks_about_guard_who_has_some_in_the_fight_and_may_commit_it() {
    let asked_first = |all: &[Brings]| {
        let mut play = live(all, &[1; 6]);
        let chits = plans(Chit::Probe, Chit::Cordon);
        for one in all {
            let position: Position = serde_json::from_value(play.position()).unwrap();
            let who = position.battles.of[&1].commanded_by(&[one.power]);
            answers(&mut play, "1", one.power, &one.own, who.map(|who| &chits[who as usize]));
        }
        asked(&play)
    };
    let austria = || brings(Austria, &["60i"], &[]);
    let ney = [("Ney", "3 3 1 A")];
    let french = brings(France, &["40i 4gd"], &ney);
    assert_eq!(asked_first(&[french, brings(Prussia, &["9i"], &[]), austria()]), open_for("1/1", &[France]));
    // Britain never commits any; at night both are asked.
    let british = brings(GreatBritain, &["40i 4gd"], &[]);
    assert_eq!(asked_first(&[british, austria()]), open_for("1/1", &[Austria, GreatBritain]));
    // What stands aside is not committed; before round 2 it may come.
    let mut beside = brings(France, &["40i", "9i 4gd"], &ney);
    beside.muster.corps[1].aside = true;
    let own = beside.own.clone();
    let mut play = live(&[beside, austria()], &[1; 6]);
    let made = both_answer(&mut play, "1", [&own, &austria().own], &plans(Chit::Probe, Chit::Cordon));
    let rounds = happened(&made).into_iter().find_map(|event| match event {
        Happened::BattleFought(day) => Some(day.rounds),
        _ => None,
    });
    assert_eq!((rounds, asked(&play)), (Some(1), open_for("1/1", &[France])));
    // Heavy cavalry is committed in its manner, by whomever.
    let heavy = brings(GreatBritain, &["40i 4hc"], &[]);
    assert_eq!(asked_first(&[heavy, austria()]), open_for("1/1", &[GreatBritain]));
}

#[test]
fn house_siege_assault_limit_lets_as_many_storm_as_the_fortress_holds() {
    let open = |attackers: &[Power], holds: u32| {
        let field =
            Field { kind: Kind::Assault, fortress: Some(holds), ..at("Mantua", attackers, &[Austria]) };
        ordered(&Order::Open { field, neutral: false })
    };
    // Who commands is decided by a die.
    let mut play = seven(&[1]);
    play.must(person(France), open(&[France, Spain], 2));
    let muster = |storms: u32| {
        let Brings { muster, .. } = brings(Spain, &["4i"], &[]);
        let muster = Muster { storms: Some(storms), ..muster };
        ordered(&Order::Muster { number: 1, power: Spain, muster })
    };
    play.refused_under("house.siege.assault-limit", person(Spain), muster(2));
    play.must(person(Spain), muster(1));
    for power in [France, Austria] {
        let Brings { muster, .. } = brings(power, &["4i"], &[]);
        play.must(person(power), ordered(&Order::Muster { number: 1, power, muster }));
    }
    // Past the muster: nobody withdraws from walls, so that nothing is said of it.
    let says = play.refused(person(France), ordered(&Order::CallOff { number: 1 }));
    assert!(says.contains("past its muster") && !says.contains("Withdraw"), "{says}");
    let mut play = seven(&[]);
    let field = at("Ulm", &[France], &[Austria]);
    mustered(&mut play, field, &[brings(France, &["9i"], &[]), brings(Austria, &["9i"], &[])]);
    let says = play.refused(person(France), ordered(&Order::CallOff { number: 1 }));
    assert!(says.contains("past its muster") && says.contains("chooses the chit Withdraw"), "{says}");
}

#[test]
fn a_power_brings_six_leaders_and_not_seven() {
    let all = [1, 2, 3, 4, 5, 6, 7].map(|i| (format!("Leader {i}"), "1 1 1 D"));
    let leaders = |n: usize| {
        let named: Vec<(&str, &str)> = all[..n].iter().map(|(name, of)| (name.as_str(), *of)).collect();
        let Brings { muster, .. } = brings(France, &["9i"], &named);
        ordered(&Order::Muster { number: 1, power: France, muster })
    };
    let mut play = seven(&[]);
    let field = at("Ulm", &[France], &[Austria]);
    play.must(person(France), ordered(&Order::Open { field, neutral: false }));
    assert!(play.refused(person(France), leaders(7)).contains("at most 6 leaders"));
    play.must(person(France), leaders(6));
}

/// The day, or the part of one, that these entries tell of.
fn day_of(made: &[Entry]) -> Fought {
    let day = happened(made).into_iter().find_map(|event| match event {
        Happened::BattleFought(day) => Some(*day),
        _ => None,
    });
    day.unwrap()
}

#[test]
fn the_morale_level_of_a_side_is_that_of_the_beginning_on_each_day() {
    // Infantry falls, so that the mean of what is left would be higher.
    let all = [brings(France, &["6i 30gd"], &[]), brings(Austria, &["60i 6gd"], &[])];
    let mut play = seven(&[3; 18]);
    mustered(&mut play, at("Eylau", &[France], &[Austria]), &all);
    let planned = staying(Chit::Probe, Chit::Cordon);
    let first = day_of(&both_answer(&mut play, "1", [&all[0].own, &all[1].own], &planned));
    assert!(first.fight.armies[0].factors[0].total() < 36, "{:?}", first.fight.armies[0].factors[0]);
    assert_eq!(asked(&play), open_for("2", &BOTH));
    let second = day_of(&both_answer(&mut play, "2", [&Own::default(); 2], &planned));
    assert_eq!((second.day, second.morale), (2, first.morale));
    // What a night gives back is not the printed game's.
    let names = |day: &Fought| day.unprinted.contains(&"the night".to_owned());
    assert_eq!((names(&first), names(&second)), (false, true));
}

#[test]
fn who_has_joined_stays_in_the_fight_whatever_is_planned_later_and_who_has_not_may_be_called_off() {
    let mut french = brings(France, &["40i 4gd", "9i", "9i"], &[("Ney", "3 3 1 A")]);
    for stands in &mut french.muster.corps[1..] {
        stands.aside = true;
    }
    let all = [french, brings(Austria, &["60i"], &[])];
    // A round; a one for the second corps and a six for the third; two rounds.
    let mut play = live(&all, &[1, 1, 1, 6, 1, 1, 1, 1, 1]);
    let planned = staying(Chit::Probe, Chit::Cordon);
    both_answer(&mut play, "1", [&all[0].own, &all[1].own], &planned);
    let nothing = Own::default();
    let group = |corps| Reinforce { corps: vec![corps], leader: None, from: 2 };
    let both_come = Own { reinforce: vec![group(1), group(2)], ..Own::default() };
    // About guard; about who comes; about guard again, by then without a word of either corps.
    for (round, own) in [("1/1", &nothing), ("1/2", &both_come), ("1/3", &nothing)] {
        assert_eq!(asked(&play), open_for(round, &[France]));
        let made = answers(&mut play, round, France, own, Some(&planned[0]));
        let places = day_of(&made).fight.armies[0].places;
        let expected = match round {
            "1/1" => [Station::Fighting, Station::Aside, Station::Aside],
            "1/2" => [Station::Fighting, Station::Fighting, Station::Waiting],
            _ => [Station::Fighting, Station::Fighting, Station::Aside],
        };
        assert_eq!(places[..3], expected, "{round}");
    }
}

#[test]
fn who_withdrew_on_the_first_day_is_not_back_on_the_second() {
    // Without a leader each corps tries for itself: a one, and a six.
    let all = [brings(France, &["30i"], &[]), brings(Austria, &["30gd", "30gd"], &[])];
    let mut play = seven(&[1, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    mustered(&mut play, at("Jena", &[France], &[Austria]), &all);
    let planned = staying(Chit::Echelon, Chit::Withdraw);
    let first = day_of(&both_answer(&mut play, "1", [&all[0].own, &all[1].own], &planned));
    assert_eq!(first.fight.armies[1].places[..2], [Station::Left, Station::Fighting]);
    assert_eq!(asked(&play), open_for("2", &BOTH));
    let cordon = [planned[0].clone(), Plan::with(Chit::Cordon)];
    let second = day_of(&both_answer(&mut play, "2", [&Own::default(); 2], &cordon));
    assert_eq!(second.strengths[1], first.fight.armies[1].factors[1].total());
    assert_eq!(second.fight.armies[1].places[..2], [Station::Left, Station::Fighting]);
}

#[test]
fn a_day_told_on_after_it_stopped_is_told_as_one_day() {
    let mut french = brings(France, &["40i", "9i"], &[]);
    french.muster.corps[1].aside = true;
    let all = [french, brings(Austria, &["60i"], &[])];
    let mut play = live(&all, &[1; 7]);
    let planned = staying(Chit::Probe, Chit::Cordon);
    let first = day_of(&both_answer(&mut play, "1", [&all[0].own, &all[1].own], &planned));
    let own = Own { reinforce: vec![Reinforce { corps: vec![1], leader: None, from: 2 }], ..Own::default() };
    let second = day_of(&answers(&mut play, "1/1", France, &own, Some(&planned[0])));
    // A round of two dice; the die by which the corps comes, and two rounds.
    assert_eq!([&first, &second].map(|part| (part.part, part.rounds, part.rolls)), [(0, 1, 2), (1, 2, 5)]);
    let mut told = first.clone();
    told.goes_on(second.clone());
    assert_eq!((told.part, told.rounds, told.rolls, told.stops), (0, 3, 7, second.stops));
    assert_eq!(told.notes, [first.notes, second.notes].concat());
    assert_eq!(told.fight, second.fight);
    let once = |all: &[engine::rules::RuleId]| all.windows(2).all(|two| two[0] < two[1]);
    assert!(once(&told.rules), "{:?}", told.rules);
    assert!(first.rules.iter().chain(&second.rules).all(|rule| told.rules.contains(rule)));
    let all_of = first.unprinted.iter().chain(&second.unprinted);
    assert_eq!(told.unprinted.iter().collect::<BTreeSet<_>>(), all_of.collect());
}

#[test]
fn where_both_sides_want_to_be_asked_at_the_same_time_both_are() {
    let wanting = |asks: [When; 2]| {
        let mut all = [brings(France, &["40i 4hc"], &[]), brings(Austria, &["60i 4hc"], &[])];
        for (one, ask) in all.iter_mut().zip(asks) {
            one.own.ask = ask;
        }
        let mut play = seven(&[1; 6]);
        mustered(&mut play, at("Wagram", &[France], &[Austria]), &all);
        both_answer(&mut play, "1", [&all[0].own, &all[1].own], &plans(Chit::Probe, Chit::Cordon));
        asked(&play)
    };
    let none = [When::Never, When::Never];
    assert_eq!(wanting(none), None);
    for asks in [[When::First, When::Never], [When::Never, When::First], [When::First, When::First]] {
        assert_eq!(wanting(asks), open_for("1/1", &BOTH), "{asks:?}");
    }
}

// house.land.cavalry.heavy-commit
#[test]
fn a_day_in_which_an_ally_committed_heavy_cavalry_names_the_rule() {
    let guard = GuardPlan { when: When::First, shift: 1, corps: 0, leader: None, heavy: true };
    let prussia = brings(Prussia, &["20i 9hc"], &[]);
    let all = [brings(France, &["40i 9hc"], &[]), prussia, brings(Austria, &["90i"], &[])];
    // Who of the attackers commands.
    let mut play = live(&all, &[1; 20]);
    let planned = plans(Chit::Probe, Chit::Cordon);
    let seals = |play: &mut Play, round: &str, power: Power, own: &Own| {
        let position: Position = serde_json::from_value(play.position()).unwrap();
        let who = position.battles.of[&1].commanded_by(&[power]);
        answers(play, round, power, own, who.map(|who| &planned[who as usize]))
    };
    for one in &all {
        seals(&mut play, "1", one.power, &one.own);
    }
    assert_eq!(asked(&play), open_for("1/1", &[France, Prussia]));
    seals(&mut play, "1/1", France, &Own::default());
    let committed = Own { guard: Some(guard), ..Own::default() };
    let made = seals(&mut play, "1/1", Prussia, &committed);
    let rules: Vec<String> = day_of(&made).rules.iter().map(ToString::to_string).collect();
    assert!(rules.contains(&"house.land.cavalry.heavy-commit".to_owned()), "{rules:?}");
}

#[test]
fn corps_of_an_adjacent_area_that_did_not_come_on_the_first_day_may_come_on_the_second() {
    let ney = Leader { adjacent: true, ..Leader::read("Ney", "3 3 2 A").unwrap() };
    let mut french = brings(France, &["40i", "9i"], &[]);
    french.muster.corps[1].corps.adjacent = true;
    french.muster.leaders.push(ney);
    let all = [french, brings(Austria, &["60i"], &[])];
    let mut play = seven(&[1; 14]);
    mustered(&mut play, at("Eylau", &[France], &[Austria]), &all);
    let planned = staying(Chit::Probe, Chit::Cordon);
    let first = day_of(&both_answer(&mut play, "1", [&all[0].own, &all[1].own], &planned));
    assert_eq!(first.fight.armies[0].places[..2], [Station::Fighting, Station::Left]);
    let group = Reinforce { corps: vec![1], leader: Some(0), from: 2 };
    let comes = Own { reinforce: vec![group], ..Own::default() };
    let second = day_of(&both_answer(&mut play, "2", [&comes, &Own::default()], &planned));
    assert_eq!(second.fight.armies[0].places[..2], [Station::Fighting, Station::Fighting]);
}
