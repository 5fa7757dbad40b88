//! A peace: told by one side and confirmed by the other. What a peace costs and who may make it is settled at the table; that no side alone
//! ends a war, nor anybody in the middle of a battle, is ours.

use super::Happened;
use crate::Position;
use crate::country::Country;
use table::names::SeatId;
use table::refusal::Refusal;
use table::said;

impl Position {
    /// Whether a country has told a peace with another that is not confirmed yet.
    #[must_use]
    pub fn tells_peace(&self, country: Country, with: Country) -> bool {
        self.peaces.contains(&(country, with))
    }
}

/// What it comes to that a country at war tells a peace with another: it is told, or, where the other told it before, the war is over. With
/// a country that nobody plays, or one of his own, a player makes peace alone: nobody is there to confirm it.
///
/// # Errors
/// A refusal while the two fight a battle or one may intercept the other's march, and where the peace is told already.
pub(super) fn told(
    state: &Position,
    seat: &SeatId,
    country: Country,
    with: Country,
) -> Result<Happened, Refusal> {
    if let Some(refusal) = why_not_now(state, country, with) {
        return Err(refusal);
    }
    let alone = state.seat_of(with).is_none_or(|other| other == seat);
    if alone || state.tells_peace(with, country) {
        return Ok(Happened::War { country, with, on: false });
    }
    if state.tells_peace(country, with) {
        return Err(Refusal::new(said!(
            "The peace of {} with {} is told already. It holds when the player of {} tells it too.",
            country,
            with,
            with
        )));
    }
    Ok(Happened::PeaceTold { country, with })
}

/// Why two countries cannot come to a peace now, whoever tells it.
fn why_not_now(state: &Position, country: Country, with: Country) -> Option<Refusal> {
    let of_both = |sides: &[Vec<Country>; 2]| {
        let [one, other] = sides;
        one.contains(&country) && other.contains(&with) || one.contains(&with) && other.contains(&country)
    };
    let fights =
        |fight: &&crate::battle::course::Fight| fight.ended.is_none() && of_both(&fight.scene.countries);
    if let Some(fight) = state.fights.of.values().find(fights) {
        return Some(Refusal::new(said!(
            "{} and {} are in a battle that is not over, in {}. Fight it to its end, or call it off together; then tell the peace.",
            country,
            with,
            table::said::name(&fight.scene.place)
        )));
    }
    let under_way = state.under_way()?;
    let mover = state.board.stacks.get(&under_way.stack)?.country;
    let other = if mover == country { with } else { country };
    let asked = state.seat_of(other).is_some_and(|seat| under_way.asked.contains(seat));
    ((mover == country || mover == with) && asked).then(|| {
        Refusal::new(said!(
            "{} is on the march and {} is asked whether it intercepts. Tell the peace when that is decided.",
            mover,
            other
        ))
    })
}

/// What was told of a peace of two countries is done with.
pub(super) fn is_over(state: &mut Position, one: Country, other: Country) {
    state.peaces.remove(&(one, other));
    state.peaces.remove(&(other, one));
}
