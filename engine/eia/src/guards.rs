//! What an order is refused for again and again, each in one sentence: that a power is another's, that two are at war or are not, that play has
//! not begun, that the bot does not keep politics; and for whom an order is offered at all.

use crate::months::Month;
use crate::powers::Power;
use crate::{EmpiresInArms, Position};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::said;
use table::view::View;

/// The switch by which a group says whether the bot keeps politics.
pub const SWITCH: &str = "politics";
/// Where the bot keeps it.
pub const KEPT: &str = "kept";

/// What is said to who orders something for a power that is not his.
pub(crate) fn not_yours(power: Power) -> Refusal {
    Refusal::new(said!("{} is not yours, so you order nothing in its name.", power))
}

/// A power is one of these, which are one's own for what is ordered.
pub(crate) fn owns(own: &[Power], power: Power) -> Result<(), Refusal> {
    if own.contains(&power) { Ok(()) } else { Err(not_yours(power)) }
}

/// Two powers are at war.
pub(crate) fn at_war(state: &Position, power: Power, with: Power) -> Result<(), Refusal> {
    if state.are_at_war(power, with) {
        return Ok(());
    }
    Err(Refusal::new(said!("{} is not at war with {}.", power, with)))
}

/// Two powers are not at war.
pub(crate) fn at_peace(state: &Position, power: Power, with: Power) -> Result<(), Refusal> {
    if !state.are_at_war(power, with) {
        return Ok(());
    }
    Err(Refusal::new(said!("{} is at war with {} already.", power, with)))
}

/// The month that is played.
pub(crate) fn month(state: &Position) -> Result<Month, Refusal> {
    state.month().ok_or_else(|| Refusal::new(said!("The first month has not begun.")))
}

/// The month, where a player may order something for a power: it is his, and play has begun.
pub(crate) fn ordering(state: &Position, seat: &SeatId, power: Power) -> Result<Month, Refusal> {
    owns(&state.bidders(seat), power)?;
    month(state)
}

/// The powers for which something can be offered to the viewer: his own, once the first month has begun.
pub(crate) fn in_play(state: &Position, table: &View) -> Vec<Power> {
    let seat = table.seat().filter(|_| state.month().is_some());
    seat.map(|seat| state.bidders(seat)).unwrap_or_default()
}

/// Whether the bot keeps politics in this campaign.
pub(crate) fn is_kept(table: &Table<'_, '_, EmpiresInArms>) -> bool {
    table.switch(SWITCH) == KEPT
}

/// The bot keeps politics in this campaign.
pub(crate) fn kept(table: &Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    if is_kept(table) { Ok(()) } else { Err(not_kept()) }
}

/// What is said where it does not.
pub(crate) fn not_kept() -> Refusal {
    Refusal::new(said!(
        "At this table wars and peaces are not kept by the bot. The group can turn that by vote: /vote switch."
    ))
}

/// The month, where a player may order something of politics for a power of his.
pub(crate) fn may_order(
    table: &Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    power: Power,
) -> Result<Month, Refusal> {
    kept(table)?;
    ordering(table.state(), seat, power)
}

/// The seat to which something of politics can be offered: where the bot keeps it, and not to a regent, who does what the open steps ask.
pub(crate) fn orders(table: &View) -> Option<&SeatId> {
    table.seat().filter(|_| table.switch(SWITCH) == KEPT && !table.as_regent)
}

/// The powers for which something of politics can be offered to the viewer, once the first month has begun.
pub(crate) fn in_politics(state: &Position, table: &View) -> Vec<Power> {
    if orders(table).is_some() { in_play(state, table) } else { Vec::new() }
}
