//! A loss that an owner takes off his stack himself: the ways to take it, to be chosen.

use super::give;
use super::pick::own;
use crate::other_game;
use europa::board::{Order as Board, Standing};
use europa::losses::{Counters, ways};
use europa::units::Counter;
use europa::{Order, Position, is_open};
use table::{SeatId, said};
use table_commands::asked::{Answer, Asked};
use table_commands::house::House;
use table_commands::message::{Component, Look, Message};
use table_commands::present::Scene;
use table_commands::say;
use table_commands::words::look;

/// Most ways that are offered; /europa board stack takes a loss in any other.
const MOST: usize = 4;

/// The counters of a stack of troops as losses are taken off them.
fn counters_of(standing: &Standing) -> Counters {
    let of = |counter: Counter| standing.stack.count(|other| other == counter);
    Counters {
        a_plus: of(Counter::ArmyPlus),
        a_minus: of(Counter::ArmyMinus),
        ld: of(Counter::Ld),
        pashas: of(Counter::Pasha),
        d: of(Counter::LandD),
    }
}

/// The same one by one.
fn one_by_one(of: &Counters) -> Vec<Counter> {
    let kinds = [
        (Counter::ArmyPlus, of.a_plus),
        (Counter::ArmyMinus, of.a_minus),
        (Counter::Ld, of.ld),
        (Counter::Pasha, of.pashas),
        (Counter::LandD, of.d),
    ];
    kinds.into_iter().flat_map(|(counter, many)| std::iter::repeat_n(counter, many.into())).collect()
}

/// What may be left of a stack that has a loss to take, of the ways that the engine takes now. Of ships each part is its owner's to say, so
/// none is offered here.
fn left(position: &Position, seat: &SeatId, stack: u32) -> Vec<Counters> {
    let standing = position.board.stacks.get(&stack).filter(|standing| !standing.stack.is_naval());
    let all = standing.map(|standing| ways(&counters_of(standing), standing.owes).left).unwrap_or_default();
    let taken = |left: &Counters| {
        let counters = one_by_one(left);
        !counters.is_empty() && is_open(position, seat, &Order::Board(Board::Regroup { stack, counters }))
    };
    all.into_iter().filter(taken).take(MOST).collect()
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
pub(crate) async fn chosen(
    house: &House,
    asked: &Asked,
    campaign: &str,
    stack: u32,
    what: &str,
) -> Option<Answer> {
    let (n, leaves) = what.split_once('/')?;
    let n: usize = n.parse().ok()?;
    let seen = look(house, asked, campaign, |scene| {
        let (position, seat) = own(scene)?;
        Some(left(&position, seat, stack).get(n).copied())
    });
    Some(match seen.await {
        Err(sentence) => sentence.into(),
        Ok(None) => other_game().into(),
        Ok(Some(left)) => match left.filter(|left| left.to_string().replace(' ', ".") == leaves) {
            Some(left) => {
                let counters = one_by_one(&left);
                give(house, asked, campaign, Ok(Board::Regroup { stack, counters })).await
            }
            None => Message::refusal(said!(
                "The board has changed since this was shown. /desk shows what is asked of you."
            ))
            .into(),
        },
    })
}
