//! The local table's page in headless Chromium: what people do there with buttons, forms and typed commands, on a wide screen and on a phone.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::chromium::browser;
use crate::common::tab::Tab;
use crate::common::{SEVEN, table};
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
    tab.run("await sit('Anna'); await press('Start play'); await button('Seal my bids');").await;

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
    table.table.quiet().await.unwrap();
    let moved = local_discord::Clock::now(&*table.clock) - before;
    assert!((3600..=73 * 3600).contains(&moved), "{moved}");

    assert_eq!(tab.complaints, Vec::<String>::new());
    table.close().await;
}
