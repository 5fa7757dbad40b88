//! What is done about the group's own map.

use super::offers;
use super::*;
use crate::told::{control, counters};
use crate::{Event, Position};
use table::assent::Rests;
use table::by_subject::{Ordered, Regent, Subject};
use table::game::Table;
use table::offers::Offer;
use table::order::no_seat;
use table::view::View;

/// The group's own map, as a subject of the game.
pub enum OwnMap {}

impl Subject<EmpiresInArms> for OwnMap {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        if let Some((from, to)) = state.map.apply(happened) {
            counters::renamed(&mut state.counters, &from, &to);
            control::renamed(&mut state.control, &from, &to);
        }
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        offers::offers(state, table)
    }

    /// What the group has agreed about the map outlasts going back, and so do its points.
    fn outlasts_going_back(_happened: &Happened) -> bool {
        true
    }
}

impl Ordered<EmpiresInArms> for OwnMap {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Orders;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::OnNobody;
    const IS_BEFORE_PLAY: bool = true;

    /// An order about the map.
    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        the_voter(table, seat)?;
        match order {
            Order::Propose { what } => {
                let map = &table.state().map;
                has_room(map.open.len())?;
                map.changed(&what)?;
                let proposal = map.last + 1;
                emit(table, Happened::MapProposed { proposal, seat: seat.clone(), what })?;
                hold_if_confirmed(table, proposal)
            }
            Order::Confirm { proposal } => {
                let proposed = open(table, proposal)?;
                may_confirm(&proposed.by, &proposed.confirmed, seat)?;
                emit(table, Happened::MapConfirmed { proposal, seat: seat.clone() })?;
                hold_if_confirmed(table, proposal)
            }
            Order::Withdraw { proposal } => {
                may_withdraw(&open(table, proposal)?.by, seat)?;
                emit(table, Happened::MapWithdrawn { proposal })
            }
            Order::Point { area, x, y } => point(table, area, (x, y)),
        }
    }

    /// An order of the host who has no seat, before play begins: nobody else has a say yet, so it holds at once.
    fn decide_for_host(table: &mut Table<'_, '_, EmpiresInArms>, order: Order) -> Result<(), Refusal> {
        match order {
            Order::Propose { what } => {
                let digest = table.state().map.changed(&what)?.map(|pack| pack.digest());
                emit(table, Happened::MapMade { what, digest })
            }
            Order::Point { area, x, y } => point(table, area, (x, y)),
            Order::Confirm { .. } | Order::Withdraw { .. } => Err(no_seat()),
        }
    }
}
/// An area is drawn at a point.
fn point(table: &mut Table<'_, '_, EmpiresInArms>, area: String, (x, y): (u32, u32)) -> Result<(), Refusal> {
    let pack = table.state().map.laid()?;
    if let Some(picture) = table.state().map.picture.filter(|picture| x > picture.wide || y > picture.high) {
        return Err(Refusal::new(said!(
            "{}, {} lies outside of the picture, which has {} by {} pixels.",
            x,
            y,
            picture.wide,
            picture.high
        )));
    }
    let after = pack.with_point(&area, (x, y)).map_err(Refusal::new)?;
    if after == *pack {
        return Err(Refusal::new(said!("All of that stands so already.")));
    }
    // On the record stands the area's own name.
    let area = pack.place(&area).map_or(area, |place| pack.areas()[place].name.clone());
    emit(table, Happened::MapPoint { area, x, y, digest: after.digest() })
}

fn emit(table: &mut Table<'_, '_, EmpiresInArms>, happened: Happened) -> Result<(), Refusal> {
    table.emit(&Event::Map(happened))
}

/// Where enough others have confirmed a change, it holds.
fn hold_if_confirmed(table: &mut Table<'_, '_, EmpiresInArms>, proposal: u32) -> Result<(), Refusal> {
    let voters = table.players();
    let Some(proposed) = table.state().map.open.get(&proposal) else { return Ok(()) };
    let confirmed = proposed.confirmed.iter().filter(|seat| voters.contains(seat)).count();
    if confirmed < needed(&voters, &proposed.by) && !table.is_gathering() {
        return Ok(());
    }
    // A correction of what has changed meanwhile may not fit any more.
    let digest = table.state().map.after(&proposed.change)?.map(|pack| pack.digest());
    emit(table, Happened::MapHolds { proposal, digest })
}

/// Whether a seat has a say about the map.
fn the_voter(table: &Table<'_, '_, EmpiresInArms>, seat: &SeatId) -> Result<(), Refusal> {
    if table.is_gathering() {
        return if table.is_the_hosts() {
            Ok(())
        } else {
            Err(Refusal::new(said!(
                "Before play begins the host alone lays a map; later its players agree on it."
            )))
        };
    }
    if table.players().contains(seat) {
        Ok(())
    } else {
        Err(Refusal::new(said!("Your seat has no vote in this matter.")))
    }
}

fn open(table: &Table<'_, '_, EmpiresInArms>, proposal: u32) -> Result<Proposal, Refusal> {
    table.state().map.open.get(&proposal).cloned().ok_or_else(|| {
        Refusal::new(said!(
            "This change of the map is not proposed any more: it holds, was withdrawn, or another took its place. /map pack shows how it stands."
        ))
    })
}
