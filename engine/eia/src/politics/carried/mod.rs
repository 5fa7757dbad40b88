//! What the terms of a peace do after it is made, as far as the bot keeps it: leaders in exile, corps on loan, the right of war against an
//! ally who breaks an earlier peace, and the peace that who collects no manpower must ask for.

pub mod exile;
pub mod loan;
pub mod violation;

use super::surrender;
use super::terms::Term;
use super::treaty::{Treaty, is_political, political};
use crate::months::Phase;
use crate::prelude::*;
use crate::rests;
use exile::Exile;
use loan::Loan;
use table::assent::Assent;

/// What is kept of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Carried {
    /// What victors have still to name: which leader goes into exile, which corps is lent.
    pub claims: Vec<Claim>,
    /// The leaders in exile.
    pub exiles: Vec<Exile>,
    /// The corps on loan.
    pub loans: Vec<Loan>,
}

/// A term of a peace for which a victor has still to name a leader or a corps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claim {
    /// The victor.
    pub by: Power,
    /// Of whom.
    pub of: Power,
    /// The month of the peace.
    pub month: Month,
    /// The phase of it in which the peace was made.
    #[serde(default = "political", skip_serializing_if = "is_political")]
    pub phase: Phase,
    /// The term: a corps on loan (B.4), or exile.
    pub term: Term,
}

/// What a player orders about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "peace", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Names the leader who goes into exile.
    Exile {
        /// The victor.
        power: Power,
        /// Whose leader.
        of: Power,
        /// His name.
        leader: String,
    },
    /// Brings a leader back from exile.
    Recall {
        /// Whose.
        power: Power,
        /// His name.
        leader: String,
    },
    /// Names the corps that is lent.
    Borrow {
        /// The victor, who gets it.
        power: Power,
        /// Whose corps.
        of: Power,
        /// Its name.
        corps: String,
    },
    /// Tells that a corps on loan was not supplied and foraged.
    Forage {
        /// Whose corps.
        of: Power,
        /// Its name.
        corps: String,
        /// Factors that it lost.
        lost: u32,
        /// Whether nothing is left of it, so that it goes back to its owner.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        emptied: bool,
    },
    /// Declares war on an ally who breaks an earlier peace (`house.alliance.peace-violation-dow`).
    Violated {
        /// Who declares it.
        power: Power,
        /// On whom.
        on: Power,
        /// The term that is broken.
        term: Term,
    },
    /// Tells that a power collects no manpower at all (8.2.2).
    Surrender {
        /// Which.
        power: Power,
    },
}

/// What happened to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Happened {
    /// A leader goes into exile.
    Exiled {
        /// The exile.
        exile: Exile,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A leader comes back from it.
    Recalled {
        /// Whose.
        power: Power,
        /// His name.
        leader: String,
        /// What it costs, in PP.
        price: i64,
        /// Its PP now, in halves.
        now: i64,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A corps is lent.
    Lent {
        /// The loan.
        loan: Loan,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// Corps on loan come back, in the reinforcement phase.
    LoansEnded {
        /// Which.
        loans: Vec<Loan>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A corps on loan was not supplied and foraged.
    LoanForaged {
        /// The loan.
        loan: Loan,
        /// In which month.
        month: Month,
        /// Factors that it lost; its owner says which.
        lost: u32,
        /// The PP of who had it on loan, in halves, where nothing is left of it and it goes back.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        now: Option<i64>,
        /// The rules.
        rules: Vec<RuleId>,
    },
    /// A power collects no manpower, and sues all its enemies at once.
    NoManpower {
        /// Which.
        power: Power,
        /// Whom it sues.
        to: Vec<Power>,
        /// The rules.
        rules: Vec<RuleId>,
    },
}

impl Carried {
    /// A treaty is made: its victors name a leader or a corps for what needs one.
    pub(super) fn made(&mut self, treaty: &Treaty) {
        let names = |term: &Term| matches!(term, Term::B4 | Term::Exile);
        let terms = treaty.terms().filter(|(_, term)| names(term));
        let claim =
            |(by, term)| Claim { by, of: treaty.loser, month: treaty.month, phase: treaty.phase, term };
        self.claims.extend(terms.map(claim));
    }

    /// Two are at war: what one has of the other on loan it has no more.
    pub(super) fn begins(&mut self, one: Power, other: Power) {
        let between = |a: Power, b: Power| (a, b) == (one, other) || (b, a) == (one, other);
        self.loans.retain(|loan| !between(loan.of, loan.to));
        self.claims.retain(|claim| !between(claim.by, claim.of));
    }

    /// What a victor may still name of a loser by a term.
    #[must_use]
    pub fn claim(&self, by: Power, of: Power, term: Term) -> Option<Claim> {
        self.claims.iter().copied().find(|claim| (claim.by, claim.of, claim.term) == (by, of, term))
    }

    fn named(&mut self, by: Power, of: Power, term: Term) {
        if let Some(at) =
            self.claims.iter().position(|claim| (claim.by, claim.of, claim.term) == (by, of, term))
        {
            self.claims.remove(at);
        }
    }
}

/// What the terms of a peace do, as a subject of the game.
pub enum PeaceTerms {}

impl Subject<EmpiresInArms> for PeaceTerms {
    type Happened = Happened;

    fn apply(state: &mut Position, happened: Happened) {
        let carried = &mut state.politics.carried;
        match happened {
            Happened::Exiled { exile, .. } => {
                carried.named(exile.by, exile.of, Term::Exile);
                carried.exiles.push(exile);
            }
            Happened::Recalled { power, leader, now, .. } => {
                carried.exiles.retain(|exile| (exile.of, &exile.leader) != (power, &leader));
                state.pp.insert(power, now);
            }
            Happened::Lent { loan, .. } => {
                carried.named(loan.to, loan.of, Term::B4);
                carried.loans.push(loan);
            }
            Happened::LoansEnded { loans, .. } => carried.loans.retain(|loan| !loans.contains(loan)),
            Happened::LoanForaged { loan, month, now, .. } => {
                let is_it = |of: &Loan| (of.of, &of.corps) == (loan.of, &loan.corps);
                match now {
                    Some(now) => {
                        carried.loans.retain(|of| !is_it(of));
                        state.pp.insert(loan.to, now);
                    }
                    None => carried
                        .loans
                        .iter_mut()
                        .filter(|of| is_it(of))
                        .for_each(|of| of.foraged = Some(month)),
                }
            }
            Happened::NoManpower { power, to, .. } => {
                state.economy.sued.insert(power);
                surrender::sued(&mut state.politics, power, to);
            }
        }
    }

    fn offers(state: &Position, table: &View) -> Vec<Offer> {
        let mut offers = Vec::new();
        for own in in_politics(state, table) {
            offers.extend(exile::offers(state, own));
            offers.extend(loan::offers(state, own));
            offers.extend(violation::offers(state, own, crate::economy::is_kept_in(table)));
            offers.extend(surrender::offers(state, own));
        }
        offers
    }

    /// What is told of the board is taken back by agreement alone.
    fn binds(happened: &Happened) -> bool {
        matches!(happened, Happened::LoanForaged { .. } | Happened::NoManpower { .. })
    }
}

/// That a power collects no manpower, that it broke a peace, or that a corps on loan is gone rests on its word whom it costs. What a victor names
/// by a peace the bot keeps.
fn rests_on(table: &Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: &Order) -> Option<Assent> {
    let state = table.state();
    match order {
        Order::Surrender { power } if !rests::plays(state, seat, *power) => {
            rests::on_player_of(state, *power)
        }
        Order::Violated { on, .. } => rests::on_player_of(state, *on),
        Order::Forage { of, corps, emptied, .. } => loan::rests_on(state, seat, (*of, corps), *emptied),
        // Its enemies gain and lose by whom it sues, so they may deny it.
        Order::Surrender { power } => {
            let enemies = state.enemies(*power).filter_map(|enemy| rests::on_player_of(state, enemy));
            Assent::light(enemies.flat_map(|assent| assent.of))
        }
        Order::Exile { .. } | Order::Recall { .. } | Order::Borrow { .. } => None,
    }
}

impl Ordered<EmpiresInArms> for PeaceTerms {
    type Order = Order;
    const REGENT: Regent<Order> = Regent::Leaves;
    const RESTS: Rests<EmpiresInArms, Order> = Rests::On(rests_on);

    fn decide(table: &mut Table<'_, '_, EmpiresInArms>, seat: &SeatId, order: Order) -> Result<(), Refusal> {
        match order {
            Order::Exile { power, of, leader } => {
                may_order(table, seat, power)?;
                exile::exiled(table, power, of, &leader)
            }
            Order::Recall { power, leader } => {
                let month = may_order(table, seat, power)?;
                exile::recalled(table, power, &leader, month)
            }
            Order::Borrow { power, of, corps } => {
                may_order(table, seat, power)?;
                loan::lent(table, power, of, &corps)
            }
            Order::Forage { of, corps, lost, emptied } => {
                loan::foraged(table, seat, (of, &corps), lost, emptied)
            }
            Order::Violated { power, on, term } => {
                let month = may_order(table, seat, power)?;
                violation::answered(table, power, on, term, month)
            }
            Order::Surrender { power } => surrender::told(table, seat, power),
        }
    }
}
