//! Sailing: the voyage, blockaded ports at either end, attrition, which troops aboard share.

use super::blockade::escapes;
use super::control::Eyes;
use super::march::{Stopped, attrite, done_with, may_move, may_set_out, set_out};
use super::orders::{die, emit, in_its_place, own_stack};
use super::{Attrited, Happened, Order, Standing, UnderWay, fleet};
use crate::attrition::{Due, Effect, Rolled, Scale};
use crate::attrition_sea::{self, Sailed};
use crate::control::{Control, harbour, receives};
use crate::geography::{Place, atlas};
use crate::logistics_switches::{Edition, LogisticsSwitches};
use crate::paths::{March, Step};
use crate::switches;
use crate::units::may_sail;
use crate::{Europa, Position};
use std::collections::{BTreeMap, VecDeque};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said;

/// The most places that a voyage enters: ours, more than any sea has.
const LONGEST: usize = 40;

/// A stack sails.
pub(super) fn sail(
    table: &mut Table<'_, '_, Europa>,
    seat: &SeatId,
    stack: u32,
    way: &[Place],
    landing: Option<Place>,
) -> Result<(), Refusal> {
    let state = table.state();
    let march = may_sail_there(state, seat, stack, way, landing)?;
    let standing = own_stack(state, seat, stack)?.clone();
    let eyes = Eyes::of(state, standing.country);
    if let Some(blockader) = eyes.blockader(standing.at).filter(|_| !march.steps.is_empty())
        && !escapes(table, stack, standing.at, blockader)?
    {
        return Ok(());
    }
    let under_way = UnderWay { landing, ..UnderWay::new(table.state(), stack, march) };
    set_out(table, &standing, under_way)
}

/// A naval stack that may sail, wherever it goes.
fn may_sail_at_all<'p>(state: &'p Position, seat: &SeatId, stack: u32) -> Result<&'p Standing, Refusal> {
    let standing = own_stack(state, seat, stack)?;
    may_move(state, stack, standing)?;
    if !standing.stack.is_naval() {
        return Err(Refusal::new(said!("Troops march; they do not sail. /europa board march moves them.")));
    }
    if standing.moved > 0 {
        return Err(Refusal::new(said!("This stack has sailed in this round.")));
    }
    Ok(standing)
}

/// The voyages that a player may order of a naval stack now, to each place the shortest, by what they enter; none outside of his own segment.
#[must_use]
pub fn voyages(state: &Position, seat: &SeatId, stack: u32) -> Vec<Vec<Place>> {
    let order = Order::Sail { stack, way: Vec::new(), landing: None };
    let Some(standing) = state.board.stacks.get(&stack) else { return Vec::new() };
    if in_its_place(state, seat, &order).is_err() {
        return Vec::new();
    }
    let came = ways(standing.at, None);
    let ends = ends_of_voyages(state, seat, stack).into_iter();
    ends.map(|to| back(standing.at, to, &came)).collect()
}

/// The places to which a naval stack may sail by the shortest ways.
pub(super) fn ends_of_voyages(state: &Position, seat: &SeatId, stack: u32) -> Vec<Place> {
    let Ok(standing) = may_sail_at_all(state, seat, stack) else { return Vec::new() };
    let came = ways(standing.at, None);
    let may = |to: &Place| {
        let way = back(standing.at, *to, &came);
        check_way(state, standing, &way).is_ok()
            && may_set_out(state, seat, stack, standing, &along(standing.at, &way)).is_ok()
    };
    came.keys().copied().filter(may).collect()
}

/// A voyage by these places.
fn along(from: Place, way: &[Place]) -> March {
    March { from, steps: way.iter().map(|to| Step { to: *to, mp: 0, parts: Vec::new() }).collect() }
}

/// The voyage that a stack may make, to where it may land what it carries.
pub(super) fn may_sail_there(
    state: &Position,
    seat: &SeatId,
    stack: u32,
    way: &[Place],
    landing: Option<Place>,
) -> Result<March, Refusal> {
    let standing = may_sail_at_all(state, seat, stack)?;
    let found = match way {
        [end] => shortest(standing.at, *end),
        _ => None,
    };
    let way = found.as_deref().unwrap_or(way);
    check_way(state, standing, way)?;
    let march = along(standing.at, way);
    if let Some(beach) = landing {
        let reached = beach == march.to() || atlas().border(march.to(), beach).is_some();
        if beach.site().is_sea() || !reached || state.board.carried(stack).next().is_none() {
            return Err(Refusal::new(said!(
                "A landing is announced of troops that are aboard, in a province next to where the voyage ends."
            )));
        }
    }
    may_set_out(state, seat, stack, standing, &march)?;
    Ok(march)
}

/// The voyage that enters the fewest zones; none where no sea leads there.
fn shortest(from: Place, to: Place) -> Option<Vec<Place>> {
    let came = ways(from, Some(to));
    came.contains_key(&to).then(|| back(from, to, &came))
}

/// The way to a place out of where each place was reached from.
fn back(from: Place, to: Place, came: &BTreeMap<Place, Place>) -> Vec<Place> {
    let mut way: Vec<Place> =
        std::iter::successors(Some(to), |at| came.get(at).copied()).take_while(|at| *at != from).collect();
    way.reverse();
    way
}

/// From where each place is reached on the shortest voyages from a place: until one is found, or all of them.
fn ways(from: Place, to: Option<Place>) -> BTreeMap<Place, Place> {
    let mut came: BTreeMap<Place, Place> = BTreeMap::new();
    let mut reached = VecDeque::from([from]);
    while let Some(at) = reached.pop_front() {
        for (next, _) in at.neighbours() {
            // A voyage enters no province but that of the port at its end.
            let sea = next.site().is_sea();
            let ends = at.site().is_sea() && to.is_none_or(|to| *next == to);
            if *next == from || came.contains_key(next) || !sea && !ends {
                continue;
            }
            came.insert(*next, at);
            if to == Some(*next) {
                return came;
            }
            if sea {
                reached.push_back(*next);
            }
        }
    }
    came
}

/// Whether a way leads from zone to zone, and ends at sea or in a port that takes the stack.
fn check_way(state: &Position, standing: &Standing, way: &[Place]) -> Result<(), Refusal> {
    if way.len() > LONGEST {
        return Err(Refusal::new(said!("A voyage enters 40 places at most.")));
    }
    let eyes = Eyes::of(state, standing.country);
    let mut at = standing.at;
    for (i, place) in way.iter().enumerate() {
        if atlas().border(at, *place).is_none() {
            return Err(Refusal::new(said!("{} does not border {}.", at.name(), place.name())));
        }
        let last = i + 1 == way.len();
        if place.site().is_sea() {
            if last {
                may_sail(&standing.stack, *place)?;
            }
        } else if !at.site().is_sea() {
            return Err(Refusal::new(said!(
                "Ships come to {} from a sea zone, not overland from {}.",
                place.name(),
                at.name()
            )));
        } else if !last || !takes(&eyes, standing, *place, true) {
            return Err(Refusal::new(said!(
                "{} is no port of yours that takes this stack. A voyage ends in a sea zone or a port of your side.",
                place.name()
            )));
        }
        at = *place;
    }
    Ok(())
}

/// Whether a port of the side takes a stack; a blockaded one only where the blockade may be run.
pub(super) fn takes(eyes: &Eyes<'_>, standing: &Standing, place: Place, runs_blockade: bool) -> bool {
    let switches = switches::logistics();
    let own = eyes.port(place) || runs_blockade && eyes.stance(place) == crate::control::Stance::Friendly;
    own && harbour(place, &switches).is_some_and(|(harbour, _)| receives(harbour, &standing.stack, &switches))
}

/// A voyage comes to its end, or to where it was intercepted. A blockaded port at its end has to be reached first.
pub(super) fn arrive(
    table: &mut Table<'_, '_, Europa>,
    under_way: &UnderWay,
    standing: &Standing,
    stopped: Option<Stopped>,
) -> Result<(), Refusal> {
    let mut way: Vec<Place> = under_way.march.entered().collect();
    if let Some(stopped) = stopped {
        way.truncate(stopped.steps);
    }
    let country = standing.country;
    let end = way.last().copied().filter(|end| !end.site().is_sea());
    let blockader = end.and_then(|end| Eyes::of(table.state(), country).blockader(end));
    if let (Some(port), Some(blockader)) = (end, blockader)
        && !escapes(table, under_way.stack, port, blockader)?
    {
        way.pop();
    }
    let state = table.state();
    let entered: Vec<Place> = way.iter().copied().filter(|place| place.site().is_sea()).collect();
    let at = way.last().copied().unwrap_or(standing.at);
    let due = due(state, standing, &entered, switches::edition(|key| table.switch(key)));
    let mut rules: Vec<RuleId> = Vec::new();
    let attrition = match due {
        Some(due) => {
            let attrited = attrite(table, standing, at, due, false)?;
            rules.extend(attrited.rolled.rules());
            Some(attrited)
        }
        None => None,
    };
    rules.sort_unstable();
    rules.dedup();
    let rolled = attrition.as_ref().map(|attrited| attrited.rolled.clone());
    let deed = done_with(table.state(), standing, &along(standing.at, &way), stopped);
    let way = if way.is_empty() { vec![standing.at] } else { way };
    // A voyage that was stopped next to the beach can still land there, once its battle is won.
    let end = way.last().copied().unwrap_or(at);
    let landing = under_way.landing.filter(|beach| *beach == end || atlas().border(end, *beach).is_some());
    let stack = under_way.stack;
    emit(table, Happened::Sailed { stack, way, landing, deed, attrition, rules })?;
    match rolled {
        Some(rolled) => share(table, stack, &rolled),
        None => Ok(()),
    }
}

/// The attrition roll of a naval stack that entered these zones, or stayed where it is, on the tables of this edition; none in a port that
/// it did not leave.
pub(super) fn due(state: &Position, standing: &Standing, entered: &[Place], edition: Edition) -> Option<Due> {
    let eyes = Eyes::of(state, standing.country);
    let sailed = Sailed {
        stack: &standing.stack,
        size: fleet::strength(state, standing),
        from: standing.at,
        entered,
        technology: state.naval_of(standing.country),
        man: standing.man(),
        poor_weather: state.board.bad_weather,
    };
    let takes = |place| takes(&eyes, standing, place, false);
    let switches = LogisticsSwitches { edition, ..switches::logistics() };
    attrition_sea::roll(&sailed, takes, &eyes, &switches)
}

/// Troops aboard lose the same part as the ships, by the same roll.
pub(super) fn share(table: &mut Table<'_, '_, Europa>, fleet: u32, rolled: &Rolled) -> Result<(), Refusal> {
    let carried: Vec<(u32, Standing)> =
        table.state().board.carried(fleet).map(|(n, standing)| (n, standing.clone())).collect();
    for (stack, standing) in carried {
        let due = Due { scale: Scale::Percent(standing.stack.land()), ..rolled.due.clone() };
        let shared = due.roll(rolled.die);
        let Effect::Percent(remains) = shared.effect else { continue };
        if remains.percent == 0 {
            continue;
        }
        let mut chances = Vec::new();
        for n in 0..shared.dice_wanted() {
            chances.push(die(table, n.into(), standing.at.name())?);
        }
        let attrition = Attrited {
            lost: 0,
            left: standing.stack.clone(),
            owes: remains.before - remains.after(&chances),
            rolled: shared,
            chances,
            pillaged: None,
            foraging: false,
        };
        emit(table, Happened::Shared { stack, attrition })?;
    }
    Ok(())
}
