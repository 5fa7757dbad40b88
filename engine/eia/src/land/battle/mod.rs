//! The field battle.
//!
//! Order of a day (reconstructed; the printed sequence is not known in full): corps and commanders named, chits and plans sealed, chits
//! shown and withdrawal rolled, strengths and morale shown, the outflanking force split off; then each round reinforcement, arrival,
//! guard, bombardment, both rolls, losses, break; after three rounds stay or leave; at the end leader casualties, retreat or surrender,
//! pursuit of who did not surrender, PP, and prisoners.

pub mod assemble;
mod clash;
pub mod course;
pub mod fight;
pub mod guard;
pub mod leader_casualties;
mod lineup;
pub(crate) mod losses;
pub(crate) mod morale;
pub mod notes;
pub mod odds;
mod options;
mod outflank;
pub mod plan;
pub mod points;
pub mod pursuit;
mod reinforcing;
pub mod retreat;
pub mod sealed;
pub mod tables;
pub mod unprinted;
mod which_table;
mod withdrawal;

use super::stacking::Muster;
use crate::chits::{Attack, Defence, Terrain};
use crate::map::AreaId;
use crate::months::Month;
use crate::nations::{WithoutChits, land};
use crate::powers::Power;
use fight::{Army, Fight, Note, Who};
use leader_casualties::Checked;
use points::Points;
use pursuit::Pursuit;
use retreat::Retreat;
use sealed::{Chit, Own, Plan};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use table::live::Wishes;
use table::names::SeatId;
use table::rules::RuleId;

/// The longest name of a place, in characters.
pub const LONGEST_PLACE: usize = 40;
/// Days that a combat lasts at most.
pub const DAYS: u8 = 3;

/// What kind of combat it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A field combat.
    #[default]
    Field,
    /// A limited field combat: a relieving force against besiegers, one day at most.
    Limited,
    /// The storming of a fortress, without chits.
    Assault,
    /// A trivial combat: against forces without corps, such as the garrison of a depot; without chits.
    Trivial,
}

impl Kind {
    /// The tables of a combat without chits.
    #[must_use]
    pub fn without_chits(self) -> Option<&'static WithoutChits> {
        match self {
            Kind::Field | Kind::Limited => None,
            Kind::Assault => Some(&land().assault),
            Kind::Trivial => Some(&land().trivial),
        }
    }

    /// The chits that a side may choose from; one where there is nothing to choose.
    #[must_use]
    pub fn chits(self, who: Who) -> &'static [Chit] {
        match (self.without_chits(), who) {
            (None, who) => Chit::of(who),
            (Some(_), Who::Attacker) => &[Chit::Assault],
            (Some(_), Who::Defender) => &[Chit::Cordon],
        }
    }
}

/// A region in which Muslim fanaticism adds to morale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Region {
    /// Anatolia.
    Anatolia,
    /// Rumelia.
    Rumelia,
}

/// Where and how a battle is fought; what everybody sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// The area.
    pub place: String,
    /// The kind of combat.
    #[serde(default)]
    pub kind: Kind,
    /// The ground.
    pub terrain: Terrain,
    /// Whether the attack goes across a river.
    #[serde(default)]
    pub river: bool,
    /// The region, where it is one of those whose people are stirred.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// The side that is surrounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surrounded: Option<Who>,
    /// How many factors the fortress that is stormed can hold as its garrison.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fortress: Option<u32>,
    /// The power whose depot is attacked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depot: Option<Power>,
    /// Whether an attacker says that the garrison of the depot is neutral towards the attackers, and its players have not answered yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub neutral: bool,
    /// Whether it is fought on an island without an area free of enemies of the defender.
    #[serde(default)]
    pub island: bool,
    /// The areas from which the attackers came.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<String>,
    /// The dominant powers, where they are others than at the beginning of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dominant: Option<Vec<Power>>,
    /// The area of the board that the bot keeps; none where it is kept elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub area: Option<AreaId>,
    /// The attacking powers.
    pub attackers: Vec<Power>,
    /// The defending powers.
    pub defenders: Vec<Power>,
}

impl Field {
    /// A field combat on clear ground.
    #[must_use]
    pub fn new(place: &str, attackers: Vec<Power>, defenders: Vec<Power>) -> Field {
        Field {
            place: place.to_owned(),
            kind: Kind::Field,
            terrain: Terrain::Clear,
            river: false,
            region: None,
            surrounded: None,
            fortress: None,
            depot: None,
            neutral: false,
            island: false,
            from: Vec::new(),
            dominant: None,
            area: None,
            attackers,
            defenders,
        }
    }

    /// All powers that fight, the attackers first.
    #[must_use]
    pub fn powers(&self) -> Vec<Power> {
        Who::BOTH.iter().flat_map(|who| self.of(*who)).copied().collect()
    }

    /// The powers of a side.
    #[must_use]
    pub fn of(&self, who: Who) -> &[Power] {
        match who {
            Who::Attacker => &self.attackers,
            Who::Defender => &self.defenders,
        }
    }

    /// The side of a power.
    #[must_use]
    pub fn side(&self, power: Power) -> Option<Who> {
        Who::BOTH.into_iter().find(|who| self.of(*who).contains(&power))
    }

    /// Whether a power is dominant.
    #[must_use]
    pub fn is_dominant(&self, power: Power) -> bool {
        match &self.dominant {
            Some(powers) => powers.contains(&power),
            None => matches!(power, Power::France | Power::GreatBritain),
        }
    }
}

/// A battle as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battle {
    /// Where and how.
    pub field: Field,
    /// What each power brought, once it has said so.
    pub musters: BTreeMap<Power, Muster>,
    /// Who commands each side, once all have mustered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<[Commander; 2]>,
    /// The day, from 1.
    pub day: u8,
    /// Rounds that were fought on all days together.
    pub rounds: u8,
    /// Dice that have fallen for it.
    pub rolls: u32,
    /// The corps that were in the fight on a day that is over: power, and place in its muster.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub fought: BTreeSet<(Power, usize)>,
    /// Who led guard, on all days.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub led_guard: Vec<LedGuard>,
    /// What each power sealed about its own corps, once it is open.
    pub own: BTreeMap<Power, Own>,
    /// Both sides' plans of this day, once they are open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plans: Option<[Plan; 2]>,
    /// The armies after the days that were fought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armies: Option<[Army; 2]>,
    /// The seats that have said that their garrison is neutral, where an attacker says so.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub neutral: BTreeSet<SeatId>,
    /// The seats whose players want to fight it live.
    #[serde(default, skip_serializing_if = "Wishes::is_empty")]
    pub live: Wishes,
    /// A day that stops to ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Ended>,
    /// In which month; `None` where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Month>,
}

impl Battle {
    /// A battle that has just been opened.
    #[must_use]
    pub fn opened(field: Field) -> Battle {
        Battle {
            field,
            musters: BTreeMap::new(),
            command: None,
            day: 1,
            rounds: 0,
            rolls: 0,
            fought: BTreeSet::new(),
            led_guard: Vec::new(),
            neutral: BTreeSet::new(),
            own: BTreeMap::new(),
            plans: None,
            armies: None,
            live: Wishes::default(),
            stopped: None,
            ended: None,
            over: None,
        }
    }

    /// The corps of a side that were in the fight on any day, by power; an outflanking force that never came was not.
    #[must_use]
    pub fn took_part(&self, who: Who) -> BTreeMap<Power, u32> {
        let mut corps = BTreeMap::new();
        for (power, _) in self.fought.iter().filter(|(power, _)| self.field.side(*power) == Some(who)) {
            *corps.entry(*power).or_default() += 1;
        }
        corps
    }

    /// Whether what is in the corps is known: it was sealed, and combat has begun.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.armies.is_some() || self.stopped.is_some()
    }
}

/// A day of combat in its middle, or the night after it: it waits for those who were asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    /// How often the day has stopped, from 1.
    pub times: u8,
    /// The day as it stands. Its step is the one that is asked about; a day that is over asks about the night.
    pub fight: Fight,
}

/// Who commands a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commander {
    /// The power.
    pub power: Power,
    /// The leader, by his place in its muster; without one its player commands all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<usize>,
}

/// A leader at the head of committed guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedGuard {
    /// The side.
    pub who: Who,
    /// The leader, by his place on the side.
    pub leader: u8,
    /// Levels that it was committed for.
    pub shift: u8,
}

impl LedGuard {
    /// The leader at the head of guard that a note tells of.
    #[must_use]
    pub fn of(note: &Note) -> Option<LedGuard> {
        match note {
            Note::Guard { who, leader: Some(leader), shift, .. } => {
                Some(LedGuard { who: *who, leader: *leader, shift: *shift })
            }
            _ => None,
        }
    }
}

/// A day was fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fought {
    /// The battle's number.
    pub battle: u32,
    /// The day.
    pub day: u8,
    /// The attacker's chit.
    pub attack: Attack,
    /// The defender's.
    pub defence: Defence,
    /// Morale levels of attacker and defender, in tenths.
    pub morale: [u16; 2],
    /// Factors of attacker and defender in the fight when the day, or what is told of it here, began; those of an outflanking force
    /// included.
    pub strengths: [u32; 2],
    /// How often the day had stopped before what is told here.
    #[serde(default, skip_serializing_if = "is_none")]
    pub part: u8,
    /// Whether the day stops here, to ask.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stops: bool,
    /// What happened, in its order.
    pub notes: Vec<Note>,
    /// The day as it stands.
    pub fight: Fight,
    /// Rounds that were fought in it.
    pub rounds: u8,
    /// Dice that fell in it.
    pub rolls: u32,
    /// The rules that were applied.
    pub rules: Vec<RuleId>,
    /// What was read that is not the printed game's, in words.
    pub unprinted: Vec<String>,
}

impl Fought {
    /// The same day, told on after it stopped.
    pub fn goes_on(&mut self, part: Fought) {
        self.stops = part.stops;
        self.notes.extend(part.notes);
        self.fight = part.fight;
        self.rounds += part.rounds;
        self.rolls += part.rolls;
        self.rules.extend(part.rules);
        self.rules.sort_unstable();
        self.rules.dedup();
        self.unprinted.extend(part.unprinted);
        self.unprinted.sort_unstable();
        self.unprinted.dedup();
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_none(part: &u8) -> bool {
    *part == 0
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// Who won; nobody where both are broken, a side withdrew, or a day ends it undecided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Who>,
    /// The side that left: it withdrew before a combat or at night.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Who>,
    /// The pursuit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pursuit: Option<Pursuit>,
    /// The fate of each leader who took part.
    pub leaders: Vec<Checked>,
    /// PP.
    pub points: Vec<Points>,
    /// What the beaten side still has to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retreat: Option<Retreat>,
    /// Prisoners by the power that holds them and their own nation's power, in factors.
    pub prisoners: Vec<(Power, Power, u32)>,
    /// Corps before and after, as their owners write them: power, name, before, after.
    pub book: Vec<Booked>,
    /// The rules.
    pub rules: Vec<RuleId>,
    /// What was read at the end that is not the printed game's, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unprinted: Vec<String>,
}

impl Ended {
    /// The corps of which nothing is left. Before a fortress, or on a depot, a part of a corps alone may have fought, so that none is sure to
    /// be destroyed there.
    pub fn destroyed(&self, kind: Kind) -> impl Iterator<Item = &Booked> {
        let whole = kind.without_chits().is_none();
        self.book.iter().filter(move |booked| whole && booked.is_destroyed())
    }
}

/// A corps before and after a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Booked {
    /// Whose.
    pub power: Power,
    /// Its name.
    pub corps: String,
    /// Before.
    pub before: super::forces::Factors,
    /// After.
    pub after: super::forces::Factors,
}

impl Booked {
    /// Whether it went into the battle with something, and nothing of it is left.
    #[must_use]
    pub fn is_destroyed(&self) -> bool {
        !self.before.is_empty() && self.after.is_empty()
    }
}
