//! Whether every $ and every manpower point of a campaign came from somewhere and went somewhere, by its record and what was sealed in it
//! alone: an account begins with what the one before came to, its lines are all there is between, what one pays another gets, a free state
//! keeps no more than it had, and the counters that are lost to all are those that nobody paid for.

use super::account::Account;
use super::sheet::Counters;
use super::{Happened, Purse, Source, sums};
use crate::board::conquest::primary;
use crate::map::{ProvinceId, whole};
use crate::months::Month;
use crate::powers::Power;
use crate::{EmpiresInArms, Event};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use table::event::{Entry, Event as Line};

/// What was found right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accounts {
    /// How many accounts.
    pub accounts: u64,
    /// $ and MP that came.
    pub came: [i64; 2],
    /// $ and MP that went.
    pub went: [i64; 2],
    /// Counters whose upkeep was not paid.
    pub lost: u64,
}

/// What does not follow, for who looks for a fault of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// There is not one account of a power at a time.
    Accounts(Power, usize),
    /// An account does not begin with what the one before came to, which was this.
    Begins(Box<(Power, Option<[i64; 2]>, Account)>),
    /// An account is not the sum of its lines, has a line of nothing, or is not what the purse has.
    Sum(Box<(Power, Account)>),
    /// A free state does not keep what follows from what it kept before, which was this many $.
    FreeState(Box<(Power, ProvinceId, i64, Account)>),
    /// What all were told to be lost is not what could not be paid for.
    Lost(BTreeMap<Power, u64>, BTreeMap<Power, u64>),
    /// What one says that he got of another, or gave him below 0, the other does not say.
    Between(Month, Power, Power, &'static str, i64),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Accounts(power, many) => write!(f, "{power:?} is told {many} accounts at once"),
            Fault::Begins(of) => write!(f, "{:?} does not begin with {:?}: {:?}", of.0, of.1, of.2),
            Fault::Sum(of) => write!(f, "{:?} does not add up: {:?}", of.0, of.1),
            Fault::FreeState(of) => {
                write!(f, "{} of {:?} kept ${}: {:?}", of.1.name(), of.0, of.2, of.3)
            }
            Fault::Lost(unpaid, told) => {
                write!(f, "{unpaid:?} could not be paid for, and all were told of {told:?}")
            }
            Fault::Between(month, one, other, what, money) => {
                write!(f, "in {month} {one:?} has ${money} of {what} with {other:?}, who does not say so")
            }
        }
    }
}

/// What a free state kept.
#[derive(Clone, Copy, Default)]
struct Kept {
    /// $.
    money: i64,
    /// Whether it was in no account since.
    missed: bool,
}

/// The books of a campaign, as far as its record was read. What was sealed of an entry has to be at hand.
#[derive(Default)]
pub struct Books {
    found: Accounts,
    /// What each power had last.
    has: BTreeMap<Power, [i64; 2]>,
    /// $ that each free state kept last.
    kept: BTreeMap<(Power, ProvinceId), Kept>,
    /// The counters that the accounts of the quarter could not pay for.
    unpaid: BTreeMap<Power, u64>,
    /// Those that all were told of.
    lost: BTreeMap<Power, u64>,
    /// The accounts of the quarter that is read.
    quarter: Option<Month>,
    /// What the powers paid each other in it, by the one who says so: what he got, or gave where it is below 0.
    between: BTreeMap<(Power, Power, &'static str), i64>,
}

/// Goes over the accounts of a campaign, of which what was sealed is at hand.
///
/// # Errors
/// What does not follow.
pub fn conserved(entries: &[Entry]) -> Result<Accounts, Fault> {
    let mut books = Books::default();
    entries.iter().try_for_each(|entry| books.follow(entry))?;
    books.close()
}

/// What happened of the economy, public or sealed.
fn happened(entry: &Entry) -> Option<Happened> {
    let event = match &entry.event {
        Line::Hidden {} => {
            let body = entry.secrets.first()?.body.as_ref()?.reveal().get("e")?;
            Event::deserialize(body).ok()?
        }
        _ => entry.game_event::<EmpiresInArms>()?,
    };
    match event {
        Event::Economy(happened) => Some(happened),
        _ => None,
    }
}

impl Books {
    /// The next entry of the campaign.
    ///
    /// # Errors
    /// What does not follow.
    pub fn follow(&mut self, entry: &Entry) -> Result<(), Fault> {
        match happened(entry) {
            Some(Happened::BudgetAsked { treasuries, .. }) => {
                self.quarter_over()?;
                let begun = treasuries.into_iter().map(|(power, money)| (power, [i64::from(money), 0]));
                self.has.extend(begun);
            }
            Some(Happened::UpkeepLost { counters }) => {
                let many = |of: Counters| of.each().iter().map(|(_, many)| u64::from(*many)).sum();
                self.lost.extend(counters.into_iter().map(|(power, of)| (power, many(of))));
            }
            Some(Happened::Accounted { purses }) => {
                for (power, purse) in purses {
                    self.read(power, &purse)?;
                }
            }
            Some(Happened::Corrected { power, money, manpower }) => {
                let has = self.has.entry(power).or_default();
                *has = [has[0] + money, has[1] + manpower];
            }
            Some(Happened::Stopped) => {
                self.quarter_over()?;
                self.has.clear();
                self.kept.clear();
            }
            _ => {}
        }
        Ok(())
    }

    /// The campaign has no more entries: what its accounts come to.
    ///
    /// # Errors
    /// What does not follow.
    pub fn close(mut self) -> Result<Accounts, Fault> {
        self.quarter_over()?;
        Ok(self.found)
    }

    fn read(&mut self, power: Power, purse: &Purse) -> Result<(), Fault> {
        let [account] = purse.accounts.as_slice() else {
            return Err(Fault::Accounts(power, purse.accounts.len()));
        };
        let has = self.has.insert(power, account.after);
        if has != Some(account.before) {
            return Err(Fault::Begins(Box::new((power, has, account.clone()))));
        }
        let [money, manpower] = sums(&account.lines);
        let is_nothing = |line: &super::Line| line.money == 0 && line.manpower == 0;
        if account.after != [account.before[0] + money, account.before[1] + manpower]
            || account.after != [purse.money, purse.manpower]
            || account.lines.iter().any(is_nothing)
        {
            return Err(Fault::Sum(Box::new((power, account.clone()))));
        }
        self.free_states(power, account)?;
        self.quarter = Some(account.month);
        self.between(power, account);
        if account.unpaid > 0 {
            self.unpaid.insert(power, account.unpaid.into());
        }
        self.found.accounts += 1;
        self.found.lost += u64::from(account.unpaid);
        for line in &account.lines {
            for (unit, amount) in [line.money, line.manpower].into_iter().enumerate() {
                self.found.came[unit] += amount.max(0);
                self.found.went[unit] -= amount.min(0);
            }
        }
        Ok(())
    }

    /// A free state begins with what it kept, and keeps no more than it had and collected.
    fn free_states(&mut self, power: Power, account: &Account) -> Result<(), Fault> {
        // One that is not in an account was lost since, with what it kept, or an enemy has its capital, and it keeps that.
        let is_listed = |state| account.states.iter().any(|of| of.state == state);
        for ((_, state), kept) in self.kept.iter_mut().filter(|((of, _), _)| *of == power) {
            kept.missed |= !is_listed(*state);
        }
        for of in &account.states {
            let now = Kept { money: of.after, missed: false };
            let kept = self.kept.insert((power, of.state), now).unwrap_or_default();
            let alone = of.before == kept.money || kept.missed && of.before == 0;
            let follows = alone || self.joined(power, of.state, kept).contains(&of.before);
            let kept = kept.money;
            if !follows || of.after < 0 || of.after > of.before + of.collected[0] {
                return Err(Fault::FreeState(Box::new((power, of.state, kept, account.clone()))));
            }
        }
        Ok(())
    }

    /// What a free state can begin with that had kept so much, where districts of its country that were free states by themselves joined
    /// it with what they had kept: they are by themselves no more.
    fn joined(&mut self, power: Power, state: ProvinceId, own: Kept) -> BTreeSet<i64> {
        let mut sums = BTreeSet::from([own.money]);
        if own.missed {
            sums.insert(0);
        }
        let is_of_it =
            |of: &ProvinceId| *of != state && (primary(*of) == state || whole(*of).contains(&state));
        let districts: Vec<(Power, ProvinceId)> =
            self.kept.keys().filter(|(by, of)| *by == power && is_of_it(of)).copied().collect();
        for district in districts {
            let money = self.kept.remove(&district).map_or(0, |kept| kept.money);
            let with: Vec<i64> = sums.iter().map(|sum| sum + money).collect();
            sums.extend(with);
        }
        sums
    }

    fn between(&mut self, power: Power, account: &Account) {
        for line in &account.lines {
            let (with, what) = match line.source {
                Source::Lent { to } => (to, "loan"),
                Source::Borrowed { of } => (of, "loan"),
                Source::Reparations { with } => (with, "reparations"),
                _ => continue,
            };
            *self.between.entry((power, with, what)).or_default() += line.money;
        }
    }

    /// What one says he paid another says he got, and what is lost was not paid for.
    fn quarter_over(&mut self) -> Result<(), Fault> {
        let (unpaid, lost) = (std::mem::take(&mut self.unpaid), std::mem::take(&mut self.lost));
        if unpaid != lost {
            return Err(Fault::Lost(unpaid, lost));
        }
        let Some(month) = self.quarter.take() else { return Ok(()) };
        let between = std::mem::take(&mut self.between);
        for ((one, other, what), money) in &between {
            let says = between.get(&(*other, *one, *what)).copied().unwrap_or(0);
            if says != -money {
                return Err(Fault::Between(month, *one, *other, what, *money));
            }
        }
        Ok(())
    }
}
