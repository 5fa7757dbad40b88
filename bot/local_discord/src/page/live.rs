//! The live connection of a tab: what the person in it does, and what he is shown.

use std::sync::Arc;

use axum::extract::ws::{Message as Frame, WebSocket};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

use crate::interact::{Act, full_name};
use crate::line;
use crate::locale::LOCALES;
use crate::server::Shared;
use crate::store::{Asker, PageFrame, State, To};

/// What a tab is told before it says who sits there, and again when that changes.
pub(crate) fn hello(state: &State) -> Value {
    let users: Vec<Value> = state
        .users
        .iter()
        .filter(|user| !user.bot && user.member)
        .map(|user| json!({"id": user.id.to_string(), "name": user.name, "locale": user.locale}))
        .collect();
    let locales: Vec<Value> =
        LOCALES.iter().map(|(code, name)| json!({"code": code, "name": name})).collect();
    json!({"t": "hello", "users": users, "locales": locales, "now": state.now(), "clock": state.clock_json()})
}

pub(super) async fn serve(mut socket: WebSocket, shared: Arc<Shared>) {
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
                        if me.is_none() && frame.frame["t"] != "hello" {
                            continue;
                        }
                        if !meant {
                            elsewhere(&frame)
                        } else if frame.frame["t"] == "refresh" {
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

/// What a tab is told of a direct message to somebody who sits at another: only that there is one.
fn elsewhere(frame: &PageFrame) -> Option<Value> {
    match frame.to {
        To::User(user) if frame.frame["t"] == "message" && frame.frame["message"]["ephemeral"] == false => {
            Some(json!({"t": "elsewhere", "user_id": user.to_string()}))
        }
        _ => None,
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
    let id = |key: &str| id(frame, key);
    let asker =
        frame.get("nonce").filter(|nonce| !nonce.is_null()).map(|nonce| Asker { page, nonce: nonce.clone() });
    let act = match frame["t"].as_str() {
        Some(kind @ ("slash" | "autocomplete")) => {
            command(shared, user, frame, kind == "autocomplete", asker)?
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
        Some("chat") => {
            let text = frame["text"].as_str().ok_or("A message is a text.")?;
            shared.state().chat(user, id("channel_id")?, text)?;
            return Ok(frame.get("nonce").map(|nonce| json!({"t": "done", "nonce": nonce})));
        }
        Some("locale") => {
            let locale = frame["locale"].as_str().ok_or("A locale is a text.")?;
            let mut state = shared.state();
            state.set_locale(user, locale)?;
            let told = hello(&state);
            state.tell(To::All, told);
            return Ok(None);
        }
        Some("open_dm") => {
            let mut state = shared.state();
            let channel = state.dm_with(user);
            let shown = state.page_channel(channel);
            return Ok(Some(json!({"t": "channel", "channel": shown})));
        }
        Some("clock") => {
            move_clock(shared, frame)?;
            return Ok(None);
        }
        other => return Err(format!("This frame is not known: {}.", other.unwrap_or("none"))),
    };
    shared.begin(act);
    Ok(None)
}

/// The id in a field of a frame.
fn id(frame: &Value, key: &str) -> Result<u64, String> {
    frame[key]
        .as_str()
        .and_then(|id| id.parse::<u64>().ok())
        .ok_or_else(|| format!("The field {key} is no id."))
}

/// A command that is sent; or, while it is typed, the question what completes an option.
fn command(
    shared: &Shared,
    user: u64,
    frame: &Value,
    typing: bool,
    asker: Option<Asker>,
) -> Result<Act, String> {
    let state = shared.state();
    let command = state
        .guild_commands
        .iter()
        .chain(&state.commands)
        .find(|command| command["id"] == frame["command_id"])
        .cloned()
        .ok_or("That command is not registered any more.")?;
    let options = plain(&frame["options"]);
    line::check(&state, &command, &options, typing)?;
    let name = full_name(&command, &options);
    let channel = id(frame, "channel_id")?;
    state.command_act(user, channel, &command, name, options, typing, asker)
}

/// Moves the clock of a table whose clock can be moved.
fn move_clock(shared: &Shared, frame: &Value) -> Result<(), String> {
    let seconds = frame["advance"].as_i64().ok_or("The clock takes seconds.")?;
    // Nobody means to pass over years by one press.
    if !(1..=366 * 86_400).contains(&seconds) || !shared.advance(seconds) {
        return Err("The clock moves forward only, by a year at most, and only at a table whose \
                    clock can be moved."
            .to_owned());
    }
    Ok(())
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
