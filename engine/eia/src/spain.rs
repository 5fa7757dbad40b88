//! Spain in 1853, which is in civil war and nobody's: no political action is aimed at it, and its land is entered by forcible access alone.

use crate::Position;
use crate::law::Law;
use crate::map::{AreaId, ProvinceId};
use crate::powers::Power;
use table::refusal::Refusal;
use table::rules::RuleId;
use table::{rule, said};

/// Whether Spain is in civil war, and cannot be played.
fn is_in_civil_war(state: &Position) -> bool {
    state.board.era().is_nationalism() && !state.choice.powers().any(|power| power == Power::Spain)
}

/// Whether a province is Spanish territory, which nobody enters in the ordinary way.
fn is_spanish(state: &Position, province: ProvinceId) -> bool {
    is_in_civil_war(state) && state.held(province).by() == Some(Power::Spain)
}

/// Why nothing is aimed at a province; `None` where it is no Spanish one.
fn bars_in(state: &Position, province: ProvinceId) -> Option<Refusal> {
    is_spanish(state, province).then(|| {
        Refusal::under(
            rule!("nationalism.spain.morocco"),
            said!("{} is Spanish, and no political action is aimed at Spain.", province.name()),
        )
    })
}

/// The law of Spain.
pub struct SpanishLaw;

impl Law for SpanishLaw {
    fn bars_politics(&self, state: &Position, on: Power) -> Option<Refusal> {
        (on == Power::Spain && is_in_civil_war(state)).then(|| {
            Refusal::under(
                rule!("nationalism.spain.no-political-action"),
                said!("Spain is in civil war and nobody plays it: no political action is aimed at it."),
            )
        })
    }

    fn bars_war_on_minor(&self, state: &Position, _by: Power, minor: ProvinceId) -> Option<Refusal> {
        bars_in(state, minor)
    }

    fn bars_control(&self, state: &Position, province: ProvinceId) -> Option<Refusal> {
        bars_in(state, province)
    }

    /// A corps comes there where its power told this month that it uses forcible access there.
    fn bars_entry(&self, state: &Position, power: Power, area: AreaId) -> Option<Refusal> {
        let month = state.month();
        let told = state.politics.access.entries.iter();
        let mut told = told.filter(|entry| (entry.power, entry.of) == (power, Power::Spain));
        if !is_spanish(state, area.on_map().province) || told.any(|entry| Some(entry.month) == month) {
            return None;
        }
        Some(Refusal::under(
            rule!("nationalism.spain.no-entry"),
            said!(
                "{} is Spanish: it is entered by forcible access alone, which is told first in the land phase (/access forcible).",
                area.name()
            ),
        ))
    }

    /// Spain never answers it with war.
    fn suffers_entry(&self, state: &Position, province: ProvinceId) -> Option<(Power, RuleId)> {
        is_spanish(state, province).then_some((Power::Spain, rule!("nationalism.spain.forcible-access")))
    }
}
