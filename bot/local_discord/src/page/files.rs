//! Files over HTTP: those on messages and in `resolved`, and those a member hands in.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Path, RawQuery, State as Extract};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::missing;
use crate::files::{FILE_LIMIT, For, NotTaken, picture_type};
use crate::refusal::Refusal;
use crate::server::Shared;
use crate::store::File;

/// A file as it was stored. Pictures are shown; everything else is only handed out.
fn given(file: &File) -> Response {
    let bytes = file.bytes.as_ref().clone();
    match picture_type(&bytes) {
        Some(kind) => ([(header::CONTENT_TYPE, kind)], bytes).into_response(),
        None => {
            let headers = [
                (header::CONTENT_TYPE, "application/octet-stream"),
                // The name of what is saved is the last part of the address.
                (header::CONTENT_DISPOSITION, "attachment"),
            ];
            (headers, bytes).into_response()
        }
    }
}

/// A picture or file for the page.
pub(crate) async fn attachment(
    Extract(shared): Extract<Arc<Shared>>,
    Path((key, id, name)): Path<(String, u64, String)>,
) -> Response {
    if key != shared.page_key {
        return missing();
    }
    shared.state().file(None, id, &name).map_or_else(missing, given)
}

/// A picture or file at the address the bot was given; it holds for a day.
pub(crate) async fn stored(
    Extract(shared): Extract<Arc<Shared>>,
    Path((channel, id, name)): Path<(u64, u64, String)>,
    RawQuery(query): RawQuery,
) -> Response {
    let state = shared.state();
    if !state.address_holds(channel, id, &name, &query.unwrap_or_default()) {
        return (StatusCode::NOT_FOUND, "This content is no longer available.").into_response();
    }
    state.file(Some(channel), id, &name).map_or_else(missing, given)
}

fn told(status: u16, body: Value) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, axum::Json(body)).into_response()
}

/// A file that a member gives a command's option on the page.
pub(crate) async fn upload(
    Extract(shared): Extract<Arc<Shared>>,
    Path((key, user, channel, name)): Path<(String, u64, u64, String)>,
    body: Body,
) -> Response {
    if key != shared.page_key {
        return missing();
    }
    let too_large = || {
        let refusal = Refusal::too_large();
        told(refusal.status, refusal.body)
    };
    let Ok(bytes) = to_bytes(body, FILE_LIMIT + 1).await else {
        return too_large();
    };
    let mut state = shared.state();
    if let Err(why) = state.open_channel(user, channel) {
        return told(403, json!({"message": why, "code": 50001}));
    }
    match state.hand_in(user, channel, &name, Arc::new(bytes.to_vec())) {
        Ok(id) => match state.handed_in.get(&id) {
            Some(one) => told(200, state.file_json(&one.file, channel, For::Page, true)),
            None => missing(),
        },
        Err(NotTaken::TooLarge) => too_large(),
        Err(why) => told(400, json!({"message": why.sentence(), "code": 50035})),
    }
}
