//! Free states that were ceded to an ally, who is at war with one instead of taking it (`enhancements.cede.free-state`).

use super::Order;
use super::attack::begin;
use crate::board::conquest::primary;
use crate::board::{Why, change};
use crate::map::ProvinceId;
use crate::oob::Held;
use crate::powers::Power;
use crate::{EmpiresInArms, Position};
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::{rule, said};

/// Why a power cannot be at war with a free state that was ceded to it (`enhancements.cede.free-state`); `None` where it can.
fn why_not_attacked(state: &Position, own: &[Power], province: ProvinceId) -> Option<Refusal> {
    let received = state.politics.minors.received.contains(&primary(province));
    let is_own = matches!(state.held(province), Held::Free(power) if own.contains(&power));
    (!received || !is_own).then(|| {
        let says = said!(
            "{} was not ceded to you as a free state in this economic phase, so you cannot be at war with it instead of taking it.",
            province.name()
        );
        Refusal::under(rule!("enhancements.cede.free-state"), says)
    })
}

/// Who was ceded a free state is at war with it. Who controls it then is decided in the next political phase, as of any that is attacked
/// (4.6.2).
pub(super) fn attacked(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    province: ProvinceId,
) -> Result<(), Refusal> {
    let state = table.state();
    if let Some(refusal) = why_not_attacked(state, &state.bidders(seat), province) {
        return Err(refusal);
    }
    let (Some(by), Some(month)) = (state.held(province).by(), state.month()) else { return Ok(()) };
    let provinces = state.board.country_held(province, Held::Neutral);
    change(table, provinces, Why::Attacked, &[], vec![rule!("enhancements.cede.free-state")])?;
    begin(table, by, primary(province), month)
}

/// The free states with which a player could be at war instead of taking them.
pub(super) fn offers(state: &Position, seat: &SeatId) -> Vec<Offer> {
    let received = state.politics.minors.received.iter().copied();
    let attacks = received.filter(|minor| why_not_attacked(state, &state.bidders(seat), *minor).is_none());
    let offer = |country: ProvinceId| {
        let field = Field::required("country", Kind::one_of([country.key()]));
        Offer::of_order("minor", Order::Attack { country }, vec![field]).back()
    };
    attacks.map(offer).collect()
}
