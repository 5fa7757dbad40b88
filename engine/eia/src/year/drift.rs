//! The drift on the political status track at the end of an economic phase: from both ends back towards the neutral zone.

use super::Happened;
use crate::powers::Power;
use crate::{EmpiresInArms, Event};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::game::Table;
use table::refusal::Refusal;

/// The powers that drifted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjusted {
    /// Their PP now, in halves.
    pub now: BTreeMap<Power, i64>,
}

/// Every power drifts by what its box says.
pub(super) fn adjust(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let state = table.state();
    let drifted = |power: Power| {
        // What was chosen of economic manipulation a quarter before moves the marker together with the drift (12.5).
        let chosen = state.economy.manipulated.get(&power).copied().unwrap_or(0);
        let drift = state.status(power)?.drift().value + i64::from(chosen);
        (drift != 0).then(|| (power, state.pp_after(power, 2 * drift)))
    };
    let now: BTreeMap<Power, i64> = state.major_powers().filter_map(drifted).collect();
    if now.is_empty() {
        return Ok(());
    }
    table.emit(&Event::Year(Happened::StatusAdjusted(Adjusted { now })))
}
