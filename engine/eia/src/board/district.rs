//! Secondary districts that turn neutral (10.4.3.2): whether they join their primary district again.

use super::conquest::primary;
use super::{Board, Change, Why, change};
use crate::map::ProvinceId;
use crate::oob::Held;
use crate::{EmpiresInArms, Position};
use table::game::Table;
use table::refusal::Refusal;
use table::rule;
use table::rules::RuleId;
use table::switches::{NO, Switch, YES};

/// The switch that says whether a district joins.
pub const SWITCH: &str = "districts";

/// Whether a secondary district that turns neutral joins a primary district that is a free state.
pub const JOINING: Switch = Switch {
    key: SWITCH,
    name: "A district that turns neutral joins its country's free state",
    ways: &[NO, YES],
    rule: Some(rule!("enhancements.district.joins-primary")),
};

/// Minor countries turn neutral. One whose primary district is a free state joins it, where the group plays so; with a primary district that
/// is neutral a neutral one is one country in any case ([`Board::country`]).
pub(crate) fn turn_neutral(
    table: &mut Table<'_, '_, EmpiresInArms>,
    minors: Vec<ProvinceId>,
    why: Why,
) -> Result<(), Refusal> {
    let joining = table.switch(SWITCH) == YES.0;
    let rules = if joining { rules(&table.state().board, &minors) } else { Vec::new() };
    let held = Held::Neutral;
    let provinces = minors.iter().map(|province| Change { province: *province, held }).collect();
    change(table, provinces, why, &[], rules)?;
    if !joining {
        return Ok(());
    }
    let joins: Vec<Change> = minors.into_iter().filter_map(|minor| joins(table.state(), minor)).collect();
    for join in joins {
        change(table, vec![join], Why::Joined, &[], vec![rule!("enhancements.district.joins-primary")])?;
    }
    Ok(())
}

/// How a neutral district is held once it joins its primary one; `None` where it joins none.
fn joins(state: &Position, minor: ProvinceId) -> Option<Change> {
    let lead = primary(minor);
    let held = state.held(lead);
    (lead != minor && matches!(held, Held::Free(_))).then_some(Change { province: minor, held })
}

/// By which rules these make one country with others when they turn neutral.
fn rules(board: &Board, turning: &[ProvinceId]) -> Vec<RuleId> {
    let mut rules = Vec::new();
    for district in ProvinceId::all().filter(|district| primary(*district) != *district) {
        let lead = primary(district);
        let (district_turns, lead_turns) = (turning.contains(&district), turning.contains(&lead));
        match (district_turns, lead_turns) {
            (true, true) => rules.push(rule!("enhancements.district.both-turn-neutral")),
            (false, true) if board.held(district) == Held::Neutral => {
                rules.push(rule!("enhancements.district.primary-turns-neutral"));
            }
            (true, false) if board.held(lead) == Held::Neutral => {
                rules.push(rule!("enhancements.district.joins-primary"));
            }
            _ => {}
        }
    }
    rules.sort_unstable();
    rules.dedup();
    rules
}
