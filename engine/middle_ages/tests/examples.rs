//! The worked cases of the ledger, each as it is written there.
#![allow(clippy::unwrap_used)]

use crate::common::rules_in;
use crate::help::{
    BYZANTIUM, FRANKS, choose, court, declare, found, gold, kept, order, position, seat, stands,
};
use engine::middle_ages::Position;
use engine::middle_ages::board::cards::replaced_by;
use engine::middle_ages::board::subject::may;
use engine::middle_ages::board::{Happened, Order};
use engine::middle_ages::endeavour::Base;
use engine::middle_ages::endeavour::limits::range;
use engine::middle_ages::event_cards::{Card, Does, When};
use engine::middle_ages::pack::Data;
use engine::middle_ages::switches::Readings;
use engine::rules::ledger;
use engine::table::rule;
use engine::table::rules::{Kind, RuleId};
use serde_json::{Value, json};

/// An example of the ledger: that it is one, and which rule it is a case of stands there.
fn example(rule: RuleId) {
    assert_eq!(ledger().get(rule).kind, Kind::Example, "{rule}");
}

/// The Franks in their first turn, led by a leader of combat 5, with these armies in Ile de France.
fn led_by_five(armies: &[u8]) -> Position {
    let mut position = position(&kept(&[], &[], &[]));
    position.board.realms.get_mut(&court("franks")).unwrap().leader.combat = 5;
    stands(&mut position, "ile_de_france", |held| held.armies = armies.to_vec());
    position
}

/// Gives an order of the Franks, and says what would happen, or under which rule it is refused.
fn gives(position: &Position, fields: Value) -> Result<Happened, String> {
    let order: Order = serde_json::from_value(fields).unwrap();
    may(position, Readings::default(), &seat(FRANKS), &order).map_err(|refusal| refusal.rules[0].to_string())
}

/// Marches an army of strength 1 by these areas, and counts what it takes of the allowance.
fn marches(position: &mut Position, way: &[&str]) -> Result<u8, String> {
    let fields = json!({"board": "move", "from": "ile_de_france", "way": way, "strength": 1});
    let Happened::Moved { spent, left, .. } = gives(position, fields)? else { panic!("it moves") };
    stands(position, "ile_de_france", |held| held.armies = left);
    position.board.turn.as_mut().unwrap().moved += spent;
    Ok(spent)
}

#[test]
fn a_counter_of_three_is_exchanged_for_one_and_two() {
    example(rule!("middle-ages.armies.change.example"));
    example(rule!("middle-ages.fleets.change.example"));
    let mut position = led_by_five(&[]);
    stands(&mut position, "flanders", |held| (held.armies, held.fleets) = (vec![3], vec![3]));
    for of in ["army", "fleet"] {
        let fields = json!({"board": "change", "area": "flanders", "of": of, "counters": [1, 2]});
        let Happened::Changed { counters, .. } = gives(&position, fields).unwrap() else { panic!("{of}") };
        assert_eq!((counters.iter().sum::<u8>(), counters), (3, vec![2, 1]), "{of}");
    }
}

#[test]
fn a_leader_of_combat_five_moves_five_points_times_spaces() {
    let refused = || Err("middle-ages.armies.movement.allowance".to_owned());
    example(rule!("middle-ages.armies.movement.example.one-army"));
    let mut one = led_by_five(&[1, 1]);
    assert_eq!(marches(&mut one, &["lorraine", "swabia", "franconia", "lorraine", "burgundy"]), Ok(5));
    assert_eq!(marches(&mut one, &["lorraine"]), refused(), "the allowance is used up");
    example(rule!("middle-ages.armies.movement.example.two-armies"));
    let mut two = led_by_five(&[1, 1, 1]);
    assert_eq!(marches(&mut two, &["lorraine", "swabia"]), Ok(2));
    assert_eq!(marches(&mut two, &["lorraine", "swabia", "franconia"]), Ok(3));
    assert_eq!(marches(&mut two, &["lorraine"]), refused(), "the allowance is used up");
    example(rule!("middle-ages.armies.movement.example.five-armies"));
    let mut five = led_by_five(&[1; 6]);
    for _ in 0..5 {
        assert_eq!(marches(&mut five, &["lorraine"]), Ok(1));
    }
    assert_eq!(marches(&mut five, &["lorraine"]), refused(), "no sixth army");
}

#[test]
fn an_army_goes_by_sea_from_venice_to_constantinople() {
    example(rule!("middle-ages.armies.movement.sea.example"));
    let mut position = led_by_five(&[]);
    let franks = court("franks");
    position.board.realms.get_mut(&franks).unwrap().gold = 5;
    for key in ["venice", "constantinople"] {
        stands(&mut position, key, |held| held.owner = Some(franks));
    }
    stands(&mut position, "venice", |held| held.armies = vec![1]);
    let fields = json!({"board": "ship", "from": "venice", "to": "constantinople", "strength": 1});
    let Happened::Moved { seas, gold, .. } = gives(&position, fields).unwrap() else { panic!("it moves") };
    // On our map three sea areas lie between: Adriatic, Ionian, Aegean.
    assert_eq!((seas, gold), (3, 3));
}

#[test]
fn two_fleet_points_reach_five_sea_areas_from_venice_and_four_from_normandy() {
    let reach = |seafaring: bool| {
        let base = Base { name: "Base".to_owned(), social: 0, armies: 0, fleets: 2, seafaring };
        let range = range(&base);
        (range.seas, range.seafaring)
    };
    example(rule!("middle-ages.fleets.range.example-venice"));
    assert_eq!(reach(true), (5, true));
    example(rule!("middle-ages.fleets.range.example-normandy"));
    assert_eq!(reach(false), (4, true));
}

#[test]
fn commerce_that_is_taxed_for_two_brings_three_and_counts_as_two() {
    example(rule!("middle-ages.civilisation.commerce.example"));
    // Card 48 builds at 3, and has no check mark. Ile de France has a social state of 2.
    let mut play = kept(&[48], &[], &[&[3, 4]]);
    play.must(FRANKS, declare("marker", "ile_de_france", "ile_de_france"));
    play.must(FRANKS, choose(1, json!({"marker": "commerce"})));
    let before = gold(&play, "franks");
    let made = play.must(FRANKS, order(json!({"board": "tax", "area": "ile_de_france", "gold": 2})));
    assert_eq!(found(&made, "tested").unwrap()["value"], 2);
    assert_eq!(
        (found(&made, "taxed").unwrap()["gold"].as_i64(), gold(&play, "franks")),
        (Some(3), before + 3)
    );
    assert!(play.refused(BYZANTIUM, order(json!({"board": "draw"}))).contains("turn of Franks"));
}

// middle-ages.civilisation.commerce.tax
#[test]
fn a_tax_that_fails_brings_nothing_of_commerce() {
    let mut play = kept(&[48], &[], &[&[1, 2]]);
    play.must(FRANKS, declare("marker", "ile_de_france", "ile_de_france"));
    play.must(FRANKS, choose(1, json!({"marker": "commerce"})));
    let before = gold(&play, "franks");
    let made = play.must(FRANKS, order(json!({"board": "tax", "area": "ile_de_france", "gold": 2})));
    assert_eq!(found(&made, "tested").unwrap()["rebels"], true);
    assert_eq!((found(&made, "taxed").unwrap()["gold"].as_i64(), gold(&play, "franks")), (Some(0), before));
    assert!(!rules_in(&made).contains(&"middle-ages.civilisation.commerce.tax".to_owned()));
}

#[test]
fn a_card_of_1101_to_1300_is_left_out_shuffled_in_or_replaced() {
    let card = Card {
        key: "case".to_owned(),
        name: "A case".to_owned(),
        count: 1,
        period: Some([1101, 1300]),
        does: Does::Demesne,
    };
    example(rule!("middle-ages.cards.example.unused"));
    assert!(!card.is_within((801, 900)));
    example(rule!("middle-ages.cards.example.shuffled"));
    assert!(card.is_within((1201, 1400)));
    let crusade = "taking-the-cross-1".to_owned();
    let deck = |span| Data::shipped().event_deck(span);
    assert!(!deck((801, 900)).contains(&crusade) && deck((1201, 1400)).contains(&crusade));
    example(rule!("middle-ages.cards.example.late"));
    assert_eq!(card.when(1350), When::Over);
    let rules: Vec<String> = replaced_by(&card, [1350; 2], (1201, 1400), Readings::default())
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(rules, ["middle-ages.cards.drawn-too-late"], "another is drawn for it");
    assert!(replaced_by(&card, [1250; 2], (1201, 1400), Readings::default()).is_empty());
}
