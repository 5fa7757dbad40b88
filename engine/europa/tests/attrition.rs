//! Attrition and supply on Europa's board, each modifier by its value.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::europa::{
    FRANCE, SPAIN, at_war, before_movement, comes_to, found, founding, passes, position, ready, round,
};
use engine::europa::board::{Standing, line};
use engine::europa::country::Country;
use engine::europa::geography::{Place, atlas};
use engine::europa::supply::{Supply, Weak};
use engine::table::{Entry, Verb};
use serde_json::{Value, json};

fn order(order: Value) -> Verb {
    Verb::Game(order)
}

fn march(stack: u32, to: &str) -> Verb {
    order(json!({"board": "march", "stack": stack, "to": to}))
}

fn supply(stack: u32) -> Verb {
    order(json!({"board": "supply", "stack": stack}))
}

/// The attrition of an event of this kind: what was rolled with everything added, and LD lost.
fn rolled(made: &[Entry], kind: &str) -> (i64, i64) {
    let attrition = &found(made, kind).unwrap()["attrition"];
    (attrition["rolled"]["modified"].as_i64().unwrap(), attrition["lost"].as_i64().unwrap())
}

fn causes(made: &[Entry]) -> Vec<Value> {
    let due = &found(made, "marched").unwrap()["attrition"]["rolled"]["due"];
    due["causes"].as_array().cloned().unwrap_or_default()
}

fn pillages(play: &Play, place: &str) -> (u8, u8) {
    let pillages = position(play).board.pillages_of(Place::by_key(place).unwrap());
    (pillages.minus, pillages.plus)
}

// fast-battle.attrition.land.mod.territory, mod.pillage, attrition.land.pillage
#[test]
fn an_enemys_province_is_eight_a_friends_six_and_a_pillage_one() {
    let stacks = [
        (FRANCE, "france", "eRosselo", json!(["army_plus", "army_minus"])),
        (FRANCE, "france", "eLanguedoc", json!(["army_plus", "army_plus"])),
    ];
    let mut play = round(&stacks, &[4, 4]);
    // 4 + 8: for 6 LD one and P, with arquebuses both, and the pillage lies where they came from.
    let made = play.must(FRANCE, march(1, "eCatalunya"));
    assert_eq!((causes(&made), rolled(&made, "marched")), (vec![json!("large")], (12, 2)));
    assert_eq!(pillages(&play, "eRosselo"), (1, 0));
    // 4 + 6, and 1 for the pillage of the province that is entered: nothing happens at 11.
    let made = play.must(FRANCE, march(2, "eRosselo"));
    assert_eq!(rolled(&made, "marched"), (11, 0));
}

// fast-battle.attrition.cause.six-mp: all MP of the round count.
#[test]
fn two_marches_of_a_round_are_six_mp_together() {
    let mut play = round(&[(FRANCE, "france", "eLanguedoc", json!(["ld"]))], &[3]);
    let mp = |made: &[Entry]| -> u64 {
        let steps = found(made, "marched").unwrap()["march"]["steps"].as_array().unwrap().clone();
        steps.iter().map(|step| step["mp"].as_u64().unwrap()).sum()
    };
    let first = play.must(FRANCE, march(1, "eTouraine"));
    assert_eq!((mp(&first), causes(&first)), (4, Vec::new()), "plain, mountain, plain");
    let second = play.must(FRANCE, march(1, "ePoitou"));
    assert!((2..6).contains(&mp(&second)), "{}", mp(&second));
    assert_eq!((causes(&second), rolled(&second, "marched")), (vec![json!("six_mp")], (9, 0)));
}

// fast-battle.attrition.cause.three-mp-poor-weather
#[test]
fn three_mp_are_a_cause_in_bad_weather() {
    let stacks = [(FRANCE, "france", "eLanguedoc", json!(["ld"]))];
    // A 3 lets the summer go on into its winter, in bad weather.
    let mut play = round(&stacks, &[3, 2]);
    ready(&mut play);
    assert!(position(&play).board.bad_weather);
    let made = play.must(FRANCE, march(1, "eTouraine"));
    assert_eq!((causes(&made), rolled(&made, "marched")), (vec![json!("three_mp_poor_weather")], (8, 0)));
    let mut play = round(&stacks, &[]);
    assert_eq!(causes(&play.must(FRANCE, march(1, "eTouraine"))), Vec::<Value>::new());
}

// fast-battle.campaign.simple.cheap: without logistics three LD roll wherever they go.
#[test]
fn a_cheap_campaign_is_a_cause_for_three_detachments() {
    for (land, cause) in [("cheap", vec![json!("cheap")]), ("simple", Vec::new())] {
        let mut play = at_war(Play::scripted_by(&founding(2, 8), &[&[8], &[4]]));
        play.must(
            FRANCE,
            order(json!({"board": "deploy", "country": "france", "place": "eLanguedoc", "counters": ["ld", "ld", "ld"], "veteran": true})),
        );
        ready(&mut play);
        let campaign = json!({"land": land, "sea": "none"});
        play.must(FRANCE, order(json!({"board": "campaign", "country": "france", "campaign": campaign})));
        assert_eq!(causes(&play.must(FRANCE, march(1, "eQuercy"))), cause, "{land}");
    }
}

// fast-battle.attrition.land.pillage: from the musket on a pillage is foraging too, −1/−1 on the first day of the next battle.
#[test]
fn who_forages_fights_worse() {
    let stacks = [
        (FRANCE, "france", "eRosselo", json!(["army_plus", "army_minus"])),
        (SPAIN, "spain", "eCatalunya", json!(["ld"])),
    ];
    let mut play = round(&stacks, &[4]);
    let musket = json!({"europa": "technology", "country": "france", "land": "musket", "naval": "carrack"});
    play.must(FRANCE, order(musket));
    play.must(FRANCE, order(json!({"board": "march", "stack": 1, "to": "eCatalunya", "pillage": true})));
    passes(&mut play);
    assert_eq!(pillages(&play, "eRosselo"), (1, 0));
    assert!(position(&play).board.stacks[&1].foraging);
    comes_to(&mut play, "battles", FRANCE);
    let made = play.must(FRANCE, order(json!({"board": "engage", "stack": 1, "with": 2})));
    let opened = found(&made, "fight_opened").unwrap();
    assert_eq!(opened["stacks"]["moving"]["army"]["foraging"], true, "{opened}");
}

/// A province of Spain to which the line of a stack of the board is weak by its length alone.
fn far_in_spain(play: &Play, stack: u32) -> String {
    let now = position(play);
    let spain = Country::by_key("spain");
    let standing = now.board.stacks[&stack].clone();
    let by_length = |place: &Place| {
        let there = Standing { at: *place, ..standing.clone() };
        matches!(line(&now, stack, &there), Supply::Weak(Some(_), weak) if weak == [Weak::Length])
    };
    let mut all = atlas().all().filter(|place| !place.site().is_sea() && place.site().country() == spain);
    all.find(by_length).unwrap().site().key.clone()
}

// fast-battle.attrition.supply.modifiers, by its own case: 5 + 8 + 1 − 3 + 2.
#[test]
fn weak_supply_in_an_enemys_province_rolls_with_all_its_modifiers() {
    let probe = round(&[(FRANCE, "france", "eLanguedoc", json!(["army_plus", "army_minus"]))], &[]);
    let far = far_in_spain(&probe, 1);
    let mut play =
        before_movement(&[(FRANCE, "france", &far, json!(["army_plus", "army_minus"]))], &[5, 6, 5]);
    let led = json!({"values": {"manoeuvre": 3, "fire": 2, "shock": 2}});
    play.must(FRANCE, order(json!({"board": "lead", "stack": 1, "leader": led})));
    // 5 + 8 − 3 + 2 for six LD: one and P, which is both.
    let made = play.must(FRANCE, supply(1));
    assert_eq!(rolled(&made, "supplied"), (12, 2));
    assert_eq!(
        (pillages(&play, &far), found(&made, "supplied").unwrap()["starved"].clone()),
        ((1, 0), json!(false))
    );
    // In the next round 5 + 8 + 1 − 3, for four are no large stack.
    ready(&mut play);
    let made = play.must(FRANCE, supply(1));
    assert_eq!(rolled(&made, "supplied"), (11, 0));
}

// fast-battle.supply.steps, out-two-rounds, out-of-supply
#[test]
fn out_of_supply_is_destroyed_in_the_second_round_and_not_in_the_first() {
    let stacks = [
        (FRANCE, "france", "eIle-de-France", json!(["army_minus"])),
        (FRANCE, "france", "eKazan", json!(["army_minus"])),
        (FRANCE, "france", "eKazan", json!(["army_minus"])),
    ];
    let mut before = at_war(Play::founded(&founding(2, 8)));
    before.must(
        FRANCE,
        order(json!({"board": "deploy", "country": "france", "place": "eKazan", "counters": ["ld"], "veteran": true})),
    );
    before.refused_under("fast-battle.campaign.costs", FRANCE, supply(1));
    let mut play = before_movement(&stacks, &[3, 4, 6, 1, 6, 6]);
    assert!(position(&play).board.supplied.contains(&1), "that it is in supply is plain, and takes no order");
    // 3 + 6 + 2 for no supply: nothing is lost at 11. 4 + 6 + 2 is P for two LD, with arquebuses a loss and a pillage.
    let marked = |made: &[Entry]| {
        let told = found(made, "supplied").unwrap();
        (told["starved"] == true, told["destroyed"] == true)
    };
    let made = play.must(FRANCE, supply(2));
    assert_eq!((rolled(&made, "supplied"), marked(&made)), ((11, 0), (true, false)));
    // The segment comes once a round: asking again starves nobody.
    for stack in [1, 2] {
        let says = play.refused_under("fast-battle.supply.steps", FRANCE, supply(stack));
        assert!(says.contains("once a round"), "{says}");
    }
    let made = play.must(FRANCE, supply(3));
    assert_eq!((rolled(&made, "supplied"), marked(&made)), ((12, 1), (true, false)));
    play.refused_under("fast-battle.round.sequence", FRANCE, supply(3));
    assert_eq!(position(&play).board.stacks.len(), 3);
    // In the next round one is still out of supply, and destroyed without a roll; Kazan falls to France, and the other's mark is lifted.
    ready(&mut play);
    let made = play.must(FRANCE, supply(2));
    assert_eq!(marked(&made), (false, true));
    assert!(found(&made, "supplied").unwrap().get("attrition").is_none());
    assert!(!position(&play).board.stacks.contains_key(&2));
    play.must(FRANCE, order(json!({"board": "hold", "place": "eKazan", "country": "france"})));
    let made = play.must(FRANCE, supply(3));
    assert_eq!(marked(&made), (false, false));
    assert!(!position(&play).board.stacks[&3].starved);
}

// fast-battle.supply.cold-area.rotw-malus
#[test]
fn the_number_under_the_snowflake_is_added_after_a_winter() {
    let mut play = round(&[(FRANCE, "france", "rKamchatka~I", json!(["ld"]))], &[1, 6, 1]);
    let made = ready(&mut play);
    // 1 + 6 + 2.
    assert_eq!(found(&made, "wintered").unwrap()["attrition"]["rolled"]["modified"], 9);
}
