//! Sieges on the kept board (7.5.4): who besieges, what hunger does to the besieged, breaches, and cities that fall.

use super::forces::{Factors, Troop};
use super::hunger::{self, less};
use super::march;
use super::phase::{Happened, emit, tell_contents};
use super::storm;
use crate::ground::Ground;
use crate::map::AreaId;
use crate::pieces::garrison::city_room;
use crate::pieces::{CorpsId, Garrison, Leader, LeaderId, Owner, Stand};
use crate::powers::Power;
use crate::slots::attacked;
use crate::{EmpiresInArms, Position};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use table::claims::Claim;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rule;

/// The number for a breach by towers (`standard.land.siege.number`); each fletch adds 1.
const NUMBERS: [u8; 5] = [2, 3, 4, 5, 5];
/// What months of a siege add at most (`standard.land.siege.modifiers`).
const MOST_MONTHS: u8 = 3;

/// The month that is played, in words of the record.
pub(super) fn this_month(state: &Position) -> String {
    state.month().map(|month| month.to_string()).unwrap_or_default()
}

/// What a die has to reach for a breach, months of the siege counted.
#[must_use]
pub fn needs(area: AreaId, months: u8) -> u8 {
    let Some(city) = &area.on_map().city else { return u8::MAX };
    let place = usize::from(city.towers.clamp(1, 5)) - 1;
    (NUMBERS[place] + city.fletches).saturating_sub(months.min(MOST_MONTHS))
}

/// The corps of a power that stand in the open of an area, besieging or not.
fn before(ground: &Ground<'_>, power: Power, area: AreaId) -> Vec<CorpsId> {
    let here = ground.here(area).corps.iter();
    here.filter(|one| one.power == Some(power) && one.stand.is_in_the_open()).map(|one| one.id).collect()
}

/// The siege step of a slot: sieges begin and end, and those that stood before are rolled for.
pub(super) fn besiege(table: &mut Table<'_, '_, EmpiresInArms>, power: Power) -> Result<(), Refusal> {
    if table.state().is_passive(power) {
        return Ok(());
    }
    let areas: Vec<AreaId> = AreaId::all().filter(|area| area.on_map().city.is_some()).collect();
    let mut rolls = Vec::new();
    for area in areas {
        let state = table.state();
        let ground = Ground::of(state);
        let own = before(&ground, power, area);
        let was = state.pieces.is_besieged(area);
        let held = ground.is_held_against(power, area);
        let may = !own.is_empty()
            && held
            && !ground.enemy_corps(power).contains(area)
            && !state.land.combats.foraged.contains(&area);
        let is_own = own.iter().any(|corps| {
            matches!(state.pieces.corps.get(corps).map(|on_map| on_map.stand), Some(Stand::Besieging(_)))
        });
        if may {
            let rules = vec![rule!("standard.land.siege.begin")];
            emit(table, Happened::SiegeStands { area, corps: own.clone(), on: true, rules })?;
            // Who fought in the field takes part in no roll (`standard.land.contact.once`), and a month has one.
            let state = table.state();
            let is_fresh = own.iter().any(|corps| !state.land.combats.fought.contains(corps));
            let is_breached = state.pieces.sieges.get(&area).is_some_and(|siege| siege.breach > 0);
            if is_fresh
                && (is_breached || !state.land.rolled.contains(&area))
                && rolls_for(&Ground::of(state), area) == Some(power)
            {
                rolls.push(area);
            }
        } else if was && is_own {
            let rules = vec![rule!("standard.land.siege.ends")];
            emit(table, Happened::SiegeStands { area, corps: own, on: false, rules })?;
        }
    }
    for area in rolls {
        roll(table, power, area)?;
    }
    Ok(())
}

/// The power in whose slot a siege is rolled for: of several that besiege, the one with most corps there, of equal ones the first to act
/// (`standard.land.siege.roll`).
#[must_use]
pub fn rolls_for(ground: &Ground<'_>, area: AreaId) -> Option<Power> {
    let order = &ground.state().land.order;
    let besieging = ground.here(area).corps.iter().filter(|one| matches!(one.stand, Stand::Besieging(_)));
    let mut corps: BTreeMap<Power, usize> = BTreeMap::new();
    besieging.filter_map(|one| one.power).for_each(|power| *corps.entry(power).or_default() += 1);
    let place = |power: Power| order.iter().position(|one| *one == power);
    let most = corps.into_iter().max_by_key(|(power, corps)| (*corps, Reverse(place(*power))));
    most.map(|(power, _)| power)
}

/// A month of a siege: a die for a breach, and after one the storm (`standard.land.siege.roll`).
fn roll(table: &mut Table<'_, '_, EmpiresInArms>, power: Power, area: AreaId) -> Result<(), Refusal> {
    let Some(siege) = table.state().pieces.sieges.get(&area).copied() else { return Ok(()) };
    if siege.breach == 0 {
        let needs = needs(area, siege.months);
        let month = this_month(table.state());
        let die = table.die(&format!("siege/{month}/{}/{}", power.key(), area.key()), 6, area.name())?;
        let breach = die == 6 || die > 1 && die >= needs;
        let rules = vec![
            rule!("standard.land.siege.roll"),
            rule!("standard.land.siege.number"),
            rule!("standard.land.siege.modifiers"),
        ];
        emit(table, Happened::SiegeRolled { area, die, needs, breach, rules })?;
    }
    let breached = table.state().pieces.sieges.get(&area).is_some_and(|siege| siege.breach > 0);
    if breached { storm::storm(table, power, area) } else { Ok(()) }
}

/// The value of the besieged in a city (`standard.land.forage.besieged-value`).
#[must_use]
pub fn besieged_value(area: AreaId, months: u8) -> u8 {
    area.on_map().forage.saturating_sub(1 + months / 2).max(1)
}

/// What hunger does to a power's besieged: each corps rolls, and the garrison of each city once (`standard.land.forage.besieged`).
pub(super) fn hunger_inside(table: &mut Table<'_, '_, EmpiresInArms>, power: Power) -> Result<(), Refusal> {
    let sieges: Vec<(AreaId, u8)> =
        table.state().pieces.sieges.iter().map(|(area, siege)| (*area, siege.months)).collect();
    for (area, months) in sieges {
        let value = besieged_value(area, months);
        let state = table.state();
        let ground = Ground::of(state);
        let own = |owner: Owner| state.commands(owner) == Some(power);
        let garrisons: Vec<(Owner, u32)> = ground
            .here(area)
            .garrisons
            .iter()
            .filter(|(owner, factors)| own(*owner) && *factors > 0)
            .copied()
            .collect();
        for (owner, factors) in garrisons {
            let slot =
                format!("besieged/{}/{}", this_month(table.state()), Garrison::city(area, owner).key());
            let die = table.die(&slot, 6, area.name())?;
            let lost = u32::from(die.saturating_sub(value)).min(factors);
            starve(table, area, owner, factors, lost, die, value)?;
        }
    }
    hunger::besieged_corps(table, power)?;
    let besieged: Vec<AreaId> = table.state().pieces.sieges.keys().copied().collect();
    for area in besieged {
        if !Ground::of(table.state()).is_held_against_anybody(area) {
            fall(table, area, rule!("standard.land.siege.starved"))?;
        }
    }
    Ok(())
}

/// A garrison starves.
fn starve(
    table: &mut Table<'_, '_, EmpiresInArms>,
    area: AreaId,
    owner: Owner,
    factors: u32,
    lost: u32,
    die: u8,
    value: u8,
) -> Result<(), Refusal> {
    let garrison = Garrison::city(area, owner);
    let held = table.state().contents.garrison(garrison);
    let rules = vec![rule!("standard.land.forage.besieged"), rule!("standard.land.forage.besieged-value")];
    emit(table, Happened::Starved { area, of: owner, die, value, lost, rules })?;
    if lost == 0 || lost >= factors {
        return Ok(());
    }
    let holds = held.map(|held| Happened::Holds {
        corps: BTreeMap::new(),
        garrisons: vec![(garrison, less(held, lost))],
    });
    tell_contents(table, owner, holds)
}

/// A city falls to its besiegers: who is left inside, leaders too, is taken (`standard.land.siege.fallen`).
pub(super) fn fall(
    table: &mut Table<'_, '_, EmpiresInArms>,
    area: AreaId,
    why: table::rules::RuleId,
) -> Result<(), Refusal> {
    let state = table.state();
    let ground = Ground::of(state);
    let here = ground.here(area);
    let Some(by) = rolls_for(&ground, area) else { return Ok(()) };
    let besiegers: Vec<CorpsId> = before(&ground, by, area);
    let mut lost: BTreeMap<Owner, u32> = BTreeMap::new();
    for (owner, factors) in &here.garrisons {
        *lost.entry(*owner).or_default() += factors;
    }
    let corps: Vec<CorpsId> =
        here.corps.iter().filter(|one| matches!(one.stand, Stand::Inside(_))).map(|one| one.id).collect();
    for id in &corps {
        let held = state.contents.corps(*id).map_or(0, Factors::total);
        *lost.entry(id.owner()).or_default() += held;
    }
    let is_inside = |at: &Leader| match at {
        Leader::Inside(inside) => *inside == area,
        Leader::With(with) => corps.contains(with),
        Leader::Open(_) | Leader::Aboard(_) | Leader::Prisoner(_) => false,
    };
    let leaders: Vec<LeaderId> =
        state.pieces.leaders.iter().filter(|(_, at)| is_inside(at)).map(|(leader, _)| *leader).collect();
    let rules = vec![why, rule!("standard.land.siege.fallen")];
    emit(table, Happened::Fell { area, by, lost, corps, leaders, rules })?;
    leave_garrison(table, area, by, &besiegers)?;
    besiegers.first().map_or(Ok(()), |corps| march::take_depots(table, *corps, &[area]))
}

/// Whether a corps has so many infantry and militia to leave that a factor stays in it.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "claim", rename = "spares")]
struct Spares<'s> {
    corps: CorpsId,
    men: u16,
    #[serde(skip)]
    of: &'s SeatId,
}

impl Claim<EmpiresInArms> for Spares<'_> {
    type Says = bool;

    fn of(&self) -> &SeatId {
        self.of
    }

    fn known(&self, state: &Position) -> Option<bool> {
        let mut held = state.contents.corps(self.corps)?;
        Some(march::infantry_out_of(&mut held, self.men).is_some())
    }

    fn may_come_to(&self, state: &Position, says: &bool) -> bool {
        let holds = self.corps.capacity(&state.typed);
        let infantry = u32::from(holds.of(Troop::Infantry).max(holds.of(Troop::Militia)));
        !says || u32::from(self.men) <= infantry && u32::from(self.men) < holds.total()
    }
}

/// Who took a city leaves as many men in it as he said, out of the first of his corps there that has so many to spare
/// (`standard.land.siege.fallen`).
fn leave_garrison(
    table: &mut Table<'_, '_, EmpiresInArms>,
    area: AreaId,
    by: Power,
    besiegers: &[CorpsId],
) -> Result<(), Refusal> {
    let Some(holder) = table.state().slot_of(by).filter(|_| city_room(area) > 0) else { return Ok(()) };
    let men = attacked::garrison_men(table, by)?.min(u16::try_from(city_room(area)).unwrap_or(u16::MAX));
    if men == 0 {
        return Ok(());
    }
    // The power's own first, then those of its minor countries; of these who can hold most infantry, by what all see.
    let is_foreign = |corps: &CorpsId| corps.owner() != Owner::Power(by);
    let holds = |corps: &CorpsId| corps.capacity(&table.state().typed).of(Troop::Infantry);
    let mut in_turn: Vec<CorpsId> = besiegers.to_vec();
    in_turn.sort_by_key(|corps| (is_foreign(corps), Reverse(holds(corps))));
    for corps in in_turn {
        if !table.claim(&Spares { corps, men, of: &holder.seat })? {
            continue;
        }
        let garrison = Garrison::city(area, corps.owner());
        let holds = table.state().contents.corps(corps).and_then(|mut held| {
            let left = march::infantry_out_of(&mut held, men)?;
            Some(Happened::Holds {
                corps: BTreeMap::from([(corps, held)]),
                garrisons: vec![(garrison, left)],
            })
        });
        let rules = vec![rule!("standard.land.siege.fallen")];
        emit(table, Happened::Garrisoned { area, corps, men, rules })?;
        return tell_contents(table, corps.owner(), holds);
    }
    Ok(())
}

impl Ground<'_> {
    /// Whether anybody is inside the city of an area.
    #[must_use]
    pub fn is_held_against_anybody(&self, area: AreaId) -> bool {
        let here = self.here(area);
        here.garrisons.iter().any(|(_, factors)| *factors > 0)
            || here.corps.iter().any(|one| matches!(one.stand, Stand::Inside(_)))
    }
}
