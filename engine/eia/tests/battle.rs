//! Field battles over values, with scripted dice.
#![allow(clippy::unwrap_used)]

use eia::typed::Typed;
use engine::eia::charts::charts;
use engine::eia::land::battle::assemble::{Options, Ready, ready};
use engine::eia::land::battle::fight::{Breaks, Croupier, Note, Throw, Who};
use engine::eia::land::battle::odds::{End, exact};
use engine::eia::land::battle::points::{self, Napoleon};
use engine::eia::land::battle::pursuit;
use engine::eia::land::battle::sealed::{Chit, Own, Plan};
use engine::eia::land::battle::{Battle, Commander, Field};
use engine::eia::land::forces::{Corps, Factors, Leader, Troop};
use engine::eia::land::stacking::{Muster, Stands};
use engine::eia::land::values::Values;
use engine::eia::nations::Nation;
use engine::eia::powers::Power;
use std::collections::BTreeMap;

/// Dice that fall as they are told, in the order in which they are thrown.
pub struct Scripted {
    dice: Vec<u8>,
    pub heard: Vec<Note>,
    pub thrown: Vec<Throw>,
}

impl Scripted {
    pub fn of(dice: &[u8]) -> Scripted {
        let dice = dice.iter().rev().copied().collect();
        Scripted { dice, heard: Vec::new(), thrown: Vec::new() }
    }
}

impl Croupier for Scripted {
    type Stop = String;
    const LISTENS: bool = true;

    fn die(&mut self, throw: Throw) -> Result<u8, String> {
        self.thrown.push(throw);
        self.dice.pop().ok_or_else(|| format!("no die left for {throw:?}"))
    }

    fn hear(&mut self, note: Note) {
        self.heard.push(note);
    }
}

pub fn corps(name: &str, nation: &str) -> Stands {
    Stands { corps: Corps::named(name, Nation::meant(nation).unwrap()), aside: false }
}

pub fn muster(corps: Vec<Stands>, leaders: Vec<Leader>) -> Muster {
    Muster { corps, leaders, ..Muster::default() }
}

pub fn own(factors: &[&str]) -> Own {
    Own { factors: factors.iter().map(|text| Factors::read(text).unwrap()).collect(), ..Own::default() }
}

pub fn plan(chit: Chit) -> Plan {
    Plan::with(chit)
}

pub fn field(attackers: Vec<Power>, defenders: Vec<Power>) -> Field {
    Field::new("Turin", attackers, defenders)
}

pub fn battle(field: Field, musters: BTreeMap<Power, Muster>, own: BTreeMap<Power, Own>) -> Battle {
    let command = Who::BOTH.map(|who| {
        let power = field.of(who)[0];
        Commander { power, leader: (!musters[&power].leaders.is_empty()).then_some(0) }
    });
    Battle { musters, command: Some(command), own, ..Battle::opened(field) }
}

/// A French corps under its own ratings against the Lombard corps of Austria.
fn turin(french: &str) -> Ready {
    turin_by(french, &Typed::new())
}

/// The same with values that a group typed; as then, cavalry does not come in types.
fn turin_by(french: &str, typed: &Typed) -> Ready {
    let (fr, au) = (Power::France, Power::Austria);
    let eugene = Leader::read("Eugene", "4 3 4 C").unwrap();
    let musters = BTreeMap::from([
        (fr, muster(vec![corps("I Corps", "France")], vec![eugene])),
        (au, muster(vec![corps("Lombard Corps", "Lombardy")], vec![])),
    ]);
    let own = BTreeMap::from([(fr, own(&[french])), (au, own(&["11i 2c"]))]);
    let battle = battle(field(vec![fr], vec![au]), musters, own);
    let options = Options { cavalry_types: false, ..Options::default() };
    ready(&battle, &[plan(Chit::Probe), plan(Chit::Cordon)], typed, options).unwrap()
}

#[test]
fn the_odds_of_a_day_are_those_of_the_values_that_a_group_typed() {
    let wins = |typed: &[(&str, i64)]| {
        let typed = typed.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect();
        let Ready { setting, fight, .. } = turin_by("35i 5c", &typed);
        exact(&setting, &fight).of(End::Attacker)
    };
    let shipped = wins(&[]);
    assert!(wins(&[("morale_lombardy_infantry", 10), ("morale_lombardy_cavalry", 10)]) > shipped);
    assert!(wins(&[("rated_3_1", -1)]) < shipped);
    assert!(wins(&[("ground_clear_attacker_morale", -1)]) < shipped);
    // Values of others change nothing.
    assert!((wins(&[("morale_guard", 90), ("ground_marsh_attacker_morale", -1)]) - shipped).abs() < 1e-12);
}

#[test]
fn the_battle_of_turin_as_a_group_reported_it() {
    let ready = turin("35i 5c");
    let mut table = Scripted::of(&[6, 4, 3, 5, 1, 1]);
    let mut fight = ready.fight;
    fight.run(&ready.setting, &mut table).unwrap();
    let mut rounds = Vec::new();
    let mut broke = Vec::new();
    for note in &table.heard {
        match note {
            Note::Clash { rolled, lost, .. } => {
                let factors = |i: usize| lost[i].iter().map(|(_, lost)| lost.total()).sum::<u32>();
                // What the French inflict, then what they receive: factors and tenths of morale.
                rounds.push([(factors(1), rolled[0].morale), (factors(0), rolled[1].morale)]);
            }
            Note::Broke { who, why, cavalry, .. } => broke.push((*who, *why, cavalry.map(|(_, sort)| sort))),
            _ => {}
        }
    }
    assert_eq!(rounds, [[(2, 8), (0, 5)], [(6, 16), (1, 5)], [(2, 10), (0, 0)]]);
    assert_eq!(broke, [(Who::Defender, Breaks::Morale, Some(Troop::Cavalry))]);
    let lombards = fight.armies[1].factors[0];
    assert_eq!(lombards.to_string(), "2i 1c");

    // Pursuit: 1.0 of morale was lost in three rounds; 15 % of 5 cavalry; fewer than three infantry are left, so a cavalry factor falls.
    assert_eq!(fight.armies[0].lost, 10);
    let nothing = Typed::new();
    let values = Values::of(&nothing);
    let class = values.class(10, 3).0.unwrap();
    let side = &ready.setting.sides[1];
    let five = fight.armies[0].fighting().cavalry();
    let chart = |percent, of| charts().factors(percent, of).unwrap();
    let pursuit = pursuit::pursue(
        &mut fight.armies[1],
        side,
        class,
        3,
        values.percent(class, 3).value,
        five,
        false,
        1,
        chart,
    );
    assert_eq!((pursuit.class, pursuit.percent, pursuit.cavalry, pursuit.equivalents), (3, 15, 5, 1));
    assert_eq!(fight.armies[0].factors[0].to_string(), "34i 5c");
    let lost = Factors::read("11i 2c").unwrap().without(fight.armies[1].factors[0]);
    assert_eq!(lost.to_string(), "9i 2c");
    let corps = |power| BTreeMap::from([(power, 1)]);
    let points = points::points(values, &corps(Power::France), &corps(Power::Austria), Napoleon::Away);
    let told: Vec<_> = points.iter().map(|points| (points.power, points.points)).collect();
    assert_eq!(told, [(Power::France, 1), (Power::Austria, -1)]);
}
