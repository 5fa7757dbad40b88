//! Marching: the way, what the campaign covers, who is asked whether he intercepts, attrition, arrival.

use super::control::Eyes;
use super::intercept::{Interceptions, can_intercept};
use super::orders::{check_place, covered, die, emit, in_its_place, missing_in, not_fighting, own_stack};
use super::{Attrited, Happened, Order, Standing, Track, UnderWay, fleet};
use crate::attrition::{Due, Effect, Pillages};
use crate::attrition_land::{self, Moved, Shipped};
use crate::campaigns::{Deed, Kind};
use crate::control::{Control, Stance};
use crate::counters::{self as losses, Spare};
use crate::geography::Place;
use crate::interception::Chain;
use crate::losses::Counters;
use crate::outline::Frame;
use crate::paths::{self, MOST_MP, March, Marcher};
use crate::switches;
use crate::thirds::Thirds;
use crate::units::{Stack, Unit};
use crate::{Europa, Position, Round};
use std::collections::BTreeSet;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// A stack marches.
pub(super) fn march(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    stack: u32,
    to: Place,
    way: &[Place],
    pillage: bool,
    counter: Vec<u32>,
) -> Result<(), Refusal> {
    let state = table.state();
    let march = may_march(state, seat, stack, to, way, &counter)?;
    let standing = own_stack(state, seat, stack)?.clone();
    let under_way = UnderWay { pillage, counter, ..UnderWay::new(state, stack, march) };
    set_out(table, &standing, under_way)
}

/// The march that a stack may make to a place, by a way of its player's own or the cheapest.
pub(super) fn may_march(
    state: &Position,
    seat: &SeatId,
    stack: u32,
    to: Place,
    way: &[Place],
    counter: &[u32],
) -> Result<March, Refusal> {
    let standing = may_march_at_all(state, seat, stack)?;
    if standing.at == to {
        return Err(Refusal::new(said!("The stack stands in {} already.", to.name())));
    }
    let eyes = Eyes::of(state, standing.country);
    let march = if way.is_empty() {
        let left = MOST_MP.saturating_sub(standing.moved);
        paths::cheapest(standing.at, to, left, Marcher::default(), &eyes).ok_or_else(|| {
            Refusal::under(
                rule!("fast-battle.aids.movement-costs"),
                said!(
                    "There is no march from {} to {} within the {} MP that the stack has left.",
                    standing.at.name(),
                    to.name(),
                    left
                ),
            )
        })?
    } else {
        paths::along(standing.at, way, standing.moved, Marcher::default(), &eyes)?
    };
    counters(state, seat, stack, counter)?;
    may_set_out(state, seat, stack, standing, &march)?;
    Ok(march)
}

/// The marches that a player may order of a stack now, to each place the cheapest; none outside of his own segment.
#[must_use]
pub fn marches(state: &Position, seat: &SeatId, stack: u32) -> Vec<March> {
    let Some((standing, mut all)) = in_reach(state, seat, stack) else { return Vec::new() };
    all.retain(|march| may_set_out(state, seat, stack, standing, march).is_ok());
    all
}

/// The places that a stack has the MP for now and may enter, but for the campaign that its player has announced: under a larger one it could
/// march there. None where he has announced none.
#[must_use]
pub fn marches_beyond(state: &Position, seat: &SeatId, stack: u32) -> Vec<Place> {
    let Some((standing, all)) = in_reach(state, seat, stack) else { return Vec::new() };
    let beyond = |march: &&March| {
        covered(state, seat, stack, standing, deed_of(state, standing, march)).is_err()
            && check_place(state, standing.country, march.to(), &standing.stack, &[stack]).is_ok()
    };
    let announced = state.board.announced.contains(seat);
    all.iter().filter(|_| announced).filter(beyond).map(March::to).collect()
}

/// A stack that a player may order to march now, with the cheapest way to each place that it has the MP for.
fn in_reach<'p>(state: &'p Position, seat: &SeatId, stack: u32) -> Option<(&'p Standing, Vec<March>)> {
    let standing = may_march_at_all(state, seat, stack).ok()?;
    let order = Order::March { stack, to: standing.at, way: Vec::new(), pillage: false, counter: Vec::new() };
    in_its_place(state, seat, &order).ok()?;
    let eyes = Eyes::of(state, standing.country);
    let left = MOST_MP.saturating_sub(standing.moved);
    Some((standing, paths::all_cheapest(standing.at, left, Marcher::default(), &eyes)))
}

/// The stacks of a player that may counter-intercept who intercepts a march.
pub(super) fn may_counter(state: &Position, seat: &SeatId, stack: u32) -> Vec<u32> {
    let all = state.board.stacks.keys();
    all.copied().filter(|other| counters(state, seat, stack, &[*other]).is_ok()).collect()
}

/// A stack that may march, wherever it goes.
fn may_march_at_all<'p>(state: &'p Position, seat: &SeatId, stack: u32) -> Result<&'p Standing, Refusal> {
    let standing = own_stack(state, seat, stack)?;
    may_move(state, stack, standing)?;
    if standing.stack.is_naval() {
        return Err(Refusal::new(said!("Ships sail; they do not march. /europa sea sail moves them.")));
    }
    if standing.aboard.is_some() {
        return Err(Refusal::new(said!("These troops are aboard ships. /europa sea land puts them ashore.")));
    }
    Ok(standing)
}

/// Whether a stack may move at all: it fights no battle and has no retreat to make.
pub(super) fn may_move(state: &Position, stack: u32, standing: &Standing) -> Result<(), Refusal> {
    not_fighting(&state.board, stack)?;
    if state.must_retreat(stack) {
        return Err(Refusal::new(said!("This stack was beaten and has its retreat to make first.")));
    }
    if standing.owes > Thirds::NONE {
        return Err(Refusal::under(
            rule!("fast-battle.losses.applied-to-counters"),
            said!("A loss of {} is to be taken off this stack first.", standing.owes.to_string()),
        ));
    }
    if standing.track.explored {
        return Err(Refusal::under(
            rule!("fast-battle.exploration.sequence"),
            said!(
                "This stack has explored in this round. A stack moves first, rolls its attrition, and explores after that, once a round."
            ),
        ));
    }
    Ok(())
}

/// Checks the stacks that would counter-intercept: the mover's own, on land, each once.
fn counters(state: &Position, seat: &SeatId, stack: u32, counter: &[u32]) -> Result<(), Refusal> {
    for (i, number) in counter.iter().enumerate() {
        let other = own_stack(state, seat, *number)?;
        if *number == stack || counter[..i].contains(number) || other.stack.is_naval() {
            return Err(Refusal::under(
                rule!("fast-battle.aids.interception-evasion"),
                said!("Another land stack of yours counter-intercepts, each one once."),
            ));
        }
        may_move(state, *number, other)?;
    }
    Ok(())
}

/// Whether a stack may set out: the campaign must cover it, and there must be room where it goes.
pub(super) fn may_set_out(
    state: &Position,
    seat: &SeatId,
    stack: u32,
    standing: &Standing,
    march: &March,
) -> Result<(), Refusal> {
    covered(state, seat, stack, standing, deed_of(state, standing, march))?;
    check_place(state, standing.country, march.to(), &standing.stack, &[stack])
}

/// A stack that may do so sets out: enemies near its way are asked whether they intercept.
pub(super) fn set_out(
    table: &mut Table<'_, '_, Europa>,
    standing: &Standing,
    under_way: UnderWay,
) -> Result<(), Refusal> {
    ask(table, standing, under_way, false)
}

/// Enemies near a way are asked whether they intercept; where there are none the stack arrives at once.
fn ask(
    table: &mut Table<'_, '_, Europa>,
    standing: &Standing,
    mut under_way: UnderWay,
    goes_on: bool,
) -> Result<(), Refusal> {
    let asked = asked(table.state(), standing, &under_way, goes_on);
    if asked.is_empty() {
        return arrive(table, &under_way, None);
    }
    let round = Round::Intercept(Interceptions(under_way.number));
    under_way.asked.clone_from(&asked);
    let rules = vec![
        rule!("fast-battle.interception.allowed"),
        rule!("fast-battle.round.interception-inside-movement"),
        rule!("fast-battle.campaign.before-own-move"),
    ];
    let march = under_way.number;
    table.push(None, &Frame::March(Box::new(under_way)))?;
    emit(table, Happened::MarchBegun { march, goes_on, rules })?;
    table.open_envelopes(&round, asked.into_iter().collect(), false)
}

/// A march is over. What its stack has still to lose is asked of its owner all the same.
pub(super) fn over(table: &mut Table<'_, '_, Europa>, under_way: &UnderWay) -> Result<(), Refusal> {
    table.end(&Frame::March(Box::new(under_way.clone())))?;
    super::orders::ask_for_losses(table)
}

/// A march was intercepted, and the battle is decided. It goes on along its way where its stack still stands there and no enemy bars the
/// place; that is our reading, and nothing but what its player ordered. A voyage ends where it was intercepted.
pub(crate) fn march_on(table: &mut Table<'_, '_, Europa>, before: &UnderWay) -> Result<(), Refusal> {
    over(table, before)?;
    let state = table.state();
    let Some(standing) = state.board.stacks.get(&before.stack).cloned() else { return Ok(()) };
    let eyes = Eyes::of(state, standing.country);
    let barred = state
        .board
        .at(standing.at)
        .any(|(_, other)| eyes.is_enemy(other.country) && other.is_afield() && !other.stack.is_naval());
    let come = before.march.entered().position(|place| place == standing.at);
    let rest: Vec<paths::Step> = come.map(|come| before.march.steps[come + 1..].to_vec()).unwrap_or_default();
    if rest.is_empty()
        || barred
        || standing.stack.is_naval()
        || may_move(state, before.stack, &standing).is_err()
    {
        return Ok(());
    }
    let march = March { from: standing.at, steps: rest };
    if check_place(state, standing.country, march.to(), &standing.stack, &[before.stack]).is_err() {
        return Ok(());
    }
    let new = UnderWay::new(state, before.stack, march);
    let under_way = UnderWay { pillage: before.pillage, counter: before.counter.clone(), ..new };
    ask(table, &standing, under_way, true)
}

/// A movement segment ends: each stack that has a cause, by its move or without any, rolls once.
pub(crate) fn attrition_of_all(table: &mut Table<'_, '_, Europa>, seat: &SeatId) -> Result<(), Refusal> {
    let state = table.state();
    let own = state.board.stacks.iter().filter(|(n, standing)| {
        state.seat_of(standing.country) == Some(seat)
            && standing.aboard.is_none()
            && not_fighting(&state.board, **n).is_ok()
    });
    let own: Vec<u32> = own.map(|(n, _)| *n).collect();
    for stack in own {
        let Some(standing) = table.state().board.stacks.get(&stack).cloned() else { continue };
        attrition_of_the_segment(table, stack, &standing)?;
    }
    Ok(())
}

/// A stack rolls for its whole move of the segment, in however many orders it was made, or for staying where it is: unless it has, or has no
/// cause. Of a voyage that is rolled when it ends.
pub(super) fn attrition_of_the_segment(
    table: &mut Table<'_, '_, Europa>,
    stack: u32,
    standing: &Standing,
) -> Result<(), Refusal> {
    let naval = standing.stack.is_naval();
    let state = table.state();
    if state.board.rolled.contains(&stack) || standing.aboard.is_some() {
        return Ok(());
    }
    let due = if naval {
        super::sail::due(state, standing, &[], switches::edition(|key| table.switch(key)))
    } else {
        due_of(table, standing, &standing.track, standing.at, standing.moved, false)
    };
    let Some(due) = due else { return Ok(()) };
    // A pillage is laid where the move began.
    let from = standing.track.began.unwrap_or(standing.at);
    let attrition = attrite(table, standing, from, due, standing.track.pillage.unwrap_or(true))?;
    let mut rules = attrition.rolled.rules();
    rules.push(rule!("fast-battle.attrition.cause.one-roll"));
    rules.sort_unstable();
    rules.dedup();
    let rolled = attrition.rolled.clone();
    emit(table, Happened::Stayed { stack, attrition, rules })?;
    if naval { super::sail::share(table, stack, &rolled) } else { Ok(()) }
}

/// The attrition roll of a land stack for a move that has come to a place, with so many MP; none without a cause. `leg`: it was intercepted
/// there.
fn due_of(
    table: &Table<'_, '_, Europa>,
    standing: &Standing,
    track: &Track,
    at: Place,
    mp: u8,
    leg: bool,
) -> Option<Due> {
    let state = table.state();
    let eyes = Eyes::of(state, standing.country);
    let (enemy, pillages) = trodden(state, &eyes, track, at);
    let moved = Moved {
        stack: &standing.stack,
        at,
        technology: state.land_of(standing.country),
        mp,
        shipped: track.shipped,
        enemy,
        pillages,
        man: standing.man(),
        poor_weather: state.board.bad_weather,
        cheap: is_cheap(state, standing),
        rolled: &track.rolled,
        leg,
    };
    attrition_land::movement(&moved, switches::edition(|key| table.switch(key)))
}

/// Of the move of a stack in a round that ends in a place: whether it entered an enemy's province or stands in one, and the pillages of all
/// provinces that it left or entered.
fn trodden(state: &Position, eyes: &Eyes<'_>, track: &Track, at: Place) -> (bool, Pillages) {
    let is_enemy = |place: &Place| eyes.stance(*place) == Stance::Enemy;
    let enemy = is_enemy(&at) || track.entered.iter().any(is_enemy);
    let mut touched: BTreeSet<Place> = track.left.union(&track.entered).copied().collect();
    touched.insert(at);
    let pillages =
        touched.into_iter().fold(Pillages::default(), |all, place| all.and(state.board.pillages_of(place)));
    (enemy, pillages)
}

/// Whether a stack's player pays for a low-cost simple campaign.
fn is_cheap(state: &Position, standing: &Standing) -> bool {
    let paid = state.seat_of(standing.country).and_then(|seat| state.board.paid.get(seat));
    paid.is_some_and(|campaign| campaign.land == Kind::Cheap)
}

/// A loss is taken off a stack whose owner does not do it himself: of the ways the one that keeps most armies, and at sea most fleets, which
/// hold so much less from then on.
pub(crate) fn take_the_loss(table: &mut Table<'_, '_, Europa>, stack: u32) -> Result<(), Refusal> {
    let Some(standing) = table.state().board.stacks.get(&stack).cloned() else { return Ok(()) };
    let counters = if standing.stack.is_naval() {
        fleet::ways(table.state(), &standing).into_iter().next().unwrap_or_default()
    } else {
        let counters = Counters::of(|counter| standing.stack.count(|other| other == counter));
        let ways = crate::losses::ways(&counters, standing.owes);
        let most = ways.left.iter().max_by_key(|left| left.armies()).copied().unwrap_or_default();
        let unit = |counter| Unit { counter, country: standing.country, veteran: false };
        let left = most.one_by_one().into_iter().map(unit);
        Stack(left.collect()).with_veterans_of(&standing.stack).0
    };
    if counters.is_empty() {
        return emit(table, Happened::Disbanded { stack });
    }
    let rules = vec![rule!("fast-battle.losses.applied-to-counters")];
    let missing = missing_in(table.state(), stack, &Stack(counters.clone()));
    emit(table, Happened::Regrouped { stack, counters, missing, rules })
}

/// What a stack does by going this way: it enters what an enemy holds or where he stands, comes upon a revolt or pirates, or just moves.
pub(super) fn deed_of(state: &Position, standing: &Standing, march: &March) -> Deed {
    let eyes = Eyes::of(state, standing.country);
    let naval = standing.stack.is_naval();
    let hostile = |place: Place| {
        eyes.stance(place) == Stance::Enemy
            || state.board.at(place).any(|(_, other)| {
                eyes.is_enemy(other.country) && other.stack.is_naval() == naval && other.aboard.is_none()
            })
    };
    // At sea only where a voyage ends matters: ships pass each other. Who stays enters nothing.
    let end = march.entered().last();
    let enters = if naval { end.is_some_and(hostile) } else { march.entered().any(hostile) };
    if enters {
        return Deed::EntersEnemy;
    }
    match end.filter(|end| state.board.revolts.contains_key(end)) {
        Some(_) if naval => Deed::EntersPirates,
        Some(_) => Deed::EntersRevolt,
        None => Deed::Moves,
    }
}

/// The players who are asked: at war with the mover, with a stack that could try to intercept and has not, or stands where the way ends and
/// could evade.
fn asked(state: &Position, standing: &Standing, under_way: &UnderWay, goes_on: bool) -> BTreeSet<SeatId> {
    let mut seats = BTreeSet::new();
    for (n, other) in &state.board.stacks {
        let Some(seat) = state.seat_of(other.country) else { continue };
        let tried = goes_on && state.board.tried.contains(n);
        let [tries, evades] = may_declare(state, (*n, other), standing, under_way);
        if evades || !tried && tries {
            seats.insert(seat.clone());
        }
    }
    seats
}

/// Whether a stack could try to intercept another on its way, and whether it stands where that ends and could evade it.
fn may_declare(
    state: &Position,
    (n, other): (u32, &Standing),
    mover: &Standing,
    under_way: &UnderWay,
) -> [bool; 2] {
    let tries = |place: Place| can_intercept(state, n, other, mover, place, Chain::Mover).is_ok();
    let evades = other.stack.is_naval() == mover.stack.is_naval()
        && !state.must_retreat(n)
        && other.aboard.is_none()
        && Eyes::of(state, mover.country).is_enemy(other.country)
        && other.at == under_way.march.to()
        && !other.inside;
    [under_way.march.entered().any(tries), evades]
}

/// The stacks of a player that could try to intercept what is under way now, and those that could evade it.
#[must_use]
pub fn declarable(state: &Position, seat: &SeatId) -> [Vec<u32>; 2] {
    let under_way = state.under_way();
    let mover = under_way.and_then(|under_way| state.board.stacks.get(&under_way.stack));
    let (Some(under_way), Some(mover)) = (under_way, mover) else { return Default::default() };
    let own = state.board.stacks.iter().filter(|(_, other)| state.seat_of(other.country) == Some(seat));
    let mut all: [Vec<u32>; 2] = Default::default();
    for (n, other) in own {
        for (list, may) in all.iter_mut().zip(may_declare(state, (*n, other), mover, under_way)) {
            list.extend(may.then_some(*n));
        }
    }
    all
}

/// Where a march or a voyage was intercepted.
#[derive(Clone, Copy)]
pub(crate) struct Stopped {
    /// After so many steps.
    pub(super) steps: usize,
    /// What it did with them: whoever came there to intercept it makes it no more than it was.
    deed: Deed,
}

impl Stopped {
    /// A march or voyage that would be intercepted after so many steps, by somebody who has not come there yet. What was ordered in peace
    /// stays so, whomever it meets.
    pub(super) fn after(state: &Position, under_way: &UnderWay, steps: usize) -> Stopped {
        let Some(standing) = state.board.stacks.get(&under_way.stack) else {
            return Stopped { steps, deed: Deed::Moves };
        };
        let ordered = deed_of(state, standing, &under_way.march);
        if !ordered.is_aggressive() {
            return Stopped { steps, deed: ordered };
        }
        let mut march = under_way.march.clone();
        march.steps.truncate(steps);
        Stopped { steps, deed: deed_of(state, standing, &march) }
    }
}

/// What was done with a way, up to where it ends or was intercepted.
pub(super) fn done_with(
    state: &Position,
    standing: &Standing,
    march: &March,
    stopped: Option<Stopped>,
) -> Deed {
    stopped.map_or_else(|| deed_of(state, standing, march), |stopped| stopped.deed)
}

/// A march or a voyage comes to its end, or to where it was intercepted.
pub(crate) fn arrive(
    table: &mut Table<'_, '_, Europa>,
    under_way: &UnderWay,
    stopped: Option<Stopped>,
) -> Result<(), Refusal> {
    let state = table.state();
    let Some(standing) = state.board.stacks.get(&under_way.stack).cloned() else { return Ok(()) };
    if standing.stack.is_naval() {
        return super::sail::arrive(table, under_way, &standing, stopped);
    }
    let mut march = under_way.march.clone();
    if let Some(stopped) = stopped {
        march.steps.truncate(stopped.steps);
    }
    let to_port = Eyes::of(state, standing.country).port(march.to());
    let shipped = standing.aboard.map(|_| Shipped { from_port: standing.from_port, to_port });
    let track = standing.track.with(&march).with_transport(shipped);
    let deed = done_with(state, &standing, &march, stopped);
    let mut rules: Vec<RuleId> = vec![rule!("fast-battle.aids.movement-costs")];
    rules.extend(march.steps.iter().flat_map(|step| step.parts.iter().map(|part| part.why.rule())));
    // Each leg of a move is looked at by itself before its battle; the whole move when the segment ends.
    let mp = standing.moved.saturating_add(march.mp());
    let due = stopped.and_then(|_| due_of(table, &standing, &track, march.to(), mp, true));
    let attrition = match due {
        Some(due) => {
            let from = track.began.unwrap_or(march.to());
            let attrited = attrite(table, &standing, from, due, under_way.pillage)?;
            rules.extend(attrited.rolled.rules());
            Some(attrited)
        }
        None => None,
    };
    rules.sort_unstable();
    rules.dedup();
    let (stack, pillage, stopped) = (under_way.stack, under_way.pillage, stopped.is_some());
    emit(table, Happened::Marched { stack, march, stopped, deed, shipped, pillage, attrition, rules })
}

/// Rolls attrition for a stack: what it loses, how that is taken off it, where a pillage is laid.
pub(super) fn attrite(
    table: &mut Table<'_, '_, Europa>,
    standing: &Standing,
    pillaged_at: Place,
    due: Due,
    pillage: bool,
) -> Result<Attrited, Refusal> {
    let purpose = standing.at.name();
    let rolled = due.roll(die(table, 0, purpose)?);
    let mut chances = Vec::new();
    for n in 0..rolled.dice_wanted() {
        chances.push(die(table, 1 + u32::from(n), purpose)?);
    }
    let lost = rolled.ld_lost(pillage);
    let mut left = standing.stack.clone();
    let mut owes = Thirds::NONE;
    match rolled.effect {
        Effect::Percent(remains) => {
            owes = fleet::owed(table.state(), standing, remains.before - remains.after(&chances));
        }
        Effect::Europe { .. } if lost > 0 => left = without(&standing.stack, lost),
        Effect::Europe { .. } => {}
    }
    let pillaged = rolled.pillages(pillage).then(|| {
        let (pillages, _) = table.state().board.pillages_of(pillaged_at).laid();
        (pillaged_at, pillages)
    });
    let foraging = pillaged.is_some()
        && matches!(
            rolled.effect,
            Effect::Europe { p: Some(crate::attrition::P::Either { foraging: true }), .. }
        );
    Ok(Attrited { rolled, chances, lost, left, owes, pillaged, foraging })
}

/// What is left of a stack of the board after a loss, and what its owner has still to take off: a loss of whole LD comes off at once, any
/// other is his to take. What is in ships is his secret, so he takes all of that.
pub(super) fn after(state: &Position, standing: &Standing, lost: Thirds) -> (Stack, Thirds) {
    if standing.stack.is_naval() || !lost.is_whole() {
        return (standing.stack.clone(), fleet::owed(state, standing, lost));
    }
    (without(&standing.stack, u8::try_from(lost.0 / 3).unwrap_or(0)), Thirds::NONE)
}

/// What is left of a stack that loses so many LD: of the ways the one that keeps most armies. Its owner may regroup it afterwards.
pub(super) fn without(stack: &Stack, lost: u8) -> Stack {
    let ways = losses::losses(&stack.0, lost, |_| Spare { armies: u8::MAX, ld: u8::MAX });
    let most = |way: &losses::Way| way.left.iter().filter(|unit| unit.counter.is_army()).count();
    match ways.iter().max_by_key(|way| (most(way), std::cmp::Reverse(way.left.len()))) {
        Some(way) => Stack(way.left.clone()),
        None => Stack(Vec::new()),
    }
}

#[cfg(test)]
mod tests;
