//! How a field battle is told: the posts of three battles, every step of a day, the books of an owner, and the picture.
#![allow(clippy::unwrap_used)]

mod common;

use commands::message::{Embed, Message};
use commands::present::battle::{book, day, ended, mustered, opened, picture};
use commands::speech::{Language, in_language};
use common::{NASTY, assert_fits};
use engine::eia::charts::TableName;
use engine::eia::chits::Terrain;
use engine::eia::land::battle::aftermath::{self, Checked, Fate, Napoleon, Pursuit, Retreat};
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
    let ended = Ended {
        left: Some(Who::Defender),
        rules: vec![rule!("house.land.withdraw.no-pp")],
        ..over(&battle, None)
    };
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
    let mut text = format!(
        "[{}]\n{}",
        embed.title.as_deref().unwrap_or_default(),
        embed.description.as_deref().unwrap()
    );
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
fn turin_reads_as_it_was_fought() {
    let (battle, days, end) = turin();
    let posts: Vec<String> =
        days.iter().flat_map(|fought| day(&battle, fought)).map(|post| read(&post)).collect();
    assert_eq!(posts.len(), 4);
    assert_eq!(
        posts[0],
        "**Probe against Cordon.**\n[Turin · day 1]\nFrance (attacker): **Probe** · 40 factors · morale 4.0\n\
         Austria (defender): **Cordon** · 13 factors · morale 3.0"
    );
    assert_eq!(
        posts[2],
        "**Austria loses 6, France 1.**\n[Turin · day 1, round 2]\nMorale left: France 3.0, Austria 0.6.\n\
         France on 4-2: 3 + 1 = **4** → 15 % of 40: 6, morale −1.6\n*+1: cavalry 5 against 2 (12.3.3.1)*\n\
         Austria on 2-1: 5 − 1 = **4** → 5 % of 11: 1, morale −0.5\n*−1: ratings 1 against 3*\n\
         Lost by France: I Corps 1i\nLost by Austria: Lombard Corps 6i"
    );
    assert!(
        posts[3].starts_with("**Austria breaks.** **Austria loses 2, France nothing.**\n"),
        "{}",
        posts[3]
    );
    assert!(posts[3].ends_with(
        "Austria: **broken**, its morale is gone.\n\
         Who breaks loses cavalry too: Lombard Corps 1c, in the place of another factor."
    ));
    let told = read(&ended(&battle, &days, &end));
    for line in [
        "**France wins at Turin.**",
        "In all: Austria loses 10, France 1.",
        "**France +1 PP** · beaten corps: 1",
        "**Austria −1 PP** · own corps in the fight: 1",
        "Pursuit: Class 3, die 3 → 15 % of 5 cavalry = 1 (each a cavalry factor, or three of infantry)",
        "Lost: Lombard Corps 1c",
        "Prisoners of these: 0 (die 1: 10 %)",
        "Leaders: Unhurt: Eugene (France) 4",
        "Retreat: Austria: to the nearest depot.",
        "Not into: Lyons",
        "Not the printed game's values: casualty chart, morale levels",
    ] {
        assert!(told.lines().any(|read| read == line), "{line}\n{told}");
    }
}

#[test]
fn what_is_in_the_corps_is_told_to_their_owner_alone() {
    let (battle, _, end) = turin();
    assert_eq!(
        read_embed(&book(&battle, &end, Power::Austria)),
        "[Turin · Austria]\n**Lombard Corps**: 11i 2c → 2i 1c\nPolitical points: **Austria −1 PP** · own corps in the fight: 1\n\
         Retreat: Austria: to the nearest depot.\nNot into: Lyons"
    );
    let (battle, days, end) = big();
    let public = [opened(&battle), mustered(&battle), ended(&battle, &days, &end)];
    let public = public.iter().map(read).collect::<Vec<_>>().join("\n");
    for booked in &end.book {
        let name = booked.corps.clone();
        assert!(!public.contains(&format!("{name} {}", booked.before)), "{name} in {public}");
        assert!(!public.contains(&booked.before.to_string()), "{} in {public}", booked.before);
    }
    assert!(public.contains("Stand aside, and may reinforce: IV Corps"), "{public}");
    assert!(public.contains("Other leaders: Davout 5-4-3-B (in an adjacent area)"), "{public}");
}

#[test]
fn allies_are_named_together_and_a_withdrawal_needs_no_round() {
    let (battle, days, end) = big();
    let all = said(&battle, &days, &end);
    assert_eq!(all[0].lines().next(), Some("**Austerlitz: France and Spain attack Austria and Russia.**"));
    let second = all.iter().find(|post| post.contains("day 1, round 2]")).unwrap();
    for line in [
        "France and Spain: Davout **joins with III Corps (France)**.",
        "France and Spain: **the outflanking force arrives**.",
        "France and Spain: guard of Imperial Guard (France) is committed for +2 (12.3.4).",
    ] {
        assert!(second.contains(line), "{line}\n{second}");
    }
    assert!(
        second.contains("that outflank count twice)") && second.contains("morale level +2: guard (12.3.4)"),
        "{second}"
    );
    let (battle, days, end) = withdrawn();
    let posts = day(&battle, &days[0]);
    assert_eq!((posts.len(), posts[0].content.as_str()), (1, "**Prussia withdraws before the fight.**"));
    assert!(read(&ended(&battle, &days, &end)).starts_with("**Prussia leaves Jena.** Nobody wins.\n"));
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
fn every_note(of: u8) -> Vec<(Note, &'static str)> {
    use Who::{Attacker, Defender};
    let lost = || vec![(0, Factors::read("2i").unwrap())];
    let guard = |heavy, lost, all| Note::Guard {
        who: Defender,
        corps: of,
        leader: Some(0),
        shift: 1,
        heavy,
        die: 4,
        lost,
        all,
    };
    let broke = |why, cavalry| Note::Broke { who: Defender, why, cavalry };
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
        (broke(Breaks::Morale, Some((of, Sort::LightCavalry))), "1lc, in the place of another factor."),
        (guard(false, 2, true), "Die 4: **all of it falls**."),
        (broke(Breaks::GuardFell, None), "all of the guard that it committed fell."),
        (clash(2), "= **−1**, read as **0** → 5 % of 60: 3, morale −1.2 (the 12 that outflank count twice)"),
        (broke(Breaks::NobodyLeft, None), "nobody is left in the fight."),
        (clash(3), "chits 2-2 · casualty level −1: mountains · morale level +1: Russia under these chits"),
        (broke(Breaks::GuardInVain, None), "it committed guard and did not break the enemy."),
        (broke(Breaks::OnlyArtillery, Some((of, Sort::Cavalry))), "only artillery is left."),
    ]
}

/// Sixteen corps a side with the longest names, those with marks of Discord's among them.
fn crowded() -> (Battle, Vec<Fought>, Ended) {
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
    battle.command = Some([(fr, Some(0)), (au, None)]);
    let (_, mut days, mut end) = big();
    days[0].notes = (0..15).flat_map(|of| every_note(of)).map(|(note, _)| note).collect();
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

#[test]
fn every_step_of_a_day_is_told() {
    let (battle, mut days, _) = turin();
    let all = every_note(0);
    days[0].notes = all.iter().map(|(note, _)| note.clone()).collect();
    days[0].fight.step = Step::Over;
    let posts = day(&battle, &days[0]);
    posts.iter().for_each(|post| assert_fits(&post.json()));
    let told = posts.iter().map(read).collect::<Vec<_>>().join("\n");
    for (note, words) in all {
        assert!(told.contains(words), "{note:?}: {words}\n{told}");
    }
    for why in [
        "+1: the second try · −1: marsh · +1: the chits · +1: all of it cavalry (12.3.3.2)",
        "−1: ratings 1 against 4 · +1: Austria under these chits · +1: cavalry 8 against 3 (12.3.3.1) · −1: no more than +1 in all",
        "Die 5, 6 or less was needed: strategic rating 4",
        "**Round ",
    ] {
        assert_eq!(told.contains(why), why != "**Round ", "{why}\n{told}");
    }
}

#[test]
fn the_largest_battle_with_the_worst_names_fits_and_speaks_finnish() {
    let finnish = Language::of_locale("fi");
    for (battle, days, end) in [turin(), big(), withdrawn(), crowded()] {
        let english = said(&battle, &days, &end);
        let own = in_language(finnish, || said(&battle, &days, &end));
        assert_eq!(english.len(), own.len(), "a post more in one language");
        for (english, own) in english.iter().zip(&own) {
            assert_ne!(english, own);
            assert!(!own.contains('!') || english.contains('!'), "{own}");
        }
        let own = own.join("\n");
        for word in
            [" loses ", " lose ", "Morale", "Ground", "Pursuit", "attacker", "factors", "France", "Die "]
        {
            assert!(!own.contains(word), "{word} in {own}");
        }
    }
    let (battle, days, _) = turin();
    let posts = in_language(finnish, || day(&battle, &days[0]));
    assert_eq!(posts[2].content, "**Tappiot: Itävalta 6, Ranska 1.**");
}

#[test]
fn a_picture_is_a_png_as_wide_as_a_phone_and_refers_to_nothing() {
    for (battle, days, end) in [turin(), big(), withdrawn(), crowded()] {
        let png = picture::picture(&battle, &days[..], Some(&end)).unwrap();
        assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
        let wide = u32::from_be_bytes(png[16..20].try_into().unwrap());
        let high = u32::from_be_bytes(png[20..24].try_into().unwrap());
        assert_eq!(wide, 975);
        assert!(high > 500 && png.len() < 8 << 20, "{high} high, {} bytes", png.len());
        let svg = picture::drawing(&battle, &days, Some(&end));
        assert!(!svg.contains("href") && !svg.contains("<image") && !svg.contains("url("), "{svg}");
        if let Ok(folder) = std::env::var("PICTURES") {
            std::fs::write(format!("{folder}/{high}.png"), png).unwrap();
        }
    }
    // Before it is over, and in Finnish.
    let (battle, days, _) = big();
    let svg = in_language(Language::of_locale("fi"), || picture::drawing(&battle, &days, None));
    assert!(svg.contains(">Saarrostus<") && svg.contains(">Kierros 2<") && !svg.contains("PP<"), "{svg}");
    let mut named = turin();
    named.0.field.place = "<b>&\"'</b>".to_owned();
    let svg = picture::drawing(&named.0, &named.1, None);
    assert!(svg.contains("&lt;b&gt;&amp;&quot;&#39;&lt;/b&gt;"), "{svg}");
}
