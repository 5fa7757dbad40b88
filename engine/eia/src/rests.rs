//! Whose assent an order needs that rests on its teller's word: of the player of the power that it costs or binds, or of all the others where
//! it takes nothing from anybody.

use super::powers::Power;
use super::{EmpiresInArms, Position};
use table::assent::Assent;
use table::game::Table;
use table::names::SeatId;

/// Of the player of a power that it costs or binds; `None` where nobody plays it.
pub(crate) fn on_player_of(state: &Position, power: Power) -> Option<Assent> {
    let holding = state.choice.holdings.get(&power).filter(|_| !state.is_out(power));
    Assent::grave(holding.map(|holding| holding.seat.clone()))
}

/// Of all: it takes nothing from anybody.
pub(crate) fn on_all(table: &Table<'_, '_, EmpiresInArms>) -> Option<Assent> {
    Assent::light(table.players())
}

/// Of the player of who has it, where somebody has; else of all, for it takes nothing from anybody.
pub(crate) fn on_holder(table: &Table<'_, '_, EmpiresInArms>, holder: Option<Power>) -> Option<Assent> {
    holder.and_then(|holder| on_player_of(table.state(), holder)).or_else(|| on_all(table))
}

/// Whether a player plays a power.
pub(crate) fn plays(state: &Position, seat: &SeatId, power: Power) -> bool {
    state.bidders(seat).contains(&power)
}
