//! A secret in memory: a type whose `Debug` says nothing, so that no log line and no panic can carry it.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Something that only its owner may see. It is compared and stored like what it holds, but never printed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secret<T>(T);

impl<T> Secret<T> {
    /// Takes a value into keeping.
    pub fn new(value: T) -> Self {
        Secret(value)
    }

    /// Looks at it. Every caller is a place to ask: who will see this?
    pub fn reveal(&self) -> &T {
        &self.0
    }

    /// Gives it up.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(secret)")
    }
}
