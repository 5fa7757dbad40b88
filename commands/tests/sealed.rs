//! What is sealed in a round of envelopes by a declared form: the button of the round opens it, and what was typed is sealed or refused.
#![allow(clippy::unwrap_used)]

use crate::ages::{claims, of_courts};
use crate::common::front::{Front, button, says};
use crate::common::{ANNA, BELA, Table};
use commands::custom_id::CustomId;
use commands::declared::{Field, Orders, Part};
use commands::rooms::{ROOMS, Room};
use engine::table::Verb;
use serde_json::Value;

/// The places of a round in the Middle Ages, declared once more.
static PLACES: Orders = Orders {
    room: "places",
    command: "places",
    about: "",
    parts: &[Part::seals(
        "wish",
        "At which place you act in the round",
        "order",
        &[Field::whole::<1, 9>("place", "Which place")],
    )],
};

#[linkme::distributed_slice(ROOMS)]
static ROOM: Room = Room::of_orders(&PLACES);

/// What stands in the line of a form.
fn stands(form: &Value) -> &str {
    form["components"][0]["components"][0]["value"].as_str().unwrap_or_default()
}

/// A campaign in which places are wished, and the line of that round.
async fn wished(table: &Table, front: &Front) -> (String, u64) {
    let id = of_courts(table, "lombards").await;
    for user in [ANNA, BELA] {
        claims(front, table, &id, user, "").await;
    }
    let rounds = table.campaign(&id).await.public_view().rounds;
    let line = rounds.iter().find(|round| round.round == "order/1").unwrap().line;
    (id, line)
}

#[tokio::test]
async fn the_form_of_a_round_seals_what_is_typed_and_opens_again_with_what_was_sealed() {
    let (table, front) = (Table::new(70, None), Front::new().await);
    let (id, line) = wished(&table, &front).await;
    let button_of_it = CustomId::of(&id, line, "places/form/wish");
    let form = front.press(&table, ANNA, &button_of_it).await;
    assert_eq!((form["title"].as_str().unwrap(), stands(&form)), ("/places wish", ""));
    let own = form["custom_id"].as_str().unwrap();
    let sealed = front.fill(&table, ANNA, own, &[("place", "2")]).await;
    assert!(sealed.to_string().contains("Place 2 in the round."), "{sealed}");
    assert_eq!(stands(&front.press(&table, ANNA, &button_of_it).await), "2");
    // Nobody else has it before him, nor anything of it.
    assert_eq!(stands(&front.press(&table, BELA, &button_of_it).await), "");
    table.done(&id, ANNA, Verb::Final { round: "order/1".to_owned() }).await;
    let closed = front.press(&table, ANNA, &button_of_it).await;
    assert!(says(&closed).contains("Your envelope is Final. Withdraw Final first"), "{closed}");
    front.fill(&table, BELA, own, &[("place", "1")]).await;
    table.done(&id, BELA, Verb::Final { round: "order/1".to_owned() }).await;
    // The round is over: neither its button nor a form that is still open does anything.
    for told in [
        front.press(&table, ANNA, &button_of_it).await,
        front.fill(&table, ANNA, own, &[("place", "1")]).await,
    ] {
        assert!(says(&told).contains("envelopes that are closed by now"), "{told}");
    }
    let none = front.press(&table, ANNA, &CustomId::of(&id, 0, "places/form/wish")).await;
    assert!(says(&none).contains("Nothing that you could seal with this is asked of you now"), "{none}");
}

#[tokio::test]
async fn what_is_refused_can_be_tried_again_and_a_word_for_the_dice_stays() {
    let (table, front) = (Table::new(70, None), Front::new().await);
    let (id, line) = wished(&table, &front).await;
    let word = crate::common::word("swords");
    let choice = serde_json::json!({"place": 1});
    table.done(&id, ANNA, Verb::Seal { round: "order/1".to_owned(), choice, word: Some(word) }).await;
    let form = CustomId::of(&id, line, "places/form/wish");
    for (typed, why) in [("two", "\"two\" is no whole number from 1 to 9."), ("9", "2")] {
        let told = front.fill(&table, ANNA, &form, &[("place", typed)]).await;
        assert!(says(&told).starts_with('✖') && says(&told).contains(why), "{told}");
        let again = front.press(&table, ANNA, &button(&told, "Try again").unwrap()).await;
        assert_eq!(stands(&again), typed);
    }
    let sealed = front.fill(&table, ANNA, &form, &[("place", "2")]).await;
    assert!(sealed.to_string().contains("New word for the dice: swords"), "{sealed}");
}
