//! Spain in 1853, which is in civil war and nobody's: no political action is aimed at it, and its land is entered by forcible access alone.

use crate::Position;
use crate::map::{AreaId, ProvinceId};
use crate::powers::Power;
use table::refusal::Refusal;
use table::{rule, said};

/// Whether Spain is in civil war, and cannot be played.
#[must_use]
pub(crate) fn is_in_civil_war(state: &Position) -> bool {
    state.board.era().is_nationalism() && !state.choice.powers().any(|power| power == Power::Spain)
}

/// Whether a province is Spanish territory, which nobody enters in the ordinary way.
pub(crate) fn is_spanish(state: &Position, province: ProvinceId) -> bool {
    is_in_civil_war(state) && state.held(province).by() == Some(Power::Spain)
}

/// Why no political action is aimed at a power; `None` where it can be.
pub(crate) fn bars(state: &Position, on: Power) -> Option<Refusal> {
    (on == Power::Spain && is_in_civil_war(state)).then(|| {
        Refusal::under(
            rule!("nationalism.spain.no-political-action"),
            said!("Spain is in civil war and nobody plays it: no political action is aimed at it."),
        )
    })
}

/// Why no war is declared on a province; `None` where it is no Spanish one.
pub(crate) fn bars_in(state: &Position, province: ProvinceId) -> Option<Refusal> {
    is_spanish(state, province).then(|| {
        Refusal::under(
            rule!("nationalism.spain.morocco"),
            said!("{} is Spanish, and no political action is aimed at Spain.", province.name()),
        )
    })
}

/// Why a corps of a power is not moved into an area; `None` where it can be: it is not Spanish, or the power told this month that it uses
/// forcible access there.
pub(crate) fn bars_entry(state: &Position, power: Power, area: AreaId) -> Option<Refusal> {
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
