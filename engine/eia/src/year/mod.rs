//! What the year brings of itself where the bot keeps politics: the economic phase's victory points and the drift on the political status
//! track, with the economic losses of those who stand low on it.

pub mod drift;
pub mod points;

use super::oob::Zone;
use super::powers::Power;
use super::{EmpiresInArms, Position};
use drift::Adjusted;
use points::{Collected, Gift, Loss};
use serde::{Deserialize, Serialize};
use table::assent::Rests;
use table::by_subject::{Ordered, Regent, Subject};
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::view::View;

/// What a player orders about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "year", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Great Britain's standing order to give up VP so that an enemy loses as many (8.1); without an amount it stands no more.
    Gift {
        /// Whose VP it takes.
        of: Power,
        /// The most VP that it gives up in an economic phase; 0 takes the order back.
        most: u32,
    },
}

/// What happened in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// Great Britain's standing order was given or taken back.
    GiftOrdered {
        /// The order; `None` where it was taken back.
        gift: Option<Gift>,
    },
    /// The victory points of an economic phase were collected (8.1).
    PointsCollected(Collected),
    /// A power that stands low on the track may collect half its money and manpower alone (10.5.2).
    LossRolled(Loss),
    /// The powers drifted on the political status track.
    StatusAdjusted(Adjusted),
}

/// The year, as a subject of the game.
pub enum Year {}

impl Subject<EmpiresInArms> for Year {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        match happened {
            Happened::GiftOrdered { gift } => state.politics.gift = gift,
            Happened::PointsCollected(collected) => state.vp.extend(collected.now),
            Happened::LossRolled(loss) => {
                if loss.halves() {
                    state.economy.halved.insert(loss.power);
                }
            }
            Happened::StatusAdjusted(adjusted) => state.pp.extend(adjusted.now),
        }
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        points::offers(state, table)
    }
}

impl Ordered<EmpiresInArms> for Year {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Leaves;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::OnNobody;

    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        match order {
            Order::Gift { of, most } => points::ordered(table, seat, of, most),
        }
    }
}

/// The economic phase begins: victory points, who has won by them, and the losses of those who stand low.
pub(super) fn economic_phase_begins(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    if !table.state().politics.on_track {
        return Ok(());
    }
    points::collect(table)?;
    if super::conclusion::by_victory_points(table)? {
        return Ok(());
    }
    points::losses(table)
}

/// The economic phase ends: the powers drift.
pub(super) fn economic_phase_ends(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    if !table.state().politics.on_track {
        return Ok(());
    }
    super::board::dominance::test(table)?;
    drift::adjust(table)?;
    super::uncontrolled::lost(table, &[Zone::Instability, Zone::Fiasco])
}
