//! Faults on demand: what a network and a busy Discord do to a bot, when a test asks for it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

/// What happens to a request that a fault was laid for.
#[derive(Debug, Clone, PartialEq)]
pub enum Fault {
    /// 429 with `retry_after` seconds and a scope: `user`, `global` or `shared`.
    TooMany {
        /// Seconds until the bot may ask again.
        retry_after: f64,
        /// What `X-RateLimit-Scope` says; `global` also sets `X-RateLimit-Global`.
        scope: &'static str,
    },
    /// An error of Discord's own, as 500, 502 or 503, with an empty body.
    Broken(u16),
    /// A refusal with Discord's status, code and message.
    Refused {
        /// HTTP status, 400 to 499.
        status: u16,
        /// Discord's error code.
        code: u64,
        /// Discord's message.
        message: &'static str,
    },
    /// The request is answered only after this time.
    Delay(Duration),
    /// The connection is cut before anything is done.
    CutBefore,
    /// The request is carried out, then the connection is cut instead of an answer.
    CutAfter,
}

#[derive(Debug)]
struct Laid {
    route: String,
    left: usize,
    fault: Fault,
}

/// Messages from the server to the task that holds a gateway connection.
#[derive(Debug)]
pub(crate) enum ToBot {
    Text(String),
    Close(u16, String),
    Cut,
}

#[derive(Debug, Default)]
struct Inner {
    laid: Vec<Laid>,
    refuse_resumes: usize,
    refuse_identifies: Vec<u16>,
    deliver_twice: usize,
    delay_events: Option<Duration>,
    gateway_away: bool,
    rate: Option<(u32, Duration)>,
    buckets: HashMap<String, (Instant, u32)>,
    bots: Vec<(u64, UnboundedSender<ToBot>)>,
}

/// Where a test asks for faults. Every fault is used up by what it strikes.
#[derive(Debug, Default)]
pub struct Faults {
    inner: Mutex<Inner>,
}

/// What the rate limit headers of an answer say.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Allowance {
    pub limit: u32,
    pub remaining: u32,
    pub reset_after: f64,
    pub exceeded: bool,
}

impl Faults {
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Strikes the next `times` requests to a route, written as
    /// `POST /channels/{channel_id}/messages`, or with its numbers as `POST /channels/5/messages`; `*` strikes every
    /// request. Faults laid first strike first.
    pub fn strike(&self, route: &str, times: usize, fault: Fault) {
        self.inner().laid.push(Laid { route: route.to_owned(), left: times, fault });
    }

    /// Takes away every fault laid with [`Faults::strike`] that has not struck yet.
    pub fn clear(&self) {
        self.inner().laid.clear();
    }

    /// Ends the gateway connection, of every shard: with a close code, or cut without a word. Answers false where
    /// no bot is connected. The session stays resumable.
    pub fn drop_gateway(&self, code: Option<u16>) -> bool {
        self.to_bots(|| code.map_or(ToBot::Cut, |code| ToBot::Close(code, "Dropped on demand.".to_owned())))
    }

    /// Takes the gateway away, as in an outage of it alone, or gives it back: the connection is cut and nobody can connect. Requests are
    /// answered as before.
    pub fn take_gateway(&self, away: bool) {
        self.inner().gateway_away = away;
        if away {
            self.drop_gateway(None);
        }
    }

    pub(crate) fn gateway_away(&self) -> bool {
        self.inner().gateway_away
    }

    /// Asks the bot to connect anew (opcode 7), as Discord does every few hours. Answers false where no bot is connected.
    pub fn ask_reconnect(&self) -> bool {
        self.say(r#"{"op":7,"s":null,"t":null,"d":null}"#)
    }

    /// Tells the bot that its session is invalid (opcode 9).
    pub(crate) fn invalidate(&self, resumable: bool) -> bool {
        self.say(&format!(r#"{{"op":9,"s":null,"t":null,"d":{resumable}}}"#))
    }

    fn say(&self, payload: &str) -> bool {
        self.to_bots(|| ToBot::Text(payload.to_owned()))
    }

    /// Sends to every connection; false where there is none.
    fn to_bots(&self, message: impl Fn() -> ToBot) -> bool {
        self.inner().bots.iter().filter(|(_, bot)| bot.send(message()).is_ok()).count() > 0
    }

    /// Answers the next `times` RESUME with INVALID_SESSION, so the bot must identify again.
    pub fn refuse_resume(&self, times: usize) {
        self.inner().refuse_resumes = times;
    }

    /// Closes the connection of the next IDENTIFY with `code`, as 4004 or 4014.
    pub fn refuse_identify(&self, code: u16) {
        self.inner().refuse_identifies.push(code);
    }

    /// Delivers the next `times` interactions twice, the second time right after the first.
    pub fn deliver_twice(&self, times: usize) {
        self.inner().deliver_twice = times;
    }

    /// Delivers interactions only after this time, until set back to none.
    pub fn delay_events(&self, delay: Option<Duration>) {
        self.inner().delay_events = delay;
    }

    /// Enforces a rate limit of so many requests in this (real) time on every bucket, or none.
    /// Without it the headers always leave room.
    pub fn enforce_rate_limit(&self, limit: Option<(u32, Duration)>) {
        let mut inner = self.inner();
        inner.rate = limit;
        inner.buckets.clear();
    }

    /// The fault that was laid for a request: by its route, or by its path with the numbers in it.
    pub(crate) fn take(&self, route: &str, path: &str) -> Option<Fault> {
        let mut inner = self.inner();
        let strikes = |laid: &Laid| laid.left > 0 && ["*", route, path].contains(&laid.route.as_str());
        let at = inner.laid.iter().position(strikes)?;
        let laid = &mut inner.laid[at];
        laid.left -= 1;
        let fault = laid.fault.clone();
        if laid.left == 0 {
            inner.laid.remove(at);
        }
        Some(fault)
    }

    pub(crate) fn takes_resume(&self) -> bool {
        let mut inner = self.inner();
        if inner.refuse_resumes == 0 {
            return true;
        }
        inner.refuse_resumes -= 1;
        false
    }

    pub(crate) fn identify_refused(&self) -> Option<u16> {
        let mut inner = self.inner();
        (!inner.refuse_identifies.is_empty()).then(|| inner.refuse_identifies.remove(0))
    }

    pub(crate) fn delivery(&self) -> (usize, Option<Duration>) {
        let mut inner = self.inner();
        let copies = if inner.deliver_twice > 0 {
            inner.deliver_twice -= 1;
            2
        } else {
            1
        };
        (copies, inner.delay_events)
    }

    pub(crate) fn bot_connected(&self, connection: u64, bot: UnboundedSender<ToBot>) {
        self.inner().bots.push((connection, bot));
    }

    pub(crate) fn bot_left(&self, connection: u64) {
        self.inner().bots.retain(|(id, _)| *id != connection);
    }

    pub(crate) fn allowance(&self, bucket: &str) -> Allowance {
        let mut inner = self.inner();
        let Some((limit, window)) = inner.rate else {
            return Allowance { limit: 5, remaining: 4, reset_after: 1.0, exceeded: false };
        };
        let now = Instant::now();
        let (since, used) = inner.buckets.entry(bucket.to_owned()).or_insert((now, 0));
        if now.duration_since(*since) >= window {
            *since = now;
            *used = 0;
        }
        let exceeded = *used >= limit;
        if !exceeded {
            *used += 1;
        }
        Allowance {
            limit,
            remaining: limit.saturating_sub(*used),
            reset_after: window.saturating_sub(now.duration_since(*since)).as_secs_f64(),
            exceeded,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_strikes_as_often_as_asked() {
        let faults = Faults::default();
        faults.strike("GET /gateway", 2, Fault::Broken(502));
        let take = |route: &str| faults.take(route, route);
        assert_eq!(take("GET /users/@me"), None);
        assert_eq!(take("GET /gateway"), Some(Fault::Broken(502)));
        assert_eq!(take("GET /gateway"), Some(Fault::Broken(502)));
        assert_eq!(take("GET /gateway"), None);
        faults.strike("GET /users/5", 1, Fault::CutBefore);
        assert_eq!(faults.take("GET /users/{user_id}", "GET /users/6"), None);
        assert_eq!(faults.take("GET /users/{user_id}", "GET /users/5"), Some(Fault::CutBefore));
    }

    #[test]
    fn an_enforced_rate_limit_runs_out() {
        let faults = Faults::default();
        assert!(!faults.allowance("a").exceeded);
        faults.enforce_rate_limit(Some((2, Duration::from_secs(60))));
        assert_eq!(faults.allowance("a").remaining, 1);
        assert_eq!(faults.allowance("a").remaining, 0);
        assert!(faults.allowance("a").exceeded);
        assert!(!faults.allowance("b").exceeded);
    }
}
