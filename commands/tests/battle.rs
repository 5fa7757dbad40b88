//! How a field battle is told: the posts of three battles, every step of a day, the books of an owner, and the picture.
#![allow(clippy::unwrap_used)]

mod common;

use commands::message::{Embed, Message};
use commands::present::battle::{book, day, ended, mustered, opened, picture};
use commands::speech::{Language, in_language};
use common::{NASTY, assert_fits};
use engine::eia::charts::TableName;
use engine::eia::chits::Terrain;
use engine::eia::land::battle::aftermath::{self, Checked, Fate, Napoleon, Points, Pursuit, Retreat};
use engine::eia::land::battle::assemble::{Options, ready};
use engine::eia::land::battle::fight::{Added, Breaks, Note, Rolled, Step, Table, Throw, Tried, Who, Why};
use engine::eia::land::battle::plan::When;
use engine::eia::land::battle::sealed::{Chit, GuardPlan, Own, Plan, Reinforce};
use engine::eia::land::battle::{Battle, Booked, Ended, Field, Fought, Kind, Region};
use engine::eia::land::forces::{Came, Corps, Factors, Leader, Sort};
use engine::eia::land::stacking::{Muster, Stands};
use engine::eia::nations::Nation;
use engine::eia::powers::Power;
use engine::rule;
use std::collections::BTreeMap;

/// Dice that fall as they are told, in the order in which they are thrown; then threes.
struct Scripted {
    dice: Vec<u8>,
    heard: Vec<Note>,
}

impl Table for Scripted {
    type Stop = String;
    const LISTENS: bool = true;

    fn die(&mut self, _throw: Throw) -> Result<u8, String> {
        Ok(self.dice.pop().unwrap_or(3))
    }

    fn hear(&mut self, note: Note) {
        self.heard.push(note);
    }
}

fn corps(name: &str, nation: &str) -> Stands {
    Stands { corps: Corps::named(name, Nation::meant(nation).unwrap()), aside: false }
}

fn muster(corps: Vec<Stands>, leaders: Vec<Leader>) -> Muster {
    Muster { corps, leaders, ..Muster::default() }
}

fn own(factors: &[&str]) -> Own {
    Own { factors: factors.iter().map(|text| Factors::read(text).unwrap()).collect(), ..Own::default() }
}

fn plan(chit: Chit) -> Plan {
    Plan { chit, outflank: Vec::new(), stays_with: None, no_pursuit: false }
}

fn leader(name: &str, ratings: &str) -> Leader {
    Leader::read(name, ratings).unwrap()
}

fn battle(place: &str, attackers: Vec<Power>, defenders: Vec<Power>) -> Battle {
    Battle {
        field: Field {
            place: place.to_owned(),
            kind: Kind::Field,
            terrain: Terrain::Clear,
            river: false,
            region: None,
            surrounded: None,
            island: false,
            from: Vec::new(),
            dominant: None,
            attackers,
            defenders,
        },
        musters: BTreeMap::new(),
        command: None,
        day: 1,
        rounds: 0,
        own: BTreeMap::new(),
        plans: None,
        armies: None,
        ended: None,
    }
}

/// Fights a day with these plans and dice, and leaves the armies on the field.
fn fight(battle: &mut Battle, plans: [Plan; 2], dice: &[u8]) -> Fought {
    let command = Who::BOTH.map(|who| {
        let power = battle.field.of(who)[0];
        (power, (!battle.musters[&power].leaders.is_empty()).then_some(0))
    });
    battle.command = Some(command);
    let ready = ready(battle, &plans, &BTreeMap::new(), Options::default()).unwrap();
    let mut table = Scripted { dice: dice.iter().rev().copied().collect(), heard: Vec::new() };
    let mut fight = ready.fight;
    let strengths = [0, 1].map(|i: usize| {
        let army = &ready.fight.armies[i];
        let there = (0..16).filter(|n| {
            use engine::eia::land::battle::fight::Place::{Fighting, Outflanking};
            matches!(army.places[*n], Fighting | Outflanking)
        });
        there.map(|n| army.factors[n].total()).sum()
    });
    fight.run(&ready.setting, &mut table).unwrap();
    battle.armies = Some(fight.armies);
    Fought {
        battle: 1,
        day: battle.day,
        attack: plans[0].chit.attack().unwrap(),
        defence: plans[1].chit.defence().unwrap(),
        morale: [0, 1].map(|i: usize| ready.setting.sides[i].morale),
        strengths,
        notes: table.heard,
        fight,
        rules: ready.rules,
        unprinted: ready.unprinted,
    }
}

/// The corps of a battle before and after.
fn books(battle: &Battle) -> Vec<Booked> {
    let all = Who::BOTH.into_iter().flat_map(|who| battle.corps(who));
    let booked = all.map(|(power, i)| Booked {
        power,
        corps: battle.stands(power, i).unwrap().corps.name.clone(),
        before: battle.own[&power].factors[i],
        after: battle.factors(power, i),
    });
    booked.collect()
}

fn over(battle: &Battle, winner: Option<Who>) -> Ended {
    Ended {
        winner,
        left: None,
        pursuit: None,
        leaders: Vec::new(),
        points: Vec::new(),
        retreat: None,
        prisoners: Vec::new(),
        book: books(battle),
        rules: Vec::new(),
    }
}

/// A French corps against the Lombard corps of Austria, as a group reported it.
fn turin() -> (Battle, Vec<Fought>, Ended) {
    let (fr, au) = (Power::France, Power::Austria);
    let mut battle = battle("Turin", vec![fr], vec![au]);
    battle.field.from = vec!["Lyons".to_owned()];
    battle.musters = BTreeMap::from([
        (fr, muster(vec![corps("I Corps", "France")], vec![leader("Eugene", "4 3 4 C")])),
        (au, muster(vec![corps("Lombard Corps", "Lombardy")], vec![])),
    ]);
    battle.own = BTreeMap::from([(fr, own(&["35i 5c"])), (au, own(&["11i 2c"]))]);
    let fought = fight(&mut battle, [plan(Chit::Probe), plan(Chit::Cordon)], &[6, 4, 3, 5, 1, 1]);
    let mut ended = over(&battle, Some(Who::Attacker));
    let power = |power| BTreeMap::from([(power, 1)]);
    ended.points = aftermath::points(&power(fr), &power(au), Napoleon::Away);
    ended.pursuit = Some(Pursuit {
        class: 3,
        die: 3,
        percent: 15,
        cavalry: 5,
        equivalents: 1,
        doubled: false,
        lost: vec![(0, Factors::read("1c").unwrap())],
        prisoners_die: 1,
        prisoners: 0,
        rules: vec![rule!("house.land.pursuit.prisoners")],
    });
    ended.leaders = vec![Checked {
        leader: "Eugene".to_owned(),
        of: fr,
        die: 4,
        guard: 0,
        second: None,
        fate: Fate::Unhurt,
        rules: vec![rule!("house.land.leader-casualty.individual")],
    }];
    ended.retreat = Some(Retreat::To {
        closed: vec!["Lyons".to_owned()],
        capitals: Vec::new(),
        along_land: false,
        rules: vec![rule!("house.land.retreat.no-attacker-origin")],
    });
    (battle, vec![fought], ended)
}

/// France and Spain go around Austria and Russia in marshes or on clear ground, with guard, guns and reinforcements.
fn big() -> (Battle, Vec<Fought>, Ended) {
    use Power::{Austria, France, Russia, Spain};
    let mut battle = battle("Austerlitz", vec![France, Spain], vec![Austria, Russia]);
    battle.field.surrounded = Some(Who::Defender);
    battle.field.from = vec!["Vienna".to_owned(), "Brno".to_owned()];
    let aside = |stands: Stands| Stands { aside: true, ..stands };
    let adjacent = |mut stands: Stands| {
        stands.corps.adjacent = true;
        stands
    };
    let mut french =
        vec![corps("Imperial Guard", "France"), corps("I Corps", "France"), corps("II Corps", "France")];
    french.push(Stands { corps: Corps { cavalry: true, ..Corps::named("I Cavalry", Nation::Major(France)) }, aside: false });
    french.push(adjacent(corps("III Corps", "France")));
    let davout = Leader { adjacent: true, ..leader("Davout", "5 4 3 B") };
    battle.musters = BTreeMap::from([
        (France, Muster { rifles: true, ..muster(french, vec![leader("Napoleon", "5 5 6 A"), davout]) }),
        (Spain, Muster { rifles: true, ..muster(vec![corps("I Corps", "Spain")], vec![leader("Castaños", "3 2 3 B")]) }),
        (
            Austria,
            muster(vec![corps("I Corps", "Austria"), corps("II Corps", "Austria")], vec![leader("Mack", "2 1 4 A")]),
        ),
        (
            Russia,
            muster(
                vec![corps("I Corps", "Russia"), corps("Guard Corps", "Russia"), aside(corps("IV Corps", "Russia"))],
                vec![leader("Kutuzov", "4 4 4 B")],
            ),
        ),
    ]);
    battle.own = BTreeMap::from([
        (France, own(&["6gd 2hc", "18i 2c", "17i 1c", "9c", "14i 2c"])),
        (Spain, own(&["15i 1c"])),
        (Austria, own(&["16i 3c 2a", "18i 1c"])),
        (Russia, own(&["14i 2c", "6gd 4i 2a", "12i 1ck"])),
    ]);
    let french = battle.own.get_mut(&France).unwrap();
    french.guard = Some(GuardPlan { when: When::Second, shift: 2, corps: 0, leader: Some(0), heavy: false });
    french.reinforce = vec![Reinforce { corps: vec![4], leader: Some(1), from: 2 }];
    battle.own.get_mut(&Russia).unwrap().reinforce = vec![Reinforce { corps: vec![2], leader: None, from: 2 }];
    let outflank = Plan { outflank: vec![(France, 2), (France, 3)], ..plan(Chit::Outflank) };
    // Guns, then the rolls of round 1; reinforcements of both, the arrival, the guard, guns, the rolls of round 2; and so on.
    let dice = [3, 4, 5, 4, 2, 2, 3, 3, 6, 4, 2, 5, 6, 3];
    let fought = fight(&mut battle, [outflank, plan(Chit::Defend)], &dice);
    let mut ended = over(&battle, Some(Who::Attacker));
    ended.points = aftermath::points(
        &BTreeMap::from([(France, 5), (Spain, 1)]),
        &BTreeMap::from([(Austria, 2), (Russia, 2)]),
        Napoleon::Won,
    );
    ended.pursuit = Some(Pursuit {
        class: 4,
        die: 5,
        percent: 25,
        cavalry: 14,
        equivalents: 4,
        doubled: true,
        lost: vec![(0, Factors::read("9i").unwrap()), (2, Factors::read("9i 2c").unwrap())],
        prisoners_die: 4,
        prisoners: 12,
        rules: vec![rule!("house.land.pursuit.prisoners"), rule!("house.land.retreat.surrounded-losses")],
    });
    let checked = |name: &str, of, die, guard, second, fate| Checked {
        leader: name.to_owned(),
        of,
        die,
        guard,
        second,
        fate,
        rules: vec![rule!("house.land.leader-casualty.individual")],
    };
    ended.leaders = vec![
        checked("Napoleon", France, 3, 1, None, Fate::Unhurt),
        checked("Castaños", Spain, 2, 0, None, Fate::Unhurt),
        checked("Mack", Austria, 6, 0, Some(2), Fate::Wounded(2)),
        checked("Kutuzov", Russia, 6, 0, Some(6), Fate::Killed),
        checked("Bagration", Russia, 1, 0, None, Fate::Captured),
    ];
    ended.prisoners = vec![(France, Austria, 7), (France, Russia, 5)];
    ended.retreat = Some(Retreat::To {
        closed: vec!["Vienna".to_owned(), "Brno".to_owned()],
        capitals: vec!["Saxony".to_owned()],
        along_land: true,
        rules: vec![rule!("house.land.retreat.no-surrender"), rule!("house.land.retreat.sponsored-minors")],
    });
    (battle, vec![fought], ended)
}

/// Austria gets away from France before the fight.
fn withdrawn() -> (Battle, Vec<Fought>, Ended) {
    let (fr, pr) = (Power::France, Power::Prussia);
    let mut battle = battle("Jena", vec![fr], vec![pr]);
    battle.field.terrain = Terrain::Forest;
    battle.field.river = true;
    battle.musters = BTreeMap::from([
        (fr, muster(vec![corps("I Corps", "France")], vec![])),
        (pr, muster(vec![corps("I Corps", "Prussia")], vec![leader("Blücher", "3 4 3 C")])),
    ]);
    battle.own = BTreeMap::from([(fr, own(&["20i 3c"])), (pr, own(&["12i 2c"]))]);
    let fought = fight(&mut battle, [plan(Chit::Echelon), plan(Chit::Withdraw)], &[4]);
    let ended = Ended { left: Some(Who::Defender), rules: vec![rule!("house.land.withdraw.no-pp")], ..over(&battle, None) };
    (battle, vec![fought], ended)
}

/// A message as its reader sees it.
fn read(message: &Message) -> String {
    let mut text = message.content.clone();
    for embed in &message.embeds {
        text.push_str(&format!("\n{}", read_embed(embed)));
    }
    text
}

fn read_embed(embed: &Embed) -> String {
    let mut text = format!("[{}]\n{}", embed.title.as_deref().unwrap_or_default(), embed.description.as_deref().unwrap());
    for field in &embed.fields {
        text.push_str(&format!("\n{}: {}", field.name, field.value));
    }
    text
}

/// All that is said of a battle, each within Discord's limits.
fn said(battle: &Battle, days: &[Fought], end: &Ended) -> Vec<String> {
    let mut messages = vec![opened(battle), mustered(battle)];
    messages.extend(days.iter().flat_map(|fought| day(battle, fought)));
    messages.push(ended(battle, days, end));
    let all = battle.field.attackers.iter().chain(&battle.field.defenders);
    messages.extend(all.map(|power| Message::default().with(book(battle, end, *power))));
    messages.iter().for_each(|message| assert_fits(&message.json()));
    messages.iter().map(read).collect()
}

#[test]
fn look_at_them() {
    for (battle, days, end) in [turin(), big(), withdrawn()] {
        println!("{}\n=====", said(&battle, &days, &end).join("\n---\n"));
        let png = picture::picture(&battle, &days, Some(&end)).unwrap();
        if let Ok(folder) = std::env::var("PICTURES") {
            std::fs::write(format!("{folder}/{}.png", battle.field.place), png).unwrap();
        }
    }
}
