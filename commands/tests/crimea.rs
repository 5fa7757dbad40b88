//! The Crimean War and the German confederations before their players: who is asked, what is posted, and what buttons do.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button};
use crate::common::*;
use crate::politics::{SEVEN, on_to};
use engine::eia::Position;
use engine::eia::powers::Power;
use engine::table::{Founding, Verb};
use serde_json::json;

/// Seven players of 1853 whose politics the bot keeps.
async fn of_1853(table: &Table) -> String {
    let options = json!({"ceiling": 60, "spare": "uncontrolled", "switches": {"politics": "kept"}});
    let founded = Founding { options, scenario: "1853".to_owned(), ..founding(7) };
    let id = table.found(ANNA, COUNCIL, "The Crimea", founded).await;
    for (n, user) in SEVEN.into_iter().enumerate() {
        table.done(&id, user, Verb::Join { word: word(&format!("w{n}")) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    let powers = &engine::eia::scenario::by_key("1853").unwrap().powers;
    for (n, user) in SEVEN.into_iter().enumerate() {
        let bids: serde_json::Map<String, serde_json::Value> =
            powers.iter().zip(0..7).map(|(power, i)| (power.key().to_owned(), json!(n + 7 * i))).collect();
        table.done(&id, user, seal(json!({ "bids": bids }))).await;
    }
    for user in SEVEN {
        table.done(&id, user, make_final()).await;
    }
    id
}

async fn position(table: &Table, id: &str) -> Position {
    serde_json::from_value(table.campaign(id).await.public_view().game.value()).unwrap()
}

async fn of(table: &Table, id: &str, power: Power) -> u64 {
    let now = position(table, id).await;
    SEVEN[now.choice.holdings[&power].seat.number().unwrap() as usize - 1]
}

#[tokio::test]
async fn what_ends_the_war_is_told_by_one_side_confirmed_by_a_button_and_its_peace_is_posted() {
    let table = Table::new(7, None);
    let front = Front::new().await;
    let id = of_1853(&table).await;
    let begun = table.sent().into_iter().filter(|sent| sent.kind == "crimea").collect::<Vec<_>>();
    assert!(begun.iter().any(|sent| sent.text.contains("The Crimean War is on")), "{begun:?}");
    let (russia, france) = (of(&table, &id, Power::Russia).await, of(&table, &id, Power::France).await);
    on_to(&table, &id, "land").await;
    table.sent();
    let desk = front.press(&table, russia, &format!("v1:{id}:0:desk")).await;
    let tells = button(&desk, "No enemy fleet was beside Russia all month").unwrap();
    front.press(&table, russia, &tells).await;
    let asked = table.sent();
    let to_france = asked.iter().find(|sent| sent.kind == "crimea" && sent.text.contains("Is it so?"));
    assert!(to_france.is_some(), "the coalition is asked: {asked:?}");
    let desk = front.press(&table, france, &format!("v1:{id}:0:desk")).await;
    front.press(&table, france, &button(&desk, "It is so").unwrap()).await;
    assert!(position(&table, &id).await.is_crimean_war());
    table.sent();
    on_to(&table, &id, "war").await;
    let posted = table.sent();
    let peace = posted.iter().find(|sent| sent.text.contains("the Peace of Saint Petersburg")).unwrap();
    for part in [
        "The Dardanelles are open to Russia",
        "XII Corps",
        "Sardinia has no Spedizione dei Mille before October 1855",
    ] {
        assert!(peace.text.contains(part), "{part}: {}", peace.text);
    }
    let shown = front.press(&table, france, &format!("v1:{id}:0:desk")).await;
    assert!(!shown.to_string().contains("The Crimean War ends with this month"), "{shown}");
}

#[tokio::test]
async fn a_motion_that_prussia_tells_another_player_confirms_at_his_desk() {
    let table = Table::new(7, None);
    let front = Front::new().await;
    let id = of_1853(&table).await;
    let (prussia, austria) = (of(&table, &id, Power::Prussia).await, of(&table, &id, Power::Austria).await);
    let order = json!({"confederation": "tell", "power": "prussia", "what": "carried", "member": "baden"});
    table.done(&id, prussia, Verb::Game(order)).await;
    table.sent();
    let desk = front.press(&table, austria, &format!("v1:{id}:0:desk")).await;
    assert!(desk.to_string().contains("A motion was carried (Baden). Is it so?"), "{desk}");
    front.press(&table, austria, &button(&desk, "It is so").unwrap()).await;
    let posted = table.sent();
    let moved = "Baden belongs to the Confederation of North Germany (CNG) now.";
    assert!(posted.iter().any(|sent| sent.text.contains(moved)), "{posted:?}");
}
