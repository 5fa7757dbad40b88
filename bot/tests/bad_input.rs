//! Bad input of every sort: each is told in one answer to who asked, nothing comes on the record, and nobody else hears of it.
#![allow(clippy::unwrap_used, reason = "a test may stop where it cannot go on")]

use crate::common::{
    self, ANSWERS, Bot, COUNCIL, LOUNGE, OBSERVER, POSTS, SEVEN, Table, advance, answer, refusal,
};
use local_discord::{Audience, Kind, LocalDiscord, Seen};
use serde_json::{Value, json};
use std::time::Duration;

const SHEET: &str = "1 2 3 4 5 6 7";

/// A slash command that must be refused, with nothing on the record; what was said.
async fn refused(table: &Table, who: &str, line: &str) -> String {
    let lines = table.all_lines().await;
    let says = refusal(&table.slash(who, line).await, who);
    assert_eq!(table.all_lines().await, lines, "{line}: {says}");
    says
}

/// A forged interaction that must be refused.
async fn forged(table: &Table, who: &str, kind: u8, message: Option<u64>, data: Value) -> String {
    let lines = table.all_lines().await;
    let mark = table.mark();
    table.server().forge(who, COUNCIL, kind, message, data.clone()).unwrap();
    let seen = table.since(mark).await;
    let short: String = data.to_string().chars().take(300).collect();
    assert!(seen.len() == 1 && seen[0].kind == Kind::Reply, "{short}: {seen:#?}");
    let says = refusal(&seen, who);
    assert_eq!(table.all_lines().await, lines, "{short}: {says}");
    says
}

/// The post with a button of this label that stands in the council.
fn post_with(server: &LocalDiscord, label: &str) -> (u64, String) {
    let council = server.channel_id(COUNCIL).unwrap();
    let messages = server.messages(council);
    messages
        .iter()
        .filter(|message| message.get("ephemeral_to").is_none())
        .find_map(|message| {
            let rows = message["components"].as_array()?.iter();
            let mut parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
            let part = parts.find(|part| part["label"] == label)?;
            let id = message["id"].as_str()?.parse().ok()?;
            Some((id, part["custom_id"].as_str()?.to_owned()))
        })
        .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_that_is_not_there() {
    let table = common::table(&[SEVEN[0], SEVEN[1], OBSERVER]).await;
    let commands = [
        "/campaign status",
        "/campaign join word:fjord",
        "/campaign leave",
        "/campaign start",
        "/campaign close",
        "/campaign export",
        "/bid",
        "/bid bids:\"1 2 3 4 5 6 7\"",
        "/desk",
        "/dice roll what:2d6",
        "/dice word word:fjord",
        "/dice stats",
        "/dice chart table:4-1",
        "/audit status",
        "/audit roll id:1.1",
        "/audit reveal",
        "/turn undo",
    ];
    for line in commands {
        assert!(refused(&table, "Anna", line).await.contains("no campaign in this server"), "{line}");
    }
    for line in ["/campaign status", "/desk", "/dice roll what:2d6", "/bid"] {
        let says = refusal(&table.slash_in("dm", "Anna", line).await, "Anna");
        assert!(says.contains("no seat in any campaign"), "{line}: {says}");
    }
    table.found("The Grand War", 2).await;
    for name in ["Nope", "@everyone **bold** <@1>", "שלום", "🏰🏰🏰", "../../x", "' OR 1=1 --", "The Grand"]
    {
        let says = refused(&table, "Anna", &format!("/campaign status campaign:\"{name}\"")).await;
        assert!(says.contains("There is no campaign") && !says.contains("@everyone"), "{says}");
    }
    let says = refused(&table, "Anna", &format!("/dice roll what:2d6 campaign:{}", "x".repeat(5000))).await;
    assert!(says.chars().count() < 300, "{says}");
    // One of two: the command says which could be meant.
    table.slash(SEVEN[0], "/campaign join word:fjord").await;
    // His form is open when somebody else founds there.
    table.slash_in(LOUNGE, SEVEN[1], "/campaign found name:Third").await;
    table.found_in(LOUNGE, "Another", 2).await;
    table.slash_in(LOUNGE, SEVEN[0], "/campaign join word:fjord").await;
    let says = refusal(&table.slash_in("dm", SEVEN[0], "/desk").await, SEVEN[0]);
    assert!(says.contains("\"The Grand War\" and \"Another\""), "{says}");
    // A channel is the council of one campaign at a time.
    let lines = table.all_lines().await;
    let says = refusal(&table.fill(SEVEN[1], &[]).await, SEVEN[1]);
    assert!(says.contains("is the council of \"Another\""), "{says}");
    let says = refusal(&table.slash(SEVEN[1], "/campaign found name:Third").await, SEVEN[1]);
    assert!(says.contains("is the council of \"The Grand War\""), "{says}");
    assert_eq!(table.all_lines().await, lines);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn not_your_seat() {
    let table = common::table(&[SEVEN[0], SEVEN[1], SEVEN[2], OBSERVER]).await;
    table.gathered(2).await;
    refused(&table, SEVEN[1], "/campaign start").await;
    refused(&table, OBSERVER, "/campaign start").await;
    // What starts play is on no post: the host has it on his desk.
    let server = table.server();
    let posts = server.messages(server.channel_id(COUNCIL).unwrap());
    let of_all = posts.iter().filter(|post| post.get("ephemeral_to").is_none());
    assert!(of_all.into_iter().all(|post| !post.to_string().contains("Start play")), "{posts:#?}");
    let has_start = |seen: &[Seen], who| answer(seen, who).components.to_string().contains("Start play");
    assert!(has_start(&table.slash(SEVEN[0], "/desk").await, SEVEN[0]));
    assert!(has_start(&table.slash(SEVEN[0], "/campaign status").await, SEVEN[0]));
    assert!(!has_start(&table.slash(SEVEN[1], "/desk").await, SEVEN[1]));
    // All seats are taken: an old button opens no form that could only be refused.
    refused(&table, OBSERVER, "/campaign join word:late").await;
    let (message, join) = post_with(table.server(), "Take a seat");
    let lines = table.all_lines().await;
    refusal(&table.press_on(OBSERVER, message, &join).await, OBSERVER);
    assert_eq!(table.all_lines().await, lines);
    // Once is enough.
    refused(&table, SEVEN[1], "/campaign join word:twice").await;

    table.slash(SEVEN[0], "/campaign start").await;
    // A button of before play is answered in a sentence that refuses nothing.
    let seen = table.press_on(OBSERVER, message, &join).await;
    assert!(
        answer(&seen, OBSERVER).text.starts_with("Play has begun, so no seat is taken here"),
        "{seen:#?}"
    );
    for line in [
        "/bid",
        "/bid bids:\"1 2 3 4 5 6 7\"",
        "/campaign leave",
        "/campaign close",
        "/campaign start",
        "/dice roll what:2d6",
        "/dice word word:stranger",
        "/audit reveal",
        "/turn undo",
    ] {
        refused(&table, OBSERVER, line).await;
    }
    let (message, seal) = post_with(table.server(), "Seal my bids");
    let says = refusal(&table.press_on(OBSERVER, message, &seal).await, OBSERVER);
    assert!(says.contains("no seat"), "{says}");
    // The desk of somebody without a seat shows nothing of anybody's.
    let (message, desk) = post_with(table.server(), "My desk");
    let seen = table.press_on(OBSERVER, message, &desk).await;
    assert!(answer(&seen, OBSERVER).text.contains("no seat") && seen.len() == 1, "{seen:?}");
    // Another's ephemeral button cannot be pressed at all.
    let seen = table.slash(SEVEN[1], &format!("/bid bids:\"{SHEET}\"")).await;
    let his = answer(&seen, SEVEN[1]);
    let id = common::button(his, "Make it Final");
    assert!(table.server().use_component(OBSERVER, his.message.unwrap(), &id, None).is_err());
    // And one that is forged with his button's id is refused as any stranger's.
    let card = Some(message);
    forged(&table, OBSERVER, 3, card, json!({"custom_id": id, "component_type": 2})).await;
    let undo = id.replace("final", "undo");
    forged(&table, OBSERVER, 3, card, json!({"custom_id": undo, "component_type": 2})).await;
    let read = id.replace("final", "release");
    forged(&table, SEVEN[1], 3, card, json!({"custom_id": read, "component_type": 2})).await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_envelope_is_closed() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    let id = table.gathered(2).await;
    let says = refused(&table, SEVEN[0], &format!("/bid bids:\"{SHEET}\"")).await;
    assert!(says.contains("seats are still being taken"), "{says}");
    table.slash(SEVEN[0], "/campaign start").await;
    let (started, seal) = post_with(table.server(), "Seal my bids");
    let anna = table.slash(SEVEN[0], &format!("/bid bids:\"{SHEET}\"")).await;
    let sealed = answer(&anna, SEVEN[0]).clone();
    table.slash(SEVEN[1], "/bid bids:\"7 6 5 4 3 2 1\"").await;
    table.press(SEVEN[0], "Make it Final").await;
    // Final: nothing can be changed, until it is withdrawn.
    refused(&table, SEVEN[0], "/bid bids:\"0 1 2 3 4 5 6\"").await;
    // Anna has the form open while Bertil's Final opens the sheets.
    table.press_on(SEVEN[0], started, &seal).await;
    table.press(SEVEN[1], "Make it Final").await;
    assert!(table.posts(COUNCIL).iter().any(|post| post.contains("goal")), "the sheets were not opened");
    let lines = table.lines(&id).await;
    let says = refusal(&table.fill(SEVEN[0], &[("bids", "0\n1\n2\n3\n4\n5\n6")]).await, SEVEN[0]);
    assert!(says.contains("opened") || says.contains("closed"), "{says}");
    // Every old button of the round, on whatever still shows it.
    let old: Vec<(u64, String)> = ["Make it Final", "Change my bids"]
        .iter()
        .map(|label| (sealed.message.unwrap(), common::button(&sealed, label)))
        .chain([(started, seal)])
        .collect();
    for (message, custom_id) in old {
        // Her own message shows the desk by now; a client that had not heard of it could still send the press.
        let mark = table.mark();
        let data = json!({"custom_id": custom_id, "component_type": 2});
        table.server().forge(SEVEN[0], COUNCIL, 3, Some(message), data).unwrap();
        refusal(&table.since(mark).await, SEVEN[0]);
    }
    for line in ["/bid", "/bid bids:\"0 1 2 3 4 5 6\"", "/turn undo"] {
        refused(&table, SEVEN[0], line).await;
    }
    assert_eq!(table.lines(&id).await, lines);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bids_that_are_none() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    table.begun(2).await;
    let cases = [
        ("-1 2 3 4 5 6 7", "below 0"),
        ("−1 2 3 4 5 6 7", "below 0"),
        ("31 2 3 4 5 6 7", "over the ceiling"),
        ("9223372036854775807 2 3 4 5 6 7", "over the ceiling"),
        ("99999999999999999999999 2 3 4 5 6 7", ""),
        ("-9223372036854775808 2 3 4 5 6 7", "below 0"),
        ("1 1 3 4 5 6 7", ""),
        ("1 2 3 4 5 6", ""),
        ("1 2 3 4 5 6 7 8", ""),
        ("1,5 2 3 4 5 6 7", ""),
        ("1.5 2 3 4 5 6 7", ""),
        ("1e3 2 3 4 5 6 7", ""),
        ("0x10 2 3 4 5 6 7", ""),
        ("Austria twelve", "whole number"),
        ("Austria 12", ""),
        ("Austria 1, Austria 2, France 3, GB 4, Prussia 5, Russia 6, Spain 7, Turkey 8", "twice"),
        ("Atlantis 1, France 3, GB 4, Prussia 5, Russia 6, Spain 7, Turkey 8", "names no power"),
        ("all of them please", ""),
        ("🏰 🏰 🏰", ""),
        ("**@everyone** 12", "names no power"),
        ("\u{202e}12 airtsuA", ""),
        ("٣ ٤ ٥ ٦ ٧ ٨ ٩", ""),
        (";;;,,,", ""),
        ("-", ""),
    ];
    for (bids, expected) in cases {
        let says = refused(&table, SEVEN[0], &format!("/bid bids:\"{bids}\"")).await;
        assert!(says.contains(expected), "{bids}: {says}");
        assert!(!says.contains("@everyone") && !says.contains('\u{202e}'), "{bids}: {says}");
        // The same in the form.
        table.slash(SEVEN[0], "/bid").await;
        let lines = table.all_lines().await;
        let again = refusal(&table.fill(SEVEN[0], &[("bids", bids)]).await, SEVEN[0]);
        assert_eq!((again, table.all_lines().await), (says, lines), "{bids}");
    }
    for wrong in [
        "preference:\"France, France\"",
        "preference:\"Atlantis\"",
        "preference:\"1 2 3 4 5 6 7\"",
        "word:\"two words\"",
        "word:ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "word:naïve",
        "word:🏰",
        "word:@everyone",
    ] {
        refused(&table, SEVEN[0], &format!("/bid bids:\"{SHEET}\" {wrong}")).await;
    }
    for wrong in ["two words", "seventeenletters1", "naïve", "🏰", "", " ", "_", "a-b"] {
        if !wrong.trim().is_empty() {
            refused(&table, SEVEN[0], &format!("/dice word word:\"{wrong}\"")).await;
        }
        table.slash(SEVEN[0], "/dice word").await;
        // The form itself takes no more than a word can have.
        if (1..=16).contains(&wrong.chars().count()) {
            refusal(&table.fill(SEVEN[0], &[("word", wrong)]).await, SEVEN[0]);
        }
    }
    for dice in [
        "two dice please",
        "1000000d6",
        "0d6",
        "d0",
        "2d6+99999999999999999999",
        "d6>=",
        "3d6 drop lowest lowest",
        "101%",
        "%",
        "🎲",
        "@everyone",
        "99999999999999999999d6",
        "((((((((((2d6))))))))))",
    ] {
        let says = refused(&table, SEVEN[0], &format!("/dice roll what:\"{dice}\"")).await;
        assert!(!says.contains("@everyone"), "{says}");
    }
    for id in ["9.9", "x", "1.0", "-1.-1", "🎲", "@everyone"] {
        let says = refused(&table, SEVEN[0], &format!("/audit roll id:\"{id}\"")).await;
        assert!(!says.contains("@everyone"), "{says}");
    }
    table.close().await;
}

/// Founds by a form as it was shown, with these fields instead of its own.
fn founding(name: &str, goals: &str, ceiling: &str, verb: &str) -> Value {
    let rows = [("name", name), ("goals", goals), ("ceiling", ceiling)].map(|(id, value)| {
        json!({"type": 1, "id": 1, "components": [{"type": 4, "id": 1, "custom_id": id, "value": value}]})
    });
    json!({"custom_id": format!("v1:-:0:{verb}"), "components": rows})
}

const GOALS: &str = "358 370 390 331 365 325 323";

#[tokio::test(flavor = "multi_thread")]
async fn texts_of_six_thousand_characters() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    // Letters, and such as take four bytes, two of Discord's characters, or the other direction.
    for letter in ["x", "🏰", "ש", "*", "@", "1 ", "\n", "`", "\u{301}", "France 1\n"] {
        let long = letter.repeat(6000 / letter.chars().count());
        forged(&table, SEVEN[0], 5, None, founding(&long, GOALS, "30", "found/1805/7/second/0")).await;
        if letter != "\n" {
            // Nothing but empty lines is nothing said: the scenario's goals.
            forged(&table, SEVEN[0], 5, None, founding("A", &long, "30", "found/1805/7/second/0")).await;
        }
        forged(&table, SEVEN[0], 5, None, founding("A", GOALS, &long, "found/1805/7/second/0")).await;
    }
    let id = table.begun(2).await;
    let form = |verb: &str, fields: &[(&str, &str)]| {
        let rows: Vec<Value> = fields
            .iter()
            .map(|(id, value)| {
                json!({"type": 1, "id": 1, "components": [{"type": 4, "id": 1, "custom_id": id, "value": value}]})
            })
            .collect();
        json!({"custom_id": format!("v1:{id}:{verb}"), "components": rows})
    };
    let (_, seal) = post_with(table.server(), "Seal my bids");
    let prompt = seal.split(':').nth(2).unwrap().to_owned();
    let command = |name: &str, sub: Option<&str>, options: Value| {
        let options = match sub {
            Some(sub) => json!([{"name": sub, "type": 1, "options": options}]),
            None => options,
        };
        json!({"id": "1", "name": name, "type": 1, "options": options})
    };
    let text = |name: &str, value: &str| json!({"name": name, "type": 3, "value": value});
    for letter in ["x", "🏰", "ש", "*", "@everyone ", "1 ", "`", "d6+", "Austria 1, "] {
        let long: String = letter.chars().cycle().take(6000).collect();
        for data in [
            form(&format!("{prompt}:bid"), &[("bids", &long)]),
            form(&format!("{prompt}:bid"), &[("bids", SHEET), ("preference", &long)]),
            form(&format!("{prompt}:bid"), &[("bids", SHEET), ("word", &long)]),
            form("0:word", &[("word", &long)]),
            form("0:join", &[("word", &long)]),
        ] {
            forged(&table, SEVEN[0], 5, None, data).await;
        }
        for data in [
            command("bid", None, json!([text("bids", &long)])),
            command("bid", None, json!([text("bids", SHEET), text("word", &long)])),
            command("dice", Some("roll"), json!([text("what", &long)])),
            command("dice", Some("roll"), json!([text("what", "2d6"), text("for", &long)])),
            command("dice", Some("word"), json!([text("word", &long)])),
            command("audit", Some("roll"), json!([text("id", &long)])),
            command("campaign", Some("status"), json!([text("campaign", &long)])),
            command("campaign", Some("join"), json!([text("word", &long)])),
        ] {
            forged(&table, SEVEN[0], 2, None, data).await;
        }
    }
    // What Discord's own client lets through at most is no more welcome.
    for line in [format!("/bid bids:{}", "9".repeat(400)), format!("/dice roll what:{}", "(".repeat(200))] {
        refused(&table, SEVEN[0], &line).await;
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ids_and_options_that_no_client_sends() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    let id = table.begun(2).await;
    let (card, _) = post_with(table.server(), "My desk");
    for custom_id in [
        String::new(),
        "x".to_owned(),
        "v0:-:0:help/play".to_owned(),
        format!("v2:{id}:0:desk"),
        format!("v1:{id}"),
        format!("v1:{id}:0"),
        format!("v1:{id}:0:"),
        format!("v1:{id}:-1:bid"),
        format!("v1:{id}:x:bid"),
        format!("v1:{id}:99999999999999999999:bid"),
        format!("v1:{id}:0:explode"),
        format!("v1:{id}:0:Final"),
        format!("v1:{id}:9999:bid"),
        format!("v1:{id}:9999:final"),
        format!("v1:{id}:0:open"),
        "v1:aaaaaaaaaa:0:desk".to_owned(),
        "v1:aaaaaaaaaa:0:status".to_owned(),
        "v1:aaaaaaaaaa:7:bid".to_owned(),
        "v1:aaaaaaaaaa:7:final".to_owned(),
        "v1:aaaaaaaaaa:0:undo".to_owned(),
        "v1:aaaaaaaaaa:0:release".to_owned(),
        "v1:AAAAAAAAAA:0:desk".to_owned(),
        "v1:../../../:0:desk".to_owned(),
        "v1:-:0:desk".to_owned(),
        "v1:-:0:explode".to_owned(),
        "שלום 🏰 **x**".to_owned(),
        "y".repeat(100),
    ] {
        let data = json!({"custom_id": custom_id, "component_type": 2});
        forged(&table, SEVEN[0], 3, Some(card), data).await;
        let data = json!({"custom_id": custom_id, "components": []});
        forged(&table, SEVEN[0], 5, None, data).await;
    }
    // A campaign that is not there opens no form either.
    let data = json!({"custom_id": "v1:aaaaaaaaaa:0:join", "component_type": 2});
    forged(&table, SEVEN[0], 3, Some(card), data).await;
    for verb in [
        "found/",
        "found/1805/7/second",
        "found/1805/0/second/0",
        "found/1805/1/second/0",
        "found/1805/8/second/0",
        "found/1805/-7/second/0",
        "found/1805/4294967295/second/0",
        "found/1805/x/second/0",
        "found/nothing/7/second/0",
        "found/1805/5/sideways/0",
        "found/1805/7/second/0/more",
    ] {
        forged(&table, SEVEN[0], 5, None, founding("A", GOALS, "30", verb)).await;
    }
    for (goals, ceiling) in [
        (GOALS, "-1"),
        (GOALS, "0"),
        (GOALS, "3"),
        (GOALS, "4294967295"),
        (GOALS, "99999999999"),
        (GOALS, "thirty"),
        ("1 2 3", "30"),
        ("-1 2 3 4 5 6 7", "30"),
        ("9223372036854775807 2 3 4 5 6 7", "30"),
    ] {
        let data = founding("A", goals, ceiling, "found/1805/7/second/0");
        let lines = table.all_lines().await;
        let mark = table.mark();
        table.server().forge(SEVEN[0], LOUNGE, 5, None, data).unwrap();
        let says = refusal(&table.since(mark).await, SEVEN[0]);
        assert_eq!(table.all_lines().await, lines, "{goals} {ceiling}: {says}");
    }
    for name in ["", " ", "\n", "\u{202e}", "\u{200b}"] {
        forged(&table, SEVEN[0], 5, None, founding(name, GOALS, "30", "found/1805/7/second/0")).await;
    }

    let found = |option: Value| {
        let name = json!({"name": "name", "type": 3, "value": "A"});
        let options = json!([{"name": "found", "type": 1, "options": [name, option]}]);
        json!({"id": "1", "name": "campaign", "type": 1, "options": options})
    };
    for data in [
        found(json!({"name": "players", "type": 4, "value": -1})),
        found(json!({"name": "players", "type": 4, "value": 0})),
        found(json!({"name": "players", "type": 4, "value": 8})),
        found(json!({"name": "players", "type": 4, "value": 9_000_000_000_000_000_i64})),
        found(json!({"name": "players", "type": 3, "value": "seven"})),
        found(json!({"name": "players", "type": 10, "value": 2.5})),
        found(json!({"name": "spare", "type": 4, "value": 99})),
        found(json!({"name": "spare", "type": 4, "value": -1})),
        found(json!({"name": "scenario", "type": 3, "value": "1066"})),
        found(json!({"name": "scenario", "type": 5, "value": true})),
        found(json!({"name": "operator_plays", "type": 3, "value": "yes"})),
        json!({"id": "1", "name": "nothing", "type": 1, "options": []}),
        json!({"id": "1", "name": "campaign", "type": 1, "options": []}),
        json!({"id": "1", "name": "campaign", "type": 1, "options": [{"name": "burn", "type": 1, "options": []}]}),
        json!({"id": "1", "name": "dice", "type": 1, "options": [{"name": "roll", "type": 1, "options": []}]}),
        json!({"id": "1", "name": "dice", "type": 1, "options": [{"name": "roll", "type": 1, "options": [
            {"name": "what", "type": 4, "value": 6}]}]}),
    ] {
        forged(&table, SEVEN[0], 2, None, data).await;
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_from_everywhere() {
    let users = [
        "Äiti 🏰👨‍👩‍👧‍👦",
        "שלום עולם",
        "**bold** _it_ ~~x~~ `c`",
        "x @everyone @here <@1> <#2> <t:0>",
        "[link](https://example.org)",
        "\u{202e}reversed\u{202c} \u{2066}x",
        "> quote # title - ||spoiler||",
    ];
    let campaign = "🏴‍☠️ @everyone **The** `Grand` [War](x) \u{202e}raW שלום";
    let table = common::table(&users).await;
    let mut everything =
        table.slash(users[0], &format!("/campaign found name:\"{campaign}\" players:7")).await;
    everything.extend(table.fill(users[0], &[]).await);
    for (n, user) in users.iter().enumerate() {
        everything.extend(table.slash(user, &format!("/campaign join word:w{n}")).await);
    }
    everything.extend(table.slash(users[0], "/campaign start").await);
    for user in users {
        everything.extend(table.slash(user, &format!("/bid bids:\"{SHEET}\"")).await);
        everything.extend(table.slash(user, "/desk").await);
        let label = "for:\"@everyone **x** `y` \u{202e}z <@&1> שלום 🎲\"";
        everything.extend(table.slash(user, &format!("/dice roll what:2d6 {label}")).await);
        everything.extend(table.press(user, "Make it Final").await);
    }
    for line in ["/campaign status", "/dice stats", "/audit status", "/audit roll id:1.1", "/campaign export"]
    {
        everything.extend(table.slash(users[1], line).await);
    }
    for user in users {
        everything.extend(table.slash(user, "/campaign close").await);
    }
    everything.extend(table.slash(users[1], "/campaign export").await);
    assert!(everything.len() > 60);
    assert_eq!(everything.iter().filter(|seen| seen.text.starts_with('✖')).count(), 0);
    for seen in &everything {
        assert!(seen.pings.is_empty(), "{seen:?}");
        // The form shows the host the name as he typed it; everything else is made harmless.
        if seen.kind == Kind::Modal {
            continue;
        }
        // In a code block nothing is formatted and nothing pings.
        let all: String = common::all_of(seen).split("```").step_by(2).collect();
        for bad in
            ["@everyone", "@here", "<@1>", "<@&1>", "<#2>", "<t:0>", "**bold**", "](https", "||spoiler||"]
        {
            assert!(!all.contains(bad), "{bad} in {seen:?}");
        }
        assert!(!all.contains(['\u{202e}', '\u{2066}']), "{seen:?}");
    }
    let last = everything.last().unwrap();
    let (_, bytes) = last.files.first().unwrap();
    engine::table::verify::verify(bytes, &[]).unwrap();
    table.close().await;
}

/// Everything two deliveries of one act led to.
async fn twice(table: &Table, act: impl FnOnce(&LocalDiscord)) -> Vec<Seen> {
    let mark = table.mark();
    table.server().faults().deliver_twice(1);
    act(table.server());
    table.since(mark).await;
    // The second may still be on its way when the first is answered.
    tokio::time::sleep(Duration::from_millis(60)).await;
    table.since(mark).await
}

fn taken_once(seen: &[Seen], who: &str) {
    let answers = seen.iter().filter(|seen| seen.to == Audience::Ephemeral(who.to_owned()));
    assert_eq!(answers.count(), 1, "{seen:#?}");
    answer(seen, who);
    for kind in ["post", "dm"] {
        let to = |seen: &&Seen| match (&seen.to, kind) {
            (Audience::Public(_), "post") | (Audience::Dm(_), "dm") => seen.kind == Kind::Post,
            _ => false,
        };
        let texts: Vec<String> = seen.iter().filter(to).map(common::all_of).collect();
        let mut distinct = texts.clone();
        distinct.dedup();
        assert_eq!(texts, distinct, "posted twice");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interaction_that_arrives_twice_is_taken_once() {
    let table = common::table(&[SEVEN[0], SEVEN[1], OBSERVER]).await;
    let id = table.found("The Grand War", 2).await;
    let slash = |who: &'static str, line: &'static str| {
        move |server: &LocalDiscord| {
            server.slash(who, COUNCIL, line).unwrap();
        }
    };
    // A few times over, since which of two answers comes first is a race.
    for _ in 0..5 {
        taken_once(&twice(&table, slash("Anna", "/campaign join word:a")).await, "Anna");
        taken_once(&twice(&table, slash("Anna", "/campaign leave")).await, "Anna");
    }
    assert_eq!(table.lines(&id).await, 1 + 5 * 4);
    taken_once(&twice(&table, slash("Anna", "/campaign join word:a")).await, "Anna");
    taken_once(&twice(&table, slash("Bertil", "/campaign join word:b")).await, "Bertil");
    taken_once(&twice(&table, slash("Anna", "/campaign start")).await, "Anna");
    let lines = table.lines(&id).await;
    taken_once(&twice(&table, slash("Anna", "/bid bids:\"1 2 3 4 5 6 7\"")).await, "Anna");
    taken_once(&twice(&table, slash("Anna", "/bid bids:\"7 6 5 4 3 2 1\"")).await, "Anna");
    // One undo takes back one sheet, not both.
    let seen = twice(&table, slash("Anna", "/turn undo")).await;
    taken_once(&seen, "Anna");
    assert!(common::all_of(answer(&seen, "Anna")).contains("Turkey            7"), "{seen:#?}");
    taken_once(&twice(&table, |server| _ = server.press("Anna", "Make it Final").unwrap()).await, "Anna");
    assert_eq!(table.lines(&id).await, lines, "nothing of an envelope stands on the record before it opens");
    for _ in 0..5 {
        taken_once(&twice(&table, slash("Anna", "/dice roll what:2d6")).await, "Anna");
    }
    assert_eq!(table.lines(&id).await, lines + 10);
    // What only asks is answered once too, and what is refused is refused once.
    taken_once(&twice(&table, slash("Hugo", "/campaign status")).await, "Hugo");
    refusal(&twice(&table, slash("Hugo", "/dice roll what:2d6")).await, "Hugo");

    // The same again much later, as a replay brings it: silence, and nothing new.
    for line in ["/dice roll what:2d6", "/dice word word:later", "/campaign status"] {
        let interaction = table.server().slash("Anna", COUNCIL, line).unwrap();
        let mark = table.mark();
        table.since(mark).await;
        let lines = table.lines(&id).await;
        advance(&table.clock, 60);
        let mark = table.mark();
        table.server().resend(interaction);
        tokio::time::sleep(Duration::from_millis(60)).await;
        assert_eq!(table.since(mark).await.len(), 0, "{line}");
        assert_eq!(table.lines(&id).await, lines, "{line}");
        assert_eq!(table.server().answered(interaction), Some((true, false)));
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_was_lost_is_given_again() {
    // The order was kept, the answer did not get out; the same interaction comes again and is answered as the first time.
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    let id = table.found("The Grand War", 2).await;
    for line in ["/campaign join word:a", "/campaign leave", "/campaign join word:a", "/turn undo"] {
        let mark = table.mark();
        let lines = table.lines(&id).await;
        let before = table.server().requests().iter().filter(|one| one.status == 404).count();
        table.server().faults().strike(ANSWERS, 1, common::LOST);
        let interaction = table.server().slash("Anna", COUNCIL, line).unwrap();
        let struck = || table.server().requests().iter().filter(|one| one.status == 404).count();
        common::until("the request is struck", || struck() > before).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!(table.lines(&id).await, lines + 2, "{line}");
        table.server().resend(interaction);
        let seen = table.since(mark).await;
        answer(&seen, "Anna");
        assert_eq!(table.lines(&id).await, lines + 2, "{line}");
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_on_the_desk_whose_answer_was_lost_is_answered_on_the_desk() {
    // The press opens the envelopes, so that the second finds a desk which asks for none.
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    let id = table.begun(2).await;
    for name in [SEVEN[0], SEVEN[1]] {
        table.slash(name, "/bid bids:\"1 2 3 4 5 6 7\"").await;
    }
    table.press(SEVEN[0], "Make it Final").await;
    table.slash(SEVEN[1], "/desk").await;
    let (mark, lines) = (table.mark(), table.lines(&id).await);
    table.server().faults().strike(ANSWERS, 1, common::LOST);
    let interaction = table.server().press(SEVEN[1], "Make it Final").unwrap();
    common::until("the envelopes are opened", || {
        table.server().requests().iter().any(|one| one.status == 404)
    })
    .await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let opened = table.lines(&id).await;
    assert!(opened > lines);
    table.server().resend(interaction);
    let seen = table.since(mark).await;
    let told = answer(&seen, SEVEN[1]);
    assert!(!told.text.starts_with('✖') && common::all_of(told).contains("your desk"), "{told:#?}");
    assert_eq!(table.lines(&id).await, opened);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interaction_that_comes_after_fifteen_minutes() {
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    let id = table.begun(2).await;
    let late = |line: &'static str| {
        let table = &table;
        async move {
            let mark = table.mark();
            table.server().faults().delay_events(Some(Duration::from_millis(150)));
            table.server().slash("Anna", COUNCIL, line).unwrap();
            advance(&table.clock, 16 * 60);
            table.server().faults().delay_events(None);
            common::until("Discord gives the interaction up", || {
                table.server().seen_since(mark).iter().any(|seen| seen.kind == Kind::Failed)
            })
            .await;
            table.since(mark).await
        }
    };
    // Its token is dead: the answer comes by direct message, and the order is taken once.
    let lines = table.lines(&id).await;
    let seen = late("/dice roll what:2d6").await;
    let dms: Vec<&Seen> = seen.iter().filter(|seen| seen.to == Audience::Dm("Anna".to_owned())).collect();
    let [dm] = dms.as_slice() else { panic!("{seen:#?}") };
    assert!(dm.text.contains("The Grand War") && common::all_of(dm).contains("Roll 1.1"), "{dm:#?}");
    assert_eq!(table.lines(&id).await, lines + 2);
    // A refusal too, and a form that cannot be shown any more.
    for (line, expected) in [("/dice roll what:nonsense", "✖"), ("/bid", "too late")] {
        let lines = table.lines(&id).await;
        let seen = late(line).await;
        let dms: Vec<&Seen> = seen.iter().filter(|seen| seen.to == Audience::Dm("Anna".to_owned())).collect();
        let [dm] = dms.as_slice() else { panic!("{seen:#?}") };
        assert!(common::all_of(dm).contains(expected), "{dm:#?}");
        assert!(!seen.iter().any(|seen| matches!(seen.to, Audience::Public(_))), "{seen:#?}");
        assert_eq!(table.lines(&id).await, lines);
    }
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_and_forms_work_after_the_bot_started_anew() {
    let clock = std::sync::Arc::new(local_discord::VirtualClock::starting_at(chancery::rehearse::BEGINNING));
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("table.db");
    let server = LocalDiscord::start(common::server(clock, &SEVEN)).await.unwrap();
    let bot = Bot::start(&server, &database, 1).await;
    server.slash("Anna", COUNCIL, "/campaign found name:War players:2").unwrap();
    bot.quiet(&server).await;
    server.fill("Anna", &[]).unwrap();
    bot.quiet(&server).await;
    for who in ["Anna", "Bertil"] {
        server.slash(who, COUNCIL, "/campaign join word:w").unwrap();
        bot.quiet(&server).await;
    }
    for label in ["My desk", "Start play"] {
        server.press("Anna", label).unwrap();
        bot.quiet(&server).await;
    }
    server.slash("Anna", COUNCIL, &format!("/bid bids:\"{SHEET}\"")).unwrap();
    bot.quiet(&server).await;
    // Bertil has the form open when the bot goes.
    server.press("Bertil", "Seal my bids").unwrap();
    bot.quiet(&server).await;
    bot.crash();

    let bot = Bot::start(&server, &database, 2).await;
    let mark = server.seen().len() as u64;
    server.fill("Bertil", &[("bids".to_owned(), "7 6 5 4 3 2 1".to_owned())]).unwrap();
    bot.quiet(&server).await;
    let seen = server.seen_since(mark);
    assert!(answer(&seen, "Bertil").text.to_lowercase().contains("sealed"), "{seen:#?}");
    for who in ["Anna", "Bertil"] {
        let mark = server.seen().len() as u64;
        server.press(who, "Make it Final").unwrap();
        bot.quiet(&server).await;
        assert!(answer(&server.seen_since(mark), who).text.contains("Final"));
    }
    let posts = common::posts(&server, COUNCIL);
    // One card, edited all along, though the bot that posted it is gone.
    assert_eq!(posts.iter().filter(|post| post.contains("This card is kept up to date.")).count(), 1);
    assert!(posts.iter().any(|post| post.contains("January 1805")), "{posts:#?}");
    assert_eq!(server.violations(), []);
    bot.crash();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_can_be_reached_at_all() {
    // The council is shut and the host's messages too: no notice breeds another without end.
    let table = common::table(&[SEVEN[0], SEVEN[1]]).await;
    table.begun(2).await;
    table.server().deny_writing(COUNCIL, true);
    table.server().close_dms("Anna", true);
    let before = table.server().requests().len();
    answer(&table.slash("Anna", &format!("/bid bids:\"{SHEET}\"")).await, "Anna");
    tokio::time::sleep(Duration::from_millis(800)).await;
    let made = table.server().requests().len() - before;
    assert!(made <= 10, "{made} requests");
    let desk = table.slash("Anna", "/desk").await;
    assert!(common::all_of(answer(&desk, "Anna")).contains("2 dispatches wait"), "{desk:#?}");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_direct_messages_become_a_dispatch_at_the_desk() {
    let table = common::table(&[SEVEN[0], SEVEN[1], OBSERVER]).await;
    let id = table.begun(2).await;
    table.server().close_dms("Bertil", true);
    let posts = common::requests(table.server(), POSTS);
    let seen = table.slash("Bertil", "/bid bids:\"11 12 13 14 15 16 17\" word:canary").await;
    answer(&seen, "Bertil");
    let public: Vec<&Seen> = seen.iter().filter(|seen| matches!(seen.to, Audience::Public(_))).collect();
    let notice: Vec<&&Seen> = public.iter().filter(|seen| seen.text.contains("dispatch waits")).collect();
    assert_eq!(notice.len(), 1, "{public:#?}");
    assert!(notice[0].text.contains("**Bertil**"), "{notice:?}");
    for seen in &public {
        let all = common::all_of(seen);
        assert!(!all.contains("canary") && !all.contains("17") && !all.contains("Receipt"), "{all}");
    }
    assert_eq!(common::requests(table.server(), POSTS) - posts, 2, "one try, one notice");
    // Nobody else finds it at his desk.
    for who in ["Anna", OBSERVER] {
        let desk = table.slash(who, "/desk").await;
        assert!(!common::all_of(answer(&desk, who)).contains("dispatch"), "{desk:#?}");
        let data = json!({"custom_id": format!("v1:{id}:0:dispatches"), "component_type": 2});
        let (card, _) = post_with(table.server(), "Status");
        let mark = table.mark();
        table.server().forge(who, COUNCIL, 3, Some(card), data).unwrap();
        let seen = table.since(mark).await;
        assert!(answer(&seen, who).text.contains("No dispatch waits"), "{seen:#?}");
    }
    // The answer gets lost twice, once before and once after Discord took it, and comes twice at last: the dispatch is shown once.
    let desk = table.slash("Bertil", "/desk").await;
    assert!(common::all_of(answer(&desk, "Bertil")).contains("1 dispatch waits"), "{desk:#?}");
    table.server().faults().strike(ANSWERS, 1, common::LOST);
    let lost = table.server().press("Bertil", "Read dispatches").unwrap();
    common::until("the answer is given up", || table.server().answered(lost) == Some((false, true))).await;
    table.since(0).await;
    let seen = twice(&table, |server| _ = server.press("Bertil", "Read dispatches").unwrap()).await;
    let shown = common::all_of(answer(&seen, "Bertil"));
    assert!(shown.contains("Receipt") && shown.contains("canary") && seen.len() == 1, "{seen:#?}");
    // It stands in the place of the desk that it was read from; a button that still shows elsewhere brings it no second time.
    let data = json!({"custom_id": format!("v1:{id}:0:dispatches"), "component_type": 2});
    let (card, _) = post_with(table.server(), "Status");
    let mark = table.mark();
    table.server().forge("Bertil", COUNCIL, 3, Some(card), data).unwrap();
    let seen = table.since(mark).await;
    assert!(answer(&seen, "Bertil").text.contains("No dispatch waits"), "{seen:#?}");
    // Nothing of it is left in the database.
    let desk = table.slash("Bertil", "/desk").await;
    assert!(!common::all_of(answer(&desk, "Bertil")).contains("dispatch"), "{desk:#?}");
    assert_eq!(
        table.table.house.store.parked_for(&id, table.server().user_id("Bertil").unwrap()).await.unwrap(),
        []
    );
    table.close().await;
}
