//! What a battle of Europa asks of its commanders beside its envelopes: to state a stack, to let the verdict be read.

use super::present::words::{place, side};
use crate::present::position;
use europa::battle::course::Stop;
use table::{Stage, View};
use table_commands::present::asks::Asks;
use table_commands::say;

/// What is asked so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// To state what a side fights with.
    Stack,
    /// To let the verdict be read, or to rule on morale before.
    Verdict,
}

/// All that is asked so, with how it is asked.
pub(crate) fn beside(view: &View) -> Vec<(What, Asks)> {
    let Some(position) = position(view).filter(|_| view.stage == Stage::Playing) else { return Vec::new() };
    let mut all = Vec::new();
    for (number, fight) in position.fights.of.iter().filter(|(_, fight)| fight.ended.is_none()) {
        let place = place(fight);
        for who in fight.awaited() {
            let of = position.commands(fight, who).cloned().into_iter().collect();
            let says = say!("**Battle of {}**: state what {} fights with.", place, side(fight, who));
            all.push((What::Stack, Asks { of, number: *number, says }));
        }
        if fight.stopped.as_ref().is_some_and(|stopped| stopped.why == Stop::Verdict) {
            let of = position.deciding(fight).into_iter().collect();
            let says = say!("**Battle of {}**: the verdict waits for both sides.", place);
            all.push((What::Verdict, Asks { of, number: *number, says }));
        }
    }
    all
}
