//! What a dominant Italy has besides: the minor countries of its list become its provinces, and one of its leaders is better
//! (`nationalism.dominance.italy.*`).

use super::Happened;
use crate::board::dominance::needs;
use crate::board::{Board, Change, Why, change};
use crate::map::ProvinceId;
use crate::oob::values::as_played;
use crate::oob::{self, Forces, Held, Leader, Rank};
use crate::powers::Power;
use crate::{EmpiresInArms, Event, Position};
use table::game::Table;
use table::names::SeatId;
use table::refusal::Refusal;
use table::{rule, said};

/// The highest strategic rating, tactical rating and tactical maximum that a leader can have.
const HIGHEST: [u8; 3] = [6, 5, 6];

/// Italy has become dominant: what it controls of its list is its own.
pub(super) fn gained(table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
    let state = table.state();
    let power = Power::Sardinia;
    let Some(needs) = needs(table.scenario(), power) else { return Ok(()) };
    let turns = |province: &ProvinceId| {
        let held = state.held(*province);
        held.by() == Some(power) && held != Held::Home(power) && needs.names(table.scenario(), *province)
    };
    let of: Vec<ProvinceId> = ProvinceId::all().filter(turns).collect();
    if of.is_empty() {
        return Ok(());
    }
    let held = Held::Home(power);
    let provinces = of.into_iter().map(|province| Change { province, held }).collect();
    change(table, provinces, Why::Dominant, &[], vec![rule!("nationalism.dominance.italy.provinces")])
}

impl Board {
    /// How another holds a province that a dominant Italy made its own: what it was before.
    #[must_use]
    pub(crate) fn was_before(&self, province: ProvinceId) -> Option<Power> {
        crate::map::home_of(province, self.era())
    }
}

impl Position {
    /// A power's forces as the campaign has them: with what the group typed, and with the leader whom Italy's dominance betters.
    #[must_use]
    pub fn forces(&self, scenario: &str, power: Power) -> Option<Forces> {
        let mut forces = as_played(scenario, power, &self.typed)?.into_owned();
        let better = self.sardinia.leader.as_deref().filter(|_| power == Power::Sardinia);
        if let Some(leader) = forces.leaders.iter_mut().find(|leader| Some(leader.name.as_str()) == better) {
            let now = bettered([leader.strategic, leader.tactical, leader.maximum], leader.rank);
            ([leader.strategic, leader.tactical, leader.maximum], leader.rank) = now;
        }
        Some(forces)
    }
}

/// The leaders of Sardinia of whom one can be bettered.
fn leaders(scenario: &str) -> Vec<&'static Leader> {
    let order = oob::of(scenario).and_then(|order| order.powers.get(&Power::Sardinia));
    order.map(|forces| forces.leaders.iter().collect()).unwrap_or_default()
}

/// The names of the leaders among whom Italy chooses now; none where there is nothing to choose.
#[must_use]
pub fn to_choose(state: &Position, scenario: &str) -> Vec<&'static str> {
    if !state.is_dominant(Power::Sardinia) || state.sardinia.leader.is_some() {
        return Vec::new();
    }
    leaders(scenario).into_iter().map(|leader| leader.name.as_str()).collect()
}

/// Italy chooses the leader who is better from now on, once and for all.
pub(super) fn chosen(
    table: &mut Table<'_, '_, EmpiresInArms>,
    seat: &SeatId,
    name: &str,
) -> Result<(), Refusal> {
    let rule = rule!("nationalism.dominance.italy.leader");
    let state = table.state();
    if !state.bidders(seat).contains(&Power::Sardinia) {
        return Err(Refusal::under(
            rule,
            said!("Who of Italy's leaders is better is chosen by who plays Italy."),
        ));
    }
    if !state.is_dominant(Power::Sardinia) {
        return Err(Refusal::under(
            rule,
            said!("Italy is not dominant, so none of its leaders is better for it."),
        ));
    }
    if let Some(leader) = &state.sardinia.leader {
        return Err(Refusal::under(
            rule,
            said!("{} was chosen already: one leader is, once.", leader.as_str()),
        ));
    }
    let known = leaders(table.scenario())
        .into_iter()
        .find(|leader| leader.name.to_lowercase() == name.to_lowercase());
    let Some(known) = known else {
        return Err(Refusal::under(rule, said!("\"{}\" is no leader of Italy.", name)));
    };
    let leader = known.name.clone();
    table.emit(&Event::Sardinia(Happened::LeaderChosen { leader, rules: vec![rule] }))
}

/// A leader as he is with one more on every rating and a step of seniority, as far as there is one.
#[must_use]
pub fn bettered(ratings: [u8; 3], rank: Rank) -> ([u8; 3], Rank) {
    let mut better = ratings;
    for (rating, highest) in better.iter_mut().zip(HIGHEST) {
        *rating = (*rating + 1).min(highest);
    }
    let rank = match rank {
        Rank::A | Rank::B => Rank::A,
        Rank::C => Rank::B,
        Rank::D => Rank::C,
    };
    (better, rank)
}
