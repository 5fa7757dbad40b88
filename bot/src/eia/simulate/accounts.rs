//! Whether every $ and every manpower point of a campaign came from somewhere and went somewhere, by its record and what was sealed in it
//! alone: an account begins with what the one before came to, its lines are all there is between, and what one pays another gets.

use engine::eia::economy::account::Account;
use engine::eia::economy::{Happened, Purse, Source, sums};
use engine::eia::months::Month;
use engine::eia::powers::Power;
use engine::eia::{EmpiresInArms, Event};
use engine::table::{Entry, Event as Line};
use serde::Deserialize;
use std::collections::BTreeMap;

/// What was found right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accounts {
    /// How many accounts.
    pub accounts: u64,
    /// $ and MP that came.
    pub came: [i64; 2],
    /// $ and MP that went.
    pub went: [i64; 2],
}

/// The books of a campaign, as far as its record was read.
#[derive(Default)]
struct Books {
    found: Accounts,
    /// What each power had last.
    has: BTreeMap<Power, [i64; 2]>,
    /// The accounts of the quarter that is read.
    quarter: Option<Month>,
    /// What the powers paid each other in it, by the one who says so: what he got, or gave where it is below 0.
    between: BTreeMap<(Power, Power, &'static str), i64>,
}

/// Goes over the accounts of a campaign.
///
/// # Errors
/// A sentence: which account does not follow.
pub fn conserved(entries: &[Entry]) -> Result<Accounts, String> {
    let mut books = Books::default();
    for entry in entries {
        match happened(entry) {
            Some(Happened::BudgetAsked { treasuries, .. }) => {
                books.quarter_over()?;
                let begun = treasuries.into_iter().map(|(power, money)| (power, [i64::from(money), 0]));
                books.has.extend(begun);
            }
            Some(Happened::Accounted { purses }) => {
                for (power, purse) in purses {
                    books.read(power, &purse)?;
                }
            }
            Some(Happened::Corrected { power, money, manpower }) => {
                let has = books.has.entry(power).or_default();
                *has = [has[0] + money, has[1] + manpower];
            }
            Some(Happened::Stopped) => books.has.clear(),
            _ => {}
        }
    }
    books.quarter_over()?;
    Ok(books.found)
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
    fn read(&mut self, power: Power, purse: &Purse) -> Result<(), String> {
        let [account] = purse.accounts.as_slice() else {
            return Err(format!("{power:?} is told {} accounts at once.", purse.accounts.len()));
        };
        let at = account.month;
        let wrong = |why: &str| Err(format!("The account of {power:?} in {at} {why}: {account:?}"));
        if self.has.get(&power) != Some(&account.before) {
            return wrong(&format!("does not begin with {:?}", self.has.get(&power)));
        }
        let [money, manpower] = sums(&account.lines);
        if account.after != [account.before[0] + money, account.before[1] + manpower] {
            return wrong("is not the sum of its lines");
        }
        if account.after != [purse.money, purse.manpower] {
            return wrong("is not what the purse has");
        }
        if account.lines.iter().any(|line| line.money == 0 && line.manpower == 0) {
            return wrong("has a line of nothing");
        }
        self.has.insert(power, account.after);
        self.quarter = Some(at);
        self.between(power, account);
        self.found.accounts += 1;
        for line in &account.lines {
            for (unit, amount) in [line.money, line.manpower].into_iter().enumerate() {
                self.found.came[unit] += amount.max(0);
                self.found.went[unit] -= amount.min(0);
            }
        }
        Ok(())
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

    /// What one says he paid another says he got.
    fn quarter_over(&mut self) -> Result<(), String> {
        let Some(month) = self.quarter.take() else { return Ok(()) };
        let between = std::mem::take(&mut self.between);
        for ((one, other, what), money) in &between {
            let says = between.get(&(*other, *one, *what)).copied().unwrap_or(0);
            if says != -money {
                return Err(format!(
                    "In {month} {one:?} has ${money} of {what} with {other:?}, who has ${says} with it."
                ));
            }
        }
        Ok(())
    }
}
