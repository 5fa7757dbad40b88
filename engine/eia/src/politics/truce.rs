//! Enforced peace (4.4.6.3): how long two powers may not declare war on one another.

use super::{Happened, Pair};
use crate::months::{Month, Phase};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use table::game::Table;
use table::refusal::Refusal;
use table::{rule, said};

/// An enforced peace. It ends in the phase in which it was made, so many months later (`house.peace.enforced.length`,
/// `house.peace.enforced.other-phase`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Truce {
    /// Between whom.
    pub pair: Pair,
    /// The month in which it ends.
    pub ends: Month,
    /// The phase of that month in which it ends.
    pub phase: Phase,
}

impl Truce {
    /// One made in a phase of a month for so many months.
    #[must_use]
    pub fn made(pair: Pair, month: Month, phase: Phase, months: u32) -> Truce {
        Truce { pair, ends: month.later(months), phase }
    }

    /// The first month in which war can be declared again: that after it ended, for declarations come before any peace of their month
    /// (`house.peace.enforced.next-dow`).
    #[must_use]
    pub fn first_declaration(&self) -> Month {
        self.ends.next()
    }
}

impl Position {
    /// The enforced peace between two powers that holds longest.
    #[must_use]
    pub fn truce(&self, one: Power, other: Power) -> Option<&Truce> {
        let pair = Pair::of(one, other);
        self.politics.truces.iter().filter(|truce| truce.pair == pair).max_by_key(|truce| truce.ends)
    }
}

/// Why an enforced peace, or a law, bars a declaration of war in a month; `None` where none does.
pub(super) fn bars(state: &Position, by: Power, on: Power, month: Month) -> Option<Refusal> {
    let truce = state.truce(by, on).filter(|truce| month < truce.first_declaration());
    let Some(truce) = truce else {
        return crate::LAWS.iter().find_map(|law| law.bars_war(state, by, on, month));
    };
    Some(Refusal::under(
        rule!("house.peace.enforced.next-dow"),
        said!(
            "{} and {} are in an enforced peace until {}: war between them can be declared from {} on.",
            by,
            on,
            truce.ends.name(),
            truce.first_declaration().name()
        ),
    ))
}

/// The enforced peaces that end in this phase of a month are over.
pub(super) fn end(
    table: &mut Table<'_, '_, EmpiresInArms>,
    month: Month,
    phase: Phase,
) -> Result<(), Refusal> {
    let over = |truce: &&Truce| truce.ends < month || truce.ends == month && truce.phase <= phase;
    let over: Vec<Truce> = table.state().politics.truces.iter().filter(over).copied().collect();
    if over.is_empty() {
        return Ok(());
    }
    let rules = vec![
        if phase == Phase::Political {
            rule!("house.peace.enforced.length")
        } else {
            rule!("house.peace.enforced.other-phase")
        },
        rule!("house.peace.enforced.next-dow"),
    ];
    table.emit(&Event::Politics(Happened::TrucesEnded { truces: over, rules }))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn month(text: &str) -> Month {
        Month::try_from(text.to_owned()).unwrap()
    }

    // house.peace.enforced.length, next-dow, december-example, other-phase
    #[test]
    fn an_enforced_peace_ends_in_its_phase_so_many_months_later() {
        let pair = Pair::of(Power::Austria, Power::France);
        let of = |made: &str, phase| {
            let truce = Truce::made(pair, month(made), phase, 18);
            (truce.ends.to_string(), truce.first_declaration().to_string(), truce.phase)
        };
        let ends = |ends: &str, first: &str, phase| (ends.to_owned(), first.to_owned(), phase);
        assert_eq!(of("1806-03", Phase::Political), ends("1807-09", "1807-10", Phase::Political));
        assert_eq!(of("1805-12", Phase::Political), ends("1807-06", "1807-07", Phase::Political));
        assert_eq!(of("1806-12", Phase::Economic), ends("1808-06", "1808-07", Phase::Economic));
    }
}
