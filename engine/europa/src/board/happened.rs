//! What happens on the board.

use super::{Led, Standing};
use crate::attrition::{Pillages, Rolled};
use crate::attrition_land::Shipped;
use crate::campaigns::{Announced, Deed};
use crate::country::Country;
use crate::exploration::Explored;
use crate::geography::Place;
use crate::interception::Tried;
use crate::paths::March;
use crate::purchase::Bought;
use crate::rounds::{Continued, Round};
use crate::supply::Supply;
use crate::thirds::Thirds;
use crate::units::{Stack, Unit};
use crate::upkeep::Bill;
use serde::{Deserialize, Serialize};
use table::names::SeatId;
use table::rules::RuleId;

/// What attrition did to a stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attrited {
    /// The roll.
    pub rolled: Rolled,
    /// Dice of even chances.
    #[serde(default)]
    pub chances: Vec<u8>,
    /// LD lost.
    pub lost: u8,
    /// What is left of the counters.
    pub left: Stack,
    /// A loss that the owner takes off himself.
    pub owes: Thirds,
    /// Where a pillage is laid, and what lies there then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pillaged: Option<(Place, Pillages)>,
    /// Whether it is foraging too.
    #[serde(default)]
    pub foraging: bool,
}

/// What happened on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A stack was put on the board.
    Deployed {
        /// Its number.
        stack: u32,
        /// What it is.
        standing: Standing,
    },
    /// A stack left the board.
    Disbanded {
        /// Which.
        stack: u32,
    },
    /// Its counters were changed.
    Regrouped {
        /// Which.
        stack: u32,
        /// What stands there.
        counters: Vec<Unit>,
        /// What its fleets have lost of what fills them.
        #[serde(default, skip_serializing_if = "super::nothing")]
        missing: Thirds,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A stack joined another.
    Joined {
        /// Which.
        stack: u32,
        /// The other.
        to: u32,
    },
    /// It has another leader.
    LeaderGiven {
        /// Which.
        stack: u32,
        /// Who.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        leader: Option<Led>,
    },
    /// A province is held by somebody.
    Held {
        /// Which.
        place: Place,
        /// By whom.
        country: Country,
    },
    /// Poor Weather was told.
    WeatherTold {
        /// Whether.
        poor: bool,
    },
    /// A campaign was announced.
    CampaignAnnounced {
        /// By whom.
        seat: SeatId,
        /// Who pays.
        country: Country,
        /// Which.
        announced: Announced,
    },
    /// A march began that somebody may intercept.
    MarchBegun {
        /// Its number; what it is stands with its frame.
        march: u32,
        /// Whether it goes on with one that was intercepted.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        goes_on: bool,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Troops went aboard.
    Embarked {
        /// Which.
        stack: u32,
        /// The ships.
        fleet: u32,
        /// Whether they did so in a port of their side.
        from_port: bool,
        /// Transport points that they take up.
        points: u16,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A blockade was laid or lifted.
    Blockaded {
        /// By which naval stack.
        stack: u32,
        /// Of which port; none where one was lifted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        port: Option<Place>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A naval stack tried to come out of a blockaded port, or into it.
    Escaped {
        /// Which.
        stack: u32,
        /// The port.
        port: Place,
        /// The blockading stack.
        blockader: u32,
        /// The try.
        tried: Tried,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A stack evaded before a battle, or tried to.
    Evaded {
        /// Which.
        stack: u32,
        /// Where to; its own province for the fortress.
        to: Place,
        /// The try; none for a fortress that has room.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tried: Option<Tried>,
        /// Whether it is gone.
        done: bool,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A stack went into its fortress, or came out of it.
    FortressUsed {
        /// Which.
        stack: u32,
        /// Whether it is inside.
        inside: bool,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// The cold area was told.
    ColdTold {
        /// The province.
        place: Place,
        /// Whether it belongs to it.
        cold: bool,
    },
    /// A revolt was told, or pirates.
    RevoltTold {
        /// The province or the sea zone.
        place: Place,
        /// 0 for none, 1 for a minus, 2 for a plus.
        size: u8,
    },
    /// A winter has passed over troops in the cold area.
    Wintered {
        /// Which.
        stack: u32,
        /// Their attrition.
        attrition: Attrited,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Troops aboard share the losses of the ships.
    Shared {
        /// Which.
        stack: u32,
        /// What they lose by the ships' roll.
        attrition: Attrited,
    },
    /// An interception was tried.
    Intercepted {
        /// The march.
        march: u32,
        /// The stack that tried.
        by: u32,
        /// Where.
        at: Place,
        /// The try.
        tried: Tried,
        /// Whether it succeeded.
        done: bool,
        /// The stack that it tries to intercept, where that is another interceptor.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<u32>,
        /// The rules.
        #[serde(default)]
        rules: Vec<RuleId>,
    },
    /// A stack has marched.
    Marched {
        /// Which.
        stack: u32,
        /// Its way, as far as it came.
        march: March,
        /// Whether it was intercepted there, so that its move may go on.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        stopped: bool,
        /// What it did.
        deed: Deed,
        /// Whether each end of a transport over sea was a controlled port, where it came by one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shipped: Option<Shipped>,
        /// Whether its owner takes a pillage rather than a loss.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pillage: bool,
        /// Its attrition where it was intercepted; that of the whole move is rolled when the segment ends.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attrition: Option<Attrited>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A stack has sailed.
    Sailed {
        /// Which.
        stack: u32,
        /// The places entered.
        way: Vec<Place>,
        /// Where it has announced to land what it carries.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        landing: Option<Place>,
        /// What it did.
        deed: Deed,
        /// Its attrition.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attrition: Option<Attrited>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A stack explored.
    Explored {
        /// Which.
        stack: u32,
        /// What.
        target: Place,
        /// The roll.
        explored: Explored,
        /// The second die, where one decides.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        second: Option<u8>,
        /// Whether the discovery is made.
        made: bool,
        /// The die by which the leader lives or dies, and whether he dies.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        leader: Option<(u8, bool)>,
        /// A loss that the owner takes off himself.
        owes: Thirds,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A stack's supply was found.
    Supplied {
        /// Which.
        stack: u32,
        /// How.
        supply: Supply,
        /// Whether it is destroyed.
        destroyed: bool,
        /// Whether it is out of supply for the first time.
        starved: bool,
        /// The naval stack that supplies it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        feeder: Option<u32>,
        /// Its attrition.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attrition: Option<Attrited>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Stacks of the board fight a battle.
    Engaged {
        /// The battle.
        fight: u32,
        /// The moving and the standing stack.
        stacks: [u32; 2],
    },
    /// A battle of the board is over: what became of a stack.
    OutOfBattle {
        /// Which.
        stack: u32,
        /// What is left of its counters.
        left: Stack,
        /// Whether it must retreat.
        must_retreat: bool,
        /// Where to, if only to where it came from.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        back: Option<Place>,
        /// A loss that the owner takes off himself.
        owes: Thirds,
        /// Whether its leader is dead.
        #[serde(default)]
        leader_dead: bool,
    },
    /// A siege or an assault took something off a stack before a fortress or in it.
    LostInSiege {
        /// Which.
        stack: u32,
        /// What is left of its counters.
        left: Stack,
        /// A loss that the owner takes off himself.
        owes: Thirds,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Land exploration detachments came to be in Europe, where there are none, and were destroyed.
    ExplorersLost {
        /// Of which stack.
        stack: u32,
        /// How many.
        lost: u8,
        /// What is left of its counters.
        left: Stack,
        /// The rule.
        rules: Vec<RuleId>,
    },
    /// A stack retreated.
    Retreated {
        /// Which.
        stack: u32,
        /// Where to.
        to: Place,
        /// Onto which ships, where it had landed from them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        aboard: Option<u32>,
    },
    /// A beaten stack had nowhere to go, and is destroyed.
    CutOff {
        /// Which.
        stack: u32,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Troops were bought.
    Bought {
        /// By whom.
        country: Country,
        /// What, for how much.
        bought: Bought,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Upkeep was paid.
    UpkeepPaid {
        /// By whom.
        country: Country,
        /// The bill.
        bill: Bill,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A round begins.
    RoundBegun {
        /// The round.
        round: Round,
        /// The roll by which it follows another; none for the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        continued: Option<Continued>,
        /// The die of the first.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<u8>,
        /// The players in the order in which they act.
        order: Vec<SeatId>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A stack that was caught in a blockaded port was let go.
    LetGo {
        /// Which.
        stack: u32,
        /// By which.
        by: u32,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A stack rolled for the attrition of its whole move in a segment, or for staying where it is.
    Stayed {
        /// Which.
        stack: u32,
        /// The roll.
        attrition: Attrited,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// The rounds of a turn are over.
    RoundsOver {
        /// Pillages that stay.
        pillages: Vec<(Place, Pillages)>,
        /// Winters that pass with them.
        winters: u8,
    },
}
