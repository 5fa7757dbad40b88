//! What is done to go back to the start of the step.

use super::*;
use crate::act::Act;
use crate::campaign::{Campaign, Play, Stage};
use crate::draft::Draft;
use crate::event::{Entry, Event, TableEvent, Text};
use crate::names::By;
use crate::refusal::Refusal;
use crate::said;
use crate::values::{Amount, LONGEST_REASON};
use crate::votes::{self, Matter};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Campaign {
    /// Keeps the start of the open step; called with each event before it is applied. What an order leads to belongs together, so the
    /// start lies before the next order.
    pub(crate) fn note_start(&mut self, entry: &Entry, of_the_table: Option<&TableEvent>) {
        let event = &entry.event;
        if matches!(event, Event::Order { .. }) && self.start_moves {
            self.start_moves = false;
            self.start = Some(Arc::new(Start {
                // The order's own line is counted already.
                line: self.next_line.saturating_sub(1),
                game: self.play.game.clone(),
                frames: self.play.frames.clone(),
                rounds: self.play.rounds.keys().cloned().collect(),
                corrections: self.play.corrections.keys().copied().collect(),
                corrected: Vec::new(),
            }));
        }
        if is_a_start(entry, of_the_table) {
            // A frame and a round of envelopes go with the order that opened them; what was seen stays.
            if !matches!(event, Event::Table { .. }) {
                for point in &mut self.undo {
                    Arc::make_mut(point).start = None;
                }
            }
            self.move_start();
        }
        let Some(start) = &mut self.start else { return };
        match of_the_table {
            Some(TableEvent::CorrectionSettled { correction, holds: true })
                if start.corrections.contains(correction) =>
            {
                let Some(settled) = self.play.corrections.get(correction) else { return };
                let before = start.game.values(&self.play.switches);
                let held = settled.changes.iter().filter_map(|change| {
                    let since = start.corrected.iter().rev().find(|amount| amount.key == change.key);
                    let mut value = before.iter().find(|value| value.key == change.key)?.clone();
                    value.now = since.map_or(value.now, |amount| amount.value);
                    Some(Amount { key: change.key.clone(), value: settled.becomes(change, &value) })
                });
                let held: Vec<Amount> = held.collect();
                Arc::make_mut(start).corrected.extend(held);
            }
            Some(TableEvent::ValuesHold { values, .. }) => {
                let start = Arc::make_mut(start);
                for (key, value) in values {
                    start.game.type_value(key, *value);
                }
            }
            _ => {}
        }
    }

    /// What an order led to is taken back, and the start of the step is what it was before it. Where something has come since that stays, a start
    /// that was noted after the order has in it what is taken back, and moves on.
    pub(crate) fn start_again(&mut self, taken_back: u64, before: Option<(Option<Arc<Start>>, bool)>) {
        if let Some((start, moves)) = before {
            (self.start, self.start_moves) = (start, moves);
            return;
        }
        if self.start_moves || self.start.as_ref().is_some_and(|start| start.line > taken_back) {
            self.move_start();
        }
    }

    /// The next order is the new start; whoever agreed has agreed to another than there is then.
    fn move_start(&mut self) {
        self.start_moves = true;
        if self.play.set_back.is_some() {
            self.play_mut().set_back = None;
        }
    }

    /// The line of the record before which play would be again; `None` where nothing was done since that could be set back.
    #[must_use]
    pub fn set_back_to(&self) -> Option<u64> {
        let start = self.start.as_ref().filter(|_| !self.start_moves)?;
        let play = &self.play;
        let same = play.game == start.game
            && play.rounds.keys().all(|round| start.rounds.contains(round))
            && play.corrections.keys().all(|n| start.corrections.contains(n));
        (!same && play.stage == Stage::Playing).then_some(start.line)
    }
}

/// Asks to go back to the start of the open step.
pub(crate) fn ask(draft: &mut Draft<'_>, act: &Act, reason: Option<&Text>) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    let campaign = draft.campaign();
    if campaign.play.stage != Stage::Playing {
        return Err(Refusal::new(said!("There is no step to set back before play has begun.")));
    }
    if !votes::acts::voters(&campaign.play).contains(&seat) {
        return Err(Refusal::new(said!("Your seat has no vote in this matter.")));
    }
    let reason = reason.ok_or_else(|| Refusal::new(said!("Setting a step back needs a reason.")))?;
    if reason.text.chars().count() > LONGEST_REASON {
        return Err(Refusal::new(said!("A reason has at most {} characters.", LONGEST_REASON)));
    }
    if campaign.play.set_back.is_some() {
        return Err(Refusal::new(said!(
            "Going back to the start of the step is asked already; it is agreed to or declined in the council."
        )));
    }
    if campaign.set_back_to().is_none() {
        return Err(Refusal::new(said!(
            "There is nothing to set back: since the step began, or since dice last fell for the game or a secret was last opened in it, nothing was told, proposed or asked that could be taken away."
        )));
    }
    draft.act_line(act, Some(reason))?;
    let ask = draft.campaign().next_line;
    draft.table(TableEvent::SetBackAsked { ask, seat })?;
    go_back_if_agreed(draft)
}

/// Agrees to go back, or declines.
pub(crate) fn answer(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Act::AnswerSetBack { ask, agree } = act else { return Ok(()) };
    let seat = draft.seat()?;
    let play = &draft.campaign().play;
    let Some(open) = play.set_back.as_ref().filter(|open| open.line == *ask) else {
        return Err(Refusal::new(said!(
            "Going back is not asked any more: it was done or declined, or dice, an opened secret or a new step came between."
        )));
    };
    if !votes::acts::voters(play).contains(&seat) {
        return Err(Refusal::new(said!("Your seat has no vote in this matter.")));
    }
    if *agree && open.agreed.contains(&seat) {
        return Err(Refusal::new(said!("You have agreed to that already.")));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::SetBackAnswered { ask: *ask, seat, agree: *agree })?;
    go_back_if_agreed(draft)
}

/// Where all have agreed, play is set back. Corrections that were proposed before the start and came to hold since hold on.
pub(crate) fn go_back_if_agreed(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let campaign = draft.campaign();
    let (Some(open), Some(start)) = (&campaign.play.set_back, &campaign.start) else { return Ok(()) };
    if !votes::acts::voters(&campaign.play).iter().all(|seat| open.agreed.contains(seat)) {
        return Ok(());
    }
    let (line, corrected) = (start.line, start.corrected.clone());
    draft.by(By::Bot);
    draft.table(TableEvent::StepSetBack { line })?;
    crate::strongbox::seal_holdings(draft)?;
    for amount in corrected {
        let now = draft.campaign().values().into_iter().find(|value| value.key == amount.key);
        if now.is_some_and(|now| now.now != amount.value) {
            let rules = draft.campaign().play.game.rules();
            rules.set_value(draft, &amount.key, amount.value, true)?;
        }
    }
    Ok(())
}

impl Play {
    /// An event of going back. `said` is the reason that came with the order.
    pub(crate) fn apply_set_back(
        &mut self,
        event: TableEvent,
        start: Option<&Start>,
        said: Option<String>,
        at: i64,
    ) {
        match event {
            TableEvent::SetBackAsked { ask, seat } => {
                self.hold_ahead(&votes::acts::voters(self).into_iter().collect());
                let agreed = BTreeSet::from([seat.clone()]);
                self.set_back = Some(SetBack { line: ask, by: seat, reason: said, agreed });
            }
            TableEvent::SetBackAnswered { seat, agree: true, .. } => {
                if let Some(open) = &mut self.set_back {
                    open.agreed.insert(seat);
                }
            }
            TableEvent::SetBackAnswered { .. } => self.set_back = None,
            TableEvent::StepSetBack { .. } => {
                self.set_back = None;
                let Some(start) = start else { return };
                self.game = start.game.clone();
                self.rounds.retain(|round, _| start.rounds.contains(round));
                self.corrections.retain(|n, _| start.corrections.contains(n));
                let (rounds, corrections) = (&self.rounds, &self.corrections);
                self.votes.retain(|_, vote| match &vote.matter {
                    Matter::Missed { round, .. } => rounds.contains_key(round),
                    Matter::Correction { correction } => corrections.contains_key(correction),
                    _ => true,
                });
                for place in self.seats.values_mut() {
                    place.ahead = None;
                }
                // What was pushed since is gone, and what was decided since is open again.
                self.frames_are(&start.frames, at);
            }
            _ => {}
        }
    }
}
