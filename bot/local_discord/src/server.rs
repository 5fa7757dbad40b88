//! What all connections share.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{broadcast, watch};

use crate::faults::Faults;
use crate::openapi::Description;
use crate::store::{PageFrame, State};

/// The server behind every connection.
pub(crate) struct Shared {
    pub token: String,
    pub page_key: String,
    pub limit: Duration,
    pub address: SocketAddr,
    pub runtime: Handle,
    pub faults: Faults,
    pub openapi: Option<Description>,
    pub pages: broadcast::Sender<PageFrame>,
    state: Mutex<State>,
    stop: watch::Sender<bool>,
    connections: AtomicU64,
    in_flight: AtomicUsize,
    requests: AtomicU64,
}

/// What [`Shared::new`] starts from.
pub(crate) struct Parts {
    pub token: String,
    pub page_key: String,
    pub limit: Duration,
    pub address: SocketAddr,
    pub openapi: Option<Description>,
    pub pages: broadcast::Sender<PageFrame>,
    pub state: State,
}

impl Shared {
    /// Must be called inside a tokio runtime, which then also runs the timers.
    pub fn new(parts: Parts) -> Self {
        Self {
            token: parts.token,
            page_key: parts.page_key,
            limit: parts.limit,
            address: parts.address,
            runtime: Handle::current(),
            faults: Faults::default(),
            openapi: parts.openapi,
            pages: parts.pages,
            state: Mutex::new(parts.state),
            stop: watch::channel(false).0,
            connections: AtomicU64::new(0),
            in_flight: AtomicUsize::new(0),
            requests: AtomicU64::new(0),
        }
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        // A panic in a test while the store was locked must not hide what it was about.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn next_connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::SeqCst) + 1
    }

    pub fn stop(&self) {
        self.stop.send_replace(true);
    }

    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.subscribe()
    }

    /// Makes one token differ from the next without anything random.
    pub fn token_salt(&self) -> u64 {
        self.token
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    }

    /// Counts a request as under way until the guard is dropped.
    pub fn request_begins(&self) -> UnderWay<'_> {
        self.in_flight.fetch_add(1, Ordering::SeqCst);
        self.requests.fetch_add(1, Ordering::SeqCst);
        UnderWay(self)
    }

    pub fn in_flight(&self) -> usize {
        self.in_flight.load(Ordering::SeqCst)
    }

    pub fn request_count(&self) -> u64 {
        self.requests.load(Ordering::SeqCst)
    }
}

/// A request that is under way.
pub(crate) struct UnderWay<'a>(&'a Shared);

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.0.in_flight.fetch_sub(1, Ordering::SeqCst);
    }
}
