//! Private messages end to end: answers take their place, files go with them, what was refused comes back; and a campaign that everybody
//! left is closed by who manages the server.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::{self, SEVEN, Table, all_of, answer, button, refusal};
use engine::table::Stage;
use local_discord::{Kind, Seen};

/// The one answer to somebody, which took the place of a message of his.
#[track_caller]
fn in_place(seen: &[Seen], who: &str, message: Option<u64>) -> Seen {
    let told = answer(seen, who);
    assert_eq!((told.kind, told.message), (Kind::Edit, message), "{told:?}");
    told.clone()
}

async fn chosen(table: &Table, players: usize) -> String {
    let id = table.begun(players).await;
    table.chooses_powers(players).await;
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_desk_is_one_message_whatever_is_pressed_on_it() {
    let table = common::table(&SEVEN[..2]).await;
    chosen(&table, 2).await;
    let seen = table.slash("Anna", "/desk").await;
    let desk = answer(&seen, "Anna").message;
    let before = table.server().requests().len();
    in_place(&table.press("Anna", "Strongbox").await, "Anna", desk);
    // A form of that message, refused and sent again; then taken.
    table.press("Anna", "Add").await;
    let seen = table.fill("Anna", &[("roster", "III Corps: many infantry")]).await;
    assert!(refusal(&seen, "Anna").contains("III Corps"));
    assert_eq!((seen[0].kind, seen[0].message), (Kind::Edit, desk));
    assert!(all_of(&seen[0]).contains("```\\nIII Corps: many infantry\\n```"), "{seen:?}");
    let form = table.press("Anna", "Try again").await;
    assert!(all_of(&form[0]).contains("III Corps: many infantry"), "{form:?}");
    let told = table.fill("Anna", &[("roster", "Treasury of Russia: 14")]).await;
    assert!(all_of(&in_place(&told, "Anna", desk)).contains("14"), "{told:?}");
    in_place(&table.press("Anna", "My desk").await, "Anna", desk);
    // The record as a file; back at the desk the file is gone.
    in_place(&table.press("Anna", "More…").await, "Anna", desk);
    let told = in_place(&table.press("Anna", "Record as a file").await, "Anna", desk);
    assert_eq!(told.files.len(), 1, "{told:?}");
    let told = in_place(&table.press("Anna", "My desk").await, "Anna", desk);
    assert!(told.files.is_empty(), "{told:?}");
    // A member is chosen from those of the server.
    in_place(&table.press("Anna", "More…").await, "Anna", desk);
    in_place(&table.press("Anna", "Share my seat").await, "Anna", desk);
    let told = in_place(&table.press("Anna", "My desk").await, "Anna", desk);
    let told_ready = in_place(&table.press("Anna", "Ready").await, "Anna", desk);
    assert!(
        told_ready.text.starts_with("You are ready.\nAwaited: ") && told_ready.embeds != told.embeds,
        "{told_ready:?}"
    );
    assert!(table.server().requests().len() > before);
    // On the card in the council the answer is a message of its own.
    let card = table.server().messages(table.server().channel_id(common::COUNCIL).unwrap());
    let is_public = |one: &serde_json::Value| one["flags"].as_u64().unwrap_or(0) & 64 == 0;
    let mut cards = card.iter().rev().filter(|one| is_public(one) && one.to_string().contains("turn/ready"));
    let card = cards.next().unwrap();
    let id = card["id"].as_str().unwrap().parse().unwrap();
    let ready = button(&told, "Ready");
    let seen = table.press_on("Bertil", id, &ready).await;
    assert_eq!(answer(&seen, "Bertil").kind, Kind::Reply);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_without_its_options_asks_before_anything_is_done() {
    let table = common::table(&SEVEN[..3]).await;
    let id = chosen(&table, 3).await;
    let lines = table.lines(&id).await;
    let seen = table.slash("Bertil", "/away").await;
    let asked = answer(&seen, "Bertil").message;
    assert_eq!(table.lines(&id).await, lines, "nothing is done by asking");
    let seen =
        table.server().choose("Bertil", "A week, with this regent", &["Chiara".to_owned()]).map(|_| ());
    seen.unwrap();
    let seen = table.since(0).await;
    let told = seen.iter().rev().find(|one| one.message == asked).unwrap();
    assert!(told.text.starts_with("You are away."), "{told:?}");
    assert!(seen.iter().any(|one| one.text.contains("Chiara acts as regent.")), "{seen:?}");

    // Envelopes: with whom is chosen, what was typed with the command stands in the form.
    let seen = table.slash("Anna", "/envelope open about:Malta").await;
    assert_eq!(answer(&seen, "Anna").kind, Kind::Reply);
    table.server().choose("Anna", "With whom?", &["2".to_owned(), "3".to_owned()]).unwrap();
    let seen = table.since(0).await;
    let form = seen.iter().rev().find(|one| one.kind == Kind::Modal).unwrap();
    assert!(
        form.text.starts_with("Sealed envelopes · with Bertil, Chiara") && all_of(form).contains("Malta")
    );
    let seen = table.fill("Anna", &[]).await;
    assert!(seen.iter().any(|one| one.text.contains("Sealed envelopes, asked for by")), "{seen:?}");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_that_has_not_begun_is_closed_only_once_its_host_says_so_again() {
    let table = common::table(&SEVEN[..2]).await;
    table.slash("Anna", "/campaign found name:Early players:2").await;
    table.fill("Anna", &[]).await;
    assert!(refusal(&table.slash("Bertil", "/campaign close").await, "Bertil").contains("only the host"));
    let stage = async || {
        let row = table.table.house.store.campaigns().await.unwrap().remove(0);
        table.table.house.campaign(&row.id).await.unwrap().lock().await.campaign.play.stage
    };
    let seen = table.slash("Anna", "/campaign close").await;
    assert!(answer(&seen, "Anna").text.contains("for good"), "{seen:?}");
    assert_eq!(stage().await, Stage::Gathering);
    let seen = table.press("Anna", "Close it").await;
    assert_eq!(stage().await, Stage::Closed);
    let cards: Vec<String> = seen.iter().map(|seen| seen.embeds.to_string()).collect();
    assert!(cards.iter().any(|card| card.contains("Nothing changes on this card")), "{cards:?}");
    assert!(!cards.iter().any(|card| card.contains("kept up to date")), "{cards:?}");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_that_everybody_left_is_closed_by_who_manages_the_server() {
    // Anna owns the server; Bertil is host.
    let table = common::table(&SEVEN[..4]).await;
    table.slash("Bertil", "/campaign found name:Left players:2").await;
    table.fill("Bertil", &[]).await;
    for who in ["Bertil", "Chiara"] {
        table.slash(who, &format!("/campaign join word:{}", who.to_lowercase())).await;
    }
    table.slash("Bertil", "/campaign start").await;
    assert!(refusal(&table.slash("Anna", "/campaign close").await, "Anna").contains("no seat"));
    for who in ["Bertil", "Chiara"] {
        table.slash(who, "/seat resign").await;
        table.press(who, "Leave my seat").await;
    }
    // The host is still here, so it is his to close.
    assert!(refusal(&table.slash("Anna", "/campaign close").await, "Anna").contains("the host closes it"));
    assert!(table.server().remove_member("Bertil", true));
    // Who may not manage the server does not close it either.
    assert!(
        refusal(&table.slash("Dmitri", "/campaign close").await, "Dmitri").contains("the host closes it")
    );
    let row = table.table.house.store.campaigns().await.unwrap().remove(0);
    let stage = async || {
        let live = table.table.house.campaign(&row.id).await.unwrap();
        live.lock().await.campaign.play.stage
    };
    // She is asked first, as a host is.
    let seen = table.slash("Anna", "/campaign close").await;
    assert!(answer(&seen, "Anna").text.contains("Everybody has left **Left**"), "{seen:#?}");
    assert_eq!(stage().await, Stage::Playing);
    let seen = table.press("Anna", "Close it").await;
    assert_eq!(answer(&seen, "Anna").text, "The campaign is closed.");
    assert_eq!(stage().await, Stage::Closed);
    let (_, text) = table.table.house.record(&row.id).await.unwrap();
    engine::table::verify::verify(text.as_bytes(), &[]).unwrap_or_else(|wrong| panic!("{}", wrong.why));
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_is_called_after_its_channel_where_its_founder_says_nothing_else() {
    let table = common::table(&SEVEN[..2]).await;
    for (channel, line, called) in [
        (common::COUNCIL, "/campaign found scenario:europa", common::COUNCIL),
        (common::LOUNGE, "/campaign found scenario:europa name:\"The Italian Wars\"", "The Italian Wars"),
    ] {
        table.slash_in(channel, SEVEN[0], line).await;
        table.fill(SEVEN[0], &[]).await;
        let campaigns = table.table.house.store.campaigns().await.unwrap();
        assert!(campaigns.iter().any(|row| row.name == called), "{called}: {campaigns:#?}");
    }
    table.close().await;
}
