//! Supply over the real map.

use super::control::{Position, Stance};
use super::fleets::Capacity;
use super::geography::{Border, Place, Terrain, atlas};
use super::logistics_switches::{LogisticsSwitches, RoundSystem};
use super::supply::*;
use super::units::Counter::{ArmyMinus, ArmyPlus, FleetMinus, FleetPlus, Ld, Nd};
use super::units::{Counter, Hold, Stack, stack};
use table::rule;

fn at(key: &str) -> Place {
    Place::by_key(key).expect("there is such a place")
}

fn sources(owned: &[&str], taken: &[&str]) -> Position {
    let owned = owned.iter().map(|k| (at(k), true));
    Position { sources: owned.chain(taken.iter().map(|k| (at(k), false))).collect(), ..Position::default() }
}

fn of(stack: &Stack, key: &str, fleets: &[Fleet], control: &Position) -> Supply {
    let asks = Asks { stack, at: at(key), besieged: false, native: false };
    supply(asks, fleets, control, &LogisticsSwitches::default())
}

fn weak(supply: &Supply) -> Vec<Weak> {
    match supply {
        Supply::Weak(_, weak) => weak.clone(),
        Supply::Full(_) => vec![],
        Supply::None(_) => panic!("it is not supplied"),
    }
}

fn line(supply: &Supply) -> &Line {
    match supply {
        Supply::Full(line) | Supply::Weak(Some(line), _) | Supply::None(Some(line)) => line,
        _ => panic!("there is no line"),
    }
}

/// A province from which the line to the source in Île-de-France is so long.
fn far(mp: u8, control: &Position) -> Place {
    let army = stack("france", &[ArmyPlus]);
    let mut all =
        atlas().all().filter(|p| p.site().key.starts_with('e') && p.site().terrain != Terrain::Desert);
    all.find(|p| match of(&army, &p.site().key, &[], control) {
        Supply::Full(l) | Supply::Weak(Some(l), _) | Supply::None(Some(l)) => l.mp == mp,
        _ => false,
    })
    .expect("there is a line so long")
}

// fast-battle.supply.line, weak.length, out-of-supply
#[test]
fn a_line_is_full_weak_or_none_by_its_length() {
    let control = sources(&["eIle-de-France"], &[]);
    let army = stack("france", &[ArmyPlus]);
    let here = of(&army, "eIle-de-France", &[], &control);
    assert!(matches!(&here, Supply::Full(line) if line.mp == 0 && line.way.is_empty()));
    for (mp, is) in [(4, "full"), (5, "full"), (6, "weak"), (12, "weak"), (13, "none")] {
        let place = far(mp, &control);
        let found = of(&army, &place.site().key, &[], &control);
        assert_eq!(line(&found).mp, mp);
        assert_eq!(line(&found).way.last(), Some(&place));
        match is {
            "full" => assert!(matches!(found, Supply::Full(_))),
            "weak" => {
                assert_eq!(weak(&found), [Weak::Length]);
                assert_eq!(Weak::Length.rule(), rule!("fast-battle.supply.weak.length"));
            }
            _ => {
                assert!(matches!(found, Supply::None(_)));
                assert_eq!(line(&found).rules, [rule!("fast-battle.supply.out-of-supply")]);
            }
        }
    }
    assert_eq!(
        of(&army, "eIle-de-France", &[], &Position::default()),
        Supply::None(None),
        "no source, no line"
    );
}

#[test]
fn the_line_costs_what_the_march_from_the_source_costs() {
    let control = sources(&["eIle-de-France"], &[]);
    let army = stack("france", &[ArmyPlus]);
    for place in atlas().all().filter(|p| p.site().key.starts_with('e')) {
        let found = of(&army, &place.site().key, &[], &control);
        let Supply::Full(line) = &found else { continue };
        let march = super::paths::along(line.from, &line.way, 0, super::paths::Marcher::default(), &control)
            .expect("a march");
        assert_eq!(march.mp(), line.mp);
    }
}

// fast-battle.supply.weak.not-possessed
#[test]
fn a_captured_city_supplies_weakly_unless_another_serves_better() {
    let army = stack("france", &[ArmyPlus]);
    let taken = sources(&[], &["eHainaut"]);
    let found = of(&army, "eHainaut", &[], &taken);
    assert_eq!(weak(&found), [Weak::NotPossessed]);
    assert_eq!(Weak::NotPossessed.rule(), rule!("fast-battle.supply.weak.not-possessed"));
    let both = sources(&["eArtois"], &["eHainaut"]);
    let found = of(&army, "eHainaut", &[], &both);
    assert!(
        matches!(&found, Supply::Full(line) if line.from == at("eArtois")),
        "the longer line is the better one"
    );
}

// fast-battle.supply.weak.desert, weak.desert.same-province
#[test]
fn a_foreign_desert_on_the_line_weakens_it() {
    let dry = |p: &Place| p.site().key.starts_with('e') && p.site().terrain == Terrain::Desert;
    let (desert, beyond) = (atlas().all().filter(dry))
        .find_map(|d| {
            Some((d, d.neighbours().iter().map(|(n, _)| *n).find(|n| n.site().terrain == Terrain::Plain)?))
        })
        .expect("a desert beside a plain");
    let army = stack("turkey", &[ArmyMinus]);
    let mut control = sources(&[&desert.site().key], &[]);
    let found = of(&army, &desert.site().key, &[], &control);
    assert!(matches!(found, Supply::Full(_)), "in the source's own province it is not crossed");
    assert_eq!(line(&found).rules, [rule!("fast-battle.supply.weak.desert.same-province")]);
    let found = of(&army, &beyond.site().key, &[], &control);
    assert_eq!(weak(&found), [Weak::Desert], "the next province crosses it");
    assert_eq!(Weak::Desert.rule(), rule!("fast-battle.supply.weak.desert"));
    control.national.insert(desert);
    assert!(matches!(of(&army, &beyond.site().key, &[], &control), Supply::Full(_)), "national territory");
    let into = sources(&[&beyond.site().key], &[]);
    assert_eq!(
        weak(&of(&army, &desert.site().key, &[], &into)),
        [Weak::Desert],
        "the stack itself is in the desert"
    );
}

// fast-battle.supply.weak.lone-detachment-rotw
#[test]
fn detachments_in_the_rest_of_the_world_have_no_weak_lines_by_length() {
    let control = Position::default();
    let reach = super::paths::reach(at("rFlorida~N"), 20, super::paths::Marcher::default(), &control);
    let longer = |from: u8, to: u8| {
        let so = |p: &&Place| {
            p.site().key.starts_with('r') && p.site().terrain != Terrain::Desert && **p != at("rFlorida~N")
        };
        let found = reach.keys().filter(so).find(|p| {
            let control = sources(&[&at("rFlorida~N").site().key], &[]);
            match of(&stack("spain", &[Ld]), &p.site().key, &[], &control) {
                Supply::Full(l) | Supply::Weak(Some(l), _) | Supply::None(Some(l)) => {
                    (from..=to).contains(&l.mp)
                }
                _ => false,
            }
        });
        found.expect("there is such a province").site().key.clone()
    };
    let control = sources(&["rFlorida~N"], &[]);
    let long = longer(8, 12);
    let lone = of(&stack("spain", &[Ld]), &long, &[], &control);
    assert!(matches!(lone, Supply::Full(_)));
    assert_eq!(line(&lone).rules, [rule!("fast-battle.supply.weak.lone-detachment-rotw")]);
    assert_eq!(weak(&of(&stack("spain", &[ArmyMinus]), &long, &[], &control)), [Weak::Length]);
    let longest = longer(13, 16);
    assert!(matches!(of(&stack("spain", &[Ld]), &longest, &[], &control), Supply::None(_)));
}

const FEW: Hold = Hold { nd: 2, gd: 0, dtr: 1 };

fn fleet(stack: &Stack, key: &str) -> Fleet {
    let full = |counter| matches!(counter, FleetPlus(hold) if hold.is_full(Capacity { nd: 2, dtr: 1 }));
    let ships = Ships { whole: stack.hold().total(), fleet: stack.fleets() > 0, full: stack.count(full) > 0 };
    Fleet { at: at(key), ships }
}

// fast-battle.supply.line-over-sea, fleet-for-small-stack, fleet-for-large-stack
#[test]
fn a_fleet_beside_the_stack_supplies_it_if_it_is_large_enough() {
    let island = "eMalta";
    let sea = at(island).seas().next().expect("an island").site().key.clone();
    let port =
        at(&sea).neighbours().iter().map(|(p, _)| *p).find(|p| p.site().has_port() && *p != at(island));
    let control = Position { ports: port.into_iter().collect(), ..Position::default() };
    let supplied = |land: &[Counter], ships: &[Counter]| {
        let ships = stack("spain", ships);
        matches!(of(&stack("spain", land), island, &[fleet(&ships, &sea)], &control), Supply::Full(_))
    };
    let four = [ArmyMinus, Ld, Ld];
    assert!(supplied(&four, &[Nd, Nd]));
    assert!(!supplied(&[ArmyPlus, Ld], &[Nd]));
    assert!(supplied(&[ArmyPlus, Ld], &[FleetMinus(Hold { nd: 1, gd: 0, dtr: 0 })]));
    let eight = [ArmyPlus, ArmyPlus];
    assert!(!supplied(&eight, &[Nd, Nd]));
    assert!(supplied(&eight, &[Nd, Nd, Nd]));
    assert!(supplied(&eight, &[FleetPlus(FEW)]), "a full F+");
    assert!(
        !supplied(&eight, &[FleetPlus(Hold { nd: 1, gd: 0, dtr: 1 })]),
        "an F+ with losses and fewer than three"
    );
    let nd = stack("spain", &[Nd, Nd]);
    let found = of(&stack("spain", &four), island, &[fleet(&nd, &sea)], &control);
    let rules =
        [rule!("fast-battle.supply.line-over-sea"), rule!("fast-battle.supply.fleet-for-small-stack")];
    assert_eq!(line(&found).rules, rules);
    let nd = stack("spain", &[Nd, Nd, Nd]);
    let found = of(&stack("spain", &eight), island, &[fleet(&nd, &sea)], &control);
    assert!(line(&found).rules.contains(&rule!("fast-battle.supply.fleet-for-large-stack")));
    let elsewhere = [fleet(&nd, "sBaltique")];
    assert_eq!(of(&stack("spain", &four), island, &elsewhere, &control), Supply::None(None), "not beside it");
}

// fast-battle.supply.weak.fleet-far
#[test]
fn a_fleet_far_from_its_ports_supplies_weakly() {
    let nd = stack("spain", &[Nd, Nd, Nd]);
    let control = Position { ports: [at("eProvence")].into(), ..Position::default() };
    let away = zones_from_port(at("sIonienne"), &control).expect("a way");
    assert!(away >= 1);
    let found = of(&stack("spain", &[ArmyPlus]), "eMalta", &[fleet(&nd, "sIonienne")], &control);
    assert!(weak(&found).contains(&Weak::FleetFar));
    assert_eq!(line(&found).mp, 3 + away);
    assert_eq!(Weak::FleetFar.rule(), rule!("fast-battle.supply.weak.fleet-far"));
    assert_eq!(zones_from_port(at("sLion"), &control), Some(0));
    assert_eq!(zones_from_port(at("sCaspienne"), &control), None, "no way out of the Caspian");
}

// fast-battle.supply.fleet-one-land-stack
#[test]
fn a_naval_stack_supplies_one_land_stack() {
    let switches = LogisticsSwitches::default();
    assert_eq!(one_stack_each(&[(1, 10), (2, 11), (1, 10)], &switches), Ok(()));
    let refusal = one_stack_each(&[(1, 10), (1, 11)], &switches).expect_err("two stacks");
    assert_eq!(refusal.rules, [rule!("fast-battle.supply.fleet-one-land-stack")]);
    let many = LogisticsSwitches { fleet_supplies_one: false, ..switches };
    assert_eq!(one_stack_each(&[(1, 10), (1, 11)], &many), Ok(()));
}

// fast-battle.supply.weak.besieged
#[test]
fn the_besieged_are_always_in_weak_supply() {
    let two = stack("france", &[Ld, Ld]);
    let control = sources(&["eIle-de-France"], &[]);
    let asks = Asks { stack: &two, at: at("eIle-de-France"), besieged: true, native: false };
    let found = supply(asks, &[], &control, &LogisticsSwitches::default());
    assert_eq!(weak(&found), [Weak::Besieged]);
    assert_eq!(Weak::Besieged.rule(), rule!("fast-battle.supply.weak.besieged"));
    let found = supply(asks, &[], &Position::default(), &LogisticsSwitches::default());
    assert_eq!(found, Supply::Weak(None, vec![Weak::Besieged]), "even without a source");
    // A line of 12 MP is one, and one of 13 is none.
    for (mp, has_line) in [(12, true), (13, false)] {
        let asks = Asks { at: far(mp, &control), ..asks };
        let found = supply(asks, &[], &control, &LogisticsSwitches::default());
        let Supply::Weak(line, weak) = &found else { panic!("{found:?}") };
        assert_eq!((line.is_some(), weak[0]), (has_line, Weak::Besieged), "{mp} MP");
    }
}

// fast-battle.supply.steps, out-two-rounds, fleets-never
#[test]
fn the_segment_destroys_marks_and_rolls_in_its_order() {
    let land = stack("france", &[ArmyPlus]);
    let sea = stack("france", &[Nd]);
    let full = Supply::Full(Line { from: at("eArtois"), way: vec![], mp: 0, over_sea: false, rules: vec![] });
    let weak = Supply::Weak(None, vec![Weak::Length]);
    let none = Supply::None(None);
    let stacks = [
        ('f', &land, full.clone(), false),
        ('w', &land, weak, false),
        ('n', &land, none.clone(), false),
        ('d', &land, none.clone(), true),
        ('s', &sea, none, true),
    ];
    let Segment { fates, passed } = segment(&stacks);
    let told = [('d', Fate::Destroyed), ('w', Fate::Rolls), ('n', Fate::RollsMarked), ('f', Fate::Nothing)];
    assert_eq!(fates, told);
    assert_eq!(passed, [('s', rule!("fast-battle.supply.fleets-never"))]);
    assert_eq!(fate(&full, true), Fate::Nothing, "the mark is lifted");
    let rules = [rule!("fast-battle.supply.steps"), rule!("fast-battle.supply.out-two-rounds")];
    assert_eq!(Fate::Destroyed.rules(), rules);
    assert_eq!(Fate::Rolls.rules(), [rule!("fast-battle.supply.steps")]);
}

// fast-battle.supply.cold-area.old-rounds
#[test]
fn under_the_old_rounds_the_cold_doubles_what_is_not_national() {
    let so = |p: Place, t: Terrain| p.site().key.starts_with('e') && p.site().terrain == t;
    // Two plain provinces and a forest, each a step from the next, with nothing on the borders.
    let step = |p: Place, t: Terrain| {
        p.neighbours().iter().filter(move |(n, b)| *b == Border::Open && so(*n, t)).map(|(n, _)| *n)
    };
    let mut ways = atlas().all().filter(|p| so(*p, Terrain::Plain)).flat_map(|a| {
        step(a, Terrain::Plain).flat_map(move |b| {
            step(b, Terrain::Plain)
                .flat_map(move |c| step(c, Terrain::DenseForest).map(move |d| [a, b, c, d]))
        })
    });
    let army = stack("sweden", &[ArmyPlus]);
    let old = LogisticsSwitches { rounds: RoundSystem::Old, ..LogisticsSwitches::default() };
    let found = ways.find_map(|[a, _, _, d]| {
        let mut control = sources(&[&a.site().key], &[]);
        control.cold.insert(d);
        let asks = Asks { stack: &army, at: d, besieged: false, native: false };
        let mild = supply(asks, &[], &control, &LogisticsSwitches::default());
        (matches!(&mild, Supply::Full(line) if line.mp == 4)).then_some((control, d))
    });
    let (mut control, cold) = found.expect("a line of 1 + 1 + 2 MP");
    let asks = Asks { stack: &army, at: cold, besieged: false, native: false };
    let doubled = supply(asks, &[], &control, &old);
    assert_eq!(line(&doubled).mp, 6, "1 + 1 + 4");
    assert_eq!(line(&doubled).rules, [rule!("fast-battle.supply.cold-area.old-rounds")]);
    control.national.insert(cold);
    assert_eq!(line(&supply(asks, &[], &control, &old)).mp, 4, "national territory");
}

// fast-battle.supply.cold-area.new-rounds, rotw-malus
#[test]
fn under_the_new_rounds_the_cold_makes_troops_roll_after_a_winter() {
    let switches = LogisticsSwitches::default();
    let mut control = Position { cold: [at("eKarelen")].into(), ..Position::default() };
    let due = winters_here(at("eKarelen"), &control, &switches).expect("a roll is due");
    assert_eq!(
        (due.snowflake, due.rules.as_slice()),
        (0, &[rule!("fast-battle.supply.cold-area.new-rounds")][..])
    );
    control.stances.insert(at("eKarelen"), Stance::Friendly);
    assert_eq!(winters_here(at("eKarelen"), &control, &switches), None);
    control.stances.clear();
    control.national.insert(at("eKarelen"));
    assert_eq!(winters_here(at("eKarelen"), &control, &switches), None);
    let due = winters_here(at("rKamchatka~I"), &control, &switches).expect("a roll is due");
    assert_eq!(due.snowflake, 2);
    assert!(due.rules.contains(&rule!("fast-battle.supply.cold-area.rotw-malus")));
    let old = LogisticsSwitches { rounds: RoundSystem::Old, ..switches };
    assert_eq!(winters_here(at("rKamchatka~I"), &control, &old), None);
}

// fast-battle.supply.line, weak.not-possessed: the best of all lines is one that is no longer than 12 MP, then the one of fewest reasons.
#[test]
fn a_line_of_twelve_mp_is_better_than_a_longer_one_whatever_weakens_it() {
    let army = stack("france", &[ArmyPlus]);
    let taken = "eIle-de-France";
    let near = far(12, &sources(&[taken], &[]));
    let length = |source: &str| match of(&army, &near.site().key, &[], &sources(&[source], &[])) {
        Supply::None(Some(line)) => line.mp,
        _ => 0,
    };
    let mut owned = atlas().all().map(|p| p.site().key.as_str()).filter(|key| key.starts_with('e'));
    let owned = owned.find(|key| length(key) > 12).expect("a source farther than twelve MP");
    let found = of(&army, &near.site().key, &[], &sources(&[owned], &[taken]));
    assert_eq!(weak(&found), [Weak::Length, Weak::NotPossessed]);
    assert_eq!((line(&found).from, line(&found).mp), (at(taken), 12));
    // And one of no MP at all is better than one that is too long.
    let found = of(&army, taken, &[], &sources(&[&near.site().key], &[taken]));
    assert_eq!((weak(&found), line(&found).mp), (vec![Weak::NotPossessed], 0));
}

// fast-battle.supply.weak.desert: a longer line around the desert serves better than a shorter one through it.
#[test]
fn a_line_goes_around_a_foreign_desert_where_it_can() {
    let army = stack("turkey", &[ArmyMinus]);
    let marcher = super::paths::Marcher::default();
    let is_dry = |p: &Place| p.site().terrain == Terrain::Desert;
    let deserts = atlas().all().filter(|p| p.site().key.starts_with('e') && is_dry(p));
    let beside = deserts.flat_map(|d| d.neighbours().iter().map(|(n, _)| *n));
    let sources_near: std::collections::BTreeSet<Place> =
        beside.filter(|p| !p.site().is_sea() && !is_dry(p)).collect();
    let around = sources_near.into_iter().find_map(|from| {
        let control = sources(&[&from.site().key], &[]);
        let near = super::paths::reach(from, 12, marcher, &control).into_keys().filter(|to| !is_dry(to));
        near.into_iter().find_map(|to| {
            let short = super::paths::cheapest(from, to, 12, marcher, &control)?;
            // A single desert, so that each step into it and out of it counts.
            let through = short.touched().iter().filter(|p| is_dry(p)).count() == 1;
            let found = through.then(|| of(&army, &to.site().key, &[], &control))?;
            let longer = !weak(&found).contains(&Weak::Desert) && line(&found).mp > short.mp();
            longer.then(|| (line(&found).clone(), short.mp()))
        })
    });
    let (around, short) = around.expect("such a line");
    assert!(around.mp > short && !around.way.iter().any(is_dry), "{around:?}");
}

// fast-battle.supply.line-over-sea, weak.length, weak.lone-detachment-rotw
#[test]
fn a_line_over_sea_is_six_mp_onto_a_foreign_desert_or_wasteland() {
    let nd = stack("spain", &[Nd, Nd, Nd]);
    let over_sea = |land: &[Counter], to: &str, control: &dyn Fn(&mut Position), native: bool| {
        let sea = at(to).seas().next().expect("a coast");
        let port = sea.neighbours().iter().map(|(p, _)| *p).find(|p| !p.site().is_sea());
        let mut position = Position { ports: port.into_iter().collect(), ..Position::default() };
        control(&mut position);
        let land = stack("spain", land);
        let asks = Asks { stack: &land, at: at(to), besieged: false, native };
        let fleets = [fleet(&nd, &sea.site().key)];
        let found = supply(asks, &fleets, &position, &LogisticsSwitches::default());
        (line(&found).mp, weak(&found), line(&found).rules.clone())
    };
    let desert = "eTripoli";
    assert_eq!(at(desert).site().terrain, Terrain::Desert);
    let (mp, weakened, _) = over_sea(&[ArmyPlus], desert, &|_| {}, false);
    assert_eq!((mp, weakened), (6, vec![Weak::Length, Weak::Desert]));
    let own = |control: &mut Position| _ = control.national.insert(at("eTripoli"));
    assert_eq!(over_sea(&[ArmyPlus], desert, &own, false).0, 3);
    let waste = |control: &mut Position| control.wasteland.extend(atlas().all());
    let lone = rule!("fast-battle.supply.weak.lone-detachment-rotw");
    for (land, to, weakened) in [
        (&[ArmyMinus][..], "eGaliza", vec![Weak::Length]),
        (&[Ld], "eGaliza", vec![Weak::Length]),
        (&[ArmyMinus], "rFlorida~N", vec![Weak::Length]),
        (&[Ld], "rFlorida~N", vec![]),
    ] {
        assert_eq!(over_sea(land, to, &|_| {}, false).0, 3, "{to}");
        let (mp, weak, rules) = over_sea(land, to, &waste, false);
        assert_eq!((mp, weak), (6, weakened.clone()), "{land:?} {to}");
        assert_eq!(rules.contains(&lone), weakened.is_empty(), "{land:?} {to}");
        assert_eq!(over_sea(land, to, &waste, true).0, 3, "natives of {to}");
    }
}

// fast-battle.supply.weak.desert.same-province, cold-area.old-rounds: what does not make a line what it is does not stand with it.
#[test]
fn a_line_names_no_desert_and_no_cold_that_is_not_there() {
    let army = stack("france", &[ArmyPlus]);
    let mut control = sources(&["eIle-de-France"], &[]);
    let rules = |control: &Position, to: &str, rounds: RoundSystem| {
        let asks = Asks { stack: &army, at: at(to), besieged: false, native: false };
        let switches = LogisticsSwitches { rounds, ..LogisticsSwitches::default() };
        line(&supply(asks, &[], control, &switches)).rules.clone()
    };
    assert_eq!(rules(&control, "eIle-de-France", RoundSystem::New), []);
    assert_eq!(rules(&control, "eArtois", RoundSystem::Old), []);
    control.cold.insert(at("eArtois"));
    assert_eq!(rules(&control, "eArtois", RoundSystem::New), []);
    assert_eq!(
        rules(&control, "eArtois", RoundSystem::Old),
        [rule!("fast-battle.supply.cold-area.old-rounds")]
    );
}
