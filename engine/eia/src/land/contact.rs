//! Contact (7.5): which combats a slot has, who retires into a city before one, and what is fought next.

use super::forces::Factors;
use super::phase::{Happened, emit};
use super::{fall_back, from_position, march, siege};
use crate::ground::Ground;
use crate::land::battle::fight::Who;
use crate::land::battle::{Battle, Ended};
use crate::map::AreaId;
use crate::pieces::garrison::city_room;
use crate::pieces::{CorpsId, Stand};
use crate::powers::Power;
use crate::slots::attacked;
use crate::{EmpiresInArms, Position};
use serde::Serialize;
use std::collections::BTreeMap;
use table::claims::Claim;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rule;

/// Whether the combat step of the open slot has anything left.
pub(crate) fn is_undecided(state: &Position) -> bool {
    let combats = &state.land.combats;
    !combats.left.is_empty() || combats.battle.is_some()
}

/// The corps of a power that would attack in an area: in the open there, with enemies in the open (`standard.land.contact.must`).
fn attackers(ground: &Ground<'_>, power: Power, area: AreaId) -> Vec<CorpsId> {
    let here = ground.here(area);
    let own = here.corps.iter().filter(|one| one.power == Some(power) && matches!(one.stand, Stand::Open(_)));
    own.map(|one| one.id).collect()
}

/// The corps in the open of an area that a power's corps attack, by the power that commands each.
fn defenders(ground: &Ground<'_>, power: Power, area: AreaId) -> BTreeMap<Power, Vec<CorpsId>> {
    let mut all: BTreeMap<Power, Vec<CorpsId>> = BTreeMap::new();
    let open = ground.here(area).corps.iter().filter(|one| one.stand.is_in_the_open());
    for one in open.filter(|one| ground.is_hostile(power, one)) {
        if let Some(by) = one.power {
            all.entry(by).or_default().push(one.id);
        }
    }
    all
}

/// Declares the combats of a slot: wherever its corps stand in the open with enemies in the open (`standard.land.contact.declare`). Who attacks
/// nobody this month, and for whom nobody plays, stands.
pub(crate) fn declare(table: &mut Table<'_, '_, EmpiresInArms>, power: Power) -> Result<(), Refusal> {
    let state = table.state();
    if state.slot_of(power).is_none() || state.is_passive(power) {
        return Ok(());
    }
    let ground = Ground::of(state);
    let met = |area: &AreaId| {
        !attackers(&ground, power, *area).is_empty() && !defenders(&ground, power, *area).is_empty()
    };
    let areas: Vec<AreaId> = ground.enemy_corps(power).iter().filter(met).collect();
    if areas.is_empty() {
        return siege::besiege(table, power);
    }
    let rules = vec![
        rule!("standard.land.contact.declare"),
        rule!("standard.land.contact.must"),
        rule!("standard.land.contact.order"),
        rule!("standard.land.contact.stand-aside"),
    ];
    emit(table, Happened::CombatsDeclared { power, areas, rules })
}

/// Whether all the corps of a power in an area fit into its city.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "claim", rename = "fits")]
struct Fits<'s> {
    area: AreaId,
    corps: Vec<CorpsId>,
    #[serde(skip)]
    of: &'s SeatId,
}

impl Claim<EmpiresInArms> for Fits<'_> {
    type Says = bool;

    fn of(&self) -> &SeatId {
        self.of
    }

    fn known(&self, state: &Position) -> Option<bool> {
        let held = self.corps.iter().map(|corps| state.contents.corps(*corps).map(Factors::total));
        let inside = Ground::of(state).factors_inside(self.area)?;
        Some(held.sum::<Option<u32>>()? + inside <= city_room(self.area))
    }

    /// Each has a factor at least.
    fn may_come_to(&self, state: &Position, says: &bool) -> bool {
        let room = city_room(self.area);
        let garrisons: u32 =
            Ground::of(state).here(self.area).garrisons.iter().map(|(_, factors)| *factors).sum();
        !says || self.corps.len() as u32 + garrisons <= room
    }
}

/// Who of the defenders retires into the city before the combat (`standard.land.contact.retire`).
fn retire(
    table: &mut Table<'_, '_, EmpiresInArms>,
    area: AreaId,
    defenders: &BTreeMap<Power, Vec<CorpsId>>,
) -> Result<(), Refusal> {
    let state = table.state();
    let ground = Ground::of(state);
    let is_a_way_in = area.on_map().city.is_some() && !ground.is_besieged(area);
    let besieges = |corps: &CorpsId| {
        state.pieces.corps.get(corps).is_some_and(|on_map| matches!(on_map.stand, Stand::Besieging(_)))
    };
    let open_to = |power: Power| {
        ground.holder(area).is_some_and(|by| ground.are_one_side(power, by))
            && !ground.is_held_against(power, area)
    };
    let asked: Vec<(Power, Vec<CorpsId>)> = defenders
        .iter()
        .filter(|(power, corps)| is_a_way_in && open_to(**power) && !corps.iter().any(besieges))
        .map(|(power, corps)| (*power, corps.clone()))
        .collect();
    for (power, corps) in asked {
        let Some(holder) = table.state().slot_of(power) else { continue };
        if !attacked::retires(table, power)? {
            continue;
        }
        let fits = Fits { area, corps: corps.clone(), of: &holder.seat };
        if table.claim(&fits)? {
            let rules = vec![rule!("standard.land.contact.retire")];
            emit(table, Happened::Retired { area, corps, rules })?;
        }
    }
    Ok(())
}

/// The combat step goes on: the next combat is begun, and when none is left cities are besieged.
pub(crate) fn go_on(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    loop {
        let state = table.state();
        let (Some(power), None) = (state.land.slot, state.land.combats.battle) else { return Ok(()) };
        let Some(area) = state.land.combats.left.first().copied() else { return Ok(()) };
        let ground = Ground::of(state);
        let (own, others) = (attackers(&ground, power, area), defenders(&ground, power, area));
        if !own.is_empty() && !others.is_empty() {
            retire(table, area, &others)?;
        }
        let ground = Ground::of(table.state());
        let (own, others) = (attackers(&ground, power, area), defenders(&ground, power, area));
        if own.is_empty() || others.is_empty() {
            emit(table, Happened::Engaged { area, battle: None })?;
            take_depots(table, power, area)?;
            if !is_undecided(table.state()) {
                return siege::besiege(table, power);
            }
            continue;
        }
        return from_position::begin(table, power, area, &own, &others);
    }
}

/// A battle of the kept board is over: who is beaten falls back, and the step goes on.
pub(crate) fn battle_over(
    table: &mut Table<'_, '_, EmpiresInArms>,
    number: u32,
    battle: &Battle,
    ended: &Ended,
) -> Result<(), Refusal> {
    let Some(area) = battle.field.area else { return Ok(()) };
    let goes = match (ended.winner, ended.left) {
        (Some(winner), _) => winner.other(),
        (None, Some(left)) => left,
        // Nobody broke in three days, or both did alike: the attackers go back.
        (None, None) => Who::Attacker,
    };
    super::carried_out::carry_out(table, number, battle, ended)?;
    fall_back::fall_back(table, number, battle, area, goes)?;
    if let Some(power) = table.state().land.slot {
        take_depots(table, power, area)?;
    }
    if is_undecided(table.state()) {
        return Ok(());
    }
    match table.state().land.slot {
        Some(power) => siege::besiege(table, power),
        None => Ok(()),
    }
}

/// Where no enemy corps stands in the open any more, attackers there take its unguarded depots at once (`standard.land.depot.captured`).
fn take_depots(table: &mut Table<'_, '_, EmpiresInArms>, power: Power, area: AreaId) -> Result<(), Refusal> {
    let own = attackers(&Ground::of(table.state()), power, area);
    own.first().map_or(Ok(()), |corps| march::take_depots(table, *corps, &[area]))
}
