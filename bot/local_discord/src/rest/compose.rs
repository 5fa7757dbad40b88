//! Making and changing messages, whichever route asks for it.

use serde_json::{Value, json};

use super::Upload;
use crate::files::FILE_LIMIT;
use crate::limits::{self, Shape};
use crate::project::EDITABLE_FLAGS;
use crate::refusal::{Form, Refusal};
use crate::store::{EPHEMERAL, File, LOADING, Message, State};

/// Files a message may have.
const FILES: usize = 10;

/// What a message is made from.
pub(super) struct Draft<'a> {
    pub channel: u64,
    pub body: &'a Value,
    /// Where the body stands in the request, for the errors: empty or `data`.
    pub path: &'a str,
    pub files: &'a [Upload],
    pub shape: Shape,
    pub interaction: Option<u64>,
}

/// Makes a message and shows it.
pub(super) fn create(state: &mut State, draft: &Draft<'_>) -> Result<u64, Refusal> {
    let files = files(state, draft.body, draft.path, draft.files, &[])?;
    check(draft, &files)?;
    let body = draft.body;
    let asker = draft.interaction.and_then(|id| state.interactions.get(&id)).map(|one| one.user);
    let flags = body["flags"].as_u64().unwrap_or(0);
    let only = asker.filter(|_| flags & EPHEMERAL != 0);
    let content = text(&body["content"]);
    let mentions =
        if only.is_some() { Vec::new() } else { state.mentioned(&content, &body["allowed_mentions"]) };
    let message = Message {
        id: state.message_id(draft.channel),
        order: state.next_order(),
        channel: draft.channel,
        author: state.bot,
        content,
        embeds: list(&body["embeds"]),
        components: list(&body["components"]),
        files,
        made: state.now(),
        edited: None,
        flags,
        only,
        interaction: draft.interaction,
        nonce: Some(body["nonce"].clone()).filter(|nonce| !nonce.is_null()),
        enforced: body["enforce_nonce"] == true,
        reference: reference(state, draft)?,
        mentions,
        pinned: false,
        thread: None,
        deleted: false,
    };
    refuse_empty(&message)?;
    let id = message.id;
    state.add_message(message);
    Ok(id)
}

/// Makes the message of a deferred answer: "is thinking", until it is edited.
pub(super) fn think(state: &mut State, channel: u64, interaction: u64, flags: u64) -> u64 {
    let only = state.interactions.get(&interaction).map(|one| one.user).filter(|_| flags & EPHEMERAL != 0);
    let message = Message {
        id: state.message_id(channel),
        order: state.next_order(),
        channel,
        author: state.bot,
        content: String::new(),
        embeds: json!([]),
        components: json!([]),
        files: Vec::new(),
        made: state.now(),
        edited: None,
        flags: flags | LOADING,
        only,
        interaction: Some(interaction),
        nonce: None,
        enforced: false,
        reference: None,
        mentions: Vec::new(),
        pinned: false,
        thread: None,
        deleted: false,
    };
    let id = message.id;
    state.add_message(message);
    id
}

/// Changes a message; what the body does not name stays.
pub(super) fn edit(
    state: &mut State,
    id: u64,
    body: &Value,
    path: &str,
    uploads: &[Upload],
    shape: Shape,
) -> Result<(), Refusal> {
    edit_in_answer(state, (id, None), body, path, uploads, shape)
}

/// The same in answer to an interaction, where one is named.
pub(super) fn edit_in_answer(
    state: &mut State,
    (id, answers): (u64, Option<u64>),
    body: &Value,
    path: &str,
    uploads: &[Upload],
    shape: Shape,
) -> Result<(), Refusal> {
    let message = state.message(id).cloned().ok_or_else(Refusal::unknown_message)?;
    let files = files(state, body, path, uploads, &message.files)?;
    let draft = Draft {
        channel: message.channel,
        body,
        path,
        files: uploads,
        shape,
        interaction: message.interaction,
    };
    check(&draft, &files)?;
    let was_loading = message.loading();
    let mut changed = message;
    changed.files = files;
    if let Some(content) = body.get("content") {
        changed.content = text(content);
    }
    if let Some(embeds) = body.get("embeds") {
        changed.embeds = list(embeds);
    }
    if let Some(components) = body.get("components") {
        changed.components = list(components);
    }
    if let Some(flags) = body.get("flags").and_then(Value::as_u64) {
        // Discord drops every other change without a word.
        changed.flags = (changed.flags & !EDITABLE_FLAGS) | (flags & EDITABLE_FLAGS);
    }
    changed.flags &= !LOADING;
    if was_loading {
        changed.order = state.next_order();
        if changed.only.is_none() {
            changed.mentions = state.mentioned(&changed.content, &body["allowed_mentions"]);
        }
    } else {
        changed.edited = Some(state.now());
    }
    refuse_empty(&changed)?;
    state.messages.insert(id, changed);
    state.message_changed(id, was_loading, answers);
    Ok(())
}

fn check(draft: &Draft<'_>, files: &[File]) -> Result<(), Refusal> {
    let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
    let mut form = Form::default();
    let nothing = json!({});
    let body = if draft.body.is_null() { &nothing } else { draft.body };
    limits::message(&mut form, draft.path, body, draft.shape, &names);
    form.into_result()
}

fn refuse_empty(message: &Message) -> Result<(), Refusal> {
    let bare = |value: &Value| value.as_array().is_none_or(Vec::is_empty);
    if message.content.trim().is_empty()
        && bare(&message.embeds)
        && bare(&message.components)
        && message.files.is_empty()
    {
        return Err(Refusal::mistake(
            400,
            50006,
            "Cannot send an empty message",
            "An empty message was sent.",
        ));
    }
    Ok(())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn list(value: &Value) -> Value {
    if value.is_array() { value.clone() } else { json!([]) }
}

fn reference(state: &State, draft: &Draft<'_>) -> Result<Option<Value>, Refusal> {
    let reference = &draft.body["message_reference"];
    if reference.is_null() {
        return Ok(None);
    }
    let id = &reference["message_id"];
    let id = id.as_u64().or_else(|| id.as_str()?.parse().ok());
    let there = id
        .and_then(|id| state.message(id))
        .is_some_and(|message| message.channel == draft.channel && message.only.is_none());
    match id {
        Some(id) if there => Ok(Some(json!({
            "type": 0,
            "message_id": id.to_string(),
            "channel_id": draft.channel.to_string(),
        }))),
        _ if reference["fail_if_not_exists"] == false => Ok(None),
        _ => Err(Refusal {
            violation: None,
            ..Refusal::invalid_form("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        }),
    }
}

/// The files that stand on a message after a request: those kept, then those uploaded.
fn files(
    state: &mut State,
    body: &Value,
    path: &str,
    uploads: &[Upload],
    standing: &[File],
) -> Result<Vec<File>, Refusal> {
    if uploads.iter().any(|upload| upload.bytes.len() > FILE_LIMIT) {
        return Err(Refusal::too_large());
    }
    let named = body["attachments"].as_array();
    let mut kept = Vec::new();
    let mut new = Vec::new();
    for upload in uploads {
        new.push((upload.number, upload.name.clone(), None, upload));
    }
    match named {
        None => kept.extend(standing.iter().cloned()),
        Some(named) => {
            for (at, one) in named.iter().enumerate() {
                let id = one["id"].as_u64().or_else(|| one["id"].as_str()?.parse().ok());
                if let Some(file) = standing.iter().find(|file| Some(file.id) == id) {
                    kept.push(file.clone());
                } else if let Some(upload) = new.iter_mut().find(|new| Some(new.0) == id) {
                    if let Some(name) = one["filename"].as_str() {
                        name.clone_into(&mut upload.1);
                    }
                    upload.2 = one["description"].as_str().map(str::to_owned);
                } else {
                    let path = if path.is_empty() {
                        format!("attachments.{at}.id")
                    } else {
                        format!("{path}.attachments.{at}.id")
                    };
                    if one["id"].is_null() {
                        let why = "This field is required";
                        return Err(Refusal::invalid_form(&path, "BASE_TYPE_REQUIRED", why));
                    }
                    return Err(Refusal::invalid_form(
                        &path,
                        "ATTACHMENT_NOT_FOUND",
                        "No such attachment was found on this message.",
                    ));
                }
            }
        }
    }
    for (_, name, description, upload) in new {
        kept.push(File {
            id: state.file_id(),
            name,
            description,
            title: None,
            content_type: Some(upload.content_type.clone()),
            bytes: upload.bytes.clone(),
        });
    }
    if kept.len() > FILES {
        return Err(Refusal::invalid_form(
            "attachments",
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 0 and 10 in length.",
        ));
    }
    Ok(kept)
}
