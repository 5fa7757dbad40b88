//! What the board shows who looks at his desk: the campaign of the round, and where a beaten stack may go.

use super::words::campaign;
use crate::present::position;
use crate::words::place;
use europa::Position;
use europa::board::{self, Eyes, Order, Standing};
use europa::control::{Control, Stance};
use europa::geography::Place;
use europa::outline::Frame;
use table_commands::message::{Component, Look};
use table_commands::present::Scene;
use table_commands::say;

/// How the campaign of this round stands of who looks.
#[must_use]
pub fn desk_lines(scene: &Scene<'_>) -> (Vec<String>, Vec<Component>) {
    let mut lines = Vec::new();
    let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else {
        return (lines, Vec::new());
    };
    let kept = &position.board;
    if kept.round.is_some() && !position.countries_of(seat).is_empty() {
        let own = |open: &Frame| matches!(open, Frame::Supply(of) | Frame::Movement(of) if of == seat);
        let may_announce = position.frames.any(own);
        lines.extend(match kept.paid.get(seat).filter(|_| kept.announced.contains(seat)) {
            Some(paid) => Some(say!("Your campaign of this round: {}.", campaign(*paid))),
            None if may_announce => {
                Some(say!("You have announced no campaign for this round: /europa board campaign."))
            }
            None => None,
        });
    }
    (lines, Vec::new())
}

/// What a player can look at or begin at any time.
#[must_use]
pub fn at_hand(scene: &Scene<'_>) -> Vec<Component> {
    let own = position(&scene.own).zip(scene.own.seat());
    let Some((position, seat)) = own.filter(|(position, seat)| !position.countries_of(seat).is_empty())
    else {
        return Vec::new();
    };
    let button = |label: String, verb: &str| scene.button(Look::Secondary, &label, 0, verb);
    let mut all = vec![button(say!("Board"), "europa/board")];
    let on_land =
        |standing: &Standing| position.seat_of(standing.country) == Some(seat) && !standing.stack.is_naval();
    if position.board.stacks.values().any(on_land) {
        all.push(button(say!("March a stack"), "europa/march"));
    }
    all.push(button(say!("Open a battle"), "europa/open"));
    all.push(button(say!("Lay a siege"), "europa/siege/lay"));
    all
}

/// Whether a round is on in which the movement segment of who looks is not open: what he orders for it, of what can be, is lodged.
#[must_use]
pub fn waits_for_its_segment(scene: &Scene<'_>, order: &Order) -> bool {
    let (Some(position), Some(seat)) = (position(&scene.own), scene.own.seat()) else { return false };
    let is_open = |open: &Frame| match open {
        Frame::Movement(of) => of == seat,
        // A campaign is announced in the supply segment too.
        Frame::Supply(of) => of == seat && matches!(order, Order::Campaign { .. }),
        _ => false,
    };
    position.board.round.is_some() && !position.frames.any(is_open)
}

/// Most places that are offered for a retreat; /europa board retreat takes any other.
const MOST_RETREATS: usize = 4;

/// A button for each place to which a beaten stack may retreat, its own side's first.
pub fn retreats(scene: &Scene<'_>, position: &Position, stack: u32, standing: &Standing) -> Vec<Component> {
    let eyes = Eyes::of(position, standing.country);
    let mut open: Vec<Place> = board::retreats(position, stack).collect();
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
