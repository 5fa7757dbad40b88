//! How what happens in the land phase changes the position. It never fails.

use super::forces::Factors;
use super::phase::{
    Arrives, Cause, Combats, Fed, Happened, How, Known, Leaves, Moved, Outcomes, Stormed, Together,
};
use crate::Position;
use crate::map::{AreaId, ProvinceId};
use crate::pieces::{
    CameFrom, Contents, Corps, CorpsId, Depot, Garrison, Leader, LeaderId, Owner, Siege, Stand,
};
use crate::powers::Power;
use imbl::{OrdMap, OrdSet};
use std::collections::{BTreeMap, BTreeSet};

fn gone(state: &mut Position, owner: Owner, cause: Cause, factors: u32) {
    if factors > 0 {
        *state.land.gone.entry(owner).or_default().entry(cause).or_default() += factors;
    }
}

/// A corps leaves the map. Its leaders stay, with another corps of their side there, or alone.
fn off(state: &mut Position, corps: CorpsId) {
    let stand = state.pieces.corps.get(&corps).map(|on_map| on_map.stand);
    let commander = state.commands(corps.owner());
    let beside = state.pieces.corps.iter().find(|(other, on_map)| {
        **other != corps && Some(on_map.stand) == stand && state.commands(other.owner()) == commander
    });
    let beside = beside.map(|(other, _)| *other);
    let bereft: Vec<LeaderId> = state
        .pieces
        .leaders
        .iter()
        .filter(|(_, at)| **at == Leader::With(corps))
        .map(|(leader, _)| *leader)
        .collect();
    for leader in bereft {
        let at = match (beside, stand) {
            (Some(other), _) => Some(Leader::With(other)),
            (None, Some(Stand::Inside(area))) => Some(Leader::Inside(area)),
            (None, Some(stand)) => stand.area().map(Leader::Open),
            (None, None) => None,
        };
        match at {
            Some(at) => _ = state.pieces.leaders.insert(leader, at),
            None => _ = state.pieces.leaders.remove(&leader),
        }
    }
    state.pieces.corps.remove(&corps);
    state.contents.remove_corps(corps);
    state.land.known.remove(&corps);
    state.land.moved.remove(&corps);
}

/// It changes the position.
pub(super) fn apply(state: &mut Position, happened: Happened) {
    happens(state, happened);
    lift(state);
}

/// A siege that nobody keeps up is over: its besiegers marched off, or were beaten (`standard.land.siege.ends`).
fn lift(state: &mut Position) {
    if state.pieces.sieges.is_empty() {
        return;
    }
    let kept: BTreeSet<AreaId> = (state.pieces.corps.values())
        .filter_map(|on_map| match on_map.stand {
            Stand::Besieging(area) => Some(area),
            _ => None,
        })
        .collect();
    let over: Vec<AreaId> = state.pieces.sieges.keys().copied().filter(|area| !kept.contains(area)).collect();
    for area in over {
        state.pieces.sieges.remove(&area);
    }
}

fn happens(state: &mut Position, happened: Happened) {
    match happened {
        Happened::SetUp { places, .. } => {
            range(state);
            places.into_iter().for_each(|(corps, at)| stand(state, &[corps], Stand::Open(at)));
        }
        Happened::Ranged { .. } => range(state),
        Happened::Holds { corps, garrisons } => {
            corps.into_iter().for_each(|(corps, factors)| state.contents.put_corps(corps, factors));
            garrisons.into_iter().for_each(|(garrison, held)| state.contents.put_garrison(garrison, held));
        }
        Happened::Arrived { corps, leaders, .. } => arrived(state, corps, leaders),
        Happened::SlotsMade { month, order, .. } => {
            state.land.answers = Some(month);
            state.land.order = order;
        }
        Happened::Waits { power, on: true } => _ = state.land.waits.insert(power),
        Happened::Waits { power, on: false } => _ = state.land.waits.remove(&power),
        Happened::SlotBegan { power } => slot_began(state, power),
        Happened::Marched { corps, way, spare, leaves, inside, .. } => {
            marched(state, &corps, &way, &spare, &leaves, inside);
            way.last().into_iter().for_each(|to| went_together(state, &corps, *to));
        }
        Happened::CameOut { corps, .. } => came_out(state, &corps),
        Happened::DepotMoved { power, off, on, .. } => {
            off.into_iter().for_each(|depot| _ = state.pieces.depots.remove(&depot));
            on.into_iter().for_each(|(depot, at)| _ = state.pieces.depots.insert(depot, Depot::Area(at)));
            *state.land.depots.entry(power).or_default() += 1;
        }
        Happened::DepotTaken { depot, at, into, .. } => {
            state.pieces.depots.remove(&depot);
            if let (Some(own), Some(at)) = (into, at) {
                state.pieces.depots.insert(own, Depot::Area(at));
            }
        }
        Happened::Joined { leader, corps, .. } => {
            state.pieces.leaders.insert(leader, Leader::With(corps));
            state.land.led.insert(leader);
        }
        Happened::Fed { fed, .. } => were_fed(state, fed),
        Happened::Emptied { corps, .. } => off(state, corps),
        Happened::CombatsDeclared { areas, .. } => state.land.combats.left = areas,
        Happened::Retired { area, corps, .. } => stand(state, &corps, Stand::Inside(area)),
        Happened::Engaged { area, battle } => {
            state.land.combats.left.retain(|left| *left != area);
            state.land.combats.battle = battle;
        }
        Happened::CarriedOut(outcomes) => carried_out(state, *outcomes),
        Happened::FellBack { corps, to, .. } => {
            stand(state, &corps, Stand::Open(to));
            forget_ways(state, corps);
        }
        Happened::SiegeStands { area, corps, on, .. } => siege_stands(state, area, &corps, on),
        Happened::SiegeRolled { area, breach, .. } => {
            state.land.rolled.insert(area);
            if let Some(siege) = state.pieces.sieges.get_mut(&area) {
                siege.breach += u8::from(breach);
            }
        }
        Happened::Starved { area, of, lost, .. } => starved(state, Garrison::city(area, of), lost),
        Happened::Stormed(stormed) => was_stormed(state, *stormed),
        Happened::Fell { area, by, lost, corps, leaders, .. } => {
            fell(state, area, &lost, corps);
            for leader in leaders {
                state.pieces.leaders.insert(leader, Leader::Prisoner(by));
                state.land.leaders_lost.insert(leader);
            }
        }
        Happened::Garrisoned { area, corps, men, .. } => {
            leave(state, corps, &[Leaves { at: area, men, up: false }])
        }
        Happened::Overrun { held, .. } => state.land.overrun = held,
        Happened::Disbanded { minor, corps, garrisons, .. } => disbanded(state, minor, corps, garrisons),
        Happened::Counted { lines, .. } => state.land.count.add(&lines),
        Happened::Won(won) => {
            state.land.count = won.count.clone();
            state.land.won = Some(won);
        }
    }
}

/// Corps that are on the map stand so from now on.
fn stand(state: &mut Position, corps: &[CorpsId], stand: Stand) {
    for id in corps {
        if let Some(on_map) = state.pieces.corps.get_mut(id) {
            on_map.stand = stand;
        }
    }
}

/// From where corps came counts no longer.
pub(super) fn forget_ways(state: &mut Position, corps: Vec<CorpsId>) {
    for id in corps {
        if let Some(on_map) = state.pieces.corps.get_mut(&id) {
            on_map.came_from = None;
        }
    }
}

fn arrived(state: &mut Position, corps: Vec<Arrives>, leaders: Vec<(LeaderId, CorpsId)>) {
    state.land.depots.clear();
    state.land.rolled.clear();
    state.land.last_month = std::mem::take(&mut state.land.together);
    (state.land.moved, state.land.led, state.land.slot) = (OrdMap::new(), OrdSet::new(), None);
    for arrives in corps {
        state.pieces.corps.insert(arrives.corps, Corps::at(Stand::Open(arrives.at)));
        for leader in arrives.leaders {
            state.pieces.leaders.insert(leader, Leader::With(arrives.corps));
        }
    }
    for (leader, corps) in leaders {
        state.pieces.leaders.insert(leader, Leader::With(corps));
    }
}

fn slot_began(state: &mut Position, power: Power) {
    state.land.slot = Some(power);
    (state.land.moved, state.land.led) = (OrdMap::new(), OrdSet::new());
    state.land.combats = Combats::default();
    let came = state.pieces.corps.iter().filter(|(_, corps)| corps.came_from.is_some());
    let came: Vec<CorpsId> = came.map(|(id, _)| *id).collect();
    forget_ways(state, came);
}

fn came_out(state: &mut Position, corps: &[CorpsId]) {
    for id in corps {
        let at = state.pieces.corps.get(id).and_then(|on_map| on_map.stand.area());
        at.into_iter().for_each(|at| stand(state, &[*id], Stand::Open(at)));
    }
}

fn were_fed(state: &mut Position, fed: Vec<Fed>) {
    for fed in fed {
        let at = state.pieces.corps.get(&fed.corps).and_then(|corps| corps.stand.area());
        if let (How::Forage { spared: true, .. }, Some(area)) = (fed.how, at) {
            state.land.combats.foraged.insert(area);
        }
        if fed.lost() > 0 {
            gone(state, fed.corps.owner(), Cause::Hunger, fed.lost());
            // What is left in it is its owner's to know.
            state.contents.remove_corps(fed.corps);
        }
    }
}

fn siege_stands(state: &mut Position, area: AreaId, corps: &[CorpsId], on: bool) {
    if on {
        let month = state.month();
        let siege = match state.pieces.sieges.get(&area) {
            Some(siege) if siege.counted == month => *siege,
            Some(siege) => Siege { months: siege.months.saturating_add(1), counted: month, ..*siege },
            None => Siege { months: 0, breach: 0, counted: month },
        };
        state.pieces.sieges.insert(area, siege);
        stand(state, corps, Stand::Besieging(area));
    } else {
        state.pieces.sieges.remove(&area);
        stand(state, corps, Stand::Open(area));
    }
}

fn starved(state: &mut Position, garrison: Garrison, lost: u32) {
    gone(state, garrison.of, Cause::Siege, lost);
    let left = state.pieces.garrisons.get(&garrison).map_or(0, |held| held.saturating_sub(lost));
    if left == 0 {
        state.pieces.garrisons.remove(&garrison);
    } else {
        state.pieces.garrisons.insert(garrison, left);
    }
    if lost > 0 {
        state.contents.remove_garrison(garrison);
    }
}

/// A city is its besiegers': who was inside is gone.
fn fell(state: &mut Position, area: AreaId, lost: &BTreeMap<Owner, u32>, inside: Vec<CorpsId>) {
    for (owner, factors) in lost {
        gone(state, *owner, Cause::Siege, *factors);
        let garrison = Garrison::city(area, *owner);
        state.pieces.garrisons.remove(&garrison);
        state.contents.remove_garrison(garrison);
    }
    inside.into_iter().for_each(|corps| off(state, corps));
    state.pieces.sieges.remove(&area);
    let besiegers = state.pieces.corps.iter().filter(|(_, on_map)| on_map.stand == Stand::Besieging(area));
    let besiegers: Vec<CorpsId> = besiegers.map(|(id, _)| *id).collect();
    stand(state, &besiegers, Stand::Open(area));
}

/// What all saw to be left in a corps; one with nothing left leaves the map.
fn is_left(state: &mut Position, corps: CorpsId, factors: Factors) {
    if factors.is_empty() {
        off(state, corps);
        return;
    }
    state.contents.put_corps(corps, factors);
    if let Some(month) = state.month() {
        state.land.known.insert(corps, Known { factors, month });
    }
}

/// The armies stand on the map as in history, and nobody knows what is in them.
fn range(state: &mut Position) {
    if !state.pieces.corps.is_empty() {
        return;
    }
    if let Some(set_up) = state.historical_set_up() {
        state.pieces = set_up.pieces.clone().into();
        state.contents = Contents::default().into();
    }
}

/// Corps march: where they stand, from where they came, what movement they spare, and whom the first leaves in cities.
pub(super) fn marched(
    state: &mut Position,
    corps: &[CorpsId],
    way: &[AreaId],
    spare: &BTreeMap<CorpsId, u8>,
    leaves: &[Leaves],
    inside: bool,
) {
    for id in corps {
        let Some(on_map) = state.pieces.corps.get_mut(id) else { continue };
        let from = on_map.stand.area();
        if let Some(to) = way.last() {
            let before = way.len().checked_sub(2).map(|place| way[place]).or(from);
            on_map.stand = if inside { Stand::Inside(*to) } else { Stand::Open(*to) };
            on_map.came_from = before.map(CameFrom::Area);
        } else if let (true, Some(at)) = (inside, from) {
            on_map.stand = Stand::Inside(at);
        }
        if let Some(spare) = spare.get(id) {
            state.land.moved.insert(*id, Moved { spare: *spare });
        }
    }
    if let Some(first) = corps.first().filter(|_| !leaves.is_empty()) {
        leave(state, *first, leaves);
    }
}

/// Corps of a power ended their march in an area, with those of it that came there before.
fn went_together(state: &mut Position, corps: &[CorpsId], to: AreaId) {
    let Some(power) = corps.first().and_then(|id| state.commands(id.owner())) else { return };
    let all = state.land.together.entry(power).or_default();
    match all.iter_mut().find(|group| group.to == to) {
        Some(group) => group.corps.extend(corps),
        None => all.push(Together { corps: corps.to_vec(), to }),
    }
}

/// A corps leaves men in cities, or takes them up. How many is public; what is in the corps then is not.
fn leave(state: &mut Position, corps: CorpsId, leaves: &[Leaves]) {
    state.contents.remove_corps(corps);
    for left in leaves {
        let garrison = Garrison::city(left.at, corps.owner());
        state.contents.remove_garrison(garrison);
        let there = state.pieces.garrisons.get(&garrison).copied().unwrap_or(0);
        let men = u32::from(left.men);
        match if left.up { there.saturating_sub(men) } else { there + men } {
            0 => _ = state.pieces.garrisons.remove(&garrison),
            now => _ = state.pieces.garrisons.insert(garrison, now),
        }
    }
}

/// The army of a minor country that was conquered leaves the map (`standard.land.conquest.effects`).
fn disbanded(state: &mut Position, minor: ProvinceId, corps: Vec<(CorpsId, u32)>, garrisons: Vec<Garrison>) {
    let owner = Owner::Minor(minor);
    for (id, factors) in corps {
        gone(state, owner, Cause::Conquest, factors);
        off(state, id);
    }
    for garrison in garrisons {
        let factors = state.pieces.garrisons.remove(&garrison).unwrap_or(0);
        gone(state, owner, Cause::Conquest, factors);
        state.contents.remove_garrison(garrison);
    }
    let depots = state.pieces.depots.keys().copied().filter(|depot| depot.owner() == owner);
    for depot in depots.collect::<Vec<_>>() {
        state.pieces.depots.remove(&depot);
    }
}

fn was_stormed(state: &mut Position, stormed: Stormed) {
    for (corps, fell, now) in stormed.corps {
        gone(state, corps.owner(), Cause::Siege, fell);
        is_left(state, corps, now);
    }
    for (garrison, now) in stormed.garrisons {
        let before = state.pieces.garrisons.get(&garrison).copied().unwrap_or(0);
        gone(state, garrison.of, Cause::Siege, before.saturating_sub(now.total()));
        if now.is_empty() {
            state.pieces.garrisons.remove(&garrison);
            state.contents.remove_garrison(garrison);
        } else {
            state.pieces.garrisons.insert(garrison, now.total());
            state.contents.put_garrison(garrison, now);
        }
    }
}

fn carried_out(state: &mut Position, outcomes: Outcomes) {
    for (corps, from) in outcomes.came {
        if let Some(on_map) = state.pieces.corps.get_mut(&corps) {
            on_map.stand = Stand::Open(outcomes.area);
            on_map.came_from = Some(CameFrom::Area(from));
        }
    }
    for (corps, factors) in outcomes.left {
        state.land.combats.fought.insert(corps);
        is_left(state, corps, factors);
    }
    for goes in outcomes.leaders {
        let at = match (goes.taken_by, goes.with, goes.at) {
            (Some(captor), ..) => Some(Leader::Prisoner(captor)),
            (None, Some(corps), _) => Some(Leader::With(corps)),
            (None, None, Some(at)) => Some(if goes.inside { Leader::Inside(at) } else { Leader::Open(at) }),
            (None, None, None) => None,
        };
        match at {
            Some(at) => _ = state.pieces.leaders.insert(goes.leader, at),
            None => _ = state.pieces.leaders.remove(&goes.leader),
        }
        if goes.lost {
            state.land.leaders_lost.insert(goes.leader);
        }
    }
    let mut taken: BTreeMap<Owner, u32> = BTreeMap::new();
    for (with, of, number) in outcomes.prisoners {
        *taken.entry(Owner::Power(of)).or_default() += number;
        *state.land.prisoners.entry(with).or_default().entry(of).or_default() += number;
    }
    for (owner, lost) in outcomes.lost {
        let prisoners = taken.get(&owner).copied().unwrap_or(0).min(lost);
        gone(state, owner, Cause::Taken, prisoners);
        gone(state, owner, Cause::Battle, lost - prisoners);
    }
    state.land.combats.battle = None;
}
