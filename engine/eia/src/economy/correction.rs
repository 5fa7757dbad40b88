//! A treasury that is put right: what is on no sheet, or was written wrongly on one. It goes the way of every correction of a value: proposed
//! with a reason, it holds when another agrees or nobody objects. All see by how much, and nobody what it comes to: the value that is corrected
//! is by how much a treasury was put right in all.

use super::{Account, Economy, Happened, Line, Purse, Source, may_order};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::said;
use table::said::Said;
use table::values::Value as Tracked;

/// The most by which an account is put right at once, in $ or MP; ours, as much as a great power collects in a year.
pub const MOST: i64 = 500;

/// What the keys of treasuries begin with: `treasury/spain`.
pub const MONEY: &str = "treasury";
/// What the key of saved manpower begins with: `saved/prussia`.
pub const MANPOWER: &str = "saved";

/// A power may be ordered about, and the bot keeps its treasury.
pub(super) fn own(table: &Table<'_, '_, EmpiresInArms>, seat: &SeatId, power: Power) -> Result<(), Refusal> {
    may_order(table, seat, power)?;
    if !table.state().economy.begun.contains(&power) {
        return Err(Refusal::new(said!("The bot does not keep the treasury of {} yet.", power)));
    }
    Ok(())
}

/// What a power has, where it is known here: in an open record that is decided again a purse is empty as long as its accounts are closed.
pub(super) fn known<'t>(table: &'t Table<'_, '_, EmpiresInArms>, power: Power) -> Option<&'t Purse> {
    let purse = table.state().purse(power)?;
    (!table.is_decided_again() || !purse.accounts.is_empty()).then_some(purse)
}

/// By how much each treasury was put right in all, as values that can be corrected: there is one from the first account on. Prussia alone
/// saves manpower, so no other's can be put right.
pub(crate) fn values(state: &Position) -> Vec<Tracked> {
    let economy = &state.economy;
    let begun = economy.begun.iter().filter(|power| economy.laid.is_some() && !state.is_out(**power));
    begun.flat_map(|power| value(state, *power)).collect()
}

fn value(state: &Position, power: Power) -> Vec<Tracked> {
    let [money, manpower] = state.economy.put_right.get(&power).copied().unwrap_or_default();
    let of = |kind: &str, unit: Said, now: i64| Tracked {
        key: format!("{kind}/{}", power.key()),
        name: power.name().to_owned(),
        unit: unit.to_string(),
        now,
        least: now - MOST,
        most: now + MOST,
        scale: 1,
        of: state.choice.holdings.get(&power).map(|holding| holding.seat.clone()),
        rises: false,
        yes_no: false,
        by_player: false,
        known: true,
        decides_from: None,
        usual: None,
        brings: 0,
        sways: false,
        purse: false,
        kept: true,
    };
    let mut all = vec![of(MONEY, said!("$ put right"), money)];
    if power == Power::Prussia {
        all.push(of(MANPOWER, said!("saved MP put right"), manpower));
    }
    all
}

/// A correction holds: a treasury is put right, until it is so by `now` in all.
pub(crate) fn set(
    table: &mut Table<'_, '_, EmpiresInArms>,
    kind: &str,
    power: Power,
    now: i64,
) -> Result<(), Refusal> {
    let state = table.state();
    let [money, manpower] = state.economy.put_right.get(&power).copied().unwrap_or_default();
    let (money, manpower) = if kind == MONEY { (now - money, 0) } else { (0, now - manpower) };
    let owner = state.choice.holdings.get(&power).map(|holding| holding.seat.clone());
    if let (Some(seat), Some(mut purse)) = (owner, state.purse(power).cloned()) {
        purse.correct(money, manpower);
        super::arrivals::accounted(table, &seat, &[(power, purse)].into());
    }
    table.emit(&Event::Economy(Happened::Corrected { power, money, manpower }))
}

impl Economy {
    /// A treasury was put right by so much.
    pub(super) fn corrected(&mut self, power: Power, money: i64, manpower: i64) {
        let all = self.put_right.entry(power).or_default();
        *all = [all[0] + money, all[1] + manpower];
    }
}

impl Purse {
    /// It is put right. The last account says so with a line of its own, so that the next begins with what that one comes to.
    pub(super) fn correct(&mut self, money: i64, manpower: i64) {
        self.money += money;
        self.manpower += manpower;
        if let Some(account) = self.accounts.last_mut() {
            account.correct(money, manpower);
        }
    }
}

impl Account {
    fn correct(&mut self, money: i64, manpower: i64) {
        self.lines.push(Line::of(Source::Corrected, money, manpower));
        self.after = [self.after[0] + money, self.after[1] + manpower];
    }
}
