//! What a battle asks of players beside the frames and the envelopes that the engine awaits: that they muster, state a stack, let a verdict
//! be read. The turn card, the status and the desk all say it out of this one list.

use super::{Scene, names};
use crate::eia::auction::present as auction;
use crate::eia::battle::present::plan as battle_plan;
use crate::europa::present as europa;
use crate::say;
use engine::eia::powers::Power;
use engine::europa::battle::Who;
use engine::europa::fights::Stop;
use engine::table::{SeatId, Stage, View};

/// Something that is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asks {
    /// Of whom.
    pub of: Vec<SeatId>,
    /// What.
    pub what: What,
    /// Where.
    place: String,
    /// Of which side.
    side: String,
}

/// What that is, with the number of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// To say what of a power is there.
    Muster(u32, Power),
    /// To state what a side fights with.
    Stack(u32, Who),
    /// To let the verdict be read, or to rule on morale before.
    Verdict(u32),
}

/// All that is asked so.
#[must_use]
pub fn beside(view: &View) -> Vec<Asks> {
    if view.stage != Stage::Playing {
        return Vec::new();
    }
    let mut all = musters(view);
    all.extend(of_fights(view));
    all.retain(|asks| !asks.of.is_empty());
    all
}

fn musters(view: &View) -> Vec<Asks> {
    let Some(position) = auction::position(view) else { return Vec::new() };
    let mut all = Vec::new();
    for (number, battle) in position.battles.of.iter().filter(|(_, battle)| battle.ended.is_none()) {
        for power in battle.awaited() {
            let holds = |seat: &&SeatId| position.in_battle(battle, seat).contains(&power);
            all.push(Asks {
                of: view.seats.iter().map(|seat| &seat.id).filter(holds).cloned().collect(),
                what: What::Muster(*number, power),
                place: battle_plan::place(battle),
                side: String::new(),
            });
        }
    }
    all
}

fn of_fights(view: &View) -> Vec<Asks> {
    let Some(position) = europa::position(view) else { return Vec::new() };
    let mut all = Vec::new();
    for (number, fight) in position.fights.of.iter().filter(|(_, fight)| fight.ended.is_none()) {
        let asks = |of: Vec<SeatId>, what: What, side: String| Asks {
            of,
            what,
            place: crate::europa::battle::present::words::place(fight),
            side,
        };
        for who in fight.awaited() {
            let of = position.commands(fight, who).cloned().into_iter().collect();
            all.push(asks(
                of,
                What::Stack(*number, who),
                crate::europa::battle::present::words::side(fight, who),
            ));
        }
        if fight.stopped.as_ref().is_some_and(|stopped| stopped.why == Stop::Verdict) {
            let of = position.deciding(fight).into_iter().collect();
            all.push(asks(of, What::Verdict(*number), String::new()));
        }
    }
    all
}

/// It in words.
#[must_use]
pub fn says(asks: &Asks) -> String {
    let (place, side) = (asks.place.clone(), asks.side.clone());
    match asks.what {
        What::Muster(_, power) => {
            say!("**Battle of {}**: say which corps and leaders of {} are there.", place, power)
        }
        What::Stack(..) => say!("**Battle of {}**: state what {} fights with.", place, side),
        What::Verdict(_) => say!("**Battle of {}**: the verdict waits for both sides.", place),
    }
}

/// A line for each with whose it is, for the turn card and the status.
pub(crate) fn lines(scene: &Scene<'_>) -> Vec<String> {
    let line = |asks: &Asks| {
        let of: Vec<String> = asks.of.iter().map(|seat| scene.seat(seat)).collect();
        format!("… {}: {}", names::list(&of), says(asks))
    };
    beside(&scene.public).iter().map(line).collect()
}

/// What is asked of a seat, in a battle.
pub(crate) fn of_seat(view: &View, seat: &SeatId) -> Vec<Asks> {
    beside(view).into_iter().filter(|asks| asks.of.contains(seat)).collect()
}
