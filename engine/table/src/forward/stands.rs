//! What stands on the record whatever else would have been, and by what two ways of play differ that tell of the same.

use super::Why;
use crate::event::{Entry, Event, TableEvent};

/// What stands whatever else would have been: dice, and what was opened; with why play stops where it would be another.
pub(super) fn fixed(entries: &[Entry]) -> Vec<(Why, String)> {
    let said = |entry: &Entry| {
        Some(match &entry.event {
            Event::Rolled(rolled) => {
                (Why::Die, format!("{} {} {:?}", rolled.slot, rolled.attempt, rolled.result))
            }
            Event::Veiled { slot, attempt, .. } => (Why::Die, format!("{slot} {attempt}")),
            Event::Opened { round, seat, body, .. } => {
                (Why::Opened, format!("{round} {seat} {}", body.body()))
            }
            Event::Part { round, seat, part, body, .. } => {
                (Why::Opened, format!("{round} {seat} {part} {body}"))
            }
            Event::Card { deck, pos, body, .. } => (Why::Opened, format!("{deck} {pos} {body}")),
            Event::Drawn { deck, pos, seat } => (Why::Opened, format!("{deck} {pos} {seat}")),
            Event::LodgedOpened { seat, place, body, .. } => (Why::Opened, format!("{seat} {place} {body}")),
            Event::Sealed { round, seat, .. } => (Why::Opened, format!("{round} {seat}")),
            Event::Shown(shown) => (Why::Opened, format!("{} {}", shown.seat, shown.sheet)),
            _ => return None,
        })
    };
    entries.iter().filter_map(said).collect()
}

/// Why the dice or what was opened would be others; `None` where they are the same.
pub(super) fn first_other(told: &[Entry], made: &[Entry]) -> Option<Why> {
    let (told, made) = (fixed(told), fixed(made));
    let differs = (0..told.len().max(made.len())).find(|i| told.get(*i) != made.get(*i))?;
    told.get(differs).or(made.get(differs)).map(|(why, _)| *why)
}

/// The lines at which the same frames opened, where they are others.
pub(super) fn frames_apart(told: &[Entry], made: &[Entry]) -> Vec<(u64, u64)> {
    let opened = |entries: &[Entry]| -> Vec<(Vec<String>, u64)> {
        let frame = |entry: &Entry| match (entry.table_event()?, entry.line?) {
            (TableEvent::FrameOpened { path, .. }, (line, _)) => Some((path, line)),
            _ => None,
        };
        entries.iter().filter_map(frame).collect()
    };
    let pairs = opened(told).into_iter().zip(opened(made));
    pairs.filter(|(was, is)| was.0 == is.0 && was.1 != is.1).map(|(was, is)| (was.1, is.1)).collect()
}
