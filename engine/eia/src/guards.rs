//! What an order is refused for again and again, each in one sentence: that a power is another's, that two are at war or are not.

use crate::Position;
use crate::powers::Power;
use table::refusal::Refusal;
use table::said;

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
