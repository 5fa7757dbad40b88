//! The two German confederations of 1853: free states of Prussia and Austria as long as these are at war with one another, and lists of members
//! that wars, peaces, motions and events change.

mod data;
mod law;
mod told;
mod war;

pub use data::{members as at_start, of_the_defender, origin};
pub use law::GermanLaw;
pub use told::{Told, What};

use super::oob::Held;
use super::politics::orders;
use crate::prelude::*;
use table::assent::Assent;

/// A confederation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// That of North Germany, which is Prussia's.
    North,
    /// That of South Germany, which is Austria's.
    South,
}

impl Side {
    /// Whose it is.
    #[must_use]
    pub fn power(self) -> Power {
        match self {
            Side::North => Power::Prussia,
            Side::South => Power::Austria,
        }
    }

    /// The one of a power; `None` of any but Austria and Prussia.
    #[must_use]
    pub fn of(power: Power) -> Option<Side> {
        [Side::North, Side::South].into_iter().find(|side| side.power() == power)
    }
}

/// A member while the war lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Joined {
    /// How it was held before.
    pub before: Held,
    /// How the confederation has held it since.
    pub since: Held,
}

/// What is kept of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Confederations {
    /// Who belongs to which where that is another than at the start.
    pub changed: BTreeMap<ProvinceId, Side>,
    /// The members while the confederations exist as free states: Austria and Prussia are at war, or a victor may still take a member by the
    /// peace that they made in this phase.
    pub at_war: Option<BTreeMap<ProvinceId, Joined>>,
    /// What was told and is not confirmed.
    pub told: BTreeSet<Told>,
    /// How often each was denied or taken back this month, by what it is about.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub denied: BTreeMap<String, u32>,
    /// Since when Germany is united under Prussia, by the motion of that name.
    pub united: Option<Month>,
}

/// What a player orders about them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "confederation", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Tells what came of a motion or an event.
    Tell {
        /// In the name of which power.
        power: Power,
        /// What.
        what: What,
        /// About which minor country.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        member: Option<ProvinceId>,
    },
    /// Confirms what another player told.
    Confirm {
        /// In the name of which power.
        power: Power,
        /// What.
        what: What,
        /// About which minor country.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        member: Option<ProvinceId>,
    },
    /// Says that it is not so, or takes back what one told oneself.
    Deny {
        /// In the name of which power.
        power: Power,
        /// What.
        what: What,
        /// About which minor country.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        member: Option<ProvinceId>,
    },
}

/// What happened to them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// Austria and Prussia are at war: both confederations are free states.
    ConfederationsFormed {
        /// The members, with how each is held.
        members: BTreeMap<ProvinceId, Joined>,
        /// Who belongs to one from now on that was of neither.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        joins: BTreeMap<ProvinceId, Side>,
        /// The die that said which side defends, where both declared war or nobody is known to have: the north by 1 to 3, else the south.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        die: Option<u8>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// They are at war no more.
    ConfederationsDissolved {
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A member belongs to the other one.
    MembershipChanged {
        /// Which.
        minor: ProvinceId,
        /// To which.
        to: Side,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// What came of a motion or an event is told.
    InfluenceTold(Told),
    /// It is not so, or is taken back.
    InfluenceDenied(Told),
    /// Another player confirms it.
    InfluenceConfirmed {
        /// What.
        told: Told,
        /// The rules.
        rules: Vec<RuleId>,
    },
}

impl Position {
    /// To which confederation a minor country belongs in the scenario of 1853.
    #[must_use]
    pub fn confederation(&self, minor: ProvinceId) -> Option<Side> {
        if !self.board.era().is_nationalism() {
            return None;
        }
        let changed = self.confederations.changed.get(&minor).copied();
        changed.or_else(|| data::members().get(&minor).copied())
    }

    /// The members of a confederation.
    #[must_use]
    pub fn members_of(&self, side: Side) -> Vec<ProvinceId> {
        ProvinceId::all().filter(|minor| self.confederation(*minor) == Some(side)).collect()
    }

    /// Whether Austria and Prussia are at war, so that both confederations are free states. They outlive a peace of this phase until what is ceded
    /// by it is taken.
    #[must_use]
    pub fn is_german_war(&self) -> bool {
        self.confederations.at_war.is_some() && self.are_at_war(Power::Austria, Power::Prussia)
    }

    /// Whether a minor country is part of a confederation's free state now, which Austria and Prussia cede to one another by a formal peace.
    #[must_use]
    pub fn is_confederate(&self, minor: ProvinceId) -> bool {
        let joined = self.confederations.at_war.as_ref().and_then(|members| members.get(&minor));
        joined.is_some_and(|joined| joined.since == self.held(minor))
    }
}

/// The German confederations, as a subject of the game.
pub enum Germany {}

impl Subject<EmpiresInArms> for Germany {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        let of = &mut *state.confederations;
        match happened {
            Happened::ConfederationsFormed { members, joins, .. } => {
                of.changed.extend(joins);
                of.at_war = Some(members);
            }
            Happened::ConfederationsDissolved { .. } => of.at_war = None,
            Happened::MembershipChanged { minor, to, .. } => _ = of.changed.insert(minor, to),
            Happened::InfluenceTold(told) => _ = of.told.insert(told),
            Happened::InfluenceDenied(told) => {
                of.told.remove(&told);
                *of.denied.entry(told.subject()).or_default() += 1;
            }
            Happened::InfluenceConfirmed { told, .. } => {
                of.told.remove(&told);
                if told.what == What::Unification {
                    of.united = told.month;
                }
            }
        }
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        orders(table).map_or_else(Vec::new, |seat| told::offers(state, seat))
    }

    /// What two told is taken back by agreement alone, and what a war makes of itself by nobody.
    fn binds(happened: &Happened) -> bool {
        !matches!(happened, Happened::InfluenceTold(_) | Happened::InfluenceDenied(_))
    }
}

/// What moves a member rests on the word of the player who loses it, and what costs nobody anything on that of all.
fn rests_on(table: &Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: &Order) -> Option<Assent> {
    match order {
        Order::Tell { power, what, member } => told::rests_on(table, seat, (*power, *what, *member)),
        Order::Confirm { .. } | Order::Deny { .. } => None,
    }
}

impl Ordered<EmpiresInArms> for Germany {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Leaves;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::On(rests_on);

    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        kept(table)?;
        match order {
            Order::Tell { power, what, member } => {
                let month = Some(may_order(table, seat, power)?);
                told::told(table, Told { power, what, minor: member, month })
            }
            Order::Confirm { power, what, member } => {
                may_order(table, seat, power)?;
                told::confirmed(table, seat, power, what, member)
            }
            Order::Deny { power, what, member } => {
                may_order(table, seat, power)?;
                told::denied(table, seat, power, what, member)
            }
        }
    }
}
