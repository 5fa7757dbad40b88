//! War on an ally who breaks an earlier peace about trade or a sphere of influence (`house.alliance.peace-violation-dow`), as players tell
//! it: at once, and for the usual price.

use super::Order;
use crate::months::Month;
use crate::politics::sudden;
use crate::politics::terms::Term;
use crate::powers::Power;
use crate::{EmpiresInArms, Position};
use table::game::Table;
use table::offers::Offer;
use table::refusal::Refusal;
use table::{rule, said};

/// The terms about trade and a sphere of influence.
pub const TERMS: [Term; 3] = [Term::B6, Term::C7, Term::Sphere];

/// Why a power cannot declare war so; `None` where it can.
fn why_not(state: &Position, by: Power, on: Power, term: Term, month: Month) -> Option<Refusal> {
    let treaties = state.politics.treaties.iter().filter(|treaty| treaty.loser == on);
    let mut terms = treaties.flat_map(|treaty| treaty.in_force(month));
    if !TERMS.contains(&term) || !terms.any(|of| of == (by, term)) {
        let says = said!(
            "No peace of {} with {} has that term in force; it is about a trade embargo (B.6), colonial trade (C.7) or a sphere of influence.",
            on,
            by
        );
        return Some(Refusal::under(rule!("house.alliance.peace-violation-dow"), says));
    }
    if !state.are_allied(by, on) {
        let says = said!("{} is not allied to {}: it declares war on its sheet.", by, on);
        return Some(Refusal::under(rule!("house.alliance.peace-violation-dow"), says));
    }
    sudden::why_not(state)
}

/// A power declares war on an ally who broke such a peace.
pub(super) fn answered(
    table: &mut Table<'_, '_, EmpiresInArms>,
    by: Power,
    on: Power,
    term: Term,
    month: Month,
) -> Result<(), Refusal> {
    if let Some(refusal) = why_not(table.state(), by, on, term, month) {
        return Err(refusal);
    }
    sudden::declared(table, by, on, vec![rule!("house.alliance.peace-violation-dow")])
}

/// Against which allies a power could declare war so.
pub(super) fn offers(state: &Position, own: Power) -> Vec<Offer> {
    let Some(month) = state.month() else { return Vec::new() };
    let each = state.allies(own).flat_map(|on| TERMS.into_iter().map(move |term| (on, term)));
    let may = each.filter(|(on, term)| why_not(state, own, *on, *term, month).is_none());
    may.map(|(on, term)| {
        Offer::of_order("peace", Order::Violated { power: own, on, term }, Vec::new()).back()
    })
    .collect()
}
