//! Which values of Empires in Arms are not the printed game's: goals, the highest bid, cells of the casualty chart, the values of land
//! warfare, those of the order of battle, and the manpower that prices rifles, those of the economy. A group that has the game types its own.

use super::Position;
use super::charts::{self, HIGHEST_CELL, charts};
use super::choice_of_powers::HIGHEST_CEILING;
use super::economy;
use super::homeland;
use super::land::battle::course as battles;
use super::land::values;
use super::oob;
use super::politics;
use super::powers::Power;
use super::scenario;
use super::typed::Typed;
use super::uncontrolled;
pub use crate::land::battle::tables::{CASUALTIES, cell_key};
use std::sync::Arc;
use table::facts::{Fact, Origin};
use table::offers::{Field, Kind, Offer};
use table::said;
use table::typed::{Unprinted, Wanted, Written};
use table::view::View;

/// The key of the highest bid.
pub const CEILING: &str = "ceiling";
/// What the keys of goals begin with: `goal_austria`.
pub const GOAL: &str = "goal_";

/// The highest goal in VP.
pub const HIGHEST_GOAL: i64 = 9_999;

/// A percentage of factors, read on the casualty chart as this campaign has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost {
    /// The factors lost.
    pub factors: u32,
    /// Where what was read comes from.
    pub origin: Origin,
}

impl Position {
    /// Where a value comes from: the players, where they typed it, here or at the founding; else the shipped data.
    fn origin(&self, key: &str, now: i64, shipped: Option<&Fact<i64>>) -> Origin {
        match shipped {
            Some(fact) if fact.value == now && !self.typed.contains_key(key) => fact.origin,
            _ => Origin::Typed,
        }
    }

    /// Every goal and, while it is of use, the highest bid.
    fn of_the_scenario(&self, key: &str) -> Vec<Unprinted> {
        let scenario = scenario::by_key(key);
        let mut values = Vec::new();
        for (power, now) in self.choice.goals.iter().filter(|_| !self.keeps_land()) {
            let key = format!("{GOAL}{}", power.key());
            let shipped = scenario.and_then(|scenario| scenario.goals.get(power));
            values.push(Unprinted {
                origin: self.origin(&key, *now, shipped),
                key,
                name: said!("{}, goal", power),
                unit: "VP",
                now: *now,
                least: 1,
                most: HIGHEST_GOAL,
                written: Written::Whole,
                only: &[],
                bounds: None,
            });
        }
        if !self.choice.done {
            let now = i64::from(self.choice.ceiling);
            let ceiling = scenario.and_then(|scenario| scenario.ceiling.as_ref());
            let shipped =
                ceiling.map(|ceiling| Fact { value: i64::from(ceiling.value), origin: ceiling.origin });
            values.push(Unprinted {
                key: CEILING.to_owned(),
                name: said!("Highest bid"),
                unit: "VP",
                now,
                // Whether a sheet is sealed under it already is nobody's to know.
                least: now,
                most: i64::from(HIGHEST_CEILING),
                written: Written::Whole,
                only: &[],
                bounds: Some(said!("Sheets may be sealed under it already, so it can only be raised.")),
                origin: self.origin(CEILING, now, shipped.as_ref()),
            });
        }
        values
    }

    /// A cell of the casualty chart as this campaign has it.
    fn cell(&self, percent: u32, of: u32, shipped: u32) -> Unprinted {
        let key = cell_key(percent, of);
        let typed = self.typed.get(&key).copied();
        Unprinted {
            key,
            name: said!("Casualty chart, {} % of {}", percent, of),
            unit: "",
            now: typed.unwrap_or(i64::from(shipped)),
            least: 0,
            most: i64::from(HIGHEST_CELL),
            written: Written::Whole,
            only: &[],
            bounds: None,
            origin: if typed.is_some() { Origin::Typed } else { charts().casualties },
        }
    }

    /// How many factors a percentage of some factors comes to; `None` for a percentage that the chart does not have.
    #[must_use]
    pub fn lost(&self, percent: u32, of: u32) -> Option<Lost> {
        lost(&self.typed, percent, of)
    }
}

/// The same by the values that were typed.
pub(super) fn lost(typed: &Typed, percent: u32, of: u32) -> Option<Lost> {
    let typed = |column: u32| {
        let value = typed.get(&cell_key(percent, column))?;
        u32::try_from(*value).ok()
    };
    let factors = charts().factors_with(percent, of, typed)?;
    let all = charts::columns(of).all(|column| typed(column).is_some());
    Some(Lost { factors, origin: if all { Origin::Typed } else { charts().casualties } })
}

/// The values that are not the printed game's, and those that the group typed.
pub(super) fn values(position: &Position, table: &View, wanted: Wanted<'_>) -> Vec<Unprinted> {
    let mut values = position.of_the_scenario(&table.scenario);
    values.retain(|value| wanted(&value.key));
    let cells = charts().cells().filter(|(percent, of, _)| wanted(&cell_key(*percent, *of)));
    values.extend(cells.map(|(percent, of, lost)| position.cell(percent, of, lost)));
    if table.switch(politics::SWITCH) == politics::KEPT {
        values.extend(politics::costs::unprinted(position, wanted));
        if table.switch(uncontrolled::SWITCH) == uncontrolled::BIDS {
            values.extend(uncontrolled::unprinted(position, wanted));
        }
    }
    let has = |power| position.choice.goals.contains_key(&power);
    values.extend(values::unprinted(&position.typed, has, wanted));
    values.extend(oob::values::unprinted(&table.scenario, &position.typed, wanted));
    let by_the_bot = economy::is_kept_in(table);
    if by_the_bot {
        values.extend(economy::values::unprinted(position, &table.scenario, wanted));
    }
    let of_rifles = by_the_bot || battles::with_rifles(&table.switches);
    let homelands = homeland::unprinted(position, &table.scenario, wanted);
    values.extend(homelands.filter(|value| of_rifles || value.origin == Origin::Typed));
    values.retain(|value| value.origin == Origin::Typed || !value.origin.is_certain());
    values
}

/// The group's own value takes the place of one of them.
pub(super) fn set(position: &mut Position, key: &str, value: i64) {
    position.typed.insert(key.to_owned(), value);
    if let Some(power) = key.strip_prefix(GOAL).and_then(Power::by_key) {
        let choice = Arc::make_mut(&mut position.choice);
        choice.goals.insert(power, value);
        if let Some(holding) = choice.holdings.get_mut(&power) {
            // What was bid for it stays on top.
            holding.goal = value + i64::from(holding.bid);
        }
    } else if key == CEILING
        && let Ok(ceiling) = u32::try_from(value)
    {
        Arc::make_mut(&mut position.choice).ceiling = ceiling;
    }
}

/// What may be typed: any of the scenario's values, one cell that stands for all of the chart's, one value of land warfare and one of
/// the order of battle.
pub(super) fn offers(position: &Position, table: &View) -> Vec<Offer> {
    let voter = table.seat().is_some_and(|seat| table.voters().contains(seat));
    if !voter || table.as_regent || table.stage != table::Stage::Playing {
        return Vec::new();
    }
    let mut values = position.of_the_scenario(&table.scenario);
    values.extend(charts().cells().nth(6).map(|(percent, of, lost)| position.cell(percent, of, lost)));
    let has = |power| position.choice.goals.contains_key(&power);
    values.extend(values::unprinted(&position.typed, has, &|_| true).next());
    values.extend(oob::values::unprinted(&table.scenario, &position.typed, &|_| true).next());
    if battles::with_rifles(&table.switches) {
        values.extend(homeland::unprinted(position, &table.scenario, &|_| true).next());
    }
    let open = values.into_iter().filter(|value| value.now < value.most);
    open.map(|value| {
        let kind = Kind::Distinct { of: vec![value.key], least: value.now + 1, most: value.most };
        Offer::with("type_values", vec![Field::required("values", kind)])
    })
    .collect()
}
