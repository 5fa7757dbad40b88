//! The economic phase (8) where the bot keeps the economy: what each power collects, which everybody knows, and what it does with it, which
//! is its own affair. Every power has a sheet that is sealed; an account of the quarter follows from it, which only its owner sees.

pub mod account;
pub(crate) mod arrivals;
pub mod books;
pub mod correction;
mod counted;
mod data;
pub mod income;
pub mod line;
pub mod lost;
pub mod manipulation;
pub mod phase;
pub mod sheet;
mod shown;
pub mod states;
pub mod trade;
pub mod values;

use super::months::Month;
use super::oob::{self, Cost, Forces};
use super::powers::Power;
use super::{EmpiresInArms, Position};
use crate::guards::owns;
use crate::map::ProvinceId;
use account::Account;
pub use line::{Line, Source, sums};
use manipulation::Manipulation;
use serde::{Deserialize, Serialize};
use sheet::Counters;
use std::collections::{BTreeMap, BTreeSet};
use table::assent::Rests;
use table::by_subject::{Ordered, Regent, Subject};
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::secret::Secret;
use table::shared::Shared;
use table::switches::Switch;
use table::view::View;
use table::{rule, said};

/// The switch by which a group says whether the bot keeps the economy.
pub const SWITCH: &str = "economy";
/// Where the bot keeps it.
pub const KEPT: &str = "kept";

/// The switch: how it stands at founding first.
pub const OF_THE_GROUP: Switch = Switch {
    key: SWITCH,
    name: "Money, manpower and builds",
    ways: &[
        ("told", "written down by the players, and not kept by the bot"),
        (KEPT, "kept by the bot, each treasury for its owner alone"),
    ],
    rule: None,
};

/// The switch of what Sardinia, and later Italy, has twice of some provinces.
pub const TWICE: Switch = Switch {
    key: "italian_income",
    name: "Sardinia's double income",
    ways: &[("both", "of money and manpower"), ("money", "of money alone")],
    rule: Some(rule!("nationalism.sardinia.income.double")),
};

/// How many accounts a purse remembers: two years of quarters.
const REMEMBERED: usize = 8;

/// How many of what costs so much $ and MP can be paid of what there is.
pub(crate) fn affordable(has: [i64; 2], each: [i64; 2]) -> u32 {
    let lasts = |(has, each): (i64, i64)| if each == 0 { i64::MAX } else { has.max(0) / each };
    let many = has.into_iter().zip(each).map(lasts).min().unwrap_or(0);
    u32::try_from(many).unwrap_or(u32::MAX)
}

/// Whether a count is left out where it is written.
fn is_none(count: &u32) -> bool {
    *count == 0
}

/// Something that was bought and has not arrived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnderWay {
    /// What: `infantry`.
    pub item: String,
    /// How many.
    pub count: u32,
    /// The month in whose reinforcement phase it arrives.
    pub month: Month,
    /// For which free state; `None` for the power itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<ProvinceId>,
}

/// What a power has, which its owner alone sees.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Purse {
    /// Its treasury in $.
    pub money: i64,
    /// Manpower that it saved, in MP.
    pub manpower: i64,
    /// $ that its free states keep.
    pub states: BTreeMap<ProvinceId, i64>,
    /// What was bought and has not arrived.
    pub under_way: Vec<UnderWay>,
    /// The economic manipulation that it chose last.
    pub manipulation: Option<Manipulation>,
    /// Its last accounts, the oldest first.
    pub accounts: Vec<Account>,
}

impl Purse {
    /// It after the purse that was there before, whose accounts are remembered with its own.
    fn after(mut self, before: Option<&Purse>) -> Purse {
        let mut accounts = before.map_or_else(Vec::new, |before| before.accounts.clone());
        accounts.append(&mut self.accounts);
        let too_many = accounts.len().saturating_sub(REMEMBERED);
        accounts.drain(..too_many);
        Purse { accounts, ..self }
    }

    /// Something was bought: a factor arrives after its months, a counter with the next month's reinforcement.
    fn order(&mut self, cost: &Cost, count: u32, bought: Month, state: Option<ProvinceId>) {
        let month = bought.later(cost.time().value.max(1));
        self.under_way.push(UnderWay { item: cost.key.clone(), count, month, state });
    }

    /// What arrives in a month.
    pub fn arrives(&self, month: Month) -> impl Iterator<Item = &UnderWay> {
        self.under_way.iter().filter(move |under_way| under_way.month == month)
    }
}

/// What is kept of the economy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Economy {
    /// The month for which sheets are asked.
    pub asked: Option<Month>,
    /// The month of the last sheets that were opened, whose manipulations take effect a quarter later.
    pub laid: Option<Month>,
    /// Whether cavalry of three types can be bought.
    pub cavalry_types: bool,
    /// Whether free states keep money.
    pub states_save: bool,
    /// Whether what Sardinia has twice of some provinces is money alone, and not manpower too (`nationalism.sardinia.income.double`).
    pub manpower_once: bool,
    /// What the gold convoy rolled in this phase, as it counts.
    pub gold: Option<u8>,
    /// Who collects half alone in this phase.
    pub halved: BTreeSet<Power>,
    /// The counters that each power has on the map, as it told them last.
    pub counters: BTreeMap<Power, Counters>,
    /// What each power had told of its counters before it told them last; of its first sheet nothing.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub counters_then: BTreeMap<Power, Counters>,
    /// The most corps and fleets of each power's order of battle that have stood on the map at a time since it told its counters last.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub stood: BTreeMap<Power, Counters>,
    /// The same until then, for the account of the sheets that were opened last.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub stood_then: BTreeMap<Power, Counters>,
    /// Who refuses to trade with whom.
    pub refused: BTreeSet<(Power, Power)>,
    /// The steps of manipulation that take effect when this phase ends.
    pub manipulated: BTreeMap<Power, i8>,
    /// Of which powers the bot keeps it.
    pub begun: BTreeSet<Power>,
    /// By how much the treasury of each power was put right in all, in $ and MP.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub put_right: BTreeMap<Power, [i64; 2]>,
    /// The account that each power showed last.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub shown: BTreeMap<Power, (Month, [i64; 2])>,
    /// Who bought breech-loading rifles in a month's phase, and for how many $.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub rifles: BTreeMap<Power, (Month, u32)>,
    /// Who sued all its enemies in this phase as it collects no manpower.
    pub sued: BTreeSet<Power>,
    /// What each power has. Only its owner sees it.
    pub purses: BTreeMap<Power, Shared<Secret<Purse>>>,
}

/// What a player orders about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "economy", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Refuses domestic trade with another power from now on, or allows it again (8.2.1.2.1).
    Trade {
        /// Which power.
        power: Power,
        /// With whom: Great Britain, or its partner.
        with: Power,
        /// Whether it refuses.
        refuse: bool,
    },
    /// Shows an account to all.
    Show {
        /// Whose.
        power: Power,
        /// The account, as its owner has it.
        account: Box<Account>,
    },
}

/// What happened in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// The sheets of a quarter are asked for.
    BudgetAsked {
        /// The month.
        month: Month,
        /// Whether cavalry of three types can be bought.
        cavalry_types: bool,
        /// Whether free states keep money.
        states_save: bool,
        /// Whether what Sardinia has twice is manpower too.
        twice_manpower: bool,
        /// The treasuries with which the bot begins to keep the economy, in $: everybody knows them.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        treasuries: BTreeMap<Power, u32>,
    },
    /// The group keeps the economy itself from here on: the bot forgets the treasuries.
    Stopped,
    /// The gold convoy of Spain was rolled for (8.2.1.3).
    GoldRolled {
        /// The dice.
        dice: Vec<u32>,
        /// Their total as it counts.
        total: u8,
        /// What it brings, in $.
        money: u32,
        /// The rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
    /// The sheets were opened as far as all see them: the counters that each power has on the map.
    CountersTold {
        /// Of each power.
        counters: BTreeMap<Power, Counters>,
    },
    /// Counters whose upkeep could not be paid are lost (8.4).
    UpkeepLost {
        /// How many of each kind, by their owners.
        counters: BTreeMap<Power, Counters>,
    },
    /// Great Britain loses Indian trade with Egypt, and a PP.
    IndianTradeLost {
        /// How much, in $.
        money: u32,
        /// Its PP now, in halves.
        now: i64,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// What a power chose a quarter before to manipulate its status, which takes effect when the phase ends.
    Manipulated {
        /// Which power, and how many steps.
        steps: BTreeMap<Power, i8>,
    },
    /// Accounts of a quarter, which their owner alone sees.
    Accounted {
        /// Of each of his powers what it has now, with the account of this quarter alone.
        purses: BTreeMap<Power, Purse>,
    },
    /// A power refuses to trade with another, or trades with it again.
    TradeRefused {
        /// Which.
        power: Power,
        /// With whom.
        with: Power,
        /// Whether it refuses.
        refused: bool,
    },
    /// A power's treasury was put right.
    Corrected {
        /// Which.
        power: Power,
        /// $ more; below 0, less.
        money: i64,
        /// Saved MP more; below 0, less.
        manpower: i64,
    },
    /// A player shows an account of his.
    AccountShown {
        /// Whose.
        power: Power,
        /// The account.
        account: Account,
    },
}

impl Economy {
    /// What held of one economic phase alone is over.
    pub(crate) fn month_ended(&mut self) {
        if self.gold.is_some()
            || !self.halved.is_empty()
            || !self.manipulated.is_empty()
            || !self.sued.is_empty()
        {
            self.gold = None;
            self.sued.clear();
            self.halved.clear();
            self.manipulated.clear();
        }
    }
}

impl Position {
    /// The key of the scenario that is played.
    #[must_use]
    pub fn scenario_key(&self) -> &'static str {
        self.board.start().scenario().map_or("", |scenario| scenario.key.as_str())
    }

    /// What a power has, where the viewer may see it and the bot keeps it.
    #[must_use]
    pub fn purse(&self, power: Power) -> Option<&Purse> {
        self.economy.purses.get(&power).map(|purse| purse.reveal())
    }

    /// The counters that a power has on the map, as it told them last.
    #[must_use]
    pub fn paid_for(&self, power: Power) -> Counters {
        self.economy.counters.get(&power).copied().unwrap_or_default()
    }

    /// The same position as a seat sees it, or everybody.
    pub(crate) fn hides_purses(&self, seat: Option<&SeatId>) -> Economy {
        let own = seat.map(|seat| self.bidders(seat)).unwrap_or_default();
        let mut economy = (*self.economy).clone();
        economy.purses.retain(|power, _| own.contains(power));
        economy
    }
}

/// Whether the bot keeps the economy in this campaign: it leans on politics.
pub(crate) fn is_kept(table: &Table<'_, '_, EmpiresInArms>) -> bool {
    table.switch(SWITCH) == KEPT && super::politics::is_kept(table)
}

/// Whether the bot keeps it, as a viewer sees it.
#[must_use]
pub fn is_kept_in(table: &View) -> bool {
    table.switch(SWITCH) == KEPT && table.switch(super::politics::SWITCH) == super::politics::KEPT
}

/// Why nothing of it can be ordered where the bot does not keep it.
#[must_use]
pub fn not_kept() -> Refusal {
    Refusal::new(said!(
        "At this table money and manpower are not kept by the bot. The group can turn that by vote: /vote switch; politics must be kept too."
    ))
}

/// Whether a player may order something of the economy for a power.
fn may_order(table: &Table<'_, '_, EmpiresInArms>, seat: &SeatId, power: Power) -> Result<(), Refusal> {
    if !is_kept(table) {
        return Err(not_kept());
    }
    owns(&table.state().bidders(seat), power)
}

/// What a power may buy: what its own corps and fleets can hold, and counters. Militia is never made into infantry
/// (`house.base.no-militia-conversion`).
pub fn prices(state: &Position, power: Power) -> impl Iterator<Item = &'static Cost> {
    let scenario = state.scenario_key();
    let forces = oob::values::as_played(scenario, power, &state.typed);
    let types = state.economy.cavalry_types;
    oob::costs(scenario)
        .filter(move |cost| forces.as_deref().is_some_and(|forces| can_take(forces, types, cost)))
}

/// Whether a power may buy this; see [`prices`].
#[must_use]
pub fn may_buy(state: &Position, power: Power, cost: &Cost) -> bool {
    let forces = oob::values::as_played(state.scenario_key(), power, &state.typed);
    forces.is_some_and(|forces| can_take(&forces, state.economy.cavalry_types, cost))
}

/// Whether forces have anything that could take what is bought; light and heavy cavalry only where these are told apart.
fn can_take(forces: &Forces, types: bool, cost: &Cost) -> bool {
    match cost.key.as_str() {
        "conversion" => false,
        "ship" | "frigate" | "heavy_ship" | "transport" | "steamship" | "ironclad" | "fleet" => {
            !forces.fleets.is_empty()
        }
        "corps" | "depot" | "port_guns" | "militia" | "infantry" | "cavalry" => true,
        "light_cavalry" | "heavy_cavalry" => types,
        other => forces.corps.iter().any(|corps| corps.can_hold(other)),
    }
}

/// The economy, as a subject of the game.
pub enum EconomicPhase {}

impl Subject<EmpiresInArms> for EconomicPhase {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        let economy = &mut *state.economy;
        match happened {
            Happened::BudgetAsked { month, cavalry_types, states_save, twice_manpower, treasuries } => {
                economy.asked = Some(month);
                economy.cavalry_types = cavalry_types;
                economy.states_save = states_save;
                economy.manpower_once = !twice_manpower;
                for (power, money) in treasuries {
                    economy.begun.insert(power);
                    let purse = Purse { money: money.into(), ..Purse::default() };
                    economy.purses.insert(power, Secret::new(purse).into());
                }
            }
            Happened::Stopped => {
                *economy = Economy { refused: std::mem::take(&mut economy.refused), ..Economy::default() }
            }
            Happened::GoldRolled { total, .. } => economy.gold = Some(total),
            Happened::CountersTold { counters } => {
                economy.counters_then = economy.counters.clone();
                economy.stood_then = std::mem::take(&mut economy.stood);
                economy.counters.extend(counters);
                economy.laid = economy.asked.take();
            }
            Happened::UpkeepLost { counters } => {
                for (power, lost) in counters {
                    let told = economy.counters.entry(power).or_default();
                    *told = told.without(lost);
                }
            }
            Happened::IndianTradeLost { now, .. } => {
                state.pp.insert(Power::GreatBritain, now);
            }
            Happened::Manipulated { steps } => economy.manipulated = steps,
            Happened::Accounted { purses } => {
                for (power, purse) in purses {
                    let before = economy.purses.get(&power).map(|purse| purse.reveal());
                    let purse = purse.after(before);
                    economy.purses.insert(power, Secret::new(purse).into());
                }
            }
            Happened::Corrected { power, money, manpower } => {
                economy.corrected(power, money, manpower);
                if let Some(purse) = economy.purses.get(&power) {
                    let mut purse = purse.reveal().clone();
                    purse.correct(money, manpower);
                    economy.purses.insert(power, Secret::new(purse).into());
                }
            }
            Happened::AccountShown { power, account } => {
                economy.shown.insert(power, shown::told(&account));
            }
            Happened::TradeRefused { power, with, refused } => {
                if refused {
                    economy.refused.insert((power, with));
                } else {
                    economy.refused.remove(&(power, with));
                }
            }
        }
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let mut offers = trade::offers(state, table);
        offers.extend(shown::offers(state, table));
        offers
    }
}

impl Ordered<EmpiresInArms> for EconomicPhase {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Leaves;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::OnNobody;

    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        match order {
            Order::Trade { power, with, refuse } => trade::refused(table, seat, power, with, refuse),
            Order::Show { power, account } => shown::shown(table, seat, power, *account),
        }
    }
}
