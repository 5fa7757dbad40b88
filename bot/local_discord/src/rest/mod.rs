//! REST v10: one entry for every request, which finds the route, applies faults, checks the body
//! and answers as Discord does.

mod channels;
mod commands;
mod compose;
mod info;
mod interactions;
mod threads;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, DefaultBodyLimit, FromRequest, Multipart, Request, State as Extract};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};

use crate::faults::{Allowance, Fault};
use crate::listener::Knife;
use crate::refusal::Refusal;
use crate::seen::RequestLog;
use crate::server::Shared;
use crate::store::State;

/// Bytes a whole request may have; above it no file limit is even looked at.
const REQUEST_LIMIT: usize = 110 * 1024 * 1024;

const CALLBACK: &str = "/interactions/{interaction_id}/{interaction_token}/callback";
const WEBHOOK: &str = "/webhooks/{webhook_id}/{webhook_token}";
const ORIGINAL: &str = "/webhooks/{webhook_id}/{webhook_token}/messages/@original";
const FOLLOWUP: &str = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}";
const COMMANDS: &str = "/applications/{application_id}/commands";
const COMMAND: &str = "/applications/{application_id}/commands/{command_id}";
const GUILD_COMMANDS: &str = "/applications/{application_id}/guilds/{guild_id}/commands";
const GUILD_COMMAND: &str = "/applications/{application_id}/guilds/{guild_id}/commands/{command_id}";
const CHANNEL: &str = "/channels/{channel_id}";
const MESSAGES: &str = "/channels/{channel_id}/messages";
const MESSAGE: &str = "/channels/{channel_id}/messages/{message_id}";
const OLD_PIN: &str = "/channels/{channel_id}/pins/{message_id}";
const PIN: &str = "/channels/{channel_id}/messages/pins/{message_id}";
const TYPING: &str = "/channels/{channel_id}/typing";
const THREADS: &str = "/channels/{channel_id}/threads";
const MESSAGE_THREADS: &str = "/channels/{channel_id}/messages/{message_id}/threads";

/// Every route there is: method, path as Discord's description writes it, query parameters.
/// Fixed words come before parameters in the same place.
const ROUTES: &[(&str, &str, &[&str])] = &[
    ("GET", "/gateway", &[]),
    ("GET", "/gateway/bot", &[]),
    ("GET", "/oauth2/applications/@me", &[]),
    ("GET", "/applications/@me", &[]),
    ("GET", "/users/@me", &[]),
    ("GET", "/users/@me/guilds", &["before", "after", "limit", "with_counts"]),
    ("POST", "/users/@me/channels", &[]),
    ("GET", "/users/{user_id}", &[]),
    ("GET", COMMANDS, &["with_localizations"]),
    ("PUT", COMMANDS, &[]),
    ("POST", COMMANDS, &[]),
    ("GET", COMMAND, &[]),
    ("PATCH", COMMAND, &[]),
    ("DELETE", COMMAND, &[]),
    ("GET", GUILD_COMMANDS, &["with_localizations"]),
    ("PUT", GUILD_COMMANDS, &[]),
    ("POST", GUILD_COMMANDS, &[]),
    ("GET", GUILD_COMMAND, &[]),
    ("PATCH", GUILD_COMMAND, &[]),
    ("DELETE", GUILD_COMMAND, &[]),
    ("POST", CALLBACK, &["with_response"]),
    ("POST", WEBHOOK, &["wait", "thread_id", "with_components"]),
    ("GET", ORIGINAL, &["thread_id"]),
    ("PATCH", ORIGINAL, &["thread_id", "with_components"]),
    ("DELETE", ORIGINAL, &["thread_id"]),
    ("GET", FOLLOWUP, &["thread_id"]),
    ("PATCH", FOLLOWUP, &["thread_id", "with_components"]),
    ("DELETE", FOLLOWUP, &["thread_id"]),
    ("GET", CHANNEL, &[]),
    ("PATCH", CHANNEL, &[]),
    ("DELETE", CHANNEL, &[]),
    ("GET", MESSAGES, &["around", "before", "after", "limit"]),
    ("POST", MESSAGES, &[]),
    ("PUT", PIN, &[]),
    ("DELETE", PIN, &[]),
    ("PUT", OLD_PIN, &[]),
    ("DELETE", OLD_PIN, &[]),
    ("GET", MESSAGE, &[]),
    ("PATCH", MESSAGE, &[]),
    ("DELETE", MESSAGE, &[]),
    ("POST", TYPING, &[]),
    ("POST", THREADS, &[]),
    ("POST", MESSAGE_THREADS, &[]),
    ("GET", "/guilds/{guild_id}", &["with_counts"]),
    ("GET", "/guilds/{guild_id}/channels", &[]),
    ("GET", "/guilds/{guild_id}/roles", &[]),
    ("GET", "/guilds/{guild_id}/members/{user_id}", &[]),
];

/// A file of a multipart body.
#[derive(Debug, Clone)]
pub(crate) struct Upload {
    /// The `n` of `files[n]`.
    pub number: u64,
    pub name: String,
    pub content_type: String,
    pub bytes: Arc<Vec<u8>>,
}

/// A request that found its route.
pub(crate) struct Call {
    pub method: &'static str,
    pub route: &'static str,
    args: Vec<String>,
    query: HashMap<String, String>,
    pub body: Value,
    pub files: Vec<Upload>,
}

impl Call {
    /// The parameter at that place in the path.
    pub fn text(&self, at: usize) -> &str {
        self.args.get(at).map_or("", String::as_str)
    }

    /// The id at that place in the path.
    pub fn id(&self, at: usize) -> Result<u64, Refusal> {
        self.text(at).parse().map_err(|_| {
            Refusal::invalid_form(
                "id",
                "NUMBER_TYPE_COERCE",
                &format!("Value \"{}\" is not snowflake.", self.text(at)),
            )
        })
    }

    /// What is counted together: a route by its channel, server or application, and a webhook by its token.
    fn bucket(&self) -> String {
        let token = if matches!(self.route, WEBHOOK | ORIGINAL | FOLLOWUP) { self.text(1) } else { "" };
        format!("{} {} {} {token}", self.method, self.route, self.text(0))
    }

    /// Is a query parameter set that is yes or no?
    pub fn asks(&self, key: &str) -> bool {
        matches!(self.query(key), Some("true" | "True" | "1"))
    }

    pub fn query(&self, key: &str) -> Option<&str> {
        self.query.get(key).map(String::as_str)
    }
}

/// What a route answers.
pub(crate) struct Answer {
    pub status: u16,
    pub body: Option<Value>,
}

impl Answer {
    pub fn ok(body: Value) -> Self {
        Self { status: 200, body: Some(body) }
    }

    pub fn nothing() -> Self {
        Self { status: 204, body: None }
    }
}

pub(crate) type Outcome = Result<Answer, Refusal>;

/// Finds the route of a path, and the words that stand for its parameters.
fn find(method: &str, path: &str) -> Result<(usize, Vec<String>), bool> {
    let words: Vec<&str> = path.trim_matches('/').split('/').collect();
    let mut elsewhere = false;
    for (at, (allowed, route, _)) in ROUTES.iter().enumerate() {
        let steps: Vec<&str> = route.trim_matches('/').split('/').collect();
        if steps.len() != words.len() {
            continue;
        }
        let fits = steps.iter().zip(&words).all(|(step, word)| step.starts_with('{') || step == word);
        if !fits {
            continue;
        }
        if *allowed != method {
            elsewhere = true;
            continue;
        }
        let args = steps
            .iter()
            .zip(&words)
            .filter(|(step, _)| step.starts_with('{'))
            .map(|(_, word)| (*word).to_owned())
            .collect();
        return Ok((at, args));
    }
    Err(elsewhere)
}

/// Serves every request under `/api`.
pub(crate) async fn serve(
    Extract(shared): Extract<Arc<Shared>>,
    ConnectInfo(knife): ConnectInfo<Knife>,
    request: Request,
) -> Response {
    let _under_way = shared.request_begins();
    let method = request.method().as_str().to_owned();
    let path = request.uri().path().to_owned();
    let query = read_query(request.uri().query().unwrap_or_default());
    let Some(rest) = path.strip_prefix("/api/v10") else {
        return refuse_unknown(&shared, &method, &path, false);
    };
    let (at, args) = match find(&method, rest) {
        Ok(found) => found,
        Err(elsewhere) => return refuse_unknown(&shared, &method, &path, elsewhere),
    };
    let (method, route, known) = ROUTES[at];
    let headers = request.headers().clone();
    let read = read_body(request).await;
    let mut call = Call { method, route, args, query, body: Value::Null, files: Vec::new() };
    let name = format!("{method} {route}");
    let limited = route != CALLBACK;
    let bucket = call.bucket();
    let mut allowance = limited.then(|| shared.faults.allowance(&bucket));
    let mut cut_after = false;
    let struck = shared.faults.take(&name, &format!("{method} {rest}"));
    let mut outcome = read.map(|(body, files)| {
        call.body = body;
        call.files = files;
    });
    if let Some(fault) = struck {
        match fault {
            Fault::TooMany { retry_after, scope } => {
                let response = too_many(allowance, &bucket, retry_after, scope);
                log(&shared, &call, 429, None);
                return response;
            }
            Fault::Broken(status) => {
                log(&shared, &call, status, None);
                return reply(status, None);
            }
            Fault::Refused { status, code, message } => outcome = Err(Refusal::new(status, code, message)),
            Fault::Delay(time) => tokio::time::sleep(time).await,
            Fault::CutBefore => {
                log(&shared, &call, 0, None);
                knife.cut();
                return reply(503, None);
            }
            Fault::CutAfter => cut_after = true,
        }
    }
    if let Some(exceeded) = allowance.take_if(|allowance| allowance.exceeded) {
        let wait = exceeded.reset_after;
        log(&shared, &call, 429, None);
        return too_many(Some(exceeded), &bucket, wait, "user");
    }
    let outcome = outcome.and_then(|()| carry_out(&shared, &call, &headers, known));
    let (status, body) = logged(&shared, &call, &name, outcome);
    if cut_after {
        knife.cut();
    }
    let mut response = reply(status, body);
    if let Some(allowance) = &allowance {
        limit_headers(response.headers_mut(), allowance, &bucket);
    }
    response
}

/// Checks who asks and what, and does it; `known` are the route's query parameters.
fn carry_out(shared: &Shared, call: &Call, headers: &HeaderMap, known: &[&str]) -> Outcome {
    authorize(shared, call.route, headers)?;
    if let Some(unknown) = call.query.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(Refusal::mistake(
            400,
            50035,
            "Invalid Form Body",
            format!("The query parameter {unknown:?} is not known here."),
        ));
    }
    if let Some(refusal) = described(shared, call) {
        return Err(refusal);
    }
    perform(&mut shared.state(), call)
}

/// The status and the body that an outcome is answered with, noted in the log.
fn logged(shared: &Shared, call: &Call, name: &str, outcome: Outcome) -> (u16, Option<Value>) {
    match outcome {
        Ok(answer) => {
            log(shared, call, answer.status, None);
            (answer.status, answer.body)
        }
        Err(refusal) => {
            log(shared, call, refusal.status, refusal.body["code"].as_u64());
            if let Some(what) = &refusal.violation {
                shared.state().violate(name, what.clone());
            }
            (refusal.status, Some(refusal.body))
        }
    }
}

/// What Discord's description says of the body, where it is at hand.
fn described(shared: &Shared, call: &Call) -> Option<Refusal> {
    let description = shared.openapi.as_ref()?;
    let nothing = json!({});
    let body = if call.body.is_null() && !call.files.is_empty() { &nothing } else { &call.body };
    let told = description.check(call.method, call.route, body);
    if told.is_empty() {
        return None;
    }
    let mut form = crate::refusal::Form::default();
    for (path, message) in told {
        form.add(&path, "SCHEMA", message);
    }
    Some(form.into_refusal())
}

fn perform(state: &mut State, call: &Call) -> Outcome {
    match call.route {
        CALLBACK => interactions::callback(state, call),
        WEBHOOK | ORIGINAL | FOLLOWUP => interactions::webhook(state, call),
        COMMANDS | COMMAND | GUILD_COMMANDS | GUILD_COMMAND => commands::serve(state, call),
        THREADS | MESSAGE_THREADS | CHANNEL => threads::serve(state, call),
        MESSAGES | MESSAGE | PIN | OLD_PIN | TYPING => channels::serve(state, call),
        _ => info::serve(state, call),
    }
}

/// A response to an interaction is authorized by its token, everything else by the bot's.
fn authorize(shared: &Shared, route: &str, headers: &HeaderMap) -> Result<(), Refusal> {
    if matches!(route, CALLBACK | WEBHOOK | ORIGINAL | FOLLOWUP | "/gateway") {
        return Ok(());
    }
    let given = headers
        .get(header::AUTHORIZATION)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.strip_prefix("Bot "));
    if given == Some(shared.token.as_str()) { Ok(()) } else { Err(Refusal::new(401, 0, "401: Unauthorized")) }
}

fn refuse_unknown(shared: &Shared, method: &str, path: &str, elsewhere: bool) -> Response {
    let mut state = shared.state();
    let (status, message) =
        if elsewhere { (405, "405: Method Not Allowed") } else { (404, "404: Not Found") };
    state.violate(&format!("{method} {path}"), "This server does not provide this route.");
    let at = state.now();
    state.requests.push(RequestLog {
        method: method.to_owned(),
        route: path.to_owned(),
        body: Value::Null,
        files: Vec::new(),
        status,
        code: Some(0),
        at,
    });
    drop(state);
    reply(status, Some(json!({"message": message, "code": 0})))
}

fn log(shared: &Shared, call: &Call, status: u16, code: Option<u64>) {
    let mut state = shared.state();
    let at = state.now();
    let mut told = format!("  {} {} -> {status}", call.method, call.route);
    if let Some(code) = code {
        told = format!("{told} ({code})");
    }
    state.transcript.push(told);
    state.requests.push(RequestLog {
        method: call.method.to_owned(),
        route: call.route.to_owned(),
        body: call.body.clone(),
        files: call.files.iter().map(|file| (file.name.clone(), file.bytes.len())).collect(),
        status,
        code,
        at,
    });
}

fn reply(status: u16, body: Option<Value>) -> Response {
    let mut response =
        Response::new(body.as_ref().map_or_else(Body::empty, |body| Body::from(body.to_string())));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if body.is_some() {
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
    }
    response
}

fn put(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = value.parse() {
        headers.insert(name, value);
    }
}

fn limit_headers(headers: &mut HeaderMap, allowance: &Allowance, bucket: &str) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs_f64();
    let hash = bucket
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    put(headers, "x-ratelimit-limit", &allowance.limit.to_string());
    put(headers, "x-ratelimit-remaining", &allowance.remaining.to_string());
    put(headers, "x-ratelimit-reset", &format!("{:.3}", now + allowance.reset_after));
    put(headers, "x-ratelimit-reset-after", &format!("{:.3}", allowance.reset_after));
    put(headers, "x-ratelimit-bucket", &format!("{hash:016x}"));
}

fn too_many(allowance: Option<Allowance>, bucket: &str, retry_after: f64, scope: &'static str) -> Response {
    let global = scope == "global";
    let mut response = reply(
        429,
        Some(json!({
            "message": "You are being rate limited.",
            "retry_after": retry_after,
            "global": global,
        })),
    );
    let headers = response.headers_mut();
    put(headers, "retry-after", &format!("{:.0}", retry_after.ceil()));
    put(headers, "x-ratelimit-scope", scope);
    if global {
        put(headers, "x-ratelimit-global", "true");
    } else if let Some(allowance) = allowance {
        let empty = Allowance { remaining: 0, reset_after: retry_after, ..allowance };
        limit_headers(headers, &empty, bucket);
    }
    response
}

fn read_query(query: &str) -> HashMap<String, String> {
    query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (key.to_owned(), value.to_owned())
        })
        .collect()
}

/// The JSON and the files of a body.
async fn read_body(request: Request) -> Result<(Value, Vec<Upload>), Refusal> {
    let content_type = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .to_owned();
    if content_type.starts_with("multipart/form-data") {
        return read_multipart(request).await;
    }
    let bytes = to_bytes(request.into_body(), REQUEST_LIMIT).await.map_err(|_| Refusal::too_large())?;
    if bytes.is_empty() {
        return Ok((Value::Null, Vec::new()));
    }
    if !content_type.starts_with("application/json") {
        return Err(Refusal::mistake(
            400,
            50035,
            "Invalid Form Body",
            format!("A body of type {content_type:?} was sent."),
        ));
    }
    Ok((parse(&bytes)?, Vec::new()))
}

fn parse(bytes: &[u8]) -> Result<Value, Refusal> {
    serde_json::from_slice(bytes).map_err(|_| {
        Refusal::mistake(400, 50109, "The request body contains invalid JSON.", "The body is no JSON.")
    })
}

async fn read_multipart(request: Request) -> Result<(Value, Vec<Upload>), Refusal> {
    let broken = || Refusal::mistake(400, 50035, "Invalid Form Body", "The multipart body cannot be read.");
    let (parts, body) = request.into_parts();
    let bytes = to_bytes(body, REQUEST_LIMIT).await.map_err(|_| Refusal::too_large())?;
    let mut request = Request::from_parts(parts, Body::from(bytes));
    // The size was checked just now; axum's own default of 2 MB would be too small.
    DefaultBodyLimit::max(REQUEST_LIMIT).apply(&mut request);
    let mut multipart = Multipart::from_request(request, &()).await.map_err(|_| broken())?;
    let mut json = Value::Null;
    let mut files = Vec::new();
    while let Some(field) = multipart.next_field().await.map_err(|_| broken())? {
        let name = field.name().unwrap_or_default().to_owned();
        let file_name = field.file_name().map(str::to_owned);
        let content_type = field.content_type().unwrap_or("application/octet-stream").to_owned();
        let bytes = field.bytes().await.map_err(|_| broken())?;
        let number = name
            .strip_prefix("files[")
            .and_then(|rest| rest.strip_suffix(']'))
            .and_then(|number| number.parse().ok());
        match (name.as_str(), number, file_name) {
            ("payload_json", ..) => json = parse(&bytes)?,
            (_, Some(number), Some(name)) => {
                files.push(Upload { number, name, content_type, bytes: Arc::new(bytes.to_vec()) })
            }
            _ => {
                return Err(Refusal::mistake(
                    400,
                    50035,
                    "Invalid Form Body",
                    format!("The multipart field {name:?} is not known here."),
                ));
            }
        }
    }
    Ok((json, files))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_one_that_discord_describes() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../../shared/data/discord-openapi.json");
        if !path.exists() {
            println!("skipped: Discord's API description is not here");
            return;
        }
        let text = std::fs::read_to_string(path).unwrap();
        let description: Value = serde_json::from_str(&text).unwrap();
        for (method, route, query) in ROUTES {
            let operation = &description["paths"][route][method.to_lowercase()];
            assert!(operation.is_object(), "{method} {route}");
            let known: Vec<&str> = [&operation["parameters"], &description["paths"][route]["parameters"]]
                .iter()
                .filter_map(|list| list.as_array())
                .flatten()
                .filter_map(|one| one["name"].as_str())
                .collect();
            for name in *query {
                // Discord describes a webhook's `wait` and `thread_id` elsewhere as well.
                assert!(known.contains(name), "{method} {route}: {name}");
            }
        }
    }

    #[test]
    fn routes_are_found_by_their_words() {
        let (at, args) = find("PATCH", "/webhooks/1/tok/messages/@original").unwrap();
        assert_eq!(ROUTES[at].1, ORIGINAL);
        assert_eq!(args, ["1", "tok"]);
        let (at, args) = find("PATCH", "/webhooks/1/tok/messages/7").unwrap();
        assert_eq!(ROUTES[at].1, FOLLOWUP);
        assert_eq!(args, ["1", "tok", "7"]);
        let (at, _) = find("GET", "/users/@me").unwrap();
        assert_eq!(ROUTES[at].1, "/users/@me");
        assert_eq!(find("POST", "/users/@me"), Err(true));
        assert_eq!(find("GET", "/nothing"), Err(false));
    }
}
