//! The board of a campaign whose armies and fleets are kept here: stacks in provinces and sea zones, who holds what, campaigns paid for.
//!
//! What is in a fleet counter is its owner's secret and never on the board: it lies in his strongbox, and comes into a battle with his
//! plan.

mod books;
mod control;
mod fought;
mod intercept;
mod march;
mod orders;

pub use control::Eyes;
pub(super) use fought::fought;
pub(super) use intercept::{check, opened, standing};
pub(super) use orders::decide;
pub use orders::line;

use super::attrition::{Pillages, Rolled};
use super::campaigns::{Announced, Campaign, Deed};
use super::country::Country;
use super::exploration::Explored;
use super::geography::Place;
use super::interception::Tried;
use super::leader::Leader;
use super::paths::March;
use super::purchase::{Bought, Item};
use super::rounds::{Continued, Round};
use super::supply::Supply;
use super::thirds::Thirds;
use super::units::{Counter, Stack, Unit};
use super::upkeep::Bill;
use crate::rules::RuleId;
use crate::table::names::SeatId;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What the rounds of envelopes for interceptions are called: `intercept/4`.
pub const PREFIX: &str = "intercept/";
/// Stacks of a campaign at most.
pub const MOST_STACKS: usize = 400;

/// A leader with a stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Led {
    /// His name, where he has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// His values.
    pub values: Leader,
}

/// A stack on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// Whose it is.
    pub country: Country,
    /// Where.
    pub at: Place,
    /// Its counters.
    pub stack: Stack,
    /// Its leader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<Led>,
    /// MP that it has used in this round.
    #[serde(default)]
    pub moved: u8,
    /// Where it came from last: the way of its retreat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Place>,
    /// It was out of supply when that was last looked at.
    #[serde(default)]
    pub starved: bool,
    /// It lived off the land: −1/−1 on the first day of its next battle in the round.
    #[serde(default)]
    pub foraging: bool,
    /// A loss in percent that its owner has to take off it himself.
    #[serde(default)]
    pub owes: Thirds,
    /// Whether its attrition for what it did in this round is still to come.
    #[serde(default)]
    pub must_retreat: bool,
}

/// A march that waits for interceptions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnderWay {
    /// Its number.
    pub number: u32,
    /// The stack.
    pub stack: u32,
    /// The way.
    pub march: March,
    /// Whether its owner takes a pillage where he may choose.
    pub pillage: bool,
    /// Who may intercept.
    pub asked: BTreeSet<SeatId>,
}

/// The board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// The number of the last stack.
    pub last: u32,
    /// The stacks.
    pub stacks: BTreeMap<u32, Standing>,
    /// Provinces that another country holds than the one printed on the map.
    pub held: BTreeMap<Place, Country>,
    /// Pillages.
    pub pillages: BTreeMap<Place, Pillages>,
    /// The round, while rounds are played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<Round>,
    /// Whether the round has bad weather.
    pub bad_weather: bool,
    /// Whether the event Poor Weather is in force.
    pub poor_weather: bool,
    /// The campaign that each player paid for last in this turn.
    pub paid: BTreeMap<SeatId, Campaign>,
    /// Who has announced one in this round.
    pub announced: BTreeSet<SeatId>,
    /// What stacks did in this round under it.
    pub deeds: BTreeMap<u32, Deed>,
    /// A march that waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under_way: Option<UnderWay>,
    /// The number of the last march.
    pub marches: u32,
    /// Dice of the board so far.
    pub rolls: u32,
    /// LD and halves of naval detachments that countries have bought in this turn.
    pub bought: BTreeMap<Country, (u16, u16)>,
    /// Leaders who are dead, by name in small letters.
    pub dead: BTreeSet<String>,
    /// Battles that stacks of the board fight, by number: the moving and the standing stack.
    pub fights: BTreeMap<u32, [u32; 2]>,
}

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
    },
    /// Sails.
    Sail {
        /// The stack.
        stack: u32,
        /// The sea zones in their order; at the end a port's province may stand.
        way: Vec<Place>,
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
        /// It.
        under_way: UnderWay,
        /// The rules.
        rules: Vec<RuleId>,
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
    },
    /// A stack has marched.
    Marched {
        /// Which.
        stack: u32,
        /// Its way, as far as it came.
        march: March,
        /// What it did.
        deed: Deed,
        /// Its attrition.
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
    Fought {
        /// Which.
        stack: u32,
        /// What is left of its counters.
        left: Stack,
        /// Whether it must retreat.
        must_retreat: bool,
        /// A loss that the owner takes off himself.
        owes: Thirds,
        /// Whether its leader is dead.
        #[serde(default)]
        leader_dead: bool,
    },
    /// A stack retreated.
    Retreated {
        /// Which.
        stack: u32,
        /// Where to.
        to: Place,
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
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// The rounds of a turn are over.
    RoundsOver {
        /// Pillages that stay.
        pillages: BTreeMap<Place, Pillages>,
    },
}

impl Board {
    /// Whether the campaign's armies are kept here.
    #[must_use]
    pub fn is_in_use(&self) -> bool {
        !self.stacks.is_empty()
    }

    /// The stacks in a place.
    pub fn at(&self, place: Place) -> impl Iterator<Item = (u32, &Standing)> {
        self.stacks
            .iter()
            .filter(move |(_, standing)| standing.at == place)
            .map(|(n, standing)| (*n, standing))
    }

    /// Pillages of a province.
    #[must_use]
    pub fn pillages_of(&self, place: Place) -> Pillages {
        self.pillages.get(&place).copied().unwrap_or_default()
    }

    fn attrited(&mut self, stack: u32, attrited: Attrited) {
        if let Some((place, pillages)) = attrited.pillaged {
            self.pillages.insert(place, pillages);
        }
        if let Some(standing) = self.stacks.get_mut(&stack) {
            standing.stack = attrited.left;
            standing.owes += attrited.owes;
            standing.foraging |= attrited.foraging;
            if standing.stack.0.is_empty() && standing.leader.is_none() {
                self.stacks.remove(&stack);
            }
        }
    }

    /// Changes by what happened.
    pub(super) fn apply(&mut self, happened: Happened) {
        match happened {
            Happened::Deployed { stack, standing } => {
                self.last = self.last.max(stack);
                self.stacks.insert(stack, standing);
            }
            Happened::Disbanded { stack } => {
                self.stacks.remove(&stack);
            }
            Happened::Regrouped { stack, counters, .. } => {
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.stack = Stack(counters);
                    standing.owes = Thirds::NONE;
                }
            }
            Happened::Joined { stack, to } => {
                if let Some(joins) = self.stacks.remove(&stack)
                    && let Some(standing) = self.stacks.get_mut(&to)
                {
                    standing.stack.0.extend(joins.stack.0);
                    standing.moved = standing.moved.max(joins.moved);
                    standing.owes += joins.owes;
                    if standing.leader.is_none() {
                        standing.leader = joins.leader;
                    }
                }
            }
            Happened::LeaderGiven { stack, leader } => {
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.leader = leader;
                }
            }
            Happened::Held { place, country } => {
                self.held.insert(place, country);
            }
            Happened::WeatherTold { poor } => self.poor_weather = poor,
            Happened::CampaignAnnounced { seat, announced, .. } => {
                self.announced.insert(seat.clone());
                self.paid.insert(seat, announced.campaign);
            }
            Happened::MarchBegun { under_way, .. } => {
                self.marches = under_way.number;
                self.under_way = Some(under_way);
            }
            Happened::Intercepted { by, at, done, .. } => {
                self.rolls += 1;
                if done && let Some(standing) = self.stacks.get_mut(&by) {
                    standing.from = Some(standing.at);
                    standing.at = at;
                }
            }
            Happened::Marched { stack, march, deed, attrition, .. } => {
                self.under_way = None;
                self.rolls += attrition.as_ref().map_or(0, |a| 1 + a.chances.len() as u32);
                self.deeds.insert(stack, deed);
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.from = Some(march.from);
                    standing.at = march.to();
                    standing.moved = standing.moved.saturating_add(march.mp());
                }
                if let Some(attrited) = attrition {
                    self.attrited(stack, attrited);
                }
            }
            Happened::Sailed { stack, way, attrition, .. } => {
                self.rolls += attrition.as_ref().map_or(0, |a| 1 + a.chances.len() as u32);
                self.deeds.insert(stack, Deed::Moves);
                if let (Some(standing), Some(last)) = (self.stacks.get_mut(&stack), way.last()) {
                    standing.from = Some(standing.at);
                    standing.at = *last;
                    standing.moved = 1;
                }
                if let Some(attrited) = attrition {
                    self.attrited(stack, attrited);
                }
            }
            Happened::Explored { stack, explored, second, leader, owes, .. } => {
                self.rolls += 1 + u32::from(second.is_some()) + u32::from(leader.is_some());
                self.rolls += u32::from(explored.remains.stars);
                self.deeds.insert(stack, Deed::Explores);
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.owes += owes;
                    if leader.is_some_and(|(_, dies)| dies) {
                        standing.leader = None;
                    }
                }
            }
            Happened::Supplied { stack, destroyed, starved, attrition, .. } => {
                self.rolls += attrition.as_ref().map_or(0, |a| 1 + a.chances.len() as u32);
                if destroyed {
                    self.stacks.remove(&stack);
                    return;
                }
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.starved = starved;
                }
                if let Some(attrited) = attrition {
                    self.attrited(stack, attrited);
                }
            }
            Happened::Engaged { fight, stacks } => {
                self.fights.insert(fight, stacks);
            }
            Happened::Fought { stack, left, must_retreat, owes, leader_dead } => {
                self.fights.retain(|_, stacks| !stacks.contains(&stack));
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.foraging = false;
                    standing.must_retreat = must_retreat;
                    standing.owes += owes;
                    if leader_dead && let Some(led) = standing.leader.take() {
                        self.dead.insert(led.name.to_lowercase());
                    }
                    standing.stack = left;
                    if standing.stack.0.is_empty() {
                        self.stacks.remove(&stack);
                    }
                }
            }
            Happened::Retreated { stack, to } => {
                if let Some(standing) = self.stacks.get_mut(&stack) {
                    standing.at = to;
                    standing.must_retreat = false;
                }
            }
            Happened::Bought { country, bought, .. } => {
                self.bought.insert(country, (bought.ld, bought.halves));
            }
            Happened::UpkeepPaid { .. } => {}
            Happened::RoundBegun { round, continued, .. } => {
                self.rolls += 1;
                self.round = Some(round);
                self.bad_weather = continued.is_some_and(|continued| continued.bad_weather);
                self.announced.clear();
                self.deeds.clear();
                for standing in self.stacks.values_mut() {
                    standing.moved = 0;
                    standing.foraging = false;
                }
            }
            Happened::RoundsOver { pillages } => {
                self.rolls += 1;
                self.round = None;
                self.bad_weather = false;
                self.poor_weather = false;
                self.paid.clear();
                self.announced.clear();
                self.deeds.clear();
                self.bought.clear();
                self.pillages = pillages;
                for standing in self.stacks.values_mut() {
                    standing.moved = 0;
                }
            }
        }
    }
}
