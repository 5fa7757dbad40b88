//! The board as a subject of the game: what is ordered on it and what may be, and what happens there.

use super::control::Eyes;
use super::{Happened, Led, Order, lodged, offers, orders, serving};
use crate::attrition::What;
use crate::control::{Control as _, Stance};
use crate::country::Country;
use crate::prices;
use crate::thirds::Thirds;
use crate::units::Counter;
use crate::upkeep::{Allowed, rate};
use crate::{Europa, Position};
use std::collections::BTreeSet;
use table::Stage;
use table::assent::{Assent, Rests, Weight};
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

/// Who holds a province rests on the word of its holder's player, and on all others' where nobody plays its holder; on their vote where who gets
/// it is at peace with whom nobody plays. A revolt, and the cold, rest on the same. Troops that are put on the board, and leaders whom the bot does
/// not know, rest on all, but for what a country begins the campaign with. All else on the board is one's own, or the bot works it out.
fn rests_on(table: &Table<'_, '_, Europa>, seat: &SeatId, order: &Order) -> Option<Assent> {
    let state = table.state();
    let on_all = || Assent::light(table.players());
    // Whoever has a province is asked; what harms himself he says alone.
    let of_holder = |eyes: Eyes<'_>, place, harms: bool| {
        let player = eyes.holder(place).and_then(|holder| state.seat_of(holder).cloned());
        match player {
            Some(player) if player == *seat => {
                if harms {
                    None
                } else {
                    on_all()
                }
            }
            player => Assent::grave(player).or_else(on_all),
        }
    };
    let eyes = || state.countries_of(seat).into_iter().next().map(|own| Eyes::of(state, own));
    match order {
        Order::Hold { place, country } => {
            let eyes = Eyes::of(state, *country);
            let holder = eyes.holder(*place);
            let is_taken_at_peace =
                holder.is_some_and(|holder| state.seat_of(holder).is_none() && !eyes.is_enemy(holder));
            if is_taken_at_peace {
                let of = state.seat_of(*country).unwrap_or(seat);
                return Some(Assent { of: BTreeSet::from([of.clone()]), weight: Weight::Decisive });
            }
            of_holder(eyes, *place, true)
        }
        Order::Revolt { place, size } => {
            let rises = *size > state.board.revolts.get(place).copied().unwrap_or(0);
            of_holder(eyes()?, *place, rises)
        }
        Order::Cold { place, .. } => of_holder(eyes()?, *place, false),
        Order::Weather { .. } => on_all(),
        Order::Deploy { country, place, counters, leader, .. } => {
            let is_known = leader.as_ref().is_none_or(|leader| is_known(state, *country, leader));
            let at_home =
                place.site().is_sea() || Eyes::of(state, *country).stance(*place) == Stance::Friendly;
            if !at_home {
                return of_holder(Eyes::of(state, *country), *place, false);
            }
            let begins = state.is_set_up(table.options()) && begins_with(state, *country, counters);
            if begins && is_known { None } else { on_all() }
        }
        Order::Lead { stack, leader: Some(leader) } => {
            let country = state.board.stacks.get(stack)?.country;
            if is_known(state, country, leader) { None } else { on_all() }
        }
        _ => None,
    }
}

/// Whether a leader is one of those who serve a country now, as the list of leaders has him.
fn is_known(state: &Position, country: Country, leader: &Led) -> bool {
    [false, true].into_iter().any(|naval| serving(state, country, naval).contains(leader))
}

/// Whether a country may have so many troops or ships more when the campaign begins, without being asked: on land twice what it keeps for
/// nothing and what it may buy in a turn, at sea as many as it may have at all; of one without a table 4 LD and 2 ND. Ours, wider than any set-up.
fn begins_with(state: &Position, country: Country, counters: &[Counter]) -> bool {
    let (land, sea) = prices::forces(country, state.turn.period()).map_or((4, 2), |forces| {
        let free = Allowed::of(&forces.free);
        let land = 2 * (u32::from(free.land) + u32::from(free.either)) + u32::from(forces.buys[1]);
        (land, u32::from(forces.ships))
    });
    let own = state.board.stacks.values().flat_map(|standing| &standing.stack.0);
    let own = own.filter(|unit| unit.country == country).map(|unit| unit.counter);
    let (mut ashore, mut afloat) = (0, 0);
    for counter in own.chain(counters.iter().copied()) {
        let of_its_kind = if counter.is_naval() { &mut afloat } else { &mut ashore };
        *of_its_kind += u32::from(rate(counter).unwrap_or(0));
    }
    ashore <= land && afloat <= sea
}

/// To whom an order hands something lasting of a seat's own: a province that it says another holds.
pub(crate) fn gives(state: &Position, seat: &SeatId, order: &Order) -> BTreeSet<SeatId> {
    let Order::Hold { place, country } = order else { return BTreeSet::new() };
    let holder = Eyes::of(state, *country).holder(*place);
    let is_own = holder.is_some_and(|holder| state.seat_of(holder) == Some(seat));
    let to = state.seat_of(*country);
    // Whoever has no player brings it to nobody: it is gone all the same.
    if is_own && to != Some(seat) { BTreeSet::from([to.unwrap_or(seat).clone()]) } else { BTreeSet::new() }
}

impl Ordered<Europa> for OnTheBoard {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Orders;
    const RESTS: Rests<Europa, Order> = Rests::On(rests_on);

    fn decide(table: &mut Table<'_, '_, Europa>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        orders::decide(table, seat, order)
    }
}
