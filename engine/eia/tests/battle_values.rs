//! Values of land warfare that a group typed, in the battles that it fights afterwards.
#![allow(clippy::unwrap_used)]

use crate::common::sealing;
use crate::common::{Play, untied};
use engine::eia::land::values::LandValue;
use engine::eia::powers::Power;
use engine::facts::Origin;
use engine::table::{Act, Entry, Verb};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const AUSTRIA: u32 = 1;
const FRANCE: u32 = 2;
const OTHERS: [u32; 3] = [3, 4, 5];

/// Seven players with the seven powers in their order, and dice that fall as written.
fn seven(dice: &[&[u32]]) -> Play {
    let options = json!({"ceiling": 60, "spare": "uncontrolled"});
    let mut play = Play::scripted(7, 0, options, dice).started();
    play.bid((1..=7).map(untied).collect());
    play
}

fn typed(values: &[(&str, i64)]) -> Act {
    Act::TypeValues { values: values.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect() }
}

/// France types values, and so many others confirm them that they are more than half of all.
fn hold(play: &mut Play, values: &[(&str, i64)]) {
    play.act(FRANCE, typed(values));
    let proposal = *play.campaign.play.proposals.keys().last().unwrap();
    for person in OTHERS {
        play.act(person, Act::ConfirmValues { proposal });
    }
    assert!(play.campaign.play.proposals.is_empty());
}

fn happened(made: &[Entry], kind: &str) -> Option<Value> {
    made.iter().find_map(|entry| {
        let value: Value = serde_json::from_str(&entry.public).unwrap();
        (value["e"]["k"] == kind).then(|| value["e"].clone())
    })
}

/// Eugene's I Corps against the Lombards at Turin: one corps a side, one plan each.
fn turin(play: &mut Play, number: u32) -> Vec<Entry> {
    let field =
        json!({"place": "Turin", "terrain": "clear", "attackers": ["france"], "defenders": ["austria"]});
    let eugene = json!({"name": "Eugene", "strategic": 4, "tactical": 3, "maximum": 4, "rank": "C"});
    let muster = |power: &str, corps: Value, leaders: Vec<Value>| json!({"battle": "muster", "number": number, "power": power, "muster": {"corps": [corps], "leaders": leaders}});
    play.must(FRANCE, Verb::Game(json!({"battle": "open", "field": field})));
    let french = muster("france", json!({"name": "I Corps", "nation": "france"}), vec![eugene]);
    play.must(FRANCE, Verb::Game(french));
    let lombards = muster("austria", json!({"name": "Lombard Corps", "nation": "lombardy"}), Vec::new());
    play.must(AUSTRIA, Verb::Game(lombards));
    let round = format!("battle/{number}/1");
    let sealed = |power: &str, factors: Value, chit: &str| json!({"of": {power: {"factors": [factors]}}, "plan": {"chit": chit}});
    let french = sealed("france", json!({"infantry": 35, "cavalry": 5}), "probe");
    play.must(FRANCE, sealing(&round, &french));
    let lombards = sealed("austria", json!({"infantry": 11, "cavalry": 2}), "cordon");
    play.must(AUSTRIA, sealing(&round, &lombards));
    play.must(FRANCE, Verb::Final { round: round.clone() });
    play.must(AUSTRIA, Verb::Final { round })
}

/// It was fought.
pub fn turin_is_fought() -> Play {
    let mut play = seven(&DICE);
    turin(&mut play, 1);
    play
}

/// The dice of Turin: three rounds, Eugene's fate, the pursuit and its prisoners.
const DICE: [&[u32]; 9] = [&[6], &[4], &[3], &[5], &[1], &[1], &[2], &[3], &[1]];

fn words(event: &Value) -> Vec<&str> {
    event["unprinted"].as_array().map_or(Vec::new(), |all| all.iter().filter_map(Value::as_str).collect())
}

fn rolled(fought: &Value) -> Vec<&Value> {
    let notes = fought["notes"].as_array().unwrap();
    notes.iter().filter_map(|note| note["rolled"].as_array()).flatten().collect()
}

#[test]
fn without_typed_values_a_battle_names_what_it_read() {
    let mut play = seven(&DICE);
    let made = turin(&mut play, 1);
    let fought = happened(&made, "battle_fought").unwrap();
    assert_eq!(words(&fought), ["casualty chart", "corps ratings", "morale", "ratings", "terrain"]);
    assert_eq!(words(&happened(&made, "battle_ended").unwrap()), ["casualty chart", "leaders", "pursuit"]);
}

#[test]
fn typed_morale_is_the_morale_of_the_next_battle() {
    let mut play = seven(&DICE);
    hold(&mut play, &[("morale_lombardy_infantry", 45), ("morale_lombardy_cavalry", 45)]);
    let fought = happened(&turin(&mut play, 1), "battle_fought").unwrap();
    // Eleven of 4.5 and two of medium cavalry's 4.0: where cavalry comes in types the nation's own value is not read.
    assert_eq!(fought["morale"], json!([40, 44]));
    assert!(words(&fought).contains(&"morale"), "France's is still the shipped one");
}

#[test]
fn morale_of_which_all_was_typed_is_not_named_any_more() {
    let mut play = seven(&DICE);
    let values = [
        ("morale_lombardy_infantry", 30),
        ("morale_lombardy_cavalry", 30),
        ("morale_france_infantry_dominant", 40),
        ("morale_france_cavalry_dominant", 40),
    ];
    hold(&mut play, &values);
    let fought = happened(&turin(&mut play, 1), "battle_fought").unwrap();
    assert_eq!(fought["morale"], json!([40, 32]));
    assert!(!words(&fought).contains(&"morale"), "{fought}");
}

#[test]
fn a_typed_percent_of_pursuit_is_what_the_pursuit_takes() {
    let shipped = happened(&turin(&mut seven(&DICE), 1), "battle_ended").unwrap();
    let (class, die) = (shipped["pursuit"]["class"].clone(), shipped["pursuit"]["die"].clone());
    assert_eq!((shipped["pursuit"]["percent"].clone(), die.clone()), (json!(15), json!(3)));
    let mut play = seven(&DICE);
    hold(&mut play, &[(&format!("pursuit_{class}_{die}"), 60)]);
    let ended = happened(&turin(&mut play, 1), "battle_ended").unwrap();
    assert_eq!(
        (ended["pursuit"]["percent"].clone(), ended["pursuit"]["equivalents"].clone()),
        (json!(60), json!(3))
    );
    // The brackets by which it was of this class are not the printed ones yet.
    assert!(words(&ended).contains(&"pursuit"));

    let brackets: Vec<(String, i64)> = (1..=5).map(|class| (format!("pursuit_lost_{class}_3"), 0)).collect();
    let brackets: Vec<(&str, i64)> = brackets.iter().map(|(key, most)| (key.as_str(), *most)).collect();
    let mut play = seven(&DICE);
    hold(&mut play, &brackets);
    let ended = happened(&turin(&mut play, 1), "battle_ended").unwrap();
    assert_eq!((ended["pursuit"].clone(), words(&ended)), (Value::Null, vec!["leaders"]));
}

#[test]
fn a_pursuit_of_which_all_was_typed_is_not_named_any_more() {
    let brackets = |rest: &[(&str, i64)]| {
        let mut play = seven(&DICE);
        let classes: Vec<String> = (1..=5).map(|class| format!("pursuit_lost_{class}_3")).collect();
        let mut values: Vec<(&str, i64)> = classes.iter().map(|key| (key.as_str(), 90)).collect();
        values.extend(rest);
        hold(&mut play, &values);
        happened(&turin(&mut play, 1), "battle_ended").unwrap()
    };
    // By these brackets every pursuit is of class 5; its percent is the shipped one, until that is typed too.
    let ended = brackets(&[]);
    assert_eq!((&ended["pursuit"]["class"], &ended["pursuit"]["die"]), (&json!(5), &json!(3)));
    assert!(words(&ended).contains(&"pursuit"), "{ended}");
    let ended = brackets(&[("pursuit_5_3", 60)]);
    assert_eq!(ended["pursuit"]["percent"], json!(60));
    assert!(!words(&ended).contains(&"pursuit"), "{ended}");
}

#[test]
fn a_leader_is_hit_and_killed_by_the_dice_that_were_typed() {
    let mut play = seven(&[&[6], &[4], &[3], &[5], &[1], &[1], &[2], &[2], &[3], &[1]]);
    hold(&mut play, &[("leader_hit", 2), ("leader_killed", 2)]);
    let ended = happened(&turin(&mut play, 1), "battle_ended").unwrap();
    assert_eq!((&ended["leaders"][0]["die"], &ended["leaders"][0]["fate"]), (&json!(2), &json!("killed")));
    assert!(!words(&ended).contains(&"leaders"), "{ended}");
}

#[test]
fn typed_chits_ratings_and_terrain_change_the_rolls() {
    let mut play = seven(&DICE);
    let before = happened(&turin(&mut play, 1), "battle_fought").unwrap();
    let mut play = seven(&DICE);
    hold(&mut play, &[("rated_3_1", 2), ("rated_1_3", 2), ("ground_clear_attacker_casualties", 1)]);
    let after = happened(&turin(&mut play, 1), "battle_fought").unwrap();
    let (was, is) = (rolled(&before)[0], rolled(&after)[0]);
    assert_eq!(was["die"], is["die"]);
    assert_ne!(was["table"], is["table"]);
    let added = is["added"].as_array().unwrap();
    assert!(added.iter().any(|added| added["by"] == 2), "{is}");
}

#[test]
fn every_value_that_is_not_certain_is_listed_once() {
    let play = seven(&[]);
    let all = play.campaign.unprinted();
    let listed: Vec<LandValue> = all.iter().filter_map(|value| LandValue::by_key(&value.key)).collect();
    let keys: BTreeSet<&str> = all.iter().map(|value| value.key.as_str()).collect();
    let names: BTreeSet<String> = all.iter().map(|value| value.name.to_string()).collect();
    assert_eq!((keys.len(), names.len()), (all.len(), all.len()));
    // 7 powers with infantry and cavalry, dominant or not, and two ratings; Turkey's feudal troops; six sorts; 23 minor countries, two
    // of them trained; pursuit by morale lost and by die; a night, two of leaders, Napoleon.
    let land = 7 * 6 + 2 + 6 + (23 + 2) * 2 + 15 + 30 + 4;
    // Ratings, five terrains, guard, three doubtful pairs of chits of which two go around; storming and
    // trivial combat, three rounds for both sides.
    let charts = 36 + 5 * 7 + 12 + 3 * 6 + 2 * 4 + 2 * 6;
    assert_eq!(listed.len(), land + charts);
    for value in &all {
        assert!(!value.origin.is_certain() && value.check(value.now).is_ok(), "{}", value.key);
    }
    // What the printed game's own PP are is known.
    assert!(!keys.contains("pp_per_corps") && keys.contains("napoleon"));
    let origin = |key: &str| all.iter().find(|value| value.key == key).unwrap().origin;
    assert_eq!(origin("morale_austria_infantry"), Origin::Reconstructed);
    assert_eq!([origin("pursuit_3_3"), origin("morale_other_minor_cavalry")], [Origin::Ours; 2]);
}

#[test]
fn what_lies_out_of_bounds_is_refused_in_the_words_of_the_value() {
    let mut play = seven(&[]);
    for (key, value, expected) in [
        ("morale_austria_infantry", 4, "Austria, infantry morale can be 0.5 to 9.0; 0.4 was typed."),
        ("morale_guard", 91, "Guard morale can be 0.5 to 9.0; 9.1 was typed."),
        (
            "pursuit_3_4",
            17,
            "Pursuit class 3, die 4 can be one of these: 0, 5, 10, 15, 20, 25, 30, 45, 60, 75, 90, 120; 17 was typed.",
        ),
        ("pursuit_3_4", 150, "can be 0 to 120; 150 was typed."),
        (
            "chits_probe_counterattack_defend_3",
            46,
            "Probe against Counterattack, defender's table, round 3 can be 1-1 to 5-5; 4-6 was typed.",
        ),
        ("rated_3_1", -3, "can be −2 to 2; −3 was typed."),
        ("pp_most", 4, "no value which could be set"),
        ("chits_probe_defend_attack_1", 41, "no value which could be set"),
        ("morale_atlantis_infantry", 30, "no value which could be set"),
    ] {
        let says = play.act_refused(FRANCE, typed(&[(key, value)]));
        assert!(says.contains(expected), "{says}");
    }
}

#[test]
fn a_record_with_typed_values_and_a_battle_by_them_is_verified() {
    let mut play = Play::in_months(7, |_| ());
    hold(
        &mut play,
        &[("morale_lombardy_infantry", 20), ("leader_hit", 3), ("pursuit_5_1", 45), ("rated_3_1", 1)],
    );
    let made = turin(&mut play, 1);
    let fought = happened(&made, "battle_fought").unwrap();
    assert_eq!(fought["morale"][1], json!(23), "11 of 2.0 and 2 of 4.0");
    assert_eq!(play.campaign.unprinted().iter().filter(|value| value.origin == Origin::Typed).count(), 4);
    play.ends_verified();
    let shipped = LandValue::Morale {
        power: Power::Austria,
        arm: engine::eia::land::values::Arm::Infantry,
        dominant: false,
    };
    assert_eq!(shipped.shipped().unwrap().value, 30);
}

#[test]
fn the_key_of_a_table_says_which_combat_and_whose_it_is() {
    use engine::eia::chits::{Attack, Defence};
    use engine::eia::land::battle::Kind;
    let (attack, defence) = (Attack::Probe, Defence::Counterattack);
    let chits = |side| LandValue::Chits { attack, defence, river: false, side, arrived: false, round: 3 };
    let by_key = |key: &str| LandValue::by_key(key).unwrap();
    assert_eq!(
        ["attack", "defend"].map(|side| by_key(&format!("chits_probe_counterattack_{side}_3"))),
        [chits(0), chits(1)]
    );
    for (word, kind) in [("assault", Kind::Assault), ("trivial", Kind::Trivial)] {
        for (side, of) in [(0, "attack"), (1, "defend")] {
            assert_eq!(by_key(&format!("{word}_{of}_2")), LandValue::WithoutChits { kind, side, round: 2 });
        }
    }
}

#[test]
fn a_value_has_the_unit_that_it_is_typed_in() {
    let unit = |key: &str| LandValue::by_key(key).unwrap().unit();
    assert_eq!(
        [unit("pursuit_1_1"), unit("napoleon"), unit("pp_most"), unit("night")],
        ["%", "PP", "PP", ""]
    );
}
