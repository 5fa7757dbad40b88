//! Bread and forage: who a depot feeds, and what the others lose while they live off the land (7.4). In the war on the Danube bread costs
//! nothing: a depot in a chain feeds so many corps, so many areas away at most (`data/danube.toml`).

use super::forces::{Factors, Troop};
use super::phase::{Fed, Happened, How, emit, tell_contents};
use super::siege::this_month;
use crate::danube;
use crate::ground::Ground;
use crate::map::AreaId;
use crate::oob::Held;
use crate::pieces::{CorpsId, DepotId, Owner, Stand};
use crate::powers::Power;
use crate::{EmpiresInArms, Position};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use table::claims::Claim;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;

/// The value from which on foraging succeeds by itself (`standard.land.forage.roll`).
pub const SAFE: u8 = 6;
/// What unbesieged enemy corps take off at most (`standard.land.forage.enemy`).
const MOST_ENEMIES: usize = 2;

/// The value with which a corps forages (`standard.land.forage.value`), with or without its spare movement.
#[must_use]
pub fn value(ground: &Ground<'_>, power: Power, at: AreaId, spare: u8) -> u8 {
    let state = ground.state();
    let here = ground.here(at);
    let open = here.corps.iter().filter(|one| one.stand.is_in_the_open() && ground.is_hostile(power, one));
    let enemies = open.count().min(MOST_ENEMIES);
    let fewer = i32::try_from(enemies).unwrap_or(0) + winter(state);
    let value = i32::from(at.on_map().forage) + i32::from(spare) - fewer;
    u8::try_from(value.max(0)).unwrap_or(0)
}

/// Whether a corps that did not move is in quarters (`standard.land.forage.quarters`).
fn is_quartered(ground: &Ground<'_>, power: Power, corps: CorpsId, at: AreaId) -> bool {
    let state = ground.state();
    let province = at.on_map().province;
    let is_home = match corps.owner() {
        Owner::Power(power) => state.held(province) == Held::Home(power),
        Owner::Minor(minor) => province == minor,
    };
    let of_side = ground.holder(at).is_some_and(|by| ground.are_one_side(power, by));
    is_home && of_side && !ground.is_besieged(at) && !ground.enemy_corps(power).contains(at)
}

/// How each corps of a power lives, before any die: by which depot, in quarters, or foraging at a value.
#[must_use]
pub fn living(state: &Position, power: Power) -> BTreeMap<CorpsId, How> {
    let ground = Ground::of(state);
    let mut how = BTreeMap::new();
    let mut quartered: BTreeMap<AreaId, u32> = BTreeMap::new();
    let mut hungry: Vec<(CorpsId, AreaId, u8)> = Vec::new();
    for corps in super::march::corps_of(state, power) {
        let Some(on_map) = state.pieces.corps.get(&corps) else { continue };
        let (Some(at), false) = (on_map.stand.area(), state.pieces.is_shut_in(on_map.stand)) else {
            continue;
        };
        let moved = state.land.moved.get(&corps);
        let towers = at.on_map().city.as_ref().map_or(0, |city| u32::from(city.towers));
        let stood = on_map.came_from.is_none();
        let guests = quartered.entry(at).or_default();
        if stood && *guests < towers && is_quartered(&ground, power, corps, at) {
            *guests += 1;
            how.insert(corps, How::Quarters);
            continue;
        }
        // One that stays in a city before which an enemy stands has spent nothing either.
        let whole = ground.points_of(corps);
        let spare = moved.map_or(whole, |moved| moved.spare);
        let besieges = matches!(on_map.stand, Stand::Besieging(_)) || wants_siege(&ground, power, at);
        hungry.push((corps, at, if besieges { 0 } else { spare }));
    }
    let fed = by_depots(&ground, power, &hungry);
    for (corps, at, spare) in hungry {
        let forage =
            How::Forage { value: value(&ground, power, at, spare), spared: spare > 0, die: None, lost: 0 };
        let bread = fed.get(&corps).map(|(depot, areas)| How::Depot { depot: *depot, areas: *areas });
        how.insert(corps, bread.unwrap_or(forage));
    }
    how
}

/// Whether corps of a power stand before a city that enemies hold without a corps of theirs in the open: they besiege it.
#[must_use]
pub fn wants_siege(ground: &Ground<'_>, power: Power, at: AreaId) -> bool {
    ground.is_held_against(power, at)
        && !ground.enemy_corps(power).contains(at)
        && !ground.state().is_passive(power)
}

/// Whom depots feed: first who would lose most by foraging, then who can hold most, then by name.
fn by_depots(
    ground: &Ground<'_>,
    power: Power,
    hungry: &[(CorpsId, AreaId, u8)],
) -> BTreeMap<CorpsId, (DepotId, u16)> {
    let bread = &danube::numbers().bread;
    let lines = ground.lines(power, None);
    let mut places: BTreeMap<DepotId, usize> = BTreeMap::new();
    let mut order: Vec<(u8, u32, CorpsId)> = hungry
        .iter()
        .map(|(corps, at, spare)| {
            let holds = corps.capacity(&ground.state().typed).total();
            (value(ground, power, *at, *spare), u32::MAX - holds, *corps)
        })
        .filter(|(value, ..)| *value < SAFE)
        .collect();
    order.sort_unstable();
    let mut fed = BTreeMap::new();
    for (.., corps) in order {
        let mut near: Vec<_> =
            lines.iter().filter(|line| line.corps == corps && line.areas <= bread.areas).collect();
        near.sort_by_key(|line| (line.areas, line.depot));
        let found = near.into_iter().find(|line| places.get(&line.depot).copied().unwrap_or(0) < bread.corps);
        if let Some(line) = found {
            *places.entry(line.depot).or_default() += 1;
            fed.insert(corps, (line.depot, line.areas));
        }
    }
    fed
}

/// How many factors were in a corps that hunger has emptied; 0 for one that it has not.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(tag = "claim", rename = "emptied")]
struct Emptied<'s> {
    corps: CorpsId,
    /// How many it loses now.
    loses: u8,
    #[serde(skip)]
    of: &'s SeatId,
}

impl Claim<EmpiresInArms> for Emptied<'_> {
    type Says = u8;

    fn of(&self) -> &SeatId {
        self.of
    }

    fn known(&self, state: &Position) -> Option<u8> {
        state.contents.corps(self.corps).map(|factors| emptied(factors, self.loses))
    }

    fn may_come_to(&self, state: &Position, says: &u8) -> bool {
        *says <= self.loses && state.pieces.corps.contains_key(&self.corps)
    }
}

fn emptied(factors: Factors, loses: u8) -> u8 {
    u8::try_from(factors.total()).ok().filter(|held| *held <= loses).unwrap_or(0)
}

/// What is left in a corps that lost factors: the cheapest first (`standard.land.forage.roll`), by what a factor costs in $ (`data/oob/costs.toml`;
/// feudal troops cost what their like do).
#[must_use]
pub fn less(factors: Factors, mut lost: u32) -> Factors {
    let mut left = factors;
    let cheapest = [
        Troop::Militia,
        Troop::Infantry,
        Troop::FeudalInfantry,
        Troop::Guard,
        Troop::Artillery,
        Troop::LightCavalry,
        Troop::FeudalCavalry,
        Troop::Cavalry,
        Troop::HeavyCavalry,
    ];
    for sort in cheapest {
        let falls = lost.min(u32::from(left.of(sort)));
        left.0[sort as usize] -= u16::try_from(falls).unwrap_or(0);
        lost -= falls;
    }
    left
}

/// The supply step of a slot: depots feed, the others forage, and who is emptied leaves the map.
pub(crate) fn feed(table: &mut Table<'_, '_, EmpiresInArms>, power: Power) -> Result<(), Refusal> {
    super::siege::hunger_inside(table, power)?;
    let living = living(table.state(), power);
    let mut fed = Vec::new();
    let mut rules = BTreeSet::new();
    for (corps, how) in living {
        let how = match how {
            How::Forage { value, spared, .. } if value < SAFE => {
                let month = this_month(table.state());
                let die = table.die(&format!("forage/{month}/{}", corps.key()), 6, "forage")?;
                rules.insert(rule!("standard.land.forage.roll"));
                How::Forage { value, spared, die: Some(die), lost: die.saturating_sub(value) }
            }
            how => how,
        };
        fed.push(Fed { corps, how });
    }
    let ground = Ground::of(table.state());
    rules.extend(fed.iter().flat_map(|fed| rules_of(&ground, power, fed.corps, fed.how)));
    starve(table, power, fed, rules.into_iter().collect())
}

/// The rules by which a corps is fed so.
fn rules_of(ground: &Ground<'_>, power: Power, corps: CorpsId, how: How) -> Vec<RuleId> {
    let state = ground.state();
    let at = state.pieces.corps.get(&corps).and_then(|on_map| on_map.stand.area());
    match (how, at) {
        (How::Depot { .. }, _) => vec![
            rule!("standard.land.supply.chain"),
            rule!("standard.land.supply.source"),
            rule!("standard.land.supply.way"),
        ],
        (How::Quarters, _) => vec![rule!("standard.land.forage.quarters")],
        (How::Forage { spared, .. }, Some(at)) => {
            let mut rules = vec![rule!("standard.land.forage.value")];
            let besieges = !spared && wants_siege(ground, power, at);
            rules.extend(besieges.then_some(rule!("standard.land.forage.besieging")));
            let is_met = ground.enemy_corps(power).contains(at);
            rules.extend(is_met.then_some(rule!("standard.land.forage.enemy")));
            rules.extend((winter(state) > 0).then_some(rule!("standard.land.forage.winter")));
            rules
        }
        (How::Forage { .. }, None) => Vec::new(),
    }
}

/// What winter takes off (`standard.land.forage.winter`).
fn winter(state: &Position) -> i32 {
    if state.month().is_some_and(|month| matches!(month.parts().1, 12 | 1 | 2)) { 2 } else { 0 }
}

/// What hunger does to a power's besieged corps (`standard.land.forage.besieged`).
pub(super) fn besieged_corps(table: &mut Table<'_, '_, EmpiresInArms>, power: Power) -> Result<(), Refusal> {
    let state = table.state();
    let inside: Vec<(CorpsId, AreaId)> = super::march::corps_of(state, power)
        .filter_map(|corps| match state.pieces.corps.get(&corps)?.stand {
            Stand::Inside(area) if state.pieces.is_besieged(area) => Some((corps, area)),
            _ => None,
        })
        .collect();
    let mut fed = Vec::new();
    for (corps, area) in inside {
        let months = table.state().pieces.sieges.get(&area).map_or(0, |siege| siege.months);
        let value = super::siege::besieged_value(area, months);
        let month = this_month(table.state());
        let die = table.die(&format!("besieged/{month}/{}", corps.key()), 6, area.name())?;
        let lost = die.saturating_sub(value);
        fed.push(Fed { corps, how: How::Forage { value, spared: false, die: Some(die), lost } });
    }
    let rules = vec![rule!("standard.land.forage.besieged"), rule!("standard.land.forage.besieged-value")];
    starve(table, power, fed, rules)
}

/// What those have left who starve: worked out before all see how many starved, and told after it.
fn starve(
    table: &mut Table<'_, '_, EmpiresInArms>,
    power: Power,
    mut fed: Vec<Fed>,
    rules: Vec<RuleId>,
) -> Result<(), Refusal> {
    if fed.is_empty() {
        return Ok(());
    }
    let mut left = Vec::new();
    for fed in &mut fed {
        let How::Forage { lost, .. } = &mut fed.how else { continue };
        if *lost == 0 {
            continue;
        }
        let corps = fed.corps;
        let seat = table.state().owners_of(corps.owner()).into_iter().next();
        let had = match &seat {
            Some(seat) => table.claim(&Emptied { corps, loses: *lost, of: seat })?,
            None => table.state().contents.corps(corps).map_or(0, |factors| emptied(factors, *lost)),
        };
        let after = table.state().contents.corps(corps).map(|factors| less(factors, u32::from(*lost)));
        if had > 0 {
            *lost = had;
        }
        left.push((corps, had > 0, after));
    }
    emit(table, Happened::Fed { power, fed, rules })?;
    for (corps, emptied, after) in left {
        if emptied {
            emit(table, Happened::Emptied { corps, rules: vec![rule!("standard.land.reinforce.emptied")] })?;
        } else {
            let holds = after.map(|factors| Happened::Holds {
                corps: BTreeMap::from([(corps, factors)]),
                garrisons: Vec::new(),
            });
            tell_contents(table, corps.owner(), holds)?;
        }
    }
    Ok(())
}
