//! Free states in the economic phase (8.2.3): each collects what it is worth for itself, its controller spends that for it, and what it may
//! keep is bounded (12.10). A country of several districts is one free state with one purse, under the district that leads it: Greece with
//! Macedonia (`nationalism.greece.status`), the Papal State (`nationalism.map.papal-state`), Sweden with Finland.

use super::income::collecting;
use super::{Purse, affordable};
use crate::Position;
use crate::map::ProvinceId;
use crate::months::Month;
use crate::oob::{self, Cost, Held};
use crate::powers::Power;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use table::rule;
use table::rules::RuleId;
use table::switches::{NO, Switch, YES};

/// The switch by which a group says whether free states keep money from one economic phase to the next.
pub const SAVINGS: &str = "minor_savings";

/// The switch, as it stands at founding first.
pub const OF_THE_GROUP: Switch = Switch {
    key: SAVINGS,
    name: "Free states keep money (12.10)",
    ways: &[NO, YES],
    rule: Some(rule!("enhancements.minor-savings.limit")),
};

/// What a free state had, collected and spent in a quarter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfState {
    /// Which, by the district that leads it.
    pub state: ProvinceId,
    /// $ that it had kept.
    pub before: i64,
    /// $ and MP that it collected.
    pub collected: [i64; 2],
    /// What was bought for it, and how many.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bought: Vec<(String, u32)>,
    /// $ that it keeps.
    pub after: i64,
    /// The rules of what it collects and keeps that make it another than the standard game's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleId>,
}

/// What was bought for free states, by their keys and the words of what was bought.
pub type Bought = BTreeMap<ProvinceId, BTreeMap<String, u32>>;

/// The free states of a power that collect something, each by the district that leads it: those with a capital that no enemy has.
pub fn of(state: &Position, power: Power) -> impl Iterator<Item = ProvinceId> + '_ {
    let mut seen = BTreeSet::new();
    let leads = collecting(state, power, true).map(|district| state.board.lead(district));
    leads.filter(move |lead| seen.insert(*lead))
}

/// What can be bought for a free state: factors that its corps can hold, and ships where it has any.
pub fn prices(state: &Position, minor: ProvinceId) -> impl Iterator<Item = &'static Cost> {
    let scenario = state.scenario_key();
    let order = oob::of(scenario);
    let of_district = |district: ProvinceId| order.and_then(|order| order.minors.get(&district));
    let all: Vec<_> = state.board.country(minor).into_iter().filter_map(of_district).collect();
    let types = state.economy.cavalry_types;
    oob::costs(scenario).filter(move |cost| {
        all.iter().filter(|forces| !forces.is_none()).any(|forces| match cost.key.as_str() {
            "infantry" | "cavalry" => forces.corps > 0,
            "light_cavalry" | "heavy_cavalry" => types && forces.corps > 0,
            "ship" => forces.ships.line > 0,
            "frigate" => forces.ships.frigates > 0,
            _ => false,
        })
    })
}

/// What a free state collects, in $ and MP, and by which rules: each of its districts what it is worth, but one whose capital an enemy has.
/// Of those that may belong to the Ottoman Empire it is all their manpower (`house.ottoman.manpower-free-state`).
fn collected(state: &Position, districts: &[ProvinceId]) -> ([i64; 2], BTreeSet<RuleId>) {
    let collecting = districts.iter().copied().filter(|district| state.occupier(*district).is_none());
    let mut rules = BTreeSet::new();
    let has = collecting.fold([0, 0], |[money, men], district| {
        let (manpower, rule) = state.manpower(district);
        rules.extend(rule);
        [money + state.taxes(district), men + i64::from(manpower)]
    });
    (has, rules)
}

/// The most $ that a free state keeps: $14 (`enhancements.minor-savings.limit`), or $1 less than the dearest factor or ship that it may buy
/// where one costs more than $15 (`enhancements.minor-savings.raised-limit`); nothing where the group does not play so.
#[must_use]
pub fn most_kept(state: &Position, minor: ProvinceId) -> (i64, Option<RuleId>) {
    if !state.economy.states_save {
        return (0, None);
    }
    let dearest = prices(state, minor).map(|cost| state.price(cost)[0]).max().unwrap_or(0);
    if dearest > DEAR {
        (dearest - 1, Some(rule!("enhancements.minor-savings.raised-limit")))
    } else {
        (DEAR - 1, Some(rule!("enhancements.minor-savings.limit")))
    }
}

/// The price in $ from which a dearer factor raises what is kept.
const DEAR: i64 = 15;

/// The quarter of each free state of a power: what it collects, what is bought for it down the list as far as it lasts, and what it keeps.
pub(crate) fn made(
    state: &Position,
    power: Power,
    month: Month,
    wanted: &Bought,
    purse: &mut Purse,
) -> Vec<OfState> {
    let mut all = Vec::new();
    let kept = std::mem::take(&mut purse.states);
    // Whose capital an enemy has collects nothing, and loses nothing of what it kept.
    let held = kept.iter().filter(|(minor, _)| state.held(**minor) == Held::Free(power));
    purse.states.extend(held.map(|(minor, money)| (*minor, *money)));
    for minor in of(state, power) {
        let districts = state.board.country(minor);
        // What a district kept by itself is its country's since it is of it.
        let before = districts.iter().filter_map(|district| kept.get(district)).sum();
        // It collects for itself: what its power loses by a low status it does not.
        let (collected, mut rules) = collected(state, &districts);
        let mut has = [before + collected[0], collected[1]];
        let mut bought = Vec::new();
        for cost in prices(state, minor) {
            let wanted = wanted.get(&minor).and_then(|items| items.get(&cost.key)).copied().unwrap_or(0);
            let [money, manpower] = state.price(cost);
            let count = wanted.min(affordable(has, [money, manpower]));
            if count > 0 {
                has = [has[0] - money * i64::from(count), has[1] - manpower * i64::from(count)];
                bought.push((cost.key.clone(), count));
                purse.order(cost, count, month, Some(minor));
            }
        }
        let (most, rule) = most_kept(state, minor);
        let after = has[0].min(most);
        purse.states.retain(|district, _| !districts.contains(district));
        if after > 0 {
            purse.states.insert(minor, after);
        }
        rules.extend(rule);
        let rules = rules.into_iter().collect();
        all.push(OfState { state: minor, before, collected, bought, after, rules });
    }
    all
}
