//! An account that its owner shows to all: what he had, what came and what went in a quarter.

use super::{Account, Happened, Order, is_kept_in};
use crate::months::Month;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::said;
use table::view::View;

/// A player shows an account. He says what it is, so that who has the open record alone can decide it again; what the bot knows to be
/// another account is refused.
pub(super) fn shown(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    power: Power,
    account: Account,
) -> Result<(), Refusal> {
    super::correction::own(table, seat, power)?;
    let known = super::correction::known(table, power);
    if known.is_some_and(|purse| !purse.accounts.contains(&account)) {
        return Err(Refusal::new(said!(
            "That is no account of {} as the bot keeps it: the last eight quarters can be shown, as they are.",
            power
        )));
    }
    if table.state().economy.shown.get(&power) == Some(&told(&account)) {
        return Err(Refusal::new(said!("Everybody has seen that account already.")));
    }
    table.emit(&Event::Economy(Happened::AccountShown { power, account }))
}

/// By what an account that was shown is known again: its month, and what it came to.
pub(super) fn told(account: &Account) -> (Month, [i64; 2]) {
    (account.month, account.after)
}

/// Which accounts a player may show: the last of each power.
pub(super) fn offers(state: &Position, table: &View) -> Vec<Offer> {
    let Some(seat) = table.seat().filter(|_| is_kept_in(table) && !table.as_regent) else {
        return Vec::new();
    };
    let last = |power: Power| {
        let account = Box::new(state.purse(power)?.accounts.last()?.clone());
        if state.economy.shown.get(&power) == Some(&told(&account)) {
            return None;
        }
        Some(Offer::of_order("show_account", Order::Show { power, account }, Vec::new()).back())
    };
    state.bidders(seat).into_iter().filter_map(last).collect()
}
