//! Who feeds whom on Europa's board, who needs no order for it, whom winter spares, and what the besieged lose.
#![allow(clippy::unwrap_used)]

use crate::common::Play;
use crate::common::europa::{
    FRANCE, SPAIN, before_movement, comes_to, found, position, ready, round, spain_first,
};
use engine::europa::thirds::Thirds;
use engine::table::{Entry, Event, Verb};
use serde_json::{Value, json};

fn supply(play: &mut Play, stack: u32) -> Value {
    let made = play.must(FRANCE, Verb::Game(json!({"board": "supply", "stack": stack})));
    found(&made, "supplied").unwrap().clone()
}

// fast-battle.supply.line-over-sea: through ships of one's own side.
#[test]
fn ships_of_the_enemy_feed_nobody() {
    let stacks =
        [(FRANCE, "france", "eCorsica", json!(["ld"])), (SPAIN, "spain", "sLion", json!(["nd", "nd", "nd"]))];
    let supplied = supply(&mut before_movement(&stacks, &[5; 4]), 1);
    assert_eq!((supplied.get("feeder"), &supplied["starved"]), (None, &json!(true)), "{supplied}");
    // Nor do they take the place of ships of one's own.
    let stacks = [
        (FRANCE, "france", "eCorsica", json!(["ld"])),
        (SPAIN, "spain", "sLion", json!(["nd", "nd"])),
        (FRANCE, "france", "sLion", json!(["nd", "nd", "nd"])),
    ];
    assert_eq!(supply(&mut before_movement(&stacks, &[5; 4]), 1)["feeder"], 3);
}

// fast-battle.supply.steps: whom a source feeds overland needs no order, and no ships.
#[test]
fn who_is_supplied_overland_needs_no_order_and_takes_no_ships() {
    let stacks = [
        (FRANCE, "france", "eProvence", json!(["ld"])),
        (FRANCE, "france", "eProvence", json!(["nd", "nd"])),
    ];
    let play = before_movement(&stacks, &[5; 4]);
    assert_eq!(play.campaign.play.path().last().unwrap(), "movement-1", "nothing of supply is waited for");
    let board = position(&play).board;
    assert!(board.supplied.contains(&1));
    assert_eq!(board.feeds.len(), 0, "the ships in the harbour have fed nobody");
}

/// Which stacks rolled for a winter.
fn wintered(made: &[Entry]) -> Vec<u64> {
    let of = |entry: &Entry| match &entry.event {
        Event::Game { e } if e["k"] == "wintered" => e["stack"].as_u64(),
        _ => None,
    };
    made.iter().filter_map(of).collect()
}

// fast-battle.supply.cold-area.new-rounds: land stacks roll for a winter in the cold.
#[test]
fn ships_and_who_is_aboard_them_feel_no_winter() {
    let stacks = [
        (FRANCE, "france", "eLiguria", json!(["ld"])),
        (FRANCE, "france", "eLiguria", json!(["dtr"])),
        (FRANCE, "france", "eLiguria", json!(["ld"])),
    ];
    let mut play = round(&stacks, &[6, 1, 1, 1, 1]);
    play.must(FRANCE, Verb::Game(json!({"board": "cold", "place": "eLiguria", "cold": true})));
    play.must(FRANCE, Verb::Game(json!({"board": "embark", "stack": 1, "fleet": 2})));
    assert_eq!(wintered(&ready(&mut play)), [3]);
}

// fast-battle.siege.attrition-modifiers: the besieged have starved once in the round, and what they lost is lost to the siege.
#[test]
fn what_the_besieged_lose_with_their_supply_the_garrison_has_lost() {
    const CATALUNYA: &str = "eCatalunya";
    let mut play = spain_first(&[(SPAIN, "spain", CATALUNYA, json!(["ld"]))], &[9; 40]);
    play.must(SPAIN, Verb::Game(json!({"board": "fortress", "stack": 1, "inside": true})));
    let before = json!({"board": "deploy", "country": "france", "place": CATALUNYA, "counters": ["army_plus", "army_minus"], "veteran": true});
    play.must(FRANCE, Verb::Game(before));
    let besieger = json!({
        "parts": [{"country": "FRA", "class": "IV", "a_plus": 1, "a_minus": 1, "detachments": 0}],
        "technology": "arquebuse", "veteran": true, "command": "none",
    });
    let scene = json!({"place": "Catalunya", "level": 1, "line": 2, "countries": [["france"], ["spain"]]});
    let inside = json!({"technology": "arquebuse", "troops": 3});
    play.must(
        FRANCE,
        Verb::Game(json!({"siege": "lay", "scene": scene, "besieger": besieger, "garrison": inside})),
    );
    let troops = |play: &Play| position(play).sieges.of[&1].garrison.troops;
    let all = troops(&play);
    ready(&mut play);
    comes_to(&mut play, "movement", FRANCE);
    let own: Vec<Entry> = play.entries.iter().filter(|entry| {
        matches!(&entry.event, Event::Game { e } if e["k"] == "supplied" && e["stack"] == 1 && e.get("attrition").is_some())
    }).cloned().collect();
    let attrition = &found(&own, "supplied").unwrap()["attrition"];
    let lost = Thirds::whole(i32::try_from(attrition["lost"].as_i64().unwrap()).unwrap());
    assert!(lost > Thirds::NONE, "{attrition}");
    assert!(position(&play).sieges.of[&1].starved);
    assert_eq!(troops(&play), all - lost);
}
