//! What two powers agree on by themselves: peace without terms (4.4.1), an alliance (4.5), and that they are at war already, where a
//! campaign began to be kept in the middle. One proposes, and it holds when the other proposes the same.

use super::{Happened, Order, Pair, alliance, is_kept, not_kept};
use crate::guards::{self, owns};
use crate::months::Month;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::said;
use table::view::View;

/// How two powers stand to one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// They are not at war.
    Peace,
    /// They are at war.
    War,
    /// They are allied.
    Alliance,
}

/// What one power proposes to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposed {
    /// Which proposes.
    #[serde(rename = "power")]
    pub by: Power,
    /// To whom.
    pub with: Power,
    /// What.
    pub state: State,
    /// The last month of an alliance that is made with a date (`house.alliance.expiry.allowed`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Month>,
}

impl State {
    /// All of them.
    pub const ALL: [State; 3] = [State::Peace, State::Alliance, State::War];

    /// The one of a key.
    #[must_use]
    pub fn by_key(key: &str) -> Option<State> {
        State::ALL.into_iter().find(|state| state.key() == key)
    }

    /// Its word in orders and in buttons.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            State::Peace => "peace",
            State::War => "war",
            State::Alliance => "alliance",
        }
    }
}

/// Why a power cannot propose that to another; `None` where it can.
fn why_not(state: &Position, seat: &SeatId, proposed: Proposed) -> Option<Refusal> {
    let Proposed { by, with, state: wanted, until } = proposed;
    let own = state.bidders(seat);
    if let Err(refusal) = owns(&own, by) {
        return Some(refusal);
    }
    if own.contains(&with) {
        return Some(Refusal::new(said!("You play {} yourself.", with)));
    }
    if let Some(refusal) = state.politics_barred(with) {
        return Some(refusal);
    }
    if !state.major_powers().any(|played| played == with) {
        return Some(Refusal::new(said!("Nobody plays {}, so nothing can be agreed with it.", with)));
    }
    if until.is_some() && wanted != State::Alliance {
        return Some(Refusal::new(said!("An alliance alone is made with a date.")));
    }
    let (at_war, barred) = (state.are_at_war(by, with), state.peace_barred(by, with));
    match wanted {
        State::Alliance => alliance::why_not(state, by, with, until),
        State::Peace if barred.is_some() => barred,
        State::Peace if !at_war => guards::at_war(state, by, with).err(),
        State::War if at_war => guards::at_peace(state, by, with).err(),
        State::War if state.politics.opened => Some(Refusal::new(said!(
            "War is declared on the political sheet. That two powers are at war already is told only before the first sheets are opened."
        ))),
        State::Peace if state.politics.asked.is_some() => Some(Refusal::new(said!(
            "Peace is made when the sheets of this month are opened: until then they may hold a declaration of war."
        ))),
        _ => None,
    }
}

/// One proposes; where the other has proposed the same it holds.
pub(super) fn propose(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    proposed: Proposed,
) -> Result<(), Refusal> {
    if !is_kept(table) {
        return Err(not_kept());
    }
    let state = table.state();
    if let Some(refusal) = why_not(state, seat, proposed) {
        return Err(refusal);
    }
    if state.politics.proposed.contains(&proposed) {
        return Err(Refusal::new(said!("That is proposed already; it holds when {} agrees.", proposed.with)));
    }
    let Proposed { by, with, state: to, until } = proposed;
    let theirs = Proposed { by: with, with: by, state: to, until };
    if state.politics.proposed.contains(&theirs) {
        if to == State::Alliance {
            return alliance::made(table, Pair::of(by, with), until);
        }
        return table.emit(&Event::Politics(Happened::Agreed { one: with, other: by, to }));
    }
    table.emit(&Event::Politics(Happened::Proposed(proposed)))
}

/// Agrees to what another power proposes, where it still does.
pub(super) fn agree(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    theirs: Proposed,
) -> Result<(), Refusal> {
    if !table.state().politics.proposed.contains(&theirs) {
        return Err(Refusal::new(said!("{} does not propose that any more.", theirs.by)));
    }
    propose(table, seat, Proposed { by: theirs.with, with: theirs.by, ..theirs })
}

/// Takes a proposal back.
pub(super) fn withdraw(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    proposed: Proposed,
) -> Result<(), Refusal> {
    let state = table.state();
    if !state.bidders(seat).contains(&proposed.by) || !state.politics.proposed.contains(&proposed) {
        return Err(Refusal::new(said!("You have proposed no such thing.")));
    }
    table.emit(&Event::Politics(Happened::Withdrawn(proposed)))
}

/// What can be proposed, agreed to and taken back.
pub(super) fn offers(position: &Position, table: &View) -> Vec<Offer> {
    let Some(seat) = super::orders(table) else { return Vec::new() };
    let mut offers = Vec::new();
    for by in position.bidders(seat) {
        for with in position.major_powers() {
            if alliance::may_break(position, seat, by, with).is_ok() {
                let order = Order::Break { power: by, with };
                offers.push(offer(&order));
            }
            let state = if position.are_at_war(by, with) { State::Peace } else { State::War };
            for state in [state, State::Alliance] {
                let proposed = Proposed { by, with, state, until: None };
                let theirs = |open: &&Proposed| open.by == with && open.with == by && open.state == state;
                let own = |open: &&Proposed| open.by == by && open.with == with && open.state == state;
                let open = &position.politics.proposed;
                let order = match (open.iter().find(own), open.iter().find(theirs)) {
                    (Some(own), _) => Order::Withdraw(*own),
                    (None, Some(theirs)) => Order::Agree(*theirs),
                    (None, None) => Order::Propose(proposed),
                };
                let may = match order {
                    Order::Withdraw(_) => true,
                    Order::Agree(theirs) => {
                        why_not(position, seat, Proposed { by, with, ..theirs }).is_none()
                    }
                    _ => why_not(position, seat, proposed).is_none(),
                };
                if may {
                    offers.push(offer(&order));
                }
            }
        }
    }
    offers
}

/// An order as an offer of which every field is fixed.
pub(super) fn offer(order: &Order) -> Offer {
    let one = |word: &str| Kind::OneOf { of: vec![word.to_owned()] };
    let (verb, power, with, proposed) = match order {
        Order::Propose(proposed) => ("propose", proposed.by, proposed.with, Some(proposed)),
        Order::Agree(proposed) => ("agree", proposed.by, proposed.with, Some(proposed)),
        Order::Withdraw(proposed) => ("withdraw", proposed.by, proposed.with, Some(proposed)),
        Order::Break { power, with } => ("break", *power, *with, None),
        Order::Besieged { .. } => return Offer::of_order("politics", order, Vec::new()).back(),
    };
    let mut fields = vec![
        Field::required("politics", one(verb)),
        Field::required("power", one(power.key())),
        Field::required("with", one(with.key())),
    ];
    if let Some(proposed) = proposed {
        fields.push(Field::required("state", one(proposed.state.key())));
        if let Some(until) = proposed.until {
            fields.push(Field::required("until", one(&until.to_string())));
        }
    }
    Offer::with("politics", fields)
}
