//! Field battles at the table: opened by a player, mustered in public, planned in envelopes, fought in public.

mod day;
mod end;
mod may;
mod muster;
mod offers;
mod plans;
mod rifles;

pub use may::may_call_off;
pub use muster::FieldBattles;
pub(crate) use muster::command;
pub use plans::BattlePlans;
pub(crate) use rifles::told as told_rifles;
pub use rifles::{VALUE as RIFLES, is_on as with_rifles};

use crate::Position;
use crate::land::battle::fight::Who;
use crate::land::battle::leader_casualties::Fate;
use crate::land::battle::sealed::{Own, Plan};
use crate::land::battle::{Battle, Commander, Ended, Field, Fought, LedGuard, Stopped};
use crate::land::stacking::Muster;
use crate::months::{Month, Phase};
use crate::powers::Power;
use crate::rounds::Round;
use crate::told::counters::Piece;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use table::names::SeatId;
use table::numbered;
use table::rules::RuleId;

/// What the slots of a battle's dice begin with.
const PREFIX: &str = "battle/";

/// Battles as they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battles {
    /// The number of the last one that was opened.
    pub last: u32,
    /// Those that are open, and the last that are over, by their numbers.
    pub of: BTreeMap<u32, Arc<Battle>>,
    /// Leaders who were killed: power and name in small letters, and where.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fallen: BTreeMap<Power, BTreeMap<String, String>>,
    /// Leaders who were wounded: power and name in small letters, and how long they are away. Those who are back stay listed until
    /// they are wounded again.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub wounded: BTreeMap<Power, BTreeMap<String, Wounded>>,
    /// Corps that were destroyed: power and name in small letters, and where and when. They stay listed until they are destroyed again.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub destroyed: BTreeMap<Power, BTreeMap<String, Destroyed>>,
    /// The powers that have breech-loading rifles, and when they bought them; nothing where that was before it was kept here.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rifles: BTreeMap<Power, Vec<String>>,
    /// What battles of a month brought, until it is told.
    #[serde(default, skip_serializing_if = "Untold::is_nothing")]
    untold: Untold,
}

/// PP of the battles of a month that nobody has told yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Untold {
    /// The month.
    month: Option<Month>,
    /// In halves, gained or lost.
    of: BTreeMap<Power, i64>,
    /// What was told of it already, in halves.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    told: BTreeMap<Power, i64>,
}

impl Untold {
    fn is_nothing(&self) -> bool {
        *self == Untold::default()
    }
}

/// A corps that was destroyed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Destroyed {
    /// Where.
    pub place: String,
    /// In which month. Its counter comes in again in a reinforcement phase, the first that can be in the month after.
    pub month: Month,
}

/// A leader who was wounded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wounded {
    /// Where.
    pub place: String,
    /// In which month.
    pub month: Month,
    /// For how many complete months, from the next one on, he is away.
    pub months: u8,
}

impl Wounded {
    /// Whether he is still away in a month.
    #[must_use]
    pub fn is_away(&self, month: Month) -> bool {
        month <= self.month.later(self.months.into())
    }
}

/// What a player orders in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "battle", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Opens a battle.
    Open {
        /// Where and how.
        field: Field,
        /// Whether the garrison of the depot that is attacked is neutral towards the attacker; it is so once its own players say so.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        neutral: bool,
    },
    /// Buys breech-loading rifles for a power.
    BuyRifles {
        /// The power.
        power: Power,
        /// Whether they come through the Landtag.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        landtag: bool,
    },
    /// Says what a power brings.
    Muster {
        /// The battle.
        number: u32,
        /// The power.
        power: Power,
        /// What it brings.
        muster: Muster,
    },
    /// Says that the own garrison is neutral towards those who attack the depot.
    Neutral {
        /// The battle.
        number: u32,
    },
    /// Calls a battle off before its first envelope is open.
    CallOff {
        /// The battle.
        number: u32,
    },
    /// Wants a battle to be fought live, or does not want it any more.
    Live {
        /// The battle.
        number: u32,
        /// Whether he wants it.
        on: bool,
    },
}

/// What happened in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A battle was opened.
    BattleOpened {
        /// Its number.
        battle: u32,
        /// Where and how.
        field: Field,
        /// The rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
    /// A player says that his garrison is neutral towards those who attack the depot; others of it have still to say so.
    Neutral {
        /// The battle.
        battle: u32,
        /// His seat.
        seat: SeatId,
    },
    /// A depot whose garrison is neutral was attacked: it counts as without one, and nobody fights.
    DepotUndefended {
        /// The battle that was opened for it, and is over by this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        battle: Option<u32>,
        /// Where.
        place: String,
        /// Whose depot it is.
        depot: Power,
        /// Who attacked.
        attackers: Vec<Power>,
        /// Whose garrison stays unharmed.
        garrison: Vec<Power>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A power has breech-loading rifles.
    RiflesBought {
        /// The power.
        power: Power,
        /// What it pays, in $.
        price: u32,
        /// Whether it is among the first, which pay double.
        first: bool,
        /// The home provinces that price them, by their keys, with the MP of each.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        homeland: Vec<(String, u32)>,
        /// Whether some of these MP are not the printed game's.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        unprinted: bool,
        /// The month and phase, as the outline of play has them.
        step: Vec<String>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A power has mustered.
    Mustered {
        /// The battle.
        battle: u32,
        /// The power.
        power: Power,
        /// What it brings.
        muster: Muster,
    },
    /// All have mustered: who commands.
    Commanded {
        /// The battle.
        battle: u32,
        /// Attacker's and defender's.
        command: [Commander; 2],
        /// Sides whose commander a die decided.
        by_die: Vec<Who>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// The envelopes of a day are open.
    PlansOpened {
        /// The battle.
        battle: u32,
        /// What each power decided for its own.
        own: BTreeMap<Power, Own>,
        /// Both plans.
        plans: [Plan; 2],
    },
    /// A player wants a battle to be fought live, or does not any more.
    Live {
        /// The battle.
        battle: u32,
        /// His seat.
        seat: SeatId,
        /// Whether he wants it.
        on: bool,
    },
    /// A day was fought, or a part of it up to where it stops to ask.
    BattleFought(Box<Fought>),
    /// A battle is over.
    BattleEnded {
        /// The battle.
        battle: u32,
        /// Where it was fought, and by whom.
        field: Box<Field>,
        /// The month, where months are played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        month: Option<Month>,
        /// How.
        #[serde(flatten)]
        ended: Box<Ended>,
    },
    /// A battle was called off.
    CalledOff {
        /// The battle.
        battle: u32,
    },
}

impl Position {
    /// Where a corps was destroyed that cannot have come in again by now, by its name in any case. Of the order of battle's counters alone: a
    /// garrison has no counter, and that of one fortress is not that of another.
    #[must_use]
    pub fn destroyed_at(&self, now: (Month, Phase), power: Power, corps: &str) -> Option<&str> {
        let lost = self.battles.destroyed.get(&power)?.get(&corps.to_lowercase())?;
        let next = (lost.month.later(1), Phase::Reinforcement);
        (now < next && self.is_counter(power, corps)).then_some(lost.place.as_str())
    }

    /// Whether what is mustered under this name, in any case, is a corps of the power's order of battle, of which there is one.
    pub(crate) fn is_counter(&self, power: Power, corps: &str) -> bool {
        Piece::of_the_order(self.scenario_key(), power, corps) == Some(Piece::Corps)
    }
}

impl Battles {
    /// Those that are not over, with their numbers.
    pub fn open(&self) -> impl Iterator<Item = (u32, &Arc<Battle>)> {
        self.of.iter().filter(|(_, battle)| battle.ended.is_none()).map(|(number, battle)| (*number, battle))
    }

    /// Whether a leader of a power, by his name in any case, was killed, or is away with a wound in a month; without a month nobody is.
    #[must_use]
    pub fn is_away(&self, month: Option<Month>, power: Power, leader: &str) -> bool {
        let name = leader.to_lowercase();
        let fallen = self.fallen.get(&power).is_some_and(|fallen| fallen.contains_key(&name));
        let wounded = self.wounded.get(&power).and_then(|wounded| wounded.get(&name));
        fallen || wounded.zip(month).is_some_and(|(his, now)| his.is_away(now))
    }

    /// The battle and the day that a round of envelopes is of.
    #[must_use]
    pub fn of_round(&self, round: &Round) -> Option<(u32, &Battle)> {
        let Round::Battle(plans) = round else { return None };
        self.planned_in(plans)
    }

    /// The same of a round of plans.
    fn planned_in(&self, plans: &BattlePlans) -> Option<(u32, &Battle)> {
        let battle = self.of.get(&plans.battle)?;
        (battle.plans_now(plans.battle) == *plans && battle.ended.is_none()).then_some((plans.battle, battle))
    }

    /// A correction says whether a power has breech-loading rifles; a battle that is open goes by it too.
    pub(crate) fn has_rifles(&mut self, power: Power, has: bool) {
        if has {
            self.rifles.entry(power).or_default();
        } else {
            self.rifles.remove(&power);
        }
        for battle in self.of.values_mut().filter(|battle| battle.ended.is_none()).map(Arc::make_mut) {
            if let Some(muster) = battle.musters.get_mut(&power) {
                muster.rifles = has;
            }
        }
    }

    /// Changes by what happened.
    pub(crate) fn apply(&mut self, happened: Happened) {
        match happened {
            Happened::DepotUndefended { battle, .. } => {
                if let Some(battle) = battle {
                    self.of.remove(&battle);
                }
            }
            Happened::Neutral { battle, seat } => {
                if let Some(battle) = self.of.get_mut(&battle).map(Arc::make_mut) {
                    battle.neutral.insert(seat);
                }
            }
            Happened::RiflesBought { power, price, first, step, .. } => {
                // What the Landtag gives is no purchase: nobody pays double for its month.
                let first = first && price > 0;
                self.rifles.insert(power, if first { step } else { Vec::new() });
            }
            Happened::BattleOpened { battle, field, .. } => {
                self.last = battle;
                let opened = Arc::new(Battle::opened(field));
                numbered::open(&mut self.of, battle, opened, |battle| battle.ended.is_some());
            }
            Happened::CalledOff { battle } => {
                self.of.remove(&battle);
            }
            Happened::Mustered { battle, power, muster } => {
                if let Some(battle) = self.of.get_mut(&battle).map(Arc::make_mut) {
                    // Who musters the garrison says that it is not neutral.
                    battle.field.neutral &= battle.field.side(power) != Some(Who::Defender);
                    battle.musters.insert(power, muster);
                }
            }
            Happened::Commanded { battle, command, .. } => {
                if let Some(battle) = self.of.get_mut(&battle).map(Arc::make_mut) {
                    battle.command = Some(command);
                }
            }
            Happened::PlansOpened { battle, own, plans } => {
                if let Some(battle) = self.of.get_mut(&battle).map(Arc::make_mut) {
                    battle.planned(own, plans);
                }
            }
            Happened::BattleFought(fought) => {
                if let Some(battle) = self.of.get_mut(&fought.battle).map(Arc::make_mut) {
                    battle.was_fought(*fought);
                }
            }
            Happened::Live { battle, seat, on } => {
                if let Some(battle) = self.of.get_mut(&battle).map(Arc::make_mut) {
                    battle.live.set(seat, on);
                }
            }
            Happened::BattleEnded { battle, field, month, ended } => {
                self.ended(battle, *field, month, *ended);
            }
        }
    }

    /// What the battles of this month have brought a power and nobody has told, in halves of a PP.
    pub(crate) fn untold(&self, power: Power, month: Option<Month>) -> i64 {
        self.untold.of.get(&power).copied().filter(|_| self.untold.month == month).unwrap_or(0)
    }

    /// What of them was told before, and with what nobody has told.
    pub(crate) fn points_of_the_month(&self, power: Power, month: Option<Month>) -> i64 {
        let told = self.untold.told.get(&power).copied().filter(|_| self.untold.month == month);
        told.unwrap_or(0) + self.untold(power, month)
    }

    /// Where a power stands was told.
    pub(crate) fn points_told(&mut self, power: Power) {
        if let Some(points) = self.untold.of.remove(&power) {
            *self.untold.told.entry(power).or_default() += points;
        }
    }

    /// A battle is over: its leaders who fell or were wounded are noted, and the corps of which nothing is left.
    fn ended(&mut self, battle: u32, field: Field, month: Option<Month>, ended: Ended) {
        let place = field.place;
        for checked in ended.leaders.iter().filter(|checked| checked.fate == Fate::Killed) {
            let fallen = self.fallen.entry(checked.of).or_default();
            fallen.insert(checked.leader.to_lowercase(), place.clone());
        }
        for checked in &ended.leaders {
            let (Fate::Wounded(months), Some(month)) = (checked.fate, month) else { continue };
            let wounded = self.wounded.entry(checked.of).or_default();
            let place = place.clone();
            wounded.insert(checked.leader.to_lowercase(), Wounded { place, month, months });
        }
        if let Some(month) = month {
            for booked in ended.destroyed(field.kind) {
                let destroyed = self.destroyed.entry(booked.power).or_default();
                destroyed.insert(booked.corps.to_lowercase(), Destroyed { place: place.clone(), month });
            }
        }
        if self.untold.month != month {
            self.untold = Untold { month, ..Untold::default() };
        }
        for points in &ended.points {
            *self.untold.of.entry(points.power).or_default() += 2 * points.points;
        }
        if let Some(battle) = self.of.get_mut(&battle).map(Arc::make_mut) {
            battle.ended = Some(ended);
            battle.over = month;
        }
    }
}

impl Battle {
    /// A day of it was fought, or a part of one.
    fn was_fought(&mut self, fought: Fought) {
        self.rounds += fought.rounds;
        self.rolls += fought.rolls;
        self.led_guard.extend(fought.notes.iter().filter_map(LedGuard::of));
        if fought.stops {
            self.stopped = Some(Stopped { times: fought.part + 1, fight: fought.fight });
        } else {
            for (who, army) in Who::BOTH.into_iter().zip(&fought.fight.armies) {
                let corps = self.corps(who).into_iter().enumerate();
                let fights = corps.filter(|(i, _)| army.fights(*i)).map(|(_, corps)| corps);
                self.fought.extend(fights);
            }
            self.stopped = None;
            self.armies = Some(fought.fight.armies);
            self.day = fought.day + 1;
        }
    }

    /// What was sealed takes the place of what was decided before; what is in the corps stays known from the first day.
    fn planned(&mut self, own: BTreeMap<Power, Own>, plans: [Plan; 2]) {
        for (power, mut new) in own {
            if let Some(old) = self.own.get(&power).filter(|_| new.factors.is_empty()) {
                new.factors.clone_from(&old.factors);
            }
            self.own.insert(power, new);
        }
        self.plans = Some(plans);
    }

    /// Its round of plans now: that of the day, or that of the step at which the day stops.
    fn plans_now(&self, number: u32) -> BattlePlans {
        let stop = self.stopped.as_ref().map(|stopped| stopped.times);
        BattlePlans { battle: number, day: self.day, stop }
    }

    /// The same as a round of envelopes.
    fn round(&self, number: u32) -> Round {
        Round::Battle(self.plans_now(number))
    }

    /// The powers that have not mustered yet.
    #[must_use]
    pub fn awaited(&self) -> Vec<Power> {
        self.field.powers().into_iter().filter(|power| !self.musters.contains_key(power)).collect()
    }

    /// The side that a seat with these powers commands.
    #[must_use]
    pub fn commanded_by(&self, powers: &[Power]) -> Option<Who> {
        let command = self.command?;
        Who::BOTH.into_iter().find(|who| powers.contains(&command[*who as usize].power))
    }
}

/// Who holds a power: the seat that controls it, that of its buyer where it was auctioned, or of who bid for it where nobody plays it.
fn holder(state: &Position, power: Power) -> Option<SeatId> {
    if let Some(sold) = state.auctions.sold.get(&power) {
        return Some(sold.seat.clone());
    }
    if let Some(seat) = state.controller(power) {
        return Some(seat.clone());
    }
    state.choice.holdings.get(&power).map(|holding| holding.seat.clone())
}

impl Position {
    /// Whether everybody in a battle wants it to be fought live.
    #[must_use]
    pub fn is_live(&self, battle: &Battle) -> bool {
        battle.live.are_of_all(&self.seats_in(battle))
    }

    /// The seats that defend.
    #[must_use]
    pub fn garrison(&self, battle: &Battle) -> BTreeSet<SeatId> {
        battle.field.defenders.iter().filter_map(|power| holder(self, *power)).collect()
    }

    /// The seats in a battle.
    #[must_use]
    pub fn seats_in(&self, battle: &Battle) -> BTreeSet<SeatId> {
        battle.field.powers().into_iter().filter_map(|power| holder(self, power)).collect()
    }

    /// The powers of a seat that fight in a battle.
    #[must_use]
    pub fn in_battle(&self, battle: &Battle, seat: &SeatId) -> Vec<Power> {
        battle
            .field
            .powers()
            .into_iter()
            .filter(|power| holder(self, *power).as_ref() == Some(seat))
            .collect()
    }
}
