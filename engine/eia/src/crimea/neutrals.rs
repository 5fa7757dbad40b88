//! Austria and Prussia at the end of the war: Russia alone says whether it fights on with them.

use super::{Happened, Order, data, is_deciding, peace};
use crate::frame::Frame;
use crate::months::{Month, Phase};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::{rule, said};

/// That a power may not declare war on Russia; Russia is not bound by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bound {
    /// Which power.
    pub power: Power,
    /// The month in which that ends.
    pub ends: Month,
    /// The phase of that month.
    pub phase: Phase,
}

impl Bound {
    /// The first month in which it may declare war again.
    #[must_use]
    pub fn first_declaration(&self) -> Month {
        self.ends.next()
    }
}

/// Why a power may not declare war on Russia in a month by the peace that Russia made with it; `None` where it may.
pub(super) fn bars(state: &Position, by: Power, on: Power, month: Month) -> Option<Refusal> {
    if on != Power::Russia {
        // Russia itself may declare war at any time (nationalism.crimea.end.neutrals.russia-free).
        return None;
    }
    let bound = state.crimea.bound.iter().filter(|bound| bound.power == by).max_by_key(|bound| bound.ends)?;
    (month < bound.first_declaration()).then(|| {
        Refusal::under(
            rule!("nationalism.crimea.end.neutrals.enforced-peace"),
            said!(
                "Russia made peace with {} at the end of the Crimean War: {} can declare war on it from {} on.",
                by,
                by,
                bound.first_declaration().name()
            ),
        )
    })
}

/// Russia makes peace with one of them, or fights on. It costs and brings nobody anything, and has no terms.
pub(super) fn settled(
    table: &mut Table<'_, '_, EmpiresInArms>,
    with: Power,
    stops: bool,
) -> Result<(), Refusal> {
    let state = table.state();
    if !is_deciding(state) || !state.crimea.deciding.contains(&with) {
        return Err(Refusal::under(
            rule!("nationalism.crimea.end.neutrals.choice"),
            said!("Russia decides about {} when the Crimean War ends and the two are at war.", with),
        ));
    }
    let Some(month) = state.month() else { return Ok(()) };
    let mut rules = vec![rule!("nationalism.crimea.end.neutrals.choice")];
    let mut bound = None;
    if stops {
        let (ends, phase) = (month.later(data().months.peace), peace::phase(state));
        bound = Some(Bound { power: with, ends, phase });
        rules.extend([
            rule!("nationalism.crimea.end.neutrals.no-terms"),
            rule!("nationalism.crimea.end.neutrals.enforced-peace"),
            rule!("nationalism.crimea.end.neutrals.russia-free"),
        ]);
    }
    table.emit(&Event::Crimea(Happened::CrimeaSettled { with, bound, rules }))?;
    if table.state().crimea.deciding.is_empty() { table.end(&Frame::Neutrals) } else { Ok(()) }
}

/// What Russia decides.
pub(super) fn offers(state: &Position, seat: &SeatId) -> Vec<Offer> {
    if !is_deciding(state) || !state.bidders(seat).contains(&Power::Russia) {
        return Vec::new();
    }
    let both = state.crimea.deciding.iter().copied().flat_map(|with| [(with, true), (with, false)]);
    let settle = both.map(|(with, stops)| Order::Settle { with, stops });
    Offer::each("crimea", settle).into_iter().map(Offer::timely).collect()
}
