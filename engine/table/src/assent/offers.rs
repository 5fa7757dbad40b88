//! What may be done about what was told, out of what a viewer sees.

use crate::names::SeatId;
use crate::offers::{Field, Kind, Offer};
use crate::view::View;

/// What a seat may do about the tellings that wait: confirm or deny those that concern it, and withdraw its own.
pub(crate) fn offers(view: &View, seat: &SeatId) -> Vec<Offer> {
    let voters = view.voters();
    let mut offers = Vec::new();
    // A regent whom a vote named answers nothing for the absent player.
    let answers = !view.as_regent_by_vote;
    let waits = |n: &u64| answers && view.tellings[n].awaited(&voters).any(|awaited| awaited == seat);
    if let Some(last) = view.tellings.keys().rfind(|n| waits(n)) {
        let last = i64::try_from(*last).unwrap_or(i64::MAX);
        let through = Field::required("through", Kind::Whole { least: last, most: last });
        offers.push(Offer::with("confirm_all", vec![through]).onward());
    }
    for (n, open) in &view.tellings {
        let n = i64::try_from(*n).unwrap_or(i64::MAX);
        let field = || vec![Field::required("telling", Kind::Whole { least: n, most: n })];
        if open.by == *seat && !view.as_regent {
            offers.push(Offer::with("withdraw_telling", field()).back());
        }
        if answers && open.asked(&voters).any(|asked| asked == seat) {
            if !open.confirmed.contains(seat) {
                offers.push(Offer::with("confirm", field()).onward());
            }
            if !open.denied.contains(seat) {
                offers.push(Offer::with("deny", field()).back());
            }
        }
    }
    offers
}
