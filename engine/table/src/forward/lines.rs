//! Corrections forward on the record: the orders that can be amended, and how an order to correct forward is written and read.

use super::{Amends, Followed};
use crate::event::{Entry, Event, GAME, TableEvent};
use serde::Deserialize as _;
use serde_json::{Map, Value, json};

/// The orders that did something in the game, each with the lines that followed from it, the newest first: from any of them on play can be
/// played again.
#[must_use]
pub fn amendable(record: &[Entry]) -> Vec<&[Entry]> {
    let mut all = Vec::new();
    let mut end = record.len();
    for (i, entry) in record.iter().enumerate().rev() {
        if matches!(entry.event, Event::Order { .. }) {
            let told = &record[i..end];
            let did = told.iter().any(|entry| matches!(entry.event, Event::Game { .. }));
            all.extend((entry.line.is_some() && did).then_some(told));
            end = i;
        }
    }
    all
}

/// Whether a line is an order of play that somebody gave, so that it could have read otherwise. What an envelope held stands.
#[must_use]
pub fn is_of_play(entry: &Entry) -> bool {
    let verb = match &entry.event {
        Event::Order { verb, .. } => verb.as_str(),
        _ => return false,
    };
    entry.line.is_some() && [GAME, "tell", "tell_all", "confirm"].contains(&verb)
}

/// What an order line asked, where it is a correction forward.
pub(crate) fn asked(fields: &Map<String, Value>) -> Option<Amends> {
    Amends::deserialize(fields.get("amends")?).ok()
}

/// The fields of its order line.
pub(crate) fn fields_of(amends: &Amends, followed: &Followed) -> [(&'static str, Value); 2] {
    [("amends", json!(amends)), ("read", json!(followed.read))]
}

/// What came of playing again according to the lines that followed from a correction forward.
pub(crate) fn followed_of(told: &[Entry]) -> Option<Followed> {
    told.iter().find_map(|entry| match &entry.event {
        Event::Table { e: TableEvent::RestitutionProposed { forward, .. } } => Some(forward.followed.clone()),
        _ => None,
    })
}
