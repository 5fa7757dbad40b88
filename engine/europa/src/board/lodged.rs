//! Orders for one's own movement segment that are lodged before it comes.

use super::march::deed_of;
use super::orders::own_stack;
use super::{Eyes, Order, Standing};
use crate::Position;
use crate::campaigns::{Campaign, Deed, Kind, check};
use crate::geography::Place;
use crate::offers::own_stacks;
use crate::outline::{Frame, Slot};
use crate::paths::{self, MOST_MP, Marcher};
use crate::seats::own;
use crate::units::Stack;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use table::lodged;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::said;
use table::view::View;

/// What holds a lodged order back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "unless", rename_all = "snake_case", deny_unknown_fields)]
pub enum Unless {
    /// An enemy's stack stands there when the segment comes.
    Enemy {
        /// Where.
        at: Place,
    },
}

impl Order {
    /// Whether it is given in one's own movement segment, so that it can be lodged ahead of it.
    #[must_use]
    pub fn can_be_lodged(&self) -> bool {
        matches!(
            self,
            Order::Campaign { .. }
                | Order::March { .. }
                | Order::Sail { .. }
                | Order::Embark { .. }
                | Order::Land { .. }
                | Order::Blockade { .. }
                | Order::Fortress { .. }
                | Order::Explore { .. }
        )
    }
}

/// The refusal of an order that is given in no movement segment.
pub(crate) fn not_lodged() -> Refusal {
    Refusal::under(
        Slot::Movement.rule(),
        said!(
            "Only what is done in one's own movement segment is lodged ahead: campaigns, marches, voyages and the like."
        ),
    )
}

/// Whether a player may lodge an order. Whether it can be carried out is seen when its segment comes.
pub(crate) fn may_lodge(state: &Position, seat: &SeatId, order: &Order) -> Result<(), Refusal> {
    if !order.can_be_lodged() {
        return Err(not_lodged());
    }
    if !state.board.is_in_use() {
        return Err(Refusal::new(said!(
            "The board is kept elsewhere, so there is no segment to lodge orders for."
        )));
    }
    if let Order::Campaign { country, .. } = order {
        own(state, seat, *country)?;
    }
    order.moves().map_or(Ok(()), |stack| own_stack(state, seat, stack).map(|_| ()))
}

/// Whether an order does what a lodged one was for: the same stack does something, or the same country pays for a campaign.
pub(crate) fn settles(order: &Order, lodged: &Order) -> bool {
    match (order, lodged) {
        (Order::Campaign { country, .. }, Order::Campaign { country: own, .. }) => country == own,
        _ => order.moves().is_some_and(|stack| lodged.moves() == Some(stack)),
    }
}

/// Why the last of these orders, a march, would not be given under a campaign, as the board stands now: alone, or as the stacks of the others
/// march too. `None` where it would, or is no march that is known to have a way.
#[must_use]
pub fn uncovered(state: &Position, campaign: Campaign, orders: &[Order]) -> Option<Refusal> {
    let deed = |order: &Order| {
        let Order::March { stack, to, way, .. } = order else { return None };
        let standing = state.board.stacks.get(stack)?;
        let eyes = Eyes::of(state, standing.country);
        let march = if way.is_empty() {
            paths::cheapest(standing.at, *to, MOST_MP, Marcher::default(), &eyes)?
        } else {
            paths::along(standing.at, way, 0, Marcher::default(), &eyes).ok()?
        };
        Some((*stack, &standing.stack, deed_of(state, standing, &march)))
    };
    let (last, before) = orders.split_last()?;
    let (stack, own, done) = deed(last)?;
    let others = before.iter().filter_map(deed).filter(|(other, ..)| *other != stack);
    let mut deeds: Vec<(&Stack, Deed)> = others.map(|(_, other, done)| (other, done)).collect();
    let without = check(campaign, &deeds);
    deeds.push((own, done));
    // What the others may not do already is not this one's fault.
    let all = if without.is_ok() { check(campaign, &deeds) } else { Ok(()) };
    check(campaign, &[(own, done)]).and(all).err()
}

/// What a player may lodge: the dearest campaign of each of his countries, marches and voyages to the places next to his stacks; held back by
/// an enemy there, or not.
pub(crate) fn offers_to_lodge(state: &Position, seat: &SeatId, table: &View) -> Option<Offer> {
    if !state.board.is_in_use() || state.frames.any(|open| *open == Frame::Movement(seat.clone())) {
        return None;
    }
    let dearest = Campaign { land: Kind::Multiple, sea: Kind::Multiple };
    let paid = |country| Order::Campaign { country, campaign: dearest };
    let mut orders: Vec<Order> = state.countries_of(seat).into_iter().map(paid).collect();
    let mut near = BTreeSet::new();
    for (stack, standing) in own_stacks(state, seat) {
        let is_naval = standing.stack.is_naval();
        let next = standing.at.neighbours().iter().map(|(place, _)| *place);
        for to in next.filter(|to| to.site().is_sea() == is_naval) {
            near.insert(to);
            orders.push(if is_naval {
                Order::Sail { stack, way: vec![to], landing: None }
            } else {
                Order::March { stack, to, way: Vec::new(), pillage: true, counter: Vec::new() }
            });
        }
    }
    let orders = orders.into_iter().filter(|order| may_lodge(state, seat, order).is_ok());
    let orders: Vec<Value> = orders.filter_map(|order| serde_json::to_value(order).ok()).collect();
    let unless = near.into_iter().filter_map(|at| serde_json::to_value(Unless::Enemy { at }).ok());
    lodged::offer(table, &orders, &unless.collect::<Vec<_>>())
}

/// Whether an order is held back as the board stands.
pub(crate) fn holds_back(state: &Position, seat: &SeatId, unless: &Unless) -> bool {
    let Unless::Enemy { at } = unless;
    let is_enemy = |standing: &Standing| {
        let at_war = |own: &_| state.are_at_war(*own, standing.country);
        state.countries_of(seat).iter().any(at_war)
    };
    state.board.stacks.values().any(|standing| standing.at == *at && is_enemy(standing))
}
