//! What soldiers are worth: morale by nation, sort and place, the morale level of a force, and what raises it.
#![allow(clippy::unwrap_used)]

use crate::battle::{Scripted, battle, corps, field, muster, own, plan};
use crate::common::battles::{AUSTRIA, FRANCE, final_, happened, seal};
use crate::common::{Play, founding, untied};
use eia::typed::Typed;
use engine::eia::chits::{Attack, Defence};
use engine::eia::land::battle::assemble::{Options, Ready, ready};
use engine::eia::land::battle::fight::{Added, Army, Note, Raises, Rolled, Station, Who, Why};
use engine::eia::land::battle::sealed::{Chit, Plan, Reinforce};
use engine::eia::land::battle::{Battle, Field, Kind, Region};
use engine::eia::land::forces::Leader;
use engine::eia::land::stacking::{Muster, Stands};
use engine::eia::powers::Power;
use engine::table::{Act, Verb};
use serde_json::json;
use std::collections::BTreeMap;

const TYPES: Options = Options {
    cavalry_types: true,
    superiority: true,
    cavalry_withdrawal: true,
    national: Raises::Force,
    rifles: true,
};
const NO_TYPES: Options = Options { cavalry_types: false, ..TYPES };

fn nothing_typed() -> Typed {
    Typed::new()
}

/// A day between two sides of one power each: its corps, what is in them, and its leaders.
struct Sides {
    field: Field,
    musters: BTreeMap<Power, Muster>,
    own: BTreeMap<Power, engine::eia::land::battle::sealed::Own>,
}

/// A power, its corps, what is in them, and its leaders.
type Brings<'a> = (Power, Vec<Stands>, &'a [&'a str], Vec<Leader>);

fn sides(of: [Brings<'_>; 2]) -> Sides {
    let field = field(vec![of[0].0], vec![of[1].0]);
    let (mut musters, mut owns) = (BTreeMap::new(), BTreeMap::new());
    for (power, corps, inside, leaders) in of {
        musters.insert(power, muster(corps, leaders));
        owns.insert(power, own(inside));
    }
    Sides { field, musters, own: owns }
}

impl Sides {
    fn battle(self) -> Battle {
        battle(self.field, self.musters, self.own)
    }
}

fn day(battle: &Battle, chits: [Chit; 2], typed: &Typed, options: Options) -> Ready {
    ready(battle, &chits.map(plan), typed, options).unwrap()
}

/// The morale level of one corps that attacks by itself, in tenths.
fn level(power: Power, stands: Stands, inside: &str, options: Options, change: impl Fn(&mut Field)) -> u16 {
    level_by(power, stands, inside, options, &nothing_typed(), change)
}

fn level_by(
    power: Power,
    stands: Stands,
    inside: &str,
    options: Options,
    typed: &Typed,
    change: impl Fn(&mut Field),
) -> u16 {
    let enemy = if power == Power::Prussia { Power::Austria } else { Power::Prussia };
    let other = corps("X Corps", enemy.key());
    let mut battle =
        sides([(power, vec![stands], &[inside], vec![]), (enemy, vec![other], &["9i"], vec![])]).battle();
    change(&mut battle.field);
    day(&battle, [Chit::Assault, Chit::Cordon], typed, options).fight.armies[0].morale()
}

fn same(_: &mut Field) {}

fn storming(field: &mut Field) {
    (field.kind, field.fortress) = (Kind::Assault, Some(50));
}

#[test]
fn house_land_cavalry_has_the_morale_of_its_type_whatever_the_nation() {
    for (power, nation) in [
        (Power::Spain, "spain"),
        (Power::Turkey, "turkey"),
        (Power::France, "france"),
        (Power::Austria, "lombardy"),
        (Power::Russia, "saxony"),
        (Power::GreatBritain, "naples"),
    ] {
        let of = |inside, options| level(power, corps("V Corps", nation), inside, options, same);
        let types = ["6lc", "6c", "6hc"].map(|inside| of(inside, TYPES));
        assert_eq!(types, [30, 40, 50], "{nation}");
    }
    // Without the types all cavalry is the nation's own.
    let own = |power, nation| {
        ["6lc", "6c", "6hc"].map(|inside| level(power, corps("V Corps", nation), inside, NO_TYPES, same))
    };
    assert_eq!(own(Power::Spain, "spain"), [30; 3]);
    assert_eq!(own(Power::Austria, "naples"), [20; 3]);
    assert_eq!(own(Power::Austria, "austria"), [40; 3]);
}

#[test]
fn house_units_russian_cavalry_of_the_first_three_corps_has_morale_four() {
    // Whatever Russia's cavalry has otherwise.
    let typed = Typed::from_iter([("morale_russia_cavalry".to_owned(), 30)]);
    let of = |name: &str, nation: &str, inside: &str, options| {
        level_by(Power::Russia, corps(name, nation), inside, options, &typed, same)
    };
    let plain = ["I Corps", "II Corps", "III Corps", "IV Corps", "XI Corps", "Cavalry"];
    assert_eq!(plain.map(|name| of(name, "russia", "6c", NO_TYPES)), [40, 40, 40, 30, 30, 30]);
    // Infantry is infantry, and another nation's corps has its own.
    assert_eq!(of("I Corps", "russia", "6i", NO_TYPES), 30);
    assert_eq!(of("I Corps", "saxony", "6c", NO_TYPES), 40);
    assert_eq!(of("I Corps", "naples", "6c", NO_TYPES), 20);
    // With the types it has the morale of its type.
    assert_eq!(["6lc", "6c", "6hc"].map(|inside| of("I Corps", "russia", inside, TYPES)), [30, 40, 50]);
}

#[test]
fn house_fanaticism_regulars_of_turkey_have_half_a_point_more_in_anatolia_and_rumelia() {
    let of = |nation: &str, inside: &str, region: Option<Region>| {
        level(Power::Turkey, corps("V Corps", nation), inside, NO_TYPES, |field| field.region = region)
    };
    for region in [Some(Region::Anatolia), Some(Region::Rumelia)] {
        let there = ["6i", "6c", "6lc", "6hc"].map(|inside| of("turkey", inside, region));
        assert_eq!(there, [25, 35, 35, 35]);
        // All regular factors, infantry and cavalry, are: no others, and no Egyptians.
        assert_eq!(["6a", "6m", "6fi", "6fc"].map(|inside| of("turkey", inside, region)), [20; 4]);
        assert_eq!(of("egypt", "6i", region), 20);
    }
    assert_eq!(["6i", "6c"].map(|inside| of("turkey", inside, None)), [20, 30]);
    // In a mixed corps by the share of each.
    assert_eq!(of("turkey", "5i 5m", Some(Region::Anatolia)), 23, "2.25, half up");
}

#[test]
fn house_fanaticism_feudals_have_half_a_point_more_in_their_own_province() {
    let at = |at_home: bool, inside: &str, change: fn(&mut Field)| {
        let mut stands = corps("Rumelia feudal infantry", "turkey");
        stands.corps.at_home = at_home;
        level(Power::Turkey, stands, inside, TYPES, change)
    };
    assert_eq!([at(true, "6fi", same), at(true, "6fc", same)], [25, 25]);
    assert_eq!([at(false, "6fi", same), at(false, "6fc", same)], [20, 20]);
    assert_eq!(at(true, "6i", same), 20, "regulars are not stirred by it");
    let dominant = |field: &mut Field| field.dominant = Some(vec![Power::Turkey]);
    assert_eq!([at(true, "6fc", dominant), at(false, "6fc", dominant)], [30, 25]);
    // On foot before a fortress they have the infantry's morale, and are feudal as before.
    assert_eq!([at(true, "6fc", storming), at(false, "6fc", storming)], [25, 20]);
    assert_eq!([at(true, "6fi", storming), at(false, "6fi", storming)], [25, 20]);
    let stormed = |inside: &str| {
        level(Power::Turkey, corps("V Corps", "turkey"), inside, TYPES, |field| {
            storming(field);
            field.region = Some(Region::Rumelia);
        })
    };
    assert_eq!([stormed("6c"), stormed("6fc")], [25, 20], "the region stirs regulars alone");
}

#[test]
fn house_ottoman_troops_of_turkey_have_morale_two_and_three() {
    for options in [TYPES, NO_TYPES] {
        for nation in ["algeria", "cyrenaica", "egypt", "syria", "tripolitania", "tunisia"] {
            let of = |power, inside| level(power, corps("V Corps", nation), inside, options, same);
            assert_eq!(["6i", "6c"].map(|inside| of(Power::Turkey, inside)), [20, 30], "{nation}");
            assert_eq!(of(Power::France, "6i"), 10, "{nation} under another power");
        }
    }
    let of = |power, inside| level(power, corps("V Corps", "tunisia"), inside, NO_TYPES, same);
    assert_eq!(of(Power::France, "6c"), 20);
    // A minor country that is not of the Ottoman Empire has its own under Turkey too.
    assert_eq!(level(Power::Turkey, corps("V Corps", "morocco"), "6i", TYPES, same), 10);
}

/// Both rolls of the first round.
fn first_rolls(battle: &Battle, chits: [Chit; 2], options: Options) -> [Rolled; 2] {
    let Ready { setting, mut fight, .. } = day(battle, chits, &nothing_typed(), options);
    let mut table = Scripted::of(&[3; 12]);
    fight.run(&setting, &mut table).unwrap();
    let clash = |note: &Note| match note {
        Note::Clash { rolled, .. } => Some(rolled.as_ref().clone()),
        _ => None,
    };
    table.heard.iter().find_map(clash).unwrap()
}

#[test]
fn house_ottoman_cavalry_counts_double_for_superiority_and_for_nothing_else() {
    // Ratings of which nothing is added, so that the limit of +1 takes nothing away.
    let led = || vec![Leader::read("Pasha", "2 2 3 B").unwrap()];
    let rolls = |power: Power, nation: &str, inside: &str, enemy: &str| {
        let of = (power, vec![corps("V Corps", nation)], &[inside][..], led());
        let against = (Power::Russia, vec![corps("V Corps", "russia")], &[enemy][..], led());
        first_rolls(&sides([of, against]).battle(), [Chit::Assault, Chit::Cordon], TYPES)
    };
    let superior = |rolled: &Rolled| {
        let counted = |added: &Added| match added.why {
            Why::Superiority(own, enemy) => Some((added.by, own, enemy)),
            _ => None,
        };
        rolled.added.iter().find_map(counted)
    };
    // 10 count as 20, against 10 and against 11.
    let rolled = rolls(Power::Turkey, "egypt", "10c 2i", "9i 10c");
    assert_eq!((superior(&rolled[0]), superior(&rolled[1])), (Some((1, 20, 10)), None));
    assert_eq!((rolled[0].of, rolled[0].result), (12, 4), "as 12 factors they roll");
    assert_eq!(superior(&rolls(Power::Turkey, "egypt", "10c 2i", "9i 11c")[0]), None);
    // Against 6 of them 10 are not superior: 10 against 12; against 5 they are.
    assert_eq!(superior(&rolls(Power::Turkey, "egypt", "6c 2i", "9i 10c")[1]), None);
    assert_eq!(superior(&rolls(Power::Turkey, "egypt", "2c 2i", "9i 10c")[1]), Some((1, 10, 4)));
    // Neither the Turkish home army's, nor that of Egyptians under another power.
    assert_eq!(superior(&rolls(Power::Turkey, "turkey", "10c 2i", "9i 10c")[0]), None);
    assert_eq!(superior(&rolls(Power::France, "egypt", "10c 2i", "9i 10c")[0]), None);
}

#[test]
fn house_siege_assault_cavalry_fights_on_foot_but_for_cossacks_freikorps_and_la_salle_s() {
    let of = |power: Power, nation: &str, inside: &str| {
        level(power, corps("V Corps", nation), inside, TYPES, storming)
    };
    // Infantry of dominant France 4.0, of Austria 3.0, of Turkey 2.0.
    assert_eq!(["6lc", "6c", "6hc"].map(|inside| of(Power::France, "france", inside)), [40; 3]);
    assert_eq!(["6lc", "6c", "6hc"].map(|inside| of(Power::Austria, "austria", inside)), [30; 3]);
    assert_eq!(["6c", "6fc"].map(|inside| of(Power::Turkey, "turkey", inside)), [20; 2]);
    assert_eq!(["6ck", "6fk"].map(|inside| of(Power::Russia, "russia", inside)), [10; 2]);
    assert_eq!(["6gd", "6m"].map(|inside| of(Power::Russia, "russia", inside)), [50, 20]);
    // La Salle's keeps its 3.0, and so worsens what storms with it.
    let mut la_salle = corps("La Salle's Light Cavalry", "france");
    la_salle.corps.la_salle = true;
    let stormed = |stands: &Stands| level(Power::France, stands.clone(), "1lc", TYPES, storming);
    assert_eq!(stormed(&la_salle), 30);
    la_salle.corps.la_salle = false;
    assert_eq!(stormed(&la_salle), 40);
}

#[test]
fn only_french_corps_are_la_salle_s() {
    let mut play = Play::in_months(7, |_| ());
    let storm = json!({"battle": "open", "field": {"place": "Mantua", "kind": "assault", "fortress": 9,
        "terrain": "clear", "attackers": ["france"], "defenders": ["austria"]}});
    play.must(FRANCE, Verb::Game(storm));
    let marked = |power: &str| {
        let corps = json!([{"name": "Hussars", "nation": power, "la_salle": true}]);
        Verb::Game(json!({"battle": "muster", "number": 1, "power": power, "muster": {"corps": corps}}))
    };
    let says = play.refused_under("house.siege.assault-cavalry-exception", AUSTRIA, marked("austria"));
    assert!(says.contains("Hussars"), "{says}");
    play.must(FRANCE, marked("france"));
}

/// A Turk, a Russian or an Austrian against each other, of infantry alone.
fn of_powers(attacker: Power, defender: Power) -> Battle {
    let side = |power: Power| (power, vec![corps("V Corps", power.key())], &["20i"][..], vec![]);
    sides([side(attacker), side(defender)]).battle()
}

#[test]
fn the_chits_that_raise_the_morale_of_turks_and_russians() {
    let (tr, ru, au) = (Power::Turkey, Power::Russia, Power::Austria);
    let chit = |key: &str| -> Chit { serde_json::from_value(json!(key)).unwrap() };
    for attack in Attack::ALL {
        for defence in Defence::ALL {
            if (attack, defence) == (Attack::Probe, Defence::Withdraw) {
                continue;
            }
            let chits = [chit(attack.key()), chit(defence.key())];
            let raised = |attacker, defender| {
                // A lone corps cannot go around; that changes nothing here.
                let battle = of_powers(attacker, defender);
                day(&battle, chits, &nothing_typed(), TYPES).fight.armies.map(|army| army.raised)
            };
            let assaults = matches!(attack, Attack::Assault | Attack::EscalatedAssault);
            let counters = matches!(defence, Defence::Counterattack | Defence::EscalatedCounterattack);
            let turk = if assaults && counters { 10 } else { 0 };
            let defends = defence == Defence::Defend && (assaults || attack == Attack::Probe);
            let russian = if defends { 10 } else { 0 };
            let told = format!("{attack:?} against {defence:?}");
            assert_eq!(raised(tr, au), [turk, 0], "{told}");
            assert_eq!(raised(au, tr), [0, turk], "{told}");
            assert_eq!(raised(ru, tr), [0, turk], "{told}");
            assert_eq!(raised(tr, ru), [turk, russian], "{told}");
            assert_eq!(raised(au, ru), [0, russian], "{told}");
        }
    }
}

#[test]
fn national_morale_raises_the_force_or_by_the_switch_its_table() {
    let battle = of_powers(Power::Austria, Power::Russia);
    let chits = [Chit::Assault, Chit::Defend];
    let by = |national| Options { national, ..TYPES };
    let levels = |options| {
        let ready = day(&battle, chits, &nothing_typed(), options);
        assert!(ready.unprinted.contains(&"national morale".to_owned()));
        ready.fight.armies.map(|army| (army.level, army.morale()))
    };
    let table = |options| {
        let [_, russian] = first_rolls(&battle, chits, options);
        let nation = Added { by: 1, why: Why::Nation(Power::Russia) };
        (russian.table.to_string(), russian.shifts.contains(&(nation, false)))
    };
    assert_eq!(levels(by(Raises::Force)), [(30, 30), (30, 40)]);
    assert_eq!(table(by(Raises::Force)), ("4-1".to_owned(), false));
    assert_eq!(levels(by(Raises::Table)), [(30, 30), (30, 30)]);
    assert_eq!(table(by(Raises::Table)), ("4-2".to_owned(), true));
    // A force breaks only when that too is lost.
    let end = |national, typed: i64| {
        let typed = Typed::from_iter([("morale_russia_infantry".to_owned(), typed)]);
        let mut ready = day(&battle, chits, &typed, by(national));
        ready.fight.run(&ready.setting, &mut Scripted::of(&[6, 1, 6, 1, 6, 1])).unwrap();
        let army = ready.fight.armies[1];
        (army.lost, army.left(), army.broken)
    };
    assert_eq!(end(Raises::Force, 31), (41, 0, true));
    assert_eq!(end(Raises::Force, 32), (41, 1, false));
    assert_eq!(end(Raises::Table, 41), (41, 0, true));
    assert_eq!(end(Raises::Table, 42), (41, 1, false));
    // Other chits are read in one way.
    let plain = day(&battle, [Chit::Assault, Chit::Cordon], &nothing_typed(), TYPES);
    assert!(!plain.unprinted.contains(&"national morale".to_owned()));
}

#[test]
fn the_switch_of_national_morale_is_the_campaign_s() {
    let fought = |way: Option<&str>| {
        let mut play = Play::founded(&founding(7, 0, json!({"ceiling": 60, "spare": "uncontrolled"})));
        if let Some(value) = way {
            play.act(1, Act::Switch { key: "national_morale".to_owned(), value: value.to_owned() });
        }
        let mut play = play.started();
        play.bid((1..=7).map(untied).collect());
        let (russia, turkey) = (5, 7);
        let open = json!({"battle": "open", "field": {"place": "Silistra", "terrain": "clear",
            "attackers": ["turkey"], "defenders": ["russia"]}});
        play.must(turkey, Verb::Game(open));
        for (person, power) in [(turkey, "turkey"), (russia, "russia")] {
            let corps = json!([{"name": "V Corps", "nation": power}]);
            let order = json!({"battle": "muster", "number": 1, "power": power, "muster": {"corps": corps}});
            play.must(person, Verb::Game(order));
        }
        for (person, power, chit) in [(turkey, "turkey", "assault"), (russia, "russia", "defend")] {
            let own = json!({"factors": [{"infantry": 20}]});
            play.must(person, seal(1, json!({"of": {power: own}, "plan": {"chit": chit}})));
        }
        play.must(turkey, final_(1));
        let made = play.must(russia, final_(1));
        play.right_now();
        happened(&made, "battle_fought").unwrap()
    };
    for (way, morale) in [(None, [20, 40]), (Some("table"), [20, 30])] {
        let fought = fought(way);
        assert_eq!(fought["morale"], json!(morale), "{way:?}");
        assert!(fought["unprinted"].as_array().unwrap().contains(&json!("national morale")));
    }
}

/// What is left of a battle after its first day.
fn after(battle: &Battle, change: impl FnOnce(&mut [Army; 2])) -> Battle {
    let Ready { fight, .. } = day(battle, [Chit::Probe, Chit::Cordon], &nothing_typed(), TYPES);
    let mut armies = fight.armies;
    change(&mut armies);
    Battle { armies: Some(armies), day: 2, ..battle.clone() }
}

#[test]
fn a_force_keeps_the_morale_level_with_which_its_combat_began() {
    let side = |power: Power| (power, vec![corps("V Corps", power.key())], &["20i 20gd"][..], vec![]);
    let first = sides([side(Power::France), side(Power::Austria)]).battle();
    let levels = |battle: &Battle| {
        let ready = day(battle, [Chit::Probe, Chit::Cordon], &nothing_typed(), TYPES);
        ready.fight.armies.map(|army| army.morale())
    };
    assert_eq!(levels(&first), [45, 40]);
    // The infantry is lost; guard alone would have 5.0.
    let second = after(&first, |armies| {
        armies[0].factors[0].0[0] = 0;
        armies[1].factors[0].0[0] = 3;
    });
    assert_eq!(levels(&second), [45, 40]);
    // Lost morale stays lost.
    let third = after(&first, |armies| armies[1].lost = 15);
    let ready = day(&third, [Chit::Probe, Chit::Cordon], &nothing_typed(), TYPES);
    assert_eq!((ready.fight.armies[1].lost, ready.fight.armies[1].left()), (15, 25));
}

#[test]
fn what_the_chits_added_takes_the_first_losses_of_its_day_and_goes_with_it() {
    let battle = of_powers(Power::Austria, Power::Russia);
    let next = |lost: u16, chits: [Chit; 2]| {
        let Ready { fight, .. } = day(&battle, [Chit::Assault, Chit::Defend], &nothing_typed(), TYPES);
        let mut armies = fight.armies;
        armies[1].lost = lost;
        let second = Battle { armies: Some(armies), day: 2, ..battle.clone() };
        let army = day(&second, chits, &nothing_typed(), TYPES).fight.armies[1];
        (army.morale(), army.left())
    };
    let (raised, plain) = ([Chit::Assault, Chit::Defend], [Chit::Assault, Chit::Cordon]);
    // 4.0 for the day: of 3.5 lost 2.5 are the force's own.
    assert_eq!(next(35, plain), (30, 5));
    assert_eq!(next(35, raised), (40, 15));
    assert_eq!(next(7, plain), (30, 30));
}

#[test]
fn reinforcements_change_no_morale_level() {
    let mut aside = corps("VI Corps", "france");
    aside.aside = true;
    let french = (Power::France, vec![corps("V Corps", "france"), aside], &["20m", "20gd"][..], vec![]);
    let austrian = (Power::Austria, vec![corps("V Corps", "austria")], &["20i"][..], vec![]);
    let mut battle = sides([french, austrian]).battle();
    let group = Reinforce { corps: vec![1], leader: None, from: 2 };
    battle.own.get_mut(&Power::France).unwrap().reinforce = vec![group];
    let Ready { setting, mut fight, .. } = day(&battle, [Chit::Probe, Chit::Cordon], &nothing_typed(), TYPES);
    assert_eq!(fight.armies[0].morale(), 20);
    fight.run(&setting, &mut Scripted::of(&[1; 9])).unwrap();
    assert_eq!(fight.armies[0].places[1], Station::Fighting, "it came");
    assert_eq!(fight.armies[0].morale(), 20);
    let second = Battle { armies: Some(fight.armies), day: 2, ..battle };
    let ready = day(&second, [Chit::Probe, Chit::Cordon], &nothing_typed(), TYPES);
    assert_eq!(ready.fight.armies[0].morale(), 20);
}

#[test]
fn corps_that_got_away_before_the_combat_count_for_no_morale_level() {
    let two = |power: Power| {
        let both = vec![corps("V Corps", power.key()), corps("VI Corps", power.key())];
        (power, both, &["20m", "20gd"][..], vec![])
    };
    let battle = sides([two(Power::France), two(Power::Austria)]).battle();
    let withdraw = [Chit::Assault, Chit::Withdraw];
    let levels = |battle: &Battle, dice: &[u8]| {
        let mut ready = day(battle, withdraw, &nothing_typed(), TYPES);
        let at_first = ready.fight.armies[1].morale();
        ready.fight.advance(&ready.setting, &mut Scripted::of(dice)).unwrap();
        [at_first, ready.fight.armies[1].morale()]
    };
    // Each corps tries with its own rating of 1.
    assert_eq!(levels(&battle, &[6, 6]), [35, 35]);
    assert_eq!(levels(&battle, &[1, 6]), [35, 50], "the militia got away");
    assert_eq!(levels(&battle, &[6, 1]), [35, 20], "the guard did");
    assert_eq!(levels(&battle, &[1, 1]), [35, 35], "nobody fights");
    // On a later day the level stays.
    let later = after(&battle, |_| ());
    assert_eq!(levels(&later, &[1, 6]), [35, 35]);
}

/// The table of a side in the first round, whatever shifts it.
fn chits_table(river: bool, plans: [Plan; 2], who: Who) -> String {
    let mut battle = of_powers(Power::France, Power::Austria);
    battle.field.river = river;
    let chits = plans.map(|plan| plan.chit);
    first_rolls(&battle, chits, TYPES)[who as usize].table.to_string()
}

#[test]
fn house_combat_chart_escalated_assault_against_a_cordon_behind_a_river_is_5_1() {
    let plans = || [plan(Chit::EscalatedAssault), plan(Chit::Cordon)];
    assert_eq!(chits_table(true, plans(), Who::Attacker), "5-1");
    assert_eq!(chits_table(true, plans(), Who::Defender), "3-1");
}

#[test]
fn what_the_notes_of_the_chits_change_for_dice() {
    let (au, fr) = (Power::Austria, Power::France);
    let rolls = |attacker: Power, defender: Power, ratings: [&str; 2], chits: [Chit; 2]| {
        let side = |power: Power, ratings: &str| {
            let led = vec![Leader::read("Leader", ratings).unwrap()];
            (power, vec![corps("V Corps", power.key())], &["20i"][..], led)
        };
        let battle = sides([side(attacker, ratings[0]), side(defender, ratings[1])]).battle();
        first_rolls(&battle, chits, TYPES).map(|rolled| rolled.added)
    };
    let nation = |added: &[Added]| added.contains(&Added { by: 1, why: Why::Nation(au) });
    let equal = ["3 2 3 B"; 2];
    let of = |attacker, defender, chits: [Chit; 2]| {
        rolls(attacker, defender, equal, chits).map(|added| nation(&added))
    };
    let echelon = [Chit::Echelon, Chit::Cordon];
    assert_eq!(of(fr, au, echelon), [false, true], "an Austrian's cordon");
    assert_eq!(of(au, fr, echelon), [false, false]);
    assert_eq!(of(fr, au, [Chit::Assault, Chit::Cordon]), [false, false]);
    // Against Defend an assault is fought without tactical ratings.
    let rated = |chits| {
        let added = rolls(fr, au, ["3 5 3 B", "3 0 3 B"], chits);
        added.map(|added| added.iter().map(|added| added.by).sum::<i8>())
    };
    for chit in [Chit::Assault, Chit::EscalatedAssault] {
        assert_eq!(rated([chit, Chit::Defend]), [0, 0]);
    }
    assert_eq!(rated([Chit::Probe, Chit::Defend]), [1, -1]);
    assert_eq!(rated([Chit::Assault, Chit::Cordon]), [1, -1]);
}

#[test]
fn an_austrian_s_cordon_against_an_echelon_adds_one_to_the_die() {
    let side = |power: Power| {
        let led = vec![Leader::read("Leader", "3 2 3 B").unwrap()];
        (power, vec![corps("V Corps", power.key())], &["20i"][..], led)
    };
    let battle = sides([side(Power::France), side(Power::Austria)]).battle();
    let [attacks, defends] = first_rolls(&battle, [Chit::Echelon, Chit::Cordon], TYPES);
    assert_eq!((attacks.result, defends.result), (attacks.die, defends.die + 1));
}
