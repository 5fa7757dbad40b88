//! Requests to Discord on which somebody waits: answers to interactions, and what the bot asks when it starts.
//!
//! They are sent by one way, to Discord and to a server on this machine that stands in for it: serenity's own rate limiter passes such a
//! server by. What fails on the way is sent again: a cut connection, an error of Discord's own, and one request too many, for which
//! Discord says how long to wait. What is sent twice must therefore do no more than what is sent once.

use crate::answer::Unanswered;
use crate::tally::Tally;
use reqwest::{Client, Response, StatusCode, header};
use serde_json::Value;
use serenity::http::{Http, Request};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The wait before the second try of a request whose receiver said none; it doubles from try to try.
const FIRST_WAIT: Duration = Duration::from_millis(100);
/// The longest wait between two tries.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// How long one try may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// The way of requests to Discord.
pub struct Requests {
    client: Client,
    tally: Arc<Tally>,
}

/// How one try of a request went.
#[derive(Debug)]
pub enum Sent {
    /// Taken; the answer.
    Taken(Response),
    /// Not now: a later try may be taken. It may have arrived, and only the answer be lost.
    Later {
        /// How long Discord wants it to wait, where it said so.
        after: Option<Duration>,
        /// The HTTP status; 0 where no answer came.
        status: u16,
        /// Discord's code; 0 where it told none.
        code: u32,
    },
    /// Refused for good.
    Refused {
        /// The HTTP status; 0 where the request could not be made.
        status: u16,
        /// Discord's code; 0 where it told none.
        code: u32,
    },
}

impl Requests {
    /// A way whose failures are counted in a tally.
    #[must_use]
    pub fn new(tally: Arc<Tally>) -> Requests {
        // Where this machine has no TLS, serenity's client cannot be made either, and says so.
        let client = Client::builder().timeout(PATIENCE).build().unwrap_or_default();
        Requests { client, tally }
    }

    /// Sends a request once, with the token of `http` to where `http` sends.
    pub async fn once(&self, http: &Http, request: &Request<'_>) -> Sent {
        let sent = self.tried(http, request).await;
        if let Sent::Later { status, code, .. } | Sent::Refused { status, code } = sent {
            self.tally.discord_refused(status, code);
        }
        sent
    }

    async fn tried(&self, http: &Http, request: &Request<'_>) -> Sent {
        let Ok(request) = request.clone().build(&self.client, http.token(), http.proxy.as_deref()) else {
            return Sent::Refused { status: 0, code: 0 };
        };
        let Ok(response) = request.send().await else {
            return Sent::Later { after: None, status: 0, code: 0 };
        };
        let status = response.status();
        if status.is_success() {
            return Sent::Taken(response);
        }
        let told = seconds_in(response.headers(), header::RETRY_AFTER.as_str());
        let answer: Value = response.json().await.unwrap_or_default();
        let code = code_of(&answer);
        let after = answer["retry_after"].as_f64().or(told).and_then(seconds);
        match status {
            StatusCode::TOO_MANY_REQUESTS => Sent::Later { after, status: 429, code },
            status if status.is_server_error() => Sent::Later { after, status: status.as_u16(), code },
            status => Sent::Refused { status: status.as_u16(), code },
        }
    }

    /// Sends a request until it is taken or refused, or the next try would come after `until`. `what` names it in the log, where nothing
    /// else of it stands: its path can hold a token.
    ///
    /// # Errors
    /// What kept it from being taken.
    pub async fn until(
        &self,
        what: &'static str,
        http: &Http,
        request: &Request<'_>,
        until: Instant,
    ) -> Result<Response, Unanswered> {
        let mut tries = 0;
        loop {
            let (after, status, code) = match self.once(http, request).await {
                Sent::Taken(response) => return Ok(response),
                Sent::Refused { status, code } => {
                    tracing::warn!(what, status, code, "Discord did not take a request");
                    return Err(Unanswered { code, again: tries > 0, in_vain: false });
                }
                Sent::Later { after, status, code } => (after, status, code),
            };
            let wait = after.unwrap_or_else(|| backoff(tries));
            tries += 1;
            if Instant::now() + wait >= until {
                tracing::warn!(what, status, code, tries, "Discord did not take a request in time");
                return Err(Unanswered { code, again: tries > 1, in_vain: true });
            }
            tracing::warn!(what, status, code, tries, "Discord did not take a request; it is sent again");
            tokio::time::sleep(wait).await;
        }
    }
}

/// Discord's code in an answer; 0 where it told none.
#[must_use]
pub fn code_of(answer: &Value) -> u32 {
    answer["code"].as_u64().and_then(|code| u32::try_from(code).ok()).unwrap_or(0)
}

/// Seconds that a header tells, where there is one and it is no less than nothing.
#[must_use]
pub fn seconds_in(headers: &header::HeaderMap, name: &str) -> Option<f64> {
    let told = headers.get(name)?.to_str().ok()?.parse().ok();
    told.filter(|seconds| *seconds >= 0.0)
}

/// The wait after so many tries that failed, where Discord did not say how long.
#[must_use]
pub fn backoff(tries: u32) -> Duration {
    FIRST_WAIT.saturating_mul(2u32.saturating_pow(tries)).min(LONGEST_WAIT)
}

/// Seconds as Discord tells them, and a hair more, so that clocks which differ by as much cost no second refusal.
fn seconds(told: f64) -> Option<Duration> {
    let told = Duration::try_from_secs_f64(told).ok()?;
    Some(told + Duration::from_millis(20))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_a_bound() {
        assert_eq!(backoff(0), Duration::from_millis(100));
        assert_eq!(backoff(3), Duration::from_millis(800));
        assert_eq!(backoff(40), LONGEST_WAIT);
        assert_eq!(backoff(u32::MAX), LONGEST_WAIT);
    }

    #[test]
    fn seconds_that_are_none_are_as_not_told() {
        assert_eq!(seconds(1.5), Some(Duration::from_millis(1520)));
        for none in [-1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(seconds(none), None);
        }
    }
}
