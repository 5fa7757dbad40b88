//! Corps on loan (B.4, `house.peace.loan.*`): which one, to whom, until when; that it foraged, and that it comes back.

use super::{Happened, Order};
use crate::months::{Month, Phase};
use crate::politics::costs::{Length, Points};
use crate::politics::terms::Term;
use crate::politics::{is_kept, not_kept};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position, oob, rests};
use serde::{Deserialize, Serialize};
use table::assent::Assent;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::{rule, said};

/// A corps on loan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Loan {
    /// Its name.
    pub corps: String,
    /// Whose it is.
    pub of: Power,
    /// Who has it on loan.
    pub to: Power,
    /// The month in whose reinforcement phase it comes back.
    pub until: Month,
    /// The last month in which it foraged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub foraged: Option<Month>,
}

/// The most factors that a corps is told to lose; ours, more than any holds.
const MOST: u32 = 99;

/// The corps of a power that can be lent: those of its order of battle that are not lent yet.
#[must_use]
pub fn can_be_lent(state: &Position, of: Power) -> Vec<String> {
    let scenario = state.board.start().scenario();
    let order = scenario.and_then(|scenario| oob::of(&scenario.key));
    let corps = order.map(|order| order.corps(of)).unwrap_or_default();
    let is_lent =
        |name: &String| state.politics.carried.loans.iter().any(|loan| loan.of == of && loan.corps == *name);
    corps.into_iter().map(|corps| corps.name).filter(|name| !is_lent(name)).collect()
}

/// A victor names the corps that it gets.
pub(super) fn lent(
    table: &mut Table<'_, '_, EmpiresInArms>,
    to: Power,
    of: Power,
    name: &str,
) -> Result<(), Refusal> {
    let state = table.state();
    let Some(claim) = state.politics.carried.claim(to, of, Term::B4) else {
        return Err(Refusal::new(said!("No peace gives {} a corps of {} on loan (B.4).", to, of)));
    };
    let wanted = name.trim().to_lowercase();
    let corps = can_be_lent(state, of).into_iter().find(|corps| corps.to_lowercase() == wanted);
    let Some(corps) = corps else {
        return Err(Refusal::new(said!("{} has no corps of that name to lend.", of)));
    };
    let months = u32::try_from(Length::Loan.months().value).unwrap_or(0);
    let ends = claim.month.later(months);
    // Where it ends after that month's reinforcement step the corps comes back in the next one.
    let until = if claim.phase > Phase::Reinforcement { ends.next() } else { ends };
    let mut rules = vec![rule!("house.peace.loan.return")];
    if until != ends {
        rules.push(rule!("house.peace.enforced.other-phase"));
    }
    let loan = Loan { corps, of, to, until, foraged: None };
    table.emit(&Event::Peace(Happened::Lent { loan, rules }))
}

/// The reinforcement phase begins: the loans that end by this month are over, and their owners place the corps as new ones.
pub(crate) fn end(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    let loans = table.state().politics.carried.loans.iter();
    let over: Vec<Loan> = loans.filter(|loan| loan.until <= month).cloned().collect();
    if over.is_empty() {
        return Ok(());
    }
    let rules = vec![rule!("house.peace.loan.return")];
    table.emit(&Event::Peace(Happened::LoansEnded { loans: over, rules }))
}

/// On whose word it rests what a corps on loan lost: on that of who has it, where nothing is left of it and that costs him PP; else on its
/// owner's. Each tells of his own loss by himself.
pub(super) fn rests_on(
    state: &Position,
    seat: &SeatId,
    (of, name): (Power, &str),
    emptied: bool,
) -> Option<Assent> {
    let mut loans = state.politics.carried.loans.iter();
    let loan = loans.find(|loan| loan.of == of && loan.corps.eq_ignore_ascii_case(name.trim()))?;
    let loses = if emptied { loan.to } else { loan.of };
    if rests::plays(state, seat, loses) { None } else { rests::on_player_of(state, loses) }
}

/// A player tells that a corps on loan foraged: he who has it, or he whose it is. Its owner says which factors it lost.
pub(super) fn foraged(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    (of, name): (Power, &str),
    lost: u32,
    emptied: bool,
) -> Result<(), Refusal> {
    if !is_kept(table) {
        return Err(not_kept());
    }
    let state = table.state();
    let wanted = name.trim().to_lowercase();
    let mut loans = state.politics.carried.loans.iter();
    let loan = loans.find(|loan| loan.of == of && loan.corps.to_lowercase() == wanted).cloned();
    let Some(loan) = loan else {
        return Err(Refusal::new(said!("{} has lent no corps of that name.", of)));
    };
    let own = state.bidders(seat);
    if !own.contains(&loan.to) && !own.contains(&loan.of) {
        let says =
            said!("A loan is told of by who has the corps or by whose it is: {} or {}.", loan.to, loan.of);
        return Err(Refusal::new(says));
    }
    if lost > MOST {
        return Err(Refusal::new(said!("It loses {} factors at most.", MOST)));
    }
    let Some(month) = state.month() else { return Ok(()) };
    let mut rules = vec![rule!("house.peace.loan.supply")];
    if lost > 0 {
        rules.push(rule!("house.peace.loan.forage-losses"));
    }
    if loan.foraged.is_some_and(|last| last < month && month.since(last) == 1) {
        rules.push(rule!("house.peace.loan.no-foraging-to-death"));
    }
    let mut now = None;
    if emptied {
        rules.push(rule!("house.peace.loan.returned-by-forage-pp"));
        now = Some(state.pp_after(loan.to, state.points(Points::Starved)));
    }
    table.emit(&Event::Peace(Happened::LoanForaged { loan, month, lost, now, rules }))
}

/// What a power could borrow, and tell of a corps that it has on loan.
pub(super) fn offers(state: &Position, own: Power) -> Vec<Offer> {
    let mut offers = Vec::new();
    let carried = &state.politics.carried;
    for claim in carried.claims.iter().filter(|claim| claim.by == own && claim.term == Term::B4) {
        let borrow = can_be_lent(state, claim.of).into_iter();
        let borrow = borrow.map(|corps| Order::Borrow { power: own, of: claim.of, corps });
        offers.extend(Offer::any("peace", "corps", borrow));
    }
    for loan in carried.loans.iter().filter(|loan| loan.to == own) {
        let order = Order::Forage { of: loan.of, corps: loan.corps.clone(), lost: 1, emptied: false };
        let lost = Field::required("lost", Kind::Whole { least: 0, most: 3 });
        offers.push(Offer::of_order("peace", order, vec![lost]).back());
    }
    offers
}
