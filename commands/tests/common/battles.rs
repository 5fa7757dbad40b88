//! Field battles over values, with scripted dice: what the tests of their posts tell.

use super::NASTY;
use engine::eia::charts::TableName;
use engine::eia::chits::Terrain;
use engine::eia::land::battle::assemble::{Options, ready};
use engine::eia::land::battle::fight::{Added, Breaks, Croupier, Note, Rolled, Throw, Tried, Who, Why};
use engine::eia::land::battle::leader_casualties::{Checked, Fate};
use engine::eia::land::battle::odds::End;
use engine::eia::land::battle::plan::When;
use engine::eia::land::battle::points::{self, Napoleon};
use engine::eia::land::battle::pursuit::{self, Pursuit};
use engine::eia::land::battle::retreat::{self, Beaten, Retreat};
use engine::eia::land::battle::sealed::{Chit, GuardPlan, Own, Plan, Reinforce};
use engine::eia::land::battle::unprinted::of_the_day;
use engine::eia::land::battle::{Battle, Booked, Commander, Ended, Field, Fought, Kind, Region};
use engine::eia::land::forces::{Came, Corps, Factors, Leader, Troop};
use engine::eia::land::stacking::{Muster, Stands};
use engine::eia::land::values::Values;
use engine::eia::nations::Nation;
use engine::eia::powers::Power;
use engine::rule;
use std::collections::BTreeMap;

/// Dice that fall as they are told, in the order in which they are thrown; then threes.
struct Scripted {
    dice: Vec<u8>,
    heard: Vec<Note>,
}

impl Croupier for Scripted {
    type Stop = String;
    const LISTENS: bool = true;

    fn die(&mut self, _throw: Throw) -> Result<u8, String> {
        Ok(self.dice.pop().unwrap_or(3))
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

pub fn leader(name: &str, ratings: &str) -> Leader {
    Leader::read(name, ratings).unwrap()
}

pub fn battle(place: &str, attackers: Vec<Power>, defenders: Vec<Power>) -> Battle {
    Battle::opened(Field::new(place, attackers, defenders))
}

/// Fights a day with these plans and dice, and leaves the armies on the field.
pub fn fight(battle: &mut Battle, plans: [Plan; 2], dice: &[u8]) -> Fought {
    fight_by(battle, plans, dice, Options::default())
}

/// The same by some of the optional rules.
pub fn fight_by(battle: &mut Battle, plans: [Plan; 2], dice: &[u8], options: Options) -> Fought {
    let command = Who::BOTH.map(|who| {
        let power = battle.field.of(who)[0];
        Commander { power, leader: (!battle.musters[&power].leaders.is_empty()).then_some(0) }
    });
    battle.command = Some(command);
    let ready = ready(battle, &plans, &engine::eia::typed::Typed::new(), options).unwrap();
    let mut table = Scripted { dice: dice.iter().rev().copied().collect(), heard: Vec::new() };
    let mut fight = ready.fight;
    let strengths = ready.fight.armies.map(|army| army.strength());
    fight.run(&ready.setting, &mut table).unwrap();
    battle.armies = Some(fight.armies);
    let nothing = engine::eia::typed::Typed::new();
    let unprinted = of_the_day(ready.unprinted, &table.heard, &ready.setting, &fight, Values::of(&nothing));
    Fought {
        battle: 1,
        day: battle.day,
        attack: plans[0].chit.attack().unwrap(),
        defence: plans[1].chit.defence().unwrap(),
        morale: fight.armies.map(|army| army.morale()),
        strengths,
        part: 0,
        stops: false,
        rounds: table.heard.iter().filter(|note| matches!(note, Note::Clash { .. })).count() as u8,
        rolls: 0,
        notes: table.heard,
        fight,
        rules: ready.rules,
        unprinted,
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

pub fn over(battle: &Battle, winner: Option<Who>) -> Ended {
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
        unprinted: Vec::new(),
    }
}

/// A French corps against the Lombard corps of Austria, as a group reported it, by whose rules cavalry does not come in types.
pub fn turin() -> (Battle, Vec<Fought>, Ended) {
    let (fr, au) = (Power::France, Power::Austria);
    let mut battle = battle("Turin", vec![fr], vec![au]);
    battle.field.from = vec!["Lyons".to_owned()];
    battle.musters = BTreeMap::from([
        (fr, muster(vec![corps("I Corps", "France")], vec![leader("Eugene", "4 3 4 C")])),
        (au, muster(vec![corps("Lombard Corps", "Lombardy")], vec![])),
    ]);
    battle.own = BTreeMap::from([(fr, own(&["35i 5c"])), (au, own(&["11i 2c"]))]);
    let options = Options { cavalry_types: false, ..Options::default() };
    let fought = fight_by(&mut battle, [plan(Chit::Probe), plan(Chit::Cordon)], &[6, 4, 3, 5, 1, 1], options);
    let mut ended = over(&battle, Some(Who::Attacker));
    let power = |power| BTreeMap::from([(power, 1)]);
    ended.points =
        points::points(Values::of(&engine::eia::typed::Typed::new()), &power(fr), &power(au), Napoleon::Away);
    ended.pursuit = Some(Pursuit {
        class: 3,
        die: 3,
        percent: 15,
        cavalry: 5,
        equivalents: 1,
        doubled: false,
        lost: vec![(0, Factors::read("1c").unwrap())],
        aside: 0,
        prisoners_die: 1,
        prisoners: 0,
        rules: vec![rule!("house.land.pursuit.prisoners")],
    });
    ended.unprinted = vec!["leaders".to_owned(), "pursuit".to_owned()];
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
        behind: Vec::new(),
        along_land: false,
        rules: vec![rule!("house.land.retreat.no-attacker-origin")],
    });
    (battle, vec![fought], ended)
}

/// France and Spain go around Austria and Russia in marshes or on clear ground, with guard, guns and reinforcements.
pub fn big() -> (Battle, Vec<Fought>, Ended) {
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
    french.push(Stands {
        corps: Corps { cavalry: true, ..Corps::named("I Cavalry", Nation::Major(France)) },
        aside: false,
    });
    french.push(adjacent(corps("III Corps", "France")));
    let davout = Leader { adjacent: true, ..leader("Davout", "5 4 3 B") };
    battle.musters = BTreeMap::from([
        (France, Muster { rifles: true, ..muster(french, vec![leader("Napoleon", "5 5 6 A"), davout]) }),
        (
            Spain,
            Muster {
                rifles: true,
                ..muster(vec![corps("I Corps", "Spain")], vec![leader("Castaños", "3 2 3 B")])
            },
        ),
        (
            Austria,
            muster(
                vec![corps("I Corps", "Austria"), corps("II Corps", "Austria")],
                vec![leader("Mack", "2 1 4 A")],
            ),
        ),
        (
            Russia,
            muster(
                vec![
                    corps("I Corps", "Russia"),
                    corps("Guard Corps", "Russia"),
                    aside(corps("IV Corps", "Russia")),
                ],
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
    battle.own.get_mut(&Russia).unwrap().reinforce =
        vec![Reinforce { corps: vec![2], leader: None, from: 2 }];
    let outflank = Plan { outflank: vec![(France, 2), (France, 3)], ..plan(Chit::Outflank) };
    // Guns, then the rolls of round 1; reinforcements of both, the arrival, the guard, guns, the rolls of round 2; and so on.
    let dice = [3, 4, 5, 4, 2, 2, 3, 3, 6, 4, 2, 5, 6, 3];
    let fought = fight(&mut battle, [outflank, plan(Chit::Defend)], &dice);
    let mut ended = over(&battle, Some(Who::Attacker));
    ended.points = points::points(
        Values::of(&engine::eia::typed::Typed::new()),
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
        aside: 11,
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
        behind: vec!["III Corps".to_owned()],
        along_land: true,
        rules: vec![rule!("house.land.retreat.no-surrender"), rule!("house.land.retreat.sponsored-minors")],
    });
    (battle, vec![fought], ended)
}

/// France beats Austria and Russia on the first day: guns take infantry that comes back for the cavalry of breaking, the allies share
/// what falls, and the pursuit takes more than is left of those who fought.
pub fn allied() -> (Battle, Vec<Fought>, Ended) {
    use Power::{Austria, France, Russia};
    let mut battle = battle("Aspern", vec![France], vec![Austria, Russia]);
    let mut reserve = corps("Reserve", "Russia");
    reserve.aside = true;
    let mut davout = corps("III Corps", "France");
    (davout.corps.adjacent, davout.corps.from) = (true, Some("Linz".to_owned()));
    let french = vec![corps("I Corps", "France"), corps("Cavalry", "France"), davout];
    battle.musters = BTreeMap::from([
        (France, muster(french, vec![leader("Lannes", "4 4 3 B")])),
        (Austria, muster(vec![corps("I Corps", "Austria")], vec![leader("Charles", "4 2 4 A")])),
        (Russia, muster(vec![corps("I Corps", "Russia"), reserve], vec![])),
    ]);
    battle.own = BTreeMap::from([
        (France, own(&["30i 10a", "20c", "9i"])),
        (Austria, own(&["30i 2c"])),
        (Russia, own(&["12i 2lc", "12i"])),
    ]);
    battle.own.get_mut(&France).unwrap().reinforce =
        vec![Reinforce { corps: vec![2], leader: None, from: 2 }];
    battle.field.from = vec!["Vienna".to_owned()];
    // Guns and both rolls; the third corps, guns and both rolls of round 2.
    let plans = [plan(Chit::EscalatedAssault), plan(Chit::Cordon)];
    let fought = fight(&mut battle, plans.clone(), &[1, 1, 1, 1, 1, 6, 1]);
    let mut ended = over(&battle, Some(Who::Attacker));
    let ready = ready(
        &Battle { armies: None, ..battle.clone() },
        &plans,
        &engine::eia::typed::Typed::new(),
        Options::default(),
    )
    .unwrap();
    let mut beaten = fought.fight.armies[1];
    let pursuit = pursuit::pursue(&mut beaten, &ready.setting.sides[1], 5, 3, 60, 20, false, 3, |_, _| 12);
    ended.points = points::points(
        Values::of(&engine::eia::typed::Typed::new()),
        &BTreeMap::from([(France, 3)]),
        &BTreeMap::from([(Austria, 1), (Russia, 1)]),
        Napoleon::Away,
    );
    for (booked, after) in ended.book.iter_mut().skip(3).zip(beaten.factors) {
        booked.after = after;
    }
    ended.prisoners = vec![(France, Austria, 5), (France, Russia, 4)];
    ended.pursuit = Some(pursuit);
    ended.retreat = Some(retreat::retreat(&Beaten {
        origins: vec!["Vienna".to_owned(), "Linz".to_owned()],
        ..Beaten::default()
    }));
    (battle, vec![fought], ended)
}

/// Austria gets away from France before the fight.
pub fn withdrawn() -> (Battle, Vec<Fought>, Ended) {
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
    let ended = Ended {
        left: Some(Who::Defender),
        rules: vec![rule!("house.land.withdraw.no-pp")],
        ..over(&battle, None)
    };
    (battle, vec![fought], ended)
}

/// Prussia cannot withdraw, is held for a round, and is gone before France is around her.
pub fn slipped_away() -> (Battle, Fought) {
    let (mut battle, ..) = withdrawn();
    battle.field.terrain = Terrain::Clear;
    battle.field.river = false;
    battle.armies = None;
    let french = vec![corps("I Corps", "France"), corps("II Corps", "France")];
    battle.musters.insert(Power::France, muster(french, vec![leader("Ney", "3 3 3 C")]));
    battle.own.insert(Power::France, own(&["3i", "4i"]));
    battle.own.insert(Power::Prussia, own(&["2i"]));
    let outflank = Plan { outflank: vec![(Power::France, 1)], ..plan(Chit::Outflank) };
    // The withdrawal, both rolls, the arrival.
    let fought = fight(&mut battle, [outflank, plan(Chit::Withdraw)], &[6, 1, 1, 6]);
    (battle, fought)
}

/// Turks in Rumelia, a feudal corps at home among them, attack Russians, whose counterattack raises the morale of the Turks.
pub fn edirne() -> (Battle, Vec<Fought>, Ended) {
    let (tr, ru) = (Power::Turkey, Power::Russia);
    let mut battle = battle("Edirne", vec![tr], vec![ru]);
    battle.field.region = Some(Region::Rumelia);
    let mut feudal = corps("Rumelia feudal cavalry", "Turkey");
    feudal.corps.at_home = true;
    let turks = vec![corps("Janissary Corps", "Turkey"), feudal, corps("Egyptian Corps", "Egypt")];
    battle.musters = BTreeMap::from([
        (tr, muster(turks, vec![leader("Grand Vizier", "3 2 4 A")])),
        (ru, muster(vec![corps("I Corps", "Russia")], vec![leader("Kutuzov", "4 4 4 B")])),
    ]);
    battle.own = BTreeMap::from([(tr, own(&["15i", "8fc", "6c"])), (ru, own(&["16i 3c"]))]);
    let fought = fight(&mut battle, [plan(Chit::Assault), plan(Chit::Counterattack)], &[4, 5, 3, 3, 6, 2]);
    let winner = End::of(&fought.fight);
    let ended = over(&battle, (winner == End::Attacker).then_some(Who::Attacker));
    (battle, vec![fought], ended)
}

/// France chose Outflank with a corps to go around and Spanish guns to pin, against a withdrawal that fails.
pub fn nobody_goes_around() -> (Battle, Vec<Fought>, Ended) {
    use Power::{France, Prussia, Spain};
    let mut battle = battle("Auerstedt", vec![France, Spain], vec![Prussia]);
    battle.musters = BTreeMap::from([
        (France, muster(vec![corps("I Corps", "France")], vec![leader("Ney", "3 3 3 C")])),
        (Spain, muster(vec![corps("Artillery Corps", "Spain")], vec![])),
        (Prussia, muster(vec![corps("I Corps", "Prussia")], vec![leader("Blücher", "3 4 3 C")])),
    ]);
    battle.own = BTreeMap::from([(France, own(&["9i"])), (Spain, own(&["3a"])), (Prussia, own(&["12i 2c"]))]);
    let outflank = Plan { outflank: vec![(France, 0)], ..plan(Chit::Outflank) };
    let fought = fight(&mut battle, [outflank, plan(Chit::Withdraw)], &[6, 4, 5, 3]);
    let ended = Ended { left: Some(Who::Defender), ..over(&battle, None) };
    (battle, vec![fought], ended)
}

/// The guard is to be led by Davout, who does not come in time: Ney leads it. Davout comes a round later with a corps of infantry and one of
/// cavalry.
pub fn another_leads() -> (Battle, Vec<Fought>, Ended) {
    let (fr, au) = (Power::France, Power::Austria);
    let mut battle = battle("Wagram", vec![fr], vec![au]);
    let adjacent = |mut stands: Stands| {
        stands.corps.adjacent = true;
        stands
    };
    let mut horse = adjacent(corps("I Cavalry", "France"));
    horse.corps.cavalry = true;
    let french = vec![corps("Imperial Guard", "France"), adjacent(corps("II Corps", "France")), horse];
    let davout = Leader { adjacent: true, ..leader("Davout", "4 4 1 C") };
    battle.musters = BTreeMap::from([
        (fr, muster(french, vec![leader("Ney", "4 4 3 B"), davout])),
        (au, muster(vec![corps("I Corps", "Austria")], vec![])),
    ]);
    battle.own = BTreeMap::from([(fr, own(&["12i 9gd", "9i", "6c"])), (au, own(&["30i"]))]);
    let french = battle.own.get_mut(&fr).unwrap();
    french.guard = Some(GuardPlan { when: When::Second, shift: 1, corps: 0, leader: Some(1), heavy: false });
    let group = |corps: usize| Reinforce { corps: vec![corps], leader: Some(1), from: 2 };
    french.reinforce = vec![group(1), group(2)];
    let fought = fight(&mut battle, [plan(Chit::Assault), plan(Chit::Cordon)], &[3, 2, 6, 3, 6, 2, 3, 6, 2]);
    let winner = if fought.fight.armies[0].broken { Who::Defender } else { Who::Attacker };
    let ended = over(&battle, Some(winner));
    (battle, vec![fought], ended)
}

fn tried(who: Who, corps: Vec<u8>, leader: Option<u8>, done: bool) -> Tried {
    let by = |by, why| Added { by, why };
    let added = vec![
        by(1, Why::SecondTry),
        by(-1, Why::Ground(Terrain::Marsh)),
        by(1, Why::Chits),
        by(1, Why::Cavalry),
    ];
    Tried { who, corps, leader, rating: 4, added, die: 5, done }
}

fn rolled(who: Who) -> Rolled {
    let by = |by, why| Added { by, why };
    let table = |casualties, morale| TableName::of(casualties, morale).unwrap();
    Rolled {
        who,
        chits: table(2, 2),
        shifts: vec![
            (by(-1, Why::Ground(Terrain::Mountain)), true),
            (by(1, Why::Nation(Power::Russia)), false),
        ],
        table: table(1, 3),
        die: 1,
        added: vec![
            by(-1, Why::Ratings(1, 4)),
            by(1, Why::Nation(Power::Austria)),
            by(1, Why::Superiority(8, 3)),
            by(-1, Why::Cap),
            by(-3, Why::Guard),
            by(1, Why::Rifles),
        ],
        result: 0,
        percent: 5,
        of: 60,
        doubled: 12,
        casualties: 3,
        morale: 12,
    }
}

/// A note of every kind, and what stands in the posts for it.
pub fn every_note(of: u8) -> Vec<(Note, &'static str)> {
    use Who::{Attacker, Defender};
    let lost = || vec![(0, Factors::read("2i").unwrap())];
    let guard = |heavy, lost, all| Note::Guard {
        who: Defender,
        corps: of,
        leader: Some(0),
        missing: None,
        shift: 1,
        heavy,
        die: 4,
        lost,
        all,
    };
    let broke = |why, cavalry: Option<(u8, Troop)>| {
        let instead = cavalry.map(|(corps, _)| (corps, Troop::Infantry));
        Note::Broke { who: Defender, why, cavalry, instead }
    };
    let clash = |round| Note::Clash {
        round,
        rolled: Box::new([rolled(Attacker), rolled(Defender)]),
        lost: [lost(), lost()],
        aside: [0, 1],
        left: [20, 11],
    };
    vec![
        (Note::NoFight, "These chits leave no fight."),
        (Note::Withdrawal(tried(Defender, vec![], Some(0), true)), "the withdrawal succeeds."),
        (
            Note::Withdrawal(tried(Defender, vec![], Some(0), false)),
            "the withdrawal fails, and it must fight.",
        ),
        (Note::Withdrawal(tried(Defender, vec![of], None, true)), " withdraws."),
        (Note::Withdrawal(tried(Defender, vec![of], None, false)), " cannot get away and fights."),
        (Note::Reinforcement(tried(Attacker, vec![of], None, true)), " joins**."),
        (Note::Reinforcement(tried(Attacker, vec![of], None, false)), " does not come yet."),
        (Note::Reinforcement(tried(Attacker, vec![0, of], Some(0), true)), "**joins with "),
        (Note::Reinforcement(tried(Attacker, vec![0, of], Some(0), false)), "does not come yet with "),
        (Note::Command { who: Attacker, leader: 0 }, " takes command."),
        (Note::Arrival(tried(Attacker, vec![], Some(0), true)), "**the outflanking force arrives**."),
        (Note::Arrival(tried(Attacker, vec![], Some(0), false)), "the outflanking force does not arrive."),
        (guard(false, 0, false), "Die 4: it loses nothing."),
        (guard(true, 1, false), "Die 4: it loses 1 factor."),
        (Note::Bombardment { rolled: rolled(Attacker), lost: lost() }, "Lost to it: "),
        (clash(1), "Of these 1 fell on corps that stood by ("),
        (broke(Breaks::Morale, Some((of, Troop::LightCavalry))), "1lc, in the place of 1i."),
        (guard(false, 2, true), "Die 4: **all of it falls**."),
        (broke(Breaks::GuardFell, None), "all of the guard that it committed fell."),
        (clash(2), "= **−1**, read as **0** → 5 % of 60: 3, morale −1.2 (the 12 that outflank count twice)"),
        (broke(Breaks::NobodyLeft, None), "nobody is left in the fight."),
        (clash(3), "chits 2-2 · casualty level −1: mountains · morale level +1: Russia under these chits"),
        (broke(Breaks::GuardInVain, None), "it committed guard and did not break the enemy."),
        (broke(Breaks::OnlyArtillery, Some((of, Troop::Cavalry))), "only artillery is left."),
    ]
}

/// Sixteen corps a side with the longest names, those with marks of Discord's among them.
pub fn crowded() -> (Battle, Vec<Fought>, Ended) {
    let (fr, au) = (Power::France, Power::Austria);
    let mut battle = battle(NASTY[9], vec![fr, Power::Spain], vec![au, Power::GreatBritain]);
    battle.field.terrain = Terrain::Desert;
    battle.field.kind = Kind::Limited;
    battle.field.region = Some(Region::Anatolia);
    battle.field.dominant = Some(vec![fr, Power::GreatBritain]);
    battle.field.island = true;
    battle.field.from = (0..30).map(|_| NASTY[15].chars().take(40).collect()).collect();
    let named = |i: usize| {
        let mut stands =
            corps(&NASTY[i % NASTY.len()].chars().cycle().take(60).collect::<String>(), "Lombardy");
        stands.corps.came = [Came::Overland, Came::Landed, Came::Crossed][i % 3];
        (stands.corps.cavalry, stands.corps.trained) = (true, true);
        stands.aside = i.is_multiple_of(2);
        stands.corps.adjacent = i % 4 == 1;
        stands
    };
    let led = || (0..8).map(|i| leader(NASTY[i], "5 5 6 A")).collect::<Vec<_>>();
    for power in [fr, Power::Spain, au, Power::GreatBritain] {
        battle.musters.insert(power, muster((0..8).map(named).collect(), led()));
        battle.own.insert(power, own(&["99i 99m 99lc 99c 99hc 99gd 99a 99ck 99fk 99gr 99fi 99fc"; 8]));
    }
    battle.command = Some([Commander { power: fr, leader: Some(0) }, Commander { power: au, leader: None }]);
    let (_, mut days, mut end) = big();
    days[0].notes = (0..15).flat_map(every_note).map(|(note, _)| note).collect();
    end.book = books(&battle);
    for booked in &mut end.book {
        booked.after = Factors::read("98i 98m 98lc 98c 98hc 98gd 98a 98ck 98fk 98gr 98fi 98fc").unwrap();
    }
    end.leaders = led()
        .into_iter()
        .flat_map(|leader| {
            let checked = Checked {
                leader: leader.name,
                of: fr,
                die: 6,
                guard: 1,
                second: Some(4),
                fate: Fate::Wounded(4),
                rules: Vec::new(),
            };
            [checked.clone(), Checked { second: None, fate: Fate::Unhurt, ..checked }]
        })
        .collect();
    end.retreat =
        Some(Retreat::Surrender { rules: vec![rule!("house.combat.disembarked-retreat-surrender")] });
    end.rules = engine::rules::ids_under("house.land.").to_vec();
    (battle, days, end)
}
