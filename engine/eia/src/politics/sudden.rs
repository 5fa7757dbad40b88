//! Wars that begin outside the political phase: in answer to forcible access, and on an ally who breaks an earlier peace. Allies are called
//! to them at once (4.3), by what everybody's sheet of the month says.

use super::Happened;
use super::costs::Points;
use crate::frame::Frame;
use crate::powers::Power;
use crate::{EmpiresInArms, Position};
use table::game::Table;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said;

/// Why no war can begin so now: calls or sheets are waited for; `None` where it can.
pub(crate) fn why_not(state: &Position) -> Option<Refusal> {
    state.politics.asked.is_some().then(|| {
        Refusal::new(said!("Envelopes of politics are open: war is declared when they have been answered."))
    })
}

/// A power declares war on another at once: it costs what a declaration costs and nothing more, an alliance between them is over, and
/// allies are called.
pub(crate) fn declared(
    table: &mut Table<'_, '_, EmpiresInArms>,
    by: Power,
    on: Power,
    rules: Vec<RuleId>,
) -> Result<(), Refusal> {
    if let Some(refusal) = why_not(table.state()) {
        return Err(refusal);
    }
    let state = table.state();
    let before = state.pp_of(by);
    let now = state.pp_moved(before, state.points(Points::Declaration));
    super::marriage::and_what_it_ends(table, Happened::SuddenWar { by, on, before, now, rules })?;
    table.push(None, &Frame::Calls)
}
