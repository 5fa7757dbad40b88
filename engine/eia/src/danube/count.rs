//! What the war on the Danube counts: cities at each month's end, what the enemy lost at the last, and how it ends.

use super::{Side, numbers};
use crate::ground::Ground;
use crate::land::phase::{Count, Happened, Line, Outcome, Why, Won};
use crate::map::AreaId;
use crate::months::Month;
use crate::pieces::Owner;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use std::collections::{BTreeMap, BTreeSet};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;

/// The factors of a nation on the map: what it had and what came, less what is gone. It is public.
#[must_use]
pub fn strength_of(state: &Position, power: Power) -> u32 {
    let owner = Owner::Power(power);
    let gone: u32 = state.land.gone.get(&owner).into_iter().flat_map(BTreeMap::values).sum();
    came(state, owner).saturating_sub(gone)
}

/// The factors with which a nation began, and those that came since.
fn came(state: &Position, owner: Owner) -> u32 {
    let Some(set_up) = state.historical_set_up() else { return 0 };
    let corps = set_up.contents.known_corps().filter(|(corps, _)| corps.owner() == owner);
    let corps: u32 = corps.map(|(_, factors)| factors.total()).sum();
    let garrisons = set_up.pieces.garrisons.iter().filter(|(garrison, _)| garrison.of == owner);
    let garrisons: u32 = garrisons.map(|(_, factors)| *factors).sum();
    let month = state.month();
    let arrived = set_up.arrivals.iter().filter(|(at, _)| month.is_some_and(|month| **at <= month));
    let arrived = arrived.flat_map(|(_, arrivals)| arrivals).filter(|arrival| arrival.corps.owner() == owner);
    corps + garrisons + arrived.map(|arrival| arrival.holds.total()).sum::<u32>()
}

/// What a month's end brings each side for its cities.
#[must_use]
pub fn cities(state: &Position, month: Month) -> Vec<Line> {
    let ground = Ground::of(state);
    let times = if month == numbers().points.doubled { 2 } else { 1 };
    let mut lines = Vec::new();
    for side in Side::BOTH {
        for (area, points) in side.cities() {
            let holder = ground.holder(*area).map(Side::of);
            if holder == Some(side) {
                lines.push(Line { side, points: points * times, why: Why::City { area: *area } });
            }
        }
    }
    lines
}

/// The power with which a nation began the war, whoever has conquered it since.
fn began_with(state: &Position, owner: Owner) -> Option<Power> {
    match owner {
        Owner::Power(power) => Some(power),
        Owner::Minor(minor) => state.board.at_start(minor).by(),
    }
}

/// What the end of the war brings each side for what the other lost.
#[must_use]
pub fn losses(state: &Position) -> Vec<Line> {
    let numbers = &numbers().points;
    let mut lines = Vec::new();
    for side in Side::BOTH {
        let enemy = side.other();
        let gone = |owner: &Owner| began_with(state, *owner).is_some_and(|power| Side::of(power) == enemy);
        let of_enemy = state.land.gone.iter().filter(|(owner, _)| gone(owner));
        let factors: u32 = of_enemy.flat_map(|(_, by_cause)| by_cause.values()).sum();
        let points = i64::from(factors / numbers.factors);
        if points > 0 {
            lines.push(Line { side, points, why: Why::Factors { factors } });
        }
        let leaders = state.land.leaders_lost.iter().filter(|leader| gone(&leader.owner())).count();
        if leaders > 0 {
            let points = numbers.leader * i64::try_from(leaders).unwrap_or(0);
            lines.push(Line {
                side,
                points,
                why: Why::Leaders { leaders: u32::try_from(leaders).unwrap_or(0) },
            });
        }
    }
    lines
}

/// All points if the war ended now: those of the months that are over, and what the end brings for what each side lost.
#[must_use]
pub fn if_it_ended_now(state: &Position) -> (Count, Vec<Line>) {
    let lines = losses(state);
    let mut count = state.land.count.clone();
    count.add(&lines);
    (count, lines)
}

/// What the points of both sides come to.
#[must_use]
pub fn outcome(count: &Count) -> Outcome {
    let result = &numbers().result;
    let margin = count.of(Side::France) - count.of(Side::Allies);
    if margin >= result.decisive {
        Outcome::Decisive
    } else if margin >= result.france {
        Outcome::France
    } else if margin >= result.drawn {
        Outcome::Drawn
    } else {
        Outcome::Allies
    }
}

/// The seats of those who would not win if the war ended now: nobody makes them lose it by a vote. Both sides' where it would be drawn.
pub(crate) fn who_loses_by_an_end(state: &Position) -> BTreeSet<SeatId> {
    let loses = |side: Side| match outcome(&if_it_ended_now(state).0) {
        Outcome::Decisive | Outcome::France => side == Side::Allies,
        Outcome::Allies => side == Side::France,
        Outcome::Drawn => true,
    };
    let all = state.choice.holdings.iter().filter(|(power, _)| loses(Side::of(**power)));
    all.map(|(_, holding)| holding.seat.clone()).collect()
}

/// What ends the war before its last month, as the board stands.
fn ends_at_once(state: &Position) -> Option<Outcome> {
    let at_once = &numbers().at_once;
    let ground = Ground::of(state);
    let holds = |area: AreaId, side: Side| ground.holder(area).map(Side::of) == Some(side);
    if holds(at_once.allies_hold, Side::Allies) {
        return Some(Outcome::Allies);
    }
    let is_beaten = strength_of(state, Power::Austria) < at_once.austria_below;
    (is_beaten && holds(at_once.france_holds, Side::France)).then_some(Outcome::Decisive)
}

/// A slot is over: whether the war ends with it, before the month is.
///
/// # Errors
/// A refusal where it cannot be written.
pub fn is_over_at_once(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<bool, Refusal> {
    let early = if table.state().is_danube() { ends_at_once(table.state()) } else { None };
    if early.is_some() {
        concludes(table, early)?;
    }
    Ok(early.is_some())
}

/// A month is over: its cities are counted, and with the last month, or at once, the war ends. Whether it does.
///
/// # Errors
/// A refusal where it cannot be written.
pub fn month_ends(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<bool, Refusal> {
    let lines = cities(table.state(), month);
    table.emit(&Event::Land(Happened::Counted { month, lines }))?;
    let early = ends_at_once(table.state());
    if early.is_none() && month < table.state().ends {
        return Ok(false);
    }
    concludes(table, early)?;
    Ok(true)
}

/// The war ends, now: its last count.
///
/// # Errors
/// A refusal where it cannot be written.
pub fn concludes(table: &mut Table<'_, '_, EmpiresInArms>, early: Option<Outcome>) -> Result<(), Refusal> {
    let (count, lines) = if_it_ended_now(table.state());
    let outcome = early.unwrap_or_else(|| outcome(&count));
    let won = Won { outcome, early: early.is_some(), lines, count };
    table.emit(&Event::Land(Happened::Won(won)))
}
