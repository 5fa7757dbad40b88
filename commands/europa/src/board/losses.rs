//! A loss that an owner takes off his stack himself: the ways to take it, to be chosen.

use super::give;
use super::pick::own;
use crate::other_game;
use europa::board::{Order as Board, Standing};
use europa::losses::{Counters, ways};
use europa::{Order, Position, is_open};
use table::{SeatId, said};
use table_commands::asked::{Answer, At};
use table_commands::message::{Component, Look, Message};
use table_commands::present::Scene;
use table_commands::say;

/// Most ways that are offered; /europa board stack takes a loss in any other.
const MOST: usize = 4;

/// What may be left of a stack that has a loss to take, of the ways that the engine takes now. Of ships each part is its owner's to say, so
/// none is offered here.
fn left(position: &Position, seat: &SeatId, stack: u32) -> Vec<Counters> {
    let standing = position.board.stacks.get(&stack).filter(|standing| !standing.stack.is_naval());
    let counters_of =
        |standing: &Standing| Counters::of(|counter| standing.stack.count(|other| other == counter));
    let all = standing.map(|standing| ways(&counters_of(standing), standing.owes).left).unwrap_or_default();
    let taken = |left: &Counters| {
        let counters = left.one_by_one();
        !counters.is_empty() && is_open(position, seat, &Order::Board(Board::Regroup { stack, counters }))
    };
    all.into_iter().filter(taken).take(MOST).collect()
}

/// Whether a stack's owner has ways to choose from, each with a button.
pub(crate) fn are_offered(position: &Position, stack: u32) -> bool {
    let seat = position.board.stacks.get(&stack).and_then(|standing| position.seat_of(standing.country));
    seat.is_some_and(|seat| left(position, seat, stack).len() > 1)
}

/// A button for each way, where there are several; the only one is taken by the bot.
pub(crate) fn buttons(scene: &Scene<'_>, position: &Position, seat: &SeatId, stack: u32) -> Vec<Component> {
    let all = left(position, seat, stack);
    if all.len() < 2 {
        return Vec::new();
    }
    let button = |(n, left): (usize, &Counters)| {
        let label = say!("Stack {}: {} is left", stack, left.to_string().replace('-', "−"));
        scene.button(
            Look::Primary,
            &label,
            stack.into(),
            &format!("europa/left/{n}/{left}").replace(' ', "."),
        )
    };
    all.iter().enumerate().map(button).collect()
}

/// A way was chosen: by its number and what it leaves, so that a button of a board that has changed since takes nothing else.
pub(crate) async fn chosen(at: At<'_>, stack: u32, what: &str) -> Option<Result<Answer, Message>> {
    let (n, leaves) = what.split_once('/')?;
    Some(takes(at, stack, n.parse().ok()?, leaves).await)
}

/// Takes the loss by the way of a number, where it still leaves that.
async fn takes(at: At<'_>, stack: u32, n: usize, leaves: &str) -> Result<Answer, Message> {
    let seen = at.look(|scene| {
        let (position, seat) = own(scene)?;
        Some(left(&position, seat, stack).get(n).copied())
    });
    let left = seen.await?.ok_or_else(other_game)?;
    let changed = || {
        Message::refusal(said!(
            "The board has changed since this was shown. /desk shows what is asked of you."
        ))
    };
    let left = left.filter(|left| left.to_string().replace(' ', ".") == leaves).ok_or_else(changed)?;
    give(at, Board::Regroup { stack, counters: left.one_by_one() }).await
}
