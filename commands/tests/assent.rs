//! What is told and binds others, before its players: the council's post, the desk, one press for all, who denied, what came of it.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button};
use crate::common::*;
use engine::table::votes::NO;
use engine::table::{Act, Verb};
use serde_json::Value;

fn says(message: &Value) -> &str {
    message["content"].as_str().unwrap_or_default()
}

fn last(sent: &[Sent], kind: &str) -> Value {
    let of = sent.iter().filter(|message| message.kind == kind);
    of.map(Sent::json).next_back().unwrap_or_else(|| panic!("no {kind} in {sent:?}"))
}

/// Three players; a value of Bela's, its key and its power, at 10 VP.
async fn three(table: &Table) -> (String, String, String) {
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL]).await;
    let seat = engine::table::SeatId::numbered(2);
    let values = table.campaign(&id).await.values();
    let own = values.iter().find(|value| value.of.as_ref() == Some(&seat) && value.unit == "VP").unwrap();
    table.done(&id, BELA, act(Act::Tell { key: own.key.clone(), value: 10 })).await;
    table.sent();
    (id, own.key.clone(), own.name.clone())
}

async fn now(table: &Table, id: &str, key: &str) -> i64 {
    table.campaign(id).await.values().into_iter().find(|value| value.key == key).unwrap().now
}

fn tells(key: &str, value: i64) -> Verb {
    act(Act::Tell { key: key.to_owned(), value })
}

#[tokio::test]
async fn what_binds_one_stands_in_the_council_and_at_his_desk_until_he_confirms_it() {
    let (table, front) = (Table::new(150, None), Front::new().await);
    let (id, key, power) = three(&table).await;
    let told = table.tells(&id, ANNA, tells(&key, 4)).await.json();
    assert!(says(&told).contains("does not count yet") && button(&told, "Withdraw").is_some(), "{told}");
    let post = last(&table.sent(), "telling");
    assert!(says(&post).contains(&format!("{power} 10 → 4 VP")), "{post}");
    assert!(post.to_string().contains("(User102)"), "whom it concerns is named: {post}");
    let status = front.press(&table, CARL, &format!("v1:{id}:0:status")).await.to_string();
    assert!(status.contains("Told, and not confirmed yet"), "{status}");
    // It is nobody else's to confirm.
    let refused = front.press(&table, CARL, &button(&post, "Confirm").unwrap()).await;
    assert!(says(&refused).contains("does not concern you"), "{refused}");
    assert_eq!(now(&table, &id, &key).await, 10);
    let desk = front.press(&table, BELA, &format!("v1:{id}:0:desk")).await;
    assert!(desk.to_string().contains(&format!("{power} 10 → 4 VP.**")), "what binds him is bold: {desk}");
    front.press_private(&table, BELA, &button(&desk, "Confirm").unwrap()).await;
    assert_eq!(now(&table, &id, &key).await, 4);
    let sent = table.sent();
    assert!(last(&sent, "told").to_string().contains("and assented to."), "{sent:?}");
    assert!(says(&last(&sent, "telling")).ends_with("it counts"), "{sent:?}");
}

#[tokio::test]
async fn all_that_waits_is_confirmed_with_one_press() {
    let (table, front) = (Table::new(151, None), Front::new().await);
    let (id, key, _) = three(&table).await;
    table.tells(&id, ANNA, tells(&key, 8)).await;
    table.tells(&id, CARL, tells(&key, 7)).await;
    let desk = front.press(&table, BELA, &format!("v1:{id}:0:desk")).await;
    let all = button(&desk, "Confirm all").unwrap();
    let list = front.press_private(&table, BELA, &button(&desk, "One by one").unwrap()).await;
    assert_eq!(list.to_string().matches("telling/show").count(), 2, "{list}");
    // What comes after he looked he has not confirmed.
    table.tells(&id, ANNA, tells(&key, 1)).await;
    let told = front.press_private(&table, BELA, &all).await.to_string();
    for part in ["You have confirmed:", "10 → 8 VP", "10 → 7 VP", "It counts."] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert_eq!(now(&table, &id, &key).await, 7, "as it was told last");
    assert_eq!(table.campaign(&id).await.play.tellings.len(), 1);
}

#[tokio::test]
async fn what_is_denied_is_voted_on_and_who_denied_is_shown() {
    let (table, front) = (Table::new(152, None), Front::new().await);
    let (id, key, _) = three(&table).await;
    table.tells(&id, ANNA, tells(&key, 4)).await;
    let post = last(&table.sent(), "telling");
    let told = front.press(&table, BELA, &button(&post, "Deny").unwrap()).await;
    assert!(says(&told).contains("vote 1 is open"), "{told}");
    let sent = table.sent();
    assert!(last(&sent, "telling").to_string().contains("\"Denied\""), "{sent:?}");
    assert!(last(&sent, "vote").to_string().contains("Is it so?"), "{sent:?}");
    assert!(last(&sent, "to_vote").to_string().contains("Is it so?"), "who is no party is told: {sent:?}");
    assert!(table.refused(&id, ANNA, act(Act::Cast { vote: 1, option: NO })).await.contains("no vote"));
    table.tells(&id, CARL, act(Act::Cast { vote: 1, option: NO })).await;
    assert_eq!(now(&table, &id, &key).await, 10);
    let sent = table.sent();
    assert!(sent.iter().any(|sent| sent.text.contains("It does not count that")), "{sent:?}");
}

#[tokio::test]
async fn who_told_it_withdraws_it() {
    let (table, front) = (Table::new(153, None), Front::new().await);
    let (id, key, _) = three(&table).await;
    let told = table.tells(&id, ANNA, tells(&key, 4)).await.json();
    front.press(&table, ANNA, &button(&told, "Withdraw").unwrap()).await;
    assert!(table.campaign(&id).await.play.tellings.is_empty());
    assert!(says(&last(&table.sent(), "telling")).ends_with("withdrawn"));
}

#[tokio::test]
async fn who_is_ready_is_told_to_what_he_assents_by_it() {
    let (table, front) = (Table::new(154, None), Front::new().await);
    let (id, key, _) = three(&table).await;
    table.tells(&id, ANNA, tells(&key, 12)).await;
    let desk = front.press(&table, CARL, &format!("v1:{id}:0:desk")).await.to_string();
    assert!(desk.contains("Ready assents to it"), "{desk}");
    let ready = act(Act::Ready { through: engine::table::act::Through::Step, hold: false });
    let told = table.tells(&id, CARL, ready).await.json().to_string();
    assert!(told.contains("By being ready you assent to this:") && told.contains("10 → 12 VP"), "{told}");
}

#[tokio::test]
async fn a_regent_whom_the_player_named_confirms_on_the_councils_post() {
    let (table, front) = (Table::new(155, None), Front::new().await);
    let (id, key, _) = three(&table).await;
    table.done(&id, BELA, act(Act::Away { until: None, regent: Some(3) })).await;
    table.tells(&id, ANNA, tells(&key, 4)).await;
    let post = last(&table.sent(), "telling");
    assert!(post.to_string().contains(":f>"), "the day on which it falls due is said: {post}");
    front.press(&table, CARL, &button(&post, "Confirm").unwrap()).await;
    assert_eq!(now(&table, &id, &key).await, 4);
}

#[tokio::test]
async fn the_same_told_by_two_stands_once_in_the_answer_to_ready() {
    let (table, _front) = (Table::new(156, None), Front::new().await);
    let (id, key, _) = three(&table).await;
    table.tells(&id, ANNA, tells(&key, 12)).await;
    table.tells(&id, BELA, tells(&key, 12)).await;
    let ready = act(Act::Ready { through: engine::table::act::Through::Step, hold: false });
    let told = table.tells(&id, CARL, ready).await.json().to_string();
    assert_eq!(told.matches("10 → 12 VP").count(), 1, "{told}");
}

#[tokio::test]
async fn what_is_withdrawn_from_a_vote_is_told_to_those_who_voted() {
    let (table, front) = (Table::new(157, None), Front::new().await);
    let (id, key, power) = three(&table).await;
    table.tells(&id, ANNA, tells(&key, 4)).await;
    let post = last(&table.sent(), "telling");
    front.press(&table, BELA, &button(&post, "Deny").unwrap()).await;
    table.sent();
    front.press(&table, ANNA, &button(&post, "Withdraw").unwrap()).await;
    let sent = table.sent();
    let says = |sent: &Sent| sent.text.contains("the vote on it is over") && sent.text.contains(&power);
    assert!(sent.iter().any(|sent| sent.kind == "telling" && says(sent)), "{sent:?}");
    assert!(table.refused(&id, CARL, tells(&key, 3)).await.contains("denied in this step"));
}
