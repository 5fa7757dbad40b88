//! Envelopes: receipts for their owner, and what everybody may know.

use super::{Posts, Scene, front, names, rounds};
use crate::message::{Component, Embed, Look, Message, clip};
use crate::say;
use serde_json::{Value, json};
use table::canonical::canonical;
use table::event::EnvelopeAct;
use table::hash::Hash;
use table::view::{Mine, RoundView, Sealed};
use table::{By, Entry, SeatId};

/// Somebody did something to his envelope. Only he is told what; everybody else sees the card.
pub(crate) fn acted(scene: &Scene<'_>, posts: &mut Posts, round: &str, act: EnvelopeAct, entry: &Entry) {
    // What the clock does to an envelope is told when the round opens.
    if entry.by == By::Bot {
        return;
    }
    let Some(seat) = scene.own.seat().cloned() else { return };
    let open = scene.round(round);
    let mine = open.and_then(|open| open.mine.as_ref());
    let whose = scene.regents_seat();
    let (Some(open), Some(mine)) = (open, mine) else {
        // The round is no longer open to the viewer: this act was the last one.
        posts.reply = Message::text(last_one(act, whose));
        return;
    };
    if let (EnvelopeAct::Seal, Some(sealed)) = (act, &mine.sealed) {
        posts.to_seat(&seat, "receipt", receipt(scene, open, mine, sealed, entry.at));
    }
    let mut message = Message::text(match &whose {
        Some(whose) => for_the_absent(act, mine.sealed.is_some(), whose),
        None => for_himself(act, mine.sealed.is_some()),
    });
    if let Some(sealed) = &mine.sealed {
        let title = match &whose {
            Some(whose) => say!("In the envelope of {}", whose),
            None => say!("In your envelope"),
        };
        message = message.with(Embed::new(&title, rounds::content(scene, round, &sealed.contents)));
    }
    posts.reply = message.buttons(buttons(scene, open, mine));
}

/// What a seat sealed comes to something else by what happened since: it alone is told.
pub(crate) fn otherwise(scene: &Scene<'_>, posts: &mut Posts, round: &str, seat: &SeatId, entry: &Entry) {
    let told = table::envelope::otherwise::read(entry).zip(front::of(&scene.public));
    let says = told.and_then(|(told, front)| front.rounds().otherwise(round, told));
    let (Some(says), Some(open)) = (says, scene.round(round)) else { return };
    let (seal, _) = rounds::labels(&scene.public, round);
    let stays =
        say!("It stays sealed as it is, and counts so unless you change it. Nobody else is told of this.");
    let embed = Embed::new(&rounds::title(&scene.public, open), format!("{says}\n{stays}"));
    let message = Message::text(say!("{} · your sealed envelope", scene.title()))
        .with(scene.edged(embed, Some(seat)))
        .buttons(vec![
            scene.button(Look::Primary, &seal, open.line, &rounds::verb(&scene.public, round)),
            scene.button(Look::Secondary, &say!("My desk"), 0, "desk"),
        ]);
    posts.to_seat(seat, OTHERWISE, message);
}

/// The kind of direct message that tells it.
pub(crate) const OTHERWISE: &str = "otherwise";

/// What somebody is told whose act was the last one of the round; `whose` envelope it is where he acts as regent.
fn last_one(act: EnvelopeAct, whose: Option<String>) -> String {
    match (act, whose) {
        (EnvelopeAct::Final, None) => {
            say!("Your envelope is Final, and with it all are: the envelopes are opened.")
        }
        (EnvelopeAct::Undo, None) => {
            say!("Taken back: your envelope is Final again, and with it all are: the envelopes are opened.")
        }
        (EnvelopeAct::Seal | EnvelopeAct::Open, None) => {
            say!("Your envelope was sealed, and with it the round was complete: it has been opened.")
        }
        (_, Some(whose)) => {
            say!("{}'s envelope is Final, and with it all are: the envelopes are opened.", whose)
        }
    }
}

/// What the owner of an envelope is told that he acted on, by whether something lies in it now.
fn for_himself(act: EnvelopeAct, sealed: bool) -> String {
    match (act, sealed) {
        (EnvelopeAct::Seal, true) => say!("Sealed. You may change it until you make it Final."),
        (EnvelopeAct::Final, _) => say!("Your envelope is Final. It is opened when every envelope is."),
        (EnvelopeAct::Open, _) => {
            say!("Final is withdrawn. You may change it; what you sealed still stands.")
        }
        (EnvelopeAct::Undo, true) => say!("Taken back. This is in your envelope now."),
        (EnvelopeAct::Undo | EnvelopeAct::Seal, false) => say!("Taken back. Your envelope is empty again."),
    }
}

/// The same for a regent.
fn for_the_absent(act: EnvelopeAct, sealed: bool, whose: &str) -> String {
    match (act, sealed) {
        (EnvelopeAct::Seal, true) => {
            say!("{}'s envelope is sealed: you may change it until you make it Final.", whose)
        }
        (EnvelopeAct::Final, _) => {
            say!("{}'s envelope is Final: it is opened when every envelope is.", whose)
        }
        (EnvelopeAct::Open, _) => {
            say!(
                "{}'s envelope is not Final any more: you may change it; what is sealed still stands.",
                whose
            )
        }
        (EnvelopeAct::Undo, true) => say!("Taken back. This is in {}'s envelope now.", whose),
        (EnvelopeAct::Undo | EnvelopeAct::Seal, false) => {
            say!("Taken back. {}'s envelope is empty again.", whose)
        }
    }
}

/// What the owner of an envelope can do with it now.
#[must_use]
pub fn buttons(scene: &Scene<'_>, open: &RoundView, mine: &Mine) -> Vec<Component> {
    let labels = rounds::labels(&scene.own, &open.round);
    // Where several are open, each button says what it is about.
    let several = scene.own.rounds.iter().filter(|round| round.mine.is_some()).count() > 1;
    let about = open.about.as_deref().and_then(|about| about.lines().next()).filter(|_| several);
    let named = |label: String| match about {
        Some(about) => clip(&format!("{label}: {}", names::plain_text(about, 30)), 80),
        None => label,
    };
    let (seal, change) = (named(labels.0), named(labels.1));
    let verb = &*rounds::verb(&scene.own, &open.round);
    match &mine.sealed {
        _ if mine.fixed || mine.waits_for_operator => Vec::new(),
        None => vec![scene.button(Look::Primary, &seal, open.line, verb)],
        Some(sealed) => {
            // A second tap on *Make it Final* does not fall on what withdraws it.
            let finally = scene.button(Look::Success, &say!("Make it Final"), open.line, "final");
            let finally = finally.only_if(!sealed.is_final);
            let beside = if sealed.is_final {
                scene.button(Look::Secondary, &say!("Withdraw Final"), open.line, "open")
            } else {
                scene.button(Look::Secondary, &change, open.line, verb)
            };
            vec![finally, beside]
        }
    }
}

/// The operator's envelope lies sealed and final: now the others may follow.
pub(crate) fn operator_sealed(scene: &Scene<'_>, posts: &mut Posts, seat: &SeatId, round: &str) {
    let line = scene.round(round).map_or(0, |open| open.line);
    let (seal, _) = rounds::labels(&scene.public, round);
    let message = Message::text(say!(
        "The operator's envelope ({}) is sealed and final, and its code is on the record. The others can seal theirs now.",
        scene.power(seat)
    ))
    .buttons(vec![scene.button(Look::Primary, &seal, line, &rounds::verb(&scene.public, round))]);
    posts.council("operator_sealed", message);
}

/// What an envelope was sealed from, and each of its parts with number and salt: whoever has it can work the codes out without this bot.
fn proof(open: &RoundView, sealed: &Sealed) -> Option<Vec<u8>> {
    let part = |part: &table::parts::Part| {
        let (body, salt) = (part.body.as_ref()?.reveal(), part.salt.as_ref()?.reveal());
        Some(json!({"body": body, "n": part.n, "salt": Hash(*salt)}))
    };
    let parts: Vec<Value> = sealed.parts.iter().filter_map(part).collect();
    let file = json!({
        "round": open.round,
        "n": sealed.n,
        "code": sealed.code,
        "salt": sealed.salt,
        "body": sealed.sealed_as.body(),
        "parts": parts,
    });
    canonical(&file).ok().map(String::into_bytes)
}

/// The secret receipt: what was sealed, when, its code, and how to change it. The first line tells a lock screen nothing.
fn receipt(scene: &Scene<'_>, open: &RoundView, mine: &Mine, sealed: &Sealed, at: i64) -> Message {
    // Final comes with the same press, unless a word for the dice is missing.
    let finally = scene.finally && !mine.needs_word;
    let change = if mine.fixed {
        say!("It cannot be changed: the operator's envelope is final from the moment it is sealed.")
    } else if finally {
        say!(
            "*Withdraw Final* at your desk, as long as others are awaited; then seal again. Only the last one counts."
        )
    } else {
        say!(
            "As long as it is not Final and not opened, seal again from the desk or with the command, in the council or here. Only the last one counts."
        )
    };
    let standing = match (sealed.is_final || mine.fixed, sealed.replaces) {
        (true, _) => say!("Final."),
        (false, false) if finally => say!("Sealed and made Final."),
        (false, true) if finally => {
            say!("Sealed and made Final. It takes the place of the receipt before it.")
        }
        // A message stays as it is: what is made of the envelope afterwards the desk says.
        (false, false) => say!("Sealed. Whether it is Final your desk says."),
        (false, true) => {
            say!("Sealed. It takes the place of the receipt before it. Whether it is Final your desk says.")
        }
    };
    let embed = Embed::new(&say!("Receipt"), rounds::content(scene, &open.round, &sealed.contents))
        .field(&say!("How it stands"), standing)
        .field(&say!("Sealed"), say!("<t:{}:f>, as number {}", at, sealed.n))
        .field(&say!("Code"), format!("`{}`", sealed.code))
        .field(&say!("Salt"), format!("`{}`", sealed.salt));
    let embed = embed
        .field(
            &say!("The proof"),
            say!("The file has what was sealed as the code was made of it. Whoever has it can read your envelope."),
        )
        .field(&say!("To change it"), change)
        .footer(&scene.record_whole());
    let message = Message::text(say!("{} · sealed envelope", scene.title())).with(embed);
    match proof(open, sealed) {
        Some(proof) => message.file(format!("envelope-{}.json", sealed.n), proof),
        None => message,
    }
}
