//! The course of the economic phase (8): the gold convoy, the sheets, what all see of them, and the accounts.

use super::account::{Account, Due, Others};
use super::manipulation::Manipulation;
use super::sheet::{self, COUNTERS, Counters, EconomicSheets, MANIPULATE, SPEND, Sheet, Spend, Wishes};
use super::{Happened, Purse, account};
use crate::choice_of_powers::with_a_power;
use crate::frame::place;
use crate::oob;
use crate::prelude::*;
use serde_json::{Value, json};

/// What Great Britain loses with its Indian trade, in halves of a PP.
const WITH_INDIA: i64 = -2;

/// The most that a roll for the gold convoy counts.
const MOST: u32 = 12;

/// The phase begins: what everybody knows of it is settled, and the sheets will be asked for, where there is anybody to ask.
pub(crate) fn begin(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let Some((month, _)) = place(&table.path()) else { return Ok(()) };
    if with_a_power(table).is_empty() {
        return Ok(());
    }
    let cavalry_types = table.switch(crate::switches::CAVALRY_TYPES) == table::switches::YES.0;
    let treasuries = new_treasuries(table);
    let states_save = table.switch(super::states::SAVINGS) == table::switches::YES.0;
    let twice_manpower = table.switch(super::TWICE.key) == super::TWICE.ways[0].0;
    table.emit(&Event::Economy(Happened::BudgetAsked {
        month,
        cavalry_types,
        states_save,
        twice_manpower,
        treasuries,
    }))?;
    gold(table, month)?;
    manipulated(table)
}

/// The economic phase is played at the table: where the bot kept the economy before, it does so no more.
pub(crate) fn stop(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    if table.state().economy.begun.is_empty() || table.state().concluded.is_some() {
        return Ok(());
    }
    table.emit(&Event::Economy(Happened::Stopped))
}

impl Envelopes<EmpiresInArms> for EconomicSheets {
    type Choice = Sheet;

    fn read(&self, state: &Position, seat: &SeatId, filled: &Value) -> Result<Sheet, Refusal> {
        sheet::read(state, seat, filled)
    }

    fn check(&self, _: &Position, _: &SeatId, of: &Sheet) -> Result<(), Refusal> {
        sheet::check(of)
    }

    fn parts(&self, _: &Position) -> Vec<String> {
        [COUNTERS, MANIPULATE, SPEND].map(str::to_owned).to_vec()
    }

    fn default_choice(&self, state: &Position, seat: &SeatId) -> Option<Sheet> {
        Some(sheet::default_of(state, seat))
    }

    fn opened(
        &self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        _: BTreeMap<SeatId, Sheet>,
    ) -> Result<(), Refusal> {
        opened(table, self.0)
    }

    fn offers(&self, state: &Position, table: &View) -> Vec<Offer> {
        sheet::offers(state, table)
    }

    fn otherwise(&self, state: &Position, _: &SeatId, of: &Sheet) -> Option<Value> {
        let otherwise = sheet::otherwise(state, of);
        (!otherwise.is_empty()).then(|| json!(otherwise))
    }
}

/// The sheets are asked for.
pub(crate) fn ask(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let Some(month) = table.state().economy.asked else { return Ok(()) };
    let asked = with_a_power(table);
    table.open_envelopes(&Round::Budget(EconomicSheets(month)), asked, false)
}

/// The treasuries of powers that the bot does not keep yet: those of the order of battle.
fn new_treasuries(table: &Table<'_, '_, EmpiresInArms>) -> BTreeMap<Power, u32> {
    let state = table.state();
    let new = state.major_powers().filter(|power| !state.economy.begun.contains(power));
    new.filter_map(|power| {
        let forces = oob::values::as_played(table.scenario(), power, &state.typed)?;
        Some((power, forces.treasury.value))
    })
    .collect()
}

/// The gold convoy of Spain is rolled for (8.2.1.3); dominance helps it (`house.spain.gold-dominant`).
fn gold(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    let spain = Power::Spain;
    if !table.state().major_powers().any(|power| power == spain) {
        return Ok(());
    }
    let dice = table.roll(&format!("gold/{month}"), vec![[6, 2]], "gold convoy")?;
    let rolled: u32 = dice.iter().sum();
    let dominant = table.state().is_dominant(spain);
    let total = counts(rolled, dominant);
    let rules = if dominant { vec![rule!("house.spain.gold-dominant")] } else { Vec::new() };
    let money = u32::try_from(table.state().gold(total)).unwrap_or(0);
    table.emit(&Event::Economy(Happened::GoldRolled { dice, total, money, rules }))
}

/// A roll for the gold convoy as it counts: dominance adds 2, and 12 is the most (`house.spain.gold-dominant`).
fn counts(rolled: u32, dominant: bool) -> u8 {
    u8::try_from(if dominant { (rolled + 2).min(MOST) } else { rolled }).unwrap_or(0)
}

/// What was chosen of manipulation a quarter before opens; it takes effect when the phase ends.
fn manipulated(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let Some(before) = table.state().economy.laid else { return Ok(()) };
    let round = Round::Budget(EconomicSheets(before));
    let mut steps = BTreeMap::new();
    for seat in table.laid_down(&round) {
        let chosen: Option<BTreeMap<Power, Manipulation>> = table.open_part(&round, &seat, MANIPULATE)?;
        let known = chosen.unwrap_or_default().into_iter();
        steps.extend(known.filter(|(power, _)| !table.state().is_out(*power)).map(|(p, of)| (p, of.steps)));
    }
    if steps.is_empty() {
        return Ok(());
    }
    table.emit(&Event::Economy(Happened::Manipulated { steps }))
}

/// The sheets lie there: the counters open for all, and to each player are told the accounts of his powers.
fn opened(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    let round = Round::Budget(EconomicSheets(month));
    let seats = table.laid_down(&round);
    let mut counters: BTreeMap<Power, Counters> = BTreeMap::new();
    for seat in &seats {
        let told: Option<BTreeMap<Power, Counters>> = table.open_part(&round, seat, COUNTERS)?;
        let own = table.state().bidders(seat);
        counters.extend(told.unwrap_or_default().into_iter().filter(|(power, _)| own.contains(power)));
    }
    let powers: Vec<Power> = counters.keys().copied().collect();
    table.emit(&Event::Economy(Happened::CountersTold { counters }))?;
    super::lost::not_told(table, &powers)?;
    india(table)?;
    let sheets = closed(table, &round, &seats);
    let state = table.state();
    let paid: Vec<Due> =
        sheets.iter().flat_map(|(_, power, wishes)| reparations(state, *power, month, wishes)).collect();
    let repaid = |power: Power| Others {
        lent: Vec::new(),
        reparations: paid.iter().filter(|due| due.to == power).copied().collect(),
    };
    let lent: Vec<(Power, Power, u32)> = sheets
        .iter()
        .flat_map(|(_, power, wishes)| loans(state, *power, month, wishes, &repaid(*power)))
        .collect();
    let mut told: BTreeMap<SeatId, BTreeMap<Power, Purse>> =
        seats.iter().map(|seat| (seat.clone(), BTreeMap::new())).collect();
    let mut unpaid: BTreeMap<Power, Counters> = BTreeMap::new();
    for (seat, power, wishes) in &sheets {
        let lent = lent.iter().filter(|(_, to, _)| to == power).map(|(of, _, money)| (*of, *money)).collect();
        let others = Others { lent, ..repaid(*power) };
        let (account, purse) = accounted(state, *power, month, wishes, &others);
        for (kind, count) in &account.lost {
            unpaid.entry(*power).or_default().add(kind, *count);
        }
        told.entry(seat.clone()).or_default().insert(*power, purse);
    }
    super::lost::to_upkeep(table, &round, unpaid)?;
    for (seat, purses) in told {
        super::arrivals::accounted(table, &seat, &purses);
        table.emit_to([seat], &Event::Economy(Happened::Accounted { purses }))?;
    }
    Ok(())
}

/// What lies closed on the sheets, of each power that is still its player's.
fn closed(
    table: &Table<'_, '_, EmpiresInArms>,
    round: &Round,
    seats: &[SeatId],
) -> Vec<(SeatId, Power, Wishes)> {
    let mut sheets = Vec::new();
    for seat in seats {
        let spend: BTreeMap<Power, Spend> = table.closed_part(round, seat, SPEND).unwrap_or_default();
        let manipulate: BTreeMap<Power, Manipulation> =
            table.closed_part(round, seat, MANIPULATE).unwrap_or_default();
        for power in table.state().bidders(seat) {
            let counters = table.state().paid_for(power);
            let spend = spend.get(&power).cloned().unwrap_or_default();
            let manipulation = manipulate.get(&power).copied();
            sheets.push((seat.clone(), power, Wishes { counters, spend, manipulation }));
        }
    }
    sheets
}

/// A power's account; where its purse is closed in this copy of the record, as if there were nothing in it.
fn accounted(
    state: &Position,
    power: Power,
    month: Month,
    wishes: &Wishes,
    others: &Others,
) -> (Account, Purse) {
    let nothing = Purse::default();
    account::made(state, power, month, wishes, state.purse(power).unwrap_or(&nothing), others)
}

/// The reparations that a power really pays, which come before anything that it spends.
fn reparations(state: &Position, power: Power, month: Month, wishes: &Wishes) -> Vec<Due> {
    if !state.reparations_due(month).iter().any(|due| due.of == power) {
        return Vec::new();
    }
    let (account, _) = accounted(state, power, month, wishes, &Others::default());
    let paid = account.lines.into_iter().filter_map(|line| match line.source {
        super::Source::Reparations { with } => {
            Some(Due { of: power, to: with, money: -line.money, rule: line.rules.first().copied()? })
        }
        _ => None,
    });
    paid.collect()
}

/// What a power really lends: what its own account pays.
fn loans(
    state: &Position,
    power: Power,
    month: Month,
    wishes: &Wishes,
    others: &Others,
) -> Vec<(Power, Power, u32)> {
    if wishes.spend.lend.is_empty() {
        return Vec::new();
    }
    let (account, _) = accounted(state, power, month, wishes, others);
    let lent = account.lines.into_iter().filter_map(|line| match line.source {
        super::Source::Lent { to } => Some((power, to, u32::try_from(-line.money).ok()?)),
        _ => None,
    });
    lent.collect()
}

/// Great Britain loses Indian trade while an enemy has Egypt, and a PP with it (`house.suez.british-loss`, `house.suez.no-pp-loss`).
fn india(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let state = table.state();
    let britain = Power::GreatBritain;
    let east = state.paid_for(britain).east;
    let money = state.indian_loss(east);
    if money == 0 || !state.major_powers().any(|power| power == britain) {
        return Ok(());
    }
    let now = state.pp_after(britain, WITH_INDIA);
    let mut rules = vec![rule!("house.suez.british-loss")];
    if east > 0 {
        rules.push(rule!("house.suez.fleets-reduce"));
    }
    table.emit(&Event::Economy(Happened::IndianTradeLost { money, now, rules }))
}

#[cfg(test)]
mod tests {
    use super::*;

    // house.spain.gold-dominant
    #[test]
    fn a_dominant_spain_adds_two_and_twelve_is_the_most() {
        assert_eq!((counts(7, true), counts(11, true), counts(12, true)), (9, 12, 12));
        assert_eq!((counts(7, false), counts(12, false)), (7, 12));
    }
}
