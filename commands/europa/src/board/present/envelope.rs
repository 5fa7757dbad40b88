//! The envelopes for interceptions and evasions.

use super::words::moving;
use crate::present::position;
use crate::words::place;
use europa::board::Declared;
use europa::envelopes::Round;
use europa::geography::Place;
use table_commands::message::{Look, Message};
use table_commands::present::{Posts, Scene, names};
use table_commands::say;

/// The title of a round of envelopes for interceptions.
#[must_use]
pub fn title(about: Option<&str>) -> String {
    let place = about.map(|about| names::plain_text(about, 40)).unwrap_or_default();
    say!("Interception on the way to {}", place)
}

/// What lies in such an envelope, for its owner.
#[must_use]
pub fn contents(declared: &Declared) -> String {
    let in_words = |(stack, at): &(u32, Place)| say!("stack {} in {}", *stack, place(*at));
    let with: Vec<String> = declared.with.iter().map(in_words).collect();
    let away: Vec<String> =
        declared.evade.iter().map(|(stack, to)| say!("stack {} to {}", *stack, place(*to))).collect();
    let mut says = Vec::new();
    if !with.is_empty() {
        says.push(say!("Intercepts with {}.", names::list(&with)));
    }
    if !away.is_empty() {
        says.push(say!("Evades with {}.", names::list(&away)));
    }
    if says.is_empty() { say!("No interception.") } else { says.join(" ") }
}

/// The envelopes for interceptions are asked for.
pub(crate) fn asked(scene: &Scene<'_>, posts: &mut Posts, name: &str) {
    let Some(round) = scene.public.rounds.iter().find(|round| round.round == name) else { return };
    let Some(position) = position(&scene.public) else { return };
    let Some(under_way) = position.under_way().cloned() else { return };
    let asked: Vec<String> = round.asked.iter().map(|(seat, _)| scene.seat(seat)).collect();
    let says = say!(
        "**On the move**: {}. May intercept or evade: {}. It goes on when all are Final.",
        moving(&position.board, &under_way),
        names::list(&asked)
    );
    let buttons = vec![
        scene.button(Look::Primary, &say!("Intercept or evade"), round.line, "europa/intercept"),
        scene.button(Look::Secondary, &say!("Let it pass"), round.line, "europa/pass"),
    ];
    posts.council("europa_march", Message::text(says).buttons(buttons));
}

/// Whether a round of envelopes is one for interceptions.
#[must_use]
pub fn is_round(round: &str) -> bool {
    matches!(round.parse(), Ok(Round::Intercept { .. }))
}
