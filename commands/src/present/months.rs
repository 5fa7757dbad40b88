//! Months and phases in words.

use super::{Posts, Scene};
use crate::message::{Look, Message};
use crate::say;
use engine::eia::outline::{self, Month, Phase};
use engine::table::{Entry, SeatId, TableEvent};

/// A month's name: "March 1805".
#[must_use]
pub fn month(month: Month) -> String {
    let (year, number) = month.parts();
    let name = crate::speech::word(outline::MONTHS[number as usize - 1]);
    say!("{} {}", name, year)
}

/// A phase's name.
#[must_use]
pub fn phase(phase: Phase) -> String {
    crate::speech::word(phase.name())
}

/// A place in the outline: "March 1805 · Land phase".
#[must_use]
pub fn named(path: &[String]) -> Option<String> {
    let (at, what) = outline::place(path)?;
    Some(format!("{} · {}", month(at), phase(what)))
}

/// Phases ended and began: one post for all that passed at once, with who had not said that he was ready.
pub(super) fn went_on(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry]) {
    let events: Vec<TableEvent> = entries.iter().filter_map(Entry::table_event).collect();
    let steps: Vec<String> = events
        .iter()
        .filter_map(|event| match event {
            TableEvent::Step { path } => named(path),
            _ => None,
        })
        .collect();
    let Some((now, passed)) = steps.split_last() else { return };
    let missed: Vec<&SeatId> = events
        .iter()
        .flat_map(|event| match event {
            TableEvent::StepEnded { missed } => missed.iter().collect(),
            _ => Vec::new(),
        })
        .collect();
    let mut says = format!("**{now}**");
    if !passed.is_empty() {
        says.push('\n');
        says.push_str(&say!("Everybody was ready ahead: {} passed over.", passed.join(", ")));
    }
    if !missed.is_empty() {
        let names: Vec<String> = missed.into_iter().map(|seat| scene.player(seat)).collect();
        says.push('\n');
        says.push_str(&say!("The deadline passed without a word from {}.", super::names::list(&names)));
    }
    let wait = scene.public.wait.as_ref();
    let mut buttons = Vec::new();
    if let Some(wait) = wait {
        buttons.push(scene.button(Look::Success, &say!("Ready"), wait.line, "turn/ready"));
        buttons.push(scene.button(Look::Secondary, &say!("My desk"), 0, "desk"));
    }
    posts.council("step", Message::text(says).buttons(buttons));
}
