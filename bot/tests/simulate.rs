//! `chancery simulate`: whole campaigns by players who take what is offered, the same for the same seed.
#![allow(clippy::unwrap_used)]

use chancery::eia::simulate::{Figures, Looks, Options, Tally, economic, many, simulate};
use std::collections::BTreeSet;

fn options(n: u32, months: Option<u32>) -> Options {
    let mut seed = [7; 32];
    seed[..4].copy_from_slice(&n.to_be_bytes());
    Options { scenario: "1805".to_owned(), seed, players: 7, months, looks: None, switches: Vec::new() }
}

fn played(options: &Options) -> (Figures, Vec<u8>) {
    simulate(options).unwrap_or_else(|why| panic!("{:?}: {why}", options.seed))
}

#[test]
fn the_same_seed_gives_the_same_campaign_byte_for_byte() {
    let (figures, record) = played(&options(1, Some(18)));
    assert_eq!(figures.months, 18);
    let (again, same) = played(&options(1, Some(18)));
    assert!(again == figures && same == record);
    let (_, other) = played(&options(2, Some(18)));
    assert_ne!(record, other);
}

#[test]
fn many_are_played_each_by_the_seed_after_the_one_before() {
    let first = options(1, Some(6));
    let mut second = first.clone();
    second.seed[31] += 1;
    let of_both = many(&first, 2, 2).unwrap();
    let (one, other) = (played(&first), played(&second));
    assert_eq!((of_both.campaigns, of_both.bytes), (2, (one.1.len() + other.1.len()) as u64));
    assert_eq!(of_both.sums[0], u64::from(one.0.wars[0] + other.0.wars[0]));
    assert_eq!(of_both.ends["not ended"], 2);
    for rule in &one.0.rules {
        assert_eq!(of_both.rules[rule], 1 + u32::from(other.0.rules.contains(rule)), "{rule}");
    }
    let unknown = Options { scenario: "1807".to_owned(), ..first };
    let why = many(&unknown, 2, 1).unwrap_err();
    assert!(why.starts_with("The campaign with the seed 00000001") && why.contains("no scenario"), "{why}");
}

#[test]
fn a_campaign_comes_to_its_end_and_its_record_is_verified() {
    let (figures, _) = played(&options(2, None));
    let (winners, by) = figures.won.clone().unwrap();
    println!("{figures}");
    assert!(!winners.is_empty(), "{by:?}");
    assert!(figures.wars[0] > 0 && figures.treaties[0] > 0 && figures.alliances[0] > 0, "{figures}");
}

#[test]
fn a_quiet_month_of_a_group_that_looks_in_twice_a_day_is_one_visit_and_few_waits() {
    let looks = Some(Looks { a_day: 2, skipped: 15 });
    let (figures, _) = played(&Options { looks, ..options(4, Some(12)) });
    let pace = figures.pace.unwrap().to_string();
    println!("{pace}");
    assert!(pace.contains("quiet months") && pace.contains("sheet: "), "{pace}");
    assert_eq!(figures.months, 12);
}

#[test]
fn a_quarters_end_costs_one_visit_a_player() {
    let looks = Some(Looks { a_day: 2, skipped: 15 });
    let switches = vec![("economy".to_owned(), "kept".to_owned())];
    let (figures, _) = played(&Options { looks, switches, ..options(5, Some(24)) });
    let pace = figures.pace.unwrap().to_string();
    println!("{pace}");
    assert!(pace.contains("economic sheet: 8 times"), "{pace}");
    assert!(pace.contains("visits of the busiest while an economic sheet is asked for: 1 / 1\n"), "{pace}");
}

/// A seed by its last number.
fn numbered(n: u32) -> [u8; 32] {
    let mut seed = [0; 32];
    seed[28..].copy_from_slice(&n.to_be_bytes());
    seed
}

/// The economy kept, with what of it a group may switch on besides.
fn with_savings() -> Vec<(String, String)> {
    let ways = [("economy", "kept"), ("minor_savings", "yes"), ("dominance", "enemies")];
    ways.map(|(key, way)| (key.to_owned(), way.to_owned())).to_vec()
}

/// A free state that was lost, with what it kept, and comes back begins with nothing: the books follow it.
#[test]
fn a_free_state_that_comes_back_begins_with_nothing() {
    let (seed, switches) = (numbered(1_020), with_savings());
    let (figures, _) = played(&Options { seed, switches, ..options(0, Some(12)) });
    assert_eq!(figures.months, 12);
}

/// In which campaigns: a dominant Spain; Napoleon in exile and back; an enforced peace that ends in another phase; a closed Suez; ships in the
/// east that save India; who collects no manpower.
#[test]
fn every_rule_of_the_economy_comes_up_or_is_listed_with_why() {
    let campaigns = [(3_189, 60), (1_011, 60), (1_001, 60), (1_006, 60), (1_058, 48), (30, 30)];
    let one = |(n, months): (u32, u32)| {
        let (seed, switches) = (numbered(n), with_savings());
        many(&Options { seed, switches, ..options(0, Some(months)) }, 1, 1).unwrap()
    };
    let played: Vec<Tally> = std::thread::scope(|scope| {
        let running: Vec<_> = campaigns.map(|of| scope.spawn(move || one(of))).into_iter().collect();
        running.into_iter().map(|campaign| campaign.join().unwrap()).collect()
    });
    let came_up: BTreeSet<&String> = played.iter().flat_map(|campaign| campaign.rules.keys()).collect();
    assert!(played.iter().any(|campaign| campaign.dominant.get("Spain") == Some(&1)));
    let mut rules = 0;
    for rule in economic::rules() {
        let (came_up, why) = (came_up.contains(&rule.to_string()), economic::why_silent(rule));
        assert!(came_up || why.is_some(), "{rule} came up in none of them, and it is not said why");
        let silent = economic::SILENT.iter().any(|(silent, _)| *silent == rule);
        assert!(!came_up || !silent, "{rule} came up, and it is listed as what does not: {why:?}");
        rules += 1;
    }
    assert!(rules > economic::SILENT.len());
    for (rule, _) in economic::SILENT.iter().chain(&economic::SELDOM) {
        assert!(economic::rules().any(|of| of == *rule), "{rule} is none of the economy's");
    }
    for section in economic::SECTIONS {
        assert!(economic::rules().any(|rule| rule.as_str().starts_with(section)), "{section} is empty");
    }
}

#[test]
fn many_campaigns_say_which_rules_of_the_economy_did_not_come_up_and_why() {
    let with = |economy: &str| {
        let mut switches = with_savings();
        switches.retain(|(key, _)| key != "economy");
        switches.push(("economy".to_owned(), economy.to_owned()));
        many(&Options { switches, ..options(1, Some(4)) }, 1, 1).unwrap().to_string()
    };
    let said = with("kept");
    assert!(said.contains("– house.ottoman.troops-morale: morale in a battle on land"), "{said}");
    assert!(said.contains("– house.peace.reparations.choice: did not come up"), "{said}");
    // It stands in a sealed account alone.
    assert!(said.contains("\n     1 enhancements.minor-savings.limit\n"), "{said}");
    assert!(!said.contains("– enhancements.minor-savings.limit"), "{said}");
    assert!(!with("told").contains("–"));
}

// nationalism.greece.status
#[test]
fn a_campaign_with_greece_is_played_for_years_and_its_record_is_verified() {
    let switches = vec![("economy".to_owned(), "kept".to_owned())];
    let scenario = "1853-greece".to_owned();
    let with = Options { scenario, players: 8, switches, ..options(5, Some(36)) };
    let (figures, record) = played(&with);
    assert_eq!(figures.months, 36);
    let record = String::from_utf8(record).unwrap();
    assert!(record.contains("\"power\":\"greece\""), "somebody plays Greece");
    // Where there are seven players one of the eight powers stays without one.
    let (figures, _) = played(&Options { players: 7, ..with });
    assert_eq!(figures.months, 36);
    let too_many = Options { scenario: "1853".to_owned(), players: 8, ..options(5, Some(1)) };
    assert!(simulate(&too_many).unwrap_err().contains("1 to 7"));
}

#[test]
fn what_is_no_campaign_is_said() {
    let wrong = Options { scenario: "1793".to_owned(), ..options(1, None) };
    assert!(simulate(&wrong).unwrap_err().contains("There are 1805, 1853, 1853-greece"));
    let none = Options { players: 0, ..options(1, None) };
    assert!(simulate(&none).unwrap_err().contains("1 to 7"));
    let with = |key: &str, way: &str| {
        let switches = vec![(key.to_owned(), way.to_owned())];
        simulate(&Options { switches, ..options(1, Some(1)) })
    };
    assert!(with("weather", "kept").unwrap_err().contains("\"weather\" is no switch"));
    assert!(with("economy", "lost").unwrap_err().contains("There are told, kept"));
    let [kept, told] = ["kept", "told"].map(|way| with("economy", way).unwrap().1);
    assert_ne!(kept, told);
}

/// What the rest of a board does not tell is told by the players: politics alone is kept.
#[test]
#[ignore = "a thousand campaigns of eleven years: in release, for a while"]
fn long_a_thousand_campaigns_come_to_their_ends() {
    all_end("1805", "told", 1_000);
}

#[test]
#[ignore = "a thousand campaigns of eleven years with their accounts: in release, for a while"]
fn long_a_thousand_campaigns_with_the_economy_kept_come_to_their_ends() {
    all_end("1805", "kept", 1_000);
}

#[test]
#[ignore = "five hundred campaigns from 1853 on: in release, for a while"]
fn long_five_hundred_campaigns_of_1853_come_to_their_ends() {
    all_end("1853", "kept", 500);
}

/// So many campaigns of a scenario, with the economy kept or told, all of which end, and what came of them.
fn all_end(scenario: &str, economy: &str, campaigns: u32) {
    let (scenario, switches) = (scenario.to_owned(), vec![("economy".to_owned(), economy.to_owned())]);
    let begun = std::time::Instant::now();
    let tally = many(&Options { scenario, switches, ..options(0, None) }, campaigns, 2).unwrap();
    println!("{tally}in {:.0?}", begun.elapsed());
    assert_eq!((tally.campaigns, tally.ends.get("not ended")), (campaigns, None));
}

#[test]
fn a_month_of_the_danube_waits_few_times_where_orders_are_lodged() {
    let looks = Some(Looks { a_day: 2, skipped: 15 });
    let war = Options { scenario: "danube".to_owned(), players: 3, looks, ..options(4, None) };
    let (figures, _) = played(&war);
    let pace = figures.pace.unwrap().to_string();
    println!("{pace}");
    assert!(pace.contains("months with more than a sheet") && pace.contains("orders: 4 times"), "{pace}");
    assert_eq!(figures.war.wars, 1);
}
