//! What *Ready* asks first in Europa, what the card offers and names, and whose campaign covers the round that follows.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says};
use crate::common::*;
use crate::europa_sieges::begun;
use commands::custom_id::CustomId;
use commands::europa::board::present::on_the_card;
use commands::house::Outcome;
use engine::europa::Position;
use engine::europa::rounds::Round;
use engine::table::Verb;
use engine::table::act::{Act, Through};
use serde_json::{Value, json};
use std::sync::Arc;

fn step() -> Verb {
    act(Act::Ready { through: Through::Step, hold: false })
}

fn deploy(country: &str, place: &str) -> Verb {
    Verb::Game(
        json!({"board": "deploy", "country": country, "place": place, "counters": ["ld"], "veteran": true}),
    )
}

async fn desk(front: &Front, table: &Table, id: &str, user: u64) -> Value {
    front.press(table, user, &CustomId::of(id, 0, "desk")).await
}

/// The newest turn card.
fn card(table: &Table) -> Value {
    table.sent().iter().rfind(|sent| sent.kind == "card").map(Sent::json).unwrap_or_default()
}

/// Anna acts first in a round, with so many ducats: her movement segment, or her supply segment before it.
async fn first_in_a_round(table: &Table, id: &str, ducats: i64) {
    for (key, value) in
        [("ducats/france", ducats), ("initiative/france", 9)].into_iter().filter(|(_, n)| *n > 0)
    {
        table.done(id, ANNA, act(Act::Tell { key: key.to_owned(), value })).await;
    }
    for user in [ANNA, BELA, CARL] {
        table.done(id, user, step()).await;
    }
}

async fn position(table: &Table, id: &str) -> Arc<Position> {
    table.campaign(id).await.public_view().game.of::<Position>().unwrap()
}

fn campaign(kind: &str) -> Verb {
    Verb::Game(json!({"board": "campaign", "country": "france", "campaign": {"land": kind, "sea": "none"}}))
}

#[tokio::test]
async fn ready_asks_before_a_movement_segment_ends_in_which_nothing_was_done() {
    let (table, front) = (Table::new(95, None), Front::new().await);
    let id = begun(&table).await;
    for place in ["eLanguedoc", "eProvence"] {
        table.done(&id, ANNA, deploy("france", place)).await;
    }
    first_in_a_round(&table, &id, 500).await;
    let ready = |desk: &Value| button(desk, "Ready").unwrap();
    let own = desk(&front, &table, &id, ANNA).await;
    let asked = front.press_private(&table, ANNA, &ready(&own)).await;
    assert!(says(&asked).contains("You have announced no campaign for this round"), "{asked}");
    assert_eq!(button(&asked, "Campaign"), Some(CustomId::of(&id, 0, "europa/campaign")), "{asked}");
    assert!(button(&asked, "Ready all the same").is_some(), "{asked}");
    // With a campaign: of each stack that has not moved.
    table.done(&id, ANNA, campaign("multiple")).await;
    let asked = front.press_private(&table, ANNA, &ready(&own)).await;
    assert!(says(&asked).starts_with("You have not moved "), "{asked}");
    assert!(says(&asked).contains("Languedoc") && says(&asked).contains("Provence"), "{asked}");
    assert!(button(&asked, "March a stack").is_some(), "{asked}");
    let march = |stack: u32, to: &str| Verb::Game(json!({"board": "march", "stack": stack, "to": to}));
    table.done(&id, ANNA, march(1, "eProvence")).await;
    let asked = front.press_private(&table, ANNA, &ready(&own)).await;
    assert!(
        says(&asked).contains("stack 2 (") && !says(&asked).contains("stack 1 ("),
        "1 has moved: {asked}"
    );
    table.done(&id, ANNA, march(2, "eLanguedoc")).await;
    let told = front.press_private(&table, ANNA, &ready(&own)).await;
    assert!(says(&told).starts_with("You are ready."), "all have moved: {told}");
}

/// Who is known to have nothing to pay with, and nothing that can move, is not asked; who is not on the board neither.
#[tokio::test]
async fn ready_asks_nothing_where_nothing_could_be_done() {
    let (table, front) = (Table::new(96, None), Front::new().await);
    let id = begun(&table).await;
    table.done(&id, ANNA, deploy("france", "eLanguedoc")).await;
    first_in_a_round(&table, &id, 9).await;
    let own = desk(&front, &table, &id, ANNA).await;
    let told = front.press_private(&table, ANNA, &button(&own, "Ready").unwrap()).await;
    assert!(says(&told).starts_with("You are ready."), "{told}");
}

/// The card and the desk name *Campaign* and *March a stack* where they are buttons, and nowhere else.
#[tokio::test]
async fn what_the_card_names_it_has_as_a_button() {
    let (table, front) = (Table::new(97, None), Front::new().await);
    let id = begun(&table).await;
    table.done(&id, ANNA, deploy("france", "eLanguedoc")).await;
    first_in_a_round(&table, &id, 0).await;
    let mut seen = Vec::new();
    for (ducats, paid) in [(0, false), (30, false), (30, true)] {
        if ducats > 0 && !paid {
            table.done(&id, ANNA, act(Act::Tell { key: "ducats/france".to_owned(), value: ducats })).await;
        }
        if paid {
            table.done(&id, ANNA, campaign("passive")).await;
        }
        let own = desk(&front, &table, &id, ANNA).await;
        let named = |what: &str| own.to_string().contains(&format!("*{what}*"));
        let there = |what: &str| button(&own, what).is_some();
        for what in ["Campaign", "March a stack"] {
            assert_eq!(named(what), there(what), "{what} with {ducats}: {own}");
        }
        seen.push([there("Campaign"), there("March a stack")]);
    }
    assert_eq!(seen, [[false, false], [true, false], [true, true]]);
    let now = card(&table);
    assert!(button(&now, "March a stack").is_some() && button(&now, "Campaign").is_some(), "{now}");
}

#[tokio::test]
async fn who_has_no_stack_finds_the_button_that_puts_one_down_where_he_is_told_so() {
    let (table, front) = (Table::new(98, None), Front::new().await);
    let id = begun(&table).await;
    table.done(&id, BELA, Verb::Game(json!({"europa": "release", "country": "spain"}))).await;
    table.sent();
    let deploys = Some(CustomId::of(&id, 0, "europa/deploy"));
    let taken = table.done(&id, BELA, Verb::Game(json!({"europa": "take", "country": "spain"}))).await;
    assert_eq!(button(&taken.json(), "Deploy a stack"), deploys, "{:?}", taken.json());
    let own = desk(&front, &table, &id, BELA).await;
    let asked = front.press_private(&table, BELA, &button(&own, "Ready").unwrap()).await;
    assert!(says(&asked).starts_with("You have no stack on the board"), "{asked}");
    assert_eq!(button(&asked, "Deploy a stack"), deploys, "{asked}");
}

/// The card of the preparations has it as soon as somebody plays a country, and is kept when that comes so.
#[tokio::test]
async fn the_card_offers_to_put_stacks_down_when_the_first_country_is_taken() {
    let table = Table::new(99, None);
    let id = begun(&table).await;
    for (user, country) in [(ANNA, "france"), (BELA, "spain"), (CARL, "venice")] {
        table.done(&id, user, Verb::Game(json!({"europa": "release", "country": country}))).await;
    }
    let empty = card(&table);
    assert!(
        button(&empty, "Take a country").is_some() && button(&empty, "Deploy a stack").is_none(),
        "{empty}"
    );
    table.done(&id, ANNA, Verb::Game(json!({"europa": "take", "country": "france"}))).await;
    let now = card(&table);
    assert!(button(&now, "Deploy a stack").is_some(), "{now}");
}

/// Plays on until a round has followed its summer into the winter, which a campaign of the summer covers too; what was posted of it.
async fn into_a_winter(seed: u8, paid: Option<&str>) -> Option<String> {
    let table = Table::new(seed, None);
    let id = begun(&table).await;
    table.done(&id, ANNA, deploy("france", "eLanguedoc")).await;
    first_in_a_round(&table, &id, 900).await;
    let mut before = position(&table, &id).await.board.round;
    if let Some(kind) = paid {
        table.done(&id, ANNA, campaign(kind)).await;
    }
    table.sent();
    for turn in 0..40 {
        let user = [ANNA, BELA, CARL][turn % 3];
        if matches!(table.order(&id, &table.asker(user), step()).await, Outcome::Refused(_)) {
            continue;
        }
        let now = position(&table, &id).await.board.round;
        if now == before {
            continue;
        }
        let extended =
            matches!((before, now), (Some(Round::Summer(year)), Some(Round::Winter(into))) if year == into);
        let posts: String = table.sent().iter().map(|sent| sent.json().to_string()).collect();
        if extended {
            return Some(posts);
        }
        assert!(!posts.contains("covers this one"), "no winter of its summer: {posts}");
        before = now;
        now?;
        if let Some(kind) = paid {
            // Anna's segment may be over already; then it is of no use any more.
            let _ = table.order(&id, &table.asker(ANNA), campaign(kind)).await;
        }
    }
    None
}

#[tokio::test]
async fn it_is_said_whose_campaign_covers_the_winter_and_of_nobody_who_has_none() {
    let mut found = [0, 0, 0];
    for seed in 100..140 {
        for (n, paid) in [None, Some("simple"), Some("multiple")].into_iter().enumerate() {
            if found[n] > 0 {
                continue;
            }
            let Some(posts) = into_a_winter(seed, paid).await else { continue };
            found[n] += 1;
            let says = "the campaign of the round before";
            match paid {
                None => assert!(!posts.contains(says), "nobody has one: {posts}"),
                Some("simple") => {
                    assert!(
                        posts.contains(says)
                            && posts.contains(
                                "simple campaign, none at sea) covers this one too; it may be raised."
                            ),
                        "{posts}"
                    );
                }
                Some(_) => {
                    assert!(
                        posts.contains("multiple campaign, none at sea) covers this one too."),
                        "{posts}"
                    );
                }
            }
        }
    }
    assert_eq!(found, [1, 1, 1], "each was seen");
}

/// Of a campaign as it stands it is worked out once what its card offers, however often it is looked at.
#[tokio::test]
async fn what_the_card_offers_is_worked_out_once_for_a_view() {
    let table = Table::new(94, None);
    let id = begun(&table).await;
    let live = table.house.campaign(&id).await.unwrap();
    let view = async || live.lock().await.campaign.public_view();
    let before = view().await;
    let first = on_the_card(&before).unwrap();
    assert!(Arc::ptr_eq(&first, &on_the_card(&before).unwrap()));
    table.done(&id, ANNA, roll("1d6", None)).await;
    // After the roll the card was compared with it: no third time is needed.
    let (after, again) = (view().await, view().await);
    assert_eq!(on_the_card(&after).unwrap(), first);
    assert!(Arc::ptr_eq(&on_the_card(&after).unwrap(), &on_the_card(&again).unwrap()));
}

/// The second of two deliveries is answered as the first, also where it is refused before it comes to an order: what stands below the
/// answer stands there again.
#[tokio::test]
async fn a_press_that_is_delivered_twice_has_its_answer_and_its_buttons_again() {
    let (table, front) = (Table::new(97, None), Front::new().await);
    let id = begun(&table).await;
    first_in_a_round(&table, &id, 0).await;
    let mut pressed = 0;
    for user in [ANNA, BELA, CARL] {
        let own = desk(&front, &table, &id, user).await;
        let mut ready = button(&own, "Ready").unwrap();
        loop {
            let interaction = table.asker(user).interaction;
            let before = table.campaign(&id).await;
            let first = front.press_as(&table, interaction, user, &ready).await;
            if table.campaign(&id).await == before {
                // It asked first.
                ready = button(&first, "Ready all the same").unwrap();
                continue;
            }
            let second = front.press_as(&table, interaction, user, &ready).await;
            assert!(button(&first, "My desk").is_some(), "{first}");
            assert_eq!(second, first);
            break;
        }
        pressed += 1;
    }
    assert_eq!(pressed, 3);
}
