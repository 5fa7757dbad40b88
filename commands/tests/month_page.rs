//! A month as a page: what stands on it, that whatever anybody wrote is text there, and that a phone shows it without scrolling sideways.
#![allow(clippy::unwrap_used)]

use crate::common::front::{self, Front, button};
use crate::common::*;
use crate::politics::{SEVEN, of, on_to};
use commands::asked::At;
use commands::eia::month_page;
use engine::eia::powers::Power;
use engine::table::act::{Act, Exchanged};
use engine::table::press::Change;
use engine::table::{Founding, SeatId, Secret, Text, Verb};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const EVIL: &str = "<img src=x onerror=\"parent.hit=1\"><script>parent.hit=1</script>&amp;";

/// A text that breaks nowhere: it must not make the page wider.
fn long() -> String {
    "W".repeat(600)
}

fn text(words: &str, salt: u8) -> Text {
    Text { text: words.to_owned(), salt: Secret::new([salt; 32]) }
}

fn said(act: Act, words: &str, salt: u8) -> Verb {
    Verb::Act { act, text: Some(text(words, salt)) }
}

/// Seven players, one of them with a name of markup, through January 1805: a war, a free envelope, dice, press.
async fn january(table: &Table) -> (String, Value) {
    let switches = json!({"politics": "kept"});
    let options = json!({"ceiling": 60, "spare": "uncontrolled", "switches": switches});
    let name = format!("War {EVIL}");
    let id = table.found(ANNA, COUNCIL, &name, Founding { options, ..founding(7) }).await;
    for (n, user) in SEVEN.into_iter().enumerate() {
        let asker = if user == BELA { table.asker_named(user, EVIL) } else { table.asker(user) };
        table.order(&id, &asker, Verb::Join { word: word(&format!("w{n}")) }).await;
    }
    let turn = act(Act::Switch { key: "press".to_owned(), value: "anonymous".to_owned() });
    table.done(&id, ANNA, turn).await;
    table.done(&id, ANNA, Verb::Start).await;
    table.all_bid(&id, &SEVEN).await;
    table.done(&id, ANNA, said(Act::Press, EVIL, 1)).await;
    table.done(&id, BELA, said(Act::Press, &long(), 2)).await;
    table
        .done(
            &id,
            ANNA,
            Verb::Press {
                change: Change::Write { text: text("Signed by nobody", 3), salt: Secret::new([4; 32]) },
            },
        )
        .await;
    table.watch.pass(24 * 60 * 60);
    table.house.look_in(&id).await.unwrap();
    table
        .done(
            &id,
            BELA,
            Verb::Press {
                change: Change::Write { text: text("Still in the drawer", 5), salt: Secret::new([6; 32]) },
            },
        )
        .await;
    table.done(&id, ANNA, Verb::Dispatch { to: SeatId::numbered(2), text: text("For Bela alone", 7) }).await;
    table.done(&id, ANNA, roll("2d6", Some("<i>luck</i>"))).await;
    let seats = vec![SeatId::numbered(1), SeatId::numbered(2)];
    table.done(&id, ANNA, said(Act::Exchange { seats, kind: Exchanged::Text }, "<u>What now?</u>", 8)).await;
    let free = |view: &engine::table::View| {
        view.rounds.iter().find(|round| round.round.starts_with("free/")).unwrap().round.clone()
    };
    let round = free(&table.campaign(&id).await.public_view());
    for (user, words) in [(ANNA, EVIL), (BELA, "a reply")] {
        table.done(&id, user, sealing(&round, &json!({"text": words}))).await;
        table.done(&id, user, Verb::Final { round: round.clone() }).await;
    }
    // Austria declares war on Turkey.
    let austria = of(table, &id, Power::Austria).await;
    let sheets = table.campaign(&id).await.public_view();
    let round =
        sheets.rounds.iter().find(|round| round.round.starts_with("politics/")).unwrap().round.clone();
    for user in SEVEN {
        let own = if user == austria { json!({"war/austria": ["turkey"]}) } else { json!({}) };
        table.done(&id, user, sealing(&round, &own)).await;
        table.done(&id, user, Verb::Final { round: round.clone() }).await;
    }
    on_to(table, &id, "talks").await;
    table.sent();
    on_to(table, &id, "war").await;
    let gazette = table.sent().into_iter().find(|post| post.kind == "gazette").unwrap().json();
    (id, gazette)
}

async fn page(table: &Table, user: u64, gazette: &Value) -> String {
    let press = button(gazette, "As a page").unwrap();
    let [_, id, line, verb] = press.splitn(4, ':').collect::<Vec<_>>()[..] else { panic!("{press}") };
    assert_eq!(verb, "gazette/page");
    let asked = front::asked(table, user, Some(GUILD), COUNCIL);
    let message =
        month_page::made(At { house: &table.house, asked: &asked, campaign: id }, line.parse().unwrap())
            .await
            .unwrap();
    assert_fits(&message.json());
    assert!(message.files[0].name.ends_with("1805-01.html"), "{}", message.files[0].name);
    String::from_utf8(message.files[0].bytes.clone()).unwrap()
}

#[tokio::test]
async fn a_month_is_one_page_in_which_everything_written_is_text() {
    let table = Table::new(63, None);
    let (_, gazette) = january(&table).await;
    let page = page(&table, ANNA, &gazette).await;
    for part in [
        "January 1805",
        "What it changed",
        "The map at its end",
        "Austria declares war on Turkey",
        "Austria declares war on Turkey.",
        "Signed by nobody",
        "Without a name",
        "a reply",
        "&lt;i&gt;luck&lt;/i&gt;",
        "&lt;u&gt;What now?&lt;/u&gt;",
        "&lt;script&gt;parent.hit=1&lt;/script&gt;&amp;amp;",
        "data:image/png;base64,",
    ] {
        assert!(page.contains(part), "{part} is missing");
    }
    // What lay in Austria's sheet stands with what was sealed, and only there in these words.
    let sealed = page.split("What was sealed and lies open").nth(1).unwrap().split("<h2>").next().unwrap();
    assert!(sealed.contains("Austria declares war on Turkey"), "{sealed}");
    // Of those who declared nothing there is nothing to say, and a step of several gates stands under one heading.
    assert_eq!(sealed.matches("<b>").count(), 3, "{sealed}");
    assert_eq!(page.matches("<h3>Political phase</h3>").count(), 1);
    // What is nobody's to read, and what stays closed.
    for secret in ["Still in the drawer", "For Bela alone"] {
        assert!(!page.contains(secret), "{secret}");
    }
    let markup = page.to_lowercase();
    for never in ["<script", "<i>", "<u>", "http://", "https://", "<link", "<iframe", "onerror=\""] {
        assert!(!markup.contains(never), "{never}");
    }
    assert_eq!(markup.matches("<img").count(), 1);
    // Everybody gets the same page, as somebody who holds no seat sees it.
    assert!(page == self::page(&table, OLAF, &gazette).await);
}

#[tokio::test]
async fn the_button_of_another_place_is_refused_in_a_sentence() {
    let (front, table) = (Front::new().await, Table::new(64, None));
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL]).await;
    let told = front.press(&table, ANNA, &format!("v1:{id}:3:gazette/page")).await;
    assert!(front::says(&told).contains("No month of this campaign ended there"), "{told}");
}

#[tokio::test]
async fn a_phone_shows_it_without_scrolling_sideways_and_runs_nothing() {
    let Some(browser) = browser() else { return };
    let table = Table::new(65, None);
    let (_, gazette) = january(&table).await;
    let page = page(&table, ANNA, &gazette).await;
    let told = measured(&browser, &page);
    assert_eq!(told["width"], 390, "{told}");
    assert!(told["scroll"].as_u64().unwrap() <= 390, "it scrolls sideways: {told}");
    assert_eq!(
        (&told["scripts"], &told["images"], &told["hit"]),
        (&json!(0), &json!(1), &json!(0)),
        "{told}"
    );
    assert!(told["drawn"].as_u64().unwrap() > 100, "the map is drawn: {told}");
    let text = told["text"].as_str().unwrap();
    assert!(text.contains(EVIL) && text.contains(&long()), "every letter stands there");
}

/// The browser; `None`, with a printed reason, where there is none and none is demanded.
fn browser() -> Option<PathBuf> {
    let wanted = std::env::var_os("CHANCERY_CHROMIUM").map(PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = wanted.or_else(|| {
        std::env::split_paths(&path).map(|folder| folder.join("chromium")).find(|file| file.is_file())
    });
    if found.is_none() {
        assert!(std::env::var("CI").is_ok_and(|ci| ci != "true") || std::env::var("CI").is_err());
        println!("skipped: there is no Chromium here (install it, or name it in CHANCERY_CHROMIUM)");
    }
    found
}

/// What a frame as wide as a phone makes of a page.
fn measured(browser: &Path, page: &str) -> Value {
    let page = serde_json::to_string(page).unwrap().replace("</", "<\\/").replace("<!--", "<\\u0021--");
    let harness = format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><body><iframe id=\"phone\" style=\"border:0;width:390px;height:844px\"></iframe>\
         <pre id=\"told\"></pre><script>\nvar hit = 0;\nconst phone = document.getElementById('phone');\n\
         phone.onload = () => {{ setTimeout(() => {{\nconst seen = phone.contentDocument;\n\
         const image = seen.querySelector('img');\n\
         document.getElementById('told').textContent = JSON.stringify({{\
         width: phone.clientWidth, scroll: seen.documentElement.scrollWidth, scripts: seen.scripts.length,\
         images: seen.images.length, drawn: image ? image.naturalWidth : 0, hit, text: seen.body.innerText}});\n}}, 200); }};\n\
         phone.srcdoc = {page};\n</script></body>"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("harness.html");
    std::fs::write(&file, harness).unwrap();
    let made = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
        ])
        .args(["--disable-component-update", "--disable-sync", "--virtual-time-budget=20000", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("file://{}", file.display()))
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .unwrap();
    let document = String::from_utf8(made.stdout).unwrap();
    let from = document.find("<pre id=\"told\">").unwrap() + "<pre id=\"told\">".len();
    let told = &document[from..from + document[from..].find("</pre>").unwrap()];
    let told =
        told.replace("&lt;", "<").replace("&gt;", ">").replace("&nbsp;", "\u{a0}").replace("&amp;", "&");
    serde_json::from_str(&told).unwrap_or_else(|error| panic!("{error}: {told}"))
}
