//! Going back to the start of the open step, for which every power must agree.
//!
//! The start is where the step began or, if later, where dice last fell for the game or a secret was last opened: those stay. What was
//! told of the board since, corrections proposed since, free envelopes opened since and every *Ready* are gone as if never given. Words,
//! seats, votes and rulings, the clock, sealed envelopes, strongboxes and free rolls stay as they are.

pub(crate) mod acts;

use super::event::{Entry, Event, TableEvent};
use super::frames::Open;
use super::game::{self, GameState};
use super::names::SeatId;
use super::shared::Shared;
use super::values::Amount;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The start of the open step: as much of play as going back there restores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// The line of the record before which it lies.
    pub line: u64,
    /// The game's position.
    #[serde(with = "game::stored")]
    pub game: GameState,
    /// The frames that were open.
    pub frames: Shared<Vec<Open>>,
    /// The rounds of envelopes that were open.
    pub rounds: BTreeSet<String>,
    /// The corrections that were not settled.
    pub corrections: BTreeSet<u64>,
    /// What of those has come to hold since; it is set again after going back.
    pub corrected: Vec<Amount>,
}

/// Somebody asks to go back to the start of the open step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetBack {
    /// The line of the record at which it was asked.
    pub line: u64,
    /// Who asks.
    pub by: SeatId,
    /// Why, unless the words were deleted.
    pub reason: Option<String>,
    /// Who agrees.
    pub agreed: BTreeSet<SeatId>,
}

/// The verb of [`super::act::Act::CarryDeal`].
pub(crate) const CARRY_DEAL: &str = "carry_deal";

/// Whether nothing before this event can be reached by going back: dice for the game, an opened secret, a step or the game's own round of
/// envelopes that began, a power taken out of the game.
fn is_a_start(entry: &Entry, of_the_table: Option<&TableEvent>) -> bool {
    // What a player rolls freely, a vote's tie and a stand-in's draw belong to no step.
    let for_the_game =
        |slot: &str| !["free/", "vote/", "stand-in/"].iter().any(|other| slot.starts_with(other));
    match &entry.event {
        Event::Rolled(rolled) => for_the_game(&rolled.slot),
        // What is carried out of a deal is not taken back by others than its parties.
        Event::Order { verb, .. } => verb == CARRY_DEAL,
        Event::Veiled { slot, .. } => for_the_game(slot),
        Event::Opened { .. }
        | Event::Shown(_)
        | Event::Part { .. }
        | Event::Claim { .. }
        | Event::LodgedOpened { .. }
        | Event::Drawn { .. }
        | Event::Card { .. } => true,
        // What one seat alone was told it knew when it gave the order.
        Event::Hidden {} => entry.secrets.first().is_some_and(|part| part.to.seats().len() > 1),
        _ => matches!(
            of_the_table,
            Some(
                TableEvent::Started
                    | TableEvent::FrameOpened { pushed: false, .. }
                    | TableEvent::RoundOpened { exchange: None, .. }
                    | TableEvent::SeatOut { .. }
            )
        ),
    }
}
