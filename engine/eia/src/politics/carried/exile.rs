//! Leaders in exile (`house.peace.exile.*`): who was sent there by whom, and what it costs to bring him back.

use super::{Happened, Order};
use crate::months::{Month, Phase};
use crate::oob::{HIGHEST_FIASCO, Leader, Rank, Zone};
use crate::politics::terms::Term;
use crate::politics::treaty::{is_political, political};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use serde::{Deserialize, Serialize};
use table::game::Table;
use table::offers::Offer;
use table::refusal::Refusal;
use table::said::Said;
use table::switches::Switch;
use table::{rule, said};

/// A leader in exile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exile {
    /// His name.
    pub leader: String,
    /// Whose leader he is.
    pub of: Power,
    /// The victor who sent him.
    pub by: Power,
    /// The month of the peace.
    pub since: Month,
    /// The phase of it in which the peace was made.
    #[serde(default = "political", skip_serializing_if = "is_political")]
    pub phase: Phase,
}

impl Exile {
    /// When a leader of seniority A may be brought back at the earliest: 12 full months after the phase of the peace.
    #[must_use]
    pub fn least(&self) -> (Month, Phase) {
        (self.since.later(LEAST_OF_A), self.phase)
    }
}

/// How far the PP of a leader's return may bring his power down: the standard game first, in which it loses them all (10.6.4.2.1).
pub const HOW_FAR: Switch = Switch {
    key: "leader_return",
    name: "What a leader's return costs",
    ways: &[("whole", "all of its PP"), (FLOOR, "no PP beyond the highest box of the Fiasco zone")],
    rule: Some(rule!("enhancements.leader-return.floor")),
};

/// The way by which the loss ends there.
const FLOOR: &str = "fiasco";

/// How long a leader of seniority A stays away at least, in months.
pub const LEAST_OF_A: u32 = 12;

/// What it costs to bring a leader back, in whole PP (`house.peace.exile.return-cost`): a third of his ratings together, 3 for seniority A to
/// 0 for D, and −2 in the fiasco zone to 1 in the dominant one, the sum rounded up, and never below 0.
#[must_use]
pub fn price(leader: &Leader, zone: Zone) -> i64 {
    let ratings = i64::from(leader.strategic) + i64::from(leader.tactical) + i64::from(leader.maximum);
    let seniority = match leader.rank {
        Rank::A => 3,
        Rank::B => 2,
        Rank::C => 1,
        Rank::D => 0,
    };
    let of_zone = match zone {
        Zone::Fiasco => -2,
        Zone::Instability => -1,
        Zone::Neutral => 0,
        Zone::Dominant => 1,
    };
    let thirds = ratings + 3 * (seniority + of_zone);
    (thirds + 2).div_euclid(3).max(0)
}

impl Position {
    /// The leaders of a power as the campaign has them.
    #[must_use]
    pub fn leaders(&self, power: Power) -> Vec<Leader> {
        let scenario = self.board.start().scenario();
        let forces = scenario.and_then(|scenario| self.forces(&scenario.key, power));
        forces.map(|forces| forces.leaders).unwrap_or_default()
    }

    /// What it costs a power now to bring a leader back, in whole PP. Where the bot does not keep the status track it counts as in the
    /// neutral zone.
    #[must_use]
    pub fn price_of_return(&self, power: Power, leader: &Leader) -> i64 {
        price(leader, self.status(power).map_or(Zone::Neutral, |at| at.zone()))
    }
}

/// The leader of a power by his name, in any case.
fn leader(state: &Position, of: Power, name: &str) -> Result<Leader, Refusal> {
    let wanted = name.trim().to_lowercase();
    let found = state.leaders(of).into_iter().find(|leader| leader.name.to_lowercase() == wanted);
    found.ok_or_else(|| Refusal::new(said!("{} has no leader of that name.", of)))
}

/// Why a leader cannot be sent into exile now; `None` where he can.
fn why_not_exiled(state: &Position, of: Power, leader: &Leader) -> Option<Refusal> {
    let month = state.month()?;
    if leader.is_gone(month) || leader.is_yet_to_come(month) {
        return Some(Refusal::new(said!("{} does not serve in {}.", leader.name, month.name())));
    }
    let exiles = &state.politics.carried.exiles;
    exiles
        .iter()
        .any(|exile| exile.of == of && exile.leader == leader.name)
        .then(|| Refusal::new(said!("{} is in exile already.", leader.name)))
}

/// A victor names the leader who goes into exile.
pub(super) fn exiled(
    table: &mut Table<'_, '_, EmpiresInArms>,
    by: Power,
    of: Power,
    name: &str,
) -> Result<(), Refusal> {
    let state = table.state();
    let Some(claim) = state.politics.carried.claim(by, of, Term::Exile) else {
        return Err(Refusal::under(
            rule!("house.peace.unconditional-only"),
            said!(
                "No peace lets {} send a leader of {} into exile: that is a term of an unconditional surrender.",
                by,
                of
            ),
        ));
    };
    let leader = leader(state, of, name)?;
    if let Some(refusal) = why_not_exiled(state, of, &leader) {
        return Err(refusal);
    }
    let mut rules = vec![rule!("house.peace.unconditional-only")];
    if leader.rank == Rank::A {
        rules.push(rule!("house.peace.exile.a-rank-minimum"));
    }
    let exile = Exile { leader: leader.name, of, by, since: claim.month, phase: claim.phase };
    table.emit(&Event::Peace(Happened::Exiled { exile, rules }))
}

/// That a leader of seniority A is not back yet.
fn stays_away(leader: &Leader, exile: &Exile) -> Said {
    let (month, phase) = exile.least();
    match phase {
        Phase::Economic => said!(
            "{} is of seniority A and stays away for 12 full months: until the economic phase of {}.",
            leader.name,
            month.name()
        ),
        _ => said!("{} is of seniority A and stays away for 12 months: until {}.", leader.name, month.name()),
    }
}

/// Why a power cannot bring a leader back now, or what it costs it, in PP.
fn return_of(state: &Position, of: Power, leader: &Leader, month: Month) -> Result<i64, Refusal> {
    let exiles = &state.politics.carried.exiles;
    let exile = exiles.iter().find(|exile| exile.of == of && exile.leader == leader.name);
    let exile = exile.ok_or_else(|| Refusal::new(said!("{} is not in exile.", leader.name)))?;
    if leader.rank == Rank::A && (month, state.phase().unwrap_or(Phase::Political)) < exile.least() {
        return Err(Refusal::under(rule!("house.peace.exile.a-rank-minimum"), stays_away(leader, exile)));
    }
    let price = state.price_of_return(of, leader);
    if state.politics.on_track && state.pp_of(of) < 2 * price {
        return Err(Refusal::under(
            rule!("house.peace.exile.cannot-pay"),
            said!("The return of {} costs {} PP, and {} cannot lose as many.", leader.name, price, of),
        ));
    }
    Ok(price)
}

/// A leader's owner brings him back.
pub(super) fn recalled(
    table: &mut Table<'_, '_, EmpiresInArms>,
    power: Power,
    name: &str,
    month: Month,
) -> Result<(), Refusal> {
    let state = table.state();
    let leader = leader(state, power, name)?;
    let price = return_of(state, power, &leader, month)?;
    let (before, whole) = (state.pp_of(power), state.pp_after(power, -2 * price));
    let mut rules = vec![rule!("house.peace.exile.return-cost")];
    // Who stands lower already stays where he is.
    let least = before.min(2 * i64::from(HIGHEST_FIASCO));
    let now = if table.switch(HOW_FAR.key) == FLOOR { whole.max(least) } else { whole };
    if now != whole {
        rules.push(rule!("enhancements.leader-return.floor"));
    }
    if leader.name == "Napoleon" {
        rules.push(rule!("house.peace.exile.napoleon-example"));
    }
    let leader = leader.name;
    table.emit(&Event::Peace(Happened::Recalled { power, leader, price, now, rules }))
}

impl Position {
    /// The leaders of a power that a victor could send into exile now, by their names.
    #[must_use]
    pub fn can_be_exiled(&self, of: Power) -> Vec<String> {
        let all = self.leaders(of).into_iter();
        all.filter(|leader| why_not_exiled(self, of, leader).is_none()).map(|leader| leader.name).collect()
    }
}

/// Whom a power could send into exile, and whom bring back.
pub(super) fn offers(state: &Position, own: Power) -> Vec<Offer> {
    let mut offers = Vec::new();
    let carried = &state.politics.carried;
    for claim in carried.claims.iter().filter(|claim| claim.by == own && claim.term == Term::Exile) {
        let names = state.can_be_exiled(claim.of).into_iter();
        let exile = names.map(|leader| Order::Exile { power: own, of: claim.of, leader });
        offers.extend(Offer::any("peace", "leader", exile));
    }
    let (Some(month), true) = (state.month(), carried.exiles.iter().any(|exile| exile.of == own)) else {
        return offers;
    };
    let back = state.leaders(own).into_iter().filter(|leader| return_of(state, own, leader, month).is_ok());
    let recall = back.map(|leader| Order::Recall { power: own, leader: leader.name });
    offers.extend(Offer::any("peace", "leader", recall));
    offers
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn rated(ratings: [u8; 3], rank: Rank) -> Leader {
        let order = crate::oob::of("1805").unwrap();
        let mut leader = order.powers[&Power::France].leaders[0].clone();
        [leader.strategic, leader.tactical, leader.maximum] = ratings;
        leader.rank = rank;
        leader
    }

    // house.peace.exile.return-cost, house.peace.exile.napoleon-example
    #[test]
    fn the_price_of_a_return_is_rounded_up_once_and_never_below_nothing() {
        assert_eq!(price(&rated([3, 3, 3], Rank::C), Zone::Neutral), 4);
        assert_eq!(price(&rated([4, 3, 3], Rank::B), Zone::Dominant), 7);
        assert_eq!(price(&rated([2, 2, 2], Rank::D), Zone::Instability), 1);
        assert_eq!(price(&rated([4, 4, 6], Rank::A), Zone::Fiasco), 6, "Napoleon with his reduced ratings");
        assert_eq!(price(&rated([1, 1, 1], Rank::D), Zone::Fiasco), 0);
    }
}
