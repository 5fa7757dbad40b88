//! The board as a subject of the game: what is ordered on it and what may be, and what happens there.

use super::control::Eyes;
use super::{Happened, Order, lodged, offers, orders};
use crate::attrition::What;
use crate::thirds::Thirds;
use crate::{Europa, Position};
use table::Stage;
use table::assent::{Assent, Rests};
use table::by_subject::{Ordered, Regent, Subject};
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::view::View;

/// Armies and fleets on the board, as a subject of the game.
pub enum OnTheBoard {}

impl Subject<Europa> for OnTheBoard {
    type Happened = Box<Happened>;

    /// With what is done once in a round, and what starves within a fortress, sieges change too.
    fn apply(state: &mut Position, happened: Box<Happened>) {
        if matches!(*happened, Happened::RoundBegun { .. } | Happened::RoundsOver { .. }) {
            state.sieges.new_round();
        }
        if let Happened::Supplied { stack, attrition: Some(attrited), .. } = &*happened
            && attrited.rolled.due.what == What::Besieged
            && let Some(standing) = state.board.stacks.get(stack)
        {
            let lost = Thirds::whole(attrited.lost.into()) + attrited.owes;
            state.sieges.starved_on_the_board(standing.at, standing.country, lost);
        }
        state.board.apply(*happened);
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let Some(seat) = table.seat().filter(|_| table.stage == Stage::Playing) else { return Vec::new() };
        let mut offers = offers::offers(state, seat);
        offers.extend(lodged::offers_to_lodge(state, seat, table));
        offers
    }
}

/// Who holds a province rests on the word of its holder's player, and on all others' where nobody plays its holder; and so does a revolt in it.
/// Pirates harm all alike. All else on the board is one's own, or the bot works it out.
fn rests_on(table: &Table<'_, '_, Europa>, seat: &SeatId, order: &Order) -> Option<Assent> {
    let state = table.state();
    let player = |eyes: Eyes<'_>, place| {
        let holder = eyes.holder(place);
        holder.and_then(|holder| state.seat_of(holder).cloned())
    };
    match order {
        Order::Hold { place, country } => Assent::grave(player(Eyes::of(state, *country), *place))
            .or_else(|| Assent::light(table.players())),
        Order::Revolt { place, .. } => {
            let own = state.countries_of(seat).into_iter().next()?;
            Assent::grave(player(Eyes::of(state, own), *place)).or_else(|| Assent::light(table.players()))
        }
        _ => None,
    }
}

impl Ordered<Europa> for OnTheBoard {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Orders;
    const RESTS: Rests<Europa, Order> = Rests::On(rests_on);

    fn decide(table: &mut Table<'_, '_, Europa>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        orders::decide(table, seat, order)
    }
}
