//! The political phase (4) where the bot keeps it: who is at war and allied with whom, the political sheet by which all declare war at
//! once, calls to allies, suits for peace and treaties, alliances, and what two agree on by themselves.
//!
//! A group whose switch says that politics is told plays this phase at its own table, as it does without this.

pub mod agreement;
pub mod alliance;
pub mod calls;
pub mod carried;
pub mod costs;
pub mod ends;
pub mod gate;
mod happened;
pub(crate) mod invaded;
pub mod marriage;
pub mod minors;
pub mod sheet;
pub(crate) mod sudden;
pub mod suits;
pub mod surrender;
pub mod target;
pub mod terms;
pub mod treaty;
pub mod truce;
pub mod war;

pub use crate::guards::{KEPT, SWITCH};
pub(crate) use crate::guards::{is_kept, may_order, not_kept, orders};
pub use happened::Happened;

/// The parts of the political sheet and of what is asked at later gates, in the order in which they open.
pub const PARTS: &[&dyn sheet::Part] = &[
    &war::War,
    &minors::attack::OnMinors,
    &marriage::Marriage,
    &minors::attack::SphereRight,
    &calls::Caller,
    &calls::Follower,
    &suits::Sue,
    &calls::Answer,
    &suits::Breaks,
    &suits::Unconditional,
    &suits::Yields,
    &surrender::Informal,
    &minors::control::Volunteer,
    &minors::control::Promise,
    &minors::support::Support,
];

use super::frame::{Frame, place};
use super::months::{Month, Phase};
use super::powers::Power;
use super::{EmpiresInArms, LAWS, Position};
use gate::Gate;
use serde::{Deserialize, Serialize};
use sheet::{Part, Sheet};
use std::collections::BTreeSet;
use table::assent::{Assent, Rests};
use table::by_subject::{Ordered, Regent, Subject};
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::switches::Switch;
use table::view::View;

/// The switch: how it stands at founding first.
pub const OF_THE_GROUP: Switch = Switch {
    key: SWITCH,
    name: "War, alliances and peace",
    ways: &[
        ("told", "made at the table, and not kept by the bot"),
        (KEPT, "sealed with the bot and opened together"),
    ],
    rule: None,
};

/// Two powers between which something holds, in the order of [`Power`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pair(Power, Power);

impl Pair {
    /// The pair of two powers, in whatever order they are named.
    #[must_use]
    pub fn of(one: Power, other: Power) -> Pair {
        if one <= other { Pair(one, other) } else { Pair(other, one) }
    }

    /// Both.
    #[must_use]
    pub fn powers(self) -> [Power; 2] {
        [self.0, self.1]
    }

    /// The other of the two; `None` where the power is neither.
    #[must_use]
    pub fn other(self, power: Power) -> Option<Power> {
        match self {
            Pair(one, other) if one == power => Some(other),
            Pair(one, other) if other == power => Some(one),
            _ => None,
        }
    }
}

/// A war that a power began in this month.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Declared {
    /// Who began it.
    pub by: Power,
    /// With whom.
    pub on: Power,
}

/// What is kept of politics.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Politics {
    /// The wars between major powers, in the order in which they began.
    pub wars: Vec<Pair>,
    /// The alliances.
    pub alliances: BTreeSet<alliance::Alliance>,
    /// The royal marriages.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub marriages: BTreeSet<Pair>,
    /// Who broke an alliance, as long as that makes a war dearer.
    pub broken: BTreeSet<alliance::Broken>,
    /// The enforced peaces.
    pub truces: BTreeSet<truce::Truce>,
    /// The formal peaces that were made, in their order.
    pub treaties: Vec<treaty::Treaty>,
    /// Whether PP are places on the political status track.
    pub on_track: bool,
    /// Great Britain's standing order of what it gives up so that an enemy loses it.
    pub gift: Option<super::year::points::Gift>,
    /// What victors may still take by their treaties.
    pub claims: Vec<treaty::Claim>,
    /// The month for which something is asked that is sealed.
    pub asked: Option<Month>,
    /// At which gate.
    pub gate: Gate,
    /// The parts that are asked for, by their keys.
    pub parts: Vec<String>,
    /// The parts that stood on this month's sheet.
    pub on_sheet: Vec<String>,
    /// Whether a power may sue any of its enemies this month (`enhancements.sue.any-subset`).
    pub any_subset: bool,
    /// Whether sheets were opened before: from then on every war begins with one.
    pub opened: bool,
    /// The wars that were declared this month.
    pub declared: Vec<Declared>,
    /// The wars that called allies entered this month.
    pub followed: Vec<Declared>,
    /// Against whom allies were called this month.
    pub called: BTreeSet<Power>,
    /// The calls that are not answered yet.
    pub calls: Vec<calls::Call>,
    /// The suits of this month.
    pub suits: Vec<suits::Suit>,
    /// What is proposed between two powers and not agreed yet: who proposes it to whom.
    pub proposed: BTreeSet<agreement::Proposed>,
    /// How often gates have opened outside the political phase this month.
    pub outside: u8,
    /// Who lets whom in.
    pub access: super::access::Access,
    /// What of the terms of peaces goes on.
    pub carried: carried::Carried,
    /// The wars on minor countries, and of which control was taken.
    pub minors: minors::Minors,
    /// In whose homes every enemy infantry corps is told to be besieged this month.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub besieged: BTreeSet<Power>,
}

impl Politics {
    /// The politics of a scenario in which the bot keeps the land and no politics is played: who is at war is data.
    #[must_use]
    pub fn founded(scenario: &crate::scenario::Scenario) -> Politics {
        let order = crate::oob::of(&scenario.key).filter(|_| scenario.keeps_land);
        let wars = order.into_iter().flat_map(|order| &order.wars);
        Politics {
            wars: wars.map(|war| Pair::of(war.powers[0], war.powers[1])).collect(),
            ..Politics::default()
        }
    }

    /// Whether a part stood on this month's sheet.
    fn has_part(&self, part: &dyn Part) -> bool {
        self.on_sheet.iter().any(|key| key == part.key())
    }

    /// Two are at war: they are allied no more, and what they proposed to one another is void.
    fn begins(&mut self, pair: Pair) {
        if !self.wars.contains(&pair) {
            self.wars.push(pair);
        }
        self.alliances.retain(|alliance| alliance.pair != pair);
        self.access.begins(pair.0, pair.1);
        self.carried.begins(pair.0, pair.1);
        self.proposed.retain(|open| Pair::of(open.by, open.with) != pair);
        PARTS.iter().for_each(|part| part.war_begins(self, pair));
    }

    /// Two are at war no more.
    pub(crate) fn ends(&mut self, pair: Pair) {
        self.wars.retain(|war| *war != pair);
        self.proposed.retain(|open| Pair::of(open.by, open.with) != pair);
    }
}

/// What a player orders in politics.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "politics", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Proposes to another power peace, a war that has begun already or an alliance, or agrees to the same proposal of its own.
    Propose(agreement::Proposed),
    /// Agrees to what another power proposes.
    Agree(agreement::Proposed),
    /// Takes such a proposal back.
    Withdraw(agreement::Proposed),
    /// Breaks an alliance (4.7).
    Break {
        /// Which power breaks it.
        power: Power,
        /// With whom.
        with: Power,
    },
    /// Tells that every enemy infantry corps in a power's home is besieged, so that it may declare war (4.2.2.1).
    Besieged {
        /// Whose home.
        power: Power,
    },
}

impl Position {
    /// Whether every war is known to the bot: sheets were opened before, or it keeps politics from the first month of 1853 on, in which it began
    /// with the wars of the scenario. In 1805 the first month may hold what a group had begun before.
    #[must_use]
    pub fn knows_wars(&self) -> bool {
        let from_the_start = self.politics.on_track && self.month() == Some(self.begins);
        self.politics.opened || from_the_start && self.board.era().is_nationalism()
    }

    /// Whether two powers are at war. With a power that is out of the game nobody is.
    #[must_use]
    pub fn are_at_war(&self, one: Power, other: Power) -> bool {
        self.politics.wars.contains(&Pair::of(one, other)) && !self.is_out(one) && !self.is_out(other)
    }

    /// Why two powers can agree no peace and none can sue the other; `None` where they can.
    #[must_use]
    pub fn peace_barred(&self, one: Power, other: Power) -> Option<Refusal> {
        LAWS.iter().find_map(|law| law.bars_peace(self, one, other))
    }

    /// Why no political action is aimed at a power; `None` where it can be.
    fn politics_barred(&self, on: Power) -> Option<Refusal> {
        LAWS.iter().find_map(|law| law.bars_politics(self, on))
    }

    /// With whom a power is at war.
    pub fn enemies(&self, power: Power) -> impl Iterator<Item = Power> + '_ {
        let all = Power::ALL.into_iter();
        all.filter(move |other| self.are_at_war(power, *other))
    }

    /// The powers that take part in politics: those that somebody plays.
    pub fn major_powers(&self) -> impl Iterator<Item = Power> + '_ {
        let played = self.choice.holdings.keys().copied();
        played.filter(|power| !self.is_out(*power))
    }
}

/// Whether nobody declared, joined, sued or ended a war this month, and no minor country is fought over.
pub(super) fn is_quiet(state: &Position) -> bool {
    let politics = &state.politics;
    let month = state.month();
    politics.declared.is_empty()
        && politics.followed.is_empty()
        && politics.suits.is_empty()
        && !politics.treaties.iter().any(|treaty| Some(treaty.month) == month)
        && !state.minor_wars().any(|war| war.open)
}

/// A gate of the political phase begins.
pub(super) fn gate(table: &mut Table<'_, '_, EmpiresInArms>, frame: Frame) -> Result<(), Refusal> {
    let Some((month, _)) = place(&table.path()) else { return table.end(&frame) };
    match frame {
        Frame::War => {
            war::begun(table, month)?;
            alliance::expire(table, month)?;
            if sheet::ask_all(table, month)? { Ok(()) } else { war::opened(table, month) }
        }
        Frame::Calls => calls::begin(table, month),
        Frame::Surrender => surrender::begin(table, month),
        Frame::Minors => minors::begin(table, month),
        _ => suits::begin(table, month),
    }
}

/// Another phase begins in which enforced peaces can end.
pub(super) fn phase_begins(table: &mut Table<'_, '_, EmpiresInArms>, phase: Phase) -> Result<(), Refusal> {
    match place(&table.path()) {
        Some((month, _)) => {
            truce::end(table, month, phase)?;
            if phase == Phase::Economic && is_kept(table) && !crate::economy::is_kept(table) {
                ends::reparations(table, month)?;
            }
            Ok(())
        }
        None => Ok(()),
    }
}

/// The reinforcement phase begins: corps come back from loans.
pub(super) fn loans_end(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    match place(&table.path()) {
        Some((month, _)) => carried::loan::end(table, month),
        None => Ok(()),
    }
}

/// What was asked for at a gate lies open.
pub(super) fn opened(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    gate: Gate,
) -> Result<(), Refusal> {
    match gate {
        Gate::Sheet => war::opened(table, month),
        Gate::Defence | Gate::Attack => calls::answered(table, month, gate),
        Gate::Break => suits::decided(table, month),
        Gate::Demand => suits::demanded(table, month),
        Gate::Yield => suits::yielded(table, month),
        Gate::Forced => surrender::demanded(table, month),
        Gate::Right => minors::attack::right_used(table, month),
        Gate::Control => minors::control::opened(table, month),
        Gate::Support => minors::support::opened(table, month),
    }
}

/// What is answered for who says nothing: nothing is declared, no ally given up, no unconditional surrender demanded or accepted, control of
/// no minor country taken. Should war be declared on him, he calls his allies; a call is followed where that costs nothing, else it waits.
pub(super) fn default_of(state: &Position, seat: &SeatId, gate: Gate) -> Option<Sheet> {
    match gate {
        Gate::Defence | Gate::Attack => calls::default_of(state, seat),
        Gate::Sheet => Some(calls::default_sheet(state, seat)),
        Gate::Break
        | Gate::Demand
        | Gate::Yield
        | Gate::Forced
        | Gate::Right
        | Gate::Control
        | Gate::Support => Some(Sheet::default()),
    }
}

/// Politics, as a subject of the game.
pub enum PoliticalPhase {}

impl Subject<EmpiresInArms> for PoliticalPhase {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        happened::apply(state, happened);
    }

    fn offers(position: &Position, table: &View) -> Vec<Offer> {
        let mut offers = agreement::offers(position, table);
        offers.extend(invaded::offers(position, table));
        offers
    }

    /// What two have agreed on is taken back by both or not at all, and who broke an alliance has broken it. What is told of the board is
    /// taken back by agreement alone.
    fn binds(happened: &Happened) -> bool {
        matches!(
            happened,
            Happened::Agreed { .. }
                | Happened::Allied { .. }
                | Happened::AllianceBroken { .. }
                | Happened::SuddenWar { .. }
                | Happened::Besieged { .. }
        )
    }
}

/// That the enemies in one's home are besieged rests on their word. What two agree on both order, and what one breaks is one's own.
fn rests_on(table: &Table<'_, '_, EmpiresInArms>, _seat: &SeatId, order: &Order) -> Option<Assent> {
    match order {
        Order::Besieged { power } => invaded::rests_on(table.state(), *power),
        Order::Propose(_) | Order::Agree(_) | Order::Withdraw(_) | Order::Break { .. } => None,
    }
}

impl Ordered<EmpiresInArms> for PoliticalPhase {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Leaves;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::On(rests_on);

    /// A player's order.
    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        match order {
            Order::Propose(proposed) => agreement::propose(table, seat, proposed),
            Order::Agree(proposed) => agreement::agree(table, seat, proposed),
            Order::Withdraw(proposed) => agreement::withdraw(table, seat, proposed),
            Order::Break { power, with } => alliance::breaks(table, seat, power, with),
            Order::Besieged { power } => invaded::told(table, seat, power),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_the_same_from_both_sides() {
        let pair = Pair::of(Power::Turkey, Power::Austria);
        assert_eq!(pair, Pair::of(Power::Austria, Power::Turkey));
        assert_eq!(pair.other(Power::Austria), Some(Power::Turkey));
        assert_eq!(pair.other(Power::France), None);
    }
}
