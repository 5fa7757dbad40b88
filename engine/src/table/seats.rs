//! Seats: joining, leaving, the start of play and the end of a campaign.

use super::campaign::{HOST, Stage};
use super::decide::Draft;
use super::event::{Event, TableEvent};
use super::names::{By, SeatId, Word};
use super::order::{Verb, no_seat};
use super::refusal::Refusal;
use super::said::{ToValue, Value};
use crate::said;
use serde_json::json;

/// Takes the first free seat. The operator of the bot sits only on a seat that was kept for him at founding, and nobody else does.
pub(crate) fn join(draft: &mut Draft<'_>, word: &Word, operator: bool) -> Result<(), Refusal> {
    let campaign = draft.campaign();
    if let Some(seat) = campaign.seat_of(draft.author()) {
        let n = seat.number().unwrap_or_default();
        return Err(Refusal::new(said!(
            "You already hold seat {}. A new word for the dice is laid down with /dice word.",
            n
        )));
    }
    if campaign.play.stage != Stage::Gathering {
        return Err(Refusal::new(said!(
            "Play has begun and every seat is taken. You can follow it as an observer."
        )));
    }
    let free = campaign
        .play
        .seats
        .iter()
        .filter(|(_, seat)| seat.person.is_none())
        .map(|(id, _)| id)
        .filter(|id| campaign.is_operator(id) == operator)
        .min_by_key(|id| id.number());
    let Some(seat) = free.cloned() else {
        return Err(Refusal::new(if operator {
            said!(
                "No seat was kept for the operator of the bot when this campaign was founded, so he cannot play in it."
            )
        } else {
            said!("Every seat of this campaign is taken. You can follow it as an observer.")
        }));
    };
    draft.order_line("join", [("seat", json!(seat))], Vec::new())?;
    draft.emit(Event::Joined { seat, word: word.clone() })
}

/// Gives a seat up before play begins.
pub(crate) fn leave(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    if draft.campaign().play.stage != Stage::Gathering {
        return Err(Refusal::new(said!(
            "Play has begun, so a seat cannot simply be left empty. A substitute or an auction takes it over."
        )));
    }
    draft.order_line("leave", [("seat", json!(seat))], Vec::new())?;
    draft.emit(Event::Left { seat })
}

/// Begins play: the host's order, when every seat is taken.
pub(crate) fn start(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    if draft.campaign().play.stage != Stage::Gathering {
        return Err(Refusal::new(said!("Play has begun already.")));
    }
    if draft.author() != HOST {
        return Err(Refusal::new(said!("Only the host, who founded the campaign, starts play.")));
    }
    let seats = &draft.campaign().play.seats;
    let free = seats.values().filter(|seat| seat.person.is_none()).count();
    if free > 0 {
        let taken = seats.len() - free;
        let seats_are = if free == 1 { said!("seat is") } else { said!("seats are") };
        return Err(Refusal::new(said!(
            "{} of {} seats are taken; {} {} still free. Play starts when all are, each with /campaign join.",
            taken,
            seats.len(),
            free,
            seats_are
        )));
    }
    draft.plain_order(&Verb::Start)?;
    draft.by(By::Bot);
    draft.table(TableEvent::Started)?;
    let rules = draft.campaign().play.game.rules();
    rules.begin(draft)
}

/// Asks to close the campaign. Before play begins the host alone can; later every seat must ask, because closing publishes the veil key.
pub(crate) fn ask_to_close(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let campaign = draft.campaign();
    if campaign.play.stage == Stage::Gathering {
        if draft.author() != HOST {
            return Err(Refusal::new(said!(
                "Before play begins only the host, who founded the campaign, closes it."
            )));
        }
        draft.plain_order(&Verb::Close)?;
        return close(draft);
    }
    let Some(seat) = campaign.seat_of(draft.author()).cloned() else { return Err(no_seat()) };
    if campaign.play.close_asked.contains(&seat) {
        return Err(Refusal::new(said!(
            "You have asked for that already. It closes when every seat has; still missing: {}.",
            missing(draft)
        )));
    }
    draft.plain_order(&Verb::Close)?;
    draft.table(TableEvent::CloseAsked { seat })?;
    let play = &draft.campaign().play;
    if play.seats.keys().all(|seat| play.close_asked.contains(seat)) {
        return close(draft);
    }
    Ok(())
}

fn missing(draft: &Draft<'_>) -> Vec<Value> {
    let play = &draft.campaign().play;
    play.seats
        .keys()
        .filter(|seat| !play.close_asked.contains(seat))
        .filter_map(SeatId::number)
        .map(|n| said!("seat {}", n).to_value())
        .collect()
}

fn close(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    draft.by(By::Bot);
    super::epoch::end_if_used(draft)?;
    let veil_key = draft.chance().veil_key()?;
    draft.emit(Event::Closed { veil_key })
}
