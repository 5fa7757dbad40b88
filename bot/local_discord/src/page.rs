//! The web page: its files, the pictures and exports on messages, and the live connection.

use std::sync::Arc;

use axum::extract::ws::{Message as Frame, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Request, State as Extract};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

use crate::interact::full_name;
use crate::line;
use crate::server::Shared;
use crate::store::{Asker, State, To};

/// What the page itself is made of.
const FILES: &[(&str, &str, &str)] = &[
    ("", "text/html; charset=utf-8", include_str!("../page/index.html")),
    ("app.js", "text/javascript; charset=utf-8", include_str!("../page/app.js")),
    ("composer.js", "text/javascript; charset=utf-8", include_str!("../page/composer.js")),
    ("markdown.js", "text/javascript; charset=utf-8", include_str!("../page/markdown.js")),
    ("messages.js", "text/javascript; charset=utf-8", include_str!("../page/messages.js")),
    ("modal.js", "text/javascript; charset=utf-8", include_str!("../page/modal.js")),
    ("style.css", "text/css; charset=utf-8", include_str!("../page/style.css")),
];

/// Nothing from elsewhere, nothing inline; `ws:` to the same host is named for browsers that do
/// not count it as the same origin.
fn policy(host: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    )
}

fn missing() -> Response {
    StatusCode::NOT_FOUND.into_response()
}

/// The host a request names, where it is this server and no foreign page asked.
fn own_host(shared: &Shared, headers: &HeaderMap) -> Option<String> {
    let port = shared.address.port();
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let own = [shared.address.to_string(), format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let origin = match headers.get(header::ORIGIN) {
        Some(origin) => origin.to_str().ok()? == format!("http://{host}"),
        None => true,
    };
    (origin && own.iter().any(|one| one == host)).then(|| host.to_owned())
}

/// Lets through only what was asked of this host by this host's own page.
pub(crate) async fn guard(Extract(shared): Extract<Arc<Shared>>, request: Request, next: Next) -> Response {
    let Some(host) = own_host(&shared, request.headers()) else {
        return StatusCode::FORBIDDEN.into_response();
    };
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy(&host)),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (header::REFERRER_POLICY, "no-referrer".to_owned()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ] {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(name, value);
        }
    }
    response
}

pub(crate) async fn index(Extract(shared): Extract<Arc<Shared>>, Path(key): Path<String>) -> Response {
    part(&shared, &key, "")
}

pub(crate) async fn file(
    Extract(shared): Extract<Arc<Shared>>,
    Path((key, name)): Path<(String, String)>,
) -> Response {
    part(&shared, &key, &name)
}

fn part(shared: &Shared, key: &str, name: &str) -> Response {
    if key != shared.page_key {
        return missing();
    }
    match FILES.iter().find(|(known, ..)| *known == name) {
        Some((_, kind, text)) => ([(header::CONTENT_TYPE, *kind)], *text).into_response(),
        None => missing(),
    }
}

/// A picture or file that stands on a message.
pub(crate) async fn attachment(
    Extract(shared): Extract<Arc<Shared>>,
    Path((key, id, name)): Path<(String, u64, String)>,
) -> Response {
    if key != shared.page_key {
        return missing();
    }
    let state = shared.state();
    let found = state
        .messages
        .values()
        .filter(|message| !message.deleted)
        .flat_map(|message| &message.files)
        .find(|file| file.id == id && file.name == name);
    let Some(file) = found else {
        return missing();
    };
    let bytes = file.bytes.as_ref().clone();
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return ([(header::CONTENT_TYPE, "image/png")], bytes).into_response();
    }
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        // The name of what is saved is the last part of the address.
        (header::CONTENT_DISPOSITION, "attachment"),
    ];
    (headers, bytes).into_response()
}

pub(crate) async fn live(
    Extract(shared): Extract<Arc<Shared>>,
    Path(key): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if key != shared.page_key {
        return missing();
    }
    upgrade.on_upgrade(move |socket| serve(socket, shared))
}

/// The gateway's door. Bots send no `Origin`; a web page always does and has no business here.
pub(crate) async fn gateway(
    Extract(shared): Extract<Arc<Shared>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if headers.contains_key(header::ORIGIN) {
        return StatusCode::FORBIDDEN.into_response();
    }
    upgrade.on_upgrade(move |socket| crate::gateway::serve(socket, shared))
}

pub(crate) fn hello(state: &State) -> Value {
    let users: Vec<Value> = state
        .users
        .iter()
        .filter(|user| !user.bot && user.member)
        .map(|user| json!({"id": user.id.to_string(), "name": user.name}))
        .collect();
    json!({"t": "hello", "users": users, "now": state.now()})
}

async fn serve(mut socket: WebSocket, shared: Arc<Shared>) {
    let page = shared.next_connection();
    let mut frames = shared.pages.subscribe();
    let mut stopping = shared.stopping();
    let mut me: Option<u64> = None;
    let first = hello(&shared.state());
    let mut open = send(&mut socket, &first).await;
    while open {
        tokio::select! {
            frame = socket.recv() => {
                let text = match frame {
                    Some(Ok(Frame::Text(text))) => text.to_string(),
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => continue,
                    _ => break,
                };
                let answer = hear(&shared, page, &mut me, &text);
                if let Some(answer) = answer {
                    open = send(&mut socket, &answer).await;
                }
            }
            frame = frames.recv() => {
                let answer = match frame {
                    Ok(frame) => {
                        let meant = match frame.to {
                            To::All => true,
                            To::User(user) => me == Some(user),
                            To::Page(one) => one == page,
                        };
                        if !meant || (me.is_none() && frame.frame["t"] != "hello") {
                            continue;
                        }
                        if frame.frame["t"] == "refresh" {
                            me.map(|me| shared.state().page_state(me))
                        } else {
                            Some(frame.frame.as_ref().clone())
                        }
                    }
                    // Too far behind: start again from the whole.
                    Err(RecvError::Lagged(_)) => me.map(|me| shared.state().page_state(me)),
                    Err(RecvError::Closed) => break,
                };
                if let Some(answer) = answer {
                    open = send(&mut socket, &answer).await;
                }
            }
            _ = stopping.changed() => break,
        }
    }
}

async fn send(socket: &mut WebSocket, frame: &Value) -> bool {
    socket.send(Frame::text(frame.to_string())).await.is_ok()
}

/// One frame of the page; gives what to answer at once.
fn hear(shared: &Arc<Shared>, page: u64, me: &mut Option<u64>, text: &str) -> Option<Value> {
    let frame: Value = match serde_json::from_str(text) {
        Ok(frame) => frame,
        Err(_) => return Some(json!({"t": "error", "why": "This frame is no JSON."})),
    };
    let nonce = frame.get("nonce").filter(|nonce| !nonce.is_null());
    match heard(shared, page, me, &frame) {
        Ok(answer) => answer,
        Err(why) => Some(match nonce {
            Some(nonce) => json!({"t": "failed", "nonce": nonce, "why": why}),
            None => json!({"t": "error", "why": why}),
        }),
    }
}

fn heard(
    shared: &Arc<Shared>,
    page: u64,
    me: &mut Option<u64>,
    frame: &Value,
) -> Result<Option<Value>, String> {
    if frame["t"] == "be" {
        return be(shared, me, frame).map(Some);
    }
    let user = me.ok_or("Say first who you are.")?;
    let id = |key: &str| {
        frame[key]
            .as_str()
            .and_then(|id| id.parse::<u64>().ok())
            .ok_or_else(|| format!("The field {key} is no id."))
    };
    let asker =
        frame.get("nonce").filter(|nonce| !nonce.is_null()).map(|nonce| Asker { page, nonce: nonce.clone() });
    let act = match frame["t"].as_str() {
        Some(kind @ ("slash" | "autocomplete")) => {
            let state = shared.state();
            let command = state
                .guild_commands
                .iter()
                .chain(&state.commands)
                .find(|command| command["id"] == frame["command_id"])
                .cloned()
                .ok_or("That command is not registered any more.")?;
            let options = plain(&frame["options"]);
            line::check(&state, &command, &options, kind == "autocomplete")?;
            let name = full_name(&command, &options);
            let channel = id("channel_id")?;
            let typing = kind == "autocomplete";
            state.command_act(user, channel, &command, name, options, typing, asker)?
        }
        Some("component") => {
            let values = frame["values"].as_array().map(|values| texts(values));
            let custom_id = frame["custom_id"].as_str().unwrap_or_default();
            shared.state().component_act(user, id("message_id")?, custom_id, values, asker)?
        }
        Some("modal_submit") => {
            let given: Vec<(String, String)> = crate::interact::parts(&frame["components"])
                .filter_map(|input| {
                    let id = input["custom_id"].as_str()?;
                    Some((id.to_owned(), input["value"].as_str()?.to_owned()))
                })
                .collect();
            shared.state().form_act(user, id("interaction_id")?, &given, asker)?
        }
        Some("open_dm") => {
            let mut state = shared.state();
            let channel = state.dm_with(user);
            let shown = state.page_channel(channel);
            return Ok(Some(json!({"t": "channel", "channel": shown})));
        }
        Some("clock") => {
            let seconds = frame["advance"].as_i64().ok_or("The clock takes seconds.")?;
            return if shared.advance(seconds) {
                Ok(None)
            } else {
                Err("This clock cannot be moved so.".to_owned())
            };
        }
        other => return Err(format!("This frame is not known: {}.", other.unwrap_or("none"))),
    };
    shared.begin(act);
    Ok(None)
}

fn be(shared: &Shared, me: &mut Option<u64>, frame: &Value) -> Result<Value, String> {
    let mut state = shared.state();
    let user = match frame["new"].as_str() {
        Some(name) => {
            let name = name.trim();
            if name.is_empty() || name.chars().count() > 32 {
                return Err("A name has 1 to 32 characters.".to_owned());
            }
            if name.chars().any(char::is_control) {
                return Err("A name has no control characters.".to_owned());
            }
            if state.users.iter().any(|user| user.bot && user.name == name) {
                return Err("That is the bot's name.".to_owned());
            }
            let user = state.add_user(name);
            let told = hello(&state);
            state.tell(To::All, told);
            user
        }
        None => frame["user_id"]
            .as_str()
            .and_then(|id| id.parse().ok())
            .filter(|id| state.user(*id).is_some_and(|user| !user.bot))
            .ok_or("There is no such member.")?,
    };
    *me = Some(user);
    Ok(state.page_state(user))
}

fn texts(values: &[Value]) -> Vec<String> {
    values.iter().filter_map(|value| value.as_str().map(str::to_owned)).collect()
}

/// Options as the page sends them, with nothing in them but what Discord's client would send.
fn plain(options: &Value) -> Vec<Value> {
    options
        .as_array()
        .into_iter()
        .flatten()
        .map(|option| {
            let mut one = json!({"name": option["name"], "type": option["type"]});
            if matches!(option["type"].as_u64(), Some(1 | 2)) {
                one["options"] = Value::Array(plain(&option["options"]));
            } else {
                one["value"] = option["value"].clone();
                if option["focused"] == true {
                    one["focused"] = json!(true);
                }
            }
            one
        })
        .collect()
}

impl Shared {
    /// Moves the clock, where it can be moved, and tells the pages.
    pub fn advance(&self, seconds: i64) -> bool {
        let state = self.state();
        if !state.clock.advance(seconds) {
            return false;
        }
        state.tell(To::All, json!({"t": "now", "now": state.now()}));
        true
    }
}
