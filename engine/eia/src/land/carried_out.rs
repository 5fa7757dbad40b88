//! What a battle leaves on the kept board: losses, corps that are gone, who came to it, prisoners, and where leaders are.

use super::battle::fight::Who;
use super::battle::leader_casualties::Fate;
use super::battle::{Battle, Ended};
use super::kept_contents::corps_in;
use super::phase::{Happened, LeaderGoes, Outcomes, booked, emit};
use crate::ground::Ground;
use crate::map::AreaId;
use crate::pieces::{CorpsId, Leader, LeaderId, Owner};
use crate::powers::Power;
use crate::{EmpiresInArms, Position};
use std::collections::{BTreeMap, BTreeSet};
use table::game::Table;
use table::refusal::Refusal;
use table::rule;

/// Carries a battle that is over out on the board.
pub(super) fn carry_out(
    table: &mut Table<'_, '_, EmpiresInArms>,
    number: u32,
    battle: &Battle,
    ended: &Ended,
) -> Result<(), Refusal> {
    let Some(area) = battle.field.area else { return Ok(()) };
    let state = table.state();
    let fought = state.battles.of.get(&number).map(|battle| battle.fought.clone()).unwrap_or_default();
    let (mut left, mut lost) = (Vec::new(), BTreeMap::<Owner, u32>::new());
    for line in &ended.book {
        let Some(corps) = booked(state, line).filter(|_| !line.before.is_empty()) else { continue };
        let gone = line.before.total() - line.after.total();
        if gone > 0 {
            *lost.entry(corps.owner()).or_default() += gone;
        }
        left.push((corps, line.after));
    }
    let mut outcomes = Outcomes {
        battle: number,
        area,
        came: came(state, battle, &fought),
        left,
        leaders: Vec::new(),
        prisoners: ended.prisoners.clone(),
        lost,
    };
    outcomes.leaders = leaders(table, number, battle, ended, &outcomes)?;
    emit(table, Happened::CarriedOut(Box::new(outcomes)))
}

/// Corps that stood beside the battle and came to it, with the areas from which they did.
fn came(state: &Position, battle: &Battle, fought: &BTreeSet<(Power, usize)>) -> Vec<(CorpsId, AreaId)> {
    let mut came = Vec::new();
    for power in battle.field.powers() {
        for (place, id) in corps_in(state, battle, power).into_iter().enumerate() {
            let was_beside = battle.stands(power, place).is_some_and(|stands| stands.corps.adjacent);
            let from = id.and_then(|id| state.pieces.corps.get(&id)).and_then(|on_map| on_map.stand.area());
            if let (true, true, Some(id), Some(from)) =
                (was_beside, fought.contains(&(power, place)), id, from)
            {
                came.push((id, from));
            }
        }
    }
    came
}

/// What became of leaders: who fell or was wounded is off the map, and whose corps is gone goes to another of his side, or is taken
/// (`standard.land.after.leaders`).
fn leaders(
    table: &mut Table<'_, '_, EmpiresInArms>,
    number: u32,
    battle: &Battle,
    ended: &Ended,
    outcomes: &Outcomes,
) -> Result<Vec<LeaderGoes>, Refusal> {
    let state = table.state();
    let scenario = state.scenario_key();
    let mut goes: BTreeMap<LeaderId, LeaderGoes> = BTreeMap::new();
    for checked in &ended.leaders {
        let owner = Owner::Power(checked.of);
        let Some(leader) = LeaderId::named(scenario, owner, &checked.leader) else { continue };
        let captor = battle.field.side(checked.of).map(|who| battle.field.of(who.other()));
        let taken_by = match checked.fate {
            Fate::Captured => captor.and_then(|powers| powers.first().copied()),
            _ => None,
        };
        if checked.fate != Fate::Unhurt {
            let lost = matches!(checked.fate, Fate::Killed | Fate::Captured);
            goes.insert(leader, LeaderGoes { taken_by, lost, ..unhurt(leader) });
        }
    }
    let gone: BTreeSet<CorpsId> =
        outcomes.left.iter().filter(|(_, factors)| factors.is_empty()).map(|(corps, _)| *corps).collect();
    let bereft: Vec<(LeaderId, CorpsId)> = state
        .pieces
        .leaders
        .iter()
        .filter_map(|(leader, at)| match at {
            Leader::With(corps) if gone.contains(corps) && !goes.contains_key(leader) => {
                Some((*leader, *corps))
            }
            _ => None,
        })
        .collect();
    for (leader, corps) in bereft {
        let one = bereft_leader(table, number, battle, outcomes, (leader, corps), &gone)?;
        goes.insert(leader, one);
    }
    Ok(goes.into_values().collect())
}

/// A leader of whom nothing happened.
fn unhurt(leader: LeaderId) -> LeaderGoes {
    LeaderGoes { leader, taken_by: None, lost: false, with: None, at: None, inside: false }
}

/// A leader whose corps is gone: with another corps of his power there, or by a die taken or away to the nearest corps or city of his side.
fn bereft_leader(
    table: &mut Table<'_, '_, EmpiresInArms>,
    number: u32,
    battle: &Battle,
    outcomes: &Outcomes,
    (leader, corps): (LeaderId, CorpsId),
    gone: &BTreeSet<CorpsId>,
) -> Result<LeaderGoes, Refusal> {
    let state = table.state();
    let power = state.commands(corps.owner());
    // Who stood beside the battle and never came to it is not there.
    let is_there = |id: &CorpsId| {
        let stands = state.pieces.corps.get(id).and_then(|on_map| on_map.stand.area());
        stands == Some(outcomes.area) || outcomes.came.iter().any(|(came, _)| came == id)
    };
    let is_own = |id: &CorpsId| state.commands(id.owner()) == power && !gone.contains(id) && is_there(id);
    if let Some(with) = outcomes.left.iter().map(|(id, _)| *id).find(is_own) {
        return Ok(LeaderGoes { with: Some(with), ..unhurt(leader) });
    }
    let enemy = power.and_then(|power| battle.field.side(power)).map(Who::other);
    let captor = enemy.and_then(|who| battle.field.of(who).first().copied());
    let away = power.and_then(|power| gets_away(state, power, leader, outcomes.area, gone));
    let die = table.die(&format!("battle/{number}/away/{}", leader.key()), 6, leader.name())?;
    match away {
        Some(away) if die <= 3 => Ok(away),
        _ => Ok(LeaderGoes { taken_by: captor, lost: true, ..unhurt(leader) }),
    }
}

/// Where a leader of a power goes who gets away out of an area: to the nearest corps or city of his side, with a corps of his power where one stands
/// there, else into the city or to the camp of his allies.
fn gets_away(
    state: &Position,
    power: Power,
    leader: LeaderId,
    area: AreaId,
    gone: &BTreeSet<CorpsId>,
) -> Option<LeaderGoes> {
    let ground = Ground::of(state);
    let of_side = |by: Option<Power>| by.is_some_and(|by| ground.are_one_side(power, by));
    let is_own_city =
        |at: AreaId| at.on_map().city.is_some() && of_side(ground.holder(at)) && !ground.is_besieged(at);
    let corps_of_side = |at: AreaId| {
        let here = ground.here(at).corps.iter();
        here.filter(|one| {
            of_side(one.power) && !gone.contains(&one.id) && !ground.pieces().is_shut_in(one.stand)
        })
    };
    let is_meant = |at: AreaId| {
        at != area
            && !ground.enemy_corps(power).contains(at)
            && (is_own_city(at) || corps_of_side(at).next().is_some())
    };
    let at = crate::ground::nearest(state, area, is_meant, None)?;
    let with = corps_of_side(at).find(|one| one.power == Some(power)).map(|one| one.id);
    Some(match with {
        Some(with) => LeaderGoes { with: Some(with), ..unhurt(leader) },
        None => LeaderGoes { at: Some(at), inside: is_own_city(at), ..unhurt(leader) },
    })
}

/// The rules by which a battle is carried out, for who reads of it.
#[must_use]
pub fn rules() -> [table::rules::RuleId; 2] {
    [rule!("standard.land.battle.losses"), rule!("standard.land.after.leaders")]
}
