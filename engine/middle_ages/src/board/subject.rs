//! The board as a subject of the game.

use super::{Happened, Order, army, cards, choices, communication, endeavours, in_turn, offers, tax, upkeep};
use crate::court::Court;
use crate::switches::{Readings, readings};
use crate::{Event, MiddleAges, Position, courts};
use table::Stage;
use table::assent::Rests;
use table::by_subject::{Ordered, Regent, Subject};
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::view::View;

/// The board, as a subject of the game.
pub enum OnTheBoard {}

impl Subject<MiddleAges> for OnTheBoard {
    type Happened = Box<Happened>;

    fn apply(state: &mut Position, happened: Box<Happened>) {
        if let Happened::Announced { declared, .. } = &*happened {
            state.endeavours = declared.number;
        }
        state.board.apply(*happened);
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let Some(seat) = table.seat().filter(|_| table.stage == Stage::Playing) else { return Vec::new() };
        offers::offers(state, seat, table)
    }
}

impl Ordered<MiddleAges> for OnTheBoard {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Orders;
    const RESTS: Rests<MiddleAges, Order> = Rests::OnNobody;

    fn decide(table: &mut Table<'_, '_, MiddleAges>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        let reads = readings(|key| table.switch(key));
        if !matches!(order, Order::Discard { .. } | Order::Play { .. } | Order::Choose { .. }) {
            cards::within_hand(cards::hand(table, seat).len(), reads.hand)?;
        }
        match order {
            Order::Draw { over } => {
                let court = cards::may_draw(table.state(), seat)?;
                cards::run_out(table, seat, court, &over)?;
                cards::draw(table, seat, court)
            }
            Order::Play { pos, on } => cards::play(table, seat, pos, on),
            Order::Discard { pos } => cards::discard(table, seat, pos),
            Order::Tax { area, gold } => tax::tax(table, seat, area, gold),
            Order::Return { area } => communication::returns(table, seat, area),
            Order::Declare { plan } => endeavours::declare(table, seat, plan),
            Order::Choose { number, answer } => {
                choices::may(table.state(), seat, number, answer)?;
                choices::make(table, number, answer)
            }
            of_armies => {
                let happened = may(table.state(), reads, seat, &of_armies)?;
                table.emit(&Event::Board(Box::new(happened)))
            }
        }
    }
}

/// The court whose maintenance waits for its player to give something up.
fn short(state: &Position, seat: &SeatId) -> Option<Court> {
    let court = state.court_of(seat)?;
    upkeep::gives_up(state, court).then_some(court)
}

/// Whether an order about armies and fleets may be given, and what happens then.
///
/// # Errors
/// The refusal, where it may not.
pub fn may(state: &Position, reads: Readings, seat: &SeatId, order: &Order) -> Result<Happened, Refusal> {
    match order {
        Order::Move { from, way, strength } => {
            army::march(state, &in_turn(state, seat)?, *from, way, *strength)
        }
        Order::Ship { from, to, strength } => {
            army::ship(state, &in_turn(state, seat)?, reads, *from, *to, *strength)
        }
        // Counters are exchanged at any time.
        Order::Change { area, of, counters } => {
            army::change(state, courts::own(state, seat)?, *area, *of, counters)
        }
        Order::Disband { area, of, points } => {
            let court = match short(state, seat) {
                Some(court) => court,
                None => in_turn(state, seat)?.0,
            };
            army::disband(state, court, *area, *of, *points)
        }
        _ => Err(Refusal::new(table::said!("That order could not be written."))),
    }
}
