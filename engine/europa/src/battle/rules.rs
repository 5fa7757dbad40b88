//! The switches of battles and sieges: where the guide leaves something open, or leaves it to the group.

use serde::{Deserialize, Serialize};

/// The edition of the player aids whose tables are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edition {
    /// The one that the guide describes.
    #[default]
    Guide,
    /// The last one.
    Head,
}

/// The switches. The default is the reading that the ledger recommends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rules {
    /// The edition of the tables.
    pub edition: Edition,
    /// An attempt to leave the battle succeeds on a roll equal to its threshold too
    /// (`fast-battle.battle.day-one.retreat-test`).
    pub equal_leaves: bool,
    /// Artillery of several counters is counted the new way, in battles and sieges alike
    /// (`fast-battle.siege.artillery-new-count`).
    pub new_artillery_count: bool,
    /// No stack causes more losses than its own detachments, at sea twice as many (`fast-battle.losses.whole-stack`).
    pub cap_caused: bool,
    /// At most so much for the difference of the leaders (`fast-battle.battle.mod.leader-differential`).
    pub leader_cap: Option<i8>,
    /// A major battle needs a difference of 4 detachments (`fast-battle.major.stricter-option`).
    pub major_at_four: bool,
    /// A major battle needs an A counter on the losing side (`fast-battle.major.conditions`).
    pub major_needs_army: bool,
    /// The malus for no artillery is that of a stack without an A counter, not of one without artillery points
    /// (`fast-battle.battle.mod.artillery-none`).
    pub malus_without_counter: bool,
    /// A fleet leaves after day 1 by the same test as an army, not without a roll (`fast-battle.naval.same-frame`).
    pub fleets_test_to_leave: bool,
    /// Leaders are tested for death and wounds when the battle is over. The guide is silent about it; the aids have it.
    pub casualties: bool,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            edition: Edition::Guide,
            equal_leaves: false,
            new_artillery_count: false,
            cap_caused: true,
            leader_cap: None,
            major_at_four: false,
            major_needs_army: false,
            malus_without_counter: false,
            fleets_test_to_leave: false,
            casualties: false,
        }
    }
}
