//! Choices that are more than one select holds.

use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Message};
use table_commands::present::Scene;

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
    let select = |(n, part): (u64, &[Choice])| {
        Component::select(placeholder, CustomId::on(&scene.own, n, verb), part.to_vec())
    };
    (0..).zip(all.chunks(MOST).take(most)).map(select).fold(message, Message::select)
}
