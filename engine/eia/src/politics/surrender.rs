//! Forced surrender (8.2.2, 4.4.4): who collects no manpower at all sues all its enemies at once, and accepts whatever kind of peace each of
//! them names.

use super::carried::{Happened as Carried, Order};
use super::gate::Gate;
use super::sheet::{Part, ask, chosen};
use super::suits::{Suit, Unconditional, over};
use super::{Happened, Politics, agreement, is_kept, not_kept, terms, treaty};
use crate::frame::Frame;
use crate::months::Month;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use std::collections::BTreeMap;
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::{rule, said};

/// What an enemy answers to a forced suit: to whom it gives a peace without terms. Of the others it demands a conditional peace, or an
/// unconditional surrender where it says so besides.
pub struct Informal;

impl Part for Informal {
    fn key(&self) -> &'static str {
        "informal"
    }

    fn is_at(&self, gate: Gate) -> bool {
        gate == Gate::Forced
    }

    fn why_not_power(&self, state: &Position, own: &[Power], power: Power, suitor: Power) -> Option<Refusal> {
        Unconditional.why_not_power(state, own, power, suitor)
    }
}

/// Why nobody can tell now that a power collects no manpower; `None` where it can be told.
fn why_not(state: &Position, power: Power) -> Option<Refusal> {
    if !state.is_economic_phase() {
        return Some(Refusal::under(
            rule!("house.surrender.forced.trigger"),
            said!("Manpower is collected, and that there is none is told, in the economic phase."),
        ));
    }
    let Some(enemy) = state.enemies(power).next() else {
        let says = said!("{} is at war with nobody, so it has nobody to sue.", power);
        return Some(Refusal::under(rule!("house.surrender.forced.trigger"), says));
    };
    if suable(state, power).next().is_none() {
        return state.peace_barred(power, enemy);
    }
    super::sudden::why_not(state)
}

/// A player tells that a power collects no manpower at all: he who plays it, or an enemy.
pub(super) fn told(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    power: Power,
) -> Result<(), Refusal> {
    if !is_kept(table) {
        return Err(not_kept());
    }
    let state = table.state();
    let own = state.bidders(seat);
    if !own.contains(&power) && !state.enemies(power).any(|enemy| own.contains(&enemy)) {
        let says = said!("That {} collects no manpower is told by its player or by an enemy.", power);
        return Err(Refusal::under(rule!("house.surrender.forced.trigger"), says));
    }
    if let Some(refusal) = why_not(state, power) {
        return Err(refusal);
    }
    if crate::economy::is_kept(table) {
        return Err(Refusal::under(
            rule!("house.surrender.forced.trigger"),
            said!(
                "The bot knows what {} collects, and asks for its peace by itself when that is nothing.",
                power
            ),
        ));
    }
    must_sue(table, power)
}

/// Who collects no manpower in an economic phase that the bot keeps, and is at war, sues by itself, one after another
/// (`house.surrender.forced.trigger`).
pub(crate) fn of_who_has_nothing(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let state = table.state();
    let has_nothing = |power: &Power| {
        !state.economy.sued.contains(power)
            && suable(state, *power).next().is_some()
            && crate::economy::sums(&state.income(*power))[1] == 0
    };
    let first = state.major_powers().find(has_nothing);
    match first {
        Some(power) => must_sue(table, power),
        None => Ok(()),
    }
}

/// The enemies with whom a power can make peace.
fn suable(state: &Position, power: Power) -> impl Iterator<Item = Power> + '_ {
    state.enemies(power).filter(move |enemy| state.peace_barred(power, *enemy).is_none())
}

/// A power sues all its enemies.
fn must_sue(table: &mut Table<'_, '_, EmpiresInArms>, power: Power) -> Result<(), Refusal> {
    let to = suable(table.state(), power).collect();
    let rules = vec![rule!("house.surrender.forced.trigger"), rule!("house.surrender.forced.accept-all")];
    table.emit(&Event::Peace(Carried::NoManpower { power, to, rules }))?;
    table.push(None, &Frame::Surrender)
}

/// The suit stands.
pub(super) fn sued(politics: &mut Politics, by: Power, to: Vec<Power>) {
    let (to, demanded, peaces) = (to.into_iter().collect(), BTreeMap::new(), BTreeMap::new());
    politics.outside = politics.outside.saturating_add(1);
    politics.suits = vec![Suit { by, to, deciding: BTreeMap::new(), demanded, peaces }];
}

/// The enemies are asked; where nobody can be, the peace is a conditional one.
pub(super) fn begin(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    if ask(table, month, Gate::Forced, false)? { Ok(()) } else { answered(table, month, &[], &[]) }
}

/// What the enemies demand opens for all at once, and takes effect.
pub(super) fn demanded(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    let unconditional = chosen(table, month, Gate::Forced, &Unconditional)?;
    let informal = chosen(table, month, Gate::Forced, &Informal)?;
    answered(table, month, &unconditional, &informal)
}

fn answered(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    unconditional: &[(Power, Power)],
    informal: &[(Power, Power)],
) -> Result<(), Refusal> {
    for suit in table.state().politics.suits.clone() {
        // Who named both kinds is content with the harder one.
        let demands = |power: &Power| unconditional.contains(&(*power, suit.by));
        let lets_go = |power: &Power| informal.contains(&(*power, suit.by)) && !demands(power);
        for other in suit.to.iter().copied().filter(|power| lets_go(power)) {
            let to = agreement::State::Peace;
            table.emit(&Event::Politics(Happened::Agreed { one: suit.by, other, to }))?;
        }
        let formal = suit.to.iter().filter(|power| !lets_go(power));
        let peaces: BTreeMap<Power, bool> = formal.map(|power| (*power, demands(power))).collect();
        if peaces.is_empty() {
            continue;
        }
        let rules = vec![rule!("house.surrender.forced.accept-all")];
        let (of, demanded) = (suit.by, peaces.clone());
        table.emit(&Event::Politics(Happened::Demanded { of, demanded, rules }))?;
        table.emit(&Event::Politics(Happened::Answered { by: suit.by, peaces }))?;
    }
    let formal = table.state().politics.suits.iter().any(|suit| !suit.peaces.is_empty());
    if !formal {
        return over(table);
    }
    if terms::ask(table, month)? { Ok(()) } else { treaty::opened(table, month, Vec::new()) }
}

/// That a power collects nothing, as an offer to its own player.
pub(super) fn offers(state: &Position, own: Power) -> Vec<Offer> {
    // Where the bot keeps the economy it asks by itself.
    if why_not(state, own).is_some() || state.frames.any(|frame| *frame == Frame::Economy) {
        return Vec::new();
    }
    vec![Offer::of_order("peace", Order::Surrender { power: own }, Vec::new()).back()]
}
