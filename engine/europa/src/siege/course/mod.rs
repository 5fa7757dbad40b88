//! The course of sieges at the table: laid and stated by the players, undermined and assaulted with the campaign's own dice.
//!
//! A siege is kept with its markers from round to round and from turn to turn, until the fortress falls or the besieger goes.

mod hunger;
mod lay;
mod offers;
mod run;

pub(crate) use hunger::due as due_inside;
pub use lay::OfTheSieges;
use lay::{MOST_HARDSHIP, may};
pub(crate) use run::{choose, could_go_on, turn_ends};

use crate::Position;
use crate::attrition::{self, Pillages};
use crate::battle::land::Side;
use crate::battle::{Map, Rules};
use crate::country::Country;
use crate::geography::{Place, atlas};
use crate::outline::Frame;
use crate::period::Period;
use crate::siege::assault::{Assault, Camp, Verdict};
use crate::siege::notes::{Added, Note};
use crate::siege::work::{Hardship, Marks, Undermining, Works};
use crate::siege::{Garrison, HIGHEST_LEVEL};
use crate::thirds::Thirds;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::names::SeatId;
use table::numbered;
use table::rules::RuleId;

/// What the dice of a siege are called: `siege/3/1` is the first of siege 3.
pub const PREFIX: &str = "siege/";
/// The longest line of supply in movement points; more is none.
pub const LONGEST_LINE: u8 = 12;

/// Where and between whom a siege is, and what weighs on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiegeScene {
    /// The province.
    pub place: String,
    /// The level of the fortress, 0 (a fort) to 5.
    pub level: u8,
    /// The map.
    #[serde(default)]
    pub map: Map,
    /// Whether the ground is other than plain.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rough: bool,
    /// Whether the province has a port.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub port: bool,
    /// Whether the port is not blockaded, or was supplied all the same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// The length of the besieger's line of supply in movement points, 0 to 12; none where it has no line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u8>,
    /// Whether the siege began in an earlier turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub earlier_turn: bool,
    /// Whether the weather is bad.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bad_weather: bool,
    /// Pillages of the province.
    #[serde(default)]
    pub pillages: Pillages,
    /// What unfriendly revolts, the cold outside Europe and the forts of straits add to an attrition roll, 0 to 6 in all.
    #[serde(default)]
    pub hardship: u8,
    /// Whether the besieger loses an LD rather than pillage, where he may choose.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rather_loses: bool,
    /// The countries of the besieger and of the besieged; the first of each that has a player commands.
    pub countries: [Vec<Country>; 2],
}

/// How a siege ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The fortress surrendered: who is inside is lost.
    Surrendered,
    /// It surrendered with the honours of war: garrison and 1 LD go back to the defender.
    WarHonours,
    /// It was stormed.
    Stormed,
    /// Nothing is left of the besieger.
    BesiegerDestroyed,
    /// The besieger went away.
    Lifted,
    /// The turn ended, and nothing kept the besieger there.
    TurnEnded,
}

impl End {
    /// Whether the fortress fell.
    #[must_use]
    pub const fn falls(self) -> bool {
        matches!(self, End::Surrendered | End::WarHonours | End::Stormed)
    }
}

/// What is said anew of a siege; what is absent stands as it did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Change {
    /// The besieging stack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub besieger: Option<Side>,
    /// Who is inside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub garrison: Option<Garrison>,
    /// The level of the fortress.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// Whether the port is not blockaded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<bool>,
    /// The length of the line of supply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u8>,
    /// That there is no line of supply.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_line: bool,
    /// Whether the weather is bad.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bad_weather: Option<bool>,
    /// Pillages of the province.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pillages: Option<Pillages>,
    /// What revolts, cold and straits add.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hardship: Option<u8>,
    /// Whether the besieger loses an LD rather than pillage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rather_loses: Option<bool>,
}

/// An attrition roll in a siege and what it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suffered {
    /// Who rolled.
    pub who: Camp,
    /// The die.
    pub die: u8,
    /// What was added to a besieger's roll.
    #[serde(default)]
    pub besieging: Vec<Added>,
    /// What was added to the roll of the besieged.
    #[serde(default)]
    pub besieged: Vec<attrition::Added>,
    /// The sum.
    pub modified: i32,
    /// What P meant, where the line had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p: Option<attrition::P>,
    /// In the rest of the world: percent lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<u8>,
    /// The dice of even chances to lose a third more.
    #[serde(default)]
    pub even: Vec<u8>,
    /// What was lost.
    pub lost: Thirds,
    /// Whether a pillage was laid on the province.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pillaged: bool,
}

/// A siege.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Siege {
    /// Where and between whom.
    pub scene: SiegeScene,
    /// The besieging stack.
    pub besieger: Side,
    /// Who is inside.
    pub garrison: Garrison,
    /// The markers.
    #[serde(default)]
    pub marks: Marks,
    /// Siege rounds in this turn.
    #[serde(default)]
    pub rounds: u8,
    /// Whether the last siegework breached the walls, and an assault would follow it directly.
    #[serde(default)]
    pub breached: bool,
    /// Whether it had its siegework or its assault in the round that is being played on the board.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
    /// Whether those inside have rolled for attrition in this round; where the board is kept elsewhere, since the last siege segment.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub starved: bool,
    /// Losses that the besiegers have to take off their counters, and state what is left, before the siege goes on.
    #[serde(default)]
    pub owed: Thirds,
    /// Dice so far.
    #[serde(default)]
    pub rolls: u32,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<End>,
}

/// Sieges as they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sieges {
    /// The number of the last one that was laid.
    pub last: u32,
    /// Those that go on, and the last that are over.
    pub of: BTreeMap<u32, Siege>,
}

/// What a player orders in a siege.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "siege", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Lays a siege.
    Lay {
        /// Where and between whom.
        scene: SiegeScene,
        /// The besieging stack.
        besieger: Side,
        /// Who is inside.
        garrison: Garrison,
    },
    /// Says anew what has changed.
    Restate {
        /// The siege.
        number: u32,
        /// What has changed.
        change: Box<Change>,
    },
    /// Undermines: a siegework roll, and the siege attrition that the same die may bring.
    Work {
        /// The siege.
        number: u32,
    },
    /// Chooses between a breach and the honours of war.
    Choose {
        /// The siege.
        number: u32,
        /// Whether the garrison goes with the honours of war.
        honours: bool,
    },
    /// Assaults. After a breach of the same round the besieged fire from a broken wall.
    Storm {
        /// The siege.
        number: u32,
        /// Whether the last breach is of an earlier round.
        #[serde(default)]
        later: bool,
    },
    /// The attrition roll of those inside, in their supply segment.
    Hunger {
        /// The siege.
        number: u32,
    },
    /// Goes away.
    Lift {
        /// The siege.
        number: u32,
    },
}

/// What happened in a siege.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A siege was laid.
    SiegeLaid {
        /// Its number.
        siege: u32,
        /// Where and between whom.
        scene: SiegeScene,
        /// The besieging stack.
        besieger: Side,
        /// Who is inside.
        garrison: Garrison,
    },
    /// Something is said anew.
    SiegeRestated {
        /// The siege.
        siege: u32,
        /// By whom.
        seat: SeatId,
        /// What.
        change: Box<Change>,
    },
    /// A siegework roll.
    SiegeWorked {
        /// The siege.
        siege: u32,
        /// What happened.
        notes: Vec<Note>,
        /// The result.
        result: Undermining,
        /// The markers on the fortress now.
        marks: Marks,
        /// The siege attrition that came with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        suffered: Option<Suffered>,
        /// Whether the besieger now chooses between a breach and the honours of war.
        asks: bool,
        /// Dice.
        rolls: u32,
        /// What is left of the besieger, where that is plain.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Side>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// The besieger chose between a breach and the honours of war.
    SiegeChosen {
        /// The siege.
        siege: u32,
        /// Whether the garrison goes with the honours of war.
        honours: bool,
    },
    /// An assault.
    Stormed {
        /// The siege.
        siege: u32,
        /// Whether it followed directly upon a breach.
        breach: bool,
        /// The siege attrition that came before it, of a besieger who could not undermine.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        suffered: Option<Suffered>,
        /// What happened.
        notes: Vec<Note>,
        /// How it ended; nothing where the attrition left nobody to assault.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdict: Option<Verdict>,
        /// The markers on the fortress now.
        marks: Marks,
        /// Dice.
        rolls: u32,
        /// What is left of the besieger, where that is plain.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Side>,
        /// Who is left inside.
        garrison: Garrison,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Those inside rolled for attrition.
    SiegeHunger {
        /// The siege.
        siege: u32,
        /// What they suffered.
        suffered: Suffered,
        /// Dice.
        rolls: u32,
        /// Who is left inside.
        garrison: Garrison,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A turn ended and the besieger stays.
    SiegeWinters {
        /// The siege.
        siege: u32,
        /// The markers that remain.
        marks: Marks,
    },
    /// It is over.
    SiegeEnded {
        /// The siege.
        siege: u32,
        /// How.
        how: End,
    },
}

impl Siege {
    /// The countries of a side.
    #[must_use]
    pub fn of(&self, who: Camp) -> &[Country] {
        &self.scene.countries[who as usize]
    }

    /// The province that it is of, where the map knows it by what was written: its name, its city's, its key.
    #[must_use]
    pub fn province(&self) -> Option<Place> {
        atlas().named(&self.scene.place).filter(|place| !place.site().is_sea())
    }

    /// Whether it goes on in a province, and a country is among the besieged.
    #[must_use]
    pub fn is_of(&self, place: Place, besieged: Country) -> bool {
        self.ended.is_none() && self.of(Camp::Besieged).contains(&besieged) && self.province() == Some(place)
    }

    /// The next siegework, by the switches and the period.
    #[must_use]
    pub fn works(&self, rules: Rules, period: Period) -> Works {
        Works {
            rules,
            period,
            map: self.scene.map,
            level: self.scene.level,
            besieger: self.besieger.clone(),
            besieged: self.garrison,
            rough: self.scene.rough,
            port: self.scene.port,
            open: self.scene.open,
            marks: self.marks,
            first_round: self.rounds == 0,
            earlier_turn: self.scene.earlier_turn,
            line: self.scene.line,
        }
    }

    /// An assault now; `later` where the last breach is of an earlier round.
    #[must_use]
    pub fn assault(&self, rules: Rules, period: Period, later: bool) -> Assault {
        Assault {
            rules,
            period,
            map: self.scene.map,
            level: self.scene.level,
            breach: self.breached && !later,
            marker: self.marks.assault,
            besieger: self.besieger.clone(),
            besieged: self.garrison,
        }
    }

    /// Whether the besieger is too few for the fortress: then he cannot undermine it.
    #[must_use]
    pub fn is_too_few(&self) -> bool {
        self.besieger.strength() < Thirds::whole(i32::from(self.scene.level.min(HIGHEST_LEVEL)).max(1))
    }

    /// What weighs on the besieger when he rolls siege attrition.
    #[must_use]
    pub fn hardship(&self) -> Hardship {
        Hardship {
            enemy_province: true,
            no_line: self.scene.line.is_none(),
            too_few: self.is_too_few(),
            bad_weather: self.scene.bad_weather,
            pillage: i8::try_from(self.scene.pillages.raise()).unwrap_or(i8::MAX),
            // One number for the three: the table says what it comes to.
            revolts: i8::try_from(self.scene.hardship).unwrap_or(i8::MAX),
            cold: 0,
            straits: 0,
        }
    }
}

impl Sieges {
    /// A round of the board begins or the last one is over: every siege has a siege segment before it again.
    pub(crate) fn new_round(&mut self) {
        for siege in self.of.values_mut() {
            siege.done = false;
            siege.starved = false;
        }
    }

    /// The besieged of a province have rolled in their supply segment, and lost so much.
    pub(crate) fn starved_on_the_board(&mut self, place: Place, country: Country, lost: Thirds) {
        let found = self.of.values_mut().find(|siege| siege.is_of(place, country));
        if let Some(siege) = found {
            siege.starved = true;
            siege.garrison = hunger::inside_after(&siege.garrison, lost);
        }
    }

    /// A siege segment of a campaign whose board is kept elsewhere: the next supply segment comes after it.
    pub(crate) fn new_segment(&mut self, happened: &Happened) {
        let ends = matches!(happened, Happened::SiegeWorked { .. } | Happened::Stormed { breach: false, .. });
        if let Some(siege) = self.of.get_mut(&happened.number()).filter(|_| ends) {
            siege.starved = false;
        }
    }

    /// Changes by what happened.
    pub fn apply(&mut self, happened: Happened) {
        let number = happened.number();
        if let Happened::SiegeLaid { siege, scene, besieger, garrison } = happened {
            self.last = siege;
            let laid = Siege::laid(scene, besieger, garrison);
            numbered::open(&mut self.of, siege, laid, |siege| siege.ended.is_some());
            return;
        }
        if let Some(siege) = self.of.get_mut(&number) {
            siege.apply(happened);
        }
    }
}

impl Siege {
    fn laid(scene: SiegeScene, besieger: Side, garrison: Garrison) -> Siege {
        Siege {
            scene,
            besieger,
            garrison,
            marks: Marks::default(),
            rounds: 0,
            breached: false,
            done: false,
            starved: false,
            owed: Thirds::NONE,
            rolls: 0,
            ended: None,
        }
    }

    fn apply(&mut self, happened: Happened) {
        match happened {
            Happened::SiegeLaid { .. } => {}
            Happened::SiegeRestated { change, .. } => self.change(*change),
            Happened::SiegeWorked { result, marks, suffered, rolls, left, .. } => {
                self.rounds = self.rounds.saturating_add(1);
                self.rolls += rolls;
                self.marks = marks;
                self.breached = result == Undermining::Breach;
                self.done = true;
                if let Some(suffered) = suffered {
                    self.suffer(&suffered);
                    self.besieger_loses(suffered.lost, left);
                }
            }
            Happened::SiegeChosen { honours, .. } => {
                self.breached = !honours;
            }
            Happened::Stormed { breach, suffered, verdict, marks, rolls, left, garrison, .. } => {
                if !breach {
                    self.rounds = self.rounds.saturating_add(1);
                }
                self.rolls += rolls;
                self.marks = marks;
                self.breached = false;
                self.done = true;
                self.garrison = garrison;
                let mut lost = verdict.map_or(Thirds::NONE, |verdict| verdict.besieger_lost);
                if let Some(suffered) = suffered {
                    self.suffer(&suffered);
                    lost += suffered.lost;
                }
                self.besieger_loses(lost, left);
            }
            Happened::SiegeHunger { rolls, garrison, .. } => {
                self.rolls += rolls;
                self.garrison = garrison;
                self.starved = true;
            }
            Happened::SiegeWinters { marks, .. } => {
                self.marks = marks;
                self.rounds = 0;
                self.breached = false;
                self.starved = false;
                self.scene.earlier_turn = true;
            }
            Happened::SiegeEnded { how, .. } => {
                self.ended = Some(how);
            }
        }
    }

    fn suffer(&mut self, suffered: &Suffered) {
        if suffered.pillaged {
            self.scene.pillages = self.scene.pillages.laid().0;
        }
    }

    /// Takes losses off the besieger where it is plain what is left; else its owner says so before the siege goes on.
    fn besieger_loses(&mut self, lost: Thirds, left: Option<Side>) {
        match left {
            Some(left) => self.besieger = left,
            None => self.owed += lost,
        }
    }

    fn change(&mut self, change: Change) {
        let scene = &mut self.scene;
        if let Some(besieger) = change.besieger {
            self.besieger = besieger;
            self.owed = Thirds::NONE;
        }
        if let Some(garrison) = change.garrison {
            self.garrison = garrison;
        }
        scene.level = change.level.unwrap_or(scene.level);
        scene.open = change.open.unwrap_or(scene.open);
        scene.line = if change.no_line { None } else { change.line.or(scene.line) };
        scene.bad_weather = change.bad_weather.unwrap_or(scene.bad_weather);
        scene.pillages = change.pillages.unwrap_or(scene.pillages);
        scene.hardship = change.hardship.unwrap_or(scene.hardship);
        scene.rather_loses = change.rather_loses.unwrap_or(scene.rather_loses);
    }
}

impl Happened {
    /// The siege's number.
    #[must_use]
    pub fn number(&self) -> u32 {
        match self {
            Happened::SiegeLaid { siege, .. }
            | Happened::SiegeRestated { siege, .. }
            | Happened::SiegeWorked { siege, .. }
            | Happened::SiegeChosen { siege, .. }
            | Happened::Stormed { siege, .. }
            | Happened::SiegeHunger { siege, .. }
            | Happened::SiegeWinters { siege, .. }
            | Happened::SiegeEnded { siege, .. } => *siege,
        }
    }
}

impl Position {
    /// Who decides for a side of a siege: the player of its first country that has one.
    #[must_use]
    pub fn commands_siege(&self, siege: &Siege, who: Camp) -> Option<&SeatId> {
        siege.of(who).iter().find_map(|country| self.seat_of(*country))
    }

    /// Whether a siege waits for its besieger to choose between a breach and the honours of war.
    #[must_use]
    pub fn asks_for_terms(&self, siege: u32) -> bool {
        self.frames.any(|open| *open == Frame::Terms(siege))
    }

    /// The side of a siege that a seat decides for.
    #[must_use]
    pub fn camp_of(&self, siege: &Siege, seat: &SeatId) -> Option<Camp> {
        Camp::BOTH.into_iter().find(|who| self.commands_siege(siege, *who) == Some(seat))
    }
}
