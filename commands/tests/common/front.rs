//! The front door: buttons and forms as Discord hands them in, and a server on this machine that takes down the answers.

use super::{COUNCIL, GUILD, Table};
use serde_json::{Value, json};
use serenity::http::{Http, HttpBuilder};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// Where answers go.
pub struct Front {
    /// The locale of whoever presses or sends.
    pub locale: &'static str,
    http: Http,
    answers: Arc<Mutex<Vec<Value>>>,
}

impl Front {
    pub async fn new() -> Front {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let answers: Arc<Mutex<Vec<Value>>> = Arc::default();
        let taken = answers.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                take_down(stream, &taken).await;
            }
        });
        let http = HttpBuilder::new("Bot test")
            .application_id(serenity::model::id::ApplicationId::new(1))
            .proxy(base)
            .ratelimiter_disabled(true)
            .build();
        Front { locale: "en-US", http, answers }
    }

    /// Presses a button; the answer's message or form.
    pub async fn press(&self, table: &Table, user: u64, custom_id: &str) -> Value {
        let id = table.asker(user).interaction;
        self.press_as(table, id, user, custom_id).await
    }

    /// Presses a button on a private message of his own; the message that takes its place, or a form.
    pub async fn press_private(&self, table: &Table, user: u64, custom_id: &str) -> Value {
        let mut interaction = pressed(table.asker(user).interaction, user, custom_id);
        interaction["locale"] = json!(self.locale);
        interaction["message"]["flags"] = json!(64);
        commands::pressed(&table.house, &self.http, &serde_json::from_value(interaction).unwrap()).await;
        self.answer_in_place()
    }

    /// Presses a button on a private message that stands before him with these buttons: what type of answer it gets.
    pub async fn press_on(&self, table: &Table, user: u64, custom_id: &str, shown: &Value) -> u64 {
        let mut interaction = pressed(table.asker(user).interaction, user, custom_id);
        interaction["message"]["flags"] = json!(64);
        interaction["message"]["components"] = shown["components"].clone();
        commands::pressed(&table.house, &self.http, &serde_json::from_value(interaction).unwrap()).await;
        let mut answers = std::mem::take(&mut *self.answers.lock().unwrap());
        // Where a picture takes long a second one has it.
        assert!((1..=2).contains(&answers.len()), "{answers:?}");
        answers.remove(0)["type"].as_u64().unwrap()
    }

    /// Chooses members in a select on a private message of his own.
    pub async fn choose_member(&self, table: &Table, user: u64, custom_id: &str, member: u64) -> Value {
        let mut interaction = pressed(table.asker(user).interaction, user, custom_id);
        let chosen = json!({"id": member.to_string(), "username": format!("User{}", member % 1000), "discriminator": "0", "avatar": null});
        interaction["message"]["flags"] = json!(64);
        interaction["data"]["component_type"] = json!(5);
        interaction["data"]["values"] = json!([member.to_string()]);
        interaction["data"]["resolved"] = json!({"users": {member.to_string(): chosen}});
        commands::pressed(&table.house, &self.http, &serde_json::from_value(interaction).unwrap()).await;
        self.answer_in_place()
    }

    /// The one answer, in the place of a private message, or a form.
    fn answer_in_place(&self) -> Value {
        let mut answers = std::mem::take(&mut *self.answers.lock().unwrap());
        // Where drawing takes long what was pressed on says so, without a button, until the answer takes its place.
        if answers.len() == 2 {
            assert_eq!(answers[0]["type"], 7, "{answers:?}");
            assert_eq!(answers[0]["data"]["components"], json!([]), "{answers:?}");
            let message = answers.remove(1);
            super::assert_fits(&message);
            return message;
        }
        assert_eq!(answers.len(), 1, "{answers:?}");
        let mut answer = answers.remove(0);
        match answer["type"].as_u64() {
            Some(7) => {
                let mut message = answer["data"].take();
                // Files of the message before it go.
                let attachments = message.as_object_mut().unwrap().remove("attachments");
                assert!(attachments.is_some(), "{message}");
                assert!(message.get("flags").is_none(), "{message}");
                super::assert_fits(&message);
                message
            }
            Some(9) => answer["data"].take(),
            other => panic!("an answer of type {other:?}"),
        }
    }

    /// Presses a button with an interaction of a given id.
    pub async fn press_as(&self, table: &Table, id: u64, user: u64, custom_id: &str) -> Value {
        let mut interaction = pressed(id, user, custom_id);
        interaction["locale"] = json!(self.locale);
        commands::pressed(&table.house, &self.http, &serde_json::from_value(interaction).unwrap()).await;
        self.answer()
    }

    /// Chooses a value in a select; the answer's message or form.
    pub async fn choose(&self, table: &Table, user: u64, custom_id: &str, value: &str) -> Value {
        self.choose_several(table, user, custom_id, &[value]).await
    }

    /// Chooses several values in a select; the answer's message or form.
    pub async fn choose_several(&self, table: &Table, user: u64, custom_id: &str, values: &[&str]) -> Value {
        let mut interaction = pressed(table.asker(user).interaction, user, custom_id);
        interaction["data"]["component_type"] = json!(3);
        interaction["data"]["values"] = json!(values);
        commands::pressed(&table.house, &self.http, &serde_json::from_value(interaction).unwrap()).await;
        self.answer()
    }

    /// Sends a form in; the answer's message.
    pub async fn fill(&self, table: &Table, user: u64, custom_id: &str, fields: &[(&str, &str)]) -> Value {
        let rows = fields.iter().map(|(name, value)| {
            json!({"type": 1, "components": [{"type": 4, "custom_id": name, "value": value}]})
        });
        let data = json!({"custom_id": custom_id, "components": rows.collect::<Vec<_>>()});
        let mut interaction = interaction(table.asker(user).interaction, user, 5, data);
        interaction["locale"] = json!(self.locale);
        commands::filled_in(&table.house, &self.http, &serde_json::from_value(interaction).unwrap()).await;
        self.answer_in_time()
    }

    /// Presses a button, or chooses in a select, that is answered with a picture: at once, or, where drawing takes long, after the
    /// answer was deferred.
    pub async fn press_for_picture(&self, table: &Table, user: u64, id: &str, chosen: Option<&str>) -> Value {
        let mut interaction = pressed(table.asker(user).interaction, user, id);
        interaction["locale"] = json!(self.locale);
        if let Some(value) = chosen {
            interaction["data"]["component_type"] = json!(3);
            interaction["data"]["values"] = json!([value]);
        }
        commands::pressed(&table.house, &self.http, &serde_json::from_value(interaction).unwrap()).await;
        self.answer_in_time()
    }

    /// Presses a button twice before the first press is answered; everything that was answered, in its order.
    pub async fn press_twice(&self, table: &Table, user: u64, id: &str) -> Vec<Value> {
        let message = table.asker(user).interaction;
        let press = || {
            let mut interaction = pressed(table.asker(user).interaction, user, id);
            interaction["message"]["id"] = json!(message.to_string());
            serde_json::from_value(interaction).unwrap()
        };
        let (first, second) = (press(), press());
        tokio::join!(
            commands::pressed(&table.house, &self.http, &first),
            commands::pressed(&table.house, &self.http, &second)
        );
        std::mem::take(&mut *self.answers.lock().unwrap())
    }

    /// The one answer, or the one that follows where a busy machine made the bot ask for time.
    fn answer_in_time(&self) -> Value {
        let deferred = self.answers.lock().unwrap().first().is_some_and(|answer| answer["type"] == 5);
        if !deferred {
            return self.answer();
        }
        let mut answers = std::mem::take(&mut *self.answers.lock().unwrap());
        assert!(answers.len() == 2 && answers[0]["data"]["flags"] == 64, "{answers:?}");
        let message = answers.remove(1);
        super::assert_fits(&message);
        message
    }

    /// The one answer, which only who asked may see.
    fn answer(&self) -> Value {
        let mut answers = std::mem::take(&mut *self.answers.lock().unwrap());
        assert_eq!(answers.len(), 1, "{answers:?}");
        let mut answer = answers.remove(0);
        match answer["type"].as_u64() {
            Some(4) => {
                assert_eq!(answer["data"]["flags"], 64, "an answer that everybody sees");
                let mut message = answer["data"].take();
                message.as_object_mut().unwrap().remove("flags");
                super::assert_fits(&message);
                message
            }
            Some(9) => answer["data"].take(),
            other => panic!("an answer of type {other:?}"),
        }
    }
}

/// What somebody asks from a channel of a server, or from a direct message.
pub fn asked(table: &Table, user: u64, guild: Option<u64>, channel: u64) -> commands::asked::Asked {
    let mut interaction = pressed(table.asker(user).interaction, user, "x");
    interaction["channel_id"] = json!(channel.to_string());
    match guild {
        Some(guild) => interaction["guild_id"] = json!(guild.to_string()),
        None => {
            let user = interaction["member"]["user"].take();
            let fields = interaction.as_object_mut().unwrap();
            fields.remove("guild_id");
            fields.remove("member");
            fields.insert("user".to_owned(), user);
        }
    }
    commands::asked::Asked::component(&serde_json::from_value(interaction).unwrap())
}

/// The content of an answer.
pub fn says(answer: &Value) -> &str {
    answer["content"].as_str().unwrap_or_default()
}

/// The `custom_id` of a button by its label, out of a message.
pub fn button(message: &Value, label: &str) -> Option<String> {
    let rows = message["components"].as_array()?;
    let mut buttons = rows.iter().filter_map(|row| row["components"].as_array()).flatten();
    buttons
        .find(|button| button["label"] == label)
        .and_then(|button| button["custom_id"].as_str())
        .map(str::to_owned)
}

/// The `custom_id`s of all buttons and selects of a message.
pub fn ids(message: &Value) -> Vec<String> {
    let rows = message["components"].as_array().into_iter().flatten();
    let parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    parts.filter_map(|part| part["custom_id"].as_str().map(str::to_owned)).collect()
}

/// The `custom_id` of the first select of a message, with its values.
pub fn select(message: &Value) -> Option<(String, Vec<String>)> {
    let rows = message["components"].as_array()?;
    let select = rows.iter().map(|row| &row["components"][0]).find(|one| one["type"] == 3)?;
    let values = select["options"].as_array()?.iter();
    let values = values.map(|option| option["value"].as_str().unwrap_or_default().to_owned());
    Some((select["custom_id"].as_str()?.to_owned(), values.collect()))
}

/// A press of what stands on a message of its own: to press twice on one is to tap twice.
fn pressed(id: u64, user: u64, custom_id: &str) -> Value {
    let mut interaction = interaction(id, user, 3, json!({"custom_id": custom_id, "component_type": 2}));
    interaction["message"] = json!({
        "id": id.to_string(), "channel_id": COUNCIL.to_string(), "author": bot(), "content": "", "timestamp": "2026-01-01T00:00:00Z",
        "edited_timestamp": null, "tts": false, "mention_everyone": false, "mentions": [], "mention_roles": [],
        "attachments": [], "embeds": [], "pinned": false, "type": 0,
    });
    interaction
}

fn bot() -> Value {
    json!({"id": "1", "username": "chancery", "discriminator": "0000", "avatar": null, "bot": true})
}

fn interaction(id: u64, user: u64, kind: u8, data: Value) -> Value {
    let user = json!({"id": user.to_string(), "username": format!("User{}", user % 1000), "discriminator": "0", "avatar": null});
    json!({
        "id": id.to_string(), "application_id": "1", "type": kind, "token": "a-token", "version": 1,
        "guild_id": GUILD.to_string(), "channel_id": COUNCIL.to_string(), "data": data, "locale": "en-US",
        "entitlements": [], "authorizing_integration_owners": {}, "attachment_size_limit": 10_485_760,
        "member": {"user": user, "roles": [], "joined_at": "2025-01-01T00:00:00Z", "deaf": false, "mute": false, "flags": 0, "permissions": "0"},
    })
}

/// Takes one request down and answers that it was taken.
async fn take_down(mut stream: TcpStream, answers: &Mutex<Vec<Value>>) {
    let mut read = Vec::new();
    let mut part = [0; 4096];
    let (head, length) = loop {
        let n = stream.read(&mut part).await.unwrap();
        assert!(n > 0, "the request broke off");
        read.extend_from_slice(&part[..n]);
        if let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&read[..end]).to_lowercase();
            let headers: BTreeMap<&str, &str> =
                head.lines().filter_map(|line| line.split_once(": ")).collect();
            break (end + 4, headers["content-length"].parse::<usize>().unwrap());
        }
    };
    while read.len() < head + length {
        let n = stream.read(&mut part).await.unwrap();
        assert!(n > 0, "the request broke off");
        read.extend_from_slice(&part[..n]);
    }
    let body = String::from_utf8_lossy(&read[head..]).into_owned();
    // An answer with a file comes in parts, and one of them is the message.
    let message = body.split("\r\n").find(|line| line.starts_with("{\"") && line.contains("\"content\""));
    let message = message.unwrap_or(&body);
    answers.lock().unwrap().push(serde_json::from_str(message).unwrap());
    stream.write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n").await.unwrap();
}
