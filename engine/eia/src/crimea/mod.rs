//! The Crimean War of 1853: under way when the campaign begins, ended by no treaty of its players, and the two peaces that can come of it with
//! everything that follows from each. Land and sea are played elsewhere: what ends the war one side tells and the other confirms.

mod dardanelles;
mod data;
mod dominant;
mod fleets;
mod law;
mod lost;
mod neutrals;
mod peace;
mod told;

pub use crate::testimony::Denial;
pub use dardanelles::Straits;
pub use data::data;
pub use dominant::stands as stays_dominant;
pub use law::CrimeanLaw;
pub use neutrals::Bound;
pub use peace::{Peace, Victory};
pub use told::{Told, What, why_not as why_not_told};

use super::frame::Frame;
use super::months::Phase;
use super::politics::orders;
use crate::prelude::*;
use table::assent::Assent;

/// The war while it lasts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct War {
    /// Who fights Russia, to the end.
    pub coalition: BTreeSet<Power>,
}

/// What is kept of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Crimea {
    /// The war, while it lasts.
    pub war: Option<War>,
    /// What one side told this month.
    pub told: Vec<Told>,
    /// How often each was denied or taken back this month.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub denied: BTreeMap<What, u32>,
    /// How it ended.
    pub peace: Option<Peace>,
    /// With whom Russia decides now whether it fights on.
    pub deciding: BTreeSet<Power>,
    /// Who may not declare war on Russia for a time.
    pub bound: Vec<Bound>,
    /// Who passes the Dardanelles.
    pub straits: Straits,
    /// Counters that are out of the game, by the power whose they were.
    pub lost: BTreeMap<Power, BTreeSet<String>>,
    /// Whether Russia is dominant by its peace, and not by what it has.
    pub dominant: bool,
}

/// What a player orders about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "crimea", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Tells what ends the war.
    Tell {
        /// In the name of which power.
        power: Power,
        /// What.
        what: What,
    },
    /// Confirms what the other side told.
    Confirm {
        /// In the name of which power.
        power: Power,
        /// What.
        what: What,
    },
    /// Says that what the other side told is not so, or takes back what one told oneself.
    Deny {
        /// In the name of which power.
        power: Power,
        /// What.
        what: What,
    },
    /// Russia makes peace with Austria or Prussia, or fights on, at the end of the war.
    Settle {
        /// With which.
        with: Power,
        /// Whether it makes peace.
        stops: bool,
    },
    /// Turkey lets a power pass the Dardanelles, or lets it no more.
    Pass {
        /// Which.
        to: Power,
        /// Whether it may pass.
        may: bool,
    },
    /// Russia agrees that Turkey lets a power pass, or agrees no more.
    Agree {
        /// Which.
        to: Power,
        /// Whether it agrees.
        may: bool,
    },
}

/// What happened in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// The campaign begins with the war under way.
    CrimeanWarBegun {
        /// Who fights Russia.
        coalition: BTreeSet<Power>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// One side told something.
    CrimeaTold {
        /// What, and who told it.
        told: Told,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// The other side confirmed it.
    CrimeaConfirmed {
        /// What.
        what: What,
        /// Who confirmed it.
        by: Power,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Nobody answered it for a month, and it counted for that: nothing does so any more.
    CrimeaUnanswered {
        /// What.
        what: What,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// It was denied, or taken back.
    CrimeaDenied {
        /// What.
        what: What,
        /// By whom.
        by: Power,
        /// Which of the two.
        #[serde(default, skip_serializing_if = "Denial::is_of_the_other_side")]
        how: Denial,
    },
    /// What was confirmed of a month, or not answered for one, does not hold at its end, by what is told of the map.
    CrimeaVoid {
        /// What.
        what: What,
        /// Who has Constantinople, or whose fleet stands beside Russia.
        by: Power,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// The war is over.
    CrimeanWarEnded {
        /// The peace.
        peace: Peace,
        /// The PP of all of them now, in halves.
        now: BTreeMap<Power, i64>,
        /// Counters of fleets that are scuttled.
        scuttled: Vec<(Power, String)>,
        /// Counters that are out of the game.
        lost: Vec<(Power, String)>,
        /// With whom Russia decides now whether it fights on.
        #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
        deciding: BTreeSet<Power>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Russia made peace with Austria or Prussia, or fights on.
    CrimeaSettled {
        /// With whom.
        with: Power,
        /// Who may not declare war on Russia from now on, and how long; nobody where Russia fights on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bound: Option<Bound>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Who passes the Dardanelles has changed.
    StraitsChanged {
        /// As they are now.
        straits: Straits,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A counter is out of the game, or comes back to it.
    CounterLost {
        /// Whose.
        power: Power,
        /// Its name.
        name: String,
        /// Whether it comes back.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        back: bool,
        /// The rules.
        rules: Vec<RuleId>,
    },
}

impl Position {
    /// Whether the Crimean War lasts: somebody plays Russia, and somebody an enemy of it. The one answer to that question.
    #[must_use]
    pub fn is_crimean_war(&self) -> bool {
        self.crimea.war.is_some() && !self.is_out(Power::Russia) && self.coalition().next().is_some()
    }

    /// The members of the coalition that are in the game, of the war or of the peace after it.
    pub fn coalition(&self) -> impl Iterator<Item = Power> + '_ {
        let of_war = self.crimea.war.iter().flat_map(|war| war.coalition.iter());
        let of_peace = self.crimea.peace.iter().flat_map(|peace| peace.coalition.iter());
        of_war.chain(of_peace).copied().filter(|power| !self.is_out(*power))
    }
}

/// The players who are awaited where Russia decides about Austria and Prussia.
fn deciders(state: &Position) -> Vec<SeatId> {
    if state.crimea.deciding.is_empty() {
        return Vec::new();
    }
    state.choice.holdings.get(&Power::Russia).map(|holding| holding.seat.clone()).into_iter().collect()
}

/// Whether the last moves of the month are made or being made.
fn is_late(state: &Position) -> bool {
    state.phase().is_some_and(|phase| phase >= Phase::Land)
}

/// The Crimean War, as a subject of the game.
pub enum CrimeanWar {}

impl Subject<EmpiresInArms> for CrimeanWar {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        match happened {
            Happened::CrimeanWarBegun { coalition, .. } => {
                state.crimea.war = Some(War { coalition });
            }
            Happened::CrimeaTold { told, .. } => state.crimea.told.push(told),
            Happened::CrimeaConfirmed { what, by, .. } => {
                let of = state.crimea.told.iter_mut().filter(|told| told.what == what);
                of.for_each(|told| told.confirmed = Some(by));
            }
            Happened::CrimeaDenied { what, .. } => {
                state.crimea.told.retain(|told| told.what != what);
                *state.crimea.denied.entry(what).or_default() += 1;
            }
            Happened::CrimeaUnanswered { what, .. } | Happened::CrimeaVoid { what, .. } => {
                state.crimea.told.retain(|told| told.what != what)
            }
            Happened::CrimeanWarEnded { peace, now, scuttled, lost, deciding, .. } => {
                for power in [Power::Russia, Power::Turkey] {
                    state.without_fleets(power, scuttled.iter().filter(|(of, _)| *of == power).count());
                }
                peace::apply(state, peace, lost, deciding);
                state.pp.extend(now);
            }
            Happened::CrimeaSettled { with, bound, .. } => {
                state.crimea.deciding.remove(&with);
                if let Some(bound) = bound {
                    peace::at_peace(state, with);
                    state.crimea.bound.push(bound);
                }
            }
            Happened::StraitsChanged { straits, .. } => state.crimea.straits = straits,
            Happened::CounterLost { power, name, back, .. } => {
                let lost = state.crimea.lost.entry(power).or_default();
                if back {
                    lost.remove(&name)
                } else {
                    lost.insert(name)
                };
            }
        }
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let Some(seat) = orders(table) else { return Vec::new() };
        let mut offers = told::offers(state, seat);
        offers.extend(neutrals::offers(state, seat));
        offers.extend(dardanelles::offers(state, seat));
        offers
    }

    /// What two sides told of the board, and a peace, are taken back by agreement alone.
    fn binds(happened: &Happened) -> bool {
        matches!(
            happened,
            Happened::CrimeaConfirmed { .. }
                | Happened::CrimeaUnanswered { .. }
                | Happened::CrimeanWarEnded { .. }
                | Happened::CrimeaSettled { .. }
        )
    }
}

/// What ends the war, and Russia's dominance, rests on the word of the players who lose by it.
fn rests_on(table: &Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: &Order) -> Option<Assent> {
    match order {
        Order::Tell { what, .. } => told::rests_on(table.state(), seat, *what),
        _ => None,
    }
}

impl Ordered<EmpiresInArms> for CrimeanWar {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Leaves;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::On(rests_on);

    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        kept(table)?;
        match order {
            Order::Tell { power, what } => {
                let month = may_order(table, seat, power)?;
                told::told(table, Told { what, by: power, month, confirmed: None })
            }
            Order::Confirm { power, what } => {
                may_order(table, seat, power)?;
                told::confirmed(table, seat, power, what)
            }
            Order::Deny { power, what } => {
                may_order(table, seat, power)?;
                told::denied(table, seat, power, what)
            }
            Order::Settle { with, stops } => {
                may_order(table, seat, Power::Russia)?;
                neutrals::settled(table, with, stops)
            }
            Order::Pass { to, may } => {
                may_order(table, seat, Power::Turkey)?;
                dardanelles::passes(table, to, may)
            }
            Order::Agree { to, may } => {
                may_order(table, seat, Power::Russia)?;
                dardanelles::agrees(table, to, may)
            }
        }
    }
}

/// Whether Russia decides now about Austria and Prussia.
fn is_deciding(state: &Position) -> bool {
    state.frames.any(|frame| *frame == Frame::Neutrals) && !state.crimea.deciding.is_empty()
}
