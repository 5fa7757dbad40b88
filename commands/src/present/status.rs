//! The turn card and the status.

use super::names::{count, list};
use super::{Scene, choice};
use crate::message::{Embed, Look, Message};
use engine::table::{Stage, View};
use std::fmt::Write as _;

/// The number by which buttons know the open round of envelopes: the line at which it opened. 0 where none is open.
#[must_use]
pub fn prompt(view: &View) -> u64 {
    view.rounds.first().map_or(0, |round| round.line)
}

fn step(view: &View) -> &'static str {
    match (view.stage, view.step.first().map(String::as_str)) {
        (Stage::Closed, _) => "Closed",
        (Stage::Gathering, _) => "Seats are being taken",
        (Stage::Playing, Some("choice")) => "The choice of powers",
        (Stage::Playing, _) => "In play",
    }
}

/// Who is awaited, a line a seat.
fn awaited(scene: &Scene<'_>) -> String {
    let mut lines = String::new();
    for round in &scene.public.rounds {
        for (seat, is_final) in &round.asked {
            let _ = writeln!(lines, "{} {}", if *is_final { "✔" } else { "…" }, scene.player(seat));
        }
    }
    lines
}

/// The turn card: one message, kept up to date.
#[must_use]
pub fn card(scene: &Scene<'_>) -> Message {
    let view = &scene.public;
    let mut embed = Embed::new(&scene.title(), format!("**{}**", step(view)));
    let mut buttons = Vec::new();
    if !view.rounds.is_empty() {
        embed = embed.field("Bid sheets (✔ Final, … awaited)", awaited(scene));
        buttons.push(scene.button(Look::Primary, "Seal my bids", prompt(view), "bid"));
    } else if let Some(holdings) = choice::holdings(scene) {
        embed = embed.field("Powers", holdings);
    }
    if view.stage == Stage::Gathering {
        let free = view.seats.iter().filter(|seat| seat.person.is_none()).count();
        if free > 0 {
            embed = embed.field("Seats", format!("{} of {} free", free, view.seats.len()));
            buttons.push(scene.button(Look::Primary, "Take a seat", 0, "join"));
        } else {
            buttons.push(scene.button(Look::Success, "Start play", 0, "start"));
        }
    }
    if view.stage != Stage::Closed {
        buttons.push(scene.button(Look::Secondary, "My desk", 0, "desk"));
    }
    buttons.push(scene.button(Look::Secondary, "Status", 0, "status"));
    Message::default().with(embed.footer("This card is kept up to date.")).buttons(buttons)
}

/// How the campaign stands, for whoever asks.
#[must_use]
pub fn status(scene: &Scene<'_>) -> Message {
    let view = &scene.public;
    let mut embed = Embed::new(
        &scene.title(),
        format!("**{}** · {}", step(view), count(view.lines, "line of record", "lines of record")),
    );
    let seats = view.seats.iter().map(|seat| {
        let n = seat.id.number().unwrap_or_default();
        match seat.person {
            None if seat.operator => format!("{n}. *kept for the operator*"),
            None => format!("{n}. *free*"),
            Some(_) if seat.operator => format!("{n}. {} *(operator of the bot)*", scene.seat(&seat.id)),
            Some(_) => format!("{n}. {}", scene.seat(&seat.id)),
        }
    });
    embed = embed.field("Seats", seats.collect::<Vec<_>>().join("\n"));
    if !view.rounds.is_empty() {
        embed = embed.field("Bid sheets (✔ Final, … awaited)", awaited(scene));
    }
    if let Some(holdings) = choice::holdings(scene) {
        embed = embed.field("Powers", holdings);
    }
    let without: Vec<String> = view
        .seats
        .iter()
        .filter(|seat| seat.person.is_some() && !seat.has_word && !seat.operator)
        .map(|seat| scene.player(&seat.id))
        .collect();
    let dice = if view.stage == Stage::Gathering {
        "Dice wait for the start of play.".to_owned()
    } else if without.is_empty() {
        format!("Epoch {}, {} so far.", view.epoch.number, count(view.epoch.rolls, "roll", "rolls"))
    } else {
        format!("Dice wait for a new word (/dice word) of {}.", list(&without))
    };
    embed = embed.field("Dice", dice).footer(&format!("record {}", view.head.hex()));
    let mut message = Message::default().with(embed);
    let mut buttons = Vec::new();
    let offered = engine::table::offers(&scene.own);
    let may = |verb: &str| offered.iter().any(|offer| offer.verb == verb);
    if may("join") {
        buttons.push(scene.button(Look::Primary, "Take a seat", 0, "join"));
    }
    if may("seal") {
        buttons.push(scene.button(Look::Primary, "Seal my bids", prompt(view), "bid"));
    }
    message = message.buttons(buttons);
    message
}

/// What a player has before him: what is asked of him, and dispatches that could not reach him.
#[must_use]
pub fn desk(scene: &Scene<'_>, dispatches: usize) -> Message {
    let view = &scene.own;
    if view.seat().is_none() {
        return Message::text(format!(
            "You have no seat in **{}**. What is public stands in /campaign status.",
            scene.title()
        ));
    }
    let mut lines = Vec::new();
    let mut buttons = Vec::new();
    for round in &view.rounds {
        let Some(mine) = &round.mine else { continue };
        let prompt = prompt(view);
        match &mine.sealed {
            _ if mine.waits_for_operator => {
                lines.push(
                    "**Bids**: the operator of the bot seals his sheet first; you are told when he has."
                        .to_owned(),
                );
            }
            None => {
                lines.push("**Bids**: your sheet is awaited.".to_owned());
                buttons.push(scene.button(Look::Primary, "Seal my bids", prompt, "bid"));
            }
            Some(sealed) => {
                let state = if sealed.is_final { "Final" } else { "sealed, not yet Final" };
                lines.push(format!(
                    "**Bids**: your sheet is {state}.\n{}",
                    choice::sheet_lines(&sealed.choice)
                ));
                if !mine.fixed && sealed.is_final {
                    buttons.push(scene.button(Look::Secondary, "Withdraw Final", prompt, "open"));
                } else if !mine.fixed {
                    buttons.push(scene.button(Look::Success, "Make it Final", prompt, "final"));
                    buttons.push(scene.button(Look::Secondary, "Change my bids", prompt, "bid"));
                }
            }
        }
    }
    if lines.is_empty() {
        lines.push("Nothing is asked of you now.".to_owned());
    }
    if dispatches > 0 {
        let waiting = count(dispatches as u64, "dispatch waits", "dispatches wait");
        lines.push(format!("{waiting} here because no direct message could reach you."));
        buttons.push(scene.button(Look::Primary, "Read dispatches", 0, "dispatches"));
    }
    if view.undoable.is_some() {
        buttons.push(scene.button(Look::Secondary, "Undo", 0, "undo"));
    }
    // While the powers are chosen nobody has anything to keep, unless he began early.
    let chosen = view.step.first().is_some_and(|step| step != "choice");
    if view.strongbox.as_ref().is_some_and(|seen| chosen || seen.strongbox.is_in_use()) {
        buttons.push(scene.button(Look::Secondary, "Strongbox", 0, "box"));
    }
    Message::default()
        .with(Embed::new(&format!("{} · your desk", scene.title()), lines.join("\n\n")))
        .buttons(buttons)
}
