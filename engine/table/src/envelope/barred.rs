//! Whose envelope cannot be made Final yet, and why.

use super::*;
use crate::campaign::Campaign;
use crate::names::SeatId;
use crate::switches::OPERATOR_FIRST;

/// The seats that can seal nothing yet in a round, because the operator's envelope comes first and is not final.
pub(crate) fn waits_for_operator(campaign: &Campaign, open: &Round) -> Vec<SeatId> {
    let waits = operator_first(campaign)
        && open.asked.iter().any(|seat| campaign.is_operator(seat) && !open.is_final(seat));
    open.asked.iter().filter(|seat| waits && !campaign.is_operator(seat)).cloned().collect()
}

/// The operator's seats whose empty envelope bars all others from this round; none where they wait for nobody.
pub(crate) fn barred_by(campaign: &Campaign, open: &Round) -> Vec<SeatId> {
    if !operator_first(campaign) {
        return Vec::new();
    }
    let empty = |seat: &&SeatId| campaign.is_operator(seat) && !open.envelopes.contains_key(*seat);
    open.asked.iter().filter(empty).cloned().collect()
}

/// Whether the operator's envelope comes before all others: a switch.
fn operator_first(campaign: &Campaign) -> bool {
    campaign.play.switch(OPERATOR_FIRST) == "yes"
}

/// Whether a player has no word, neither laid down nor in this envelope, so that it cannot be made final: the dice that the round
/// leads to would lack it.
pub(crate) fn lacks_word(campaign: &Campaign, seat: &SeatId, envelope: &Envelope) -> bool {
    // A stand-in has no word, and neither has a seat without a player.
    let asked = campaign.play.seats.get(seat).is_some_and(|seat| seat.person.is_some());
    let laid_down = campaign.play.seats.get(seat).is_some_and(|seat| seat.word.is_some());
    // A stand-in draws before the envelopes are opened, so a word that lies in one does not help him.
    let drawn_before = campaign.play.seats.values().any(|seat| seat.stand_in);
    let brings_word = envelope.contents.reveal().word.is_some() && !drawn_before;
    asked && !campaign.is_operator(seat) && !laid_down && !brings_word
}
