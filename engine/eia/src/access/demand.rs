//! Who lets an ally's enemy in can be made to break that alliance, where the group plays so (`enhancements.access.ally-demand`).

use super::Order;
use super::grant::Grant;
use crate::months::Month;
use crate::politics::alliance::{Why, broken};
use crate::powers::Power;
use crate::{EmpiresInArms, Position};
use serde::{Deserialize, Serialize};
use table::game::Table;
use table::offers::Offer;
use table::refusal::Refusal;
use table::switches::{NO, Switch, YES};
use table::{rule, said};

/// The switch that says whether an ally may demand it.
pub const SWITCH: &str = "ally_demand";

/// Whether an ally may demand it: the standard game's rule first.
pub const ALLY_DEMAND: Switch = Switch {
    key: SWITCH,
    name: "Who lets an ally's enemy in breaks the alliance where the ally demands it",
    ways: &[NO, YES],
    rule: Some(rule!("enhancements.access.ally-demand")),
};

/// That an ally may demand of a power that it breaks their alliance, until the end of the month of the grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Demand {
    /// Who may.
    pub ally: Power,
    /// Of whom.
    pub of: Power,
    /// In which month.
    pub month: Month,
}

/// The demands to which a grant entitles the grantor's allies.
pub(super) fn arising(table: &Table<'_, '_, EmpiresInArms>, grant: &Grant) -> Vec<Demand> {
    let state = table.state();
    let Some(month) = state.month().filter(|_| table.switch(SWITCH) == YES.0) else { return Vec::new() };
    let allies = state.allies(grant.by).filter(|ally| state.are_at_war(*ally, grant.to));
    allies.map(|ally| Demand { ally, of: grant.by, month }).collect()
}

fn stands(state: &Position, demand: Demand) -> bool {
    state.politics.access.demands.contains(&demand) && state.are_allied(demand.ally, demand.of)
}

/// An ally demands it: the alliance is broken by who granted access, and that costs it what breaking costs.
pub(super) fn demanded(table: &mut Table<'_, '_, EmpiresInArms>, demand: Demand) -> Result<(), Refusal> {
    if !stands(table.state(), demand) {
        let says = said!(
            "{} has let in no enemy of its ally {} this month, so {} demands nothing of it.",
            demand.of,
            demand.ally,
            demand.ally
        );
        return Err(Refusal::under(rule!("enhancements.access.ally-demand"), says));
    }
    broken(table, demand.of, demand.ally, Why::Demanded)
}

/// What a power could demand.
pub(super) fn offers(state: &Position, own: Power) -> Vec<Offer> {
    let demands = state.politics.access.demands.iter();
    let of_own = demands.filter(|demand| demand.ally == own && Some(demand.month) == state.month());
    let stand = of_own.filter(|demand| stands(state, **demand));
    Offer::each("access", stand.map(|demand| Order::Demand { power: own, of: demand.of }))
}
