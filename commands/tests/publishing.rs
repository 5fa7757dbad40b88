//! `/press` before its players: what is signed is posted at once, what has no name when its hour comes, and tells nobody of its writer.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says};
use crate::common::*;
use engine::table::{Act, Founding, Verb};
use serde_json::{Value, json};

/// A campaign of three whose group lets powers publish so.
async fn played(table: &Table, way: &str) -> String {
    let options = json!({"ceiling": 60, "spare": "uncontrolled"});
    let id = table.found(ANNA, COUNCIL, "The Grand War", Founding { options, ..founding(3) }).await;
    let users = [ANNA, BELA, CARL];
    for (n, user) in users.into_iter().enumerate() {
        table.done(&id, user, Verb::Join { word: word(&format!("w{n}")) }).await;
    }
    if way != "signed" {
        let turn = act(Act::Switch { key: "press".to_owned(), value: way.to_owned() });
        table.done(&id, ANNA, turn).await;
    }
    table.done(&id, ANNA, Verb::Start).await;
    table.all_bid(&id, &users).await;
    table.sent();
    id
}

const LOUD: &str = "**Peace** now!\n\n@everyone <@1> `x` [here](https://example.org)";

/// What is written stays text: it neither formats nor pings.
fn is_plain(post: &Value) {
    let embed = post["embeds"][0]["description"].as_str().unwrap();
    assert!(embed.contains("Peace") && !embed.contains("**Peace**"), "{embed}");
    assert!(!embed.contains("@everyone") && !embed.contains("<@1>") && !embed.contains("](https"), "{embed}");
    assert_eq!(post["allowed_mentions"]["parse"], json!([]), "{post}");
}

#[tokio::test]
async fn what_is_signed_is_posted_at_once_as_ones_power() {
    let (front, table) = (Front::new().await, Table::new(61, None));
    let id = played(&table, "signed").await;
    let list = front.press(&table, ANNA, &format!("v1:{id}:0:envelope/list")).await;
    assert!(button(&list, "Publish without a name").is_none(), "the group plays without");
    let write = button(&list, "Publish, signed").unwrap();
    assert!(says(&front.press(&table, OLAF, &write).await).contains("no seat"));
    let form = front.press(&table, ANNA, &write).await;
    assert_eq!(form["custom_id"], write.as_str());
    let told = front.fill(&table, ANNA, &write, &[("text", "   ")]).await;
    assert!(says(&told).contains("1 to 1000 characters"), "{told}");
    let told = front.fill(&table, ANNA, &write, &[("text", "\u{200b} \u{200b}")]).await;
    assert!(says(&told).contains("nothing in it that could be read") && table.sent().is_empty(), "{told}");
    let told = front.fill(&table, ANNA, &write, &[("text", LOUD)]).await;
    assert!(says(&told).contains("Published in the council"), "{told}");
    let sent = table.sent();
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert_eq!((sent[0].user, sent[0].kind.as_str()), (None, "press"));
    let post = sent[0].json();
    assert!(says(&post).contains("** to all:"), "{post}");
    is_plain(&post);
    // A form that could only be refused does not open.
    let without = format!("v1:{id}:0:press/anonymous");
    assert!(says(&front.press(&table, ANNA, &without).await).contains("/vote switch"));
    for n in 1..6 {
        front.fill(&table, ANNA, &write, &[("text", &format!("Bulletin {n}"))]).await;
    }
    assert!(says(&front.press(&table, ANNA, &write).await).contains("6 signed texts"));
    let (text, _) = table.verified(&id).await;
    assert!(!text.contains("Bulletin"));
}

#[tokio::test]
async fn what_has_no_name_is_told_to_its_writer_alone_until_its_hour_and_to_nobody_whose_it_is() {
    let (front, table) = (Front::new().await, Table::new(62, None));
    let id = played(&table, "anonymous").await;
    let before = table.campaign(&id).await;
    let others = [BELA, CARL, OLAF];
    let seen = |looks: [commands::message::Message; 2]| looks.map(|look| look.json().to_string());
    let mut looked = Vec::new();
    for user in others {
        looked.push(seen(table.looks(&id, user).await));
    }
    let list = format!("v1:{id}:0:envelope/list");
    let write = button(&front.press(&table, ANNA, &list).await, "Publish without a name").unwrap();
    let told = front.fill(&table, ANNA, &write, &[("text", LOUD)]).await;
    assert!(says(&told).contains("goes out without your name"), "{told}");
    assert!(told.to_string().contains("Proof that it is yours"), "{told}");
    // What proves it is a file of the reply, and of no direct message: that could be refused, and its writer be known by that.
    assert_eq!(told["attachments"][0]["filename"], "press-1.json", "{told}");
    // Not a post, not an edit, not a line; the others' desks and the status are what they were.
    assert!(table.sent().is_empty());
    let now = table.campaign(&id).await;
    assert_eq!((now.head, now.next_line), (before.head, before.next_line));
    for (user, was) in others.into_iter().zip(&looked) {
        assert_eq!(&seen(table.looks(&id, user).await), was);
        let list = front.press(&table, user, &list).await;
        assert!(button(&list, "What I wrote").is_none(), "{list}");
    }
    let mine = button(&front.press(&table, ANNA, &list).await, "What I wrote").unwrap();
    let mine_now = front.press(&table, ANNA, &mine).await;
    assert!(mine_now.to_string().contains("Peace"), "{mine_now}");
    assert!(says(&front.press(&table, BELA, &mine).await).contains("No text of yours waits"));
    // Taken back, and written once more.
    let back = button(&mine_now, "Take them back").unwrap();
    assert!(says(&front.press(&table, BELA, &back).await).contains("No text of yours"));
    assert!(says(&front.press(&table, ANNA, &back).await).contains("taken back"));
    front.fill(&table, ANNA, &write, &[("text", LOUD)]).await;
    assert!(table.sent().is_empty());
    // At the hour.
    table.watch.pass(24 * 60 * 60);
    table.house.look_in(&id).await.unwrap();
    let sent: Vec<_> = table.sent().into_iter().filter(|post| post.kind == "press").collect();
    assert_eq!(sent.len(), 1, "{sent:?}");
    let post = sent[0].json();
    assert_eq!((sent[0].user, says(&post)), (None, "**Without a name:**"));
    is_plain(&post);
    for name in ["Anna", "Austria", "France", "Great Britain", "seat"] {
        assert!(!post.to_string().contains(name), "{name}: {post}");
    }
    let (text, _) = table.verified(&id).await;
    let line = text.lines().find(|line| line.contains("\"verb\":\"publish\"")).unwrap();
    assert!(
        line.contains("\"by\":\"bot\"") && !line.contains("person 1") && !line.contains("seat-1"),
        "{line}"
    );
}
