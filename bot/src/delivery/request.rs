//! A request to Discord, and what its answer means for the lane that made it.

use super::pauses::OPENING;
use super::{Delivery, Sent, pictures};
use commands::requests::{code_of, seconds_in};
use db::OutboxRow;
use reqwest::{Method, StatusCode, header};
use serde_json::Value;
use std::time::Duration;

/// The route that opens direct messages.
pub(super) const OPEN: &str = "/users/@me/channels";

impl Delivery {
    /// Makes a request for a row and says how it went. Where its bucket is empty, what shares it waits.
    pub(super) async fn request(
        &self,
        method: Method,
        route: &str,
        body: Option<&Value>,
        files: &[(String, Vec<u8>)],
        row: &OutboxRow,
    ) -> Sent {
        let lane = row.target.lane();
        let bucket = if route == OPEN { OPENING } else { lane.as_str() };
        let request = self
            .http
            .request(method, format!("{}{route}", self.base))
            .header(header::AUTHORIZATION, format!("Bot {}", self.token));
        let request = match body {
            None => request,
            Some(body) if files.is_empty() => request.json(body),
            Some(body) => {
                let mut form = reqwest::multipart::Form::new().text("payload_json", body.to_string());
                for (i, (name, bytes)) in files.iter().enumerate() {
                    form = form.part(format!("files[{i}]"), pictures::part(name, bytes));
                }
                request.multipart(form)
            }
        };
        let backoff = Duration::from_millis(500) * 2u32.pow(self.pauses.tries(&lane).min(7));
        let Ok(response) = request.send().await else {
            self.house.tally.discord_refused(0, 0);
            return Sent::Later { after: backoff, everywhere: false };
        };
        let status = response.status();
        let headers = response.headers();
        let is = |name: &str, value: &str| headers.get(name).is_some_and(|told| *told == *value);
        let spent = is("x-ratelimit-remaining", "0");
        let reset = seconds_in(headers, "x-ratelimit-reset-after");
        let global = headers.contains_key("x-ratelimit-global") || is("x-ratelimit-scope", "global");
        let retry = seconds_in(headers, header::RETRY_AFTER.as_str());
        let answer: Value = response.json().await.unwrap_or_default();
        let code = code_of(&answer);
        if !status.is_success() {
            self.house.tally.discord_refused(status.as_u16(), code);
        }
        if spent && status.is_success() {
            // The bucket is empty: the next of this lane waits until it is full again.
            self.pauses.pause(bucket, wait(reset.unwrap_or(1.0)));
        }
        match status {
            status if status.is_success() => Sent::Taken(answer),
            StatusCode::TOO_MANY_REQUESTS => {
                let after = answer["retry_after"].as_f64().or(retry).or(reset).unwrap_or(1.0);
                let everywhere = global || answer["global"].as_bool().unwrap_or(false);
                if bucket == OPENING && !everywhere {
                    // Everybody's: the next would only be refused too.
                    self.pauses.pause(OPENING, wait(after));
                }
                Sent::Later { after: wait(after), everywhere }
            }
            status if status.is_server_error() => Sent::Later { after: backoff, everywhere: false },
            StatusCode::UNAUTHORIZED => {
                tracing::error!("Discord does not take the token any more");
                Sent::Later { after: Duration::from_secs(60), everywhere: true }
            }
            status => match code {
                // Opening direct messages too fast, or Discord overloaded: not refused, only not now.
                40003 | 130_000 => Sent::Later { after: Duration::from_secs(10), everywhere: false },
                code => Sent::Refused { status: status.as_u16(), code },
            },
        }
    }
}

fn wait(seconds: f64) -> Duration {
    // A little more than told, so that clocks that differ by a hair do not cost a second refusal.
    Duration::from_secs_f64(seconds.clamp(0.0, 3600.0)) + Duration::from_millis(50)
}
