//! Whether a player may give an order on the board: each order's own check, by which it is decided and its offers are made.

use super::orders::{
    in_its_place, may_announce, may_deploy, may_disband, may_explore_there, may_hold, may_join, may_lead,
    may_regroup, may_tell_cold, may_tell_revolt, otherwise,
};
use super::{Order, aboard, blockade, books, evade, fought, march, sail, supplied};
use crate::Position;
use table::names::SeatId;
use table::refusal::Refusal;

/// Whether a player may order it.
///
/// # Errors
/// The refusal, where he may not.
pub(crate) fn may(state: &Position, seat: &SeatId, order: &Order) -> Result<(), Refusal> {
    in_its_place(state, seat, order)?;
    match order {
        Order::Deploy { country, place, counters, veteran, leader } => {
            may_deploy(state, seat, *country, *place, counters, *veteran, leader.as_ref()).map(|_| ())
        }
        Order::Disband { stack } => may_disband(state, seat, *stack),
        Order::Regroup { stack, counters } => may_regroup(state, seat, *stack, counters).map(|_| ()),
        Order::Join { stack, to } => may_join(state, seat, *stack, *to),
        Order::Lead { stack, leader } => may_lead(state, seat, *stack, leader.as_ref()),
        Order::Hold { place, country } => may_hold(state, seat, *place, *country),
        Order::Weather { poor } => otherwise(state.board.poor_weather != *poor),
        Order::Campaign { country, campaign } => may_announce(state, seat, *country, *campaign).map(|_| ()),
        Order::March { stack, to, way, counter, .. } => {
            march::may_march(state, seat, *stack, *to, way, counter).map(|_| ())
        }
        Order::Sail { stack, way, landing } => {
            sail::may_sail_there(state, seat, *stack, way, *landing).map(|_| ())
        }
        Order::Embark { stack, fleet } => aboard::may_embark(state, seat, *stack, *fleet).map(|_| ()),
        Order::Land { stack, to, .. } => aboard::may_land(state, seat, *stack, *to).map(|_| ()),
        Order::Blockade { stack, port } => blockade::may_blockade(state, seat, *stack, *port),
        Order::Fortress { stack, inside } => {
            evade::may_use_fortress(state, seat, *stack, *inside).map(|_| ())
        }
        Order::Cold { place, cold } => may_tell_cold(state, seat, *place, *cold),
        Order::Revolt { place, size } => may_tell_revolt(state, seat, *place, *size),
        Order::Explore { stack, target } => may_explore_there(state, seat, *stack, *target).map(|_| ()),
        Order::Supply { stack, .. } => supplied::may_be_supplied(state, seat, *stack).map(|_| ()),
        Order::Engage { stack, with } => fought::may_engage(state, seat, *stack, *with).map(|_| ()),
        Order::LetGo { stack } => blockade::may_let_go(state, seat, *stack).map(|_| ()),
        Order::Retreat { stack, to } => fought::may_retreat_there(state, seat, *stack, *to),
        Order::Buy { country, place, items } => {
            books::may_buy(state, seat, *country, *place, items).map(|_| ())
        }
        Order::Upkeep { country, peace } => books::may_keep(state, seat, *country, *peace).map(|_| ()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::by_hand::{at_war, france, moves, place, spain, stands};
    use crate::offers::is_open;
    use crate::units::Counter::Ld;

    #[test]
    fn an_order_is_open_to_a_player_where_it_would_not_be_refused() {
        let mut state = at_war(8);
        stands(&mut state, "france", "eLanguedoc", &[Ld]);
        stands(&mut state, "spain", "eCatalunya", &[Ld]);
        moves(&mut state, &france());
        let open = |seat: &SeatId, order: Order| is_open(&state, seat, &crate::Order::Board(order));
        let march = |stack: u32, to: &str| Order::March {
            stack,
            to: place(to),
            way: Vec::new(),
            pillage: false,
            counter: Vec::new(),
        };
        assert!(open(&france(), march(1, "eRosselo")));
        assert!(!open(&france(), march(1, "eKazan")), "too far");
        assert!(!open(&france(), march(2, "eRosselo")), "not his");
        assert!(!open(&spain(), march(2, "eRosselo")), "not his segment");
        assert!(open(&spain(), Order::Weather { poor: true }));
        assert!(!open(&spain(), Order::Weather { poor: false }), "it is told so already");
    }
}
