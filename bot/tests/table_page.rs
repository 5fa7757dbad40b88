//! The local table's page in headless Chromium: what people do there with buttons, forms and typed commands, on a wide screen and on a phone.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::chromium::browser;
use crate::common::tab::Tab;
use crate::common::{COUNCIL, SEVEN, table};
use commands::present::pictures::png;
use db::{Commit, NewMessage, Target};
use serde_json::json;

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_an_evening_on_the_page() {
    let Some(browser) = browser() else { return };
    let table = table(&SEVEN).await;
    let mut tab = Tab::open(&browser, &table.server().page_url()).await;

    // Anna founds a campaign: typed out whole, then a form.
    tab.run("await sit('Anna'); await type('/campaign found name:\"On the page\" players:2');").await;
    tab.run("await fill({ ceiling: '20', clock: '48 72 UTC' }); await says('On the page');").await;
    // Both take a seat by button and form; the faces at the left change who sits there.
    tab.run("await press('Take a seat'); await fill({ word: 'lobster' }); await says('Anna');").await;
    tab.run("await sit('Bertil'); await press('Take a seat'); await fill({ word: 'fjord' });").await;
    tab.run(
        "await sit('Anna'); await press('My desk'); await press('Start play'); await button('Seal my bids');",
    )
    .await;

    // A form says what is wrong before anything is sent, and keeps what was typed.
    let kept = tab
        .run(
            "await press('Seal my bids');
             const form = await until('The form', () => document.querySelector('dialog.modal[open]'));
             const bids = form.querySelector('[data-custom-id=\"bids\"]');
             bids.value = ''; form.querySelector('[data-modal-submit]').click();
             const error = await until('What is wrong', () => form.querySelector('.field-error').textContent);
             bids.value = '1 2 3 4 5 6 7'; form.querySelector('[data-modal-submit]').click();
             await until('The end of the form', () => !document.querySelector('dialog.modal[open]'));
             await press('Make it Final');
             return error;",
        )
        .await;
    assert!(!kept.as_str().unwrap().is_empty());

    // What is for Anna alone is not in Bertil's messages, and the same page on a phone is no wider than the phone.
    let anna = tab.run("return document.querySelectorAll('#messages [data-ephemeral]').length;").await;
    assert!(anna.as_u64().unwrap() > 0);
    tab.on_a_phone().await;
    let bertil = tab
        .run(
            "await sit('Bertil'); await press('My desk'); await press('Seal my bids');
             await fill({ bids: '7 6 5 4 3 2 1' });
             await press('Make it Final'); await says('France');
             return [document.body.innerText.includes('lobster'), document.documentElement.scrollWidth, innerWidth];",
        )
        .await;
    assert_eq!(bertil, json!([false, 390, 390]));
    table.table.quiet().await.unwrap();
    let powers = tab.run("await says('chosen'); return document.getElementById('messages').innerText;").await;
    assert!(powers.as_str().unwrap().contains("Austria"), "{powers}");

    // The clock is moved just past the next deadline that the screen tells of.
    let before = local_discord::Clock::now(&*table.clock);
    tab.run(
        "document.getElementById('clock-open').click();
         (await until('The button', () => document.querySelector('#clock-next:not([hidden])'))).click();",
    )
    .await;
    // The page asks for it by a request of its own, which may come later than one looks.
    let now = || local_discord::Clock::now(&*table.clock);
    crate::common::until("the clock is moved", || now() > before).await;
    table.table.quiet().await.unwrap();
    let moved = now() - before;
    // At most that of a grave step, at the end of the night after its 72 hours; the card of the next may not be there yet.
    assert!((3600..=81 * 3600).contains(&moved), "{moved}");

    assert_eq!(tab.complaints, Vec::<String>::new());
    table.close().await;
}

/// A message for the outbox, in the campaign that is told.
fn message(target: Target, says: &str) -> NewMessage {
    NewMessage {
        target,
        body: json!({"content": says}).to_string(),
        files: Vec::new(),
        picture: None,
        line: None,
        since: 0,
        kind: "battle".to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thread_and_a_picture_are_found_on_a_phone() {
    let Some(browser) = browser() else { return };
    let table = table(&SEVEN).await;
    let campaign = table.found("On the page", 2).await;
    let store = &table.table.house.store;
    let expect_seq = store.entries(&campaign, 0).await.unwrap().len() as u64;
    let channel = table.server().channel_id(COUNCIL).unwrap();
    let (purpose, name) =
        ("battle/1".to_owned(), "Battle of Saint-Jean-de-Maurienne, September 1805".to_owned());
    let attached = json!([{"id": "0", "filename": "ulm.png", "description": "France wins at Ulm."}]);
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"390\" height=\"900\"/>";
    let end = NewMessage {
        body: json!({"content": "It is over.", "attachments": attached}).to_string(),
        files: vec![("ulm.png".to_owned(), png(svg, 2.5).unwrap())],
        ..message(Target::Channel(channel), "")
    };
    let outbox = vec![
        message(Target::Opening { purpose: purpose.clone(), name, channel }, "A battle is opened."),
        message(Target::Thread { purpose, channel }, "The first day."),
        end,
    ];
    let mut tab = Tab::open(&browser, &table.server().page_url()).await;
    tab.on_a_phone().await;
    tab.run("await sit('Anna'); await says('On the page');").await;
    // The page is open while the thread is made.
    store.commit(Commit { campaign, expect_seq, outbox, ..Commit::default() }).await.unwrap();
    table.table.house.outbox.notify_one();
    let found = tab
        .run(
            "await says('It is over');
             const picture = await until('The picture', () => document.querySelector('#messages img[alt=\"France wins at Ulm.\"]'));
             await until('Its bytes', () => picture.complete && picture.naturalWidth > 0);
             const way = await until('The way in', () => document.querySelector('#messages [data-thread]'));
             const high = way.getBoundingClientRect().height;
             const wide = document.documentElement.scrollWidth;
             way.click();
             await says('The first day');
             const inside = [document.getElementById('channel-name').textContent, document.getElementById('messages').innerText.includes('It is over'), document.documentElement.scrollWidth];
             const listed = [...document.querySelectorAll('#channels .channel')].map((one) => one.dataset.channelName);
             document.querySelector('[data-parent]').click();
             await says('It is over');
             return [wide, high >= 44, inside, listed.slice(0, 2)];",
        )
        .await;
    let name = "Battle of Saint-Jean-de-Maurienne, September 1805";
    assert_eq!(found, json!([390, true, [name, false, 390], [COUNCIL, name]]));
    assert_eq!(tab.complaints, Vec::<String>::new());
    table.table.quiet().await.unwrap();
    table.close().await;
}
