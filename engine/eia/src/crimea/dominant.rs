//! Dominance and the Crimean War: Russia's by the Peace of Saint Petersburg, which is lost in ways of its own, and France's, which brings back
//! the corps that it lost.

use super::told::{Told, What};
use super::{Happened, data};
use crate::board::dominance::{Changed, Condition};
use crate::powers::Power;
use crate::told::counters::{self, Piece};
use crate::{EmpiresInArms, Event, Position};
use table::game::Table;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;

/// Whether Russia has a fleet on the map: as it told its counters last, where the economy is kept; else as they stand on the map, or as was told
/// and Russia has confirmed. Where nobody told anything it is taken to have one.
fn has_a_fleet(state: &Position) -> bool {
    let counts = |told: &Told| told.confirmed.is_some();
    if state.crimea.told.iter().any(|told| told.what == What::NoRussianFleet && counts(told)) {
        return false;
    }
    let on_map = state.counters_of(Power::Russia).values().any(|counter| counter.piece == Piece::Fleet);
    let counted = state.economy.counters.get(&Power::Russia).map(|counters| counters.fleets);
    on_map || counted.is_none_or(|fleets| fleets > 0)
}

/// By which rule a power keeps the dominance that the Peace of Saint Petersburg gave it, or else by which and for want of what it loses it; `None` where its dominance is of the
/// ordinary kind. `ordinary` is whether it meets what the rulebook asks for.
#[must_use]
pub fn stands(state: &Position, power: Power, ordinary: bool) -> Option<Result<RuleId, (Condition, RuleId)>> {
    if power != Power::Russia || !state.crimea.dominant {
        return None;
    }
    if ordinary {
        return Some(Ok(rule!("nationalism.petersburg.dominance-loss.exception")));
    }
    if !has_a_fleet(state) {
        return Some(Err((Condition::Fleet, rule!("nationalism.petersburg.dominance-loss.fleets"))));
    }
    let at_war = state.enemies(power).next().is_some() || state.minor_wars().any(|war| war.by == power);
    let has_one = data().cession.provinces.iter().any(|one| state.held(*one).by() == Some(power));
    let rule = rule!("nationalism.petersburg.dominance-loss.balkans");
    Some(if at_war || has_one { Ok(rule) } else { Err((Condition::WarOrBalkans, rule)) })
}

/// Who is dominant changed: with the dominance of its peace, which alone asks for a fleet and for war or the Balkans, Russia loses its fourth
/// fleet marker, and France has its corps back.
pub(super) fn after(
    table: &mut Table<'_, '_, EmpiresInArms>,
    Changed { gained, why, lost, .. }: &Changed,
) -> Result<(), Refusal> {
    let of_the_peace = |why: &Condition| matches!(why, Condition::Fleet | Condition::WarOrBalkans);
    let by_peace = why.get(&Power::Russia).is_some_and(|why| why.iter().any(of_the_peace));
    let crimea = &table.state().crimea;
    let of = |power: Power, name: &str| crimea.lost.get(&power).is_some_and(|lost| lost.contains(name));
    let (marker, corps) = (data().fleets.marker.clone(), data().corps.french.clone());
    let loses = lost.contains(&Power::Russia) && by_peace && !of(Power::Russia, &marker);
    let regains = gained.contains(&Power::France) && of(Power::France, &corps);
    if loses {
        let (power, rules) =
            (Power::Russia, vec![rule!("nationalism.petersburg.dominance-loss.fleet-marker")]);
        let name = marker;
        counters::leaves(table, power, &name)?;
        table.emit(&Event::Crimea(Happened::CounterLost { power, name, back: false, rules }))?;
    }
    if regains {
        let (power, rules) = (Power::France, vec![rule!("nationalism.dominance.france.xii")]);
        table.emit(&Event::Crimea(Happened::CounterLost { power, name: corps, back: true, rules }))?;
    }
    Ok(())
}
