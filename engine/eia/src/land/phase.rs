//! The war on land where the bot keeps the board: what stands of it besides the pieces, what happens in it, and how that changes the position.
//!
//! The subjects of the phase stand beside: set-up, marches, bread and forage (`hunger`), contact, the field battle (`from_position`), what comes of
//! it (`carried_out`), retreat (`fall_back`), sieges and storms. Who acts when stands in `slots`.

use super::forces::Factors;
use crate::danube::Side;
use crate::land::battle::Booked;
use crate::land::kept_contents::battle_name;
use crate::map::AreaId;
use crate::months::Month;
use crate::pieces::{
    CameFrom, Contents, Corps, CorpsId, Depot, DepotId, Garrison, Leader, LeaderId, Owner, Siege, Stand,
};
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
}

/// What a corps did in the open slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moved {
    /// Movement points left, of which foraging makes use.
    pub spare: u8,
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
    /// Sieges whose roll is due.
    pub sieges: Vec<AreaId>,
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
    /// Depots that powers placed or moved this month.
    pub depots: BTreeMap<Power, u8>,
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
    /// Supply steps that were rolled for.
    pub rolls: u32,
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
        /// A depot was taken by an enemy and burned.
        DepotTaken { depot: DepotId, by: Power, rules: Vec<RuleId> },
        /// A leader joined another corps.
        Joined { leader: LeaderId, corps: CorpsId, rules: Vec<RuleId> },
        /// A power's corps were fed: by which depot, or how each foraged.
        Fed { power: Power, fed: Vec<Fed>, rules: Vec<RuleId> },
        /// A corps starved to the last factor.
        Emptied { corps: CorpsId, rules: Vec<RuleId> },
        /// The combats of a slot were declared.
        Declared { power: Power, areas: Vec<AreaId>, rules: Vec<RuleId> },
        /// Corps retired into a city before an attack.
        Retired { area: AreaId, corps: Vec<CorpsId>, rules: Vec<RuleId> },
        /// A battle is fought for an area, or none is.
        Attacked {
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
        Besieged { area: AreaId, corps: Vec<CorpsId>, on: bool, rules: Vec<RuleId> },
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
        /// A month's points.
        Counted { month: Month, lines: Vec<Line> },
        /// The war is over.
        Won(Won),
    }
    /// Factors of infantry or militia left in a city.
    pub struct Leaves {
        pub at: AreaId,
        pub men: u16,
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
        | Happened::Fell { .. } => true,
        Happened::Marched { leaves, .. } => !leaves.is_empty(),
        Happened::Fed { fed, .. } => fed.iter().any(|fed| fed.lost() > 0),
        _ => false,
    }
}

fn gone(state: &mut Position, owner: Owner, cause: Cause, factors: u32) {
    if factors > 0 {
        *state.land.gone.entry(owner).or_default().entry(cause).or_default() += factors;
    }
}

/// A corps leaves the map. Its leaders stay, with another corps of their side there, or alone.
fn off(state: &mut Position, corps: CorpsId) {
    let stand = state.pieces.corps.get(&corps).map(|on_map| on_map.stand);
    let commander = state.commands(corps.owner());
    let beside = state.pieces.corps.iter().find(|(other, on_map)| {
        **other != corps && Some(on_map.stand) == stand && state.commands(other.owner()) == commander
    });
    let beside = beside.map(|(other, _)| *other);
    let bereft: Vec<LeaderId> = state
        .pieces
        .leaders
        .iter()
        .filter(|(_, at)| **at == Leader::With(corps))
        .map(|(leader, _)| *leader)
        .collect();
    for leader in bereft {
        let at = match (beside, stand) {
            (Some(other), _) => Some(Leader::With(other)),
            (None, Some(Stand::Inside(area))) => Some(Leader::Inside(area)),
            (None, Some(stand)) => stand.area().map(Leader::Open),
            (None, None) => None,
        };
        match at {
            Some(at) => _ = state.pieces.leaders.insert(leader, at),
            None => _ = state.pieces.leaders.remove(&leader),
        }
    }
    state.pieces.corps.remove(&corps);
    state.contents.remove_corps(corps);
    state.land.known.remove(&corps);
    state.land.moved.remove(&corps);
}

/// It changes the position.
pub(super) fn apply(state: &mut Position, happened: Happened) {
    happens(state, happened);
    lift(state);
}

/// A siege that nobody keeps up is over: its besiegers marched off, or were beaten (`standard.land.siege.ends`).
fn lift(state: &mut Position) {
    if state.pieces.sieges.is_empty() {
        return;
    }
    let kept: BTreeSet<AreaId> = (state.pieces.corps.values())
        .filter_map(|on_map| match on_map.stand {
            Stand::Besieging(area) => Some(area),
            _ => None,
        })
        .collect();
    let over: Vec<AreaId> = state.pieces.sieges.keys().copied().filter(|area| !kept.contains(area)).collect();
    for area in over {
        state.pieces.sieges.remove(&area);
    }
}

fn happens(state: &mut Position, happened: Happened) {
    match happened {
        Happened::SetUp { places, .. } => {
            range(state);
            for (corps, at) in places {
                if let Some(on_map) = state.pieces.corps.get_mut(&corps) {
                    on_map.stand = Stand::Open(at);
                }
            }
        }
        Happened::Ranged { .. } => range(state),
        Happened::Holds { corps, garrisons } => {
            corps.into_iter().for_each(|(corps, factors)| state.contents.put_corps(corps, factors));
            for (garrison, factors) in garrisons {
                state.contents.put_garrison(garrison, factors);
            }
        }
        Happened::Arrived { corps, leaders, .. } => {
            state.land.depots.clear();
            for arrives in corps {
                state.pieces.corps.insert(arrives.corps, Corps::at(Stand::Open(arrives.at)));
                for leader in arrives.leaders {
                    state.pieces.leaders.insert(leader, Leader::With(arrives.corps));
                }
            }
            for (leader, corps) in leaders {
                state.pieces.leaders.insert(leader, Leader::With(corps));
            }
        }
        Happened::SlotsMade { month, order, .. } => {
            state.land.answers = Some(month);
            state.land.order = order;
        }
        Happened::Waits { power, on } => {
            if on {
                state.land.waits.insert(power);
            } else {
                state.land.waits.remove(&power);
            }
        }
        Happened::SlotBegan { power } => {
            state.land.slot = Some(power);
            state.land.moved = OrdMap::new();
            state.land.led = OrdSet::new();
            state.land.combats = Combats::default();
            let came: Vec<CorpsId> = state
                .pieces
                .corps
                .iter()
                .filter(|(_, corps)| corps.came_from.is_some())
                .map(|(id, _)| *id)
                .collect();
            for id in came {
                if let Some(corps) = state.pieces.corps.get_mut(&id) {
                    corps.came_from = None;
                }
            }
        }
        Happened::Marched { corps, way, spare, leaves, inside, .. } => {
            marched(state, &corps, &way, &spare, &leaves, inside);
        }
        Happened::CameOut { corps, .. } => {
            for id in corps {
                if let Some(on_map) = state.pieces.corps.get_mut(&id)
                    && let Some(area) = on_map.stand.area()
                {
                    on_map.stand = Stand::Open(area);
                }
            }
        }
        Happened::DepotMoved { power, off, on, .. } => {
            if let Some(depot) = off {
                state.pieces.depots.remove(&depot);
            }
            if let Some((depot, area)) = on {
                state.pieces.depots.insert(depot, Depot::Area(area));
            }
            *state.land.depots.entry(power).or_default() += 1;
        }
        Happened::DepotTaken { depot, .. } => _ = state.pieces.depots.remove(&depot),
        Happened::Joined { leader, corps, .. } => {
            state.pieces.leaders.insert(leader, Leader::With(corps));
            state.land.led.insert(leader);
        }
        Happened::Fed { fed, .. } => {
            state.land.rolls += 1;
            for fed in fed {
                if matches!(fed.how, How::Forage { spared: true, .. })
                    && let Some(area) =
                        state.pieces.corps.get(&fed.corps).and_then(|corps| corps.stand.area())
                {
                    state.land.combats.foraged.insert(area);
                }
                if fed.lost() > 0 {
                    gone(state, fed.corps.owner(), Cause::Hunger, fed.lost());
                    // What is left in it is its owner's to know.
                    state.contents.remove_corps(fed.corps);
                }
            }
        }
        Happened::Emptied { corps, .. } => off(state, corps),
        Happened::Declared { areas, .. } => state.land.combats.left = areas,
        Happened::Retired { area, corps, .. } => {
            for id in corps {
                if let Some(on_map) = state.pieces.corps.get_mut(&id) {
                    on_map.stand = Stand::Inside(area);
                }
            }
        }
        Happened::Attacked { area, battle } => {
            state.land.combats.left.retain(|left| *left != area);
            state.land.combats.battle = battle;
        }
        Happened::CarriedOut(outcomes) => carried_out(state, *outcomes),
        Happened::FellBack { corps, to, .. } => {
            for id in corps {
                if let Some(on_map) = state.pieces.corps.get_mut(&id) {
                    *on_map = Corps { stand: Stand::Open(to), came_from: None, ..*on_map };
                }
            }
        }
        Happened::Besieged { area, corps, on, .. } => {
            if on {
                state.pieces.sieges.entry(area).or_insert_with(Siege::default);
            } else {
                state.pieces.sieges.remove(&area);
            }
            for id in corps {
                if let Some(on_map) = state.pieces.corps.get_mut(&id) {
                    on_map.stand = if on { Stand::Besieging(area) } else { Stand::Open(area) };
                }
            }
        }
        Happened::SiegeRolled { area, breach, .. } => {
            if let Some(siege) = state.pieces.sieges.get_mut(&area) {
                siege.months = siege.months.saturating_add(1);
                siege.breach += u8::from(breach);
            }
            state.land.combats.sieges.retain(|left| *left != area);
        }
        Happened::Starved { area, of, lost, .. } => {
            gone(state, of, Cause::Siege, lost);
            let garrison = Garrison::city(area, of);
            let left = state.pieces.garrisons.get(&garrison).map_or(0, |held| held.saturating_sub(lost));
            if left == 0 {
                state.pieces.garrisons.remove(&garrison);
            } else {
                state.pieces.garrisons.insert(garrison, left);
            }
            if lost > 0 {
                state.contents.remove_garrison(garrison);
            }
        }
        Happened::Stormed(stormed) => was_stormed(state, *stormed),
        Happened::Fell { area, by, lost, corps, leaders, .. } => {
            for (owner, factors) in lost {
                gone(state, owner, Cause::Siege, factors);
                let garrison = Garrison::city(area, owner);
                state.pieces.garrisons.remove(&garrison);
                state.contents.remove_garrison(garrison);
            }
            corps.into_iter().for_each(|corps| off(state, corps));
            for leader in leaders {
                state.pieces.leaders.insert(leader, Leader::Prisoner(by));
                state.land.leaders_lost.insert(leader);
            }
            state.pieces.sieges.remove(&area);
            let besiegers: Vec<CorpsId> = (state.pieces.corps.iter())
                .filter(|(_, on_map)| on_map.stand == Stand::Besieging(area))
                .map(|(id, _)| *id)
                .collect();
            for id in besiegers {
                if let Some(on_map) = state.pieces.corps.get_mut(&id) {
                    on_map.stand = Stand::Open(area);
                }
            }
        }
        Happened::Counted { lines, .. } => state.land.count.add(&lines),
        Happened::Won(won) => {
            state.land.count = won.count.clone();
            state.land.won = Some(won);
        }
    }
}

/// The armies stand on the map as in history, and nobody knows what is in them.
fn range(state: &mut Position) {
    if !state.pieces.corps.is_empty() {
        return;
    }
    if let Some(set_up) = state.historical_set_up() {
        state.pieces = set_up.pieces.clone().into();
        state.contents = Contents::default().into();
    }
}

fn marched(
    state: &mut Position,
    corps: &[CorpsId],
    way: &[AreaId],
    spare: &BTreeMap<CorpsId, u8>,
    leaves: &[Leaves],
    inside: bool,
) {
    for id in corps {
        let Some(on_map) = state.pieces.corps.get_mut(id) else { continue };
        let from = on_map.stand.area();
        if let Some(to) = way.last() {
            let before = way.len().checked_sub(2).map(|place| way[place]).or(from);
            on_map.stand = if inside { Stand::Inside(*to) } else { Stand::Open(*to) };
            on_map.came_from = before.map(CameFrom::Area);
        } else if let (true, Some(at)) = (inside, from) {
            on_map.stand = Stand::Inside(at);
        }
        if let Some(spare) = spare.get(id) {
            state.land.moved.insert(*id, Moved { spare: *spare });
        }
    }
    let Some(first) = corps.first().filter(|_| !leaves.is_empty()) else { return };
    // How many are left where is public; what is left in the corps is not.
    state.contents.remove_corps(*first);
    for left in leaves {
        let garrison = Garrison::city(left.at, first.owner());
        *state.pieces.garrisons.entry(garrison).or_insert(0) += u32::from(left.men);
        state.contents.remove_garrison(garrison);
    }
}

fn was_stormed(state: &mut Position, stormed: Stormed) {
    let month = state.month();
    for (corps, fell, now) in stormed.corps {
        gone(state, corps.owner(), Cause::Siege, fell);
        if now.is_empty() {
            off(state, corps);
            continue;
        }
        state.contents.put_corps(corps, now);
        if let Some(month) = month {
            state.land.known.insert(corps, Known { factors: now, month });
        }
    }
    for (garrison, now) in stormed.garrisons {
        let before = state.pieces.garrisons.get(&garrison).copied().unwrap_or(0);
        gone(state, garrison.of, Cause::Siege, before.saturating_sub(now.total()));
        if now.is_empty() {
            state.pieces.garrisons.remove(&garrison);
            state.contents.remove_garrison(garrison);
        } else {
            state.pieces.garrisons.insert(garrison, now.total());
            state.contents.put_garrison(garrison, now);
        }
    }
}

fn carried_out(state: &mut Position, outcomes: Outcomes) {
    let month = state.month();
    for (corps, from) in outcomes.came {
        if let Some(on_map) = state.pieces.corps.get_mut(&corps) {
            on_map.stand = Stand::Open(outcomes.area);
            on_map.came_from = Some(CameFrom::Area(from));
        }
    }
    for (corps, factors) in outcomes.left {
        state.land.combats.fought.insert(corps);
        if factors.is_empty() {
            off(state, corps);
            continue;
        }
        state.contents.put_corps(corps, factors);
        if let Some(month) = month {
            state.land.known.insert(corps, Known { factors, month });
        }
    }
    for goes in outcomes.leaders {
        match (goes.taken_by, goes.with) {
            (Some(captor), _) => _ = state.pieces.leaders.insert(goes.leader, Leader::Prisoner(captor)),
            (None, Some(corps)) => _ = state.pieces.leaders.insert(goes.leader, Leader::With(corps)),
            (None, None) => _ = state.pieces.leaders.remove(&goes.leader),
        }
        if goes.lost {
            state.land.leaders_lost.insert(goes.leader);
        }
    }
    let mut taken: BTreeMap<Owner, u32> = BTreeMap::new();
    for (with, of, number) in outcomes.prisoners {
        *taken.entry(Owner::Power(of)).or_default() += number;
        *state.land.prisoners.entry(with).or_default().entry(of).or_default() += number;
    }
    for (owner, lost) in outcomes.lost {
        let prisoners = taken.get(&owner).copied().unwrap_or(0).min(lost);
        gone(state, owner, Cause::Taken, prisoners);
        gone(state, owner, Cause::Battle, lost - prisoners);
    }
    state.land.combats.battle = None;
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
