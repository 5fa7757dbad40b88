//! What members give a bot: files, choices in menus, their language, plain words.

#![allow(clippy::unwrap_used, reason = "a test may")]

mod asked;

use asked::{Bot, Gateway};
use local_discord::{Audience, Kind};
use reqwest::Method;
use serde_json::{Value, json};

/// A PNG's header, 256 by 128.
fn png() -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend([0, 0, 1, 0, 0, 0, 0, 128, 8, 2, 0, 0, 0]);
    png
}

fn token_of(event: &Value) -> (u64, String) {
    (event["id"].as_str().unwrap().parse().unwrap(), event["token"].as_str().unwrap().to_owned())
}

async fn board(described: bool) -> (Bot, Gateway) {
    let bot = Bot::new(described).await;
    let commands = json!([{"name": "board", "description": "The board.",
        "name_localizations": {"fi": "lauta"}, "options": [
        {"type": 1, "name": "picture", "name_localizations": {"fi": "kuva"}, "description": "Keeps a picture.", "options": [
            {"type": 11, "name": "file", "description": "The picture.", "required": true},
            {"type": 6, "name": "for", "description": "Whose.", "name_localizations": {"fi": "kenelle"}},
            {"type": 7, "name": "where", "description": "Where.", "channel_types": [0]}]}]}]);
    let (status, told) = bot.register(&commands).await;
    assert_eq!(status, 200, "{told}");
    let mut gateway = Gateway::connect(&bot.server).await;
    gateway.identify().await;
    (bot, gateway)
}

#[tokio::test]
async fn a_file_comes_with_a_command() {
    let (bot, mut gateway) = board(true).await;
    bot.server.lay_file("the map.png", png());
    bot.server.slash("anna", "table", "/board picture file:@the map.png for:@bob where:#table").unwrap();
    let event = gateway.event("INTERACTION_CREATE").await;
    let options = &event["data"]["options"][0]["options"];
    let id = options[0]["value"].as_str().unwrap();
    assert_eq!(options[0], json!({"name": "file", "type": 11, "value": id}));
    let file = &event["data"]["resolved"]["attachments"][id];
    let url = file["url"].as_str().unwrap();
    let channel = bot.server.channel_id("table").unwrap();
    assert!(
        url.starts_with(&format!("{}/attachments/{channel}/{id}/the_map.png?", bot.server.api_base())),
        "{url}"
    );
    assert_eq!(
        *file,
        json!({"id": id, "filename": "the_map.png", "title": "the map", "size": png().len(), "url": url,
            "proxy_url": url, "content_type": "image/png", "ephemeral": true, "width": 256, "height": 128})
    );
    let bob = bot.server.user_id("bob").unwrap().to_string();
    let resolved = &event["data"]["resolved"];
    assert_eq!(resolved["users"][&bob]["global_name"], "bob");
    assert!(resolved["members"][&bob]["permissions"].is_string());
    assert!(resolved["members"][&bob]["user"].is_null());
    assert_eq!(resolved["channels"][channel.to_string()]["name"], "table");

    // The bytes are had at the address alone, without a token, for a day.
    let got = bot.client.get(url).send().await.unwrap();
    assert_eq!(got.headers()["content-type"], "image/png");
    assert_eq!(got.bytes().await.unwrap(), png());
    for wrong in
        [url.split('?').next().unwrap().to_owned(), url.replace("hm=", "hm=0"), url.replace("ex=", "ex=f")]
    {
        assert_eq!(bot.client.get(wrong).send().await.unwrap().status().as_u16(), 404);
    }
    bot.server.advance(24 * 60 * 60);
    let late = bot.client.get(url).send().await.unwrap();
    assert_eq!(late.status().as_u16(), 404);
    assert!(late.text().await.unwrap().contains("no longer available"));

    assert!(bot.server.slash("anna", "table", "/board picture").unwrap_err().contains("file is required"));
    assert!(bot.server.transcript().contains("file:@the_map.png"));
    assert!(bot.server.violations().is_empty(), "{:?}", bot.server.violations());
}

#[tokio::test]
async fn a_file_is_handed_in_on_the_page() {
    let (bot, mut gateway) = board(true).await;
    let mut page = Gateway::at(&(bot.server.page_url().replace("http", "ws") + "live")).await;
    let anna = bot.server.user_id("anna").unwrap().to_string();
    let bob = bot.server.user_id("bob").unwrap().to_string();
    page.send(json!({"t": "be", "user_id": anna})).await;
    let state = page.frame("state").await;
    let (channel, command) = (&state["channels"][0]["id"], &state["commands"][0]["id"]);
    let channel_id = channel.as_str().unwrap();
    let upload = |user: &str, name: &str, bytes: Vec<u8>| {
        let url = format!("{}upload/{user}/{channel_id}/{name}", bot.server.page_url());
        let request = bot.client.post(url).body(bytes);
        async move {
            let answer = request.send().await.unwrap();
            let status = answer.status().as_u16();
            (status, serde_json::from_str::<Value>(&answer.text().await.unwrap()).unwrap_or_default())
        }
    };
    let (status, told) = upload(&anna, "big.bin", vec![1; 10 * 1024 * 1024 + 1]).await;
    assert_eq!((status, &told["code"]), (413, &json!(40005)));
    let (status, _) = upload(&anna, "most.bin", vec![1; 10 * 1024 * 1024]).await;
    assert_eq!(status, 200);
    assert_eq!(upload(&anna, "empty.png", Vec::new()).await.0, 400);
    assert_eq!(upload("1", "map.png", png()).await.0, 403);
    let (_, of_bob) = upload(&bob, "map.png", png()).await;
    let (_, told) = upload(&anna, "map.png", png()).await;
    assert_eq!(told["filename"], "map.png");

    let slash = |nonce: u64, value: &Value| {
        json!({"t": "slash", "nonce": nonce, "channel_id": channel, "command_id": command, "options": [
            {"name": "picture", "type": 1, "options": [{"name": "file", "type": 11, "value": value}]}]})
    };
    page.send(slash(1, &of_bob["id"])).await;
    assert!(page.frame("failed").await["why"].as_str().unwrap().contains("not there any more"));
    page.send(slash(2, &json!("77"))).await;
    assert!(page.frame("failed").await["why"].as_str().unwrap().contains("takes a file"));
    page.send(slash(3, &told["id"])).await;
    let event = gateway.event("INTERACTION_CREATE").await;
    let id = told["id"].as_str().unwrap();
    let file = &event["data"]["resolved"]["attachments"][id];
    assert_eq!(file["filename"], "map.png");

    // What the bot puts on a message is shown on the page, and is at an address for the bot too.
    let asked = token_of(&event);
    let payload = json!({"type": 4, "data": {"embeds": [{"title": "Map", "image": {"url": "attachment://map.png"}}],
        "attachments": [{"id": 0, "filename": "map.png"}]}});
    let form = reqwest::multipart::Form::new()
        .part("files[0]", reqwest::multipart::Part::bytes(png()).file_name("map.png"))
        .text("payload_json", payload.to_string());
    let url = bot.url(&format!("/interactions/{}/{}/callback", asked.0, asked.1));
    assert_eq!(bot.client.post(url).multipart(form).send().await.unwrap().status().as_u16(), 204);
    let message = page.frame("message").await["message"].clone();
    let shown = message["embeds"][0]["image"]["url"].as_str().unwrap();
    let got = bot.client.get(format!("{}{shown}", bot.server.page_url())).send().await.unwrap();
    assert_eq!(got.bytes().await.unwrap(), png());
    let told = bot.server.messages(channel_id.parse().unwrap())[0]["embeds"][0]["image"]["url"].clone();
    assert_eq!(bot.client.get(told.as_str().unwrap()).send().await.unwrap().status().as_u16(), 200);
    assert!(bot.server.violations().is_empty(), "{:?}", bot.server.violations());
}

#[tokio::test]
async fn menus_hold_their_bounds() {
    let (bot, mut gateway) = board(true).await;
    let rows = json!({"content": "Choose.", "components": [
        {"type": 1, "components": [{"type": 3, "custom_id": "corps", "placeholder": "Corps", "min_values": 1, "max_values": 2,
            "options": [{"label": "I", "value": "1"}, {"label": "II", "value": "2"}, {"label": "III", "value": "3"}]}]},
        {"type": 1, "components": [{"type": 5, "custom_id": "allies", "placeholder": "Allies", "min_values": 0, "max_values": 2}]},
        {"type": 1, "components": [{"type": 8, "custom_id": "thread", "placeholder": "Thread", "channel_types": [11]}]}]});
    assert_eq!(bot.post(&rows).await.0, 200);
    let choose = |menu: &str, values: &[&str]| {
        let values: Vec<String> = values.iter().map(|value| (*value).to_owned()).collect();
        bot.server.choose("anna", menu, &values)
    };
    assert!(choose("Corps", &[]).unwrap_err().contains("1 to 2 values"));
    assert!(choose("Corps", &["I", "II", "III"]).unwrap_err().contains("1 to 2 values"));
    assert!(choose("Corps", &["I", "I"]).unwrap_err().contains("twice"));
    assert!(choose("Corps", &["IV"]).is_err());
    assert!(choose("Thread", &["#table"]).unwrap_err().contains("no value"), "a channel is no thread");
    choose("Corps", &["III", "I"]).unwrap();
    let event = gateway.event("INTERACTION_CREATE").await;
    assert_eq!(event["data"]["values"], json!(["3", "1"]));
    assert!(event["data"]["resolved"].is_null());
    choose("Allies", &["@bob"]).unwrap();
    let event = gateway.event("INTERACTION_CREATE").await;
    let bob = bot.server.user_id("bob").unwrap().to_string();
    assert_eq!((&event["data"]["component_type"], &event["data"]["values"]), (&json!(5), &json!([bob])));
    assert_eq!(event["data"]["resolved"]["users"][&bob]["username"], "bob");
    assert_eq!(event["data"]["resolved"]["members"][&bob]["roles"], json!([]));
    choose("Allies", &[]).unwrap();
    assert_eq!(gateway.event("INTERACTION_CREATE").await["data"]["values"], json!([]));
    let wrong = json!({"components": [{"type": 1, "components": [{"type": 3, "custom_id": "m", "min_values": 2,
        "options": [{"label": "a", "value": "a"}, {"label": "b", "value": "b"}]}]}]});
    let (status, told) = bot.post(&wrong).await;
    assert_eq!((status, &told["code"]), (400, &json!(50035)));
}

#[tokio::test]
async fn a_member_speaks_a_language() {
    let (bot, mut gateway) = board(true).await;
    let server = &bot.server;
    server.lay_file("map.png", png());
    assert!(server.slash("anna", "table", "/lauta kuva file:@map.png").is_err());
    server.set_locale("@anna", "fi").unwrap();
    server.slash("anna", "table", "/lauta kuva file:@map.png kenelle:@bob").unwrap();
    let event = gateway.event("INTERACTION_CREATE").await;
    assert_eq!((&event["locale"], &event["guild_locale"]), (&json!("fi"), &json!("en-US")));
    assert_eq!(
        (&event["data"]["name"], &event["data"]["options"][0]["name"]),
        (&json!("board"), &json!("picture"))
    );
    assert_eq!(event["data"]["options"][0]["options"][1]["name"], "for");
    server.slash("bob", "table", "/board picture file:@map.png").unwrap();
    assert_eq!(gateway.event("INTERACTION_CREATE").await["locale"], "en-US");
    assert!(server.set_locale("anna", "suomi").is_err());
    assert!(server.set_locale("nobody", "fi").is_err());

    let app = server.application_id();
    let list = format!("/applications/{app}/commands");
    let (_, told) = bot.ask(Method::GET, &list, &Value::Null).await;
    assert!(told[0]["name_localizations"].is_null());
    let (_, told) = bot.ask(Method::GET, &format!("{list}?with_localizations=true"), &Value::Null).await;
    assert_eq!(told[0]["options"][0]["name_localizations"]["fi"], "kuva");
    let twice = json!([{"name": "a", "description": "d", "name_localizations": {"fi": "sama"}},
        {"name": "b", "description": "d", "name_localizations": {"fi": "sama"}}]);
    let (status, told) = bot.register(&twice).await;
    assert_eq!(status, 400);
    assert_eq!(
        told["errors"]["1"]["name_localizations"]["fi"]["_errors"][0]["code"],
        "APPLICATION_COMMANDS_DUPLICATE_NAME"
    );

    let mut page = Gateway::at(&(server.page_url().replace("http", "ws") + "live")).await;
    let hello = page.next().await.unwrap();
    assert_eq!(hello["users"][0]["locale"], "fi");
    assert_eq!(hello["clock"], json!({"movable": true, "running": false}));
    page.send(json!({"t": "be", "user_id": server.user_id("bob").unwrap().to_string()})).await;
    page.frame("state").await;
    page.send(json!({"t": "locale", "locale": "de"})).await;
    assert_eq!(page.frame("hello").await["users"][1]["locale"], "de");
    page.send(json!({"t": "locale", "locale": "xx"})).await;
    assert!(page.frame("error").await["why"].as_str().unwrap().contains("no locale"));
}

#[tokio::test]
async fn plain_words_are_for_members() {
    let (bot, mut gateway) = board(true).await;
    let server = &bot.server;
    let channel = server.channel_id("table").unwrap();
    server.say("anna", "table", "Shall we begin?").unwrap();
    let seen = server.seen();
    assert_eq!((seen[0].kind, &seen[0].to), (Kind::Post, &Audience::Public("table".to_owned())));
    assert_eq!(seen[0].by.as_deref(), Some("anna"));
    let (_, list) = bot.ask(Method::GET, &format!("/channels/{channel}/messages"), &Value::Null).await;
    assert_eq!((&list[0]["author"]["global_name"], &list[0]["content"]), (&json!("anna"), &json!("")));
    server.say("anna", "table", &format!("<@{}>, are you there?", server.application_id())).unwrap();
    let (_, list) = bot.ask(Method::GET, &format!("/channels/{channel}/messages"), &Value::Null).await;
    assert!(list[0]["content"].as_str().unwrap().contains("are you there"), "what names the bot it may read");
    let one = format!("/channels/{channel}/messages/{}", list[0]["id"].as_str().unwrap());
    let (status, told) = bot.ask(Method::PATCH, &one, &json!({"content": "No."})).await;
    assert_eq!((status, &told["code"]), (403, &json!(50005)));
    assert_eq!(bot.ask(Method::DELETE, &one, &Value::Null).await.0, 204);
    assert!(server.say("anna", "table", &"x".repeat(2001)).unwrap_err().contains("2000"));
    assert!(server.say("anna", "table", "  ").is_err());
    // A bot that did not ask for messages hears of none: the next event is the command.
    server.lay_file("map.png", png());
    server.slash("anna", "table", "/board picture file:@map.png").unwrap();
    let next = gateway.next().await.unwrap();
    assert_eq!(next["t"], "INTERACTION_CREATE");
    assert!(server.violations().is_empty(), "{:?}", server.violations());
}
