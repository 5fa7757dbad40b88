//! What changes hands by the will of who has it (8.8), and by a formal peace (B.7, C.4).

use super::{Change, Order, Why, change, holder};
use crate::guards::owns;
use crate::map::{ProvinceId, is_national_capital};
use crate::oob::Held;
use crate::politics::costs::Points;
use crate::powers::Power;
use crate::{EmpiresInArms, Position};
use std::collections::BTreeSet;
use table::game::Table;
use table::names::SeatId;
use table::offers::Offer;
use table::refusal::Refusal;
use table::switches::{NO, Switch, YES};
use table::view::View;
use table::{rule, said};

/// The switch that says whether free states can be ceded of free will.
pub const FREE_STATES: &str = "cede_free_states";

/// Whether they can; the house rule first (`house.ceding.no-free-states`).
pub const OF_FREE_STATES: Switch = Switch {
    key: FREE_STATES,
    name: "Free states can be ceded to an ally, who may be at war with one instead",
    ways: &[NO, YES],
    rule: Some(rule!("enhancements.cede.free-state")),
};

/// Provinces were taken: of who had each its victor may take as many fewer, and of another loser as many as before.
pub(super) fn taken(state: &mut Position, provinces: &[Change]) {
    for Change { province, held } in provinces {
        let pair = (held.by(), state.held(*province).by());
        let mut claims = state.politics.claims.iter_mut();
        if let Some(claim) = claims.find(|claim| (Some(claim.by), Some(claim.of)) == pair) {
            claim.left = claim.left.saturating_sub(1);
        }
    }
    state.politics.claims.retain(|claim| claim.left > 0);
}

/// Why a power cannot cede something of its own will to another (8.8); `None` where it can.
fn why_not_ceded(
    state: &Position,
    free_states: bool,
    from: Power,
    province: ProvinceId,
    to: Power,
) -> Option<Refusal> {
    let name = province.name();
    match state.held(province) {
        Held::Free(_) if free_states => {}
        Held::Free(_) => {
            let says = said!("{} is a free state, and free states are never ceded.", name);
            return Some(Refusal::under(rule!("house.ceding.no-free-states"), says));
        }
        Held::Home(_) => {
            let says = said!("{} is a home province: it changes hands only by a formal peace.", name);
            return Some(Refusal::under(rule!("house.ceding.formal-peace"), says));
        }
        Held::Ceded(_) | Held::Conquered(_) | Held::Neutral => {}
    }
    if let Some(enemy) = state.enemies(from).next() {
        let says =
            said!("{} is at war with {}: only who is at peace with every major power cedes.", from, enemy);
        return Some(Refusal::under(rule!("house.ceding.to-allies"), says));
    }
    if !state.are_allied(from, to) {
        let says = said!("{} is not allied to {}: one cedes only to an ally.", from, to);
        return Some(Refusal::under(rule!("house.ceding.to-allies"), says));
    }
    (!state.is_economic_phase())
        .then(|| Refusal::new(said!("Of free will one cedes in the economic phase (8.8).")))
}

/// Why a home province does not pass to another power by what somebody tells, where politics are kept: it changes hands by a formal peace alone
/// (`house.ceding.formal-peace`). `None` where nothing bars it.
pub(crate) fn by_peace_alone(state: &Position, province: ProvinceId, held: Held) -> Option<Refusal> {
    let is_home = matches!(state.held(province), Held::Home(_)) && matches!(held, Held::Ceded(_));
    (state.politics.opened && is_home).then(|| {
        let says = said!(
            "{} is a home province: it changes hands only by a formal peace, and /province take takes what one gives.",
            province.name()
        );
        Refusal::under(rule!("house.ceding.formal-peace"), says)
    })
}

/// A player cedes something to an ally: it costs him PP for each province or minor country.
pub(super) fn ceded(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    province: ProvinceId,
    to: Power,
) -> Result<(), Refusal> {
    let state = table.state();
    let from = holder(state, seat, province)?;
    let free_states = table.switch(FREE_STATES) == YES.0;
    if let Some(refusal) = why_not_ceded(state, free_states, from, province, to) {
        return Err(refusal);
    }
    let points = [(from, state.points(Points::Ceding))];
    let mut rules = vec![rule!("house.ceding.to-allies")];
    let mut provinces = vec![Change { province, held: state.board.had_by(province, to) }];
    if let Held::Free(_) = state.held(province) {
        // It passes with all of its districts, and as what it is; its receiver may be at war with it instead.
        rules.push(rule!("enhancements.cede.free-state"));
        provinces = state.board.country_held(province, Held::Free(to));
    }
    change(table, provinces, Why::Ceded, &points, rules)
}

/// Why a victor cannot take something by a formal peace; `None` where it can.
fn why_not_taken(state: &Position, by: Power, province: ProvinceId) -> Option<Refusal> {
    let name = province.name();
    let held = state.held(province);
    let claim = state.politics.claims.iter().find(|claim| claim.by == by && held.by() == Some(claim.of));
    let Some(claim) = claim else {
        if let Some(claim) = state.politics.claims.iter().find(|claim| claim.by == by) {
            let says = said!(
                "{} may take something of {} by its peace, and {} is not {}'s.",
                by,
                claim.of,
                name,
                claim.of
            );
            return Some(Refusal::under(rule!("house.ceding.formal-peace"), says));
        }
        let says = said!(
            "No formal peace lets {} take {}: a victor takes only from a power that ceded something to it, by B.7 or C.4.",
            by,
            name
        );
        return Some(Refusal::under(rule!("house.ceding.formal-peace"), says));
    };
    if claim.minor_only && state.board.home_of(province).is_some() {
        let says = said!("{} is spared its provinces (A.5): a minor country can be taken.", claim.of);
        return Some(Refusal::new(says));
    }
    match held {
        // A member of a German confederation is, and is a conquered minor country from then on (nationalism.confed.cession).
        Held::Free(_) if state.is_confederate(province) => None,
        Held::Free(_) => {
            let says = said!("{} is a free state, and free states are never ceded.", name);
            Some(Refusal::under(rule!("house.ceding.no-free-states"), says))
        }
        Held::Home(of) if state.has_national_capital(province) && has_others(state, of) => {
            let says = said!(
                "A province with a national capital, such as {}, is ceded only when {} has no other home province left.",
                name,
                of
            );
            Some(Refusal::under(rule!("house.map.hungary-cession-last"), says))
        }
        _ => None,
    }
}

impl Position {
    /// Whether a power may take a province by a formal peace.
    #[must_use]
    pub fn may_take(&self, power: Power, province: ProvinceId) -> bool {
        why_not_taken(self, power, province).is_none()
    }

    /// Whether a national capital lies in a province, as the Victory Conditions Chart counts them (`house.map.ofen-national-capital`).
    #[must_use]
    pub fn has_national_capital(&self, province: ProvinceId) -> bool {
        let now = [Power::Sardinia, Power::Greece].map(|power| self.capital(power));
        let mut areas = province.on_map().areas.iter();
        areas.any(|area| is_national_capital(*area, true) || now.contains(&Some(*area)))
    }
}

/// Whether a power has a home province in which no national capital lies.
fn has_others(state: &Position, power: Power) -> bool {
    let own = state.board.of(power).filter(|(_, held)| matches!(held, Held::Home(_)));
    own.into_iter().any(|(province, _)| !state.has_national_capital(province))
}

/// A victor takes what a formal peace gives it. It costs nobody anything more.
pub(crate) fn taken_by(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    by: Power,
    province: ProvinceId,
) -> Result<(), Refusal> {
    let state = table.state();
    owns(&state.bidders(seat), by)?;
    if let Some(refusal) = why_not_taken(state, by, province) {
        return Err(refusal);
    }
    let held = vec![Change { province, held: state.board.had_by(province, by) }];
    change(table, held, Why::Treaty, &[], vec![rule!("house.ceding.formal-peace")])
}

/// What a player could cede, and what he could take.
pub(super) fn offers(state: &Position, table: &View, powers: &[Power]) -> Vec<Offer> {
    let mut offers = Vec::new();
    let free_states = table.switch(FREE_STATES) == YES.0;
    for own in powers.iter().copied() {
        let claims = state.politics.claims.iter().filter(|claim| claim.by == own);
        let of_losers = claims.flat_map(|claim| state.board.of(claim.of)).map(|(province, _)| province);
        let can_take: BTreeSet<ProvinceId> =
            of_losers.filter(|province| state.may_take(own, *province)).collect();
        let take = can_take.into_iter().map(|province| Order::Take { power: own, province });
        offers.extend(Offer::any("board", "province", take));
        for to in state.allies(own) {
            let of_own = state.board.of(own).map(|(province, _)| province);
            let cedes =
                of_own.filter(|province| why_not_ceded(state, free_states, own, *province, to).is_none());
            let cede = cedes.map(|province| Order::Cede { province, to });
            offers.extend(Offer::any("board", "province", cede).map(Offer::back));
        }
    }
    offers
}
