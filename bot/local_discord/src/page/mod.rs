//! The web page: its files, the pictures and exports on messages, and the live connection.

mod files;
mod live;

use std::sync::Arc;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, RawQuery, Request, State as Extract};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::server::Shared;
use crate::store::To;
use crate::wire::Wire;

pub(crate) use files::{attachment, stored, upload};
pub(crate) use live::hello;

/// What the page itself is made of.
const FILES: &[(&str, &str, &str)] = &[
    ("", "text/html; charset=utf-8", include_str!("../../page/index.html")),
    ("app.js", "text/javascript; charset=utf-8", include_str!("../../page/app.js")),
    ("clock.js", "text/javascript; charset=utf-8", include_str!("../../page/clock.js")),
    ("commands.js", "text/javascript; charset=utf-8", include_str!("../../page/commands.js")),
    ("composer.js", "text/javascript; charset=utf-8", include_str!("../../page/composer.js")),
    ("files.js", "text/javascript; charset=utf-8", include_str!("../../page/files.js")),
    ("link.js", "text/javascript; charset=utf-8", include_str!("../../page/link.js")),
    ("log.js", "text/javascript; charset=utf-8", include_str!("../../page/log.js")),
    ("markdown.js", "text/javascript; charset=utf-8", include_str!("../../page/markdown.js")),
    ("messages.js", "text/javascript; charset=utf-8", include_str!("../../page/messages.js")),
    ("modal.js", "text/javascript; charset=utf-8", include_str!("../../page/modal.js")),
    ("parts.js", "text/javascript; charset=utf-8", include_str!("../../page/parts.js")),
    ("people.js", "text/javascript; charset=utf-8", include_str!("../../page/people.js")),
    ("places.js", "text/javascript; charset=utf-8", include_str!("../../page/places.js")),
    ("select.js", "text/javascript; charset=utf-8", include_str!("../../page/select.js")),
    ("suggestions.js", "text/javascript; charset=utf-8", include_str!("../../page/suggestions.js")),
    ("theme.js", "text/javascript; charset=utf-8", include_str!("../../page/theme.js")),
    ("base.css", "text/css; charset=utf-8", include_str!("../../page/base.css")),
    ("composer.css", "text/css; charset=utf-8", include_str!("../../page/composer.css")),
    ("dialogs.css", "text/css; charset=utf-8", include_str!("../../page/dialogs.css")),
    ("frame.css", "text/css; charset=utf-8", include_str!("../../page/frame.css")),
    ("messages.css", "text/css; charset=utf-8", include_str!("../../page/messages.css")),
    ("phone.css", "text/css; charset=utf-8", include_str!("../../page/phone.css")),
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

pub(crate) async fn live(
    Extract(shared): Extract<Arc<Shared>>,
    Path(key): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Response {
    if key != shared.page_key {
        return missing();
    }
    upgrade.on_upgrade(move |socket| live::serve(socket, shared))
}

/// The gateway's door. Bots send no `Origin`; a web page always does and has no business here.
pub(crate) async fn gateway(
    Extract(shared): Extract<Arc<Shared>>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let Ok(upgrade) = upgrade else {
        let says = "The bot connects here. People use the whole address that the local table printed when it was opened.";
        return (StatusCode::NOT_FOUND, says).into_response();
    };
    if headers.contains_key(header::ORIGIN) {
        return StatusCode::FORBIDDEN.into_response();
    }
    if shared.faults.gateway_away() {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    let Some(wire) = Wire::asked(query.as_deref().unwrap_or_default()) else {
        return (StatusCode::BAD_REQUEST, "This server compresses by zlib-stream alone.").into_response();
    };
    upgrade.on_upgrade(move |socket| crate::gateway::serve(socket, shared, wire))
}

impl Shared {
    /// Moves the clock, where it can be moved, and tells the pages.
    pub fn advance(&self, seconds: i64) -> bool {
        let state = self.state();
        if !state.clock.advance(seconds) {
            return false;
        }
        state.tell(To::All, json!({"t": "now", "now": state.now(), "clock": state.clock_json()}));
        true
    }
}
