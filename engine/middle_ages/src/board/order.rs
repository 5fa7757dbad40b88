//! What a player orders on the board.

use super::plan::Plan;
use super::{Answer, Force};
use crate::geography::Area;
use serde::{Deserialize, Serialize};

/// What a player orders on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "board", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Moves an army by land.
    Move {
        /// From where.
        from: Area,
        /// The areas it enters, in order.
        way: Vec<Area>,
        /// The counter.
        strength: u8,
    },
    /// Moves an army over sea.
    Ship {
        /// From where.
        from: Area,
        /// To where.
        to: Area,
        /// The counter.
        strength: u8,
    },
    /// Exchanges counters in an area for others of the same strength.
    Change {
        /// Where.
        area: Area,
        /// What.
        of: Force,
        /// The counters then.
        counters: Vec<u8>,
    },
    /// Gives points up that he does not want to maintain.
    Disband {
        /// Where.
        area: Area,
        /// What.
        of: Force,
        /// How many points.
        points: u8,
    },
    /// Draws event cards.
    Draw {
        /// The positions of the cards of his hand whose years are over: they are discarded first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        over: Vec<u32>,
    },
    /// Plays an event card.
    Play {
        /// Its position in the deck.
        pos: u32,
        /// The area on which, where it is played on one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<Area>,
    },
    /// Discards an event card; one whose period is over is replaced.
    Discard {
        /// Its position in the deck.
        pos: u32,
    },
    /// Taxes an area.
    Tax {
        /// Which.
        area: Area,
        /// For how much gold.
        gold: u8,
    },
    /// Declares an endeavour.
    Declare {
        /// What.
        plan: Plan,
    },
    /// Returns from exile.
    Return {
        /// To which area.
        area: Area,
    },
    /// Makes a choice that is asked of him.
    Choose {
        /// Its number.
        number: u32,
        /// What he chooses.
        answer: Answer,
    },
}
