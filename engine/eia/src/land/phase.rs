//! The war on land where the bot keeps the board: what stands of it besides the pieces, what happens in it, and how that changes the position.
//!
//! The subjects of the phase stand beside: set-up, marches, bread and forage (`hunger`), contact, the field battle (`from_position`), what comes of
//! it (`carried_out`), retreat (`fall_back`), sieges and storms. Who acts when stands in `slots`.

use super::forces::Factors;
use crate::danube::Side;
use crate::land::battle::Booked;
use crate::land::kept_contents::battle_name;
use crate::map::{AreaId, ProvinceId};
use crate::months::Month;
use crate::pieces::{CorpsId, DepotId, Garrison, LeaderId, Owner};
use crate::powers::Power;
use crate::scenario::Scenario;
use crate::{EmpiresInArms, Event, Position};
use imbl::{OrdMap, OrdSet};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said;

/// Why factors are gone: there is no other cause (`standard.land.reinforce.emptied` and the rules of each).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// They starved while they foraged (`standard.land.forage.roll`).
    Hunger,
    /// They fell in a battle, or in the pursuit after it.
    Battle,
    /// They were taken prisoner.
    Taken,
    /// They starved, fell or surrendered in a siege.
    Siege,
    /// Their country was conquered (`standard.land.conquest.effects`).
    Conquest,
}

/// What a corps did in the open slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// Movement points left, of which foraging makes use.
    pub spare: u8,
}

/// Corps that ended their marches of a month in one area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Together {
    /// Which.
    pub corps: Vec<CorpsId>,
    /// Where they went.
    pub to: AreaId,
}

/// What everybody saw in a corps, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// What was in it.
    pub factors: Factors,
    /// In which month.
    pub month: Month,
}

/// The combat step of a slot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Combats {
    /// The areas in which combats are declared and not begun.
    pub left: Vec<AreaId>,
    /// The battle that is fought now.
    pub battle: Option<u32>,
    /// Corps that fought in the field in this step (`standard.land.contact.once`).
    pub fought: BTreeSet<CorpsId>,
    /// Areas in which a corps used spare movement to forage (`standard.land.forage.besieging`).
    pub foraged: BTreeSet<AreaId>,
}

/// Points of both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Count(pub BTreeMap<Side, i64>);

impl Count {
    /// A side's points.
    #[must_use]
    pub fn of(&self, side: Side) -> i64 {
        self.0.get(&side).copied().unwrap_or(0)
    }

    /// These come to them.
    pub fn add(&mut self, lines: &[Line]) {
        for line in lines {
            *self.0.entry(line.side).or_default() += line.points;
        }
    }
}

/// What brings a side points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "for", rename_all = "snake_case")]
pub enum Why {
    /// It holds a city at a month's end.
    City {
        /// The city's area.
        area: AreaId,
    },
    /// The enemy lost so many factors.
    Factors {
        /// How many.
        factors: u32,
    },
    /// The enemy lost so many leaders.
    Leaders {
        /// How many.
        leaders: u32,
    },
}

/// Points of a side, with what brings them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The side.
    pub side: Side,
    /// Its points.
    pub points: i64,
    /// For what.
    #[serde(flatten)]
    pub why: Why,
}

/// How the war ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// France wins decisively.
    Decisive,
    /// France wins.
    France,
    /// Nobody wins.
    Drawn,
    /// Austria and Russia win.
    Allies,
}

/// The end of the war.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Won {
    /// How it ends.
    pub outcome: Outcome,
    /// Whether it ends before its last month.
    pub early: bool,
    /// What the end brings each side.
    pub lines: Vec<Line>,
    /// All points, those included.
    pub count: Count,
}

/// What stands of the war on land besides the pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LandWar {
    /// Whether the bot keeps the land.
    pub kept: bool,
    /// The month whose answers lie open, which what counters do when they are attacked is asked of.
    pub answers: Option<Month>,
    /// The powers in the order in which they act this month.
    pub order: Vec<Power>,
    /// The power whose slot is open.
    pub slot: Option<Power>,
    /// The powers whose slots wait for their players.
    pub waits: BTreeSet<Power>,
    /// What moved in the open slot.
    pub moved: OrdMap<CorpsId, Moved>,
    /// Leaders who moved in it (`standard.land.move.leader`).
    pub led: OrdSet<LeaderId>,
    /// Cities for which a die was rolled this month: a siege is rolled for once (`standard.land.siege.roll`).
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub rolled: BTreeSet<AreaId>,
    /// Depots that powers placed or moved this month.
    pub depots: BTreeMap<Power, u8>,
    /// Who marched together this month, by power.
    pub together: BTreeMap<Power, Vec<Together>>,
    /// And in the month before, which players order again.
    pub last_month: BTreeMap<Power, Vec<Together>>,
    /// The minor countries all of whose cities an enemy held when the last month ended (`standard.land.conquest.when`).
    pub overrun: BTreeMap<ProvinceId, Power>,
    /// The combat step of the open slot.
    pub combats: Combats,
    /// What everybody saw of contents.
    pub known: OrdMap<CorpsId, Known>,
    /// Factors that are gone, by nation and cause.
    pub gone: BTreeMap<Owner, BTreeMap<Cause, u32>>,
    /// Leaders who were killed or taken.
    pub leaders_lost: BTreeSet<LeaderId>,
    /// Prisoners by captor and nation, in factors.
    pub prisoners: BTreeMap<Power, BTreeMap<Power, u32>>,
    /// Points of both sides.
    pub count: Count,
    /// How the war ended.
    pub won: Option<Won>,
}

table::recorded! {
    /// What a player orders in the land phase.
    pub enum Order by "land" {
        /// Corps march together, the first of them leaving men in cities on the way.
        March {
            /// Which, the one that leaves men first.
            corps: Vec<CorpsId>,
            /// The areas entered, in their order; none where they stay.
            way: Vec<AreaId>,
            /// Men whom the first leaves in cities.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            leaves: Vec<Leaves>,
            /// Whether they go into the city where they end.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            inside: bool,
        },
        /// Corps inside a city come out.
        ComeOut { corps: Vec<CorpsId> },
        /// A depot is taken off, placed, or both.
        Depot {
            power: Power,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            off: Option<AreaId>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            on: Option<AreaId>,
        },
        /// A leader joins another corps.
        Join { leader: LeaderId, corps: CorpsId },
        /// A power's slot waits for its player, or passes by what he lodged.
        Wait { power: Power, on: bool },
    }
    /// What happened in the land phase.
    pub enum Happened {
        /// A power's army was set up: the corps that stand elsewhere than in the historical set-up.
        SetUp {
            power: Power,
            #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
            places: BTreeMap<CorpsId, AreaId>,
            rules: Vec<RuleId>,
        },
        /// All set-ups lie open.
        Ranged {
            rules: Vec<RuleId>,
        },
        /// What is in counters, which their owner alone sees.
        Holds {
            #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
            corps: BTreeMap<CorpsId, Factors>,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            garrisons: Vec<(Garrison, Factors)>,
        },
        /// A month's land phase begins: what arrives.
        Arrived {
            month: Month,
            corps: Vec<Arrives>,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            leaders: Vec<(LeaderId, CorpsId)>,
            rules: Vec<RuleId>,
        },
        /// The answers of the month lie open, part by part, and the slots are made.
        SlotsMade {
            month: Month,
            order: Vec<Power>,
            rules: Vec<RuleId>,
        },
        /// A power's slot waits for its player, or does not.
        Waits { power: Power, on: bool },
        /// A power's slot began.
        SlotBegan { power: Power },
        /// Corps marched.
        Marched {
            corps: Vec<CorpsId>,
            way: Vec<AreaId>,
            spare: BTreeMap<CorpsId, u8>,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            leaves: Vec<Leaves>,
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            inside: bool,
            rules: Vec<RuleId>,
        },
        /// Corps came out of a city.
        CameOut { corps: Vec<CorpsId>, rules: Vec<RuleId> },
        /// A depot was taken off, placed, or both.
        DepotMoved {
            power: Power,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            off: Option<DepotId>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            on: Option<(DepotId, AreaId)>,
            rules: Vec<RuleId>,
        },
        /// A depot was taken by an enemy: burned, or made his own.
        DepotTaken {
            depot: DepotId,
            by: Power,
            /// Where it stood; records of earlier revisions do not say it.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            at: Option<AreaId>,
            /// The depot of the taker's that stands there instead; nothing where it was burned.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            into: Option<DepotId>,
            rules: Vec<RuleId>,
        },
        /// A leader joined another corps.
        Joined { leader: LeaderId, corps: CorpsId, rules: Vec<RuleId> },
        /// A power's corps were fed: by which depot, or how each foraged.
        Fed { power: Power, fed: Vec<Fed>, rules: Vec<RuleId> },
        /// A corps starved to the last factor.
        Emptied { corps: CorpsId, rules: Vec<RuleId> },
        /// The combats of a slot were declared.
        CombatsDeclared { power: Power, areas: Vec<AreaId>, rules: Vec<RuleId> },
        /// Corps retired into a city before an attack.
        Retired { area: AreaId, corps: Vec<CorpsId>, rules: Vec<RuleId> },
        /// A battle is fought for an area, or none is.
        Engaged {
            area: AreaId,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            battle: Option<u32>,
        },
        /// A battle was carried out on the board: who came to it, what is left of whom, and where leaders went.
        CarriedOut(Box<Outcomes>),
        /// A force fell back.
        FellBack {
            battle: u32,
            corps: Vec<CorpsId>,
            to: AreaId,
            rules: Vec<RuleId>,
        },
        /// A siege began, or ended with the besiegers going.
        SiegeStands { area: AreaId, corps: Vec<CorpsId>, on: bool, rules: Vec<RuleId> },
        /// What a month of a siege brought.
        SiegeRolled { area: AreaId, die: u8, needs: u8, breach: bool, rules: Vec<RuleId> },
        /// What hunger did to a besieged garrison.
        Starved { area: AreaId, of: Owner, die: u8, value: u8, lost: u32, rules: Vec<RuleId> },
        /// A breached city was stormed.
        Stormed(Box<Stormed>),
        /// A city fell: who was inside is taken.
        Fell {
            area: AreaId,
            by: Power,
            lost: BTreeMap<Owner, u32>,
            corps: Vec<CorpsId>,
            leaders: Vec<LeaderId>,
            rules: Vec<RuleId>,
        },
        /// Who took a city leaves men in it.
        Garrisoned { area: AreaId, corps: CorpsId, men: u16, rules: Vec<RuleId> },
        /// The minor countries all of whose cities an enemy holds at a month's end.
        Overrun {
            held: BTreeMap<ProvinceId, Power>,
            rules: Vec<RuleId>,
        },
        /// A minor country was conquered: its army leaves the map.
        Disbanded {
            minor: ProvinceId,
            by: Power,
            corps: Vec<(CorpsId, u32)>,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            garrisons: Vec<Garrison>,
            rules: Vec<RuleId>,
        },
        /// A month's points.
        Counted { month: Month, lines: Vec<Line> },
        /// The war is over.
        Won(Won),
    }
    /// Factors of infantry or militia left in a city, or taken `up` out of it.
    pub struct Leaves {
        pub at: AreaId,
        pub men: u16,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub up: bool,
    }
    /// A corps that arrives.
    pub struct Arrives {
        pub corps: CorpsId,
        pub at: AreaId,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub leaders: Vec<LeaderId>,
    }
    /// How a corps was fed.
    pub struct Fed {
        pub corps: CorpsId,
        pub how: How,
    }
    /// What a battle left on the board.
    pub struct Outcomes {
        pub battle: u32,
        /// Where it was fought.
        pub area: AreaId,
        /// Corps that came as reinforcement and stand there now.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub came: Vec<(CorpsId, AreaId)>,
        /// What is left in each corps that was open.
        pub left: Vec<(CorpsId, Factors)>,
        /// Leaders who are off the map, or taken by a power.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub leaders: Vec<LeaderGoes>,
        /// Prisoners, by captor and nation.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub prisoners: Vec<(Power, Power, u32)>,
        /// Factors gone by nation.
        pub lost: BTreeMap<Owner, u32>,
    }
    /// A storm.
    pub struct Stormed {
        pub area: AreaId,
        pub by: Power,
        pub rounds: Vec<StormRound>,
        /// Of each corps that was open what fell, and what is left.
        pub corps: Vec<(CorpsId, u32, Factors)>,
        /// What is left of each garrison.
        pub garrisons: Vec<(Garrison, Factors)>,
        /// Whether the city falls.
        pub falls: bool,
        pub rules: Vec<RuleId>,
    }
    /// A round of a storm: the dice of besiegers and besieged, and what fell of each.
    pub struct StormRound {
        pub dice: [u8; 2],
        pub fell: [u32; 2],
    }
    /// What became of a leader.
    pub struct LeaderGoes {
        pub leader: LeaderId,
        /// Who has taken him; nobody where he is dead or wounded.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub taken_by: Option<Power>,
        /// Whether he is lost for good.
        pub lost: bool,
        /// The corps with which he is from now on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub with: Option<CorpsId>,
        /// Without a corps, the area in which he is from now on: in its city where he is `inside`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub at: Option<AreaId>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub inside: bool,
    }
}

/// How a corps lives in a month (`standard.land.supply.choice`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "snake_case", deny_unknown_fields)]
pub enum How {
    /// A depot feeds it.
    Depot {
        /// Which.
        depot: DepotId,
        /// How many areas away.
        areas: u16,
    },
    /// It is in quarters (`standard.land.forage.quarters`).
    Quarters,
    /// It forages, and so many factors starve.
    Forage {
        /// Its value.
        value: u8,
        /// Whether it used spare movement.
        spared: bool,
        /// The die, where one was rolled.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<u8>,
        /// Factors lost.
        lost: u8,
    },
}

impl Fed {
    /// Factors that starved.
    #[must_use]
    pub fn lost(&self) -> u32 {
        match self.how {
            How::Forage { lost, .. } => u32::from(lost),
            How::Depot { .. } | How::Quarters => 0,
        }
    }
}

impl Position {
    /// Whether the bot keeps the land.
    #[must_use]
    pub fn keeps_land(&self) -> bool {
        self.land.kept
    }

    /// What everybody can know of what is in a corps: what was seen of it last.
    #[must_use]
    pub fn last_seen(&self, corps: CorpsId) -> Option<Known> {
        self.land.known.get(&corps).copied()
    }

    /// The seats that see what is in a nation's counters: who moves them.
    #[must_use]
    pub fn owners_of(&self, owner: Owner) -> Vec<SeatId> {
        let seat = self.commands(owner).and_then(|power| self.choice.holdings.get(&power));
        seat.map(|holding| holding.seat.clone()).into_iter().collect()
    }
}

/// Writes an event of the land phase.
pub(crate) fn emit(table: &mut Table<'_, '_, EmpiresInArms>, happened: Happened) -> Result<(), Refusal> {
    table.emit(&Event::Land(happened))
}

/// Tells the owner of counters what is in them now; `None` where this copy of the record does not have it.
pub(crate) fn tell_contents(
    table: &mut Table<'_, '_, EmpiresInArms>,
    owner: Owner,
    holds: Option<Happened>,
) -> Result<(), Refusal> {
    let seats = table.state().owners_of(owner);
    table.emit_closed(seats, holds.map(Event::Land).as_ref())
}

/// Whether an event that all see may change what is in counters, so that sheets are sealed anew.
pub(crate) fn changes_contents(happened: &Happened) -> bool {
    match happened {
        Happened::Ranged { .. }
        | Happened::Holds { .. }
        | Happened::Arrived { .. }
        | Happened::Emptied { .. }
        | Happened::CarriedOut(_)
        | Happened::Starved { .. }
        | Happened::Stormed(_)
        | Happened::Garrisoned { .. }
        | Happened::Disbanded { .. }
        | Happened::Fell { .. } => true,
        Happened::Marched { leaves, .. } => !leaves.is_empty(),
        Happened::Fed { fed, .. } => fed.iter().any(|fed| fed.lost() > 0),
        _ => false,
    }
}

/// What of a battle's book is of which corps of a power.
pub(crate) fn booked(state: &Position, booked: &Booked) -> Option<CorpsId> {
    let is_it =
        |id: &CorpsId| battle_name(*id) == booked.corps && state.commands(id.owner()) == Some(booked.power);
    state.pieces.corps.keys().find(|id| is_it(id)).copied()
}

/// How many things the bot can keep for a seat: a line for each corps and each garrison, with room to spare.
pub const HOLDINGS: usize = 64;

impl LandWar {
    /// The war of a scenario in which the bot keeps the land.
    #[must_use]
    pub fn founded(scenario: &Scenario) -> LandWar {
        LandWar { kept: scenario.keeps_land, ..LandWar::default() }
    }
}

/// What the bot keeps for a seat that others may not see: what is in its corps and of what its garrisons are. `None` where this copy of the record
/// does not have all of it.
pub(crate) fn holdings(state: &Position, seat: &SeatId) -> Option<Vec<Value>> {
    if !state.keeps_land() {
        return Some(Vec::new());
    }
    let own = |owner: Owner| state.owners_of(owner).contains(seat);
    let corps = state.pieces.corps.keys().filter(|corps| own(corps.owner()));
    let corps = corps.map(|corps| {
        let factors = state.contents.corps(*corps)?;
        Some(json!({"k": "kept_corps", "corps": corps.key(), "factors": factors}))
    });
    let garrisons = state.pieces.garrisons.keys().filter(|garrison| own(garrison.of));
    let garrisons = garrisons.map(|garrison| {
        let factors = state.contents.garrison(*garrison)?;
        Some(json!({"k": "kept_garrison", "garrison": garrison.key(), "factors": factors}))
    });
    corps.chain(garrisons).collect()
}

/// Whether something is such an item.
pub(crate) fn is_holding(item: &Value) -> bool {
    matches!(item["k"].as_str(), Some("kept_corps" | "kept_garrison"))
}

/// Whether an order is of the war that is played: where the bot keeps the land in a scenario whose politics and money are data, nothing else is
/// ordered.
pub(crate) fn is_of_this_war(state: &Position, order: &crate::Order) -> Result<(), Refusal> {
    if !state.keeps_land() || matches!(order, crate::Order::Land(_) | crate::Order::Battle(_)) {
        return Ok(());
    }
    Err(Refusal::new(said!(
        "In this war the bot keeps the board, and there is no politics and no money: nothing of them is ordered or told."
    )))
}
