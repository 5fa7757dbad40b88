//! What Discord refuses, this server refuses: with its status, its code, and the place in the form.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod asked;

use std::time::Duration;

use asked::{Bot, Gateway};
use local_discord::Permission;
use reqwest::Method;
use serde_json::{Value, json};

/// Status, Discord's code, and the code at a place of the form (`embeds.0.url`).
fn told((status, body): &(u16, Value), path: &str) -> (u16, u64, String) {
    let mut place = &body["errors"];
    for step in path.split('.') {
        place = &place[step];
    }
    let code = place["_errors"][0]["code"].as_str().unwrap_or_default().to_owned();
    (*status, body["code"].as_u64().unwrap_or(0), code)
}

#[tokio::test]
async fn a_form_is_refused_where_it_is_wrong() {
    let bot = Bot::new(false).await;
    let field = |name: &str, value: &str| json!({"embeds": [{"title": "t", "fields": [{"name": name, "value": value}]}]});
    let embed = |part: Value| {
        let mut embed = json!({"title": "t"});
        embed.as_object_mut().unwrap().extend(part.as_object().unwrap().clone());
        json!({"embeds": [embed]})
    };
    let part = |part: Value| json!({"content": "x", "components": [{"type": 1, "components": [part]}]});
    let option = |more: Value| {
        let mut option = json!({"label": "a", "value": "a"});
        option.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        part(json!({"type": 3, "custom_id": "m", "options": [option]}))
    };
    let mentions = |allowed: Value| json!({"content": "x", "allowed_mentions": allowed});
    let button = "components.0.components.0";
    let cases = [
        (field(" ", "b"), "embeds.0.fields.0.name", "BASE_TYPE_REQUIRED"),
        (field("a", "\n\t"), "embeds.0.fields.0.value", "BASE_TYPE_REQUIRED"),
        (embed(json!({"footer": {"text": " "}})), "embeds.0.footer.text", "BASE_TYPE_REQUIRED"),
        (embed(json!({"author": {"name": " "}})), "embeds.0.author.name", "BASE_TYPE_REQUIRED"),
        (json!({"embeds": [{"title": " "}]}), "embeds.0.description", "BASE_TYPE_REQUIRED"),
        (embed(json!({"url": "example.org"})), "embeds.0.url", "URL_TYPE_INVALID_URL"),
        (embed(json!({"url": "ftp://example.org"})), "embeds.0.url", "URL_TYPE_INVALID_SCHEME"),
        (
            embed(json!({"image": {"url": "file:///map.png"}})),
            "embeds.0.image.url",
            "URL_TYPE_INVALID_SCHEME",
        ),
        (
            embed(json!({"footer": {"text": "t", "icon_url": "x"}})),
            "embeds.0.footer.icon_url",
            "URL_TYPE_INVALID_URL",
        ),
        (embed(json!({"author": {"name": "n", "url": "x"}})), "embeds.0.author.url", "URL_TYPE_INVALID_URL"),
        (
            part(json!({"type": 2, "style": 5, "label": "l", "url": "javascript://x.org"})),
            &format!("{button}.url"),
            "URL_TYPE_INVALID_SCHEME",
        ),
        (
            part(json!({"type": 2, "style": 1, "label": " ", "custom_id": "c"})),
            button,
            "BUTTON_COMPONENT_INVALID_LABEL_EMOJI",
        ),
        (
            part(json!({"type": 2, "style": 1, "custom_id": "c", "emoji": {"name": "dice"}})),
            &format!("{button}.emoji.name"),
            "BUTTON_COMPONENT_INVALID_EMOJI",
        ),
        (option(json!({"label": " "})), &format!("{button}.options.0.label"), "BASE_TYPE_REQUIRED"),
        (
            option(json!({"emoji": {"name": "a"}})),
            &format!("{button}.options.0.emoji.name"),
            "BUTTON_COMPONENT_INVALID_EMOJI",
        ),
        (
            part(json!({"type": 8, "custom_id": "m", "channel_types": [99]})),
            &format!("{button}.channel_types.0"),
            "BASE_TYPE_CHOICES",
        ),
        (mentions(json!({"parse": ["everybody"]})), "allowed_mentions.parse.0", "BASE_TYPE_CHOICES"),
        (mentions(json!({"users": ["anna"]})), "allowed_mentions.users.0", "NUMBER_TYPE_COERCE"),
        (mentions(json!({"replied_user": "no"})), "allowed_mentions.replied_user", "BOOLEAN_TYPE_CONVERT"),
        (
            json!({"content": "x", "attachments": [{"id": 0, "description": "x".repeat(1025)}]}),
            "attachments.0.description",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            json!({"content": "x", "attachments": [{"filename": "a"}]}),
            "attachments.0.id",
            "BASE_TYPE_REQUIRED",
        ),
    ];
    for (body, path, code) in &cases {
        let mut body = body.clone();
        let mut with = Vec::new();
        if body["attachments"].is_array() {
            with.push(("map.png".to_owned(), vec![1]));
            body["attachments"][0]["filename"] = json!("map.png");
        }
        let answer = if with.is_empty() { bot.post(&body).await } else { bot.post_files(&body, &with).await };
        assert_eq!(told(&answer, path), (400, 50035, (*code).to_owned()), "{body}: {}", answer.1);
    }
    assert!(bot.server.seen().is_empty());
    assert_eq!(bot.server.violations().len(), cases.len());
    // A zero-width space is no blank to Discord, and an emoji of Unicode's is fine.
    assert_eq!(bot.post(&field("\u{200b}", "b")).await.0, 200);
    let fine = part(json!({"type": 2, "style": 1, "custom_id": "c", "emoji": {"name": "🎲"}}));
    assert_eq!(bot.post(&fine).await.0, 200);
}

#[tokio::test]
async fn forms_that_members_fill_in_keep_their_bounds() {
    let bot = Bot::new(false).await;
    let asked = bot.act("/go").await;
    let input = |id: &str, more: Value| {
        let mut input = json!({"type": 4, "custom_id": id, "style": 1, "label": id});
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!({"type": 1, "components": [input]})
    };
    let blank = json!({"type": 9, "data": {"custom_id": "f", "title": "Form", "components": [
        input("a", json!({"label": " "}))]}});
    let answer = bot.respond(&asked, &blank).await;
    assert_eq!(told(&answer, "data.components.0.components.0.label").2, "BASE_TYPE_REQUIRED");
    let form = json!({"type": 9, "data": {"custom_id": "f", "title": "Form", "components": [
        input("must", json!({"min_length": 2, "max_length": 4})),
        input("may", json!({"required": false, "min_length": 3}))]}});
    assert_eq!(bot.respond(&asked, &form).await.0, 204);
    let fill = |must: &str, may: &str| {
        bot.server.fill("anna", &[("must".into(), must.into()), ("may".into(), may.into())])
    };
    for (must, may, why) in [
        ("", "", "must be filled"),
        ("1", "", "takes 2 to 4"),
        ("12345", "", "takes 2 to 4"),
        ("12", "12", "takes 3 to 4000"),
    ] {
        let refused = fill(must, may).unwrap_err();
        assert!(refused.contains(why), "{must:?} {may:?}: {refused}");
    }
    assert!(fill("12", "").is_ok(), "what is not required may stay empty");
}

#[tokio::test]
async fn an_edit_changes_one_flag_alone() {
    let bot = Bot::new(true).await;
    let (_, message) = bot.post(&json!({"content": "x", "flags": 4096})).await;
    let path = format!(
        "/channels/{}/messages/{}",
        message["channel_id"].as_str().unwrap(),
        message["id"].as_str().unwrap()
    );
    for (flags, stands) in [(4, 4100), (0, 4096)] {
        let (status, changed) = bot.ask(Method::PATCH, &path, &json!({"flags": flags})).await;
        assert_eq!((status, &changed["flags"]), (200, &json!(stands)));
    }
    let asked = bot.act("/go").await;
    let answer = json!({"type": 4, "data": {"content": "Private.", "flags": 64}});
    assert_eq!(bot.respond(&asked, &answer).await.0, 204);
    let edit = json!({"content": "Still private.", "flags": 4});
    let (status, changed) = bot.webhook(Method::PATCH, &asked.1, "/messages/@original", &edit).await;
    assert_eq!((status, &changed["flags"]), (200, &json!(68)));
}

#[tokio::test]
async fn each_permission_is_asked_for_by_itself() {
    let bot = Bot::new(true).await;
    let server = &bot.server;
    let channel = server.channel_id("table").unwrap();
    let path = format!("/channels/{channel}/messages");
    let code = |answer: (u16, Value)| (answer.0, answer.1["code"].as_u64().unwrap_or(0));
    let plain = json!({"content": "x"});
    let embed = json!({"embeds": [{"title": "t"}]});
    let (_, first) = bot.post(&plain).await;
    let first = first["id"].as_str().unwrap().to_owned();
    let thread = json!({"name": "A thread"});
    let on_message = format!("{path}/{first}/threads");

    server.deny("table", Permission::EmbedLinks, true);
    assert_eq!(code(bot.post(&embed).await), (403, 50013));
    assert_eq!(bot.post(&plain).await.0, 200);
    server.deny("table", Permission::EmbedLinks, false);
    assert_eq!(bot.post(&embed).await.0, 200);

    server.deny("table", Permission::AttachFiles, true);
    let file = [("map.png".to_owned(), vec![1])];
    assert_eq!(code(bot.post_files(&plain, &file).await), (403, 50013));
    assert_eq!(bot.post(&plain).await.0, 200);
    server.deny("table", Permission::AttachFiles, false);
    assert_eq!(bot.post_files(&plain, &file).await.0, 200);

    server.deny("table", Permission::ReadMessageHistory, true);
    let (status, list) = bot.ask(Method::GET, &path, &Value::Null).await;
    assert_eq!((status, list), (200, json!([])), "no refusal, but nothing either");
    assert_eq!(code(bot.ask(Method::GET, &format!("{path}/{first}"), &Value::Null).await), (403, 50013));
    let reply = json!({"content": "x", "message_reference": {"message_id": first}});
    assert_eq!(code(bot.post(&reply).await), (403, 160_002));
    server.deny("table", Permission::ReadMessageHistory, false);
    assert_eq!(bot.post(&reply).await.0, 200);

    server.deny("table", Permission::CreatePublicThreads, true);
    assert_eq!(code(bot.ask(Method::POST, &on_message, &thread).await), (403, 50013));
    server.deny("table", Permission::CreatePublicThreads, false);
    server.deny("table", Permission::CreatePrivateThreads, true);
    let private = json!({"name": "For some", "type": 12});
    let threads = format!("/channels/{channel}/threads");
    assert_eq!(code(bot.ask(Method::POST, &threads, &private).await), (403, 50013));
    let (status, opened) = bot.ask(Method::POST, &on_message, &thread).await;
    assert_eq!(status, 201);
    let opened = opened["id"].as_str().unwrap().to_owned();

    let inside = format!("/channels/{opened}/messages");
    server.deny("table", Permission::SendMessagesInThreads, true);
    assert_eq!(code(bot.ask(Method::POST, &inside, &plain).await), (403, 50013));
    assert_eq!(bot.post(&plain).await.0, 200, "the channel itself is another matter");
    server.deny("table", Permission::SendMessagesInThreads, false);
    server.deny("table", Permission::SendMessages, true);
    assert_eq!(bot.ask(Method::POST, &inside, &plain).await.0, 200);
    assert_eq!(code(bot.post(&plain).await), (403, 50013));
    server.deny("table", Permission::ManageThreads, true);
    let lock = json!({"locked": true});
    assert_eq!(code(bot.ask(Method::PATCH, &format!("/channels/{opened}"), &lock).await), (403, 50013));
    server.deny("table", Permission::ManageMessages, true);
    let pin = format!("/channels/{channel}/messages/pins/{first}");
    assert_eq!(code(bot.ask(Method::PUT, &pin, &Value::Null).await), (403, 50013));

    server.deny("table", Permission::ViewChannel, true);
    assert_eq!(code(bot.ask(Method::POST, &inside, &plain).await), (403, 50001));
    assert_eq!(server.violations().len(), 0, "{:?}", server.violations());
}

#[tokio::test]
async fn an_interaction_says_what_the_bot_may_there() {
    let bot = Bot::new(false).await;
    let mut gateway = Gateway::connect(&bot.server).await;
    gateway.identify().await;
    let mut permissions = async |denied: &[Permission]| {
        for one in Permission::ALL {
            bot.server.deny("table", one, denied.contains(&one));
        }
        bot.server.slash("anna", "table", "/go").unwrap();
        let event = gateway.event("INTERACTION_CREATE").await;
        event["app_permissions"].as_str().unwrap().parse::<u64>().unwrap()
    };
    let all = permissions(&[]).await;
    for one in Permission::ALL {
        assert_ne!(all & one.bit(), 0, "{one:?}");
        let left = permissions(&[one]).await;
        let expected = if one == Permission::ViewChannel { 0 } else { all & !one.bit() };
        assert_eq!(left, expected, "{one:?}");
    }
}

#[tokio::test]
async fn commands_say_who_may_use_them_where() {
    let bot = Bot::new(true).await;
    let command = |more: Value| {
        let mut command = json!({"name": "go", "description": "Goes."});
        command.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        json!([command])
    };
    let option = |more: Value| {
        let mut option = json!({"type": 7, "name": "where", "description": "Where."});
        option.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        command(json!({"options": [option]}))
    };
    let plain = Bot::new(false).await;
    for (commands, path, code) in [
        (command(json!({"contexts": [3]})), "0.contexts.0", "BASE_TYPE_CHOICES"),
        (command(json!({"contexts": [0, 0]})), "0.contexts.1", "SET_TYPE_ALREADY_CONTAINS_VALUE"),
        (command(json!({"contexts": []})), "0.contexts", "BASE_TYPE_BAD_LENGTH"),
        (command(json!({"integration_types": [2]})), "0.integration_types.0", "BASE_TYPE_CHOICES"),
        (
            command(json!({"default_member_permissions": "all"})),
            "0.default_member_permissions",
            "NUMBER_TYPE_COERCE",
        ),
        (option(json!({"channel_types": [0, 99]})), "0.options.0.channel_types.1", "BASE_TYPE_CHOICES"),
        (
            option(json!({"type": 3, "channel_types": [0]})),
            "0.options.0.channel_types",
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
    ] {
        let answer = plain.register(&commands).await;
        assert_eq!(told(&answer, path), (400, 50035, code.to_owned()), "{commands}: {}", answer.1);
    }

    // Anna owns the server, Bob is a member like any.
    let server = &bot.server;
    let used = |who: &str, place: &str, line: &str| server.slash(who, place, line).is_ok();
    for (needed, anna, bob) in [
        (json!(null), true, true),
        (json!("2048"), true, true),
        (json!("32"), true, false),
        (json!("0"), true, false),
    ] {
        bot.register(&command(json!({"default_member_permissions": needed}))).await;
        assert_eq!((used("anna", "table", "/go"), used("bob", "table", "/go")), (anna, bob), "{needed}");
    }
    for (contexts, table, dm) in [
        (json!([0]), true, false),
        (json!([1]), false, true),
        (json!([0, 1]), true, true),
        (json!([2]), false, false),
    ] {
        bot.register(&command(json!({"contexts": contexts}))).await;
        assert_eq!((used("bob", "table", "/go"), used("bob", "dm", "/go")), (table, dm), "{contexts}");
    }
    bot.register(&option(json!({"channel_types": [2]}))).await;
    assert!(
        server.slash("bob", "table", "/go where:#table").unwrap_err().contains("another kind of channel")
    );
    bot.register(&option(json!({"channel_types": [0]}))).await;
    assert!(used("bob", "table", "/go where:#table"));
}

#[tokio::test]
async fn two_guilds_are_kept_apart() {
    let bot = Bot::in_two_guilds().await;
    let server = &bot.server;
    let (first, second) = (server.guild_id(), server.guild_named("Second").unwrap());
    let mut gateway = Gateway::connect(server).await;
    assert_eq!(gateway.next().await.unwrap()["op"], 10);
    let identify = json!({"token": "a.test.token", "intents": 1, "properties": {}});
    gateway.send(json!({"op": 2, "d": identify})).await;
    let ready = gateway.event("READY").await;
    let ids = |list: &Value| -> Vec<String> {
        list.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(ids(&ready["guilds"]), [first.to_string(), second.to_string()]);
    for (guild, channel) in [(first, "table"), (second, "elsewhere")] {
        let created = gateway.event("GUILD_CREATE").await;
        assert_eq!(created["id"], guild.to_string());
        assert_eq!(ids(&created["channels"]), [server.channel_id(channel).unwrap().to_string()]);
        server.slash("anna", channel, "/go").unwrap();
    }
    for guild in [first, second] {
        assert_eq!(gateway.event("INTERACTION_CREATE").await["guild_id"], guild.to_string());
        let (status, told) = bot.ask(Method::GET, &format!("/guilds/{guild}/channels"), &Value::Null).await;
        assert_eq!((status, told[0]["guild_id"].as_str()), (200, Some(guild.to_string().as_str())));
    }
    let (_, mine) = bot.ask(Method::GET, "/users/@me/guilds", &Value::Null).await;
    assert_eq!(ids(&mine), [first.to_string(), second.to_string()]);
    let (status, told) = bot.ask(Method::GET, "/guilds/7", &Value::Null).await;
    assert_eq!((status, &told["code"]), (404, &json!(10004)));

    // A guild's own command is not the other's.
    let app = server.application_id();
    let own = json!([{"name": "own", "description": "Only there."}]);
    let path = format!("/applications/{app}/guilds/{second}/commands");
    assert_eq!(bot.ask(Method::PUT, &path, &own).await.0, 200);
    assert!(server.slash("anna", "elsewhere", "/own").is_ok());
    assert!(server.slash("anna", "table", "/own").unwrap_err().contains("no command /own"));
    let other = format!("/applications/{app}/guilds/{first}/commands");
    assert_eq!(bot.ask(Method::GET, &other, &Value::Null).await.1, json!([]));
}

#[tokio::test]
async fn a_callback_answers_with_what_it_made_where_asked() {
    let bot = Bot::new(true).await;
    for (word, kind, message) in [("true", 4, true), ("1", 5, true), ("True", 9, false)] {
        let (id, token) = bot.act("/go").await;
        let data = match kind {
            9 => json!({"custom_id": "f", "title": "Form", "components": [{"type": 1, "components": [
                {"type": 4, "custom_id": "a", "style": 1, "label": "A"}]}]}),
            4 => json!({"content": "Here.", "flags": 64}),
            _ => json!({"flags": 64}),
        };
        let path = format!("/interactions/{id}/{token}/callback?with_response={word}");
        let (status, told) = bot.ask(Method::POST, &path, &json!({"type": kind, "data": data})).await;
        assert_eq!(status, 200, "{told}");
        assert_eq!(told["interaction"]["id"], id.to_string());
        assert_eq!(told["interaction"]["type"], 2);
        assert_eq!(told["resource"]["type"], kind);
        assert_eq!(told["resource"]["message"].is_object(), message, "{told}");
        if message {
            assert_eq!(told["interaction"]["response_message_id"], told["resource"]["message"]["id"]);
            assert_eq!(told["interaction"]["response_message_ephemeral"], true);
            assert_eq!(told["interaction"]["response_message_loading"], kind == 5);
        }
    }
    let asked = bot.act("/go").await;
    assert_eq!(bot.respond(&asked, &json!({"type": 5})).await, (204, Value::Null), "not asked, not told");
}

#[tokio::test]
async fn a_bucket_that_is_empty_refuses_and_says_when_it_is_full_again() {
    let bot = Bot::limited(2, Duration::from_millis(400)).await;
    let channel = bot.server.channel_id("table").unwrap();
    let url = bot.url(&format!("/channels/{channel}/messages"));
    let send = async || {
        let request = bot.client.post(&url).header("Authorization", "Bot a.test.token");
        request.json(&json!({"content": "x"})).send().await.unwrap()
    };
    for left in ["1", "0"] {
        let answer = send().await;
        assert_eq!(answer.status().as_u16(), 200);
        assert_eq!(
            (&answer.headers()["x-ratelimit-limit"], &answer.headers()["x-ratelimit-remaining"]),
            (&"2".parse().unwrap(), &left.parse().unwrap())
        );
    }
    let refused = send().await;
    assert_eq!(refused.status().as_u16(), 429);
    assert_eq!(refused.headers()["x-ratelimit-scope"], "user");
    assert_eq!(refused.headers()["x-ratelimit-remaining"], "0");
    let told: Value = serde_json::from_str(&refused.text().await.unwrap()).unwrap();
    let wait = told["retry_after"].as_f64().unwrap();
    assert!(wait > 0.0 && wait <= 0.4 && told["global"] == false, "{told}");
    // Another route, and the answer to an interaction, have room of their own.
    assert_eq!(bot.ask(Method::GET, &format!("/channels/{channel}"), &Value::Null).await.0, 200);
    let one = bot.act("/go").await;
    let two = bot.act("/go").await;
    for asked in [&one, &two] {
        assert_eq!(bot.respond(asked, &json!({"type": 4, "data": {"content": "x"}})).await.0, 204);
    }
    let edit = json!({"content": "y"});
    for asked in [&one, &two, &one, &two] {
        assert_eq!(bot.webhook(Method::PATCH, &asked.1, "/messages/@original", &edit).await.0, 200);
    }
    assert_eq!(bot.webhook(Method::PATCH, &one.1, "/messages/@original", &edit).await.0, 429);
    tokio::time::sleep(Duration::from_secs_f64(wait)).await;
    assert_eq!(send().await.status().as_u16(), 200);
}

#[tokio::test]
async fn a_gateway_packs_as_it_is_asked() {
    let bot = Bot::new(false).await;
    let mut gateway =
        Gateway::at(&format!("ws://{}/?v=10&encoding=json&compress=zlib-stream", bot.server.address())).await;
    gateway.unpacks_a_stream();
    gateway.identify().await;
    bot.server.slash("anna", "table", "/go").unwrap();
    assert_eq!(gateway.event("INTERACTION_CREATE").await["data"]["name"], "go");
    assert!(gateway.packed() >= 4, "HELLO, READY, GUILD_CREATE and the event");

    // As serenity asks: each larger payload by itself.
    let mut gateway = Gateway::connect(&bot.server).await;
    assert_eq!(gateway.next().await.unwrap()["op"], 10);
    let identify = json!({"token": "a.test.token", "intents": 1, "properties": {}, "compress": true});
    gateway.send(json!({"op": 2, "d": identify})).await;
    gateway.event("GUILD_CREATE").await;
    assert!(gateway.packed() >= 1);
    let unknown = format!("ws://{}/?v=10&compress=zstd-stream", bot.server.address());
    assert!(tokio_tungstenite::connect_async(unknown).await.is_err());
}
