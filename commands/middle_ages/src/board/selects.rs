//! Choices that are more than one select holds.

use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Message};
use table_commands::present::Scene;
use table_commands::say;

/// The most choices of a select.
pub(super) const MOST: usize = 25;

/// The most selects of a message.
pub(super) const MOST_SELECTS: usize = 5;

/// Choices below a message, in as many selects as they take.
pub(super) fn in_selects(
    scene: &Scene<'_>,
    message: Message,
    verb: &str,
    placeholder: &str,
    all: &[Choice],
    most: usize,
) -> Message {
    let of = |n: u64| match usize::try_from(n).unwrap_or_default() * MOST {
        _ if all.len() <= MOST => placeholder.to_owned(),
        before => say!("{} {} to {}", placeholder, before + 1, (before + MOST).min(all.len())),
    };
    let select = |(n, part): (u64, &[Choice])| {
        Component::select(&of(n), CustomId::on(&scene.own, n, verb), part.to_vec())
    };
    (0..).zip(all.chunks(MOST).take(most)).map(select).fold(message, Message::select)
}
