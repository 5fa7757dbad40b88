//! The board as far as politics needs it: how each province and minor country is held, and by which step of the rules that changes. Where the
//! land is played elsewhere players tell it, and the bot does what follows from it.

pub mod cession;
pub mod combination;
pub mod conquest;
pub mod district;
pub mod dominance;
pub mod free_state;
pub mod manpower;

pub(crate) use cession::taken_by;

use super::map::{Era, Place, ProvinceId};
use super::oob::{Control, Held};
use super::powers::Power;
use super::{EmpiresInArms, Event, LAWS, Position, rests};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use table::assent::{Assent, Rests};
use table::by_subject::{Ordered, Regent, Subject};
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said;
use table::view::View;

/// How the provinces are held.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Board {
    /// Whose is what when the scenario begins.
    at_start: Control,
    /// What is held otherwise than at the start.
    held: imbl::OrdMap<ProvinceId, Held>,
    /// The political combinations that were made, by their keys.
    pub combinations: BTreeMap<String, combination::Made>,
    /// The dominant powers, once they are kept.
    pub dominant: Option<BTreeSet<Power>>,
    /// The minor countries and provinces of others that became a power's own: what it conquered of Italy, and what a dominant Italy has
    /// (`nationalism.sardinia.conquest-makes-province`, `nationalism.dominance.italy.provinces`).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub provinces: BTreeMap<ProvinceId, Power>,
    /// The combinations that each power could have made when the last economic phase ended.
    pub could: BTreeMap<Power, BTreeSet<String>>,
}

/// Why a province is held otherwise than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Players told that it is, as a correction.
    Told,
    /// It was conquered (7.7, 10.2.1).
    Conquered,
    /// Its controller made it a free state (4.8).
    Freed,
    /// It was ceded of free will (8.8).
    Ceded,
    /// It was ceded by a formal peace (B.7, C.4).
    Treaty,
    /// Its own power put it into a political combination (11.1).
    Combined,
    /// It was attacked, and who has it now took control of it (4.6.3).
    Control,
    /// It was lost with its holder's political status (4.6.1).
    Lost,
    /// Nobody is at war with it any more (4.6.6).
    Lapsed,
    /// A district joined its country (`enhancements.district.joins-primary`).
    Joined,
    /// The Peace of Saint Petersburg made it Russian.
    Petersburg,
    /// A German confederation has it, or gives it back after its war.
    Confederation,
    /// Who was ceded it is at war with it (`enhancements.cede.free-state`).
    Attacked,
    /// It became a province of a power that is dominant (`nationalism.dominance.italy.provinces`).
    Dominant,
}

/// What a player orders about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "board", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Tells that a power has conquered a minor country.
    Conquer(conquest::Conquest),
    /// Makes a conquered minor country a free state (4.8).
    Free {
        /// Which.
        minor: ProvinceId,
    },
    /// Cedes a minor country or a ceded province to an ally (8.8).
    Cede {
        /// Which.
        province: ProvinceId,
        /// To whom.
        to: Power,
    },
    /// Makes a political combination (11).
    Combine {
        /// Which power.
        power: Power,
        /// Its key on the map: `poland`.
        combination: String,
    },
    /// Takes what a formal peace gives a victor (B.7, C.4).
    Take {
        /// Which victor.
        power: Power,
        /// Which province or minor country of the loser.
        province: ProvinceId,
    },
}

/// A province and how it is held now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Which.
    pub province: ProvinceId,
    /// How it is held now.
    pub held: Held,
}

/// What happened to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// Provinces are held otherwise than before.
    Held {
        /// Which, and how each is held now.
        provinces: Vec<Change>,
        /// Why.
        why: Why,
        /// The PP, in halves, of those whom it brings or costs some.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        now: BTreeMap<Power, i64>,
        /// The rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
    /// A political combination is made.
    CombinationMade {
        /// Its key on the map.
        key: String,
        /// By whom, and of what.
        made: combination::Made,
        /// The PP, in halves, of whom it brings some.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        now: BTreeMap<Power, i64>,
        /// The rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
    /// A power becomes dominant or is dominant no more.
    DominanceChanged(dominance::Changed),
    /// Which combinations each power could have made when an economic phase ended.
    CombinationsPossible {
        /// Their keys.
        could: BTreeMap<Power, BTreeSet<String>>,
    },
}

impl Board {
    /// The board of a scenario as it begins.
    #[must_use]
    pub fn founded(scenario: &str) -> Board {
        Board { at_start: Control::of(scenario), ..Board::default() }
    }

    /// How a province or a minor country is held.
    #[must_use]
    pub fn held(&self, province: ProvinceId) -> Held {
        self.held.get(&province).copied().unwrap_or_else(|| self.at_start(province))
    }

    /// How it was held when the scenario began.
    #[must_use]
    pub fn at_start(&self, province: ProvinceId) -> Held {
        self.at_start.held(province)
    }

    /// The time in which the campaign is played.
    #[must_use]
    pub fn era(&self) -> Era {
        self.at_start.era()
    }

    /// Whose is what when the scenario begins.
    #[must_use]
    pub fn start(&self) -> Control {
        self.at_start
    }

    /// Whose home a province is; `None` for a minor country.
    #[must_use]
    pub fn home_of(&self, province: ProvinceId) -> Option<Power> {
        self.provinces.get(&province).copied().or_else(|| self.was_before(province))
    }

    /// The provinces that are held otherwise than at the start.
    pub fn changed(&self) -> impl Iterator<Item = (ProvinceId, Held)> + '_ {
        self.held.iter().map(|(province, held)| (*province, *held))
    }

    /// Everything that a power holds, and how.
    pub fn of(&self, power: Power) -> impl Iterator<Item = (ProvinceId, Held)> + '_ {
        let all = ProvinceId::all().map(|province| (province, self.held(province)));
        all.filter(move |(_, held)| held.by() == Some(power))
    }

    /// How a power holds a province when it is only told that it has it: its home again, a minor country as conquered, another's home as
    /// ceded.
    #[must_use]
    pub fn had_by(&self, province: ProvinceId, power: Power) -> Held {
        let own = self.provinces.get(&province).copied();
        // What only Italy's dominance made its own is again what it was before when it is lost.
        let home = own.filter(|own| *own == power || self.becomes_province(province, *own));
        match home.or_else(|| self.was_before(province)) {
            Some(home) if home == power => Held::Home(power),
            Some(_) => Held::Ceded(power),
            None if self.becomes_province(province, power) => Held::Home(power),
            None => Held::Conquered(power),
        }
    }

    /// The bot begins to keep who is dominant: those who are when the scenario begins.
    pub(crate) fn begin(&mut self) {
        self.dominant = self.at_start.scenario().map(|scenario| dominance::at_start(&scenario.key));
    }

    fn hold(&mut self, province: ProvinceId, held: Held) {
        match held {
            Held::Home(power) if self.was_before(province) != Some(power) => {
                self.provinces.insert(province, power);
            }
            // Ceded to another, a province that Sardinia conquered is still one of its own.
            Held::Ceded(_) if self.was_before(province).is_none() => {}
            _ => _ = self.provinces.remove(&province),
        }
        if held == self.at_start(province) {
            self.held.remove(&province);
        } else {
            self.held.insert(province, held);
        }
    }
}

impl Position {
    /// How a province or a minor country is held.
    #[must_use]
    pub fn held(&self, province: ProvinceId) -> Held {
        self.board.held(province)
    }
}

/// Provinces change hands; `points` are what that brings and costs, in halves of a PP.
pub(crate) fn change(
    table: &mut Table<'_, '_, EmpiresInArms>,
    provinces: Vec<Change>,
    why: Why,
    points: &[(Power, i64)],
    mut rules: Vec<RuleId>,
) -> Result<(), Refusal> {
    rules.extend(LAWS.iter().flat_map(|law| law.rules_of_change(table.state(), &provinces)));
    let mut now = BTreeMap::new();
    for (power, points) in points {
        let before = now.get(power).copied().unwrap_or_else(|| table.state().pp_of(*power));
        now.insert(*power, table.state().pp_moved(before, *points));
    }
    let former = provinces.iter().filter_map(|of| Some((of.province, table.state().held(of.province).by()?)));
    let former: Vec<(ProvinceId, Power)> = former.collect();
    let changed = provinces.clone();
    table.emit(&Event::Board(Happened::Held { provinces, why, now, rules }))?;
    LAWS.iter().try_for_each(|law| law.changes_hands(table, &changed, why))?;
    super::access::changed::hands(table, &former)?;
    LAWS.iter().try_for_each(|law| law.hands_changed(table))
}

/// The power of a player's that holds a province.
fn holder(state: &Position, seat: &SeatId, province: ProvinceId) -> Result<Power, Refusal> {
    let own = state.bidders(seat);
    match state.held(province).by() {
        Some(power) if own.contains(&power) => Ok(power),
        Some(power) => Err(Refusal::new(said!("{} has {}, and you do not play it.", power, province.name()))),
        None => Err(Refusal::new(said!("Nobody has {}.", province.name()))),
    }
}

/// How the provinces are held, as a subject of the game.
pub enum Provinces {}

impl Subject<EmpiresInArms> for Provinces {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        match happened {
            Happened::Held { provinces, why, now, .. } => {
                if why == Why::Treaty {
                    cession::taken(state, &provinces);
                }
                super::politics::minors::kept::changed(&mut state.politics.minors, &provinces, why);
                LAWS.iter().for_each(|law| law.apply_change(state, &provinces));
                for Change { province, held } in provinces {
                    state.board.hold(province, held);
                    forgets_its_areas(state, province);
                }
                combination::dissolve(state);
                state.pp.extend(now);
            }
            Happened::CombinationMade { key, made, now, .. } => {
                state.board.combinations.insert(key, made);
                state.pp.extend(now);
            }
            Happened::DominanceChanged(changed) => {
                LAWS.iter().for_each(|law| law.apply_dominance(state, &changed));
                dominance::apply(&mut state.board, &changed);
            }
            Happened::CombinationsPossible { could } => state.board.could = could,
        }
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let Some(seat) = super::politics::orders(table) else { return Vec::new() };
        let own = state.bidders(seat);
        if own.is_empty() {
            return Vec::new();
        }
        let mut offers = conquest::offers(state);
        offers.extend(free_state::offers(state, &own));
        offers.extend(cession::offers(state, table, &own));
        offers.extend(combination::offers(state, &own));
        offers
    }

    fn binds(happened: &Happened) -> bool {
        !matches!(happened, Happened::Held { why: Why::Told, .. })
    }
}

/// What was told of single areas of a province is forgotten where it changes hands as a whole.
fn forgets_its_areas(state: &mut Position, province: ProvinceId) {
    for area in &province.on_map().areas {
        state.control.remove(&Place::Area(*area).key());
    }
}

/// What is conquered rests on the word of who tells it: on the player's who had it, or of all where it was neutral. What a power does with its
/// own, or takes by a peace, the bot keeps.
fn rests_on(table: &Table<'_, '_, EmpiresInArms>, _seat: &SeatId, order: &Order) -> Option<Assent> {
    match order {
        Order::Conquer(conquest) => rests::on_holder(table, table.state().held(conquest.minor).by()),
        Order::Free { .. } | Order::Cede { .. } | Order::Combine { .. } | Order::Take { .. } => None,
    }
}

impl Ordered<EmpiresInArms> for Provinces {
    type Order = Order;
    /// That a country is conquered is a result, and told.
    const REGENT: Regent<Order> = Regent::OrdersWhere(|order| matches!(order, Order::Conquer(_)));
    const RESTS: Rests<EmpiresInArms, Order> = Rests::On(rests_on);

    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        crate::guards::kept(table)?;
        match order {
            Order::Conquer(conquest) => conquest::told(table, seat, conquest),
            Order::Free { minor } => free_state::made(table, seat, minor),
            Order::Cede { province, to } => cession::ceded(table, seat, province, to),
            Order::Combine { power, combination } => combination::made(table, seat, power, &combination),
            Order::Take { power, province } => cession::taken_by(table, seat, power, province),
        }
    }
}
