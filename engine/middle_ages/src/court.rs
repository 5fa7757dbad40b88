//! The courts that can be played.

use crate::keyed::keyed;
use serde::Deserialize;
use std::sync::LazyLock;
use table::facts::Origin;

/// What is known of a court.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// Its key: `franks`.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its colour, `#RRGGBB`.
    #[serde(default = "grey")]
    pub colour: String,
}

fn grey() -> String {
    "#6f7681".to_owned()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    origin: Origin,
    court: Vec<Known>,
}

static FILE: LazyLock<File> = LazyLock::new(|| {
    // The file is part of the program and a test reads it.
    #[allow(clippy::unwrap_used)]
    let file: File = toml::from_str(include_str!("../data/courts.toml")).unwrap();
    assert!(file.court.is_sorted_by(|a, b| a.key < b.key), "courts stand by their keys");
    file
});

fn list() -> &'static [Known] {
    &FILE.court
}

keyed! {
    /// A court. It is written by its key.
    Court of Known, list
}

/// Where the list of courts comes from.
#[must_use]
pub fn origin() -> Origin {
    FILE.origin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_court_is_written_by_its_key() {
        let franks = Court::by_key("franks").expect("there are Franks");
        assert_eq!((franks.name(), origin()), ("Franks", Origin::Ours));
        assert_eq!(serde_json::to_string(&franks).expect("it is written"), "\"franks\"");
        assert_eq!(serde_json::from_str::<Court>("\"franks\"").ok(), Some(franks));
        assert!(serde_json::from_str::<Court>("\"atlantis\"").is_err());
        assert!(Court::all().count() >= 7, "seven can play");
    }
}
