//! Retreat on the kept board (7.5.2.10.3): where a beaten force goes, by the bot.

use super::phase::{Happened, emit};
use crate::danube;
use crate::ground::{Entry, Ground, steps_from};
use crate::land::battle::Battle;
use crate::land::battle::fight::Who;
use crate::map::{AreaId, Arrows, map};
use crate::pieces::{CameFrom, CorpsId, Owner};
use crate::powers::Power;
use crate::{EmpiresInArms, Position};
use std::collections::BTreeSet;
use table::game::Table;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;

/// Whether a beaten force of a power may come to an area: it may enter it, and no unbesieged enemy corps stands there
/// (`standard.land.after.retreat-open`).
fn is_open(ground: &Ground<'_>, power: Power, area: AreaId) -> bool {
    let may_enter = match ground.entry(power, area) {
        Entry::Own | Entry::Enemy | Entry::Access | Entry::Together | Entry::Side => true,
        Entry::Passing | Entry::Closed(_) => false,
    };
    let here = ground.here(area);
    let is_enemy =
        here.corps.iter().any(|one| ground.is_hostile(power, one) && !ground.pieces().is_shut_in(one.stand));
    may_enter && !is_enemy && danube::closed(ground.state(), power, area).is_none()
}

/// The areas next to one that are open to a beaten force, by land; over arrows where there are no others.
fn open_beside(ground: &Ground<'_>, power: Power, area: AreaId, closed: &BTreeSet<AreaId>) -> Vec<AreaId> {
    let near = || {
        map().neighbours(area).iter().filter(|near| {
            near.cost(Arrows::HOUSE).is_some()
                && !closed.contains(&near.area)
                && !ground.state().closes_border(area, near.area)
                && is_open(ground, power, near.area)
        })
    };
    let by_land: Vec<AreaId> = near().filter(|near| !near.is_arrow()).map(|near| near.area).collect();
    if by_land.is_empty() { near().map(|near| near.area).collect() } else { by_land }
}

/// Where a force of a power is at home: its depots that supply, without one its sources (`standard.land.after.retreat-defender`).
fn homes(ground: &Ground<'_>, power: Power) -> Vec<AreaId> {
    let supply = ground.supply(power, None);
    let own = ground.pieces().depots.iter().filter(|(depot, _)| depot.owner() == Owner::Power(power));
    let depots: Vec<AreaId> = own
        .filter(|(depot, _)| supply.has(**depot))
        .filter_map(|(_, at)| match at {
            crate::pieces::Depot::Area(area) => Some(*area),
            crate::pieces::Depot::Fleet(_) => None,
        })
        .collect();
    if depots.is_empty() { ground.sources(power) } else { depots }
}

/// Of areas the one of least distance to where a force is at home, of equals the first by name.
fn nearest_home(ground: &Ground<'_>, power: Power, among: &[AreaId]) -> Option<AreaId> {
    let far = steps_from(ground.state(), &homes(ground, power));
    among.iter().copied().min_by_key(|area| (far.cost(area.place()).unwrap_or(u16::MAX), area.name()))
}

/// The areas from which the attackers of a battle came into it or reinforced it, which are closed to the defenders
/// (`standard.land.contact.origins`, `house.land.retreat.no-attacker-origin`).
fn origins(ground: &Ground<'_>, battle: &Battle, area: AreaId) -> BTreeSet<AreaId> {
    let by_name = |called: &String| AreaId::all().find(|area| area.name() == called);
    let attacks =
        |power: Option<Power>| power.is_some_and(|power| battle.field.of(Who::Attacker).contains(&power));
    let there = ground.here(area).corps.iter().filter(|one| one.stand.is_in_the_open() && attacks(one.power));
    let there: Vec<CorpsId> = there.map(|one| one.id).collect();
    battle.field.from.iter().filter_map(by_name).chain(ground.origins(&there)).collect()
}

/// Whether the defenders in an area would be surrounded: no area next to it is open to them (`standard.land.after.retreat-none`).
#[must_use]
pub fn is_surrounded(ground: &Ground<'_>, power: Power, area: AreaId, origins: &BTreeSet<AreaId>) -> bool {
    open_beside(ground, power, area, origins).is_empty()
}

/// Where a force goes, and by which rules; `None` where it stays, for no way is open at all.
#[must_use]
pub fn goes_to(
    state: &Position,
    battle: &Battle,
    area: AreaId,
    who: Who,
    corps: &[CorpsId],
) -> Option<(AreaId, Vec<RuleId>)> {
    let ground = Ground::of(state);
    let commander = battle.command.map(|command| command[who as usize].power);
    let power = commander.or(battle.field.of(who).first().copied())?;
    let from = |corps: &CorpsId| match state.pieces.corps.get(corps)?.came_from? {
        CameFrom::Area(from) => Some(from),
        CameFrom::Sea(_) => None,
    };
    let came: BTreeSet<AreaId> = corps.iter().filter_map(from).collect();
    retreat(&ground, power, area, who, &came, &origins(&ground, battle, area))
}

/// Where a beaten force of a power goes out of an area: attackers whence they `came` (`standard.land.after.retreat-attacker`), defenders toward their
/// depots and not into the `origins` of the attack (`standard.land.after.retreat-defender`).
pub(super) fn retreat(
    ground: &Ground<'_>,
    power: Power,
    area: AreaId,
    who: Who,
    came: &BTreeSet<AreaId>,
    origins: &BTreeSet<AreaId>,
) -> Option<(AreaId, Vec<RuleId>)> {
    if who == Who::Attacker {
        let back: Vec<AreaId> = came.iter().copied().filter(|from| is_open(ground, power, *from)).collect();
        if let Some(to) = nearest_home(ground, power, &back) {
            return Some((to, vec![rule!("standard.land.after.retreat-attacker")]));
        }
    }
    let mut rules =
        vec![rule!("standard.land.after.retreat-defender"), rule!("standard.land.after.retreat-open")];
    let nowhere = BTreeSet::new();
    let closed = if who == Who::Defender { origins } else { &nowhere };
    rules.extend((!closed.is_empty()).then_some(rule!("house.land.retreat.no-attacker-origin")));
    let open = open_beside(ground, power, area, closed);
    if let Some(to) = nearest_home(ground, power, &open) {
        return Some((to, rules));
    }
    rules.push(rule!("standard.land.after.retreat-none"));
    let through = open_beside(ground, power, area, &nowhere);
    if let Some(to) = nearest_home(ground, power, &through) {
        return Some((to, rules));
    }
    let to =
        crate::ground::nearest(ground.state(), area, |one| one != area && is_open(ground, power, one), None)?;
    Some((to, rules))
}

/// A force that was beaten, or leaves, goes where the rules send it. What of it was destroyed is off the map already.
pub(super) fn fall_back(
    table: &mut Table<'_, '_, EmpiresInArms>,
    number: u32,
    battle: &Battle,
    area: AreaId,
    who: Who,
) -> Result<(), Refusal> {
    let state = table.state();
    let ground = Ground::of(state);
    let of_side = |power: Option<Power>| power.is_some_and(|power| battle.field.of(who).contains(&power));
    let there = ground.here(area).corps.iter().filter(|one| one.stand.is_in_the_open() && of_side(one.power));
    let corps: Vec<CorpsId> = there.map(|one| one.id).collect();
    if corps.is_empty() {
        return Ok(());
    }
    let Some((to, rules)) = goes_to(state, battle, area, who, &corps) else { return Ok(()) };
    emit(table, Happened::FellBack { battle: number, corps, to, rules })
}
