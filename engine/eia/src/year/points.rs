//! The victory points of an economic phase (8.1), and the economic losses of those who stand low on the track (10.5.2).

use super::{Happened, Order};
use crate::guards::at_war;
use crate::oob::{BOXES, StatusBox};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::view::View;
use table::{rule, said};

/// Great Britain's standing order: it gives up some of the VP of an economic phase so that an enemy loses as many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gift {
    /// Whose VP it takes.
    pub of: Power,
    /// The most VP that it gives up; never more than a third of what it collects.
    pub most: u32,
}

/// The victory points of an economic phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Collected {
    /// What each power collects by its box of the track, in VP.
    pub gained: BTreeMap<Power, i64>,
    /// How many of its own Great Britain gave up, and who lost as many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<Given>,
    /// Where each power stood on the track when it collected, as its PP in halves.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub status: BTreeMap<Power, i64>,
    /// The VP of each power now.
    pub now: BTreeMap<Power, i64>,
    /// The rules: a power that is out of the game collects nothing (`house.auction.no-more-vp`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
}

/// What Great Britain gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Given {
    /// Who lost as many.
    pub of: Power,
    /// How many VP.
    pub points: i64,
}

/// An economic loss that was rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loss {
    /// Which power.
    pub power: Power,
    /// The number of its box that the die must exceed.
    pub number: i64,
    /// The die.
    pub die: u8,
}

impl Loss {
    /// Whether the power collects half its money and manpower alone.
    #[must_use]
    pub fn halves(&self) -> bool {
        i64::from(self.die) <= self.number
    }
}

/// Great Britain gives up at most this part of what it collects.
const PART: i64 = 3;

/// What a standing order comes to: the enemy loses no more than it has, and Great Britain gives no more than a third of what it collects.
fn given(state: &Position, gained: i64) -> Option<Given> {
    let Gift { of, most } = state.politics.gift?;
    if !state.are_at_war(Power::GreatBritain, of) {
        return None;
    }
    let has = state.vp.get(&of).copied().unwrap_or(0) + gains(state, of);
    let points = i64::from(most).min(gained / PART).min(has);
    (points > 0).then_some(Given { of, points })
}

/// VP that a power collects now by its box of the track.
fn gains(state: &Position, power: Power) -> i64 {
    state.status(power).map_or(0, |at| at.points().value)
}

/// VP that a power can collect in one economic phase: by its box of the track, or the most that any box gives where that is not kept.
pub(crate) fn step(state: &Position, power: Power) -> i64 {
    let most = || (0..BOXES).filter_map(StatusBox::at).map(|at| at.points().value).max().unwrap_or(0);
    state.status(power).map_or_else(most, |at| at.points().value)
}

/// Everybody collects.
pub(super) fn collect(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let state = table.state();
    let gained: BTreeMap<Power, i64> =
        state.major_powers().map(|power| (power, gains(state, power))).collect();
    let has = |power: &Power| state.vp.get(power).copied().unwrap_or(0);
    let mut now: BTreeMap<Power, i64> =
        gained.iter().map(|(power, gained)| (*power, has(power) + gained)).collect();
    let given = gained.get(&Power::GreatBritain).and_then(|gained| given(state, *gained));
    if let Some(Given { of, points }) = given {
        for loses in [Power::GreatBritain, of] {
            now.entry(loses).and_modify(|now| *now -= points);
        }
    }
    let is_out = state.choice.holdings.keys().any(|power| state.is_out(*power));
    let rules = if is_out { vec![rule!("house.auction.no-more-vp")] } else { Vec::new() };
    let stood = state.major_powers().filter(|power| state.status(*power).is_some());
    let status = stood.map(|power| (power, state.pp_of(power))).collect();
    table.emit(&Event::Year(Happened::PointsCollected(Collected { gained, given, status, now, rules })))
}

/// Those who stand low on the track roll whether they collect half alone.
pub(super) fn losses(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let state = table.state();
    let number = |power| state.status(power).map_or(0, |at: StatusBox| at.loss().value);
    let low: Vec<(Power, i64)> =
        state.major_powers().map(|power| (power, number(power))).filter(|(_, number)| *number > 0).collect();
    let Some(month) = state.month() else { return Ok(()) };
    for (power, number) in low {
        let die = table.die(&format!("loss/{month}/{}", power.key()), 6, "economic loss")?;
        table.emit(&Event::Year(Happened::LossRolled(Loss { power, number, die })))?;
    }
    Ok(())
}

/// Great Britain's player gives or takes back its standing order.
pub(super) fn ordered(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    of: Power,
    most: u32,
) -> Result<(), Refusal> {
    let state = table.state();
    if !crate::politics::is_kept(table) {
        return Err(crate::politics::not_kept());
    }
    if !state.bidders(seat).contains(&Power::GreatBritain) {
        return Err(Refusal::new(said!(
            "Only Great Britain gives up victory points so that an enemy loses them."
        )));
    }
    if most == 0 {
        return match state.politics.gift {
            Some(_) => table.emit(&Event::Year(Happened::GiftOrdered { gift: None })),
            None => Err(Refusal::new(said!("No such order stands."))),
        };
    }
    at_war(state, Power::GreatBritain, of)?;
    let gift = Some(Gift { of, most });
    if state.politics.gift == gift {
        return Err(Refusal::new(said!("That order stands already.")));
    }
    table.emit(&Event::Year(Happened::GiftOrdered { gift }))
}

/// The order that Great Britain's player could give or take back.
pub(super) fn offers(state: &Position, table: &View) -> Vec<Offer> {
    let britain = Power::GreatBritain;
    let plays = table.seat().is_some_and(|seat| state.bidders(seat).contains(&britain));
    if !plays || table.as_regent || !state.politics.on_track {
        return Vec::new();
    }
    let most = |least: i64, most: i64| Field::required("most", Kind::Whole { least, most });
    let mut offers = Vec::new();
    let enemies: Vec<&str> = state.enemies(britain).map(Power::key).collect();
    if let Some(of) = enemies.first().and_then(|key| Power::by_key(key)) {
        let of_whom = Field::required("of", Kind::one_of(&enemies));
        let order = Order::Gift { of, most: 1 };
        offers.push(Offer::of_order("year", order, vec![of_whom, most(1, 12)]));
    }
    if let Some(Gift { of, .. }) = state.politics.gift {
        offers.push(Offer::of_order("year", Order::Gift { of, most: 0 }, Vec::new()).back());
    }
    offers
}
