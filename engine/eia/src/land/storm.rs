//! The storm of a breached city (7.5.4): three rounds at most, without chits, ratings or modifiers; all inside defend
//! (`standard.land.siege.storm`, `standard.land.siege.storm-table`, `standard.land.siege.storm-result`).

use super::battle::morale::{Circumstances, morale};
use super::battle::tables::Tables;
use super::forces::{Factors, Troop};
use super::from_position::{nation, opened_corps, opened_garrison};
use super::hunger::less;
use super::phase::{Happened, StormRound, Stormed, emit};
use super::siege::{fall, this_month};
use super::values::Values;
use crate::ground::Ground;
use crate::map::AreaId;
use crate::nations::Nation;
use crate::pieces::garrison::city_room;
use crate::pieces::{CorpsId, Garrison, Stand};
use crate::powers::Power;
use crate::slots::attacked;
use crate::{EmpiresInArms, Position};
use table::game::Table;
use table::refusal::Refusal;
use table::rule;

/// The besieger's tables of the three rounds.
const ATTACK: [(u8, u8); 3] = [(4, 1), (4, 2), (4, 3)];
/// The casualty level of the besieged by fletches; their morale levels are 1, 1 and 2.
const DEFENCE: [u8; 4] = [2, 3, 4, 5];

/// Who storms first where not all may: cavalry last, which is worth no more than infantry there.
const STORMS_FIRST: [Troop; 7] = [
    Troop::Infantry,
    Troop::Militia,
    Troop::FeudalInfantry,
    Troop::LightCavalry,
    Troop::FeudalCavalry,
    Troop::Cavalry,
    Troop::HeavyCavalry,
];

/// Somebody who storms, or is stormed.
#[derive(Clone, Copy)]
enum Who {
    Corps(CorpsId),
    Garrison(Garrison),
}

/// A side of a storm.
struct Side {
    /// What each has in the fight, in the order in which they lose.
    factors: Vec<(Who, Factors)>,
    /// Its morale in tenths, fixed at the start.
    morale: u32,
    /// What it lost of it.
    lost: u32,
}

impl Side {
    fn of(state: &Position, factors: Vec<(Who, Factors)>) -> Side {
        let (mut sum, mut all) = (0, 0);
        for (who, held) in &factors {
            for (sort, n) in held.each() {
                sum += worth(state, *who, sort) * u32::from(n);
                all += u32::from(n);
            }
        }
        // The mean to a tenth, halves up.
        let morale = (2 * sum + all).checked_div(2 * all).unwrap_or(0);
        Side { factors, morale, lost: 0 }
    }

    fn total(&self) -> u32 {
        self.factors.iter().map(|(_, held)| held.total()).sum()
    }

    fn is_broken(&self) -> bool {
        self.lost >= self.morale || self.total() == 0
    }

    /// Takes losses, the first first, each from the cheapest.
    fn lose(&mut self, mut lost: u32) -> u32 {
        let mut fell = 0;
        for (_, held) in &mut self.factors {
            let here = lost.min(held.total());
            *held = less(*held, here);
            (lost, fell) = (lost - here, fell + here);
        }
        fell
    }
}

/// What a factor is worth for morale: of cavalry what infantry is (`house.siege.assault-cavalry-morale`).
fn worth(state: &Position, who: Who, sort: Troop) -> u32 {
    let nation = nation(
        state,
        match who {
            Who::Corps(corps) => corps.owner(),
            Who::Garrison(garrison) => garrison.of,
        },
    );
    let sort = if sort.is_cavalry() { Troop::Infantry } else { sort };
    let is_dominant = |nation| matches!(nation, Nation::Major(Power::France | Power::GreatBritain));
    let of = |nation| Circumstances { dominant: is_dominant(nation), ..Circumstances::default() };
    let values = Values::of(&state.typed);
    nation.map_or(0, |nation| u32::from(morale(values, nation, sort, &of(nation)).value))
}

/// Of what is in the besieging corps, what storms: no more than the city could hold, guard and artillery not counted (`house.siege.assault-limit`).
fn storming(held: &[(CorpsId, Factors)], limit: u32) -> Vec<(Who, Factors)> {
    let mut room = limit;
    let mut storming = Vec::new();
    for (corps, factors) in held {
        let mut goes = Factors::default();
        goes.0[Troop::Guard as usize] = factors.of(Troop::Guard);
        goes.0[Troop::Artillery as usize] = factors.of(Troop::Artillery);
        for sort in STORMS_FIRST {
            let n = u32::from(factors.of(sort)).min(room);
            goes.0[sort as usize] = u16::try_from(n).unwrap_or(0);
            room -= n;
        }
        if !goes.is_empty() {
            storming.push((Who::Corps(*corps), goes));
        }
    }
    storming
}

/// A breached city is stormed, where its besieger's answer is that he storms.
pub(super) fn storm(
    table: &mut Table<'_, '_, EmpiresInArms>,
    power: Power,
    area: AreaId,
) -> Result<(), Refusal> {
    if !attacked::storms(table, power)? {
        return Ok(());
    }
    let state = table.state();
    let ground = Ground::of(state);
    let here = ground.here(area);
    let fresh = |corps: &CorpsId| !state.land.combats.fought.contains(corps);
    let besieging: Vec<CorpsId> = here
        .corps
        .iter()
        .filter(|one| one.power == Some(power) && matches!(one.stand, Stand::Besieging(_)))
        .map(|one| one.id)
        .filter(fresh)
        .collect();
    let corps_inside: Vec<CorpsId> =
        here.corps.iter().filter(|one| matches!(one.stand, Stand::Inside(_))).map(|one| one.id).collect();
    let garrisons: Vec<Garrison> = here
        .garrisons
        .iter()
        .filter(|(_, factors)| *factors > 0)
        .map(|(owner, _)| Garrison::city(area, *owner))
        .collect();
    if besieging.is_empty() {
        return Ok(());
    }
    table.seal_sheets()?;
    let mut held = Vec::new();
    for corps in besieging {
        held.push((corps, opened_corps(table, corps)?));
    }
    let mut inside = Vec::new();
    for garrison in garrisons {
        inside.push((Who::Garrison(garrison), opened_garrison(table, garrison)?));
    }
    for corps in corps_inside {
        inside.push((Who::Corps(corps), opened_corps(table, corps)?));
    }
    fought(table, power, area, &held, inside)
}

/// The rounds of a storm, and what they leave.
fn fought(
    table: &mut Table<'_, '_, EmpiresInArms>,
    by: Power,
    area: AreaId,
    held: &[(CorpsId, Factors)],
    inside: Vec<(Who, Factors)>,
) -> Result<(), Refusal> {
    let goes = storming(held, city_room(area));
    if goes.is_empty() {
        return Ok(());
    }
    let tables = Tables::with(&table.state().typed);
    let fletches = area.on_map().city.as_ref().map_or(0, |city| usize::from(city.fletches));
    let mut attack = Side::of(table.state(), goes.clone());
    let mut defend = Side::of(table.state(), inside.clone());
    let month = this_month(table.state());
    let mut rounds = Vec::new();
    for (round, (casualties, morale)) in ATTACK.into_iter().enumerate() {
        let slot = |who: &str| format!("storm/{month}/{}/{}/{}/{who}", by.key(), area.key(), round + 1);
        let dice = [table.die(&slot("attack"), 6, area.name())?, table.die(&slot("defend"), 6, area.name())?];
        let done = tables.effect(casualties, morale, i8::try_from(dice[0]).unwrap_or(0));
        let back = (DEFENCE[fletches.min(3)], if round == 2 { 2 } else { 1 });
        let suffered = tables.effect(back.0, back.1, i8::try_from(dice[1]).unwrap_or(0));
        let losses =
            [tables.factors(suffered.percent, defend.total()), tables.factors(done.percent, attack.total())];
        let fell = [attack.lose(losses[0]), defend.lose(losses[1])];
        attack.lost += u32::from(suffered.morale);
        defend.lost += u32::from(done.morale);
        rounds.push(StormRound { dice, fell });
        if attack.is_broken() || defend.is_broken() {
            break;
        }
    }
    let falls = falls(&attack, &defend);
    let stormed = left(by, area, held, &goes, &inside, [&attack, &defend], rounds, falls);
    emit(table, Happened::Stormed(Box::new(stormed)))?;
    if falls { fall(table, area, rule!("standard.land.siege.storm-result")) } else { Ok(()) }
}

/// Whether a city falls to a storm: where both sides break it holds as long as anybody is left inside (`standard.land.siege.storm-result`).
fn falls(attack: &Side, defend: &Side) -> bool {
    defend.is_broken() && (!attack.is_broken() || defend.total() == 0)
}

/// What a storm leaves on the board.
#[expect(clippy::too_many_arguments, reason = "all of it is what was just fought")]
fn left(
    by: Power,
    area: AreaId,
    held: &[(CorpsId, Factors)],
    goes: &[(Who, Factors)],
    inside: &[(Who, Factors)],
    [attack, defend]: [&Side; 2],
    rounds: Vec<StormRound>,
    falls: bool,
) -> Stormed {
    let mut corps = Vec::new();
    for (id, all) in held {
        let is_it = |who: &Who| matches!(who, Who::Corps(corps) if corps == id);
        let went = goes.iter().find(|(who, _)| is_it(who)).map_or(Factors::default(), |(_, went)| *went);
        let back = attack.factors.iter().find(|(who, _)| is_it(who)).map_or(went, |(_, back)| *back);
        corps.push((*id, went.total() - back.total(), all.without(went.without(back))));
    }
    let mut garrisons = Vec::new();
    for (who, now) in &defend.factors {
        match who {
            Who::Corps(id) => {
                let was = inside.iter().find(|(who, _)| matches!(who, Who::Corps(corps) if corps == id));
                let before = was.map_or(0, |(_, factors)| factors.total());
                corps.push((*id, before - now.total(), *now));
            }
            Who::Garrison(garrison) => garrisons.push((*garrison, *now)),
        }
    }
    Stormed {
        area,
        by,
        rounds,
        corps,
        garrisons,
        falls,
        rules: vec![
            rule!("standard.land.siege.storm"),
            rule!("standard.land.siege.storm-table"),
            rule!("standard.land.siege.storm-result"),
            rule!("standard.land.contact.once"),
            rule!("house.siege.assault-limit"),
            rule!("house.siege.assault-cavalry-morale"),
        ],
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::pieces::Owner;

    fn side(factors: &str, morale: u32, lost: u32) -> Side {
        let owner = Owner::Power(Power::Austria);
        let corps = CorpsId::named("1805", owner, "I Corps").unwrap();
        let held = if factors.is_empty() { Factors::default() } else { Factors::read(factors).unwrap() };
        Side { factors: vec![(Who::Corps(corps), held)], morale, lost }
    }

    // standard.land.siege.storm-result: given both break in round 2 with 4 defenders left, then the city holds; given no defender is left, then it
    // falls.
    #[test]
    fn where_both_break_a_city_falls_if_nobody_is_left_inside() {
        let broken = |factors: &str| side(factors, 30, 30);
        assert!(!falls(&broken("6i"), &broken("4i")));
        assert!(falls(&broken("6i"), &broken("")));
        assert!(falls(&side("6i", 30, 10), &broken("4i")));
        assert!(!falls(&side("6i", 30, 10), &side("4i", 30, 10)));
    }

    // house.siege.assault-limit: given a fortress holding 10 factors, then 10 infantry, 5 guard and 3 artillery assault it. Cavalry counts as
    // infantry does (house.siege.assault-cavalry-morale), and comes last.
    #[test]
    fn as_many_storm_as_the_city_could_hold_guard_and_artillery_on_top() {
        let corps = CorpsId::named("1805", Owner::Power(Power::France), "I Corps").unwrap();
        let storms = |held: &str, limit: u32| {
            let all = storming(&[(corps, Factors::read(held).unwrap())], limit);
            all.first().map(|(_, goes)| goes.to_string())
        };
        let said = |held: &str| Some(Factors::read(held).unwrap().to_string());
        assert_eq!(storms("12i 5gd 3a", 10), said("10i 5gd 3a"));
        assert_eq!(storms("8i 3c", 10), said("8i 2c"));
        assert_eq!(storms("8i 3c", 15), said("8i 3c"));
        assert_eq!(storms("3c", 0), None);
    }
}
