//! Channels themselves, and threads: opened, archived, locked, renamed, deleted.

use serde_json::{Value, json};

use super::channels::{needs, reach};
use super::{Answer, CHANNEL, Call, MESSAGE_THREADS, Outcome};
use crate::permission::Permission;
use crate::refusal::{Form, Refusal};
use crate::store::{Place, State, To};

pub(super) fn serve(state: &mut State, call: &Call) -> Outcome {
    let id = call.id(0)?;
    reach(state, id)?;
    match (call.method, call.route) {
        ("PATCH", CHANNEL) => change(state, call, id),
        ("DELETE", CHANNEL) => delete(state, id),
        (_, CHANNEL) => told(state, id),
        _ => open(state, call, id),
    }
}

fn told(state: &State, id: u64) -> Outcome {
    let channel = state.channel(id).ok_or_else(Refusal::unknown_channel)?;
    Ok(Answer::ok(state.channel_json(channel)))
}

fn check(body: &Value, known: &[&str], named: bool) -> Result<(), Refusal> {
    let mut form = Form::default();
    for key in body.as_object().into_iter().flat_map(|map| map.keys()) {
        if !known.contains(&key.as_str()) {
            form.add(key, "UNKNOWN_FIELD", "This field is not provided here.");
        }
    }
    let length = body["name"].as_str().map(|name| name.chars().count());
    if named && length.is_none() {
        form.add("name", "BASE_TYPE_REQUIRED", "This field is required");
    }
    if length.is_some_and(|length| !(1..=100).contains(&length)) {
        form.add("name", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.");
    }
    let archive = &body["auto_archive_duration"];
    if !archive.is_null() && !matches!(archive.as_u64(), Some(60 | 1440 | 4320 | 10080)) {
        form.add(
            "auto_archive_duration",
            "BASE_TYPE_CHOICES",
            "Value must be one of (60, 1440, 4320, 10080).",
        );
    }
    form.into_result()
}

fn open(state: &mut State, call: &Call, parent: u64) -> Outcome {
    let from_message = call.route == MESSAGE_THREADS;
    let mut known = vec!["name", "auto_archive_duration", "rate_limit_per_user"];
    if !from_message {
        known.push("type");
    }
    check(&call.body, &known, true)?;
    let place = state.channel(parent).ok_or_else(Refusal::unknown_channel)?;
    if place.place != Place::Text {
        return Err(Refusal::new(400, 50024, "Cannot execute action on this channel type"));
    }
    let private = !from_message && call.body["type"].as_u64() != Some(11);
    needs(
        state,
        parent,
        if private { Permission::CreatePrivateThreads } else { Permission::CreatePublicThreads },
    )?;
    // Discord opens a private thread unless told otherwise; this server has none.
    if private {
        return Err(Refusal::invalid_form(
            "type",
            "NOT_PROVIDED",
            "This server has public threads (11) only.",
        ));
    }
    let message = if from_message {
        let message = state
            .message(call.id(1)?)
            .filter(|message| message.channel == parent && message.only.is_none())
            .ok_or_else(Refusal::unknown_message)?;
        if message.thread.is_some() {
            return Err(Refusal::new(400, 160_004, "A thread has already been created for this message"));
        }
        Some(message.id)
    } else {
        None
    };
    let name = call.body["name"].as_str().unwrap_or_default().to_owned();
    let now = state.now();
    let mut id = state.add_channel(&name, Place::Thread { parent, kind: 11 }, now);
    if let Some(channel) = state.channel_mut(id) {
        if let Some(minutes) = call.body["auto_archive_duration"].as_u64() {
            channel.auto_archive = minutes;
        }
        // A thread that hangs on a message has the message's id.
        if let Some(message) = message {
            channel.id = message;
            id = message;
        }
    }
    if let Some(message) = message.and_then(|id| state.messages.get_mut(&id)) {
        message.thread = Some(id);
    }
    let opening = message.and_then(|id| state.message(id)).map(|message| state.page_message(message));
    let mut told =
        state.channel(id).map(|channel| state.channel_json(channel)).ok_or_else(Refusal::unknown_channel)?;
    let answer = told.clone();
    told["newly_created"] = json!(true);
    state.dispatch("THREAD_CREATE", &told);
    let shown = state.page_channel(id);
    state.tell(To::All, json!({"t": "channel", "channel": shown}));
    if let Some(opening) = opening {
        // Its thread can be opened from it.
        state.tell(To::All, json!({"t": "message_update", "message": opening}));
    }
    Ok(Answer { status: 201, body: Some(answer) })
}

fn change(state: &mut State, call: &Call, id: u64) -> Outcome {
    check(&call.body, &["name", "archived", "locked", "auto_archive_duration"], false)?;
    let may = needs(state, id, Permission::ManageThreads);
    let channel = state.channel_mut(id).ok_or_else(Refusal::unknown_channel)?;
    if !matches!(channel.place, Place::Thread { .. }) {
        return Err(Refusal::mistake(
            400,
            50024,
            "Cannot execute action on this channel type",
            "This server changes threads only.",
        ));
    }
    may?;
    if let Some(name) = call.body["name"].as_str() {
        name.clone_into(&mut channel.name);
    }
    if let Some(archived) = call.body["archived"].as_bool() {
        channel.archived = archived;
    }
    if let Some(locked) = call.body["locked"].as_bool() {
        channel.locked = locked;
    }
    if let Some(minutes) = call.body["auto_archive_duration"].as_u64() {
        channel.auto_archive = minutes;
    }
    let answer = told(state, id)?;
    if let Some(thread) = &answer.body {
        state.dispatch("THREAD_UPDATE", thread);
    }
    let shown = state.page_channel(id);
    state.tell(To::All, json!({"t": "channel", "channel": shown}));
    Ok(answer)
}

fn delete(state: &mut State, id: u64) -> Outcome {
    let channel = state.channel(id).ok_or_else(Refusal::unknown_channel)?;
    if !matches!(channel.place, Place::Thread { .. }) {
        return Err(Refusal::mistake(403, 50013, "Missing Permissions", "The bot may delete threads only."));
    }
    needs(state, id, Permission::ManageThreads)?;
    let answer = told(state, id)?;
    state.remove_channel(id);
    Ok(answer)
}

impl State {
    /// Takes a channel or thread away and tells the bot. The threads of a channel go with it, without an event of their own.
    pub fn remove_channel(&mut self, id: u64) {
        let Some(channel) = self.channel(id) else {
            return;
        };
        let event = match channel.place {
            Place::Thread { .. } => "THREAD_DELETE",
            Place::Text | Place::Dm { .. } => "CHANNEL_DELETE",
        };
        let told = self.channel_json(channel);
        for channel in &mut self.channels {
            let goes =
                channel.id == id || matches!(channel.place, Place::Thread { parent, .. } if parent == id);
            channel.deleted |= goes;
        }
        self.dispatch(event, &told);
        // The page is shown the whole again, without the channel.
        self.tell(To::All, json!({"t": "refresh"}));
    }
}
