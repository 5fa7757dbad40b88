//! Messages in channels: post, read, edit, delete, pin; and the sign that the bot is typing.

use serde_json::{Value, json};

use super::compose::{self, Draft};
use super::{Answer, Call, MESSAGES, OLD_PIN, Outcome, PIN, TYPING};
use crate::limits::Shape;
use crate::permission::Permission;
use crate::refusal::Refusal;
use crate::store::{Message, Place, State};

/// Pinned messages a channel may have.
const PINS: usize = 250;

pub(super) fn serve(state: &mut State, call: &Call) -> Outcome {
    let channel = call.id(0)?;
    reach(state, channel)?;
    match (call.method, call.route) {
        ("POST", TYPING) => {
            may_write(state, channel)?;
            Ok(Answer::nothing())
        }
        ("POST", MESSAGES) => post(state, call, channel),
        (_, MESSAGES) => history(state, call, channel),
        (method, PIN | OLD_PIN) => {
            let id = standing(state, channel, call.id(1)?)?;
            needs(state, channel, Permission::ManageMessages)?;
            let pinned = state.messages.values().filter(|one| one.channel == channel && one.pinned).count();
            if method == "PUT" && pinned >= PINS {
                return Err(Refusal::new(400, 30003, "Maximum number of pins reached for the channel (250)"));
            }
            if let Some(message) = state.messages.get_mut(&id) {
                message.pinned = method == "PUT";
            }
            Ok(Answer::nothing())
        }
        (method, _) => {
            let id = standing(state, channel, call.id(1)?)?;
            if method == "PATCH" {
                if state.channel(channel).is_some_and(|one| one.archived) {
                    return Err(Refusal::new(400, 50083, "Thread is archived"));
                }
                if state.message(id).is_some_and(|message| message.author != state.bot) {
                    return Err(Refusal::new(403, 50005, "Cannot edit a message authored by another user"));
                }
                compose::edit(state, id, &call.body, "", &call.files, Shape::Edit)?;
            } else if method == "DELETE" {
                if state.message(id).is_some_and(|message| message.author != state.bot) {
                    needs(state, channel, Permission::ManageMessages)?;
                }
                state.delete_message(id);
                return Ok(Answer::nothing());
            } else {
                needs(state, channel, Permission::ReadMessageHistory)?;
            }
            let message = state.message(id).ok_or_else(Refusal::unknown_message)?;
            Ok(Answer::ok(state.message_json(message)))
        }
    }
}

/// The channel is there and the bot sees it; a thread where it sees the channel that it is in.
pub(super) fn reach(state: &State, channel: u64) -> Result<(), Refusal> {
    state.channel(channel).ok_or_else(Refusal::unknown_channel)?;
    if state.bot_may(channel, Permission::ViewChannel) { Ok(()) } else { Err(Refusal::missing_access()) }
}

/// A message of that channel which is not for one member alone.
fn standing(state: &State, channel: u64, id: u64) -> Result<u64, Refusal> {
    state
        .message(id)
        .filter(|message| message.channel == channel && message.only.is_none())
        .map(|message| message.id)
        .ok_or_else(Refusal::unknown_message)
}

fn may_write(state: &State, id: u64) -> Result<(), Refusal> {
    let channel = state.channel(id).ok_or_else(Refusal::unknown_channel)?;
    if let Place::Dm { user } = channel.place {
        let user = state.user(user).ok_or_else(Refusal::unknown_user)?;
        if !user.member {
            return Err(Refusal::new(
                403,
                50278,
                "Cannot send messages to this user due to having no mutual guilds",
            ));
        }
        if !user.dms_open {
            return Err(Refusal::new(403, 50007, "Cannot send messages to this user"));
        }
    }
    let permission = match channel.place {
        Place::Thread { .. } => Permission::SendMessagesInThreads,
        Place::Text | Place::Dm { .. } => Permission::SendMessages,
    };
    needs(state, id, permission)
}

/// Refuses what the bot may not do in a channel.
pub(super) fn needs(state: &State, channel: u64, permission: Permission) -> Result<(), Refusal> {
    if state.bot_may(channel, permission) { Ok(()) } else { Err(Refusal::missing_permissions()) }
}

/// Refuses a post with what the bot may not post in a channel.
fn may_carry(state: &State, channel: u64, call: &Call) -> Result<(), Refusal> {
    if call.body["embeds"].as_array().is_some_and(|embeds| !embeds.is_empty()) {
        needs(state, channel, Permission::EmbedLinks)?;
    }
    if !call.files.is_empty() {
        needs(state, channel, Permission::AttachFiles)?;
    }
    if !call.body["message_reference"].is_null() && !state.bot_may(channel, Permission::ReadMessageHistory) {
        let why = "Cannot reply without permission to read message history";
        return Err(Refusal::new(403, 160_002, why));
    }
    Ok(())
}

fn post(state: &mut State, call: &Call, channel: u64) -> Outcome {
    may_write(state, channel)?;
    may_carry(state, channel, call)?;
    if let Some(thread) = state.channel_mut(channel) {
        if thread.archived && thread.locked {
            return Err(Refusal::new(400, 50083, "Thread is archived"));
        }
        // Writing wakes an archived thread.
        thread.archived = false;
    }
    let nonce = &call.body["nonce"];
    let earlier = (call.body["enforce_nonce"] == true && !nonce.is_null())
        .then(|| state.nonce_message(channel, nonce))
        .flatten();
    let id = match earlier {
        Some(id) => id,
        None => compose::create(
            state,
            &Draft {
                channel,
                body: &call.body,
                path: "",
                files: &call.files,
                shape: Shape::Post,
                interaction: None,
            },
        )?,
    };
    let message = state.messages.get(&id).ok_or_else(Refusal::unknown_message)?;
    let mut told = state.message_json(message);
    if !nonce.is_null() {
        told["nonce"] = nonce.clone();
    }
    Ok(Answer::ok(told))
}

/// The channel's messages, newest first.
fn history(state: &State, call: &Call, channel: u64) -> Outcome {
    let limit = match call.query("limit").map(str::parse::<usize>) {
        None => 50,
        Some(Ok(limit)) if (1..=100).contains(&limit) => limit,
        Some(_) => {
            return Err(Refusal::invalid_form(
                "limit",
                "NUMBER_TYPE_MAX",
                "int value should be between 1 and 100.",
            ));
        }
    };
    if !state.bot_may(channel, Permission::ReadMessageHistory) {
        // No refusal: who may not read what was written before finds nothing there.
        return Ok(Answer::ok(json!([])));
    }
    let number = |key: &str| call.query(key).and_then(|id| id.parse::<u64>().ok());
    let all: Vec<&Message> = state
        .messages
        .values()
        .filter(|one| one.channel == channel && one.only.is_none() && !one.deleted)
        .collect();
    let mut found: Vec<&Message> = if let Some(before) = number("before") {
        all.into_iter().rev().filter(|one| one.id < before).take(limit).collect()
    } else if let Some(after) = number("after") {
        all.into_iter().filter(|one| one.id > after).take(limit).collect()
    } else if let Some(around) = number("around") {
        let at = all.partition_point(|one| one.id < around);
        let from = at.saturating_sub(limit / 2);
        all.into_iter().skip(from).take(limit).collect()
    } else {
        all.into_iter().rev().take(limit).collect()
    };
    found.sort_by_key(|one| std::cmp::Reverse(one.id));
    let told: Vec<Value> = found.iter().map(|one| state.message_json(one)).collect();
    Ok(Answer::ok(json!(told)))
}
