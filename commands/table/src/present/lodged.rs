//! What is lodged ahead of one's slot, as its owner alone sees it: on the desk, in the answer to him and, where an order was held, in a
//! direct message.

use super::{Posts, Scene};
use crate::custom_id::CustomId;
use crate::message::{Choice, Component, Embed, Look, Message, clip};
use crate::present::front;
use crate::{say, speech};
use table::lodged::{Held, LodgedView, Waiting, told_held};
use table::{Entry, Said, SeatId, Stage};

/// One order in a line: what it is, what holds it back, and why it was not given.
fn line(scene: &Scene<'_>, waiting: &Waiting) -> String {
    let Some(order) = &waiting.line.order else { return String::new() };
    let Some(front) = front::of(&scene.own) else { return String::new() };
    let mut line = front.lodged_order(scene, order);
    for unless in &waiting.line.unless {
        line = say!("{}, unless {}", line, front.lodged_unless(unless));
    }
    match &waiting.held {
        None => line,
        Some(Held::Back) => say!("{} – **held back**: that has come about", line),
        Some(Held::Refused(why)) => say!("{} – **not given**: {}", line, speech::said(&Said::from(why))),
        Some(Held::TakenBack) => say!("{} – taken back", line),
        Some(Held::ByHand) => line,
        Some(Held::Late) => say!("{} – **not given**: your segment ended before", line),
    }
}

/// The orders that wait to be given, or those that were not given, each with its number in the whole list.
fn lines(scene: &Scene<'_>, view: &LodgedView, held: bool) -> String {
    let numbered = (1..).zip(&view.lines).filter(|(_, waiting)| waiting.held.is_some() == held);
    let mut lines: Vec<String> =
        numbered.map(|(n, waiting)| format!("{n}. {}", line(scene, waiting))).collect();
    if view.ready && !held {
        lines.push(say!("Then you are ready."));
    }
    lines.join("\n")
}

/// Whether any of it was not given, so that it is not unless it is lodged anew; or, the other way round, waits to be given.
fn has(view: &LodgedView, held: bool) -> bool {
    view.lines.iter().any(|waiting| waiting.held.is_some() == held)
}

/// What waits, and what was not given, each under its heading.
fn sections(scene: &Scene<'_>, view: &LodgedView) -> Vec<String> {
    let mut sections = Vec::new();
    if has(view, false) {
        let waiting = lines(scene, view, false);
        sections.push(if view.open {
            say!("Lodged, and given as soon as nothing holds up your movement segment:\n{}", waiting)
        } else {
            say!("Lodged for your next movement segment:\n{}", waiting)
        });
    }
    if has(view, true) {
        let held = lines(scene, view, true);
        sections.push(say!("Lodged orders that were not given wait for you:\n{}", held));
        if !view.passes() {
            sections.push(say!(
                "-# Each goes when you order something of its stack, or announce the campaign, yourself; all go when the round ends. *Lodged orders* takes one back at once."
            ));
        }
    }
    sections
}

/// All that one has lodged, with what can be done about it.
#[must_use]
pub fn all(scene: &Scene<'_>) -> Message {
    let view = &scene.own.lodged;
    let front = front::of(&scene.own).filter(|_| view.passes());
    if let Some(own) = front.and_then(|front| front.lodged_ahead(scene)) {
        return own;
    }
    if view.lines.is_empty() {
        return Message::text(say!("You have lodged no orders."));
    }
    let says = if has(view, false) {
        say!(
            "The bot gives these when your movement segment opens. Until then nobody else sees that there are any."
        )
    } else {
        say!("What was not given waits for you: give it yourself, or take it back and lodge it anew.")
    };
    let embed = Embed::new(&say!("Lodged orders"), sections(scene, view).join("\n\n"));
    let message = scene.for_its_seat(Message::text(says).with(embed));
    let option = |(n, waiting): (usize, &Waiting)| {
        Choice::new(&clip(&format!("{}. {}", n + 1, plain(&line(scene, waiting))), 100), n.to_string())
    };
    let options = view.lines.iter().enumerate().map(option).collect();
    let back =
        Component::select(&say!("Take one back…"), CustomId::on(&scene.own, 0, "lodged/back"), options);
    let mut buttons = vec![scene.button(Look::Secondary, &say!("Take all back"), 0, "lodged/all")];
    if has(view, false) && !view.open {
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
pub(crate) fn changed(scene: &Scene<'_>, posts: &mut Posts) {
    posts.reply = all(scene);
}

/// Something that was lodged was not given: its owner is told.
pub(crate) fn held(scene: &Scene<'_>, posts: &mut Posts, seat: &SeatId, entry: &Entry) {
    let Some(waiting) = told_held(entry, seat) else { return };
    if waiting.held == Some(Held::TakenBack) {
        changed(scene, posts);
        return;
    }
    let says = say!("{} · an order that you had lodged was not given", scene.title());
    let embed = scene.edged(Embed::new("", line(scene, &waiting)), Some(seat));
    let button = scene.button(Look::Primary, &say!("My desk"), 0, "desk");
    posts.to_seat(seat, "lodged", Message::text(says).with(embed).buttons(vec![button]));
}

/// What is lodged, on the desk.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let view = &scene.own.lodged;
    // Where slots pass by themselves the game has a line of its own for it.
    if view.lines.is_empty() || view.passes() || scene.own.stage != Stage::Playing {
        return (Vec::new(), Vec::new());
    }
    (sections(scene, view), vec![scene.button(Look::Secondary, &say!("Lodged orders"), 0, "lodged/see")])
}
