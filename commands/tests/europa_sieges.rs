//! Sieges of Europa as they are played: forms, buttons, posts, what an owner is told, pictures, and odds that only who asks sees.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says};
use crate::common::{ANNA, BELA, CARL, COUNCIL, Sent, Table, founding, word};
use commands::custom_id::CustomId;
use engine::table::{Act, Founding, Verb};
use serde_json::{Value, json};

/// A founding of Europa for so many, from a turn on.
pub fn of_europa(seats: u32, turn: u8) -> Founding {
    let (game, scenario, options) = ("europa".to_owned(), "europa".to_owned(), json!({"turn": turn}));
    Founding { game, scenario, options, ..founding(seats) }
}

/// A campaign of Europa in which Anna plays France, Bela Spain and Carl Venice.
pub async fn begun(table: &Table) -> String {
    let id = table.found(ANNA, COUNCIL, "Italy", of_europa(3, 8)).await;
    for user in [ANNA, BELA, CARL] {
        table.done(&id, user, Verb::Join { word: word(&format!("w{}", user % 1000)) }).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    for (user, country) in [(ANNA, "france"), (BELA, "spain"), (CARL, "venice")] {
        table.done(&id, user, Verb::Game(json!({"europa": "take", "country": country}))).await;
    }
    table.sent();
    id
}

const MINE: &str = "France: A+ A+, veteran, arquebuse, leader 4 3 1 2";
const THEIRS: &str = "Spain: level 3, 2 LD inside, arquebuse, leader 2 1 1 3";

async fn lays(front: &Front, table: &Table, id: &str, user: u64, fields: [&str; 5]) -> Value {
    let names = ["place", "mine", "theirs", "ground", "line"];
    let fields: Vec<(&str, &str)> = names.into_iter().zip(fields).collect();
    front.fill(table, user, &CustomId::of(id, 0, "europa/siege/lay"), &fields).await
}

async fn laid(front: &Front, table: &Table, id: &str) -> Value {
    let answer = lays(front, table, id, ANNA, ["Nowhere", MINE, THEIRS, "rough, port, open", "12"]).await;
    assert_eq!(says(&answer), "Nowhere is besieged.");
    answer
}

/// All that a message says.
fn all(value: &Value) -> String {
    match value {
        Value::String(text) => format!("{text}\n"),
        Value::Array(each) => each.iter().map(all).collect(),
        Value::Object(fields) => fields.values().map(all).collect(),
        _ => String::new(),
    }
}

fn texts(sent: &[Sent]) -> String {
    sent.iter().map(|sent| all(&sent.json())).collect()
}

#[tokio::test]
async fn a_siege_is_laid_by_its_form_and_undermined_by_its_buttons() {
    let (table, front) = (Table::new(1, None), Front::new().await);
    let id = begun(&table).await;
    let answer = laid(&front, &table, &id).await;
    let sent = table.sent();
    let card = texts(&sent);
    for part in [
        "Siege of Nowhere",
        "a fortress of level 3, rough ground, an open port, line of supply 12 MP",
        "France (outside)",
        "A+ A+ (8 LD)",
        "Spain (inside)",
        "2 LD inside, Arquebuse, leader 2 1 1 S3",
    ] {
        assert!(card.contains(part), "{part}\n{card}");
    }
    assert!(!card.contains("Markers"), "it has none yet, and its post stands there when it has: {card}");
    for label in ["Siegework", "Assault", "Restate", "Attrition inside", "Odds", "Lift"] {
        assert!(button(&answer, label).is_some(), "{label} in {answer}");
    }
    let work = button(&answer, "Siegework").unwrap();
    // Only the besieger undermines.
    assert!(says(&front.press(&table, BELA, &work).await).contains("player of France"));
    assert!(table.sent().is_empty());
    let answer = front.press(&table, ANNA, &work).await;
    assert!(says(&answer).contains("Markers now:"), "{answer}");
    let sent = texts(&table.sent());
    // − 3 level, + 2 artillery, − 3 ground and port, − 3 SIEGE inside, + 2 SIEGE outside, + 1 troops inside.
    for part in [
        "Siegework: `",
        "−3 level 3, +2 artillery 6, −3 rough ground and an open port, −3 SIEGE of the leader inside, +2 SIEGE of the besieging leader, +1 troops inside",
        "The same die against a line of 12 MP",
        "+4 first siege round of the turn, −3 SIEGE of the leader inside, −2 2 LD inside",
    ] {
        assert!(sent.contains(part), "{part}\n{sent}");
    }
    let desk = table.looks(&id, ANNA).await;
    assert!(all(&desk[1].json()).contains("Siege of Nowhere"));
    let besieged = table.looks(&id, BELA).await;
    assert!(all(&besieged[1].json()).contains("you are besieged"));
}

#[tokio::test]
async fn an_assault_is_told_with_its_picture_and_each_owner_what_he_loses() {
    let (table, front) = (Table::new(2, None), Front::new().await);
    let id = begun(&table).await;
    let answer = laid(&front, &table, &id).await;
    table.sent();
    let storm = button(&answer, "Assault").unwrap();
    let answer = front.press(&table, ANNA, &storm).await;
    assert!(says(&answer).starts_with("**Nowhere "), "{answer}");
    let sent = table.sent();
    let told = texts(&sent);
    for part in [
        "Assault of Nowhere",
        "Fire of France",
        "Shock of Spain",
        "The fortress withstands less than 3",
        "after 2 LD inside",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    let lost = told.contains("France loses") && !told.contains("France loses 0 LD");
    let books: Vec<&Sent> = sent.iter().filter(|sent| sent.kind == "siege_book").collect();
    assert_eq!(books.iter().any(|book| book.user == Some(ANNA)), lost, "{told}");
    for book in &books {
        assert!(book.user.is_some() && book.text.contains("for your book"));
    }
    let png = table.house.picture(&id, "siege/1", None).await.unwrap();
    assert!(png.starts_with(b"\x89PNG"));
    assert!(table.house.picture(&id, "siege/9", None).await.is_err());
    table.verified(&id).await;
}

#[tokio::test]
async fn each_side_restates_what_is_its_own() {
    let (table, front) = (Table::new(3, None), Front::new().await);
    let id = begun(&table).await;
    let restate = button(&laid(&front, &table, &id).await, "Restate").unwrap();
    let form = front.press(&table, ANNA, &restate).await;
    let shown = all(&form);
    assert!(shown.contains("France: 2 A+, arquebuse, veteran, leader 4 3 1 2"), "{form}");
    assert!(!shown.contains("2 LD inside"), "who is inside is Bela's to say: {form}");
    let form = front.press(&table, BELA, &restate).await;
    assert!(all(&form).contains("2 LD inside, arquebuse, leader 2 1 1 3"), "{form}");
    let answer = front.fill(&table, BELA, &restate, &[("theirs", "no troops, musket")]).await;
    assert!(says(&answer).contains("stated anew"), "{answer}");
    let change = [("mine", "France: A+ LD, arquebuse, no leader"), ("line", "none"), ("ground", "blockaded")];
    front.fill(&table, ANNA, &restate, &change).await;
    let sent = texts(&table.sent());
    assert!(sent.contains("no line of supply") && sent.contains("a blockaded port"), "{sent}");
    assert!(sent.contains("no troops inside, Musket"), "{sent}");
    let work = CustomId::of(&id, 1, "europa/siege/work");
    assert!(says(&front.press(&table, ANNA, &work).await).contains("without a line of supply"));
    let lift = CustomId::of(&id, 1, "europa/siege/lift");
    front.press(&table, ANNA, &lift).await;
    assert!(texts(&table.sent()).contains("France lifts the siege of Nowhere"));
}

#[tokio::test]
async fn what_is_not_understood_is_quoted_and_nothing_is_posted() {
    let (table, front) = (Table::new(4, None), Front::new().await);
    let id = begun(&table).await;
    for (fields, quoted) in [
        (["", MINE, THEIRS, "", "7"], "which province"),
        (["Nowhere", "France: 2 elephants", THEIRS, "", "7"], "2 elephants"),
        (["Nowhere", MINE, "Spain: level 6", "", "7"], "level 1 to 5"),
        (["Nowhere", MINE, "Spain: level 3, -1 LD inside", "", "7"], "-1 LD inside"),
        (["Nowhere", MINE, "level 3", "", "7"], "whose fortress"),
        (["Nowhere", MINE, THEIRS, "lava", "7"], "lava"),
        (["Nowhere", MINE, THEIRS, "", ""], "line of supply"),
        (["Nowhere", MINE, THEIRS, "", "13"], "12 MP"),
        (["Nowhere", "Spain: A+", THEIRS, "", "7"], "no country stands on both"),
        (["Nowhere", "Sweden: A+", THEIRS, "", "7"], "Sweden is not yours"),
    ] {
        let answer = lays(&front, &table, &id, ANNA, fields).await;
        assert!(says(&answer).contains(quoted), "{quoted}: {answer}");
    }
    assert!(table.sent().is_empty());
    let unknown = CustomId::of(&id, 7, "europa/siege/work");
    assert!(says(&front.press(&table, ANNA, &unknown).await).contains("no siege 7"));
}

#[tokio::test]
async fn odds_are_for_who_asks_alone_and_not_where_they_are_off() {
    let (table, front) = (Table::new(5, None), Front::new().await);
    let id = begun(&table).await;
    let answer = laid(&front, &table, &id).await;
    table.sent();
    let odds = button(&answer, "Odds").unwrap();
    let told = front.press(&table, ANNA, &odds).await;
    let text = all(&told);
    for part in [
        "Odds: siegework at Nowhere",
        "surrender: **0.0 %**",
        "siege attrition",
        "an assault of Nowhere now",
        "Nowhere falls",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(table.sent().is_empty(), "nothing is posted");
    assert!(says(&front.press(&table, CARL, &odds).await).contains("no battle and no siege"));
    // A battle on land with both stacks stated.
    let army = |country: &str, class: &str| json!({"army": {"parts": [{"country": country, "class": class, "a_plus": 1}], "technology": "arquebuse", "veteran": true, "command": {"replacement": country}}});
    let open = json!({"fight": "open", "scene": {"place": "Lombardia", "countries": [["france"], ["spain"]]},
        "stacks": {"moving": army("FRA", "IV"), "standing": army("SPA", "III")}});
    table.done(&id, ANNA, Verb::Game(open)).await;
    table.sent();
    let odds = CustomId::of(&id, 1, "europa/odds");
    let form = front.press(&table, BELA, &odds).await;
    assert!(all(&form).contains("Your guess of their plan"), "{form}");
    let plans = [("mine", "morale 2"), ("theirs", "never")];
    let text = all(&front.fill(&table, BELA, &odds, &plans).await);
    for part in [
        "Odds: battle of Lombardia",
        "Spain wins: **",
        "a major victory of France: **",
        "France loses, in LD: 0: ",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(table.sent().is_empty(), "nothing is posted");
    let answer = front.fill(&table, BELA, &odds, &[("mine", "retire"), ("theirs", "")]).await;
    assert!(says(&answer).contains("retire"));
    // The group turns them off.
    table
        .done(
            &id,
            ANNA,
            Verb::Act { act: Act::Switch { key: "odds".to_owned(), value: "no".to_owned() }, text: None },
        )
        .await;
    for user in [BELA, CARL] {
        let asker = table.asker(user);
        let cast = Act::Cast { vote: 1, option: 1 };
        let _ = table.order(&id, &asker, Verb::Act { act: cast, text: None }).await;
    }
    assert_eq!(table.campaign(&id).await.public_view().switch("odds"), "no");
    for custom_id in
        [odds, button(&answer, "Odds").unwrap_or_else(|| CustomId::of(&id, 1, "europa/siege/odds"))]
    {
        assert!(says(&front.press(&table, ANNA, &custom_id).await).contains("turned odds off"));
    }
}
