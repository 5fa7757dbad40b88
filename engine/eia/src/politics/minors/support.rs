//! Who took control of an attacked minor country may declare war on those who attack it (4.6.5), and must where it promised to.

use super::{Gained, over};
use crate::months::Month;
use crate::politics::gate::Gate;
use crate::politics::sheet::{self, Part, chosen};
use crate::politics::{suits, war};
use crate::powers::Power;
use crate::{EmpiresInArms, Position, scenario};
use table::game::Table;
use table::refusal::Refusal;
use table::{rule, said};

/// What the new controller answers: on whom it declares war.
pub struct Support;

impl Part for Support {
    fn key(&self) -> &'static str {
        "support"
    }

    fn is_at(&self, gate: Gate) -> bool {
        gate == Gate::Support
    }

    fn why_not_power(&self, state: &Position, own: &[Power], power: Power, on: Power) -> Option<Refusal> {
        let gained = state.politics.minors.gained.iter().filter(|gained| gained.by == power);
        if !gained.into_iter().any(|gained| state.attacks(on, gained.minor)) {
            let says =
                said!("{} attacks no minor country of which {} took control this month (4.6.5).", on, power);
            return Some(Refusal::new(says));
        }
        war::why_not(state, own, power, on)
    }
}

/// Who promised declares war on all with whom it is not at war yet; the others are asked.
pub(super) fn promised(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    let bound: Vec<Gained> =
        table.state().politics.minors.gained.iter().filter(|gained| gained.promised).copied().collect();
    for Gained { minor, by, .. } in bound {
        let attackers: Vec<Power> = table.state().attackers(minor).collect();
        for on in attackers {
            if table.state().are_at_war(by, on) {
                continue;
            }
            let mut rules = vec![rule!("enhancements.minor.backing.binding")];
            // That an enemy stands in its home (4.2.2.1) does not release it.
            if is_invaded(table, by) {
                rules.push(rule!("enhancements.minor.backing.override"));
            }
            war::declare(table, by, on, month, rules)?;
        }
    }
    if sheet::ask(table, month, Gate::Support, false)? { Ok(()) } else { over(table) }
}

/// Whether a corps of an enemy stands in a power's home, as far as counters are on the map.
fn is_invaded(table: &Table<'_, '_, EmpiresInArms>, power: Power) -> bool {
    let era = scenario::by_key(table.scenario()).map(|scenario| scenario.map).unwrap_or_default();
    let state = table.state();
    let attackers = state.politics.minors.gained.iter().filter(|gained| gained.by == power);
    let attackers = attackers.flat_map(|gained| state.attackers(gained.minor));
    state.enemies(power).chain(attackers).any(|enemy| suits::has_forces_in_home(state, era, enemy, power))
}

/// The new controllers have answered.
pub(in crate::politics) fn opened(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
) -> Result<(), Refusal> {
    let declared: Vec<(Power, Power)> = chosen(table, month, Gate::Support, &Support)?;
    for (by, on) in declared {
        war::declare(table, by, on, month, [])?;
    }
    over(table)
}
