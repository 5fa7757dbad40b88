//! Who passes the Dardanelles: Turkey lets fleets through, and after the Peace of Saint Petersburg none that Russia does not agree to, which
//! itself needs nobody's leave, until the two are at war again.

use super::{Happened, Order};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use table::game::Table;
use table::names::SeatId;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// Who passes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Straits {
    /// Whom Turkey lets through.
    pub granted: BTreeSet<Power>,
    /// To whom Russia agrees.
    pub agreed: BTreeSet<Power>,
    /// Whether they are open to Russia, and to others only with its leave.
    pub russian: bool,
}

impl Position {
    /// Whether a power's fleets may pass the Dardanelles: Turkey's, those that it lets through, and after the Peace of Saint Petersburg
    /// Russia's, and none else without Russia's leave. Nobody who is at war with Turkey has its leave.
    #[must_use]
    pub fn passes_dardanelles(&self, power: Power) -> bool {
        let straits = &self.crimea.straits;
        if power == Power::Turkey || power == Power::Russia && straits.russian {
            return true;
        }
        let leave = straits.granted.contains(&power) && !self.are_at_war(power, Power::Turkey);
        leave && (!straits.russian || straits.agreed.contains(&power))
    }
}

fn is_later(state: &Position) -> bool {
    state.board.era().is_nationalism()
}

/// Why Turkey cannot let a power pass now, or stop to; `None` where it can.
fn why_not_passed(state: &Position, to: Power, may: bool) -> Option<Refusal> {
    if !is_later(state) {
        return Some(Refusal::new(said!("Who passes the Dardanelles is kept in the scenario of 1853.")));
    }
    if to == Power::Turkey || !state.major_powers().any(|power| power == to) {
        return Some(Refusal::new(said!("Turkey lets another power pass that somebody plays.")));
    }
    if may && state.are_at_war(to, Power::Turkey) {
        return Some(Refusal::new(said!("{} is at war with Turkey.", to)));
    }
    let straits = &state.crimea.straits;
    if straits.russian && to == Power::Russia {
        let says = said!("By the Peace of Saint Petersburg the Dardanelles are open to Russia.");
        return Some(Refusal::under(rule!("nationalism.petersburg.dardanelles.access"), says));
    }
    (straits.granted.contains(&to) == may).then(|| Refusal::new(said!("So it stands already.")))
}

/// Turkey lets a power pass, or lets it no more.
pub(super) fn passes(table: &mut Table<'_, '_, EmpiresInArms>, to: Power, may: bool) -> Result<(), Refusal> {
    if let Some(refusal) = why_not_passed(table.state(), to, may) {
        return Err(refusal);
    }
    let mut straits = table.state().crimea.straits.clone();
    if may {
        straits.granted.insert(to)
    } else {
        straits.granted.remove(&to)
    };
    let rules = if straits.russian && may && !straits.agreed.contains(&to) {
        vec![rule!("nationalism.petersburg.dardanelles.veto")]
    } else {
        Vec::new()
    };
    changed(table, straits, rules)
}

/// Why Russia has nothing to agree to; `None` where it has.
fn why_not_agreed(state: &Position, to: Power, may: bool) -> Option<Refusal> {
    let straits = &state.crimea.straits;
    let under = |says| Some(Refusal::under(rule!("nationalism.petersburg.dardanelles.veto"), says));
    if !straits.russian {
        return under(said!(
            "Russia has no say about the Dardanelles: it has by the Peace of Saint Petersburg, until it and Turkey are at war."
        ));
    }
    if [Power::Russia, Power::Turkey].contains(&to) || !state.major_powers().any(|power| power == to) {
        return under(said!("Russia agrees that Turkey lets a third power pass that somebody plays."));
    }
    if straits.agreed.contains(&to) == may {
        return under(said!("So it stands already."));
    }
    None
}

/// Russia agrees that a power passes, or agrees no more.
pub(super) fn agrees(table: &mut Table<'_, '_, EmpiresInArms>, to: Power, may: bool) -> Result<(), Refusal> {
    if let Some(refusal) = why_not_agreed(table.state(), to, may) {
        return Err(refusal);
    }
    let mut straits = table.state().crimea.straits.clone();
    if may {
        straits.agreed.insert(to)
    } else {
        straits.agreed.remove(&to)
    };
    changed(table, straits, vec![rule!("nationalism.petersburg.dardanelles.veto")])
}

fn changed(
    table: &mut Table<'_, '_, EmpiresInArms>,
    straits: Straits,
    rules: Vec<RuleId>,
) -> Result<(), Refusal> {
    table.emit(&Event::Crimea(Happened::StraitsChanged { straits, rules }))
}

/// A war between Turkey and Russia, whoever began it, ends for ever what Russia has of the Dardanelles.
pub(super) fn keep(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let state = table.state();
    let straits = &state.crimea.straits;
    if !straits.russian || !state.are_at_war(Power::Russia, Power::Turkey) {
        return Ok(());
    }
    let granted = straits.granted.iter().copied().filter(|power| *power != Power::Russia).collect();
    let straits = Straits { granted, ..Straits::default() };
    changed(table, straits, vec![rule!("nationalism.petersburg.dardanelles.revoked")])
}

/// What Turkey and Russia could say about it.
pub(super) fn offers(state: &Position, seat: &SeatId) -> Vec<Offer> {
    let own = state.bidders(seat);
    let mut offers = Vec::new();
    let mut offer = |order: fn(Power, bool) -> Order, to: Vec<Power>, may: bool| {
        if let Some(first) = to.first().copied() {
            let field = Field::required("to", Kind::one_of(to.iter().map(|power| power.key())));
            let offer = Offer::of_order("crimea", order(first, may), vec![field]);
            offers.push(if may { offer } else { offer.back() });
        }
    };
    for may in [true, false] {
        let all = || state.major_powers();
        if own.contains(&Power::Turkey) {
            let to = all().filter(|to| why_not_passed(state, *to, may).is_none()).collect();
            offer(|to, may| Order::Pass { to, may }, to, may);
        }
        if own.contains(&Power::Russia) {
            let to = all().filter(|to| why_not_agreed(state, *to, may).is_none()).collect();
            offer(|to, may| Order::Agree { to, may }, to, may);
        }
    }
    offers
}
