//! What a battle waits for, where it stands, how it ends and what it leaves.

use super::{Phase, Who};
use crate::leader::Leader;
use crate::thirds::Thirds;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// What a die is thrown for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Roll {
    /// A replacement leader.
    Replacement,
    /// The wind.
    Wind,
    /// Fire or Shock.
    Combat {
        /// The day, 1 or 2.
        day: u8,
        /// Which.
        phase: Phase,
    },
    /// Whether a stack of seven detachments causes less: on an odd die.
    SmallStack,
    /// An attempt to leave the battle.
    Attempt,
    /// The pursuit.
    Pursuit,
    /// Losses in the retreat.
    Retreat,
    /// Whether the leader is hit.
    Test,
    /// Whether he is dead or wounded.
    Wound,
}

/// What a battle waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Next {
    /// A die of ten.
    Die {
        /// Whose.
        who: Who,
        /// What for.
        roll: Roll,
    },
    /// A choice: to leave the battle or to stay.
    Choice {
        /// Whose.
        who: Who,
        /// The day that it is about.
        day: u8,
        /// After which of its phases: after Fire, with the wind at sea; after Shock, at the end of day 1.
        after: Phase,
    },
    /// Nothing: it is over.
    Over(Verdict),
}

/// Where a battle stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// A replacement leader is drawn.
    Replacement(Who),
    /// The wind is rolled.
    Wind(Who),
    /// Fire or Shock is rolled.
    Combat {
        /// The day.
        day: u8,
        /// Which.
        phase: Phase,
        /// Whose.
        who: Who,
    },
    /// The side with the wind may leave after a Fire.
    Slip {
        /// The day.
        day: u8,
    },
    /// The losses are corrected to see whether a side is wiped out.
    DayEnd {
        /// The day.
        day: u8,
        /// Whose small stack may take a die.
        who: Who,
    },
    /// He may try to leave after day 1.
    Leave(Who),
    /// He tries.
    Attempt(Who),
    /// The fighting is over; who won is read off as it stands.
    Fought,
    /// The winner pursues.
    Pursuit(Who),
    /// The losses are corrected for good.
    Account(Who),
    /// Losses in the retreat.
    Retreat(Who),
    /// The leader is tested.
    Test(Who),
    /// What befell him.
    Wound(Who),
    /// It is over.
    Over,
}

/// How the fighting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// A side, or both, had no morale left.
    Rout {
        /// The day.
        day: u8,
        /// After this.
        phase: Phase,
    },
    /// A side, or both, was wiped out at the end of a day.
    Destroyed {
        /// The day.
        day: u8,
    },
    /// A side left after day 1.
    Left {
        /// Which.
        who: Who,
    },
    /// A fleet left with the wind after a Fire.
    Slipped {
        /// Which.
        who: Who,
        /// The day.
        day: u8,
    },
    /// It was fought to the end of day 2.
    Fought,
}

impl End {
    pub(super) fn on_first_day(self) -> bool {
        match self {
            End::Rout { day, .. } | End::Destroyed { day } | End::Slipped { day, .. } => day == 1,
            End::Left { .. } => true,
            End::Fought => false,
        }
    }

    pub(super) fn after_fire(self) -> bool {
        matches!(self, End::Rout { phase: Phase::Fire, .. } | End::Slipped { .. })
    }
}

/// What befell a leader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Casualty {
    /// He is dead.
    Killed,
    /// He is wounded for so many rounds.
    Wounded(u8),
}

/// How a battle came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Verdict {
    /// How the fighting ended.
    pub end: End,
    /// Who won; nobody in a tie.
    pub winner: Option<Who>,
    /// Who routed, the moving side and the other; in the fighting or in the pursuit.
    pub routed: [bool; 2],
    /// Of whom nothing is left.
    pub destroyed: [bool; 2],
    /// What each loses, never more than it has. Whole detachments for an army in Europe.
    pub lost: [Thirds; 2],
    /// Whether it is a major battle.
    pub major: bool,
    /// Stars in the pursuit: at sea the winner captures by them.
    pub pursuit_stars: i8,
    /// What befell the leaders.
    #[serde(default, with = "crate::pair")]
    pub casualties: [Option<Casualty>; 2],
}

/// The state of a battle: what of its course still counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct State {
    /// Where it stands.
    pub stage: Stage,
    /// The leaders, drawn ones included.
    pub leaders: [Leader; 2],
    /// Who has the wind.
    pub wind: Option<Who>,
    /// The moving side's total for the wind, while the other has not rolled.
    pub wind_total: i8,
    /// Losses caused by each, as they were rolled.
    pub caused: [Thirds; 2],
    /// Morale left to each.
    pub morale: [i8; 2],
    /// Stars suffered at sea by each.
    pub stars: [i8; 2],
    /// Who had suffered more of them when the phase began.
    pub behind: Option<Who>,
    /// Who tried to leave in vain.
    pub failed: [bool; 2],
    /// Whether the die of a stack of seven detachments was odd.
    #[serde(default, with = "crate::pair")]
    pub odd: [Option<bool>; 2],
    /// How the fighting ended.
    pub end: Option<End>,
    /// Who won; set when the fighting is closed.
    pub winner: Option<Who>,
    /// Who routed; set when the fighting is closed.
    pub routed: [bool; 2],
    /// Stars of the pursuit.
    pub pursuit_stars: i8,
    /// Losses in the retreat.
    pub retreat: [Thirds; 2],
    /// What befell the leaders.
    #[serde(default, with = "crate::pair")]
    pub casualties: [Option<Casualty>; 2],
}

/// In two words, without what seldom tells states apart: the odds keep many thousands of them.
impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let byte = |value: i8| u64::from(value.cast_unsigned());
        let low = |thirds: Thirds, bits: u32| u64::from(thirds.0.cast_unsigned()) & ((1 << bits) - 1);
        let flags =
            [self.failed, self.routed].iter().flatten().fold(0, |all, flag| all << 1 | u64::from(*flag));
        let [moving, standing] = self.leaders;
        let course = low(self.caused[0], 16)
            | low(self.caused[1], 16) << 16
            | byte(self.morale[0]) << 32
            | byte(self.morale[1]) << 40
            | byte(moving.manoeuvre) << 48
            | byte(standing.manoeuvre) << 56;
        let rest = byte(moving.fire)
            | byte(moving.shock) << 8
            | byte(standing.fire) << 16
            | byte(standing.shock) << 24
            | low(self.retreat[0], 8) << 32
            | low(self.retreat[1], 8) << 40
            | byte(self.stars[0] ^ self.stars[1] << 3) << 48
            | flags << 56
            | byte(self.pursuit_stars) << 60;
        hasher.write_u64(course);
        hasher.write_u64(rest);
    }
}
