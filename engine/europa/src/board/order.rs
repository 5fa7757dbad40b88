//! What a player orders on the board.

use super::Led;
use crate::campaigns::Campaign;
use crate::country::Country;
use crate::geography::Place;
use crate::purchase::Item;
use crate::units::Counter;
use serde::{Deserialize, Serialize};

/// What a player orders on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "board", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Puts troops on the board as they stand: at the beginning, or where another rule brings them.
    Deploy {
        /// Whose.
        country: Country,
        /// Where.
        place: Place,
        /// The counters.
        counters: Vec<Counter>,
        /// Whether they are veteran.
        #[serde(default)]
        veteran: bool,
        /// Their leader.
        #[serde(default)]
        leader: Option<Led>,
    },
    /// Takes a stack off the board.
    Disband {
        /// Which.
        stack: u32,
    },
    /// Changes the counters of a stack into others.
    Regroup {
        /// Which.
        stack: u32,
        /// What stands there then.
        counters: Vec<Counter>,
    },
    /// Joins a stack to another in the same place.
    Join {
        /// Which.
        stack: u32,
        /// The other.
        to: u32,
    },
    /// Gives a stack a leader, or none.
    Lead {
        /// Which.
        stack: u32,
        /// The leader.
        #[serde(default)]
        leader: Option<Led>,
    },
    /// Tells who holds a province.
    Hold {
        /// The province.
        place: Place,
        /// Who holds it.
        country: Country,
    },
    /// Tells whether the event Poor Weather is in force.
    Weather {
        /// Whether.
        poor: bool,
    },
    /// Announces a campaign for the round and pays for it.
    Campaign {
        /// Which of his countries pays.
        country: Country,
        /// The campaign.
        campaign: Campaign,
    },
    /// Marches.
    March {
        /// The stack.
        stack: u32,
        /// Where to.
        to: Place,
        /// The way, where it is not to be the cheapest.
        #[serde(default)]
        way: Vec<Place>,
        /// Whether a pillage is taken rather than a loss where attrition leaves the choice.
        #[serde(default)]
        pillage: bool,
        /// Own stacks that counter-intercept whoever intercepts this march.
        #[serde(default)]
        counter: Vec<u32>,
    },
    /// Sails.
    Sail {
        /// The stack.
        stack: u32,
        /// The sea zones in their order; at the end a port's province may stand.
        way: Vec<Place>,
        /// Where what it carries is to land outside of a port of its side: announced before anybody intercepts.
        #[serde(default)]
        landing: Option<Place>,
    },
    /// Troops go aboard a naval stack in the port where they stand, or in a sea zone next to them.
    Embark {
        /// The troops.
        stack: u32,
        /// The ships.
        fleet: u32,
    },
    /// Troops that are aboard go ashore.
    Land {
        /// The troops.
        stack: u32,
        /// Where.
        to: Place,
        /// Whether a pillage is taken rather than a loss where attrition leaves the choice.
        #[serde(default)]
        pillage: bool,
    },
    /// Blockades a port, or none any more.
    Blockade {
        /// The naval stack.
        stack: u32,
        /// The port.
        #[serde(default)]
        port: Option<Place>,
    },
    /// Goes into the fortress of the province, or comes out of it.
    Fortress {
        /// The stack.
        stack: u32,
        /// Whether it is inside then.
        inside: bool,
    },
    /// Tells whether a province belongs to the cold area of Europe, which is drawn on the map alone.
    Cold {
        /// The province.
        place: Place,
        /// Whether.
        cold: bool,
    },
    /// Tells of a revolt in a province, or of pirates in a sea zone.
    Revolt {
        /// The province or the sea zone.
        place: Place,
        /// 0 for none, 1 for a minus, 2 for a plus.
        size: u8,
    },
    /// Explores.
    Explore {
        /// The stack.
        stack: u32,
        /// What.
        target: Place,
    },
    /// Finds how a stack is supplied, and rolls where it must.
    Supply {
        /// The stack.
        stack: u32,
        /// Whether a pillage is taken rather than a loss where attrition leaves the choice.
        #[serde(default)]
        pillage: bool,
    },
    /// Fights the enemy in the same place.
    Engage {
        /// The stack.
        stack: u32,
        /// The enemy's.
        with: u32,
    },
    /// Lets a stack go that was caught in a blockaded port, and forces no battle on it.
    LetGo {
        /// Which was caught.
        stack: u32,
    },
    /// A beaten stack retreats.
    Retreat {
        /// The stack.
        stack: u32,
        /// Where to.
        to: Place,
    },
    /// Buys troops.
    Buy {
        /// The country.
        country: Country,
        /// Where they come onto the board.
        place: Place,
        /// What.
        items: Vec<Item>,
    },
    /// Pays the upkeep of a country.
    Upkeep {
        /// The country.
        country: Country,
        /// Whether it is at peace.
        #[serde(default)]
        peace: bool,
    },
}

impl Order {
    /// The stack that does it, of what a stack does in a segment of the round.
    #[must_use]
    pub fn moves(&self) -> Option<u32> {
        match self {
            Order::March { stack, .. }
            | Order::Sail { stack, .. }
            | Order::Embark { stack, .. }
            | Order::Land { stack, .. }
            | Order::Blockade { stack, .. }
            | Order::Fortress { stack, .. }
            | Order::Explore { stack, .. }
            | Order::Supply { stack, .. }
            | Order::Engage { stack, .. } => Some(*stack),
            _ => None,
        }
    }
}
