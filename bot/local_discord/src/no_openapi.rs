//! In the place of the check against Discord's published OpenAPI description, which this build leaves out.

use serde_json::Value;
use std::io;
use std::path::Path;

/// There is none.
pub(crate) enum Description {}

impl Description {
    /// Refuses: only a build with the feature `openapi` checks.
    pub fn read(_path: &Path) -> io::Result<Self> {
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "This program was built without the check against Discord's description; build it with --features openapi.",
        ))
    }

    /// Never called, since there is none.
    pub fn check(&self, _method: &str, _route: &str, _body: &Value) -> Vec<(String, String)> {
        match *self {}
    }
}
