//! The account of a quarter: what a power collected, paid and bought, line by line, out of its own sheet and what everybody knows.

use super::sheet::{Came, Spend, Wishes, why_not_bought};
use super::states::{self, OfState};
use super::{Line, Purse, Source, affordable, prices, sums};
use crate::Position;
use crate::months::Month;
use crate::politics::ends::Payment;
use crate::powers::Power;
use serde::{Deserialize, Serialize};
use table::rule;
use table::rules::RuleId;

/// The account of a quarter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Account {
    /// The month of the economic phase.
    pub month: Month,
    /// What was there before: $ and saved MP.
    pub before: [i64; 2],
    /// What came and went, in the order in which it did.
    pub lines: Vec<Line>,
    /// What is there now: `before` and the lines together.
    pub after: [i64; 2],
    /// The quarter of its free states.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<OfState>,
    /// Counters whose upkeep could not be paid.
    #[serde(default, skip_serializing_if = "super::is_none")]
    pub unpaid: u32,
    /// Of which kinds those are: how many of what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<(String, u32)>,
    /// What was wanted and could not be bought: how many of what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missed: Vec<(String, u32)>,
    /// What was to be lent and was not, in $, to whom: there was not enough, or the two are at war by now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unlent: Vec<(Power, u32)>,
    /// What the sheet came to when it was sealed, where it came to something else when the sheets were opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sealed: Option<Came>,
}

impl Account {
    /// What its lines of some sources come to: $ and MP.
    #[must_use]
    pub fn sum(&self, of: impl Fn(&Source) -> bool) -> [i64; 2] {
        sums(self.lines.iter().filter(|line| of(&line.source)))
    }

    /// MP that nobody spent, and that are lost.
    #[must_use]
    pub fn lapsed(&self) -> i64 {
        -self.sum(|source| *source == Source::Lapsed)[1]
    }

    /// What the sheet comes to by it, without what others lend, which nobody knows before the sheets are opened.
    #[must_use]
    pub fn came(&self) -> Came {
        let lent = self.sum(|source| matches!(source, Source::Borrowed { .. }));
        let spent = self.sum(|source| {
            matches!(
                source,
                Source::Upkeep { .. } | Source::Supply | Source::Lent { .. } | Source::Bought { .. }
            )
        });
        let reach = self.reach();
        let left = [reach[0] - lent[0], reach[1] - lent[1]];
        let has = |of: &OfState| [of.before + of.collected[0], of.collected[1]];
        let states = self.states.iter().map(has).fold([0, 0], |all, of| [all[0] + of[0], all[1] + of[1]]);
        Came { has: [left[0] - spent[0], left[1] - spent[1]], left, states }
    }

    /// What could still have been spent: what is there, and what lapsed.
    #[must_use]
    pub fn reach(&self) -> [i64; 2] {
        [self.after[0], self.after[1] + self.lapsed()]
    }
}

/// An account that is being made.
struct Making {
    account: Account,
    /// What is there.
    has: [i64; 2],
}

impl Making {
    fn add(&mut self, line: Line) {
        self.has[0] += line.money;
        self.has[1] += line.manpower;
        if line.money != 0 || line.manpower != 0 {
            self.account.lines.push(line);
        }
    }

    /// Takes from what is there, as far as it lasts.
    fn pay(&mut self, source: Source, money: i64, manpower: i64) {
        let [has, men] = self.has.map(|has| has.max(0));
        self.add(Line::of(source, -money.clamp(0, has), -manpower.clamp(0, men)));
    }
}

/// A reparation that is due in a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// Who pays.
    pub of: Power,
    /// To whom.
    pub to: Power,
    /// $.
    pub money: i64,
    /// The rule that it rests on.
    pub rule: RuleId,
}

impl Position {
    /// The reparations that fall due in a month's economic phase: those of treaties, a part of the loser's home tax in one payment or in two
    /// (`house.peace.reparations.choice`), and those that a law has, as of the Crimean War. Who is out of the game has no account, and neither pays nor is paid.
    #[must_use]
    pub fn reparations_due(&self, month: Month) -> Vec<Due> {
        let by_treaty =
            self.payments_due(month).into_iter().map(|Payment { of, to, term, part: [_, all] }| {
                let money = self.reparations(of, term, all > 1);
                Due { of, to, money, rule: rule!("house.peace.reparations.choice") }
            });
        let mut dues: Vec<Due> = by_treaty.collect();
        dues.extend(crate::LAWS.iter().flat_map(|law| law.reparations(self, month)));
        dues
    }
}

/// What comes to a power from the accounts of others: from whom, and $.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Others {
    /// Lent.
    pub lent: Vec<(Power, u32)>,
    /// Reparations.
    pub reparations: Vec<Due>,
}

impl Others {
    /// What others owe a power, as if each had it, and lend it nothing: as its account is seen before the sheets are opened.
    pub(crate) fn expected(state: &Position, power: Power, month: Month) -> Others {
        let dues = state.reparations_due(month).into_iter().filter(|due| due.to == power);
        Others { lent: Vec::new(), reparations: dues.collect() }
    }
}

/// Reparations: what a power owes it pays before it spends anything; what is short of it is shared equally by those to whom it is owed, and
/// the rest lapses.
fn reparations(making: &mut Making, state: &Position, power: Power, month: Month, others: &Others) {
    let mut dues: Vec<Due> = state.reparations_due(month).into_iter().filter(|due| due.of == power).collect();
    // Who is owed less than a share takes no more, and the others share what is left.
    dues.sort_by_key(|due| due.money);
    let (mut still, mut share) = (i64::try_from(dues.len()).unwrap_or(1), None);
    for due in dues {
        let each = share.unwrap_or(making.has[0].max(0) / still);
        share = share.or((each < due.money).then_some(each));
        still -= 1;
        let money = due.money.min(each);
        making.add(Line::money(Source::Reparations { with: due.to }, -money).under(Some(due.rule)));
    }
    for due in &others.reparations {
        making.add(Line::money(Source::Reparations { with: due.of }, due.money).under(Some(due.rule)));
    }
}

/// The account of a power for a month, by its wishes, and the purse after it. What others lend it comes last, so that nobody spends what he
/// does not have yet.
pub(crate) fn made(
    state: &Position,
    power: Power,
    month: Month,
    wishes: &Wishes,
    purse: &Purse,
    others: &Others,
) -> (Account, Purse) {
    let before = [purse.money, purse.manpower];
    let account = Account {
        month,
        before,
        lines: Vec::new(),
        states: Vec::new(),
        after: before,
        unpaid: 0,
        lost: Vec::new(),
        missed: Vec::new(),
        unlent: Vec::new(),
        sealed: None,
    };
    let mut making = Making { account, has: before };
    for line in state.income_with(power, wishes.counters) {
        making.add(line);
    }
    reparations(&mut making, state, power, month, others);
    let mut after = Purse { manipulation: wishes.manipulation, ..purse.clone() };
    if let Some((row, with)) = purse.manipulation.and_then(|chosen| Some((chosen.row()?, chosen.with))) {
        let [money, manpower] = with.amounts(&state.manipulation(row));
        // What is not there is owed.
        making.add(Line::of(Source::Manipulation { steps: row.steps }, -money, -manpower));
    }
    if let Some((_, price)) = state.economy.rifles.get(&power).filter(|(bought, _)| *bought == month) {
        let line = Line::money(Source::Rifles, -i64::from(*price));
        making.add(line.under(Some(rule!("nationalism.tech.purchase"))));
    }
    maintained(&mut making, state, power, month, wishes);
    spent(&mut making, state, power, month, &wishes.spend, &mut after);
    for (of, money) in &others.lent {
        making.add(Line::money(Source::Borrowed { of: *of }, i64::from(*money)));
    }
    if power != Power::Prussia {
        // Prussia alone saves manpower from quarter to quarter.
        let left = making.has[1];
        making.pay(Source::Lapsed, 0, left);
    }
    let Making { mut account, has } = making;
    account.states = states::made(state, power, month, &wishes.spend.states, &mut after);
    account.after = has;
    account.sealed = wishes.spend.came.filter(|came| *came != account.came());
    after.money = has[0];
    after.manpower = has[1];
    after.under_way.retain(|under_way| under_way.month > month);
    after.accounts = vec![account.clone()];
    (account, after)
}

/// Upkeep of the counters on the map (8.4), corps first; before that the price of those that were off the map at the last sheet, or that nobody
/// had paid for (`standard.land.reinforce.counter`): who has them on the map again bought them again.
fn maintained(making: &mut Making, state: &Position, power: Power, month: Month, wishes: &Wishes) {
    for (key, again) in state.counters_again(power, month, wishes.counters).each() {
        let price = prices(state, power).find(|cost| cost.key == key).map_or(0, |cost| state.price(cost)[0]);
        let count = again.min(affordable(making.has, [price, 0]));
        if count > 0 {
            let line = Line::money(Source::Bought { item: key.to_owned(), count }, -i64::from(count) * price);
            let rule = match key {
                "depot" => rule!("standard.land.depot.step"),
                _ => rule!("standard.land.reinforce.counter"),
            };
            making.add(line.under(Some(rule)));
        }
    }
    for (key, count) in wishes.counters.each() {
        let each = state.upkeep(key);
        let kept = count.min(affordable(making.has, [each, 0]));
        making.pay(Source::Upkeep { counter: key.to_owned(), count: kept }, i64::from(kept) * each, 0);
        making.account.unpaid += count - kept;
        if kept < count {
            making.account.lost.push((key.to_owned(), count - kept));
        }
    }
}

/// What the sheet spends: supply of the quarter's months, loans to others, and what is bought, down the list as far as it lasts.
fn spent(
    making: &mut Making,
    state: &Position,
    power: Power,
    month: Month,
    spend: &Spend,
    purse: &mut Purse,
) {
    making.pay(Source::Supply, spend.supply.into(), 0);
    for (to, money) in &spend.lend {
        let lends = *to != power && !state.are_at_war(power, *to);
        let lent = if lends { (*money).min(affordable(making.has, [1, 0])) } else { 0 };
        making.pay(Source::Lent { to: *to }, i64::from(lent), 0);
        if lent < *money {
            making.account.unlent.push((*to, money - lent));
        }
    }
    for cost in prices(state, power) {
        let wanted = spend.buy.get(&cost.key).copied().unwrap_or(0);
        let [money, manpower] = state.price(cost);
        // A peace since the sheet was sealed may bar it.
        let barred = wanted > 0 && why_not_bought(state, power, &cost.key).is_some();
        let count = if barred { 0 } else { wanted.min(affordable(making.has, [money, manpower])) };
        if count > 0 {
            let many = i64::from(count);
            making.pay(Source::Bought { item: cost.key.clone(), count }, money * many, manpower * many);
            purse.order(cost, count, month, None);
        }
        if count < wanted {
            making.account.missed.push((cost.key.clone(), wanted - count));
        }
    }
}
