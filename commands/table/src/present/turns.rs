//! Whose turn it is: players whom an open frame of a game asks are told so.

use super::{Posts, Scene, clock, status};
use crate::message::{Embed, Look, Message};
use crate::say;
use std::collections::BTreeMap;
use table::frames::Awaited;
use table::{Entry, SeatId, TableEvent};

/// Players whose turn has come, or of whom something is asked in between, are told by direct message, each once; not who brought it about
/// himself. `asks` says what.
pub fn opened(
    scene: &Scene<'_>,
    posts: &mut Posts,
    entries: &[Entry],
    asks: impl Fn(&Awaited) -> Option<String>,
) {
    let view = &scene.public;
    let opened = |entry: &Entry| match entry.table_event() {
        Some(TableEvent::FrameOpened { asks: Some(_), .. }) => entry.line.map(|(line, _)| line),
        _ => None,
    };
    let mut asked: BTreeMap<&SeatId, Vec<String>> = BTreeMap::new();
    for awaited in entries.iter().filter_map(opened).filter_map(|line| view.awaited_at(line)) {
        let Some(says) = asks(awaited).filter(|_| !awaited.held) else { continue };
        for seat in awaited.of().filter(|seat| Some(*seat) != scene.own.seat()) {
            asked.entry(seat).or_default().push(says.clone());
        }
    }
    for (seat, asks) in asked {
        let says = format!("**{}**\n{}", status::step(view), asks.join("\n"));
        let message = Message::text(say!("{} · it is your turn", scene.title()))
            .with(Embed::new("", says))
            .buttons(vec![scene.button(Look::Primary, &say!("My desk"), 0, "desk")]);
        clock::to_regent(scene, posts, seat, "turn", &message);
        posts.to_seat(seat, "turn", message);
    }
}
