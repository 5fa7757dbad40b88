//! What an attack costs: losses that an army takes, markers that a pillage takes, a defence with a year card.
#![allow(clippy::unwrap_used)]

use crate::common::{Play, rules_in};
use crate::help::{
    BYZANTIUM, FRANKS, choose, court, declare, found, gold, held, kept, order, over_sea, position, ready,
    seals,
};
use serde_json::json;

/// Byzantium in its turn with an army of 2 in an area, after the Franks have put one into Provence.
fn hosts(cards: &[u32], at: &str) -> Play {
    let mut play = kept(cards, &["host-1", "host-2"], &[]);
    play.must(FRANKS, order(json!({"board": "draw"})));
    play.must(FRANKS, order(json!({"board": "play", "pos": 0, "on": "provence"})));
    ready(&mut play, FRANKS);
    play.must(BYZANTIUM, order(json!({"board": "draw"})));
    play.must(BYZANTIUM, order(json!({"board": "play", "pos": 1, "on": at})));
    play
}

// middle-ages.armies.loss-taken-by-attacker, middle-ages.armies.used-repeatedly,
// middle-ages.armies.attack-strength
#[test]
fn an_attacker_whose_army_takes_the_loss_keeps_the_state_of_its_base() {
    for (answer, armies, social) in [("army", vec![1], 1), ("social", vec![2], 0)] {
        let mut play = hosts(&[15], "greece");
        // 5 + 1 + 2 of the army − 1 − 3 of the fort − 2 − 1 = 1: card 15 conquers at 8 and harms the base at 1.
        let made = play.must(BYZANTIUM, over_sea("conquer", "greece", "venice"));
        assert_eq!(found(&made, "decided").unwrap()["against"][0]["rating"]["points"], 1);
        for rule in ["attack-strength", "used-repeatedly"] {
            assert!(rules_in(&made).contains(&format!("middle-ages.armies.{rule}")), "{rule}");
        }
        let made = play.must(BYZANTIUM, choose(1, json!(answer)));
        assert!(rules_in(&made).contains(&"middle-ages.armies.loss-taken-by-attacker".to_owned()));
        let greece = held(&play, "greece");
        assert_eq!((greece.armies, greece.social), (armies, social), "{answer}");
    }
    // Without an army in its base the state falls at once.
    let mut play = hosts(&[39], "asia_minor");
    let made = play.must(BYZANTIUM, over_sea("conquer", "greece", "venice"));
    assert!(found(&made, "asked").is_none());
    assert_eq!(held(&play, "greece").social, 0);
}

// middle-ages.armies.loss-taken-by-defender, middle-ages.armies.defence-strength,
// middle-ages.fleets.unaffected-otherwise
#[test]
fn a_defender_whose_army_takes_the_loss_keeps_the_state_of_its_area() {
    for (answer, armies, social) in [("army", vec![1], 1), ("social", vec![2], 0)] {
        let mut play = hosts(&[2], "asia_minor");
        // 5 − 1 + 2 of the population − 2 of the army − 2 − 1 = 1, halved: 0. Card 2 harms from −2 on and pays from 0 on.
        play.must(BYZANTIUM, over_sea("pillage", "sicily", "provence"));
        let made = seals(&mut play, FRANKS, "defence/1", &json!({"defend": false, "gold": 0}));
        let decided = found(&made, "decided").unwrap();
        assert_eq!(decided["against"][0]["rating"]["points"], 0);
        assert_eq!(decided["against"][0]["outcome"]["effects"], json!(["fall", "plunder"]));
        assert_eq!(gold(&play, "byzantium"), 8 + 3);
        assert!(rules_in(&made).contains(&"middle-ages.armies.defence-strength".to_owned()));
        assert!(play.refused(BYZANTIUM, choose(1, json!(answer))).contains("No such choice"));
        let made = play.must(FRANKS, choose(1, json!(answer)));
        for rule in ["armies.loss-taken-by-defender", "fleets.unaffected-otherwise"] {
            assert!(rules_in(&made).contains(&format!("middle-ages.{rule}")), "{rule}");
        }
        let provence = held(&play, "provence");
        assert_eq!((provence.armies, provence.social, provence.unrest), (armies, social, true), "{answer}");
    }
}

// middle-ages.armies.used-repeatedly
#[test]
fn an_army_adds_its_strength_in_each_attack_of_a_turn() {
    // Neither card conquers: 15 does at 8, 39 harms the base.
    let mut play = hosts(&[15, 39], "greece");
    for _ in 0..2 {
        let made = play.must(BYZANTIUM, over_sea("conquer", "greece", "venice"));
        let decided = found(&made, "decided").unwrap();
        let parts = decided["against"][0]["rating"]["parts"].as_array().unwrap();
        let armies = parts.iter().find(|part| part["what"] == "armies");
        assert_eq!(armies.unwrap()["points"], 2);
        assert!(rules_in(&made).contains(&"middle-ages.armies.used-repeatedly".to_owned()));
        while let Some(number) = position(&play).board.asks.keys().next().copied() {
            play.must(BYZANTIUM, choose(number, json!("social")));
        }
    }
    assert_eq!(held(&play, "greece").armies, [2]);
    // Without an army nothing is used, once or again.
    let mut play = kept(&[1], &[], &[]);
    let made = play.must(FRANKS, declare("conquer", "lorraine", "saxony"));
    assert!(!rules_in(&made).contains(&"middle-ages.armies.used-repeatedly".to_owned()));
}

// middle-ages.fleets.unaffected-otherwise
#[test]
fn a_pillage_harms_no_fleet_and_none_can_be_given_up_for_the_loss() {
    use crate::help::{begun, event_deck, fate_deck, founding, year_deck};
    // Card 1 builds the fleet; card 2 harms from −2 on.
    let (year, events, fates) = (year_deck(&[1, 2]), event_deck(&[]), fate_deck(&[]));
    let courts = [(FRANKS, "franks"), (BYZANTIUM, "lombards")];
    let play = Play::scripted_by(&founding("charlemagne", 2, json!({})), &[&year, &events, &fates]);
    let mut play = begun(play, &[], &courts);
    play.must(FRANKS, declare("fleet", "provence", "provence"));
    ready(&mut play, FRANKS);
    let before = held(&play, "provence");
    assert_eq!((before.fleets.clone(), before.armies.len()), (vec![1], 0));
    play.must(BYZANTIUM, declare("pillage", "lombardy", "provence"));
    let made = seals(&mut play, FRANKS, "defence/2", &json!({"defend": false, "gold": 0}));
    let effects = &found(&made, "decided").unwrap()["against"][0]["outcome"]["effects"];
    assert_eq!(effects[0], "fall", "{effects}");
    assert!(found(&made, "asked").is_none(), "no fleet point can stand in for the fall");
    let after = held(&play, "provence");
    assert_eq!(
        (after.fleets, after.social, after.owner),
        (vec![1], before.social - 1, Some(court("franks")))
    );
}

// middle-ages.civilisation.pillage.marker, middle-ages.civilisation.pillage.gold
#[test]
fn a_pillage_may_take_a_marker_for_a_gold_in_place_of_the_state() {
    for (answer, markers, social, more) in
        [(json!({"marker": "commerce"}), 0, 1, 1), (json!("social"), 1, 0, 0)]
    {
        // Card 5 raises: a marker in Provence; then card 2 pillages it.
        let mut play = kept(&[5, 2], &[], &[]);
        play.must(FRANKS, declare("marker", "provence", "provence"));
        play.must(FRANKS, choose(1, json!({"marker": "commerce"})));
        ready(&mut play, FRANKS);
        play.must(BYZANTIUM, over_sea("pillage", "sicily", "provence"));
        let made = seals(&mut play, FRANKS, "defence/2", &json!({"defend": false, "gold": 0}));
        assert_eq!(found(&made, "asked").unwrap()["ask"]["what"], "pillaged");
        let made = play.must(BYZANTIUM, choose(2, answer.clone()));
        assert!(rules_in(&made).contains(&"middle-ages.civilisation.pillage.marker".to_owned()));
        let paid = rules_in(&made).contains(&"middle-ages.civilisation.pillage.gold".to_owned());
        assert_eq!(paid, more == 1);
        let provence = held(&play, "provence");
        assert_eq!((provence.markers.len(), provence.social), (markers, social), "{answer}");
        assert_eq!(gold(&play, "byzantium"), 8 + 3 + more);
    }
}

// middle-ages.fleets.defence-across-sea
#[test]
fn a_year_card_of_the_defenders_counts_his_leader_and_is_gone() {
    let mut play = kept(&[2], &[], &[]);
    ready(&mut play, FRANKS);
    play.must(BYZANTIUM, over_sea("pillage", "sicily", "provence"));
    let made = seals(&mut play, FRANKS, "defence/1", &json!({"defend": true, "gold": 1}));
    // 3 as without an army, 9 of Charlemagne off: −6, half more over two sea areas: −9; and his gold.
    assert_eq!(found(&made, "decided").unwrap()["against"][0]["rating"]["points"], -10);
    let now = position(&play);
    let franks = &now.board.realms[&court("franks")];
    assert_eq!((franks.cards, franks.gold), (4, 5));
}
