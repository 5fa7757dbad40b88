//! Seats: joining, leaving, the start of play and the end of a campaign.

use super::campaign::{Play, Seat, Stage};
use super::draft::Draft;
use super::ending;
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
        return substitute(draft, word, operator);
    }
    let free = campaign
        .play
        .seats
        .iter()
        .filter(|(_, seat)| seat.person.is_none() && !seat.stand_in)
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

/// Takes a seat in play, for which one was named a substitute.
fn substitute(draft: &mut Draft<'_>, word: &Word, operator: bool) -> Result<(), Refusal> {
    let person = draft.author().person();
    let offered = |place: &Seat| place.offered.is_some() && place.offered == person;
    let seats = &draft.campaign().play.seats;
    let Some((seat, _)) = seats.iter().find(|(_, place)| offered(place) && !place.out) else {
        return Err(Refusal::new(said!(
            "Play has begun. A seat is taken only by whom its player, or where he has left the host, named as substitute with /seat substitute. You can follow play as an observer."
        )));
    };
    let seat = seat.clone();
    if operator != draft.campaign().is_operator(&seat) {
        return Err(Refusal::new(said!(
            "The operator of the bot takes no seat in play that was not his from the founding on, and nobody else takes his."
        )));
    }
    draft.order_line("join", [("seat", json!(seat))], Vec::new())?;
    draft.emit(Event::Joined { seat, word: word.clone() })
}

/// Gives a seat up before play begins.
pub(crate) fn leave(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let seat = draft.seat()?;
    if draft.campaign().play.stage != Stage::Gathering {
        return Err(Refusal::new(said!(
            "Play has begun, so a seat is not simply given up. /seat resign leaves it for a substitute, an auction, or no player."
        )));
    }
    if draft.campaign().play.seats.get(&seat).and_then(|place| place.person) != draft.author().person() {
        return Err(Refusal::new(said!(
            "Only the player of the seat gives it up; who shares it ends that with /seat unshare."
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
    if draft.author() != draft.campaign().host() {
        return Err(Refusal::new(said!("Only the host, who founded the campaign, starts play.")));
    }
    let seats = &draft.campaign().play.seats;
    let free = seats.values().filter(|seat| seat.person.is_none() && !seat.stand_in).count();
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
    super::frames::acts::begin(draft)
}

/// Asks to close the campaign. Before play begins the host alone can; later every seat must ask, because closing publishes the veil key, and its
/// end is announced.
/// One whose players have all left is closed by the host, or by the bot for somebody who may manage the server where the host is gone.
pub(crate) fn ask_to_close(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    let campaign = draft.campaign();
    let nobody_left = must_ask(&campaign.play).next().is_none();
    if nobody_left && draft.author() == By::Bot {
        draft.plain_order(&Verb::Close)?;
        return close(draft);
    }
    if nobody_left && campaign.play.stage == Stage::Playing {
        if draft.author() != campaign.host() {
            return Err(Refusal::new(said!(
                "Every player has left this campaign, so the host closes it; where he is gone too, a member who may manage the server does."
            )));
        }
        draft.plain_order(&Verb::Close)?;
        return close(draft);
    }
    if campaign.play.stage == Stage::Gathering {
        if draft.author() != campaign.host() {
            return Err(Refusal::new(said!(
                "Before play begins only the host, who founded the campaign, closes it."
            )));
        }
        draft.plain_order(&Verb::Close)?;
        return close(draft);
    }
    let Some(seat) = campaign.seat_of(draft.author()).cloned() else { return Err(no_seat()) };
    if campaign.play.ending.is_some() {
        return Err(Refusal::new(said!("The end of this campaign is announced already.")));
    }
    if campaign.play.wishes_to_close(draft.at()).contains(&seat) {
        return Err(Refusal::new(said!(
            "You have asked for that already; /campaign play-on withdraws it. Its end is announced when every seat with a player has; still missing: {}.",
            missing(draft)
        )));
    }
    draft.plain_order(&Verb::Close)?;
    draft.table(TableEvent::CloseAsked { seat })?;
    close_if_all_asked(draft, true)
}

/// Where every seat that has a player has asked for it within 48 hours, and the last of them just did, the campaign is closed; where a wish is
/// older, or one of those who did not wish it has left, the end is announced.
pub(crate) fn close_if_all_asked(draft: &mut Draft<'_>, by_a_wish: bool) -> Result<(), Refusal> {
    let (play, at) = (&draft.campaign().play, draft.at());
    let wished = play.wishes_to_close(at);
    if must_ask(play).next().is_none() || !must_ask(play).all(|seat| wished.contains(seat)) {
        return Ok(());
    }
    let is_fresh = |seat: &SeatId| at - play.close_asked[seat] < ending::NOTICE;
    if by_a_wish && wished.iter().all(is_fresh) {
        return close(draft);
    }
    ending::acts::announce(draft, ending::How::Close, wished)
}

fn missing(draft: &Draft<'_>) -> Vec<Value> {
    let play = &draft.campaign().play;
    let wished = play.wishes_to_close(draft.at());
    by_number(must_ask(play).filter(|seat| !wished.contains(seat)))
}

/// Seats as a refusal lists them.
pub(crate) fn by_number<'s>(seats: impl IntoIterator<Item = &'s SeatId>) -> Vec<Value> {
    seats.into_iter().filter_map(SeatId::number).map(|n| said!("seat {}", n).to_value()).collect()
}

/// Whose wish it takes to close the campaign without a vote: every seat that has a player.
pub(crate) fn must_ask(play: &Play) -> impl Iterator<Item = &SeatId> {
    play.seats.iter().filter(|(_, seat)| seat.person.is_some()).map(|(id, _)| id)
}

/// A vote ends the campaign: the game makes the final count, then it is closed for good.
pub(crate) fn conclude(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    draft.by(By::Bot);
    let rules = draft.campaign().play.game.rules();
    rules.conclude(draft)?;
    close(draft)
}

pub(crate) fn close(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    draft.by(By::Bot);
    super::epoch::end_if_used(draft)?;
    let veil_key = draft.chance().veil_key()?;
    draft.emit(Event::Closed { veil_key })
}
