//! Envelopes: receipts for their owner, and what everybody may know.

use super::{Posts, Scene, rounds};
use crate::message::{Component, Embed, Look, Message};
use crate::say;
use engine::table::canonical::canonical;
use engine::table::event::EnvelopeAct;
use engine::table::view::{Mine, RoundView, Sealed};
use engine::table::{By, Entry, SeatId};

/// Somebody did something to his envelope. Only he is told what; everybody else sees the card.
pub(super) fn acted(scene: &Scene<'_>, posts: &mut Posts, round: &str, act: EnvelopeAct, entry: &Entry) {
    // What the clock does to an envelope is told when the round opens.
    if entry.by == By::Bot {
        return;
    }
    let Some(seat) = scene.own.seat().cloned() else { return };
    let open = scene.round(round);
    let mine = open.and_then(|open| open.mine.as_ref());
    let (Some(open), Some(mine)) = (open, mine) else {
        // The round is no longer open to the viewer: this act was the last one.
        posts.reply = Message::text(match act {
            EnvelopeAct::Final => {
                say!("Your envelope is Final, and with it all are: the envelopes are opened.")
            }
            EnvelopeAct::Undo => say!(
                "Taken back: your envelope is Final again, and with it all are: the envelopes are opened."
            ),
            EnvelopeAct::Seal | EnvelopeAct::Open => {
                say!("Your envelope was sealed, and with it the round was complete: it has been opened.")
            }
        });
        return;
    };
    let says = match (act, &mine.sealed) {
        (EnvelopeAct::Seal, Some(sealed)) => {
            posts.to_seat(&seat, "receipt", receipt(scene, open, sealed, mine.fixed, entry.at));
            say!("Sealed. You may change it until you make it Final.")
        }
        (EnvelopeAct::Final, _) => say!("Your envelope is Final. It is opened when every envelope is."),
        (EnvelopeAct::Open, _) => {
            say!("Final is withdrawn. You may change it; what you sealed still stands.")
        }
        (EnvelopeAct::Undo, Some(_)) => say!("Taken back. This is in your envelope now."),
        (EnvelopeAct::Undo | EnvelopeAct::Seal, None) => say!("Taken back. Your envelope is empty again."),
    };
    let mut message = Message::text(says);
    if let Some(sealed) = &mine.sealed {
        message = message.with(Embed::new(&say!("In your envelope"), rounds::content(round, &sealed.choice)));
    }
    posts.reply = message.buttons(buttons(scene, open, mine));
}

/// What the owner of an envelope can do with it now.
#[must_use]
pub fn buttons(scene: &Scene<'_>, open: &RoundView, mine: &Mine) -> Vec<Component> {
    let (seal, change) = rounds::labels(&open.round);
    let verb = rounds::verb(&open.round);
    match &mine.sealed {
        _ if mine.fixed || mine.waits_for_operator => Vec::new(),
        None => vec![scene.button(Look::Primary, &seal, open.line, verb)],
        Some(sealed) if sealed.is_final => {
            vec![scene.button(Look::Secondary, &say!("Withdraw Final"), open.line, "open")]
        }
        Some(_) => vec![
            scene.button(Look::Success, &say!("Make it Final"), open.line, "final"),
            scene.button(Look::Secondary, &change, open.line, verb),
        ],
    }
}

/// The operator's envelope lies sealed and final: now the others may follow.
pub(super) fn operator_sealed(scene: &Scene<'_>, posts: &mut Posts, seat: &SeatId, round: &str) {
    let line = scene.round(round).map_or(0, |open| open.line);
    let (seal, _) = rounds::labels(round);
    let message = Message::text(say!(
        "The operator's envelope ({}) is sealed and final, and its code is on the record. The others can seal theirs now.",
        scene.power(seat)
    ))
    .buttons(vec![scene.button(Look::Primary, &seal, line, rounds::verb(round))]);
    posts.council("operator_sealed", message);
}

/// The secret receipt: what was sealed, when, its code, and how to change it. The first line tells a lock screen nothing.
fn receipt(scene: &Scene<'_>, open: &RoundView, sealed: &Sealed, fixed: bool, at: i64) -> Message {
    let written = canonical(&sealed.choice).unwrap_or_default();
    let change = if fixed {
        say!("It cannot be changed: the operator's envelope is final from the moment it is sealed.")
    } else {
        say!(
            "Seal again from the desk or with the command, in the council or here. Only the last one counts."
        )
    };
    // The whole of it, in as many fields as it takes: a proof that is cut off proves nothing.
    let mut embed = Embed::new(&say!("Receipt"), rounds::content(&open.round, &sealed.choice))
        .field(&say!("Sealed"), say!("<t:{}:f>, as number {}", at, sealed.n))
        .field(&say!("Code"), format!("`{}`", sealed.code))
        .field(&say!("Salt"), format!("`{}`", sealed.salt));
    let parts: Vec<char> = written.chars().collect();
    for (i, part) in parts.chunks(900).enumerate() {
        let name = if i == 0 { say!("As it was sealed") } else { "…".to_owned() };
        embed = embed.field(&name, format!("```json\n{}\n```", part.iter().collect::<String>()));
    }
    embed = embed.field(&say!("To change it"), change).footer(&say!("record {}", scene.public.head.hex()));
    Message::text(say!("{} · sealed envelope", scene.title())).with(embed)
}
