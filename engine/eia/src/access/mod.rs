//! Access (10.3): whose forces a power lets into what it holds, what becomes of them when that changes hands, and forcible access (10.3.4),
//! as players tell it of a board on which the land is played elsewhere.

pub mod changed;
pub mod demand;
pub mod forcible;
pub mod grant;

use super::politics::invaded;
use super::politics::terms::Term;
use crate::prelude::*;
use crate::rests;
use changed::Question;
use demand::Demand;
use forcible::{Entry, Standing};
use grant::{Grant, Permit};
use table::assent::Assent;

/// What is kept of access.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Access {
    /// What was granted, in the order in which it was.
    pub grants: Vec<Grant>,
    /// What victors permit to powers whose co-operation they deny (`house.peace.deny.new-access`).
    pub permits: BTreeSet<Permit>,
    /// What new holders are asked about those whom the former ones let in (`house.access.changed-control-voluntary`).
    pub asked: Vec<Question>,
    /// Who used forcible access against whom in the month in which it was used last.
    pub entries: Vec<Entry>,
    /// What powers answer to forcible access without being asked.
    pub standing: BTreeMap<Power, Standing>,
    /// Which allies may demand that an alliance is broken over access (`enhancements.access.ally-demand`).
    pub demands: BTreeSet<Demand>,
}

/// What a player orders about access.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "access", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Lets another power in.
    Grant {
        /// Who grants it.
        power: Power,
        /// To whom.
        to: Power,
        /// The only province or minor country that it is for; everywhere that the power holds where it is left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        only: Option<ProvinceId>,
        /// On which conditions; they are recalled, and nobody is held to them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        conditions: Option<String>,
    },
    /// Lets it in no more.
    Cancel {
        /// Who granted it.
        power: Power,
        /// To whom.
        to: Power,
    },
    /// Permits a power whose co-operation one denies to grant access to a third (`house.peace.deny.new-access`).
    Permit {
        /// Who denies it.
        power: Power,
        /// Whose.
        of: Power,
        /// To whom access may be granted.
        to: Power,
    },
    /// Answers whether those stay whom the former holder let in (`house.access.changed-control-voluntary`).
    Answer {
        /// The new holder.
        power: Power,
        /// Who was let in.
        to: Power,
        /// Whether it is again.
        grants: bool,
        /// On which conditions.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        conditions: Option<String>,
    },
    /// Demands that an ally breaks the alliance, which let an enemy in (`enhancements.access.ally-demand`).
    Demand {
        /// Who demands it.
        power: Power,
        /// Of whom.
        of: Power,
    },
    /// Tells that counters were moved by forcible access.
    Enter {
        /// Whose.
        power: Power,
        /// Into which province or minor country.
        province: ProvinceId,
        /// How many, one after another.
        counters: u32,
    },
    /// Says what one answers to forcible access without being asked (`house.access.forcible.dow-repeats`).
    Stand {
        /// Who.
        power: Power,
        /// War at this counter of a month; 0 is no war; left out, the answer stands no more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nth: Option<u32>,
    },
    /// Declares war in answer to forcible access (10.3.4.3).
    Resist {
        /// Who.
        power: Power,
        /// On whom.
        on: Power,
        /// At which of its counters of this month.
        nth: u32,
        /// Whether every enemy infantry corps in the home of who declares is besieged, so that 4.2.2.1 bars nothing.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        besieged: bool,
    },
}

/// What happened to access.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A power lets another in.
    AccessGranted {
        /// What it grants.
        grant: Grant,
        /// Which allies may demand this month that the alliance is broken over it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        demands: Vec<Demand>,
        /// The rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
    /// A power lets another in no more.
    AccessCancelled {
        /// Who.
        by: Power,
        /// Whom.
        to: Power,
        /// Whether a peace made it so, and the forces that stand there are sent home.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        by_peace: bool,
        /// The rules.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        rules: Vec<RuleId>,
    },
    /// A victor permits a grant.
    AccessPermitted {
        /// The permission.
        permit: Permit,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// New holders are asked about those whom the former ones let in.
    AccessAsked {
        /// The questions.
        questions: Vec<Question>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Forces for which there is no access any more are sent home (4.4.6.2, 12.4).
    Repatriated {
        /// Whose.
        of: Power,
        /// Out of what who holds.
        by: Power,
        /// Which provinces.
        provinces: Vec<ProvinceId>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Counters were moved by forcible access.
    Entered {
        /// Whose.
        power: Power,
        /// Against whom.
        of: Power,
        /// Into which province or minor country.
        province: ProvinceId,
        /// How many counters.
        counters: u32,
        /// In which month.
        month: Month,
        /// The PP, in halves, of who moved them, where it costs some.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        now: Option<i64>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A power says what it answers to forcible access, or that it wants to be asked.
    AnswerStands {
        /// Who.
        power: Power,
        /// The answer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<Standing>,
        /// The rules.
        rules: Vec<RuleId>,
    },
}

impl Access {
    /// Two are at war: what they granted one another is void, and nobody is asked about it.
    pub(crate) fn begins(&mut self, one: Power, other: Power) {
        let between = |a: Power, b: Power| (a, b) == (one, other) || (b, a) == (one, other);
        self.grants.retain(|grant| !between(grant.by, grant.to));
        self.asked.retain(|question| !between(question.by, question.to));
        self.permits.retain(|permit| !between(permit.of, permit.to));
    }
}

impl Position {
    /// Whether a peace binds a power to give another unconditional access (C.5). It binds who granted it in the peace.
    #[must_use]
    pub fn is_bound_to_let_in(&self, by: Power, to: Power) -> bool {
        let treaties = self.politics.treaties.iter().filter(|treaty| treaty.loser == by);
        let mut terms = treaties.flat_map(|treaty| self.in_force(treaty));
        terms.any(|term| term == (to, Term::C5)) && !self.are_at_war(by, to)
    }

    /// Whether a power has access to a province of another: granted, or by C.5 of a peace.
    #[must_use]
    pub fn has_access(&self, to: Power, province: ProvinceId) -> bool {
        let Some(by) = self.held(province).by() else { return false };
        let grants = &self.politics.access.grants;
        grants.iter().any(|grant| (grant.by, grant.to) == (by, to) && grant.is_for(province))
            || self.is_bound_to_let_in(by, to)
    }
}

/// Access, as a subject of the game.
pub enum LettingIn {}

impl Subject<EmpiresInArms> for LettingIn {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        let access = &mut state.politics.access;
        match happened {
            Happened::AccessGranted { grant, demands, .. } => {
                access.permits.retain(|permit| (permit.of, permit.to) != (grant.by, grant.to));
                access.asked.retain(|question| (question.by, question.to) != (grant.by, grant.to));
                access.grants.retain(|old| !old.is_replaced_by(&grant));
                access.grants.push(grant);
                access.demands.extend(demands);
            }
            Happened::AccessCancelled { by, to, .. } => {
                access.grants.retain(|grant| (grant.by, grant.to) != (by, to));
            }
            Happened::AccessPermitted { permit, .. } => _ = access.permits.insert(permit),
            Happened::AccessAsked { questions, .. } => access.asked.extend(questions),
            Happened::Repatriated { of, by, .. } => {
                access.asked.retain(|question| (question.by, question.to) != (by, of));
            }
            Happened::Entered { power, of, counters, month, now, .. } => {
                forcible::entered(&mut access.entries, Entry { power, of, counters, last: counters, month });
                state.pp.extend(now.map(|now| (power, now)));
            }
            Happened::AnswerStands { power, answer, .. } => {
                access.standing.remove(&power);
                access.standing.extend(answer.map(|answer| (power, answer)));
            }
        }
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let mut offers = Vec::new();
        for own in in_politics(state, table) {
            offers.extend(grant::offers(state, own));
            offers.extend(changed::offers(state, own));
            offers.extend(demand::offers(state, own));
            offers.extend(forcible::offers(state, own));
        }
        offers
    }

    /// What was told of the board, and whoever is sent home by it, is taken back by agreement alone.
    fn binds(happened: &Happened) -> bool {
        matches!(
            happened,
            Happened::Entered { .. } | Happened::Repatriated { .. } | Happened::AccessAsked { .. }
        )
    }
}

/// That another used forcible access rests on its word, and that the enemies in one's home are besieged on theirs. What one grants, refuses and
/// uses is one's own.
fn rests_on(table: &Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: &Order) -> Option<Assent> {
    let state = table.state();
    match order {
        Order::Enter { power, .. } if !rests::plays(state, seat, *power) => {
            rests::on_player_of(state, *power)
        }
        Order::Resist { power, besieged: true, .. } => invaded::rests_on(state, *power),
        Order::Enter { .. }
        | Order::Resist { .. }
        | Order::Grant { .. }
        | Order::Cancel { .. }
        | Order::Permit { .. }
        | Order::Answer { .. }
        | Order::Demand { .. }
        | Order::Stand { .. } => None,
    }
}

impl Ordered<EmpiresInArms> for LettingIn {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Leaves;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::On(rests_on);

    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        match order {
            Order::Grant { power, to, only, conditions } => {
                may_order(table, seat, power)?;
                let only = only.into_iter().collect();
                grant::granted(table, Grant { by: power, to, only, conditions })
            }
            Order::Cancel { power, to } => {
                may_order(table, seat, power)?;
                grant::cancelled(table, power, to)
            }
            Order::Permit { power, of, to } => {
                may_order(table, seat, power)?;
                grant::permitted(table, Permit { by: power, of, to })
            }
            Order::Answer { power, to, grants, conditions } => {
                may_order(table, seat, power)?;
                changed::answered(table, power, to, grants.then_some(conditions))
            }
            Order::Demand { power, of } => {
                let month = may_order(table, seat, power)?;
                demand::demanded(table, Demand { ally: power, of, month })
            }
            Order::Enter { power, province, counters } => {
                forcible::told(table, seat, power, province, counters)
            }
            Order::Stand { power, nth } => {
                may_order(table, seat, power)?;
                forcible::stands(table, power, nth.map(Standing::of))
            }
            Order::Resist { power, on, nth, besieged } => {
                let month = may_order(table, seat, power)?;
                forcible::resisted(table, forcible::Answered { power, on, nth, besieged }, month)
            }
        }
    }
}
