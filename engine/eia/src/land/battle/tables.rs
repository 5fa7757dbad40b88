//! The charts as a battle reads them: land combat, casualties, tactical ratings and guard; dense, with what the group typed already in
//! its place.

use crate::charts::{COLUMNS, LEVELS, TableName, charts};
use crate::land::values::{HIGHEST_RATING, Values};
use crate::typed::Typed;

/// What the keys of the casualty chart's cells begin with: `casualties_15_7` is what 15 % of 7 factors come to.
pub const CASUALTIES: &str = "casualties_";

/// The key of a cell of the casualty chart.
#[must_use]
pub fn cell_key(percent: u32, of: u32) -> String {
    format!("{CASUALTIES}{percent}_{of}")
}

/// The highest result of all, with breech-loading rifles: the rows 7 and 0 added.
pub const HIGHEST: i8 = 8;

/// Percentages of the land combat chart go up to this in steps of [`STEP`].
const MOST_PERCENT: usize = 30;

const STEP: usize = 5;

const LEVEL: usize = LEVELS as usize;

const RATINGS: usize = HIGHEST_RATING as usize + 1;

/// What a result of a table does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// Casualties in percent of the rolling side's factors.
    pub percent: u8,
    /// Morale loss in tenths.
    pub morale: u8,
}

/// The charts.
#[derive(Clone, Debug)]
pub struct Tables {
    combat: [[Effect; HIGHEST as usize + 1]; LEVEL * LEVEL],
    lost: [[u16; COLUMNS + 1]; MOST_PERCENT / STEP + 1],
    /// By the own rating, then the enemy's.
    rated: [[i8; RATINGS]; RATINGS],
    /// By levels from 1, then the die from 1.
    guard: [[u16; 6]; 2],
}

impl Tables {
    /// The charts with the cells that a group typed.
    #[must_use]
    pub fn with(typed: &Typed) -> Tables {
        let mut combat = [[Effect::default(); HIGHEST as usize + 1]; LEVEL * LEVEL];
        for (row, name) in combat.iter_mut().zip(TableName::all()) {
            let effect = |result: i32| {
                let loss = charts().loss(name, result);
                // The chart's percentages and tenths lie far below 256.
                Effect { percent: loss.percent as u8, morale: loss.morale as u8 }
            };
            for (result, cell) in (0..).zip(row.iter_mut()) {
                *cell = effect(result);
            }
            row[HIGHEST as usize] = eight(effect(7), effect(0));
        }
        let mut lost = [[0; COLUMNS + 1]; MOST_PERCENT / STEP + 1];
        for (percent, row) in (0..).step_by(STEP).zip(lost.iter_mut()) {
            let own = |of: u32| match typed.is_empty() {
                true => None,
                false => u32::try_from(*typed.get(&cell_key(percent, of))?).ok(),
            };
            for (of, cell) in (0..).zip(row.iter_mut()) {
                let factors = charts().factors_with(percent, of, own).unwrap_or(0);
                *cell = u16::try_from(factors).unwrap_or(u16::MAX);
            }
        }
        let values = Values::of(typed);
        let mut rated = [[0; RATINGS]; RATINGS];
        for (own, row) in (0..).zip(rated.iter_mut()) {
            for (enemy, cell) in (0..).zip(row.iter_mut()) {
                *cell = values.rated(own, enemy).map_or(0, |fact| fact.value);
            }
        }
        let mut guard = [[0; 6]; 2];
        for (shift, row) in (1..).zip(guard.iter_mut()) {
            for (die, cell) in (1..).zip(row.iter_mut()) {
                *cell = values.guard_lost(shift, die).map_or(0, |fact| fact.value);
            }
        }
        Tables { combat, lost, rated, guard }
    }

    /// What a result does on a table.
    #[must_use]
    pub fn effect(&self, casualties: u8, morale: u8, result: i8) -> Effect {
        let level = |level: u8| usize::from(level.clamp(1, LEVELS)) - 1;
        let row = &self.combat[level(casualties) * LEVEL + level(morale)];
        row[result.clamp(0, HIGHEST) as usize]
    }

    /// How many factors a percentage of so many comes to.
    #[must_use]
    pub fn factors(&self, percent: u8, of: u32) -> u32 {
        let row = &self.lost[(usize::from(percent) / STEP).min(MOST_PERCENT / STEP)];
        let all = COLUMNS as u32;
        of / all * u32::from(row[COLUMNS]) + u32::from(row[(of % all) as usize])
    }

    /// What a tactical rating adds to the die against another; nothing where one is out of the chart's bounds.
    #[must_use]
    pub fn rated(&self, own: u8, enemy: u8) -> i8 {
        let row = self.rated.get(usize::from(own));
        row.and_then(|row| row.get(usize::from(enemy))).copied().unwrap_or(0)
    }

    /// Guard factors lost for a shift of 1 or 2 levels and a die of 1 to 6.
    #[must_use]
    pub fn guard_lost(&self, shift: u8, die: u8) -> u16 {
        let row = self.guard.get(usize::from(shift).wrapping_sub(1));
        row.and_then(|row| row.get(usize::from(die).wrapping_sub(1))).copied().unwrap_or(0)
    }
}

/// What result 8 does: the rows 7 and 0 of the same table together (`nationalism.rifles.result-eight`).
fn eight(seven: Effect, zero: Effect) -> Effect {
    Effect { percent: seven.percent + zero.percent, morale: seven.morale + zero.morale }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_the_charts() {
        let tables = Tables::with(&Typed::new());
        for name in TableName::all() {
            for result in 0..=7 {
                let loss = charts().loss(name, result);
                let effect = tables.effect(name.casualties(), name.morale(), result as i8);
                assert_eq!(
                    (u32::from(effect.percent), u32::from(effect.morale)),
                    (loss.percent, loss.morale)
                );
            }
        }
        for percent in [0, 5, 10, 15, 20, 25, 30_u8] {
            for of in 0..200 {
                assert_eq!(Some(tables.factors(percent, of)), charts().factors(percent.into(), of));
            }
        }
    }

    #[test]
    fn nationalism_rifles_result_eight_adds_the_rows_seven_and_zero() {
        let tables = Tables::with(&Typed::new());
        assert_eq!(tables.effect(5, 5, 8), Effect { percent: 30, morale: 68 });
        assert_eq!(tables.effect(1, 1, 8), Effect { percent: 5, morale: 8 });
        assert_eq!(tables.effect(4, 1, 9), tables.effect(4, 1, 8));
        assert_eq!(tables.effect(4, 1, -2), tables.effect(4, 1, 0));
    }

    #[test]
    fn typed_cells_count() {
        let typed = Typed::from_iter([(cell_key(5, 7), 0)]);
        assert_eq!(Tables::with(&typed).factors(5, 7), 0);
        assert_eq!(Tables::with(&typed).factors(5, 27), 1);
    }
}
