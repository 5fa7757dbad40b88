//! Whose turn it is: players whom an open frame of a game asks are told so.

use super::{Posts, Scene, To, asks, clock, rounds, status};
use crate::message::{Embed, Look, Message};
use crate::say;
use std::collections::BTreeMap;
use table::frames::Awaited;
use table::{Entry, SeatId, Stage, TableEvent};

/// The kind of a direct message that asks something of its receiver in the middle of a step.
pub const ASKED: &str = "asked";

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
        told(scene, posts, (seat, "turn"), &say!("{} · it is your turn", scene.title()), &asks);
    }
}

/// Of whom somebody's order asks an envelope or a muster in the middle of a step, as an interception or a battle does, he is told by direct
/// message: play can wait for him alone, and he is not looking. What a step asks as it begins stands on its card. Gives whether what is asked
/// beside envelopes is otherwise than before the order.
pub(super) fn asked_in_between(scene: &Scene<'_>, posts: &mut Posts) -> bool {
    let (Some(before), view) = (scene.before.as_deref(), &scene.public) else { return false };
    let (asked, now) = (asks::beside(before), asks::beside(view));
    let otherwise = asked != now;
    if view.stage != Stage::Playing {
        return otherwise;
    }
    // A step that begins asks all of its envelopes; one that some alone are asked for comes of what somebody did.
    let goes_on = before.step == view.step;
    let mut new: BTreeMap<SeatId, Vec<String>> = BTreeMap::new();
    for round in view.rounds.iter().filter(|round| round.line >= before.lines) {
        let Some(awaited) = view.awaited_at(round.line).filter(|awaited| !awaited.held) else { continue };
        let tells = goes_on || awaited.asked.len() < view.voters().len();
        for seat in awaited.of().filter(|_| tells) {
            let says = say!("**{}**: your envelope is awaited.{}", rounds::title(view, round), "");
            new.entry(seat.clone()).or_default().push(says);
        }
    }
    for asks in now.into_iter().filter(|_| goes_on) {
        let stood =
            |seat: &SeatId| asked.iter().any(|stood| stood.number == asks.number && stood.of.contains(seat));
        for seat in asks.of.iter().filter(|seat| !stood(seat)) {
            new.entry(seat.clone()).or_default().push(asks.says.clone());
        }
    }
    for (seat, asks) in new {
        let to = To::Seat(seat.clone());
        let is_told = posts.posts.iter().any(|post| post.kind == "turn" && post.to == to);
        let plays =
            view.seats.iter().any(|place| place.id == seat && place.person.is_some() && !place.stand_in);
        if plays && !is_told && Some(&seat) != scene.own.seat() {
            told(scene, posts, (&seat, ASKED), &say!("{} · you are asked", scene.title()), &asks);
        }
    }
    otherwise
}

/// Tells a seat, and its regent, what is asked of it.
fn told(
    scene: &Scene<'_>,
    posts: &mut Posts,
    (seat, kind): (&SeatId, &'static str),
    subject: &str,
    asks: &[String],
) {
    let says = format!("**{}**\n{}", status::step(&scene.public), asks.join("\n"));
    let message = Message::text(subject).with(Embed::new("", says)).buttons(vec![scene.button(
        Look::Primary,
        &say!("My desk"),
        0,
        "desk",
    )]);
    clock::to_regent(scene, posts, seat, kind, &message);
    posts.to_seat(seat, kind, message);
}
