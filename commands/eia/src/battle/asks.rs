//! What a battle asks of the players of its powers beside its envelopes: to say what is there.

use super::present::plan::place;
use crate::seen::position;
use eia::powers::Power;
use table::{SeatId, Stage, View};
use table_commands::present::asks::Asks;
use table_commands::say;

/// The powers that are still to say what of theirs is in a battle, with how it is asked.
pub(crate) fn musters(view: &View) -> Vec<(Power, Asks)> {
    let Some(position) = position(view).filter(|_| view.stage == Stage::Playing) else { return Vec::new() };
    let mut all = Vec::new();
    for (number, battle) in position.battles.open() {
        for power in battle.awaited() {
            let holds = |seat: &&SeatId| position.in_battle(battle, seat).contains(&power);
            let of = view.seats.iter().map(|seat| &seat.id).filter(holds).cloned().collect();
            let says =
                say!("**Battle of {}**: say which corps and leaders of {} are there.", place(battle), power);
            all.push((power, Asks { of, number, says }));
        }
    }
    all
}
