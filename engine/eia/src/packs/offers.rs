//! What a player may order about the map now.
//!
//! A pack and a picture come out of files that their owner lays down, and a correction or a point names what stands in a pack, which is kilobytes long and
//! which a view does not hold: of these no offer is made. Their forms ask the map itself ([`super::of`]).

use super::{Change, Order, has_room, may_confirm, may_withdraw};
use crate::Position;
use table::Stage;
use table::offers::Offer;
use table::view::View;

/// The verb of these orders, as the record writes it.
const VERB: &str = "map";

/// What the viewer may do about what is proposed, and to lift the pack that lies.
pub(crate) fn offers(state: &Position, table: &View) -> Vec<Offer> {
    let Some(seat) = table.seat().filter(|_| table.stage == Stage::Playing) else { return Vec::new() };
    if !table.voters().contains(seat) {
        return Vec::new();
    }
    let map = &state.map;
    let mut offers = Vec::new();
    for (proposal, waits) in &map.waits {
        if waits.fits && may_confirm(&waits.by, &waits.confirmed, seat).is_ok() {
            offers.push(Offer::of_order(VERB, Order::Confirm { proposal: *proposal }, Vec::new()).onward());
        }
        if may_withdraw(&waits.by, seat).is_ok() {
            offers.push(Offer::of_order(VERB, Order::Withdraw { proposal: *proposal }, Vec::new()).back());
        }
    }
    if map.pack.is_some() && has_room(map.waits.len()).is_ok() {
        offers.push(Offer::of_order(VERB, Order::Propose { what: Change::Lift }, Vec::new()).back());
    }
    offers
}
