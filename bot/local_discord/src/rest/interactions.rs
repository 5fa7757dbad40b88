//! Answers to interactions: the first response, its edits, and what follows it.

use serde_json::{Value, json};

use super::compose::{self, Draft};
use super::{Answer, Call, ORIGINAL, Outcome, WEBHOOK};
use crate::interact::interaction_of;
use crate::limits::{self, Shape};
use crate::refusal::{Form, Refusal};
use crate::seen::Kind;
use crate::store::{EPHEMERAL, State};

pub(super) fn callback(state: &mut State, call: &Call) -> Outcome {
    let id = call.id(0)?;
    let kind = allowed(state, call, id)?;
    let data = &call.body["data"];
    let original = answer(state, call, id, kind)?;
    if let Some(asked) = state.interactions.get_mut(&id) {
        asked.answered = Some(kind);
        asked.took = Some(asked.since.elapsed());
        asked.original = original;
        if kind == 9 {
            asked.modal = Some(data.clone());
        }
    }
    if (4..=7).contains(&kind) {
        state.tell_asker(id, json!({"t": "done"}));
    }
    if !call.asks("with_response") {
        return Ok(Answer::nothing());
    }
    let mut told = json!({
        "interaction": {"id": id.to_string(), "type": state.interactions.get(&id).map(|one| one.kind)},
        "resource": {"type": kind},
    });
    if let Some(message) = original.and_then(|id| state.message(id)) {
        told["interaction"]["response_message_id"] = json!(message.id.to_string());
        told["interaction"]["response_message_loading"] = json!(message.loading());
        told["interaction"]["response_message_ephemeral"] = json!(message.only.is_some());
        told["resource"]["message"] = state.message_json(message);
    }
    Ok(Answer::ok(told))
}

/// The type of the answer, where the interaction waits for one and may be answered so.
fn allowed(state: &State, call: &Call, id: u64) -> Result<u64, Refusal> {
    let asked = state
        .interactions
        .get(&id)
        .filter(|one| one.token == call.text(1))
        .ok_or_else(Refusal::unknown_interaction)?;
    if asked.answered.is_some() {
        return Err(Refusal::new(400, 40060, "Interaction has already been acknowledged."));
    }
    if asked.failed || state.expired(asked) {
        return Err(Refusal::unknown_interaction());
    }
    let kind = call.body["type"].as_u64().unwrap_or(0);
    let allowed: &[u64] = match (asked.kind, asked.source) {
        (2, _) => &[4, 5, 9],
        (3, _) => &[4, 5, 6, 7, 9],
        (4, _) => &[8],
        (_, Some(_)) => &[4, 5, 6, 7],
        (_, None) => &[4, 5],
    };
    if !allowed.contains(&kind) {
        return Err(Refusal::invalid_form(
            "type",
            "BASE_TYPE_CHOICES",
            &format!("Value must be one of {allowed:?} in answer to this interaction."),
        ));
    }
    if let Some(unknown) = call
        .body
        .as_object()
        .into_iter()
        .flat_map(|map| map.keys())
        .find(|key| !matches!(key.as_str(), "type" | "data"))
    {
        return Err(Refusal::invalid_form(
            unknown,
            "UNKNOWN_FIELD",
            "This field is not part of Discord's API.",
        ));
    }
    if state.channel(asked.channel).is_none() {
        return Err(Refusal::unknown_channel());
    }
    Ok(kind)
}

/// Does what the answer says; gives the message that `@original` means from now on.
fn answer(state: &mut State, call: &Call, id: u64, kind: u64) -> Result<Option<u64>, Refusal> {
    let asked = state.interactions.get(&id).ok_or_else(Refusal::unknown_interaction)?;
    let (channel, source, user) = (asked.channel, asked.source, asked.user);
    let focused = asked.focused.unwrap_or(3);
    let data = &call.body["data"];
    Ok(match kind {
        4 => Some(compose::create(
            state,
            &Draft {
                channel,
                body: data,
                path: "data",
                files: &call.files,
                shape: Shape::Answer,
                interaction: Some(id),
            },
        )?),
        5 => {
            let mut form = Form::default();
            limits::message(&mut form, "data", &or_empty(data), Shape::Answer, &[]);
            form.into_result()?;
            let flags = data["flags"].as_u64().unwrap_or(0) & EPHEMERAL;
            Some(compose::think(state, channel, id, flags))
        }
        6 => source,
        7 => {
            let target = source.ok_or_else(Refusal::unknown_message)?;
            // The type that answers may carry this field, though an edit never uses it.
            let mut body = or_empty(data);
            if body["tts"] == false
                && let Value::Object(map) = &mut body
            {
                map.remove("tts");
            }
            let target_for = (target, Some(id));
            compose::edit_in_answer(state, target_for, &body, "data", &call.files, Shape::AnswerEdit)?;
            Some(target)
        }
        8 => {
            offer_choices(state, id, data, focused)?;
            None
        }
        _ => {
            open_form(state, id, data, user)?;
            None
        }
    })
}

/// Shows what completes an option.
fn offer_choices(state: &mut State, id: u64, data: &Value, focused: u64) -> Result<(), Refusal> {
    let mut form = Form::default();
    limits::choices(&mut form, "data", data, focused);
    form.into_result()?;
    let choices = data["choices"].clone();
    let names: Vec<&str> =
        choices.as_array().into_iter().flatten().filter_map(|choice| choice["name"].as_str()).collect();
    let names = names.join("\n");
    state.see_aside(id, Kind::Choices, names, choices.clone());
    state.tell_asker(id, json!({"t": "choices", "choices": choices}));
    Ok(())
}

/// Opens a form before the one who asked.
fn open_form(state: &mut State, id: u64, data: &Value, user: u64) -> Result<(), Refusal> {
    let mut form = Form::default();
    limits::modal(&mut form, "data", data);
    form.into_result()?;
    state.open_forms.insert(user, id);
    let title = data["title"].as_str().unwrap_or_default().to_owned();
    state.see_aside(id, Kind::Modal, title, data["components"].clone());
    let frame = json!({"t": "modal", "interaction_id": id.to_string(), "modal": data});
    state.tell_asker(id, frame);
    Ok(())
}

fn or_empty(data: &Value) -> Value {
    if data.is_null() { json!({}) } else { data.clone() }
}

/// Everything under `/webhooks/{application}/{token}`.
pub(super) fn webhook(state: &mut State, call: &Call) -> Outcome {
    let asked = interaction_of(call.text(1))
        .and_then(|id| state.interactions.get(&id))
        .filter(|one| one.token == call.text(1))
        .filter(|_| call.id(0).is_ok_and(|id| id == state.bot))
        .ok_or_else(Refusal::unknown_webhook)?;
    if state.expired(asked) {
        return Err(Refusal::new(401, 50027, "Invalid Webhook Token"));
    }
    let Some(answered) = asked.answered else {
        return Err(Refusal::unknown_webhook());
    };
    let (id, channel, original) = (asked.id, asked.channel, asked.original);
    if state.channel(channel).is_none() {
        return Err(Refusal::unknown_channel());
    }
    if call.route == WEBHOOK {
        return follow(state, call, id, channel, original.filter(|_| answered == 5));
    }
    let message = if call.route == ORIGINAL {
        original
    } else {
        let wanted = call.id(2)?;
        Some(wanted).filter(|wanted| {
            original == Some(*wanted)
                || state.message(*wanted).is_some_and(|message| message.interaction == Some(id))
        })
    };
    let message =
        message.filter(|message| state.message(*message).is_some()).ok_or_else(Refusal::unknown_message)?;
    match call.method {
        "PATCH" => {
            let target = (message, Some(id));
            compose::edit_in_answer(state, target, &call.body, "", &call.files, Shape::AnswerEdit)?;
        }
        "DELETE" => {
            state.delete_message(message);
            return Ok(Answer::nothing());
        }
        _ => {}
    }
    told(state, message)
}

fn told(state: &State, message: u64) -> Outcome {
    let message = state.message(message).ok_or_else(Refusal::unknown_message)?;
    Ok(Answer::ok(state.message_json(message)))
}

/// A message after the first response. Right after a deferred answer it is the answer itself.
fn follow(state: &mut State, call: &Call, id: u64, channel: u64, deferred: Option<u64>) -> Outcome {
    let thinking =
        deferred.filter(|message| state.message(*message).is_some_and(crate::store::Message::loading));
    if let Some(message) = thinking {
        let mut body = call.body.clone();
        if let Value::Object(map) = &mut body {
            // The first response settled these.
            map.remove("tts");
            map.remove("flags");
        }
        compose::edit(state, message, &body, "", &call.files, Shape::AnswerEdit)?;
        return told(state, message);
    }
    let message = compose::create(
        state,
        &Draft {
            channel,
            body: &call.body,
            path: "",
            files: &call.files,
            shape: Shape::Answer,
            interaction: Some(id),
        },
    )?;
    told(state, message)
}
