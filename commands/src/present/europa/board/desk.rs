//! What the board asks of who looks at his desk: retreats, losses to take off, the campaign of the round.

use super::words::{campaign, of};
use crate::message::{Component, Look};
use crate::present::Scene;
use crate::present::europa::position;
use crate::present::europa::words::place;
use crate::say;
use engine::europa::Position;
use engine::europa::board::{Eyes, Standing, may_retreat};
use engine::europa::control::{Control, Stance};
use engine::europa::geography::Place;

/// What waits for who looks, and how his campaign of this round stands.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let (mut lines, mut buttons) = (Vec::new(), Vec::new());
    let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else {
        return (lines, buttons);
    };
    let board = &position.board;
    let own = board.stacks.iter().filter(|(_, standing)| position.seat_of(standing.country) == Some(seat));
    for (n, standing) in own {
        if standing.must_retreat {
            lines.push(say!(
                "**Stack {}** ({}) was beaten in {} and retreats: /europa retreat.",
                *n,
                of(standing),
                place(standing.at)
            ));
            let open = retreats(scene, &position, *n, standing);
            if open.is_empty() {
                lines.push(say!(
                    "Nothing next to it takes it. What becomes of it is for the players to agree; /europa stack takes it off."
                ));
            }
            buttons.extend(open);
        }
        if standing.owes.0 > 0 {
            lines.push(say!(
                "**Stack {}** ({}) has {} to lose: /europa stack, counters.",
                *n,
                of(standing),
                standing.owes.to_string()
            ));
        }
    }
    if board.round.is_some() && !position.countries_of(seat).is_empty() {
        lines.push(match board.paid.get(seat).filter(|_| board.announced.contains(seat)) {
            Some(paid) => say!("Your campaign of this round: {}.", campaign(*paid)),
            None => say!("You have announced no campaign for this round: /europa campaign."),
        });
        buttons.push(scene.button(Look::Secondary, &say!("Board"), 0, "europa/board"));
    }
    (lines, buttons)
}

/// Most places that are offered for a retreat; /europa retreat takes any other.
const MOST_RETREATS: usize = 4;

/// A button for each place to which a beaten stack may retreat, its own side's first.
pub(super) fn retreats(
    scene: &Scene<'_>,
    position: &Position,
    stack: u32,
    standing: &Standing,
) -> Vec<Component> {
    let eyes = Eyes::of(position, standing.country);
    let next = standing.at.neighbours().iter().map(|(next, _)| *next);
    let mut open: Vec<Place> =
        next.filter(|next| may_retreat(position, stack, standing, *next).is_ok()).collect();
    open.sort_by_key(|next| match eyes.stance(*next) {
        Stance::Friendly => 0,
        Stance::Neutral => 1,
        Stance::Enemy => 2,
    });
    let button = |to: Place| {
        let label = say!("Stack {} to {}", stack, place(to));
        scene.button(Look::Primary, &label, stack.into(), &format!("europa/retreat/{}", to.site().key))
    };
    open.into_iter().take(MOST_RETREATS).map(button).collect()
}
