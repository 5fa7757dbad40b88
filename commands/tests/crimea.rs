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
    let post = asked.iter().find(|sent| sent.kind == "telling").unwrap();
    assert!(post.text.contains("No enemy fleet was beside Russia all month"), "{asked:?}");
    for power in [Power::France, Power::GreatBritain, Power::Sardinia, Power::Turkey] {
        let user = of(&table, &id, power).await;
        let desk = front.press(&table, user, &format!("v1:{id}:0:desk")).await;
        assert!(desk.to_string().contains("**Russia tells: No enemy fleet was beside Russia"), "{desk}");
        front.press(&table, user, &button(&desk, "Confirm").unwrap()).await;
    }
    assert!(position(&table, &id).await.is_crimean_war());
    let council = table.sent();
    let ends = "The Crimean War ends with this month, by the Peace of Saint Petersburg: Russia gains 5";
    assert!(council.iter().any(|sent| sent.kind == "crimea" && sent.text.contains(ends)), "{council:?}");
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
    let gazette = posted.iter().find(|sent| sent.kind == "gazette").unwrap().json().to_string();
    assert!(gazette.contains("The Crimean War is over: the Peace of Saint Petersburg."), "{gazette}");
    assert!(!gazette.contains("It counts when the other side"), "what was only told: {gazette}");
    let shown = front.press(&table, france, &format!("v1:{id}:0:desk")).await;
    assert!(!shown.to_string().contains("The Crimean War ends with this month"), "{shown}");
    let shown = look(&table, &id, france).await;
    for part in
        ["Sardinia has no Spedizione dei Mille before October 1855", "payment 1 of 4", "payment 4 of 4"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

/// What `/crimea show` answers a person.
async fn look(table: &Table, id: &str, user: u64) -> String {
    let shown = table.house.shown(id, &table.asker(user), commands::eia::crimea::present::shown).await;
    serde_json::to_value(shown.unwrap()).unwrap().to_string()
}

#[tokio::test]
async fn each_side_tells_of_a_lost_fleet_by_a_button_of_what_is_shown_and_sees_what_russia_may_not_build() {
    let table = Table::new(7, None);
    let front = Front::new().await;
    let id = of_1853(&table).await;
    let of_power = |power: Power| of(&table, &id, power);
    let (russia, turkey, austria) =
        (of_power(Power::Russia).await, of_power(Power::Turkey).await, of_power(Power::Austria).await);
    on_to(&table, &id, "talks").await;
    let label = "No ship is left of the Baltic fleet";
    let seen = |user: u64| look(&table, &id, user);
    assert!(!seen(austria).await.contains(label), "Austria is of neither side");
    assert!(seen(russia).await.contains(label));
    let shown: serde_json::Value = serde_json::from_str(&seen(turkey).await).unwrap();
    front.press(&table, turkey, &button(&shown, label).unwrap()).await;
    assert!(position(&table, &id).await.is_crimean_war(), "it rests on Russia's word");
    let desk = front.press(&table, russia, &format!("v1:{id}:0:desk")).await;
    assert!(desk.to_string().contains("Russia's Baltic Sea fleet is destroyed"), "{desk}");
    front.press(&table, russia, &button(&desk, "Confirm").unwrap()).await;
    let shown = seen(austria).await;
    for part in [
        "Russia builds no ships before June 1855, and none in the Black Sea before December 1856.",
        "In the economic phase of December 1853 fall due: $10 each of Russia to ",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[tokio::test]
async fn a_motion_that_prussia_tells_another_player_confirms_at_his_desk() {
    let table = Table::new(7, None);
    let front = Front::new().await;
    let id = of_1853(&table).await;
    let (prussia, austria) = (of(&table, &id, Power::Prussia).await, of(&table, &id, Power::Austria).await);
    let order = json!({"confederation": "tell", "power": "prussia", "what": "carried", "member": "baden"});
    table.tells(&id, prussia, Verb::Game(order)).await;
    table.sent();
    let desk = front.press(&table, austria, &format!("v1:{id}:0:desk")).await;
    assert!(desk.to_string().contains("A motion was carried (Baden)"), "{desk}");
    front.press(&table, austria, &button(&desk, "Confirm").unwrap()).await;
    let posted = table.sent();
    let moved = "Baden belongs to the Confederation of North Germany (CNG) now.";
    assert!(posted.iter().any(|sent| sent.text.contains(moved)), "{posted:?}");
}

#[tokio::test]
async fn help_leads_to_the_commands_that_are_of_use_in_this_campaign() {
    let table = Table::new(8, None);
    let id = of_1853(&table).await;
    let view = table.campaign(&id).await.public_view();
    let front = commands::present::front::of(&view).unwrap();
    let has = |name: &str| front.has_command(&view, name);
    assert!(
        ["politics", "access", "province", "sardinia", "crimea", "germany", "battle"].into_iter().all(has)
    );
    assert!(!has("economy") && !has("bid"), "money is told here, and no bids are open");
    let plain = table.played(COUNCIL + 1, &SEVEN).await;
    let view = table.campaign(&plain).await.public_view();
    let has = |name: &str| front.has_command(&view, name);
    assert!(
        !["politics", "access", "province", "sardinia", "crimea", "germany", "economy"].into_iter().any(has)
    );
    assert!(has("battle") && has("map"));
}
