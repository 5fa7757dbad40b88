//! What Sardinia, Italy and the Italian minor countries say to the rules of others.

use super::{announce, dominant, italy, mille, minors};
use crate::board::Change;
use crate::board::dominance::Changed;
use crate::frame::Frame;
use crate::law::Law;
use crate::map::ProvinceId;
use crate::months::Month;
use crate::oob::Held;
use crate::powers::Power;
use crate::{EmpiresInArms, Position};
use table::game::Table;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;

/// The law of Sardinia and Italy.
pub struct SardinianLaw;

impl Law for SardinianLaw {
    fn bars_war_on_minor(&self, state: &Position, by: Power, minor: ProvinceId) -> Option<Refusal> {
        minors::why_not_declared(state, by, minor)
    }

    fn bars_counter(&self, state: &Position, power: Power, name: &str) -> Option<Refusal> {
        mille::why_no_corps(state, power, name)
    }

    fn takes_control(&self, state: &Position, minor: ProvinceId) -> Option<(Power, RuleId)> {
        let rule = rule!("nationalism.italian-minors.sardinian-protection");
        minors::is_protected(state, minor).then_some((Power::Sardinia, rule))
    }

    fn price_on_minor(&self, state: &Position, by: Power, on: ProvinceId, since: Month) -> Option<i64> {
        mille::price(state, by, on, since)
    }

    /// That of conquest where one becomes Sardinia's own.
    fn rules_of_change(&self, state: &Position, provinces: &[Change]) -> Vec<RuleId> {
        let becomes = |change: &Change| {
            change.held == Held::Home(Power::Sardinia)
                && state.board.becomes_province(change.province, Power::Sardinia)
        };
        let rule = rule!("nationalism.sardinia.conquest-makes-province");
        provinces.iter().any(becomes).then_some(rule).into_iter().collect()
    }

    fn before_politics(&self, table: &Table<'_, '_, EmpiresInArms>) -> Option<Frame> {
        announce::gap(table)
    }

    fn hands_changed(&self, table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
        italy::test(table)
    }

    fn dominance_changed(
        &self,
        table: &mut Table<'_, '_, EmpiresInArms>,
        changed: &Changed,
    ) -> Result<(), Refusal> {
        if changed.gained.contains(&Power::Sardinia) { dominant::gained(table) } else { Ok(()) }
    }

    fn month_ends(&self, table: &mut Table<'_, '_, EmpiresInArms>) -> Result<(), Refusal> {
        mille::month_ends(table)
    }

    fn apply_change(&self, state: &mut Position, provinces: &[Change]) {
        mille::taken(state, provinces);
    }

    fn apply_counter(&self, state: &mut Position, power: Power, name: &str, place: Option<&str>) {
        mille::moved(state, power, name, place);
    }
}
