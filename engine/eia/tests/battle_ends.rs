//! How battles end at the table: PP, pursuit and prisoners, withdrawal, leaders, retreat and surrender. With dice that fall as written.
#![allow(clippy::unwrap_used)]

use crate::battle::{corps, muster, own};
use crate::battle_laws::told_lost;
use crate::battles::{Draw, any_sealed};
use crate::common::sealing;
use crate::common::{Play, Source, untied};
use engine::eia::Position;
use engine::eia::land::battle::course::{Happened, Order};
use engine::eia::land::battle::fight::Who;
use engine::eia::land::battle::leader_casualties::Fate;
use engine::eia::land::battle::plan::When;
use engine::eia::land::battle::retreat::Retreat;
use engine::eia::land::battle::sealed::{Chit, GuardPlan, Own, Plan, Reinforce, Sealed};
use engine::eia::land::battle::{Battle, Ended, Field, Fought, Kind};
use engine::eia::land::forces::{Came, Leader};
use engine::eia::land::stacking::Muster;
use engine::eia::nations::Nation;
use engine::eia::powers::Power;
use engine::rule;
use engine::rules::RuleId;
use engine::table::act::{Act, Through};
use engine::table::{By, Entry, SeatId, Verb};
use serde_json::json;
use std::collections::BTreeMap;

use Power::{Austria, France, Prussia, Russia, Spain};

/// What a power brings and decides.
pub struct Brings {
    pub power: Power,
    pub muster: Muster,
    pub own: Own,
}

/// A power with corps `I`, `II` and so on, and leaders.
pub fn brings(power: Power, inside: &[&str], leaders: &[(&str, &str)]) -> Brings {
    let names = ["I", "II", "III", "IV", "V"].iter().take(inside.len());
    let leaders = leaders.iter().map(|(name, ratings)| Leader::read(name, ratings).unwrap()).collect();
    let muster = muster(names.map(|name| corps(name, power.key())).collect(), leaders);
    Brings { power, muster, own: own(inside) }
}

/// The person who holds a power.
pub fn person(power: Power) -> u32 {
    1 + Power::STANDARD.iter().position(|known| *known == power).unwrap() as u32
}

pub fn ordered(order: &Order) -> Verb {
    Verb::Game(serde_json::to_value(order).unwrap())
}

/// What happened in battles by these entries.
pub fn happened(made: &[Entry]) -> Vec<Happened> {
    let event = |entry: &Entry| {
        let value: serde_json::Value = serde_json::from_str(&entry.public).unwrap();
        serde_json::from_value(value["e"].clone()).ok()
    };
    made.iter().filter_map(event).collect()
}

/// Seven players with the seven powers in their order, and dice that fall as written.
pub fn seven(dice: &[u32]) -> Play {
    let mut play = Play::scripted(7, 0, json!({"ceiling": 60, "spare": "uncontrolled"}), &[]).started();
    play.bid((1..=7).map(untied).collect());
    fall(&mut play, dice);
    play
}

fn fall(play: &mut Play, dice: &[u32]) {
    dice.iter().for_each(|die| play.will_fall(&[&[*die]]));
}

/// A battle that was fought: its days, and its end.
pub struct Told {
    pub days: Vec<Fought>,
    pub ended: Ended,
}

impl Told {
    /// Corps after it, as they are written, by power.
    fn after(&self, power: Power) -> Vec<String> {
        let own = self.ended.book.iter().filter(|booked| booked.power == power);
        own.map(|booked| booked.after.to_string()).collect()
    }

    fn points(&self) -> Vec<(Power, i64, u32)> {
        self.ended.points.iter().map(|points| (points.power, points.points, points.corps)).collect()
    }

    fn cites(&self, rule: RuleId) -> bool {
        self.ended.rules.contains(&rule)
    }
}

/// Fights a battle to its end, with the plans of attacker and defender day by day.
pub fn fight(play: &mut Play, field: Field, all: &[Brings], days: &[[Plan; 2]]) -> Told {
    let mut made = play.must(person(field.attackers[0]), ordered(&Order::Open { field, neutral: false }));
    let number = play.position()["battles"]["last"].as_u64().unwrap() as u32;
    for one in all {
        let order = Order::Muster { number, power: one.power, muster: one.muster.clone() };
        made.extend(play.must(person(one.power), ordered(&order)));
    }
    for (day, plans) in (1..).zip(days) {
        let round = format!("battle/{number}/{day}");
        for one in all {
            let battle: Position = serde_json::from_value(play.position()).unwrap();
            let who = battle.battles.of[&number].commanded_by(&[one.power]);
            let factors = if day == 1 { one.own.factors.clone() } else { Vec::new() };
            let of = BTreeMap::from([(one.power, Own { factors, ..one.own.clone() })]);
            let sealed = Sealed { of, plan: who.map(|who| plans[who as usize].clone()) };
            let body = serde_json::to_value(sealed).unwrap();
            made.extend(play.must(person(one.power), sealing(&round, &body)));
        }
        for one in all {
            made.extend(play.must(person(one.power), Verb::Final { round: round.clone() }));
        }
    }
    told(&made)
}

/// The battle that these entries tell of to its end.
fn told(made: &[Entry]) -> Told {
    let (mut fought, mut ended) = (Vec::new(), None);
    for event in happened(made) {
        match event {
            Happened::BattleFought(day) => fought.push(*day),
            Happened::BattleEnded { ended: end, .. } => ended = Some(*end),
            _ => {}
        }
    }
    Told { days: fought, ended: ended.unwrap() }
}

/// The same with dice of its own, all of which fall.
pub fn with_dice(dice: &[u32], field: Field, all: &[Brings], days: &[[Plan; 2]]) -> Told {
    let mut play = seven(dice);
    let told = fight(&mut play, field, all, days);
    let Source::Script(script) = &play.source else { panic!("the dice are written") };
    assert_eq!(script.rolls.len(), 0, "{:?}", told.ended);
    told
}

pub fn plans(attack: Chit, defence: Chit) -> [Plan; 2] {
    [attack, defence].map(Plan::with)
}

/// The same, and both stay for another day.
pub fn staying(attack: Chit, defence: Chit) -> [Plan; 2] {
    [attack, defence].map(|chit| Plan { stays_with: Some(0), ..Plan::with(chit) })
}

pub fn at(place: &str, attackers: &[Power], defenders: &[Power]) -> Field {
    Field::new(place, attackers.to_vec(), defenders.to_vec())
}

/// The dice of an escalated assault that breaks a cordon of [`faint`] soldiers in one round, without a loss of morale of its own.
pub const BREAKS: [u32; 2] = [6, 1];

/// The same with corps of a country of which one round is enough.
pub fn faint(mut of: Brings) -> Brings {
    let plain = Nation::Major(of.power);
    for stands in of.muster.corps.iter_mut().filter(|stands| stands.corps.nation == plain) {
        stands.corps.nation = Nation::meant("algeria").unwrap();
    }
    of
}

#[test]
fn pp_count_the_corps_that_were_in_the_fight_on_any_day() {
    let ney = [("Ney", "1 2 3 B")];
    let charles = [("Charles", "3 2 3 A")];
    let all = || [brings(France, &["9i", "9i", "9i"], &ney), brings(Austria, &["40i"], &charles)];
    let around = || {
        let outflank = vec![(France, 1), (France, 2)];
        [Plan { outflank, ..Plan::with(Chit::Outflank) }, Plan::with(Chit::Counterattack)]
    };
    // Round 1; the arrival that fails; round 2, in which the pinning corps is broken; a die for each leader.
    let dice = [1, 6, 6, 1, 6, 1, 1];
    let told = with_dice(&dice, at("Ulm", &[France], &[Austria]), &all(), &[around()]);
    assert_eq!(told.ended.winner, Some(Who::Defender));
    assert_eq!(told.points(), [(Austria, 1, 1), (France, -1, 1)], "two of three never came");
    // On the day before all three fought, and another did not go around.
    let mut two_days = vec![1; 6];
    two_days.extend(dice);
    let days = [staying(Chit::Probe, Chit::Cordon), around()];
    let told = with_dice(&two_days, at("Ulm", &[France], &[Austria]), &all(), &days);
    assert_eq!(told.days.len(), 2);
    assert_eq!(told.points(), [(Austria, 2, 3), (France, -2, 3)]);
    // It arrives: all of them fought.
    let told = with_dice(&[1, 6, 1, 1, 6, 1, 1], at("Ulm", &[France], &[Austria]), &all(), &[around()]);
    assert_eq!(told.points(), [(Austria, 2, 3), (France, -2, 3)]);
}

/// France with cavalry against this, on a field that is changed so: an assault that breaks the cordon, with these dice after it.
fn beaten(dice: &[u32], change: impl FnOnce(&mut Field), defender: Brings, horse: &str) -> Told {
    let mut field = at("Ulm", &[France], &[defender.power]);
    change(&mut field);
    let dice: Vec<u32> = BREAKS.iter().chain(dice).copied().collect();
    let all = [brings(France, &[&format!("40i {horse}")], &[]), faint(defender)];
    with_dice(&dice, field, &all, &[plans(Chit::EscalatedAssault, Chit::Cordon)])
}

#[test]
fn house_land_pursuit_prisoners_are_a_tenth_of_its_losses_for_each_pip() {
    // Class 5 and a one: 30 percent of twenty cavalry, six equivalents, eighteen infantry; of these six tenths, rounded down.
    let told = beaten(&[1, 6], |_| (), brings(Austria, &["60i"], &[]), "20c");
    let pursuit = told.ended.pursuit.as_ref().unwrap();
    assert_eq!((pursuit.class, pursuit.percent, pursuit.cavalry, pursuit.equivalents), (5, 30, 20, 6));
    assert_eq!(pursuit.lost[0].1.to_string(), "18i");
    assert_eq!((pursuit.prisoners_die, pursuit.prisoners), (6, 10));
    assert_eq!(told.ended.prisoners, [(France, Austria, 10)]);
    let taken = |die: u32| beaten(&[1, die], |_| (), brings(Austria, &["60i"], &[]), "20c").ended.prisoners;
    assert_eq!(taken(1), [(France, Austria, 1)]);
    assert_eq!(taken(2), [(France, Austria, 3)]);
    assert_eq!(taken(5), [(France, Austria, 9)]);
    assert!(told.cites(rule!("house.land.pursuit.prisoners")));
}

#[test]
fn who_lets_the_beaten_go_rides_nobody_down() {
    let all = [brings(France, &["40i", "20c"], &[]), faint(brings(Austria, &["60i"], &[]))];
    let mut planned = plans(Chit::EscalatedAssault, Chit::Cordon);
    planned[0].no_pursuit = true;
    let told = with_dice(&BREAKS, at("Ulm", &[France], &[Austria]), &all, &[planned]);
    assert_eq!(
        (told.ended.winner, told.ended.pursuit, told.ended.prisoners.len()),
        (Some(Who::Attacker), None, 0)
    );
}

/// Who was ready while he fought is asked again when the battle is over: he has still to retreat and to tell what came of it. Others stay ready,
/// and so does who wants to be asked nothing before the month ends.
#[test]
fn who_fought_is_ready_no_more_when_the_battle_is_over() {
    let ready = |play: &Play| {
        let wait = play.campaign.play.wait().unwrap();
        wait.ready.iter().filter_map(SeatId::number).collect::<Vec<u32>>()
    };
    let mut play = seven(&BREAKS);
    let step = play.campaign.play.path();
    let [france, austria, prussia, spain] = [France, Austria, Prussia, Spain].map(person);
    let says = |through, hold| Act::Ready { through, hold };
    play.act(france, says(Through::Step, false));
    play.act(austria, says(Through::Turn, true));
    play.act(prussia, says(Through::Step, false));
    let all = [brings(France, &["40i"], &[]), faint(brings(Austria, &["60i"], &[]))];
    let planned = plans(Chit::EscalatedAssault, Chit::Cordon);
    fight(&mut play, at("Ulm", &[France], &[Austria]), &all, &[planned]);
    assert_eq!((ready(&play), play.campaign.play.path()), (vec![prussia], step));
    // Nothing but the month's end was to ask him.
    let mut play = seven(&BREAKS);
    play.act(spain, says(Through::Turn, false));
    play.act(france, says(Through::Turn, false));
    let planned = plans(Chit::EscalatedAssault, Chit::Cordon);
    fight(&mut play, at("Ulm", &[France], &[Austria]), &all, &[planned]);
    let mut still = ready(&play);
    still.sort_unstable();
    let mut asked_nothing = vec![france, spain];
    asked_nothing.sort_unstable();
    assert_eq!(still, asked_nothing);
}

#[test]
fn prisoners_are_of_who_lost_them_and_go_to_the_victors_by_their_corps() {
    let all = [
        brings(France, &["40i", "20c"], &[("Ney", "3 2 4 A")]),
        brings(Spain, &["10i"], &[]),
        faint(brings(Austria, &["45i"], &[("Mack", "1 2 4 A")])),
        faint(brings(Russia, &["15i"], &[])),
    ];
    let dice: Vec<u32> = BREAKS.into_iter().chain([1, 1, 1, 6]).collect();
    let field = at("Ulm", &[France, Spain], &[Austria, Russia]);
    let told = with_dice(&dice, field, &all, &[plans(Chit::EscalatedAssault, Chit::Cordon)]);
    let pursuit = told.ended.pursuit.unwrap();
    let lost: u32 = pursuit.lost.iter().map(|(_, lost)| lost.total()).sum();
    assert_eq!((pursuit.equivalents, lost, pursuit.prisoners), (6, 18, 10));
    // Of the eighteen that fell thirteen were Austrians and five Russians; two corps of three that hold them are French.
    assert_eq!(
        told.ended.prisoners,
        [(France, Austria, 5), (Spain, Austria, 2), (France, Russia, 2), (Spain, Russia, 1)]
    );
}

#[test]
fn house_land_retreat_surrounded_and_beaten_loses_twice_and_what_is_added_are_prisoners() {
    let surrounded = |field: &mut Field| {
        field.surrounded = Some(Who::Defender);
        field.from = vec!["Linz".to_owned()];
    };
    let told = beaten(&[1, 3], surrounded, brings(Austria, &["60i"], &[]), "7c");
    let pursuit = told.ended.pursuit.as_ref().unwrap();
    // 30 percent of seven: two equivalents, six factors, doubled to twelve; of the first six three tenths, and all six of the others.
    assert_eq!(
        (pursuit.equivalents, pursuit.doubled, pursuit.lost[0].1.to_string()),
        (2, true, "12i".to_owned())
    );
    assert_eq!((pursuit.prisoners, &told.ended.prisoners[..]), (7, &[(France, Austria, 7)][..]));
    // It is no surrender, and where everything is closed nothing is.
    assert!(matches!(&told.ended.retreat, Some(Retreat::To { closed, .. }) if closed.is_empty()));
    let open =
        beaten(&[1, 3], |field| field.from = vec!["Linz".to_owned()], brings(Austria, &["60i"], &[]), "7c");
    let pursuit = open.ended.pursuit.as_ref().unwrap();
    assert_eq!((pursuit.lost[0].1.to_string(), pursuit.prisoners), ("6i".to_owned(), 1));
    // Those who were in the area from the beginning came from where it says, and not from where nobody said.
    assert!(matches!(&open.ended.retreat, Some(Retreat::To { closed, behind, .. })
        if closed == &["Linz"] && behind.is_empty()));
}

#[test]
fn house_land_stacks_surplus_losses_in_a_roll_and_in_a_pursuit() {
    let mut austrians = brings(Austria, &["4i", "15i"], &[]);
    austrians.muster.corps[1].aside = true;
    // A roll of ten and more on four factors: those aside lose the rest of it, and of the pursuit all of it.
    let told = beaten(&[1, 1], |_| (), austrians, "7c");
    let lost: u32 = told.days[0].fight.armies[1].factors.iter().map(|factors| factors.total()).sum();
    let pursuit = told.ended.pursuit.as_ref().unwrap();
    assert_eq!((pursuit.aside, pursuit.equivalents), (6, 2));
    assert_eq!(told.after(Austria), ["0".to_owned(), format!("{}i", lost - 6)]);
    assert_eq!(lost, 19 - 9, "nine fell in the roll");
    assert!(told.cites(rule!("house.land.stacks.surplus-losses")));
}

#[test]
fn house_land_withdraw_costs_no_pp() {
    let all = || [brings(France, &["20c"], &[]), brings(Austria, &["9i 2c"], &[])];
    let field = || at("Jena", &[France], &[Austria]);
    // A one, and the corps is away: no round, no PP, and nobody pursues.
    let told = with_dice(&[1], field(), &all(), &[plans(Chit::Echelon, Chit::Withdraw)]);
    assert_eq!((told.ended.winner, told.ended.left), (None, Some(Who::Defender)));
    assert!(told.ended.points.is_empty() && told.ended.pursuit.is_none() && told.ended.retreat.is_none());
    assert!(told.cites(rule!("house.land.withdraw.no-pp")));
    assert_eq!(told.after(Austria), ["9i 2c"]);
    // At night after three rounds without a decision.
    let [attack, defence] = staying(Chit::Probe, Chit::Cordon);
    let night = with_dice(&[1; 6], field(), &all(), &[[Plan { stays_with: None, ..attack }, defence]]);
    assert_eq!((night.ended.winner, night.ended.left), (None, Some(Who::Attacker)));
    assert!(night.ended.points.is_empty() && night.ended.pursuit.is_none());
    assert!(night.cites(rule!("house.land.withdraw.night-no-pp")));
    // Who stays and is beaten pays.
    let beaten = beaten(&[1, 1], |_| (), brings(Austria, &["9i 2c"], &[]), "20c");
    assert_eq!(beaten.points(), [(France, 1, 1), (Austria, -1, 1)]);
}

#[test]
fn house_land_withdraw_surrounded_is_pursued_in_class_one_and_as_it_is() {
    let mut austrians = brings(Austria, &["30i", "9i"], &[]);
    austrians.muster.corps[1].corps.adjacent = true;
    let all = [brings(France, &["20c"], &[]), austrians];
    let field = Field { surrounded: Some(Who::Defender), ..at("Jena", &[France], &[Austria]) };
    // Away with a one; class 1 and a five, 10 percent of twenty; the prisoners' die.
    let told = with_dice(&[1, 5, 6], field, &all, &[plans(Chit::Echelon, Chit::Withdraw)]);
    let pursuit = told.ended.pursuit.as_ref().unwrap();
    assert_eq!((pursuit.class, pursuit.percent, pursuit.equivalents, pursuit.doubled), (1, 10, 2, false));
    assert_eq!((told.after(Austria), pursuit.prisoners), (vec!["24i".to_owned(), "9i".to_owned()], 3));
    assert!(told.ended.points.is_empty());
    assert!(told.cites(rule!("house.land.withdraw.surrounded")));
    assert!(told.cites(rule!("house.land.withdraw.surrounded-pursuit-class")));
}

#[test]
fn house_land_leader_casualty_is_rolled_for_each_leader_and_the_guard_adds_to_who_led_it() {
    let mut french = brings(France, &["40i 4gd", "20i"], &[("Ney", "3 3 4 A"), ("Soult", "3 3 4 B")]);
    french.own.guard =
        Some(GuardPlan { when: When::First, shift: 2, corps: 0, leader: Some(0), heavy: false });
    let all = [french, brings(Austria, &["30i"], &[("Mack", "1 2 4 A")])];
    // The guard's own loss and the round; then Ney's 4 and 2 more, wounded for three months; Soult's 5; Mack's two sixes.
    let field = at("Ulm", &[France], &[Austria]);
    let dice = [1, 6, 1, 4, 3, 5, 6, 6];
    let told = with_dice(&dice, field, &all, &[plans(Chit::EscalatedAssault, Chit::Cordon)]);
    let checked = |i: usize| {
        let one = &told.ended.leaders[i];
        (one.leader.as_str(), one.die, one.guard, one.second, one.fate)
    };
    assert_eq!(told.ended.leaders.len(), 3);
    assert_eq!(checked(0), ("Ney", 4, 2, Some(3), Fate::Wounded(3)));
    assert_eq!(checked(1), ("Soult", 5, 0, None, Fate::Unhurt));
    assert_eq!(checked(2), ("Mack", 6, 0, Some(6), Fate::Killed));
    let modifier = rule!("house.land.leader-casualty.guard-modifier");
    let cites = |i: usize| told.ended.leaders[i].rules.contains(&modifier);
    assert_eq!([cites(0), cites(1), cites(2)], [true, false, false]);
}

/// France, landed or over an arrow, beaten by Austria with these dice at the end; others who come beside the first corps.
fn lands(came: Came, others: impl FnOnce(&mut Brings), dice: &[u32]) -> Told {
    let mut french = brings(France, &["6i", "9i", "6i"], &[("Ney", "1 2 1 B")]);
    for stands in &mut french.muster.corps {
        stands.corps.came = came;
        stands.aside = stands.corps.name != "I";
    }
    others(&mut french);
    let all = [french, brings(Austria, &["20i"], &[("Charles", "4 2 4 A")])];
    let field = Field { river: true, ..at("Trieste", &[France], &[Austria]) };
    with_dice(dice, field, &all, &[plans(Chit::Probe, Chit::Counterattack)])
}

#[test]
fn house_combat_surrender_of_landed_corps_takes_those_who_wait_aside_too() {
    let reinforces = |french: &mut Brings| {
        french.own.reinforce = vec![Reinforce { corps: vec![2], leader: None, from: 2 }];
    };
    for (came, rule) in [
        (Came::Landed, rule!("house.combat.disembarked-retreat-surrender")),
        (Came::Crossed, rule!("house.combat.crossing-arrow-retreat-surrender")),
    ] {
        // Two fall in round 1; a six, and nobody comes; three fall in round 2, which breaks them. Then the leaders' dice.
        let told = lands(came, reinforces, &[1, 5, 6, 1, 6, 1, 1]);
        assert_eq!(told.ended.winner, Some(Who::Defender));
        assert!(matches!(&told.ended.retreat, Some(Retreat::Surrender { rules }) if rules == &[rule]));
        // What is left of those who fought, and all who stood aside, whether they were to come or not.
        assert_eq!(told.ended.prisoners, [(Austria, France, 1 + 9 + 6)]);
        assert_eq!(told.after(France), ["0", "0", "0"]);
        let ney =
            |told: &Told| told.ended.leaders.iter().find(|checked| checked.leader == "Ney").unwrap().fate;
        assert_eq!(ney(&told), Fate::Captured);
        // Who was killed is nobody's prisoner.
        let told = lands(came, reinforces, &[1, 5, 6, 1, 6, 6, 6, 1]);
        assert_eq!(ney(&told), Fate::Killed);
    }
}

#[test]
fn house_combat_landed_corps_go_along_with_those_who_came_over_land() {
    // One corps of the attackers came over land: all retreat along its line.
    let over_land = |french: &mut Brings| french.muster.corps[1].corps.came = Came::Overland;
    let told = lands(Came::Landed, over_land, &[1, 5, 1, 6, 1, 1]);
    assert!(matches!(told.ended.retreat, Some(Retreat::To { along_land: true, .. })));
    assert!(told.cites(rule!("house.combat.disembarked-retreat-land-exception")));
    assert!(told.ended.prisoners.is_empty());
    // So it is where that corps joined out of an adjacent area; while it has not come, it attacks with nobody.
    let joins = |french: &mut Brings| {
        let stands = &mut french.muster.corps[1];
        (stands.aside, stands.corps.adjacent, stands.corps.came) = (false, true, Came::Overland);
        french.own.reinforce = vec![Reinforce { corps: vec![1], leader: None, from: 2 }];
    };
    let joined = lands(Came::Landed, joins, &[1, 5, 1, 1, 6, 1, 1]);
    assert!(matches!(joined.ended.retreat, Some(Retreat::To { along_land: true, .. })), "{:?}", joined.ended);
    let late = lands(Came::Landed, joins, &[1, 5, 6, 1, 6, 1, 1]);
    assert!(matches!(late.ended.retreat, Some(Retreat::Surrender { .. })));
    assert_eq!(late.after(France), ["0", "9i", "0"], "who never came is not there to surrender");
}

#[test]
fn house_land_retreat_is_closed_where_attackers_came_from_and_reinforced_from() {
    let reinforced = |surrounded: Option<Who>| {
        let mut french = brings(France, &["40i", "9i", "9i", "9i"], &[]);
        for (i, from) in [(0, Some("Ulm")), (1, Some("Linz")), (2, None), (3, Some("Prague"))] {
            let corps = &mut french.muster.corps[i].corps;
            (corps.adjacent, corps.from) = (i > 0, from.map(str::to_owned));
        }
        let group = |corps| Reinforce { corps: vec![corps], leader: None, from: 2 };
        french.own.reinforce = (1..4).map(group).collect();
        let all = [french, brings(Austria, &["60i"], &[])];
        let field = Field {
            from: vec!["Vienna".to_owned(), "ulm".to_owned()],
            surrounded,
            ..at("Brno", &[France], &[Austria])
        };
        // Two come, one does not; two rounds.
        let dice = [3, 1, 1, 1, 6, 6, 1];
        with_dice(&dice, field, &all, &[plans(Chit::EscalatedAssault, Chit::Cordon)])
    };
    let told = reinforced(None);
    let Some(Retreat::To { closed, behind, rules, .. }) = &told.ended.retreat else { panic!("no retreat") };
    assert_eq!(closed, &["Vienna", "ulm", "Linz"]);
    assert_eq!(behind, &["III"], "where it came from nobody said");
    assert!(rules.contains(&rule!("house.land.retreat.no-attacker-origin")));
    let told = reinforced(Some(Who::Defender));
    assert!(matches!(&told.ended.retreat, Some(Retreat::To { closed, behind, .. })
        if closed.is_empty() && behind.is_empty()));
}

#[test]
fn house_land_retreat_no_surrender_but_on_an_island() {
    let told = beaten(&[], |field| field.island = true, brings(Austria, &["60i"], &[]), "20c");
    assert!(matches!(told.ended.retreat, Some(Retreat::Surrender { .. })));
    assert!(told.ended.pursuit.is_none() && told.cites(rule!("house.land.retreat.no-surrender")));
    let left = told.days[0].fight.armies[1].factors[0].total();
    assert_eq!(
        (told.ended.prisoners.clone(), told.after(Austria)),
        (vec![(France, Austria, left)], vec!["0".to_owned()])
    );
}

#[test]
fn house_land_retreat_of_sponsored_minors() {
    let capitals = |with_major: bool, led: bool| {
        let mut saxons = brings(Prussia, if with_major { &["30i", "30i"] } else { &["60i"] }, &[]);
        saxons.muster.corps[0] = corps("Saxons", "saxony");
        saxons.muster.corps[0].corps.sponsored = true;
        let mut dice = vec![1, 1];
        if led {
            saxons.muster.leaders = vec![Leader::read("Hohenlohe", "2 2 4 B").unwrap()];
            dice.insert(0, 1);
        }
        let told = beaten(&dice, |_| (), saxons, "7c");
        assert!(told.cites(rule!("house.land.retreat.sponsored-minors")));
        match told.ended.retreat {
            Some(Retreat::To { capitals, .. }) => capitals,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(capitals(false, false), ["Saxony"]);
    assert_eq!(capitals(false, true), ["Saxony"]);
    assert_eq!(capitals(true, false), ["Saxony"], "without a leader each goes his own way");
    assert!(capitals(true, true).is_empty(), "the nation of who leads a mixed force decides");
}

#[test]
fn house_siege_a_garrison_that_breaks_is_taken_and_a_storm_that_fails_costs_what_fell() {
    let storms = |garrison: &str, dice: &[u32]| {
        let field = Field { kind: Kind::Assault, fortress: Some(20), ..at("Mantua", &[France], &[Austria]) };
        let all = [brings(France, &["18i 2c"], &[]), faint(brings(Austria, &[garrison], &[]))];
        with_dice(dice, field, &all, &[plans(Chit::Assault, Chit::Cordon)])
    };
    // 2-1 and a six take 10 percent of twenty, and the morale of Algerians: whoever is left of them is a prisoner.
    let taken = storms("9i", &[6, 1]);
    assert!(matches!(&taken.ended.retreat, Some(Retreat::Surrender { rules }) if rules.is_empty()));
    assert_eq!(
        (taken.after(Austria), taken.ended.prisoners.clone()),
        (vec!["0".to_owned()], vec![(France, Austria, 7)])
    );
    assert!(taken.ended.points.is_empty() && taken.ended.pursuit.is_none());
    // 3-2 breaks whoever storms in round 3: no pursuit, no prisoners, no PP, and nowhere to go.
    let beaten_off = storms("40i 20c", &[1, 6, 1, 6, 1, 6]);
    assert_eq!(beaten_off.ended.winner, Some(Who::Defender));
    assert!(beaten_off.ended.retreat.is_none() && beaten_off.ended.pursuit.is_none());
    assert!(beaten_off.ended.points.is_empty() && beaten_off.ended.prisoners.is_empty());
}

/// France and Spain storm a fortress for so many, and Austria holds it.
fn storming(holds: u32) -> (Play, Field, [Brings; 3]) {
    let field =
        Field { kind: Kind::Assault, fortress: Some(holds), ..at("Mantua", &[France, Spain], &[Austria]) };
    let all = [
        brings(France, &["6i", "5i 2gd"], &[]),
        brings(Spain, &["4i 1a"], &[]),
        brings(Austria, &["9i"], &[]),
    ];
    (seven(&[1; 9]), field, all)
}

#[test]
fn house_siege_assault_limit_is_shared_by_allies_and_drops_nobody() {
    let limit = "house.siege.assault-limit";
    let (mut play, field, _) = storming(1);
    let says = play.refused_under(limit, person(France), ordered(&Order::Open { field, neutral: false }));
    assert!(says.contains("at least one of each power"), "{says}");

    // Without a word each has the half of it, the first one more.
    let (mut play, field, [mut france, mut spain, austria]) = storming(11);
    let muster =
        |of: &Brings| ordered(&Order::Muster { number: 1, power: of.power, muster: of.muster.clone() });
    let seal = |of: &Brings, plan: Option<Chit>| {
        let of = BTreeMap::from([(of.power, of.own.clone())]);
        let body = serde_json::to_value(Sealed { of, plan: plan.map(Plan::with) }).unwrap();
        sealing("battle/1/1", &body)
    };
    play.must(person(France), ordered(&Order::Open { field: field.clone(), neutral: false }));
    for one in [&france, &spain, &austria] {
        play.must(person(one.power), muster(one));
    }
    let says = play.refused_under(limit, person(France), seal(&france, Some(Chit::Assault)));
    assert!(says.starts_with("11 factors would storm") && says.contains("6 of them are of France"), "{says}");
    france.own = own(&["6i", "2gd"]);
    play.must(person(France), seal(&france, Some(Chit::Assault)));
    spain.own = own(&["6i"]);
    assert!(play.refused_under(limit, person(Spain), seal(&spain, None)).contains("5 of them are of Spain"));

    // Or as they tell in their musters, which must leave one for each.
    let (mut play, field, [mut france, mut spain, austria]) = storming(15);
    play.must(person(France), ordered(&Order::Open { field: field.clone(), neutral: false }));
    let storms = |of: &mut Brings, n: u32| of.muster.storms = Some(n);
    storms(&mut spain, 15);
    let says = play.refused_under(limit, person(Spain), muster(&spain));
    assert!(
        says.contains("With 15 for Spain at least 16 factors would storm. The fortress holds 15"),
        "{says}"
    );
    storms(&mut spain, 0);
    play.refused_under(limit, person(Spain), muster(&spain));
    storms(&mut spain, 4);
    play.must(person(Spain), muster(&spain));
    storms(&mut france, 12);
    assert!(play.refused_under(limit, person(France), muster(&france)).contains("at least 16 factors"));
    // Who told four has four, not his half.
    spain.own = own(&["5i"]);
    let (mut other, ..) = storming(15);
    other.must(person(France), ordered(&Order::Open { field: field.clone(), neutral: false }));
    france.muster.storms = None;
    for one in [&france, &spain, &austria] {
        other.must(person(one.power), muster(one));
    }
    assert!(other.refused_under(limit, person(Spain), seal(&spain, None)).contains("4 of them are of Spain"));
    spain.own = own(&["4i 1a"]);
    // Who tells nothing has what is left, eleven; and all that was sealed storms.
    france.muster.storms = None;
    for one in [&france, &austria] {
        play.must(person(one.power), muster(one));
    }
    play.must(person(France), seal(&france, Some(Chit::Assault)));
    play.must(person(Spain), seal(&spain, None));
    play.must(person(Austria), seal(&austria, Some(Chit::Cordon)));
    let mut made = Vec::new();
    for one in [France, Spain, Austria] {
        made = play.must(person(one), Verb::Final { round: "battle/1/1".to_owned() });
    }
    let day = happened(&made).into_iter().find_map(|event| match event {
        Happened::BattleFought(day) => Some(*day),
        _ => None,
    });
    assert_eq!(day.unwrap().strengths, [6 + 5 + 2 + 4 + 1, 9]);

    // Nobody shares a fortress with nobody, nor what is none.
    let mut play = seven(&[]);
    let alone = Field { attackers: vec![France], ..field };
    play.must(person(France), ordered(&Order::Open { field: alone, neutral: false }));
    storms(&mut france, 5);
    assert!(play.refused_under(limit, person(France), muster(&france)).contains("storm a fortress together"));
}

#[test]
fn house_land_depots_a_garrison_is_neutral_when_its_own_players_say_so() {
    let neutral = "house.land.depots.neutral-garrison";
    let mut play = seven(&[]);
    let claim = |place: &str, garrison: &[Power]| {
        let field = Field { kind: Kind::Trivial, depot: Some(Russia), ..at(place, &[France], garrison) };
        ordered(&Order::Open { field, neutral: true })
    };
    let says = |number: u32| ordered(&Order::Neutral { number });
    let undefended = |made: &[Entry]| {
        happened(made).into_iter().find_map(|event| match event {
            Happened::DepotUndefended { battle, depot, garrison, rules, .. } => {
                assert_eq!(rules, [rule!("house.land.depots.neutral-garrison")]);
                Some((battle, depot, garrison))
            }
            _ => None,
        })
    };
    // The attacker claims it: that is no fact yet, and nobody but the garrison's player makes it one.
    let made = play.must(person(France), claim("Brody", &[Austria]));
    assert_eq!(undefended(&made), None);
    assert!(play.refused_under(neutral, person(France), says(1)).contains("its own players"));
    assert!(play.refused_under(neutral, person(Russia), says(1)).contains("its own players"));
    let made = play.must(person(Austria), says(1));
    assert_eq!(undefended(&made), Some((Some(1), Russia, vec![Austria])));
    assert!(play.position()["battles"]["of"].get("1").is_none(), "nobody fights");

    // Who musters the garrison says that it is none, and it is fought.
    play.must(person(France), claim("Brody", &[Austria]));
    let muster = |power: Power| {
        let Brings { muster, .. } = brings(power, &["9i"], &[]);
        ordered(&Order::Muster { number: 2, power, muster })
    };
    play.must(person(France), muster(France));
    play.must(person(Austria), muster(Austria));
    assert!(play.refused_under(neutral, person(Austria), says(2)).contains("has mustered and fights"));
    assert!(play.campaign.play.rounds.contains_key("battle/2/1"));

    // Of several each says it; who opens it for his own garrison says it by that. That the attacker musters says nothing of it.
    play.must(person(France), claim("Lemberg", &[Austria, Prussia]));
    let Brings { muster, .. } = brings(France, &["9i"], &[]);
    play.must(person(France), ordered(&Order::Muster { number: 3, power: France, muster }));
    assert_eq!(undefended(&play.must(person(Prussia), says(3))), None);
    assert!(play.refused_under(neutral, person(Prussia), says(3)).contains("said already"));
    assert_eq!(
        undefended(&play.must(person(Austria), says(3))),
        Some((Some(3), Russia, vec![Austria, Prussia]))
    );
    assert_eq!(
        undefended(&play.must(person(Austria), claim("Tarnopol", &[Austria]))),
        Some((None, Russia, vec![Austria]))
    );
}

/// Factors by power, all sorts together.
type Sums = BTreeMap<Power, u32>;

/// A battle drawn from a seed, fought at the table to its end; `None` where it cannot be mustered so. Plans that are refused give way to plain
/// ones.
fn drawn(play: &mut Play, seed: u64) -> Option<(Battle, Told)> {
    let (mut battle, plans) = any_sealed(seed);
    let mut draw = Draw::of(seed);
    battle.field.place = format!("Field {seed}");
    battle.field.surrounded = draw.yes(60).then(|| draw.one(&Who::BOTH));
    battle.field.island = draw.yes(10);
    let landed = draw.yes(30);
    let mut made = play.must(
        person(battle.field.attackers[0]),
        ordered(&Order::Open { field: battle.field.clone(), neutral: false }),
    );
    let number = play.position()["battles"]["last"].as_u64().unwrap() as u32;
    for (power, muster) in &mut battle.musters {
        let attacks = battle.field.attackers.contains(power);
        for stands in muster.corps.iter_mut().filter(|stands| attacks && landed && !stands.corps.adjacent) {
            stands.corps.came = Came::Landed;
        }
        // Others than in the battles before: those may be destroyed, and wounds may keep a leader away.
        muster
            .corps
            .iter_mut()
            .for_each(|stands| stands.corps.name = format!("{} {seed}", stands.corps.name));
        muster.leaders.iter_mut().for_each(|leader| leader.name = format!("{} {seed}", leader.name));
        let order = ordered(&Order::Muster { number, power: *power, muster: muster.clone() });
        match play.give(By::Person(person(*power)), order) {
            Ok(entries) => made.extend(entries),
            Err(_) => {
                play.must(person(battle.field.attackers[0]), ordered(&Order::CallOff { number }));
                return None;
            }
        }
    }
    for day in 1..=3 {
        let round = format!("battle/{number}/{day}");
        if !play.campaign.play.rounds.contains_key(&round) {
            break;
        }
        for power in battle.field.powers() {
            let position: Position = serde_json::from_value(play.position()).unwrap();
            let who = position.battles.of[&number].commanded_by(&[power]);
            let of = |own: Own, plan: Option<Plan>| {
                let factors = if day == 1 { own.factors.clone() } else { Vec::new() };
                let plan = plan.map(|plan| Plan { stays_with: Some(0), ..plan });
                let of = BTreeMap::from([(power, Own { factors, ..own })]);
                let body = serde_json::to_value(Sealed { of, plan }).unwrap();
                sealing(&round, &body)
            };
            let own = &battle.own[&power];
            let plain = Own { factors: own.factors.clone(), ..Own::default() };
            let wanted = of(own.clone(), who.map(|who| plans[who as usize].clone()));
            let bare = who.map(|who| Plan::with(Chit::of(who)[0]));
            if play.give(By::Person(person(power)), wanted).is_err() {
                play.must(person(power), of(plain, bare));
            }
        }
        for power in battle.field.powers() {
            made.extend(play.must(person(power), Verb::Final { round: round.clone() }));
        }
    }
    Some((battle, told(&made)))
}

#[test]
fn what_each_power_brought_to_a_battle_is_left_or_lost_or_taken() {
    let mut play = Play::in_months(7, |_| ());
    let (mut fought, mut pursued, mut surrendered, mut doubled, mut shared) = (0, 0, 0, 0, 0);
    for seed in 0..240 {
        let Some((battle, told)) = drawn(&mut play, seed) else { continue };
        let (ended, last) = (&told.ended, told.days.last().unwrap());
        fought += 1;
        let mut lost: BTreeMap<(Power, usize), u32> = BTreeMap::new();
        for who in Who::BOTH {
            let corps = battle.corps(who);
            for day in &told.days {
                for (corps, of) in corps.iter().zip(told_lost(&day.notes, who)) {
                    *lost.entry(*corps).or_default() += u32::try_from(of.iter().sum::<i32>()).unwrap();
                }
            }
            let rode =
                ended.pursuit.as_ref().filter(|_| ended.winner.map(Who::other).or(ended.left) == Some(who));
            for (i, factors) in rode.iter().flat_map(|pursuit| &pursuit.lost) {
                *lost.entry(corps[usize::from(*i)]).or_default() += factors.total();
            }
        }
        let surrenders = matches!(ended.retreat, Some(Retreat::Surrender { .. }));
        let (mut taken, mut gone) = (Sums::new(), Sums::new());
        for (_, nation, n) in &ended.prisoners {
            *taken.entry(*nation).or_default() += n;
        }
        for who in Who::BOTH {
            for (i, (power, n)) in battle.corps(who).into_iter().enumerate() {
                let name = &battle.stands(power, n).unwrap().corps.name;
                let booked = ended.book.iter().find(|of| of.power == power && of.corps == *name).unwrap();
                let (before, after) = (booked.before.total(), booked.after.total());
                let lost = lost.get(&(power, n)).copied().unwrap_or_default();
                assert_eq!(before, battle.own[&power].factors[n].total());
                let gave_up = before - lost - after;
                assert!(gave_up == 0 || surrenders && ended.winner == Some(who.other()), "{seed}: {ended:?}");
                *gone.entry(power).or_default() += if surrenders { gave_up } else { lost };
                if ended.winner == Some(who) {
                    assert_eq!(
                        after,
                        last.fight.armies[who as usize].factors[i].total(),
                        "{seed}: who wins loses nothing after it"
                    );
                }
            }
        }
        for (power, n) in &taken {
            let of = gone[power];
            assert!(
                if surrenders { *n == of } else { *n <= of },
                "{seed}: {n} of {power} are taken, {of} are gone"
            );
            assert_eq!(battle.field.side(*power), ended.winner.map(Who::other).or(ended.left));
        }
        for (holder, ..) in &ended.prisoners {
            assert_ne!(battle.field.side(*holder), ended.winner.map(Who::other).or(ended.left));
        }
        if let Some(pursuit) = &ended.pursuit {
            pursued += 1;
            doubled += usize::from(pursuit.doubled);
            assert_eq!(taken.values().sum::<u32>(), pursuit.prisoners);
        }
        surrendered += usize::from(surrenders);
        shared += usize::from(battle.field.powers().len() > 2);
    }
    println!(
        "{fought} battles, {pursued} pursuits, {doubled} doubled, {surrendered} surrenders, {shared} with allies"
    );
    assert!(fought >= 40 && pursued >= 20 && doubled >= 3 && surrendered >= 2 && shared >= 15);
    play.right_now();
}

// 7.5
#[test]
fn what_the_bot_worked_out_of_a_battle_nobody_denies() {
    let mut play = crate::battle_values::turin_is_fought();
    let ended = crate::common::battles::happened(&play.entries, "battle_ended").unwrap();
    let points = ended["points"].as_array().unwrap().clone();
    assert_eq!(points.len(), 2, "one gains, one loses");
    for of in points {
        let key = format!("pp/{}", of["power"].as_str().unwrap());
        let moved = 2 * of["points"].as_i64().unwrap();
        let now = |play: &crate::common::Play| {
            play.campaign.values().into_iter().find(|value| value.key == key).unwrap().now
        };
        let value = now(&play) + moved;
        play.tells(6, Verb::Act { act: Act::Tell { key: key.clone(), value }, text: None });
        assert_eq!((now(&play), play.campaign.play.tellings.len()), (value, 0));
        // A second time it is a player's own word.
        let value = value + moved;
        play.tells(6, Verb::Act { act: Act::Tell { key: key.clone(), value }, text: None });
        let telling = *play.campaign.play.tellings.keys().next().unwrap();
        play.tells(6, Verb::Act { act: Act::WithdrawTelling { telling }, text: None });
    }
}
