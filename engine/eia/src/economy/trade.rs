//! Domestic trade with Great Britain (8.2.1.2.1): either side may refuse it, from then on until it allows it again.

use super::{Happened, Order, is_kept_in, may_order};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::said;
use table::view::View;

/// A player refuses to trade, or allows it again.
pub(super) fn refused(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    power: Power,
    with: Power,
    refuse: bool,
) -> Result<(), Refusal> {
    may_order(table, seat, power)?;
    let state = table.state();
    let trades = |one: Power, other: Power| one == Power::GreatBritain && other != one;
    if !trades(power, with) && !trades(with, power) || !state.major_powers().any(|one| one == with) {
        return Err(Refusal::new(said!(
            "Domestic trade is between Great Britain and another power; {} and {} have none. Each may refuse it with Great Britain in any step, while sheets are sealed too.",
            power,
            with
        )));
    }
    if state.economy.refused.contains(&(power, with)) == refuse {
        return Err(Refusal::new(if refuse {
            said!("{} refuses to trade with {} already; it may allow it again.", power, with)
        } else {
            said!("{} does not refuse to trade with {}; it may refuse from now on.", power, with)
        }));
    }
    table.emit(&Event::Economy(Happened::TradeRefused { power, with, refused: refuse }))
}

/// Whom a player could refuse, or let in again.
pub(super) fn offers(state: &Position, table: &View) -> Vec<Offer> {
    let Some(seat) = table.seat().filter(|_| is_kept_in(table) && !table.as_regent) else {
        return Vec::new();
    };
    let mut offers = Vec::new();
    for power in state.bidders(seat) {
        let with = |other: &Power| {
            (power == Power::GreatBritain || *other == Power::GreatBritain) && *other != power
        };
        for with in state.major_powers().filter(with) {
            let refuse = !state.economy.refused.contains(&(power, with));
            let order = Order::Trade { power, with, refuse };
            offers.push(Offer::of_order("economy", order, Vec::new()).back());
        }
    }
    offers
}
