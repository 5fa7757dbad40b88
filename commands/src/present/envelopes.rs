//! Envelopes: receipts for their owner, and what everybody may know.

use super::choice::sheet_lines;
use super::{Posts, Scene, status};
use crate::message::{Component, Embed, Look, Message};
use crate::say;
use engine::table::canonical::canonical;
use engine::table::event::EnvelopeAct;
use engine::table::view::Sealed;
use engine::table::{Entry, SeatId};

/// Somebody did something to his envelope. Only he is told what; everybody else sees the card.
pub(super) fn acted(scene: &Scene<'_>, posts: &mut Posts, round: &str, act: EnvelopeAct, entry: &Entry) {
    let Some(seat) = scene.own.seat().cloned() else { return };
    let mine = scene.own.rounds.iter().find(|open| open.round == round).and_then(|open| open.mine.as_ref());
    let sealed = mine.and_then(|mine| mine.sealed.as_ref());
    let fixed = mine.is_some_and(|mine| mine.fixed);
    posts.reply = match (act, sealed) {
        (EnvelopeAct::Seal, Some(sealed)) => {
            posts.to_seat(&seat, "receipt", receipt(scene, sealed, fixed, entry.at));
            Message::text(say!("Your bids are sealed. You may change them until you make them Final."))
                .with(sheet(sealed))
                .buttons(buttons(scene, sealed.is_final))
        }
        (EnvelopeAct::Final, Some(sealed)) => {
            Message::text(say!("Your envelope is Final. It is opened when every envelope is."))
                .with(sheet(sealed))
                .buttons(if fixed { Vec::new() } else { buttons(scene, true) })
        }
        // The round is no longer open to the viewer: this Final was the last one.
        (EnvelopeAct::Final, None) => {
            Message::text(say!("Your envelope is Final, and with it all are: the envelopes are opened."))
        }
        (EnvelopeAct::Open, Some(sealed)) => {
            Message::text(say!("Final is withdrawn. You may change your bids; what you sealed still stands."))
                .with(sheet(sealed))
                .buttons(buttons(scene, false))
        }
        (EnvelopeAct::Undo, Some(sealed)) => Message::text(say!("Taken back. This is in your envelope now."))
            .with(sheet(sealed))
            .buttons(buttons(scene, sealed.is_final)),
        (EnvelopeAct::Undo, None) if mine.is_some() => {
            Message::text(say!("Taken back. Your envelope is empty again.")).buttons(vec![scene.button(
                Look::Primary,
                &say!("Seal my bids"),
                status::prompt(&scene.public),
                "bid",
            )])
        }
        // Final was withdrawn, and the withdrawal is taken back while all others wait.
        (EnvelopeAct::Undo, None) => Message::text(say!(
            "Taken back: your envelope is Final again, and with it all are: the envelopes are opened."
        )),
        (EnvelopeAct::Seal | EnvelopeAct::Open, None) => Message::text(say!(
            "Your envelope was sealed, and with it the round was complete: it has been opened."
        )),
    };
}

/// The operator's envelope lies sealed and final: now the others may follow.
pub(super) fn operator_sealed(scene: &Scene<'_>, posts: &mut Posts, seat: &SeatId) {
    let message = Message::text(say!("The operator's envelope ({}) is sealed and final, and its code is on the record. The others can seal theirs now.", scene.player(seat)))
    .buttons(vec![scene.button(Look::Primary, &say!("Seal my bids"), status::prompt(&scene.public), "bid")]);
    posts.council("operator_sealed", message);
}

fn sheet(sealed: &Sealed) -> Embed {
    Embed::new(&say!("In your envelope"), sheet_lines(&sealed.choice))
}

fn buttons(scene: &Scene<'_>, is_final: bool) -> Vec<Component> {
    let prompt = status::prompt(&scene.public);
    if is_final {
        vec![scene.button(Look::Secondary, &say!("Withdraw Final"), prompt, "open")]
    } else {
        vec![
            scene.button(Look::Success, &say!("Make it Final"), prompt, "final"),
            scene.button(Look::Secondary, &say!("Change my bids"), prompt, "bid"),
        ]
    }
}

/// The secret receipt: what was sealed, when, its code, and how to change it. The first line tells a lock screen nothing.
fn receipt(scene: &Scene<'_>, sealed: &Sealed, fixed: bool, at: i64) -> Message {
    let written = canonical(&sealed.choice).unwrap_or_default();
    let change = if fixed {
        say!("It cannot be changed: the operator's envelope is final from the moment it is sealed.")
    } else {
        say!("Seal other bids with /bid in the council or here. Only the last sheet counts.")
    };
    let embed = Embed::new(&say!("Receipt"), sheet_lines(&sealed.choice))
        .field(&say!("Sealed"), say!("<t:{}:f>, as number {}", at, sealed.n))
        .field(&say!("Code"), format!("`{}`", sealed.code))
        .field(&say!("Salt"), format!("`{}`", sealed.salt))
        .field(&say!("As it was sealed"), format!("```json\n{written}\n```"))
        .field(&say!("To change it"), change)
        .footer(&say!("record {}", scene.public.head.hex()));
    Message::text(say!("{} · sealed envelope", scene.title())).with(embed)
}
