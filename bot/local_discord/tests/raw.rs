//! The server asked directly: limits, codes, rate limits, cuts, the page.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod asked;

use std::time::Duration;

use asked::{Bot, Gateway};
use local_discord::{Fault, Kind};
use reqwest::Method;
use serde_json::{Value, json};

#[tokio::test]
async fn limits_have_discords_codes() {
    let bot = Bot::new(false).await;
    let (status, told) = bot.post(&json!({"content": "x".repeat(2001)})).await;
    assert_eq!((status, &told["code"]), (400, &json!(50035)));
    assert_eq!(told["errors"]["content"]["_errors"][0]["code"], "BASE_TYPE_MAX_LENGTH");
    let (status, told) = bot.post(&json!({"content": ""})).await;
    assert_eq!((status, &told["code"]), (400, &json!(50006)));
    let (status, told) = bot.post(&json!({"contents": "x"})).await;
    assert_eq!((status, &told["code"]), (400, &json!(50035)));
    assert!(told["errors"]["contents"].is_object());
    assert_eq!(bot.server.violations().len(), 3);
    assert!(bot.server.seen().is_empty());

    let (status, told) = bot.ask(Method::GET, "/no/such/route", &Value::Null).await;
    assert_eq!((status, &told["code"]), (404, &json!(0)));
    let (status, _) = bot.ask(Method::DELETE, "/gateway", &Value::Null).await;
    assert_eq!(status, 405);
    assert_eq!(bot.server.violations().len(), 5);

    let big = reqwest::multipart::Part::bytes(vec![0; 10 * 1024 * 1024 + 1]).file_name("big.bin");
    let form = reqwest::multipart::Form::new().part("files[0]", big).text("payload_json", "{}");
    let channel = bot.server.channel_id("table").unwrap();
    let response = bot
        .client
        .post(bot.url(&format!("/channels/{channel}/messages")))
        .header("Authorization", "Bot a.test.token")
        .multipart(form)
        .send()
        .await
        .unwrap();
    assert_eq!(response.status().as_u16(), 413);
    let told: Value = serde_json::from_str(&response.text().await.unwrap()).unwrap();
    assert_eq!(told["code"], 40005);
}

#[tokio::test]
async fn the_description_closes_every_object() {
    let bot = Bot::new(true).await;
    let (status, told) = bot
        .post(&json!({"content": "x", "components": [{"type": 1, "components": [
            {"type": 2, "style": 1, "label": "a", "custom_idd": "b"}]}]}))
        .await;
    assert_eq!((status, &told["code"]), (400, &json!(50035)));
    let violations = bot.server.violations();
    assert_eq!(violations.len(), 1);
    assert!(violations[0].what.contains("custom_idd"), "{violations:?}");
    assert_eq!(violations[0].path, "POST /channels/{channel_id}/messages");
}

#[tokio::test]
async fn who_may_not_write_is_told_why() {
    let bot = Bot::new(true).await;
    let server = &bot.server;
    let anna = server.user_id("anna").unwrap().to_string();
    let (status, dm) = bot.ask(Method::POST, "/users/@me/channels", &json!({"recipient_id": anna})).await;
    assert_eq!(status, 200);
    let dm = format!("/channels/{}/messages", dm["id"].as_str().unwrap());
    let hello = json!({"content": "hello"});
    assert_eq!(bot.ask(Method::POST, &dm, &hello).await.0, 200);
    let code = |answer: (u16, Value)| (answer.0, answer.1["code"].as_u64().unwrap_or(0));
    server.close_dms("anna", true);
    assert_eq!(code(bot.ask(Method::POST, &dm, &hello).await), (403, 50007));
    server.remove_member("anna", true);
    assert_eq!(code(bot.ask(Method::POST, &dm, &hello).await), (403, 50278));
    server.deny_writing("table", true);
    assert_eq!(code(bot.post(&hello).await), (403, 50013));
    server.deny_access("table", true);
    assert_eq!(code(bot.post(&hello).await), (403, 50001));
    let channel = server.channel_id("table").unwrap();
    server.delete_channel("table");
    let gone = bot.ask(Method::POST, &format!("/channels/{channel}/messages"), &hello).await;
    assert_eq!(code(gone), (404, 10003));
    let none = bot.client.get(bot.url("/users/@me")).send().await.unwrap();
    assert_eq!(none.status().as_u16(), 401);
    assert!(server.violations().is_empty());
}

#[tokio::test]
async fn messages_are_kept_edited_and_found_again() {
    let bot = Bot::new(true).await;
    let channel = bot.server.channel_id("table").unwrap();
    let mut ids = Vec::new();
    for n in 0..5 {
        let (_, told) = bot
            .post(&json!({"content": format!("row {n}"), "nonce": format!("n{n}"), "enforce_nonce": true}))
            .await;
        ids.push(told["id"].as_str().unwrap().to_owned());
        assert_eq!(told["nonce"], format!("n{n}"));
    }
    let again = json!({"content": "row 0", "nonce": "n0", "enforce_nonce": true});
    let (_, told) = bot.post(&again).await;
    assert_eq!(told["id"], ids[0].as_str(), "the nonce is remembered");
    bot.server.advance(181);
    let (_, told) = bot.post(&again).await;
    assert_ne!(told["id"], ids[0].as_str(), "after three minutes it is not");

    let path = format!("/channels/{channel}/messages");
    let (_, list) = bot.ask(Method::GET, &format!("{path}?limit=2&before={}", ids[4]), &Value::Null).await;
    let found: Vec<&str> =
        list.as_array().unwrap().iter().map(|one| one["content"].as_str().unwrap()).collect();
    assert_eq!(found, ["row 3", "row 2"]);
    let (_, list) = bot.ask(Method::GET, &format!("{path}?limit=2&after={}", ids[0]), &Value::Null).await;
    assert_eq!(list[0]["content"], "row 2");

    let one = format!("{path}/{}", ids[1]);
    let (status, told) = bot.ask(Method::PATCH, &one, &json!({"content": "changed"})).await;
    assert_eq!((status, &told["content"]), (200, &json!("changed")));
    assert!(told["edited_timestamp"].is_string());
    let (status, thread) = bot.ask(Method::POST, &format!("{one}/threads"), &json!({"name": "talk"})).await;
    assert_eq!((status, &thread["id"]), (201, &json!(ids[1])));
    let inside = format!("/channels/{}/messages", ids[1]);
    assert_eq!(bot.ask(Method::POST, &inside, &json!({"content": "in the thread"})).await.0, 200);
    bot.server.archive_thread("talk", true, true);
    let (status, told) = bot.ask(Method::POST, &inside, &json!({"content": "late"})).await;
    assert_eq!((status, &told["code"]), (400, &json!(50083)));
    assert_eq!(bot.ask(Method::DELETE, &one, &Value::Null).await.0, 204);
    let (status, told) = bot.ask(Method::GET, &one, &Value::Null).await;
    assert_eq!((status, &told["code"]), (404, &json!(10008)));
    assert!(bot.server.violations().is_empty(), "{:?}", bot.server.violations());
}

#[tokio::test]
async fn a_token_lives_for_fifteen_minutes() {
    let bot = Bot::new(true).await;
    let asked = bot.act("/go where:home").await;
    let edit = json!({"content": "edited"});
    let (status, told) = bot.webhook(Method::PATCH, &asked.1, "/messages/@original", &edit).await;
    assert_eq!((status, &told["code"]), (404, &json!(10015)), "nothing was answered yet");
    let (status, _) = bot
        .respond(&asked, &json!({"type": 9, "data": {"custom_id": "a", "title": "b", "components": []}}))
        .await;
    assert_eq!(status, 400);
    let hidden = json!({"type": 4, "data": {"content": "hidden", "flags": 64}});
    assert_eq!(bot.respond(&asked, &hidden).await.0, 204);
    let (status, told) = bot.respond(&asked, &hidden).await;
    assert_eq!((status, &told["code"]), (400, &json!(40060)));
    let (status, told) = bot.webhook(Method::PATCH, &asked.1, "/messages/@original", &edit).await;
    assert_eq!((status, &told["content"], &told["flags"]), (200, &json!("edited"), &json!(64)));
    let hidden_id = told["id"].as_str().unwrap().to_owned();
    let channel = bot.server.channel_id("table").unwrap();
    let (_, told) =
        bot.ask(Method::GET, &format!("/channels/{channel}/messages/{hidden_id}"), &Value::Null).await;
    assert_eq!(told["code"], 10008, "a channel's messages do not show what one member sees");
    let (_, list) = bot.ask(Method::GET, &format!("/channels/{channel}/messages"), &Value::Null).await;
    assert_eq!(list, json!([]));
    bot.server.advance(15 * 60);
    let (status, told) = bot.webhook(Method::POST, &asked.1, "", &json!({"content": "late"})).await;
    assert_eq!((status, &told["code"]), (401, &json!(50027)));
    let (status, told) = bot.webhook(Method::POST, "nonsense", "", &json!({"content": "late"})).await;
    assert_eq!((status, &told["code"]), (404, &json!(10015)));
    let asked = bot.act("/go").await;
    bot.server.advance(15 * 60);
    let (status, told) = bot.respond(&asked, &hidden).await;
    assert_eq!((status, &told["code"]), (404, &json!(10062)));
}

#[tokio::test]
async fn a_followup_right_after_deferring_is_the_answer() {
    let bot = Bot::new(true).await;
    let asked = bot.act("/go").await;
    assert_eq!(bot.respond(&asked, &json!({"type": 5, "data": {"flags": 64}})).await.0, 204);
    assert_eq!(bot.server.thinking(), 1);
    assert!(bot.server.seen().is_empty());
    let (status, told) = bot.webhook(Method::POST, &asked.1, "", &json!({"content": "done"})).await;
    assert_eq!((status, &told["flags"]), (200, &json!(64)), "what was deferred stays hidden");
    let seen = bot.server.seen();
    assert_eq!((seen.len(), seen[0].kind, seen[0].text.as_str()), (1, Kind::Reply, "done"));
    let (status, _) = bot.webhook(Method::POST, &asked.1, "", &json!({"content": "more"})).await;
    assert_eq!(status, 200);
    assert_eq!(bot.server.seen()[1].to.label(), "public:table");
    let typing = bot.server.autocomplete("anna", "table", "/go", "where").unwrap();
    assert_eq!(bot.server.answered(typing), Some((false, false)));
    assert!(bot.server.slash("anna", "dm", "/here").unwrap_err().contains("direct messages"));
}

#[tokio::test]
async fn faults_strike_on_demand() {
    let bot = Bot::new(true).await;
    let route = "POST /channels/{channel_id}/messages";
    let channel = bot.server.channel_id("table").unwrap();
    let url = bot.url(&format!("/channels/{channel}/messages"));
    let send = || {
        bot.client
            .post(&url)
            .header("Authorization", "Bot a.test.token")
            .json(&json!({"content": "x"}))
            .send()
    };
    let answer = send().await.unwrap();
    assert_eq!(answer.headers()["x-ratelimit-remaining"], "4");
    assert!(answer.headers().contains_key("x-ratelimit-bucket"));
    let faults = bot.server.faults();
    faults.strike(route, 1, Fault::TooMany { retry_after: 0.25, scope: "shared" });
    let answer = send().await.unwrap();
    assert_eq!(answer.status().as_u16(), 429);
    assert_eq!(answer.headers()["x-ratelimit-scope"], "shared");
    assert_eq!(answer.headers()["retry-after"], "1");
    let told: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
    assert_eq!(told["retry_after"], 0.25);
    faults.strike(route, 1, Fault::Broken(503));
    assert_eq!(send().await.unwrap().status().as_u16(), 503);
    assert_eq!(bot.server.messages(channel).len(), 1);
    faults.strike(route, 1, Fault::CutBefore);
    assert!(send().await.is_err());
    assert_eq!(bot.server.messages(channel).len(), 1);
    faults.strike(route, 1, Fault::CutAfter);
    assert!(send().await.is_err());
    assert_eq!(bot.server.messages(channel).len(), 2, "it was carried out");
    faults.enforce_rate_limit(Some((1, Duration::from_secs(60))));
    assert_eq!(send().await.unwrap().status().as_u16(), 200);
    assert_eq!(send().await.unwrap().status().as_u16(), 429);
}

#[tokio::test]
async fn a_shard_is_told_of_its_guilds_alone_and_too_few_are_refused() {
    let bot = Bot::new(false).await;
    bot.server.ask_for_shards(2);
    let own = (bot.server.guild_id() >> 22) % 2;
    let identify = |shard: Value| {
        let mut frame = json!({"op": 2, "d": {"token": "a.test.token", "intents": 1, "properties": {}}});
        frame["d"]["shard"] = shard;
        frame
    };
    for (shard, code) in [
        (Value::Null, 4011),
        (json!([0, 1]), 4011),
        (json!([2, 2]), 4010),
        (json!([0, 0]), 4010),
        (json!([0]), 4010),
        (json!("0"), 4010),
    ] {
        let mut gateway = Gateway::connect(&bot.server).await;
        gateway.next().await.unwrap();
        gateway.send(identify(shard.clone())).await;
        assert_eq!(gateway.next().await, Err(code), "{shard}");
    }
    let mut shards = Vec::new();
    for number in 0..2_u64 {
        let mut gateway = Gateway::connect(&bot.server).await;
        gateway.next().await.unwrap();
        gateway.send(identify(json!([number, 2]))).await;
        let ready = gateway.event("READY").await;
        assert_eq!(ready["shard"], json!([number, 2]));
        assert_eq!(ready["guilds"].as_array().unwrap().len(), usize::from(number == own));
        shards.push(gateway);
    }
    assert!(bot.server.connected());
    // What happens in the guild goes to its shard, a direct message to the first; nobody hears the other's.
    bot.server.slash("anna", "table", "/go").unwrap();
    bot.server.slash("anna", "dm", "/go").unwrap();
    bot.server.send_event("LAST", &json!({"guild_id": bot.server.guild_id().to_string()}));
    bot.server.send_event("LAST", &json!({}));
    for (number, mut gateway) in (0..2_u64).zip(shards) {
        let mut asked = Vec::new();
        let lasts = 1 + usize::from(number == 0 && own == 0);
        for _ in 0..if number == own || number == 0 { lasts } else { 0 } {
            loop {
                let frame = gateway.next().await.unwrap();
                match frame["t"].as_str() {
                    Some("INTERACTION_CREATE") => asked.push(frame["d"]["guild_id"].is_string()),
                    Some("LAST") => break,
                    _ => {}
                }
            }
        }
        let expected: Vec<bool> =
            [(number == own).then_some(true), (number == 0).then_some(false)].into_iter().flatten().collect();
        assert_eq!(asked, expected, "shard {number}, the guild is of {own}");
    }
}

#[tokio::test]
async fn the_gateway_closes_with_discords_codes() {
    let bot = Bot::new(false).await;
    for (frame, code) in [
        (json!({"op": 2, "d": {"token": "wrong", "intents": 1, "properties": {}}}), 4004),
        (json!({"op": 2, "d": {"token": "a.test.token", "intents": 2, "properties": {}}}), 4014),
        (json!({"op": 2, "d": {"token": "a.test.token", "intents": 1_u64 << 40, "properties": {}}}), 4013),
        (
            json!({"op": 2, "d": {"token": "a.test.token", "intents": 1, "properties": {}, "shard": [2, 2]}}),
            4010,
        ),
        (json!({"op": 3, "d": {}}), 4003),
    ] {
        let mut gateway = Gateway::connect(&bot.server).await;
        assert_eq!(gateway.next().await.unwrap()["op"], 10);
        gateway.send(frame.clone()).await;
        assert_eq!(gateway.next().await, Err(code), "{frame}");
    }
    let mut gateway = Gateway::connect(&bot.server).await;
    let ready = gateway.identify().await;
    assert_eq!(ready["guilds"][0]["id"], bot.server.guild_id().to_string());
    gateway.send(json!({"op": 1, "d": 2})).await;
    assert_eq!(gateway.next().await.unwrap()["op"], 11);
    bot.server.slash("anna", "table", "/go").unwrap();
    gateway.event("INTERACTION_CREATE").await;
    drop(gateway);

    let resume = |seq: u64| json!({"op": 6, "d": {"token": "a.test.token", "session_id": ready["session_id"], "seq": seq}});
    let mut again = Gateway::connect(&bot.server).await;
    again.next().await.unwrap();
    again.send(resume(2)).await;
    assert_eq!(again.next().await.unwrap()["t"], "INTERACTION_CREATE");
    assert_eq!(again.next().await.unwrap()["t"], "RESUMED");
    bot.server.faults().refuse_resume(1);
    let mut third = Gateway::connect(&bot.server).await;
    third.next().await.unwrap();
    third.send(resume(3)).await;
    assert_eq!(third.next().await.unwrap()["op"], 9);
}

#[tokio::test]
async fn the_page_is_for_those_who_have_the_key() {
    let bot = Bot::new(false).await;
    let base = bot.server.api_base();
    let get = |path: &str| bot.client.get(format!("{base}{path}"));
    for (path, kind) in
        [("/k/k3y/", "text/html"), ("/k/k3y/app.js", "text/javascript"), ("/k/k3y/base.css", "text/css")]
    {
        let answer = get(path).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), 200);
        assert!(answer.headers()["content-type"].to_str().unwrap().starts_with(kind));
        assert!(
            answer.headers()["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'")
        );
    }
    assert_eq!(get("/k/wrong/").send().await.unwrap().status().as_u16(), 404);
    assert_eq!(get("/k/k3y/").header("Host", "evil.example").send().await.unwrap().status().as_u16(), 403);
    let foreign = get("/k/k3y/").header("Origin", "http://evil.example");
    assert_eq!(foreign.send().await.unwrap().status().as_u16(), 403);
}

#[tokio::test]
async fn a_member_plays_on_the_page() {
    let bot = Bot::new(true).await;
    let mut gateway = Gateway::connect(&bot.server).await;
    gateway.identify().await;
    let url = bot.server.page_url().replace("http", "ws") + "live";
    let mut page = Gateway::at(&url).await;
    let hello = page.next().await.unwrap();
    assert_eq!((&hello["t"], &hello["users"][0]["name"]), (&json!("hello"), &json!("anna")));
    page.send(json!({"t": "open_dm"})).await;
    assert_eq!(page.next().await.unwrap()["t"], "error");
    page.send(json!({"t": "be", "new": "🦉 עוף"})).await;
    let state = page.frame("state").await;
    assert_eq!(state["me"]["name"], "🦉 עוף");
    assert_eq!(state["channels"][0]["kind"], "text");
    let (channel, command) = (&state["channels"][0]["id"], &state["commands"][0]["id"]);
    let owl = bot.server.user_id("🦉 עוף").unwrap().to_string();

    page.send(json!({"t": "autocomplete", "nonce": 1, "channel_id": channel, "command_id": command,
        "options": [{"name": "where", "type": 3, "value": "ho", "focused": true}]}))
        .await;
    let event = gateway.event("INTERACTION_CREATE").await;
    assert_eq!((&event["type"], &event["data"]["options"][0]["focused"]), (&json!(4), &json!(true)));
    let typing =
        (event["id"].as_str().unwrap().parse().unwrap(), event["token"].as_str().unwrap().to_owned());
    let choices = json!({"type": 8, "data": {"choices": [{"name": "Home", "value": "home"}]}});
    assert_eq!(bot.respond(&typing, &choices).await.0, 204);
    assert_eq!(page.frame("choices").await["choices"][0]["value"], "home");

    page.send(json!({"t": "slash", "nonce": 2, "channel_id": channel, "command_id": command, "options": []}))
        .await;
    let event = gateway.event("INTERACTION_CREATE").await;
    assert_eq!(event["member"]["user"]["id"], owl.as_str());
    let asked = (event["id"].as_str().unwrap().parse().unwrap(), event["token"].as_str().unwrap().to_owned());
    let form = json!({"type": 9, "data": {"custom_id": "f", "title": "Form", "components": [{"type": 1, "components": [
        {"type": 4, "custom_id": "bid", "style": 1, "label": "Bid"}]}]}});
    assert_eq!(bot.respond(&asked, &form).await.0, 204);
    let modal = page.frame("modal").await;
    assert_eq!((&modal["nonce"], &modal["modal"]["title"]), (&json!(2), &json!("Form")));
    page.send(json!({"t": "modal_submit", "nonce": 3, "channel_id": channel, "interaction_id": modal["interaction_id"],
        "custom_id": "f", "components": [{"type": 1, "components": [{"type": 4, "custom_id": "bid", "value": "9"}]}]})).await;
    let event = gateway.event("INTERACTION_CREATE").await;
    assert_eq!(
        (&event["type"], &event["data"]["components"][0]["components"][0]["value"]),
        (&json!(5), &json!("9"))
    );
    let sent = (event["id"].as_str().unwrap().parse().unwrap(), event["token"].as_str().unwrap().to_owned());
    let answer = json!({"type": 4, "data": {"content": "Taken.", "flags": 64, "components": [{"type": 1, "components": [
        {"type": 2, "style": 1, "label": "Again", "custom_id": "again"}]}]}});
    assert_eq!(bot.respond(&sent, &answer).await.0, 204);
    let message = page.frame("message").await["message"].clone();
    assert_eq!((&message["content"], &message["ephemeral"]), (&json!("Taken."), &json!(true)));
    assert_eq!(message["interaction"]["name"], "go");
    assert_eq!(page.frame("done").await["nonce"], 3);

    page.send(json!({"t": "component", "nonce": 4, "channel_id": channel, "message_id": message["id"], "custom_id": "again", "component_type": 2})).await;
    let event = gateway.event("INTERACTION_CREATE").await;
    assert_eq!((&event["type"], &event["message"]["id"]), (&json!(3), &message["id"]));
    page.send(json!({"t": "component", "nonce": 5, "channel_id": channel, "message_id": message["id"], "custom_id": "other", "component_type": 2})).await;
    let failed = page.frame("failed").await;
    assert_eq!(failed["nonce"], 5);
    page.send(json!({"t": "clock", "advance": 3600})).await;
    assert_eq!(page.frame("now").await["now"], 1_767_225_600 + 3600);

    let mut other = Gateway::at(&url).await;
    other.send(json!({"t": "be", "user_id": bot.server.user_id("anna").unwrap().to_string()})).await;
    let state = other.frame("state").await;
    assert_eq!(
        state["messages"][channel.as_str().unwrap()],
        json!([]),
        "another's private answer is not shown"
    );
    assert!(bot.server.violations().is_empty());
}

#[tokio::test]
async fn the_same_acts_get_the_same_ids() {
    let mut runs = Vec::new();
    for _ in 0..2 {
        let bot = Bot::new(false).await;
        let asked = bot.act("/go where:home").await;
        bot.respond(&asked, &json!({"type": 4, "data": {"content": "a"}})).await;
        bot.post(&json!({"content": "b"})).await;
        let posts = bot.server.messages(bot.server.channel_id("table").unwrap());
        let ids: Vec<String> = posts.iter().map(|one| one["id"].to_string()).collect();
        runs.push((asked, ids, bot.server.transcript()));
        bot.server.stop().await;
    }
    assert_eq!(runs[0], runs[1]);
}
