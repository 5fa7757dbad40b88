//! The Crimean War of 1853: under way when the campaign begins, ended by no treaty, and what its two peaces do.
#![allow(clippy::unwrap_used)]

use crate::battle_ends::ordered;
use crate::common::{Play, rules_in};
use crate::dominance::{ends, tells, to_the_economic_phase};
use crate::italy::later;
use crate::peace::{all_ready, answers, next_month, order, position, step, to_the_talks};
use engine::eia::crimea::{Denial, Happened, Told, What};
use engine::eia::economy::sheet::Wishes;
use engine::eia::economy::{Purse, Source, sums};
use engine::eia::frame::Frame;
use engine::eia::land::battle::course::Order as Fought;
use engine::eia::map::ProvinceId;
use engine::eia::months::Month;
use engine::eia::oob::Held;
use engine::eia::politics::ends::What as Ends;
use engine::eia::powers::Power;
use engine::eia::{EmpiresInArms, Event};
use engine::rule;
use engine::table::act::{Act, Through};
use engine::table::lodged::{Change, Line};
use engine::table::rules::RuleId;
use engine::table::{Entry, Founding, Secret, Verb};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const AUSTRIA: u32 = 1;
const FRANCE: u32 = 2;
const BRITAIN: u32 = 3;
const PRUSSIA: u32 = 4;
const RUSSIA: u32 = 5;
const SARDINIA: u32 = 6;
const TURKEY: u32 = 7;

fn crimea(order: &str, power: &str, what: &str) -> Verb {
    Verb::Game(json!({"crimea": order, "power": power, "what": what}))
}

fn month(text: &str) -> Month {
    Month::try_from(text.to_owned()).unwrap()
}

fn happened(entries: &[Entry]) -> Vec<Happened> {
    let events = entries.iter().filter_map(Entry::game_event::<EmpiresInArms>);
    events
        .filter_map(|event| if let Event::Crimea(happened) = event { Some(happened) } else { None })
        .collect()
}

/// Russia tells it, and those confirm it who lose by it.
pub fn agree(play: &mut Play, what: &str) -> Vec<Entry> {
    play.must(RUSSIA, crimea("tell", "russia", what))
}

/// On to the last phase of the month.
fn to_the_land(play: &mut Play) {
    to_the_talks(play);
    while !matches!(step(play).as_str(), "land" | "economic") {
        all_ready(play);
    }
}

/// Until the first sheets of a month are asked.
fn to_month(play: &mut Play, text: &str) {
    while position(play).month().unwrap() < month(text) {
        next_month(play);
    }
    assert_eq!(position(play).month(), Some(month(text)));
}

/// Russia wins at the end of this month, as both sides tell.
fn russia_wins(play: &mut Play, what: &str) {
    to_the_land(play);
    agree(play, what);
    while position(play).is_crimean_war() {
        all_ready(play);
    }
}

fn pp(play: &Play) -> Vec<i64> {
    let now = position(play);
    [Power::France, Power::GreatBritain, Power::Sardinia, Power::Turkey, Power::Russia]
        .map(|power| now.pp_of(power))
        .into()
}

fn held(play: &Play, key: &str) -> Held {
    position(play).held(ProvinceId::by_key(key).unwrap())
}

#[test]
fn the_war_is_on_when_the_campaign_begins_and_nobody_declared_it() {
    let play = later();
    let begun = happened(&play.entries);
    let four = [Power::France, Power::GreatBritain, Power::Sardinia, Power::Turkey];
    let Happened::CrimeanWarBegun { coalition, rules } = &begun[0] else { panic!("{begun:?}") };
    assert_eq!(coalition, &BTreeSet::from(four));
    let ids: Vec<&str> = rules.iter().map(|rule| rule.as_str()).collect();
    assert_eq!(ids, ["nationalism.crimea.in-progress", "nationalism.crimea.coalition"]);
    let now = position(&play);
    assert_eq!(now.enemies(Power::Russia).collect::<BTreeSet<Power>>(), BTreeSet::from(four));
    let start = |power: Power| {
        2 * i64::from(engine::eia::oob::of("1853").unwrap().powers[&power].status.value.number())
    };
    assert!(four.iter().all(|power| now.pp_of(*power) == start(*power)), "it costs nobody PP");
    let declared = |entry: &Entry| {
        matches!(
            entry.game_event::<EmpiresInArms>(),
            Some(Event::Politics(engine::eia::politics::Happened::WarDeclared { .. }))
        )
    };
    assert!(!play.entries.iter().any(declared));
    assert!(now.peace_barred(Power::France, Power::GreatBritain).is_none());
}

#[test]
fn a_destroyed_fleet_ends_it_at_once_when_russia_confirms_it_and_never_by_silence() {
    let mut play = later();
    to_the_talks(&mut play);
    all_ready(&mut play);
    let before = pp(&play);
    play.refused_under(
        "nationalism.crimea.end.coalition",
        AUSTRIA,
        crimea("tell", "austria", "baltic_fleet"),
    );
    play.tells(FRANCE, crimea("tell", "france", "baltic_fleet"));
    let telling = *play.campaign.play.tellings.keys().last().unwrap();
    assert!(play.act_refused(BRITAIN, Act::Confirm { telling }).contains("does not concern you"));
    let at = play.at;
    play.clock_at(at + 3 * crate::common::DAY);
    assert!(position(&play).is_crimean_war() && pp(&play) == before, "told and not confirmed");
    assert!(play.campaign.play.vote_on_telling(telling).is_some(), "the others are asked");
    let made = play.act(RUSSIA, Act::Confirm { telling });
    let now = position(&play);
    assert!(!now.is_crimean_war() && now.enemies(Power::Russia).next().is_none());
    let rules = rules_in(&made);
    for id in [
        rule!("nationalism.paris.pp.coalition"),
        rule!("nationalism.paris.pp.russia"),
        rule!("nationalism.paris.black-sea-fleet"),
        rule!("nationalism.paris.fleet-marker"),
        rule!("nationalism.paris.no-shipbuilding"),
        rule!("nationalism.paris.no-black-sea-ships"),
        rule!("nationalism.paris.reparations"),
    ] {
        assert!(rules.contains(&id.as_str().to_owned()), "{id}: {rules:?}");
    }
    // 5 PP for each of the four, and 8 once for Russia, in halves; nobody leaves the track.
    let gained: Vec<i64> = pp(&play).iter().zip(&before).map(|(now, before)| now - before).collect();
    assert_eq!(gained, [10, 10, 10, 10, -16]);
    let Some(Happened::CrimeanWarEnded { scuttled, lost, peace, .. }) =
        happened(&made).into_iter().find(|one| matches!(one, Happened::CrimeanWarEnded { .. }))
    else {
        panic!("{made:?}")
    };
    let (sea, baltic) = ("Black Sea Fleet".to_owned(), "Baltic Sea Fleet".to_owned());
    assert_eq!(scuttled, [(Power::Russia, baltic), (Power::Russia, sea)]);
    assert_eq!(lost, [(Power::Russia, "IV Fleet".to_owned())]);
    assert_eq!((peace.by, peace.month), (What::BalticFleet, month("1853-10")));
    play.ends_verified();
}

#[test]
fn what_the_peace_of_paris_bars_comes_in_under_no_other_name() {
    let mut play = later();
    to_the_talks(&mut play);
    let place = |name: &str, at: &str| {
        Verb::Game(
            json!({"counter": "place", "power": "russia", "name": name, "place": at, "piece": "fleet"}),
        )
    };
    play.must(RUSSIA, place("Baltic Sea Fleet", "area/riga"));
    agree(&mut play, "black_sea_fleet");
    // The fourth marker is known by its number, and the Black Sea by what lies on it: no ships are built there for three years.
    let (marker, sea) = ("nationalism.paris.fleet-marker", "nationalism.paris.no-shipbuilding");
    for name in ["Fleet IV", "4th fleet", "iv"] {
        play.refused_under(marker, RUSSIA, place(name, "area/riga"));
    }
    play.must(
        RUSSIA,
        Verb::Game(json!({"counter": "place", "power": "russia", "name": "IV Corps", "place": "area/riga"})),
    );
    for (name, at) in [
        ("Black Sea Fleet", "area/odessa"),
        ("III Fleet", "area/sevastopol"),
        ("Cruisers", "sea/western-black-sea"),
        ("Fleet of the Danube", "area/ismail"),
    ] {
        play.refused_under(sea, RUSSIA, place(name, at));
    }
    play.must(TURKEY, Verb::Game(json!({"counter": "place", "power": "turkey", "name": "Fleet of the Danube", "place": "area/varna", "piece": "fleet"})));
    // A fleet that sails in is no new one, and shares out its ships.
    play.must(RUSSIA, place("Cruisers", "sea/levant"));
    play.must(RUSSIA, place("Cruisers", "sea/western-black-sea"));
    play.must(RUSSIA, place("Black Sea Fleet", "area/odessa"));
    // Three markers are left, whatever they are called.
    play.refused_under(marker, RUSSIA, place("Squadron of the Arctic", "area/riga"));
    play.must(RUSSIA, Verb::Game(json!({"counter": "remove", "power": "russia", "name": "Cruisers"})));
    play.must(RUSSIA, place("Squadron of the Arctic", "area/riga"));
    play.ends_verified();
}

#[test]
fn constantinople_russian_for_a_whole_month_ends_it_with_the_month() {
    let mut play = later();
    let rule = "nationalism.crimea.end.russia.constantinople";
    to_the_talks(&mut play);
    play.refused_under(rule, RUSSIA, crimea("tell", "russia", "constantinople"));
    to_the_land(&mut play);
    play.must(TURKEY, order(json!({"control": "tell", "place": "area/constantinople", "power": "turkey"})));
    play.refused_under(rule, RUSSIA, crimea("tell", "russia", "constantinople"));
    play.must(TURKEY, order(json!({"control": "tell", "place": "area/constantinople", "power": "russia"})));
    // Told and not confirmed it is nothing, however long it waits.
    play.tells(RUSSIA, crimea("tell", "russia", "constantinople"));
    let at = play.at;
    play.clock_at(at + 3 * crate::common::DAY);
    assert!(position(&play).is_crimean_war() && position(&play).crimea.told.is_empty());
    let telling = *play.campaign.play.tellings.keys().last().unwrap();
    play.tells(RUSSIA, Verb::Act { act: Act::WithdrawTelling { telling }, text: None });
    agree(&mut play, "constantinople");
    assert!(position(&play).is_crimean_war(), "the month is not over");
    let from = play.entries.len();
    all_ready(&mut play);
    let now = position(&play);
    assert!(!now.is_crimean_war());
    assert_eq!(now.month(), Some(month("1853-11")));
    let rules = rules_in(&play.entries[from..]);
    assert!(rules.contains(&rule.to_owned()), "{rules:?}");
    play.ends_verified();
}

#[test]
fn what_is_told_of_the_map_after_it_was_confirmed_keeps_the_war_going() {
    let constantinople =
        |power: &str| order(json!({"control": "tell", "place": "area/constantinople", "power": power}));
    let mut play = later();
    to_the_land(&mut play);
    agree(&mut play, "constantinople");
    play.must(TURKEY, constantinople("turkey"));
    let from = play.entries.len();
    all_ready(&mut play);
    assert!(position(&play).is_crimean_war() && position(&play).crimea.told.is_empty());
    let rule = "nationalism.crimea.end.russia.constantinople";
    assert!(happened(&play.entries[from..]).contains(&Happened::CrimeaVoid {
        what: What::Constantinople,
        by: Power::Turkey,
        rules: vec![What::Constantinople.rule()],
    }));
    assert_eq!(What::Constantinople.rule().as_str(), rule);
    // What is told between the telling and the answer lets it fall, and the other condition stands for itself.
    to_the_land(&mut play);
    play.must(TURKEY, constantinople("russia"));
    play.tells(RUSSIA, crimea("tell", "russia", "constantinople"));
    play.tells(TURKEY, constantinople("turkey"));
    let telling = *play.campaign.play.tellings.keys().last().unwrap();
    play.tells(RUSSIA, Verb::Act { act: Act::Confirm { telling }, text: None });
    play.assents();
    assert!(position(&play).crimea.told.is_empty());
    agree(&mut play, "no_fleet_beside");
    all_ready(&mut play);
    let peace = position(&play).crimea.peace.clone().unwrap();
    assert_eq!(peace.by, What::NoFleetBeside);
    play.ends_verified();
}

#[test]
fn a_lost_war_rests_on_the_word_of_all_who_lose_by_it_and_silence_ends_nothing() {
    let mut play = later();
    to_the_land(&mut play);
    play.tells(RUSSIA, crimea("tell", "russia", "no_fleet_beside"));
    let telling = *play.campaign.play.tellings.keys().last().unwrap();
    let coalition: BTreeSet<u32> = [FRANCE, BRITAIN, SARDINIA, TURKEY].into();
    let of: BTreeSet<u32> =
        play.campaign.play.tellings[&telling].of.iter().filter_map(engine::table::SeatId::number).collect();
    assert_eq!(of, coalition);
    for person in [FRANCE, BRITAIN, SARDINIA] {
        play.tells(person, Verb::Act { act: Act::Confirm { telling }, text: None });
    }
    let at = play.at;
    play.clock_at(at + 3 * crate::common::DAY);
    assert!(position(&play).is_crimean_war(), "Turkey has said nothing");
    let vote = play.campaign.play.vote_on_telling(telling).unwrap();
    assert_eq!(play.campaign.play.votes[&vote].voters.len(), 2, "Austria and Prussia");
    play.right_now();
    // What a member of the coalition tells against its own side costs the others too.
    let mut play = later();
    to_the_land(&mut play);
    play.tells(FRANCE, crimea("tell", "france", "no_fleet_beside"));
    let of = play.campaign.play.tellings.values().next().unwrap().of.len();
    assert_eq!(of, 3);
    // Who loses by it alone says so himself.
    play.tells(RUSSIA, crimea("tell", "russia", "black_sea_fleet"));
    assert_eq!(position(&play).crimea.peace.clone().unwrap().by, What::BlackSeaFleet);
    play.ends_verified();
}

#[test]
fn who_told_and_who_confirmed_take_it_back_until_the_month_ends_and_nobody_else_of_their_side_does() {
    let rule = "nationalism.crimea.end.russia.no-adjacent-fleet";
    let what = "no_fleet_beside";
    let how = |made: &[Entry]| {
        happened(made).into_iter().find_map(|one| match one {
            Happened::CrimeaDenied { by, how, .. } => Some((by, how)),
            _ => None,
        })
    };
    let mut play = later();
    to_the_land(&mut play);
    for (person, power) in [(RUSSIA, "russia"), (FRANCE, "france")] {
        agree(&mut play, what);
        // Turkey is of the side that confirmed, and took no part; Austria is of none.
        play.refused_under(rule, TURKEY, crimea("deny", "turkey", what));
        play.refused_under(rule, AUSTRIA, crimea("deny", "austria", what));
        let made = play.must(person, crimea("deny", power, what));
        let expected = match power {
            "russia" => (Power::Russia, Denial::TakenBack),
            _ => (Power::France, Denial::Unconfirmed),
        };
        assert_eq!(how(&made), Some(expected));
        assert!(position(&play).crimea.told.is_empty());
    }
    all_ready(&mut play);
    assert!(position(&play).is_crimean_war(), "what was taken back ends nothing");
    play.ends_verified();
}

/// Four players of 1853, three of whom have two powers each: one Russia and France, one Great Britain and Turkey, one Austria and Sardinia.
fn of_both_sides() -> Play {
    let options = json!({"ceiling": 60, "spare": "second", "switches": {"politics": "kept"}});
    let founding =
        Founding { options, scenario: "1853".to_owned(), ..crate::common::founding(4, 0, json!({})) };
    let powers = ["austria", "france", "great_britain", "prussia", "russia", "sardinia", "turkey"];
    let sheet = |wins: usize, bid: u32, second: &str| {
        let bids = powers
            .iter()
            .enumerate()
            .map(|(n, power)| ((*power).to_owned(), json!(if n == wins { bid } else { n as u32 })));
        let bids: serde_json::Map<String, Value> = bids.collect();
        let rest = powers.into_iter().filter(|power| *power != second);
        let preference: Vec<&str> = std::iter::once(second).chain(rest).collect();
        json!({"bids": bids, "preference": preference})
    };
    let mut play = Play::founded(&founding).started();
    play.bid(vec![
        sheet(4, 50, "france"),
        sheet(2, 40, "turkey"),
        sheet(0, 30, "sardinia"),
        sheet(3, 20, "austria"),
    ]);
    play
}

#[test]
fn one_player_of_both_sides_answers_for_the_one_that_loses() {
    const BOTH: u32 = 1;
    const BRITISH: u32 = 2;
    const SARDINIAN: u32 = 3;
    const PRUSSIAN: u32 = 4;
    let mut play = of_both_sides();
    to_the_talks(&mut play);
    let now = position(&play);
    let seat = |power: Power| now.choice.holdings[&power].seat.number().unwrap();
    assert_eq!([Power::Russia, Power::France].map(seat), [BOTH; 2]);
    assert_eq!([Power::GreatBritain, Power::Turkey].map(seat), [BRITISH; 2]);
    // Of his own loss nobody else is asked, and of Russia's he is, whoever else tells it.
    play.tells(BRITISH, crimea("tell", "turkey", "baltic_fleet"));
    let telling = *play.campaign.play.tellings.keys().last().unwrap();
    for person in [BRITISH, SARDINIAN, PRUSSIAN] {
        play.act_refused(person, Act::Confirm { telling });
    }
    play.act(BRITISH, Act::WithdrawTelling { telling });
    assert!(position(&play).is_crimean_war());
    play.tells(BOTH, crimea("tell", "france", "baltic_fleet"));
    assert!(!position(&play).is_crimean_war());
    play.ends_verified();
}

/// In the name of whom what a power told is confirmed.
fn witnesses(now: &engine::eia::Position, by: Power) -> Vec<Power> {
    now.witnesses(&Told { what: What::BalticFleet, by, month: month("1853-10"), confirmed: None })
}

#[test]
fn where_nobody_else_plays_either_side_any_other_player_is_the_witness() {
    let mut now = position(&later());
    let russian = now.choice.holdings[&Power::Russia].seat.clone();
    let members: Vec<Power> = now.coalition().collect();
    assert_eq!(witnesses(&now, Power::Russia), members);
    assert_eq!(witnesses(&now, Power::France), [Power::Russia]);
    for member in &members {
        std::sync::Arc::make_mut(&mut now.choice).holdings.get_mut(member).unwrap().seat = russian.clone();
    }
    assert_eq!(witnesses(&now, Power::Russia), [Power::Austria, Power::Prussia]);
    assert_eq!(witnesses(&now, Power::Turkey), [Power::Austria, Power::Prussia]);
    for power in [Power::Austria, Power::Prussia] {
        std::sync::Arc::make_mut(&mut now.choice).holdings.get_mut(&power).unwrap().seat = russian.clone();
    }
    assert_eq!(witnesses(&now, Power::Russia), members, "who plays alone answers himself");
}

#[test]
fn no_enemy_fleet_beside_russia_for_a_month_ends_it_unless_one_is_seen_on_the_map() {
    let rule = "nationalism.crimea.end.russia.no-adjacent-fleet";
    let mut play = later();
    to_the_land(&mut play);
    let fleet = |at: &str| {
        Verb::Game(json!({"counter": "place", "power": "great_britain", "name": "I Fleet", "place": at}))
    };
    play.must(BRITAIN, fleet("sea/western-black-sea"));
    play.refused_under(rule, RUSSIA, crimea("tell", "russia", "no_fleet_beside"));
    play.must(BRITAIN, fleet("area/london"));
    let before = pp(&play);
    let from = play.entries.len();
    agree(&mut play, "no_fleet_beside");
    all_ready(&mut play);
    let gained: Vec<i64> = pp(&play).iter().zip(&before).map(|(now, before)| now - before).collect();
    // France stands on 4 and Turkey on 1 above the middle; each loses 5 boxes for itself, and Russia gains 5 once.
    assert_eq!(gained, [-10, -10, -10, -10, 10]);
    let rules = rules_in(&play.entries[from..]);
    for id in [
        rule!("nationalism.petersburg.pp.russia"),
        rule!("nationalism.petersburg.pp.coalition"),
        rule!("nationalism.petersburg.turkish-fleet"),
        rule!("nationalism.petersburg.french-xii"),
        rule!("nationalism.petersburg.mille-ban"),
        rule!("nationalism.petersburg.reparations"),
        rule!("nationalism.petersburg.dominant"),
        rule!("nationalism.petersburg.cession"),
        rule!("nationalism.petersburg.provinces"),
    ] {
        assert!(rules.contains(&id.as_str().to_owned()), "{id}: {rules:?}");
    }
    assert!(rules.contains(&rule.to_owned()));
    play.ends_verified();
}

#[test]
fn saint_petersburg_makes_russia_dominant_and_the_three_provinces_and_all_that_was_ceded_russian() {
    let mut play = later();
    assert!(!position(&play).is_dominant(Power::Russia));
    assert_eq!(held(&play, "masovia"), Held::Ceded(Power::Russia));
    play.must(FRANCE, tells("serbia", "austria"));
    let homeland = |play: &Play| engine::eia::homeland::of(&position(play), "1853", Power::Russia).provinces;
    let before = homeland(&play);
    russia_wins(&mut play, "no_fleet_beside");
    // Rifles are priced by them too (nationalism.rifles.price).
    let now = homeland(&play);
    for (key, came) in [("bulgaria", true), ("masovia", true), ("serbia", false)] {
        let of = |of: &std::collections::BTreeMap<engine::eia::map::ProvinceId, u32>| {
            of.keys().any(|province| province.key() == key)
        };
        assert_eq!((of(&before), of(&now)), (false, came), "{key}");
    }
    let russian = Held::Home(Power::Russia);
    let all = ["bulgaria", "rumelia", "masovia", "west-galicia", "bessarabia"].map(|key| held(&play, key));
    assert_eq!(all, [russian; 5]);
    // The two of Turkey's by the cession, and all that was ceded before by the same peace.
    let of = |rule: RuleId| {
        let changes = play.entries.iter().filter_map(Entry::game_event::<EmpiresInArms>);
        let changed = changes.filter_map(move |event| match event {
            Event::Board(engine::eia::board::Happened::Held { provinces, rules, .. })
                if rules.contains(&rule) =>
            {
                Some(provinces)
            }
            _ => None,
        });
        changed.flatten().map(|change| change.province.key()).collect::<BTreeSet<&str>>()
    };
    assert_eq!(of(rule!("nationalism.petersburg.cession")), BTreeSet::from(["bulgaria", "rumelia"]));
    assert!(
        of(rule!("nationalism.petersburg.provinces")).is_superset(&BTreeSet::from(["rumelia", "masovia"]))
    );
    assert_eq!(held(&play, "serbia"), Held::Ceded(Power::Austria), "Turkey did not have it");
    assert!(position(&play).is_dominant(Power::Russia), "nationalism.petersburg.dominant");
    play.ends_verified();
}

#[test]
fn the_turkish_fleet_is_scuttled_and_the_twelfth_corps_lost_until_france_is_dominant() {
    let mut play = later();
    to_the_land(&mut play);
    let place = |power: &str, name: &str, at: &str| {
        Verb::Game(json!({"counter": "place", "power": power, "name": name, "place": at}))
    };
    let turkish = engine::eia::oob::of("1853").unwrap().powers[&Power::Turkey].fleets[0].name.clone();
    play.must(TURKEY, place("turkey", &turkish, "area/constantinople"));
    play.must(FRANCE, place("france", "XII Corps", "area/paris"));
    agree(&mut play, "no_fleet_beside");
    all_ready(&mut play);
    let now = position(&play);
    assert!(now.counters_of(Power::Turkey).is_empty() && now.counters_of(Power::France).is_empty());
    play.refused_under(
        "nationalism.petersburg.french-xii",
        FRANCE,
        place("france", "XII Corps", "area/paris"),
    );
    for name in ["XII", "Corps XII", "12th corps"] {
        play.refused_under("nationalism.petersburg.french-xii", FRANCE, place("france", name, "area/paris"));
    }
    // It fights in no battle either.
    next_month(&mut play);
    answers(&mut play, &[(FRANCE, json!({"war/france": ["austria", "prussia"]}))]);
    to_the_talks(&mut play);
    let field = crate::battle_ends::at("Metz", &[Power::France], &[Power::Austria]);
    play.must(FRANCE, ordered(&Fought::Open { field, neutral: false }));
    let corps = |name: &str| Fought::Muster {
        number: 1,
        power: Power::France,
        muster: crate::battle::muster(vec![crate::battle::corps(name, "france")], Vec::new()),
    };
    for name in ["XII Corps", "12. Corps"] {
        play.refused_under("nationalism.petersburg.french-xii", FRANCE, ordered(&corps(name)));
    }
    play.must(FRANCE, ordered(&corps("XI Corps")));
    play.must(FRANCE, ordered(&Fought::CallOff { number: 1 }));
    // A dominant France has it back, and keeps it.
    to_the_economic_phase(&mut play);
    let rhine = engine::eia::map::map().combination("confederation-of-the-rhine").unwrap();
    for part in rhine.may.iter().map(|part| part.key()).chain(["denmark", "flanders", "holland"]) {
        if held(&play, part).by() != Some(Power::France) {
            play.must(FRANCE, tells(part, "france"));
        }
    }
    play.must(FRANCE, crate::dominance::combines("france", "confederation-of-the-rhine"));
    let from = play.entries.len();
    assert_eq!(ends(&mut play).unwrap().gained, [Power::France]);
    assert!(rules_in(&play.entries[from..]).contains(&"nationalism.dominance.france.xii".to_owned()));
    play.must(FRANCE, place("france", "XII Corps", "area/paris"));
    play.ends_verified();
}

#[test]
fn the_dominance_of_the_peace_is_lost_without_the_balkans_in_peace_or_without_a_fleet_at_all() {
    let mut play = later();
    russia_wins(&mut play, "no_fleet_beside");
    to_the_economic_phase(&mut play);
    for place in ["serbia", "bulgaria", "rumelia"] {
        play.must(TURKEY, tells(place, "turkey"));
    }
    let changed = ends(&mut play).unwrap();
    assert!(changed.lost.contains(&Power::Russia));
    let lost = "nationalism.petersburg.dominance-loss.balkans";
    assert!(changed.rules.iter().any(|rule| rule.as_str() == lost), "{:?}", changed.rules);
    let now = position(&play);
    assert!(!now.crimea.dominant);
    // Its fourth fleet marker goes with it.
    let place =
        Verb::Game(json!({"counter": "place", "power": "russia", "name": "IV Fleet", "place": "area/riga"}));
    play.refused_under("nationalism.petersburg.dominance-loss.fleet-marker", RUSSIA, place);
    play.ends_verified();
}

#[test]
fn at_war_or_with_one_of_the_three_it_stays_and_without_a_fleet_it_goes_in_war_too() {
    let mut play = later();
    russia_wins(&mut play, "no_fleet_beside");
    to_month(&mut play, "1853-12");
    for place in ["bulgaria", "rumelia"] {
        play.must(TURKEY, tells(place, "turkey"));
    }
    to_the_economic_phase(&mut play);
    let changed = ends(&mut play).unwrap();
    assert!(
        changed.lost == [Power::GreatBritain],
        "Serbia alone keeps it, and Britain loses its own: {changed:?}"
    );
    play.must(TURKEY, tells("serbia", "turkey"));
    answers(&mut play, &[(RUSSIA, json!({"war/russia": ["turkey"]}))]);
    to_the_economic_phase(&mut play);
    assert_eq!(ends(&mut play), None, "in war it stays");
    to_the_economic_phase(&mut play);
    play.must(TURKEY, crimea("tell", "turkey", "no_russian_fleet"));
    let changed = ends(&mut play).unwrap();
    assert_eq!(changed.rules[0].as_str(), "nationalism.petersburg.dominance-loss.fleets");
    play.ends_verified();
}

#[test]
fn while_it_meets_what_the_rulebook_asks_neither_way_applies() {
    use engine::eia::board::dominance::Condition;
    use engine::eia::crimea::stays_dominant;
    let mut play = later();
    russia_wins(&mut play, "no_fleet_beside");
    let mut now = position(&play);
    now.economy.counters.insert(Power::Russia, engine::eia::economy::sheet::Counters::default());
    let rule =
        |ordinary: bool| stays_dominant(&now, Power::Russia, ordinary).unwrap().map(|rule| rule.as_str());
    assert_eq!(rule(true), Ok("nationalism.petersburg.dominance-loss.exception"));
    assert_eq!(
        rule(false).map_err(|(condition, rule)| (condition, rule.as_str())),
        Err((Condition::Fleet, "nationalism.petersburg.dominance-loss.fleets"))
    );
    now.economy.counters.get_mut(&Power::Russia).unwrap().fleets = 1;
    let rule = stays_dominant(&now, Power::Russia, false).unwrap();
    assert!(rule.is_ok(), "one fleet, and Serbia");
    assert_eq!(stays_dominant(&now, Power::France, false), None);
}

/// Austria and Prussia are at war with Russia, and the coalition wins in the talks of November.
pub fn neutrals() -> Play {
    let mut play = later();
    answers(
        &mut play,
        &[(AUSTRIA, json!({"war/austria": ["russia"]})), (PRUSSIA, json!({"war/prussia": ["russia"]}))],
    );
    to_the_talks(&mut play);
    play
}

fn settle(with: &str, peace: bool) -> Verb {
    Verb::Game(json!({"crimea": "settle", "with": with, "stops": peace}))
}

#[test]
fn russia_alone_decides_whether_it_fights_on_with_austria_and_with_prussia() {
    let mut play = neutrals();
    let before = [Power::Austria, Power::Prussia].map(|power| position(&play).pp_of(power));
    let choice = "nationalism.crimea.end.neutrals.choice";
    play.refused_under(choice, RUSSIA, settle("austria", true));
    agree(&mut play, "baltic_fleet");
    let is_open = |play: &Play| position(play).frames.any(|frame| *frame == Frame::Neutrals);
    assert!(is_open(&play));
    let now = position(&play).month();
    (1..=7).filter(|person| *person != RUSSIA).for_each(|person| {
        play.act(person, Act::Ready { through: Through::Step, hold: false });
    });
    assert_eq!(
        (now, step(&play).as_str()),
        (position(&play).month(), "talks"),
        "Russia is waited for before the phase goes on"
    );
    let russian = position(&play).pp_of(Power::Russia);
    play.refused(AUSTRIA, settle("austria", true));
    let made = play.must(RUSSIA, settle("austria", true));
    let rules = rules_in(&made);
    for id in [
        rule!("nationalism.crimea.end.neutrals.choice"),
        rule!("nationalism.crimea.end.neutrals.no-terms"),
        rule!("nationalism.crimea.end.neutrals.enforced-peace"),
        rule!("nationalism.crimea.end.neutrals.russia-free"),
    ] {
        assert!(rules.contains(&id.as_str().to_owned()), "{id}: {rules:?}");
    }
    assert!(is_open(&play));
    let made = play.must(RUSSIA, settle("prussia", false));
    assert_eq!(rules_in(&made), [choice]);
    assert!(!is_open(&play));
    let now = position(&play);
    assert!(!now.are_at_war(Power::Austria, Power::Russia) && now.are_at_war(Power::Prussia, Power::Russia));
    assert_eq!([Power::Austria, Power::Prussia].map(|power| now.pp_of(power)), before, "no PP for anybody");
    assert_eq!(now.pp_of(Power::Russia), russian);
    assert!(now.politics.treaties.is_empty() && now.politics.claims.is_empty(), "no terms");
    assert_eq!(now.crimea.bound.len(), 1, "Austria alone is bound");
    let ends = now.endings().into_iter().find(|end| end.what == Ends::Bound(Power::Austria)).unwrap();
    assert_eq!(ends.month, month("1855-04"));
    play.ends_verified();
}

#[test]
fn who_says_nothing_fights_on_and_a_russian_victory_asks_before_the_next_month() {
    let mut play = neutrals();
    russia_wins(&mut play, "no_fleet_beside");
    assert_eq!(step(&play), "neutrals");
    assert_eq!(position(&play).month(), Some(month("1853-10")));
    play.act(RUSSIA, Act::Ready { through: Through::Step, hold: false });
    let now = position(&play);
    assert_eq!(now.month(), Some(month("1853-11")));
    assert!(now.are_at_war(Power::Austria, Power::Russia) && now.crimea.deciding.is_empty());
    play.ends_verified();
}

fn bars(now: &engine::eia::Position, item: &str) -> Option<String> {
    engine::eia::economy::sheet::why_not_bought(now, Power::Russia, item)
        .map(|refusal| refusal.rules[0].as_str().to_owned())
}

#[test]
fn russia_builds_no_ships_for_eighteen_months_and_none_in_the_black_sea_for_thirty_six() {
    use engine::eia::economy::sheet::why_not_in_black_sea;
    let mut play = later();
    to_the_talks(&mut play);
    agree(&mut play, "baltic_fleet");
    let mut now = position(&play);
    assert_eq!(now.ships_barred_until(), Some([month("1855-04"), month("1856-10")]));
    let at = |now: &mut engine::eia::Position, text: &str| now.economy.asked = Some(month(text));
    let sea = |now: &engine::eia::Position| {
        why_not_in_black_sea(now, Power::Russia).map(|of| of.rules[0].as_str().to_owned())
    };
    at(&mut now, "1855-03");
    assert_eq!(bars(&now, "ship").as_deref(), Some("nationalism.paris.no-shipbuilding"));
    assert_eq!(bars(&now, "ironclad").as_deref(), Some("nationalism.paris.no-shipbuilding"));
    assert_eq!(bars(&now, "infantry"), None);
    assert_eq!(engine::eia::economy::sheet::why_not_bought(&now, Power::France, "ship"), None);
    at(&mut now, "1855-06");
    assert_eq!(bars(&now, "ship"), None);
    assert_eq!(sea(&now).as_deref(), Some("nationalism.paris.no-black-sea-ships"));
    at(&mut now, "1856-09");
    assert_eq!(sea(&now).as_deref(), Some("nationalism.paris.no-black-sea-ships"));
    at(&mut now, "1856-12");
    assert_eq!(sea(&now), None);
    assert!(why_not_in_black_sea(&now, Power::France).is_some());
    let ends: Vec<(String, Ends)> =
        position(&play).endings().into_iter().map(|end| (end.month.to_string(), end.what)).collect();
    // Ships are bought in an economic phase: the first after the ban is that of June, and of December.
    assert!(ends.contains(&("1855-06".to_owned(), Ends::Ships { black_sea: false })));
    assert!(ends.contains(&("1856-12".to_owned(), Ends::Ships { black_sea: true })));
    play.ends_verified();
}

#[test]
fn reparations_are_due_in_four_economic_phases_from_the_first_after_the_peace() {
    let mut play = later();
    to_the_talks(&mut play);
    agree(&mut play, "baltic_fleet");
    let now = position(&play);
    let peace = now.crimea.peace.clone().unwrap();
    assert_eq!(peace.reparations(), rule!("nationalism.paris.reparations"));
    let dues = |text: &str| now.crimean_dues(month(text)).len();
    assert_eq!(["1853-12", "1854-03", "1854-06", "1854-09", "1854-12"].map(dues), [4, 4, 4, 4, 0]);
    assert!(now.crimean_dues(month("1853-12")).iter().all(|(of, _)| *of == Power::Russia));
    let ends = now.endings().into_iter().filter(|end| matches!(end.what, Ends::CrimeanReparations { .. }));
    assert_eq!(
        ends.map(|end| end.month.to_string()).collect::<Vec<_>>(),
        ["1853-12", "1854-03", "1854-06", "1854-09"]
    );
    // A peace at the end of December, after its economic phase, has its first payment in March.
    let mut play = later();
    to_month(&mut play, "1853-12");
    russia_wins(&mut play, "no_fleet_beside");
    let now = position(&play);
    let first = now.crimean_dues(month("1854-03"));
    assert_eq!((now.crimean_dues(month("1853-12")).len(), first.len()), (0, 4));
    assert!(first.iter().all(|(_, to)| *to == Power::Russia), "nationalism.petersburg.reparations");
    assert_eq!(now.crimean_dues(month("1854-12")).len(), 4);
    play.ends_verified();
}

/// What reparations a power got, or below 0 paid, by its last account.
fn reparations(play: &Play, person: u32, power: Power) -> i64 {
    let own = crate::economy::account(play, person, power);
    own.sum(|source| matches!(source, Source::Reparations { .. }))[0]
}

#[test]
fn russia_pays_each_of_the_four_ten_dollars_a_quarter_and_nothing_after_the_fourth() {
    let mut play = crate::italy::later_with(json!({"politics": "kept", "economy": "kept"}));
    to_the_talks(&mut play);
    agree(&mut play, "baltic_fleet");
    let members = [
        (FRANCE, Power::France),
        (BRITAIN, Power::GreatBritain),
        (SARDINIA, Power::Sardinia),
        (TURKEY, Power::Turkey),
    ];
    for quarter in 0..7 {
        crate::economy::to_the_sheets(&mut play);
        let round = position(&play).economy.asked.unwrap();
        let buys = |sheet: Value| crate::common::sealing(&format!("budget/{round}"), &sheet);
        // From December 1853 to March 1855 no ship at all, in June 1855 none in the Black Sea.
        if quarter < 6 {
            play.refused_under(
                "nationalism.paris.no-shipbuilding",
                RUSSIA,
                buys(json!({"buy/russia/ship": 1})),
            );
        } else {
            let there = json!({"buy/russia/ship": 1, "black_sea/russia": 1});
            play.refused_under("nationalism.paris.no-black-sea-ships", RUSSIA, buys(there));
            play.must(RUSSIA, buys(json!({"buy/russia/ship": 1})));
        }
        crate::economy::sheets(&mut play, &[]);
        let money = if quarter < 4 { 10 } else { 0 };
        assert_eq!(reparations(&play, RUSSIA, Power::Russia), -4 * money, "{quarter}");
        assert!(
            members.iter().all(|(person, power)| reparations(&play, *person, *power) == money),
            "{quarter}"
        );
    }
    play.ends_verified();
}

#[test]
fn each_member_pays_russia_after_its_victory() {
    let mut play = crate::italy::later_with(json!({"politics": "kept", "economy": "kept"}));
    russia_wins(&mut play, "no_fleet_beside");
    crate::economy::to_the_sheets(&mut play);
    crate::economy::sheets(&mut play, &[]);
    let own = crate::economy::account(&play, RUSSIA, Power::Russia);
    let rule = "nationalism.petersburg.reparations";
    assert_eq!(own.lines.iter().filter(|line| line.rules.iter().any(|of| of.as_str() == rule)).count(), 4);
    assert_eq!(
        (reparations(&play, RUSSIA, Power::Russia), reparations(&play, TURKEY, Power::Turkey)),
        (40, -10)
    );
    play.ends_verified();
}

#[test]
fn what_is_short_of_the_reparations_is_shared_equally_and_the_rest_lapses() {
    let mut play = crate::italy::later_with(json!({"politics": "kept", "economy": "kept"}));
    to_the_talks(&mut play);
    agree(&mut play, "baltic_fleet");
    crate::economy::to_the_sheets(&mut play);
    let mut now = crate::economy::seen(&play, RUSSIA);
    let [income, _] = sums(&now.income(Power::Russia));
    let purse = Purse { money: 19 - income, ..Purse::default() };
    now.economy.purses.insert(Power::Russia, Secret::new(purse).into());
    let (account, _) = now.account_by(Power::Russia, month("1853-12"), &Wishes::default()).unwrap();
    let each: Vec<i64> = account
        .lines
        .iter()
        .filter(|line| matches!(line.source, Source::Reparations { .. }))
        .map(|line| line.money)
        .collect();
    assert_eq!(each, [-4, -4, -4, -4], "19 among four");
    assert_eq!(account.after[0], 3);
}

#[test]
fn spedizione_dei_mille_is_closed_for_two_years() {
    let mut play = later();
    to_month(&mut play, "1855-05");
    russia_wins(&mut play, "no_fleet_beside");
    let now = position(&play);
    assert_eq!(now.mille_barred_until(), Some(month("1857-05")));
    let ends = now.endings().into_iter().find(|end| end.what == Ends::Mille).unwrap();
    assert_eq!(ends.month, month("1857-05"));
    // An event that is kept for a gap of those two years is refused when it is chosen, by an answer that its player alone sees.
    let ban = "nationalism.petersburg.mille-ban";
    let chooses = |on: &str, unless: Value| {
        let order = json!({"sardinia": "announce", "event": "mille", "on": on});
        let change = Change::Instead(Line::order(order, vec![unless]));
        Verb::Lodge { power: None, change, salt: Secret::new([9; 32]) }
    };
    to_month(&mut play, "1856-06");
    let from = play.entries.len();
    play.refused_under(ban, SARDINIA, chooses("naples", json!({"before": "1857-04"})));
    play.must(SARDINIA, chooses("naples", json!({"before": "1857-05"})));
    play.must(SARDINIA, chooses("naples", json!("withheld")));
    assert!(play.entries[from..].iter().all(|entry| entry.line.is_none()), "nothing of it is on the record");
    play.ends_verified();
    let mut play = later();
    to_the_talks(&mut play);
    agree(&mut play, "baltic_fleet");
    assert_eq!(position(&play).mille_barred_until(), None);
}

fn passes(to: &str, may: bool) -> Verb {
    Verb::Game(json!({"crimea": "pass", "to": to, "may": may}))
}

fn agrees(to: &str, may: bool) -> Verb {
    Verb::Game(json!({"crimea": "agree", "to": to, "may": may}))
}

#[test]
fn after_saint_petersburg_russia_passes_the_dardanelles_and_others_with_its_leave_alone() {
    let veto = "nationalism.petersburg.dardanelles.veto";
    let mut play = later();
    play.refused_under(veto, RUSSIA, agrees("france", true));
    play.must(TURKEY, passes("france", true));
    assert!(position(&play).passes_dardanelles(Power::France));
    russia_wins(&mut play, "no_fleet_beside");
    let now = position(&play);
    assert!(now.passes_dardanelles(Power::Russia), "nationalism.petersburg.dardanelles.access");
    assert!(!now.passes_dardanelles(Power::France), "what was granted before lapses");
    play.refused_under("nationalism.petersburg.dardanelles.access", TURKEY, passes("russia", false));
    let made = play.must(TURKEY, passes("austria", true));
    assert_eq!(rules_in(&made), [veto]);
    assert!(!position(&play).passes_dardanelles(Power::Austria));
    let made = play.must(RUSSIA, agrees("austria", true));
    assert_eq!(rules_in(&made), [veto]);
    assert!(position(&play).passes_dardanelles(Power::Austria));
    // A later war between the two ends both for ever.
    answers(&mut play, &[(TURKEY, json!({"war/turkey": ["russia"]}))]);
    let revoked = "nationalism.petersburg.dardanelles.revoked".to_owned();
    assert!(rules_in(&play.entries).contains(&revoked));
    to_the_talks(&mut play);
    let peace = |power: &str, with: &str| {
        order(json!({"politics": "propose", "power": power, "with": with, "state": "peace"}))
    };
    play.must(TURKEY, peace("turkey", "russia"));
    play.must(RUSSIA, peace("russia", "turkey"));
    let now = position(&play);
    assert!(!now.are_at_war(Power::Turkey, Power::Russia) && !now.passes_dardanelles(Power::Russia));
    play.refused_under(veto, RUSSIA, agrees("prussia", true));
    assert!(now.passes_dardanelles(Power::Austria), "Turkey alone says");
    play.ends_verified();
}

// nationalism.petersburg.turkish-fleet, nationalism.paris.fleet-marker: what is scuttled or gone is not paid for.
#[test]
fn nobody_pays_for_a_fleet_that_was_scuttled_and_the_sheet_as_it_stands_can_be_sealed() {
    let mut play = crate::italy::later_with(json!({"politics": "kept", "economy": "kept"}));
    let before = position(&play);
    let fleets = |now: &engine::eia::Position, power: Power| now.counters_before(power).fleets;
    russia_wins(&mut play, "no_fleet_beside");
    let now = position(&play);
    assert!(fleets(&before, Power::Turkey) > 0);
    assert_eq!(fleets(&now, Power::Turkey), 0);
    assert_eq!(now.counters_before(Power::France).corps + 1, before.counters_before(Power::France).corps);
    // I Mille is not there before the event, and costs nothing.
    assert_eq!(now.counters_before(Power::Sardinia).corps, 8);
    crate::economy::to_the_sheets(&mut play);
    crate::economy::sheets(&mut play, &[]);
    // A second quarter begins with what was told, and never with more than there is.
    let mut other = crate::italy::later_with(json!({"politics": "kept", "economy": "kept"}));
    crate::economy::to_the_sheets(&mut other);
    crate::economy::sheets(&mut other, &[(RUSSIA, json!({"counters/russia/fleets": 4}))]);
    let told = fleets(&position(&other), Power::Russia);
    next_month(&mut other);
    to_the_talks(&mut other);
    agree(&mut other, "baltic_fleet");
    assert!(fleets(&position(&other), Power::Russia) < told);
    crate::economy::to_the_sheets(&mut other);
    crate::economy::sheets(&mut other, &[]);
}

/// Of three players of 1853 none plays Russia: nobody is told of a Crimean War.
#[test]
fn without_a_player_of_russia_there_is_no_crimean_war() {
    let options = json!({"ceiling": 60, "spare": "uncontrolled", "switches": {"politics": "kept"}});
    let mut founded = Founding { options, ..crate::common::founding(3, 0, json!({})) };
    "1853".clone_into(&mut founded.scenario);
    let mut play = Play::founded(&founded).started();
    let powers = &engine::eia::scenario::by_key("1853").unwrap().powers;
    let sheets = (0..3usize).map(|person| {
        let wants = [Power::Austria, Power::France, Power::Prussia][person];
        let bids = powers.iter().enumerate().map(|(at, power)| {
            (power.key().to_owned(), json!(if *power == wants { 40 + person } else { at }))
        });
        json!({"bids": bids.collect::<serde_json::Map<_, _>>()})
    });
    play.bid(sheets.collect());
    let now = position(&play);
    assert!(now.is_out(Power::Russia) && now.choice.holdings.contains_key(&Power::France));
    assert!(happened(&play.entries).is_empty(), "nothing of it is on the record");
    assert!(!now.is_crimean_war() && now.crimea.war.is_none());
    assert_eq!(now.enemies(Power::France).count(), 0);
    assert!(now.idle_wars().any(|war| war == (Power::France, Power::Russia)), "it counts in bids alone");
    play.ends_verified();
}
