//! A reinforced corps in Discord: the council reads where it stands, its owner alone what is in it.
#![allow(clippy::unwrap_used)]

use crate::common::*;
use engine::table::Verb;
use engine::table::act::{Act, Through};
use serde_json::json;

#[tokio::test]
async fn the_council_reads_where_a_corps_stands_and_its_owner_what_is_in_it() {
    let table = Table::new(86, None);
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    for user in [ANNA, BELA] {
        table.done(&id, user, act(Act::Ready { through: Through::Step, hold: false })).await;
    }
    table.sent();
    let view = table.campaign(&id).await.public_view();
    let position: engine::eia::Position = serde_json::from_value(view.game).unwrap();
    let power = position.choice.powers_of(&view.seats[0].id)[0];
    let order = |place: &str| {
        let secret = json!({"factors": {"infantry": 14, "cavalry": 2}});
        Verb::Game(
            json!({"reinforce": "corps", "power": power, "name": "II Corps", "place": place, "secret": secret}),
        )
    };
    let told = table.done(&id, ANNA, order("area/vienna")).await;
    let says = shown(&told);
    assert!(says.contains("comes in at Vienna") && says.contains("2 cavalry, 14 infantry"), "{says}");
    let sealed = table.campaign(&id).await.next_line - 2;
    assert!(says.contains(&format!("line {sealed} of the record")), "{says}");
    let told = shown(&table.done(&id, ANNA, order("area/vienna")).await);
    assert!(told.contains("is reinforced at Vienna"), "{told}");
    let told = shown(&table.done(&id, ANNA, order("area/munich")).await);
    assert!(told.contains("moves from Vienna to Munich"), "{told}");
    let posts = table.sent();
    let council: Vec<&Sent> = posts.iter().filter(|post| post.kind == "counter").collect();
    assert_eq!(council.len(), 3);
    assert!(posts.iter().all(|post| !post.text.contains("infantry")), "{posts:?}");
    // A restart finds it as it was.
    let before = table.campaign(&id).await;
    let table = table.restarted(|_| ());
    assert_eq!(table.campaign(&id).await, before);
    let (text, report) = table.verified(&id).await;
    assert!(!text.contains("infantry"), "{text}");
    assert_eq!(report.orders_waiting, 3);
}
