//! Epochs: when the seeds of the dice are published (`fairness.md`, "Roots").

use super::campaign::{Campaign, Stage};
use super::draft::Draft;
use super::event::{Event, TableEvent};
use super::names::By;
use super::order::Verb;
use super::refusal::Refusal;
use crate::said;
use serde_json::json;

/// How long an epoch in which dice fell stays open at most, in seconds: seven days.
pub const LONGEST: i64 = 7 * 24 * 60 * 60;

/// How many players who are not the operator must ask before an epoch ends early.
pub const ASKERS: usize = 2;

/// Ends the open epoch: its seed is published, and the next begins. Where the chain is spent a new one is
/// founded; the veil key stays, so that every salt under it can be checked when the campaign is closed.
pub(crate) fn end(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let (epoch, last) = (draft.campaign().epoch.number, draft.campaign().epoch.last);
    let seed = draft.chance().seed(epoch)?;
    draft.emit(Event::Epoch { epoch, seed })?;
    if epoch == last {
        let first = epoch + 1;
        let new = draft.chance().new_chain(first, false)?;
        draft.emit(Event::Chain { anchor: new.anchor, veil: new.veil, first })?;
    }
    Ok(())
}

/// Ends the open epoch if dice fell in it.
pub(crate) fn end_if_used(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    if draft.campaign().epoch.next_roll > 1 { end(draft) } else { Ok(()) }
}

/// A player asks to see the seed; the second of two ends the epoch.
pub(crate) fn ask_to_reveal(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    let campaign = draft.campaign();
    if campaign.is_operator(&seat) {
        return Err(Refusal::new(said!(
            "The operator could read the seed already, so the two who ask for it must be other players."
        )));
    }
    if campaign.epoch.next_roll == 1 {
        return Err(Refusal::new(said!(
            "No dice have fallen in epoch {} yet, so there is nothing to reveal.",
            campaign.epoch.number
        )));
    }
    if campaign.epoch.reveal.contains(&seat) {
        return Err(Refusal::new(said!(
            "You have asked for the seed of epoch {} already. It is published when one more player asks.",
            campaign.epoch.number
        )));
    }
    draft.plain_order(&Verb::Reveal)?;
    draft.table(TableEvent::RevealAsked { seat })?;
    if draft.campaign().epoch.reveal.len() >= ASKERS {
        draft.by(By::Bot);
        end(draft)?;
    }
    Ok(())
}

/// Whether an epoch of seven days in which dice fell is to end.
pub(crate) fn is_due(campaign: &Campaign, at: i64) -> bool {
    campaign.epoch.began.is_some_and(|began| at - began >= LONGEST)
        && campaign.epoch.next_roll > 1
        && campaign.play.stage == Stage::Playing
}

/// The clock looks in: an epoch of seven days in which dice fell ends. One without dice stays open, for there is nothing to publish.
pub(crate) fn tick(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    if is_due(draft.campaign(), draft.at()) {
        draft.plain_order(&Verb::Tick)?;
        end(draft)?;
    }
    Ok(())
}

/// The campaign came back from a backup. Seeds and salts that may have been published after it must never be used again, so the open
/// epoch ends, and a new chain and veil key are founded; every player is asked for a new word, and open envelopes for a new choice.
pub(crate) fn restored(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    if draft.campaign().play.stage == Stage::Closed {
        return Ok(());
    }
    let lost_after = draft.campaign().next_line.saturating_sub(1);
    draft.order_line(Verb::Restored.name(), [("lost_after", json!(lost_after))], Vec::new())?;
    end_if_used(draft)?;
    let open = &draft.campaign().epoch;
    let first = open.number;
    let new = draft.chance().new_chain(first, true)?;
    draft.emit(Event::Restored { anchor: new.anchor, veil: new.veil, first, lost_after })?;
    // What the bot keeps is opened out of a sheet of the new key alone.
    super::strongbox::seal_holdings(draft)?;
    super::standing::filled_anew(draft)?;
    super::lodged::acts::sealed_anew(draft)
}
