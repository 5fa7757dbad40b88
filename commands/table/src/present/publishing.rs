//! What powers publish: signed, and without a name. What players wrote is shown as plain text.

use super::names::{moment, plain_text_lines, until};
use super::{Posts, Scene};
use crate::message::{Component, Embed, Look, Message, clip};
use crate::say;
use serde_json::json;
use table::canonical::canonical;
use table::press::{ANONYMOUS_A_DAY, LIES, Own, SIGNED_A_DAY};
use table::switches::{ANONYMOUS as ALLOWED, PRESS};
use table::{Entry, SeatId, View};

/// The verb of the button and the form for a signed text.
pub const SIGNED: &str = "press/signed";
/// The same for one without a name.
pub const ANONYMOUS: &str = "press/anonymous";

/// Whether texts without a name are allowed.
fn is_allowed(view: &View) -> bool {
    view.switch(PRESS) == ALLOWED
}

/// The buttons by which something is published.
pub(crate) fn buttons(scene: &Scene<'_>) -> Vec<Component> {
    let mut buttons = vec![scene.button(Look::Secondary, &say!("Publish, signed"), 0, SIGNED)];
    if is_allowed(&scene.own) {
        buttons.push(scene.button(Look::Secondary, &say!("Publish without a name"), 0, ANONYMOUS));
    }
    buttons
}

/// What was published with an order, as a post may show it.
fn words(entries: &[Entry], i: usize) -> String {
    let text = entries[..i].iter().rev().find_map(Entry::text);
    plain_text_lines(text.unwrap_or_default())
}

/// A power published something, signed.
pub(crate) fn signed(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize, seat: &SeatId) {
    let embed = Embed::new("", words(entries, i)).footer(&scene.record());
    let message = Message::text(say!("**{}** to all:", scene.power(seat)));
    posts.council("press", message.with(scene.edged(embed, Some(seat))));
    posts.reply = Message::text(say!(
        "Published in the council, as {}. You can publish {} signed texts a day.",
        scene.power(seat),
        SIGNED_A_DAY
    ));
}

/// A text went out without a name.
pub(crate) fn anonymous(scene: &Scene<'_>, posts: &mut Posts, entries: &[Entry], i: usize) {
    let embed = Embed::new("", words(entries, i)).footer(&scene.record());
    posts.council("press", Message::text(say!("**Without a name:**")).with(embed));
}

/// An own text with the file that proves whose it is. It comes with the reply alone: a direct message that Discord refuses would tell the
/// host that its writer had just been here.
fn proven(message: Message, embed: Embed, own: &Own, n: usize) -> Message {
    let file = json!({"body": own.proof.body, "salt": own.proof.salt, "code": own.proof.code});
    let Ok(proof) = canonical(&file) else { return message.with(embed) };
    let says = say!(
        "The file has what was sealed, its salt and its code. Keep it: it is shown until the text goes out, and nobody else has it."
    );
    let embed = embed.field(&say!("Proof that it is yours"), says);
    message.with(embed).file(format!("press-{n}.json"), proof.into_bytes())
}

/// Its writer is told that a text is kept, or that he has taken his own back; nobody else is told anything.
pub(crate) fn kept(scene: &Scene<'_>, posts: &mut Posts, entry: &Entry) {
    let Some(own) = scene.own.press.last().filter(|_| !entry.secrets.is_empty()) else {
        posts.reply =
            Message::text(say!("Your texts without a name are taken back. Nobody was told of them."));
        return;
    };
    let says = say!(
        "Your text goes out without your name {} ({}). What is written in the last {} minutes before an hour waits for the next. Nobody is told whose it is, also not when the campaign is over; you can write {} such texts a day.",
        moment(own.goes_out),
        until(own.goes_out),
        LIES / 60,
        ANONYMOUS_A_DAY
    );
    let embed = Embed::new(&say!("Your text"), plain_text_lines(&own.text));
    let back = scene.button(Look::Secondary, &say!("Take it back"), 0, "press/back");
    posts.reply = proven(Message::text(says), embed, own, scene.own.press.len()).buttons(vec![back]);
}

/// One's own texts that wait for their hour.
#[must_use]
pub fn own(scene: &Scene<'_>) -> Message {
    let mine = &scene.own.press;
    if mine.is_empty() {
        return Message::text(say!("No text of yours waits to go out.")).buttons(buttons(scene));
    }
    let mut message = Message::text(say!("Your texts without a name that wait for their hour:"));
    for (n, own) in mine.iter().enumerate() {
        let title = moment(own.goes_out);
        let says = format!("{title}\n{}", clip(&plain_text_lines(&own.text), 1_000));
        message = proven(message, Embed::new("", says), own, n + 1);
    }
    message.buttons(vec![scene.button(Look::Secondary, &say!("Take them back"), 0, "press/back")])
}

/// The button to one's own texts that wait, where there are any.
pub(crate) fn waiting(scene: &Scene<'_>) -> Option<Component> {
    let waits = !scene.own.press.is_empty();
    waits.then(|| scene.button(Look::Secondary, &say!("What I wrote"), 0, "press/see"))
}
