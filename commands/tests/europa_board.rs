//! Europa's board in words: what a march crosses, who is aboard, battles of one name, what is refused, what is ready.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says};
use crate::common::*;
use crate::europa_desk::{deploy, step};
use crate::europa_sieges::begun;
use commands::custom_id::CustomId;
use commands::house::Outcome;
use engine::table::Verb;
use engine::table::act::Act;
use serde_json::json;

/// Anna's movement segment begins, with a campaign of hers.
async fn her_segment_begins(table: &Table, id: &str) {
    for (key, value) in [("ducats/france", 500), ("initiative/france", 9)] {
        table.done(id, ANNA, act(Act::Tell { key: key.to_owned(), value })).await;
    }
    for user in [ANNA, BELA, CARL] {
        table.done(id, user, step()).await;
    }
    let paid = json!({"board": "campaign", "country": "france", "campaign": {"land": "multiple", "sea": "multiple"}});
    table.done(id, ANNA, Verb::Game(paid)).await;
}

/// Anna's movement segment with a campaign of hers, after these stacks were put down.
async fn in_her_segment(table: &Table, stacks: &[(u64, &str, &str, &[&str])]) -> String {
    let id = begun(table).await;
    for (user, country, place, counters) in stacks {
        table.done(&id, *user, deploy(country, place, counters)).await;
    }
    her_segment_begins(table, &id).await;
    id
}

#[tokio::test]
async fn a_march_names_the_provinces_that_nobody_is_known_to_hold() {
    let table = Table::new(80, None);
    let id = in_her_segment(&table, &[(ANNA, "france", "eLanguedoc", &["ld"])]).await;
    let march = |to: &str| Verb::Game(json!({"board": "march", "stack": 1, "to": to}));
    let told = shown(&table.done(&id, ANNA, march("eProvence")).await);
    assert!(told.contains("Languedoc → Provence (") && !told.contains("Nobody is known"), "{told}");
    table.done(&id, ANNA, march("eLanguedoc")).await;
    let told = shown(&table.done(&id, ANNA, march("eRosselo")).await);
    assert!(told.contains("Languedoc → Ross") && told.contains("Nobody is known to hold Ross"), "{told}");
}

/// Whoever marches into another's land without a war that is known is told so, as wars are told by players.
#[tokio::test]
async fn a_march_says_against_whom_no_war_is_known() {
    let table = Table::new(86, None);
    let id = in_her_segment(&table, &[(ANNA, "france", "eRosselo", &["ld"])]).await;
    let march = |to: &str| Verb::Game(json!({"board": "march", "stack": 1, "to": to}));
    // Before it marches, too; and the map opens beside the question.
    let front = Front::new().await;
    let choose = CustomId::of(&id, 1, "europa/march/to");
    let ends = front.press(&table, ANNA, &CustomId::of(&id, 0, "europa/march")).await;
    assert_eq!(button(&ends, "Map"), Some(CustomId::of(&id, 0, "europa/map/at/eRosselo/apart")), "{ends}");
    let draft = front.press_for_picture(&table, ANNA, &choose, Some("eCatalunya")).await;
    assert!(says(&draft).contains("No war of France against Spain is known"), "{draft}");
    let told = shown(&table.done(&id, ANNA, march("eCatalunya")).await);
    assert!(told.contains("No war of France against Spain is known"), "{told}");
    let war = json!({"europa": "war", "country": "france", "with": "spain", "on": true});
    let table = Table::new(87, None);
    let id = in_her_segment(&table, &[(ANNA, "france", "eRosselo", &["ld"])]).await;
    table.done(&id, ANNA, Verb::Game(war)).await;
    let told = shown(&table.done(&id, ANNA, march("eCatalunya")).await);
    assert!(told.contains("Catalunya") && !told.contains("No war of"), "{told}");
}

#[tokio::test]
async fn troops_aboard_ships_are_marked_on_the_board() {
    let table = Table::new(81, None);
    let stacks: [(u64, &str, &str, &[&str]); 2] =
        [(ANNA, "france", "eGuyenne", &["ld"]), (ANNA, "france", "eGuyenne", &["nd", "nd", "nd"])];
    let id = in_her_segment(&table, &stacks).await;
    let front = Front::new().await;
    let board = format!("v1:{id}:0:europa/board");
    let before = front.press(&table, BELA, &board).await.to_string();
    assert!(before.contains("1 · LD in Guyenne") && !before.contains("aboard"), "{before}");
    table.done(&id, ANNA, Verb::Game(json!({"board": "embark", "stack": 1, "fleet": 2}))).await;
    let after = front.press(&table, BELA, &board).await.to_string();
    assert!(after.contains("aboard stack 2"), "{after}");
}

#[tokio::test]
async fn a_second_battle_in_a_place_has_a_name_of_its_own() {
    let table = Table::new(82, None);
    let id = begun(&table).await;
    let open = |name: &str| {
        Verb::Game(
            json!({"fight": "open", "scene": {"place": name, "countries": [["france"], ["spain"]]}, "stacks": {}}),
        )
    };
    table.done(&id, ANNA, open("Lombardia")).await;
    let refused = table.refused(&id, BELA, open("lombardia")).await;
    assert!(
        refused.contains("A battle of Lombardia is open already") && refused.contains("another name"),
        "{refused}"
    );
    let told = shown(&table.done(&id, BELA, open("Lombardia, the bridge")).await);
    assert!(told.contains("Lombardia, the bridge"), "{told}");
}

/// No refusal of this game shows the id of a rule; *Why* opens the rule.
#[tokio::test]
async fn refusals_name_rules_by_what_they_are_called() {
    let (table, front) = (Table::new(83, None), Front::new().await);
    let id = begun(&table).await;
    table.done(&id, ANNA, deploy("france", "eLanguedoc", &["army_plus"])).await;
    table.done(&id, BELA, deploy("spain", "eCatalunya", &["army_plus"])).await;
    let war = json!({"europa": "war", "country": "france", "with": "spain", "on": true});
    table.done(&id, ANNA, Verb::Game(war)).await;
    let orders = [
        json!({"board": "march", "stack": 1, "to": "eProvence"}),
        json!({"board": "campaign", "country": "france", "campaign": {"land": "simple", "sea": "none"}}),
        json!({"board": "explore", "stack": 1, "target": "eProvence"}),
        json!({"board": "supply", "stack": 1}),
        json!({"board": "engage", "stack": 1, "with": 2}),
        json!({"board": "embark", "stack": 1, "fleet": 2}),
        json!({"board": "deploy", "country": "france", "place": "eCatalunya", "counters": ["ld"]}),
        json!({"board": "deploy", "country": "france", "place": "eProvence", "counters": ["army_plus", "army_plus", "army_plus", "army_plus"]}),
        json!({"board": "deploy", "country": "france", "place": "eProvence", "counters": ["land_d"]}),
        json!({"board": "buy", "country": "france", "place": "eProvence", "items": ["ld"]}),
        json!({"board": "upkeep", "country": "france", "peace": false}),
        json!({"board": "fortress", "stack": 1, "inside": true}),
        json!({"board": "march", "stack": 2, "to": "eProvence"}),
        json!({"europa": "take", "country": "spain"}),
    ];
    let mut ruled = 0;
    for round in [false, true] {
        if round {
            table.done(&id, ANNA, act(Act::Tell { key: "initiative/spain".to_owned(), value: 9 })).await;
            for user in [ANNA, BELA, CARL] {
                table.done(&id, user, step()).await;
            }
        }
        for order in &orders {
            let outcome = table.order(&id, &table.asker(ANNA), Verb::Game(order.clone())).await;
            let Outcome::Refused(refusal) = outcome else { continue };
            let message = commands::asked::refused(&refusal).json();
            let text = says(&message).to_owned();
            assert!(!text.contains('`') && !text.contains("fast-battle."), "{order}: {text}");
            let Some(rule) = refusal.rules.first() else { continue };
            ruled += 1;
            assert!(text.contains(rule.printed()), "{order}: {text}");
            let why = button(&message, "Why").unwrap();
            let opened = front.press(&table, ANNA, &why).await.to_string();
            assert!(opened.contains(rule.printed()), "the rule: {opened}");
        }
    }
    assert!(ruled >= 5, "{ruled} refusals rest on a rule");
}

/// Who is ready on his desk keeps the rules behind what that brought about, and reads once who is awaited.
#[tokio::test]
async fn ready_keeps_why_and_says_once_who_is_awaited() {
    let (table, front) = (Table::new(84, None), Front::new().await);
    let id = begun(&table).await;
    table.done(&id, ANNA, deploy("france", "eLanguedoc", &["ld"])).await;
    table.done(&id, ANNA, deploy("france", "eMalta", &["ld"])).await;
    // What lies in the treasury is told, so that *Ready* does not ask for it.
    table.done(&id, ANNA, act(Act::Tell { key: "ducats/france".to_owned(), value: 5 })).await;
    let desk = |user| {
        let id = format!("v1:{id}:0:desk");
        let (front, table) = (&front, &table);
        async move { front.press(table, user, &id).await }
    };
    let ready = button(&desk(ANNA).await, "Ready").unwrap();
    let told = front.press_private(&table, ANNA, &ready).await;
    assert!(says(&told).starts_with("You are ready."), "{told}");
    assert_eq!(told.to_string().matches("Awaited: ").count(), 1, "{told}");
    // Who has no stack is asked first.
    for user in [BELA, CARL] {
        let ready = button(&desk(user).await, "Ready").unwrap();
        front.press_private(&table, user, &ready.replace("turn/ready", "turn/sure")).await;
    }
    // Supply is rolled for whoever is not looked at when his segment ends.
    let mut whys = 0;
    for user in [ANNA, BELA, CARL, ANNA, BELA, CARL] {
        let Some(ready) = button(&desk(user).await, "Ready") else { continue };
        let told = front.press_private(&table, user, &ready).await;
        let content = says(&told).to_owned();
        if content.contains("Stack") {
            assert!(button(&told, "Why").is_some(), "{told}");
            whys += 1;
        }
    }
    assert!(whys > 0, "something with rules behind it came of a Ready");
}

/// A pasha stands on the board beside the detachments, and is told there as he was put down.
#[tokio::test]
async fn a_pasha_is_shown_on_the_board() {
    let (table, front) = (Table::new(84, None), Front::new().await);
    let id = begun(&table).await;
    table.done(&id, CARL, Verb::Game(json!({"europa": "take", "country": "turkey"}))).await;
    let pasha = json!({"board": "deploy", "country": "turkey", "place": "eTrakya", "counters": ["ld", "pasha"], "veteran": false});
    table.done(&id, CARL, Verb::Game(pasha)).await;
    let board = front.press(&table, BELA, &format!("v1:{id}:0:europa/board")).await.to_string();
    assert!(board.contains("1 · LD pasha in "), "{board}");
}

/// What a sealed plan at sea states comes back in its form as it was, and as it comes back it is taken again.
#[tokio::test]
async fn a_plan_at_sea_opened_again_reads_the_same() {
    let (table, front) = (Table::new(85, None), Front::new().await);
    let id = begun(&table).await;
    let scene = json!({"place": "Ionian Sea", "at_sea": true, "mediterranean": true, "countries": [["venice"], ["spain"]]});
    table.done(&id, CARL, Verb::Game(json!({"fight": "open", "scene": scene, "stacks": {}}))).await;
    let plan = format!("v1:{id}:1:europa/plan/form");
    let values = |form: &serde_json::Value| -> Vec<String> {
        let rows = form["components"].as_array().unwrap_or_else(|| panic!("{form}")).iter();
        rows.map(|row| row["components"][0]["value"].as_str().unwrap_or_default().to_owned()).collect()
    };
    let typed = ["morale 2, ask me", "3 ND 2 d 2 GD 1 DTr, veteran, leader 3 2 1 2"];
    let fill = async |[wanted, fleet]: [&str; 2]| {
        let form = front.press(&table, CARL, &plan).await;
        let told = front
            .fill(&table, CARL, form["custom_id"].as_str().unwrap(), &[("plan", wanted), ("fleet", fleet)])
            .await;
        assert!(!says(&told).starts_with('✖'), "{told}");
        values(&front.press(&table, CARL, &plan).await)
    };
    let first = fill(typed).await;
    for part in ["3 ND", "2 d", "2 GD", "1 DTr", "veteran", "leader 3 2 1 2"] {
        assert!(first[1].contains(part), "{part}: {first:?}");
    }
    assert_eq!(first[0], typed[0]);
    assert_eq!(fill([first[0].as_str(), first[1].as_str()]).await, first);
}

/// A siege is laid from the desk as soon as an army stands in an enemy's province.
#[tokio::test]
async fn the_desk_offers_a_siege_before_an_enemys_fortress() {
    let (table, front) = (Table::new(86, None), Front::new().await);
    let id = begun(&table).await;
    let war = json!({"europa": "war", "country": "france", "with": "spain", "on": true});
    table.done(&id, ANNA, Verb::Game(war)).await;
    table.done(&id, ANNA, deploy("france", "eRosselo", &["army_plus"])).await;
    her_segment_begins(&table, &id).await;
    let desk = format!("v1:{id}:0:desk");
    assert_eq!(button(&front.press(&table, ANNA, &desk).await, "Lay a siege"), None);
    table.done(&id, ANNA, Verb::Game(json!({"board": "march", "stack": 1, "to": "eCatalunya"}))).await;
    let before = front.press(&table, ANNA, &desk).await;
    assert_eq!(button(&before, "Lay a siege"), Some(format!("v1:{id}:0:europa/siege/lay")), "{before}");
}

/// What a campaign costs is counted by the bot, and no player is said to have told it.
#[tokio::test]
async fn what_the_bot_takes_off_nobody_told() {
    let table = Table::new(92, None);
    in_her_segment(&table, &[(ANNA, "france", "eLanguedoc", &["ld"])]).await;
    let sent = table.sent();
    let told: Vec<String> =
        sent.iter().filter(|one| one.kind == "told").map(|one| one.json().to_string()).collect();
    let (paid, by_hand) = told.split_last().unwrap();
    assert!(paid.contains("Counted by the bot.") && !paid.contains("Told by"), "{paid}");
    assert!(!by_hand.is_empty() && by_hand.iter().all(|one| one.contains("Told by France")), "{by_hand:?}");
}
