//! Ready: a step of play that everybody ends by saying so. Where the board is kept elsewhere every phase is one.

use super::act::{Act, Through};
use super::campaign::Play;
use super::decide::Draft;
use super::event::TableEvent;
use super::names::{By, SeatId};
use super::refusal::Refusal;
use super::timing::Due;
use crate::said;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The open step that waits for everybody to be ready.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wait {
    /// The line of the record at which it opened.
    pub line: u64,
    /// Who is asked.
    pub asked: Vec<SeatId>,
    /// Who is ready.
    pub ready: BTreeSet<SeatId>,
    /// When it falls due; `None` where there is no clock.
    pub due: Option<Due>,
}

/// Being ready ahead of one's slot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ahead {
    /// The first word of the outline's step in which it was lodged: the game turn it reaches to the end of.
    pub turn: String,
    /// Whether it ends when something new is asked of the seat.
    pub hold: bool,
}

impl Wait {
    /// Whether everybody asked is ready.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.asked.iter().all(|seat| self.ready.contains(seat))
    }
}

/// Who is asked to be ready: every seat with a player or stand-in that is not out of the game.
fn asked(play: &Play) -> Vec<SeatId> {
    let mut seats: Vec<SeatId> = play
        .seats
        .iter()
        .filter(|(_, seat)| (seat.person.is_some() || seat.stand_in) && !seat.out)
        .map(|(id, _)| id.clone())
        .collect();
    seats.sort_by_key(SeatId::number);
    seats
}

/// Opens a step that waits for everybody. Seats that are ready ahead are so at once; where all are, play goes on by itself.
pub(crate) fn open(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let play = draft.campaign().play.clone();
    let asked = asked(&play);
    let turn = play.step.first().cloned().unwrap_or_default();
    let ahead = |seat: &&SeatId| {
        let place = &play.seats[*seat];
        place.stand_in || place.ahead.as_ref().is_some_and(|ahead| ahead.turn == turn)
    };
    let ready: BTreeSet<SeatId> = asked.iter().filter(ahead).cloned().collect();
    let due = super::clock::due(draft, false);
    draft.table(TableEvent::StepOpened { asked, ready, due })?;
    go_on_if_complete(draft)
}

/// Goes on with play where everybody is ready. Stand-ins alone do not carry it on: they are always ready, and it would run to its end.
pub(crate) fn go_on_if_complete(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let play = &draft.campaign().play;
    let has_player = |seat: &SeatId| play.seats.get(seat).is_some_and(|place| place.person.is_some());
    if !play.wait.as_ref().is_some_and(|wait| wait.is_complete() && wait.asked.iter().any(has_player)) {
        return Ok(());
    }
    draft.by(By::Bot);
    go_on(draft, Vec::new())
}

fn go_on(draft: &mut Draft<'_>, missed: Vec<SeatId>) -> Result<(), Refusal> {
    draft.table(TableEvent::StepEnded { missed })?;
    let rules = draft.campaign().play.game.rules();
    rules.ready(draft)
}

/// A seat is ready.
pub(crate) fn ready(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::Ready { through, hold } = act else { return Ok(()) };
    let seat = draft.seat()?;
    let Some(wait) = &draft.campaign().play.wait else {
        return Err(Refusal::new(said!("The open step does not wait for anybody to be ready.")));
    };
    if !wait.asked.contains(&seat) {
        return Err(Refusal::new(said!("Your seat is not asked in this step.")));
    }
    let ahead = draft.campaign().play.seats[&seat].ahead.is_some();
    if wait.ready.contains(&seat) && (*through == Through::Step || ahead) {
        return Err(Refusal::new(said!("You are ready already.")));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::SeatReady { seat, through: *through, hold: *hold })?;
    go_on_if_complete(draft)
}

/// A seat withdraws that.
pub(crate) fn not_ready(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    let place = draft.campaign().play.seats.get(&seat);
    let ahead = place.is_some_and(|place| place.ahead.is_some());
    let ready = draft.campaign().play.wait.as_ref().is_some_and(|wait| wait.ready.contains(&seat));
    if !ahead && !ready {
        return Err(Refusal::new(said!("You are not ready, so there is nothing to withdraw.")));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::SeatNotReady { seat })
}

/// The clock ends the step: whoever is not ready has no more to say in it.
pub(crate) fn step_due(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let at = draft.at();
    let due = |wait: &Wait| wait.due.as_ref().and_then(|due| due.at).is_some_and(|due| at >= due);
    let Some(wait) = draft.campaign().play.wait.clone().filter(due) else {
        return Err(Refusal::new(said!("The open step is not due yet.")));
    };
    draft.act_line(act, None)?;
    let missed = wait.asked.iter().filter(|seat| !wait.ready.contains(seat)).cloned().collect();
    go_on(draft, missed)
}

impl Play {
    /// Something new is asked of these seats: who was ready ahead only until then is ready no more.
    pub(crate) fn hold_ahead(&mut self, seats: &BTreeSet<SeatId>) {
        for id in seats {
            let Some(place) = self.seats.get_mut(id) else { continue };
            if place.ahead.as_ref().is_some_and(|ahead| ahead.hold) {
                place.ahead = None;
                if let Some(wait) = &mut self.wait {
                    wait.ready.remove(id);
                }
            }
        }
    }
}
