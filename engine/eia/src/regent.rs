//! What a regent does not order for an absent player.

use crate::{EmpiresInArms, Order, board};
use table::game::Table;
use table::refusal::Refusal;
use table::said;

/// Whether nothing asks for an order of politics: it begins, agrees to or ends something. That a country is conquered is a result, and told.
fn is_of_free_will(order: &Order) -> bool {
    match order {
        Order::Politics(_)
        | Order::Year(_)
        | Order::Access(_)
        | Order::Peace(_)
        | Order::Minors(_)
        | Order::Crimea(_)
        | Order::Confederation(_)
        | Order::Economy(_)
        | Order::Sardinia(_) => true,
        Order::Board(order) => !matches!(order, board::Order::Conquer(_)),
        _ => false,
    }
}

/// Whether who orders may order it.
///
/// # Errors
/// A refusal where he is a regent, and it is of free will.
pub(crate) fn may_order(table: &Table<'_, '_, EmpiresInArms>, order: &Order) -> Result<(), Refusal> {
    if table.is_regent() && is_of_free_will(order) {
        return Err(Refusal::new(said!(
            "A regent does what the open steps ask of the seat; in politics he begins, agrees to and ends nothing for an absent player."
        )));
    }
    Ok(())
}
