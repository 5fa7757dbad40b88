//! The front door: buttons and forms as Discord hands them in, also after a restart, and whatever else somebody could send.
#![allow(clippy::unwrap_used)]

use crate::common::front::{Front, button, says};
use crate::common::*;
use serde_json::json;

#[tokio::test]
async fn after_a_restart_everything_is_as_it_was_and_old_buttons_work() {
    let front = Front::new().await;
    let table = Table::new(8, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    let sent = table.sent();
    let posted = sent.iter().find(|message| message.kind == "started").unwrap().json();
    let bid = button(&posted, "Seal my bids").unwrap();
    let founded = sent.iter().find(|message| message.kind == "founded").unwrap().json();
    let sealed = table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await.json();
    let before = table.campaign(&id).await;

    let table = table.restarted(|_| ());
    assert_eq!(table.campaign(&id).await, before);
    assert!(table.sent().iter().all(|message| message.kind != "started"));

    // The form of the round, filled with what is sealed; for the other empty; for a stranger none.
    let form = front.press(&table, ANNA, &bid).await;
    assert_eq!(form["custom_id"], bid.as_str());
    assert!(form["components"][0]["components"][0]["value"].as_str().unwrap().contains("Turkey 7"));
    let form = front.press(&table, BELA, &bid).await;
    assert!(!form.to_string().contains("Turkey 7"));
    assert!(says(&front.press(&table, OLAF, &bid).await).contains("no seat"));

    let told =
        front.fill(&table, BELA, &bid, &[("bids", "1 2 3 4 5 6 x"), ("preference", ""), ("word", "")]).await;
    assert!(says(&told).ends_with('.') && says(&told).contains("names no power"));
    let told = front
        .fill(&table, BELA, &bid, &[("bids", &"x".repeat(6000)), ("preference", ""), ("word", "")])
        .await;
    assert!(says(&told).chars().count() < 300);
    let told = front
        .fill(
            &table,
            BELA,
            &bid,
            &[
                ("bids", "7 6 5 4 3 2 1"),
                ("preference", "England, France, Turkey, Spain, Russia, Prussia, Austria"),
                ("word", "Heron"),
            ],
        )
        .await;
    assert!(says(&told).to_lowercase().contains("sealed"), "{told}");
    assert!(
        says(&front.press(&table, ANNA, &button(&sealed, "Make it Final").unwrap()).await).contains("Final")
    );
    let last = button(&told, "Make it Final").unwrap();
    assert!(says(&front.press(&table, BELA, &last).await).contains("opened"));
    let chosen = table.sent().into_iter().find(|message| message.kind == "chosen").unwrap().json();
    let why = front.press(&table, OLAF, &button(&chosen, "Why").unwrap()).await.to_string();
    assert!(why.contains("house.general.bids-order"), "{why}");
    // The round is over: a press on an old card gets a sentence.
    for id in [&bid, &last, &bid.replace(":bid", ":open")] {
        let told = front.press(&table, BELA, id).await;
        assert!(says(&told).ends_with('.') && !says(&told).is_empty(), "{told}");
    }
    let told = front.fill(&table, BELA, &bid, &[("bids", "1 2 3 4 5 6 7")]).await;
    assert!(says(&told).ends_with('.'), "{told}");

    for label in ["Take a seat", "Status"] {
        let pressed = front.press(&table, OLAF, &button(&founded, label).unwrap()).await;
        assert!(pressed.get("embeds").is_some() || pressed.get("title").is_some());
    }
    let join = button(&founded, "Take a seat").unwrap();
    assert!(says(&front.fill(&table, OLAF, &join, &[("word", "late")]).await).contains("taken"));
    assert!(
        says(&front.fill(&table, OLAF, &join, &[("word", "two words")]).await).contains("1 to 16 letters")
    );
    table.verified(&id).await;
}

#[tokio::test]
async fn what_comes_from_outside_is_never_trusted() {
    let front = Front::new().await;
    let table = Table::new(9, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    let before = table.campaign(&id).await;
    let line = before.play.rounds.values().next().unwrap().line;
    for custom_id in [
        "",
        "v1",
        "v1::",
        "v1:-:0:",
        "v2:abcdefghij:0:bid",
        "v1:ABCDEFGHIJ:0:bid",
        "v1:-:0:found/1807/7/second/0/0/en-US",
        "v1:-:0:join",
        "v1:nowhere123:0:status",
        "v1:nowhere123:0:desk",
        "v1:nowhere123:0:start",
        "v1:nowhere123:0:bid",
        "v1:nowhere123:0:final",
        "v1:nowhere123:0:release",
        "v1:nowhere123:0:dispatches",
        "v1:nowhere123:0:undo",
        "v1:-:-1:help/play",
        "v1:-:99999999999999999999:help/play",
        &format!("v1:{id}:0:"),
        &format!("v1:{id}:0:😀"),
        &format!("v1:{id}:0:bid"),
        &format!("v1:{id}:0:final"),
        &format!("v1:{id}:{line}:release"),
        &format!("v1:{id}:{}:final", line + 1),
        &"x".repeat(6000),
    ] {
        let told = front.press(&table, OLAF, custom_id).await;
        assert!(says(&told).ends_with('.'), "{custom_id:?}: {told}");
        let told = front
            .fill(
                &table,
                OLAF,
                custom_id,
                &[("word", "a"), ("bids", "1 2 3 4 5 6 7"), ("name", ""), ("goals", "x"), ("ceiling", "x")],
            )
            .await;
        assert!(says(&told).ends_with('.'), "{custom_id:?}: {told}");
    }
    for verb in ["start", "undo", "final", "open", "release"] {
        let told = front.press(&table, OLAF, &format!("v1:{id}:{line}:{verb}")).await;
        assert!(says(&told).ends_with('.'), "{verb}: {told}");
    }
    assert_eq!(table.campaign(&id).await, before);
    for topic in ["play", "secrets", "dice", "nonsense"] {
        front.press(&table, OLAF, &format!("v1:-:0:help/{topic}")).await;
    }
}

#[tokio::test]
async fn a_founding_by_its_form() {
    let front = Front::new().await;
    let table = Table::new(10, None);
    let form = "v1:-:0:found/1805/2/uncontrolled/0/0/en-US";
    let fields = |name: &'static str, goals: &'static str, ceiling: &'static str| {
        [("name", name), ("goals", goals), ("ceiling", ceiling)]
    };
    let long: &'static str = Box::leak("é".repeat(6000).into_boxed_str());
    for (says_so, name, goals, ceiling) in [
        ("name", "  ", "", "30"),
        ("100 characters", long, "", "30"),
        ("names no power", "War", "Poland 5", "30"),
        ("goal is", "War", "Austria -5", "30"),
        ("whole number", "War", "", "thirty"),
        ("whole number", "War", "", "-1"),
        ("ceiling", "War", "", "5"),
        ("has no number|names no power", "War", long, "30"),
    ] {
        let told = front.fill(&table, ANNA, form, &fields(name, goals, ceiling)).await;
        assert!(
            says_so.split('|').any(|part| says(&told).contains(part)) && says(&told).ends_with('.'),
            "{says_so}: {told}"
        );
    }
    for id in [
        "v1:-:0:found/1066/2/second/0",
        "v1:-:0:found/1805/2/nonsense/0/0/en-US",
        "v1:-:0:found/1805/x/second/0/0/en-US",
        "v1:-:0:found/1805/2/second",
        "v1:-:0:found/",
    ] {
        let told = front.fill(&table, ANNA, id, &fields("War", "", "30")).await;
        assert!(says(&told).ends_with('.'), "{told}");
    }
    assert!(table.house.store.campaigns().await.unwrap().is_empty());
    let told = front
        .fill(&table, ANNA, form, &fields("  Cafe\u{301} 😀 @everyone ", "Austria 100\nGB: 200", "12"))
        .await;
    assert!(says(&told).contains("is founded"), "{told}");
    let row = table.house.store.campaigns().await.unwrap().remove(0);
    assert_eq!((row.name.as_str(), row.channel, row.guild), ("Café 😀 @everyone", COUNCIL, GUILD));
    let campaign = table.campaign(&row.id).await;
    assert_eq!(campaign.founded.options["goals"]["great_britain"], 200);
    assert_eq!(campaign.founded.options["goals"]["france"], 370);
    assert_eq!((campaign.founded.seats, &campaign.founded.options["spare"]), (2, &json!("uncontrolled")));
    let post = table.sent().remove(0).text;
    assert!(post.contains("set by this group") && post.contains("stay uncontrolled"));
}

#[tokio::test]
async fn a_dispatch_that_no_message_could_bring_waits_at_its_owners_desk_alone() {
    let front = Front::new().await;
    let table = Table::new(19, None);
    let id = table.begun(COUNCIL, &[ANNA, BELA]).await;
    table.done(&id, ANNA, sheet([1, 2, 3, 4, 5, 6, 7])).await;
    let due = table.house.store.due(table.house.now(), 100).await.unwrap();
    let receipt = due.iter().find(|row| row.kind == "receipt").unwrap();
    table.house.store.park(receipt.id, 50007, "closed").await.unwrap();
    let desk = format!("v1:{id}:0:desk");
    let shown = front.press(&table, ANNA, &desk).await;
    let read = button(&shown, "Read dispatches").unwrap();
    assert_eq!(button(&front.press(&table, BELA, &desk).await, "Read dispatches"), None);
    assert!(says(&front.press(&table, BELA, &read).await).contains("No dispatch"));
    let dispatch = front.press(&table, ANNA, &read).await;
    assert!(dispatch.to_string().contains("Salt"), "{dispatch}");
    assert!(says(&front.press(&table, ANNA, &read).await).contains("No dispatch"));
}
