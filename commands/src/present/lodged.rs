//! What is lodged ahead of one's slot, as its owner alone sees it: on the desk, in the answer to him and, where an order was held, in a
//! direct message.

use super::{Posts, Scene, europa};
use crate::custom_id::CustomId;
use crate::message::{Choice, Component, Embed, Look, Message, clip};
use crate::{say, speech};
use engine::table::lodged::{Held, LodgedView, Waiting, told_held};
use engine::table::{Entry, Said, SeatId};

/// One order in a line: what it is, what holds it back, and why it was not given.
fn line(scene: &Scene<'_>, waiting: &Waiting) -> String {
    let Some(order) = &waiting.line.order else { return String::new() };
    let mut line = europa::board::lodged_order(scene, order);
    for unless in &waiting.line.unless {
        line = say!("{}, unless {}", line, europa::board::lodged_unless(unless));
    }
    match &waiting.held {
        None => line,
        Some(Held::Back) => say!("{} – **held back**: that has come about", line),
        Some(Held::Refused(why)) => say!("{} – **not given**: {}", line, speech::said(&Said::from(why))),
        Some(Held::Late) => say!("{} – **not given**: your segment ended before", line),
    }
}

fn lines(scene: &Scene<'_>, view: &LodgedView) -> String {
    let mut lines: Vec<String> =
        (1..).zip(&view.lines).map(|(n, waiting)| format!("{n}. {}", line(scene, waiting))).collect();
    if view.ready {
        lines.push(say!("Then you are ready."));
    }
    lines.join("\n")
}

/// Whether any of it was held, so that it is not given unless it is lodged anew.
fn any_held(view: &LodgedView) -> bool {
    view.lines.iter().any(|waiting| waiting.held.is_some())
}

/// All that one has lodged, with what can be done about it.
#[must_use]
pub fn all(scene: &Scene<'_>) -> Message {
    let view = &scene.own.lodged;
    if view.lines.is_empty() {
        return Message::text(say!("You have lodged no orders."));
    }
    let says = if any_held(view) {
        say!("What was not given waits for you: give it yourself, or take it back and lodge it anew.")
    } else {
        say!(
            "The bot gives these when your movement segment opens. Until then nobody else sees that there are any."
        )
    };
    let embed = Embed::new(&say!("Lodged orders"), lines(scene, view));
    let message = scene.for_its_seat(Message::text(says).with(embed));
    if view.open {
        return message.buttons(vec![scene.button(Look::Secondary, &say!("My desk"), 0, "desk")]);
    }
    let option = |(n, waiting): (usize, &Waiting)| {
        Choice::new(&clip(&format!("{}. {}", n + 1, plain(&line(scene, waiting))), 100), n.to_string())
    };
    let options = view.lines.iter().enumerate().map(option).collect();
    let back =
        Component::select(&say!("Take one back…"), CustomId::on(&scene.own, 0, "lodged/back"), options);
    let mut buttons = vec![scene.button(Look::Secondary, &say!("Take all back"), 0, "lodged/all")];
    if !any_held(view) {
        let (label, verb) = if view.ready {
            (say!("Do not be ready after them"), "lodged/stay")
        } else {
            (say!("Be ready after them"), "lodged/ready")
        };
        buttons.push(scene.button(Look::Secondary, &label, 0, verb));
    }
    message.select(back).buttons(buttons)
}

/// A text without the marks that make it bold.
fn plain(text: &str) -> String {
    text.replace("**", "")
}

/// Somebody changed what he has lodged: only he is told.
pub(super) fn changed(scene: &Scene<'_>, posts: &mut Posts) {
    posts.reply = all(scene);
}

/// Something that was lodged was not given: its owner is told.
pub(super) fn held(scene: &Scene<'_>, posts: &mut Posts, seat: &SeatId, entry: &Entry) {
    let Some(waiting) = told_held(entry, seat) else { return };
    let says = say!("{} · an order that you had lodged was not given", scene.title());
    let embed = scene.edged(Embed::new("", line(scene, &waiting)), Some(seat));
    let button = scene.button(Look::Primary, &say!("My desk"), 0, "desk");
    posts.to_seat(seat, "lodged", Message::text(says).with(embed).buttons(vec![button]));
}

/// What is lodged, on the desk.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let view = &scene.own.lodged;
    if view.lines.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let says = if any_held(view) {
        say!("Lodged orders that were not given wait for you:\n{}", lines(scene, view))
    } else {
        say!("Lodged for your next movement segment:\n{}", lines(scene, view))
    };
    (vec![says], vec![scene.button(Look::Secondary, &say!("Lodged orders"), 0, "lodged/see")])
}
