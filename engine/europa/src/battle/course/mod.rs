//! Battles at the table: stated by the players, planned in envelopes, fought in public.
//!
//! On land a stack is no secret, since an A counter always holds the same; at sea what is in a fleet is, so it comes with the plan, in
//! its owner's envelope.

mod offers;
mod open;
mod plans;
mod run;

pub use open::FastBattles;
use open::may;
pub(crate) use open::{check_army, open_for_board};
pub use plans::BattlePlans;

use crate::Position;
use crate::battle::land::{Crossing, Terrain};
use crate::battle::sea::Fleet;
use crate::battle::{Battle, Map, Note, Phase, Plan, Side, Verdict, Who};
use crate::country::Country;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use table::live::Wishes;
use table::names::SeatId;
use table::numbered;
use table::rules::RuleId;

/// What a battle is kept under, before its number: the rounds of its envelopes, its dice.
pub const PREFIX: &str = "fight/";
/// The longest name of a place, in characters.
pub const LONGEST_PLACE: usize = 40;

/// Where and between whom a battle is fought; what everybody sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BattleScene {
    /// The province or sea zone.
    pub place: String,
    /// Whether at sea.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_sea: bool,
    /// The map.
    #[serde(default)]
    pub map: Map,
    /// The ground.
    #[serde(default)]
    pub terrain: Terrain,
    /// Whether the province is cold.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cold: bool,
    /// What the moving side crossed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crossing: Option<Crossing>,
    /// Whether the moving side was intercepted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub intercepted: bool,
    /// Whether the sea is the Mediterranean.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mediterranean: bool,
    /// The countries of the moving side and of the other; the first of each commands.
    pub countries: [Vec<Country>; 2],
}

/// What a side fights with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stack {
    /// On land.
    Army(Side),
    /// At sea.
    Fleet(Fleet),
}

/// What lies in an envelope of a battle: see [`BattlePlans`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sealed {
    /// When to leave.
    pub plan: Plan,
    /// Whether to be asked when it comes to leaving or staying.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ask: bool,
    /// What is in the fleet, at sea.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fleet: Option<Fleet>,
    /// Whether the battle is to be called off, if the other side wants the same.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub off: bool,
}

/// A battle that has stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    /// How often it has stopped.
    pub times: u8,
    /// How far it has come.
    pub battle: Battle,
    /// Why.
    pub why: Stop,
}

/// Why a battle has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// A side chooses whether to leave.
    Choice {
        /// Which.
        who: Who,
        /// The day.
        day: u8,
        /// After which phase.
        after: Phase,
    },
    /// The fighting is over, and both sides may rule how much morale is left before the verdict.
    Verdict,
}

/// A battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fight {
    /// Where and between whom.
    pub scene: BattleScene,
    /// What each side fights with, as far as it is stated.
    #[serde(default, with = "crate::pair")]
    pub stacks: [Option<Stack>; 2],
    /// What was sealed.
    #[serde(default, with = "crate::pair")]
    pub sealed: [Option<Sealed>; 2],
    /// Who wants it live.
    #[serde(default)]
    pub live: Wishes,
    /// Where it has stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// Rulings that one side proposes: whose morale, and how much.
    #[serde(default)]
    pub ruled: BTreeMap<SeatId, (Who, i8)>,
    /// Dice so far.
    #[serde(default)]
    pub rolls: u32,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Verdict>,
}

/// Battles as they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fights {
    /// The number of the last one that was opened.
    pub last: u32,
    /// Those that are open, and the last that are over.
    pub of: BTreeMap<u32, Fight>,
}

/// What a player orders in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fight", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Opens a battle.
    Open {
        /// Where and between whom.
        scene: BattleScene,
        /// What the moving side and the other fight with, where he states it.
        #[serde(default, with = "crate::pair")]
        stacks: [Option<Stack>; 2],
    },
    /// States what a side fights with, or states it anew.
    State {
        /// The battle.
        number: u32,
        /// The side.
        who: Who,
        /// The stack.
        stack: Stack,
    },
    /// Calls a battle off before its first envelope is open.
    CallOff {
        /// The battle.
        number: u32,
    },
    /// Wants it live, or does not want it any more.
    Live {
        /// The battle.
        number: u32,
        /// Whether.
        on: bool,
    },
    /// Rules how much morale a side has left, before the verdict; it holds when both sides rule the same.
    Rule {
        /// The battle.
        number: u32,
        /// Whose morale.
        who: Who,
        /// How much.
        morale: i8,
    },
    /// Lets the verdict be read off as it stands.
    Verdict {
        /// The battle.
        number: u32,
    },
}

/// What happened in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A battle was opened.
    FightOpened {
        /// Its number.
        fight: u32,
        /// Where and between whom.
        scene: BattleScene,
        /// What was stated with it.
        #[serde(default, with = "crate::pair")]
        stacks: [Option<Stack>; 2],
    },
    /// A side's stack was stated.
    Stated {
        /// The battle.
        fight: u32,
        /// The side.
        who: Who,
        /// The stack.
        stack: Stack,
    },
    /// The battle was called off.
    FightCalledOff {
        /// The battle.
        fight: u32,
    },
    /// A player wants it live, or does not.
    FightLive {
        /// The battle.
        fight: u32,
        /// Whose wish.
        seat: SeatId,
        /// Whether.
        on: bool,
    },
    /// The envelopes are open.
    FightSealed {
        /// The battle.
        fight: u32,
        /// What lay in them.
        #[serde(default, with = "crate::pair")]
        sealed: [Option<Sealed>; 2],
    },
    /// It was fought, to its end or to where it stops.
    Fought {
        /// The battle.
        fight: u32,
        /// How often it had stopped before.
        part: u8,
        /// What happened.
        notes: Vec<Note>,
        /// Dice in this part.
        rolls: u32,
        /// Where it stops.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        stopped: Option<Box<Stopped>>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A side proposes a ruling.
    RulingProposed {
        /// The battle.
        fight: u32,
        /// Who proposes.
        seat: SeatId,
        /// Whose morale.
        who: Who,
        /// How much.
        morale: i8,
    },
    /// It is over.
    FightEnded {
        /// The battle.
        fight: u32,
        /// How.
        verdict: Verdict,
    },
}

impl Fight {
    /// The countries of a side.
    #[must_use]
    pub fn of(&self, who: Who) -> &[Country] {
        &self.scene.countries[who as usize]
    }

    /// Whether its envelopes may still be changed by what is stated anew.
    #[must_use]
    pub fn is_gathering(&self) -> bool {
        self.ended.is_none() && self.stopped.is_none() && self.sealed.iter().all(Option::is_none)
    }

    /// The sides that have not stated a stack which everybody sees.
    #[must_use]
    pub fn awaited(&self) -> Vec<Who> {
        let awaited = |who: &Who| !self.scene.at_sea && self.stacks[*who as usize].is_none();
        Who::BOTH.into_iter().filter(awaited).collect()
    }

    /// Its open round of envelopes.
    #[must_use]
    pub fn round(&self, number: u32) -> BattlePlans {
        BattlePlans { fight: number, stop: self.stopped.as_ref().map(|stopped| stopped.times) }
    }
}

impl Fights {
    /// The battle that a round of envelopes is of.
    #[must_use]
    pub fn of_round(&self, round: BattlePlans) -> Option<(u32, &Fight)> {
        let fight = self.of.get(&round.fight)?;
        (fight.round(round.fight) == round && fight.ended.is_none()).then_some((round.fight, fight))
    }

    /// Changes by what happened.
    pub fn apply(&mut self, happened: Happened) {
        let number = happened.number();
        if let Happened::FightOpened { fight, scene, stacks } = happened {
            self.last = fight;
            numbered::open(&mut self.of, fight, Fight::opened(scene, stacks), |fight| fight.ended.is_some());
            return;
        }
        if let Happened::FightCalledOff { fight } = happened {
            self.of.remove(&fight);
            return;
        }
        let Some(fight) = self.of.get_mut(&number) else { return };
        match happened {
            Happened::FightOpened { .. } | Happened::FightCalledOff { .. } => {}
            Happened::Stated { who, stack, .. } => fight.stacks[who as usize] = Some(stack),
            Happened::FightLive { seat, on, .. } => {
                fight.live.set(seat, on);
            }
            Happened::FightSealed { sealed, .. } => {
                for (own, sealed) in fight.sealed.iter_mut().zip(sealed) {
                    if sealed.is_some() {
                        *own = sealed;
                    }
                }
            }
            Happened::Fought { rolls, stopped, .. } => {
                fight.rolls += rolls;
                fight.stopped = stopped.map(|stopped| *stopped);
                fight.ruled.clear();
            }
            Happened::RulingProposed { seat, who, morale, .. } => {
                fight.ruled.insert(seat, (who, morale));
            }
            Happened::FightEnded { verdict, .. } => {
                fight.stopped = None;
                fight.ended = Some(verdict);
            }
        }
    }
}

impl Fight {
    fn opened(scene: BattleScene, stacks: [Option<Stack>; 2]) -> Fight {
        Fight {
            scene,
            stacks,
            sealed: [None, None],
            live: Wishes::default(),
            stopped: None,
            ruled: BTreeMap::new(),
            rolls: 0,
            ended: None,
        }
    }
}

impl Happened {
    /// The battle's number.
    #[must_use]
    pub fn number(&self) -> u32 {
        match self {
            Happened::FightOpened { fight, .. }
            | Happened::Stated { fight, .. }
            | Happened::FightCalledOff { fight }
            | Happened::FightLive { fight, .. }
            | Happened::FightSealed { fight, .. }
            | Happened::Fought { fight, .. }
            | Happened::RulingProposed { fight, .. }
            | Happened::FightEnded { fight, .. } => *fight,
        }
    }
}

impl Position {
    /// Who decides for a side: the player of its first country that has one.
    #[must_use]
    pub fn commands(&self, fight: &Fight, who: Who) -> Option<&SeatId> {
        fight.of(who).iter().find_map(|country| self.seat_of(*country))
    }

    /// The side that a seat decides for.
    #[must_use]
    pub fn side_of(&self, fight: &Fight, seat: &SeatId) -> Option<Who> {
        Who::BOTH.into_iter().find(|who| self.commands(fight, *who) == Some(seat))
    }

    /// The seats that decide in a battle.
    #[must_use]
    pub fn deciding(&self, fight: &Fight) -> BTreeSet<SeatId> {
        Who::BOTH.into_iter().filter_map(|who| self.commands(fight, who).cloned()).collect()
    }

    /// Whether all who decide want it live.
    #[must_use]
    pub fn is_fought_live(&self, fight: &Fight) -> bool {
        fight.live.are_of_all(&self.deciding(fight))
    }
}
