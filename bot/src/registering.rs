//! The bot's commands, as Discord is told of them when the bot starts: until Discord has taken them.

use commands::house::House;
use commands::requests::{Sent, backoff};
use serenity::all::{ApplicationId, CreateCommand, Http, LightMethod, Request, Route};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{oneshot, watch};

/// How long to wait before Discord is asked again to take what it refused: nothing but a change there can help.
const REFUSED: Duration = Duration::from_secs(5 * 60);

/// What Discord is told: the application, and all its commands.
pub(crate) type Told = (ApplicationId, Vec<CreateCommand>);

/// Registers the commands as soon as they are known, and tries again until Discord has taken them; then says so in the tally and to
/// `ready`. Meanwhile those of before are played with.
pub(crate) async fn register(
    house: Arc<House>,
    http: Arc<Http>,
    known: oneshot::Receiver<Told>,
    ready: watch::Sender<bool>,
) {
    let Ok((application_id, commands)) = known.await else { return };
    let body = match serde_json::to_vec(&commands) {
        Ok(body) => body,
        Err(e) => {
            tracing::error!("the commands cannot be written: {e}");
            return;
        }
    };
    let request = Request::new(Route::Commands { application_id }, LightMethod::Put).body(Some(body));
    let mut tries = 0;
    loop {
        let (wait, status, code) = match house.requests.once(&http, &request).await {
            Sent::Taken(_) => break,
            Sent::Later { after, status, code } => (after.unwrap_or_else(|| backoff(tries)), status, code),
            Sent::Refused { status, code } => (REFUSED, status, code),
        };
        tries += 1;
        tracing::warn!(
            status,
            code,
            tries,
            again_in_seconds = wait.as_secs_f64(),
            "the commands are not registered: Discord did not take them"
        );
        tokio::time::sleep(wait).await;
    }
    house.tally.commands_registered();
    let _ = ready.send(true);
}
