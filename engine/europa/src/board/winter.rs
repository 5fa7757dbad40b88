//! Winters in the cold area, which troops feel after every one of them, those that play skips too.

use super::control::Eyes;
use super::march::attrite;
use super::orders::emit;
use super::supplied::roll;
use super::{Happened, Standing};
use crate::supply::winters_here;
use crate::{Europa, switches};
use table::game::Table;
use table::refusal::Refusal;

/// So many winters have passed: troops in the cold area that is neither theirs nor held by them roll for each. Where the table leaves the
/// choice a pillage is laid rather than troops lost.
pub(crate) fn winters(table: &mut Table<'_, '_, Europa>, many: usize) -> Result<(), Refusal> {
    for _ in 0..many {
        let numbers: Vec<u32> = table.state().board.stacks.keys().copied().collect();
        for stack in numbers {
            let Some(standing) = table.state().board.stacks.get(&stack).cloned() else { continue };
            winter(table, stack, &standing)?;
        }
    }
    Ok(())
}

fn winter(table: &mut Table<'_, '_, Europa>, stack: u32, standing: &Standing) -> Result<(), Refusal> {
    let state = table.state();
    if standing.stack.is_naval() || standing.aboard.is_some() {
        return Ok(());
    }
    let eyes = Eyes::of(state, standing.country);
    let Some(winter) = winters_here(standing.at, &eyes, &switches::logistics()) else { return Ok(()) };
    let due = roll(table, standing, false, winter.snowflake);
    let mut rules = winter.rules;
    let attrition = attrite(table, standing, standing.at, due, true)?;
    rules.extend(attrition.rolled.rules());
    rules.sort_unstable();
    rules.dedup();
    emit(table, Happened::Wintered { stack, attrition, rules })
}
