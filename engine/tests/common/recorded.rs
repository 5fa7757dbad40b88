//! What came out once, step by step, and must come out again: the fixtures in a crate's `tests/recorded`.
//!
//! Of every few steps the first four bytes of a hash over all steps up to it are kept, so that it is found near which step the first one
//! differs. `CHANCERY_RECORD=1` records anew, after a change of rules that means to change them.
#![allow(clippy::unwrap_used)]

use engine::table::hash::{Hash, sha256};
use std::path::PathBuf;

/// Of how many steps one is kept.
const EVERY: usize = 16;

/// Steps, and what they were when they were recorded.
pub struct Recorded {
    path: PathBuf,
    before: Option<Vec<String>>,
    now: Vec<String>,
    steps: usize,
    hash: Hash,
}

impl Recorded {
    /// The steps of that name, from the first on.
    pub fn of(name: &str) -> Recorded {
        let here = std::env::var("CARGO_MANIFEST_DIR").unwrap();
        let path = PathBuf::from(here).join("tests/recorded").join(format!("{name}.txt"));
        let before = std::env::var_os("CHANCERY_RECORD").is_none().then(|| {
            let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            text.lines().map(str::to_owned).collect()
        });
        Recorded { path, before, now: Vec::new(), steps: 0, hash: Hash([0; 32]) }
    }

    /// The next step, by all that is to be the same of it.
    pub fn step(&mut self, all: &str) {
        self.hash = sha256(&[&self.hash.0, all.as_bytes()]);
        self.steps += 1;
        if self.steps.is_multiple_of(EVERY) {
            self.keep(all);
        }
    }

    /// Keeps where it stands, and looks whether it stood there before.
    fn keep(&mut self, all: &str) {
        let short: String = self.hash.to_string().chars().take(8).collect();
        let (name, steps) = (self.path.display(), self.steps);
        if let Some(before) = &self.before {
            let was = before.get(self.now.len()).map(String::as_str);
            let from = steps.saturating_sub(EVERY) + 1;
            assert_eq!(
                was,
                Some(short.as_str()),
                "{name}: another from step {from} to {steps} on, where {all}"
            );
        }
        self.now.push(short);
    }

    /// That was the last.
    pub fn ends(mut self) {
        self.keep("it ends");
        match self.before {
            Some(before) => assert_eq!(before.len(), self.now.len(), "{}", self.path.display()),
            None => {
                std::fs::create_dir_all(self.path.parent().unwrap()).unwrap();
                std::fs::write(&self.path, self.now.join("\n") + "\n").unwrap();
            }
        }
    }
}
