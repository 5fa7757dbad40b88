//! What is done about a notice.

use super::*;
use crate::act::Act;
use crate::campaign::{Play, Stage};
use crate::draft::Draft;
use crate::event::TableEvent;
use crate::names::By;
use crate::refusal::Refusal;
use crate::said;

/// The host gives notice, or the bot for who may manage the server.
pub(crate) fn give(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let campaign = draft.campaign();
    if campaign.play.stage != Stage::Playing {
        return Err(Refusal::new(said!(
            "Notice is given of a campaign that is played; before that its host closes it at once."
        )));
    }
    if draft.author() != campaign.host() && draft.author() != By::Bot {
        return Err(Refusal::new(said!(
            "Notice is given by the host, or by a member who may manage the server. Players close a campaign together, with /campaign close."
        )));
    }
    if campaign.play.notice.is_some() {
        return Err(Refusal::new(said!("Notice was given already.")));
    }
    draft.act_line(act, None)?;
    let until = draft.at() + LENGTH;
    draft.table(TableEvent::NoticeGiven { until })
}

/// A player says that the campaign is played on: the notice is void.
pub(crate) fn play_on(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    let play = &draft.campaign().play;
    if play.ending.is_some() || (play.notice.is_none() && play.wishes_to_close(draft.at()).contains(&seat)) {
        return crate::ending::acts::withdraw(draft, act, seat);
    }
    if play.notice.is_none() {
        return Err(Refusal::new(said!("No notice was given that the campaign would be closed.")));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::NoticeVoid { seat })
}

/// The notice has run out, and nobody has said that the campaign is played on: it is closed for good.
pub(crate) fn due(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    if !is_due(&draft.campaign().play, draft.at()) {
        return Err(Refusal::new(said!("No notice has run out.")));
    }
    draft.act_line(act, None)?;
    crate::seats::close(draft)
}

/// Whether a notice has run out.
pub(crate) fn is_due(play: &Play, at: i64) -> bool {
    play.notice.as_ref().is_some_and(|notice| at >= notice.until)
}
