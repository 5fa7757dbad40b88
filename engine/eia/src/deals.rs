//! What of a deal between players the bot carries out (`campaign.md`, Deals): an informal peace, an alliance with a date or without, access,
//! and a province ceded to an ally. All else that is agreed is a promise.

use crate::months::Month;
use crate::politics::agreement::{Proposed, State};
use crate::politics::{Order as Political, Pair};
use crate::powers::Power;
use crate::{Order, Position, access, board, choice_of_powers, politics};
use table::deals::offers as deals;
use table::deals::{Clause, Step};
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::view::View;
use table::{rule, said};

/// When an order of a deal is given: peace when no sheets are asked for, an alliance in the talks (4.5), access in any phase, and a cession in
/// the economic phase (8.8).
///
/// # Errors
/// A refusal where it cannot be part of one, or is not the seat's to give.
pub(crate) fn step(state: &Position, seat: &SeatId, order: &Order) -> Result<Step, Refusal> {
    if is_so(state, order) {
        return Ok(Step::So);
    }
    let when = |now: bool| if now { Step::Now } else { Step::Later };
    let (by, step) = match order {
        Order::Politics(Political::Propose(proposed)) => match proposed.state {
            State::Peace => (Some(proposed.by), when(state.politics.asked.is_none())),
            State::Alliance => (Some(proposed.by), when(state.talks().is_some())),
            State::War => return Err(cannot()),
        },
        Order::Access(access::Order::Grant { power, .. }) => (Some(*power), Step::Any),
        Order::Board(board::Order::Cede { .. }) => (None, when(state.is_economic_phase())),
        _ => return Err(cannot()),
    };
    if let Some(by) = by.filter(|by| !state.bidders(seat).contains(by)) {
        return Err(Refusal::new(said!("{} is not that player's, so he agrees to nothing in its name.", by)));
    }
    Ok(step)
}

/// Whether what an order is to bring about is so already.
fn is_so(state: &Position, order: &Order) -> bool {
    match order {
        Order::Politics(Political::Propose(Proposed { by, with, state: wanted, until })) => match wanted {
            State::Peace => !state.are_at_war(*by, *with),
            State::Alliance => {
                let pair = Pair::of(*by, *with);
                state.politics.alliances.iter().any(|made| made.pair == pair && made.until == *until)
            }
            State::War => false,
        },
        Order::Access(access::Order::Grant { power, to, only: None, .. }) => {
            let grants = &state.politics.access.grants;
            grants.iter().any(|grant| (grant.by, grant.to) == (*power, *to) && grant.only.is_empty())
        }
        Order::Board(board::Order::Cede { province, to }) => state.held(*province).by() == Some(*to),
        _ => false,
    }
}

/// Whether an order may be agreed on: an alliance that has not ended when it is made, and between enemies no cession, for a province changes
/// hands among them by a formal peace alone.
///
/// # Errors
/// A refusal under the rule.
pub(crate) fn may_agree(state: &Position, order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Politics(Political::Propose(Proposed { until: Some(until), .. }))
            if state.month().is_some_and(|now| *until < now) =>
        {
            Err(Refusal::under(
                rule!("house.alliance.expiry.allowed"),
                said!("An alliance that ends in {} has ended before it is made.", until.name()),
            ))
        }
        Order::Board(board::Order::Cede { province, to }) => {
            let from = state.held(*province).by();
            match from.filter(|from| state.are_at_war(*from, *to)) {
                Some(from) => Err(Refusal::under(
                    rule!("house.ceding.formal-peace"),
                    said!(
                        "{} and {} are at war: among them a province changes hands by a formal peace alone. Of free will one cedes to an ally.",
                        from,
                        *to
                    ),
                )),
                None => Ok(()),
            }
        }
        _ => Ok(()),
    }
}

fn cannot() -> Refusal {
    Refusal::new(said!(
        "The bot carries out of a deal an informal peace, an alliance, access and the cession of a province to an ally. Anything else is a promise."
    ))
}

/// Whether a month has come; `None` for what is no month.
pub(crate) fn has_come(state: &Position, date: &str) -> Option<bool> {
    let date = Month::try_from(date.to_owned()).ok()?;
    Some(state.month().is_some_and(|now| now >= date))
}

/// A clause that a seat's order makes.
///
/// # Errors
/// A refusal where the order cannot be written.
pub fn clause(seat: &SeatId, order: &Order) -> Result<Clause, Refusal> {
    let order = serde_json::to_value(order)
        .map_err(|_| Refusal::new(said!("An event of the game could not be written.")))?;
    Ok(Clause { seat: seat.clone(), order, done: false })
}

/// What two powers do by themselves: each proposes it to the other.
#[must_use]
pub fn mutual(one: Power, other: Power, state: State, until: Option<Month>) -> [Order; 2] {
    let proposes = |by, with| Order::Politics(Political::Propose(Proposed { by, with, state, until }));
    [proposes(one, other), proposes(other, one)]
}

/// That a power lets another in everywhere.
#[must_use]
pub fn lets_in(by: Power, to: Power) -> Order {
    Order::Access(access::Order::Grant { power: by, to, only: None, conditions: None })
}

/// The deals that could be drafted with another player: peace where two are at war, an alliance where they are not, access for access.
pub(crate) fn offers(position: &Position, table: &View) -> Vec<Offer> {
    let Some(seat) = politics::orders(table) else { return Vec::new() };
    let Some(own) = position.bidders(seat).first().copied() else { return Vec::new() };
    let others = position.choice.holdings.iter().filter(|(power, _)| !position.is_out(**power));
    let others = others.filter(|(_, holding)| holding.seat != *seat);
    let offer = |(other, holding): (&Power, &choice_of_powers::Holding)| {
        let both = |orders: [Order; 2]| -> Option<Vec<Clause>> {
            let [one, two] = orders;
            Some(vec![clause(seat, &one).ok()?, clause(&holding.seat, &two).ok()?])
        };
        let ways = if position.are_at_war(own, *other) {
            vec![both(mutual(own, *other, State::Peace, None))?]
        } else {
            vec![
                both(mutual(own, *other, State::Alliance, None))?,
                both([lets_in(own, *other), lets_in(*other, own)])?,
            ]
        };
        deals::offer(table, &holding.seat, &ways)
    };
    others.filter_map(offer).collect()
}
