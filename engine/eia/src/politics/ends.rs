//! What of politics has an end, with the month and the phase in which it comes: for the calendar, and for who wants to know what runs out.

use super::Pair;
use super::terms::Term;
use super::treaty::Treaty;
use crate::Position;
use crate::months::{Month, Phase};
use crate::oob::Rank;
use crate::powers::Power;
use crate::{EmpiresInArms, Event};
use serde::{Deserialize, Serialize};
use table::game::Table;
use table::refusal::Refusal;
use table::rule;

/// What ends, or falls due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The penalty for declaring war on a former ally, of who broke the alliance (`house.alliance.ex-ally-penalty`).
    FormerAlly {
        /// Who broke it.
        by: Power,
        /// With whom.
        with: Power,
    },
    /// An enforced peace.
    Truce(Pair),
    /// An alliance that was made with a date; it holds to the end of the month.
    Alliance(Pair),
    /// A term that ends with the enforced peace of its treaty.
    Term {
        /// Which.
        term: Term,
        /// The victor.
        by: Power,
        /// The loser.
        of: Power,
    },
    /// Reparations fall due.
    Reparations {
        /// Who pays.
        of: Power,
        /// To whom.
        to: Power,
        /// Which payment of how many.
        part: [u8; 2],
    },
    /// A corps on loan comes back.
    Loan {
        /// The corps.
        corps: String,
        /// Whose.
        of: Power,
        /// From whom.
        to: Power,
    },
    /// A power that Russia made peace with at the end of the Crimean War may declare war on it again.
    Bound(Power),
    /// Reparations of the Crimean War fall due: from whom, to whom, and which payment of how many.
    CrimeanReparations {
        /// Who pays.
        of: Vec<Power>,
        /// To whom.
        to: Vec<Power>,
        /// Which payment of how many.
        part: [u8; 2],
    },
    /// Russia may build ships again; in the Black Sea too where this says so.
    Ships {
        /// Whether it is of the Black Sea.
        black_sea: bool,
    },
    /// Spedizione dei Mille is open to Sardinia again.
    Mille,
    /// A leader of seniority A may be brought back from exile.
    Exile {
        /// His name.
        leader: String,
        /// Whose.
        of: Power,
    },
}

/// A payment of reparations that falls due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payment {
    /// Who pays.
    pub of: Power,
    /// To whom.
    pub to: Power,
    /// By which term: B.3 or C.3.
    pub term: Term,
    /// Which payment of how many.
    pub part: [u8; 2],
}

/// An end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The month.
    pub month: Month,
    /// The phase of it.
    pub phase: Phase,
    /// What ends.
    pub what: What,
}

impl Treaty {
    /// The months in whose economic phases its reparations fall due (B.3, C.3): the next one, and the one after it where they are paid in
    /// two parts (`house.peace.reparations.choice`). None where it has none.
    #[must_use]
    pub fn due(&self) -> Vec<Month> {
        if !self.terms().any(|(_, term)| matches!(term, Term::B3 | Term::C3)) {
            return Vec::new();
        }
        let mut first = if self.phase < Phase::Economic { self.month } else { self.month.next() };
        while !first.is_economic() {
            first = first.next();
        }
        if self.parted { vec![first, first.later(3)] } else { vec![first] }
    }

    /// What of it ends or falls due.
    fn ends(&self, now: &Position) -> Vec<End> {
        let mut ends = Vec::new();
        for (by, term) in now.in_force(self) {
            let truce = self.truce(by);
            if term.ends_with_the_peace() {
                let what = What::Term { term, by, of: self.loser };
                ends.push(End { month: truce.ends, phase: truce.phase, what });
            }
            if matches!(term, Term::B3 | Term::C3) {
                let due = self.due();
                let all = u8::try_from(due.len()).unwrap_or(1);
                ends.extend(due.into_iter().zip(1..).map(|(month, n)| End {
                    month,
                    phase: Phase::Economic,
                    what: What::Reparations { of: self.loser, to: by, part: [n, all] },
                }));
            }
        }
        ends
    }
}

/// The economic phase of a month begins, in which the players keep their money themselves: what reparations they have to pay is said.
pub(super) fn reparations(table: &mut Table<'_, '_, EmpiresInArms>, month: Month) -> Result<(), Refusal> {
    let dues = table.state().payments_due(month);
    if dues.is_empty() {
        return Ok(());
    }
    let rules = vec![rule!("house.peace.reparations.choice")];
    table.emit(&Event::Politics(super::Happened::ReparationsDue { dues, rules }))
}

/// Months after which no penalty of a broken alliance is looked for any more; ours, far beyond what the costs allow.
const MOST_WAITED: u32 = 120;

impl Position {
    /// The payments of reparations by formal peaces that fall due in the economic phase of a month, between powers that are in the game.
    #[must_use]
    pub fn payments_due(&self, month: Month) -> Vec<Payment> {
        let mut payments = Vec::new();
        for treaty in &self.politics.treaties {
            let due = treaty.due();
            let all = u8::try_from(due.len()).unwrap_or(1);
            let Some((part, _)) = (1..).zip(&due).find(|(_, of)| **of == month) else { continue };
            let terms = treaty.terms().filter(|(_, term)| matches!(term, Term::B3 | Term::C3));
            let paid = terms.filter(|(to, _)| !self.is_out(treaty.loser) && !self.is_out(*to));
            payments.extend(paid.map(|(to, term)| Payment { of: treaty.loser, to, term, part: [part, all] }));
        }
        payments
    }

    /// When it costs nothing more to declare war on those whose alliance one broke (`house.alliance.ex-ally-penalty-decay`).
    fn former_allies(&self) -> impl Iterator<Item = End> + '_ {
        self.politics.broken.iter().filter_map(|broken| {
            let (by, with) = (broken.by, broken.with);
            let free = |month: &Month| self.former_ally(by, with, *month) == 0;
            let first = (1..=MOST_WAITED).map(|n| broken.month.later(n)).find(free)?;
            let waits = first > broken.month.next() && !self.are_at_war(by, with);
            waits.then_some(End {
                month: first,
                phase: Phase::Political,
                what: What::FormerAlly { by, with },
            })
        })
    }

    /// Everything of politics that ends or falls due from this month on, the next first.
    #[must_use]
    pub fn endings(&self) -> Vec<End> {
        let politics = &self.politics;
        let truces = politics.truces.iter().map(|truce| End {
            month: truce.ends,
            phase: truce.phase,
            what: What::Truce(truce.pair),
        });
        let alliances = politics.alliances.iter().filter_map(|alliance| {
            let last = |month: Month| *month.phases().last().unwrap_or(&Phase::Land);
            let what = What::Alliance(alliance.pair);
            alliance.until.map(|month| End { month, phase: last(month), what })
        });
        let loans = politics.carried.loans.iter().map(|loan| End {
            month: loan.until,
            phase: Phase::Reinforcement,
            what: What::Loan { corps: loan.corps.clone(), of: loan.of, to: loan.to },
        });
        let exiles = politics.carried.exiles.iter().filter_map(|exile| {
            let leader = self.leaders(exile.of).into_iter().find(|leader| leader.name == exile.leader)?;
            let (month, phase) = exile.least();
            (leader.rank == Rank::A).then_some(End {
                month,
                phase,
                what: What::Exile { leader: leader.name, of: exile.of },
            })
        });
        let mut ends: Vec<End> = truces.chain(alliances).chain(loans).chain(exiles).collect();
        ends.extend(self.former_allies());
        ends.extend(politics.treaties.iter().flat_map(|treaty| treaty.ends(self)));
        ends.extend(crate::LAWS.iter().flat_map(|law| law.endings(self)));
        ends.retain(|end| self.month().is_none_or(|now| end.month >= now));
        ends.sort_by_key(|end| (end.month, end.phase));
        ends
    }
}
