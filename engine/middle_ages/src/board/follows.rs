//! What follows from the result of an endeavour, and what happens with an area that changes hands.

use super::choices::{self, Ask, What};
use super::happened::Change;
use super::plan::Plan;
use super::{Force, Happened, emit, fewest, tax};
use crate::MiddleAges;
use crate::court::Court;
use crate::endeavour::Kind;
use crate::endeavour::outcome::Effect;
use crate::geography::Area;
use crate::marker::{self, Passes};
use crate::pack::Data;
use crate::switches::readings;
use table::game::Table;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;

/// What follows from a result; `plundered` says whether the endeavour brings plunder besides.
pub(crate) fn follows(
    table: &mut Table<'_, '_, MiddleAges>,
    court: Court,
    plan: &Plan,
    area: Area,
    effect: Effect,
    plundered: bool,
) -> Result<(), Refusal> {
    let Some(held) = table.state().board.area(area).cloned() else { return Ok(()) };
    let points = |of: Force, add: u8| fewest(held.counters(of).iter().sum::<u8>() + add);
    let change = match effect {
        Effect::Rise => Change { social: 1, unrest: Some(false), ..Change::default() },
        Effect::RiseByTwo => Change { social: 2, unrest: Some(false), ..Change::default() },
        Effect::Fort => Change { fort: 1, ..Change::default() },
        Effect::Army => Change { armies: Some(points(Force::Army, 1)), ..Change::default() },
        Effect::Fleet => Change { fleets: Some(points(Force::Fleet, 1)), ..Change::default() },
        Effect::Tie => Change { tie: Some(court), ..Change::default() },
        Effect::Conversion => {
            let home = table.state().board.realms.get(&court).map(|realm| realm.home);
            let religion = home.and_then(|home| Some(table.state().board.area(home)?.religion));
            Change { religion, ..Change::default() }
        }
        Effect::Fall if plan.kind == Kind::Pillage && !held.markers.is_empty() => {
            return pillaged(table, court, area, held.owner.filter(|_| held.army() > 0), plundered);
        }
        Effect::Fall => return falls(table, area, !plan.kind.is_attack()),
        Effect::BaseFall if table.state().board.area(plan.base).is_some_and(|base| base.army() > 0) => {
            return choices::ask(table, Ask::of(court, What::BaseLoss, plan.base));
        }
        Effect::BaseFall => return changes(table, plan.base, Change { social: -1, ..Change::default() }),
        Effect::Marker => match plan.marker {
            Some(kind) => return built(table, area, kind),
            None => return choices::ask(table, Ask::of(court, What::Marker, area)),
        },
        Effect::Conquest => return conquers(table, court, area),
        Effect::Plunder => return plunders(table, court, area),
        Effect::TieOrConquest => {
            let home = table.state().board.realms.values().any(|realm| realm.home == area);
            if held.ties.contains(&court) && !home {
                return passes(table, area, Some(court));
            }
            Change { tie: Some(court), ..Change::default() }
        }
    };
    changes(table, area, change)
}

/// A marker whose kind was named with the announcement is built.
fn built(table: &mut Table<'_, '_, MiddleAges>, area: Area, kind: marker::Marker) -> Result<(), Refusal> {
    let change = Box::new(Change { built: Some(kind), ..Change::default() });
    let rules =
        vec![rule!("middle-ages.civilisation.kinds"), rule!("middle-ages.civilisation.limit-per-area")];
    emit(table, Happened::Area { area, change, rules })
}

/// An area with markers is pillaged: its attacker may take one of them, and its owner's army may stand in for the fall of the social state.
/// Who chooses first is a matter of the group.
fn pillaged(
    table: &mut Table<'_, '_, MiddleAges>,
    attacker: Court,
    area: Area,
    owner: Option<Court>,
    plundered: bool,
) -> Result<(), Refusal> {
    let asks_attacker = Ask { plundered, ..Ask::of(attacker, What::Pillaged, area) };
    let ask = match owner.filter(|_| readings(|key| table.switch(key)).defender_first) {
        Some(owner) => Ask { attacker: Some(attacker), plundered, ..Ask::of(owner, What::TargetLoss, area) },
        None => asks_attacker,
    };
    choices::ask(table, ask)
}

/// Something changes in an area.
pub(crate) fn changes(
    table: &mut Table<'_, '_, MiddleAges>,
    area: Area,
    change: Change,
) -> Result<(), Refusal> {
    emit(table, Happened::Area { area, change: Box::new(change), rules: Vec::new() })
}

/// A social state falls by 1. Its owner's army may stand in for it in an attack; what fails at home in an area in unrest may make it rebel.
pub(crate) fn falls(table: &mut Table<'_, '_, MiddleAges>, area: Area, at_home: bool) -> Result<(), Refusal> {
    let Some(held) = table.state().board.area(area).cloned() else { return Ok(()) };
    if let Some(court) = held.owner.filter(|_| !at_home && held.army() > 0) {
        return choices::ask(table, Ask::of(court, What::TargetLoss, area));
    }
    changes(table, area, Change { social: -1, ..Change::default() })?;
    match held.owner.filter(|_| at_home && held.unrest) {
        Some(owner) if tax::test(table, owner, area, 0)? => passes(table, area, None),
        _ => Ok(()),
    }
}

/// One result of conquest more; with as many as the population is worth the area is conquered.
fn conquers(table: &mut Table<'_, '_, MiddleAges>, court: Court, area: Area) -> Result<(), Refusal> {
    changes(table, area, Change { contested: Some(court), ..Change::default() })?;
    let results = table.state().board.area(area).and_then(|held| held.contested.get(&court).copied());
    if results.unwrap_or(0) >= super::conquered_at(table.state().data(), area) {
        passes(table, area, Some(court))
    } else {
        Ok(())
    }
}

/// What plunder of an area brings, in gold: 1, and as much as its population is above 0.
#[must_use]
pub fn plunder_of(data: &Data, area: Area) -> u16 {
    1 + u16::try_from(data.known(area).population).unwrap_or(0)
}

/// Plunder: gold, and unrest; an area in unrest may rebel against its owner.
fn plunders(table: &mut Table<'_, '_, MiddleAges>, court: Court, area: Area) -> Result<(), Refusal> {
    let gold = plunder_of(table.state().data(), area);
    pays(table, court, gold, Vec::new())?;
    let Some(held) = table.state().board.area(area).cloned() else { return Ok(()) };
    match held.owner.filter(|_| held.unrest) {
        Some(owner) if tax::test(table, owner, area, 0)? => passes(table, area, None),
        _ => changes(table, area, Change { unrest: Some(true), ..Change::default() }),
    }
}

/// Gold comes in to a court.
pub(crate) fn pays(
    table: &mut Table<'_, '_, MiddleAges>,
    court: Court,
    gold: u16,
    rules: Vec<RuleId>,
) -> Result<(), Refusal> {
    let before = table.state().board.realms.get(&court).map_or(0, |realm| realm.gold);
    emit(table, Happened::Gold { court, now: before.saturating_add(gold), before, rules })
}

/// An area comes to a new owner or becomes independent: armies and fleets in it are lost, and of its markers stays what the rules leave.
pub(crate) fn passes(
    table: &mut Table<'_, '_, MiddleAges>,
    area: Area,
    to: Option<Court>,
) -> Result<(), Refusal> {
    let board = &table.state().board;
    let Some(held) = board.area(area) else { return Ok(()) };
    let how = match to {
        Some(court) => {
            Passes::TakenOver { same_religion: board.religion(court, area) == crate::endeavour::Kin::Same }
        }
        None => Passes::Independent,
    };
    let (markers, mut rules) = marker::after(&held.markers, how);
    let (armies, fleets, from) = (held.army(), held.fleet(), held.owner);
    if armies > 0 {
        rules.push(rule!("middle-ages.armies.control-lost"));
    }
    if fleets > 0 {
        rules.push(rule!("middle-ages.fleets.control-lost"));
    }
    emit(table, Happened::Passed { area, from, to, armies, fleets, markers, rules })?;
    super::communication::moved(table, area)
}
