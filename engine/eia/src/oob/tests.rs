//! The orders of battle: what is known stands in them, and the rest follows the rules that the manual gives.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::land::forces::{Factors, Troop};
use crate::map::{AreaId, ProvinceId, home_of};
use crate::months::Month;
use engine::eia::typed::Typed;
use table::facts::Fact;
use table::rule;
use table::rules::{RuleId, ledger};

fn order(scenario: &str) -> &'static OrderOfBattle {
    of(scenario).unwrap()
}

fn province(key: &str) -> ProvinceId {
    ProvinceId::all().find(|one| one.key() == key).unwrap()
}

fn month(text: &str) -> Month {
    Month::try_from(text.to_owned()).unwrap()
}

#[test]
fn every_scenario_has_an_order_of_battle_with_all_that_a_start_needs() {
    for scenario in scenario::all() {
        let order = order(&scenario.key);
        assert!(order.powers.keys().eq(&scenario.powers));
        let begins = month(&scenario.begins);
        for (power, forces) in &order.powers {
            let here = format!("{}, {power}", scenario.key);
            // Greece is small, and no leader of it is known.
            let is_greece = *power == Power::Greece;
            let [factors, corps] = if is_greece { [8, 3] } else { [10, 5] };
            assert!(forces.factors.value.total() > factors && forces.corps.len() >= corps as usize, "{here}");
            assert!(!forces.fleets.is_empty() && forces.depots_at_start.value > 0, "{here}");
            let land: Vec<&Leader> = forces.leaders.iter().filter(|one| !one.at_sea).collect();
            let there = |one: &&&Leader| !one.is_gone(begins) && !one.is_yet_to_come(begins);
            assert_eq!(land.is_empty(), is_greece, "{here}");
            let known = land.iter().filter(there).count();
            assert!(is_greece || known >= 2, "{here}: too few leaders at the start");
            assert!(is_greece || land.iter().any(|one| one.rank == Rank::A), "{here}: nobody is senior");
            // Room for what there is at the start and as much again as half of it, garrisons aside.
            let room: u32 = forces.corps.iter().map(|one| u32::from(one.holds.of(Troop::Infantry))).sum();
            assert!(room * 100 >= u32::from(forces.factors.value.of(Troop::Infantry)) * 95, "{here}: {room}");
            assert!(forces.corps.iter().all(|one| (3..=5).contains(&one.moves)), "{here}");
        }
    }
    assert!(of("eu9").is_none() && of("").is_none());
}

#[test]
fn political_status_is_what_is_known() {
    let boxes = |scenario: &str| -> Vec<String> {
        order(scenario).powers.values().map(|forces| forces.status.value.to_string()).collect()
    };
    // Austria's box of 1805 is not known and is ours.
    assert_eq!(boxes("1805"), ["N5", "D2", "N9", "N10", "N7", "N5", "N3"]);
    assert_eq!(order("1805").powers[&Power::Austria].status.origin, Origin::Ours);
    assert_eq!(order("1805").powers[&Power::France].status.origin, Origin::Rulebook);
    // Austria, France, Great Britain, Prussia, Russia, Sardinia, Turkey.
    assert_eq!(boxes("1853"), ["N7", "N4", "N9", "N5", "D1", "N3", "N1"]);
}

#[test]
fn the_crimean_war_is_on_and_russia_s_enemies_are_allied() {
    let later = order("1853");
    let war = ledger().get(rule!("nationalism.crimea.in-progress"));
    assert!(war.says.contains("Crimean War already on"));
    let coalition = [Power::France, Power::GreatBritain, Power::Sardinia, Power::Turkey];
    assert_eq!(later.enemies(Power::Russia), coalition);
    for power in coalition {
        assert_eq!(later.enemies(power), [Power::Russia]);
        let others: Vec<Power> = coalition.into_iter().filter(|other| *other != power).collect();
        assert_eq!(later.allies(power), others);
    }
    for power in [Power::Austria, Power::Prussia] {
        assert!(later.enemies(power).is_empty() && later.allies(power).is_empty());
    }
    let grand = order("1805");
    assert_eq!(grand.enemies(Power::France), [Power::GreatBritain]);
    assert!(grand.alliances.is_empty());
}

#[test]
fn depots_are_the_house_rules() {
    let of = |power| order("1805").powers[&power].depots.clone();
    for (power, rule, depots) in [
        (Power::Austria, rule!("house.depots.limit.austria"), 9),
        (Power::GreatBritain, rule!("house.depots.limit.britain"), 6),
        (Power::France, rule!("house.depots.limit.france"), 8),
        (Power::Prussia, rule!("house.depots.limit.prussia"), 7),
        (Power::Russia, rule!("house.depots.limit.russia"), 8),
        (Power::Spain, rule!("house.depots.limit.spain"), 8),
        (Power::Turkey, rule!("house.depots.limit.turkey"), 7),
    ] {
        assert!(ledger().get(rule).says.contains(&format!("{depots} depots")), "{power}");
        assert_eq!(of(power), Fact { value: depots, origin: Origin::Seed }, "{power}");
        let later = order("1853").powers.get(&power);
        assert!(later.is_none_or(|later| later.depots == of(power)), "{power}");
    }
    assert_eq!(order("1853").powers[&Power::Sardinia].depots.origin, Origin::Ours);
}

/// Infantry, cavalry and guard, $, and depots of a club's set-up.
type SetUp = (i64, i64, i64, i64, i64);

/// What two clubs' set-ups, of September 1798 and of June 1812, come to in January 1805, 76 of the 165 months later; rounded half up.
fn between(earlier: SetUp, later: SetUp) -> SetUp {
    let at = |from: i64, to: i64| (2 * (from * 165 + (to - from) * 76) + 165).div_euclid(330);
    (
        at(earlier.0, later.0),
        at(earlier.1, later.1),
        at(earlier.2, later.2),
        at(earlier.3, later.3),
        at(earlier.4, later.4),
    )
}

#[test]
fn forces_of_1805_lie_between_two_clubs_set_ups() {
    for (power, earlier, later) in [
        (Power::France, (86, 8, 0, 15, 5), Some((225, 36, 18, 55, 6))),
        (Power::Russia, (100, 6, 4, 40, 4), Some((135, 12, 10, 45, 4))),
        (Power::Austria, (65, 6, 4, 25, 5), Some((95, 8, 5, 15, 3))),
        (Power::Spain, (40, 0, 0, 60, 3), Some((45, 6, 0, 10, 2))),
        (Power::GreatBritain, (20, 4, 0, 15, 1), Some((47, 8, 0, 25, 3))),
        // Nothing befell these two.
        (Power::Prussia, (60, 8, 0, 20, 4), None),
        (Power::Turkey, (10, 6, 0, 15, 3), None),
    ] {
        let forces = &order("1805").powers[&power];
        let of = |sort| i64::from(forces.factors.value.of(sort));
        let here = (
            of(Troop::Infantry),
            of(Troop::Cavalry),
            // The Prussian guard stands in no set-up.
            if power == Power::Prussia { 0 } else { of(Troop::Guard) },
            i64::from(forces.treasury.value),
            i64::from(forces.depots_at_start.value),
        );
        assert_eq!(here, later.map_or(earlier, |later| between(earlier, later)), "{power}");
        assert_eq!(
            (forces.factors.origin, forces.treasury.origin),
            (Origin::Reconstructed, Origin::Reconstructed)
        );
    }
}

#[test]
fn goals_of_1853_follow_their_rule() {
    let (grand, later) = (scenario::by_key("1805").unwrap(), scenario::by_key("1853-greece").unwrap());
    for power in &later.powers {
        // Sardinia and Greece are counted like Turkey, from their own boxes.
        let begins = |scenario: &str, power: Power| order(scenario).powers[&power].status.value;
        let (like, boxes) = match power {
            Power::Sardinia => (Power::Turkey, [begins("1805", Power::Turkey); 2]),
            Power::Greece => (Power::Turkey, [begins("1805", Power::Turkey), begins("1853-greece", *power)]),
            power => (*power, ["1805", "1853"].map(|scenario| begins(scenario, *power))),
        };
        let [before, now] = boxes.map(|one| one.points().value);
        // In 88ths: 44 economic phases, and half of the difference in points.
        let eighty_eighths = 2 * 69 * grand.goals[&like].value + 44 * 69 * (now - before);
        assert_eq!(later.goals[power].value, (eighty_eighths + 44).div_euclid(88), "{power}");
    }
}

#[test]
fn totals_beside_those_that_are_known() {
    // Of the printed game's totals Spain's money and manpower alone are known. Ships in halves of a ship of the line: another club's.
    let known = |power| (power == Power::Spain).then_some((32, 16));
    let ships = [(Power::GreatBritain, 180), (Power::France, 79), (Power::Spain, 95), (Power::Russia, 86)];
    let near = |is: u32, known: u32| is * 100 <= known * 115 && is * 100 >= known * 85;
    for scenario in scenario::all() {
        println!("{}", scenario.title);
        for (power, forces) in &order(&scenario.key).powers {
            let order = order(&scenario.key);
            let (mut home, mut held) = ((0, 0), (0, 0));
            for one in ProvinceId::all().filter(|one| order.held(*one).by() == Some(*power)) {
                let to = if matches!(order.held(one), Held::Home(_) | Held::Ceded(_)) {
                    &mut home
                } else {
                    &mut held
                };
                to.0 += one.on_map().money;
                to.1 += one.on_map().manpower;
            }
            let told = |known: Option<String>| known.unwrap_or_else(|| "not known".to_owned());
            let worth = known(*power).filter(|_| scenario.key == "1805");
            let navy =
                ships.iter().find(|(of, _)| of == power).filter(|_| scenario.key == "1805").map(|(_, n)| *n);
            let halves = forces.ships.value.halves();
            println!(
                "  {power}: ${}, {} MP at home (known: {}), ${}, {} MP of minor countries; {} factors ({}); {} corps of {}; ships {}.{} (known: {})",
                home.0,
                home.1,
                told(worth.map(|(money, mp)| format!("${money}, {mp} MP"))),
                held.0,
                held.1,
                forces.factors.value.total(),
                forces.factors.value,
                order.corps(*power).len(),
                order.corps(*power).iter().fold(Factors::default(), |sum, one| sum.and(one.holds)),
                halves / 2,
                halves % 2 * 5,
                told(navy.map(|n| format!("{}.{}", n / 2, n % 2 * 5))),
            );
            assert!(worth.is_none_or(|(money, mp)| near(home.0, money) && near(home.1, mp)), "{power}");
            assert!(navy.is_none_or(|known| near(halves, known)), "{power}");
        }
    }
    let minors = &order("1805").minors;
    for (key, halves) in [("sweden", 21), ("denmark", 32), ("naples", 10), ("portugal", 21), ("holland", 27)]
    {
        let is = minors[&province(key)].ships.halves();
        println!("  {key}: ships {}.{} (known: {}.{})", is / 2, is % 2 * 5, halves / 2, halves % 2 * 5);
        assert!(near(is, halves), "{key}: {is}");
    }
}

/// Every corps, fleet and leader that a rule names, in the order of battle that has it.
const NAMED: &[(RuleId, &str, &str)] = &[
    (rule!("house.units.russian-cavalry-morale"), "I, II and III corps", "I Corps|II Corps|III Corps"),
    (rule!("nationalism.petersburg.french-xii"), "French XII corps", "XII Corps"),
    (rule!("nationalism.dominance.france.xii"), "French XII corps", "XII Corps"),
    (rule!("nationalism.mille.corps.availability"), "I Mille", "I Mille"),
    (rule!("nationalism.mille.sicily.deploy"), "I Mille", "I Mille"),
    (rule!("nationalism.crimea.end.coalition"), "Black Sea fleet", "Black Sea Fleet|Baltic Sea Fleet"),
    (rule!("nationalism.paris.black-sea-fleet"), "Black Sea fleet", "Black Sea Fleet"),
    (rule!("nationalism.paris.fleet-marker"), "fourth fleet marker", "IV Fleet"),
    (rule!("nationalism.petersburg.dominance-loss.fleet-marker"), "fourth fleet marker", "IV Fleet"),
    (
        rule!("house.land.insurrection.occasions"),
        "Insurrection corps",
        "I Insurrection Corps|II Insurrection Corps",
    ),
    (rule!("house.siege.assault-cavalry-exception"), "LSLC", "La Salle's Light Cavalry"),
    (rule!("house.siege.artillery-bonus"), "artillery corps", "Artillery Corps"),
    (rule!("house.pillage.limit.massena"), "Massena", "Massena"),
    (rule!("house.pillage.limit.suvorov"), "Suvorov", "Suvorov"),
    (rule!("house.naval.blockade-test.mod-villeneuve"), "Villeneuve", "Villeneuve"),
    (rule!("house.peace.exile.napoleon-example"), "Napoleon", "Napoleon"),
    (rule!("enhancements.nelson.victory"), "Nelson", "Nelson"),
    (rule!("enhancements.nelson.defeat"), "Nelson", "Nelson"),
];

#[test]
fn every_corps_fleet_and_leader_that_a_rule_names_is_found() {
    let mut names: Vec<String> = Vec::new();
    for scenario in scenario::all() {
        for (power, forces) in &order(&scenario.key).powers {
            names.extend(order(&scenario.key).corps(*power).into_iter().map(|one| one.name));
            names.extend(forces.fleets.iter().map(|one| one.name.clone()));
            names.extend(forces.leaders.iter().map(|one| one.name.clone()));
        }
    }
    for (rule, says, counters) in NAMED {
        assert!(ledger().get(*rule).says.contains(says), "{rule} does not say {says}");
        for counter in counters.split('|') {
            assert!(names.iter().any(|name| name == counter), "{rule}: {counter}");
        }
    }
    // No rule names a leader or a Roman number of a corps that is not in this list.
    let leaders: Vec<String> = scenario::all()
        .iter()
        .flat_map(|scenario| order(&scenario.key).powers.values().flat_map(|forces| &forces.leaders))
        .map(|leader| leader.name.clone())
        .collect();
    let known = |id: RuleId| NAMED.iter().any(|(rule, ..)| *rule == id);
    for entry in ledger().entries() {
        let of_eia =
            ["house.", "nationalism.", "enhancements."].iter().any(|at| entry.id.as_str().starts_with(at));
        let words = || entry.says.split(|c: char| !c.is_alphanumeric());
        // These are words of other meanings too.
        let man = words().find(|word| {
            leaders.iter().any(|leader| leader == word)
                && !["York", "Hill", "Charles", "Campbell", "Ramming"].contains(word)
        });
        let corps = entry.says.split(' ').zip(entry.says.split(' ').skip(1));
        let roman =
            |word: &str| !word.is_empty() && word.len() < 5 && word.chars().all(|c| "IVX".contains(c));
        let numbered = corps.clone().any(|(number, word)| roman(number) && word.starts_with("corps"));
        assert!(
            !of_eia || known(entry.id) || (man.is_none() && !numbered),
            "{}: {man:?} {}",
            entry.id,
            entry.says
        );
    }
}

#[test]
fn every_minor_country_of_the_map_has_forces_or_a_stated_none() {
    for scenario in scenario::all() {
        let order = order(&scenario.key);
        let minors = ProvinceId::all().filter(|one| home_of(*one, scenario.map).is_none());
        let missing: Vec<&str> =
            minors.clone().filter(|one| !order.minors.contains_key(one)).map(ProvinceId::key).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", scenario.key);
        let odd: Vec<&str> = order
            .minors
            .keys()
            .filter(|one| !minors.clone().any(|minor| minor == **one))
            .map(|one| one.key())
            .collect();
        assert!(odd.is_empty(), "{}: {odd:?} are no minor countries", scenario.key);
        assert!(order.minors.values().filter(|one| one.is_none()).count() >= 10);
        for forces in order.minors.values().filter(|one| one.corps > 0) {
            assert!(forces.nation.unwrap().soldiers(false).is_some());
        }
    }
}

#[test]
fn the_rules_that_are_held_are_those_of_the_ledger() {
    for (_, rule) in HOLDS {
        assert!(!ledger().get(*rule).says.is_empty());
    }
    // Greece is a British free state where nobody plays it, and Gibraltar British.
    assert!(ledger().get(rule!("nationalism.greece.status")).says.contains("Great Britain"));
    assert!(ledger().get(rule!("nationalism.map.gibraltar")).says.contains("Great Britain"));
    let later = order("1853");
    for (key, held) in
        [("greece", Held::Free(Power::GreatBritain)), ("macedonia", Held::Free(Power::GreatBritain))]
    {
        assert_eq!(later.held(province(key)), held);
    }
    assert_eq!(later.held(province("gibraltar")), Held::Conquered(Power::GreatBritain));
    let mille = later.corps(Power::Sardinia).into_iter().find(|one| one.name == "I Mille").unwrap();
    assert_eq!(mille.with.as_deref(), Some("Spedizione dei Mille"));
}

#[test]
fn who_holds_what_at_the_start() {
    let [before, now] = [order("1805"), order("1853")];
    for (key, then, later) in [
        ("venetia", Held::Conquered(Power::Austria), Held::Conquered(Power::Austria)),
        ("lombardy", Held::Conquered(Power::France), Held::Conquered(Power::Austria)),
        ("piedmont", Held::Conquered(Power::France), Held::Home(Power::Sardinia)),
        ("sardinia", Held::Neutral, Held::Home(Power::Sardinia)),
        ("greece", Held::Home(Power::Turkey), Held::Free(Power::GreatBritain)),
        ("gibraltar", Held::Conquered(Power::GreatBritain), Held::Conquered(Power::GreatBritain)),
        ("finland", Held::Neutral, Held::Home(Power::Russia)),
        ("corsica", Held::Conquered(Power::France), Held::Home(Power::France)),
        ("morocco", Held::Neutral, Held::Home(Power::Spain)),
        ("west-galicia", Held::Home(Power::Austria), Held::Ceded(Power::Russia)),
        ("east-galicia", Held::Home(Power::Austria), Held::Home(Power::Austria)),
        ("masovia", Held::Home(Power::Prussia), Held::Ceded(Power::Russia)),
        ("holland", Held::Free(Power::France), Held::Neutral),
        ("tuscany", Held::Conquered(Power::France), Held::Neutral),
        ("egypt", Held::Neutral, Held::Free(Power::Turkey)),
    ] {
        assert_eq!((before.held(province(key)), now.held(province(key))), (then, later), "{key}");
    }
    // Five of the seven Italian minor countries are there for Sardinia to win (nationalism.italian-minors.list).
    assert!(ledger().get(rule!("nationalism.italian-minors.list")).says.contains("seven territories"));
    let neutral =
        ProvinceId::all().filter(|one| crate::map::is_italian_minor(*one) && now.held(*one) == Held::Neutral);
    assert_eq!(neutral.count(), 5);
    // Spain is no power, but nobody else has its land.
    assert!(
        ProvinceId::all()
            .filter(|one| one.on_map().home_of == Some(Power::Spain))
            .all(|one| now.held(one) == Held::Home(Power::Spain))
    );
    let control = Control::of("1853");
    assert_eq!((control.year(), control.era(), control.powers().len()), ("1853", Era::Nationalism, 7));
    assert_eq!(control.held(province("lombardy")).by(), Some(Power::Austria));
    assert_eq!((Control::of("eu9"), Control::of("1805")), (Control::default(), Control::default()));
    assert!(AreaId::all().count() > 400);
}

#[test]
fn feudal_corps_come_from_the_map_of_the_scenario() {
    let of = |scenario: &str, province: &str| {
        let corps = order(scenario).corps(Power::Turkey);
        corps.iter().filter(|one| one.name.starts_with(province) && one.kind == Sorts::Feudal).count()
    };
    assert_eq!((of("1805", "Greece"), of("1853", "Greece")), (1, 0));
    assert_eq!((of("1805", "Anatolia"), of("1853", "Anatolia")), (3, 4));
    assert_eq!((of("1805", "Armenia"), of("1853", "Armenia")), (2, 3));
    let names: Vec<String> = order("1853").corps(Power::Turkey).into_iter().map(|one| one.name).collect();
    let mut once = names.clone();
    once.sort();
    once.dedup();
    assert_eq!(names.len(), once.len(), "{names:?}");
    assert!(order("1805").corps(Power::Spain).iter().all(|one| one.kind != Sorts::Feudal));
    assert!(order("1805").corps(Power::Sardinia).is_empty());
}

#[test]
fn leaders_come_and_go() {
    let (power, suvorov) = order("1805").leader(" suvorov").unwrap();
    assert_eq!(power, Power::Russia);
    assert!(suvorov.is_gone(month("1805-01")));
    let (_, wellington) = order("1805").leader("Wellington").unwrap();
    assert!(wellington.is_yet_to_come(month("1808-07")) && !wellington.is_yet_to_come(month("1808-08")));
    assert_eq!(
        (wellington.strategic, wellington.tactical, wellington.maximum, wellington.rank),
        (4, 5, 3, Rank::B)
    );
    let (_, garibaldi) = order("1853").leader("Garibaldi").unwrap();
    assert!(garibaldi.is_yet_to_come(month("1870-12")), "he comes with I Mille");
    assert!(order("1805").leader("Garibaldi").is_none());
}

#[test]
fn what_the_group_typed_takes_the_place_of_what_is_ours() {
    let listed = values::unprinted("1805", &Typed::new(), &|_| true).collect::<Vec<_>>();
    let mut keys: Vec<&str> = listed.iter().map(|one| one.key.as_str()).collect();
    let many = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), many);
    assert!(keys.iter().all(|key| values::is_of_the_order(key)));
    let value = |key: &str| listed.iter().find(|one| one.key == key).unwrap();
    let status = value("oob_austria_status");
    assert_eq!(
        (status.now, status.written.show(status.now, "."), status.written.read("n6")),
        (24, "N5".to_owned(), Some(25))
    );
    let rank = value("oob_france_leader_davout_rank");
    assert_eq!(
        (rank.written.show(rank.now, "."), rank.written.read("a"), rank.written.read("ab")),
        ("B".to_owned(), Some(1), None)
    );
    // What is certain is not listed, unless it was typed.
    assert!(!keys.contains(&"oob_france_status"));
    let typed = Typed::from_iter([
        ("oob_france_status".to_owned(), 30),
        ("oob_austria_treasury".to_owned(), 12),
        ("oob_france_leader_davout_rank".to_owned(), 1),
        ("oob_france_leader_davout_tactical".to_owned(), 4),
        ("oob_france_corps_iii_corps_infantry".to_owned(), 24),
        ("oob_france_fleet_i_fleet".to_owned(), 25),
    ]);
    let now = values::unprinted("1805", &typed, &|_| true).collect::<Vec<_>>();
    assert!(now.iter().any(|one| one.key == "oob_france_status" && one.origin == Origin::Typed));
    let forces = values::as_played("1805", Power::France, &typed).unwrap();
    assert_eq!((forces.status.value.to_string().as_str(), forces.status.origin), ("D1", Origin::Typed));
    let davout = forces.leaders.iter().find(|one| one.name == "Davout").unwrap();
    assert_eq!(
        (davout.strategic, davout.tactical, davout.rank, davout.origin),
        (4, 4, Rank::A, Origin::Typed)
    );
    let third = forces.corps.iter().find(|one| one.name == "III Corps").unwrap();
    assert_eq!((third.holds.to_string().as_str(), third.origin), ("24i 3c", Origin::Typed));
    assert_eq!(forces.fleets[0].ships, 25);
    let austria = values::as_played("1805", Power::Austria, &typed).unwrap();
    assert_eq!(austria.treasury, Fact { value: 12, origin: Origin::Typed });
    // The shipped ones stay as they are, and other scenarios have keys of their own.
    assert_eq!(order("1805").powers[&Power::France].status.value.to_string(), "D2");
    assert!(values::as_played("1853", Power::Spain, &typed).is_none());
    assert!(values::unprinted("1853", &Typed::new(), &|_| true).any(|one| one.key == "oob_sardinia_status"));
}

#[test]
fn files_of_another_shape_are_not_read() {
    let scenario = scenario::by_key("1805").unwrap();
    let start = include_str!("../../data/oob/1805/start.toml");
    let minors = include_str!("../../data/oob/1805/minors.toml");
    let france = include_str!("../../data/oob/1805/france.toml");
    let powers = |france: &'static str| -> Vec<(Power, &'static str)> {
        // Any power's file will do where another is looked at.
        scenario.powers.iter().map(|power| (*power, france)).collect()
    };
    assert!(read::read(scenario, start, minors, &powers(france), &[]).is_ok());
    let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    for (from, to) in [
        ("\"D2\"", "\"D12\""),
        ("depots_at_start = 5", "depots_at_start = 9"),
        ("cavalry = 21", "cavalry = 210"),
        ("\"II Corps\"", "\"I Corps\""),
        ("ratings = [5, 5, 6]", "ratings = [6, 5, 6]"),
        ("from = \"1805-06\"", "from = \"1805-13\""),
        ("line = 24", "line = 240"),
        ("holds = { infantry = 22, cavalry = 3 }, moves = 4", "holds = {}, moves = 4"),
    ] {
        let changed = france.replacen(from, to, 1);
        assert_ne!(changed, france, "{from}");
        assert!(read::read(scenario, start, minors, &powers(leak(changed)), &[]).is_err(), "{to}");
    }
    for (from, to) in [
        ("[\"france\", \"great_britain\"]", "[\"great_britain\", \"france\"]"),
        ("[\"france\", \"great_britain\"]", "[\"france\", \"sardinia\"]"),
        ("alliances = []", "alliances = [[\"france\", \"great_britain\"]]"),
        ("alliances = []", "alliances = []\nheld = [{ id = \"paris\", conquered = \"russia\" }]"),
        ("alliances = []", "alliances = []\nheld = [{ id = \"hesse\", ceded = \"russia\" }]"),
        ("alliances = []", "alliances = []\nheld = [{ id = \"hesse\", free = \"sardinia\" }]"),
    ] {
        let changed = start.replacen(from, to, 1);
        assert_ne!(changed, start, "{from}");
        assert!(read::read(scenario, &changed, minors, &powers(france), &[]).is_err(), "{to}");
    }
    for (from, to) in [
        ("id = \"baden\"", "id = \"bavaria\""),
        ("id = \"baden\"", "id = \"atlantis\""),
        ("factors = { infantry = 13", "factors = { infantry = 130"),
        ("\"corsica\"", "\"baden\""),
    ] {
        let changed = minors.replacen(from, to, 1);
        assert_ne!(changed, minors, "{from}");
        assert!(read::read(scenario, start, &changed, &powers(france), &[]).is_err(), "{to}");
    }
}
