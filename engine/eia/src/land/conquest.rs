//! The conquest step on the kept board (7.7, 10.2.1): which minor countries an enemy holds whole, and what becomes of one that he held so for a month.

use super::from_position::opened_corps;
use super::phase::{Happened, emit};
use crate::board::{Why, change};
use crate::danube;
use crate::ground::Ground;
use crate::map::{AreaId, ProvinceId};
use crate::months::Month;
use crate::oob::Held;
use crate::pieces::{CorpsId, Garrison, Owner};
use crate::powers::Power;
use crate::{EmpiresInArms, Position};
use std::collections::BTreeMap;
use table::game::Table;
use table::refusal::Refusal;
use table::rule;

/// The cities by which a minor country is conquered: all of its primary district (`house.minors.conquest-primary-district`).
fn cities(minor: ProvinceId) -> impl Iterator<Item = AreaId> {
    AreaId::all().filter(move |area| area.on_map().province == minor && area.on_map().city.is_some())
}

/// The power that holds all cities of a minor country with whose controller it is at war, none of them besieged and none in combat
/// (`standard.land.conquest.when`). What its ally holds does not count (`standard.land.conquest.pp`).
fn overrun_by(ground: &Ground<'_>, minor: ProvinceId) -> Option<Power> {
    let controller = ground.state().held(minor).by()?;
    let by = ground.holder(cities(minor).next()?).filter(|by| ground.are_at_war(*by, controller))?;
    let in_combat = |area: AreaId| {
        let open = ground.here(area).corps.iter().filter(|one| one.stand.is_in_the_open());
        ground.enemy_corps(by).contains(area) && open.clone().any(|one| one.power == Some(by))
    };
    let is_held =
        |area: AreaId| ground.holder(area) == Some(by) && !ground.is_besieged(area) && !in_combat(area);
    cities(minor).all(is_held).then_some(by)
}

/// The minor countries that enemies hold whole now, each with the power that does. Home provinces of major powers are never conquered.
#[must_use]
pub fn overrun(state: &Position) -> BTreeMap<ProvinceId, Power> {
    let ground = Ground::of(state);
    let is_country =
        |minor: &ProvinceId| state.board.home_of(*minor).is_none() && state.board.lead(*minor) == *minor;
    let minors = ProvinceId::all().filter(is_country);
    minors.filter_map(|minor| Some((minor, overrun_by(&ground, minor)?))).collect()
}

/// The conquest step of a month: who held a minor country whole in the step of the month before and holds it so now has conquered it. In the first
/// month of the war on the Danube its powers are not at war yet.
pub(crate) fn step(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    if table.state().is_danube() && month <= danube::numbers().first.month {
        return Ok(());
    }
    let before = table.state().land.overrun.clone();
    let now = overrun(table.state());
    let conquered: Vec<(ProvinceId, Power)> = now
        .iter()
        .filter(|(minor, by)| before.get(minor) == Some(by))
        .map(|(minor, by)| (*minor, *by))
        .collect();
    let held: BTreeMap<ProvinceId, Power> =
        now.into_iter().filter(|(minor, by)| !conquered.contains(&(*minor, *by))).collect();
    if held != before {
        let rules =
            vec![rule!("standard.land.conquest.when"), rule!("house.minors.conquest-primary-district")];
        emit(table, Happened::Overrun { held, rules })?;
    }
    conquered.into_iter().try_for_each(|(minor, by)| conquer(table, minor, by))
}

/// A minor country is conquered: its army leaves the map, what was in its corps open to all, and it is its conqueror's
/// (`standard.land.conquest.effects`, `standard.land.conquest.districts`).
fn conquer(table: &mut Table<'_, '_, EmpiresInArms>, minor: ProvinceId, by: Power) -> Result<(), Refusal> {
    let state = table.state();
    let owner = Owner::Minor(minor);
    let army: Vec<CorpsId> =
        state.pieces.corps.keys().copied().filter(|corps| corps.owner() == owner).collect();
    let garrisons: Vec<Garrison> =
        state.pieces.garrisons.keys().copied().filter(|garrison| garrison.of == owner).collect();
    let provinces = state.board.country_held(minor, Held::Conquered(by));
    if !army.is_empty() {
        table.seal_sheets()?;
    }
    let mut corps = Vec::new();
    for id in army {
        corps.push((id, opened_corps(table, id)?.total()));
    }
    let rules = vec![rule!("standard.land.conquest.effects")];
    emit(table, Happened::Disbanded { minor, by, corps, garrisons, rules })?;
    let rules = vec![
        rule!("standard.land.conquest.when"),
        rule!("standard.land.conquest.districts"),
        rule!("house.minors.conquest-primary-district"),
    ];
    change(table, provinces, Why::Conquered, &[], rules)
}
