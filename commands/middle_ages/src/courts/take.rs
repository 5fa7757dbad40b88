//! The courts that can be taken, each with where it lies.

use crate::board::begun;
use crate::present::position;
use crate::words;
use middle_ages::courts::free;
use table_commands::custom_id::CustomId;
use table_commands::message::{Choice, Component, Message};
use table_commands::present::Scene;
use table_commands::say;

/// The courts that can be taken, to choose one.
pub(super) fn to_take(scene: &Scene<'_>) -> Option<Message> {
    let position = position(&scene.own)?;
    let foreseen = begun::of(scene);
    let choice = |court| {
        let lies = foreseen.as_ref().map(|board| begun::lies(board, court)).unwrap_or_default();
        Choice::new(&words::court(court), court.key()).about(&lies)
    };
    let choices: Vec<Choice> = free(&position).take(25).map(choice).collect();
    let id = CustomId::on(&scene.own, 0, "ages/court");
    let select = Component::select(&say!("Take a court…"), id, choices);
    let message = Message::text(say!("Which court do you play?")).select(select);
    Some(if foreseen.is_some() { message.buttons(vec![begun::map(scene)]) } else { message })
}
