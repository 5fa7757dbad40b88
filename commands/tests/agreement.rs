//! Desk, turn card, status, offers and engine say the same of who is awaited for what: in random games of Europa, and through a battle of
//! Empires in Arms. Random games of Empires in Arms are looked at so in random play.
#![allow(clippy::unwrap_used)]

use crate::common::agree::agree;
use crate::common::random::Game;
use crate::common::{ANNA, BELA, CARL, COUNCIL, Table};
use commands::present::asks::beside;
use engine::eia::powers::Power;
use engine::table::{SeatId, Verb};
use serde_json::json;
use std::collections::BTreeSet;

async fn agrees(game: &Game) {
    let live = game.table.house.campaign(&game.id).await.unwrap();
    agree(&*live.lock().await, game.table.house.operator());
}

/// So many steps of a game, each looked at; the kinds of what was awaited.
async fn played(mut game: Game, steps: u32) -> BTreeSet<String> {
    let mut kinds = BTreeSet::new();
    agrees(&game).await;
    for _ in 0..steps {
        if !game.step().await {
            break;
        }
        agrees(&game).await;
        let campaign = game.campaign().await;
        for awaited in campaign.awaited() {
            let what = format!("{:?}", awaited.what);
            kinds.insert(what.chars().take_while(|c| !c.is_ascii_digit() && *c != '-').collect());
        }
        for asks in beside(&campaign.public_view()) {
            kinds.insert(if asks.says.contains(": state what ") { "stack" } else { "verdict" }.to_owned());
        }
    }
    kinds
}

#[tokio::test]
async fn all_say_the_same_of_who_is_awaited_in_europa() {
    let mut kinds = BTreeSet::new();
    for n in 0..5 {
        kinds.extend(played(Game::of_europa(n).await, 140).await);
    }
    println!("{kinds:?}");
    for kind in
        ["Ready", "stack", "Envelope(\"fight/", "Envelope(\"intercept/", "Envelope(\"free/", "Order(\"loss"]
    {
        assert!(kinds.contains(kind), "{kind} never came up: {kinds:?}");
    }
}

#[tokio::test]
async fn all_say_the_same_of_who_is_awaited_where_the_operator_seals_first() {
    let kinds = played(Game::of_empires(1).await, 150).await;
    assert!(kinds.contains("Envelope(\"choice/bids\")"), "{kinds:?}");
}

#[tokio::test]
async fn all_say_the_same_of_who_is_awaited_on_the_board_that_the_bot_keeps() {
    let kinds = played(Game::of_the_danube(4).await, 120).await;
    for kind in ["Ready", "Envelope(\"set"] {
        assert!(kinds.contains(kind), "{kind} never came up: {kinds:?}");
    }
}

#[tokio::test]
async fn all_say_the_same_of_who_is_to_muster() {
    let table = Table::new(3, None);
    let users = [ANNA, BELA, CARL];
    let id = table.played(COUNCIL, &users).await;
    let campaign = table.campaign(&id).await;
    let owner = |power: Power| {
        let key = power.key();
        let holdings = &campaign.public_view().game.value()["choice"]["holdings"];
        let seat = SeatId::from(holdings[key]["seat"].as_str()?);
        Some((power, users[seat.number()? as usize - 1]))
    };
    let held: Vec<(Power, u64)> = Power::STANDARD.into_iter().filter_map(owner).collect();
    let (one, other) = (held[0], *held.iter().find(|(_, user)| *user != held[0].1).unwrap());
    let field = json!({"place": "Turin", "terrain": "clear", "attackers": [one.0.key()], "defenders": [other.0.key()]});
    table.done(&id, one.1, Verb::Game(json!({"battle": "open", "field": field}))).await;
    let asked = async || {
        let live = table.house.campaign(&id).await.unwrap();
        let live = live.lock().await;
        agree(&live, None);
        beside(&live.campaign.public_view())
            .into_iter()
            .map(|asks| (asks.number, asks.says))
            .collect::<Vec<_>>()
    };
    let cards = || table.sent().iter().filter(|sent| sent.kind == "card").count();
    let to_muster = |power: Power| {
        let power = power.name();
        (1, format!("**Battle of Turin**: say which corps and leaders of {power} are there."))
    };
    assert_eq!(asked().await, [to_muster(one.0), to_muster(other.0)]);
    assert_eq!(cards(), 1, "the card says so");
    for (n, (power, user)) in [one, other].into_iter().enumerate() {
        let corps = json!([{"name": "I Corps", "nation": power.key()}]);
        let muster = json!({"battle": "muster", "number": 1, "power": power.key(), "muster": {"corps": corps, "leaders": []}});
        table.done(&id, user, Verb::Game(muster)).await;
        assert_eq!(asked().await.len(), 1 - n);
        assert!(cards() >= 1);
    }
}
