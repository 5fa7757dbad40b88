//! Health and metrics over HTTP, on this machine unless the settings say otherwise.
//!
//! `/healthz`: the process lives. `/readyz`: it can play, or what keeps it from it. `/metrics`: counts for Prometheus. None of them names
//! a campaign, a player, a server or a channel.

use crate::nightly::Backups;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use commands::house::House;
use commands::present::names;
use db::Standing;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::Mutex;

/// A message that is due and has waited so long, in seconds, means that delivery is stuck.
pub const STUCK: i64 = 5 * 60;
/// How long what was found in the database serves, so that many questions do not make much work.
const FRESH: Duration = Duration::from_secs(1);
/// How long the database may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// What health and metrics are read from.
pub struct Health {
    house: Arc<House>,
    backups: Option<Arc<Backups>>,
    looked: Mutex<Option<(Instant, Found)>>,
}

#[derive(Clone)]
struct Found {
    standing: Result<Standing, String>,
    written: Result<(), String>,
}

impl Health {
    /// The health of a bot.
    #[must_use]
    pub fn new(house: Arc<House>, backups: Option<Arc<Backups>>) -> Arc<Health> {
        Arc::new(Health { house, backups, looked: Mutex::default() })
    }

    async fn found(&self) -> Found {
        // Held throughout: whoever asks meanwhile gets the same answer.
        let mut looked = self.looked.lock().await;
        if let Some((at, found)) = looked.as_ref()
            && at.elapsed() < FRESH
        {
            return found.clone();
        }
        let (store, now) = (&self.house.store, self.house.now());
        let late = "The database did not answer within 5 seconds.";
        let written = tokio::time::timeout(PATIENCE, store.probe(now)).await;
        let written = written.map_or(Err(late.to_owned()), |done| done.map_err(|e| e.to_string()));
        let standing = tokio::time::timeout(PATIENCE, store.standing()).await;
        let standing = standing.map_or(Err(late.to_owned()), |read| read.map_err(|e| e.to_string()));
        let found = Found { standing, written };
        *looked = Some((Instant::now(), found.clone()));
        found
    }

    /// Whether the bot can play, and part by part what keeps it from it.
    pub async fn ready(&self) -> (bool, Value) {
        let found = self.found().await;
        let connected = self.house.tally.is_connected();
        let gateway = if connected { "connected" } else { "The gateway is not connected." };
        let registered = self.house.tally.are_commands_registered();
        let commands = if registered {
            "registered"
        } else {
            "Discord has not taken this program's commands yet; they are sent again and again, and the log says why not."
        };
        let database = found.written.and(found.standing.clone().map(|_| ()));
        let standing = found.standing.unwrap_or_default();
        let oldest = standing.oldest_seconds(self.house.now());
        let stuck = oldest > STUCK;
        // Starting the bot again would let it write nowhere, so what waits for that makes nobody unready.
        let outbox = match (stuck, standing.barred) {
            (true, _) => format!("The oldest message has waited for {oldest} seconds."),
            (false, 0) => "nothing waits for long".to_owned(),
            (false, barred) => format!(
                "{} because the bot may not write in a channel; the host is told. Nothing else waits for long.",
                names::count(barred, "message waits", "messages wait")
            ),
        };
        let behind = self.house.tally.behind();
        let clock = match behind {
            0 => "is not behind any record".to_owned(),
            behind => format!(
                "This machine's clock is {behind} seconds behind what stands on a record: it went back, or was ahead before. Deadlines of that campaign wait until it has caught up."
            ),
        };
        let stopped = self.house.stopped().len();
        let campaigns = match stopped {
            0 => "none is stopped".to_owned(),
            1 => "1 is stopped, because what the database keeps of it is not sound; the log says which."
                .to_owned(),
            several => format!(
                "{several} are stopped, because what the database keeps of them is not sound; the log says which."
            ),
        };
        let ready = connected && registered && database.is_ok() && !stuck;
        let says = json!({
            "ready": ready,
            "gateway": {"ok": connected, "says": gateway},
            "commands": {"ok": registered, "says": commands},
            "database": {"ok": database.is_ok(), "says": database.err().unwrap_or_else(|| "takes writes".to_owned())},
            "outbox": {
                "ok": !stuck, "says": outbox,
                "waiting": standing.waiting, "barred": standing.barred, "parked": standing.parked, "oldest_seconds": oldest,
            },
            // Starting the bot again would mend none of them, and the others play on: so it is told and makes nobody unready.
            "campaigns": {"ok": stopped == 0, "says": campaigns, "stopped": stopped},
            // Nor would starting again set a clock.
            "clock": {"ok": behind == 0, "says": clock, "behind_seconds": behind},
            "backup": self.backup(),
        });
        (ready, says)
    }

    /// The last backup. Play does not depend on it, so it is told but makes nobody unready.
    fn backup(&self) -> Value {
        let Some(backups) = &self.backups else {
            return json!({"ok": true, "says": "no nightly backup is set up", "age_seconds": null});
        };
        let failed = backups.failed();
        let says = failed.clone().unwrap_or_else(|| "no backup has failed".to_owned());
        let age = backups.age().map(|age| age.as_secs());
        json!({"ok": failed.is_none(), "says": says, "age_seconds": age})
    }

    /// The counts for Prometheus.
    pub async fn metrics(&self) -> String {
        let found = self.found().await;
        let age = self.backups.as_ref().and_then(|backups| backups.age());
        self.house.tally.text(found.standing.ok().as_ref(), self.house.now(), age)
    }
}

/// The three pages.
pub fn pages(health: Arc<Health>) -> Router {
    Router::new()
        .route("/healthz", get(|| async { "The process lives.\n" }))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics))
        .with_state(health)
}

async fn readyz(State(health): State<Arc<Health>>) -> Response {
    let (ready, says) = health.ready().await;
    let status = if ready { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(says)).into_response()
}

async fn metrics(State(health): State<Arc<Health>>) -> Response {
    let form = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, form)], health.metrics().await).into_response()
}

/// Serves the pages until the task is ended. Gives the address, since port 0 takes any free one.
///
/// # Errors
/// A sentence where the address is taken or not this machine's.
pub async fn open(
    health: Arc<Health>,
    address: SocketAddr,
) -> Result<(SocketAddr, tokio::task::JoinHandle<()>), String> {
    let told = |e: std::io::Error| format!("Health and metrics cannot be served on {address}: {e}.");
    let listener = TcpListener::bind(address).await.map_err(told)?;
    let bound = listener.local_addr().map_err(told)?;
    if !bound.ip().is_loopback() {
        tracing::warn!(%bound, "health and metrics can be read from other machines");
    }
    let serving = tokio::spawn(async move {
        if let Err(e) = axum::serve(listener, pages(health)).await {
            tracing::error!("health and metrics are not served any more: {e}");
        }
    });
    Ok((bound, serving))
}

/// Asks a running bot whether it is ready: what it says, part by part.
///
/// # Errors
/// What keeps it from playing, in sentences.
pub async fn ask(address: Option<SocketAddr>) -> Result<String, String> {
    let mut address = address
        .ok_or("health.listen is empty, so a running bot cannot be asked. Set it and start the bot again.")?;
    if address.ip().is_unspecified() {
        address.set_ip(std::net::Ipv4Addr::LOCALHOST.into());
    }
    let silent = || format!("No bot answers at http://{address}/readyz.");
    let http = reqwest::Client::builder().no_proxy().timeout(PATIENCE * 3).build().map_err(|_| silent())?;
    let answer = http.get(format!("http://{address}/readyz")).send().await.map_err(|_| silent())?;
    let says: Value = answer.json().await.map_err(|_| silent())?;
    let mut lines = Vec::new();
    for part in ["gateway", "commands", "database", "outbox", "campaigns", "clock", "backup"] {
        let mark = if says[part]["ok"] == true { "ok   " } else { "wrong" };
        lines.push(format!("{mark} {part}: {}", says[part]["says"].as_str().unwrap_or("nothing")));
    }
    let lines = lines.join("\n");
    if says["ready"] == true {
        Ok(format!("{lines}\nThe bot is ready."))
    } else {
        Err(format!("{lines}\nThe bot is not ready."))
    }
}
