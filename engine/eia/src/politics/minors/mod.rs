//! Minor countries in politics (4.6): the wars on them, who takes control of one that is attacked, which are lost with a power's political
//! status, and what follows.

pub mod attack;
pub mod control;
pub mod kept;
pub mod loss;
pub mod received;
pub mod support;
pub mod values;

pub use control::Class;
pub use kept::{Gained, MinorWar, Minors};

use super::{Happened as Political, Pair, is_kept, not_kept};
use crate::board::conquest::primary;
use crate::board::{self, Why};
use crate::frame::Frame;
use crate::guards::owns;
use crate::map::{Arrows, Place, ProvinceId, touches};
use crate::months::Month;
use crate::oob::Held;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use table::assent::Rests;
use table::by_subject::{Ordered, Regent, Subject};
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::said;
use table::view::View;

/// What a player orders about a minor country.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "minor", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Gives up a war on one (4.6.6).
    GiveUp {
        /// Which power.
        power: Power,
        /// The war on which.
        country: ProvinceId,
    },
    /// Is at war with a free state that was ceded to it, instead of taking it (`enhancements.cede.free-state`).
    Attack {
        /// Which.
        country: ProvinceId,
    },
}

/// What happened to a minor country.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// War was declared on a neutral one (4.2).
    Attacked {
        /// By whom.
        by: Power,
        /// On which.
        on: ProvinceId,
        /// In which month.
        month: Month,
    },
    /// Control of those that were attacked is to be decided.
    ControlAsked {
        /// Whether promises of war count.
        backing: bool,
    },
    /// It is decided who takes control of one (4.6.2).
    Controlled {
        /// Which.
        minor: ProvinceId,
        /// The others that are attacked and one country with it: of the Papal State its Romagna (`nationalism.map.papal-state`).
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        with: Vec<ProvinceId>,
        /// Who wanted it.
        bids: Vec<control::Bid>,
        /// Who takes it; nobody where nobody wanted it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<Power>,
        /// The rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
    /// Several wanted one that a power lost: dice decided (4.6.1).
    Contested {
        /// Which.
        minor: ProvinceId,
        /// Who wanted it.
        bids: Vec<control::Bid>,
    },
    /// A power gives up its war on one (4.6.6).
    GivenUp {
        /// Which power.
        by: Power,
        /// The war on which.
        on: ProvinceId,
    },
}

impl Position {
    /// The wars on minor countries, of powers that are in the game.
    pub fn minor_wars(&self) -> impl Iterator<Item = &MinorWar> + '_ {
        self.politics.minors.wars.iter().filter(|war| !self.is_out(war.by))
    }

    /// Whether a power is at war with a minor country by itself, not with whoever holds it.
    #[must_use]
    pub fn attacks(&self, power: Power, minor: ProvinceId) -> bool {
        let lead = primary(minor);
        self.minor_wars().any(|war| war.by == power && (war.on == minor || war.on == lead))
    }

    /// Who is at war with a minor country by itself.
    pub fn attackers(&self, minor: ProvinceId) -> impl Iterator<Item = Power> + '_ {
        self.minor_wars().filter(move |war| war.on == minor).map(|war| war.by)
    }

    /// Whether a power has an area next to a province, by land or over a crossing arrow (`house.peace.sphere.war-right`).
    #[must_use]
    pub fn is_beside(&self, power: Power, province: ProvinceId) -> bool {
        let told = |area: crate::map::AreaId| self.control.get(&Place::Area(area).key()).copied();
        crate::map::AreaId::all().any(|area| {
            touches(province, area, Arrows::HOUSE)
                && told(area).or_else(|| self.held(area.on_map().province).by()) == Some(power)
        })
    }
}

/// Whether the step of the minor countries has anything to decide.
pub(crate) fn is_due(table: &Table<'_, '_, EmpiresInArms>) -> bool {
    table.state().minor_wars().any(|war| war.open) || loss::is_due(table)
}

/// The step of the minor countries begins (4.6): what is lost first, then control of those that were attacked.
pub(super) fn begin(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    loss::lose(table, month)?;
    control::ask(table, month)
}

/// The step is over.
fn over(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    table.emit(&Event::Politics(Political::GateClosed))?;
    table.end(&Frame::Minors)
}

/// Two powers made peace: neither is at war any more with a minor country that the other holds (4.2.3).
pub(crate) fn pacified(state: &mut Position, pair: Pair) {
    let board = &state.board;
    let goes_on = |war: &MinorWar| {
        let holder = board.held(war.on).by();
        holder.is_none_or(|holder| holder == war.by || Pair::of(holder, war.by) != pair)
    };
    let politics = &mut *state.politics;
    politics.minors.wars.retain(goes_on);
}

/// Why a power cannot give up a war on a minor country now; `None` where it can. That its troops have to leave is seen on the board: when
/// the printed game lets such a war lapse (4.6.6) is not known here, so who attacks says that he does no longer.
fn why_not_given_up(state: &Position, power: Power, country: ProvinceId) -> Option<Refusal> {
    // A district is given up with the country on which war was declared, and not by itself.
    if !state.attackers(country).any(|by| by == power) {
        return Some(Refusal::new(said!("{} is not at war with {}.", power, country.name())));
    }
    state.talks().is_none().then(|| {
        Refusal::new(said!(
            "A war on a minor country is given up in the political phase, when the month's wars and peaces are settled (4.6.6)."
        ))
    })
}

/// A player gives up a war on a minor country. With the last of them it is neutral again: who took control of it for the war loses it, and
/// that costs nobody anything.
fn give_up(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    power: Power,
    country: ProvinceId,
) -> Result<(), Refusal> {
    owns(&table.state().bidders(seat), power)?;
    if let Some(refusal) = why_not_given_up(table.state(), power, country) {
        return Err(refusal);
    }
    let is_attacked = |on: &ProvinceId| table.state().attackers(*on).any(|by| by == power);
    let all: Vec<ProvinceId> =
        table.state().board.at_war_by(country).into_iter().filter(is_attacked).collect();
    for on in all {
        table.emit(&Event::Minors(Happened::GivenUp { by: power, on }))?;
    }
    let state = table.state();
    if state.attackers(country).next().is_none() && matches!(state.held(country), Held::Free(_)) {
        let turned = state.board.country(country);
        return board::district::turn_neutral(table, turned, Why::Lapsed);
    }
    Ok(())
}

/// Minor countries in politics, as a subject of the game.
pub enum MinorCountries {}

impl Subject<EmpiresInArms> for MinorCountries {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        let minors = &mut state.politics.minors;
        match happened {
            Happened::Attacked { by, on, month } => {
                minors.wars.push(MinorWar { by, on, since: month, open: true });
            }
            Happened::ControlAsked { backing } => {
                minors.backing = backing;
                minors.gained.clear();
            }
            Happened::Controlled { minor, with, bids, by, .. } => {
                let is_decided = |war: &&mut MinorWar| war.on == minor || with.contains(&war.on);
                minors.wars.iter_mut().filter(is_decided).for_each(|war| war.open = false);
                let won = bids.iter().find(|bid| Some(bid.power) == by);
                minors.gained.extend(won.map(|bid| Gained { minor, by: bid.power, promised: bid.promised }));
            }
            Happened::Contested { .. } => {}
            Happened::GivenUp { by, on } => minors.wars.retain(|war| war.by != by || war.on != on),
        }
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let Some(seat) = super::orders(table) else { return Vec::new() };
        let mut offers = received::offers(state, seat);
        for power in state.bidders(seat) {
            let own = state.minor_wars().filter(|war| war.by == power).map(|war| war.on);
            let given_up = own.filter(|minor| why_not_given_up(state, power, *minor).is_none());
            let countries: Vec<ProvinceId> = given_up.collect();
            if let Some(country) = countries.first().copied() {
                let keys: Vec<&str> = countries.iter().map(|country| country.key()).collect();
                let field = Field::required("country", Kind::one_of(&keys));
                offers.push(Offer::of_order("minor", Order::GiveUp { power, country }, vec![field]).back());
            }
        }
        offers
    }

    /// What dice decided is taken back by nobody.
    fn binds(happened: &Happened) -> bool {
        matches!(happened, Happened::Controlled { .. } | Happened::GivenUp { .. })
    }
}

impl Ordered<EmpiresInArms> for MinorCountries {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Leaves;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::OnNobody;

    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        if !is_kept(table) {
            return Err(not_kept());
        }
        match order {
            Order::GiveUp { power, country } => give_up(table, seat, power, country),
            Order::Attack { country } => received::attacked(table, seat, country),
        }
    }
}
