//! A stand-in's orders in Discord: what comes of them is told, the roll that decides them is not.
#![allow(clippy::unwrap_used)]

use crate::common::*;
use engine::table::act::Act;
use engine::table::{SeatId, TableEvent, Verb};
use serde_json::json;

#[tokio::test]
async fn the_council_reads_what_a_stand_in_orders_and_no_dice_for_it() {
    let table = Table::new(87, None);
    let id = table.played(COUNCIL, &[ANNA, BELA]).await;
    let second = SeatId::numbered(2);
    table.done(&id, BELA, act(Act::Resign)).await;
    table.done(&id, ANNA, act(Act::StandIn { seat: second.clone(), on: true })).await;
    let view = table.campaign(&id).await.public_view();
    let position = view.game.of::<engine::eia::Position>().unwrap();
    let powers = [SeatId::numbered(1), second.clone()].map(|seat| position.choice.powers_of(&seat)[0]);
    table.sent();
    let field =
        json!({"place": "Vienna", "terrain": "clear", "attackers": [powers[0]], "defenders": [powers[1]]});
    table.done(&id, ANNA, Verb::Game(json!({"battle": "open", "field": field}))).await;
    // He has mustered before anybody could ask him to.
    let entries = table.house.entries(&id).await.unwrap();
    let ordered =
        |event: &TableEvent| matches!(event, TableEvent::StandInOrdered { seat, .. } if *seat == second);
    let events: Vec<TableEvent> = entries.iter().filter_map(|entry| entry.table_event()).collect();
    assert_eq!(events.iter().filter(|event| ordered(event)).count(), 1);
    let view = table.campaign(&id).await.public_view();
    let position = view.game.of::<engine::eia::Position>().unwrap();
    assert!(position.battles.of[&1].musters.contains_key(&powers[1]));
    let posts = table.sent();
    assert!(posts.iter().any(|post| post.text.contains(powers[1].name())), "{posts:?}");
    let told = |post: &Sent| {
        post.kind == "rolled" || post.text.contains("stand_in") || post.text.contains("stand-in/")
    };
    assert!(!posts.iter().any(told), "{posts:?}");
    for post in &posts {
        println!("{}: {}", post.kind, post.text);
    }
    // His luck is nobody's.
    let fallen = engine::table::luck::fallen(&entries);
    assert!(fallen.iter().all(|fallen| fallen.rolled.purpose != "stand_in"));
    table.verified(&id).await;
}
