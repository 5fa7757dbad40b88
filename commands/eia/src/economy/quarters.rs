//! The last quarters of a treasury as a picture of a phone's width: what came, what went and what was there, in $ and in MP.

use crate::map::present::ground::tint;
use crate::months;
use eia::economy::account::Account;
use eia::powers::Power;
use table_commands::present::pictures::{
    Drawing, GOLD, Held, LOSS, Look, MARGIN, PANEL, QUIET, TEXT, TIMES, WIDTH, png,
};
use table_commands::say;

/// Its name as a file.
pub(super) const FILE: &str = "account.png";

/// How high the tallest bar is, in points.
const TALLEST: i64 = 70;
/// What came in.
const GAIN: &str = "#A9E5B0";

/// Of which powers how much came, went and was there, quarter by quarter.
pub struct Quarters(pub Vec<(Power, Vec<Account>)>);

/// What a quarter comes to in $ or in MP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    /// What came.
    pub came: i64,
    /// What went.
    pub went: i64,
    /// What was there after it.
    pub after: i64,
}

impl Bar {
    /// That of an account: in $ (0) or in MP (1).
    #[must_use]
    pub fn of(account: &Account, unit: usize) -> Bar {
        let amount = |line: &eia::economy::Line| [line.money, line.manpower].get(unit).copied().unwrap_or(0);
        let sum = |sign: i64| account.lines.iter().map(|line| (amount(line) * sign).max(0)).sum();
        Bar { came: sum(1), went: sum(-1), after: account.after.get(unit).copied().unwrap_or(0) }
    }
}

impl Quarters {
    /// Those of which there are at least two, so that there is something to compare.
    #[must_use]
    pub fn of(accounts: impl IntoIterator<Item = (Power, Vec<Account>)>) -> Option<Quarters> {
        let several: Vec<_> = accounts.into_iter().filter(|(_, accounts)| accounts.len() > 1).collect();
        (!several.is_empty()).then_some(Quarters(several))
    }

    /// The picture.
    ///
    /// # Errors
    /// Words for the log, where it cannot be drawn.
    pub fn picture(&self) -> Result<Vec<u8>, String> {
        png(&self.drawing(), TIMES)
    }

    /// The same as an SVG.
    #[must_use]
    pub fn drawing(&self) -> String {
        let mut drawn = Drawing { y: MARGIN, ..Drawing::default() };
        for (power, accounts) in &self.0 {
            let name = crate::names::called(power);
            let money = say!("{}: $ of the last quarters", name);
            panel(&mut drawn, *power, &money, accounts, 0);
            let manpower = say!("{}: manpower of the last quarters", name);
            panel(&mut drawn, *power, &manpower, accounts, 1);
        }
        let legend = say!("left: what came; right: what went; above: what was there then");
        drawn.y += 12;
        drawn.text(MARGIN, drawn.y, &legend, Look(11, QUIET, false), Held::Left, WIDTH - 2 * MARGIN);
        drawn.done()
    }

    /// What it says, for who does not see it.
    #[must_use]
    pub fn in_words(&self) -> String {
        let power = |(power, accounts): &(Power, Vec<Account>)| {
            let each = accounts.iter().map(|of| format!("{} ${}", months::month(of.month), of.after[0]));
            let each: Vec<String> = each.collect();
            format!("{}: {}", crate::names::called(power), each.join(", "))
        };
        self.0.iter().map(power).collect::<Vec<_>>().join("; ")
    }
}

/// A column a quarter: two bars, what was there above them and the month below.
fn panel(drawn: &mut Drawing, power: Power, title: &str, accounts: &[Account], unit: usize) {
    drawn.y += 14;
    drawn.text(MARGIN, drawn.y, title, Look(15, TEXT, true), Held::Left, WIDTH - 2 * MARGIN);
    drawn.y += 8;
    let bars: Vec<Bar> = accounts.iter().map(|account| Bar::of(account, unit)).collect();
    let most = bars.iter().map(|bar| bar.came.max(bar.went)).max().unwrap_or(0).max(1);
    let wide = (WIDTH - 2 * MARGIN) / 8;
    let (top, foot) = (drawn.y + 34, drawn.y + 34 + TALLEST as u32);
    for ((n, bar), account) in (0..).zip(&bars).zip(accounts) {
        let x = MARGIN + n * wide;
        drawn.rect([x, drawn.y, wide - 3, foot + 18 - drawn.y], 3, PANEL, Some(&tint(power, 100)));
        let middle = x + wide / 2 - 1;
        drawn.text(
            middle,
            drawn.y + 13,
            &bar.after.to_string(),
            Look(13, GOLD, true),
            Held::Middle,
            wide - 5,
        );
        let half = wide / 2 - 4;
        for (at, amount, colour) in [(x + 2, bar.came, GAIN), (x + 2 + half, bar.went, LOSS)] {
            let high = u32::try_from(amount * TALLEST / most).unwrap_or(0);
            if high > 0 {
                drawn.rect([at, foot - high, half - 1, high], 1, colour, None);
            }
            let says = amount.to_string();
            let above = (foot - high).max(top) - 2;
            drawn.text(at + half / 2, above, &says, Look(10, TEXT, false), Held::Middle, half);
        }
        let (year, month) = account.month.parts();
        let when = format!("{month}/{:02}", year % 100);
        drawn.text(middle, foot + 13, &when, Look(11, QUIET, false), Held::Middle, wide - 5);
    }
    drawn.y = foot + 24;
}
