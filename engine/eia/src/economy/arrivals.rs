//! What a power has lies in its player's strongbox too: its treasury and saved manpower after every account, so that its sheet is proof of
//! them; and what was bought comes there when its time has come, until its owner puts it into a corps or a fleet.

use super::{Purse, UnderWay};
use crate::frame::place;
use crate::months::Month;
use crate::powers::Power;
use crate::roster::{Item, SHIPS};
use crate::{EmpiresInArms, Position};
use std::collections::BTreeMap;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;

/// The sort by which a strongbox knows what was bought; `None` for a counter, which stands on the map and not in a box.
fn sort(item: &str) -> Option<&str> {
    match item {
        "corps" | "fleet" | "depot" | "port_guns" => None,
        "ship" => Some(SHIPS),
        "heavy_ship" => Some("heavy"),
        other => Some(other),
    }
}

/// The treasury of an account as it lies in a strongbox, and the saved manpower of who can save it.
fn treasury(power: Power, purse: &Purse) -> impl Iterator<Item = Item> {
    let whose = || Some(power.key().to_owned());
    let points = u32::try_from(purse.manpower.max(0)).unwrap_or(0);
    let manpower = (power == Power::Prussia).then(|| Item::Manpower { power: whose(), points });
    [Item::Treasury { power: whose(), money: purse.money }].into_iter().chain(manpower)
}

/// Accounts are made: the strongbox of their owner has what they come to.
pub(super) fn accounted(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    purses: &BTreeMap<Power, Purse>,
) {
    let things: Vec<Item> = purses.iter().flat_map(|(power, purse)| treasury(*power, purse)).collect();
    keep(table, seat, &things);
}

/// The reinforcement phase begins: what was bought arrives in the strongboxes of those who bought it.
pub(crate) fn arrive(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let Some((month, _)) = place(&table.path()) else { return Ok(()) };
    if table.state().economy.begun.is_empty() {
        return Ok(());
    }
    for seat in crate::choice_of_powers::with_a_power(table) {
        let before = table.in_strongbox(&seat);
        let things = arrived(table.state(), &seat, month, &before);
        keep(table, &seat, &things);
    }
    Ok(())
}

/// What lies ready in a seat's strongbox when a month's reinforcement begins, with what lay there before.
fn arrived(state: &Position, seat: &SeatId, month: Month, before: &[Item]) -> Vec<Item> {
    let own = state.bidders(seat);
    let mut ready: BTreeMap<(Power, Option<String>), BTreeMap<String, u32>> = BTreeMap::new();
    for power in &own {
        let due = state.purse(*power).into_iter().flat_map(|purse| purse.arrives(month));
        for UnderWay { item, count, state, .. } in due {
            let Some(sort) = sort(item) else { continue };
            let of = state.map(|state| state.key().to_owned());
            *ready.entry((*power, of)).or_default().entry(sort.to_owned()).or_default() += count;
        }
    }
    let lay_there = |whose: Power, of: &Option<String>| {
        before.iter().find_map(|item| match item {
            // Where a seat has one power, nothing says whose it is.
            Item::Arrivals { power, state, waiting }
                if state == of && (power.is_none() || power.as_deref() == Some(whose.key())) =>
            {
                Some(waiting)
            }
            _ => None,
        })
    };
    let with_before = |((power, state), mut waiting): ((Power, Option<String>), BTreeMap<String, u32>)| {
        for (sort, count) in lay_there(power, &state).into_iter().flatten() {
            let all = waiting.entry(sort.clone()).or_default();
            *all = all.saturating_add(*count).min(crate::roster::MOST);
        }
        Item::Arrivals { power: Some(power.key().to_owned()), state, waiting }
    };
    ready.into_iter().map(with_before).collect()
}

/// Puts them into the box, where they find room. Where they do not, the account still says what there is and what arrives.
fn keep(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, things: &[Item]) {
    if !things.is_empty() {
        // What a full box refuses must not hold up the phase, and tells nobody how full it is.
        let _ = table.keep_unasked(seat, things);
    }
}
