//! Declared orders: each is one that a game reads, and the code of its button stands for it and no other.
#![allow(clippy::unwrap_used)]

use commands::declared::Orders;
use commands::rooms::{self, ROOMS};
use serde_json::{Value, json};

fn declared() -> impl Iterator<Item = &'static Orders> {
    ROOMS.iter().filter_map(|room| room.orders)
}

/// Whether a game reads an order.
fn is_read(order: &Value) -> bool {
    let read = serde_json::from_value::<engine::eia::Order>(order.clone());
    let same = read.ok().and_then(|read| serde_json::to_value(read).ok());
    same.as_ref() == Some(order)
        || serde_json::from_value::<engine::europa::Order>(order.clone()).is_ok()
        || serde_json::from_value::<engine::middle_ages::Order>(order.clone()).is_ok()
}

#[test]
fn every_declared_order_is_one_that_its_game_reads_field_by_field() {
    let mut some = 0;
    for order in declared().flat_map(Orders::examples) {
        assert!(is_read(&order), "{order}");
        let of_the_line = ["at", "by", "k", "seals", "seat", "verb", "for"];
        assert!(of_the_line.iter().all(|field| order.get(field).is_none()), "a line has this field: {order}");
        some += 1;
    }
    assert!(some >= 20, "{some}");
}

#[test]
fn the_code_of_a_button_stands_for_its_order() {
    for orders in declared() {
        for order in orders.examples() {
            let Some(code) = orders.code(&order) else {
                assert!(order.get("secret").is_some(), "no button for {order}");
                continue;
            };
            let (room, what) = rooms::split(&code);
            assert_eq!(room, orders.room);
            assert_eq!(orders.order_of(what), Some(order), "{code}");
        }
    }
}

/// What stands on buttons that were sent before orders were declared.
#[test]
fn the_codes_of_before_stand_for_what_they_did() {
    let order = |code: &str| {
        let (room, what) = rooms::split(code);
        rooms::of(room)?.orders?.order_of(what)
    };
    for (code, is) in [
        (
            "access/answer/austria/france/no",
            json!({"access": "answer", "power": "austria", "to": "france", "grants": false}),
        ),
        (
            "access/war/turkey/russia/3",
            json!({"access": "resist", "power": "turkey", "on": "russia", "nth": 3}),
        ),
        (
            "germany/confirm/austria/victory/baden",
            json!({"confederation": "confirm", "power": "austria", "what": "victory", "member": "baden"}),
        ),
        (
            "germany/deny/prussia/unification",
            json!({"confederation": "deny", "power": "prussia", "what": "unification"}),
        ),
        ("crimea/settle/austria/yes", json!({"crimea": "settle", "with": "austria", "stops": true})),
        (
            "crimea/tell/russia/constantinople",
            json!({"crimea": "tell", "power": "russia", "what": "constantinople"}),
        ),
        (
            "peace/exile/france/austria/Archduke Charles",
            json!({"peace": "exile", "power": "france", "of": "austria", "leader": "Archduke Charles"}),
        ),
        (
            "peace/borrow/france/austria/I/II Corps",
            json!({"peace": "borrow", "power": "france", "of": "austria", "corps": "I/II Corps"}),
        ),
        ("province/take/france/bavaria", json!({"board": "take", "power": "france", "province": "bavaria"})),
    ] {
        assert_eq!(order(code), Some(is), "{code}");
    }
    for forged in [
        "access/answer/austria/atlantis/no",
        "access/answer/austria/france/perhaps",
        "access/war/turkey/russia/0",
        "access/war/turkey",
        "germany/confirm/austria/victory/baden/more",
        "germany/show",
        "crimea/settle",
    ] {
        assert_eq!(order(forged), None, "{forged}");
    }
}
