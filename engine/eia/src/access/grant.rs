//! Voluntary access: granted and cancelled by the power whose land it is, in public and in any phase.

use super::demand;
use super::{Happened, Order};
use crate::map::{AreaId, ProvinceId};
use crate::politics::terms::Term;
use crate::politics::treaty::Treaty;
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use table::game::Table;
use table::offers::{Kind, Offer};
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// The longest conditions, in characters.
pub const LONGEST_CONDITIONS: usize = 100;

/// Access that a power granted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grant {
    /// Who granted it.
    pub by: Power,
    /// To whom.
    pub to: Power,
    /// The provinces and minor countries that it is for; all that the power holds where there are none.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub only: BTreeSet<ProvinceId>,
    /// On which conditions: in its owner's words, which are recalled and bind nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<String>,
}

/// That a victor permits a power whose co-operation it denies to grant access to a third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Permit {
    /// The victor.
    pub by: Power,
    /// Who may grant it.
    pub of: Power,
    /// To whom.
    pub to: Power,
}

impl Grant {
    /// Whether it is for a province.
    #[must_use]
    pub fn is_for(&self, province: ProvinceId) -> bool {
        self.only.is_empty() || self.only.contains(&province)
    }

    /// Whether a later grant says everything that this one says: it is for all of the same places.
    pub(super) fn is_replaced_by(&self, later: &Grant) -> bool {
        (self.by, self.to) == (later.by, later.to)
            && (later.only.is_empty() || !self.only.is_empty() && self.only.is_subset(&later.only))
    }
}

impl Position {
    /// Who denies a power's co-operation now, by its peaces (`house.peace.deny.duration`).
    pub fn denied_by(&self, power: Power) -> BTreeSet<Power> {
        let treaties = self.politics.treaties.iter().filter(|treaty| treaty.loser == power);
        let terms = treaties.flat_map(|treaty| self.in_force(treaty));
        terms.filter(|(_, term)| *term == Term::Deny).map(|(victor, _)| victor).collect()
    }
}

/// Why a power cannot let another in now; `None` where it can.
pub(super) fn why_not(state: &Position, by: Power, to: Power) -> Option<Refusal> {
    if by == to || !state.major_powers().any(|power| power == to) {
        return Some(Refusal::new(said!("Access is granted to another power that somebody plays.")));
    }
    if state.are_at_war(by, to) {
        return Some(Refusal::new(said!("{} is at war with {} and grants it no access.", by, to)));
    }
    let permits = &state.politics.access.permits;
    let denies = |victor: &Power| *victor != to && !permits.contains(&Permit { by: *victor, of: by, to });
    state.denied_by(by).into_iter().find(denies).map(|victor| {
        Refusal::under(
            rule!("house.peace.deny.new-access"),
            said!(
                "{} denies {} co-operation by its peace: {} lets a third power in only with its permission.",
                victor,
                by,
                by
            ),
        )
    })
}

/// Conditions are a line of text.
pub(super) fn check(conditions: Option<&str>) -> Result<(), Refusal> {
    let Some(conditions) = conditions else { return Ok(()) };
    let kind = Kind::Name { most: LONGEST_CONDITIONS, taken: Vec::new() };
    kind.check("conditions", &Value::from(conditions))
}

/// A power lets another in.
pub(super) fn granted(table: &mut Table<'_, '_, EmpiresInArms>, grant: Grant) -> Result<(), Refusal> {
    let state = table.state();
    if let Some(refusal) = why_not(state, grant.by, grant.to) {
        return Err(refusal);
    }
    if let Some(province) = grant.only.iter().find(|only| state.held(**only).by() != Some(grant.by)) {
        let says = said!("{} does not have {}, so it lets nobody in there.", grant.by, province.name());
        return Err(Refusal::new(says));
    }
    if state.politics.access.grants.contains(&grant) {
        return Err(Refusal::new(said!("{} has granted {} that already.", grant.by, grant.to)));
    }
    let permits = !state.denied_by(grant.by).is_empty();
    let rules = if permits { vec![rule!("house.peace.deny.new-access")] } else { Vec::new() };
    gives(table, grant, rules)
}

/// Access is given; the grantor's allies whose enemy it is may demand something over it.
pub(super) fn gives(
    table: &mut Table<'_, '_, EmpiresInArms>,
    grant: Grant,
    mut rules: Vec<RuleId>,
) -> Result<(), Refusal> {
    check(grant.conditions.as_deref())?;
    let demands = demand::arising(table, &grant);
    if !demands.is_empty() {
        rules.push(rule!("enhancements.access.ally-demand"));
    }
    if opens_the_straits(table.state(), &grant) {
        rules.push(rule!("house.alliance.dardanelles-access"));
    }
    table.emit(&Event::Access(Happened::AccessGranted { grant, demands, rules }))
}

/// Whether it is Turkey's leave to pass the Dardanelles, given to who is no ally of it: the option of access among allies alone (12.8) does not
/// bind it there.
fn opens_the_straits(state: &Position, grant: &Grant) -> bool {
    let there = AreaId::by_key("constantinople").map(|area| area.on_map().province);
    let is_there =
        |province: ProvinceId| grant.is_for(province) && state.held(province).by() == Some(grant.by);
    grant.by == Power::Turkey && there.is_some_and(is_there) && !state.are_allied(grant.by, grant.to)
}

/// A power lets another in no more. What a peace binds it to it cannot take back.
pub(super) fn cancelled(
    table: &mut Table<'_, '_, EmpiresInArms>,
    by: Power,
    to: Power,
) -> Result<(), Refusal> {
    let state = table.state();
    if state.is_bound_to_let_in(by, to) {
        return Err(Refusal::under(
            rule!("house.access.changed-control-c5"),
            said!("{} gave {} unconditional access by a peace (C.5), and cannot take it back.", by, to),
        ));
    }
    if !state.politics.access.grants.iter().any(|grant| (grant.by, grant.to) == (by, to)) {
        return Err(Refusal::new(said!("{} has granted {} no access.", by, to)));
    }
    table.emit(&Event::Access(Happened::AccessCancelled { by, to, by_peace: false, rules: Vec::new() }))
}

/// A victor permits a grant.
pub(super) fn permitted(table: &mut Table<'_, '_, EmpiresInArms>, permit: Permit) -> Result<(), Refusal> {
    let state = table.state();
    if !state.denied_by(permit.of).contains(&permit.by) {
        return Err(Refusal::under(
            rule!("house.peace.deny.new-access"),
            said!("{} denies {} no co-operation, so nobody asks its permission.", permit.by, permit.of),
        ));
    }
    if [permit.by, permit.of].contains(&permit.to) {
        return Err(Refusal::new(said!("The permission is for a third power.")));
    }
    if state.politics.access.permits.contains(&permit) {
        return Err(Refusal::new(said!("{} permits that already.", permit.by)));
    }
    let rules = vec![rule!("house.peace.deny.new-access")];
    table.emit(&Event::Access(Happened::AccessPermitted { permit, rules }))
}

/// A treaty is made: whom it denies co-operation cancels what it granted to enemies of the victor, whose forces are sent home.
pub(crate) fn denied(table: &mut Table<'_, '_, EmpiresInArms>, treaty: &Treaty) -> Result<(), Refusal> {
    let victors = treaty.terms().filter(|(_, term)| *term == Term::Deny).map(|(victor, _)| victor);
    let by = treaty.loser;
    let state = table.state();
    let granted: BTreeSet<Power> =
        state.politics.access.grants.iter().filter(|grant| grant.by == by).map(|grant| grant.to).collect();
    let ends: BTreeSet<Power> = victors
        .flat_map(|victor| granted.iter().copied().filter(move |to| state.are_at_war(*to, victor)))
        .collect();
    for to in ends {
        let rules =
            vec![rule!("house.peace.deny.cancel-access"), rule!("house.access.changed-control-repatriation")];
        table.emit(&Event::Access(Happened::AccessCancelled { by, to, by_peace: true, rules }))?;
    }
    Ok(())
}

/// What a power could grant, cancel and permit.
pub(super) fn offers(state: &Position, own: Power) -> Vec<Offer> {
    let mut offers = Vec::new();
    let everywhere = |to: &Power| Grant { by: own, to: *to, only: BTreeSet::new(), conditions: None };
    let access = &state.politics.access;
    let grants = |to: &Power| why_not(state, own, *to).is_none() && !access.grants.contains(&everywhere(to));
    let grant = |to| Order::Grant { power: own, to, only: None, conditions: None };
    offers.extend(Offer::any("access", "to", state.major_powers().filter(grants).map(grant)));
    let granted = |to: &Power| access.grants.iter().any(|grant| (grant.by, grant.to) == (own, *to));
    let cancels = |to: &Power| granted(to) && !state.is_bound_to_let_in(own, *to);
    let cancel = state.major_powers().filter(cancels).map(|to| Order::Cancel { power: own, to });
    offers.extend(Offer::any("access", "to", cancel).map(Offer::back));
    for of in state.major_powers().filter(|of| state.denied_by(*of).contains(&own)) {
        let is_new = |to: &Power| {
            ![own, of].contains(to) && !access.permits.contains(&Permit { by: own, of, to: *to })
        };
        let permit = state.major_powers().filter(is_new).map(|to| Order::Permit { power: own, of, to });
        offers.extend(Offer::any("access", "to", permit));
    }
    offers
}
