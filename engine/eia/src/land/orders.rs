//! The war on land, as a subject of the game: what players order in it, and what they are offered.

use super::applied::apply;
use super::march;
use super::phase::{Happened, Order};
use crate::{EmpiresInArms, Position};
use table::assent::Rests;
use table::by_subject::{Ordered, Regent, Subject};
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::view::View;

/// The war on land, as a subject of the game.
pub enum LandPhase {}

impl Subject<EmpiresInArms> for LandPhase {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        apply(state, happened);
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        march::offers(state, table)
    }
}

impl Ordered<EmpiresInArms> for LandPhase {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Leaves;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::OnNobody;

    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        march::decide(table, seat, order)
    }
}
