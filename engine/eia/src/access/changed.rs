//! What changes hands while others stand there by permission: the new holder lets them stay, has to by a peace, or sends them home.

use super::grant::{self, Grant};
use super::{Happened, Order};
use crate::map::ProvinceId;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use table::game::Table;
use table::offers::{Field, Kind, Offer};
use table::refusal::Refusal;
use table::{rule, said};

/// A new holder is asked whether a power that the former one let in stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Who is asked.
    pub by: Power,
    /// About whom.
    pub to: Power,
    /// In which provinces and minor countries.
    pub provinces: BTreeSet<ProvinceId>,
}

/// Whom a power lets into a province, by a grant or by C.5 of a peace.
fn guests(state: &Position, holder: Power, province: ProvinceId) -> Vec<Power> {
    let grants = &state.politics.access.grants;
    let is_let_in = |to: &Power| {
        grants.iter().any(|grant| (grant.by, grant.to) == (holder, *to) && grant.is_for(province))
            || state.is_bound_to_let_in(holder, *to)
    };
    state.major_powers().filter(is_let_in).collect()
}

/// Provinces changed hands by conquest, cession or a peace; each with who had it before.
pub(crate) fn hands(
    table: &mut Table<'_, '_, EmpiresInArms>,
    former: &[(ProvinceId, Power)],
) -> Result<(), Refusal> {
    let state = table.state();
    let (mut asked, mut bound): (Questions, Questions) = Default::default();
    for (province, before) in former {
        let Some(by) = state.held(*province).by().filter(|by| by != before) else { continue };
        if !state.major_powers().any(|power| power == by) {
            continue;
        }
        for to in guests(state, *before, *province) {
            if to == by || state.are_at_war(by, to) {
                continue;
            }
            if state.is_bound_to_let_in(by, to) {
                bound.entry((by, to)).or_default().insert(*province);
            } else if !state.has_access(to, *province) {
                asked.entry((by, to)).or_default().insert(*province);
            }
        }
    }
    for ((by, to), only) in bound {
        let grant = Grant { by, to, only, conditions: None };
        grant::gives(table, grant, vec![rule!("house.access.changed-control-c5")])?;
    }
    if asked.is_empty() {
        return Ok(());
    }
    let questions = asked.into_iter().map(|((by, to), provinces)| Question { by, to, provinces });
    let rules = vec![rule!("house.access.changed-control-voluntary")];
    table.emit(&Event::Access(Happened::AccessAsked { questions: questions.collect(), rules }))
}

/// For whom about whom, in which provinces.
type Questions = BTreeMap<(Power, Power), BTreeSet<ProvinceId>>;

/// The provinces about which a new holder is asked, and that are still its own.
fn provinces(state: &Position, by: Power, to: Power) -> BTreeSet<ProvinceId> {
    let questions = state.politics.access.asked.iter();
    let of = questions.filter(|question| (question.by, question.to) == (by, to));
    of.flat_map(|question| question.provinces.iter().copied()).collect()
}

/// The new holder answers: it lets them in again on its own terms, or sends them home.
pub(super) fn answered(
    table: &mut Table<'_, '_, EmpiresInArms>,
    by: Power,
    to: Power,
    grants: Option<Option<String>>,
) -> Result<(), Refusal> {
    let state = table.state();
    let only = provinces(state, by, to);
    if only.is_empty() {
        return Err(Refusal::under(
            rule!("house.access.changed-control-voluntary"),
            said!("{} is not asked whether {} has access.", by, to),
        ));
    }
    let Some(conditions) = grants else { return sends_home(table, by, to, only) };
    if let Some(refusal) = grant::why_not(state, by, to) {
        return Err(refusal);
    }
    let rules = vec![rule!("house.access.changed-control-voluntary")];
    grant::gives(table, Grant { by, to, only, conditions }, rules)
}

fn sends_home(
    table: &mut Table<'_, '_, EmpiresInArms>,
    by: Power,
    of: Power,
    provinces: BTreeSet<ProvinceId>,
) -> Result<(), Refusal> {
    let rules = vec![rule!("house.access.changed-control-repatriation")];
    let provinces = provinces.into_iter().collect();
    table.emit(&Event::Access(Happened::Repatriated { of, by, provinces, rules }))
}

/// A month is over: who has not answered gives no access.
pub(crate) fn month_ends(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let asked = &table.state().politics.access.asked;
    let open: BTreeSet<(Power, Power)> = asked.iter().map(|question| (question.by, question.to)).collect();
    for (by, to) in open {
        let of = provinces(table.state(), by, to);
        sends_home(table, by, to, of)?;
    }
    Ok(())
}

/// What a power could answer.
pub(super) fn offers(state: &Position, own: Power) -> Vec<Offer> {
    let mut offers = Vec::new();
    let asked = state.politics.access.asked.iter().filter(|question| question.by == own);
    let about: BTreeSet<Power> = asked.map(|question| question.to).collect();
    for to in about {
        let ways = if grant::why_not(state, own, to).is_none() { vec![true, false] } else { vec![false] };
        let order = Order::Answer { power: own, to, grants: false, conditions: None };
        let field = Field::required("grants", Kind::among(ways));
        offers.push(Offer::of_order("access", order, vec![field]).timely());
    }
    offers
}
