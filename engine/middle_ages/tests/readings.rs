//! Each reading that is a matter of choice is a switch: what it changes, by value, beside what stands at founding.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, rules_in};
use crate::help::{
    BYZANTIUM, FRANKS, begun, choose, court, declare, event_deck, fate_deck, found, founding, gold, held,
    kept, order, over_sea, position, ready, seals, seat, stands, year_deck,
};
use engine::middle_ages::board::cards::replaced_by;
use engine::middle_ages::board::subject::may;
use engine::middle_ages::board::{Happened, plan, tax};
use engine::middle_ages::endeavour::course::sample;
use engine::middle_ages::endeavour::limits::check;
use engine::middle_ages::endeavour::outcome::{Effect, outcome};
use engine::middle_ages::endeavour::{Endeavour, Kind};
use engine::middle_ages::switches::{Pays, Readings, SWITCHES, readings};
use engine::middle_ages::{Event, MiddleAges, Position};
use engine::table::game::Game;
use serde_json::{Value, json};

const COURTS: [(u32, &str); 2] = [(FRANKS, "franks"), (BYZANTIUM, "byzantium")];

/// The Franks in their first turn with these switches; year cards, event cards and dice come so.
fn played(switches: &[(&str, &str)], cards: &[u32], events: &[&str], dice: &[&[u32]]) -> Play {
    let (year, events, fates) = (year_deck(cards), event_deck(events), fate_deck(&[]));
    let mut all: Vec<&[u32]> = vec![&year, &events, &fates];
    all.extend(dice);
    begun(Play::scripted_by(&founding("charlemagne", 2, json!({})), &all), switches, &COURTS)
}

/// The readings with one switch turned.
fn with(key: &str, way: &'static str) -> Readings {
    readings(|asked| {
        let switch = SWITCHES.iter().find(|switch| switch.key == asked).unwrap();
        if asked == key { way } else { switch.ways[0].0 }
    })
}

#[test]
fn every_switch_but_two_turns_one_reading_and_names_its_rule() {
    assert_eq!(
        readings(|key| SWITCHES.iter().find(|one| one.key == key).unwrap().ways[0].0),
        Readings::default()
    );
    for switch in SWITCHES {
        for way in &switch.ways[1..] {
            let turned = with(switch.key, way.0) != Readings::default();
            // What is drawn, who comes and how many are held where two are drawn is asked where it is done.
            let asked_there = ["ages_draw_two", "ages_outsiders"].contains(&switch.key);
            assert_eq!(turned, !asked_there, "{} {}", switch.key, way.0);
        }
        assert!(switch.rule.is_some() || switch.key == "ages_outsiders", "{}", switch.key);
    }
}

/// The Franks hold Venice with an army of 2, and Constantinople, three sea areas away; their leader has combat 9, they have 9 gold.
fn at_sea() -> Position {
    let mut now = position(&kept(&[], &[], &[]));
    let franks = court("franks");
    now.board.realms.get_mut(&franks).unwrap().gold = 9;
    for key in ["venice", "constantinople"] {
        stands(&mut now, key, |held| held.owner = Some(franks));
    }
    stands(&mut now, "venice", |held| held.armies = vec![2, 2]);
    now
}

/// Points times spaces and gold of a crossing from Venice to Constantinople; else the rule that forbids it.
fn crosses(now: &Position, reads: Readings) -> Result<(u8, u16), String> {
    let fields = json!({"board": "ship", "from": "venice", "to": "constantinople", "strength": 2});
    match may(now, reads, &seat(FRANKS), &serde_json::from_value(fields).unwrap()) {
        Ok(Happened::Moved { spent, gold, .. }) => Ok((spent, gold)),
        Ok(other) => panic!("{other:?}"),
        Err(refusal) => Err(refusal.rules[0].to_string()),
    }
}

// middle-ages.armies.movement.sea
#[test]
fn a_crossing_takes_one_space_or_one_for_each_sea_area() {
    let mut now = at_sea();
    assert_eq!(crosses(&now, Readings::default()), Ok((2, 3)));
    assert_eq!(crosses(&now, with("ages_crossing", "each")), Ok((6, 3)));
    now.board.realms.get_mut(&court("franks")).unwrap().leader.combat = 5;
    assert_eq!(crosses(&now, Readings::default()), Ok((2, 3)));
    let refused = crosses(&now, with("ages_crossing", "each"));
    assert_eq!(refused, Err("middle-ages.armies.movement.allowance".to_owned()));
}

// middle-ages.armies.movement.sea.cost
#[test]
fn a_crossing_costs_by_counter_by_point_or_once_in_a_turn() {
    let mut now = at_sea();
    assert_eq!(with("ages_crossing_pays", "point").crossing_pays, Pays::Point);
    assert_eq!(crosses(&now, with("ages_crossing_pays", "point")), Ok((2, 6)));
    let together = with("ages_crossing_pays", "crossing");
    assert_eq!(crosses(&now, together), Ok((2, 3)));
    let fields = json!({"board": "ship", "from": "venice", "to": "constantinople", "strength": 2});
    let moved = may(&now, together, &seat(FRANKS), &serde_json::from_value(fields).unwrap()).unwrap();
    MiddleAges::apply(&mut now, Event::Board(Box::new(moved)));
    assert_eq!(now.board.realms[&court("franks")].gold, 6);
    // The second counter goes the same way, and the first paid for both; by counters it pays for itself.
    assert_eq!(crosses(&now, together), Ok((2, 0)));
    assert_eq!(crosses(&now, Readings::default()), Ok((2, 3)));
    MiddleAges::apply(&mut now, Event::Board(Box::new(Happened::TurnBegun { court: court("franks") })));
    assert_eq!(crosses(&now, together), Ok((2, 3)), "in another turn it is paid for anew");
}

// middle-ages.armies.movement.sea, middle-ages.fleets.make-seafaring
#[test]
fn a_fleet_makes_a_home_for_armies_too_or_for_endeavours_alone() {
    let mut now = position(&kept(&[], &[], &[]));
    stands(&mut now, "flanders", |held| (held.armies, held.fleets) = (vec![1], vec![1]));
    let fields = json!({"board": "ship", "from": "flanders", "to": "normandy", "strength": 1});
    let ship = |reads| may(&now, reads, &seat(FRANKS), &serde_json::from_value(fields.clone()).unwrap());
    assert!(ship(Readings::default()).is_ok());
    let refused = ship(with("ages_fleet_homes", "no")).unwrap_err();
    assert_eq!(refused.rules[0].to_string(), "middle-ages.armies.movement.sea");
    let says = refused.says.to_string();
    assert_eq!(says, "Neither Flanders nor Normandy is home of a seafaring people; one of them must be.");
}

// middle-ages.armies.maintenance.event-armies
#[test]
fn an_army_of_an_event_is_paid_for_in_its_turn_or_from_the_next_on() {
    for (way, paid, left) in [("yes", Some(2), 4), ("no", None, 6)] {
        let mut play = played(&[("ages_arrival_paid", way)], &[], &["host-1"], &[&year_deck(&[])]);
        play.must(FRANKS, order(json!({"board": "draw"})));
        play.must(FRANKS, order(json!({"board": "play", "pos": 0, "on": "lorraine"})));
        let made = ready(&mut play, FRANKS);
        assert_eq!(found(&made, "maintained").map(|of| of["points"].as_u64().unwrap()), paid, "{way}");
        assert_eq!(gold(&play, "franks"), left);
        ready(&mut play, BYZANTIUM);
        crate::help::in_order(&mut play, 2, &COURTS);
        let made = ready(&mut play, FRANKS);
        assert_eq!(found(&made, "maintained").unwrap()["points"], 2, "in the next turn it is paid for");
        assert_eq!(gold(&play, "franks"), left - 2);
    }
}

// middle-ages.fleets.defence-across-sea
#[test]
fn a_point_that_makes_seafarers_counts_against_fleets_or_does_not() {
    let attack = |fleets: u8, seafaring: bool| {
        let mut attack = Endeavour { seas: 1, ..sample(Kind::Conquer) };
        (attack.base.fleets, attack.base.seafaring, attack.targets[0].fleets) = (fleets, seafaring, 1);
        attack
    };
    let barred = with("ages_converting_point", "no");
    assert!(check(&attack(1, false), Readings::default()).is_ok());
    let refused = check(&attack(1, false), barred).unwrap_err();
    assert_eq!(refused.rules[0].to_string(), "middle-ages.fleets.defence-across-sea");
    assert!(refused.says.to_string().contains("in the base: 0."), "{}", refused.says);
    assert!(check(&attack(2, false), barred).is_ok(), "one point converts, one counts");
    assert!(check(&attack(1, true), barred).is_ok(), "of seafarers by nature every point counts");
}

// middle-ages.civilisation.building.success, middle-ages.civilisation.limit-per-area
#[test]
fn the_kind_of_a_marker_is_named_after_success_or_with_the_announcement() {
    let marker = |kind: Value| {
        let plan =
            json!({"kind": "marker", "base": "provence", "targets": [{"area": "provence"}], "marker": kind});
        order(json!({"board": "declare", "plan": plan}))
    };
    let rule = "middle-ages.civilisation.building.success";
    let mut after = played(&[], &[5], &[], &[]);
    let refused = after.refused_under(rule, FRANKS, marker(json!("palace")));
    assert!(refused.contains("chosen when the endeavour has succeeded"), "{refused}");
    let made = after.must(FRANKS, declare("marker", "provence", "provence"));
    assert!(found(&made, "asked").is_some());

    let mut before = played(&[("ages_marker_named", "before")], &[5], &[], &[]);
    let refused = before.refused_under(rule, FRANKS, marker(Value::Null));
    assert!(refused.contains("Name the kind of marker"), "{refused}");
    let made = before.must(FRANKS, marker(json!("palace")));
    assert!(found(&made, "asked").is_none(), "nothing is left to choose");
    assert!(rules_in(&made).contains(&"middle-ages.civilisation.kinds".to_owned()));
    let palace = engine::middle_ages::marker::Marker::Palace;
    assert_eq!(held(&before, "provence").markers, [palace].into());
    before.refused_under("middle-ages.civilisation.limit-per-area", FRANKS, marker(json!("palace")));
    let other: plan::Plan = serde_json::from_value(
        json!({"kind": "rule", "base": "provence", "targets": [{"area": "provence"}], "marker": "palace"}),
    )
    .unwrap();
    let refused = plan::fits(&position(&before), Readings::default(), court("franks"), &other).unwrap_err();
    assert_eq!(refused.says.to_string(), "Ruling builds no marker.");
}

// middle-ages.civilisation.building.failure
#[test]
fn a_card_that_builds_no_marker_may_harm_or_may_not() {
    let target = &sample(Kind::Marker).targets[0];
    let card = &crate::help::year_card(15);
    // Card 15 raises from 1 on, and lowers from 6 below it down.
    let effects = |rating, reads| outcome(Kind::Marker, card, rating, target, reads).effects;
    assert_eq!(effects(-5, Readings::default()), [Effect::Fall]);
    assert_eq!(effects(-4, Readings::default()), []);
    assert_eq!(effects(-5, with("ages_marker_harms", "no")), []);
    assert_eq!(effects(1, with("ages_marker_harms", "no")), [Effect::Marker]);
    let rules = outcome(Kind::Marker, card, -5, target, Readings::default()).rules;
    assert_eq!(rules[0].to_string(), "middle-ages.civilisation.building.failure");
}

/// Provence with commerce and an army of 2 is pillaged by Byzantium for a fall and plunder; what is asked of whom then.
fn pillaged(switches: &[(&str, &str)]) -> (Play, Value) {
    let mut play = played(switches, &[5, 2], &["host-1"], &[]);
    play.must(FRANKS, declare("marker", "provence", "provence"));
    play.must(FRANKS, choose(1, json!({"marker": "commerce"})));
    play.must(FRANKS, order(json!({"board": "draw"})));
    play.must(FRANKS, order(json!({"board": "play", "pos": 0, "on": "provence"})));
    ready(&mut play, FRANKS);
    play.must(BYZANTIUM, over_sea("pillage", "sicily", "provence"));
    let made = seals(&mut play, FRANKS, "defence/2", &json!({"defend": false, "gold": 0}));
    let effects = &found(&made, "decided").unwrap()["against"][0]["outcome"]["effects"];
    assert_eq!(effects, &json!(["fall", "plunder"]));
    let ask = found(&made, "asked").unwrap()["ask"].clone();
    (play, ask)
}

/// Markers, army points and social state of Provence.
fn provence(play: &Play) -> (usize, u8, i8) {
    let held = held(play, "provence");
    (held.markers.len(), held.army(), held.social)
}

// middle-ages.civilisation.pillage.marker, middle-ages.armies.loss-taken-by-defender
#[test]
fn in_a_pillage_the_attacker_chooses_first_or_the_defender_does() {
    let (mut play, ask) = pillaged(&[]);
    assert_eq!((&ask["what"], &ask["court"]), (&json!("pillaged"), &json!("byzantium")));
    play.must(BYZANTIUM, choose(2, json!("social")));
    play.must(FRANKS, choose(3, json!("army")));
    assert_eq!(provence(&play), (1, 1, 1));

    let first = [("ages_pillage_first", "defender")];
    let (mut play, ask) = pillaged(&first);
    assert_eq!((&ask["what"], &ask["court"]), (&json!("target_loss"), &json!("franks")));
    play.must(FRANKS, choose(2, json!("army")));
    assert_eq!(provence(&play), (1, 1, 1), "the army stands in, and nothing is left to the attacker");
    assert!(position(&play).board.asks.is_empty());

    let (mut play, _) = pillaged(&first);
    let made = play.must(FRANKS, choose(2, json!("social")));
    assert_eq!(found(&made, "asked").unwrap()["ask"]["what"], "pillaged");
    play.must(BYZANTIUM, choose(3, json!("social")));
    assert_eq!(provence(&play), (1, 2, 0), "the defender is not asked again");
    assert!(position(&play).board.asks.is_empty());

    let (mut play, _) = pillaged(&first);
    play.must(FRANKS, choose(2, json!("social")));
    play.must(BYZANTIUM, choose(3, json!({"marker": "commerce"})));
    assert_eq!(provence(&play), (0, 2, 1));
}

// middle-ages.civilisation.pillage.gold
#[test]
fn the_gold_for_a_marker_comes_besides_plunder_or_in_its_place() {
    for (way, brings) in [("besides", 4), ("instead", 3)] {
        let (mut play, _) = pillaged(&[("ages_marker_gold", way)]);
        play.must(BYZANTIUM, choose(2, json!({"marker": "commerce"})));
        assert_eq!((gold(&play, "byzantium"), provence(&play)), (8 + brings, (0, 2, 1)), "{way}");
    }
}

// middle-ages.civilisation.commerce.rebellion
#[test]
fn an_area_of_a_rebellion_value_of_nothing_never_rebels_or_on_two_and_twelve() {
    for value in [0, -3] {
        assert!((2..=12).all(|dice| !tax::rebels(value, dice, false)));
        let rebels: Vec<u8> = (2..=12).filter(|dice| tax::rebels(value, *dice, true)).collect();
        assert_eq!(rebels, [2, 12]);
        assert_eq!((tax::throws(value, false), tax::throws(value, true)), (0, 2));
    }
    assert_eq!((tax::throws(1, true), tax::throws(8, false)), (6, 36));
    // Constantinople has a fort of 3: taxed for 1 its value is −2.
    let taxes = |switches: &[(&str, &str)], dice: &[&[u32]]| {
        let mut play = played(switches, &[], &[], dice);
        ready(&mut play, FRANKS);
        let made = play.must(BYZANTIUM, order(json!({"board": "tax", "area": "constantinople", "gold": 1})));
        (found(&made, "tested").unwrap().clone(), held(&play, "constantinople").owner)
    };
    let (tested, owner) = taxes(&[], &[]);
    assert_eq!((&tested["value"], tested.get("dice"), owner), (&json!(-2), None, Some(court("byzantium"))));
    for (dice, rebels) in [([1, 1], true), ([1, 2], false), ([6, 6], true)] {
        let (tested, owner) = taxes(&[("ages_quiet", "rarely")], &[&dice]);
        assert_eq!((&tested["rebels"], owner.is_none()), (&json!(rebels), rebels), "{dice:?}");
    }
}

// middle-ages.cards.hand-limit
#[test]
fn a_hand_holds_four_always_or_only_where_two_are_drawn() {
    let two = |draws| {
        readings(|key| {
            if key == "ages_draw_two" {
                draws
            } else if key == "ages_hand" {
                "two"
            } else {
                ""
            }
        })
    };
    assert_eq!((Readings::default().hand, two("no").hand, two("yes").hand), (4, 3, 4));
    // At the end of the fourth turn a fourth card is drawn, and of three that may be held it is one too many.
    for (way, holds) in [("always", 4), ("two", 3)] {
        let years = year_deck(&[]);
        let mut play = played(&[("ages_hand", way)], &[], &[], &[&years, &years, &years, &years]);
        for round in 2..=5 {
            crate::help::next_round(&mut play, round, &COURTS);
        }
        let hand = play.campaign.view_for(engine::table::By::Person(FRANKS), false).hand;
        assert_eq!(hand.iter().filter(|held| held.deck == "event").count(), holds, "{way}");
    }
}

// middle-ages.cards.drawn-too-late
#[test]
fn a_card_before_its_years_stays_or_may_be_replaced_and_one_drawn_late_always_is() {
    let sea_king = crate::help::event_card("l-sea-king-1");
    let rules = |[drawn, year]: [u16; 2], reads| {
        let rules = replaced_by(&sea_king, [drawn, year], (771, 1100), reads);
        rules.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let late = ["middle-ages.cards.drawn-too-late"];
    // Its years are 781 to 1066.
    assert_eq!(rules([771, 776], Readings::default()), [] as [&str; 0]);
    assert_eq!(rules([771, 776], with("ages_drawn_early", "replaced")), late);
    assert_eq!(
        rules([771, 781], with("ages_drawn_early", "replaced")),
        [] as [&str; 0],
        "its years have begun"
    );
    assert_eq!(rules([1071, 1071], Readings::default()), late);
    assert_eq!(rules([1071, 1076], Readings::default()), late, "it was late when it was drawn");
    assert_eq!(rules([1066, 1071], Readings::default()), [] as [&str; 0]);
    assert_eq!(rules([1066, 1071], with("ages_run_out", "replaced")), late);
}

// middle-ages.cards.drawn-too-late
#[test]
fn a_card_drawn_after_its_years_is_replaced_at_the_table() {
    // Each draws one card a turn: the ninth comes to the Franks in 791, and the levy applied up to 790.
    let other = ["host-1", "host-2", "bounty-1", "bounty-2", "famine-1", "famine-2", "plague-1", "plague-2"];
    let deck: Vec<&str> = other.into_iter().chain(["frontier-levy-1"]).collect();
    let years = year_deck(&[]);
    let mut play = played(&[], &[], &deck, &[&years, &years, &years, &years]);
    for round in 2..=5 {
        crate::help::next_round(&mut play, round, &COURTS);
    }
    play.must(FRANKS, order(json!({"board": "draw"})));
    assert_eq!(position(&play).board.drawn[&8], 791);
    let made = play.must(FRANKS, order(json!({"board": "discard", "pos": 8})));
    assert_eq!(found(&made, "card_discarded").unwrap()["replaced"], true);
    assert!(rules_in(&made).contains(&"middle-ages.cards.drawn-too-late".to_owned()));
    assert_eq!(position(&play).board.drawn[&9], 791, "the other is drawn then");
}
