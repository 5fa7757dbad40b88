//! Values that are not as printed, typed and confirmed; and going back to the start of the step: as players press and type them.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says};
use crate::common::*;
use engine::table::{Act, Verb};
use serde_json::Value;

fn of_kind(sent: &[Sent], kind: &str) -> Vec<Value> {
    sent.iter().filter(|message| message.kind == kind).map(Sent::json).collect()
}

fn press_id(id: &str, verb: &str) -> String {
    format!("v1:{id}:0:{verb}")
}

#[tokio::test]
async fn a_whole_chart_is_typed_confirmed_and_fits_a_phone_in_every_language() {
    let mut front = Front::new().await;
    let table = Table::new(61, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL]).await;
    let list = front.press(&table, ANNA, &press_id(&id, "typed/list")).await;
    let text = list.to_string();
    assert!(text.contains("358 VP") && text.contains("220 of 220 cells"), "{text}");
    assert!(!text.contains("Highest bid"), "the bids are over: {text}");
    let form = front.press(&table, ANNA, &button(&list, "Type the printed values").unwrap()).await;
    let form = form["custom_id"].as_str().unwrap().to_owned();
    let told = front.fill(&table, ANNA, &form, &[("what", "Sweden 3")]).await;
    assert!(says(&told).contains("names no value") && told.to_string().contains("Sweden 3"), "{told}");
    // Every row of the chart, and every goal: 227 values in one proposal.
    let mut lines: Vec<String> = ["Austria", "France", "GB", "Prussia", "Russia", "Spain", "Turkey"]
        .iter()
        .map(|p| format!("{p} 400"))
        .collect();
    for percent in [5, 10, 15, 20, 25, 30, 45, 60, 75, 90, 120] {
        lines.push(format!("{percent} %: {}", vec!["12"; 20].join(" ")));
    }
    let told = front.fill(&table, ANNA, &form, &[("what", &lines.join("\n"))]).await;
    assert!(says(&told).contains("two other players"), "{told}");
    let card = of_kind(&table.sent(), "typed").pop().unwrap();
    assert!(card.to_string().contains("358 → **400 VP**"), "{card}");
    let confirm = button(&card, "Confirm").unwrap();
    let withdraw = button(&card, "Withdraw").unwrap();
    for (user, button, expected) in
        [(ANNA, &confirm, "others confirm"), (BELA, &withdraw, "Only who typed"), (OLAF, &confirm, "no seat")]
    {
        let told = front.press(&table, user, button).await;
        assert!(says(&told).contains(expected), "{told}");
    }
    assert!(says(&front.press(&table, BELA, &confirm).await).contains("You have confirmed it."));
    let desk = front.press(&table, CARL, &press_id(&id, "desk")).await;
    let look = button(&desk, "Look and confirm").unwrap();
    let shown = front.press(&table, CARL, &look).await;
    let told = front.press(&table, CARL, &button(&shown, "Confirm").unwrap()).await;
    assert!(says(&told).contains("with that it holds"), "{told}");
    let posts = of_kind(&table.sent(), "typed");
    assert!(posts.iter().any(|post| says(post).contains("227 values hold from here on")), "{posts:?}");
    for locale in ["en-US", "fi"] {
        front.locale = locale;
        let chart = front.press(&table, OLAF, &press_id(&id, "typed/chart")).await;
        let shown = chart["embeds"][0]["description"].as_str().unwrap();
        let widest = shown.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(shown.contains("*12*12") && widest <= 40, "{widest}: {shown}");
        front.press(&table, OLAF, &press_id(&id, "typed/list")).await;
    }
    table.verified(&id).await;
}

#[tokio::test]
async fn values_of_land_warfare_are_shown_page_by_page_and_typed_by_name_in_every_language() {
    let mut front = Front::new().await;
    let table = Table::new(63, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL]).await;
    let form = press_id(&id, "typed/values");
    let text = "Guard morale 4.5\nPursuit class 3, die: 0 10 15 20 25 30\nAustria, infantry morale, dominant 4.5\n\
                Probe against Counterattack, defender's table, round 3: 4-1\nTactical rating 3 against 1: −1\n\
                Portugal, cavalry morale, trained 3.5\nTerrain, forest: attacker's casualty level −2";
    let told = front.fill(&table, ANNA, &form, &[("what", text)]).await;
    assert!(says(&told).contains("two other players"), "{told}");
    let card = of_kind(&table.sent(), "typed").pop().unwrap();
    for line in
        ["Guard morale: 5.0 → **4.5**", "Pursuit class 3, die 1: 5 → **0 %**", "round 3: 4-2 → **4-1**"]
    {
        assert!(card.to_string().contains(line), "{line}: {card}");
    }
    let confirm = button(&card, "Confirm").unwrap();
    for user in [BELA, CARL] {
        front.press(&table, user, &confirm).await;
    }
    let refused = front.fill(&table, ANNA, &form, &[("what", "Guard morale 9.5")]).await;
    assert!(refused.to_string().contains("Guard morale can be 0.5 to 9.0; 9.5 was typed."), "{refused}");
    let list = front.press(&table, ANNA, &press_id(&id, "typed/list")).await;
    let listed = list.to_string();
    for line in ["Pursuit: 39 of 45 values", "Pursuit: 6 of 45 values", "Morale back in a night", "0.0"] {
        assert!(listed.contains(line), "{line}: {listed}");
    }
    // What each page must show: what was typed with its star, and a shipped value.
    let pages: [(&str, &[&str]); 5] = [
        ("Morale and ratings", &["*4.5", "3.5  4.5"]),
        ("Morale of minor countries", &["*3.5", "1.0"]),
        ("Pursuit", &["*10  *15  *20", "120"]),
        ("Chits", &["3-2 *4-1", "5-4  5-4", "2-1  3-1  3-2"]),
        ("Ratings, terrain, guard", &["*−2", "*−1"]),
    ];
    for locale in ["en-US", "fi"] {
        front.locale = locale;
        let list = front.press(&table, OLAF, &press_id(&id, "typed/list")).await;
        for (i, (label, expected)) in pages.iter().enumerate() {
            let own = commands::eia::land_values::Page::ALL[i];
            let button = press_id(&id, &format!("typed/page/{}", own.key()));
            assert!(list.to_string().contains(&button), "{label}: {list}");
            let page = front.press(&table, OLAF, &button).await;
            let shown = page["embeds"][0]["description"].as_str().unwrap();
            let point = if locale == "fi" { shown.replace(',', ".") } else { shown.to_owned() };
            for text in *expected {
                assert!(point.contains(text), "{label}: {text} in {shown}");
            }
            let blocks: Vec<&str> = shown.split("```").skip(1).step_by(2).collect();
            let widest = blocks.iter().flat_map(|block| block.lines()).map(|line| line.chars().count()).max();
            assert!(widest.unwrap() <= 40, "{label}: {shown}");
        }
    }
    front.locale = "fi";
    let text = "Venäjä, ratsuväen taistelumoraali 4,5\nTakaa-ajon luokka 3, noppa 1: 10 %";
    let told = front.fill(&table, BELA, &form, &[("what", text)]).await;
    assert!(says(&told).contains("neuvostossa"), "{told}");
    table.verified(&id).await;
}

#[tokio::test]
async fn a_step_is_set_back_when_all_agree_and_old_buttons_say_so() {
    let front = Front::new().await;
    let table = Table::new(62, None);
    let id = table.played(COUNCIL, &[ANNA, BELA, CARL]).await;
    let ask = press_id(&id, "step/form");
    let told = front.press(&table, ANNA, &ask).await;
    assert!(says(&told).contains("nothing to set back"), "{told}");
    let tell = |value| Verb::Act { act: Act::Tell { key: "vp/turkey".to_owned(), value }, text: None };
    table.done(&id, BELA, tell(5)).await;
    let envelopes = press_id(&id, "envelope/open/2");
    front.fill(&table, ANNA, &envelopes, &[("about", "Malta"), ("what", "")]).await;
    let form = front.press(&table, ANNA, &ask).await;
    let form = form["custom_id"].as_str().unwrap().to_owned();
    let told = front.fill(&table, ANNA, &form, &[("reason", "Wrong month @everyone")]).await;
    assert!(says(&told).contains("when everybody has agreed"), "{told}");
    let card = of_kind(&table.sent(), "set_back").pop().unwrap();
    assert!(!card.to_string().contains("@everyone"), "{card}");
    let (agree, decline) = (button(&card, "Agree").unwrap(), button(&card, "Decline").unwrap());
    assert!(says(&front.press(&table, OLAF, &agree).await).contains("no seat"));
    front.press(&table, CARL, &decline).await;
    let over = of_kind(&table.sent(), "set_back");
    assert!(over.iter().any(|post| says(post).contains("declined by")), "{over:?}");
    assert!(says(&front.press(&table, BELA, &agree).await).contains("not asked any more"));
    front.fill(&table, ANNA, &form, &[("reason", "Truly")]).await;
    let card = of_kind(&table.sent(), "set_back").pop().unwrap();
    let agree = button(&card, "Agree").unwrap();
    let desk = front.press(&table, CARL, &press_id(&id, "desk")).await;
    assert!(button(&desk, "Look and answer").is_some(), "{desk}");
    front.press(&table, CARL, &agree).await;
    let told = front.press(&table, BELA, &agree).await;
    assert!(says(&told).contains("back at its start"), "{told}");
    let posts = of_kind(&table.sent(), "set_back");
    let text = posts.iter().map(Value::to_string).collect::<String>();
    assert!(text.contains("Turkey 5 → 0 VP") && text.contains("all have agreed"), "{text}");
    assert!(text.contains("Gone with it: ") && text.contains("Malta"), "{text}");
    // What was told and taken back is no history.
    let entries = table.house.entries(&id).await.unwrap();
    let live = table.house.campaign(&id).await.unwrap();
    let live = live.lock().await;
    let scene = live.scene(engine::table::By::Person(1), false);
    let lines = commands::present::chronicle::lines(&scene, &entries);
    assert!(
        lines.iter().all(|line| !line.text.contains("0 → 5 VP")),
        "{:?}",
        lines.iter().map(|l| &l.text).collect::<Vec<_>>()
    );
    assert!(lines.iter().any(|line| line.text.contains("All agree")));
    drop(live);
    table.verified(&id).await;
}
