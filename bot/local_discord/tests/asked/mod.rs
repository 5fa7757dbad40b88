//! A bot made of bare requests, for what no library would send.

#![allow(dead_code, reason = "each test file uses some of it")]

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use local_discord::{LocalDiscord, Settings, VirtualClock};
use reqwest::{Client, Method};
use serde_json::{Value, json};

pub struct Bot {
    pub server: LocalDiscord,
    pub client: Client,
}

impl Bot {
    pub async fn new(described: bool) -> Self {
        Self::with(described, |_| {}).await
    }

    /// One whose server takes so many requests of a bucket in that time.
    pub async fn limited(most: u32, window: Duration) -> Self {
        Self::with(false, |settings| settings.rate = Some((most, window))).await
    }

    /// One in a second guild besides, with a channel "elsewhere".
    pub async fn in_two_guilds() -> Self {
        let second = ("Second".to_owned(), vec!["elsewhere".to_owned()]);
        Self::with(false, |settings| settings.more_guilds.push(second)).await
    }

    async fn with(described: bool, more: impl FnOnce(&mut Settings)) -> Self {
        let clock = Arc::new(VirtualClock::starting_at(1_767_225_600));
        let mut settings = Settings::new(clock, "a.test.token", "k3y");
        settings.users = vec!["anna".to_owned(), "bob".to_owned()];
        settings.limit = Duration::from_secs(30);
        more(&mut settings);
        let description =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/discord-openapi.json");
        if described && description.exists() {
            settings.openapi = Some(description);
        }
        let server = LocalDiscord::start(settings).await.unwrap();
        let client = Client::builder().pool_max_idle_per_host(0).build().unwrap();
        let bot = Self { server, client };
        let commands = json!([
            {"name": "go", "description": "Goes.", "options": [
                {"type": 3, "name": "where", "description": "Where.", "autocomplete": true}]},
            {"name": "here", "description": "Not in direct messages.", "contexts": [0]},
        ]);
        let app = bot.server.application_id();
        let (status, _) = bot.ask(Method::PUT, &format!("/applications/{app}/commands"), &commands).await;
        assert_eq!(status, 200);
        bot
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}/api/v10{path}", self.server.api_base())
    }

    pub async fn ask(&self, method: Method, path: &str, body: &Value) -> (u16, Value) {
        let mut request =
            self.client.request(method, self.url(path)).header("Authorization", "Bot a.test.token");
        if !body.is_null() {
            request = request.json(body);
        }
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        let text = response.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    /// Posts with files.
    pub async fn post_files(&self, body: &Value, files: &[(String, Vec<u8>)]) -> (u16, Value) {
        let channel = self.server.channel_id("table").unwrap();
        let mut form = reqwest::multipart::Form::new().text("payload_json", body.to_string());
        for (at, (name, bytes)) in files.iter().enumerate() {
            let part = reqwest::multipart::Part::bytes(bytes.clone()).file_name(name.clone());
            form = form.part(format!("files[{at}]"), part);
        }
        let request = self.client.post(self.url(&format!("/channels/{channel}/messages")));
        let request = request.header("Authorization", "Bot a.test.token").multipart(form);
        let response = request.send().await.unwrap();
        let status = response.status().as_u16();
        (status, serde_json::from_str(&response.text().await.unwrap()).unwrap_or(Value::Null))
    }

    pub async fn post(&self, body: &Value) -> (u16, Value) {
        let channel = self.server.channel_id("table").unwrap();
        self.ask(Method::POST, &format!("/channels/{channel}/messages"), body).await
    }

    /// Registers other commands in place of those there are.
    pub async fn register(&self, commands: &Value) -> (u16, Value) {
        let app = self.server.application_id();
        self.ask(Method::PUT, &format!("/applications/{app}/commands"), commands).await
    }

    /// The newest interaction's id and token, read off a gateway session.
    pub async fn act(&self, line: &str) -> (u64, String) {
        let mut gateway = Gateway::connect(&self.server).await;
        gateway.identify().await;
        let id = self.server.slash("anna", "table", line).unwrap();
        let event = gateway.event("INTERACTION_CREATE").await;
        assert_eq!(event["id"], id.to_string());
        (id, event["token"].as_str().unwrap().to_owned())
    }

    pub async fn respond(&self, (id, token): &(u64, String), body: &Value) -> (u16, Value) {
        self.ask(Method::POST, &format!("/interactions/{id}/{token}/callback"), body).await
    }

    pub async fn webhook(&self, method: Method, token: &str, rest: &str, body: &Value) -> (u16, Value) {
        let app = self.server.application_id();
        self.ask(method, &format!("/webhooks/{app}/{token}{rest}"), body).await
    }
}

/// A WebSocket over a bare socket would prove little; serenity's own crate does it.
pub struct Gateway {
    socket: tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>,
    held: Vec<Value>,
    stream: Option<flate2::Decompress>,
    packed: usize,
}

impl Gateway {
    pub async fn connect(server: &LocalDiscord) -> Self {
        let url = format!("ws://{}/?v=10&encoding=json", server.address());
        Self::at(&url).await
    }

    pub async fn at(url: &str) -> Self {
        let (socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
        Self { socket, held: Vec::new(), stream: None, packed: 0 }
    }

    /// What comes compressed is one stream from now on, and not each frame by itself.
    pub fn unpacks_a_stream(&mut self) {
        self.stream = Some(flate2::Decompress::new(true));
    }

    /// How many frames came compressed.
    pub fn packed(&self) -> usize {
        self.packed
    }

    fn unpacked(&mut self, bytes: &[u8]) -> Value {
        self.packed += 1;
        let stream = self.stream.get_or_insert_with(|| flate2::Decompress::new(true));
        let mut text = Vec::with_capacity(1 << 20);
        stream.decompress_vec(bytes, &mut text, flate2::FlushDecompress::Sync).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    pub async fn send(&mut self, frame: Value) {
        use futures::SinkExt;
        let text = tokio_tungstenite::tungstenite::Message::text(frame.to_string());
        self.socket.send(text).await.unwrap();
    }

    /// The next frame, or the close code.
    pub async fn next(&mut self) -> Result<Value, u16> {
        use futures::StreamExt;
        use tokio_tungstenite::tungstenite::Message;
        loop {
            let frame = tokio::time::timeout(Duration::from_secs(10), self.socket.next()).await;
            match frame.expect("a frame in time") {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(text.as_str()).unwrap()),
                Some(Ok(Message::Binary(bytes))) => {
                    let is_stream = self.stream.is_some();
                    let told = self.unpacked(&bytes);
                    if !is_stream {
                        self.stream = None;
                    }
                    return Ok(told);
                }
                Some(Ok(Message::Close(Some(frame)))) => return Err(frame.code.into()),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(0),
            }
        }
    }

    pub async fn identify(&mut self) -> Value {
        assert_eq!(self.next().await.unwrap()["op"], 10);
        self.send(json!({"op": 2, "d": {"token": "a.test.token", "intents": 1, "properties": {}}})).await;
        let ready = self.event("READY").await;
        self.event("GUILD_CREATE").await;
        ready
    }

    pub async fn event(&mut self, name: &str) -> Value {
        loop {
            let frame = self.next().await.unwrap();
            if frame["t"] == name {
                return frame["d"].clone();
            }
            self.held.push(frame);
        }
    }

    /// The next frame of the page whose "t" is that.
    pub async fn frame(&mut self, name: &str) -> Value {
        loop {
            let frame = self.next().await.unwrap();
            if frame["t"] == name {
                return frame;
            }
        }
    }
}
