//! What politics shows those whom it concerns: the month's end before the next month's sheets, buttons for what comes next, a seat's affairs
//! for who takes it over.
#![allow(clippy::unwrap_used)]

use crate::common::front::Front;
use crate::common::*;
use crate::politics::{SEVEN, answered, kept, of, on_to, position};
use commands::house::{Named, Outcome};
use engine::eia::map::ProvinceId;
use engine::eia::powers::Power;
use engine::table::Verb;
use engine::table::act::Act;
use serde_json::{Value, json};

fn game(order: Value) -> Verb {
    Verb::Game(order)
}

/// The verb of the first button whose label begins so.
fn beginning(message: &Value, label: &str) -> Option<String> {
    let rows = message["components"].as_array()?.iter();
    let buttons = rows.filter_map(|row| row["components"].as_array()).flatten();
    let of = |button: &&Value| button["label"].as_str().is_some_and(|says| says.starts_with(label));
    buttons.filter(of).find_map(|button| button["custom_id"].as_str().map(str::to_owned))
}

#[tokio::test]
async fn a_month_is_summed_up_before_the_next_month_asks_for_sheets() {
    let table = Table::new(7, None);
    let id = kept(&table).await;
    on_to(&table, &id, "talks").await;
    table.sent();
    on_to(&table, &id, "war").await;
    let sent = table.sent();
    let gazette = sent.iter().position(|post| post.kind == "gazette").unwrap();
    let asks = sent.iter().position(|post| post.text.contains("Political sheets of February 1805")).unwrap();
    assert!(gazette < asks, "{sent:#?}");
    let card = sent.iter().rposition(|post| post.kind == "card").unwrap();
    assert!(asks < card, "the card is the last: {sent:#?}");
}

#[tokio::test]
async fn who_suffers_forcible_access_is_told_and_answers_with_a_button() {
    let (front, table) = (Front::new().await, Table::new(8, None));
    let id = kept(&table).await;
    let (france, prussia) = (of(&table, &id, Power::France).await, of(&table, &id, Power::Prussia).await);
    on_to(&table, &id, "land").await;
    table.sent();
    let enters = json!({"access": "enter", "power": "france", "province": "silesia", "counters": 2});
    table.done(&id, france, game(enters)).await;
    let sent = table.sent();
    let told = sent.iter().find(|sent| sent.user == Some(prussia)).unwrap().json();
    assert!(told.to_string().contains("forcible access in your land"), "{told}");
    let verb = beginning(&told, "War on France (").unwrap();
    front.press_private(&table, prussia, &verb).await;
    assert!(position(&table, &id).await.are_at_war(Power::France, Power::Prussia));
}

#[tokio::test]
async fn what_a_peace_gives_is_taken_with_a_button() {
    let (front, table) = (Front::new().await, Table::new(9, None));
    let id = kept(&table).await;
    let britain = of(&table, &id, Power::GreatBritain).await;
    on_to(&table, &id, "war").await;
    answered(&table, &id, &[(Power::France, json!({"sue/france": ["great_britain"]}))]).await;
    answered(&table, &id, &[]).await;
    table.sent();
    answered(&table, &id, &[(Power::GreatBritain, json!({"wish/great_britain/france/1": "b7"}))]).await;
    let sent = table.sent();
    let told = sent.iter().find(|sent| sent.user == Some(britain) && sent.kind == "peace").unwrap().json();
    let verb = beginning(&told, "Take ").unwrap();
    let province = ProvinceId::by_key(verb.rsplit('/').next().unwrap()).unwrap();
    front.press_private(&table, britain, &verb).await;
    let now = position(&table, &id).await;
    assert_eq!(now.held(province).by(), Some(Power::GreatBritain));
    assert!(now.politics.claims.is_empty());
}

#[tokio::test]
async fn who_takes_a_seat_over_is_told_of_its_affairs() {
    let table = Table::new(10, None);
    let id = kept(&table).await;
    let (france, prussia) = (of(&table, &id, Power::France).await, of(&table, &id, Power::Prussia).await);
    on_to(&table, &id, "talks").await;
    let stands = json!({"access": "stand", "power": "france", "nth": 2});
    table.done(&id, france, game(stands)).await;
    let grants = json!({"access": "grant", "power": "prussia", "to": "france"});
    table.done(&id, prussia, game(grants)).await;
    table.done(&id, france, act(Act::Resign)).await;
    let seat = position(&table, &id).await.choice.holdings[&Power::France].seat.clone();
    let host = SEVEN.into_iter().find(|user| *user != france).unwrap();
    let named = [Named { user: OLAF, name: "User199".to_owned() }];
    let offer = |persons: &[u32]| act(Act::OfferSeat { seat: seat.clone(), person: persons[0] });
    let outcome = table.house.order_naming(&id, &table.asker(host), &named, offer).await;
    assert!(matches!(outcome, Outcome::Done(_)), "{outcome:?}");
    let joins = table.order(&id, &table.asker(OLAF), Verb::Join { word: word("heron") }).await;
    let Outcome::Done(told) = joins else { panic!("{joins:?}") };
    let told = told.json().to_string();
    for part in [
        "France is at war with Great Britain.",
        "Prussia** grants France access",
        "France** answers forcible access with war, at counter 2",
        "As it stands",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
}
