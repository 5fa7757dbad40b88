//! What of the Crimean War's peace has an end, for the calendar.

use crate::Position;
use crate::months::{Month, Phase};
use crate::politics::ends::{End, What};
use crate::powers::Power;

/// Everything of it that ends or falls due.
pub(crate) fn endings(state: &Position) -> Vec<End> {
    let end = |month: Month, phase: Phase, what: What| End { month, phase, what };
    let bound = state.crimea.bound.iter().map(|of| end(of.ends, of.phase, What::Bound(of.power)));
    let mut ends: Vec<End> = bound.collect();
    if let Some([anywhere, there]) = state.ships_barred_until() {
        // Ships are bought in an economic phase, so the ban is over with the first of them.
        let again = |month: Month| (0..3).map(|n| month.later(n)).find(|month| month.is_economic());
        for (month, black_sea) in [(anywhere, false), (there, true)] {
            ends.push(end(again(month).unwrap_or(month), Phase::Economic, What::Ships { black_sea }));
        }
    }
    ends.extend(state.mille_barred_until().map(|month| end(month, Phase::Political, What::Mille)));
    let due = state.crimea.peace.as_ref().map(super::Peace::due).unwrap_or_default();
    let all = u8::try_from(due.len()).unwrap_or(0);
    for (month, n) in due.into_iter().zip(1..) {
        let (mut of, mut to): (Vec<Power>, Vec<Power>) = state.crimean_dues(month).into_iter().unzip();
        of.dedup();
        to.dedup();
        if !of.is_empty() {
            ends.push(end(month, Phase::Economic, What::CrimeanReparations { of, to, part: [n, all] }));
        }
    }
    ends
}
