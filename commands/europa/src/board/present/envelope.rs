//! The envelopes for interceptions and evasions.

use super::words::moving;
use crate::present::position;
use crate::rounds::{Rounds, ToldRound};
use crate::words::place;
use europa::board::{Declared, Interceptions};
use europa::geography::Place;
use table::view::RoundView;
use table_commands::message::{Look, Message};
use table_commands::present::front::RoundWords;
use table_commands::present::{Posts, Scene, names};
use table_commands::say;

impl ToldRound<Rounds> for Interceptions {
    fn words(&self, about: Option<&str>) -> RoundWords {
        let place = about.map(|about| names::plain_text(about, 40)).unwrap_or_default();
        let labels = (say!("Intercept or evade"), say!("Change my interception"));
        RoundWords {
            by_name: false,
            ..RoundWords::new(say!("Interception on the way to {}", place), labels, "europa/intercept")
        }
    }

    fn contents(&self, _: &Scene<'_>, declared: &Declared) -> String {
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

    fn post_asked(&self, scene: &Scene<'_>, posts: &mut Posts, round: &RoundView) {
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
}

/// Whether a round of envelopes is one for interceptions.
#[must_use]
pub fn is_round(round: &str) -> bool {
    round.parse::<Interceptions>().is_ok()
}
