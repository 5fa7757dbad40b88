//! A treasury that is put right by its owner: he forgot to say something at the table, or took what is not the bot's to know. All see by how
//! much, and nobody what it comes to.

use super::{Account, Happened, Line, Order, Purse, Source, is_kept_in, may_order};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::said;
use table::view::View;

/// The most by which an account is put right at once, in $ or MP; ours, as much as a great power collects in a year.
pub const MOST: i64 = 500;

/// How often an account is put right in a quarter; ours, so that nobody floods the table with it.
pub const OFTEN: u32 = 4;

/// The most that an offer has of it.
const USUAL: i64 = 20;

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

/// A player puts his treasury right.
pub(super) fn corrected(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    power: Power,
    money: i64,
    manpower: i64,
) -> Result<(), Refusal> {
    own(table, seat, power)?;
    let economy = &table.state().economy;
    if economy.asked.is_some() {
        return Err(Refusal::new(said!(
            "While economic sheets are sealed no account is put right: do it before them, or when they are opened."
        )));
    }
    if economy.laid.is_none() {
        return Err(Refusal::new(said!(
            "There is no account yet that could be put right: the first is made with the first economic sheets."
        )));
    }
    if economy.corrected.get(&power).is_some_and(|times| *times >= OFTEN) {
        return Err(Refusal::new(said!("An account is put right {} times a quarter at most.", OFTEN)));
    }
    if money == 0 && manpower == 0 {
        return Err(Refusal::new(said!("Say by how many $ or MP the account is put right.")));
    }
    if [money, manpower].iter().any(|amount| amount.abs() > MOST) {
        return Err(Refusal::new(said!(
            "An account is put right by ${} or {} MP at most at once.",
            MOST,
            MOST
        )));
    }
    if manpower != 0 && power != Power::Prussia {
        return Err(Refusal::new(said!(
            "{} saves no manpower from quarter to quarter, so there is none to put right: Prussia alone does.",
            power
        )));
    }
    if let Some(purse) = known(table, power) {
        if money < 0 && purse.money + money < 0 {
            return Err(Refusal::new(said!("There are ${}, and no more can be taken off.", purse.money)));
        }
        if manpower < 0 && purse.manpower + manpower < 0 {
            return Err(Refusal::new(said!(
                "There are {} MP, and no more can be taken off.",
                purse.manpower
            )));
        }
    }
    if let Some(mut purse) = table.state().purse(power).cloned() {
        purse.correct(money, manpower);
        super::arrivals::accounted(table, seat, &[(power, purse)].into());
    }
    table.emit(&Event::Economy(Happened::Corrected { power, money, manpower }))
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

/// What a player may put right.
pub(super) fn offers(state: &Position, table: &View) -> Vec<Offer> {
    let Some(seat) = table.seat().filter(|_| is_kept_in(table) && !table.as_regent) else {
        return Vec::new();
    };
    let economy = &state.economy;
    if economy.asked.is_some() || economy.laid.is_none() {
        return Vec::new();
    }
    let often = |power: &Power| economy.corrected.get(power).is_some_and(|times| *times >= OFTEN);
    let begun = |power: &Power| economy.begun.contains(power) && !often(power);
    let offer = |power| {
        let money = Field::required("money", Kind::Whole { least: 1, most: USUAL });
        Offer::of_order("correct", Order::Correct { power, money: 1, manpower: 0 }, vec![money]).back()
    };
    state.bidders(seat).into_iter().filter(begun).map(offer).collect()
}
