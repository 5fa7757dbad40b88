//! What is done to be ready.

use crate::act::{Act, Through};
use crate::campaign::Play;
use crate::campaign::Seat;
use crate::draft::Draft;
use crate::envelope::Round;
use crate::event::TableEvent;
use crate::names::{By, SeatId};
use crate::refusal::Refusal;
use crate::said;
use crate::{assent, frames, lodged};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A seat is ready.
pub(crate) fn ready(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Ready { through, hold } = act else { return Ok(()) };
    let seat = draft.seat()?;
    let Some(wait) = draft.campaign().play.wait() else {
        if *through == Through::Turn && *hold && draft.campaign().play.may_be_ready_from_envelopes(&seat) {
            lodged::acts::may_be_ready_ahead(draft.campaign(), &seat)?;
            draft.act_line(act, None)?;
            return draft.table(TableEvent::SeatReady { seat, through: *through, hold: *hold });
        }
        return Err(Refusal::new(said!("The open step does not wait for anybody to be ready.")));
    };
    if !wait.asked.contains(&seat) {
        return Err(Refusal::new(said!("Your seat is not asked in this step.")));
    }
    let ahead = draft.campaign().play.seats[&seat].ahead.is_some();
    if wait.ready.contains(&seat) && (*through == Through::Step || ahead) {
        return Err(Refusal::new(said!("You are ready already.")));
    }
    draft.campaign().play.game.may_be_ready(&seat)?;
    if *through == Through::Turn {
        lodged::acts::may_be_ready_ahead(draft.campaign(), &seat)?;
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::SeatReady { seat: seat.clone(), through: *through, hold: *hold })?;
    assent::acts::is_ready(draft, &seat)
}

/// What came about is news to all: who was ready ahead only until something new is asked is ready no more.
pub(crate) fn asks_anew(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let ahead = |(_, place): &(&SeatId, &Seat)| place.ahead.as_ref().is_some_and(|ahead| ahead.hold);
    let seats = draft.campaign().play.seats.iter().filter(ahead).map(|(seat, _)| seat.clone()).collect();
    are_not_ready(draft, seats)
}

/// What came about gives these seats something to do in the open step: who of them was ready for it, or ahead until something new is asked of
/// him, is ready no more.
pub(crate) fn asks_again(draft: &mut Draft<'_>, seats: &BTreeSet<SeatId>) -> Result<(), Refusal> {
    let play = &draft.campaign().play;
    let ready = |seat: &&SeatId| match play.seats.get(*seat).and_then(|place| place.ahead.as_ref()) {
        Some(ahead) => ahead.hold,
        None => play.wait().is_some_and(|wait| wait.ready.contains(*seat)),
    };
    let seats = seats.iter().filter(ready).cloned().collect();
    are_not_ready(draft, seats)
}

fn are_not_ready(draft: &mut Draft<'_>, mut seats: Vec<SeatId>) -> Result<(), Refusal> {
    let author = draft.author();
    draft.by(By::Bot);
    seats.sort_by_key(SeatId::number);
    for seat in seats {
        draft.table(TableEvent::SeatNotReady { seat })?;
    }
    draft.by(author);
    Ok(())
}

/// A seat withdraws that.
pub(crate) fn not_ready(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    let place = draft.campaign().play.seats.get(&seat);
    let ahead = place.is_some_and(|place| place.ahead.is_some());
    let ready = draft.campaign().play.wait().is_some_and(|wait| wait.ready.contains(&seat));
    if !ahead && !ready {
        return Err(Refusal::new(said!("You are not ready, so there is nothing to withdraw.")));
    }
    draft.campaign().play.game.may_take_ready_back(&seat)?;
    draft.act_line(act, None)?;
    draft.table(TableEvent::SeatNotReady { seat })
}

/// A seat of which an order is awaited leaves it to the bot.
pub(crate) fn let_stand(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::LetStand { frame: line } = act else { return Ok(()) };
    let seat = draft.seat()?;
    let play = &draft.campaign().play;
    let open = play.at_work().find(|open| open.line == *line);
    let asks = open.and_then(|open| open.wait.as_ref()).is_some_and(|wait| wait.is_order_of(&seat));
    let Some(frame) = play.game.frame(*line).filter(|_| asks) else {
        return Err(Refusal::new(said!("No order is asked of you there, or it was given.")));
    };
    draft.act_line(act, None)?;
    let rules = draft.campaign().play.game.rules();
    rules.defaulted(draft, &frame)?;
    let play = &draft.campaign().play;
    if play.frame(*line).is_some() && play.game.stands(*line) {
        return Err(Refusal::new(said!("There is no order here that the bot could give for you.")));
    }
    Ok(())
}

/// The clock ends a step: whoever is not ready has no more to say in it.
pub(crate) fn step_due(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    if frames::acts::due(draft.campaign(), draft.at()).is_none() {
        return Err(Refusal::new(said!("The open step is not due yet.")));
    }
    draft.act_line(act, None)?;
    frames::acts::overdue(draft)
}

impl Play {
    /// Whether a seat is ready to the end of the turn that is being played.
    #[must_use]
    pub fn is_ready_ahead(&self, seat: &SeatId) -> bool {
        let ahead = self.seats.get(seat).and_then(|place| place.ahead.as_ref());
        ahead.is_some_and(|ahead| self.path().first() == Some(&ahead.turn))
    }

    /// Whether a seat can be ready ahead while the envelopes of a phase's step are sealed and nothing waits for it to be ready: until
    /// something new is asked of it, to the end of the turn that is played. (What is chosen before the first turn has no phases.)
    #[must_use]
    pub fn may_be_ready_from_envelopes(&self, seat: &SeatId) -> bool {
        let asked = |round: &Arc<Round>| round.exchange.is_none() && round.asked.contains(seat);
        self.wait().is_none()
            && self.path().len() > 2
            && !self.is_ready_ahead(seat)
            && self.rounds.values().any(asked)
    }

    /// Something new is asked of these seats: who was ready ahead only until then is ready no more.
    pub(crate) fn hold_ahead(&mut self, seats: &BTreeSet<SeatId>) {
        for id in seats {
            let Some(place) = self.seats.get_mut(id) else { continue };
            if place.ahead.as_ref().is_some_and(|ahead| ahead.hold) {
                place.ahead = None;
                if let Some(wait) = self.wait_mut() {
                    wait.ready.remove(id);
                }
            }
        }
    }
}
