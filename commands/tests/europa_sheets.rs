//! The sheet of a battle of Europa: the next battle of the same sides goes on below a line.
#![allow(clippy::unwrap_used)]

use crate::common::sealing;
use crate::common::{ANNA, BELA, CARL, Table};
use crate::europa_sieges::begun;
use commands::europa::battle::present::{picture, sheets_of};
use engine::table::act::Through;
use engine::table::{Act, Verb};
use serde_json::json;

/// Two armies fight to the end in a province: France moves, and who stands there is played by a user.
async fn fights(table: &Table, id: &str, number: u32, at: &str, (user, country, key): (u64, &str, &str)) {
    let army = |country: &str, class: &str| json!({"army": {"parts": [{"country": country, "class": class, "a_plus": 1}], "technology": "arquebuse", "veteran": true, "command": "none"}});
    let open = json!({"fight": "open", "scene": {"place": at, "countries": [["france"], [country]]},
        "stacks": {"moving": army("FRA", "IV"), "standing": army(key, "III")}});
    table.done(id, ANNA, Verb::Game(open)).await;
    for user in [ANNA, user] {
        let round = format!("fight/{number}");
        table.done(id, user, sealing(&round, &json!({"plan": {}}))).await;
        table.done(id, user, Verb::Final { round }).await;
    }
}

// fast-battle.record.next-battle
#[tokio::test]
async fn the_next_battle_of_the_same_sides_goes_on_below_a_line() {
    let table = Table::new(1, None);
    let id = begun(&table).await;
    let spain = (BELA, "spain", "SPA");
    fights(&table, &id, 1, "Lombardia", spain).await;
    fights(&table, &id, 2, "Milano", (CARL, "venice", "VEN")).await;
    fights(&table, &id, 3, "Lucca", spain).await;
    let entries = table.house.entries(&id).await.unwrap();
    let places = |number: u32| -> Vec<String> {
        sheets_of(&entries, number).into_iter().map(|(fight, _)| fight.scene.place).collect()
    };
    assert_eq!((places(1), places(2)), (vec!["Lombardia".to_owned()], vec!["Milano".to_owned()]));
    assert_eq!(places(3), ["Lombardia", "Lucca"], "the battle with Venice is between others");
    assert!(places(4).is_empty());
    // The same lines as alone, one sheet below the other, with a line between them.
    let (both, one) = (sheets_of(&entries, 3), sheets_of(&entries, 1));
    assert_eq!(both[0], one[0]);
    let drawn = picture::drawing(&both);
    let (first, second) = (drawn.find("Lombardia").unwrap(), drawn.find("Lucca").unwrap());
    let line = drawn.find("height=\"3\"").unwrap();
    assert!(first < line && line < second);
    assert!(!picture::drawing(&one).contains("height=\"3\""));
    assert!(!picture::picture(&both).unwrap().is_empty());
    // The earlier one stands with what it came to, the last one with its rows, so that a phone can show both.
    assert_eq!(
        (drawn.matches("Day 1 · ").count(), drawn.matches(">loses ").count()),
        (picture::drawing(&both[1..]).matches("Day 1 · ").count(), 4)
    );
    // The key: the marks, the numbers of a row, and what the account's words are.
    for says in [
        "1 loss caused",
        "a third of one",
        "1 morale taken",
        "the die, what is added",
        "with 0 it routs",
        "what each caused in all",
    ] {
        assert_eq!(drawn.matches(says).count(), 1, "{says}");
    }
    // A step later the sheet begins anew.
    for user in [ANNA, BELA, CARL] {
        let ready = Act::Ready { through: Through::Step, hold: false };
        table.done(&id, user, Verb::Act { act: ready, text: None }).await;
    }
    fights(&table, &id, 4, "Lucca", spain).await;
    let entries = table.house.entries(&id).await.unwrap();
    assert_eq!(sheets_of(&entries, 4).len(), 1);
    if let Ok(folder) = std::env::var("PICTURES") {
        std::fs::write(format!("{folder}/sheets.png"), picture::picture(&both).unwrap()).unwrap();
    }
}
