//! War on who breaks an earlier peace about trade (`house.alliance.peace-violation-dow`), as players tell it: at once, and for the usual price.
//! Neither an alliance with him nor the enforced peace bars it. That a sphere of influence is disregarded the bot sees by itself, and so it does
//! of trade where it keeps the economy: then nobody tells it.

use super::Order;
use crate::guards::at_peace;
use crate::months::Month;
use crate::politics::terms::Term;
use crate::politics::{invaded, sudden, truce};
use crate::powers::Power;
use crate::{EmpiresInArms, Position, economy};
use table::game::Table;
use table::offers::Offer;
use table::refusal::Refusal;
use table::{rule, said};

/// The terms about trade and a sphere of influence.
pub const TERMS: [Term; 3] = [Term::B6, Term::C7, Term::Sphere];

/// Why nobody tells that such a term is broken, because the bot sees it; `None` where it is told.
fn is_seen(term: Term, keeps_trade: bool) -> Option<Refusal> {
    let says = match term {
        Term::Sphere => said!(
            "Who declares war on a minor country beside an area of the victor's is seen on the sheets: the bot then asks the victor by itself whether it uses its right of war."
        ),
        Term::B6 | Term::C7 if keeps_trade => {
            said!(
                "The bot keeps the economy and lets nobody trade whom a peace forbids it: that term cannot be broken."
            )
        }
        _ => return None,
    };
    Some(Refusal::under(rule!("house.alliance.peace-violation-dow"), says))
}

/// Why a power cannot declare war so; `None` where it can.
fn why_not(
    state: &Position,
    (by, on): (Power, Power),
    term: Term,
    month: Month,
    keeps_trade: bool,
) -> Option<Refusal> {
    if let Some(refusal) = is_seen(term, keeps_trade) {
        return Some(refusal);
    }
    if let Err(refusal) = at_peace(state, by, on) {
        return Some(refusal);
    }
    if !state.are_allied(by, on) && truce::bars(state, by, on, month).is_none() {
        let says = said!(
            "{} is neither allied to {} nor in an enforced peace with it: it declares war on its sheet.",
            by,
            on
        );
        return Some(Refusal::under(rule!("house.alliance.peace-violation-dow"), says));
    }
    let treaties = state.politics.treaties.iter().filter(|treaty| treaty.loser == on);
    let mut terms = treaties.flat_map(|treaty| state.in_force(treaty));
    if !TERMS.contains(&term) || !terms.any(|of| of == (by, term)) {
        let says = said!(
            "No peace of {} with {} has that term in force; it is about a trade embargo (B.6), colonial trade (C.7) or a sphere of influence.",
            on,
            by
        );
        return Some(Refusal::under(rule!("house.alliance.peace-violation-dow"), says));
    }
    invaded::bars_in_politics(state, by).or_else(|| sudden::why_not(state))
}

/// A power declares war on who broke such a peace.
pub(super) fn answered(
    table: &mut Table<'_, '_, EmpiresInArms>,
    by: Power,
    on: Power,
    term: Term,
    month: Month,
) -> Result<(), Refusal> {
    if let Some(refusal) = why_not(table.state(), (by, on), term, month, economy::is_kept(table)) {
        return Err(refusal);
    }
    sudden::declared(table, by, on, vec![rule!("house.alliance.peace-violation-dow")])
}

/// Against whom a power could declare war so.
pub(super) fn offers(state: &Position, own: Power, keeps_trade: bool) -> Vec<Offer> {
    let Some(month) = state.month() else { return Vec::new() };
    let others = state.major_powers().filter(|on| *on != own);
    let each = others.flat_map(|on| TERMS.into_iter().map(move |term| (on, term)));
    let may = each.filter(|(on, term)| why_not(state, (own, *on), *term, month, keeps_trade).is_none());
    let orders = may.map(|(on, term)| Order::Violated { power: own, on, term });
    Offer::each("peace", orders).into_iter().map(Offer::back).collect()
}
