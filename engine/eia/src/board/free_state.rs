//! Conquered minor countries that become free states of their controller (4.8).

use super::{Change, Order, Why, change, holder};
use crate::map::ProvinceId;
use crate::oob::Held;
use crate::powers::Power;
use crate::{EmpiresInArms, Position};
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::said;

/// Why a conquered minor country cannot be made a free state now; `None` where it can.
fn why_not(state: &Position, minor: ProvinceId) -> Option<Refusal> {
    match state.held(minor) {
        Held::Conquered(_) => {}
        Held::Free(power) => {
            return Some(Refusal::new(said!("{} is a free state of {} already.", minor.name(), power)));
        }
        _ => {
            return Some(Refusal::new(said!("Only a conquered minor country becomes a free state (4.8).")));
        }
    }
    state.talks().is_none().then(|| {
        Refusal::new(said!(
            "Free states are declared in the political phase, when the month's wars and peaces are settled (4.8)."
        ))
    })
}

/// A player makes a conquered minor country of his a free state.
pub(super) fn made(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    minor: ProvinceId,
) -> Result<(), Refusal> {
    let state = table.state();
    let power = holder(state, seat, minor)?;
    if let Some(refusal) = why_not(state, minor) {
        return Err(refusal);
    }
    change(table, vec![Change { province: minor, held: Held::Free(power) }], Why::Freed, &[], Vec::new())
}

/// The countries that a player could make free states now.
pub(super) fn offers(state: &Position, own: &[Power]) -> Vec<Offer> {
    let held = own.iter().flat_map(|power| state.board.of(*power)).map(|(minor, _)| minor);
    let minors: Vec<ProvinceId> = held.filter(|minor| why_not(state, *minor).is_none()).collect();
    Offer::any("board", "minor", minors.into_iter().map(|minor| Order::Free { minor })).into_iter().collect()
}
