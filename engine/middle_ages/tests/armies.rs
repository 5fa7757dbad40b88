//! Armies and fleets on the board, by value: moved, shipped, exchanged, given up, maintained.
#![allow(clippy::unwrap_used)]

use crate::common::rules_in;
use crate::help::{
    BYZANTIUM, FRANKS, area, declare, found, gold, held, kept, order, position, ready, seat, stands,
};
use engine::middle_ages::Position;
use engine::middle_ages::board::subject::may;
use engine::middle_ages::board::{Happened, Order, fewest, upkeep};
use engine::middle_ages::court::Court;
use engine::middle_ages::pack::Data;
use engine::middle_ages::switches::Readings;
use engine::table::{Act, Refusal};
use serde_json::{Value, json};

/// The Franks at their first turn, with a leader of combat 5 and 9 gold, and these army counters in Ile de France.
fn franks(armies: &[u8]) -> Position {
    let mut position = position(&kept(&[], &[], &[]));
    let franks = Court::by_key("franks").unwrap();
    let realm = position.board.realms.get_mut(&franks).unwrap();
    realm.leader.combat = 5;
    realm.gold = 9;
    stands(&mut position, "ile_de_france", |held| held.armies = armies.to_vec());
    position
}

fn gives(position: &Position, fields: Value) -> Result<Happened, Refusal> {
    let order: Order = serde_json::from_value(fields).unwrap();
    may(position, Readings::default(), &seat(FRANKS), &order)
}

fn under(refused: Result<Happened, Refusal>) -> String {
    let refusal = refused.unwrap_err();
    refusal.rules.first().map(ToString::to_string).unwrap_or(refusal.says.to_string())
}

fn march(way: &[&str], strength: u8) -> Value {
    json!({"board": "move", "from": "ile_de_france", "way": way, "strength": strength})
}

// middle-ages.armies.movement.allowance, middle-ages.armies.movement.example.one-army,
// middle-ages.armies.movement.example.two-armies, middle-ages.armies.movement.example.five-armies
#[test]
fn points_times_spaces_are_counted_against_the_leaders_combat() {
    let spent = |position: &Position, way: &[&str], strength: u8| match gives(position, march(way, strength))
    {
        Ok(Happened::Moved { spent, .. }) => Ok(spent),
        Ok(other) => panic!("{other:?}"),
        Err(refusal) => Err(refusal.rules[0].to_string()),
    };
    let rule = || Err("middle-ages.armies.movement.allowance".to_owned());
    let two = franks(&[2, 1]);
    assert_eq!(spent(&two, &["lorraine", "swabia"], 2), Ok(4));
    assert_eq!(spent(&two, &["lorraine", "swabia", "franconia"], 2), rule());
    // One strength 1 army may move five spaces.
    let five = ["lorraine", "swabia", "franconia", "lorraine", "burgundy"];
    assert_eq!(spent(&two, &five, 1), Ok(5));
    assert_eq!(
        spent(&two, &["lorraine", "swabia", "franconia", "lorraine", "burgundy", "provence"], 1),
        rule()
    );
    // Two spaces and three; five of one space each, and no sixth.
    let after = |moved: u8| {
        let mut position = franks(&[1, 1]);
        position.board.turn.as_mut().unwrap().moved = moved;
        position
    };
    assert_eq!(spent(&after(2), &["lorraine", "swabia", "franconia"], 1), Ok(3));
    assert_eq!(spent(&after(3), &["lorraine", "swabia", "franconia"], 1), rule());
    assert_eq!(spent(&after(4), &["lorraine"], 1), Ok(1));
    assert_eq!(spent(&after(5), &["lorraine"], 1), rule());
}

// middle-ages.armies.movement.controlled-areas, middle-ages.armies.movement.land, middle-ages.armies.placement,
// middle-ages.armies.movement.timing
#[test]
fn an_army_enters_only_neighbouring_areas_of_its_own_before_the_cards_are_drawn() {
    let position = franks(&[1]);
    let foreign = march(&["lorraine", "saxony"], 1);
    assert_eq!(under(gives(&position, foreign)), "middle-ages.armies.movement.controlled-areas");
    let through = march(&["aquitaine", "brittany", "normandy"], 1);
    assert_eq!(under(gives(&position, through)), "middle-ages.armies.movement.controlled-areas");
    assert_eq!(under(gives(&position, march(&["provence"], 1))), "middle-ages.armies.movement.land");
    let theirs = json!({"board": "move", "from": "greece", "way": ["constantinople"], "strength": 1});
    assert_eq!(under(gives(&position, theirs)), "middle-ages.armies.placement");
    assert_eq!(under(gives(&position, march(&["lorraine"], 2))), "middle-ages.armies.change");
    let mut drawn = position.clone();
    drawn.board.turn.as_mut().unwrap().drawn = true;
    assert_eq!(under(gives(&drawn, march(&["lorraine"], 1))), "middle-ages.armies.movement.timing");
    let mut undertaken = position.clone();
    undertaken.board.turn.as_mut().unwrap().endeavours = 1;
    let late = gives(&undertaken, march(&["lorraine"], 1));
    assert_eq!(under(late), "middle-ages.armies.movement.timing", "a year card was played");
    let order = serde_json::from_value(march(&["lorraine"], 1)).unwrap();
    let other = may(&position, Readings::default(), &seat(BYZANTIUM), &order);
    assert!(under(other).contains("turn of Franks"));
}

// middle-ages.armies.movement.sea, middle-ages.armies.movement.sea.cost, middle-ages.armies.movement.sea.example
#[test]
fn an_army_crosses_three_sea_areas_between_seafarers_homes_for_a_gold_each() {
    let mut position = franks(&[]);
    let franks = Court::by_key("franks").unwrap();
    for key in ["venice", "constantinople", "flanders", "normandy", "sweden"] {
        stands(&mut position, key, |held| held.owner = Some(franks));
    }
    for key in ["venice", "normandy", "flanders"] {
        stands(&mut position, key, |held| held.armies = vec![2]);
    }
    let ship = |from: &str, to: &str| json!({"board": "ship", "from": from, "to": to, "strength": 2});
    let Happened::Moved { seas, gold, spent, .. } =
        gives(&position, ship("venice", "constantinople")).unwrap()
    else {
        panic!("it moves")
    };
    assert_eq!((seas, gold, spent), (3, 3, 2));
    assert_eq!(under(gives(&position, ship("venice", "flanders"))), "middle-ages.armies.movement.sea");
    // From Venice, a home of seafarers, to every coast: three sea areas and no more.
    let data = Data::shipped();
    let coasts: Vec<(String, u8)> = data
        .areas()
        .filter(|to| to.key() != "venice")
        .filter_map(|to| Some((to.key().to_owned(), data.seas_between(area("venice"), to)?)))
        .collect();
    assert!([1, 2, 3, 4].iter().all(|seas| coasts.iter().any(|(_, lie)| lie == seas)));
    let mut all = position.clone();
    all.board.realms.get_mut(&franks).unwrap().gold = 99;
    for (to, lie) in coasts {
        stands(&mut all, &to, |held| held.owner = Some(franks));
        match gives(&all, ship("venice", &to)) {
            Ok(Happened::Moved { seas, gold, .. }) => {
                assert_eq!((seas, gold, lie <= 3), (lie, lie.into(), true))
            }
            other => {
                assert_eq!(
                    (under(other), lie > 3),
                    ("middle-ages.armies.movement.sea".to_owned(), true),
                    "{to}"
                );
            }
        }
    }
    // Normandy and Flanders: neither is a seafaring home; with a fleet in one of them it is.
    assert_eq!(under(gives(&position, ship("normandy", "flanders"))), "middle-ages.armies.movement.sea");
    stands(&mut position, "flanders", |held| held.fleets = vec![1]);
    assert!(gives(&position, ship("normandy", "flanders")).is_ok(), "the end is one");
    // It begins without seafarers and ends with them.
    assert!(gives(&position, ship("flanders", "sweden")).is_ok());
    position.board.realms.get_mut(&franks).unwrap().gold = 2;
    assert_eq!(
        under(gives(&position, ship("venice", "constantinople"))),
        "middle-ages.armies.movement.sea.cost"
    );
    let inland = ship("venice", "burgundy");
    assert_eq!(under(gives(&position, inland)), "middle-ages.armies.movement.sea");
    let fleet = json!({"board": "move", "from": "flanders", "way": ["normandy"], "strength": 1});
    stands(&mut position, "flanders", |held| held.armies.clear());
    assert_eq!(under(gives(&position, fleet)), "middle-ages.fleets.never-move");
}

// middle-ages.armies.change, middle-ages.armies.change.example, middle-ages.armies.largest-counter,
// middle-ages.fleets.change, middle-ages.fleets.change.example, middle-ages.fleets.largest-counter
#[test]
fn counters_are_exchanged_for_others_of_the_same_strength_up_to_four() {
    let mut position = franks(&[4]);
    for (of, kind) in [("army", "armies"), ("fleet", "fleets")] {
        let mut exchanges = |now: &[u8], then: &[u8]| {
            stands(&mut position, "flanders", |held| {
                held.armies = now.to_vec();
                held.fleets = now.to_vec();
            });
            let fields = json!({"board": "change", "area": "flanders", "of": of, "counters": then});
            match gives(&position, fields) {
                Ok(Happened::Changed { counters, .. }) => Ok(counters),
                Ok(other) => panic!("{other:?}"),
                Err(refusal) => Err(refusal.rules[0].to_string()),
            }
        };
        assert_eq!(exchanges(&[4], &[2, 2]), Ok(vec![2, 2]));
        assert_eq!(exchanges(&[4], &[1, 3]), Ok(vec![3, 1]));
        assert_eq!(exchanges(&[3], &[1, 2]), Ok(vec![2, 1]));
        assert_eq!(exchanges(&[3, 1], &[4]), Ok(vec![4]));
        assert_eq!(exchanges(&[1, 1], &[2]), Ok(vec![2]));
        assert_eq!(exchanges(&[3, 3], &[6]), Err(format!("middle-ages.{kind}.largest-counter")));
        assert_eq!(exchanges(&[4, 1], &[5]), Err(format!("middle-ages.{kind}.largest-counter")));
        assert_eq!(exchanges(&[3, 3], &[4, 2]), Ok(vec![4, 2]));
        assert_eq!(exchanges(&[3], &[2]), Err(format!("middle-ages.{kind}.change")));
    }
    let theirs = json!({"board": "change", "area": "greece", "of": "fleet", "counters": [1]});
    assert_eq!(under(gives(&position, theirs)), "middle-ages.fleets.placement");
    assert_eq!((fewest(6), fewest(5), fewest(0)), (vec![4, 2], vec![4, 1], vec![]));
}

// middle-ages.armies.maintenance.cost, middle-ages.fleets.maintenance.cost,
// middle-ages.civilisation.no-maintenance
#[test]
fn every_point_of_army_and_fleet_costs_a_gold_and_markers_nothing() {
    let franks_court = Court::by_key("franks").unwrap();
    let mut position = franks(&[3, 1]);
    assert_eq!(upkeep::due(&position.board, franks_court), 4);
    stands(&mut position, "flanders", |held| held.fleets = vec![2, 1]);
    assert_eq!(upkeep::due(&position.board, franks_court), 7);
    stands(&mut position, "flanders", |held| {
        held.markers = engine::middle_ages::marker::Marker::ALL.into();
    });
    assert_eq!(upkeep::due(&position.board, franks_court), 7);
    stands(&mut position, "greece", |held| held.armies = vec![4]);
    assert_eq!(upkeep::due(&position.board, franks_court), 7, "others pay for their own");
}

// middle-ages.armies.maintenance.event-armies, middle-ages.armies.maintenance.unpaid
#[test]
fn an_army_of_an_event_comes_for_nothing_and_is_paid_from_the_end_of_its_turn() {
    let mut play = kept(&[], &["host-1", "host-2", "bounty-1"], &[]);
    play.must(FRANKS, order(json!({"board": "draw"})));
    let made = play.must(FRANKS, order(json!({"board": "play", "pos": 0, "on": "lorraine"})));
    assert!(rules_in(&made).contains(&"middle-ages.armies.maintenance.event-armies".to_owned()));
    let now = position(&play);
    let realm = |now: &Position| now.board.realms[&Court::by_key("franks").unwrap()].clone();
    assert_eq!((now.board.area(area("lorraine")).unwrap().armies.clone(), realm(&now).gold), (vec![2], 6));
    let made = ready(&mut play, FRANKS);
    assert_eq!(found(&made, "maintained").unwrap()["points"], 2);
    assert!(rules_in(&made).contains(&"middle-ages.armies.maintenance.cost".to_owned()));
    assert_eq!(realm(&position(&play)).gold, 4);
}

// middle-ages.armies.maintenance.unpaid, middle-ages.fleets.maintenance.unpaid
#[test]
fn what_gold_is_missing_for_goes_where_its_player_does_not_say_what() {
    // Year cards 1 and 6 build at −2 and at 2: a fleet for 4 of 6 gold, an army for the other 2; then two points come for nothing.
    let mut play = kept(&[1, 6], &["host-1"], &[&[3, 4]]);
    play.must(FRANKS, declare("fleet", "flanders", "flanders"));
    play.must(FRANKS, declare("army", "lorraine", "lorraine"));
    play.must(FRANKS, order(json!({"board": "draw"})));
    play.must(FRANKS, order(json!({"board": "play", "pos": 0, "on": "lorraine"})));
    play.must(FRANKS, order(json!({"board": "tax", "area": "ile_de_france", "gold": 1})));
    let before = gold(&play, "franks");
    assert_eq!((before, held(&play, "lorraine").army(), held(&play, "flanders").fleet()), (1, 3, 1));
    ready(&mut play, FRANKS);
    let frame = play.campaign.public_view().awaited.last().unwrap().line;
    let made = play.act(FRANKS, Act::LetStand { frame });
    // The fleet goes first, then army points until the gold does.
    assert_eq!((held(&play, "lorraine").army(), held(&play, "flanders").fleet()), (1, 0));
    assert_eq!((found(&made, "maintained").unwrap()["points"].as_u64(), gold(&play, "franks")), (Some(1), 0));
    for rule in ["armies.maintenance.unpaid", "fleets.maintenance.unpaid", "armies.maintenance.cost"] {
        assert!(rules_in(&made).contains(&format!("middle-ages.{rule}")), "{rule}");
    }
}

// middle-ages.armies.maintenance.unpaid, middle-ages.fleets.maintenance.unpaid
#[test]
fn what_is_not_paid_for_goes_by_need_or_by_choice() {
    let mut position = franks(&[4]);
    let disband = |area: &str, of: &str, points: u8| json!({"board": "disband", "area": area, "of": of, "points": points});
    let Happened::Changed { counters, .. } = gives(&position, disband("ile_de_france", "army", 2)).unwrap()
    else {
        panic!("it changes")
    };
    assert_eq!(counters, [2]);
    assert_eq!(
        under(gives(&position, disband("ile_de_france", "army", 5))),
        "middle-ages.armies.maintenance.unpaid"
    );
    stands(&mut position, "flanders", |held| held.fleets = vec![3]);
    let Happened::Changed { counters, .. } = gives(&position, disband("flanders", "fleet", 2)).unwrap()
    else {
        panic!("it changes")
    };
    assert_eq!(counters, [1]);
    assert_eq!(
        under(gives(&position, disband("flanders", "fleet", 4))),
        "middle-ages.fleets.maintenance.unpaid"
    );
    let franks_court = Court::by_key("franks").unwrap();
    position.board.realms.get_mut(&franks_court).unwrap().gold = 6;
    assert!(upkeep::is_short(&position.board, franks_court), "7 points, 6 gold");
    position.board.realms.get_mut(&franks_court).unwrap().gold = 7;
    assert!(!upkeep::is_short(&position.board, franks_court));
}
