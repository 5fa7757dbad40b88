//! A round of envelopes lies open: who decides by it.

use crate::MiddleAges;
use crate::board::{endeavours, turn};
use crate::envelopes::Choice;
use crate::outline::Frame;
use std::collections::BTreeMap;
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;

/// What lay in the envelopes goes to claims, the order of the round, or the endeavour that is defended against.
pub(crate) fn opened(
    table: &mut Table<'_, '_, MiddleAges>,
    choices: BTreeMap<SeatId, Choice>,
) -> Result<(), Refusal> {
    let (mut claims, mut wishes, mut defence) = (BTreeMap::new(), BTreeMap::new(), None);
    for (seat, choice) in choices {
        let Some(court) = table.state().court_of(&seat) else { continue };
        match choice {
            Choice::Claims(of) => _ = claims.insert(court, of.areas),
            Choice::Order(wish) => _ = wishes.insert(court, wish.place),
            Choice::Defence(of) => defence = Some(of),
        }
    }
    let state = table.state();
    if state.board.declared.is_some() {
        return endeavours::decide(table, defence);
    }
    if state.frames.any(|frame| *frame == Frame::Claims) {
        return turn::claimed(table, claims);
    }
    turn::ordered(table, &wishes)
}
