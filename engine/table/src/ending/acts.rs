//! What is done about an announced end.

use super::*;
use crate::act::Act;
use crate::campaign::{Campaign, Play};
use crate::draft::Draft;
use crate::event::TableEvent;
use crate::names::By;
use crate::refusal::Refusal;
use crate::{said, seats, votes};

/// Announces the end to all.
pub(crate) fn announce(draft: &mut Draft<'_>, how: How, wished: BTreeSet<SeatId>) -> Result<(), Refusal> {
    if draft.campaign().play.ending.is_some() {
        return Ok(());
    }
    let until = draft.at() + NOTICE;
    draft.by(By::Bot);
    draft.table(TableEvent::EndingAnnounced { how, until, wished })
}

/// Whether the wish for it still has what it needs.
fn is_carried(campaign: &Campaign, ending: &Ending, at: i64) -> bool {
    match ending.how {
        How::Close => seats::must_ask(&campaign.play).all(|seat| ending.wished.contains(seat)),
        How::Conclude => votes::unmet_wish(campaign, &ending.wished, at).is_none(),
    }
}

/// A player says that the campaign is played on: he wishes its end no more. Where too few do then, the end is off.
pub(crate) fn withdraw(draft: &mut Draft<'_>, act: &Act, seat: SeatId) -> Result<(), Refusal> {
    let ending = draft.campaign().play.ending.as_ref();
    if ending.is_some_and(|ending| ending.against.contains(&seat)) {
        return Err(Refusal::new(said!(
            "You have said that already. The end is off as soon as too few wish it."
        )));
    }
    draft.act_line(act, None)?;
    draft.table(TableEvent::EndingWithdrawn { seat })?;
    off_if_too_few(draft).map(|_| ())
}

/// The end is off where too few wish it; whether it is.
pub(crate) fn off_if_too_few(draft: &mut Draft<'_>) -> Result<bool, Refusal> {
    let campaign = draft.campaign();
    let carried = campaign.play.ending.as_ref().is_none_or(|ending| is_carried(campaign, ending, draft.at()));
    if !carried {
        draft.by(By::Bot);
        draft.table(TableEvent::EndingOff)?;
    }
    Ok(!carried)
}

/// The host puts it off, once.
pub(crate) fn put_off(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let campaign = draft.campaign();
    let Some(ending) = &campaign.play.ending else {
        return Err(Refusal::new(said!("No end of this campaign is announced.")));
    };
    if draft.author() != campaign.host() {
        return Err(Refusal::new(said!(
            "Only the host puts the end off. Who wished it can withdraw that with /campaign play-on."
        )));
    }
    if ending.put_off {
        return Err(Refusal::new(said!("The end was put off once already.")));
    }
    let until = ending.until + PUT_OFF;
    draft.act_line(act, None)?;
    draft.table(TableEvent::EndingPutOff { until })
}

/// Its hour has come: the campaign ends, where enough still wish it.
pub(crate) fn due(draft: &mut Draft<'_>, act: &Act) -> Result<(), Refusal> {
    let Some(ending) = draft.campaign().play.ending.clone().filter(|ending| draft.at() >= ending.until)
    else {
        return Err(Refusal::new(said!("The hour at which this campaign ends has not come.")));
    };
    draft.act_line(act, None)?;
    if off_if_too_few(draft)? {
        return Ok(());
    }
    match ending.how {
        How::Conclude => seats::conclude(draft),
        How::Close => seats::close(draft),
    }
}

/// Whether the hour has come.
pub(crate) fn is_due(play: &Play, at: i64) -> bool {
    play.ending.as_ref().is_some_and(|ending| at >= ending.until)
}

/// Whether the last post before it is due.
pub(crate) fn is_last_post_due(play: &Play, at: i64) -> bool {
    play.ending.as_ref().is_some_and(|ending| !ending.last_post && at >= ending.until - LAST_POST)
}

impl Play {
    /// The seats whose wish to close the campaign stands at a moment: it lapses after 30 days.
    #[must_use]
    pub fn wishes_to_close(&self, at: i64) -> BTreeSet<SeatId> {
        let stands = self.close_asked.iter().filter(|(_, since)| at - **since < WISH);
        stands.map(|(seat, _)| seat.clone()).collect()
    }

    /// An event of the end.
    pub(crate) fn apply_ending(&mut self, event: TableEvent, line: u64) {
        match event {
            TableEvent::EndingAnnounced { how, until, wished } => {
                let (against, put_off, last_post) = (BTreeSet::new(), false, false);
                self.ending = Some(Ending { line, how, until, wished, against, put_off, last_post });
            }
            TableEvent::EndingPutOff { until } => {
                if let Some(ending) = &mut self.ending {
                    (ending.until, ending.put_off, ending.last_post) = (until, true, false);
                }
            }
            TableEvent::EndingWithdrawn { seat } => {
                self.wishes_no_end(&seat);
                if let Some(ending) = &mut self.ending {
                    ending.against.insert(seat);
                }
            }
            TableEvent::EndingOff => {
                self.ending = None;
                self.close_asked.clear();
            }
            TableEvent::EndingNear => {
                if let Some(ending) = &mut self.ending {
                    ending.last_post = true;
                }
            }
            _ => {}
        }
    }

    /// A seat wishes no end any more.
    pub(crate) fn wishes_no_end(&mut self, seat: &SeatId) {
        self.close_asked.remove(seat);
        if let Some(ending) = &mut self.ending {
            ending.wished.remove(seat);
        }
    }
}
